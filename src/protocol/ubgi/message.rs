//! The lines that a host sends to an engine, read and written.
//!
//! Knows no rules and no state: other code decides what a line means for the dialogue.

use std::fmt;
use std::time::Duration;

use super::analysis::AnalysisRequest;
use super::position::PositionText;
use crate::protocol::words::{split_at, split_word};

/// A line of the host.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// `ubgi`: the first command.
    Ubgi,
    /// `stop`: end what you are doing.
    Stop,
    /// `quit`: end.
    Quit,
    /// A position: answer with the best action.
    Position(PositionText),
    /// `analyse ...`: the extension of `docs/UBGI-ANALYSIS.md`.
    Analyse(AnalysisRequest),
    /// `isready` (later dialects, and the extension): answer `readyok` when all before is done.
    IsReady,
    /// `setoption name X value Y` (v0.1, and the extension).
    SetOption {
        /// The name; may hold blanks.
        name: String,
        /// The value; may hold blanks.
        value: String,
    },
    /// `set KEY VALUE` (v0.2).
    Set {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// `get KEY` (v0.2).
    Get(String),
    /// `keys` (v0.2).
    Keys,
    /// `newgame` (later dialects).
    NewGame,
    /// `newsession type match length 7 crawford on`, `newsession type money jacoby on` (v0.1).
    NewSession {
        /// Points of the match; 0 for money.
        length: u32,
        /// This is the Crawford game.
        crawford: bool,
        /// The rule of Jacoby holds.
        jacoby: bool,
    },
    /// `setscore A B` (v0.1), the score of the one who decides comes first.
    SetScore([u32; 2]),
    /// `setcube value N owner center|p0|p1` (v0.1).
    SetCube {
        /// The value of the cube.
        value: u32,
        /// The side that may double: `center`, or `p0`, the one who decides, or `p1`.
        owner: &'static str,
    },
    /// `setturn p0` (v0.1): the one who decides is p0, always.
    SetTurn,
    /// `position gnubgid ID` (later dialects).
    PositionId(String),
    /// `position xgid XGID` (later dialects).
    PositionXgid(String),
    /// `dice A B` (later dialects).
    Dice([u8; 2]),
    /// `go role chequer` (v0.1), `go chequer` (v0.2).
    Go(Go),
    /// Any other line.
    Unknown(String),
}

/// A search of the later dialects.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Go {
    /// The question: `chequer` or `cube`.
    pub role: &'static str,
    /// The word `role` stands before it (v0.1).
    pub says_role: bool,
    /// `movetime`, in milliseconds.
    pub move_time: Option<Duration>,
    /// `depth`, in plies.
    pub depth: Option<u32>,
    /// `nodes`.
    pub nodes: Option<u64>,
}

impl Go {
    /// Returns true if it limits the time, the depth or the nodes of the search.
    #[must_use]
    pub fn has_limits(&self) -> bool {
        self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some()
    }
}

impl Command {
    /// Reads a line of the draft, of the extension, or of the part that they share with the later
    /// dialects; everything else is [`Command::Unknown`]. The document's words have no capitals,
    /// and words with capitals are not read.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        if let Some(position) = PositionText::parse(line) {
            return Self::Position(position);
        }
        let (word, rest) = split_word(line);
        match word {
            "ubgi" if rest.is_empty() => Self::Ubgi,
            "stop" if rest.is_empty() => Self::Stop,
            "quit" if rest.is_empty() => Self::Quit,
            "isready" if rest.is_empty() => Self::IsReady,
            "analyse" => match AnalysisRequest::parse(rest) {
                Some(request) => Self::Analyse(request),
                None => Self::Unknown(line.to_owned()),
            },
            "setoption" => match parse_setoption(rest) {
                Some((name, value)) => Self::SetOption { name, value },
                None => Self::Unknown(line.to_owned()),
            },
            _ => Self::Unknown(line.to_owned()),
        }
    }
}

fn parse_setoption(text: &str) -> Option<(String, String)> {
    let (name, value) = split_at(text.strip_prefix("name ")?, " value ")?;
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty() && !value.is_empty()).then(|| (name.to_owned(), value.to_owned()))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ubgi => f.write_str("ubgi"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
            Self::Position(position) => f.write_str(position.text()),
            Self::Analyse(request) => request.fmt(f),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Set { key, value } => write!(f, "set {key} {value}"),
            Self::Get(key) => write!(f, "get {key}"),
            Self::Keys => f.write_str("keys"),
            Self::NewGame => f.write_str("newgame"),
            Self::NewSession { length: 0, jacoby, .. } => {
                write!(f, "newsession type money jacoby {}", on_off(*jacoby))
            }
            Self::NewSession { length, crawford, .. } => {
                write!(f, "newsession type match length {length} crawford {}", on_off(*crawford))
            }
            Self::SetScore([own, other]) => write!(f, "setscore {own} {other}"),
            Self::SetCube { value, owner } => write!(f, "setcube value {value} owner {owner}"),
            Self::SetTurn => f.write_str("setturn p0"),
            Self::PositionId(id) => write!(f, "position gnubgid {id}"),
            Self::PositionXgid(xgid) => write!(f, "position xgid {xgid}"),
            Self::Dice([a, b]) => write!(f, "dice {a} {b}"),
            Self::Go(go) => go.fmt(f),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go {}{}", if self.says_role { "role " } else { "" }, self.role)?;
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis().max(1))?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        Ok(())
    }
}

fn on_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    #[test]
    fn every_command_of_the_draft_and_the_extension_is_read_and_written_the_same() {
        for line in [
            "ubgi",
            "stop",
            "quit",
            "isready",
            START,
            "board:You:Opp:0:0:0:0:-2:0",
            &format!("analyse lines 3 ply 2 {START}"),
            "setoption name Level value 7",
            "setoption name Weights File value a b",
        ] {
            let command = Command::parse(line);
            assert!(!matches!(command, Command::Unknown(_)), "{line}");
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn commands_of_the_later_dialects_are_written() {
        let go = Go { role: "chequer", says_role: true, move_time: None, depth: None, nodes: None };
        let limited = Go {
            says_role: false,
            move_time: Some(Duration::from_millis(1500)),
            depth: Some(2),
            nodes: Some(1000),
            ..go
        };
        let session = |length, crawford, jacoby| Command::NewSession { length, crawford, jacoby };
        for (command, expected) in [
            (Command::Go(go), "go role chequer"),
            (Command::Go(limited), "go chequer movetime 1500 depth 2 nodes 1000"),
            (session(7, true, false), "newsession type match length 7 crawford on"),
            (session(0, false, true), "newsession type money jacoby on"),
            (Command::SetScore([2, 3]), "setscore 2 3"),
            (Command::SetCube { value: 4, owner: "p1" }, "setcube value 4 owner p1"),
            (Command::SetTurn, "setturn p0"),
            (Command::PositionId("4HPwATDgc/ABMA".to_owned()), "position gnubgid 4HPwATDgc/ABMA"),
            (Command::PositionXgid(START.to_owned()), &format!("position xgid {START}")),
            (Command::Dice([3, 1]), "dice 3 1"),
            (Command::NewGame, "newgame"),
            (Command::Keys, "keys"),
            (Command::Get("engine.ply".to_owned()), "get engine.ply"),
        ] {
            assert_eq!(command.to_string(), expected);
        }
    }

    #[test]
    fn other_lines_are_unknown() {
        for line in ["", "hello", "XGID", "analyse", "setoption name X", "Stop", "stop now", "go"] {
            assert_eq!(Command::parse(line), Command::Unknown(line.to_owned()), "{line}");
        }
    }
}
