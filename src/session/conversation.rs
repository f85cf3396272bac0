//! The client's side of a dialogue: what it has besides the engine, and what outlives one engine.
//!
//! Reads and writes nothing; that is [`super::drive`].

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::SessionEvent;
use super::log::Log;
use super::report::Reporter;
use crate::protocol::{Client, Deadlines, Listener, Request};

/// Requests kept while a connection is being made.
const MAX_EARLY: usize = 256;
/// Lines of error output that may wait for the client; further lines go only into the log.
const MAX_ERROR_LINES: usize = 256;

/// A line of the engine's error output and when it was read.
pub(super) type ErrorLine = (Instant, String);

/// The client's side of a dialogue, which may outlive the engine.
pub(super) struct Conversation {
    pub(super) client: Box<dyn Client>,
    pub(super) early: Vec<Request>,
    /// `None` when no request will come.
    pub(super) requests: Option<mpsc::Receiver<Request>>,
    pub(super) reporter: Reporter,
    pub(super) log: Arc<Log>,
    pub(super) deadlines: Deadlines,
    pub(super) listener: Option<Listener>,
    pub(super) tells_ready: bool,
    pub(super) phase: Phase,
    /// It began with another engine.
    pub(super) was_interrupted: bool,
    pub(super) errors: Option<mpsc::Receiver<ErrorLine>>,
}

impl Conversation {
    pub(super) fn new(client: Box<dyn Client>, wiring: Wiring) -> Self {
        Self {
            client,
            early: wiring.early,
            requests: Some(wiring.requests),
            reporter: Reporter::new(wiring.events),
            log: wiring.log,
            deadlines: wiring.deadlines,
            tells_ready: wiring.listener.is_some(),
            listener: wiring.listener,
            phase: Phase::Starting,
            was_interrupted: false,
            errors: None,
        }
    }

    /// The receiver of the engine's error output, if the client wants it.
    pub(super) fn listen_to_errors(&mut self) -> Option<mpsc::Sender<ErrorLine>> {
        if !self.client.hears_errors() {
            return None;
        }
        let (lines, errors) = mpsc::channel(MAX_ERROR_LINES);
        self.errors = Some(errors);
        Some(lines)
    }

    /// The time that the engine may take to start.
    pub(super) fn start_deadline(&self) -> Duration {
        self.deadlines.start
    }

    /// The owner's part, if there will be no other engine.
    pub(super) fn into_unsent(self) -> VecDeque<SessionEvent> {
        self.reporter.into_rest()
    }
}

/// How far a conversation is with the handshake.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Phase {
    Starting,
    Ready,
}

/// The other connections of a dialogue besides the engine.
pub(super) struct Wiring {
    /// Requests that came before there was a connection.
    pub(super) early: Vec<Request>,
    pub(super) requests: mpsc::Receiver<Request>,
    pub(super) events: mpsc::Sender<SessionEvent>,
    pub(super) log: Arc<Log>,
    pub(super) deadlines: Deadlines,
    /// The longest time for reaching a socket.
    pub(super) reach: Duration,
    /// Detects whether the engine speaks another protocol, if the expected one is known.
    pub(super) listener: Option<Listener>,
}

/// Keeps the requests that come while there is no engine.
pub(super) trait Inbox: Send {
    /// Waits until the session is no longer wanted.
    fn wait_for_quit(&mut self) -> impl Future<Output = ()> + Send;
}

impl Inbox for Wiring {
    async fn wait_for_quit(&mut self) {
        keep_until_quit(&mut self.early, &mut self.requests).await;
    }
}

impl Inbox for Conversation {
    async fn wait_for_quit(&mut self) {
        if let Some(requests) = &mut self.requests {
            keep_until_quit(&mut self.early, requests).await;
        }
    }
}

async fn keep_until_quit(early: &mut Vec<Request>, requests: &mut mpsc::Receiver<Request>) {
    while early.len() < MAX_EARLY {
        match requests.recv().await {
            Some(Request::Quit) | None => return,
            Some(request) => early.push(request),
        }
    }
    pending().await
}
