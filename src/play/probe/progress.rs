//! An engine's output after a greeting so far, and whether it makes sense to go on waiting.
//!
//! Asks nothing and ends nothing.

use std::time::{Duration, Instant};

use super::ProbeError;
use crate::protocol::{Protocol, spoken_instead};
use crate::session::{Direction, Log};

/// How long an engine may be silent after the greeting, while its protocol is unknown.
const SILENCE: Duration = Duration::from_secs(3);
/// How long an engine that has written something, such as a banner, may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long an engine known to speak the protocol may take: it may load its tables first.
const KNOWN_PATIENCE: Duration = Duration::from_secs(30);
/// How long an engine that has written lines of another protocol, or has repeated its input, may be
/// silent.
const PAUSE: Duration = Duration::from_secs(1);

/// No engine writes so many lines before it has answered the greeting; one that goes on after them
/// will write for ever.
const FLOOD: usize = 1_000;

/// How long to wait for the end of a handshake.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Waiting {
    /// Other protocols remain, so that a hint at one of them is enough.
    Short,
    /// As long as an unknown engine may take.
    Usual,
    /// It is known to speak this protocol, or has shown that it does.
    Known,
}

/// The dialogue of a session so far.
#[derive(Debug)]
pub(super) struct Progress {
    n_lines: usize,
    /// Since the session began, or since there is a connection; `None` before that.
    waited: Option<Duration>,
    /// Since the engine's last line.
    quiet: Duration,
    /// Everything it wrote was sent to it before.
    is_echo: bool,
    /// The protocol of its lines, if it is another one.
    other: Option<Protocol>,
}

impl Progress {
    /// `is_reached_first`: time counts from the connection, which has its own limit.
    pub(super) fn of(log: &Log, expected: Protocol, is_reached_first: bool) -> Self {
        let lines = log.tail(usize::MAX);
        let since = Instant::now().saturating_duration_since(log.start());
        let of = |wanted| lines.iter().filter(move |line| line.direction == wanted);
        let received = || of(Direction::Received);
        let began = match is_reached_first {
            true => of(Direction::Sent).next().map(|line| line.at),
            false => Some(Duration::ZERO),
        };
        let last = received().next_back().map(|line| line.at);
        let is_told = |text: &str| of(Direction::Sent).any(|line| line.text.trim() == text.trim());
        Self {
            n_lines: received().count(),
            waited: began.map(|began| since.saturating_sub(began)),
            quiet: since.saturating_sub(last.unwrap_or_default()),
            is_echo: last.is_some() && received().all(|line| is_told(&line.text)),
            other: spoken_instead(expected, received().map(|line| line.text.as_str())),
        }
    }

    /// It has written nothing.
    pub(super) fn is_silent(&self) -> bool {
        self.n_lines == 0
    }

    /// The protocol of its lines, if it differs from the one it was asked in.
    pub(super) fn other(&self) -> Option<Protocol> {
        self.other
    }

    /// The reason to stop waiting, if there is one.
    pub(super) fn judged(&self, waiting: Waiting) -> Option<ProbeError> {
        let waited = self.waited?;
        if waiting == Waiting::Short && PAUSE <= self.quiet {
            if self.is_echo {
                return Some(ProbeError::Echo);
            }
            if let Some(other) = self.other {
                return Some(ProbeError::Foreign(other));
            }
        }
        let (silence, limit) = match waiting {
            Waiting::Short | Waiting::Usual if FLOOD <= self.n_lines && self.quiet < PAUSE => {
                (SILENCE, SILENCE)
            }
            Waiting::Short | Waiting::Usual => (SILENCE, PATIENCE),
            Waiting::Known => (KNOWN_PATIENCE, KNOWN_PATIENCE),
        };
        match self.n_lines {
            0 if silence <= waited => Some(ProbeError::Silent(silence)),
            n_lines if limit <= waited => Some(ProbeError::NotUnderstood { n_lines, limit }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(n_lines: usize, waited: Duration, quiet: Duration) -> Progress {
        Progress { n_lines, waited: Some(waited), quiet, is_echo: false, other: None }
    }

    #[test]
    fn whoever_floods_is_given_up_as_soon_as_whoever_is_silent() {
        let secs = Duration::from_secs;
        for waiting in [Waiting::Short, Waiting::Usual] {
            let judged = |n_lines, waited, quiet| progress(n_lines, waited, quiet).judged(waiting);
            assert_eq!(judged(0, SILENCE, SILENCE), Some(ProbeError::Silent(SILENCE)));
            let flood = ProbeError::NotUnderstood { n_lines: FLOOD, limit: SILENCE };
            assert_eq!(judged(FLOOD, SILENCE, Duration::ZERO), Some(flood));
            // A long banner, or one that is not read to its end yet.
            assert_eq!(judged(FLOOD, SILENCE, PAUSE), None);
            assert_eq!(judged(FLOOD, secs(1), Duration::ZERO), None);
            assert_eq!(judged(FLOOD - 1, SILENCE, Duration::ZERO), None);
        }
        assert_eq!(progress(FLOOD, PATIENCE, Duration::ZERO).judged(Waiting::Known), None);
    }
}
