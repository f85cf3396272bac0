//! The results of a check, as data.
//!
//! Judges nothing and prints nothing.

use std::borrow::Cow;
use std::time::Duration;

use crate::protocol::Protocol;
use crate::session::LogLine;

pub(super) use crate::games::counted;

/// One step of a check, as in the table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StepInfo {
    /// Its name, unique in its protocol: `stop-twice`.
    pub name: &'static str,
    /// What is checked, as a sentence without its full stop.
    pub asks: &'static str,
    /// The place in the document, never its words.
    pub paragraph: &'static str,
    /// The worst possible verdict: what the document does not demand fails no engine.
    pub at_worst: Verdict,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Verdict {
    /// As the document wants it.
    Pass,
    /// Against a recommendation, or slow, or a known problem for hosts.
    Warn,
    /// Against the document.
    Fail,
}

impl Verdict {
    /// `pass`, `warn` or `fail`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// One step that was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReport {
    /// Which one.
    pub info: StepInfo,
    /// How it ended.
    pub verdict: Verdict,
    /// What was seen, or what was wrong: one line for the user.
    pub remark: String,
    /// Each flaw, without measured values; empty if it passed.
    pub causes: Vec<String>,
    /// An earlier step with the same flaws: they need not be reported again.
    pub like: Option<&'static str>,
    /// The engine was asked. If not, the similar earlier step has shown the result.
    pub asked: bool,
    /// How long it took, including starts of the engine.
    pub took: Duration,
    /// Its dialogue in both directions; times are from the start of the check. Only the beginning
    /// and the end of a very long dialogue.
    pub lines: Vec<LogLine>,
}

impl StepReport {
    /// The remark, or the earlier step with the same flaws.
    #[must_use]
    pub fn told(&self) -> Cow<'_, str> {
        match self.like {
            Some(step) if !self.asked => {
                Cow::Owned(format!("not asked, because of what {step} has shown"))
            }
            Some(step) => Cow::Owned(format!("the same as in {step}")),
            None => Cow::Borrowed(&self.remark),
        }
    }
}

/// An event of a running check.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A step begins.
    Begun(&'a StepInfo),
    /// The handshake has shown that another document applies: these are its steps, including the
    /// handshake.
    Listed(&'a [StepInfo]),
    /// A step has ended.
    Ended(&'a StepReport),
}

/// A whole check.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The assumed protocol of the engine.
    pub protocol: Protocol,
    /// The version or dialect of the protocol that was spoken: `v2`; empty where there is none.
    pub version: String,
    /// The engine's own name; empty if it has not given one.
    pub engine: String,
    /// What it has declared, in words: `8 parameters`; empty if the protocol has no such thing.
    pub declared: String,
    /// From its start to the end of the handshake; `None` if it did not get that far.
    pub ready: Option<Duration>,
    /// The steps that were run, in order.
    pub steps: Vec<StepReport>,
    /// Steps of the table that could not be run because the handshake failed.
    pub n_left_out: usize,
    /// Why there was no engine to check.
    pub not_started: Option<String>,
    /// The handshake failed because it speaks another protocol, as a sentence about the engine.
    pub wrong_protocol: Option<String>,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub fn empty(protocol: Protocol) -> Self {
        Self {
            protocol,
            version: String::new(),
            engine: String::new(),
            declared: String::new(),
            ready: None,
            steps: Vec::new(),
            n_left_out: 0,
            not_started: None,
            wrong_protocol: None,
        }
    }

    /// The number of steps with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.steps.iter().filter(|step| step.verdict == verdict).count()
    }

    /// Adds a step; if all its flaws are already known, it refers to the earlier step.
    pub(super) fn add(&mut self, mut step: StepReport) -> &StepReport {
        let first = |cause: &String| {
            let known = self.steps.iter().find(|known| known.causes.contains(cause));
            known.map(|known| known.info.name)
        };
        let known: Option<Vec<&'static str>> = step.causes.iter().map(first).collect();
        step.like = known.and_then(|known| known.into_iter().next());
        let idx = self.steps.len();
        self.steps.push(step);
        &self.steps[idx]
    }

    /// Flaws of several steps, with the number of steps; the most frequent first.
    #[must_use]
    pub fn recurring(&self) -> Vec<(&str, usize)> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for cause in self.steps.iter().flat_map(|step| &step.causes) {
            match counts.iter_mut().find(|(known, _)| known == cause) {
                Some((_, count)) => *count += 1,
                None => counts.push((cause, 1)),
            }
        }
        counts.retain(|(_, count)| *count > 1);
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// The worst of all verdicts; an engine that was not started fails.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.not_started.is_some() {
            return Verdict::Fail;
        }
        self.steps.iter().map(|step| step.verdict).max().unwrap_or(Verdict::Fail)
    }

    /// In one line: `Hub v2, Quintet 0.1.0, 8 parameters, 41 ms; checks: 18 passed, 1 warning`.
    #[must_use]
    pub fn summary(&self) -> String {
        if let Some(reason) = &self.not_started {
            return format!("{}: {reason}", self.protocol);
        }
        if let Some(found) = &self.wrong_protocol {
            return format!(
                "{}: wrong protocol: {found}; checks: {}",
                self.protocol,
                self.counts()
            );
        }
        let protocol = format!("{} {}", self.protocol, self.version);
        let ready = self.ready.map(in_words).unwrap_or_default();
        let parts =
            [protocol.trim_end().to_owned(), self.engine.clone(), self.declared.clone(), ready];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}; checks: {}", parts.join(", "), self.counts())
    }

    /// `18 passed, 1 warning`.
    #[must_use]
    pub fn counts(&self) -> String {
        let mut counts = vec![format!("{} passed", self.count(Verdict::Pass))];
        match self.count(Verdict::Warn) {
            0 => {}
            1 => counts.push("1 warning".to_owned()),
            n => counts.push(format!("{n} warnings")),
        }
        match self.count(Verdict::Fail) {
            0 => {}
            n => counts.push(format!("{n} failed")),
        }
        if self.n_left_out > 0 {
            counts.push(format!("{} not possible", self.n_left_out));
        }
        counts.join(", ")
    }
}

/// `41 ms`, `3.2 s`.
#[must_use]
pub(super) fn in_words(time: Duration) -> String {
    match time.as_millis() {
        millis @ 0..1000 => format!("{millis} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, causes: &[&str]) -> StepReport {
        let at_worst = Verdict::Fail;
        let verdict = if causes.is_empty() { Verdict::Pass } else { Verdict::Warn };
        StepReport {
            info: StepInfo { name, asks: "", paragraph: "", at_worst },
            verdict,
            remark: causes.join("; "),
            causes: causes.iter().map(|cause| (*cause).to_owned()).collect(),
            like: None,
            asked: true,
            took: Duration::ZERO,
            lines: Vec::new(),
        }
    }

    #[test]
    fn a_cause_that_recurs_is_told_once_with_its_count() {
        let mut report = Report::empty(Protocol::Hub);
        let steps = [
            step("ping", &[]),
            step("stop", &["slow", "no text"]),
            step("go", &["slow"]),
            step("quit", &["slow", "lives on"]),
            step("game", &[]),
            StepReport { asked: false, ..step("stop-twice", &["no text"]) },
        ];
        let told: Vec<String> =
            steps.into_iter().map(|step| report.add(step).told().into_owned()).collect();
        assert_eq!(
            told,
            [
                "",
                "slow; no text",
                "the same as in stop",
                "slow; lives on",
                "",
                "not asked, because of what stop has shown"
            ]
        );
        assert_eq!(report.recurring(), [("slow", 3), ("no text", 2)]);
    }
}
