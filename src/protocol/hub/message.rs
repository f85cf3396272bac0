//! The lines of Hub, version 2, as values and back.
//!
//! Total functions without state: every line is something, if only [`Command::Ignored`] or
//! [`Reply::Chatter`]. Knows no rules: positions and moves are text. Unknown arguments
//! are skipped, as the document demands of both sides.

use std::fmt;
use std::time::Duration;

use super::param::Param;
use super::syntax::{Args, LineWriter, parse_line};
use crate::protocol::words::{count, finite, split_word};

/// A line of the GUI to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `hub`: the dialogue begins.
    Hub,
    /// `set-param name=... value=...`.
    SetParam {
        /// The parameter.
        name: String,
        /// Its new value, not checked.
        value: String,
    },
    /// `init`: the parameters have their values.
    Init,
    /// `pos pos=... [moves="..."]`.
    Pos(Place),
    /// `level ...`.
    Level(Level),
    /// `go think|ponder|analyze`.
    Go(GoMode),
    /// `ponder-hit`: the expected move was played.
    PonderHit,
    /// `stop`.
    Stop,
    /// `new-game`: the following searches are unrelated to the earlier ones.
    NewGame,
    /// `ping`.
    Ping,
    /// `quit`.
    Quit,
    /// A known command with arguments that make no sense; the text is the fault.
    Malformed(String),
    /// A line that is ignored, as the document demands for unknown commands.
    Ignored(String),
}

/// A position and the moves that led to it: `pos=... moves=...`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Place {
    /// The side to move and 50 squares; `None` is the start position (which is how Scan reads a
    /// bare `pos`).
    pub pos: Option<String>,
    /// The moves made from there, so that repetitions can be seen.
    pub moves: Vec<String>,
}

/// The limit of a search. Several forms may be given for one search, in one line or in several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<LevelClock>,
    /// `stop` will come.
    pub infinite: bool,
}

/// `[moves=...] time=... [inc=...]`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct LevelClock {
    /// Time left. The increment of this move is *not* in it: the engine adds it ("the increment is
    /// added before every move").
    pub time: Duration,
    /// Added before every move.
    pub inc: Duration,
    /// Moves in which the time must last; `None` for the rest of the game.
    pub moves: Option<u32>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GoMode {
    /// A move to play.
    Think,
    /// Thinking on the opponent's time: the expected move is already in the position, and the clock
    /// does not run before `ponder-hit`.
    Ponder,
    /// An explanation; there is no game.
    Analyze,
}

impl Command {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let (command, args) = parse_line(line);
        match command {
            "hub" => Self::Hub,
            "set-param" => match (args.text("name"), args.value("value")) {
                (Some(name), Some(value)) => Self::SetParam { name, value: value.to_owned() },
                (_, _) => Self::Malformed("set-param needs name and value".to_owned()),
            },
            "init" => Self::Init,
            "pos" => Self::Pos(Place::from_args(&args)),
            "level" => Level::parse(&args).map_or_else(Self::Malformed, Self::Level),
            "go" => GoMode::parse(&args).map_or_else(Self::Malformed, Self::Go),
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "new-game" => Self::NewGame,
            "ping" => Self::Ping,
            "quit" => Self::Quit,
            _ => Self::Ignored(line.to_owned()),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub => f.write_str("hub"),
            Self::SetParam { name, value } => {
                let line = LineWriter::new("set-param").arg("name", name).arg("value", value);
                f.write_str(&line.finish())
            }
            Self::Init => f.write_str("init"),
            Self::Pos(place) => place.fmt(f),
            Self::Level(level) => level.fmt(f),
            Self::Go(mode) => write!(f, "go {}", mode.word()),
            Self::PonderHit => f.write_str("ponder-hit"),
            Self::Stop => f.write_str("stop"),
            Self::NewGame => f.write_str("new-game"),
            Self::Ping => f.write_str("ping"),
            Self::Quit => f.write_str("quit"),
            Self::Malformed(line) | Self::Ignored(line) => f.write_str(line),
        }
    }
}

