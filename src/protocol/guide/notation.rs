//! The parts of GUIDE's messages: boards, moves, games, numbers and words.
//!
//! Total functions without state. Knows no rules: a move is two squares and the squares of the men
//! it takes.

use std::collections::BTreeSet;
use std::fmt;

use nom::IResult;
use nom::Parser;
use nom::combinator::{map_opt, opt};
use nom::multi::many0;

use crate::protocol::words::{finite, split_at, split_word, word, words};

/// Squares of the board; they are numbered from 1.
pub(super) const N_SQUARES: usize = 50;

/// The side to move, and the content of each square.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Board {
    /// White is to move.
    pub white_to_move: bool,
    /// Squares 1 to 50: `e` empty, `w` and `b` men, `W` and `B` kings. Always 50 of these.
    squares: String,
}

impl Board {
    /// A board; `None` unless `squares` are 50 of `ewbWB`.
    #[must_use]
    pub fn new(white_to_move: bool, squares: &str) -> Option<Self> {
        let known = |ch: char| matches!(ch, 'e' | 'w' | 'b' | 'W' | 'B');
        let is_board = squares.len() == N_SQUARES && squares.chars().all(known);
        is_board.then(|| Self { white_to_move, squares: squares.to_owned() })
    }

    /// The start of every game of international draughts, White to move.
    #[must_use]
    pub fn standard() -> Self {
        let squares = ["b".repeat(20), "e".repeat(10), "w".repeat(20)].concat();
        Self { white_to_move: true, squares }
    }

    /// Squares 1 to 50, one character each.
    #[must_use]
    pub fn squares(&self) -> &str {
        &self.squares
    }

    /// Reads `white` and 50 squares, and also returns the text that follows.
    pub(super) fn split(text: &str) -> Option<(Self, &str)> {
        let (rest, (colour, squares)) = (word, word).parse(text).ok()?;
        let white_to_move = match colour.to_ascii_lowercase().as_str() {
            "white" | "w" => true,
            "black" | "b" => false,
            _ => return None,
        };
        Some((Self::new(white_to_move, &squares.replace('E', "e"))?, rest))
    }

    /// Reads `white` and 50 squares; the text that follows is ignored.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::split(text).map(|(board, _)| board)
    }
}

/// `white` or `black`, and the squares.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.white_to_move { "white" } else { "black" }, self.squares)
    }
}

/// A move as the document writes it: `32 28 0`, `31 33 2 27 28`.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Move {
    /// The square it begins on, 1 to 50.
    pub from: u8,
    /// The square it ends on, 1 to 50.
    pub to: u8,
    /// The squares of the men it takes; engines list them in any order.
    pub kills: BTreeSet<u8>,
}

impl Move {
    /// Reads a move. A missing number of kills counts as 0; otherwise the squares listed count, not
    /// their number, since the document's own indices are one too many.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (rest, mv) = mv(text).ok()?;
        rest.trim().is_empty().then_some(mv)
    }
}

/// Kills are written in ascending order.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.from, self.to, self.kills.len())?;
        self.kills.iter().try_for_each(|square| write!(f, " {square}"))
    }
}

/// A start and the moves from there, as `game` writes them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameText {
    /// The position it begins with.
    pub start: Board,
    /// All moves.
    pub moves: Vec<Move>,
}

impl GameText {
    /// Reads `white <50> 2 m 32 28 0 m 17 21 0`. The moves count, not their number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (start, rest) = Board::split(text)?;
        let (count, listed) = split_word(rest);
        let moves = match whole(count) {
            Some(_) => parse_moves(listed)?,
            None => parse_moves(rest)?,
        };
        Some(Self { start, moves })
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.start, self.moves.len())?;
        self.moves.iter().try_for_each(|mv| write!(f, " m {mv}"))
    }
}

/// Reads `m 32 28 0 m 17 21 0`. An empty text is an empty list; a text with a part that isn't a
/// move isn't a list.
pub(super) fn parse_moves(text: &str) -> Option<Vec<Move>> {
    let words: Vec<&str> = words(text).collect();
    words
        .split(|word| word.eq_ignore_ascii_case("m"))
        .filter(|part| !part.is_empty())
        .map(|part| Move::parse(&part.join(" ")))
        .collect()
}

/// From, to, and the kills, if any.
fn mv(text: &str) -> IResult<&str, Move> {
    let (rest, (from, to)) = (square, square).parse(text)?;
    let (rest, count) = opt(map_opt(word, whole)).parse(rest)?;
    let (rest, listed) = match count {
        None | Some(0) => (rest, Vec::new()),
        Some(_) => many0(square).parse(rest)?,
    };
    Ok((rest, Move { from, to, kills: listed.into_iter().collect() }))
}

