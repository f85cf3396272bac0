//! The inputs of the networks for a position.
//!
//! Weighs nothing. There is one set of inputs while the players can still meet, another for the
//! race after that, and one of the checkers alone, which takes little time. Each has a half for the
//! player on turn and the same half for the other one.

use super::bearoff::{BearOff, Home};
use super::net::Inputs;
use super::shots::{Lie, Shots, escapes};
use crate::games::backgammon::Board;
use crate::games::backgammon::board::{BAR, OFF, highest, pips};

/// Inputs of the network for contact.
pub(super) const N_CONTACT: usize = 2 * CONTACT_HALF;
/// Inputs of the network for late contact: first those for contact.
pub(super) const N_LATE: usize = N_CONTACT + 2 * N_LATE_SIGHTS;
/// Inputs of the network for races.
pub(super) const N_RACE: usize = 2 * RACE_HALF;
/// Inputs for the checkers alone.
pub(super) const N_CHECKERS_ALONE: usize = 2 * CHECKERS_HALF;

/// Inputs by point: 24 times one checker, two or more, three or more, the number of further ones.
const POINTS: usize = 24 * 4;
/// Checkers on the bar and off come after the points.
const CHECKERS_HALF: usize = POINTS + 2 + 3;
/// Then come the sights of a player.
const CONTACT_HALF: usize = CHECKERS_HALF + N_SIGHTS;
const N_SIGHTS: usize = 22;
/// Whether at least 10 to 14 checkers are off, and the rolls that the others would need without contact.
const N_LATE_SIGHTS: usize = 6;
/// After the points the number of checkers off, one input each; pips; checkers still to come home.
const RACE_HALF: usize = POINTS + 15 + 2;

/// Sets the inputs for a position in which both players can still meet.
pub(super) fn contact(board: &Board, inputs: &mut Inputs) {
    let (own, opp) = (Lie::of(&board.own, &board.opp), Lie::of(&board.opp, &board.own));
    let (shots, shots_back) = (Shots::of(&own), Shots::of(&opp));
    for (base, checkers, lie, hits, risks) in [
        (0, &board.own, own, shots, shots_back),
        (CONTACT_HALF, &board.opp, opp, shots_back, shots),
    ] {
        set_checkers(base, checkers, inputs);
        let base = base + CHECKERS_HALF;
        for (idx, value) in sights(checkers, &lie, &hits, &risks).into_iter().enumerate() {
            inputs.set(base + idx, value);
        }
    }
}

/// Sets the inputs for the checkers of any position.
pub(super) fn checkers_alone(board: &Board, inputs: &mut Inputs) {
    set_checkers(0, &board.own, inputs);
    set_checkers(CHECKERS_HALF, &board.opp, inputs);
}

/// Sets the inputs for a position in which both can meet and one is late ([`is_late`]).
pub(super) fn late(board: &Board, inputs: &mut Inputs) {
    contact(board, inputs);
    for (base, checkers) in [(0, &board.own), (N_LATE_SIGHTS, &board.opp)] {
        let base = N_CONTACT + base;
        for n in 10..15 {
            let is_off = checkers[OFF] >= n;
            inputs.set(base + usize::from(n) - 10, f32::from(u8::from(is_off)));
        }
        inputs.set(base + 5, rolls_without_contact(checkers) / 10.0);
    }
}

/// A side has at least this many of its 15 checkers at home or off.
const LATE: u8 = 11;

/// One side at least has brought most of its checkers home, borne them off, or spoilt its board with
/// them.
pub(super) fn is_late(board: &Board) -> bool {
    [&board.own, &board.opp].iter().any(|checkers| checkers[..7].iter().sum::<u8>() >= LATE)
}

/// Rolls until all checkers are off, if no other player were there: those outside come home first.
fn rolls_without_contact(checkers: &[u8; 26]) -> f32 {
    const PIPS_OF_ROLL: f32 = 49.0 / 6.0;
    let mut home = Home::default();
    home.copy_from_slice(&checkers[1..7]);
    let outside = (7..).zip(&checkers[7..]);
    let pips: u32 = outside.clone().map(|(point, n): (u32, _)| (point - 6) * u32::from(*n)).sum();
    home[5] += outside.map(|(_, n)| *n).sum::<u8>();
    BearOff::shared().mean_rolls(&home) + pips as f32 / PIPS_OF_ROLL
}

