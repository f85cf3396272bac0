//! What a person wishes for the game on the board.
//!
//! Judges nothing itself: rules are asked of the position, clocks of the table.

use std::time::Instant;

use super::parts::edits::CommentPlace;
use super::parts::keeper::Keeper;
use super::restarts::side_of;
use super::state::Desk;
use super::study::PAUSED;
use crate::app::command::{GameCommand, SeatChoice};
use crate::app::engines::Role;
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::{name_of, sentence};
use crate::games::{Click, Node, NodeId, PlayError, Record, Side};
use crate::play::Table;
use crate::protocol::quoted;
use crate::store::Uncounted;

/// The cell that dice lie on, in games with dice.
const DICE: &str = "dice";

const EDITED: &str = "The position is being edited: choose Done or Cancel first.";

/// It walks in the game or changes it, which would not be seen behind the position that is being edited.
fn waits_for_editor(command: &GameCommand) -> bool {
    matches!(
        command,
        GameCommand::GoTo(_)
            | GameCommand::First
            | GameCommand::Previous
            | GameCommand::Next
            | GameCommand::Last
            | GameCommand::NextMistake
            | GameCommand::PreviousMistake
            | GameCommand::TakeBack
            | GameCommand::Type(_)
            | GameCommand::Promote(_)
            | GameCommand::Demote(_)
            | GameCommand::PasteBranch(_)
            | GameCommand::Delete(_)
            | GameCommand::PlayLine(..)
            | GameCommand::InsertLine(..)
            | GameCommand::UndoEdit
            | GameCommand::RedoEdit
    )
}

impl Desk {
    pub(super) fn handle_game(&mut self, command: GameCommand, now: Instant) {
        if self.editor.is_some() && waits_for_editor(&command) {
            return self.messages.notice(NoticeKind::Info, EDITED);
        }
        match command {
            GameCommand::New(new) => self.new_game(*new, now),
            GameCommand::UndoNew => self.undo_new(now),
            GameCommand::UndoEdit => {
                if !self.undo_edit(now) {
                    self.messages.notice(NoticeKind::Info, "There is no change to undo.");
                }
            }
            GameCommand::RedoEdit => self.redo_edit(now),
            GameCommand::SetMode(mode) => self.set_mode(mode, now),
            GameCommand::Click(cell) => self.click(&cell, now),
            GameCommand::LetGo => {
                self.doc.chosen.clear();
            }
            GameCommand::Type(text) => self.type_move(&text, now),
            GameCommand::GoTo(node) => self.go_to(node),
            GameCommand::First => self.go_to(Record::START),
            GameCommand::Previous => self.go_to_some(self.doc.previous()),
            GameCommand::Next => self.go_to_some(self.doc.next()),
            GameCommand::Last => self.go_to(self.doc.last()),
            GameCommand::NextMistake => self.go_to_mistake(self.doc.next_mistake()),
            GameCommand::PreviousMistake => self.go_to_mistake(self.doc.previous_mistake()),
            GameCommand::TakeBack => self.take_back(now),
            GameCommand::MoveNow => self.hurry(now),
            GameCommand::Resign => self.resign(now),
            GameCommand::Forfeit(seat) => self.let_lose(side_of(seat), now),
            GameCommand::ClaimDraw => self.claim_draw(now),
            GameCommand::OfferDraw => self.offer_draw(now),
            GameCommand::SetDice(choice) => {
                self.uncount(Uncounted::Dice);
                self.set_dice(&choice);
            }
            GameCommand::Roll(text) => self.enter_dice(&text, now),
            GameCommand::Edit(command) => self.handle_edit(command, now),
            GameCommand::Pause => {
                self.stay_paused();
                self.pause_table(now);
            }
            GameCommand::Resume => self.resume(now),
            GameCommand::Hint if self.practises() => self.help_practice(false, now),
            GameCommand::Hint => self.hint(now),
            GameCommand::SetSeat(idx, choice) => self.set_seat(idx, choice, now),
            GameCommand::Turn => self.turn_board(),
            GameCommand::Comment(node, text) => self.comment(CommentPlace::On(node), &text),
            GameCommand::CommentBefore(node, text) => {
                self.comment(CommentPlace::Before(node), &text);
            }
            GameCommand::Mark(node, mark) => self.mark(node, mark),
            GameCommand::Draw(node, mark) => self.change_drawn(node, |node| node.draw(mark)),
            GameCommand::EraseDrawn(node) => self.change_drawn(node, Node::erase),
            GameCommand::Coach(wish) => self.answer_coach(wish),
            GameCommand::Promote(node) => self.promote(node, now),
            GameCommand::Demote(node) => self.demote(node, now),
            GameCommand::CopyBranch(node) => self.copy_branch(node),
            GameCommand::PasteBranch(node) => self.paste_branch(node, now),
            GameCommand::Delete(node) => self.delete(node, now),
            GameCommand::PlayLine(node, moves) => {
                let end = self.insert_line(node, &moves, now);
                self.go_to(end);
            }
            GameCommand::InsertLine(node, moves) => {
                self.insert_line(node, &moves, now);
            }
        }
    }

