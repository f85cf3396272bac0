//! The sum of a match's games: the standing, causes of losses, and other counts.
//!
//! Keeps no game.

use std::collections::BTreeMap;

use super::checking::{Disagreed, Disagreements};
use super::delays::Delays;
use super::duel::Duel;
use super::points::Points;
use super::sprt::{SprtRun, SprtState};
use super::standing::Standing;
use super::{GameReport, GameScore, MatchConfig, PonderCount};
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
    /// With a test: the games that are counted, by their numbers.
    counted: BTreeMap<u32, CountedGame>,
}

/// What of a game is counted.
#[derive(Clone, Debug, PartialEq)]
struct CountedGame {
    pair: u32,
    opening: u32,
    score: GameScore,
    /// The engine that won it, and how.
    win: Option<(usize, String)>,
    is_repeated: bool,
    is_failed: bool,
    is_late: bool,
    /// Counted once.
    reason: Reason,
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
    /// loss: only its reason counts. After the verdict of a test the sum is that of the games up to the
    /// pair that has decided it.
    pub fn add(&mut self, report: &GameReport) {
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
        let reason = reason_of(report);
        if !report.counts() {
            self.add_reason(reason);
            return;
        }
        let game = counted_game(report, reason);
        let Some(test) = &mut self.test else {
            self.count(&game);
            return;
        };
        let before = test.last_pair();
        if before.is_some_and(|last| game.pair > last) {
            return;
        }
        test.add(game.pair, game.opening, game.score);
        let last = test.last_pair().filter(|_| before.is_none());
        self.count(&game);
        self.counted.insert(report.pairing.number, game);
        if let Some(last) = last {
            self.end_after(last);
        }
    }

    /// The test has its verdict after this pair: games of later ones do not count.
    fn end_after(&mut self, pair: u32) {
        self.standing = Standing::default();
        self.points = self.points.as_ref().map(|_| Points::default());
        self.wins = Default::default();
        self.reasons.retain(|reason| reason.stopped);
        (self.repeated, self.failed, self.late) = (0, 0, 0);
        self.counted.retain(|_, game| game.pair <= pair);
        let counted = std::mem::take(&mut self.counted);
        counted.values().for_each(|game| self.count(game));
        self.counted = counted;
    }

    fn count(&mut self, game: &CountedGame) {
        self.standing.add_halves(game.opening, game.score.halves);
        if let Some(points) = &mut self.points {
            points.add(game.opening, game.score.points);
        }
        if let Some((engine, way)) = &game.win {
            let wins = &mut self.wins[*engine];
            match wins.iter_mut().find(|(known, _)| known == way) {
                Some((_, count)) => *count += 1,
                None => wins.push((way.clone(), 1)),
            }
            wins.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        }
        self.repeated += u32::from(game.is_repeated);
        self.failed += u32::from(game.is_failed);
        self.late += u32::from(game.is_late);
        self.add_reason(game.reason.clone());
    }

    fn add_reason(&mut self, reason: Reason) {
        let is_this = |known: &&mut Reason| known.text == reason.text && known.draw == reason.draw;
        match self.reasons.iter_mut().find(is_this) {
            Some(known) => known.count += 1,
            None => self.reasons.push(reason),
        }
        self.reasons.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
    }
}

/// Why a game ended, counted once.
fn reason_of(report: &GameReport) -> Reason {
    let text = report.reason();
    Reason {
        kind: report.forfeit_kind().unwrap_or_else(|| text.clone()),
        text,
        engine: report.forfeit.as_ref().map(|(engine, _)| *engine),
        count: 1,
        failure: report.is_failure(),
        draw: report.counts() && report.result.outcome == Outcome::Draw,
        stopped: report.stopped.is_some(),
    }
}

fn counted_game(report: &GameReport, reason: Reason) -> CountedGame {
    let pairing = &report.pairing;
    let win = match report.result.outcome {
        Outcome::WonBy(side) => {
            let way = if report.forfeit.is_some() { "forfeit" } else { &report.result.reason };
            Some((pairing.engine_at(side), way.to_owned()))
        }
        Outcome::Draw => None,
    };
    CountedGame {
        pair: pairing.pair,
        opening: pairing.opening_number,
        score: report.score(),
        win,
        is_repeated: report.same_as.is_some(),
        is_failed: report.is_decided_by_failure(),
        is_late: report.is_late(),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::Side;
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

    #[test]
    fn games_after_the_pair_that_decides_a_test_do_not_count_whatever_their_order() {
        let numbers: Vec<u32> = (1..=100).collect();
        let reversed: Vec<u32> = numbers.iter().rev().copied().collect();
        let sums = [numbers, reversed].map(|numbers| {
            let test = SprtRun::new("elo0=0,elo1=60".parse().unwrap());
            let mut tally = Tally { test: Some(test), ..Tally::new(false) };
            for number in numbers {
                let mut report = GameReport::example(number);
                let seat = Side::BOTH[((number - 1) % 2) as usize];
                let is_lost = number.is_multiple_of(8);
                let winner = if is_lost { seat.opponent() } else { seat };
                report.forfeit = None;
                report.result.outcome = Outcome::WonBy(winner);
                report.pairing.seat = seat;
                report.pairing.pair = (number - 1) / 2;
                report.pairing.opening_number = (number - 1) / 2;
                tally.add(&report);
            }
            let last = tally.test.as_ref().and_then(SprtRun::last_pair).unwrap();
            assert_eq!(tally.standing.games(), 2 * (last + 1));
            assert_eq!(tally.reasons[0].count, 2 * (last + 1));
            (last, tally.standing, tally.reasons, tally.wins)
        });
        assert_eq!(sums[0], sums[1]);
        assert!(sums[0].0 < 45);
    }
}
