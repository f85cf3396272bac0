//! The life of one session: start, dialogue, end, and the cause of the end.
//!
//! Does not know the dialogue; that is [`super::drive`].

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio::process::ChildStdin;
use tokio::sync::{Notify, watch};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::timeout;
use tracing::{Instrument as _, debug, info, warn};

use super::bad_start::{answered_otherwise, ended_at_once, not_started, wrong_protocol};
use super::conversation::{Conversation, Inbox as _, Wiring};
use super::drive::{End, Outcome, drive, now};
use super::log::{Direction, Log};
use super::outputs::Outputs;
use super::spawn::{self, Process, Started};
use super::{
    Exit, ExitCause, News, ProcessEnd, SessionEvent, StartFailure, Target, socket, tape, tcp,
};
use crate::protocol::{Client, Fault, Protocol};

/// Output written so shortly before an engine's end belongs to its end, even if lines were sent to
/// it meanwhile.
const RECENT: Duration = Duration::from_secs(2);
/// The time that the children of an engine that has ended may go on writing in its place, and that
/// an engine that has closed its output may take to exit.
const LINGER: Duration = Duration::from_millis(500);
/// The time that an engine may take to end on `SIGTERM`.
const TERM_GRACE: Duration = Duration::from_millis(500);
/// The time that a killed engine may take to go; it takes longer only if the system itself hangs.
const KILL_GRACE: Duration = Duration::from_secs(2);

/// The state that a session shares with its handle.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) log: Arc<Log>,
    pub(super) kill: Kill,
    /// The process's number; 0 before it has started.
    pub(super) process_id: AtomicU32,
}

/// The command to kill. It is permanent: it applies to whatever was being waited for, and to
/// whichever engine runs by now.
#[derive(Debug, Default)]
pub(super) struct Kill {
    is_ordered: AtomicBool,
    news: Notify,
}

impl Kill {
    pub(super) fn order(&self) {
        self.is_ordered.store(true, Ordering::Release);
        self.news.notify_one();
    }

    pub(super) fn is_ordered(&self) -> bool {
        self.is_ordered.load(Ordering::Acquire)
    }

    /// Waits for the command; returns at once if it was given.
    pub(super) async fn ordered(&self) {
        while !self.is_ordered() {
            self.news.notified().await;
        }
    }
}

impl Shared {
    /// Writes what the session itself decides or finds into the transcript.
    pub(super) fn note(&self, text: &str) {
        debug!("{text}");
        self.log.append(now(), Direction::Note, text);
    }

    /// Takes note of a process; `note` says what it is.
    pub(super) fn has_started(&self, process: &Process, note: &str) {
        self.log.append(now(), Direction::Note, note);
        info!(process = process.id(), "started: {note}");
        if let Some(id) = process.id() {
            self.process_id.store(id, Ordering::Relaxed);
        }
    }
}

/// Creates the client once the engine is there.
pub(super) type MakeClient = Box<dyn FnOnce(Instant) -> Box<dyn Client> + Send>;

/// All that a session needs to run.
pub(super) struct Life {
    pub(super) target: Target,
    /// The client's protocol, if known.
    pub(super) protocol: Option<Protocol>,
    pub(super) client: MakeClient,
    /// From the start of a process to its first line.
    pub(super) start_delay: Duration,
    /// The processor that a process is bound to.
    pub(super) processor: Option<u16>,
    pub(super) wiring: Wiring,
    pub(super) shared: Arc<Shared>,
    /// Dropped when nothing is left of the engine.
    pub(super) done: watch::Sender<()>,
}

impl Life {
    /// Runs the session from start to end.
    pub(super) async fn run(self) {
        let Self { target, protocol, client, start_delay, processor, wiring, shared, done } = self;
        let events = wiring.events.clone();
        let (mut exit, unsent) = match &target {
            Target::Command { command, dir, env } => {
                let start = || spawn::start(command, dir.as_deref(), env, processor);
                run_process((start, start_delay), client, wiring, &shared).await
            }
            Target::Tcp { command, dir, env, port, role } => {
                let dir = dir.as_deref();
                let program = tcp::Program { command, dir, env, port: *port, processor };
                tcp::run(program, *role, client, wiring, &shared).await
            }
            Target::Socket { address } => run_socket(address, client, wiring, &shared).await,
        };
        if let (ExitCause::BadHandshake(how), Some(protocol)) = (&exit.cause, protocol)
            && let Some(text) = wrong_protocol(protocol, how, &shared.log)
        {
            exit.cause = ExitCause::WrongProtocol(text);
        }
        let remark = match &exit.cause {
            // It was started and ended by itself.
            ExitCause::CouldNotStart(_) if exit.is_success() => {
                tape::end_note(&ExitCause::Crashed, exit.status)
            }
            ExitCause::CouldNotStart(reason) => reason.to_string(),
            cause => tape::end_note(cause, exit.status),
        };
        shared.log.append(now(), Direction::Note, &remark);
        match exit.cause {
            ExitCause::Asked => info!("{remark}"),
            _ => warn!(last_words = ?exit.reason(), "{remark}"),
        }
        drop(done);
        for event in unsent {
            if events.send(event).await.is_err() {
                return;
            }
        }
        let ended = SessionEvent { at: now(), what: News::Ended(exit) };
        // The receiver may be gone.
        drop(events.send(ended).await);
    }
}

