//! How long to wait for an engine at its seat, and what its silence means.
//!
//! Reads no clock: every moment is an argument.

use std::time::{Duration, Instant};

use super::{EnginePlayer, SearchState, SeatNews};
use crate::games::Side;
use crate::play::{Cause, Table, TimeControl};
use crate::protocol::Limits;
use crate::session::SessionState;

/// How long the client of an engine that cannot be stopped waits for a search to end by itself
/// before it restarts the engine.
pub(super) const OWN_RESTART: Duration = Duration::from_secs(2);

/// A line read just in time may still be on its way here when the flag falls; it counts by the
/// moment it was read.
pub(super) const DELIVERY: Duration = Duration::from_millis(10);

impl EnginePlayer {
    /// When [`EnginePlayer::handle_timeout`] must be called next; `None` if there is no deadline.
    #[must_use]
    pub fn poll_timeout(&self, session: &SessionState, table: &Table) -> Option<Instant> {
        match self.state {
            SearchState::Idle | SearchState::Pondering { .. } => None,
            SearchState::Asked { side, since, .. } => {
                // A starting engine has the deadlines of its session.
                if session.capabilities().is_none() || session.restarting_since().is_some() {
                    return None;
                }
                since.checked_add(self.ready_limit(table, side))
            }
            SearchState::Thinking { since, side, told, .. } => match table.control(side) {
                TimeControl::Unlimited | TimeControl::Depth { .. } | TimeControl::Nodes { .. } => {
                    since.max(self.heard.unwrap_or(since)).checked_add(self.patience.unclocked)
                }
                TimeControl::PerMove { .. } if !told => table.zero_at(),
                TimeControl::PerMove { .. }
                | TimeControl::SuddenDeath { .. }
                | TimeControl::MovesInTime { .. }
                | TimeControl::Fischer { .. } => table.flag_at()?.checked_add(DELIVERY),
            },
            SearchState::Leaving { since, .. } => {
                let restarts = if session.cannot_stop() { OWN_RESTART } else { Duration::ZERO };
                since.checked_add(self.patience.obey.saturating_add(restarts))
            }
        }
    }

    /// Time has passed; too early is harmless.
    pub fn handle_timeout(
        &mut self,
        session: &SessionState,
        now: Instant,
        table: &mut Table,
    ) -> Option<SeatNews> {
        if self.poll_timeout(session, table)? > now {
            return None;
        }
        match self.state {
            SearchState::Idle | SearchState::Pondering { .. } => None,
            SearchState::Asked { side, .. } => {
                table.forfeit(side, Cause::Stalled("not ready for its move".to_owned()));
                Some(SeatNews::Lost)
            }
            SearchState::Thinking { side, told, since, .. } => {
                match table.control(side) {
                    TimeControl::PerMove { .. } if !told => {
                        return self.move_now().map(SeatNews::Send);
                    }
                    TimeControl::Unlimited
                    | TimeControl::Depth { .. }
                    | TimeControl::Nodes { .. } => {
                        let secs = now.saturating_duration_since(since).as_secs();
                        table.forfeit(side, Cause::Stalled(format!("no move within {secs} s")));
                    }
                    TimeControl::PerMove { .. }
                    | TimeControl::SuddenDeath { .. }
                    | TimeControl::MovesInTime { .. }
                    | TimeControl::Fischer { .. } => {
                        table.check_flag(now);
                    }
                }
                Some(SeatNews::Lost)
            }
            SearchState::Leaving { .. } => {
                self.state = SearchState::Idle;
                Some(SeatNews::Unruly)
            }
        }
    }

    fn ready_limit(&self, table: &Table, side: Side) -> Duration {
        // Its time for the move does not run before it is told to search: the client's own deadline
        // for getting ready applies.
        if self.protocol().is_some_and(|protocol| !protocol.tells_clocks()) {
            return Duration::MAX;
        }
        match table.limits_for(side) {
            Limits { move_time: Some(time), .. } => time.max(self.patience.ready),
            Limits { clocks: Some([own, _]), .. } => own.main.max(self.patience.ready),
            // Without a clock the session's own deadline for getting ready applies.
            Limits { .. } => Duration::MAX,
        }
    }
}
