//! Engines that say nothing or fail: how long they are waited for, and when they are given up.
//!
//! Ends no session: the driver reports it.

use std::time::{Duration, Instant};

use super::{NoValue, Question, Review, ReviewEffort};
use crate::protocol::{Event, Request};
use crate::session::News;

/// How long an engine may say nothing of a position, beyond its budget, before it is passed over.
pub(super) const SILENCE: Duration = Duration::from_secs(10);

/// The same for an engine that searches to a depth and has never said anything, where engines report on
/// their searches.
const FIRST_WORD: Duration = Duration::from_secs(60);

/// The same for one that has, or that is asked for its move alone, about which it may think for long.
const LONG_THOUGHT: Duration = Duration::from_secs(300);

/// After so many questions in a row without a word the engine is not asked any more; after the first,
/// where it has never given a value.
const MOST_SILENT: usize = 3;

/// How often an engine that hangs is started again for one question: the search of the question before it may
/// be what it hangs in.
const MOST_STARTS: usize = 2;

/// What follows when the session of an engine that hangs has ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum AfterStall {
    /// The engine is to be started again: for the same question, or for the next one, where it was asked twice.
    Again,
    /// Nothing more is asked.
    Over,
    /// The engine has never given a value, so the rule does not hold for it.
    Unheard,
}

impl Review {
    /// When [`Review::handle_timeout`] must be called next.
    #[must_use]
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        self.until
    }

    /// Time has passed; too early is harmless. Gives what to send next, if anything.
    pub(super) fn handle_timeout(&mut self, now: Instant) -> Option<Request> {
        if self.until? > now {
            return None;
        }
        if self.analyst.best().is_some() {
            return self.finish_question(now);
        }
        if self.try_again() {
            self.was_mute = !self.has_spoken;
            return self.go_on(now);
        }
        self.n_silent += 1;
        if !self.has_ever_answered() || MOST_SILENT <= self.n_silent {
            return self.give_up();
        }
        self.has_left_silent = true;
        self.finish_question(now)
    }

    /// The engine has not stopped, or not answered otherwise, and its session has ended. That is as if it had said
    /// nothing of the question at hand.
    pub(super) fn handle_stall(&mut self) -> AfterStall {
        if !self.has_ever_answered() {
            return AfterStall::Unheard;
        }
        if self.n_stalls < MOST_STARTS {
            self.n_stalls += 1;
            return AfterStall::Again;
        }
        self.n_silent += 1;
        if MOST_SILENT <= self.n_silent {
            drop(self.give_up());
        } else {
            self.pass_over(NoValue::Silent);
        }
        if self.is_done() { AfterStall::Over } else { AfterStall::Again }
    }

    /// The engine has failed twice at the question at hand, which is left without an answer. Returns false, and
    /// leaves it open, where the engine has never given a value or fails at one question after the other.
    pub(super) fn pass_over_failed(&mut self) -> bool {
        if self.is_done() || !self.has_ever_answered() || MOST_SILENT <= self.n_silent + 1 {
            return false;
        }
        self.n_silent += 1;
        self.pass_over(NoValue::Failed);
        true
    }

    /// The engine has failed at the question at hand: says whether it may be asked once more, and
    /// takes note that it is.
    pub(super) fn try_again(&mut self) -> bool {
        !std::mem::replace(&mut self.is_second_try, true)
    }

    /// Leaves the question at hand without an answer.
    fn pass_over(&mut self, why: NoValue) {
        if let Some(Question::Position(ply) | Question::Glance(ply)) = self.questions.get(self.at) {
            self.unknown[*ply] = Some(why);
        }
        self.n_mute += 1;
        self.fill_forced();
        self.next_question();
    }

    /// The engine has just let a question pass without a word, twice, and the next one is asked: says so once.
    /// It may still hang in the search of that one.
    pub(super) fn take_left_silent(&mut self) -> bool {
        std::mem::take(&mut self.has_left_silent)
    }

    /// How long the engine may say nothing of the question at hand.
    pub(super) fn most_wait(&self) -> Duration {
        let patience = |usual| self.patience.unwrap_or(usual);
        match self.effort {
            // Less for one that has just let that time pass.
            ReviewEffort::Time(time) => {
                time + patience(SILENCE) / (1 << self.n_silent.min(MOST_SILENT))
            }
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) if self.has_spoken => {
                patience(LONG_THOUGHT)
            }
            // The question may have been lost; a second long wait would tell no more.
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) if self.was_mute => {
                patience(SILENCE).min(SILENCE)
            }
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) if self.asks_move() => {
                patience(LONG_THOUGHT)
            }
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) => patience(FIRST_WORD),
        }
    }

    /// Asks nothing more of an engine that does not answer.
    fn give_up(&mut self) -> Option<Request> {
        let at_hand = self.ply_at();
        for question in &self.questions[self.at..] {
            // The position itself was dealt with.
            if matches!(question, Question::OwnChoice { .. }) {
                continue;
            }
            let ply = question.ply();
            let was_asked = at_hand == Some(ply);
            self.unknown[ply] = Some(if was_asked { NoValue::Silent } else { NoValue::GivenUp });
        }
        self.fill_forced();
        self.at = self.questions.len();
        self.is_given_up = true;
        self.until = None;
        self.analyst.rest()
    }

    /// The engine has given a value of something.
    pub(super) fn has_values(&self) -> bool {
        self.n_valued > 0
    }

    /// It has done so here, or in a review before this one.
    fn has_ever_answered(&self) -> bool {
        self.has_answered || self.has_values()
    }

    /// The engine has left questions without a word, and is not asked any more.
    pub(super) fn is_given_up(&self) -> bool {
        self.is_given_up
    }
}

/// The engine says something about a question.
pub(super) fn says_something(news: &News) -> bool {
    let is_of_search = |event: &Event| {
        matches!(event, Event::Info(_) | Event::Answer(_) | Event::Refused(_) | Event::Complaint(_))
    };
    match news {
        News::Infos(_) => true,
        News::Event(event) => is_of_search(event),
        News::Ended(_) => false,
    }
}
