//! The evaluation: the weights of a variant, by phase of the game.
//!
//! Searches nothing. The weights come from `assets/eval/draughts-<variant>.bin`, which `quintet
//! train-draughts` makes ([`super::train`]); the format of the file:
//!
//! * the line `quintet draughts weights 1`,
//! * one byte: the step, in hundredths of a man,
//! * the weights in the order of [`place`], the opening's before the ending's, packed as
//!   [`crate::builtin::packing`] says.

use std::sync::{Arc, OnceLock};

use super::features::{View, place};
use crate::builtin::ends::Ends;
use crate::builtin::packing::{self, Unpacker, rounded};
use crate::games::Side;
use crate::games::draughts::Variant;
use crate::games::draughts::board::Board;

/// An estimate never exceeds this (hundredths of a man); larger values are decided games.
pub(super) const MAX_ESTIMATE: i32 = 8_000;
/// Scores of ends are beyond it.
pub(super) const ENDS: Ends = Ends { max_estimate: MAX_ESTIMATE };
/// Piece counts up to which a position is a pure endgame, and from which it is a pure opening.
const PHASES: [i32; 2] = [8, 32];
/// The opening's share is counted in this many parts.
const WHOLE: i32 = PHASES[1] - PHASES[0];
/// The divisor of an advantage that can rarely be turned into a win.
const HARD_TO_WIN: i32 = 6;

/// The first line of a weights file.
const HEADING: &[u8] = b"quintet draughts weights 1\n";

/// A weights file that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin like a weights file.
    #[error("not a weights file of version 1")]
    Heading,
    /// It holds the wrong number of weights.
    #[error("the weights do not fit the evaluation")]
    Mismatch,
}

/// The weights of a variant: for each place the opening's and the ending's, in hundredths of a man.
#[derive(Clone, Debug)]
pub struct Weights(Box<[[i16; 2]]>);

impl Weights {
    /// The weights that come with the program.
    pub fn embedded(variant: Variant) -> Arc<Self> {
        static WEIGHTS: [OnceLock<Arc<Weights>>; 5] = [const { OnceLock::new() }; 5];
        let (idx, bytes) = match variant {
            Variant::International => (0, &include_bytes!(asset!("international"))[..]),
            Variant::Frisian => (1, &include_bytes!(asset!("frisian"))[..]),
            Variant::Killer => (2, &include_bytes!(asset!("killer"))[..]),
            Variant::Breakthrough => (3, &include_bytes!(asset!("breakthrough"))[..]),
            Variant::Losing => (4, &include_bytes!(asset!("losing"))[..]),
        };
        let read = || {
            Arc::new(Self::read(bytes).expect("the embedded weights are read whole in the tests"))
        };
        Arc::clone(WEIGHTS[idx].get_or_init(read))
    }

    /// Reads a weights file.
    ///
    /// # Errors
    ///
    /// When it isn't one, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(HEADING).ok_or(WeightsError::Heading)?;
        let (step, rest) = rest.split_first().ok_or(WeightsError::Heading)?;
        let step = i16::from(*step);
        let mut reader = Unpacker::new(rest);
        let mut weights = vec![[0; 2]; place::COUNT].into_boxed_slice();
        for phase in 0..2 {
            for pair in &mut weights {
                pair[phase] = reader.next(step).ok_or(WeightsError::Mismatch)?;
            }
        }
        if !reader.is_done() {
            return Err(WeightsError::Mismatch);
        }
        Ok(Self(weights))
    }

    /// The weights file, weights rounded to `step` hundredths of a man.
    pub(super) fn to_bytes(&self, step: u8) -> Vec<u8> {
        let mut bytes = HEADING.to_vec();
        bytes.push(step);
        let phase = |idx: usize| self.0.iter().map(move |pair| rounded(pair[idx], i16::from(step)));
        bytes.extend(packing::pack(phase(0).chain(phase(1))));
        bytes
    }

    /// Weights to begin with: material only, and a reward for men that go forward.
    pub(super) fn simple(variant: Variant) -> Self {
        let mut weights = vec![[0; 2]; place::COUNT].into_boxed_slice();
        let sign = if variant == Variant::Losing { -1 } else { 1 };
        weights[place::MAN] = [100 * sign; 2];
        weights[place::FIRST_KING] = [250 * sign; 2];
        weights[place::KING] = [200 * sign; 2];
        Self(weights)
    }

    pub(super) fn of_pairs(pairs: Vec<[i16; 2]>) -> Self {
        assert_eq!(pairs.len(), place::COUNT, "each place has a weight");
        Self(pairs.into_boxed_slice())
    }

    pub(super) fn pairs(&self) -> &[[i16; 2]] {
        &self.0
    }

    /// The value of the position for `side`, the side to move, in hundredths of a man.
    pub(super) fn evaluate(&self, variant: Variant, board: &Board, side: Side) -> i32 {
        let mut sum = self.0[place::TEMPO].map(i32::from);
        for (sign, side) in [(1, side), (-1, side.opponent())] {
            let mut half = [0; 2];
            View::of(board, side).each(|place, value| {
                half[0] += value * i32::from(self.0[place][0]);
                half[1] += value * i32::from(self.0[place][1]);
            });
            sum[0] += sign * half[0];
            sum[1] += sign * half[1];
        }
        let opening = opening_share(board);
        let mixed = (sum[0] * opening + sum[1] * (WHOLE - opening)) / WHOLE;
        let estimate = if hard_to_win(variant, board) { mixed / HARD_TO_WIN } else { mixed };
        estimate.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}

