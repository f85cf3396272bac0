//! Knockouts: the loser of an encounter is out.
//!
//! The better seeded players have a bye in the first round if the number of players is not a power
//! of two, and the first two seeds can meet in the last round only.

use super::plan::{Encounter, Plan, Round};
use super::results::Results;

/// Places of the first round.
fn size(players: usize) -> usize {
    players.next_power_of_two()
}

/// Number of rounds.
pub(super) fn rounds(players: usize) -> u32 {
    size(players).ilog2()
}

/// Tables of a round, from 0; those of players with a bye among them.
pub(super) fn tables(players: usize, round: u32) -> usize {
    size(players) >> (round + 1)
}

/// The places of the seeds: neighbours meet, then the winners of neighbouring tables.
fn seeds(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    places
}

/// The tables of the round after these ones, whose encounters are over, and the byes of the first.
pub(super) fn round(
    plan: &Plan,
    before: &[Round],
    results: &Results,
) -> (Vec<Option<[usize; 2]>>, Vec<usize>) {
    let mut left = seeds(size(plan.players));
    for round in before {
        let is_out =
            |seed: &usize| round.encounters.iter().any(|enc| loser(plan, enc, results) == *seed);
        left = left
            .chunks(2)
            .filter_map(|two| {
                two.iter().copied().find(|seed| *seed < plan.players && !is_out(seed))
            })
            .collect();
    }
    let mut byes = Vec::new();
    let tables = left.chunks(2).map(|two| match two {
        [one, other] if (*one).max(*other) < plan.players => {
            Some([(*one).min(*other), (*one).max(*other)])
        }
        _ => {
            byes.extend(two.iter().copied().filter(|seed| *seed < plan.players));
            None
        }
    });
    (tables.collect(), byes)
}

/// The player who is out after an encounter that is over: one that is withdrawn by then, or else the
/// loser.
pub(super) fn loser(plan: &Plan, encounter: &Encounter, results: &Results) -> usize {
    let [one, other] = encounter.players;
    let last = 2 * encounter.first_pair.saturating_add(plan.reserved());
    let is_out = |player| results.withdrawals().is_out_by(player, last);
    match [one, other].map(is_out) {
        [true, false] => return one,
        [false, true] => return other,
        [true, true] | [false, false] => {}
    }
    match results.lead(encounter.first_pair, plan.reserved()) {
        std::cmp::Ordering::Greater => other,
        std::cmp::Ordering::Less => one,
        std::cmp::Ordering::Equal => one.max(other),
    }
}
