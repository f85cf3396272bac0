//! Starting an engine that talks over a socket of this machine, and the connection to it.
//!
//! Does not talk to it: once there is a connection, [`super::run`] takes over.

use std::collections::BTreeSet;
use std::future::ready;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::Ipv4Addr;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use super::bad_start::{no_engine, not_started};
use super::conversation::{Conversation, Inbox, Wiring};
use super::drive::now;
use super::outputs::Outputs;
use super::run::{Hosted, MakeClient, RunningEngine, Shared, Unsent, host, put_down};
use super::spawn::{self, Started};
use super::{Exit, ExitCause, ProcessEnd, StartFailure, TcpRole, socket};
use crate::io_words::io_reason;

/// The share of the start deadline for the connection: 10 s of the usual 30 s.
const CONNECT_SHARE: u32 = 3;
/// The share while it is unknown which side listens: 5 s.
const AUTO_SHARE: u32 = 6;

/// The number of tries for a taken port, or for another one in its place.
const PORT_TRIES: u32 = 3;
/// The time between two tries of the same port. An engine that was killed is gone by then.
const PORT_PAUSE: Duration = Duration::from_millis(500);

/// The program to start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program<'a> {
    pub(super) command: &'a [String],
    pub(super) dir: Option<&'a Path>,
    pub(super) processor: Option<u16>,
    pub(super) env: &'a [(String, String)],
    pub(super) port: Option<u16>,
}

/// Starts the engine, waits for the connection, and runs the session to its end; with another
/// engine whenever the client wants one.
pub(super) async fn run(
    program: Program<'_>,
    role: TcpRole,
    client: MakeClient,
    mut wiring: Wiring,
    shared: &Shared,
) -> (Exit, Unsent) {
    let start = wiring.deadlines.start;
    let mut reached = match program.reach(role, start, &mut wiring, shared).await {
        Ok(reached) => reached,
        Err(failure) => return (failure.exit(shared).await, Unsent::new()),
    };
    let mut conversation = Conversation::new(client(now()), wiring);
    loop {
        let Reached { role, engine, stream } = reached;
        let (reader, writer) = stream.into_split();
        conversation = match host(engine, reader, writer, conversation, shared).await {
            Hosted::Over(exit, unsent) => return (exit, unsent),
            Hosted::Interrupted(conversation) => *conversation,
        };
        shared.note("RESTART: interrupted by the program");
        reached = match program.reach(role, start, &mut conversation, shared).await {
            Ok(reached) => reached,
            Err(failure) => return (failure.exit(shared).await, conversation.into_unsent()),
        };
    }
}

/// A running engine and the connection to it.
struct Reached {
    /// The side that listened, if that was found out.
    role: TcpRole,
    engine: RunningEngine,
    stream: TcpStream,
}

/// The reason why there is no connection.
enum Failure {
    /// The session is no longer wanted.
    Asked(RunningEngine, ProcessEnd),
    /// The engine has ended, with this status.
    Died(RunningEngine, ProcessEnd),
    /// The engine was given up: the reason, and its status at the end.
    GivenUp(RunningEngine, String, ProcessEnd),
    /// There is no engine.
    NotStarted(StartFailure),
}

impl Failure {
    async fn exit(self, shared: &Shared) -> Exit {
        let (engine, cause, status) = match self {
            Self::Asked(engine, status) => (engine, ExitCause::Asked, status),
            Self::Died(engine, status) => (engine, ExitCause::Crashed, status),
            Self::GivenUp(engine, reason, status) => {
                (engine, ExitCause::CouldNotStart(StartFailure::Other(reason)), status)
            }
            Self::NotStarted(reason) => return not_started(reason),
        };
        let mut exit = Exit { cause, status, stderr: engine.last_words(None).await };
        if exit.cause == ExitCause::Crashed && exit.is_success() {
            exit.cause = ExitCause::CouldNotStart(no_engine(exit.status, &shared.log));
        }
        exit
    }
}

type Made = Result<(RunningEngine, TcpStream), Failure>;

