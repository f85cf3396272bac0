//! The pieces on the board: stacks on cells, neighbours, and playing and taking back moves.
//!
//! Knows no rule of movement; `movegen` does.

use super::game_type::GameType;
use super::hex::{Cell, Hex, Way};
use super::piece::{Bug, Piece, PieceSet};
use crate::games::{Ending, Outcome, Side};

/// A move in the form of the search.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum BoardMove {
    /// A piece is placed, moved or thrown to a cell.
    Play {
        /// The piece.
        piece: Piece,
        /// Its target.
        to: Cell,
    },
    /// The forced pass.
    Pass,
}

/// The facts about a played move that [`Board::take_back`] needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The cell that the piece came from; [`Cell::NONE`] from the hand.
    from: Cell,
    last: Option<Piece>,
}

/// A position without its history: the facts that the rules of movement and a search need.
///
/// Playing a move and taking it back allocate nothing.
#[derive(Clone, Debug)]
pub struct Board {
    /// Height of the stack in the upper three bits, and the index of its top piece plus one below;
    /// 0 if the cell is empty. The highest stack has 7 pieces: four beetles, two mosquitoes, one
    /// below.
    tops: [u8; Cell::COUNT],
    /// By side: the ways in which a neighbouring stack has this side's piece on top, as bits.
    around: [[u8; Cell::COUNT]; 2],
    at: [Cell; Piece::COUNT],
    /// The piece right below.
    below: [Option<Piece>; Piece::COUNT],
    in_play: PieceSet,
    game_type: GameType,
    n_plies: u32,
    last: Option<Piece>,
    /// Pieces on top of others.
    n_raised: u8,
    /// The key of the pieces in play.
    key: u64,
}

impl Board {
    /// The board before the first move.
    #[must_use]
    pub fn new(game_type: GameType) -> Self {
        Self {
            tops: [0; Cell::COUNT],
            around: [[0; Cell::COUNT]; 2],
            at: [Cell::NONE; Piece::COUNT],
            below: [None; Piece::COUNT],
            in_play: PieceSet::EMPTY,
            game_type,
            n_plies: 0,
            last: None,
            n_raised: 0,
            key: 0,
        }
    }

    /// The cell of the first piece.
    #[must_use]
    pub fn origin() -> Cell {
        Cell::of(Hex::ORIGIN)
    }

    /// The expansions in use.
    #[must_use]
    pub fn game_type(&self) -> GameType {
        self.game_type
    }

