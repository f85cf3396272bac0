//! A practice at a desk: its exercises on the board, the user's moves, help, and the way from one
//! exercise to the next.
//!
//! Judges no move; which engine is asked, and what comes of that, is in `practice_judging`.

use std::collections::HashMap;
use std::time::Instant;

use super::parts::analysis::Hint;
use super::parts::document::{Board, Document};
use super::parts::practice::{Practice, Reply, Reviewed};
use super::parts::seats::Seats;
use super::state::Desk;
use crate::app::command::{PracticeCommand, SeatChoice};
use crate::app::effect::Effect;
use crate::app::format;
use crate::app::new_practice::NewPractice;
use crate::app::views::{MistakeView, Mode, NoticeKind, ValueMark};
use crate::games::{Actor, MoveText, Position, Side};
use crate::play::practice::{Course, Exercise, Help, MoveVerdict, Outcome};
use crate::play::{PositionReview, next_search_id};

/// How the user is called at the board of a practice.
const YOU: &str = "You";

impl Desk {
    /// A wish about its practice, or for one of its game's mistakes.
    pub(in crate::app) fn handle_practice_command(
        &mut self,
        command: PracticeCommand,
        now: Instant,
    ) -> Vec<Effect> {
        match command {
            PracticeCommand::Mistakes(side) => self.practise_mistakes(side),
            PracticeCommand::Help => self.help_practice(false, now),
            PracticeCommand::Answer => self.help_practice(true, now),
            PracticeCommand::GoTo(place) => self.go_to_task(place, now),
            PracticeCommand::Next => self.go_to_next_task(now),
            PracticeCommand::Back => self.show_task(),
            PracticeCommand::Again => self.practise_again(now),
            PracticeCommand::End => self.end_practice(),
            // The router opens a tab for them.
            PracticeCommand::Due | PracticeCommand::File(_) | PracticeCommand::Paste(_) => {}
        }
        self.take_effects()
    }

    /// Begins to practise here.
    pub(in crate::app) fn handle_practise(
        &mut self,
        new: NewPractice,
        now: Instant,
    ) -> Vec<Effect> {
        self.begin_practice(new.title, new.exercises, now);
        self.take_effects()
    }

    /// The engine that would judge here, with what was chosen for it.
    pub(in crate::app) fn practice_wish(&self) -> Option<(String, Vec<(String, String)>)> {
        self.reviewer()
    }

    /// What a review that has ended, or runs, says of the positions before marked moves.
    pub(super) fn note_reviewed(&mut self) {
        let mut reviews = self.analysis.reviews.iter();
        let Some(review) = reviews.find(|review| review.judges && review.is_main) else { return };
        let record = self.doc.record();
        let mut positions = HashMap::new();
        for (ply, node) in record.main_line().into_iter().enumerate() {
            if record.node(node).mistake_mark().is_some() {
                positions.insert(node, review.driver.position(record, ply));
            }
        }
        let (engine, options) = review.reviewer.clone();
        let effort = review.effort;
        self.analysis.reviewed = Some(Reviewed { engine, options, effort, positions });
    }

