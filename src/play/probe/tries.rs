//! The ways to speak to an engine, tried one after another until one succeeds.
//!
//! Does not talk to engines itself; each try is a [`Probe`].

use std::path::Path;
use std::sync::Arc;

use tokio::sync::mpsc;

use super::progress::Waiting;
use super::{Greeting, Probe, ProbeError, ProbeRemark, cause_words};
use crate::protocol::Protocol;
use crate::session::{Launch, Log, Target};

/// Events that may wait; the caller reads them as they come.
const MAX_NEWS: usize = 64;

/// One way to start an engine and to speak to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeTry {
    /// What to start.
    pub launch: Launch,
    /// The games in which it is asked for a move.
    pub games: Vec<&'static str>,
    /// It is known to speak this protocol.
    pub is_known: bool,
}

/// The folder that a try runs its program in; `None` for the program's own, and for sockets.
fn folder(step: &Step) -> Option<&Path> {
    match &step.attempt.launch.target {
        Target::Command { dir, .. } | Target::Tcp { dir, .. } => dir.as_deref(),
        Target::Socket { .. } => None,
    }
}

/// The same command in the same protocol, in another folder.
fn is_elsewhere(one: &Step, other: &Step) -> bool {
    fn command(step: &Step) -> Option<&[String]> {
        match &step.attempt.launch.target {
            Target::Command { command, .. } | Target::Tcp { command, .. } => Some(command),
            Target::Socket { .. } => None,
        }
    }
    let same = one.attempt.launch.protocol == other.attempt.launch.protocol;
    same && command(one) == command(other) && folder(one) != folder(other)
}

/// An event of a probe. Numbers are indices of the tries.
#[derive(Clone, Debug)]
pub enum ProbeNews {
    /// This try starts.
    Trying(usize, Arc<Log>),
    /// This try failed, for this reason.
    Failed(usize, ProbeError),
    /// This try succeeded.
    Found(usize, Greeting),
    /// The probe is over.
    Over(ProbeReport),
}

/// The outcome of a probe.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeReport {
    /// Why each try before the successful one failed, in the order in which they were made.
    pub failed: Vec<ProbeError>,
    /// The result, and the try that found it.
    pub found: Option<(usize, Greeting)>,
    /// The first move in each game, by the game's short name.
    pub moves: Vec<(&'static str, Result<String, ProbeError>)>,
    /// The engine's remarks.
    pub remarks: Vec<ProbeRemark>,
}

impl ProbeReport {
    /// The problem of an engine that got ready, but did not move when asked; one sentence without
    /// its full stop. `None` if it moved, or could not be asked.
    #[must_use]
    pub fn wrong(&self, protocol: Protocol) -> Option<String> {
        let (_, greeting) = self.found.as_ref()?;
        let (game, error) = self.moves.iter().find_map(|(game, first)| match first {
            Ok(_) | Err(ProbeError::Impossible(_)) => None,
            Err(error) => Some((game, error)),
        })?;
        // What it wrote before its end is in the lines of the moves.
        let cause = match error {
            ProbeError::Ended(exit) => cause_words(exit),
            error => error.to_string(),
        };
        let who = greeting.who(protocol);
        let game = crate::games::find(game).map_or(*game, |game| game.info().title);
        Some(format!("{who}: it got ready, but {cause} when it was asked for a move of {game}"))
    }

    /// The first moves, one line per game: `Othello: plays f5`.
    pub fn move_lines(&self) -> impl Iterator<Item = String> {
        self.moves.iter().map(|(name, first)| {
            let title = crate::games::find(name).map_or(*name, |game| game.info().title);
            match first {
                Ok(mv) => format!("{title}: plays {mv}"),
                Err(error) => format!("{title}: {error}"),
            }
        })
    }
}

/// Probes in a task of its own: one try after another until one succeeds. The same command in
/// another folder is tried only if the program has exited by itself before. Once an engine has
/// shown its protocol, the next try uses it. Dropping the receiver ends it after the step it is at,
/// and nothing of the engine is left.
#[must_use]
pub fn probe(tries: Vec<ProbeTry>) -> mpsc::Receiver<ProbeNews> {
    let (news, receiver) = mpsc::channel(MAX_NEWS);
    tokio::spawn(async move {
        let closed = news.clone();
        tokio::select! {
            report = probe_all(tries, &news) => {
                // The receiver may be gone.
                drop(news.send(ProbeNews::Over(report)).await);
            }
            () = closed.closed() => {}
        }
    });
    receiver
}

