//! Cuts a PDN text into tags, moves, numbers, results, comments and set-ups, in one pass.
//!
//! Does not know whether a move can be played, nor what a tag or a comment means. A copy of a
//! [`Lexer`] looks ahead.

use crate::games::text::tags::{Tag, TagFinder};

/// A piece of a PDN text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    /// Line where it begins, from 1.
    pub(super) line: usize,
    /// It directly follows the part before.
    pub(super) glued: bool,
}

/// The content of a piece of a PDN text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    /// `[Key "value"]`, with the value as written, including escapes.
    Tag(&'a str, &'a str),
    /// `12.` with the number of dots; 0 for a number alone.
    Number(u32, usize),
    /// `32-28`, `28x19x10`, `1- 7`, `3228`.
    Move(RawMove<'a>),
    /// `2-0`, `1/2-1/2`, `*`.
    Result(&'a str),
    /// `{text}`, or the rest of a line after a semicolon.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$7`
    Nag(u32),
    /// `!?`, `(?)`; without the parentheses.
    Strength(&'a str),
    /// `/FEN "..."/`: the text between the slashes.
    Setup(&'a str),
    /// `...` where a move is expected.
    Ellipsis,
    /// Text that cannot be read.
    Odd(&'a str),
    /// A comment inside a comment; the line of the inner brace.
    NestedComment(usize),
    /// A comment without an end.
    OpenComment,
}

/// A move as written: the squares in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RawMove<'a> {
    squares: [u8; MAX_SQUARES],
    n: u8,
    /// The separator belongs to a capture.
    pub(super) is_capture: bool,
    /// As written.
    pub(super) text: &'a str,
}

/// Twenty captured men, the origin and the goal.
const MAX_SQUARES: usize = 22;

impl<'a> RawMove<'a> {
    /// The squares as written, at least two; a number of more than two digits is 0.
    pub(super) fn squares(&self) -> &[u8] {
        &self.squares[..usize::from(self.n)]
    }

    fn push(&mut self, square: u8) -> bool {
        let Some(place) = self.squares.get_mut(usize::from(self.n)) else { return false };
        *place = square;
        self.n += 1;
        true
    }
}

/// The pieces of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    tags: TagFinder,
}

const RESULTS: [&str; 8] = ["1/2-1/2", "1/2", "2-0", "1-1", "0-2", "1-0", "0-1", "0-0"];

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, tags: TagFinder::default() }
    }

    /// The number of bytes that have been read.
    pub(super) fn n_done(&self) -> usize {
        self.at
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn byte_after(&self, n: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + n).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Cuts `n` bytes, which must end at the border of a character.
    fn take(&mut self, n: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + n];
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.at += n;
        taken
    }

    /// Skips blanks, comment lines and other text between moves.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | b',' => self.at += 1,
                b'%' => self.at += self.n_to_line_end(),
                // A no-break space, and the mark that some files begin with.
                0xc2 if self.rest().starts_with('\u{a0}') => self.at += 2,
                0xef if self.rest().starts_with('\u{feff}') => self.at += 3,
                _ => return,
            }
        }
    }

    fn n_to_line_end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
    }

    /// `[Key "value"]`. A tag that is not closed ends with its line.
    fn tag(&mut self) -> Kind<'a> {
        let line = &self.text[self.at..self.tags.line_end(self.text, self.at)];
        let Some(Tag { key, value, len, is_closed }) = self.tags.tag(self.text, self.at) else {
            let end = line.find(']').map_or(line.len(), |end| end + 1);
            return Kind::Odd(self.take(end).trim_end());
        };
        let key = key.trim();
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if key.is_empty() || !key.chars().all(is_key) {
            return Kind::Odd(self.take(line.len()).trim_end());
        }
        self.take(len);
        let open = || value.trim_end().trim_end_matches([']', '"']);
        Kind::Tag(key, if is_closed { value } else { open() })
    }

    /// A comment in braces. There is none inside another (PDN 3.0, restrictions of comments); after
    /// a broken one the text continues with the next line that is a tag.
    fn comment(&mut self) -> Kind<'a> {
        let rest = self.rest();
        let inner = rest.bytes().skip(1).position(|byte| matches!(byte, b'{' | b'}'));
        match inner {
            Some(n) if rest.as_bytes()[n + 1] == b'}' => {
                let text = self.take(n + 2);
                Kind::Comment(&text[1..=n])
            }
            Some(n) => {
                let line = self.line + rest[..n + 1].bytes().filter(|byte| *byte == b'\n').count();
                self.skip_to_tag();
                // A comment that was not closed meets the first comment of the next game, not a
                // nested one.
                if line > self.line { Kind::OpenComment } else { Kind::NestedComment(line) }
            }
            None => {
                self.skip_to_tag();
                Kind::OpenComment
            }
        }
    }

    fn skip_to_tag(&mut self) {
        self.take(1);
        loop {
            let n = self.n_to_line_end();
            self.take((n + 1).min(self.rest().len()));
            let line = self.rest();
            let is_tag = line.starts_with('[')
                && line.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase)
                && line.lines().next().is_some_and(|line| line.contains('"'));
            if is_tag || line.is_empty() {
                return;
            }
        }
    }

    fn setup(&mut self) -> Kind<'a> {
        let rest = self.rest();
        match rest[1..].find(['/', '\n', '{']) {
            Some(n) if rest.as_bytes()[n + 1] == b'/' => {
                let text = self.take(n + 2);
                Kind::Setup(&text[1..=n])
            }
            _ => self.odd(),
        }
    }

    /// `(?)`, or the beginning of a variation.
    fn parenthesis(&mut self) -> Kind<'a> {
        let marks = self.text.as_bytes()[self.at + 1..]
            .iter()
            .take_while(|byte| matches!(byte, b'!' | b'?'))
            .count();
        if marks > 0 && self.byte_after(marks + 1) == Some(b')') {
            let text = self.take(marks + 2);
            return Kind::Strength(&text[1..=marks]);
        }
        self.take(1);
        Kind::Open
    }

    fn digits(&mut self) -> &'a str {
        let rest = &self.text.as_bytes()[self.at..];
        let n = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += n;
        &self.text[self.at - n..self.at]
    }

    /// A text that begins with a digit: a result, a move number or a move.
    fn number(&mut self) -> Kind<'a> {
        if let Some(result) = self.result() {
            return Kind::Result(self.take(result.len()));
        }
        let start = self.at;
        let digits = self.digits();
        if self.byte() == Some(b'.') {
            let n_dots = self.rest().bytes().take_while(|byte| *byte == b'.').count();
            self.at += n_dots;
            return match digits.parse() {
                Ok(number) => Kind::Number(number, n_dots),
                Err(_) => Kind::Odd(&self.text[start..self.at]),
            };
        }
        let line = self.line;
        if let Some(mv) = self.rest_of_move(start, digits) {
            return Kind::Move(mv);
        }
        (self.at, self.line) = (start + digits.len(), line);
        match (digits.len(), digits.parse()) {
            (4, Ok(number)) => self.unseparated(start, number),
            (1..=3, Ok(number)) if !self.byte().is_some_and(|byte| byte.is_ascii_alphabetic()) => {
                Kind::Number(number, 0)
            }
            _ => {
                self.at = start;
                self.odd()
            }
        }
    }

    /// A result at this place. `1-18` and `10-01` contain no result.
    fn result(&self) -> Option<&'static str> {
        let rest = self.rest();
        // Most numbers begin moves, and no result has two digits in a row.
        if self.byte_after(1).is_none_or(|byte| !matches!(byte, b'-' | b'/')) {
            return None;
        }
        let found = RESULTS.into_iter().find(|result| rest.starts_with(result))?;
        let next = rest.as_bytes().get(found.len());
        let goes_on = next.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b':' | b'+')
        });
        (!goes_on).then_some(found)
    }

    /// The rest of a move after its first number.
    fn rest_of_move(&mut self, start: usize, digits: &str) -> Option<RawMove<'a>> {
        let is_capture = self.separator()?;
        let mut mv = RawMove { squares: [0; MAX_SQUARES], n: 0, is_capture, text: "" };
        mv.push(square(digits));
        let to = self.digits();
        if to.is_empty() {
            return None;
        }
        mv.push(square(to));
        while is_capture && self.next_square(&mut mv) {}
        mv.text = &self.text[start..self.at];
        Some(mv)
    }

    /// One more square of a capture, if one follows.
    fn next_square(&mut self, mv: &mut RawMove<'a>) -> bool {
        let here = (self.at, self.line);
        let to = if self.separator() == Some(true) { self.digits() } else { "" };
        let is_square = !to.is_empty() && mv.push(square(to));
        if !is_square {
            (self.at, self.line) = here;
        }
        is_square
    }

    /// Skips `-`, `x` or `:` with the blanks around it, if there is one. Returns true for a
    /// capture.
    fn separator(&mut self) -> Option<bool> {
        while matches!(self.byte(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let is_capture = match self.byte()? {
            b'-' => false,
            b'x' | b'X' | b':' => true,
            0xe2 if self.rest().starts_with(['\u{2010}', '\u{2011}', '\u{2013}']) => {
                self.at += 2;
                false
            }
            0xc3 if self.rest().starts_with('\u{d7}') => {
                self.at += 1;
                true
            }
            _ => return None,
        };
        self.at += 1;
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = self.byte() {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
        Some(is_capture)
    }

    /// `3228`: two squares without anything between them.
    fn unseparated(&self, start: usize, number: u32) -> Kind<'a> {
        let mut squares = [0; MAX_SQUARES];
        let text = &self.text[start..self.at];
        squares[..2].copy_from_slice(&[square(&text[..2]), square(&text[2..])]);
        if squares[..2].contains(&0) {
            return Kind::Number(number, 0);
        }
        Kind::Move(RawMove { squares, n: 2, is_capture: false, text })
    }

    fn nag(&mut self) -> Kind<'a> {
        let start = self.at;
        self.at += 1;
        let digits = self.digits();
        match digits.parse() {
            Ok(number) => Kind::Nag(number),
            Err(_) => Kind::Odd(&self.text[start..self.at]),
        }
    }

    /// An unknown word.
    fn odd(&mut self) -> Kind<'a> {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | '*');
        let n = rest[first..].find(ends).map_or(rest.len(), |n| n + first);
        Kind::Odd(self.take(n))
    }
}

