//! How much an engine is to search: limits and clocks turned into the whole seconds of UHP.
//!
//! Keeps no clock: that is `play`'s.

use std::time::Duration;

use super::message::Effort;
use crate::protocol::{EngineClock, Limits};

/// The least that can be asked for: zero never ends.
const LEAST: Duration = Duration::from_secs(1);
/// The most that the form `hh:mm:ss` holds with two digits each.
const MOST: Duration = Duration::from_secs(99 * 3600 + 59 * 60 + 59);
/// What stays on the clock for the way there and back, and for an engine that rounds up.
const MARGIN: Duration = Duration::from_millis(1500);
/// Moves for which the rest of the time is to last, where nothing says for how many it must.
const MOVES_TO_GO: u32 = 30;
/// The share of the increment that is spent with each move.
const INCREMENT_SHARE: f64 = 0.8;

/// What the limits of a search come to; `None` where nothing limits it. A time holds before a
/// depth, since no `bestmove` has both.
pub(super) fn effort(limits: &Limits) -> Option<Effort> {
    let time = limits.move_time.or_else(|| limits.clocks.map(|[own, _]| budget(&own)));
    match (time, limits.depth) {
        (Some(time), _) => Some(Effort::Time(whole_secs(time))),
        (None, Some(depth)) => Some(Effort::Depth(depth.max(1))),
        (None, None) => None,
    }
}

/// The time manager: a share of what is left plus most of the increment, and never what would leave
/// less than the margin.
pub(in crate::protocol) fn budget(own: &EngineClock) -> Duration {
    let n_moves = own.moves.map_or(MOVES_TO_GO, |moves| moves.clamp(1, MOVES_TO_GO));
    let share = own.main / n_moves + own.increment.mul_f64(INCREMENT_SHARE);
    share.min(own.main.saturating_sub(MARGIN))
}

/// Never more than wanted, but never nothing either.
fn whole_secs(time: Duration) -> Duration {
    Duration::from_secs(time.clamp(LEAST, MOST).as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_become_whole_seconds_that_leave_something() {
        for (main, increment, moves, expected) in [
            (300.0, 0.0, None, 10),
            (300.0, 5.0, None, 14),
            (59.0, 0.0, None, 1),
            (20.0, 10.0, None, 8),
            (5.0, 10.0, None, 3),
            (0.5, 0.0, None, 1),
            (0.0, 0.0, None, 1),
            (60.0, 0.0, Some(1), 58),
            (60.0, 0.0, Some(6), 10),
            (90.0, 0.0, Some(90), 3),
            (1e7, 0.0, Some(1), 99 * 3600 + 59 * 60 + 59),
        ] {
            let secs = Duration::from_secs_f64;
            let own = EngineClock { main: secs(main), increment: secs(increment), moves };
            let clocks = Some([own, EngineClock::default()]);
            let effort = effort(&Limits { clocks, ..Limits::default() });
            assert_eq!(effort, Some(Effort::Time(secs(f64::from(expected)))), "{own:?}");
        }
    }

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
            (Limits { move_time: millis(61_900), depth: Some(4), ..none }, Some("time 00:01:01")),
        ] {
            let effort = effort(&limits).map(|effort| effort.to_string());
            assert_eq!(effort.as_deref(), expected, "{limits:?}");
        }
    }
}
