//! The snapshot: the views of all rooms together.
//!
//! Draws nothing up itself: what has not changed is the same view as before.

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use super::desk::Desk;
use super::engines::Watched;
use super::router::Router;
use super::sessions::Room;
use super::views::{ConsoleView, ElsewhereView, RunningEngine, Snapshot};
use crate::games;

/// More lines of other tabs would push the user's own away.
const MOST_ELSEWHERE: usize = 4;

impl Router {
    /// All that the windows show at this moment.
    pub(super) fn snapshot(&mut self, version: u64, now: Instant) -> Snapshot {
        let matching = self.contest.title();
        let windows = self.tabs.floating().into_iter().filter_map(|id| {
            let window = self.snapshot_at(id, version, now)?;
            let tab = self.tabs.view_apart(id, matching.as_ref())?;
            Some(Arc::new(Snapshot { window: id, tabs: vec![tab], ..window }))
        });
        let windows: Vec<Arc<Snapshot>> = windows.collect();
        let shown = self.tabs.shown_id();
        let main = self.snapshot_at(shown, version, now);
        let main = main.expect("the tab that is shown is there");
        Snapshot { windows, tabs: self.tabs.views(matching.as_ref()), ..main }
    }

    /// All that the window shows in which this desk is.
    fn snapshot_at(&mut self, id: u64, version: u64, now: Instant) -> Option<Snapshot> {
        let desk = self.tabs.get(id)?.view(now);
        let settings = self.preferences.settings();
        let running: Vec<RunningEngine> =
            self.tabs.iter().flat_map(|desk| desk.running(now)).collect();
        let worth = self.tabs.iter().flat_map(|desk| desk.worth_a_restart()).collect();
        let console = self.console_view();
        let on_board = self.tabs.iter().find(|desk| desk.id() == id)?.on_board();
        let on_board_name = on_board.0.info().name;
        let elsewhere = self.said_elsewhere(id);
        Some(Snapshot {
            window: 0,
            windows: Vec::new(),
            version,
            closing: self.closing,
            unkept: match &self.keeping {
                Some(keeping) if keeping.keeps_tabs() => 0,
                Some(_) | None => self.tabs.n_unsaved(),
            },
            games: games::GAMES.iter().map(|game| game.info()).collect(),
            mode: desk.mode,
            engines: self.workshop.entries(on_board, running, now),
            game: desk.game,
            analysis: desk.analysis,
            matching: self.contest.view(settings.show_numbers, now),
            tournament_draft: self.contest.draft(),
            sessions: desk.sessions,
            console,
            problems: self.messages.problems(worth),
            failures: desk.failures,
            no_stop: desk.no_stop,
            notices: self.messages.notices(desk.mode, desk.id),
            progress: self.files.progress().or(desk.progress),
            editor: desk.editor,
            practice: desk.practice,
            dice_study: desk.dice_study,
            elsewhere,
            due: self.trainer.view(on_board_name, SystemTime::now()),
            ratings: self.rated.view(),
            openings: desk.openings,
            file_games: self.files.titles(),
            games_path: self.files.path(),
            games_kind: self.files.kind(),
            batches: self.batches.views(&self.files.games(), self.files.path().as_ref()),
            pasted: self.files.pasted(),
            in_the_way: self.files.in_the_way(),
            probe: self.workshop.probe(),
            checks: self.workshop.checks(),
            looked_for: self.workshop.looked_for(),
            removed_engine: self.workshop.removed(),
            suggestions: self.workshop.suggestions(),
            settings,
            tabs: Vec::new(),
            can_reopen_tab: self.tabs.can_reopen(),
        })
    }

    /// What the engines of other tabs say of the position that is shown at this desk.
    fn said_elsewhere(&self, id: u64) -> Vec<ElsewhereView> {
        let looked = self.tabs.iter().find(|desk| desk.id() == id).and_then(Desk::looked_at);
        let Some(looked) = looked else { return Vec::new() };
        let others = self.tabs.iter().filter(|desk| desk.id() != id);
        others.flat_map(|other| other.says_of(looked)).take(MOST_ELSEWHERE).collect()
    }

    /// What the room of a session knows of it.
    pub(super) fn session(&self, id: u64) -> Option<Watched> {
        match self.sessions.room(id)? {
            Room::Workshop => {
                let engine = self.workshop.session(id)?;
                Some(Watched {
                    name: engine.entry.clone(),
                    own_name: engine.session.own_name().to_owned(),
                    alive: !engine.has_ended(),
                })
            }
            Room::Desk(desk) => self.tabs.iter().find(|known| known.id() == desk)?.watched(id),
        }
    }

    fn console_view(&mut self) -> Option<ConsoleView> {
        let id = self.console.watched()?;
        let known = self.session(id)?;
        let log = self.sessions.log(id)?;
        self.console.view(known, &log)
    }
}
