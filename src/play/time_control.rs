//! Time controls of a player.
//!
//! Runs no clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::protocol::Capabilities;
#[cfg(doc)]
use crate::protocol::Protocol;

/// A player's time for a game.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum TimeControl {
    /// No clock at all; the engine is stopped by hand, or plays by its own depth.
    #[default]
    Unlimited,
    /// A time for the whole game.
    SuddenDeath {
        /// The time.
        main: Duration,
    },
    /// A time for every `moves` moves; the rest is kept.
    MovesInTime {
        /// Moves of a period.
        moves: u32,
        /// Time of a period.
        main: Duration,
        /// Added after every move; often nothing.
        increment: Duration,
    },
    /// A time for the game, and an increment added after every move.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// Added after every move.
        increment: Duration,
    },
    /// A time for every move; the rest is lost.
    PerMove {
        /// The time of a move.
        time: Duration,
    },
    /// No clock; engines search to this depth.
    Depth {
        /// In plies.
        depth: u32,
    },
    /// No clock; engines search so many nodes. Only some protocols have such a limit
    /// ([`Protocol::may_limit_nodes`]).
    Nodes {
        /// For each move.
        nodes: u64,
    },
}

impl TimeControl {
    /// The complaint about an engine of these capabilities that cannot be held to the limit of its
    /// moves: it thinks as long as it wants, and no clock ends that.
    #[must_use]
    pub fn limit_note(&self, able: Capabilities) -> Option<String> {
        let obeys = match self {
            Self::Depth { .. } => able.depth,
            Self::Nodes { .. } => able.nodes,
            Self::Unlimited
            | Self::SuddenDeath { .. }
            | Self::MovesInTime { .. }
            | Self::Fischer { .. }
            | Self::PerMove { .. } => true,
        };
        (!obeys || !able.limited_moves && self.is_without_clock()).then(|| {
            format!(
                "{self} means nothing to it: it cannot be told so for a move, and thinks as long as \
                 its own settings say"
            )
        })
    }

    fn is_without_clock(&self) -> bool {
        matches!(self, Self::Depth { .. } | Self::Nodes { .. })
    }

    /// The default time of an engine in a new game, unless it plays by a level of the program:
    /// without any limit most engines think until the game is solved.
    pub const USUAL: Self = Self::PerMove { time: Duration::from_secs(5) };

    /// With less left than this a player is in danger: ten seconds, or a tenth of what the player
    /// began with (for the game, the period or the move), whichever is more. For a short time it is
    /// a fifth, so that the danger does not start with the first second. Zero without a clock.
    #[must_use]
    pub fn danger_below(&self) -> Duration {
        const LEAST: Duration = Duration::from_secs(10);
        let begin = self.begins_with().unwrap_or_default();
        LEAST.max(begin / 10).min(begin / 5)
    }

    /// The time on the clock before the first move; `None` without a clock.
    fn begins_with(&self) -> Option<Duration> {
        match self {
            Self::Unlimited | Self::Depth { .. } | Self::Nodes { .. } => None,
            Self::SuddenDeath { main }
            | Self::MovesInTime { main, .. }
            | Self::Fischer { main, .. } => Some(*main),
            Self::PerMove { time } => Some(*time),
        }
    }
}

/// Why a text isn't a time control.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ParseTimeControlError {
    /// A part of it is not what stands in such a place.
    #[error(
        "{text:?} is not a time control: {fault}; write 5m, 5m+3s, 40/10m, 40/10m+3s, 2s/move, \
         depth 8, nodes 100000 or none"
    )]
    Unreadable {
        /// What was read.
        text: String,
        /// What is wrong with which part.
        fault: TimeFault,
    },
    /// A clock that begins with nothing.
    #[error("{text:?} gives no time for the first move, which would lose the game")]
    NoTime {
        /// What was read.
        text: String,
    },
}

