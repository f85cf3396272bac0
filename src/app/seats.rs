//! Who sits where, and the engines' last word on the game.
//!
//! Runs nothing.

use super::SeatChoice;
use crate::games::{GameInfo, NodeId, Side};
use crate::protocol::SearchId;

/// Who sits at the two sides of the game on the board.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    pub(super) choices: [SeatChoice; 2],
    /// The score each side's engine last gave, in the game's unit, from the first side's view.
    pub(super) evals: [Option<(f64, String)>; 2],
    /// The search that is to give the next move: whose, and at which node.
    pub(super) asked: Option<Asked>,
}

/// A search that is to give the next move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Asked {
    pub(super) engine: u64,
    pub(super) search: SearchId,
    pub(super) node: NodeId,
    /// It was told to move now.
    pub(super) hurried: bool,
}

impl Seats {
    pub(super) fn new(choices: [SeatChoice; 2]) -> Self {
        Self { choices, evals: [None, None], asked: None }
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

/// The name shown for a choice.
pub(super) fn name_of(choice: &SeatChoice) -> String {
    match choice {
        SeatChoice::Human { name } => name.clone(),
        SeatChoice::Engine { name, options } => match options.first() {
            Some((option, value)) => format!("{name}, {option} {value}"),
            None => name.clone(),
        },
    }
}
