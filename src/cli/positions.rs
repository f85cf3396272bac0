//! `quintet moves`: the legal moves of positions.

use std::io::{self, BufRead};

use clap::Args;
use quintet::games::{MoveText, Reading};
use quintet::protocol::Protocol;

use super::output::{self, Output};
use super::{Code, GameArgs, Outcome};

#[derive(Args, Debug)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A position in any form the game reads (a board, or a game, whose last position counts); `-`
    /// reads one per line from the standard input, answers a bad line by `error: ...` and goes on:
    /// its exit code is still 0; by default the normal start.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
}

/// Prints the legal moves joined by `;`, one line for each position.
pub(super) fn run(args: &MovesArgs, out: &mut Output) -> Outcome {
    if args.position.as_deref() == Some("-") {
        return answer_lines(args, out);
    }
    let moves = legal_moves(args, args.position.as_deref()).map_err(|err| Code::Usage.of(err))?;
    args.position.iter().for_each(|text| complain_of_header(&args.game, text, None));
    Ok(out.line(moves)?)
}

/// Reports on the error output if a game's header does not agree with its moves: the moves count.
/// `line` is the number of the line that was read.
pub(super) fn complain_of_header(args: &GameArgs, text: &str, line: Option<usize>) {
    let game = args.game;
    let links = Protocol::ALL.iter().filter_map(|protocol| game.link(protocol.name()));
    let Some(link) = links.into_iter().find(|link| link.read_kept(text).is_some()) else { return };
    let read = game.read_games(link.protocol(), text.as_bytes(), &Reading::default());
    for problem in read.problems {
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        output::complain(&format!("quintet: {place}{}", problem.reason));
    }
}

/// A line that cannot be set up is answered by `error: ...`, so that answers and lines stay paired.
fn answer_lines(args: &MovesArgs, out: &mut Output) -> Outcome {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    let mut n_lines = 0;
    while read_line(&mut input, &mut bytes)? {
        n_lines += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\r', '\n']);
        match legal_moves(args, Some(text)) {
            Ok(moves) => {
                complain_of_header(&args.game, text, Some(n_lines));
                out.line(moves)?;
            }
            Err(err) => out.line(format_args!("error: {}", err.to_string().replace('\n', " ")))?,
        }
    }
    Ok(())
}

/// Longer lines are cut: no position is as long, and an error should not be either.
const MAX_LINE: u64 = 1 << 20;

fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let mut limited = io::Read::take(&mut *input, MAX_LINE);
    if limited.read_until(b'\n', bytes)? == 0 {
        return Ok(false);
    }
    if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

fn legal_moves(args: &MovesArgs, position: Option<&str>) -> anyhow::Result<String> {
    let pos = args.game.position(position)?;
    let moves: Vec<String> = pos.legal_moves().into_iter().map(|MoveText(text)| text).collect();
    Ok(moves.join(";"))
}
