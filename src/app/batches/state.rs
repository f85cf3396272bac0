//! A review of many games as it stands: what is wished, what has come of each game, and how it is shown.
//!
//! Starts and ends nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::command::ReviewWish;
use crate::app::to_review::{ReviewsNews, ReviewsToWrite, SharedReviews};
use crate::app::views::{BatchGameState, BatchGameView, BatchMeasure, BatchState, BatchView};
use crate::games::{Record, Side, counted};
use crate::play::{BatchFailures, ReviewBatch, ReviewEffort, ReviewedGame, SideSummary, Skill};

/// The games of a file in their order.
#[derive(Clone, Debug)]
pub(super) struct FileList {
    /// The file; `None` where they were pasted.
    pub(super) path: Option<PathBuf>,
    /// The games; none where the file is not read yet.
    pub(super) games: Arc<[Record]>,
}

/// What is wished.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// So many games the file has.
    pub(super) n_games: usize,
    /// Those that are reviewed, by their places in it, from 0.
    pub(super) games: Vec<usize>,
    /// Games at once.
    pub(super) workers: usize,
    /// How each is reviewed.
    pub(super) wish: ReviewWish,
}

/// How it stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Phase {
    /// The program has ended since, and the games are not read.
    Interrupted,
    /// Others come first.
    Waiting,
    /// It runs.
    Running,
    /// What runs ends, and then it is so.
    Ending(After),
    /// The user has paused it.
    Paused,
    /// It cannot go on: no engine of it can be used. Those that wait need not wait for it.
    Unusable,
    /// It waits for the end of a match.
    Resting,
    /// It is done, or was stopped.
    Over,
}

/// What comes when a run has ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum After {
    Paused,
    Resting,
    Running,
    Over,
}

/// A review of many games.
#[derive(Debug)]
pub(super) struct Reviewing {
    /// Its own number.
    pub(super) id: u64,
    /// The number of its run.
    pub(super) number: u64,
    pub(super) list: FileList,
    /// Where pasted games are kept for it.
    kept: Option<PathBuf>,
    pub(super) plan: Plan,
    /// All games that are to be reviewed; `None` where the file is not read yet.
    pub(super) batch: Option<Arc<ReviewBatch>>,
    pub(super) phase: Phase,
    pub(super) inbox: SharedReviews,
    /// It goes on when its file is there.
    pub(super) goes_on_when_read: bool,
    /// The games that are done, by their places in the file.
    pub(super) reviewed: BTreeMap<usize, Arc<ReviewedGame>>,
    sums: BTreeMap<usize, [(Option<BatchMeasure>, usize); 2]>,
    running: BTreeMap<usize, (usize, usize)>,
    /// Games by their places among those that are to be reviewed.
    failures: BatchFailures,
    /// How far it was when the program ended.
    before: (usize, usize),
    /// When the first news of this run came, and how far it was then: what was known before took no time.
    pub(super) pace: Option<(Instant, f32)>,
}

/// How long the rest takes if the part behind `from` has taken so long; `None` where that is not yet to be
/// said.
fn left_at_pace(took: Duration, from: f32, part: f32) -> Option<Duration> {
    /// What is found out sooner says nothing about the rest.
    const SHORT: Duration = Duration::from_secs(3);
    let gained = part - from;
    let is_known = SHORT <= took && 0.0 < gained;
    is_known.then(|| took.mul_f32(((1.0 - part) / gained).min(1e6)))
}

impl Reviewing {
    /// Nothing is reviewed yet, and its turn has not come.
    ///
    /// `kept` is where the games are written down if they are in no file.
    pub(super) fn new(
        id: u64,
        (list, kept): (FileList, Option<PathBuf>),
        plan: Plan,
        batch: Arc<ReviewBatch>,
    ) -> Self {
        Self { batch: Some(batch), kept, ..Self::of(id, list, plan, Phase::Waiting) }
    }

    /// The program has ended since, when it was so far.
    pub(super) fn interrupted(id: u64, path: PathBuf, plan: Plan, before: (usize, usize)) -> Self {
        let list = FileList { path: Some(path), games: Arc::from([]) };
        Self { before, ..Self::of(id, list, plan, Phase::Interrupted) }
    }

