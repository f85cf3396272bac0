//! What the window sees of a match between engines: table, list, boards.
//!
//! Changes nothing but the board of a finished game, which it draws once and keeps.

use std::sync::Arc;
use std::time::Instant;

use super::boards::{length_of, view_of};
use super::score::Score;
use super::state::MatchState;
use super::steering::Contest;
use crate::app::shared::Shared;
use crate::app::views::{
    BelowTable, ClockView, MatchBoard, MatchGameRow, MatchGameState, MatchView, TournamentView,
};
use crate::app::words::sentence;
use crate::games::{Record, Side};
use crate::play::{LiveGame, TimeControl};

impl Contest {
    /// The match as the window sees it, with or without numbers on its board; the same picture as
    /// before where nothing has happened since and nothing runs.
    pub(in crate::app) fn view(
        &mut self,
        numbers: bool,
        now: Instant,
    ) -> Option<Shared<MatchView>> {
        let key = (self.revision, numbers);
        let is_running = self.is_running();
        if let Some((known, view)) = self.drawn.as_ref().filter(|_| !is_running)
            && *known == key
        {
            return Some(view.clone());
        }
        let view: Shared<MatchView> = self.view_now(numbers, now)?.into();
        self.drawn = Some((key, view.clone()));
        Some(view)
    }

    fn view_now(&mut self, numbers: bool, now: Instant) -> Option<MatchView> {
        let board = self.matching.as_mut()?.board(numbers);
        let tournament = self.matching.as_mut()?.table();
        let below = self.matching.as_mut()?.below();
        let is_running = self.is_running();
        let openings = self.matching.as_mut()?.openings.view(is_running, now);
        let state = self.matching.as_ref()?;
        let elapsed = state.watch.total(now);
        let finished = state.score.n_finished();
        let total = state.score.n_games().unwrap_or(state.total);
        let open = total.saturating_sub(finished);
        let run = finished.saturating_sub(state.finished_before);
        // A test may end it before.
        let by_test = state.score.test_state().and_then(|test| test.pairs_left());
        let open = by_test.map_or(open, |pairs| open.min(pairs.saturating_mul(2)));
        let left = (run > 0 && state.is_running()).then(|| state.watch.this_run(now) / run * open);
        let facts = state.score.facts(&state.names, &state.own_names);
        let names = || state.names.iter();
        let delays = names()
            .zip(&facts.delays)
            .filter_map(|(name, delays)| Some((name.clone(), delays.median()?, delays.p99()?)));
        let disagreements = names().zip(&facts.disagreements);
        let disagreements = disagreements.filter(|(_, sum)| sum.total() > 0);
        let disagreements =
            disagreements.map(|(name, sum)| (name.clone(), sum.total(), sum.to_string()));
        Some(MatchView {
            title: state.title.clone(),
            info: state.game.info(),
            variant_name: state.variant.clone(),
            conditions: conditions(state),
            total,
            finished,
            running: state.n_running(),
            paused: state.paused,
            finishing: state.finishing,
            stopping: state.stopping,
            over: !state.is_running(),
            outcome: state.outcome.clone(),
            elapsed,
            left,
            left_is_most: state.score.test_state().is_some() && by_test.is_none(),
            counts_points: state.score.counts_points(),
            below,
            standing: facts.standing,
            tournament,
            openings,
            folder: state.folder.clone(),
            opens_outside: self.opener.is_some(),
            at_once: state.concurrency,
            reasons: facts.reasons,
            delays: delays.collect(),
            late: u32::try_from(state.late.len()).unwrap_or(u32::MAX),
            keeps_late: state.score.keeps_late().map(|why| sentence(&why.to_string())),
            disagreements: disagreements.collect(),
            slow_starts: state.slow_starts.clone(),
            games: state.rows.values().rev().map(|row| with_length(row, state)).collect(),
            board,
            shown: state.shown,
            wall: state.wall.boards(),
            wall_left_out: state.wall.n_left_out(state.live.keys().copied()),
        })
    }
}

fn conditions(state: &MatchState) -> String {
    match state.concurrency {
        1 => state.conditions.clone(),
        n => format!("{}, {n} at once", state.conditions),
    }
}

