//! The cube in a position before the roll: what to do, and what the score makes of it.
//!
//! Searches and plays nothing itself; turns no cube.

use std::fmt;

use super::read::{equity, read, reported, searchers};
use super::{DiceRollout, Stop, StudyError};
use crate::builtin::backgammon::{self, Chances as Found, Met, Offer, Stakes};
use crate::games::Side;
use crate::games::backgammon::{Backgammon, Phase};
use crate::protocol::Chances;

/// What the cube is worth before a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeAdvice {
    /// The side that is to roll; chances and equities are from its point of view.
    pub side: Side,
    /// Its chances, without a cube.
    pub chances: Chances,
    /// The equity without cube.
    pub cubeless: f64,
    /// Rolling without a double.
    pub no_double: CubeEquity,
    /// Double and take, and double and drop; `None` if it cannot double.
    pub doubled: Option<[CubeEquity; 2]>,
    /// What to do.
    pub decision: CubeDecision,
    /// The opponent's take points for a double of this side; `None` if it cannot double.
    pub take: Option<TakePoints>,
    /// This side's take points for a double of the opponent; `None` if the opponent cannot double.
    pub own_take: Option<TakePoints>,
    /// The gammon values of this side and of the opponent, with the cube as it lies: 0.5 for money.
    pub gammon_values: [f64; 2],
    /// The same after a double that is taken; `None` if it cannot double.
    pub gammon_values_doubled: Option<[f64; 2]>,
    /// The match; `None` for money.
    pub in_match: Option<MatchOutlook>,
}

/// What an action of the cube is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeEquity {
    /// In points of the cube as it lies now, with the cube in use.
    pub equity: f64,
    /// The chance to win the match; `None` for money.
    pub match_chance: Option<f64>,
}

/// The least chances to win with which a double is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TakePoints {
    /// As the engine takes: between the next two.
    pub used: f64,
    /// If the cube is not turned again, with the gammons of this position.
    pub dead: f64,
    /// If every later turn comes at the best moment.
    pub live: f64,
    /// If the cube is not turned again and no gammon is won.
    pub without_gammons: f64,
}

/// What the match equity table says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchOutlook {
    /// Points that the side to roll and the opponent still need.
    pub away: [u32; 2],
    /// The side's chance to win the match from this score, before the game.
    pub before_game: f64,
    /// The same after a single game, gammon or backgammon is won with the cube as it lies.
    pub won: [f64; 3],
    /// The same after such a game is lost.
    pub lost: [f64; 3],
}

/// What is to be done with the cube.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CubeDecision {
    /// The side rolls; `takes`: a double would be taken.
    NoDouble {
        /// The cube has been turned before.
        is_redouble: bool,
        /// A double would be taken.
        takes: bool,
    },
    /// The side doubles.
    Double {
        /// The cube has been turned before.
        is_redouble: bool,
        /// The double is taken.
        takes: bool,
    },
    /// The side rolls, since playing on is worth more than the points of a drop.
    TooGood {
        /// The cube has been turned before.
        is_redouble: bool,
        /// A double would be taken.
        takes: bool,
    },
    /// The side cannot double.
    CannotDouble(NoCube),
}

/// Why a side cannot double.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NoCube {
    /// There is no cube.
    None,
    /// It is the Crawford game.
    Crawford,
    /// The opponent has the cube.
    OpponentsCube,
    /// The cube is at its limit.
    Limit,
    /// The side gains nothing: the points as the cube lies suffice for the match.
    Dead,
}

