//! What is kept on disk while the program runs: games that are not finished, each in a file of its own,
//! and files of the program that change often.
//!
//! Knows no game: it is given texts. The store's thread writes them.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio::sync::mpsc;

use super::outside::Outside;
use crate::store::{FileError, Keeper, KeeperNews, ListFile, Places, SavedGame, SavedTabs, Slot};

/// Keeps files up to date.
#[derive(Debug)]
pub(super) struct Keeping {
    keeper: Keeper,
    /// Files that games may be kept in; those that cannot be read are left alone. Given up only when
    /// all is written.
    slots: Vec<Slot>,
    /// Which document is in which file, the one that was changed last at the end.
    kept: Vec<(PathBuf, u64)>,
    /// The list of tabs, where this program keeps it.
    tabs: Option<Slot>,
    /// Another program that runs now keeps it.
    others_keep_tabs: bool,
    /// Numbers of tabs that have files.
    tab_files: Vec<u64>,
}

/// Games of the last time, the newest last, with their files; and what could not be read, in words.
#[derive(Debug, Default)]
pub(super) struct Unfinished {
    pub(super) games: Vec<SavedGame>,
    files: Vec<Slot>,
    pub(super) faults: Vec<String>,
}

impl Unfinished {
    /// This game, or a later state of it that was found.
    pub(super) fn newest(&self, game: SavedGame) -> SavedGame {
        let later =
            |other: &&SavedGame| other.is_same_game(&game) && other.changed_ms > game.changed_ms;
        self.games.iter().find(later).cloned().unwrap_or(game)
    }
}

impl Keeping {
    /// Begins to keep files, and finds the games of the last time that were not finished. Other
    /// programs that run now leave what is found alone.
    pub(super) fn begin(places: &Places, outside: mpsc::Sender<Outside>) -> (Self, Unfinished) {
        // First of all: after that, a program that was just ending holds no game either.
        let mut tabs = places.tabs_file().map(Slot::new);
        let others_keep_tabs = tabs.as_mut().is_some_and(|slot| !slot.take_soon());
        tabs.take_if(|_| others_keep_tabs);
        let mut slots = Vec::new();
        let mut faults = Vec::new();
        let mut found: Vec<(Slot, SavedGame)> = Vec::new();
        for path in places.unfinished_games() {
            let mut slot = Slot::new(path);
            // What another window is playing is not offered here.
            if !slot.path().exists() || !slot.take() {
                slots.push(slot);
                continue;
            }
            match SavedGame::read(slot.path()) {
                Ok(Some(saved)) => found.push((slot, saved)),
                // A newer program has written what is there.
                Ok(None) if slot.path().exists() => {}
                Ok(None) => slots.push(slot),
                Err(error) => faults.push(error.to_string()),
            }
        }
        found.sort_by_key(|(_, saved)| saved.changed_ms);
        let (files, games) = found.into_iter().unzip();
        let lost = [
            (places.settings_file(), "The settings could not be saved"),
            (places.ratings_file(), "What counts for your rating could not be saved"),
            (places.practice_file(), "What was practised could not be saved"),
        ];
        let keeper = Keeper::start(move |path, news| {
            let news = match news {
                KeeperNews::Added(list, items, n_added) => Outside::Added(list, items, n_added),
                KeeperNews::Failed(error) => {
                    let known = lost.iter().find(|(file, _)| file.as_deref() == Some(path));
                    let what = known
                        .map_or("The game being played cannot be kept on disk", |(_, what)| what);
                    Outside::Unsaved(format!("{what}: {error}."))
                }
            };
            // When the router is gone, no one is told.
            let _gone = outside.blocking_send(news);
        });
        (
            Self { keeper, slots, kept: Vec::new(), tabs, others_keep_tabs, tab_files: Vec::new() },
            Unfinished { games, files, faults },
        )
    }

