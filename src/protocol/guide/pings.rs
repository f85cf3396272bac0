//! The texts of pings, and whether this engine answers any.
//!
//! Sends nothing; what a fence guards is the client's.

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

/// The text of the ping of this number.
pub(super) fn ping_text(number: u32) -> String {
    format!("{PREFIX}{number}")
}

/// The number of the ping that had this text; `None` for a person's own.
pub(super) fn ping_number(text: &str) -> Option<u32> {
    text.strip_prefix(PREFIX)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ping_is_known_by_its_text() {
        assert_eq!(ping_text(12), "fence-12");
        for (text, number) in [("fence-12", Some(12)), ("hello", None), ("12", None), ("", None)] {
            assert_eq!(ping_number(text), number, "{text}");
        }
    }
}
