//! A game that is left for a study of it, and gone back to.
//!
//! Plays nothing.

use super::{Board, Document};
use crate::games::Record;
use crate::play::Table;

impl Document {
    /// Makes a study of the game being played, with all that was tried beside it. A game that is not
    /// over can be gone back to.
    pub(in crate::app::desk) fn stop_playing(&mut self) {
        let Board::Playing(table) = &self.board else { return };
        self.revision += 1;
        let mut record = table.record().clone();
        if let Some(tried) = self.tried.take() {
            record.close();
            record.graft(&tried, None);
        }
        let study = Board::Study(Box::new(record));
        if let Board::Playing(table) = std::mem::replace(&mut self.board, study) {
            self.left = Some(table).filter(|table| !table.is_over());
        }
    }

    /// There is a game that can go on: it is not over, and one that was left for a study has begun.
    pub(in crate::app::desk) fn plays_on(&self) -> bool {
        self.is_unfinished() && !self.has_left_unbegun()
    }

    /// The game that was left for this study has no move: the study is all that there is to keep.
    pub(in crate::app::desk) fn has_left_unbegun(&self) -> bool {
        self.left.as_ref().is_some_and(|table| table.ply() == 0)
    }

    /// Leaves the game being played for the study of it that was begun before the program ended, and
    /// shows the position after these moves, as far as the study has them.
    pub(in crate::app::desk) fn study_again(
        &mut self,
        study: &Record,
        shown: &[String],
        position_id: u64,
    ) {
        self.stop_playing();
        let Board::Study(record) = &mut self.board else { return };
        record.close();
        record.graft(study, None);
        let node = record.node_after(shown);
        self.line_end = record.end_of(node);
        self.show(node, position_id);
    }

    /// Puts the game that was left for this study on the board again, at its end. The variations of
    /// the study are beside it, and no others.
    pub(in crate::app::desk) fn go_back_to_game(&mut self, position_id: u64) {
        let Some(mut table) = self.left.take() else { return };
        self.revision += 1;
        let line = table.nodes().to_vec();
        if let Board::Study(study) = &self.board {
            table.record_mut().say_as(study);
            table.record_mut().keep_only(&line);
            self.tried = Some(study.clone());
        }
        self.forget_edits();
        self.board = Board::Playing(table);
        self.take_in_tried();
        let node = self.table().map_or(Record::START, Table::node);
        // What the study had besides has other numbers here, or none.
        self.line_end = node;
        self.show(node, position_id);
    }

    /// What was tried at the end of the game is a variation once the game has gone on.
    pub(in crate::app::desk) fn take_in_tried(&mut self) {
        let Board::Playing(table) = &mut self.board else { return };
        let Some(mut tried) = self.tried.take().or_else(|| table.take_tried()) else { return };
        let end = table.node();
        let waits = table.record_mut().graft(&tried, Some(end));
        // Said once is enough: what is emptied at the table must not come back from there.
        self.tried = waits.and_then(|node| tried.split_off(node)).map(Box::new);
    }

    /// Moves were taken back: what was tried after them is gone with them, and what was tried beside
    /// them waits until the game has gone on.
    pub(in crate::app::desk) fn moves_taken_back(&mut self) {
        self.tried = self.table_mut().and_then(Table::take_tried);
    }
}
