//! Seats, clocks, referee, games, matches, rating, analysis.
//!
//! Knows that engines play games; not how they are spoken to, nor how anything is drawn.

mod time_control;

pub use time_control::{ParseTimeControlError, TimeControl};
