//! The analysis of a whole game: started with an engine of its own, paused, continued with an engine
//! that was started again, and written into the game.
//!
//! Values nothing itself: the layer below asks the engine position by position. Does not touch the
//! cards, which follow the board meanwhile.

use std::time::{Duration, Instant};

use super::Desk;
use crate::app::command::GameCommand;
use crate::app::engines::{Engine, Role};
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::sentence;
use crate::play::{Cause, Review};
use crate::protocol::Request;
use crate::session::{Exit, News, SessionEvent};
use crate::store::RestartPolicy;

/// Time for each position when a whole game is valued.
const REVIEW_BUDGET: Duration = Duration::from_millis(800);
/// The same where engines rank a position's moves and then end by themselves: more than they need.
const RANKING_BUDGET: Duration = Duration::from_secs(8);

impl Desk {
    /// What the engine that goes through the game says.
    pub(super) fn handle_review_event(&mut self, id: u64, event: &SessionEvent) {
        self.hear_remark(id, event);
        let review = self.analysis.review.as_mut().filter(|(engine, _)| *engine == id);
        let Some((_, review)) = review else { return };
        match &event.what {
            News::Ended(exit) => {
                review.restarted();
                self.retry_review(id, exit, event.at);
            }
            News::Event(_) | News::Infos(_) => {
                let request = review.handle(event);
                self.send_review(request, event.at);
            }
        }
    }

    /// The engine of a review has ended. It is started again and asked the same question once more;
    /// when that fails too, or the list forbids it, the review pauses and says why.
    fn retry_review(&mut self, id: u64, exit: &Exit, now: Instant) {
        let Some((_, review)) = &self.analysis.review else { return };
        let Some(engine) = self.engines.get(id).filter(|_| !review.is_paused()) else { return };
        let (done, all) = review.progress();
        let name = self.called(engine);
        let why = match Cause::of_exit(exit) {
            Some(cause) => cause.said_of(&name),
            None => format!("{name} was stopped"),
        };
        // An engine that was never ready would only fail again.
        let is_worth_it = engine.capabilities.is_some() && Cause::of_exit(exit).is_some();
        let is_allowed = self.catalogue.policy_of(&engine.entry) != RestartPolicy::Off;
        let Some((_, review)) = &mut self.analysis.review else { return };
        if is_worth_it && is_allowed && review.try_again() {
            self.restart_engine(id, now);
            let text = format!(
                "{} It was started again, and the analysis of the game goes on at {done} of {all}.",
                sentence(&why)
            );
            return self.messages.lasting(text);
        }
        review.pause();
        let text = format!(
            "The analysis of the game is paused at {done} of {all}: {why}. Continue it to start the \
             engine again."
        );
        self.messages.notice(NoticeKind::Error, text);
    }

    /// The engine of a review was started again: it is asked the question that was open.
    pub(super) fn resume_review(&mut self, id: u64, now: Instant) {
        let review = self.analysis.review.as_mut().filter(|(engine, _)| *engine == id);
        let Some((_, review)) = review.filter(|(_, review)| !review.is_paused()) else { return };
        let request = review.go_on(now);
        self.send_review(request, now);
    }

    pub(super) fn review_game(&mut self, now: Instant) {
        if self.doc.record().n_nodes() < 2 {
            return self.messages.notice(NoticeKind::Refused, "There is no move to analyse yet.");
        }
        self.handle_game(GameCommand::SetMode(Mode::Analyse), now);
        self.fit_cards(now);
        let Some((name, options)) = self.reviewer() else {
            let text = "No engine of the list plays this game.";
            return self.messages.notice(NoticeKind::Refused, text);
        };
        let (launch, link) = match self.launch(&name, &options) {
            Ok(found) => found,
            Err(cause) => {
                let text = sentence(&cause.said_of(&name));
                self.messages.problem(text, Vec::new(), None, now);
                return self.messages.about_engine(&name);
            }
        };
        let known = self.catalogue.known.get(&name).map(|known| known.capabilities.stop);
        let can_stop = known.unwrap_or_else(|| launch.protocol.has_stop());
        let (game, record) = (self.doc.game, self.doc.record());
        let budget = if game.info().has_dice { RANKING_BUDGET } else { REVIEW_BUDGET };
        match Review::new(game, record, &launch.config.name, link, budget, can_stop) {
            Ok(mut review) => {
                self.stop_review(now);
                let id = self.engines.start(&name, options, launch, Role::Review, now);
                let request = review.go_on(now);
                self.analysis.review = Some((id, review));
                self.send_review(request, now);
            }
            Err(error) => self.messages.notice(NoticeKind::Error, error.to_string()),
        }
    }

