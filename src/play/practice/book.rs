//! When exercises come back that were not found at once: boxes, after Sebastian Leitner.
//!
//! Reads no clock and writes no file. `docs/PRACTICE.md` has the rules for those who practise.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::{Exercise, Outcome};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long an exercise rests in each box, the first box first. What is found at the first try in the
/// last box is not kept any longer.
pub const BOX_TIMES: [Duration; 6] = [
    Duration::from_secs(10 * 60),
    DAY,
    DAY.saturating_mul(3),
    DAY.saturating_mul(7),
    DAY.saturating_mul(21),
    DAY.saturating_mul(60),
];

/// An exercise that rests for days is due so much earlier, so that the hour at which one practises
/// does not matter.
const EARLY: Duration = Duration::from_secs(12 * 60 * 60);

/// So many exercises are kept; of more, the one that would come back last goes.
pub const MOST_KEPT: usize = 2_000;

/// An exercise that comes back.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct KeptExercise {
    /// What is asked.
    pub exercise: Exercise,
    /// The box that it is in, from 0: its place in [`BOX_TIMES`].
    #[serde(rename = "box")]
    pub place: usize,
    /// When its rest ends, in seconds since 1970 (UTC).
    pub due: u64,
    /// How often it was found at the first try since it is kept.
    pub n_found: u32,
    /// How often it was not.
    pub n_missed: u32,
}

impl KeptExercise {
    /// It is to be practised now.
    #[must_use]
    pub fn is_due(&self, now: SystemTime) -> bool {
        let rests_long = BOX_TIMES.get(self.place).is_some_and(|time| *time >= DAY);
        let early = if rests_long { EARLY.as_secs() } else { 0 };
        self.due <= secs(now).saturating_add(early)
    }
}

/// A change of what comes back.
#[derive(Clone, Debug, PartialEq)]
pub enum PracticeChange {
    /// It comes back so.
    Kept(Box<KeptExercise>),
    /// It does not come back.
    Gone(Box<Exercise>),
}

/// The exercises that come back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PracticeBook {
    kept: Vec<KeptExercise>,
}

impl PracticeBook {
    /// A book with these exercises, as they were written down.
    #[must_use]
    pub fn new(kept: Vec<KeptExercise>) -> Self {
        Self { kept }
    }

    /// All exercises that are kept.
    #[must_use]
    pub fn kept(&self) -> &[KeptExercise] {
        &self.kept
    }

    /// The exercises of this kind of game that are due, the longest waiting first.
    #[must_use]
    pub fn due(&self, kind: &str, now: SystemTime) -> Vec<Exercise> {
        let due = self.of(kind).filter(|kept| kept.is_due(now));
        let mut due: Vec<&KeptExercise> = due.collect();
        due.sort_by_key(|kept| kept.due);
        due.into_iter().map(|kept| kept.exercise.clone()).collect()
    }

    /// How many exercises of this kind of game are due, and how many are kept.
    #[must_use]
    pub fn counts(&self, kind: &str, now: SystemTime) -> (usize, usize) {
        let n_due = self.of(kind).filter(|kept| kept.is_due(now)).count();
        (n_due, self.of(kind).count())
    }

    fn of(&self, kind: &str) -> impl Iterator<Item = &KeptExercise> {
        self.kept.iter().filter(move |kept| kept.exercise.kind == kind)
    }

    /// Makes a change that was noted elsewhere.
    pub fn apply(&mut self, change: &PracticeChange) {
        let exercise = match change {
            PracticeChange::Kept(kept) => &kept.exercise,
            PracticeChange::Gone(exercise) => exercise,
        };
        self.kept.retain(|kept| !kept.exercise.is_same(exercise));
        if let PracticeChange::Kept(kept) = change {
            self.kept.push((**kept).clone());
        }
    }

    /// An exercise has ended so. Returns what has changed, in order.
    pub fn note(
        &mut self,
        exercise: &Exercise,
        outcome: Outcome,
        now: SystemTime,
    ) -> Vec<PracticeChange> {
        let known = self.kept.iter().position(|kept| kept.exercise.is_same(exercise));
        let before = known.map(|at| self.kept.remove(at));
        let place = before.as_ref().map(|kept| kept.place);
        let Some(place) = next_box(place, outcome) else {
            let gone = before.map(|kept| PracticeChange::Gone(Box::new(kept.exercise)));
            return gone.into_iter().collect();
        };
        let (n_found, n_missed) = before.map_or((0, 0), |kept| (kept.n_found, kept.n_missed));
        let is_found = outcome == Outcome::FirstTry;
        let new = KeptExercise {
            exercise: exercise.clone(),
            place,
            due: secs(now).saturating_add(BOX_TIMES[place].as_secs()),
            n_found: n_found.saturating_add(u32::from(is_found)),
            n_missed: n_missed.saturating_add(u32::from(!is_found)),
        };
        self.kept.push(new.clone());
        let mut changes = vec![PracticeChange::Kept(Box::new(new))];
        // Several programs may have added to what is kept.
        while self.kept.len() > MOST_KEPT {
            let last = (0..self.kept.len()).max_by_key(|at| self.kept[*at].due);
            let gone = last.map(|at| self.kept.remove(at));
            changes.extend(gone.map(|kept| PracticeChange::Gone(Box::new(kept.exercise))));
        }
        changes
    }
}

