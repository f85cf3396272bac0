//! The room of reviews of many games: one that runs, rests, or has run last.
//!
//! Asks no engine: `runner` has the layer below do it. Reads no file of games: the list that is open is
//! given to it.

mod runner;
mod state;

use std::path::PathBuf;
use std::sync::Arc;

pub(super) use self::runner::review;
use self::state::{After, FileList, Phase, Plan, Reviewing};
use super::catalogue::Catalogue;
use super::command::{BatchCommand, MOST_REVIEWERS, ReviewWish};
use super::effect::{Effect, Outbox};
use super::reviewing::{kept_wish, limit_fault, saved_wish};
use super::to_review::{BatchToReview, ReviewsToWrite, SharedReviews};
use super::views::{BatchView, NoticeKind, Settings};
use super::words::sentence;
use crate::games::{self, Record, counted, write_many};
use crate::play::{
    BatchEnd, BatchGame, EngineSpec, KnownRows, ReviewBatch, ReviewEffort, ReviewScope,
};
use crate::store::{Places, SavedBatch, text_mark};

/// What a review of many games needs to know of the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    /// The games of the opened file.
    pub(super) games: &'a Arc<[Record]>,
    /// That file; `None` where they were pasted.
    pub(super) path: Option<&'a PathBuf>,
    /// The engines.
    pub(super) catalogue: &'a Catalogue,
    /// The settings.
    pub(super) settings: &'a Settings,
}

impl Around<'_> {
    fn list(&self) -> FileList {
        FileList { path: self.path.cloned(), games: Arc::clone(self.games) }
    }
}

/// The review of many games.
#[derive(Debug, Default)]
pub(super) struct Batches {
    places: Option<Places>,
    now: Option<Reviewing>,
    /// Runs that were begun.
    n_runs: u64,
    messages: Outbox,
    effects: Vec<Effect>,
}

impl Batches {
    /// The review that was not done when the program ended last; gives what is wrong with its file, too.
    pub(super) fn load(places: &Places) -> (Self, Option<String>) {
        let mut room = Self { places: Some(places.clone()), ..Self::default() };
        let saved = places.batch_file().map(|path| SavedBatch::read(&path)).transpose();
        match saved {
            Ok(saved) => {
                let kept = saved.flatten();
                room.now = kept.and_then(|saved| {
                    let wish = kept_wish(&saved.review)?;
                    let SavedBatch { path, n_games, games, workers, review, .. } = saved;
                    let plan = Plan { n_games, games, workers: workers.max(1), wish };
                    Some(Reviewing::interrupted(path, plan, review.progress))
                });
                (room, None)
            }
            Err(error) => (room, Some(error.to_string())),
        }
    }

    /// Says that a review of the last time can go on.
    pub(super) fn handle_begin(&mut self) -> Vec<Effect> {
        // One that is done waits in the page of games.
        if let Some(now) = self.now.as_ref().filter(|now| !now.is_done()) {
            let ((done, all), name) = (now.progress(), now.name());
            let text = format!(
                "The analysis of {} of {name} was at {done} of {all} when the program ended. \u{201c}Go \
                 on\u{201d} in the list of games takes it up again.",
                counted(all, "game")
            );
            self.messages.lasting(text);
        }
        self.take_effects()
    }

    /// Does what the user wishes.
    pub(super) fn handle_command(
        &mut self,
        command: BatchCommand,
        around: Around<'_>,
    ) -> Vec<Effect> {
        match command {
            BatchCommand::Begin { .. } if self.is_taken() => {}
            BatchCommand::Begin { games, workers, wish } => {
                let n_games = around.games.len();
                let games = games.into_iter().filter(|place| *place < n_games).collect();
                self.begin(Plan { n_games, games, workers: workers.max(1), wish }, around);
            }
            BatchCommand::Pause => self.end_run(After::Paused),
            BatchCommand::GoOn => self.go_on(around),
            BatchCommand::Stop => self.stop(),
        }
        self.take_effects()
    }

