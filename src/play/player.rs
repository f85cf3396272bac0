//! An engine at a seat: asks for its moves, reads its answers, judges its silence.
//!
//! Does no IO: it returns requests to send and takes the session's events, so the window and
//! matches use the same player, and tests need no process.

mod answering;
mod asking;
mod best;
mod waiting;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(crate) use best::depth_number;

use best::Best;
use serde::{Deserialize, Serialize};

use super::guess::Guesses;
use super::{Cause, Played, Table};
use crate::games::{KeptHead, Link, Side};
use crate::protocol::{Event, Protocol, Reason, Refusal, Request, SearchId};
use crate::session::{News, SessionEvent, SessionState};

/// A unique number for a search in this program.
#[must_use]
pub fn next_search_id() -> SearchId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    SearchId(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// How long an engine may be silent if no clock limits it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Patience {
    /// For a move without a clock (fixed depth, or no limit at all), from its last word about the
    /// search.
    pub unclocked: Duration,
    /// Least time for a running engine to get ready for its move; it gets as long as its clock says
    /// if that is longer. If the protocol has no clocks, its client's own deadline applies instead.
    pub ready: Duration,
    /// For stopping when its search is no longer wanted; then it is killed.
    pub obey: Duration,
}

impl Patience {
    /// Without any limit if no clock gives one: for a game with a user, who can stop the engine.
    pub const ENDLESS: Self = Self { unclocked: Duration::MAX, ..Self::MATCH };

    /// For matches. An engine that hangs costs its time limit plus at most 2 s, where its protocol
    /// has clocks.
    pub const MATCH: Self = Self {
        unclocked: Duration::from_secs(120),
        ready: Duration::from_millis(1500),
        obey: Duration::from_secs(1),
    };
}

/// An engine at a seat of a [`Table`].
#[derive(Debug)]
pub struct EnginePlayer {
    name: String,
    link: &'static dyn Link,
    patience: Patience,
    state: SearchState,
    /// Its latest report on the running search.
    best: Best,
    /// When it last reported on it.
    heard: Option<Instant>,
    /// Its latest complaint during the running search.
    complaint: Option<String>,
    /// What it has refused about the running search, which ends because of that.
    refusal: Option<Refusal>,
    /// Its client restarts it to end a search, because it has no stop.
    restarts: bool,
    /// It has answered without a move that can be made, or ended its search without one before its limit.
    gave_up: bool,
    /// Its latest opinion on the end of the game that it keeps.
    ended: Option<KeptHead>,
    /// The replies it expects; `None` if it must not think on the opponent's time.
    guesses: Option<Guesses>,
    /// The user decides how to go on if it rejects the game.
    attended: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum SearchState {
    Idle,
    /// A search was asked for; the engine is not yet thinking. After a right guess it is the search
    /// that already runs.
    Asked {
        search: SearchId,
        side: Side,
        since: Instant,
        guessed: bool,
    },
    /// It thinks since then; `told` to move now.
    Thinking {
        search: SearchId,
        side: Side,
        since: Instant,
        told: bool,
    },
    /// It thinks on the opponent's time; `begun`: it has started the search. Its clock is stopped,
    /// and no move is awaited.
    Pondering {
        search: SearchId,
        begun: bool,
    },
    /// Its search is not wanted any more, but has not ended yet.
    Leaving {
        search: SearchId,
        since: Instant,
    },
}

/// How often an engine that thinks on the opponent's time guessed the reply, and was right.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct PonderCount {
    /// Right guesses.
    pub hits: u32,
    /// All guesses.
    pub all: u32,
}

impl PonderCount {
    /// Adds the guesses of another game.
    pub fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.all += other.all;
    }
}

/// The meaning of an event or of a silence.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatNews {
    /// The engine thinks; its clock runs.
    Thinking,
    /// It has moved; the table has the move.
    Moved(Played),
    /// The game has ended, and not by its move: it has lost ([`Table::forfeited`] says why), or has
    /// claimed a draw.
    Lost,
    /// Send this to its session.
    Send(Request),
    /// It has ended an unwanted search, and can be asked again.
    Settled,
    /// It has not obeyed in time: kill it.
    Unruly,
    /// It rejects the position; neither side has lost yet. Only for an attended engine.
    Refused {
        /// Why.
        why: Reason,
        /// The cause of its loss if the user lets it lose.
        cause: Cause,
    },
    /// It was told to move now, had no move, and was restarted because it has no stop or does not
    /// obey; neither side has lost yet. Only for an attended engine.
    Interrupted,
}

impl EnginePlayer {
    /// An engine called `name`, spoken to through `link`.
    #[must_use]
    pub fn new(name: &str, link: &'static dyn Link, patience: Patience) -> Self {
        Self {
            name: name.to_owned(),
            link,
            patience,
            state: SearchState::Idle,
            best: Best::default(),
            heard: None,
            complaint: None,
            refusal: None,
            restarts: false,
            gave_up: false,
            ended: None,
            guesses: None,
            attended: false,
        }
    }

    /// The user decides how to go on if it rejects a position ([`SeatNews::Refused`]) or has no
    /// move when it is interrupted ([`SeatNews::Interrupted`]); it does not lose by either.
    #[must_use]
    pub fn attended(self) -> Self {
        Self { attended: true, ..self }
    }

