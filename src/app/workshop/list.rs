//! Changes of the user's list of engines, and what they mean for what runs.
//!
//! Opens no file by itself: the store edits the list so that comments and order stay.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use super::parts::removed::Removed;
use super::state::Workshop;
use crate::app::effect::Effect;
use crate::app::engines::Role;
use crate::app::views::{DialectView, EngineDetails, NoticeKind, RemovedView, Suggestion};
use crate::app::words::sentence;
use crate::games;
use crate::protocol::Deadlines;
use crate::store::{
    EditError, EngineChange, EngineEntry, EngineFile, EngineList, EngineProblem, EngineTarget,
    known_engines,
};

impl Workshop {
    pub(super) fn reload_engines(&mut self, now: Instant) {
        match EngineList::load(&self.places, self.engines_file.as_deref()) {
            Ok(list) => {
                let known = self.catalogue.list.problems.clone();
                // A mistake that stands there already may have moved to another line.
                let is_new = |problem: &&EngineProblem| {
                    !known
                        .iter()
                        .any(|old| EngineProblem { line: problem.line, ..old.clone() } == **problem)
                };
                for problem in list.problems.iter().filter(is_new) {
                    self.messages.problem(problem.to_string(), Vec::new(), None, now);
                }
                self.change_catalogue(|catalogue| {
                    catalogue.list = list;
                    catalogue.refresh();
                });
            }
            Err(error) => {
                let list = EngineList::shipped(&self.places);
                self.change_catalogue(|catalogue| catalogue.list = list);
                let text = format!("{error}. The engines that come with the program can be used.");
                self.messages.problem(text, Vec::new(), None, now);
            }
        }
    }

    /// The list that is changed: the one that was named, or the user's own.
    pub(super) fn own_list(&self) -> Option<PathBuf> {
        self.engines_file.clone().or_else(|| self.places.engines_file())
    }

    /// Changes the list in its file, and reads it again. Returns what the change gave; `None` when
    /// nothing was changed, which has been said.
    pub(super) fn edit_list<T>(
        &mut self,
        change: impl Fn(&mut EngineFile) -> Result<T, EditError>,
        now: Instant,
    ) -> Option<T> {
        let Some(path) = self.own_list() else {
            let text = "There is no configuration folder to keep a list of engines in.";
            self.messages.notice(NoticeKind::Error, text);
            return None;
        };
        let done = EngineFile::change(&path, &self.places, change);
        match done {
            Ok((given, saved)) => {
                if let Some(aside) = saved.aside {
                    let text = format!(
                        "The list of engines was damaged ({}). It is kept as {}; a new list was \
                         begun.",
                        aside.reason,
                        aside.file.display()
                    );
                    self.messages.problem(text, Vec::new(), None, now);
                }
                self.reload_engines(now);
                Some(given)
            }
            Err(error) => {
                let text = sentence(&error.to_string());
                match error {
                    EditError::File(_)
                    | EditError::Changed { .. }
                    | EditError::Version { .. }
                    | EditError::Shape { .. } => {
                        self.messages.problem(text, Vec::new(), None, now);
                    }
                    EditError::Unknown(_)
                    | EditError::Taken(_)
                    | EditError::Shipped(..)
                    | EditError::Bound(_)
                    | EditError::Invalid(_) => self.messages.notice(NoticeKind::Refused, text),
                }
                None
            }
        }
    }

    /// Reads the list again that the user may have changed by hand. What was found out about entries
    /// that are gone, or are another engine now, is forgotten; a check or probe of such ends.
    pub(super) fn reload_by_hand(&mut self, now: Instant) {
        // Who asks for it is told again what is still wrong.
        let mut before = Vec::new();
        self.change_catalogue(|catalogue| {
            catalogue.list.problems.clear();
            before = std::mem::take(&mut catalogue.list.entries);
        });
        self.reload_engines(now);
        let catalogue = Arc::clone(&self.catalogue);
        let after = &catalogue.list.entries;
        let is_same = |name: &str| {
            let of = |entries: &[EngineEntry]| {
                let found = entries.iter().find(|entry| entry.name == name);
                found.map(|entry| (entry.protocol, entry.target.clone(), entry.dialect.clone()))
            };
            let now = of(after);
            now.is_some() && of(&before).is_none_or(|before| Some(before) == now)
        };
        self.change_catalogue(|catalogue| catalogue.known.retain(|name, _| is_same(name)));
        self.forget_checks(is_same);
        let probed = self.probing.as_ref().and_then(|probing| probing.entry.as_deref());
        if probed.is_some_and(|name| !is_same(name)) {
            self.forget_probe();
        }
    }

