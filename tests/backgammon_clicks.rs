//! Backgammon's board as data and what clicks on it mean: tables of clicks, and the battery.

use quintet::games::backgammon::Backgammon;
use quintet::games::testing::check_rules_from;
use quintet::games::{Click, Mark, Rules, Scene, SceneView, Setup};

fn at(xgid: &str) -> Backgammon {
    let setup = Setup { variant: None, position: Some(xgid.to_owned()) };
    Backgammon::start(&setup).expect(xgid)
}

/// What a row of clicks, `8 5 dice`, ends with: `= move`, `! reason`, or `: what is chosen`.
fn clicked(pos: &Backgammon, clicks: &str) -> String {
    let mut chosen: Vec<String> = Vec::new();
    let mut said = String::new();
    for click in clicks.split(", ") {
        match Rules::click(pos, &chosen, click) {
            Click::Partial(now) => {
                chosen = now;
                said = format!(": {}", chosen.join(" "));
            }
            Click::Complete(text) => return format!("= {text}"),
            Click::Refused(reason) => {
                chosen.clear();
                said = format!("! {reason}");
            }
            Click::Kept { chosen: now, reason } => {
                chosen = now;
                said = format!("! {reason}");
            }
        }
    }
    said
}

const BOARD: &str = "XGID=-b----E-C---eE---c-e----B-:";
const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:";

#[test]
fn clicks_make_plays_step_by_step() {
    for (dice, clicks, result) in [
        // A click moves by the first die, the next one by the other.
        ("31", "8", ": 8 5 dice"),
        ("31", "8, 6", ": 8 5 6 5 dice"),
        ("31", "8, 6, dice", "= 8/5 6/5"),
        ("42", "8, 6, dice", "= 8/4 6/4"),
        ("31", "dice, 6, 8, dice", "= 8/5 6/5"),
        ("65", "24, 18, dice", "= 24/18 18/13"),
        ("33", "8, 8, 6, 6, dice", "= 8/5 8/5 6/3 6/3"),
        // Both ends: the first click moves, the second one corrects.
        ("52", "13, 11", ": 13 11"),
        ("52", "13, 11, 13, dice", "= 13/11 13/8"),
        ("65", "24, 13, dice", "= 24/18 13/8"),
        ("64", "24, 14, dice", "= 24/18 18/14"),
        // Taken up and dropped.
        ("52", "hold 13", ": 13"),
        ("52", "hold 13, 11", ": 13 11"),
        ("42", "hold 8, 6, hold 8, 4, dice", "= 8/6 8/4"),
        ("65", "hold 24, 13, dice", "= 24/18 18/13"),
        ("52", "hold 13, 6, dice", "= 13/8 8/6"),
        ("52", "hold 13, 13", ": 13 8 dice"),
        // Parts are taken back.
        ("31", "8, 5, 6, dice", "= 8/5 5/4"),
        ("65", "24, 24", ": "),
        ("65", "24, 18, 13", ": 24 18"),
        ("31", "8, 6, 5", ": 8 5"),
        ("31", "8, 6, hold 5, 6", ": 8 5"),
        ("31", "8, undo", ": "),
        ("31", "8, 6, undo, undo, undo", "! nothing has been played yet"),
        // What cannot be.
        ("31", "1", "! choose one of your own checkers first"),
        ("31", "hold 12", "! choose one of your own checkers first"),
        ("55", "24", "! point 19 is held by two or more checkers"),
        ("55", "hold 8, 24", "! checkers move towards their home only"),
        ("31", "hold 24, 5", "! the dice left are 3 and 1"),
        ("31", "8, dice", "! as many dice as possible must be played"),
        ("33", "dice", "! both dice show the same"),
        ("31", "8, cube", "! doubling is possible only before the roll"),
        ("31", "black off", "! that place is Black's"),
        ("31", "25", "! there is no place \"25\""),
    ] {
        let pos = at(&format!("{OPENING}{dice}:0:0:1:0:10"));
        assert_eq!(clicked(&pos, clicks).trim_end(), result.trim_end(), "{dice}: {clicks}");
    }
}

