//! Stores and prints the games of a tournament.
//!
//! Pairs and counts nothing itself: [`Past`] does.

use std::time::Instant;

use quintet::hosting::TournamentWriter;
use quintet::play::tournament::{Added, Past, Tournament, pairing_note, withdrawn};
use quintet::play::{GameReport, ResultRow, SlowStart};
use quintet::store::FileError;
use serde_json::json;

use super::complaints::last_words;
use super::live::{Scene, most_at_once};
use super::output::{self, Screen};
use super::playing::GameWriter;
use super::tournament_table::Tables;

/// The version of the events of `--json`: higher when a key has another meaning, not when one is added.
pub(super) const EVENTS_VERSION: u32 = 1;

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
    names: Vec<String>,
    counts_points: bool,
    style: Style,
    heading: String,
    /// Games at once at the start, and the most of them.
    at_once: (u32, u32),
    files: TournamentWriter,
    /// What was played so far.
    past: Past,
}

impl Writer {
    /// A writer of a tournament into its files, after the games that were played before.
    pub(super) fn new(
        tournament: &Tournament,
        style: Style,
        files: TournamentWriter,
        past: Past,
    ) -> Self {
        Self {
            name: tournament.file.name.clone(),
            names: tournament.names(),
            counts_points: tournament.counts_points(),
            style,
            heading: tournament.heading(),
            at_once: (
                tournament.file.concurrency.get(),
                most_at_once(tournament.file.affinity.as_ref()),
            ),
            files,
            past,
        }
    }

    fn tell_start(&self, out: &mut Screen) {
        let course = &self.past.course;
        let (played, games) = (course.results().n_games(), course.n_games());
        match self.style {
            Style::Plain => {
                out.line(&self.heading);
                course.plan().pairing_warning().iter().for_each(|line| out.line(line));
                if played > 0 {
                    out.line(&format!("{played} of {games} games were played before"));
                }
            }
            Style::Quiet => {}
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "start", "version": EVENTS_VERSION, "name": self.name, "players": self.names,
                    "played": played, "games": games, "warning": course.plan().pairing_warning(),
                }))
            }),
        }
    }

    fn tell(&self, out: &mut Screen, report: &GameReport, row: &ResultRow, round: usize) {
        let Past { course, .. } = &self.past;
        let (played, games) = (course.results().n_games(), course.n_games());
        match self.style {
            Style::Plain => {
                let test =
                    self.past.test_state().map(|state| format!("; {state}")).unwrap_or_default();
                out.game(
                    &(game_line(report, round, played, games) + &test),
                    report.is_decided_by_failure(),
                );
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
                    "cause": row.cause, "failure": row.failure, "late": report.is_late(),
                    "same_as": row.same_as,
                    "played": played, "games": games, "test": self.past.test_state(),
                }))
            }),
        }
    }

    fn tables(&self) -> Tables<'_> {
        Tables { names: &self.names, counts_points: self.counts_points }
    }

    /// Players that are withdrawn now.
    fn tell_withdrawn(&self, out: &mut Screen, added: &Added) {
        let course = &self.past.course;
        let all = withdrawn(course.plan(), course.rounds(), course.results());
        for found in all.iter().filter(|found| added.withdrawn.contains(&found.player)) {
            match self.style {
                Style::Plain => out.line(&found.text(&self.names[found.player])),
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

    fn tell_round(&self, out: &mut Screen, round: usize) {
        let Past { course, .. } = &self.past;
        match self.style {
            // The live view has the table.
            Style::Plain if out.live().is_some() => {
                let next = u32::try_from(round + 2).unwrap_or(u32::MAX);
                let note = pairing_note(course.plan(), course.rounds(), next);
                note.iter().for_each(|line| out.line(line));
            }
            Style::Plain => {
                out.line(&format!("\nafter round {} of {}", round + 1, course.plan().n_rounds()));
                self.tables()
                    .crosstable(&self.past, output::columns())
                    .iter()
                    .for_each(|line| out.line(line));
                out.line("");
            }
            Style::Quiet => {}
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "round", "round": round + 1, "table": self.tables().json_table(course),
                    "crosstable": self.tables().json_crosstable(course),
                    "notes": self.tables().json_notes(&self.past),
                }))
            }),
        }
    }

    fn tell_end(&self, out: &mut Screen) {
        let course = &self.past.course;
        match self.style {
            Style::Plain | Style::Quiet => {
                if self.style == Style::Plain {
                    out.line("");
                }
                self.tables()
                    .crosstable(&self.past, output::columns())
                    .iter()
                    .for_each(|line| out.line(line));
                if let Some(test) = &self.past.test {
                    out.line(&format!("\ntest {test}"));
                }
            }
            Style::Json => out.write(|out| {
                out.json(&json!({
                    "event": "end", "played": course.results().n_games(),
                    "games": course.n_games(), "table": self.tables().json_table(course),
                    "crosstable": self.tables().json_crosstable(course),
                    "notes": self.tables().json_notes(&self.past),
                    "test": self.past.test_state(),
                }))
            }),
        }
    }
}

