//! The actions that order, copy, paste and merge branches of the tree of moves, and erase what is
//! drawn on the board.
//!
//! Changes no tree: the application does.

use egui::{Key, ViewportCommand};

use super::table::{ALT, k};
use super::{Action, ActionId as Id, Menu};
use crate::app::{GameCommand, Snapshot, TabCommand};
use crate::ui::dialogs::{self, PathUse};
use crate::ui::state::PasteUse;
use crate::ui::text;

pub(super) const EVERY_LINE: &str = "The start belongs to every line.";

pub(super) const DEMOTE: Action = Action::new(Id::Demote, Menu::Edit, text::DEMOTE, "", |r| {
    r.game(GameCommand::Demote(r.snapshot.game.current));
})
.keys(&[k(ALT, Key::ArrowDown)])
.when(|s| s.game.current != 0, EVERY_LINE)
.of_game();

pub(super) const COPY: Action =
    Action::new(Id::CopyBranch, Menu::Edit, text::COPY_BRANCH, "copy", |r| {
        r.game(GameCommand::CopyBranch(r.snapshot.game.current));
    })
    .keys(&[k(ALT, Key::B)])
    .of_game();

pub(super) const PASTE: Action =
    Action::new(Id::PasteBranch, Menu::Edit, text::PASTE_BRANCH, "paste", |r| {
        r.game(GameCommand::PasteBranch(r.snapshot.game.current));
    })
    .keys(&[k(ALT, Key::V)])
    .when(|s| s.game.can_paste_branch, "No branch of this kind of game was copied yet.")
    .of_game();

pub(super) const ERASE_DRAWN: Action =
    Action::new(Id::EraseDrawn, Menu::Edit, text::ERASE_DRAWN, "", |r| {
        r.game(GameCommand::EraseDrawn(r.snapshot.game.current));
    })
    .keys(&[k(ALT, Key::E)])
    .when(|s| !s.game.drawn.is_empty(), "Nothing is drawn on the board.")
    .of_game();

pub(super) const MERGE_FILE: Action =
    Action::new(Id::MergeFile, Menu::Edit, text::MERGE_FILE, "open", |r| {
        dialogs::ask_path(r.ctx, r.state, PathUse::Merge, None);
    })
    .group()
    .when(does_not_practise, PRACTISES)
    .of_game();

pub(super) const MERGE_PASTED: Action =
    Action::new(Id::MergePasted, Menu::Edit, text::MERGE_PASTED, "paste", |r| {
        r.state.pastes = PasteUse::Merge;
        r.ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
    })
    .when(does_not_practise, PRACTISES)
    .of_game();

pub(super) const MERGE_TAB: Action =
    Action::new(Id::MergeTab, Menu::Edit, text::MERGE_TAB, "", |r| {
        if let Some(id) = next_tab(r.snapshot) {
            r.tab(TabCommand::Merge(id));
        }
    })
    .when(|s| s.tabs.len() > 1, text::ONLY_TAB)
    .when(does_not_practise, PRACTISES)
    .of_game();

const PRACTISES: &str = "Nothing can be merged into an exercise.";

fn does_not_practise(snapshot: &Snapshot) -> bool {
    snapshot.practice.is_none()
}

/// The tab to the right of the one shown; from the last one the first.
fn next_tab(snapshot: &Snapshot) -> Option<u64> {
    let shown = snapshot.tabs.iter().position(|tab| tab.shown)?;
    let next = &snapshot.tabs[(shown + 1) % snapshot.tabs.len()];
    (!next.shown).then_some(next.id)
}
