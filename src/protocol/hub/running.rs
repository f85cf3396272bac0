//! A search while an engine is at it: the lines that order it, and what is kept of its news.
//!
//! Sends and reports nothing itself.

use std::borrow::Cow;
use std::time::Duration;

use super::message::{Command, Done, GoMode, Level, LevelClock, Place, Thought};
use super::settings::{Captures, Settings};
use crate::protocol::{Answer, EngineClock, Info, Limits, Mode, Root, Search, SearchId};

/// The search that the engine was ordered to do.
#[derive(Debug)]
pub(super) struct Running {
    /// `None`: nobody in the program wants to hear of it any more, or it was typed by a person.
    pub(super) id: Option<SearchId>,
    pub(super) kind: Kind,
    /// Scores are to be turned round: the engine speaks for White, and Black is to move.
    turned: bool,
    /// The newest value.
    score: Option<f64>,
}

/// What was ordered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Its move will be played.
    Play,
    /// As [`Kind::Play`] once the guess has come true.
    Ponder,
    /// Its news are wanted, not its move.
    Analyse,
}

impl Running {
    pub(super) fn new(search: &Search, settings: &Settings) -> Self {
        let kind = match search.mode {
            Mode::Play => Kind::Play,
            Mode::Ponder => Kind::Ponder,
            Mode::Analyse { .. } | Mode::WholeGame => Kind::Analyse,
        };
        let turned = settings.scores_for_white && !is_white_to_move(&search.root);
        Self { id: Some(search.id), kind, turned, score: None }
    }

    /// A search that a person has ordered in the console.
    pub(super) fn typed() -> Self {
        Self { id: None, kind: Kind::Analyse, turned: false, score: None }
    }

