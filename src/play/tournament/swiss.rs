//! Swiss pairings: players with equal scores meet, no two meet twice, and no player has two byes.
//!
//! In the manner of the Dutch system (FIDE Handbook C.04.3): the upper half of a score group meets
//! the lower half, and the last player of an odd group meets the next group. Each pair of games
//! gives both players both sides, so that colours decide only who begins. A player that is withdrawn is
//! not paired any more.

use super::matching::{can_pair_all, n_unpaired};
use super::plan::{Plan, Round};
use super::results::Results;
use super::table::half_points;

/// As many rounds can be paired whatever the results are. If each of *n* players (*n* even, with
/// the bye as one of them) has met fewer than *n*/2 others, the rest can be paired (Dirac 1952).
pub(super) fn most_rounds(players: usize) -> u32 {
    u32::try_from((players + players % 2) / 2).unwrap_or(u32::MAX)
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
    /// if the number is odd; if players were withdrawn, there may be more, and one may have a second
    /// bye, because no two meet twice.
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
    let mut ranked: Vec<usize> = (0..plan.players).filter(is_in).collect();
    ranked.sort_by_key(|player| (std::cmp::Reverse(standings.scores[*player]), *player));
    let byes = standings.take_byes(&mut ranked);
    let mut tables = Vec::new();
    while !ranked.is_empty() {
        let opponents = standings.opponents(&ranked);
        let rest = |other: usize| -> Vec<usize> {
            ranked[1..].iter().copied().filter(|player| *player != other).collect()
        };
        let other = opponents.into_iter().find(|other| standings.can_pair(&rest(*other)));
        let other = other.expect("the players that are left can be paired");
        tables.push(Some(standings.in_order(ranked[0], other)));
        ranked = rest(other);
    }
    (tables, byes)
}
