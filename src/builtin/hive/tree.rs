//! Below the root: principal variation search, and threats to a queen at the end of the lines.
//!
//! Chooses no move; the root does.

use super::eval::ENDS;
use super::order::{Goal, Queens, Ranked, bring};
use super::root::{MAX_PLY, Worker};
use crate::builtin::ends::{INFINITE, WIN};
use crate::builtin::tt::Entry;
use crate::games::Side;
use crate::games::hive::{Board, BoardMove, Cell, Piece, Undo, Way, legal_moves};

/// From this depth on the side to move may pass, to see whether it is still well off.
const NULL_DEPTH: i32 = 3;
/// The most that a quiet move may gain, by the remaining depth.
const HOPE: [i32; 3] = [0, 350, 700];

/// A node of the tree, for the moves that are tried in it.
#[derive(Clone, Copy, Debug)]
struct Node {
    window: [i32; 2],
    depth: i32,
    ply: usize,
    /// The other side threatens to surround the queen at once.
    threatened: bool,
    /// Quiet moves are not tried if this does not exceed alpha.
    hope: i32,
    known: Goal,
}

impl Worker {
    /// Plays a move on the board and the line.
    #[inline]
    pub(super) fn play(&mut self, mv: BoardMove) -> Undo {
        let n_before = self.board.in_play().len();
        let undo = self.board.play(mv);
        self.past.push(&self.board, self.board.in_play().len() != n_before);
        undo
    }

    /// Takes the move back.
    #[inline]
    pub(super) fn take_back(&mut self, mv: BoardMove, undo: Undo) {
        self.past.pop();
        self.board.take_back(mv, undo);
    }

    /// The value of the position for the side to move, exact inside the window.
    pub(super) fn pvs(&mut self, window: [i32; 2], depth: i32, ply: usize, may_pass: bool) -> i32 {
        self.lines[ply].clear();
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if self.count() {
            return 0;
        }
        // The best result is a win with the next move, the worst is to have lost.
        let [alpha, beta] = [window[0].max(lost_at(ply)), window[1].min(-lost_at(ply + 1))];
        if alpha >= beta {
            return alpha;
        }
        if let Some(mv) = self.winning_move() {
            self.lines[ply].push(mv);
            return -lost_at(ply + 1);
        }
        let threatened = self.is_threatened();
        let mut depth = depth;
        if threatened && ply < self.longest && self.n_extensions > 0 {
            self.n_extensions -= 1;
            depth = depth.max(0) + 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.estimate();
        }
        let key = self.key();
        let entry = self.table.probe(key);
        if beta - alpha == 1
            && let Some(score) =
                entry.and_then(|entry| ENDS.bound(&entry, [alpha, beta], depth, ply))
        {
            return score;
        }
        let known = entry.map_or(Goal::NONE, |entry| entry.moves);
        let mut node =
            Node { window: [alpha, beta], depth, ply, threatened, hope: INFINITE, known };
        if beta - alpha == 1 && !threatened && !ENDS.is_end(beta) {
            let estimate = self.estimate();
            if let Some(score) = self.good_enough(&node, estimate, may_pass) {
                return score;
            }
            if let Some(hope) = HOPE.get(depth as usize) {
                node.hope = estimate + hope;
            }
        }
        if self.stopped {
            return 0;
        }
        let (best, goal) = self.try_moves(node);
        if !self.stopped {
            let window = [ENDS.to_table(alpha, ply), ENDS.to_table(beta, ply)];
            let found =
                Entry::found(depth.clamp(0, 255) as u8, window, ENDS.to_table(best, ply), goal);
            self.table.store(key, found);
        }
        best
    }

    /// The position is so good for the side to move that a closer look is not worth while.
    fn good_enough(&mut self, node: &Node, estimate: i32, may_pass: bool) -> Option<i32> {
        let &Node { window: [_, beta], depth, ply, .. } = node;
        if depth <= 2 && estimate - HOPE[depth as usize] >= beta {
            return Some(estimate);
        }
        if !may_pass || depth < NULL_DEPTH || estimate < beta {
            return None;
        }
        let undo = self.play(BoardMove::Pass);
        let score = -self.pvs([-beta, 1 - beta], depth - 3 - depth / 4, ply + 1, false);
        self.take_back(BoardMove::Pass, undo);
        (score >= beta && !self.stopped).then_some(if ENDS.is_end(score) { beta } else { score })
    }

    fn try_moves(&mut self, node: Node) -> (i32, Goal) {
        let mut moves = self.spare.pop().unwrap_or_default();
        let queens = self.list_moves(&mut moves, &node);
        let found = self.try_listed(&mut moves, &queens, &node);
        moves.clear();
        self.spare.push(moves);
        found
    }

    fn list_moves(&mut self, moves: &mut Vec<Ranked>, node: &Node) -> Queens {
        let queens = Queens::of(&self.board);
        self.generated.clear();
        legal_moves(&self.board, &mut self.generated);
        let rank = |mv: &BoardMove| self.experience.rank(*mv, &queens, node.known, node.ply);
        moves.extend(self.generated.iter().map(|mv| (rank(mv), *mv)));
        queens
    }

