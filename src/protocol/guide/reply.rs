//! The messages of the engine to the GUI, as values and back.
//!
//! Total functions without state: every message is something, if only [`Reply::Chatter`].

use std::fmt;

use super::command::comment;
use super::notation::{
    Board, GameText, Move, Secs, free_text, integer, parse_moves, whole, without_escape,
};
use crate::protocol::words::{
    self, finite, joined, keyed, split_at, split_word, unnumbered, up_to_key, words,
};

/// A message of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `name {text}`.
    Name(String),
    /// `author {text}`.
    Author(String),
    /// `option {id} {name} type {t} default {x} ...`.
    Option(OptionLine),
    /// `engineok`: commands may come.
    EngineOk,
    /// `capabilities {commands}`, with the text that stands behind `#`.
    Capabilities(Vec<String>),
    /// `debug {text}`.
    Debug(String),
    /// `error {text}`; also: not implemented.
    Error(String),
    /// `game {position} {n} {moves}`.
    Game(GameText),
    /// `position {position} {legal moves}`.
    Position {
        /// The board.
        board: Board,
        /// The moves listed; `None` if they cannot be read.
        moves: Option<Vec<Move>>,
    },
    /// `move {move}`: it has been played on the engine's board.
    Move(Move),
    /// `move` with anything else: it ends a search, whatever follows.
    OddMove(String),
    /// `searchInfo {tokens}`.
    SearchInfo(SearchInfo),
    /// `setcomment {n} {text}`: a comment on move n.
    SetComment {
        /// Number of the move, from 1; 0 is the start.
        ply: u32,
        /// The comment.
        text: String,
    },
    /// The analysis of the game is complete. The document has no such message; engines of this
    /// project hide it from others: `debug game analysed #quintet analysed`.
    Analysed,
    /// `offerdraw`: not in the document's list of messages.
    OfferDraw,
    /// `pong {text}`.
    Pong(String),
    /// `quit`: the GUI may end.
    Quit,
    /// Only blanks and text behind `#`.
    Empty,
    /// Anything else.
    Chatter(String),
}

/// The text that hides [`Reply::Analysed`].
const ANALYSED: &str = "#quintet analysed";

impl Reply {
    /// Reads a message. Words are read in either case.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        if line.trim_end().ends_with(ANALYSED) {
            return Self::Analysed;
        }
        let text = without_escape(line);
        if text.is_empty() {
            return Self::Empty;
        }
        let (word, rest) = split_word(text);
        let own = || rest.to_owned();
        let reply = match word.to_ascii_lowercase().as_str() {
            "name" => Some(Self::Name(own())),
            "author" => Some(Self::Author(own())),
            "option" => OptionLine::parse(rest).map(Self::Option),
            "engineok" => Some(Self::EngineOk),
            "capabilities" => Some(Self::Capabilities(capabilities(line))),
            "debug" => Some(Self::Debug(own())),
            "error" => Some(Self::Error(own())),
            "game" => GameText::parse(rest).map(Self::Game),
            "position" => Board::split(rest)
                .map(|(board, moves)| Self::Position { board, moves: parse_moves(moves) }),
            "move" => Some(Move::parse(rest).map_or_else(|| Self::OddMove(own()), Self::Move)),
            "searchinfo" => Some(Self::SearchInfo(SearchInfo::parse(rest))),
            "setcomment" => comment(rest).map(|(ply, text)| Self::SetComment { ply, text }),
            "offerdraw" => Some(Self::OfferDraw),
            "pong" => Some(Self::Pong(own())),
            "quit" => Some(Self::Quit),
            _ => None,
        };
        reply.unwrap_or_else(|| Self::Chatter(text.to_owned()))
    }
}

