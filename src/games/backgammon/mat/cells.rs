//! A numbered line of a `.mat` file, cut into the actions of each player.
//!
//! Knows no position: the column decides whose cell it is, as far as possible.

use crate::games::Side;
use crate::games::backgammon::script::Deed;

/// The second player's column in files of GNU Backgammon and Jellyfish begins at column 33; a first
/// cell from here on belongs to the second player.
const RIGHT: usize = 20;
/// The width of a tab.
const TAB: usize = 8;

/// One word of a line.
struct Word<'a> {
    text: &'a str,
    /// Column, with tabs expanded.
    column: usize,
    /// Tabs between it and the word before.
    n_tabs: usize,
}

/// The deeds of a line after its number, `1)`, up to the first unknown word, which
/// is the second result. `shift` is the column where `text` begins.
pub(super) fn deeds(text: &str, shift: usize) -> (Vec<Deed>, Option<String>) {
    let words = words(text, shift);
    let mut cells: Vec<Cell<'_>> = Vec::new();
    for word in &words {
        match (starts_cell(word.text), cells.last_mut()) {
            (false, Some(cell)) => cell.words.push(word.text),
            (false, None) => {
                let reason = format!("{:?} is neither dice nor a cube action", word.text);
                return (Vec::new(), Some(reason));
            }
            (true, _) => cells.push(Cell::new(word)),
        }
    }
    let n_players = cells.iter().filter(|cell| !cell.is_ending()).count();
    let mut deeds = Vec::new();
    for (idx, cell) in cells.iter().enumerate() {
        let side = match idx {
            // Two cells of a line belong to the two players.
            0 if n_players > 1 => Side::First,
            1 if n_players > 1 => Side::Second,
            _ => cell.side(),
        };
        if let Err(reason) = cell.read(Some(side), &mut deeds) {
            return (deeds, Some(reason));
        }
    }
    (deeds, None)
}

/// A player's deed, or a result.
struct Cell<'a> {
    words: Vec<&'a str>,
    column: usize,
    n_tabs: usize,
}

impl<'a> Cell<'a> {
    fn new(word: &Word<'a>) -> Self {
        Self { words: vec![word.text], column: word.column, n_tabs: word.n_tabs }
    }

    fn side(&self) -> Side {
        if self.column >= RIGHT || self.n_tabs >= 2 { Side::Second } else { Side::First }
    }

    fn is_ending(&self) -> bool {
        is_word(self.words[0], &["wins", "win"])
    }

    fn read(&self, side: Option<Side>, deeds: &mut Vec<Deed>) -> Result<(), String> {
        let (first, rest) = (self.words[0], &self.words[1..]);
        if let Some((dice, glued)) = dice(first) {
            deeds.push(Deed::Dice { side, dice });
            let mut play: Vec<&str> = rest.to_vec();
            if !glued.is_empty() {
                play.insert(0, glued);
            }
            if play.is_empty() {
                return Ok(());
            }
            let play = play.join(" ");
            deeds.push(Deed::Play(if says_no_play(&play) { String::new() } else { play }));
            return Ok(());
        }
        let number = || rest.iter().find_map(|word| word.trim_start_matches("=>").parse().ok());
        if is_word(first, &["doubles", "double", "redoubles", "redouble"]) {
            deeds.push(Deed::Double { side, value: number() });
        } else if is_word(first, &["takes", "take", "accepts"]) {
            deeds.push(Deed::Take(side));
        } else if is_word(first, &["drops", "drop", "passes", "pass", "rejects"]) {
            deeds.push(Deed::Drop(side));
        } else if self.is_ending() {
            deeds.push(Deed::Wins { side, points: number() });
        } else {
            return Err(format!("{:?} is not played here", self.words.join(" ")));
        }
        Ok(())
    }
}

/// Beavers and raccoons are in the list, so that they can be refused by name.
const WORDS: [&str; 17] = [
    "doubles",
    "double",
    "redoubles",
    "redouble",
    "takes",
    "take",
    "accepts",
    "drops",
    "drop",
    "passes",
    "pass",
    "rejects",
    "wins",
    "win",
    "beavers",
    "raccoons",
    "resigns",
];

fn starts_cell(word: &str) -> bool {
    dice(word).is_some() || is_word(word, &WORDS)
}

fn is_word(word: &str, known: &[&str]) -> bool {
    let word = word.trim_end_matches([':', '.']);
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// `53:`, `5-3:`, or followed by the play, `53:8/3`. Invalid rolls are also found, so that they can
/// be reported.
fn dice(word: &str) -> Option<([u8; 2], &str)> {
    let (dice, glued) = word.split_once(':')?;
    let digits: Vec<u8> = match *dice.as_bytes() {
        [one, b'-' | b',', other] | [one, other] => vec![one, other],
        _ => return None,
    };
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(([digits[0] - b'0', digits[1] - b'0'], glued))
}

/// `Cannot Move`, `can't move`, `(no play)`, `????` if a program lost the play.
fn says_no_play(play: &str) -> bool {
    let letters: String = play.chars().filter(char::is_ascii_alphabetic).collect();
    let letters = letters.to_ascii_lowercase();
    ["cannotmove", "cantmove", "noplay", "nomove", "dance", "dances", "forfeits"]
        .contains(&letters.as_str())
}

fn words(text: &str, shift: usize) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let (mut column, mut n_tabs, mut begun) = (shift, 0, None);
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        if letter.is_whitespace() {
            if let Some((from, column)) = begun.take() {
                words.push(Word { text: &text[from..at], column, n_tabs });
                n_tabs = 0;
            }
        } else if begun.is_none() {
            begun = Some((at, column));
        }
        if letter == '\t' {
            n_tabs += 1;
            column = (column / TAB + 1) * TAB;
        } else {
            column += 1;
        }
    }
    words
}
