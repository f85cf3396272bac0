//! A model of an engine of the later dialects.
//!
//! Its answer and its reports on the way are different for each position, like those of the draft's
//! model.

use super::{Dice, proper};

/// An engine of v0.1 or v0.2.
#[derive(Debug)]
pub(super) struct Later {
    is_first: bool,
    /// It takes no score, cube and session.
    lacks_context: bool,
    /// It does not decide on doubling.
    pub(super) lacks_cube: bool,
    /// It names the position after its move first, and the move behind it.
    answers_twice: bool,
    /// The last position that it was sent.
    place: String,
    /// The position that it thinks about, and the role.
    open: Option<(String, Role)>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Role {
    Chequer,
    Cube,
}

/// A position that it refuses, by the end of its id.
const BAD: &str = "-63";

impl Later {
    pub(super) fn new(dice: &mut Dice) -> Self {
        Self {
            is_first: dice.one_in(2),
            lacks_context: dice.one_in(3),
            lacks_cube: dice.one_in(3),
            answers_twice: dice.one_in(3),
            place: String::new(),
            open: None,
        }
    }

    /// The same program, started again.
    pub(super) fn again(self) -> Self {
        Self { place: String::new(), open: None, ..self }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.open.is_some()
    }

    /// The lines with which it answers a line.
    pub(super) fn hear(&mut self, line: &str) -> Vec<String> {
        let mut words = line.split(' ');
        let word = words.next().unwrap_or_default();
        if !matches!(word, "stop" | "isready" | "quit") {
            assert!(self.open.is_none(), "{line:?} disturbs a search");
        }
        let says = |text: &str| vec![text.to_owned()];
        match word {
            "ubgi" => self.greet(),
            "isready" => says("readyok"),
            "stop" => self.finish(),
            "get" => vec![format!("value {} 7", words.next().unwrap_or_default())],
            "newsession" | "setscore" | "setcube" | "setturn" if self.lacks_context => {
                says("error unknown command")
            }
            "position" if line.ends_with(BAD) => says("error bad position"),
            "position" => {
                self.place = words.next_back().unwrap_or_default().to_owned();
                Vec::new()
            }
            "go" => {
                let is_cube = words.any(|word| word == "cube");
                if is_cube && self.lacks_cube {
                    return says("error unsupported go cube");
                }
                let role = if is_cube { Role::Cube } else { Role::Chequer };
                self.open = Some((self.place.clone(), role));
                Vec::new()
            }
            "newgame" | "newsession" | "setscore" | "setcube" | "setturn" | "dice"
            | "setoption" | "set" | "hello" | "quit" => Vec::new(),
            _ => panic!("the client sent {line:?}"),
        }
    }

    fn greet(&self) -> Vec<String> {
        let lines: &[&str] = if self.is_first {
            &["id name Later", "option name Level type spin default 10 min 1 max 10", "ubgiok"]
        } else {
            &["id name Later", "proto 0.2", "key Level int 1..10 10", "ubgiok"]
        };
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    /// Its report on the position on the way.
    pub(super) fn think(&self) -> Option<String> {
        let (place, _) = self.open.as_ref()?;
        Some(format!("info depth 1 eq {}", proper(place).1))
    }

    /// Its answer, and the lines that belong to it.
    pub(super) fn finish(&mut self) -> Vec<String> {
        let Some((place, role)) = self.open.take() else { return Vec::new() };
        let (action, equity) = proper(&place);
        let eval = format!("eval eq {equity} pwin 0.5");
        match role {
            Role::Cube => vec!["bestcube double".to_owned(), eval],
            Role::Chequer if self.answers_twice => {
                // The id stands for the move.
                vec![format!("bestmoveid {action}"), eval, format!("bestmove {action}")]
            }
            Role::Chequer => vec![format!("bestmove {action}"), eval],
        }
    }
}
