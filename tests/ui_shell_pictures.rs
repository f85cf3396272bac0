//! Pictures of the whole window, drawn on the CPU and compared with stored ones.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_shell_pictures` writes them anew; look at them before
//! they are committed. Few, because each is a whole window.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod game_view;
    pub(crate) mod ui_sample;
}

use egui_kittest::kittest::Queryable as _;
use quintet::app::{Mode, Notice, NoticeKind, Theme};
use support::ui_sample::{running_match, sample, show};

const SIZE: [f32; 2] = [1280.0, 800.0];
const WIDE: [f32; 2] = [1440.0, 900.0];

#[test]
fn the_analysis_in_light_with_its_console() {
    let mut snapshot = sample(Mode::Analyse);
    snapshot.settings.theme = Theme::Light;
    let mut h = show(snapshot, WIDE);
    h.get_by_label("Console").click();
    h.run();
    h.remove_cursor();
    h.run();
    h.snapshot("shell-analyse-light");
}

#[test]
fn a_game_at_the_smallest_usual_size_with_a_refused_move() {
    let mut snapshot = sample(Mode::Play);
    let text = "a1 turns no disc: a move must turn at least one".to_owned();
    snapshot.notices = vec![Notice { id: 1, kind: NoticeKind::Refused, text }];
    let mut h = show(snapshot, SIZE);
    h.run();
    h.snapshot("shell-play-1280");
}

#[test]
fn a_match_in_high_contrast() {
    let mut snapshot = sample(Mode::Match);
    snapshot.matching = Some(running_match());
    snapshot.settings.theme = Theme::Contrast;
    let mut h = show(snapshot, SIZE);
    h.run();
    h.snapshot("shell-match-contrast");
}