    fn of(id: u64, list: FileList, plan: Plan, phase: Phase) -> Self {
        Self {
            id,
            number: 0,
            list,
            kept: None,
            plan,
            batch: None,
            phase,
            inbox: SharedReviews::default(),
            goes_on_when_read: false,
            reviewed: BTreeMap::new(),
            sums: BTreeMap::new(),
            running: BTreeMap::new(),
            failures: BatchFailures::default(),
            before: (0, 0),
            pace: None,
        }
    }

    /// The list of one that was interrupted is read, and it waits for its turn.
    pub(super) fn resume(&mut self, list: FileList, batch: Arc<ReviewBatch>) {
        (self.list, self.batch, self.phase) = (list, Some(batch), Phase::Waiting);
    }

    /// Those that wait come after it.
    pub(super) fn is_in_the_way(&self) -> bool {
        match self.phase {
            Phase::Running | Phase::Ending(_) | Phase::Paused | Phase::Resting => true,
            Phase::Interrupted | Phase::Waiting | Phase::Unusable | Phase::Over => false,
        }
    }

    /// It has ended, and all its games are among these of the list.
    pub(super) fn is_covered(&self, list: &FileList, games: &BTreeSet<usize>) -> bool {
        let has_ended = match self.phase {
            Phase::Over => true,
            Phase::Interrupted => self.is_done(),
            Phase::Waiting
            | Phase::Running
            | Phase::Ending(_)
            | Phase::Paused
            | Phase::Unusable
            | Phase::Resting => false,
        };
        has_ended
            && self.is_of(list)
            && self.games_to_keep().iter().all(|game| games.contains(game))
    }

