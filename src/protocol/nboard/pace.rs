//! The speed of an engine, as its searches in this session have shown it.
//!
//! Only guesses depths and times; `client` keeps the time of the engine.

use std::time::Duration;

/// The depth of a search before anything is known: every engine finishes it in a moment.
const FIRST_DEPTH: u32 = 4;
/// A search may be so many plies deeper than the last one: a ply may cost more than it seems, and
/// not every engine can be stopped.
const LONGEST_STEP: i32 = 6;
/// After so many searches the depth has settled, and the opening is not over yet.
const OPENING: u32 = 4;
/// The factor by which one more ply multiplies the time: 2 to 4 in the engines seen (field notes,
/// second round); assumed until the engine has shown its own.
const USUAL_GROWTH: f64 = 3.0;
/// Shorter times say more about the pipe than about the engine.
const SHORTEST: Duration = Duration::from_millis(1);
/// Time from a `ping` to the end of a search, assumed until the engine has shown its own.
const USUAL_REACTION: Duration = Duration::from_millis(100);
/// The share of its time that a search is planned to take: positions differ, and the engine should
/// be done before it is interrupted.
const PLANNED: f64 = 0.75;
/// The share for an engine that has been seen to end its search with a move when it is interrupted:
/// a search that it does not finish is not lost.
const PLANNED_OBEDIENT: f64 = 1.5;
/// The share for an engine that does not listen while it searches: only the search itself ends it.
const PLANNED_DEAF: f64 = 0.4;
/// An engine that goes on for longer after a `ping`, and for more than half of its time, does not
/// listen.
const DEAF: Duration = Duration::from_millis(300);
/// The time for the way to the engine and back, and for a busy machine.
const TRAVEL: Duration = Duration::from_millis(10);

/// The facts known about an engine's speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Depth and time of the search of the last move, if it was finished or reported its depth.
    last: Option<(u32, Duration)>,
    /// The same of the last search in the opening of a game.
    opening: Option<(u32, Duration)>,
    /// Searches of this game that have shown something.
    n_searches: u32,
    /// The factor by which one more ply multiplies the time.
    growth: f64,
    /// The time from a `ping` to the end of the search.
    reaction: Duration,
    /// The last search that a `ping` had to end was ended by it at once, with a move.
    is_obedient: bool,
    /// The engine is known to search to its end, whatever is sent.
    never_stops: bool,
    /// The time from `set depth` to the `pong` behind it: NTest makes a new player.
    settling: Duration,
}

impl Pace {
    /// The pace of an engine that ends its search when it is pinged, or of one that is known not
    /// to.
    pub(super) fn new(stops: bool) -> Self {
        Self {
            last: None,
            opening: None,
            n_searches: 0,
            growth: USUAL_GROWTH,
            reaction: USUAL_REACTION,
            is_obedient: false,
            never_stops: !stops,
            settling: Duration::ZERO,
        }
    }

    /// Begins another game: the end of the last game says nothing about its depths, but the opening
    /// of the last game does.
    pub(super) fn begin_game(&mut self) {
        self.last = self.opening;
        self.n_searches = 0;
    }

    /// The time before its limit at which an engine is told to move; never more than half of the
    /// limit.
    pub(super) fn lead(&self, budget: Duration) -> Duration {
        (self.reaction * 3 / 2 + TRAVEL).min(budget / 2)
    }

    /// The depth for a search of so much time; `before` is the depth that was set last.
    pub(super) fn depth(&self, budget: Duration, before: Option<u32>, most: u32) -> u32 {
        let depth = self.depth_within(budget).min(most);
        // A new depth may cost an engine its memory: one ply more is not worth it.
        let is_dear = self.settling > budget / 10;
        if is_dear && before.is_some_and(|before| before + 1 == depth) { depth - 1 } else { depth }
    }

    /// The greatest depth that is expected to be finished well within `time`.
    fn depth_within(&self, time: Duration) -> u32 {
        let Some((depth, took)) = self.last else { return FIRST_DEPTH };
        let share = if self.is_deaf(time) {
            PLANNED_DEAF
        } else if self.is_obedient {
            PLANNED_OBEDIENT
        } else {
            PLANNED
        };
        let ratio = time.as_secs_f64() * share / took.max(SHORTEST).as_secs_f64();
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        let plies = (ratio.ln() / self.growth.ln()).floor() as i32;
        depth.saturating_add_signed(plies.min(LONGEST_STEP)).max(1)
    }

    /// The engine does not end a search of so much time when it is pinged.
    pub(super) fn is_deaf(&self, budget: Duration) -> bool {
        self.never_stops || self.reaction > DEAF.max(budget / 2)
    }

    /// A search of this depth was finished.
    pub(super) fn finished(&mut self, depth: u32, took: Duration) {
        self.shows(depth, took);
    }

    /// Two depths within one search were reached after these times: shows what a ply costs.
    pub(super) fn grew(&mut self, from: (u32, Duration), to: (u32, Duration)) {
        let plies = to.0.saturating_sub(from.0);
        if plies == 0 || from.1 < SHORTEST || to.1 <= from.1 {
            return;
        }
        let ratio = to.1.as_secs_f64() / from.1.as_secs_f64();
        let seen = ratio.powf(1.0 / f64::from(plies)).clamp(2.0, 4.0);
        self.growth = f64::midpoint(self.growth, seen);
    }

    /// A search was ended by a `ping`; `reached` is the depth that it had reported last, and the
    /// time of that report.
    pub(super) fn interrupted(&mut self, reached: (u32, Duration)) {
        let (depth, took) = reached;
        self.shows(depth, took);
    }

