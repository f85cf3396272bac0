//! The contest: the match that runs or has run last, its files, and its wall of boards.
//!
//! Starts no task: what it wants done it returns as effects. It knows no other room.

mod boards;
mod curve;
mod excused;
mod files;
mod following;
mod kept;
mod openings;
mod publish;
mod reporting;
mod runner;
mod score;
mod state;
mod steering;
mod stopwatch;
mod tournament;
mod wall;

pub(super) use kept::{Kept, KeptFor};
pub(super) use runner::{play, play_tournament};
pub(super) use steering::Contest;
