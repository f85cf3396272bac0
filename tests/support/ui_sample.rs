//! A whole snapshot for tests of the window, and a harness that shows it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use quintet::app::{
    AnalysisView, BelowTable, CardLine, Chip, ChipTone, ClockView, Command, ConsoleLine,
    ConsoleView, Direction, DuelView, EloView, EngineCardView, EngineDetails, EngineEntryView,
    MatchBoard, MatchGameRow, MatchGameState, MatchView, MistakeView, Mode, MoveCell, OpeningLine,
    OpeningsView, OptionView, PointOfView, ProblemView, Protocol, SessionView, Settings,
    SideStanding, Snapshot, TabView, Theme as ThemeSetting, TreeRow, ValueMark,
};
use quintet::ui::art::Art;
use quintet::ui::theme::{Theme, Themes};
use quintet::ui::window::{Scope, prepare};
use quintet::ui::{UiState, root_ui};

use super::cpu_renderer::CpuRenderer;
use super::game_view::{game, othello_scene, study};

/// What a test of the window keeps.
pub(crate) struct Screen {
    pub(crate) snapshot: Snapshot,
    pub(crate) ui: UiState,
    pub(crate) commands: Vec<Command>,
    theme: Arc<Theme>,
    art: Option<Art>,
}

impl Screen {
    /// The window with this snapshot, without the system's file dialogs.
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        let theme = Themes::builtin().chosen(snapshot.settings.theme, true).clone();
        let ui = UiState::without_file_dialogs();
        Self { snapshot, ui, commands: Vec::new(), theme, art: None }
    }
}

/// A harness of this size that shows the whole window.
pub(crate) fn show(snapshot: Snapshot, size: [f32; 2]) -> Harness<'static, Screen> {
    let screen = Screen::new(snapshot);
    let theme = screen.theme.clone();
    Harness::builder()
        .with_size(size)
        .with_pixels_per_point(1.0)
        .renderer(CpuRenderer::default())
        .with_context_setup(move |ctx| {
            prepare(ctx);
            theme.apply(ctx);
        })
        .build_ui_state(
            |ui, screen| {
                let Screen { snapshot, ui: state, commands, theme, art } = screen;
                let art = art.get_or_insert_with(|| Art::immediate(ui.ctx()));
                let scope = Scope { theme, art, now: Instant::now() };
                // The window itself clears its ground.
                let ground = ui.ctx().layer_painter(ui.layer_id());
                ground.rect_filled(ui.ctx().content_rect(), 0.0, theme.canvas);
                root_ui(ui, &scope, snapshot, state, commands);
            },
            screen,
        )
}

fn entry(name: &str, builtin: bool, target: &str, levels: bool) -> EngineEntryView {
    let options = levels.then(|| OptionView {
        name: "level".to_owned(),
        value: "10".to_owned(),
        choices: (1..=10).map(|level| level.to_string()).collect(),
        is_level: builtin,
    });
    EngineEntryView {
        name: name.to_owned(),
        protocol: Protocol::NBoard,
        builtin,
        games: vec!["othello".to_owned()],
        variants: None,
        declared: None,
        can_ponder: Some(false),
        target: target.to_owned(),
        missing: None,
        unfit: None,
        options: options.into_iter().collect(),
        chip: Chip { text: "not started".to_owned(), tone: ChipTone::Idle },
        ended: Vec::new(),
        sessions: match name {
            "Edax 4.6" => vec![7],
            "Quintet Othello" => vec![9],
            _ => Vec::new(),
        },
        details: EngineDetails::default(),
    }
}

/// A session by its number and names.
pub(crate) fn session(id: u64, name: &str, own_name: &str) -> SessionView {
    SessionView { id, name: name.to_owned(), own_name: own_name.to_owned() }
}

fn line(score: &str, moves: &str) -> CardLine {
    CardLine {
        score: score.to_owned(),
        moves: moves.split(' ').map(str::to_owned).collect(),
        ..CardLine::default()
    }
}

