//! `quintet bridge`: makes a program that isn't an engine usable as one.
//!
//! GNU Backgammon has no UBGI: decisions are asked at its socket, analyses in its text mode.
//! Equities in matches are its "equivalent money equity"; only rollouts, whose games the bridge
//! plays itself, give a chance to win the match, by the built-in engine's table.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::whole;
use super::{Code, Outcome};

mod gnubg;
mod hints;
mod rollout;
mod serve;
mod texts;

#[derive(Args, Debug)]
pub(super) struct BridgeArgs {
    #[command(subcommand)]
    program: BridgeProgram,
}

#[derive(Debug, Subcommand)]
enum BridgeProgram {
    /// GNU Backgammon, where it is installed, over UBGI.
    Gnubg(GnubgArgs),
}

#[derive(Args, Debug)]
struct GnubgArgs {
    /// How many rolls it looks ahead; it calls 2 "world class".
    #[arg(long, default_value_t = 2, value_parser = whole::<u8>(0..=4))]
    ply: u8,
    /// The program to run; by default the one that QUINTET_GNUBG names, or one in PATH or in a
    /// folder where systems install games.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Speaks UBGI on the standard streams until `quit` or the end of the input.
pub(super) fn run(args: &BridgeArgs) -> Outcome {
    let BridgeProgram::Gnubg(args) = &args.program;
    let program = gnubg::find(args.program.as_deref()).map_err(|error| Code::NoStart.of(error))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(serve::serve(program, args.ply));
    // A thread may still wait for the standard input, and nothing can end it.
    runtime.shutdown_background();
    served.map_err(|end| match end {
        serve::End::Failure(failure) => Code::NoStart.of(failure),
        serve::End::Streams(error) => error.into(),
    })
}
