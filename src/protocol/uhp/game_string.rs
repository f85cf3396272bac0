//! The parts of a GameString, and the shape of a MoveString.
//!
//! Knows no rules: it cannot check that the moves are possible, or that the head fits them.

use std::fmt;

use crate::protocol::words::{each_field, split_at, words};

/// A GameString: `Base+MLP;InProgress;White[2];wS1;bS1 wS1-`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameString {
    /// The pieces of the game.
    pub kind: GameKind,
    /// The state of the game, according to its author.
    pub state: GameState,
    /// The side to move, as written: `White[2]`.
    pub turn: String,
    /// The moves as written.
    pub moves: Vec<String>,
}

/// What a GameString says of its game before its moves.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameHead {
    /// The pieces of the game.
    pub kind: GameKind,
    /// The state of the game, according to its author.
    pub state: GameState,
    /// The side to move, as written: `White[2]`.
    pub turn: String,
}

/// A GameTypeString: the expansion pieces of the game.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct GameKind {
    /// `M`.
    pub mosquito: bool,
    /// `L`.
    pub ladybug: bool,
    /// `P`.
    pub pillbug: bool,
}

/// A GameStateString.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GameState {
    /// No move was made.
    NotStarted,
    /// It goes on.
    InProgress,
    /// Drawn.
    Draw,
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
}

const STATES: [(&str, GameState); 5] = [
    ("NotStarted", GameState::NotStarted),
    ("InProgress", GameState::InProgress),
    ("Draw", GameState::Draw),
    ("WhiteWins", GameState::WhiteWins),
    ("BlackWins", GameState::BlackWins),
];

impl GameString {
    /// Reads a GameString; `None` if the text isn't one. Either case, blanks around the parts and
    /// a semicolon at the end are tolerated.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let GameHead { kind, state, turn } = GameHead::parse(text)?;
        Some(Self { kind, state, turn, moves: moves_of(text).map(str::to_owned).collect() })
    }

    /// The game is over, by its head.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }
}

impl GameHead {
    /// Reads the head of a GameString, as [`GameString::parse`] does; its moves are not read.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = parts_of(text);
        let kind = GameKind::parse(parts.next()?)?;
        let state = parts.next()?;
        let (_, state) = STATES.iter().find(|(name, _)| name.eq_ignore_ascii_case(state))?;
        let turn = parts.next().filter(|turn| is_turn(turn))?.to_owned();
        Some(Self { kind, state: *state, turn })
    }
}

/// The moves of a GameString, as written.
pub(super) fn moves_of(text: &str) -> impl Iterator<Item = &str> {
    parts_of(text).skip(3)
}

fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    each_field(text.trim().trim_end_matches(';'), |ch| ch == ';')
}

impl fmt::Display for GameString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.kind, self.state, self.turn)?;
        self.moves.iter().try_for_each(|mv| write!(f, ";{mv}"))
    }
}

impl GameState {
    /// No move follows.
    #[must_use]
    pub fn is_over(self) -> bool {
        match self {
            Self::NotStarted | Self::InProgress => false,
            Self::Draw | Self::WhiteWins | Self::BlackWins => true,
        }
    }
}

impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = STATES.iter().find(|(_, state)| state == self).map(|(name, _)| *name);
        f.write_str(name.unwrap_or_default())
    }
}

impl GameKind {
    /// Reads a GameTypeString, with the letters in any order.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (base, letters) = match split_at(text.trim(), "+") {
            Some((base, letters)) if !letters.is_empty() => (base, letters),
            Some(_) => return None,
            None => (text.trim(), ""),
        };
        if !base.eq_ignore_ascii_case("base") {
            return None;
        }
        let mut kind = Self::default();
        for letter in letters.chars() {
            let piece = match letter.to_ascii_uppercase() {
                'M' => &mut kind.mosquito,
                'L' => &mut kind.ladybug,
                'P' => &mut kind.pillbug,
                _ => return None,
            };
            *piece = true;
        }
        Some(kind)
    }

    /// Reads the line of capabilities, which may end in a semicolon; `None` if it contains anything
    /// else.
    #[must_use]
    pub fn parse_capabilities(line: &str) -> Option<Self> {
        let mut kind = Self::default();
        let parts = each_field(line, |ch| ch == ';');
        let mut parts = parts.filter(|part| !part.is_empty());
        let mut n_known = 0;
        parts.try_for_each(|part| {
            let piece = match part.to_ascii_lowercase().as_str() {
                "mosquito" => &mut kind.mosquito,
                "ladybug" => &mut kind.ladybug,
                "pillbug" => &mut kind.pillbug,
                _ => return None,
            };
            *piece = true;
            n_known += 1;
            Some(())
        })?;
        (n_known > 0).then_some(kind)
    }

    /// The line of capabilities for an engine that can play with these; empty without any.
    #[must_use]
    pub fn capabilities(self) -> String {
        let named =
            [(self.mosquito, "Mosquito"), (self.ladybug, "Ladybug"), (self.pillbug, "Pillbug")];
        let names: Vec<&str> =
            named.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
        names.join(";")
    }

    /// Every piece of `other` is here too.
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        self.mosquito >= other.mosquito
            && self.ladybug >= other.ladybug
            && self.pillbug >= other.pillbug
    }
}

