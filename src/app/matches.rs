//! A match in the window: starting and steering it, and how it stands.
//!
//! Plays nothing itself; the layer below runs the games in tasks of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::kept::{REFEREE_DECIDES, difference_text};
use super::match_files::{MatchFiles, RESULTS, place_text};
use super::owner::{Outside, Owner};
use super::playing::sentence;
use super::publish::variant_title;
use super::seats::name_of;
use super::wall::Wall;
use super::{MatchBoard, MatchCommand, MatchGameRow, Mode, NoticeKind, SeatChoice, TimeControl};
use crate::games::{self, Game, Record, Setup, Side};
use crate::play::viewer::{Difference, Disagreement};
use crate::play::{
    Disagreed, EngineSpec, GameReport, LiveGame, MatchConfig, MatchControl, MatchEnd, MatchEvent,
    MatchSummary, Tally, canonical_variant, run_match, title_of,
};
use crate::store::{FileError, GameFileError, bundle_name};

/// Games in the list of the window; all of them count in the table.
const MAX_ROWS: usize = 500;

/// News of a running match: the newest picture of each game, and everything else in
/// order. Whoever runs the match never waits for the window.
#[derive(Debug, Default)]
struct Inbox {
    news: Vec<MatchEvent>,
    live: BTreeMap<u32, LiveGame>,
}

/// A match that runs or has run.
#[derive(Debug)]
pub(super) struct MatchState {
    pub(super) game: &'static dyn Game,
    /// Title of the variant; empty where the game has none.
    pub(super) variant: String,
    pub(super) names: [String; 2],
    pub(super) time: TimeControl,
    pub(super) conditions: String,
    pub(super) total: u32,
    pub(super) concurrency: u32,
    control: MatchControl,
    /// Where its games are kept; `None` where they cannot be.
    folder: Option<PathBuf>,
    /// Plays and keeps its games.
    task: Option<JoinHandle<()>>,
    inbox: Arc<Mutex<Inbox>>,
    pub(super) started: Instant,
    /// When it ended; `None` while it runs.
    pub(super) ended: Option<Instant>,
    pub(super) paused: bool,
    pub(super) finishing: bool,
    /// It was stopped at once.
    pub(super) stopping: bool,
    pub(super) tally: Tally,
    pub(super) rows: BTreeMap<u32, MatchGameRow>,
    pub(super) records: BTreeMap<u32, Record>,
    /// Kinds of differences between an engine (0 or 1) and the referee that were told.
    told: BTreeSet<(usize, Difference)>,
    pub(super) shown: Option<u32>,
    /// Running games as they were last seen.
    pub(super) live: BTreeMap<u32, LiveGame>,
    /// The board of this game that is over, with or without numbers, drawn up once.
    pub(super) last_board: Option<(u32, bool, MatchBoard)>,
    pub(super) wall: Wall,
}

impl MatchState {
    pub(super) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Ends it at once. What is given back is over when all of its games are on the disk.
    pub(super) fn leave(&mut self) -> Option<JoinHandle<()>> {
        self.control.stop_now();
        self.task.take()
    }

    pub(super) fn n_running(&self) -> u32 {
        let running = self.rows.values().filter(|row| row.result == RUNNING).count();
        u32::try_from(running).unwrap_or(u32::MAX)
    }

    fn take(&mut self, event: MatchEvent) {
        match event {
            MatchEvent::Started { number, players } => {
                let row = MatchGameRow {
                    number,
                    players,
                    length: String::new(),
                    result: RUNNING.to_owned(),
                    reason: String::new(),
                    failed: None,
                    unready: false,
                };
                self.rows.insert(number, row);
                let watches_running = self.shown.is_some_and(|shown| {
                    self.rows.get(&shown).is_some_and(|row| row.result == RUNNING)
                });
                if !watches_running {
                    self.show(number);
                }
            }
            // The engines' own logs have them.
            MatchEvent::Complaint { .. } => {}
            MatchEvent::Live(live) => self.see(*live),
            MatchEvent::Finished(report) => self.finish(*report),
            MatchEvent::Stopped { number, report } => {
                self.tally.add(&report);
                self.live.remove(&number);
                if let Some(row) = self.rows.get_mut(&number) {
                    "stopped".clone_into(&mut row.result);
                    row.reason = report.cause_text();
                }
                self.wall.end(self.game, &report, "stopped");
            }
        }
        self.forget_oldest();
    }

