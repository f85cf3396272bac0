//! The real window from end to end: the program as it is shipped, on an X server without a screen,
//! used by mouse and keyboard as a person does, with the engine that comes with it.
//!
//! Needs Xvfb and Chromium (`.ci/run packages` installs them). Pictures are kept in
//! `out/e2e`. Each test has a display and a window of its own.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "e2e_cases/backgammon.rs"]
mod backgammon;
#[path = "e2e_cases/backgammon_match.rs"]
mod backgammon_match;
#[path = "e2e_cases/browser.rs"]
mod browser;
#[path = "e2e_cases/draughts.rs"]
mod draughts;
#[path = "e2e_cases/drop.rs"]
mod drop;
#[path = "e2e_cases/hive.rs"]
mod hive;
#[path = "e2e_cases/rooms.rs"]
mod rooms;
mod support {
    pub(crate) mod inspection;
    #[expect(dead_code, reason = "the measurements of the window use the rest")]
    pub(crate) mod x_client;
    #[expect(dead_code, reason = "the measurements of the window use the rest")]
    pub(crate) mod x_server;
}

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use egui::{Event, Key, Modifiers};
use support::inspection::{Opening, Tree, Window};
use support::x_server::{Program, poll};

/// Quiet pictures: nothing moves by itself.
const CALM: &str = "theme = \"dark\"\nanimate = false\n";
/// The engine that comes with the program, as the list calls it.
const ENGINE: &str = "Quintet Othello";
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

fn open(test: &'static str, limit_secs: u64) -> Window {
    Window::open(Opening { test, settings: CALM, limit_secs, ..Opening::default() })
}

/// The dialog for a new game, with this choice of game and variant: `Frisian draughts`.
fn new_game_of(window: &mut Window, game: &str) {
    window.key(CTRL, Key::N);
    window.wait_for("Start the game");
    // The menu bar has a "Game" too; the one in the dialog has a value.
    let picker = window.wait("the list of games", |tree| {
        tree.starting("Game").find(|node| node.label == "Game" && !node.value.is_empty()).cloned()
    });
    window.click_at(picker.centre.unwrap());
    window.click(game);
    window.wait("the choice", |tree| {
        tree.starting("Game").any(|node| node.label == "Game" && node.value == game).then_some(())
    });
}

/// The squares that may be played now, by name.
fn legal(tree: &Tree) -> BTreeSet<String> {
    let legal = |node: &str| {
        let name = node.strip_prefix("square ")?.strip_suffix(", empty, legal")?;
        Some(name.to_owned())
    };
    tree.labels().filter_map(legal).collect()
}

/// Number of squares spoken with this colour.
fn n_discs(tree: &Tree, colour: &str) -> usize {
    let end = format!(", {colour}");
    tree.starting("square ").filter(|node| node.label.ends_with(&end)).count()
}

/// The result on the screen, if the game is over.
fn result(tree: &Tree) -> Option<String> {
    let over = |label: &&str| {
        ["Black wins", "White wins", "Draw"]
            .iter()
            .any(|start| label.strip_prefix(start).is_some_and(|rest| rest.starts_with([' ', ':'])))
    };
    tree.labels().find(over).map(str::to_owned)
}

/// What a person at the board waits for.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    Mine(BTreeSet<String>),
    Over(String),
}

fn turn(window: &mut Window) -> Turn {
    window.wait("my turn or the end", |tree| {
        let over = result(tree).map(Turn::Over);
        let mine = || {
            let squares = legal(tree);
            let asked = tree.containing("your turn").next().is_some();
            (asked && !squares.is_empty()).then_some(Turn::Mine(squares))
        };
        over.or_else(mine)
    })
}

/// A finished game is consistent: what is said of it, the discs, and the moves in the list.
fn check_result(window: &mut Window, said: &str) {
    let tree = window.tree();
    let (black, white) = (n_discs(&tree, "black"), n_discs(&tree, "white"));
    assert!(black + white > 4, "nothing was played: {said}");
    let winner = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "Black wins",
        std::cmp::Ordering::Less => "White wins",
        std::cmp::Ordering::Equal => "Draw",
    };
    assert!(said.starts_with(winner), "{said}: {black} black, {white} white");
    for (side, n) in [("Black", black), ("White", white)] {
        let stock = format!("{side}: {n} discs");
        let one = format!("{side}: {n} disc");
        assert!(tree.get(&stock).or(tree.get(&one)).is_some(), "no {stock:?}");
    }
}

