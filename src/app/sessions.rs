//! The sessions that run: one handle for each engine process, by number. Only the router has them.
//!
//! Knows nothing of what an engine does: the room that wanted it does.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use crate::protocol::Request;
use crate::session::{Launch, Log, RequestError, Session, SessionEvent};

/// Transcripts of engines that are kept when their sessions are over.
const MAX_LOGS: usize = 8;

/// Which room an engine runs for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Room {
    /// The desk of this number.
    Desk(u64),
    /// The workshop.
    Workshop,
}

#[derive(Debug)]
struct Running {
    session: Session,
    room: Room,
    /// What the session was too busy to take, oldest first.
    unsent: Vec<Request>,
}

impl Running {
    /// On a machine under great load a session may not take a request at once; it is then kept and
    /// sent later.
    fn send_unsent(&mut self) {
        while let Some(request) = self.unsent.first() {
            if self.session.request(request.clone()) == Err(RequestError::Busy) {
                return;
            }
            self.unsent.remove(0);
        }
    }
}

/// Every session, by number.
#[derive(Debug)]
pub(super) struct Sessions {
    running: BTreeMap<u64, Running>,
    /// Transcripts of those that were ended last, the newest last.
    logs: VecDeque<(u64, Arc<Log>)>,
    events: mpsc::Sender<(u64, SessionEvent)>,
}

impl Sessions {
    /// None runs; what sessions report is sent there.
    pub(super) fn new(events: mpsc::Sender<(u64, SessionEvent)>) -> Self {
        Self { running: BTreeMap::new(), logs: VecDeque::new(), events }
    }

    /// Starts a session of this number for a room. The session reports a failure to start.
    pub(super) fn start(&mut self, id: u64, launch: Launch, room: Room) {
        let (session, mut news) = Session::start(launch);
        let events = self.events.clone();
        tokio::spawn(async move {
            while let Some(event) = news.recv().await {
                if events.send((id, event)).await.is_err() {
                    break;
                }
            }
        });
        self.running.insert(id, Running { session, room, unsent: Vec::new() });
    }

    /// The room that a session runs for; `None` where it is not known any more.
    pub(super) fn room(&self, id: u64) -> Option<Room> {
        self.running.get(&id).map(|running| running.room)
    }

    /// Sends a request. A newer wish for a search makes an older one pointless that was not taken yet.
    pub(super) fn send(&mut self, id: u64, request: Request) {
        let Some(running) = self.running.get_mut(&id) else { return };
        if is_search_wish(&request) {
            running.unsent.retain(|older| !is_search_wish(older));
        }
        running.unsent.push(request);
        running.send_unsent();
    }

    /// Sends what sessions were too busy to take.
    pub(super) fn send_unsent(&mut self) {
        self.running.values_mut().for_each(Running::send_unsent);
    }

    /// Some session has not taken all that it was sent.
    pub(super) fn has_unsent(&self) -> bool {
        self.running.values().any(|running| !running.unsent.is_empty())
    }

    /// Ends a session in good order; its transcript is kept for a while.
    pub(super) fn end(&mut self, id: u64) {
        let Some(running) = self.running.remove(&id) else { return };
        if self.logs.len() >= MAX_LOGS {
            self.logs.pop_front();
        }
        self.logs.push_back((id, running.session.log()));
    }

    /// Ends the process of a session at once.
    pub(super) fn kill(&self, id: u64) {
        if let Some(running) = self.running.get(&id) {
            running.session.kill();
        }
    }

    /// The transcript of a session, also of one that has ended not long ago: the user may be about to
    /// save it.
    pub(super) fn log(&self, id: u64) -> Option<Arc<Log>> {
        let ended = self.logs.iter().find(|(known, _)| *known == id).map(|(_, log)| log);
        self.running.get(&id).map(|running| running.session.log()).or_else(|| ended.cloned())
    }

    /// Ends every session, and waits until all have ended or `limit` is over.
    pub(super) async fn shut_down(&mut self, limit: Duration) {
        let leaving = async {
            for running in self.running.values() {
                // One that does not take the request any more is gone or will be killed.
                let _gone = running.session.request(Request::Quit);
            }
            for running in self.running.values() {
                running.session.finished().await;
            }
        };
        let _late = tokio::time::timeout(limit, leaving).await;
        for running in self.running.values() {
            running.session.kill();
        }
        let gone = async {
            for running in self.running.values() {
                running.session.finished().await;
            }
        };
        let _late = tokio::time::timeout(limit, gone).await;
    }
}

/// It is about the running search: a newer one makes an older one pointless.
fn is_search_wish(request: &Request) -> bool {
    matches!(request, Request::Search(_) | Request::Stop | Request::Abandon | Request::PonderHit)
}
