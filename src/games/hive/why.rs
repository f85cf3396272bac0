//! The reason why a move is not legal, in words: the rule that it breaks (rules 2.1).
//!
//! Does not decide what is legal; `movegen` does, and this is called when it has refused. Clicks
//! and typed moves use the same functions.

use super::board::Board;
use super::hex::{Cell, Way};
use super::movegen::{destinations, placements};
use super::piece::{Bug, Piece};
use super::pins::pinned;
use super::throws::can_throw;
use super::{Hive, Move};
use crate::games::{Rules, Side};

/// The rule that an illegal move breaks.
pub(super) fn broken_rule(pos: &Hive, mv: Move) -> String {
    let board = pos.board();
    if let Some(ending) = board.ending() {
        return format!("the game is over: {}", ending.reason);
    }
    let side = side_name(board.turn());
    let Move::Play { piece, to } = mv else {
        return format!("{side} has another move, so it must not pass");
    };
    if pos.must_pass() {
        return format!("{side} has no legal move and must pass");
    }
    let cell = Cell::of(to);
    if pos.hex(cell) != to {
        return "it would leave the hive".to_owned();
    }
    not_choosable(board, piece).unwrap_or_else(|| match board.in_play().contains(piece) {
        true => bad_goal(board, piece, cell),
        false => bad_placement(board, cell),
    })
}

/// The reason why a piece can neither be placed, moved nor thrown anywhere now; `None` if it can.
pub(super) fn not_choosable(board: &Board, piece: Piece) -> Option<String> {
    if !board.game_type().has(piece.bug()) {
        let (game_type, bug) = (board.game_type().name(), piece.bug().title());
        return Some(format!("{game_type} is played without the {bug}"));
    }
    if board.in_play().contains(piece) {
        return not_movable(board, piece);
    }
    let no_place = "no empty place touches only pieces of the side to move";
    let is_full = || placements(board).is_empty().then(|| no_place.to_owned());
    not_placeable(board, piece).or_else(is_full)
}

/// `White` or `Black`.
pub(super) fn side_name(side: Side) -> &'static str {
    Hive::INFO.sides[side.idx()]
}

/// The reason why a piece in hand must not be placed anywhere now.
fn not_placeable(board: &Board, piece: Piece) -> Option<String> {
    let side = board.turn();
    if piece.side() != side {
        return Some(format!("it is {}'s turn", side_name(side)));
    }
    let is_queen = piece.bug() == Bug::Queen;
    if board.turn_number() == 1 && is_queen {
        return Some("the queen must not be placed on a player's first turn".to_owned());
    }
    if board.turn_number() >= 4 && !board.has_queen(side) && !is_queen {
        return Some("the queen must be placed by turn 4".to_owned());
    }
    let first = board.next_in_hand(side, piece.bug())?;
    (first != piece).then(|| format!("{first} must be placed before {piece}"))
}

/// The reason why a new piece must not be placed there.
fn bad_placement(board: &Board, cell: Cell) -> String {
    let own = board.turn();
    if board.height(cell) > 0 {
        "a new piece must be placed on an empty place".to_owned()
    } else if board.n_plies() == 1 {
        "Black's first piece must touch White's".to_owned()
    } else if board.neighbours_of(cell, own.opponent()) != 0 {
        let other = side_name(own.opponent());
        format!("a new piece must not touch a piece of {other}")
    } else {
        format!("a new piece must touch a piece of {}", side_name(own))
    }
}

