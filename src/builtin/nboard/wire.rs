//! The output of the engine: replies in order, and the numbers of a search while it runs.
//!
//! Reads nothing and searches nothing.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::builtin::othello::{Report, Sureness};
use crate::protocol::nboard::{Evaluation, NBoardServer, OrderId, Reply, Value};

/// A search without reports still writes its numbers this often.
const HEARTBEAT: Duration = Duration::from_millis(400);
/// Thoughts during a move are written no more often than this.
const PACE: Duration = Duration::from_millis(100);

/// The output, behind the server half.
pub(super) struct Wire<W> {
    pub(super) server: NBoardServer,
    pub(super) output: W,
}

/// A search, for writing its output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    pub(super) order: Option<OrderId>,
    pub(super) begun: Instant,
    /// Positions looked at so far.
    pub(super) nodes: &'a AtomicU64,
    /// Set when the output breaks; the search must end then.
    pub(super) ended: &'a AtomicBool,
}

/// The output while a search runs; two threads write to it.
pub(super) struct Watched<'a, W> {
    watch: Watch<'a>,
    wire: Mutex<(&'a mut Wire<W>, io::Result<()>)>,
}

impl<W: Write + Send> Watched<'_, W> {
    /// Writes the first `n_lines` lines of a report.
    pub(super) fn explain(&self, report: &Report, n_lines: usize) {
        self.write(|wire, watch| wire.explain(watch.order, report, n_lines, watch.begun));
    }

    fn beat(&self) {
        let nodes = self.watch.nodes.load(Ordering::Relaxed);
        self.write(|wire, watch| wire.write_stats(watch.order, nodes, watch.begun));
    }

    /// Writes, unless it has failed before; a failure ends the search.
    fn write(&self, say: impl FnOnce(&mut Wire<W>, &Watch<'_>) -> io::Result<()>) {
        let mut guard = self.wire.lock().unwrap_or_else(PoisonError::into_inner);
        let (wire, result) = &mut *guard;
        if result.is_err() {
            return;
        }
        *result = say(wire, &self.watch);
        if result.is_err() {
            self.watch.ended.store(true, Ordering::SeqCst);
        }
    }
}

impl<W: Write + Send> Wire<W> {
    /// Runs a search; until it ends, its numbers are written twice a second and more often.
    ///
    /// # Errors
    ///
    /// When something could not be written; the search is then told to end.
    pub(super) fn during<T>(
        &mut self,
        watch: Watch<'_>,
        search: impl FnOnce(&Watched<'_, W>) -> T,
    ) -> io::Result<T> {
        let watched = Watched { watch, wire: Mutex::new((self, Ok(()))) };
        let found = thread::scope(|scope| {
            let (end, ended) = sync_channel::<()>(1);
            let beats = || {
                let ended = ended;
                while ended.recv_timeout(HEARTBEAT) == Err(RecvTimeoutError::Timeout) {
                    watched.beat();
                }
            };
            thread::Builder::new()
                .name("nboard heartbeat".to_owned())
                .spawn_scoped(scope, beats)?;
            let found = search(&watched);
            drop(end);
            Ok::<T, io::Error>(found)
        })?;
        let (_, result) = watched.wire.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.map(|()| found)
    }

    /// Writes the first `n_lines` lines of a report and its numbers.
    pub(super) fn explain(
        &mut self,
        order: Option<OrderId>,
        report: &Report,
        n_lines: usize,
        begun: Instant,
    ) -> io::Result<()> {
        for line in report.lines.iter().take(n_lines) {
            let evaluation = Evaluation {
                pv: names(&line.moves),
                eval: Some(Value::Discs(discs(line.score))),
                games: 0,
                depth: depth_code(report.depth, line.sureness),
                text: String::new(),
            };
            self.write(order, &Reply::Search(evaluation))?;
        }
        self.write_stats(order, report.nodes, begun)
    }

    pub(super) fn write_stats(
        &mut self,
        order: Option<OrderId>,
        nodes: u64,
        begun: Instant,
    ) -> io::Result<()> {
        let secs = Some(begun.elapsed().as_secs_f64());
        self.write(order, &Reply::NodeStats { nodes: Some(nodes), secs })
    }

    pub(super) fn write(&mut self, order: Option<OrderId>, reply: &Reply) -> io::Result<()> {
        match self.server.admit(order, reply) {
            Some(line) => self.write_line(line),
            None => Ok(()),
        }
    }

    pub(super) fn write_line(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }
}

/// The last output about a move being searched.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    last: Option<(Instant, Report)>,
}

impl Thoughts {
    /// Returns true if a report should be written now: the first one, and then no more than ten a
    /// second.
    pub(super) fn admit(&mut self, report: &Report, now: Instant) -> bool {
        let due = self.last.as_ref().is_none_or(|(then, _)| now.duration_since(*then) >= PACE);
        if due {
            self.last = Some((now, report.clone()));
        }
        due
    }

    /// A report whose first line is the same as the last output.
    pub(super) fn repeats(&self, report: &Report) -> bool {
        self.last.as_ref().is_some_and(|(_, last)| {
            last.depth == report.depth && last.lines.first() == report.lines.first()
        })
    }
}

/// `24`; `100%W` and `100%` if it is proved.
fn depth_code(depth: u32, sureness: Sureness) -> String {
    match sureness {
        Sureness::Estimate => depth.to_string(),
        Sureness::WinLossDraw => "100%W".to_owned(),
        Sureness::Exact => "100%".to_owned(),
    }
}

pub(super) fn discs(score: i32) -> f64 {
    f64::from(score) / 100.0
}

/// The moves of a line: the mover's in capitals, the other's in small letters.
fn names(moves: &[u32]) -> Vec<String> {
    let mut capitals = true;
    moves
        .iter()
        .map(|square| {
            let name = name(*square);
            capitals = !capitals;
            if capitals { name.to_ascii_lowercase() } else { name }
        })
        .collect()
}

/// `F5`; `PA` for 64.
pub(super) fn name(square: u32) -> String {
    match u8::try_from(square) {
        Ok(square @ 0..64) => crate::games::othello::square_name(square).to_ascii_uppercase(),
        Ok(64..) | Err(_) => "PA".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::othello::Line;

    #[test]
    fn thoughts_come_no_more_than_ten_a_second_and_the_last_one_is_known() {
        let report = |depth| {
            let line = Line { moves: vec![37], score: 100, sureness: Sureness::Estimate };
            Report { depth, lines: vec![line], nodes: 1 }
        };
        let (begun, mut thoughts) = (Instant::now(), Thoughts::default());
        assert!(!thoughts.repeats(&report(1)));
        let written: Vec<u32> = (1..40)
            .filter(|depth| {
                thoughts.admit(&report(*depth), begun + Duration::from_millis(30) * *depth)
            })
            .collect();
        assert_eq!(written, [1, 5, 9, 13, 17, 21, 25, 29, 33, 37]);
        assert!(thoughts.repeats(&report(37)));
        assert!(!thoughts.repeats(&report(39)));
    }
}