/// An engine at work with `lines` lines of the study's position.
pub(crate) fn card(id: u64, name: &str, n_lines: usize) -> EngineCardView {
    let all = [
        line("+2.00", "b3 a3 a4 b2 a1 a2 c1 b7"),
        line("+1.00", "g2 h1 h2 f7 e7 f8 d8 b8"),
        line("+1.00", "d8 e7 h7 h6 f7 b8 b3 h8"),
        line("0.00", "b7 a8 c8 d8 e8 e7 f1 c1"),
        line("\u{2212}2.00", "h4 h3 h2 b7 e7 h6 c8 b8"),
        line("\u{2212}3.00", "h6 b7 e7 h5 h2 h3 h4 a5"),
        line("\u{2212}4.00", "b2 a3 e7 e8 a6 f7 a5 a4"),
    ];
    EngineCardView {
        timed_by_host: false,
        id,
        name: name.to_owned(),
        own_name: String::new(),
        protocol: Protocol::NBoard,
        chip: Chip { text: "thinking 6.2 s".to_owned(), tone: ChipTone::Busy },
        running: true,
        can_restart: false,
        has_window: false,
        score: "+2.00".to_owned(),
        depth: "24".to_owned(),
        nodes: "98.7 M".to_owned(),
        speed: "15.9 M/s".to_owned(),
        time: "0:06.2".to_owned(),
        lines: all.into_iter().take(n_lines).collect(),
        has_all_moves: false,
        n_lines: 7,
        comparison: None,
        limit: None,
        lock: None,
        threat: None,
        status: "Thinking".to_owned(),
    }
}

fn cell(node: usize, text: &str, mark: &str, score: &str) -> Option<MoveCell> {
    Some(MoveCell {
        node,
        text: text.to_owned(),
        mark: mark.to_owned(),
        score: score.to_owned(),
        pass: text == "pass",
        ..MoveCell::default()
    })
}

fn rows() -> Arc<[TreeRow]> {
    let moves = "f5 d6 c3 d3 c4 f4 f6 g4 e3 f3 g3 e6 c5 c6 b5 pass d2 e2 c2 f2 g1 b4 c7 d7";
    let moves: Vec<&str> = moves.split(' ').collect();
    let mut rows: Vec<TreeRow> = moves
        .chunks(2)
        .enumerate()
        .map(|(i, pair)| {
            let mark = match i {
                3 => "?!",
                5 => "?",
                8 => "??",
                _ => "",
            };
            TreeRow::Pair {
                number: i + 1,
                moves: [
                    cell(2 * i + 1, pair[0], mark, "0"),
                    pair.get(1).and_then(|mv| cell(2 * i + 2, mv, "", "+2")),
                ],
            }
        })
        .collect();
    let comment = "Leaves the book, but nothing is lost: the quiet edge move keeps one tempo.";
    rows.insert(4, TreeRow::Comment(comment.to_owned()));
    let variation = ["e2", "f3", "b4", "g4", "h3"];
    let moves = variation.iter().enumerate().filter_map(|(i, mv)| cell(100 + i, mv, "", ""));
    rows.insert(
        5,
        TreeRow::Variation { lead: "4.".to_owned(), moves: moves.collect(), depth: 1, last: true },
    );
    rows.into()
}

fn console() -> ConsoleView {
    let lines = [
        (12.402, Direction::Sent, "set game (;GM[Othello]PC[NBoard]PB[You]PW[Edax 4.6]TY[8];)"),
        (12.402, Direction::Sent, "hint 7"),
        (12.403, Direction::Received, "status Thinking"),
        (12.618, Direction::Received, "search B3 2 0 14"),
        (12.900, Direction::Error, "book: not found"),
        (18.604, Direction::Received, "nodestats 98743120 6.2"),
    ];
    ConsoleView {
        session: 7,
        name: "Edax 4.6".to_owned(),
        own_name: "Edax10".to_owned(),
        lines: lines
            .into_iter()
            .map(|(secs, direction, text)| ConsoleLine { secs, direction, text: Arc::from(text) })
            .collect(),
        first: 3,
        dropped: 3,
        alive: true,
    }
}

