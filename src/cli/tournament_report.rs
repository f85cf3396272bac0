//! Stores and prints the games of a tournament, on a thread of its own: a slow terminal or disk must
//! not delay engines.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use anyhow::anyhow;
use quintet::games::Game;
use quintet::play::tournament::{
    Added, Course, Format, KeptGame, Past, TableLine, Tournament, Withdrawn, between, ratings,
    table, withdrawn,
};
use quintet::play::{GameReport, Rating, ResultRow};
use quintet::store::{FileError, GameTexts, ResultsFile, write_bundle};
use serde_json::{Value, json};

use super::complaints::{Complaints, last_words};
use super::match_report::Screen;
use super::output::{self, Output};

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

    /// Players that are withdrawn now.
    fn tell_withdrawn(&self, out: &mut Screen, course: &Course, added: &Added) {
        let all = withdrawn(course.plan(), course.rounds(), course.results());
        for found in all.iter().filter(|found| added.withdrawn.contains(&found.player)) {
            match self.style {
                Style::Plain => out.line(&self.withdrawn_line(found)),
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

    fn withdrawn_line(&self, found: &Withdrawn) -> String {
        let effect = match found.is_left_out {
            true => "less than half of its games are played, and they do not count in the table",
            false => "its other games are lost by default",
        };
        let Withdrawn { player, last_game, .. } = found;
        let when = match last_game {
            0 => "before its first game".to_owned(),
            number => format!("after game {number}"),
        };
        format!("{} is withdrawn {when}: {effect}", self.names[*player])
    }

    fn tell_round(&self, out: &mut Screen, course: &Course, round: usize) {
        match self.style {
            Style::Plain => {
                out.line(&format!("\nafter round {} of {}", round + 1, course.plan().n_rounds()));
                self.crosstable(course).iter().for_each(|line| out.line(line));
                out.line("");
            }
            Style::Quiet => {}
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "round", "round": round + 1, "table": self.json_table(course),
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
                self.crosstable(course).iter().for_each(|line| out.line(line));
                if let Some(test) = &past.test {
                    out.line(&format!("\ntest {test}"));
                }
            }
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "end", "played": course.results().n_games(),
                    "games": course.n_games(), "table": self.json_table(course),
                    "test": past.test_state(),
                }))
            }),
        }
    }

    fn json_table(&self, course: &Course) -> Vec<Value> {
        let lines = table(course.plan(), course.rounds(), course.results());
        let ratings = ratings(course.plan(), course.rounds(), course.results());
        let line = |(place, line): (usize, &TableLine)| {
            json!({
                "place": place + 1, "player": self.names[line.player], "games": line.games(),
                "wins": line.wins, "draws": line.draws, "losses": line.losses,
                "score": f64::from(line.halves) / 2.0,
                "points": self.counts_points.then_some(line.points),
                "tie_break": tie_break(course, line),
                "elo": json_rating(&ratings.players[line.player]),
                "last_game": course.results().withdrawals().last_game(line.player),
            })
        };
        lines.iter().enumerate().map(line).collect()
    }

    /// Places, scores, and what each two players made against each other: points of the player of
    /// the line, and of how many games.
    fn crosstable(&self, course: &Course) -> Vec<String> {
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let names = self.names.iter().map(|name| name.chars().count());
        let width = names.max().unwrap_or(0).max("player".len());
        let tie_name = tie_name(plan.format);
        let elos: Vec<String> =
            ratings(plan, rounds, results).players.iter().map(rating_text).collect();
        let elo_width = elos.iter().map(|elo| elo.chars().count()).max().unwrap_or(0).max(3);
        let points_name = if self.counts_points { "  points" } else { "" };
        let is_crossed = lines.len() <= MOST_COLUMNS;
        let mut heading = format!(
            "     {:width$}  games  wins  draws  losses   score{points_name}  {tie_name:>8}  {:>elo_width$}",
            "player", "Elo"
        );
        if is_crossed {
            heading.extend((1..=lines.len()).map(|place| format!("  {place:>7}")));
        }
        let mut texts = vec![heading];
        for (place, line) in lines.iter().enumerate() {
            let mut text = format!(
                "{:>3}  {:width$}  {:5}  {:4}  {:5}  {:6}  {:>6}",
                place + 1,
                self.names[line.player],
                line.games(),
                line.wins,
                line.draws,
                line.losses,
                halves_text(line.halves),
            );
            if self.counts_points {
                text += &format!("  {:+6}", line.points);
            }
            text += &format!("  {:>8}  {:>elo_width$}", tie_break(course, line), elos[line.player]);
            for other in lines.iter().filter(|_| is_crossed) {
                let cell = match between(plan, rounds, results, [line.player, other.player]) {
                    _ if other.player == line.player => "*".to_owned(),
                    None => "-".to_owned(),
                    Some([won, lost]) => format!("{}/{}", halves_text(won), (won + lost) / 2),
                };
                text += &format!("  {cell:>7}");
            }
            texts.push(text);
        }
        texts.extend(withdrawn(plan, rounds, results).iter().map(|it| self.withdrawn_line(it)));
        texts
    }
}

/// With more players the table has no columns of opponents.
const MOST_COLUMNS: usize = 12;

/// `3`, `2.5`
pub(super) fn halves_text(halves: u32) -> String {
    (f64::from(halves) / 2.0).to_string()
}

/// `+85 (+40 to +130)`, `above +120`; `-` where the results do not say.
pub(super) fn rating_text(rating: &Rating) -> String {
    match rating {
        // One player alone is 0 without any uncertainty, which says nothing.
        Rating::Known(elo) if elo.low >= elo.high => "-".to_owned(),
        Rating::Known(elo) => format!("{:+.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high),
        Rating::Above(Some(low)) => format!("above {low:+.0}"),
        Rating::Below(Some(high)) => format!("below {high:+.0}"),
        Rating::Above(None) | Rating::Below(None) | Rating::Unconnected => "-".to_owned(),
    }
}

/// Elo with the ends of its 95 % interval, as far as the results say.
fn json_rating(rating: &Rating) -> Value {
    let [value, low, high] = rating.numbers();
    json!({ "value": value, "low": low, "high": high })
}

/// What decides between equal scores.
pub(super) fn tie_name(format: Format) -> &'static str {
    match format {
        Format::Swiss { .. } => "Buchholz",
        Format::Knockout { .. } => "rounds",
        Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => "SB",
    }
}

/// What decides between equal scores, in points or in rounds.
pub(super) fn tie_break(course: &Course, line: &TableLine) -> f64 {
    match course.plan().format {
        Format::Swiss { .. } => line.tie_break / 2.0,
        Format::Knockout { .. } => line.tie_break,
        Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => line.tie_break / 4.0,
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
    let openings = tournament.config([0, 1]).map(|config| config.openings_text());
    let most = if file.sprt.is_some() { "at most " } else { "" };
    let test = file.sprt.map(|sprt| format!(", until a test decides: {sprt}"));
    format!(
        "{}: {title}, {} of {} players, {most}{} games, {}, {}{}",
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