impl Program<'_> {
    /// Starts it and waits for the connection; `start` is the time that it may take to start.
    async fn reach(
        self,
        role: TcpRole,
        start: Duration,
        inbox: &mut impl Inbox,
        shared: &Shared,
    ) -> Result<Reached, Failure> {
        let patience = start / CONNECT_SHARE;
        let (role, made) = match role {
            TcpRole::Connect => (role, self.connect(patience, inbox, shared).await),
            TcpRole::Listen => (role, self.listen(patience, inbox, shared).await),
            TcpRole::Auto => self.connect_or_listen(start, inbox, shared).await,
        };
        made.map(|(engine, stream)| Reached { role, engine, stream })
    }

    /// The engine listens. If it ends because another program has taken its port meanwhile, it is
    /// started again with another port.
    async fn connect(self, patience: Duration, inbox: &mut impl Inbox, shared: &Shared) -> Made {
        for _ in 1..PORT_TRIES {
            let reserved = self.reserve(shared).await.map_err(Failure::NotStarted)?;
            let port = reserved.port;
            match self.connect_at(port, patience, inbox, shared).await {
                Err(Failure::Died(engine, _)) if self.port.is_none() && is_taken(port) => {
                    engine.last_words(None).await;
                    let note = format!("port {port} was taken meanwhile; another one is tried");
                    shared.note(&note);
                }
                made => return made,
            }
        }
        let reserved = self.reserve(shared).await.map_err(Failure::NotStarted)?;
        self.connect_at(reserved.port, patience, inbox, shared).await
    }

    async fn connect_at(
        self,
        port: u16,
        patience: Duration,
        inbox: &mut impl Inbox,
        shared: &Shared,
    ) -> Made {
        let engine = self.start(port, shared).map_err(Failure::NotStarted)?;
        let connecting = async {
            match timeout(patience, keep_dialling(port)).await {
                Ok(stream) => Ok(stream),
                Err(_) => Err(format!("the engine did not listen on port {port} within {}", {
                    seconds(patience)
                })),
            }
        };
        wait(engine, connecting, inbox, shared).await
    }

    /// The program listens.
    async fn listen(self, patience: Duration, inbox: &mut impl Inbox, shared: &Shared) -> Made {
        let listener = bind(self.port.unwrap_or(0), shared).await.map_err(Failure::NotStarted)?;
        let port = listener.local_addr().map(|address| address.port());
        let port = port.map_err(|error| Failure::NotStarted(no_port(&error)))?;
        shared.note(&format!("LISTEN 127.0.0.1:{port}"));
        let engine = self.start(port, shared).map_err(Failure::NotStarted)?;
        let accepting = async {
            match timeout(patience, listener.accept()).await {
                Ok(Ok((stream, _))) => {
                    socket::set_up(&stream);
                    Ok(stream)
                }
                Ok(Err(error)) => {
                    Err(format!("could not be reached on port {port}: {}", io_reason(&error)))
                }
                Err(_) => Err(format!("the engine did not connect to port {port} within {}", {
                    seconds(patience)
                })),
            }
        };
        wait(engine, accepting, inbox, shared).await
    }

    /// Starts the engine as if it listened; if that fails, starts it again with the program
    /// listening.
    ///
    /// An engine that wants to connect finds no listener at first: it may wait, or exit. So only
    /// the exit of the second one counts.
    async fn connect_or_listen(
        self,
        start: Duration,
        inbox: &mut impl Inbox,
        shared: &Shared,
    ) -> (TcpRole, Made) {
        let why = match self.connect(start / AUTO_SHARE, inbox, shared).await {
            Err(Failure::Died(engine, status)) => {
                engine.last_words(None).await;
                format!("it ended ({status})")
            }
            Err(Failure::GivenUp(engine, reason, _)) => {
                engine.last_words(None).await;
                reason
            }
            made @ (Ok(_) | Err(Failure::Asked(..) | Failure::NotStarted(_))) => {
                return (TcpRole::Connect, made);
            }
        };
        let note = format!("{why}; it is started again, and this program listens");
        shared.note(&note);
        let made = self.listen(start / CONNECT_SHARE, inbox, shared).await;
        let made = made.map_err(|failure| match failure {
            Failure::GivenUp(engine, reason, status) => {
                let reason = format!("{reason}, nor did it listen itself");
                Failure::GivenUp(engine, reason, status)
            }
            other @ (Failure::Asked(..) | Failure::Died(..) | Failure::NotStarted(_)) => other,
        });
        (TcpRole::Listen, made)
    }

    /// Reserves a port on which the engine can listen.
    async fn reserve(self, shared: &Shared) -> Result<Reserved, StartFailure> {
        let Some(port) = self.port else { return Reserved::free() };
        // A program that already listens there would be taken for the engine. An engine that was
        // just restarted uses `SO_REUSEADDR`; otherwise it could not have been restarted.
        insist(port, shared, || ready(look_at(port, true))).await?;
        Ok(Reserved { port, is_ours: false })
    }

    fn start(self, port: u16, shared: &Shared) -> Result<RunningEngine, StartFailure> {
        let with_port = |text: &String| text.replace("{port}", &port.to_string());
        let command: Vec<String> = self.command.iter().map(with_port).collect();
        let env: Vec<(String, String)> =
            self.env.iter().map(|(name, value)| (name.clone(), with_port(value))).collect();
        let started = spawn::start(&command, self.dir, &env, self.processor)?;
        let Started { process, stdin, stdout, stderr, note } = started;
        shared.has_started(&process, &note);
        let outputs = Outputs::default();
        let draining = vec![outputs.drain(stdout, &shared.log), outputs.drain(stderr, &shared.log)];
        Ok(RunningEngine { process, outputs, draining, stdin: Some(stdin) })
    }
}

