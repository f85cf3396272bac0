//! A match in the window: starting and steering it.
//!
//! Plays nothing itself; the layer below runs the games in tasks of their own. How it stands is in
//! `match_state`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;

use super::match_files::{MatchFiles, place_text};
use super::match_state::MatchState;
use super::owner::{Outside, Owner};
use super::playing::sentence;
use super::seats::name_of;
use super::wall::Wall;
use super::{
    MatchCommand, MatchGameState, MatchOutcome, Mode, NoticeKind, SeatChoice, TimeControl,
};
use crate::games::{self, Game, Setup};
use crate::play::{
    EngineSpec, GameReport, LiveGame, MatchConfig, MatchControl, MatchEnd, MatchEvent,
    MatchSummary, Tally, canonical_variant, run_match, title_of,
};
use crate::store::{FileError, GameFileError, crowding, origin_of, waits};

/// News of a running match: the newest picture of each game, and everything else in
/// order. Whoever runs the match never waits for the window.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    news: Vec<MatchEvent>,
    live: BTreeMap<u32, LiveGame>,
}

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
        if let Some(threads) = config.n_threads_before()
            && threads as usize > n_processors()
        {
            self.messages.notice(NoticeKind::Info, crowded_text(threads));
        }
        let control = MatchControl::new();
        let inbox = Arc::new(Mutex::new(Inbox::default()));
        let open = self.match_files(config.game);
        self.matching = Some(MatchState {
            game: config.game,
            variant: config.setup().variant.clone(),
            names: config.names(),
            own_names: Default::default(),
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
            outcome: None,
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
        self.rest_review_for_match(now);
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
        config.crowding = crowding;
        config.waits = waits;
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
            if let MatchEvent::Crowded { threads } = event {
                self.messages.notice(NoticeKind::Info, crowded_text(threads));
                continue;
            }
            if let MatchEvent::Finished(report) = &event {
                differences.extend(state.new_differences(report));
            }
            state.take(event);
        }
        let is_running = |number: &u32| {
            state.rows.get(number).is_none_or(|row| row.state == MatchGameState::Running)
        };
        let live: Vec<_> =
            inbox.live.into_values().filter(|live| is_running(&live.number)).collect();
        live.into_iter().for_each(|live| state.see(live));
        for (name, text, found) in differences {
            self.keep_difference(&name, text, &found, now);
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
        let played = self
            .matching
            .as_ref()
            .map_or((0, 0), |state| (state.tally.standing.games(), state.total));
        let outcome = match result {
            Ok(summary) => match summary.end {
                MatchEnd::AllPlayed => MatchOutcome::Played,
                MatchEnd::Stopped => MatchOutcome::Stopped,
                MatchEnd::Unusable { engine, cause } => {
                    let names = self.matching.as_ref().map(|state| state.names[engine].clone());
                    let text = cause.said_of(&names.unwrap_or_default());
                    MatchOutcome::GivenUp(format!("{text}. The match was given up."))
                }
            },
            Err(reason) => MatchOutcome::GivenUp(sentence(&reason)),
        };
        if let Some(state) = &mut self.matching {
            state.outcome = Some(outcome.clone());
        }
        match outcome {
            MatchOutcome::Played => {
                self.messages.notice(NoticeKind::Info, format!("The match is over.{place}"));
            }
            MatchOutcome::Stopped => {
                let (done, all) = played;
                let text = format!("The match was stopped after {done} of {all} games.{place}");
                self.messages.notice(NoticeKind::Info, text);
            }
            MatchOutcome::GivenUp(text) => self.messages.problem(text, Vec::new(), None, now),
        }
        self.go_on_after_match(now);
        self.messages.belongs_to(Mode::Match);
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

fn n_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What to do where more threads of engines think at once than there are processors.
fn crowded_text(threads: u32) -> String {
    let processors = n_processors();
    format!(
        "{threads} threads of engines think at once on {processors} processors: games may be lost on \
         time. Fewer games at once or fewer threads help."
    )
}

/// Plays a match to its end, and until all of its games are on the disk.
async fn play(
    mut config: MatchConfig,
    control: MatchControl,
    open: impl FnOnce() -> Result<Option<MatchFiles>, FileError> + Send + 'static,
    inbox: Arc<Mutex<Inbox>>,
    outside: mpsc::Sender<Outside>,
) {
    let files = open_files(open, &outside).await;
    // Reading the engines' files takes a moment, and is of no use without a row to write it in.
    if files.is_some() {
        let targets = config.engines.each_ref().map(|engine| engine.launch.target.clone());
        let found = tokio::task::spawn_blocking(move || origin_of([&targets[0], &targets[1]]));
        config.origin = found.await.unwrap_or_default();
    }
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
        MatchEvent::Started { .. }
        | MatchEvent::Complaint { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Live(_) => {}
    }
}

fn put(inbox: &Mutex<Inbox>, event: MatchEvent) {
    let mut inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
    match event {
        MatchEvent::Complaint { .. } | MatchEvent::Ready { .. } => {}
        MatchEvent::Live(live) => drop(inbox.live.insert(live.number, *live)),
        MatchEvent::Started { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Finished(_)
        | MatchEvent::Stopped { .. } => {
            inbox.news.push(event);
        }
    }
}
