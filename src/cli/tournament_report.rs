//! Stores and prints the games of a tournament, on a thread of its own: a slow terminal or disk must
//! not delay engines.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use anyhow::anyhow;
use quintet::games::Game;
use quintet::play::tournament::{Added, Course, KeptGame, Past, Tournament, withdrawn};
use quintet::play::{GameReport, ResultRow};
use quintet::store::{FileError, GameTexts, ResultsFile, write_bundle};
use serde_json::json;

use super::complaints::{Complaints, last_words};
use super::match_report::Screen;
use super::output::{self, Output};
use super::tournament_table::Tables;

/// Finished games and complaints that may wait for the disk before the tournament waits too.
const MAX_WAITING: usize = 1024;

/// What is printed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Style {
    /// A line for each game, and a table after each round.
    Plain,
    /// The final table only.
    Quiet,
    /// Each event as a line of JSON.
    Json,
}

/// Stores games and prints them.
#[derive(Debug)]
pub(super) struct Writer {
    /// The name of the tournament.
    name: String,
    game: &'static dyn Game,
    names: Vec<String>,
    counts_points: bool,
    style: Style,
    heading: String,
    results: ResultsFile,
    /// The games in their own format.
    texts: Option<GameTexts>,
    /// What the names of bundles begin with.
    bundles: PathBuf,
}

impl Writer {
    /// A writer of a tournament into the files of its folder.
    pub(super) fn new(
        tournament: &Tournament,
        style: Style,
        results: ResultsFile,
        texts: Option<GameTexts>,
        folder: &Path,
    ) -> Self {
        Self {
            name: tournament.file.name.clone(),
            game: tournament.file.game,
            names: tournament.names(),
            counts_points: tournament.counts_points(),
            style,
            heading: heading(tournament),
            results,
            texts,
            bundles: folder.join("tournament"),
        }
    }

    /// Writes the text of a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn keep_text(&mut self, text: Option<&str>) -> Result<(), FileError> {
        match (&mut self.texts, text) {
            (Some(texts), Some(text)) => texts.append(text),
            _ => Ok(()),
        }
    }

    /// Stores a game. When this returns, its line is on the disk.
    fn store(&mut self, report: &mut GameReport, row: &mut ResultRow) -> Result<(), FileError> {
        if let Some(text) = &report.bundle {
            let path = write_bundle(&self.bundles, report.pairing.number, text)?;
            row.bundle = Some(path.display().to_string());
            report.bundle_file = Some(path);
        }
        self.results.append(row)?;
        match report.counts() {
            true => self.keep_text(row.text.as_deref()),
            false => Ok(()),
        }
    }

    fn write_all(
        mut self,
        mut past: Past,
        messages: &Receiver<Message>,
        has_failed: &AtomicBool,
    ) -> Written {
        let mut out = Screen(Some(Output::new()));
        let mut failure = None;
        self.begin(&mut out, &past.course);
        let mut complaints: Vec<Complaints> =
            self.names.iter().map(|_| Complaints::default()).collect();
        for message in messages {
            let mut report = match message {
                Message::Game(report) => *report,
                Message::Complaint(player, text) => {
                    let line = complaints[player].line(&self.names[player], &text);
                    line.iter().for_each(|line| output::complain(line));
                    continue;
                }
            };
            let round = past.course.round_of(report.pairing.pair).unwrap_or_default();
            let tags = &mut report.record.tags.other;
            tags.insert("Event".to_owned(), self.name.clone());
            tags.insert("Round".to_owned(), format!("{}.{}", round + 1, report.pairing.number));
            let mut row = report.result_row(self.game);
            if failure.is_none()
                && let Err(error) = self.store(&mut report, &mut row)
            {
                output::complain(&format!("quintet: {error}; the running games are the last"));
                failure = Some(error);
                has_failed.store(true, Ordering::Relaxed);
            }
            // A game that is on no disk is played again.
            let added = match &failure {
                None => past.add(&KeptGame::from(&row)).unwrap_or_default(),
                Some(_) => Added::default(),
            };
            self.tell(&mut out, &past, &report, &row, round);
            self.tell_withdrawn(&mut out, &past.course, &added);
            if let Some(round) = added.round_over.filter(|_| !past.is_over()) {
                self.tell_round(&mut out, &past.course, round);
            }
        }
        self.end(&mut out, &past);
        Written { past, failure }
    }

    fn begin(&self, out: &mut Screen, course: &Course) {
        let (played, games) = (course.results().n_games(), course.n_games());
        match self.style {
            Style::Plain => {
                out.line(&self.heading);
                if played > 0 {
                    out.line(&format!("{played} of {games} games were played before"));
                }
            }
            Style::Quiet => {}
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "start", "name": self.name, "players": self.names,
                    "played": played, "games": games,
                }))
            }),
        }
    }

    fn tell(
        &self,
        out: &mut Screen,
        past: &Past,
        report: &GameReport,
        row: &ResultRow,
        round: usize,
    ) {
        let course = &past.course;
        let (played, games) = (course.results().n_games(), course.n_games());
        match self.style {
            Style::Plain => {
                let test = past.test_state().map(|state| format!("; {state}")).unwrap_or_default();
                out.line(&(game_line(report, round, played, games) + &test));
                if let Some(path) = &report.bundle_file {
                    out.line(&format!("    details: {}", path.display()));
                }
                last_words(&report.last_words).iter().for_each(|line| out.line(line));
            }
            Style::Quiet => {}
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "game", "number": row.number, "round": round + 1,
                    "first": row.first, "second": row.second, "result": row.result,
                    "winner": row.winner, "margin": row.margin, "reason": row.reason,
                    "cause": row.cause, "failure": row.failure, "same_as": row.same_as,
                    "played": played, "games": games, "test": past.test_state(),
                }))
            }),
        }
    }

    fn tables(&self) -> Tables<'_> {
        Tables { names: &self.names, counts_points: self.counts_points }
    }

    /// Players that are withdrawn now.
    fn tell_withdrawn(&self, out: &mut Screen, course: &Course, added: &Added) {
        let all = withdrawn(course.plan(), course.rounds(), course.results());
        for found in all.iter().filter(|found| added.withdrawn.contains(&found.player)) {
            match self.style {
                Style::Plain => out.line(&self.tables().withdrawn_line(found)),
                Style::Quiet => {}
                Style::Json => out.write(|out| {
                    out.json(&json!({
                        "event": "withdrawn", "player": self.names[found.player],
                        "last_game": found.last_game, "left_out": found.is_left_out,
                    }))
                }),
            }
        }
    }

    fn tell_round(&self, out: &mut Screen, course: &Course, round: usize) {
        match self.style {
            Style::Plain => {
                out.line(&format!("\nafter round {} of {}", round + 1, course.plan().n_rounds()));
                self.tables().crosstable(course).iter().for_each(|line| out.line(line));
                out.line("");
            }
            Style::Quiet => {}
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "round", "round": round + 1, "table": self.tables().json_table(course),
                }))
            }),
        }
    }

    fn end(&self, out: &mut Screen, past: &Past) {
        let course = &past.course;
        match self.style {
            Style::Plain | Style::Quiet => {
                if self.style == Style::Plain {
                    out.line("");
                }
                self.tables().crosstable(course).iter().for_each(|line| out.line(line));
                if let Some(test) = &past.test {
                    out.line(&format!("\ntest {test}"));
                }
            }
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "end", "played": course.results().n_games(),
                    "games": course.n_games(), "table": self.tables().json_table(course),
                    "test": past.test_state(),
                }))
            }),
        }
    }
}

