//! The effect of the last move on the checkers: the cells where it ended, and the checkers that it
//! moved.
//!
//! The move is given as text and belongs to the position before; moves that do not fit are ignored.

use super::number;
use crate::games::Side;
use crate::games::backgammon::Backgammon;
use crate::games::backgammon::board::{BAR, Board, OFF, Step};
use crate::games::backgammon::place::Place;

/// The cells on which the last move ended.
pub(super) fn cells(pos: &Backgammon, text: &str) -> Vec<String> {
    let Some(Undone { side, steps, .. }) = undone(pos, text) else { return Vec::new() };
    let mut cells: Vec<String> = Vec::new();
    let is_origin = |point: u8| steps.iter().any(|(step, _)| step.from == point);
    for (step, _) in &steps {
        let name = Place::of(side, step.to).name();
        // A place that a checker only passed has no moved checker.
        let stays = steps.iter().filter(|(other, _)| other.to == step.to).count()
            > steps.iter().filter(|(other, _)| other.from == step.to).count();
        if (stays || !is_origin(step.to)) && !cells.contains(&name) {
            cells.push(name);
        }
    }
    cells
}

/// The numbers of checkers before and after the last move.
pub(super) fn moved_by(pos: &Backgammon, text: &str) -> Vec<(u32, u32)> {
    let Some(Undone { side, before, steps }) = undone(pos, text) else { return Vec::new() };
    let steps: Vec<Step> = steps.into_iter().map(|(step, _)| step).collect();
    moved(side, before, &steps)
}

/// The numbers of checkers before and after these steps of `side`, with `before` from its point of
/// view.
pub(super) fn moved(side: Side, before: Board, steps: &[Step]) -> Vec<(u32, u32)> {
    let pile = |side: Side, checkers: [u8; 26]| -> Vec<Vec<u32>> {
        let numbers = |(point, n): (u8, u8)| (0..n).map(|at| number(side, point, at)).collect();
        (0..).zip(checkers).map(numbers).collect()
    };
    let mut own = pile(side, before.own);
    let mut opp = pile(side.opponent(), before.opp);
    let mut board = before;
    for step in steps {
        if board.own[usize::from(step.from)] == 0 {
            return Vec::new();
        }
        let hit = board.step(*step);
        let Some(checker) = own[usize::from(step.from)].pop() else { return Vec::new() };
        own[usize::from(step.to)].push(checker);
        if hit {
            let met = opp[BAR - usize::from(step.to)].pop();
            opp[BAR].extend(met);
        }
    }
    let mut pairs = Vec::new();
    for (side, piles) in [(side, own), (side.opponent(), opp)] {
        for (point, pile) in (0..).zip(piles) {
            let now = (0..).map(|at| number(side, point, at));
            pairs.extend(pile.into_iter().zip(now).filter(|(before, now)| before != now));
        }
    }
    pairs
}

/// The last move, taken back.
struct Undone {
    /// The side that moved.
    side: Side,
    /// The board before the move, from that side's point of view.
    before: Board,
    /// The steps, each with true if it hit.
    steps: Vec<(Step, bool)>,
}

fn undone(pos: &Backgammon, text: &str) -> Option<Undone> {
    let steps: Option<Vec<(Step, bool)>> = text.split_whitespace().map(step).collect();
    let steps = steps.filter(|steps| !steps.is_empty() && steps.len() <= 4)?;
    let side = pos.turn.opponent();
    let mut board = pos.board.flip();
    for (step, hit) in steps.iter().rev() {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        board.own[to] = board.own[to].checked_sub(1)?;
        board.own[from] += 1;
        if *hit {
            let met = (to != OFF).then(|| BAR - to)?;
            board.opp[BAR] = board.opp[BAR].checked_sub(1)?;
            board.opp[met] += 1;
        }
    }
    Some(Undone { side, before: board, steps })
}

/// `bar/23`, `6/5*`, `3/off`.
fn step(text: &str) -> Option<(Step, bool)> {
    let (text, hit) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
    let (from, to) = text.split_once('/')?;
    let from = if from == "bar" { BAR as u8 } else { from.parse().ok()? };
    let to = if to == "off" { OFF as u8 } else { to.parse().ok()? };
    (usize::from(from) <= BAR && from > to).then_some((Step { from, to }, hit))
}
