//! Draughts as the window gets it, made by hand: the look's draughts study, and a board with
//! everything that can be marked.

use std::sync::Arc;
use std::time::Duration;

use quintet::app::board::{Art, Cell, Label, Mark, Piece, Point, Scene, Side, Surface, Tone};
use quintet::app::{
    AnalysisView, CardLine, Chip, ChipTone, ClockView, EngineCardView, EngineDetails,
    EngineEntryView, GameView, GraphPoint, Mode, MoveCell, PointOfView, Protocol, SeatView,
    SessionView, Settings, Snapshot, TabView, Theme, TreeRow,
};

use super::game_view::{game, plies, seat};

/// Pieces on squares 1 to 50, and what is marked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Board<'a> {
    pub(crate) white: &'a [usize],
    pub(crate) black: &'a [usize],
    /// Those of them that are kings.
    pub(crate) kings: &'a [usize],
    /// The squares that the last move began, touched and ended on.
    pub(crate) last: &'a [usize],
    pub(crate) legal: &'a [usize],
    pub(crate) movable: &'a [usize],
    pub(crate) chosen: &'a [usize],
    pub(crate) numbers: bool,
}

/// The look's study: Black has played 17-21.
pub(crate) const STUDY: Board<'static> = Board {
    white: &[31, 34, 35, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50],
    black: &[1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 16, 19, 21],
    kings: &[],
    last: &[17, 21],
    legal: &[],
    movable: &[],
    chosen: &[],
    numbers: true,
};

/// The study as FEN.
pub(crate) const STUDY_FEN: &str = "W:W31,34,35,39-50:B1-7,9-12,14,16,19,21";

/// Row and column of a square.
fn place(square: usize) -> (usize, usize) {
    let (row, i) = ((square - 1) / 5, (square - 1) % 5);
    (row, 2 * i + 1 - row % 2)
}

fn middle(square: usize) -> Point {
    let (row, column) = place(square);
    (column as f32 + 0.5, row as f32 + 0.5)
}

impl Board<'_> {
    fn piece(&self, square: usize) -> Option<Art> {
        let white = self.white.contains(&square);
        if !white && !self.black.contains(&square) {
            return None;
        }
        let king = self.kings.contains(&square);
        Some(if king { Art::King { white } } else { Art::Man { white } })
    }

    fn spoken(&self, square: usize) -> String {
        let what = match self.piece(square) {
            None => "empty",
            Some(Art::Man { white: true }) => "white man",
            Some(Art::Man { white: false }) => "black man",
            Some(Art::King { white: true }) => "white king",
            Some(_) => "black king",
        };
        format!("square {square}, {what}")
    }

    fn cell(&self, square: usize) -> Cell {
        let (row, column) = place(square);
        let (x, y) = (column as f32, row as f32);
        Cell {
            name: square.to_string(),
            spoken: self.spoken(square),
            outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
            tone: Tone::Dark,
            corner: if self.numbers { square.to_string() } else { String::new() },
            neighbours: [None; 4],
        }
    }

    /// The board as the window gets it.
    pub(crate) fn scene(&self) -> Scene {
        let piece = |square: usize| {
            let (art, id) = (self.piece(square)?, square as u32);
            Some(Piece { art, centre: middle(square), diameter: 0.84, level: 0, id })
        };
        let names = |list: &[usize], mark: fn(String) -> Mark| -> Vec<Mark> {
            list.iter().map(|square| mark(square.to_string())).collect()
        };
        let left = [6, 16, 26, 36, 46].map(|square| (square, -0.5));
        let right = [5, 15, 25, 35, 45].map(|square| (square, 10.5));
        let label = |(square, x): (usize, f32)| Label {
            text: square.to_string(),
            at: (x, middle(square).1),
        };
        Scene {
            size: (10.0, 10.0),
            surface: Surface::Planks,
            cells: (1..=50).map(|square| self.cell(square)).collect(),
            pieces: (1..=50).filter_map(piece).collect(),
            marks: [
                names(self.last, Mark::LastMove),
                names(self.legal, Mark::Legal),
                names(self.movable, Mark::Movable),
                names(self.chosen, Mark::Chosen),
            ]
            .concat(),
            labels: left.into_iter().chain(right).map(label).collect(),
            path: self.last.iter().map(|square| middle(*square)).collect(),
            ..Scene::default()
        }
    }
}

