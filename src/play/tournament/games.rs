//! The games of a tournament, and the runner that plays them.
//!
//! Decides no pairing ([`Course`]) and no rule: each game is one of a match between its two
//! engines.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::course::{Course, DueGame};
use super::file::TournamentFile;
use super::kept::Past;
use super::plan::Plan;
use super::shard::Shard;
use crate::games::Setup;
use crate::play::match_games::{Games, Planned};
use crate::play::match_runner::{Room, run_games};
use crate::play::own_terms::{Terms, Usual, own_words, with_own};
use crate::play::referee;
use crate::play::{
    EngineSpec, GameReport, MatchConfig, MatchControl, MatchDice, MatchEnd, MatchError, MatchEvent,
    OpeningBook, Openings, Pairing, Referee, Seed, SprtRun, TimeControl, TournamentOrigin,
    title_of,
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
    /// The engine that must agree before a game ends by the scores of its players.
    pub referee: Option<Arc<Referee>>,
    /// The share that is played here; everything if there is none.
    pub shard: Option<Shard>,
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
            referee: None,
            shard: None,
            origin: TournamentOrigin::default(),
            crowding: || 1.0,
            waits: |_process| Vec::new(),
        };
        for player in 0..tournament.players.len() {
            tournament.config([player, player])?;
        }
        Ok(tournament)
    }

    /// The same with the engine of the file's referee ([`TournamentFile::referee`]).
    ///
    /// # Errors
    ///
    /// When it does not play the game, or cannot be given its limit.
    pub fn with_referee(self, engine: EngineSpec) -> Result<Self, MatchError> {
        let (file, time) = (&self.file, self.file.referee_time);
        let referee = Referee::new(file.game, file.variant.as_deref(), engine, time)?;
        Ok(Self { referee: Some(Arc::new(referee)), ..self })
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.spec.name.clone()).collect()
    }

    /// `Othello, round-robin of 3 players, 6 games, 1s/move, 3 different openings, seed 1`, and at its end which
    /// players have something of their own: `but A (2s/move), B (pondering)`
    #[must_use]
    pub fn terms(&self) -> String {
        let (file, plan) = (&self.file, &self.plan);
        let info = file.game.info();
        let title = match file.variant.as_deref() {
            Some(name) => format!("{} ({})", info.title, title_of(info, Some(name))),
            None => info.title.to_owned(),
        };
        let shard = self.shard.map(|shard| format!(", shard {shard}")).unwrap_or_default();
        let openings = self.config([0, 1]).map(|config| config.openings_text());
        let most = if file.sprt.is_some() { "at most " } else { "" };
        let test = file.sprt.map(|sprt| format!(", until a test decides: {sprt}"));
        format!(
            "{title}, {} of {} players, {most}{} games, {}, {}{}{shard}{}",
            file.format.name(),
            plan.players,
            plan.n_games(),
            file.time,
            openings.unwrap_or_default(),
            test.unwrap_or_default(),
            self.own_text()
        )
    }

    /// The players that have something of their own, and what.
    fn own_text(&self) -> String {
        /// More are only counted.
        const MOST_NAMED: usize = 8;
        let file = &self.file;
        let margin = Duration::from_secs_f64(file.margin);
        let terms = self.players.iter().map(|player| Terms {
            spec: &player.spec,
            time: player.time,
            margin: player.spec.margin.unwrap_or(margin),
            ponders: player.spec.ponder.unwrap_or(file.ponder),
        });
        let terms: Vec<Terms<'_>> = terms.collect();
        let usual = Usual { time: file.time, margin, ponders: file.ponder };
        let own = own_words(&terms, Some(usual));
        let own = self.players.iter().zip(&own).filter(|(_, words)| !words.is_empty());
        let own: Vec<String> =
            own.map(|(player, words)| with_own(&player.spec.name, words)).collect();
        let more = own.len().saturating_sub(MOST_NAMED);
        match &own[..own.len() - more] {
            [] => String::new(),
            named if more > 0 => format!(", but {} and {more} more", named.join(", ")),
            named => format!(", but {}", named.join(", ")),
        }
    }

    /// `Evening cup: Othello, round-robin of 3 players, 6 games, 1s/move, 3 different openings, seed 1`
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{}: {}", self.file.name, self.terms())
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
        config.check_limits()?;
        config.concurrency = file.concurrency.get();
        config.affinity.clone_from(&file.affinity);
        config.seed = file.seed;
        config.dice = file.dice_seed.clone().map(|seed| MatchDice::Seeded(Seed(seed)));
        config.different_openings = file.openings.map(std::num::NonZero::get);
        config.book.clone_from(&self.book);
        config.margin = Duration::from_secs_f64(file.margin);
        config.ponder = file.ponder;
        config.rules.repetition = file.repetition;
        config.max_plies = file.max_plies.map(std::num::NonZero::get);
        config.adjudication = file.adjudication();
        config.referee.clone_from(&self.referee);
        config.compares = file.compare;
        config.crowding = self.crowding;
        config.waits = self.waits;
        config.origin = self.origin.between(players);
        match file.sprt {
            Some(sprt) => config.with_sprt(sprt),
            None => Ok(config),
        }
    }

    /// Whether this machine can play it as its file wishes; another one may join its shares.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn check_machine(&self) -> Result<(), MatchError> {
        self.config([0, 1])?.check_affinity()
    }

    /// Nothing was played yet.
    #[must_use]
    pub fn beginning(&self) -> Past {
        let course = Course::of_shard(self.plan, self.shard);
        let course =
            course.withdrawing_after(self.file.withdraw_after).anchored(self.file.anchor());
        let past = Past::new(course, &self.names(), self.counts_points());
        let past = past.with_replays(self.file.replays());
        // A share says too little: its test is run over all of them.
        past.with_test(self.file.sprt.filter(|_| self.shard.is_none()).map(SprtRun::new))
    }

    /// Games are worth different points.
    #[must_use]
    pub fn counts_points(&self) -> bool {
        self.config([0, 0]).is_ok_and(|config| config.counts_points())
    }
}