/// The part of a time control that cannot be read.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TimeFault {
    /// It is no time.
    #[error("{0:?} is not a time, such as 90s, 1m30s, 500ms or 1:30")]
    NoTime(String),
    /// It is a number that may mean seconds or minutes.
    #[error("{0:?} may mean seconds or minutes: write {0}s or {0}m")]
    NoUnit(String),
    /// Behind a colon stand more minutes or seconds than an hour or a minute has.
    #[error(
        "{text:?} has more than 59 behind a colon: write {meant}, or the time with its units, such as 90s"
    )]
    TooManyBehindColon {
        /// What was read.
        text: String,
        /// The same time as it may be meant, if each part is added.
        meant: String,
    },
    /// It is longer than a year.
    #[error("{0:?} is too long")]
    TooLong(String),
    /// It is no number of moves, plies or nodes.
    #[error("{0:?} is not a whole number from 1 on")]
    NoCount(String),
}

/// `none`, `5m`, `5m+3s`, `40/10m`, `40/10m+3s`, `2s/move`, `depth 8`, `nodes 100000`; read back by `FromStr`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::SuddenDeath { main } => write_time(f, *main),
            Self::MovesInTime { moves, main, increment } => {
                write!(f, "{moves}/")?;
                write_time(f, *main)?;
                if increment.is_zero() {
                    return Ok(());
                }
                f.write_str("+")?;
                write_time(f, *increment)
            }
            Self::Fischer { main, increment } => {
                write_time(f, *main)?;
                f.write_str("+")?;
                write_time(f, *increment)
            }
            Self::PerMove { time } => {
                write_time(f, *time)?;
                f.write_str("/move")
            }
            Self::Depth { depth } => write!(f, "depth {depth}"),
            Self::Nodes { nodes } => write!(f, "nodes {nodes}"),
        }
    }
}

fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let secs = time.as_secs_f64();
    if secs >= 60.0 && time.subsec_nanos() == 0 && time.as_secs().is_multiple_of(60) {
        write!(f, "{}m", time.as_secs() / 60)
    } else {
        write!(f, "{secs}s")
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unreadable = |fault| {
            let text = text.to_owned();
            ParseTimeControlError::Unreadable { text, fault }
        };
        let time = parse(text).map_err(unreadable)?;
        match time.begins_with() {
            Some(Duration::ZERO) => Err(ParseTimeControlError::NoTime { text: text.to_owned() }),
            Some(_) | None => Ok(time),
        }
    }
}

fn parse(text: &str) -> Result<TimeControl, TimeFault> {
    let text = text.trim().to_ascii_lowercase();
    if text == "none" {
        return Ok(TimeControl::Unlimited);
    }
    if let Some(depth) = text.strip_prefix("depth") {
        return Ok(TimeControl::Depth { depth: parse_count(depth)? });
    }
    if let Some(nodes) = text.strip_prefix("nodes") {
        return Ok(TimeControl::Nodes { nodes: parse_count(nodes)? });
    }
    let of_move = text.strip_suffix("move").and_then(|rest| rest.trim_end().strip_suffix('/'));
    if let Some(time) = of_move {
        return Ok(TimeControl::PerMove { time: parse_time(time)? });
    }
    let (moves, clock) = match text.split_once('/') {
        Some((moves, clock)) => (Some(parse_count(moves)?), clock),
        None => (None, &text[..]),
    };
    let (main, increment) = match clock.split_once('+') {
        Some((main, increment)) => (parse_main(main)?, Some(parse_time(increment)?)),
        None => (parse_main(clock)?, None),
    };
    Ok(match (moves, increment) {
        (Some(moves), increment) => {
            TimeControl::MovesInTime { moves, main, increment: increment.unwrap_or_default() }
        }
        (None, Some(increment)) => TimeControl::Fischer { main, increment },
        (None, None) => TimeControl::SuddenDeath { main },
    })
}

/// A whole number from 1 on.
fn parse_count<T: FromStr + From<u8> + PartialOrd>(text: &str) -> Result<T, TimeFault> {
    let text = text.trim();
    let count = text.parse().ok().filter(|count| *count >= T::from(1));
    count.ok_or_else(|| TimeFault::NoCount(text.to_owned()))
}

/// The time of a game or a period. It names its unit: by `3+1` some users mean minutes, and some
/// programs seconds.
fn parse_main(text: &str) -> Result<Duration, TimeFault> {
    let time = parse_time(text)?;
    let is_bare = text.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_bare { Err(TimeFault::NoUnit(text.trim().to_owned())) } else { Ok(time) }
}

