//! Pictures of backgammon: the table with all that lies on it.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_backgammon_pictures` writes them again; look at them
//! before they are committed.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod picture;
}

use quintet::app::Theme;
use quintet::app::board::Scene;
use quintet::games::backgammon::Backgammon;
use quintet::games::{Rules, SceneView, Setup};
use quintet::ui::board::{BoardState, Overlay, board_ui};
use support::picture::picture;

/// The board after these clicks, with what may be played.
fn scene(xgid: &str, clicks: &[&str]) -> Scene {
    let setup = Setup { variant: None, position: Some(xgid.to_owned()) };
    let pos = Backgammon::start(&setup).expect("the position is sound");
    let chosen: Vec<String> = clicks.iter().map(|cell| (*cell).to_owned()).collect();
    Rules::scene(&pos, &SceneView { chosen: &chosen, show_legal: true, ..SceneView::default() })
}

fn table(name: &str, theme: Theme, scene: &Scene) {
    picture(name, theme, 1.0, [900.0, 620.0], |ui, kit, area| {
        let mut state = BoardState::default();
        board_ui(ui, kit, area.shrink(10.0), scene, &Overlay::default(), &mut state, true);
    });
}

#[test]
fn a_roll_with_a_chosen_checker_an_owned_cube_and_borne_off_checkers() {
    // White owns the cube at 2, both have borne off, one black checker is on the bar.
    let xgid = "XGID=aBBCB-E-----------a-ccbb--:1:1:1:52:3:2:0:7:10";
    table("backgammon-play", Theme::Dark, &scene(xgid, &["6"]));
}

#[test]
fn a_start_before_the_roll_with_tall_stacks() {
    let xgid = "XGID=-b----K-A---cA---b-f-AA-b-:0:0:1:00:0:0:1:0:10";
    table("backgammon-roll-light", Theme::Light, &scene(xgid, &[]));
}
