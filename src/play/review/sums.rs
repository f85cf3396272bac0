//! The sums of a review as rows of a file: one JSON object for each game, engine and side.
//!
//! Writes no file. `docs/ANALYSE.md` describes the rows to those who read them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MoveClass, PositionReview, SideSummary, agreement, facts};
use crate::games::{GameInfo, GamePhase, Record, Side};
use crate::play::{CubeError, Losses, Skill, rating_name};

/// The version of these rows; a higher one has other meanings.
const SUMMARY_VERSION: u32 = 1;

/// How a side played a game, by what one engine says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The version of these rows.
    pub summary: u32,
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// The engine, with its level and options.
    pub engine: String,
    /// The side by its name.
    pub side: &'static str,
    /// Who played it; empty when unknown.
    pub player: String,
    /// In per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Moves that were judged.
    pub moves: usize,
    /// What they lost in all, in the game's unit.
    pub lost: f64,
    /// How many there are of each class.
    pub classes: BTreeMap<&'static str, usize>,
    /// The accuracy by the part of the game.
    pub phases: BTreeMap<&'static str, f64>,
    /// Positions in which the engines say a best move, and those in which it is the same one, for both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<AgreementSum>,
    /// Plies before the first position from which on the engine knew every exact value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_from: Option<usize>,
    /// Where there is a cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backgammon: Option<BackgammonSum>,
    /// Why the engine has not reviewed the game, or not all of it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// On how many moves the engines agree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AgreementSum {
    /// The best move is the same one.
    pub agreed: usize,
    /// All engines say a best move.
    pub of: usize,
}

/// The table that players of backgammon know.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BackgammonSum {
    /// A thousand times the mean loss of a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_rate: Option<f64>,
    /// The name for this rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<&'static str>,
    /// The luck of the rolls in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// By moving checkers.
    pub checkers: LossSum,
    /// By the cube.
    pub cube: LossSum,
    /// Wrong decisions about the cube by kind: `missed double`.
    pub cube_errors: BTreeMap<&'static str, LossSum>,
}

/// Losses of one kind of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LossSum {
    /// Judged decisions.
    pub decisions: u32,
    /// Those that lost as much as an inaccuracy or more.
    pub errors: u32,
    /// Their total loss.
    pub lost: f64,
}

impl From<Losses> for LossSum {
    fn from(losses: Losses) -> Self {
        Self { decisions: losses.n, errors: losses.n_marked, lost: rounded(losses.sum) }
    }
}

impl SummaryRow {
    /// The rows of a game: for each engine the first side's, then the second side's. `phases` are those of the
    /// positions of the main line ([`super::phases`]).
    #[must_use]
    pub fn of(
        info: &GameInfo,
        (number, record): (usize, &Record),
        (engines, by): (&[String], &[&[PositionReview]]),
        phases: &[GamePhase],
    ) -> Vec<Self> {
        let agreement = agreement::of(by).map(|(agreed, of)| AgreementSum { agreed, of });
        let mut rows = Vec::new();
        for (engine, positions) in engines.iter().zip(by) {
            let both = SideSummary::both(record, positions, phases, info);
            for (side, sums) in Side::BOTH.into_iter().zip(both) {
                let of_phase = |phase: GamePhase| {
                    Some((phase.name(), rounded(sums.phases[phase as usize].accuracy()?)))
                };
                let skill = Skill::by(record, side, positions);
                rows.push(Self {
                    summary: SUMMARY_VERSION,
                    game: number,
                    engine: engine.clone(),
                    side: info.sides[side.idx()],
                    player: record.tags.players[side.idx()].clone(),
                    accuracy: sums.accuracy.map(rounded),
                    moves: sums.n_moves,
                    lost: rounded(sums.lost),
                    classes: MoveClass::ALL.map(|class| (class.name(), sums.n_of(class))).into(),
                    phases: GamePhase::ALL.into_iter().filter_map(of_phase).collect(),
                    agreement,
                    exact_from: facts::exact_from(positions),
                    backgammon: info.has_cube.then(|| BackgammonSum::of(&skill, sums.luck)),
                    failed: None,
                });
            }
        }
        rows
    }
}

impl BackgammonSum {
    fn of(skill: &Skill, luck: Option<f64>) -> Self {
        let error = |kind: CubeError| (kind.name(), skill.cube_errors[kind as usize].into());
        let mean = skill.all().mean();
        Self {
            error_rate: mean.map(|mean| rounded(1000.0 * mean)),
            rating: mean.map(rating_name),
            luck: luck.map(rounded),
            checkers: skill.pieces.into(),
            cube: skill.cube.into(),
            cube_errors: CubeError::ALL.map(error).into(),
        }
    }
}

/// Without the noise of a sum of binary fractions.
fn rounded(number: f64) -> f64 {
    const MILLION: f64 = 1e6;
    (number * MILLION).round() / MILLION + 0.0
}
