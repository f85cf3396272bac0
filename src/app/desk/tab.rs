//! A desk as a tab: its name, whether it is shown, how much of the processors its engines may have, and
//! how it is kept on disk beside other tabs.
//!
//! Knows no other tab.

use std::time::Instant;

use super::autosave::saved_game;
use super::state::Desk;
use crate::app::command::GameCommand;
use crate::app::effect::Effect;
use crate::app::to_open::{ListedGame, MatchGame};
use crate::app::views::{Mode, TabView};
use crate::app::words::name_of;
use crate::games::{Record, Side};
use crate::play::{Table, TimeControl};
use crate::store::{SavedGame, SavedTab};

impl Desk {
    /// Its tab, `shown` or not.
    pub(in crate::app) fn tab(&self, shown: bool) -> TabView {
        let waits = self.place.paused_hidden;
        let table = self.doc.table().filter(|table| !table.is_over());
        let paused = table.is_some_and(|table| table.is_paused() && table.ply() > 0);
        // A game that pauses only because its tab is not shown waits for the user all the same.
        let awaited = table.filter(|table| !table.is_paused() || waits);
        let table = table.filter(|table| !table.is_paused());
        let turn = awaited.filter(|_| self.mode == Mode::Play).and_then(|table| table.turn());
        let own = turn.filter(|side| self.seats.is_human(*side));
        let is_timed = |side: &Side| {
            awaited.is_some_and(|table| table.control(*side) != TimeControl::Unlimited)
        };
        TabView {
            id: self.id,
            title: self.title(),
            shown,
            live: table.is_some()
                || !self.analysis.reviews.is_empty()
                || self.doc.followed().is_some(),
            own_turn: own.is_some(),
            own_clock: own.as_ref().is_some_and(is_timed),
            paused: paused && !waits,
            named: self.place.name.is_some(),
            pinned: self.place.is_pinned,
        }
    }

    /// The file that holds its study and nothing else; `None` for a game that is played.
    pub(in crate::app) fn file(&self) -> Option<&std::path::Path> {
        self.doc.path().filter(|_| self.doc.played().is_none())
    }

    /// A game runs here.
    pub(in crate::app) fn plays(&self) -> bool {
        self.doc.table().is_some_and(|table| !table.is_over() && !table.is_paused())
    }

    /// Its study was changed since it was opened or saved.
    pub(in crate::app) fn is_unsaved(&self) -> bool {
        self.doc.is_unsaved() && self.practice.is_none()
    }

    /// Its closed tab can be had back after a restart, too: it holds what no file has, a changed study or
    /// a game that was played to its end.
    pub(in crate::app) fn is_kept_closed(&self) -> bool {
        let is_over = |table: &Table| table.is_over() && table.ply() > 0;
        let is_played = self.doc.table().is_some_and(is_over) && self.doc.path().is_none();
        self.is_unsaved() || is_played
    }

    /// An engine is locked to a position of its game, or shows a threat in it, or a line is pinned there.
    pub(in crate::app) fn has_own_looks(&self) -> bool {
        let mut cards = self.analysis.shelf.written().iter();
        let has_pins = self.analysis.pins.iter().next().is_some();
        has_pins || cards.any(|card| card.lock.is_some() || card.threat)
    }

    /// It shows its own game again, where it showed the match.
    pub(in crate::app) fn leave_match(&mut self) {
        if self.mode == Mode::Match {
            self.mode = self.place.mode_before_match;
            self.revision += 1;
        }
    }

    /// The match is shown here.
    pub(in crate::app) fn shows_match(&self) -> bool {
        self.mode == Mode::Match
    }

    /// The name that the user has given it, else the game with its players. The game comes first:
    /// the end of a long title is cut off.
    pub(super) fn title(&self) -> String {
        let name = self.place.name.clone().or_else(|| self.practice_title());
        name.unwrap_or_else(|| self.title_of_game())
    }

    /// The game with its players.
    fn title_of_game(&self) -> String {
        let game = self.doc.game.info().title;
        let number = self.place.title_number.map_or(1, |(_, number)| number);
        let names = self.seats.choices.each_ref().map(|choice| without(&name_of(choice), game));
        let number = match (self.doc.match_game(), number) {
            (Some(MatchGame { number, .. }), _) => format!("Game {number}"),
            (None, 1) => game.to_owned(),
            (None, number) => format!("{game} {number}"),
        };
        format!("{number}: {} \u{2013} {}", names[0], names[1])
    }

