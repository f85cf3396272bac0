//! The time manager: the time for a move of an engine that gets no clock.
//!
//! Runs no clock and speaks no protocol.

use std::time::Duration;

use crate::play::TimeControl;
use crate::protocol::{EngineClock, Limits, Protocol};

/// What stays on the clock for the way there and back, and for an engine that answers late.
const RESERVE: Duration = Duration::from_millis(1500);
/// Moves for which the rest of the time must last, if the time control does not say how many. Each
/// move gets its share of what is left beyond the reserve, so the time never ends; a game of 30
/// moves uses three quarters of it.
const MOVES_TO_GO: u32 = 20;
/// The same if time is sent in whole seconds: a second spent too much is missing longer.
const MOVES_TO_GO_IN_SECONDS: u32 = 30;
/// The share of the increment that is spent with each move.
const INCREMENT_SHARE: f64 = 0.8;
/// Below this the clock saves some of the increment, too: an engine that answers late uses all of
/// it.
const LOW: Duration = Duration::from_secs(1);

/// The limits of a search for an engine that can only be given a time for its move, in whole
/// `step`s: never more than the clock allows, and never no time at all. If not even one step is
/// left, the engine is asked for one ply instead: a poor move, but not a certain loss on time.
pub(super) fn without_clocks(limits: Limits, step: Duration) -> Limits {
    let time = match (limits.move_time, limits.clocks) {
        (Some(time), _) => in_steps(time, step),
        (None, Some([own, _])) => budget(&own, step),
        (None, None) => return limits,
    };
    let depth = if time.is_some() { limits.depth } else { Some(1) };
    Limits { move_time: time, depth, clocks: None, ..limits }
}

/// The warning for a time control if a protocol has whole steps of time and each move has less than
/// one: engines are asked for one ply.
#[must_use]
pub fn one_ply_note(protocol: Protocol, time: &TimeControl) -> Option<String> {
    let TimeControl::PerMove { time: each } = time else { return None };
    protocol.time_step().filter(|step| each < step)?;
    let title = protocol.title();
    Some(format!(
        "{title} tells times in whole seconds: with {time} its engines search one ply, unless they \
         take parts of a second."
    ))
}

/// A share of what is left plus most of the increment, without touching the reserve; `None` if that
/// leaves no step.
fn budget(own: &EngineClock, step: Duration) -> Option<Duration> {
    let most = in_steps(own.main.saturating_sub(reserve(own.main, step)), step)?;
    let (usual, spendable) = if has_small_steps(step) {
        (MOVES_TO_GO, most)
    } else {
        (MOVES_TO_GO_IN_SECONDS, own.main)
    };
    let n_moves = own.moves.map_or(usual, |moves| moves.clamp(1, usual));
    let plenty = own.main.min(LOW).div_duration_f64(LOW);
    let share = spendable / n_moves + own.increment.mul_f64(INCREMENT_SHARE * plenty);
    // Less than a step cannot be sent; time spent too much now is missing later.
    Some(in_steps(share, step).unwrap_or(step).min(most))
}

/// What stays on a clock with so much left. Of a short clock half may be used for one move where the
/// steps are small enough: the shares of the moves to come are far smaller.
fn reserve(left: Duration, step: Duration) -> Duration {
    if has_small_steps(step) { RESERVE.min(left / 2) } else { RESERVE }
}

fn has_small_steps(step: Duration) -> bool {
    step < Duration::from_secs(1)
}

