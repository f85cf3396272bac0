//! A review of many games that is to be run, with all that its task needs, and its news on the way back.
//!
//! Runs nothing: a task does.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::{BatchFailures, ReviewBatch, ReviewedGame};

/// Games that are to be reviewed.
#[derive(Debug)]
pub(super) struct BatchToReview {
    /// The number of this run.
    pub(super) number: u64,
    /// What is to be reviewed, and by whom; what is known of it comes from the file.
    pub(super) batch: ReviewBatch,
    /// The file of what was found out; `None` where nothing is kept.
    pub(super) rows: Option<PathBuf>,
    /// Where its news is put.
    pub(super) inbox: SharedReviews,
}

/// The games of a review of many, to be written.
#[derive(Debug)]
pub(super) struct ReviewsToWrite {
    /// What the page is called.
    pub(super) name: String,
    /// All games, as they were before.
    pub(super) batch: Arc<ReviewBatch>,
    /// The same, as far as they are reviewed.
    pub(super) reviewed: Vec<Option<Arc<ReviewedGame>>>,
    /// What engines have not reviewed.
    pub(super) failures: BatchFailures,
}

/// What has become of games of a batch. They are named by their numbers in [`ReviewBatch`], from 1.
#[derive(Debug, Default)]
pub(super) struct ReviewsNews {
    /// How far games are: positions dealt with, and all.
    pub(super) progress: BTreeMap<usize, (usize, usize)>,
    /// Engines that could not review a game: the game, the engine's place, and why.
    pub(super) failed: Vec<(usize, usize, String)>,
    /// Engines that could not be used at all, by their places, and why.
    pub(super) lost: Vec<(usize, String)>,
    /// Games that all engines are done with.
    pub(super) finished: Vec<(usize, Box<ReviewedGame>)>,
}

/// News that the task and the room share; the task never waits for the window.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedReviews(Arc<Mutex<ReviewsNews>>);

impl SharedReviews {
    /// What has come since the last time.
    pub(super) fn take(&self) -> ReviewsNews {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something has happened.
    pub(super) fn put(&self, note: impl FnOnce(&mut ReviewsNews)) {
        note(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