/// Events not yet delivered to the owner.
pub(super) type Unsent = VecDeque<SessionEvent>;

/// A task that ends with its handle.
pub(super) struct Owned<T>(pub(super) JoinHandle<T>);

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The outcome of a dialogue.
enum Talk<R, W> {
    /// It came to an end.
    Over(Outcome<R, W>),
    /// It was cut off by [`super::Session::kill`].
    Killed,
    /// It was cut off because the process has ended and no known process holds its pipes.
    Left,
    /// Our own code panicked in it.
    Broken(String),
}

impl<R, W> From<Result<Outcome<R, W>, JoinError>> for Talk<R, W> {
    fn from(joined: Result<Outcome<R, W>, JoinError>) -> Self {
        match joined {
            Ok(outcome) => Self::Over(outcome),
            Err(error) => Self::Broken(error.to_string()),
        }
    }
}

impl<R, W> Talk<R, W> {
    /// The cause of the end. `went_by_itself`: the process had ended before it was told to.
    fn cause(&self, went_by_itself: bool) -> ExitCause {
        let outcome = match self {
            Self::Over(outcome) => outcome,
            Self::Killed => return ExitCause::Asked,
            Self::Left => return ExitCause::Crashed,
            Self::Broken(error) => {
                return ExitCause::BadOutput(format!("the program failed on its output: {error}"));
            }
        };
        match &outcome.end {
            End::Quit => ExitCause::Asked,
            End::Foreign(text) => ExitCause::WrongProtocol(text.clone()),
            End::Fault(Fault::Closed { .. }) | End::Deaf(_) if went_by_itself => ExitCause::Crashed,
            End::Fault(Fault::Closed { .. }) => ExitCause::ClosedOutput,
            End::Fault(fault @ Fault::Unsupported { .. }) => {
                ExitCause::CannotPlay(fault.to_string())
            }
            End::Fault(fault) if !outcome.was_ready => ExitCause::BadHandshake(fault.to_string()),
            End::Fault(fault @ Fault::Timeout { .. }) => ExitCause::Stalled(fault.to_string()),
            End::Fault(fault @ Fault::Unready { .. }) => ExitCause::BadOutput(fault.to_string()),
            End::Deaf(how) => ExitCause::Stalled((*how).to_owned()),
            End::Restart => ExitCause::Stalled("had to be started again, and was not".to_owned()),
        }
    }

    /// Takes what continues with another engine, if the client wants one.
    fn take_interrupted(&mut self) -> Option<Box<Conversation>> {
        match self {
            Self::Over(outcome) => outcome.interrupted.take(),
            Self::Killed | Self::Left | Self::Broken(_) => None,
        }
    }

    /// The engine ended before it was ready, as reported by a client that knows.
    fn never_began(&self) -> bool {
        match self {
            Self::Over(outcome) => outcome.tells_ready && !outcome.was_ready,
            Self::Killed | Self::Left | Self::Broken(_) => false,
        }
    }

    /// The engine did not answer in time.
    fn timed_out(&self) -> bool {
        matches!(self, Self::Over(Outcome { end: End::Fault(Fault::Timeout { .. }), .. }))
    }

    fn into_unsent(self) -> VecDeque<SessionEvent> {
        match self {
            Self::Over(outcome) => outcome.unsent,
            Self::Killed | Self::Left | Self::Broken(_) => VecDeque::new(),
        }
    }
}

/// Runs the engine, and replaces it by another one whenever the client wants that.
async fn run_process(
    (start, delay): (impl Fn() -> Result<Started, StartFailure>, Duration),
    client: MakeClient,
    wiring: Wiring,
    shared: &Shared,
) -> (Exit, Unsent) {
    let mut started = match begin(&start, delay, shared).await {
        Ok(started) => started,
        Err(reason) => return (not_started(reason), VecDeque::new()),
    };
    let mut conversation = Conversation::new(client(now()), wiring);
    loop {
        let Started { process, stdin, stdout, stderr, note: _ } = started;
        let outputs = Outputs::default();
        let draining = outputs.drain_heard(stderr, &shared.log, conversation.listen_to_errors());
        let engine = RunningEngine { process, outputs, draining: vec![draining], stdin: None };
        conversation = match host(engine, stdout, stdin, conversation, shared).await {
            Hosted::Over(exit, unsent) => return (exit, unsent),
            Hosted::Interrupted(conversation) => *conversation,
        };
        shared.note("RESTART: interrupted by the program");
        started = match begin(&start, delay, shared).await {
            Ok(started) => started,
            Err(reason) => return (not_started(reason), conversation.into_unsent()),
        };
    }
}

