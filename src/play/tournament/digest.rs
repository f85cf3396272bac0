//! What a report of a tournament says besides its table: openings, lengths, times, failures.
//!
//! Made of the kept games, one after another; keeps none of them and writes nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use super::kept::{KeptGame, Past};
use super::late::GameRow as _;
use crate::games::{Actor, Game, Outcome, Setup, Side};
use crate::play::{CauseName, Delays, OpeningScores, ResultRow};

/// The time that a player used for its own moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeUse {
    /// Moves with a known time.
    pub moves: u32,
    /// The sum of their times, in milliseconds.
    pub total_ms: f64,
    /// The longest one, in milliseconds.
    pub longest_ms: f64,
    /// The least time left on its clock after a move, in milliseconds.
    pub least_left_ms: Option<f64>,
    /// How its times are spread.
    pub spread: Delays,
    /// How many moves it made with each number in a game, the first one first, and the sum of their times
    /// in milliseconds. Those of the opening have none; the end of a very long game is left out.
    pub by_move: Vec<(u32, f64)>,
}

/// Moves of a player in a game whose times are kept by their number.
const MOST_MOVES: usize = 500;

/// A game that was decided by a failure or on time.
#[derive(Clone, Debug, PartialEq)]
pub struct LostGame {
    /// Its number.
    pub number: u32,
    /// The player who lost it.
    pub player: String,
    /// What happened, with its details.
    pub detail: String,
    /// The file with its bundle.
    pub bundle: Option<String>,
}

/// A tournament as far as its kept games go, for a report.
#[derive(Clone, Debug)]
pub struct Digest {
    /// Its course and its results.
    pub past: Past,
    /// The course of its test: pairs counted, and the logarithm of the likelihood ratio then.
    pub llr: Vec<(u32, f64)>,
    /// The results of its openings.
    pub openings: OpeningScores,
    /// Games by their number of plies; a roll of the dice is one.
    pub lengths: BTreeMap<usize, u32>,
    /// How games ended, by the reason.
    pub reasons: BTreeMap<String, u32>,
    /// By the names of players.
    pub times: BTreeMap<String, TimeUse>,
    /// The first games that were decided by failures or on time.
    pub lost: Vec<LostGame>,
    /// How many of these there are, by player and cause.
    pub causes: BTreeMap<(String, String), u32>,
    /// When the first game and the last one began: RFC 3339, UTC.
    pub dates: Option<[String; 2]>,
    /// The game.
    game: &'static dyn Game,
    /// Games of later pairs do not count.
    last_pair: Option<u32>,
}

/// Games of [`Digest::lost`] that are kept; the others are counted.
const MAX_LOST: usize = 500;

impl Digest {
    /// A tournament without games, of which `past` is the beginning.
    #[must_use]
    pub fn new(past: Past, game: &'static dyn Game) -> Self {
        Self {
            past,
            llr: Vec::new(),
            openings: OpeningScores::default(),
            lengths: BTreeMap::new(),
            reasons: BTreeMap::new(),
            times: BTreeMap::new(),
            lost: Vec::new(),
            causes: BTreeMap::new(),
            dates: None,
            game,
            last_pair: None,
        }
    }

    /// The same, for which games of pairs after this one do not count. Nothing was added yet.
    #[must_use]
    pub fn until(self, last_pair: Option<u32>) -> Self {
        Self { last_pair, ..self }
    }

