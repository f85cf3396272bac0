//! Sessions: an engine's process or socket, driven through its protocol client.
//!
//! Knows bytes, processes, sockets and deadlines, but no word of a protocol and no rule.

mod affinity;
mod bad_start;
mod conversation;
mod drive;
mod guard;
mod last_words;
mod log;
mod opener;
mod outbox;
mod outputs;
mod process_end;
mod report;
mod run;
mod socket;
mod spawn;
mod start_failure;
mod state;
mod tape;
mod tcp;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};
use tracing::{Instrument as _, error_span};

pub use affinity::{n_processors, processors};
pub use guard::{guard, guard_engines_with};
pub use last_words::reason_in;
pub use log::{Direction, Log, LogLine};
pub use opener::{OPENER, open_with};
pub use process_end::{NoProcessEnd, ProcessEnd};
pub use start_failure::StartFailure;
pub use state::SessionState;
pub use tape::{LineMatch, Part, Replay, Tape, TapeEnd, TapeError, TapeLine};

use crate::protocol::{Client, ClientConfig, Deadlines, Event, Info, Listener, Protocol, Request};

/// Requests that may wait for a session. It takes them immediately; they pile up only on a heavily
/// loaded machine.
const MAX_REQUESTS: usize = 64;
/// Events that may wait for their reader before further ones are merged.
const MAX_EVENTS: usize = 256;

/// Returns how many programs want each processor at the moment, as `store::crowding`: an engine may
/// take so many times longer than on an idle machine.
pub type Crowding = fn() -> f64;

/// Returns how long each thread of a process has waited for a processor since it began, by the
/// thread's number, as `store::waits`; empty if that is unknown.
pub type Waits = fn(u32) -> Vec<(u32, Duration)>;

/// The largest factor by which time limits grow on a crowded machine.
pub const MOST_SLACK: f64 = 8.0;

/// The target of the span that names the engine in the program's own log (`QUINTET_LOG`), of
/// whatever part the lines are asked for.
pub const ENGINE: &str = "quintet::engine";

/// The share of the start deadline for which the session waits for the right answer after an engine
/// has shown another protocol: 2 s of the usual 30 s.
const FOREIGN_SHARE: u32 = 15;

/// A running session: the handle of its owner.
///
/// The engine's process (or connection) is started, driven and ended by tasks of its own. Dropping
/// the handle ends the session cleanly in the background: `quit`, the end of its input, the
/// protocol's quit deadline, `SIGTERM` and `SIGKILL` to the whole process group. If there is no
/// time for that, call [`Session::kill`]. When the runtime ends first, the process group is killed
/// at once.
#[derive(Debug)]
pub struct Session {
    requests: mpsc::Sender<Request>,
    shared: Arc<run::Shared>,
    done: watch::Receiver<()>,
}

/// A request that was not taken.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// The session is over or ending.
    #[error("the session is over")]
    Gone,
    /// Too many requests are waiting; the machine is under great load.
    #[error("the session is too busy to take a request")]
    Busy,
}

impl Session {
    /// Starts a session. Must be called in a tokio runtime with IO and time enabled.
    ///
    /// Never fails: a failure is reported as [`News::Ended`], which is the last event of
    /// every session. The receiver should be read: while it is full news of a search is merged
    /// further, decisive events wait, and after a thousand of those the engine waits too.
    #[must_use]
    pub fn start(launch: Launch) -> (Self, mpsc::Receiver<SessionEvent>) {
        let Launch { target, protocol, config } = launch;
        let pace = Pace {
            deadlines: Deadlines::unattended(&config),
            reach: config.reach,
            start_delay: config.start_delay,
            processor: config.processor,
        };
        let _engine = error_span!(target: ENGINE, "engine", name = config.name).entered();
        let client = move |now| protocol.client(&config, now);
        Self::start_life(target, pace, Some(protocol), Box::new(client))
    }

    /// Does the same as [`Session::start`] with the caller's client, created when the engine has
    /// been started or reached; `deadlines` has the time limits that the client does not keep
    /// itself.
    #[must_use]
    pub fn start_with(
        target: Target,
        deadlines: Deadlines,
        client: impl FnOnce(Instant) -> Box<dyn Client> + Send + 'static,
    ) -> (Self, mpsc::Receiver<SessionEvent>) {
        let pace = Pace { deadlines, reach: None, start_delay: Duration::ZERO, processor: None };
        Self::start_life(target, pace, None, Box::new(client))
    }

