//! Looking ahead: the value of a position after the next rolls.
//!
//! Knows no levels and makes no slips; the caller decides when to end.

use super::chances::Chances;
use super::cube::{Offer, Stakes};
use super::eval::{Class, Evaluator};
use crate::builtin::stop::Stop;
use crate::games::backgammon::{Board, Dice, Play, Steps, plays_into};

/// The value of a position for the side to move, before its roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// The chances without a cube.
    pub chances: Chances,
    /// The equity with the cube ([`super::cube`]).
    pub worth: f32,
}

impl Value {
    fn add_flipped(&mut self, other: &Self, part: f32) {
        self.chances.add(&other.chances.inverted(), part);
        self.worth -= part * other.worth;
    }
}

/// A play and its value for its player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The steps.
    pub steps: Steps,
    /// The checkers after it, from the other player's point of view.
    pub after: Board,
    /// The mover's value after it.
    pub value: Value,
    /// The number of rolls that were looked at after the play.
    pub plies: u8,
}

/// The depth of the search: at most `plies` rolls after each play. A play is looked at with one
/// roll more only if it is among the best and not worse than the best by more than a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Rolls after the play, at most 3.
    pub plies: u8,
    /// Plays that go on to the first, the second and the third roll.
    pub n_kept: [usize; 3],
    /// The largest distance of these plays from the best one, in points of the cube.
    pub margins: [f32; 3],
}

/// The most rolls that are looked at after a play.
pub const MAX_PLIES: u8 = 3;

impl Effort {
    /// A search that looks at plays that are nearly good with up to `plies` rolls.
    #[must_use]
    pub const fn plies(plies: u8) -> Self {
        Self { plies, n_kept: [12, 5, 3], margins: [0.2, 0.1, 0.05] }
    }

    /// A search that looks at all plays with this many rolls.
    #[must_use]
    pub const fn all_to(plies: u8) -> Self {
        Self { plies, n_kept: [usize::MAX; 3], margins: [f32::INFINITY; 3] }
    }
}

/// Looks ahead.
#[derive(Clone, Debug)]
pub struct Searcher {
    evaluator: Evaluator,
    /// Lists of plays, one for each depth, reused to save allocations.
    lists: Vec<Vec<Play>>,
}

