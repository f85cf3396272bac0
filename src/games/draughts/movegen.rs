//! The legal moves of all five variants, and their number.
//!
//! There is one generator: a [`Law`] holds the differences between the variants, chosen once for
//! each call. Does not know how a game ends, except that no side moves after a breakthrough.

use super::Draughts;
use std::collections::BTreeSet;

use super::board::{ALL, Board, Dir, FORWARD, N_SQUARES, first_on_ray, free_ray, squares, step};
use super::list::MoveList;
use super::moves::Move;

/// The differences between the variants in moving.
pub(super) trait Law {
    /// Frisian (rules 1.6): captures in eight directions, counted by value, king over man, and no
    /// king may make a fourth move in a row.
    const FRISIAN: bool = false;
    /// The limit on a king's moves in a row is kept; off only to count positions without it.
    const KING_LIMIT: bool = true;
    /// Killer (rules 1.3): a king that captures a king last stops right behind it.
    const KILLER: bool = false;
    /// Breakthrough (rules 1.4): a king on the board ends the game.
    const BREAKTHROUGH: bool = false;
}

/// International, and Losing, which differs only in its aim.
pub(super) struct Plain;
pub(super) struct Frisian;
pub(super) struct FrisianWithoutLimit;
pub(super) struct Killer;
pub(super) struct Breakthrough;

impl Law for Plain {}
impl Law for Frisian {
    const FRISIAN: bool = true;
}
impl Law for FrisianWithoutLimit {
    const FRISIAN: bool = true;
    const KING_LIMIT: bool = false;
}
impl Law for Killer {
    const KILLER: bool = true;
}
impl Law for Breakthrough {
    const BREAKTHROUGH: bool = true;
}

/// Calls a function that is generic over the [`Law`] with the one of the position's variant.
macro_rules! by_law {
    ($pos:expr, $call:ident($($arg:expr),*)) => {
        {
        use $crate::games::draughts::Variant;
        use $crate::games::draughts::movegen::{Breakthrough, Frisian, Killer, Plain};
        match $pos.variant() {
            Variant::International | Variant::Losing => $call::<Plain>($($arg),*),
            Variant::Frisian => $call::<Frisian>($($arg),*),
            Variant::Killer => $call::<Killer>($($arg),*),
            Variant::Breakthrough => $call::<Breakthrough>($($arg),*),
        }
        }
    };
}
pub(super) use by_law;

/// The way of counting two ways to make one capture.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Paths {
    /// They count as one move.
    Moves,
    /// They count as two; only for perft.
    Every,
}

/// Puts the legal moves into `list`, in no particular order, without duplicates.
pub fn legal_moves(pos: &Draughts, list: &mut MoveList) {
    by_law!(pos, all_moves(pos, list, Paths::Moves));
}

/// Puts the legal captures into `list`; empty when no piece can be captured.
pub fn captures(pos: &Draughts, list: &mut MoveList) {
    by_law!(pos, all_captures(pos, list, Paths::Moves));
}

/// Puts the captures of greatest value among those of the pieces in a set into `list`, whatever
/// captures the other pieces have.
pub(super) fn captures_of(pos: &Draughts, list: &mut MoveList, pieces: u64) {
    by_law!(pos, captures_by(pos, list, Paths::Moves, pieces));
}

/// Does the same as [`captures`], but a king that captures a king may land anywhere behind it.
pub(super) fn captures_without_stop(pos: &Draughts, list: &mut MoveList) {
    all_captures::<Plain>(pos, list, Paths::Moves);
}

/// The side to move has a legal move.
#[must_use]
pub fn has_legal_move(pos: &Draughts) -> bool {
    by_law!(pos, can_move(pos))
}

/// A piece can be captured, so a capture is compulsory.
#[must_use]
pub fn must_capture(pos: &Draughts) -> bool {
    by_law!(pos, can_capture(pos))
}

pub(super) fn all_moves<L: Law>(pos: &Draughts, list: &mut MoveList, paths: Paths) {
    all_captures::<L>(pos, list, paths);
    if list.is_empty() {
        quiet_moves::<L>(pos, list);
    }
}

fn is_over<L: Law>(pos: &Draughts) -> bool {
    L::BREAKTHROUGH && pos.board().kings != [0; 2]
}

fn can_move<L: Law>(pos: &Draughts) -> bool {
    let own = pos.turn().idx();
    let empty = pos.board().empty();
    let men = pos.board().men[own];
    if is_over::<L>(pos) {
        return false;
    }
    FORWARD[own].iter().any(|dir| step(men, *dir) & empty != 0)
        || movable_kings::<L>(pos)
            .any(|square| DIAGONAL.iter().any(|dir| step(1 << square, *dir) & empty != 0))
        || can_capture::<L>(pos)
}

const DIAGONAL: [Dir; 4] = [Dir::UpLeft, Dir::UpRight, Dir::DownLeft, Dir::DownRight];

