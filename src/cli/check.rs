//! `quintet check`: does an engine do what its protocol's document says?
//!
//! Judges nothing: [`quintet::check`] does; this prints its steps as they end.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::check::{self, Progress, Report, StepInfo, StepReport, Verdict};
use quintet::protocol::Protocol;
use quintet::session::{Launch, LogLine, Target};
use quintet::store::{
    EngineEntry, EngineList, EngineSource, EngineTarget, FindEngineError, FoundEngine, SourceError,
    crowding, is_address, split_command,
};
use serde_json::json;
use tokio::sync::mpsc;

use super::complaints::one_line;
use super::interrupts::Signals;
use super::output::{Output, complain};
use super::{Code, Failure, ListArgs, Outcome, engines};

const EXIT_CODES: &str = "Exit codes: 0 no step failed, 1 a step failed (with --strict: or gave a \
    warning), 2 the command line is wrong, 3 the engine could not be started, 4 interrupted. Every \
    step and its place in the protocol's document: docs/CONFORMANCE.md.";

#[derive(Args, Debug)]
#[command(after_help = EXIT_CODES)]
pub(super) struct CheckArgs {
    /// Its name in the list, a short name such as builtin:3, or host:port with --protocol.
    #[arg(required_unless_present = "command", conflicts_with = "command")]
    engine: Option<String>,
    /// A program with its arguments; quotes keep blanks together, and no shell is involved. Where
    /// it is to talk over a socket (GUIDE), {port} stands for the port.
    #[arg(long, requires = "protocol")]
    command: Option<String>,
    /// hub, guide, nboard, uhp or ubgi.
    #[arg(long, value_parser = parse_protocol)]
    protocol: Option<Protocol>,
    /// The document of UBGI to judge by: draft, v0.1 or v0.2; without it the handshake shows which.
    #[arg(long, value_name = "VERSION")]
    dialect: Option<String>,
    /// The folder to run the program in; its own without this.
    #[arg(long, requires = "command", value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// All limits of time are multiplied by this, as `timeouts` of the list.
    #[arg(long, value_name = "FACTOR", value_parser = parse_factor)]
    timeouts: Option<f64>,
    /// Take only this step, besides the handshake; may be given several times.
    #[arg(long = "step", value_name = "NAME")]
    steps: Vec<String>,
    /// Warnings count as failures.
    #[arg(long)]
    strict: bool,
    /// Print what was said in every step, not only where something is wrong.
    #[arg(long, short, conflicts_with = "json")]
    verbose: bool,
    /// Print a line of JSON for each step and one for the whole.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    list: ListArgs,
}

/// Lines shown of a step that has something wrong.
const MAX_LINES: usize = 12;
/// Whoever listens at an address is waited for so long before that is said.
const SILENCE: Duration = Duration::from_secs(1);
/// Characters shown of a line.
const MAX_WIDTH: usize = 160;

pub(super) fn run(args: &CheckArgs, out: &mut Output) -> Outcome {
    let launch = launch(args)?;
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
        let (ended, mut steps) = mpsc::channel(64);
        let mut sink = |progress: Progress<'_>| {
            if let Progress::Ended(step) = progress {
                // Steps are fewer than the channel holds, and the printer reads on.
                drop(ended.try_send(step.clone()));
            }
        };
        let checking = check::run_crowded(launch, &args.steps, crowding, &mut sink);
        tokio::pin!(checking);
        let silence = tokio::time::sleep(SILENCE);
        tokio::pin!(silence);
        let mut waits_for = address;
        loop {
            tokio::select! {
                biased;
                Some(step) = steps.recv() => {
                    waits_for = None;
                    printer.step(&step)?;
                }
                () = &mut silence, if waits_for.is_some() => {
                    let address = waits_for.take().unwrap_or_default();
                    complain(&format!("quintet: waiting for an answer from {address}"));
                }
                report = &mut checking => {
                    while let Ok(step) = steps.try_recv() {
                        printer.step(&step)?;
                    }
                    return Ok(report);
                }
                // With the future the engine goes.
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

/// The steps that may come; those that are wanted must be among them.
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
        1 => Err(anyhow!("1 step failed").into()),
        n => Err(anyhow!("{n} steps failed").into()),
    }
}

