//! Finds games and their properties in a text, in one pass.
//!
//! Does not know what any property means. GGF has the form of SGF, but no escapes, so its values
//! end by rules of their own.

use crate::games::text::Cursor;

/// One game's properties, as in the text.
#[derive(Debug, Default)]
pub(super) struct RawGame<'a> {
    /// Its properties, in order.
    pub(super) properties: Vec<Property<'a>>,
    /// The reason why it ended too early, with the line.
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

/// The next item of a text.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Game(RawGame<'a>),
    /// Text outside of any game, with its line.
    Junk(usize, &'a str),
}

/// Cuts a text into games.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    place: Cursor<'a>,
    /// No value that begins before this place is closed before it. This was searched for once, so
    /// that it is not searched for again for every game that begins there.
    unclosed_to: usize,
    /// The place of the next [`GAME_START`], as far as that was searched for.
    next_game: usize,
}

/// The start of a game. It never occurs in a name or a comment, so a value that contains it was
/// not closed.
const GAME_START: &str = "(;GM[";

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { place: Cursor::new(text), unclosed_to: 0, next_game: 0 }
    }

    /// The number of bytes that have been read.
    pub(super) fn n_done(&self) -> usize {
        self.place.at()
    }

    fn rest(&self) -> &'a str {
        self.place.rest()
    }

    /// The text up to the next game, without blanks; a number is the count of synchro games that
    /// follow, and isn't junk.
    fn junk(&mut self) -> Option<Piece<'a>> {
        self.place.skip_blanks();
        let line = self.place.line();
        let end = self.rest().find("(;").unwrap_or(self.rest().len());
        let junk = self.place.take(end).trim();
        let numbers = junk.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        (!numbers).then_some(Piece::Junk(line, junk))
    }

    fn game(&mut self) -> RawGame<'a> {
        let mut game = RawGame::default();
        self.place.take("(;".len());
        loop {
            self.place.skip_blanks();
            if self.rest().starts_with(";)") {
                self.place.take(2);
                return game;
            }
            if self.rest().starts_with(')') {
                self.place.take(1);
                return game;
            }
            if self.rest().is_empty() || self.rest().starts_with("(;") {
                game.fault =
                    Some((self.place.line(), "the game is not closed by \";)\"".to_owned()));
                return game;
            }
            if self.rest().starts_with(';') {
                self.place.take(1);
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
        let line = self.place.line();
        let key = self.place.word();
        self.place.skip_blanks();
        if !self.rest().starts_with('[') {
            let after = self.rest().chars().take_while(|c| !c.is_control());
            let odd: String = key.chars().chain(after).take(20).collect();
            return Err((line, format!("{odd:?} where a property should be")));
        }
        let key = match (key, last_key) {
            ("", Some(last)) => last,
            ("", None) => return Err((line, "a value without a property".to_owned())),
            (key, _) => key,
        };
        self.place.take(1);
        let unclosed = |line| (line, format!("the value of {key} is not closed by \"]\""));
        let n_value = self.value_len().ok_or_else(|| unclosed(line))?;
        let value = self.place.take(n_value);
        self.place.take(1);
        Ok(Property { key, value, line })
    }

    /// Bytes before the bracket that closes a value; `None` when the next game or the end of the
    /// text comes first.
    fn value_len(&mut self) -> Option<usize> {
        if self.place.at() < self.unclosed_to {
            return None;
        }
        let len = value_len(self.rest());
        if let Err(n_searched) = len {
            self.unclosed_to = self.place.at() + n_searched;
        }
        len.ok()
    }

    /// Goes on behind the end of a game that cannot be read further, or before the next one.
    fn skip_broken_game(&mut self) {
        let at = self.place.at();
        if self.next_game <= at {
            self.next_game = at + self.rest().find(GAME_START).unwrap_or(self.rest().len());
        }
        let next = self.next_game - at;
        let end = self.rest()[..next].find(";)").map_or(next, |end| end + 2);
        self.place.take(end);
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(junk) = self.junk() {
            return Some(junk);
        }
        (!self.rest().is_empty()).then(|| Piece::Game(self.game()))
    }
}

/// A longer word is no key.
const LONGEST_KEY: usize = 24;

/// Bytes before the bracket that closes a value, or otherwise before the next game or the end of
/// the text.
fn value_len(text: &str) -> Result<usize, usize> {
    let mut n_backslashes = 0;
    for (idx, byte) in text.bytes().enumerate() {
        match byte {
            b']' if n_backslashes % 2 == 0 || is_end(&text[idx + 1..]) => return Ok(idx),
            b'(' if text[idx..].starts_with(GAME_START) => return Err(idx),
            _ => {}
        }
        n_backslashes = if byte == b'\\' { n_backslashes + 1 } else { 0 };
    }
    Err(text.len())
}

/// The text after a bracket shows that it closed the value, whatever comes before it: GGF itself
/// has no escapes, so a backslash may be the last letter of a path. A long key that other programs made up
/// (`Round`) begins with a capital and stands right there; in a text, `b[0\]` may go on with a small letter,
/// and words have blanks between them.
fn is_end(after: &str) -> bool {
    let word = after.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let is_long_key = after.starts_with(|c: char| c.is_ascii_uppercase()) && word <= LONGEST_KEY;
    if is_long_key && after[word..].starts_with('[') {
        return true;
    }
    let after = after.trim_start();
    let key = after.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let n_key = after.len() - key.len();
    after.starts_with(";)") || (1..=2).contains(&n_key) && key.starts_with('[')
}

/// A text without the backslashes before its brackets; other backslashes stay.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("\\[", "[").replace("\\]", "]")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings in a text: the values of each game, and whether it has a fault.
    fn found(text: &str) -> Vec<(Vec<&str>, bool)> {
        Scanner::new(text)
            .map(|piece| match piece {
                Piece::Game(game) => {
                    let values = game.properties.iter().map(|property| property.value).collect();
                    (values, game.fault.is_some())
                }
                Piece::Junk(_, junk) => (vec![junk], true),
            })
            .collect()
    }

    #[test]
    fn the_games_behind_values_that_are_not_closed_are_found() {
        let text = "(;GM[x]A[1];)(;A[;)(;B[;) (;GM[y]B[2];)(;A[;)(;C[\\];)(;GM[z]C[3];)(;D[";
        let unclosed = || (Vec::new(), true);
        assert_eq!(
            found(text),
            [
                (vec!["x", "1"], false),
                unclosed(),
                unclosed(),
                (vec!["y", "2"], false),
                // The value takes in the next game, whose bracket closes it.
                (vec![";)(;C[\\"], false),
                (vec!["z", "3"], false),
                unclosed(),
            ]
        );
    }

    #[test]
    fn where_no_value_is_closed_is_looked_for_once() {
        let text = "(;GM[x];)".to_owned() + &"(;A[;)".repeat(1_000) + "(;GM[y];)" + "(;A[;)(;B[;)";
        let mut scanner = Scanner::new(&text);
        let mut searched = Vec::new();
        while scanner.next().is_some() {
            searched.push((scanner.unclosed_to, scanner.next_game));
        }
        searched.dedup();
        let second = text.rfind("(;GM[").expect("it is there");
        assert_eq!(searched, [(0, 0), (second, second), (text.len(), text.len())]);
    }
}