    /// Of too many games the oldest go: none that is being played or shown.
    fn forget_oldest(&mut self) {
        while self.rows.len() > MAX_ROWS {
            let may_go = |number: &u32, row: &MatchGameRow| {
                row.result != RUNNING && self.shown != Some(*number)
            };
            let oldest = self.rows.iter().find(|(number, row)| may_go(number, row));
            let Some(oldest) = oldest.map(|(number, _)| *number) else { return };
            self.rows.remove(&oldest);
            self.records.remove(&oldest);
        }
    }

    fn finish(&mut self, report: GameReport) {
        self.tally.add(&report);
        let number = report.pairing.number;
        let plies = report.record.main_line().len();
        let cause = report.cause_text();
        let row = MatchGameRow {
            number,
            players: report.players().map(str::to_owned),
            length: games::counted(plies.div_ceil(2), "move"),
            result: match report.result_text() {
                "*" => "not played".to_owned(),
                text => text.replace("1/2", "\u{bd}") + &self.worth(&report),
            },
            reason: match (cause.is_empty(), &report.bundle) {
                (true, _) => report.result.reason.clone(),
                (false, Some(_)) if self.folder.is_some() => {
                    format!("{cause}; all of it in {}", bundle_name(RESULTS, number))
                }
                (false, _) => cause,
            },
            failed: report.failed_side().map(Side::idx),
            unready: report.unready,
        };
        self.wall.end(self.game, &report, &row.result);
        self.rows.insert(number, row);
        self.live.remove(&number);
        self.records.insert(number, report.record);
    }

    /// A running game has another position.
    fn see(&mut self, live: LiveGame) {
        self.wall.see(&live);
        self.live.insert(live.number, live);
    }

    /// What a game was worth to its winner, where that is not the same for all: ` +2`.
    fn worth(&self, report: &GameReport) -> String {
        let margin = report.result.margin.filter(|_| self.tally.points.is_some());
        margin.map_or(String::new(), |points| format!(" +{}", points.abs()))
    }

    /// The differences of a finished game that were not told yet, each kind once for each engine,
    /// with what to say of them.
    fn new_differences(&mut self, report: &GameReport) -> Vec<(String, Disagreement)> {
        let number = report.pairing.number;
        let mut found = Vec::new();
        for Disagreed { engine, ply, first, .. } in &report.disagreements {
            if self.told.insert((*engine, first.what)) {
                let text = difference_text(&self.names[*engine], first, REFEREE_DECIDES);
                let moves = games::counted(*ply, "move");
                let place = format!("Seen first in game {number} after {moves}.");
                found.push((format!("{text} {place}"), first.clone()));
            }
        }
        found
    }

    fn show(&mut self, number: u32) {
        self.shown = Some(number);
        self.control.show(Some(number));
    }
}

/// What stands in the list for a game that is being played.
pub(super) const RUNNING: &str = "running";

/// What a match is to be.
struct Wanted {
    game: String,
    variant: Option<String>,
    engines: [SeatChoice; 2],
    games: u32,
    time: TimeControl,
    concurrency: u32,
    seed: u64,
    ponder: bool,
}

impl Owner {
    pub(super) fn handle_match(&mut self, command: MatchCommand, now: Instant) {
        match command {
            MatchCommand::Start {
                game,
                variant,
                engines,
                games,
                time,
                concurrency,
                seed,
                ponder,
            } => {
                let wanted =
                    Wanted { game, variant, engines, games, time, concurrency, seed, ponder };
                self.start_match(&wanted, now);
            }
            MatchCommand::FinishThenStop => self.steer(|state| {
                state.finishing = true;
                state.control.finish_then_stop();
            }),
            MatchCommand::GoOn => self.steer(|state| {
                state.finishing = false;
                state.control.go_on();
            }),
            MatchCommand::StopNow => self.steer(|state| {
                (state.finishing, state.stopping) = (true, true);
                state.control.stop_now();
            }),
            MatchCommand::Pause(paused) => self.steer(|state| {
                state.paused = paused;
                state.control.pause(paused);
            }),
            MatchCommand::Show(number) => self.steer(|state| state.show(number)),
            MatchCommand::Open(number) => self.open_match_game(number),
        }
    }

