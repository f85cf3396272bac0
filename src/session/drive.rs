//! One dialogue: a protocol client between the two halves of a connection and its owner.
//!
//! Knows no process, no socket and no word of a protocol, and does not decide how the engine is
//! ended: it reports why the dialogue is over.
//!
//! Everything is polled in one task, and nothing in it waits for anything else: an engine that
//! does not read keeps neither its output from being read nor its deadline from passing, and the
//! answer to a line is written in the same turn in which the line was read. Two tasks with a queue
//! between them would cost a wake-up for every line.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio::time::{self, Sleep};
use tracing::{debug, info, warn};

use super::SessionEvent;
use super::conversation::{Conversation, ErrorLine, Phase};
use super::log::{Direction, Log};
use super::outbox::Outbox;
use super::report::Reporter;
use crate::io_words::io_reason;
use crate::protocol::{
    Answer, Client, Deadlines, Event, Fault, Limits, LineDecoder, Listener, Request,
};

/// Bytes of a line; the longest useful one is a game with its history.
pub(super) const MAX_LINE: usize = 1 << 16;
/// The size of a pipe.
const CHUNK: usize = 1 << 16;
/// After a chunk of this size, other work gets its turn.
const LARGE_CHUNK: usize = 1 << 14;
/// The time that an engine which closed its input has to say why, or to exit.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// The share of the quit deadline that an engine which has closed its output may take to end: 0.5 s
/// of the usual 5 s.
const LINGER_SHARE: u32 = 10;
/// Lines of error output after which other work gets its turn: within the runtime's budget for a
/// task, something must be left for writing and for deadlines.
const MAX_ERRORS_A_TURN: usize = 32;
/// Time between two calls of a client whose deadline does not move.
const MIN_PAUSE: Duration = Duration::from_millis(1);

/// The reason why a dialogue is over.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum End {
    /// The session is no longer wanted, and the engine has been told to quit.
    Quit,
    /// The client gave up.
    Fault(Fault),
    /// It speaks another protocol than the client; the text says which.
    Foreign(String),
    /// The engine does not take what is written; the text says how.
    Deaf(&'static str),
    /// The client wants a newly started engine ([`Client::poll_restart`]).
    Restart,
}

/// The end of a dialogue, and what is left of it.
pub(super) struct Outcome<R, W> {
    pub(super) end: End,
    /// The client reports the end of the handshake.
    pub(super) tells_ready: bool,
    /// The handshake was over.
    pub(super) was_ready: bool,
    /// Events not yet delivered to the owner.
    pub(super) unsent: VecDeque<SessionEvent>,
    /// For draining what the engine still writes; `None` after the end of its output.
    pub(super) reader: Option<R>,
    /// For keeping the engine's input open: most engines exit at its end, and the evidence of
    /// the fault is lost with them.
    pub(super) outbox: Outbox<W>,
    /// If the engine was asked to quit, or has announced its exit: the time by which it must exit.
    pub(super) quit_by: Option<Instant>,
    /// The time that an engine which has closed its output may take to exit.
    pub(super) linger: Duration,
    /// After [`End::Restart`]: what continues with the next engine.
    pub(super) interrupted: Option<Box<Conversation>>,
}

/// Holds a conversation until the dialogue with this engine is over.
///
/// It is over when the client says so, when the engine does not read its input, or when it is no
/// longer wanted: on [`Request::Quit`], or when the requests' sender or the events' receiver is
/// gone, the client is asked to quit, and after its last line the engine's input is closed (later
/// if the engine should answer).
pub(super) async fn drive<R, W>(conversation: Conversation, reader: R, writer: W) -> Outcome<R, W>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let Conversation { client, early, requests, reporter, log, deadlines, .. } = conversation;
    let Conversation { listener, tells_ready, phase, .. } = conversation;
    let framing = client.framing();
    let mut dialogue = Dialogue {
        client,
        reader: Some(reader),
        chunk: vec![0; CHUNK].into_boxed_slice(),
        decoder: LineDecoder::framed(MAX_LINE, framing),
        outbox: Outbox::new(writer),
        requests,
        reporter,
        errors: conversation.errors,
        log,
        deadlines,
        listener,
        timer: Box::pin(time::sleep(Duration::ZERO)),
        armed: None,
        not_before: None,
        tells_ready,
        phase,
        quit_by: None,
        last_words_by: None,
        end: None,
    };
    if conversation.was_interrupted {
        dialogue.client.handle_restart(now());
    }
    for request in early {
        dialogue.handle_request(request);
    }
    let end = poll_fn(|cx| dialogue.poll(cx)).await;
    dialogue.into_outcome(end)
}

/// The time by Tokio's clock, which tests can pause.
pub(super) fn now() -> Instant {
    time::Instant::now().into_std()
}

