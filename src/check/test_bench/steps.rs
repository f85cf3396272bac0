//! Steps as rows of a table, and how a check runs them: each ends in a verdict.
//!
//! Speaks to no engine; the steps do, at the bench.

use std::pin::Pin;
use std::time::{Duration, Instant};

use super::super::Sink;
use super::super::listening::wrong_protocol;
use super::super::report::{Progress, Report, StepInfo, StepReport, Verdict, counted, in_words};
use super::TestBench;
use crate::session::Direction;

/// A step that is not over by then has failed. Each of its questions has its own limit; those of
/// the longest step, five starts with three searches after each, add up to less.
const STEP_LIMIT: Duration = Duration::from_secs(600);

/// What is wrong; for the user, without a full stop.
#[derive(Clone, Debug)]
pub(in crate::check) struct Flaw(pub(in crate::check) String);

impl From<String> for Flaw {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Flaw {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// The finding of a step, in a few words.
pub(in crate::check) type Found = Result<String, Flaw>;

/// A running step.
pub(in crate::check) type Walking<'a> = Pin<Box<dyn Future<Output = Found> + Send + 'a>>;

/// One step for the engines of one protocol. Warnings are left at the bench ([`TestBench::warn`]).
pub(in crate::check) struct Step<P> {
    pub(in crate::check) info: StepInfo,
    pub(in crate::check) walk: for<'a> fn(&'a mut P) -> Walking<'a>,
}

/// A row of a table of steps: what the document demands.
macro_rules! step {
    ($name:literal, $asks:literal, $paragraph:expr, $walk:path) => {
        $crate::check::test_bench::row!($name, $asks, $paragraph, Fail, $walk)
    };
}
/// A row about something that the document recommends or leaves open and that hosts rely on: a flaw
/// is a warning.
macro_rules! advice {
    ($name:literal, $asks:literal, $paragraph:expr, $walk:path) => {
        $crate::check::test_bench::row!($name, $asks, $paragraph, Warn, $walk)
    };
}
macro_rules! row {
    ($name:literal, $asks:literal, $paragraph:expr, $at_worst:ident, $walk:path) => {
        $crate::check::test_bench::Step {
            info: $crate::check::report::StepInfo {
                name: $name,
                asks: $asks,
                paragraph: $paragraph,
                at_worst: $crate::check::report::Verdict::$at_worst,
            },
            walk: |partner| Box::pin($walk(partner)),
        }
    };
}
pub(in crate::check) use {advice, row, step};

/// The steps in their order.
pub(in crate::check) fn infos<P>(steps: &[Step<P>]) -> Vec<StepInfo> {
    steps.iter().map(|step| step.info).collect()
}

/// The checker's half of a dialogue in one protocol.
pub(in crate::check) trait Partner: Send + Sized + 'static {
    fn bench(&mut self) -> &mut TestBench;
    /// Waits for an engine that is ready for questions: the running one, or a new one.
    fn stand_ready(&mut self) -> impl Future<Output = Result<(), Flaw>> + Send;
    /// The steps; the first is the handshake, which may replace the others.
    fn table(&self) -> &'static [Step<Self>];
    /// Fills in the engine's name and version.
    fn introduce(&self, report: &mut Report);
}

/// Runs all the steps; the first is the handshake, without which the others make no sense.
pub(in crate::check) async fn walk<P: Partner>(mut partner: P, sink: Sink<'_>) -> Report {
    let protocol = partner.bench().launch.protocol;
    let mut table = partner.table();
    let mut steps = wanted(&mut partner);
    let mut report = Report::empty(protocol);
    let mut idx = 0;
    while let Some(&step) = steps.get(idx) {
        sink(Progress::Begun(&step.info));
        let mut taken = take(&mut partner, step).await;
        if let Some(found) = partner.bench().listening.end()
            && taken.verdict == Verdict::Fail
        {
            taken.remark = wrong_protocol(&found, &taken.remark);
            report.wrong_protocol = Some(found);
        }
        if idx == 0 && !std::ptr::eq(table, partner.table()) {
            table = partner.table();
            steps = wanted(&mut partner);
            taken.info = table[0].info;
            sink(Progress::Listed(&infos(table)));
        }
        if let Some(reason) = partner.bench().not_started.take() {
            report.n_left_out = steps.len() - idx;
            let has_ended = report.steps.iter().any(|step| ends_the_engine(step.info.name));
            if idx == 0 {
                report.not_started = Some(reason);
            } else if partner.bench().is_process() || !has_ended {
                report.n_left_out -= 1;
                taken.verdict = Verdict::Fail;
                taken.remark = format!("could not be reached again: {reason}");
                taken.causes = vec![taken.remark.clone()];
                sink(Progress::Ended(report.add(taken)));
            }
            // Otherwise the listening engine has quit as it was told.
            break;
        }
        if idx == 0 && taken.verdict == Verdict::Fail {
            report.n_left_out = steps.len() - 1;
        }
        sink(Progress::Ended(report.add(taken)));
        if report.n_left_out > 0 {
            break;
        }
        idx += 1;
    }
    partner.bench().put_away().await;
    partner.introduce(&mut report);
    report
}