    fn steer(&mut self, steer: impl FnOnce(&mut MatchState)) {
        if let Some(state) = &mut self.matching {
            steer(state);
        }
    }

    fn open_match_game(&mut self, number: u32) {
        let record = self.matching.as_ref().and_then(|state| state.records.get(&number)).cloned();
        match record {
            Some(record) => self.show_record(record),
            None => {
                let text = format!("Game {number} can be opened when it is over.");
                self.messages.notice(NoticeKind::Refused, text);
            }
        }
    }

    fn start_match(&mut self, wanted: &Wanted, now: Instant) {
        if self.matching.as_ref().is_some_and(MatchState::is_running) {
            let text = "A match is running; stop it before you start another.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let config = match self.match_config(wanted) {
            Ok(config) => config,
            Err(reason) => return self.messages.notice(NoticeKind::Error, sentence(&reason)),
        };
        let control = MatchControl::new();
        let inbox = Arc::new(Mutex::new(Inbox::default()));
        let open = self.match_files(config.game);
        self.matching = Some(MatchState {
            game: config.game,
            variant: variant_title(config.game.info(), config.setup().variant.as_deref()),
            names: config.names(),
            time: wanted.time,
            conditions: conditions_of(&config),
            total: config.games,
            concurrency: config.concurrency,
            control: control.clone(),
            // Told when its files are open.
            folder: None,
            task: None,
            inbox: Arc::clone(&inbox),
            started: now,
            ended: None,
            paused: false,
            finishing: false,
            stopping: false,
            tally: Tally::new(config.counts_points()),
            rows: BTreeMap::new(),
            records: BTreeMap::new(),
            told: BTreeSet::new(),
            shown: None,
            live: BTreeMap::new(),
            last_board: None,
            wall: Wall::new(config.concurrency.min(config.games)),
        });
        control.watch_all(true);
        self.mode = Mode::Match;
        self.pause_table(now);
        self.rest_cards(now);
        let task = tokio::spawn(play(config, control, open, inbox, self.outside.clone()));
        self.steer(|state| state.task = Some(task));
    }

