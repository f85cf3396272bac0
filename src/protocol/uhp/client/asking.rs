//! Questions about a game: the possible moves in it, and the game that the engine has.
//!
//! They wait only for the command in flight, and cost the engine no search.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::{Got, Purpose, Question, UhpClient};
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::message::Command;
use crate::protocol::{Event, Root, SearchId};

impl UhpClient {
    /// Asks for the game, and for its moves if they are wanted.
    pub(super) fn ask(&mut self, id: SearchId, root: Root, wants_moves: bool, now: Instant) {
        self.interrupt_raw(now);
        let question = Question { id, root, way: self.first_way(), wants_moves };
        self.end_question();
        self.question = Some(question);
    }

    /// Stops waiting for an answer to the question.
    pub(super) fn end_question(&mut self) {
        let question = self.question.take();
        let end = question.map(|question| Event::ValidMoves { id: question.id, moves: None });
        self.talk.report_all(end);
    }

    pub(super) fn ask_moves(&mut self, now: Instant) {
        let Some(Question { id, root, way, wants_moves }) = &self.question else { return };
        let (id, wants_moves) = (*id, *wants_moves);
        if let Some((command, after)) = self.told.next_step(root, *way) {
            return self.place(&command, after, Some(id), now);
        }
        if wants_moves {
            return self.launch(&Command::ValidMoves, "validmoves", Purpose::ValidMoves(id), now);
        }
        self.question = None;
        self.talk.report(Event::ValidMoves { id, moves: None });
    }

    pub(super) fn moves_came(&mut self, id: SearchId, got: Got) {
        if !self.told.is_over {
            self.complain(got.errors);
        }
        // Another question may have been asked meanwhile.
        if self.question.take_if(|question| question.id == id).is_none() {
            return;
        }
        if let Some(moves) = &got.moves
            && moves.iter().collect::<HashSet<_>>().len() < moves.len()
        {
            self.talk.deviates(Deviation::Duplicates);
        }
        self.talk.report(Event::ValidMoves { id, moves: got.moves });
    }

    /// The command in flight is for a question only, and not for a search.
    pub(super) fn is_mere_question(&self) -> bool {
        let is_searched = self.running.is_some() || self.talk.desired.is_some();
        self.flight.as_ref().is_some_and(|flight| match flight.purpose {
            Purpose::ValidMoves(_) => true,
            Purpose::Place { asks, .. } => asks.is_some() && !is_searched,
            Purpose::ListOptions | Purpose::SetOption { .. } | Purpose::Search | Purpose::Raw => {
                false
            }
        })
    }

    /// A question must not cost the engine its game: if it does not answer, it is started again,
    /// and the waiting search goes on then.
    pub(super) fn give_up_question(&mut self, name: &str, limit: Duration) {
        let text = format!("it did not answer {name} within {} s", limit.as_secs_f64());
        self.talk.report(Event::Complaint(text));
        let asked = match self.flight.take().map(|flight| flight.purpose) {
            Some(Purpose::ValidMoves(id)) => Some(id),
            Some(Purpose::Place { asks, .. }) => asks,
            Some(
                Purpose::ListOptions | Purpose::SetOption { .. } | Purpose::Search | Purpose::Raw,
            )
            | None => None,
        };
        // A newer question may wait, which the engine has never seen: it is for the next engine.
        if let Some(question) = self.question.take_if(|question| Some(question.id) == asked) {
            self.talk.report(Event::ValidMoves { id: question.id, moves: None });
        }
        self.interrupt();
    }
}
