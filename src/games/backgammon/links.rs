//! Where backgammon meets the protocols its engines speak.

use crate::games::Link;

/// The link to a protocol.
pub(super) fn link(_protocol: &str) -> Option<&'static dyn Link> {
    None
}
