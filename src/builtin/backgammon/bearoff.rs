//! The one-sided bear-off: in how many rolls a player who is home bears off everything.
//!
//! Exact where the only aim is to need few rolls on average, which is how the plays are chosen; says
//! nothing of positions with contact or with checkers outside the home board. The 54,264 positions
//! of up to 15 checkers on six points are computed when the first is asked for.

use std::sync::OnceLock;

use super::chances::Chances;
use crate::games::backgammon::board::{Board, OFF};
use crate::games::backgammon::dice::Dice;

/// Points of the home board.
const POINTS: usize = 6;
/// Checkers on each point of the home board, the ace point first.
pub(super) type Home = [u8; POINTS];
/// Positions of up to 15 checkers: 21 over 6.
const N_POSITIONS: usize = 54_264;
/// Positions of exactly 15 checkers are the last 20 over 5.
const N_FULL: usize = 15_504;
/// Rolls that are told apart; whoever needs as many may need more, with a chance below 1e-6.
const MAX_ROLLS: usize = 28;
/// After so many rolls a checker is off, or the gammon lost.
const MAX_FIRST: usize = 4;

/// The database.
#[derive(Debug)]
pub struct BearOff {
    /// By position: the chance to need exactly so many rolls.
    rolls: Box<[[f32; MAX_ROLLS]]>,
    /// By position: rolls needed on average.
    means: Box<[f32]>,
    /// By position with 15 checkers: the chance that none is off after 1, 2, .. rolls, if one tries
    /// nothing else.
    none_off: Box<[[f32; MAX_FIRST]]>,
}

impl BearOff {
    /// The database, computed at the first call.
    pub fn shared() -> &'static Self {
        static DATABASE: OnceLock<BearOff> = OnceLock::new();
        DATABASE.get_or_init(Self::compute)
    }

    /// Chances of the player on turn where both are home.
    pub(super) fn chances(&self, board: &Board) -> Chances {
        let (own, opp) = (home_of(&board.own), home_of(&board.opp));
        let win = self.race(&own, &opp);
        let win_gammon = if board.opp[OFF] > 0 { 0.0 } else { self.gammon(&own, &opp, true) };
        let lose_gammon = if board.own[OFF] > 0 { 0.0 } else { self.gammon(&opp, &own, false) };
        Chances([win, win_gammon, 0.0, lose_gammon, 0.0]).in_order()
    }

    /// The chance to need exactly `n` rolls, at `n`.
    pub(super) fn rolls(&self, home: &Home) -> &[f32; MAX_ROLLS] {
        &self.rolls[index(home)]
    }

    /// Rolls needed on average.
    #[must_use]
    pub fn mean_rolls(&self, home: &Home) -> f32 {
        self.means[index(home)]
    }

    /// The chance of the player on roll to be done first.
    fn race(&self, own: &Home, opp: &Home) -> f32 {
        let opp = self.rolls(opp);
        let mut opp_needs_as_many = 1.0;
        let mut win = 0.0;
        for (n, chance) in self.rolls(own).iter().enumerate() {
            win += chance * opp_needs_as_many;
            opp_needs_as_many -= opp[n];
        }
        win
    }

    /// The chance that `winner` is done before `loser`, with 15 checkers left, has borne off one.
    fn gammon(&self, winner: &Home, loser: &Home, winner_begins: bool) -> f32 {
        let none_off = &self.none_off[index(loser) - (N_POSITIONS - N_FULL)];
        let mut gammon = 0.0;
        for (n, chance) in self.rolls(winner).iter().enumerate() {
            let rolls_of_loser = if winner_begins { n.saturating_sub(1) } else { n };
            gammon += chance
                * match rolls_of_loser {
                    0 => 1.0,
                    n => none_off.get(n - 1).copied().unwrap_or(0.0),
                };
        }
        gammon
    }

    fn compute() -> Self {
        let mut rolls = vec![[0.0; MAX_ROLLS]; N_POSITIONS].into_boxed_slice();
        let mut means = vec![0.0; N_POSITIONS].into_boxed_slice();
        rolls[0][0] = 1.0;
        let homes = all_homes();
        for (idx, home) in homes.iter().enumerate().skip(1) {
            let mut sum = [0.0_f32; MAX_ROLLS];
            for dice in Dice::ALL {
                let mut best = (f32::INFINITY, 0);
                each_play(home, dice, &mut |after| {
                    let after = index(after);
                    if means[after] < best.0 {
                        best = (means[after], after);
                    }
                });
                let weight = dice.weight() as f32 / 36.0;
                for (n, chance) in rolls[best.1].iter().enumerate() {
                    sum[(n + 1).min(MAX_ROLLS - 1)] += weight * chance;
                }
            }
            means[idx] = sum.iter().enumerate().map(|(n, chance)| n as f32 * chance).sum();
            rolls[idx] = sum;
        }
        Self { rolls, means, none_off: compute_none_off(&homes) }
    }
}