/// A time as users write it, in seconds where it has no unit: `90`, `90s`, `500ms`, `1.5m`, `1h`,
/// `1m30s`, `1:30`, `1:00:00`.
///
/// # Errors
///
/// When it is something else, or longer than a year.
pub fn parse_time(text: &str) -> Result<Duration, TimeFault> {
    const YEAR: Duration = Duration::from_secs(86_400 * 365);
    let text = text.trim();
    let unreadable = || TimeFault::NoTime(text.to_owned());
    let time = match text.contains(':') {
        true => parse_colons(text)?,
        false => parse_units(text),
    };
    let too_long = |time: &Duration| *time >= YEAR;
    match time.ok_or_else(unreadable)? {
        time if too_long(&time) => Err(TimeFault::TooLong(text.to_owned())),
        time => Ok(time),
    }
}

/// `1:30`, `1:00:00`; `None` if it is no such time. `1:75` is refused: it may be a slip for another time.
fn parse_colons(text: &str) -> Result<Option<Duration>, TimeFault> {
    let parts: Option<Vec<u64>> = text.split(':').map(|part| part.parse().ok()).collect();
    let Some(parts) = parts.filter(|parts| parts.len() <= 3) else { return Ok(None) };
    let add = |sum: u64, part: &u64| sum.checked_mul(60)?.checked_add(*part);
    let secs = parts.iter().try_fold(0_u64, add);
    match secs {
        Some(secs) if parts[1..].iter().any(|part| *part > 59) => {
            Err(TimeFault::TooManyBehindColon { text: text.to_owned(), meant: colons(secs) })
        }
        secs => Ok(secs.map(Duration::from_secs)),
    }
}

/// `2:15`, `1:00:00`
fn colons(secs: u64) -> String {
    let (hours, minutes, secs) = (secs / 3600, secs / 60 % 60, secs % 60);
    match hours {
        0 => format!("{minutes}:{secs:02}"),
        hours => format!("{hours}:{minutes:02}:{secs:02}"),
    }
}

/// Units of time with their seconds, the longest first; a time has each at most once, in this order.
const UNITS: [(&str, f64); 4] = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)];