/// The words; the text behind `#` is one of them: `#drg eval`.
fn capabilities(line: &str) -> Vec<String> {
    let (listed, hidden) = split_at(line, "#").unzip();
    let known = words(listed.unwrap_or(line)).skip(1).map(str::to_owned);
    known.chain(hidden.map(|own| format!("#{own}").trim().to_owned())).collect()
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "name {}", free_text(text)),
            Self::Author(text) => write!(f, "author {}", free_text(text)),
            Self::Option(line) => write!(f, "option {line}"),
            Self::EngineOk => f.write_str("engineok"),
            Self::Capabilities(commands) => write!(f, "capabilities {}", commands.join(" ")),
            Self::Debug(text) => write!(f, "debug {}", free_text(text)),
            Self::Error(text) => write!(f, "error {}", free_text(text)),
            Self::Game(game) => write!(f, "game {game}"),
            Self::Position { board, moves } => {
                write!(f, "position {board}")?;
                moves.iter().flatten().try_for_each(|mv| write!(f, " m {mv}"))
            }
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::OddMove(text) => write!(f, "move {}", free_text(text)),
            Self::SearchInfo(info) => write!(f, "searchInfo{info}"),
            Self::SetComment { ply, text } => write!(f, "setcomment {ply} {}", free_text(text)),
            Self::Analysed => write!(f, "debug game analysed {ANALYSED}"),
            Self::OfferDraw => f.write_str("offerdraw"),
            Self::Pong(text) => f.write_str(format!("pong {}", free_text(text)).trim_end()),
            Self::Quit => f.write_str("quit"),
            Self::Empty => Ok(()),
            Self::Chatter(text) => f.write_str(&free_text(text)),
        }
    }
}

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionLine {
    /// Its number; there may be gaps.
    pub id: u32,
    /// Its name, with underscores for blanks as it is sent.
    pub name: String,
    /// Its type.
    pub kind: OptionType,
}

/// The type of an option, with its value at the start.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionType {
    /// `check`, 1.
    Check(bool),
    /// `spin`, 2.
    Spin {
        /// The value at the start.
        default: i64,
        /// Least value, if it declares one.
        min: Option<i64>,
        /// Greatest value, if it declares one.
        max: Option<i64>,
    },
    /// `combo`, 3.
    Combo {
        /// Index of the choice at the start.
        default: usize,
        /// The choices; at least one.
        choices: Vec<String>,
    },
}

impl OptionLine {
    /// Reads the text after `option`. Types are numbers or words; names and choices may have
    /// blanks.
    fn parse(text: &str) -> Option<Self> {
        let (id, rest) = split_word(text);
        let id = whole(id)?;
        let fields = option_fields(rest);
        let value = |key: &str| fields.iter().find(|(known, _)| *known == key).map(|(_, v)| &**v);
        let name = value("").filter(|name| !name.is_empty())?.to_owned();
        let default = value("default").unwrap_or_default();
        let whole = |key: &str| value(key).and_then(integer);
        let kind = match value("type")?.to_ascii_lowercase().as_str() {
            "check" | "1" => OptionType::Check(is_on(default)),
            "spin" | "2" => {
                let (min, max) = (whole("min"), whole("max"));
                let default = integer(default).or(min).unwrap_or(0);
                OptionType::Spin { default, min, max }
            }
            "combo" | "3" => {
                let vars = fields.iter().filter(|(key, _)| *key == "var");
                let choices: Vec<String> = vars.map(|(_, choice)| choice.clone()).collect();
                let named = choices.iter().position(|choice| choice == default);
                let index = default.parse().ok().filter(|idx| *idx < choices.len());
                if choices.is_empty() {
                    return None;
                }
                OptionType::Combo { default: index.or(named).unwrap_or(0), choices }
            }
            _ => return None,
        };
        Some(Self { id, name, kind })
    }
}

fn is_on(text: &str) -> bool {
    text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("on") || text == "1"
}

/// Cuts an option at its keys (in small letters), each with the text that follows it. The name of
/// the option, which comes first and may look like a key, has the empty key.
fn option_fields(text: &str) -> Vec<(String, String)> {
    let is_key = |word: &str| {
        ["type", "default", "min", "max", "var"].iter().any(|key| key.eq_ignore_ascii_case(word))
    };
    let (first, rest) = split_word(text);
    let (name, rest) = up_to_key(rest, is_key);
    let name = (String::new(), joined(&format!("{first} {name}")));
    let values = keyed(rest, is_key, |_word| false)
        .map(|(key, value)| (key.to_ascii_lowercase(), joined(value)));
    [name].into_iter().chain(values).collect()
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} type ", self.id, free_text(&self.name).replace(' ', "_"))?;
        match &self.kind {
            OptionType::Check(default) => write!(f, "check default {}", u8::from(*default)),
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default}")?;
                min.iter().try_for_each(|min| write!(f, " min {min}"))?;
                max.iter().try_for_each(|max| write!(f, " max {max}"))
            }
            OptionType::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", free_text(choice)))
            }
        }
    }
}

