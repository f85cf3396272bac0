//! The pings that are still to be answered, and whether this engine answers any.
//!
//! Sends nothing; what a fence guards is `client`'s.

use std::collections::VecDeque;

/// Numbers pings and tells which fence a `pong` opens.
#[derive(Debug)]
pub(super) struct Pings {
    last: u64,
    unanswered: VecDeque<u64>,
    pub(super) trust: Trust,
}

/// What is known about the engine's answering.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Trust {
    /// It has said nothing of `ping` and answered none.
    Untried,
    /// It knows `ping`.
    Answers,
    /// It does not.
    Silent,
}

/// A person at the console will hardly write the same.
const PREFIX: &str = "fence-";

impl Pings {
    pub(super) fn new() -> Self {
        Self { last: 0, unanswered: VecDeque::new(), trust: Trust::Untried }
    }

    /// A new ping: its number, and its text.
    pub(super) fn send(&mut self) -> (u64, String) {
        self.last += 1;
        self.unanswered.push_back(self.last);
        (self.last, format!("{PREFIX}{}", self.last))
    }

    /// None of those that were sent will be answered.
    pub(super) fn forget(&mut self) {
        self.unanswered.clear();
    }

    /// A pong has come: everything sent before the ping of the number given back is dealt with.
    /// Without a text it is taken for the oldest ping. `None`: no such ping is open.
    pub(super) fn answered(&mut self, text: &str) -> Option<u64> {
        let number = match text {
            "" => self.unanswered.front().copied()?,
            text => text.strip_prefix(PREFIX)?.parse().ok()?,
        };
        let idx = self.unanswered.iter().position(|sent| *sent == number)?;
        self.unanswered.drain(..=idx);
        self.trust = Trust::Answers;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pong_opens_its_own_fence_and_those_before() {
        let mut pings = Pings::new();
        let texts: Vec<String> = (0..3).map(|_| pings.send().1).collect();
        assert_eq!(texts, ["fence-1", "fence-2", "fence-3"]);
        assert_eq!(pings.answered("hello"), None);
        assert_eq!(pings.trust, Trust::Untried, "that was a person's");
        assert_eq!(pings.answered("fence-2"), Some(2));
        assert_eq!(pings.answered("fence-1"), None);
        assert_eq!(pings.answered(""), Some(3));
        assert_eq!((pings.answered(""), pings.trust), (None, Trust::Answers));
    }
}