#[test]
fn a_whole_game_is_played_against_the_engine_by_clicking_squares() {
    let mut window = open("click", 300);
    window.picture("start");
    window.click("New game\u{2026}");
    window.choose("White: level", "level 1");
    window.fill("White: clock", "depth 1");
    window.picture("new-game");
    window.click("Start the game");
    window.wait_without("Start the game");
    let mut n_moves = 0;
    let said = loop {
        match turn(&mut window) {
            Turn::Over(said) => break said,
            Turn::Mine(squares) => {
                // Every other time the first, so that the game is not along one edge.
                let at = if n_moves % 2 == 0 { squares.first() } else { squares.last() };
                let square = at.unwrap().clone();
                window.click(&format!("square {square}, empty, legal"));
                window.wait(&format!("a disc on {square}"), |tree| {
                    let free = format!("square {square}, empty");
                    tree.starting(&free).next().is_none().then_some(())
                });
                n_moves += 1;
                if n_moves == 10 {
                    window.picture("middle");
                }
            }
        }
    };
    assert!(n_moves > 4, "{said} after {n_moves} moves");
    check_result(&mut window, &said);
    window.picture("end");
}

/// Goes on with Tab until this has the keyboard.
fn tab_to(window: &mut Window, what: &str, there: impl Fn(&str) -> bool) {
    for _ in 0..150 {
        let tree = window.tree();
        if there(tree.focused()) {
            return;
        }
        window.key(NONE, Key::Tab);
    }
    panic!("the Tab key does not reach {what}; it is at {:?}", window.tree().focused());
}

/// Walks with the arrow keys from the square that has the keyboard to another one.
fn walk_to(window: &mut Window, square: &str) {
    let at = |name: &str| {
        let name = name.as_bytes();
        (i32::from(name[0]) - i32::from(b'a'), i32::from(name[1]) - i32::from(b'1'))
    };
    let tree = window.tree();
    let label = tree.focused();
    let from = label.strip_prefix("square ").and_then(|rest| rest.get(..2));
    let from = at(from.unwrap_or_else(|| panic!("no square has the keyboard but {label:?}")));
    let to = at(square);
    let mut walk = |by: i32, less, more| {
        for _ in 0..by.abs() {
            window.key(NONE, if by < 0 { less } else { more });
        }
    };
    walk(to.0 - from.0, Key::ArrowLeft, Key::ArrowRight);
    walk(to.1 - from.1, Key::ArrowUp, Key::ArrowDown);
    let start = format!("square {square},");
    window.wait(&format!("the keyboard on {square}"), |tree| {
        tree.focused().starts_with(&start).then_some(())
    });
}

#[test]
fn a_whole_game_is_played_by_keyboard_alone() {
    let mut window = open("keyboard", 400);
    window.key(CTRL, Key::N);
    window.wait_for("Start the game");
    tab_to(&mut window, "the level", |label| label == "White: level");
    window.key(NONE, Key::Enter);
    window.wait_for("level 1");
    tab_to(&mut window, "the first level", |label| label == "level 1");
    window.key(NONE, Key::Enter);
    window.wait("level 1", |tree| {
        tree.get("White: level").filter(|node| node.value == "level 1").map(drop)
    });
    tab_to(&mut window, "the clock", |label| label == "White: clock");
    window.key(CTRL, Key::A);
    window.type_text("depth 1");
    window.key(CTRL, Key::Enter);
    window.wait_without("Start the game");

    tab_to(&mut window, "the board", |label| label.starts_with("square "));
    let mut n_moves = 0;
    let said = loop {
        match turn(&mut window) {
            Turn::Over(said) => break said,
            Turn::Mine(squares) => {
                let square = squares.iter().nth(n_moves % squares.len()).unwrap().clone();
                // The first half on the board, the second half by typing.
                if n_moves < 12 {
                    walk_to(&mut window, &square);
                    window.key(NONE, Key::Enter);
                } else {
                    window.key(CTRL, Key::L);
                    window.wait("the field for a move", |tree| {
                        (tree.focused() == "Typed move").then_some(())
                    });
                    window.type_text(&square);
                    window.key(NONE, Key::Enter);
                }
                window.wait(&format!("a disc on {square}"), |tree| {
                    let free = format!("square {square}, empty");
                    tree.starting(&free).next().is_none().then_some(())
                });
                n_moves += 1;
                if n_moves == 8 {
                    window.picture("middle");
                }
            }
        }
    };
    assert!(n_moves > 4, "{said} after {n_moves} moves");
    check_result(&mut window, &said);
    window.picture("end");
}

/// A game of 60 plies, in the first line that is no comment.
const GAMES: &str = include_str!("data/othello/transcripts.txt");

