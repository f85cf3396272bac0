//! The game that was on the board when the program ended is on the board again at its next start: the
//! game itself where it was over or studied, else a new one of its kind. One that was not finished is
//! offered by `autosave`.
//!
//! Writes no file itself; the store's thread does.

use std::time::{Duration, Instant};

use super::autosave::{choice_of, exact, saved_record};
use super::parts::document::Board;
use super::parts::seats::Seats;
use super::state::Desk;
use crate::app::command::{DiceChoice, NewGame, SeatChoice};
use crate::app::effect::Effect;
use crate::app::views::Mode;
use crate::games::{self, Game, GameResult, Outcome, Reading, Record, Side};
use crate::play::{Table, TimeControl};
use crate::store::{SavedGame, SavedLast, SavedRating, SavedResult};

/// A record of more nodes is written only when the program ends.
const MOST_NODES: usize = 4_000;
/// A change of a study is on the disk after so long, if nothing else writes it before.
const KEPT_WITHIN: Duration = Duration::from_millis(500);

impl Desk {
    /// Writes down what is on the board, for the next start.
    pub(super) fn keep_last_game(&mut self) {
        if self.doc.record().n_nodes() <= MOST_NODES {
            self.keep_last_game_now();
        }
    }

    /// Keeps changes of a study on disk, soon after the first of them: several at once cost one file.
    pub(super) fn drive_keeping(&mut self, now: Instant) {
        if self.place.kept == (self.doc.id, self.doc.n_changes()) {
            self.place.keep_at = None;
        } else if now >= *self.place.keep_at.get_or_insert(now + KEPT_WITHIN) {
            self.keep_last_game();
            self.note_kept();
        }
    }

    fn note_kept(&mut self) {
        self.place.kept = (self.doc.id, self.doc.n_changes());
        self.place.keep_at = None;
    }

    /// As [`Desk::keep_last_game`], however long the game is.
    pub(super) fn keep_last_game_now(&mut self) {
        self.note_kept();
        let last = Box::new(self.last_game());
        self.effects.push(Effect::KeepLast(last));
        self.keep_tab();
    }

    /// The kind of game on the board, with its seats and clocks, and no move.
    fn kind_of_game(&self) -> SavedGame {
        let record = self.doc.record();
        let controls = Side::BOTH.map(|side| match self.doc.played() {
            Some(table) => table.control(side),
            None => TimeControl::Unlimited,
        });
        let mut kind = Record::new(self.doc.game.info().name, record.setup.clone());
        kind.setup.position = None;
        saved_record(self.doc.game, &kind, &self.seats, controls)
    }

    /// The kind of game for another tab, without clocks: the user may be about to choose another game.
    /// Those who play here play there, unless no person is among them; the players of a game that was
    /// opened do not.
    pub(in crate::app) fn kind_for_another(&self) -> SavedGame {
        let is_played = self.doc.played().is_some();
        let has_person = Side::BOTH.into_iter().any(|side| self.seats.is_human(side));
        let usual = || Seats::new(self.catalogue.usual_seats(self.doc.game.info()));
        let seats = (!is_played || !has_person).then(usual);
        let mut kind = Record::new(self.doc.game.info().name, self.doc.record().setup.clone());
        kind.setup.position = None;
        let seats = seats.as_ref().unwrap_or(&self.seats);
        saved_record(self.doc.game, &kind, seats, [TimeControl::Unlimited; 2])
    }

    pub(super) fn last_game(&self) -> SavedGame {
        let doc = &self.doc;
        let record = doc.record();
        let controls = Side::BOTH.map(|side| match doc.table() {
            Some(table) => table.control(side),
            None => TimeControl::Unlimited,
        });
        let is_touched = record.n_nodes() > 1 || record.setup.position.is_some();
        if doc.plays_on() || !is_touched {
            return self.kind_of_game();
        }
        let shown = record.path(doc.current());
        let on_line = record.main_line().iter().zip(&shown).take_while(|(a, b)| a == b).count();
        let last = SavedLast {
            shown: on_line,
            path: record.moves_to(doc.current()).into_iter().map(|mv| mv.0).collect(),
            source: doc.source.clone(),
            unsaved: doc.is_unsaved(),
            result: record.result.as_ref().map(saved_result),
            review: self.saved_review(),
            known: self.saved_known(),
        };
        let saved = saved_record(doc.game, record, &self.seats, controls);
        SavedGame { last: Some(last), ..saved }
    }

