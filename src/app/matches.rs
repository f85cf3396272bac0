//! A match in the window: starting and steering it, and how it stands.
//!
//! Plays nothing itself; the layer below runs the games in tasks of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::kept::{REFEREE_DECIDES, difference_text};
use super::match_files::{MatchFiles, RESULTS};
use super::owner::{Outside, Owner};
use super::playing::sentence;
use super::publish::variant_title;
use super::seats::name_of;
use super::{
    ClockView, MatchBoard, MatchCommand, MatchGameRow, MatchView, Mode, NoticeKind, SeatChoice,
    SideStanding, TimeControl, WallBoard,
};
use crate::games::{self, Game, Record, SceneView, Setup, Side};
use crate::play::viewer::{Difference, Disagreement};
use crate::play::{
    Disagreed, EngineSpec, GameReport, LiveGame, MatchConfig, MatchControl, MatchEnd, MatchEvent,
    MatchSummary, Points, Standing, Tally, canonical_variant, run_match, title_of,
};
use crate::store::bundle_name;

/// Games in the list of the window; all of them count in the table.
const MAX_ROWS: usize = 500;

/// News of a running match: the newest picture of each game, and everything else in order. Whoever runs the match never waits for the window.
#[derive(Debug, Default)]
struct Inbox {
    news: Vec<MatchEvent>,
    live: BTreeMap<u32, LiveGame>,
}

/// A match that runs or has run.
#[derive(Debug)]
pub(super) struct MatchState {
    game: &'static dyn Game,
    /// Title of the variant; empty where the game has none.
    variant: String,
    names: [String; 2],
    time: TimeControl,
    conditions: String,
    total: u32,
    concurrency: u32,
    control: MatchControl,
    /// Where its games are kept; `None` where they cannot be.
    files: Option<MatchFiles>,
    inbox: Arc<Mutex<Inbox>>,
    started: Instant,
    /// When it ended; `None` while it runs.
    ended: Option<Instant>,
    paused: bool,
    finishing: bool,
    tally: Tally,
    rows: BTreeMap<u32, MatchGameRow>,
    records: BTreeMap<u32, Record>,
    /// Kinds of differences between an engine (0 or 1) and the referee that were told.
    told: BTreeSet<(usize, Difference)>,
    shown: Option<u32>,
    /// Running games as they were last seen.
    live: BTreeMap<u32, LiveGame>,
}

impl MatchState {
    pub(super) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Ends it at once.
    pub(super) fn stop_now(&self) {
        self.control.stop_now();
    }

