//! Whether an engine speaks another language than the one it is checked in: heard in its handshake.
//!
//! Knows no words; the protocols' own listener does.

use std::time::{Duration, Instant};

use crate::protocol::{Listener, Protocol};

/// How long the right answer is waited for after a strange one, before `timeouts`.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// Listens until the handshake is over.
#[derive(Debug, Default)]
pub(super) struct Listening {
    listener: Option<Listener>,
    is_over: bool,
}

impl Listening {
    /// The engine is started.
    pub(super) fn begin(&mut self, expected: Protocol, grace: Duration) {
        self.listener = (!self.is_over).then(|| Listener::new(expected, grace));
    }

    /// The engine is told this line.
    pub(super) fn tell(&mut self, line: &str) {
        self.listener.iter_mut().for_each(|listener| listener.tell(line));
    }

    /// The engine has said this line.
    pub(super) fn hear(&mut self, line: &str, at: Instant) {
        self.listener.iter_mut().for_each(|listener| listener.hear(line, at));
    }

    /// The moment given, or an earlier one at which the right answer has been waited for long enough.
    pub(super) fn until(&self, moment: Instant) -> Instant {
        let strange = self.listener.as_ref().and_then(Listener::poll_timeout);
        strange.map_or(moment, |strange| strange.min(moment))
    }

    /// What it speaks instead, where the right answer has been waited for long enough.
    pub(super) fn found(&self, now: Instant) -> Option<String> {
        let listener = self.listener.as_ref()?;
        let is_over = listener.poll_timeout()? <= now;
        listener.finding().filter(|_| is_over)
    }

    /// The handshake is not over.
    pub(super) fn is_in_handshake(&self) -> bool {
        !self.is_over
    }

    /// The handshake is over: what was heard of another language in it.
    pub(super) fn end(&mut self) -> Option<String> {
        self.is_over = true;
        self.listener.take()?.finding()
    }
}

/// What to say of a handshake that failed because the engine speaks another language.
pub(super) fn wrong_protocol(found: &str, remark: &str) -> String {
    match remark == found {
        true => format!("wrong protocol: {found}"),
        false => format!("wrong protocol: {found}; {remark}"),
    }
}
