//! Moments of the calendar as texts; every layer may use it.
//!
//! Reads no clock.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The day where the user lives, as game files write it: `2026-11-20`.
pub(crate) fn day(moment: SystemTime) -> String {
    day_in(moment, TimeZone::system())
}

fn day_in(moment: SystemTime, zone: TimeZone) -> String {
    timestamp(moment).to_zoned_datetime(zone).date().to_string()
}

/// The days from one text of [`day`] to another; `None` where one of them is none.
pub(crate) fn days_between(from: &str, to: &str) -> Option<i32> {
    let (from, to) = (from.parse::<Date>().ok()?, to.parse::<Date>().ok()?);
    Some((to - from).get_days())
}

/// To the second, in UTC, by RFC 3339: `2026-11-20T06:00:13Z`.
pub(crate) fn rfc3339(moment: SystemTime) -> String {
    format!("{:.0}", timestamp(moment))
}

/// The moment of a text of [`rfc3339`]; `None` where it is none.
pub(crate) fn of_rfc3339(text: &str) -> Option<SystemTime> {
    SystemTime::try_from(text.parse::<Timestamp>().ok()?).ok()
}

/// To the second, in UTC, for names of files, which sort by it: `20261120T060013Z`.
pub(crate) fn stamp(moment: SystemTime) -> String {
    timestamp(moment).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// The beginning of 1970 for a clock that is far off.
fn timestamp(moment: SystemTime) -> Timestamp {
    Timestamp::try_from(moment).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use jiff::tz;

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
            assert_eq!(of_rfc3339(text), Some(moment));
            assert_eq!(day_in(moment, TimeZone::UTC), text[..10]);
        }
        assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(1_795_154_413)), "20261120T060013Z");
    }

    #[test]
    fn days_are_counted_over_months_and_leap_years() {
        assert_eq!(days_between("2024-02-28", "2024-03-01"), Some(2));
        assert_eq!(days_between("2026-11-20", "2027-11-20"), Some(365));
        assert_eq!(days_between("2026-11-20", "2026-11-19"), Some(-1));
        assert_eq!(days_between("yesterday", "2026-11-19"), None);
    }

    #[test]
    fn a_day_begins_at_midnight_of_its_zone() {
        // 2026-11-20T06:00:13Z
        let moment = UNIX_EPOCH + Duration::from_secs(1_795_154_413);
        for (hours, day) in [(-7, "2026-11-19"), (-6, "2026-11-20"), (18, "2026-11-21")] {
            assert_eq!(day_in(moment, tz::offset(hours).to_time_zone()), day);
        }
    }
}
