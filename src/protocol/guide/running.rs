//! A running search: the order for it, and the reports so far.
//!
//! Sends and reports nothing itself.

use std::time::{Duration, Instant};

use super::abilities::Abilities;
use super::command::{Command, EngineMode, Level, Opponents};
use super::reply::SearchInfo;
use super::sent_setup::{OwnEnd, Wanted};
use crate::protocol::words::fields;
use crate::protocol::{Answer, EngineClock, Info, Limits, Mode, Root, Search, SearchId};

/// Evaluation threshold of a remark on a game: half a man.
const THRESHOLD: f64 = 50.0;

/// Time for each position of a game if no time was given.
const GAME_STEP_SECS: f64 = 1.0;

/// The search that the engine was ordered to do.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: SearchId,
    pub(super) kind: Kind,
    /// The root it belongs to, for sending it once more.
    pub(super) root: Root,
    pub(super) wanted: Wanted,
    /// The time of the engine's last report on it.
    pub(super) heard: Instant,
    /// An answer that is not wanted yet ([`Kind::Ponder`]).
    pub(super) kept: Option<Answer>,
    /// The time when its clock started.
    since: Instant,
    /// The limit at which the host ends it, because the engine does not take its level.
    own_end: Option<OwnEnd>,
    white_to_move: bool,
    limits: Limits,
    mode: Mode,
    go: Command,
    news: News,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Ends with `move`.
    Play,
    /// Like [`Kind::Play`], but its end is kept until the expected move was made.
    Ponder,
    /// It has no end except `halt`, by the document.
    Analyse,
    /// It has neither.
    WholeGame,
}

/// The reports so far; tokens may come in messages of their own.
#[derive(Debug, Default)]
struct News {
    ply: Option<u32>,
    score: Option<f64>,
    time: Option<Duration>,
    pv: Vec<String>,
}

impl Running {
    pub(super) fn new(search: Search, has_modes: bool, now: Instant) -> Self {
        let Search { id, root, limits, mode } = search;
        let kind = match mode {
            Mode::Play => Kind::Play,
            Mode::Ponder => Kind::Ponder,
            Mode::Analyse { .. } => Kind::Analyse,
            Mode::WholeGame => Kind::WholeGame,
        };
        let wish = mode;
        let white_to_move = is_white_to_move(&root);
        let plays = matches!(kind, Kind::Play | Kind::Ponder);
        let mode = match kind {
            Kind::Analyse if has_modes => EngineMode::PositionAnalysis,
            Kind::WholeGame => EngineMode::GameAnalysis { threshold: THRESHOLD },
            Kind::Play | Kind::Ponder | Kind::Analyse => EngineMode::Normal,
        };
        let opponents = Opponents { white: plays && white_to_move, black: plays && !white_to_move };
        let level = level(&limits, kind, root.moves.len());
        let left = limits.clocks.map(|[own, _]| own.main);
        let wanted = Wanted { mode, level, opponents, left };
        let [own, other] = limits.elapsed.map(|elapsed| elapsed.as_secs_f64());
        let (white_secs, black_secs) = if white_to_move { (own, other) } else { (other, own) };
        Self {
            id,
            kind,
            root,
            wanted,
            heard: now,
            kept: None,
            since: now,
            own_end: None,
            white_to_move,
            limits,
            mode: wish,
            go: Command::Go { white_secs, black_secs },
            news: News::default(),
        }
    }

    /// Starts its clock; the host enforces what the engine's level does not.
    pub(super) fn begin(&mut self, abilities: &Abilities, now: Instant) {
        (self.since, self.own_end) = (now, self.wanted.own_end(abilities));
    }

    /// The engine has just refused its level.
    pub(super) fn lose_level(&mut self, abilities: &Abilities) {
        self.own_end = self.wanted.own_end(abilities);
    }

    /// The time when the host ends it.
    pub(super) fn until(&self) -> Option<Instant> {
        match self.own_end.filter(|_| self.is_on_clock())? {
            OwnEnd::Time(time) => Some(self.since + time),
            OwnEnd::Depth(_) => None,
        }
    }

