//! What engines can do and be set to: asked of them, checked, kept, applied.
//!
//! Knows no option by name; engines declare theirs.

use std::sync::Arc;
use std::time::Instant;

use super::engines::Role;
use super::owner::Owner;
use super::playing::sentence;
use super::{DeclaredOption, NoticeKind};
use crate::games::{self, Game, Link};
use crate::play::{Cause, link_for, title_of};
use crate::protocol::{Capabilities, Event, OptionDecl, OptionKind, Protocol, Request};
use crate::session::{Launch, News, SessionEvent};
use crate::store::{EngineChange, EngineEntry, FitError};

/// What an engine has said of itself.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) capabilities: Capabilities,
    options: Vec<OptionDecl>,
    /// The options with what is set for them.
    pub(super) declared: Arc<[DeclaredOption]>,
}

impl Known {
    /// `entry` is that of the list, where the engine has one.
    pub(super) fn new(
        capabilities: Capabilities,
        options: Vec<OptionDecl>,
        entry: Option<&EngineEntry>,
    ) -> Self {
        let set = |decl: &OptionDecl| {
            let entry = entry?;
            let value = value_of(&entry.options, &decl.name)?;
            Some(entry.protocol.plain_value(&decl.kind, value))
        };
        let declared = options.iter().map(|decl| DeclaredOption {
            name: decl.name.clone(),
            kind: decl.kind.clone(),
            default: decl.default.clone(),
            value: set(decl),
        });
        let declared = declared.collect();
        Self { capabilities, options, declared }
    }
}

fn value_of<'a>(options: &'a [(String, String)], name: &str) -> Option<&'a str> {
    options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// Why an engine of this protocol cannot be told this text as the value of an option, in words.
#[must_use]
pub fn text_fault(protocol: Protocol, value: &str) -> Option<String> {
    let allowed = protocol.check_text(value).err()?;
    Some(format!("{protocol} takes {allowed}"))
}

/// Why a value cannot be set, in words.
fn fault_of(decl: &OptionDecl, value: &str) -> Option<String> {
    if decl.kind.admits(value) {
        return None;
    }
    let wanted = match &decl.kind {
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::Int { .. } => format!("a whole number{}", decl.kind.range_text()),
        OptionKind::Real { .. } => format!("a number{}", decl.kind.range_text()),
        OptionKind::Choice(choices) => format!("one of: {}", choices.join(", ")),
        OptionKind::Text => "a text of one line".to_owned(),
    };
    Some(format!("{} must be {wanted}; it cannot be {value:?}", decl.name))
}

impl Owner {
    /// Why an engine of the list cannot play this variant.
    fn unfit(entry: &EngineEntry, game: &dyn Game, variant: Option<&str>) -> Option<String> {
        if let Some(name) = variant.filter(|name| !entry.plays_variant(name)) {
            return Some(format!("it does not play {}", title_of(game.info(), Some(name))));
        }
        link_for(game, entry.protocol, variant).err().map(|cause| match cause {
            Cause::WrongProtocol(text) => text,
            other => other.to_string(),
        })
    }

    /// It can play what is on the board.
    pub(super) fn fits_board(&self, entry: &EngineEntry) -> bool {
        entry.plays(self.doc.game.info().name)
            && Self::unfit(entry, self.doc.game, self.doc.variant()).is_none()
    }

    /// Why it cannot play what is on the board, in words that stand behind its name: `plays only
    /// International`, `does not play Othello`.
    pub(super) fn misfit(&self, entry: &EngineEntry) -> Option<String> {
        if self.fits_board(entry) {
            return None;
        }
        let game = self.doc.game;
        let known = game.info().variants.iter();
        let playable = known.filter(|variant| {
            entry.plays(game.info().name) && Self::unfit(entry, game, Some(variant.name)).is_none()
        });
        let titles: Vec<&str> = playable.map(|variant| variant.title).collect();
        Some(match titles[..] {
            [] => format!("does not play {}", title_of(game.info(), self.doc.variant())),
            _ => format!("plays only {}", titles.join(", ")),
        })
    }

