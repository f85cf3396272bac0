//! Matches between two engines: several games at once, each opening with both colours.
//!
//! Writes nothing and draws nothing; reports go to a closure.

use std::collections::HashMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::clock::Remaining;
use super::contest::{MatchEngines, play_game};
use super::match_config::{MatchConfig, MatchError};
use super::match_engine::MatchEngine;
use super::report::GameReport;
use super::schedule::{Pairing, Schedule};
use super::{Cause, Tally};
use crate::games::{BoxPosition, MoveText, Side};
use crate::protocol::OptionDecl;

/// The caller's wishes for a running match.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Wish {
    /// No new game for now.
    pub(super) paused: bool,
    /// No new game at all.
    pub(super) finishing: bool,
    /// Everything ends at once.
    pub(super) stopped: bool,
    /// The game that is watched move by move.
    pub(super) shown: Option<u32>,
    /// All other games are watched, too, from time to time.
    pub(super) watches_all: bool,
}

/// The handle by which a running match is steered; clones steer the same match.
#[derive(Clone, Debug)]
pub struct MatchControl {
    wish: watch::Sender<Wish>,
}

impl Default for MatchControl {
    fn default() -> Self {
        Self::new()
    }
}

impl MatchControl {
    /// A handle without any wish yet.
    #[must_use]
    pub fn new() -> Self {
        Self { wish: watch::Sender::new(Wish::default()) }
    }

    /// Pauses or resumes starting new games; running games go on.
    pub fn pause(&self, paused: bool) {
        self.wish.send_modify(|wish| wish.paused = paused);
    }

    /// Lets running games end and starts no new ones.
    pub fn finish_then_stop(&self) {
        self.wish.send_modify(|wish| wish.finishing = true);
    }

    /// Undoes [`MatchControl::finish_then_stop`] while games still run: new games start again.
    pub fn go_on(&self) {
        self.wish.send_modify(|wish| wish.finishing = false);
    }

    /// Ends everything at once; running games do not count.
    pub fn stop_now(&self) {
        self.wish.send_modify(|wish| wish.stopped = true);
    }

    /// Reports this game move by move ([`MatchEvent::Live`]).
    pub fn show(&self, number: Option<u32>) {
        self.wish.send_modify(|wish| wish.shown = number);
    }

    /// Reports every running game some times a second ([`MatchEvent::Live`]), or only the one that is
    /// shown.
    pub fn watch_all(&self, all: bool) {
        self.wish.send_modify(|wish| wish.watches_all = all);
    }
}

/// An event of a match.
#[derive(Clone, Debug)]
pub enum MatchEvent {
    /// A game has begun.
    Started {
        /// Its number, from 1.
        number: u32,
        /// Names of the players, first side first.
        players: [String; 2],
    },
    /// A complaint of an engine: about an option that it does not admit, about a position.
    Complaint {
        /// Which engine (0 or 1).
        engine: usize,
        /// The complaint, in its own words or in those of its client.
        text: String,
    },
    /// A copy of an engine is ready.
    Ready {
        /// Which engine (0 or 1).
        engine: usize,
        /// The options that it declares.
        options: Vec<OptionDecl>,
    },
    /// More threads of engines think at once than the machine has processors, according to their
    /// options: reported once, and only if [`MatchConfig::n_threads_before`] could not report it
    /// before the match.
    Crowded {
        /// How many.
        threads: u32,
    },
    /// The current state of a watched game.
    Live(Box<LiveGame>),
    /// A game is over and counts.
    Finished(Box<GameReport>),
    /// A game was stopped and does not count.
    Stopped {
        /// Its number.
        number: u32,
        /// The moves played so far.
        report: Box<GameReport>,
    },
}

/// A running game, for viewers.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Its number.
    pub number: u32,
    /// Names of the players, first side first.
    pub players: [String; 2],
    /// The position now.
    pub position: BoxPosition,
    /// The position before the last move; `None` at the start.
    pub before: Option<BoxPosition>,
    /// The last move.
    pub last_move: Option<MoveText>,
    /// Plies made.
    pub ply: usize,
    /// The side to move; `None` when the game is over.
    pub turn: Option<Side>,
    /// The clocks, first side first.
    pub clocks: [Remaining; 2],
}

