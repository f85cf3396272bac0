//! Reviews of many games by several engines, without a window.
//!
//! Starts the engines and asks them through [`ReviewDriver`]; each game is reviewed by all engines at
//! once, and as many games at a time as there are workers. Reads and writes no file.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::{
    KnownReviews, KnownRows, PositionReview, ReviewChange, ReviewDriver, ReviewEffort, ReviewPlan,
    ReviewScope,
};
use crate::games::{Game, NodeId, Record, RecordError};
use crate::play::match_engine::MatchEngine;
use crate::play::{Cause, EngineSpec, link_for};

/// What is to be reviewed, and by whom.
#[derive(Debug)]
pub struct ReviewBatch {
    /// The kind of all games.
    pub game: &'static dyn Game,
    /// The games.
    pub games: Vec<BatchGame>,
    /// The engines; their names differ. Losses and marks that are written into the games are those
    /// of the first.
    pub engines: Vec<EngineSpec>,
    /// The limit of each engine in each position.
    pub efforts: Vec<ReviewEffort>,
    /// How much of each game.
    pub scope: ReviewScope,
    /// The variations are reviewed behind the main line.
    pub variations: bool,
    /// What an inaccuracy, a mistake and a blunder lose at least.
    pub loss_marks: [f64; 3],
    /// How long an engine may say nothing of a position; `None` for what is usual
    /// ([`ReviewPlan::patience`]).
    pub patience: Option<Duration>,
    /// Games at once, at least 1.
    pub workers: usize,
    /// What need not be asked again.
    pub known: KnownRows,
}

/// A game that is to be reviewed.
#[derive(Clone, Debug)]
pub struct BatchGame {
    /// Its number, from 1.
    pub number: usize,
    /// Its moves.
    pub record: Record,
}

/// What happens in a batch. Games and engines are named by their places in [`ReviewBatch`].
#[derive(Clone, Debug)]
pub enum BatchEvent {
    /// Everything is known of a position.
    Position {
        /// The game.
        game: usize,
        /// The engine.
        engine: usize,
        /// The last node of the variation that the position is in; `None` for the main line.
        line: Option<NodeId>,
        /// Plies before the position.
        ply: usize,
        /// What is known.
        review: Box<PositionReview>,
    },
    /// An engine could not review a game, or not all of it.
    Failed {
        /// The game.
        game: usize,
        /// The engine.
        engine: usize,
        /// Why.
        why: ReviewFailure,
    },
    /// An engine never was ready, so nothing is reviewed by it; the others go on. Reported once.
    Lost {
        /// The engine.
        engine: usize,
        /// Why.
        cause: Cause,
        /// The last lines it wrote.
        last_words: Vec<String>,
    },
    /// All engines are done with a game.
    Finished {
        /// The game.
        game: usize,
        /// The game with what is known of it.
        reviewed: Box<ReviewedGame>,
    },
}

/// A game that was reviewed.
#[derive(Clone, Debug)]
pub struct ReviewedGame {
    /// The game, with the values of all engines, and the losses and marks of the first that has judged a
    /// move ([`judging_engine`]).
    pub record: Record,
    /// The same with the line of that engine as a variation where a move lost much.
    pub annotated: Record,
    /// What each engine says.
    pub by: Vec<ReviewedBy>,
}

/// What an engine says of a game.
#[derive(Clone, Debug, Default)]
pub struct ReviewedBy {
    /// The positions from the start on; fewer than the game has after a failure.
    pub positions: Vec<PositionReview>,
}

impl AsRef<[PositionReview]> for ReviewedBy {
    fn as_ref(&self) -> &[PositionReview] {
        &self.positions
    }
}

/// Why a game could not be reviewed by an engine.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReviewFailure {
    /// The game cannot be played through.
    #[error(transparent)]
    Game(#[from] RecordError),
    /// The engine does not play it, or has failed.
    #[error("{0}")]
    Engine(Cause),
    /// The engine says nothing of moves.
    #[error("it gives no values of moves, so it cannot judge the game")]
    NoValues,
    /// The engine leaves questions without a word.
    #[error(
        "it did not answer in its time, asked twice, and is given up: the rest of the game is not \
         reviewed by it"
    )]
    Silent,
    /// It did so in an earlier game without having given any value.
    #[error("it did not answer in an earlier game, and was not asked again")]
    SilentBefore,
    /// The session ended without a failure.
    #[error("it was stopped")]
    Stopped,
}

