//! The messages of the GUI to the engine, as values and back.
//!
//! Total functions without state: every message is something, if only [`Command::Ignored`].

use std::fmt;

use super::notation::{Board, GameText, Move, Secs, free_text, integer, whole, without_escape};
use crate::protocol::words::{finite, split_at, split_word, words};

/// A message of the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `guide`: give your name. Not in the document's list, but `name` answers it.
    Guide,
    /// `capabilities`: list the commands you carry out. Not in the document's list either.
    Capabilities,
    /// `enginemode {0|1 threshold|2}`.
    EngineMode(EngineMode),
    /// `forward {n}`: n moves on in the game, or back.
    Forward(i64),
    /// `game {position} {n} {moves}`: a whole game; the position at its end is the current one.
    Game(GameText),
    /// `go {white} {black}`: search. The seconds that both sides have used in the game so far.
    Go {
        /// By White.
        white_secs: f64,
        /// By Black.
        black_secs: f64,
    },
    /// `halt {0|1}`: end the search.
    Halt {
        /// The engine plays the best move on its board and sends it; otherwise it does neither.
        plays: bool,
    },
    /// `jumpto {n}`: to the position after n moves of the game.
    JumpTo(u32),
    /// `levels...`: the limit of the searches that follow.
    Level(Level),
    /// `move {move}`: play it on the board, do not search.
    Move(Move),
    /// `new`: a new game; normal mode.
    New,
    /// `opponents {white}-{black}`: the sides that the engine plays.
    Opponents(Opponents),
    /// `offerdraw`.
    OfferDraw,
    /// `ping {text}`: answer `pong {text}`.
    Ping(String),
    /// `position {position}`: a new board without a game.
    Position(Board),
    /// `requestgame`: send the game.
    RequestGame,
    /// `requestposition`: send the position and its legal moves.
    RequestPosition,
    /// `setcomment {n} {text}`: a comment on move n.
    SetComment {
        /// Number of the move, from 1; 0 is the start.
        ply: u32,
        /// The comment.
        text: String,
    },
    /// `setoption {id} {x}`.
    SetOption {
        /// The option's number.
        id: u32,
        /// 0 or 1, the number, or the index of the choice, from 0.
        value: i64,
    },
    /// `showwindow {0|1}`.
    ShowWindow(bool),
    /// `quit`: answer `quit` and end.
    Quit,
    /// Anything else, or a command whose arguments cannot be read. A message of only blanks and
    /// text behind `#` is an empty one.
    Ignored(String),
}

/// The purpose of a search (`enginemode`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum EngineMode {
    /// 0: play.
    #[default]
    Normal,
    /// 1: comment on the game.
    GameAnalysis {
        /// The loss from which on the engine remarks on a move; a man is 100.
        threshold: f64,
    },
    /// 2: explain the position.
    PositionAnalysis,
}

/// The limit of a search (`levels...`). Times are seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// `levelsfixeddepth`: plies.
    FixedDepth(u32),
    /// `levelsfixedtime`: for this move.
    FixedTime(f64),
    /// `levelsblitzgame`.
    Blitz {
        /// For the whole game.
        time_secs: f64,
        /// Added after each move.
        gain_secs: f64,
    },
    /// `levelslonggame`.
    Long {
        /// Time and number of moves of the first control, then of the second.
        controls: [(f64, u32); 2],
        /// Time for the rest of the game.
        rest_secs: f64,
    },
    /// `levelsinfiniteanalysis`: until it is halted.
    Infinite,
}

impl Level {
    /// The command, without its arguments.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::FixedDepth(_) => "levelsfixeddepth",
            Self::FixedTime(_) => "levelsfixedtime",
            Self::Blitz { .. } => "levelsblitzgame",
            Self::Long { .. } => "levelslonggame",
            Self::Infinite => "levelsinfiniteanalysis",
        }
    }
}

/// The sides that the engine plays.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Opponents {
    /// The engine plays White.
    pub white: bool,
    /// The engine plays Black.
    pub black: bool,
}

impl Command {
    /// Reads a message. Words are read in either case.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let text = without_escape(line);
        let (word, rest) = split_word(text);
        let command = match word.to_ascii_lowercase().as_str() {
            "guide" => Some(Self::Guide),
            "capabilities" => Some(Self::Capabilities),
            "enginemode" => EngineMode::parse(rest).map(Self::EngineMode),
            "forward" => first(rest, integer).map(Self::Forward),
            "game" => GameText::parse(rest).map(Self::Game),
            "go" => Some(go(rest)),
            "halt" => first(rest, whole).map(|n| Self::Halt { plays: n != 0 }),
            "jumpto" => first(rest, whole).map(Self::JumpTo),
            "move" => Move::parse(rest).map(Self::Move),
            "new" => Some(Self::New),
            "opponents" => Opponents::parse(rest).map(Self::Opponents),
            "offerdraw" => Some(Self::OfferDraw),
            "ping" => Some(Self::Ping(rest.to_owned())),
            "position" => Board::parse(rest).map(Self::Position),
            "requestgame" => Some(Self::RequestGame),
            "requestposition" => Some(Self::RequestPosition),
            "setcomment" => comment(rest).map(|(ply, text)| Self::SetComment { ply, text }),
            "setoption" => set_option(rest),
            "showwindow" => first(rest, whole).map(|n| Self::ShowWindow(n != 0)),
            "quit" => Some(Self::Quit),
            word => word
                .strip_prefix("levels")
                .and_then(|kind| Level::parse(kind, rest))
                .map(Self::Level),
        };
        command.unwrap_or_else(|| Self::Ignored(text.to_owned()))
    }
}

