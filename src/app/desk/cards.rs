//! Which engines analyse: the cards of the game on the board, and those put away with other games.
//!
//! Asks no engine about a position; `analysis` does.

use std::time::Instant;

use super::parts::analysis::Analysis;
use super::parts::cards::{Card, Kind, ShelvedCard, saved_limits};
use super::parts::follower::Follower;
use super::parts::lock::Lock;
use super::state::Desk;
use crate::app::command::GameCommand;
use crate::app::effect::Effect;
use crate::app::engines::{Engine, Role};
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::sentence;
use crate::play::{Analyst, Cause, title_of};
use crate::store::SavedCard;

/// Engines that can analyse at once.
const MAX_CARDS: usize = 4;

impl Analysis {
    /// The newest card with this engine goes on as one that was put away did.
    fn go_on_as(&mut self, engine: u64, before: &ShelvedCard) {
        self.cards.iter_mut().filter(|card| card.engine == engine).for_each(|card| {
            card.wanted = before.wanted;
            card.n_compared = before.n_compared;
            card.limit = before.limit;
        });
    }

    /// How many moves the card with this engine is to compare.
    fn n_compared(&self, engine: u64) -> Option<u32> {
        self.cards.iter().find(|card| card.engine == engine)?.n_compared
    }
}

impl Desk {
    /// Has the cards kept where they have changed since that was done last.
    pub(super) fn note_cards(&mut self) {
        let game = self.doc.game.info().name;
        let shown = self.analysis.cards.iter().filter_map(|card| {
            let engine = self.engines.get(card.engine)?;
            Some(SavedCard {
                game: game.to_owned(),
                engine: engine.entry.clone(),
                options: engine.options.clone(),
                n_compared: card.n_compared,
                limits: saved_limits(card.limit),
                lock: card.lock.as_ref().map(Lock::path),
                threat: card.threat.is_some(),
            })
        });
        let kept = self.analysis.shelf.cards.iter().map(|card| SavedCard {
            game: card.game.to_owned(),
            engine: card.entry.clone(),
            options: card.options.clone(),
            n_compared: card.n_compared,
            limits: saved_limits(card.limit),
            lock: card.lock.clone(),
            threat: card.threat,
        });
        let all = shown.chain(kept);
        let all: Vec<SavedCard> = all.collect();
        if all != self.analysis.shelf.written {
            self.analysis.shelf.written.clone_from(&all);
            let of_any_game = all.into_iter().map(SavedCard::of_any_game).collect();
            self.effects.push(Effect::KeepCards(of_any_game));
        }
    }

    /// Starts an engine of the list for analysis.
    pub(super) fn add_card(&mut self, name: &str, now: Instant) {
        self.fit_cards(now);
        if self.analysis.cards.len() >= MAX_CARDS {
            let text = format!("At most {MAX_CARDS} engines analyse at once; remove one first.");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == name);
        let other = entry.filter(|entry| !entry.plays(self.doc.game.info().name));
        if let Some(unfit) = other.and_then(|entry| self.unfit_for_board(entry)) {
            let text = format!("{name} {unfit}.");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        match self.start_card(name, Vec::new(), now) {
            Ok(_) => {}
            Err(Cause::WrongProtocol(reason)) => {
                return self.messages.notice(NoticeKind::Error, format!("{name}: {reason}."));
            }
            Err(cause) => {
                let text = sentence(&cause.said_of(name));
                return self.messages.problem(text, Vec::new(), None, now);
            }
        }
        // In another mode the card would rest unseen.
        if self.mode != Mode::Analyse {
            self.handle_game(GameCommand::SetMode(Mode::Analyse), now);
        }
    }

    /// Starts an engine for what is on the board, with a card; the number of its session.
    fn start_card(
        &mut self,
        name: &str,
        options: Vec<(String, String)>,
        now: Instant,
    ) -> Result<u64, Cause> {
        let (launch, link) = self.launch(name, &options)?;
        let engine = self.engines.start(name, options, launch, Role::Card, now);
        let follower = Follower::Explains(Analyst::new(link, self.analysis.lines));
        self.analysis.cards.push(Card {
            engine,
            follower,
            n_compared: None,
            limit: None,
            began: None,
            picked: None,
            lock: None,
            threat: None,
            wanted: true,
            waits: false,
            cut_off: false,
        });
        Ok(engine)
    }

    /// Ends an engine and takes its card away.
    pub(super) fn stop_engine(&mut self, id: u64) {
        self.analysis.cards.retain(|card| card.engine != id);
        if self.analysis.reviews(id) {
            self.drop_review_by(id, "its engine was removed");
        }
        self.analysis.remarking.take_if(|remarking| remarking.engine == id);
        let seat = self.engines.get(id).map(|engine| engine.role);
        if let Some(Role::Seat(_)) = seat {
            self.pause_table(Instant::now());
            self.end_seats();
        }
        self.engines.remove(id);
    }

    pub(super) fn set_running(&mut self, id: u64, on: bool, now: Instant) {
        let ended = self.engines.get(id).is_some_and(Engine::has_ended);
        let restarted = if on && ended { self.restart_engine(id, now) } else { None };
        let id = restarted.unwrap_or(id);
        for card in self.analysis.cards.iter_mut().filter(|card| card.engine == id) {
            card.wanted = on;
            card.cut_off = false;
            // One that rests because its time was over gets it once more.
            card.began = None;
        }
    }

    /// Keeps the cards to the game on the board. When another game or variant comes, cards that
    /// cannot play it are put away and their engines ended; in Analyse mode the cards last used for
    /// it come back, and engines that must know the variant before they start are restarted.
    pub(super) fn fit_cards(&mut self, now: Instant) {
        let on_board: Kind = (self.doc.game.info().name, self.doc.variant().map(str::to_owned));
        let before = self.analysis.shelf.fitted_to.replace(on_board.clone());
        if before.as_ref() != Some(&on_board) {
            if let Some((game, _)) = before {
                self.shelve_misfits(game);
            }
            self.analysis.shelf.is_due = true;
        }
        if self.mode == Mode::Analyse && std::mem::take(&mut self.analysis.shelf.is_due) {
            self.refit_cards(now);
            self.unshelve(on_board.0, now);
        }
    }

    /// Puts away all cards; they come back, at rest, when the desk does.
    pub(super) fn shelve_all(&mut self) {
        let game = self.doc.game.info().name;
        let ids: Vec<u64> = self.analysis.cards.iter().map(|card| card.engine).collect();
        for id in ids {
            if let Some(engine) = self.engines.get(id) {
                let card = self.analysis.cards.iter().find(|card| card.engine == id);
                let card = ShelvedCard {
                    game,
                    entry: engine.entry.clone(),
                    options: engine.options.clone(),
                    n_compared: self.analysis.n_compared(id),
                    wanted: false,
                    limit: card.and_then(|card| card.limit),
                    lock: card.and_then(|card| card.lock.as_ref()).map(Lock::path),
                    threat: card.is_some_and(|card| card.threat.is_some()),
                };
                self.analysis.shelf.cards.push(card);
            }
            self.stop_engine(id);
        }
        self.analysis.shelf.is_due = true;
    }

    /// Puts away the cards, which were for `game`, that cannot play what is on the board.
    fn shelve_misfits(&mut self, game: &'static str) {
        let is_other_game = self.doc.game.info().name != game;
        let ids: Vec<u64> = self.analysis.cards.iter().map(|card| card.engine).collect();
        for id in ids {
            let Some(engine) = self.engines.get(id) else { continue };
            let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == engine.entry);
            if !is_other_game && entry.is_none_or(|entry| self.fits_board(entry)) {
                continue;
            }
            let mut cards = self.analysis.cards.iter();
            let card = cards.find(|card| card.engine == id);
            let wanted = card.is_some_and(|card| card.wanted || card.cut_off);
            let limit = card.and_then(|card| card.limit);
            let shelved = ShelvedCard {
                game,
                entry: engine.entry.clone(),
                options: engine.options.clone(),
                n_compared: self.analysis.n_compared(id),
                wanted,
                limit,
                // Another game has not the position.
                lock: None,
                threat: false,
            };
            self.analysis.shelf.cards.push(shelved);
            self.stop_engine(id);
        }
    }

