//! A position to be practised, and what is known of its moves.
//!
//! Asks no engine: what is not known of a move is left to a [`super::Judge`].

use serde::{Deserialize, Serialize};

use crate::games::{
    self, Actor, BoxPosition, Game, GameInfo, NodeId, Record, RecordError, Setup, Side,
};
use crate::play::review::{PositionReview, ReviewEffort};

/// A position in which a side has to find a good move.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Exercise {
    /// Short name of the game's kind: `draughts`.
    pub kind: String,
    /// The variant's name, where the game has variants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The position at the start of the game; `None` for the normal start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that lead from the start to the position, canonical, dice included.
    pub moves: Vec<String>,
    /// The move that was played there and was a mistake, canonical; `None` where only a position was
    /// given.
    pub played: Option<String>,
    /// What it lost in the game's unit; `None` where that is not known.
    pub loss: Option<f64>,
    /// Where it comes from, in words for the user: `Ann – Bob, 2026-11-20, move 12`.
    pub source: String,
    /// The name in the list of the engine that judges it; `None` for any that plays the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The values of that engine's options that differ from those of the list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// How much work that engine puts into it; `None` for the usual time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<ReviewEffort>,
    /// What that engine says of the position; `None` before it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<PositionReview>,
}

/// A position that cannot be set up, or in which there is nothing to find.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ExerciseError {
    /// There is no such game.
    #[error("there is no game {0:?}")]
    Game(String),
    /// The start cannot be set up, or a move on the way cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// No side is to move.
    #[error("no side is to move in {0}")]
    NoTurn(String),
    /// There is only one legal move.
    #[error("there is only one legal move in {0}")]
    Forced(String),
}

/// What is said of a move that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveVerdict {
    /// It is good enough, and lost so much where that is known.
    Found(Option<f64>),
    /// It is not, and lost so much where that is known.
    Wrong(Option<f64>),
}

impl MoveVerdict {
    /// A move that lost so much against the best one: what has no mark is good enough
    /// ([`GameInfo::loss_marks`]).
    #[must_use]
    pub fn of(loss: f64, info: &GameInfo) -> Self {
        if loss < info.loss_marks[0] { Self::Found(Some(loss)) } else { Self::Wrong(Some(loss)) }
    }
}

impl Exercise {
    /// The position before the move at this node of a record, which was a mistake. `None` for the
    /// start, and for what no side did (dice).
    #[must_use]
    pub fn of_mistake(record: &Record, node: NodeId) -> Option<Self> {
        let found = record.node(node);
        let (parent, mv) = (found.parent?, found.mv.clone()?);
        found.side?;
        Some(Self {
            kind: record.game.clone(),
            variant: record.setup.variant.clone(),
            position: record.setup.position.clone(),
            moves: record.moves_to(parent).into_iter().map(|mv| mv.0).collect(),
            played: Some(mv.0),
            loss: found.loss,
            ..Self::default()
        })
    }

    /// The game that it is of.
    ///
    /// # Errors
    ///
    /// [`ExerciseError::Game`].
    pub fn game(&self) -> Result<&'static dyn Game, ExerciseError> {
        games::find(&self.kind).ok_or_else(|| ExerciseError::Game(self.kind.clone()))
    }

    /// The moves that lead to it as a record without any values or comments, and its position.
    ///
    /// # Errors
    ///
    /// Where it cannot be set up, or there is nothing to find.
    pub fn set_up(&self) -> Result<(Record, BoxPosition), ExerciseError> {
        let (record, pos) = self.replay()?;
        match pos.actor() {
            Actor::Player(_) => {}
            Actor::Chance | Actor::Over(_) => return Err(ExerciseError::NoTurn(pos.to_text())),
        }
        match pos.legal_moves().len() {
            0 | 1 => Err(ExerciseError::Forced(pos.to_text())),
            _ => Ok((record, pos)),
        }
    }

    fn replay(&self) -> Result<(Record, BoxPosition), ExerciseError> {
        let game = self.game()?;
        let setup = Setup { variant: self.variant.clone(), position: self.position.clone() };
        let mut pos = game.start(&setup).map_err(RecordError::from)?;
        let mut record = Record::new(&self.kind, setup);
        let mut at = Record::START;
        for (idx, text) in self.moves.iter().enumerate() {
            let side = mover(&*pos);
            let mv = pos.play(text);
            let mv = mv.map_err(|error| RecordError::Move { ply: idx + 1, error })?;
            at = record.add(at, mv, side);
        }
        Ok((record, pos))
    }

    /// Both are of the same position after the same moves, whatever game they come from.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let start = |one: &Self| (one.kind.clone(), one.variant.clone(), one.position.clone());
        self.moves == other.moves && start(self) == start(other)
    }

    /// The best move, where it is known.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.known.as_ref()?.best()
    }

    /// What can be said of a move (canonical) without asking an engine; `None` where one has to be
    /// asked.
    #[must_use]
    pub fn verdict(&self, mv: &str, info: &GameInfo) -> Option<MoveVerdict> {
        if self.best() == Some(mv) {
            return Some(MoveVerdict::Found(Some(0.0)));
        }
        if self.played.as_deref() == Some(mv) {
            return Some(MoveVerdict::Wrong(self.loss));
        }
        let lost = self.known.as_ref().and_then(|known| known.lost_by(mv));
        lost.map(|lost| MoveVerdict::of(lost, info))
    }

    /// The engine finds nothing better than what was played, on another look.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.played.is_some() && self.best() == self.played.as_deref()
    }
}

