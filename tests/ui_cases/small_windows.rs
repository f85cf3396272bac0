//! Low and narrow windows: what floats stays inside, the board keeps its share, nothing overlaps. And
//! what cannot be used says why.

use egui::accesskit::Role;
use egui::{Rect, Vec2};

use super::support::hive_view::{STACKED, hive};
use super::*;

const SIZES: [[f32; 2]; 3] = [[1280.0, 800.0], [1024.0, 700.0], [640.0, 400.0]];
const MODES: [Mode; 3] = [Mode::Play, Mode::Analyse, Mode::Match];

fn everything_inside(h: &Window, label: &str, size: [f32; 2]) {
    assert!(is_seen(h, label), "{label} in {size:?}: {:?}", h.get_by_label(label).rect());
}

#[test]
fn every_dialog_keeps_its_buttons_in_a_low_window() {
    /// A button, and how its dialog is opened.
    type Dialog = (&'static str, fn(&mut Window));
    let dialogs: [Dialog; 3] = [
        ("Close", |h| key(h, NONE, Key::F1)),
        ("Start the game", |h| key(h, CTRL, Key::N)),
        ("Close", |h| {
            key(h, CTRL, Key::K);
            type_into(h, "Command to search", "About Quintet");
            key(h, NONE, Key::Enter);
        }),
    ];
    for size in SIZES {
        for (button, open) in dialogs {
            let mut h = show(sample(Mode::Analyse), size);
            h.run();
            open(&mut h);
            everything_inside(&h, button, size);
            click(&mut h, button);
            assert!(h.state().ui.overlay.is_none(), "{button} in {size:?}");
        }
    }
}

#[test]
fn the_keys_are_all_seen_at_once_in_an_ordinary_window_and_scroll_in_a_small_one() {
    let last = "From place to place";
    let mut h = window(Mode::Analyse);
    key(&mut h, NONE, Key::F1);
    assert!(is_seen(&h, last) && is_seen(&h, "Quit"));
    assert!(is_seen(&h, "Parity of empty regions"), "the last of a long group");
    let mut h = show(sample(Mode::Analyse), [640.0, 400.0]);
    key(&mut h, NONE, Key::F1);
    assert!(!is_seen(&h, last));
    h.get_by_label(last).scroll_to_me();
    h.run();
    assert!(is_seen(&h, last) && is_seen(&h, "Close"));
}

#[test]
fn a_comment_has_a_line_of_its_own_in_a_low_window_and_a_typed_move_takes_its_place() {
    for mode in [Mode::Play, Mode::Analyse] {
        let mut h = show(sample(mode), [640.0, 400.0]);
        h.run();
        key(&mut h, CTRL, Key::E);
        let field = h.get_by_role_and_label(Role::MultilineTextInput, "Comment on the move shown");
        assert!(field.rect().height() >= 15.0, "{mode:?}: {:?}", field.rect());
        assert!(h.query_by_label("Typed move").is_none(), "{mode:?}");
        key(&mut h, CTRL, Key::L);
        assert!(is_seen(&h, "Typed move"), "{mode:?}");
    }
}

#[test]
fn a_menu_that_is_too_long_scrolls_inside_the_window() {
    for size in SIZES {
        let mut h = show(sample(Mode::Analyse), size);
        h.run();
        click(&mut h, "Menu");
        everything_inside(&h, "Quit", size);
        h.get_by_label("About Quintet").scroll_to_me();
        h.run();
        everything_inside(&h, "About Quintet", size);
    }
}

#[test]
fn the_board_has_half_of_a_window_of_1024_by_700() {
    for mode in [Mode::Play, Mode::Analyse] {
        let mut h = show(sample(mode), [1024.0, 700.0]);
        h.run();
        let squares = h.get_all_by_label_contains("square ");
        let board = squares.fold(Rect::NOTHING, |all, square| all.union(square.rect()));
        let strip = h.get_by_label_contains("Edax 4.6, White").rect();
        assert!(strip.width() >= 512.0 && board.width() > 470.0, "{mode:?}: {strip:?} {board:?}");
    }
}

/// Where this text is painted.
fn painted(h: &Window, words: &str) -> Vec<Rect> {
    let text = |shape: &egui::epaint::ClippedShape| match &shape.shape {
        egui::Shape::Text(text) if text.galley.text() == words => Some(text.visual_bounding_rect()),
        _ => None,
    };
    h.output().shapes.iter().filter_map(text).collect()
}

#[test]
fn the_tabs_of_the_drawer_lie_beside_each_other_and_beside_the_legend() {
    for width in [640.0, 760.0, 900.0, 1024.0, 1280.0, 1440.0] {
        let mut h = show(sample(Mode::Analyse), [width, 800.0]);
        h.run();
        key(&mut h, CTRL, Key::J);
        h.run();
        let series = h.state().snapshot.game.series.clone();
        assert_eq!(series.len(), 2);
        assert!(series.iter().all(|name| !painted(&h, name).is_empty()), "at {width}: names");
        let drawer = ["Graph", "Console", "Problems", "Game info"];
        let mut rects: Vec<Rect> =
            drawer.iter().map(|tab| h.get_by_role_and_label(Role::Tab, tab).rect()).collect();
        let foot = rects[0].center().y;
        let names = series.iter().flat_map(|name| painted(&h, name));
        rects.extend(names.filter(|rect| (rect.center().y - foot).abs() < 12.0));
        for (i, one) in rects.iter().enumerate() {
            let clash = rects[i + 1..].iter().find(|other| {
                let both = one.intersect(**other);
                both.width() > 0.5 && both.height() > 0.5
            });
            assert_eq!(clash, None, "at {width}: {one:?}");
        }
    }
}

#[test]
fn the_numbers_below_the_graph_never_touch() {
    let mut snapshot = sample(Mode::Analyse);
    // Games in one record are counted from one again.
    let mut plies = snapshot.game.plies.to_vec();
    for (i, ply) in plies.iter_mut().enumerate() {
        ply.number = format!("{}.", 100 + (i * 7) % 11);
    }
    snapshot.game.plies = plies.into();
    let mut h = show(snapshot, [640.0, 800.0]);
    h.run();
    key(&mut h, CTRL, Key::J);
    h.run();
    let mut numbers: Vec<Rect> =
        (100..111).flat_map(|n| painted(&h, &n.to_string())).filter(|r| r.top() > 500.0).collect();
    numbers.sort_by(|a, b| a.left().total_cmp(&b.left()));
    assert!(numbers.len() > 1, "{numbers:?}");
    for pair in numbers.windows(2) {
        assert!(pair[0].right() < pair[1].left(), "{pair:?}");
    }
}

#[test]
fn a_hive_at_double_size_lies_inside_its_frame_and_clear_of_the_controls() {
    for mode in [Mode::Play, Mode::Analyse] {
        let mut snapshot = hive(STACKED, mode, Theme::Dark);
        snapshot.settings.animate = false;
        let mut h = show(snapshot, [1280.0, 800.0]);
        h.run();
        // The size is changed while the hive is seen.
        h.set_size(Vec2::new(640.0, 400.0));
        h.run();
        let buttons = ["Zoom in on the board", "Zoom out of the board", "Show the whole board"];
        let controls: Vec<Rect> = buttons.iter().map(|name| h.get_by_label(name).rect()).collect();
        let strips = ["Visser, A., Black", "You, White"];
        let strips = strips.map(|name| h.get_by_label_contains(name).rect());
        let is_tile = |label: &str| {
            let coloured = label.starts_with("white ") || label.starts_with("black ");
            coloured && !label.contains("in hand")
        };
        let nodes = h.root().children_recursive();
        let tiles = nodes.filter(|n| n.accesskit_node().label().is_some_and(|l| is_tile(&l)));
        let tiles: Vec<Rect> = tiles.map(|tile| tile.rect()).collect();
        assert!(tiles.len() > 10, "{tiles:?}");
        for tile in tiles {
            assert!(
                strips[0].bottom() <= tile.top() && tile.bottom() <= strips[1].top(),
                "{tile:?}"
            );
            assert!(controls.iter().all(|button| tile.right() <= button.left()), "{tile:?}");
        }
    }
}

/// Every control that cannot be used now and does not say why.
fn without_reason(h: &Window) -> Vec<String> {
    let is_control = |role: Role| {
        matches!(
            role,
            Role::Button | Role::MenuItem | Role::MenuItemCheckBox | Role::Switch | Role::Tab
        )
    };
    let resting = h.root().children_recursive().filter(|node| node.accesskit_node().is_disabled());
    let label = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().unwrap_or_default();
    // The user does not play on the squares of a match's board.
    let resting = resting.filter(|node| {
        is_control(node.accesskit_node().role()) && !label(node).starts_with("square ")
    });
    let silent = resting.filter(|node| {
        let why = node.accesskit_node().description().unwrap_or_default();
        !(why.ends_with('.') && why.contains(' '))
    });
    silent.map(|node| label(&node)).collect()
}

#[test]
fn every_control_that_rests_says_why() {
    for mode in MODES {
        for matching in [None, Some(running_match().into())] {
            let mut snapshot = sample(mode);
            snapshot.matching = matching;
            // Nothing is known of the game yet: most that can be done rests.
            snapshot.game.n_mistakes = 0;
            snapshot.analysis.cards.iter_mut().for_each(|card| card.lines.clear());
            for page in [Page::Board, Page::Engines, Page::Games, Page::Settings] {
                let mut h = show(snapshot.clone(), SIZE);
                h.state_mut().ui.page = page;
                h.run();
                assert_eq!(without_reason(&h), [""; 0], "{mode:?} {page:?}");
            }
            for open in [Key::N, Key::K, Key::O] {
                let mut h = show(snapshot.clone(), SIZE);
                h.run();
                key(&mut h, CTRL, open);
                assert_eq!(without_reason(&h), [""; 0], "{mode:?} {open:?}");
            }
            let mut h = show(snapshot, SIZE);
            h.run();
            click(&mut h, "Menu");
            assert_eq!(without_reason(&h), [""; 0], "{mode:?}");
        }
    }
}

#[test]
fn the_reason_stands_in_the_tooltip_below_its_words() {
    let mut h =
        window_with(Mode::Match, |snapshot| snapshot.matching = Some(running_match().into()));
    h.get_by_label("Save").hover();
    h.run_steps(60);
    let tip = "Save   Ctrl S\nThe games of a match are saved as they end.";
    assert!(h.query_by_label(tip).is_some());
}

#[test]
fn a_tooltip_is_not_left_above_the_dialog_that_covers_its_button() {
    let mut h = window_with(Mode::Play, |_| {});
    h.get_by_label("Save").hover();
    h.run_steps(60);
    assert!(h.query_by_label_contains("Save   Ctrl S").is_some());
    key(&mut h, CTRL, Key::K);
    h.run_steps(5);
    assert!(h.query_by_label_contains("Save   Ctrl S").is_none());
}

#[test]
fn a_hive_keeps_its_room_above_an_open_drawer_at_double_size() {
    let mut h = show(hive(STACKED, Mode::Analyse, Theme::Dark), [640.0, 400.0]);
    h.run();
    key(&mut h, CTRL, Key::J);
    h.run();
    assert!(h.query_by_role_and_label(Role::Tab, "Graph").is_some(), "the drawer is open");
    let strips = ["Visser, A., Black", "You, White"];
    let strips = strips.map(|name| h.get_by_label_contains(name).rect());
    let room = strips[1].top() - strips[0].bottom();
    assert!(room > 100.0, "{strips:?}");
}

#[test]
fn the_edge_of_the_drawer_is_dragged_and_its_height_is_a_setting() {
    let edge = |h: &Window| h.get_by_label("Height of the drawer").rect().center();
    let height = |h: &Window| h.get_by_label("Close the drawer").rect().top();
    let settings = |h: &mut Window| {
        let mut all = taken(h).into_iter();
        all.find_map(|command| match command {
            Command::Settings(SettingsCommand::DrawerHeight(height)) => Some(height),
            _ => None,
        })
    };
    let mut h = window(Mode::Analyse);
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    let (from, before) = (edge(&h), height(&h));
    h.hover_at(from);
    h.run();
    h.drag_at(from);
    h.run();
    for up in [30.0, 60.0] {
        h.hover_at(from - egui::vec2(0.0, up));
        h.run();
    }
    assert!((before - height(&h) - 60.0).abs() < 8.0, "it follows the pointer");
    h.drop_at(from - egui::vec2(0.0, 60.0));
    h.run();
    let wanted = settings(&mut h).flatten().expect("its height is kept");
    assert!((wanted - 256.0).abs() < 8.0, "{wanted}");
    // The board keeps its room, whatever was set in another window.
    for (size, highest) in [(SIZE, 900.0), ([640.0, 400.0], 121.0)] {
        let mut snapshot = sample(Mode::Analyse);
        snapshot.settings.drawer_height = Some(4_000.0);
        let mut h = show(snapshot, size);
        h.state_mut().ui.drawer.wish = [Some(true); 3];
        h.run();
        let top = height(&h);
        assert!(size[1] - top < highest && top > 200.0, "{size:?}: {top}");
    }
}
