//! Legal moves of all eight bugs (rules 2.1).
//!
//! Allocates only the memory that the list of moves needs. Does not give the reason why a move is
//! not legal; `why` does.

use super::board::{Board, BoardMove};
use super::hex::{Cell, CellSet};
use super::piece::{Bug, Piece, PieceSet};
use super::pins::{RUNS, pinned};
use super::throws::{Throws, throws, touched};

/// An ant reaches fewer places: 27 connected pieces have at most 110 empty neighbours.
const MOST_AROUND: usize = 128;

/// The directions in which a piece can slide, by the occupied neighbours. The target must be empty,
/// and exactly one of the two cells beside the way occupied: with both the gap is too narrow, with
/// neither the piece would lose contact with the hive (rules 2.1, 5).
const SLIDES: [u8; 64] = {
    let mut slides = [0; 64];
    let mut mask = 0;
    while mask < 64 {
        let mut way = 0;
        while way < 6 {
            let (before, after) = (mask >> ((way + 5) % 6) & 1, mask >> ((way + 1) % 6) & 1);
            if mask >> way & 1 == 0 && before != after {
                slides[mask] |= 1 << way;
            }
            way += 1;
        }
        mask += 1;
    }
    slides
};

/// Receives the legal moves as they are found, each once.
trait Sink {
    fn put(&mut self, piece: Piece, to: Cell);
}

impl Sink for Vec<BoardMove> {
    #[inline]
    fn put(&mut self, piece: Piece, to: Cell) {
        self.push(BoardMove::Play { piece, to });
    }
}

/// Counts them.
struct Count(u32);

impl Sink for Count {
    #[inline]
    fn put(&mut self, _piece: Piece, _to: Cell) {
        self.0 += 1;
    }
}

/// Appends the legal moves, each once, in no particular order; no moves if the game has ended. A
/// forced pass is the only move then.
pub fn legal_moves(board: &Board, list: &mut Vec<BoardMove>) {
    let n_before = list.len();
    if board.is_over() {
        return;
    }
    generate(board, list);
    if list.len() == n_before {
        list.push(BoardMove::Pass);
    }
}

/// The number of legal moves, without listing them.
#[must_use]
pub fn count_legal(board: &Board) -> u32 {
    if board.is_over() { 0 } else { count_open(board).max(1) }
}

/// Does the same as [`count_legal`], in a game that goes on; a forced pass does not count.
pub(super) fn count_open(board: &Board) -> u32 {
    let mut count = Count(0);
    generate(board, &mut count);
    count.0
}

/// The cells where the side to move may place a piece: those next to its own pieces and not next to
/// the opponent's.
#[must_use]
pub fn placements(board: &Board) -> CellSet {
    let mut cells = CellSet::default();
    let side = board.turn();
    match board.n_plies() {
        0 => {
            cells.insert(Board::origin());
        }
        1 => (0..6).for_each(|way| {
            cells.insert(Board::origin().towards(way));
        }),
        _ => {
            let other = side.opponent();
            for piece in board.in_play().and(PieceSet::of_side(side)) {
                let at = board.at(piece);
                if board.top(at) != Some(piece) {
                    continue;
                }
                let mut ways = !board.neighbours(at) & 0b11_1111;
                while ways != 0 {
                    let next = at.towards(ways.trailing_zeros() as usize);
                    ways &= ways - 1;
                    if board.neighbours_of(next, other) == 0 {
                        cells.insert(next);
                    }
                }
            }
        }
    }
    cells
}

/// The pieces that the side to move may place now by kind: the first of each in its hand.
pub(super) fn placeable(board: &Board) -> PieceSet {
    let side = board.turn();
    let queen = Piece::queen(side);
    let mut hand = board.hand(side);
    if hand.contains(queen) {
        // The tournament rule, and the queen's last turn (rules 2.1, 2).
        match board.turn_number() {
            1 => hand.remove(queen),
            2 | 3 => {}
            _ => {
                let mut only = PieceSet::EMPTY;
                only.insert(queen);
                return only;
            }
        }
    }
    let mut first = PieceSet::EMPTY;
    for bug in Bug::ALL {
        if let Some(piece) = hand.and(PieceSet::of_bug(bug)).next() {
            first.insert(piece);
        }
    }
    first
}

