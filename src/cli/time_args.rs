//! The time of both players, as the arguments of `quintet match` give it.
//!
//! Reads numbers of seconds; all other times are read where time controls are.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::play::{ParseTimeControlError, TimeControl, parse_time};

use super::numbers::whole;
use super::{Code, Failure};

#[derive(Args, Debug)]
pub(super) struct TimeArgs {
    /// Seconds for each move, or a time such as 500ms or 1m30s (1 when no limit is given).
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_secs, conflicts_with_all = ["time", "depth"])]
    move_time: Option<Duration>,
    /// Seconds for the whole game, or any time control of a tournament's file: 1m30s, 5m+3s, 40/10m,
    /// 10/2s+0.1s, 500ms/move.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_control, conflicts_with = "depth")]
    time: Option<TimeControl>,
    /// Seconds, or a time such as 100ms, added after every move.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_margin, requires = "time")]
    inc: Option<Duration>,
    /// No clock; search to this depth in plies.
    #[arg(long, allow_negative_numbers = true, value_name = "D", value_parser = whole::<u32>(1..))]
    depth: Option<u32>,
    /// No clock; search so many nodes for each move (Hub, and some UBGI engines).
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u64>(1..), conflicts_with_all = ["move_time", "time", "depth"])]
    nodes: Option<u64>,
}

impl TimeArgs {
    /// What is given, or the usual.
    ///
    /// # Errors
    ///
    /// When an increment is given for a time that has none, or has its own.
    pub(super) fn control(&self) -> Result<TimeControl, Failure> {
        if let Some(depth) = self.depth {
            return Ok(TimeControl::Depth { depth });
        }
        if let Some(nodes) = self.nodes {
            return Ok(TimeControl::Nodes { nodes });
        }
        let Some(time) = self.time else {
            let time = self.move_time.unwrap_or(const { Duration::from_secs(1) });
            return Ok(TimeControl::PerMove { time });
        };
        match (time, self.inc.filter(|increment| !increment.is_zero())) {
            (time, None) => Ok(time),
            (TimeControl::SuddenDeath { main }, Some(increment)) => {
                Ok(TimeControl::Fischer { main, increment })
            }
            (
                TimeControl::MovesInTime { moves, main, increment: Duration::ZERO },
                Some(increment),
            ) => Ok(TimeControl::MovesInTime { moves, main, increment }),
            (time, Some(_)) => {
                let why = "takes no other increment";
                Err(Code::Usage.of(anyhow!("--inc: the time \"{time}\" {why}")))
            }
        }
    }
}

/// A number of seconds for the whole game, or a time control with its units.
fn parse_control(text: &str) -> Result<TimeControl, String> {
    if text.parse::<f64>().is_ok() {
        return parse_secs(text).map(|main| TimeControl::SuddenDeath { main });
    }
    text.parse().map_err(|error: ParseTimeControlError| error.to_string())
}

/// As [`parse_secs`], but 0 is allowed.
pub(super) fn parse_margin(text: &str) -> Result<Duration, String> {
    match parse_time(text) {
        Ok(Duration::ZERO) => Ok(Duration::ZERO),
        Ok(_) | Err(_) => parse_secs(text),
    }
}

/// A number of seconds, or a time with its units: from a millisecond to a day.
pub(super) fn parse_secs(text: &str) -> Result<Duration, String> {
    const LEAST: Duration = Duration::from_millis(1);
    const DAY: Duration = Duration::from_secs(86_400);
    let said = || format!("must be from 0.001 to {} seconds", DAY.as_secs());
    if text.parse::<f64>().is_ok_and(|secs| !(0.0..=DAY.as_secs_f64()).contains(&secs)) {
        return Err(said());
    }
    let time = parse_time(text).map_err(|fault| fault.to_string())?;
    (LEAST..=DAY).contains(&time).then_some(time).ok_or_else(said)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        time: TimeArgs,
    }

    /// The time control that these arguments mean, or what is wrong with them.
    fn meant(args: &str) -> Result<String, String> {
        let words = ["quintet"].into_iter().chain(args.split_whitespace());
        let command = Command::try_parse_from(words).map_err(|error| error.to_string())?;
        let control = command.time.control().map_err(|failure| failure.error.to_string())?;
        Ok(control.to_string())
    }

    #[test]
    fn times_are_seconds_or_have_their_units() {
        for (args, time) in [
            ("", "1s/move"),
            ("--move-time 0.5", "0.5s/move"),
            ("--move-time 500ms", "0.5s/move"),
            ("--time 10", "10s"),
            ("--time 10 --inc 0.1", "10s+0.1s"),
            ("--time 10 --inc 0", "10s"),
            ("--time 1m30s --inc 100ms", "90s+0.1s"),
            ("--time 10/2s+0.1s", "10/2s+0.1s"),
            ("--time 40/10m --inc 5", "40/10m+5s"),
            ("--time 500ms/move", "0.5s/move"),
            ("--depth 8", "depth 8"),
            ("--nodes 1000", "nodes 1000"),
            ("--time none", "none"),
        ] {
            assert_eq!(meant(args).as_deref(), Ok(time), "{args}");
        }
        for (args, said) in [
            ("--time 0", "must be from 0.001 to 86400 seconds"),
            ("--time -1", "must be from 0.001 to 86400 seconds"),
            ("--time 10+0.1", "\"10\" may mean seconds or minutes: write 10s or 10m"),
            ("--time 5m+3s --inc 1", "--inc: the time \"5m+3s\" takes no other increment"),
            ("--time 2s/move --inc 1", "takes no other increment"),
            ("--move-time x", "\"x\" is not a time, such as 90s"),
            ("--move-time 2d", "\"2d\" is not a time, such as 90s"),
            ("--move-time 25h", "must be from 0.001 to 86400 seconds"),
        ] {
            let found = meant(args).unwrap_err();
            assert!(found.contains(said), "{args}: {found}");
        }
    }
}
