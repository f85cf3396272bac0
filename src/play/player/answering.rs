//! What an engine says of its search, and what that means for the game.
//!
//! Knows no deadlines: what silence means is judged in `waiting`.

use std::time::{Duration, Instant};

use super::waiting::DELIVERY;
use super::{EnginePlayer, SearchState, SeatNews};
use crate::games::{Evaluation, Outcome, PlayError, Side};
use crate::play::{Cause, Table, TableError, TimeControl};
use crate::protocol::{Answer, Info, Reason, Refusal, Refused, SearchId, quoted};
use crate::session::SessionState;

impl EnginePlayer {
    pub(super) fn start(
        &mut self,
        id: SearchId,
        at: Instant,
        table: &mut Table,
    ) -> Option<SeatNews> {
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
    pub(super) fn note(&mut self, info: &Info, at: Instant) {
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

    pub(super) fn answer(
        &mut self,
        answer: &Answer,
        at: Instant,
        table: &mut Table,
    ) -> Option<SeatNews> {
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

    /// A search that ended without an answer. An engine that was told to move now and only stops
    /// (the NBoard document requires no more of `ping`) has played the move of its newest line; the
    /// same if its client told it to, because the time for the move was used up.
    pub(super) fn ended(
        &mut self,
        id: SearchId,
        at: Instant,
        session: &SessionState,
        table: &mut Table,
    ) -> Option<SeatNews> {
        let state = self.state;
        match state {
            SearchState::Leaving { search, .. } if search == id => {
                self.state = SearchState::Idle;
                Some(SeatNews::Settled)
            }
            SearchState::Thinking { search, side, told, .. } if search == id => {
                self.state = SearchState::Idle;
                let told_by_any = told || self.is_timed_by_client(session);
                if let Some(text) = self.line_to_play(table).filter(|_| told_by_any) {
                    return Some(self.play(&text, self.best.score, side, at, table));
                }
                let cause = self.cause_of_no_move(session, table, (side, told), at);
                self.gave_up |= cause != Cause::LostOnTime;
                let is_interrupted = told && (session.cannot_stop() || self.restarts);
                if is_interrupted && self.attended && cause != Cause::LostOnTime {
                    return Some(SeatNews::Interrupted);
                }
                table.stop_clocks(at);
                table.forfeit(side, cause);
                Some(SeatNews::Lost)
            }
            // It had ended before it could learn that its guess was right.
            SearchState::Asked { search, guessed: true, .. } if search == id => {
                self.state = SearchState::Idle;
                self.ask(session, table, at).map(SeatNews::Send)
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

    /// It has answered that there is no move. If it keeps the game and considers it drawn by a rule
    /// that is switched off but can be claimed, it has claimed the draw (rules 2.1, 14).
    fn end_without_move(&mut self, side: Side, table: &mut Table) {
        self.gave_up = true;
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

    /// The move that its best line begins with. It has not chosen that move: an impossible line
    /// counts as no move, not as an illegal move.
    fn line_to_play(&mut self, table: &Table) -> Option<String> {
        let text = self.best.mv.take()?;
        self.link.read_move(table.position(), &text).is_ok().then_some(text)
    }

    fn play(
        &mut self,
        text: &str,
        score: Option<f64>,
        side: Side,
        at: Instant,
        table: &mut Table,
    ) -> SeatNews {
        if (table.is_over() || table.is_paused())
            && let Err(error) = self.link.read_move(table.position(), text)
        {
            return self.refuse(text, &error, side, table);
        }
        let eval = score.map(|score| Evaluation {
            score: if side == Side::First { score } else { -score },
            depth: std::mem::take(&mut self.best.depth),
            engine: self.name.clone(),
            proof: None,
            nodes: self.best.nodes,
            line: self.best.line_with(text),
        });
        let link = self.link;
        match table.play_by(|pos| link.play_move(pos, text), at, eval) {
            Ok(played) => SeatNews::Moved(played),
            Err(TableError::Play(error)) => self.refuse(text, &error, side, table),
            Err(TableError::TooLate | TableError::Over | TableError::Paused) => SeatNews::Lost,
        }
    }

    fn refuse(&mut self, text: &str, error: &PlayError, side: Side, table: &mut Table) -> SeatNews {
        let cause = match error {
            PlayError::Unreadable { .. } => Cause::BadOutput(format!("move {}", quoted(text))),
            PlayError::Illegal { .. } => Cause::IllegalMove(text.to_owned()),
        };
        self.gave_up = true;
        table.forfeit(side, cause);
        SeatNews::Lost
    }

    /// Why an engine that ended its search without a move loses. At its limit it had no move in
    /// time, whether the player told it to move or its client, whose timer may ring a little before
    /// the player's. One that ends its search in the first half of its time was told by neither.
    fn cause_of_no_move(
        &self,
        session: &SessionState,
        table: &Table,
        (side, told): (Side, bool),
        at: Instant,
    ) -> Cause {
        let at_limit = match table.control(side) {
            TimeControl::PerMove { time } => {
                let is_timed = session.is_timed_by_host();
                let early = if is_timed { DELIVERY.min(time / 2) } else { Duration::ZERO };
                table.zero_at().is_some_and(|zero| zero <= at + early)
            }
            TimeControl::Unlimited
            | TimeControl::Depth { .. }
            | TimeControl::Nodes { .. }
            | TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. } => false,
        };
        if at_limit {
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
}
