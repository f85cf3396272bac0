//! The way of a capture over the board: the squares that PDN's long form names.
//!
//! Does not know which captures are legal; it is given one that is.

use crate::games::draughts::board::{Board, Dir, first_on_ray, free_ray, squares, step};
use crate::games::draughts::{Draughts, Move, Variant};

/// The squares between origin and goal as PDN 3.0 wants them in the long form (standard, restriction
/// 9): where the capture turns, the square of the turn; else the square right behind the captured
/// piece; none behind the last. Of several ways to take the same pieces the first one found, always
/// the same. Empty for a move that takes at most one piece.
pub(super) fn stops(pos: &Draughts, mv: &Move) -> Vec<u8> {
    let mut found = Vec::new();
    each_path(pos, mv, &mut |legs| {
        found = stops_of(legs);
        true
    });
    found
}

/// The capture can be made by way of these squares, in this order; others may lie between.
pub(super) fn can_pass(pos: &Draughts, mv: &Move, by: &[u8]) -> bool {
    let mut passes = false;
    each_path(pos, mv, &mut |legs| {
        passes = is_passed(mv.from, legs, by);
        passes
    });
    passes
}

/// The capture can be made with exactly these squares as its [`stops`].
pub(super) fn has_stops(pos: &Draughts, mv: &Move, by: &[u8]) -> bool {
    let mut has = false;
    each_path(pos, mv, &mut |legs| {
        has = stops_of(legs) == by;
        has
    });
    has
}

/// One jump: over which piece, in which direction, and where the next jump starts.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::draughts) struct Leg {
    pub(in crate::games::draughts) over: u8,
    pub(in crate::games::draughts) dir: Dir,
    pub(in crate::games::draughts) to: u8,
}

fn stops_of(legs: &[Leg]) -> Vec<u8> {
    let is_straight = |pair: &[Leg]| pair[0].dir == pair[1].dir;
    legs.windows(2)
        .map(|pair| if is_straight(pair) { behind(pair[0]) } else { pair[0].to })
        .collect()
}

/// The square right behind the captured piece.
fn behind(leg: Leg) -> u8 {
    step(1 << leg.over, leg.dir).trailing_zeros() as u8
}

fn is_passed(from: u8, legs: &[Leg], by: &[u8]) -> bool {
    let mut wanted = by.iter().copied().peekable();
    let mut at = from;
    for leg in legs {
        while at != leg.to {
            at = step(1 << at, leg.dir).trailing_zeros() as u8;
            while wanted.next_if_eq(&at).is_some() {}
        }
    }
    wanted.peek().is_none()
}

/// No capture has so many ways to be made; a text is not worth more.
const MOST_STEPS: u32 = 20_000;

/// Calls `visit` with each way to make the capture until it returns true.
pub(in crate::games::draughts) fn each_path(
    pos: &Draughts,
    mv: &Move,
    visit: &mut dyn FnMut(&[Leg]) -> bool,
) {
    let board = pos.board();
    let is_king = board.kings[pos.turn().idx()] >> mv.from & 1 == 1;
    let dirs: &[Dir] = if pos.variant() == Variant::Frisian { &Dir::ALL } else { &Dir::ALL[..4] };
    let killer = is_king && pos.variant() == Variant::Killer;
    let occupied = board.occupied() & !(1 << mv.from);
    let mut search =
        Search { board, mv, is_king, killer, dirs, occupied, legs: Vec::new(), n_steps: 0, visit };
    search.from(mv.from, mv.captured);
}

struct Search<'a> {
    board: &'a Board,
    mv: &'a Move,
    is_king: bool,
    /// A king taken last must be stopped right behind (rules 1.3).
    killer: bool,
    dirs: &'a [Dir],
    /// All pieces but the one that moves.
    occupied: u64,
    legs: Vec<Leg>,
    n_steps: u32,
    visit: &'a mut dyn FnMut(&[Leg]) -> bool,
}

impl Search<'_> {
    /// Takes what is left, from `at`; true when the search is over.
    fn from(&mut self, at: u8, left: u64) -> bool {
        self.n_steps += 1;
        if self.n_steps > MOST_STEPS {
            return true;
        }
        let dirs = self.dirs;
        dirs.iter().any(|dir| {
            let met = if self.is_king {
                first_on_ray(at, *dir, self.occupied)
            } else {
                let next = step(1 << at, *dir) & self.occupied;
                (next != 0).then(|| next.trailing_zeros() as u8)
            };
            met.filter(|met| left >> met & 1 == 1).is_some_and(|met| self.over(met, *dir, left))
        })
    }

    /// Jumps over one piece, to every square where the jump may end.
    fn over(&mut self, over: u8, dir: Dir, left: u64) -> bool {
        let near = step(1 << over, dir) & !self.occupied;
        let landings = if self.is_king { free_ray(over, dir, self.occupied) } else { near };
        let left = left & !(1 << over);
        if left == 0 {
            let kings = self.board.kings[0] | self.board.kings[1];
            let ends = if self.killer && kings >> over & 1 == 1 { near } else { landings };
            let to = self.mv.to;
            return ends >> to & 1 == 1
                && self.leg(Leg { over, dir, to }, |search| (search.visit)(&search.legs));
        }
        squares(landings).any(|to| self.leg(Leg { over, dir, to }, |search| search.from(to, left)))
    }

    fn leg(&mut self, leg: Leg, then: impl FnOnce(&mut Self) -> bool) -> bool {
        // From every landing the next piece straight on is the same: one of them is enough.
        let is_repeated = self
            .legs
            .last()
            .is_some_and(|last| last.dir == leg.dir && self.is_king && behind(*last) != last.to);
        if is_repeated {
            return false;
        }
        self.legs.push(leg);
        let done = then(self);
        self.legs.pop();
        done
    }
}