#[test]
fn a_slip_keeps_what_was_played_before() {
    let pos = at(&format!("{OPENING}31:0:0:1:0:10"));
    let chosen = ["8", "5"].map(str::to_owned);
    let click = Rules::click(&pos, &chosen, "black bar");
    let reason = "that place is Black's".to_owned();
    assert_eq!(click, Click::Kept { chosen: chosen.to_vec(), reason });
    assert!(matches!(Rules::click(&pos, &[], "black bar"), Click::Refused(_)));
}

#[test]
fn black_clicks_the_same_places_by_the_same_names() {
    // Black to play 31 from the opening: his 8 is White's 17.
    let pos = at("XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:1:0:10");
    assert_eq!(clicked(&pos, "17, 19, dice"), "= 8/5 6/5");
    assert_eq!(clicked(&pos, "8"), "! choose one of your own checkers first");
}

#[test]
fn the_rules_of_must_play_hold_for_every_single_click() {
    for (xgid, clicks, result) in [
        // Only one of the dice can be played: the larger (rows of the table of edge cases).
        ("XGID=--b---------aA------------:0:0:1:65:0:0:0:0:10", "13, dice", "= 13/7"),
        (
            "XGID=--b---------aA------------:0:0:1:65:0:0:0:0:10",
            "hold 13, 8",
            "! only one die can be played, and it must be the larger",
        ),
        // 5 first, because 6 first is blocked.
        ("XGID=------------a-----b-----A-:0:0:1:65:0:0:0:0:10", "24, 19, dice", "= 24/19 19/13"),
        (
            "XGID=------------a-----b-----A-:0:0:1:65:0:0:0:0:10",
            "hold 24, 13, dice",
            "= 24/19 19/13",
        ),
        // The bar first.
        (
            "XGID=-------------A------bbbbbB:0:0:1:65:0:0:0:0:10",
            "13",
            "! the checker on the bar must enter first",
        ),
        ("XGID=-------------A------bbbbbB:0:0:1:65:0:0:0:0:10", "white bar, dice", "= bar/19"),
        // No play at all: any click passes.
        ("XGID=-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10", "13", "= pass"),
        // Bearing off.
        ("XGID=-----AB-----a-------------:0:0:1:43:0:0:0:0:10", "6, 6, dice", "= 6/3 6/2"),
        (
            "XGID=---A-B------a-------------:0:0:1:66:0:0:0:0:10",
            "5, 5, 3, dice",
            "= 5/off 5/off 3/off",
        ),
        (
            "XGID=---A-B------a-------------:0:0:1:66:0:0:0:0:10",
            "hold 3",
            "! a larger die bears off only from the highest point",
        ),
        ("XGID=-A----A-----a-------------:0:0:1:65:0:0:0:0:10", "6, 1, dice", "= 6/off 1/off"),
        ("XGID=-A----------a-------------:0:0:1:21:0:0:0:0:10", "1, dice", "= 1/off"),
        (
            "XGID=-A----A-a-----------------:0:0:1:65:0:0:0:0:10",
            "hold 6, white off, 1, dice",
            "= 6/off 1/off",
        ),
        (
            "XGID=-------AA---a-------------:0:0:1:61:0:0:0:0:10",
            "hold 7, white off",
            "! checkers are borne off only when all are at home",
        ),
    ] {
        let pos = at(xgid);
        assert_eq!(clicked(&pos, clicks), result, "{xgid}: {clicks}");
    }
}

