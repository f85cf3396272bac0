//! Changing the tree of moves: variations beside the game being played, which stays as it is and
//! can be gone back to.
//!
//! Makes no move in a game being played.

use std::time::Instant;

use super::parts::edits::CommentPlace;
use super::state::Desk;
use crate::app::effect::Topic;
use crate::app::views::{Mode, MoveMark, NoticeKind};
use crate::app::words::name_of;
use crate::games::{self, Node, NodeId, Record};

/// Said when something was taken out of a study.
pub(super) const UNDO: &str = "Edit, \u{201c}Undo the last change\u{201d} takes that back.";

/// Said when the user leaves a running game.
pub(super) const PAUSED: &str = "The game is paused. Go back to Play and resume it.";

impl Desk {
    /// In a study no forced pass has to be clicked.
    pub(super) fn play_variation_passes(&mut self, now: Instant) {
        while let Some(note) = self.doc.position().forced_note() {
            let Some(pass) = self.doc.position().legal_moves().into_iter().next() else { return };
            let end = self.insert_line(self.doc.current(), &[pass.0], now);
            self.go_to(end);
            self.messages.notice(NoticeKind::Info, format!("{note}: pass."));
        }
    }

    /// Writes moves into the tree behind `node`, as far as they are legal, and says where they end.
    /// Behind the end of a game that has a result they are a variation.
    pub(super) fn insert_line(&mut self, node: NodeId, moves: &[String], now: Instant) -> NodeId {
        self.leave_table(now);
        let current = self.doc.current();
        if !self.doc.record().has(node) {
            return current;
        }
        let Ok(position) = self.doc.position_at(node) else { return current };
        let mut position = position.boxed_clone();
        let before = self.doc.as_it_is();
        let mut at = node;
        for text in moves {
            let side = match position.actor() {
                games::Actor::Player(side) => Some(side),
                games::Actor::Chance | games::Actor::Over(_) => None,
            };
            let Ok(mv) = position.play(text) else { break };
            let record = self.doc.record_mut();
            record.close();
            at = record.add(at, mv, side);
        }
        self.note_result();
        self.doc.keep_if_changed(before);
        self.doc.line_changed();
        at
    }

    /// A study that now ends by the rules on its main line has that result.
    pub(super) fn note_result(&mut self) {
        let last = self.doc.record().last();
        let Ok(position) = self.doc.position_at(last) else { return };
        if let games::Actor::Over(ending) = position.actor()
            && self.doc.record().result.is_none()
        {
            self.doc.record_mut().result = Some(ending.into());
        }
    }

    /// Makes a study of the game being played so that the tree can be changed; the game stays as it
    /// is and can be gone back to.
    pub(super) fn leave_table(&mut self, now: Instant) {
        if self.doc.table().is_none() {
            return;
        }
        self.pause_table(now);
        self.doc.stop_playing();
        self.end_seats();
        if self.mode == Mode::Play && self.doc.has_left() {
            self.mode = Mode::Analyse;
            self.messages.notice(NoticeKind::Info, PAUSED);
            self.messages.belongs_to(Mode::Analyse);
        }
    }

    /// Puts the game that was left for a study on the board again, paused at its end.
    pub(super) fn go_back_to_game(&mut self, now: Instant) {
        if !self.doc.has_left() {
            return;
        }
        // What is being found out about the study knows its moves by their numbers.
        self.drop_review("the game that was left for a study is on the board again", now);
        self.analysis.forget_nodes();
        let id = self.new_position_id();
        self.doc.go_back_to_game(id);
        let names = [0, 1].map(|idx| name_of(&self.seats.choices[idx]));
        if let Some(table) = self.doc.table_mut() {
            table.name_players(names);
        }
        self.apply_draw_rules(now);
        self.messages.position_changed();
    }

    /// Makes the line through `node` the main line. The result was that of the line before.
    pub(super) fn promote(&mut self, node: NodeId, now: Instant) {
        if !self.doc.record().has(node) {
            return;
        }
        // There is nothing to change, and nothing to leave a running game for.
        if self.doc.record().is_main(node) {
            return self.go_to(node);
        }
        self.leave_table(now);
        self.turn_lines(node, |record| {
            record.reopen();
            record.promote(node);
        });
    }