/// `No double, take`.
impl fmt::Display for CubeDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = |takes: bool| if takes { "take" } else { "drop" };
        let double = |is_redouble: bool| if is_redouble { "redouble" } else { "double" };
        match *self {
            Self::NoDouble { is_redouble, takes } => {
                write!(f, "No {}, {}", double(is_redouble), answer(takes))
            }
            Self::Double { is_redouble: false, takes } => write!(f, "Double, {}", answer(takes)),
            Self::Double { is_redouble: true, takes } => write!(f, "Redouble, {}", answer(takes)),
            Self::TooGood { is_redouble, takes } => {
                write!(f, "Too good to {}, {}", double(is_redouble), answer(takes))
            }
            Self::CannotDouble(why) => write!(f, "No double possible: {why}"),
        }
    }
}

/// `it is the Crawford game`.
impl fmt::Display for NoCube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "there is no cube",
            Self::Crawford => "it is the Crawford game",
            Self::OpponentsCube => "the opponent has the cube",
            Self::Limit => "the cube is at its limit",
            Self::Dead => "the cube is dead for this side",
        })
    }
}

impl CubeAdvice {
    /// The cube of a position of this game, before the roll; looks so many rolls ahead. Where a
    /// double waits for its answer, the advice is that for the player who doubled.
    ///
    /// # Errors
    ///
    /// When the position cannot be read, or its dice are rolled.
    pub fn of(game: &str, position: &str, plies: u8) -> Result<Self, StudyError> {
        let pos = read(game, position)?;
        match pos.phase {
            Phase::Decide | Phase::Roll | Phase::Doubled => {}
            Phase::Play(_) => return Err(StudyError::TooLate),
            Phase::Opening => return Err(StudyError::Opening),
            Phase::Over { .. } => return Err(StudyError::Over),
        }
        let stakes = Stakes::of(&pos);
        let [searcher] = &mut searchers(1)[..] else { return Err(StudyError::Over) };
        let found = searcher.offer(&pos.board, &stakes, plies, &Stop::never());
        let (value, offer) = found.expect("nothing ends the search");
        Ok(Self::new(&pos, &value.chances, &offer))
    }

    /// The cube for the chances that a rollout of a position before the roll has found, by the model
    /// of the engine; `None` if it rolls out plays.
    #[must_use]
    pub fn of_rollout(rollout: &DiceRollout) -> Option<Self> {
        let (pos, chances) = rollout.before_roll()?;
        let stakes = Stakes::of(&pos);
        let offer = Offer {
            no_double: stakes.worth(&chances),
            take: stakes.doubled().worth(&chances),
            drop: stakes.dropped(),
        };
        Some(Self::new(&pos, &chances, &offer))
    }

    fn new(pos: &Backgammon, chances: &Found, offer: &Offer) -> Self {
        let stakes = Stakes::of(pos);
        let worth = |worth: f32| CubeEquity {
            equity: equity(&stakes, worth),
            match_chance: stakes.match_chance(worth).map(f64::from),
        };
        let can_double = stakes.can_double();
        let after = stakes.doubled();
        let cubeless = stakes.without_cube();
        Self {
            side: pos.turn,
            chances: reported(chances),
            cubeless: equity(&cubeless, cubeless.worth(chances)),
            no_double: worth(offer.no_double),
            doubled: can_double.then(|| [worth(offer.take), worth(offer.drop)]),
            decision: decision(pos, &stakes, offer),
            take: stakes.take_point(chances).map(take_points),
            own_take: stakes.flipped().take_point(&chances.inverted()).map(take_points),
            gammon_values: stakes.gammon_values().map(f64::from),
            gammon_values_doubled: can_double.then(|| after.gammon_values().map(f64::from)),
            in_match: outlook(pos, &stakes),
        }
    }
}

fn take_points(found: backgammon::TakePoint) -> TakePoints {
    let backgammon::TakePoint { used, dead, live, without_gammons } = found;
    TakePoints {
        used: used.into(),
        dead: dead.into(),
        live: live.into(),
        without_gammons: without_gammons.into(),
    }
}

