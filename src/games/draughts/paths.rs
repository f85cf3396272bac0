//! The ways over the board by which a capture can be made.
//!
//! Does not judge: a capture is identified by its start, its end and the captured pieces; this
//! finds the squares that the piece passes.

use super::board::{Dir, first_on_ray, free_ray, ray, squares, step};
use super::moves::Move;
use super::{Draughts, Variant};

/// One captured piece, and the square from which the capture goes on: the square where the piece
/// turns, or otherwise the square right behind the captured piece.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Jump {
    /// The square of the captured piece.
    pub over: u8,
    /// The square where the piece lands; at the end of the capture, its goal.
    pub landing: u8,
}

/// The most ways that are returned: users never need more.
const MOST: usize = 200;

/// Every way to make a legal capture, at most 200; empty for a move that captures nothing.
#[must_use]
pub fn paths(pos: &Draughts, mv: &Move) -> Vec<Vec<Jump>> {
    let flying = pos.board().kings[pos.turn().idx()] >> mv.from & 1 == 1;
    Finder::new(pos.variant(), pos.board().occupied(), mv, flying).find(mv)
}

/// The squares where the piece that moved last started, turned and ended, from the point of view of
/// the position after the move; empty if the move cannot have led here.
#[must_use]
pub(super) fn way_of_last(pos: &Draughts, mv: &Move) -> Vec<u8> {
    if pos.board().at(mv.to).is_none_or(|piece| piece.side == pos.turn()) {
        return Vec::new();
    }
    if !mv.is_capture() {
        return vec![mv.from, mv.to];
    }
    let occupied = pos.board().occupied() & !(1 << mv.to) | mv.captured;
    // A man that became a king by this move moved as a man.
    let ways = [false, true].into_iter().find_map(|flying| {
        Finder::new(pos.variant(), occupied, mv, flying).find(mv).into_iter().next()
    });
    let Some(way) = ways else { return Vec::new() };
    std::iter::once(mv.from).chain(way.iter().map(|jump| jump.landing)).collect()
}

/// The squares that a piece passes after its first, in order: those where it lands and those it
/// flies over.
#[must_use]
pub(super) fn visited(from: u8, path: &[Jump]) -> Vec<u8> {
    let mut at = from;
    let mut visited = Vec::new();
    for jump in path {
        let on_line = Dir::ALL.into_iter().find(|dir| ray(at, *dir) >> jump.landing & 1 == 1);
        let Some(dir) = on_line else { break };
        let beyond = ray(jump.landing, dir) | 1 << jump.over;
        visited.extend(along(ray(at, dir) & !beyond, dir));
        at = jump.landing;
    }
    visited
}

/// The squares of a set in the order along a direction.
fn along(set: u64, dir: Dir) -> Vec<u8> {
    let mut met: Vec<u8> = squares(set).collect();
    if !dir.ascends() {
        met.reverse();
    }
    met
}

struct Finder {
    dirs: &'static [Dir],
    flying: bool,
    /// All pieces except the one that captures.
    occupied: u64,
    to: u8,
    way: Vec<Jump>,
    found: Vec<Vec<Jump>>,
}

impl Finder {
    fn new(variant: Variant, occupied: u64, mv: &Move, flying: bool) -> Self {
        let dirs = if variant == Variant::Frisian { &Dir::ALL[..] } else { &Dir::ALL[..4] };
        let occupied = occupied & !(1 << mv.from);
        Self { dirs, flying, occupied, to: mv.to, way: Vec::new(), found: Vec::new() }
    }

    fn find(mut self, mv: &Move) -> Vec<Vec<Jump>> {
        if mv.is_capture() {
            self.go_on(mv.from, mv.captured, None);
        }
        self.found
    }

    /// Goes on from `at` with the pieces `left` to capture; `not` leads to squares that another
    /// landing also leads to.
    fn go_on(&mut self, at: u8, left: u64, not: Option<Dir>) {
        for dir in self.dirs.iter().copied().filter(|dir| Some(*dir) != not) {
            let Some((over, landings)) = self.jump(at, dir, left) else { continue };
            let left = left & !(1 << over);
            let nearest = landings.first().copied();
            for landing in landings {
                if self.found.len() == MOST {
                    return;
                }
                self.way.push(Jump { over, landing });
                if left != 0 {
                    self.go_on(landing, left, (Some(landing) != nearest).then_some(dir));
                } else if landing == self.to {
                    self.found.push(self.way.clone());
                }
                self.way.pop();
            }
        }
    }

    /// The captured piece in a direction, and the squares where the capturing piece can land, the
    /// nearest first.
    fn jump(&self, at: u8, dir: Dir, left: u64) -> Option<(u8, Vec<u8>)> {
        let over = first_on_ray(at, dir, self.occupied).filter(|over| left >> over & 1 == 1)?;
        if self.flying {
            return Some((over, along(free_ray(over, dir, self.occupied), dir)));
        }
        let is_next = step(1 << at, dir) == 1 << over;
        let land = step(1 << over, dir) & !self.occupied;
        (is_next && land != 0).then(|| (over, vec![land.trailing_zeros() as u8]))
    }
}
