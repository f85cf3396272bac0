//! Raw lines to and from an engine, with their times.
//!
//! Knows no protocol. A session does the work, driven by a client that understands nothing: it
//! passes every line on and sends what it is given.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::net::{TcpStream, lookup_host};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{sleep, timeout, timeout_at};

use crate::protocol::{Client, Deadlines, Event, Framing, Protocol, Request};
use crate::session::{
    Direction, Exit, ExitCause, Launch, News, ProcessEnd, RequestError, Session, SessionEvent,
};

/// Lines that may wait to be read; further lines of a flood are only counted.
const MAX_WAITING: usize = 8192;

/// How long to wait for an answer from the address.
const DIAL: Duration = Duration::from_secs(1);

/// Why it is useless to wait for this address: its machine refuses the connection, or its name is
/// unknown. `None` if neither is known within a moment.
pub(super) async fn refusal_of(address: &str) -> Option<&'static str> {
    let looked_up = timeout(DIAL, lookup_host(address)).await.ok()?;
    let Ok(addresses) = looked_up else {
        return Some("there is no machine of this name; correct the address");
    };
    let addresses: Vec<_> = addresses.collect();
    let dialled = timeout(DIAL, TcpStream::connect(&*addresses)).await.ok()?;
    let is_refused = dialled.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    is_refused.then_some("nothing listens there; start the engine first, or correct the address")
}

/// A line of the engine.
#[derive(Clone, Debug)]
pub(super) struct WireLine {
    /// When it was read.
    pub(super) at: Instant,
    /// Its output or its error output; a note when there is a connection.
    pub(super) direction: Direction,
    pub(super) text: String,
}

/// What came next.
#[derive(Debug)]
pub(super) enum Next {
    Line(WireLine),
    /// No line until the given moment.
    Silence,
    /// The engine's output is closed, and all of it was read.
    Closed,
}

/// A running engine. Dropping it kills the engine in the background.
#[derive(Debug)]
pub(super) struct Wire {
    session: Session,
    events: Receiver<SessionEvent>,
    received: Receiver<WireLine>,
    exit: Option<Exit>,
    shared: Arc<Shared>,
}

/// What the wire shares with the client at its other end.
#[derive(Debug, Default)]
struct Shared {
    /// Lines of the engine that were dropped for lack of room.
    n_lost: AtomicUsize,
    /// The engine was told to end: its input stays open meanwhile.
    is_told_to_end: AtomicBool,
    /// The engine was asked to close its output, and its process may exit later.
    may_leave: AtomicBool,
}

impl Wire {
    /// Starts the engine, or connects to it. `slack` is how many times longer everything may take,
    /// and `most_slack` the same for its end: for this time the session does not end an engine that
    /// was told to quit; otherwise its action would be taken for the engine's own.
    pub(super) fn open(launch: &Launch, slack: f64, most_slack: f64) -> Self {
        let framing = match launch.protocol {
            Protocol::Guide => Framing::ControlBytes,
            Protocol::Hub | Protocol::NBoard | Protocol::Uhp | Protocol::Ubgi => Framing::Lines,
        };
        let (sender, received) = mpsc::channel(MAX_WAITING);
        let shared = Arc::new(Shared::default());
        let of_tap = Arc::clone(&shared);
        let scale = launch.config.timeouts_scale;
        let quit = Deadlines::scaled(scale * most_slack).quit;
        let deadlines = Deadlines { quit, ..Deadlines::scaled(scale * slack) };
        let (session, events) =
            Session::start_with(launch.target.clone(), deadlines, move |now| -> Box<dyn Client> {
                let lines = VecDeque::new();
                let tap = Tap { framing, received: sender, lines, has_left: false, shared: of_tap };
                tap.record(Direction::Note, "the engine is there", now);
                Box::new(tap)
            });
        Self { session, events, received, exit: None, shared }
    }

    /// Sends a line; lines to an engine that has ended are lost. Returns false if it was not taken,
    /// because too much is waiting.
    pub(super) async fn send(&self, line: &str) -> bool {
        // The session takes requests whenever it runs.
        for _attempt in 0..100 {
            match self.session.request(Request::Raw(line.to_owned())) {
                Ok(()) | Err(RequestError::Gone) => return true,
                Err(RequestError::Busy) => sleep(Duration::from_millis(5)).await,
            }
        }
        false
    }

    /// How many lines were dropped since the last call.
    pub(super) fn take_n_lost(&mut self) -> usize {
        self.shared.n_lost.swap(0, Ordering::Relaxed)
    }

    /// The next line tells the engine to quit: when it then closes its output, its process gets as
    /// much time to exit as after the end of its input.
    pub(super) fn expect_leaving(&self) {
        self.shared.may_leave.store(true, Ordering::Relaxed);
    }

    /// The engine was told to quit, and may exit later after closing its output.
    pub(super) fn expect_end(&self) {
        self.shared.is_told_to_end.store(true, Ordering::Relaxed);
        self.end_input();
    }

    /// The engine was reached by waiting for it to connect.
    pub(super) fn has_listened(&self) -> bool {
        let log = self.session.log();
        let notes = log.tail(usize::MAX).into_iter();
        notes
            .filter(|line| line.direction == Direction::Note)
            .any(|line| line.text.starts_with("LISTEN "))
    }

    /// Closes the engine's input.
    pub(super) fn end_input(&self) {
        // If the session is over it is already closed.
        let (Ok(()) | Err(RequestError::Gone | RequestError::Busy)) =
            self.session.request(Request::Quit);
    }

