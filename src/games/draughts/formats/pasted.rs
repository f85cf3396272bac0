//! Positions and games in the forms of Hub and GUIDE, pasted from a log or another program.
//!
//! Does not speak the protocols; `links` does.

use crate::games::draughts::fen;
use crate::games::draughts::links::guide_move;
use crate::games::draughts::{Draughts, Move, Spelling, Variant, fitting, side_name};
use crate::games::recording::Recording;
use crate::games::{FileProblem, Recognised, Rules, Side, counted};

/// Recognises `pos pos=W.. moves=".."`, `W..`, `position white ..`, `game white .. 2 m 32 28 0 ..`
/// and `white ..`; `None` if the text looks like none of these.
pub(super) fn letters(text: &str) -> Option<Result<Recognised, FileProblem>> {
    let parts = if let Some(parts) = guide_parts(text) { parts } else { hub_parts(text)? };
    Some(recognised(&parts).map_err(|reason| {
        let reason = format!("{}: {reason}", parts.what);
        FileProblem::new(None, 1, reason)
    }))
}

/// A text of letters, cut into its parts.
struct Parts<'a> {
    what: &'static str,
    turn: Side,
    squares: &'a str,
    moves: Vec<Written<'a>>,
}

/// A move as it was written.
enum Written<'a> {
    Hub(&'a str),
    Guide(&'a str),
}

/// A text with this many letters of a board does not look like one by chance.
const FEWEST: usize = 40;

fn is_letter(c: char) -> bool {
    matches!(c, 'w' | 'b' | 'W' | 'B' | 'e')
}

fn hub_parts(text: &str) -> Option<Parts<'_>> {
    let named = text.strip_prefix("pos ").unwrap_or(text).trim_start();
    let board = named.strip_prefix("pos=").unwrap_or(named);
    let end = board.find(char::is_whitespace).unwrap_or(board.len());
    let (word, rest) = board.split_at(end);
    let word = word.trim_matches('"');
    let turn = match word.chars().next()? {
        'W' => Side::First,
        'B' => Side::Second,
        _ => return None,
    };
    let squares = &word[1..];
    let is_one = squares.chars().filter(|c| is_letter(*c)).count() >= FEWEST
        && squares.contains('e')
        && squares.len() < 60;
    if board.len() == named.len() && !is_one {
        return None;
    }
    let moves = rest.trim().strip_prefix("moves=").unwrap_or_default().trim_matches('"');
    let moves = moves.split_whitespace().map(Written::Hub).collect();
    Some(Parts { what: "Hub position", turn, squares, moves })
}

fn guide_parts(text: &str) -> Option<Parts<'_>> {
    let mut words = text.splitn(2, char::is_whitespace);
    let first = words.next()?;
    let rest = match first {
        "position" | "game" => words.next()?.trim_start(),
        _ => text,
    };
    let (colour, rest) = rest.split_once(char::is_whitespace)?;
    let turn = match colour {
        "white" => Side::First,
        "black" => Side::Second,
        _ => return None,
    };
    let rest = rest.trim_start();
    let (squares, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
    if squares.chars().filter(|c| is_letter(*c)).count() < FEWEST {
        return None;
    }
    // A game has the number of its moves first; only legal moves follow a position.
    let moves =
        if first == "game" { rest.split_once('m').map_or("", |(_, moves)| moves) } else { "" };
    let moves = moves.split('m').map(str::trim).filter(|mv| !mv.is_empty()).map(Written::Guide);
    Some(Parts { what: "GUIDE position", turn, squares, moves: moves.collect() })
}

/// A position; or a game, of the first variant in which all of its moves are legal.
fn recognised(parts: &Parts<'_>) -> Result<Recognised, String> {
    let read = fen::read(&format!("{}{}", ['W', 'B'][parts.turn.idx()], parts.squares))?;
    let start = |variant| Draughts::new(read.board, read.turn, variant);
    if parts.moves.is_empty() {
        let pos = start(Variant::International)?;
        let what = format!("{}, {} to move", parts.what, side_name(pos.turn()));
        return Ok(Recognised::Position { what, setup: pos.setup() });
    }
    let played = Variant::ALL.into_iter().map(|variant| play(start(variant)?, &parts.moves));
    let mut problem = None;
    for played in played {
        match played {
            Ok(recording) => {
                let what = format!("{} and {}", parts.what, counted(parts.moves.len(), "move"));
                let record = Box::new(recording.finish());
                return Ok(Recognised::Game { what, record, doubt: None });
            }
            Err(reason) => problem = problem.or(Some(reason)),
        }
    }
    Err(problem.unwrap_or_default())
}

fn play(start: Draughts, moves: &[Written<'_>]) -> Result<Recording<Draughts>, String> {
    let mut recording = Recording::new(start);
    for (idx, written) in moves.iter().enumerate() {
        let (text, mv) = match written {
            Written::Hub(text) => (text, only_fitting(recording.pos(), text)),
            Written::Guide(text) => (text, guide_move(text)),
        };
        let mv = mv
            .filter(|mv| recording.pos().legal_moves().contains(mv))
            .ok_or_else(|| format!("move {}: {text:?} is not legal", idx + 1))?;
        recording.play(&mv);
    }
    Ok(recording)
}

fn only_fitting(pos: &Draughts, text: &str) -> Option<Move> {
    let spelling: Spelling = text.parse().ok()?;
    match fitting(pos, &spelling)[..] {
        [mv] => Some(mv),
        _ => None,
    }
}