/// Waits for the connection, or for anything that makes it pointless.
async fn wait(
    mut engine: RunningEngine,
    connecting: impl Future<Output = Result<TcpStream, String>>,
    inbox: &mut impl Inbox,
    shared: &Shared,
) -> Made {
    let asked = async {
        tokio::select! {
            () = shared.kill.ordered() => {}
            () = inbox.wait_for_quit() => {}
        }
    };
    tokio::select! {
        biased;
        () = asked => {
            let status = put_down(&mut engine.process).await;
            Err(Failure::Asked(engine, status))
        }
        connected = connecting => match connected {
            Ok(stream) => Ok((engine, stream)),
            Err(reason) => {
                let status = put_down(&mut engine.process).await;
                Err(Failure::GivenUp(engine, reason, status))
            }
        },
        status = engine.process.wait() => Err(Failure::Died(engine, status)),
    }
}

async fn keep_dialling(port: u16) -> TcpStream {
    loop {
        if let Ok(stream) = socket::dial((Ipv4Addr::LOCALHOST, port)).await {
            return stream;
        }
        sleep(socket::PAUSE).await;
    }
}

async fn bind(port: u16, shared: &Shared) -> Result<TcpListener, StartFailure> {
    insist(port, shared, || TcpListener::bind((Ipv4Addr::LOCALHOST, port))).await
}

/// Takes a port that an exiting engine may still hold: several tries, with a pause between them.
///
/// # Errors
///
/// Returns a message for the user.
async fn insist<T, F>(port: u16, shared: &Shared, take: impl Fn() -> F) -> Result<T, StartFailure>
where
    F: Future<Output = io::Result<T>>,
{
    for _ in 1..PORT_TRIES {
        match take().await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                let pause = seconds(PORT_PAUSE);
                let note = format!("port {port} is in use; it is tried again in {pause}");
                shared.note(&note);
                tokio::select! {
                    () = shared.kill.ordered() => {}
                    () = sleep(PORT_PAUSE) => {}
                }
            }
            taken => return taken.map_err(|error| explain(port, &error)),
        }
    }
    take().await.map_err(|error| explain(port, &error))
}

fn no_port(error: &io::Error) -> StartFailure {
    StartFailure::Other(format!("no port: {}", io_reason(error)))
}