    /// Why it cannot be started for what is on the board, in words that stand behind its name.
    pub(super) fn unfit_for_board(&self, entry: &EngineEntry) -> Option<String> {
        let (game, misfit) = (self.doc.game.info(), self.misfit(entry)?);
        let shown = title_of(game, self.doc.variant());
        if entry.plays(game.name) {
            return Some(format!("{misfit}; the board shows {shown}"));
        }
        let played = entry.games.iter().filter_map(|name| games::find(name));
        let titles: Vec<&str> = played.map(|game| game.info().title).collect();
        Some(format!("plays {}; the board shows {shown}", titles.join(", ")))
    }

    /// What to start for an engine of the list to play this variant of a game, and how it is spoken
    /// to.
    pub(super) fn launch_for(
        &self,
        name: &str,
        options: &[(String, String)],
        game: &'static dyn Game,
        variant: Option<&str>,
    ) -> Result<(Launch, &'static dyn Link), Cause> {
        let fault = |entry: &EngineEntry| Self::unfit(entry, game, variant);
        let found = self.list.find_fitting(name, Some(game.info().name), fault);
        let found = found.map_err(|error| match error {
            FitError::Unfit { reason, .. } => Cause::WrongProtocol(reason),
            FitError::Find(error) => Cause::CouldNotStart(error.to_string()),
        })?;
        let link = link_for(game, found.entry.protocol, variant)?;
        let mut chosen = found.chosen.clone();
        chosen.extend(options.iter().cloned());
        let launch = found.entry.launch(&chosen);
        let mut launch = launch.map_err(|error| Cause::CouldNotStart(error.to_string()))?;
        launch.config.variant = link.variant_text(variant);
        Ok((launch, link))
    }

    /// As [`Owner::launch_for`], for what is on the board.
    pub(super) fn launch(
        &self,
        name: &str,
        options: &[(String, String)],
    ) -> Result<(Launch, &'static dyn Link), Cause> {
        self.launch_for(name, options, self.doc.game, self.doc.variant())
    }

    /// Takes note of what an engine says of itself.
    pub(super) fn note_ready(&mut self, id: u64, event: &SessionEvent) {
        let News::Event(Event::Ready { capabilities, options, .. }) = &event.what else { return };
        let Some(engine) = self.engines.get(id).filter(|engine| !engine.outdated) else { return };
        let entry = engine.entry.clone();
        self.note_known(&entry, *capabilities, options.clone());
    }

    /// Finds out what the engine of this name can do, by starting it for a moment if nobody knows.
    pub(super) fn ask_options(&mut self, name: &str, now: Instant) {
        let asked = |engine: &super::engines::Engine| {
            engine.entry == name && engine.role == Role::Ask && !engine.has_ended()
        };
        if self.known.contains_key(name) || self.engines.iter().any(asked) {
            return;
        }
        match self.launch_to_ask(name) {
            Ok(launch) => {
                self.engines.remove_if(|engine| engine.entry == name && engine.role == Role::Ask);
                self.engines.start(name, Vec::new(), launch, Role::Ask, now);
            }
            Err(cause) => {
                let text = sentence(&cause.said_of(name));
                self.messages.problem(text, Vec::new(), None, now);
                self.messages.about_engine(name);
            }
        }
    }

    /// In the first variant that it plays of its first game.
    pub(super) fn launch_to_ask(&self, name: &str) -> Result<Launch, Cause> {
        let entry = self.list.entries.iter().find(|entry| entry.name == name);
        let game = entry.and_then(|entry| entry.games.iter().find_map(|game| games::find(game)));
        let (Some(entry), Some(game)) = (entry, game) else {
            return Err(Cause::CouldNotStart("it is not in the list of engines".to_owned()));
        };
        let variants = game.info().variants.iter().map(|variant| variant.name);
        let mut playable = variants.filter(|name| Self::unfit(entry, game, Some(name)).is_none());
        self.launch_for(&entry.name, &[], game, playable.next()).map(|(launch, _)| launch)
    }