/// Sets the inputs for a position in which the players cannot meet any more.
pub(super) fn race(board: &Board, inputs: &mut Inputs) {
    for (base, checkers) in [(0, &board.own), (RACE_HALF, &board.opp)] {
        set_points(base, checkers, inputs);
        let base = base + POINTS;
        if checkers[OFF] > 0 {
            inputs.set(base + usize::from(checkers[OFF].min(15)) - 1, 1.0);
        }
        inputs.set(base + 15, pips(checkers) as f32 / 100.0);
        let to_come: u8 = checkers[7..].iter().sum();
        inputs.set(base + 16, f32::from(to_come) / 10.0);
    }
}

fn set_checkers(base: usize, checkers: &[u8; 26], inputs: &mut Inputs) {
    set_points(base, checkers, inputs);
    let base = base + POINTS;
    let bar = checkers[BAR];
    inputs.set(base, f32::from(bar.min(1)));
    inputs.set(base + 1, f32::from(bar.saturating_sub(1)) / 2.0);
    for third in 0..3 {
        let off = checkers[OFF].saturating_sub(5 * third).min(5);
        inputs.set(base + 2 + usize::from(third), f32::from(off) / 5.0);
    }
}

fn set_points(base: usize, checkers: &[u8; 26], inputs: &mut Inputs) {
    for (point, &n) in checkers[1..BAR].iter().enumerate() {
        let base = base + 4 * point;
        match n {
            0 => {}
            1 => inputs.set(base, 1.0),
            _ => {
                inputs.set(base + 1, 1.0);
                inputs.set(base + 2, f32::from(u8::from(n > 2)));
                inputs.set(base + 3, f32::from(n.saturating_sub(3)) / 2.0);
            }
        }
    }
}

/// The sights of a player, in numbers of about 0 to 1.
fn sights(checkers: &[u8; 26], lie: &Lie, hits: &Shots, risks: &Shots) -> [f32; N_SIGHTS] {
    let part = |n: u32, of: u32| n as f32 / of as f32;
    let rear = highest(checkers).unwrap_or(0) as u32;
    let rear_of_other = 25 - lie.rear_of_other;
    let closed = part((lie.made & HOME).count_ones(), 6);
    let closed_of_other = part((lie.made_by_other & THEIR_HOME).count_ones(), 6);
    let walls = Walls::of(lie);
    let anchors = lie.made & THEIR_HOME;
    let behind =
        checkers.iter().enumerate().skip(1).filter(|(point, _)| *point as u32 > rear_of_other);
    let to_pass: u8 = behind.map(|(_, n)| *n).sum();
    let dead: u8 = checkers[1..=3].iter().map(|n| n.saturating_sub(2)).sum();
    let (freedom, freedom_of_rear) = freedom(checkers, lie);
    [
        part(pips(checkers), 150),
        part(rear, 24),
        closed,
        closed * closed,
        if lie.is_other_on_bar { closed * closed } else { 0.0 },
        hits.chance(),
        hits.chance() * closed,
        hits.loss(),
        risks.chance() * closed_of_other,
        risks.loss(),
        hits.several(),
        walls.mean,
        walls.best,
        walls.longest,
        freedom_of_rear,
        freedom,
        part(32 - anchors.leading_zeros(), 25),
        part(anchors.trailing_zeros() % 32, 25),
        part((lie.blots & HOME).count_ones(), 3),
        f32::from(to_pass) / 10.0,
        f32::from(dead) / 6.0,
        spread(checkers),
    ]
}

/// Bits 1 to 6.
const HOME: u32 = 0b111_1110;
/// Bits 19 to 24.
const THEIR_HOME: u32 = HOME << 18;

/// The strength of the made points that hold back the checkers behind them.
struct Walls {
    /// The mean number of rolls of an opposing checker in the home board or on the bar that are
    /// blocked.
    mean: f32,
    /// The same number for the checker of the other player that is held back best.
    best: f32,
    /// Points in a row, of six.
    longest: f32,
}

