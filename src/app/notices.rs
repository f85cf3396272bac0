//! Short messages and problems, bounded.
//!
//! Decides no wording: whoever knows what happened says it.

use std::time::Instant;

use super::{Notice, NoticeKind, ProblemView};

/// Notices shown at a time.
const MAX_NOTICES: usize = 3;
/// Problems kept.
const MAX_PROBLEMS: usize = 200;

/// What is to be told to the person at the screen.
#[derive(Debug)]
pub(super) struct Messages {
    start: Instant,
    next_id: u64,
    notices: Vec<Notice>,
    problems: Vec<ProblemView>,
}

impl Messages {
    pub(super) fn new(start: Instant) -> Self {
        Self { start, next_id: 1, notices: Vec::new(), problems: Vec::new() }
    }

    /// Shows a short message; one that says the same is not repeated.
    pub(super) fn notice(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let text = text.into();
        self.notices.retain(|notice| notice.text != text && notice.kind != NoticeKind::Refused);
        self.notices.push(Notice { id: self.next_id, kind, text });
        self.next_id += 1;
        if self.notices.len() > MAX_NOTICES {
            self.notices.remove(0);
        }
    }

    pub(super) fn dismiss(&mut self, id: u64) {
        self.notices.retain(|notice| notice.id != id);
    }

    /// Forgets what a move or a change of position has made stale: everything but errors.
    pub(super) fn position_changed(&mut self) {
        self.notices.retain(|notice| notice.kind == NoticeKind::Error);
    }

    /// Writes down what went wrong, and shows it.
    pub(super) fn problem(
        &mut self,
        text: impl Into<String>,
        details: Vec<String>,
        restart: Option<u64>,
        now: Instant,
    ) {
        let text = text.into();
        self.notice(NoticeKind::Error, text.clone());
        self.keep(text, details, restart, now);
    }

    /// Writes down what went wrong without showing it over the board.
    pub(super) fn keep(
        &mut self,
        text: String,
        details: Vec<String>,
        restart: Option<u64>,
        now: Instant,
    ) {
        if self.problems.len() >= MAX_PROBLEMS {
            self.problems.remove(0);
        }
        let secs = now.saturating_duration_since(self.start).as_secs_f64();
        self.problems.push(ProblemView { text, details, secs, restart });
    }

    pub(super) fn notices(&self) -> Vec<Notice> {
        self.notices.clone()
    }

    pub(super) fn problems(&self) -> Vec<ProblemView> {
        self.problems.clone()
    }
}