    /// Goes on keeping the games of the last time: each as the document of this number. Those without
    /// a number stay as they are on disk; their files.
    pub(super) fn go_on(&mut self, found: Unfinished, numbers: &[Option<u64>]) -> Vec<PathBuf> {
        let mut left = Vec::new();
        for (slot, number) in found.files.into_iter().zip(numbers) {
            let path = slot.path().to_owned();
            match number {
                Some(number) => {
                    self.kept.push((path, *number));
                    self.slots.push(slot);
                }
                None => left.push(path),
            }
        }
        left
    }

    /// The tabs of the last time; `None` where there was one, and where another program that runs now
    /// keeps its tabs there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read. It is left as it is.
    pub(super) fn tabs(&mut self) -> Result<Option<SavedTabs>, FileError> {
        let Some(slot) = self.tabs.take() else { return Ok(None) };
        let read = SavedTabs::read(slot.path());
        if let Ok(tabs) = &read {
            self.tabs = Some(slot);
            // Their files are there already.
            self.tab_files = tabs.iter().flat_map(SavedTabs::numbers).collect();
        }
        read
    }

    /// Another program that runs now has the tabs of the last time.
    pub(super) fn others_keep_tabs(&self) -> bool {
        self.others_keep_tabs
    }

    /// What stands in tabs is kept by this program: no other one had begun before.
    pub(super) fn keeps_tabs(&self) -> bool {
        self.tabs.is_some()
    }

    /// Keeps the list of tabs; `None` where there is only one.
    pub(super) fn put_tabs(&mut self, places: &Places, tabs: Option<&SavedTabs>) {
        let Some(slot) = &self.tabs else { return };
        self.keeper.put(slot.path(), tabs.map(SavedTabs::to_text));
        let numbers: Vec<u64> = tabs.into_iter().flat_map(SavedTabs::numbers).collect();
        // The files of tabs that are gone go, too.
        for gone in self.tab_files.extract_if(.., |known| !numbers.contains(known)) {
            if let Some(path) = places.tab_file(gone) {
                self.keeper.put(&path, None);
            }
        }
    }

    /// Keeps the game of the tab of this number; `None` where its tab was closed.
    pub(super) fn put_tab(&mut self, places: &Places, number: u64, game: Option<&SavedGame>) {
        let Some(path) = places.tab_file(number).filter(|_| self.tabs.is_some()) else { return };
        self.keeper.put(&path, game.map(SavedGame::to_text));
        self.tab_files.retain(|known| *known != number);
        if game.is_some() {
            self.tab_files.push(number);
        }
    }

    /// A file that is to hold this text soon. Never waits.
    pub(super) fn put(&self, path: &Path, text: String) {
        self.keeper.put(path, Some(text));
    }

    /// A list that is to have these items, too, soon. Never waits.
    pub(super) fn add(&self, path: &Path, list: ListFile, items: Vec<Value>) {
        self.keeper.add(path, list, items);
    }

    /// Keeps a document in its file: its own, else a free one, else that of the document which was
    /// kept the longest ago. `None` when it need not be kept any more.
    pub(super) fn keep(&mut self, document: u64, game: Option<&SavedGame>) {
        let own = self.kept.iter().position(|(_, kept)| *kept == document);
        let own = own.map(|at| self.kept.remove(at).0);
        let Some(game) = game else {
            if let Some(path) = own {
                self.keeper.put(&path, None);
            }
            return;
        };
        let Some(path) = own.or_else(|| self.find_file()) else { return };
        self.put(&path, game.to_text());
        self.kept.push((path, document));
    }

    fn find_file(&mut self) -> Option<PathBuf> {
        let kept = &self.kept;
        let mut slots: Vec<&mut Slot> = self.slots.iter_mut().collect();
        slots.sort_by_key(|slot| {
            let place = kept.iter().position(|(path, _)| path == slot.path());
            place.map_or(0, |place| place + 1)
        });
        let slot = slots.into_iter().find_map(|slot| slot.take_empty().then_some(slot))?;
        let path = slot.path().to_owned();
        self.kept.retain(|(known, _)| *known != path);
        Some(path)
    }
}
