//! Positions that games between good players seldom reach, drawn by chance, for the training.
//!
//! Judges nothing. A game that begins with one of them soon reaches the positions that belong to it:
//! closed boards and checkers on the bar with few left, bear-offs against a checker behind, primes
//! against primes, back games, spoilt boards.

use crate::builtin::random::Random;
use crate::games::backgammon::Board;
use crate::games::backgammon::board::{BAR, N_CHECKERS, OFF};

/// How a side's checkers lie that are not behind.
#[derive(Clone, Copy, Debug)]
enum Front {
    /// All points of the home board are made.
    Closed,
    /// Four to six points in a row are made.
    Prime,
    /// All are at home, or off.
    BearingOff,
    /// Most lie on the lowest points.
    Spoilt,
    /// Anywhere on the own half, two or three together.
    Loose,
}

/// Draws such a position with contact, in which the game is not over.
pub(super) fn draw(random: &mut Random) -> Board {
    loop {
        let kind = random.below(8);
        let [own, opp] = match kind {
            0 | 1 => [(Front::Closed, 0), (Front::BearingOff, 1 + random.below(3))],
            2 => [(Front::BearingOff, 0), (Front::Loose, 1 + random.below(4))],
            3 => [(Front::BearingOff, 0), (Front::BearingOff, 1 + random.below(4))],
            4 => [(Front::Prime, random.below(4)), (Front::Prime, random.below(4))],
            5 => [(Front::Loose, random.below(3)), (Front::Loose, 3 + random.below(4))],
            6 => [(Front::Spoilt, random.below(4)), (Front::Loose, random.below(4))],
            _ => {
                let mut any = || {
                    let front = random.below(5) as usize;
                    (FRONTS[front], random.below(5))
                };
                [any(), any()]
            }
        };
        let [mut own, mut opp] = [own, opp]
            .map(|(front, n_behind)| (lay(front, n_behind as u8, random), n_behind as u8));
        put_behind(&mut own, &opp.0, random);
        put_behind(&mut opp, &own.0, random);
        let mut board = Board { own: own.0, opp: opp.0 };
        if random.below(2) == 0 {
            board = board.flip();
        }
        if is_playable(&board) {
            return board;
        }
    }
}

const FRONTS: [Front; 5] =
    [Front::Closed, Front::Prime, Front::BearingOff, Front::Spoilt, Front::Loose];

/// The checkers of a side but for those behind, on the own half.
fn lay(front: Front, n_behind: u8, random: &mut Random) -> [u8; 26] {
    let mut checkers = [0; 26];
    let n = N_CHECKERS - n_behind;
    let mut left = n;
    let mut put = |point: u64, n: u8| {
        let n = n.min(left);
        checkers[point as usize] += n;
        left -= n;
        left == 0
    };
    match front {
        Front::Closed => {
            for point in 1..7 {
                put(point, 2);
            }
        }
        Front::Prime => {
            let (first, length) = (1 + random.below(6), 4 + random.below(3));
            for point in first..first + length {
                put(point, 2);
            }
        }
        Front::BearingOff => {
            let n_off = random.below(u64::from(n)) as u8;
            let highest = 1 + random.below(6);
            put(OFF as u64, n_off);
            while !put(1 + random.below(highest), 1) {}
        }
        Front::Spoilt => while !put(1 + random.below(4), 2) && random.below(8) > 0 {},
        Front::Loose => {}
    }
    while !put(1 + random.below(12), 1 + random.below(3) as u8) {}
    checkers
}

/// Puts the checkers of a side that are behind on free points of the other half, or on the bar.
fn put_behind(side: &mut ([u8; 26], u8), other: &[u8; 26], random: &mut Random) {
    let mut left = side.1;
    while left > 0 {
        let point = (16 + random.below(10)) as usize;
        let is_free = point == BAR || other[25 - point] == 0;
        let n = left.min(1 + random.below(2) as u8);
        if is_free || random.below(8) == 0 {
            side.0[if is_free { point } else { BAR }] += n;
            left -= n;
        }
    }
}

/// There is contact, the game is not over, and it will end: not both sides are shut out.
fn is_playable(board: &Board) -> bool {
    let is_shut_out =
        |own: &[u8; 26], opp: &[u8; 26]| own[BAR] > 0 && opp[1..7].iter().all(|n| *n > 1);
    let is_over = [board.own[OFF], board.opp[OFF]].contains(&N_CHECKERS);
    let both = is_shut_out(&board.own, &board.opp) && is_shut_out(&board.opp, &board.own);
    !is_over && !both && !board.is_race()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawn_position_is_possible_and_all_kinds_come() {
        let mut random = Random::new(1);
        let [mut n_shut_out, mut n_nearly_off] = [0; 2];
        for _ in 0..2_000 {
            let board = draw(&mut random);
            for side in [&board.own, &board.opp] {
                assert_eq!(side.iter().sum::<u8>(), N_CHECKERS, "{board:?}");
            }
            let shared = (1..BAR).find(|point| board.own[*point] > 0 && board.opp[25 - point] > 0);
            assert_eq!(shared, None, "{board:?}");
            assert!(is_playable(&board), "{board:?}");
            let is_closed = board.opp[1..7].iter().all(|n| *n > 1);
            n_shut_out += u32::from(is_closed && board.own[BAR] > 0);
            n_nearly_off += u32::from(is_closed && board.own[OFF] > 10);
        }
        assert!(n_shut_out > 100 && n_nearly_off > 20, "{n_shut_out} {n_nearly_off}");
    }
}
