//! Finds ballots: positions after a few random moves that the engine considers balanced.
//!
//! Writes no file. The same options give the same ballots.

use std::collections::HashSet;

use super::search::{Limits, Searcher};
use crate::builtin::random::Random;
use crate::builtin::stop::Stop;
use crate::games::Side;
use crate::games::draughts::{Draughts, Move, MoveList, Variant, legal_moves, must_capture};

/// The settings of a search for ballots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallotOptions {
    /// The rules.
    pub variant: Variant,
    /// Moves of each ballot.
    pub plies: u32,
    /// The number of ballots.
    pub count: u32,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Depth of the search that judges, in plies.
    pub depth: u32,
    /// The evaluation must lie within this many hundredths of a man.
    pub within: i32,
}

/// A balanced start.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballot {
    /// The moves from the normal start.
    pub moves: Vec<Move>,
    /// The value of the position for the side to move, in hundredths of a man.
    pub score: i32,
}

/// Tries without success after which the search gives up.
const PATIENCE: u32 = 20_000;

/// Searches for ballots; returns fewer if there are no more. `tell` gets each of them.
pub fn find_ballots(options: &BallotOptions, mut tell: impl FnMut(&Ballot)) -> Vec<Ballot> {
    let mut random = Random::new(options.seed);
    let mut searcher = Searcher::new(options.variant, 18);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut failures = 0;
    while (found.len() as u64) < u64::from(options.count) && failures < PATIENCE {
        failures += 1;
        let Some((moves, pos)) = random_start(options, &mut random) else { continue };
        // A position is judged only once, whatever the result.
        if !seen.insert(pos) {
            continue;
        }
        if let Some(score) = balance(&mut searcher, &pos, options.depth, options.within) {
            let ballot = Ballot { moves, score };
            tell(&ballot);
            found.push(ballot);
            failures = 0;
        }
    }
    found
}

/// A quiet position after random moves, with the same number of men on both sides.
fn random_start(options: &BallotOptions, random: &mut Random) -> Option<(Vec<Move>, Draughts)> {
    let mut pos = Draughts::start_of(options.variant);
    let mut moves = Vec::new();
    for _ in 0..options.plies {
        let mut list = MoveList::new();
        legal_moves(&pos, &mut list);
        let mv = *list.get(random.below(list.len() as u64) as usize)?;
        moves.push(mv);
        pos.play(&mv);
    }
    is_quiet(&pos).then_some((moves, pos))
}

/// Both sides have the same number of men, and no piece can be taken.
pub(crate) fn is_quiet(pos: &Draughts) -> bool {
    let [white, black] = Side::BOTH.map(|side| pos.board().side(side).count_ones());
    white == black && !must_capture(pos)
}

/// The value of a position for the side to move, in hundredths of a man, if a search of `depth`
/// plies and one of half the depth find it no further than `within` from even: a position whose
/// value changes from depth to depth is sharp and not balanced.
pub(crate) fn balance(
    searcher: &mut Searcher,
    pos: &Draughts,
    depth: u32,
    within: i32,
) -> Option<i32> {
    let mut score_at = |depth: u32| {
        let limits = Limits::depth(depth.max(1));
        let report = searcher.search(&[], pos, &limits, Stop::never(), |_| ())?;
        Some(report.lines[0].score).filter(|score| score.abs() <= within)
    };
    score_at(depth / 2)?;
    score_at(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ballots_are_quiet_distinct_and_the_same_for_the_same_seed() {
        let options = BallotOptions {
            variant: Variant::Frisian,
            plies: 4,
            count: 5,
            seed: 3,
            depth: 4,
            within: 30,
        };
        let found = find_ballots(&options, |_| ());
        assert_eq!(found.len(), 5);
        assert_eq!(find_ballots(&options, |_| ()), found);
        let mut ends = HashSet::new();
        for ballot in &found {
            let mut pos = Draughts::start_of(Variant::Frisian);
            for mv in &ballot.moves {
                let mut list = MoveList::new();
                legal_moves(&pos, &mut list);
                assert!(list.contains(mv));
                pos.play(mv);
            }
            assert!(!must_capture(&pos));
            assert!(ballot.score.abs() <= 30);
            assert!(ends.insert(pos), "twice the same");
        }
    }
}
