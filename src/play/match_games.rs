//! Which games are played: those of a match between two engines, or of anything else that names two
//! engines for each game.
//!
//! Plays no game itself; [`super::match_runner`] asks for one game after another.

use std::sync::Arc;

use super::match_config::{MatchConfig, MatchError};
use super::match_control::MatchControl;
use super::match_past::MatchPast;
use super::match_runner::{MatchEnd, MatchEvent, Room, run_games};
use super::openings::Openings;
use super::schedule::{Pairing, Schedule};
use super::{GameReport, Tally, referee};
use crate::protocol::OptionDecl;

/// A game that can begin.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    /// Its two engines, in the order of `players`, and everything else that decides it.
    pub(super) config: Arc<MatchConfig>,
    /// The numbers of its engines among all that play.
    pub(super) players: [usize; 2],
    /// Its opening and its sides; the first engine is that of `players`.
    pub(super) pairing: Pairing,
}

/// A source of games for a runner.
pub(super) trait Games {
    /// How many engines play.
    fn n_players(&self) -> usize;

    /// The next game; `None` if all have been given, or the next one depends on games that are not
    /// over yet.
    fn next_game(&mut self) -> Option<Planned>;

    /// There will be no other game, whatever the results of those that were given.
    fn are_all_given(&self) -> bool;

    /// Counts a game that is over. One that does not count ([`GameReport::counts`]) is played again
    /// or was stopped.
    fn add(&mut self, players: [usize; 2], report: &GameReport);

    /// A game that was lost does not count, and is played again.
    fn plays_again(&self, _report: &GameReport) -> bool {
        false
    }

    /// A game that was given is to be played again if an engine did not begin it.
    fn is_due(&self, _number: u32) -> bool {
        true
    }

    /// The other engines play on without one that cannot be started.
    fn withdraws(&self) -> bool {
        false
    }

    /// Every game was played and counts.
    fn are_all_played(&self) -> bool;

    /// A test has its verdict: what is not played yet cannot change it.
    fn is_decided(&self) -> bool;

    /// The number of threads that think at once, if an engine's options have just made it known
    /// and it is higher than the number of processors.
    fn crowd(&mut self, player: usize, options: &[OptionDecl]) -> Option<u32>;
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
    config: MatchConfig,
    control: &MatchControl,
    on_event: impl FnMut(MatchEvent),
) -> Result<MatchSummary, MatchError> {
    let past = MatchPast::new(&config);
    continue_match(config, past, control, on_event).await
}

/// Plays the games of a match that were not played before, as [`run_match`] would have played them: with
/// the same openings and dice. Games that were played before count, and are not reported.
///
/// # Errors
///
/// As [`run_match`].
pub async fn continue_match(
    mut config: MatchConfig,
    mut past: MatchPast,
    control: &MatchControl,
    on_event: impl FnMut(MatchEvent),
) -> Result<MatchSummary, MatchError> {
    config.check_affinity()?;
    let openings = std::mem::take(&mut past.openings);
    // Not on a thread with other work.
    let made = tokio::task::spawn_blocking(move || {
        let first = config.only.map_or(0, |number| number.saturating_sub(1) / 2);
        config.make_openings_until(openings, Some(first)).map(|made| (config, made))
    });
    let (config, openings) =
        made.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
    let (concurrency, affinity) = (config.concurrency, config.affinity.clone());
    let repeats = std::mem::take(&mut past.repeats);
    let referee = config.referee.clone();
    let games = MatchGames::new(config, openings, past);
    let room = Room { games: concurrency, affinity };
    let (games, end) = run_games(games, repeats, room, control, on_event).await;
    referee::dismiss(referee).await;
    Ok(MatchSummary { tally: games.into_tally(), end })
}

/// The games of a match between two engines.
#[derive(Debug)]
pub(super) struct MatchGames {
    config: Arc<MatchConfig>,
    schedule: Schedule,
    tally: Tally,
    /// The options that each engine declares, once known.
    declared: [Option<Vec<OptionDecl>>; 2],
}

impl MatchGames {
    /// All games of the match that were not played before, or the one that it is limited to.
    fn new(config: MatchConfig, openings: Arc<Openings>, past: MatchPast) -> Self {
        let MatchPast { tally, done, .. } = past;
        let mut schedule = Schedule::new(openings, config.games).without(done);
        if let Some(number) = config.only {
            schedule = schedule.only(number);
        }
        Self { config: Arc::new(config), schedule, tally, declared: [None, None] }
    }

    /// The sum of the games.
    pub(super) fn into_tally(self) -> Tally {
        self.tally
    }
}

impl Games for MatchGames {
    fn n_players(&self) -> usize {
        2
    }

    fn next_game(&mut self) -> Option<Planned> {
        let pairing = self.schedule.next()?;
        Some(Planned { config: Arc::clone(&self.config), players: [0, 1], pairing })
    }

    fn are_all_given(&self) -> bool {
        self.schedule.left() == 0
    }

    fn add(&mut self, _players: [usize; 2], report: &GameReport) {
        self.tally.add(report);
    }

    fn are_all_played(&self) -> bool {
        self.tally.standing.games() == self.config.n_games()
    }

    fn is_decided(&self) -> bool {
        self.tally.test_state().is_some_and(|state| state.verdict.is_some())
    }

    fn crowd(&mut self, player: usize, options: &[OptionDecl]) -> Option<u32> {
        if self.declared[player].is_some() {
            return None;
        }
        self.declared[player] = Some(options.to_vec());
        let [Some(one), Some(other)] = &self.declared else { return None };
        let threads = self.config.n_threads([one, other]);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let was_known = self.config.n_threads_before().is_some();
        (threads as usize > processors && !was_known).then_some(threads)
    }
}
