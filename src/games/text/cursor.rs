//! A place in a text that knows the number of its line.

/// Goes through a text from its beginning to its end. A copy looks ahead.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text, which is in line 1.
    pub(in crate::games) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The byte `at` of a text, which is the first of a character and in line `line`.
    pub(in crate::games) fn inside(text: &'a str, at: usize, line: usize) -> Self {
        Self { text, at, line }
    }

    /// The whole text.
    pub(in crate::games) fn text(&self) -> &'a str {
        self.text
    }

    /// Bytes before this place.
    pub(in crate::games) fn at(&self) -> usize {
        self.at
    }

    /// The line of this place, from 1.
    pub(in crate::games) fn line(&self) -> usize {
        self.line
    }

    /// The rest of the text.
    pub(in crate::games) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The character that follows.
    pub(in crate::games) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by `n` bytes, which must end on a character, and returns them.
    pub(in crate::games) fn take(&mut self, n: usize) -> &'a str {
        let taken = &self.rest()[..n];
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.at += n;
        taken
    }

    /// Skips blanks.
    pub(in crate::games) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.take(rest.len() - rest.trim_start().len());
    }

    /// Takes the following letters and digits, possibly none.
    pub(in crate::games) fn word(&mut self) -> &'a str {
        self.take(self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count())
    }
}
