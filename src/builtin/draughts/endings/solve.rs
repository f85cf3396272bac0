//! Solves all positions with the same pieces, backwards from the ends of games.
//!
//! First every position is looked at once: a capture or a promotion leads to other pieces, whose
//! positions are solved before, and the moves that stay among these are counted. Then, ply by ply,
//! each position whose value is known tells it to those from which a move leads there.

use super::slice::{Slice, turned};
use super::{Code, DRAW, Endings, Group, MOST_CODE, Material, Pair, flipped};
use crate::games::Side;
use crate::games::draughts::board::{Board, Dir, free_ray, squares, step};
use crate::games::draughts::{Draughts, Move, MoveList, legal_moves};

/// Instead of a number of moves: a capture is compulsory, so no quiet move leads from here.
const CAPTURES: u8 = 255;
/// A move leads to a draw with other pieces, so the position is not lost.
const HELD: u8 = 254;

/// Solves the positions with these pieces, and those with sides swapped.
pub(super) fn pair(endings: &Endings, material: Material) -> Pair {
    let swapped = material.swapped();
    let mut slices = vec![Slice::new(material)];
    if swapped != material {
        slices.push(Slice::new(swapped));
    }
    let n_left = slices.iter().map(|slice| vec![0; slice.len()]).collect();
    let group = Group::of(endings.variant, material);
    let mut solver = Solver { endings, group, slices, n_left, due: Vec::new() };
    solver.look();
    solver.spread();
    let mut slices = solver.slices.into_iter();
    let first = slices.next().expect("there is one for the pieces themselves");
    Pair { first, second: slices.next() }
}

struct Solver<'a> {
    endings: &'a Endings,
    group: Group,
    /// One, or two where the sides have different pieces.
    slices: Vec<Slice>,
    /// For each position the quiet moves whose value is not known yet, or [`CAPTURES`] or [`HELD`].
    n_left: Vec<Vec<u8>>,
    /// By code: positions that have it unless they have a smaller one; slice and place.
    due: Vec<Vec<(u8, u32)>>,
}

/// What is known of the moves of a position.
#[derive(Default)]
struct Known {
    /// The smallest code among the moves that win, from the mover's point of view.
    wins: Option<Code>,
    /// The greatest among those that lose.
    loses: Option<Code>,
    /// Moves to other pieces that draw.
    n_drawn: u32,
    /// Moves that stay among these pieces.
    n_within: u8,
}

