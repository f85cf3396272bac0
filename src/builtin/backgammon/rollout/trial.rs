//! One game of a rollout: played from a position to its end, or until it is judged.
//!
//! Both sides play without a cube; [`crate::builtin::backgammon::cube`] adds the value of the cube
//! for the resulting chances. Does not choose the positions, and counts no games.

use crate::builtin::backgammon::cube::Stakes;
use crate::builtin::backgammon::eval::Class;
use crate::builtin::backgammon::payoff::Sample;
use crate::builtin::backgammon::search::{Effort, Searcher};
use crate::builtin::random::Random;
use crate::builtin::stop::Stop;
use crate::games::backgammon::{Board, Dice};

use super::tally::Tally;

/// How the games of a rollout are played.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Terms {
    /// The seed for the dice of every game: games of the same number have the same dice, whatever
    /// position they begin with.
    pub seed: u64,
    /// Rolls that both sides look ahead to choose their plays, at most 3.
    pub plies: u8,
    /// A game is judged after this many rolls; `None`: it is played to its end.
    pub truncate: Option<u32>,
    /// A bear-off without contact is taken from the database, and not played.
    pub ends_at_bearoff: bool,
    /// The luck of the dice is subtracted from the result of each game.
    pub reduces_variance: bool,
}

impl Terms {
    /// Whole games at 0 plies whose luck is subtracted.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, plies: 0, truncate: None, ends_at_bearoff: true, reduces_variance: true }
    }

    /// The same games with all their luck.
    #[must_use]
    pub const fn plain(seed: u64) -> Self {
        Self { reduces_variance: false, ..Self::new(seed) }
    }

    /// Plays game number `game` from a position before the roll, for money, and adds its result.
    pub fn play(&self, game: u32, board: &Board, searcher: &mut Searcher, tally: &mut Tally) {
        let found = self.sample(game, board, &Stakes::CUBELESS, searcher, &Stop::never());
        let sample = found.expect("nothing ends the game");
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = sample.0;
        let lost = lose_gammon + lose_backgammon;
        tally.add_sample(&sample, 2.0 * win - 1.0 + win_gammon + win_backgammon - lost);
    }

    /// Plays game number `game` from a position before the roll. The estimate is for the player who
    /// rolls first, and `stakes` are from that player's point of view. `None` after a stop.
    ///
    /// Among each 36 games in a row, every first throw comes once, among 1296 every pair of first
    /// throws.
    pub(super) fn sample(
        &self,
        game: u32,
        board: &Board,
        stakes: &Stakes,
        searcher: &mut Searcher,
        stop: &Stop,
    ) -> Option<Sample> {
        let mut random = Random::new(self.seed ^ u64::from(game).wrapping_mul(0x9e37_79b9));
        let mut at = Turn { board: *board, stakes: *stakes, is_flipped: false };
        let mut luck = Sample::default();
        for n in 0..self.truncate.unwrap_or(LONGEST).min(LONGEST) {
            if self.ends_at(&at.board) {
                break;
            }
            if stop.asked() {
                return None;
            }
            let dice = thrown(game, n, &mut random);
            let after = if self.reduces_variance {
                let (after, own_luck) = reply_and_luck(searcher, &at, dice);
                luck.add(
                    &if at.is_flipped { own_luck.inverted_difference() } else { own_luck },
                    1.0,
                );
                after
            } else {
                searcher.reply(&at.board, dice, &at.stakes.flipped()).0
            };
            let after = if self.plies == 0 {
                after
            } else {
                let effort = Effort::plies(self.plies);
                searcher.rank(&at.board, dice, &at.stakes, &effort, stop)[0].after
            };
            let stakes = at.stakes.flipped();
            at = Turn { board: after, stakes, is_flipped: !at.is_flipped };
        }
        let value = searcher.rolled(&at.board, &at.stakes, self.plies, stop)?;
        let end = Sample::of(&value.chances);
        let mut sample = if at.is_flipped { end.inverted() } else { end };
        sample.add(&luck, -1.0);
        Some(sample)
    }

    fn ends_at(&self, board: &Board) -> bool {
        match Class::of(board) {
            Class::Over => true,
            Class::BearOff => self.ends_at_bearoff,
            Class::Race | Class::Late | Class::Contact => false,
        }
    }
}

/// A game is stopped and evaluated after this many rolls.
const LONGEST: u32 = 400;

/// A position in a game, before a roll, from the point of view of the player who rolls.
struct Turn {
    board: Board,
    stakes: Stakes,
    /// This is not the player who rolled first.
    is_flipped: bool,
}

fn thrown(game: u32, n: u32, random: &mut Random) -> Dice {
    let throw = match n {
        0 => game % 36,
        1 => game / 36 % 36,
        _ => random.below(36) as u32,
    };
    let (one, other) = (throw / 6 + 1, throw % 6 + 1);
    Dice::new(one as u8, other as u8).expect("dice show 1 to 6")
}

/// The position after the best play of this roll at 0 plies, and the luck of the roll: the chances
/// after its best play less the mean of those after the best plays of all rolls.
///
/// The mean of the luck over all rolls is 0, whatever the net thinks: subtracting it shifts no mean.
fn reply_and_luck(searcher: &mut Searcher, at: &Turn, dice: Dice) -> (Board, Sample) {
    let their_stakes = at.stakes.flipped();
    let (mut after, mut luck) = (at.board, Sample::default());
    for roll in Dice::ALL {
        let (reply, theirs) = searcher.reply(&at.board, roll, &their_stakes);
        let own = Sample::of(&theirs.chances).inverted();
        luck.add(&own, -f64::from(roll.weight()) / 36.0);
        if roll == dice {
            after = reply;
            luck.add(&own, 1.0);
        }
    }
    (after, luck)
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
        let terms = Terms::plain(1);
        for game in 0..36 {
            terms.play(game, &board, &mut searcher, &mut tally);
        }
        // Both must go at once, which takes seven pips and then a step: four doubles do it.
        assert_eq!(tally.n_games(), 36);
        assert!((tally.chances().win() - 4.0 / 36.0).abs() < 1e-5, "{tally:?}");
    }
}