/// As many whole steps as the time holds; `None` if it holds less than one.
fn in_steps(time: Duration, step: Duration) -> Option<Duration> {
    let n_steps = time.as_nanos().checked_div(step.as_nanos())?;
    let n_steps = u32::try_from(n_steps).unwrap_or(u32::MAX);
    (n_steps > 0).then(|| step * n_steps)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::play::{Clock, Stopped};

    const SECOND: Duration = Duration::from_secs(1);

    fn secs(secs: f64) -> Duration {
        Duration::from_secs_f64(secs)
    }

    /// The seconds for a move, 0 for one ply.
    fn told(limits: Limits) -> u64 {
        let told = without_clocks(limits, SECOND);
        assert_eq!(told.clocks, None, "{limits:?}");
        match (told.move_time, told.depth) {
            (Some(time), _) => {
                assert!(time >= SECOND && time.subsec_nanos() == 0, "{limits:?}: {time:?}");
                time.as_secs()
            }
            (None, Some(1)) => 0,
            other => panic!("{limits:?}: {other:?}"),
        }
    }

    #[test]
    fn clocks_become_whole_seconds_that_leave_something() {
        for (main, increment, moves, expected) in [
            (300.0, 0.0, None, 10),
            (300.0, 5.0, None, 14),
            (60.0, 1.0, None, 2),
            (59.0, 0.0, None, 1),
            (20.0, 10.0, None, 8),
            (10.0, 1.0, None, 1),
            (5.0, 10.0, None, 3),
            // A second for each move is too much, but one second is left.
            (10.0, 0.0, None, 1),
            (2.5, 0.0, None, 1),
            // There is not even one second.
            (2.4, 0.0, None, 0),
            (2.4, 10.0, None, 0),
            (0.5, 0.0, None, 0),
            (0.0, 0.0, None, 0),
            (60.0, 0.0, Some(1), 58),
            (60.0, 0.0, Some(6), 10),
            (2.0, 0.0, Some(1), 0),
            (90.0, 0.0, Some(90), 3),
            (30.0, 0.0, Some(40), 1),
            (60.0, 0.0, Some(0), 58),
            (1e7, 0.0, Some(1), 9_999_998),
        ] {
            let own = EngineClock { main: secs(main), increment: secs(increment), moves };
            let clocks = Some([own, EngineClock::default()]);
            assert_eq!(told(Limits { clocks, ..Limits::default() }), expected, "{own:?}");
        }
    }

    #[test]
    fn a_time_for_each_move_is_rounded_down_and_a_part_of_a_second_is_one_ply() {
        for (time, expected) in [(3.0, 3), (2.9, 2), (1.0, 1), (0.999, 0), (0.0, 0)] {
            let limits = Limits { move_time: Some(secs(time)), ..Limits::default() };
            assert_eq!(told(limits), expected, "{time}");
        }
    }

    #[test]
    fn searches_without_a_time_are_left_as_they_are() {
        let none = Limits::default();
        for limits in [none, Limits { depth: Some(4), ..none }, Limits { nodes: Some(9), ..none }] {
            assert_eq!(without_clocks(limits, SECOND), limits);
        }
    }

    /// Plays moves on the engine's own clock; what it uses beyond its time comes from `late`.
    fn moves_in_time(control: &str, step: Duration, late: Duration, n_moves: u32) -> u32 {
        let mut clock = Clock::new(control.parse().expect("a time control"), Duration::ZERO);
        let other = clock.clone();
        let mut now = Instant::now();
        let mut n_plies = 0;
        for number in 1..=n_moves {
            let limits = without_clocks(clock.limits(&other), step);
            n_plies += u32::from(limits.move_time.is_none());
            clock.start(now);
            now += limits.move_time.unwrap_or_default() + late;
            let stopped = clock.stop(now);
            assert_ne!(stopped, Stopped::TooLate, "{control}: move {number}");
        }
        n_plies
    }

    #[test]
    fn an_engine_that_uses_all_its_time_does_not_lose_on_time() {
        // Control, how much later than told the engine answers, moves of a long game, and how many
        // of them had to be of one ply.
        let games = [
            ("1m+1s", 0.05, 200, 0),
            ("1m+1s", 0.5, 200, 59),
            ("10s+1s", 0.05, 150, 0),
            ("10s+1s", 0.5, 150, 67),
            ("3s/move", 0.05, 200, 0),
            ("3s/move", 0.45, 200, 0),
            ("1s/move", 0.45, 200, 0),
            ("0.5s/move", 0.05, 200, 200),
            ("40/30s", 0.05, 200, 61),
            ("40/30s", 0.02, 400, 110),
            ("5m", 0.05, 100, 0),
            ("1m", 0.02, 100, 44),
            ("20s", 0.02, 80, 62),
            ("1s", 0.02, 40, 40),
            ("1s+2s", 0.05, 100, 1),
        ];
        let expected = games.map(|(control, _, _, n_plies)| (control, n_plies));
        let found = games.map(|(control, late, n_moves, _)| {
            (control, moves_in_time(control, SECOND, secs(late), n_moves))
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn where_steps_are_small_a_short_clock_is_enough_for_every_move() {
        // Control, and how much later than told the engine answers.
        for (control, late) in [
            ("10s+0.1s", 0.05),
            ("10s", 0.05),
            ("1s", 0.005),
            ("1s+0.1s", 0.05),
            ("0.5s+0.05s", 0.02),
            ("0.2s/move", 0.1),
            ("40/10s", 0.02),
        ] {
            let step = Duration::from_millis(1);
            assert_eq!(moves_in_time(control, step, secs(late), 60), 0, "{control}");
        }
        let own = EngineClock { main: secs(1.0), increment: secs(5.0), moves: None };
        let limits = Limits { clocks: Some([own; 2]), ..Limits::default() };
        let told = without_clocks(limits, Duration::from_millis(1));
        assert_eq!((told.move_time, told.depth), (Some(secs(0.5)), None));
    }

    /// Plays 30 moves, the half of a game of 60 plies, on a clock that the engine always uses as told,
    /// and `late` beyond. The share of all its time that it used, in percent, and the least that was left
    /// at the end of a move before its increment came, in hundredths of a second.
    fn use_of_clock(control: &str, late: Duration) -> (u128, u128) {
        let mut clock = Clock::new(control.parse().expect("a time control"), Duration::ZERO);
        let other = clock.clone();
        let start = Instant::now();
        let (mut now, mut least) = (start, Duration::MAX);
        for _ in 0..30 {
            let limits = without_clocks(clock.limits(&other), Duration::from_millis(1));
            clock.start(now);
            now += limits.move_time.expect("steps are small") + late;
            least = least.min(clock.remaining(now).left);
            assert_ne!(clock.stop(now), Stopped::TooLate, "{control}");
        }
        let used = now - start;
        let all = used + clock.remaining(now).left;
        (used.as_millis() * 100 / all.as_millis(), least.as_millis() / 10)
    }

    #[test]
    fn a_game_of_othello_uses_most_of_its_clock_and_never_all_of_it() {
        // Control, how much later than told the engine answers, the share of the clock that is used in
        // percent, and the least that is left in hundredths of a second.
        let games = [
            ("10s+0.1s", 0.0, 71, 354),
            ("10s+0.1s", 0.01, 73, 338),
            ("10s+0.1s", 0.05, 78, 275),
            ("10s", 0.0, 66, 333),
            ("10s", 0.05, 74, 252),
            ("1m+0.5s", 0.01, 79, 1497),
            ("5m+2s", 0.01, 80, 6970),
            ("2s+0.02s", 0.01, 68, 80),
            ("1s+0.1s", 0.05, 87, 40),
        ];
        let found = games.map(|(control, late, _, _)| {
            let (share, least) = use_of_clock(control, secs(late));
            (control, late, share, least)
        });
        assert_eq!(found, games);
    }
}