struct Dialogue<R, W> {
    client: Box<dyn Client>,
    /// `None` after the end of the output.
    reader: Option<R>,
    chunk: Box<[u8]>,
    decoder: LineDecoder,
    outbox: Outbox<W>,
    /// `None` when no request will come.
    requests: Option<mpsc::Receiver<Request>>,
    reporter: Reporter,
    /// The engine's error output, if the client wants it.
    errors: Option<mpsc::Receiver<ErrorLine>>,
    log: Arc<Log>,
    deadlines: Deadlines,
    /// Present until the engine is ready.
    listener: Option<Listener>,
    /// Set to `armed`, which is never later than the next deadline. A deadline that moves away, as
    /// with every answer, leaves it alone: waking once too early is cheaper than setting it again
    /// for every line.
    timer: Pin<Box<Sleep>>,
    armed: Option<Instant>,
    /// The client is not called for its deadline before this.
    not_before: Option<Instant>,
    tells_ready: bool,
    phase: Phase,
    /// The end of the wait for the engine's exit after a quit.
    quit_by: Option<Instant>,
    /// The end of the wait for the engine's exit after it closed its input.
    last_words_by: Option<Instant>,
    end: Option<End>,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Dialogue<R, W> {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<End> {
        // The client may want to send something before anything happens.
        self.drain_client(now());
        loop {
            let mut moved = self.poll_requests(cx);
            let n_read = self.poll_read(cx);
            moved |= n_read.is_some();
            moved |= self.poll_errors(cx);
            moved |= self.poll_backlog(cx);
            self.poll_write(cx);
            moved |= self.poll_timer(cx);
            self.check_halt();
            if let Some(end) = self.end.take() {
                // A failure does not matter here: the session was no longer wanted.
                let is_unwanted = self.quit_by.is_some();
                return Poll::Ready(if is_unwanted { End::Quit } else { self.judged(end) });
            }
            if !moved {
                return Poll::Pending;
            }
            if n_read.is_some_and(|n_bytes| LARGE_CHUNK <= n_bytes) {
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
        }
    }

    fn poll_requests(&mut self, cx: &mut Context<'_>) -> bool {
        let mut moved = false;
        while let Some(requests) = &mut self.requests {
            let Poll::Ready(request) = requests.poll_recv(cx) else { break };
            moved = true;
            self.handle_request(request.unwrap_or(Request::Quit));
        }
        moved
    }

    fn handle_request(&mut self, request: Request) {
        let at = now();
        if let (Request::Search(search), Some(listener)) = (&request, &mut self.listener)
            && let Some(limit) = shortest(&search.limits)
        {
            listener.expect_within(limit);
        }
        if request == Request::Quit {
            self.quit(at);
        } else {
            self.client.handle_request(request, at);
            self.drain_client(at);
        }
    }

    /// Asks the client to quit, once.
    fn quit(&mut self, at: Instant) {
        if self.quit_by.is_some() {
            return;
        }
        self.requests = None;
        self.quit_by = Some(at + self.deadlines.quit);
        self.client.handle_request(Request::Quit, at);
        self.drain_client(at);
    }

    /// Reads one chunk and passes every line of it to the client. Returns its size.
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Option<usize> {
        if self.reporter.is_full() {
            return None;
        }
        let mut chunk = ReadBuf::new(&mut self.chunk);
        let Poll::Ready(read) = Pin::new(self.reader.as_mut()?).poll_read(cx, &mut chunk) else {
            return None;
        };
        let at = now();
        let n_bytes = chunk.filled().len();
        if let Err(error) = read {
            self.log.append(at, Direction::Note, &format!("reading failed: {}", io_reason(&error)));
        }
        if n_bytes == 0 {
            self.decoder.finish();
            self.reader = None;
        } else {
            self.decoder.push(&self.chunk[..n_bytes]);
        }
        self.handle_lines(at);
        if self.reader.is_none() && self.end.is_none() {
            self.client.handle_eof(at);
            self.drain_client(at);
            self.end.get_or_insert(End::Fault(Fault::Closed { state: "talking" }));
        }
        self.reporter.settle(at);
        Some(n_bytes)
    }

    /// Delivers the waiting events to the owner, then those merged meanwhile.
    fn poll_backlog(&mut self, cx: &mut Context<'_>) -> bool {
        let handed_over = self.reporter.poll_backlog(cx);
        if handed_over {
            self.reporter.settle(now());
        }
        handed_over
    }

    /// Passes new lines of the error output to the client. Returns true if there were any.
    fn poll_errors(&mut self, cx: &mut Context<'_>) -> bool {
        let mut moved = false;
        for _ in 0..MAX_ERRORS_A_TURN {
            let Some(errors) = self.errors.as_mut().filter(|_| self.end.is_none()) else { break };
            let Poll::Ready(next) = errors.poll_recv(cx) else { break };
            moved = true;
            let Some((at, line)) = next else {
                self.errors = None;
                break;
            };
            self.client.handle_error_line(&line, at);
            self.drain_client(at);
            self.reporter.settle(at);
        }
        moved
    }

    fn handle_lines(&mut self, at: Instant) {
        while self.end.is_none() {
            let Some(line) = self.decoder.next_line() else { break };
            if line.unfinished {
                // The engine may have died in the middle of a number: the client does not get this
                // line, but the log has it.
                self.log.append_unfinished(at, &line.text);
                continue;
            }
            let logged = self.log.append(at, Direction::Received, &line.text);
            if let Some(listener) = &mut self.listener {
                listener.hear(&line.text, at);
            }
            self.client.handle_line(&line.text, at);
            let mut decisive = false;
            while let Some(event) = self.client.poll_event() {
                let (listener, phase) = (&mut self.listener, &mut self.phase);
                decisive |=
                    take_event(event, at, phase, &mut self.end, listener, &mut self.reporter);
            }
            if decisive && !logged {
                self.log.keep(at, Direction::Received, &line.text);
            }
            if self.phase == Phase::Ready {
                self.listener.take_if(|listener| !listener.is_in_doubt());
                self.listener.iter_mut().for_each(Listener::get_ready);
            }
            self.drain_transmit(at);
            self.check_restart();
        }
    }

    fn drain_client(&mut self, at: Instant) {
        while let Some(event) = self.client.poll_event() {
            let (phase, end) = (&mut self.phase, &mut self.end);
            take_event(event, at, phase, end, &mut self.listener, &mut self.reporter);
        }
        self.drain_transmit(at);
        self.check_restart();
    }

    fn check_restart(&mut self) {
        if self.client.poll_restart() {
            self.end.get_or_insert(End::Restart);
        }
    }

    fn drain_transmit(&mut self, at: Instant) {
        while let Some(line) = self.client.poll_transmit() {
            self.log.append(at, Direction::Sent, &line);
            self.listener.iter_mut().for_each(|listener| listener.tell(&line));
            if !self.outbox.push(&line) {
                self.end.get_or_insert(End::Deaf("does not read its input"));
            }
        }
    }

    fn poll_write(&mut self, cx: &mut Context<'_>) {
        match self.outbox.poll_write(cx, now) {
            Poll::Pending => return,
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => self.input_is_closed(&error),
        }
        if self.quit_by.is_some() && !self.client.answers_quit() {
            self.outbox.close();
        }
    }

    /// Usually the engine is dying: its last words and its exit say more than this.
    fn input_is_closed(&mut self, error: &io::Error) {
        let at = now();
        self.log.append(at, Direction::Note, &format!("writing failed: {}", io_reason(error)));
        self.outbox.close();
        self.last_words_by.get_or_insert(at + LAST_WORDS);
    }

    fn poll_timer(&mut self, cx: &mut Context<'_>) -> bool {
        let stuck_by = self.outbox.stuck_since().map(|since| since + self.deadlines.ready);
        let client_by =
            self.client.poll_timeout().map(|due| due.max(self.not_before.unwrap_or(due)));
        let foreign_by = self.listener.as_ref().and_then(Listener::poll_timeout);
        let own = [stuck_by, self.quit_by, self.last_words_by, foreign_by];
        let due = [client_by, self.reporter.due()].into_iter().chain(own);
        let Some(next) = due.flatten().min() else { return false };
        if self.armed.is_none_or(|armed| next < armed) {
            self.timer.as_mut().reset(next.into());
            self.armed = Some(next);
        }
        if self.timer.as_mut().poll(cx).is_pending() {
            return false;
        }
        self.armed = None;
        let at = now();
        let is_over = |deadline: Option<Instant>| deadline.is_some_and(|deadline| deadline <= at);
        if is_over(client_by) {
            self.client.handle_timeout(at);
            self.not_before = Some(at + MIN_PAUSE);
            self.drain_client(at);
        }
        if is_over(stuck_by) {
            self.end.get_or_insert(End::Deaf("does not read its input"));
        }
        if is_over(self.last_words_by) {
            self.end.get_or_insert(End::Deaf("closed its input"));
        }
        if is_over(foreign_by) {
            let found = self.listener.as_ref().and_then(Listener::finding);
            self.end = self.end.take().or(found.map(End::Foreign));
        }
        if is_over(self.quit_by) {
            self.end.get_or_insert(End::Quit);
        }
        self.reporter.settle(at);
        self.note_dropped(at);
        true
    }

    /// The same end, or the true cause if the dialogue explains the failure.
    fn judged(&self, end: End) -> End {
        let is_explained = match end {
            // If it is in doubt, the dialogue continues until the engine has answered.
            End::Fault(_) | End::Deaf(_) => true,
            End::Quit | End::Foreign(_) | End::Restart => false,
        };
        let found = self.listener.as_ref().filter(|_| is_explained).and_then(Listener::finding);
        found.map_or(end, End::Foreign)
    }

    /// What is left of the dialogue.
    fn into_outcome(mut self, end: End) -> Outcome<R, W> {
        let was_ready = self.phase == Phase::Ready;
        let (mut interrupted, mut unsent) = (None, VecDeque::new());
        if end == End::Restart {
            self.reporter.settle(now());
            interrupted = Some(Box::new(Conversation {
                client: self.client,
                early: Vec::new(),
                requests: self.requests,
                reporter: self.reporter,
                log: self.log,
                deadlines: self.deadlines,
                listener: self.listener,
                tells_ready: self.tells_ready,
                phase: self.phase,
                was_interrupted: true,
                errors: None,
            }));
        } else {
            unsent = self.reporter.into_rest();
        }
        let Self { reader, outbox, quit_by, deadlines, tells_ready, .. } = self;
        let quit_by = quit_by.or((end == End::Quit).then(|| now() + deadlines.quit));
        let linger = deadlines.quit / LINGER_SHARE;
        Outcome {
            end,
            tells_ready,
            was_ready,
            unsent,
            reader,
            outbox,
            quit_by,
            linger,
            interrupted,
        }
    }

    fn note_dropped(&mut self, at: Instant) {
        let n_dropped = self.reporter.take_dropped();
        if n_dropped > 0 {
            let note = format!("{n_dropped} remarks of the engine were not passed on");
            self.log.append(at, Direction::Note, &note);
        }
    }

    fn check_halt(&mut self) {
        if self.reporter.is_unheard() {
            self.quit(now());
        }
    }
}

/// The time limit of a search.
fn shortest(limits: &Limits) -> Option<Duration> {
    let clock = limits.clocks.map(|[own, _]| own.main + own.increment);
    limits.move_time.into_iter().chain(clock).min()
}

/// What the client decides by itself, for the program's own log: clients have no side effects.
fn trace_decision(event: &Event) {
    const PROTOCOL: &str = "quintet::protocol";
    match event {
        Event::Deviation(what) => debug!(target: PROTOCOL, "deviation: {what}"),
        Event::Refused(refusal) => {
            info!(target: PROTOCOL, search = refusal.search.0, "refused: {refusal}");
        }
        Event::Fault(fault) => warn!(target: PROTOCOL, "gave up: {fault}"),
        Event::Restarting => info!(target: PROTOCOL, "has to be started again to end its search"),
        Event::Restarted(_) => info!(target: PROTOCOL, "was started again and is ready"),
        Event::Ready { .. } => debug!(target: PROTOCOL, "ready"),
        Event::Capabilities(_)
        | Event::Renamed(_)
        | Event::Info(_)
        | Event::Started(_)
        | Event::Answer(_)
        | Event::Ended(_)
        | Event::GameState { .. }
        | Event::ValidMoves { .. }
        | Event::Status(_)
        | Event::DrawOffered
        | Event::Remark { .. }
        | Event::Chatter(_)
        | Event::Complaint(_)
        | Event::Closed => {}
    }
}

/// Passes an event on and notes what it means for the dialogue. Returns whether it was decisive.
fn take_event(
    event: Event,
    at: Instant,
    phase: &mut Phase,
    end: &mut Option<End>,
    listener: &mut Option<Listener>,
    reporter: &mut Reporter,
) -> bool {
    trace_decision(&event);
    match &event {
        // The engine is ready because of words that mean something in both protocols, and it used
        // no words that only the right one has.
        Event::Ready { .. } if let Some(found) = listener.as_ref().and_then(Listener::finding) => {
            end.get_or_insert(End::Foreign(found));
            return true;
        }
        Event::Ready { .. } => *phase = Phase::Ready,
        Event::Closed => {
            end.get_or_insert(End::Quit);
        }
        Event::Fault(fault) => {
            end.get_or_insert(End::Fault(fault.clone()));
        }
        // The client understood it, so the protocol is right.
        Event::Info(_) | Event::Answer(Answer { mv: Some(_), .. }) => *listener = None,
        Event::Capabilities(_)
        | Event::Renamed(_)
        | Event::Started(_)
        | Event::Answer(_)
        | Event::Ended(_)
        | Event::Refused(_)
        | Event::Restarting
        | Event::Restarted(_)
        | Event::GameState { .. }
        | Event::ValidMoves { .. }
        | Event::Status(_)
        | Event::DrawOffered
        | Event::Remark { .. }
        | Event::Deviation(_)
        | Event::Chatter(_)
        | Event::Complaint(_) => {}
    }
    reporter.report(event, at)
}