/// The side that moves; `None` for dice.
pub(super) fn mover(pos: &dyn games::Position) -> Option<Side> {
    match pos.actor() {
        Actor::Player(side) => Some(side),
        Actor::Chance | Actor::Over(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::MoveText;
    use crate::play::MoveValue;

    fn othello(moves: &[&str], played: &str) -> Exercise {
        Exercise {
            kind: "othello".to_owned(),
            moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
            played: Some(played.to_owned()),
            loss: Some(6.0),
            ..Exercise::default()
        }
    }

    #[test]
    fn an_exercise_of_a_mistake_is_the_position_before_it_without_what_follows() {
        let (mut record, pos) = othello(&["f5", "d6", "c3"], "d3").set_up().unwrap();
        assert_eq!(mover(&*pos), Some(Side::Second));
        let node = record.add(record.last(), MoveText("d3".to_owned()), Some(Side::Second));
        record.node_mut(node).loss = Some(6.0);
        record.node_mut(1).comment = "a hint at the answer".to_owned();
        let found = Exercise::of_mistake(&record, node).unwrap();
        assert_eq!(found, othello(&["f5", "d6", "c3"], "d3"));
        assert_eq!(Exercise::of_mistake(&record, Record::START), None);
        let (shown, _) = found.set_up().unwrap();
        assert_eq!((shown.n_nodes(), shown.node(1).comment.as_str()), (4, ""));
    }

    #[test]
    fn what_is_known_is_judged_without_an_engine_and_the_rest_is_not() {
        let info = games::find("othello").unwrap().info();
        let mut exercise = othello(&["f5", "d6", "c3"], "d3");
        assert_eq!(exercise.verdict("d3", info), Some(MoveVerdict::Wrong(Some(6.0))));
        assert_eq!(exercise.verdict("f4", info), None);
        let line = vec!["f4".to_owned(), "e6".to_owned()];
        exercise.known = Some(PositionReview { line, ..PositionReview::default() });
        assert_eq!(exercise.verdict("f4", info), Some(MoveVerdict::Found(Some(0.0))));
        assert_eq!(exercise.verdict("c5", info), None);
        assert!(!exercise.is_doubtful());
        exercise.played = Some("f4".to_owned());
        assert!(exercise.is_doubtful());
    }

    #[test]
    fn with_dice_a_move_of_the_list_is_judged_by_what_the_list_says() {
        let info = games::find("backgammon").unwrap().info();
        let value = |mv: &str, value| MoveValue { mv: mv.to_owned(), value, depth: String::new() };
        let known = PositionReview {
            moves: vec![value("a", 0.1), value("b", 0.09)],
            glance: vec![value("a", 0.2), value("b", 0.0), value("c", 0.11)],
            ..PositionReview::default()
        };
        let exercise = Exercise { known: Some(known), ..Exercise::default() };
        assert_eq!(exercise.best(), Some("a"));
        let loss = |mv: &str| match exercise.verdict(mv, info) {
            Some(MoveVerdict::Found(Some(loss))) => loss,
            Some(MoveVerdict::Wrong(Some(loss))) => -loss,
            other => panic!("{other:?}"),
        };
        assert!((loss("b") - 0.01).abs() < 1e-9, "{}", loss("b"));
        assert!((loss("c") + 0.09).abs() < 1e-9, "by the first look: {}", loss("c"));
        assert_eq!(exercise.verdict("d", info), None);
    }

    #[test]
    fn a_loss_without_a_mark_is_small_enough() {
        for game in games::GAMES {
            let info = game.info();
            let least = info.loss_marks[0];
            assert_eq!(MoveVerdict::of(least * 0.99, info), MoveVerdict::Found(Some(least * 0.99)));
            assert_eq!(MoveVerdict::of(least, info), MoveVerdict::Wrong(Some(least)));
        }
    }

    #[test]
    fn a_position_with_nothing_to_find_is_refused_with_the_reason() {
        let unreadable = Exercise { kind: "chess".to_owned(), ..Exercise::default() };
        assert_eq!(unreadable.set_up().unwrap_err().to_string(), "there is no game \"chess\"");
        let illegal = othello(&["f5", "a1"], "d3").set_up().unwrap_err();
        assert!(illegal.to_string().starts_with("move 2: "), "{illegal}");
        let before_roll = Exercise { kind: "backgammon".to_owned(), ..Exercise::default() };
        assert!(matches!(before_roll.set_up(), Err(ExerciseError::NoTurn(_))));
    }
}
