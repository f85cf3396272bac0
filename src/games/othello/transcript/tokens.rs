//! Cuts a transcript into moves, numbers, results, headings and comments.
//!
//! Does not know whether a move can be played.

use crate::games::othello::moves::{Move, square_at};
use crate::games::text::Cursor;
use crate::games::text::tags::{TagFinder, unescaped};

/// A piece of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    /// Line in the text, from 1.
    pub(super) line: usize,
    /// The byte where it begins.
    pub(super) at: usize,
    /// Only move numbers and headers precede it on its line.
    pub(super) first: bool,
}

/// The content of a piece of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    Move(Move),
    /// `1.`, `12`.
    Number(u32),
    /// `37-27`, `1-0`, `1/2-1/2`.
    Result(&'a str),
    /// `[Black "name"]`, with the value unescaped.
    Header(&'a str, String),
    /// `{text}`.
    Comment(&'a str),
    /// `!?`.
    Mark(&'a str),
    /// Text that cannot be read.
    Odd(&'a str),
}

/// The length of `1/2-1/2` and a little more.
const LONGEST_RESULT: usize = 8;

/// The pieces of a text, in order.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    Tokens { place: Cursor::new(text), tags: TagFinder::default(), first: true }
}

/// The iterator that cuts the text as it is asked.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    place: Cursor<'a>,
    tags: TagFinder,
    first: bool,
}

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        self.place.rest()
    }

    fn take(&mut self, n: usize) -> &'a str {
        let line = self.place.line();
        let taken = self.place.take(n);
        self.first |= self.place.line() > line;
        taken
    }

    /// Bytes at the beginning that fit.
    fn n_while(&self, fits: impl Fn(u8) -> bool) -> usize {
        self.rest().bytes().take_while(|byte| fits(*byte)).count()
    }

    /// Skips blanks and separators between moves. Two hyphens are a pass.
    fn skip_separators(&mut self) {
        loop {
            let n = self.rest().len() - self.rest().trim_start_matches(is_separator).len();
            self.take(n);
            let single = self.rest().starts_with('-') && !self.rest().starts_with("--");
            // This is a comment of PGN, from a semicolon or a percent sign to the end of the line.
            let comment = self.rest().starts_with('%') || self.rest().starts_with('#');
            if single {
                self.take(1);
            } else if comment {
                let end = self.rest().find('\n').unwrap_or(self.rest().len());
                self.take(end);
            } else if n == 0 {
                return;
            }
        }
    }

    fn header(&mut self) -> Option<Kind<'a>> {
        let tag = self.tags.tag(self.place.text(), self.place.at());
        let tag = tag.filter(|tag| tag.is_closed)?;
        self.take(tag.len);
        Some(Kind::Header(tag.key.trim(), unescaped(tag.value)))
    }

    fn comment(&mut self) -> Kind<'a> {
        let end = self.rest().find('}').unwrap_or(self.rest().len());
        let text = self.take(end);
        self.take(usize::from(!self.rest().is_empty()));
        Kind::Comment(text[1..].trim())
    }

    /// A number with its dot, or a result.
    fn number(&mut self) -> Kind<'a> {
        let in_result = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
        let n = self.rest().bytes().take(LONGEST_RESULT).take_while(in_result).count();
        let whole = &self.rest()[..n];
        let parts = whole.split('-').count();
        if parts == 2 && whole.ends_with(|c: char| c.is_ascii_digit()) {
            return Kind::Result(self.take(n));
        }
        let n = self.n_while(|byte| byte.is_ascii_digit());
        let digits = self.take(n);
        match digits.parse() {
            Ok(number) => Kind::Number(number),
            Err(_) => Kind::Odd(digits),
        }
    }

    fn word(&mut self) -> Kind<'a> {
        if let &[col, row, ..] = self.rest().as_bytes()
            && let Some(square) = square_at(col, row)
        {
            self.take(2);
            return Kind::Move(Move::Place(square));
        }
        for pass in ["pass", "pa", "ps", "--"] {
            let head = self.rest().as_bytes().get(..pass.len());
            if head.is_some_and(|head| head.eq_ignore_ascii_case(pass.as_bytes())) {
                self.take(pass.len());
                return Kind::Move(Move::Pass);
            }
        }
        let ends = |c: char| is_separator(c) || matches!(c, '{' | '-');
        let skip = self.rest().chars().next().map_or(0, char::len_utf8);
        let end = self.rest()[skip..].find(ends).map_or(self.rest().len(), |end| end + skip);
        Kind::Odd(self.take(end))
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '.' | ':' | '|' | '>' | ']' | '(' | ')')
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_separators();
            let (line, first, at) = (self.place.line(), self.first, self.place.at());
            let byte = *self.rest().as_bytes().first()?;
            let kind = match byte {
                b'[' => match if first { self.header() } else { None } {
                    Some(header) => header,
                    None => {
                        // This is a pass in brackets, or text that does not matter.
                        self.take(1);
                        self.first = false;
                        continue;
                    }
                },
                b'{' => self.comment(),
                b'0'..=b'9' => self.number(),
                b'!' | b'?' => {
                    let n = self.n_while(|byte| matches!(byte, b'!' | b'?'));
                    Kind::Mark(self.take(n))
                }
                b'*' => {
                    self.take(1);
                    Kind::Result("*")
                }
                _ => self.word(),
            };
            self.first &=
                matches!(kind, Kind::Number(_) | Kind::Header(..)) || self.place.line() > line;
            return Some(Token { kind, line, at, first });
        }
    }
}
