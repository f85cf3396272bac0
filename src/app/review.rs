//! The valuing of a whole game: begun, resting, going on with an engine that was started again, and
//! written into the game.
//!
//! Values nothing itself: the layer below asks the engine position by position.

use std::time::{Duration, Instant};

use super::engines::Engine;
use super::owner::Owner;
use super::{GameCommand, Mode, NoticeKind};
use crate::play::{Cause, Review};
use crate::protocol::Request;
use crate::session::{Exit, News, SessionEvent};

/// Time for each position when a whole game is valued.
const REVIEW_BUDGET: Duration = Duration::from_millis(800);
/// The same where engines rank a position's moves and then end by themselves: more than they need.
const RANKING_BUDGET: Duration = Duration::from_secs(8);

impl Owner {
    /// What the engine that values the game says of it.
    pub(super) fn hear_review(&mut self, id: u64, event: &SessionEvent) {
        let review = self.analysis.review.as_mut().filter(|(engine, _)| *engine == id);
        let Some((_, review)) = review else { return };
        match event.what {
            // Whether it goes on is seen when it is known whether the engine does.
            News::Ended(_) => review.restarted(),
            News::Event(_) | News::Infos(_) => {
                let request = review.handle(event);
                self.send_review(request, event.at);
            }
        }
    }

    /// The engine of a review has ended and was not started again: the review rests until somebody
    /// lets it go on, and says why.
    pub(super) fn rest_review_of(&mut self, id: u64, exit: &Exit) {
        let review = self.analysis.review.as_mut().filter(|(engine, _)| *engine == id);
        let Some((_, review)) = review else { return };
        review.pause();
        let (done, all) = review.progress();
        let name = self.engines.get(id).map_or("the engine", |engine| &engine.name);
        let why = match Cause::of_exit(exit) {
            Some(cause) => cause.said_of(name),
            None => format!("{name} was stopped"),
        };
        let text = format!(
            "The analysis of the game rests at {done} of {all}: {why}. Let it go on to start the \
             engine again."
        );
        self.messages.notice(NoticeKind::Error, text);
    }

    /// The engine of a review was started again: it is asked again what it was asked.
    pub(super) fn ask_review_anew(&mut self, id: u64, now: Instant) {
        let review = self.analysis.review.as_mut().filter(|(engine, _)| *engine == id);
        let Some((_, review)) = review.filter(|(_, review)| !review.is_paused()) else { return };
        let request = review.go_on(now);
        self.begin_review(id, request, now);
    }

    pub(super) fn review_game(&mut self, now: Instant) {
        if self.doc.record().n_nodes() < 2 {
            return self.messages.notice(NoticeKind::Refused, "There is no move to analyse yet.");
        }
        self.handle_game(GameCommand::SetMode(Mode::Analyse), now);
        self.fit_cards(now);
        if self.review_card().is_none() {
            let entry = self.list.entries.iter().find(|entry| self.fits_board(entry));
            let Some(name) = entry.map(|entry| entry.name.clone()) else {
                return self
                    .messages
                    .notice(NoticeKind::Refused, "No engine of the list plays this game.");
            };
            self.add_card(&name, now);
        }
        let Some(mut id) = self.review_card() else { return };
        if self.engines.get(id).is_some_and(Engine::has_ended) {
            id = self.restart_engine(id, now).unwrap_or(id);
        }
        let Some(engine) = self.engines.get(id) else { return };
        let Some(link) = self.doc.game.link(engine.launch.protocol.name()) else { return };
        let name = engine.launch.config.name.clone();
        let known = engine.capabilities.map(|capabilities| capabilities.stop);
        let can_stop = known.unwrap_or_else(|| engine.launch.protocol.has_stop());
        let (game, record) = (self.doc.game, self.doc.record());
        let budget = if game.info().has_dice { RANKING_BUDGET } else { REVIEW_BUDGET };
        match Review::new(game, record, &name, link, budget, can_stop) {
            Ok(mut review) => {
                let request = review.go_on(now);
                self.analysis.review = Some((id, review));
                self.begin_review(id, request, now);
            }
            Err(error) => self.messages.notice(NoticeKind::Error, error.to_string()),
        }
    }

