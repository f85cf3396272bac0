//! The lines of NBoard, version 2, as values and back.
//!
//! Total functions without state: every line is something, if only [`Command::Ignored`] or
//! [`Reply::Chatter`]. Knows no rules: a move is two characters that look like one.

use std::fmt;

use nom::IResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::satisfy;
use nom::combinator::recognize;

use crate::protocol::words::{count, fields, split_at, split_word, words};

/// A line of the GUI to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `nboard {version}`: the dialogue begins.
    NBoard(u32),
    /// `set depth {depth}`: depth of the midgame search in plies.
    SetDepth(u32),
    /// `set game {GGF}`: everything that follows is about the end of this game.
    SetGame(String),
    /// `set contempt {contempt}`: the value of a draw to Black, in discs, -100 to 100.
    SetContempt(i32),
    /// `move {move}/{eval}/{time}`, or the bare move of protocol version 1.
    Move(Played),
    /// `hint {n}`: value the best `n` moves.
    Hint(u32),
    /// `go`: send the move that you would play.
    Go,
    /// `ping {n}`: stop thinking and send `pong {n}`.
    Ping(u32),
    /// A `ping` with a number that [`Command::Ping`] cannot hold or would write otherwise: `-5`.
    OddPing(String),
    /// `learn`: learn the game.
    Learn,
    /// `analyze`: value every position of the game.
    Analyze,
    /// `quit`: not in the document, sent by its own GUI.
    Quit,
    /// A line that is ignored as a whole, as the document demands for unknown commands.
    Ignored(String),
}

/// A move as it is sent to an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The move: `F5`, `PA`.
    pub mv: String,
    /// Value in discs from the mover's point of view; `None` is unknown.
    pub eval: Option<f64>,
    /// Seconds it took; `None` counts as 0.
    pub time_secs: Option<f64>,
}

impl Command {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let (word, rest) = split_word(line);
        let command = match word {
            "nboard" => whole(rest).map(Self::NBoard),
            "set" => {
                let (name, value) = split_word(rest);
                match name {
                    "depth" => whole(value).map(Self::SetDepth),
                    "game" if !value.is_empty() => Some(Self::SetGame(value.to_owned())),
                    "contempt" => number(value).flatten().map(contempt).map(Self::SetContempt),
                    _ => None,
                }
            }
            "move" => Played::parse(rest).map(Self::Move),
            // The document's sample code takes one move if no number follows.
            "hint" => Some(Self::Hint(whole(rest).unwrap_or(1))),
            "go" => Some(Self::Go),
            "ping" => Self::parse_ping(rest),
            "learn" => Some(Self::Learn),
            "analyze" => Some(Self::Analyze),
            "quit" => Some(Self::Quit),
            _ if rest.is_empty() => Played::parse(word).map(Self::Move),
            _ => None,
        };
        command.unwrap_or_else(|| Self::Ignored(line.to_owned()))
    }
}

impl Command {
    fn parse_ping(rest: &str) -> Option<Self> {
        let (number, _) = split_word(rest);
        if let Some(n) = number.parse::<u32>().ok().filter(|n| n.to_string() == number) {
            return Some(Self::Ping(n));
        }
        let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_whole.then(|| Self::OddPing(number.to_owned()))
    }
}

/// A draw's value in whole discs, as far as the document admits it.
fn contempt(discs: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped first")]
    let whole = discs.clamp(-100.0, 100.0).round() as i32;
    whole
}

/// The version that an engine claims to speak, if a line names one: Edax 4.6 writes on its error
/// output that it `expected "nboard 1" protocol`.
#[must_use]
pub fn declared_version(line: &str) -> Option<u32> {
    let plain = |word: &str| word.trim_matches(|ch: char| !ch.is_ascii_alphanumeric()).to_owned();
    let words: Vec<String> = words(line).map(plain).collect();
    let named = words.windows(2).find(|pair| pair[0].eq_ignore_ascii_case("nboard"))?;
    named[1].parse().ok()
}

