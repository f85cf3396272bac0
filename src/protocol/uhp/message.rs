//! The lines that a viewer sends to an engine, read and written.
//!
//! Knows no rules and no state: other code decides what a line means for the dialogue.

use std::fmt;
use std::num::IntErrorKind;
use std::time::Duration;

use super::game_string::GameString;
use crate::protocol::words::{fields, split_at, split_word};

/// A line of the viewer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// `info`: send your name and the variants that you can play.
    Info,
    /// `newgame`: begin a game, or take one over.
    NewGame(NewGame),
    /// `play MoveString`; `pass` is the move `pass`.
    Play(String),
    /// `validmoves`.
    ValidMoves,
    /// `bestmove`: search.
    BestMove(Effort),
    /// `undo [MovesToUndo]`: so many plies; never 0.
    Undo(u32),
    /// `options`: all of them.
    Options,
    /// `options get OptionName`.
    GetOption(String),
    /// `options set OptionName OptionValue`.
    SetOption {
        /// The name.
        name: String,
        /// The value; may hold blanks.
        value: String,
    },
    /// `exit`: end. Not in the document, but in every engine.
    Exit,
    /// A command of the document with arguments that it does not have; the text is the fault.
    Malformed(String),
    /// Any other line.
    Unknown(String),
}

/// The three forms of `newgame`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NewGame {
    /// Without an argument: the base game.
    Base,
    /// A GameTypeString: `Base+MLP`.
    Type(String),
    /// A GameString.
    Game(String),
}

/// The option of type `bool` by which an engine declares that it takes parts of a second, while it
/// is on: our extension, see `docs/UHP-ENGINE.md`.
pub const FRACTIONAL_TIME: &str = "FractionalTime";

/// The limit of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Effort {
    /// `time hh:mm:ss`; the document knows whole seconds only. An engine that declares
    /// [`FRACTIONAL_TIME`] takes `hh:mm:ss.fff`, too.
    Time(Duration),
    /// `depth`, in plies.
    Depth(u32),
}

impl Command {
    /// Reads a line. Words are read in either case, which real engines and viewers take too.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = split_word(line);
        match word.to_ascii_lowercase().as_str() {
            "info" => Self::Info,
            "newgame" => Self::NewGame(NewGame::parse(rest)),
            "play" if rest.is_empty() => Self::Malformed("play needs a move".to_owned()),
            "play" => Self::Play(rest.to_owned()),
            "pass" => Self::Play("pass".to_owned()),
            "validmoves" => Self::ValidMoves,
            "bestmove" => match Effort::parse(rest) {
                Ok(effort) => Self::BestMove(effort),
                Err(why) => Self::Malformed(why),
            },
            "undo" if rest.is_empty() => Self::Undo(1),
            "undo" => match rest.parse().ok().filter(|n| *n > 0) {
                Some(n_moves) => Self::Undo(n_moves),
                None => Self::Malformed(format!("undo needs a number of moves, not {rest:?}")),
            },
            "options" => Self::parse_options(rest),
            "exit" => Self::Exit,
            _ => Self::Unknown(line.to_owned()),
        }
    }

    fn parse_options(rest: &str) -> Self {
        let (word, rest) = split_word(rest);
        let (name, value) = split_word(rest);
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Options,
            "get" if !name.is_empty() && value.is_empty() => Self::GetOption(name.to_owned()),
            "set" if !name.is_empty() && !value.is_empty() => {
                Self::SetOption { name: name.to_owned(), value: value.to_owned() }
            }
            _ => Self::Malformed("options needs nothing, get NAME or set NAME VALUE".to_owned()),
        }
    }
}

impl NewGame {
    fn parse(text: &str) -> Self {
        if text.is_empty() {
            Self::Base
        } else if text.contains(';') {
            Self::Game(text.to_owned())
        } else {
            Self::Type(text.to_owned())
        }
    }

    /// The game that it requests, as far as it can be read without rules.
    #[must_use]
    pub fn game(&self) -> Option<GameString> {
        match self {
            Self::Base => GameString::parse("Base;NotStarted;White[1]"),
            Self::Type(kind) => GameString::parse(&format!("{kind};NotStarted;White[1]")),
            Self::Game(game) => GameString::parse(game),
        }
    }
}