    /// Another file was opened, or the list of games is gone.
    pub(super) fn handle_list(&mut self, around: Around<'_>) -> Vec<Effect> {
        let Some(now) = &mut self.now else { return Vec::new() };
        if !now.take_list(&around.list()) {
            return Vec::new();
        }
        // One that is done needs no engine to be there again.
        let is_done = now.phase == Phase::Interrupted && now.is_done();
        if !std::mem::take(&mut now.goes_on_when_read) && !is_done {
            return Vec::new();
        }
        if now.plan.n_games == around.games.len() {
            self.go_on(around);
        } else {
            let text = format!(
                "{} has {} now, and had {} when their analysis began. Begin it again with \u{201c}Analyse \
                 these games\u{2026}\u{201d}: what is known of games that still have their number is not asked again.",
                now.name(),
                counted(around.games.len(), "game"),
                now.plan.n_games
            );
            self.messages.notice(NoticeKind::Error, text);
            self.now = None;
            self.keep();
        }
        self.take_effects()
    }

    /// A match begins: what else works on the processor would cost its engines time.
    pub(super) fn handle_match_begins(&mut self) -> Vec<Effect> {
        self.end_run(After::Resting);
        self.take_effects()
    }

    /// The match is over.
    pub(super) fn handle_match_is_over(&mut self, around: Around<'_>) -> Vec<Effect> {
        if self.now.as_ref().is_some_and(|now| now.phase == Phase::Resting) {
            self.go_on(around);
        }
        self.take_effects()
    }

    /// There is news in the inbox.
    pub(super) fn handle_news(&mut self) -> Vec<Effect> {
        self.take_news();
        self.take_effects()
    }

    fn take_news(&mut self) {
        let Some(now) = &mut self.now else { return };
        let (has_done, lost) = now.take_news();
        for why in lost {
            let text = format!("{} The other engines go on.", sentence(&why));
            self.messages.notice(NoticeKind::Error, text);
        }
        if has_done {
            self.keep();
        }
    }

    /// A run has ended.
    pub(super) fn handle_over(
        &mut self,
        number: u64,
        end: BatchEnd,
        around: Around<'_>,
    ) -> Vec<Effect> {
        if self.now.as_ref().is_none_or(|now| now.number != number) {
            return Vec::new();
        }
        self.take_news();
        let Some(now) = &mut self.now else { return Vec::new() };
        let after = match now.phase {
            Phase::Ending(after) => Some(after),
            Phase::Interrupted | Phase::Running | Phase::Paused | Phase::Resting | Phase::Over => {
                None
            }
        };
        let mut goes_on = false;
        now.phase = match (after, &end) {
            (Some(After::Paused), _) => Phase::Paused,
            (Some(After::Resting), _) => Phase::Resting,
            (Some(After::Running), _) => {
                goes_on = true;
                Phase::Paused
            }
            (Some(After::Over), _) | (None, BatchEnd::Done | BatchEnd::Stopped) => Phase::Over,
            (None, BatchEnd::Unusable { .. }) => Phase::Paused,
        };
        let (done, all) = now.progress();
        let name = now.name();
        match (after, end) {
            (None, BatchEnd::Unusable { engine, cause, .. }) => {
                let engine = now.engine(engine);
                let text = format!(
                    "{} The analysis of {name} is paused at {done} of {}.",
                    sentence(&cause.said_of(&engine)),
                    counted(all, "game")
                );
                self.messages.notice(NoticeKind::Error, text);
            }
            (None, BatchEnd::Done | BatchEnd::Stopped) => {
                let faults = match now.n_faulty() {
                    0 => String::new(),
                    1 => {
                        " One game could not be analysed in full: see the list of games.".to_owned()
                    }
                    n => {
                        format!(" {n} games could not be analysed in full: see the list of games.")
                    }
                };
                let text =
                    format!("{done} of {} of {name} analysed.{faults}", counted(all, "game"));
                self.messages.lasting(text);
            }
            (Some(_), _) => {}
        }
        self.keep();
        if goes_on {
            self.go_on(around);
        }
        self.take_effects()
    }

    /// What the window sees of it.
    pub(super) fn view(&self, games: &Arc<[Record]>, path: Option<&PathBuf>) -> Option<BatchView> {
        let now = self.now.as_ref()?;
        Some(now.view(&FileList { path: path.cloned(), games: Arc::clone(games) }))
    }