/// The directions in which pieces capture.
const fn capture_dirs<L: Law>() -> &'static [Dir] {
    if L::FRISIAN { &Dir::ALL } else { &DIAGONAL }
}

/// The kings that may make a move without capture: all except the one that has reached the limit.
fn movable_kings<L: Law>(pos: &Draughts) -> impl Iterator<Item = u8> {
    let mut kings = pos.board().kings[pos.turn().idx()];
    if L::FRISIAN
        && L::KING_LIMIT
        && let Some(square) = pos.limited_king()
    {
        kings &= !(1 << square);
    }
    squares(kings)
}

pub(super) fn n_quiet<L: Law>(pos: &Draughts) -> u64 {
    if is_over::<L>(pos) {
        return 0;
    }
    let own = pos.turn().idx();
    let (men, empty) = (pos.board().men[own], pos.board().empty());
    let [left, right] = FORWARD[own].map(|dir| (step(men, dir) & empty).count_ones());
    let occupied = ALL & !empty;
    let of_kings: u32 = movable_kings::<L>(pos)
        .map(|square| {
            DIAGONAL.iter().map(|dir| free_ray(square, *dir, occupied).count_ones()).sum::<u32>()
        })
        .sum();
    u64::from(left + right + of_kings)
}

fn quiet_moves<L: Law>(pos: &Draughts, list: &mut MoveList) {
    if is_over::<L>(pos) {
        return;
    }
    let own = pos.turn().idx();
    let (men, empty) = (pos.board().men[own], pos.board().empty());
    let back = FORWARD[1 - own];
    // The way back from one side's left is the other side's right.
    for (dir, back) in [(FORWARD[own][0], back[1]), (FORWARD[own][1], back[0])] {
        for from in squares(men & step(empty, back)) {
            let to = step(1 << from, dir).trailing_zeros() as u8;
            list.push(Move { from, to, captured: 0 });
        }
    }
    let occupied = ALL & !empty;
    for from in movable_kings::<L>(pos) {
        for dir in DIAGONAL {
            for to in squares(free_ray(from, dir, occupied)) {
                list.push(Move { from, to, captured: 0 });
            }
        }
    }
}

pub(super) fn can_capture<L: Law>(pos: &Draughts) -> bool {
    if is_over::<L>(pos) {
        return false;
    }
    let sides = Sides::of(pos);
    capture_dirs::<L>().iter().any(|dir| {
        step(step(sides.men, *dir) & sides.opp, *dir) & sides.empty() != 0
            || squares(sides.kings).any(|square| {
                first_on_ray(square, *dir, sides.occupied)
                    .is_some_and(|met| step(1 << met & sides.opp, *dir) & sides.empty() != 0)
            })
    })
}

/// The pieces from the point of view of the side to move.
struct Sides {
    men: u64,
    kings: u64,
    opp: u64,
    opp_kings: u64,
    occupied: u64,
}

impl Sides {
    fn of(pos: &Draughts) -> Self {
        let Board { men, kings } = *pos.board();
        let (own, opp) = (pos.turn().idx(), pos.turn().opponent().idx());
        Self {
            men: men[own],
            kings: kings[own],
            opp: men[opp] | kings[opp],
            opp_kings: kings[opp],
            occupied: pos.board().occupied(),
        }
    }

    fn empty(&self) -> u64 {
        ALL & !self.occupied
    }
}

fn all_captures<L: Law>(pos: &Draughts, list: &mut MoveList, paths: Paths) {
    captures_by::<L>(pos, list, paths, ALL);
}

/// The captures of greatest value among those of some pieces.
fn captures_by<L: Law>(pos: &Draughts, list: &mut MoveList, paths: Paths, pieces: u64) {
    list.clear();
    if is_over::<L>(pos) {
        return;
    }
    let sides = Sides::of(pos);
    let mut starters = 0;
    for dir in capture_dirs::<L>() {
        let back = BACK[*dir as usize];
        starters |= step(step(sides.empty(), back) & sides.opp, back);
    }
    let mut search = Search {
        sides: &sides,
        paths,
        from: 0,
        occupied: 0,
        king_bonus: 0,
        best: 1,
        list,
        seen: BTreeSet::new(),
    };
    for from in squares(sides.men & starters & pieces) {
        search.start(from, 0);
        search.man::<L>(from, 0, 0);
    }
    for from in squares(sides.kings & pieces) {
        search.start(from, u32::from(L::FRISIAN));
        search.king::<L>(from, 0, 0, None);
    }
}

/// The opposite directions, in the order of [`Dir::ALL`].
const BACK: [Dir; 8] = [
    Dir::DownRight,
    Dir::DownLeft,
    Dir::UpRight,
    Dir::UpLeft,
    Dir::Right,
    Dir::Left,
    Dir::Down,
    Dir::Up,
];

