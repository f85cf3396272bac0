//! Backgammon as the window gets it: scenes made by the game, the rest by hand.

use std::sync::Arc;

use quintet::app::board::{Scene, Side};
use quintet::app::{ChipTone, DecisionsView, DiceView, GameView, Mode, Snapshot, Theme, TreeRow};
use quintet::games::{SceneView, Setup};

use super::draughts_view::draughts;
use super::game_view::{chip, game, plies, seat};

/// White to play 52 at 3 to 2 in a match to 7, owning the cube at 2.
pub(crate) const PLAY: &str = "XGID=aBBCB-E-----------a-ccbb--:1:1:1:52:3:2:0:7:10";
/// White may roll or double.
pub(crate) const DECIDE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:2:0:7:10";

/// The scene of this position after these clicks, with what may be played.
pub(crate) fn scene(xgid: &str, clicks: &[&str]) -> Scene {
    let setup = Setup { variant: None, position: Some(xgid.to_owned()) };
    let pos = game("backgammon").start(&setup).expect("a position of the tests");
    let chosen: Vec<String> = clicks.iter().map(|cell| (*cell).to_owned()).collect();
    pos.scene(&SceneView { chosen: &chosen, show_legal: true, ..SceneView::default() })
}

/// A game of backgammon at this position after these clicks, a person to act with White.
pub(crate) fn backgammon(xgid: &str, clicks: &[&str], mode: Mode, theme: Theme) -> Snapshot {
    let setup = Setup { variant: None, position: Some(xgid.to_owned()) };
    let pos = game("backgammon").start(&setup).expect("a position of the tests");
    let scene = scene(xgid, clicks);
    let is_word = |mv: &String| mv.bytes().all(|c| c.is_ascii_alphabetic());
    let decisions = DecisionsView {
        moves: pos.legal_moves().into_iter().map(|mv| mv.0).filter(is_word).collect(),
        resignations: (1..=3).map(|n| format!("resign {n}")).collect(),
        has_part: !clicks.is_empty(),
        is_complete: scene.table.as_ref().is_some_and(|table| table.is_complete),
    };
    let mut seats = [seat("You", "White", true, ""), seat("GNU Backgammon", "Black", false, "")];
    for side in Side::BOTH {
        seats[side.idx()].stock = pos.stock(side);
    }
    seats[0].chip = chip("your move", ChipTone::Busy);
    seats[1].chip = chip("ready", ChipTone::Ok);
    let cell = |node: usize, text: &str| {
        Some(quintet::app::MoveCell {
            node,
            text: text.to_owned(),
            mark: String::new(),
            score: String::new(),
            pass: false,
            ..quintet::app::MoveCell::default()
        })
    };
    let rows = [
        ["31: 8/5 6/5", "42: 8/4 6/4"],
        ["65: 24/13", "51: 13/8 6/5"],
        ["21: 13/11 6/5", "double"],
        ["take", "44: 24/20(2) 13/9(2)"],
    ];
    let rows = rows.iter().enumerate().map(|(i, [one, other])| TreeRow::Pair {
        number: i + 1,
        moves: [cell(2 * i + 1, one), cell(2 * i + 2, other)],
    });
    let snapshot = draughts(mode, theme);
    let view = GameView {
        info: game("backgammon").info(),
        variant: "Match to 7 points".to_owned(),
        variant_name: Some("match-7".to_owned()),
        scene: Arc::new(scene),
        position_text: xgid.to_owned(),
        position_texts: pos.position_texts(),
        dice: Some(DiceView {
            by_hand: false,
            rolls: Vec::new(),
            source: "rolled by the program, SHA-256 of the seed 87e6f746".to_owned(),
            short: "seed hash 87e6f746".to_owned(),
            proof: "87e6f746".to_owned(),
        }),
        counters: Vec::new(),
        claim: String::new(),
        seats,
        turn: Some(Side::First),
        bottom: Side::First,
        current: 8,
        listed: 8,
        rows: rows.collect(),
        graph: Arc::from([]),
        losses: Arc::from([]),
        course: Arc::from([]),
        n_mistakes: 0,
        mistakes: Arc::from([]),
        plies: plies(8),
        rolls: Some(Arc::default()),
        result: String::new(),
        playing: true,
        at_end: true,
        can_move: true,
        bar_text: "\u{2013}".to_owned(),
        decisions: Some(decisions),
        ..(*snapshot.game).clone()
    };
    let mut analysis = snapshot.analysis;
    analysis.cards.clear();
    analysis.values.clear();
    Snapshot {
        tournament_draft: None,
        games: vec![view.info],
        engines: Vec::new().into(),
        notices: Vec::new().into(),
        game: view.into(),
        analysis,
        ..snapshot
    }
}
