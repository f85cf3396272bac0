//! Places of checkers, and the names of their cells.
//!
//! A place always has the same name, in White's numbering.

use super::board::{BAR, OFF};
use crate::games::Side;

/// A place of checkers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// A point, in White's numbering.
    Point(u8),
    /// A side's bar.
    Bar(Side),
    /// A side's borne-off checkers.
    Off(Side),
}

impl Place {
    /// The place with the number `point` in the numbering of `side`; 25 is its bar, 0 its tray.
    pub(super) fn of(side: Side, point: u8) -> Self {
        match usize::from(point) {
            BAR => Self::Bar(side),
            OFF => Self::Off(side),
            _ => Self::Point(if side == Side::First { point } else { 25 - point }),
        }
    }

    /// Its number for `side`; `None` for the other side's bar and tray.
    pub(super) fn point_of(self, side: Side) -> Option<u8> {
        match self {
            Self::Point(point) => Some(if side == Side::First { point } else { 25 - point }),
            Self::Bar(owner) => (owner == side).then_some(BAR as u8),
            Self::Off(owner) => (owner == side).then_some(OFF as u8),
        }
    }

    /// The name of its cell.
    pub(super) fn name(self) -> String {
        let colour = |side: Side| ["white", "black"][side.idx()];
        match self {
            Self::Point(point) => point.to_string(),
            Self::Bar(side) => format!("{} bar", colour(side)),
            Self::Off(side) => format!("{} off", colour(side)),
        }
    }

    /// The place of a cell's name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "white bar" => Some(Self::Bar(Side::First)),
            "black bar" => Some(Self::Bar(Side::Second)),
            "white off" => Some(Self::Off(Side::First)),
            "black off" => Some(Self::Off(Side::Second)),
            _ => name.parse().ok().filter(|point| (1..=24).contains(point)).map(Self::Point),
        }
    }
}