impl GameWriter for Writer {
    /// What was played.
    type Sum = Past;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn may_be_live(&self) -> bool {
        self.style == Style::Plain
    }

    fn scene(&self) -> Scene {
        let course = &self.past.course;
        Scene {
            played: course.results().n_games(),
            games: course.n_games(),
            at_once: self.at_once.0,
            most_at_once: self.at_once.1,
            test: self.past.test_state(),
            lines: self.tables().scene_lines(course),
        }
    }

    fn begin(&mut self, out: &mut Screen) {
        self.tell_start(out);
    }

    fn note_start(&self, start: &SlowStart, out: &mut Screen) {
        let (event, secs) =
            (if start.took.is_some() { "ready" } else { "starting" }, start.lasts(Instant::now()));
        match self.style {
            Style::Plain | Style::Quiet => {
                output::complain(&format!("quintet: {}", start.text(Instant::now())));
            }
            Style::Json => out.write(|out| {
                let who = if start.engine.is_some() { "player" } else { "referee" };
                out.json(&json!({
                    "event": event, "number": start.number, who: start.name,
                    "seconds": secs.as_secs_f64(), "wrote": start.wrote,
                }))
            }),
        }
    }

    fn take(
        &mut self,
        mut report: GameReport,
        stores: bool,
        out: &mut Screen,
    ) -> Result<(), FileError> {
        // A game that was stopped is played again, and is no result.
        if report.stopped.is_some() {
            return Ok(());
        }
        let round = self.past.course.round_of(report.pairing.pair).unwrap_or_default();
        let mut row = self.files.row(&mut report, round);
        let stored = match stores {
            true => self.files.store(&mut report, &mut row),
            false => Ok(()),
        };
        // A game that is on no disk is played again.
        let added = match stores && stored.is_ok() {
            true => self.past.add_report(&report).unwrap_or_default(),
            false => Added::default(),
        };
        self.tell(out, &report, &row, round);
        self.tell_withdrawn(out, &added);
        if let Some(round) = added.round_over.filter(|_| !self.past.is_over()) {
            self.tell_round(out, round);
        }
        stored
    }

    fn end(self, out: &mut Screen) -> Past {
        self.tell_end(out);
        self.past
    }
}

/// `game 3, round 2: A - B 1-0 (more discs); 3 of 10`
fn game_line(report: &GameReport, round: usize, played: u32, games: u32) -> String {
    let [first, second] = report.players();
    let mut text = format!(
        "game {}, round {}: {first} - {second} {} ({})",
        report.pairing.number,
        round + 1,
        match (report.unready, report.annulled) {
            (true, _) => "not played",
            (false, true) => "is played again",
            (false, false) => report.result_text(),
        },
        report.result.reason
    );
    let of_lateness = report.forfeit_kind().filter(|_| report.is_late());
    let detail = of_lateness.unwrap_or_else(|| report.cause_text());
    if !detail.is_empty() && !report.result.reason.contains(&detail) {
        text += &format!(" [{detail}]");
    }
    format!("{}; {played} of {games}", text.replace('\n', " "))
}
