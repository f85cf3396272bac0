//! The games of a match that were played before a break.
//!
//! Reads no file and plays nothing.

use std::collections::BTreeSet;

use super::{GameReport, KnownOpenings, MatchConfig, Repeats, ResultRow, Tally};

/// What was played of a match before a break.
#[derive(Clone, Debug)]
pub struct MatchPast {
    /// The numbers of its games that count.
    pub(super) done: BTreeSet<u32>,
    /// Their sum.
    pub(super) tally: Tally,
    /// The games themselves, by which games that repeat them are found.
    pub(super) repeats: Repeats,
    /// The openings that they had.
    pub(super) openings: KnownOpenings,
}

impl MatchPast {
    /// A match of which nothing was played.
    #[must_use]
    pub fn new(config: &MatchConfig) -> Self {
        Self {
            done: BTreeSet::new(),
            tally: Tally::of(config),
            repeats: Repeats::default(),
            openings: KnownOpenings::default(),
        }
    }

    /// Adds a game as it was kept, and the same as a report ([`ResultRow::to_report`]). One that does not
    /// count will be played again; one that is there already changes nothing.
    pub fn add(&mut self, row: &ResultRow, report: &GameReport) {
        if self.done.contains(&row.number) {
            return;
        }
        self.tally.add(report);
        if !report.counts() {
            return;
        }
        self.done.insert(row.number);
        // A match has two engines: every game is one between them.
        self.repeats.note([0, 1], &row.moves, row.number);
        self.openings.note((row.number - 1) / 2, row.opening_number, &row.opening);
    }

    /// The sum of the games.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How many games count.
    #[must_use]
    pub fn n_done(&self) -> u32 {
        u32::try_from(self.done.len()).unwrap_or(u32::MAX)
    }
}