impl Effort {
    /// `time 00:00:05` or `depth 3`. Zero of either isn't an effort: with that, engines never end,
    /// or they fail.
    fn parse(text: &str) -> Result<Self, String> {
        let (word, value) = split_word(text);
        match word.to_ascii_lowercase().as_str() {
            "time" => read_time(value).map(Self::Time),
            "depth" => read_depth(value).map(Self::Depth),
            "" => Err("bestmove needs time hh:mm:ss or depth n".to_owned()),
            _ => Err(format!("bestmove needs time hh:mm:ss or depth n, not {text:?}")),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Info => f.write_str("info"),
            Self::NewGame(NewGame::Base) => f.write_str("newgame"),
            Self::NewGame(NewGame::Type(text) | NewGame::Game(text)) => write!(f, "newgame {text}"),
            Self::Play(mv) => write!(f, "play {mv}"),
            Self::ValidMoves => f.write_str("validmoves"),
            Self::BestMove(effort) => write!(f, "bestmove {effort}"),
            Self::Undo(n_moves) => write!(f, "undo {n_moves}"),
            Self::Options => f.write_str("options"),
            Self::GetOption(name) => write!(f, "options get {name}"),
            Self::SetOption { name, value } => write!(f, "options set {name} {value}"),
            Self::Exit => f.write_str("exit"),
            Self::Malformed(text) | Self::Unknown(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => {
                let secs = time.as_secs();
                write!(f, "time {:02}:{:02}:{:02}", secs / 3600, secs / 60 % 60, secs % 60)?;
                match time.subsec_millis() {
                    0 => Ok(()),
                    millis => write!(f, ".{millis:03}"),
                }
            }
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// Reads `hh:mm:ss` or `hh:mm:ss.fff`, more than zero; or returns the fault.
fn read_time(text: &str) -> Result<Duration, String> {
    let &[hours, minutes, secs] = &fields(text, |ch| ch == ':')[..] else {
        return Err(format!("a time is hh:mm:ss, not {text:?}"));
    };
    let (secs, fraction) = split_at(secs, ".").unwrap_or((secs, "0"));
    let read = |part: &str| part.parse::<u32>().ok().map(u64::from);
    let (Some(hours), Some(minutes), Some(secs)) = (read(hours), read(minutes), read(secs)) else {
        return Err(format!("a time is hh:mm:ss, not {text:?}"));
    };
    if minutes > 59 || secs > 59 {
        return Err(format!("minutes and seconds go up to 59, not {text:?}"));
    }
    let millis = read_millis(fraction).ok_or_else(|| {
        format!("parts of a second are up to three digits behind a point, not {text:?}")
    })?;
    match Duration::from_secs(hours * 3600 + minutes * 60 + secs) + millis {
        Duration::ZERO => Err("a search needs some time: at least 00:00:01".to_owned()),
        time => Ok(time),
    }
}

/// The digits behind the point of a number of seconds, at most three.
fn read_millis(digits: &str) -> Option<Duration> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let millis = match digits.len() {
        1..=3 if is_number => format!("{digits:0<3}").parse().ok()?,
        _ => return None,
    };
    Some(Duration::from_millis(millis))
}

/// Reads a number of plies, which may be zero by the document; or returns the fault.
fn read_depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth) => Ok(depth),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("a depth of {text} is too large: at most {}", u32::MAX))
        }
        Err(_not_whole) => Err(format!("a depth is a whole number of plies, not {text:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_document_is_read_and_written_the_same() {
        for line in [
            "info",
            "newgame",
            "newgame Base+MLP",
            "newgame Base;InProgress;White[3];wS1;bG1 -wS1;wA1 wS1/;bG2 /bG1",
            "play wS1",
            "play bS1 wS1-",
            "play pass",
            "validmoves",
            "bestmove time 00:00:05",
            "bestmove time 27:46:39",
            "bestmove time 00:00:00.100",
            "bestmove depth 2",
            "bestmove depth 0",
            "undo 3",
            "options",
            "options get MaxBranchingFactor",
            "options set MaxBranchingFactor 25",
            "options set Book a b c",
            "exit",
        ] {
            let command = Command::parse(line);
            assert!(!matches!(command, Command::Malformed(_) | Command::Unknown(_)), "{line}");
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn short_forms_and_other_spellings_mean_the_same() {
        for (line, expected) in [
            ("pass", "play pass"),
            ("  INFO  \r", "info"),
            ("undo", "undo 1"),
            ("bestmove time 0:0:1", "bestmove time 00:00:01"),
            ("BestMove Depth 3", "bestmove depth 3"),
            ("bestmove time 0:0:1.5", "bestmove time 00:00:01.500"),
            ("bestmove time 00:00:02.000", "bestmove time 00:00:02"),
            ("play   wG1   wS1/", "play wG1   wS1/"),
        ] {
            assert_eq!(Command::parse(line).to_string(), expected, "{line:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_apart_from_what_is_unknown() {
        for line in [
            "play",
            "bestmove",
            "bestmove time 5",
            "bestmove time 00:00:00",
            "bestmove time 00:00:00.000",
            "bestmove time 00:00:00.0001",
            "bestmove time 00:00:01,5",
            "bestmove time 00:00:01.",
            "bestmove time 00:00:01.-5",
            "bestmove time 1:2:3:4",
            "bestmove depth -1",
            "bestmove depth 99999999999999",
            "bestmove time 00:00:61",
            "undo 0",
            "undo x",
            "options get",
            "options get A B",
            "options set A",
            "options put A 1",
        ] {
            assert!(matches!(Command::parse(line), Command::Malformed(_)), "{line}");
        }
        for line in ["", "hi", "help", "bestmoves depth 1"] {
            assert!(matches!(Command::parse(line), Command::Unknown(_)), "{line}");
        }
    }
}
