//! `quintet engines probe`: starts an engine, asks it for one move, reports what it can do.
//!
//! Judges no more than that; `quintet check` checks the whole protocol.

use anyhow::anyhow;
use clap::Args;
use quintet::games;
use quintet::play::{Cause, Greeting, Probe, ProbeError, ProbeRemark, canonical_variant};
use quintet::protocol::{Capabilities, OptionDecl, OptionKind, Protocol};
use quintet::session::{Exit, ExitCause};
use quintet::store::{EngineEntry, FindEngineError};

use super::add;
use super::complaints::{Complaints, one_line};
use super::engine_arg::{EngineArg, parse_protocol};
use super::interrupts::unless_interrupted;
use super::output::{self, Output};
use super::{Code, Failure, ListArgs, Outcome, engines};

#[derive(Args, Debug)]
pub(super) struct ProbeArgs {
    /// Its name in the list, a short name such as builtin:3, or a file, folder, host:port or
    /// command; options after it: NAME:option.threads=2.
    engine: EngineArg,
    /// Its protocol, if it is in no list and the protocol is known: hub, guide, uhp, ubgi or
    /// nboard.
    #[arg(long, value_parser = parse_protocol)]
    protocol: Option<Protocol>,
}

pub(super) fn run(args: &ProbeArgs, list: &ListArgs, out: &mut Output) -> Outcome {
    let list = engines::load(list)?;
    let named = match list.find(&args.engine.reference, None) {
        Ok(found) => args.engine.listed(&found),
        Err(FindEngineError::Unknown { .. }) if args.engine.may_be_unlisted() => {
            return add::probe(&args.engine, args.protocol, out);
        }
        Err(err) => return Err(Code::Usage.of(err)),
    };
    let entry = &named.entry;
    let mut launch = named.launch()?;
    launch.config.variant = variant_text(entry);
    let started_as = launch.target.to_string();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let probing = async {
        let mut probe = Probe::start(launch);
        let asked = ask(entry, &started_as, &mut probe, out).await;
        // In any case nothing of the engine is left running.
        let mut complaints = Complaints::default();
        for remark in probe.leave().await {
            let ProbeRemark::Complaint(text) = remark else { continue };
            let line = complaints.line(&entry.name, &text);
            line.iter().for_each(|line| output::complain(line));
        }
        asked
    };
    runtime.block_on(unless_interrupted(probing))?
}

/// What the engine must know before it starts: the first variant of its first game.
fn variant_text(entry: &EngineEntry) -> Option<String> {
    let game = entry.games.iter().find_map(|name| games::find(name))?;
    let variant = canonical_variant(game.info(), None).ok().flatten();
    game.link(entry.protocol.name())?.variant_text(variant.as_deref())
}

/// What it reports about itself, and its first move in every game. An engine that fails before it
/// is ready has not started.
async fn ask(
    entry: &EngineEntry,
    started_as: &str,
    probe: &mut Probe,
    out: &mut Output,
) -> Outcome {
    let failure = |error| failure(&entry.name, started_as, error);
    let unready = |error| Failure { code: Code::NoStart, ..failure(error) };
    let greeting = probe.greeting().await.map_err(unready)?;
    describe(entry, &greeting, out)?;
    for name in &entry.games {
        let Some(game) = games::find(name) else { continue };
        let first = probe.first_move(game, greeting.capabilities).await;
        let first_move = first.map_err(failure)?;
        out.line(format_args!("{}: plays {first_move}", game.info().title))?;
    }
    Ok(())
}

fn describe(entry: &EngineEntry, greeting: &Greeting, out: &mut Output) -> Outcome {
    let millis = greeting.took.as_secs_f64() * 1000.0;
    let n_options = match greeting.options.len() {
        0 => String::new(),
        n => format!(", {}", games::counted(n, "option")),
    };
    let (protocol, name) = (entry.protocol, &greeting.name);
    out.line(format_args!("{protocol}, {name}{n_options}, ready in {millis:.0} ms"))?;
    out.line(abilities(greeting.capabilities))?;
    if protocol == Protocol::Uhp {
        out.line(expansions(greeting.capabilities.variants))?;
    }
    for option in &greeting.options {
        out.line(declared(option))?;
    }
    Ok(())
}

fn failure(name: &str, started_as: &str, error: ProbeError) -> Failure {
    match error {
        ProbeError::Ended(exit) => ended(name, started_as, &exit),
        ProbeError::Impossible(text) => anyhow!(text).into(),
        other @ ProbeError::Wordless(_) => {
            Code::Error.of(anyhow!("{name}: {other} (started as: {started_as})"))
        }
        other => anyhow!("{name} {other}").into(),
    }
}

/// The end of a session as a sentence, with the last words of the engine on its error output.
fn ended(name: &str, started_as: &str, exit: &Exit) -> Failure {
    let code = match &exit.cause {
        ExitCause::CouldNotStart(_)
        | ExitCause::BadHandshake(_)
        | ExitCause::WrongProtocol(_)
        | ExitCause::CannotPlay(_) => Code::NoStart,
        ExitCause::Asked
        | ExitCause::Crashed
        | ExitCause::ClosedOutput
        | ExitCause::Stalled(_)
        | ExitCause::BadOutput(_) => Code::Error,
    };
    let cause = Cause::of_exit(exit);
    let mut text = cause.map_or_else(|| format!("{name} has ended"), |cause| cause.said_of(name));
    text += &format!(" (started as: {started_as})");
    for line in &exit.stderr {
        text += &format!("\n  {line}");
    }
    code.of(anyhow!(text))
}

/// `option hash: a whole number from 1 to 1024; default 64`
fn declared(option: &OptionDecl) -> String {
    let kind = match &option.kind {
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::Int { .. } => format!("a whole number{}", option.kind.range_text()),
        OptionKind::Real { .. } => format!("a number{}", option.kind.range_text()),
        OptionKind::Choice(choices) => format!("one of {}", choices.join(", ")),
        OptionKind::Text => "a text".to_owned(),
    };
    let default = match option.default.as_str() {
        "" => "empty".to_owned(),
        default => one_line(default, MAX_DEFAULT),
    };
    format!("option {}: {kind}; default {default}", one_line(&option.name, MAX_DEFAULT))
}

/// Characters of a name or a default value that are shown.
const MAX_DEFAULT: usize = 80;

/// `declares expansion pieces: game type Base+MP and those with fewer of them`
fn expansions(declared: Option<&str>) -> String {
    match declared {
        None | Some("Base") => "declares no expansion pieces: game type Base only".to_owned(),
        Some(kind) => {
            format!("declares expansion pieces: game type {kind} and those with fewer of them")
        }
    }
}

fn abilities(capabilities: Capabilities) -> String {
    let Capabilities {
        stop,
        ponder,
        clock,
        depth,
        nodes,
        limited_moves: _,
        lines,
        whole_game,
        live_options,
        draw_offers,
        window,
        time_step: _,
        variants: _,
    } = capabilities;
    let can: Vec<&str> = [
        (stop, "stop"),
        (ponder, "ponder"),
        (clock, "clocks"),
        (depth, "depth"),
        (nodes, "nodes"),
        (whole_game, "whole games"),
        (live_options, "options while it runs"),
        (draw_offers, "draw offers"),
        (window, "a window of its own"),
    ]
    .into_iter()
    .filter_map(|(can, word)| can.then_some(word))
    .collect();
    format!("can: {}; lines of analysis: {lines}", can.join(", "))
}
