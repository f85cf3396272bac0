//! How often the screen is given a new picture.
//!
//! Publishes nothing itself. What the user did or waits for is shown at once; figures that run
//! (depth, nodes, times) are shown a few times quickly and then five times a second: no one reads
//! faster, and painting a whole window without graphics hardware takes more of a processor than
//! reading fifty thousand lines a second.

use std::time::{Duration, Instant};

/// Pictures of running figures at whatever pace they come, after something was done.
const QUICK: u32 = 6;
/// Time between two pictures of running figures after that.
const PERIOD: Duration = Duration::from_millis(200);

/// Says when a picture is due.
#[derive(Debug, Default)]
pub(super) struct Pace {
    quick: u32,
    last: Option<Instant>,
    owed: bool,
}

impl Pace {
    /// Something has changed; whether it shall be shown now. If not, it is due at
    /// [`Pace::deadline`].
    pub(super) fn is_due(&mut self, urgent: bool, now: Instant) -> bool {
        if urgent {
            self.quick = QUICK;
        } else if self.quick > 0 {
            self.quick -= 1;
        } else if self.last.is_some_and(|last| now < last + PERIOD) {
            self.owed = true;
            return false;
        }
        self.last = Some(now);
        self.owed = false;
        true
    }

    /// When what was held back is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.last.filter(|_| self.owed).map(|last| last + PERIOD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the changes that come every 50 ms in so many milliseconds are shown.
    fn n_shown(pace: &mut Pace, now: &mut Instant, millis: u64) -> usize {
        let changes = (0..millis / 50).filter(|_| {
            *now += Duration::from_millis(50);
            pace.is_due(false, *now)
        });
        changes.count()
    }

    #[test]
    fn running_figures_are_shown_quickly_at_first_and_then_five_times_a_second() {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        assert!(pace.is_due(true, now));
        assert_eq!(n_shown(&mut pace, &mut now, 300), 6);
        assert_eq!(n_shown(&mut pace, &mut now, 2000), 10);
        assert!(pace.is_due(true, now), "what was done is shown at once");
        assert_eq!(n_shown(&mut pace, &mut now, 300), 6);
    }

    #[test]
    fn the_last_change_is_shown_even_if_no_other_follows() {
        let (mut pace, now) = (Pace::default(), Instant::now());
        assert!(pace.is_due(false, now));
        assert_eq!(pace.deadline(), None);
        let soon = now + Duration::from_millis(20);
        assert!(!pace.is_due(false, soon));
        assert_eq!(pace.deadline(), Some(now + PERIOD));
        assert!(pace.is_due(false, now + PERIOD));
        assert_eq!(pace.deadline(), None);
    }
}
