//! Sorts out plays that are hardly the best, at a fraction of the time of the networks.
//!
//! Used by the training alone, which looks at the plays of all rolls. A small network sees the
//! checkers and no more; what is left the networks have to judge.

use super::super::chances::Chances;
use super::super::features::{self, N_CHECKERS_ALONE};
use super::super::net::{Inputs, Net};
use super::falling;
use crate::builtin::random::Random;
use crate::games::backgammon::{Board, Play};

const UNITS: usize = 16;
/// So many plays are left. With nine, the mean of all rolls in a position is 0.001 lower.
const N_LEFT: usize = 9;
/// It learns from so many of the lessons at most, so many times.
const MOST_LESSONS: usize = 400_000;
const REPEATS: u16 = 10;
/// The learning rate at the first and at the last repetition.
const RATES: [f32; 2] = [0.1, 0.003];

/// The small network and its buffers.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    net: Net<UNITS>,
    inputs: Inputs,
    judged: Vec<(f32, usize)>,
    left: Vec<Play>,
}

impl Sieve {
    /// A sieve that has learned the last ones of these lessons.
    pub(super) fn taught(lessons: &[(Board, Chances)], random: &mut Random) -> Self {
        let number = || random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
        let net = Net::untrained(N_CHECKERS_ALONE, UNITS, number);
        let mut sieve =
            Self { net, inputs: Inputs::default(), judged: Vec::new(), left: Vec::new() };
        let lessons = &lessons[lessons.len().saturating_sub(MOST_LESSONS)..];
        for repeat in 0..REPEATS {
            let rate = falling(RATES, f64::from(repeat) / f64::from(REPEATS - 1));
            for _ in lessons {
                let (board, target) = &lessons[random.below(lessons.len() as u64) as usize];
                sieve.inputs.clear();
                features::checkers_alone(board, &mut sieve.inputs);
                sieve.net.learn(&sieve.inputs, target, rate);
            }
        }
        sieve
    }

    /// Leaves the plays that seem best.
    pub(super) fn sift(&mut self, plays: &mut Vec<Play>) {
        if plays.len() <= N_LEFT {
            return;
        }
        self.judged.clear();
        for (idx, play) in plays.iter().enumerate() {
            self.inputs.clear();
            features::checkers_alone(&play.board.flip(), &mut self.inputs);
            self.judged.push((self.net.chances(&self.inputs).equity(), idx));
        }
        // The next player's equity: the lowest ones are the best for this one.
        self.judged.select_nth_unstable_by(N_LEFT, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.judged[..N_LEFT].sort_unstable_by_key(|(_, idx)| *idx);
        self.left.clear();
        self.left.extend(self.judged[..N_LEFT].iter().map(|(_, idx)| plays[*idx]));
        std::mem::swap(plays, &mut self.left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::board::{BAR, OFF};
    use crate::games::backgammon::{Dice, plays};

    #[test]
    fn few_plays_are_left_and_those_that_lessons_praise_are_among_them() {
        let mut random = Random::new(5);
        // A player on the bar loses.
        let praise = |board: &Board| if board.own[BAR] > 0 { 0.1 } else { 0.9 };
        let (mut board, mut lessons) = (Board::START, Vec::new());
        while lessons.len() < 3_000 {
            let found = plays(&board, Dice::ALL[random.below(21) as usize]);
            board = found[random.below(found.len() as u64) as usize].board.flip();
            if board.opp[OFF] == 15 {
                board = Board::START;
            }
            lessons.push((board, Chances([praise(&board), 0.0, 0.0, 0.0, 0.0])));
        }
        let mut sieve = Sieve::taught(&lessons, &mut random);
        let (mut n_hits, mut n_left) = (0, 0);
        for (board, _) in &lessons[..300] {
            for dice in Dice::ALL {
                let mut found = plays(board, dice);
                let n_found = found.len();
                let hits = |found: &[Play]| found.iter().any(|play| play.board.opp[BAR] > 0);
                let is_hit = hits(&found);
                sieve.sift(&mut found);
                assert_eq!(found.len(), n_found.min(N_LEFT));
                n_hits += u32::from(is_hit);
                n_left += u32::from(hits(&found));
            }
        }
        assert!(n_left * 100 > n_hits * 98, "{n_left} of {n_hits}");
    }
}