    fn go_to_some(&mut self, node: Option<NodeId>) {
        if let Some(node) = node {
            self.go_to(node);
        }
    }

    fn go_to_mistake(&mut self, mistake: Option<NodeId>) {
        match mistake {
            Some(node) => self.go_to(node),
            None => self.messages.notice(NoticeKind::Info, "No move is marked as a mistake."),
        }
    }

    fn undo_new(&mut self, now: Instant) {
        let Some((doc, seats)) = self.undo.pop_back() else {
            return self
                .messages
                .notice(NoticeKind::Info, "There is no earlier game to bring back.");
        };
        self.pause_table(now);
        self.drop_practice();
        // What is being found out about the game that leaves must not be written into the other.
        self.drop_review("another game is on the board", now);
        self.analysis.forget_game();
        self.doc.was_studied = self.mode == Mode::Analyse;
        let new =
            (std::mem::replace(&mut self.doc, doc), std::mem::replace(&mut self.seats, seats));
        // The oldest: asked again, this goes round all that are kept.
        self.undo.push_front(new);
        self.editor = None;
        self.end_seats();
        self.messages.position_changed();
        if self.mode == Mode::Play && self.doc.was_studied {
            self.mode = Mode::Analyse;
        } else if self.mode == Mode::Play {
            self.go_back_to_game(now);
        }
    }

    fn set_mode(&mut self, mode: Mode, now: Instant) {
        if mode == self.mode {
            return;
        }
        self.stay_paused();
        if self.mode == Mode::Play {
            let running =
                self.doc.table().is_some_and(|table| !table.is_over() && !table.is_paused());
            if running && self.doc.record().n_nodes() > 1 {
                self.messages.notice(NoticeKind::Info, PAUSED);
                self.messages.belongs_to(Mode::Analyse);
            }
            self.pause_table(now);
        }
        if mode == Mode::Match {
            self.place.mode_before_match = self.mode;
        }
        self.mode = mode;
        if mode == Mode::Play {
            self.go_back_to_game(now);
            self.show_task();
        }
        if mode == Mode::Analyse && self.doc.has_tried() && self.doc.is_unfinished() {
            self.leave_table(now);
        }
        if mode == Mode::Play && self.doc.record().n_nodes() == 1 && self.unsettled().is_none() {
            // Nothing has been played yet, so nothing is lost by going on at once.
            if let Some(table) = self.doc.table_mut() {
                table.resume_clocks();
            }
        }
        if mode != Mode::Analyse {
            self.rest_cards(now);
        }
    }

    fn click(&mut self, cell: &str, now: Instant) {
        if !self.may_move_here() {
            return;
        }
        if cell == DICE && self.roll_in_study(None, now) {
            return;
        }
        match self.doc.position().click(&self.doc.chosen, cell) {
            Click::Partial(chosen) => {
                self.doc.chosen = chosen;
                self.messages.tried_again();
                if self.doc.game.info().has_dice {
                    // A part of a play is worth keeping.
                    self.keep_game();
                }
            }
            Click::Complete(mv) => self.play_text(&mv, now),
            Click::Refused(reason) => {
                self.doc.chosen.clear();
                self.messages.notice(NoticeKind::Refused, sentence(&reason));
            }
            Click::Kept { chosen, reason } => {
                self.doc.chosen = chosen;
                self.messages.notice(NoticeKind::Refused, sentence(&reason));
            }
        }
    }

