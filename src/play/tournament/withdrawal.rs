//! Players that are withdrawn from a tournament because their engines fail too often.
//!
//! Detects no failure and pairs no one. A pure function of the failures, whatever the order in which
//! they become known: they are taken in the order of the numbers of their games, and one in a game that would
//! not have been played by then, because one of its players was withdrawn by a game with a lower number, is
//! none. So a player may be withdrawn until a game with a lower number has ended, and play on then. When all
//! games of a round are over this is settled: a tournament that was broken off and resumed has the same table.
//!
//! The rule is that of over-the-board tournaments (FIDE Handbook C.05, General Regulations for
//! Competitions): unplayed games are lost by default; in a round
//! robin the games of a player who has completed less than half of them do not count in the table.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::plan::{Format, Plan, Round};
use super::results::Results;

/// Failures so far, and who is withdrawn for them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Withdrawals {
    /// So many failures are too many; `None` withdraws no player.
    after: Option<NonZeroU32>,
    /// By the numbers of their games.
    failures: BTreeMap<u32, Failure>,
    /// Who is withdrawn for these.
    gone: BTreeMap<usize, Gone>,
}

/// A player's engine has failed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Failure {
    player: usize,
    opponent: usize,
    kind: FailureKind,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum FailureKind {
    /// It has lost the game by that.
    Lost,
    /// It could not be started, so that there was no game.
    Unstarted,
}

/// The failure by which a player is withdrawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Gone {
    /// The number of its game.
    number: u32,
    kind: FailureKind,
}

impl Gone {
    fn last_game(self) -> u32 {
        match self.kind {
            FailureKind::Lost => self.number,
            FailureKind::Unstarted => self.number - 1,
        }
    }
}

impl Withdrawals {
    /// Withdraws players after so many failures.
    pub(super) fn after(after: Option<NonZeroU32>) -> Self {
        Self { after, ..Self::default() }
    }

    /// The engine of the first of these players has failed in this game between them.
    pub(super) fn note(&mut self, [player, opponent]: [usize; 2], number: u32, kind: FailureKind) {
        self.failures.entry(number).or_insert(Failure { player, opponent, kind });
        self.find_gone();
    }

    /// What happened in games with a higher number does not count.
    pub(super) fn forget_after(&mut self, number: u32) {
        self.failures.retain(|game, _| *game <= number);
        self.find_gone();
    }

    /// Takes the failures in the order of their games.
    fn find_gone(&mut self) {
        self.gone.clear();
        let Some(after) = self.after else { return };
        let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
        for (&number, &Failure { player, opponent, kind }) in &self.failures {
            let is_played = |player: &usize| {
                self.gone.get(player).is_none_or(|gone| number <= gone.last_game())
            };
            if ![player, opponent].iter().all(is_played) {
                continue;
            }
            let count = counts.entry(player).or_default();
            *count += 1;
            if kind == FailureKind::Unstarted || *count == after.get() {
                self.gone.insert(player, Gone { number, kind });
            }
        }
    }

    /// The number of the last game of a player that is withdrawn: its games after this one are lost
    /// by default. `None` if it goes on playing.
    #[must_use]
    pub fn last_game(&self, player: usize) -> Option<u32> {
        self.gone.get(&player).map(|gone| gone.last_game())
    }

    /// The player is withdrawn by this game or one before it. That its engine could not be started for the
    /// game after this one says nothing of it.
    pub(super) fn is_out_by(&self, player: usize, number: u32) -> bool {
        self.gone.get(&player).is_some_and(|gone| gone.number <= number)
    }

    /// The player is withdrawn because its engine could not be started for this game.
    fn missed(&self, player: usize) -> Option<u32> {
        let gone = self.gone.get(&player)?;
        (gone.kind == FailureKind::Unstarted).then_some(gone.number)
    }

    /// The players that are withdrawn, each with its [`Withdrawals::last_game`].
    #[must_use]
    pub fn last_games(&self) -> BTreeMap<usize, u32> {
        self.gone.iter().map(|(player, gone)| (*player, gone.last_game())).collect()
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
