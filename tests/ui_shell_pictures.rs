//! Pictures of the whole window, drawn on the CPU and compared with stored ones.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_shell_pictures` writes them anew; look at them before
//! they are committed.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod game_view;
    pub(crate) mod ui_sample;
}

use quintet::app::{Mode, Theme};
use support::ui_sample::{running_match, sample, show};

#[test]
fn look() {
    use egui_kittest::kittest::Queryable as _;
    use quintet::ui::state::{DrawerTab, Page};
    let dir = std::path::PathBuf::from(std::env::var("LOOK").unwrap());
    let only = std::env::var("ONLY").unwrap_or_default();
    let wide = [1440.0, 900.0];
    let small = [1280.0, 800.0];
    type H = egui_kittest::Harness<'static, support::ui_sample::Screen>;
    let shot = |name: &str, snapshot, size: [f32; 2], f: &dyn Fn(&mut H)| {
        if !only.is_empty() && !only.split(',').any(|o| o == name) {
            return;
        }
        let mut h = show(snapshot, size);
        h.run();
        f(&mut h);
        h.run();
        h.render().unwrap().save(dir.join(format!("{name}.png"))).unwrap();
    };
    let click = |l: &'static str| move |h: &mut H| h.get_by_label(l).click();
    let mut light = sample(Mode::Analyse);
    light.settings.theme = Theme::Light;
    shot("console-light", light.clone(), wide, &click("Console"));
    shot("analyse-1280", sample(Mode::Analyse), small, &|_| {});
    shot("play-1280", sample(Mode::Play), small, &|_| {});
    shot("play", sample(Mode::Play), wide, &|_| {});
    shot("newgame", sample(Mode::Play), small, &click("New game\u{2026}"));
    shot("palette", sample(Mode::Play), small, &click("Search commands"));
    shot("keys", sample(Mode::Play), small, &click("Keys"));
    shot("menu", sample(Mode::Play), small, &click("Menu"));
    shot("viewmenu", light.clone(), wide, &click("View menu"));
    shot("engines", sample(Mode::Play), wide, &|h| h.state_mut().ui.page = Page::Engines);
    shot("settings", sample(Mode::Play), small, &|h| h.state_mut().ui.page = Page::Settings);
    shot("problems", sample(Mode::Play), small, &|h| {
        h.state_mut().ui.drawer.tab = DrawerTab::Problems;
        h.state_mut().ui.drawer.wish[0] = Some(true);
    });
    shot("hover", sample(Mode::Analyse), wide, &|h| {
        h.get_by_label_contains("Line 2 of Edax").hover();
    });
    shot("empty", { let mut s = sample(Mode::Analyse); s.analysis.cards.clear(); s }, small, &|_| {});
    let mut m = sample(Mode::Match);
    shot("match-form", m.clone(), small, &|_| {});
    m.matching = Some(running_match());
    shot("match", m, small, &|_| {});
}
