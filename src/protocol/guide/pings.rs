//! The texts of pings, and whether this engine answers them.
//!
//! Sends nothing; the client decides what a fence guards.

/// The knowledge about the engine's answers to `ping`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Trust {
    /// It has not mentioned `ping`, and has not answered one.
    Untried,
    /// It answers `ping`.
    Answers,
    /// It does not answer `ping`.
    Silent,
}

/// The beginning of the texts of our pings. A person at the console will hardly write the same.
const PREFIX: &str = "fence-";

/// The text of the ping of this number.
pub(super) fn ping_text(number: u32) -> String {
    format!("{PREFIX}{number}")
}

/// The number of the ping that had this text; `None` for one that a person sent.
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
