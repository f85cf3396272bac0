//! All 21 rolls of a position: the best play of each and its equity.
//!
//! Rolls nothing: each roll counts as often as two dice show it.

use super::read::{equity, read, searchers};
use super::{Stop, StudyError};
use crate::builtin::backgammon::Stakes;
use crate::games::backgammon::{Backgammon, Dice, Move, Phase};
use crate::games::{MoveText, Rules, Side};

/// The rolls of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct RollChart {
    /// The side that rolls.
    pub side: Side,
    /// Rolls of the opponent that were looked at after each play.
    pub plies: u8,
    /// The 21 rolls, `11` to `66`.
    pub rolls: Vec<RollReply>,
    /// The mean equity of all rolls, each as often as it comes.
    pub mean: f64,
}

/// A roll and its best play.
#[derive(Clone, Debug, PartialEq)]
pub struct RollReply {
    /// The dice, the larger one first.
    pub dice: [u8; 2],
    /// The number of the 36 throws that are this roll.
    pub weight: u32,
    /// The play in canonical text.
    pub mv: MoveText,
    /// The play as people write it.
    pub shown: String,
    /// The position after it, in canonical text.
    pub after: String,
    /// The equity of the side that rolls, with the cube, in points of the cube.
    pub equity: f64,
    /// The equity less the mean of all rolls.
    pub luck: f64,
}

impl RollChart {
    /// The rolls of a position of this game, before the dice are rolled. `plies` is 0 to
    /// [`super::MAX_PLIES`]; more counts as the most.
    ///
    /// # Errors
    ///
    /// When the position cannot be read, or no roll comes next in it.
    pub fn of(game: &str, position: &str, plies: u8) -> Result<Self, StudyError> {
        let pos = read(game, position)?;
        match pos.phase {
            Phase::Decide | Phase::Roll => {}
            Phase::Play(_) => return Err(StudyError::Rolled),
            Phase::Doubled => return Err(StudyError::Doubled),
            Phase::Opening => return Err(StudyError::Opening),
            Phase::Over { .. } => return Err(StudyError::Over),
        }
        let stakes = Stakes::of(&pos);
        let [searcher] = &mut searchers(1)[..] else { return Err(StudyError::Over) };
        let best = searcher.best_plays(&pos.board, &stakes, plies, &Stop::never());
        let best = best.expect("nothing ends the search");
        let value = |idx: usize| equity(&stakes, best[idx].value.worth);
        let weighted = |(idx, dice): (usize, Dice)| f64::from(dice.weight()) * value(idx);
        let mean = Dice::ALL.into_iter().enumerate().map(weighted).sum::<f64>() / 36.0;
        let reply = |(idx, dice): (usize, Dice)| {
            let rolled = Backgammon { phase: Phase::Play(dice), ..pos };
            let mv = Move::Play(best[idx].steps);
            let mut after = rolled;
            after.play_unchecked(&mv);
            RollReply {
                dice: [dice.high(), dice.low()],
                weight: dice.weight(),
                mv: MoveText(rolled.write_move(&mv)),
                shown: rolled.show_move(&mv),
                after: after.to_text(),
                equity: value(idx),
                luck: value(idx) - mean,
            }
        };
        let rolls = Dice::ALL.into_iter().enumerate().map(reply).collect();
        Ok(Self { side: pos.turn, plies: plies.min(super::MAX_PLIES), rolls, mean })
    }

    /// A roll by its dice in any order.
    #[must_use]
    pub fn roll(&self, one: u8, other: u8) -> Option<&RollReply> {
        let dice = [one.max(other), one.min(other)];
        self.rolls.iter().find(|roll| roll.dice == dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

    #[test]
    fn each_roll_has_a_legal_play_and_the_luck_of_all_is_nothing() {
        let chart = RollChart::of("backgammon", BEFORE, 0).unwrap();
        assert_eq!((chart.rolls.len(), chart.side), (21, Side::First));
        let luck: f64 = chart.rolls.iter().map(|roll| f64::from(roll.weight) * roll.luck).sum();
        assert!(luck.abs() < 1e-9, "{luck}");
        let roll = chart.roll(1, 3).unwrap();
        assert_eq!((roll.dice, roll.weight, roll.shown.as_str()), ([3, 1], 2, "8/5 6/5"));
        let mut pos = read("backgammon", BEFORE).unwrap();
        pos.phase = Phase::Play(Dice::new(3, 1).unwrap());
        for roll in &chart.rolls {
            pos.phase = Phase::Play(Dice::new(roll.dice[0], roll.dice[1]).unwrap());
            let mv = pos.read_move(&roll.mv.0).unwrap();
            assert!(pos.legal_moves().contains(&mv), "{roll:?}");
        }
        let worst = chart.rolls.iter().min_by(|a, b| a.equity.total_cmp(&b.equity)).unwrap();
        assert!(worst.luck < 0.0 && chart.roll(6, 6).unwrap().luck > 0.0);
    }

    #[test]
    fn a_position_whose_dice_are_known_has_no_rolls() {
        let refused = |text: &str| RollChart::of("backgammon", text, 0).unwrap_err();
        assert_eq!(refused(&BEFORE.replace(":00:", ":31:")), StudyError::Rolled);
        assert_eq!(refused(&BEFORE.replace(":00:", ":D:")), StudyError::Doubled);
        assert_eq!(refused(&format!("{BEFORE} opening")), StudyError::Opening);
        assert!(matches!(refused("nonsense"), StudyError::Position(_)));
        let other = RollChart::of("othello", BEFORE, 0).unwrap_err();
        assert_eq!(other, StudyError::Game("othello".to_owned()));
    }
}
