//! The sum of a match's games: the standing, causes of losses, and other counts.
//!
//! Keeps no game.

use super::checking::{Disagreed, Disagreements};
use super::delays::Delays;
use super::duel::Duel;
use super::points::Points;
use super::sprt::{SprtRun, SprtState};
use super::standing::Standing;
use super::{GameReport, MatchConfig, PonderCount};
use crate::games::Outcome;

/// The sum of a match so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Results from the first engine's point of view.
    pub standing: Standing,
    /// Their points, if the games are played for points ([`super::MatchConfig::counts_points`]).
    pub points: Option<Points>,
    /// The test that ends the match, with the pairs that it has counted.
    pub test: Option<SprtRun>,
    /// How each engine won its games, most often first: `gammon`, 12 times.
    pub wins: [Vec<(String, u32)>; 2],
    /// Why games ended, most often first.
    pub reasons: Vec<Reason>,
    /// How often each engine disagreed with the referee.
    pub disagreements: [Disagreements; 2],
    /// Delays added by the program before each engine's turns.
    pub delays: [Delays; 2],
    /// How often each engine guessed its opponent's reply; `None` if no engine thought on the
    /// opponent's time.
    pub ponder: [Option<PonderCount>; 2],
    /// Games that were the same as an earlier one, move by move.
    pub repeated: u32,
    /// Games that were decided by a failure: lost by anything but play and resignation.
    pub failed: u32,
    /// Among these, games lost on time while the program or the machine was late
    /// ([`super::Lateness`]).
    pub late: u32,
}

/// A way games ended, and how often.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reason {
    /// In words: `more discs`, `Edax lost on time`.
    pub text: String,
    /// The same without the engine's name: `lost on time`.
    pub kind: String,
    /// Which engine lost by it; `None` for games decided on the board.
    pub engine: Option<usize>,
    /// How often.
    pub count: u32,
    /// It is a failure of an engine.
    pub failure: bool,
    /// It ended drawn games.
    pub draw: bool,
    /// These games were stopped before they were over: they are not lost.
    pub stopped: bool,
}

impl Tally {
    /// An empty one for a match that is played for points, or for wins.
    #[must_use]
    pub fn new(counts_points: bool) -> Self {
        Self { points: counts_points.then(Points::default), ..Self::default() }
    }

    /// An empty one for this match.
    #[must_use]
    pub fn of(config: &MatchConfig) -> Self {
        let test = config.sprt().map(SprtRun::new);
        Self { test, ..Self::new(config.counts_points()) }
    }

    /// What the two engines made against each other.
    #[must_use]
    pub fn duel(&self) -> Duel {
        Duel { standing: self.standing.clone(), points: self.points.clone() }
    }

    /// What the test says so far.
    #[must_use]
    pub fn test_state(&self) -> Option<SprtState> {
        self.test.as_ref().map(SprtRun::state)
    }

    /// Counts a finished game. A game that an engine did not begin or the user stopped is not a
    /// loss: only its reason counts.
    pub fn add(&mut self, report: &GameReport) {
        let pairing = &report.pairing;
        if report.counts() {
            self.standing.add(pairing.opening_number, pairing.seat, report.result.outcome);
            if let Some(points) = &mut self.points {
                points.add(pairing.opening_number, report.points_of(0));
            }
            if let Some(test) = &mut self.test {
                test.add(pairing.pair, pairing.opening_number, report.score());
            }
            self.add_win(report);
            self.repeated += u32::from(report.same_as.is_some());
            self.failed += u32::from(report.is_decided_by_failure());
            self.late += u32::from(report.is_late());
        }
        for Disagreed { engine, count, first, .. } in &report.disagreements {
            self.disagreements[*engine].add(first.what, *count);
        }
        for (sum, delays) in self.delays.iter_mut().zip(&report.delays) {
            sum.merge(delays);
        }
        for (sum, count) in self.ponder.iter_mut().zip(report.ponder) {
            if let Some(count) = count {
                sum.get_or_insert_default().add(count);
            }
        }
        // It was not lost: it is played again.
        if report.is_excused() {
            return;
        }
        let text = report.reason();
        let draw = report.counts() && report.result.outcome == Outcome::Draw;
        let is_this = |reason: &&mut Reason| reason.text == text && reason.draw == draw;
        match self.reasons.iter_mut().find(is_this) {
            Some(reason) => reason.count += 1,
            None => self.reasons.push(Reason {
                kind: report.forfeit_kind().unwrap_or_else(|| text.clone()),
                text,
                engine: report.forfeit.as_ref().map(|(engine, _)| *engine),
                count: 1,
                failure: report.is_failure(),
                draw,
                stopped: report.stopped.is_some(),
            }),
        }
        self.reasons.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
    }

    fn add_win(&mut self, report: &GameReport) {
        let Outcome::WonBy(side) = report.result.outcome else { return };
        let wins = &mut self.wins[report.pairing.engine_at(side)];
        let way = if report.forfeit.is_some() { "forfeit" } else { &report.result.reason };
        match wins.iter_mut().find(|(known, _)| known == way) {
            Some((_, count)) => *count += 1,
            None => wins.push((way.to_owned(), 1)),
        }
        wins.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::play::{Cause, Lateness};

    #[test]
    fn games_lost_on_time_while_the_machine_was_late_are_counted_apart() {
        let mut tally = Tally::new(false);
        let used = Duration::from_millis(500);
        for (number, waited) in [(1, 0), (2, 300), (3, 200), (4, 1)] {
            let machine = Duration::from_millis(waited);
            let lateness = Some(Lateness { machine, used, ..Lateness::default() });
            let forfeit = Some((0, Cause::LostOnTime));
            tally.add(&GameReport { forfeit, lateness, ..GameReport::example(number) });
        }
        tally.add(&GameReport::example(5));
        let reasons: Vec<_> =
            tally.reasons.iter().map(|reason| (reason.text.as_str(), reason.count)).collect();
        let late = "A lost on time while the machine was late";
        assert_eq!(reasons, [("A lost on time", 2), (late, 2), ("A resigned", 1)]);
        assert_eq!((tally.failed, tally.late), (4, 2));
    }
}
