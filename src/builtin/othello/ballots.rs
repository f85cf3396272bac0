//! Judges ballots of Othello: whether a position is balanced.
//!
//! Finds none: [`crate::builtin::find_ballots`] does.

use super::search::{Limits, Searcher};
use crate::builtin::ballots::Judge;
use crate::builtin::stop::Stop;
use crate::games::othello::Othello;

/// The judge of Othello.
pub(in crate::builtin) struct Ballots(Searcher);

impl Ballots {
    pub(in crate::builtin) fn new() -> Self {
        Self(Searcher::new(20))
    }
}

/// The depth of each search is smaller by this than that of the next: the last one is too long for
/// positions that a short one finds to be uneven.
const STEP: u32 = 4;
/// No search is shorter than this, unless it is the only one.
const SHORTEST: u32 = 6;

impl Judge for Ballots {
    type Position = Othello;

    fn start(&self) -> Othello {
        Othello::START
    }

    fn value(&mut self, pos: &Othello, depth: u32, within: i32) -> Option<i32> {
        let before = (1..).map_while(|n| depth.checked_sub(n * STEP));
        let before: Vec<u32> = before.take_while(|depth| *depth >= SHORTEST).collect();
        let mut depths = before.into_iter().rev().chain([depth]);
        // Each position is judged as if it were the only one.
        self.0.clear();
        depths.try_fold(0, |_, depth| balance(&mut self.0, pos, depth, Looks::Selectively, within))
    }
}

/// Which positions a search looks at.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Looks {
    /// All.
    Everywhere,
    /// Those that do not look hopeless after a short search.
    Selectively,
}

/// The value of a position for the side to move, in hundredths of a disc, if a search of `depth`
/// plies finds it no further than `within` from even.
pub(crate) fn balance(
    searcher: &mut Searcher,
    pos: &Othello,
    depth: u32,
    looks: Looks,
    within: i32,
) -> Option<i32> {
    let limits = Limits {
        depth,
        lines: 1,
        exact_from: 0,
        soft: None,
        hard: None,
        draw: 0,
        selective: looks == Looks::Selectively,
    };
    let report = searcher.search(pos.board, &limits, Stop::never(), |_| ())?;
    Some(report.lines.first()?.score).filter(|score| score.abs() <= within)
}
