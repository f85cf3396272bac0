//! A match in the window as it stands: its table, its games, the one that is shown.
//!
//! Plays and starts nothing; `matches` does.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::openings::Openings;
use super::score::{Score, note_own_names};
use super::stopwatch::Stopwatch;
use super::wall::Wall;
use crate::app::inbox::SharedInbox;
use crate::app::to_open::OpenPlace;
use crate::app::views::{
    BelowTable, MatchBoard, MatchGameRow, MatchGameState, MatchOutcome, TournamentView,
};
use crate::app::words::{REFEREE_DECIDES, difference_text};
use crate::games::{self, Game, Record, Side};
use crate::hosting::Reported;
use crate::play::viewer::{Difference, Disagreement};
use crate::play::{
    Disagreed, GameReport, LiveGame, MatchControl, MatchEvent, SlowStart, TimeControl,
};
use crate::store::bundle_name;

/// Games in the list of the window; all of them count in the table.
pub(super) const MAX_ROWS: usize = 500;

/// Why a game that the machine has cost does not count.
const EXCUSED: &str = "the machine slept or the program was halted";

/// A match that runs or has run.
#[derive(Debug)]
pub(super) struct MatchState {
    /// Counts the matches since the program was started, from 1; 0 for one that was not begun.
    pub(super) id: u64,
    pub(super) game: &'static dyn Game,
    /// The variant's short name, where the game has variants.
    pub(super) variant: Option<String>,
    pub(super) names: Vec<String>,
    /// `Edax against Scan`, or the name of the tournament.
    pub(super) title: String,
    /// What the engines call themselves; empty while no game is over.
    pub(super) own_names: Vec<String>,
    pub(super) time: TimeControl,
    pub(super) conditions: String,
    pub(super) total: u32,
    /// Games of it that were played before the program was started.
    pub(super) finished_before: u32,
    pub(super) concurrency: u32,
    pub(super) control: MatchControl,
    /// Where its games are kept; `None` where they cannot be.
    pub(super) folder: Option<PathBuf>,
    /// What its report needs to know; `None` while its folder is not open.
    pub(super) reported: Option<Arc<Reported>>,
    /// The results of its openings.
    pub(super) openings: Openings,
    pub(super) inbox: SharedInbox,
    /// How long it has been played.
    pub(super) watch: Stopwatch,
    /// Nothing of it runs.
    pub(super) is_over: bool,
    /// How it ended; `None` while it runs.
    pub(super) outcome: Option<MatchOutcome>,
    pub(super) paused: bool,
    pub(super) finishing: bool,
    /// A game of it was begun since it was started or gone on with.
    pub(super) has_begun: bool,
    /// It was stopped at once.
    pub(super) stopping: bool,
    pub(super) score: Score,
    /// The table of the tournament as long as so much counts ([`Score::n_counted`]), drawn up once.
    pub(super) last_table: Option<([u32; 3], Arc<TournamentView>)>,
    /// The same of what stands below the table.
    pub(super) last_below: Option<([u32; 3], Arc<BelowTable>)>,
    /// The first thing of it that could not be kept, as sentences.
    pub(super) trouble: Option<String>,
    /// The numbers of games that were lost on time while the machine was late, and count.
    pub(super) late: BTreeSet<u32>,
    pub(super) rows: BTreeMap<u32, MatchGameRow>,
    pub(super) records: BTreeMap<u32, Record>,
    /// Kinds of differences between an engine, by its name, and the referee that were told.
    pub(super) told: BTreeSet<(String, Difference)>,
    pub(super) shown: Option<u32>,
    /// Running games as they were last seen.
    pub(super) live: BTreeMap<u32, LiveGame>,
    /// The board of this game that is over, with or without numbers, drawn up once.
    pub(super) last_board: Option<(u32, bool, MatchBoard)>,
    /// Engines of running games whose start takes long.
    pub(super) slow_starts: Vec<SlowStart>,
    pub(super) wall: Wall,
    /// Running games that are followed in tabs of their own, by number: where each is to be shown,
    /// `None` once it is.
    pub(super) followed: BTreeMap<u32, Option<OpenPlace>>,
}

