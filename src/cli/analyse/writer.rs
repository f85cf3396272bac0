//! What an analysis writes while it goes on: objects, a table, progress.
//!
//! Asks no engine and judges nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::games::{Actor, MoveText, NodeId, Record};
use quintet::hosting::players;
use quintet::play::{
    ANALYSIS_VERSION, BatchEvent, Cause, FailureRow, PositionReview, ReviewBatch, ReviewRow,
    ReviewedGame, SummaryRow,
};
use quintet::store::{FileError, ResultsFile};

use super::summary;
use crate::cli::complaints::last_words;
use crate::cli::output::{self, Screen};
use crate::cli::{Failure, of_file};

/// Where the objects go.
#[derive(Debug)]
pub(super) struct Targets {
    /// To the standard output.
    pub(super) json: bool,
    /// The standard output has tables.
    pub(super) tables: bool,
    /// To a file.
    pub(super) rows: Option<ResultsFile>,
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
    /// The positions of the games that are being reviewed, by the last node of a variation.
    places: HashMap<(usize, Option<NodeId>), Vec<Place>>,
    /// How many positions of each line every engine has looked at.
    n_done: HashMap<(usize, Option<NodeId>), Vec<usize>>,
    progress: Progress,
    done: Done,
    /// Why the rows could not be written.
    failure: Option<FileError>,
}

/// What is known at the end.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) n_finished: usize,
    /// Numbers of games that an engine could not review.
    pub(super) failed: BTreeSet<usize>,
    /// Why engines have not reviewed a game, or not all of it, by its place and theirs in the batch.
    pub(super) failures: BTreeMap<(usize, usize), String>,
    /// Why engines could not be used at all, by their places in the batch.
    pub(super) lost: BTreeMap<usize, String>,
    /// All games that were reviewed, if they are wanted, by their places in the batch.
    pub(super) games: Vec<(usize, ReviewedGame)>,
    /// The sums of all games that were reviewed, if they are wanted.
    pub(super) summaries: Vec<SummaryRow>,
}

impl Done {
    /// Why this engine has not reviewed this game, or not all of it.
    pub(super) fn failure(&self, game: usize, engine: usize) -> Option<&String> {
        self.lost.get(&engine).or_else(|| self.failures.get(&(game, engine)))
    }
}

/// A position of a game, as rows name it.
#[derive(Debug)]
struct Place {
    id: String,
    side: Option<&'static str>,
    text: String,
}

impl AnalysisWriter {
    pub(super) fn new(batch: Arc<ReviewBatch>, targets: Targets) -> Self {
        Self {
            batch,
            targets,
            out: Screen::new(None),
            places: HashMap::new(),
            n_done: HashMap::new(),
            progress: Progress::default(),
            done: Done::default(),
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
                self.done.failures.insert((game, engine), why);
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
        let places = self
            .places
            .entry((game, line))
            .or_insert_with(|| places(&self.batch, &self.batch.games[game].record, line));
        let (n_plies, number) = (places.len(), self.batch.games[game].number);
        if let Some(place) = places.get(ply) {
            let row = ReviewRow {
                analysis: ANALYSIS_VERSION,
                id: place.id.clone(),
                kind: self.batch.game.info().name.to_owned(),
                game: number,
                ply,
                in_variation: line.is_some(),
                side: place.side.map(str::to_owned),
                position: place.text.clone(),
                engine: self.batch.engines[engine].name.clone(),
                limit: self.batch.efforts[engine],
                review,
            };
            self.write_row(&row);
        }
        let n_engines = self.batch.engines.len();
        let of_game = self.n_done.entry((game, line)).or_insert_with(|| vec![0; n_engines]);
        of_game[engine] += 1;
        let at = of_game.iter().copied().max().unwrap_or_default();
        let all = self.batch.games.len();
        self.progress.show(|| {
            let done = self.done.n_finished;
            format!("game {number}: {at} of {n_plies} positions; {done} of {all} games")
        });
    }

    /// The other engines go on.
    fn take_lost(&mut self, engine: usize, cause: &Cause, stderr: &[String]) {
        let why = cause.said_of(&self.batch.engines[engine].name);
        self.progress.clear();
        output::complain(&format!("quintet: {why}; it reviews nothing, and the others go on"));
        last_words(stderr).iter().for_each(|line| output::complain(line));
        self.write_failure(None, engine, &why);
        self.done.lost.insert(engine, why);
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
        self.places.retain(|(of, _), _| *of != game);
        self.n_done.retain(|(of, _), _| *of != game);
        self.done.n_finished += 1;
        self.progress.clear();
        let engines: Vec<String> =
            self.batch.engines.iter().map(|spec| spec.name.clone()).collect();
        if self.targets.tables {
            let info = self.batch.game.info();
            let names = players(&reviewed.record, info.sides);
            self.out.line(&format!("game {}: {names}", self.number(game)));
            let answers = self.batch.engines.iter().zip(&reviewed.by).enumerate();
            for (_, (spec, by)) in answers.filter(|(idx, _)| !self.done.lost.contains_key(idx)) {
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
                row.failed = engine.and_then(|engine| self.done.failure(game, engine)).cloned();
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
        self.done.games.sort_by_key(|(game, _)| *game);
        self.done.summaries.sort_by_key(|row| row.game);
        Ok(self.done)
    }
}

/// The positions of a line of the game, as far as it can be played: of a variation by its last node, else of
/// the main line.
fn places(batch: &ReviewBatch, record: &Record, line: Option<NodeId>) -> Vec<Place> {
    let Ok(mut pos) = batch.game.start(&record.setup) else { return Vec::new() };
    let sides = batch.game.info().sides;
    let moves: Vec<MoveText> = record.moves_to(line.unwrap_or_else(|| record.last()));
    let mut places = Vec::with_capacity(moves.len() + 1);
    for ply in 0..=moves.len() {
        let side = match pos.actor() {
            Actor::Player(side) => Some(sides[side.idx()]),
            Actor::Chance | Actor::Over(_) => None,
        };
        let id = ReviewRow::id_of(&record.game, &record.setup, moves[..ply].iter());
        places.push(Place { id, side, text: pos.to_text() });
        if moves.get(ply).is_some_and(|mv| pos.play(&mv.0).is_err()) {
            break;
        }
    }
    places
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
