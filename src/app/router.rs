//! The router: it takes a command or an event, hands it to the room that it belongs to, carries out what
//! the room wants done, and publishes what the window shows.
//!
//! It has no game, no analysis and no list of its own, paints nothing, and waits for no engine and no
//! disk. It is the only file that sees two rooms.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tracing::debug;

use super::batches::Batches;
use super::brief::brief;
use super::command::{Command, EngineCommand, FileCommand, GameCommand, TabCommand};
use super::config::AppConfig;
use super::console::Console;
use super::contest::Contest;
use super::desk::{Desk, Surroundings};
use super::files::Files;
use super::keeping::Keeping;
use super::messages::Messages;
use super::numbers::Numbers;
use super::outside::Outside;
use super::pace::Pace;
use super::preferences::Preferences;
use super::rated::Rated;
use super::sessions::{Room, Sessions};
use super::signals::Signals;
use super::tabs::Tabs;
use super::tasks::Tasks;
use super::to_open::OpenPlace;
use super::trainer::Trainer;
use super::views::{Mode, Snapshot};
use super::words::sentence;
use super::workshop::Workshop;
use crate::games::{self, Record};
use crate::protocol::Event;
use crate::session::{News, SessionEvent};
use crate::store::{self, Places};

/// Commands waiting; a person cannot fill this.
pub(super) const COMMAND_QUEUE: usize = 256;
/// Engine events waiting before the engines' readers wait in turn.
const EVENT_QUEUE: usize = 1024;
/// How long engines may take to end before they are killed.
const SHUTDOWN: Duration = Duration::from_secs(1);
/// While something is thinking its time is shown in tenths.
const TICK: Duration = Duration::from_millis(100);
/// How often the console that is watched is looked at.
const CONSOLE_TICK: Duration = Duration::from_millis(300);

