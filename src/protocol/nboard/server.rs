//! The engine's half of an NBoard dialogue.
//!
//! Reads commands and admits replies; searches nothing and writes nothing itself. It keeps the
//! promise that the document requires of engines: after `pong` no line about the search before it.

use super::message::{Command, Reply};

/// Number of an order (`go`, `hint`, `analyze`, `learn`); replies are written under it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct OrderId(u64);

/// An engine's half of one dialogue.
///
/// Feed it the GUI's lines, carry out the commands, and write what [`NBoardServer::admit`] lets
/// through. At `ping` stop the search first (its `===`, if it has one, is still admitted), then
/// write [`Reply::Pong`], or the result of [`NBoardServer::odd_pong`].
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

    /// Reads a line of the GUI. `None` for a blank line, which needs no action.
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
            | Command::OddPing(_)
            | Command::Ignored(_) => {}
        }
        Some(command)
    }

    /// The order that is open: the last one that was neither answered nor fenced off.
    #[must_use]
    pub fn order(&self) -> Option<OrderId> {
        self.open
    }

    /// The version that the GUI speaks, once it has sent it.
    #[must_use]
    pub fn version(&self) -> Option<u32> {
        self.version
    }

    /// The line that answers [`Command::OddPing`]; it closes the order like any other pong.
    pub fn odd_pong(&mut self, number: &str) -> String {
        self.open = None;
        format!("pong {number}")
    }

    /// The line to write for `reply`, or `None` if it must not be written any more because it is
    /// about a search whose order is not open. `order` is the result of [`NBoardServer::order`]
    /// when the search began; replies that are not about a search need none.
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

#[cfg(test)]
mod tests {
    use super::super::message::{Best, Evaluation};
    use super::*;

    fn search() -> Reply {
        Reply::Search(Evaluation { pv: vec!["F5".to_owned()], ..Evaluation::default() })
    }

    #[test]
    fn nothing_about_a_search_follows_the_pong() {
        let mut server = NBoardServer::new();
        assert_eq!(server.handle_line("nboard 2"), Some(Command::NBoard(2)));
        assert_eq!(server.version(), Some(2));
        assert_eq!(server.handle_line(" "), None);
        server.handle_line("hint 1");
        let first = server.order();
        assert_eq!(server.admit(first, &search()).as_deref(), Some("search F5 nan 0 0"));
        server.handle_line("ping 1");
        assert!(server.admit(first, &search()).is_some(), "before the pong it may still speak");
        assert_eq!(server.admit(None, &Reply::Pong(Some(1))).as_deref(), Some("pong 1"));
        assert_eq!(server.admit(first, &search()), None);
        server.handle_line("hint 1");
        assert_eq!(server.admit(first, &search()), None, "nor under the next order");
        assert!(server.admit(server.order(), &search()).is_some());
    }

    #[test]
    fn an_odd_ping_is_answered_in_its_own_words_and_closes_the_order() {
        let mut server = NBoardServer::new();
        server.handle_line("go");
        let order = server.order();
        let number = "-99999999999999999999".to_owned();
        let command = server.handle_line(&format!("ping {number}"));
        assert_eq!(command, Some(Command::OddPing(number.clone())));
        assert_eq!(server.odd_pong(&number), "pong -99999999999999999999");
        assert_eq!(server.admit(order, &Reply::Best(Best::default())), None);
    }

    #[test]
    fn an_order_is_answered_once() {
        let mut server = NBoardServer::new();
        server.handle_line("go");
        let order = server.order();
        let best = Reply::Best(Best::default());
        assert_eq!(server.admit(order, &best).as_deref(), Some("=== --"));
        assert_eq!(server.admit(order, &best), None);
        assert_eq!(server.admit(None, &best), None);
        assert!(server.admit(None, &Reply::Status("idle".to_owned())).is_some());
        server.handle_line("learn");
        let order = server.order();
        assert!(server.admit(order, &Reply::Learned).is_some());
        assert_eq!(server.admit(order, &Reply::Learned), None);
        server.handle_line("go");
        server.handle_line("quit");
        assert_eq!(server.order(), None);
    }
}
