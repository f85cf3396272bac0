//! A match of backgammon in the real window: the engine that comes with the program against GNU
//! Backgammon, to seven points. Left out where GNU Backgammon is not installed, unless
//! `QUINTET_TEST_GNUBG=required` says that it is.

use std::path::Path;

use egui::Key;

use crate::support::inspection::Window;
use crate::{CTRL, open};

fn is_installed() -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    let found = folders.iter().any(|folder| folder.join("gnubg").is_file())
        || Path::new("/usr/games/gnubg").is_file();
    let is_required = std::env::var("QUINTET_TEST_GNUBG").is_ok_and(|wanted| wanted == "required");
    assert!(found || !is_required, "gnubg is neither in PATH nor in /usr/games; install it");
    found
}

/// Fills in the form for a match of backgammon in this variant.
fn describe(window: &mut Window, variant: &str, games: &str) {
    window.key(CTRL, Key::Num3);
    window.choose("Game of the match", &format!("Backgammon, {variant}"));
    window.choose("Engine A: player", "Quintet Backgammon");
    window.choose("Engine B: player", "GNU Backgammon");
    window.choose("Engine A: level", "level 3");
    window.choose("Engine B: ply", "ply 0");
    window.fill("Number of games", games);
    window.fill("Time for each player", "20s/move");
    window.picture(&format!("form-{games}"));
}

/// Waits for the end of the match; the rows of its games.
fn rows(window: &mut Window, n_games: usize) -> Vec<String> {
    // One step of a test is given less than a match may take.
    let mut n_done = 0;
    while n_done < n_games {
        n_done = window.wait("another game", |tree| {
            let done = tree
                .starting("Game ")
                .filter(|node| node.label.contains("Quintet") && !node.label.contains("running"))
                .count();
            let thinks = tree.labels().any(|label| label == "Match: running");
            (done > n_done || thinks || done >= n_games).then_some(done)
        });
    }
    window.wait("the end", |tree| tree.get("Match: over").map(drop));
    let tree = window.tree();
    tree.starting("Game ").map(|node| node.label.clone()).collect()
}

#[test]
fn a_match_to_seven_points_is_played_against_gnu_backgammon() {
    if !is_installed() {
        return;
    }
    let mut window = open("backgammon-match", 600);
    describe(&mut window, "match to 7 points", "1");
    window.click("Start the match");
    window.wait("a running game", |tree| tree.get("Match: running").map(drop));
    window.wait("checkers on the board", |tree| {
        tree.labels().any(|label| label.contains("checkers")).then_some(())
    });
    window.picture("running");
    let rows = rows(&mut window, 1);
    println!("{rows:#?}");
    assert!(rows.iter().any(|row| row.contains("match won")), "{rows:?}");
    window.picture("over");
    window.click("Open game 1 to analyse");
    window
        .wait("the game on the board", |tree| tree.get("Analyse").filter(|node| node.on).map(drop));
    window.picture("opened");
}

#[test]
fn a_match_for_money_shows_points_a_game() {
    if !is_installed() {
        return;
    }
    let mut window = open("backgammon-money", 600);
    describe(&mut window, "money game without cube", "4");
    window.click("Start the match");
    let rows = rows(&mut window, 4);
    println!("{rows:#?}");
    let told = window.wait("points a game", |tree| {
        let row = |label: &&str| label.starts_with("Quintet") && label.contains(" a game");
        tree.labels().find(row).map(str::to_owned)
    });
    assert!(told.contains(" points, ") && !told.contains("Elo"), "{told}");
    window.picture("over");
}