    fn start_life(
        target: Target,
        pace: Pace,
        protocol: Option<Protocol>,
        client: run::MakeClient,
    ) -> (Self, mpsc::Receiver<SessionEvent>) {
        let Pace { deadlines, reach, start_delay, processor } = pace;
        let (requests, requests_rx) = mpsc::channel(MAX_REQUESTS);
        let (events, events_rx) = mpsc::channel(MAX_EVENTS);
        let (done_tx, done) = watch::channel(());
        let grace = deadlines.start / FOREIGN_SHARE;
        let shared = Arc::new(run::Shared {
            log: Arc::new(Log::new(drive::now())),
            kill: run::Kill::default(),
            process_id: AtomicU32::new(0),
        });
        let life = run::Life {
            target,
            protocol,
            client,
            start_delay,
            processor,
            wiring: conversation::Wiring {
                early: Vec::new(),
                requests: requests_rx,
                events,
                log: Arc::clone(&shared.log),
                deadlines,
                reach: reach.unwrap_or(deadlines.start),
                listener: protocol.map(|protocol| Listener::new(protocol, grace)),
            },
            shared: Arc::clone(&shared),
            done: done_tx,
        };
        tokio::spawn(life.run().in_current_span());
        (Self { requests, shared, done }, events_rx)
    }

    /// Sends a request; never blocks.
    ///
    /// # Errors
    ///
    /// When the session is over, or cannot take more for the moment.
    pub fn request(&self, request: Request) -> Result<(), RequestError> {
        self.requests.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) => RequestError::Busy,
            TrySendError::Closed(_) => RequestError::Gone,
        })
    }

    /// Kills the engine with all its children at once. The session ends as
    /// [`ExitCause::Asked`].
    pub fn kill(&self) {
        self.shared.kill.order();
    }

    /// The transcript; it lives on after the session.
    #[must_use]
    pub fn log(&self) -> Arc<Log> {
        Arc::clone(&self.shared.log)
    }

    /// Number of the engine's process (and of its group, on Unix), once it has started; of the last
    /// one if it was started more than once ([`TcpRole::Auto`], and engines that can only be
    /// interrupted by starting them again).
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        Some(self.shared.process_id.load(Ordering::Relaxed)).filter(|id| *id != 0)
    }

    /// Nothing is left of the engine.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.done.has_changed().is_err()
    }

    /// Waits until nothing is left of the engine's process or connection, whether or not the events
    /// are read. Ask for [`Request::Quit`] or [`Session::kill`] before.
    pub async fn finished(&self) {
        let mut done = self.done.clone();
        while done.changed().await.is_ok() {}
    }
}

/// The time that a session takes, and gives.
struct Pace {
    deadlines: Deadlines,
    /// The longest time for reaching a socket, if it is not that for the start.
    reach: Option<Duration>,
    /// From the start of a process to its first line.
    start_delay: Duration,
    /// The processor that its process is bound to.
    processor: Option<u16>,
}

/// The engine to start or to connect to.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The program or the address of the engine.
    pub target: Target,
    /// Its protocol.
    pub protocol: Protocol,
    /// The configuration of its client.
    pub config: ClientConfig,
}

/// The program or the address of an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Target {
    /// A program to start.
    Command {
        /// The program and its arguments; never empty.
        command: Vec<String>,
        /// Working directory; `None` is the folder of the program (most engines want their data
        /// files there), or the current one if the program is found through `PATH`.
        dir: Option<PathBuf>,
        /// Added to the environment.
        env: Vec<(String, String)>,
    },
    /// A program to start that talks over a socket of this machine, not through its pipes.
    Tcp {
        /// As in [`Target::Command`]; `{port}` in an argument stands for the port's number.
        command: Vec<String>,
        /// As in [`Target::Command`].
        dir: Option<PathBuf>,
        /// As in [`Target::Command`]; `{port}` as in the command.
        env: Vec<(String, String)>,
        /// The port; `None` takes a free one, so that engines and programs run side by side.
        port: Option<u16>,
        /// Which side listens.
        role: TcpRole,
    },
    /// A socket to connect to: `host:port`.
    Socket {
        /// The address.
        address: String,
    },
}