/// The box after this outcome of an exercise from this box; `None` where it does not come back.
fn next_box(place: Option<usize>, outcome: Outcome) -> Option<usize> {
    let last = BOX_TIMES.len() - 1;
    match (outcome, place) {
        (Outcome::FirstTry, None) | (Outcome::Void, _) => None,
        (Outcome::FirstTry, Some(place)) => Some(place + 1).filter(|next| *next <= last),
        // A new one waits until tomorrow; one that was found before with help rests as long as then.
        (Outcome::WithTries | Outcome::WithHints, place) => Some(place.unwrap_or(1).clamp(1, last)),
        (Outcome::Failed, _) => Some(0),
    }
}

/// Seconds since 1970; 0 for a clock that is far off.
fn secs(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exercise(kind: &str, mv: &str) -> Exercise {
        Exercise { kind: kind.to_owned(), moves: vec![mv.to_owned()], ..Exercise::default() }
    }

    fn at(time: Duration) -> SystemTime {
        UNIX_EPOCH + DAY * 20_000 + time
    }

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn an_exercise_moves_through_the_boxes() {
        use Outcome::{Failed, FirstTry, Void, WithHints, WithTries};
        for (before, outcome, after) in [
            (None, FirstTry, None),
            (None, WithTries, Some(1)),
            (None, WithHints, Some(1)),
            (None, Failed, Some(0)),
            (None, Void, None),
            (Some(0), FirstTry, Some(1)),
            (Some(0), WithTries, Some(1)),
            (Some(3), FirstTry, Some(4)),
            (Some(3), WithHints, Some(3)),
            (Some(3), Failed, Some(0)),
            (Some(3), Void, None),
            (Some(5), FirstTry, None),
            // Of a file of a program with more boxes.
            (Some(9), WithTries, Some(5)),
            (Some(9), FirstTry, None),
        ] {
            assert_eq!(next_box(before, outcome), after, "{before:?} {outcome:?}");
        }
    }

    #[test]
    fn what_failed_comes_back_after_ten_minutes_a_day_and_longer_times() {
        let mut book = PracticeBook::default();
        let one = exercise("othello", "f5");
        let is_due = |book: &PracticeBook, time| !book.due("othello", at(time)).is_empty();
        let at_once = book.note(&one, Outcome::FirstTry, at(NOW));
        assert_eq!(at_once, [], "what was found at once is not kept");
        assert_eq!(book.note(&one, Outcome::Failed, at(NOW)).len(), 1);
        let minute = Duration::from_secs(60);
        assert!(!is_due(&book, minute * 9) && is_due(&book, minute * 10));
        let mut time = minute * 10;
        for days in [1, 3, 7, 21, 60] {
            book.note(&one, Outcome::FirstTry, at(time));
            assert!(!is_due(&book, time + DAY * days - EARLY - minute), "after {days} days");
            time += DAY * days - EARLY;
            assert!(is_due(&book, time), "half a day early after {days} days");
        }
        let gone = PracticeChange::Gone(Box::new(one.clone()));
        assert_eq!(book.note(&one, Outcome::FirstTry, at(time)), [gone]);
        assert!(book.kept().is_empty(), "it is known by now");
    }

    #[test]
    fn only_what_is_due_of_the_kind_comes_the_longest_waiting_first() {
        let mut book = PracticeBook::default();
        let [one, two, other] =
            [exercise("othello", "f5"), exercise("othello", "d3"), exercise("hive", "wS1")];
        book.note(&one, Outcome::WithTries, at(NOW));
        book.note(&other, Outcome::Failed, at(NOW));
        book.note(&two, Outcome::Failed, at(NOW));
        assert_eq!(book.counts("othello", at(NOW)), (0, 2));
        assert_eq!(book.due("othello", at(DAY)), [two, one]);
        assert_eq!(book.counts("hive", at(DAY)), (1, 1));
    }

    #[test]
    fn the_same_position_is_kept_once_with_what_is_known_of_it_now() {
        let mut book = PracticeBook::default();
        let one = exercise("othello", "f5");
        book.note(&one, Outcome::Failed, at(NOW));
        let later = Exercise { source: "another game".to_owned(), ..one };
        book.note(&later, Outcome::Failed, at(DAY));
        let [kept] = book.kept() else { panic!("{:?}", book.kept()) };
        assert_eq!((kept.exercise.source.as_str(), kept.n_missed), ("another game", 2));
    }

    #[test]
    fn of_too_many_the_one_that_would_come_back_last_goes() {
        let mut book = PracticeBook::default();
        book.note(&exercise("othello", "late"), Outcome::WithTries, at(DAY * 100));
        for n in 0..MOST_KEPT {
            book.note(&exercise("othello", &n.to_string()), Outcome::Failed, at(NOW));
        }
        assert_eq!(book.kept().len(), MOST_KEPT);
        assert!(book.kept().iter().all(|kept| kept.exercise.moves != ["late"]));
    }
}
