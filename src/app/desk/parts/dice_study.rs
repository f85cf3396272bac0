//! What is known of the position on the board from studies of its dice, and what is under way.
//!
//! Computes nothing: work on threads does.

use crate::play::dice_study::{CubeAdvice, DiceRollout, RollChart, RolloutReport, RolloutWish};

/// The studies of a desk.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct DiceStudies {
    /// The position that was looked at last.
    pub(in crate::app::desk) looked: Option<Looked>,
    /// A position is being looked at.
    pub(in crate::app::desk) is_looking: bool,
    /// The rollout that was begun last.
    pub(in crate::app::desk) rolling: Option<Rolling>,
    /// Rollouts that were begun.
    pub(in crate::app::desk) n_begun: u64,
}

/// A position that was looked at.
#[derive(Clone, Debug)]
pub(in crate::app) struct Looked {
    /// The position in canonical text.
    pub(in crate::app) position: String,
    /// All its rolls, where one comes next; else those of the position before it.
    pub(in crate::app) chart: Option<RollChart>,
    /// The cube before a roll: of this position, or of the one before it.
    pub(in crate::app) cube: Option<Box<CubeAdvice>>,
    /// Both are of the position before, since the dice lie on this one.
    pub(in crate::app) is_before: bool,
}

/// A rollout.
#[derive(Debug)]
pub(in crate::app::desk) struct Rolling {
    /// Counts up.
    pub(in crate::app::desk) number: u64,
    /// The position in canonical text.
    pub(in crate::app::desk) position: String,
    pub(in crate::app::desk) wish: RolloutWish,
    /// `None` before the first games, and while games are played.
    pub(in crate::app::desk) machine: Option<Box<DiceRollout>>,
    /// Games are being played.
    pub(in crate::app::desk) is_at_work: bool,
    /// It goes on whenever its position is shown.
    pub(in crate::app::desk) is_wanted: bool,
    pub(in crate::app::desk) report: Option<RolloutReport>,
    /// The cube for the chances that were found, before a roll.
    pub(in crate::app::desk) cube: Option<CubeAdvice>,
}

impl Rolling {
    /// More games are to be played.
    pub(in crate::app::desk) fn goes_on(&self) -> bool {
        self.is_wanted && !self.report.as_ref().is_some_and(|report| report.is_done)
    }
}
