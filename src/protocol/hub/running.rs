//! A running search: the lines that order it, and the parts of its reports that are kept.
//!
//! Sends and reports nothing itself.

use std::borrow::Cow;
use std::time::Instant;

use super::levels::{Ends, Form, Forms, OwnEnds};
use super::message::{Command, Done, GoMode, Level, Place, Thought};
use super::settings::{Captures, Settings};
use crate::protocol::machine::Waiting;
use crate::protocol::words::{count, fields};
use crate::protocol::{Answer, Info, Mode, Root, Search, SearchId};

/// A search that waits for its turn.
#[derive(Debug)]
pub(in crate::protocol) struct Wish {
    pub(super) search: Search,
    pub(super) how: How,
    /// The engine will be told to move as soon as the search has begun.
    pub(super) moves_at_once: bool,
}

impl From<Search> for Wish {
    fn from(search: Search) -> Self {
        Self { search, how: How::Whole, moves_at_once: false }
    }
}

impl Waiting for Wish {
    fn id(&self) -> SearchId {
        self.search.id
    }
}

/// The way in which a search is ordered.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum How {
    /// `pos`, `level` and `go`, with one fence before `go`.
    Whole,
    /// Once more, after an error, with a fence behind each line, to find out which one is refused.
    InParts,
    /// Once more, without `level`: if no error answers that, it was the level that the engine
    /// refused in these `words`.
    WithoutLevel { suspects: Vec<Form>, words: String },
}

/// The search that the engine was ordered to do.
#[derive(Debug)]
pub(super) struct Running {
    /// `None`: the program does not want it any more, or it was typed by a person.
    pub(super) id: Option<SearchId>,
    pub(super) kind: Kind,
    pub(super) how: How,
    /// The time when the host ends it.
    pub(super) until: Option<Instant>,
    /// The request; `None` if a person has typed the search.
    search: Option<Search>,
    ends: Ends,
    /// Scores are negated: the engine takes White's point of view, and Black is to move.
    turned: bool,
    /// The newest value, and the depth and the nodes of the search.
    score: Option<f64>,
    depth: u32,
    nodes: u64,
}

/// The kind of search that was ordered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Its move will be played.
    Play,
    /// Like [`Kind::Play`] once the guess has come true.
    Ponder,
    /// The program wants its info lines, not its move.
    Analyse,
}

impl Running {
    pub(super) fn new(search: Search, how: How, settings: &Settings) -> Self {
        let kind = match search.mode {
            Mode::Play => Kind::Play,
            Mode::Ponder => Kind::Ponder,
            Mode::Analyse { .. } | Mode::WholeGame => Kind::Analyse,
        };
        let turned = settings.scores_for_white && !is_white_to_move(&search.root);
        let ends = match how {
            How::Whole | How::InParts => Ends::new(&search.limits, &settings.forms),
            How::WithoutLevel { .. } => Ends::untold(&search.limits, &settings.forms),
        };
        let (id, search) = (Some(search.id), Some(search));
        Self { id, kind, how, search, ends, turned, ..Self::typed() }
    }

    /// A search that a person has ordered in the console.
    pub(super) fn typed() -> Self {
        Self {
            id: None,
            kind: Kind::Analyse,
            how: How::Whole,
            until: None,
            search: None,
            ends: Ends::default(),
            turned: false,
            score: None,
            depth: 0,
            nodes: 0,
        }
    }

    /// The lines that order it; `None` if a person has typed it.
    pub(super) fn order(&self, settings: &Settings) -> Option<Order> {
        let search = self.search.as_ref()?;
        let mode = match search.mode {
            Mode::Play => GoMode::Think,
            Mode::Ponder => GoMode::Ponder,
            Mode::Analyse { .. } | Mode::WholeGame if settings.informs_only_in_think => {
                GoMode::Think
            }
            Mode::Analyse { .. } | Mode::WholeGame => GoMode::Analyze,
        };
        Some(Order {
            place: Command::Pos(place(&search.root, settings)).to_string(),
            levels: self.ends.told.clone(),
            go: Command::Go(mode).to_string(),
        })
    }

