//! Who sits where, and the engines' last word on the game.
//!
//! Runs nothing.

use super::kept::Keeper;
use crate::app::command::SeatChoice;
use crate::games::{GameInfo, Side};
use crate::play::EnginePlayer;

/// Who sits at the two sides of the game on the board.
#[derive(Debug)]
pub(super) struct Seats {
    pub(super) choices: [SeatChoice; 2],
    /// The engines' ways of playing; `None` for people, and until the engine is needed.
    pub(super) players: [Option<EnginePlayer>; 2],
    /// The score each side's engine last gave, in the game's unit, from the first side's view.
    pub(super) evals: [Option<f64>; 2],
    /// Engines that can think on the other's time do so.
    pub(super) ponder: bool,
    /// Who keeps the game.
    pub(super) keeper: Keeper,
}

impl Seats {
    pub(super) fn new(choices: [SeatChoice; 2]) -> Self {
        let (players, evals) = ([None, None], [None, None]);
        Self { choices, players, evals, ponder: false, keeper: Keeper::Unknown }
    }

    pub(super) fn pondering(self, ponder: bool) -> Self {
        Self { ponder, ..self }
    }

    /// A person on each side, called as the side.
    pub(super) fn people(info: &GameInfo) -> Self {
        Self::new(info.sides.map(|name| SeatChoice::Human { name: name.to_owned() }))
    }

    /// People with these names; a side without a name is called as the side.
    pub(super) fn named(info: &GameInfo, names: &[String; 2]) -> Self {
        Self::new([0, 1].map(|idx| {
            let name = if names[idx].is_empty() { info.sides[idx] } else { &names[idx] };
            SeatChoice::Human { name: name.to_owned() }
        }))
    }

    pub(super) fn is_human(&self, side: Side) -> bool {
        matches!(self.choices[side.idx()], SeatChoice::Human { .. })
    }

    /// The only person at the table, if there is just one.
    pub(super) fn only_human(&self) -> Option<Side> {
        match (self.is_human(Side::First), self.is_human(Side::Second)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            (true, true) | (false, false) => None,
        }
    }
}
