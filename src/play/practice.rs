//! Practising positions: what is asked, how moves are judged, how it is scored, and when what failed
//! comes back.
//!
//! Does no IO and reads no clock: the time is an argument, and the engine is asked by a [`Judge`],
//! whose requests the caller sends.

mod book;
mod course;
mod exercise;
mod judge;
mod positions;

pub use book::{BOX_TIMES, KeptExercise, MOST_KEPT, PracticeBook, PracticeChange};
pub use course::{Course, Help, Outcome, Score, Task, Tried};
pub use exercise::{Exercise, ExerciseError, MoveVerdict};
pub use judge::{Judge, JudgeChange};
pub use positions::{PositionList, read_positions};
