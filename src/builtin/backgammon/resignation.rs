//! Decides whether to accept a resignation: if it gives at least the worth of playing on.
//!
//! Looks only at the next roll, at full strength on every level, and offers no
//! resignation itself.

use super::cube::Stakes;
use super::eval::{Evaluator, Weights};
use super::search::{Effort, Searcher};
use crate::builtin::stop::Stop;
use crate::games::Rules;
use crate::games::backgammon::cube::Win;
use crate::games::backgammon::{Backgammon, Move, Phase};

/// Returns true if an offered resignation should be accepted; `None` if there is no offer. Compares
/// points for money, and chances to win the match in a match.
#[must_use]
pub fn should_accept(pos: &Backgammon) -> Option<bool> {
    let loser = pos.resigner()?;
    let times = pos.resigned?;
    // If the rules settle it, no judgement is needed.
    if pos.unasked() == Some(Move::Accept) {
        return Some(true);
    }
    let stakes = Stakes::of(pos);
    // Jacoby's rule may count a gammon as a single game.
    let times = pos.terms.points(pos.cube, Win::Resigned(times)) / pos.cube.value();
    let played_on = worth_of_playing_on(pos, &stakes)?;
    Some(if loser == pos.turn {
        stakes.ended([0, times]) <= played_on
    } else {
        stakes.ended([times, 0]) >= played_on
    })
}

/// The equity of the side to move if the game goes on.
fn worth_of_playing_on(pos: &Backgammon, stakes: &Stakes) -> Option<f32> {
    let mut searcher = Searcher::new(Evaluator::new(Weights::embedded()));
    let never = Stop::never();
    match pos.phase {
        Phase::Play(dice) => {
            let ranked = searcher.rank(&pos.board, dice, stakes, &Effort::plies(0), &never);
            Some(ranked[0].value.worth)
        }
        Phase::Roll => Some(searcher.rolled(&pos.board, stakes, 1, &never)?.worth),
        Phase::Decide => Some(searcher.value(&pos.board, stakes, 1, &never)?.worth),
        Phase::Doubled => Some(searcher.offer(&pos.board, stakes, 1, &never)?.1.doubled()),
        Phase::Opening | Phase::Over { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Setup;

    /// The start, from the point of view of the player at the bottom, who resigns.
    const START: &str = "-b----E-C---eE---c-e----B-";
    /// The resigning side still has all 15, the last of them behind; the opponent has two left.
    const GAMMON: &str = "-------------EED----A---b-";

    fn answer(text: &str) -> Option<bool> {
        let setup = Setup { variant: None, position: Some(text.to_owned()) };
        let pos = Backgammon::start(&setup).unwrap_or_else(|error| panic!("{text}: {error}"));
        should_accept(&pos)
    }

    /// After a roll of 31, with the cube at this power of two in the middle or on the resigning
    /// side.
    fn at_start(score: [u32; 2], length: u32, log2: u32, times: u32) -> Option<bool> {
        let [loser, winner] = score;
        let owner = u32::from(log2 > 0);
        // A score one away without cube is that of the Crawford game.
        let is_crawford = length > 1 && log2 == 0 && (loser + 1 == length || winner + 1 == length);
        let rule = u32::from(is_crawford);
        answer(&format!(
            "XGID={START}:{log2}:{owner}:1:31:{loser}:{winner}:{rule}:{length}:10 resigned {times}"
        ))
    }

    #[test]
    fn at_the_start_every_resignation_is_accepted_at_every_score() {
        let mut n_scores = 0;
        for length in 1..=9 {
            for [loser, winner] in (0..length * length).map(|n| [n / length, n % length]) {
                for log2 in 0..=2 {
                    for times in 1..=3 {
                        let answer = at_start([loser, winner], length, log2, times);
                        let what = format!("{times} at {loser}-{winner} to {length}, 2^{log2}");
                        assert_eq!(answer, Some(true), "{what}");
                        n_scores += 1;
                    }
                }
            }
        }
        assert_eq!(n_scores, 285 * 9);
    }

    #[test]
    fn less_than_a_certain_gammon_is_rejected_unless_it_wins_the_match() {
        // The resigning side has a checker in the opponent's home, which leaves it with any roll.
        let position = |cube: &str, score: &str| format!("XGID={GAMMON}:{cube}:1:31:{score}:10");
        for (cube, score, expected) in [
            // Money: without and with Jacoby's rule, which counts once the cube was turned.
            ("0:0", "0:0:0:0", [false, true, true]),
            ("0:0", "0:0:1:0", [true, true, true]),
            ("1:1", "0:0:1:0", [false, true, true]),
            // The winner needs two points, one, and three with the cube on 2 and on 4.
            ("0:0", "0:1:0:3", [false, true, true]),
            ("0:0", "0:2:1:3", [true, true, true]),
            ("1:1", "0:0:0:3", [false, true, true]),
            ("2:1", "0:0:0:3", [true, true, true]),
            // Seven points away everything counts.
            ("0:0", "0:0:0:7", [false, true, true]),
        ] {
            let found = [1, 2, 3].map(|times| {
                answer(&format!("{} resigned {times}", position(cube, score))).unwrap()
            });
            assert_eq!(found, expected, "{cube} {score}");
        }
    }

    #[test]
    fn whoever_was_doubled_may_give_up_a_single_game() {
        for (dice, expected) in [("D", Some(true)), ("00", Some(true))] {
            let text = format!("XGID={START}:0:0:1:{dice}:0:0:0:5:10 resigned 1");
            assert_eq!(answer(&text), expected, "{text}");
        }
        assert_eq!(answer(&format!("XGID={START}:0:0:1:31:0:0:0:5:10")), None);
    }
}
