//! The Hub client.

use std::time::Instant;

use crate::protocol::{Client, ClientConfig, Event, Request};

/// The host's half of a Hub dialogue.
#[derive(Debug)]
pub struct HubClient;

impl HubClient {
    /// A client for a new dialogue that begins at `now`.
    #[must_use]
    pub fn new(_config: &ClientConfig, _now: Instant) -> Self {
        Self
    }
}

impl Client for HubClient {
    fn handle_request(&mut self, _request: Request, _now: Instant) {}

    fn handle_line(&mut self, _line: &str, _now: Instant) {}

    fn handle_timeout(&mut self, _now: Instant) {}

    fn handle_eof(&mut self, _now: Instant) {}

    fn poll_transmit(&mut self) -> Option<String> {
        None
    }

    fn poll_event(&mut self) -> Option<Event> {
        None
    }

    fn poll_timeout(&self) -> Option<Instant> {
        None
    }
}