/// The name ends with a depth that one of these lines has set: Edax 4.6 and NTest call themselves
/// `Edax60` and `Ntest60` after `set depth 60`.
#[must_use]
pub fn names_depth<'a>(name: &str, sent: impl IntoIterator<Item = &'a str>) -> bool {
    let stem = name.trim_end_matches(|ch: char| ch.is_ascii_digit());
    let number: Option<u32> = name[stem.len()..].parse().ok();
    let depth = |line: &str| match Command::parse(line) {
        Command::SetDepth(depth) => Some(depth),
        _ => None,
    };
    number.is_some() && sent.into_iter().any(|line| depth(line) == number)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NBoard(version) => write!(f, "nboard {version}"),
            Self::SetDepth(depth) => write!(f, "set depth {depth}"),
            Self::SetGame(ggf) => write!(f, "set game {ggf}"),
            Self::SetContempt(discs) => write!(f, "set contempt {discs}"),
            Self::Move(played) => write!(f, "move {played}"),
            Self::Hint(n) => write!(f, "hint {n}"),
            Self::Go => f.write_str("go"),
            Self::Ping(n) => write!(f, "ping {n}"),
            Self::OddPing(number) => write!(f, "ping {number}"),
            Self::Learn => f.write_str("learn"),
            Self::Analyze => f.write_str("analyze"),
            Self::Quit => f.write_str("quit"),
            Self::Ignored(line) => f.write_str(line),
        }
    }
}

impl Played {
    /// `F5`, `F5//`, `F5/0.50/1.25`; evaluation and time that are not numbers count as left out.
    fn parse(text: &str) -> Option<Self> {
        let mut fields = fields(text, |ch| ch == '/').into_iter();
        let mv = fields.next().filter(|text| is_move(text))?.to_owned();
        let mut next = || fields.next().and_then(number).flatten();
        Some(Self { mv, eval: next(), time_secs: next().filter(|secs| *secs >= 0.0) })
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mv)?;
        match (self.eval, self.time_secs) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval:.2}"),
            (None, Some(time)) => write!(f, "//{time:.2}"),
            (Some(eval), Some(time)) => write!(f, "/{eval:.2}/{time:.2}"),
        }
    }
}

/// A line of the engine to the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `pong {n}`; some engines leave out the number.
    Pong(Option<u32>),
    /// `status {text}`; empty clears the line.
    Status(String),
    /// `set myname {text}`.
    MyName(String),
    /// `nodestats {nodes} {seconds}`; anything that isn't a number is `None`.
    NodeStats {
        /// Nodes since the search began.
        nodes: Option<u64>,
        /// Seconds since the search began (Edax means milliseconds).
        secs: Option<f64>,
    },
    /// `search {pv} {eval} 0 {depth} {text}`.
    Search(Evaluation),
    /// `book {pv} {eval} {games} {depth} {text}`.
    Book(Evaluation),
    /// `=== {move}/{eval}/{time}`: the answer to `go`.
    Best(Best),
    /// `analysis {moves made} {eval}`: the value of one position of the game.
    Analysis {
        /// Moves made before it, including passes.
        ply: u32,
        /// Its value in discs.
        eval: Value,
    },
    /// `learned`, or `learn` as in the document's sample code.
    Learned,
    /// Any other line.
    Chatter(String),
}

/// A line of analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The moves expected, at least one, as written.
    pub pv: Vec<String>,
    /// Value in discs, from the point of view of the side to move; `None` if the engine wrote
    /// something like `nan`.
    pub eval: Option<Value>,
    /// Number of games in the book; 0 in a `search` line.
    pub games: u64,
    /// `24`, `100%` (exact), `100%W` (win, loss or draw); empty if it is missing.
    pub depth: String,
    /// The rest of the line.
    pub text: String,
}

/// A value in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// One number.
    Discs(f64),
    /// `{draw to Black},{draw to White}`: what it would be if draws counted for either.
    Draws {
        /// If draws were won by Black.
        to_black: f64,
        /// If draws were won by White.
        to_white: f64,
    },
}

