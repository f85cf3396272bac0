//! What the workshop is: its state, and what it is told.
//!
//! Decides nothing: each command goes to the file that knows what to do.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::parts::checks::Checks;
use super::parts::looking::Looking;
use super::parts::pictures::Drawn;
use super::parts::probing::Probing;
use super::parts::removed::Removed;
use crate::app::catalogue::{Catalogue, Known};
use crate::app::command::EngineCommand;
use crate::app::effect::{Bundle, Effect, Outbox, Said, Topic};
use crate::app::engines::Engines;
use crate::app::numbers::Numbers;
use crate::app::outside::{CheckNews, ProbingNews};
use crate::app::views::LookedFor;
use crate::app::words::sentence;
use crate::games;
use crate::play::Cause;
use crate::protocol::{Capabilities, Event, OptionDecl};
use crate::session::{News, SessionEvent};
use crate::store::Places;

/// The list of engines with all that is done to it.
#[derive(Debug)]
pub(in crate::app) struct Workshop {
    pub(super) places: Places,
    /// The list given on the command line, if any.
    pub(super) engines_file: Option<PathBuf>,
    pub(super) catalogue: Arc<Catalogue>,
    /// The probe that runs or is shown.
    pub(super) probing: Option<Probing>,
    pub(super) n_probes: u64,
    /// What is looked for on the disk.
    pub(super) looking: Looking,
    /// The checks that run or are shown.
    pub(super) checks: Checks,
    /// What was removed from the list of engines, the last one last.
    pub(super) removed: Vec<Removed>,
    /// Engines that are asked what they can do.
    pub(super) engines: Engines,
    bundles: Numbers,
    pub(super) messages: Outbox,
    pub(super) effects: Vec<Effect>,
    pub(super) drawn: Drawn,
    /// Counts up with everything that happens here.
    pub(super) revision: u64,
}

impl Workshop {
    /// A workshop without a list; [`Workshop::load`] reads it. `sessions` numbers sessions, `bundles`
    /// bundles.
    pub(in crate::app) fn new(
        places: Places,
        engines_file: Option<PathBuf>,
        sessions: Numbers,
        bundles: Numbers,
    ) -> Self {
        Self {
            places,
            engines_file,
            catalogue: Arc::default(),
            probing: None,
            n_probes: 0,
            looking: Looking::default(),
            checks: Checks::default(),
            removed: Vec::new(),
            engines: Engines::new(sessions),
            bundles,
            messages: Outbox::default(),
            effects: Vec::new(),
            drawn: Drawn::default(),
            revision: 0,
        }
    }

    /// Reads the list of engines.
    pub(in crate::app) fn load(&mut self, now: Instant) -> Vec<Effect> {
        self.reload_engines(now);
        self.take_effects()
    }

