//! Conformance checks of engines of the list, each in a task of its own.
//!
//! Judges nothing: `check` does. A checked engine is a process beside all sessions, and ends with
//! its check.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc;

use super::Workshop;
use crate::app::console::console_line;
use crate::app::effect::{Effect, Work};
use crate::app::outside::{CheckNews, Outside};
use crate::app::views::{CheckStepState, CheckStepView, CheckView, ConsoleLine, NoticeKind};
use crate::app::words::sentence;
use crate::check::{self, Progress, Report, StepInfo, StepReport, Verdict};
use crate::games::counted;
use crate::protocol::Protocol;
use crate::session::Launch;
use crate::store::{crowding, write_atomically};

/// Checks that are kept; the oldest that is over goes.
const MAX_CHECKS: usize = 12;
/// News that may wait for the owner; a check has fewer steps.
const MAX_NEWS: usize = 256;

/// The checks that run, or have run and are still shown: one for an engine.
#[derive(Debug, Default)]
pub(super) struct Checks {
    n_begun: u64,
    kept: Vec<Checking>,
}

#[derive(Debug)]
struct Checking {
    number: u64,
    engine: String,
    /// What is known so far; the lines of its steps are in the views.
    report: Report,
    steps: Arc<[CheckStepView]>,
    was_stopped: bool,
    began: Instant,
    ended: Option<Instant>,
}

impl Checks {
    /// Some check is not over.
    pub(super) fn is_running(&self) -> bool {
        self.kept.iter().any(Checking::is_running)
    }

    /// It is being checked, or was.
    pub(super) fn knows(&self, engine: &str) -> bool {
        self.kept.iter().any(|checking| checking.engine == engine)
    }

