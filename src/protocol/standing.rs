//! What has shown whether an engine takes an argument that its protocol makes optional.
//!
//! Knows no argument: the clients do.

/// What is known of an optional argument.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Standing {
    /// No search with it has ended yet.
    #[default]
    Untried,
    /// A search with it has ended without an error.
    Taken,
    /// The engine has answered it with an error.
    Refused,
}