impl GameKind {
    /// The GameTypeString.
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
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn is_turn(text: &str) -> bool {
    let Some((side, number)) = text.strip_suffix(']').and_then(|text| split_at(text, "[")) else {
        return false;
    };
    let is_side = ["white", "black"].iter().any(|known| side.eq_ignore_ascii_case(known));
    is_side && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if the text has the shape of a MoveString: `pass`, `wS1`, `bB1 wQ`, `bS1 wS1-`.
#[must_use]
pub fn is_move_string(text: &str) -> bool {
    let mut words = words(text);
    let (Some(piece), place, None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    if piece.eq_ignore_ascii_case("pass") {
        return place.is_none();
    }
    const DIRECTIONS: [char; 3] = ['-', '/', '\\'];
    is_piece(piece)
        && place.is_none_or(|place| {
            let before = place.strip_prefix(DIRECTIONS);
            let after = place.strip_suffix(DIRECTIONS);
            match (before, after) {
                (Some(_), Some(_)) => false,
                (Some(other), None) | (None, Some(other)) => is_piece(other),
                (None, None) => is_piece(place) || place == ".",
            }
        })
}

/// `wQ`, `bA3`: numbers are not compared with the number of pieces.
fn is_piece(text: &str) -> bool {
    let mut letters = text.bytes();
    let is_named = matches!(letters.next(), Some(b'w' | b'b' | b'W' | b'B'))
        && letters.next().is_some_and(|bug| b"QSBGAMLP".contains(&bug.to_ascii_uppercase()));
    is_named
        && letters.next().is_none_or(|digit| digit.is_ascii_digit())
        && letters.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_strings_are_taken_apart_and_put_together() {
        let text = "Base+MLP;InProgress;White[2];wS1;bS1 wS1-";
        let game = GameString::parse(text).unwrap();
        assert_eq!(game.moves, ["wS1", "bS1 wS1-"]);
        assert!(!game.is_over());
        assert_eq!(game.to_string(), text);
        let game = GameString::parse("base+plm;Draw;black[11];").unwrap();
        assert!(game.is_over() && game.moves.is_empty());
        assert_eq!(game.to_string(), "Base+MLP;Draw;black[11]");
        for (text, is_over) in [
            ("Base+MLP;WhiteWins;Black[2];wS1;bS1 wS1-;", true),
            ("Base;draw;White[1];", true),
            (" Base;Draw;White[1]", true),
            ("Base;InProgress;White[2];wS1;Draw", false),
            ("Base;Draw", false),
            ("Base", false),
        ] {
            assert_eq!(
                GameHead::parse(text).is_some_and(|head| head.state.is_over()),
                is_over,
                "{text}"
            );
        }
        for broken in
            ["", "Base", "Base;InProgress", "Chess;NotStarted;White[1]", "Base;On;White[1]"]
        {
            assert_eq!(GameString::parse(broken), None, "{broken}");
        }
        for broken in ["Base;NotStarted;Green[1]", "Base;NotStarted;White[]", "Base+;Draw;White[1]"]
        {
            assert_eq!(GameString::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn capabilities_may_end_in_a_semicolon() {
        for (line, expected) in [
            ("Mosquito;Ladybug;Pillbug", Some("Base+MLP")),
            ("Mosquito;Ladybug;", Some("Base+ML")),
            ("pillbug", Some("Base+P")),
            ("", None),
            (";", None),
            ("Mosquito;Wasp", None),
        ] {
            let kind = GameKind::parse_capabilities(line).map(|kind| kind.to_string());
            assert_eq!(kind.as_deref(), expected, "{line}");
        }
        let kind = GameKind::parse("Base+PL").unwrap();
        assert_eq!(kind.capabilities(), "Ladybug;Pillbug");
        assert!(kind.includes(GameKind::default()) && !GameKind::default().includes(kind));
    }

    #[test]
    fn moves_are_known_by_their_shape() {
        for text in ["wS1", "pass", "PASS", "bS1 wS1/", "bS1 -wS1", "wB1 wQ", "wQ wQ/", "wQ \\bM"] {
            assert!(is_move_string(text), "{text}");
        }
        for text in ["", "ok", "wS1 bG1 wQ", "wX1", "b", "wS1 -wS1-", "wS12", "error", "pass now"] {
            assert!(!is_move_string(text), "{text}");
        }
    }
}