    fn type_move(&mut self, text: &str, now: Instant) {
        if text.trim().is_empty() {
            return;
        }
        if is_dice(text) && self.takes_dice() {
            return self.enter_dice(text.trim(), now);
        }
        if !self.may_move_here() {
            return;
        }
        if is_dice(text) && self.roll_in_study(Some(text.trim()), now) {
            return;
        }
        match self.doc.position().resolve(text) {
            Ok(mv) => self.play_text(&mv.0, now),
            Err(PlayError::Illegal { mv }) => {
                if let Some(reason) = self.listed_alone(&mv) {
                    return self.messages.notice(NoticeKind::Refused, reason);
                }
                let rule = self.doc.position().refusal(&mv).unwrap_or_default();
                let colon = if rule.is_empty() { "" } else { ": " };
                // As it was typed: no capital, since `w` and `W` may be two things.
                let text = format!("{mv} is not legal here{colon}{}.", rule.trim_end_matches('.'));
                self.messages.notice(NoticeKind::Refused, text);
            }
            Err(PlayError::Unreadable { text }) => {
                let refusal = self.doc.position().refusal(&text);
                let example = self.doc.game.info().move_example;
                let text = match refusal {
                    Some(reason) => format!("{}: {}.", quoted(text), reason.trim_end_matches('.')),
                    None => format!("{} is not a move; write it like {example}.", quoted(text)),
                };
                self.messages.notice(NoticeKind::Refused, text);
            }
        }
    }

    /// A person may move in the position shown; says why not.
    fn may_move_here(&mut self) -> bool {
        let reason = match self.refusal() {
            None => return true,
            Some(reason) => reason,
        };
        self.messages.notice(NoticeKind::Refused, reason);
        false
    }

    fn refusal(&self) -> Option<String> {
        if let Some(reason) = self.practice_refusal() {
            return Some(reason.to_owned());
        }
        if self.study_awaits_dice() && self.mode != Mode::Match {
            return None;
        }
        if self.doc.table().is_some_and(Table::awaits_dice) {
            return Some("The dice are to be rolled.".to_owned());
        }
        let Some(turn) = self.doc.turn() else { return Some("The game is over.".to_owned()) };
        match (self.mode, self.doc.table()) {
            (Mode::Match, _) => {
                Some("The board shows a match; go to Play or Analyse to move.".to_owned())
            }
            (Mode::Play, Some(table)) if !self.doc.at_end() && !table.is_over() => {
                Some("This is an earlier position. Go to the end of the game to move.".to_owned())
            }
            (Mode::Play, Some(table)) if table.is_over() => {
                Some("The game is over. Take back, or start a new one.".to_owned())
            }
            (Mode::Play, Some(table)) if table.is_paused() => Some(match self.unsettled() {
                Some(failed) => {
                    format!("{} Choose first what becomes of the game.", failed.said())
                }
                None => "The game is paused. Resume it to move.".to_owned(),
            }),
            (Mode::Play, Some(_)) if !self.seats.is_human(turn) => {
                let name = name_of(&self.seats.choices[turn.idx()]);
                Some(format!("It is {name}'s turn."))
            }
            (Mode::Play, Some(_)) => self.awaited_word(),
            (Mode::Play | Mode::Analyse, _) => None,
        }
    }

    /// A person may move in the position shown.
    pub(super) fn can_move(&self) -> bool {
        self.refusal().is_none()
    }

    /// Plays a legal move in the position shown: at the table in a game, else as a variation.
    fn play_text(&mut self, text: &str, now: Instant) {
        if self.practises() {
            return self.try_move(text, now);
        }
        if self.mode == Mode::Play && self.doc.table().is_some() {
            if let Some(reason) = self.not_listed(text) {
                self.doc.chosen.clear();
                return self.messages.notice(NoticeKind::Refused, reason);
            }
            self.messages.played_on();
            self.make_move(text, now, None);
        } else {
            let end = self.insert_line(self.doc.current(), &[text.to_owned()], now);
            self.go_to(end);
            self.play_variation_passes(now);
        }
    }

    fn take_back(&mut self, now: Instant) {
        if self.doc.table().is_none() {
            return self.go_to_some(self.doc.previous());
        }
        if self.doc.table().is_some_and(Table::is_resigned) {
            return self.take_back_resignation(now);
        }
        if self.doc.game.info().has_dice && !self.doc.chosen.is_empty() {
            // What has been played of the dice comes back first.
            self.doc.chosen.clear();
            return;
        }
        let Some(n) = self.n_to_take_back() else {
            return self.messages.notice(NoticeKind::Refused, "There is no move to take back.");
        };
        self.uncount(Uncounted::TakenBack);
        self.rest_seats(now);
        if let Some(table) = self.doc.table_mut() {
            table.take_back(n);
        }
        self.moves_taken_back();
    }

    /// The game goes on where a side gave it up; no move is taken back.
    fn take_back_resignation(&mut self, now: Instant) {
        self.rest_seats(now);
        let Some(table) = self.doc.table_mut() else { return };
        let Some((side, _)) = table.take_back_forfeit() else { return };
        table.resume_clocks();
        let node = table.node();
        self.settle();
        self.go_to(node);
        self.renew_dice();
        self.record_changed();
        let name = self.doc.game.info().sides[side.idx()];
        let text = format!("{name}'s resignation was taken back: the game goes on.");
        self.messages.lasting(text);
    }

