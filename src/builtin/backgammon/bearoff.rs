//! The one-sided bear-off: the number of rolls in which a player with all checkers home bears off
//! everything.
//!
//! Exact if the only aim is the fewest rolls on average, which is how it chooses the plays; does
//! not cover positions with contact or with checkers outside the home board. The 54,264 positions
//! of up to 15 checkers on six points are computed when the database is first used.

use std::sync::OnceLock;

use super::chances::Chances;
use crate::games::backgammon::board::{Board, OFF};
use crate::games::backgammon::dice::Dice;

/// Points of the home board.
const POINTS: usize = 6;
/// The sides of a die.
const DICE: usize = 6;
/// The steps of a double.
const MOST_STEPS: usize = 4;
/// Checkers on each point of the home board, the ace point first.
pub(super) type Home = [u8; POINTS];
/// Positions of up to 15 checkers: 21 over 6.
const N_POSITIONS: usize = 54_264;
/// Positions of exactly 15 checkers are the last 20 over 5.
const N_FULL: usize = 15_504;
/// Numbers of rolls that are counted separately; the last one includes more rolls, which have a
/// chance below 1e-6.
const MAX_ROLLS: usize = 28;
/// After this many rolls a checker is off, or the gammon lost.
const MAX_FIRST: usize = 4;

/// The database.
#[derive(Debug)]
pub struct BearOff {
    /// By position: the chance to need exactly this many rolls.
    rolls: Box<[[f32; MAX_ROLLS]]>,
    /// By position: rolls needed on average.
    means: Box<[f32]>,
    /// By position with 15 checkers: the chance that no checker is off after 1, 2, .. rolls, if the
    /// player tries nothing else.
    none_off: Box<[[f32; MAX_FIRST]]>,
}

