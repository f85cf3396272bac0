//! The reviews of the game that go on at a desk, one for each engine, and what earlier ones found.
//!
//! Asks no engine, and writes nothing into the game.

use std::collections::{BTreeMap, VecDeque};

use crate::app::command::ReviewWish;
use crate::games::{Link, Record};
use crate::play::{
    BetterLine, KnownReviews, PositionReview, ReviewDriver, ReviewEffort, ReviewPlan, ReviewRow,
};

/// An engine with its options.
pub(in crate::app::desk) type Reviewer = (String, Vec<(String, String)>);

/// A review by one engine.
#[derive(Debug)]
pub(in crate::app::desk) struct RunningReview {
    /// The number of its session.
    pub(in crate::app::desk) engine: u64,
    pub(in crate::app::desk) reviewer: Reviewer,
    /// How much work it puts into each position.
    pub(in crate::app::desk) effort: ReviewEffort,
    pub(in crate::app::desk) driver: ReviewDriver,
    pub(in crate::app::desk) link: &'static dyn Link,
    /// Lines that come after the one at hand.
    pub(in crate::app::desk) waiting: VecDeque<ReviewPlan>,
    /// The losses and marks in the game are those of this engine.
    pub(in crate::app::desk) judges: bool,
    /// It goes through the main line, and through no other one yet.
    pub(in crate::app::desk) is_main: bool,
    /// No other engine reviews the game with it.
    pub(in crate::app::desk) is_alone: bool,
    /// The whole main line is wished for.
    pub(in crate::app::desk) is_whole: bool,
    /// It gave a value of something in a line that is done.
    pub(in crate::app::desk) has_values: bool,
    /// It left questions without a word and is not asked any more.
    pub(in crate::app::desk) is_silent: bool,
    /// What it would have played in place of mistakes, in lines that are done.
    pub(in crate::app::desk) better: Vec<BetterLine>,
}

/// All reviews of the game on the board.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Reviews {
    running: Vec<RunningReview>,
    /// Positions that were dealt with by engines which are done, while others go on.
    n_done: usize,
    /// What was found out of positions of this game.
    known: BTreeMap<Reviewer, KnownReviews>,
    /// How often that has changed.
    n_remembered: u64,
    /// What was wished for of the reviews that go on, or of those that the end of the program has
    /// interrupted.
    wish: Option<ReviewWish>,
    /// How far those were that were interrupted.
    interrupted_at: (usize, usize),
}

impl Reviews {
    /// The sessions of the engines at work.
    pub(in crate::app::desk) fn engines(&self) -> Vec<u64> {
        self.running.iter().map(|review| review.engine).collect()
    }

    pub(in crate::app::desk) fn get(&mut self, engine: u64) -> Option<&mut RunningReview> {
        self.running.iter_mut().find(|review| review.engine == engine)
    }

    pub(in crate::app::desk) fn iter(&self) -> impl Iterator<Item = &RunningReview> {
        self.running.iter()
    }

    pub(in crate::app::desk) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// Changes with what [`Reviews::found`] gives, for one game.
    pub(in crate::app::desk) fn n_remembered(&self) -> u64 {
        self.n_remembered
    }

    /// How many engines are at work now.
    pub(in crate::app::desk) fn n_active(&self) -> usize {
        self.running.iter().filter(|review| !review.driver.is_paused()).count()
    }

    /// This is wished for of the reviews that go on.
    pub(in crate::app::desk) fn set_wish(&mut self, wish: ReviewWish) {
        self.wish = Some(wish);
    }

    /// The reviews that were wished for so were interrupted when so many positions of so many were dealt
    /// with.
    pub(in crate::app::desk) fn set_interrupted(&mut self, wish: ReviewWish, at: (usize, usize)) {
        (self.wish, self.interrupted_at) = (Some(wish), at);
    }

    /// What was wished for, and how far it is, where reviews are not done.
    pub(in crate::app::desk) fn unfinished(&self) -> Option<(&ReviewWish, (usize, usize))> {
        let at = self.progress().unwrap_or(self.interrupted_at);
        self.wish.as_ref().map(|wish| (wish, at))
    }

    /// What was wished for of reviews that were interrupted, and how far they were.
    pub(in crate::app::desk) fn interrupted(&self) -> Option<(&ReviewWish, (usize, usize))> {
        self.unfinished().filter(|_| self.running.is_empty())
    }

