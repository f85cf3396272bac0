//! Swiss pairings: players with equal scores meet, no two meet twice, and no player has two byes.
//!
//! In the manner of the Dutch system (FIDE Handbook C.04.3): each score group, with the players that came
//! down from the groups above, is a bracket. As many pairs as possible are made in it while the players
//! that are left can still be paired; then the upper half of the group meets the lower half. Who has no
//! opponent in a bracket, if possible its last players, comes down to the next one. Each pair of games
//! gives both players both sides, so that colours decide only who begins. Where not all players can be
//! paired without a repeat, as many meet as can, and the others have a bye; which of them is worth points is
//! said by [`super::table::paid_byes`]. A player that is withdrawn is not paired any more, and has no bye. A
//! round in which no two can meet is not played: no one has a bye in it. One that joins later is paired from its
//! round on, with no points for the rounds before.

use super::matching::{can_pair_all, n_unpaired};
use super::plan::{Plan, Round};
use super::results::Results;
use super::table::half_points;

/// As many rounds can be paired whatever the results are. If each of *n* players (*n* even, with
/// the bye as one of them) has met fewer than *n*/2 others, the rest can be paired (Dirac 1952). Of four
/// all rounds can: whom each has not met after two of them is its opponent's only choice, too.
pub(super) fn sure_rounds(players: usize) -> u32 {
    match most_rounds(players) {
        3 => 3,
        most => most.div_ceil(2),
    }
}

/// After as many rounds every player may have met every other one, and had a bye if their number is odd.
pub(super) fn most_rounds(players: usize) -> u32 {
    u32::try_from(players - 1 + players % 2).unwrap_or(u32::MAX)
}

/// What is known of the players before a round.
struct Standings {
    /// Half points.
    scores: Vec<u32>,
    /// `met[a][b]`: a and b have met.
    met: Vec<Vec<bool>>,
    had_bye: Vec<bool>,
    /// How often each began as the first side, minus how often as the second.
    firsts: Vec<i32>,
}

impl Standings {
    fn new(plan: &Plan, before: &[Round], results: &Results) -> Self {
        let n = plan.players;
        let mut found = Self {
            scores: half_points(plan, before, results),
            met: vec![vec![false; n]; n],
            had_bye: vec![false; n],
            firsts: vec![0; n],
        };
        for round in before {
            for encounter in &round.encounters {
                let [one, other] = encounter.players;
                found.met[one][other] = true;
                found.met[other][one] = true;
                found.firsts[one] += 1;
                found.firsts[other] -= 1;
            }
            round.byes.iter().for_each(|player| found.had_bye[*player] = true);
        }
        found
    }

    /// These players can all be paired with each other.
    fn can_pair(&self, players: &[usize]) -> bool {
        can_pair_all(players.len(), |a, b| !self.met[players[a]][players[b]])
    }

    /// Removes the players without an opponent: the lowest ones that have had no bye yet. There is one
    /// if the number is odd. After more than [`sure_rounds`], or if players were withdrawn, there may be
    /// more, and one may have a second bye, because no two meet twice.
    fn take_byes(&self, ranked: &mut Vec<usize>) -> Vec<usize> {
        let left_over =
            |players: &[usize]| n_unpaired(players.len(), |a, b| !self.met[players[a]][players[b]]);
        let mut byes = Vec::new();
        let mut left = left_over(ranked);
        while left > 0 {
            let lowest = || ranked.iter().rev().copied();
            let fair = lowest().filter(|player| !self.had_bye[*player]);
            let others = lowest().filter(|player| self.had_bye[*player]);
            let without = |player: usize| -> Vec<usize> {
                ranked.iter().copied().filter(|other| *other != player).collect()
            };
            let bye = fair.chain(others).find(|player| left_over(&without(*player)) < left);
            let bye = bye.expect("a largest pairing leaves out a player");
            *ranked = without(bye);
            byes.push(bye);
            left -= 1;
        }
        byes
    }

    /// The players who may meet the first of these, the best opponents first.
    fn opponents(&self, ranked: &[usize]) -> Vec<usize> {
        let score = self.scores[ranked[0]];
        let group = ranked.iter().take_while(|player| self.scores[**player] == score).count();
        let (own, below) = ranked.split_at(group);
        let half = (group / 2).max(1);
        // The lower half from its top, then the upper half from its end, then the next groups.
        let lower = own.iter().skip(half);
        let upper = own.iter().take(half).skip(1).rev();
        lower
            .chain(upper)
            .chain(below)
            .copied()
            .filter(|other| !self.met[ranked[0]][*other])
            .collect()
    }

