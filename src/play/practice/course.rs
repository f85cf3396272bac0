//! One run through a list of exercises: tries, hints, outcomes, and the score.
//!
//! Judges no move: it is told what was found of each.

use super::Exercise;

/// How far the user was helped with an exercise.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Help {
    /// Not at all.
    #[default]
    None,
    /// The piece or the region was named.
    Piece,
    /// The move was shown.
    Move,
    /// The answer was given with the engine's line.
    Answer,
}

impl Help {
    /// The next step; `None` after the last.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        match self {
            Self::None => Some(Self::Piece),
            Self::Piece => Some(Self::Move),
            Self::Move => Some(Self::Answer),
            Self::Answer => None,
        }
    }
}

/// What became of an exercise.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Outcome {
    /// Found with the first move, without help.
    FirstTry,
    /// Found without help, after other moves.
    WithTries,
    /// Found after a hint.
    WithHints,
    /// The answer was shown.
    Failed,
    /// The engine does not find the mistake any more: it does not count.
    Void,
}

impl Outcome {
    /// Those that count, the best first.
    pub const COUNTED: [Self; 4] = [Self::FirstTry, Self::WithTries, Self::WithHints, Self::Failed];

    /// What it adds to the score, of 1; `None` where it does not count.
    #[must_use]
    pub fn points(self) -> Option<f64> {
        match self {
            Self::FirstTry => Some(1.0),
            Self::WithTries => Some(0.5),
            Self::WithHints => Some(0.25),
            Self::Failed => Some(0.0),
            Self::Void => None,
        }
    }
}

/// A move that was tried and was not good enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The move, canonical.
    pub mv: String,
    /// What it lost; `None` where that is not known.
    pub loss: Option<f64>,
}

/// An exercise, and what the user has done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What is asked.
    pub exercise: Exercise,
    tried: Vec<Tried>,
    help: Help,
    found: Option<Tried>,
    outcome: Option<Outcome>,
}

impl Task {
    fn new(exercise: Exercise) -> Self {
        Self { exercise, tried: Vec::new(), help: Help::None, found: None, outcome: None }
    }

    /// The moves that were not good enough, in their order.
    #[must_use]
    pub fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// How far the user was helped.
    #[must_use]
    pub fn help(&self) -> Help {
        self.help
    }

    /// The move that was good enough, and what it lost.
    #[must_use]
    pub fn found(&self) -> Option<&Tried> {
        self.found.as_ref()
    }

    /// What became of it; `None` while it is open.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The next step of help; each can be had once, also after the exercise is over, when it does not
    /// count any more.
    pub fn help_more(&mut self) -> Option<Help> {
        let next = self.help.next()?;
        self.help_to(next);
        Some(next)
    }

    /// Gives the answer at once.
    pub fn give_answer(&mut self) {
        self.help_to(Help::Answer);
    }

    fn help_to(&mut self, help: Help) {
        self.help = self.help.max(help);
        if self.help == Help::Answer && self.outcome.is_none() {
            self.outcome = Some(Outcome::Failed);
        }
    }

    /// A move was not good enough. The same move again does not count twice.
    pub fn note_wrong(&mut self, mv: &str, loss: Option<f64>) {
        if self.outcome.is_none() && self.tried.iter().all(|tried| tried.mv != mv) {
            self.tried.push(Tried { mv: mv.to_owned(), loss });
        }
    }

    /// A move was good enough.
    pub fn note_found(&mut self, mv: &str, loss: Option<f64>) {
        if self.outcome.is_some() {
            return;
        }
        self.found = Some(Tried { mv: mv.to_owned(), loss });
        self.outcome = Some(match (self.help, self.tried.is_empty()) {
            (Help::None, true) => Outcome::FirstTry,
            (Help::None, false) => Outcome::WithTries,
            (Help::Piece | Help::Move | Help::Answer, _) => Outcome::WithHints,
        });
    }

    /// There is nothing to find: it does not count.
    pub fn note_void(&mut self) {
        if self.outcome.is_none() {
            self.outcome = Some(Outcome::Void);
        }
    }
}

/// How many exercises ended how.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Score {
    /// By outcome, as in [`Outcome::COUNTED`].
    pub counts: [usize; 4],
    /// Those that do not count.
    pub n_void: usize,
    /// Those that are open.
    pub n_open: usize,
}

impl Score {
    /// Exercises that are over and count.
    #[must_use]
    pub fn n_done(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The points of those that are over, in per cent; `None` before the first.
    #[must_use]
    pub fn per_cent(&self) -> Option<f64> {
        let counted = Outcome::COUNTED.into_iter().zip(self.counts);
        let points = counted.filter_map(|(outcome, n)| Some(outcome.points()? * n as f64));
        let n_done = self.n_done();
        (n_done > 0).then(|| 100.0 * points.sum::<f64>() / n_done as f64)
    }
}

/// A list of exercises, and which of them is at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    tasks: Vec<Task>,
    at: usize,
}

impl Course {
    /// These exercises from the first on; `None` if there are none.
    #[must_use]
    pub fn new(exercises: Vec<Exercise>) -> Option<Self> {
        let tasks: Vec<Task> = exercises.into_iter().map(Task::new).collect();
        (!tasks.is_empty()).then_some(Self { tasks, at: 0 })
    }

