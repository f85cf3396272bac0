//! Whether a game was lost on time because the program or the machine was late.
//!
//! Judges no game: the engine has still lost. Reads no clock; a function given to the match returns
//! how long threads had to wait for a processor.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::pulse;
use crate::games::counted;
#[cfg(doc)]
use crate::session::Log;
use crate::session::Waits;

/// Excuses for an engine that has lost on time.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Lateness {
    /// How long this program took at most to take in a line of the engine that it had read, or to
    /// notice that a time was over, in the move that was lost.
    pub host: Duration,
    /// How long the engine's busiest thread was ready to run and waited for a processor, while the
    /// exceeded time ran: the move's, if each move has its own, otherwise the game's.
    pub machine: Duration,
    /// The time that it had used in the same period.
    pub used: Duration,
    /// The longest time in the same period in which nothing of this program ran: the machine slept, or
    /// the program was halted. Zero if there was none.
    pub halted: Duration,
    /// What shows that the engine would have lost all the same.
    pub own: Option<OwnFault>,
}

/// Why the lateness of program and machine does not excuse an engine.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnFault {
    /// It wrote so many lines that the program and the machine were busy with those.
    Flooded,
    /// It had no answer even after as much more time as the program and the machine may have cost it.
    Silent,
    /// What it answered then was no move that can be made: it gave up, or its move was wrong.
    NoMove,
}

impl Lateness {
    /// Such small delays also occur on an idle machine.
    const LEAST: Duration = Duration::from_millis(10);
    /// A smaller part of the time hardly cost the game: one twentieth.
    const PART: u32 = 20;

    /// The engine may have lost because the program or the machine was late: both together by at
    /// least 10 ms and a twentieth of the time that it had used; unless the fault is its own.
    #[must_use]
    pub fn matters(&self) -> bool {
        let late = self.cost() + self.halted;
        self.own.is_none() && late >= Self::LEAST && late >= self.used / Self::PART
    }

    /// What the program and the machine may have cost the engine while they ran.
    pub(super) fn cost(&self) -> Duration {
        self.host + self.machine
    }
}

/// Watches for lateness while an engine is to move.
#[derive(Debug, Default)]
pub(super) struct Watch {
    host: Duration,
    /// When the observed period began.
    since: Option<Instant>,
    /// The observed process, and how long each of its threads had waited by then.
    before: Option<(u32, BTreeMap<u32, Duration>)>,
    /// The lines that it had written too many by then ([`Log::n_flooded`]).
    n_flooded: u64,
}

/// What is looked at of an engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Observed {
    /// Its process, if known.
    pub(super) process: Option<u32>,
    /// The lines that it has written too many so far ([`Log::n_flooded`]).
    pub(super) n_flooded: u64,
}

impl Watch {
    /// The engine's clock starts for a move. With `each_move` each move has its own time, so
    /// earlier moves do not count.
    pub(super) fn begin_move(
        &mut self,
        Observed { process, n_flooded }: Observed,
        each_move: bool,
        waits: Waits,
        now: Instant,
    ) {
        pulse::begin();
        self.host = Duration::ZERO;
        if each_move || self.since.is_none() {
            self.since = Some(now);
            self.n_flooded = n_flooded;
        }
        let known = self.before.as_ref().map(|(process, _)| *process);
        if each_move || known != process {
            self.before = process.map(|process| (process, waits(process).into_iter().collect()));
        }
    }

    /// The program was late by this much for something that it should have done at once.
    pub(super) fn note(&mut self, delay: Duration) {
        self.host = self.host.max(delay);
    }

    /// The result, if the engine has lost on time after using `used`. Whether it would have answered
    /// is for the caller to find out.
    pub(super) fn found(&self, used: Duration, engine: Observed, waits: Waits) -> Lateness {
        let machine = self.before.as_ref().and_then(|(process, before)| {
            let waited = |(thread, wait): (u32, Duration)| {
                wait.saturating_sub(before.get(&thread).copied().unwrap_or_default())
            };
            waits(*process).into_iter().map(waited).max()
        });
        let halted = self.since.map(pulse::longest_gap).unwrap_or_default();
        let own = (engine.n_flooded > self.n_flooded).then_some(OwnFault::Flooded);
        Lateness { host: self.host, machine: machine.unwrap_or_default(), used, halted, own }
    }
}

/// How many games were lost because the machine was overloaded; `None` without any.
pub fn late_line(n_late: u32) -> Option<String> {
    let games = counted(n_late as usize, "game");
    (n_late > 0).then(|| format!("lost on time while the machine was late: {games}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn process(number: u32) -> Observed {
        Observed { process: Some(number), n_flooded: 0 }
    }

    #[test]
    fn lateness_matters_from_ten_milliseconds_and_a_twentieth_of_the_time_on() {
        for (host, machine, used, expected) in [
            (0, 0, 500, false),
            (9, 0, 20, false),
            (10, 0, 200, true),
            (5, 5, 200, true),
            (10, 0, 201, false),
            (0, 49, 1_000, false),
            (1, 49, 1_000, true),
            (0, 400, 500, true),
        ] {
            let late = Lateness {
                host: MS(host),
                machine: MS(machine),
                used: MS(used),
                ..Lateness::default()
            };
            assert_eq!(late.matters(), expected, "{late:?}");
        }
    }

    #[test]
    fn the_thread_that_waited_longest_since_the_start_counts() {
        // Thread 1 has waited for long before; thread 2 waits now; thread 3 is new.
        let (mut watch, start) = (Watch::default(), Instant::now());
        watch.begin_move(process(7), false, |_| vec![(1, MS(900)), (2, MS(5))], start);
        watch.note(MS(3));
        watch.note(MS(2));
        let now: Waits = |_| vec![(1, MS(910)), (2, MS(305)), (3, MS(40))];
        let found = watch.found(MS(500), Observed::default(), now);
        assert_eq!(
            found,
            Lateness { host: MS(3), machine: MS(300), used: MS(500), ..Lateness::default() }
        );
        // The next move of the same clock goes on; a move with its own time starts again, and so
        // does another process.
        watch.begin_move(process(7), false, now, start);
        assert_eq!(
            watch.found(MS(1), Observed::default(), now),
            Lateness { machine: MS(300), used: MS(1), ..Lateness::default() }
        );
        watch.begin_move(process(7), true, now, start);
        assert_eq!(watch.found(MS(1), Observed::default(), now).machine, Duration::ZERO);
        watch.begin_move(process(8), false, |_| Vec::new(), start);
        assert_eq!(watch.found(MS(1), Observed::default(), now).machine, MS(910));
        watch.begin_move(Observed::default(), false, now, start);
        assert_eq!(
            watch.found(MS(1), Observed::default(), now).machine,
            Duration::ZERO,
            "nothing is known of a socket"
        );
    }

    #[test]
    fn an_engine_that_floods_has_itself_to_blame() {
        let (mut watch, start) = (Watch::default(), Instant::now());
        watch.note(MS(400));
        let engine = |n_flooded| Observed { process: None, n_flooded };
        watch.begin_move(engine(70), true, |_| Vec::new(), start);
        watch.note(MS(400));
        let late = |n_flooded| watch.found(MS(500), engine(n_flooded), |_| Vec::new());
        assert!(late(70).matters(), "it flooded before, and not now");
        assert_eq!((late(71).own, late(71).matters()), (Some(OwnFault::Flooded), false));
    }
}
