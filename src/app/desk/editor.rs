//! The position editor: steps from one position to another, some of which cannot occur.
//!
//! Knows no rule: the game says what a step makes of a position and what is wrong with it.

use std::time::Instant;

use super::parts::document::Board;
use super::parts::editor::Editor;
use super::parts::seats::Seats;
use super::state::Desk;
use crate::app::command::{DiceChoice, EditCommand, NewGame};
use crate::app::views::{EditorView, Mode, NoticeKind, TypedView};
use crate::app::words::sentence;
use crate::games::{Actor, Game, Record, Setup, Side};

impl Desk {
    pub(super) fn handle_edit(&mut self, command: EditCommand, now: Instant) {
        if command == EditCommand::Open {
            return self.open_editor(now);
        }
        let Some(editor) = &mut self.editor else { return };
        // Why the step before was refused is out of date.
        self.messages.tried_again();
        if let EditCommand::Step(_)
        | EditCommand::Variant(_)
        | EditCommand::Undo
        | EditCommand::Redo = command
        {
            editor.typed = None;
        }
        let changed = match command {
            EditCommand::Open => Ok(()),
            EditCommand::Step(edit) => editor.step(&edit).map(|dropped| {
                if let Some(fields) = dropped {
                    self.messages.notice(NoticeKind::Info, dropped_text(&fields));
                }
            }),
            EditCommand::Variant(name) => editor.set_variant(&name),
            EditCommand::Text(text) if text.trim().is_empty() => {
                editor.typed = Some(TypedView::Empty);
                Ok(())
            }
            EditCommand::Text(text) => {
                // The editor itself says what is wrong with a text.
                editor.typed = editor.read(&text).err().map(TypedView::Unreadable);
                Ok(())
            }
            EditCommand::Typed(text) => {
                editor.judge_typed(&text);
                Ok(())
            }
            EditCommand::Undo => {
                editor.undo();
                Ok(())
            }
            EditCommand::Redo => {
                editor.redo();
                Ok(())
            }
            EditCommand::Cancel => {
                self.leave_editor();
                Ok(())
            }
            EditCommand::Done => self.take_edited(),
            EditCommand::Play => self.play_edited(now),
        };
        if let Err(reason) = changed {
            self.messages.notice(NoticeKind::Refused, sentence(&reason));
        }
    }

    fn open_editor(&mut self, now: Instant) {
        let setup = self.doc.shown_setup();
        match Editor::new(self.doc.game, setup) {
            Some(mut editor) => {
                editor.goes_on =
                    self.doc.table().is_some_and(|table| !table.is_over() && !table.is_paused());
                self.pause_table(now);
                self.editor = Some(editor);
            }
            None => {
                let text = format!("{} has no position editor.", self.doc.game.info().title);
                self.messages.notice(NoticeKind::Refused, text);
            }
        }
    }

    /// Closes the editor without a change: a game that ran when it was opened runs again.
    fn leave_editor(&mut self) {
        let goes_on = self.editor.take().is_some_and(|editor| editor.goes_on);
        if goes_on && self.mode == Mode::Play && self.cannot_go_on().is_none() {
            if let Some(table) = self.doc.table_mut() {
                table.resume_clocks();
            }
            self.keep_game();
        }
    }

    /// The game was paused by hand, or left: it does not go on when the editor is closed.
    pub(super) fn stay_paused(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.goes_on = false;
        }
    }

    /// The position that was made, as a start; `None` without an editor, and while it says itself that the
    /// position cannot be played, or the text not be read.
    fn edited(&self) -> Result<Option<(&'static dyn Game, Setup)>, String> {
        let Some(editor) = &self.editor else { return Ok(None) };
        // What was typed is not lost for what stood there before.
        if editor.is_unreadable() || editor.problem().is_some() {
            return Ok(None);
        }
        Ok(Some((editor.game, editor.start()?)))
    }

    /// Begins a game in the position that was made.
    fn play_edited(&mut self, now: Instant) -> Result<(), String> {
        let Some((game, setup)) = self.edited()? else { return Ok(()) };
        let start = game.start(&setup).map_err(|error| error.to_string())?;
        let mut seats = self.catalogue.usual_seats(game.info());
        // The person of the usual seats is the first player.
        if start.actor() == Actor::Player(Side::Second) {
            seats.reverse();
        }
        let new = NewGame {
            game: game.info().name.to_owned(),
            variant: setup.variant,
            clocks: seats.each_ref().map(|choice| self.usual_control(choice)),
            seats,
            position: setup.position.unwrap_or_default(),
            opening: Vec::new(),
            ponder: false,
            dice: DiceChoice::Fresh,
            adaptive: None,
        };
        self.new_game(new, now);
        Ok(())
    }

    /// Goes on from the position that was made. Without a change the game goes on, and keeps its moves and
    /// players.
    fn take_edited(&mut self) -> Result<(), String> {
        if self.editor.as_ref().is_some_and(|ed| ed.is_unchanged() && !ed.is_unreadable()) {
            self.leave_editor();
            return Ok(());
        }
        let Some((game, setup)) = self.edited()? else { return Ok(()) };
        let orientation = self.doc.orientation;
        let record = Record::new(game.info().name, setup);
        if self.replace(game, Board::Study(Box::new(record)), Seats::people(game.info())) {
            self.doc.orientation = orientation;
            self.mode = Mode::Analyse;
        }
        Ok(())
    }

    pub(super) fn editor_view(&mut self) -> Option<EditorView> {
        let (orientation, numbers) = (self.doc.orientation, self.settings.show_numbers);
        self.editor.as_mut()?.view(orientation, numbers)
    }
}

/// What is said when a step sets up another position, and these fields of the text before have ended.
fn dropped_text(fields: &str) -> String {
    let fields = fields.trim_start_matches(':').replace(':', " and ");
    format!("{fields} counted in the position before; they are left out. Undo brings them back.")
}