impl Place {
    /// Reads the arguments of `pos`, with or without the word before them.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (first, args) = parse_line(text);
        if first == "pos" {
            return Self::from_args(&args);
        }
        Self::from_args(&parse_line(&format!("pos {text}")).1)
    }

    fn from_args(args: &Args<'_>) -> Self {
        Self { pos: args.text("pos"), moves: args.moves("moves") }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = LineWriter::new("pos").opt("pos", self.pos.as_ref());
        if !self.moves.is_empty() {
            // Always in quotes, as in the document: no engine is known that reads one move without
            // them.
            line = line.quoted("moves", &self.moves.join(" "));
        }
        f.write_str(&line.finish())
    }
}

impl Level {
    fn parse(args: &Args<'_>) -> Result<Self, String> {
        let time = secs(args, "time")?;
        let clock = match time {
            Some(time) => Some(LevelClock {
                time,
                inc: secs(args, "inc")?.unwrap_or_default(),
                moves: number(args, "moves")?,
            }),
            None => None,
        };
        Ok(Self {
            depth: number(args, "depth")?,
            nodes: number(args, "nodes")?,
            move_time: secs(args, "move-time")?,
            clock,
            infinite: args.has("infinite"),
        })
    }

    /// Adds the values of another line; if both give the same value, the newer one holds.
    pub fn merge(&mut self, newer: &Self) {
        self.depth = newer.depth.or(self.depth);
        self.nodes = newer.nodes.or(self.nodes);
        self.move_time = newer.move_time.or(self.move_time);
        self.clock = newer.clock.or(self.clock);
        self.infinite |= newer.infinite;
    }

    /// Only `stop` ends such a search. A `go` without any level is one too.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let unlimited = Self { infinite: self.infinite, ..Self::default() };
        *self == unlimited
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = LineWriter::new("level")
            .opt("depth", self.depth)
            .opt("nodes", self.nodes)
            .opt("move-time", self.move_time.map(secs_text));
        if let Some(clock) = &self.clock {
            let inc = Some(clock.inc).filter(|inc| !inc.is_zero());
            line = line
                .opt("moves", clock.moves)
                .arg("time", secs_text(clock.time))
                .opt("inc", inc.map(secs_text));
        }
        if self.infinite {
            line = line.flag("infinite");
        }
        f.write_str(&line.finish())
    }
}

impl GoMode {
    fn parse(args: &Args<'_>) -> Result<Self, String> {
        let modes = [Self::Think, Self::Ponder, Self::Analyze];
        let mode = modes.into_iter().find(|mode| args.has(mode.word()));
        mode.ok_or_else(|| "go needs think, ponder or analyze".to_owned())
    }

    fn word(self) -> &'static str {
        match self {
            Self::Think => "think",
            Self::Ponder => "ponder",
            Self::Analyze => "analyze",
        }
    }
}

/// A line of the engine to the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id ...`: its name and its author.
    Id(Id),
    /// `param ...`: a parameter.
    Param(Param),
    /// `wait`: all parameters are declared.
    Wait,
    /// `ready`: it is initialised.
    Ready,
    /// `info ...`: news of the search.
    Info(Thought),
    /// `done ...`: the end of the search.
    Done(Done),
    /// `pong`.
    Pong,
    /// `error message="..."`.
    Error(String),
    /// Any other line.
    Chatter(String),
}

/// `id name=... version=... author=... country=...`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Id {
    /// Name of the engine.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Its author's country.
    pub country: Option<String>,
}

/// An engine's report on its search. Any field may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Mean depth of the leaves.
    pub mean_depth: Option<f64>,
    /// Value in men, from the point of view of the side to move; over 90 a win in sight.
    pub score: Option<f64>,
    /// Nodes since the search began.
    pub nodes: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// Millions of nodes a second.
    pub nps: Option<f64>,
    /// The moves expected.
    pub pv: Vec<String>,
    /// A number was written that isn't one (`-nan`); it counts as missing.
    pub not_a_number: bool,
}

/// `done move=... [ponder=...]`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Done {
    /// The move; `None` if there is no move.
    pub mv: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
}

