//! Races that are decided beyond doubt, by the bear-off database, for a referee.
//!
//! Chooses no play, and looks at no position with contact.

use super::bearoff::{BearOff, Home};
use super::eval::Class;
use crate::games::backgammon::board::OFF;
use crate::games::backgammon::{Backgammon, Phase};

/// What happens less often is no doubt; the database is not more exact than this.
const DOUBT: f64 = 1e-6;

/// The size of the loss (1, or 2 for a gammon) of the player who is about to roll or double, if
/// that player has lost beyond doubt. `None` in doubt, and where the position is not covered: the
/// winner's checkers must be home. Those of the loser that are outside are taken for checkers on
/// the six point, so that the loser is never held to be further behind than it is.
///
/// Whether a gammon counts twice is a matter of the stakes, not of this.
#[must_use]
pub fn settled_race(pos: &Backgammon) -> Option<u8> {
    let is_before_roll = matches!(pos.phase, Phase::Roll | Phase::Decide) && pos.resigned.is_none();
    let (loser, winner) = (&pos.board.own, &pos.board.opp);
    let is_race = matches!(Class::of(&pos.board), Class::BearOff | Class::Race);
    let is_home = |checkers: &[u8; 26]| checkers[7..].iter().all(|n| *n == 0);
    if !is_before_roll || !is_race || !is_home(winner) {
        return None;
    }
    let database = BearOff::shared();
    let (own, opp) = (nearest_home(loser), nearest_home(winner));
    if database.upset(&own, &opp) > DOUBT {
        return None;
    }
    if loser[OFF] > 0 {
        return Some(1);
    }
    // A checker in the winner's home (or on the bar, which is contact) may make it a backgammon.
    let is_behind = loser[19..].iter().any(|n| *n > 0);
    let [gammon, no_gammon] = if is_home(loser) {
        database.gammon_or_not(&opp, &own)
    } else {
        [1.0, saved_at_best(database, loser, &opp)]
    };
    match () {
        () if gammon <= DOUBT => Some(1),
        () if no_gammon <= DOUBT && !is_behind => Some(2),
        () => None,
    }
}

/// At most this is the chance that the loser, with checkers outside, bears off one in time: even
/// with the highest doubles it cannot while these still have to come home.
fn saved_at_best(database: &BearOff, loser: &[u8; 26], winner: &Home) -> f64 {
    const MOST_PIPS: usize = 24;
    let outside = loser.iter().enumerate().skip(7);
    let pips: usize = outside.map(|(point, n)| (point - 6) * usize::from(*n)).sum();
    let rolls = database.rolls(winner).iter().skip(pips / MOST_PIPS + 1);
    rolls.map(|chance| f64::from(*chance)).sum()
}

/// The checkers in the home board, with those that are outside on its highest point.
fn nearest_home(checkers: &[u8; 26]) -> Home {
    let mut home: Home = std::array::from_fn(|point| checkers[point + 1]);
    home[home.len() - 1] += checkers[7..].iter().sum::<u8>();
    home
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::Terms;
    use crate::games::backgammon::board::Board;
    use crate::games::backgammon::dice::Dice;

    fn side(points: &[(usize, u8)]) -> [u8; 26] {
        let mut checkers = [0; 26];
        points.iter().for_each(|(point, n)| checkers[*point] = *n);
        checkers[OFF] = 15 - checkers[1..].iter().sum::<u8>();
        checkers
    }

    fn answer(own: &[(usize, u8)], opp: &[(usize, u8)], phase: Phase) -> Option<u8> {
        let start = Backgammon::start_of(Terms::MONEY);
        let board = Board { own: side(own), opp: side(opp) };
        settled_race(&Backgammon { board, phase, ..start })
    }

    #[test]
    fn a_race_is_decided_only_beyond_doubt_and_with_its_gammons() {
        type Checkers = &'static [(usize, u8)];
        let cases: &[(&str, Checkers, Checkers, Option<u8>)] = &[
            ("one is left, and the loser needs two rolls", &[(1, 5)], &[(1, 1)], Some(1)),
            ("a double takes four", &[(1, 4)], &[(1, 1)], None),
            ("the loser is first", &[(1, 1)], &[(1, 5)], None),
            ("the winner may need two rolls", &[(1, 5)], &[(6, 1)], None),
            ("the winner needs two rolls at most, the loser three", &[(1, 9)], &[(1, 4)], Some(1)),
            ("a long way behind", &[(6, 14)], &[(1, 6)], Some(1)),
            ("no roll bears off a checker of the loser", &[(12, 15)], &[(1, 1)], Some(2)),
            ("a six saves the gammon", &[(6, 15)], &[(1, 1)], None),
            ("a gammon can no longer happen", &[(1, 15)], &[(1, 6)], Some(1)),
            ("the last two may be in time", &[(12, 4), (6, 11)], &[(1, 4)], None),
            ("it may be a backgammon", &[(20, 1), (12, 14)], &[(1, 1)], None),
            ("one is outside, and one was borne off", &[(9, 1), (6, 13)], &[(1, 3)], Some(1)),
            ("the winner is not home", &[(6, 14)], &[(7, 1)], None),
            ("there is contact", &[(24, 1), (6, 10)], &[(3, 2)], None),
        ];
        for (what, own, opp, expected) in cases {
            assert_eq!(answer(own, opp, Phase::Roll), *expected, "{what}");
            assert_eq!(answer(own, opp, Phase::Decide), *expected, "{what}");
        }
    }

    #[test]
    fn only_the_player_before_its_roll_is_judged() {
        let dice = Dice::ALL[0];
        for phase in [Phase::Play(dice), Phase::Doubled, Phase::Opening] {
            assert_eq!(answer(&[(1, 5)], &[(1, 1)], phase), None, "{phase:?}");
        }
    }
}
