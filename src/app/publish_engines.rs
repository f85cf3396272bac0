//! The engines as the window sees them: entries of the list, and the console.
//!
//! Changes nothing but the cache.

use std::sync::Arc;
use std::time::Instant;

use super::engines::Engine;
use super::owner::Owner;
use super::{Chip, ChipTone, ConsoleLine, ConsoleView, EngineEntryView, OptionView};
use crate::games;
use crate::session;
use crate::store::EngineEntry;

/// The lines of the console that is watched, as they were last.
#[derive(Debug)]
pub(super) struct ConsoleCache {
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

impl Owner {
    pub(super) fn entry_view(&self, entry: &EngineEntry, now: Instant) -> EngineEntryView {
        let of_entry = self.engines.iter().filter(|engine| engine.entry == entry.name);
        let (ended, running): (Vec<&Engine>, Vec<&Engine>) =
            of_entry.partition(|engine| engine.has_ended());
        let told = running.first().or(ended.last());
        let known = self.known.get(&entry.name);
        let idle = || match entry.missing {
            Some(_) => Chip { text: "not installed".to_owned(), tone: ChipTone::Warn },
            None => Chip { text: "not started".to_owned(), tone: ChipTone::Idle },
        };
        EngineEntryView {
            name: entry.name.clone(),
            protocol: entry.protocol,
            builtin: entry.shipped,
            games: entry.games.clone(),
            variants: variants_of(entry),
            declared: known.map(|known| Arc::clone(&known.declared)),
            can_ponder: match (known, entry.protocol.has_pondering()) {
                (_, false) => Some(false),
                (known, true) => known.map(|known| known.capabilities.ponder),
            },
            target: entry.target.to_string(),
            missing: entry.missing.clone(),
            unfit: self.unfit_for_board(entry),
            options: entry
                .choices
                .iter()
                .map(|choice| OptionView {
                    name: choice.name.clone(),
                    value: choice.default.clone(),
                    choices: choice.values.clone(),
                })
                .collect(),
            chip: told.map_or_else(idle, |engine| engine.chip(now)),
            sessions: running.iter().map(|engine| engine.id).collect(),
            ended: ended.iter().map(|engine| engine.id).collect(),
            details: super::list::details(entry),
        }
    }

    pub(super) fn console_view(&mut self) -> Option<ConsoleView> {
        let id = self.watched?;
        let engine = self.engines.get(id)?;
        let log = engine.session.log();
        let cache = ConsoleCache::renewed(id, &log, self.cache.console.take());
        let view = ConsoleView {
            session: id,
            name: self.called(engine),
            own_name: engine.own_name.clone(),
            lines: Arc::clone(&cache.lines),
            first: cache.first,
            dropped: log.dropped(),
            alive: !engine.has_ended(),
        };
        self.cache.console = Some(cache);
        Some(view)
    }
}

/// The variants that an engine plays; `None` for all.
fn variants_of(entry: &EngineEntry) -> Option<Vec<String>> {
    let games = entry.games.iter().filter_map(|name| games::find(name));
    let all = games.flat_map(|game| {
        let link = game.link(entry.protocol.name());
        let linked = link.and_then(games::Link::variants);
        let known = game.info().variants.iter().map(|variant| variant.name);
        known.filter(move |name| linked.is_none_or(|linked| linked.contains(name)))
    });
    let limited = entry.variants.is_some() || is_limited(entry);
    limited.then(|| all.filter(|name| entry.plays_variant(name)).map(str::to_owned).collect())
}

/// Its protocol does not play all variants of its games.
fn is_limited(entry: &EngineEntry) -> bool {
    let games = entry.games.iter().filter_map(|name| games::find(name));
    let mut links = games.filter_map(|game| game.link(entry.protocol.name()));
    links.any(|link| link.variants().is_some())
}

pub(super) fn console_line(line: session::LogLine) -> ConsoleLine {
    let (secs, direction) = (line.at.as_secs_f64(), line.direction);
    ConsoleLine { secs, direction, text: line.text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Direction, Log};

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
