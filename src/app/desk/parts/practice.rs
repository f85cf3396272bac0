//! The practice of a tab: its exercises, what is asked of an engine, and what was said last.
//!
//! Asks no engine.

use std::collections::{BTreeSet, HashMap};

use crate::games::{NodeId, Side};
use crate::play::practice::{Course, Help, Judge, MoveVerdict};
use crate::play::{PositionReview, ReviewEffort};

/// What a review has found, for as long as its game is on the board.
#[derive(Debug)]
pub(in crate::app::desk) struct Reviewed {
    /// The engine's name in the list.
    pub(in crate::app::desk) engine: String,
    /// What was chosen for it.
    pub(in crate::app::desk) options: Vec<(String, String)>,
    /// How much work it put into each position.
    pub(in crate::app::desk) effort: ReviewEffort,
    /// What it says of the positions before marked moves, by the nodes of those moves.
    pub(in crate::app::desk) positions: HashMap<NodeId, PositionReview>,
}

/// A practice on its way.
#[derive(Debug)]
pub(in crate::app::desk) struct Practice {
    /// What it is called.
    pub(in crate::app::desk) title: String,
    pub(in crate::app::desk) course: Course,
    /// The node at which the exercise at hand stands.
    pub(in crate::app::desk) place: NodeId,
    /// The side that has to find a move there.
    pub(in crate::app::desk) learner: Side,
    /// The session of the engine that judges.
    pub(in crate::app::desk) engine: Option<u64>,
    /// What is asked now.
    pub(in crate::app::desk) question: Option<Question>,
    /// The move of the user's that waits for its verdict, and the node after it.
    pub(in crate::app::desk) tried: Option<(String, NodeId)>,
    /// What is said of the move that was made last.
    pub(in crate::app::desk) reply: Option<Reply>,
    /// Engines of the list that could not judge: they are not asked again.
    pub(in crate::app::desk) unfit: BTreeSet<String>,
    /// Why no engine can be asked, as a sentence.
    pub(in crate::app::desk) obstacle: Option<String>,
    /// Every exercise was dealt with, and the summary is shown.
    pub(in crate::app::desk) is_over: bool,
}

/// A question to the engine.
#[derive(Debug)]
pub(in crate::app::desk) struct Question {
    pub(in crate::app::desk) judge: Judge,
    /// It is about this move, too.
    pub(in crate::app::desk) mv: Option<String>,
}

/// What is said of a move, and which.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app::desk) enum Reply {
    /// It was judged.
    Judged(String, MoveVerdict),
    /// No one could judge it: it does not count.
    NotJudged(String),
}

impl Practice {
    pub(in crate::app::desk) fn new(title: String, course: Course) -> Self {
        Self {
            title,
            course,
            place: 0,
            learner: Side::First,
            engine: None,
            question: None,
            tried: None,
            reply: None,
            unfit: BTreeSet::new(),
            obstacle: None,
            is_over: false,
        }
    }

    /// The user may make a move.
    pub(in crate::app::desk) fn is_open(&self) -> bool {
        !self.is_over && self.course.task().outcome().is_none()
    }

    /// The engine looks for the best move of the exercise.
    pub(in crate::app::desk) fn is_looking(&self) -> bool {
        self.question.as_ref().is_some_and(|question| question.mv.is_none())
    }

    /// The answer is to be known now: it was asked for, or the move is to be shown.
    pub(in crate::app::desk) fn wants_answer(&self) -> bool {
        let task = self.course.task();
        task.help() != Help::None && task.exercise.best().is_none()
    }

    /// An engine was started again under another number. Says whether it judges here.
    pub(in crate::app::desk) fn restarted(&mut self, old: u64, new: u64) -> bool {
        let is_it = self.engine == Some(old);
        if is_it {
            self.engine = Some(new);
        }
        is_it
    }
}
