//! `quintet engines probe`: starts an engine, asks it for one move, says what it is.
//!
//! Judges no more than that; a check of the whole protocol is another command's work.

use std::fmt::Display;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use quintet::games::{self, Actor, Game, LinkedGame, Setup};
use quintet::play::{Cause, DiceSource, Seed, canonical_variant};
use quintet::protocol::{
    Answer, Capabilities, Event, Limits, Mode, OptionDecl, OptionKind, Protocol, Request, Search,
    SearchId,
};
use quintet::session::{Exit, ExitCause, News, Session, SessionEvent};
use quintet::store::EngineEntry;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use super::complaints::{Complaints, one_line};
use super::output::{self, Output};
use super::{Code, Failure, ListArgs, Outcome, engines};

#[derive(Args, Debug)]
pub(super) struct ProbeArgs {
    /// Its name in the list, or a short name such as builtin:3.
    name: String,
}

/// A first move of a shallow search; an engine that needs longer is told so.
const MOVE_LIMIT: Duration = Duration::from_secs(30);

pub(super) fn run(args: &ProbeArgs, list: &ListArgs, out: &mut Output) -> Outcome {
    let list = engines::load(list)?;
    let found = list.find(&args.name, None).map_err(|err| Code::Usage.of(err))?;
    let mut launch = found.entry.launch(&found.chosen).map_err(|err| Code::Usage.of(err))?;
    launch.config.variant = variant_text(found.entry);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let began = Instant::now();
        let (session, events) = Session::start(launch);
        let mut ear = Ear { events, complaints: Complaints::default() };
        let answered = probe(found.entry, &session, &mut ear, began, out).await;
        // Whatever came of it, nothing of the engine is left behind.
        if session.request(Request::Quit).is_err() {
            session.kill();
        }
        while ear.next(found.entry).await.is_some() {}
        session.finished().await;
        answered
    })
}

/// Hears the engine, and prints its complaints as they come.
struct Ear {
    events: Receiver<SessionEvent>,
    complaints: Complaints,
}

impl Ear {
    async fn next(&mut self, entry: &EngineEntry) -> Option<SessionEvent> {
        let event = self.events.recv().await;
        if let Some(SessionEvent { what: News::Event(Event::Complaint(text)), .. }) = &event {
            let line = self.complaints.line(&entry.name, text);
            line.iter().for_each(|line| output::complain(line));
        }
        event
    }
}

/// What the engine must be told before it starts: the first variant of its first game.
fn variant_text(entry: &EngineEntry) -> Option<String> {
    let game = entry.games.iter().find_map(|name| games::find(name))?;
    let variant = canonical_variant(game.info(), None).ok().flatten();
    game.link(entry.protocol.name())?.variant_text(variant.as_deref())
}

async fn probe(
    entry: &EngineEntry,
    session: &Session,
    ear: &mut Ear,
    began: Instant,
    out: &mut Output,
) -> Outcome {
    let ready = wait_ready(entry, ear).await?;
    let millis = (ready.at - began).as_secs_f64() * 1000.0;
    let n_options = match ready.options.len() {
        0 => String::new(),
        1 => ", 1 option".to_owned(),
        n => format!(", {n} options"),
    };
    out.line(format_args!(
        "{}, {}{n_options}, ready in {millis:.0} ms",
        entry.protocol, ready.name
    ))?;
    out.line(abilities(ready.capabilities))?;
    if entry.protocol == Protocol::Uhp {
        out.line(expansions(ready.capabilities.variants))?;
    }
    for option in &ready.options {
        out.line(declared(option))?;
    }
    for name in &entry.games {
        let Some(game) = games::find(name) else { continue };
        let first_move = one_move(entry, session, ear, game, ready.capabilities).await?;
        out.line(format_args!("{}: plays {first_move}", game.info().title))?;
    }
    Ok(())
}

struct Ready {
    at: Instant,
    name: String,
    capabilities: Capabilities,
    options: Vec<OptionDecl>,
}

/// Waits as long as the session does; it has deadlines of its own.
async fn wait_ready(entry: &EngineEntry, ear: &mut Ear) -> Result<Ready, Failure> {
    loop {
        match ear.next(entry).await {
            Some(SessionEvent {
                at,
                what: News::Event(Event::Ready { name, capabilities, options }),
            }) => {
                return Ok(Ready { at, name, capabilities, options });
            }
            Some(SessionEvent { what: News::Ended(exit), .. }) => return Err(ended(entry, &exit)),
            Some(SessionEvent { what: News::Event(_) | News::Infos(_), .. }) => {}
            None => return Err(anyhow!("{} ended without a word", entry.name).into()),
        }
    }
}

