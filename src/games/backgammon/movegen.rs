//! Every distinct play of a roll.
//!
//! Does not know texts, cube or score. Two plays with the same final position are one.

use super::board::{BAR, Board, OFF, Step};
use super::dice::Dice;

/// Up to four steps, with those from the highest points first.
///
/// They can be made in this order if they can be made in any order.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Steps {
    steps: [Step; 4],
    len: u8,
}

impl Steps {
    /// No step: the roll cannot be played.
    pub const NONE: Self = Self { steps: [Step { from: 0, to: 0 }; 4], len: 0 };

    /// Steps in any order, at most four; `None` when there are more.
    #[must_use]
    pub fn new(steps: &[Step]) -> Option<Self> {
        let mut sorted = Self::NONE;
        sorted.steps.get_mut(..steps.len())?.copy_from_slice(steps);
        sorted.len = steps.len() as u8;
        sorted.sort();
        Some(sorted)
    }

    /// The steps, with those from the highest points first.
    #[must_use]
    pub fn as_slice(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    fn push(mut self, step: Step) -> Self {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
        self
    }

    fn sort(&mut self) {
        let len = usize::from(self.len);
        self.steps[..len].sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Steps with higher points come first, so `24/18 13/11` comes before `13/7 8/6`.
impl Ord for Steps {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.as_slice().cmp(self.as_slice())
    }
}

impl PartialOrd for Steps {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A play: the position after it, and a way there.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Play {
    /// The checkers after it, still from the mover's point of view.
    pub board: Board,
    /// The steps, with those from the highest points first; empty if the roll cannot be played.
    pub steps: Steps,
}

/// Puts every distinct play of `dice` into `plays`, whose earlier content is dropped. If the roll
/// cannot be played at all, that is one play without steps.
///
/// As many dice are played as possible; if only one of two can be played, it is the larger one if
/// either could be.
pub fn plays_into(board: &Board, dice: Dice, plays: &mut Vec<Play>) {
    plays.clear();
    let start = Play { board: *board, steps: Steps::NONE };
    if dice.is_double() {
        doubles(start, dice.high(), plays);
    } else {
        both_orders(start, dice, plays);
    }
    if plays.is_empty() {
        plays.push(start);
    }
}

/// Does the same as [`plays_into`], in a new list.
#[must_use]
pub fn plays(board: &Board, dice: Dice) -> Vec<Play> {
    let mut plays = Vec::with_capacity(64);
    plays_into(board, dice, &mut plays);
    plays
}

/// Some part of `dice` can be played.
#[must_use]
pub fn can_play(board: &Board, dice: Dice) -> bool {
    let start = Play { board: *board, steps: Steps::NONE };
    [dice.high(), dice.low()].into_iter().any(|die| steps_from(start, die, BAR as u8, |_| ()))
}

/// The point to which a step with `die` from `from` leads; `None` if it is not allowed.
fn target(board: &Board, from: u8, die: u8) -> Option<u8> {
    if from > die {
        let to = from - die;
        return (board.opp[usize::from(25 - to)] < 2).then_some(to);
    }
    let home = board.own[7..=BAR].iter().all(|n| *n == 0);
    let higher = || board.own[usize::from(from) + 1..=6].iter().any(|n| *n > 0);
    (home && (from == die || !higher())).then_some(OFF as u8)
}

/// Calls `each` with the play continued by every step with `die` from `highest` or below.
fn steps_from(play: Play, die: u8, highest: u8, mut each: impl FnMut(Play)) -> bool {
    let mut any = false;
    let lowest = if play.board.own[BAR] > 0 { BAR as u8 } else { 1 };
    for from in (lowest..=highest).rev() {
        if play.board.own[usize::from(from)] == 0 {
            continue;
        }
        let Some(to) = target(&play.board, from, die) else { continue };
        let step = Step { from, to };
        let mut next = Play { steps: play.steps.push(step), ..play };
        next.board.step(step);
        any = true;
        each(next);
    }
    any
}

/// Four steps of one length. If they are made from the highest point down, no two plays lead to the
/// same position: each checker has one way only.
fn doubles(start: Play, die: u8, plays: &mut Vec<Play>) {
    let mut longest = 0;
    deeper(start, die, BAR as u8, &mut longest, plays);
    plays.retain(|play| play.steps.len == longest);
}

fn deeper(play: Play, die: u8, highest: u8, longest: &mut u8, plays: &mut Vec<Play>) {
    let goes_on = play.steps.len < 4
        && steps_from(play, die, highest, |next| {
            let from = next.steps.steps[usize::from(next.steps.len) - 1].from;
            deeper(next, die, from, longest, plays);
        });
    if !goes_on && play.steps.len > 0 && play.steps.len >= *longest {
        *longest = play.steps.len;
        plays.push(play);
    }
}

fn both_orders(start: Play, dice: Dice, plays: &mut Vec<Play>) {
    let (high, low) = (dice.high(), dice.low());
    for (first, second) in [(high, low), (low, high)] {
        steps_from(start, first, BAR as u8, |one| {
            steps_from(one, second, BAR as u8, |mut both| {
                both.steps.sort();
                if !plays.iter().any(|known| known.board == both.board) {
                    plays.push(both);
                }
            });
        });
    }
    for die in [high, low] {
        if plays.is_empty() {
            steps_from(start, die, BAR as u8, |one| plays.push(one));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::board::N_CHECKERS;
    use crate::games::testing::Seeded;

    #[test]
    fn dice_can_be_played_where_there_is_a_play_with_steps() {
        let mut random = Seeded::new(1);
        let mut n_passes = 0;
        for _ in 0..200 {
            let mut board = Board::START;
            while board.opp[OFF] < N_CHECKERS {
                for dice in Dice::ALL {
                    let can_play = plays(&board, dice)[0].steps != Steps::NONE;
                    assert_eq!(super::can_play(&board, dice), can_play, "{board:?} {dice}");
                    n_passes += usize::from(!can_play);
                }
                let found = plays(&board, Dice::ALL[random.below(Dice::ALL.len())]);
                board = found[random.below(found.len())].board.flip();
            }
        }
        assert!(n_passes > 1000, "{n_passes}");
    }
}
