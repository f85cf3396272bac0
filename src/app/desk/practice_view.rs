//! A practice as the window sees it: what is asked, what is said to the user's moves, and the score.
//!
//! Changes nothing.

use super::analysis::from_and_to;
use super::parts::practice::{Practice, Reply};
use super::practice::side_to_move;
use super::rows::seen;
use super::state::Desk;
use crate::app::format;
use crate::app::views::{Mode, PointOfView, PracticeState, PracticeView, ReplyTone, ReplyView};
use crate::games::{MoveText, Position, Scene, SceneView, Side, counted};
use crate::play::practice::{Help, MoveVerdict, Outcome, Task};
use crate::play::{MoveClass, ReviewDriver, ReviewEffort, is_word};

/// So many moves of the engine's line are shown.
const MOST_PLIES: usize = 8;

impl Desk {
    pub(super) fn practice_view(&self) -> Option<PracticeView> {
        let practice = self.practice.as_ref()?;
        let task = practice.course.task();
        let state = match (practice.is_over, practice.tried.is_some(), task.outcome()) {
            (true, ..) => PracticeState::Over,
            (false, true, _) => PracticeState::Judging,
            (false, false, Some(_)) => PracticeState::Done,
            (false, false, None) => PracticeState::ToMove,
        };
        let position = self.doc.position_at(practice.place).ok()?;
        let outcomes = practice.course.tasks().iter().map(Task::outcome).collect();
        let is_there = self.doc.current() == practice.place;
        Some(PracticeView {
            title: practice.title.clone(),
            at: practice.course.at(),
            outcomes,
            state,
            task: self.task_text(task, &*position),
            source: task.exercise.source.clone(),
            replies: self.replies(practice, &*position),
            help: task.help(),
            judge: self.judge_text(practice),
            score: practice.course.score(),
            comes_back: comes_back(practice),
            is_elsewhere: state == PracticeState::ToMove && !is_there,
        })
    }

    /// What is said of the move that was made last.
    pub(super) fn reply_text(&self) -> Option<String> {
        let practice = self.practice.as_ref()?;
        let position = self.doc.position_at(practice.place).ok()?;
        Some(self.reply(practice, &*position)?.text)
    }

    fn task_text(&self, task: &Task, position: &dyn Position) -> String {
        let info = self.doc.game.info();
        let side = info.sides[side_to_move(position).unwrap_or(Side::First).idx()];
        let Some(played) = &task.exercise.played else {
            return format!("Find the best move for {side}.");
        };
        let played = format::mentioned(position, played);
        let lost = match task.exercise.loss {
            Some(loss) => {
                let class = MoveClass::of(loss, false, &self.judging()).name();
                format!(" ({}, {class})", self.loss_text(loss))
            }
            None => String::new(),
        };
        format!("{played} was played here{lost}. Find a better move for {side}.")
    }

    fn replies(&self, practice: &Practice, position: &dyn Position) -> Vec<ReplyView> {
        let task = practice.course.task();
        let plain = |text: String| ReplyView { tone: ReplyTone::Plain, text };
        if practice.is_over {
            return Vec::new();
        }
        let mut replies: Vec<ReplyView> = self.reply(practice, position).into_iter().collect();
        if task.outcome() == Some(Outcome::Void) {
            let text = "On another look the engine finds nothing better than the move that was \
                        played. This exercise does not count.";
            replies.push(plain(text.to_owned()));
        }
        let Some(best) = task.exercise.best() else {
            if task.help() != Help::None {
                let text = match &practice.obstacle {
                    Some(_) => "The answer is not known.",
                    None => "The engine is looking for the answer\u{2026}",
                };
                replies.push(plain(text.to_owned()));
            }
            return replies;
        };
        match task.help() {
            Help::None => {}
            Help::Piece => replies.push(plain(self.piece_text(position, best))),
            Help::Move => {
                replies.push(plain(format!("The move is {}.", format::mentioned(position, best))));
            }
            Help::Answer => replies.push(plain(self.answer_text(task, position, best))),
        }
        replies
    }

    fn reply(&self, practice: &Practice, position: &dyn Position) -> Option<ReplyView> {
        let task = practice.course.task();
        let best = task.exercise.best();
        let (tone, text) = match practice.reply.as_ref()? {
            Reply::Judged(mv, MoveVerdict::Found(loss)) => {
                let shown = format::mentioned(position, mv);
                let text = match (best, loss) {
                    (Some(best), _) if best == mv => format!("{shown} is the best move."),
                    (Some(best), Some(loss)) if *loss > 0.0 => {
                        let (loss, best) =
                            (self.loss_text(*loss), format::mentioned(position, best));
                        format!("{shown} is good enough ({loss}). The engine prefers {best}.")
                    }
                    (Some(_) | None, _) => format!("{shown} is as good as the best move."),
                };
                (ReplyTone::Good, text)
            }
            Reply::Judged(mv, MoveVerdict::Wrong(loss)) => {
                let shown = format::mentioned(position, mv);
                let again = if practice.is_open() { " Try again." } else { "" };
                let lost = loss.map(|loss| format!(" ({})", self.loss_text(loss)));
                let lost = lost.unwrap_or_default();
                let text = match task.exercise.played.as_ref() == Some(mv) {
                    true => format!("{shown} is what was played{lost}.{again}"),
                    false => format!("{shown} is not good enough{lost}.{again}"),
                };
                (ReplyTone::Bad, text)
            }
            Reply::NotJudged(mv) => {
                let shown = format::mentioned(position, mv);
                let text = match best {
                    Some(_) => format!(
                        "{shown} is not the best move that is known, and nothing more can be said \
                         of it. It does not count."
                    ),
                    None => format!("{shown} cannot be judged, and does not count."),
                };
                (ReplyTone::Plain, text)
            }
        };
        Some(ReplyView { tone, text })
    }