    /// Sets whether it may think on the opponent's time, if it can.
    #[must_use]
    pub fn with_pondering(mut self, on: bool) -> Self {
        self.guesses = on.then(Guesses::default);
        self
    }

    /// How often it guessed the reply, and how often it was right; `None` if it does not think on
    /// the opponent's time.
    #[must_use]
    pub fn guesses(&self, session: &SessionState) -> Option<PonderCount> {
        session.can(|able| able.ponder).then_some(())?;
        self.guesses.as_ref().map(Guesses::count)
    }

    /// Its name, as written with its evaluations.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The search it thinks about or was asked for.
    #[must_use]
    pub fn search(&self) -> Option<SearchId> {
        match self.state {
            SearchState::Asked { search, .. } | SearchState::Thinking { search, .. } => {
                Some(search)
            }
            SearchState::Idle | SearchState::Pondering { .. } | SearchState::Leaving { .. } => None,
        }
    }

    /// It thinks on the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        matches!(self.state, SearchState::Pondering { .. })
    }

    /// Since when it thinks about its move.
    #[must_use]
    pub fn thinking_since(&self) -> Option<Instant> {
        match self.state {
            SearchState::Thinking { since, .. } => Some(since),
            SearchState::Idle
            | SearchState::Asked { .. }
            | SearchState::Pondering { .. }
            | SearchState::Leaving { .. } => None,
        }
    }

    /// No search is wanted or about to end: the engine may get a new game, or be shut down.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == SearchState::Idle
    }

    /// Its client restarted it in its latest search, because it did not answer.
    #[must_use]
    pub fn was_restarted_for_silence(&self) -> bool {
        self.restarts
    }

    /// Its latest search ended by its own doing, and without a move that can be made.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    fn protocol(&self) -> Option<Protocol> {
        Protocol::find(self.link.protocol())
    }

    /// Its client may end a search by itself, because the time for the move is used up.
    fn is_timed_by_client(&self, session: &SessionState) -> bool {
        session.is_timed_by_host() && self.protocol().is_some_and(Protocol::tells_clocks)
    }

    /// The session was replaced by a new one: nothing is running.
    pub fn restarted(&mut self) {
        self.state = SearchState::Idle;
        if let Some(guesses) = &mut self.guesses {
            guesses.forget();
        }
    }

    /// Takes an event of the session, and applies it to the table. `session` has noted the event.
    pub fn handle(
        &mut self,
        event: &SessionEvent,
        session: &SessionState,
        table: &mut Table,
    ) -> Option<SeatNews> {
        match &event.what {
            News::Event(Event::Ready { .. } | Event::Restarted(_)) => {
                // The time of its start is not part of its delay in getting ready for the move.
                if let SearchState::Asked { since, .. } = &mut self.state {
                    *since = event.at;
                }
                None
            }
            News::Event(Event::Started(id)) => self.start(*id, event.at, table),
            News::Event(Event::Info(info)) => {
                self.note(info, event.at);
                None
            }
            News::Infos(infos) => {
                infos.iter().for_each(|info| self.note(info, event.at));
                None
            }
            News::Event(Event::Complaint(text)) => {
                self.complaint = self.running().map(|_| text.clone());
                None
            }
            News::Event(Event::Refused(refusal)) => {
                self.refusal =
                    Some(refusal.clone()).filter(|one| self.running() == Some(one.search));
                None
            }
            News::Event(Event::Restarting) => {
                self.restarts |= self.thinking_since().is_some();
                None
            }
            News::Event(Event::GameState { game, .. }) => {
                let said = self.link.read_head(game);
                self.ended = said.filter(|said| said.outcome.is_some());
                None
            }
            News::Event(Event::Answer(answer)) => self.answer(answer, event.at, table),
            News::Event(Event::Ended(id)) => self.ended(*id, event.at, session, table),
            News::Event(
                Event::Capabilities(_)
                | Event::Renamed(_)
                | Event::Status(_)
                | Event::ValidMoves { .. }
                | Event::DrawOffered
                | Event::Remark { .. }
                | Event::Deviation(_)
                | Event::Chatter(_)
                | Event::Closed
                | Event::Fault(_),
            ) => None,
            News::Ended(exit) => {
                let cause = Cause::of_exit(exit);
                self.lost_session(cause, table)
            }
        }
    }

    fn lost_session(&mut self, cause: Option<Cause>, table: &mut Table) -> Option<SeatNews> {
        let side = self.side();
        let leaving = matches!(self.state, SearchState::Leaving { .. });
        self.restarted();
        if leaving {
            return Some(SeatNews::Settled);
        }
        table.forfeit(side?, cause?);
        Some(SeatNews::Lost)
    }

    fn side(&self) -> Option<Side> {
        match self.state {
            SearchState::Asked { side, .. } | SearchState::Thinking { side, .. } => Some(side),
            SearchState::Idle | SearchState::Pondering { .. } | SearchState::Leaving { .. } => None,
        }
    }

    /// The search it runs or was asked for, of any kind.
    fn running(&self) -> Option<SearchId> {
        match self.state {
            SearchState::Pondering { search, .. } => Some(search),
            SearchState::Idle
            | SearchState::Asked { .. }
            | SearchState::Thinking { .. }
            | SearchState::Leaving { .. } => self.search(),
        }
    }
}

#[cfg(test)]
mod ponder_tests;
#[cfg(test)]
mod tests;