#[test]
fn dice_and_cube_are_clicked_to_roll_double_and_take() {
    for (xgid, clicks, result) in [
        ("00:0:0:1:0:10", "dice", "= roll"),
        ("00:0:0:1:0:10", "cube", "= double"),
        ("00:0:0:1:0:10", "8", "! roll first, or double"),
        ("D:0:0:1:0:10", "cube", "= take"),
        ("D:0:0:1:0:10", "dice", "! the double is to be taken or dropped first"),
        // The Crawford game: there is no choice, and the dice are already rolling.
        ("00:6:0:1:7:10", "cube", "! there is no doubling in the Crawford game"),
    ] {
        let pos = at(&format!("{OPENING}{xgid}"));
        assert_eq!(clicked(&pos, clicks), result, "{xgid}: {clicks}");
    }
    let over = at("XGID=-A----------a-------------:0:0:1:21:0:0:0:0:10");
    let mut over = over;
    let last = Rules::legal_moves(&over)[0];
    over.play_unchecked(&last);
    assert_eq!(clicked(&over, "dice"), "! the game is over");
}

fn scene(pos: &Backgammon, chosen: &str, last_move: Option<&str>, orientation: u8) -> Scene {
    let chosen: Vec<String> = chosen.split_whitespace().map(str::to_owned).collect();
    let view = SceneView {
        chosen: &chosen,
        last_move,
        orientation,
        show_legal: true,
        ..SceneView::default()
    };
    Rules::scene(pos, &view)
}

fn spoken<'a>(scene: &'a Scene, name: &str) -> &'a str {
    &scene.cells.iter().find(|cell| cell.name == name).expect(name).spoken
}

#[test]
fn places_are_spoken_as_the_player_below_counts_them() {
    let pos = at(&format!("{OPENING}31:0:0:1:0:10"));
    let usual = scene(&pos, "", None, 0);
    for (name, words) in [
        ("6", "point 6, five white checkers, movable"),
        ("19", "point 19, five black checkers"),
        ("2", "point 2, empty"),
        ("white bar", "White bar, empty"),
        ("black off", "Black borne off, no black checkers"),
        ("dice", "White's dice, three and one"),
        ("cube", "cube, 1, in the middle"),
    ] {
        assert_eq!(spoken(&usual, name), words);
    }
    let turned = scene(&pos, "", None, 1);
    assert_eq!(spoken(&turned, "19"), "point 6, five black checkers");
    let held = scene(&pos, "8", None, 0);
    assert_eq!(spoken(&held, "8"), "point 8, three white checkers, chosen");
    assert_eq!(spoken(&held, "5"), "point 5, empty, legal");
    let targets: Vec<(String, String)> =
        held.table.unwrap().targets.into_iter().map(|target| (target.cell, target.text)).collect();
    let expected = [("5", "3"), ("7", "1"), ("4", "4")];
    assert_eq!(targets, expected.map(|(cell, text)| (cell.to_owned(), text.to_owned())));
    let played = scene(&pos, "8 5 6 5", None, 0);
    assert_eq!(spoken(&played, "5"), "point 5, two white checkers");
    assert_eq!(spoken(&played, "dice"), "White's dice, three and one, all played, confirm");
    let table = played.table.unwrap();
    assert!(table.is_complete && table.dice.iter().all(|die| die.used));
    assert!(played.marks.contains(&Mark::Legal("dice".to_owned())));
}

#[test]
fn every_orientation_mirrors_or_turns_the_same_board() {
    let pos = at(&format!("{OPENING}31:0:0:1:0:10"));
    let [usual, turned, mirrored, both] = [0, 1, 2, 3].map(|n| scene(&pos, "", None, n));
    let (w, h) = usual.size;
    let place = |scene: &Scene, id: u32| {
        let piece = scene.pieces.iter().find(|piece| piece.id == id).unwrap();
        piece.centre
    };
    let close = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-4;
    assert_eq!(usual.pieces.len(), 30);
    for piece in &usual.pieces {
        let (x, y) = piece.centre;
        assert!(close(place(&turned, piece.id), (x, h - y)));
        assert!(close(place(&mirrored, piece.id), (w - x, y)));
        assert!(close(place(&both, piece.id), (w - x, h - y)));
        assert!(x > 0.0 && x < w && y > 0.0 && y < h);
    }
    // White's home is below at the right.
    let labels: Vec<&str> = usual.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels.len(), 24);
    let one = usual.labels.iter().find(|label| label.text == "1").unwrap();
    assert!(one.at.0 > w * 0.8 && one.at.1 > h);
}