    /// Adds a kept game. One that does not count, or is there already, changes nothing.
    ///
    /// # Errors
    ///
    /// As [`Past::add`].
    pub fn add(&mut self, row: &ResultRow) -> Result<(), String> {
        if self.last_pair.is_some_and(|last| row.pair > last) {
            return Ok(());
        }
        let kept = KeptGame::from(row);
        // A game that was not played may withdraw a player whose engine cannot be started.
        let is_new = self.past.add(&kept)?.is_new;
        let Some(outcome) = kept.outcome().filter(|_| is_new) else { return Ok(()) };
        if let Some(state) = self.past.test_state()
            && self.llr.last().is_none_or(|(pairs, _)| *pairs < state.pairs)
        {
            self.llr.push((state.pairs, state.llr));
        }
        self.openings.add(row.pair, row.position.as_deref(), &row.opening, outcome);
        *self.lengths.entry(row.moves.len()).or_default() += 1;
        *self.reasons.entry(row.reason.clone()).or_default() += 1;
        self.add_times(row);
        self.add_loss(row, outcome);
        self.dates = Some(match self.dates.take() {
            None => [row.date.clone(), row.date.clone()],
            Some([first, last]) => [first.min(row.date.clone()), last.max(row.date.clone())],
        });
        Ok(())
    }

    fn add_times(&mut self, row: &ResultRow) {
        let sides = self.sides(row);
        let mut n_made = [0; 2];
        for (ply, side) in sides.into_iter().enumerate() {
            let Some(side) = side else { continue };
            let name = match side {
                Side::First => &row.first,
                Side::Second => &row.second,
            };
            let before = n_made[side.idx()];
            n_made[side.idx()] += 1;
            if ply < row.opening_plies {
                continue;
            }
            let Some(took) = row.times_ms.get(ply).copied().flatten() else { continue };
            let used = self.times.entry(name.clone()).or_default();
            used.moves += 1;
            used.total_ms += took;
            used.longest_ms = used.longest_ms.max(took);
            let time = Duration::try_from_secs_f64(took / 1000.0);
            used.spread.add(time.unwrap_or_default());
            if before < MOST_MOVES {
                let len = used.by_move.len().max(before + 1);
                used.by_move.resize(len, (0, 0.0));
                let (count, sum) = &mut used.by_move[before];
                (*count, *sum) = (*count + 1, *sum + took);
            }
            let left = row.clocks_ms.get(ply).copied().flatten();
            used.least_left_ms = [used.least_left_ms, left].into_iter().flatten().reduce(f64::min);
        }
    }

