//! The moves of a reviewed game as people read them, and those where it turned.
//!
//! Judges nothing: the classes and losses are the review's.

use crate::games::{BoxPosition, Game, MoveText, NodeId, Record, Side};
use crate::play::{MoveClass, PositionReview};

/// A move of the main line.
#[derive(Debug)]
pub(in crate::hosting) struct ShownMove {
    pub(in crate::hosting) node: NodeId,
    /// Plies before it.
    pub(in crate::hosting) ply: usize,
    /// Who made it; `None` for dice.
    pub(in crate::hosting) side: Option<Side>,
    /// Its number as move lists write it: `21.` for the first side, `21…` for the second.
    pub(in crate::hosting) number: String,
    /// The same without dots; 0 before the first one.
    pub(in crate::hosting) counted: usize,
    /// As people read it.
    pub(in crate::hosting) text: String,
    /// The position in which it was made.
    pub(in crate::hosting) before: BoxPosition,
    pub(in crate::hosting) mv: MoveText,
    /// It goes without saying, as rolling the dice does.
    pub(in crate::hosting) is_silent: bool,
}

/// The moves of the main line, as far as they can be played.
pub(in crate::hosting) fn moves(game: &dyn Game, record: &Record) -> Vec<ShownMove> {
    let Ok(mut pos) = game.start(&record.setup) else { return Vec::new() };
    let mut moves = Vec::new();
    let mut n = 0;
    let mut game_of_match = pos.stage().map(|stage| stage.game);
    for (ply, node) in record.main_line().into_iter().enumerate() {
        let Some(mv) = record.node(node).mv.clone() else { break };
        let before = pos.boxed_clone();
        let Ok(step) = pos.step(&mv.0) else { break };
        let side = record.node(node).side;
        let is_silent = step.shown.is_empty();
        let text = match (is_silent, side) {
            (_, None) => roll_text(&mv.0),
            (true, Some(_)) => step.mv.0,
            (false, Some(_)) => step.shown,
        };
        // The moves of every game of a match are numbered from 1. Its first position is that after the last
        // move of the game before it.
        if let Some(stage) = before.stage().filter(|stage| game_of_match != Some(stage.game)) {
            game_of_match = Some(stage.game);
            n = 0;
        }
        if !is_silent && (side == Some(Side::First) || n == 0 && side.is_some()) {
            n += 1;
        }
        let dots = if side == Some(Side::Second) { "\u{2026}" } else { "." };
        let (counted, number) = (n, format!("{n}{dots}"));
        moves.push(ShownMove { node, ply, side, number, counted, text, before, mv, is_silent });
    }
    moves
}

/// A roll as people write it: `2-1`.
fn roll_text(roll: &str) -> String {
    match roll.as_bytes() {
        [one @ b'1'..=b'6', other @ b'1'..=b'6'] => {
            format!("{}-{}", char::from(*one), char::from(*other))
        }
        _ => roll.to_owned(),
    }
}

/// A line of an engine as people read it, at most so many plies of it.
pub(super) fn line(start: &BoxPosition, moves: &[String], most: usize) -> String {
    let mut pos = start.boxed_clone();
    let mut shown = Vec::new();
    for mv in moves.iter().take(most) {
        let Ok(step) = pos.step(mv) else { break };
        shown.push(if step.shown.is_empty() { step.mv.0 } else { step.shown });
    }
    shown.join(" ")
}

/// The moves that lost most of those that `counts` is true of, at least as much as a mistake does, in the order
/// of the game: their plies.
pub(super) fn great_losses(
    positions: &[PositionReview],
    most: usize,
    counts: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut lost: Vec<(usize, f64)> = positions
        .iter()
        .enumerate()
        .filter(|(ply, review)| review.class >= Some(MoveClass::Mistake) && counts(*ply))
        .filter_map(|(ply, review)| Some((ply, review.loss?)))
        .collect();
    lost.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    lost.truncate(most);
    let mut plies: Vec<usize> = lost.into_iter().map(|(ply, _)| ply).collect();
    plies.sort_unstable();
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_the_numbers_that_move_lists_give_them() {
        let game = crate::games::find("othello").unwrap();
        let mut record = Record::new("othello", crate::games::Setup::default());
        let line = [("f5", Side::First), ("d6", Side::Second), ("c3", Side::First)];
        let mut at = Record::START;
        for (mv, side) in line {
            at = record.add(at, MoveText(mv.to_owned()), Some(side));
        }
        let numbers: Vec<String> = moves(game, &record).into_iter().map(|mv| mv.number).collect();
        assert_eq!(numbers, ["1.", "1\u{2026}", "2."]);
    }

    #[test]
    fn the_numbers_begin_again_with_each_game_of_a_match_and_rolls_have_a_dash() {
        let game = crate::games::find("backgammon").unwrap();
        let setup = crate::games::Setup { variant: Some("match-3".to_owned()), position: None };
        let mut pos = game.start(&setup).unwrap();
        let mut record = Record::new("backgammon", setup);
        let mut at = Record::START;
        let line = "31,8/5 6/5,roll,64,24/14,double,drop,21,13/11 6/5";
        for text in line.split(',') {
            let side = match pos.actor() {
                crate::games::Actor::Player(side) => Some(side),
                crate::games::Actor::Chance | crate::games::Actor::Over(_) => None,
            };
            at = record.add(at, pos.play(text).unwrap(), side);
        }
        let shown: Vec<String> = moves(game, &record)
            .into_iter()
            .filter(|shown| !shown.is_silent)
            .map(|shown| format!("{} {}", shown.number, shown.text))
            .collect();
        assert_eq!(shown.first().map(String::as_str), Some("0. 3-1"));
        let last = shown.last().unwrap();
        assert!(last.starts_with("1.") || last.starts_with("1\u{2026}"), "{shown:?}");
    }

    #[test]
    fn the_greatest_losses_come_in_the_order_of_the_game() {
        let review = |class, loss| PositionReview {
            class: Some(class),
            loss: Some(loss),
            ..PositionReview::default()
        };
        let positions = [
            review(MoveClass::Mistake, 1.0),
            review(MoveClass::Inaccuracy, 0.5),
            PositionReview::default(),
            review(MoveClass::Blunder, 9.0),
            review(MoveClass::Mistake, 2.0),
        ];
        let all = |_: usize| true;
        assert_eq!(great_losses(&positions, 2, all), [3, 4]);
        assert_eq!(great_losses(&positions, 9, all), [0, 3, 4]);
        assert_eq!(great_losses(&positions, 1, |ply| ply != 3), [4]);
    }
}