#[test]
fn fifteen_checkers_lie_on_one_point_within_its_height() {
    let pos = at("XGID=-o----------------------O-:0:0:1:31:0:0:1:0:10");
    let scene = scene(&pos, "", None, 0);
    let (_, h) = scene.size;
    let mut depths: Vec<f32> =
        scene.pieces.iter().map(|piece| piece.centre.1).filter(|y| *y > h / 2.0).collect();
    depths.sort_by(f32::total_cmp);
    assert_eq!(depths.len(), 15);
    assert!(depths[0] > h / 2.0 + 0.6 && depths.windows(2).all(|two| two[1] - two[0] > 0.2));
}

#[test]
fn the_last_move_says_which_checkers_went_where() {
    // White has just played 13/8 6/5*, hitting a blot of Black's.
    let mut pos = at("XGID=-b---aE-C---dE---c-e----B-:0:0:1:51:0:0:1:0:10");
    let before = scene(&pos, "", None, 0);
    let mv = pos.read_move("13/8 6/5*").unwrap();
    let text = pos.write_move(&mv);
    pos.play_unchecked(&mv);
    let after = scene(&pos, "", Some(&text), 0);
    let name = |scene: &Scene, id: u32| {
        let piece = scene.pieces.iter().find(|piece| piece.id == id).unwrap();
        (piece.centre.0 * 10.0).round() as i32
    };
    let ids = |scene: &Scene| {
        let mut ids: Vec<u32> = scene.pieces.iter().map(|piece| piece.id).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(after.moved.len(), 3, "{text}");
    // Renamed by what moved, the pieces of both scenes are the same.
    let mut renamed: Vec<u32> = ids(&before)
        .into_iter()
        .map(|id| after.moved.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| *new))
        .collect();
    renamed.sort_unstable();
    assert_eq!(renamed, ids(&after));
    for (old, new) in &after.moved {
        assert_ne!(name(&before, *old), name(&after, *new));
    }
    let last: Vec<&Mark> =
        after.marks.iter().filter(|mark| matches!(mark, Mark::LastMove(_))).collect();
    assert_eq!(last, [&Mark::LastMove("8".to_owned()), &Mark::LastMove("5".to_owned())]);
    // A text that does not fit is passed over.
    assert_eq!(scene(&pos, "", Some("24/18 13/11"), 0).moved, []);
    assert_eq!(scene(&pos, "", Some("roll"), 0).moved, []);
}

#[test]
fn the_battery_holds_for_games_matches_and_set_up_positions() {
    let variant = |name: &str| Setup { variant: Some(name.to_owned()), position: None };
    check_rules_from::<Backgammon>(&Setup::default(), 3, 160);
    check_rules_from::<Backgammon>(&variant("match-3"), 2, 260);
    check_rules_from::<Backgammon>(&variant("cubeless"), 1, 120);
    for position in [
        "XGID=-ADBadBaB---a--Aa-aba--AcB:2:1:1:32:3:5:0:11:10",
        "XGID=-Hba---a-a-----a----A--ed-:1:1:-1:00:1:1:0:3:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:1:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10 opening of 3",
    ] {
        let setup = Setup { variant: None, position: Some(position.to_owned()) };
        check_rules_from::<Backgammon>(&setup, 1, 100);
    }
}