impl Target {
    /// The program that is started, and its arguments; `None` if there is only a connection.
    #[must_use]
    pub fn command(&self) -> Option<&[String]> {
        match self {
            Self::Command { command, .. } | Self::Tcp { command, .. } => Some(command),
            Self::Socket { .. } => None,
        }
    }

    /// The variables that are added to its environment; none if there is only a connection.
    #[must_use]
    pub fn env(&self) -> &[(String, String)] {
        match self {
            Self::Command { env, .. } | Self::Tcp { env, .. } => env,
            Self::Socket { .. } => &[],
        }
    }

    /// The folder that the program is started in, if it is not the program's own.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Command { dir, .. } | Self::Tcp { dir, .. } => dir.as_deref(),
            Self::Socket { .. } => None,
        }
    }

    /// The file of the program that is started, or its bare name if the system searches for it in
    /// `PATH`; `None` if there is only a connection.
    #[must_use]
    pub fn program(&self) -> Option<PathBuf> {
        let name = self.command()?.first()?;
        Some(spawn::locate(name, self.folder()).0)
    }
}

impl fmt::Display for Target {
    /// The command or the address, for display; a port that is chosen each time is `(any)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { command, .. } => f.write_str(&command.join(" ")),
            Self::Tcp { command, port, .. } => f.write_str(&with_port(command, *port)),
            Self::Socket { address } => f.write_str(address),
        }
    }
}

/// A command in words, with the port in the place of `{port}`: `(any)` if one is chosen each
/// time.
#[must_use]
pub fn with_port(command: &[String], port: Option<u16>) -> String {
    let port = port.map_or_else(|| "(any)".to_owned(), |port| port.to_string());
    command.join(" ").replace("{port}", &port)
}

/// Which side listens on the port that a program and its engine share; always on 127.0.0.1 only.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum TcpRole {
    /// The engine listens; it gets 10 s to do so.
    Connect,
    /// The program listens before it starts the engine, which has 10 s to connect.
    Listen,
    /// The engine may listen within 5 s; if it does not, or ends, it is started again with the
    /// program listening.
    #[default]
    Auto,
}

/// An event of a session, with the moment it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionEvent {
    /// When the line that caused it was read from the engine (or the deadline passed).
    pub at: Instant,
    /// What happened.
    pub what: News,
}

/// What a session reports.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Anything but `Info`, in order, never dropped.
    Event(Event),
    /// The newest `Info` of every line of analysis since the last report. The first one of a search
    /// comes at once, then at most 20 reports a second; the rest comes before the answer.
    Infos(Vec<Info>),
    /// The session is over; nothing follows.
    Ended(Exit),
}

/// The end of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// The cause.
    pub cause: ExitCause,
    /// The end of the process.
    pub status: ProcessEnd,
    /// The last lines the engine wrote on its error output before it ended: if it ended by itself,
    /// only those after the last line sent to it. For an engine that never got ready and wrote
    /// nothing there, the last lines of its output.
    pub stderr: Vec<String>,
}

impl Exit {
    /// The process ended cleanly, according to its exit code.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status.is_success()
    }

    /// The line of its last words that names why it ended: of a long output it is seldom the last
    /// one.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        reason_in(&self.stderr)
    }
}

/// The cause of a session's end, one case for each.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ExitCause {
    /// It was asked to.
    Asked,
    /// It could not be started or reached, or ended at once like a program that isn't an engine.
    CouldNotStart(StartFailure),
    /// The handshake failed; the text says how.
    BadHandshake(String),
    /// The handshake failed, and its lines belong to another protocol; the text names both.
    WrongProtocol(String),
    /// It has reported that it does not play the requested game; the text says what it plays.
    CannotPlay(String),
    /// The process ended, or another program killed it.
    Crashed,
    /// It closed its output but still runs.
    ClosedOutput,
    /// It did not answer within a deadline; the text says what was waited for.
    Stalled(String),
    /// Its output makes the dialogue impossible.
    BadOutput(String),
}