    /// News of it for the program; `None` where they are nobody's.
    pub(super) fn info(&mut self, thought: Thought) -> Option<Info> {
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

    /// The answer it ends with; `None` where it is nobody's. An analysis has no move: the document
    /// lets an engine end one whenever it likes, and what it has said of it stays.
    pub(super) fn answer(&self, done: Done) -> Option<Answer> {
        let answer = Answer { search: self.id?, score: self.score, ..Answer::default() };
        Some(match self.kind {
            Kind::Play | Kind::Ponder => Answer { mv: done.mv, ponder: done.ponder, ..answer },
            Kind::Analyse => answer,
        })
    }
}

/// The lines that order a search.
pub(super) struct Order {
    /// `pos` and `level`.
    pub(super) place: Vec<String>,
    /// `go`.
    pub(super) go: String,
}

/// How a search is ordered, always whole: in Scan a level holds for one search, and `pos` forgets
/// it (field notes, Hub 1).
pub(super) fn order(search: &Search, settings: &Settings) -> Order {
    let mut lines = vec![Command::Pos(place(&search.root, settings)).to_string()];
    lines.extend(levels(&search.limits).iter().map(Level::to_string));
    let mode = match search.mode {
        Mode::Play => GoMode::Think,
        Mode::Ponder => GoMode::Ponder,
        Mode::Analyse { .. } | Mode::WholeGame if settings.informs_only_in_think => GoMode::Think,
        Mode::Analyse { .. } | Mode::WholeGame => GoMode::Analyze,
    };
    Order { place: lines, go: Command::Go(mode).to_string() }
}

fn place(root: &Root, settings: &Settings) -> Place {
    let reduced = Place::parse(&root.full);
    let mut place = if settings.sends_whole_game || reduced.pos.is_none() {
        Place {
            pos: Some(root.start.clone()),
            moves: root.moves.iter().map(|mv| mv.step.clone()).collect(),
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

/// `28x19` for `28x19x23`; captures of more pieces keep them, or nobody could tell which.
fn shortened(mv: &str) -> Cow<'_, str> {
    let mut parts = mv.split('x');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(from), Some(to), Some(_captured), None) => Cow::Owned(format!("{from}x{to}")),
        _ => Cow::Borrowed(mv),
    }
}

/// Whether a move is a capture written without what it captures.
pub(super) fn is_short_capture(mv: &str) -> bool {
    mv.matches('x').count() == 1
}

/// One line for each form that is wanted: the document shows no two of them in one line.
fn levels(limits: &Limits) -> Vec<Level> {
    let none = Level::default();
    let depth = limits.depth.map(|depth| Level { depth: Some(depth), ..none });
    let nodes = limits.nodes.map(|nodes| Level { nodes: Some(nodes), ..none });
    let time = match (limits.move_time, limits.clocks) {
        // Scan takes no time at all for none given.
        (Some(time), _) => {
            Some(Level { move_time: Some(time.max(Duration::from_millis(1))), ..none })
        }
        (None, Some([own, _])) => Some(Level { clock: Some(level_clock(&own)), ..none }),
        (None, None) => None,
    };
    let mut levels: Vec<Level> = [depth, nodes, time].into_iter().flatten().collect();
    if levels.is_empty() {
        levels.push(Level { infinite: true, ..none });
    }
    levels
}

/// The engine adds the increment itself, before it begins to think; on the program's clocks what is
/// left holds for this move without anything to come (it was added after the move before), so it is
/// taken off here. The first move of a game has none: with less than an increment on the clock the
/// engine is told of a smaller one, and never thinks that it has more than there is.
fn level_clock(own: &EngineClock) -> LevelClock {
    let inc = own.increment.min(own.main);
    LevelClock { time: own.main.saturating_sub(inc), inc, moves: own.moves }
}

/// The start says who began, and sides alternate.
fn is_white_to_move(root: &Root) -> bool {
    root.start.starts_with(['W', 'w']) == root.moves.len().is_multiple_of(2)
}

/// No program on earth makes so many millions of nodes a second; it means nodes.
const MOST_MILLIONS: f64 = 100_000.0;

pub(super) fn is_not_in_millions(nps: f64) -> bool {
    MOST_MILLIONS <= nps
}

fn nodes_per_second(nps: f64) -> u64 {
    let nodes = if is_not_in_millions(nps) { nps } else { nps * 1e6 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "never below zero, and the cast saturates"
    )]
    let whole = nodes.round() as u64;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ClientConfig, RootMove};

    const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

    fn secs(secs: f64) -> Duration {
        Duration::from_secs_f64(secs)
    }

    fn clock(main: f64, increment: f64, moves: Option<u32>) -> Option<[EngineClock; 2]> {
        let own = EngineClock { main: secs(main), increment: secs(increment), moves };
        Some([own, EngineClock::default()])
    }

    #[test]
    fn every_form_of_level_is_written() {
        let none = Limits::default();
        for (limits, expected) in [
            (none, "level infinite"),
            (Limits { depth: Some(8), ..none }, "level depth=8"),
            (Limits { nodes: Some(1000), ..none }, "level nodes=1000"),
            (Limits { move_time: Some(secs(0.3)), ..none }, "level move-time=0.3"),
            (Limits { move_time: Some(secs(0.0)), ..none }, "level move-time=0.001"),
            (
                Limits { clocks: clock(291.5879, 0.0, Some(9)), ..none },
                "level moves=9 time=291.587",
            ),
            (Limits { clocks: clock(60.0, 0.0, None), ..none }, "level time=60"),
            (Limits { clocks: clock(61.0, 1.0, None), ..none }, "level time=60 inc=1"),
            (Limits { clocks: clock(1.0, 1.0, None), ..none }, "level time=0 inc=1"),
            (Limits { clocks: clock(0.4, 1.0, None), ..none }, "level time=0 inc=0.4"),
            (Limits { clocks: clock(0.0, 0.0, None), ..none }, "level time=0"),
            (
                Limits { depth: Some(9), move_time: Some(secs(2.0)), ..none },
                "level depth=9|level move-time=2",
            ),
        ] {
            let lines: Vec<String> = levels(&limits).iter().map(Level::to_string).collect();
            assert_eq!(lines.join("|"), expected);
        }
    }

    fn settings(dialect: &[(&str, &str)]) -> Settings {
        let dialect = dialect.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        Settings::new(&ClientConfig { dialect: dialect.collect(), ..ClientConfig::default() })
    }

    fn root() -> Root {
        let step = |mv: &str| RootMove { mv: mv.to_owned(), step: mv.to_owned() };
        Root {
            start: START.to_owned(),
            moves: ["32-28", "19-23", "28x19x23", "14x32x19x28"].map(step).to_vec(),
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
            let mut running = Running::new(&search, &settings(dialect));
            let thought = Thought { score: Some(0.5), ..Thought::default() };
            running.info(thought).and_then(|info| info.score)
        };
        let black_to_move = || {
            let mut root = root();
            root.moves.pop();
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