fn explain(port: u16, error: &io::Error) -> StartFailure {
    StartFailure::Other(match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {port} is in use by another program ({PORT_TRIES} tries); without `port` a free one \
             is chosen"
        ),
        _ => format!("port {port} cannot be used: {}", io_reason(error)),
    })
}

/// Another program listens on this port.
fn is_taken(port: u16) -> bool {
    look_at(port, true).is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse)
}

/// Listens on a port (0: on any) for a moment; returns its number. Fails if another program has it
/// and, unless it may be reused, if one had it a moment ago.
fn look_at(port: u16, may_be_reused: bool) -> io::Result<u16> {
    spawn::while_nothing_starts(|| {
        let socket = TcpSocket::new_v4()?;
        // On Windows this would allow two listeners at the same time.
        socket.set_reuseaddr(may_be_reused && cfg!(unix))?;
        socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
        Ok(socket.listen(1)?.local_addr()?.port())
    })
}

/// A port that was free, kept from the other sessions of this program until it is dropped.
struct Reserved {
    port: u16,
    is_ours: bool,
}

static RESERVED: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// Ports reserved for engines: no system assigns these by itself.
///
/// Between the check that a port is free and the moment when the engine listens on it, the system
/// may assign it to any outgoing connection of the machine. Linux takes those from 32768 on
/// (`net.ipv4.ip_local_port_range`), other systems from 49152 on (RFC 6335, section 6).
const PROMISED: Range<u16> = 20_000..32_768;

impl Reserved {
    fn free() -> Result<Self, StartFailure> {
        for _ in PROMISED {
            let port = next_promised();
            if look_at(port, false).is_ok() && reserved().insert(port) {
                return Ok(Self { port, is_ours: true });
            }
        }
        // All of them are in use, so a port is taken that the system may also assign to others.
        let port = look_at(0, false).map_err(|error| no_port(&error))?;
        Ok(Self { port, is_ours: reserved().insert(port) })
    }
}

/// In sequence, so that a recently used port is not used again soon; the first one differs from
/// program to program.
fn next_promised() -> u16 {
    static NEXT: LazyLock<AtomicU16> = LazyLock::new(|| {
        let bits = RandomState::new().hash_one(std::process::id()).to_le_bytes();
        AtomicU16::new(u16::from_le_bytes([bits[0], bits[1]]))
    });
    let count = PROMISED.end - PROMISED.start;
    PROMISED.start + NEXT.fetch_add(1, Ordering::Relaxed) % count
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if self.is_ours {
            reserved().remove(&self.port);
        }
    }
}

/// Each change is atomic, so a panic elsewhere leaves the numbers usable.
fn reserved() -> MutexGuard<'static, BTreeSet<u16>> {
    RESERVED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;

    use super::super::log::Log;
    use super::super::run::Kill;
    use super::*;

    /// A port that is free from this try on, counted from 1: the result, and the number of tries.
    async fn tried(free_from: u32) -> (Result<u16, StartFailure>, u32) {
        let shared = Shared {
            log: Arc::new(Log::new(now())),
            kill: Kill::default(),
            process_id: AtomicU32::new(0),
        };
        let n_tries = Cell::new(0);
        let take = || {
            n_tries.set(n_tries.get() + 1);
            ready(match n_tries.get() < free_from {
                true => Err(io::ErrorKind::AddrInUse.into()),
                false => Ok(7000_u16),
            })
        };
        let taken = insist(7000, &shared, take).await;
        (taken, n_tries.get())
    }

    #[tokio::test(start_paused = true)]
    async fn a_port_that_is_taken_is_tried_three_times() {
        for n in 1..=3 {
            assert_eq!(tried(n).await, (Ok(7000), n));
        }
        let (refused, n_tries) = tried(4).await;
        assert_eq!(n_tries, 3);
        let reason = refused.unwrap_err().to_string();
        assert!(reason.starts_with("port 7000 is in use by another program (3 tries)"), "{reason}");
    }
}
