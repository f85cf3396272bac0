//! The time left on a clock, in figures for people; every layer may use it.

use std::time::Duration;

/// Below this a clock shows tenths of a second.
pub(crate) const TENTHS: Duration = Duration::from_secs(120);

/// `0:41:07` from ten minutes on, `4:07` below, `1:32.0` in the last two minutes.
#[must_use]
pub(crate) fn clock_text(left: Duration) -> String {
    let secs = left.as_secs();
    if left < TENTHS {
        format!("{}:{:02}.{}", secs / 60, secs % 60, left.subsec_millis() / 100)
    } else if secs < 600 {
        format!("{}:{:02}", secs / 60, secs % 60)
    } else {
        format!("{}:{:02}:{:02}", secs / 3600, secs / 60 % 60, secs % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_what_matters_at_each_time() {
        let text = |secs: f64| clock_text(Duration::from_secs_f64(secs));
        assert_eq!(text(2467.9), "0:41:07");
        assert_eq!(text(600.0), "0:10:00");
        assert_eq!(text(599.9), "9:59");
        assert_eq!(text(119.99), "1:59.9");
        assert_eq!(text(4.91), "0:04.9");
        assert_eq!(text(0.0), "0:00.0");
    }
}