impl Walls {
    fn of(lie: &Lie) -> Self {
        let (mut stopped, mut best) = (0, 0);
        // The other player's checker on our point `from` goes up to us; `made >> (from + 1)` are
        // the points ahead of it. From the bar, it is our point 0.
        for from in 0..=6 {
            let held = 36 - escapes(lie.made >> (from + 1));
            stopped += held;
            let is_there = lie.others >> from & 1 == 1 || from == 0 && lie.is_other_on_bar;
            if is_there {
                best = best.max(held);
            }
        }
        let mut row = lie.made & !(1 << BAR);
        let mut longest = 0;
        while row != 0 {
            row &= row >> 1;
            longest += 1;
        }
        Self {
            mean: stopped as f32 / (7.0 * 36.0),
            best: best as f32 / 36.0,
            longest: (longest as f32).min(6.0) / 6.0,
        }
    }
}

/// The freedom of the checkers that are not home, and the freedom of the last one.
fn freedom(checkers: &[u8; 26], lie: &Lie) -> (f32, f32) {
    let (mut sum, mut of_rear) = (0, 36);
    for from in 7..=BAR as u32 {
        let n = u32::from(checkers[from as usize]);
        if n == 0 {
            continue;
        }
        // Points ahead are the lower ones: reversed, bit 0 is the next one.
        let ahead = (lie.made_by_other << (32 - from)).reverse_bits();
        let free = escapes(ahead);
        sum += n * (from - 6) * free;
        of_rear = free;
    }
    (sum as f32 / 3_600.0, of_rear as f32 / 36.0)
}

/// The distance of the checkers from each other: the mean square of their distances from the
/// middle.
fn spread(checkers: &[u8; 26]) -> f32 {
    let n: i32 = checkers[1..].iter().map(|n| i32::from(*n)).sum();
    if n == 0 {
        return 0.0;
    }
    let middle = pips(checkers).cast_signed() / n;
    let squares = (0..)
        .zip(checkers)
        .skip(1)
        .map(|(point, n): (i32, _)| i32::from(*n) * (point - middle) * (point - middle));
    squares.sum::<i32>() as f32 / (100 * n) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::random::Random;
    use crate::games::backgammon::{Dice, plays};

    fn inputs(board: &Board, set: fn(&Board, &mut Inputs)) -> Vec<(u16, f32)> {
        let mut inputs = Inputs::default();
        set(board, &mut inputs);
        inputs.sorted()
    }

    #[test]
    fn inputs_are_told_once_and_stay_small_in_every_position() {
        let mut random = Random::new(11);
        for _ in 0..60 {
            let mut board = Board::START;
            while board.opp[OFF] < 15 {
                let dice = Dice::ALL[random.below(21) as usize];
                let found = plays(&board, dice);
                board = found[random.below(found.len() as u64) as usize].board.flip();
                let is_race = board.is_race();
                let set = if is_race { race } else { contact };
                let on = inputs(&board, set);
                assert!(on.windows(2).all(|pair| pair[0].0 < pair[1].0), "{on:?}");
                let n = if is_race { N_RACE } else { N_CONTACT };
                assert!(on.iter().all(|(idx, _)| usize::from(*idx) < n), "{on:?}");
                let widest = on.iter().map(|(_, value)| value.abs()).fold(0.0, f32::max);
                assert!(widest <= 6.5, "{board:?}: {on:?}");
            }
        }
    }

    #[test]
    fn each_player_has_the_same_inputs_in_a_half_of_his_own() {
        let board = plays(&Board::START, Dice::new(6, 5).unwrap())[0].board;
        let half = CONTACT_HALF as u16;
        let [one, other] = [board, board.flip()].map(|board| inputs(&board, contact));
        let turned = one.iter().map(|(idx, value)| ((idx + half) % (2 * half), *value));
        let mut turned: Vec<_> = turned.collect();
        turned.sort_by_key(|(idx, _)| *idx);
        assert_eq!(turned, other);
    }

    #[test]
    fn a_closed_board_lets_nothing_through() {
        let mut own = [0; 26];
        own[1..=6].fill(2);
        own[7] = 3;
        let mut opp = [0; 26];
        (opp[BAR], opp[6], opp[1]) = (1, 5, 9);
        let walls = Walls::of(&Lie::of(&own, &opp));
        assert_eq!((walls.best, walls.longest), (1.0, 1.0));
        let (free, free_of_rear) = freedom(&opp, &Lie::of(&opp, &own));
        assert_eq!((free, free_of_rear), (0.0, 0.0));
    }
}
