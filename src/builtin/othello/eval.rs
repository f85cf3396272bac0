//! The evaluation: weights for groups of squares and for mobility, by stage of the game.
//!
//! Searches nothing. The weights come from `assets/eval/othello.bin`, which `quintet
//! train-othello` makes ([`super::train`]); its format:
//!
//! * the line `quintet othello weights 1`,
//! * one byte: the step, in hundredths of a disc,
//! * for each of the 12 stages, fewest empty squares first: its length in bytes (32 bits, little
//!   endian) and its weights.
//!
//! A stage's weights are a constant, 32 for the mover's number of moves, 32 for the other's, then
//! those of each group in the order of `PATTERNS`, without mirrored numbers. A weight is
//! written in steps, in the format of [`crate::builtin::packing`].

use std::sync::{Arc, OnceLock};

use super::pattern::{Features, N_TABLES, PATTERNS, TABLE_PLACES, origin};
use crate::builtin::packing::{self, Unpacker, rounded};
use crate::games::othello::board::Board;

/// Stages of the game; a stage is five empty squares long.
pub(crate) const N_STAGES: usize = 12;
/// Numbers of moves that are counted separately.
pub(crate) const N_MOBILITY: usize = 32;
/// Entries of a table.
const TABLE_LEN: usize = 1 << 16;
/// An estimate never exceeds this (hundredths of a disc).
const MAX_ESTIMATE: i32 = 6_300;

/// The first line of the weights file.
const HEADING: &[u8] = b"quintet othello weights 1\n";
/// The weights that come with the program.
static EMBEDDED: &[u8] = include_bytes!("../../../assets/eval/othello.bin");

/// A weights file that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin like a weights file.
    #[error("not a weights file of version 1")]
    Heading,
    /// It ends too early.
    #[error("the weights of stage {stage} are cut off")]
    Truncated {
        /// The stage.
        stage: usize,
    },
    /// A stage holds the wrong number of weights.
    #[error("the weights of stage {stage} do not fit the groups of squares")]
    Mismatch {
        /// The stage.
        stage: usize,
    },
}

/// A position as the search carries it: the board and its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) features: Features,
}

impl Node {
    pub(crate) fn new(board: Board) -> Self {
        Self { board, features: Features::new(board) }
    }

    /// The position after a disc on `square` that turns `flips`.
    #[must_use]
    pub(crate) fn place(&self, square: u32, flips: u64) -> Self {
        let features = self.features.place(square, flips);
        Self { board: self.board.place(square, flips), features }
    }

    /// The position after a pass.
    #[must_use]
    pub(crate) fn pass(&self) -> Self {
        Self { board: self.board.pass(), features: self.features.pass() }
    }
}

/// The weights of one stage, in hundredths of a disc.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) constant: i16,
    pub(crate) own_mobility: [i16; N_MOBILITY],
    pub(crate) opp_mobility: [i16; N_MOBILITY],
    pub(crate) tables: [Box<[i16; TABLE_LEN]>; N_TABLES],
}

impl Stage {
    /// Weights that are all 0.
    pub(crate) fn zero() -> Self {
        let table = || -> Box<[i16; TABLE_LEN]> {
            vec![0; TABLE_LEN].into_boxed_slice().try_into().expect("just that long")
        };
        Self {
            constant: 0,
            own_mobility: [0; N_MOBILITY],
            opp_mobility: [0; N_MOBILITY],
            tables: [table(), table(), table()],
        }
    }

    fn evaluate(&self, node: &Node, legal: u64) -> i32 {
        let at = node.features.lookups();
        let mut sum = i32::from(self.constant);
        for (table, (first, end)) in self.tables.iter().zip(TABLE_PLACES) {
            sum += at[first..end].iter().map(|at| i32::from(table[usize::from(*at)])).sum::<i32>();
        }
        let own = told_apart(legal);
        let opp = mobility(node.board.pass());
        sum + i32::from(self.own_mobility[own]) + i32::from(self.opp_mobility[opp])
    }
}