/// How a match ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MatchEnd {
    /// Every game was played.
    AllPlayed,
    /// It was stopped.
    Stopped,
    /// An engine could not be started, or failed before it was ready: at once, or twice in a row
    /// after it had been ready. No other game can be played.
    Unusable {
        /// Which engine (0 or 1).
        engine: usize,
        /// Why.
        cause: Cause,
    },
}

/// A match that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSummary {
    /// The sum of its games.
    pub tally: Tally,
    /// How it ended.
    pub end: MatchEnd,
}

/// Plays a match. Must be called in a tokio runtime with IO and time enabled; works in a
/// current-thread runtime, which adds the least delay between moves.
///
/// Reports reach `on_event` in the order in which games finish, each exactly once; progress of
/// running games may be left out when `on_event` is slow. When this returns, no engine runs.
///
/// # Errors
///
/// When the start cannot be set up. Failures of engines are results of games.
pub async fn run_match(
    mut config: MatchConfig,
    control: &MatchControl,
    on_event: impl FnMut(MatchEvent),
) -> Result<MatchSummary, MatchError> {
    // Not on a thread with other work.
    let made =
        tokio::task::spawn_blocking(move || config.make_openings().map(|made| (config, made)));
    let (config, openings) =
        made.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
    let (progress, progress_rx) = mpsc::channel(MAX_PROGRESS);
    let tally = Tally::new(config.counts_points());
    let mut schedule = Schedule::new(openings, config.games);
    if let Some(number) = config.only {
        schedule = schedule.only(number);
    }
    let mut runner = MatchRunner {
        schedule,
        config: Arc::new(config),
        wish: control.wish.subscribe(),
        running: JoinSet::new(),
        resting: Vec::new(),
        progress,
        tally,
        again: Vec::new(),
        proven: [false; 2],
        unstarted: [0, 0],
        unusable: None,
        played: HashMap::new(),
        declared: [None, None],
        on_event,
    };
    runner.run(progress_rx).await;
    runner.dismiss().await;
    let end = runner.end();
    Ok(MatchSummary { tally: runner.tally, end })
}

/// Progress events that may wait for a slow listener.
const MAX_PROGRESS: usize = 256;
/// Consecutive failures to start after which an engine that was ready before is given up. One that
/// was never ready is given up after the first: another try would only take the same time again.
const MAX_UNSTARTED: u32 = 2;

/// The result of a game's task.
struct Finished {
    engines: MatchEngines,
    report: GameReport,
}

/// Runs the games of a match.
struct MatchRunner<F> {
    config: Arc<MatchConfig>,
    schedule: Schedule,
    wish: watch::Receiver<Wish>,
    running: JoinSet<Finished>,
    /// Engines without a game, kept running for the next one.
    resting: Vec<MatchEngines>,
    progress: mpsc::Sender<MatchEvent>,
    tally: Tally,
    /// Games that an engine did not begin.
    again: Vec<Pairing>,
    /// Which engines have been ready at some time.
    proven: [bool; 2],
    /// How often in a row each engine could not be started.
    unstarted: [u32; 2],
    unusable: Option<(usize, Cause)>,
    /// The counted games, by the SHA-256 of their moves.
    played: HashMap<[u8; 32], u32>,
    /// The options that each engine declares, once known.
    declared: [Option<Vec<OptionDecl>>; 2],
    on_event: F,
}

impl<F: FnMut(MatchEvent)> MatchRunner<F> {
    async fn run(&mut self, mut progress: mpsc::Receiver<MatchEvent>) {
        self.start_games();
        while !self.is_over() {
            tokio::select! {
                biased;
                Some(event) = progress.recv() => self.pass_on(event),
                Some(finished) = self.running.join_next() => match finished {
                    Ok(finished) => self.take(finished),
                    // Our own code panicked in this game; its engines were dropped with it.
                    Err(error) => std::panic::resume_unwind(error.into_panic()),
                },
                Ok(()) = self.wish.changed() => {}
            }
            self.start_games();
        }
        while let Ok(event) = progress.try_recv() {
            self.pass_on(event);
        }
    }

    fn pass_on(&mut self, event: MatchEvent) {
        let crowd = if let MatchEvent::Ready { engine, options } = &event {
            self.crowd(*engine, options)
        } else {
            None
        };
        (self.on_event)(event);
        if let Some(threads) = crowd {
            (self.on_event)(MatchEvent::Crowded { threads });
        }
    }

