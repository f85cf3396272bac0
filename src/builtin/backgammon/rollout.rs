//! Rollouts: games played to their end from a position, and their mean result.
//!
//! Both sides play at 0 plies, without a cube; [`super::cube`] adds the value of the cube for the
//! resulting chances. Does not choose the positions.

use super::chances::Chances;
use super::cube::Stakes;
use super::eval::Class;
use super::search::Searcher;
use crate::builtin::random::Random;
use crate::games::backgammon::{Board, Dice};

/// The results of games from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    n: u32,
    sum: Chances,
    equities: f64,
    squares: f64,
}

impl Tally {
    /// The number of games played.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        self.n
    }

    /// The chances of the player on turn.
    #[must_use]
    pub fn chances(&self) -> Chances {
        let mut mean = Chances::default();
        mean.add(&self.sum, 1.0 / self.n.max(1) as f32);
        mean
    }

    /// The standard error of the equity without cube, in points.
    #[must_use]
    pub fn error(&self) -> f64 {
        let n = f64::from(self.n.max(2));
        let mean = self.equities / n;
        ((self.squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt()
    }

    /// Adds a game that ended like this, or was judged to end like this.
    pub fn add(&mut self, chances: &Chances) {
        let equity = f64::from(chances.equity());
        self.n += 1;
        self.sum.add(chances, 1.0);
        self.equities += equity;
        self.squares += equity * equity;
    }
}

/// The settings of rollouts.
#[derive(Clone, Copy, Debug)]
pub struct Rollout {
    /// The seed for the dice of every game: games of the same number have the same dice.
    pub seed: u64,
}

/// A game is stopped and evaluated after this many rolls.
const LONGEST: u32 = 400;

impl Rollout {
    /// Plays game number `game` from a position before the roll. Among each 36 games in a row,
    /// every first throw comes once, among 1296 every pair of first throws.
    pub fn play(&self, game: u32, board: &Board, searcher: &mut Searcher, tally: &mut Tally) {
        let mut random = Random::new(self.seed ^ u64::from(game).wrapping_mul(0x9e37_79b9));
        let mut board = *board;
        let mut is_flipped = false;
        for n in 0..LONGEST {
            if matches!(Class::of(&board), Class::Over | Class::BearOff) {
                break;
            }
            let throw = match n {
                0 => game % 36,
                1 => game / 36 % 36,
                _ => random.below(36) as u32,
            };
            let (one, other) = (throw / 6 + 1, throw % 6 + 1);
            let dice = Dice::new(one as u8, other as u8).expect("dice show 1 to 6");
            board = searcher.best_play(&board, dice, &Stakes::CUBELESS).after;
            is_flipped = !is_flipped;
        }
        let chances = searcher.evaluator().chances(&board);
        tally.add(&if is_flipped { chances.inverted() } else { chances });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::backgammon::{Evaluator, Weights};
    use crate::games::backgammon::board::OFF;

    fn home(points: &[(usize, u8)]) -> [u8; 26] {
        let mut checkers = [0; 26];
        for (point, n) in points {
            checkers[*point] = *n;
        }
        checkers[OFF] = 15 - checkers.iter().sum::<u8>();
        checkers
    }

    #[test]
    fn all_first_rolls_give_the_exact_chances_of_a_short_race() {
        // One checker must still come home, so that the first roll is played out.
        let board = Board { own: home(&[(7, 1), (1, 1)]), opp: home(&[(1, 1)]) };
        let mut searcher = Searcher::new(Evaluator::new(Weights::embedded()));
        let mut tally = Tally::default();
        let rollout = Rollout { seed: 1 };
        for game in 0..36 {
            rollout.play(game, &board, &mut searcher, &mut tally);
        }
        // Both must go at once, which takes seven pips and then a step: four doubles do it.
        assert_eq!(tally.n_games(), 36);
        assert!((tally.chances().win() - 4.0 / 36.0).abs() < 1e-5, "{tally:?}");
    }
}