    /// How far all are, positions dealt with and all of them; `None` where none goes on.
    pub(in crate::app::desk) fn progress(&self) -> Option<(usize, usize)> {
        let all = self.running.iter().map(|review| review.driver.progress());
        let all = all.reduce(|(done, all), (of_done, of_all)| (done + of_done, all + of_all));
        all.map(|(done, all)| (done + self.n_done, all + self.n_done))
    }

    /// Begins one; what this engine has found before is not asked again.
    pub(in crate::app::desk) fn begin(&mut self, mut review: RunningReview, record: &Record) {
        if let Some(known) = self.known.get(&review.reviewer) {
            review.driver.restore_all(record, known);
        }
        self.running.push(review);
    }

    /// Ends that of an engine, and keeps what it has found.
    pub(in crate::app::desk) fn end(
        &mut self,
        engine: u64,
        record: &Record,
    ) -> Option<RunningReview> {
        let place = self.running.iter().position(|review| review.engine == engine)?;
        let review = self.running.remove(place);
        let (n_done, _) = review.driver.progress();
        self.n_done = if self.running.is_empty() { 0 } else { self.n_done + n_done };
        self.wish.take_if(|_| self.running.is_empty());
        self.remember(&review, record);
        Some(review)
    }

    /// Where the review that is done judged, the next one judges from now on, which is returned.
    pub(in crate::app::desk) fn judge_after(
        &mut self,
        done: &RunningReview,
    ) -> Option<&RunningReview> {
        let next = self.running.first_mut().filter(|_| done.judges)?;
        next.judges = true;
        Some(next)
    }

    /// Ends all, and keeps what they have found.
    pub(in crate::app::desk) fn end_all(&mut self, record: &Record) {
        self.n_done = 0;
        self.wish = None;
        for review in std::mem::take(&mut self.running) {
            self.remember(&review, record);
        }
    }

    /// Keeps what a review has found so far.
    fn remember(&mut self, review: &RunningReview, record: &Record) {
        let known = self.known.entry(review.reviewer.clone()).or_default();
        review.driver.remember(record, known);
        self.n_remembered += 1;
    }

    /// The review of this engine goes on with another line; what was found before is not asked again.
    pub(in crate::app::desk) fn go_on_with(
        &mut self,
        engine: u64,
        driver: ReviewDriver,
        record: &Record,
    ) {
        let Some(place) = self.running.iter().position(|review| review.engine == engine) else {
            return;
        };
        self.running[place].is_main = false;
        let before = std::mem::replace(&mut self.running[place].driver, driver);
        let reviewer = self.running[place].reviewer.clone();
        let known = self.known.entry(reviewer).or_default();
        before.remember(record, known);
        self.n_remembered += 1;
        self.running[place].driver.restore_all(record, known);
    }

    /// What every engine has found so far, also those that are at work.
    pub(in crate::app::desk) fn known_so_far(
        &self,
        record: &Record,
    ) -> BTreeMap<Reviewer, KnownReviews> {
        let mut known = self.known.clone();
        for review in &self.running {
            let of = known.entry(review.reviewer.clone()).or_default();
            review.driver.remember(record, of);
        }
        known
    }

    /// An engine found this in reviews before the program was started.
    pub(in crate::app::desk) fn know_again(&mut self, reviewer: Reviewer, known: KnownReviews) {
        self.known.insert(reviewer, known);
        self.n_remembered += 1;
    }

    /// What each engine that is done has said of the positions of the main line, from the start on.
    pub(in crate::app::desk) fn found(
        &self,
        record: &Record,
    ) -> Vec<(String, Vec<PositionReview>)> {
        if self.known.is_empty() {
            return Vec::new();
        }
        let ids = ReviewRow::ids_to(record, record.last());
        self.known.values().flat_map(|known| known.along(&ids)).collect()
    }

    /// An engine was started again under another number.
    pub(in crate::app::desk) fn restarted(&mut self, old: u64, new: u64) {
        if let Some(review) = self.get(old) {
            review.engine = new;
        }
    }

    /// This engine is another one from now on: what it said before does not count.
    pub(in crate::app::desk) fn forget_engine(&mut self, name: &str) {
        self.known.retain(|(known, _), _| known != name);
        self.n_remembered += 1;
    }

    /// Another game is on the board.
    pub(in crate::app::desk) fn forget_game(&mut self) {
        *self = Self::default();
    }
}