    fn n_running(&self) -> u32 {
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
                    failure: false,
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
            MatchEvent::Live(live) => drop(self.live.insert(live.number, *live)),
            MatchEvent::Finished(report) => self.finish(*report),
            MatchEvent::Stopped { number, report } => {
                self.tally.add(&report);
                self.live.remove(&number);
                if let Some(row) = self.rows.get_mut(&number) {
                    "stopped".clone_into(&mut row.result);
                    row.reason = report.cause_text();
                }
            }
        }
        while self.rows.len() > MAX_ROWS {
            let Some((oldest, _)) = self.rows.pop_first() else { break };
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
            length: format!("{} moves", plies.div_ceil(2)),
            result: match report.result_text() {
                "*" => "not played".to_owned(),
                text => text.replace("1/2", "\u{bd}") + &self.worth(&report),
            },
            reason: match (cause.is_empty(), &report.bundle) {
                (true, _) => report.result.reason.clone(),
                (false, Some(_)) if self.files.is_some() => {
                    format!("{cause}; all of it in {}", bundle_name(RESULTS, number))
                }
                (false, _) => cause,
            },
            failure: report.is_failure(),
        };
        self.rows.insert(number, row);
        self.live.remove(&number);
        self.records.insert(number, report.record);
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
                let place = format!("Seen first in game {number} after {ply} moves.");
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
const RUNNING: &str = "running";

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
            MatchCommand::StopNow => self.steer(|state| {
                state.finishing = true;
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
        let files = match MatchFiles::open(&self.places, config.game).transpose() {
            Ok(files) => files,
            Err(error) => {
                let text = format!("The games of this match are not kept: {error}.");
                self.messages.problem(text, Vec::new(), None, now);
                None
            }
        };
        let kept = files.as_ref().map(MatchFiles::sender);
        self.matching = Some(MatchState {
            game: config.game,
            variant: variant_title(config.game.info(), config.setup().variant.as_deref()),
            names: config.names(),
            time: wanted.time,
            conditions: conditions_of(&config),
            total: config.games,
            concurrency: config.concurrency,
            control: control.clone(),
            files,
            inbox: Arc::clone(&inbox),
            started: now,
            ended: None,
            paused: false,
            finishing: false,
            tally: Tally::new(config.counts_points()),
            rows: BTreeMap::new(),
            records: BTreeMap::new(),
            told: BTreeSet::new(),
            shown: None,
            live: BTreeMap::new(),
        });
        control.watch_all(true);
        self.mode = Mode::Match;
        self.pause_table(now);
        self.rest_cards(now);
        let outside = self.outside.clone();
        tokio::spawn(async move {
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
            let _gone = outside.send(Outside::MatchOver(Box::new(result))).await;
        });
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
            inbox.live.into_iter().filter(|(number, _)| is_running(number)).collect();
        state.live.extend(live);
        for (text, found) in differences {
            self.keep_difference(text, &found, now);
        }
    }

    pub(super) fn handle_match_over(&mut self, result: Result<MatchSummary, String>, now: Instant) {
        self.handle_match_news(now);
        let mut place = String::new();
        if let Some(state) = &mut self.matching {
            state.ended = Some(now);
            // The writer ends when nobody can give it another game.
            let files = state.files.take();
            if let Some(failure) = files.as_ref().and_then(MatchFiles::failure) {
                let text = format!("Not all games of the match were kept: {failure}.");
                self.messages.problem(text, Vec::new(), None, now);
            } else if let Some(files) = files {
                place = format!(" Its games are in {}.", files.folder().display());
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

    pub(super) fn match_view(&self, now: Instant) -> Option<MatchView> {
        let state = self.matching.as_ref()?;
        let elapsed = state.ended.unwrap_or(now).saturating_duration_since(state.started);
        let finished = state.tally.standing.games();
        let open = state.total.saturating_sub(finished);
        let left = (finished > 0 && state.is_running()).then(|| elapsed / finished * open);
        let (standing, points) = (&state.tally.standing, state.tally.points.as_ref());
        let delay = |idx: usize| {
            let delays = &state.tally.delays[idx];
            Some((state.names[idx].clone(), delays.median()?, delays.p99()?))
        };
        let disagreed = |idx: usize| {
            let sum = &state.tally.disagreements[idx];
            let told = (state.names[idx].clone(), sum.total(), sum.to_string());
            (sum.total() > 0).then_some(told)
        };
        Some(MatchView {
            title: format!("{} against {}", state.names[0], state.names[1]),
            info: state.game.info(),
            variant: state.variant.clone(),
            conditions: conditions(state),
            total: state.total,
            finished,
            running: state.n_running(),
            paused: state.paused,
            finishing: state.finishing,
            over: !state.is_running(),
            elapsed,
            left,
            counts_points: points.is_some(),
            standing: [
                side_standing(&state.names[0], standing, points),
                side_standing(
                    &state.names[1],
                    &standing.reversed(),
                    points.map(Points::reversed).as_ref(),
                ),
            ],
            reasons: state
                .tally
                .reasons
                .iter()
                .filter(|reason| !reason.draw)
                .map(|reason| (reason.text.clone(), reason.count, reason.failure))
                .collect(),
            delays: [0, 1].into_iter().filter_map(delay).collect(),
            disagreements: [0, 1].into_iter().filter_map(disagreed).collect(),
            games: state.rows.values().rev().map(|row| with_length(row, state)).collect(),
            board: match_board(state, self.settings.show_numbers),
            shown: state.shown,
            wall: wall(state),
        })
    }
}

/// Small boards that are shown; more cannot be told apart.
const MAX_WALL: usize = 16;

/// The running games, where there are several.
fn wall(state: &MatchState) -> Vec<WallBoard> {
    if state.live.len() < 2 {
        return Vec::new();
    }
    let board = |live: &LiveGame| WallBoard {
        number: live.number,
        scene: Arc::new(
            live.position.scene(&view_of(live.last_move.as_ref().map(|mv| mv.0.as_str()), false)),
        ),
        players: live.players.clone(),
        stocks: Side::BOTH.map(|side| live.position.stock(side)),
        length: length_of(live),
    };
    state.live.values().take(MAX_WALL).map(board).collect()
}

fn length_of(live: &LiveGame) -> String {
    format!("move {}", live.ply / 2 + 1)
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

fn conditions(state: &MatchState) -> String {
    match state.concurrency {
        1 => state.conditions.clone(),
        n => format!("{}, {n} at once", state.conditions),
    }
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

fn with_length(row: &MatchGameRow, state: &MatchState) -> MatchGameRow {
    let mut row = row.clone();
    if row.result == RUNNING
        && let Some(live) = state.live.get(&row.number)
    {
        row.length = length_of(live);
    }
    row
}

fn side_standing(name: &str, standing: &Standing, points: Option<&Points>) -> SideStanding {
    let elo = standing.elo().filter(|elo| elo.low.is_finite() && elo.high.is_finite());
    let elo = elo.filter(|_| points.is_none());
    let half = |points: &Points| points.interval().map(|found| found.high - found.value);
    SideStanding {
        name: name.to_owned(),
        wins: standing.wins,
        draws: standing.draws,
        losses: standing.losses,
        points: points.map_or(standing.points(), |points| points.sum() as f64),
        per_game: points.and_then(|points| Some((points.mean()?, half(points)))),
        elo: elo.map(|elo| (elo.value, (elo.high - elo.low) / 2.0)),
    }
}

/// The board of the game that is shown: as it stands, or as it ended.
fn match_board(state: &MatchState, numbers: bool) -> Option<MatchBoard> {
    let shown = state.shown?;
    if let Some(live) = state.live.get(&shown)
        && !state.records.contains_key(&shown)
    {
        let view = view_of(live.last_move.as_ref().map(|mv| mv.0.as_str()), numbers);
        let scene = Arc::new(live.position.scene(&view));
        let clocks = live.clocks.map(|clock| ClockView {
            shown: clock.limited,
            left: clock.left,
            running_since: clock.running_since,
            danger_below: state.time.danger_below(),
        });
        let last_move = live.last_move.as_ref().map(|mv| mv.0.clone()).unwrap_or_default();
        let stocks = Side::BOTH.map(|side| live.position.stock(side));
        return Some(MatchBoard {
            scene,
            players: live.players.clone(),
            stocks,
            last_move,
            clocks,
        });
    }
    let record = state.records.get(&shown)?;
    let last = record.last();
    let position = record.replay(state.game, last).ok()?;
    let mv = record.node(last).mv.as_ref().map(|mv| mv.0.as_str());
    let scene = Arc::new(position.scene(&view_of(mv, numbers)));
    let clocks = Side::BOTH.map(|side| time_left(record, side));
    let players = state.rows.get(&shown)?.players.clone();
    let last_move = mv.unwrap_or_default().to_owned();
    let stocks = Side::BOTH.map(|side| position.stock(side));
    Some(MatchBoard { scene, players, stocks, last_move, clocks })
}

fn view_of(last_move: Option<&str>, numbers: bool) -> SceneView<'_> {
    SceneView { last_move, chosen: &[], show_legal: false, orientation: 0, numbers, rolled: None }
}

fn time_left(record: &Record, side: Side) -> ClockView {
    let own = record.main_line().into_iter().rev().map(|id| record.node(id));
    let left = own.filter(|node| node.side == Some(side)).find_map(|node| node.time_left);
    ClockView { shown: left.is_some(), left: left.unwrap_or_default(), ..ClockView::default() }
}
