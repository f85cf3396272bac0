//! What the system says of this process in files of its own.
//!
//! Changes nothing, and knows nothing of signals beyond their numbers.

use std::fs;

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
    fn ignored_signals_are_read_from_the_mask() {
        let status = "Name:\tquintet\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\n";
        assert!(is_ignored(status, 1) && is_ignored(status, 13));
        for signal in [0, 2, 14, 99] {
            assert!(!is_ignored(status, signal), "{signal}");
        }
        assert!(!is_ignored("", 1));
    }
}
