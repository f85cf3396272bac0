//! Hive as the window gets it: scenes made by the game, the rest by hand.

use std::sync::Arc;
use std::time::Duration;

use quintet::app::board::{Scene, Side};
use quintet::app::{ChipTone, ClockView, GameView, Mode, Snapshot, Theme, TreeRow};
use quintet::games::{SceneView, Setup};

use super::draughts_view::draughts;
use super::game_view::{chip, game, plies, seat};

/// Black's mosquito stands on a beetle, and an ant was placed last.
pub(crate) const STACKED: &str = "Base+MLP;InProgress;White[11];wM;bP \\wM;wS1 /wM;bB1 bP/;\
     wB1 -wS1;bM \\bB1;wQ wM\\;bQ /bM;wG1 /wB1;bG1 -bM;wP -wG1;bM bB1;wQ /bP;bG2 bG1/;wP wP\\;\
     bB2 -bG1;wB2 wB1\\;wQ bM\\;wA1 -wB1;bA1 bM/";

/// Six pieces in a row; White's second ant moved last, from one end to the other.
pub(crate) const SMALL: &str = "Base+MLP;InProgress;Black[4];wA1;bG1 wA1-;wQ -wA1;bQ bG1-;\
     wA2 -wQ;bA1 bQ-;wA2 bA1-";

/// The scene after this GameString, looked at so.
pub(crate) fn scene(text: &str, chosen: &[&str], orientation: u8) -> Scene {
    let setup = Setup { variant: None, position: Some(text.to_owned()) };
    let pos = game("hive").start(&setup).expect("a position of the tests");
    let chosen: Vec<String> = chosen.iter().map(|name| (*name).to_owned()).collect();
    let last = text.rsplit(';').next();
    let view = SceneView {
        last_move: last,
        chosen: &chosen,
        show_legal: true,
        orientation,
        ..SceneView::default()
    };
    pos.scene(&view)
}

/// A game of Hive after this GameString, in a mode.
pub(crate) fn hive(text: &str, mode: Mode, theme: Theme) -> Snapshot {
    let setup = Setup { variant: None, position: Some(text.to_owned()) };
    let pos = game("hive").start(&setup).expect("a position of the tests");
    let mut seats = [seat("You", "White", true, ""), seat("Visser, A.", "Black", true, "")];
    for side in Side::BOTH {
        seats[side.idx()].stock = pos.stock(side);
    }
    seats[0].chip = chip("your move", ChipTone::Busy);
    let clock =
        |secs| ClockView { shown: true, left: Duration::from_secs(secs), ..ClockView::default() };
    let snapshot = draughts(mode, theme);
    let moves: Vec<&str> = text.split(';').skip(3).collect();
    let cell = |(i, mv): (usize, &&str)| quintet::app::MoveCell {
        node: i + 1,
        text: (*mv).to_owned(),
        mark: String::new(),
        score: String::new(),
        pass: *mv == "pass",
        ..quintet::app::MoveCell::default()
    };
    let cells: Vec<_> = moves.iter().enumerate().map(cell).collect();
    let rows = cells.chunks(2).enumerate().map(|(i, pair)| TreeRow::Pair {
        number: i + 1,
        moves: [pair.first().cloned(), pair.get(1).cloned()],
    });
    let view = GameView {
        info: game("hive").info(),
        variant: "Base+MLP".to_owned(),
        variant_name: Some("Base+MLP".to_owned()),
        scene: Arc::new(scene(text, &[], 0)),
        position_text: text.to_owned(),
        position_texts: vec![("GameString", text.to_owned())],
        seats,
        clocks: [clock(92), clock(311)],
        turn: Some(Side::First),
        current: moves.len(),
        listed: moves.len(),
        rows: rows.collect(),
        graph: Arc::from([]),
        losses: Arc::from([]),
        course: Arc::from([]),
        n_mistakes: 0,
        plies: plies(moves.len()),
        playing: true,
        at_end: true,
        can_move: true,
        bar_text: "\u{2013}".to_owned(),
        ..(*snapshot.game).clone()
    };
    let mut analysis = snapshot.analysis;
    analysis.cards.clear();
    Snapshot {
        tournament_draft: None,
        games: vec![view.info],
        engines: Vec::new().into(),
        game: view.into(),
        analysis,
        ..snapshot
    }
}