/// How a batch ended.
#[derive(Clone, Debug)]
pub enum BatchEnd {
    /// Every game was dealt with.
    Done,
    /// The caller has broken it off.
    Stopped,
    /// No engine is left that was ever ready.
    Unusable {
        /// The last one.
        engine: usize,
        /// Why.
        cause: Cause,
        /// The last lines it wrote.
        last_words: Vec<String>,
    },
}

/// Events that may wait to be taken.
const MAX_WAITING: usize = 256;

/// Reviews all games, unless the caller breaks it off; dropping it ends the engines. Must be called in
/// a runtime with IO and time.
pub async fn review_games(
    batch: Arc<ReviewBatch>,
    mut on_event: impl FnMut(BatchEvent) -> ControlFlow<()>,
) -> BatchEnd {
    let common = Arc::new(Common::of(&batch));
    let (tell, mut news) = mpsc::channel(MAX_WAITING);
    let mut workers = JoinSet::new();
    for _ in 0..batch.workers.clamp(1, batch.games.len().max(1)) {
        workers.spawn(work(Arc::clone(&batch), Arc::clone(&common), tell.clone()));
    }
    drop(tell);
    let mut n_lost = 0;
    while let Some(news) = news.recv().await {
        match news {
            BatchNews::Event(event) => {
                if on_event(event).is_break() {
                    return BatchEnd::Stopped;
                }
            }
            BatchNews::Unusable { engine, cause, last_words } => {
                n_lost += 1;
                if n_lost == batch.engines.len() {
                    return BatchEnd::Unusable { engine, cause, last_words };
                }
                if on_event(BatchEvent::Lost { engine, cause, last_words }).is_break() {
                    return BatchEnd::Stopped;
                }
            }
        }
    }
    // A worker that panicked has dropped its sender, too.
    while let Some(done) = workers.join_next().await {
        done.expect("no worker panics");
    }
    BatchEnd::Done
}

/// The engine whose losses and marks count, by its place: the first that has judged a move.
#[must_use]
pub fn judging_engine<P: AsRef<[PositionReview]>>(by: &[P]) -> usize {
    let judges = |positions: &P| positions.as_ref().iter().any(|review| review.class.is_some());
    by.iter().position(judges).unwrap_or_default()
}

/// What all workers share.
#[derive(Debug)]
struct Common {
    /// The next game.
    next: AtomicUsize,
    /// Engines of which a copy never was ready: they are not asked any more.
    lost: Vec<AtomicBool>,
}

impl Common {
    fn of(batch: &ReviewBatch) -> Self {
        let lost = batch.engines.iter().map(|_| AtomicBool::new(false)).collect();
        Self { next: AtomicUsize::new(0), lost }
    }
}

/// What workers report.
#[derive(Debug)]
enum BatchNews {
    Event(BatchEvent),
    Unusable { engine: usize, cause: Cause, last_words: Vec<String> },
}

/// Takes one game after the other; the engines stay for the next one.
async fn work(batch: Arc<ReviewBatch>, common: Arc<Common>, tell: mpsc::Sender<BatchNews>) {
    let new = |spec: &EngineSpec| (MatchEngine::new(spec.clone(), None), Standing::default());
    let mut engines: Vec<(MatchEngine, Standing)> = batch.engines.iter().map(new).collect();
    loop {
        let game = common.next.fetch_add(1, Ordering::Relaxed);
        if batch.games.len() <= game {
            break;
        }
        let mut running = JoinSet::new();
        for (idx, (engine, standing)) in engines.drain(..).enumerate() {
            let task = Task {
                batch: Arc::clone(&batch),
                common: Arc::clone(&common),
                game,
                idx,
                engine,
                standing,
                tell: tell.clone(),
                is_prepared: false,
                told: BTreeSet::new(),
            };
            running.spawn(task.run());
        }
        let mut done = Vec::new();
        while let Some(task) = running.join_next().await {
            done.push(task.expect("no review panics"));
        }
        done.sort_by_key(|(task, _)| task.idx);
        let reviewed = Box::new(reviewed(&batch.games[game].record, &done));
        engines.extend(done.into_iter().map(|(task, _)| (task.engine, task.standing)));
        let event = BatchEvent::Finished { game, reviewed };
        // No one listens any more where no engine is left.
        if tell.send(BatchNews::Event(event)).await.is_err() {
            break;
        }
    }
    for (mut engine, _) in engines {
        engine.dismiss(std::future::ready(())).await;
    }
}

