//! How the engine of a card follows a position: it explains the position itself, or compares its moves
//! by a search of each.
//!
//! Asks no engine: the layer below says what to send.

use std::time::Instant;

use crate::games::Position;
use crate::play::{AnalysisLine, Analyst, CandidateSearch, GameLine, SearchNews};
use crate::protocol::{Limits, Request};
use crate::session::{SessionEvent, SessionState};

/// What asks an engine of a position, and keeps what it says.
#[derive(Debug)]
pub(in crate::app::desk) enum Follower {
    /// The engine explains the position in as many lines as it can.
    Explains(Analyst),
    /// It is asked about one move after the other.
    Compares(Box<CandidateSearch>),
}

/// A position that is to be followed.
#[derive(Clone, Copy, Debug)]
pub(in crate::app::desk) struct Followed<'a> {
    /// Its number.
    pub(in crate::app::desk) id: u64,
    /// The line that leads to it.
    pub(in crate::app::desk) line: &'a GameLine,
    pub(in crate::app::desk) pos: &'a dyn Position,
    /// So many lines are wanted.
    pub(in crate::app::desk) n_lines: u32,
    /// Where the engine ends its search of the position by itself; a comparison has its own limits.
    pub(in crate::app::desk) limits: Limits,
    /// The engine obeys when its search is no longer wanted.
    pub(in crate::app::desk) can_stop: bool,
}

impl Follower {
    /// It compares moves.
    pub(in crate::app::desk) fn compares(&self) -> bool {
        matches!(self, Self::Compares(_))
    }

    /// The comparison of moves, where there is one.
    pub(in crate::app::desk) fn comparison(&self) -> Option<&CandidateSearch> {
        match self {
            Self::Explains(_) => None,
            Self::Compares(search) => Some(search),
        }
    }

    /// Follows another position; the same one again begins from nothing. What to send.
    pub(in crate::app::desk) fn follow(
        &mut self,
        to: Followed<'_>,
        now: Instant,
    ) -> Option<Request> {
        let Followed { id, line, pos, n_lines, limits, can_stop } = to;
        match self {
            Self::Explains(analyst) => {
                analyst.want_lines(n_lines);
                analyst.follow_within(limits, id, line, pos)
            }
            Self::Compares(search) => search.follow(id, line, pos, can_stop, now),
        }
    }

    /// What to send now.
    pub(in crate::app::desk) fn poll_request(&mut self, now: Instant) -> Option<Request> {
        match self {
            Self::Explains(_) => None,
            Self::Compares(search) => search.poll_request(now),
        }
    }

    /// When [`Follower::poll_request`] must be called next.
    pub(in crate::app::desk) fn poll_timeout(&self) -> Option<Instant> {
        self.comparison().and_then(CandidateSearch::poll_timeout)
    }

    /// Takes an event of the session, which `session` has noted.
    pub(in crate::app::desk) fn handle(&mut self, event: &SessionEvent, session: &SessionState) {
        match self {
            Self::Explains(analyst) => analyst.handle(event, session),
            Self::Compares(search) => search.handle(event, session),
        };
    }

    /// Ends the search but keeps what was found on show.
    pub(in crate::app::desk) fn halt(&mut self) -> Option<Request> {
        match self {
            Self::Explains(analyst) => analyst.halt(),
            Self::Compares(search) => search.halt(),
        }
    }

    /// Rests; what was found is forgotten.
    pub(in crate::app::desk) fn rest(&mut self) -> Option<Request> {
        match self {
            Self::Explains(analyst) => analyst.rest(),
            Self::Compares(search) => search.rest(),
        }
    }

    /// The session was replaced by a new one.
    pub(in crate::app::desk) fn restarted(&mut self) {
        match self {
            Self::Explains(analyst) => analyst.restarted(),
            Self::Compares(search) => search.restarted(),
        }
    }

    /// It was halted and has followed nothing since.
    pub(in crate::app::desk) fn is_halted(&self) -> bool {
        match self {
            Self::Explains(analyst) => analyst.is_halted(),
            Self::Compares(search) => search.is_halted(),
        }
    }

    /// The position that everything here belongs to; `None` at rest.
    pub(in crate::app::desk) fn position_id(&self) -> Option<u64> {
        match self {
            Self::Explains(analyst) => analyst.position_id(),
            Self::Compares(search) => search.position_id(),
        }
    }

    /// The newest line of every first move, best first.
    pub(in crate::app::desk) fn lines(&self) -> &[AnalysisLine] {
        match self {
            Self::Explains(analyst) => analyst.lines(),
            Self::Compares(search) => search.lines(),
        }
    }

    /// What the engine says of its search as a whole.
    pub(in crate::app::desk) fn news(&self) -> &SearchNews {
        match self {
            Self::Explains(analyst) => analyst.news(),
            Self::Compares(search) => search.news(),
        }
    }
}