/// The path of a variant's weights, for `include_bytes!`.
macro_rules! asset {
    ($variant:literal) => {
        concat!("../../../assets/eval/draughts-", $variant, ".bin")
    };
}
use asset;

/// The share of the opening in the position, out of [`WHOLE`].
pub(super) fn opening_share(board: &Board) -> i32 {
    board.occupied().count_ones().cast_signed().clamp(PHASES[0], PHASES[1]) - PHASES[0]
}

/// The opening's share as a part of 1.
pub(super) fn opening_part(board: &Board) -> f32 {
    opening_share(board) as f32 / WHOLE as f32
}

/// A lone king against so few that it mostly draws: up to three in international draughts, where
/// the counting rules help it, and two kings or one in Frisian (rules 1.2, 1.6).
fn hard_to_win(variant: Variant, board: &Board) -> bool {
    let lone = |idx: usize| board.men[idx] == 0 && board.kings[idx].count_ones() == 1;
    let most = match variant {
        Variant::International => 3,
        Variant::Frisian => 2,
        Variant::Killer => 1,
        Variant::Breakthrough | Variant::Losing => return false,
    };
    (0..2).any(|idx| {
        let other = 1 - idx;
        lone(idx)
            && board.kings[other] != 0
            && (board.kings[other] | board.men[other]).count_ones() <= most
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back_as_rounded_and_damaged_files_are_refused() {
        let mut pairs = Weights::simple(Variant::International).pairs().to_vec();
        pairs[place::COUNT - 1] = [-7, 30_000];
        let bytes = Weights::of_pairs(pairs).to_bytes(10);
        let read = Weights::read(&bytes).unwrap();
        assert_eq!(read.pairs()[place::MAN], [100, 100]);
        assert_eq!(read.pairs()[place::COUNT - 1], [-10, 30_000]);
        assert_eq!(Weights::read(&bytes[1..]).unwrap_err(), WeightsError::Heading);
        let cut = Weights::read(&bytes[..bytes.len() - 1]).unwrap_err();
        assert_eq!(cut, WeightsError::Mismatch);
        let longer = Weights::read(&[&bytes[..], &[2]].concat()).unwrap_err();
        assert_eq!(longer, WeightsError::Mismatch);
    }

    #[test]
    fn what_one_side_has_the_other_lacks() {
        let mut board = Board::START;
        board.men[1] &= !(1 << 7 | 1 << 12);
        board.kings[1] = 1 << 24;
        for variant in Variant::ALL {
            let mut pairs = Weights::embedded(variant).pairs().to_vec();
            pairs[place::TEMPO] = [0; 2];
            let weights = Weights::of_pairs(pairs);
            let values = Side::BOTH.map(|side| weights.evaluate(variant, &board, side));
            assert_eq!(values[0], -values[1], "{variant:?}");
        }
        let simple = Weights::simple(Variant::International);
        assert_eq!(simple.evaluate(Variant::International, &board, Side::First), -50);
    }

    #[test]
    fn a_lone_king_is_hard_to_beat_where_the_counting_rules_help_it() {
        let mut board = Board::EMPTY;
        board.kings = [0b111, 1 << 44];
        let value = |variant, board: &Board| {
            Weights::simple(Variant::International).evaluate(variant, board, Side::First)
        };
        let (international, killer) =
            (value(Variant::International, &board), value(Variant::Killer, &board));
        assert_eq!(international, killer / HARD_TO_WIN);
        board.kings[0] |= 0b1000;
        assert_eq!(value(Variant::International, &board), value(Variant::Killer, &board));
    }
}
