//! The tabs: a desk each, which of them is shown, and those that were closed and can be brought back.
//!
//! Knows nothing of what a desk does.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::catalogue::Catalogue;
use super::command::TabCommand;
use super::desk::{Desk, Surroundings};
use super::effect::{Effect, Outbox};
use super::shared::Shared;
use super::to_open::ListedGame;
use super::views::{NoticeKind, RatingsView, Settings, TabView};
use crate::games::Record;
use crate::store::{SavedCard, SavedMatch, SavedTab, SavedTabs};

/// So many tabs can be open at once.
pub(super) const MOST_TABS: usize = 30;
/// So many closed tabs can be brought back: as many as one wish can close.
const MOST_CLOSED: usize = MOST_TABS;

/// The desks, in the order of their tabs; there is always one.
#[derive(Debug)]
pub(super) struct Tabs {
    desks: Vec<Desk>,
    /// The place of the one that is shown.
    shown: usize,
    /// Those that were closed, each with its place, the newest last.
    closed: Vec<(usize, Desk)>,
    around: Surroundings,
    n_opened: u64,
    /// The number of the desk where the match is shown.
    match_home: Option<u64>,
    /// The match that runs or has run last.
    matching: Option<SavedMatch>,

    /// Tabs that were opened behind the one that is shown, since that is shown.
    n_behind: usize,
    messages: Outbox,
    /// How the tabs were written down last.
    written: Option<SavedTabs>,
}

impl Tabs {
    /// One desk, with the cards of the last time.
    pub(super) fn new(around: Surroundings, cards: Vec<SavedCard>) -> Self {
        let mut desk = Desk::new(1, around.clone(), cards);
        desk.set_shown(true);
        Self {
            desks: vec![desk],
            shown: 0,
            closed: Vec::new(),
            around,
            n_opened: 1,
            match_home: None,
            matching: None,
            n_behind: 0,
            messages: Outbox::default(),
            written: None,
        }
    }

    /// The desk that is shown.
    pub(super) fn shown(&mut self) -> &mut Desk {
        &mut self.desks[self.shown]
    }

    /// The number of the desk that is shown.
    pub(super) fn shown_id(&self) -> u64 {
        self.desks[self.shown].id()
    }

    /// The desk of this number; `None` where its tab was closed.
    pub(super) fn get(&mut self, id: u64) -> Option<&mut Desk> {
        self.desks.iter_mut().find(|desk| desk.id() == id)
    }