fn reviewed(record: &Record, done: &[(Task, Vec<ReviewDriver>)]) -> ReviewedGame {
    let mut with_values = record.clone();
    let all = done.iter().flat_map(|(_, drivers)| drivers);
    all.for_each(|driver| driver.apply_values(&mut with_values));
    let by: Vec<ReviewedBy> = done
        .iter()
        .map(|(_, drivers)| {
            // The main line comes first.
            let positions = drivers.first().map(|driver| driver.positions(record));
            ReviewedBy { positions: positions.unwrap_or_default() }
        })
        .collect();
    let first = done.get(judging_engine(&by)).map_or(&[][..], |(_, drivers)| drivers);
    first.iter().for_each(|driver| driver.apply_judgement(&mut with_values));
    let mut annotated = with_values.clone();
    let better = first.iter().flat_map(|driver| driver.better_lines(record));
    better.for_each(|line| line.add_to(&mut annotated));
    ReviewedGame { by, record: with_values, annotated }
}

/// What an engine has done in the games before.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// It has given a value of something.
    has_answered: bool,
    /// It was given up in a game of which it has said nothing, and is not asked any more.
    is_given_up: bool,
}

/// The review of one game by one engine.
struct Task {
    batch: Arc<ReviewBatch>,
    common: Arc<Common>,
    game: usize,
    idx: usize,
    engine: MatchEngine,
    standing: Standing,
    tell: mpsc::Sender<BatchNews>,
    /// The engine was told to get ready for this game.
    is_prepared: bool,
    /// Positions of the line at hand that were told of, by the plies before them.
    told: BTreeSet<usize>,
}

impl Task {
    async fn run(mut self) -> (Self, Vec<ReviewDriver>) {
        let mut drivers = Vec::new();
        if self.common.lost[self.idx].load(Ordering::Relaxed) {
            return (self, drivers);
        }
        if self.standing.is_given_up {
            self.fail(ReviewFailure::SilentBefore).await;
            return (self, drivers);
        }
        let (scope, record) = (&self.batch.scope, &self.batch.games[self.game].record);
        let variant = record.setup.variant.as_deref();
        let protocol = self.batch.engines[self.idx].launch.protocol;
        // An engine that cannot play it is named when its review is to begin.
        if let Ok(link) = link_for(self.batch.game, protocol, variant) {
            self.engine.take_variant(link.variant_text(variant)).await;
        }
        let scopes = match self.batch.variations {
            true => scope.with_variations(record),
            false => vec![scope.clone()],
        };
        for scope in scopes {
            let (driver, goes_on) = self.review_line(scope, &drivers).await;
            drivers.extend(driver);
            if !goes_on {
                break;
            }
        }
        self.standing.has_answered |= drivers.iter().any(ReviewDriver::has_values);
        (self, drivers)
    }