    /// An engine that was only asked what it can do.
    pub(super) fn handle_asked_event(&mut self, id: u64, event: &SessionEvent) {
        match &event.what {
            News::Event(Event::Ready { .. }) | News::Ended(_) => self.engines.remove(id),
            News::Event(_) | News::Infos(_) => {}
        }
    }

    /// Sets options of an engine, keeps them and applies them; all or none.
    pub(super) fn set_options(&mut self, name: &str, set: &[(String, String)], now: Instant) {
        let Some(entry) = self.list.entries.iter().find(|entry| entry.name == name) else {
            let text = format!("There is no engine {name:?} in the list.");
            return self.messages.notice(NoticeKind::Error, text);
        };
        let known = self.known.get(name);
        let faults = set.iter().find_map(|(option, value)| fault_in(entry, known, option, value));
        if let Some(fault) = faults {
            let text = sentence(&format!("{name}: {fault}"));
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let declared = known.map(|known| known.options.as_slice()).unwrap_or_default();
        // A choice may have the name of something that the engine declares with the value chosen when
        // it was started; that says nothing about how the entry came.
        let is_default = |(option, value): &&(String, String)| {
            !entry.choices.iter().any(|choice| choice.name == *option)
                && declared.iter().any(|decl| decl.name == *option && decl.default == *value)
        };
        let mut kept: Vec<(String, String)> =
            set.iter().filter(|pair| !is_default(pair)).cloned().collect();
        // What the engine does not declare is not in the dialog, and stays; while nobody knows what
        // it declares that is all of it.
        let hidden = entry
            .options
            .iter()
            .filter(|(name, _)| !declared.iter().any(|decl| decl.name == *name));
        kept.extend(hidden.filter(|(name, _)| value_of(set, name).is_none()).cloned());
        self.change_engine(name, &[EngineChange::Options(kept)], now);
    }

    /// What is set in the list stands beside what engines have declared.
    pub(super) fn refresh_known(&mut self) {
        for (name, known) in &mut self.known {
            let entry = self.list.entries.iter().find(|entry| entry.name == *name);
            let options = std::mem::take(&mut known.options);
            *known = Known::new(known.capabilities, options, entry);
        }
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
        let changes = self.known.get(&engine.entry).map_or_else(
            || changed(&old.config.options, &new.config.options, &[]),
            |known| changed(&old.config.options, &new.config.options, &known.options),
        );
        let live = engine.capabilities.is_some_and(|capabilities| capabilities.live_options);
        if new.target == old.target && live {
            for (name, value) in changes {
                engine.send(Request::SetOption { name, value }, now);
            }
            if engine.role == Role::Card {
                // What it said with the old options is stale.
                self.ask_cards_anew();
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
        if engine.capabilities.is_some_and(|capabilities| capabilities.window) {
            engine.send(Request::ShowWindow(on), now);
        } else {
            let text = format!("{} has no window of its own.", engine.entry);
            self.messages.notice(NoticeKind::Refused, text);
        }
    }
}

/// Why an option of an engine cannot be set so: by the choices of its entry, by what it has
/// declared, else by its protocol.
fn fault_in(
    entry: &EngineEntry,
    known: Option<&Known>,
    option: &str,
    value: &str,
) -> Option<String> {
    if let Some(choice) = entry.choices.iter().find(|choice| choice.name == option) {
        let allowed = choice.values.join(", ");
        return (!choice.values.iter().any(|allowed| allowed == value))
            .then(|| format!("{option} must be one of: {allowed}; it cannot be {value:?}"));
    }
    let decl = known.map(|known| known.options.iter().find(|decl| decl.name == option));
    match decl {
        Some(Some(decl)) => fault_of(decl, value).or_else(|| {
            let is_text = decl.kind == OptionKind::Text;
            let fault = text_fault(entry.protocol, value).filter(|_| is_text)?;
            Some(format!("{option} cannot be {value}: {fault}"))
        }),
        Some(None) if known.is_some_and(|known| !known.options.is_empty()) => {
            Some(format!("it has no option {option:?}"))
        }
        Some(None) | None => {
            let fault = entry.protocol.check_option(option, Some(value)).err();
            fault.map(|fault| format!("{option}: {fault}"))
        }
    }
}

/// The options that differ, with their new values; one that is set no more has its default.
fn changed(
    old: &[(String, String)],
    new: &[(String, String)],
    declared: &[OptionDecl],
) -> Vec<(String, String)> {
    let set = new.iter().filter(|(name, value)| value_of(old, name) != Some(value)).cloned();
    let reset = old.iter().filter(|(name, _)| value_of(new, name).is_none()).map(|(name, _)| {
        let default = declared.iter().find(|decl| decl.name == *name);
        (name.clone(), default.map(|decl| decl.default.clone()).unwrap_or_default())
    });
    set.chain(reset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decl(kind: OptionKind) -> OptionDecl {
        OptionDecl { name: "hash".to_owned(), kind, default: "1".to_owned() }
    }

    #[test]
    fn values_are_checked_against_what_the_engine_declared() {
        let int = OptionKind::Int { min: 1, max: 64 };
        let open = OptionKind::Int { min: 0, max: i64::MAX };
        let real = OptionKind::Real { min: f64::NEG_INFINITY, max: 2.5 };
        let choice = OptionKind::Choice(vec!["a".to_owned(), "b c".to_owned()]);
        for (kind, good, bad, says) in [
            (OptionKind::Bool, "true", "yes", "must be true or false"),
            (int.clone(), "64", "65", "a whole number from 1 to 64;"),
            (int, "1", "1.5", "it cannot be \"1.5\""),
            (open, "7", "-1", "a whole number from 0;"),
            (real.clone(), "-1e9", "2.6", "a number up to 2.5;"),
            (real, "2.5", "NaN", "a number up to 2.5;"),
            (choice, "b c", "B c", "one of: a, b c;"),
            (OptionKind::Text, "any = \"thing\"", "two\nlines", "a text of one line"),
        ] {
            assert_eq!(fault_of(&decl(kind.clone()), good), None);
            let fault = fault_of(&decl(kind), bad).unwrap();
            assert!(fault.starts_with("hash must be ") && fault.contains(says), "{fault}");
        }
    }

    #[test]
    fn capitals_of_a_value_do_not_matter_where_the_protocol_says_so() {
        let choice = OptionKind::Choice(vec!["Fast".to_owned(), "Slow".to_owned()]);
        for (protocol, kind, value, plain) in [
            (Protocol::Uhp, &OptionKind::Bool, "True", "true"),
            (Protocol::Uhp, &choice, "slow", "Slow"),
            (Protocol::Uhp, &OptionKind::Text, "True", "True"),
            (Protocol::Uhp, &OptionKind::Bool, "yes", "yes"),
            (Protocol::Hub, &OptionKind::Bool, "True", "True"),
        ] {
            assert_eq!(protocol.plain_value(kind, value), plain, "{protocol} {value}");
        }
    }

    #[test]
    fn only_what_differs_is_sent_and_what_is_reset_gets_its_default() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let old = [pair("hash", "8"), pair("book", "true")];
        let new = [pair("book", "true"), pair("threads", "2")];
        let declared = [decl(OptionKind::Text)];
        assert_eq!(changed(&old, &new, &declared), [pair("threads", "2"), pair("hash", "1")]);
        assert_eq!(changed(&new, &new, &declared), []);
    }
}