/// Number of moves, as the weights count it.
pub(crate) fn mobility(board: Board) -> usize {
    told_apart(board.legal())
}

fn told_apart(legal: u64) -> usize {
    (legal.count_ones() as usize).min(N_MOBILITY - 1)
}

/// The stage of a position.
pub(crate) fn stage_of(board: Board) -> usize {
    (board.empty().count_ones() as usize / 5).min(N_STAGES - 1)
}

/// The weights of all stages.
#[derive(Debug)]
pub struct Weights {
    step: i16,
    sections: Vec<Vec<u8>>,
    /// The stages, unpacked when first needed: a game's first move needs only a few of them.
    stages: [OnceLock<Box<Stage>>; N_STAGES],
}

impl Weights {
    /// The weights that come with the program.
    pub fn embedded() -> Arc<Self> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        let read = || {
            Arc::new(
                Self::split(EMBEDDED).expect("the embedded weights are read whole in the tests"),
            )
        };
        Arc::clone(WEIGHTS.get_or_init(read))
    }

    /// Reads a weights file.
    ///
    /// # Errors
    ///
    /// When it isn't one, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = Self::split(bytes)?;
        for (stage, section) in weights.sections.iter().enumerate() {
            let unpacked = unpack(section, weights.step).ok_or(WeightsError::Mismatch { stage })?;
            weights.stages[stage].get_or_init(|| Box::new(unpacked));
        }
        Ok(weights)
    }

    /// Weights to begin training with: mobility only.
    pub(crate) fn mobility_only() -> Self {
        let stages = std::array::from_fn(|_| {
            let mut stage = Stage::zero();
            for n in 0..N_MOBILITY {
                let value = 120 * i16::try_from(n).expect("at most 32");
                stage.own_mobility[n] = value;
                stage.opp_mobility[n] = -value;
            }
            stage
        });
        Self::of_stages(stages)
    }

    pub(crate) fn of_stages(stages: [Stage; N_STAGES]) -> Self {
        Self {
            step: 1,
            sections: Vec::new(),
            stages: stages.map(|stage| OnceLock::from(Box::new(stage))),
        }
    }

    /// The weights file: weights rounded to `step` hundredths of a disc, without small ones.
    pub(crate) fn to_bytes(&self, step: u8) -> Vec<u8> {
        let mut bytes = HEADING.to_vec();
        bytes.push(step);
        for stage in 0..N_STAGES {
            let section = pack(self.stage(stage), i16::from(step), least(stage));
            let len = u32::try_from(section.len()).expect("a stage is a few hundred kilobytes");
            bytes.extend(len.to_le_bytes());
            bytes.extend(section);
        }
        bytes
    }

    /// An estimate of the final difference for the side to move, in hundredths of a disc. `legal`
    /// are its moves.
    pub(crate) fn evaluate(&self, node: &Node, legal: u64) -> i32 {
        let stage = self.stage(stage_of(node.board));
        stage.evaluate(node, legal).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    pub(crate) fn stage(&self, stage: usize) -> &Stage {
        self.stages[stage].get_or_init(|| {
            let section = self.sections.get(stage).map_or(&[][..], Vec::as_slice);
            Box::new(unpack(section, self.step).unwrap_or_else(Stage::zero))
        })
    }

    fn split(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(HEADING).ok_or(WeightsError::Heading)?;
        let (step, mut rest) = rest.split_first().ok_or(WeightsError::Heading)?;
        let mut sections = Vec::with_capacity(N_STAGES);
        for stage in 0..N_STAGES {
            let cut = || WeightsError::Truncated { stage };
            let (len, after) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
            let len = u32::from_le_bytes(*len) as usize;
            let (section, after) = after.split_at_checked(len).ok_or_else(cut)?;
            sections.push(section.to_vec());
            rest = after;
        }
        let stages = std::array::from_fn(|_| OnceLock::new());
        Ok(Self { step: i16::from(*step), sections, stages })
    }
}