fn compute_none_off(homes: &[Home]) -> Box<[[f32; MAX_FIRST]]> {
    let first = N_POSITIONS - N_FULL;
    let mut none_off = vec![[0.0; MAX_FIRST]; N_FULL].into_boxed_slice();
    for (idx, home) in homes[first..].iter().enumerate() {
        let mut sum = [0.0; MAX_FIRST];
        for dice in Dice::ALL {
            let mut best = [1.0_f32; MAX_FIRST];
            each_play(home, dice, &mut |after| {
                let stays: [f32; MAX_FIRST] = match index(after).checked_sub(first) {
                    // All are still there: what follows comes a roll later.
                    Some(after) => std::array::from_fn(|n| match n.checked_sub(1) {
                        Some(before) => none_off[after][before],
                        None => 1.0,
                    }),
                    None => [0.0; MAX_FIRST],
                };
                for (best, chance) in best.iter_mut().zip(stays) {
                    *best = best.min(chance);
                }
            });
            for (sum, chance) in sum.iter_mut().zip(best) {
                *sum += dice.weight() as f32 / 36.0 * chance;
            }
        }
        none_off[idx] = sum;
    }
    none_off
}

fn home_of(checkers: &[u8; 26]) -> Home {
    std::array::from_fn(|point| checkers[point + 1])
}

/// Number of a position. Whatever is played, the number grows smaller: it orders the positions by
/// checkers left, then by how many of them are on the higher points.
fn index(home: &Home) -> usize {
    let (mut sum, mut idx) = (0, 0);
    for (step, n) in home.iter().rev().enumerate() {
        sum += usize::from(*n);
        idx += CHOOSE[sum + step][step + 1];
    }
    idx
}

/// `CHOOSE[n][k]`: the number of ways to choose k of n.
static CHOOSE: [[usize; POINTS + 1]; 21] = {
    let mut choose = [[0; POINTS + 1]; 21];
    let mut n = 0;
    while n < choose.len() {
        choose[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= POINTS {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// All positions in the order of their numbers.
fn all_homes() -> Vec<Home> {
    let mut homes = vec![[0; POINTS]; N_POSITIONS];
    fn fill(home: &mut Home, point: usize, left: u8, homes: &mut [Home]) {
        if point == POINTS {
            homes[index(home)] = *home;
            return;
        }
        for n in 0..=left {
            home[point] = n;
            fill(home, point + 1, left - n, homes);
        }
        home[point] = 0;
    }
    fill(&mut [0; POINTS], 0, 15, &mut homes);
    homes
}

/// Calls `each` with what every play of a roll leaves; some more than once.
fn each_play(home: &Home, dice: Dice, each: &mut impl FnMut(&Home)) {
    let (high, low) = (dice.high(), dice.low());
    if dice.is_double() {
        play_steps(home, &[high; 4], POINTS, each);
    } else {
        play_steps(home, &[high, low], POINTS, each);
        play_steps(home, &[low, high], POINTS, each);
    }
}

/// Plays the dice in this order. `highest` spares doubles the same steps in another order: they go
/// from the highest point down.
fn play_steps(home: &Home, dice: &[u8], highest: usize, each: &mut impl FnMut(&Home)) {
    let Some((die, later)) = dice.split_first() else { return each(home) };
    let Some(top) = home.iter().rposition(|n| *n > 0) else { return each(home) };
    let die = usize::from(*die);
    let is_double = later.first().is_some_and(|next| usize::from(*next) == die);
    for from in (0..highest.min(top + 1)).rev() {
        let may_go = home[from] > 0 && (from + 1 == die || from >= die || from == top);
        if !may_go {
            continue;
        }
        let mut after = *home;
        after[from] -= 1;
        if from >= die {
            after[from - die] += 1;
        }
        play_steps(&after, later, if is_double { from + 1 } else { POINTS }, each);
    }
}
