//! Round robins by Berger tables, and gauntlets.
//!
//! Source of the tables: FIDE Handbook C.05, annex 1.

use std::ops::Range;

/// Rounds in which each player meets each other one once.
pub(super) fn rounds(players: usize) -> u32 {
    u32::try_from(even(players) - 1).unwrap_or(u32::MAX)
}

/// With an odd number of players there is one more, whose opponent has a bye.
fn even(players: usize) -> usize {
    players + players % 2
}

/// A round of the Berger table, from 0, and the player who has a bye. After all have met, the table
/// begins again with sides swapped.
pub(super) fn berger(players: usize, round: u32) -> (Vec<Option<[usize; 2]>>, Vec<usize>) {
    let (cycle, round) = (round / rounds(players), (round % rounds(players)) as usize);
    let last = even(players) - 1;
    // Players other than the last meet where their numbers, from 1, add up to round + 2, modulo
    // `last`. The last player meets the one whose double does.
    let middle = (round * even(players) / 2) % last;
    let mut tables = Vec::new();
    let mut byes = Vec::new();
    match (last < players, middle <= (last - 1) / 2) {
        (true, true) => tables.push([middle, last]),
        (true, false) => tables.push([last, middle]),
        (false, _) => byes.push(middle),
    }
    for step in 1..=(last - 1) / 2 {
        let (one, other) = ((middle + step) % last, (middle + last - step) % last);
        let (low, high) = (one.min(other), one.max(other));
        tables.push(if (low + high) % 2 == 1 { [low, high] } else { [high, low] });
    }
    (swapped(tables, cycle), byes)
}

/// A cycle of a gauntlet, from 0.
pub(super) fn gauntlet(players: usize, challengers: usize, cycle: u32) -> Vec<Option<[usize; 2]>> {
    let opponents = challengers..players;
    let tables = opponents.flat_map(|other| {
        // Each challenger is first against every other opponent.
        (0..challengers).map(move |one| match (one + other - challengers) % 2 {
            0 => [one, other],
            _ => [other, one],
        })
    });
    swapped(tables.collect(), cycle)
}

/// A cycle, from 0, in which this player meets these others, with sides in turn.
pub(super) fn newcomer(player: usize, others: Range<usize>, cycle: u32) -> Vec<Option<[usize; 2]>> {
    let tables = others.map(|other| match other % 2 {
        0 => [other, player],
        _ => [player, other],
    });
    swapped(tables.collect(), cycle)
}

fn swapped(mut tables: Vec<[usize; 2]>, cycle: u32) -> Vec<Option<[usize; 2]>> {
    if cycle % 2 == 1 {
        tables.iter_mut().for_each(|players| players.reverse());
    }
    tables.into_iter().map(Some).collect()
}
