//! The lines that an engine sends, of the draft, the extension and the later dialects.
//!
//! Knows no state: other code decides what a line means for the dialogue.

use std::time::Duration;

use super::action::Action;
use super::analysis::AnalysisReply;
use super::option::{parse_key, parse_option};
use crate::protocol::words::{finite, joined, keyed, split_at, split_word, words};
use crate::protocol::{Chances, OptionDecl};

/// A line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id KEY TEXT`.
    Id {
        /// `name`, `author`, `version`, `analysis`, or a key of a later draft.
        key: String,
        /// The rest of the line.
        text: String,
    },
    /// `readyok`.
    ReadyOk,
    /// `ubgiok`: the end of the handshake in the later dialects.
    UbgiOk,
    /// `proto 0.2`.
    Proto(String),
    /// `sorry`: something is not supported or went wrong.
    Sorry,
    /// The best action, which is the draft's answer; this includes a blank line.
    Action(Action),
    /// A line of the extension for analyses.
    Analysis(AnalysisReply),
    /// `option ...` or `key ...`.
    Option(OptionDecl),
    /// `value KEY VALUE` (v0.2).
    Value {
        /// The key.
        key: String,
        /// Its value.
        value: String,
    },
    /// An answer of the later dialects.
    Best(Best),
    /// `info ...` or `eval ...`.
    Thought(Thought),
    /// `error CODE MESSAGE`, or `error` alone.
    Error(String),
    /// Any other line.
    Text,
}

/// The answers of the later dialects.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Best {
    /// `bestmove 24/18 13/11`, `bestmove pass`.
    Move(String),
    /// `bestmoveid ID`: the position after it, as GNU Backgammon's id.
    MoveId(String),
    /// `bestcube double`, `bestcube nodouble`.
    Cube(String),
    /// `bestturn cube=nodouble move=24/18 13/11` (v0.2), `... moveid=ID` (v0.1).
    Turn {
        /// The part about the cube; empty if there is none.
        cube: String,
        /// The play, or the id of the position after it; empty if there is none.
        mv: String,
    },
}

/// The report of an engine of the later dialects on its search; whatever it did not report is
/// `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// Equity.
    pub score: Option<f64>,
    /// Depth as written.
    pub depth: Option<String>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// Time spent.
    pub time: Option<Duration>,
    /// The probabilities of the ends of the game.
    pub chances: Option<Chances>,
    /// The play it is about, as written.
    pub pv: Option<String>,
}

impl Reply {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        if let Some(action) = Action::parse(line) {
            return Self::Action(action);
        }
        let (word, rest) = split_word(line);
        let lower = word.to_ascii_lowercase();
        let text = || rest.to_owned();
        match lower.trim_end_matches(['.', ',', ':', '!']) {
            "id" => {
                let (key, text) = split_word(rest);
                Self::Id { key: key.to_ascii_lowercase(), text: text.to_owned() }
            }
            "readyok" if rest.is_empty() => Self::ReadyOk,
            "ubgiok" if rest.is_empty() => Self::UbgiOk,
            "sorry" => Self::Sorry,
            "proto" => Self::Proto(text()),
            "analysis" => AnalysisReply::parse(rest).map_or(Self::Text, Self::Analysis),
            "option" => parse_option(rest).map_or(Self::Text, Self::Option),
            "key" => parse_key(rest).map_or(Self::Text, Self::Option),
            "value" => {
                let (key, value) = split_word(rest);
                Self::Value { key: key.to_owned(), value: value.to_owned() }
            }
            "bestmove" => Self::Best(Best::Move(text())),
            "bestmoveid" => Self::Best(Best::MoveId(text())),
            "bestcube" => Self::Best(Best::Cube(text())),
            "bestturn" => Self::Best(Best::parse_turn(rest)),
            "info" | "eval" => Self::Thought(Thought::parse(rest)),
            "error" => Self::Error(line.trim().to_owned()),
            _ => Self::Text,
        }
    }
}

/// Returns true if an `error` line may be about the form of the command: its word, or one of its
/// arguments. The codes are those that the documents name (v0.1: 5 Responses: Errors; v0.2: 5
/// Minimal Error System); an unknown one may mean anything.
pub(crate) fn may_mean_form(error: &str) -> bool {
    let code = words(error).nth(1).unwrap_or_default();
    !["missing_context", "bad_state", "internal"].contains(&code)
}

impl Best {
    /// Nothing stands behind the word.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Move(text) | Self::MoveId(text) | Self::Cube(text) => text.is_empty(),
            Self::Turn { cube, mv } => cube.is_empty() && mv.is_empty(),
        }
    }

    fn parse_turn(text: &str) -> Self {
        let value = |key: &str| {
            let (_, after) = split_at(text, key)?;
            // A play may hold blanks: it goes on to the next key.
            let keys = ["cube=", "move=", "moveid="].into_iter();
            let values = keys.filter_map(|key| split_at(after, key)).map(|(value, _)| value);
            Some(values.min_by_key(|value| value.len()).unwrap_or(after).trim().to_owned())
        };
        let cube = value("cube=").unwrap_or_default();
        Self::Turn { cube, mv: value("move=").or_else(|| value("moveid=")).unwrap_or_default() }
    }
}