async fn one_move(
    entry: &EngineEntry,
    session: &Session,
    ear: &mut Ear,
    game: &'static dyn Game,
    capabilities: Capabilities,
) -> Result<String, Failure> {
    let Some(link) = game.link(entry.protocol.name()) else {
        return Err(anyhow!("{} is not played over {}", game.info().title, entry.protocol).into());
    };
    let mut pos = game.start(&Setup::default())?;
    if matches!(pos.actor(), Actor::Chance) {
        // Nothing is asked before the first roll.
        let mut dice = DiceSource::Seeded(Seed("probe".to_owned()));
        if let Some(roll) = dice.roll(&*pos, 0)? {
            pos.play(&roll.0)?;
        }
    }
    let start = pos.to_text();
    let variant = canonical_variant(game.info(), None)?;
    let root = link.root(&LinkedGame {
        start: &start,
        variant: variant.as_deref(),
        players: [&entry.name, &entry.name],
        clocks: [None, None],
        moves: &[],
    });
    let limits = if capabilities.depth {
        Limits { depth: Some(1), ..Limits::default() }
    } else {
        Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() }
    };
    session.request(Request::Search(Search { id: SearchId(1), root, limits, mode: Mode::Play }))?;
    let Ok(answer) = timeout(MOVE_LIMIT, wait_answer(entry, ear)).await else {
        let secs = MOVE_LIMIT.as_secs();
        return Err(anyhow!("{} gave no first move within {secs} s", entry.name).into());
    };
    let answer = answer?;
    let Some(text) = answer.mv else {
        return Err(
            anyhow!("{} says that there is no move in the start position", entry.name).into()
        );
    };
    let mv = link.read_move(&*pos, &text).map_err(|err| {
        anyhow!("{} answered the start position with {text:?}: {err}", entry.name)
    })?;
    Ok(mv.0)
}

async fn wait_answer(entry: &EngineEntry, ear: &mut Ear) -> Result<Answer, Failure> {
    let (mut complaint, mut has_started) = (None, false);
    loop {
        match ear.next(entry).await {
            Some(SessionEvent { what: News::Event(Event::Answer(answer)), .. }) => {
                return Ok(answer);
            }
            Some(SessionEvent { what: News::Event(Event::Ended(_)), .. }) => {
                let why = match complaint {
                    // It has taken the position before it was told to search.
                    Some(text) if entry.protocol == Protocol::Uhp && has_started => {
                        format!("answered bestmove with {text:?}")
                    }
                    Some(text) => format!("refused the position: {text}"),
                    None => "ended its search without a move".to_owned(),
                };
                return Err(anyhow!("{} {why}", entry.name).into());
            }
            // What it complained of before were its options.
            Some(SessionEvent { what: News::Event(Event::Started(_)), .. }) => {
                (complaint, has_started) = (None, true);
            }
            Some(SessionEvent { what: News::Event(Event::Complaint(text)), .. }) => {
                complaint = Some(text);
            }
            Some(SessionEvent { what: News::Ended(exit), .. }) => return Err(ended(entry, &exit)),
            Some(SessionEvent { what: News::Event(_) | News::Infos(_), .. }) => {}
            None => return Err(anyhow!("{} ended without a word", entry.name).into()),
        }
    }
}

/// The end of a session as a sentence, with the last the engine said on its error output.
fn ended(entry: &EngineEntry, exit: &Exit) -> Failure {
    let code = match &exit.cause {
        ExitCause::CouldNotStart(_) | ExitCause::BadHandshake(_) | ExitCause::WrongProtocol(_) => {
            Code::NoStart
        }
        ExitCause::Asked
        | ExitCause::Crashed
        | ExitCause::ClosedOutput
        | ExitCause::Stalled(_)
        | ExitCause::BadOutput(_) => Code::Error,
    };
    let cause = Cause::of_exit(exit);
    let mut text = cause
        .map_or_else(|| format!("{} has ended", entry.name), |cause| cause.said_of(&entry.name));
    text += &format!(" (started as: {})", entry.target);
    for line in &exit.stderr {
        text += &format!("\n  {line}");
    }
    code.of(anyhow!(text))
}

/// `option hash: a whole number from 1 to 1024; default 64`
fn declared(option: &OptionDecl) -> String {
    let kind = match &option.kind {
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::Int { min, max } => format!(
            "a whole number{}",
            bounds((*min > i64::MIN).then_some(min), (*max < i64::MAX).then_some(max))
        ),
        OptionKind::Real { min, max } => {
            format!(
                "a number{}",
                bounds((*min > f64::MIN).then_some(min), (*max < f64::MAX).then_some(max))
            )
        }
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

/// An engine may leave either bound out.
fn bounds(min: Option<impl Display>, max: Option<impl Display>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" from {min}"),
        (None, Some(max)) => format!(" up to {max}"),
        (None, None) => String::new(),
    }
}

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
        lines,
        whole_game,
        live_options,
        draw_offers,
        window,
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