impl Value {
    /// The number to show and to compare, under the contempt that the engine was sent.
    ///
    /// With contempt for draws the engine plays by one half of a pair; without, a draw is worth 0,
    /// half way between a win of one side and a win of the other.
    #[must_use]
    pub fn discs(self, contempt: i32) -> f64 {
        match self {
            Self::Discs(discs) => discs,
            Self::Draws { to_black, to_white } => match contempt {
                1.. => to_black,
                0 => f64::midpoint(to_black, to_white),
                ..0 => to_white,
            },
        }
    }
}

/// The answer to `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Best {
    /// The move as written; `None` if the engine says that it has no move (`=== --`).
    pub mv: Option<String>,
    /// Value in discs, from the point of view of the side to move.
    pub eval: Option<Value>,
    /// Seconds the engine says it has used.
    pub time_secs: Option<f64>,
}

impl Reply {
    /// Reads a line. Runs of blanks count as one and numbers may be padded; old Edax versions
    /// write lines like `book +1 d3`, and those are chatter.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let (word, rest) = split_word(line);
        let reply = match word {
            "search" => Evaluation::parse(rest).map(Self::Search),
            "book" => Evaluation::parse(rest).map(Self::Book),
            "nodestats" => node_stats(rest),
            "status" => Some(Self::Status(rest.to_owned())),
            "pong" if rest.is_empty() => Some(Self::Pong(None)),
            "pong" => whole(rest).map(|n| Self::Pong(Some(n))),
            "analysis" => analysis(rest),
            "learn" | "learned" if rest.is_empty() => Some(Self::Learned),
            "set" => match split_word(rest) {
                ("myname", name) => Some(Self::MyName(name.to_owned())),
                _ => None,
            },
            _ => {
                word.strip_prefix("===").and_then(|glued| Best::parse(glued, rest)).map(Self::Best)
            }
        };
        reply.unwrap_or_else(|| Self::Chatter(line.to_owned()))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pong(None) => f.write_str("pong"),
            Self::Pong(Some(n)) => write!(f, "pong {n}"),
            Self::Status(text) if text.is_empty() => f.write_str("status"),
            Self::Status(text) => write!(f, "status {text}"),
            Self::MyName(name) => write!(f, "set myname {name}"),
            Self::NodeStats { nodes, secs } => {
                write!(f, "nodestats {} {:.2}", nodes.unwrap_or(0), secs.unwrap_or(0.0))
            }
            Self::Search(evaluation) => write!(f, "search {evaluation}"),
            Self::Book(evaluation) => write!(f, "book {evaluation}"),
            Self::Best(best) => write!(f, "=== {best}"),
            Self::Analysis { ply, eval } => write!(f, "analysis {ply} {eval}"),
            Self::Learned => f.write_str("learned"),
            Self::Chatter(line) => f.write_str(line),
        }
    }
}

impl Evaluation {
    fn parse(text: &str) -> Option<Self> {
        let (pv, rest) = split_word(text);
        let pv = split_pv(pv);
        let (eval, rest) = split_word(rest);
        let eval = Value::parse(eval)?;
        let (games, rest) = split_word(rest);
        let (depth, text) = split_word(rest);
        if pv.is_empty() {
            return None;
        }
        let games = number(games).flatten().map_or(0, count);
        Some(Self { pv, eval, games, depth: depth.to_owned(), text: text.to_owned() })
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mv in &self.pv {
            f.write_str(mv)?;
        }
        match self.eval {
            Some(eval) => write!(f, " {eval}")?,
            None => f.write_str(" nan")?,
        }
        let depth = if self.depth.is_empty() { "0" } else { &self.depth };
        write!(f, " {} {depth}", self.games)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, " {}", self.text) }
    }
}

impl Value {
    /// `Some(None)` is a text that stands for a number and isn't one: `-nan`.
    fn parse(text: &str) -> Option<Option<Self>> {
        let Some((black, white)) = split_at(text, ",") else {
            return number(text).map(|discs| discs.map(Self::Discs));
        };
        let pair = number(black)?.zip(number(white)?);
        Some(pair.map(|(to_black, to_white)| Self::Draws { to_black, to_white }))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discs(discs) => write!(f, "{discs:.2}"),
            Self::Draws { to_black, to_white } => write!(f, "{to_black:.2},{to_white:.2}"),
        }
    }
}

