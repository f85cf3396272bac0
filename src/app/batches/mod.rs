//! The room of reviews of many games: one runs or rests, others wait for their turn, others are done.
//!
//! Asks no engine: `runner` has the layer below do it. Reads no file of games: the list that is open is
//! given to it.

mod kept;
mod plan;
mod runner;
mod state;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

pub(super) use self::plan::Around;
use self::plan::batch;
pub(super) use self::runner::review;
use self::state::{After, FileList, Phase, Plan, Reviewing};
use super::command::BatchCommand;
use super::effect::{Effect, Outbox};
use super::to_review::{BatchToReview, ReviewsToWrite, SharedReviews};
use super::views::{BatchView, NoticeKind};
use super::words::sentence;
use crate::games::{Record, counted};
use crate::play::{BatchEnd, BatchGame, KnownRows, ReviewBatch};
use crate::store::Places;

/// The reviews of many games.
///
/// At most one of them runs, ends, rests or is paused by the user; those that wait come after it in turn.
#[derive(Debug, Default)]
pub(super) struct Batches {
    places: Option<Places>,
    /// In the order in which they were begun.
    all: Vec<Reviewing>,
    /// Reviews that there were.
    n_reviews: u64,
    /// Runs that were begun.
    n_runs: u64,
    /// A match is played.
    is_match_on: bool,
    messages: Outbox,
    effects: Vec<Effect>,
}

impl Batches {
    /// Does what the user wishes.
    pub(super) fn handle_command(
        &mut self,
        command: BatchCommand,
        around: Around<'_>,
    ) -> Vec<Effect> {
        match command {
            BatchCommand::Begin { games, workers, wish } => {
                let n_games = around.games.len();
                let games = games.into_iter().filter(|place| *place < n_games).collect();
                self.begin(Plan { n_games, games, workers: workers.max(1), wish }, around);
            }
            BatchCommand::Pause(id) => self.end_run(id, After::Paused),
            BatchCommand::GoOn(id) => self.go_on(id, around),
            BatchCommand::Stop(id) => self.stop(id),
        }
        self.take_effects()
    }

    /// Another file was opened, or the list of games is gone.
    pub(super) fn handle_list(&mut self, around: Around<'_>) -> Vec<Effect> {
        let list = around.list();
        let mut wanted = Vec::new();
        for review in &mut self.all {
            if !review.take_list(&list) {
                continue;
            }
            // One that is done needs no engine to be there again.
            let is_done = review.phase == Phase::Interrupted && review.is_done();
            if std::mem::take(&mut review.goes_on_when_read) || is_done {
                wanted.push((review.id, review.plan.n_games, review.name()));
            }
        }
        for (id, n_games, name) in wanted {
            if n_games == around.games.len() {
                self.go_on(id, around);
                continue;
            }
            let text = format!(
                "{name} has {} now, and had {n_games} when their analysis began. Begin it again with \u{201c}Analyse \
                 these games\u{2026}\u{201d}: what is known of games that still have their number is not asked again.",
                counted(around.games.len(), "game"),
            );
            self.messages.notice(NoticeKind::Error, text);
            self.all.retain(|review| review.id != id);
            self.keep();
        }
        self.take_effects()
    }

    /// A match begins: what else works on the processor would cost its engines time.
    pub(super) fn handle_match_begins(&mut self) -> Vec<Effect> {
        self.is_match_on = true;
        let running = self.all.iter().find(|review| review.phase == Phase::Running);
        if let Some(id) = running.map(|review| review.id) {
            self.end_run(id, After::Resting);
        }
        self.take_effects()
    }

    /// The match is over.
    pub(super) fn handle_match_is_over(&mut self, around: Around<'_>) -> Vec<Effect> {
        self.is_match_on = false;
        let rests = |review: &&Reviewing| {
            matches!(review.phase, Phase::Resting | Phase::Ending(After::Resting))
        };
        let resting = self.all.iter().find(rests);
        match resting.map(|review| review.id) {
            Some(id) => self.go_on(id, around),
            None => self.run_next(),
        }
        self.take_effects()
    }

