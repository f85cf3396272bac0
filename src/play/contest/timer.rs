//! One timer for all deadlines of a game.

use std::pin::Pin;
use std::time::{Duration, Instant};

use tokio::time::{self, Sleep};

/// A timer that is set again only when it must fire earlier: deadlines move away with every move,
/// and waking once too early is cheaper than setting it for every one.
pub(super) struct Timer {
    sleep: Pin<Box<Sleep>>,
    armed: Option<Instant>,
}

impl Timer {
    pub(super) fn new() -> Self {
        Self { sleep: Box::pin(time::sleep(Duration::ZERO)), armed: None }
    }

    /// Waits until `deadline` or slightly before; for ever without one.
    pub(super) async fn until(&mut self, deadline: Option<Instant>) {
        let Some(deadline) = deadline else { return std::future::pending().await };
        if self.armed.is_none_or(|armed| deadline < armed) {
            self.sleep.as_mut().reset(deadline.into());
            self.armed = Some(deadline);
        }
        self.sleep.as_mut().await;
        self.armed = None;
    }
}
