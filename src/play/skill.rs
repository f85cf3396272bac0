//! The summary of a whole-game analysis for a player, from the losses in a record.
//!
//! Judges no move: see [`super::ReviewDriver`].

use super::{MoveClass, PositionReview};
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
            if node.side == Some(side) {
                skill.add(mv, loss, node.mistake_mark().is_some());
            }
        }
        skill
    }

    /// Of one side, by what an engine says of the positions of the main line, that at the start first.
    #[must_use]
    pub fn by(record: &Record, side: Side, positions: &[PositionReview]) -> Self {
        let mut skill = Self::default();
        for (id, position) in record.main_line().into_iter().zip(positions) {
            let node = record.node(id);
            let judged = position.loss.zip(position.class).filter(|_| node.side == Some(side));
            if let (Some(mv), Some((loss, class))) = (&node.mv, judged) {
                skill.add(mv, loss, MoveClass::Inaccuracy <= class);
            }
        }
        skill
    }

    fn add(&mut self, mv: &MoveText, loss: f64, marked: bool) {
        if let Some(error) = CubeError::of(mv).filter(|_| loss > 0.0) {
            self.cube_errors[error as usize].add(loss, marked);
        }
        let kind = if is_word(mv) { &mut self.cube } else { &mut self.pieces };
        kind.add(loss, marked);
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

/// How players call a mean loss of a decision in equity, by the scale of GNU Backgammon's manual, which counts
/// decisions alike (forced moves and cube decisions that are neither close nor made are left out).
#[must_use]
pub fn rating_name(mean_loss: f64) -> &'static str {
    /// The mean loss from which on the name holds, the greatest first.
    const NAMES: [(f64, &str); 7] = [
        (0.035, "awful"),
        (0.026, "beginner"),
        (0.018, "casual player"),
        (0.012, "intermediate"),
        (0.008, "advanced"),
        (0.005, "expert"),
        (0.002, "world class"),
    ];
    let found = NAMES.into_iter().find(|(least, _)| *least <= mean_loss);
    found.map_or("supernatural", |(_, name)| name)
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
    fn a_mean_loss_has_the_name_that_players_know() {
        let names = [0.0, 0.0019, 0.002, 0.0051, 0.0119, 0.02, 0.5].map(rating_name);
        let known = ["supernatural", "supernatural", "world class", "expert", "advanced"];
        assert_eq!(names[..5], known);
        assert_eq!(names[5..], ["casual player", "awful"]);
    }

    #[test]
    fn what_each_engine_says_is_summed_apart_from_what_is_written_in_the_game() {
        let mut record = Record::new("backgammon", Setup::default());
        let first = record.add(Record::START, MoveText("roll".to_owned()), Some(Side::First));
        record.add(first, MoveText("8/5 6/5".to_owned()), Some(Side::First));
        let judged = |loss, class| PositionReview {
            loss: Some(loss),
            class: Some(class),
            ..PositionReview::default()
        };
        let positions = [judged(0.2, MoveClass::Blunder), judged(0.0, MoveClass::Best)];
        let skill = Skill::by(&record, Side::First, &positions);
        assert_eq!((skill.cube.n, skill.cube.n_marked, skill.pieces.n), (1, 1, 1));
        assert_eq!(skill.cube_errors[CubeError::MissedDouble as usize].n, 1);
        assert_eq!(Skill::by(&record, Side::Second, &positions), Skill::default());
    }

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
