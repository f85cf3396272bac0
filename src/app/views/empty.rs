//! The window before the application has begun: an empty board.
//!
//! Reads nothing.

use std::sync::Arc;

use super::*;
use crate::app::format;
use crate::app::shared::Shared;
use crate::games::{self, GameInfo, Side};

impl Snapshot {
    /// Nothing but an empty board: what the window shows before the application has begun.
    #[must_use]
    pub fn empty(info: &'static GameInfo, settings: Settings) -> Self {
        let seat = |side: Side| SeatView {
            name: info.sides[side.idx()].to_owned(),
            side_name: info.sides[side.idx()],
            human: true,
            chip: None,
            stock: String::new(),
            eval: String::new(),
            engine: None,
            own_name: String::new(),
            ponder: None,
            timed_by_host: false,
        };
        Self {
            version: 0,
            closing: false,
            games: games::GAMES.iter().map(|game| game.info()).collect(),
            mode: Mode::Play,
            game: Shared::from(GameView {
                info,
                variant: String::new(),
                variant_name: None,
                number: 0,
                position_id: 0,
                scene: Arc::default(),
                before: None,
                position_text: String::new(),
                position_texts: Vec::new(),
                counters: Vec::new(),
                dice: None,
                claim: String::new(),
                draw_offered: false,
                game_text: Arc::from(""),
                seats: Side::BOTH.map(seat),
                clocks: [ClockView::default(); 2],
                controls: None,
                bottom: Side::First,
                turn: None,
                current: 0,
                at_end: true,
                playing: false,
                paused: false,
                waits: false,
                can_move: false,
                rows: Arc::from([]),
                listed: 0,
                parts: Arc::from([]),
                part: 0,
                result: String::new(),
                graph: Arc::from([]),
                series: Vec::new(),
                series_own_names: Vec::new(),
                losses: Arc::from([]),
                bar: 0.5,
                bar_text: format::DASH.to_owned(),
                facts: Vec::new(),
                accuracy: [None, None],
                error_rates: [None, None],
                n_mistakes: 0,
                mistakes: Arc::from([]),
                plies: Arc::from([]),
                rolls: None,
                comment: String::new(),
                path: None,
                save_as: None,
                source: None,
                can_undo_new: false,
                announcement: String::new(),
                pass: None,
                decisions: None,
                candidates: None,
            }),
            engines: Shared::default(),
            analysis: Shared::from(AnalysisView {
                cards: Vec::new(),
                lines: 5,
                point_of_view: PointOfView::First,
                view_text: String::new(),
                values: Vec::new(),
                position_id: 0,
            }),
            matching: None,
            sessions: Shared::default(),
            console: None,
            problems: Shared::default(),
            failures: Shared::default(),
            notices: Shared::default(),
            no_stop: NoStop::default(),
            progress: None,
            editor: None,
            openings: &[],
            file_games: Arc::from([]),
            in_the_way: None,
            probe: None,
            checks: Shared::default(),
            looked_for: None,
            removed_engine: None,
            suggestions: Arc::from([]),
            settings: settings.into(),
            tabs: vec![TabView { title: info.title.to_owned(), shown: true, ..TabView::default() }],
            can_reopen_tab: false,
        }
    }
}
