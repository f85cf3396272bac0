//! Draughts in the real window: a whole game by clicking squares, and an engine that speaks Hub
//! against one that speaks GUIDE.

use std::collections::BTreeSet;

use crate::support::inspection::{Tree, Window};
use crate::{new_game_of, open, result};

/// Squares that end like this when spoken, by the whole of what is spoken.
fn squares(tree: &Tree, end: &str) -> BTreeSet<String> {
    tree.starting("square ")
        .filter(|node| node.label.ends_with(end))
        .map(|node| node.label.clone())
        .collect()
}

/// What the person at the board sees next.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// Pieces that may move, and squares where the chosen piece may go.
    Mine {
        movable: BTreeSet<String>,
        targets: BTreeSet<String>,
    },
    Over(String),
}

fn turn(window: &mut Window) -> Turn {
    window.wait("my turn or the end", |tree| {
        let over = result(tree).map(Turn::Over);
        let mine = || {
            let (movable, targets) = (squares(tree, ", movable"), squares(tree, ", legal"));
            let asked = tree.containing("your turn").next().is_some();
            (asked && !movable.is_empty()).then_some(Turn::Mine { movable, targets })
        };
        over.or_else(mine)
    })
}

/// Chooses a piece and clicks targets until the move is made; the n-th of what there is.
fn move_some_piece(window: &mut Window, movable: &BTreeSet<String>, n: usize) {
    let piece = movable.iter().nth(n % movable.len()).unwrap().clone();
    window.click(&piece);
    let mut done = BTreeSet::new();
    loop {
        // A capture of several pieces may want more than one click.
        let target = window.wait("a square to go to, or the end of the move", |tree| {
            let targets = squares(tree, ", legal");
            let fresh = targets.difference(&done).next().cloned();
            let moved = tree.get(&piece).is_none() && targets.is_empty();
            (fresh.is_some() || moved || result(tree).is_some()).then_some(fresh)
        });
        let Some(target) = target else { return };
        window.click(&target);
        done.insert(target);
    }
}

#[test]
fn a_whole_game_of_frisian_draughts_is_played_by_clicking_squares() {
    let mut window = open("draughts", 400);
    new_game_of(&mut window, "Frisian draughts");
    window.choose("Black: level", "level 1");
    window.fill("Black: clock", "depth 1");
    window.picture("new-game");
    window.click("Start the game");
    window.wait_without("Start the game");
    let mut n_moves = 0;
    let said = loop {
        match turn(&mut window) {
            Turn::Over(said) => break said,
            Turn::Mine { movable, targets } => {
                assert!(targets.is_empty(), "{targets:?} are legal before a piece is chosen");
                move_some_piece(&mut window, &movable, n_moves);
                n_moves += 1;
                if n_moves == 8 {
                    window.picture("middle");
                }
            }
        }
        assert!(n_moves < 200, "the game does not end");
    };
    assert!(n_moves > 8, "{said} after {n_moves} moves");
    window.picture("end");
}

#[test]
fn an_engine_that_speaks_hub_plays_one_that_speaks_guide_and_ponders() {
    let mut window = open("hub-guide", 300);
    new_game_of(&mut window, "International draughts");
    window.choose("White: player", "Quintet draughts");
    window.choose("Black: player", "Quintet draughts (GUIDE)");
    for side in ["White", "Black"] {
        window.choose(&format!("{side}: level"), "level 2");
        window.fill(&format!("{side}: clock"), "10s+0.1s");
    }
    window.click("Think on the opponent\u{2019}s time");
    window.click("Start the game");
    window.wait_without("Start the game");
    let guessed = window.wait("a guess", |tree| {
        let counted = |label: &&str| !label.contains(" of 0 guessed");
        tree.containing("guessed right").map(|node| &*node.label).find(counted).map(str::to_owned)
    });
    println!("{guessed}");
    window.picture("guesses");
    let said = loop {
        // A game may take longer than one step of a test is given.
        let seen = window.wait("a move or the end", |tree| {
            let over = result(tree);
            let moved = tree.starting("square ").any(|node| node.label.contains("man"));
            (over.is_some() || moved).then_some(over)
        });
        if let Some(said) = seen {
            break said;
        }
    };
    assert!(!said.contains("time") && !said.contains("illegal"), "{said}");
    window.picture("end");
}
