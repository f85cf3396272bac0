//! `quintet engine`: this program as an engine, on the standard streams.

use std::io::{self, BufReader};

use clap::{Args, Subcommand};
use quintet::builtin::EngineOptions;
use quintet::builtin::hub::run_hub;
use quintet::builtin::nboard::run_nboard;

use super::Outcome;

#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    #[command(subcommand)]
    protocol: EngineProtocol,
}

#[derive(Debug, Subcommand)]
enum EngineProtocol {
    /// Othello, over NBoard.
    Nboard(LevelArgs),
    /// Draughts of all variants, over Hub.
    Hub(LevelArgs),
}

#[derive(Args, Clone, Copy, Debug)]
struct LevelArgs {
    /// From 1, for a child, to 10, full strength.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
}

impl LevelArgs {
    fn options(self) -> EngineOptions {
        EngineOptions { level: self.level, seed: None }
    }
}

/// Plays until `quit` or the end of the input. Takes the standard output for itself: the engine
/// writes from several threads.
pub(super) fn run(args: &EngineArgs) -> Outcome {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    match args.protocol {
        EngineProtocol::Nboard(level) => run_nboard(input, output, level.options())?,
        EngineProtocol::Hub(level) => run_hub(input, output, level.options())?,
    }
    Ok(())
}
