//! The engine's half of an NBoard dialogue.
//!
//! Reads commands and admits replies; searches nothing and writes nothing itself. It keeps the
//! promise that the document asks of engines: after `pong` no line about the search before it.

use super::message::{Command, Reply};

/// Number of an order (`go`, `hint`, `analyze`, `learn`); replies are written under it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct OrderId(u64);

/// An engine's half of one dialogue.
///
/// Feed it the GUI's lines, carry out the commands, and write what [`NBoardServer::admit`] lets
/// through. At `ping` stop the search first (its `===`, if it has one, is still admitted), then
/// write [`Reply::Pong`].
#[derive(Debug, Default)]
pub struct NBoardServer {
    orders: u64,
    open: Option<OrderId>,
    version: Option<u32>,
}

impl NBoardServer {
    /// A server for a new dialogue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a line of the GUI. `None` where there is nothing to do: blank lines.
    ///
    /// A `go`, `hint`, `analyze` or `learn` opens an order, see [`NBoardServer::order`].
    pub fn handle_line(&mut self, line: &str) -> Option<Command> {
        if line.trim().is_empty() {
            return None;
        }
        let command = Command::parse(line);
        match &command {
            Command::NBoard(version) => self.version = Some(*version),
            Command::Go | Command::Hint(_) | Command::Analyze | Command::Learn => {
                self.orders += 1;
                self.open = Some(OrderId(self.orders));
            }
            Command::Quit => self.open = None,
            Command::SetDepth(_)
            | Command::SetGame(_)
            | Command::SetContempt(_)
            | Command::Move(_)
            | Command::Ping(_)
            | Command::Ignored(_) => {}
        }
        Some(command)
    }

    /// The order that is open: the last one that was neither answered nor fenced off.
    #[must_use]
    pub fn order(&self) -> Option<OrderId> {
        self.open
    }

    /// The version the GUI speaks, once it has said so.
    #[must_use]
    pub fn version(&self) -> Option<u32> {
        self.version
    }

    /// The line to write for `reply`, or `None` where it must not be written any more: a reply
    /// about a search whose order is not open. `order` is what [`NBoardServer::order`] gave when
    /// the search began; replies about no search need none.
    ///
    /// `===` and `learned` close their order; `pong` closes whichever is open.
    pub fn admit(&mut self, order: Option<OrderId>, reply: &Reply) -> Option<String> {
        let of_open_order = order.is_some() && order == self.open;
        let admitted = match reply {
            Reply::Pong(_) => {
                self.open = None;
                true
            }
            Reply::Best(_) | Reply::Learned => {
                if of_open_order {
                    self.open = None;
                }
                of_open_order
            }
            Reply::Search(_)
            | Reply::Book(_)
            | Reply::NodeStats { .. }
            | Reply::Analysis { .. } => of_open_order,
            Reply::Status(_) | Reply::MyName(_) | Reply::Chatter(_) => true,
        };
        admitted.then(|| reply.to_string())
    }
}
