//! How much an engine is to search: limits turned into what `bestmove` can say.
//!
//! Keeps no clock and divides no time: that is the time manager's in `play`.

use std::time::Duration;

use super::message::Effort;
use crate::protocol::Limits;

/// The least that can be asked for: zero never ends.
const LEAST: Duration = Duration::from_secs(1);
/// The most that the form `hh:mm:ss` holds with two digits each.
const MOST: Duration = Duration::from_secs(99 * 3600 + 59 * 60 + 59);

/// What the limits of a search come to; `None` where nothing limits it that UHP can say: clocks
/// are none of it. A time holds before a depth, since no `bestmove` has both.
pub(super) fn effort(limits: &Limits) -> Option<Effort> {
    match (limits.move_time, limits.depth) {
        (Some(time), _) => Some(Effort::Time(whole_secs(time))),
        (None, Some(depth)) => Some(Effort::Depth(depth.max(1))),
        (None, None) => None,
    }
}

/// Never more than wanted, but never nothing either.
fn whole_secs(time: Duration) -> Duration {
    Duration::from_secs(time.clamp(LEAST, MOST).as_secs())
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
            let effort = effort(&limits).map(|effort| effort.to_string());
            assert_eq!(effort.as_deref(), expected, "{limits:?}");
        }
    }
}
