//! The checks of engines that run, or have run and are still shown.
//!
//! Judges nothing: `check` does.

use std::sync::Arc;
use std::time::Instant;

use crate::app::format::console_line;
use crate::app::views::{CheckStepState, CheckStepView, CheckView, ConsoleLine};
use crate::app::words::sentence;
use crate::check::{self, Report, StepInfo, StepReport, Verdict};
use crate::games::counted;
use crate::protocol::Protocol;

/// Checks that are kept; the oldest that is over goes.
pub(in crate::app::workshop) const MAX_CHECKS: usize = 12;

/// The checks that run, or have run and are still shown: one for an engine.
#[derive(Debug, Default)]
pub(in crate::app::workshop) struct Checks {
    pub(in crate::app::workshop) n_begun: u64,
    pub(in crate::app::workshop) kept: Vec<Checking>,
}

#[derive(Debug)]
pub(in crate::app::workshop) struct Checking {
    pub(in crate::app::workshop) number: u64,
    pub(in crate::app::workshop) engine: String,
    /// What is known so far; the lines of its steps are in the views.
    pub(in crate::app::workshop) report: Report,
    pub(in crate::app::workshop) steps: Arc<[CheckStepView]>,
    pub(in crate::app::workshop) was_stopped: bool,
    pub(in crate::app::workshop) began: Instant,
    pub(in crate::app::workshop) ended: Option<Instant>,
}

impl Checks {
    /// Some check is not over.
    pub(in crate::app::workshop) fn is_running(&self) -> bool {
        self.kept.iter().any(Checking::is_running)
    }

    /// It is being checked, or was.
    pub(in crate::app::workshop) fn knows(&self, engine: &str) -> bool {
        self.kept.iter().any(|checking| checking.engine == engine)
    }

    /// An engine goes by another name.
    pub(in crate::app::workshop) fn rename(&mut self, from: &str, to: &str) {
        for checking in self.kept.iter_mut().filter(|checking| checking.engine == from) {
            to.clone_into(&mut checking.engine);
        }
    }

    pub(in crate::app::workshop) fn views(&self) -> Vec<CheckView> {
        self.kept.iter().map(Checking::view).collect()
    }

    pub(in crate::app::workshop) fn of(&mut self, engine: &str) -> Option<&mut Checking> {
        self.kept.iter_mut().find(|checking| checking.engine == engine)
    }

    /// A new check; its number.
    pub(in crate::app::workshop) fn begin(&mut self, engine: &str, protocol: Protocol) -> u64 {
        if self.kept.len() >= MAX_CHECKS
            && let Some(oldest) = self.kept.iter().position(|checking| !checking.is_running())
        {
            self.kept.remove(oldest);
        }
        self.n_begun += 1;
        self.kept.push(Checking {
            number: self.n_begun,
            engine: engine.to_owned(),
            report: Report::empty(protocol),
            steps: check::steps(protocol).iter().map(waiting).collect(),
            was_stopped: false,
            began: Instant::now(),
            ended: None,
        });
        self.n_begun
    }
}

impl Checking {
    pub(in crate::app::workshop) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    pub(in crate::app::workshop) fn change(
        &mut self,
        name: &str,
        change: impl Fn(&mut CheckStepView),
    ) {
        for step in Arc::make_mut(&mut self.steps).iter_mut().filter(|step| step.name == name) {
            change(step);
        }
    }

    pub(in crate::app::workshop) fn list(&mut self, steps: &[StepInfo]) {
        self.steps = steps.iter().map(waiting).collect();
    }

    pub(in crate::app::workshop) fn note_step(&mut self, mut report: StepReport) {
        let lines: Arc<[ConsoleLine]> =
            std::mem::take(&mut report.lines).into_iter().map(console_line).collect();
        self.change(report.info.name, |step| {
            step.state = match report.verdict {
                Verdict::Pass => CheckStepState::Passed,
                Verdict::Warn => CheckStepState::Warned,
                Verdict::Fail => CheckStepState::Failed,
            };
            step.remark = report.told().into_owned();
            step.took = report.took;
            step.lines = Arc::clone(&lines);
        });
        self.report.steps.push(report);
    }

    /// What the whole report has is what counts.
    pub(in crate::app::workshop) fn note_report(&mut self, mut report: Report) {
        self.report.steps.clear();
        for step in std::mem::take(&mut report.steps) {
            self.note_step(step);
        }
        report.steps = std::mem::take(&mut self.report.steps);
        self.report = report;
        self.end();
    }

    pub(in crate::app::workshop) fn end(&mut self) {
        self.ended = Some(Instant::now());
        for step in Arc::make_mut(&mut self.steps) {
            if matches!(step.state, CheckStepState::Waiting | CheckStepState::Running) {
                step.state = CheckStepState::LeftOut;
            }
        }
    }

    pub(in crate::app::workshop) fn counts(&self) -> String {
        match (&self.report.not_started, self.was_stopped) {
            (Some(_), _) => "checks: not possible".to_owned(),
            (None, true) => format!("checks stopped: {}", self.report.counts()),
            (None, false) if self.is_running() => {
                let (n, all) = (self.report.steps.len(), self.steps.len());
                format!("checks: {n} of {}", counted(all, "step"))
            }
            (None, false) => format!("checks: {}", self.report.counts()),
        }
    }

    pub(in crate::app::workshop) fn text(&self) -> String {
        let (n, all) = (self.report.steps.len(), self.steps.len());
        let running = self.steps.iter().find(|step| step.state == CheckStepState::Running);
        match (running, self.was_stopped) {
            (Some(step), _) => format!("Step {} of {all}: {}.", n + 1, step.name),
            (None, true) => {
                let counts = self.report.counts();
                format!("The check was stopped after {n} of {all} steps: {counts}.")
            }
            (None, false) if self.is_running() => format!("{n} of {all} steps have been taken."),
            (None, false) => sentence(&self.report.summary()),
        }
    }

    pub(in crate::app::workshop) fn view(&self) -> CheckView {
        CheckView {
            number: self.number,
            engine: self.engine.clone(),
            running: self.is_running(),
            steps: Arc::clone(&self.steps),
            text: self.text(),
            counts: self.counts(),
            elapsed: self.ended.unwrap_or_else(Instant::now).saturating_duration_since(self.began),
        }
    }
}

pub(in crate::app::workshop) fn waiting(info: &StepInfo) -> CheckStepView {
    CheckStepView {
        name: info.name,
        asks: info.asks,
        paragraph: info.paragraph,
        state: CheckStepState::Waiting,
        remark: String::new(),
        took: std::time::Duration::ZERO,
        lines: Arc::from([]),
    }
}