/// After a step of this name an engine behind a socket may be gone for good.
fn ends_the_engine(name: &str) -> bool {
    ["quit", "exit", "end-of-"].iter().any(|start| name.starts_with(start))
}

/// The first step and the requested ones.
fn wanted<P: Partner>(partner: &mut P) -> Vec<&'static Step<P>> {
    let only = partner.bench().only.clone();
    let is_wanted = |step: &&Step<P>| only.is_empty() || only.iter().any(|n| n == step.info.name);
    let table = partner.table();
    table.iter().take(1).chain(table.iter().skip(1).filter(is_wanted)).collect()
}

/// Runs a step. If it fails because something was late while other programs use the machine, it
/// runs once more with another engine: only a second delay counts as a failure.
async fn take<P: Partner>(partner: &mut P, step: &Step<P>) -> StepReport {
    let began = Instant::now();
    let bench = partner.bench();
    bench.lines.clear();
    bench.n_lines = 0;
    let found = attempt(partner, step).await;
    let bench = partner.bench();
    let mut found = found.map_err(|flaw| (bench.cause_of(&flaw), flaw));
    let is_repeated = found.is_err() && partner.bench().is_late_by_others(began);
    if is_repeated {
        let bench = partner.bench();
        bench.note(Direction::Note, Instant::now(), "the machine is busy: the step is repeated");
        found = match attempt(partner, step).await {
            Ok(remark) => Ok(format!("{remark}{SECOND_TRY}")),
            Err(flaw) => {
                let text = format!("{} (twice; the machine is busy)", flaw.0);
                Err((partner.bench().cause_of(&flaw), Flaw(text)))
            }
        };
    }
    let bench = partner.bench();
    let warnings = std::mem::take(&mut bench.warnings);
    let (verdict, remark, causes) = match found {
        Err((cause, flaw)) => (step.info.at_worst, flaw.0, vec![cause]),
        Ok(remark) if warnings.is_empty() => {
            (Verdict::Pass, remark.trim_start_matches("; ").to_owned(), Vec::new())
        }
        Ok(_) => {
            let texts: Vec<&str> = warnings.iter().map(|warning| warning.text.as_str()).collect();
            let remark = texts.join("; ");
            (Verdict::Warn, remark, warnings.into_iter().map(|warning| warning.cause).collect())
        }
    };
    let lines = bench.take_lines();
    let (info, took, asked) = (step.info, began.elapsed(), !bench.is_unasked);
    StepReport { info, verdict, remark, causes, like: None, asked, took, lines }
}

/// Added to the finding when a step was repeated.
const SECOND_TRY: &str = "; at the second try, because the machine is busy";

/// Runs a step once. After a flaw no engine runs.
async fn attempt<P: Partner>(partner: &mut P, step: &Step<P>) -> Found {
    let bench = partner.bench();
    bench.n_lost = 0;
    bench.warnings.clear();
    bench.is_late = false;
    bench.measured = None;
    bench.is_unasked = false;
    let limit = bench.scaled(STEP_LIMIT).mul_f64(bench.slack());
    let found = tokio::time::timeout(limit, (step.walk)(partner)).await;
    let bench = partner.bench();
    let found = found.unwrap_or_else(|_elapsed| {
        Err(bench.late(format!("the step was not over after {}", in_words(limit))))
    });
    bench.count_lost();
    if bench.n_lost > 0 {
        let lost = bench.n_lost;
        bench.warn(format!("a flood: {} could not be looked at", counted(lost, "line")));
    }
    if found.is_err() {
        // Its state is unknown, and must not affect the next step.
        bench.put_away().await;
    }
    found
}

/// The step in which an engine at rest is told to quit.
pub(in crate::check) async fn quit<P: Partner>(partner: &mut P) -> Found {
    partner.stand_ready().await?;
    partner.bench().quit("quit").await
}

/// The step in which the input of an engine at rest comes to its end.
pub(in crate::check) async fn end_of_input<P: Partner>(partner: &mut P) -> Found {
    partner.stand_ready().await?;
    partner.bench().end_input().await
}
