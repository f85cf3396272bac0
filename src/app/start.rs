//! How the program begins: what was on the boards last time is there again, and games that were not
//! finished are offered.
//!
//! Plays nothing.

use std::path::PathBuf;
use std::time::Instant;

use super::command::{GameCommand, TabCommand};
use super::keeping::{Keeping, Unfinished};
use super::router::Router;
use super::sessions::Room;
use super::views::Mode;
use super::words::sentence;
use crate::store::{SavedGame, SavedMatch, SavedTabs};

/// Said in a window that opens beside another one.
const OTHERS_KEEP_TABS: &str = "Another window of the program has the tabs of the last time. Save what you want to \
                                keep of this window before it closes.";

impl Router {
    /// What stands on the boards when the window opens, and the games that were not finished.
    pub(super) fn begin(&mut self, file: Option<PathBuf>, now: Instant) {
        let (mut keeping, found) = Keeping::begin(&self.places, self.outside.clone());
        let mut faults = found.faults.clone();
        let tabs = match keeping.tabs() {
            Ok(tabs) => tabs.unwrap_or_else(|| SavedTabs::new(0, Vec::new(), Vec::new())),
            Err(error) => {
                faults.push(error.to_string());
                SavedTabs::new(0, Vec::new(), Vec::new())
            }
        };
        self.restore_tabs(&tabs, &found, now);
        let desk = self.tabs.shown_id();
        match file {
            Some(path) => {
                let effects = self.files.handle_open(path);
                self.carry_out(Room::Desk(desk), effects, now);
            }
            None if tabs.tabs.is_empty() => {
                // A file that cannot be read costs a wish, no game: what was not finished is kept
                // elsewhere.
                let last = self.places.last_game_file();
                let last = last.and_then(|path| SavedGame::read(&path).ok().flatten());
                let effects = self.tabs.shown().handle_begin(last.as_ref(), now);
                self.carry_out(Room::Desk(desk), effects, now);
            }
            None => {}
        }
        let effects = self.offer(&mut keeping, found, &mut faults);
        let others_keep_tabs = keeping.others_keep_tabs();
        self.keeping = Some(keeping);
        self.carry_out(Room::Desk(desk), effects, now);
        let effects = self.batches.handle_begin();
        self.carry_out(Room::Workshop, effects, now);
        self.tell(|out| {
            for fault in faults {
                let text = format!("{fault}. The unfinished game in it cannot be offered.");
                out.problem(sentence(&text), Vec::new(), None, now);
            }
            if others_keep_tabs {
                out.lasting(OTHERS_KEEP_TABS);
            }
        });
    }

    /// Games of the last time that stand in a tab again are kept on; the others are offered.
    fn offer(
        &mut self,
        keeping: &mut Keeping,
        found: Unfinished,
        faults: &mut Vec<String>,
    ) -> Vec<super::effect::Effect> {
        let in_tabs = |game: &SavedGame| self.tabs.iter().find_map(|desk| desk.number_of(game));
        let shown: Vec<Option<u64>> = found.games.iter().map(in_tabs).collect();
        let games = found.games.iter().zip(&shown).filter(|(_, number)| number.is_none());
        let offered: Vec<SavedGame> = games.map(|(game, _)| game.clone()).collect();
        let (numbers, effects) = self.tabs.shown().handle_unfinished(&offered);
        let mut numbers = numbers.into_iter();
        let all: Vec<Option<u64>> =
            shown.into_iter().map(|number| number.or_else(|| numbers.next().flatten())).collect();
        for path in keeping.go_on(found, &all) {
            faults.push(format!("{path:?} holds no game of this program"));
        }
        effects
    }

    fn restore_tabs(&mut self, saved: &SavedTabs, found: &Unfinished, now: Instant) {
        let ids = self.tabs.restore(saved);
        for (id, tab) in ids.into_iter().zip(&saved.tabs) {
            let path = self.places.tab_file(tab.number);
            let game = path.and_then(|path| SavedGame::read(&path).ok().flatten());
            let game = game.map(|game| found.newest(game));
            let effects = self.tabs.get(id).map(|desk| match &game {
                Some(game) => desk.handle_restore(game, now),
                None => desk.handle_begin(None, now),
            });
            self.carry_out(Room::Desk(id), effects.unwrap_or_default(), now);
            let effects = self.tabs.get(id).map(|desk| desk.handle_look(tab, now));
            self.carry_out(Room::Desk(id), effects.unwrap_or_default(), now);
            if let Some(matching) = &tab.matching {
                self.restore_match(id, matching, now);
            }
        }
        for (desk, tab) in self.tabs.closed().zip(&saved.closed) {
            let path = self.places.tab_file(tab.number);
            if let Some(game) = path.and_then(|path| SavedGame::read(&path).ok().flatten()) {
                // What it would have done at once it does when it comes back.
                drop(desk.handle_restore(&game, now));
                drop(desk.handle_look(tab, now));
            }
        }
    }

    /// A match or tournament was shown at this desk when the program ended: it is shown again, with its
    /// games, and can go on.
    fn restore_match(&mut self, desk: u64, saved: &SavedMatch, now: Instant) {
        self.tabs.set_match_home(desk);
        let catalogue = self.workshop.catalogue();
        let effects = self.contest.handle_restore(saved.clone(), &catalogue, now);
        self.carry_out(Room::Desk(desk), effects, now);
        if saved.is_shown {
            self.for_desk(desk, now, |desk| {
                desk.handle_game_command(GameCommand::SetMode(Mode::Match), now)
            });
        }
    }

    /// A wish about tabs.
    pub(super) fn handle_tab(&mut self, command: TabCommand, now: Instant) {
        if command == TabCommand::New {
            let _opened = self.open_like(self.tabs.shown_id(), now);
        } else {
            let had_match = self.tabs.match_home().is_some();
            let (desk, effects) = self.tabs.handle_command(command, now);
            self.carry_out(Room::Desk(desk), effects, now);
            self.note_closed(had_match);
        }
        let effects = self.tabs.take_effects();
        self.carry_out(Room::Workshop, effects, now);
    }

    /// Merges the game of a tab into that of another.
    pub(super) fn merge_tab(&mut self, desk: u64, from: u64, now: Instant) {
        let found = self.tabs.get(from).map(|desk| (desk.to_save().record, desk.tab(false).title));
        let Some((record, title)) = found.filter(|_| from != desk) else { return };
        self.for_desk(desk, now, |desk| desk.handle_merge(&[record], &title, now));
    }

    /// Opens a tab and shows it, with a game of the kind that this desk has, without clocks: the user may
    /// be about to choose another game. The number of its desk; `None` where there are too many, which is
    /// said.
    pub(super) fn open_like(&mut self, desk: u64, now: Instant) -> Option<u64> {
        let like = self.tabs.get(desk)?.kind_for_another();
        let id = self.tabs.open(false)?;
        self.for_desk(id, now, |desk| desk.handle_begin(Some(&like), now));
        Some(id)
    }

    /// Keeps the list of tabs on disk, where it has changed.
    pub(super) fn keep_tabs(&mut self) {
        let now = Instant::now();
        for (desk, effects) in self.tabs.note_kept() {
            self.carry_out(Room::Desk(desk), effects, now);
        }
        let Some(keeping) = &mut self.keeping else { return };
        self.tabs.set_match(self.contest.saved());
        let Some(tabs) = self.tabs.take_change() else { return };
        keeping.put_tabs(&self.places, tabs.as_ref());
    }
}