async fn probe_all(tries: Vec<ProbeTry>, news: &mpsc::Sender<ProbeNews>) -> ProbeReport {
    let mut report =
        ProbeReport { failed: Vec::new(), found: None, moves: Vec::new(), remarks: Vec::new() };
    let mut plan = Plan::new(tries);
    while let Some(step) = plan.next() {
        let mut probe = Probe::start(step.attempt.launch.clone());
        drop(news.send(ProbeNews::Trying(step.idx, probe.log())).await);
        match probe.greeting_within(step.waiting).await {
            Err(error) => {
                let other = probe.progress().other();
                probe.kill().await;
                let idx = step.idx;
                let error = plan.failed(step, error, other);
                drop(news.send(ProbeNews::Failed(idx, error)).await);
            }
            Ok(mut greeting) => {
                drop(news.send(ProbeNews::Found(step.idx, greeting.clone())).await);
                report.moves = first_moves(&mut probe, &step.attempt.games, &greeting).await;
                let foreign = |(_, first): &(_, Result<String, ProbeError>)| {
                    first.clone().err().filter(ProbeError::is_foreign)
                };
                if let Some(error) = report.moves.iter().find_map(foreign) {
                    let other = probe.progress().other();
                    probe.kill().await;
                    report.moves.clear();
                    let idx = step.idx;
                    let error = plan.failed(step, error, other);
                    drop(news.send(ProbeNews::Failed(idx, error)).await);
                    continue;
                }
                // The order of the error output and the answers is not fixed.
                greeting.version = greeting.version.or(probe.declared_version());
                report.found = Some((step.idx, greeting));
                report.remarks = probe.leave().await;
                break;
            }
        }
    }
    report.failed = plan.failures.into_iter().map(|(_, error)| error).collect();
    report
}

async fn first_moves(
    probe: &mut Probe,
    games: &[&'static str],
    greeting: &Greeting,
) -> Vec<(&'static str, Result<String, ProbeError>)> {
    let mut moves = Vec::new();
    for name in games {
        let Some(game) = crate::games::find(name) else { continue };
        moves.push((*name, probe.first_move(game, greeting.capabilities).await));
    }
    moves
}

/// A try to be made.
#[derive(Debug)]
struct Step {
    idx: usize,
    attempt: ProbeTry,
    waiting: Waiting,
}

/// The tries to be made, and the outcomes of earlier ones.
#[derive(Debug)]
struct Plan {
    /// In their order, the next one first.
    left: Vec<Step>,
    /// The last failure of each try.
    failures: Vec<(usize, ProbeError)>,
    /// There was a connection.
    was_reached: bool,
}

impl Plan {
    fn new(tries: Vec<ProbeTry>) -> Self {
        let first = tries.first().map(|attempt| attempt.launch.protocol);
        let is_open = tries.iter().any(|attempt| Some(attempt.launch.protocol) != first);
        let steps = tries.into_iter().enumerate().map(|(idx, attempt)| {
            let waiting = match (attempt.is_known, is_open) {
                (true, _) => Waiting::Known,
                (false, true) => Waiting::Short,
                (false, false) => Waiting::Usual,
            };
            Step { idx, attempt, waiting }
        });
        Self { left: steps.collect(), failures: Vec::new(), was_reached: false }
    }

    fn next(&mut self) -> Option<Step> {
        (!self.left.is_empty()).then(|| self.left.remove(0))
    }

    /// Notes a failure, by which the engine may have shown that it speaks another protocol; returns
    /// the error to report.
    fn failed(&mut self, step: Step, error: ProbeError, other: Option<Protocol>) -> ProbeError {
        let is_hopeless = error.could_not_start() && !step.attempt.is_known;
        let error = match error {
            error if error.could_not_start() && self.was_reached => {
                ProbeError::NotAgain(error.to_string())
            }
            error @ ProbeError::NotUnderstood { .. } => other.map_or(error, ProbeError::Foreign),
            error => error,
        };
        let is_socket = matches!(step.attempt.launch.target, Target::Socket { .. });
        self.was_reached |= is_socket && !is_hopeless;
        self.failures.retain(|(idx, _)| *idx != step.idx);
        self.failures.push((step.idx, error.clone()));
        let (here, ended) = (folder(&step), error.ended_by_itself());
        if is_hopeless {
            // What cannot be started or reached cannot be in any other protocol either. A program
            // that has exited may only lack data in another folder.
            self.left.retain(|left| ended && folder(left) != here);
        } else if !ended {
            // It runs in its folder: another folder changes nothing.
            self.left.retain(|left| !is_elsewhere(left, &step));
        }
        self.prefer(other);
        // The wait was cut short: if all others fail, it is repeated in full.
        if step.waiting == Waiting::Short && matches!(error, ProbeError::Foreign(_)) {
            self.left.push(Step { waiting: Waiting::Usual, ..step });
        }
        error
    }

    /// Puts the tries of a protocol before all others.
    fn prefer(&mut self, protocol: Option<Protocol>) {
        let is_it = |step: &Step| Some(step.attempt.launch.protocol) == protocol;
        for step in self.left.iter_mut().filter(|step| is_it(step)) {
            step.waiting = Waiting::Known;
        }
        self.left.sort_by_key(|step| !is_it(step));
    }
}
