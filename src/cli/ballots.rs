//! `quintet find-openings`: makes the lists of balanced starts. For developers, not shown in the
//! help.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quintet::builtin::draughts::{BallotOptions, find_ballots};
use quintet::games::draughts::Variant;
use quintet::store::write_atomically;

use super::train::parse_variant;
use super::{Outcome, output};

#[derive(Args, Debug)]
pub(super) struct BallotArgs {
    /// The game.
    game: BallotGame,
    /// Its variant.
    #[arg(long, value_parser = parse_variant)]
    variant: Variant,
    /// The file to write; by default the one in the sources.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Random moves of each start.
    #[arg(long, default_value_t = 8)]
    plies: u32,
    /// How many starts.
    #[arg(long, default_value_t = 100)]
    count: u32,
    /// Seed of all random choices; the same arguments give the same starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Depth of the search that judges, in plies.
    #[arg(long, default_value_t = 13)]
    depth: u32,
    /// The evaluation must lie within so many hundredths of a man.
    #[arg(long, default_value_t = 15)]
    within: i32,
}

/// Games whose engine can evaluate starts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BallotGame {
    Draughts,
}

pub(super) fn run(args: &BallotArgs) -> Outcome {
    let BallotArgs { game, variant, ref out, plies, count, seed, depth, within } = *args;
    let BallotGame::Draughts = game;
    let options = BallotOptions { variant, plies, count, seed, depth, within };
    let found = find_ballots(&options, |ballot| {
        let text = ballot.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        output::complain(&format!("{text}: {:+.2}", f64::from(ballot.score) / 100.0));
    });
    let name = variant.name();
    let mut text = format!(
        "# Balanced starts of {name} draughts, found by the program's own engine: quintet \
         find-openings draughts\n# --variant {name} --plies {plies} --count {count} --seed {seed} \
         --depth {depth} --within {within}\n# Moves at random from the normal start, nothing to \
         take, and a value within {:.2} men.\n",
        f64::from(within) / 100.0,
    );
    for ballot in &found {
        let moves: Vec<String> = ballot.moves.iter().map(ToString::to_string).collect();
        text += &moves.join(" ");
        text.push('\n');
    }
    let default = || PathBuf::from(format!("assets/openings/draughts-{name}.txt"));
    let out = out.clone().unwrap_or_else(default);
    write_atomically(&out, text.as_bytes())?;
    output::complain(&format!("{} starts in {}", found.len(), out.display()));
    Ok(())
}
