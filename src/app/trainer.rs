//! The room of practice: the exercises that come back, over all games, and when.
//!
//! Shows no exercise, and reads no file but at the start: what is to be written is an effect.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::effect::Effect;
use super::views::DueView;
use crate::play::practice::{Exercise, KeptExercise, Outcome, PracticeBook, PracticeChange};
use crate::store::ListFile;

/// The exercises that come back, and where they are written.
#[derive(Debug, Default)]
pub(super) struct Trainer {
    book: PracticeBook,
    /// `None` where nothing is kept, or what is there must not be written over.
    file: Option<PathBuf>,
    /// The newest changes, which are not on the disk yet.
    unwritten: VecDeque<PracticeChange>,
}

impl Trainer {
    /// The exercises of the last time; `file` is where they are kept, where they can be. Gives what is
    /// wrong with the file, too.
    pub(super) fn load(file: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(path) = file else { return (Self::default(), None) };
        match ListFile::Practice.read::<KeptExercise>(&path) {
            Ok(kept) => {
                let book = PracticeBook::new(kept);
                (Self { book, file: Some(path), unwritten: VecDeque::new() }, None)
            }
            Err(error) => (Self::default(), Some(error.to_string())),
        }
    }

    /// What is due of this kind of game.
    pub(super) fn due(&self, kind: &str, now: SystemTime) -> Vec<Exercise> {
        self.book.due(kind, now)
    }

    /// How much of this kind of game is due, and how much is kept.
    pub(super) fn view(&self, kind: &str, now: SystemTime) -> DueView {
        let (n_due, n_kept) = self.book.counts(kind, now);
        DueView { n_due, n_kept }
    }

    /// An exercise has ended so.
    pub(super) fn handle_practised(
        &mut self,
        exercise: &Exercise,
        outcome: Outcome,
        now: SystemTime,
    ) -> Option<Effect> {
        let changes = self.book.note(exercise, outcome, now);
        let file = self.file.clone().filter(|_| !changes.is_empty())?;
        let items = changes.iter().map(item).collect();
        self.unwritten.extend(changes);
        Some(Effect::Add(file, ListFile::Practice, items))
    }

    /// The list on the disk has this now, `n` changes of it from here; the rest may be of other
    /// programs.
    pub(super) fn handle_added(&mut self, items: Vec<Value>, n: usize) {
        self.unwritten.drain(..n.min(self.unwritten.len()));
        let on_disk = items.into_iter().map(serde_json::from_value).collect();
        let Ok(kept): Result<Vec<KeptExercise>, _> = on_disk else { return };
        self.book = PracticeBook::new(kept);
        self.unwritten.iter().for_each(|change| self.book.apply(change));
    }
}

/// A change as it is written.
fn item(change: &PracticeChange) -> Value {
    let written = match change {
        PracticeChange::Kept(kept) => serde_json::to_value(kept),
        PracticeChange::Gone(exercise) => serde_json::to_value(exercise)
            .map(|exercise| json!({ "exercise": exercise, ListFile::GONE: true })),
    };
    written.expect("exercises hold plain texts and numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does what the keeper does; gives what it tells.
    fn write(effect: Option<Effect>, path: &std::path::Path) -> (Vec<Value>, usize) {
        let Some(Effect::Add(target, list, items)) = effect else { panic!("{effect:?}") };
        assert_eq!(target, path);
        (list.add(path, &items).unwrap(), items.len())
    }

    #[test]
    fn of_two_windows_no_exercise_is_lost_and_each_learns_of_the_other_when_it_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.json");
        let load = || Trainer::load(Some(path.clone())).0;
        let (mut one, mut other) = (load(), load());
        let exercise = |mv: &str| Exercise {
            kind: "othello".to_owned(),
            moves: vec![mv.to_owned()],
            ..Exercise::default()
        };
        let now = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        let first = one.handle_practised(&exercise("f5"), Outcome::Failed, now);
        let second = other.handle_practised(&exercise("d3"), Outcome::Failed, now);
        let third = other.handle_practised(&exercise("c4"), Outcome::Failed, now);
        let (items, n) = write(first, &path);
        one.handle_added(items, n);
        assert_eq!(one.view("othello", now).n_kept, 1);
        let (items, n) = write(second, &path);
        // The third is not on the disk yet, and stays.
        other.handle_added(items, n);
        assert_eq!(other.view("othello", now).n_kept, 3);
        write(third, &path);
        // One that fails again is there once, and one that is not kept any longer is gone.
        write(one.handle_practised(&exercise("f5"), Outcome::Failed, now), &path);
        let (items, n) = write(one.handle_practised(&exercise("f5"), Outcome::Void, now), &path);
        assert_eq!(items.len(), 2);
        one.handle_added(items, n);
        let mut third = load();
        write(third.handle_practised(&exercise("d3"), Outcome::Failed, now), &path);
        let kept = ListFile::Practice.read::<KeptExercise>(&path).unwrap();
        let mut moves: Vec<&str> = kept.iter().map(|kept| &*kept.exercise.moves[0]).collect();
        moves.sort_unstable();
        assert_eq!(moves, ["c4", "d3"]);
    }

    #[test]
    fn what_failed_is_written_and_due_after_a_while_and_a_damaged_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.json");
        let (mut trainer, problem) = Trainer::load(Some(path.clone()));
        assert_eq!(problem, None);
        let exercise = Exercise { kind: "othello".to_owned(), ..Exercise::default() };
        let now = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        assert!(trainer.handle_practised(&exercise, Outcome::FirstTry, now).is_none());
        let written = trainer.handle_practised(&exercise, Outcome::Failed, now);
        write(written, &path);
        let (again, problem) = Trainer::load(Some(path.clone()));
        assert_eq!(problem, None);
        let later = now + std::time::Duration::from_secs(3_600);
        assert_eq!(again.view("othello", now), DueView { n_due: 0, n_kept: 1 });
        assert_eq!(again.due("othello", later), std::slice::from_ref(&exercise));
        assert_eq!(again.view("hive", later), DueView::default());
        std::fs::write(&path, "{").unwrap();
        let (mut damaged, problem) = Trainer::load(Some(path));
        assert!(problem.is_some_and(|text| text.contains("practice.json")));
        assert!(damaged.handle_practised(&exercise, Outcome::Failed, now).is_none());
    }
}