/// A report on a search; whatever was not reported is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchInfo {
    /// The move that is being searched, as written.
    pub curr_move: Option<String>,
    /// Its number among the moves, from 1.
    pub curr_move_number: Option<u32>,
    /// Evaluations.
    pub evals: Option<u64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub ply: Option<u32>,
    /// The moves expected: in PDN as written, or in the document's move format.
    pub pv: Vec<String>,
    /// The value; a man is 100.
    pub score: Option<f64>,
    /// Seconds since the search began.
    pub time_secs: Option<f64>,
    /// Anything else.
    pub text: Option<String>,
}

const TOKENS: [&str; 9] =
    ["currmove", "currmovenumber", "neval", "nodes", "ply", "pv", "score", "time", "string"];

impl SearchInfo {
    /// Reads the tokens in any order and number, and skips those that it does not know.
    fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let (_unknown, tokens) = up_to_key(text, is_token);
        for (token, value) in keyed(tokens, is_token, |token| token.eq_ignore_ascii_case("string"))
        {
            info.take(&token.to_ascii_lowercase(), value);
        }
        info
    }

    fn take(&mut self, token: &str, value: &str) {
        let first = split_word(value).0;
        match token {
            "currmove" => self.curr_move = Some(value.to_owned()).filter(|text| !text.is_empty()),
            "currmovenumber" => self.curr_move_number = whole(first),
            "neval" => self.evals = count(first),
            "nodes" => self.nodes = count(first),
            "ply" => self.ply = whole(first),
            "pv" => self.pv = split_pv(value),
            "score" => self.score = finite(first),
            "time" => self.time_secs = finite(first).filter(|secs| *secs >= 0.0),
            "string" => self.text = Some(value.to_owned()),
            _ => {}
        }
    }
}

fn is_token(word: &str) -> bool {
    TOKENS.iter().any(|token| token.eq_ignore_ascii_case(word))
}

/// The moves of a principal variation. Drops move numbers (`1.`), also those stuck to a move, and
/// tokens that stand behind one (`1.pv`): they aren't moves.
fn split_pv(text: &str) -> Vec<String> {
    let is_move = |word: &&str| !word.is_empty() && !is_token(word);
    let words: Vec<&str> = words(text).map(unnumbered).filter(is_move).collect();
    let text = words.join(" ");
    if let Some(moves) = text.contains(['m', 'M']).then(|| parse_moves(&text)).flatten() {
        return moves.iter().map(Move::to_string).collect();
    }
    // A single move in the document's format.
    match Move::parse(&text) {
        Some(mv) => vec![mv.to_string()],
        None => words.into_iter().map(str::to_owned).collect(),
    }
}

/// A count of nodes may be written as any number.
fn count(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| finite(text).filter(|number| *number >= 0.0).map(words::count))
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut field = |name: &str, value: Option<&dyn fmt::Display>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        let pv = self.pv.join(if self.pv.iter().any(|mv| mv.contains(' ')) { " m " } else { " " });
        let time = self.time_secs.map(Secs);
        let text = self.text.as_deref().map(free_text);
        field("ply", self.ply.as_ref().map(|n| n as _))?;
        field("score", self.score.as_ref().map(|n| n as _))?;
        field("time", time.as_ref().map(|n| n as _))?;
        field("nodes", self.nodes.as_ref().map(|n| n as _))?;
        field("neval", self.evals.as_ref().map(|n| n as _))?;
        field("currmovenumber", self.curr_move_number.as_ref().map(|n| n as _))?;
        field("currmove", self.curr_move.as_ref().map(|n| n as _))?;
        field("pv", (!pv.is_empty()).then_some(&pv as _))?;
        field("string", text.as_ref().map(|n| n as _))
    }
}