    fn try_listed(&mut self, moves: &mut [Ranked], queens: &Queens, node: &Node) -> (i32, Goal) {
        let [mut alpha, beta] = node.window;
        let (mut best, mut goal) = (-INFINITE, Goal::NONE);
        let is_forced = moves.len() == 1;
        for idx in 0..moves.len() {
            bring(moves, idx);
            let mv = moves[idx].1;
            let is_quiet = !queens.touched_by(mv);
            if is_quiet && idx > 0 && node.hope <= alpha {
                best = best.max(node.hope);
                continue;
            }
            let undo = self.play(mv);
            // A single reply isn't a choice, so it costs no depth, as long as the line may grow.
            let is_free = is_forced && node.ply < self.longest;
            let rest = if is_free { node.depth } else { node.depth - 1 };
            let less = if node.threatened { 0 } else { reduction(node.depth, idx, is_quiet) };
            let score = self.value_child([alpha, beta], rest, less, idx == 0, node.ply);
            self.take_back(mv, undo);
            if self.stopped {
                return (0, Goal::NONE);
            }
            if score > best {
                best = score;
                if score > alpha {
                    goal = Goal::of(mv);
                    alpha = score;
                    self.keep_line(mv, node.ply);
                }
            }
            if alpha >= beta {
                self.experience.reward(mv, node.depth, node.ply);
                break;
            }
        }
        (best, goal)
    }

    fn value_child(
        &mut self,
        [alpha, beta]: [i32; 2],
        depth: i32,
        less: i32,
        first: bool,
        ply: usize,
    ) -> i32 {
        let ply = ply + 1;
        if first {
            return -self.pvs([-beta, -alpha], depth, ply, true);
        }
        let mut score = -self.pvs([-alpha - 1, -alpha], depth - less, ply, true);
        if score > alpha && less > 0 && !self.stopped {
            score = -self.pvs([-alpha - 1, -alpha], depth, ply, true);
        }
        if score > alpha && score < beta && !self.stopped {
            score = -self.pvs([-beta, -alpha], depth, ply, true);
        }
        score
    }

    /// A move that surrounds the other queen at her last empty place.
    fn winning_move(&mut self) -> Option<BoardMove> {
        let cell = last_liberty(&self.board, self.board.turn().opponent())?;
        self.filling_move(cell)
    }

    fn estimate(&self) -> i32 {
        self.weights.evaluate(&self.board, self.slant)
    }

    /// The other side could surround the mover's queen if it were its turn.
    fn is_threatened(&mut self) -> bool {
        let Some(cell) = last_liberty(&self.board, self.board.turn()) else { return false };
        let undo = self.board.play(BoardMove::Pass);
        let threatened = self.filling_move(cell).is_some();
        self.board.take_back(BoardMove::Pass, undo);
        threatened
    }

    /// A move of the side to move to this last empty place beside the other queen that surrounds
    /// her, and not its own.
    fn filling_move(&mut self, cell: Cell) -> Option<BoardMove> {
        self.generated.clear();
        legal_moves(&self.board, &mut self.generated);
        let fills = |mv: &BoardMove| matches!(mv, BoardMove::Play { to, .. } if *to == cell);
        let board = &mut self.board;
        self.generated.iter().copied().find(|mv| fills(mv) && wins(board, *mv))
    }

    /// The value of a finished or a repeated position.
    fn ended(&self, ply: usize) -> Option<i32> {
        let own = self.board.turn();
        match (self.board.is_surrounded(own), self.board.is_surrounded(own.opponent())) {
            (false, false) => self.past.repeats().then(|| self.draw_at(ply)),
            (true, true) => Some(self.draw_at(ply)),
            (true, false) => Some(lost_at(ply)),
            (false, true) => Some(-lost_at(ply)),
        }
    }

    fn key(&self) -> u64 {
        let board = &self.board;
        let key = if board.game_type().pillbug { board.key() } else { board.key_at_rest() };
        // Which side must place the queen depends on the turn.
        key ^ u64::from(board.turn_number().min(5)) << 40
    }

    fn draw_at(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The best line from `ply` on begins with `mv`.
    fn keep_line(&mut self, mv: BoardMove, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

/// The move surrounds the other queen and not the mover's.
pub(super) fn wins(board: &mut Board, mv: BoardMove) -> bool {
    let own = board.turn();
    let undo = board.play(mv);
    let wins = board.is_surrounded(own.opponent()) && !board.is_surrounded(own);
    board.take_back(mv, undo);
    wins
}

/// The value of a game lost at this ply.
const fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// The only empty place beside a side's queen.
fn last_liberty(board: &Board, side: Side) -> Option<Cell> {
    let queen = board.cell(Piece::queen(side))?;
    let empty = !board.neighbours(queen) & 0b11_1111;
    (empty.count_ones() == 1).then(|| queen.step(Way::ALL[empty.trailing_zeros() as usize]))
}

/// The number of plies by which a late move is first searched less deep.
fn reduction(depth: i32, idx: usize, is_quiet: bool) -> i32 {
    if depth < 2 || idx < 3 {
        return 0;
    }
    let late = match idx {
        0..6 => 1,
        6..20 => 1 + i32::from(depth >= 4),
        20.. => 2 + i32::from(depth >= 5),
    };
    if is_quiet { late } else { late - 1 }
}
