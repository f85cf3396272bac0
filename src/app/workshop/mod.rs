//! The workshop: the list of engines, what is known of them, their options, probes and checks, and
//! what was removed.
//!
//! Starts no process and no thread: what it wants done it returns as effects. The store edits the list,
//! a short file whose changes have an order, at once. It knows no other room.

mod checks;
mod list;
mod looking;
mod options;
mod parts;
mod probing;
mod state;
mod view;

pub(super) use checks::walk as walk_through_check;

pub use options::text_fault;
pub(super) use state::Workshop;