    /// A search of this depth was ended by a `ping` after so long, and had reported no depth: one
    /// ply less might have been finished.
    pub(super) fn was_too_deep(&mut self, depth: u32, after: Duration) {
        self.shows(depth, after.max(SHORTEST).mul_f64(self.growth));
    }

    fn shows(&mut self, depth: u32, took: Duration) {
        self.last = Some((depth, took));
        self.n_searches += 1;
        if self.n_searches <= OPENING {
            self.opening = self.last;
        }
    }

    /// A search ended so long after the `ping`. Slower reactions count at once, faster ones slowly.
    pub(super) fn reacted(&mut self, after: Duration) {
        self.reaction = after.max((self.reaction + after) / 2);
        self.is_obedient = false;
    }

    /// The engine ended a search on a `ping`, with a move and after a line: its searches may be
    /// ended by a `ping`.
    pub(super) fn obeyed(&mut self) {
        self.is_obedient = self.reaction < USUAL_REACTION * 2;
    }

    /// An engine took this long to be ready after a new depth was set.
    pub(super) fn settled(&mut self, after: Duration) {
        self.settling = after.max((self.settling + after) / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_depth_follows_the_time_of_the_last_search() {
        let mut pace = Pace::new(true);
        assert_eq!(pace.depth(millis(400), None, 60), 4, "nothing is known");
        for (took, budget, expected) in [
            (0, 400, 13),
            (40, 400, 9),
            (40, 100, 8),
            (99, 400, 9),
            (300, 400, 8),
            (400, 400, 7),
            (4_000, 400, 5),
            (1_000_000, 1, 1),
        ] {
            pace.finished(8, millis(took));
            assert_eq!(pace.depth(millis(budget), Some(8), 60), expected, "{took} in {budget}");
        }
        pace.finished(58, millis(1));
        assert_eq!(pace.depth(millis(400), Some(58), 60), 60);
        assert_eq!(pace.depth(millis(400), Some(58), 10), 10);
        pace.begin_game();
        assert_eq!(pace.depth(millis(400), Some(58), 60), 9, "as in the opening");
    }

    #[test]
    fn an_engine_that_tells_no_depth_and_is_never_done_is_asked_for_less_each_time() {
        let mut pace = Pace::new(true);
        let mut depths = Vec::new();
        for _ in 0..5 {
            let depth = pace.depth(millis(400), None, 60);
            depths.push(depth);
            pace.was_too_deep(depth, millis(390));
        }
        assert_eq!(depths, [4, 2, 1, 1, 1]);
        pace.begin_game();
        assert!(pace.depth(millis(400), None, 60) < 4, "nor does the next game begin with it");
    }

    #[test]
    fn a_new_depth_that_is_dear_is_not_set_for_one_ply() {
        let mut pace = Pace::new(true);
        pace.finished(8, millis(75));
        assert_eq!(pace.depth(millis(301), Some(8), 60), 9);
        pace.settled(millis(200));
        assert_eq!(pace.depth(millis(301), Some(8), 60), 8);
        assert_eq!(pace.depth(millis(901), Some(8), 60), 10);
    }

    #[test]
    fn an_engine_shows_what_a_ply_costs() {
        let mut pace = Pace::new(true);
        pace.grew((10, millis(10)), (12, millis(40)));
        assert!((pace.growth - 2.5).abs() < 1e-9);
        for _ in 0..20 {
            pace.grew((10, millis(10)), (11, millis(1_000)));
        }
        assert!((pace.growth - 4.0).abs() < 1e-3);
        pace.grew((10, millis(10)), (10, millis(1_000)));
        pace.grew((10, millis(10)), (12, millis(10)));
        assert!((pace.growth - 4.0).abs() < 1e-3);
    }

    #[test]
    fn an_engine_that_answers_at_once_is_deep_in_its_third_move() {
        let mut pace = Pace::new(true);
        let mut depths = Vec::new();
        for _ in 0..4 {
            let depth = pace.depth(millis(10_000), None, 60);
            depths.push(depth);
            pace.finished(depth, millis(1));
        }
        assert_eq!(depths, [4, 10, 16, 22]);
    }

    #[test]
    fn a_search_that_nothing_ends_is_planned_to_take_less() {
        let shows = |mut pace: Pace, reaction| {
            pace.finished(8, millis(300));
            pace.reacted(millis(reaction));
            pace
        };
        for (stops, reaction, expected) in [(true, 20, 8), (true, 700, 7), (false, 20, 7)] {
            let pace = shows(Pace::new(stops), reaction);
            let found = pace.depth(millis(600), None, 60);
            assert_eq!(found, expected, "{stops}, {reaction}");
        }
        let mut pace = shows(Pace::new(true), 20);
        pace.obeyed();
        assert_eq!(pace.depth(millis(600), None, 60), 9, "it can be stopped");
        let mut pace = shows(Pace::new(true), 700);
        pace.obeyed();
        assert_eq!(pace.depth(millis(600), None, 60), 7, "it ended by itself");
        assert!(!pace.is_deaf(millis(2_000)), "it was told to move in time");
    }

    #[test]
    fn a_slow_engine_is_told_to_move_earlier() {
        let mut pace = Pace::new(true);
        assert_eq!(pace.lead(millis(5_000)), millis(160));
        pace.reacted(millis(2));
        assert_eq!(pace.lead(millis(5_000)), Duration::from_micros(86_500));
        pace.reacted(millis(800));
        assert_eq!(pace.lead(millis(5_000)), millis(1_210));
        assert_eq!(pace.lead(millis(1_000)), millis(500));
    }
}