    /// Puts on the board what was there when the program ended last; says whether that could be done.
    pub(super) fn begin_with(&mut self, saved: &SavedGame, now: Instant) -> bool {
        let Some(game) = games::find(&saved.game) else { return false };
        match &saved.last {
            Some(last) => self.show_last_game(game, saved, last),
            None => {
                self.begin_game_like(game, saved, now);
                self.hold_clocks(now);
                true
            }
        }
    }

    fn show_last_game(
        &mut self,
        game: &'static dyn Game,
        saved: &SavedGame,
        last: &SavedLast,
    ) -> bool {
        let read = game.read_games(&saved.format, saved.text.as_bytes(), &Reading::default());
        let read = read.records.into_iter().next();
        let ended = last.result.as_ref().map(result);
        let Some(record) = exact(game, read, saved.line.as_ref(), ended) else { return false };
        let seats = Seats::named(game.info(), &record.tags.players);
        let on_line = match last.shown {
            0 => Some(Record::START),
            n => record.main_line().get(n - 1).copied(),
        };
        let shown =
            if last.path.is_empty() { on_line } else { Some(record.node_after(&last.path)) };
        if !self.replace(game, Board::Study(Box::new(record)), seats) {
            return false;
        }
        self.mode = Mode::Analyse;
        if let Some(path) = &last.source {
            // The file may have changed: saving asks first.
            self.doc.opened_from(path, false);
        }
        if last.unsaved {
            self.doc.note_change();
        }
        if let Some(node) = shown {
            self.go_to(node);
        }
        self.know_again(&last.known);
        if let Some(review) = &last.review {
            self.offer_review(review);
        }
        true
    }

    /// Pauses a game that has begun by itself, where a clock would run before the user is there.
    fn hold_clocks(&mut self, now: Instant) {
        let is_timed = |table: &Table| {
            Side::BOTH.iter().any(|side| table.control(*side) != TimeControl::Unlimited)
        };
        if self.doc.table().is_some_and(is_timed) {
            self.pause_table(now);
        }
    }

    /// A new game of the same kind, for the same players as far as they are still there.
    fn begin_game_like(&mut self, game: &'static dyn Game, saved: &SavedGame, now: Instant) {
        let variant = saved.line.as_ref().and_then(|line| line.variant.clone());
        let usual = self.catalogue.usual_seats(game.info());
        let seats = saved.seats.each_ref().map(choice_of);
        let fits = |choice: &SeatChoice| match choice {
            SeatChoice::Human { .. } => true,
            SeatChoice::Engine { name, options } => {
                self.catalogue.launch_for(name, options, game, variant.as_deref()).is_ok()
            }
        };
        let are_there = seats.iter().all(fits);
        let control = |text: &String| text.parse::<TimeControl>().unwrap_or_default();
        let controls = saved.controls.each_ref().map(control);
        let new = NewGame {
            game: game.info().name.to_owned(),
            variant,
            clocks: if are_there { controls } else { [TimeControl::Unlimited; 2] },
            seats: if are_there { seats } else { usual },
            position: String::new(),
            opening: Vec::new(),
            ponder: saved.ponder && are_there,
            dice: DiceChoice::Fresh,
            adaptive: saved.rating.filter(|_| are_there).and_then(opponent),
        };
        self.new_game(new, now);
    }
}

/// The side of the adaptive opponent.
fn opponent(saved: SavedRating) -> Option<Side> {
    Side::BOTH.get(saved.seat).copied()
}

fn saved_result(result: &GameResult) -> SavedResult {
    let winner = match result.outcome {
        Outcome::WonBy(side) => Some(side.idx()),
        Outcome::Draw => None,
    };
    SavedResult { winner, margin: result.margin, reason: result.reason.clone() }
}

fn result(saved: &SavedResult) -> GameResult {
    let outcome = match saved.winner {
        Some(0) => Outcome::WonBy(Side::First),
        Some(_) => Outcome::WonBy(Side::Second),
        None => Outcome::Draw,
    };
    GameResult { outcome, margin: saved.margin, reason: saved.reason.clone() }
}