    /// There is news in the inbox.
    pub(super) fn handle_news(&mut self) -> Vec<Effect> {
        let is_on = |review: &&Reviewing| matches!(review.phase, Phase::Running | Phase::Ending(_));
        if let Some(id) = self.all.iter().find(is_on).map(|review| review.id) {
            self.take_news(id);
        }
        self.take_effects()
    }

    fn take_news(&mut self, id: u64) {
        let Some(now) = find(&mut self.all, id) else { return };
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
        let of_run = self.all.iter().find(|review| review.number == number);
        let Some(id) = of_run.map(|review| review.id) else { return Vec::new() };
        self.take_news(id);
        let Some(now) = find(&mut self.all, id) else { return Vec::new() };
        let after = match now.phase {
            Phase::Ending(after) => Some(after),
            Phase::Interrupted
            | Phase::Waiting
            | Phase::Running
            | Phase::Paused
            | Phase::Unusable
            | Phase::Resting
            | Phase::Over => None,
        };
        now.phase = match (after, &end) {
            (Some(After::Paused | After::Running), _) => Phase::Paused,
            (Some(After::Resting), _) => Phase::Resting,
            (Some(After::Over), _) | (None, BatchEnd::Done | BatchEnd::Stopped) => Phase::Over,
            (None, BatchEnd::Unusable { .. }) => Phase::Unusable,
        };
        let text = after.is_none().then(|| end_text(now, &end));
        match (text, end) {
            (Some(text), BatchEnd::Unusable { .. }) => {
                self.messages.notice(NoticeKind::Error, text);
            }
            (Some(text), BatchEnd::Done | BatchEnd::Stopped) => self.messages.lasting(text),
            (None, _) => {}
        }
        self.keep();
        match after {
            Some(After::Running) => self.go_on(id, around),
            Some(_) | None => self.run_next(),
        }
        self.take_effects()
    }

    /// What the window sees of them.
    pub(super) fn views(&self, games: &Arc<[Record]>, path: Option<&PathBuf>) -> Vec<BatchView> {
        let list = FileList { path: path.cloned(), games: Arc::clone(games) };
        let mut n_waiting = 0;
        let view = |review: &Reviewing| {
            n_waiting += usize::from(review.phase == Phase::Waiting);
            review.view(&list, n_waiting)
        };
        self.all.iter().map(view).collect()
    }

    /// The game in this place of the list as it was reviewed last, where it was.
    pub(super) fn reviewed(
        &self,
        place: usize,
        games: &Arc<[Record]>,
        path: Option<&PathBuf>,
    ) -> Option<Record> {
        let list = FileList { path: path.cloned(), games: Arc::clone(games) };
        let of_list = self.all.iter().rev().filter(|review| review.is_of(&list));
        let mut found = of_list.filter_map(|review| review.reviewed.get(&place));
        found.next().map(|reviewed| reviewed.annotated.clone())
    }

    /// All games of the review of this number, to be written.
    pub(super) fn to_write(&self, id: u64) -> Option<ReviewsToWrite> {
        self.all.iter().find(|review| review.id == id).and_then(Reviewing::to_write)
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = std::mem::take(&mut self.effects);
        effects.extend(self.messages.take());
        effects
    }

    fn refuse(&mut self, text: impl Into<String>) {
        self.messages.notice(NoticeKind::Refused, text);
    }

    fn begin(&mut self, plan: Plan, around: Around<'_>) {
        let batch = match batch(&plan, around) {
            Ok(batch) => batch,
            Err(text) => return self.refuse(text),
        };
        let kept = match around.path {
            Some(_) => None,
            None => self.keep_pasted(around.games),
        };
        let list = around.list();
        let wanted: BTreeSet<usize> = plan.games.iter().copied().collect();
        // What has come of them comes again from the file.
        self.all.retain(|old| !old.is_covered(&list, &wanted));
        self.n_reviews += 1;
        let id = self.n_reviews;
        if let Some(before) = self.all.iter().find(|review| review.is_in_the_way()) {
            let text = format!(
                "The analysis of {} waits until that of {} has ended. The page Games shows what waits.",
                counted(plan.games.len(), "game"),
                before.name()
            );
            self.messages.notice(NoticeKind::Info, text);
        }
        self.all.push(Reviewing::new(id, (list, kept), plan, Arc::new(batch)));
        self.take_turn(id);
    }

