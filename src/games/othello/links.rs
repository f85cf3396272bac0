//! Othello over NBoard: positions as GGF on one line, moves in capitals.
//!
//! Holds no state; the NBoard client decides what is sent and when.

use std::fmt::Write as _;
use std::time::Duration;

use super::board_text;
use crate::games::{Link, LinkedGame, LinkedMove, MoveText, PlayError, Position, Side};
use crate::protocol::{EngineClock, Root, RootMove};

/// The link for `protocol`, if Othello engines speak it.
pub(super) fn link(protocol: &str) -> Option<&'static dyn Link> {
    (protocol == NBoard.protocol()).then_some(&NBoard as &dyn Link)
}

/// Othello over NBoard.
#[derive(Debug)]
struct NBoard;

impl Link for NBoard {
    fn protocol(&self) -> &'static str {
        "nboard"
    }

    /// `moves` has the moves as `move` takes them, `full` the game as `set game` takes it. Passes
    /// are explicit in both: no engine sees an implicit one (field notes, NBoard 9).
    fn root(&self, game: &LinkedGame<'_>) -> Root {
        let start = if game.start.is_empty() { board_text::start() } else { game.start.to_owned() };
        let moves: Vec<RootMove> = game.moves.iter().map(root_move).collect();
        let full = full_text(game, &start, &moves);
        Root { start, moves, full }
    }

    /// Reads every spelling seen in engines: `f5`, `F5`, `PA`, `pass`, `--`, and whatever follows
    /// a slash is not part of the move.
    fn read_move(&self, pos: &dyn Position, text: &str) -> Result<MoveText, PlayError> {
        let mv = text.split_once('/').map_or(text, |(mv, _)| mv);
        pos.resolve(mv)
    }
}

fn root_move(played: &LinkedMove) -> RootMove {
    let mv = upper(&played.mv.0);
    let step = with_eval_and_time(&mv, played.eval, played.elapsed);
    RootMove { mv, step }
}

/// `F5`, `F5/0.50`, `F5//1.25`, `F5/0.50/1.25`: evaluation in discs from the mover's view, time in
/// seconds; what is unknown is left out.
pub(super) fn with_eval_and_time(mv: &str, eval: Option<f64>, elapsed: Option<Duration>) -> String {
    let mut text = mv.to_owned();
    if eval.is_some() || elapsed.is_some() {
        text.push('/');
    }
    if let Some(eval) = eval.filter(|eval| eval.is_finite()) {
        // Adding zero turns -0.0, which would print its sign, into 0.0.
        let rounded = (eval * 100.0).round() / 100.0 + 0.0;
        write!(text, "{rounded:.2}").expect("writing to a string does not fail");
    }
    if let Some(elapsed) = elapsed {
        write!(text, "/{:.2}", elapsed.as_secs_f64()).expect("writing to a string does not fail");
    }
    text
}

/// A canonical move as GGF and NBoard write it: `F5`, `PA`.
pub(super) fn upper(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

fn full_text(game: &LinkedGame<'_>, start: &str, moves: &[RootMove]) -> String {
    let mut text = String::with_capacity(200 + 16 * moves.len());
    text.push_str("(;GM[Othello]PC[Quintet]");
    property(&mut text, "PB", game.players[0]);
    property(&mut text, "PW", game.players[1]);
    text.push_str("RE[?]");
    push_clocks(&mut text, game.clocks);
    text.push_str("TY[8]BO[8 ");
    text.push_str(start);
    text.push(']');
    let mut side = if start.ends_with('O') { Side::Second } else { Side::First };
    for mv in moves {
        text.push(if side == Side::First { 'B' } else { 'W' });
        text.push('[');
        text.push_str(&mv.step);
        text.push(']');
        side = side.opponent();
    }
    text.push_str(";)");
    text
}

fn property(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push('[');
    text.extend(value.chars().map(|c| match c {
        // A value cannot hold its own bracket, and the whole game must stay on one line.
        '[' => '(',
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    }));
    text.push(']');
}

/// `TI` where both sides have the same clock, else `TB` and `TW`.
fn push_clocks(text: &mut String, clocks: [Option<EngineClock>; 2]) {
    match clocks {
        [Some(black), Some(white)] if black == white => property(text, "TI", &clock_text(black)),
        [black, white] => {
            for (key, clock) in [("TB", black), ("TW", white)] {
                if let Some(clock) = clock {
                    property(text, key, &clock_text(clock));
                }
            }
        }
    }
}

/// `5:00`, `5:00/0:03`, `0:00/0:00.5`. GGF has no periods of moves: their time is written as if it
/// were for the whole game.
fn clock_text(clock: EngineClock) -> String {
    if clock.increment.is_zero() {
        return time_text(clock.main);
    }
    format!("{}/{}", time_text(clock.main), time_text(clock.increment))
}

/// `15:00`, `1:30:00`, `0:00.5`.
fn time_text(time: Duration) -> String {
    let (secs, millis) = (time.as_secs(), time.subsec_millis());
    let (hours, minutes, secs) = (secs / 3600, secs / 60 % 60, secs % 60);
    let mut text = match hours {
        0 => format!("{minutes}:{secs:02}"),
        _ => format!("{hours}:{minutes:02}:{secs:02}"),
    };
    if millis > 0 {
        let fraction = format!("{millis:03}");
        text.push('.');
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}