    /// The next line, if one comes before `until`.
    pub(super) async fn next(&mut self, until: Instant) -> Next {
        match timeout_at(until.into(), self.received.recv()).await {
            Ok(Some(line)) => Next::Line(line),
            Ok(None) => Next::Closed,
            Err(_elapsed) => Next::Silence,
        }
    }

    /// Waits until the engine has written something, or is reached, or has ended, but not beyond
    /// the given moment. Takes no line.
    pub(super) async fn is_there(&self, until: Instant) -> bool {
        let there = async {
            while self.received.is_empty() && !self.received.is_closed() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout_at(until.into(), there).await.is_ok()
    }

    /// How the engine ended, if it does before `until`.
    pub(super) async fn exit(&mut self, until: Instant) -> Option<Exit> {
        while self.exit.is_none() {
            let next = tokio::select! {
                event = self.events.recv() => event,
                () = tokio::time::sleep_until(until.into()) => return None,
            };
            self.exit = match next {
                Some(SessionEvent { what: News::Ended(exit), .. }) => Some(exit),
                Some(SessionEvent { what: News::Event(_) | News::Infos(_), .. }) => None,
                // A session that ends without an event was dropped with its runtime.
                None => Some(Exit {
                    cause: ExitCause::Asked,
                    status: ProcessEnd::NoProcess,
                    stderr: Vec::new(),
                }),
            };
        }
        self.exit.clone()
    }

    /// Kills the engine with all its children and waits until nothing is left of it.
    pub(super) async fn kill(mut self) {
        self.session.kill();
        self.received.close();
        let events = &mut self.events;
        let reading = async { while events.recv().await.is_some() {} };
        // A process that cannot be killed is left to the system.
        let _gone = tokio::time::timeout(Duration::from_secs(5), reading).await;
    }
}

/// There is no wait for an engine that is no longer read.
impl Drop for Wire {
    fn drop(&mut self) {
        self.session.kill();
    }
}

/// A client that understands nothing.
#[derive(Debug)]
struct Tap {
    framing: Framing,
    received: Sender<WireLine>,
    lines: VecDeque<String>,
    /// It was told to quit, and has closed its output.
    has_left: bool,
    shared: Arc<Shared>,
}

impl Tap {
    fn record(&self, direction: Direction, line: &str, at: Instant) {
        let line = WireLine { at, direction, text: line.to_owned() };
        match self.received.try_send(line) {
            Ok(()) | Err(TrySendError::Closed(_)) => {}
            // A flood; the lines read so far suffice.
            Err(TrySendError::Full(_)) => {
                self.shared.n_lost.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

impl Client for Tap {
    /// [`Request::Quit`] sends nothing to the engine: the session then closes its input, unless the
    /// engine was told to quit before.
    fn handle_request(&mut self, request: Request, _now: Instant) {
        if let Request::Raw(line) = request {
            self.lines.push_back(line);
        }
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        self.record(Direction::Received, line, now);
    }

    fn handle_timeout(&mut self, _now: Instant) {}

    fn handle_eof(&mut self, _now: Instant) {
        self.has_left = self.shared.may_leave.load(Ordering::Relaxed);
    }

    fn poll_transmit(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    fn poll_event(&mut self) -> Option<Event> {
        std::mem::take(&mut self.has_left).then_some(Event::Closed)
    }

    fn poll_timeout(&self) -> Option<Instant> {
        None
    }

    fn framing(&self) -> Framing {
        self.framing
    }

    fn answers_quit(&self) -> bool {
        self.shared.is_told_to_end.load(Ordering::Relaxed)
    }

    fn hears_errors(&self) -> bool {
        true
    }

    fn handle_error_line(&mut self, line: &str, now: Instant) {
        self.record(Direction::Error, line, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tap(received: Sender<WireLine>, shared: &Arc<Shared>) -> Tap {
        let (framing, lines) = (Framing::Lines, VecDeque::new());
        Tap { framing, received, lines, has_left: false, shared: Arc::clone(shared) }
    }

    #[test]
    fn an_engine_that_may_leave_does_so_by_closing_its_output() {
        let (sender, _received) = mpsc::channel(2);
        let shared = Arc::new(Shared::default());
        let mut tap = tap(sender, &shared);
        tap.handle_eof(Instant::now());
        assert_eq!(tap.poll_event(), None, "it was not to leave");
        shared.may_leave.store(true, Ordering::Relaxed);
        tap.handle_eof(Instant::now());
        assert_eq!((tap.poll_event(), tap.poll_event()), (Some(Event::Closed), None));
    }

    #[test]
    fn lines_that_there_is_no_room_for_are_counted() {
        let (sender, mut received) = mpsc::channel(2);
        let shared = Arc::new(Shared::default());
        let mut tap = tap(sender, &shared);
        for line in ["a", "b", "c", "d", "e"] {
            tap.handle_line(line, Instant::now());
        }
        assert_eq!(shared.n_lost.load(Ordering::Relaxed), 3);
        assert_eq!(received.try_recv().map(|line| line.text).ok(), Some("a".to_owned()));
    }

    #[test]
    fn the_input_stays_open_where_the_engine_was_told_to_end() {
        let (sender, _received) = mpsc::channel(2);
        let shared = Arc::new(Shared::default());
        let tap = tap(sender, &shared);
        assert!(!tap.answers_quit());
        shared.is_told_to_end.store(true, Ordering::Relaxed);
        assert!(tap.answers_quit());
    }
}
