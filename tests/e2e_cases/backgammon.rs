//! Backgammon in the real window: a whole game by the mouse and one by the keyboard alone, against
//! the engine that comes with the program.

use egui::Key;

use crate::support::inspection::{Opening, Tree, Window};
use crate::{CALM, CTRL, NONE, new_game_of, result, tab_to};

/// The engine that comes with the program at its lowest level. It computes its tables when it
/// starts, and on a machine with much else to do that takes longer than anybody else waits.
const PATIENT: &str = "[[engine]]\nname = \"Patient\"\nprotocol = \"ubgi\"\n\
    games = [\"backgammon\"]\ntimeouts = 10.0\n\
    command = [\"{quintet}\", \"engine\", \"ubgi\", \"--level\", \"1\"]\n";

fn open(test: &'static str, limit_secs: u64) -> Window {
    Window::open(Opening { test, settings: CALM, engines: PATIENT, limit_secs })
}

/// What the person at the board may do next.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// Roll, or double first.
    Decide,
    /// Answer a double.
    Doubled,
    /// Places whose checkers may be moved, as they are spoken.
    Move(Vec<String>),
    /// The play is complete.
    Confirm,
    Over(String),
}

fn is_on(tree: &Tree, label: &str) -> bool {
    tree.get(label).is_some_and(|node| node.enabled && node.centre.is_some())
}

fn turn_of(tree: &Tree) -> Option<Turn> {
    if let Some(over) = result(tree) {
        return Some(Turn::Over(over));
    }
    if is_on(tree, "Take") {
        return Some(Turn::Doubled);
    }
    if is_on(tree, "Roll") {
        return Some(Turn::Decide);
    }
    if is_on(tree, "Confirm move") {
        return Some(Turn::Confirm);
    }
    let movable = tree.labels().filter(|label| label.ends_with(", movable"));
    let mut movable: Vec<String> = movable.map(str::to_owned).collect();
    movable.sort_by_key(|label| std::cmp::Reverse(point(label)));
    (!movable.is_empty()).then_some(Turn::Move(movable))
}

