//! Hive in the real window: a whole game by clicking tiles and hands against the engine that comes
//! with the program.

use std::collections::BTreeSet;

use egui::Key;

use crate::support::inspection::{Tree, Window};
use crate::{NONE, new_game_of, open, result};

/// The dialog for a new game of this variant, a person against the engine: not so deep that it takes long, not so
/// flat that it cannot win against moves without a plan.
fn start(window: &mut Window, variant: &str) {
    new_game_of(window, &format!("Hive {variant}"));
    window.choose("Black: level", "level 10");
    window.fill("Black: clock", "depth 4");
    window.click("Start the game");
    window.wait_without("Start the game");
}

/// What the person at the board sees next.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// Tiles on the board that may move, and pieces in hand.
    Mine(Vec<String>),
    /// Nothing can be played.
    Pass,
    Over(String),
}

fn turn(window: &mut Window) -> Turn {
    window.wait("my turn or the end", |tree| {
        if let Some(over) = result(tree) {
            return Some(Turn::Over(over));
        }
        tree.containing("your turn").next()?;
        if tree.get("Pass").is_some_and(|pass| pass.enabled && pass.centre.is_some()) {
            return Some(Turn::Pass);
        }
        let pieces = own_pieces(tree);
        (!pieces.is_empty()).then_some(Turn::Mine(pieces))
    })
}

/// What White may pick up: tiles that may move first, then what is in hand.
fn own_pieces(tree: &Tree) -> Vec<String> {
    let movable = tree.labels().filter(|label| label.ends_with(", movable"));
    let in_hand = tree
        .starting("white ")
        .map(|node| &*node.label)
        .filter(|label| label.ends_with(" in hand") && !label.ends_with("none in hand"));
    movable.chain(in_hand).map(str::to_owned).collect()
}

fn targets(tree: &Tree) -> BTreeSet<String> {
    tree.labels().filter(|label| label.ends_with(", legal")).map(str::to_owned).collect()
}

/// Picks pieces up until one can be put somewhere, and puts it there.
fn move_some_piece(window: &mut Window, pieces: &[String], n: usize) {
    // The hive may have grown out of sight: places lie under the strips then.
    window.key(NONE, Key::Num0);
    for idx in 0..pieces.len() {
        let piece = &pieces[(n + idx) % pieces.len()];
        window.click(piece);
        let places = window.wait("places to go to, or why there are none", |tree| {
            let places = targets(tree);
            let refused = tree.get(piece).is_some() && places.is_empty();
            (!places.is_empty() || refused).then_some(places)
        });
        let Some(place) = places.iter().nth(n % places.len().max(1)) else { continue };
        window.click(place);
        return window.wait("the move", |tree| {
            (targets(tree).is_empty() || result(tree).is_some()).then_some(())
        });
    }
    panic!("none of {pieces:?} can be played");
}

/// The passes that the move list shows: the list follows the game, so the newest is among them.
fn passes(tree: &Tree) -> BTreeSet<String> {
    tree.labels().filter(|label| label.ends_with(". pass")).map(str::to_owned).collect()
}

/// Passes, and waits until the list has the pass: before that the button is still there to be
/// taken for the one of the next turn.
fn pass(window: &mut Window) {
    let before = passes(&window.tree());
    window.click("Pass");
    window.wait("the pass in the list", |tree| {
        (passes(tree) != before || result(tree).is_some()).then_some(())
    });
}

#[test]
fn a_whole_game_of_hive_is_played_by_clicking_tiles_and_hands() {
    let mut window = open("hive", 300);
    start(&mut window, "Base+MLP");
    window.picture("start");
    let mut n_moves = 0;
    let said = loop {
        match turn(&mut window) {
            Turn::Over(said) => break said,
            Turn::Pass => pass(&mut window),
            Turn::Mine(pieces) => move_some_piece(&mut window, &pieces, n_moves),
        }
        n_moves += 1;
        if n_moves == 8 {
            window.picture("middle");
        }
        if n_moves == 150 {
            window.picture("endless");
            panic!("the game does not end");
        }
    };
    assert!(n_moves >= 6, "{said} after {n_moves} moves");
    assert!(said.contains("queen surrounded"), "{said}");
    window.picture("end");
}
