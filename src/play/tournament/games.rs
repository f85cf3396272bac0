//! The games of a tournament, and the runner that plays them.
//!
//! Decides no pairing ([`Course`]) and no rule: each game is one of a match between its two
//! engines.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::course::{Course, DueGame};
use super::file::TournamentFile;
use super::plan::Plan;
use super::results::GameScore;
use crate::games::Setup;
use crate::play::match_games::{Games, Planned};
use crate::play::match_runner::run_games;
use crate::play::{
    EngineSpec, GameReport, MatchConfig, MatchControl, MatchDice, MatchEnd, MatchError, MatchEvent,
    OpeningBook, Openings, Pairing, Repeats, Seed, TimeControl, TournamentOrigin,
};
use crate::protocol::OptionDecl;
use crate::session::{Crowding, Waits};

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Its engine; no two players have the same name.
    pub spec: EngineSpec,
    /// Its time control.
    pub time: TimeControl,
}

/// A tournament, checked and ready to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What its file says.
    pub file: TournamentFile,
    /// What decides its pairings.
    pub plan: Plan,
    /// The players, in the order of the file.
    pub players: Vec<Player>,
    /// The openings, if they come from a file.
    pub book: Option<Arc<OpeningBook>>,
    /// The origin data, for repeating it.
    pub origin: TournamentOrigin,
    /// How crowded the machine is ([`MatchConfig::crowding`]).
    pub crowding: Crowding,
    /// How long threads had to wait for a processor ([`MatchConfig::waits`]).
    pub waits: Waits,
}

impl Tournament {
    /// The tournament of a file with these engines, which are in the order of its players.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up, or an engine does not play the game.
    pub fn new(file: TournamentFile, engines: Vec<EngineSpec>) -> Result<Self, MatchError> {
        let times = file.player.iter().map(|wish| wish.time.unwrap_or(file.time));
        let players = engines.into_iter().zip(times).map(|(spec, time)| Player { spec, time });
        let tournament = Self {
            plan: file.plan(),
            players: players.collect(),
            file,
            book: None,
            origin: TournamentOrigin::default(),
            crowding: || 1.0,
            waits: |_process| Vec::new(),
        };
        for player in 0..tournament.players.len() {
            tournament.config([player, player])?;
        }
        Ok(tournament)
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.spec.name.clone()).collect()
    }

    /// What decides a game between two players, as a match.
    ///
    /// # Errors
    ///
    /// As [`Tournament::new`].
    pub fn config(&self, players: [usize; 2]) -> Result<MatchConfig, MatchError> {
        let file = &self.file;
        let setup = Setup { variant: file.variant.clone(), position: None };
        let engines = players.map(|player| self.players[player].spec.clone());
        let games = self.plan.n_pairs().saturating_mul(2);
        let mut config = MatchConfig::with_setup(file.game, setup, engines, games, file.time)?;
        config.time = players.map(|player| self.players[player].time);
        config.concurrency = file.concurrency.get();
        config.seed = file.seed;
        config.dice = file.dice_seed.clone().map(|seed| MatchDice::Seeded(Seed(seed)));
        config.different_openings = file.openings.map(std::num::NonZero::get);
        config.book.clone_from(&self.book);
        config.margin = Duration::from_secs_f64(file.margin);
        config.ponder = file.ponder;
        config.rules.repetition = file.repetition;
        config.max_plies = file.max_plies.map(std::num::NonZero::get);
        config.compares = file.compare;
        config.crowding = self.crowding;
        config.waits = self.waits;
        config.origin = self.origin.between(players);
        Ok(config)
    }

    /// Games are worth different points.
    #[must_use]
    pub fn counts_points(&self) -> bool {
        self.config([0, 0]).is_ok_and(|config| config.counts_points())
    }
}

/// Plays what is left of a tournament; `course` and `repeats` hold what was played before.
///
/// Must be called as [`super::super::run_match`], and reports as that does: the engines of its
/// events are the numbers of players.
///
/// # Errors
///
/// When the start cannot be set up.
pub async fn run_tournament(
    tournament: &Tournament,
    course: Course,
    repeats: Repeats,
    control: &MatchControl,
    on_event: impl FnMut(MatchEvent),
) -> Result<(Course, MatchEnd), MatchError> {
    let mut config = tournament.config([0, 1])?;
    // Not on a thread with other work.
    let first = course.due().first().map(|due| due.pair);
    let made = tokio::task::spawn_blocking(move || config.make_openings_until(first));
    let openings =
        made.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
    let games = TournamentGames {
        tournament,
        openings,
        counts_points: tournament.counts_points(),
        queue: course.due().into(),
        course,
        configs: HashMap::new(),
    };
    let concurrency = tournament.file.concurrency.get();
    let (games, end) = run_games(games, repeats, concurrency, control, on_event).await;
    Ok((games.course, end))
}

/// The games of a tournament, in the order in which they become due.
struct TournamentGames<'a> {
    tournament: &'a Tournament,
    openings: Arc<Openings>,
    counts_points: bool,
    course: Course,
    queue: VecDeque<DueGame>,
    /// By the players of an encounter.
    configs: HashMap<[usize; 2], Arc<MatchConfig>>,
}

impl Games for TournamentGames<'_> {
    fn n_players(&self) -> usize {
        self.tournament.players.len()
    }

    fn next_game(&mut self) -> Option<Planned> {
        let DueGame { number, pair, players, seat, .. } = self.queue.pop_front()?;
        let config = self.configs.entry(players).or_insert_with(|| {
            let config = self.tournament.config(players);
            Arc::new(config.expect("each player's game was set up when the tournament was made"))
        });
        let pairing = Pairing::of(number, seat, self.openings.of_pair(pair));
        Some(Planned { config: Arc::clone(config), players, pairing })
    }

    fn are_all_given(&self) -> bool {
        self.queue.is_empty() && self.course.is_settled()
    }

    fn add(&mut self, players: [usize; 2], report: &GameReport) {
        if !report.counts() {
            return;
        }
        let seats = crate::games::Side::BOTH.map(|side| players[report.pairing.engine_at(side)]);
        let points = report.result.margin.filter(|_| self.counts_points).unwrap_or(0);
        let score = |seat| GameScore::of(report.result.outcome, seat, points);
        let added = self.course.add(report.pairing.number, seats, score);
        let added = added.expect("the course has made the game due");
        self.queue.extend(added.due);
    }

    fn are_all_played(&self) -> bool {
        self.course.is_over()
    }

    fn crowd(&mut self, _player: usize, _options: &[OptionDecl]) -> Option<u32> {
        None
    }
}
