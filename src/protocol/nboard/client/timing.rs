//! Keeps the time of an engine that obeys no clock.
//!
//! Knows no clock of a game: each move has a time of its own, and `play` decides how much.

use std::mem;
use std::time::{Duration, Instant};

use super::{NBoardClient, NBoardState};
use crate::protocol::machine::Stop;
use crate::protocol::nboard::deviation::Deviation;
use crate::protocol::nboard::running::Running;
use crate::protocol::nboard::stopping::Stopping;
use crate::protocol::nboard::timed::Timed;
use crate::protocol::{Event, Restart};

impl NBoardClient {
    /// Plans the depth of a search that is about to be ordered.
    pub(super) fn plan(&self, running: &mut Running) {
        let (before, most) = (self.told.depth(), running.goal);
        if let Some(timed) = &mut running.timed {
            timed.depth = self.pace.depth(timed.budget, before, most);
        }
    }

    /// The time when [`NBoardClient::keep_time`] must be called next.
    pub(super) fn time_due(&self) -> Option<Instant> {
        match &self.state {
            NBoardState::Searching(running) => {
                let timed = running.timed.as_ref()?;
                if !self.settings.stops {
                    return last_moment(running);
                }
                let until = timed.until?;
                until.checked_sub(self.pace.lead(timed.budget))
            }
            NBoardState::Stopping(Stopping { running, stop: Stop::MoveNow, .. }) => {
                last_moment(running)
            }
            NBoardState::Fencing(_)
            | NBoardState::Stopping(_)
            | NBoardState::Starting { .. }
            | NBoardState::Idle => None,
        }
    }

    /// When the time for the move is nearly used up, tells the engine to move. When it is used up,
    /// the move is the best one that is known. Returns true if either was the case.
    pub(super) fn keep_time(&mut self, now: Instant) -> bool {
        if self.time_due().is_none_or(|due| now < due) {
            return false;
        }
        match mem::replace(&mut self.state, NBoardState::Idle) {
            // Only the search itself ends it: the best line counts.
            NBoardState::Searching(mut running) if !self.settings.stops => {
                self.report(&mut running);
                self.begin_to_stop(running, Stop::Drop, now);
            }
            NBoardState::Searching(mut running) => {
                running.timed.iter_mut().for_each(|timed| timed.is_used_up = true);
                self.begin_to_stop(running, Stop::MoveNow, now);
            }
            NBoardState::Stopping(mut stopping) => {
                self.report(&mut stopping.running);
                stopping.stop = Stop::Drop;
                self.state = NBoardState::Stopping(stopping);
            }
            other => self.state = other,
        }
        true
    }

    /// The search is over for the program, whatever the engine still does. The move is the best
    /// line that the engine has sent, which the program knows.
    pub(super) fn report(&mut self, running: &mut Running) {
        if !mem::replace(&mut running.reported, true) {
            self.talk.report(Event::Ended(running.id));
        }
    }

    /// The search is over without an answer. If the host has ended it before there was anything to
    /// play, the client requests it once more, for one ply; otherwise it reports the end.
    pub(super) fn ask_again_or_report(&mut self, stopping: Stopping, now: Instant) {
        let Stopping { mut running, stop, .. } = stopping;
        let is_wanted = stop == Stop::MoveNow && !running.reported;
        if is_wanted && running.timed.as_mut().is_some_and(Timed::is_to_be_asked_again) {
            self.talk.deviates(Deviation::NoMoveAtStop);
            return self.order(running, now);
        }
        self.report(&mut running);
        self.rest(now);
    }

    /// The engine has answered a search whose time the host keeps: learns from it.
    pub(super) fn learn_from_answer(&mut self, has_move: bool, now: Instant) {
        let was_interrupted = matches!(&self.state, NBoardState::Stopping(_));
        self.learn_reaction(now);
        if was_interrupted && has_move {
            self.pace.obeyed();
        }
        if let NBoardState::Searching(Running { timed: Some(timed), since, .. }) = &self.state {
            timed.finished(now.saturating_duration_since(*since), &mut self.pace);
        }
    }

    /// A search that was being stopped has ended: learns how long the engine took for that.
    pub(super) fn learn_reaction(&mut self, now: Instant) {
        let NBoardState::Stopping(stopping) = &mut self.state else { return };
        let Some(timed) = &stopping.running.timed else { return };
        if let Some(pinged) = stopping.pinged_at.take() {
            self.pace.reacted(now.saturating_duration_since(pinged));
            if self.pace.is_deaf(timed.budget) {
                let took = now.saturating_duration_since(stopping.running.since);
                return timed.went_on(took, &mut self.pace);
            }
            let after = pinged.saturating_duration_since(stopping.running.since);
            timed.interrupted(after, &mut self.pace);
        }
    }

    /// The time that a search for a move may take to end, if the host keeps its time. `None` if the
    /// usual deadlines hold.
    pub(super) fn limit_after_time(&self, running: &Running) -> Option<Duration> {
        running.timed.as_ref()?;
        if let Some(next) = &self.talk.desired {
            let next = Running::new(next, &self.settings, running.since).timed;
            return next.map(|timed| timed.patience());
        }
        let deadlines = self.settings.deadlines;
        // A person at the screen decides.
        let is_attended = deadlines.stop < deadlines.obey;
        let waits = if self.settings.stops { ABANDONED } else { ABANDONED_UNSTOPPABLE };
        (!is_attended).then_some(waits)
    }

    /// The engine goes on with a search that is over. It is started again, and the client keeps
    /// what it has learned of its speed.
    pub(super) fn give_up_search(&mut self, limit: Duration, now: Instant) {
        let is_timed = matches!(
            &self.state,
            NBoardState::Stopping(Stopping { running: Running { timed: Some(_), .. }, .. })
        );
        if !is_timed {
            return self.talk.time_out("ping", limit);
        }
        self.learn_reaction(now);
        let state = mem::replace(&mut self.state, NBoardState::Idle);
        self.talk.deviates(Deviation::Interrupted);
        self.talk.announce_restart(Restart::Interrupted);
        if let NBoardState::Stopping(mut stopping) = state {
            self.report(&mut stopping.running);
        }
        self.talk.restart();
    }
}

/// The time that the engine may go on with a discarded search: a little less than the time after
/// which a match kills it, and all that was learned of it is lost.
const ABANDONED: Duration = Duration::from_millis(700);
/// The time for an engine that is known to search to its end: a match gives it 2 s more.
const ABANDONED_UNSTOPPABLE: Duration = Duration::from_millis(2_700);

/// The time when the move must be there at the latest, if there is one without the engine's answer.
fn last_moment(running: &Running) -> Option<Instant> {
    running.timed.as_ref().filter(|_| !running.reported)?.last_moment()
}
