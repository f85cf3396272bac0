//! The value of a position without looking ahead: features by their weights.
//!
//! Values no position that has ended. The weights come from `assets/eval/hive.txt`: a name and a
//! number a line, in hundredths of a point; a line that begins with `#` is a comment. They were set
//! by hand; `quintet train-hive` makes others that begin with them ([`super::train`]).

use std::sync::{Arc, OnceLock};

use super::features::{HAND, N_FEATURES, name, see_side};
use crate::builtin::ends::Ends;
use crate::games::Side;
use crate::games::hive::{Board, pinned};

/// The largest estimate, in hundredths of a point.
pub(super) const MAX_ESTIMATE: i32 = 9_000;
/// Scores of ends are beyond it.
pub(super) const ENDS: Ends = Ends { max_estimate: MAX_ESTIMATE };

/// The weight on each side's queen, in per cent of its usual weight, by side.
pub(super) type Slant = [i32; 2];

/// The usual weights for both.
pub(super) const LEVEL: Slant = [100, 100];

/// A text of weights that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// A line is not `NAME NUMBER`.
    #[error("\"{0}\" is not a name and a number")]
    Line(String),
    /// There is no such feature, or it is repeated.
    #[error("there is no feature \"{0}\" to weigh, or it was weighed before")]
    Name(String),
    /// A feature has no weight.
    #[error("\"{0}\" has no weight")]
    Missing(String),
}

/// The weights, in hundredths of a point.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Weights([i32; N_FEATURES]);

impl Weights {
    /// The weights that come with the program.
    pub fn embedded() -> Arc<Self> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        let read = || {
            let text = include_str!("../../../assets/eval/hive.txt");
            Arc::new(Self::read(text).expect("the embedded weights are read in the tests"))
        };
        Arc::clone(WEIGHTS.get_or_init(read))
    }

    /// Reads weights.
    ///
    /// # Errors
    ///
    /// Names the line or the feature that is wrong.
    pub fn read(text: &str) -> Result<Self, WeightsError> {
        let mut found = [None; N_FEATURES];
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[word, number] = &words[..] else {
                return Err(WeightsError::Line(line.to_owned()));
            };
            let weight: i16 =
                number.parse().map_err(|_error| WeightsError::Line(line.to_owned()))?;
            let idx = (0..N_FEATURES).find(|idx| name(*idx) == word && found[*idx].is_none());
            found[idx.ok_or_else(|| WeightsError::Name(word.to_owned()))?] =
                Some(i32::from(weight));
        }
        let mut weights = [0; N_FEATURES];
        for (idx, (weight, found)) in weights.iter_mut().zip(found).enumerate() {
            *weight = found.ok_or_else(|| WeightsError::Missing(name(idx)))?;
        }
        Ok(Self(weights))
    }

    /// The weights as text that [`Weights::read`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.iter().enumerate().map(|(idx, weight)| format!("{} {weight}\n", name(idx))).collect()
    }

    pub(super) fn of(weights: [i32; N_FEATURES]) -> Self {
        Self(weights)
    }

    pub(super) fn all(&self) -> &[i32; N_FEATURES] {
        &self.0
    }

    /// The value for the side to move, in hundredths of a point.
    pub(super) fn evaluate(&self, board: &Board, slant: Slant) -> i32 {
        let pinned = pinned(board);
        let value = |side: Side| {
            let (mut safety, mut rest) = (0, 0);
            see_side(board, side, pinned, &mut |idx, n| {
                *(if idx < HAND { &mut safety } else { &mut rest }) += n * self.0[idx];
            });
            safety * slant[side.idx()] / 100 + rest
        };
        let turn = board.turn();
        (value(turn) - value(turn.opponent())).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::TURN;
    use super::*;
    use crate::builtin::random::Random;
    use crate::games::hive::{BoardMove, GameType, Piece, legal_moves};

    #[test]
    fn a_position_is_worth_to_one_side_what_it_costs_the_other() {
        let (weights, mut random) = (Weights::embedded(), Random::new(3));
        for game_type in GameType::ALL {
            let mut board = Board::new(game_type);
            for _ in 0..50 {
                let mut moves = Vec::new();
                legal_moves(&board, &mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[random.below(moves.len() as u64) as usize]);
                let now = weights.evaluate(&board, LEVEL);
                let undo = board.play(BoardMove::Pass);
                let passed = weights.evaluate(&board, LEVEL);
                board.take_back(BoardMove::Pass, undo);
                assert_eq!(now + passed, 2 * weights.0[TURN], "{game_type:?}");
            }
        }
    }

    #[test]
    fn a_queen_is_the_worse_off_the_more_lies_around_her() {
        let (mut board, mut values) = (Board::new(GameType::default()), Vec::new());
        let queen = Piece::queen(Side::First);
        board.play(BoardMove::Play { piece: queen, to: Board::origin() });
        let enemies = ["bG1", "bG2", "bG3", "bA1", "bA2"];
        for (way, name) in crate::games::hive::Way::ALL.into_iter().zip(enemies) {
            let piece = name.parse().unwrap();
            board.play(BoardMove::Play { piece, to: Board::origin().step(way) });
            board.play(BoardMove::Pass);
            assert_eq!(board.turn(), Side::Second);
            values.push(Weights::embedded().evaluate(&board, LEVEL));
        }
        assert!(values.is_sorted() && values[4] > values[0] + 500, "{values:?}");
    }

    #[test]
    fn the_weights_that_come_with_the_program_are_read_whole() {
        let weights = Weights::embedded();
        let text = weights.to_text();
        assert_eq!(Weights::read(&text).as_ref(), Ok(&*weights));
        let (first, rest) = text.split_once('\n').unwrap();
        assert!(matches!(Weights::read(rest), Err(WeightsError::Missing(_))));
        let twice = format!("{first}\n{text}");
        assert!(matches!(Weights::read(&twice), Err(WeightsError::Name(_))));
        let broken = text.replacen(first, "crowd-0 x", 1);
        assert_eq!(Weights::read(&broken), Err(WeightsError::Line("crowd-0 x".to_owned())));
    }
}