/// The reason why a piece in play must not be moved or thrown anywhere now.
fn not_movable(board: &Board, piece: Piece) -> Option<String> {
    let own = board.turn();
    let is_own = piece.side() == own;
    if !board.has_queen(own) {
        let side = side_name(own);
        return Some(format!("{side}'s queen must be placed before any piece is moved"));
    }
    let at = board.cell(piece)?;
    if let Some(top) = board.top(at).filter(|top| *top != piece) {
        return Some(format!("{top} lies on top of {piece}"));
    }
    if board.last_moved() == Some(piece) {
        return Some(if is_own {
            format!("{piece} was thrown last turn, so it must rest")
        } else {
            format!("{piece} was moved last turn, so it must not be thrown")
        });
    }
    let throwers = || {
        [Bug::Pillbug, Bug::Mosquito].into_iter().filter_map(move |bug| {
            let thrower = Piece::first(own, bug);
            can_throw(board, thrower).then(|| board.at(thrower))
        })
    };
    if !is_own && !throwers().any(|thrower| way_to(thrower, at).is_some()) {
        let side = side_name(piece.side());
        return Some(format!("{piece} is {side}'s, and it is {}'s turn", side_name(own)));
    }
    if !is_own && board.height(at) > 1 {
        return Some("a piece in a stack must not be thrown".to_owned());
    }
    if pinned(board).contains(piece) {
        return Some("moving it would break the hive".to_owned());
    }
    destinations(board, piece).is_empty().then(|| shut_in(board, piece, at))
}

/// The reason why a free piece has no target.
fn shut_in(board: &Board, piece: Piece, at: Cell) -> String {
    if piece.side() != board.turn() {
        return "the pillbug has no place to throw it to".to_owned();
    }
    if piece.bug() == Bug::Mosquito && touches_only_mosquitoes(board, at) {
        return "a mosquito that touches only a mosquito cannot move".to_owned();
    }
    if piece.bug() == Bug::Ladybug {
        return "the ladybug finds no place to come down on".to_owned();
    }
    format!("{piece} cannot move: every gap around it is too narrow")
}

/// The way from a cell to a neighbour.
fn way_to(from: Cell, to: Cell) -> Option<Way> {
    Way::ALL.into_iter().find(|way| from.step(*way) == to)
}

fn touched(board: &Board, at: Cell) -> impl Iterator<Item = Bug> + '_ {
    Way::ALL.into_iter().filter_map(move |way| board.top(at.step(way))).map(Piece::bug)
}

fn touches_only_mosquitoes(board: &Board, at: Cell) -> bool {
    board.height(at) == 1 && touched(board, at).all(|bug| bug == Bug::Mosquito)
}

/// The reason why a piece that can move cannot go there.
fn bad_goal(board: &Board, piece: Piece, to: Cell) -> String {
    let from = board.at(piece);
    if from == to {
        return format!("{piece} lies there already");
    }
    if piece.side() != board.turn() {
        return "a thrown piece must come down on an empty place beside the pillbug".to_owned();
    }
    let way = way_to(from, to);
    if board.height(from) > 1 {
        return match way {
            Some(way) => narrow_or_loose(board, from, way),
            None => format!("a {} on top of the hive moves one place", piece.bug().title()),
        };
    }
    let climbs = board.height(to) > 0;
    if climbs && !matches!(piece.bug(), Bug::Beetle | Bug::Mosquito) {
        return "only a beetle, or a mosquito as one, may end on another piece".to_owned();
    }
    match piece.bug() {
        Bug::Queen | Bug::Beetle | Bug::Pillbug => match way {
            Some(way) => narrow_or_loose(board, from, way),
            None => format!("the {} moves one place", piece.bug().title()),
        },
        Bug::Spider => "the spider moves exactly three places around the hive".to_owned(),
        Bug::Ant => "the ant cannot get there: the gap is too narrow".to_owned(),
        Bug::Grasshopper => {
            "the grasshopper jumps in a straight line over pieces to the first empty place"
                .to_owned()
        }
        Bug::Mosquito => {
            let mut kinds: Vec<&str> = touched(board, from).map(Bug::title).collect();
            kinds.sort_unstable();
            kinds.dedup();
            format!("the mosquito moves as what it touches: {}", kinds.join(", "))
        }
        Bug::Ladybug => {
            "the ladybug moves two places over the hive and one down to the ground".to_owned()
        }
    }
}

/// The reason why one step is not possible: too narrow, or without contact.
fn narrow_or_loose(board: &Board, from: Cell, way: Way) -> String {
    let idx = way as usize;
    let beside = |turn: usize| board.height(from.step(Way::ALL[(idx + turn) % 6]));
    if beside(1) > 0 && beside(5) > 0 {
        "the gap is too narrow".to_owned()
    } else {
        "it would lose touch with the hive on its way".to_owned()
    }
}