fn square(text: &str) -> IResult<&str, u8> {
    let number = |word: &str| word.parse::<u8>().ok();
    map_opt(word, number).parse(text).and_then(|(rest, square)| {
        let on_board = (1..=N_SQUARES).contains(&usize::from(square));
        let error = || nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Verify));
        on_board.then_some((rest, square)).ok_or_else(error)
    })
}

/// A whole number that is the whole text; engines write `12.0` and `+12` too.
pub(super) fn integer(text: &str) -> Option<i64> {
    if let Ok(whole) = text.parse() {
        return Some(whole);
    }
    let number = finite(text).filter(|number| number.fract() == 0.0 && number.abs() < 1e15)?;
    #[expect(clippy::cast_possible_truncation, reason = "a whole number within the range")]
    let whole = number as i64;
    Some(whole)
}

/// A whole number from 0 on.
pub(super) fn whole(text: &str) -> Option<u32> {
    integer(text).and_then(|number| u32::try_from(number).ok())
}

/// A message without the part that the escape mechanism hides: everything from `#` on.
pub(super) fn without_escape(line: &str) -> &str {
    split_at(line, "#").map_or(line, |(before, _)| before).trim()
}

/// Seconds as they are sent: `180`, `0.25`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Secs(pub(super) f64);

impl fmt::Display for Secs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Text inside a message: it must neither end the message nor hide the rest of it.
pub(super) fn free_text(text: &str) -> String {
    text.chars().map(|ch| if ch < ' ' || ch == '#' { ' ' } else { ch }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Option<String> {
        Move::parse(text).map(|mv| mv.to_string())
    }

    #[test]
    fn moves_are_read_leniently_and_written_canonically() {
        for (text, expected) in [
            ("32 28 0", Some("32 28 0")),
            ("32 28", Some("32 28 0")),
            ("31 33 2 27 28", Some("31 33 2 27 28")),
            ("31 33 2 28 27", Some("31 33 2 27 28")),
            ("  31  33 1 27 28 ", Some("31 33 2 27 28")),
            ("31 33 3 28 27", Some("31 33 2 27 28")),
            ("32 28 0 17", None),
            ("32 51 0", None),
            ("0 28 0", None),
            ("32", None),
            ("32-28", None),
            ("32 28 x", None),
            ("", None),
        ] {
            assert_eq!(mv(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn the_order_of_the_kills_is_nothing() {
        assert_eq!(Move::parse("31 33 2 27 28"), Move::parse("31 33 2 28 27"));
        assert_ne!(Move::parse("31 33 2 27 28"), Move::parse("31 33 2 27 29"));
    }

    #[test]
    fn a_game_has_a_start_and_its_moves() {
        let start = Board::standard();
        let text = format!("{start} 2 m 32 28 0 m 17 21 0");
        let game = GameText::parse(&text).unwrap();
        assert_eq!((game.moves.len(), game.to_string()), (2, text));
        for other in ["m 32 28 0 m 17 21 0", "7 m 32 28 0 M 17 21", "2  m 32 28 0  m 17 21 0 m"] {
            assert_eq!(
                GameText::parse(&format!("White {} {other}", start.squares())).unwrap(),
                game
            );
        }
        assert_eq!(GameText::parse(&format!("{start} 0")).unwrap().moves, []);
        assert_eq!(GameText::parse(&format!("{start} 1 m 32")), None);
        assert_eq!(GameText::parse("white eee 0"), None);
    }

    #[test]
    fn boards_have_fifty_squares_of_five_kinds() {
        let squares = "B".to_owned() + &"e".repeat(48) + "w";
        let board = Board::parse(&format!("black {squares}")).unwrap();
        assert_eq!((board.white_to_move, board.squares()), (false, squares.as_str()));
        assert_eq!(Board::new(true, &"x".repeat(50)), None);
        assert_eq!(Board::parse(&format!("green {squares}")), None);
        assert_eq!(Board::standard().squares().len(), N_SQUARES);
    }

    #[test]
    fn seconds_have_no_digits_to_spare() {
        for (secs, text) in [(180.0, "180"), (0.25, "0.25"), (0.0, "0"), (1.0 / 3.0, "0.333")] {
            assert_eq!(Secs(secs).to_string(), text);
        }
    }
}
