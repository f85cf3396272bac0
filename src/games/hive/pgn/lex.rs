//! Cuts a PGN text into tags, moves, comments and parentheses.
//!
//! Does not know which moves are legal.

use crate::games::hive::moves::spelled;
use crate::games::text::Cursor;
use crate::games::text::tags::{TagFinder, unescaped};

/// One part of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Kind<'a> {
    /// `[Key "value"]`, with the value unescaped.
    Tag(&'a str, String),
    /// `12.`, `12...`
    Number,
    /// The words of one move.
    Move(&'a str),
    /// `!?`, `$4`
    Mark(&'a str),
    /// `{...}`, or the rest of a line behind a semicolon.
    Comment(&'a str),
    /// `{` without an end: it has taken all the rest of the text.
    OpenComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `*`, `1-0`, `WhiteWins`
    Result(&'a str),
}

/// A part and the line in which it begins, from 1.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) line: usize,
    /// The byte where it begins.
    pub(super) at: usize,
}

/// The maximum length of a tag in bytes.
const MAX_TAG: usize = 10_000;
/// The number of bytes searched ahead for the words of a move.
const MAX_WORDS: usize = 300;
/// The maximum length of a tag's key in bytes.
const MAX_KEY: usize = 100;
/// Digits of a move's number; no game needs more.
const MAX_DIGITS: usize = 9;

/// Signs behind a move that are no part of it.
const BEHIND: [char; 4] = [',', '.', ';', ':'];

const RESULTS: [&str; 11] = [
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "½-½",
    "WhiteWins",
    "BlackWins",
    "Draw",
    "InProgress",
    "NotStarted",
    "Resigns",
];

/// The parts of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    place: Cursor<'a>,
    tags: TagFinder,
    /// No move of the game has come.
    is_start: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { place: Cursor::new(text), tags: TagFinder::default(), is_start: true }
    }

    /// `[Key "value"]`; `None` if it is something else in brackets.
    fn tag(&mut self) -> Option<Kind<'a>> {
        let tag = self.tags.tag(self.place.text(), self.place.at())?;
        if !tag.is_closed || tag.len >= MAX_TAG {
            return None;
        }
        let head = tag.key.trim_start();
        let near = &head[..head.floor_char_boundary(MAX_KEY)];
        let (key, _) = near.split_once(char::is_whitespace).unwrap_or((near, ""));
        if !key.starts_with(char::is_alphanumeric) || !head[key.len()..].trim_start().is_empty() {
            return None;
        }
        let value = unescaped(tag.value);
        // Quotes that were not escaped will be when it is written; it must be read again then.
        let n_signs = value.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
        if MAX_TAG <= key.len() + value.len() + n_signs + "[ \"\"]".len() {
            return None;
        }
        self.place.take(tag.len);
        self.is_start = true;
        Some(Kind::Tag(key, value))
    }

    /// The words up to the end of the line or to a sign that cannot belong to a move, without the commas and the
    /// like that some put behind moves.
    fn words(&mut self) -> Kind<'a> {
        let (rest, mut end, mut n_words) = (self.place.rest(), 0, 0);
        let near = &rest[..rest.floor_char_boundary(MAX_WORDS)];
        let line_end = near.find(['\n', '{', '(', ')', '[']).unwrap_or(near.len());
        // A comment to the end of the line.
        let line_end = near[..line_end].find(" ;").unwrap_or(line_end);
        let most = if self.is_whole(&rest[..line_end]) { 1 } else { 2 };
        let mut from = 0;
        for word in rest[..line_end].split_whitespace() {
            let at = from + rest[from..].find(word).unwrap_or(0);
            let is_other = n_words > 0 && (is_number(word) || is_mark(word) || is_result(word));
            if is_other || n_words == most {
                break;
            }
            from = at + word.len();
            let bare = without_signs(word);
            (end, n_words) = (at + bare.len().max(1), n_words + 1);
            if end < from {
                break;
            }
        }
        let first = near.split_whitespace().next().unwrap_or_default();
        let mark = first.trim_end_matches(BEHIND);
        if n_words > 0 && is_mark(mark) {
            self.place.take(first.len());
            return Kind::Mark(mark);
        }
        if n_words > 0 && (is_number(first) || is_result(first)) {
            let word = self.place.take(first.len());
            return if is_number(word) { Kind::Number } else { Kind::Result(word) };
        }
        let end = end.max(rest.chars().next().map_or(0, char::len_utf8));
        let mv = self.place.take(end);
        self.is_start = false;
        let rest = self.place.rest();
        self.place.take(rest.len() - rest.trim_start_matches(BEHIND).len());
        Kind::Move(mv)
    }

    /// The first of these words is a whole move: a pass, or the first move where the second stands on the same
    /// line, `wS1 bG1 wS1-`.
    fn is_whole(&self, words: &str) -> bool {
        let mut words = words.split_whitespace();
        let first = words.next().unwrap_or_default();
        let is_move = |text: &str| spelled(without_signs(text)).is_some();
        let Some(second) = words.next().filter(|_| self.is_start && is_move(first)) else {
            return first.eq_ignore_ascii_case("pass");
        };
        is_move(second) && words.next().is_some_and(|third| is_move(&format!("{second} {third}")))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.place.skip_blanks();
        // `1.wS1`: the number has no blank behind it.
        let (line, at) = (self.place.line(), self.place.at());
        let rest = self.place.rest();
        let token = |kind| Some(Token { kind, line, at });
        let glued = number_len(rest);
        if glued > 0 {
            self.place.take(glued);
            return token(Kind::Number);
        }
        match rest.chars().next()? {
            '[' => {
                if let Some(tag) = self.tag() {
                    return token(tag);
                }
                token(Kind::Move(self.place.take(1)))
            }
            '{' => {
                let Some(end) = rest.find('}') else {
                    self.place.take(rest.len());
                    return token(Kind::OpenComment);
                };
                token(Kind::Comment(&self.place.take(end + 1)[1..end]))
            }
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                token(Kind::Comment(&self.place.take(end)[1..]))
            }
            '(' => {
                self.place.take(1);
                token(Kind::Open)
            }
            ')' => {
                self.place.take(1);
                token(Kind::Close)
            }
            _ => {
                let kind = self.words();
                token(kind)
            }
        }
    }
}

