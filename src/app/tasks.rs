//! Work outside of the rooms: probes, checks and matches in tasks of their own, and jobs on threads.
//!
//! Decides nothing: rooms want it, and the news goes back to them.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::batches;
use super::contest;
use super::effect::Work;
use super::outside::{Outside, ProbingNews};
use super::to_play::{MatchToPlay, ToPlay};
use super::to_review::BatchToReview;
use super::workshop;
use crate::play::{self, ProbeTry};
use crate::session::Launch;
use crate::store::Places;

/// The tasks that run.
#[derive(Debug)]
pub(super) struct Tasks {
    outside: mpsc::Sender<Outside>,
    probe: Option<JoinHandle<()>>,
    checks: BTreeMap<u64, JoinHandle<()>>,
    contest: Option<JoinHandle<()>>,
    /// The review of many games, and what ends it, once.
    reviews: Option<(JoinHandle<()>, Option<oneshot::Sender<()>>)>,
}

impl Tasks {
    /// None runs; their news is sent there.
    pub(super) fn new(outside: mpsc::Sender<Outside>) -> Self {
        Self { outside, probe: None, checks: BTreeMap::new(), contest: None, reviews: None }
    }

    /// Does work on a thread of its own.
    pub(super) fn work(&self, work: Work) {
        let outside = self.outside.clone();
        tokio::task::spawn_blocking(move || {
            // When the router is gone, no one is told.
            let _gone = outside.blocking_send(work.run());
        });
    }

    /// Starts the probe of this number; the one before ends.
    pub(super) fn probe(&mut self, number: u64, tries: Vec<ProbeTry>) {
        self.end_probe();
        let mut news = play::probe(tries);
        let outside = self.outside.clone();
        self.probe = Some(tokio::spawn(async move {
            while let Some(news) = news.recv().await {
                let news = Outside::Probing(number, ProbingNews::Probe(news));
                if outside.send(news).await.is_err() {
                    break;
                }
            }
        }));
    }

    /// Ends the probe that runs. With its task its receiver goes, and with that its engine.
    pub(super) fn end_probe(&mut self) {
        if let Some(task) = self.probe.take() {
            task.abort();
        }
    }

    /// Starts the check of this number.
    pub(super) fn check(&mut self, number: u64, launch: Launch) {
        self.checks.retain(|_, task| !task.is_finished());
        let walk = workshop::walk_through_check(number, launch, self.outside.clone());
        self.checks.insert(number, tokio::spawn(walk));
    }

    /// Ends the check of this number, and with it its engine.
    pub(super) fn end_check(&mut self, number: u64) {
        if let Some(task) = self.checks.remove(&number) {
            task.abort();
        }
    }

    /// Plays a match or a tournament.
    pub(super) fn play(&mut self, wanted: MatchToPlay, places: Places) {
        let MatchToPlay { what, control, inbox } = wanted;
        let outside = self.outside.clone();
        self.contest = Some(match what {
            ToPlay::Match(config) => {
                tokio::spawn(contest::play(*config, control, inbox, places, outside))
            }
            ToPlay::Tournament(wanted) => {
                tokio::spawn(contest::play_tournament(*wanted, control, inbox, places, outside))
            }
        });
    }

    /// Runs a review of many games; the one before has ended.
    pub(super) fn review(&mut self, wanted: BatchToReview) {
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(batches::review(wanted, stopped, self.outside.clone()));
        self.reviews = Some((task, Some(stop)));
    }

    /// Ends the review of many games, and with it its engines; its task writes what it has found out.
    pub(super) fn end_reviews(&mut self) {
        if let Some(stop) = self.reviews.as_mut().and_then(|(_, stop)| stop.take()) {
            // Where it has ended already, no one is told.
            let _ended = stop.send(());
        }
    }

    /// The program ends: probes and checks end, and a match that was told to stop has `limit` to write
    /// its games.
    pub(super) async fn shut_down(&mut self, limit: Duration) {
        self.end_probe();
        std::mem::take(&mut self.checks).into_values().for_each(|task| task.abort());
        self.end_reviews();
        let reviews = self.reviews.take().map(|(task, _)| task);
        for task in reviews.into_iter().chain(self.contest.take()) {
            let _late = tokio::time::timeout(limit, task).await;
        }
    }
}
