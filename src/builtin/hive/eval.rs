//! The value of a position without looking ahead: features by their weights.
//!
//! Values no position that has ended.

use super::features::{
    ATTACHED, BEETLE_NEAR, CAN_LEAVE, CLOSING, COVERED, CROWD, DROPS, ENEMIES, FREE, GATED, HAND,
    N_FEATURES, ON_TOP, PILLBUG_BY, PINNED, QUEEN_FLEES, QUEEN_FREE, RESERVES, RIDDEN, SHELTERED,
    SHUT_IN, STUCK_BY, TURN, see_side,
};
use crate::games::Side;
use crate::games::hive::{Board, pinned};

/// No estimate is further from nothing, in hundredths of a point.
pub(super) const MAX_ESTIMATE: i32 = 9_000;

/// What weighs on a side's queen, in per cent of its usual weight, by side.
pub(super) type Slant = [i32; 2];

/// The usual weights for both.
pub(super) const LEVEL: Slant = [100, 100];

/// Hundredths of a point by feature.
static WEIGHTS: [i32; N_FEATURES] = weights();

/// By kind: queen, spider, beetle, grasshopper, ant, mosquito, ladybug, pillbug.
const BY_KIND: [(usize, [i32; 8]); 6] = [
    (HAND, [0, 60, 150, 120, 180, 180, 140, 150]),
    (FREE, [0, 120, 240, 160, 320, 320, 230, 180]),
    (ATTACHED, [0, 150, 320, 170, 220, 280, 200, 200]),
    (PINNED, [-20, 20, 60, 40, 30, 50, 50, 100]),
    (COVERED, [0, -40, -60, -60, -80, -80, -60, -120]),
    (SHUT_IN, [0, 30, 100, 80, 60, 80, 80, 120]),
];

const ALONE: [(usize, i32); 15] = [
    (GATED, 120),
    (RIDDEN, -700),
    (SHELTERED, -100),
    (QUEEN_FREE, 120),
    (QUEEN_FLEES, 70),
    (CAN_LEAVE, 120),
    (ENEMIES, -30),
    (PILLBUG_BY, 250),
    (ON_TOP, 200),
    (BEETLE_NEAR, 120),
    (DROPS, 150),
    (RESERVES, 30),
    (STUCK_BY, 20),
    (CLOSING, 300),
    (TURN, 100),
];

const CROWDS: [i32; 7] = [0, -60, -200, -450, -850, -1_500, -4_000];

const fn weights() -> [i32; N_FEATURES] {
    let mut weights = [0; N_FEATURES];
    let mut idx = 0;
    while idx < BY_KIND.len() * 8 {
        let (base, kinds) = BY_KIND[idx / 8];
        weights[base + idx % 8] = kinds[idx % 8];
        idx += 1;
    }
    let mut idx = 0;
    while idx < ALONE.len() {
        weights[ALONE[idx].0] = ALONE[idx].1;
        idx += 1;
    }
    let mut idx = 0;
    while idx < CROWDS.len() {
        weights[CROWD + idx] = CROWDS[idx];
        idx += 1;
    }
    weights
}

/// The value for the side to move, in hundredths of a point.
pub(super) fn evaluate(board: &Board, slant: Slant) -> i32 {
    let pinned = pinned(board);
    let value = |side: Side| {
        let (mut safety, mut rest) = (0, 0);
        see_side(board, side, pinned, &mut |idx, n| {
            *(if idx < HAND { &mut safety } else { &mut rest }) += n * WEIGHTS[idx];
        });
        safety * slant[side.idx()] / 100 + rest
    };
    let turn = board.turn();
    (value(turn) - value(turn.opponent())).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
}