/// `game 3, round 2: A - B 1-0 (more discs); 3 of 10`
fn game_line(report: &GameReport, round: usize, played: u32, games: u32) -> String {
    let [first, second] = report.players();
    let mut text = format!(
        "game {}, round {}: {first} - {second} {} ({})",
        report.pairing.number,
        round + 1,
        if report.unready { "not played" } else { report.result_text() },
        report.result.reason
    );
    let detail = report.cause_text();
    if !detail.is_empty() && !report.result.reason.contains(&detail) {
        text += &format!(" [{detail}]");
    }
    format!("{}; {played} of {games}", text.replace('\n', " "))
}

/// `Evening cup: Othello, round robin of 3 players, 6 games, 1s/move, 3 different openings, seed 1`
pub(super) fn heading(tournament: &Tournament) -> String {
    let (file, plan) = (&tournament.file, &tournament.plan);
    let info = file.game.info();
    let variant = file.variant.as_deref();
    let title = match variant {
        Some(name) => format!("{} ({})", info.title, quintet::play::title_of(info, Some(name))),
        None => info.title.to_owned(),
    };
    let shard = tournament.shard.map(|shard| format!(", shard {shard}")).unwrap_or_default();
    let openings = tournament.config([0, 1]).map(|config| config.openings_text());
    let most = if file.sprt.is_some() { "at most " } else { "" };
    let test = file.sprt.map(|sprt| format!(", until a test decides: {sprt}"));
    format!(
        "{}: {title}, {} of {} players, {most}{} games, {}, {}{}{shard}",
        file.name,
        file.format.name(),
        plan.players,
        plan.n_games(),
        file.time,
        openings.unwrap_or_default(),
        test.unwrap_or_default()
    )
}

/// A message to the thread.
enum Message {
    /// A game is over.
    Game(Box<GameReport>),
    /// An engine complains.
    Complaint(usize, String),
}

/// What is left when all games have been reported.
struct Written {
    past: Past,
    /// Why the later games are in no file.
    failure: Option<FileError>,
}

/// Reports the games of a tournament as they finish.
pub(super) struct Reporter {
    messages: SyncSender<Message>,
    thread: JoinHandle<Written>,
    has_failed: Arc<AtomicBool>,
}

impl Reporter {
    /// Prints the heading and waits for games; continues after those of `past`.
    pub(super) fn start(writer: Writer, past: Past) -> Self {
        let (messages, messages_rx) = sync_channel(MAX_WAITING);
        let has_failed = Arc::<AtomicBool>::default();
        let failing = Arc::clone(&has_failed);
        let thread = thread::spawn(move || writer.write_all(past, &messages_rx, &failing));
        Self { messages, thread, has_failed }
    }

    /// Reports a finished game.
    pub(super) fn tell(&self, report: Box<GameReport>) {
        self.send(Message::Game(report));
    }

    /// Prints a complaint of an engine on the error output, each only once.
    pub(super) fn complain(&self, player: usize, text: String) {
        self.send(Message::Complaint(player, text));
    }

    fn send(&self, message: Message) {
        // The thread takes everything until it panics; `finish` then says so.
        drop(self.messages.send(message));
    }

    /// A file could not be written: later games are not stored.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed) || self.thread.is_finished()
    }

    /// Prints the final table; what was played.
    ///
    /// # Errors
    ///
    /// When a file could not be written.
    pub(super) fn finish(self) -> anyhow::Result<Past> {
        drop(self.messages);
        let written = self.thread.join().map_err(|_panic| anyhow!("the report has failed"))?;
        let Written { past, failure } = written;
        failure.map_or(Ok(past), |error| Err(error.into()))
    }
}
