//! What the system says of this process in files of its own.
//!
//! Changes nothing, and knows nothing of signals beyond their numbers.

use std::fs;
use std::thread;

/// How many programs want each processor of the machine: 1 and less where nobody has to wait. 1 where the
/// system does not say (it does on Linux).
#[must_use]
pub fn crowding() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let n_processors = thread::available_parallelism().map_or(1, usize::from);
    n_runnable(&text).map_or(1.0, |n_runnable| n_runnable / n_processors as f64)
}

/// The greater one of the last minute's mean and the number of now (proc(5)).
fn n_runnable(loadavg: &str) -> Option<f64> {
    let mut fields = loadavg.split_whitespace();
    let mean = fields.next()?.parse::<f64>().ok().filter(|mean| mean.is_finite())?;
    let (now, _all) = fields.nth(2)?.split_once('/')?;
    Some(mean.max(now.parse().ok()?))
}

/// Whoever started this program told it to ignore this signal, as `nohup` does with `SIGHUP` (1).
/// Listening to a signal would undo that. False where the system does not say (it does on Linux).
#[must_use]
pub fn was_told_to_ignore(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    is_ignored(&status, signal)
}

/// `SigIgn:` is a mask in hexadecimal; its lowest bit is signal 1 (proc(5)).
fn is_ignored(status: &str, signal: u32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    let bit = signal.checked_sub(1).and_then(|shift| 1_u64.checked_shl(shift));
    bit.is_some_and(|bit| mask & bit != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowding_is_the_mean_of_a_minute_or_what_is_there_now() {
        assert_eq!(n_runnable("0.50 1.00 2.00 3/276 22094\n"), Some(3.0));
        assert_eq!(n_runnable("18.25 18.42 15.57 1/276 22094\n"), Some(18.25));
        for text in ["", "nan 1 1 1/2 3", "1 1 1", "1 1 1 x/2 3"] {
            assert_eq!(n_runnable(text), None, "{text:?}");
        }
        assert!(crowding() > 0.0);
    }

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        let status = "Name:\tquintet\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\n";
        assert!(is_ignored(status, 1) && is_ignored(status, 13));
        for signal in [0, 2, 14, 99] {
            assert!(!is_ignored(status, signal), "{signal}");
        }
        assert!(!is_ignored("", 1));
    }
}