    /// The forms of `level` that the engine was told.
    pub(super) fn forms(&self) -> impl Iterator<Item = Form> {
        self.ends.told.iter().map(|(form, _)| *form)
    }

    /// The forms that the engine has neither taken nor refused yet.
    pub(super) fn untried(&self, forms: &Forms) -> Vec<Form> {
        self.forms().filter(|form| forms.is_untried(*form)).collect()
    }

    /// The `level` line of this form, as the engine was sent it.
    pub(super) fn level(&self, form: Form) -> Option<String> {
        let level = self.ends.told.iter().find(|(told, _)| *told == form);
        level.map(|(_, level)| level.to_string())
    }

    /// Takes the request for it, for ordering it once more; `None` if a person has typed the
    /// search.
    pub(super) fn again(&mut self, how: How, moves_at_once: bool) -> Option<Wish> {
        let mut search = self.search.take()?;
        if self.kind == Kind::Play {
            // The guess may have come true meanwhile.
            search.mode = Mode::Play;
        }
        Some(Wish { search, how, moves_at_once })
    }

    /// The engine searches from now on, and its time runs.
    pub(super) fn begin(&mut self, now: Instant) {
        // A search that ponders has no end before the guess has come true.
        let time = self.ends.own.time.filter(|_| self.kind != Kind::Ponder);
        self.until = time.map(|time| now + time);
    }

    /// The host ends it now, because the engine was not told its limit.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let OwnEnds { depth, nodes, time: _ } = self.ends.own;
        let is_deep = depth.is_some_and(|depth| depth <= self.depth);
        let is_wide = nodes.is_some_and(|nodes| nodes <= self.nodes);
        let is_late = self.until.is_some_and(|until| until <= now);
        self.kind != Kind::Ponder && (is_deep || is_wide || is_late)
    }

    /// Its info line for the program; `None` if the program does not want it.
    pub(super) fn info(&mut self, thought: Thought) -> Option<Info> {
        self.depth = thought.depth.unwrap_or(0).max(self.depth);
        self.nodes = thought.nodes.unwrap_or(0).max(self.nodes);
        let search = self.id?;
        let score = thought.score.map(|score| if self.turned { -score } else { score });
        self.score = score.or(self.score);
        let depth = thought.depth.map(|depth| match thought.mean_depth {
            Some(mean) => format!("{depth}/{mean:.1}"),
            None => depth.to_string(),
        });
        Some(Info {
            search,
            line: thought.pv.first().cloned(),
            score,
            depth,
            nodes: thought.nodes,
            nodes_per_second: thought.nps.map(nodes_per_second),
            time: thought.time,
            pv: thought.pv,
            ..Info::default()
        })
    }

    /// The answer it ends with; `None` if the program does not want it. An analysis has no move:
    /// the document lets an engine end one whenever it likes, and its reports stay.
    pub(super) fn answer(&self, done: Done) -> Option<Answer> {
        let answer = Answer { search: self.id?, score: self.score, ..Answer::default() };
        Some(match self.kind {
            Kind::Play | Kind::Ponder => Answer { mv: done.mv, ponder: done.ponder, ..answer },
            Kind::Analyse => answer,
        })
    }
}

/// The lines that order a search, always whole: in Scan a level holds for one search, and `pos`
/// forgets it (field notes, Hub 1).
pub(super) struct Order {
    /// `pos`.
    pub(super) place: String,
    /// `level`.
    pub(super) levels: Vec<(Form, Level)>,
    /// `go`.
    pub(super) go: String,
}

fn place(root: &Root, settings: &Settings) -> Place {
    let reduced = Place::parse(&root.full);
    let mut place = if settings.sends_whole_game || reduced.pos.is_none() {
        Place {
            pos: Some(root.start.clone()),
            moves: root.moves.iter().map(|mv| mv.step.to_string()).collect(),
        }
    } else {
        reduced
    };
    if settings.captures == Some(Captures::Short) {
        for mv in &mut place.moves {
            *mv = shortened(mv).into_owned();
        }
    }
    place
}