    /// Moves so far, including passes.
    #[must_use]
    #[inline]
    pub fn n_plies(&self) -> u32 {
        self.n_plies
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Side {
        if self.n_plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The number of the turn, from 1, as in the TurnString.
    #[must_use]
    #[inline]
    pub fn turn_number(&self) -> u32 {
        self.n_plies / 2 + 1
    }

    /// The piece that was placed, moved or thrown in the ply before; it may be neither moved nor
    /// thrown now (rules 2.1, 9).
    #[must_use]
    #[inline]
    pub fn last_moved(&self) -> Option<Piece> {
        self.last
    }

    /// The pieces that have been placed.
    #[must_use]
    #[inline]
    pub fn in_play(&self) -> PieceSet {
        self.in_play
    }

    /// The pieces a side has yet to place.
    #[must_use]
    #[inline]
    pub fn hand(&self, side: Side) -> PieceSet {
        self.game_type.pieces().and(PieceSet::of_side(side)).without(self.in_play)
    }

    /// The next piece of its kind that can be placed: those of one kind come in the order of their
    /// numbers.
    #[must_use]
    pub fn next_in_hand(&self, side: Side, bug: Bug) -> Option<Piece> {
        self.hand(side).and(PieceSet::of_bug(bug)).next()
    }

    /// The cell of a piece; `None` in hand.
    #[must_use]
    #[inline]
    pub fn cell(&self, piece: Piece) -> Option<Cell> {
        self.in_play.contains(piece).then(|| self.at[piece.idx()])
    }

    /// The cell of a piece in play.
    #[inline]
    pub(super) fn at(&self, piece: Piece) -> Cell {
        self.at[piece.idx()]
    }

    /// Number of pieces on a cell.
    #[must_use]
    #[inline]
    pub fn height(&self, cell: Cell) -> u8 {
        self.tops[cell.idx()] >> 5
    }

    /// The piece on top of a cell's stack.
    #[must_use]
    #[inline]
    pub fn top(&self, cell: Cell) -> Option<Piece> {
        match self.tops[cell.idx()] & 31 {
            0 => None,
            code => Some(Piece::from_idx(code - 1)),
        }
    }

    /// The piece right below another.
    #[must_use]
    #[inline]
    pub fn below(&self, piece: Piece) -> Option<Piece> {
        self.below[piece.idx()]
    }

    /// The pieces on a cell, the top first.
    pub fn stack(&self, cell: Cell) -> impl Iterator<Item = Piece> + '_ {
        std::iter::successors(self.top(cell), |piece| self.below(*piece))
    }

    /// Another piece is on top of it.
    #[must_use]
    #[inline]
    pub fn is_covered(&self, piece: Piece) -> bool {
        self.cell(piece).is_some_and(|cell| self.top(cell) != Some(piece))
    }

    /// The ways in which a cell has a neighbour with this side's piece on top, as bits by the index
    /// in [`Way::ALL`].
    #[must_use]
    #[inline]
    pub fn neighbours_of(&self, cell: Cell, side: Side) -> u8 {
        self.around[side.idx()][cell.idx()]
    }

    /// The ways in which a cell has a neighbour that is not empty, as bits.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> u8 {
        self.around[0][cell.idx()] | self.around[1][cell.idx()]
    }

    /// Some piece is on top of another.
    #[must_use]
    #[inline]
    pub fn has_stacks(&self) -> bool {
        self.n_raised > 0
    }

    /// The queen has been placed.
    #[must_use]
    #[inline]
    pub fn has_queen(&self, side: Side) -> bool {
        self.in_play.contains(Piece::queen(side))
    }

    /// Six pieces surround the queen (rules 2.1, 13); a covered one counts as well.
    #[must_use]
    #[inline]
    pub fn is_surrounded(&self, side: Side) -> bool {
        let queen = Piece::queen(side);
        self.in_play.contains(queen) && self.neighbours(self.at(queen)) == 0b11_1111
    }