/// The first moves of the lines on the card, in their order.
fn first_moves(tree: &Tree) -> Vec<String> {
    let lines = tree.starting("Line ").filter(|node| node.label.contains(ENGINE));
    lines.filter_map(|node| node.label.rsplit(' ').next()).map(str::to_owned).collect()
}

/// Every line that is shown begins with a move of the position that is shown: the values of one
/// position never stand beside another. Returns how many lines were looked at.
fn check_values(tree: &Tree) -> usize {
    let (moves, legal) = (first_moves(tree), legal(tree));
    if !legal.is_empty() {
        for mv in &moves {
            assert!(legal.contains(mv), "a line begins with {mv}; legal are {legal:?}");
        }
    }
    moves.len()
}

#[test]
fn values_belong_to_the_position_however_fast_one_steps() {
    let mut window = open("analyse", 300);
    window.key(CTRL, Key::Num2);
    window.wait("the mode", |tree| tree.get("Analyse").filter(|node| node.on).map(drop));
    let game = GAMES.lines().find(|line| !line.starts_with('#')).unwrap();
    window.events(vec![Event::Paste(game.to_owned())]);
    window.wait("the game", |tree| tree.get("2\u{2026} d3").map(drop));
    window.click(&format!("Start {ENGINE}"));
    window.key(NONE, Key::Home);
    window.wait("values of the start", |tree| (check_values(tree) > 0).then_some(()));
    window.picture("start");

    // There and back, with a look at every frame.
    const STEP: Duration = Duration::from_millis(33);
    let mut n_seen = 0;
    let began = Instant::now();
    let mut n_steps = 0u32;
    for key in [Key::ArrowRight, Key::ArrowLeft, Key::ArrowRight] {
        for _ in 0..50 {
            window.key(NONE, key);
            n_steps += 1;
            n_seen += check_values(&window.tree());
            while began.elapsed() < n_steps * STEP {
                n_seen += check_values(&window.tree());
            }
        }
    }
    let took = began.elapsed();
    println!("{n_steps} steps in {took:.1?}, {n_seen} lines seen");
    assert!(n_seen > 0, "no values were seen while stepping");
    let settled = window.wait("values of the last position", |tree| {
        let n = check_values(tree);
        let depth = tree.starting("Depth ").next()?.label.clone();
        (n > 0 && !depth.contains('\u{2013}')).then_some(depth)
    });
    println!("at rest: {settled}");
    window.picture("after-stepping");
}

#[test]
fn a_match_of_two_games_is_played_to_the_table() {
    let mut window = open("match", 300);
    window.key(CTRL, Key::Num3);
    window.choose("Engine A: level", "level 2");
    window.choose("Engine B: level", "level 1");
    window.fill("Number of games", "2");
    window.fill("Time for each player", "depth 1");
    window.picture("form");
    window.click("Start the match");
    window.wait("both games", |tree| tree.get("2 of 2 games").map(drop));
    let rows = window.wait("the rows", |tree| {
        let rows: Vec<String> = tree.starting("Game ").map(|node| node.label.clone()).collect();
        let done = |row: &&String| !row.contains("running") && row.contains(ENGINE);
        (rows.iter().filter(done).count() >= 2).then_some(rows)
    });
    println!("{rows:#?}");
    window.picture("table");
    window.wait("an end that can be followed by another match", |tree| {
        tree.get("New match\u{2026}").filter(|node| node.enabled).map(drop)
    });
}

/// Numbers of all processes below this one but those that only wait for its end.
fn descendants(pid: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut left = vec![pid];
    while let Some(parent) = left.pop() {
        for child in processes().filter(|(_, stat)| stat.parent == parent).map(|(pid, _)| pid) {
            let command = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            let is_guard = command.split(|byte| *byte == 0).nth(1) == Some(b"guard");
            if !is_guard && found.insert(child) {
                left.push(child);
            }
        }
    }
    found
}

#[derive(Debug)]
struct Stat {
    state: char,
    parent: u32,
}

fn processes() -> impl Iterator<Item = (u32, Stat)> {
    fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let pid: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in brackets may contain anything.
        let (_, rest) = text.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        let state = fields.next()?.chars().next()?;
        Some((pid, Stat { state, parent: fields.next()?.parse().ok()? }))
    })
}

/// Runs still; a process that has ended and only waits to be collected does not.
fn runs(pid: u32) -> bool {
    processes().any(|(found, stat)| found == pid && stat.state != 'Z')
}

