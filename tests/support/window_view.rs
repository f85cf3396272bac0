//! A whole snapshot of the application for pictures of the window: the look's Othello study.

use std::sync::Arc;

use quintet::app::ChipTone;
use quintet::app::{
    AnalysisView, CardLine, ConsoleLine, ConsoleView, Direction, EngineCardView, EngineDetails,
    EngineEntryView, GameView, Mode, MoveCell, PointOfView, Protocol, SessionView, Settings,
    Snapshot, TabView, Theme, TreeRow, ValueMark,
};

use super::game_view::{chip, study};

const MOVES: [&str; 18] = [
    "e2", "f5", "b6", "b4", "f4", "g4", "g5", "g3", "d2", "f2", "g1", "b5", "e6", "g6", "f6", "c7",
    "c2", "d7",
];
const MARKS: [&str; 18] =
    ["", "", "", "?!", "", "", "?", "", "", "", "", "?!", "", "", "", "", "", "?!"];
const LINES: [(&str, &str); 7] = [
    ("+2.00", "b3 e7 h7 h6 f7 e8 g8 h8"),
    ("+1.00", "g2 f7 e7 f8 b8 c8 d8 e8"),
    ("+1.00", "d8 e7 h7 h6 f7 b8 b3 h8"),
    ("0.00", "b7 e7 c8 d1 e1 f1 c1 a6"),
    ("\u{2212}2.00", "h4 b1 e7 f7 b8 e1 h6 c8"),
    ("\u{2212}3.00", "h6 b1 e7 h5 h2 h3 h4 a6"),
    ("\u{2212}4.00", "b2 b3 e7 e8 a6 f7 a5 a4"),
];

/// Analysis of the study, with values for its squares.
pub(crate) fn analysing(theme: Theme, values: Vec<ValueMark>) -> Snapshot {
    let settings = Settings { theme, animate: false, ..Settings::default() };
    Snapshot {
        tournament_draft: None,
        probe: None,
        checks: Vec::new().into(),
        looked_for: None,
        removed_engine: None,
        in_the_way: None,
        failures: Vec::new().into(),
        suggestions: std::sync::Arc::from([]),
        version: 1,
        closing: false,
        unkept: 0,
        games: vec![study().info],
        mode: Mode::Analyse,
        game: game().into(),
        engines: vec![entry()].into(),
        analysis: AnalysisView {
            cards: vec![card()],
            lines: 7,
            point_of_view: PointOfView::First,
            view_text: "Black\u{2019}s view".to_owned(),
            values,
            position_id: 1,
            said: Vec::new(),
            pinned: Vec::new(),
            differences: quintet::app::DifferencesView::Off,
        }
        .into(),
        matching: None,
        no_stop: quintet::app::NoStop::default(),
        sessions: vec![SessionView { id: 1, name: "Edax 4.6".to_owned(), own_name: String::new() }]
            .into(),
        console: Some(console()),
        problems: Vec::new().into(),
        notices: Vec::new().into(),
        progress: None,
        editor: None,
        openings: &[],
        file_games: Arc::from([]),
        games_path: None,
        games_kind: None,
        batches: Vec::new(),
        pasted: None,
        settings: settings.into(),
        can_reopen_tab: false,
        practice: None,
        dice_study: None,
        elsewhere: Vec::new(),
        due: quintet::app::DueView::default(),
        ratings: quintet::app::Shared::default(),
        window: 0,
        windows: Vec::new(),
        tabs: vec![TabView {
            title: "You \u{2013} Edax, study".to_owned(),
            shown: true,
            ..TabView::default()
        }],
    }
}

fn game() -> GameView {
    let cell = |i: usize| MoveCell {
        node: i + 9,
        text: MOVES[i].to_owned(),
        mark: MARKS[i].to_owned(),
        score: if i.is_multiple_of(3) { "+2".to_owned() } else { "0".to_owned() },
        pass: false,
        ..MoveCell::default()
    };
    let mut rows: Vec<TreeRow> = (0..9)
        .map(|n| TreeRow::Pair { number: n + 5, moves: [Some(cell(2 * n)), Some(cell(2 * n + 1))] })
        .collect();
    let comment =
        "Leaves the book, but nothing is lost: the quiet edge move keeps one tempo in hand.";
    rows.insert(2, TreeRow::Comment(comment.to_owned()));
    let moves = ["e1", "f2", "b4", "f4", "g4"];
    let variation = moves.iter().enumerate().map(|(i, text)| MoveCell {
        node: 100 + i,
        text: (*text).to_owned(),
        mark: String::new(),
        score: String::new(),
        pass: false,
        ..MoveCell::default()
    });
    let lead = "6\u{2026}".to_owned();
    rows.insert(3, TreeRow::Variation { lead, moves: variation.collect(), depth: 1, last: true });
    GameView {
        rows: rows.into(),
        current: 26,
        listed: 26,
        accuracy: [Some(91.7), Some(95.2)],
        n_mistakes: 7,
        ..study()
    }
}

fn entry() -> EngineEntryView {
    EngineEntryView {
        name: "Edax 4.6".to_owned(),
        protocol: Protocol::NBoard,
        builtin: false,
        games: vec!["othello".to_owned()],
        variants: None,
        declared: None,
        can_ponder: Some(false),
        target: "edax -nboard".to_owned(),
        missing: None,
        unfit: None,
        options: Vec::new(),
        chip: chip("ready", ChipTone::Ok).expect("a chip"),
        sessions: vec![1],
        ended: Vec::new(),
        details: EngineDetails::default(),
    }
}

fn card() -> EngineCardView {
    let line = |(score, moves): &(&str, &str)| CardLine {
        score: (*score).to_owned(),
        moves: moves.split(' ').map(str::to_owned).collect(),
        ..CardLine::default()
    };
    EngineCardView {
        timed_by_host: false,
        id: 1,
        name: "Edax 4.6".to_owned(),
        own_name: String::new(),
        protocol: Protocol::NBoard,
        chip: chip("thinking 6.2 s", ChipTone::Busy).expect("a chip"),
        running: true,
        can_restart: false,
        has_window: false,
        score: "+2.00".to_owned(),
        depth: "24".to_owned(),
        nodes: "98.7 M".to_owned(),
        speed: "15.9 M/s".to_owned(),
        time: "0:06.2".to_owned(),
        lines: LINES.iter().map(line).collect(),
        n_lines: 7,
        has_all_moves: false,
        comparison: None,
        limit: None,
        lock: None,
        threat: None,
        status: String::new(),
    }
}

fn console() -> ConsoleView {
    let line = |secs: f64, direction: Direction, text: &str| ConsoleLine {
        secs,
        direction,
        text: Arc::from(text),
    };
    let lines = [
        line(12.402, Direction::Sent, "set game (;GM[Othello]PC[NBoard]PB[You]PW[Edax 4.6]TY[8];)"),
        line(12.402, Direction::Sent, "hint 7"),
        line(12.403, Direction::Received, "status Thinking"),
        line(12.618, Direction::Received, "search b3 2 0 14"),
        line(13.240, Direction::Received, "search b3 2.00 0 18"),
        line(18.604, Direction::Received, "nodestats 98743120 6.2"),
    ];
    ConsoleView {
        session: 1,
        name: "Edax 4.6".to_owned(),
        own_name: String::new(),
        lines: lines.into(),
        first: 3,
        dropped: 3,
        alive: true,
    }
}