/// A word without the commas and the like behind it, and without a mark: `wL!?`.
fn without_signs(word: &str) -> &str {
    word.trim_end_matches(BEHIND).trim_end_matches(['!', '?'])
}

/// The length of `12.` or `12...` at the beginning of a text; 0 if there is no number.
fn number_len(text: &str) -> usize {
    let n_digits = text.bytes().take(MAX_DIGITS).take_while(u8::is_ascii_digit).count();
    let n_dots = text[n_digits..].bytes().take_while(|byte| *byte == b'.').count();
    if n_digits > 0 && n_dots > 0 { n_digits + n_dots } else { 0 }
}

fn is_number(word: &str) -> bool {
    number_len(word) > 0
}

fn is_mark(word: &str) -> bool {
    let is_strength = word.bytes().all(|byte| matches!(byte, b'!' | b'?'));
    let digits = word.strip_prefix('$').unwrap_or_default();
    let is_nag = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    !word.is_empty() && (is_strength || is_nag)
}

fn is_result(word: &str) -> bool {
    RESULTS.iter().any(|result| result.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn tags_are_told_from_what_else_stands_in_brackets() {
        for (text, key, value) in [
            ("[Event \"a [b] \\\"c\\\"\"]", "Event", "a [b] \"c\""),
            ("[ White   \"x\" ]  \n1. wS1", "White", "x"),
            ("[Empty \"\"]", "Empty", ""),
        ] {
            let first = Lexer::new(text).next().map(|token| token.kind);
            assert_eq!(first, Some(Kind::Tag(key, value.to_owned())), "{text}");
        }
        let too_long = format!("[Event \"{}\"]", "x".repeat(MAX_TAG));
        for text in ["[Event]", "[Event \"]", "[Event x\"]", "[Event \"x\"", "[] x", &too_long] {
            let is_tag = |token: Token<'_>| matches!(token.kind, Kind::Tag(..));
            assert!(!Lexer::new(text).any(is_tag), "{text}");
        }
    }

    #[test]
    fn moves_may_stand_two_to_a_number_with_signs_between_them() {
        for text in [
            "1. wS1 bG1 wS1- 2. pass bA1 wS1/",
            "1. wS1, bG1 wS1-; 2. pass, bA1 wS1/.",
            "1. wS1\n2. bG1 wS1-\n3. pass 4. bA1 wS1/",
            "[A \"b\"] wS1 bG1 wS1- pass bA1 wS1/",
        ] {
            let moves: Vec<&str> = Lexer::new(text)
                .filter_map(|token| if let Kind::Move(mv) = token.kind { Some(mv) } else { None })
                .collect();
            assert_eq!(moves, ["wS1", "bG1 wS1-", "pass", "bA1 wS1/"], "{text}");
        }
    }

    #[test]
    fn lines_and_places_are_counted_over_tags_and_moves() {
        let text = "[A \"1\"]\n[B \"2\"]\n\n1. wS1\n2. bS1 wS1-";
        let found: Vec<(usize, usize)> =
            Lexer::new(text).map(|token| (token.line, token.at)).collect();
        assert_eq!(found, [(1, 0), (2, 8), (4, 17), (4, 20), (5, 24), (5, 27)]);
    }

    /// Seconds for a byte, in the best of three runs, because other programs may use the machine,
    /// too.
    fn cost(text: &str) -> f64 {
        let runs = (0..3).map(|_run| {
            let began = Instant::now();
            assert!(Lexer::new(text).count() > 1000);
            began.elapsed().as_secs_f64() / text.len() as f64
        });
        runs.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn texts_that_are_no_games_cost_no_more_than_some_times_a_game_of_their_length() {
        let game = cost(&"1. wS1\n2. bS1 wS1-\n".repeat(20_000));
        for text in [
            "7".repeat(4_000_000),
            "[a".repeat(200_000),
            "[a \"".repeat(100_000),
            "[a \"     ".repeat(100_000) + "x\"]",
            "1.".repeat(200_000),
        ] {
            // If each part searched through it again, the factor would be a thousand.
            let times = cost(&text) / game;
            assert!(times < 200.0, "{times} times, {:?}...", &text[..8]);
        }
    }
}
