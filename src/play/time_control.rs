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
    /// It is something else.
    #[error(
        "{text:?} is not a time control; write 5m, 5m+3s, 40/10m, 2s/move, depth 8, nodes 100000 or \
         none"
    )]
    Unreadable {
        /// What was read.
        text: String,
    },
    /// A clock that begins with nothing.
    #[error("{text:?} gives no time for the first move, which would lose the game")]
    NoTime {
        /// What was read.
        text: String,
    },
}

/// `none`, `5m`, `5m+3s`, `40/10m`, `2s/move`, `depth 8`, `nodes 100000`; read back by `FromStr`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::SuddenDeath { main } => write_time(f, *main),
            Self::MovesInTime { moves, main } => {
                write!(f, "{moves}/")?;
                write_time(f, *main)
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
        let unreadable = || ParseTimeControlError::Unreadable { text: text.to_owned() };
        let time = parse(text).ok_or_else(unreadable)?;
        match time.begins_with() {
            Some(Duration::ZERO) => Err(ParseTimeControlError::NoTime { text: text.to_owned() }),
            Some(_) | None => Ok(time),
        }
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let text = text.trim().to_ascii_lowercase();
    if text == "none" {
        return Some(TimeControl::Unlimited);
    }
    if let Some(depth) = text.strip_prefix("depth") {
        let depth = depth.trim().parse().ok().filter(|depth| *depth > 0)?;
        return Some(TimeControl::Depth { depth });
    }
    if let Some(nodes) = text.strip_prefix("nodes") {
        let nodes = nodes.trim().parse().ok().filter(|nodes| *nodes > 0)?;
        return Some(TimeControl::Nodes { nodes });
    }
    if let Some(time) = text.strip_suffix("/move") {
        return Some(TimeControl::PerMove { time: parse_time(time)? });
    }
    if let Some((moves, main)) = text.split_once('/') {
        let moves = moves.trim().parse().ok().filter(|moves| *moves > 0)?;
        return Some(TimeControl::MovesInTime { moves, main: parse_main(main)? });
    }
    if let Some((main, increment)) = text.split_once('+') {
        let (main, increment) = (parse_main(main)?, parse_time(increment)?);
        return Some(TimeControl::Fischer { main, increment });
    }
    Some(TimeControl::SuddenDeath { main: parse_main(&text)? })
}

/// The time of a game or a period. It names its unit: by `3+1` some users mean minutes, and some
/// programs seconds.
fn parse_main(text: &str) -> Option<Duration> {
    let named = text.contains(':') || text.trim_end().ends_with(['h', 'm', 's']);
    parse_time(text).filter(|_| named)
}

/// `90`, `90s`, `1.5m`, `1h`, `1:30`, `1:00:00`.
fn parse_time(text: &str) -> Option<Duration> {
    let text = text.trim();
    if text.contains(':') {
        let parts: Option<Vec<u64>> = text.split(':').map(|part| part.parse().ok()).collect();
        let secs = parts?
            .into_iter()
            .try_fold(0_u64, |sum, part| sum.checked_mul(60)?.checked_add(part))?;
        return Some(Duration::from_secs(secs));
    }
    let (number, unit) = match text.as_bytes().last()? {
        b'h' => (&text[..text.len() - 1], 3600.0),
        b'm' => (&text[..text.len() - 1], 60.0),
        b's' => (&text[..text.len() - 1], 1.0),
        _ => (text, 1.0),
    };
    let secs = number.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0)? * unit;
    Duration::try_from_secs_f64(secs).ok().filter(|d| d.as_secs() < 86_400 * 365)
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
