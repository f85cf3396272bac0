//! The limits of a search: the `level` lines that the engine is sent, and the limits that the host
//! enforces.
//!
//! Sends nothing and keeps no time.

use std::time::Duration;

use super::message::{Level, LevelClock};
use crate::protocol::{EngineClock, Limits, Standings};

/// A form of `level`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::protocol) enum Form {
    /// `level depth=`.
    Depth,
    /// `level nodes=`.
    Nodes,
    /// `level move-time=`.
    MoveTime,
    /// `level time=`, with or without `moves=` and `inc=`.
    Clock,
    /// `level infinite`.
    Infinite,
}

impl From<Form> for usize {
    fn from(form: Form) -> Self {
        form as Self
    }
}

/// The forms of `level` that the engine takes.
pub(super) type Forms = Standings<5>;

/// The limits of a search.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Ends {
    /// The limits that the engine is sent: one line for each form, since the document never shows
    /// two forms in one line.
    pub(super) told: Vec<(Form, Level)>,
    /// The limits that the engine is not sent.
    pub(super) own: OwnEnds,
}

/// The limits at which the host ends a search, because the engine refuses them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct OwnEnds {
    /// As soon as the engine reports this depth.
    pub(super) depth: Option<u32>,
    /// As soon as the engine reports so many nodes.
    pub(super) nodes: Option<u64>,
    /// After this time.
    pub(super) time: Option<Duration>,
}

impl Ends {
    /// The engine is sent all that it takes.
    pub(super) fn new(limits: &Limits, forms: &Forms) -> Self {
        let mut ends = Self::default();
        for (form, level) in wanted(limits, forms) {
            if forms.is_refused(form) {
                ends.own.add(&level);
            } else {
                ends.told.push((form, level));
            }
        }
        if ends.told.is_empty() && !forms.is_refused(Form::Infinite) {
            let level = Level { infinite: true, ..Level::default() };
            ends.told.push((Form::Infinite, level));
        }
        ends
    }

    /// The engine is sent nothing: without a level it searches until it is stopped (field notes,
    /// Hub 1).
    pub(super) fn untold(limits: &Limits, forms: &Forms) -> Self {
        let mut ends = Self::default();
        for (form, level) in wanted(limits, forms) {
            match level.clock.filter(|_| form == Form::Clock) {
                Some(_) => ends.own.time = limits.clocks.map(|[own, _]| share(&own)),
                None => ends.own.add(&level),
            }
        }
        ends
    }
}

impl OwnEnds {
    fn add(&mut self, level: &Level) {
        self.depth = level.depth.or(self.depth);
        self.nodes = level.nodes.or(self.nodes);
        self.time = level.move_time.or(self.time);
    }
}

/// The forms of the limits, whether the engine takes them or not; a clock that it does not take is
/// turned into a time for this move.
fn wanted(limits: &Limits, forms: &Forms) -> Vec<(Form, Level)> {
    let none = Level::default();
    let depth = limits.depth.map(|depth| (Form::Depth, Level { depth: Some(depth), ..none }));
    let nodes = limits.nodes.map(|nodes| (Form::Nodes, Level { nodes: Some(nodes), ..none }));
    let time = match (limits.move_time, limits.clocks) {
        (Some(time), _) => Some(move_time(time)),
        (None, Some([own, _])) if forms.is_refused(Form::Clock) => Some(move_time(share(&own))),
        (None, Some([own, _])) => {
            Some((Form::Clock, Level { clock: Some(level_clock(&own)), ..none }))
        }
        (None, None) => None,
    };
    [depth, nodes, time].into_iter().flatten().collect()
}

/// Scan takes a time of 0 for no time given.
fn move_time(time: Duration) -> (Form, Level) {
    let time = time.max(Duration::from_millis(1));
    (Form::MoveTime, Level { move_time: Some(time), ..Level::default() })
}