fn values() -> Vec<ValueMark> {
    [("b3", 2.0), ("g2", 1.0), ("d8", 1.0), ("b7", 0.0), ("h4", -2.0), ("a5", -12.0)]
        .into_iter()
        .map(|(cell, score)| ValueMark {
            cell: cell.to_owned(),
            score,
            loss: 2.0 - score,
            differs: None,
            text: format!("{score:+.0}").replace('-', "\u{2212}"),
        })
        .collect()
}

fn mistakes() -> Arc<[MistakeView]> {
    [(7, "4.", "f6", "?!", 2.5), (11, "6.", "g3", "?", 6.0), (17, "9.", "d2", "??", 10.0)]
        .into_iter()
        .map(|(node, number, text, mark, loss)| MistakeView {
            node,
            shown: node,
            number: number.to_owned(),
            text: text.to_owned(),
            mark: mark.to_owned(),
            better: String::new(),
            score: "0".to_owned(),
            loss,
            loss_text: format!("\u{2212}{loss:.2}"),
        })
        .collect()
}

/// The study in a mode, with engines, console and problems; nothing in it changes by itself.
pub(crate) fn sample(mode: Mode) -> Snapshot {
    let mut view = study();
    view.rows = rows();
    view.mistakes = mistakes();
    view.current = 24;
    view.listed = 24;
    view.accuracy = [Some(91.7), Some(95.2)];
    view.facts = vec![("Date".to_owned(), "2026-11-20".to_owned())];
    view.comment = "A comment".to_owned();
    if mode == Mode::Play {
        view.playing = true;
        view.at_end = true;
        let clock = |secs| ClockView {
            shown: true,
            left: Duration::from_secs(secs),
            ..ClockView::default()
        };
        view.clocks = [clock(192), clock(305)];
        view.scene = othello_scene(super::game_view::STUDY, Some("d7"), true);
    }
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
        games: vec![game("othello").info()],
        mode,
        game: view.into(),
        engines: vec![
            entry("Quintet Othello", true, "quintet engine nboard", true),
            entry("Edax 4.6", false, "edax -nboard", false),
        ]
        .into(),
        analysis: AnalysisView {
            cards: if mode == Mode::Analyse { vec![card(7, "Edax 4.6", 4)] } else { Vec::new() },
            lines: 7,
            point_of_view: PointOfView::First,
            view_text: "Black\u{2019}s view".to_owned(),
            values: if mode == Mode::Analyse { values() } else { Vec::new() },
            position_id: 1,
            said: Vec::new(),
            pinned: Vec::new(),
            differences: quintet::app::DifferencesView::Off,
        }
        .into(),
        matching: None,
        no_stop: quintet::app::NoStop::default(),
        sessions: vec![session(7, "Edax 4.6", "Edax10"), session(9, "Quintet Othello", "")].into(),
        console: Some(console()),
        problems: vec![ProblemView {
            number: 1,
            engine: Some("Edax 4.6".to_owned()),
            text: "Edax 4.6 crashed (exit 139) while thinking.".to_owned(),
            details: vec!["terminate called".to_owned()],
            secs: 12.0,
            restart: Some(7),
            seat: None,
            bundle: None,
        }]
        .into(),
        notices: Vec::new().into(),
        progress: None,
        editor: None,
        openings: &[],
        file_games: Arc::from(["You - Edax, 2026".to_owned(), "Edax - You, 2025".to_owned()]),
        games_path: Some("/home/me/games/many.ggf".into()),
        games_kind: Some((game("othello").info(), None)),
        batches: Vec::new(),
        pasted: None,
        settings: Settings { theme: ThemeSetting::Dark, animate: false, ..Settings::default() }
            .into(),
        can_reopen_tab: false,
        practice: None,
        dice_study: None,
        elsewhere: Vec::new(),
        due: quintet::app::DueView::default(),
        ratings: quintet::app::Shared::default(),
        window: 0,
        windows: Vec::new(),
        tabs: vec![TabView {
            title: "You \u{2013} Edax".to_owned(),
            shown: true,
            ..TabView::default()
        }],
    }
}

