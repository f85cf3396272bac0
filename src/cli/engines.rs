//! `quintet engines`: lists the engines.

use anyhow::anyhow;
use clap::{Args, Subcommand};
use quintet::games::counted;
use quintet::store::{EngineEntry, EngineList, Places};

use super::add::{self, AddArgs, RemoveArgs};
use super::output::{self, Output};
use super::probe::{self, ProbeArgs};
use super::{Code, Failure, ListArgs, Outcome};

#[derive(Args, Debug)]
pub(super) struct EnginesArgs {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List them (the default).
    List,
    /// Start an engine, ask it for a move and report what it can do: one of the list, or any file,
    /// folder, host:port or command.
    Probe(ProbeArgs),
    /// Find out which protocol a program speaks, and add it to your list.
    Add(AddArgs),
    /// Remove an engine from your list.
    Remove(RemoveArgs),
}

pub(super) fn run(args: &EnginesArgs, list: &ListArgs, out: &mut Output) -> Outcome {
    match &args.action {
        None | Some(Action::List) => list_engines(list, out),
        Some(Action::Probe(args)) => probe::run(args, list, out),
        Some(Action::Add(args)) => add::add(args, list, out),
        Some(Action::Remove(args)) => add::remove(args, list, out),
    }
}

/// Reads the list and reports its mistakes on the error output; the other entries are used.
pub(super) fn load(args: &ListArgs) -> Result<EngineList, Failure> {
    let list = EngineList::load(&Places::of_user(), args.engines.as_deref());
    let list = list.map_err(|error| Code::Usage.of(error))?;
    for problem in &list.problems {
        output::complain(&format!("quintet: {problem}"));
    }
    Ok(list)
}

fn list_engines(args: &ListArgs, out: &mut Output) -> Outcome {
    let list = load(args)?;
    let width = list.entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    for entry in &list.entries {
        out.line(describe(entry, width))?;
    }
    match Places::of_user().engines_file() {
        Some(path) => out.line(format_args!("Your own engines: {}", path.display()))?,
        None => out.line("Your own engines: no configuration folder; use --engines FILE")?,
    }
    match list.problems.len() {
        0 => Ok(()),
        n => {
            let mistakes = counted(n, "mistake");
            Err(anyhow!("{mistakes} in the list of engines, see above").into())
        }
    }
}

fn describe(entry: &EngineEntry, width: usize) -> String {
    let mut text = format!("{:width$}  {}", entry.name, entry.protocol.name());
    text += &format!("  {}", entry.games.join(","));
    if let Some(variants) = &entry.variants {
        text += &format!("  variants {}", variants.join(","));
    }
    if let Some(short) = &entry.short {
        text += &format!("  short name {short}");
    }
    for choice in &entry.choices {
        let (name, default) = (&choice.name, &choice.default);
        text += &format!("  {name} {} (default {default})", choice.values.join("|"));
    }
    text += &format!("  {}", entry.target);
    match &entry.missing {
        Some(missing) => format!("{text}  ({missing})"),
        None => text,
    }
}