impl Searcher {
    /// A searcher that judges with this evaluator.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Self {
        Self { evaluator, lists: Vec::new() }
    }

    /// Its evaluator.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// All plays of a roll, the best one first; deeper searched ones come first. There is always
    /// one: a play without steps if the roll cannot be played. After a stop, the results so far.
    pub fn rank(
        &mut self,
        board: &Board,
        dice: Dice,
        stakes: &Stakes,
        effort: &Effort,
        stop: &Stop,
    ) -> Vec<Judged> {
        let mut plays = Vec::with_capacity(64);
        plays_into(board, dice, &mut plays);
        let their_stakes = stakes.flipped();
        let judged = plays.iter().map(|play| {
            let after = play.board.flip();
            let theirs = self.glance(&after, &their_stakes);
            Judged { steps: play.steps, after, value: flipped(&theirs), plies: 0 }
        });
        let mut ranked: Vec<Judged> = judged.collect();
        sort(&mut ranked);
        for plies in 1..=effort.plies.min(MAX_PLIES) {
            let filter = usize::from(plies) - 1;
            let best = stakes.equity(ranked[0].value.worth);
            let near = |judged: &&Judged| {
                best - stakes.equity(judged.value.worth) <= effort.margins[filter]
            };
            let n_near = ranked.iter().take(effort.n_kept[filter]).take_while(near).count();
            let mut deeper = Vec::with_capacity(n_near);
            for judged in &ranked[..n_near] {
                let Some(theirs) = self.value(&judged.after, &their_stakes, plies, stop) else {
                    return ranked;
                };
                deeper.push(Judged { value: flipped(&theirs), plies, ..*judged });
            }
            ranked[..n_near].copy_from_slice(&deeper);
            sort(&mut ranked[..n_near]);
        }
        ranked
    }

    /// The best play at 0 plies.
    pub fn best_play(&mut self, board: &Board, dice: Dice, stakes: &Stakes) -> Judged {
        self.rank(board, dice, stakes, &Effort::plies(0), &Stop::never())[0]
    }

    /// The value of rolling for the side to move, and of doubling, whether allowed or not; `None`
    /// after a stop.
    pub fn offer(
        &mut self,
        board: &Board,
        stakes: &Stakes,
        plies: u8,
        stop: &Stop,
    ) -> Option<(Value, Offer)> {
        let rolled = self.rolled(board, stakes, plies, stop)?;
        let taken = self.rolled(board, &stakes.doubled(), plies, stop)?;
        let offer = Offer { no_double: rolled.worth, take: taken.worth, drop: stakes.dropped() };
        Some((rolled, offer))
    }

    /// The value for the side to move, which doubles when it should, after this many rolls; `None`
    /// after a stop.
    pub fn value(
        &mut self,
        board: &Board,
        stakes: &Stakes,
        plies: u8,
        stop: &Stop,
    ) -> Option<Value> {
        if plies == 0 || Class::of(board) == Class::Over {
            return Some(self.glance(board, stakes));
        }
        let mut value = self.rolled(board, stakes, plies, stop)?;
        if self.is_double_thinkable(&value.chances, stakes) {
            let taken = self.rolled(board, &stakes.doubled(), plies, stop)?;
            value.worth = value.worth.max(taken.worth.min(stakes.dropped()));
        }
        Some(value)
    }

    /// Returns true if doubling and not doubling are close, or doubling is much better, so that a
    /// search is worthwhile.
    fn is_double_thinkable(&self, chances: &Chances, stakes: &Stakes) -> bool {
        const NEAR: f32 = 0.25;
        stakes.offer(chances).is_some_and(|offer| {
            stakes.equity(offer.doubled()) > stakes.equity(offer.no_double) - NEAR
        })
    }

    /// Does the same as [`Searcher::value`], but the player on turn rolls without a double.
    pub fn rolled(
        &mut self,
        board: &Board,
        stakes: &Stakes,
        plies: u8,
        stop: &Stop,
    ) -> Option<Value> {
        if plies == 0 || Class::of(board) == Class::Over {
            let chances = self.evaluator.chances(board);
            return Some(Value { chances, worth: stakes.worth(&chances) });
        }
        if stop.asked() {
            return None;
        }
        let mut mean = Value::default();
        let their_stakes = stakes.flipped();
        for dice in Dice::ALL {
            let (after, glance) = self.reply(board, dice, &their_stakes);
            let theirs = match plies {
                1 => glance,
                _ => self.value(&after, &their_stakes, plies - 1, stop)?,
            };
            mean.add_flipped(&theirs, dice.weight() as f32 / 36.0);
        }
        Some(mean)
    }

    /// The position after the best play at 0 plies, from the opponent's point of view, and its
    /// value for the opponent.
    pub(super) fn reply(
        &mut self,
        board: &Board,
        dice: Dice,
        their_stakes: &Stakes,
    ) -> (Board, Value) {
        let mut plays = self.lists.pop().unwrap_or_default();
        plays_into(board, dice, &mut plays);
        let judged = plays.iter().map(|play| {
            let after = play.board.flip();
            (after, self.glance(&after, their_stakes))
        });
        let best = judged
            .min_by(|a, b| a.1.worth.total_cmp(&b.1.worth))
            .expect("there is always a play, if only an empty one");
        self.lists.push(plays);
        best
    }

    fn glance(&mut self, board: &Board, stakes: &Stakes) -> Value {
        let chances = self.evaluator.chances(board);
        Value { chances, worth: stakes.best_worth(&chances) }
    }
}

fn flipped(value: &Value) -> Value {
    Value { chances: value.chances.inverted(), worth: -value.worth }
}

/// Puts the best one first; equal ones keep their order.
fn sort(judged: &mut [Judged]) {
    judged.sort_by(|a, b| b.value.worth.total_cmp(&a.value.worth));
}