/// `28x19` for `28x19x23`. Captures of more pieces keep the captured squares; without them it would
/// be unclear which capture is meant.
fn shortened(mv: &str) -> Cow<'_, str> {
    match squares_of_capture(mv).as_slice() {
        [from, to, _captured] => Cow::Owned(format!("{from}x{to}")),
        _ => Cow::Borrowed(mv),
    }
}

/// Returns true if a move is a capture written without the captured squares.
pub(super) fn is_short_capture(mv: &str) -> bool {
    matches!(squares_of_capture(mv).as_slice(), [_from, _to])
}

/// Where it goes from and to, and what it captures; one field where it is no capture.
fn squares_of_capture(mv: &str) -> Vec<&str> {
    fields(mv, |ch| ch == 'x')
}

/// The start states who began, and the sides alternate.
fn is_white_to_move(root: &Root) -> bool {
    root.start.starts_with(['W', 'w']) == root.moves.len().is_multiple_of(2)
}

/// No program makes so many millions of nodes a second; the number means nodes.
const MOST_MILLIONS: f64 = 100_000.0;

pub(super) fn is_not_in_millions(nps: f64) -> bool {
    MOST_MILLIONS <= nps
}

fn nodes_per_second(nps: f64) -> u64 {
    let nodes = if is_not_in_millions(nps) { nps } else { nps * 1e6 };
    count(nodes.round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ClientConfig, Limits, RootMove};

    const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

    fn settings(dialect: &[(&str, &str)]) -> Settings {
        let dialect = dialect.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        Settings::new(&ClientConfig { dialect: dialect.collect(), ..ClientConfig::default() })
    }

    fn root() -> Root {
        Root {
            start: START.to_owned(),
            moves: ["32-28", "19-23", "28x19x23", "14x32x19x28"].map(RootMove::plain).into(),
            full: "pos=Weee moves=\"28x19x23 14x32x19x28\"".to_owned(),
        }
    }

    #[test]
    fn the_history_is_sent_as_the_engine_wants_it() {
        let all = "pos pos=START moves=\"32-28 19-23 28x19x23 14x32x19x28\"";
        for (dialect, expected) in [
            (&[][..], "pos pos=Weee moves=\"28x19x23 14x32x19x28\""),
            (&[("history", "full")], all),
            (&[("captures", "full")], "pos pos=Weee moves=\"28x19x23 14x32x19x28\""),
            (&[("captures", "short")], "pos pos=Weee moves=\"28x19 14x32x19x28\""),
        ] {
            let line = place(&root(), &settings(dialect)).to_string();
            assert_eq!(line.replace(START, "START"), expected);
        }
        let bare = Root { full: String::new(), ..root() };
        assert_eq!(place(&bare, &settings(&[])).to_string().replace(START, "START"), all);
        let quiet = Root { full: "pos=Weee".to_owned(), ..root() };
        assert_eq!(place(&quiet, &settings(&[])).to_string(), "pos pos=Weee");
    }

    #[test]
    fn a_score_for_white_is_turned_for_black() {
        let score = |root: Root, dialect: &[(&str, &str)]| {
            let (id, limits) = (SearchId(1), Limits::default());
            let search = Search { id, root, limits, mode: Mode::Play };
            let mut running = Running::new(search, How::Whole, &settings(dialect));
            let thought = Thought { score: Some(0.5), ..Thought::default() };
            running.info(thought).and_then(|info| info.score)
        };
        let black_to_move = || {
            let mut root = root();
            root.moves = root.moves[..3].into();
            root
        };
        assert_eq!(score(root(), &[]), Some(0.5));
        assert_eq!(score(black_to_move(), &[]), Some(0.5));
        assert_eq!(score(root(), &[("score", "white")]), Some(0.5));
        assert_eq!(score(black_to_move(), &[("score", "white")]), Some(-0.5));
        let black_began = Root { start: START.replace('W', "B"), ..root() };
        assert_eq!(score(black_began, &[("score", "white")]), Some(-0.5));
    }

    #[test]
    fn speeds_are_in_millions_unless_they_cannot_be() {
        assert_eq!(nodes_per_second(7.6), 7_600_000);
        assert_eq!(nodes_per_second(0.0), 0);
        assert_eq!(nodes_per_second(8_123_456.0), 8_123_456);
    }
}