/// A square's number, 0 if it isn't valid.
fn square(digits: &str) -> u8 {
    match *digits.as_bytes() {
        [ones] => ones - b'0',
        [tens, ones] => (tens - b'0') * 10 + (ones - b'0'),
        _ => 0,
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let end = self.at;
        self.skip_blanks();
        let (line, glued) = (self.line, self.at == end);
        let kind = match self.byte()? {
            b'0'..=b'9' => self.number(),
            b'{' => self.comment(),
            b'[' => self.tag(),
            b'(' => self.parenthesis(),
            b')' => {
                self.take(1);
                Kind::Close
            }
            b'!' | b'?' => {
                let n = self.rest().bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
                Kind::Strength(self.take(n))
            }
            b'*' => Kind::Result(self.take(1)),
            b'$' => self.nag(),
            b'/' => self.setup(),
            b';' => {
                let n = self.n_to_line_end();
                Kind::Comment(self.take(n)[1..].trim_end())
            }
            b'.' => {
                let n = self.rest().bytes().take_while(|byte| *byte == b'.').count();
                self.take(n);
                Kind::Ellipsis
            }
            0xc2 if self.rest().starts_with("\u{bd}-\u{bd}") => {
                self.take(5);
                Kind::Result("1/2-1/2")
            }
            _ => self.odd(),
        };
        Some(Token { kind, line, glued })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_at_the_same_place_whatever_else_stands_on_their_line() {
        for (line, kinds) in [
            (r#"[A "b"][C "d" ] [E "f"]"#, "A=b C=d E=f"),
            (r#"[A "a \"b\" c"] [B "x\\"]"#, r#"A=a \"b\" c B=x\\"#),
            (r#"[A "b\"] [C "d"]"#, r#"A=b\"] [C "d"#),
            (r#"[A "b\"] [C "d\"]"#, r#"A=b\ C=d\"#),
            (r#"[A "b\" ] [C "d]"#, r#"A=b\ C=d"#),
            (r#"[A "]"#, "A="),
            (r#"[A "b" c"] [D ""]"#, r#"A=b" c D="#),
            ("[] [a] [", "? ? ?"),
            (r#"[A "b"] [] []"#, "A=b ? ?"),
        ] {
            // The same text again on a second line, behind a quote that belongs to neither of them.
            for text in [line.to_owned(), format!("{line}\n{line}\n; \"]")] {
                let shown: Vec<String> = Lexer::new(&text)
                    .map(|token| match token.kind {
                        Kind::Tag(key, value) => format!("{key}={value}"),
                        Kind::Odd(_) => "?".to_owned(),
                        kind => format!("{kind:?}"),
                    })
                    .collect();
                let n_lines = text.lines().count().div_ceil(2);
                let expected = vec![kinds; n_lines].join(" ");
                let shown = shown.join(" ");
                assert_eq!(shown.split(" Comment").next(), Some(&*expected), "{text}");
            }
        }
    }
}
