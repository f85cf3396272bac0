//! Judges ballots of draughts: whether a position is quiet and balanced.
//!
//! Finds none: [`crate::builtin::find_ballots`] does.

use super::search::{Limits, Searcher};
use crate::builtin::ballots::Judge;
use crate::builtin::stop::Stop;
use crate::games::Side;
use crate::games::draughts::{Draughts, Move, MoveList, Variant, legal_moves, must_capture};

/// The judge of a variant.
pub(in crate::builtin) struct Ballots {
    variant: Variant,
    searcher: Searcher,
}

impl Ballots {
    pub(in crate::builtin) fn new(variant: Variant) -> Self {
        Self { variant, searcher: Searcher::new(variant, 18) }
    }
}

impl Judge for Ballots {
    type Position = Draughts;

    fn start(&self) -> Draughts {
        Draughts::start_of(self.variant)
    }

    /// Not sorted, as when the lists were made.
    fn moves(&self, pos: &Draughts) -> Vec<Move> {
        let mut list = MoveList::new();
        legal_moves(pos, &mut list);
        list.to_vec()
    }

    fn value(&mut self, pos: &Draughts, depth: u32, within: i32) -> Option<i32> {
        if !is_quiet(pos) {
            return None;
        }
        balance(&mut self.searcher, pos, depth, within)
    }
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
