//! To which move a comment belongs.
//!
//! Reads no commands; `annotation` does.

use super::{ReadState, Reader, RunningGame};
use crate::games::annotation;

impl Reader {
    /// Text after the result belongs to the finished game; before any game, it belongs to the next
    /// one; behind a number, as in `1. {text} 32-28`, to the move that follows.
    pub(super) fn comment(&mut self, text: &str) {
        let ended = self.games.records.last_mut().zip(self.kept_to);
        match (&self.game, ended) {
            _ if self.is_numbered && !text.contains("[%") => self.running().say_before(text),
            (None, Some((ended, last))) => {
                let players = std::mem::take(&mut ended.tags.players);
                annotation::add(ended, last, &players, text);
                ended.tags.players = players;
            }
            (None, None) if self.n_games > 0 => {}
            (Some(_), _) | (None, None) => self.running().comment(text),
        }
    }
}

impl RunningGame {
    pub(super) fn comment(&mut self, text: &str) {
        if self.state != ReadState::Reading {
            return;
        }
        match &mut self.recording {
            Some(moves) if !moves.is_fresh() || moves.n_open() == 0 => {
                let at = moves.at();
                annotation::add(&mut moves.record, at, &self.heading.tags.players, text);
            }
            Some(_) | None => {
                // An empty line keeps them separate when they are read.
                self.waiting_comment.push_str("\n\n");
                self.waiting_comment.push_str(text);
            }
        }
    }

    /// Keeps a comment for the move that comes next.
    fn say_before(&mut self, text: &str) {
        if self.state == ReadState::Reading {
            self.said_before.push_str("\n\n");
            self.said_before.push_str(text);
        }
    }

    /// What was said before the move that was just played.
    pub(super) fn use_said_before(&mut self) {
        let text = std::mem::take(&mut self.said_before);
        if let Some(moves) = self.recording.as_mut().filter(|_| !text.is_empty()) {
            let at = moves.at();
            moves.record.node_mut(at).set_comment_before(annotation::unwrapped(&text).trim());
        }
    }

    /// What was said before a move that does not come belongs to what is there.
    pub(super) fn end_said_before(&mut self) {
        let text = std::mem::take(&mut self.said_before);
        if !text.is_empty() {
            self.comment(&text);
        }
    }

    /// Gives what stands before the first move to the start; in a variation it is said before that move.
    pub(super) fn use_waiting_comment(&mut self) {
        if !self.waiting_comment.is_empty()
            && let Some(moves) = &mut self.recording
        {
            let text = std::mem::take(&mut self.waiting_comment);
            if moves.n_open() > 0 && !text.contains("[%") {
                self.said_before.insert_str(0, &text);
                return;
            }
            let at = moves.at();
            annotation::add(&mut moves.record, at, &self.heading.tags.players, &text);
        }
    }
}
