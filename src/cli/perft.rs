//! `quintet perft`: counts positions by depth.

use std::time::Instant;

use clap::Args;
use quintet::games::BoxPosition;

use super::interrupts::unless_left;
use super::numbers::whole;
use super::output::Output;
use super::positions::complain_of_header;
use super::{Code, GameArgs, Outcome};

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Count to this depth in plies.
    #[arg(value_parser = whole::<u32>(1..=99))]
    depth: u32,
    /// Start here instead of the normal start: a board, or a game (its last position counts).
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

/// Counts until it is done or interrupted; what was counted until then is printed.
pub(super) fn run(args: &PerftArgs) -> Outcome {
    let pos = args.game.position(args.position.as_deref()).map_err(|err| Code::Usage.of(err))?;
    args.position.iter().for_each(|text| complain_of_header(&args.game, text, None));
    let depth = args.depth;
    unless_left(move || count(&pos, depth))?
}

/// Prints `perft DEPTH NODES SECONDS` for each depth as soon as it is counted; with dice also
/// `weighted DEPTH NODES SECONDS`, where every roll counts as often as it is thrown.
fn count(pos: &BoxPosition, depth: u32) -> Outcome {
    let mut out = Output::new();
    for depth in 1..=depth {
        let began = Instant::now();
        let nodes = pos.perft(depth);
        out.line(format_args!("perft {depth} {nodes} {:.6}", began.elapsed().as_secs_f64()))?;
        let began = Instant::now();
        if let Some(nodes) = pos.weighted_perft(depth) {
            let seconds = began.elapsed().as_secs_f64();
            out.line(format_args!("weighted {depth} {nodes} {seconds:.6}"))?;
        }
    }
    Ok(())
}