/// The cells to which a piece in play may be moved or thrown now.
#[must_use]
pub fn destinations(board: &Board, piece: Piece) -> CellSet {
    let mut found = Found(CellSet::default());
    if !board.is_over() && board.in_play().contains(piece) && board.has_queen(board.turn()) {
        let throws = throws(board);
        let mut mover = Mover { board, pinned: None, sink: &mut found };
        mover.moves_of(piece, &throws);
    }
    found.0
}

/// Keeps the cells.
struct Found(CellSet);

impl Sink for Found {
    fn put(&mut self, _piece: Piece, to: Cell) {
        self.0.insert(to);
    }
}

fn generate<S: Sink>(board: &Board, sink: &mut S) {
    let side = board.turn();
    let pieces = placeable(board);
    if !pieces.is_empty() {
        for cell in placements(board).iter() {
            for piece in pieces {
                sink.put(piece, cell);
            }
        }
    }
    if !board.has_queen(side) {
        return;
    }
    let throws = throws(board);
    let mut movers = board.in_play().and(PieceSet::of_side(side));
    movers.0 |= throws.thrown.0;
    let mut mover = Mover { board, pinned: None, sink };
    for piece in movers {
        mover.moves_of(piece, &throws);
    }
}

/// Finds the moves of one piece after another.
struct Mover<'a, S> {
    board: &'a Board,
    /// The pinned pieces, found when first needed.
    pinned: Option<PieceSet>,
    sink: &'a mut S,
}

/// A lifted piece, and its targets found so far.
struct Lifted<'a, S> {
    board: &'a Board,
    piece: Piece,
    from: Cell,
    seen: CellSet,
    sink: &'a mut S,
}

impl<S: Sink> Mover<'_, S> {
    fn moves_of(&mut self, piece: Piece, throws: &Throws) {
        let board = self.board;
        let from = board.at(piece);
        let is_free = board.top(from) == Some(piece)
            && board.last_moved() != Some(piece)
            && !self.is_pinned(piece, from);
        if !is_free {
            return;
        }
        let mut lifted =
            Lifted { board, piece, from, seen: CellSet::default(), sink: &mut *self.sink };
        lifted.seen.insert(from);
        if piece.side() == board.turn() {
            lifted.moves();
        }
        if throws.thrown.contains(piece) {
            for (at, drops, picks) in throws.throwers {
                if picks.contains(piece) {
                    lifted.each(at, drops);
                }
            }
        }
    }

    #[inline]
    fn is_pinned(&mut self, piece: Piece, from: Cell) -> bool {
        let board = self.board;
        if board.height(from) > 1 || RUNS[usize::from(board.neighbours(from))] <= 1 {
            return false;
        }
        self.pinned.get_or_insert_with(|| pinned(board)).contains(piece)
    }
}

