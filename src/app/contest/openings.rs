//! How balanced the openings of a match or tournament turned out to be, as the window lists them.
//!
//! Counts nothing: [`OpeningScores`] does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::views::{OpeningLine, OpeningsView};
use crate::play::{GameReport, OpeningScore, OpeningScores};

/// Openings in the list; the report has more.
const MAX_LINES: usize = 500;
/// While games are played the list is drawn up at most so often: there may be thousands of openings.
const PAUSE: Duration = Duration::from_secs(1);

/// The openings of a match, and their list as it was drawn up last.
#[derive(Debug, Default)]
pub(super) struct Openings {
    scores: OpeningScores,
    /// Games that were added.
    n_games: u32,
    last: Option<LastList>,
}

#[derive(Debug)]
struct LastList {
    view: Arc<OpeningsView>,
    /// After so many games.
    n_games: u32,
    at: Instant,
}

impl Openings {
    /// Those of games that were played before.
    pub(super) fn of(scores: OpeningScores) -> Self {
        Self { scores, ..Self::default() }
    }

    /// Adds a finished game, if it counts.
    pub(super) fn add(&mut self, report: &GameReport) {
        self.scores.add_report(report);
        self.n_games += 1;
    }

    /// The openings, the least balanced first.
    pub(super) fn view(&mut self, is_running: bool, now: Instant) -> Arc<OpeningsView> {
        let is_new = |last: &&LastList| {
            let is_soon = is_running && now.saturating_duration_since(last.at) < PAUSE;
            last.n_games == self.n_games || is_soon
        };
        if let Some(last) = self.last.as_ref().filter(is_new) {
            return Arc::clone(&last.view);
        }
        let view = Arc::new(view_of(&self.scores));
        let drawn = Arc::clone(&view);
        self.last = Some(LastList { view: drawn, n_games: self.n_games, at: now });
        view
    }
}

fn view_of(openings: &OpeningScores) -> OpeningsView {
    let sorted = openings.by_imbalance();
    let line = |opening: &&OpeningScore| OpeningLine {
        name: opening.name(),
        games: opening.games(),
        score: opening.score(),
        results: opening.results,
        pairs: opening.pairs,
    };
    OpeningsView {
        lines: sorted.iter().take(MAX_LINES).map(line).collect(),
        n_left_out: sorted.len().saturating_sub(MAX_LINES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Outcome, Side};

    #[test]
    fn of_many_openings_the_least_balanced_are_listed() {
        let mut scores = OpeningScores::default();
        for pair in 0..600 {
            let outcome = if pair == 599 { Outcome::WonBy(Side::Second) } else { Outcome::Draw };
            scores.add(pair, None, &[pair.to_string()], outcome);
        }
        let view = view_of(&scores);
        assert_eq!((view.lines.len(), view.n_left_out), (MAX_LINES, 100));
        assert_eq!((view.lines[0].name.as_str(), view.lines[0].score), ("599", 0.0));
    }
}
