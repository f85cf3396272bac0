//! Files that are dragged from another program and dropped on the window.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::*;

/// A file of this kind in a folder of its own, as people name them.
fn file(folder: &Path, name: &str, text: &str, mode: u32) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    path
}

/// An engine as a program without arguments: one that comes with us, under a name of its own.
fn engine_file(folder: &Path, name: &str, protocol: &str) -> PathBuf {
    let program = env!("CARGO_BIN_EXE_quintet");
    let text = format!("#!/bin/sh\nexec '{program}' engine {protocol}\n");
    file(folder, name, &text, 0o755)
}

/// Waits until this sentence is spoken somewhere.
fn said(window: &mut Window, part: &str) -> String {
    window.wait(part, |tree| tree.containing(part).next().map(|node| node.label.clone()))
}

/// The dropped file was taken only for an engine: there is no complaint about its games.
fn is_no_game(window: &mut Window) {
    window.wait("the page", |tree| tree.get("Add engine").map(drop));
    let tree = window.tree();
    for complaint in ["holds no game that can be read", "could not be read"] {
        let said = tree.containing(complaint).next().map(|node| node.label.clone());
        assert_eq!(said, None);
    }
}

#[test]
fn an_engine_that_is_dropped_on_the_window_is_probed_and_added() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("drop-engine", 400);
    window.click("Engines page");
    window.wait_for("Add engine");
    let path = engine_file(folder.path(), "Mühle & mehr 100%.sh", "nboard");
    assert!(window.drop_files(&[&path]), "the window takes files");
    // `NBoard, Quintet 0.1.0, 4 options, 41 ms`: the rows of the list have no options.
    let verdict = window.wait("the verdict", |tree| {
        let mut told = tree.containing("NBoard, ").map(|node| node.label.clone());
        told.find(|label| label.contains(" option") && label.contains(" ms"))
    });
    assert!(verdict.starts_with("NBoard, "), "{verdict}");
    window.picture("verdict");
    // It is the chosen one, and it is checked at once.
    said(&mut window, "checks: ");
    said(&mut window, "was added to the list");
    window.wait("its row", |tree| {
        let row = |node: &&support::inspection::Spoken| {
            node.on && node.label.contains(", NBoard, ") && !node.label.contains(ENGINE)
        };
        tree.starting("Quintet ").find(row).map(drop)
    });
    is_no_game(&mut window);
    window.picture("added");
}

#[test]
fn a_folder_dropped_on_the_board_leads_to_the_engine_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("drop-folder", 400);
    let inside = folder.path().join("My engine");
    fs::create_dir(&inside).unwrap();
    engine_file(&inside, "start", "hub");
    file(&inside, "README.txt", "Start it with start.", 0o644);
    assert!(window.drop_files(&[&inside]));
    window.wait_for("Add engine");
    said(&mut window, "Hub v2, ");
    is_no_game(&mut window);
    window.picture("found");
}

#[test]
fn a_dropped_file_of_games_is_opened_and_what_is_neither_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("drop-files", 400);
    let game = "[Event \"Drop\"]\n[GameType \"20\"]\n[Result \"*\"]\n1. 32-28 19-23 2. 28x19 *\n";
    // On the page of engines, too: what it is counts, not where it falls.
    window.click("Engines page");
    window.wait_for("Add engine");
    let path = file(folder.path(), "a game.pdn", game, 0o755);
    assert!(window.drop_files(&[&path]));
    window.wait("the game on the board", |tree| {
        tree.starting("square 19, white man").next().map(drop)
    });
    window.picture("game");
    let nonsense = file(folder.path(), "holiday.jpeg", "\u{1}\u{2}no picture", 0o644);
    assert!(window.drop_files(&[&nonsense]));
    let words = said(&mut window, "holds no game that can be read");
    assert!(words.contains("holiday.jpeg"), "{words}");
    window.click("Engines page");
    window.wait_for("Add engine");
    assert!(window.drop_files(&[&nonsense]));
    let words = said(&mut window, "may not be executed");
    assert!(words.contains("holiday.jpeg"), "{words}");
    window.picture("nonsense");
}
