//! What an analysis writes while it goes on: objects, a table, progress.
//!
//! Asks no engine and judges nothing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::games::NodeId;
use quintet::hosting::{ReviewFile, players};
use quintet::play::{
    ANALYSIS_VERSION, BatchEvent, BatchFailures, BatchRows, Cause, FailureRow, NotedPosition,
    PositionReview, ReviewBatch, ReviewRow, ReviewedGame, SummaryRow,
};
use quintet::store::FileError;

use super::summary;
use crate::cli::complaints::last_words;
use crate::cli::output::{self, Screen};
use crate::cli::verdict::never_ready;
use crate::cli::{Failure, of_file};

/// Where the objects go.
#[derive(Debug)]
pub(super) struct Targets {
    /// To the standard output.
    pub(super) json: bool,
    /// The standard output has tables.
    pub(super) tables: bool,
    /// To a file.
    pub(super) rows: Option<ReviewFile>,
    /// The reviewed games are wanted at the end.
    pub(super) keeps_games: bool,
    /// So are the sums of each game.
    pub(super) summaries: bool,
}

/// Writes what happens in a batch.
#[derive(Debug)]
pub(super) struct AnalysisWriter {
    batch: Arc<ReviewBatch>,
    targets: Targets,
    out: Screen,
    noted: BatchRows,
    progress: Progress,
    done: Done,
    /// Engines that have given a value of something.
    valued: BTreeSet<usize>,
    /// Why the rows could not be written.
    failure: Option<FileError>,
}

/// What is known at the end.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) n_finished: usize,
    /// Numbers of games that an engine could not review.
    pub(super) failed: BTreeSet<usize>,
    /// What engines have not reviewed, and why.
    pub(super) failures: BatchFailures,
    /// Engines that have given a value of something.
    pub(super) valued: BTreeSet<usize>,
    /// All games that were reviewed, if they are wanted, by their places in the batch.
    pub(super) games: Vec<(usize, ReviewedGame)>,
    /// The sums of all games that were reviewed, if they are wanted.
    pub(super) summaries: Vec<SummaryRow>,
}

impl AnalysisWriter {
    pub(super) fn new(batch: Arc<ReviewBatch>, targets: Targets) -> Self {
        Self {
            noted: BatchRows::new(Arc::clone(&batch)),
            batch,
            targets,
            out: Screen::new(None),
            progress: Progress::default(),
            done: Done::default(),
            valued: BTreeSet::new(),
            failure: None,
        }
    }