impl MatchState {
    /// Nothing was played of it, and nothing runs; the caller says the terms.
    pub(super) fn new(
        game: &'static dyn Game,
        names: Vec<String>,
        score: Score,
        now: Instant,
    ) -> Self {
        Self {
            id: 0,
            game,
            variant: None,
            own_names: vec![String::new(); names.len()],
            names,
            title: String::new(),
            time: TimeControl::Unlimited,
            conditions: String::new(),
            total: 0,
            finished_before: 0,
            concurrency: 1,
            control: MatchControl::new(),
            folder: None,
            reported: None,
            openings: Openings::default(),
            inbox: SharedInbox::default(),
            watch: Stopwatch::started(now),
            is_over: false,
            outcome: None,
            paused: false,
            finishing: false,
            has_begun: false,
            stopping: false,
            score,
            last_table: None,
            last_below: None,
            trouble: None,
            late: BTreeSet::new(),
            rows: BTreeMap::new(),
            records: BTreeMap::new(),
            told: BTreeSet::new(),
            shown: None,
            live: BTreeMap::new(),
            slow_starts: Vec::new(),
            last_board: None,
            wall: Wall::new(1),
            followed: BTreeMap::new(),
        }
    }

    /// As its tab says it.
    pub(super) fn tab_title(&self) -> String {
        match &self.score {
            Score::Match(_) => format!("Match: {}", self.names.join(" \u{2013} ")),
            Score::Tournament(_) => self.title.clone(),
        }
    }

    pub(super) fn is_running(&self) -> bool {
        !self.is_over
    }

    pub(super) fn n_running(&self) -> u32 {
        let running = self.rows.values().filter(|row| row.state == MatchGameState::Running).count();
        u32::try_from(running).unwrap_or(u32::MAX)
    }

    pub(super) fn take(&mut self, event: MatchEvent) {
        match event {
            MatchEvent::Started { number, players } => {
                self.has_begun = true;
                let row = MatchGameRow {
                    number,
                    players,
                    length: String::new(),
                    state: MatchGameState::Running,
                    reason: String::new(),
                    bundle: None,
                    failed: None,
                    unready: false,
                };
                self.rows.insert(number, row);
                // Of a game that is played again the board is no longer the old one.
                self.records.remove(&number);
                let watches_running = self.shown.is_some_and(|shown| {
                    self.rows.get(&shown).is_some_and(|row| row.state == MatchGameState::Running)
                });
                if !watches_running {
                    self.show(number);
                }
            }
            // The engines' own logs have complaints, and that there are many threads is told at once.
            MatchEvent::Complaint { .. }
            | MatchEvent::Ready { .. }
            | MatchEvent::Crowded { .. }
            | MatchEvent::Solving(_)
            | MatchEvent::AllOver => {}
            // It does not start any more.
            MatchEvent::RefereeFailed { .. } => {
                self.slow_starts.retain(|start| start.engine.is_some());
            }
            MatchEvent::SlowStart(start) => self.note_start(start),
            MatchEvent::Live(live) => self.see(*live),
            MatchEvent::Finished(report) => self.finish(*report),
            MatchEvent::Stopped { number, report } => {
                self.score.add(&report);
                self.live.remove(&number);
                self.slow_starts.retain(|start| start.number != number);
                if let Some(row) = self.rows.get_mut(&number) {
                    row.state = MatchGameState::Stopped;
                    row.reason = report.cause_text();
                }
                self.wall.end(self.game, &report, MatchGameState::Stopped.text());
            }
        }
        self.forget_oldest();
    }

