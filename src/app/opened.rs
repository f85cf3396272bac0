//! Files that are opened once more while their game stands in a tab.
//!
//! Reads no file.

use super::effect::{OpenPlace, OpenRecord};
use super::router::Router;
use super::views::NoticeKind;

impl Router {
    /// The game of this file stands in another tab with changes that are not saved: that tab comes into
    /// view, and nothing is opened, since two tabs would write over each other.
    pub(super) fn is_open_already(&mut self, open: &OpenRecord) -> bool {
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