    /// Writes what has happened; breaks the batch off if a file cannot be written.
    pub(super) fn take(&mut self, event: BatchEvent) -> ControlFlow<()> {
        match event {
            BatchEvent::Position { game, engine, line, ply, review } => {
                self.take_position((game, line), engine, ply, *review);
            }
            BatchEvent::Failed { game, engine, why } => {
                let (number, name) = (self.number(game), &self.batch.engines[engine].name);
                self.progress.clear();
                output::complain(&format!("quintet: game {number}: {name}: {why}"));
                self.done.failed.insert(number);
                let why = why.to_string();
                self.write_failure(Some(number), engine, &why);
                self.done.failures.note_game(game, engine, why);
            }
            BatchEvent::Lost { engine, cause, last_words } => {
                self.take_lost(engine, &cause, &last_words);
            }
            BatchEvent::Finished { game, reviewed } => self.finish_game(game, *reviewed),
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn number(&self, game: usize) -> usize {
        self.batch.games[game].number
    }

    fn take_position(
        &mut self,
        (game, line): (usize, Option<NodeId>),
        engine: usize,
        ply: usize,
        review: PositionReview,
    ) {
        let number = self.number(game);
        if review.value.is_some() {
            self.valued.insert(engine);
        }
        let noted = self.noted.note((game, line), engine, ply, review);
        if let Some(row) = &noted.row {
            self.write_row(row);
        }
        let NotedPosition { n_done: at, n_all: n_plies, .. } = noted;
        let all = self.batch.games.len();
        self.progress.show(|| {
            let done = self.done.n_finished;
            format!("game {number}: {at} of {n_plies} positions; {done} of {all} games")
        });
    }

    /// The other engines go on, if there are any that have not failed as well.
    fn take_lost(&mut self, engine: usize, cause: &Cause, stderr: &[String]) {
        let why = never_ready(&self.batch.engines[engine].name, cause);
        self.progress.clear();
        let of_others = match self.n_going_on(engine) {
            0 => "",
            1 => ", and the other engine goes on",
            _ => ", and the others go on",
        };
        output::complain(&format!("quintet: {why}; it reviews nothing{of_others}"));
        last_words(stderr).iter().for_each(|line| output::complain(line));
        self.note_lost(engine, why);
    }

    /// Other engines that have given values, or have not failed yet.
    fn n_going_on(&self, engine: usize) -> usize {
        let failures = &self.done.failures;
        let has_failed = |other: usize| {
            let mut games = 0..self.batch.games.len();
            failures.is_lost(other) || games.any(|game| failures.of(game, other).is_some())
        };
        let goes_on = |other: &usize| self.valued.contains(other) || !has_failed(*other);
        (0..self.batch.engines.len()).filter(|other| *other != engine).filter(goes_on).count()
    }

    /// The last engine was never ready, as those before it; the end of the command says so.
    pub(super) fn note_unusable(&mut self, engine: usize, cause: &Cause) {
        let why = never_ready(&self.batch.engines[engine].name, cause);
        self.note_lost(engine, why);
    }

    fn note_lost(&mut self, engine: usize, why: String) {
        self.write_failure(None, engine, &why);
        self.done.failures.note_lost(engine, why);
    }

    fn write_failure(&mut self, game: Option<usize>, engine: usize, why: &str) {
        let row = FailureRow {
            analysis: ANALYSIS_VERSION,
            kind: self.batch.game.info().name.to_owned(),
            game,
            engine: self.batch.engines[engine].name.clone(),
            limit: self.batch.efforts[engine],
            failed: why.to_owned(),
        };
        if self.targets.json {
            self.out.write(|out| out.json(&row));
        }
    }

    fn write_row(&mut self, row: &ReviewRow) {
        if self.targets.json {
            self.out.write(|out| out.json(row));
        }
        if let Some(rows) = self.targets.rows.as_mut().filter(|_| !self.batch.known.has(row)) {
            self.failure = rows.append(row).err();
        }
    }

    fn finish_game(&mut self, game: usize, reviewed: ReviewedGame) {
        self.noted.forget(game);
        self.done.n_finished += 1;
        self.progress.clear();
        let engines: Vec<String> =
            self.batch.engines.iter().map(|spec| spec.name.clone()).collect();
        if self.targets.tables {
            let info = self.batch.game.info();
            let names = players(&reviewed.record, info.sides);
            self.out.line(&format!("game {}: {names}", self.number(game)));
            let answers = self.batch.engines.iter().zip(&reviewed.by).enumerate();
            for (_, (spec, by)) in answers.filter(|(idx, _)| !self.done.failures.is_lost(*idx)) {
                let lines = summary::lines(self.batch.game, &reviewed.record, by, &spec.name);
                lines.iter().for_each(|line| self.out.line(line));
            }
            let facts = summary::facts(self.batch.game, &reviewed.record, &reviewed.by, &engines);
            facts.iter().for_each(|line| self.out.line(line));
        }
        if self.targets.summaries {
            let (number, record) = (self.number(game), &reviewed.record);
            let mut rows = summary::rows(self.batch.game, number, record, &reviewed.by, &engines);
            for row in &mut rows {
                let engine = engines.iter().position(|name| *name == row.engine);
                row.failed = engine
                    .and_then(|engine| self.done.failures.of(game, engine))
                    .map(str::to_owned);
            }
            self.done.summaries.extend(rows);
        }
        if self.targets.keeps_games {
            self.done.games.push((game, reviewed));
        }
    }

    /// What is known at the end, in the order of the file.
    ///
    /// # Errors
    ///
    /// When the objects could not be written.
    pub(super) fn finish(mut self) -> Result<Done, Failure> {
        self.progress.clear();
        if let Some(error) = self.failure {
            return Err(of_file(error));
        }
        self.done.valued = self.valued;
        self.done.games.sort_by_key(|(game, _)| *game);
        self.done.summaries.sort_by_key(|row| row.game);
        Ok(self.done)
    }
}

/// The line on the terminal that says how far it is.
#[derive(Debug, Default)]
struct Progress {
    shown_at: Option<Instant>,
}

impl Progress {
    /// Often enough for the eye.
    const STEP: Duration = Duration::from_millis(100);

    fn show(&mut self, text: impl FnOnce() -> String) {
        if self.shown_at.is_none_or(|at| Self::STEP <= at.elapsed()) {
            self.shown_at = Some(Instant::now());
            output::show_status(&text());
        }
    }

    fn clear(&mut self) {
        if self.shown_at.take().is_some() {
            output::show_status("");
        }
    }
}