/// The square over which a man captures in each direction, and the square where it lands; 0 if it
/// would leave the board.
static JUMPS: [[(u64, u64); 8]; 64] = jumps();

const fn jumps() -> [[(u64, u64); 8]; 64] {
    let mut table = [[(0, 0); 8]; 64];
    let mut square = 0;
    while square < N_SQUARES as usize {
        let mut dir = 0;
        while dir < 8 {
            let over = step(1 << square, Dir::ALL[dir]);
            table[square][dir] = (over, step(over, Dir::ALL[dir]));
            dir += 1;
        }
        square += 1;
    }
    table
}

/// A search for the captures of greatest value: only the best ones found so far are kept.
struct Search<'a> {
    sides: &'a Sides,
    paths: Paths,
    /// The square of the capturing piece. It counts as empty during the capture.
    from: u8,
    /// All other pieces. Captured pieces still block: they are removed after the move.
    occupied: u64,
    /// Makes a king's capture worth more than a man's of equal value (Frisian).
    king_bonus: u32,
    best: u32,
    list: &'a mut MoveList,
    /// The places that long captures have passed, and the pieces captured by then: they are not
    /// followed twice. On a board set up for it, there are millions of ways to capture the same
    /// pieces.
    seen: BTreeSet<u64>,
}

/// Captures of fewer pieces have few ways.
const LONG: u32 = 7;

impl Search<'_> {
    fn start(&mut self, from: u8, king_bonus: u32) {
        self.from = from;
        self.king_bonus = king_bonus;
        self.occupied = self.sides.occupied & !(1 << from);
        self.seen.clear();
    }

    /// A capture has come to `at` with these pieces before, going in the same direction.
    fn is_known(&mut self, at: u8, captured: u64, came: Option<Dir>) -> bool {
        if captured.count_ones() < LONG || self.paths == Paths::Every {
            return false;
        }
        let came = came.map_or(8, |dir| dir as u64);
        !self.seen.insert(captured | u64::from(at) << 50 | came << 56)
    }

    /// A man's capture goes on from `at`; `value` is that of the pieces `captured` so far.
    fn man<L: Law>(&mut self, at: u8, captured: u64, value: u32) {
        if self.is_known(at, captured, None) {
            return;
        }
        let takes = self.sides.opp & !captured;
        for dir in capture_dirs::<L>() {
            let (over, land) = JUMPS[usize::from(at) & 63][*dir as usize];
            if over & takes != 0 && land & !self.occupied != 0 {
                let value = value + self.worth::<L>(over);
                let to = land.trailing_zeros() as u8;
                self.record(to, captured | over, value);
                self.man::<L>(to, captured | over, value);
            }
        }
    }

    /// A king's capture goes on from `at`, in any direction or only straight on.
    fn king<L: Law>(&mut self, at: u8, captured: u64, value: u32, came: Option<Dir>) {
        if self.is_known(at, captured, came) {
            return;
        }
        for dir in capture_dirs::<L>() {
            // Straight back there are only captured pieces.
            if came.is_some_and(|came| came == *dir || came == BACK[*dir as usize]) {
                continue;
            }
            self.king_towards::<L>(at, *dir, captured, value);
        }
    }

    fn king_towards<L: Law>(&mut self, at: u8, dir: Dir, captured: u64, value: u32) {
        let Some(met) = first_on_ray(at, dir, self.occupied) else { return };
        let over = 1 << met;
        if over & self.sides.opp & !captured == 0 {
            return;
        }
        let landings = free_ray(met, dir, self.occupied);
        let Some(nearest) = first_on_ray(met, dir, landings) else { return };
        let captured = captured | over;
        let value = value + self.worth::<L>(over);
        let must_stop = L::KILLER && over & self.sides.opp_kings != 0;
        let ends = if must_stop { 1 << nearest } else { landings };
        for to in squares(ends) {
            self.record(to, captured, value + self.king_bonus);
        }
        // The next piece straight on is the same from every landing square.
        self.king_towards::<L>(nearest, dir, captured, value);
        for to in squares(landings) {
            self.king::<L>(to, captured, value, Some(dir));
        }
    }

    /// Frisian values as in Scan 3.1: a king is worth a little less than two men, and more
    /// than any number of men short of that (rules 1.6).
    fn worth<L: Law>(&self, square: u64) -> u32 {
        if !L::FRISIAN {
            return 1;
        }
        if square & self.sides.opp_kings != 0 { 126 } else { 64 }
    }

    fn record(&mut self, to: u8, captured: u64, value: u32) {
        if value < self.best {
            return;
        }
        if value > self.best {
            self.best = value;
            self.list.clear();
        }
        let mv = Move { from: self.from, to, captured };
        if self.paths == Paths::Every || !self.list.contains(&mv) {
            self.list.push(mv);
        }
    }
}
