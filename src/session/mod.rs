//! Sessions: an engine's process or socket, driven through its protocol client.
//!
//! Knows bytes, processes, sockets and deadlines; not one word of a protocol, not one rule.

use std::path::PathBuf;
use std::time::Instant;

use crate::protocol::{ClientConfig, Event, Info, Protocol};

/// What to start or to connect to.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Where the engine is.
    pub target: Target,
    /// What it speaks.
    pub protocol: Protocol,
    /// How its client treats it.
    pub config: ClientConfig,
}

/// Where an engine is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Target {
    /// A program to start.
    Command {
        /// The program and its arguments; never empty.
        command: Vec<String>,
        /// Working directory; `None` is the folder of the program (most engines want their data
        /// files there), or the current one where the program is found through `PATH`.
        dir: Option<PathBuf>,
        /// Added to the environment.
        env: Vec<(String, String)>,
    },
    /// A socket to connect to: `host:port`.
    Socket {
        /// The address.
        address: String,
    },
}

/// Something that happened in a session, with the moment it was read.
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
    /// The newest `Info` of every line of analysis since the last report. The first of a search
    /// comes at once, then at most 20 reports a second; all that is left comes before the answer.
    Infos(Vec<Info>),
    /// The session is over; nothing follows.
    Ended(Exit),
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// Why.
    pub cause: ExitCause,
    /// How the process ended, in words (`exit 139`, `signal 9`); empty for sockets and for
    /// processes that never started.
    pub status: String,
    /// The last lines the engine wrote on its error output.
    pub stderr: Vec<String>,
}

/// Why a session ended; causes are kept apart everywhere.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ExitCause {
    /// It was asked to.
    Asked,
    /// It could not be started or reached; the text says what was tried and what went wrong.
    CouldNotStart(String),
    /// The handshake failed; the text says how.
    BadHandshake(String),
    /// The process ended, or was killed by somebody else.
    Crashed,
    /// It closed its output but goes on living.
    ClosedOutput,
    /// It did not answer within a deadline; the text says what was waited for.
    Stalled(String),
    /// What it sends makes the dialogue impossible.
    BadOutput(String),
}
