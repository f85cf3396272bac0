//! What the system reports about this process in its own files.
//!
//! Changes nothing, and knows nothing of signals beyond their numbers.

use std::env;
use std::fs;
use std::time::Duration;

use crate::session::n_processors;

/// How many programs want each processor of the machine: 1 and less if no program has to wait. 1 if
/// the system does not report it (Linux does).
#[must_use]
pub fn crowding() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    n_runnable(&text).map_or(1.0, |n_runnable| n_runnable / n_processors() as f64)
}

/// The greater of the last minute's mean and the current number (proc(5)).
fn n_runnable(loadavg: &str) -> Option<f64> {
    let mut fields = loadavg.split_whitespace();
    let mean = fields.next()?.parse::<f64>().ok().filter(|mean| mean.is_finite())?;
    let (now, _all) = fields.nth(2)?.split_once('/')?;
    Some(mean.max(now.parse().ok()?))
}

/// How long each thread of a process has been ready to run and waited for a processor, by the
/// thread's number. Empty if the system does not report it (Linux does); without its children.
#[must_use]
pub fn waits(process: u32) -> Vec<(u32, Duration)> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let wait = |thread: fs::DirEntry| {
        let number = thread.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        Some((number, waited(&text)?))
    };
    threads.filter_map(|thread| wait(thread.ok()?)).collect()
}

/// Time on a processor, time waiting for one, both in nanoseconds, and the number of turns
/// (Linux, Documentation/scheduler/sched-stats.rst).
fn waited(schedstat: &str) -> Option<Duration> {
    let nanos = schedstat.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// The name of the processor as the system reports it; empty if it does not.
pub(super) fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named =
        ["model name", "Model", "Hardware"].iter().find_map(|key| value_of(&text, key, ':'));
    // Windows has it in the environment.
    named.or_else(|| env::var("PROCESSOR_IDENTIFIER").ok()).unwrap_or_default()
}

/// The system, its kernel and the kind of machine: `Debian GNU/Linux 13 (trixie), 6.12.48, x86_64`.
pub(super) fn name_and_kernel() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = value_of(&release, "PRETTY_NAME", '=');
    let name = name.unwrap_or_else(|| env::consts::OS.to_owned());
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let parts = [name.trim_matches('"'), kernel.trim(), env::consts::ARCH];
    let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    known.join(", ")
}

/// The value of the first line `key = value`, whatever is between the two.
fn value_of(text: &str, key: &str, separator: char) -> Option<String> {
    let value = |line: &str| {
        let (name, value) = line.split_once(separator)?;
        (name.trim() == key).then(|| value.trim().to_owned())
    };
    text.lines().find_map(value).filter(|value| !value.is_empty())
}

/// This program was started with this signal ignored, as `nohup` does with `SIGHUP` (1). Handling
/// the signal would undo that. False if the system does not report it (Linux does).
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
    fn waiting_for_a_processor_is_the_second_number_of_a_thread() {
        assert_eq!(waited("149972 3147532 2\n"), Some(Duration::from_nanos(3_147_532)));
        for text in ["", "1", "1 x 2"] {
            assert_eq!(waited(text), None, "{text:?}");
        }
        assert_eq!(waits(u32::MAX), [], "there is no such process");
        #[cfg(target_os = "linux")]
        assert!(!waits(std::process::id()).is_empty());
    }

    #[test]
    fn the_processor_and_the_system_are_named() {
        let text = "processor\t: 0\nmodel name\t: AMD EPYC\nmodel name\t: other\n";
        assert_eq!(value_of(text, "model name", ':'), Some("AMD EPYC".to_owned()));
        assert_eq!(value_of(text, "Model", ':'), None);
        assert!(name_and_kernel().ends_with(env::consts::ARCH));
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