impl<S: Sink> Lifted<'_, S> {
    fn moves(&mut self) {
        match self.piece.bug() {
            Bug::Mosquito => self.mosquito(),
            bug => self.moves_as(bug),
        }
    }

    fn moves_as(&mut self, bug: Bug) {
        match bug {
            Bug::Queen | Bug::Pillbug => self.each(self.from, self.slides(self.from)),
            Bug::Spider => self.spider(),
            Bug::Beetle => self.beetle(),
            Bug::Grasshopper => self.grasshopper(),
            Bug::Ant => self.ant(),
            Bug::Ladybug => self.ladybug(),
            // It does not copy another mosquito (rules 2.1, 7).
            Bug::Mosquito => {}
        }
    }

    fn mosquito(&mut self) {
        if self.board.height(self.from) > 1 {
            return self.beetle();
        }
        let mut kinds = touched(self.board, self.from);
        // An ant reaches every place that one, three or more slides reach.
        if kinds & 1 << Bug::Ant as u8 != 0 {
            kinds &= !(1 << Bug::Queen as u8 | 1 << Bug::Spider as u8 | 1 << Bug::Pillbug as u8);
        }
        while kinds != 0 {
            let bug = Bug::ALL[kinds.trailing_zeros() as usize];
            kinds &= kinds - 1;
            self.moves_as(bug);
        }
    }

    #[inline]
    fn put(&mut self, to: Cell) {
        if self.seen.insert(to) {
            self.sink.put(self.piece, to);
        }
    }

    #[inline]
    fn each(&mut self, from: Cell, mut ways: u8) {
        while ways != 0 {
            self.put(from.towards(ways.trailing_zeros() as usize));
            ways &= ways - 1;
        }
    }

    /// The neighbours of a cell that are not empty once the piece is lifted.
    #[inline]
    fn neighbours(&self, at: Cell) -> u8 {
        let way_back = Cell::WAY_BIT[at.towards_idx(self.from)];
        if self.board.height(self.from) > 1 {
            return self.board.neighbours(at);
        }
        self.board.neighbours(at) & !way_back
    }

    #[inline]
    fn slides(&self, at: Cell) -> u8 {
        SLIDES[usize::from(self.neighbours(at))]
    }

    /// The height of a cell once the piece is lifted.
    #[inline]
    fn height(&self, at: Cell) -> u8 {
        self.board.height(at) - u8::from(at == self.from)
    }

    /// Both stacks beside the way are higher than its start and its end.
    #[inline]
    fn is_gated(&self, from: Cell, way: usize) -> bool {
        if !self.board.has_stacks() {
            return false;
        }
        let beside = |turn: usize| self.height(from.towards((way + turn) % 6));
        let lower = beside(1).min(beside(5));
        lower > self.height(from).max(self.height(from.towards(way)))
    }

    fn spider(&mut self) {
        let mut first = self.slides(self.from);
        while first != 0 {
            let one = self.from.towards(first.trailing_zeros() as usize);
            first &= first - 1;
            let mut second = self.slides(one);
            while second != 0 {
                let two = one.towards(second.trailing_zeros() as usize);
                second &= second - 1;
                if two == self.from {
                    continue;
                }
                let mut third = self.slides(two);
                while third != 0 {
                    let three = two.towards(third.trailing_zeros() as usize);
                    third &= third - 1;
                    if three != one {
                        self.put(three);
                    }
                }
            }
        }
    }

    fn ant(&mut self) {
        // This is a set of its own: the places that another bug has reached do not end an ant's
        // way.
        let mut been = CellSet::default();
        been.insert(self.from);
        let mut open = [self.from; MOST_AROUND];
        let mut n_open = 1;
        while n_open > 0 {
            n_open -= 1;
            let at = open[n_open];
            let mut ways = self.slides(at);
            while ways != 0 {
                let next = at.towards(ways.trailing_zeros() as usize);
                ways &= ways - 1;
                if been.insert(next) {
                    self.put(next);
                    open[n_open] = next;
                    n_open += 1;
                }
            }
        }
    }

    fn beetle(&mut self) {
        let slides = self.slides(self.from);
        let is_raised = self.height(self.from) > 0;
        for way in 0..6 {
            let to = self.from.towards(way);
            let is_level_ground = !is_raised && self.height(to) == 0;
            let goes = if is_level_ground {
                slides >> way & 1 == 1
            } else {
                !self.is_gated(self.from, way)
            };
            if goes {
                self.put(to);
            }
        }
    }

    fn grasshopper(&mut self) {
        let mut ways = self.board.neighbours(self.from);
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let mut to = self.from.towards(way);
            while self.board.height(to) > 0 {
                to = to.towards(way);
            }
            self.put(to);
        }
    }

    fn ladybug(&mut self) {
        let mut up = self.neighbours(self.from);
        while up != 0 {
            let way = up.trailing_zeros() as usize;
            up &= up - 1;
            if self.is_gated(self.from, way) {
                continue;
            }
            let one = self.from.towards(way);
            let mut over = self.neighbours(one);
            while over != 0 {
                let way = over.trailing_zeros() as usize;
                over &= over - 1;
                if !self.is_gated(one, way) {
                    self.ladybug_down(one.towards(way));
                }
            }
        }
    }

    fn ladybug_down(&mut self, at: Cell) {
        let mut down = !self.neighbours(at) & 0b11_1111;
        while down != 0 {
            let way = down.trailing_zeros() as usize;
            down &= down - 1;
            if !self.is_gated(at, way) {
                self.put(at.towards(way));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hive::{GameType, Hex};

    /// These pieces are placed there, in this order, and White is to move.
    fn board(pieces: &[(&str, i16, i16)]) -> Board {
        let mut board = Board::new(GameType::find("Base+MLP").expect("a game type"));
        for (name, q, r) in pieces {
            let piece = name.parse().expect("a piece");
            board.play(BoardMove::Play { piece, to: Cell::of(Hex { q: *q, r: *r }) });
        }
        board.play(BoardMove::Pass);
        if pieces.len().is_multiple_of(2) {
            board.play(BoardMove::Pass);
        }
        board
    }

    fn goes(board: &Board, name: &str, q: i16, r: i16) -> bool {
        let piece = name.parse().expect("a piece");
        destinations(board, piece).contains(Cell::of(Hex { q, r }))
    }

    /// A ring of two stacks and a queen beside the origin; the tests add the pieces to the east.
    const STACKS: [(&str, i16, i16); 6] = [
        ("wQ", -1, 0),
        ("bQ", 1, -1),
        ("bB1", 1, -1),
        ("bS1", 0, 1),
        ("bB2", 0, 1),
        ("wS1", 0, -1),
    ];

    fn with(more: &[(&'static str, i16, i16)]) -> Board {
        board(&[&STACKS[..], more].concat())
    }

    #[test]
    fn a_beetle_does_not_climb_between_two_higher_stacks() {
        let low = with(&[("wB1", 0, 0), ("bA1", 1, 0)]);
        assert!(!goes(&low, "wB1", 1, 0), "both stacks are higher than where it goes");
        assert!(goes(&low, "wB1", 1, -1), "onto the stack itself nothing is in the way");
        let high = with(&[("wB1", 0, 0), ("bA1", 1, 0), ("bM", 1, 0)]);
        assert!(goes(&high, "wB1", 1, 0), "they are no higher than the goal");
        let above = with(&[("bA1", 0, 0), ("wB1", 0, 0), ("bA2", 1, 0)]);
        assert!(!goes(&above, "wB1", 1, 0), "level with one below it, it stands lower than both");
        let on_top = with(&[("bA1", 0, 0), ("bM", 0, 0), ("wB1", 0, 0), ("bA2", 1, 0)]);
        assert!(goes(&on_top, "wB1", 1, 0), "it starts as high as they are");
    }

    #[test]
    fn a_ladybug_does_not_climb_between_two_higher_stacks() {
        // Only over the ant and the grasshopper is there a way to the far east.
        let low = with(&[("wL", 0, 0), ("bA1", 1, 0), ("bG1", 2, 0)]);
        assert!(!goes(&low, "wL", 3, 0));
        let high = with(&[("wL", 0, 0), ("bA1", 1, 0), ("bG1", 2, 0), ("bM", 1, 0)]);
        assert!(goes(&high, "wL", 3, 0));
    }

    #[test]
    fn a_throw_goes_up_and_down_through_no_gate() {
        let one_stack = &STACKS[..4];
        let up = [("wS1", 0, -1), ("wP", 0, 0), ("bA1", 1, 0)];
        let down = [("wS1", 0, -1), ("wP", 0, 0), ("bG1", -1, 1)];
        assert!(goes(&board(&[one_stack, &up].concat()), "bA1", -1, 1));
        assert!(!goes(&with(&up[1..]), "bA1", -1, 1), "up from between the stacks");
        assert!(goes(&board(&[one_stack, &down].concat()), "bG1", 1, 0));
        assert!(!goes(&with(&down[1..]), "bG1", 1, 0), "down between the stacks");
    }

    #[test]
    fn a_mosquito_throws_beside_a_pillbug_and_not_from_the_top() {
        let pieces = [("wQ", 0, 0), ("bP", 1, -1), ("bQ", 1, 0), ("bA1", -1, 0)];
        let ground = board(&[&pieces[..], &[("wM", 0, -1)]].concat());
        let ant: Piece = "bA1".parse().expect("a piece");
        assert_eq!(destinations(&ground, ant).len(), 3);
        assert!(goes(&ground, "bA1", -1, -1));
        let top = board(&[&pieces[..], &[("wM", 0, 0)]].concat());
        assert!(destinations(&top, ant).is_empty());
        let mosquito: Piece = "wM".parse().expect("a piece");
        assert_eq!(destinations(&top, mosquito).len(), 6, "it is a beetle there");
    }

    #[test]
    fn a_mosquito_that_touches_only_a_mosquito_stays() {
        let stuck = board(&[("wQ", 0, 0), ("bQ", 1, 0), ("bM", 2, 0), ("wM", 3, 0)]);
        let mosquito: Piece = "wM".parse().expect("a piece");
        assert!(destinations(&stuck, mosquito).is_empty());
    }
}
