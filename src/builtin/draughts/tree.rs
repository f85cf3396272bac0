//! Below the root: principal variation search, and captures until the position is quiet.
//!
//! Chooses no move; the root does.

use super::eval::ENDS;
use super::order::Way;
use super::search::{MAX_PLY, Searcher};
use crate::builtin::ends::{INFINITE, WIN};
use crate::games::Side;
use crate::games::draughts::board::{Dir, first_on_ray, squares, step};
use crate::games::draughts::{
    Draughts, Move, MoveList, Variant, captures, has_legal_move, legal_moves,
};

impl Searcher {
    /// The value of a position for the side to move, exact inside the window.
    pub(super) fn pvs(
        &mut self,
        pos: &Draughts,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if self.past.repeats() {
            return self.draw_at(ply);
        }
        if depth <= 0 || ply + 40 >= MAX_PLY {
            return self.quiet(pos, alpha, beta, ply, true);
        }
        if self.count() {
            return 0;
        }
        let key = pos.key();
        let entry = self.table.probe(key);
        if beta - alpha == 1
            && let Some(score) =
                entry.and_then(|entry| ENDS.bound(&entry, [alpha, beta], depth, ply))
        {
            return score;
        }
        let mut moves = MoveList::new();
        legal_moves(pos, &mut moves);
        if moves.is_empty() {
            return self.end_at(ply);
        }
        if self.past.is_counted_out(self.variant) {
            return self.draw_at(ply);
        }
        let known = entry.map_or(Way::NONE, |entry| entry.moves);
        let (best, best_way) = self.try_moves(pos, &mut moves, known, [alpha, beta], depth, ply);
        if !self.stopped {
            let stored = ENDS.to_table(best, ply);
            let window = [ENDS.to_table(alpha, ply), ENDS.to_table(beta, ply)];
            self.table.store(key, depth.clamp(0, 255) as u8, window, stored, best_way);
        }
        best
    }

    fn try_moves(
        &mut self,
        pos: &Draughts,
        moves: &mut MoveList,
        known: Way,
        [mut alpha, beta]: [i32; 2],
        depth: i32,
        ply: usize,
    ) -> (i32, Way) {
        let moves = moves.as_mut_slice();
        let forced = moves.len() == 1;
        let takes = moves[0].is_capture();
        let mut ranks = self.experience.rank(pos, moves, known, ply);
        let (mut best, mut best_way) = (-INFINITE, Way::NONE);
        for idx in 0..moves.len() {
            ranks.bring(moves, idx);
            let mv = moves[idx];
            let mut child = *pos;
            child.play(&mv);
            self.past.push(pos, &mv, &child);
            // A single reply isn't a choice, so it costs no depth.
            let rest = if forced { depth } else { depth - 1 };
            let less = if takes { 0 } else { reduction(depth, idx) };
            let score = self.value_child(&child, [alpha, beta], rest, less, idx == 0, ply);
            self.past.pop();
            if self.stopped {
                return (0, Way::NONE);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_way = Way::of(&mv);
                    alpha = score;
                    self.keep_line(mv, ply);
                }
            }
            if alpha >= beta {
                if !takes {
                    self.experience.reward(pos.turn(), &mv, depth, ply);
                }
                break;
            }
        }
        (best, best_way)
    }

    fn value_child(
        &mut self,
        child: &Draughts,
        [alpha, beta]: [i32; 2],
        depth: i32,
        less: i32,
        first: bool,
        ply: usize,
    ) -> i32 {
        let ply = ply + 1;
        if first {
            return -self.pvs(child, -beta, -alpha, depth, ply);
        }
        let mut score = -self.pvs(child, -alpha - 1, -alpha, depth - less, ply);
        if score > alpha && less > 0 && !self.stopped {
            score = -self.pvs(child, -alpha - 1, -alpha, depth, ply);
        }
        if score > alpha && score < beta && !self.stopped {
            score = -self.pvs(child, -beta, -alpha, depth, ply);
        }
        score
    }

    /// The value of a position once the captures are over. If the other side threatens one and
    /// `careful` is set, the side to move looks for an answer first.
    pub(super) fn quiet(
        &mut self,
        pos: &Draughts,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        careful: bool,
    ) -> i32 {
        self.lines[ply].clear();
        if self.count() {
            return 0;
        }
        let mut moves = MoveList::new();
        captures(pos, &mut moves);
        let mut careful = careful;
        if moves.is_empty() {
            if !has_legal_move(pos) {
                return self.end_at(ply);
            }
            let is_threatened = careful && threatens(pos, pos.turn().opponent());
            if !is_threatened || ply + 4 >= MAX_PLY {
                return self.estimate(pos, ply);
            }
            careful = false;
            legal_moves(pos, &mut moves);
        } else if ply + 4 >= MAX_PLY {
            return self.estimate(pos, ply);
        }
        let mut best = -INFINITE;
        for mv in moves.iter() {
            let mut child = *pos;
            child.play(mv);
            let score = -self.quiet(&child, -beta, -alpha, ply + 1, careful);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.keep_line(*mv, ply);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn estimate(&mut self, pos: &Draughts, ply: usize) -> i32 {
        self.evaluations += 1;
        self.leaf_plies += ply as u64;
        self.weights.evaluate(self.variant, pos.board(), pos.turn())
    }

    /// The side to move has no move.
    fn end_at(&self, ply: usize) -> i32 {
        let lost = ply as i32 - WIN;
        match self.variant {
            Variant::Losing => -lost,
            Variant::International | Variant::Frisian | Variant::Killer | Variant::Breakthrough => {
                lost
            }
        }
    }

    fn draw_at(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The best line from `ply` on begins with `mv`.
    fn keep_line(&mut self, mv: Move, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

/// The number of plies by which a late quiet move is first searched less deep.
fn reduction(depth: i32, idx: usize) -> i32 {
    match idx {
        0..3 => 0,
        _ if depth < 3 => 0,
        3..8 => 1,
        _ if depth < 6 => 1,
        8.. => 2,
    }
}

/// `side` could take a piece if it were its turn.
pub(super) fn threatens(pos: &Draughts, side: Side) -> bool {
    let board = pos.board();
    let (men, kings) = (board.men[side.idx()], board.kings[side.idx()]);
    let (targets, empty) = (board.side(side.opponent()), board.empty());
    let dirs = match pos.variant() {
        Variant::Frisian => &Dir::ALL[..],
        Variant::International | Variant::Killer | Variant::Breakthrough | Variant::Losing => {
            &Dir::ALL[..4]
        }
    };
    dirs.iter().any(|dir| {
        step(step(men, *dir) & targets, *dir) & empty != 0
            || squares(kings).any(|square| {
                first_on_ray(square, *dir, board.occupied())
                    .is_some_and(|met| step(1 << met & targets, *dir) & empty != 0)
            })
    })
}