/// The words of `info` and `eval`.
const KEYS: [&str; 17] = [
    "role", "time_ms", "time", "nodes", "nps", "depth", "eq", "mwc", "score", "pwin", "pgammon",
    "pbg", "plgammon", "plbg", "multipv", "trials", "pv",
];

impl Thought {
    /// Reads `KEY VALUE ...`; a value goes on to the next key. Unknown keys are part of
    /// part of the value before them, and numbers that aren't valid are skipped.
    fn parse(text: &str) -> Self {
        let mut thought = Self::default();
        let mut chances = Chances::default();
        for (key, value) in keyed(text, |word| KEYS.contains(&word), |_word| false) {
            let first = split_word(value).0;
            let number = || finite(first);
            match key {
                "eq" | "score" => thought.score = number(),
                "depth" => thought.depth = words(value).next().map(str::to_owned),
                "nodes" => thought.nodes = first.parse().ok(),
                "nps" => thought.nodes_per_second = first.parse().ok(),
                "time_ms" | "time" => {
                    thought.time = first.parse().ok().map(Duration::from_millis);
                }
                "pwin" => {
                    let Some(win) = number() else { continue };
                    chances.win = win;
                    thought.chances = Some(chances);
                }
                "pgammon" => chances.win_gammon = number(),
                "pbg" => chances.win_backgammon = number(),
                "plgammon" => chances.lose_gammon = number(),
                "plbg" => chances.lose_backgammon = number(),
                "pv" => thought.pv = (!value.is_empty()).then(|| joined(value)),
                _ => {}
            }
        }
        thought.chances = thought.chances.map(|Chances { win, .. }| Chances { win, ..chances });
        thought
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_draft_is_read() {
        let id = |key: &str, text: &str| Reply::Id { key: key.to_owned(), text: text.to_owned() };
        for (line, expected) in [
            ("id name GNU Backgammon (adapter)", id("name", "GNU Backgammon (adapter)")),
            ("id version 1.07.001", id("version", "1.07.001")),
            ("readyok", Reply::ReadyOk),
            ("sorry", Reply::Sorry),
            ("Sorry, not that", Reply::Sorry),
            ("8/5 6/5 ", Reply::Action(Action::Play("8/5 6/5".to_owned()))),
            ("take", Reply::Action(Action::Take)),
            ("", Reply::Action(Action::NoPlay)),
            ("readyok now", Reply::Text),
            ("GNU Backgammon 1.07.001", Reply::Text),
            ("analysis start", Reply::Analysis(AnalysisReply::Start)),
            ("analysis of what", Reply::Text),
        ] {
            assert_eq!(Reply::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn answers_of_the_later_dialects_are_read() {
        let turn = |cube: &str, mv: &str| Best::Turn { cube: cube.to_owned(), mv: mv.to_owned() };
        for (line, expected) in [
            ("bestmove 24/18 13/11", Best::Move("24/18 13/11".to_owned())),
            ("bestmove pass", Best::Move("pass".to_owned())),
            ("bestmoveid 4HPwATDgc/ABMA", Best::MoveId("4HPwATDgc/ABMA".to_owned())),
            ("bestcube nodouble", Best::Cube("nodouble".to_owned())),
            ("bestturn cube=nodouble move=24/18 13/11", turn("nodouble", "24/18 13/11")),
            ("bestturn move=24/18 13/11 cube=double", turn("double", "24/18 13/11")),
            ("bestturn cube=double moveid=4HPwATDgc/ABMA", turn("double", "4HPwATDgc/ABMA")),
            ("bestturn", turn("", "")),
        ] {
            assert_eq!(Reply::parse(line), Reply::Best(expected), "{line}");
        }
    }

    #[test]
    fn errors_about_the_state_say_nothing_of_how_a_command_is_written() {
        for form in ["error unknown_command", "error bad_argument go", "error", "error odd"] {
            assert!(may_mean_form(form), "{form}");
        }
        for state in ["error missing_context dice", "error bad_state", "error internal failed"] {
            assert!(!may_mean_form(state), "{state}");
        }
    }

    #[test]
    fn news_of_a_search_are_read_as_far_as_they_are_numbers() {
        let line = "info role chequer depth 2 nodes 1200 nps 90000 time_ms 15 eq -0.011 pwin 0.497 \
                    pgammon 0.137 pbg 0.008 colour red pv 24/18 13/11";
        let Reply::Thought(thought) = Reply::parse(line) else { panic!() };
        let chances = Chances {
            win: 0.497,
            win_gammon: Some(0.137),
            win_backgammon: Some(0.008),
            ..Chances::default()
        };
        let expected = Thought {
            score: Some(-0.011),
            depth: Some("2".to_owned()),
            nodes: Some(1200),
            nodes_per_second: Some(90_000),
            time: Some(Duration::from_millis(15)),
            chances: Some(chances),
            pv: Some("24/18 13/11".to_owned()),
        };
        assert_eq!(thought, expected);
        let nothing = Reply::Thought(Thought::default());
        for line in ["info", "eval eq nan pwin -", "info pv", "eval pgammon 0.1", "info nodes x"] {
            assert_eq!(Reply::parse(line), nothing, "{line}");
        }
    }
}
