//! Draughts over Hub and GUIDE.
//!
//! Holds no state; the clients decide what is sent and when.

use crate::games::Link;

/// The link for `protocol`, if draughts engines speak it.
pub(super) fn link(_protocol: &str) -> Option<&'static dyn Link> {
    None
}
