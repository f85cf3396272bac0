//! The numbers of the pings without an answer yet, in protocols whose pings have numbers.
//!
//! Sends nothing; the client decides what a fence guards.

use std::collections::VecDeque;

/// Numbers pings and finds the fence that a `pong` opens.
#[derive(Debug)]
pub(super) struct Pings {
    next: u32,
    unanswered: VecDeque<u32>,
}

/// Beyond this the number of a ping typed by a person is not overtaken, so that numbers never run
/// out; it takes longer than any session to get there.
const MOST_OVERTAKEN: u32 = 1_000_000_000;

impl Pings {
    pub(super) fn new() -> Self {
        Self { next: 1, unanswered: VecDeque::new() }
    }

    /// The number of a new ping.
    pub(super) fn send(&mut self) -> u32 {
        let number = self.next;
        self.next += 1;
        self.unanswered.push_back(number);
        number
    }

    /// A person has sent a ping of this number: ours must differ.
    pub(super) fn overhear(&mut self, number: u32) {
        if (self.next..MOST_OVERTAKEN).contains(&number) {
            self.next = number + 1;
            self.unanswered.push_back(number);
        }
    }

    /// No ping that was sent will be answered.
    pub(super) fn forget(&mut self) {
        self.unanswered.clear();
    }

    /// A pong has come: the engine has handled everything sent before the ping of the returned
    /// number. A pong without a number is taken to answer the oldest ping. `None`: no such ping is
    /// open.
    pub(super) fn answered(&mut self, number: Option<u32>) -> Option<u32> {
        let number = number.or_else(|| self.unanswered.front().copied())?;
        let idx = self.unanswered.iter().position(|sent| *sent == number)?;
        self.unanswered.drain(..=idx);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pong_opens_its_own_fence_and_those_before() {
        let mut pings = Pings::new();
        assert_eq!([pings.send(), pings.send(), pings.send()], [1, 2, 3]);
        assert_eq!(pings.answered(Some(2)), Some(2));
        assert_eq!(pings.answered(Some(1)), None);
        assert_eq!(pings.answered(Some(9)), None);
        assert_eq!(pings.answered(None), Some(3));
        assert_eq!(pings.answered(None), None);
    }

    #[test]
    fn a_ping_typed_by_a_person_never_shares_a_number_with_ours() {
        let mut pings = Pings::new();
        pings.overhear(7);
        assert_eq!(pings.send(), 8);
        pings.overhear(3);
        pings.overhear(u32::MAX);
        assert_eq!(pings.send(), 9);
        assert_eq!(pings.answered(Some(7)), Some(7));
        assert_eq!(pings.answered(Some(3)), None);
    }
}