fn decision(pos: &Backgammon, stakes: &Stakes, offer: &Offer) -> CubeDecision {
    if !stakes.can_double() {
        return CubeDecision::CannotDouble(match pos.cube.owner {
            _ if pos.terms.max_log2 == 0 => NoCube::None,
            _ if pos.is_crawford => NoCube::Crawford,
            Some(owner) if owner != pos.turn => NoCube::OpponentsCube,
            _ if pos.cube.log2 >= pos.terms.max_log2 => NoCube::Limit,
            _ => NoCube::Dead,
        });
    }
    let (is_redouble, takes) = (pos.cube.log2 > 0, offer.is_take());
    if offer.is_double() {
        CubeDecision::Double { is_redouble, takes }
    } else if offer.no_double >= offer.drop {
        CubeDecision::TooGood { is_redouble, takes }
    } else {
        CubeDecision::NoDouble { is_redouble, takes }
    }
}

fn outlook(pos: &Backgammon, stakes: &Stakes) -> Option<MatchOutlook> {
    let [won, lost] = stakes.match_chances_after()?;
    let length = u32::from(pos.terms.length);
    let away = [pos.turn, pos.turn.opponent()]
        .map(|side| length.saturating_sub(pos.score[side.idx()]).max(1));
    let is_after_crawford = away.contains(&1) && !pos.is_crawford;
    let [own, other] = away.map(|points| i32::try_from(points).unwrap_or(i32::MAX));
    Some(MatchOutlook {
        away,
        before_game: Met::shared().chance(own, other, is_after_crawford).into(),
        won: won.map(f64::from),
        lost: lost.map(f64::from),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(xgid: &str) -> CubeAdvice {
        CubeAdvice::of("backgammon", xgid, 0).unwrap()
    }

    #[test]
    fn the_decision_is_said_in_the_players_words() {
        let cases = [
            // The start of a game.
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "No double, take"),
            ("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10", "No redouble, take"),
            // A race that is won with a gammon.
            ("XGID=-CCCCC----eee-------------:0:0:1:00:0:0:0:0:10", "Too good to double, drop"),
            (
                "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10",
                "No double possible: the opponent has the cube",
            ),
            (
                "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:6:1:7:10",
                "No double possible: it is the Crawford game",
            ),
            (
                "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:0:0:7:10",
                "No double possible: the cube is dead for this side",
            ),
            (
                "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0",
                "No double possible: there is no cube",
            ),
        ];
        for (xgid, expected) in cases {
            let Ok(found) = CubeAdvice::of("backgammon", xgid, 0) else { panic!("{xgid}") };
            assert_eq!(found.decision.to_string(), expected, "{xgid}: {found:?}");
        }
        let double = CubeDecision::Double { is_redouble: true, takes: true };
        assert_eq!(double.to_string(), "Redouble, take");
    }

    #[test]
    fn money_has_no_match_and_a_match_has_the_chances_of_its_score() {
        let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
        let money = advice(start);
        assert_eq!((money.in_match, money.no_double.match_chance), (None, None));
        assert_eq!(money.gammon_values, [0.5, 0.5]);
        assert!(money.take.is_some() && money.own_take.is_some());
        let four_away = advice(&start.replace(":0:0:0:0:10", ":3:4:0:7:10"));
        let outlook = four_away.in_match.unwrap();
        assert_eq!(outlook.away, [4, 3]);
        let met = |own, other| f64::from(Met::shared().chance(own, other, false));
        assert!((outlook.before_game - met(4, 3)).abs() < 1e-6);
        assert!((outlook.won[0] - met(3, 3)).abs() < 1e-6);
        assert!((outlook.lost[1] - met(4, 1)).abs() < 1e-6, "{outlook:?}");
        let rolled = advice(start);
        assert!(rolled.no_double.equity > rolled.doubled.unwrap()[0].equity);
    }

    #[test]
    fn dice_that_are_rolled_leave_no_cube_to_turn() {
        let rolled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        assert_eq!(CubeAdvice::of("backgammon", rolled, 0), Err(StudyError::TooLate));
    }
}