    /// Of too many games the oldest go: none that is being played or shown.
    fn forget_oldest(&mut self) {
        while self.rows.len() > MAX_ROWS {
            let may_go = |number: &u32, row: &MatchGameRow| {
                row.state != MatchGameState::Running && self.shown != Some(*number)
            };
            let oldest = self.rows.iter().find(|(number, row)| may_go(number, row));
            let Some(oldest) = oldest.map(|(number, _)| *number) else { return };
            self.rows.remove(&oldest);
            self.records.remove(&oldest);
        }
    }

    fn finish(&mut self, report: GameReport) {
        self.score.add(&report);
        self.openings.add(&report);
        let (state, number) = (self.state_of(&report), report.pairing.number);
        let _changed = match report.is_late() {
            true if report.counts() => self.late.insert(number),
            true => false,
            false => self.late.remove(&number),
        };
        self.wall.end(self.game, &report, state.text());
        self.live.remove(&number);
        self.slow_starts.retain(|start| start.number != number);
        self.list(report);
    }

    /// How far a game is that is over.
    fn state_of(&self, report: &GameReport) -> MatchGameState {
        match (report.stopped, report.counts()) {
            (Some(_), _) => MatchGameState::Stopped,
            (None, false) if report.annulled => MatchGameState::Again,
            (None, false) => MatchGameState::NotPlayed,
            (None, true) => {
                let text = report.result_text().replace("1/2", "\u{bd}");
                MatchGameState::Over(text + &self.worth(report))
            }
        }
    }

    /// Puts a game that is over into the list.
    pub(super) fn list(&mut self, report: GameReport) {
        note_own_names(self.game, &report, &self.names, &mut self.own_names);
        let number = report.pairing.number;
        let plies = report.record.main_line().len();
        let cause = report.cause_text();
        let row = MatchGameRow {
            number,
            players: report.players().map(str::to_owned),
            length: games::counted(plies.div_ceil(2), "move"),
            state: self.state_of(&report),
            bundle: self
                .folder
                .as_ref()
                .filter(|_| report.has_bundle())
                .map(|folder| folder.join(bundle_name(self.score.bundles(), number))),
            reason: match cause.is_empty() {
                // The cause alone would charge the engine.
                _ if report.is_excused() => EXCUSED.to_owned(),
                true => report.result.reason.clone(),
                false => cause,
            },
            failed: report.failed_side().map(Side::idx),
            unready: report.unready,
        };
        self.rows.insert(number, row);
        self.records.insert(number, report.record);
    }

    /// The start of an engine takes long, or is over.
    fn note_start(&mut self, start: SlowStart) {
        let key = |start: &SlowStart| (start.number, start.engine);
        self.slow_starts.retain(|known| key(known) != key(&start));
        if start.took.is_none() {
            self.slow_starts.push(start);
        }
    }

    /// A running game has another position.
    pub(super) fn see(&mut self, live: LiveGame) {
        self.wall.see(&live);
        self.live.insert(live.number, live);
    }

    /// What a game was worth to its winner, where that is not the same for all: ` +2`.
    fn worth(&self, report: &GameReport) -> String {
        let margin = report.result.margin.filter(|_| self.score.counts_points());
        margin.map_or(String::new(), |points| format!(" +{}", points.abs()))
    }

    /// The differences of a finished game that were not told yet, each kind once for each engine:
    /// the engine's name, what to say of it, and the difference.
    pub(super) fn new_differences(
        &mut self,
        report: &GameReport,
    ) -> Vec<(String, String, Disagreement)> {
        let number = report.pairing.number;
        let mut found = Vec::new();
        for Disagreed { engine, ply, first, .. } in &report.disagreements {
            let name = report.players()[report.pairing.seat_of(*engine).idx()];
            if self.told.insert((name.to_owned(), first.what)) {
                let name = name.to_owned();
                let text = difference_text(&name, first, REFEREE_DECIDES);
                let moves = games::counted(*ply, "move");
                let place = format!("Seen first in game {number} after {moves}.");
                found.push((name, format!("{text} {place}"), first.clone()));
            }
        }
        found
    }

