//! Cuts SGF into brackets, nodes, names of properties and values.
//!
//! Knows no game, and reports no mistakes: the reader of each dialect decides what is allowed. GGF
//! looks similar but isn't SGF: it has no escapes, so its values end by other rules.

use super::Cursor;

/// A part of a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::games) enum Kind<'a> {
    /// A game or a variation begins: `(`.
    Open,
    /// It ends: `)`.
    Close,
    /// A node begins: `;`.
    Node,
    /// The name of a property, before its values.
    Key(&'a str),
    /// The text between `[` and `]`.
    Value(Value<'a>),
    /// Anything else except blanks.
    Odd(char),
}

/// A value as it was written, including escapes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::games) struct Value<'a> {
    pub(in crate::games) written: &'a str,
    /// False for one that takes all the rest of the text because no bracket ends it.
    pub(in crate::games) is_closed: bool,
}

impl Value<'_> {
    /// The value without its escapes, and its length in bytes, of which only the first `most` are
    /// kept. A line break after a backslash is dropped.
    pub(in crate::games) fn unescaped(&self, most: usize) -> (String, usize) {
        let (mut value, mut n_bytes) = (String::new(), 0);
        let mut letters = self.written.chars();
        while let Some(letter) = letters.next() {
            let letter = match letter {
                '\\' => match letters.next() {
                    Some('\n') | None => continue,
                    Some(letter) => letter,
                },
                '\r' => continue,
                letter => letter,
            };
            n_bytes += letter.len_utf8();
            if n_bytes <= most {
                value.push(letter);
            }
        }
        (value, n_bytes)
    }
}

/// A part and its place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::games) struct Part<'a> {
    pub(in crate::games) kind: Kind<'a>,
    /// Line, from 1.
    pub(in crate::games) line: usize,
    /// Bytes before it.
    pub(in crate::games) at: usize,
}

/// The parts of a text, in order. A copy looks ahead.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct Parts<'a>(Cursor<'a>);

impl<'a> Parts<'a> {
    /// All parts from a place on.
    pub(in crate::games) fn from(place: Cursor<'a>) -> Self {
        Self(place)
    }

    /// The place behind the last part; after the end of the text also behind the blanks there.
    pub(in crate::games) fn place(&self) -> Cursor<'a> {
        self.0
    }

    /// A value comes next.
    pub(in crate::games) fn is_value_next(&mut self) -> bool {
        self.0.skip_blanks();
        self.0.peek() == Some('[')
    }

    /// The next value, and its line; `None` if something else comes.
    pub(in crate::games) fn value(&mut self) -> Option<(usize, Value<'a>)> {
        let is_one = self.is_value_next();
        let line = self.0.line();
        is_one.then(|| (line, self.take_value()))
    }

    fn take_value(&mut self) -> Value<'a> {
        self.0.take(1);
        let rest = self.0.rest();
        let mut is_escaped = false;
        let end = rest.bytes().position(|byte| {
            let is_end = byte == b']' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        let written = self.0.take(end.unwrap_or(rest.len()));
        self.0.take(usize::from(end.is_some()));
        Value { written, is_closed: end.is_some() }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        self.0.skip_blanks();
        let (line, at) = (self.0.line(), self.0.at());
        let letter = self.0.peek()?;
        let kind = match letter {
            '[' => Kind::Value(self.take_value()),
            letter if letter.is_ascii_alphanumeric() => Kind::Key(self.0.word()),
            letter => {
                self.0.take(letter.len_utf8());
                match letter {
                    '(' => Kind::Open,
                    ')' => Kind::Close,
                    ';' => Kind::Node,
                    letter => Kind::Odd(letter),
                }
            }
        };
        Some(Part { kind, line, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_say_what_they_are_and_where_they_begin() {
        let text = "x(;GM[6]\n  AW[a] [b\\]\\\\]é;\n)]";
        let found: Vec<(usize, usize)> =
            Parts::from(Cursor::new(text)).map(|part| (part.line, part.at)).collect();
        let places = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3].into_iter();
        let bytes = [0, 1, 2, 3, 5, 11, 13, 17, 24, 26, 28, 29];
        assert_eq!(found, places.zip(bytes).collect::<Vec<_>>());
        let value = |written| Kind::Value(Value { written, is_closed: true });
        let kinds: Vec<Kind<'_>> = Parts::from(Cursor::new(text)).map(|part| part.kind).collect();
        let (open, node, close) = (Kind::Open, Kind::Node, Kind::Close);
        let [x, game, white] = ["x", "GM", "AW"].map(Kind::Key);
        let [six, a, b] = ["6", "a", "b\\]\\\\"].map(value);
        let [e, bracket] = ['é', ']'].map(Kind::Odd);
        assert_eq!(kinds, [x, open, node, game, six, white, a, b, e, node, close, bracket]);
    }

    #[test]
    fn values_lose_their_escapes_and_what_is_too_long() {
        let value = |written| Value { written, is_closed: true };
        let plain = value("a\\]b\\\\c\\\nd\r\ne\\").unescaped(100);
        assert_eq!(plain, ("a]b\\cd\ne".to_owned(), 8));
        assert_eq!(value("aé\\]b").unescaped(3), ("aé".to_owned(), 5));
    }

    #[test]
    fn a_value_that_nothing_closes_takes_the_rest() {
        let mut parts = Parts::from(Cursor::new("C[a\n;W[b\\]"));
        let open = Value { written: "a\n;W[b\\]", is_closed: false };
        assert_eq!(parts.nth(1).map(|part| part.kind), Some(Kind::Value(open)));
        assert_eq!((parts.next(), parts.place().line()), (None, 2));
    }
}
