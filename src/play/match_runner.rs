//! Plays games of engines, several at once: those of a match, or of any other [`Games`].
//!
//! Writes nothing and draws nothing; reports go to a closure. Does not choose who plays whom.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::affinity::Affinity;
use super::clock::Remaining;
use super::contest::{MatchEngines, play_game};
use super::match_control::{MatchControl, Wish};
use super::match_engine::{EngineSpec, MatchEngine};
use super::match_games::{Games, Planned};
use super::report::{GameReport, GameStop};
use super::{Cause, Repeats, SlowStart};
use crate::games::{BoxPosition, MoveText, Record, Side};
use crate::protocol::OptionDecl;

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
        /// Which engine of the match or tournament, from 0.
        engine: usize,
        /// The complaint, in its own words or in those of its client.
        text: String,
    },
    /// A copy of an engine is ready.
    Ready {
        /// Which engine of the match or tournament, from 0.
        engine: usize,
        /// The options that it declares.
        options: Vec<OptionDecl>,
    },
    /// More threads of engines think at once than the machine has processors, according to their
    /// options: reported once, and only if [`super::MatchConfig::n_threads_before`] could not report it
    /// before the match.
    Crowded {
        /// How many.
        threads: u32,
    },
    /// The start of an engine takes long, or has taken long and is over: each is reported once.
    SlowStart(SlowStart),
    /// The referee engine has failed: a sentence. The game goes on.
    RefereeFailed {
        /// Which engine, and why.
        text: String,
    },
    /// A game waits while endings are solved, once for all games.
    Solving(SolvingEndings),
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
    /// No game runs, and no other one begins: the last event. Engines are being shut down, which may take
    /// some seconds.
    AllOver,
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
    /// Everything played so far, with what the players have said of their moves; only of a game that
    /// is followed ([`MatchControl::follow`]).
    pub record: Option<Box<Record>>,
}

/// How a match ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MatchEnd {
    /// Every game was played.
    AllPlayed,
    /// The test of the match has its verdict; games that were running then do not count.
    Decided,
    /// It was stopped.
    Stopped,
    /// An engine could not be started, or failed before it was ready: at once, or twice in a row
    /// after it had been ready. No other game can be played.
    Unusable {
        /// Which engine of the match or tournament, from 0.
        engine: usize,
        /// Why.
        cause: Cause,
    },
}

/// How many games are played at once, and where.
pub(super) struct Room {
    /// Games at once, as was wished at the start.
    pub(super) games: u32,
    /// The processors; each game has one to itself, or one for each engine.
    pub(super) affinity: Option<Affinity>,
}

/// Plays games, so many at once, until there are none left, the user stops them or an engine proves
/// unusable. Reports as [`super::run_match`] does. `repeats` are those of games played before.
pub(super) async fn run_games<G: Games>(
    games: G,
    repeats: Repeats,
    room: Room,
    control: &MatchControl,
    on_event: impl FnMut(MatchEvent),
) -> (G, MatchEnd) {
    let (progress, progress_rx) = mpsc::channel(MAX_PROGRESS);
    let n_players = games.n_players();
    let mut runner = GameRunner {
        games,
        concurrency: room.games.max(1) as usize,
        free: room.affinity.map(|affinity| (affinity.processors().collect(), affinity)),
        wish: control.wish.subscribe(),
        control: control.clone(),
        running: JoinSet::new(),
        running_numbers: BTreeSet::new(),
        resting: VecDeque::new(),
        leaving: JoinSet::new(),
        progress,
        again: Vec::new(),
        proven: vec![false; n_players],
        unstarted: vec![0; n_players],
        unusable: None,
        repeats,
        on_event,
    };
    runner.run(progress_rx).await;
    (runner.on_event)(MatchEvent::AllOver);
    runner.dismiss().await;
    let end = runner.end();
    (runner.games, end)
}

/// Progress events that may wait for a slow listener.
const MAX_PROGRESS: usize = 256;
/// Consecutive failures to start after which an engine that was ready before is given up. One that
/// was never ready is given up after the first: another try would only take the same time again.
const MAX_UNSTARTED: u32 = 2;

