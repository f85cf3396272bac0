//! Delays of the program itself, collected in little memory.
//!
//! Measures nothing; the caller does.

use std::time::Duration;

/// A histogram of short times: 32 steps for each power of two of nanoseconds, so a value read back
/// is at most 1/32 too small.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delays {
    counts: Vec<u32>,
    total: u64,
}

impl Delays {
    /// Counts one delay.
    pub fn add(&mut self, delay: Duration) {
        let nanos = u64::try_from(delay.as_nanos()).unwrap_or(u64::MAX);
        let idx = bucket(nanos);
        if self.counts.len() <= idx {
            self.counts.resize(idx + 1, 0);
        }
        self.counts[idx] = self.counts[idx].saturating_add(1);
        self.total += 1;
    }

    /// Counts all of another's delays.
    pub fn merge(&mut self, other: &Self) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own = own.saturating_add(*more);
        }
        self.total += other.total;
    }

    /// The steps with delays: each with its lower end in nanoseconds, and how many lie in it.
    pub(super) fn steps(&self) -> impl Iterator<Item = (u64, u32)> {
        let counted = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        counted.map(|(idx, count)| (floor_of(idx), *count))
    }

    /// The same delays again, from their [`Delays::steps`].
    pub(super) fn of_steps(steps: impl IntoIterator<Item = (u64, u32)>) -> Self {
        let mut delays = Self::default();
        for (nanos, count) in steps {
            let idx = bucket(nanos);
            if delays.counts.len() <= idx {
                delays.counts.resize(idx + 1, 0);
            }
            delays.counts[idx] = delays.counts[idx].saturating_add(count);
            delays.total += u64::from(count);
        }
        delays
    }

    /// Number of delays counted.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.total
    }

    /// Nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The delay that this share (0 to 1) of all does not exceed; `None` when nothing was counted.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<Duration> {
        if self.total == 0 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a rank among fewer than 2^52 values, clamped to them"
        )]
        let rank = ((self.total as f64 * share).ceil() as u64).clamp(1, self.total);
        let mut seen = 0;
        for (idx, count) in self.counts.iter().enumerate() {
            seen += u64::from(*count);
            if seen >= rank {
                return Some(Duration::from_nanos(floor_of(idx)));
            }
        }
        None
    }

    /// The middle one.
    #[must_use]
    pub fn median(&self) -> Option<Duration> {
        self.quantile(0.5)
    }

    /// The 99th percentile.
    #[must_use]
    pub fn p99(&self) -> Option<Duration> {
        self.quantile(0.99)
    }
}

const STEPS_BITS: u32 = 5;
const STEPS: u64 = 1 << STEPS_BITS;

fn bucket(nanos: u64) -> usize {
    let idx = if nanos < STEPS {
        nanos
    } else {
        let shift = nanos.ilog2() - STEPS_BITS;
        u64::from(shift + 1) * STEPS + ((nanos >> shift) - STEPS)
    };
    usize::try_from(idx).expect("there are fewer than 2048 steps")
}

fn floor_of(idx: usize) -> u64 {
    let (power, step) = (idx as u64 / STEPS, idx as u64 % STEPS);
    if power == 0 { step } else { (STEPS + step) << (power - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_come_back_within_one_thirty_second() {
        let mut delays = Delays::default();
        assert_eq!(delays.median(), None);
        for micros in 1..=1000 {
            delays.add(Duration::from_micros(micros));
        }
        for (share, exact) in [(0.5, 500.0), (0.99, 990.0), (0.0, 1.0), (1.0, 1000.0)] {
            let found = delays.quantile(share).unwrap().as_secs_f64() * 1e6;
            assert!(found <= exact && found >= exact * 31.0 / 32.0, "{share}: {found}");
        }
        let mut both = delays.clone();
        both.merge(&delays);
        assert_eq!((both.len(), both.median()), (2000, delays.median()));
    }

    #[test]
    fn delays_come_back_from_their_steps() {
        let mut delays = Delays::default();
        for nanos in [0, 31, 11_648, 11_700, 12_345, 2_000_000_000] {
            delays.add(Duration::from_nanos(nanos));
        }
        assert_eq!(Delays::of_steps(delays.steps()), delays);
        assert_eq!(delays.steps().map(|(_, count)| count).sum::<u32>(), 6);
        assert_eq!(Delays::of_steps([]), Delays::default());
    }

    #[test]
    fn every_step_starts_where_the_one_before_ends() {
        for idx in 0..1500 {
            assert_eq!(bucket(floor_of(idx)), idx);
            assert_eq!(bucket(floor_of(idx + 1) - 1), idx);
        }
        bucket(u64::MAX);
    }
}
