//! All rolls of a position, each with its best play.
//!
//! Rolls no dice and plays nothing.

use super::cube::Stakes;
use super::search::{Effort, Judged, Searcher};
use crate::builtin::stop::Stop;
use crate::games::backgammon::{Board, Dice};

impl Searcher {
    /// The best play of each of the 21 rolls, in the order of [`Dice::ALL`]; `None` after a stop.
    pub fn best_plays(
        &mut self,
        board: &Board,
        stakes: &Stakes,
        plies: u8,
        stop: &Stop,
    ) -> Option<[Judged; 21]> {
        let effort = Effort::plies(plies);
        let mut best = [None; 21];
        for (best, dice) in best.iter_mut().zip(Dice::ALL) {
            if stop.asked() {
                return None;
            }
            *best = self.rank(board, dice, stakes, &effort, stop).into_iter().next();
        }
        let found =
            best.map(|judged| judged.expect("there is always a play, if only an empty one"));
        (!stop.asked()).then_some(found)
    }
}
