//! Conformance checks of engines of the list, each in a task of its own.
//!
//! Judges nothing: `check` does. A checked engine is a process beside all sessions, and ends with
//! its check.

use std::path::PathBuf;
use std::time::Instant;

use tokio::sync::mpsc;

use super::parts::checks::Checking;
use super::state::Workshop;
use crate::app::effect::{Effect, Work};
use crate::app::outside::{CheckNews, Outside};
use crate::app::views::{CheckStepState, NoticeKind};
use crate::app::words::sentence;
use crate::check::{self, Progress};
use crate::session::Launch;
use crate::store::{crowding, write_atomically};

/// News that may wait for the router; a check has fewer steps.
const MAX_NEWS: usize = 256;

/// Checks an engine and reports every step.
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