fn launch(args: &CheckArgs) -> Result<Launch, Failure> {
    let mut launch = match (&args.command, &args.engine, args.protocol) {
        (Some(command), _, Some(protocol)) => {
            let command =
                words(command).map_err(|err| Code::Usage.of(anyhow!("--command: {err}")))?;
            let target = EngineTarget::of_command(protocol, command, args.dir.clone());
            EngineEntry::unlisted(protocol, target).launch(&[])
        }
        (_, engine, protocol) => {
            let name = engine.as_deref().unwrap_or_default();
            let list = engines::load(&args.list)?;
            match find(&list, name, protocol)? {
                Some(found) => found.entry.launch(&found.chosen),
                None => {
                    let address = name.to_owned();
                    let target = EngineTarget::Socket { address };
                    EngineEntry::unlisted(protocol_at(name, protocol)?, target).launch(&[])
                }
            }
        }
    }
    .map_err(|err| Code::Usage.of(err))?;
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

/// The engine of the list with this name, one that speaks the protocol before others; `None` for
/// host:port, where no engine is called so.
fn find<'a>(
    list: &'a EngineList,
    name: &str,
    protocol: Option<Protocol>,
) -> Result<Option<FoundEngine<'a>>, Failure> {
    let speakers = |entry: &&EngineEntry| protocol.is_none_or(|wanted| wanted == entry.protocol);
    if let Ok(found) = list.find_among(name, speakers) {
        return Ok(Some(found));
    }
    match list.find(name, None) {
        Ok(found) => {
            let EngineEntry { name, protocol, .. } = found.entry;
            Err(Code::Usage.of(anyhow!("{name} speaks {protocol}")))
        }
        Err(FindEngineError::Unknown { .. }) if is_address(name) => Ok(None),
        Err(error) => match EngineSource::read(name) {
            Err(error @ SourceError::Port(_)) => Err(Code::Usage.of(error)),
            Ok(_) | Err(_) => Err(Code::Usage.of(error)),
        },
    }
}

/// What is spoken at host:port, which nobody can know.
fn protocol_at(address: &str, protocol: Option<Protocol>) -> Result<Protocol, Failure> {
    protocol.ok_or_else(|| {
        let why = format!("{address} is host:port: say by --protocol what is spoken there");
        Code::Usage.of(anyhow!(why))
    })
}

/// The words of a command, of which there must be one.
fn words(text: &str) -> Result<Vec<String>, SourceError> {
    split_command(text).and_then(|words| match words.is_empty() {
        true => Err(SourceError::Empty),
        false => Ok(words),
    })
}

fn parse_protocol(name: &str) -> Result<Protocol, String> {
    Protocol::find(name).ok_or_else(|| {
        let known: Vec<&str> = Protocol::ALL.iter().map(|protocol| protocol.name()).collect();
        format!("there is no such protocol; known: {}", known.join(", "))
    })
}

fn parse_factor(text: &str) -> Result<f64, String> {
    let factor = text.parse::<f64>().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.01 to 100 is wanted".to_owned())
}

struct Printer<'a> {
    out: &'a mut Output,
    args: &'a CheckArgs,
    /// Of the longest name.
    width: usize,
}

impl Printer<'_> {
    fn step(&mut self, step: &StepReport) -> io::Result<()> {
        let (verdict, name) = (step.verdict.word(), step.info.name);
        if self.args.json {
            let lines: Vec<_> = step.lines.iter().map(as_json).collect();
            return self.out.line(json!({
                "step": name,
                "asks": step.info.asks,
                "paragraph": step.info.paragraph,
                "at_worst": step.info.at_worst.word(),
                "verdict": verdict,
                "remark": step.remark,
                "took_ms": millis(step.took),
                "lines": lines,
            }));
        }
        let remark = one_line(&step.remark, 2 * MAX_WIDTH);
        let width = self.width;
        self.out.line(format_args!("{verdict}  {name:width$}  {remark}").to_string().trim_end())?;
        if step.verdict != Verdict::Pass {
            let (asks, paragraph) = (step.info.asks, step.info.paragraph);
            self.out.line(format_args!("      asked: {asks} (document: {paragraph})"))?;
        }
        let shown = match (self.args.verbose, step.verdict) {
            (true, _) => step.lines.len(),
            (false, Verdict::Pass) => 0,
            (false, Verdict::Warn | Verdict::Fail) => MAX_LINES,
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
            return match report.not_started {
                Some(_) => Ok(()),
                None => self.out.line(report.summary()),
            };
        }
        self.out.line(json!({
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_cut_as_everywhere_else_and_is_not_empty() {
        let cut = |text| words(text).unwrap();
        assert_eq!(cut("scan  hub"), ["scan", "hub"]);
        assert_eq!(cut(r#"my\ engine '' a'b c'd "x\\y""#), ["my engine", "", "ab cd", "x\\y"]);
        assert!(words("a 'b").is_err());
        assert!(words("  ").is_err());
    }
}