    /// An engine goes by another name.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        for checking in self.kept.iter_mut().filter(|checking| checking.engine == from) {
            to.clone_into(&mut checking.engine);
        }
    }

    pub(super) fn views(&self) -> Vec<CheckView> {
        self.kept.iter().map(Checking::view).collect()
    }

    fn of(&mut self, engine: &str) -> Option<&mut Checking> {
        self.kept.iter_mut().find(|checking| checking.engine == engine)
    }

    /// A new check; its number.
    fn begin(&mut self, engine: &str, protocol: Protocol) -> u64 {
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
    fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    fn change(&mut self, name: &str, change: impl Fn(&mut CheckStepView)) {
        for step in Arc::make_mut(&mut self.steps).iter_mut().filter(|step| step.name == name) {
            change(step);
        }
    }

    fn list(&mut self, steps: &[StepInfo]) {
        self.steps = steps.iter().map(waiting).collect();
    }

    fn note_step(&mut self, mut report: StepReport) {
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
    fn note_report(&mut self, mut report: Report) {
        self.report.steps.clear();
        for step in std::mem::take(&mut report.steps) {
            self.note_step(step);
        }
        report.steps = std::mem::take(&mut self.report.steps);
        self.report = report;
        self.end();
    }

    fn end(&mut self) {
        self.ended = Some(Instant::now());
        for step in Arc::make_mut(&mut self.steps) {
            if matches!(step.state, CheckStepState::Waiting | CheckStepState::Running) {
                step.state = CheckStepState::LeftOut;
            }
        }
    }

    fn counts(&self) -> String {
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

    fn text(&self) -> String {
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

    fn view(&self) -> CheckView {
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

fn waiting(info: &StepInfo) -> CheckStepView {
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

/// Checks an engine and tells the owner of every step.
pub(in crate::app) async fn walk(number: u64, launch: Launch, outside: mpsc::Sender<Outside>) {
    let (tell, mut told) = mpsc::channel(MAX_NEWS);
    let checking = async move {
        let mut sink = |progress: Progress<'_>| {
            let news = match progress {
                Progress::Begun(info) => CheckNews::Begun(info.name),
                Progress::Listed(steps) => CheckNews::Listed(steps.to_vec()),
                Progress::Ended(step) => CheckNews::Ended(Box::new(step.clone())),
            };
            // What is lost on a stalled machine is in the whole report again.
            drop(tell.try_send(news));
        };
        let report = check::run_crowded(launch, &[], crowding, &mut sink).await;
        // Told after all its steps; the channel has more room than a check has steps.
        drop(tell.send(CheckNews::Over(Box::new(report))).await);
    };
    let telling = async {
        while let Some(news) = told.recv().await {
            if outside.send(Outside::Check(number, news)).await.is_err() {
                break;
            }
        }
    };
    tokio::join!(checking, telling);
}

impl Workshop {
    /// Checks an engine of the list, unless that is being done already.
    pub(super) fn start_check(&mut self, name: &str) {
        if self.checks.of(name).is_some_and(|checking| checking.is_running()) {
            let text = format!("{name} is being checked already.");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let found = match self.catalogue.list.find(name, None) {
            Ok(found) => found,
            Err(error) => {
                return self.messages.notice(NoticeKind::Refused, sentence(&error.to_string()));
            }
        };
        let name = found.entry.name.clone();
        let (protocol, launch) = (found.entry.protocol, found.entry.launch(&found.chosen));
        self.forget_check(&name);
        let number = self.checks.begin(&name, protocol);
        match launch {
            Ok(launch) => {
                self.effects.push(Effect::Check(number, Box::new(launch)));
            }
            Err(error) => {
                let Some(checking) = self.checks.of(&name) else { return };
                checking.report.not_started = Some(error.to_string());
                checking.end();
            }
        }
    }

    /// Ends the check of an engine; what was found so far stays on show.
    pub(super) fn stop_check(&mut self, name: &str) {
        let running = self.checks.of(name).filter(|checking| checking.is_running());
        let Some(checking) = running else { return };
        self.effects.push(Effect::EndCheck(checking.number));
        checking.was_stopped = true;
        checking.end();
    }

    pub(super) fn note_check(&mut self, number: u64, news: CheckNews, now: Instant) {
        if let CheckNews::Saved(path, result) = news {
            return match result {
                Ok(()) => {
                    let text = format!("The report was saved as {}.", path.display());
                    self.messages.notice(NoticeKind::Info, text);
                }
                Err(error) => {
                    let text = format!("The report could not be saved: {error}.");
                    self.messages.problem(text, Vec::new(), None, now);
                }
            };
        }
        // One that was stopped has nothing more to say.
        let mut running = self.checks.kept.iter_mut().filter(|checking| checking.is_running());
        let Some(checking) = running.find(|checking| checking.number == number) else { return };
        match news {
            CheckNews::Begun(name) => {
                checking.change(name, |step| step.state = CheckStepState::Running);
            }
            CheckNews::Listed(steps) => checking.list(&steps),
            CheckNews::Ended(step) => checking.note_step(*step),
            CheckNews::Over(report) => {
                checking.note_report(*report);
                let (engine, counts) = (checking.engine.clone(), checking.counts());
                self.effects.push(Effect::Announce(format!("{engine}: {counts}")));
            }
            CheckNews::Saved(..) => {}
        }
    }

    /// Writes the report of the check of this number to a file.
    pub(in crate::app) fn save_check(&mut self, number: u64, path: PathBuf) -> Vec<Effect> {
        self.write_check(number, path);
        self.take_effects()
    }

    /// The check of this engine is about another one now, or about none: it ends and goes. Says
    /// whether it was running.
    pub(super) fn forget_check(&mut self, engine: &str) -> bool {
        let was_running = self.checks.of(engine).is_some_and(|checking| checking.is_running());
        self.forget_checks(|checked| checked != engine);
        was_running
    }

    /// Ends and forgets the checks of engines for which this does not hold.
    pub(super) fn forget_checks(&mut self, stays: impl Fn(&str) -> bool) {
        let checks = std::mem::take(&mut self.checks.kept);
        let (kept, gone): (Vec<Checking>, Vec<Checking>) =
            checks.into_iter().partition(|checking| stays(&checking.engine));
        self.checks.kept = kept;
        let running = gone.iter().filter(|checking| checking.is_running());
        self.effects.extend(running.map(|checking| Effect::EndCheck(checking.number)));
    }

    fn write_check(&mut self, number: u64, path: PathBuf) {
        let Some(checking) = self.checks.kept.iter().find(|kept| kept.number == number) else {
            let text = "The report of that check is not kept any more; nothing was saved.";
            return self.messages.notice(NoticeKind::Error, text);
        };
        let text = checking.view().report();
        self.effects.push(Effect::Work(Work::new(move || {
            let result = write_atomically(&path, text.as_bytes()).map_err(|err| err.to_string());
            Outside::Check(number, CheckNews::Saved(path, result))
        })));
    }
}
