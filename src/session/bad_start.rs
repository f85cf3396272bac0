//! What is said of an engine whose start has failed: another protocol, no engine at all, other answers.
//!
//! Starts nothing and waits for nothing.

use super::last_words::reason_in;
use super::log::{Direction, Log, LogLine};
use super::outputs::MAX_LAST_LINES;
use super::{Exit, ExitCause, ProcessEnd, StartFailure};
use crate::protocol::{Protocol, quoted, spoken_instead};

/// The message for an engine that speaks another protocol than the client.
pub(super) fn wrong_protocol(expected: Protocol, how: &str, log: &Log) -> Option<String> {
    let lines = log.tail(MAX_JUDGED);
    let said = lines.iter().filter(|line| line.direction == Direction::Received);
    let spoken = spoken_instead(expected, said.map(|line| line.text.as_str()))?;
    Some(format!("it speaks {spoken}, not {expected} ({how})"))
}

/// Lines of a failed handshake that are examined.
const MAX_JUDGED: usize = 200;

pub(super) fn not_started(reason: StartFailure) -> Exit {
    Exit {
        cause: ExitCause::CouldNotStart(reason),
        status: ProcessEnd::NoProcess,
        stderr: Vec::new(),
    }
}

/// The message for a program that has ended before it was ready: its output says why, and a program
/// without a complaint is hardly an engine.
pub(super) fn ended_at_once(mut exit: Exit, log: &Log) -> Exit {
    if exit.cause != ExitCause::Crashed {
        return exit;
    }
    let is_said = |line: &String| !line.trim().is_empty();
    let printed = printed(log);
    if !exit.stderr.iter().any(is_said) {
        exit.stderr = printed[printed.len().saturating_sub(MAX_LAST_LINES)..].to_vec();
    }
    // A usage of many lines may follow the reason.
    if let Some(reason) = reason_in(&printed)
        && exit.reason().as_ref() != Some(&reason)
    {
        exit.stderr.insert(0, reason);
        exit.stderr.truncate(MAX_LAST_LINES);
    }
    if exit.is_success() {
        exit.cause = ExitCause::CouldNotStart(no_engine(exit.status, log));
    }
    exit
}

/// The message for a program that answers the handshake, but not as its protocol wants: what it said in
/// place of the answer.
pub(super) fn answered_otherwise(mut exit: Exit, log: &Log) -> Exit {
    if let (ExitCause::BadHandshake(how), Some(line)) = (&mut exit.cause, log.last_answer()) {
        *how += &format!("; it wrote {}", quoted(&line));
    }
    exit
}

/// All that a program has printed on either output, without empty lines.
fn printed(log: &Log) -> Vec<String> {
    log.tail(usize::MAX).iter().filter_map(LogLine::said).map(str::to_owned).collect()
}

/// `ended at once (exit 0); is the command right? It printed “usage: toy [options]”`
pub(super) fn no_engine(status: ProcessEnd, log: &Log) -> StartFailure {
    let mut text = format!("ended at once ({status}); is the command right?");
    // A usage begins with its name.
    if let Some(first) = printed(log).first() {
        text += &format!(" It printed {}", quoted(first));
    }
    StartFailure::Other(text)
}
