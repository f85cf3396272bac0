//! Results about actions, as lines of an analysis.
//!
//! Searches nothing and plays no games. Rollouts play without a cube:
//! [`crate::builtin::backgammon::cube`] adds the value of the cube for the chances that were found,
//! and the error is that of the equity without it.

use super::told;
use crate::builtin::backgammon::{Offer, Stakes, Tally, Value};
use crate::protocol::ubgi::AnalysisLine;

/// The value of an action for the side that decides, with these stakes.
pub(super) fn line_of(action: String, value: &Value, plies: u8, stakes: &Stakes) -> AnalysisLine {
    AnalysisLine {
        action,
        ply: Some(plies.into()),
        equity: Some(stakes.equity(value.worth).into()),
        mwc: stakes.match_chance(value.worth).map(f64::from),
        chances: Some(told(&value.chances)),
        ..AnalysisLine::default()
    }
}

/// The turns of the cube, the best one first. `value`, `offer` and `stakes` are those of the player
/// on turn; if this player `has_doubled`, the actions are the opponent's, and so is the point of
/// view.
pub(super) fn cube_lines(
    value: &Value,
    offer: &Offer,
    plies: u8,
    stakes: &Stakes,
    has_doubled: bool,
) -> Vec<AnalysisLine> {
    let (ranked, stakes) = if has_doubled {
        (take_actions(value, offer), stakes.flipped())
    } else {
        (cube_actions(value, offer, stakes.can_double()), *stakes)
    };
    let line = |(action, value): (&str, Value)| line_of(action.to_owned(), &value, plies, &stakes);
    ranked.into_iter().map(line).collect()
}

/// Rolling, and doubling if allowed; the best one first.
fn cube_actions(value: &Value, offer: &Offer, can_double: bool) -> Vec<(&'static str, Value)> {
    let with = |action, worth| (action, Value { worth, ..*value });
    let roll = with("roll", offer.no_double);
    if !can_double {
        return vec![roll];
    }
    // The other player chooses between take and drop: of the two only one can be the best.
    let [mut take, mut drop] = [with("double take", offer.take), with("double drop", offer.drop)];
    if !offer.is_take() {
        std::mem::swap(&mut take, &mut drop);
    }
    if offer.is_double() { vec![take, roll, drop] } else { vec![roll, take, drop] }
}

/// Taking and dropping, from the point of view of the side that was doubled; the best one first.
fn take_actions(value: &Value, offer: &Offer) -> Vec<(&'static str, Value)> {
    let chances = value.chances.inverted();
    let with = |action, worth: f32| (action, Value { chances, worth: -worth });
    let (take, drop) = (with("take", offer.take), with("drop", offer.drop));
    if offer.is_take() { vec![take, drop] } else { vec![drop, take] }
}

/// The value of a play by its rollout games. The tally has the point of view of the opponent, who
/// rolled first in them; the stakes have the player's.
#[must_use]
pub fn rolled_play(action: String, tally: &Tally, stakes: &Stakes) -> AnalysisLine {
    let theirs = tally.chances();
    let worth = -stakes.flipped().best_worth(&theirs);
    let value = Value { chances: theirs.inverted(), worth };
    of_rollout(line_of(action, &value, 0, stakes), tally)
}

/// The values of the cube actions by rollout games that began with the roll of the side to move;
/// tally and stakes are from its point of view; the best one first. If it `has_doubled` the actions
/// are the opponent's.
#[must_use]
pub fn rolled_cube(tally: &Tally, stakes: &Stakes, has_doubled: bool) -> Vec<AnalysisLine> {
    let chances = tally.chances();
    let worth = stakes.worth(&chances);
    let take = stakes.doubled().worth(&chances);
    let offer = Offer { no_double: worth, take, drop: stakes.dropped() };
    let lines = cube_lines(&Value { chances, worth }, &offer, 0, stakes, has_doubled);
    lines.into_iter().map(|line| of_rollout(line, tally)).collect()
}

fn of_rollout(line: AnalysisLine, tally: &Tally) -> AnalysisLine {
    // The value of a drop is known.
    let error = (!line.action.ends_with("drop")).then(|| tally.error());
    AnalysisLine { ply: None, trials: Some(tally.n_games()), error, ..line }
}

/// Puts plays in order, the best one first.
pub fn sort_plays(lines: &mut [AnalysisLine]) {
    let equity = |line: &AnalysisLine| line.equity.unwrap_or(f64::NEG_INFINITY);
    lines.sort_by(|a, b| equity(b).total_cmp(&equity(a)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::backgammon::{Access, Chances, Score};

    /// 1,000 games, this many won, no gammons.
    fn tally(n_won: u32) -> Tally {
        let mut tally = Tally::default();
        (0..1_000).for_each(|n| tally.add(&Chances::of_result(if n < n_won { 1 } else { -1 })));
        tally
    }

    const MONEY: Stakes = Stakes {
        log2: 0,
        max_log2: 10,
        access: Access::Both,
        score: Score::Money { jacoby: false },
    };

    fn actions(lines: &[AnalysisLine]) -> Vec<&str> {
        lines.iter().map(|line| line.action.as_str()).collect()
    }

    #[test]
    fn the_cube_is_ranked_by_what_the_games_gave() {
        let even = rolled_cube(&tally(500), &MONEY, false);
        assert_eq!(actions(&even), ["roll", "double take", "double drop"]);
        assert!(even[0].equity.is_some_and(|equity| equity.abs() < 1e-6), "{even:?}");
        assert_eq!((even[0].trials, even[0].ply), (Some(1_000), None));
        assert!(even[1].error.is_some_and(|error| (error - 0.0316).abs() < 0.001), "{even:?}");
        assert_eq!((even[2].equity, even[2].error), (Some(1.0), None));
        let good = rolled_cube(&tally(770), &MONEY, false);
        assert_eq!(actions(&good), ["double take", "roll", "double drop"]);
        let won = rolled_cube(&tally(850), &MONEY, false);
        assert_eq!(actions(&won), ["double drop", "roll", "double take"]);
    }

    #[test]
    fn who_was_doubled_sees_the_same_games_from_the_other_side() {
        assert_eq!(actions(&rolled_cube(&tally(770), &MONEY, true)), ["take", "drop"]);
        let dropped = rolled_cube(&tally(850), &MONEY, true);
        assert_eq!(actions(&dropped), ["drop", "take"]);
        assert_eq!(dropped[0].equity, Some(-1.0));
        assert!(dropped[1].equity.is_some_and(|equity| equity < -1.0), "{dropped:?}");
        assert!((dropped[0].chances.unwrap().win - 0.15).abs() < 1e-6);
    }

    #[test]
    fn without_a_cube_there_is_only_the_roll_and_a_play_has_the_plain_equity() {
        let rolled = rolled_cube(&tally(600), &Stakes::CUBELESS, false);
        assert_eq!(actions(&rolled), ["roll"]);
        assert!((rolled[0].equity.unwrap() - 0.2).abs() < 1e-5, "{rolled:?}");
        let mut plays = [("24/23", 600), ("8/5 6/5", 300)].map(|(action, n_won_by_the_other)| {
            rolled_play(action.to_owned(), &tally(n_won_by_the_other), &Stakes::CUBELESS)
        });
        sort_plays(&mut plays);
        assert_eq!(actions(&plays), ["8/5 6/5", "24/23"]);
        assert!((plays[0].equity.unwrap() - 0.4).abs() < 1e-5, "{plays:?}");
    }
}