    /// The marked moves of the main line become exercises of another tab.
    fn practise_mistakes(&mut self, side: Option<Side>) {
        self.note_reviewed();
        let (info, record) = (self.doc.game.info(), self.doc.record());
        let players = record.tags.players.each_ref().map(String::as_str);
        let game = match (players, record.tags.date.as_str()) {
            (["", _] | [_, ""], _) => info.title.to_owned(),
            ([first, second], "") => format!("{first} \u{2013} {second}"),
            ([first, second], date) => format!("{first} \u{2013} {second}, {date}"),
        };
        let wish = self.reviewer();
        let mistakes = self.lists().mistakes;
        let record = self.doc.record();
        let own = mistakes
            .iter()
            .filter(|mistake| side.is_none_or(|side| record.node(mistake.node).side == Some(side)));
        let exercise = |mistake: &MistakeView| {
            let exercise = Exercise::of_mistake(record, mistake.node)?;
            let source = format!("{game}, move {}", mistake.number);
            let reviewed = self.analysis.reviewed.as_ref();
            let found = reviewed.filter(|reviewed| reviewed.positions.contains_key(&mistake.node));
            let (engine, options) = match (found, &wish) {
                (Some(found), _) => (Some(found.engine.clone()), found.options.clone()),
                (None, Some((engine, options))) => (Some(engine.clone()), options.clone()),
                (None, None) => (None, Vec::new()),
            };
            let known = found.and_then(|found| found.positions.get(&mistake.node)).cloned();
            let known = known.filter(|known| known.best().is_some()).map(PositionReview::alone);
            let effort = found.map(|found| found.effort);
            Some(Exercise { source, engine, options, effort, known, ..exercise })
        };
        let exercises: Vec<Exercise> = own.filter_map(exercise).collect();
        let whose = side.map(|side| info.sides[side.idx()]);
        if exercises.is_empty() {
            let text = match whose {
                Some(side) => format!("No move of {side} is marked as a mistake."),
                None => "No move is marked as a mistake. Analyse the whole game first.".to_owned(),
            };
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let title = match whose {
            Some(side) => format!("Mistakes of {side}"),
            None => "Mistakes of both sides".to_owned(),
        };
        let new = NewPractice { title, exercises, problems: None };
        self.effects.push(Effect::Practise(Box::new(new)));
    }

    fn begin_practice(&mut self, title: String, exercises: Vec<Exercise>, now: Instant) {
        let (usable, broken): (Vec<_>, Vec<_>) =
            exercises.into_iter().partition(|exercise| exercise.set_up().is_ok());
        if let Some(error) = broken.first().and_then(|exercise| exercise.set_up().err()) {
            let text = format!("Left out what cannot be practised: {error}.");
            self.messages.notice(NoticeKind::Error, text);
        }
        let Some(course) = Course::new(usable) else {
            return self.messages.notice(NoticeKind::Refused, "There is nothing to practise.");
        };
        self.practice = Some(Practice::new(title, course));
        self.set_up_task(now);
    }

    /// What was not found at the first try is practised once more, from the beginning.
    fn practise_again(&mut self, now: Instant) {
        let Some(practice) = &self.practice else { return };
        let (title, missed) = (practice.title.clone(), practice.course.missed());
        if missed.is_empty() {
            let text = "Every exercise was found at the first try.";
            return self.messages.notice(NoticeKind::Info, text);
        }
        self.end_practice_engine();
        self.begin_practice(title, missed, now);
    }

    fn go_to_task(&mut self, place: usize, now: Instant) {
        let Some(practice) = &mut self.practice else { return };
        if practice.course.go_to(place) {
            practice.is_over = false;
            self.set_up_task(now);
        }
    }

    fn go_to_next_task(&mut self, now: Instant) {
        let Some(practice) = &mut self.practice else { return };
        let is_open = practice.course.task().outcome().is_none();
        match practice.course.next_open() {
            Some(place) => self.go_to_task(place, now),
            None if is_open => {
                let text = "This is the last open exercise. Find the move, or look at the answer.";
                self.messages.notice(NoticeKind::Info, text);
            }
            None => {
                practice.is_over = true;
                practice.reply = None;
                self.end_practice_engine();
            }
        }
    }

    /// Puts the exercise at hand on the board.
    fn set_up_task(&mut self, now: Instant) {
        self.stop_question(now);
        let id = self.new_position_id();
        let Some(practice) = &mut self.practice else { return };
        (practice.tried, practice.reply, practice.obstacle) = (None, None, None);
        let task = practice.course.task();
        let Ok((mut record, pos)) = task.exercise.set_up() else { return };
        let Ok(game) = task.exercise.game() else { return };
        practice.place = record.last();
        if let Some(found) = task.found() {
            record.add(practice.place, MoveText(found.mv.clone()), side_to_move(&*pos));
        }
        let learner = side_to_move(&*pos).unwrap_or(Side::First);
        practice.learner = learner;
        let Ok(mut doc) = Document::new(game, Board::Study(Box::new(record)), id) else { return };
        let info = game.info();
        if matches!(info.n_orientations, 2 | 4) {
            doc.orientation = u8::from(learner == Side::Second);
        }
        self.doc = doc;
        let mut seats = Seats::people(info);
        seats.choices[learner.idx()] = SeatChoice::Human { name: YOU.to_owned() };
        self.seats = seats;
        self.end_seats();
        self.analysis.forget_game();
        self.mode = Mode::Play;
        self.announcement.clear();
        self.messages.game_changed();
        self.show_help();
        let is_unknown = self.practice.as_ref().is_some_and(|practice| {
            practice.is_open() && practice.course.task().exercise.best().is_none()
        });
        if is_unknown {
            self.ask_position(now);
        }
    }

    /// Shows the position of the exercise, or of the move that was found.
    pub(super) fn show_task(&mut self) {
        let Some(practice) = &self.practice else { return };
        let found = practice.course.task().found().is_some();
        let place = practice.place;
        let found = found.then(|| self.doc.record().node(place).children.first().copied());
        self.go_to(found.flatten().unwrap_or(place));
        self.show_help();
    }

    /// Why no move can be made in a practice now; `None` where one can, and where nothing is
    /// practised.
    pub(super) fn practice_refusal(&self) -> Option<&'static str> {
        let practice = self.practice.as_ref().filter(|_| self.mode == Mode::Play)?;
        if practice.is_over {
            return Some("The practice is over.");
        }
        if practice.course.task().outcome().is_some() {
            return Some("This exercise is over. Go on with the next one.");
        }
        if practice.tried.is_some() {
            return Some("Your move is being judged.");
        }
        let is_elsewhere = self.doc.current() != practice.place;
        is_elsewhere.then_some("This is not the position of the exercise. Go back to it to move.")
    }