    fn go_on(&mut self, id: u64, around: Around<'_>) {
        let Some(now) = find(&mut self.all, id) else { return };
        match now.phase {
            Phase::Waiting | Phase::Running | Phase::Over | Phase::Ending(After::Over) => {}
            Phase::Ending(_) => now.phase = Phase::Ending(After::Running),
            Phase::Paused | Phase::Unusable | Phase::Resting => {
                now.phase = Phase::Waiting;
                self.take_turn(id);
            }
            Phase::Interrupted
                if now.is_of(&around.list()) && now.plan.n_games == around.games.len() =>
            {
                match batch(&now.plan, around) {
                    Ok(batch) => {
                        now.resume(around.list(), Arc::new(batch));
                        self.take_turn(id);
                    }
                    Err(text) => self.refuse(text),
                }
            }
            Phase::Interrupted => {
                now.goes_on_when_read = true;
                let path = now.list.path.clone();
                self.effects.extend(path.map(Effect::List));
            }
        }
    }

    /// Runs a review that waits, unless another one has to end before.
    fn take_turn(&mut self, id: u64) {
        match self.all.iter().any(Reviewing::is_in_the_way) {
            true => self.keep(),
            false => self.run(id),
        }
    }

    /// Runs the review that waits longest, unless a match is played or another one has to end before.
    fn run_next(&mut self) {
        let next = self.all.iter().find(|review| review.phase == Phase::Waiting);
        if let Some(id) = next.map(|review| review.id).filter(|_| !self.is_match_on) {
            self.take_turn(id);
        }
    }

    /// Runs what is not reviewed yet.
    fn run(&mut self, id: u64) {
        let Some(now) = find(&mut self.all, id) else { return };
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
    fn end_run(&mut self, id: u64, after: After) {
        let Some(now) = find(&mut self.all, id) else { return };
        if now.phase == Phase::Running {
            now.phase = Phase::Ending(after);
            self.effects.push(Effect::EndReviews);
        }
    }

    fn stop(&mut self, id: u64) {
        self.end_run(id, After::Over);
        let Some(now) = find(&mut self.all, id) else { return };
        match now.phase {
            Phase::Ending(_) => now.phase = Phase::Ending(After::Over),
            Phase::Waiting if !now.reviewed.is_empty() => now.phase = Phase::Over,
            Phase::Interrupted | Phase::Waiting | Phase::Over => {
                self.all.retain(|review| review.id != id);
            }
            Phase::Paused | Phase::Unusable | Phase::Resting => now.phase = Phase::Over,
            Phase::Running => {}
        }
        self.keep();
        self.run_next();
    }
}

/// The review of this number.
fn find(all: &mut [Reviewing], id: u64) -> Option<&mut Reviewing> {
    all.iter_mut().find(|review| review.id == id)
}

/// How a run has ended by itself.
fn end_text(now: &Reviewing, end: &BatchEnd) -> String {
    let (done, all) = now.progress();
    let (name, games) = (now.name(), counted(all, "game"));
    match end {
        BatchEnd::Unusable { engine, cause, .. } => {
            let why = sentence(&cause.said_of(&now.engine(*engine)));
            format!("{why} The analysis of {name} is paused at {done} of {games}.")
        }
        BatchEnd::Done | BatchEnd::Stopped => {
            let faults = match now.n_faulty() {
                0 => String::new(),
                1 => " One game could not be analysed in full: see the list of games.".to_owned(),
                n => format!(" {n} games could not be analysed in full: see the list of games."),
            };
            format!("{done} of {games} of {name} analysed.{faults}")
        }
    }
}