/// `90`, `500ms`, `1h30m`, `1 m 30 s`
fn parse_units(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut units = &UNITS[..];
    let mut sum = Duration::ZERO;
    while !rest.is_empty() {
        let is_number = |ch: char| ch.is_ascii_digit() || ch == '.';
        let (number, behind) = rest.split_at(rest.find(|ch| !is_number(ch)).unwrap_or(rest.len()));
        let behind = behind.trim_start();
        let is_unit = |ch: char| ch.is_ascii_alphabetic();
        let (unit, behind) =
            behind.split_at(behind.find(|ch| !is_unit(ch)).unwrap_or(behind.len()));
        let secs = match unit {
            // A number alone is one of seconds; behind another unit it says nothing.
            "" if rest.len() == text.len() => 1.0,
            _ => {
                let at = units.iter().position(|(name, _)| *name == unit)?;
                let secs = units[at].1;
                units = &units[at + 1..];
                secs
            }
        };
        let part = number.parse::<f64>().ok()? * secs;
        // What no duration holds is too long in any case.
        sum = sum.saturating_add(Duration::try_from_secs_f64(part).unwrap_or(Duration::MAX));
        rest = behind.trim_start();
    }
    (!text.is_empty()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_back_as_written() {
        for text in [
            "none",
            "5m",
            "90s",
            "5m+3s",
            "0.5s+0.05s",
            "40/10m",
            "40/10m+3s",
            "10/2s+0.1s",
            "2s/move",
            "0.1s/move",
            "depth 8",
            "nodes 100000",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30".parse::<TimeControl>().unwrap().to_string(), "90s");
        assert_eq!("1h".parse::<TimeControl>().unwrap().to_string(), "60m");
    }

    #[test]
    fn times_are_read_as_authors_of_engines_write_them() {
        for (text, same) in [
            ("10/2s+0.1s", "10/2s+0.1s"),
            ("40/10m", "40/10m"),
            ("40/1h30m+500ms", "40/90m+0.5s"),
            ("500ms/move", "0.5s/move"),
            ("500 ms / move", "0.5s/move"),
            ("1m30s", "90s"),
            ("1m30s+1s", "90s+1s"),
            ("1m 30s + 1", "90s+1s"),
            ("1h30m15s", "5415s"),
            ("1h0.5s", "3600.5s"),
            ("1m500ms+100ms", "60.5s+0.1s"),
            ("1M30S", "90s"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), same, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_of_a_time_control_is_named() {
        for (text, said) in [
            ("10+0.1", "\"10\" may mean seconds or minutes: write 10s or 10m"),
            ("40/10x", "\"10x\" is not a time"),
            ("x/10m", "\"x\" is not a whole number from 1 on"),
            ("1m30s+1x", "\"1x\" is not a time"),
            ("30s1m", "\"30s1m\" is not a time"),
            ("1m30", "\"1m30\" is not a time"),
            ("1m1m", "\"1m1m\" is not a time"),
            ("1.2.3s", "\"1.2.3s\" is not a time"),
            ("1:2:3:4", "\"1:2:3:4\" is not a time"),
            ("1:75", "\"1:75\" has more than 59 behind a colon: write 2:15, or the time"),
            ("40/1:75+1s", "\"1:75\" has more than 59 behind a colon: write 2:15, or the time"),
            ("1:60:30", "\"1:60:30\" has more than 59 behind a colon: write 2:00:30, or the time"),
            ("9999999h", "\"9999999h\" is too long"),
            ("1e9s", "\"1e9s\" is not a time"),
            ("5m+", "\"\" is not a time"),
            ("depth x", "\"x\" is not a whole number from 1 on"),
        ] {
            let found = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(found.contains(&format!("is not a time control: {said}")), "{found}");
        }
    }

    #[test]
    fn danger_begins_at_ten_seconds_or_a_tenth_of_the_time_and_never_at_once() {
        let secs = |text: &str| text.parse::<TimeControl>().unwrap().danger_below().as_secs_f64();
        let clocks =
            ["5m", "5m+3s", "40/10m", "1m", "20s", "10s+0.1s", "1s/move", "none", "depth 8"];
        assert_eq!(clocks.map(secs), [30.0, 30.0, 60.0, 10.0, 4.0, 2.0, 0.2, 0.0, 0.0]);
    }

    #[test]
    fn a_time_for_a_game_or_a_period_names_its_unit() {
        for text in ["3+1", "5", "40/10", "0.5+1s"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        let read = |text: &str| text.parse::<TimeControl>().unwrap().to_string();
        let named = ["3m+1", "3:00+1", "40/10 m", "5:00", "2/move"];
        assert_eq!(named.map(read), ["3m+1s", "3m+1s", "40/10m", "5m", "2s/move"]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "x", "-1", "0", "0/5m", "depth", "depth 0", "nodes 0", "nodes -1", "1e300h", "nan",
            "5m+",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_that_begins_with_nothing_is_refused_with_its_reason() {
        for text in ["0s", "0/move", "40/0m", "0s+0.1s", "0:00+5"] {
            let said = text.parse::<TimeControl>().unwrap_err().to_string();
            let expected = "gives no time for the first move, which would lose the game";
            assert_eq!(said, format!("{text:?} {expected}"));
        }
    }

    #[test]
    fn a_limit_that_an_engine_cannot_be_told_is_said() {
        let able = Capabilities { depth: true, nodes: false, ..Capabilities::SAMPLE };
        let only_analyses = Capabilities { nodes: true, limited_moves: false, ..able };
        for (text, able, is_said) in [
            ("depth 6", able, false),
            ("nodes 5", able, true),
            ("depth 6", only_analyses, true),
            ("nodes 5", only_analyses, true),
            ("1s/move", only_analyses, false),
            ("none", only_analyses, false),
        ] {
            let note = text.parse::<TimeControl>().unwrap().limit_note(able);
            assert_eq!(note.is_some(), is_said, "{text}: {note:?}");
        }
    }
}