/// The seconds may be missing, and then count as 0.
fn go(text: &str) -> Command {
    let mut secs = words(text).map(|word| finite(word).unwrap_or(0.0).max(0.0));
    let mut next = || secs.next().unwrap_or(0.0);
    Command::Go { white_secs: next(), black_secs: next() }
}

fn set_option(text: &str) -> Option<Command> {
    let (id, value) = split_word(text);
    let value = match value.to_ascii_lowercase().as_str() {
        "true" => 1,
        "false" => 0,
        number => integer(number)?,
    };
    Some(Command::SetOption { id: whole(id)?, value })
}

/// The number of a move and the comment on it.
pub(super) fn comment(text: &str) -> Option<(u32, String)> {
    let (ply, text) = split_word(text);
    Some((whole(ply)?, text.to_owned()))
}

fn first<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    read(split_word(text).0)
}

impl EngineMode {
    fn parse(text: &str) -> Option<Self> {
        let (id, data) = split_word(text);
        match whole(id)? {
            0 => Some(Self::Normal),
            1 => {
                let threshold = first(data, finite).unwrap_or(0.0).max(0.0);
                Some(Self::GameAnalysis { threshold })
            }
            2 => Some(Self::PositionAnalysis),
            _ => None,
        }
    }
}

impl Level {
    fn parse(kind: &str, text: &str) -> Option<Self> {
        let mut numbers = words(text).map(finite);
        let mut next = || numbers.next().flatten().filter(|number| *number >= 0.0);
        match kind {
            "fixeddepth" => first(text, whole).map(Self::FixedDepth),
            "fixedtime" => next().map(Self::FixedTime),
            "blitzgame" => {
                Some(Self::Blitz { time_secs: next()?, gain_secs: next().unwrap_or(0.0) })
            }
            "longgame" => {
                let fields: Vec<&str> = words(text).collect();
                let secs = |idx: usize| finite(fields.get(idx)?).filter(|secs| *secs >= 0.0);
                let moves = |idx: usize| fields.get(idx).and_then(|word| whole(word));
                let controls = [(secs(0)?, moves(1)?), (secs(2)?, moves(3)?)];
                Some(Self::Long { controls, rest_secs: secs(4)? })
            }
            "infiniteanalysis" => Some(Self::Infinite),
            _ => None,
        }
    }
}

impl Opponents {
    fn parse(text: &str) -> Option<Self> {
        let (white, black) = split_at(text, "-")?;
        let is_engine = |word: &str| match word.trim().to_ascii_lowercase().as_str() {
            "engine" => Some(true),
            "player" => Some(false),
            _ => None,
        };
        Some(Self { white: is_engine(white)?, black: is_engine(black)? })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Guide => f.write_str("guide"),
            Self::Capabilities => f.write_str("capabilities"),
            Self::EngineMode(mode) => write!(f, "enginemode {mode}"),
            Self::Forward(n) => write!(f, "forward {n}"),
            Self::Game(game) => write!(f, "game {game}"),
            Self::Go { white_secs, black_secs } => {
                write!(f, "go {} {}", Secs(*white_secs), Secs(*black_secs))
            }
            Self::Halt { plays } => write!(f, "halt {}", u8::from(*plays)),
            Self::JumpTo(n) => write!(f, "jumpto {n}"),
            Self::Level(level) => write!(f, "levels{level}"),
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::New => f.write_str("new"),
            Self::Opponents(opponents) => write!(f, "opponents {opponents}"),
            Self::OfferDraw => f.write_str("offerdraw"),
            Self::Ping(text) => f.write_str(format!("ping {}", free_text(text)).trim_end()),
            Self::Position(board) => write!(f, "position {board}"),
            Self::RequestGame => f.write_str("requestgame"),
            Self::RequestPosition => f.write_str("requestposition"),
            Self::SetComment { ply, text } => write!(f, "setcomment {ply} {}", free_text(text)),
            Self::SetOption { id, value } => write!(f, "setoption {id} {value}"),
            Self::ShowWindow(shown) => write!(f, "showwindow {}", u8::from(*shown)),
            Self::Quit => f.write_str("quit"),
            Self::Ignored(line) => f.write_str(line),
        }
    }
}

/// The number, and the threshold if there is one.
impl fmt::Display for EngineMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.write_str("0"),
            Self::GameAnalysis { threshold } => write!(f, "1 {threshold}"),
            Self::PositionAnalysis => f.write_str("2"),
        }
    }
}

/// The text that follows `levels`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FixedDepth(plies) => write!(f, "fixeddepth {plies}"),
            Self::FixedTime(secs) => write!(f, "fixedtime {}", Secs(*secs)),
            Self::Blitz { time_secs, gain_secs } => {
                write!(f, "blitzgame {} {}", Secs(*time_secs), Secs(*gain_secs))
            }
            Self::Long { controls: [(time, moves), (time2, moves2)], rest_secs } => {
                write!(f, "longgame {} {moves} {} {moves2}", Secs(*time), Secs(*time2))?;
                write!(f, " {}", Secs(*rest_secs))
            }
            Self::Infinite => f.write_str("infiniteanalysis"),
        }
    }
}

impl fmt::Display for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |is_engine| if is_engine { "engine" } else { "player" };
        write!(f, "{}-{}", name(self.white), name(self.black))
    }
}
