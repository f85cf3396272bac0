//! The possible actions of a player or the dice, and their texts.
//!
//! Does not know whether it is legal.

use super::board::{BAR, Board, OFF, Step};
use super::dice::Dice;
use super::movegen::Steps;

/// An action in a match: a roll, a play, a turn of the cube, a resignation.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Move {
    /// One die of each player, the first player's first, not equal: the player with the larger die
    /// plays both.
    Opening(u8, u8),
    /// Two dice, rolled for the player on turn.
    Rolled(Dice),
    /// A play; empty if the roll cannot be played.
    Play(Steps),
    /// The player on turn doubles.
    Double,
    /// The player on turn rolls without doubling.
    Roll,
    /// The double is taken.
    Take,
    /// The double is refused, and the game lost.
    Drop,
    /// Offers to lose the game 1 to 3 times the cube.
    Resign(u8),
    /// The resignation is accepted.
    Accept,
    /// The resignation is refused; the game goes on.
    Reject,
}

/// The canonical text of a move; `board` is that of the player on turn.
pub(super) fn text(board: &Board, mv: &Move) -> String {
    match mv {
        Move::Opening(first, second) => format!("{first}{second}"),
        Move::Rolled(dice) => dice.to_string(),
        Move::Play(steps) => play_text(board, steps),
        Move::Double => "double".to_owned(),
        Move::Roll => "roll".to_owned(),
        Move::Take => "take".to_owned(),
        Move::Drop => "drop".to_owned(),
        Move::Resign(times) => format!("resign {times}"),
        Move::Accept => "accept".to_owned(),
        Move::Reject => "reject".to_owned(),
    }
}

/// The move in the usual notation: `24/13` for a checker's whole way, `24/18*/13` if it hits on the
/// way, `8/5(2)` for two checkers. Rolling needs no mention: the dice follow.
pub(super) fn short_text(board: &Board, mv: &Move) -> String {
    match mv {
        Move::Play(steps) if !steps.as_slice().is_empty() => short_play_text(board, steps),
        Move::Roll => String::new(),
        _ => text(board, mv),
    }
}

/// The way of one checker: its steps, each with true if it hits.
type Way = Vec<(Step, bool)>;

fn short_play_text(board: &Board, steps: &Steps) -> String {
    let mut board = *board;
    let mut ways: Vec<Way> = Vec::new();
    for step in steps.as_slice() {
        let next = (*step, board.step(*step));
        let ends_here = |way: &&mut Way| way.last().is_some_and(|(last, _)| last.to == step.from);
        match ways.iter_mut().find(ends_here) {
            Some(way) => way.push(next),
            None => ways.push(vec![next]),
        }
    }
    let texts: Vec<String> = ways.iter().map(way_text).collect();
    let like = |a: &String, b: &String| a.trim_end_matches('*') == b.trim_end_matches('*');
    let groups = texts.chunk_by(like).map(|group| match group.len() {
        1 => group[0].clone(),
        n => format!("{}({n})", group[0]),
    });
    groups.collect::<Vec<_>>().join(" ")
}

fn way_text(way: &Way) -> String {
    let mut text = point_text(way[0].0.from);
    for (idx, (step, hits)) in way.iter().enumerate() {
        if *hits || idx + 1 == way.len() {
            text.push('/');
            text.push_str(&point_text(step.to));
        }
        if *hits {
            text.push('*');
        }
    }
    text
}

pub(super) fn point_text(point: u8) -> String {
    match usize::from(point) {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// The text of a play from this position: `bar/23 6/5*`, with each step on its own; `pass` if there
/// is no step.
#[must_use]
pub fn play_text(board: &Board, steps: &Steps) -> String {
    if steps.as_slice().is_empty() {
        return PASS.to_owned();
    }
    let mut board = *board;
    let texts = steps.as_slice().iter().map(|step| {
        let hit = board.step(*step);
        let ends = [point_text(step.from), point_text(step.to)].join("/");
        if hit { ends + "*" } else { ends }
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The play of a roll that allows no step.
pub(super) const PASS: &str = "pass";
