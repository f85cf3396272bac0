//! Why an engine could not be started or reached.
//!
//! Does not find it out: that is done where processes and connections are made.

use std::fmt;

/// Why an engine could not be started or reached.
///
/// `Display` says what was tried and what went wrong, as a part of a sentence: `could not start "x":
/// there is no file "/x"`, `could not reach "host:1" within 10.0 s: connection refused`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StartFailure {
    /// The system did not start the program; the text names it: `"x": there is no file "/x"`.
    Program(String),
    /// Anything else; the text is the whole of it.
    Other(String),
}

/// What stands before the name of a program.
const COULD_NOT_START: &str = "could not start ";

impl fmt::Display for StartFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(text) => write!(f, "{COULD_NOT_START}{text}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// As `Display` writes it; files keep it so.
impl From<&str> for StartFailure {
    fn from(text: &str) -> Self {
        match text.strip_prefix(COULD_NOT_START) {
            Some(text) => Self::Program(text.to_owned()),
            None => Self::Other(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_that_was_written_down_is_read_again() {
        let program = StartFailure::Program("\"x\": there is no file \"/x\"".to_owned());
        assert_eq!(program.to_string(), "could not start \"x\": there is no file \"/x\"");
        let other = StartFailure::Other("port 4321 cannot be used: denied".to_owned());
        for failure in [program, other] {
            assert_eq!(StartFailure::from(failure.to_string().as_str()), failure);
        }
    }
}