/// The rooms, and what they have done for them.
pub(super) struct Router {
    pub(super) places: Places,
    pub(super) tabs: Tabs,
    pub(super) workshop: Workshop,
    pub(super) contest: Contest,
    pub(super) files: Files,
    pub(super) batches: Batches,
    pub(super) messages: Messages,
    pub(super) preferences: Preferences,
    pub(super) trainer: Trainer,
    pub(super) rated: Rated,
    pub(super) console: Console,
    pub(super) sessions: Sessions,
    pub(super) tasks: Tasks,
    /// `None` before the first game is on the board.
    pub(super) keeping: Option<Keeping>,
    pub(super) outside: mpsc::Sender<Outside>,
    /// The system wants the program to end.
    pub(super) closing: bool,
    pace: Pace,
    version: u64,
    snapshots: watch::Sender<Arc<Snapshot>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Router {
    /// A new application with a game on the board, and what feeds it.
    pub(super) fn new(
        config: AppConfig,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> (Self, Feeds, watch::Receiver<Arc<Snapshot>>) {
        let now = Instant::now();
        let (events_tx, events) = mpsc::channel(EVENT_QUEUE);
        let (outside_tx, outside) = mpsc::channel(EVENT_QUEUE);
        let (preferences, problem) =
            Preferences::load(config.places.settings_file(), config.processors);
        let (trainer, unread) = Trainer::load(config.places.practice_file());
        let (rated, unrated) = Rated::load(config.places.ratings_file(), &store::today());
        let (batches, unresumed) = Batches::load(&config.places);
        let (numbers, bundles) = (Numbers::default(), Numbers::default());
        let mut workshop = Workshop::new(
            config.places.clone(),
            config.engines_file,
            numbers.clone(),
            bundles.clone(),
        );
        let loaded = workshop.load(now);
        let around = Surroundings {
            settings: preferences.settings(),
            ratings: rated.view(),
            catalogue: workshop.catalogue(),
            branch: None,
            sessions: numbers,
            positions: Numbers::default(),
            bundles,
        };
        let first = Snapshot::empty(games::GAMES[0].info(), (*preferences.settings()).clone());
        let (snapshots, receiver) = watch::channel(Arc::new(first));
        let mut router = Self {
            places: config.places,
            tabs: Tabs::new(around, preferences.cards().to_vec()),
            workshop,
            contest: Contest::new(config.opener),
            files: Files::default(),
            batches,
            messages: Messages::new(now),
            preferences,
            trainer,
            rated,
            console: Console::default(),
            sessions: Sessions::new(events_tx),
            tasks: Tasks::new(outside_tx.clone()),
            keeping: None,
            outside: outside_tx,
            closing: false,
            pace: Pace::default(),
            version: 0,
            snapshots,
            wake,
        };
        router.tell(|out| {
            let unread =
                unread.into_iter().chain(unrated).chain(unresumed).map(|text| sentence(&text));
            let problems = problem.into_iter().chain(unread);
            problems.for_each(|text| out.problem(text, Vec::new(), None, now));
        });
        router.carry_out(Room::Workshop, loaded, now);
        router.begin(config.file, now);
        router.publish(now);
        (router, Feeds { events, outside }, receiver)
    }

    /// Runs until no more commands can come, then ends every engine.
    pub(super) async fn run(
        mut self,
        mut commands: mpsc::Receiver<Command>,
        mut feeds: Feeds,
        mut signals: Signals,
    ) {
        let now = Instant::now();
        self.drive(now);
        self.publish(now);
        loop {
            let deadline = self.next_deadline(Instant::now());
            let mut urgent = false;
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => {
                        urgent = true;
                        self.handle_command(command, Instant::now());
                        // A user who steps fast wants to see where it ends.
                        while let Ok(command) = commands.try_recv() {
                            self.handle_command(command, Instant::now());
                        }
                    }
                    None => break,
                },
                Some((id, event)) = feeds.events.recv() => {
                    urgent = is_urgent(&event);
                    self.handle_event(id, &event);
                    // What came with it belongs to the same picture.
                    while let Ok((id, event)) = feeds.events.try_recv() {
                        urgent |= is_urgent(&event);
                        self.handle_event(id, &event);
                    }
                }
                Some(news) = feeds.outside.recv() => {
                    urgent = !matches!(news, Outside::Match | Outside::Reviews);
                    self.handle_outside(news);
                    while let Ok(news) = feeds.outside.try_recv() {
                        urgent |= !matches!(news, Outside::Match | Outside::Reviews);
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
            if self.closing {
                self.publish(now);
                break;
            }
            self.drive(now);
            if self.pace.is_due(urgent, now) {
                self.publish(now);
            }
        }
        // Tasks that have news go on without telling it.
        feeds.outside.close();
        self.leave().await;
    }

    /// The window is closed: running matches stop and their last games are written, engines end.
    async fn leave(&mut self) {
        self.closing = true;
        let now = Instant::now();
        self.for_all_desks(now, Desk::handle_closing);
        self.contest.handle_closing();
        tokio::join!(self.sessions.shut_down(SHUTDOWN), self.tasks.shut_down(SHUTDOWN));
        // What the keeper has not written yet, it writes now.
        self.keeping = None;
    }

    fn handle_command(&mut self, command: Command, now: Instant) {
        debug!("command: {}", brief(&command));
        self.handle_at(self.tabs.shown_id(), command, now);
    }

    /// A wish in the window where the desk of this number is shown.
    fn handle_at(&mut self, desk: u64, command: Command, now: Instant) {
        let shown = Room::Desk(desk);
        match command {
            Command::Tab(TabCommand::Merge(from)) => self.merge_tab(desk, from, now),
            Command::Tab(command) => self.handle_tab(command, now),
            Command::At(desk, command) => self.handle_at(desk, *command, now),
            Command::Game(GameCommand::SetMode(Mode::Match)) => self.show_match(desk, now),
            Command::Game(command) => {
                self.for_desk(desk, now, |desk| desk.handle_game_command(command, now));
            }
            Command::Analysis(command) => {
                self.for_desk(desk, now, |desk| desk.handle_analysis_command(command, now));
            }
            Command::Batch(command) => {
                self.for_batches(now, |batches, around| batches.handle_command(command, around));
            }
            Command::Practice(command) => self.handle_practice(desk, command, now),
            Command::Engine(EngineCommand::Watch(id)) => self.console.handle_watch(id),
            Command::Engine(command) => self.handle_engine(desk, command, now),
            Command::Match(command) => {
                let catalogue = self.workshop.catalogue();
                let effects = self.contest.handle_command(command, &catalogue, now);
                self.carry_out(shown, effects, now);
            }
            Command::File(command) => self.handle_file(desk, command, now),
            Command::Settings(command) => {
                let written = self.preferences.handle_command(command);
                self.carry_out(shown, written.into_iter().collect(), now);
                let settings = self.preferences.settings();
                self.tabs.handle_settings(settings.clone());
                self.for_all_desks(now, |desk| desk.handle_settings(settings.clone(), now));
            }
            Command::ResetRating(game, variant) => {
                self.reset_rating(&game, variant.as_deref(), now)
            }
            Command::DismissNotice(id) => self.messages.dismiss(id),
            Command::Quit => self.closing = true,
        }
    }

    /// Wishes about a session go to the desk that it runs for, others to the workshop.
    fn handle_engine(&mut self, desk: u64, command: EngineCommand, now: Instant) {
        let room = match command.session() {
            Some(id) => self.sessions.room(id),
            None if matches!(command, EngineCommand::Start(_)) => Some(Room::Desk(desk)),
            None => Some(Room::Workshop),
        };
        let Some(room) = room else { return };
        let effects = match room {
            Room::Workshop => self.workshop.handle_command(command, now),
            Room::Desk(id) => {
                let desk = self.tabs.get(id);
                desk.map(|desk| desk.handle_engine_command(command, now)).unwrap_or_default()
            }
        };
        self.carry_out(room, effects, now);
    }

    pub(super) fn handle_file(&mut self, desk: u64, command: FileCommand, now: Instant) {
        let effects = match command {
            FileCommand::Open(path) => self.files.handle_open(path),
            FileCommand::Drop(paths, on_engines) => self.files.handle_drop(paths, on_engines),
            FileCommand::Save(path) => {
                let game = self.tabs.get(desk).map(|desk| desk.to_save());
                game.map(|game| self.files.handle_save(path, game)).unwrap_or_default()
            }
            FileCommand::Paste(text) => {
                let game = self.tabs.get(desk).map(|desk| desk.on_board().0);
                game.map(|game| self.files.handle_paste(&text, game, now)).unwrap_or_default()
            }
            FileCommand::TakePasted(finding, reading) => {
                self.files.handle_take_pasted(finding, reading)
            }
            FileCommand::TakeAllPasted => self.files.handle_take_all_pasted(),
            FileCommand::Merge(path) => self.files.handle_merge(path, desk),
            FileCommand::MergePasted(text) => {
                let game = self.tabs.get(desk).map(|desk| desk.on_board().0);
                game.map(|game| self.files.handle_merge_pasted(&text, game, desk))
                    .unwrap_or_default()
            }
            FileCommand::Choose(idx) => {
                self.files.handle_choose(idx, OpenPlace::Tab, self.reviewed(idx))
            }
            FileCommand::ChooseBehind(idx) => {
                self.files.handle_choose(idx, OpenPlace::Behind, self.reviewed(idx))
            }
            FileCommand::SaveReviews(id, path) => {
                self.files.handle_save_reviews(path, self.batches.to_write(id))
            }
            FileCommand::CancelRead => return self.files.handle_cancel(),
            FileCommand::SaveTranscript(id, path) => {
                let log = self.sessions.log(id);
                self.files.handle_save_transcript(log.as_deref(), path, now)
            }
            FileCommand::SaveBundle(id, path) => {
                self.files.handle_save_bundle(self.messages.bundle(id), path)
            }
            FileCommand::SaveProbe(path) => self.workshop.save_probe(path),
            FileCommand::SaveCheck(number, path) => self.workshop.save_check(number, path),
            FileCommand::UnlessThere(command) => self.files.handle_unless_there(*command),
        };
        self.carry_out(Room::Desk(desk), effects, now);
    }

    /// The game in this place of the opened file, where it was reviewed with others.
    fn reviewed(&self, idx: usize) -> Option<Record> {
        self.batches.reviewed(idx, &self.files.games(), self.files.path().as_ref())
    }

    fn handle_event(&mut self, id: u64, event: &SessionEvent) {
        let Some(room) = self.sessions.room(id) else { return };
        let effects = match room {
            Room::Workshop => self.workshop.handle_event(id, event),
            Room::Desk(desk) => {
                let desk = self.tabs.get(desk);
                desk.map(|desk| desk.handle_event(id, event)).unwrap_or_default()
            }
        };
        self.carry_out(room, effects, event.at);
    }

    fn handle_outside(&mut self, news: Outside) {
        let now = Instant::now();
        let effects = match news {
            Outside::File(news) => {
                let effects = self.files.handle_news(news, now);
                self.carry_out(Room::Workshop, effects, now);
                return self.for_batches(now, |batches, around| batches.handle_list(around));
            }
            Outside::Reviews => self.batches.handle_news(),
            Outside::ReviewsOver(number, end) => {
                return self
                    .for_batches(now, |batches, around| batches.handle_over(number, *end, around));
            }
            Outside::Unsaved(text) => {
                return self.tell(|out| out.problem(text, Vec::new(), None, now));
            }
            Outside::Added(list, items, n) => return self.handle_added(list, items, n, now),
            Outside::MatchFolder(folder) => return self.contest.handle_folder(folder),
            Outside::Match => self.contest.handle_news(now),
            Outside::TournamentOpen(open) => self.contest.handle_tournament_open(*open),
            Outside::MatchTrouble(text) => self.contest.handle_trouble(text, now),
            Outside::MatchReport(written) => self.contest.handle_report(written),
            Outside::MatchShown(shown) => self.contest.handle_shown(shown),
            Outside::MatchKept(kept_for, read) => self.contest.handle_kept(kept_for, read, now),
            Outside::TournamentRead(path, read_for, text) => {
                self.contest.handle_read(path, read_for, text)
            }
            Outside::TournamentSaved(path, result) => self.contest.handle_saved(&path, result),
            Outside::MatchOver(result, unkept) => self.contest.handle_over(*result, unkept, now),
            Outside::Probing(number, news) => self.workshop.handle_probing(number, news, now),
            Outside::Looked(found) => self.workshop.handle_looked(*found),
            Outside::Practice(desk, read) => return self.begin_read_practice(desk, *read, now),
            Outside::DiceStudy(desk, news) => {
                return self.for_desk(desk, now, |desk| desk.handle_dice_study(*news));
            }
            Outside::Check(number, news) => self.workshop.handle_check(number, news, now),
        };
        self.carry_out(Room::Workshop, effects, now);
    }

    /// Gives every desk the time; desks do what their state asks for.
    fn drive(&mut self, now: Instant) {
        self.messages.expire(now);
        self.sessions.send_unsent();
        self.tabs.share_out();
        self.for_all_desks(now, |desk| desk.handle_timeout(now));
        self.tabs.number_titles();
        self.keep_tabs();
    }

    fn next_deadline(&self, now: Instant) -> Option<Instant> {
        let ticking = self.tabs.iter().any(Desk::is_ticking)
            || self.contest.is_running()
            || self.files.is_busy()
            || self.workshop.is_busy()
            || self.sessions.has_unsent();
        let tick = ticking.then(|| now + TICK);
        // Lines that tell the program nothing new are shown, too.
        let watched = self.console.watched().and_then(|id| self.session(id));
        let console = watched.filter(|known| known.alive).map(|_| now + CONSOLE_TICK);
        let desks = self.tabs.iter().filter_map(Desk::poll_timeout).min();
        let deadlines = [tick, console, self.messages.deadline(), desks, self.pace.deadline()];
        deadlines.into_iter().flatten().min()
    }

    fn publish(&mut self, now: Instant) {
        self.version += 1;
        let snapshot = self.snapshot(self.version, now);
        self.snapshots.send_replace(Arc::new(snapshot));
        (self.wake)();
    }
}

/// What feeds the router besides commands.
#[derive(Debug)]
pub(super) struct Feeds {
    events: mpsc::Receiver<(u64, SessionEvent)>,
    outside: mpsc::Receiver<Outside>,
}

/// The user may wait for it; else it is one of many figures of a search, or a remark.
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

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
