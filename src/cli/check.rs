//! `quintet check`: checks whether an engine does what its protocol's document says.
//!
//! Only prints the steps as they end; [`quintet::check`] makes the verdicts.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::check::{self, Progress, Report, StepInfo, StepReport, Verdict};
use quintet::games::counted;
use quintet::protocol::Protocol;
use quintet::session::{Launch, LogLine, Target};
use quintet::store::{EngineEntry, EngineList, FindEngineError, crowding};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::complaints::one_line;
use super::engine_arg::{EngineArg, NamedEngine, Unlisted, parse_protocol};
use super::interrupts::Signals;
use super::output::{Output, complain};
use super::{Code, Failure, ListArgs, Outcome, engines};

const EXIT_CODES: &str = "Exit codes: 0 no step failed, 1 a step failed (with --strict: or gave a \
    warning), 2 the command line is wrong, 3 the engine could not be started, 4 interrupted. Every \
    step and its place in the protocol's document: docs/CONFORMANCE.md.";

#[derive(Args, Debug)]
#[command(after_help = EXIT_CODES)]
pub(super) struct CheckArgs {
    /// Its name in the list, a short name such as builtin:3, or, with --protocol, a file, host:port
    /// or a command in quotes; options after it: NAME:option.threads=2.
    #[arg(required_unless_present = "command", conflicts_with = "command")]
    engine: Option<EngineArg>,
    /// A program with its arguments; quotes keep blanks together, and no shell is involved. If it
    /// talks over a socket (GUIDE), {port} stands for the port.
    #[arg(long, requires = "protocol")]
    command: Option<String>,
    /// hub, guide, nboard, uhp or ubgi.
    #[arg(long, value_parser = parse_protocol)]
    protocol: Option<Protocol>,
    /// The document of UBGI to judge by: draft, v0.1 or v0.2; without it the handshake shows which.
    #[arg(long, value_name = "VERSION")]
    dialect: Option<String>,
    /// The folder to run the program in; by default its own.
    #[arg(long, requires = "protocol", value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// All time limits are multiplied by this, as with `timeouts` in the list.
    #[arg(long, value_name = "FACTOR", value_parser = parse_factor)]
    timeouts: Option<f64>,
    /// Run only this step, besides the handshake; may be given several times.
    #[arg(long = "step", value_name = "NAME")]
    steps: Vec<String>,
    /// Warnings count as failures.
    #[arg(long)]
    strict: bool,
    /// Print the dialogue of every step, not only of those with a problem.
    #[arg(long, short, conflicts_with = "json")]
    verbose: bool,
    /// Print a line of JSON for each step and one for the whole check.
    #[arg(long)]
    json: bool,
}

/// Lines shown of a step with a problem.
const MAX_LINES: usize = 12;
/// Waiting for an address is reported after this time.
const SILENCE: Duration = Duration::from_secs(1);
/// A running step is reported after this time, and again each time the duration has doubled.
const SLOW_STEP: Duration = Duration::from_secs(5);
/// Characters of a line that are shown.
const MAX_WIDTH: usize = 160;

pub(super) fn run(args: &CheckArgs, list: &ListArgs, out: &mut Output) -> Outcome {
    let launch = launch(args, list)?;
    let steps = listed(&launch, &args.steps)?;
    let address = match &launch.target {
        Target::Socket { address } => Some(address.clone()),
        Target::Command { .. } | Target::Tcp { .. } => None,
    };
    let width = steps.iter().map(|step| step.name.len()).max();
    let mut printer = Printer { out, args, width: width.unwrap_or(0) };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let report = runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let (news, mut steps) = mpsc::channel(128);
        let mut sink = |progress: Progress<'_>| {
            // A check sends fewer events than the channel holds, and the printer keeps reading.
            match progress {
                Progress::Begun(step) => drop(news.try_send(News::Begun(step.name))),
                Progress::Ended(step) => drop(news.try_send(News::Ended(Box::new(step.clone())))),
                Progress::Listed(_) => {}
            }
        };
        let checking = check::run_crowded(launch, &args.steps, crowding, &mut sink);
        tokio::pin!(checking);
        let mut waiting = Waiting::new(address);
        loop {
            tokio::select! {
                biased;
                Some(news) = steps.recv() => printer.news(news, &mut waiting)?,
                // With JSON the error output has only the final sentence, unless the engine cannot
                // be reached.
                () = tokio::time::sleep_until(waiting.due()), if waiting.is_told(args.json) => {
                    complain(&waiting.remark());
                }
                report = &mut checking => {
                    while let Ok(news) = steps.try_recv() {
                        printer.news(news, &mut waiting)?;
                    }
                    return Ok(report);
                }
                // Dropping the future ends the engine.
                Some(_) = signals.next() => return Err(Code::Interrupted.of(anyhow!("interrupted"))),
            }
        }
    });
    let report: Report = report?;
    printer.end(&report)?;
    let is_taken = |name: &String| report.steps.iter().any(|step| step.info.name == *name);
    if report.n_left_out == 0
        && let Some(name) = args.steps.iter().find(|name| !is_taken(name))
    {
        let spoken = format!("{} {}", report.protocol, report.version);
        return Err(Code::Usage.of(anyhow!("the engine speaks {spoken}, without a step {name:?}")));
    }
    judge(&report, args.strict)
}

