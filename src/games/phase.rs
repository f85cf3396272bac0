//! How far a game has come.
//!
//! Each game says it by what is on its board ([`super::Rules::phase`]).

/// A part of a game.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum GamePhase {
    /// The pieces come into play.
    Opening,
    /// What lies between the two others.
    Middle,
    /// The game is near its end: few pieces, few empty squares, a race, a queen nearly surrounded.
    Ending,
}

impl GamePhase {
    /// All of them, in the order of play.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Ending];

    /// Its name: `opening`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle game",
            Self::Ending => "ending",
        }
    }
}