/// The engine adds the increment itself, before it begins to think. On the program's clocks the
/// time left is all that there is for this move (the increment was added after the move before), so
/// it is subtracted here. The first move of a game has no increment: with less than an increment on
/// the clock the engine is sent a smaller one, and never thinks that it has more time than there
/// is.
fn level_clock(own: &EngineClock) -> LevelClock {
    let inc = own.increment.min(own.main);
    LevelClock { time: own.main.saturating_sub(inc), inc, moves: own.moves }
}

/// Number of moves for which the time on a clock should last.
const MOVES_TO_GO: u32 = 40;

/// The time for one move of a clock, only for the search whose clock the engine has just refused.
/// For the searches after it `play` divides the time.
fn share(own: &EngineClock) -> Duration {
    own.main / own.moves.map_or(MOVES_TO_GO, |moves| moves.clamp(1, MOVES_TO_GO) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(secs: f64) -> Duration {
        Duration::from_secs_f64(secs)
    }

    fn clock(main: f64, increment: f64, moves: Option<u32>) -> Option<[EngineClock; 2]> {
        let own = EngineClock { main: secs(main), increment: secs(increment), moves };
        Some([own, EngineClock::default()])
    }

    fn refused(refused: &[Form]) -> Forms {
        let mut forms = Forms::default();
        refused.iter().for_each(|form| forms.refuse(*form));
        forms
    }

    fn lines(ends: &Ends) -> String {
        let lines: Vec<String> = ends.told.iter().map(|(_, level)| level.to_string()).collect();
        lines.join("|")
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
            let ends = Ends::new(&limits, &Forms::default());
            assert_eq!((lines(&ends).as_str(), ends.own), (expected, OwnEnds::default()));
        }
    }

    #[test]
    fn the_host_ends_a_search_at_what_the_engine_does_not_take() {
        let none = Limits::default();
        let all = Limits { depth: Some(9), nodes: Some(70), move_time: Some(secs(2.0)), ..none };
        let on_clock = Limits { clocks: clock(60.0, 0.0, None), ..none };
        let (time, depth, nodes) = (Some(secs(2.0)), Some(9), Some(70));
        let own = OwnEnds::default();
        for (limits, forms, expected, own) in [
            (all, &[Form::Depth][..], "level nodes=70|level move-time=2", OwnEnds { depth, ..own }),
            (
                all,
                &[Form::Depth, Form::Nodes, Form::MoveTime],
                "level infinite",
                OwnEnds { depth, nodes, time },
            ),
            (
                all,
                &[Form::Depth, Form::Nodes, Form::MoveTime, Form::Infinite],
                "",
                OwnEnds { depth, nodes, time },
            ),
            (on_clock, &[Form::MoveTime], "level time=60", own),
            (on_clock, &[Form::Clock], "level move-time=1.5", own),
            (
                on_clock,
                &[Form::Clock, Form::MoveTime],
                "level infinite",
                OwnEnds { time: Some(secs(1.5)), ..own },
            ),
            (none, &[Form::Infinite], "", own),
        ] {
            let ends = Ends::new(&limits, &refused(forms));
            assert_eq!((lines(&ends).as_str(), ends.own), (expected, own), "{forms:?}");
        }
        let untold = Ends::untold(&all, &Forms::default());
        assert_eq!((lines(&untold).as_str(), untold.own), ("", OwnEnds { depth, nodes, time }));
        let untold = Ends::untold(&on_clock, &Forms::default());
        assert_eq!(untold.own, OwnEnds { time: Some(secs(1.5)), ..own });
    }

    #[test]
    fn a_share_of_the_time_is_left_over_after_the_last_move_of_a_control() {
        for (moves, expected) in [(None, 1.0), (Some(1), 20.0), (Some(9), 4.0)] {
            let own = EngineClock { main: secs(40.0), increment: secs(0.0), moves };
            assert_eq!(share(&own), secs(expected), "{moves:?}");
        }
    }
}