/// The possible steps; the requested ones must be among them.
fn listed(launch: &Launch, wanted: &[String]) -> Result<Vec<StepInfo>, Failure> {
    let mut steps: Vec<StepInfo> = Vec::new();
    for document in check::documents(launch.protocol) {
        let new = |step: &StepInfo| !steps.iter().any(|known| known.name == step.name);
        let new: Vec<StepInfo> = document.steps.into_iter().filter(new).collect();
        steps.extend(new);
    }
    match wanted.iter().find(|name| !steps.iter().any(|step| step.name == **name)) {
        None => Ok(steps),
        Some(name) => {
            let known: Vec<&str> = steps.iter().map(|step| step.name).collect();
            let known = known.join(", ");
            Err(Code::Usage.of(anyhow!("there is no step {name:?}; there are: {known}")))
        }
    }
}

/// The exit code.
fn judge(report: &Report, strict: bool) -> Outcome {
    if let Some(reason) = &report.not_started {
        return Err(Code::NoStart.of(anyhow!("{reason}")));
    }
    let n_failed =
        report.count(Verdict::Fail) + if strict { report.count(Verdict::Warn) } else { 0 };
    match n_failed {
        0 => Ok(()),
        n => Err(anyhow!("{} failed", counted(n, "step")).into()),
    }
}

fn launch(args: &CheckArgs, list: &ListArgs) -> Result<Launch, Failure> {
    let said = Unlisted { protocol: args.protocol, usual: None, dir: args.dir.clone() };
    let named = match (&args.command, &args.engine) {
        (Some(command), _) => EngineArg::of_command(command).unlisted(&said)?,
        (None, Some(engine)) => find(&engines::load(list)?, engine, &said)?,
        (None, None) => return Err(Code::Usage.of(anyhow!("no engine is named"))),
    };
    let mut launch = named.launch()?;
    if let Some(version) = &args.dialect {
        if launch.protocol != Protocol::Ubgi {
            let why = format!("--dialect is for ubgi; {} has one document", launch.protocol);
            return Err(Code::Usage.of(anyhow!(why)));
        }
        let checked = launch.protocol.check_dialect("version", version);
        checked.map_err(|err| Code::Usage.of(anyhow!("--dialect {err}")))?;
        launch.config.dialect.retain(|(name, _)| !name.eq_ignore_ascii_case("version"));
        launch.config.dialect.push(("version".to_owned(), version.clone()));
    }
    if let Some(factor) = args.timeouts {
        launch.config.timeouts_scale = factor;
    }
    Ok(launch)
}

/// The engine of the list with this name, preferably one that speaks the protocol; otherwise what
/// the text says to start.
fn find(list: &EngineList, engine: &EngineArg, said: &Unlisted) -> Result<NamedEngine, Failure> {
    let speakers =
        |entry: &&EngineEntry| said.protocol.is_none_or(|wanted| wanted == entry.protocol);
    let name = &engine.reference;
    let found = match list.find_among(name, speakers) {
        Ok(found) => found,
        Err(_) => match list.find(name, None) {
            Ok(found) => {
                let EngineEntry { name, protocol, .. } = found.entry;
                return Err(Code::Usage.of(anyhow!("{name} speaks {protocol}")));
            }
            Err(FindEngineError::Unknown { .. }) if engine.may_be_unlisted() => {
                return engine.unlisted(said);
            }
            Err(error) => return Err(Code::Usage.of(error)),
        },
    };
    if said.dir.is_some() {
        let why =
            format!("--dir is for engines that are in no list; the list says where {name} runs");
        return Err(Code::Usage.of(anyhow!(why)));
    }
    Ok(engine.listed(&found))
}