    /// All desks, in the order of their tabs.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Desk> {
        self.desks.iter()
    }

    /// The desks that show this running game of the match.
    pub(super) fn followers(&self, game: u32) -> Vec<u64> {
        let desks = self.desks.iter().filter(|desk| desk.follows(game));
        desks.map(Desk::id).collect()
    }

    /// The number of the desk where the match is shown; `None` where its tab was closed.
    pub(super) fn match_home(&self) -> Option<u64> {
        self.match_home.filter(|home| self.desks.iter().any(|desk| desk.id() == *home))
    }

    /// The match is shown at this desk from now on.
    pub(super) fn set_match_home(&mut self, id: u64) {
        self.match_home = Some(id);
    }

    /// The desk with the game of this file, which holds nothing else.
    pub(super) fn with_file(&self, path: &Path) -> Option<&Desk> {
        self.desks.iter().find(|desk| desk.file() == Some(path))
    }

    /// The desk with this game of a list of games.
    pub(super) fn with_listed(&self, game: &ListedGame) -> Option<&Desk> {
        let is_same = |desk: &&Desk| desk.listed_game().is_some_and(|known| known.is_same(game));
        self.desks.iter().find(is_same)
    }

    /// The numbers of all desks.
    pub(super) fn ids(&self) -> Vec<u64> {
        self.desks.iter().map(Desk::id).collect()
    }

    /// The list of engines has changed.
    pub(super) fn handle_catalogue(&mut self, catalogue: &Arc<Catalogue>) {
        self.around.catalogue = Arc::clone(catalogue);
        self.all().for_each(|desk| desk.handle_catalogue(Arc::clone(catalogue)));
    }

    /// A branch was copied.
    pub(super) fn handle_copied(&mut self, branch: &Arc<Record>) {
        self.around.branch = Some(Arc::clone(branch));
        self.all().for_each(|desk| desk.handle_copied(Arc::clone(branch)));
    }

    /// Settings have changed, for desks that will be opened.
    pub(super) fn handle_settings(&mut self, settings: Shared<Settings>) {
        self.around.settings = settings;
    }

    /// The user's ratings have changed, for desks that will be opened.
    pub(super) fn handle_ratings(&mut self, ratings: Shared<RatingsView>) {
        self.around.ratings = ratings;
    }

    /// A document was written to a file.
    pub(super) fn handle_saved(&mut self, document: u64, path: &Path, n_changes: u64) {
        self.all().for_each(|desk| desk.handle_saved(document, path, n_changes));
    }

    /// Opens a tab behind the one that is shown, with an empty board; the number of its desk. `None`
    /// where there are too many, which is said.
    pub(super) fn open(&mut self, is_behind: bool) -> Option<u64> {
        if self.desks.len() >= MOST_TABS {
            let text = format!("{MOST_TABS} tabs are open; close one before you open another.");
            self.messages.notice(NoticeKind::Refused, text);
            return None;
        }
        self.n_opened += 1;
        let desk = Desk::new(self.n_opened, self.around.clone(), Vec::new());
        // Tabs behind the one that is shown stand in the order in which they were opened.
        let before = if is_behind { self.n_behind } else { 0 };
        let place = (self.shown + 1 + before).min(self.desks.len());
        let id = desk.id();
        self.desks.insert(place, desk);
        if is_behind {
            self.n_behind += 1;
        } else {
            self.show_place(place);
        }
        self.note_number();
        Some(id)
    }

    /// A wish about the tabs that stand there; the effects are those of the desk of this number.
    pub(super) fn handle_command(
        &mut self,
        command: TabCommand,
        now: Instant,
    ) -> (u64, Vec<Effect>) {
        let shown = self.shown_id();
        match command {
            // The router opens tabs, puts something on their boards, and merges their games.
            TabCommand::New | TabCommand::Merge(_) => {}
            TabCommand::Show(id) => self.show(id),
            TabCommand::Next => self.step(1),
            TabCommand::Previous => self.step(self.desks.len() - 1),
            TabCommand::Close(id) => {
                let effects = self.close(id, now);
                return (id, effects);
            }
            TabCommand::Reopen => self.reopen(),
            TabCommand::Move(id, place) => self.reorder(id, place),
            TabCommand::Rename(id, name) => {
                if let Some(desk) = self.get(id) {
                    desk.set_name(&name);
                }
            }
            TabCommand::Float(id, on) => self.float(id, on),
            TabCommand::Pin(id, on) => {
                if let Some(desk) = self.get(id) {
                    desk.set_pinned(on);
                }
            }
        }
        (shown, Vec::new())
    }

    /// What is to be said about tabs.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        self.messages.take().collect()
    }

    /// Shares out how many engines may analyse at once: first to the tab that is shown, then to the
    /// others from the left. The limit is a setting.
    pub(super) fn share_out(&mut self) {
        let mut left = self.around.settings.most_analysing;
        let shown = self.shown;
        let others = (0..self.desks.len()).filter(|place| *place != shown);
        for place in std::iter::once(shown).chain(others) {
            left -= self.desks[place].set_allowance(left);
        }
    }

    /// Gives each tab whose title begins with its game the smallest number that no other one has. A tab
    /// keeps its number while its game is the same: closing or dragging one renames no other.
    pub(super) fn number_titles(&mut self) {
        let mut ids = self.ids();
        ids.sort_unstable();
        let mut taken: BTreeSet<(&'static str, u32)> = BTreeSet::new();
        let mut unnumbered = Vec::new();
        for id in ids {
            let Some(desk) = self.get(id) else { continue };
            let Some(game) = desk.titled_by_game() else { continue };
            let number = desk.title_number();
            if number.is_none_or(|number| !taken.insert((game, number))) {
                unnumbered.push((id, game));
            }
        }
        for (id, game) in unnumbered {
            let free = (1..).find(|number| !taken.contains(&(game, *number)));
            if let (Some(number), Some(desk)) = (free, self.get(id)) {
                desk.set_title_number(number);
                taken.insert((game, number));
            }
        }
    }

    /// This is the match; `None` where there is none.
    pub(super) fn set_match(&mut self, matching: Option<SavedMatch>) {
        if self.matching != matching {
            self.matching = matching;
            self.note_number();
        }
    }

    /// One tab alone needs no list, unless it has a match or an engine that looks at a position of its
    /// game, or a tab was closed with changes.
    fn needs_list(&self) -> bool {
        let has_changes = self.closed.iter().any(|(_, desk)| desk.is_kept_closed());
        let looks = self.desks.iter().any(Desk::has_own_looks);
        self.desks.len() > 1 || self.kept_match().is_some() || has_changes || looks
    }

    /// The number of the desk where the match will be shown after a restart, with the match. One that is
    /// over goes with its tab; one that runs comes back in the first.
    fn kept_match(&self) -> Option<(u64, SavedMatch)> {
        let matching = self.matching.clone()?;
        let home = self.match_home();
        let first = || self.desks.first().map(Desk::id).filter(|_| matching.runs);
        let place = home.or_else(first)?;
        let desk = self.desks.iter().find(|desk| desk.id() == place)?;
        let is_shown = desk.shows_match() || home.is_none();
        Some((place, SavedMatch { is_shown, ..matching }))
    }

    /// How many tabs, closed ones among them, have changes that are not saved in a file.
    pub(super) fn n_unsaved(&self) -> usize {
        let closed = self.closed.iter().map(|(_, desk)| desk);
        self.desks.iter().chain(closed).filter(|desk| desk.is_unsaved()).count()
    }

    /// What is to be kept of each tab by itself, where a list of tabs is needed since now.
    pub(super) fn note_kept(&mut self) -> Vec<(u64, Vec<Effect>)> {
        let several = self.needs_list();
        let kept = |desk: &mut Desk| (desk.id(), desk.handle_kept_alone(several));
        self.desks.iter_mut().map(kept).filter(|(_, effects)| !effects.is_empty()).collect()
    }

    /// How the tabs are to be written down, where that has changed; `Some(None)` where there is only
    /// one, which needs no list.
    pub(super) fn take_change(&mut self) -> Option<Option<SavedTabs>> {
        let kept = self.kept_match();
        let saved = |desk: &Desk| {
            let matching = kept.as_ref().filter(|(home, _)| *home == desk.id());
            SavedTab { matching: matching.map(|(_, found)| found.clone()), ..desk.saved_tab() }
        };
        let tabs = || self.desks.iter().map(saved).collect();
        let closed = self.closed.iter().map(|(_, desk)| desk);
        let closed = || closed.filter(|desk| desk.is_kept_closed()).map(Desk::saved_tab).collect();
        let now = self.needs_list().then(|| SavedTabs::new(self.shown, tabs(), closed()));
        if now == self.written {
            return None;
        }
        self.written.clone_from(&now);
        Some(now)
    }

    /// The tabs of the last time: their desks, which are empty yet, in order. Each keeps its number, and
    /// with it its file on disk and the number in its title.
    pub(super) fn restore(&mut self, saved: &SavedTabs) -> Vec<u64> {
        let mut taken = BTreeSet::new();
        self.n_opened = saved.numbers().fold(self.n_opened, u64::max);
        let mut desk_of = |tab: &SavedTab| {
            // A file that was changed by hand may say a number twice.
            let number = if tab.number > 0 && taken.insert(tab.number) {
                tab.number
            } else {
                self.n_opened += 1;
                self.n_opened
            };
            let mut desk = Desk::new(number, self.around.clone(), tab.cards.clone());
            desk.set_name(tab.name.as_deref().unwrap_or_default());
            desk.set_pinned(tab.pinned);
            desk
        };
        let mut desks: Vec<Desk> = saved.tabs.iter().take(MOST_TABS).map(&mut desk_of).collect();
        let closed = saved.closed.iter().take(MOST_CLOSED).map(desk_of);
        self.closed = closed.map(|desk| (MOST_TABS, desk)).collect();
        for (desk, tab) in desks.iter_mut().zip(&saved.tabs) {
            desk.set_floats(tab.floats);
        }
        let Some(last) = desks.len().checked_sub(1) else { return Vec::new() };
        // One tab stays in the window, whatever the file says.
        desks[saved.shown.min(last)].set_floats(false);
        self.desks = desks;
        self.show_place(saved.shown.min(last));
        self.note_number();
        self.ids()
    }

    /// The desks of tabs that were closed, the newest last.
    pub(super) fn closed(&mut self) -> impl Iterator<Item = &mut Desk> {
        self.closed.iter_mut().map(|(_, desk)| desk)
    }

    /// The numbers of the desks that have a window of their own.
    pub(super) fn floating(&self) -> Vec<u64> {
        self.desks.iter().filter(|desk| desk.floats()).map(Desk::id).collect()
    }

    /// The tabs of the window as it sees them; those with a window of their own are not among them.
    /// `matching` is the title of the match, and whether it runs.
    pub(super) fn views(&self, matching: Option<&(String, bool)>) -> Vec<TabView> {
        let shown = self.shown_id();
        let docked = self.desks.iter().filter(|desk| !desk.floats());
        docked.map(|desk| self.tab_view(desk, desk.id() == shown, matching)).collect()
    }

    /// The tab of this desk, which has a window of its own, as that window sees it.
    pub(super) fn view_apart(&self, id: u64, matching: Option<&(String, bool)>) -> Option<TabView> {
        let desk = self.desks.iter().find(|desk| desk.id() == id)?;
        Some(self.tab_view(desk, true, matching))
    }

    fn tab_view(&self, desk: &Desk, shown: bool, matching: Option<&(String, bool)>) -> TabView {
        let mut tab = desk.tab(shown);
        if let Some((_, runs)) = matching.filter(|_| self.match_home == Some(desk.id())) {
            tab.live |= *runs;
        }
        if desk.shows_match() && !tab.named {
            tab.title = matching.map_or_else(|| "New match".to_owned(), |(title, _)| title.clone());
        }
        tab
    }

    /// A closed tab can be brought back.
    pub(super) fn can_reopen(&self) -> bool {
        !self.closed.is_empty()
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Desk> {
        self.desks.iter_mut().chain(self.closed.iter_mut().map(|(_, desk)| desk))
    }

    /// Shows the next tab that many places on that has no window of its own.
    fn step(&mut self, by: usize) {
        let n = self.desks.len();
        let mut places = (1..=n).map(|step| (self.shown + step * by) % n);
        if let Some(place) = places.find(|place| !self.desks[*place].floats()) {
            self.show_place(place);
        }
    }

    fn float(&mut self, id: u64, on: bool) {
        let n_docked = self.desks.iter().filter(|desk| !desk.floats()).count();
        let Some(desk) = self.get(id).filter(|desk| desk.floats() != on) else { return };
        if on && n_docked == 1 {
            let text = "The last tab of the window stays in it.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        desk.set_floats(on);
        match (on, self.shown_id() == id) {
            (true, true) => self.step(self.desks.len() - 1),
            (true, false) => self.show_place(self.shown),
            (false, _) => self.show(id),
        }
    }

    /// Shows the tab of this desk.
    pub(super) fn show(&mut self, id: u64) {
        if let Some(place) = self.desks.iter().position(|desk| desk.id() == id && !desk.floats()) {
            self.show_place(place);
        }
    }

    fn show_place(&mut self, place: usize) {
        (self.shown, self.n_behind) = (place, 0);
        for (at, desk) in self.desks.iter_mut().enumerate() {
            let shown = at == place || desk.floats();
            desk.set_shown(shown);
        }
    }

    fn close(&mut self, id: u64, now: Instant) -> Vec<Effect> {
        let Some(place) = self.desks.iter().position(|desk| desk.id() == id) else {
            return Vec::new();
        };
        if self.desks.len() == 1 {
            self.messages.notice(NoticeKind::Refused, "The last tab stays open.");
            return Vec::new();
        }
        let is_last_docked = self.desks.iter().filter(|desk| !desk.floats()).count() == 1;
        if is_last_docked && !self.desks[place].floats() {
            self.messages.notice(NoticeKind::Refused, "The last tab of the window stays in it.");
            return Vec::new();
        }
        let mut desk = self.desks.remove(place);
        desk.set_floats(false);
        let effects = desk.handle_put_away(now);
        if self.closed.len() >= MOST_CLOSED {
            self.closed.remove(0);
        }
        self.closed.push((place, desk));
        let shown = match self.shown {
            shown if shown > place => shown - 1,
            shown => shown.min(self.desks.len() - 1),
        };
        self.show_place(shown);
        if self.desks[shown].floats() {
            self.step(self.desks.len() - 1);
        }
        self.note_number();
        effects
    }

    fn reopen(&mut self) {
        let Some((place, desk)) = self.closed.pop() else {
            return self.messages.notice(NoticeKind::Info, "No tab was closed.");
        };
        let place = place.min(self.desks.len());
        let id = desk.id();
        self.desks.insert(place, desk);
        // The match may be shown in another tab by now.
        if self.match_home().is_some_and(|home| home != id) {
            self.desks[place].leave_match();
        }
        self.show_place(place);
        self.note_number();
    }

    fn reorder(&mut self, id: u64, place: usize) {
        let Some(from) = self.desks.iter().position(|desk| desk.id() == id) else { return };
        let shown = self.shown_id();
        let desk = self.desks.remove(from);
        self.desks.insert(place.min(self.desks.len()), desk);
        self.show(shown);
    }

    /// Where there are several tabs each is kept on disk by itself.
    fn note_number(&mut self) {
        let several = self.needs_list();
        self.desks.iter_mut().for_each(|desk| desk.set_kept_alone(several));
    }
}