#[test]
fn a_hint_rings_each_checker_and_where_it_comes_to_lie_until_the_play_is_begun() {
    let rings = |xgid: &str, chosen: &[&str], hint: &str| -> Vec<String> {
        let chosen: Vec<String> = chosen.iter().map(|cell| (*cell).to_owned()).collect();
        let view = SceneView { chosen: &chosen, hint: Some(hint), ..SceneView::default() };
        let table = Rules::scene(&at(xgid), &view).table.expect("a table");
        let sign = |lands| if lands { ">" } else { "" };
        table.hints.iter().map(|ring| format!("{}{}", sign(ring.lands), ring.cell)).collect()
    };
    let roll = |dice: &str| format!("{OPENING}{dice}:0:0:1:0:10");
    for (dice, hint, expected) in [
        ("31", "8/5 6/5", &["8", ">5", "6", ">5"][..]),
        ("65", "24/18 18/13", &["24", ">13"]),
        ("33", "8/5 8/5 6/3 6/3", &["8", ">5", "8", ">5", "6", ">3", "6", ">3"]),
        ("00", "double", &["cube"]),
        ("00", "roll", &[]),
        ("31", "no move", &[]),
    ] {
        assert_eq!(rings(&roll(dice), &[], hint), expected, "{dice}: {hint}");
    }
    assert_eq!(
        rings(&roll("31"), &["dice"], "8/5 6/5").len(),
        4,
        "the order of the dice is no play"
    );
    assert!(rings(&roll("31"), &["8", "5"], "8/5 6/5").is_empty(), "a step is made");
    assert!(rings(&roll("31"), &["8"], "8/5 6/5").is_empty(), "a checker is taken up");
    // Black's, in the names of White's points.
    let black = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:1:0:10";
    assert_eq!(rings(black, &[], "8/5 6/5"), ["17", ">20", "19", ">20"]);
}

#[test]
fn two_checkers_of_a_hint_have_rings_of_their_own_on_the_checkers_themselves() {
    let pos = at(&format!("{OPENING}33:0:0:1:0:10"));
    let view = SceneView { hint: Some("8/5(2) 6/3(2)"), show_legal: true, ..SceneView::default() };
    let scene = Rules::scene(&pos, &view);
    let table = scene.table.as_ref().unwrap();
    for (idx, ring) in table.hints.iter().enumerate() {
        let others = table.hints.iter().enumerate().filter(|(other, _)| *other != idx);
        assert!(others.clone().all(|(_, other)| other.at != ring.at), "{ring:?}");
        let lies = scene.pieces.iter().any(|piece| piece.centre == ring.at);
        assert_eq!(lies, !ring.lands, "{ring:?}");
    }
    assert!(spoken(&scene, "8").ends_with(", movable, hint"), "{}", spoken(&scene, "8"));
}

#[test]
fn the_cube_glows_only_where_a_person_may_turn_it() {
    let glows = |rest: &str, show_legal: bool| {
        let view = SceneView { show_legal, ..SceneView::default() };
        let table = Rules::scene(&at(&format!("{BOARD}{rest}")), &view).table.expect("a table");
        table.cube.is_some_and(|cube| cube.legal)
    };
    assert!(glows_cube(&glows, "0:0:1:00:0:0:1:0:10"), "in the middle");
    assert!(glows_cube(&glows, "1:1:1:00:0:0:1:0:10"), "White's own");
    for (rest, why) in [
        ("0:0:1:31:0:0:1:0:10", "the dice are rolled"),
        ("1:-1:1:00:0:0:1:0:10", "it is Black's"),
        ("0:0:1:00:4:2:1:5:10", "the Crawford game"),
        ("0:0:1:00:4:2:0:5:10", "it is dead"),
    ] {
        assert!(!glows(rest, true), "{why}");
    }
}

/// It glows for a person, and not where the one to decide is no person, so that nothing is marked.
fn glows_cube(glows: &dyn Fn(&str, bool) -> bool, rest: &str) -> bool {
    glows(rest, true) && !glows(rest, false)
}
