//! Files that are opened once more while their game stands in a tab.
//!
//! Reads no file.

use super::router::Router;
use super::to_open::{OpenPlace, OpenRecord};
use super::views::NoticeKind;

impl Router {
    /// The game stands in a tab already, which comes into view in place of another one: a game of the
    /// match, of a list of games, or one of a file that was changed since.
    pub(super) fn is_open_already(&mut self, open: &OpenRecord) -> bool {
        self.is_open_match_game(open) || self.is_open_listed(open) || self.is_open_file(open)
    }

    /// This game of the match stands in a tab.
    fn is_open_match_game(&mut self, open: &OpenRecord) -> bool {
        let Some(game) = open.from_match else { return false };
        let known = self.tabs.iter().find(|desk| desk.match_game() == Some(game));
        let Some((id, floats)) = known.map(|desk| (desk.id(), desk.floats())) else { return false };
        if open.place != OpenPlace::Behind {
            self.tabs.show(id);
        }
        if floats || open.place == OpenPlace::Behind {
            let place = if floats { "in a window of its own" } else { "in a tab" };
            let text = format!("Game {} of the match is open {place} already.", game.number);
            self.tell(|out| out.notice(NoticeKind::Info, text));
        }
        true
    }

    /// This game of the list of games stands in a tab. A tab without the analysis that there is by now is
    /// no such tab, unless the user has changed its game.
    fn is_open_listed(&mut self, open: &OpenRecord) -> bool {
        let Some(game) = &open.from_list else { return false };
        let Some(desk) = self.tabs.with_listed(game) else { return false };
        let is_behind = desk.listed_game().is_some_and(|known| !known.is_reviewed);
        let lacks_analysis = game.is_reviewed && is_behind;
        if (lacks_analysis || open.is_read_again) && !desk.is_unsaved() {
            return false;
        }
        let (id, floats) = (desk.id(), desk.floats());
        if open.place != OpenPlace::Behind {
            self.tabs.show(id);
        }
        let place = if floats { "in a window of its own" } else { "in a tab" };
        let number = game.place + 1;
        if lacks_analysis {
            let text = format!(
                "Game {number} is open {place}, with changes that are not saved yet. To see its analysis, \
                 close that tab and open the game again."
            );
            self.tell(|out| out.notice(NoticeKind::Info, text));
        } else if floats || open.place == OpenPlace::Behind {
            let text = format!("Game {number} of the list is open {place} already.");
            self.tell(|out| out.notice(NoticeKind::Info, text));
        }
        true
    }

    /// The game of this file stands in another tab with changes that are not saved: that tab comes into
    /// view, and nothing is opened, since two tabs would write over each other.
    fn is_open_file(&mut self, open: &OpenRecord) -> bool {
        let whole = open.source.as_ref().filter(|(_, is_whole)| *is_whole);
        let Some((path, _)) = whole else { return false };
        let Some(desk) = self.tabs.with_file(path) else { return false };
        if !desk.is_unsaved() {
            return false;
        }
        let (id, floats) = (desk.id(), desk.floats());
        let place = match (floats, open.place) {
            (true, _) => "in a window of its own",
            (false, OpenPlace::Here | OpenPlace::Tab) => "in this tab",
            (false, OpenPlace::Behind) => "in another tab",
        };
        if open.place != OpenPlace::Behind {
            self.tabs.show(id);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = format!("{name} is open {place}, with changes that are not saved yet.");
        self.tell(|out| out.notice(NoticeKind::Info, text));
        true
    }
}