fn cell(node: usize, text: &str, mark: &str, score: &str) -> MoveCell {
    let (text, mark, score) = (text.to_owned(), mark.to_owned(), score.to_owned());
    MoveCell { node, text, mark, score, ..MoveCell::default() }
}

fn rows() -> Vec<TreeRow> {
    let pair = |number: usize, first: [&str; 3], second: [&str; 3]| TreeRow::Pair {
        number,
        moves: [
            Some(cell(2 * number - 1, first[0], first[1], first[2])),
            Some(cell(2 * number, second[0], second[1], second[2])),
        ],
    };
    let variation = |lead: &str, moves: &str, node: usize, last: bool| TreeRow::Variation {
        lead: lead.to_owned(),
        moves: moves.split(' ').enumerate().map(|(i, m)| cell(node + i, m, "", "")).collect(),
        depth: 1,
        last,
    };
    vec![
        pair(5, ["29x20", "", "0.00"], ["15x24", "", "0.00"]),
        pair(6, ["33-29", "", "+0.04"], ["24x33", "", "+0.04"]),
        pair(7, ["39x28", "", "+0.03"], ["18-22", "?!", "+0.16"]),
        TreeRow::Comment(
            "Playable, but it gives up the centre. 19-24 kept the balance and the chain on the \
             short wing."
                .to_owned(),
        ),
        variation("7\u{2026}", "19-24 44-39 13-19 50-44 9-13", 100, false),
        variation("7\u{2026}", "14-20 31-26 10-14 37-31", 110, true),
        pair(8, ["27x18", "", "+0.15"], ["13x33", "", "+0.15"]),
        pair(9, ["32-27", "!", "+0.14"], ["21x32", "", "+0.14"]),
        pair(10, ["37x39", "", "+0.12"], ["17-21", "", "+0.11"]),
        pair(11, ["34-30", "", "+0.11"], ["12-17", "", "+0.12"]),
        pair(12, ["30-24", "", "+0.12"], ["19x30", "", "+0.12"]),
        pair(13, ["35x24", "", "+0.13"], ["21-26", "?", "+0.43"]),
    ]
}

fn lines(list: &[(&str, &str)]) -> Vec<CardLine> {
    let line = |(score, moves): &(&str, &str)| CardLine {
        score: (*score).to_owned(),
        moves: moves.split(' ').map(str::to_owned).collect(),
        ..CardLine::default()
    };
    list.iter().map(line).collect()
}

fn card(id: u64, name: &str, figures: [&str; 4], list: &[(&str, &str)]) -> EngineCardView {
    let [depth, nodes, speed, time] = figures.map(str::to_owned);
    EngineCardView {
        timed_by_host: false,
        id,
        name: name.to_owned(),
        own_name: String::new(),
        protocol: Protocol::Hub,
        chip: Chip { text: "thinking 14.9 s".to_owned(), tone: ChipTone::Busy },
        running: true,
        can_restart: false,
        has_window: false,
        score: list[0].0.to_owned(),
        depth,
        nodes,
        speed,
        time,
        lines: lines(list),
        n_lines: u32::try_from(list.len()).unwrap_or(u32::MAX),
        has_all_moves: false,
        comparison: None,
        limit: None,
        lock: None,
        threat: None,
        status: String::new(),
    }
}

/// An engine of the list that plays draughts by Hub.
pub(crate) fn entry(name: &str, builtin: bool) -> EngineEntryView {
    EngineEntryView {
        name: name.to_owned(),
        protocol: Protocol::Hub,
        builtin,
        games: vec!["draughts".to_owned()],
        target: "scan hub".to_owned(),
        missing: None,
        unfit: None,
        variants: None,
        options: Vec::new(),
        declared: None,
        can_ponder: Some(true),
        sessions: Vec::new(),
        ended: Vec::new(),
        chip: Chip { text: "ready".to_owned(), tone: ChipTone::Ok },
        details: EngineDetails::default(),
    }
}

fn draughts_seat(name: &str, side_name: &'static str) -> SeatView {
    seat(name, side_name, true, "15 men")
}

