//! The analysis of a whole game: started with an engine of its own, paused, continued with an engine
//! that was started again, and written into the game.
//!
//! Values nothing itself: the layer below asks the engine position by position. Does not touch the
//! cards, which follow the board meanwhile.

use std::time::Instant;

use super::state::Desk;
use crate::app::command::GameCommand;
use crate::app::engines::{Engine, Role};
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::sentence;
use crate::play::{Cause, ReviewChange, ReviewDriver};
use crate::session::SessionEvent;
use crate::store::RestartPolicy;

impl Desk {
    /// What the engine that goes through the game says.
    pub(super) fn handle_review_event(&mut self, id: u64, event: &SessionEvent) {
        self.hear_remark(id, event);
        let Some(engine) = self.engines.get(id) else { return };
        let may_restart = self.catalogue.policy_of(&engine.entry) != RestartPolicy::Off;
        let session = engine.session.clone();
        self.drive_review_by(Some(id), event.at, |review| {
            review.handle_event(event, &session, may_restart);
        });
    }

    /// The engine of a review was started again: it is asked the question that was open.
    pub(super) fn resume_review(&mut self, id: u64, now: Instant) {
        self.drive_review_by(Some(id), now, |review| review.restarted(now));
    }

    pub(super) fn drive_review(&mut self, now: Instant) {
        self.drive_review_by(None, now, |review| review.handle_timeout(now));
    }

    /// Tells the review something, if there is one by this engine, and does what it asks for.
    fn drive_review_by(
        &mut self,
        engine: Option<u64>,
        now: Instant,
        tell: impl FnOnce(&mut ReviewDriver),
    ) {
        let review = self.analysis.review.as_mut();
        let review = review.filter(|(id, _)| engine.is_none_or(|engine| engine == *id));
        let Some((id, review)) = review else { return };
        tell(review);
        while let Some(request) = review.poll_request() {
            if let Some(engine) = self.engines.get_mut(*id) {
                engine.send(request, now);
            }
        }
        while let Some((_, review)) = &mut self.analysis.review
            && let Some(change) = review.poll_change()
        {
            self.handle_review_change(change, now);
        }
    }

    fn handle_review_change(&mut self, change: ReviewChange, now: Instant) {
        let Some((id, review)) = &self.analysis.review else { return };
        let (id, (done, all)) = (*id, review.progress());
        match change {
            ReviewChange::Values => {
                review.apply(self.doc.record_mut());
            }
            ReviewChange::Restart(cause) => {
                let why = cause.map(|cause| sentence(&cause.said_of(&self.called_by_id(id))));
                self.restart_engine(id, now);
                if let Some(why) = why {
                    let text = format!(
                        "{why} It was started again, and the analysis of the game goes on at {done} \
                         of {all}."
                    );
                    self.messages.lasting(text);
                }
            }
            ReviewChange::Paused(cause) => {
                let name = self.called_by_id(id);
                let why = cause.map(|cause: Cause| cause.said_of(&name));
                let why = why.unwrap_or_else(|| format!("{name} was stopped"));
                let text = format!(
                    "The analysis of the game is paused at {done} of {all}: {why}. Continue it to \
                     start the engine again."
                );
                self.messages.notice(NoticeKind::Error, text);
            }
            ReviewChange::Finished { has_values } => self.finish_review(id, has_values, now),
        }
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
        let budget = ReviewDriver::usual_budget(game.info());
        let (known, engine) = (self.doc.known_lines(), &launch.config.name);
        match ReviewDriver::new(game, record, &known, engine, link, budget, can_stop) {
            Ok(review) => {
                self.stop_review(now);
                let id = self.engines.start(&name, options, launch, Role::Review, now);
                self.analysis.review = Some((id, review));
                self.drive_review_by(Some(id), now, |review| review.begin(now));
            }
            Err(error) => self.messages.notice(NoticeKind::Error, error.to_string()),
        }
    }

    /// The engine of the list that goes through the game, with what was chosen for it: that of the
    /// first card that runs, or else of one that may be started again, or else the first that plays
    /// the game.
    pub(super) fn reviewer(&self) -> Option<(String, Vec<(String, String)>)> {
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

    fn finish_review(&mut self, id: u64, has_values: bool, now: Instant) {
        self.note_reviewed();
        self.analysis.review = None;
        self.keep_last_game();
        if has_values {
            self.messages.notice(NoticeKind::Info, "The whole game is analysed.");
        } else {
            let name = self.called_by_id(id);
            let text = format!("{name} gives no values of moves, so it cannot judge the game.");
            self.messages.notice(NoticeKind::Error, text);
        }
        self.ask_remarks(id, now);
        if self.analysis.remarking.is_none() {
            self.engines.remove(id);
        }
    }

    /// Pauses the review or lets it go on.
    pub(super) fn pause_review(&mut self, paused: bool, now: Instant) {
        self.drive_review_by(None, now, |review| review.set_paused(paused, now));
    }

    /// A match begins: what else works on the processor would cost its engines time.
    pub(super) fn rest_review_for_match(&mut self, now: Instant) {
        let mut was_going = false;
        self.drive_review_by(None, now, |review| was_going = review.rest(now));
        let going = self.analysis.review.as_ref().filter(|_| was_going);
        let Some((done, all)) = going.map(|(_, review)| review.progress()) else { return };
        let text = format!(
            "The analysis of the game is paused at {done} of {all}, so that it takes no time from \
             the match."
        );
        self.messages.lasting(text);
    }

    /// The match is over that the review was paused for.
    pub(super) fn go_on_after_match(&mut self, now: Instant) {
        self.drive_review_by(None, now, |review| review.wake(now));
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
