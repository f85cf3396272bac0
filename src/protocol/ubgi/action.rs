//! The possible answers of an engine to a position.
//!
//! Knows no rules: a play is the text that the engine wrote, and the game's link reads it.

use std::fmt;

use crate::protocol::words::{fields, split_at, words};

/// The best action, as the document writes it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Action {
    /// A play: `24/18 13/11`.
    Play(String),
    /// A blank line: no play is possible.
    NoPlay,
    /// `roll`: no double.
    Roll,
    /// `double`.
    Double,
    /// `take`.
    Take,
    /// `drop`.
    Drop,
    /// `resign 3`: not in any document, and yet an answer that some engines give.
    Resign(String),
}

impl Action {
    /// Reads an answer in every form of the document and of real engines; `None` for a line that
    /// isn't one. Other words for the same answers are read too (GNU Backgammon's `beaver` is a
    /// take; the later dialects have `nodouble` and `pass`).
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => return Some(Self::NoPlay),
            "roll" | "nodouble" | "no double" => return Some(Self::Roll),
            "double" | "redouble" => return Some(Self::Double),
            "take" | "beaver" | "accept" => return Some(Self::Take),
            "drop" | "reject" => return Some(Self::Drop),
            lower if is_resignation(lower) => return Some(Self::Resign(line.to_owned())),
            _ => {}
        }
        is_play(line).then(|| Self::Play(line.to_owned()))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play(text) | Self::Resign(text) => text,
            Self::NoPlay => "",
            Self::Roll => "roll",
            Self::Double => "double",
            Self::Take => "take",
            Self::Drop => "drop",
        })
    }
}

/// `resign`, `resigns 3`, `resign gammon`; the link decides how much that is.
fn is_resignation(lower: &str) -> bool {
    let mut words = words(lower);
    matches!(words.next(), Some("resign" | "resigns")) && words.count() <= 1
}

/// Returns true if the text has at least two points, and only points and the signs between them.
/// The link decides whether the play is possible.
fn is_play(text: &str) -> bool {
    let is_separator = |ch: char| ch.is_whitespace() || matches!(ch, '/' | '-' | ',' | ';');
    let mut n_points = 0;
    for word in fields(text, is_separator).into_iter().filter(|word| !word.is_empty()) {
        let word = word.trim_end_matches('*');
        let word = match split_at(word, "(") {
            Some((point, count)) if is_count(count) => point.trim_end_matches('*'),
            Some(_) => return false,
            None => word,
        };
        if word.is_empty() {
            continue;
        }
        if !is_point(word) {
            return false;
        }
        n_points += 1;
    }
    n_points >= 2
}

fn is_count(text: &str) -> bool {
    matches!(text.trim_end_matches('*'), "1)" | "2)" | "3)" | "4)")
}

fn is_point(word: &str) -> bool {
    word.eq_ignore_ascii_case("bar")
        || word.eq_ignore_ascii_case("off")
        || word.parse::<u8>().is_ok_and(|point| point <= 25)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_are_known_in_every_form() {
        for text in [
            "8/5 6/5",
            "8 5 6 5",
            "8-5 6-5",
            "24/18 18/13",
            "13/10 13/10 8/5 8/5",
            "8/5 6/5 ",
            "25/21* 24/21",
            "bar/21* 24/21",
            "BAR/21 6/OFF",
            "6/0 4/off",
            "8/5(2) 6/3(2)",
            "8/5*(2)",
            "24/18/13",
            "24/18*/13*",
            "25-24 6-5, 6-5, 5-4",
        ] {
            assert_eq!(Action::parse(text), Some(Action::Play(text.trim().to_owned())), "{text}");
        }
    }

    #[test]
    fn words_are_read_and_written_as_the_document_has_them() {
        for (text, action, written) in [
            ("", Action::NoPlay, ""),
            (" ", Action::NoPlay, ""),
            ("roll", Action::Roll, "roll"),
            ("nodouble", Action::Roll, "roll"),
            ("Double ", Action::Double, "double"),
            ("take", Action::Take, "take"),
            ("beaver", Action::Take, "take"),
            ("drop", Action::Drop, "drop"),
            ("resign 3", Action::Resign("resign 3".to_owned()), "resign 3"),
        ] {
            let read = Action::parse(text);
            assert_eq!(read.as_ref(), Some(&action), "{text}");
            assert_eq!(action.to_string(), written);
        }
    }

    #[test]
    fn other_lines_are_no_answers() {
        for text in [
            "sorry",
            "readyok",
            "id name X",
            "GNU Backgammon 1.07.001",
            "2025",
            "26/20 8/5",
            "8/5(5)",
            "8/5 (x)",
            "+13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg",
            "24",
            "-",
            "***",
            "1.5/2",
            "resign if you like",
            "resigned 3",
        ] {
            assert_eq!(Action::parse(text), None, "{text}");
        }
    }
}
