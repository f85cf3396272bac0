//! A game as the window gets it, made by the games themselves, for tests without an application.

use std::sync::Arc;

use quintet::app::board::{Scene, Side};
use quintet::app::{
    Chip, ChipTone, ClockView, CoursePoint, GameView, GraphPoint, MoveCell, PlyView, SeatView,
    TreeRow,
};
use quintet::games::{self, Game, SceneView, Setup};

/// The position of the look's Othello picture, Black to move after White's d7.
pub(crate) const STUDY: &str =
    "------*- --****-- --O**OO- -OO**OO- -OOOOOO- -*OOO*O- --OO---- -------- *";

/// The game of this name.
pub(crate) fn game(name: &str) -> &'static dyn Game {
    games::find(name).expect("a known game")
}

/// The scene of an Othello position.
pub(crate) fn othello_scene(
    position: &str,
    last_move: Option<&str>,
    show_legal: bool,
) -> Arc<Scene> {
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    let pos = game("othello").start(&setup).expect("a position of the tests");
    Arc::new(pos.scene(&SceneView { last_move, show_legal, ..SceneView::default() }))
}

/// A seat with a player.
pub(crate) fn seat(name: &str, side_name: &'static str, human: bool, stock: &str) -> SeatView {
    SeatView {
        name: name.to_owned(),
        side_name,
        human,
        is_engine: !human,
        chip: None,
        stock: stock.to_owned(),
        eval: String::new(),
        engine: (!human).then(|| name.to_owned()),
        own_name: String::new(),
        ponder: None,
        timed_by_host: false,
    }
}

/// A chip.
pub(crate) fn chip(text: &str, tone: ChipTone) -> Option<Chip> {
    Some(Chip { text: text.to_owned(), tone })
}

/// The study with a score for every ply of two engines and some losses.
pub(crate) fn study() -> GameView {
    let mut seats =
        [seat("You", "Black", true, "11 discs"), seat("Edax 4.6", "White", false, "19 discs")];
    seats[0].chip = chip("to move", ChipTone::Busy);
    seats[1].chip = chip("ready", ChipTone::Ok);
    let score = |ply: usize, engine: usize| {
        let t = ply as f64;
        let wave = (t * 0.35).sin() * 1.5 + if t > 15.0 { 2.0 } else { 0.0 };
        (wave * if engine == 0 { 10.0 } else { 8.0 }).round() / 10.0
    };
    let graph = (0..2).flat_map(|series| {
        (0..=26).map(move |ply| GraphPoint { series, ply, score: score(ply, series), node: ply })
    });
    GameView {
        info: game("othello").info(),
        variant: String::new(),
        number: 1,
        position_id: 1,
        scene: othello_scene(STUDY, Some("d7"), false),
        orientation: 0,
        regions: Vec::new(),
        history: Arc::from([]),
        variant_name: None,
        position_text: STUDY.to_owned(),
        position_texts: vec![("Position", STUDY.to_owned())],
        counters: Vec::new(),
        dice: None,
        claim: String::new(),
        draw_offered: false,
        game_text: Arc::from(""),
        seats,
        clocks: [ClockView::default(); 2],
        before: None,
        bottom: Side::First,
        turn: Some(Side::First),
        current: 20,
        at_end: false,
        playing: false,
        paused: false,
        waits: false,
        can_move: true,
        rows: (0..13).map(row).collect(),
        result: String::new(),
        graph: graph.collect(),
        series: vec!["Edax 4.6".to_owned(), "Quintet".to_owned()],
        series_own_names: Vec::new(),
        losses: Arc::from([(8, 2.5), (13, 6.0), (16, 0.6), (21, 10.0)]),
        course: (1..=26)
            .map(|ply| CoursePoint {
                ply,
                side: Side::BOTH[(ply + 1) % 2],
                secs: Some(1.5),
                luck: None,
            })
            .collect(),
        bar: 0.53,
        bar_text: "+2".to_owned(),
        facts: Vec::new(),
        summary: None,
        adaptive: None,
        coach: None,
        accuracy: [None; 2],
        error_rates: [None; 2],
        n_mistakes: 3,
        better: None,
        mistakes: Arc::from([]),
        plies: plies(26),
        rolls: None,
        comment: String::new(),
        comment_before: String::new(),
        drawn: Vec::new(),
        path: None,
        save_as: None,
        source: None,
        can_undo_new: false,
        can_undo_edit: false,
        can_redo_edit: false,
        can_paste_branch: false,
        copied: None,
        controls: None,
        announcement: String::new(),
        pass: None,
        decisions: None,
        candidates: None,
        listed: 20,
        parts: Arc::from([]),
        part: 0,
    }
}

/// The start and so many plies, two to a number.
pub(crate) fn plies(n: usize) -> Arc<[PlyView]> {
    (0..=n).map(ply).collect()
}

fn ply(node: usize) -> PlyView {
    let dots = if node % 2 == 1 { "." } else { "\u{2026}" };
    let number = if node == 0 { String::new() } else { format!("{}{dots}", node.div_ceil(2)) };
    PlyView { node, number, move_number: node.div_ceil(2) }
}

fn row(number: usize) -> TreeRow {
    let cell = |side: usize| {
        Some(MoveCell {
            node: 2 * number + side + 1,
            text: "f5".to_owned(),
            mark: String::new(),
            score: String::new(),
            pass: false,
            ..MoveCell::default()
        })
    };
    TreeRow::Pair { number: number + 1, moves: [cell(0), cell(1)] }
}
