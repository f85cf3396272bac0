//! The list of engines as the window sees it.
//!
//! Changes nothing but what it keeps of the lists it has drawn up: a list stands until an entry of it
//! or what runs of it is another one. What engines find while they search does not touch it.

use std::sync::Arc;
use std::time::Instant;

use super::parts::pictures::EntriesKey;
use super::parts::probing::Probing;
use super::state::Workshop;
use crate::app::catalogue::Catalogue;
use crate::app::engines::Engine;
use crate::app::shared::Shared;
use crate::app::views::{
    CheckView, Chip, ChipTone, EngineEntryView, LookedFor, OptionView, ProbeView, RemovedView,
    RunningEngine, Suggestion,
};
use crate::app::workshop::list;
use crate::games::{self, Game};
use crate::store::EngineEntry;

impl Workshop {
    /// The list of engines, beside a board of this game and variant; `running` are the sessions of all
    /// rooms.
    pub(in crate::app) fn entries(
        &mut self,
        (game, variant): (&'static dyn Game, Option<&str>),
        mut running: Vec<RunningEngine>,
        now: Instant,
    ) -> Shared<Vec<EngineEntryView>> {
        running.extend(self.engines.running_views(now));
        let key = EntriesKey {
            catalogue: Arc::clone(&self.catalogue),
            game: game.info().name,
            variant: variant.map(str::to_owned),
            running,
        };
        if let Some((known, entries)) = &self.drawn.entries
            && known.is_same(&key)
        {
            return entries.clone();
        }
        let all = self.catalogue.list.entries.iter();
        let view = |entry: &EngineEntry| {
            let unfit = Catalogue::unfit_for(entry, game, variant);
            entry_view(&self.catalogue, entry, unfit, &key.running)
        };
        let entries: Shared<Vec<EngineEntryView>> = all.map(view).collect::<Vec<_>>().into();
        self.drawn.entries = Some((key, entries.clone()));
        entries
    }

    /// The checks that run or have run last.
    pub(in crate::app) fn checks(&mut self) -> Shared<Vec<CheckView>> {
        let key = self.revision;
        if let Some((known, checks)) = &self.drawn.checks
            && *known == key
            && !self.checks.is_running()
        {
            return checks.clone();
        }
        let checks: Shared<Vec<CheckView>> = self.checks.views().into();
        self.drawn.checks = Some((key, checks.clone()));
        checks
    }

    /// The probe that runs or has run last.
    pub(in crate::app) fn probe(&mut self) -> Option<ProbeView> {
        self.probing.as_mut().map(Probing::view)
    }

    /// What was looked for last.
    pub(in crate::app) fn looked_for(&self) -> Option<LookedFor> {
        self.looking.found.clone()
    }

    /// What was removed last from the list and comes back first.
    pub(in crate::app) fn removed(&self) -> Option<RemovedView> {
        self.removed_view()
    }

    /// Engines that are known by name and can be had.
    pub(in crate::app) fn suggestions(&self) -> Arc<[Suggestion]> {
        list::suggestions()
    }

    /// The engine of a session that is asked what it can do.
    pub(in crate::app) fn session(&self, id: u64) -> Option<&Engine> {
        self.engines.get(id)
    }
}

fn entry_view(
    catalogue: &Catalogue,
    entry: &EngineEntry,
    unfit: Option<String>,
    running: &[RunningEngine],
) -> EngineEntryView {
    let of_entry = running.iter().filter(|engine| engine.entry == entry.name);
    let (ended, running): (Vec<&RunningEngine>, Vec<&RunningEngine>) =
        of_entry.partition(|engine| engine.has_ended);
    let told = running.first().or(ended.last());
    let known = catalogue.known.get(&entry.name);
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
        unfit,
        options: entry
            .choices
            .iter()
            .map(|choice| OptionView {
                name: choice.name.clone(),
                value: choice.default.clone(),
                choices: choice.values.clone(),
                is_level: entry.shipped && choice.is_level(),
            })
            .collect(),
        chip: told.map_or_else(idle, |engine| engine.chip.clone()),
        sessions: running.iter().map(|engine| engine.id).collect(),
        ended: ended.iter().map(|engine| engine.id).collect(),
        details: list::details(entry),
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