/// Starts a process, and waits until it may get its first line.
async fn begin(
    start: impl Fn() -> Result<Started, StartFailure>,
    delay: Duration,
    shared: &Shared,
) -> Result<Started, StartFailure> {
    let started = start()?;
    shared.has_started(&started.process, &started.note);
    if !delay.is_zero() {
        shared.note(&format!("WAIT {} s before the first line", delay.as_secs_f64()));
        tokio::select! {
            biased;
            () = shared.kill.ordered() => {}
            () = tokio::time::sleep(delay) => {}
        }
    }
    Ok(started)
}

/// The outcome with one engine.
pub(super) enum Hosted {
    /// The session is over.
    Over(Exit, Unsent),
    /// The client wants another engine.
    Interrupted(Box<Conversation>),
}

/// A running engine, without the connection to it.
pub(super) struct RunningEngine {
    pub(super) process: Process,
    pub(super) outputs: Outputs,
    /// The tasks that drain its outputs.
    pub(super) draining: Vec<Owned<()>>,
    /// Its input, if the dialogue does not use it: some engines exit at its end.
    pub(super) stdin: Option<ChildStdin>,
}

impl RunningEngine {
    /// The last lines that it wrote outside the dialogue, not older than `oldest`; it has ended, or
    /// was killed.
    pub(super) async fn last_words(mut self, oldest: Option<Instant>) -> Vec<String> {
        self.process.kill();
        drop(self.stdin.take());
        // The group is dead, so the pipes are closed; unless a child has left the group with them.
        let flowing = async {
            for draining in &mut self.draining {
                drop((&mut draining.0).await);
            }
        };
        drop(timeout(LINGER, flowing).await);
        self.outputs.take(oldest)
    }
}

/// Talks to a running engine until it or the dialogue ends.
pub(super) async fn host<R, W>(
    mut engine: RunningEngine,
    reader: R,
    writer: W,
    conversation: Conversation,
    shared: &Shared,
) -> Hosted
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let mut talking = Owned(tokio::spawn(drive(conversation, reader, writer).in_current_span()));
    let process = &mut engine.process;
    let (mut talk, ended) = watch(&mut talking.0, process, &shared.kill).await;
    let went_by_itself;
    let status = match ended {
        Some(status) => {
            went_by_itself = true;
            status
        }
        None => {
            let status;
            (status, went_by_itself) = wind_down(process, &mut talk, &shared.kill).await;
            status
        }
    };
    // Its earlier complaints did not end it.
    let recent = now().checked_sub(RECENT);
    let oldest = shared.log.last_sent().min(recent).filter(|_| went_by_itself);
    let stderr = engine.last_words(oldest).await;
    let exit = Exit { cause: talk.cause(went_by_itself), status, stderr };
    let exit = match talk.never_began() {
        true if talk.timed_out() => answered_otherwise(exit, &shared.log),
        true => ended_at_once(exit, &shared.log),
        false => exit,
    };
    match talk.take_interrupted() {
        Some(conversation) if shared.kill.is_ordered() => {
            let exit = Exit { cause: ExitCause::Asked, ..exit };
            Hosted::Over(exit, conversation.into_unsent())
        }
        Some(conversation) => Hosted::Interrupted(conversation),
        None => Hosted::Over(exit, talk.into_unsent()),
    }
}

/// Waits for the end of the dialogue or of the process, or for the command to kill; returns how the
/// process ended if it did.
async fn watch<R, W>(
    talking: &mut JoinHandle<Outcome<R, W>>,
    process: &mut Process,
    kill: &Kill,
) -> (Talk<R, W>, Option<ProcessEnd>) {
    let status = tokio::select! {
        biased;
        joined = &mut *talking => return (joined.into(), None),
        () = kill.ordered() => {
            // The process is killed before its pipes are closed, since that may end it.
            info!(process = process.id(), "killed on request");
            process.kill();
            return (cut_off(talking, Talk::Killed).await, None);
        }
        status = process.wait() => status,
    };
    // Its output can still be read; and children may go on writing in its place for a while.
    if let Ok(joined) = timeout(LINGER, &mut *talking).await {
        return (joined.into(), Some(status));
    }
    process.kill();
    let talk = match timeout(LINGER, &mut *talking).await {
        Ok(joined) => joined.into(),
        Err(_) => cut_off(talking, Talk::Left).await,
    };
    (talk, Some(status))
}

