//! One player's clock.
//!
//! Reads no time itself: every moment is an argument, so a game can be replayed instantly.

use std::time::{Duration, Instant};

use super::TimeControl;
use crate::protocol::{EngineClock, Limits};

/// One player's clock: how much is left, and since when it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    control: TimeControl,
    margin: Duration,
    /// Left before the current move, not counting what the move has used.
    left: Duration,
    /// Moves until the next period of [`TimeControl::MovesInTime`].
    moves_to_go: u32,
    /// Used by the current move before the last pause.
    spent: Duration,
    /// Used by all moves before.
    used: Duration,
    running_since: Option<Instant>,
}

/// What a clock shows at some moment.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Remaining {
    /// There is a clock; without one no time is counted down.
    pub limited: bool,
    /// Time left at that moment.
    pub left: Duration,
    /// That moment, when the clock runs.
    pub running_since: Option<Instant>,
}

/// What stopping a clock found.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stopped {
    /// The move was in time.
    InTime {
        /// Time it took.
        elapsed: Duration,
    },
    /// The time was over.
    TooLate,
}

impl Clock {
    /// A clock that has not run yet. Every move may exceed the time by `margin`: such an answer is
    /// still in time, and leaves nothing on the clock.
    #[must_use]
    pub fn new(control: TimeControl, margin: Duration) -> Self {
        let left = full_time(control);
        let moves_to_go = match control {
            TimeControl::MovesInTime { moves, .. } => moves,
            TimeControl::Unlimited
            | TimeControl::SuddenDeath { .. }
            | TimeControl::Fischer { .. }
            | TimeControl::PerMove { .. }
            | TimeControl::Depth { .. }
            | TimeControl::Nodes { .. } => 0,
        };
        let (spent, used) = (Duration::ZERO, Duration::ZERO);
        Self { control, margin, left, moves_to_go, spent, used, running_since: None }
    }

    /// The player's time control.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Lets the clock run from `now`, unless it runs already.
    pub fn start(&mut self, now: Instant) {
        self.running_since.get_or_insert(now);
    }

    /// Stops the clock in the middle of a move; [`Clock::start`] goes on with the same move.
    pub fn pause(&mut self, now: Instant) {
        self.spent = self.elapsed(now);
        self.running_since = None;
    }

    /// The game is over: the clock stops and keeps showing the last value read.
    pub fn halt(&mut self) {
        self.running_since = None;
    }

    /// The clock stops, with this much used for the current move: for a resumed game.
    pub fn charge(&mut self, spent: Duration) {
        self.spent = spent;
        self.running_since = None;
    }

    /// Takes the current move back to its beginning, as if the clock had not run for it.
    pub fn reset_move(&mut self) {
        self.spent = Duration::ZERO;
        self.running_since = None;
    }

    /// Counts moves made before, as when moves are taken back or a saved game goes on: for each the
    /// time it took and what was left after it. Moves that took no time were made for the player
    /// and do not count for a period.
    pub fn replay(&mut self, moves: impl Iterator<Item = (Duration, Duration)>) {
        for (elapsed, left) in moves {
            if !elapsed.is_zero() {
                self.add_for_move();
            }
            self.left = left;
            self.used += elapsed;
        }
        self.reset_move();
    }

    /// Ends the move at `at`. A clock that never ran for this move charges and adds nothing: a pass
    /// that the program makes for the player is free.
    pub fn stop(&mut self, at: Instant) -> Stopped {
        if self.running_since.is_none() && self.spent.is_zero() {
            return Stopped::InTime { elapsed: Duration::ZERO };
        }
        if self.is_over(at) {
            self.pause(at);
            return Stopped::TooLate;
        }
        let elapsed = self.elapsed(at);
        self.left = self.left.saturating_sub(elapsed);
        self.used += elapsed;
        self.add_for_move();
        self.reset_move();
        Stopped::InTime { elapsed }
    }