    /// The engine of the list that goes through the game, with what was chosen for it: that of the
    /// first card that runs, or else of one that may be started again, or else the first that plays
    /// the game.
    fn reviewer(&self) -> Option<(String, Vec<(String, String)>)> {
        let cards = self.analysis.cards.iter();
        let known = cards.filter_map(|card| self.engines.get(card.engine));
        let (ended, running): (Vec<&Engine>, Vec<&Engine>) =
            known.partition(|engine| engine.has_ended());
        let again = ended.into_iter().filter(|engine| self.may_restart(engine.id));
        let of_cards =
            running.into_iter().chain(again).map(|engine| (&engine.entry, engine.options.clone()));
        let listed = self.catalogue.list.entries.iter().filter(|entry| self.fits_board(entry));
        let (name, options) =
            of_cards.chain(listed.map(|entry| (&entry.name, Vec::new()))).next()?;
        Some((name.clone(), options))
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
        }
        if self.analysis.review.as_ref().is_some_and(|(_, review)| review.is_done()) {
            self.finish_review(now);
        }
    }

    fn finish_review(&mut self, now: Instant) {
        let Some((id, review)) = self.analysis.review.take() else { return };
        review.apply(self.doc.record_mut());
        if review.is_mute() {
            let name = self.called_by_id(id);
            let text = format!("{name} gives no values of moves, so it cannot judge the game.");
            self.messages.notice(NoticeKind::Error, text);
        } else {
            self.messages.notice(NoticeKind::Info, "The whole game is analysed.");
        }
        self.ask_remarks(id, now);
        if self.analysis.remarking.is_none() {
            self.engines.remove(id);
        }
    }

    /// Pauses the review or lets it go on.
    pub(super) fn pause_review(&mut self, paused: bool, now: Instant) {
        let Some((id, review)) = &mut self.analysis.review else { return };
        if review.is_paused() == paused {
            return;
        }
        let id = *id;
        self.analysis.rests_for_match = false;
        let request = if paused { review.pause() } else { review.go_on(now) };
        if !paused && self.engines.get(id).is_some_and(Engine::has_ended) {
            // It is asked when it has been started again.
            self.restart_engine(id, now);
        } else {
            self.send_review(request, now);
        }
    }

    /// A match begins: what else works on the processor would cost its engines time.
    pub(super) fn rest_review_for_match(&mut self, now: Instant) {
        let going = self.analysis.review.as_ref().filter(|(_, review)| !review.is_paused());
        let Some((done, all)) = going.map(|(_, review)| review.progress()) else { return };
        self.pause_review(true, now);
        self.analysis.rests_for_match = true;
        let text = format!(
            "The analysis of the game is paused at {done} of {all}, so that it takes no time from \
             the match."
        );
        self.messages.lasting(text);
    }

    /// The match is over that the review was paused for.
    pub(super) fn go_on_after_match(&mut self, now: Instant) {
        if self.analysis.rests_for_match {
            self.pause_review(false, now);
        }
    }

    /// Ends the review for a reason that the user did not give, and says it.
    pub(super) fn drop_review(&mut self, why: &str, now: Instant) {
        let progress = self.analysis.review.as_ref().map(|(_, review)| review.progress());
        self.stop_review(now);
        if let Some((done, all)) = progress {
            let text = format!("The analysis of the game was stopped at {done} of {all}: {why}.");
            self.messages.lasting(text);
        }
    }

    /// Ends the review and the remarks; their engine goes.
    pub(super) fn stop_review(&mut self, now: Instant) {
        self.stop_remarks(now);
        self.analysis.review = None;
        self.engines.remove_if(|engine| engine.role == Role::Review);
    }
}
