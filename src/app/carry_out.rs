//! Effects carried out: each goes to the sessions, the disk, the messages, or the room that it is for.
//!
//! Decides nothing.

use std::time::Instant;

use tracing::debug;

use super::batches::{Around, Batches};
use super::brief::brief;
use super::command::EngineCommand;
use super::desk::Desk;
use super::effect::{Effect, Outbox};
use super::router::Router;
use super::sessions::Room;
use super::to_open::OpenPlace;

impl Router {
    /// Carries out what a room wants done, oldest first, and what other rooms want done because of it.
    pub(super) fn carry_out(&mut self, room: Room, effects: Vec<Effect>, now: Instant) {
        for effect in effects {
            debug!("{room:?}: {}", brief(&effect));
            self.carry_out_one(room, effect, now);
        }
    }

    /// Says something that no room says.
    pub(super) fn tell(&mut self, say: impl FnOnce(&mut Outbox)) {
        let mut out = Outbox::default();
        say(&mut out);
        self.carry_out(Room::Workshop, out.take().collect(), Instant::now());
    }

    /// Tells a desk something, and carries out what it wants done.
    pub(super) fn for_desk(
        &mut self,
        id: u64,
        now: Instant,
        tell: impl FnOnce(&mut Desk) -> Vec<Effect>,
    ) {
        let effects = self.tabs.get(id).map(tell).unwrap_or_default();
        self.carry_out(Room::Desk(id), effects, now);
    }

    /// Tells every desk something, and carries out what each wants done.
    pub(super) fn for_all_desks(
        &mut self,
        now: Instant,
        mut tell: impl FnMut(&mut Desk) -> Vec<Effect>,
    ) {
        for id in self.tabs.ids() {
            let effects = self.tabs.get(id).map(&mut tell).unwrap_or_default();
            self.carry_out(Room::Desk(id), effects, now);
        }
    }

