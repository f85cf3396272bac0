//! The console: the dialogue of the session that is watched.
//!
//! Sends nothing, and keeps no line that the session's log has dropped.

use std::sync::Arc;

use super::engines::Watched;
use super::format::console_line;
use super::views::{ConsoleLine, ConsoleView};
use crate::session::{self, Log};

/// Which session is watched, and its lines as they were shown last.
#[derive(Debug, Default)]
pub(super) struct Console {
    watched: Option<u64>,
    shown: Option<ConsoleCache>,
}

impl Console {
    /// Watches this session, or none.
    pub(super) fn handle_watch(&mut self, session: Option<u64>) {
        self.watched = session;
    }

    /// A session was started in the place of another one.
    pub(super) fn handle_restarted(&mut self, old: u64, new: u64) {
        if self.watched == Some(old) {
            self.watched = Some(new);
        }
    }

    /// The session that is watched.
    pub(super) fn watched(&self) -> Option<u64> {
        self.watched
    }

    /// What is watched as the window shows it; of its lines only new ones are read from the log.
    pub(super) fn view(&mut self, known: Watched, log: &Log) -> Option<ConsoleView> {
        let id = self.watched?;
        let cache = ConsoleCache::renewed(id, log, self.shown.take());
        let view = ConsoleView {
            session: id,
            name: known.name,
            own_name: known.own_name,
            lines: Arc::clone(&cache.lines),
            first: cache.first,
            dropped: log.dropped(),
            alive: known.alive,
        };
        self.shown = Some(cache);
        Some(view)
    }
}

/// The lines of the console that is watched, as they were last.
#[derive(Debug)]
struct ConsoleCache {
    session: u64,
    generation: u64,
    /// Number of the first line.
    first: u64,
    lines: Arc<[ConsoleLine]>,
}

impl ConsoleCache {
    /// As the log is now; of `known` only what is new is read.
    fn renewed(session: u64, log: &session::Log, known: Option<Self>) -> Self {
        // Before the lines: one that comes meanwhile is looked for again.
        let generation = log.generation();
        let known = known.filter(|known| known.session == session);
        if let Some(known) = known.as_ref().filter(|known| known.generation == generation) {
            let (first, lines) = (known.first, Arc::clone(&known.lines));
            return Self { session, generation, first, lines };
        }
        let seen = known.as_ref().map_or(0, |known| known.first + known.lines.len() as u64);
        let (first, new) = log.since(seen);
        let old = known.iter().flat_map(|known| {
            let gone = usize::try_from(first - known.first).unwrap_or(usize::MAX);
            known.lines.iter().skip(gone).cloned()
        });
        let lines = old.chain(new.into_iter().map(console_line)).collect();
        Self { session, generation, first, lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Direction, Log};
    use std::time::Instant;

    #[test]
    fn a_console_has_every_line_that_is_kept_and_reads_only_new_ones() {
        let start = Instant::now();
        let log = Log::new(start);
        let say = |numbers: std::ops::Range<u32>| {
            for n in numbers {
                log.append(start, Direction::Sent, &n.to_string());
            }
        };
        let seen = |cache: &ConsoleCache| {
            let ends = [cache.lines.first(), cache.lines.last()];
            let ends = ends.map(|line| line.map(|line| line.text.to_string()).unwrap_or_default());
            (cache.first, cache.lines.len(), ends.join(" to "))
        };
        say(0..1500);
        let cache = ConsoleCache::renewed(7, &log, None);
        assert_eq!(seen(&cache), (0, 1500, "0 to 1499".to_owned()));
        say(1500..3000);
        let known = Arc::clone(&cache.lines);
        let cache = ConsoleCache::renewed(7, &log, Some(cache));
        assert_eq!(seen(&cache), (1000, 2000, "1000 to 2999".to_owned()));
        assert!(Arc::ptr_eq(&known[1000].text, &cache.lines[0].text), "it is not read again");
        let same = Arc::clone(&cache.lines);
        let cache = ConsoleCache::renewed(7, &log, Some(cache));
        assert!(Arc::ptr_eq(&same, &cache.lines), "nothing is new");
        say(3000..8000);
        let cache = ConsoleCache::renewed(7, &log, Some(cache));
        assert_eq!(seen(&cache), (6000, 2000, "6000 to 7999".to_owned()));
        let other = ConsoleCache::renewed(8, &Log::new(start), Some(cache));
        assert_eq!(seen(&other), (0, 0, " to ".to_owned()));
    }
}