    /// The game has ended by this position.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_surrounded(Side::First) || self.is_surrounded(Side::Second)
    }

    /// The ending by this position, if the game has ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match (self.is_surrounded(Side::First), self.is_surrounded(Side::Second)) {
            (false, false) => None,
            (true, true) => {
                Some(Ending { outcome: Outcome::Draw, margin: 0, reason: "both queens surrounded" })
            }
            (white, _) => {
                let winner = if white { Side::Second } else { Side::First };
                let outcome = Outcome::WonBy(winner);
                Some(Ending { outcome, margin: 1, reason: "queen surrounded" })
            }
        }
    }

    /// A number for a transposition table: equal for positions with the same pieces on the same
    /// cells, the same side to move and the same piece moved last. A hive that has moved as a
    /// whole has another key.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        let last = self.last.map_or(31, |piece| piece.idx() as u64);
        self.key ^ scattered(0x8000 | last << 1 | u64::from(self.n_plies & 1))
    }

    /// The same key without the piece that moved last, which does not matter without a pillbug.
    #[must_use]
    #[inline]
    pub fn key_at_rest(&self) -> u64 {
        self.key ^ scattered(0x8000 | 31 << 1 | u64::from(self.n_plies & 1))
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: BoardMove) -> Undo {
        let mut undo = Undo { from: Cell::NONE, last: self.last };
        self.n_plies += 1;
        match mv {
            BoardMove::Play { piece, to } => {
                if self.in_play.contains(piece) {
                    undo.from = self.at(piece);
                    self.lift(piece);
                } else {
                    self.in_play.insert(piece);
                }
                self.put(piece, to);
                self.last = Some(piece);
            }
            BoardMove::Pass => self.last = None,
        }
        undo
    }

    /// Forgets which piece moved last, so that it may be moved and thrown.
    pub(super) fn let_all_move(&mut self) {
        self.last = None;
    }

    /// Takes back the last move.
    #[inline]
    pub fn take_back(&mut self, mv: BoardMove, undo: Undo) {
        self.n_plies -= 1;
        self.last = undo.last;
        if let BoardMove::Play { piece, .. } = mv {
            self.lift(piece);
            if undo.from == Cell::NONE {
                self.in_play.remove(piece);
                self.at[piece.idx()] = Cell::NONE;
            } else {
                self.put(piece, undo.from);
            }
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell) {
        let (side, height, below) = (piece.side(), self.height(cell), self.top(cell));
        self.tops[cell.idx()] = (height + 1) << 5 | (piece.idx() as u8 + 1);
        self.at[piece.idx()] = cell;
        self.below[piece.idx()] = below;
        self.key ^= place_key(piece, cell, height);
        self.n_raised += u8::from(height > 0);
        let shown = below.map(Piece::side);
        if shown != Some(side) {
            self.show(cell, side, shown.is_some());
        }
    }

    #[inline]
    fn lift(&mut self, piece: Piece) {
        let cell = self.at[piece.idx()];
        let (side, height, below) = (piece.side(), self.height(cell) - 1, self.below(piece));
        self.tops[cell.idx()] = match below {
            Some(below) => height << 5 | (below.idx() as u8 + 1),
            None => 0,
        };
        self.key ^= place_key(piece, cell, height);
        self.n_raised -= u8::from(height > 0);
        match below.map(Piece::side) {
            None => self.hide(cell, side),
            Some(other) if other != side => self.show(cell, other, true),
            Some(_) => {}
        }
    }

    /// Shows this side's colour on the cell to its neighbours; with `instead`, in place of the
    /// other side's.
    #[inline]
    fn show(&mut self, cell: Cell, side: Side, instead: bool) {
        for way in 0..6 {
            let (next, bit) = (cell.towards(way).idx(), 1 << ((way + 3) % 6));
            self.around[side.idx()][next] |= bit;
            if instead {
                self.around[side.opponent().idx()][next] &= !bit;
            }
        }
    }

    /// Shows the cell to its neighbours as empty.
    #[inline]
    fn hide(&mut self, cell: Cell, side: Side) {
        for way in 0..6 {
            let (next, bit) = (cell.towards(way).idx(), 1 << ((way + 3) % 6));
            self.around[side.idx()][next] &= !bit;
        }
    }

    /// The reference piece of a canonical move for a cell, and the cell's direction from it: the
    /// top piece of the first stack around it, once `mover` is lifted (rules 2.2). `None` if there
    /// is no other piece around.
    #[must_use]
    pub fn reference(&self, mover: Piece, to: Cell) -> Option<(Piece, Way)> {
        Way::ALL.into_iter().find_map(|way| {
            let top = self.top(to.step(way))?;
            let seen = if top == mover { self.below(top)? } else { top };
            Some((seen, way.opposite()))
        })
    }
}

/// A number for a piece on a cell and a level.
#[inline]
fn place_key(piece: Piece, cell: Cell, level: u8) -> u64 {
    scattered((piece.idx() as u64) << 16 | (cell.idx() as u64) << 3 | u64::from(level))
}

/// Turns numbers in sequence into numbers without order.
#[inline]
pub(super) fn scattered(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd1b5_4a32_d192_ed03_u128;
    let mixed = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xaef1_7502_b3b8_3f4b);
    mixed ^ mixed >> 29
}
