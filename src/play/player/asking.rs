//! What an engine is asked for: its move, a guess at the reply, an early end.
//!
//! Sends nothing: it returns requests.

use std::time::{Duration, Instant};

use tracing::debug;

use super::best::Best;
use super::{EnginePlayer, SearchState, next_search_id};
use crate::games::Side;
use crate::play::Table;
use crate::play::budget::without_clocks;
use crate::play::guess::Guesses;
use crate::protocol::{Limits, Mode, Protocol, Request, Root, Search, SearchId};
use crate::session::SessionState;

/// Time for a move of a game without clocks, if the engine cannot be stopped.
pub(super) const UNLIMITED_BUDGET: Duration = Duration::from_secs(5);

impl EnginePlayer {
    /// Asks for the move of the side to move; `None` if no side is to move. A running search is
    /// replaced, unless the engine already thinks about the move that was made.
    pub fn ask(&mut self, session: &SessionState, table: &Table, now: Instant) -> Option<Request> {
        self.ask_at(None, session, table, now)
    }

    /// As [`EnginePlayer::ask`]; `root` is the position as its link makes it, if the caller has it.
    pub(in crate::play) fn ask_at(
        &mut self,
        root: Option<&Root>,
        session: &SessionState,
        table: &Table,
        now: Instant,
    ) -> Option<Request> {
        let side = table.turn()?;
        let was_right = self.guesses.as_mut().is_some_and(|guesses| guesses.settle(table));
        // A search that has not started yet is replaced without loss.
        if let (true, SearchState::Pondering { search, begun: true }) = (was_right, self.state) {
            self.state = SearchState::Asked { search, side, since: now, guessed: true };
            debug!(search = search.0, engine = self.name, "guessed the reply, and goes on");
            return Some(Request::PonderHit);
        }
        let id = self.begin_anew();
        self.state = SearchState::Asked { search: id, side, since: now, guessed: false };
        let root = root.cloned().unwrap_or_else(|| self.link.root(&table.linked()));
        let limits = self.limits(session, table, side);
        debug!(search = id.0, engine = self.name, ply = table.ply(), ?limits, "asked for its move");
        Some(Request::Search(Search { id, root, limits, mode: Mode::Play }))
    }

    /// A new search: resets everything known about the last one.
    fn begin_anew(&mut self) -> SearchId {
        self.best = Best::default();
        self.heard = None;
        self.complaint = None;
        self.refusal = None;
        self.restarts = false;
        self.gave_up = false;
        self.ended = None;
        next_search_id()
    }

    /// The time limits for its search. An engine that keeps games has no stop: without any limit
    /// the user would wait for ever.
    fn limits(&self, session: &SessionState, table: &Table, side: Side) -> Limits {
        let limits = table.limits_for(side);
        let endless = Limits { elapsed: limits.elapsed, ..Limits::default() };
        if self.attended && self.link.keeps_games() && limits == endless {
            return Limits { move_time: Some(UNLIMITED_BUDGET), ..limits };
        }
        let Some(step) = self.time_step(session) else { return limits };
        let told = without_clocks(limits, step);
        // If the engine exceeds its time, its client waits no longer than the clock allows.
        let tells_clocks = self.protocol().is_some_and(Protocol::tells_clocks);
        if tells_clocks { Limits { clocks: limits.clocks, ..told } } else { told }
    }

    /// The step of the time for a move, if the host divides its time.
    fn time_step(&self, session: &SessionState) -> Option<Duration> {
        if session.can(|able| able.clock) {
            return None;
        }
        let own = session.capabilities().and_then(|able| able.time_step);
        own.or_else(|| self.protocol().and_then(Protocol::time_step))
    }

    /// After its move: lets it think about the reply it expects, if wanted and possible; `None`
    /// otherwise. The next [`EnginePlayer::ask`] or [`EnginePlayer::abandon`] ends that.
    pub fn ponder(&mut self, session: &SessionState, table: &Table) -> Option<Request> {
        let expected = self.guesses.as_mut().and_then(Guesses::take_expected);
        if self.state != SearchState::Idle || !session.can(|able| able.ponder) {
            return None;
        }
        let (side, line) = self.guesses.as_mut()?.guess(table, self.link, &expected?)?;
        let id = self.begin_anew();
        self.state = SearchState::Pondering { search: id, begun: false };
        let (root, limits) = (self.link.root(&line.linked()), self.limits(session, table, side));
        Some(Request::Search(Search { id, root, limits, mode: Mode::Ponder }))
    }

    /// Tells it to move now; `None` if it is not thinking or has already been told.
    pub fn move_now(&mut self) -> Option<Request> {
        let SearchState::Thinking { told, .. } = &mut self.state else { return None };
        if *told {
            return None;
        }
        *told = true;
        debug!(engine = self.name, "told to move now");
        Some(Request::Stop)
    }

    /// Its search is not wanted any more (the game ended, was paused, a move was taken back);
    /// `None` if it runs no search.
    pub fn abandon(&mut self, now: Instant) -> Option<Request> {
        let search = self.running()?;
        if let Some(guesses) = &mut self.guesses {
            guesses.forget();
        }
        self.state = SearchState::Leaving { search, since: now };
        Some(Request::Abandon)
    }
}