    /// Nothing of it runs. All that was played took so long; `is_over` says that nothing is left.
    pub(super) fn rest(&mut self, took: Duration, is_over: bool) {
        (self.watch, self.is_over) = (Stopwatch::at_rest(took), true);
        self.outcome = Some(if is_over { MatchOutcome::Played } else { MatchOutcome::Stopped });
    }

    /// It goes on after it has rested.
    pub(super) fn run_again(&mut self, now: Instant) {
        self.watch.go_on(now);
        (self.is_over, self.outcome) = (false, None);
    }

    /// It counts as played while games run, and while new ones may begin.
    pub(super) fn keep_time(&mut self, now: Instant) {
        let runs = !self.is_over && (!self.paused || self.n_running() > 0);
        self.watch.set(runs, now);
    }

    /// So many games are played at once from now on.
    pub(super) fn play_at_once(&mut self, games: NonZeroU32) {
        self.concurrency = games.get();
        self.wall.widen(games.get());
        self.control.play_at_once(games);
    }

    /// It goes on where that one has ended, which is the same tournament: its games stay in the list.
    pub(super) fn take_over(&mut self, before: &Self, now: Instant) {
        self.watch.continue_from(&before.watch, now);
        self.id = before.id;
        let is_over = |row: &MatchGameRow| row.state != MatchGameState::Running;
        let rows = before.rows.iter().filter(|(_, row)| is_over(row));
        self.rows = rows.map(|(number, row)| (*number, row.clone())).collect();
        self.records.clone_from(&before.records);
        self.told.clone_from(&before.told);
        self.late.clone_from(&before.late);
        for (name, own) in self.names.iter().zip(&mut self.own_names) {
            if let Some(at) = before.names.iter().position(|known| known == name) {
                own.clone_from(&before.own_names[at]);
            }
        }
        self.score.take_over(&before.score);
    }

    /// Shows the newest game that is over where the one that was shown has no end: it was stopped.
    pub(super) fn show_newest(&mut self) {
        let has_end = self.shown.is_some_and(|shown| self.records.contains_key(&shown));
        if let Some(newest) = self.records.keys().next_back().copied().filter(|_| !has_end) {
            self.show(newest);
        }
    }

    pub(super) fn show(&mut self, number: u32) {
        self.shown = Some(number);
        self.control.show(Some(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Tally;

    fn state() -> MatchState {
        let game = games::find("othello").unwrap();
        let names = ["A", "B"].map(str::to_owned).into();
        let score = Score::Match(Box::new(Tally::new(false)));
        MatchState {
            total: 2000,
            concurrency: 2,
            wall: Wall::new(2),
            ..MatchState::new(game, names, score, Instant::now())
        }
    }

    fn started(number: u32) -> MatchEvent {
        MatchEvent::Started { number, players: ["A", "B"].map(str::to_owned) }
    }

    #[test]
    fn of_too_many_games_none_goes_that_is_being_played() {
        let mut state = state();
        state.take(started(1));
        for number in 2..=700 {
            state.take(started(number));
            state.take(MatchEvent::Finished(Box::new(GameReport::example(number))));
        }
        assert_eq!(state.rows.len(), MAX_ROWS);
        let first: Vec<u32> = state.rows.keys().copied().take(3).collect();
        assert_eq!(first, [1, 202, 203]);
        assert_eq!((state.n_running(), state.shown), (1, Some(1)));
        state.show(202);
        assert!(state.board(false).is_some());
    }

    #[test]
    fn the_board_of_a_game_that_is_over_is_drawn_once() {
        let mut state = state();
        state.take(started(1));
        state.take(MatchEvent::Finished(Box::new(GameReport::example(1))));
        let scenes = [false, false, true].map(|numbers| state.board(numbers).unwrap().scene);
        assert!(Arc::ptr_eq(&scenes[0], &scenes[1]));
        assert!(!Arc::ptr_eq(&scenes[1], &scenes[2]));
    }
}
