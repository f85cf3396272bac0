//! Legal moves that lead to tiles as they lie: found backwards, tile by tile.
//!
//! The last turns are undone one after the other: a tile goes back into the hand if it could just
//! have been placed, or to where it could have come from, best first, until no tile is left. Every
//! step is checked forwards by the rules. The search gives up after a while, so that it may miss a
//! way; what it finds is legal. Throws of the pillbug and passes are not tried.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::At;
use super::faults::turns;
use super::placed::Placed;
use crate::games::hive::board::BoardMove;
use crate::games::hive::hex::{Cell, Hex, Way};
use crate::games::hive::movegen::{destinations, placeable, placements};
use crate::games::hive::piece::Bug;
use crate::games::hive::{Board, Hive, Move};
use crate::games::{Rules, Side};

/// Positions that are looked at, at most.
const MOST: usize = 4_000;

/// A GameString that leads to these tiles, if one was found. They break no rule by the way they lie.
pub(super) fn to(placed: &Placed) -> Option<String> {
    played(placed, &steps(placed)?).map(|pos| pos.to_text())
}

/// A position on the way, and the move that leads from it to the next.
struct Before {
    placed: Placed,
    step: Option<(At, usize)>,
}

/// The moves from the empty board on.
fn steps(goal: &Placed) -> Option<Vec<At>> {
    let mut known = vec![Before { placed: goal.clone(), step: None }];
    let mut waiting = BinaryHeap::from([(Reverse((0_u32, 0_usize)), 0_usize)]);
    let mut seen = HashSet::new();
    let mut n_seen = 0;
    while let Some((Reverse((_, depth)), idx)) = waiting.pop() {
        let Before { placed, step } = &known[idx];
        let (placed, step) = (placed.clone(), *step);
        let Some(turns) = turns(&placed) else { continue };
        let board = placed.board(turns.into_iter().sum());
        if let Some((step, _)) = step
            && !leads_on(&placed, &board, step)
        {
            continue;
        }
        if placed.pieces.is_empty() {
            return Some(path(&known, idx));
        }
        if !seen.insert(board.key_at_rest()) {
            continue;
        }
        n_seen += 1;
        if n_seen > MOST {
            return None;
        }
        for (before, step, cost) in back(&placed, turns) {
            waiting.push((Reverse((cost + depth as u32, depth + 1)), known.len()));
            known.push(Before { placed: before, step: Some((step, idx)) });
        }
    }
    None
}

fn path(known: &[Before], mut idx: usize) -> Vec<At> {
    let mut path = Vec::new();
    while let Some((step, next)) = known[idx].step {
        path.push(step);
        idx = next;
    }
    path
}

/// The move is legal there.
fn leads_on(placed: &Placed, board: &Board, (piece, to): At) -> bool {
    let cell = Cell::of(to);
    match placed.pieces[..] {
        // The first tile of each side; White's may lie anywhere.
        [] => piece.side() == Side::First && piece.bug() != Bug::Queen,
        [(_, hex)] => {
            let is_beside = Way::ALL.into_iter().any(|way| hex.step(way) == to);
            piece.side() == Side::Second && piece.bug() != Bug::Queen && is_beside
        }
        _ if board.is_over() => false,
        _ if board.in_play().contains(piece) => destinations(board, piece).contains(cell),
        _ => {
            placed.is_one_hive()
                && placeable(board).contains(piece)
                && placements(board).contains(cell)
        }
    }
}

/// What may have been a turn before, with the move that led on and how far it seems from the empty
/// board.
fn back(placed: &Placed, turns: [u32; 2]) -> Vec<(Placed, At, u32)> {
    let mover = placed.turn.opponent();
    let mut board = placed.board(turns.into_iter().sum::<u32>() + 1);
    let mut found = Vec::new();
    let tops: Vec<At> = placed
        .of_side(mover)
        .filter_map(|piece| {
            let hex = placed.pieces.iter().find(|(other, _)| *other == piece)?.1;
            (placed.stack(hex).next_back() == Some(piece)).then_some((piece, hex))
        })
        .collect();
    for (piece, hex) in tops {
        let without: Vec<At> =
            placed.pieces.iter().copied().filter(|(other, _)| *other != piece).collect();
        let alike = |other: &At| {
            (other.0.side(), other.0.bug()) == (mover, piece.bug())
                && other.0.number() > piece.number()
        };
        let step = (piece, hex);
        let is_alone = placed.stack(hex).count() == 1;
        let has_neighbour = board.neighbours_of(Cell::of(hex), mover.opponent()) != 0;
        if is_alone && !without.iter().any(alike) && (!has_neighbour || without.len() == 1) {
            let before = Placed { turn: mover, pieces: without.clone(), ..placed.clone() };
            let cost = cost(&before.board(0), &before.pieces);
            found.push((before, step, cost));
        }
        for cell in destinations(&board, piece).iter() {
            let Some(from) = hex_of(&without, cell) else { continue };
            let mv = BoardMove::Play { piece, to: cell };
            let undo = board.play(mv);
            let mut pieces = without.clone();
            pieces.push((piece, from));
            let cost = cost(&board, &pieces);
            board.take_back(mv, undo);
            found.push((Placed { turn: mover, pieces, ..placed.clone() }, step, cost));
        }
    }
    found
}

/// The place of a cell on these tiles or beside them.
fn hex_of(pieces: &[At], cell: Cell) -> Option<Hex> {
    pieces.iter().find_map(|(_, hex)| {
        let beside = Way::ALL.into_iter().map(|way| hex.step(way));
        std::iter::once(*hex).chain(beside).find(|hex| Cell::of(*hex) == cell)
    })
}

/// Tiles that could go back into the hand count least.
fn cost(board: &Board, pieces: &[At]) -> u32 {
    let of = |(piece, hex): &At| {
        let cell = Cell::of(*hex);
        let level = u32::from(board.height(cell));
        let mut cost = 20;
        if board.top(cell) != Some(*piece) || level > 1 {
            cost += 8 * level;
        }
        if board.neighbours_of(cell, piece.side().opponent()) != 0 {
            cost += 6;
        }
        cost
    };
    pieces.iter().map(of).sum()
}

/// The position after these moves, the first of which gives the plane its middle; `None` if one is
/// not legal.
fn played(goal: &Placed, steps: &[At]) -> Option<Hive> {
    let mut pos = Hive::new(goal.game_type);
    let base = steps.first().map_or(Hex::ORIGIN, |(_, hex)| *hex);
    for (piece, hex) in steps {
        let to = Hex { q: hex.q - base.q, r: hex.r - base.r };
        let mv = Move::Play { piece: *piece, to };
        if !pos.is_legal(mv) {
            return None;
        }
        pos.play_unchecked(&mv);
    }
    (pos.turn() == goal.turn).then_some(pos)
}
