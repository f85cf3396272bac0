//! Parts of a snapshot: what the check of an engine has found so far.
//!
//! Text comes ready to be shown. Nothing here changes anything.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use crate::app::views::ConsoleLine;

/// The check of an engine that runs or has run last.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckView {
    /// Its number, to save its report by.
    pub number: u64,
    /// The engine's name in the list.
    pub engine: String,
    /// It is not over.
    pub running: bool,
    /// Its steps in order, those to come included.
    pub steps: Arc<[CheckStepView]>,
    /// What came of it, or how far it is, in one sentence.
    pub text: String,
    /// `checks: 18 passed, 1 warning`; how far it is while it runs.
    pub counts: String,
    /// How long it takes, or took.
    pub elapsed: Duration,
}

/// One step of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckStepView {
    /// Its name: `stop-twice`.
    pub name: &'static str,
    /// What is asked of the engine.
    pub asks: &'static str,
    /// Where the protocol's document says so.
    pub paragraph: &'static str,
    /// What became of it.
    pub state: CheckStepState,
    /// What was seen, or what was wrong: one line.
    pub remark: String,
    /// How long it took.
    pub took: Duration,
    /// What was said in it; times are from the start of the check.
    pub lines: Arc<[ConsoleLine]>,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CheckStepState {
    /// It has not been taken.
    Waiting,
    /// It is being taken.
    Running,
    /// As the document wants it.
    Passed,
    /// A warning.
    Warned,
    /// Against the document.
    Failed,
    /// It was not taken: the check ended before.
    LeftOut,
}

impl CheckStepState {
    /// `passed`, `warning`, `failed` and so on.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiting => "not yet taken",
            Self::Running => "being taken",
            Self::Passed => "passed",
            Self::Warned => "warning",
            Self::Failed => "failed",
            Self::LeftOut => "not taken",
        }
    }
}

impl CheckView {
    /// The steps that are not as the document wants them, failures first.
    pub fn troubled(&self) -> impl Iterator<Item = &CheckStepView> {
        let of = |state| self.steps.iter().filter(move |step| step.state == state);
        of(CheckStepState::Failed).chain(of(CheckStepState::Warned))
    }

    /// The whole report as a text, for authors of engines.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = format!("{}\n{}\n", self.engine, self.text);
        for step in self.steps.iter() {
            // Writing to a text cannot fail.
            let _infallible = writeln!(
                text,
                "\n{}: {} ({} ms)  {}",
                step.name,
                step.state.word(),
                step.took.as_millis(),
                step.remark,
            );
            let _infallible =
                writeln!(text, "    asked: {} (document: {})", step.asks, step.paragraph);
            for line in step.lines.iter() {
                let mark = line.direction.mark();
                let millis = line.secs * 1000.0;
                let _infallible = writeln!(text, "{millis:10.1} {mark} {}", line.text);
            }
        }
        text
    }
}
