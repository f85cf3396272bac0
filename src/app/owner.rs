//! The task that owns all changing state: it takes commands and engine events, and publishes
//! snapshots.
//!
//! Paints nothing and waits for no engine and no long file: games, settings, results, transcripts and
//! folders are read and written on threads of their own. Only the list of engines, a short file whose
//! changes have an order, is read and written here.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};

use super::analysis::Analysis;
use super::autosave::Autosave;
use super::bundle::Bundles;
use super::candidates::Candidates;
use super::cards::Shelf;
use super::checks::{CheckNews, Checks};
use super::document::{Board, Document};
use super::editor::Editor;
use super::engines::{Engines, Role};
use super::files::FileNews;
use super::list::Removed;
use super::looking::{LookedFor, Looking};
use super::match_state::MatchState;
use super::notices::Messages;
use super::options::Known;
use super::pace::Pace;
use super::probing::{Probing, ProbingNews};
use super::publish::Cache;
use super::seats::Seats;
use super::signals::Signals;
use super::{
    Command, EngineCommand, InTheWay, Mode, NoticeKind, Settings, SettingsCommand, Snapshot,
};
use crate::games::{self, Game, Reading, Record, Setup};
use crate::play::MatchSummary;
use crate::protocol::Event;
use crate::session::{News, SessionEvent};
use crate::store::{EngineList, EngineProblem, Places, SavedCard, SavedSettings};

/// Commands waiting; a person cannot fill this.
pub(super) const COMMAND_QUEUE: usize = 256;
/// Engine events waiting before the engines' readers wait in turn.
const EVENT_QUEUE: usize = 1024;
/// How long engines may take to go home before they are killed.
const FAREWELL: Duration = Duration::from_secs(1);
/// So many documents are kept to be had back.
const MOST_UNDO: usize = 8;
/// While something is thinking its time is shown in tenths.
const TICK: Duration = Duration::from_millis(100);
/// How often the console that is watched is looked at.
const CONSOLE_TICK: Duration = Duration::from_millis(300);

/// What the application starts with.
#[derive(Debug)]
pub struct AppConfig {
    /// Where the user's files are.
    pub places: Places,
    /// The list of engines given on the command line, if any.
    pub engines_file: Option<PathBuf>,
    /// A game file to open at the start.
    pub file: Option<PathBuf>,
}

/// What has happened outside of the owner.
#[derive(Debug)]
pub(super) enum Outside {
    File(FileNews),
    /// Something cannot be kept on disk: what, and why, in a sentence.
    Unsaved(String),
    /// The files of the match that runs are open, in this folder.
    MatchFolder(PathBuf),
    /// There is news of the match in its inbox.
    Match,
    /// How the match ended, and how many of its files could not be written.
    MatchOver(Box<Result<MatchSummary, String>>, u32),
    /// There is news of the probe of this number.
    Probing(u64, ProbingNews),
    /// What was looked for is there, or is not.
    Looked(Box<LookedFor>),
    /// There is news of the check of this number.
    Check(u64, CheckNews),
}