impl Reply {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let (command, args) = parse_line(line);
        let reply = match command {
            "id" => Some(Self::Id(Id::parse(&args))),
            "param" => Param::parse(&args).map(Self::Param),
            "wait" => Some(Self::Wait),
            "ready" => Some(Self::Ready),
            "info" => Some(Self::Info(Thought::parse(&args))),
            "done" => Some(Self::Done(Done { mv: args.text("move"), ponder: args.text("ponder") })),
            "pong" => Some(Self::Pong),
            "error" => Some(Self::Error(args.text("message").unwrap_or_else(|| {
                let (_error, text) = split_word(line);
                // That is how we write an empty message.
                if text == "message=\"\"" { String::new() } else { text.to_owned() }
            }))),
            _ => None,
        };
        reply.unwrap_or_else(|| Self::Chatter(line.to_owned()))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Param(param) => f.write_str(&param.line()),
            Self::Wait => f.write_str("wait"),
            Self::Ready => f.write_str("ready"),
            Self::Info(thought) => thought.fmt(f),
            Self::Done(done) => {
                let line = LineWriter::new("done")
                    .opt("move", done.mv.as_ref())
                    .opt("ponder", done.ponder.as_ref());
                f.write_str(&line.finish())
            }
            Self::Pong => f.write_str("pong"),
            Self::Error(message) => {
                let line = LineWriter::new("error").quoted("message", message);
                f.write_str(&line.finish())
            }
            Self::Chatter(line) => f.write_str(line),
        }
    }
}

impl Id {
    fn parse(args: &Args<'_>) -> Self {
        Self {
            name: args.text("name").unwrap_or_default(),
            version: args.text("version"),
            author: args.text("author"),
            country: args.text("country"),
        }
    }

    /// Name and version, as far as they were given.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        let name = Some(self.name.clone()).filter(|name| !name.is_empty())?;
        Some(match &self.version {
            Some(version) => format!("{name} {version}"),
            None => name,
        })
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = LineWriter::new("id")
            .arg("name", &self.name)
            .opt("version", self.version.as_ref())
            .opt("author", self.author.as_ref())
            .opt("country", self.country.as_ref());
        f.write_str(&line.finish())
    }
}

impl Thought {
    fn parse(args: &Args<'_>) -> Self {
        let mut not_a_number = false;
        let mut real = |name: &str| {
            let text = args.text(name)?;
            let number = finite(&text);
            not_a_number |= number.is_none();
            number
        };
        let (mean_depth, score, time, nps) =
            (real("mean-depth"), real("score"), real("time"), real("nps"));
        // The text is not parsed as a float first: counts of nodes may have more digits than a
        // float holds.
        let exact = |name: &str| args.value(name)?.trim().parse::<u64>().ok();
        let depth = exact("depth").or_else(|| real("depth").map(count));
        let nodes = exact("nodes").or_else(|| real("nodes").map(count));
        Self {
            depth: depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            mean_depth,
            score,
            nodes,
            time: time.and_then(|secs| Duration::try_from_secs_f64(secs).ok()),
            nps: nps.filter(|nps| *nps >= 0.0),
            pv: args.moves("pv"),
            not_a_number,
        }
    }
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = LineWriter::new("info")
            .opt("depth", self.depth)
            .opt("mean-depth", self.mean_depth.map(|depth| format!("{depth:.1}")))
            .opt("score", self.score.map(|score| format!("{score:.2}")))
            .opt("nodes", self.nodes)
            .opt("time", self.time.map(|time| format!("{:.3}", time.as_secs_f64())))
            .opt("nps", self.nps.map(|nps| format!("{nps:.1}")));
        if !self.pv.is_empty() {
            line = line.arg("pv", self.pv.join(" "));
        }
        f.write_str(&line.finish())
    }
}

/// A whole number among the arguments of a command.
fn number<N: std::str::FromStr>(args: &Args<'_>, name: &str) -> Result<Option<N>, String> {
    let Some(text) = args.value(name) else { return Ok(None) };
    let number = text.trim().parse();
    number.map(Some).map_err(|_error| format!("{name} must be a whole number"))
}

/// Seconds among the arguments of a command. A clock that has run out counts as empty.
fn secs(args: &Args<'_>, name: &str) -> Result<Option<Duration>, String> {
    let Some(text) = args.value(name) else { return Ok(None) };
    let secs = finite(text).ok_or_else(|| format!("{name} must be a number of seconds"))?;
    Ok(Some(Duration::try_from_secs_f64(secs.max(0.0)).unwrap_or(Duration::MAX)))
}

/// Seconds with milliseconds; smaller parts are dropped, and never rounded up.
fn secs_text(time: Duration) -> String {
    let millis = time.as_millis();
    let text = format!("{}.{:03}", millis / 1000, millis % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests;
