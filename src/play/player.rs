//! An engine at a seat: asks for its moves, reads its answers, judges its silence.
//!
//! Does no IO: it returns requests to send and takes the session's events, so the window and
//! matches use the same player, and tests need no process.

mod best;
mod waiting;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(super) use best::depth_number;

use best::Best;
use serde::{Deserialize, Serialize};

use super::budget::without_clocks;
use super::guess::Guesses;
use super::{Cause, Played, Table, TableError, TimeControl};
use crate::games::{Evaluation, KeptHead, Link, Outcome, PlayError, Side};
use crate::protocol::{
    Answer, Capabilities, Event, Info, Limits, Mode, Protocol, Reason, Refusal, Refused, Request,
    Search, SearchId, quoted,
};
use crate::session::{News, SessionEvent};

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
    /// Its capabilities, once it has finished its handshake.
    capabilities: Option<Capabilities>,
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
    /// It is being restarted, and is not ready yet.
    restarting: bool,
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
    /// An engine called `name`, spoken to through `link`. `capabilities` are known when its
    /// handshake is over.
    #[must_use]
    pub fn new(
        name: &str,
        link: &'static dyn Link,
        patience: Patience,
        capabilities: Option<Capabilities>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            link,
            patience,
            state: SearchState::Idle,
            capabilities,
            best: Best::default(),
            heard: None,
            complaint: None,
            refusal: None,
            restarts: false,
            restarting: false,
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

    /// Sets whether its session is restarting it at the moment.
    #[must_use]
    pub fn restarting(self, restarting: bool) -> Self {
        Self { restarting, ..self }
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
    pub fn guesses(&self) -> Option<PonderCount> {
        self.can_ponder().then_some(())?;
        self.guesses.as_ref().map(Guesses::count)
    }

    /// Its searches end early only by restarting it, which its client does.
    fn cannot_stop(&self) -> bool {
        self.capabilities.is_some_and(|capabilities| !capabilities.stop)
    }

    fn can_ponder(&self) -> bool {
        self.capabilities.is_some_and(|capabilities| capabilities.ponder)
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

    /// Asks for the move of the side to move; `None` if no side is to move. A running search is
    /// replaced, unless the engine already thinks about the move that was made.
    pub fn ask(&mut self, table: &Table, now: Instant) -> Option<Request> {
        let side = table.turn()?;
        let was_right = self.guesses.as_mut().is_some_and(|guesses| guesses.settle(table));
        // A search that has not started yet is replaced without loss.
        if let (true, SearchState::Pondering { search, begun: true }) = (was_right, self.state) {
            self.state = SearchState::Asked { search, side, since: now, guessed: true };
            return Some(Request::PonderHit);
        }
        let id = self.begin_anew();
        self.state = SearchState::Asked { search: id, side, since: now, guessed: false };
        let root = self.link.root(&table.linked());
        let limits = self.limits(table, side);
        Some(Request::Search(Search { id, root, limits, mode: Mode::Play }))
    }

    /// The time limits for its search. An engine that keeps games has no stop: without any limit
    /// the user would wait for ever.
    fn limits(&self, table: &Table, side: Side) -> Limits {
        let limits = table.limits_for(side);
        let endless = Limits { elapsed: limits.elapsed, ..Limits::default() };
        if self.attended && self.link.keeps_games() && limits == endless {
            return Limits { move_time: Some(UNLIMITED_BUDGET), ..limits };
        }
        let Some(step) = self.time_step() else { return limits };
        let told = without_clocks(limits, step);
        // If the engine exceeds its time, its client waits no longer than the clock allows.
        let tells_clocks = self.protocol().is_some_and(Protocol::tells_clocks);
        if tells_clocks { Limits { clocks: limits.clocks, ..told } } else { told }
    }

    /// The step of the time for a move, if the host divides its time.
    fn time_step(&self) -> Option<Duration> {
        if self.capabilities.is_some_and(|capabilities| capabilities.clock) {
            return None;
        }
        let own = self.capabilities.and_then(|capabilities| capabilities.time_step);
        own.or_else(|| self.protocol().and_then(Protocol::time_step))
    }

    fn protocol(&self) -> Option<Protocol> {
        Protocol::find(self.link.protocol())
    }

    /// Its client may end a search by itself, because the time for the move is used up.
    fn is_timed_by_client(&self) -> bool {
        self.is_timed_by_host() && self.protocol().is_some_and(Protocol::tells_clocks)
    }

    /// It does not divide its clock itself: each move gets a limit from the host. Known once its
    /// handshake is over.
    #[must_use]
    pub fn is_timed_by_host(&self) -> bool {
        self.capabilities.is_some_and(|capabilities| !capabilities.clock)
    }

    /// A new search: resets everything known about the last one.
    fn begin_anew(&mut self) -> SearchId {
        self.best = Best::default();
        self.heard = None;
        self.complaint = None;
        self.refusal = None;
        self.restarts = false;
        self.ended = None;
        next_search_id()
    }

    /// After its move: lets it think about the reply it expects, if wanted and possible; `None`
    /// otherwise. The next [`EnginePlayer::ask`] or [`EnginePlayer::abandon`] ends that.
    pub fn ponder(&mut self, table: &Table) -> Option<Request> {
        let expected = self.guesses.as_mut().and_then(Guesses::take_expected);
        if self.state != SearchState::Idle || !self.can_ponder() {
            return None;
        }
        let (side, line) = self.guesses.as_mut()?.guess(table, self.link, &expected?)?;
        let id = self.begin_anew();
        self.state = SearchState::Pondering { search: id, begun: false };
        let (root, limits) = (self.link.root(&line.linked()), self.limits(table, side));
        Some(Request::Search(Search { id, root, limits, mode: Mode::Ponder }))
    }

    /// Tells it to move now; `None` if it is not thinking or has already been told.
    pub fn move_now(&mut self) -> Option<Request> {
        let SearchState::Thinking { told, .. } = &mut self.state else { return None };
        if *told {
            return None;
        }
        *told = true;
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

    /// The session was replaced by a new one: nothing is running.
    pub fn restarted(&mut self) {
        self.state = SearchState::Idle;
        self.capabilities = None;
        self.restarting = false;
        if let Some(guesses) = &mut self.guesses {
            guesses.forget();
        }
    }

    /// Takes an event of the session, and applies it to the table.
    pub fn handle(&mut self, event: &SessionEvent, table: &mut Table) -> Option<SeatNews> {
        match &event.what {
            News::Event(Event::Ready { capabilities, .. }) => {
                self.capabilities = Some(*capabilities);
                // The time of its start is not part of its delay in getting ready for the move.
                if let SearchState::Asked { since, .. } = &mut self.state {
                    *since = event.at;
                }
                None
            }
            News::Event(Event::Capabilities(capabilities)) => {
                self.capabilities = Some(*capabilities);
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
                self.restarting = true;
                self.restarts |= self.thinking_since().is_some();
                None
            }
            News::Event(Event::Restarted(_)) => {
                self.restarting = false;
                // Nor is the time of the restart.
                if let SearchState::Asked { since, .. } = &mut self.state {
                    *since = event.at;
                }
                None
            }
            News::Event(Event::GameState { game, .. }) => {
                let said = self.link.read_kept(game).map(|kept| kept.said);
                self.ended = said.filter(|said| said.outcome.is_some());
                None
            }
            News::Event(Event::Answer(answer)) => self.answer(answer, event.at, table),
            News::Event(Event::Ended(id)) => self.ended(*id, event.at, table),
            News::Event(
                Event::Renamed(_)
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

    fn start(&mut self, id: SearchId, at: Instant, table: &mut Table) -> Option<SeatNews> {
        if let SearchState::Pondering { search, begun } = &mut self.state {
            *begun |= *search == id;
            return None;
        }
        let SearchState::Asked { search, side, .. } = self.state else { return None };
        if search != id {
            return None;
        }
        self.complaint = None;
        self.state = SearchState::Thinking { search, side, since: at, told: false };
        table.start_clock(at);
        Some(SeatNews::Thinking)
    }

    /// Keeps the best line of the running search: updates without a line are about the whole
    /// search.
    fn note(&mut self, info: &Info, at: Instant) {
        if self.running() != Some(info.search) {
            return;
        }
        self.heard = Some(at);
        if let Some(mv) = info.pv.first().or(info.line.as_ref()) {
            self.best.take_line(mv, info);
            return;
        }
        if info.score.is_some() {
            self.best.score = info.score;
        }
        if let Some(depth) = &info.depth {
            self.best.depth.clone_from(depth);
        }
        self.best.nodes = info.nodes.or(self.best.nodes);
    }

    fn answer(&mut self, answer: &Answer, at: Instant, table: &mut Table) -> Option<SeatNews> {
        if let SearchState::Leaving { search, .. } = self.state
            && search == answer.search
        {
            self.state = SearchState::Idle;
            return Some(SeatNews::Settled);
        }
        if self.search() != Some(answer.search) {
            return None;
        }
        let side = self.side()?;
        self.state = SearchState::Idle;
        let Some(text) = &answer.mv else {
            self.end_without_move(side, table);
            return Some(SeatNews::Lost);
        };
        let score = answer.score.or(self.best.score);
        let news = self.play(text, score, side, at, table);
        if let (Some(guesses), SeatNews::Moved(_)) = (&mut self.guesses, &news) {
            guesses.expect(answer.ponder.clone());
        }
        Some(news)
    }

    /// It has answered that there is no move. If it keeps the game and considers it drawn by a rule
    /// that is switched off but can be claimed, it has claimed the draw (rules 2.1, 14).
    fn end_without_move(&mut self, side: Side, table: &mut Table) {
        let cause = match self.ended.take() {
            Some(said) if said.outcome == Some(Outcome::Draw) && table.claim_draw() => return,
            Some(said) => Cause::Disagreed(format!("it says {}", said.state)),
            None => {
                let why = self.complaint.as_ref().map(|text| format!(": {text}"));
                let why = why.unwrap_or_default();
                Cause::BadOutput(format!("no move in its answer{why}"))
            }
        };
        table.forfeit(side, cause);
    }

    /// A search that ended without an answer. An engine that was told to move now and only stops
    /// (the NBoard document requires no more of `ping`) has played the move of its newest line; the
    /// same if its client told it to, because the time for the move was used up.
    fn ended(&mut self, id: SearchId, at: Instant, table: &mut Table) -> Option<SeatNews> {
        let state = self.state;
        match state {
            SearchState::Leaving { search, .. } if search == id => {
                self.state = SearchState::Idle;
                Some(SeatNews::Settled)
            }
            SearchState::Thinking { search, side, told, .. } if search == id => {
                self.state = SearchState::Idle;
                let told_by_any = told || self.is_timed_by_client();
                if let Some(text) = self.line_to_play(table).filter(|_| told_by_any) {
                    return Some(self.play(&text, self.best.score, side, at, table));
                }
                let cause = self.cause_of_no_move(table, side, told, at);
                let is_interrupted = told && (self.cannot_stop() || self.restarts);
                if is_interrupted && self.attended && cause != Cause::LostOnTime {
                    return Some(SeatNews::Interrupted);
                }
                table.forfeit(side, cause);
                Some(SeatNews::Lost)
            }
            // It had ended before it could learn that its guess was right.
            SearchState::Asked { search, guessed: true, .. } if search == id => {
                self.state = SearchState::Idle;
                self.ask(table, at).map(SeatNews::Send)
            }
            SearchState::Pondering { search, .. } if search == id => {
                self.state = SearchState::Idle;
                None
            }
            SearchState::Asked { search, side, .. } if search == id => {
                self.state = SearchState::Idle;
                let cause = self.cause_of_refusal(table);
                if let Some(refusal) = self.refusal.take_if(|_| self.attended) {
                    return Some(SeatNews::Refused { why: refusal.why, cause });
                }
                table.forfeit(side, cause);
                Some(SeatNews::Lost)
            }
            SearchState::Idle
            | SearchState::Leaving { .. }
            | SearchState::Thinking { .. }
            | SearchState::Pondering { .. }
            | SearchState::Asked { .. } => None,
        }
    }

    /// The move that its best line begins with. It has not chosen that move: an impossible line
    /// counts as no move, not as an illegal move.
    fn line_to_play(&mut self, table: &Table) -> Option<String> {
        let text = self.best.mv.take()?;
        self.link.read_move(table.position(), &text).is_ok().then_some(text)
    }

    /// Why an engine that ended its search without a move loses: told to move at its limit, it had
    /// no move in time.
    fn cause_of_no_move(&self, table: &Table, side: Side, told: bool, at: Instant) -> Cause {
        let at_limit = match table.control(side) {
            TimeControl::PerMove { .. } => table.zero_at().is_some_and(|zero| zero <= at),
            TimeControl::Unlimited
            | TimeControl::Depth { .. }
            | TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. } => false,
        };
        if told && at_limit {
            return Cause::LostOnTime;
        }
        if self.restarts {
            let what = if told { "told to move" } else { "its search was to end" };
            return Cause::Stalled(format!("did not answer when {what}"));
        }
        Cause::BadOutput(match (&self.refusal, &self.complaint) {
            (Some(refusal), _) => refusal.to_string(),
            (None, Some(words)) => format!("ended its search without a move: {words}"),
            (None, None) => "ended its search without a move".to_owned(),
        })
    }

    /// Why an engine that rejected the position loses. If it keeps the game and says so in its own
    /// words, it disagrees with the referee, for whom every move is legal.
    fn cause_of_refusal(&self, table: &Table) -> Cause {
        match &self.refusal {
            Some(Refusal { what: Refused::Position, why: why @ Reason::Said(_), .. })
                if self.link.keeps_games() =>
            {
                Cause::refused(table, why)
            }
            Some(refusal) => Cause::BadOutput(refusal.to_string()),
            None => Cause::BadOutput("refused to search".to_owned()),
        }
    }

    fn play(
        &mut self,
        text: &str,
        score: Option<f64>,
        side: Side,
        at: Instant,
        table: &mut Table,
    ) -> SeatNews {
        let mv = match self.link.read_move(table.position(), text) {
            Ok(mv) => mv,
            Err(error) => return self.refuse(text, &error, side, table),
        };
        let eval = score.map(|score| Evaluation {
            score: if side == Side::First { score } else { -score },
            depth: std::mem::take(&mut self.best.depth),
            engine: self.name.clone(),
            nodes: self.best.nodes,
            line: self.best.line_with(text),
        });
        match table.play(&mv.0, at, eval) {
            Ok(played) => SeatNews::Moved(played),
            Err(TableError::Play(error)) => self.refuse(text, &error, side, table),
            Err(TableError::TooLate | TableError::Over | TableError::Paused) => SeatNews::Lost,
        }
    }

    fn refuse(&self, text: &str, error: &PlayError, side: Side, table: &mut Table) -> SeatNews {
        let cause = match error {
            PlayError::Unreadable { .. } => Cause::BadOutput(format!("move {}", quoted(text))),
            PlayError::Illegal { .. } => Cause::IllegalMove(text.to_owned()),
        };
        table.forfeit(side, cause);
        SeatNews::Lost
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

/// Time for a move of a game without clocks, if the engine cannot be stopped.
const UNLIMITED_BUDGET: Duration = Duration::from_secs(5);

#[cfg(test)]
mod ponder_tests;
#[cfg(test)]
mod tests;