/// Everything that changes.
pub(super) struct Owner {
    pub(super) places: Places,
    pub(super) engines_file: Option<PathBuf>,
    pub(super) list: EngineList,
    /// What engines of the list have said of themselves, by name.
    pub(super) known: BTreeMap<String, Known>,
    /// The probe that runs or is shown.
    pub(super) probing: Option<Probing>,
    pub(super) n_probes: u64,
    /// What is looked for on the disk.
    pub(super) looking: Looking,
    /// The checks that run or are shown.
    pub(super) checks: Checks,
    /// What was removed from the list of engines, the last one last.
    pub(super) removed: Vec<Removed>,
    pub(super) settings: Settings,
    pub(super) mode: Mode,
    pub(super) doc: Document,
    /// The documents that were replaced, to be had back, the newest last.
    pub(super) undo: VecDeque<(Document, Seats)>,
    /// The position editor, while it is open.
    pub(super) editor: Option<Editor>,
    pub(super) seats: Seats,
    pub(super) engines: Engines,
    pub(super) analysis: Analysis,
    /// What an engine would play in a person's place.
    pub(super) candidates: Candidates,
    pub(super) matching: Option<MatchState>,
    pub(super) messages: Messages,
    /// What belongs to problems, to be saved.
    pub(super) bundles: Bundles,
    /// Which engines of the list were lately started again by the program, and when.
    pub(super) restarts: Vec<(String, Instant)>,
    /// The games of the opened file, when there are several.
    pub(super) file_games: Arc<[Record]>,
    /// Their titles, drawn up once.
    pub(super) file_titles: Arc<[String]>,
    /// The opened file.
    pub(super) file_path: Option<PathBuf>,
    /// What a file is being read or written for, in words.
    pub(super) file_work: Option<String>,
    /// The file that was found last where something was to be saved unless one is there.
    pub(super) in_the_way: Option<InTheWay>,
    /// How far the reading of a file is.
    pub(super) reading: Option<Arc<Reading>>,
    /// The session whose console is shown.
    pub(super) watched: Option<u64>,
    pub(super) outside: mpsc::Sender<Outside>,
    pub(super) cache: Cache,
    pub(super) announcement: String,
    /// Keeps games that are not finished, and settings, on disk; `None` before the first.
    pub(super) autosave: Option<Autosave>,
    /// The system wants the program to end.
    pub(super) closing: bool,
    next_position_id: u64,
    pace: Pace,
    version: u64,
    snapshots: watch::Sender<Arc<Snapshot>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Owner {
    /// A new application with an empty game on the board, and what feeds it.
    pub(super) fn new(
        config: AppConfig,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> (Self, Feeds, watch::Receiver<Arc<Snapshot>>) {
        let now = Instant::now();
        let mut messages = Messages::new(now);
        let (settings, cards) = load_settings(&config.places, &mut messages, now);
        let (events_tx, events) = mpsc::channel(EVENT_QUEUE);
        let (outside_tx, outside) = mpsc::channel(EVENT_QUEUE);
        let game = games::GAMES[0];
        let doc = empty_document(game);
        let first = Arc::new(Snapshot::empty(game.info(), settings.clone()));
        let (snapshots, receiver) = watch::channel(first);
        let mut owner = Self {
            list: EngineList::default(),
            known: BTreeMap::new(),
            probing: None,
            n_probes: 0,
            looking: Looking::default(),
            checks: Checks::default(),
            removed: Vec::new(),
            places: config.places,
            engines_file: config.engines_file,
            settings,
            mode: Mode::Play,
            doc,
            undo: VecDeque::new(),
            editor: None,
            seats: Seats::people(game.info()),
            engines: Engines::new(events_tx),
            analysis: Analysis::with(Shelf::of(cards)),
            candidates: Candidates::default(),
            matching: None,
            messages,
            bundles: Bundles::default(),
            restarts: Vec::new(),
            file_games: Arc::from([]),
            file_titles: Arc::from([]),
            file_path: None,
            file_work: None,
            in_the_way: None,
            reading: None,
            watched: None,
            outside: outside_tx,
            cache: Cache::default(),
            announcement: String::new(),
            autosave: None,
            closing: false,
            next_position_id: 1,
            pace: Pace::default(),
            version: 0,
            snapshots,
            wake,
        };
        owner.reload_engines(now);
        owner.begin(config.file, now);
        owner.publish(now);
        (owner, Feeds { events, outside }, receiver)
    }

    /// What stands on the board when the window opens.
    fn begin(&mut self, file: Option<PathBuf>, now: Instant) {
        match file {
            Some(path) => self.open_file(path),
            None if self.begin_with_last_game(now) => {}
            None => self.new_default_game(now),
        }
        self.begin_autosave(now);
    }

    /// Runs until nobody sends commands any more, then lets go of every engine.
    pub(super) async fn run(
        mut self,
        mut commands: mpsc::Receiver<Command>,
        mut feeds: Feeds,
        mut signals: Signals,
    ) {
        loop {
            let deadline = self.next_deadline(Instant::now());
            let mut urgent = false;
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => {
                        urgent = true;
                        self.handle_command(command, Instant::now());
                        // Someone who steps fast wants to see where it ends.
                        while let Ok(command) = commands.try_recv() {
                            self.handle_command(command, Instant::now());
                        }
                    }
                    None => break,
                },
                Some((id, event)) = feeds.events.recv() => {
                    urgent = is_urgent(&event);
                    self.handle_event(id, event);
                    // What came with it belongs to the same picture.
                    while let Ok((id, event)) = feeds.events.try_recv() {
                        urgent |= is_urgent(&event);
                        self.handle_event(id, event);
                    }
                }
                Some(news) = feeds.outside.recv() => {
                    urgent = !matches!(news, Outside::Match);
                    self.handle_outside(news);
                    while let Ok(news) = feeds.outside.try_recv() {
                        urgent |= !matches!(news, Outside::Match);
                        self.handle_outside(news);
                    }
                }
                () = sleep_until(deadline) => {}
                () = signals.ended() => {
                    self.closing = true;
                    self.publish(Instant::now());
                    break;
                }
            }
            let now = Instant::now();
            self.drive(now);
            self.keep_cards();
            if self.pace.is_due(urgent, now) {
                self.publish(now);
            }
        }
        // Whoever has news goes on without telling them.
        feeds.outside.close();
        self.leave().await;
    }

