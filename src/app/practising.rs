//! Practices that begin: a tab for each, with mistakes, with what is due, or with a list of positions.
//!
//! Judges no move: the desk of the tab does.

use std::path::Path;
use std::time::{Instant, SystemTime};

use super::command::PracticeCommand;
use super::effect::Work;
use super::new_practice::NewPractice;
use super::outside::Outside;
use super::router::Router;
use super::sessions::Room;
use super::views::NoticeKind;
use crate::games::{Game, Reading};
use crate::play::practice::{Exercise, Outcome, PositionList, read_positions};
use crate::store;

impl Router {
    /// A wish about practising in the window where the desk of this number is shown.
    pub(super) fn handle_practice(&mut self, desk: u64, command: PracticeCommand, now: Instant) {
        let Some(game) = self.tabs.get(desk).map(|desk| desk.on_board().0) else { return };
        match command {
            PracticeCommand::Due => self.practise_due(game, now),
            PracticeCommand::File(path) => {
                let work = move || Outside::Practice(desk, Box::new(read_file(&path, game)));
                self.tasks.work(Work::new(work));
            }
            PracticeCommand::Paste(text) => {
                let name = "Pasted positions";
                let read = move || new_practice(name, read_positions(&text, game, "pasted"));
                self.tasks.work(Work::new(move || Outside::Practice(desk, Box::new(Ok(read())))));
            }
            PracticeCommand::Mistakes(_)
            | PracticeCommand::Help
            | PracticeCommand::Answer
            | PracticeCommand::GoTo(_)
            | PracticeCommand::Next
            | PracticeCommand::Back
            | PracticeCommand::Again
            | PracticeCommand::End => {
                self.for_desk(desk, now, |desk| desk.handle_practice_command(command, now));
            }
        }
    }

    fn practise_due(&mut self, game: &'static dyn Game, now: Instant) {
        let exercises = self.trainer.due(game.info().name, SystemTime::now());
        if exercises.is_empty() {
            let text = "Nothing is due. What was not found at the first try comes back later.";
            return self.tell(|out| out.notice(NoticeKind::Info, text));
        }
        let title = "Due today".to_owned();
        self.open_practice(NewPractice { title, exercises, problems: None }, now);
    }

    /// A list of positions was read for the desk of this number.
    pub(super) fn begin_read_practice(
        &mut self,
        desk: u64,
        read: Result<NewPractice, String>,
        now: Instant,
    ) {
        let mut new = match read {
            Ok(new) => new,
            Err(text) => return self.tell(|out| out.problem(text, Vec::new(), None, now)),
        };
        let wish = self.tabs.get(desk).and_then(|desk| desk.practice_wish());
        let kind = self.tabs.get(desk).map(|desk| desk.on_board().0.info().name);
        if let Some((engine, options)) = wish {
            for exercise in new.exercises.iter_mut().filter(|one| Some(&*one.kind) == kind) {
                exercise.engine = Some(engine.clone());
                exercise.options.clone_from(&options);
            }
        }
        self.open_practice(new, now);
    }

    /// Opens a tab and begins to practise there.
    pub(super) fn open_practice(&mut self, new: NewPractice, now: Instant) {
        let problems = new.problems.clone();
        if new.exercises.is_empty() {
            let text = format!("{}: there is nothing to practise.", new.title);
            self.tell(|out| out.notice(NoticeKind::Refused, text));
        } else if let Some(id) = self.tabs.open(false) {
            self.for_desk(id, now, |desk| desk.handle_practise(new, now));
        }
        let effects = self.tabs.take_effects();
        self.carry_out(Room::Workshop, effects, now);
        // Another game on the board takes messages away: what is wrong is told after.
        if let Some((text, details)) = problems {
            self.tell(|out| out.problem(text, details, None, now));
        }
    }

    /// An exercise has ended so: it comes back, or does not.
    pub(super) fn note_practised(&mut self, exercise: &Exercise, outcome: Outcome, now: Instant) {
        let written = self.trainer.handle_practised(exercise, outcome, SystemTime::now());
        self.carry_out(Room::Workshop, written.into_iter().collect(), now);
    }
}

/// The positions of a file, one a line; where no line is one, the ends of its games.
fn read_file(path: &Path, likely: &'static dyn Game) -> Result<NewPractice, String> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let text = store::read_text(path).map_err(|error| format!("{error}."))?;
    let mut list = read_positions(&text, likely, &name);
    if list.exercises.is_empty()
        && let Ok(file) = store::read_game_file(path, &Reading::default())
        && !file.read.records.is_empty()
    {
        let problems = file.read.problems.iter().map(ToString::to_string).collect();
        list = PositionList::of_games(&file.read.records, problems, &name);
    }
    Ok(new_practice(&name, list))
}

fn new_practice(name: &str, list: PositionList) -> NewPractice {
    let text = list.problems_text().map(|text| format!("{name}: {text}."));
    let problems = text.map(|text| (text, list.problems));
    NewPractice { title: name.to_owned(), exercises: list.exercises, problems }
}
