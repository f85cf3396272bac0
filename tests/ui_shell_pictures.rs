//! Pictures of the whole window, drawn on the CPU and compared with stored ones.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_shell_pictures` writes them anew; look at them before
//! they are committed. Without boards, whose wood makes files large: those are in
//! `ui_pictures.rs`.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod game_view;
    pub(crate) mod ui_sample;
}

use egui_kittest::kittest::Queryable as _;
use quintet::app::{Mode, Theme};
use quintet::ui::state::Page;
use support::ui_sample::{running_match, sample, show};

const SIZE: [f32; 2] = [1280.0, 800.0];

#[test]
fn the_dialog_for_a_new_game_over_the_settings() {
    let mut snapshot = sample(Mode::Play);
    snapshot.settings.theme = Theme::Light;
    let mut h = show(snapshot, SIZE);
    h.state_mut().ui.page = Page::Settings;
    h.get_by_label("New game\u{2026}").click_accesskit();
    h.run();
    h.snapshot("shell-new-game-light");
}

#[test]
fn a_match_in_high_contrast() {
    let mut snapshot = sample(Mode::Match);
    let found = running_match();
    snapshot.matching = Some(quintet::app::MatchView { board: None, ..found });
    snapshot.settings.theme = Theme::Contrast;
    let mut h = show(snapshot, SIZE);
    h.run();
    h.snapshot("shell-match-contrast");
}

#[test]
fn the_page_of_engines() {
    let mut h = show(sample(Mode::Play), SIZE);
    h.state_mut().ui.page = Page::Engines;
    h.run();
    h.snapshot("shell-engines-dark");
}