    /// The window is closed: running matches stop and their last games are written, engines go home.
    async fn leave(&mut self) {
        self.keep_game();
        self.keep_last_game_now();
        self.checks.clear();
        let matching = self.matching.as_mut().map(MatchState::leave);
        let written = async {
            if let Some(task) = matching.flatten() {
                let _late = tokio::time::timeout(FAREWELL, task).await;
            }
        };
        tokio::join!(self.engines.farewell(FAREWELL), written);
        // What the keeper has not written yet, it writes now.
        self.autosave = None;
    }

    fn handle_command(&mut self, command: Command, now: Instant) {
        match command {
            Command::Game(command) => self.handle_game(command, now),
            Command::Engine(command) => self.handle_engine(command, now),
            Command::Analysis(command) => self.handle_analysis(command, now),
            Command::Match(command) => self.handle_match(command, now),
            Command::File(command) => self.handle_file(command, now),
            Command::Settings(command) => self.handle_settings(&command, now),
            Command::DismissNotice(id) => self.messages.dismiss(id),
        }
    }

    fn handle_event(&mut self, id: u64, event: SessionEvent) {
        let Some(role) = self.engines.note(id, &event) else { return };
        if let News::Ended(exit) = &event.what {
            self.report_exit(id, exit, event.at);
        }
        if let News::Event(Event::Complaint(text)) = &event.what {
            self.hear_complaint(id, role, text, event.at);
        }
        if let News::Event(Event::Ready { .. } | Event::Renamed(_)) = &event.what {
            self.note_own_name(role);
        }
        self.note_restart(id, &event);
        self.note_ready(id, &event);
        let was_wanted = self.analysis.wants(id);
        let was_asked = self.is_asked_for_move(role);
        match role {
            Role::Seat(side) => self.handle_seat_event(side, &event),
            Role::Card => self.handle_card_event(id, &event),
            Role::Review => self.handle_review_event(id, &event),
            Role::Hint => self.handle_hint_event(id, &event),
            Role::Candidates => self.handle_candidates_event(id, &event),
            Role::Ask => self.handle_asked_event(id, &event),
        }
        if let News::Ended(exit) = &event.what
            && (was_wanted || was_asked)
        {
            self.restart_by_itself(id, exit, was_wanted, event.at);
        }
    }

    fn handle_outside(&mut self, news: Outside) {
        let now = Instant::now();
        match news {
            Outside::File(news) => self.handle_file_news(news, now),
            Outside::Unsaved(text) => self.messages.problem(text, Vec::new(), None, now),
            Outside::MatchFolder(folder) => self.handle_match_folder(folder),
            Outside::Match => self.handle_match_news(now),
            Outside::MatchOver(result, n_lost) => self.handle_match_over(*result, n_lost, now),
            Outside::Probing(number, news) => self.handle_probing(number, news, now),
            Outside::Looked(found) => self.handle_looked(*found),
            Outside::Check(number, news) => self.handle_check(number, news, now),
        }
    }

    /// Whatever the state asks for now: passes, clocks, searches, flags, analysis.
    fn drive(&mut self, now: Instant) {
        self.messages.expire(now);
        self.engines.send_unsent();
        self.watch_seats(now);
        self.drive_game(now);
        self.drive_kept(now);
        self.drive_analysis(now);
        self.drive_candidates(now);
    }