    /// The engine of the first card that can go through the game: one that runs before one that has
    /// ended and may be started again.
    fn review_card(&self) -> Option<u64> {
        let fitting = self.analysis.cards.iter().filter(|card| card.unfit.is_none());
        let known = fitting.filter_map(|card| self.engines.get(card.engine));
        let (ended, running): (Vec<&Engine>, Vec<&Engine>) =
            known.partition(|engine| engine.has_ended());
        let again = ended.into_iter().filter(|engine| self.may_restart(engine.id));
        running.into_iter().chain(again).map(|engine| engine.id).next()
    }

    /// Sends the first question of a review. The search of the engine's card is over with it: a
    /// word about that one afterwards would end the question instead.
    fn begin_review(&mut self, id: u64, request: Option<Request>, now: Instant) {
        let card = self.analysis.cards.iter_mut().find(|card| card.engine == id);
        let of_card = card.and_then(|card| card.analyst.halt());
        self.send_review(request.or(of_card), now);
    }

    pub(super) fn drive_review(&mut self, now: Instant) {
        let Some((_, review)) = &mut self.analysis.review else { return };
        let request = review.handle_timeout(now);
        self.send_review(request, now);
    }

    /// Sends what a review asks for and shows what it has found; a finished one is put away.
    fn send_review(&mut self, request: Option<Request>, now: Instant) {
        let Some((id, _)) = &self.analysis.review else { return };
        if let Some((request, engine)) = request.zip(self.engines.get_mut(*id)) {
            engine.send(request, now);
        }
        if let Some((_, review)) = &mut self.analysis.review
            && review.has_news()
        {
            review.apply(self.doc.record_mut());
            self.cache.forget_lists();
        }
        if self.analysis.review.as_ref().is_some_and(|(_, review)| review.is_done()) {
            self.finish_review(now);
        }
    }

    fn finish_review(&mut self, now: Instant) {
        let Some((id, review)) = self.analysis.review.take() else { return };
        review.apply(self.doc.record_mut());
        self.cache.forget_lists();
        if review.is_mute() {
            let name = self.engines.get(id).map_or("The engine", |engine| &engine.name);
            let text = format!("{name} tells no values of moves: nothing can be judged with it.");
            self.messages.notice(NoticeKind::Error, text);
        } else {
            self.messages.notice(NoticeKind::Info, "The whole game is analysed.");
        }
        self.ask_cards_anew();
        self.ask_remarks(id, now);
    }

    /// Lets the review rest or go on; while it rests its engine explains the board.
    pub(super) fn pause_review(&mut self, paused: bool, now: Instant) {
        let Some((id, review)) = &mut self.analysis.review else { return };
        if review.is_paused() == paused {
            return;
        }
        let id = *id;
        if paused {
            let request = review.pause();
            self.send_review(request, now);
            self.ask_cards_anew();
            return;
        }
        let request = review.go_on(now);
        if self.engines.get(id).is_some_and(Engine::has_ended) {
            // It is asked when it has been started again.
            self.restart_engine(id, now);
        } else {
            self.begin_review(id, request, now);
        }
    }

    /// The engine that goes through the game rests while something else is on show.
    pub(super) fn rest_review(&mut self, now: Instant) {
        let going = self.analysis.review.as_ref().filter(|(_, review)| !review.is_paused());
        let Some((done, all)) = going.map(|(_, review)| review.progress()) else { return };
        self.pause_review(true, now);
        let text =
            format!("The analysis of the game rests at {done} of {all} until it is let go on.");
        self.messages.lasting(text);
    }

    /// Stops valuing the game though nobody asked for that, and says why.
    pub(super) fn drop_review(&mut self, why: &str, now: Instant) {
        let progress = self.analysis.review.as_ref().map(|(_, review)| review.progress());
        self.stop_review(now);
        if let Some((done, all)) = progress {
            let text = format!("The analysis of the game was stopped at {done} of {all}: {why}.");
            self.messages.lasting(text);
        }
    }

    pub(super) fn stop_review(&mut self, now: Instant) {
        self.stop_remarks(now);
        let Some((id, mut review)) = self.analysis.review.take() else { return };
        if let Some((request, engine)) = review.pause().zip(self.engines.get_mut(id)) {
            engine.send(request, now);
        }
    }
}