#[test]
fn engines_end_when_the_program_is_killed() {
    let mut window = open("kill", 200);
    window.click("New game\u{2026}");
    window.choose("Black: player", ENGINE);
    window.fill("White: clock", "10m");
    window.fill("Black: clock", "10m");
    window.click("Start the game");
    let pid = window.program.pid();
    // Both think: one for its move, and it has not moved yet at level 10 with ten minutes.
    let engines = poll("two engines", Duration::from_secs(60), || {
        let found = descendants(pid);
        (found.len() >= 2).then_some(found)
    });
    window.program.kill();
    poll("the end of the engines", Duration::from_secs(10), || {
        engines.iter().all(|pid| !runs(*pid)).then_some(())
    });
}

/// Lets an engine analyse, ends the program, and looks whether all went in good order.
fn ends_in_good_order(name: &'static str, end: impl FnOnce(&mut Window)) {
    let mut window = open(name, 200);
    window.key(CTRL, Key::Num2);
    window.click(&format!("Start {ENGINE}"));
    window.wait("values", |tree| (check_values(tree) > 0).then_some(()));
    let engines = descendants(window.program.pid());
    assert!(!engines.is_empty());
    end(&mut window);
    let status = window.program.wait(Duration::from_secs(20));
    assert!(status.success(), "{status}: {}", window.program.output());
    let left: Vec<_> = engines.iter().filter(|pid| runs(**pid)).collect();
    assert!(left.is_empty(), "{left:?} of {engines:?} still run");
    assert_eq!(window.program.output(), "");
}

#[test]
fn engines_end_when_the_window_is_closed() {
    ends_in_good_order("close", Window::close);
}

#[test]
fn engines_end_when_the_system_ends_the_program() {
    ends_in_good_order("terminate", |window| {
        let pid = i32::try_from(window.program.pid()).ok().and_then(rustix::process::Pid::from_raw);
        rustix::process::kill_process(pid.unwrap(), rustix::process::Signal::TERM).unwrap();
    });
}

/// Starts the program without a display it could use; what it says.
fn without_display(env: &[(&str, &str)]) -> String {
    let mut program = Program::start(None, &[], env, &[]);
    let status = program.wait(Duration::from_secs(60));
    let said = program.output();
    assert_eq!(status.code(), Some(1), "{said}");
    said
}

#[test]
fn without_a_display_one_sentence_says_what_to_do() {
    for env in [&[][..], &[("DISPLAY", ":64999")]] {
        let said = without_display(env);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("display") && said.contains("`quintet match`"), "{said}");
        for word in ["panicked", "backtrace", ".rs:", "thread '"] {
            assert!(!said.contains(word), "{said}");
        }
    }
}

/// Mean brightness of a picture, 0 to 255, and its size.
fn brightness(png: &[u8]) -> (f64, [u32; 2]) {
    let picture = image::load_from_memory(png).unwrap().to_luma8();
    let sum: u64 = picture.pixels().map(|pixel| u64::from(pixel.0[0])).sum();
    let n = f64::from(picture.width() * picture.height());
    (sum as f64 / n, [picture.width(), picture.height()])
}

#[test]
fn every_mode_is_shown_in_every_theme_and_at_double_size() {
    let mut by_theme = Vec::new();
    for (test, settings) in [
        ("dark", "theme = \"dark\"\nanimate = false\n"),
        ("light", "theme = \"light\"\nanimate = false\n"),
        ("contrast", "theme = \"contrast\"\nanimate = false\n"),
        ("double", "theme = \"dark\"\nanimate = false\nzoom = 2.0\n"),
    ] {
        let opening = Opening { test, settings, limit_secs: 200, ..Opening::default() };
        let mut window = Window::open(opening);
        for (mode, key) in [("Play", Key::Num1), ("Analyse", Key::Num2), ("Match", Key::Num3)] {
            window.key(CTRL, key);
            window.wait(mode, |tree| tree.get(mode).filter(|node| node.on).map(drop));
            let png = window.picture(&mode.to_lowercase());
            let (light, size) = brightness(&png);
            assert_eq!(size, [1280, 800], "{test} {mode}");
            by_theme.push((test, mode, light));
        }
        // A place is where it is said to be, at every size: the click lands.
        window.click("Play");
        window.wait("Play", |tree| tree.get("Play").filter(|node| node.on).map(drop));
    }
    let light =
        |test| by_theme.iter().filter(move |(of, ..)| *of == test).map(|(.., light)| *light);
    for (dark, light) in light("dark").zip(light("light")) {
        assert!(dark + 50.0 < light, "{by_theme:?}");
    }
}
