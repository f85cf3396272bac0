//! The lines of an engine, each by itself, and its output about its search.
//!
//! Other code decides which command a line belongs to, and whether it is the answer.

use std::time::Duration;

use super::game_string::{GameHead, GameKind, is_move_string};
use super::setting::Setting;
use crate::protocol::words::{each_field, fields, finite, split_at, split_word};

/// A line of the engine's output.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `ok`: the answer is complete.
    Ok,
    /// `id NAME`.
    Id(String),
    /// `Mosquito;Ladybug;Pillbug`.
    Capabilities(GameKind),
    /// A GameString. Its moves are compared where it is an answer, and not read one by one.
    Game(GameHead),
    /// A line of `options`.
    Setting(Setting),
    /// MoveStrings, one or many.
    Moves(Vec<String>),
    /// A move with the engine's thoughts on it.
    Thought(Thought),
    /// `err` or `invalidmove`: the whole line.
    Error(String),
    /// An empty line.
    Blank,
    /// Anything else: a bare sentence, a banner, a table.
    Text(String),
}

/// An engine's report on its search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The best move so far.
    pub mv: Option<String>,
    /// Depth as written.
    pub depth: Option<String>,
    /// Value in the engine's own unit, for the side to move.
    pub score: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// The moves expected.
    pub pv: Vec<String>,
}

impl Reply {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        if line.is_empty() {
            return Self::Blank;
        }
        if line.eq_ignore_ascii_case("ok") {
            return Self::Ok;
        }
        let (word, rest) = split_word(line);
        match word.trim_end_matches(':').to_ascii_lowercase().as_str() {
            "id" => return Self::Id(rest.to_owned()),
            "err" | "error" | "invalidmove" => return Self::Error(line.to_owned()),
            _ => {}
        }
        if let Some(game) = GameHead::parse(line) {
            return Self::Game(game);
        }
        if let Some(setting) = Setting::parse(line) {
            return Self::Setting(setting);
        }
        if let Some(kind) = GameKind::parse_capabilities(line) {
            return Self::Capabilities(kind);
        }
        Self::parse_moves(line).unwrap_or_else(|| Self::Text(line.to_owned()))
    }

    fn parse_moves(line: &str) -> Option<Self> {
        let parts = list_parts(line);
        let (first, rest) = parts.split_first().filter(|(first, _)| is_move_string(first))?;
        if rest.iter().all(|part| is_move_string(part)) {
            return Some(Self::Moves(parts.iter().map(|&mv| mv.to_owned()).collect()));
        }
        let score = rest.get(1).and_then(|text| finite(text));
        let depth = rest.first().filter(|depth| depth.starts_with(|c: char| c.is_ascii_digit()))?;
        let depth = Some((*depth).to_owned());
        let mv = Some((*first).to_owned());
        Some(Self::Thought(Thought { mv, depth, score, ..Thought::default() }))
    }
}

/// The texts between the semicolons of a line, without empty ones.
pub(super) fn list_parts(line: &str) -> Vec<&str> {
    let parts = each_field(line, |ch| ch == ';');
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns true if the line is a list that contains a MoveString.
pub(super) fn has_moves(line: &str) -> bool {
    list_parts(line).into_iter().any(is_move_string)
}

impl Thought {
    /// The line `move;depth;score` of a running search; `None` without a move.
    #[must_use]
    pub fn to_line(&self) -> Option<String> {
        let mut line = self.mv.clone()?;
        if let Some(depth) = &self.depth {
            line.push(';');
            line.push_str(depth);
            if let Some(score) = self.score {
                line.push_str(&format!(";{score}"));
            }
        }
        Some(line)
    }

    /// Reads a line of the error output, as nokamute prints them with `Verbose`: fields between
    /// semicolons, each `name= value` or `name value`; or `principal variation: MOVE; MOVE`.
    /// Returns `None` if it is nothing of that kind.
    #[must_use]
    pub fn parse_error_line(line: &str) -> Option<Self> {
        if let Some(moves) = line.trim().strip_prefix("principal variation:") {
            let moves = fields(moves, |ch| ch == ';').into_iter();
            let pv: Vec<String> =
                moves.take_while(|mv| is_move_string(mv)).map(str::to_owned).collect();
            let mv = Some(pv.first()?.clone());
            return Some(Self { mv, pv, ..Self::default() });
        }
        let mv = field(line, "bestmove").filter(|mv| is_move_string(mv))?;
        Some(Self {
            mv: Some(mv.to_owned()),
            depth: field(line, "depth").map(str::to_owned),
            score: field(line, "returned").and_then(finite),
            nodes: field(line, "total").and_then(|text| text.parse().ok()),
            nodes_per_second: speed(line),
            time: field(line, "took")
                .and_then(|text| text.strip_suffix("ms")?.trim().parse().ok())
                .map(Duration::from_millis),
            pv: vec![mv.to_owned()],
        })
    }
}

/// The value after a name, up to the next `;` or `,`.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut parts = fields(line, |ch| matches!(ch, ';' | ',')).into_iter();
    parts.find_map(|part| {
        let (before, value) = split_at(part, name)?;
        let is_word = before.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let value = value.trim_start_matches('=').trim();
        (is_word && !value.is_empty()).then_some(value)
    })
}