    /// Reviews a line of the game; `before` are the reviews of others. Says whether the next one can be.
    async fn review_line(
        &mut self,
        scope: ReviewScope,
        before: &[ReviewDriver],
    ) -> (Option<ReviewDriver>, bool) {
        self.told.clear();
        let line = scope.end;
        let mut driver = match self.driver(scope, before) {
            Ok(driver) => driver,
            Err(why) => {
                self.fail(why).await;
                return (None, false);
            }
        };
        driver.begin(Instant::now());
        loop {
            while let Some(request) = driver.poll_request() {
                // An engine that has nothing to do is not started.
                if !std::mem::replace(&mut self.is_prepared, true) {
                    self.engine.prepare(1.0);
                }
                self.engine.request(request);
            }
            self.tell_positions(&driver, line).await;
            match driver.poll_change() {
                Some(ReviewChange::Values) => continue,
                Some(ReviewChange::Restart(_)) => {
                    self.start_again(&mut driver).await;
                    continue;
                }
                Some(ReviewChange::Paused(cause)) => {
                    let was_ready = self.engine.state().capabilities().is_some();
                    if cause.is_some() && was_ready && driver.pass_over_failed(Instant::now()) {
                        continue;
                    }
                    self.give_up(cause).await;
                    return (Some(driver), false);
                }
                Some(ReviewChange::Finished { has_values, is_silent }) => {
                    if is_silent {
                        self.fail(ReviewFailure::Silent).await;
                        // Started again it may answer in the next game.
                        self.engine.kill().await;
                        self.standing.is_given_up = !has_values;
                    } else if !has_values {
                        self.fail(ReviewFailure::NoValues).await;
                    }
                    return (Some(driver), has_values && !is_silent);
                }
                None => {}
            }
            let until = driver.poll_timeout();
            let timeout = async {
                match until {
                    Some(until) => sleep_until(until.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                event = self.engine.event() => {
                    driver.handle_event(&event, self.engine.state(), true);
                }
                () = timeout => {
                    driver.handle_timeout(Instant::now());
                    if driver.take_left_silent() {
                        self.start_again(&mut driver).await;
                    }
                }
            }
        }
    }

    /// Starts the engine again, which hangs or has ended.
    async fn start_again(&mut self, driver: &mut ReviewDriver) {
        self.engine.kill().await;
        self.engine.prepare(1.0);
        driver.restarted(Instant::now());
    }

    /// The review, with what of it was known before.
    fn driver(
        &self,
        scope: ReviewScope,
        before: &[ReviewDriver],
    ) -> Result<ReviewDriver, ReviewFailure> {
        let (batch, spec) = (&*self.batch, &self.batch.engines[self.idx]);
        let record = &batch.games[self.game].record;
        let protocol = spec.launch.protocol;
        let link = link_for(batch.game, protocol, record.setup.variant.as_deref())
            .map_err(ReviewFailure::Engine)?;
        let effort = batch.efforts[self.idx];
        let plan = ReviewPlan {
            scope,
            loss_marks: Some(batch.loss_marks),
            patience: batch.patience,
            has_answered: self.standing.has_answered || before.iter().any(ReviewDriver::has_values),
            ..ReviewPlan::of(effort, protocol.has_stop())
        };
        let mut driver = ReviewDriver::new(batch.game, record, &[], &spec.name, link, plan)?;
        if let Some(known) = batch.known.of_game(batch.games[self.game].number) {
            driver.restore_all(record, known);
        }
        // A variation begins in a position of another line.
        let mut known = KnownReviews::default();
        before.iter().for_each(|driver| driver.remember(record, &mut known));
        driver.restore_all(record, &known);
        Ok(driver)
    }

    async fn tell_positions(&mut self, driver: &ReviewDriver, line: Option<NodeId>) {
        let record = &self.batch.games[self.game].record;
        for ply in driver.plies().to_vec() {
            if !driver.is_complete(ply) || !self.told.insert(ply) {
                continue;
            }
            let review = Box::new(driver.position(record, ply));
            let (game, engine) = (self.game, self.idx);
            let event = BatchEvent::Position { game, engine, line, ply, review };
            drop(self.tell.send(BatchNews::Event(event)).await);
        }
    }

    async fn fail(&self, why: ReviewFailure) {
        let event = BatchEvent::Failed { game: self.game, engine: self.idx, why };
        drop(self.tell.send(BatchNews::Event(event)).await);
    }

    /// The engine has ended and is not asked again.
    async fn give_up(&self, cause: Option<Cause>) {
        let Some(cause) = cause else { return self.fail(ReviewFailure::Stopped).await };
        if self.engine.state().capabilities().is_some() {
            return self.fail(ReviewFailure::Engine(cause)).await;
        }
        if self.common.lost[self.idx].swap(true, Ordering::Relaxed) {
            return;
        }
        let last_words = cause.error_output().to_vec();
        let news = BatchNews::Unusable { engine: self.idx, cause, last_words };
        drop(self.tell.send(news).await);
    }
}