    /// Forgets what was found out about an engine; a check or probe of it ends.
    fn forget_engine(&mut self, name: &str) {
        self.change_catalogue(|catalogue| drop(catalogue.known.remove(name)));
        self.forget_check(name);
        self.forget_probe_of(name);
    }

    /// Changes an entry: all of it, or nothing.
    pub(super) fn change_engine(&mut self, name: &str, changes: &[EngineChange], now: Instant) {
        if self.edit_list(|file| file.set_all(name, changes), now).is_none() {
            return;
        }
        let mut name = name;
        for change in changes {
            if let EngineChange::Name(to) = change {
                self.engine_renamed(name, to.trim());
                name = to.trim();
            }
        }
        let (mut other_program, mut other_launch, mut other_options) = (false, false, false);
        for change in changes {
            match change {
                EngineChange::Options(_) => other_options = true,
                // The name was seen to; the others are read when they are needed.
                EngineChange::Name(_)
                | EngineChange::Tags(_)
                | EngineChange::Games(_)
                | EngineChange::Variants(_)
                | EngineChange::Restart(_) => {}
                EngineChange::Timeouts(_) => other_launch = true,
                EngineChange::Command(_)
                | EngineChange::Address(_)
                | EngineChange::Dir(_)
                | EngineChange::Env(_)
                | EngineChange::Protocol(_)
                | EngineChange::Dialect(_) => other_program = true,
            }
        }
        if other_program {
            self.other_program(name);
        }
        if other_program || other_launch {
            self.effects.push(Effect::LaunchChanged(name.to_owned()));
        }
        if other_options {
            self.effects.push(Effect::OptionsChanged(name.to_owned()));
        }
    }

