//! `quintet train-othello`: makes the weights of the Othello engine. For developers, not shown in
//! the help.

use std::path::PathBuf;

use clap::Args;
use quintet::builtin::othello::train::{TrainOptions, train};
use quintet::store::write_atomically;

use super::Outcome;
use super::output;

#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// The file of weights to write.
    out: PathBuf,
    /// Seed of all that is random; the same arguments give the same bytes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of each round.
    #[arg(long)]
    games: u32,
    /// Rounds; each plays with the weights of the round before.
    #[arg(long)]
    rounds: u32,
    /// Go on from the weights that come with the program, instead of from mobility alone.
    #[arg(long)]
    embedded: bool,
}

pub(super) fn run(args: &TrainArgs) -> Outcome {
    let TrainArgs { ref out, seed, games, rounds, embedded } = *args;
    let options = TrainOptions { seed, games, rounds, embedded };
    let weights = train(&options, output::complain);
    write_atomically(out, &weights)?;
    output::complain(&format!("{} bytes of weights in {}", weights.len(), out.display()));
    Ok(())
}
