//! The course of a tournament: the rounds that are known, what has been played, what is due.
//!
//! A pure function of the plan and the games that were added; it starts nothing.

use std::collections::BTreeMap;

use super::plan::{Encounter, Format, Plan, Round};
use super::results::Results;
use crate::games::Side;
use crate::play::GameScore;

/// A game that can be played now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DueGame {
    /// Its number in the tournament, from 1. A knockout leaves out the numbers of tie-breaks that
    /// are not played.
    pub number: u32,
    /// The number of its pair, from 0.
    pub pair: u32,
    /// Its round, from 0.
    pub round: usize,
    /// Its players.
    pub players: [usize; 2],
    /// The side of the first of them.
    pub seat: Side,
}

/// What a game that was added has changed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Added {
    /// It was not there before.
    pub is_new: bool,
    /// The round that it has ended, from 0.
    pub round_over: Option<usize>,
    /// Games that can be played now.
    pub due: Vec<DueGame>,
}

/// A game that the tournament does not have.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum StrangeGame {
    /// No encounter so far has this number.
    #[error("the tournament has no game {number} yet")]
    Number {
        /// The number.
        number: u32,
    },
    /// Other players have this number.
    #[error("game {number} of the tournament is one of other players")]
    Players {
        /// The number.
        number: u32,
        /// Those whom the tournament pairs, first side first.
        expected: [usize; 2],
    },
}

/// The course of a tournament so far.
#[derive(Clone, Debug)]
pub struct Course {
    plan: Plan,
    rounds: Vec<Round>,
    results: Results,
    /// Encounters by their first pair, each with its round and the number of pairs due.
    encounters: BTreeMap<u32, (usize, Encounter, u32)>,
    /// Games of each round that are due and not over.
    left: Vec<u32>,
}

impl Course {
    /// The beginning of a tournament whose plan was checked.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let mut course = Self {
            plan,
            rounds: Vec::new(),
            results: Results::default(),
            encounters: BTreeMap::new(),
            left: Vec::new(),
        };
        course.advance();
        course
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The rounds whose pairings are known.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The results so far.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The round of a pair of games, from 0; `None` if no encounter has it yet.
    #[must_use]
    pub fn round_of(&self, pair: u32) -> Option<usize> {
        self.encounters.range(..=pair).next_back().map(|(_, (round, _, _))| *round)
    }

    /// Adds the result of a game that counts; one that is there already changes nothing. `players`
    /// are those who played it, first side first; `outcome` makes the result for the player on a
    /// side.
    ///
    /// # Errors
    ///
    /// When the tournament has no such game: its file was changed, or the game is one of another
    /// tournament.
    pub fn add(
        &mut self,
        number: u32,
        players: [usize; 2],
        score_of: impl Fn(Side) -> GameScore,
    ) -> Result<Added, StrangeGame> {
        let strange = StrangeGame::Number { number };
        let place = number.checked_sub(1).ok_or(strange)?;
        let (pair, game) = (place / 2, (place % 2) as usize);
        let found = self.encounters.range_mut(..=pair).next_back();
        let (_, (round, encounter, due)) = found.ok_or(strange)?;
        if pair - encounter.first_pair >= *due {
            return Err(strange);
        }
        let seat = seat_of(game);
        let expected = match seat {
            Side::First => encounter.players,
            Side::Second => [encounter.players[1], encounter.players[0]],
        };
        if players != expected {
            return Err(StrangeGame::Players { number, expected });
        }
        let mut added = Added::default();
        if !self.results.add(pair, game, score_of(seat)) {
            return Ok(added);
        }
        added.is_new = true;
        let round = *round;
        let (encounter, before) = (*encounter, *due);
        *due = self.plan.pairs_due(&encounter, &self.results);
        let more = before..*due;
        self.left[round] -= 1;
        self.left[round] += 2 * (more.end - more.start);
        added.due.extend(more.flat_map(|pair| games_of(round, &encounter, pair)));
        if self.left[round] == 0 {
            added.round_over = Some(round);
            let known = self.rounds.len();
            self.advance();
            added.due.extend(self.due_from(known));
        }
        Ok(added)
    }

    /// All games that are due and have no result.
    #[must_use]
    pub fn due(&self) -> Vec<DueGame> {
        let is_left =
            |due: &DueGame| self.results.game(due.pair, ((due.number - 1) % 2) as usize).is_none();
        self.due_from(0).filter(is_left).collect()
    }

    /// No result can make another game due.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let may_be_longer = matches!(self.plan.format, Format::Knockout { .. });
        self.are_all_rounds_known() && (!may_be_longer || self.is_over())
    }

    /// Every game has been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.are_all_rounds_known() && self.left.iter().all(|left| *left == 0)
    }

    fn are_all_rounds_known(&self) -> bool {
        self.rounds.len() == self.plan.n_rounds() as usize
    }

    /// The number of games that the tournament has as far as is known: with the tie-breaks that are
    /// due.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        let longer = self.encounters.values().map(|(_, _, due)| 2 * (due - self.plan.pairs));
        self.plan.n_games() + longer.sum::<u32>()
    }

    fn due_from(&self, first_round: usize) -> impl Iterator<Item = DueGame> {
        let known = self.encounters.values().filter(move |(round, _, _)| *round >= first_round);
        known.flat_map(|(round, encounter, due)| {
            (0..*due).flat_map(|pair| games_of(*round, encounter, pair))
        })
    }

    /// Learns all rounds that can be known.
    fn advance(&mut self) {
        while let Some(round) = self.plan.next_round(&self.rounds, &self.results) {
            let pairs = self.plan.pairs;
            let n_games = 2 * pairs * u32::try_from(round.encounters.len()).unwrap_or(u32::MAX);
            for encounter in &round.encounters {
                let entry = (self.rounds.len(), *encounter, pairs);
                self.encounters.insert(encounter.first_pair, entry);
            }
            self.left.push(n_games);
            self.rounds.push(round);
        }
    }
}

fn seat_of(game: usize) -> Side {
    if game == 0 { Side::First } else { Side::Second }
}

/// The two games of a pair, counted from 0 in its encounter.
fn games_of(round: usize, encounter: &Encounter, pair: u32) -> [DueGame; 2] {
    let (players, pair) = (encounter.players, encounter.first_pair + pair);
    [0, 1].map(|game| DueGame {
        number: 2 * pair + game + 1,
        pair,
        round,
        players,
        seat: seat_of(game as usize),
    })
}