    /// The game in this place of the list as it was reviewed, where it was.
    pub(super) fn reviewed(
        &self,
        place: usize,
        games: &Arc<[Record]>,
        path: Option<&PathBuf>,
    ) -> Option<Record> {
        let list = FileList { path: path.cloned(), games: Arc::clone(games) };
        let now = self.now.as_ref().filter(|now| now.is_of(&list))?;
        now.reviewed.get(&place).map(|reviewed| reviewed.annotated.clone())
    }

    /// All games, to be written.
    pub(super) fn to_write(&self) -> Option<ReviewsToWrite> {
        self.now.as_ref().and_then(Reviewing::to_write)
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = std::mem::take(&mut self.effects);
        effects.extend(self.messages.take());
        effects
    }

    fn refuse(&mut self, text: impl Into<String>) {
        self.messages.notice(NoticeKind::Refused, text);
    }

    /// Another review is not done, which is said: it is not lost for a new one.
    fn is_taken(&mut self) -> bool {
        let Some(now) = &self.now else { return false };
        let text = match now.phase {
            Phase::Running | Phase::Ending(_) => {
                "Other games are being analysed, and one analysis of games runs at a time. Wait until it is \
                 done, or stop it."
                    .to_owned()
            }
            Phase::Interrupted | Phase::Paused | Phase::Resting if !now.is_done() => {
                let (done, all) = now.progress();
                format!(
                    "The analysis of {} is at {done} of {}. Let it go on, or stop it, before you begin \
                     another.",
                    now.name(),
                    counted(all, "game")
                )
            }
            Phase::Interrupted | Phase::Paused | Phase::Resting | Phase::Over => return false,
        };
        self.refuse(text);
        true
    }

    fn begin(&mut self, plan: Plan, around: Around<'_>) {
        if plan.games.is_empty() {
            return self.refuse("No game of the list is chosen.");
        }
        match batch(&plan, around) {
            Ok(batch) => {
                let kept = match around.path {
                    Some(_) => None,
                    None => self.keep_pasted(around.games),
                };
                self.now = Some(Reviewing::new((around.list(), kept), plan, Arc::new(batch)));
                self.run();
            }
            Err(text) => self.refuse(text),
        }
    }

    fn go_on(&mut self, around: Around<'_>) {
        let Some(now) = &mut self.now else { return };
        match now.phase {
            Phase::Running | Phase::Over => {}
            Phase::Ending(After::Over) => {}
            Phase::Ending(_) => now.phase = Phase::Ending(After::Running),
            Phase::Paused | Phase::Resting => self.run(),
            Phase::Interrupted
                if now.is_of(&around.list()) && now.plan.n_games == around.games.len() =>
            {
                let plan = now.plan.clone();
                self.begin(plan, around);
            }
            Phase::Interrupted => {
                now.goes_on_when_read = true;
                let path = now.list.path.clone();
                self.effects.extend(path.map(Effect::List));
            }
        }
    }

    /// Runs what is not reviewed yet.
    fn run(&mut self) {
        let Some(now) = &mut self.now else { return };
        let Some(whole) = &now.batch else { return };
        self.n_runs += 1;
        now.number = self.n_runs;
        now.inbox = SharedReviews::default();
        now.phase = Phase::Running;
        now.pace = None;
        let is_left = |game: &&BatchGame| !now.reviewed.contains_key(&(game.number - 1));
        let games = whole.games.iter().filter(is_left).cloned().collect();
        let ReviewBatch { game, efforts, loss_marks, workers, patience, .. } = &**whole;
        let batch = ReviewBatch {
            game: *game,
            games,
            engines: whole.engines.clone(),
            efforts: efforts.clone(),
            scope: whole.scope.clone(),
            variations: whole.variations,
            loss_marks: *loss_marks,
            workers: *workers,
            patience: *patience,
            known: KnownRows::default(),
        };
        let folder = self.places.as_ref().and_then(Places::reviews_folder);
        let rows = folder.map(|folder| folder.join(format!("{}.jsonl", now.name())));
        let inbox = now.inbox.clone();
        let wanted = BatchToReview { number: self.n_runs, batch, rows, inbox };
        self.effects.push(Effect::Review(Box::new(wanted)));
        self.keep();
    }