    /// It may be another program now: what was found out about it holds no more.
    fn other_program(&mut self, name: &str) {
        self.change_catalogue(|catalogue| drop(catalogue.known.remove(name)));
        self.forget_probe_of(name);
        self.engines.remove_if(|engine| engine.role == Role::Ask && engine.entry == name);
        if self.forget_check(name) {
            let text = format!("The check of {name} was stopped: it may be another program now.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    /// What was found out about an engine, and what runs of it, goes by the new name.
    fn engine_renamed(&mut self, name: &str, to: &str) {
        self.change_catalogue(|catalogue| {
            if let Some(known) = catalogue.known.remove(name) {
                catalogue.known.insert(to.to_owned(), known);
            }
        });
        self.engines.rename(name, to);
        self.checks.rename(name, to);
        if let Some(probing) = self.probing.as_mut().filter(|p| p.entry.as_deref() == Some(name)) {
            probing.entry = Some(to.to_owned());
        }
        self.effects.push(Effect::Renamed { from: name.to_owned(), to: to.to_owned() });
    }

    /// The same engine once more, to be set otherwise.
    pub(super) fn copy_engine(&mut self, name: &str, now: Instant) {
        // A profile of a profile is one more of the same engine.
        let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == name);
        let base = entry.and_then(|entry| entry.profile_of.clone());
        let of = base.as_deref().unwrap_or(name);
        let to = self.free_name(&format!("{of}, profile"));
        if self.edit_list(|file| file.copy(name, &to), now).is_some() {
            let text = format!("{to} is a profile of {name}. Its name and options can be changed.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    /// A name that no entry has: this one, or with a number behind it.
    pub(super) fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| {
            !self.catalogue.list.entries.iter().any(|entry| entry.name.eq_ignore_ascii_case(name))
        };
        let numbered = (2_u32..).map(|n| format!("{name} ({n})"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(is_free).expect("there are more numbers than engines")
    }

    pub(super) fn remove_engine(&mut self, name: &str, now: Instant) {
        let shipped =
            self.catalogue.list.entries.iter().any(|e| e.name == name && e.shipped && e.own);
        let Some(entry) = self.edit_list(|file| file.remove(name), now) else { return };
        self.removed.push(Removed { entry, was_reset: shipped });
        self.forget_engine(name);
        self.engines.remove_if(|engine| engine.entry == name && engine.role == Role::Ask);
        let text = match shipped {
            true => format!("{name} is as it came with the program. Undo brings your values back."),
            false => format!("{name} was removed from the list. Undo brings it back."),
        };
        self.messages.notice(NoticeKind::Info, text);
    }

    pub(super) fn restore_engine(&mut self, now: Instant) {
        let Some(removed) = self.removed.pop() else { return };
        if self.edit_list(|file| file.restore(&removed.entry), now).is_none() {
            // One that cannot come back now keeps none of the others away.
            return self.removed.insert(0, removed);
        }
        let name = &removed.entry.name;
        let text = match removed.was_reset {
            true => format!("{name} has your values again."),
            false => format!("{name} is in the list again."),
        };
        self.messages.notice(NoticeKind::Info, text);
    }

    /// What was removed last from the list and comes back first.
    pub(super) fn removed_view(&self) -> Option<RemovedView> {
        let removed = self.removed.last()?;
        Some(RemovedView { name: removed.entry.name.clone(), was_reset: removed.was_reset })
    }
}

/// How an entry is started and treated.
pub(super) fn details(entry: &EngineEntry) -> EngineDetails {
    let limits = Deadlines::scaled(entry.timeouts);
    let deadlines = [limits.start, limits.ready, limits.stop, limits.quit];
    let mut details = EngineDetails {
        own: entry.own,
        profile_of: entry.profile_of.clone().filter(|base| *base != entry.name),
        tags: entry.tags.clone(),
        timeouts: entry.timeouts,
        restart: entry.restart,
        deadlines: deadlines.map(|limit| limit.as_secs_f64()),
        dialect: dialect(entry),
        games: if plays_all(entry) { Vec::new() } else { entry.games.clone() },
        variants: entry.variants.clone().unwrap_or_default(),
        dir_is_missing: entry.dir_is_missing,
        ..EngineDetails::default()
    };
    match &entry.target {
        EngineTarget::Command { command, dir, env } => {
            details.command.clone_from(command);
            details.dir = dir.as_ref().map(|dir| dir.display().to_string()).unwrap_or_default();
            details.env.clone_from(env);
        }
        EngineTarget::Tcp { command, dir, env, .. } => {
            details.command.clone_from(command);
            details.dir = dir.as_ref().map(|dir| dir.display().to_string()).unwrap_or_default();
            details.env.clone_from(env);
        }
        EngineTarget::Socket { address } => details.address.clone_from(address),
    }
    details
}

/// It plays every game of its protocol.
fn plays_all(entry: &EngineEntry) -> bool {
    let protocol = entry.protocol.name();
    let mut known = games::GAMES.iter().map(|game| game.info());
    known.all(|info| !info.protocols.contains(&protocol) || entry.plays(info.name))
}

fn dialect(entry: &EngineEntry) -> Vec<DialectView> {
    let set = |name: &str| {
        let set = entry.dialect.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        set.map(|(_, value)| value.clone())
    };
    let known = entry.protocol.dialect_settings().iter();
    known.map(|(name, values)| DialectView { name, values, value: set(name) }).collect()
}

/// Engines that can be had, for each game.
pub(super) fn suggestions() -> Arc<[Suggestion]> {
    static ALL: LazyLock<Arc<[Suggestion]>> = LazyLock::new(|| {
        let game = |name: &String| games::find(name).map(|game| game.info().title);
        let all = known_engines().iter().map(|known| Suggestion {
            name: &known.name,
            protocol: known.speaks(),
            game: known.games.first().and_then(game).unwrap_or_default(),
            about: &known.about,
            site: &known.site,
            install: &known.install,
        });
        all.collect()
    });
    Arc::clone(&ALL)
}