/// The study in a mode, as the look's pictures have it.
pub(crate) fn draughts(mode: Mode, theme: Theme) -> Snapshot {
    let clock =
        |secs| ClockView { shown: true, left: Duration::from_secs(secs), ..ClockView::default() };
    let mut seats = [draughts_seat("Visser, A.", "White"), draughts_seat("Kowalska, M.", "Black")];
    seats[0].chip = Some(Chip { text: "to move".to_owned(), tone: ChipTone::Busy });
    let graph = (0..58).flat_map(|ply| {
        let wave = (ply as f64 * 0.35).sin() * 0.08 + if ply > 46 { 0.95 } else { 0.1 };
        (0..2).map(move |series| GraphPoint {
            series,
            ply,
            score: wave - series as f64 * 0.07,
            node: ply,
        })
    });
    let view = GameView {
        info: game("draughts").info(),
        variant: "International".to_owned(),
        variant_name: Some("international".to_owned()),
        scene: Arc::new(STUDY.scene()),
        position_text: STUDY_FEN.to_owned(),
        position_texts: vec![
            ("FEN", STUDY_FEN.to_owned()),
            ("Hub", "Wbbbbbbbebb".to_owned()),
            ("GUIDE", "W:bbb".to_owned()),
        ],
        seats,
        clocks: [clock(2332), clock(2467)],
        before: None,
        bottom: Side::First,
        turn: Some(Side::First),
        current: 20,
        rows: rows().into(),
        graph: graph.collect(),
        series: vec!["Scan 3.1".to_owned(), "Quintet".to_owned()],
        series_own_names: Vec::new(),
        losses: Arc::from([(13, 0.12), (25, 0.30), (37, 0.52), (47, 0.95)]),
        course: Arc::from([]),
        bar_text: "+0.1".to_owned(),
        accuracy: [Some(94.1), Some(88.3)],
        n_mistakes: 7,
        plies: plies(57),
        playing: mode == Mode::Play,
        at_end: mode == Mode::Play,
        ..super::game_view::study()
    };
    let scan = card(
        1,
        "Scan 3.1",
        ["27 / 31.4", "184.2 M", "12.4 M/s", "0:14.9"],
        &[
            ("+0.11", "34-30 12-17 30-24 19x30 35x24 7-12 40-34 2-8 34-29 10-15 45-40"),
            ("+0.07", "41-37 12-17 47-41 7-12 34-30 19-23 30-24 2-8 40-34 8-13"),
            ("+0.02", "34-29 12-17 40-34 7-12 41-37 2-8 47-41 1-7 45-40"),
        ],
    );
    let own = card(
        2,
        "Quintet draughts 1.0",
        ["19", "31.6 M", "2.12 M/s", "0:14.9"],
        &[
            ("+0.18", "34-30 19-23 40-34 12-17 30-24 7-12 34-30 2-8 45-40"),
            ("\u{2212}0.03", "31-27 21x32 42-37 32-38 43x32 12-17 41-36 7-12"),
        ],
    );
    Snapshot {
        tournament_draft: None,
        probe: None,
        checks: Vec::new().into(),
        looked_for: None,
        removed_engine: None,
        in_the_way: None,
        failures: Vec::new().into(),
        suggestions: Arc::from([]),
        version: 1,
        closing: false,
        unkept: 0,
        games: vec![view.info, game("othello").info()],
        mode,
        game: view.into(),
        engines: vec![
            EngineEntryView { sessions: vec![1], ..entry("Scan 3.1", false) },
            EngineEntryView { sessions: vec![2], ..entry("Quintet draughts", true) },
        ]
        .into(),
        analysis: AnalysisView {
            cards: if mode == Mode::Analyse { vec![scan, own] } else { Vec::new() },
            lines: 3,
            point_of_view: PointOfView::First,
            view_text: "White\u{2019}s view".to_owned(),
            values: Vec::new(),
            position_id: 1,
            said: Vec::new(),
            pinned: Vec::new(),
            differences: quintet::app::DifferencesView::Off,
        }
        .into(),
        matching: None,
        no_stop: quintet::app::NoStop::default(),
        sessions: [(1, "Scan 3.1"), (2, "Quintet draughts")]
            .map(|(id, name)| SessionView { id, name: name.to_owned(), own_name: String::new() })
            .to_vec()
            .into(),
        console: None,
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
        settings: Settings { theme, animate: false, ..Settings::default() }.into(),
        can_reopen_tab: false,
        practice: None,
        dice_study: None,
        elsewhere: Vec::new(),
        due: quintet::app::DueView::default(),
        ratings: quintet::app::Shared::default(),
        window: 0,
        windows: Vec::new(),
        tabs: vec![TabView {
            title: "Visser \u{2013} Kowalska".to_owned(),
            shown: true,
            ..TabView::default()
        }],
    }
}
