//! What the window offers everywhere, in the real window: the list of games, hints on the board of
//! backgammon, the page of engines for the game on the board.

use egui::Key;

use crate::{CTRL, NONE, new_game_of, open};

#[test]
fn a_hint_of_backgammon_is_ringed_and_the_page_of_engines_is_that_of_the_game() {
    let mut window = open("rooms", 300);
    window.click("Game on the board");
    window.wait_for("Hive Base+MLP\u{2026}");
    window.picture("picker");
    window.key(NONE, Key::Escape);
    window.key(CTRL, Key::N);
    window.wait_for("Start the game");
    let list = window.wait("the list of games", |tree| {
        tree.starting("Game").find(|node| node.label == "Game" && !node.value.is_empty()).cloned()
    });
    window.click_at(list.centre.unwrap());
    window.wait_for("Frisian draughts");
    window.picture("list");
    window.key(NONE, Key::Escape);
    window.key(NONE, Key::Escape);
    window.wait_without("Start the game");

    new_game_of(&mut window, "Backgammon, money game");
    window.choose("Dice", "From a list");
    window.fill("List of the dice", "31 65 44 21 52 63 41 33 62 11 54");
    window.click("Start the game");
    window.wait_without("Start the game");
    window.wait("dice to play", |tree| {
        tree.labels().any(|label| label.ends_with(", movable")).then_some(())
    });
    window.click("Hint");
    window.wait("a ring", |tree| tree.labels().any(|l| l.ends_with(", hint")).then_some(()));
    window.picture("hint");
    let movable = window.tree().labels().find(|l| l.contains(", movable")).unwrap().to_owned();
    window.click(&movable);
    window.wait("no ring once the play is begun", |tree| {
        (!tree.labels().any(|label| label.ends_with(", hint"))).then_some(())
    });
    window.picture("begun");
    window.click("Engines page");
    window.wait("an engine of the game", |tree| {
        tree.starting("Quintet Backgammon, ").find(|node| node.on).map(drop)
    });
    window.picture("engines");
    window.click("Games page");
    window.picture("games");
    window.click("Openings page");
    window.picture("openings");
}
