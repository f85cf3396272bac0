//! Which engines of the list can play what is on the board, and sessions that follow changes of the
//! list.
//!
//! Changes no list.

use std::time::Instant;

use super::state::Desk;
use crate::app::catalogue::{Catalogue, changed};
use crate::app::effect::Effect;
use crate::app::engines::{Engine, Role};
use crate::app::views::NoticeKind;
use crate::games::Link;
use crate::play::Cause;
use crate::protocol::{Event, Request};
use crate::session::{Launch, News, SessionEvent};
use crate::store::EngineEntry;

impl Desk {
    /// It can play what is on the board.
    pub(super) fn fits_board(&self, entry: &EngineEntry) -> bool {
        Catalogue::fits(entry, self.doc.game, self.doc.variant())
    }

    /// Why it cannot be started for what is on the board, in words that stand behind its name.
    pub(super) fn unfit_for_board(&self, entry: &EngineEntry) -> Option<String> {
        Catalogue::unfit_for(entry, self.doc.game, self.doc.variant())
    }

    /// As [`Catalogue::launch_for`], for what is on the board.
    pub(super) fn launch(
        &self,
        name: &str,
        options: &[(String, String)],
    ) -> Result<(Launch, &'static dyn Link), Cause> {
        self.catalogue.launch_for(name, options, self.doc.game, self.doc.variant())
    }

    /// Takes note of what an engine says of itself.
    pub(super) fn note_ready(&mut self, id: u64, event: &SessionEvent) {
        let News::Event(Event::Ready { capabilities, options, .. }) = &event.what else { return };
        let Some(engine) = self.engines.get(id).filter(|engine| !engine.outdated) else { return };
        let entry = engine.entry.clone();
        let (capabilities, options) = (*capabilities, options.clone());
        self.effects.push(Effect::Learnt { entry, capabilities, options });
    }

    /// Running sessions take changed options at once where they can, and are started again
    /// otherwise.
    pub(super) fn apply_options(&mut self, name: &str, now: Instant) {
        let running = self.engines.iter().filter(|engine| engine.entry == name);
        let ids: Vec<u64> = running.map(|engine| engine.id).collect();
        for id in ids {
            let Some(engine) = self.engines.get(id) else { continue };
            let Ok((launch, _)) = self.launch(name, &engine.options) else { continue };
            let old = std::mem::replace(
                &mut self.engines.get_mut(id).expect("it was found just now").launch,
                launch,
            );
            self.change_session(id, &old, now);
        }
    }

    /// Brings a session whose launch was replaced up to date with it.
    fn change_session(&mut self, id: u64, old: &Launch, now: Instant) {
        let Some(engine) = self.engines.get_mut(id).filter(|engine| !engine.has_ended()) else {
            return;
        };
        let new = engine.launch.clone();
        let changes = self.catalogue.known.get(&engine.entry).map_or_else(
            || changed(&old.config.options, &new.config.options, &[]),
            |known| changed(&old.config.options, &new.config.options, &known.options),
        );
        let live = engine.session.can(|able| able.live_options);
        if new.target == old.target && live {
            for (name, value) in changes {
                engine.send(Request::SetOption { name, value }, now);
            }
            if engine.role == Role::Card {
                // What it said with the old options is stale.
                self.ask_cards_again();
            }
        } else if new.target != old.target || !changes.is_empty() {
            let with: Vec<String> =
                changes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let name = engine.entry.clone();
            let with = if with.is_empty() { "its new options".to_owned() } else { with.join(", ") };
            self.restart_engine(id, now);
            let text = format!("{name} is started again with {with}.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    /// Shows or hides an engine's own window.
    pub(super) fn show_window(&mut self, id: u64, on: bool, now: Instant) {
        let Some(engine) = self.engines.get_mut(id) else { return };
        if engine.session.can(|able| able.window) {
            engine.send(Request::ShowWindow(on), now);
        } else {
            let text = format!("{} has no window of its own.", engine.entry);
            self.messages.notice(NoticeKind::Refused, text);
        }
    }

    /// This engine is started as the list has it now when it is started again; as it was where the list
    /// has it no more.
    pub(super) fn renew_launch(&mut self, id: u64) {
        let Some(engine) = self.engines.get(id) else { return };
        let newest = self.launch(&engine.entry, &engine.options);
        if let (Ok((launch, _)), Some(engine)) = (newest, self.engines.get_mut(id)) {
            let is_same =
                engine.launch.target == launch.target && engine.launch.protocol == launch.protocol;
            engine.outdated |= !is_same;
            engine.launch = launch;
        }
    }

    /// What runs of an entry is started as the list has it now when it is started again.
    pub(super) fn renew_launches(&mut self, name: &str) {
        let of_entry: Vec<&Engine> =
            self.engines.iter().filter(|engine| engine.entry == name).collect();
        let runs = of_entry.iter().any(|engine| !engine.has_ended());
        let ids: Vec<u64> = of_entry.iter().map(|engine| engine.id).collect();
        ids.into_iter().for_each(|id| self.renew_launch(id));
        if runs {
            let text = format!("{name} goes on as it was; started again, it has the new values.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }
}
