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

/// Lines of a console that are shown.
const CONSOLE_LINES: usize = 500;

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
            protocol: entry.protocol.title(),
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
        let generation = log.generation();
        let known = self.cache.console.as_ref();
        let lines = match known.filter(|(of, at, _)| (*of, *at) == (id, generation)) {
            Some((_, _, lines)) => Arc::clone(lines),
            None => log.tail(CONSOLE_LINES).into_iter().map(console_line).collect(),
        };
        let view = ConsoleView {
            session: id,
            name: engine.name.clone(),
            lines: Arc::clone(&lines),
            dropped: log.dropped(),
            alive: !engine.has_ended(),
        };
        self.cache.console = Some((id, generation, lines));
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
