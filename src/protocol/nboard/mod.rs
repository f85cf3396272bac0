//! NBoard.

mod message;
mod server;

pub use message::{Best, Command, Evaluation, Played, Reply, Value};
pub use server::{NBoardServer, OrderId};

/// stub
#[derive(Debug)]
pub struct NBoardClient;
impl NBoardClient {
    pub(crate) fn new(_: &super::ClientConfig, _: std::time::Instant) -> Self {
        Self
    }
}
impl super::Client for NBoardClient {
    fn handle_request(&mut self, _: super::Request, _: std::time::Instant) {}
    fn handle_line(&mut self, _: &str, _: std::time::Instant) {}
    fn handle_timeout(&mut self, _: std::time::Instant) {}
    fn handle_eof(&mut self, _: std::time::Instant) {}
    fn poll_transmit(&mut self) -> Option<String> {
        None
    }
    fn poll_event(&mut self) -> Option<super::Event> {
        None
    }
    fn poll_timeout(&self) -> Option<std::time::Instant> {
        None
    }
}
