//! Positions as text: 64 squares from a1 to h8 and the side to move.
//!
//! Does not judge whether the position can arise in a game; only a board without any disc is
//! refused, because a game from it has neither moves nor a winner.

use super::Othello;
use super::board::Board;
use super::formats::shortened;
use crate::games::Side;

/// The position as canonical text, as in GGF's `BO`: `*` black, `O` white, `-` empty, a blank, and
/// the side to move in the same letters.
#[must_use]
pub(super) fn write(pos: &Othello) -> String {
    let (black, white) = pos.black_white();
    let mut text: String = (0..64)
        .map(|square| match (black >> square & 1, white >> square & 1) {
            (1, _) => '*',
            (_, 1) => 'O',
            _ => '-',
        })
        .collect();
    text.push(' ');
    text.push(side_letter(pos.side));
    text
}

/// `*` for Black, `O` for White.
#[must_use]
pub(super) fn side_letter(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => 'O',
    }
}

/// Reads a position leniently: blanks and line breaks anywhere; black `*`, `X`, `B`, `#`, `●`;
/// white `O`, `0`, `W`, `○`; empty `-`, `.`, `_`, `·`; column letters and row digits of a printed
/// board; after the 64 squares the side as one of those letters or as a word (`black to move`).
/// Without a side Black is to move.
///
/// # Errors
///
/// States in words what is wrong.
pub(super) fn read(text: &str) -> Result<Othello, String> {
    let pos = read_any(text)?;
    if pos.black_white() == (0, 0) { Err(NO_DISC.to_owned()) } else { Ok(pos) }
}

/// The reason why a board without any disc is refused.
pub(super) const NO_DISC: &str = "there is no disc on the board";

/// Does the same as [`read`], but also accepts a board without any disc.
///
/// # Errors
///
/// In the same cases as [`read`].
pub(super) fn read_any(text: &str) -> Result<Othello, String> {
    let rows: Vec<&str> =
        text.lines().filter(|line| !is_column_letters(line)).map(strip_row_digits).collect();
    let text = rows.join("\n");
    let (board, mut side) = cut_side(&text);
    let mut squares = Squares::default();
    let mut rest = String::new();
    for c in board.chars() {
        let is_part_of_board = rest.is_empty() && (c.is_whitespace() || squares.take(c));
        if !is_part_of_board {
            rest.push(c);
        }
    }
    let mut more: Vec<char> = rest.chars().filter(|c| !c.is_whitespace()).collect();
    if let ([glued], None) = (&more[..], side) {
        // The side may directly follow the squares.
        side = side_of(*glued);
        more.truncate(usize::from(side.is_none()));
    }
    let n = squares.n as usize;
    if !more.iter().all(|c| letter(*c).is_some()) {
        let odd = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        let odd = shortened(&odd);
        return Err(match n {
            64 => format!("{odd:?} after the 64 squares is not a side; write * or O"),
            _ => format!("{odd:?} after {n} squares; 64 are needed"),
        });
    }
    if n + more.len() != 64 {
        let and_side = if side.is_some() { " and the side to move" } else { "" };
        return Err(format!("{} squares{and_side}; 64 are needed", n + more.len()));
    }
    Ok(Othello::new(squares.black, squares.white, side.unwrap_or(Side::First)))
}

/// The squares, and the side if it follows separately, as a letter or a word.
fn cut_side(text: &str) -> (&str, Option<Side>) {
    let whole = (text, None);
    let head = text.trim_end().trim_end_matches(';').trim_end();
    let sentence = head.strip_suffix('.').unwrap_or(head);
    let (head, in_words) = match strip_suffix_ignoring_case(sentence, "to move") {
        Some(head) => (head.trim_end(), true),
        None => (head, false),
    };
    for (word, side) in [("black", Side::First), ("white", Side::Second)] {
        let sentence = if in_words { head } else { sentence };
        if let Some(board) = strip_suffix_ignoring_case(sentence, word) {
            return (board, Some(side));
        }
    }
    let Some((at, last)) = head.char_indices().next_back() else { return whole };
    let (board, Some(side)) = (&head[..at], side_of(last)) else { return whole };
    if in_words || stands_apart(board) {
        return (board, Some(side));
    }
    whole
}

/// The text after `board` isn't a square: it has its own line, or the squares before it are not
/// written one by one.
fn stands_apart(board: &str) -> bool {
    let Some(before) = board.chars().next_back().filter(|c| c.is_whitespace()) else {
        return false;
    };
    before == '\n' || board.split_whitespace().any(|word| word.chars().nth(1).is_some())
}

fn strip_suffix_ignoring_case<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    let (head, tail) = text.split_at_checked(text.len().checked_sub(suffix.len())?)?;
    tail.eq_ignore_ascii_case(suffix).then_some(head)
}

/// The meaning of a letter of a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Letter {
    Black,
    White,
    Empty,
}

fn letter(c: char) -> Option<Letter> {
    match c {
        '*' | 'x' | 'X' | 'b' | 'B' | '#' | '●' | '⚫' => Some(Letter::Black),
        'o' | 'O' | '0' | 'w' | 'W' | '○' | '⚪' => Some(Letter::White),
        '-' | '.' | '_' | '·' => Some(Letter::Empty),
        _ => None,
    }
}

/// The squares read so far.
#[derive(Default)]
struct Squares {
    n: u32,
    black: u64,
    white: u64,
}

impl Squares {
    /// Takes the next square; `false` if the letter isn't one or all 64 are there.
    fn take(&mut self, c: char) -> bool {
        if self.n == 64 {
            return false;
        }
        match letter(c) {
            Some(Letter::Black) => self.black |= 1 << self.n,
            Some(Letter::White) => self.white |= 1 << self.n,
            Some(Letter::Empty) => {}
            None => return false,
        }
        self.n += 1;
        true
    }
}

/// The side that a letter of a board stands for.
fn side_of(c: char) -> Option<Side> {
    match letter(c)? {
        Letter::Black => Some(Side::First),
        Letter::White => Some(Side::Second),
        Letter::Empty => None,
    }
}

fn is_column_letters(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace() && *c != '|');
    letters.map(|c| c.to_ascii_lowercase()).eq("abcdefgh".chars())
}

/// A printed row without its number and its frame: `3 | . . . * O . . . | 3`.
fn strip_row_digits(line: &str) -> &str {
    let frame = |c: char| c.is_whitespace() || c == '|';
    let digit = |c: char| ('1'..='8').contains(&c);
    let line = line.trim_matches(frame);
    let line = line.strip_prefix(digit).filter(|row| row.starts_with(frame)).unwrap_or(line);
    let line = line.strip_suffix(digit).filter(|row| row.ends_with(frame)).unwrap_or(line);
    line.trim_matches(frame)
}

/// The number of squares at the beginning of the text, read as a board: a pasted text is judged by
/// it.
pub(super) fn n_leading_squares(text: &str) -> usize {
    text.lines()
        .filter(|line| !is_column_letters(line))
        .flat_map(|line| strip_row_digits(line).chars())
        .filter(|c| !c.is_whitespace())
        .take_while(|c| letter(*c).is_some())
        .take(64)
        .count()
}

/// The normal start as text.
#[must_use]
pub(super) fn start() -> String {
    write(&Othello { board: Board::START, side: Side::First })
}