fn parse_factor(text: &str) -> Result<f64, String> {
    let factor = text.parse::<f64>().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.01 to 100 is required".to_owned())
}

/// Events of a running check.
enum News {
    Begun(&'static str),
    Ended(Box<StepReport>),
}

/// The running step, and when to report that it still runs.
struct Waiting {
    step: &'static str,
    /// The address, if no engine has answered yet.
    address: Option<String>,
    began: Instant,
    patience: Duration,
}

impl Waiting {
    fn new(address: Option<String>) -> Self {
        let patience = if address.is_some() { SILENCE } else { SLOW_STEP };
        Self { step: "handshake", address, began: Instant::now(), patience }
    }

    fn begin(&mut self, step: &'static str) {
        let address = self.address.take();
        *self = Self { step, ..Self::new(address) };
    }

    fn is_told(&self, is_json: bool) -> bool {
        self.address.is_some() || !is_json
    }

    fn due(&self) -> Instant {
        self.began + self.patience
    }

    fn remark(&mut self) -> String {
        let secs = self.patience.as_secs();
        self.patience = self.patience.max(SLOW_STEP / 2) * 2;
        match &self.address {
            Some(address) => format!("quintet: waiting for an answer from {address}"),
            None => format!("quintet: waiting for the engine in step {} ({secs} s)", self.step),
        }
    }
}

struct Printer<'a> {
    out: &'a mut Output,
    args: &'a CheckArgs,
    /// The length of the longest name.
    width: usize,
}

impl Printer<'_> {
    fn news(&mut self, news: News, waiting: &mut Waiting) -> io::Result<()> {
        match news {
            News::Begun(step) => waiting.begin(step),
            News::Ended(step) => {
                waiting.address = None;
                self.step(&step)?;
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &StepReport) -> io::Result<()> {
        let (verdict, name) = (step.verdict.word(), step.info.name);
        if self.args.json {
            let lines: Vec<_> = step.lines.iter().map(as_json).collect();
            return self.out.json(&json!({
                "step": name,
                "asks": step.info.asks,
                "paragraph": step.info.paragraph,
                "at_worst": step.info.at_worst.word(),
                "verdict": verdict,
                "remark": step.remark,
                "like": step.like,
                "took_ms": millis(step.took),
                "lines": lines,
            }));
        }
        let remark = one_line(&step.told(), 2 * MAX_WIDTH);
        let width = self.width;
        self.out.line(format_args!("{verdict}  {name:width$}  {remark}").to_string().trim_end())?;
        if step.verdict != Verdict::Pass {
            let (asks, paragraph) = (step.info.asks, step.info.paragraph);
            self.out.line(format_args!("      asked: {asks} (document: {paragraph})"))?;
        }
        let shown = match (self.args.verbose, step.verdict, step.like) {
            (true, _, _) => step.lines.len(),
            // The dialogue was already printed with the similar step.
            (false, Verdict::Pass, _) | (false, Verdict::Warn | Verdict::Fail, Some(_)) => 0,
            (false, Verdict::Warn | Verdict::Fail, None) => MAX_LINES,
        };
        let skipped = step.lines.len().saturating_sub(shown);
        for line in &step.lines[skipped..] {
            let (mark, text) = (line.direction.mark(), one_line(&line.text, MAX_WIDTH));
            self.out.line(format_args!("      {:>8} {mark} {text}", millis(line.at)))?;
        }
        Ok(())
    }

    fn end(&mut self, report: &Report) -> io::Result<()> {
        if !self.args.json {
            if report.not_started.is_some() {
                return Ok(());
            }
            for (cause, count) in report.recurring() {
                let cause = one_line(cause, MAX_WIDTH);
                self.out.line(format_args!("{count} steps: {cause}"))?;
            }
            return self.out.line(report.summary());
        }
        self.out.json(&json!({
            "protocol": report.protocol.name(),
            "version": report.version,
            "engine": report.engine,
            "declared": report.declared,
            "ready_ms": report.ready.map(millis),
            "passed": report.count(Verdict::Pass),
            "warnings": report.count(Verdict::Warn),
            "failed": report.count(Verdict::Fail),
            "left_out": report.n_left_out,
            "not_started": report.not_started,
            "wrong_protocol": report.wrong_protocol,
            "verdict": report.verdict().word(),
            "summary": report.summary(),
        }))
    }
}

fn as_json(line: &LogLine) -> serde_json::Value {
    json!({ "at_ms": millis(line.at), "direction": line.direction.mark(), "text": line.text })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
