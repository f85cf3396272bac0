//! The room of practice: the exercises that come back, over all games, and when.
//!
//! Shows no exercise, and reads no file but at the start: what is to be written is an effect.

use std::path::PathBuf;
use std::time::SystemTime;

use super::effect::Effect;
use super::views::DueView;
use crate::play::practice::{Exercise, KeptExercise, Outcome, PracticeBook};
use crate::store::ListFile;

/// The exercises that come back, and where they are written.
#[derive(Debug, Default)]
pub(super) struct Trainer {
    book: PracticeBook,
    /// `None` where nothing is kept, or what is there must not be written over.
    file: Option<PathBuf>,
}

impl Trainer {
    /// The exercises of the last time; `file` is where they are kept, where they can be. Gives what is
    /// wrong with the file, too.
    pub(super) fn load(file: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(path) = file else { return (Self::default(), None) };
        match ListFile::Practice.read::<KeptExercise>(&path) {
            Ok(kept) => (Self { book: PracticeBook::new(kept), file: Some(path) }, None),
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
        if !self.book.note(exercise, outcome, now) {
            return None;
        }
        let text = ListFile::Practice.to_text(self.book.kept());
        Some(Effect::Write(self.file.clone()?, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let Some(Effect::Write(target, text)) = written else { panic!("{written:?}") };
        assert_eq!(target, path);
        std::fs::write(&path, &text).unwrap();
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