    /// The first step of help: the piece that moves, or where on the board the move is.
    fn piece_text(&self, position: &dyn Position, best: &str) -> String {
        if is_word(&MoveText(best.to_owned())) {
            return "It is a decision about the cube.".to_owned();
        }
        let orientation = self.doc.orientation;
        // Without legal moves no place is called movable.
        let view =
            SceneView { orientation, show_legal: false, only: Some(&[]), ..SceneView::default() };
        let scene = position.scene(&view);
        let cells = self.hint_cells_in(position, best);
        let spoken = |name: &String| {
            let hand = scene.hands.iter().flatten().find(|piece| piece.name == *name);
            let hand = hand.map(|piece| piece.spoken.clone());
            let cell = || scene.cells.iter().find(|cell| cell.name == *name);
            hand.or_else(|| cell().map(|cell| cell.spoken.clone()))
        };
        match &cells[..] {
            [from, _, ..] => match spoken(from) {
                Some(from) => format!("It begins here: {from}."),
                None => format!("It begins at {from}."),
            },
            [only] => match region(&scene, only) {
                Some(region) => format!("It is in the {region} quarter of the board."),
                None => format!("It is near {only}."),
            },
            [] => "It is a move without a place on the board.".to_owned(),
        }
    }

    /// The last step of help: the engine's move with its value and line.
    fn answer_text(&self, task: &Task, position: &dyn Position, best: &str) -> String {
        let info = self.doc.game.info();
        let shown = format::mentioned(position, best);
        let Some(known) = &task.exercise.known else { return format!("The answer is {shown}.") };
        let value = known.value.map(|value| {
            let own = seen(value, side_to_move(position), PointOfView::Mover);
            format!(" ({})", format::told_fine(own, own, info))
        });
        let line = format::line(position, &known.line, MOST_PLIES);
        let is_its = known.line.first().is_some_and(|first| first == best);
        let line = Some(line).filter(|line| is_its && known.line.len() > 1 && !line.is_empty());
        let line = line.map(|line| format!(" The engine expects {line}."));
        let (value, line) = (value.unwrap_or_default(), line.unwrap_or_default());
        format!("The answer is {shown}{value}.{line}")
    }

    fn judge_text(&self, practice: &Practice) -> String {
        if let Some(why) = &practice.obstacle {
            return format!("{why} Only moves that are known can be judged.");
        }
        let exercise = &practice.course.task().exercise;
        // The one that runs may be that of another game's exercise.
        let running = practice.engine.and_then(|id| self.engines.get(id)).filter(|engine| {
            let entry = self.catalogue.entry(&engine.entry);
            entry.is_some_and(|entry| self.fits_board(entry))
        });
        let name = running.map(|engine| engine.entry.as_str()).or(exercise.engine.as_deref());
        let Some(name) = name else { return String::new() };
        let usual = ReviewDriver::usual_budget(self.doc.game.info());
        let effort = exercise.effort.unwrap_or(ReviewEffort::Time(usual));
        if practice.is_looking() && practice.tried.is_none() {
            return format!("{name} looks for the best move meanwhile.");
        }
        match practice.tried {
            Some(_) => format!("{name} judges your move\u{2026}"),
            None => format!("{name} judges, {effort}."),
        }
    }

    /// The cells of a move in the exercise at hand; the first one is where it begins.
    pub(super) fn hint_cells(&self, mv: &str) -> Vec<String> {
        self.hint_cells_in(&**self.doc.position(), mv)
    }

    fn hint_cells_in(&self, position: &dyn Position, mv: &str) -> Vec<String> {
        from_and_to(position, mv, position.move_cells(mv))
    }

    /// It practises, and is so called: the title of its tab.
    pub(super) fn practice_title(&self) -> Option<String> {
        let practice = self.practice.as_ref().filter(|_| self.mode != Mode::Match)?;
        Some(format!("{}: {}", self.doc.game.info().title, practice.title))
    }
}

/// The quarter of the board that a cell is in, as it is seen: `upper left`.
fn region(scene: &Scene, cell: &str) -> Option<String> {
    let outline = &scene.cells.iter().find(|known| known.name == cell)?.outline;
    let n = outline.len() as f32;
    let (x, y) = outline.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / n, sum.1 + at.1 / n));
    let vertical = if y < scene.size.1 / 2.0 { "upper" } else { "lower" };
    let horizontal = if x < scene.size.0 / 2.0 { "left" } else { "right" };
    Some(format!("{vertical} {horizontal}"))
}

/// What comes back, and when.
fn comes_back(practice: &Practice) -> String {
    if !practice.is_over {
        return String::new();
    }
    let [_, with_tries, with_hints, failed] = practice.course.score().counts;
    let come = |n: usize| if n == 1 { "comes back" } else { "come back" };
    let part = |n: usize, when: &str| {
        (n > 0).then(|| format!("{} {} {when}.", counted(n, "exercise"), come(n)))
    };
    let parts =
        [part(failed, "in ten minutes"), part(with_tries + with_hints, "tomorrow or later")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