    /// `big.pdn`
    pub(super) fn name(&self) -> String {
        let file = self.path().and_then(|path| path.file_name());
        file.map_or_else(|| "pasted games".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// The file of its games; `None` where they are in none.
    pub(super) fn path(&self) -> Option<&Path> {
        self.list.path.as_deref().or(self.kept.as_deref())
    }

    /// Every game is reviewed.
    pub(super) fn is_done(&self) -> bool {
        let (done, all) = self.progress();
        done == all
    }

    /// The games that are to be there after a restart: of a review that was stopped those that are reviewed.
    pub(super) fn games_to_keep(&self) -> Vec<usize> {
        match self.phase {
            Phase::Over | Phase::Ending(After::Over) => self.reviewed.keys().copied().collect(),
            Phase::Interrupted
            | Phase::Waiting
            | Phase::Running
            | Phase::Ending(After::Paused | After::Resting | After::Running)
            | Phase::Paused
            | Phase::Unusable
            | Phase::Resting => self.plan.games.clone(),
        }
    }

    /// The title of an engine by its place.
    pub(super) fn engine(&self, place: usize) -> String {
        let engines = self.batch.iter().flat_map(|batch| &batch.engines);
        engines.map(|spec| spec.name.clone()).nth(place).unwrap_or_default()
    }

    /// These are the games of this review.
    pub(super) fn is_of(&self, list: &FileList) -> bool {
        let is_same_file = self.list.path.is_some() && self.list.path == list.path;
        Arc::ptr_eq(&self.list.games, &list.games) && !list.games.is_empty() || is_same_file
    }

    /// A list was opened; says whether it is that of this review.
    pub(super) fn take_list(&mut self, list: &FileList) -> bool {
        let is_own = self.is_of(list) && !list.games.is_empty();
        if is_own {
            self.list.games = Arc::clone(&list.games);
        }
        is_own
    }

    /// Games that are reviewed, of all that are to be.
    pub(super) fn progress(&self) -> (usize, usize) {
        match self.phase {
            Phase::Interrupted => self.before,
            Phase::Waiting
            | Phase::Running
            | Phase::Ending(_)
            | Phase::Paused
            | Phase::Unusable
            | Phase::Resting
            | Phase::Over => (self.reviewed.len(), self.plan.games.len()),
        }
    }

    /// Games of which an engine could not do all.
    pub(super) fn n_faulty(&self) -> usize {
        self.failures.n_games()
    }

    /// Takes what is in the inbox; says whether games were done, and which engines could not be used.
    pub(super) fn take_news(&mut self) -> (bool, Vec<String>) {
        let ReviewsNews { progress, failed, lost, finished } = self.inbox.take();
        let has_done = !finished.is_empty();
        for (number, at) in progress {
            self.running.insert(number - 1, at);
        }
        for (number, engine, why) in failed {
            if let Some(game) = self.index(number - 1) {
                self.failures.note_game(game, engine, why);
            }
        }
        for (engine, why) in &lost {
            self.failures.note_lost(*engine, why.clone());
        }
        let info =
            self.batch.as_ref().map(|batch| batch.game.info().with_loss_marks(batch.loss_marks));
        for (number, reviewed) in finished {
            let place = number - 1;
            self.running.remove(&place);
            let sums = info.as_ref().zip(reviewed.by.first()).map(|(info, by)| {
                let both = SideSummary::both(&reviewed.record, &by.positions, &[], info);
                Side::BOTH.map(|side| {
                    let sums = &both[side.idx()];
                    let skill = || Skill::by(&reviewed.record, side, &by.positions).all().mean();
                    let measure = match info.has_cube {
                        true => skill().map(|mean| BatchMeasure::ErrorRate(1000.0 * mean)),
                        false => sums.accuracy.map(BatchMeasure::Accuracy),
                    };
                    (measure, sums.n_marked())
                })
            });
            self.sums.insert(place, sums.unwrap_or_default());
            self.reviewed.insert(place, Arc::new(*reviewed));
        }
        self.pace = self.pace.or_else(|| Some((Instant::now(), self.part())));
        (has_done, lost.into_iter().map(|(_, why)| why).collect())
    }

    /// The place among the games that are to be reviewed, of the game in this place of the file.
    fn index(&self, place: usize) -> Option<usize> {
        self.batch.as_ref()?.games.iter().position(|game| game.number == place + 1)
    }

    /// What engines could not do of the game in this place among those that are to be reviewed.
    fn fault(&self, game: usize) -> Option<String> {
        let named = |(engine, why)| format!("{}: {why}", self.engine(engine));
        let faults: Vec<String> = self.failures.of_game(game).map(named).collect();
        (!faults.is_empty()).then(|| faults.join("; "))
    }

    /// What the window sees beside this list of games; `turn` is its place among those that wait, from 1.
    pub(super) fn view(&self, shown: &FileList, turn: usize) -> BatchView {
        let (done, all) = self.progress();
        let is_listed = self.is_of(shown);
        let games = if is_listed { self.games() } else { BTreeMap::new() };
        BatchView {
            id: self.id,
            name: self.name(),
            is_listed,
            state: self.state(turn),
            text: self.text(done, all, turn),
            part: self.part(),
            progress: (done, all),
            left: self.left(Instant::now()),
            games,
            save_as: self.save_as(),
        }
    }

    /// How far it is, 0 to 1.
    fn part(&self) -> f32 {
        let (done, all) = self.progress();
        let halves: f32 = match self.phase {
            Phase::Running
            | Phase::Ending(_)
            | Phase::Paused
            | Phase::Unusable
            | Phase::Resting => {
                self.running.values().map(|(at, of)| *at as f32 / (*of).max(1) as f32).sum()
            }
            Phase::Interrupted | Phase::Waiting | Phase::Over => 0.0,
        };
        ((done as f32 + halves) / all.max(1) as f32).min(1.0)
    }

    /// How long it will still take at the pace of this run.
    fn left(&self, now: Instant) -> Option<Duration> {
        let (since, from) = self.pace.filter(|_| self.phase == Phase::Running)?;
        left_at_pace(now.saturating_duration_since(since), from, self.part())
    }

    fn state(&self, turn: usize) -> BatchState {
        match self.phase {
            Phase::Interrupted => BatchState::Interrupted,
            Phase::Waiting => BatchState::Waiting(turn),
            Phase::Running => BatchState::Running,
            Phase::Ending(_) => BatchState::Ending,
            Phase::Paused | Phase::Unusable => BatchState::Paused,
            Phase::Resting => BatchState::Resting,
            Phase::Over => BatchState::Over,
        }
    }

    /// `12 of 40 games of big.pdn analysed by Scan (1 s a move); game 13 at 30 of 62`
    fn text(&self, done: usize, all: usize, turn: usize) -> String {
        let (name, games) = (self.name(), counted(all, "game"));
        let by = by_words(&self.plan.wish.engines);
        let what = format!("{done} of {games} of {name} analysed{by}");
        match self.phase {
            Phase::Interrupted if done == all => what,
            Phase::Interrupted => format!("{what}; interrupted"),
            Phase::Ending(_) => format!("{what}; stopping"),
            Phase::Waiting if turn == 1 => format!("{what}; waiting, the next one"),
            Phase::Waiting => format!("{what}; waiting, number {turn}"),
            Phase::Paused | Phase::Unusable => format!("{what}; paused"),
            Phase::Resting => format!("{what}; resting while the match is played"),
            Phase::Over if done < all => format!("{what}; stopped"),
            Phase::Over => what,
            Phase::Running => {
                let of_game = |(place, (at, of)): (&usize, &(usize, usize))| {
                    format!("game {} at {at} of {of}", place + 1)
                };
                let running: Vec<String> = self.running.iter().map(of_game).collect();
                match running.is_empty() {
                    true => what,
                    false => format!("{what}; {}", running.join(", ")),
                }
            }
        }
    }

    fn games(&self) -> BTreeMap<usize, BatchGameView> {
        let running = |place: &usize| {
            let at = self.running.get(place);
            match (self.phase, at) {
                (Phase::Over, _) => BatchGameState::Left,
                (_, Some((at, of))) => BatchGameState::Running(*at, *of),
                (_, None) => BatchGameState::Waiting,
            }
        };
        let game = |(idx, place): (usize, &usize)| {
            let sums = self.sums.get(place);
            let state = sums.map_or_else(|| running(place), |sums| BatchGameState::Reviewed(*sums));
            (*place, BatchGameView { state, fault: self.fault(idx) })
        };
        self.plan.games.iter().enumerate().map(game).collect()
    }

    /// Beside the file: `big analysed.pdn`.
    fn save_as(&self) -> Option<PathBuf> {
        let game = self.batch.as_ref().filter(|_| !self.reviewed.is_empty())?.game;
        let writable = game.formats().iter().find(|format| format.writes());
        let native =
            writable.and_then(|format| format.extensions.first()).copied().unwrap_or("txt");
        let path = self.list.path.clone().unwrap_or_else(|| PathBuf::from("games"));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Some(path.with_file_name(format!("{stem} analysed.{native}")))
    }

    /// All games, to be written; `None` while none of them is reviewed.
    pub(super) fn to_write(&self) -> Option<ReviewsToWrite> {
        let batch = self.batch.as_ref().filter(|_| !self.reviewed.is_empty())?;
        let reviewed =
            batch.games.iter().map(|game| self.reviewed.get(&(game.number - 1)).cloned());
        Some(ReviewsToWrite {
            name: self.name(),
            batch: Arc::clone(batch),
            reviewed: reviewed.collect(),
            failures: self.failures.clone(),
        })
    }
}

/// ` by Scan (1 s a move) and Kingsrow (depth 12)`: which of several reviews of a file it is.
fn by_words(engines: &[(String, ReviewEffort)]) -> String {
    let words: Vec<String> =
        engines.iter().map(|(name, effort)| format!("{name} ({effort})")).collect();
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => format!(" by {only}"),
        Some((last, others)) => format!(" by {} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_reviews_of_a_file_are_told_apart_by_their_engines_and_limits() {
        let of = |name: &str, effort| (name.to_owned(), effort);
        let half = ReviewEffort::Time(Duration::from_millis(500));
        for (engines, words) in [
            (vec![], ""),
            (vec![of("A", ReviewEffort::Depth(9))], " by A (depth 9)"),
            (vec![of("A", half)], " by A (0.5 s a move)"),
            (
                vec![of("A", half), of("B", ReviewEffort::Nodes(800)), of("C", half)],
                " by A (0.5 s a move), B (800 nodes) and C (0.5 s a move)",
            ),
        ] {
            assert_eq!(by_words(&engines), words);
        }
    }

    #[test]
    fn the_time_left_is_that_of_the_pace_so_far() {
        let secs = Duration::from_secs;
        for (took, from, part, left) in [
            (secs(60), 0.0, 0.25, Some(secs(180))),
            // Half was known before.
            (secs(60), 0.5, 0.75, Some(secs(60))),
            (secs(60), 0.5, 0.5, None),
            (secs(1), 0.0, 0.25, None),
        ] {
            assert_eq!(left_at_pace(took, from, part), left, "{took:?} {from} {part}");
        }
    }
}