/// Ends the dialogue's task; it reports nothing afterwards.
async fn cut_off<R, W>(
    talking: &mut JoinHandle<Outcome<R, W>>,
    otherwise: Talk<R, W>,
) -> Talk<R, W> {
    talking.abort();
    match talking.await {
        Ok(outcome) => Talk::Over(outcome),
        Err(_) => otherwise,
    }
}

/// Ends the process, gently or by force depending on the dialogue; returns how it ended, and
/// whether by itself.
async fn wind_down<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    process: &mut Process,
    talk: &mut Talk<R, W>,
    kill: &Kill,
) -> (ProcessEnd, bool) {
    let mut ended = None;
    if let Talk::Over(outcome) = talk {
        ended = tokio::select! {
            biased;
            () = kill.ordered() => None,
            status = end_gently(process, outcome) => status,
        };
    }
    if let Some(status) = ended {
        return (status, true);
    }
    (put_down(process).await, false)
}

/// Kills the process with all its children; returns how it ended.
pub(super) async fn put_down(process: &mut Process) -> ProcessEnd {
    info!(process = process.id(), "killed with all its children");
    process.kill();
    let status = timeout(KILL_GRACE, process.wait()).await;
    status.unwrap_or(ProcessEnd::Undying)
}

/// Gives the process time to end by itself.
async fn end_gently<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    process: &mut Process,
    outcome: &mut Outcome<R, W>,
) -> Option<ProcessEnd> {
    match &outcome.end {
        End::Quit => {}
        // It may be dying, with only its output closed so far.
        End::Fault(Fault::Closed { .. }) => {
            return timeout(outcome.linger.max(LINGER), process.wait()).await.ok();
        }
        End::Fault(_) | End::Deaf(_) | End::Foreign(_) | End::Restart => return None,
    }
    outcome.outbox.close();
    let left = outcome.quit_by.map(|by| by.saturating_duration_since(now())).unwrap_or_default();
    let ending = async {
        if let Ok(status) = timeout(left.max(LINGER), process.wait()).await {
            return Some(status);
        }
        warn!("it has not ended in time: it is asked to terminate");
        process.terminate();
        timeout(TERM_GRACE, process.wait()).await.ok()
    };
    tokio::select! {
        biased;
        status = ending => status,
        // An engine that is blocked on its output may never read `quit`.
        () = read_away(&mut outcome.reader) => None,
    }
}

/// Reads to the end and beyond: never returns.
async fn read_away<R: AsyncRead + Unpin>(reader: &mut Option<R>) {
    let mut chunk = [0; 4096];
    while let Some(open) = reader {
        if !matches!(open.read(&mut chunk).await, Ok(n_bytes) if n_bytes > 0) {
            *reader = None;
        }
    }
    pending().await
}

async fn run_socket(
    address: &str,
    client: MakeClient,
    mut wiring: Wiring,
    shared: &Shared,
) -> (Exit, Unsent) {
    shared.note(&format!("CONNECT {address}"));
    let exit = |cause| Exit { cause, status: ProcessEnd::NoProcess, stderr: Vec::new() };
    let connecting = socket::connect(address, wiring.reach);
    let mut stream = tokio::select! {
        biased;
        () = shared.kill.ordered() => return (exit(ExitCause::Asked), VecDeque::new()),
        () = wiring.wait_for_quit() => return (exit(ExitCause::Asked), VecDeque::new()),
        connected = connecting => match connected {
            Ok(stream) => stream,
            Err(reason) => return (not_started(reason), VecDeque::new()),
        },
    };
    let mut conversation = Conversation::new(client(now()), wiring);
    loop {
        let (reader, writer) = stream.into_split();
        let mut talking =
            Owned(tokio::spawn(drive(conversation, reader, writer).in_current_span()));
        let mut talk: Talk<_, _> = tokio::select! {
            biased;
            joined = &mut talking.0 => joined.into(),
            () = shared.kill.ordered() => cut_off(&mut talking.0, Talk::Killed).await,
        };
        let Some(interrupted) = talk.take_interrupted() else {
            return (exit(talk.cause(false)), talk.into_unsent());
        };
        // Dropping it closes the old connection.
        drop(talk);
        conversation = *interrupted;
        // The connection is the engine: another connection is another engine.
        shared.note(&format!("RESTART: CONNECT {address}"));
        stream = tokio::select! {
            biased;
            () = shared.kill.ordered() => {
                return (exit(ExitCause::Asked), conversation.into_unsent());
            }
            connected = socket::connect(address, conversation.start_deadline()) => match connected {
                Ok(stream) => stream,
                Err(reason) => return (not_started(reason), conversation.into_unsent()),
            },
        };
    }
}