/// Engines without a game that are kept running for the next one, unless more play at once. All
/// engines of a match are kept.
const MAX_RESTING: usize = 16;

/// Where a game reports its progress; a slow listener misses some of it.
#[derive(Debug)]
pub(super) struct Progress {
    events: mpsc::Sender<MatchEvent>,
    /// The numbers of the game's engines among all.
    players: [usize; 2],
}

impl Progress {
    /// Reports an event, in which the engines are numbered as in the game.
    pub(super) fn tell(&self, mut event: MatchEvent) {
        if let MatchEvent::Complaint { engine, .. }
        | MatchEvent::Ready { engine, .. }
        | MatchEvent::SlowStart(SlowStart { engine: Some(engine), .. }) = &mut event
        {
            *engine = self.players[*engine];
        }
        drop(self.events.try_send(event));
    }
}

/// A step of solving endings of draughts. As text: a sentence that names the game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SolvingEndings {
    /// The number of the game that waits.
    pub number: u32,
    /// The pieces whose positions are being solved: `2 kings against 1 king`.
    pub pieces: String,
    /// Steps that are done.
    pub done: usize,
    /// All steps.
    pub n_steps: usize,
}

impl fmt::Display for SolvingEndings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, pieces, done, n_steps } = self;
        let step = done + 1;
        write!(
            f,
            "game {number} waits while endings are solved, once: {pieces} ({step} of {n_steps})"
        )
    }
}

/// The result of a game's task.
struct Finished {
    players: [usize; 2],
    /// The processors of its engines; both may be the same.
    processors: Option<[u16; 2]>,
    engines: MatchEngines,
    report: GameReport,
}

/// Runs games.
struct GameRunner<G, F> {
    games: G,
    /// Games at once, as was wished at the start.
    concurrency: usize,
    /// The processors without a game, if games have some to themselves, and how they have them.
    free: Option<(BTreeSet<u16>, Affinity)>,
    wish: watch::Receiver<Wish>,
    control: MatchControl,
    running: JoinSet<Finished>,
    /// The numbers of these games.
    running_numbers: BTreeSet<u32>,
    /// Engines without a game, kept running for the next one, each with its number; the one that
    /// has waited longest comes first.
    resting: VecDeque<(usize, MatchEngine)>,
    /// Engines that are being shut down.
    leaving: JoinSet<()>,
    progress: mpsc::Sender<MatchEvent>,
    /// Games that an engine did not begin, or that are played again after it has failed.
    again: Vec<Planned>,
    /// Which engines have been ready at some time.
    proven: Vec<bool>,
    /// How often in a row each engine could not be started.
    unstarted: Vec<u32>,
    unusable: Option<(usize, Cause)>,
    /// The counted games.
    repeats: Repeats,
    on_event: F,
}