    /// Tells the room of reviews of many games something, with what it needs to know of others.
    pub(super) fn for_batches(
        &mut self,
        now: Instant,
        tell: impl FnOnce(&mut Batches, Around<'_>) -> Vec<Effect>,
    ) {
        let (games, path) = (self.files.games(), self.files.path());
        let (catalogue, settings) = (self.workshop.catalogue(), self.preferences.settings());
        let around = Around {
            games: &games,
            path: path.as_ref(),
            catalogue: &catalogue,
            settings: &settings,
        };
        let effects = tell(&mut self.batches, around);
        self.carry_out(Room::Workshop, effects, now);
    }

    fn carry_out_one(&mut self, room: Room, effect: Effect, now: Instant) {
        match effect {
            Effect::Say(said) => {
                let desk = match room {
                    Room::Desk(id) => Some(id),
                    Room::Workshop => None,
                };
                let sessions = &self.sessions;
                self.messages
                    .take(desk, said, |bundle| Some(bundle.text(&*sessions.log(bundle.session)?)));
            }
            Effect::Start { id, launch, old } => {
                self.sessions.start(id, *launch, room);
                if let Some(old) = old {
                    self.console.handle_restarted(old, id);
                }
            }
            Effect::Send(id, request) => self.sessions.send(id, request),
            Effect::End(id) => self.sessions.end(id),
            Effect::Kill(id) => self.sessions.kill(id),
            Effect::Keep(document, game) => {
                if let Some(keeping) = &mut self.keeping {
                    keeping.keep(document, game.as_deref());
                }
            }
            Effect::KeepLast(game) => {
                let is_shown = room == Room::Desk(self.tabs.shown_id());
                let path = self.places.last_game_file().filter(|_| is_shown);
                if let Some((path, keeping)) = path.zip(self.keeping.as_ref()) {
                    keeping.put(&path, game.to_text());
                }
            }
            Effect::KeepTab(number, game) => {
                if let Some(keeping) = &mut self.keeping {
                    keeping.put_tab(&self.places, number, game.as_deref());
                }
            }
            Effect::KeepCards(cards) => {
                // While the program ends its engines go, and are to be there at the next start.
                let is_shown = room == Room::Desk(self.tabs.shown_id());
                if !self.closing && is_shown {
                    let written = self.preferences.handle_cards(cards);
                    self.carry_out(room, written.into_iter().collect(), now);
                }
            }
            Effect::Write(path, text) => {
                if let Some(keeping) = &self.keeping {
                    keeping.put(&path, text);
                }
            }
            Effect::Add(path, list, items) => {
                if let Some(keeping) = &self.keeping {
                    keeping.add(&path, list, items);
                }
            }
            Effect::Work(work) => self.tasks.work(work),
            Effect::Probe(number, tries) => self.tasks.probe(number, tries),
            Effect::EndProbe => self.tasks.end_probe(),
            Effect::Check(number, launch) => self.tasks.check(number, *launch),
            Effect::EndCheck(number) => self.tasks.end_check(number),
            Effect::Play(wanted) => self.tasks.play(*wanted, self.places.clone()),
            Effect::Review(wanted) => self.tasks.review(*wanted),
            Effect::EndReviews => self.tasks.end_reviews(),
            Effect::MatchBegins => {
                self.begin_match(room, now);
                let effects = self.batches.handle_match_begins();
                self.carry_out(Room::Workshop, effects, now);
            }
            Effect::ShowMatch => {
                let desk = match room {
                    Room::Desk(id) => id,
                    Room::Workshop => self.tabs.shown_id(),
                };
                self.show_match(desk, now);
            }
            Effect::MatchIsOver => {
                self.for_all_desks(now, |desk| desk.handle_match_is_over(now));
                self.for_batches(now, |batches, around| batches.handle_match_is_over(around));
            }
            Effect::Learnt { entry, capabilities, options } => {
                let effects = self.workshop.handle_learnt(&entry, capabilities, options);
                self.carry_out(Room::Workshop, effects, now);
            }
            Effect::CatalogueChanged => {
                let catalogue = self.workshop.catalogue();
                self.tabs.handle_catalogue(&catalogue);
            }
            Effect::Renamed { from, to } => {
                self.for_all_desks(now, |desk| desk.handle_renamed(&from, &to));
            }
            Effect::LaunchChanged(name) => {
                self.for_all_desks(now, |desk| desk.handle_launch_changed(&name));
            }
            Effect::OptionsChanged(name) => {
                self.for_all_desks(now, |desk| desk.handle_options_changed(&name, now));
            }
            Effect::Again(command) => {
                let shown = self.tabs.shown_id();
                self.handle_file(shown, command, now);
            }
            Effect::List(path) => {
                let effects = self.files.handle_list(path);
                self.carry_out(Room::Workshop, effects, now);
            }
            Effect::Open(open) if self.is_open_already(&open) => {}
            Effect::Open(open) => {
                let shown = self.tabs.shown();
                let is_taken = shown.shows_match() || !shown.is_untouched();
                let is_new = open.place != OpenPlace::Here && is_taken;
                let whole = open.source.as_ref().filter(|(_, is_whole)| *is_whole);
                let known = whole.and_then(|(path, _)| self.tabs.with_file(path));
                let listed = open.from_list.as_ref().and_then(|game| self.tabs.with_listed(game));
                let known = known.or(listed).map(Desk::id);
                // A file that is open and was not changed here is read again in its tab, and so is a game of a
                // list that was analysed meanwhile.
                if let Some(known) = known {
                    self.tabs.show(known);
                }
                let desk = match (is_new, room) {
                    _ if known.is_some() => known,
                    (true, _) => self.tabs.open(open.place == OpenPlace::Behind),
                    (false, Room::Desk(id)) if open.place == OpenPlace::Here => Some(id),
                    (false, Room::Desk(_) | Room::Workshop) => Some(self.tabs.shown_id()),
                };
                if let Some(desk) = desk {
                    self.for_desk(desk, now, |desk| desk.handle_open(*open));
                }
                let effects = self.tabs.take_effects();
                self.carry_out(Room::Workshop, effects, now);
            }
            Effect::Merge(desk, games, what) => {
                self.for_desk(desk, now, |desk| desk.handle_merge(&games, &what, now));
            }
            Effect::Copied(branch) => self.tabs.handle_copied(&branch),
            Effect::Follow { number, record, is_over } => {
                let followers = self.tabs.followers(number);
                if followers.is_empty() {
                    self.contest.handle_unfollowed(number);
                }
                for id in followers {
                    self.for_desk(id, now, |desk| desk.handle_follow(&record, is_over));
                }
            }
            // A game that begins in one of several tabs takes nothing from the others.
            Effect::LeaveFile if self.tabs.ids().len() > 1 => {}
            Effect::LeaveFile => self.files.handle_leave(),
            Effect::Practise(new) => self.open_practice(*new, now),
            Effect::Practised(exercise, outcome) => self.note_practised(&exercise, outcome, now),
            Effect::Rated(played) => self.note_rated(room, &played, now),
            Effect::AddEngine(new) => {
                let effects = self.workshop.handle_command(EngineCommand::Add(new), now);
                self.carry_out(Room::Workshop, effects, now);
            }
            Effect::Saved { document, path, n_changes } => {
                self.tabs.handle_saved(document, &path, n_changes);
            }
            Effect::Announce(text) => self.tabs.shown().announce_text(text),
        }
    }
}