    /// A practice is on the board, and takes the user's moves.
    pub(super) fn practises(&self) -> bool {
        self.practice.is_some() && self.mode == Mode::Play
    }

    /// The user has made this legal move in the exercise.
    pub(super) fn try_move(&mut self, mv: &str, now: Instant) {
        let end = self.insert_line(self.doc.current(), &[mv.to_owned()], now);
        self.go_to(end);
        let Some(practice) = &mut self.practice else { return };
        practice.reply = None;
        practice.tried = Some((mv.to_owned(), end));
        self.decide_tried(now);
    }

    /// The move that waits is judged as far as that can be done without an engine; otherwise one is
    /// asked.
    pub(super) fn decide_tried(&mut self, now: Instant) {
        let info = self.judging();
        let Some(practice) = &self.practice else { return };
        let Some((mv, _)) = practice.tried.clone() else { return };
        match practice.course.task().exercise.verdict(&mv, &info) {
            // The engine may find on its look that there is nothing better than what was played.
            _ if practice.is_looking() => {}
            Some(verdict) => self.conclude_tried(Some(verdict), now),
            None => self.ask_move(mv, now),
        }
    }

    /// The verdict on the move that waits; `None` where no one can give one.
    pub(super) fn conclude_tried(&mut self, verdict: Option<MoveVerdict>, now: Instant) {
        let Some(practice) = &mut self.practice else { return };
        let Some((mv, _)) = practice.tried.clone() else { return };
        let before = practice.course.task().outcome();
        practice.reply = Some(match verdict {
            Some(verdict) => Reply::Judged(mv.clone(), verdict),
            None => Reply::NotJudged(mv.clone()),
        });
        match verdict {
            Some(MoveVerdict::Found(loss)) => practice.course.task_mut().note_found(&mv, loss),
            Some(MoveVerdict::Wrong(loss)) => practice.course.task_mut().note_wrong(&mv, loss),
            None => {}
        }
        if matches!(verdict, Some(MoveVerdict::Found(_))) {
            practice.tried = None;
        } else {
            self.take_tried_back();
        }
        self.announcement = self.reply_text().unwrap_or_default();
        self.note_outcome(before, now);
    }