    fn add_for_move(&mut self) {
        match self.control {
            TimeControl::Unlimited
            | TimeControl::SuddenDeath { .. }
            | TimeControl::Depth { .. }
            | TimeControl::Nodes { .. } => {}
            TimeControl::Fischer { increment, .. } => self.left += increment,
            TimeControl::PerMove { time } => self.left = time,
            TimeControl::MovesInTime { moves, main, increment } => {
                self.left += increment;
                self.moves_to_go -= 1;
                if self.moves_to_go == 0 {
                    self.moves_to_go = moves;
                    self.left += main;
                }
            }
        }
    }

    /// Time used by the current move.
    #[must_use]
    pub fn elapsed(&self, now: Instant) -> Duration {
        let running = self.running_since.map(|since| now.saturating_duration_since(since));
        self.spent + running.unwrap_or_default()
    }

    /// The clock runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running_since.is_some()
    }

    /// There is a time limit.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        match self.control {
            TimeControl::Unlimited | TimeControl::Depth { .. } | TimeControl::Nodes { .. } => false,
            TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. }
            | TimeControl::PerMove { .. } => true,
        }
    }

    /// What the clock shows at `now`.
    #[must_use]
    pub fn remaining(&self, now: Instant) -> Remaining {
        Remaining {
            limited: self.is_limited(),
            left: self.left.saturating_sub(self.elapsed(now)),
            running_since: self.running_since.map(|_| now),
        }
    }

    /// When the time is used up, without any margin; `None` when it does not run or has no end.
    #[must_use]
    pub fn zero_at(&self) -> Option<Instant> {
        let since = self.running_since.filter(|_| self.is_limited())?;
        since.checked_add(self.left.saturating_sub(self.spent))
    }

    /// When the flag falls, margin included; `None` when it does not run or has no end.
    #[must_use]
    pub fn flag_at(&self) -> Option<Instant> {
        self.zero_at()?.checked_add(self.grace())
    }

    /// The flag has fallen by `now`.
    #[must_use]
    pub fn is_over(&self, now: Instant) -> bool {
        self.is_limited() && self.elapsed(now) > self.left + self.grace()
    }

    /// A player with a fixed time for each move is told to move when it is over; the answer needs a
    /// moment.
    fn grace(&self) -> Duration {
        match self.control {
            TimeControl::PerMove { .. } => self.margin + MOVE_NOW_GRACE,
            TimeControl::Unlimited
            | TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. }
            | TimeControl::Depth { .. }
            | TimeControl::Nodes { .. } => self.margin,
        }
    }

    /// The clock as sent over a protocol at the beginning of a game; `None` without a clock.
    #[must_use]
    pub fn at_start(&self) -> Option<EngineClock> {
        self.told(full_time(self.control))
    }

    /// The clock as sent over a protocol before a move: the time left, and for how many moves.
    #[must_use]
    pub fn now_left(&self) -> Option<EngineClock> {
        let mut told = self.told(self.left.saturating_sub(self.spent))?;
        if let TimeControl::MovesInTime { .. } = self.control {
            told.moves = Some(self.moves_to_go);
        }
        Some(told)
    }

    fn told(&self, main: Duration) -> Option<EngineClock> {
        let none = Duration::ZERO;
        let (main, increment, moves) = match self.control {
            TimeControl::Unlimited | TimeControl::Depth { .. } | TimeControl::Nodes { .. } => {
                return None;
            }
            TimeControl::SuddenDeath { .. } => (main, none, None),
            TimeControl::Fischer { increment, .. } => (main, increment, None),
            TimeControl::MovesInTime { moves, increment, .. } => (main, increment, Some(moves)),
            // Only an increment, with no time to save: GGF writes it `0:00/0:02`, and so the
            // built-in engine reads it.
            TimeControl::PerMove { time } => (none, time, None),
        };
        Some(EngineClock { main, increment, moves })
    }

    /// The limits of a search by the owner of this clock against the owner of `other`.
    #[must_use]
    pub fn limits(&self, other: &Self) -> Limits {
        let elapsed = [self, other].map(|clock| clock.used + clock.spent);
        let none = Limits { elapsed, ..Limits::default() };
        match self.control {
            TimeControl::Unlimited => none,
            TimeControl::Depth { depth } => Limits { depth: Some(depth), ..none },
            TimeControl::Nodes { nodes } => Limits { nodes: Some(nodes), ..none },
            TimeControl::PerMove { time } => {
                Limits { move_time: Some(time.saturating_sub(self.spent)), ..none }
            }
            TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. } => {
                let own = self.now_left();
                // A protocol with clocks needs both; an opponent without one gets the same.
                let clocks = own.map(|own| [own, other.now_left().unwrap_or(own)]);
                Limits { clocks, ..none }
            }
        }
    }
}