    /// Opens the files of a match that begins now, where there is a place for them.
    fn match_files(
        &self,
        game: &'static dyn Game,
    ) -> impl FnOnce() -> Result<Option<MatchFiles>, FileError> + Send + 'static {
        let (places, outside) = (self.places.clone(), self.outside.clone());
        let failed = move |error: GameFileError| {
            let text = format!(
                "Not all of a game of the match could be kept: {error}. The match goes on."
            );
            // When the owner is gone nobody wants to know.
            let _gone = outside.blocking_send(Outside::Unsaved(text));
        };
        move || MatchFiles::open(&places, game, failed).transpose()
    }

    /// The files of the match that runs are open.
    pub(super) fn handle_match_folder(&mut self, folder: PathBuf) {
        if let Some(state) = &mut self.matching {
            state.folder = Some(folder);
        }
    }

    fn match_config(&self, wanted: &Wanted) -> Result<MatchConfig, String> {
        let game = games::find(&wanted.game)
            .ok_or_else(|| format!("there is no game {:?}", wanted.game))?;
        if wanted.games == 0 {
            return Err("a match has at least one game".to_owned());
        }
        if wanted.time == TimeControl::Unlimited {
            return Err("a match needs a time or a depth".to_owned());
        }
        let variant = canonical_variant(game.info(), wanted.variant.as_deref())
            .map_err(|error| error.to_string())?;
        let spec = |choice: &SeatChoice| match choice {
            SeatChoice::Engine { name, options } => {
                let (launch, _) = self
                    .launch_for(name, options, game, variant.as_deref())
                    .map_err(|cause| cause.said_of(name))?;
                Ok(EngineSpec { name: name_of(choice), launch })
            }
            SeatChoice::Human { .. } => Err("a match is played between engines".to_owned()),
        };
        let mut engines = [spec(&wanted.engines[0])?, spec(&wanted.engines[1])?];
        if engines[0].name == engines[1].name {
            engines[0].name.push_str(" A");
            engines[1].name.push_str(" B");
        }
        let setup = Setup { variant, position: None };
        let mut config = MatchConfig::with_setup(game, setup, engines, wanted.games, wanted.time)
            .map_err(|error| error.to_string())?;
        config.concurrency = wanted.concurrency.clamp(1, 64);
        config.seed = wanted.seed;
        config.ponder = wanted.ponder;
        Ok(config)
    }

    /// Takes in what the match has to say; the first difference of each kind between an engine and
    /// the referee is a problem.
    pub(super) fn handle_match_news(&mut self, now: Instant) {
        let Some(state) = &mut self.matching else { return };
        let inbox =
            std::mem::take(&mut *state.inbox.lock().unwrap_or_else(PoisonError::into_inner));
        let mut differences = Vec::new();
        for event in inbox.news {
            if let MatchEvent::Finished(report) = &event {
                differences.extend(state.new_differences(report));
            }
            state.take(event);
        }
        let is_running =
            |number: &u32| state.rows.get(number).is_none_or(|row| row.result == RUNNING);
        let live: Vec<_> =
            inbox.live.into_values().filter(|live| is_running(&live.number)).collect();
        live.into_iter().for_each(|live| state.see(live));
        for (text, found) in differences {
            self.keep_difference(text, &found, now);
        }
    }

    pub(super) fn handle_match_over(
        &mut self,
        result: Result<MatchSummary, String>,
        n_lost: u32,
        now: Instant,
    ) {
        self.handle_match_news(now);
        let mut place = String::new();
        if let Some(state) = &mut self.matching {
            state.ended = Some(now);
            state.task = None;
            if let Some(folder) = state.folder.take() {
                place = place_text(&folder, n_lost);
            }
        }
        match result {
            Ok(summary) => match summary.end {
                MatchEnd::AllPlayed => {
                    self.messages.notice(NoticeKind::Info, format!("The match is over.{place}"));
                }
                MatchEnd::Stopped => {
                    self.messages
                        .notice(NoticeKind::Info, format!("The match was stopped.{place}"));
                }
                MatchEnd::Unusable { engine, cause } => {
                    let names = self.matching.as_ref().map(|state| state.names[engine].clone());
                    let text = cause.said_of(&names.unwrap_or_default());
                    let text = format!("{text}. The match was given up.");
                    self.messages.problem(text, Vec::new(), None, now);
                }
            },
            Err(reason) => self.messages.problem(sentence(&reason), Vec::new(), None, now),
        }
    }
}

/// `Frisian, 1m + 1s, 158 openings, seed 7, pondering`
fn conditions_of(config: &MatchConfig) -> String {
    let variant = config.setup().variant.as_deref();
    let mut parts: Vec<String> = Vec::new();
    // The first variant is what everybody expects.
    if variant != config.game.info().variants.first().map(|first| first.name) {
        parts.push(title_of(config.game.info(), variant).to_owned());
    }
    parts.push(config.time[0].to_string());
    parts.push(config.openings_text());
    if config.ponder {
        parts.push("pondering".to_owned());
    }
    parts.join(", ")
}

/// Plays a match to its end, and until all of its games are on the disk.
async fn play(
    config: MatchConfig,
    control: MatchControl,
    open: impl FnOnce() -> Result<Option<MatchFiles>, FileError> + Send + 'static,
    inbox: Arc<Mutex<Inbox>>,
    outside: mpsc::Sender<Outside>,
) {
    let files = open_files(open, &outside).await;
    let (kept, writer) = files.map(|files| (files.reports, files.writer)).unzip();
    let wake = outside.clone();
    let result = run_match(config, &control, move |event| {
        if let Some(kept) = &kept {
            keep(kept, &event);
        }
        put(&inbox, event);
        // A full queue means that the owner is about to look anyway.
        let _full = wake.try_send(Outside::Match);
    });
    let result = result.await.map_err(|error| error.to_string());
    // Nobody can give the writer another game now, and it ends with those it has.
    let written = tokio::task::spawn_blocking(move || writer.and_then(|writer| writer.join().ok()));
    let n_lost = written.await.ok().flatten().unwrap_or_default();
    let _gone = outside.send(Outside::MatchOver(Box::new(result), n_lost)).await;
}

