//! Detects in the handshake whether an engine speaks another protocol than the one it is checked
//! in.
//!
//! Knows no words of protocols; their own listener does.

use std::time::{Duration, Instant};

use crate::protocol::{Listener, Protocol};

/// How long the check waits for the right answer after a strange one, before scaling by `timeouts`.
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

    /// This line was sent to the engine.
    pub(super) fn tell(&mut self, line: &str) {
        self.listener.iter_mut().for_each(|listener| listener.tell(line));
    }

    /// The engine has written this line.
    pub(super) fn hear(&mut self, line: &str, at: Instant) {
        self.listener.iter_mut().for_each(|listener| listener.hear(line, at));
    }

    /// The given moment, or the earlier one at which waiting for the right answer ends.
    pub(super) fn until(&self, moment: Instant) -> Instant {
        let strange = self.listener.as_ref().and_then(Listener::poll_timeout);
        strange.map_or(moment, |strange| strange.min(moment))
    }

    /// What it speaks instead, once waiting for the right answer has ended.
    pub(super) fn found(&self, now: Instant) -> Option<String> {
        let listener = self.listener.as_ref()?;
        let is_over = listener.poll_timeout()? <= now;
        listener.finding().filter(|_| is_over)
    }

    /// The handshake is not over.
    pub(super) fn is_in_handshake(&self) -> bool {
        !self.is_over
    }

    /// The handshake is over: what it showed of another protocol.
    pub(super) fn end(&mut self) -> Option<String> {
        self.is_over = true;
        self.listener.take()?.finding()
    }
}

/// The message for a handshake that failed because the engine speaks another protocol.
pub(super) fn wrong_protocol(found: &str, remark: &str) -> String {
    match remark == found {
        true => format!("wrong protocol: {found}"),
        false => format!("wrong protocol: {found}; {remark}"),
    }
}
