//! What a review asks of an engine.
//!
//! Asks nothing itself.

/// Something that the engine is asked. Positions are counted by the moves before them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Question {
    /// What a position is worth, and the best of its moves.
    Position(usize),
    /// What all of its moves are worth at a glance, so that also a bad one has a value.
    Glance(usize),
    /// What a position that awaits dice is worth after a roll, by its number in `throws`.
    Roll(usize, usize),
    /// What the position after the engine's own choice is worth, in place of the move that led to one that was
    /// dealt with; so far as the review has come is counted to another.
    OwnChoice { instead_of: usize, counted_to: usize },
}

impl Question {
    /// The position that it is about, or counted to.
    pub(super) fn ply(self) -> usize {
        match self {
            Self::Position(ply) | Self::Glance(ply) | Self::Roll(ply, _) => ply,
            Self::OwnChoice { counted_to, .. } => counted_to,
        }
    }
}