    /// Lets the line through `node` change places with the one after it.
    pub(super) fn demote(&mut self, node: NodeId, now: Instant) {
        if !self.doc.record().has(node) {
            return;
        }
        if !self.doc.record().clone().demote(node) {
            let text = "No other line comes after this one where it begins.";
            return self.messages.notice(NoticeKind::Info, text);
        }
        self.leave_table(now);
        self.turn_lines(node, |record| {
            if record.is_main(node) {
                record.reopen();
            }
            record.demote(node);
        });
    }

    /// Puts lines in another order, and shows a node. The result was that of the main line before.
    fn turn_lines(&mut self, node: NodeId, turn: impl FnOnce(&mut Record)) {
        let result = self.doc.record().result.clone();
        self.doc.keep_edit();
        self.edit_line(node, turn);
        if result.is_some() && self.doc.record().result != result {
            let text = format!("The result was that of the other line. {UNDO}");
            self.messages.notice_about(Topic::Change(self.id()), text);
        }
    }

    pub(super) fn delete(&mut self, node: NodeId, now: Instant) {
        if node == Record::START || !self.doc.record().has(node) {
            return;
        }
        self.leave_table(now);
        self.doc.keep_edit();
        let before = self.doc.record().node(node).parent.unwrap_or(Record::START);
        self.edit_line(before, |record| {
            if record.is_main(node) {
                record.reopen();
            }
            record.cut(node);
        });
        self.messages.notice_about(Topic::Change(self.id()), format!("Deleted. {UNDO}"));
    }

    /// Changes the tree of the study and shows a node of what it is then.
    fn edit_line(&mut self, node: NodeId, edit: impl FnOnce(&mut Record)) {
        edit(self.doc.record_mut());
        self.go_to(node);
        self.note_result();
        self.doc.edit_made();
        self.doc.line_changed();
    }

    /// Undoes the last change made by hand. Says whether there was one.
    pub(super) fn undo_edit(&mut self, now: Instant) -> bool {
        let can = self.doc.can_undo_edit() && !self.practises();
        can && self.change_back(false, now)
    }

    /// Does the change again that was undone last.
    pub(super) fn redo_edit(&mut self, now: Instant) {
        let can = self.doc.can_redo_edit() && !self.practises();
        if !can || !self.change_back(true, now) {
            self.messages.notice(NoticeKind::Info, "There is no undone change to do again.");
        }
    }

    fn change_back(&mut self, redo: bool, now: Instant) -> bool {
        if self.doc.would_change_moves(redo) {
            // A review on its way may know moves that the study does not have then.
            self.drop_review("the study is as it was before", now);
        }
        let (id, before) = (self.new_position_id(), self.doc.position_id());
        let changed = match redo {
            false => self.doc.undo_edit(id),
            true => self.doc.redo_edit(id),
        };
        self.analysis.forget_lost(&self.doc);
        self.messages.withdraw(Topic::Change(self.id()));
        if self.doc.position_id() != before {
            self.messages.position_changed();
        }
        self.keep_game();
        changed
    }

    /// Writes a comment.
    pub(super) fn comment(&mut self, place: CommentPlace, text: &str) {
        let (CommentPlace::On(node) | CommentPlace::Before(node)) = place;
        if self.doc.record().has(node) {
            self.doc.write_comment(place, text);
            self.keep_game();
        }
    }

    /// Changes what is drawn on the board after a node.
    pub(super) fn change_drawn(&mut self, node: NodeId, change: impl FnOnce(&mut Node)) {
        if self.doc.record().has(node) {
            self.doc.say(node, change);
            self.keep_game();
        }
    }

    /// Puts a mark on a move, takes away the same one, or any by `None`. Marks of other kinds stay.
    pub(super) fn mark(&mut self, node: NodeId, mark: Option<MoveMark>) {
        if node == Record::START || !self.doc.record().has(node) {
            return;
        }
        self.doc.say(node, |node| {
            let marks = &mut node.marks;
            let is_new = |sign: &&str| !marks.iter().any(|known| known == sign);
            let mark = mark.map(MoveMark::sign).filter(is_new);
            marks.retain(|known| MoveMark::ALL.iter().all(|mark| mark.sign() != known));
            // The sign comes first: it stands directly behind the move.
            if let Some(sign) = mark {
                marks.insert(0, sign.to_owned());
            }
            node.own_marks_changed();
        });
        self.keep_game();
    }
}
