//! News of a running match on its way from the tasks that play it to the room that shows it.
//!
//! Reads nothing into it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::{LiveGame, MatchEvent};

/// The newest picture of each game, and everything else in order. The task that plays the match never
/// waits for the window.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// What has happened, oldest first.
    pub(super) news: Vec<MatchEvent>,
    /// Running games by number, as they were seen last.
    pub(super) live: BTreeMap<u32, LiveGame>,
}

/// An inbox that the tasks and the room share.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedInbox(Arc<Mutex<Inbox>>);

impl SharedInbox {
    /// What has come since the last time.
    pub(super) fn take(&self) -> Inbox {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something has happened.
    pub(super) fn put(&self, event: MatchEvent) {
        let mut inbox = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            MatchEvent::Complaint { .. } | MatchEvent::Ready { .. } | MatchEvent::AllOver => {}
            MatchEvent::Live(live) => drop(inbox.live.insert(live.number, *live)),
            MatchEvent::Started { .. }
            | MatchEvent::Crowded { .. }
            | MatchEvent::Solving(_)
            | MatchEvent::SlowStart(_)
            | MatchEvent::RefereeFailed { .. }
            | MatchEvent::Finished(_)
            | MatchEvent::Stopped { .. } => {
                inbox.news.push(event);
            }
        }
    }
}