impl Solver<'_> {
    fn look(&mut self) {
        let mut list = MoveList::new();
        for which in 0..self.slices.len() {
            for place in 0..self.slices[which].len() {
                let Some(board) = self.slices[which].board(place) else { continue };
                let pos = self.position(board);
                list.clear();
                legal_moves(&pos, &mut list);
                let Some(first) = list.first() else {
                    self.owe(1, which, place);
                    continue;
                };
                let captures = first.is_capture();
                let known = self.known(&pos, &list, false);
                self.n_left[which][place] = match () {
                    () if captures => CAPTURES,
                    () if known.n_drawn > 0 => HELD,
                    () => known.n_within,
                };
                let lost = known.n_within == 0 && known.n_drawn == 0;
                if let Some(code) = known.wins.or(known.loses.filter(|_| lost)) {
                    self.owe(code, which, place);
                }
            }
        }
    }

    /// Goes from known positions to those before them, in the order of their plies.
    fn spread(&mut self) {
        let mut code = 1;
        while usize::from(code) < self.due.len() {
            for (which, place) in std::mem::take(&mut self.due[usize::from(code)]) {
                let (which, place) = (usize::from(which), place as usize);
                if self.slices[which].at(place) == DRAW {
                    self.slices[which].set(place, code);
                    self.tell(code, which, place);
                }
            }
            code += 1;
        }
    }

    /// Tells the value of a position to those from which a quiet move leads there.
    fn tell(&mut self, code: Code, which: usize, place: usize) {
        let Some(board) = self.slices[which].board(place) else { return };
        let is_loss = self.endings.is_loss(code);
        let before = self.slices.len() - 1 - which;
        for_each_before(&board, |earlier| {
            let at = self.slices[before].place(&earlier);
            let n_left = &mut self.n_left[before][at];
            if self.slices[before].at(at) != DRAW || *n_left == CAPTURES {
                return;
            }
            if is_loss {
                self.owe(code + 1, before, at);
            } else if *n_left != HELD {
                *n_left -= 1;
                if *n_left == 0 {
                    self.lose(earlier, before, at);
                }
            }
        });
    }

    /// All moves of a position lose.
    fn lose(&mut self, board: Board, which: usize, place: usize) {
        let pos = self.position(board);
        let mut list = MoveList::new();
        legal_moves(&pos, &mut list);
        let known = self.known(&pos, &list, true);
        if let Some(code) = known.wins.or(known.loses) {
            self.owe(code, which, place);
        }
    }

    fn owe(&mut self, code: Code, which: usize, place: usize) {
        assert!(code < MOST_CODE, "an ending of {} takes too long", self.slices[0].material());
        let at = usize::from(code);
        if self.due.len() <= at {
            self.due.resize_with(at + 1, Vec::new);
        }
        self.due[at].push((which as u8, place as u32));
    }

    fn position(&self, board: Board) -> Draughts {
        Draughts::new(board, Side::First, self.endings.variant)
            .expect("a slice has only boards that can occur")
    }

    /// What is known of the moves, those among these pieces only where they count as `solved`.
    fn known(&self, pos: &Draughts, moves: &[Move], solved: bool) -> Known {
        let mut known = Known::default();
        let own = Material::of(pos.board());
        for mv in moves {
            let mut after = *pos;
            after.play(mv);
            let board = turned(&after);
            let material = Material::of(&board);
            let is_within = material == own.swapped() && !self.endings.is_over(&board);
            if is_within && !solved {
                known.n_within += 1;
                continue;
            }
            let code = if is_within { self.code_within(&board) } else { self.code(&board) };
            if code == DRAW {
                known.n_drawn += 1;
            } else if self.endings.is_loss(code) {
                known.wins = Some(known.wins.map_or(code + 1, |best| best.min(code + 1)));
            } else {
                known.loses = Some(known.loses.map_or(code + 1, |worst| worst.max(code + 1)));
            }
        }
        known
    }

    fn code_within(&self, board: &Board) -> Code {
        let material = Material::of(board);
        let slice = self.slices.iter().find(|slice| slice.material() == material);
        slice.map_or(DRAW, |slice| slice.code(board))
    }

    /// The code of a board with other pieces, where a count of the rules may begin.
    fn code(&self, board: &Board) -> Code {
        let code = self.endings.code(board);
        let group = Group::of(self.endings.variant, Material::of(board));
        let too_late = |plies: u8| code.saturating_sub(1) > plies;
        let begins = group != self.group;
        if begins && group.plies().is_some_and(too_late) { DRAW } else { code }
    }
}

/// Calls `then` with every board from which a quiet move of Black leads to this one, White to move;
/// the board is turned, so that White is to move there, too. Whether a capture was compulsory there
/// is not looked at. Promotions come from other pieces.
fn for_each_before(board: &Board, mut then: impl FnMut(Board)) {
    const DIAGONALS: [Dir; 4] = [Dir::UpLeft, Dir::UpRight, Dir::DownLeft, Dir::DownRight];
    let turned = flipped(board);
    let (occupied, empty) = (turned.occupied(), turned.empty());
    // The moves were White's on the turned board: men went up.
    for to in squares(turned.men[0]) {
        for dir in [Dir::DownLeft, Dir::DownRight] {
            for from in squares(step(1 << to, dir) & empty) {
                let mut men = turned.men;
                men[0] ^= 1 << to | 1 << from;
                then(Board { men, ..turned });
            }
        }
    }
    for to in squares(turned.kings[0]) {
        for dir in DIAGONALS {
            for from in squares(free_ray(to, dir, occupied)) {
                let mut kings = turned.kings;
                kings[0] ^= 1 << to | 1 << from;
                then(Board { kings, ..turned });
            }
        }
    }
}
