//! The summary of a whole-game analysis for a player, from the losses in a record.
//!
//! Judges no move: see [`super::ReviewDriver`].

use crate::games::{MoveText, Record, Side};

/// Losses of one kind of decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Judged decisions; forced moves and trivial ones do not count.
    pub n: u32,
    /// Decisions with a loss worth a mark.
    pub n_marked: u32,
    /// Their total loss, in the game's unit.
    pub sum: f64,
}

/// The losses of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Skill {
    /// By moving pieces.
    pub pieces: Losses,
    /// By the cube: doubles made and missed, takes and drops.
    pub cube: Losses,
    /// Those of them that lost anything, by what was wrong, as in [`CubeError::ALL`].
    pub cube_errors: [Losses; 4],
}

/// A wrong decision about the cube, by the names that players know.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CubeError {
    /// Rolled where doubling was better.
    MissedDouble,
    /// Doubled where rolling was better.
    WrongDouble,
    /// Took a cube that should have been passed.
    WrongTake,
    /// Passed a cube that should have been taken.
    WrongPass,
}

impl CubeError {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::MissedDouble, Self::WrongDouble, Self::WrongTake, Self::WrongPass];

    /// Its name: `missed double`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MissedDouble => "missed double",
            Self::WrongDouble => "wrong double",
            Self::WrongTake => "wrong take",
            Self::WrongPass => "wrong pass",
        }
    }

    /// What is wrong about a word of the cube that lost something; `None` for other words.
    fn of(mv: &MoveText) -> Option<Self> {
        match mv.0.as_str() {
            "roll" => Some(Self::MissedDouble),
            "double" => Some(Self::WrongDouble),
            "take" => Some(Self::WrongTake),
            "drop" => Some(Self::WrongPass),
            _ => None,
        }
    }
}

impl Losses {
    /// The mean loss of a decision; `None` without decisions.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / f64::from(self.n))
    }

    fn add(&mut self, loss: f64, marked: bool) {
        self.n += 1;
        self.n_marked += u32::from(marked);
        self.sum += loss;
    }
}

impl Skill {
    /// Of one side, by the main line of a record.
    #[must_use]
    pub fn of(record: &Record, side: Side) -> Self {
        let mut skill = Self::default();
        for id in record.main_line() {
            let node = record.node(id);
            let (Some(mv), Some(loss)) = (&node.mv, node.loss) else { continue };
            if node.side != Some(side) {
                continue;
            }
            let marked = node.marks.iter().any(|mark| mark.starts_with('?'));
            if let Some(error) = CubeError::of(mv).filter(|_| loss > 0.0) {
                skill.cube_errors[error as usize].add(loss, marked);
            }
            let kind = if is_word(mv) { &mut skill.cube } else { &mut skill.pieces };
            kind.add(loss, marked);
        }
        skill
    }

    /// All decisions.
    #[must_use]
    pub fn all(&self) -> Losses {
        let Self { pieces, cube, .. } = self;
        Losses {
            n: pieces.n + cube.n,
            n_marked: pieces.n_marked + cube.n_marked,
            sum: pieces.sum + cube.sum,
        }
    }
}

/// A move without a piece is written as a word: `double`, `take`.
#[must_use]
pub fn is_word(mv: &MoveText) -> bool {
    mv.0.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Setup;

    #[test]
    fn losses_of_checkers_and_cube_are_summed_apart_and_forced_moves_do_not_count() {
        let mut record = Record::new("backgammon", Setup::default());
        let mut at = Record::START;
        for (text, side, loss, mark) in [
            ("31", None, None, ""),
            ("8/5 6/5", Some(Side::First), Some(0.0), ""),
            ("double", Some(Side::Second), Some(0.3), "??"),
            ("take", Some(Side::First), Some(0.05), "?!"),
            ("pass", Some(Side::Second), None, ""),
            ("24/23 13/10", Some(Side::First), Some(0.1), "?"),
        ] {
            at = record.add(at, MoveText(text.to_owned()), side);
            record.node_mut(at).loss = loss;
            record.node_mut(at).marks.extend((!mark.is_empty()).then(|| mark.to_owned()));
        }
        let white = Skill::of(&record, Side::First);
        assert_eq!((white.pieces.n, white.pieces.n_marked, white.cube.n), (2, 1, 1));
        assert!((white.pieces.mean().unwrap() - 0.05).abs() < 1e-9);
        assert!((white.all().sum - 0.15).abs() < 1e-9);
        let black = Skill::of(&record, Side::Second);
        assert_eq!((black.all().n, black.pieces.mean()), (1, None));
        let wrong = |skill: &Skill| CubeError::ALL.map(|kind| skill.cube_errors[kind as usize].n);
        assert_eq!((wrong(&white), wrong(&black)), ([0, 0, 1, 0], [0, 1, 0, 0]));
    }
}