/// `2355kn/s`.
fn speed(line: &str) -> Option<u64> {
    let mut parts = fields(line, |ch| ch == ';').into_iter();
    let thousands = parts.find_map(|part| part.strip_suffix("kn/s"))?;
    thousands.trim().parse::<u64>().ok()?.checked_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_known() {
        let kind = |line: &str| match Reply::parse(line) {
            Reply::Ok => "ok",
            Reply::Id(_) => "id",
            Reply::Capabilities(_) => "capabilities",
            Reply::Game(_) => "game",
            Reply::Setting(_) => "setting",
            Reply::Moves(_) => "moves",
            Reply::Thought(_) => "thought",
            Reply::Error(_) => "error",
            Reply::Blank => "blank",
            Reply::Text(_) => "text",
        };
        for (line, expected) in [
            ("ok", "ok"),
            (" OK\r", "ok"),
            ("id MzingaEngine v0.10", "id"),
            ("Mosquito;Ladybug;Pillbug", "capabilities"),
            ("Base+PLM;NotStarted;White[1]", "game"),
            ("ReportIntermediateBestMoves;bool;False;False", "setting"),
            ("wS1;wB1;wG1;wA1", "moves"),
            ("pass", "moves"),
            ("wQ wQ/", "moves"),
            ("wS1;3;0.25", "thought"),
            ("wS1;3", "thought"),
            ("wS1;3;nan", "thought"),
            ("err Invalid command. Try 'help'", "error"),
            ("invalidmove", "error"),
            ("", "blank"),
            ("You cannot do that.", "text"),
            ("wS1;nonsense", "text"),
            ("idle", "text"),
        ] {
            assert_eq!(kind(line), expected, "{line:?}");
        }
        let Reply::Thought(thought) = Reply::parse("bA1 wQ/;12;-0.5") else { panic!("a thought") };
        assert_eq!((thought.depth.as_deref(), thought.score), (Some("12"), Some(-0.5)));
        assert_eq!(thought.to_line().as_deref(), Some("bA1 wQ/;12;-0.5"));
    }

    #[test]
    fn what_nokamute_prints_of_its_search_is_read() {
        let line = "Parallel (threads=2) depth= 6, took=   131ms; returned  -13; bestmove bM wG1/; \
                    MBF=   NaN EBF=   6.9;    5877kn/s; total=     775168";
        let thought = Thought::parse_error_line(line).unwrap();
        assert_eq!(thought.mv.as_deref(), Some("bM wG1/"));
        assert_eq!((thought.depth.as_deref(), thought.score), (Some("6"), Some(-13.0)));
        assert_eq!((thought.nodes, thought.nodes_per_second), (Some(775_168), Some(5_877_000)));
        assert_eq!(thought.time, Some(Duration::from_millis(131)));
        let line = "principal variation: bP \\wG1; wQ wG1-; bQ \\bP; ???";
        let thought = Thought::parse_error_line(line).unwrap();
        assert_eq!(thought.pv, ["bP \\wG1", "wQ wG1-", "bQ \\bP"]);
        for line in [
            "",
            "principal variation: ",
            "thread 'main' panicked at src/player.rs:168:48:",
            "Parallel (threads=2) depth= 9, took=  2000ms;   MBF=   NaN; total=    9539711",
            "bestmove nothing",
        ] {
            assert_eq!(Thought::parse_error_line(line), None, "{line}");
        }
    }
}