    /// The list of engines with what is known of them.
    pub(in crate::app) fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.catalogue)
    }

    /// A wish about the list of engines. Wishes about sessions are no concern of the workshop.
    pub(in crate::app) fn handle_command(
        &mut self,
        command: EngineCommand,
        now: Instant,
    ) -> Vec<Effect> {
        match command {
            EngineCommand::Reload => self.reload_by_hand(now),
            EngineCommand::AskOptions(name) => self.ask_options(&name, now),
            EngineCommand::SetOptions(name, set) => self.set_options(&name, &set, now),
            EngineCommand::Add(new) => self.add_engine(new),
            EngineCommand::AddUnprobed(new) => self.add_unprobed(new),
            EngineCommand::Probe(name) => self.probe_engine(&name),
            EngineCommand::StopProbe => self.stop_probe(),
            EngineCommand::LeaveProbe => self.leave_probe(),
            EngineCommand::LookFor(command, dir) => self.look_for(command, dir),
            EngineCommand::Check(name) => self.start_check(&name),
            EngineCommand::StopCheck(name) => self.stop_check(&name),
            EngineCommand::Change(name, changes) => self.change_engine(&name, &changes, now),
            EngineCommand::Duplicate(name) => self.copy_engine(&name, now),
            EngineCommand::Remove(name) => self.remove_engine(&name, now),
            EngineCommand::UndoRemove => self.restore_engine(now),
            EngineCommand::Start(_)
            | EngineCommand::Stop(_)
            | EngineCommand::Restart(_)
            | EngineCommand::Kill(_)
            | EngineCommand::Send(..)
            | EngineCommand::ShowWindow(..)
            | EngineCommand::Watch(_) => {}
        }
        self.take_effects()
    }

    /// One of the sessions that are asked what they can do reports something.
    pub(in crate::app) fn handle_event(&mut self, id: u64, event: &SessionEvent) -> Vec<Effect> {
        if self.engines.note(id, event).is_some() {
            self.handle_asked_event(id, event);
        }
        self.take_effects()
    }

    /// There is news of the probe of this number.
    pub(in crate::app) fn handle_probing(
        &mut self,
        number: u64,
        news: ProbingNews,
        now: Instant,
    ) -> Vec<Effect> {
        self.note_probing(number, news, now);
        self.take_effects()
    }

    /// There is news of the check of this number.
    pub(in crate::app) fn handle_check(
        &mut self,
        number: u64,
        news: CheckNews,
        now: Instant,
    ) -> Vec<Effect> {
        self.note_check(number, news, now);
        self.take_effects()
    }

    /// What was looked for is there, or is not.
    pub(in crate::app) fn handle_looked(&mut self, found: LookedFor) -> Vec<Effect> {
        self.note_looked(found);
        self.take_effects()
    }

    /// An engine has said what it can do.
    pub(in crate::app) fn handle_learnt(
        &mut self,
        name: &str,
        capabilities: Capabilities,
        options: Vec<OptionDecl>,
    ) -> Vec<Effect> {
        self.note_known(name, capabilities, options);
        self.take_effects()
    }

    /// Something is asked, probed or checked: what is shown of it changes with time.
    pub(in crate::app) fn is_busy(&self) -> bool {
        let is_probing = self.probing.as_ref().is_some_and(Probing::is_running);
        is_probing || self.checks.is_running() || self.engines.is_ticking()
    }

    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        self.revision += 1;
        let mut effects = self.engines.take_effects();
        effects.append(&mut self.effects);
        effects.extend(self.messages.take());
        effects
    }

    /// Changes the list or what is known; every room that has them is told.
    pub(super) fn change_catalogue(&mut self, change: impl FnOnce(&mut Catalogue)) {
        change(Arc::make_mut(&mut self.catalogue));
        self.effects.push(Effect::CatalogueChanged);
    }

    /// Keeps what an engine of this name has said of itself.
    pub(super) fn note_known(
        &mut self,
        name: &str,
        capabilities: Capabilities,
        options: Vec<OptionDecl>,
    ) {
        let known = Known::new(capabilities, options, self.catalogue.entry(name));
        self.change_catalogue(|catalogue| {
            catalogue.known.insert(name.to_owned(), known);
        });
    }

    /// An engine that was only asked what it can do.
    fn handle_asked_event(&mut self, id: u64, event: &SessionEvent) {
        let Some(name) = self.engines.get(id).map(|engine| engine.entry.clone()) else { return };
        match &event.what {
            News::Event(Event::Ready { capabilities, options, .. }) => {
                self.note_known(&name, *capabilities, options.clone());
                self.engines.remove(id);
            }
            News::Ended(exit) => {
                if let Some(cause) = Cause::of_exit(exit) {
                    let text = sentence(&cause.said_of(&name));
                    let bundle = self.bundle_of(id, &text, &exit.stderr);
                    self.messages.problem(text, exit.stderr.clone(), None, event.at);
                    self.messages.newest_is_about(Topic::EndOf(id));
                    self.messages.about_engine(&name);
                    if let Some(bundle) = bundle {
                        self.messages.say(Said::Attach(self.bundles.next(), Box::new(bundle)));
                    }
                }
                self.engines.remove(id);
            }
            News::Event(_) | News::Infos(_) => {}
        }
    }

    /// What belongs to a problem with an engine that is asked what it can do, in the first game that
    /// it plays.
    fn bundle_of(&self, id: u64, problem: &str, details: &[String]) -> Option<Bundle> {
        let engine = self.engines.get(id)?;
        let entry = self.catalogue.entry(&engine.entry)?;
        let game = entry.games.iter().find_map(|name| games::find(name))?;
        Some(Bundle {
            session: id,
            problem: problem.to_owned(),
            details: details.to_vec(),
            engine: engine.entry.clone(),
            launch: engine.launch.clone(),
            game: game.info(),
            variant: None,
            position: None,
            moves: Vec::new(),
        })
    }
}
