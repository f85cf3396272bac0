//! The time for thinking: the clock of a GGF text, and the part of it that a move may take.
//!
//! Reads no clock.

use std::str::FromStr;
use std::time::Duration;

use crate::builtin::time_budget::{Budget, LONGEST, RESERVE, TimeLeft};

/// The clock of a side: GGF `main/increment/grace`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Clock {
    /// For the game; 0 with an increment: only the increment counts, again for each move.
    pub(crate) main: Duration,
    /// Added for every move.
    pub(crate) increment: Duration,
}

/// A text that isn't a clock.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0:?} is not a clock; write 15:00 or 5:00/0:03")]
pub(crate) struct ParseClockError(String);

impl FromStr for Clock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || ParseClockError(text.to_owned());
        let mut parts = text.trim().split('/').map(|part| parse_time(part.trim()));
        let main = parts.next().flatten().ok_or_else(bad)?;
        let increment = parts.next().unwrap_or(Some(Duration::ZERO)).ok_or_else(bad)?;
        Ok(Self { main, increment })
    }
}

/// `[[[d.]h:]m:]s`, seconds with or without decimals; an empty text is 0.
fn parse_time(text: &str) -> Option<Duration> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
    let parts: Vec<&str> = text.split(':').collect();
    let secs = match parts[..] {
        [""] => 0.0,
        [secs] => number(secs)?,
        [mins, secs] => number(mins)? * 60.0 + number(secs)?,
        [hours, mins, secs] => {
            let (days, hours) = hours.split_once('.').unwrap_or(("0", hours));
            let hours = number(days)? * 24.0 + number(hours)?;
            hours * 3_600.0 + number(mins)? * 60.0 + number(secs)?
        }
        _ => return None,
    };
    Some(Duration::try_from_secs_f64(secs).unwrap_or(LONGEST).min(LONGEST))
}

/// Time for one move without a clock.
const UNHURRIED: Duration = Duration::from_secs(10);
impl Clock {
    /// The time for the next move, when `used` is gone and `n_empty` squares are empty.
    ///
    /// Without time for the game each move has the increment, and without both a fixed time.
    pub(crate) fn budget(&self, used: Duration, n_moves: u32, n_empty: u32) -> Budget {
        if self.main.is_zero() {
            let whole = if self.increment.is_zero() { UNHURRIED } else { self.increment };
            let hard = whole.saturating_sub(RESERVE[0].min(whole / 4));
            let soft = if self.increment.is_zero() { hard / 3 } else { hard };
            return Budget { soft, hard };
        }
        TimeLeft {
            left: (self.main + self.increment * n_moves).saturating_sub(used),
            main: self.main,
            increment: self.increment,
            // The last twelve or so squares are solved in no time.
            moves: (n_empty.saturating_sub(12) / 2).max(2),
            lags: n_empty.div_ceil(2).max(6),
        }
        .budget()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::random::Random;

    #[test]
    fn clocks_are_read_as_ggf_writes_them() {
        let read = |text: &str| {
            let clock = text.parse::<Clock>().unwrap();
            (clock.main.as_secs_f64(), clock.increment.as_secs_f64())
        };
        assert_eq!(read("15:00"), (900.0, 0.0));
        assert_eq!(read("5:00//2:00"), (300.0, 0.0));
        assert_eq!(read("0/2/0"), (0.0, 2.0));
        assert_eq!(read("0//0"), (0.0, 0.0));
        assert_eq!(read("1:00:00/0:00.5"), (3_600.0, 0.5));
        assert_eq!(read("1.02:00:00"), (93_600.0, 0.0));
        // Any larger time counts as this one.
        assert_eq!(read("1e19/1e300"), (1e9, 1e9));
        assert!("x".parse::<Clock>().is_err());
        assert!("-1".parse::<Clock>().is_err());
    }

    #[test]
    fn a_game_never_uses_more_than_its_time() {
        for secs in [1, 10, 60, 900] {
            let clock = Clock { main: Duration::from_secs(secs), increment: Duration::ZERO };
            let mut used = Duration::ZERO;
            for n_moves in 0..30 {
                used += clock.budget(used, n_moves, 60 - 2 * n_moves).hard;
            }
            assert!(used < clock.main, "{secs}");
        }
    }

    fn clock(main: u64, increment: u64) -> Clock {
        let millis = Duration::from_millis;
        Clock { main: millis(main), increment: millis(increment) }
    }

    #[test]
    fn what_a_move_may_take_stays_within_bounds_in_every_state_of_the_clock() {
        // Main time, increment, used, moves made, squares empty; least and most of `hard`; all in
        // ms.
        for (main, increment, used, n_moves, n_empty, least, most) in [
            (2_000, 20, 0, 0, 60, 100, 600),
            (2_000, 20, 1_980, 5, 50, 1, 10),
            (2_000, 20, 2_095, 5, 50, 0, 1),
            (2_000, 20, 2_455, 30, 2, 1, 10),
            (2_000, 20, 2_300, 30, 2, 1, 67),
            (2_000, 20, 9_000, 5, 50, 0, 0),
            (1_000, 0, 0, 0, 60, 10, 300),
            (1_000, 0, 900, 20, 20, 1, 2),
            (10_000, 0, 0, 0, 60, 500, 3_300),
            (60_000, 0, 59_000, 20, 20, 30, 300),
            (5_000, 3_000, 0, 0, 60, 1_000, 1_634),
            (60_000, 3_000, 62_500, 1, 58, 30, 67),
            (900_000, 0, 0, 0, 60, 60_000, 300_000),
            (0, 100, 0, 7, 30, 50, 75),
            (0, 2_000, 0, 7, 30, 1_500, 1_900),
            (0, 0, 0, 0, 60, 5_000, 10_000),
        ] {
            let budget =
                clock(main, increment).budget(Duration::from_millis(used), n_moves, n_empty);
            let state = format!("{main}+{increment}, {used} used, move {n_moves}: {budget:?}");
            let hard = budget.hard.as_millis();
            assert!((least..=most).contains(&hard), "{state}");
            assert!(budget.soft <= budget.hard, "{state}");
        }
    }

    #[test]
    fn a_short_clock_with_an_increment_recovers() {
        let clock = clock(2_000, 20);
        for left in 1..150 {
            let used = clock.main - Duration::from_millis(left);
            assert!(clock.budget(used, 0, 30).hard < clock.increment, "{left} ms left");
        }
    }

    #[test]
    fn a_busy_machine_does_not_lose_a_quick_game_on_time() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            for clock in [clock(2_000, 20), clock(5_000, 0), clock(10_000, 50), clock(1_000, 100)] {
                let mut used = Duration::ZERO;
                for n_moves in 0..30 {
                    let stall = Duration::from_millis(random.below(61));
                    used += clock.budget(used, n_moves, 60 - 2 * n_moves).hard + stall;
                    let given = clock.main + clock.increment * n_moves;
                    assert!(used < given, "{clock:?}, seed {seed}, move {n_moves}");
                }
            }
        }
    }
}
