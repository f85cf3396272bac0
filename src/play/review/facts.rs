//! What a review says of a whole game beside the losses of its sides, as sentences.
//!
//! Asks no engine, and judges no move.

use super::{NotJudged, PositionReview, agreement};
use crate::games::{Proof, counted};

/// The first position, by the plies before it, from which on the engine knew the exact value of every one
/// that it was asked for, up to the end of the game; `None` where it did not solve the last two, or gave no
/// answer to them: that of the last move alone is no news. The end itself, whose value is its result, does not
/// count.
#[must_use]
pub fn exact_from(positions: &[PositionReview]) -> Option<usize> {
    let is_asked = |position: &PositionReview| {
        let is_known = position.value.is_some() || position.proved.is_some();
        is_known || position.unknown.is_some_and(|why| !why.is_usual())
    };
    let looked = positions
        .iter()
        .enumerate()
        .filter(|(_, position)| position.played.is_some() && is_asked(position));
    let exact = looked.rev().take_while(|(_, position)| position.proved == Some(Proof::Score));
    exact.skip(1).last().map(|(ply, _)| ply)
}

/// In how many positions there was only one move, of those that were looked at.
#[must_use]
pub fn n_forced(positions: &[PositionReview]) -> usize {
    positions.iter().filter(|position| position.forced && position.played.is_some()).count()
}

/// On how many moves the engines agree, how many were without a choice, and from where the game is solved:
/// what there is to say, each a sentence. `name` writes a move by the plies before it: `21… F5`.
#[must_use]
pub fn facts<P: AsRef<[PositionReview]>>(
    engines: &[String],
    by: &[P],
    has_dice: bool,
    name: impl Fn(usize) -> Option<String>,
) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(agreement::of(by).map(|(agreed, all)| {
        format!("The engines agree on the best move in {agreed} of {}.", counted(all, "position"))
    }));
    // With dice most of the moves without a choice are rolls.
    let n_forced = by.iter().map(|positions| n_forced(positions.as_ref())).max();
    facts.extend(
        n_forced
            .filter(|n| *n > 0 && !has_dice)
            .map(|n| format!("There was only one move in {}.", counted(n, "position"))),
    );
    for (engine, positions) in engines.iter().zip(by) {
        let from = exact_from(positions.as_ref()).and_then(&name);
        let who = if engine.is_empty() { "The engine" } else { engine };
        facts.extend(from.map(|from| format!("{who} solved the game exactly from {from} on.")));
        let missing = NotJudged::counted(positions.as_ref());
        facts.extend(missing.map(|missing| match engines {
            [_] => format!("{missing}."),
            _ => format!("{who}: {missing}."),
        }));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::NoValue;

    fn position(proved: Option<Proof>, forced: bool) -> PositionReview {
        let played = Some("f5".to_owned());
        PositionReview { value: Some(2.0), proved, forced, played, ..PositionReview::default() }
    }

    #[test]
    fn a_game_is_solved_from_where_every_later_value_is_exact() {
        let exact = || position(Some(Proof::Score), false);
        let end = || PositionReview { played: None, ..exact() };
        let positions = [
            exact(),
            position(None, true),
            exact(),
            PositionReview { value: None, proved: None, ..position(None, false) },
            exact(),
            end(),
        ];
        assert_eq!(exact_from(&positions), Some(2), "the one that was not needed does not count");
        assert_eq!(exact_from(&[position(None, false), end()]), None, "the end is no search");
        assert_eq!(
            exact_from(&[position(None, false), exact(), end()]),
            None,
            "the last move alone"
        );
        let unanswered =
            PositionReview { value: None, unknown: Some(NoValue::Silent), ..position(None, false) };
        assert_eq!(exact_from(&[exact(), unanswered, exact(), exact(), end()]), Some(2));
        let said = facts(&["E".to_owned()], &[positions], false, |ply| Some(format!("{ply}. F5")));
        assert_eq!(
            said,
            ["There was only one move in 1 position.", "E solved the game exactly from 2. F5 on."]
        );
    }

    #[test]
    fn moves_that_are_not_judged_are_counted_by_their_reasons() {
        let with = |not_judged| PositionReview { not_judged, ..position(None, false) };
        let one = [with(None), with(Some(NotJudged::TooShallow))];
        let other = [with(Some(NotJudged::UnequalDepths)), with(Some(NotJudged::TooShallow))];
        let name = |_: usize| None;
        let engines =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            facts(&engines(&["E"]), &[&one[..]], false, name),
            ["1 move was not judged: one ply deep (1); more time for each move helps."]
        );
        assert_eq!(
            facts(&engines(&["E", "F"]), &[&one[..1], &other[..]], false, name).last().unwrap(),
            "F: 2 moves were not judged: unequal depths (1), one ply deep (1); more time for each move \
             helps."
        );
    }
}