    /// The move that waits for a verdict is none any more: the exercise is on the board again.
    pub(super) fn take_tried_back(&mut self) {
        let Some(practice) = &mut self.practice else { return };
        let Some((_, node)) = practice.tried.take() else { return };
        let place = practice.place;
        let record = self.doc.record_mut();
        record.reopen();
        record.cut(node);
        self.go_to(place);
        self.doc.line_changed();
        self.show_help();
    }

    /// Tells the room of practice what became of the exercise, where that was just decided.
    pub(super) fn note_outcome(&mut self, before: Option<Outcome>, now: Instant) {
        let Some(practice) = &mut self.practice else { return };
        let task = practice.course.task();
        let Some(outcome) = task.outcome().filter(|_| before.is_none()) else { return };
        let exercise = Box::new(task.exercise.clone());
        self.effects.push(Effect::Practised(exercise, outcome));
        // What still runs may be asked of the next exercise.
        let answered = practice.course.task().exercise.best().is_some();
        if answered {
            self.stop_question(now);
        }
    }

    /// Gives the next step of help, or the answer at once.
    pub(super) fn help_practice(&mut self, whole: bool, now: Instant) {
        let Some(practice) = self.practice.as_mut().filter(|practice| !practice.is_over) else {
            return;
        };
        if practice.tried.is_some() {
            let text = "Your move is being judged.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let task = practice.course.task_mut();
        let before = task.outcome();
        if whole {
            task.give_answer();
        } else {
            task.help_more();
        }
        if practice.wants_answer() && practice.question.is_none() {
            self.ask_position(now);
        }
        self.show_task();
        self.note_outcome(before, now);
    }

    /// Marks on the board what help the user has had: where the move begins, or the move.
    pub(super) fn show_help(&mut self) {
        let Some(practice) = &self.practice else { return };
        let task = practice.course.task();
        let is_there = self.doc.current() == practice.place;
        let best = task.exercise.best().filter(|_| is_there && !practice.is_over);
        let (help, best) = (task.help(), best.map(str::to_owned));
        let Some(best) = best.filter(|_| help != Help::None) else {
            self.analysis.hint = None;
            return;
        };
        let cells = self.hint_cells(&best);
        let is_whole = help > Help::Piece;
        // A move of one cell begins where it ends: that would say everything.
        let n_shown = if is_whole { cells.len() } else { usize::from(cells.len() > 1) };
        let mark = |cell: &String| ValueMark {
            cell: cell.clone(),
            score: 0.0,
            loss: 0.0,
            differs: None,
            text: "!".to_owned(),
        };
        let values = cells.iter().take(n_shown).map(mark).collect();
        let mv = is_whole.then_some(MoveText(best));
        let (search, position_id) = (next_search_id(), self.doc.position_id());
        self.analysis.hint = Some(Hint { search, position_id, mv, values });
    }

    /// The practice ends; its position stays for analysis.
    fn end_practice(&mut self) {
        if self.practice.is_none() {
            return;
        }
        self.drop_practice();
        self.mode = Mode::Analyse;
        self.keep_last_game();
    }

    /// Another game takes the place of the practice. How many exercises are open.
    pub(super) fn leave_practice(&mut self) -> usize {
        let open = self.practice.as_ref().map(|practice| practice.course.score().n_open);
        self.drop_practice();
        open.unwrap_or_default()
    }

    /// Nothing is practised here any more.
    pub(super) fn drop_practice(&mut self) {
        self.end_practice_engine();
        self.practice = None;
        self.analysis.hint = None;
    }

    /// What a move lost, as people read it: `−0.84`.
    pub(super) fn loss_text(&self, loss: f64) -> String {
        format::score_fine(-loss, self.doc.game.info())
    }
}

/// The side to move; `None` for dice and where the game is over.
pub(super) fn side_to_move(pos: &dyn Position) -> Option<Side> {
    match pos.actor() {
        Actor::Player(side) => Some(side),
        Actor::Chance | Actor::Over(_) => None,
    }
}
