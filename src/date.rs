//! Moments of the calendar as texts, in UTC; every layer may use it.
//!
//! Reads no clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// The day, as game files write it: `2026-11-20`.
pub(crate) fn day(moment: SystemTime) -> String {
    let (year, month, day, _) = parts(moment);
    format!("{year:04}-{month:02}-{day:02}")
}

/// To the second, by RFC 3339: `2026-11-20T06:00:13Z`.
pub(crate) fn rfc3339(moment: SystemTime) -> String {
    let (hour, minute, second) = parts(moment).3;
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", day(moment))
}

/// To the second, for names of files, which sort by it: `20261120T060013Z`.
pub(crate) fn stamp(moment: SystemTime) -> String {
    rfc3339(moment).replace(['-', ':'], "")
}

/// Year, month, day, and hour, minute and second of the day.
fn parts(moment: SystemTime) -> (u64, u64, u64, (u64, u64, u64)) {
    let secs = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil_date(secs / 86_400);
    let of_day = secs % 86_400;
    (year, month, day, (of_day / 3600, of_day / 60 % 60, of_day % 60))
}

/// Year, month and day of the Gregorian calendar, from days since 1970-01-01.
fn civil_date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_utc() {
        // `date -u -d @N`
        for (secs, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_795_154_413, "2026-11-20T06:00:13Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            let moment = UNIX_EPOCH + Duration::from_secs(secs);
            assert_eq!(rfc3339(moment), text);
            assert_eq!(day(moment), text[..10]);
        }
        assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(1_795_154_413)), "20261120T060013Z");
    }
}
