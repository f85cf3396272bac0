//! What the user can choose between.
//!
//! Chooses nothing.

/// What happens when a rule of the game allows a draw.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum DrawRules {
    /// The game ends.
    #[default]
    Automatic,
    /// A person is told and can claim it.
    Ask,
    /// Nothing.
    Off,
}

/// Whose word holds where the engine that keeps a game and the program's referee differ.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Judge {
    /// The referee's; differences are shown, and the game goes on.
    #[default]
    Referee,
    /// The engine's: only moves that it lists can be made, and what it says of the end holds.
    Engine,
}

/// What the window is used for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Mode {
    /// A game between seats.
    #[default]
    Play,
    /// Explaining positions.
    Analyse,
    /// Engines against engines.
    Match,
}

/// What the board and the lines can show besides in analysis.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Aid {
    /// Regions of empty cells, in games that have them, with what is odd and what is even.
    Regions,
    /// The best move of every engine as an arrow in the engine's colour.
    EngineArrows,
    /// What two engines differ by, move by move.
    Differences,
    /// The next moves of the first engine's main line.
    MainLine,
}

/// The aids that are shown.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Aids {
    /// See [`Aid::Regions`].
    pub regions: bool,
    /// See [`Aid::EngineArrows`].
    pub engine_arrows: bool,
    /// See [`Aid::Differences`].
    pub differences: bool,
    /// See [`Aid::MainLine`].
    pub main_line: bool,
}

impl Aids {
    /// This one is shown.
    #[must_use]
    pub fn has(self, aid: Aid) -> bool {
        match aid {
            Aid::Regions => self.regions,
            Aid::EngineArrows => self.engine_arrows,
            Aid::Differences => self.differences,
            Aid::MainLine => self.main_line,
        }
    }

    /// Shows or hides this one.
    pub(super) fn set(&mut self, aid: Aid, on: bool) {
        *match aid {
            Aid::Regions => &mut self.regions,
            Aid::EngineArrows => &mut self.engine_arrows,
            Aid::Differences => &mut self.differences,
            Aid::MainLine => &mut self.main_line,
        } = on;
    }
}

/// Whose point of view scores have.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PointOfView {
    /// The first player's.
    #[default]
    First,
    /// The side to move.
    Mover,
}

/// What a person decides about a move that the coach advises against.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CoachWish {
    /// To be told what was better.
    Why,
    /// To let the game go on.
    PlayOn,
}

/// How a user judges a move, by the signs of all games.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MoveMark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    VeryGood,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl MoveMark {
    /// All of them, in the order of their numbers in PGN (`$1` to `$6`).
    pub const ALL: [Self; 6] = [
        Self::Good,
        Self::Mistake,
        Self::VeryGood,
        Self::Blunder,
        Self::Interesting,
        Self::Dubious,
    ];

    /// The sign behind a move.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Mistake => "?",
            Self::VeryGood => "!!",
            Self::Blunder => "??",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
        }
    }
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Theme {
    /// As the system wishes.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
    /// High contrast.
    Contrast,
}