/// The files of a match; `None` where there are none, which is said.
async fn open_files(
    open: impl FnOnce() -> Result<Option<MatchFiles>, FileError> + Send + 'static,
    outside: &mpsc::Sender<Outside>,
) -> Option<MatchFiles> {
    let (files, news) = match tokio::task::spawn_blocking(open).await {
        Ok(Ok(Some(files))) => {
            let folder = files.folder.clone();
            (Some(files), Outside::MatchFolder(folder))
        }
        Ok(Err(error)) => {
            let text = format!("The games of this match are not kept: {error}.");
            (None, Outside::Unsaved(text))
        }
        Ok(Ok(None)) | Err(_) => return None,
    };
    // When the owner is gone nobody wants to know.
    let _gone = outside.send(news).await;
    files
}

/// Hands a game that is over to whoever writes it.
fn keep(kept: &SyncSender<GameReport>, event: &MatchEvent) {
    match event {
        MatchEvent::Finished(report) | MatchEvent::Stopped { report, .. } => {
            // Where it could not write, the match's state knows why.
            drop(kept.send((**report).clone()));
        }
        MatchEvent::Started { .. } | MatchEvent::Complaint { .. } | MatchEvent::Live(_) => {}
    }
}

fn put(inbox: &Mutex<Inbox>, event: MatchEvent) {
    let mut inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
    match event {
        MatchEvent::Complaint { .. } => {}
        MatchEvent::Live(live) => drop(inbox.live.insert(live.number, *live)),
        MatchEvent::Started { .. } | MatchEvent::Finished(_) | MatchEvent::Stopped { .. } => {
            inbox.news.push(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> MatchState {
        let game = games::find("othello").unwrap();
        MatchState {
            game,
            variant: String::new(),
            names: ["A", "B"].map(str::to_owned),
            time: TimeControl::Depth { depth: 1 },
            conditions: String::new(),
            total: 2000,
            concurrency: 2,
            control: MatchControl::new(),
            folder: None,
            task: None,
            inbox: Arc::default(),
            started: Instant::now(),
            ended: None,
            paused: false,
            finishing: false,
            stopping: false,
            tally: Tally::new(false),
            rows: BTreeMap::new(),
            records: BTreeMap::new(),
            told: BTreeSet::new(),
            shown: None,
            live: BTreeMap::new(),
            last_board: None,
            wall: Wall::new(2),
        }
    }

    fn started(number: u32) -> MatchEvent {
        MatchEvent::Started { number, players: ["A", "B"].map(str::to_owned) }
    }

    #[test]
    fn of_too_many_games_none_goes_that_is_being_played() {
        let mut state = state();
        state.take(started(1));
        for number in 2..=700 {
            state.take(started(number));
            state.take(MatchEvent::Finished(Box::new(GameReport::example(number))));
        }
        assert_eq!(state.rows.len(), MAX_ROWS);
        let first: Vec<u32> = state.rows.keys().copied().take(3).collect();
        assert_eq!(first, [1, 202, 203]);
        assert_eq!((state.n_running(), state.shown), (1, Some(1)));
        state.show(202);
        assert!(state.board(false).is_some());
    }

    #[test]
    fn the_board_of_a_game_that_is_over_is_drawn_once() {
        let mut state = state();
        state.take(started(1));
        state.take(MatchEvent::Finished(Box::new(GameReport::example(1))));
        let scenes = [false, false, true].map(|numbers| state.board(numbers).unwrap().scene);
        assert!(Arc::ptr_eq(&scenes[0], &scenes[1]));
        assert!(!Arc::ptr_eq(&scenes[1], &scenes[2]));
    }
}
