//! The course of a tournament: the rounds that are known, what has been played, what is due.
//!
//! A pure function of the plan and the games that were added; it starts nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::plan::{Encounter, Format, Plan, Round};
use super::results::{Entered, Results};
use super::shard::Shard;
use super::withdrawal::{FailureKind, Withdrawals};
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
    /// Players that are withdrawn now.
    pub withdrawn: BTreeSet<usize>,
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
    /// Only these pairs of games are played here.
    shard: Option<Shard>,
    rounds: Vec<Round>,
    results: Results,
    /// Encounters by their first pair, each with its round and the number of pairs due.
    encounters: BTreeMap<u32, (usize, Encounter, u32)>,
    /// Games of each round that are due and not over.
    left: Vec<u32>,
    /// The pair after which nothing counts any more, if a test has its verdict.
    last_pair: Option<u32>,
    /// The player whose rating is given, and the rating.
    anchor: Option<(usize, f64)>,
}

impl Course {
    /// The beginning of a tournament whose plan was checked.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self::of_shard(plan, None)
    }

    /// The same, of which only a share is played here. The pairings must depend on no result
    /// ([`Plan::is_fixed`]).
    #[must_use]
    pub fn of_shard(plan: Plan, shard: Option<Shard>) -> Self {
        let mut course = Self {
            plan,
            shard,
            rounds: Vec::new(),
            results: Results::default(),
            encounters: BTreeMap::new(),
            left: Vec::new(),
            last_pair: None,
            anchor: None,
        };
        course.advance();
        course
    }

    /// The beginning of one from which players are withdrawn after so many failures.
    #[must_use]
    pub fn withdrawing_after(mut self, failures: Option<NonZeroU32>) -> Self {
        *self.results.withdrawals_mut() = Withdrawals::after(failures);
        self
    }

    /// The same, in which this player has this rating.
    #[must_use]
    pub fn anchored(mut self, anchor: Option<(usize, f64)>) -> Self {
        self.anchor = anchor;
        self
    }

    /// The player whose rating is given, and the rating.
    #[must_use]
    pub fn anchor(&self) -> Option<(usize, f64)> {
        self.anchor
    }

    /// Says which opening the games of a pair have, where it is not one of their own.
    pub fn note_opening(&mut self, pair: u32, opening: u32) {
        self.results.note_opening(pair, opening);
    }

    /// A test has its verdict after this pair: games of later ones do not count, whether they are over
    /// or not, and nothing is due any more.
    pub fn end_after(&mut self, pair: u32) {
        if self.last_pair.is_none() {
            self.last_pair = Some(pair);
            self.results.forget_after(pair);
        }
    }

    /// The pair after which nothing counts any more; `None` while there is none.
    #[must_use]
    pub fn last_pair(&self) -> Option<u32> {
        self.last_pair
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

    /// The first round, from 0, in which a game is due and not over; after the end the last one.
    #[must_use]
    pub fn first_open_round(&self) -> usize {
        let open = self.left.iter().position(|left| *left > 0);
        open.unwrap_or(self.left.len().saturating_sub(1))
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
        self.add_failed(number, players, None, score_of)
    }

    /// As [`Course::add`]; the player on this side has lost it by a failure of its engine.
    ///
    /// # Errors
    ///
    /// As [`Course::add`].
    pub fn add_failed(
        &mut self,
        number: u32,
        players: [usize; 2],
        failed: Option<Side>,
        score_of: impl Fn(Side) -> GameScore,
    ) -> Result<Added, StrangeGame> {
        let (place, round, seat) = self.place_of(number, players)?;
        let mut added = Added::default();
        if self.is_too_late(place.0) {
            return Ok(added);
        }
        let entered = self.results.add(place.0, place.1, score_of(seat));
        if entered == Entered::Known {
            return Ok(added);
        }
        added.is_new = entered == Entered::Counts;
        self.left[round] -= u32::from(added.is_new);
        let before = self.results.withdrawals().last_games();
        if let Some(side) = failed {
            let withdrawals = self.results.withdrawals_mut();
            withdrawals.note(seen_from(players, side), number, FailureKind::Lost);
        }
        let touched = added.is_new.then_some(round).into_iter().collect();
        self.settle(place.0, touched, &before, &mut added);
        Ok(added)
    }

    /// The engine of a player cannot be started for a game: if players are withdrawn for failures,
    /// it is, and this game is lost by default. `players` are those of the game, first side first.
    ///
    /// # Errors
    ///
    /// As [`Course::add`].
    pub fn withdraw(
        &mut self,
        number: u32,
        players: [usize; 2],
        failed: Side,
    ) -> Result<Added, StrangeGame> {
        let (place, _, _) = self.place_of(number, players)?;
        let mut added = Added::default();
        if self.is_too_late(place.0) {
            return Ok(added);
        }
        let before = self.results.withdrawals().last_games();
        let withdrawals = self.results.withdrawals_mut();
        withdrawals.note(seen_from(players, failed), number, FailureKind::Unstarted);
        self.settle(place.0, BTreeSet::new(), &before, &mut added);
        Ok(added)
    }

    /// A game of this pair does not count any more.
    fn is_too_late(&self, pair: u32) -> bool {
        self.last_pair.is_some_and(|last| pair > last)
    }

    /// The pair of a game and its place in it, its round, and the side of its encounter's first
    /// player.
    fn place_of(
        &self,
        number: u32,
        players: [usize; 2],
    ) -> Result<((u32, usize), usize, Side), StrangeGame> {
        let strange = StrangeGame::Number { number };
        let place = number.checked_sub(1).ok_or(strange)?;
        let (pair, game) = (place / 2, (place % 2) as usize);
        let found = self.encounters.range(..=pair).next_back();
        let (_, (round, encounter, due)) = found.ok_or(strange)?;
        if pair - encounter.first_pair >= *due || !self.is_here(pair) {
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
        Ok(((pair, game), *round, seat))
    }

    /// After a change in the encounter of this pair: what is lost by default, due and over now.
    /// `before` are the players that were withdrawn before it, with their last games.
    fn settle(
        &mut self,
        pair: u32,
        mut touched: BTreeSet<usize>,
        before: &BTreeMap<usize, u32>,
        added: &mut Added,
    ) {
        let last_games = self.results.withdrawals().last_games();
        let withdrawn: BTreeSet<usize> = last_games.keys().copied().collect();
        let is_new = |player: &usize| !before.contains_key(player);
        added.withdrawn = withdrawn.iter().copied().filter(is_new).collect();
        let encounter = self.encounters.range(..=pair).next_back().map(|(first, _)| *first);
        let mut changed: Vec<u32> = encounter.into_iter().collect();
        // A failure with a lower number than those before it moves the last game, too, or shows that a player
        // goes on after all.
        let is_moved = |player: &usize| before.get(player) != last_games.get(player);
        let moved: BTreeSet<usize> =
            before.keys().chain(last_games.keys()).copied().filter(is_moved).collect();
        for first_pair in self.encounters_of(&moved, 0) {
            touched.extend(self.decide_defaults(first_pair, &mut added.due));
            changed.push(first_pair);
        }
        loop {
            for first_pair in std::mem::take(&mut changed) {
                touched.extend(self.lose_by_default(first_pair));
                added.due.extend(self.lengthen(first_pair));
                touched.extend(self.lose_by_default(first_pair));
            }
            let over = touched.iter().copied().filter(|round| self.left[*round] == 0).max();
            let Some(round) = over else { break };
            touched.clear();
            added.round_over = added.round_over.max(Some(round));
            let known = self.rounds.len();
            self.advance();
            added.due.extend(self.due_from(known));
            changed = self.encounters_of(&withdrawn, known);
        }
        let due = std::mem::take(&mut added.due);
        added.due = due.into_iter().filter(|due| self.is_due(due.number)).collect();
    }

    /// The encounters of these players, by their first pairs, from a round on.
    fn encounters_of(&self, players: &BTreeSet<usize>, first_round: usize) -> Vec<u32> {
        if players.is_empty() {
            return Vec::new();
        }
        let is_theirs =
            |encounter: &Encounter| encounter.players.iter().any(|player| players.contains(player));
        let known = self.encounters.iter();
        let theirs = known
            .filter(|(_, (round, encounter, _))| *round >= first_round && is_theirs(encounter));
        theirs.map(|(first_pair, _)| *first_pair).collect()
    }

    /// Decides the games of an encounter after the last one of a player that is withdrawn; its round,
    /// if there was one without a result.
    fn lose_by_default(&mut self, first_pair: u32) -> Option<usize> {
        let (_, encounter, _) = self.encounters.get(&first_pair)?;
        let is_out = |player: usize| self.results.withdrawals().last_game(player).is_some();
        if !encounter.players.into_iter().any(is_out) {
            return None;
        }
        self.decide_defaults(first_pair, &mut Vec::new())
    }

    /// Decides which games of an encounter are lost by default, and takes this back where a player is not
    /// withdrawn any more: games without a result are `due` again. Its round, if there was a game without a
    /// result that has one now.
    fn decide_defaults(&mut self, first_pair: u32, due_again: &mut Vec<DueGame>) -> Option<usize> {
        let (round, encounter, due) = self.encounters.get(&first_pair)?;
        let (mut n_new, shard) = (0, self.shard);
        let last = encounter.players.map(|player| self.results.withdrawals().last_game(player));
        let is_here = |pair: &u32| shard.is_none_or(|shard| shard.holds(*pair));
        for pair in (first_pair..first_pair + due).filter(is_here) {
            for (game, found) in
                games_of(*round, encounter, pair - first_pair).into_iter().enumerate()
            {
                let losers = last.map(|last| last.is_some_and(|last| found.number > last));
                let before = self.results.is_known(pair, game);
                self.results.set_default(pair, game, losers);
                match (before, self.results.is_known(pair, game)) {
                    (false, true) => n_new += 1,
                    (true, false) => {
                        self.left[*round] += 1;
                        due_again.push(found);
                    }
                    (true, true) | (false, false) => {}
                }
            }
        }
        self.left[*round] -= n_new;
        (n_new > 0).then_some(*round)
    }

    /// Adds the tie-breaks of an encounter that are due now, and takes those back that were due only
    /// because a player seemed to be withdrawn.
    fn lengthen(&mut self, first_pair: u32) -> Vec<DueGame> {
        let Some((round, encounter, due)) = self.encounters.get_mut(&first_pair) else {
            return Vec::new();
        };
        let before = *due;
        *due = self.plan.pairs_due(encounter, &self.results);
        // All games of these are lost by default: none was played.
        for pair in (*due..before).map(|pair| first_pair + pair) {
            for game in [0, 1] {
                self.left[*round] -= u32::from(!self.results.is_known(pair, game));
                self.results.set_default(pair, game, [false, false]);
            }
        }
        self.left[*round] += 2 * due.saturating_sub(before);
        (before..*due).flat_map(|pair| games_of(*round, encounter, pair)).collect()
    }

    /// A game is due and has no result, by play or by default.
    #[must_use]
    pub fn is_due(&self, number: u32) -> bool {
        let Some(place) = number.checked_sub(1) else { return false };
        let pair = place / 2;
        if self.is_too_late(pair) {
            return false;
        }
        let found = self.encounters.range(..=pair).next_back();
        let is_reached = found.is_some_and(|(first_pair, (_, _, due))| pair - first_pair < *due);
        is_reached && self.is_here(pair) && !self.results.is_known(pair, (place % 2) as usize)
    }

    /// All games that are due and have no result.
    #[must_use]
    pub fn due(&self) -> Vec<DueGame> {
        let is_left = |due: &DueGame| self.is_due(due.number);
        self.due_from(0).filter(is_left).collect()
    }

    /// No result can make another game due.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let may_be_longer = matches!(self.plan.format, Format::Knockout { .. });
        self.are_all_rounds_known() && (!may_be_longer || self.is_over())
    }

    /// Every game that counts has been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let are_played = || self.left.iter().all(|left| *left == 0);
        self.last_pair.is_some() || self.are_all_rounds_known() && are_played()
    }

    fn are_all_rounds_known(&self) -> bool {
        self.rounds.len() == self.plan.n_rounds() as usize
    }

    /// The number of games that are played here as far as is known: with the tie-breaks that are
    /// due, and without games that are lost by default.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        let here = |(_, encounter, due): &(usize, Encounter, u32)| self.n_here(encounter, *due);
        let known: u32 = self.encounters.values().map(here).sum();
        let rounds = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        known + self.plan.n_games_from(rounds) - self.results.n_defaults()
    }

    fn due_from(&self, first_round: usize) -> impl Iterator<Item = DueGame> {
        let round = u32::try_from(first_round).unwrap_or(u32::MAX);
        let known = self.encounters.range(self.plan.first_pair(round, 0)..);
        known.flat_map(|(_, (round, encounter, due))| {
            let here = (0..*due).filter(|pair| self.is_here(encounter.first_pair + pair));
            here.flat_map(|pair| games_of(*round, encounter, pair))
        })
    }

    /// This pair of games is played here.
    fn is_here(&self, pair: u32) -> bool {
        self.shard.is_none_or(|shard| shard.holds(pair))
    }

    /// How many games of the first pairs of an encounter are played here.
    fn n_here(&self, encounter: &Encounter, pairs: u32) -> u32 {
        match self.shard {
            None => 2 * pairs,
            Some(_) => {
                let own = (0..pairs).filter(|pair| self.is_here(encounter.first_pair + pair));
                2 * u32::try_from(own.count()).unwrap_or(u32::MAX)
            }
        }
    }

    /// Learns all rounds that can be known.
    fn advance(&mut self) {
        while let Some(round) = self.plan.next_round(&self.rounds, &self.results) {
            let pairs = self.plan.pairs;
            let n_games = round.encounters.iter().map(|enc| self.n_here(enc, pairs)).sum();
            for encounter in &round.encounters {
                let entry = (self.rounds.len(), *encounter, pairs);
                self.encounters.insert(encounter.first_pair, entry);
            }
            self.left.push(n_games);
            self.rounds.push(round);
        }
    }
}

/// The player on this side and the opponent; `players` are those of a game, first side first.
fn seen_from(players: [usize; 2], side: Side) -> [usize; 2] {
    [players[side.idx()], players[side.opponent().idx()]]
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