    /// The host ends it now, since the engine does not.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let is_deep = match self.own_end {
            Some(OwnEnd::Depth(plies)) => self.news.ply.is_some_and(|ply| plies <= ply),
            Some(OwnEnd::Time(_)) | None => false,
        };
        self.is_on_clock() && is_deep || self.until().is_some_and(|until| until <= now)
    }

    fn is_on_clock(&self) -> bool {
        // The level of a whole game holds for each of its positions.
        matches!(self.kind, Kind::Play | Kind::Analyse) && self.kept.is_none()
    }

    /// It ends by itself before long, as far as is known.
    pub(super) fn has_end(&self) -> bool {
        match self.kind {
            Kind::Play | Kind::Ponder => {
                self.wanted.level != Level::Infinite && self.own_end.is_none()
            }
            // The document gives these no end.
            Kind::Analyse | Kind::WholeGame => false,
        }
    }

    /// Returns the request for it, for ordering it once more.
    pub(super) fn into_search(self) -> Search {
        let mode = if self.kind == Kind::Play { Mode::Play } else { self.mode };
        Search { id: self.id, root: self.root, limits: self.limits, mode }
    }

    /// The command that orders it.
    pub(super) fn go(&self) -> String {
        self.go.to_string()
    }

    /// Takes note of a report and returns one for the program, unless there was nothing in it.
    pub(super) fn hear(&mut self, info: SearchInfo, white_scores: bool) -> Option<Info> {
        let score = info.score.map(|score| {
            let turned = white_scores && !self.white_to_move;
            (if turned { -score } else { score }) / 100.0
        });
        let of_line = score.is_some() || !info.pv.is_empty();
        let news = &mut self.news;
        if info.ply.is_some() && info.ply != news.ply {
            // A report on another depth does not belong to this one.
            (news.score, news.pv) = (None, Vec::new());
        }
        let time = info.time_secs.and_then(|secs| Duration::try_from_secs_f64(secs).ok());
        news.ply = info.ply.or(news.ply);
        news.time = time.or(news.time);
        news.score = score.or(news.score);
        if !info.pv.is_empty() {
            news.pv = info.pv;
        }
        let nodes = info.nodes.or(info.evals);
        if !of_line && nodes.is_none() && time.is_none() && info.ply.is_none() {
            return None;
        }
        let pv = if of_line { news.pv.clone() } else { Vec::new() };
        Some(Info {
            search: self.id,
            line: pv.first().cloned(),
            score: if of_line { news.score } else { None },
            depth: news.ply.map(|ply| ply.to_string()),
            nodes,
            time,
            pv,
            ..Info::default()
        })
    }

    /// Turns a move of the engine into an answer.
    pub(super) fn answer(&self, mv: Option<String>) -> Answer {
        let ponder = match (&mv, self.news.pv.as_slice()) {
            (Some(mv), [first, reply, ..]) if may_be_same(mv, first) => Some(reply.clone()),
            _ => None,
        };
        let (score, time) = (self.news.score, self.news.time);
        Answer { search: self.id, mv, ponder, score, time }
    }
}

/// Returns true if a move in the document's format and one in any other begin and end on the same
/// squares.
fn may_be_same(mv: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        fields(text, |ch| !ch.is_ascii_digit())
            .iter()
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    match (numbers(mv).as_slice(), numbers(other).as_slice()) {
        // In PDN the squares passed on the way may stand between or behind.
        ([from, to, ..], [other_from, squares @ ..]) => from == other_from && squares.contains(to),
        _ => false,
    }
}

fn is_white_to_move(root: &Root) -> bool {
    let starts = !root.start.trim_start().to_ascii_lowercase().starts_with('b');
    starts == root.moves.len().is_multiple_of(2)
}

/// The limit of a search, in the document's terms.
fn level(limits: &Limits, kind: Kind, n_moves: usize) -> Level {
    match *limits {
        Limits { depth: Some(plies), .. } => Level::FixedDepth(plies),
        Limits { move_time: Some(time), .. } => Level::FixedTime(time.as_secs_f64()),
        Limits { clocks: Some([own, _]), elapsed: [used, _], .. } => clock(own, used, n_moves),
        Limits { .. } if kind == Kind::WholeGame => Level::FixedTime(GAME_STEP_SECS),
        Limits { .. } => Level::Infinite,
    }
}

/// Turns a clock that shows the time left into one that counts from the start of the game.
///
/// The engine counts: the whole time, plus a gain for each move it has made, minus the time it has
/// used. The whole time is chosen such that the result is the time left; it stays the same
/// throughout an ordinary game, and is right in others. Controls that repeat are sent with the
/// current one for all three.
fn clock(own: EngineClock, used: Duration, n_moves: usize) -> Level {
    let own_moves = u32::try_from(n_moves / 2).unwrap_or(u32::MAX);
    let whole = own.main + used;
    let Some(to_go) = own.moves else {
        let gained = own.increment.saturating_mul(own_moves);
        return Level::Blitz {
            time_secs: whole.saturating_sub(gained).as_secs_f64(),
            gain_secs: own.increment.as_secs_f64(),
        };
    };
    let control = (whole.as_secs_f64(), own_moves.saturating_add(to_go));
    Level::Long { controls: [control; 2], rest_secs: control.0 }
}
