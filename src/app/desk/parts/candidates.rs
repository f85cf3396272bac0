//! What an engine thinks of the decisions of a person: the open one and the one made last.
//!
//! Asks no engine.

use std::time::{Duration, Instant};

use crate::games::{BoxPosition, MoveText, NodeId, Side};
use crate::play::Analyst;
use crate::session::{SessionEvent, SessionState};

/// After the person has played the engine may think so much longer,
pub(in crate::app::desk) const AFTERTHOUGHT: Duration = Duration::from_secs(2);

/// and so much where it has said nothing yet: it may only just be starting.
pub(in crate::app::desk) const PATIENCE: Duration = Duration::from_secs(60);

/// The engine that thinks along, what it thinks of now, and what it thought last.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Candidates {
    pub(in crate::app::desk) engine: Option<u64>,
    /// The person's decision that is still to be made.
    pub(in crate::app::desk) open: Option<Thought>,
    /// The one made last.
    pub(in crate::app::desk) made: Option<Made>,
    /// Why there are none; empty where nothing is in the way.
    pub(in crate::app::desk) problem: String,
}

/// What the engine thinks of one decision.
#[derive(Debug)]
pub(in crate::app::desk) struct Thought {
    /// The node after which it is to be made.
    pub(in crate::app::desk) node: NodeId,
    pub(in crate::app::desk) side: Side,
    pub(in crate::app::desk) analyst: Analyst,
    pub(in crate::app::desk) position: BoxPosition,
}

/// A decision that was made.
#[derive(Debug)]
pub(in crate::app::desk) struct Made {
    pub(in crate::app::desk) thought: Thought,
    pub(in crate::app::desk) mv: MoveText,
    /// When.
    pub(in crate::app::desk) at: Instant,
    /// When the engine first said something of it, if that was later.
    pub(in crate::app::desk) heard: Option<Instant>,
}

impl Made {
    pub(in crate::app::desk) fn is_thinking(&self, now: Instant) -> bool {
        self.thought.analyst.is_running() && now < self.until()
    }

    /// When the engine must end.
    pub(in crate::app::desk) fn until(&self) -> Instant {
        if self.thought.analyst.lines().is_empty() {
            return self.at + PATIENCE;
        }
        // Its first line is not all that it has to say, however late it was ready.
        self.heard.unwrap_or(self.at) + AFTERTHOUGHT
    }

    /// Takes note of what the engine says.
    pub(in crate::app::desk) fn handle(&mut self, event: &SessionEvent, session: &SessionState) {
        let was_silent = self.thought.analyst.lines().is_empty();
        self.thought.analyst.handle(event, session);
        if was_silent && !self.thought.analyst.lines().is_empty() {
            self.heard = Some(event.at);
        }
    }

    /// Its place among the engine's lines, from 0.
    pub(in crate::app::desk) fn rank(&self) -> Option<usize> {
        let lines = self.thought.analyst.lines();
        lines.iter().position(|line| *line.first_move() == self.mv)
    }

    /// What was done needs no mention in a game (that a player rolls), and the engine agrees or has
    /// not said otherwise.
    pub(in crate::app::desk) fn is_idle(&self) -> bool {
        let shown = self.thought.position.show_move(&self.mv.0);
        shown.is_empty() && self.rank().is_none_or(|rank| rank == 0)
    }
}

impl Candidates {
    /// An engine was started again under another number: what is to be decided is thought about again, and
    /// what was said of the decision made last stays.
    pub(in crate::app::desk) fn restarted(&mut self, old: u64, new: u64) {
        if self.engine != Some(old) {
            return;
        }
        self.engine = Some(new);
        self.open = None;
        if let Some(made) = &mut self.made {
            // There is no session to send this to.
            let _abandon = made.thought.analyst.halt();
        }
    }
}

/// The dice that a move is, where it is dice.
pub(in crate::app::desk) fn dice_of(mv: &MoveText) -> Option<&str> {
    let is_dice = mv.0.len() == 2 && mv.0.bytes().all(|c| c.is_ascii_digit());
    is_dice.then_some(mv.0.as_str())
}
