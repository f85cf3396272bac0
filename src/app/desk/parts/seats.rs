//! Who sits where, and the engines' last word on the game.
//!
//! Runs nothing.

use super::adaptive::Adaptive;
use super::keeper::Keeper;
use crate::app::command::SeatChoice;
use crate::games::{GameInfo, Side};
use crate::play::EnginePlayer;

/// Who sits at the two sides of the game on the board.
#[derive(Debug)]
pub(in crate::app::desk) struct Seats {
    pub(in crate::app::desk) choices: [SeatChoice; 2],
    /// The engines' ways of playing; `None` for people, and until the engine is needed.
    pub(in crate::app::desk) players: [Option<EnginePlayer>; 2],
    /// The score each side's engine last gave, in the game's unit, from the first side's view.
    pub(in crate::app::desk) evals: [Option<f64>; 2],
    /// Engines that can think on the other's time do so.
    pub(in crate::app::desk) ponder: bool,
    /// Who keeps the game.
    pub(in crate::app::desk) keeper: Keeper,
    /// One of them is the adaptive opponent of the other.
    pub(in crate::app::desk) adaptive: Option<Adaptive>,
}

impl Seats {
    pub(in crate::app::desk) fn new(choices: [SeatChoice; 2]) -> Self {
        let (players, evals) = ([None, None], [None, None]);
        Self { choices, players, evals, ponder: false, keeper: Keeper::Unknown, adaptive: None }
    }

    pub(in crate::app::desk) fn pondering(self, ponder: bool) -> Self {
        Self { ponder, ..self }
    }

    /// A person on each side, called as the side.
    pub(in crate::app::desk) fn people(info: &GameInfo) -> Self {
        Self::new(info.sides.map(|name| SeatChoice::Human { name: name.to_owned() }))
    }

    /// People with these names; a side without a name is called as the side.
    pub(in crate::app::desk) fn named(info: &GameInfo, names: &[String; 2]) -> Self {
        Self::new([0, 1].map(|idx| {
            let name = if names[idx].is_empty() { info.sides[idx] } else { &names[idx] };
            SeatChoice::Human { name: name.to_owned() }
        }))
    }

    pub(in crate::app::desk) fn is_human(&self, side: Side) -> bool {
        matches!(self.choices[side.idx()], SeatChoice::Human { .. })
    }

    /// The only person at the table, if there is just one.
    pub(in crate::app::desk) fn only_human(&self) -> Option<Side> {
        match (self.is_human(Side::First), self.is_human(Side::Second)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            (true, true) | (false, false) => None,
        }
    }
}
