//! The effort of a search: limits turned into the arguments of `bestmove`.
//!
//! Keeps no clock and divides no time; the time manager in `play` does.

use std::time::Duration;

use super::message::Effort;
use crate::protocol::{Limits, Standings};

/// The step of times that an engine takes by the document.
pub(super) const WHOLE: Duration = Duration::from_secs(1);
/// The step of times of an engine that takes parts of a second.
pub(super) const FRACTION: Duration = Duration::from_millis(1);
/// The most that the form `hh:mm:ss` holds with two digits each.
const MOST: Duration = Duration::from_secs(99 * 3600 + 59 * 60 + 59);

/// A form of `bestmove`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    /// `bestmove depth`.
    Depth,
    /// `bestmove time`.
    Time,
}

impl Form {
    pub(super) fn of(effort: Effort) -> Self {
        match effort {
            Effort::Depth(_) => Self::Depth,
            Effort::Time(_) => Self::Time,
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Depth => Self::Time,
            Self::Time => Self::Depth,
        }
    }
}

impl From<Form> for usize {
    fn from(form: Form) -> Self {
        form as Self
    }
}

/// The forms of `bestmove` that the engine takes. A form is refused if it was answered with `err`
/// and the other form with a move.
pub(super) type Forms = Standings<2>;

/// The effort that the limits of a search allow; `None` if no limit can be expressed in UHP: clocks
/// cannot. A time goes before a depth, since `bestmove` never has both. Times are multiples of
/// `step`, [`WHOLE`] or [`FRACTION`].
pub(super) fn effort(limits: &Limits, step: Duration) -> Option<Effort> {
    match (limits.move_time, limits.depth) {
        (Some(time), _) => Some(Effort::Time(in_steps(time, step))),
        (None, Some(depth)) => Some(Effort::Depth(depth.max(1))),
        (None, None) => None,
    }
}

/// Never more than wanted, but never zero either: a search for zero time never ends.
fn in_steps(time: Duration, step: Duration) -> Duration {
    let time = time.clamp(step, MOST);
    if step < WHOLE {
        return Duration::from_secs(time.as_secs()) + FRACTION * time.subsec_millis();
    }
    Duration::from_secs(time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_holds_before_a_depth_and_nothing_is_ever_zero() {
        let none = Limits::default();
        let millis = |millis| Some(Duration::from_millis(millis));
        for (limits, expected) in [
            (none, None),
            (Limits { nodes: Some(10), ..none }, None),
            (Limits { depth: Some(0), ..none }, Some("depth 1")),
            (Limits { depth: Some(4), ..none }, Some("depth 4")),
            (Limits { move_time: millis(10), ..none }, Some("time 00:00:01")),
            (Limits { move_time: millis(400_000_000), ..none }, Some("time 99:59:59")),
            (Limits { move_time: millis(61_900), depth: Some(4), ..none }, Some("time 00:01:01")),
        ] {
            let effort = effort(&limits, WHOLE).map(|effort| effort.to_string());
            assert_eq!(effort.as_deref(), expected, "{limits:?}");
        }
    }

    #[test]
    fn an_engine_that_takes_parts_of_a_second_is_given_them() {
        for (micros, expected) in [
            (100_000, "time 00:00:00.100"),
            (61_900_700, "time 00:01:01.900"),
            (2_000_000, "time 00:00:02"),
            (400, "time 00:00:00.001"),
            (0, "time 00:00:00.001"),
        ] {
            let move_time = Some(Duration::from_micros(micros));
            let effort = effort(&Limits { move_time, ..Limits::default() }, FRACTION);
            assert_eq!(effort.map(|effort| effort.to_string()).as_deref(), Some(expected));
        }
    }
}