    /// Brings back the cards last used for this game, as far as they can play the variant.
    fn unshelve(&mut self, game: &'static str, now: Instant) {
        for card in std::mem::take(&mut self.analysis.shelf.cards) {
            let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == card.entry);
            // One that was removed from the list has no card to come back to.
            let Some(entry) = entry else { continue };
            let fits = card.game == game && self.fits_board(entry);
            if !fits || self.analysis.cards.len() >= MAX_CARDS {
                self.analysis.shelf.cards.push(card);
                continue;
            }
            match self.start_card(&card.entry, card.options.clone(), now) {
                Ok(engine) => {
                    self.analysis.go_on_as(engine, &card);
                    self.look_again(engine, card.lock.as_deref(), card.threat);
                }
                Err(cause) => {
                    let text = sentence(&cause.said_of(&card.entry));
                    self.messages.problem(text, Vec::new(), None, now);
                }
            }
        }
    }

    /// The newest card looks at what it did before: the position after these moves, if the game still has
    /// it, and the threat.
    fn look_again(&mut self, engine: u64, lock: Option<&[String]>, threat: bool) {
        if let Some(moves) = lock {
            let node = self.doc.record().node_after(moves);
            if self.doc.record().moves_to(node).len() == moves.len() {
                let shown = self.doc.current();
                let (there, back) = (self.new_position_id(), self.new_position_id());
                self.doc.go_to(node, there);
                self.analysis.lock(engine, true, &self.doc);
                self.doc.go_to(shown, back);
            }
        }
        if threat
            && let Some(idx) = self.analysis.cards.iter().position(|card| card.engine == engine)
        {
            self.analysis.cards[idx].threat = Some(self.threat_of(&self.analysis.cards[idx]));
        }
    }

    /// The cards that stayed follow another variant from now on.
    fn refit_cards(&mut self, now: Instant) {
        let ids: Vec<u64> = self.analysis.cards.iter().map(|card| card.engine).collect();
        ids.into_iter().for_each(|id| self.refit_card(id, now));
    }

    fn refit_card(&mut self, id: u64, now: Instant) {
        let Some(engine) = self.engines.get(id) else { return };
        let (entry, old) = (engine.entry.clone(), engine.launch.clone());
        let fitting = self.launch(&entry, &engine.options);
        let (launch, link) = match fitting {
            Ok(fitting) => fitting,
            Err(cause) => {
                let text = sentence(&cause.said_of(&entry));
                self.messages.problem(text, Vec::new(), None, now);
                return self.stop_engine(id);
            }
        };
        let lines = self.analysis.lines;
        let mut cards = self.analysis.cards.iter_mut();
        let Some(card) = cards.find(|card| card.engine == id) else { return };
        let rest = card.follower.rest();
        card.follower = Follower::Explains(Analyst::new(link, lines));
        let Some(engine) = self.engines.get_mut(id) else { return };
        if let Some(request) = rest {
            engine.send(request, now);
        }
        if launch == old {
            return;
        }
        engine.launch = launch;
        if !engine.has_ended() {
            let title = title_of(self.doc.game.info(), self.doc.variant());
            let text = format!("{entry} is started again for {title}.");
            self.restart_engine(id, now);
            self.messages.notice(NoticeKind::Info, text);
        }
    }
}
