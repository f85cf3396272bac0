//! The end of a process: its exit code, or the signal that ended it.
//!
//! The reason is [`super::ExitCause`].

use std::fmt;
use std::process::ExitStatus;

/// The end of a process.
///
/// `Display` gives a short fragment: `exit 139`, `signal 9 (killed)`; nothing if there was no
/// process.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum ProcessEnd {
    /// There was no process: a socket, or a program that did not start.
    #[default]
    NoProcess,
    /// It returned this exit code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was killed and still runs.
    Undying,
    /// The system does not report it.
    Unknown,
}

impl ProcessEnd {
    /// There was a process.
    #[must_use]
    pub fn is_known(self) -> bool {
        self != Self::NoProcess
    }

    /// A signal ended it by which others end programs: a user, a scheduler, a system that shuts down
    /// (SIGHUP, SIGINT, SIGKILL, SIGTERM; POSIX.1-2017, signal.h). A shell in which an engine was started
    /// says the same of it by an exit code 128 higher (POSIX.1-2017, Shell & Utilities, 2.8.2).
    #[must_use]
    pub fn is_ended_by_others(self) -> bool {
        matches!(self, Self::Signal(1 | 2 | 9 | 15) | Self::Code(129 | 130 | 137 | 143))
    }

    /// It ended cleanly, according to its exit code.
    #[must_use]
    pub fn is_success(self) -> bool {
        self == Self::Code(0)
    }
}

impl From<ExitStatus> for ProcessEnd {
    fn from(status: ExitStatus) -> Self {
        if let Some(code) = status.code() {
            return Self::Code(code);
        }
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Self::Signal(signal);
        }
        Self::Unknown
    }
}

impl fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProcess => Ok(()),
            Self::Code(code) => write!(f, "exit {code}"),
            Self::Signal(signal) => match name_of_signal(*signal) {
                "" => write!(f, "signal {signal}"),
                name => write!(f, "signal {signal} ({name})"),
            },
            Self::Undying => f.write_str("does not die"),
            Self::Unknown => f.write_str("unknown end"),
        }
    }
}

/// The meaning of a signal (of Linux); empty for rare ones.
fn name_of_signal(signal: i32) -> &'static str {
    match signal {
        1 => "hung up",
        2 => "interrupted",
        4 => "illegal instruction",
        6 => "aborted",
        8 => "arithmetic error",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminated",
        24 => "out of processor time",
        31 => "forbidden system call",
        _ => "",
    }
}

/// The text isn't a written [`ProcessEnd`].
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0:?} does not say how a process ended")]
pub struct NoProcessEnd(String);

impl std::str::FromStr for ProcessEnd {
    type Err = NoProcessEnd;

    /// Reads what `Display` writes; transcripts and saved games contain it.
    fn from_str(text: &str) -> Result<Self, NoProcessEnd> {
        let mut words = text.split(' ');
        let (kind, number) = (words.next(), words.next().and_then(|word| word.parse().ok()));
        match (kind, number) {
            (Some("exit"), Some(code)) => Ok(Self::Code(code)),
            (Some("signal"), Some(signal)) => Ok(Self::Signal(signal)),
            _ => [Self::NoProcess, Self::Undying, Self::Unknown]
                .into_iter()
                .find(|end| end.to_string() == text)
                .ok_or_else(|| NoProcessEnd(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_that_ran_an_engine_says_what_ended_it() {
        for end in [ProcessEnd::Signal(15), ProcessEnd::Code(143), ProcessEnd::Code(129)] {
            assert!(end.is_ended_by_others(), "{end}");
        }
        for end in [ProcessEnd::Signal(11), ProcessEnd::Code(139), ProcessEnd::Code(15)] {
            assert!(!end.is_ended_by_others(), "{end}");
        }
    }

    #[test]
    fn an_end_is_read_as_it_is_written() {
        for (end, text) in [
            (ProcessEnd::NoProcess, ""),
            (ProcessEnd::Code(139), "exit 139"),
            (ProcessEnd::Code(-1), "exit -1"),
            (ProcessEnd::Signal(9), "signal 9 (killed)"),
            (ProcessEnd::Signal(64), "signal 64"),
            (ProcessEnd::Undying, "does not die"),
            (ProcessEnd::Unknown, "unknown end"),
        ] {
            assert_eq!(end.to_string(), text);
            assert_eq!(text.parse(), Ok(end));
        }
        for text in ["exit", "exit x", "signal", "gone"] {
            assert!(text.parse::<ProcessEnd>().is_err(), "{text}");
        }
    }
}
