//! `quintet engines add`, `remove`: the user's own list of engines, changed from the command line.
//!
//! The store edits the file; `play` probes the engine.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::counted;
use quintet::play::{self, ProbeNews, ProbeRemark, ProbeReport, ProbeTry};
use quintet::protocol::Protocol;
use quintet::store::{Attempt, EditError, EngineFile, Folders, Places, Saved, SetAside};
use tokio::time::timeout;

use super::engine_arg::{EngineArg, parse_protocol};
use super::interrupts::unless_interrupted;
use super::output::{self, Output};
use super::{Code, Failure, ListArgs, Outcome};

#[derive(Args, Debug)]
pub(super) struct AddArgs {
    /// A file, a folder, host:port, or a command line in quotes: "ssh host scan hub".
    engine: String,
    /// Its name in the list; else what it calls itself.
    #[arg(long)]
    name: Option<String>,
    /// The folder it is started in; by default its own, or one near it that has what it needs.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,
    /// Its protocol, if known: hub, guide, uhp, ubgi or nboard.
    #[arg(long, value_parser = parse_protocol)]
    protocol: Option<Protocol>,
    /// Add it without starting it; needs --protocol.
    #[arg(long, requires = "protocol")]
    no_probe: bool,
}

#[derive(Args, Debug)]
pub(super) struct RemoveArgs {
    /// Its name in the list.
    name: String,
}

pub(super) fn add(args: &AddArgs, list: &ListArgs, out: &mut Output) -> Outcome {
    let places = Places::of_user();
    let engine = EngineArg::of_command(&args.engine);
    let attempts = attempts(&engine, args.protocol, args.dir.as_deref(), &places)?;
    let (attempt, id, varies) = if args.no_probe {
        (attempts.into_iter().next(), String::new(), false)
    } else {
        let found = find(&attempts, out)?;
        if let Some(wrong) = &found.wrong {
            output::complain(&format!("quintet: {wrong}"));
        }
        (attempts.into_iter().nth(found.idx), found.name, found.name_varies)
    };
    let attempt = attempt.ok_or_else(|| anyhow!("it cannot be started"))?;
    let name = args.name.clone().unwrap_or_else(|| attempt.list_name(&id, varies));
    let draft = attempt.draft(&name, &id);
    let path = edit(list, &places, |file| file.add(&draft))?;
    out.line(format_args!("{name} was added to {}", path.display()))?;
    Ok(())
}

pub(super) fn remove(args: &RemoveArgs, list: &ListArgs, out: &mut Output) -> Outcome {
    let places = Places::of_user();
    let path = edit(list, &places, |file| file.remove(&args.name).map(drop))?;
    out.line(format_args!("{} was removed from {}", args.name, path.display()))?;
    Ok(())
}

/// Probes what an argument says to start, and reports what it is.
pub(super) fn probe(engine: &EngineArg, protocol: Option<Protocol>, out: &mut Output) -> Outcome {
    let attempts = attempts(engine, protocol, None, &Places::of_user())?;
    match find(&attempts, out)?.wrong {
        None => Ok(()),
        Some(wrong) => Err(anyhow!(wrong).into()),
    }
}

fn attempts(
    engine: &EngineArg,
    protocol: Option<Protocol>,
    dir: Option<&str>,
    places: &Places,
) -> Result<Vec<Attempt>, Failure> {
    let source = engine.source()?;
    let folders = Folders::of(&source, dir.unwrap_or_default());
    let mut attempts = Attempt::all(&source, protocol, &folders, places);
    for attempt in &mut attempts {
        attempt.launch.config.options.extend(engine.options.iter().cloned());
    }
    Ok(attempts)
}

/// The attempt that succeeded.
struct Found {
    /// Its index among all attempts.
    idx: usize,
    /// What the engine calls itself.
    name: String,
    /// That port is another one next time.
    name_varies: bool,
    /// It got ready, but did not answer with a move.
    wrong: Option<String>,
}