impl BearOff {
    /// The database, computed at the first call.
    pub fn shared() -> &'static Self {
        static DATABASE: OnceLock<BearOff> = OnceLock::new();
        DATABASE.get_or_init(Self::compute)
    }

    /// Chances of the side to move if both are home.
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

    /// The chance of the player on roll to finish first.
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

    /// The chance that a player with these checkers, who is on roll, is done before the other one;
    /// summed from the least likely end, so that a small chance is not lost in rounding.
    pub(super) fn upset(&self, own: &Home, opp: &Home) -> f64 {
        let (own, opp) = (self.rolls(own), self.rolls(opp));
        let (mut opp_needs_as_many, mut win) = (0.0, 0.0);
        for n in (0..MAX_ROLLS).rev() {
            opp_needs_as_many += f64::from(opp[n]);
            win += f64::from(own[n]) * opp_needs_as_many;
        }
        win
    }

    /// The chances that `winner` is done before `loser`, who has 15 checkers and is on roll, has
    /// borne off one, and that it is not: each summed on its own, so that neither is lost in
    /// rounding.
    pub(super) fn gammon_or_not(&self, winner: &Home, loser: &Home) -> [f64; 2] {
        let none_off = &self.none_off[index(loser) - (N_POSITIONS - N_FULL)];
        let mut sums = [0.0; 2];
        for (n, chance) in self.rolls(winner).iter().enumerate() {
            // The loser has rolled as often as the winner when the winner is done.
            let none = match n {
                0 => 1.0,
                n => none_off.get(n - 1).copied().map_or(0.0, f64::from),
            };
            sums[0] += f64::from(*chance) * none;
            sums[1] += f64::from(*chance) * (1.0 - none);
        }
        sums
    }

    fn compute() -> Self {
        let mut rolls = vec![[0.0; MAX_ROLLS]; N_POSITIONS].into_boxed_slice();
        let mut means = vec![0.0; N_POSITIONS].into_boxed_slice();
        // By position: the best one that so many steps of a die lead to.
        let mut best = vec![[[0; DICE]; MOST_STEPS]; N_POSITIONS];
        rolls[0][0] = 1.0;
        let homes = all_homes();
        for (idx, home) in homes.iter().enumerate().skip(1) {
            let steps = Steps::of(home);
            let mut found = [[0; DICE]; MOST_STEPS];
            for die in 1..=DICE {
                let mut least = [f32::INFINITY; MOST_STEPS];
                for after in steps.with(die) {
                    for n in 0..MOST_STEPS {
                        let reached = if n == 0 { *after } else { best[*after][n - 1][die - 1] };
                        if means[reached] < least[n] {
                            least[n] = means[reached];
                            found[n][die - 1] = reached;
                        }
                    }
                }
            }
            best[idx] = found;
            let mut sum = [0.0_f32; MAX_ROLLS];
            for dice in Dice::ALL {
                let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
                let mut reached = found[MOST_STEPS - 1][high - 1];
                if !dice.is_double() {
                    let mut least = f32::INFINITY;
                    for (first, second) in [(high, low), (low, high)] {
                        for after in steps.with(first) {
                            let after = best[*after][0][second - 1];
                            if means[after] < least {
                                least = means[after];
                                reached = after;
                            }
                        }
                    }
                }
                let weight = dice.weight() as f32 / 36.0;
                for (n, chance) in rolls[reached].iter().enumerate() {
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
    // By position: the least chances that so many steps of a die lead to.
    let mut best = vec![[[[0.0; MAX_FIRST]; DICE]; MOST_STEPS]; N_FULL];
    for (idx, home) in homes[first..].iter().enumerate() {
        let steps = Steps::of(home);
        let mut found = [[[1.0; MAX_FIRST]; DICE]; MOST_STEPS];
        for die in 1..=DICE {
            for after in steps.with(die) {
                let after = after.checked_sub(first);
                for (n, found) in found.iter_mut().enumerate() {
                    let stays = match (after, n) {
                        (None, _) => [0.0; MAX_FIRST],
                        // All are still there: the rest comes a roll later.
                        (Some(after), 0) => a_roll_later(&none_off[after]),
                        (Some(after), n) => best[after][n - 1][die - 1],
                    };
                    lower(&mut found[die - 1], &stays);
                }
            }
        }
        let mut sum = [0.0; MAX_FIRST];
        for dice in Dice::ALL {
            let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
            let mut least = found[MOST_STEPS - 1][high - 1];
            if !dice.is_double() {
                least = [1.0; MAX_FIRST];
                for (one, other) in [(high, low), (low, high)] {
                    for after in steps.with(one) {
                        let after = after.checked_sub(first);
                        let stays = after.map(|after| best[after][0][other - 1]);
                        lower(&mut least, &stays.unwrap_or_default());
                    }
                }
            }
            for (sum, chance) in sum.iter_mut().zip(least) {
                *sum += dice.weight() as f32 / 36.0 * chance;
            }
        }
        best[idx] = found;
        none_off[idx] = sum;
    }
    none_off
}

/// The chances of a position as those of the roll before it.
fn a_roll_later(chances: &[f32; MAX_FIRST]) -> [f32; MAX_FIRST] {
    let mut later = [1.0; MAX_FIRST];
    later[1..].copy_from_slice(&chances[..MAX_FIRST - 1]);
    later
}

/// Keeps of each chance the smaller one.
fn lower(least: &mut [f32; MAX_FIRST], others: &[f32; MAX_FIRST]) {
    for (least, other) in least.iter_mut().zip(others) {
        *least = least.min(*other);
    }
}

/// The positions behind one step of a checker with each die. Some checker can always be moved.
struct Steps {
    after: [[usize; POINTS]; DICE],
    n: [usize; DICE],
}

impl Steps {
    fn of(home: &Home) -> Self {
        let mut steps = Self { after: [[0; POINTS]; DICE], n: [0; DICE] };
        let mut n_points = POINTS;
        while n_points > 0 && home[n_points - 1] == 0 {
            n_points -= 1;
        }
        for die in 1..=DICE {
            for from in (0..n_points).rev() {
                let may_go = from + 1 == n_points || from + 1 >= die;
                if home[from] == 0 || !may_go {
                    continue;
                }
                let mut after = *home;
                after[from] -= 1;
                if from >= die {
                    after[from - die] += 1;
                }
                steps.after[die - 1][steps.n[die - 1]] = index(&after);
                steps.n[die - 1] += 1;
            }
        }
        steps
    }

    fn with(&self, die: usize) -> &[usize] {
        &self.after[die - 1][..self.n[die - 1]]
    }
}

fn home_of(checkers: &[u8; 26]) -> Home {
    std::array::from_fn(|point| checkers[point + 1])
}

/// Number of a position. Every play makes the number smaller: it orders the positions by
/// checkers left, then by how many of them are on the higher points.
fn index(home: &Home) -> usize {
    let (mut sum, mut idx, mut step) = (0, 0, 0);
    // This runs two million times before the engine is ready. In a build with little optimisation,
    // iterators are calls.
    while step < POINTS {
        sum += home[POINTS - 1 - step] as usize;
        idx += CHOOSE[sum + step][step + 1];
        step += 1;
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::backgammon::movegen::plays;

    fn board(own: Home, opp: Home) -> Board {
        let side = |home: Home| {
            let mut checkers = [0; 26];
            checkers[1..=POINTS].copy_from_slice(&home);
            checkers[OFF] = 15 - home.iter().sum::<u8>();
            checkers
        };
        Board { own: side(own), opp: side(opp) }
    }

    #[test]
    fn every_position_has_a_number_of_its_own() {
        let homes = all_homes();
        assert!(homes.iter().enumerate().all(|(idx, home)| index(home) == idx));
        assert_eq!(homes[N_POSITIONS - N_FULL].iter().sum::<u8>(), 15);
        assert_eq!(homes[N_POSITIONS - N_FULL - 1].iter().sum::<u8>(), 14);
    }

    #[test]
    fn chances_add_up_and_the_last_number_of_rolls_is_hardly_ever_needed() {
        let database = BearOff::shared();
        for rolls in &database.rolls {
            assert!((rolls.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(rolls[MAX_ROLLS - 1] < 1e-6);
        }
    }

    #[test]
    fn known_positions_have_the_known_chances() {
        let database = BearOff::shared();
        let in_one = |home: Home| (database.rolls(&home)[1] * 36.0).round();
        // Two checkers, by their points: rolls of 36 that bear off both at once.
        for (home, expected) in [
            ([2, 0, 0, 0, 0, 0], 36.0),
            ([0, 2, 0, 0, 0, 0], 26.0),
            ([0, 0, 2, 0, 0, 0], 17.0),
            ([0, 0, 0, 2, 0, 0], 11.0),
            ([0, 0, 0, 0, 2, 0], 6.0),
            ([0, 0, 0, 0, 0, 2], 4.0),
            ([0, 0, 0, 0, 1, 1], 6.0),
            ([1, 0, 0, 0, 0, 1], 15.0),
            ([0, 0, 0, 0, 0, 1], 27.0),
        ] {
            assert_eq!(in_one(home), expected, "{home:?}");
        }
        // Three on the ace point: only a double takes them at once.
        assert!((database.mean_rolls(&[3, 0, 0, 0, 0, 0]) - 11.0 / 6.0).abs() < 1e-6);
    }

    /// Mean number of rolls, by the rules of the game.
    fn mean_by_rules(home: Home, known: &mut HashMap<Home, f64>) -> f64 {
        if home == [0; POINTS] {
            return 0.0;
        }
        if let Some(mean) = known.get(&home) {
            return *mean;
        }
        let mut mean = 1.0;
        for dice in Dice::ALL {
            let after = plays(&board(home, [1, 0, 0, 0, 0, 0]), dice).into_iter();
            let means = after.map(|play| mean_by_rules(home_of(&play.board.own), known));
            mean += f64::from(dice.weight()) / 36.0 * means.fold(f64::INFINITY, f64::min);
        }
        known.insert(home, mean);
        mean
    }

    #[test]
    fn the_mean_number_of_rolls_is_what_trying_everything_gives() {
        let mut known = HashMap::new();
        for home in [[1, 1, 1, 1, 1, 1], [0, 0, 2, 0, 0, 3], [3, 0, 0, 1, 0, 0], [0, 2, 0, 0, 2, 2]]
        {
            let (expected, found) =
                (mean_by_rules(home, &mut known), BearOff::shared().mean_rolls(&home));
            assert!((expected - f64::from(found)).abs() < 1e-4, "{home:?}: {found}, {expected}");
        }
    }

    #[test]
    fn the_chance_to_be_first_and_of_a_gammon_follow_from_the_rolls() {
        let chances = |own, opp| BearOff::shared().chances(&board(own, opp));
        let (ace, two_sixes) = ([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 2]);
        assert_eq!(chances(ace, two_sixes).win(), 1.0);
        let upset = chances(two_sixes, ace);
        assert!((upset.win() - 4.0 / 36.0).abs() < 1e-5, "{upset:?}");
        assert_eq!(upset.lose_gammon(), 0.0);
        // All on the six point: a six takes one off, and so do 5-1, 4-2, 2-2 and 3-3.
        let full = [0, 0, 0, 0, 0, 15];
        let lost = chances(full, ace);
        let none_off = BearOff::shared().none_off[index(&full) - (N_POSITIONS - N_FULL)][0];
        assert!((lost.lose_gammon() - none_off).abs() < 1e-5, "{lost:?}");
        assert!((none_off - 19.0 / 36.0).abs() < 1e-5, "{none_off}");
        assert_eq!(chances(ace, full).win_gammon(), 1.0);
    }
}
