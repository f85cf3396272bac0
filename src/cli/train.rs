//! `quintet train-othello`, `train-draughts`, `train-hive` and `train-backgammon`: make the weights of
//! the engines that come with the program. For developers, not shown in the help.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quintet::builtin::{backgammon, draughts, hive, othello};
use quintet::games::draughts::Variant;
use quintet::store::{read_file, read_text, write_atomically};

use super::Outcome;
use super::output;

#[derive(Args, Debug)]
pub(super) struct OthelloArgs {
    /// The file of weights to write.
    out: PathBuf,
    /// Seed of all random choices; the same arguments give the same bytes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of each round.
    #[arg(long)]
    games: u32,
    /// Rounds; each plays with the weights of the round before.
    #[arg(long)]
    rounds: u32,
    /// Start from the weights that come with the program, instead of from mobility alone.
    #[arg(long)]
    embedded: bool,
}

pub(super) fn othello(args: &OthelloArgs) -> Outcome {
    let OthelloArgs { ref out, seed, games, rounds, embedded } = *args;
    let options = othello::train::TrainOptions { seed, games, rounds, embedded };
    let weights = othello::train::train(&options, output::complain);
    write_atomically(out, &weights)?;
    output::complain(&format!("{} bytes of weights in {}", weights.len(), out.display()));
    Ok(())
}

#[derive(Args, Debug)]
pub(super) struct DraughtsArgs {
    /// The variant to make weights for.
    #[arg(long, value_parser = parse_variant)]
    variant: Variant,
    /// The file of weights to write; by default the one in the sources.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Seed of all random choices; the same arguments give the same bytes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of each round.
    #[arg(long)]
    games: u32,
    /// Rounds; each plays with the weights of the round before.
    #[arg(long, default_value_t = 2)]
    rounds: u32,
    /// Start from the weights that come with the program, instead of from material alone.
    #[arg(long)]
    embedded: bool,
}

pub(super) fn parse_variant(name: &str) -> Result<Variant, String> {
    let known = Variant::ALL.map(Variant::name).join(", ");
    Variant::find(name).ok_or_else(|| format!("there is no such variant; known: {known}"))
}

pub(super) fn draughts(args: &DraughtsArgs) -> Outcome {
    let DraughtsArgs { variant, ref out, seed, games, rounds, embedded } = *args;
    let options = draughts::train::TrainOptions { variant, seed, games, rounds, embedded };
    let default = || PathBuf::from(format!("assets/eval/draughts-{}.bin", variant.name()));
    let out = out.clone().unwrap_or_else(default);
    let weights = draughts::train::train(&options, output::complain);
    write_atomically(&out, &weights)?;
    output::complain(&format!("{} bytes of weights in {}", weights.len(), out.display()));
    Ok(())
}

#[derive(Args, Debug)]
pub(super) struct HiveArgs {
    /// The file of weights to write; by default the one in the sources.
    #[arg(long, default_value = "assets/eval/hive.txt")]
    out: PathBuf,
    /// The file of weights to begin with; by default those that come with the program.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Seed of all random choices; the same arguments give the same text.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of each round.
    #[arg(long)]
    games: u32,
    /// Rounds; each plays with the weights of the round before.
    #[arg(long, default_value_t = 2)]
    rounds: u32,
}

pub(super) fn hive(args: &HiveArgs) -> Outcome {
    let HiveArgs { ref out, ref from, seed, games, rounds } = *args;
    let start = match from {
        Some(path) => Arc::new(hive::Weights::read(&read_text(path)?)?),
        None => hive::Weights::embedded(),
    };
    let options = hive::train::TrainOptions { seed, games, rounds };
    let weights = hive::train::train(&options, &start, output::complain);
    write_atomically(out, weights.as_bytes())?;
    output::complain(&format!("weights in {}", out.display()));
    Ok(())
}

#[derive(Args, Debug)]
pub(super) struct BackgammonArgs {
    /// The file of weights to write, also from time to time during the training.
    #[arg(long, default_value = "assets/eval/backgammon.bin")]
    out: PathBuf,
    /// Seed of all random choices; the same arguments give the same bytes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games whose positions learn from the positions after them.
    #[arg(long)]
    games: u32,
    /// Positions that learn from all rolls, after the games.
    #[arg(long, default_value_t = 0)]
    positions: u32,
    /// Rounds of games from drawn positions, after these.
    #[arg(long, default_value_t = 0)]
    rounds: u32,
    /// Positions that learn in each round.
    #[arg(long, default_value_t = 60_000)]
    lessons: u32,
    /// Fits after the rounds: positions learn many times from the same lessons.
    #[arg(long, default_value_t = 0)]
    fits: u32,
    /// Positions that each fit adds.
    #[arg(long, default_value_t = 200_000)]
    fitted: u32,
    /// The file of weights to begin with, instead of with random ones.
    #[arg(long, conflicts_with = "embedded")]
    from: Option<PathBuf>,
    /// Begin with the weights that come with the program.
    #[arg(long)]
    embedded: bool,
}

pub(super) fn backgammon(args: &BackgammonArgs) -> Outcome {
    let BackgammonArgs { ref out, .. } = *args;
    let start = match &args.from {
        Some(path) => Some(Arc::new(backgammon::Weights::read(&read_file(path)?)?)),
        None => args.embedded.then(backgammon::Weights::embedded),
    };
    let options = backgammon::train::TrainOptions {
        seed: args.seed,
        games: args.games,
        positions: args.positions,
        rounds: args.rounds,
        lessons: args.lessons,
        fits: args.fits,
        fitted: args.fitted,
    };
    let weights = backgammon::train::train(&options, start, |text, weights| {
        output::complain(text);
        if let Err(error) = write_atomically(out, &weights.to_bytes()) {
            output::complain(&format!("{}: {error}", out.display()));
        }
    });
    write_atomically(out, &weights)?;
    output::complain(&format!("{} bytes of weights in {}", weights.len(), out.display()));
    Ok(())
}
