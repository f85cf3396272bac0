//! Players that are withdrawn from a tournament because their engines fail too often.
//!
//! Detects no failure and pairs no one. A pure function of the failures, whatever the order in which
//! they become known: which games count depends on their numbers alone, so that a tournament that
//! was broken off and resumed has the same table. One case is left: where the engine of a player cannot be
//! started for a game that would not have been played, because the other player fails too often in a game
//! with a lower number that ends later, the player is withdrawn all the same.
//!
//! The rule is that of over-the-board tournaments (FIDE Handbook C.05, General Regulations for
//! Competitions): unplayed games are lost by default; in a round
//! robin the games of a player who has completed less than half of them do not count in the table.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::plan::{Format, Plan, Round};
use super::results::Results;

/// Failures so far, and who is withdrawn for them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Withdrawals {
    /// So many failures are too many; `None` withdraws no player.
    after: Option<NonZeroU32>,
    /// The numbers of the games that each player has lost by a failure.
    failures: BTreeMap<usize, BTreeSet<u32>>,
    /// The first game for which each player's engine could not be started.
    unstarted: BTreeMap<usize, u32>,
}

impl Withdrawals {
    /// Withdraws players after so many failures.
    pub(super) fn after(after: Option<NonZeroU32>) -> Self {
        Self { after, ..Self::default() }
    }

    /// A player has lost this game by a failure.
    pub(super) fn note_failure(&mut self, player: usize, number: u32) {
        self.failures.entry(player).or_default().insert(number);
    }

    /// The engine of a player cannot be started for this game.
    pub(super) fn note_unstarted(&mut self, player: usize, number: u32) {
        let first = self.unstarted.entry(player).or_insert(number);
        *first = number.min(*first);
    }

    /// What happened in games with a higher number does not count.
    pub(super) fn forget_after(&mut self, number: u32) {
        self.failures.values_mut().for_each(|games| games.retain(|game| *game <= number));
        self.unstarted.retain(|_, game| *game <= number);
    }

    /// The number of the game with which a player has failed too often.
    fn last_failure(&self, player: usize) -> Option<u32> {
        let after = self.after?.get() as usize;
        self.failures.get(&player)?.iter().nth(after - 1).copied()
    }

    /// The number of the first game for which a player's engine could not be started.
    fn first_unstarted(&self, player: usize) -> Option<u32> {
        self.after.and(self.unstarted.get(&player).copied())
    }

    /// The number of the last game of a player that is withdrawn: its games after this one are lost
    /// by default. `None` if it goes on playing.
    #[must_use]
    pub fn last_game(&self, player: usize) -> Option<u32> {
        let before = self.first_unstarted(player).map(|number| number - 1);
        self.last_failure(player).into_iter().chain(before).min()
    }

    /// The player is withdrawn by this game or one before it. That its engine could not be started for the
    /// game after this one says nothing of it.
    pub(super) fn is_out_by(&self, player: usize, number: u32) -> bool {
        let events = [self.last_failure(player), self.first_unstarted(player)];
        events.into_iter().flatten().any(|event| event <= number)
    }

    /// The player is withdrawn because its engine could not be started for this game.
    fn missed(&self, player: usize) -> Option<u32> {
        let number = self.first_unstarted(player)?;
        self.last_failure(player).is_none_or(|failed| failed >= number).then_some(number)
    }

    /// The players that are withdrawn, each with its [`Withdrawals::last_game`].
    #[must_use]
    pub fn last_games(&self) -> BTreeMap<usize, u32> {
        let known = self.failures.keys().chain(self.unstarted.keys()).copied();
        known.filter_map(|player| Some((player, self.last_game(player)?))).collect()
    }
}

/// Whether the games of each player are left out of the table: it is withdrawn from a round robin or a
/// gauntlet, and less than half of its games were due by then.
pub(super) fn left_out(plan: &Plan, rounds: &[Round], results: &Results) -> Vec<bool> {
    let mut left_out = vec![false; plan.players];
    match plan.format {
        Format::RoundRobin { .. } | Format::Gauntlet { .. } => {}
        Format::Match | Format::Knockout { .. } | Format::Swiss { .. } => return left_out,
    }
    for (player, last) in results.withdrawals().last_games() {
        let (mut all, mut completed) = (0, 0);
        for encounter in rounds.iter().flat_map(|round| &round.encounters) {
            if !encounter.players.contains(&player) {
                continue;
            }
            let n_games = 2 * plan.pairs;
            all += n_games;
            completed += last.saturating_sub(2 * encounter.first_pair).min(n_games);
        }
        left_out[player] = 2 * completed < all;
    }
    left_out
}

/// A player that is withdrawn, for the table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Withdrawn {
    /// The player.
    pub player: usize,
    /// The number of the last game that it may have played.
    pub last_game: u32,
    /// The number of the game for which its engine could not be started, if it is withdrawn for that.
    pub missed: Option<u32>,
    /// Its games do not count in the table.
    pub is_left_out: bool,
}

/// The players that are withdrawn after these rounds.
#[must_use]
pub fn withdrawn(plan: &Plan, rounds: &[Round], results: &Results) -> Vec<Withdrawn> {
    let left_out = left_out(plan, rounds, results);
    let found = results.withdrawals().last_games().into_iter();
    let line = |(player, last_game): (usize, u32)| Withdrawn {
        player,
        last_game,
        missed: results.withdrawals().missed(player),
        is_left_out: left_out[player],
    };
    found.map(line).collect()
}

#[cfg(test)]
mod tests;