    /// Who made each move; `None` for dice.
    fn sides(&self, row: &ResultRow) -> Vec<Option<Side>> {
        let setup = Setup { variant: row.variant.clone(), position: row.position.clone() };
        let Ok(mut pos) = self.game.start(&setup) else { return Vec::new() };
        let side_of = |actor| match actor {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        if !self.game.info().has_dice {
            // Passes are moves: the sides alternate.
            let first = side_of(pos.actor()).unwrap_or(Side::First);
            let sides = [first, first.opponent()].into_iter().cycle().map(Some);
            return sides.take(row.moves.len()).collect();
        }
        let mut sides = Vec::new();
        for mv in &row.moves {
            sides.push(side_of(pos.actor()));
            if pos.play(mv).is_err() {
                break;
            }
        }
        sides
    }

    fn add_loss(&mut self, row: &ResultRow, outcome: Outcome) {
        let Some(cause) = row.cause else { return };
        let is_failure = row.failure || cause.is_on_time();
        let (Outcome::WonBy(winner), true) = (outcome, is_failure) else { return };
        let player = match winner {
            Side::First => &row.second,
            Side::Second => &row.first,
        };
        let is_late = row.is_late() && cause.is_on_time();
        let cause = if is_late { CauseName::Late } else { cause }.words().to_owned();
        *self.causes.entry((player.clone(), cause.clone())).or_default() += 1;
        if self.lost.len() < MAX_LOST {
            self.lost.push(LostGame {
                number: row.number,
                player: player.clone(),
                detail: match (&row.detail, row.is_late()) {
                    (Some(detail), false) => detail.clone(),
                    (_, true) | (None, false) => cause,
                },
                bundle: row.bundle.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::games;
    use crate::play::tournament::{Course, Format, Joined, Plan};
    use crate::play::{GameReport, LatenessRow};

    #[test]
    fn a_report_counts_each_game_once_and_times_by_the_player_who_moved() {
        let othello = games::find("othello").unwrap();
        let mut row = GameReport::example(1).result_row(othello);
        row.moves = ["f5", "d6", "c3"].map(str::to_owned).into();
        row.opening = vec!["f5".to_owned()];
        row.opening_plies = 1;
        row.times_ms = vec![Some(5.0), Some(20.0), Some(7.0)];
        row.clocks_ms = vec![None, Some(900.0), Some(800.0)];
        (row.cause, row.failure) = (Some(CauseName::LostOnTime), false);
        let plan = Plan { format: Format::Match, players: 2, pairs: 1 };
        let names = ["A", "B"].map(str::to_owned);
        let mut digest = Digest::new(Past::new(Course::new(plan), &names, false), othello);
        digest.add(&row).unwrap();
        digest.add(&row).unwrap();
        assert_eq!(digest.lengths, BTreeMap::from([(3, 1)]));
        let [a, b] = ["A", "B"].map(|name| &digest.times[name]);
        assert_eq!((a.moves, a.total_ms, a.least_left_ms), (1, 7.0, Some(800.0)));
        assert_eq!((b.moves, b.longest_ms, b.least_left_ms), (1, 20.0, Some(900.0)));
        // The first move of A is one of the opening.
        assert_eq!(a.by_move, [(0, 0.0), (1, 7.0)]);
        assert_eq!((&b.by_move[..], b.spread.len()), (&[(1, 20.0)][..], 1));
        assert_eq!(digest.openings.by_imbalance()[0].results, [0, 0, 1]);
        assert_eq!((digest.lost.len(), digest.lost[0].player.as_str()), (1, "A"));
        let late = ResultRow {
            number: 2,
            first: "B".to_owned(),
            second: "A".to_owned(),
            winner: Some("A".to_owned()),
            lateness: Some(LatenessRow {
                late: true,
                host_ms: 300.0,
                machine_ms: 0.0,
                used_ms: 500.0,
                halted_ms: 0.0,
                own: None,
            }),
            ..row.clone()
        };
        digest.add(&late).unwrap();
        let cause = "lost on time while the machine was late";
        assert_eq!(digest.causes[&("B".to_owned(), cause.to_owned())], 1);
        assert_eq!((digest.lost[1].detail.as_str(), digest.past.n_late()), (cause, 1));
        let stopped = ResultRow { number: 3, result: "*".to_owned(), winner: None, ..row };
        digest.add(&stopped).unwrap();
        assert_eq!(digest.past.course.results().n_games(), 2);
    }

    #[test]
    fn an_engine_that_could_not_be_started_is_withdrawn_in_the_report_too() {
        let othello = games::find("othello").unwrap();
        let plan = Plan {
            format: Format::RoundRobin { cycles: 1, late: Joined::NONE },
            players: 3,
            pairs: 1,
        };
        let course = Course::new(plan).withdrawing_after(NonZeroU32::new(1));
        let names = ["A", "B", "C"].map(str::to_owned);
        let mut digest = Digest::new(Past::new(course, &names, false), othello);
        // By the Berger table, B meets C first.
        let row = ResultRow {
            first: "B".to_owned(),
            second: "C".to_owned(),
            result: "*".to_owned(),
            winner: None,
            unusable: Some("C".to_owned()),
            ..GameReport::example(1).result_row(othello)
        };
        digest.add(&row).unwrap();
        let results = digest.past.course.results();
        assert_eq!(results.withdrawals().last_game(2), Some(0));
        assert_eq!((results.n_games(), results.n_defaults()), (0, 4));
        assert_eq!((digest.lengths.len(), digest.lost.len()), (0, 0), "it was not played");
        let notes = digest.past.withdrawn_notes(&names);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("C is withdrawn before its first game: "), "{notes:?}");
    }
}
