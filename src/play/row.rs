//! A finished game, and each of its moves, as rows of tables.
//!
//! Writes no file and knows no separator. The row of a game holds everything needed to play it
//! again; the README says how.

use std::time::Duration;

use super::report::millis;
use super::{AdjudicatedBy, BookWish, GameReport};
use crate::date;
use crate::games::{Node, Side};

/// A column: its name, and its cell for a game; missing values are empty.
type Column = (&'static str, fn(&GameReport) -> String);

/// The columns of a game. `engine_a` is the side of the engine that was named first for the match. Those
/// that begin with `first` and `second` are of the engine on that side.
const COLUMNS: &[Column] = &[
    ("number", |game| game.pairing.number.to_string()),
    ("pair", |game| game.pairing.pair.to_string()),
    ("game", |game| game.record.game.clone()),
    ("variant", |game| game.record.setup.variant.clone().unwrap_or_default()),
    ("first", |game| game.players()[0].to_owned()),
    ("second", |game| game.players()[1].to_owned()),
    ("engine_a", |game| side_name(game.pairing.seat).to_owned()),
    ("result", |game| game.result_text().to_owned()),
    ("winner", |game| game.winner().unwrap_or_default().to_owned()),
    ("margin", |game| game.margin().map(|margin| margin.to_string()).unwrap_or_default()),
    ("reason", |game| game.result.reason.clone()),
    ("adjudication", |game| {
        game.adjudicated.map(AdjudicatedBy::name).unwrap_or_default().to_owned()
    }),
    ("cause", GameReport::cause_text),
    ("failure", |game| game.is_failure().to_string()),
    ("late", |game| game.lateness.map(|_| game.is_late().to_string()).unwrap_or_default()),
    ("late_host_ms", |game| optional_ms(game.lateness.map(|late| late.host))),
    ("late_machine_ms", |game| optional_ms(game.lateness.map(|late| late.machine))),
    ("plies", |game| game.record.main_line().len().to_string()),
    ("duration_ms", |game| millis(game.duration).to_string()),
    ("disagreements_first", |game| game.n_disagreements(Side::First).to_string()),
    ("disagreements_second", |game| game.n_disagreements(Side::Second).to_string()),
    ("bundle", |game| game.bundle_text().unwrap_or_default()),
    ("same_as", |game| game.same_as.map(|number| number.to_string()).unwrap_or_default()),
    ("date", GameReport::date),
    ("games", |game| game.config.games.to_string()),
    ("seed", |game| game.config.seed.to_string()),
    ("different_openings", |game| optional(game.config.different_openings)),
    ("opening_number", |game| game.pairing.opening_number.to_string()),
    ("opening", GameReport::opening_text),
    ("position", |game| game.record.setup.position.clone().unwrap_or_default()),
    ("openings_file", |game| game.book(|wish| wish.name.clone())),
    ("openings_order", |game| game.book(|wish| wish.order.name().to_owned())),
    ("opening_plies", |game| game.book(|wish| optional(wish.plies))),
    ("dice", GameReport::dice_text),
    ("first_time", |game| game.time_text(Side::First)),
    ("second_time", |game| game.time_text(Side::Second)),
    ("time_margin_ms", |game| millis(game.config.margin).to_string()),
    ("ponder", |game| game.config.ponder.to_string()),
    ("concurrency", |game| game.config.concurrency.to_string()),
    ("repetition_draws", |game| game.config.rules.repetition.to_string()),
    ("max_plies", |game| optional(game.config.max_plies)),
    ("resign", |game| optional(game.config.adjudication.resign.map(String::from))),
    ("draw", |game| optional(game.config.adjudication.draw.map(String::from))),
    ("referee", |game| optional(game.referee_text())),
    ("exact_empties", |game| optional(game.config.adjudication.exact_empties)),
    ("exact_pieces", |game| optional(game.config.adjudication.exact_pieces)),
    ("decided_races", |game| game.config.adjudication.decided_races.to_string()),
    ("first_version", |game| game.own_name(Side::First).to_owned()),
    ("first_protocol", |game| game.protocol_name(Side::First).to_owned()),
    ("first_command", |game| game.file(Side::First).command.clone()),
    ("first_folder", |game| game.file(Side::First).folder.clone()),
    ("first_options", |game| pairs_text(game.options_of(Side::First))),
    ("first_dialect", |game| pairs_text(game.dialect_of(Side::First))),
    ("first_sha256", |game| game.file(Side::First).sha256.clone()),
    ("second_version", |game| game.own_name(Side::Second).to_owned()),
    ("second_protocol", |game| game.protocol_name(Side::Second).to_owned()),
    ("second_command", |game| game.file(Side::Second).command.clone()),
    ("second_folder", |game| game.file(Side::Second).folder.clone()),
    ("second_options", |game| pairs_text(game.options_of(Side::Second))),
    ("second_dialect", |game| pairs_text(game.dialect_of(Side::Second))),
    ("second_sha256", |game| game.file(Side::Second).sha256.clone()),
    ("program_version", |game| game.config.origin.program.version.clone()),
    ("program_commit", |game| game.config.origin.program.commit.clone()),
    ("program_sha256", |game| game.config.origin.program.sha256.clone()),
    ("processor", |game| game.config.origin.machine.processor.clone()),
    ("threads", |game| game.config.origin.machine.threads.to_string()),
    ("system", |game| game.config.origin.machine.system.clone()),
];

/// A column of moves; the number is that of the ply, from 1.
type MoveColumn = (&'static str, fn(&GameReport, usize, &Node) -> String);

/// The columns of a move.
const MOVE_COLUMNS: &[MoveColumn] = &[
    ("date", |game, _, _| game.date()),
    ("number", |game, _, _| game.pairing.number.to_string()),
    ("ply", |_, ply, _| ply.to_string()),
    ("side", |_, _, node| node.side.map_or("dice", side_name).to_owned()),
    ("engine", |game, ply, node| match node.side {
        Some(side) if !game.is_opening(ply) => game.players()[side.idx()].to_owned(),
        Some(_) | None => String::new(),
    }),
    ("move", |_, _, node| node.mv.as_ref().map(|mv| mv.0.clone()).unwrap_or_default()),
    ("time_ms", |game, ply, node| optional_ms(node.elapsed.filter(|_| !game.is_opening(ply)))),
    ("clock_ms", |game, ply, node| optional_ms(node.time_left.filter(|_| !game.is_opening(ply)))),
    ("depth", |_, _, node| {
        node.evaluations.first().map(|eval| eval.depth.clone()).unwrap_or_default()
    }),
    ("nodes", |_, _, node| optional(node.evaluations.first().and_then(|eval| eval.nodes))),
    ("value", |_, _, node| optional(node.evaluations.first().map(|eval| eval.score))),
    ("line", |_, _, node| {
        node.evaluations.first().map(|eval| eval.line.join(" ")).unwrap_or_default()
    }),
];

impl GameReport {
    /// The names of the cells of [`GameReport::to_row`].
    #[must_use]
    pub fn columns() -> Vec<&'static str> {
        COLUMNS.iter().map(|(name, _)| *name).collect()
    }

    /// The game as a row of a table; missing values are empty.
    #[must_use]
    pub fn to_row(&self) -> Vec<String> {
        COLUMNS.iter().map(|(_, cell)| cell(self)).collect()
    }

    /// The names of the cells of [`GameReport::move_rows`].
    #[must_use]
    pub fn move_columns() -> Vec<&'static str> {
        MOVE_COLUMNS.iter().map(|(name, _)| *name).collect()
    }

    /// A row for each move, roll of the dice and move of the opening. Values are from the point of
    /// view of the first side; `date` and `number` are those of the game's row.
    #[must_use]
    pub fn move_rows(&self) -> Vec<Vec<String>> {
        let nodes = self.record.main_line().into_iter().map(|id| self.record.node(id));
        let row = |(idx, node): (usize, &Node)| {
            MOVE_COLUMNS.iter().map(|(_, cell)| cell(self, idx + 1, node)).collect()
        };
        nodes.enumerate().map(row).collect()
    }

    /// When it began, in UTC.
    pub(super) fn date(&self) -> String {
        date::rfc3339(self.began)
    }

    pub(super) fn opening_text(&self) -> String {
        let moves: Vec<&str> = self.pairing.opening.iter().map(|mv| mv.0.as_str()).collect();
        moves.join(" ")
    }

    /// Something about the book that its opening comes from; empty without one.
    fn book(&self, part: impl Fn(&BookWish) -> String) -> String {
        self.config.book.as_ref().map(|book| part(book.wish())).unwrap_or_default()
    }

    /// The seed of its dice, or the name of the file that they come from.
    fn dice_text(&self) -> String {
        let other = &self.record.tags.other;
        other.get("DiceSeed").or(other.get("DiceFile")).cloned().unwrap_or_default()
    }

    fn is_opening(&self, ply: usize) -> bool {
        ply <= self.pairing.opening.len()
    }

    fn time_text(&self, side: Side) -> String {
        self.config.time[self.pairing.engine_at(side)].to_string()
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn optional<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn optional_ms(time: Option<Duration>) -> String {
    optional(time.map(millis))
}

/// `threads=2; book=false`
fn pairs_text(pairs: &[(String, String)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_have_the_same_name() {
        for mut names in [GameReport::columns(), GameReport::move_columns()] {
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }

    #[test]
    fn a_move_of_the_opening_has_no_engine_and_no_time() {
        let mut report = GameReport::example(3);
        let cell = |report: &GameReport, name: &str| {
            let idx = GameReport::move_columns().iter().position(|column| *column == name);
            report.move_rows()[0][idx.unwrap()].clone()
        };
        report.record.node_mut(1).elapsed = Some(Duration::from_micros(1_500));
        let cells = |report: &GameReport| ["engine", "move", "time_ms"].map(|n| cell(report, n));
        assert_eq!(cells(&report), ["A", "f5", "1.5"]);
        report.pairing.opening = vec![crate::games::MoveText("f5".to_owned())];
        assert_eq!(cells(&report), ["", "f5", ""]);
        assert_eq!([cell(&report, "number"), cell(&report, "ply")], ["3", "1"]);
    }
}
