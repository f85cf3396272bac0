//! The limits of a search over GUIDE: the engine keeps the clock itself (the document: time
//! management is a responsibility of the engine).
//!
//! Reads no clock; the GUI reports the time used.

use std::time::{Duration, Instant};

use crate::builtin::draughts::{Aim, Game, Pace, Stop, Task, budget, move_budget};
use crate::builtin::time_budget::{Budget, LONGEST};
use crate::games::draughts::Draughts;
use crate::protocol::guide::{Assignment, Level};

/// The time for one position of a game that is reviewed without a limit.
const REVIEW_TIME: Duration = Duration::from_millis(1_000);

/// The limits of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Limit {
    /// Depth in plies.
    depth: Option<u32>,
    budget: Option<Budget>,
}

impl Limit {
    /// Only `halt` ends it.
    pub(super) fn is_endless(&self) -> bool {
        self.depth.is_none() && self.budget.is_none()
    }

    /// The limit for each position of a game; there always is one.
    pub(super) fn of_one_position(self) -> Self {
        if self.is_endless() {
            return Self { budget: Some(move_budget(REVIEW_TIME)), ..self };
        }
        self
    }

    /// A search of the last position of a game from now on, for an explanation.
    pub(super) fn task(&self, game: &Game) -> Task {
        let now = Instant::now();
        let pace = self.budget.map_or_else(Pace::unhurried, |budget| Pace::of(budget, now));
        pace.begin(now);
        Task {
            game: game.clone(),
            aim: Aim::Explanation,
            depth: self.depth,
            nodes: None,
            pace,
            stop: Stop::never(),
        }
    }
}

/// The limits of a search of `pos`.
pub(super) fn limit(assignment: &Assignment, pos: &Draughts) -> Limit {
    let own = usize::from(!is_white(assignment));
    let used = secs(assignment.elapsed_secs[own]);
    // The moves of both sides alternate from the start of the game.
    let n_made = u32::try_from(assignment.ply / 2).unwrap_or(u32::MAX);
    let by_budget = |budget| Limit { depth: None, budget: Some(budget) };
    match assignment.level {
        Level::FixedDepth(depth) => Limit { depth: Some(depth), budget: None },
        Level::FixedTime(time) => by_budget(move_budget(secs(time))),
        Level::Blitz { time_secs, gain_secs } => {
            let (main, gain) = (secs(time_secs), secs(gain_secs));
            let left = (main + gain.saturating_mul(n_made)).saturating_sub(used);
            by_budget(budget(pos, left, Some(main), gain, None))
        }
        Level::Long { controls, rest_secs } => {
            let (given, moves) = period(controls, rest_secs, n_made);
            by_budget(budget(pos, given.saturating_sub(used), None, Duration::ZERO, moves))
        }
        Level::Infinite => Limit { depth: None, budget: None },
    }
}

/// White is to move after the moves made.
fn is_white(assignment: &Assignment) -> bool {
    assignment.game.start.white_to_move == assignment.ply.is_multiple_of(2)
}

/// The total time up to the end of the next move's period, and the moves left in it. A control
/// without moves does not count.
fn period(controls: [(f64, u32); 2], rest_secs: f64, n_made: u32) -> (Duration, Option<u32>) {
    let (mut given, mut end) = (Duration::ZERO, 0_u32);
    for (time, moves) in controls {
        if moves == 0 {
            continue;
        }
        given += secs(time);
        end = end.saturating_add(moves);
        if n_made < end {
            return (given, Some(end - n_made));
        }
    }
    (given + secs(rest_secs), None)
}

/// Seconds as written by the GUI; `None` for anything else.
fn secs(secs: f64) -> Duration {
    Duration::try_from_secs_f64(secs).unwrap_or_default().min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_controls_of_a_long_game_follow_each_other() {
        let controls = [(100.0, 40), (50.0, 20)];
        let period = |n_made| {
            let (given, moves) = period(controls, 30.0, n_made);
            (given.as_secs(), moves)
        };
        assert_eq!(period(0), (100, Some(40)));
        assert_eq!(period(39), (100, Some(1)));
        assert_eq!(period(40), (150, Some(20)));
        assert_eq!(period(60), (180, None));
    }
}