/// Plays what is left of a tournament; `past` is what was played before.
///
/// Must be called as [`super::super::run_match`], and reports as that does: the engines of its
/// events are the numbers of players.
///
/// # Errors
///
/// When the start cannot be set up.
pub async fn run_tournament(
    tournament: &Tournament,
    mut past: Past,
    control: &MatchControl,
    on_event: impl FnMut(MatchEvent),
) -> Result<MatchEnd, MatchError> {
    tournament.check_machine()?;
    let mut config = tournament.config([0, 1])?;
    // Not on a thread with other work.
    let first = past.course.due().first().map(|due| due.pair);
    let known = std::mem::take(&mut past.openings);
    let made = tokio::task::spawn_blocking(move || config.make_openings_until(known, first));
    let openings =
        made.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
    let repeats = std::mem::take(&mut past.repeats);
    let queue = past.course.due().into();
    let games = TournamentGames { tournament, openings, queue, past, configs: HashMap::new() };
    let room = Room {
        games: tournament.file.concurrency.get(),
        affinity: tournament.file.affinity.clone(),
    };
    let (_, end) = run_games(games, repeats, room, control, on_event).await;
    referee::dismiss(tournament.referee.clone()).await;
    Ok(end)
}

/// The games of a tournament, in the order in which they become due.
struct TournamentGames<'a> {
    tournament: &'a Tournament,
    openings: Arc<Openings>,
    past: Past,
    queue: VecDeque<DueGame>,
    /// By the players of an encounter.
    configs: HashMap<[usize; 2], Arc<MatchConfig>>,
}

impl TournamentGames<'_> {
    /// The next game that is not lost by default meanwhile.
    fn next_due(&mut self) -> Option<DueGame> {
        loop {
            let due = self.queue.pop_front()?;
            if self.past.course.is_due(due.number) {
                return Some(due);
            }
        }
    }
}

impl Games for TournamentGames<'_> {
    fn n_players(&self) -> usize {
        self.tournament.players.len()
    }

    fn next_game(&mut self) -> Option<Planned> {
        let DueGame { number, pair, players, seat, .. } = self.next_due()?;
        let config = self.configs.entry(players).or_insert_with(|| {
            let config = self.tournament.config(players);
            Arc::new(config.expect("each player's game was set up when the tournament was made"))
        });
        let pairing = Pairing::of(number, seat, self.openings.of_pair(pair));
        Some(Planned { config: Arc::clone(config), players, pairing })
    }

    fn are_all_given(&self) -> bool {
        self.queue.is_empty() && self.past.course.is_settled()
    }

    fn add(&mut self, _players: [usize; 2], report: &GameReport) {
        let added = self.past.add_report(report);
        self.queue.extend(added.expect("the course has made the game due").due);
    }

    fn are_all_played(&self) -> bool {
        self.past.course.is_over()
    }

    fn is_decided(&self) -> bool {
        self.past.is_decided()
    }

    fn plays_again(&self, report: &GameReport) -> bool {
        self.past.plays_again(report)
    }

    fn is_due(&self, number: u32) -> bool {
        self.past.course.is_due(number)
    }

    fn withdraws(&self) -> bool {
        self.tournament.file.withdraw_after.is_some()
    }

    fn crowd(&mut self, _player: usize, _options: &[OptionDecl]) -> Option<u32> {
        None
    }
}