/// The number of a point that is spoken; the bar comes before them all.
fn point(label: &str) -> u8 {
    let number = label.strip_prefix("point ").and_then(|rest| rest.split(',').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(25)
}

/// All that is spoken of the board and of what may be decided: another text after each deed.
fn picture_in_words(tree: &Tree) -> String {
    let of_board = |label: &&str| {
        ["point ", "White ", "Black ", "cube"].iter().any(|start| label.starts_with(start))
            || label.contains("dice")
    };
    let board: Vec<&str> = tree.labels().filter(of_board).collect();
    let buttons = ["Roll", "Take", "Confirm move"].map(|label| is_on(tree, label));
    format!("{} {buttons:?}", board.join("; "))
}

/// Does something, and waits until it is seen.
fn act(window: &mut Window, what: &str, deed: impl FnOnce(&mut Window)) {
    let before = picture_in_words(&window.tree());
    deed(window);
    window.wait(&format!("what {what} changes"), |tree| {
        (picture_in_words(tree) != before).then_some(())
    });
}

/// Plays until the game is over; says how it ended and how many plays were made.
fn play(
    window: &mut Window,
    mut decide: impl FnMut(&mut Window, &Turn, usize),
    middle: &str,
) -> (String, usize) {
    let mut n_plays = 0;
    for _ in 0..1500 {
        let turn = window.wait("my turn or the end", turn_of);
        match &turn {
            Turn::Over(said) => return (said.clone(), n_plays),
            Turn::Confirm => n_plays += 1,
            Turn::Decide | Turn::Doubled | Turn::Move(_) => {}
        }
        let what = format!("{turn:?}");
        act(window, &what, |window| decide(window, &turn, n_plays));
        if n_plays == 6 && matches!(turn, Turn::Confirm) {
            window.picture(middle);
        }
    }
    panic!("the game does not end");
}

#[test]
fn a_whole_game_of_backgammon_is_played_with_the_mouse() {
    let mut window = open("backgammon-mouse", 500);
    new_game_of(&mut window, "Backgammon, money game without Jacoby rule");
    window.choose("Black: player", "Patient");
    window.picture("new-game");
    window.click("Start the game");
    window.wait_without("Start the game");
    let (said, n_plays) = play(
        &mut window,
        |window, turn, _| match turn {
            Turn::Decide => window.click("Roll"),
            Turn::Doubled => window.click("Take"),
            Turn::Confirm => window.click("Confirm move"),
            // The one farthest from home runs.
            Turn::Move(movable) => window.click(&movable[0]),
            Turn::Over(_) => {}
        },
        "middle",
    );
    assert!(n_plays >= 5, "{said} after {n_plays} plays");
    window.picture("end");
}

/// Walks with the arrow keys to the place whose spoken name begins so.
fn walk_to(window: &mut Window, target: &str) {
    // Column from the left and row; the bar has a column of its own.
    let place = |label: &str| match point(label) {
        n @ 1..=12 => (13 - n - u8::from(n > 6), 1),
        n @ 13..=24 => (n - 13 + u8::from(n > 18), 0),
        _ if label.starts_with("Black") => (6, 0),
        _ => (6, 1),
    };
    let (column, row) = place(target);
    for _ in 0..40 {
        let tree = window.tree();
        let label = tree.focused().to_owned();
        if label == target {
            return;
        }
        let is_point = label.starts_with("point ") || label.contains(" bar");
        let key = if !is_point {
            // From the dice and the cube the bar is near.
            if label.starts_with("cube") { Key::ArrowRight } else { Key::ArrowDown }
        } else if place(&label).0 < column {
            Key::ArrowRight
        } else if place(&label).0 > column {
            Key::ArrowLeft
        } else if place(&label).1 < row {
            Key::ArrowDown
        } else {
            Key::ArrowUp
        };
        window.key(NONE, key);
        window.wait("the next place", |tree| (tree.focused() != label).then_some(()));
    }
    panic!("the arrow keys do not lead to {target:?} but to {:?}", window.tree().focused());
}

fn on_board(label: &str) -> bool {
    ["point ", "White bar", "White borne", "Black bar", "Black borne", "cube"]
        .iter()
        .any(|start| label.starts_with(start))
        || label.contains("dice,")
}

#[test]
fn a_whole_game_of_backgammon_is_played_by_keyboard_alone() {
    let mut window = open("backgammon-keys", 700);
    window.key(CTRL, Key::N);
    window.wait_for("Start the game");
    tab_to(&mut window, "the list of games", |label| label == "Game");
    choose_by_key(&mut window, "Backgammon, money game");
    tab_to(&mut window, "the player", |label| label == "Black: player");
    choose_by_key(&mut window, "Patient");
    window.key(CTRL, Key::Enter);
    window.wait_without("Start the game");
    let mut has_doubled = false;
    let (said, n_plays) = play(
        &mut window,
        |window, turn, _| match turn {
            Turn::Decide if !has_doubled => {
                has_doubled = true;
                window.key(NONE, Key::D);
            }
            Turn::Decide => window.key(NONE, Key::R),
            Turn::Doubled => window.key(NONE, Key::T),
            Turn::Confirm => window.key(NONE, Key::Enter),
            Turn::Move(movable) => {
                if !on_board(window.tree().focused()) {
                    tab_to(window, "the board", on_board);
                }
                walk_to(window, &movable[0]);
                window.key(NONE, Key::Space);
            }
            Turn::Over(_) => {}
        },
        "middle",
    );
    assert!(n_plays >= 1 || said.contains("double"), "{said} after {n_plays} plays");
    window.picture("end");
}

/// Opens the list that has the keyboard and takes an entry.
fn choose_by_key(window: &mut Window, entry: &str) {
    window.key(NONE, Key::Enter);
    window.wait_for(entry);
    tab_to(window, entry, |label| label == entry);
    window.key(NONE, Key::Enter);
    window
        .wait("the choice", |tree| tree.starting("").any(|node| node.value == entry).then_some(()));
}