impl Best {
    /// `F5/-1.16/0.00`, `A1//0.00`, `PA`, `--`, and Edax's blanks for slashes: `f5 0.00 0.0`.
    ///
    /// The answer ends a search, so it is read whatever the fields after the move contain. `None`
    /// is a line that only begins like one: `======`.
    fn parse(glued: &str, rest: &str) -> Option<Self> {
        let text = if glued.is_empty() { rest } else { glued };
        if text.starts_with('=') {
            return None;
        }
        let fields: Vec<&str> =
            if text.contains('/') { fields(text, |ch| ch == '/') } else { words(text).collect() };
        let field = |idx: usize| fields.get(idx).copied().unwrap_or_default();
        // A move is one word; other text between it and a slash means nothing.
        let (mv, _) = split_word(field(0));
        Some(Self {
            mv: (!mv.trim_matches('-').is_empty()).then(|| mv.to_owned()),
            eval: Value::parse(field(1)).flatten(),
            time_secs: number(field(2)).flatten().filter(|secs| *secs >= 0.0),
        })
    }
}

impl fmt::Display for Best {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mv.as_deref().unwrap_or("--"))?;
        match (self.eval, self.time_secs) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval}"),
            (None, Some(time)) => write!(f, "//{time:.2}"),
            (Some(eval), Some(time)) => write!(f, "/{eval}/{time:.2}"),
        }
    }
}

fn node_stats(text: &str) -> Option<Reply> {
    let (nodes, rest) = split_word(text);
    let (secs, _) = split_word(rest);
    // The text is not parsed as a float first: counts of nodes may have more digits than a float
    // holds.
    let nodes = nodes.parse().ok().or_else(|| number(nodes).flatten().map(count));
    Some(Reply::NodeStats { nodes, secs: number(secs).flatten().filter(|secs| *secs >= 0.0) })
}

fn analysis(text: &str) -> Option<Reply> {
    let (ply, rest) = split_word(text);
    let (eval, _) = split_word(rest);
    Some(Reply::Analysis { ply: whole(ply)?, eval: Value::parse(eval).flatten()? })
}

/// The moves of a principal variation, `F5d6C3` or `F5-D6-C3`, as far as they look like moves.
fn split_pv(text: &str) -> Vec<String> {
    let mut rest = text;
    let mut moves = Vec::with_capacity(text.len() / 2);
    while let Ok((after, mv)) = pv_move(rest.trim_start_matches('-')) {
        moves.push(mv.to_owned());
        rest = after;
    }
    moves
}

/// `f5`, `PA`, `pass`.
fn pv_move(text: &str) -> IResult<&str, &str> {
    let square = recognize((
        satisfy(|c| matches!(c, 'a'..='h' | 'A'..='H')),
        satisfy(|c| matches!(c, '1'..='8')),
    ));
    alt((square, tag_no_case("pass"), tag_no_case("pa"))).parse(text)
}

fn is_move(text: &str) -> bool {
    pv_move(text).is_ok_and(|(rest, _)| rest.is_empty())
}

/// A whole number that is the first word.
fn whole(text: &str) -> Option<u32> {
    split_word(text).0.parse().ok()
}

/// A number that is the whole text. `Some(None)` is a text that C and C++ write for a value that
/// isn't a number: `-nan`, `inf`, `-nan(ind)`, `1.#QNAN`.
fn number(text: &str) -> Option<Option<f64>> {
    match text.parse::<f64>() {
        Ok(number) => Some(Some(number).filter(|number| number.is_finite())),
        Err(_) => {
            let unsigned = text.trim_start_matches(['-', '+']).to_ascii_lowercase();
            let none = ["nan", "inf", "1.#"].iter().any(|start| unsigned.starts_with(start));
            none.then_some(None)
        }
    }
}

#[cfg(test)]
mod tests;