    /// Ends what runs; afterwards it is so.
    fn end_run(&mut self, after: After) {
        let Some(now) = &mut self.now else { return };
        if now.phase == Phase::Running {
            now.phase = Phase::Ending(after);
            self.effects.push(Effect::EndReviews);
        }
    }

    fn stop(&mut self) {
        self.end_run(After::Over);
        let Some(now) = &mut self.now else { return };
        match now.phase {
            Phase::Ending(_) => now.phase = Phase::Ending(After::Over),
            Phase::Interrupted | Phase::Over => self.now = None,
            Phase::Paused | Phase::Resting => now.phase = Phase::Over,
            Phase::Running => {}
        }
        self.keep();
    }

    /// Writes games that are in no file beside what is found out of them; the file. `None` where a format
    /// cannot hold them all.
    fn keep_pasted(&mut self, games: &[Record]) -> Option<PathBuf> {
        let folder = self.places.as_ref()?.reviews_folder()?;
        let game = games::find(&games.first()?.game)?;
        let format = game.formats().iter().find(|format| format.writes())?;
        let is_of_kind = |record: &Record| record.game == game.info().name;
        let written = write_many(format, (1..).zip(games));
        if !games.iter().all(is_of_kind) || written.n_written < games.len() {
            return None;
        }
        let ending = format.extensions.first().copied().unwrap_or("txt");
        let path = folder.join(format!("pasted games {}.{ending}", text_mark(&written.text)));
        self.effects.push(Effect::Write(path.clone(), written.text));
        Some(path)
    }

    /// Keeps the review on disk: of one that is over the games that are reviewed.
    fn keep(&mut self) {
        let Some(file) = self.places.as_ref().and_then(Places::batch_file) else { return };
        let kept = self.now.as_ref().and_then(|now| Some((now, now.path()?.to_owned())));
        let saved = match kept {
            Some((now, path)) => {
                let Plan { n_games, workers, wish, .. } = &now.plan;
                let games = now.games_to_keep();
                let progress = (now.progress().0, games.len());
                SavedBatch::new(path, (*n_games, games), *workers, saved_wish(wish, progress))
            }
            None => SavedBatch::new(
                PathBuf::new(),
                (0, Vec::new()),
                1,
                saved_wish(&ReviewWish::default(), (0, 0)),
            ),
        };
        self.effects.push(Effect::Write(file, saved.to_text()));
    }
}

/// All games with their engines; why they cannot be reviewed, as a sentence.
fn batch(plan: &Plan, around: Around<'_>) -> Result<ReviewBatch, String> {
    let Plan { games: places, workers, wish, .. } = plan;
    let games: Vec<BatchGame> = places
        .iter()
        .filter_map(|place| {
            let record = around.games.get(*place)?.clone();
            Some(BatchGame { number: place + 1, record })
        })
        .collect();
    let first = games.first().ok_or("No game of the list is chosen.")?;
    let game = games::find(&first.record.game).ok_or("The program does not know this game.")?;
    let variant = first.record.setup.variant.clone();
    let wished = wish.engines.iter().take(MOST_REVIEWERS);
    let spec = |(name, effort): &(String, ReviewEffort)| {
        let spec = around.catalogue.player(name, &[], game, variant.as_deref());
        let spec = spec.map_err(|cause| sentence(&cause.said_of(name)))?;
        match limit_fault(name, *effort, spec.launch.protocol) {
            Some(text) => Err(text),
            None => Ok((spec, *effort)),
        }
    };
    let engines: Vec<(EngineSpec, ReviewEffort)> = wished.map(spec).collect::<Result<_, _>>()?;
    if engines.is_empty() {
        return Err("Choose an engine.".to_owned());
    }
    let (engines, efforts) = engines.into_iter().unzip();
    let (side, plies, from_end) = (wish.side, wish.plies.clone(), wish.from_end);
    Ok(ReviewBatch {
        game,
        games,
        engines,
        efforts,
        scope: ReviewScope { side, plies, from_end, end: None },
        variations: wish.variations,
        loss_marks: around.settings.loss_marks_of(game.info()),
        workers: *workers,
        patience: None,
        known: KnownRows::default(),
    })
}