    /// The number of threads that think at once, if it has just become known and is too high.
    fn crowd(&mut self, engine: usize, options: &[OptionDecl]) -> Option<u32> {
        if self.declared[engine].is_some() {
            return None;
        }
        self.declared[engine] = Some(options.to_vec());
        let [Some(one), Some(other)] = &self.declared else { return None };
        let threads = self.config.n_threads([one, other]);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let was_known = self.config.n_threads_before().is_some();
        (threads as usize > processors && !was_known).then_some(threads)
    }

    fn is_over(&self) -> bool {
        self.running.is_empty()
            && (self.is_ending() || self.again.is_empty() && self.schedule.left() == 0)
    }

    /// No new game will start.
    fn is_ending(&self) -> bool {
        let wish = *self.wish.borrow();
        wish.stopped || wish.finishing || self.unusable.is_some()
    }

    fn start_games(&mut self) {
        let at_once = self.config.concurrency.max(1) as usize;
        while self.running.len() < at_once && !self.is_ending() && !self.wish.borrow().paused {
            let Some(pairing) = self.again.pop().or_else(|| self.schedule.next()) else { return };
            let mut engines = self
                .resting
                .pop()
                .unwrap_or_else(|| self.config.engines.clone().map(MatchEngine::new));
            let config = Arc::clone(&self.config);
            let wish = self.wish.clone();
            let progress = self.progress.clone();
            self.running.spawn(async move {
                let report = play_game(config, pairing, &mut engines, wish, &progress).await;
                Finished { engines, report }
            });
        }
    }

    fn take(&mut self, finished: Finished) {
        self.resting.push(finished.engines);
        let mut report = finished.report;
        if report.stopped {
            self.tally.add(&report);
            let (number, report) = (report.pairing.number, Box::new(report));
            (self.on_event)(MatchEvent::Stopped { number, report });
            return;
        }
        self.note_starts(&report);
        if report.counts() {
            report.same_as = self.earlier(&report);
        }
        self.tally.add(&report);
        if report.unready {
            self.again.push(report.pairing.clone());
        }
        (self.on_event)(MatchEvent::Finished(Box::new(report)));
    }

    /// The number of the first game with exactly the same moves.
    fn earlier(&mut self, report: &GameReport) -> Option<u32> {
        let moves = report.record.moves_to(report.record.last());
        let moves: Vec<String> = moves.into_iter().map(|mv| mv.0).collect();
        let number = report.pairing.number;
        let key = Sha256::digest(moves.join("\n")).into();
        let first = *self.played.entry(key).or_insert(number);
        (first != number).then_some(first)
    }

    fn note_starts(&mut self, report: &GameReport) {
        let failed = report.forfeit.as_ref().filter(|_| report.unready);
        for (engine, unstarted) in self.unstarted.iter_mut().enumerate() {
            match failed {
                Some((failed, cause)) if *failed == engine => {
                    *unstarted += 1;
                    if *unstarted >= MAX_UNSTARTED || !self.proven[engine] {
                        self.unusable.get_or_insert((engine, cause.clone()));
                    }
                }
                // The other engine may not have been asked for anything in that game.
                Some(_) => {}
                None => {
                    *unstarted = 0;
                    self.proven[engine] = true;
                }
            }
        }
    }

    /// Shuts all engines down at once; if the match is stopped, those that do not quit are killed.
    async fn dismiss(&mut self) {
        let mut leaving = JoinSet::new();
        for mut match_engine in self.resting.drain(..).flatten() {
            let mut wish = self.wish.clone();
            leaving.spawn(async move {
                let stopped = async move {
                    if wish.wait_for(|wish| wish.stopped).await.is_err() {
                        // No handle is left that could stop it.
                        std::future::pending::<()>().await;
                    }
                };
                match_engine.dismiss(stopped).await;
            });
        }
        leaving.join_all().await;
    }

    fn end(&self) -> MatchEnd {
        if let Some((engine, cause)) = &self.unusable {
            return MatchEnd::Unusable { engine: *engine, cause: cause.clone() };
        }
        if self.tally.standing.games() == self.config.n_games() {
            return MatchEnd::AllPlayed;
        }
        MatchEnd::Stopped
    }
}