/// Weights smaller than this are left out, in hundredths of a disc. Most of them belong to rare
/// sights and are noise: without them the file is half as long, and 300 games found no difference
/// in strength. In the opening all weights are small.
const fn least(stage: usize) -> i16 {
    if stage < 8 { 50 } else { 0 }
}

/// A stage's weights in the order of the file, in steps.
fn pack(stage: &Stage, step: i16, least: i16) -> Vec<u8> {
    let mut values = vec![stage.constant];
    values.extend(stage.own_mobility);
    values.extend(stage.opp_mobility);
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let (table, zero) = origin(number);
        let first = zero - pattern.n_indices() / 2;
        for (index, canonical) in pattern.canonical().into_iter().enumerate() {
            if canonical as usize == index {
                values.push(stage.tables[table][first + index]);
            }
        }
    }
    packing::pack(
        values.into_iter().map(|value| if value.abs() < least { 0 } else { rounded(value, step) }),
    )
}

/// Reads the output of [`pack`]; `None` if it holds the wrong number of weights.
fn unpack(section: &[u8], step: i16) -> Option<Stage> {
    let mut reader = Unpacker::new(section);
    let mut stage = Stage::zero();
    stage.constant = reader.next(step)?;
    for weight in stage.own_mobility.iter_mut().chain(&mut stage.opp_mobility) {
        *weight = reader.next(step)?;
    }
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let (table, zero) = origin(number);
        let first = zero - pattern.n_indices() / 2;
        let weights = &mut stage.tables[table][first..first + pattern.n_indices()];
        for (index, canonical) in pattern.canonical().into_iter().enumerate() {
            let canonical = canonical as usize;
            weights[index] =
                if canonical == index { reader.next(step)? } else { weights[canonical] };
        }
    }
    reader.is_done().then_some(stage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back_as_rounded() {
        let mut stage = Stage::zero();
        stage.constant = -77;
        stage.own_mobility[3] = 1_234;
        stage.own_mobility[4] = 49;
        let (table, zero) = origin(PATTERNS.len() - 1);
        stage.tables[table][zero] = -30_000;
        let stages = std::array::from_fn(|at| if at == 5 { stage.clone() } else { Stage::zero() });
        let bytes = Weights::of_stages(stages).to_bytes(10);
        let read = Weights::read(&bytes).unwrap();
        assert_eq!(read.stage(5).constant, -80);
        assert_eq!(read.stage(5).own_mobility[3..5], [1_230, 0]);
        assert_eq!(read.stage(5).tables[table][zero], -30_000);
        assert_eq!(read.stage(4).constant, 0);
        assert_eq!(read.stage(4).tables[table][zero], 0);
    }

    #[test]
    fn the_estimate_is_the_sum_of_what_is_seen() {
        let weights = Weights::mobility_only();
        let node = Node::new(Board::START);
        assert_eq!(weights.evaluate(&node, node.board.legal()), 0);
        let mut after = node;
        let counts = |node: Node| [mobility(node.board), mobility(node.board.pass())];
        while counts(after)[0] == counts(after)[1] {
            let square = after.board.legal().trailing_zeros();
            after = after.place(square, after.board.flips(square));
        }
        let [own, opp] = counts(after).map(|n| i32::try_from(n).unwrap());
        assert_eq!(weights.evaluate(&after, after.board.legal()), 120 * (own - opp));
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = Weights::mobility_only().to_bytes(60);
        assert!(Weights::read(&bytes).is_ok());
        assert_eq!(Weights::read(&bytes[1..]).unwrap_err(), WeightsError::Heading);
        let cut = Weights::read(&bytes[..bytes.len() - 1]).unwrap_err();
        assert_eq!(cut, WeightsError::Truncated { stage: N_STAGES - 1 });
        let mut longer = bytes;
        let length_at = HEADING.len() + 1;
        longer[length_at] += 1;
        longer.insert(length_at + 4, 1);
        assert_eq!(Weights::read(&longer).unwrap_err(), WeightsError::Mismatch { stage: 0 });
    }
}
