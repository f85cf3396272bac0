//! The rolls that hit, and the rolls that let a checker through, as bits by point.
//!
//! Sees one move ahead and judges nothing. Bit `p` of a set of points is a player's own point `p`,
//! bit 25 is his bar.

use crate::games::backgammon::board::{BAR, highest};

/// The points that one player's checkers can reach, in that player's numbering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lie {
    /// Points with checkers, including the bar.
    pub(super) checkers: u32,
    /// Points with two checkers or more.
    pub(super) made: u32,
    /// Points with one checker.
    pub(super) blots: u32,
    /// Points with checkers of the other player.
    pub(super) others: u32,
    /// Points that the other player has made.
    pub(super) made_by_other: u32,
    /// Points where the other player has one checker.
    pub(super) targets: u32,
    /// Checkers on the bar.
    pub(super) n_on_bar: u8,
    /// The other player has checkers on the bar.
    pub(super) is_other_on_bar: bool,
    /// The last checker of the other player, in the other player's numbering.
    pub(super) rear_of_other: u32,
}

/// Bits 1 to 24.
const POINTS: u32 = 0x1ff_fffe;

impl Lie {
    pub(super) fn of(own: &[u8; 26], opp: &[u8; 26]) -> Self {
        let (mut one, mut more) = (0, 0);
        for (point, n) in own.iter().enumerate().skip(1) {
            one |= u32::from(*n == 1) << point;
            more |= u32::from(*n > 1) << point;
        }
        let (mut targets, mut made_by_other) = (0, 0);
        for (point, n) in opp[..BAR].iter().enumerate().skip(1) {
            targets |= u32::from(*n == 1) << (25 - point);
            made_by_other |= u32::from(*n > 1) << (25 - point);
        }
        Self {
            checkers: one | more,
            made: more & POINTS,
            blots: one & POINTS,
            others: targets | made_by_other,
            made_by_other,
            targets,
            n_on_bar: own[BAR],
            is_other_on_bar: opp[BAR] > 0,
            rear_of_other: highest(opp).unwrap_or(0) as u32,
        }
    }
}

/// The rolls of 36 that hit, and their cost for the side that is hit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shots {
    n_hits: u32,
    n_several: u32,
    pips_lost: u32,
}

impl Shots {
    /// The hits of the side with this position.
    pub(super) fn of(lie: &Lie) -> Self {
        let mut shots = Self::default();
        if lie.targets == 0 {
            return shots;
        }
        for high in 1..=6 {
            for low in 1..high {
                shots.count(hit_by_two(lie, high, low), 2);
            }
            shots.count(hit_by_double(lie, high), 1);
        }
        shots
    }

    fn count(&mut self, hit: u32, weight: u32) {
        if hit == 0 {
            return;
        }
        self.n_hits += weight;
        self.n_several += weight * u32::from(hit.count_ones() > 1);
        // A blot on the hitter's point p has come 25 - (25 - p) = p points from its bar.
        self.pips_lost += weight * (31 - hit.leading_zeros());
    }

    /// Chance of a roll that hits.
    pub(super) fn chance(&self) -> f32 {
        self.n_hits as f32 / 36.0
    }

    /// Chance of a roll that can hit one of several targets.
    pub(super) fn several(&self) -> f32 {
        self.n_several as f32 / 36.0
    }

    /// Pips that the other player loses on average, of 12.
    pub(super) fn loss(&self) -> f32 {
        self.pips_lost as f32 / (36.0 * 12.0)
    }
}

/// Targets that one of two different dice reaches, or both dice with one checker.
fn hit_by_two(lie: &Lie, one: u32, other: u32) -> u32 {
    let open = !lie.made_by_other & POINTS;
    if lie.n_on_bar == 0 {
        let from = lie.checkers;
        let through = (from >> one & open) >> other | (from >> other & open) >> one;
        return (from >> one | from >> other | through) & lie.targets;
    }
    let bar = 1_u32 << BAR;
    let mut hit = 0;
    for (enters, goes_on) in [(one, other), (other, one)] {
        let entered = bar >> enters & open;
        if entered == 0 {
            continue;
        }
        hit |= entered;
        // The second die is free once the bar is empty.
        let from = if lie.n_on_bar == 1 { lie.checkers & !bar | entered } else { bar };
        hit |= from >> goes_on;
    }
    hit & lie.targets
}

/// Targets that up to four steps of one length reach.
fn hit_by_double(lie: &Lie, die: u32) -> u32 {
    let open = !lie.made_by_other & POINTS;
    let (mut from, mut steps) = (lie.checkers, 4);
    if lie.n_on_bar > 0 {
        let entered = (1_u32 << BAR) >> die & open;
        if entered == 0 {
            return 0;
        }
        if lie.n_on_bar >= 4 {
            return entered & lie.targets;
        }
        steps -= lie.n_on_bar;
        from = lie.checkers & !(1 << BAR) | entered;
    }
    let mut hit = if lie.n_on_bar > 0 { from & lie.targets } else { 0 };
    for _ in 0..steps {
        from = from >> die & open;
        hit |= from & lie.targets;
    }
    hit
}

/// Rolls of 36 that a single checker can play in full when these points ahead of it are closed: bit
/// 0 is the next one, and only twelve count.
pub(super) fn escapes(closed: u32) -> u32 {
    u32::from(ESCAPES[(closed & 0xfff) as usize])
}

static ESCAPES: [u8; 4_096] = {
    let mut table = [0; 4_096];
    let mut closed = 0;
    while closed < table.len() {
        table[closed] = count_escapes(closed);
        closed += 1;
    }
    table
};

const fn count_escapes(closed: usize) -> u8 {
    let (mut count, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            let is_open = closed >> (high + low - 1) & 1 == 0;
            let one_is = closed >> (high - 1) & 1 == 0;
            let other_is = closed >> (low - 1) & 1 == 0;
            if is_open && (one_is || other_is) {
                count += if high == low { 1 } else { 2 };
            }
            low += 1;
        }
        high += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::{Board, Dice, plays};

    #[test]
    fn a_prime_lets_sixes_through_and_a_full_one_nothing() {
        assert_eq!(escapes(0), 36);
        assert_eq!(escapes(0b11_1111), 0);
        assert_eq!(escapes(0b01_1111), 11);
        assert_eq!(escapes(0b00_1111), 20);
        // Only the last bit: six ahead; 6-1 and similar rolls go another way round, 6-6 does not.
        assert_eq!(escapes(0b10_0000), 36 - 2 - 2 - 1 - 1);
    }

    /// Rolls that hit, by the rules.
    fn hits_by_rules(board: &Board) -> u32 {
        let hits = |dice: &&Dice| {
            plays(board, **dice).iter().any(|play| play.board.opp[BAR] > board.opp[BAR])
        };
        Dice::ALL.iter().filter(hits).map(|dice| dice.weight()).sum()
    }

    #[test]
    fn shots_are_those_of_the_rules() {
        let mut random = crate::builtin::random::Random::new(7);
        let (mut same, mut n_checked) = (0, 0);
        for _ in 0..40 {
            let mut board = Board::START;
            for _ in 0..30 {
                let dice = Dice::ALL[random.below(21) as usize];
                let found = plays(&board, dice);
                board = found[random.below(found.len() as u64) as usize].board.flip();
                let shots = Shots::of(&Lie::of(&board.own, &board.opp));
                n_checked += 1;
                // A hit that the other die forbids or that must be played otherwise is rare.
                same += u32::from(shots.n_hits == hits_by_rules(&board));
            }
        }
        assert!(same * 100 >= n_checked * 98, "{same} of {n_checked}");
    }
}