impl<G: Games, F: FnMut(MatchEvent)> GameRunner<G, F> {
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
            self.games.crowd(*engine, options)
        } else {
            None
        };
        (self.on_event)(event);
        if let Some(threads) = crowd {
            (self.on_event)(MatchEvent::Crowded { threads });
        }
    }

    fn is_over(&self) -> bool {
        self.running.is_empty()
            && (self.is_ending() || self.again.is_empty() && self.games.are_all_given())
    }

    /// Games at once, as is wished now.
    fn at_once(&self) -> usize {
        let wished = self.wish.borrow().at_once;
        wished.map_or(self.concurrency, |games| games.get() as usize)
    }

    /// No new game will start.
    fn is_ending(&self) -> bool {
        let wish = self.wish.borrow();
        wish.stopped.is_some()
            || wish.finishing
            || self.unusable.is_some()
            || self.games.is_decided()
    }

    fn start_games(&mut self) {
        while self.running.len() < self.at_once() && !self.is_ending() && !self.wish.borrow().paused
        {
            let processors = match &self.free {
                Some((free, affinity)) => match affinity.of_game(free) {
                    None => return,
                    found => found,
                },
                None => None,
            };
            let Some(planned) = self.next_again().or_else(|| self.games.next_game()) else {
                return;
            };
            let Planned { config, players, pairing } = planned;
            // A game that seemed to be lost by default, and is due after all, while it runs.
            if !self.running_numbers.insert(pairing.number) {
                continue;
            }
            if let (Some((free, _)), Some(taken)) = (&mut self.free, processors) {
                free.retain(|processor| !taken.contains(processor));
            }
            let mut engines = [0, 1].map(|engine| {
                let processor = processors.map(|processors| processors[engine]);
                self.engine(players[engine], &config.engines[engine], processor)
            });
            let wish = self.wish.clone();
            let progress = Progress { events: self.progress.clone(), players };
            self.running.spawn(async move {
                let report = play_game(config, pairing, &mut engines, wish, &progress).await;
                Finished { players, processors, engines, report }
            });
        }
    }

    /// A game that is played again, if it is still due.
    fn next_again(&mut self) -> Option<Planned> {
        let games = &self.games;
        self.again.retain(|planned| games.is_due(planned.pairing.number));
        self.again.pop()
    }

    /// A copy of an engine that has no game, on this processor.
    fn engine(&mut self, player: usize, spec: &EngineSpec, processor: Option<u16>) -> MatchEngine {
        let is_it = |(resting, engine): &(usize, MatchEngine)| {
            *resting == player && engine.processor == processor
        };
        let resting = self.resting.iter().rposition(is_it);
        let resting = resting.and_then(|idx| self.resting.remove(idx));
        resting.map_or_else(|| MatchEngine::new(spec.clone(), processor), |(_, engine)| engine)
    }

    /// Keeps the engines of a finished game for the next one, unless they play only one. If there
    /// are too many, those that have waited longest are shut down.
    fn rest(&mut self, players: [usize; 2], engines: MatchEngines) {
        for (player, engine) in players.into_iter().zip(engines) {
            match engine.spec.restarts {
                true => self.leave(engine),
                false => self.resting.push_back((player, engine)),
            }
        }
        let most = MAX_RESTING.max(2 * self.at_once());
        while self.resting.len() > most
            && let Some((_, engine)) = self.resting.pop_front()
        {
            self.leave(engine);
        }
    }

    fn take(&mut self, finished: Finished) {
        let Finished { players, processors, engines, mut report } = finished;
        self.running_numbers.remove(&report.pairing.number);
        if let (Some((free, _)), Some(processors)) = (&mut self.free, processors) {
            free.extend(processors);
        }
        self.rest(players, engines);
        if report.stopped.is_some() {
            self.games.add(players, &report);
            // Stopped while its engines started; the user may let the games go on after all.
            if self.wish.borrow().stopped.is_none() && self.games.is_due(report.pairing.number) {
                let (config, pairing) = (Arc::clone(&report.config), report.pairing.clone());
                self.again.push(Planned { config, players, pairing });
            }
            let (number, report) = (report.pairing.number, Box::new(report));
            (self.on_event)(MatchEvent::Stopped { number, report });
            return;
        }
        report.unusable = self.note_starts(players, &report);
        // A machine that slept has cost the game: it is played again, whatever the rules say.
        let is_excused = report.was_halted() || self.games.plays_again(&report);
        report.annulled = report.counts() && is_excused;
        if report.counts() {
            report.same_as = self.earlier(players, &report);
        }
        self.games.add(players, &report);
        if self.games.is_decided() {
            // The running games prove nothing any more.
            self.control.stop_by(GameStop::Verdict);
        }
        if (report.unready || report.annulled) && self.games.is_due(report.pairing.number) {
            let (config, pairing) = (Arc::clone(&report.config), report.pairing.clone());
            self.again.push(Planned { config, players, pairing });
        }
        (self.on_event)(MatchEvent::Finished(Box::new(report)));
    }

    /// The number of the first game between the same engines with exactly the same moves.
    fn earlier(&mut self, players: [usize; 2], report: &GameReport) -> Option<u32> {
        let moves = report.record.moves_to(report.record.last());
        let moves: Vec<String> = moves.into_iter().map(|mv| mv.0).collect();
        self.repeats.note(players, &moves, report.pairing.number)
    }

    /// Counts how often engines could not be started; whether one of the game is given up.
    fn note_starts(&mut self, players: [usize; 2], report: &GameReport) -> bool {
        let mut is_given_up = false;
        let failed = report.forfeit.as_ref().filter(|_| report.unready);
        for (engine, player) in players.into_iter().enumerate() {
            let unstarted = &mut self.unstarted[player];
            match failed {
                Some((failed, cause)) if *failed == engine => {
                    *unstarted += 1;
                    if *unstarted >= MAX_UNSTARTED || !self.proven[player] {
                        is_given_up = true;
                        if !self.games.withdraws() {
                            self.unusable.get_or_insert((player, cause.clone()));
                        }
                    }
                }
                // The other engine may not have been asked for anything in that game.
                Some(_) => {}
                None => {
                    *unstarted = 0;
                    self.proven[player] = true;
                }
            }
        }
        is_given_up
    }

    /// Shuts all engines down at once.
    async fn dismiss(&mut self) {
        while let Some((_, engine)) = self.resting.pop_front() {
            self.leave(engine);
        }
        std::mem::take(&mut self.leaving).join_all().await;
    }

    /// Shuts an engine down; if the games are stopped and it does not quit, it is killed.
    fn leave(&mut self, mut match_engine: MatchEngine) {
        let mut wish = self.wish.clone();
        self.leaving.spawn(async move {
            let stopped = async move {
                if wish.wait_for(|wish| wish.stopped.is_some()).await.is_err() {
                    // No handle is left that could stop it.
                    std::future::pending::<()>().await;
                }
            };
            match_engine.dismiss(stopped).await;
        });
    }

    fn end(&self) -> MatchEnd {
        if let Some((engine, cause)) = &self.unusable {
            return MatchEnd::Unusable { engine: *engine, cause: cause.clone() };
        }
        if self.games.is_decided() {
            return MatchEnd::Decided;
        }
        if self.games.are_all_played() {
            return MatchEnd::AllPlayed;
        }
        MatchEnd::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{MatchConfig, Pairing};

    /// Gives the first game twice before it is over.
    struct Twice {
        config: Arc<MatchConfig>,
        given: u32,
        n_over: u32,
    }

    impl Games for Twice {
        fn n_players(&self) -> usize {
            2
        }

        fn next_game(&mut self) -> Option<Planned> {
            self.given += 1;
            (self.given <= 2).then(|| Planned {
                config: Arc::clone(&self.config),
                players: [0, 1],
                pairing: Pairing {
                    number: 1,
                    pair: 0,
                    opening_number: 0,
                    seat: Side::First,
                    position: None,
                    opening: Vec::new(),
                },
            })
        }

        fn are_all_given(&self) -> bool {
            self.given > 2
        }

        fn add(&mut self, _players: [usize; 2], _report: &GameReport) {
            self.n_over += 1;
        }

        fn are_all_played(&self) -> bool {
            false
        }

        fn is_decided(&self) -> bool {
            false
        }

        fn crowd(&mut self, _player: usize, _options: &[OptionDecl]) -> Option<u32> {
            None
        }
    }

    #[tokio::test]
    async fn a_game_that_is_given_again_while_it_runs_is_not_begun_twice() {
        let games = Twice { config: Arc::new(MatchConfig::example()), given: 0, n_over: 0 };
        let room = Room { games: 2, affinity: None };
        let mut events = Vec::new();
        let control = MatchControl::new();
        let (games, _) =
            run_games(games, Repeats::default(), room, &control, |event| events.push(event)).await;
        // Its engines do not exist, so each game that is begun ends at once.
        assert!(games.given > 2, "it was given twice");
        assert_eq!(games.n_over, 1);
        assert!(matches!(events.last(), Some(MatchEvent::AllOver)), "{events:?}");
    }
}