    /// The name of the game that its title begins with; `None` where its title is another one.
    pub(in crate::app) fn titled_by_game(&self) -> Option<&'static str> {
        let is_named =
            self.place.name.is_some() || self.practice.is_some() || self.doc.match_game().is_some();
        let is_by_game = !is_named && !self.shows_match();
        is_by_game.then(|| self.doc.game.info().name)
    }

    /// The number behind the game in its title, if it has one for the game that stands there.
    pub(in crate::app) fn title_number(&self) -> Option<u32> {
        let game = self.titled_by_game()?;
        self.place.title_number.filter(|(known, _)| *known == game).map(|(_, number)| number)
    }

    /// It is the tab of this number among those with its game.
    pub(in crate::app) fn set_title_number(&mut self, number: u32) {
        self.place.title_number = self.titled_by_game().map(|game| (game, number));
        self.revision += 1;
    }

    /// Gives it a name; an empty one is none.
    pub(in crate::app) fn set_name(&mut self, name: &str) {
        let name = name.trim();
        self.place.name = (!name.is_empty()).then(|| name.to_owned());
        self.revision += 1;
    }

    /// It is shown from now on, or another tab is.
    pub(in crate::app) fn set_shown(&mut self, shown: bool) {
        self.place.is_shown = shown;
        self.revision += 1;
    }

    /// Gives it a window of its own, or takes that away.
    pub(in crate::app) fn set_floats(&mut self, floats: bool) {
        self.place.floats = floats;
        self.revision += 1;
    }

    /// It has a window of its own.
    pub(in crate::app) fn floats(&self) -> bool {
        self.place.floats
    }

    /// Lets its engines go on analysing while it is not shown.
    pub(in crate::app) fn set_pinned(&mut self, pinned: bool) {
        self.place.is_pinned = pinned;
        self.revision += 1;
    }

    /// Keeps it on disk by itself, or not any more.
    pub(in crate::app) fn set_kept_alone(&mut self, alone: bool) {
        if self.place.is_kept_alone != alone {
            self.place.is_kept_alone = alone;
            self.keep_last_game();
        }
    }

    /// Does the same for a tab to which nothing else happens.
    pub(in crate::app) fn handle_kept_alone(&mut self, alone: bool) -> Vec<Effect> {
        if self.place.is_kept_alone == alone {
            return Vec::new();
        }
        self.set_kept_alone(alone);
        self.take_effects()
    }

    /// Lets so many of its engines analyse at once; how many of them do.
    pub(in crate::app) fn set_allowance(&mut self, most: usize) -> usize {
        // An engine that goes through the whole game works like any other.
        let reviewing = self.analysis.reviews.n_active();
        self.place.allowance = most.saturating_sub(reviewing);
        (self.n_analysing() + reviewing).min(most)
    }

    /// Pauses the game while its tab is not shown, where the user has set that, and goes on with it
    /// when the tab is shown again.
    pub(super) fn drive_hidden(&mut self, now: Instant) {
        if self.place.is_shown {
            if std::mem::take(&mut self.place.paused_hidden) && !self.plays() {
                self.resume(now);
            }
        } else if self.settings.pause_hidden && self.plays() {
            self.pause_table(now);
            self.place.paused_hidden = true;
        }
    }

    /// Its engines may analyse now: it is in Analyse, and shown or pinned.
    pub(super) fn may_analyse(&self) -> bool {
        self.mode == Mode::Analyse && (self.place.is_shown || self.place.is_pinned)
    }

    /// So many engines may analyse here at once.
    pub(super) fn allowance(&self) -> usize {
        self.place.allowance
    }

    fn n_analysing(&self) -> usize {
        if !self.may_analyse() {
            return 0;
        }
        let wanted = self.analysis.cards.iter().filter(|card| card.wanted).count();
        wanted.min(self.place.allowance)
    }

    /// It holds nothing yet that one would want to keep: another game can take its place.
    pub(in crate::app) fn is_untouched(&self) -> bool {
        let record = self.doc.record();
        let is_empty = record.n_nodes() == 1 && record.setup.position.is_none();
        let is_free = self.practice.is_none() && self.editor.is_none() && !self.doc.has_left();
        is_empty && is_free && self.undo.is_empty()
    }

    /// Its tab is closed: the game pauses, its engines end, and its cards wait for it to come back.
    pub(in crate::app) fn handle_put_away(&mut self, now: Instant) -> Vec<Effect> {
        self.pause_table(now);
        self.keep_game();
        self.drop_review("its tab was closed", now);
        self.analysis.forget_game();
        self.shelve_all();
        self.rest_practice();
        self.end_seats();
        self.set_shown(false);
        // What is saved nowhere else can be had back after a restart, too.
        let unsaved = self.is_kept_closed().then(|| Box::new(self.whole_game()));
        self.effects.push(Effect::KeepTab(self.id, unsaved));
        self.place.is_kept_alone = false;
        self.take_effects()
    }

    /// How it is written into the list of tabs.
    pub(in crate::app) fn saved_tab(&self) -> SavedTab {
        SavedTab {
            number: self.id,
            name: self.place.name.clone(),
            pinned: self.place.is_pinned,
            floats: self.place.floats,
            cards: self.analysis.shelf.written().to_vec(),
            analyses: self.mode == Mode::Analyse,
            turned: self.doc.orientation,
            ply: self.shown_ply(),
            title_number: self.title_number(),
            match_game: self.doc.match_game().map(|game| game.number),
            listed: self.doc.listed_game().and_then(ListedGame::saved),
            // The tabs know which of them has the match.
            matching: None,
            pins: self.saved_pins(),
        }
    }

    /// How many moves of the main line are on the board; `None` where a variation is.
    fn shown_ply(&self) -> Option<usize> {
        let (record, shown) = (self.doc.record(), self.doc.current());
        match shown == Record::START {
            true => Some(0),
            false => record.main_line().iter().position(|node| *node == shown).map(|at| at + 1),
        }
    }

    /// The game of the last time is on the board again: it is looked at as it was then.
    pub(in crate::app) fn handle_look(&mut self, saved: &SavedTab, now: Instant) -> Vec<Effect> {
        if saved.analyses && self.mode != Mode::Analyse {
            self.handle_game(GameCommand::SetMode(Mode::Analyse), now);
        }
        if let Some(number) = saved.title_number {
            self.set_title_number(number);
        }
        if let Some(number) = saved.match_game {
            self.doc.set_from_match(MatchGame { of: 0, number });
        }
        if let Some(saved) = &saved.listed {
            self.doc.set_from_list(ListedGame::of_saved(saved));
        }
        let n_orientations = self.doc.game.info().n_orientations.max(1);
        self.doc.orientation = saved.turned % n_orientations;
        if self.mode == Mode::Analyse
            && let Some(ply) = saved.ply
        {
            let line = self.doc.record().main_line();
            // A line that has become shorter since is shown as it was kept.
            let node = match ply.checked_sub(1) {
                Some(at) => line.get(at).copied(),
                None => Some(Record::START),
            };
            if let Some(node) = node {
                self.go_to(node);
            }
        }
        self.restore_pins(&saved.pins);
        self.take_effects()
    }

    /// Has what is on the board kept beside other tabs.
    pub(super) fn keep_tab(&mut self) {
        if self.place.is_kept_alone {
            let game = Box::new(self.whole_game());
            self.effects.push(Effect::KeepTab(self.id, Some(game)));
        }
    }

    /// The game on the board with all that belongs to it: one that is played as it stands, else as it
    /// is shown.
    fn whole_game(&self) -> SavedGame {
        let played = saved_game(&self.doc, &self.seats).filter(|_| self.doc.plays_on());
        played.unwrap_or_else(|| self.last_game())
    }

    /// What was on the board of its tab last time is there again; a game that was played is paused.
    pub(in crate::app) fn handle_restore(
        &mut self,
        saved: &SavedGame,
        now: Instant,
    ) -> Vec<Effect> {
        let has_moves = saved.line.as_ref().is_some_and(|line| !line.moves.is_empty());
        let revived = if saved.last.is_none() && has_moves { self.revive(saved) } else { None };
        match revived {
            Some((doc, seats)) => {
                (self.doc, self.seats) = (doc, seats);
                self.mode = if self.doc.has_left() { Mode::Analyse } else { Mode::Play };
                self.doc.orientation = u8::from(self.seats.only_human() == Some(Side::Second))
                    * u8::from(matches!(self.doc.game.info().n_orientations, 2 | 4));
                self.keep_game();
            }
            None => {
                let _is_there = self.begin_with(saved, now);
            }
        }
        self.take_effects()
    }

    /// The number under which this game is kept, where it is the one that is played here.
    pub(in crate::app) fn number_of(&self, saved: &SavedGame) -> Option<u64> {
        let own = saved_game(&self.doc, &self.seats)?;
        own.is_same_game(saved).then_some(self.doc.id)
    }
}

/// A name without the game, which stands before it: `Quintet, level 3` for `Quintet Othello, level 3`.
fn without(name: &str, game: &str) -> String {
    let word = format!(" {}", game.to_lowercase());
    let place = name.to_ascii_lowercase().find(&word).filter(|place| *place > 0);
    match place {
        Some(place) => format!("{}{}", &name[..place], &name[place + word.len()..]),
        None => name.to_owned(),
    }
}
