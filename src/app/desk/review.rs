//! The analysis of a whole game: started with engines of its own, paused, continued with an engine
//! that was started again, and written into the game.
//!
//! Values nothing itself: the layer below asks the engines position by position. Does not touch the
//! cards, which follow the board meanwhile.

use std::collections::VecDeque;
use std::time::Instant;

use super::parts::reviews::{Reviewer, RunningReview};
use super::state::Desk;
use crate::app::command::{GameCommand, MOST_REVIEWERS, ReviewWish};
use crate::app::engines::{Engine, Role};
use crate::app::reviewing::limit_fault;
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::sentence;
use crate::games::{Link, RecordError};
use crate::play::{
    BetterLine, Cause, ReviewChange, ReviewDriver, ReviewEffort, ReviewPlan, ReviewScope,
};
use crate::session::{Launch, SessionEvent};
use crate::store::RestartPolicy;

impl Desk {
    /// What an engine that goes through the game says.
    pub(super) fn handle_review_event(&mut self, id: u64, event: &SessionEvent) {
        self.hear_remark(id, event);
        let Some(engine) = self.engines.get(id) else { return };
        let may_restart = self.catalogue.policy_of(&engine.entry) != RestartPolicy::Off;
        let session = engine.session.clone();
        self.drive_review_by(id, event.at, |review| {
            review.handle_event(event, &session, may_restart);
        });
    }

    /// The engine of a review was started again: it is asked the question that was open.
    pub(super) fn resume_review(&mut self, id: u64, now: Instant) {
        self.drive_review_by(id, now, |review| review.restarted(now));
    }

    pub(super) fn drive_review(&mut self, now: Instant) {
        self.drive_reviews(now, |review| review.handle_timeout(now));
    }

    fn drive_reviews(&mut self, now: Instant, mut tell: impl FnMut(&mut ReviewDriver)) {
        for engine in self.analysis.reviews.engines() {
            self.drive_review_by(engine, now, &mut tell);
        }
    }

    /// Tells the review by this engine something, if there is one, and does what it asks for.
    fn drive_review_by(&mut self, id: u64, now: Instant, tell: impl FnOnce(&mut ReviewDriver)) {
        let Some(review) = self.analysis.reviews.get(id) else { return };
        tell(&mut review.driver);
        self.ask_reviewer(id, now);
        while let Some(review) = self.analysis.reviews.get(id)
            && let Some(change) = review.driver.poll_change()
        {
            self.handle_review_change(id, change, now);
        }
    }

    fn ask_reviewer(&mut self, id: u64, now: Instant) {
        let Some(review) = self.analysis.reviews.get(id) else { return };
        while let Some(request) = review.driver.poll_request() {
            if let Some(engine) = self.engines.get_mut(id) {
                engine.send(request, now);
            }
        }
    }

    fn handle_review_change(&mut self, id: u64, change: ReviewChange, now: Instant) {
        let Some(review) = self.analysis.reviews.get(id) else { return };
        let (done, all) = review.driver.progress();
        match change {
            ReviewChange::Values if review.judges => review.driver.apply(self.doc.record_mut()),
            ReviewChange::Values => review.driver.apply_values(self.doc.record_mut()),
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
            ReviewChange::Finished { has_values, is_silent } => {
                if let Some(review) = self.analysis.reviews.get(id) {
                    review.has_values |= has_values;
                    review.is_silent = is_silent;
                }
                self.finish_line(id, now);
            }
        }
    }