/// Makes one attempt after another, and prints the results.
fn find(attempts: &[Attempt], out: &mut Output) -> Result<Found, Failure> {
    let tries = attempts.iter().map(|attempt| ProbeTry {
        launch: attempt.launch.clone(),
        games: attempt.games(),
        is_known: attempt.known.is_some(),
    });
    let tries: Vec<ProbeTry> = tries.collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let probing = async {
        let mut news = play::probe(tries);
        let (mut tried, mut failed) = (None, Vec::new());
        loop {
            let next = match tried.take() {
                None => news.recv().await,
                Some(idx) => match timeout(HUSH, news.recv()).await {
                    Ok(next) => next,
                    Err(_) => {
                        output::complain(&format!("quintet: {}", trying(&attempts[idx])));
                        continue;
                    }
                },
            };
            match next? {
                ProbeNews::Trying(idx, _) => tried = Some(idx),
                ProbeNews::Found(..) => {}
                ProbeNews::Failed(idx, error) => failed.push((&attempts[idx], error.to_string())),
                ProbeNews::Over(report) => {
                    for line in failed_lines(&failed) {
                        output::complain(&format!("quintet: {line}"));
                    }
                    return Some(report);
                }
            }
        }
    };
    let report = runtime.block_on(unless_interrupted(probing))?;
    let report = report.ok_or_else(|| anyhow!("the probe ended without a result"))?;
    let Some((idx, greeting)) = &report.found else {
        let words = "no protocol was understood; the reasons stand above";
        return Err(Code::NoStart.of(anyhow!(words)));
    };
    let protocol = attempts[*idx].protocol;
    out.line(greeting.sentence(protocol))?;
    if let Some(folder) = attempts[*idx].folder() {
        out.line(format_args!("started in {}", folder.display()))?;
    }
    remarks(&report, out)?;
    let (name, name_varies) = (greeting.name.clone(), greeting.name_varies);
    Ok(Found { idx: *idx, name, name_varies, wrong: report.wrong(protocol) })
}

/// Why the attempts failed: each reason once, with the protocols it applies to and with what was
/// started.
fn failed_lines(failed: &[(&Attempt, String)]) -> Vec<String> {
    let mut causes: Vec<Cause<'_>> = Vec::new();
    for (attempt, reason) in failed {
        let known = causes.iter().position(|cause| cause.reason == reason);
        let idx = known.unwrap_or(causes.len());
        if known.is_none() {
            causes.push(Cause { reason, protocols: Vec::new(), ways: Vec::new() });
        }
        let Cause { protocols, ways, .. } = &mut causes[idx];
        let (title, way) = (attempt.protocol.title(), way(attempt));
        if !protocols.contains(&title) {
            protocols.push(title);
        }
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    causes.iter().map(Cause::line).collect()
}

/// A reason why attempts failed.
struct Cause<'a> {
    reason: &'a str,
    protocols: Vec<&'static str>,
    /// What was started.
    ways: Vec<String>,
}

impl Cause<'_> {
    fn line(&self) -> String {
        let Self { reason, protocols, ways } = self;
        let protocols = protocols.join(", ");
        match ways.len() {
            0 | 1 => format!("{protocols}: {reason}"),
            2..=MAX_WAYS => format!("{protocols}: {reason} (tried: {})", ways.join("; ")),
            n => format!("{protocols}: {reason} ({} tried)", counted(n, "way")),
        }
    }
}

/// Up to this many attempts are named; more are only counted.
const MAX_WAYS: usize = 4;

/// `/opt/scan hub in /opt/data`
fn way(attempt: &Attempt) -> String {
    let target = &attempt.launch.target;
    match attempt.folder() {
        Some(folder) => format!("{target} in {}", folder.display()),
        None => target.to_string(),
    }
}

/// How long an attempt may take before that is reported.
const HUSH: Duration = Duration::from_secs(1);

/// `trying Hub: /opt/scan hub`
fn trying(attempt: &Attempt) -> String {
    format!("trying {}: {}", attempt.protocol, attempt.launch.target)
}

fn remarks(report: &ProbeReport, out: &mut Output) -> Outcome {
    for line in report.move_lines() {
        out.line(line)?;
    }
    for remark in &report.remarks {
        match remark {
            ProbeRemark::Complaint(_) => output::complain(&format!("quintet: {remark}")),
            ProbeRemark::Deviation(_) => out.line(remark)?,
        }
    }
    Ok(())
}

/// Changes the named list, or the user's own; returns its path.
fn edit(
    list: &ListArgs,
    places: &Places,
    change: impl Fn(&mut EngineFile) -> Result<(), EditError>,
) -> Result<PathBuf, Failure> {
    let path = list.engines.clone().or_else(|| places.engines_file());
    let path = path.ok_or_else(|| anyhow!("no configuration folder; use --engines FILE"))?;
    let refused = |error: EditError| match error {
        EditError::File(_) | EditError::Changed { .. } | EditError::Version { .. } => {
            anyhow!(error).into()
        }
        EditError::Unknown(_)
        | EditError::Taken(_)
        | EditError::Shipped(..)
        | EditError::Bound(_)
        | EditError::Invalid(_)
        | EditError::Shape { .. } => Code::Usage.of(error),
    };
    let ((), Saved { aside }) = EngineFile::change(&path, places, change).map_err(refused)?;
    if let Some(aside) = aside {
        let SetAside { file, reason } = aside;
        output::complain(&format!(
            "quintet: the list was damaged ({reason}); it is kept as {}, and a new one was begun",
            file.display()
        ));
    }
    Ok(path)
}