    /// The exercise at hand.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.tasks[self.at]
    }

    /// The same, to be changed.
    pub fn task_mut(&mut self) -> &mut Task {
        &mut self.tasks[self.at]
    }

    /// All exercises in order.
    #[must_use]
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The place of the one at hand, from 0.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to the exercise at this place. Says whether there is one.
    pub fn go_to(&mut self, place: usize) -> bool {
        let is_there = place < self.tasks.len();
        if is_there {
            self.at = place;
        }
        is_there
    }

    /// The next open exercise behind the one at hand, else the first open one; `None` where all others
    /// are over.
    #[must_use]
    pub fn next_open(&self) -> Option<usize> {
        let n = self.tasks.len();
        let others = (1..n).map(|step| (self.at + step) % n);
        others.into_iter().find(|place| self.tasks[*place].outcome.is_none())
    }

    /// How it stands.
    #[must_use]
    pub fn score(&self) -> Score {
        let n_of = |wanted| self.tasks.iter().filter(|task| task.outcome == wanted).count();
        Score {
            counts: Outcome::COUNTED.map(|outcome| n_of(Some(outcome))),
            n_void: n_of(Some(Outcome::Void)),
            n_open: n_of(None),
        }
    }

    /// The exercises that were not found at the first try, to be practised again; those that are open
    /// are among them.
    #[must_use]
    pub fn missed(&self) -> Vec<Exercise> {
        let is_missed =
            |task: &&Task| !matches!(task.outcome, Some(Outcome::FirstTry | Outcome::Void));
        self.tasks.iter().filter(is_missed).map(|task| task.exercise.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(n: usize) -> Course {
        let exercise = |idx: usize| Exercise { source: idx.to_string(), ..Exercise::default() };
        Course::new((0..n).map(exercise).collect()).unwrap()
    }

    #[test]
    fn the_outcome_depends_on_tries_and_help_before_the_move_was_found() {
        type Deed = fn(&mut Task);
        let wrong: Deed = |task| task.note_wrong("a", Some(1.0));
        let help: Deed = |task| {
            task.help_more();
        };
        let answer: Deed = Task::give_answer;
        let cases: [(&[Deed], Outcome); 6] = [
            (&[], Outcome::FirstTry),
            (&[wrong], Outcome::WithTries),
            (&[help], Outcome::WithHints),
            (&[wrong, help, help], Outcome::WithHints),
            (&[answer], Outcome::Failed),
            (&[help, help, help], Outcome::Failed),
        ];
        for (deeds, outcome) in cases {
            let mut course = course(1);
            deeds.iter().for_each(|deed| deed(course.task_mut()));
            course.task_mut().note_found("b", None);
            assert_eq!(course.task().outcome(), Some(outcome), "{} deeds", deeds.len());
        }
    }

    #[test]
    fn what_is_done_after_the_end_of_an_exercise_does_not_count() {
        let mut course = course(1);
        course.task_mut().note_found("b", Some(0.1));
        course.task_mut().give_answer();
        course.task_mut().note_wrong("a", None);
        course.task_mut().note_void();
        let task = course.task();
        assert_eq!((task.outcome(), task.help()), (Some(Outcome::FirstTry), Help::Answer));
        assert!(task.tried().is_empty());
    }

    #[test]
    fn the_same_wrong_move_counts_once() {
        let mut course = course(1);
        for mv in ["a", "a", "b"] {
            course.task_mut().note_wrong(mv, None);
        }
        assert_eq!(course.task().tried().len(), 2);
    }

    #[test]
    fn the_score_is_the_mean_of_the_points_of_those_that_are_over_and_count() {
        let mut course = course(6);
        assert_eq!(course.score().per_cent(), None);
        course.task_mut().note_found("a", None);
        assert!(course.go_to(1));
        course.task_mut().note_wrong("b", None);
        course.task_mut().note_found("a", None);
        assert!(course.go_to(2));
        course.task_mut().help_more();
        course.task_mut().note_found("a", None);
        assert!(course.go_to(3));
        course.task_mut().give_answer();
        assert!(course.go_to(4));
        course.task_mut().note_void();
        let score = course.score();
        assert_eq!(score, Score { counts: [1, 1, 1, 1], n_void: 1, n_open: 1 });
        // (1 + 0.5 + 0.25 + 0) / 4
        assert_eq!(score.per_cent(), Some(43.75));
        let missed: Vec<String> = course.missed().into_iter().map(|one| one.source).collect();
        assert_eq!(missed, ["1", "2", "3", "5"]);
    }

    #[test]
    fn what_was_skipped_comes_after_the_last() {
        let mut course = course(3);
        assert!(course.go_to(1));
        course.task_mut().note_found("a", None);
        assert_eq!(course.next_open(), Some(2));
        assert!(course.go_to(2));
        assert_eq!(course.next_open(), Some(0));
        course.task_mut().note_found("a", None);
        assert!(course.go_to(0));
        assert_eq!(course.next_open(), None, "it is the only open one itself");
        assert!(!course.go_to(3));
        assert_eq!(course.at(), 0);
    }
}