    /// Reviews the game as is wished; `None` for the whole game by the engine that analyses.
    pub(super) fn review_game(&mut self, wish: Option<ReviewWish>, now: Instant) {
        if self.doc.record().n_nodes() < 2 {
            return self.messages.notice(NoticeKind::Refused, "There is no move to analyse yet.");
        }
        self.handle_game(GameCommand::SetMode(Mode::Analyse), now);
        self.fit_cards(now);
        let usual = ReviewDriver::usual_budget(self.doc.game.info()).into();
        let (reviewers, wish): (Vec<(Reviewer, ReviewEffort)>, _) = match wish {
            Some(wish) => {
                let chosen = wish.engines.iter().take(MOST_REVIEWERS);
                let with_options = |(name, effort): &(String, ReviewEffort)| {
                    ((name.clone(), self.options_on_card(name)), *effort)
                };
                (chosen.map(with_options).collect(), wish)
            }
            None => (
                self.reviewer().map(|reviewer| (reviewer, usual)).into_iter().collect(),
                ReviewWish::default(),
            ),
        };
        if reviewers.is_empty() {
            let text = "No engine of the list plays this game.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let mut ready = Vec::new();
        for (reviewer, effort) in reviewers {
            match self.launch(&reviewer.0, &reviewer.1) {
                Ok((launch, link)) => {
                    if let Some(text) = limit_fault(&reviewer.0, effort, launch.protocol) {
                        return self.messages.notice(NoticeKind::Refused, text);
                    }
                    ready.push((reviewer, effort, launch, link));
                }
                Err(cause) => {
                    let text = sentence(&cause.said_of(&reviewer.0));
                    self.messages.problem(text, Vec::new(), None, now);
                    return self.messages.about_engine(&reviewer.0);
                }
            }
        }
        self.stop_review(now);
        let scope = ReviewScope {
            side: wish.side,
            plies: wish.plies.clone(),
            from_end: wish.from_end,
            end: None,
        };
        let scopes = match wish.variations {
            true => scope.with_variations(self.doc.record()),
            false => vec![scope],
        };
        let limits = ready.iter().map(|((name, _), effort, ..)| (name.clone(), *effort));
        let wish = ReviewWish { engines: limits.collect(), ..wish };
        let is_alone = ready.len() == 1;
        for (reviewer, effort, launch, link) in ready {
            let scope = (&scopes[..], is_alone);
            if let Err(error) = self.begin_review(reviewer, effort, scope, (launch, link), now) {
                // Those that were started before it would never be asked.
                self.stop_review(now);
                return self.messages.notice(NoticeKind::Error, error.to_string());
            }
        }
        self.analysis.reviews.set_wish(wish);
        self.keep_last_game();
        for id in self.analysis.reviews.engines() {
            self.drive_review_by(id, now, |review| review.begin(now));
        }
    }

    fn begin_review(
        &mut self,
        reviewer: Reviewer,
        effort: ReviewEffort,
        (scopes, is_alone): (&[ReviewScope], bool),
        (launch, link): (Launch, &'static dyn Link),
        now: Instant,
    ) -> Result<(), RecordError> {
        let known = self.catalogue.known.get(&reviewer.0).map(|known| known.capabilities.stop);
        let can_stop = known.unwrap_or_else(|| launch.protocol.has_stop());
        let loss_marks = Some(self.judging().loss_marks);
        let plan = |scope: &ReviewScope| {
            let scope = scope.clone();
            ReviewPlan { scope, loss_marks, ..ReviewPlan::of(effort, can_stop) }
        };
        let mut waiting: VecDeque<ReviewPlan> = scopes.iter().map(plan).collect();
        let Some(first) = waiting.pop_front() else { return Ok(()) };
        let is_whole =
            first.scope == ReviewScope { from_end: first.scope.from_end, ..ReviewScope::default() };
        let driver = self.review_driver(&launch.config.name, link, first)?;
        let (name, options) = reviewer.clone();
        let engine = self.engines.start(&name, options, launch, Role::Review, now);
        let judges = self.analysis.reviews.is_empty();
        let review = RunningReview {
            engine,
            reviewer,
            effort,
            driver,
            link,
            waiting,
            judges,
            is_main: true,
            is_alone,
            is_whole,
            has_values: false,
            is_silent: false,
            better: Vec::new(),
        };
        self.analysis.reviews.begin(review, self.doc.record());
        Ok(())
    }

    fn review_driver(
        &self,
        engine: &str,
        link: &'static dyn Link,
        plan: ReviewPlan,
    ) -> Result<ReviewDriver, RecordError> {
        let (game, record) = (self.doc.game, self.doc.record());
        ReviewDriver::new(game, record, &self.doc.known_lines(), engine, link, plan)
    }

    /// What was chosen for an engine of the list on its card.
    fn options_on_card(&self, name: &str) -> Vec<(String, String)> {
        let cards = self.analysis.cards.iter();
        let mut engines = cards.filter_map(|card| self.engines.get(card.engine));
        engines.find(|engine| engine.entry == name).map_or_else(Vec::new, |e| e.options.clone())
    }

    /// The engine of the list that goes through the game, with what was chosen for it: that of the
    /// first card that runs, or else of one that may be started again, or else the first that plays
    /// the game.
    pub(super) fn reviewer(&self) -> Option<Reviewer> {
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

    /// An engine is done with a line: it goes on with the next one, if there is one.
    fn finish_line(&mut self, id: u64, now: Instant) {
        self.note_reviewed();
        let Some(review) = self.analysis.reviews.get(id) else { return };
        review.better.extend(review.driver.better_lines(self.doc.record()));
        let next = review.waiting.pop_front().filter(|_| review.has_values && !review.is_silent);
        let (link, engine) = (review.link, review.driver.engine().to_owned());
        match next.map(|plan| self.review_driver(&engine, link, plan)) {
            Some(Ok(driver)) => {
                self.analysis.reviews.go_on_with(id, driver, self.doc.record());
                self.drive_review_by(id, now, |review| review.begin(now));
            }
            Some(Err(error)) => {
                self.finish_review(id, now);
                self.messages.notice(NoticeKind::Error, error.to_string());
            }
            None => self.finish_review(id, now),
        }
    }

    fn finish_review(&mut self, id: u64, now: Instant) {
        let Some(done) = self.analysis.reviews.end(id, self.doc.record()) else { return };
        if done.judges {
            self.add_better_lines(&done.better, now);
        }
        self.keep_last_game();
        if done.is_silent {
            let name = self.called_by_id(id);
            let text = format!(
                "{name} did not answer in its time, asked twice, and is given up: the rest of the game \
                 is not analysed by it. Try it in the Engines page, or choose another engine."
            );
            self.messages.notice(NoticeKind::Error, text);
        }
        if done.has_values {
            if self.analysis.reviews.is_empty() && !done.is_silent {
                let text = match done.is_whole {
                    true => "The whole game is analysed.",
                    false => "The chosen part of the game is analysed.",
                };
                self.messages.notice(NoticeKind::Info, text);
            }
        } else {
            // Of one that was silent that is said already.
            if !done.is_silent {
                let name = self.called_by_id(id);
                let why = match done.driver.names_moves() {
                    true => "names moves, but gives no values of them",
                    false => "said nothing of the positions in the time that it had",
                };
                let text = format!(
                    "{name} {why}, so it cannot judge the game. Let another engine do it: Engines, \
                     \u{201c}Analyse the game with\u{2026}\u{201d}."
                );
                self.messages.notice(NoticeKind::Error, text);
            }
            if let Some(review) = self.analysis.reviews.judge_after(&done) {
                review.driver.apply(self.doc.record_mut());
            }
        }
        if done.is_alone {
            self.ask_remarks(id, now);
        }
        if self.analysis.remarking.as_ref().is_none_or(|remarking| remarking.engine != id) {
            self.engines.remove(id);
        }
    }

    /// Adds what an engine would have played in place of mistakes, as one change of the study; a game that
    /// is not over stays as it is.
    fn add_better_lines(&mut self, lines: &[BetterLine], now: Instant) {
        if lines.is_empty() || self.doc.table().is_some_and(|table| !table.is_over()) {
            return;
        }
        self.leave_table(now);
        let before = self.doc.as_it_is();
        let record = self.doc.record_mut();
        record.close();
        lines.iter().for_each(|line| line.add_to(record));
        self.doc.keep_if_changed(before);
        self.doc.line_changed();
        self.keep_game();
    }

    /// Pauses the review or lets it go on; one that was interrupted begins again.
    pub(super) fn pause_review(&mut self, paused: bool, now: Instant) {
        let interrupted = self.analysis.reviews.interrupted().filter(|_| !paused);
        if let Some(wish) = interrupted.map(|(wish, _)| wish.clone()) {
            return self.review_game(Some(wish), now);
        }
        self.drive_reviews(now, |review| review.set_paused(paused, now));
    }

    /// A match begins: what else works on the processor would cost its engines time.
    pub(super) fn rest_review_for_match(&mut self, now: Instant) {
        let mut was_going = false;
        self.drive_reviews(now, |review| was_going |= review.rest(now));
        let going = self.analysis.reviews.progress().filter(|_| was_going);
        let Some((done, all)) = going else { return };
        let text = format!(
            "The analysis of the game is paused at {done} of {all}, so that it takes no time from \
             the match."
        );
        self.messages.lasting(text);
    }

    /// The match is over that the review was paused for.
    pub(super) fn go_on_after_match(&mut self, now: Instant) {
        self.drive_reviews(now, |review| review.wake(now));
    }

    /// Ends the review for a reason that the user did not give, and says it.
    pub(super) fn drop_review(&mut self, why: &str, now: Instant) {
        let progress = self.analysis.reviews.progress();
        self.stop_review(now);
        self.say_dropped(progress, why);
    }

    /// Ends the review by one engine, which is gone; where others go on, nothing is said.
    pub(super) fn drop_review_by(&mut self, id: u64, why: &str) {
        let progress = self.analysis.reviews.progress();
        let ended = self.analysis.reviews.end(id, self.doc.record());
        if let Some(done) = ended {
            if let Some(review) = self.analysis.reviews.judge_after(&done) {
                review.driver.apply(self.doc.record_mut());
            }
            if self.analysis.reviews.is_empty() {
                self.say_dropped(progress, why);
            }
        }
    }

    fn say_dropped(&mut self, progress: Option<(usize, usize)>, why: &str) {
        if let Some((done, all)) = progress {
            let text = format!("The analysis of the game was stopped at {done} of {all}: {why}.");
            self.messages.lasting(text);
        }
    }

    /// Ends the review and the remarks; their engines go.
    pub(super) fn stop_review(&mut self, now: Instant) {
        self.stop_remarks(now);
        let was_unfinished = self.analysis.reviews.unfinished().is_some();
        self.analysis.reviews.end_all(self.doc.record());
        self.engines.remove_if(|engine| engine.role == Role::Review);
        if was_unfinished {
            self.keep_last_game();
        }
    }
}