/// A running match between the two engines of [`sample`].
pub(crate) fn running_match() -> MatchView {
    let row = |number: u32, result: &str, reason: &str, failure: bool| MatchGameRow {
        number,
        players: ["Edax 4.6".to_owned(), "Quintet Othello".to_owned()],
        length: "60 moves".to_owned(),
        state: match result {
            "running" => MatchGameState::Running,
            result => MatchGameState::Over(result.to_owned()),
        },
        reason: reason.to_owned(),
        bundle: None,
        failed: failure.then_some(if result == "0-1" { 0 } else { 1 }),
        unready: false,
    };
    let side = |name: &str, wins, losses, elo| SideStanding {
        name: name.to_owned(),
        own_name: String::new(),
        wins,
        draws: 1,
        losses,
        points: f64::from(wins) + 0.5,
        per_game: None,
        elo: Some(EloView::Around { value: elo, low: elo - 52.0, high: elo + 52.0 }),
    };
    MatchView {
        title: "Edax 4.6 against Quintet Othello".to_owned(),
        slow_starts: Vec::new(),
        info: game("othello").info(),
        variant_name: None,
        conditions: "1m+1s, seed 7".to_owned(),
        total: 40,
        finished: 21,
        running: 2,
        paused: false,
        finishing: false,
        stopping: false,
        over: false,
        outcome: None,
        elapsed: Duration::from_secs(6130),
        left: Some(Duration::from_secs(5340)),
        left_is_most: false,
        below: Arc::new(BelowTable {
            duel: Some(DuelView {
                name: "Edax 4.6".to_owned(),
                counts_points: false,
                worth: "70.0 %".to_owned(),
                interval: "52.1 - 83.4 %".to_owned(),
                elo: Some("+147 (+15 to +280)".to_owned()),
                normalised: Some("+138 (+13 to +322)".to_owned()),
                draws: Some("20.0 % of the games, 30.0 % of the pairs (1-1)".to_owned()),
                superiority: Some(0.985),
                pairs: Some([1, 0, 3, 2, 4]),
                lines: vec![
                    "score of Edax 4.6: 70.0 % (52.1 - 83.4 %), Elo difference +147".to_owned(),
                ],
            }),
            notes: vec!["The same as an earlier game, move by move: 2 games.".to_owned()],
        }),
        counts_points: false,
        tournament: None,
        openings: OpeningsView {
            lines: vec![OpeningLine {
                name: "f5 d6 c3".to_owned(),
                games: 4,
                score: 0.875,
                results: [3, 1, 0],
                pairs: [0, 0, 0, 1, 1],
            }],
            n_left_out: 0,
        }
        .into(),
        folder: Some("/home/me/match".into()),
        opens_outside: true,
        at_once: 2,
        standing: [side("Edax 4.6", 14, 6, 149.0), side("Quintet Othello", 6, 14, -149.0)],
        reasons: vec![
            ("more discs".to_owned(), 18, false),
            ("crashed (exit 139)".to_owned(), 2, true),
        ],
        disagreements: Vec::new(),
        late: 0,
        keeps_late: None,
        delays: vec![(
            "Edax 4.6".to_owned(),
            Duration::from_micros(80),
            Duration::from_micros(1310),
        )],
        games: vec![
            row(23, "running", "", false),
            row(22, "running", "", false),
            row(21, "1-0", "more discs", false),
            row(20, "0-1", "crashed", true),
        ],
        board: Some(MatchBoard {
            scene: othello_scene(super::game_view::STUDY, Some("d7"), false),
            position_text: "the position of the match".to_owned(),
            position_texts: Vec::new(),
            players: ["Edax 4.6".to_owned(), "Quintet Othello".to_owned()],
            stocks: ["31 discs".to_owned(), "20 discs".to_owned()],
            last_move: "d7".to_owned(),
            clocks: [ClockView {
                shown: true,
                left: Duration::from_secs(92),
                ..ClockView::default()
            }; 2],
        }),
        shown: Some(23),
        wall: Vec::new(),
        wall_left_out: 0,
    }
}