/// How long the answer to "move now" may take before a fixed time per move counts as exceeded. The
/// engine that comes with the program answers `ping` within 20 ms; a busy machine takes longer.
pub const MOVE_NOW_GRACE: Duration = Duration::from_millis(500);

fn full_time(control: TimeControl) -> Duration {
    match control {
        TimeControl::Unlimited | TimeControl::Depth { .. } | TimeControl::Nodes { .. } => {
            Duration::ZERO
        }
        TimeControl::SuddenDeath { main }
        | TimeControl::MovesInTime { main, .. }
        | TimeControl::Fischer { main, .. } => main,
        TimeControl::PerMove { time } => time,
    }
}

/// A clock as a record has it: `5:00`, `5:00/0:03`, `0:00/0:00.5` as in GGF, and moves in a time as in PGN,
/// `40/600`, with an increment `40/600+3`; the formats write it in their own way.
pub(super) fn tag_text(clock: &EngineClock) -> String {
    if let Some(moves) = clock.moves {
        let mut text = format!("{moves}/{}", clock.main.as_secs_f64());
        if !clock.increment.is_zero() {
            text += &format!("+{}", clock.increment.as_secs_f64());
        }
        return text;
    }
    let part = |time: Duration| {
        let (minutes, secs) = (time.as_secs() / 60, time.as_secs() % 60);
        match time.subsec_millis() {
            0 => format!("{minutes}:{secs:02}"),
            millis => {
                let digits = format!("{millis:03}");
                format!("{minutes}:{secs:02}.{}", digits.trim_end_matches('0'))
            }
        }
    };
    let main = part(clock.main);
    if clock.increment.is_zero() { main } else { format!("{main}/{}", part(clock.increment)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_write_clocks_in_minutes_and_seconds() {
        let clock = |main: u64, increment: u64| EngineClock {
            main: Duration::from_millis(main),
            increment: Duration::from_millis(increment),
            moves: None,
        };
        assert_eq!(tag_text(&clock(300_000, 0)), "5:00");
        assert_eq!(tag_text(&clock(90_000, 3_000)), "1:30/0:03");
        assert_eq!(tag_text(&clock(0, 500)), "0:00/0:00.5");
        let in_time = EngineClock { moves: Some(40), ..clock(600_000, 0) };
        assert_eq!(tag_text(&in_time), "40/600");
        assert_eq!(tag_text(&EngineClock { moves: Some(10), ..clock(1_500, 100) }), "10/1.5+0.1");
    }

    fn secs(secs: f64) -> Duration {
        Duration::from_secs_f64(secs)
    }

    /// Plays moves of these lengths and says what is left after each; the last may be too late.
    fn left_after(control: &str, margin: f64, moves: &[f64]) -> Vec<Option<f64>> {
        let mut clock = Clock::new(control.parse().unwrap(), secs(margin));
        let mut now = Instant::now();
        moves
            .iter()
            .map(|length| {
                clock.start(now);
                now += secs(*length);
                match clock.stop(now) {
                    Stopped::InTime { .. } => Some(clock.remaining(now).left.as_secs_f64()),
                    Stopped::TooLate => None,
                }
            })
            .collect()
    }

    #[test]
    fn every_control_counts_in_its_own_way() {
        assert_eq!(left_after("10s", 0.0, &[4.0, 5.0, 2.0]), [Some(6.0), Some(1.0), None]);
        assert_eq!(left_after("10s+2s", 0.0, &[4.0, 8.0, 3.0]), [Some(8.0), Some(2.0), None]);
        assert_eq!(
            left_after("2/10s", 0.0, &[4.0, 5.0, 2.0, 9.0]),
            [Some(6.0), Some(11.0), Some(9.0), Some(10.0)]
        );
        assert_eq!(left_after("2/10s", 0.0, &[4.0, 7.0]), [Some(6.0), None]);
        assert_eq!(left_after("2/10s+1s", 0.0, &[4.0, 5.0]), [Some(7.0), Some(13.0)]);
        assert_eq!(left_after("3s/move", 0.0, &[1.0, 2.9, 3.6]), [Some(3.0), Some(3.0), None]);
        assert_eq!(left_after("depth 4", 0.0, &[1e6]), [Some(0.0)]);
        assert_eq!(left_after("none", 0.0, &[1e6]), [Some(0.0)]);
    }

    #[test]
    fn a_margin_forgives_but_leaves_nothing() {
        assert_eq!(left_after("10s+2s", 0.5, &[10.4, 2.0, 2.1]), [Some(2.0), Some(2.0), Some(2.0)]);
        assert_eq!(left_after("10s", 0.5, &[10.6]), [None]);
    }

    #[test]
    fn a_pause_costs_nothing() {
        let mut clock = Clock::new("10s".parse().unwrap(), Duration::ZERO);
        let start = Instant::now();
        clock.start(start);
        clock.pause(start + secs(3.0));
        assert_eq!(clock.remaining(start + secs(99.0)).left, secs(7.0));
        assert_eq!(clock.flag_at(), None);
        clock.start(start + secs(100.0));
        assert_eq!(clock.flag_at(), Some(start + secs(107.0)));
        assert_eq!(clock.stop(start + secs(104.0)), Stopped::InTime { elapsed: secs(7.0) });
        assert_eq!(clock.remaining(start).left, secs(3.0));
    }

    #[test]
    fn a_move_without_a_running_clock_is_free() {
        let mut clock = Clock::new("10s+2s".parse().unwrap(), Duration::ZERO);
        let now = Instant::now();
        assert_eq!(clock.stop(now), Stopped::InTime { elapsed: Duration::ZERO });
        assert_eq!(clock.remaining(now).left, secs(10.0));
    }

    #[test]
    fn engines_are_told_how_much_both_have_used() {
        let [mut clock, mut other] =
            ["10s+2s", "none"].map(|text| Clock::new(text.parse().unwrap(), Duration::ZERO));
        let now = Instant::now();
        let play = |clock: &mut Clock, time: f64| {
            clock.start(now);
            clock.stop(now + secs(time));
        };
        play(&mut clock, 3.0);
        play(&mut other, 40.0);
        play(&mut clock, 1.5);
        assert_eq!(clock.limits(&other).elapsed, [secs(4.5), secs(40.0)]);
        let mut again = Clock::new("10s+2s".parse().unwrap(), Duration::ZERO);
        again.replay([(secs(3.0), secs(9.0)), (secs(1.5), secs(9.5))].into_iter());
        assert_eq!(other.limits(&again).elapsed, [secs(40.0), secs(4.5)]);
    }

    #[test]
    fn engines_are_told_what_is_left_and_in_how_many_moves() {
        let mut clock = Clock::new("40/60s".parse().unwrap(), Duration::ZERO);
        let other = Clock::new("60s+1s".parse().unwrap(), Duration::ZERO);
        let now = Instant::now();
        clock.start(now);
        clock.stop(now + secs(10.0));
        let told = EngineClock { main: secs(50.0), increment: Duration::ZERO, moves: Some(39) };
        let others = EngineClock { main: secs(60.0), increment: secs(1.0), moves: None };
        assert_eq!(clock.limits(&other).clocks, Some([told, others]));
        assert_eq!(clock.at_start().map(|clock| clock.main), Some(secs(60.0)));
        let each = Clock::new("2s/move".parse().unwrap(), Duration::ZERO);
        assert_eq!(each.limits(&other).move_time, Some(secs(2.0)));
        let told = EngineClock { main: Duration::ZERO, increment: secs(2.0), moves: None };
        assert_eq!(each.at_start(), Some(told));
        let depth = Clock::new("depth 8".parse().unwrap(), Duration::ZERO);
        assert_eq!(depth.limits(&other), Limits { depth: Some(8), ..Limits::default() });
    }
}
