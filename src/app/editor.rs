//! The position editor, and draws that are claimed or offered.
//!
//! Knows no rule: the game says what a step makes of a position and what is wrong with it.

use std::time::Instant;

use super::EditCommand;
use super::owner::Owner;

impl Owner {
    pub(super) fn claim_draw(&mut self, _now: Instant) {}

    pub(super) fn offer_draw(&mut self, _now: Instant) {}

    pub(super) fn handle_edit(&mut self, _command: EditCommand, _now: Instant) {}
}