fn with_length(row: &MatchGameRow, state: &MatchState) -> MatchGameRow {
    let mut row = row.clone();
    if row.state == MatchGameState::Running
        && let Some(live) = state.live.get(&row.number)
    {
        row.length = length_of(live);
    }
    row
}

impl MatchState {
    /// The table of a tournament, drawn up where games have ended since.
    fn table(&mut self) -> Option<Arc<TournamentView>> {
        let finished = self.score.n_counted();
        let Score::Tournament(score) = &self.score else { return None };
        if let Some((known, table)) = &self.last_table
            && *known == finished
        {
            return Some(Arc::clone(table));
        }
        let table = Arc::new(score.view(&self.own_names));
        self.last_table = Some((finished, Arc::clone(&table)));
        Some(table)
    }

    /// What stands below the table, drawn up where games have ended since.
    fn below(&mut self) -> Arc<BelowTable> {
        let finished = self.score.n_counted();
        if let Some((known, below)) = &self.last_below
            && *known == finished
        {
            return Arc::clone(below);
        }
        let notes = self.score.notes(&self.names);
        let below = Arc::new(BelowTable {
            duel: self.score.duel(&self.names[0]),
            notes: self
                .trouble
                .clone()
                .into_iter()
                .chain(notes.iter().map(|note| sentence(note)))
                .collect(),
        });
        self.last_below = Some((finished, Arc::clone(&below)));
        below
    }

    /// The board of the game that is shown: as it stands, or as it ended.
    pub(super) fn board(&mut self, numbers: bool) -> Option<MatchBoard> {
        let shown = self.shown?;
        if !self.records.contains_key(&shown) {
            let live = self.live.get(&shown)?;
            return Some(live_board(live, self.time, numbers));
        }
        if let Some((number, with, board)) = &self.last_board
            && (*number, *with) == (shown, numbers)
        {
            return Some(board.clone());
        }
        let board = last_board(self, shown, numbers)?;
        self.last_board = Some((shown, numbers, board.clone()));
        Some(board)
    }
}

fn live_board(live: &LiveGame, time: TimeControl, numbers: bool) -> MatchBoard {
    let view = view_of(live.last_move.as_ref().map(|mv| mv.0.as_str()), numbers);
    let scene = Arc::new(live.position.scene(&view));
    let clocks = live.clocks.map(|clock| ClockView {
        shown: clock.limited,
        left: clock.left,
        running_since: clock.running_since,
        danger_below: time.danger_below(),
    });
    let last_move = live.last_move.as_ref().map(|mv| mv.0.clone()).unwrap_or_default();
    let stocks = Side::BOTH.map(|side| live.position.stock(side));
    MatchBoard {
        scene,
        position_text: live.position.to_text(),
        position_texts: live.position.position_texts(),
        players: live.players.clone(),
        stocks,
        last_move,
        clocks,
    }
}

/// The board of a game as it ended.
fn last_board(state: &MatchState, shown: u32, numbers: bool) -> Option<MatchBoard> {
    let record = state.records.get(&shown)?;
    let last = record.last();
    let position = record.replay(state.game, last).ok()?;
    let mv = record.node(last).mv.as_ref().map(|mv| mv.0.as_str());
    let scene = Arc::new(position.scene(&view_of(mv, numbers)));
    let clocks = Side::BOTH.map(|side| time_left(record, side));
    let players = state.rows.get(&shown)?.players.clone();
    let last_move = mv.unwrap_or_default().to_owned();
    let stocks = Side::BOTH.map(|side| position.stock(side));
    Some(MatchBoard {
        scene,
        position_text: position.to_text(),
        position_texts: position.position_texts(),
        players,
        stocks,
        last_move,
        clocks,
    })
}

fn time_left(record: &Record, side: Side) -> ClockView {
    let own = record.main_line().into_iter().rev().map(|id| record.node(id));
    let left = own.filter(|node| node.side == Some(side)).find_map(|node| node.time_left);
    ClockView { shown: left.is_some(), left: left.unwrap_or_default(), ..ClockView::default() }
}
