//! Dates and time controls as the tags of PGN have them, and those that are modelled on it; dates also as
//! SGF and GGF have them.
//!
//! Reads no tag: a record keeps what a file says.

use std::borrow::Cow;

/// `2026-11-26` as `2026.11.26`; any other text as it is.
pub(in crate::games) fn pointed_date(text: &str) -> Cow<'_, str> {
    let parts: Vec<&str> = text.trim().split('-').collect();
    let is_day = matches!(parts[..], [y, m, d]
        if y.len() == 4 && m.len() == 2 && d.len() == 2 && parts.iter().all(|part| all_digits(part)));
    if is_day { Cow::Owned(parts.join(".")) } else { Cow::Borrowed(text) }
}

/// `2026.11.26` as `2026-11-26`, as SGF and GGF have it, and `2026.11.??` as `2026-11`; any other text as
/// it is.
pub(in crate::games) fn dashed_date(text: &str) -> Cow<'_, str> {
    let parts: Vec<&str> = text.trim().split('.').collect();
    let [year, month, day] = parts[..] else { return Cow::Borrowed(text) };
    let is_number = |part: &str, n_digits: usize| part.len() == n_digits && all_digits(part);
    match (is_number(year, 4), is_number(month, 2), is_number(day, 2)) {
        (true, true, true) => Cow::Owned(format!("{year}-{month}-{day}")),
        (true, true, false) if day == "??" => Cow::Owned(format!("{year}-{month}")),
        (true, false, false) if [month, day] == ["??"; 2] => Cow::Owned(year.to_owned()),
        _ => Cow::Borrowed(text),
    }
}

/// A clock of GGF (`5:00/0:03`) in seconds, as PGN writes it (`300+3`); any other text as it is. A fixed
/// time for each move, in GGF an increment without a time, is a period of one move: `1/2`.
pub(in crate::games) fn pgn_clock(text: &str) -> Cow<'_, str> {
    let parts: Option<Vec<String>> = text.trim().split('/').map(seconds).collect();
    match parts.as_deref() {
        Some([main]) => Cow::Owned(main.clone()),
        Some([main, increment]) if main == "0" => Cow::Owned(format!("1/{increment}")),
        Some([main, increment]) => Cow::Owned(format!("{main}+{increment}")),
        _ => Cow::Borrowed(text),
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `1:30.5` as `90.5`.
fn seconds(text: &str) -> Option<String> {
    let (minutes, rest) = text.split_once(':')?;
    let (whole, part) =
        rest.split_once('.').map_or((rest, None), |(whole, part)| (whole, Some(part)));
    let is_known = all_digits(minutes) && whole.len() == 2 && all_digits(whole);
    if !is_known || !part.is_none_or(all_digits) {
        return None;
    }
    let secs = minutes.parse::<u64>().ok()?.checked_mul(60)?.checked_add(whole.parse().ok()?)?;
    Some(part.map_or_else(|| secs.to_string(), |part| format!("{secs}.{part}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_dates_are_written_as_pgn_has_them() {
        for (own, written) in [
            ("5:00", "300"),
            ("5:00/0:03", "300+3"),
            ("0:10/0:00.1", "10+0.1"),
            ("0:00/0:00.5", "1/0.5"),
            ("0:00/0:02", "1/2"),
            ("40/600", "40/600"),
            ("40/600+3", "40/600+3"),
            ("60+5", "60+5"),
            ("15:00/0:00/2:00", "15:00/0:00/2:00"),
            ("1:5", "1:5"),
            ("?", "?"),
            ("", ""),
        ] {
            assert_eq!(pgn_clock(own), written);
        }
        for (own, written) in [
            ("2026-11-26", "2026.11.26"),
            ("2026.11.26", "2026.11.26"),
            ("2026-11", "2026-11"),
            ("26-11-2026", "26-11-2026"),
            ("", ""),
        ] {
            assert_eq!(pointed_date(own), written);
        }
        for (own, written) in [
            ("2026.11.26", "2026-11-26"),
            ("2026.11.??", "2026-11"),
            ("2026.??.??", "2026"),
            ("????.??.??", "????.??.??"),
            ("2026-11-26", "2026-11-26"),
            ("2014-02-21 20:52:27 GMT", "2014-02-21 20:52:27 GMT"),
            ("26.11.2026", "26.11.2026"),
            ("", ""),
        ] {
            assert_eq!(dashed_date(own), written);
        }
    }
}
