//! How long to think: the clock of a GGF text, and what of it a move may take.
//!
//! Reads no clock.

use std::str::FromStr;
use std::time::Duration;

/// What a side is given: GGF `main/increment/grace`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Clock {
    /// For the game; 0 with an increment: only the increment counts, anew for each move.
    pub(crate) main: Duration,
    /// Added for every move.
    pub(crate) increment: Duration,
}

/// A text that is no clock.
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

/// `[[[d.]h:]m:]s`, seconds with decimals or not; nothing is 0.
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
    Duration::try_from_secs_f64(secs).ok()
}

/// What a move may take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Budget {
    /// No deeper search is begun after this.
    pub(crate) soft: Duration,
    /// The search ends at this.
    pub(crate) hard: Duration,
}

/// Time for one move without a clock.
const UNHURRIED: Duration = Duration::from_secs(10);
/// Kept back for the way to the program and back.
const MARGIN: Duration = Duration::from_millis(40);

impl Clock {
    /// What the next move may take, when `used` is gone and `n_empty` squares are empty.
    pub(crate) fn budget(&self, used: Duration, n_moves: u32, n_empty: u32) -> Budget {
        if self.main.is_zero() {
            let whole = if self.increment.is_zero() { UNHURRIED } else { self.increment };
            let hard = whole.saturating_sub(MARGIN.min(whole / 8));
            let soft = if self.increment.is_zero() { hard / 3 } else { hard };
            return Budget { soft, hard };
        }
        let left = (self.main + self.increment * n_moves).saturating_sub(used);
        let left = left.saturating_sub(MARGIN.min(left / 8));
        // The last twelve squares or so are solved in no time.
        let moves = (n_empty.saturating_sub(12) / 2).max(2);
        let share = left / moves + self.increment * 4 / 5;
        let hard = (share * 3).min(left * 2 / 5);
        Budget { soft: (share / 2).min(hard), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