    fn next_deadline(&self, now: Instant) -> Option<Instant> {
        let ticking = self.engines.iter().any(super::engines::Engine::is_ticking)
            || self.matching.as_ref().is_some_and(MatchState::is_running)
            || self.reading.is_some();
        let is_probing = self.probing.as_ref().is_some_and(Probing::is_running);
        let tick = (ticking || is_probing || self.checks.is_running()).then(|| now + TICK);
        // Lines that tell the program nothing new are shown, too.
        let watched = self.watched.and_then(|id| self.engines.get(id));
        let console = watched.filter(|engine| !engine.has_ended()).map(|_| now + CONSOLE_TICK);
        let messages = self.messages.deadline();
        let deadlines = [
            tick,
            console,
            messages,
            self.game_deadline(),
            self.analysis_deadline(),
            self.candidates_deadline(),
            self.pace.deadline(),
        ];
        deadlines.into_iter().flatten().min()
    }

    fn handle_settings(&mut self, command: &SettingsCommand, now: Instant) {
        match *command {
            SettingsCommand::Theme(theme) => self.settings.theme = theme,
            SettingsCommand::Zoom(zoom) => self.settings.zoom = zoom.clamp(0.75, 2.0),
            SettingsCommand::ShowLegal(on) => self.settings.show_legal = on,
            SettingsCommand::ShowValues(on) => self.settings.show_values = on,
            SettingsCommand::ShowNumbers(on) => self.settings.show_numbers = on,
            SettingsCommand::DrawRules(rules) => {
                self.settings.draw_rules = rules;
                self.apply_draw_rules(now);
            }
            SettingsCommand::Judge(judge) => {
                self.settings.judge = judge;
                self.apply_draw_rules(now);
            }
            SettingsCommand::PlayForced(on) => self.settings.play_forced = on,
            SettingsCommand::Candidates(on) => self.settings.candidates = on,
            SettingsCommand::Animate(on) => self.settings.animate = on,
            SettingsCommand::Sounds(on) => self.settings.sounds = on,
        }
        self.cache.forget_board();
        self.write_settings();
    }

    fn write_settings(&self) {
        if let (Some(path), Some(autosave)) = (self.places.settings_file(), &self.autosave) {
            let cards = self.written_cards().to_vec();
            let saved = SavedSettings { cards, ..super::settings::to_saved(&self.settings) };
            autosave.put(&path, saved.to_text());
        }
    }

    /// Writes the cards down where they have changed; not while the program ends, which takes them all.
    pub(super) fn keep_cards(&mut self) {
        if !self.closing && self.changed_cards() {
            self.write_settings();
        }
    }

    fn handle_engine(&mut self, command: EngineCommand, now: Instant) {
        match command {
            EngineCommand::Start(name) => self.add_card(&name, now),
            EngineCommand::Stop(id) => self.stop_engine(id),
            EngineCommand::Restart(id) => self.restart_by_hand(id, now),
            EngineCommand::Kill(id) => self.kill_engine(id, now),
            EngineCommand::Send(id, line) => {
                if let Some(engine) = self.engines.get_mut(id) {
                    engine.send(crate::protocol::Request::Raw(line), now);
                }
            }
            EngineCommand::Watch(id) => self.watched = id,
            EngineCommand::Reload => self.reload_by_hand(now),
            EngineCommand::AskOptions(name) => self.ask_options(&name, now),
            EngineCommand::SetOptions(name, set) => self.set_options(&name, &set, now),
            EngineCommand::ShowWindow(id, on) => self.show_window(id, on, now),
            EngineCommand::Add(new) => self.add_engine(new),
            EngineCommand::AddUnprobed(new) => self.add_unprobed(new),
            EngineCommand::Probe(name) => self.probe_engine(&name),
            EngineCommand::StopProbe => self.stop_probe(),
            EngineCommand::LeaveProbe => self.leave_probe(),
            EngineCommand::LookFor(command, dir) => self.look_for(command, dir),
            EngineCommand::Check(name) => self.start_check(&name),
            EngineCommand::StopCheck(name) => self.stop_check(&name),
            EngineCommand::Change(name, changes) => self.change_engine(&name, &changes, now),
            EngineCommand::Duplicate(name) => self.copy_engine(&name, now),
            EngineCommand::Remove(name) => self.remove_engine(&name, now),
            EngineCommand::UndoRemove => self.restore_engine(now),
        }
    }