    /// Splits off the players of a bracket that have no opponent in it: as few as possible, and the lowest
    /// of it, so that all others can meet each other, and those that come down the players below.
    fn take_down(&self, bracket: &mut Vec<usize>, below: &[usize]) -> Vec<usize> {
        for n in (bracket.len() % 2..=bracket.len()).step_by(2) {
            let mut chosen = Vec::new();
            if self.choose_down(bracket, below, n, bracket.len(), &mut chosen) {
                bracket.retain(|player| !chosen.contains(player));
                chosen.reverse();
                return chosen;
            }
        }
        unreachable!("the players that are left can be paired")
    }

    /// Chooses so many more players to come down, from before `end` of the bracket and the lowest first;
    /// false if none can be chosen.
    fn choose_down(
        &self,
        bracket: &[usize],
        below: &[usize],
        n: usize,
        end: usize,
        chosen: &mut Vec<usize>,
    ) -> bool {
        if !self.may_come_down(bracket, below, n, chosen) {
            return false;
        }
        if n == 0 {
            return true;
        }
        for at in (n - 1..end).rev() {
            chosen.push(bracket[at]);
            if self.choose_down(bracket, below, n - 1, at, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// These and so many more players of the bracket may come down, as far as can be said before the others
    /// are chosen. With no more to choose it is certain.
    fn may_come_down(
        &self,
        bracket: &[usize],
        below: &[usize],
        n: usize,
        chosen: &[usize],
    ) -> bool {
        let stay: Vec<usize> =
            bracket.iter().copied().filter(|player| !chosen.contains(player)).collect();
        let left = n_unpaired(stay.len(), |a, b| !self.met[stay[a]][stay[b]]);
        let down: Vec<usize> = chosen.iter().chain(below).copied().collect();
        // Each of the others that come down meets one of the players below, whichever it is.
        let all = down.len() + n;
        let can_meet = |a: usize, b: usize| match (down.get(a), down.get(b)) {
            (Some(one), Some(other)) => !self.met[*one][*other],
            (None, None) => false,
            (Some(_), None) => a >= chosen.len(),
            (None, Some(_)) => b >= chosen.len(),
        };
        left <= n && can_pair_all(all, can_meet)
    }

    /// The pairs of a bracket whose players can all meet each other.
    fn pairs_of(&self, mut bracket: Vec<usize>) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        while !bracket.is_empty() {
            let rest = |other: usize| -> Vec<usize> {
                bracket[1..].iter().copied().filter(|player| *player != other).collect()
            };
            let mut opponents = self.opponents(&bracket).into_iter();
            let other = opponents.find(|other| self.can_pair(&rest(*other)));
            let other = other.expect("the players that are left can be paired");
            pairs.push(self.in_order(bracket[0], other));
            bracket = rest(other);
        }
        pairs
    }

    fn in_order(&self, one: usize, other: usize) -> [usize; 2] {
        // Who began less often begins; the player ranked higher if both did so equally often.
        if self.firsts[other] < self.firsts[one] { [other, one] } else { [one, other] }
    }
}

/// The tables of the round after these ones, and who has the bye.
pub(super) fn round(
    plan: &Plan,
    before: &[Round],
    results: &Results,
) -> (Vec<Option<[usize; 2]>>, Vec<usize>) {
    let standings = Standings::new(plan, before, results);
    let next = u32::try_from(before.len()).unwrap_or(u32::MAX);
    let last = 2 * plan.first_pair(next, 0);
    let is_in = |player: &usize| !results.withdrawals().is_out_by(*player, last);
    let mut ranked: Vec<usize> = (0..plan.n_present(next)).filter(is_in).collect();
    ranked.sort_by_key(|player| (std::cmp::Reverse(standings.scores[*player]), *player));
    let byes = standings.take_byes(&mut ranked);
    let (mut tables, mut from_above) = (Vec::new(), Vec::new());
    let same_score =
        |one: &usize, other: &usize| standings.scores[*one] == standings.scores[*other];
    let mut below = ranked.as_slice();
    for group in ranked.chunk_by(same_score) {
        below = &below[group.len()..];
        let mut bracket = [from_above.as_slice(), group].concat();
        from_above = standings.take_down(&mut bracket, below);
        tables.extend(standings.pairs_of(bracket).into_iter().map(Some));
    }
    // Where no two can meet the round is not played, and no one has a bye in it.
    let byes = if tables.is_empty() { Vec::new() } else { byes };
    (tables, byes)
}
