//! Finds games and their properties in a text, in one pass.
//!
//! Does not know what any property means.

/// One game's properties as they stand in the text.
#[derive(Debug, Default)]
pub(super) struct RawGame<'a> {
    /// Line of its `(;`, from 1.
    pub(super) line: usize,
    /// Its properties, in order.
    pub(super) properties: Vec<Property<'a>>,
    /// What ended it too early: line and reason.
    pub(super) fault: Option<(usize, String)>,
}

/// `KEY[value]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a str,
    /// Line of its key, from 1.
    pub(super) line: usize,
}

/// What stands next in a text.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Game(RawGame<'a>),
    /// Text outside of any game, with its line.
    Junk(usize, &'a str),
}

/// Cuts a text into games.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

/// What a game starts with. Nobody writes this into a name or a comment, so that a value that
/// runs into it was not closed.
const GAME_START: &str = "(;GM[";

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1 }
    }

    /// Bytes that are not yet read.
    pub(super) fn n_left(&self) -> usize {
        self.rest.len()
    }

    /// Takes `n` bytes, which must end on a character.
    fn take(&mut self, n: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(n);
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    /// The text up to the next game, without blanks; numbers are how many synchro games follow
    /// and no junk.
    fn junk(&mut self) -> Option<Piece<'a>> {
        self.skip_blanks();
        let line = self.line;
        let end = self.rest.find("(;").unwrap_or(self.rest.len());
        let junk = self.take(end).trim();
        let numbers = junk.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        (!numbers).then_some(Piece::Junk(line, junk))
    }

    fn game(&mut self) -> RawGame<'a> {
        let mut game = RawGame { line: self.line, ..RawGame::default() };
        self.take("(;".len());
        loop {
            self.skip_blanks();
            if self.rest.starts_with(";)") {
                self.take(2);
                return game;
            }
            if self.rest.starts_with(')') {
                self.take(1);
                return game;
            }
            if self.rest.is_empty() || self.rest.starts_with("(;") {
                game.fault = Some((self.line, "the game is not closed by \";)\"".to_owned()));
                return game;
            }
            if self.rest.starts_with(';') {
                self.take(1);
                continue;
            }
            match self.property(game.properties.last().map(|last| last.key)) {
                Ok(property) => game.properties.push(property),
                Err(fault) => {
                    game.fault = Some(fault);
                    self.skip_broken_game();
                    return game;
                }
            }
        }
    }

    /// A property; a value without a key belongs to the key before it, as in SGF.
    fn property(&mut self, last_key: Option<&'a str>) -> Result<Property<'a>, (usize, String)> {
        let line = self.line;
        let n_key = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let key = self.take(n_key);
        self.skip_blanks();
        if !self.rest.starts_with('[') {
            let after = self.rest.chars().take_while(|c| !c.is_control());
            let odd: String = key.chars().chain(after).take(20).collect();
            return Err((line, format!("{odd:?} where a property should be")));
        }
        let key = match (key, last_key) {
            ("", Some(last)) => last,
            ("", None) => return Err((line, "a value without a property".to_owned())),
            (key, _) => key,
        };
        self.take(1);
        let unclosed = |line| (line, format!("the value of {key} is not closed by \"]\""));
        let n_value = value_len(self.rest).ok_or_else(|| unclosed(line))?;
        let value = self.take(n_value);
        self.take(1);
        Ok(Property { key, value, line })
    }

    /// Goes on behind the end of a game that cannot be read further, or before the next one.
    fn skip_broken_game(&mut self) {
        let next = self.rest.find(GAME_START).unwrap_or(self.rest.len());
        let end = self.rest[..next].find(";)").map_or(next, |end| end + 2);
        self.take(end);
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(junk) = self.junk() {
            return Some(junk);
        }
        (!self.rest.is_empty()).then(|| Piece::Game(self.game()))
    }
}

/// Bytes before the bracket that closes a value; `None` when the next game or the end of the text
/// comes first.
fn value_len(text: &str) -> Option<usize> {
    let mut n_backslashes = 0;
    for (idx, byte) in text.bytes().enumerate() {
        match byte {
            b']' if n_backslashes % 2 == 0 || is_end(&text[idx + 1..]) => return Some(idx),
            b'(' if text[idx..].starts_with(GAME_START) => return None,
            _ => {}
        }
        n_backslashes = if byte == b'\\' { n_backslashes + 1 } else { 0 };
    }
    None
}

/// What follows a bracket says that it closed the value, whatever stood before it: GGF itself has
/// no escapes, so that a backslash may well be the last letter of a path.
fn is_end(after: &str) -> bool {
    let after = after.trim_start();
    let key = after.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let n_key = after.len() - key.len();
    after.starts_with(";)") || (1..=2).contains(&n_key) && key.starts_with('[')
}

/// A text without the backslashes before its brackets; others stay.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("\\[", "[").replace("\\]", "]")
}
