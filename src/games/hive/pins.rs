//! The pieces pinned by the one-hive rule (rules 2.1, 4).

use super::board::Board;
use super::hex::Cell;
use super::piece::PieceSet;

/// Number of separate runs of set bits in a ring of six.
pub(super) const RUNS: [u8; 64] = {
    let mut runs = [0; 64];
    let mut mask = 0;
    while mask < 64 {
        let mut way = 0;
        while way < 6 {
            let here = mask >> way & 1;
            let before = mask >> ((way + 5) % 6) & 1;
            if here == 1 && before == 0 {
                runs[mask] += 1;
            }
            way += 1;
        }
        mask += 1;
    }
    runs
};

/// The single pieces without which the hive would fall apart. (The top of a stack never holds it
/// together.)
#[must_use]
pub fn pinned(board: &Board) -> PieceSet {
    let mut walk = Walk { board, numbers: [0; Cell::COUNT], n: 0, pinned: PieceSet::EMPTY };
    let Some(first) = board.in_play().next() else { return PieceSet::EMPTY };
    let root = board.at(first);
    // Without the root, each of its branches would be a separate part.
    walk.n = 1;
    walk.numbers[root.idx()] = 1;
    let mut n_branches = 0;
    let mut ways = board.neighbours(root);
    while ways != 0 {
        let next = root.towards(ways.trailing_zeros() as usize);
        ways &= ways - 1;
        if walk.numbers[next.idx()] == 0 {
            n_branches += 1;
            walk.visit(next);
        }
    }
    if n_branches > 1 {
        walk.pin(root);
    }
    walk.pinned
}

/// A depth-first walk over the hive that numbers its cells.
struct Walk<'a> {
    board: &'a Board,
    /// The number of each cell, from 1 in the order of the walk; 0 if not visited.
    numbers: [u8; Cell::COUNT],
    n: u8,
    pinned: PieceSet,
}

impl Walk<'_> {
    /// Visits a cell and all cells that are reached through it. Returns the lowest number that is
    /// touched from there.
    fn visit(&mut self, cell: Cell) -> u8 {
        self.n += 1;
        let number = self.n;
        self.numbers[cell.idx()] = number;
        let mut lowest = number;
        let mut holds = false;
        let mut ways = self.board.neighbours(cell);
        while ways != 0 {
            let next = cell.towards(ways.trailing_zeros() as usize);
            ways &= ways - 1;
            let known = self.numbers[next.idx()];
            let reached = if known == 0 { self.visit(next) } else { known };
            holds |= known == 0 && reached >= number;
            lowest = lowest.min(reached);
        }
        if holds {
            self.pin(cell);
        }
        lowest
    }

    fn pin(&mut self, cell: Cell) {
        if let (1, Some(piece)) = (self.board.height(cell), self.board.top(cell)) {
            self.pinned.insert(piece);
        }
    }
}
