//! The eight game types: the base game with every mix of its expansions.

use super::piece::{Bug, PieceSet};

/// The expansions in use (the UHP document, GameTypeString).
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct GameType {
    /// The mosquito is in use.
    pub mosquito: bool,
    /// The ladybug is in use.
    pub ladybug: bool,
    /// The pillbug is in use.
    pub pillbug: bool,
}

impl GameType {
    /// All eight game types, in the order of menus.
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(true, false, false),
        Self::new(false, true, false),
        Self::new(false, false, true),
        Self::new(true, true, false),
        Self::new(true, false, true),
        Self::new(false, true, true),
        Self::new(true, true, true),
    ];

    const fn new(mosquito: bool, ladybug: bool, pillbug: bool) -> Self {
        Self { mosquito, ladybug, pillbug }
    }

    /// The pieces of both sides.
    #[must_use]
    pub fn pieces(self) -> PieceSet {
        let mut pieces = PieceSet::ALL;
        for bug in Bug::ALL.into_iter().filter(|bug| !self.has(*bug)) {
            pieces = pieces.without(PieceSet::of_bug(bug));
        }
        pieces
    }

    /// The kind is in use.
    #[must_use]
    pub fn has(self, bug: Bug) -> bool {
        match bug {
            Bug::Mosquito => self.mosquito,
            Bug::Ladybug => self.ladybug,
            Bug::Pillbug => self.pillbug,
            Bug::Queen | Bug::Spider | Bug::Beetle | Bug::Grasshopper | Bug::Ant => true,
        }
    }

    /// The GameTypeString, with the letters in the order `MLP`: `Base+ML`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.mosquito, self.ladybug, self.pillbug) {
            (false, false, false) => "Base",
            (true, false, false) => "Base+M",
            (false, true, false) => "Base+L",
            (false, false, true) => "Base+P",
            (true, true, false) => "Base+ML",
            (true, false, true) => "Base+MP",
            (false, true, true) => "Base+LP",
            (true, true, true) => "Base+MLP",
        }
    }

    /// Reads a GameTypeString; the letters may come in any order, capitals do not matter.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let text = text.trim();
        let (base, letters) = text.split_once('+').unwrap_or((text, ""));
        if !base.eq_ignore_ascii_case("base") || text.ends_with('+') {
            return None;
        }
        let mut found = Self::default();
        for letter in letters.chars() {
            let flag = match letter.to_ascii_uppercase() {
                'M' => &mut found.mosquito,
                'L' => &mut found.ladybug,
                'P' => &mut found.pillbug,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
        }
        Some(found)
    }
}