    pub(super) fn reload_engines(&mut self, now: Instant) {
        match EngineList::load(&self.places, self.engines_file.as_deref()) {
            Ok(list) => {
                let known = std::mem::replace(&mut self.list, list).problems;
                // A mistake that stands there already may have moved to another line.
                let is_new = |problem: &&EngineProblem| {
                    !known
                        .iter()
                        .any(|old| EngineProblem { line: problem.line, ..old.clone() } == **problem)
                };
                for problem in self.list.problems.iter().filter(is_new) {
                    self.messages.problem(problem.to_string(), Vec::new(), None, now);
                }
                self.refresh_known();
            }
            Err(error) => {
                self.list = EngineList::shipped(&self.places);
                let text = format!("{error}. The engines that come with the program can be used.");
                self.messages.problem(text, Vec::new(), None, now);
            }
        }
    }

    /// A number for a position that is shown from now on.
    pub(super) fn new_position_id(&mut self) -> u64 {
        self.next_position_id += 1;
        self.next_position_id
    }

    /// Shows the position after `node`.
    pub(super) fn go_to(&mut self, node: crate::games::NodeId) {
        let id = self.new_position_id();
        self.doc.go_to(node, id);
        self.messages.position_changed();
    }

    /// Puts another game on the board; the old one can be had back.
    pub(super) fn replace(&mut self, game: &'static dyn Game, board: Board, seats: Seats) -> bool {
        let id = self.new_position_id();
        let doc = match Document::new(game, board, id) {
            Ok(doc) => doc,
            Err(error) => {
                self.messages
                    .notice(NoticeKind::Error, format!("The game cannot be shown: {error}."));
                return false;
            }
        };
        self.pause_table(Instant::now());
        // An engine that goes through the old game would go on for ever.
        self.stop_review(Instant::now());
        let unsaved = self.doc.is_unsaved();
        let old = std::mem::replace(&mut self.doc, doc);
        let old_seats = std::mem::replace(&mut self.seats, seats);
        // An untouched board is nothing that one would want back.
        if old.record().n_nodes() > 1 || old.record().setup.position.is_some() {
            self.keep_for_undo(old, old_seats);
        }
        self.editor = None;
        self.let_seats_go();
        self.messages.game_changed();
        if unsaved {
            let text = "The game before had changes that were not saved. File, \u{201c}Bring back the \
                        game before\u{201d} goes back to it.";
            self.messages.notice(NoticeKind::Info, text);
        }
        self.announcement.clear();
        self.analysis.forget_game();
        self.cache.forget_all();
        self.keep_last_game();
        true
    }

    /// Keeps a document that leaves the board. Of too many the oldest goes, but for games that are
    /// not over.
    pub(super) fn keep_for_undo(&mut self, doc: Document, seats: Seats) {
        if self.undo.len() >= MOST_UNDO {
            let oldest = self.undo.iter().position(|(doc, _)| !doc.is_unfinished());
            self.undo.remove(oldest.unwrap_or_default());
        }
        self.undo.push_back((doc, seats));
    }

    pub(super) fn publish(&mut self, now: Instant) {
        self.version += 1;
        let snapshot = self.snapshot(self.version, now);
        self.snapshots.send_replace(Arc::new(snapshot));
        (self.wake)();
    }
}

/// What feeds the owner besides commands.
#[derive(Debug)]
pub(super) struct Feeds {
    events: mpsc::Receiver<(u64, SessionEvent)>,
    outside: mpsc::Receiver<Outside>,
}

/// Somebody may wait for it; else it is one of many figures of a search, or a remark.
fn is_urgent(event: &SessionEvent) -> bool {
    !matches!(
        event.what,
        News::Infos(_)
            | News::Event(
                Event::Info(_)
                    | Event::Status(_)
                    | Event::DrawOffered
                    | Event::Remark { .. }
                    | Event::Chatter(_)
                    | Event::Deviation(_)
            )
    )
}

fn empty_document(game: &'static dyn Game) -> Document {
    let record = Record::new(game.info().name, Setup::default());
    Document::new(game, Board::Study(Box::new(record)), 1)
        .expect("every game has a normal start, which the battery checks")
}

/// The settings, and the cards of the last time.
fn load_settings(
    places: &Places,
    messages: &mut Messages,
    now: Instant,
) -> (Settings, Vec<SavedCard>) {
    let Some(path) = places.settings_file() else { return (Settings::default(), Vec::new()) };
    let loaded = SavedSettings::load(&path);
    if let Some(problem) = loaded.problem {
        messages.problem(problem, Vec::new(), None, now);
    }
    (super::settings::from_saved(&loaded.settings), loaded.settings.cards)
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