    /// How many plies lead back to where the person has something to decide: over the engine's answer,
    /// over passes, dice, and plays that would be made again at once. `None` where nothing was decided
    /// before; a game that is over can always be begun again.
    pub(super) fn n_to_take_back(&self) -> Option<usize> {
        let table = self.doc.table()?;
        let human = self.seats.only_human();
        let mut before = table.clone();
        while before.take_back(1) > 0 {
            let decides = before.forced_pass().is_none()
                && !before.awaits_dice()
                && !(self.settings.play_forced && before.forced_play().is_some())
                && human.is_none_or(|side| before.turn() == Some(side));
            if decides {
                return Some(table.ply() - before.ply());
            }
        }
        Some(table.ply()).filter(|n| *n > 0 && table.is_over())
    }

    /// Moves were taken back at the table: the game goes on from where it stands now.
    pub(super) fn moves_taken_back(&mut self) {
        self.settle();
        self.doc.moves_taken_back();
        let Some(table) = self.doc.table_mut() else { return };
        table.resume_clocks();
        let node = table.node();
        self.seats.evals = [None, None];
        self.go_to(node);
        self.renew_dice();
        self.record_changed();
    }

    fn resign(&mut self, now: Instant) {
        let side = self.seats.only_human().or_else(|| self.doc.table().and_then(Table::turn));
        let Some((table, side)) = self.doc.table_mut().zip(side) else {
            return self.messages.notice(NoticeKind::Refused, "No game is being played.");
        };
        if table.is_over() {
            return self.messages.notice(NoticeKind::Refused, "The game is over.");
        }
        table.stop_clocks(now);
        table.resign(side);
        self.game_ended(now);
    }

    /// Goes on with a paused game, also with one that was left for a study of it.
    pub(super) fn resume(&mut self, now: Instant) {
        if self.doc.table().is_none() && !self.doc.has_left() {
            return self.messages.notice(NoticeKind::Refused, "No game is being played.");
        }
        self.mode = Mode::Play;
        self.rest_cards(now);
        self.go_back_to_game(now);
        if self.refuse_to_go_on() {
            return;
        }
        self.settle();
        let Some(table) = self.doc.table_mut() else { return };
        table.resume_clocks();
        let node = table.node();
        self.go_to(node);
    }

    fn set_seat(&mut self, idx: usize, choice: SeatChoice, now: Instant) {
        let Some(side) = Side::BOTH.get(idx).copied() else { return };
        if let Some(reason) = self.unfit_for_seat(&choice) {
            return self.messages.notice(NoticeKind::Refused, reason);
        }
        if matches!(choice, SeatChoice::Engine { .. }) && self.can_play_on() {
            return self.play_on(idx, choice, now);
        }
        let goes_on = matches!(choice, SeatChoice::Engine { .. }) && self.waits_for_another(side);
        self.uncount(Uncounted::Seat);
        self.rest_seats(now);
        self.engines.remove_if(|engine| engine.role == Role::Seat(side));
        self.seats.players[idx] = None;
        self.seats.keeper = Keeper::Unknown;
        self.seats.choices[idx] = choice;
        self.limit_seat(side);
        self.seats.evals[idx] = None;
        if self.unsettled().is_some_and(|unsettled| unsettled.side == side) {
            // A person who sits down there goes on when ready.
            self.settle();
        } else if self.unsettled().is_none() {
            self.messages.answered();
        }
        let names = [0, 1].map(|idx| name_of(&self.seats.choices[idx]));
        match self.doc.table_mut() {
            Some(table) => table.name_players(names),
            None => self.doc.record_mut().tags.players = names,
        }
        self.apply_draw_rules(now);
        if goes_on {
            self.go_on_where_to_move(side);
        }
        self.keep_game();
    }

    /// Why an engine of the list cannot play what is on the board, as a sentence: the player there
    /// stays.
    fn unfit_for_seat(&self, choice: &SeatChoice) -> Option<String> {
        let SeatChoice::Engine { name, .. } = choice else { return None };
        let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == *name)?;
        Some(format!("{name} {}.", self.unfit_for_board(entry)?))
    }

    fn turn_board(&mut self) {
        let n = self.doc.game.info().n_orientations.max(1);
        self.doc.orientation = (self.doc.orientation + 1) % n;
    }
}

/// What was typed is two digits, as dice are.
fn is_dice(text: &str) -> bool {
    let text = text.trim();
    text.len() == 2 && text.bytes().all(|c| c.is_ascii_digit())
}
