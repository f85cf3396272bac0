//! The table of a tournament as text and as JSON.
//!
//! Computes nothing: places, scores and ratings come from the library.

use quintet::play::tournament::{
    Course, Meetings, Past, TableLine, byes, halves_text, paid_byes, pairing_notes, table,
    withdrawn,
};
use quintet::play::{Duel, Interval, Rating};
use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::live::SceneLine;

/// Makes tables of a tournament.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables<'a> {
    /// The names of the players.
    pub(super) names: &'a [String],
    /// Games are worth different points.
    pub(super) counts_points: bool,
}

impl Tables<'_> {
    /// The table with ratings, a value for each player.
    pub(super) fn json_table(self, course: &Course) -> Vec<Value> {
        let lines = table(course.plan(), course.rounds(), course.results());
        let ratings = course.ratings();
        let line = |(place, line): (usize, &TableLine)| {
            json!({
                "place": place + 1, "player": self.names[line.player], "games": line.games(),
                "wins": line.wins, "draws": line.draws, "losses": line.losses,
                "score": f64::from(line.halves) / 2.0,
                "points": self.counts_points.then_some(line.points),
                "tie_break": line.tie_break_of(course.plan().format),
                "elo": json_rating(&ratings[line.player]),
                "last_game": course.results().withdrawals().last_game(line.player),
            })
        };
        lines.iter().enumerate().map(line).collect()
    }

    /// What each two players that have met made against each other, in the order of the table.
    pub(super) fn json_crosstable(self, course: &Course) -> Vec<Value> {
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let meetings = Meetings::new(plan, rounds, results);
        let mut found = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            for other in &lines[place + 1..] {
                let players = [line.player, other.player];
                if let Some(halves) = meetings.between(players) {
                    found.push(json!({
                        "players": players.map(|player| &self.names[player]),
                        "games": (halves[0] + halves[1]) / 2,
                        "score": halves.map(|halves| f64::from(halves) / 2.0),
                    }));
                }
            }
        }
        found
    }

    /// What is said below the table: a value for each key.
    pub(super) fn json_notes(self, past: &Past) -> Map<String, Value> {
        let anchor = past.course.anchor();
        let anchor =
            anchor.map(|(player, elo)| json!({ "player": self.names[player], "elo": elo }));
        let paid = paid_byes(past.course.plan(), past.course.rounds());
        let bye = |(round, players): (u32, &[usize])| {
            let names: Vec<&str> =
                players.iter().map(|player| self.names[*player].as_str()).collect();
            let of_round = paid.get(round as usize - 1).copied().flatten();
            let scores = of_round.map(|player| self.names[player].as_str());
            json!({ "round": round, "players": names, "scores": scores })
        };
        let byes = byes(past.course.plan(), past.course.rounds()).map(bye).collect::<Vec<Value>>();
        let course = &past.course;
        let gone = withdrawn(course.plan(), course.rounds(), course.results());
        let gone = gone.iter().map(|found| {
            json!({
                "player": self.names[found.player], "last_game": found.last_game,
                "left_out": found.is_left_out,
            })
        });
        let values = [
            ("byes", Some(byes.into())),
            ("withdrawn", Some(gone.collect::<Vec<Value>>().into())),
            ("duel", past.duel().map(|duel| self.json_duel(&duel))),
            ("anchor", anchor),
            ("repeated", Some(past.n_repeated().into())),
            ("late", Some(past.n_late().into())),
        ];
        let values = values.into_iter();
        values.map(|(key, value)| (key.to_owned(), value.unwrap_or(Value::Null))).collect()
    }

    /// Two players, from the view of the first of the file.
    fn json_duel(self, duel: &Duel) -> Value {
        let standing = &duel.standing;
        let points = duel.points.as_ref();
        let normalised = duel.normalised();
        let ends = |found: Option<Interval>| found.map(|found| json!([found.low, found.high]));
        json!({
            "player": self.names[0], "units": standing.units(), "pairs": standing.pairs,
            "score": standing.score(), "score_interval": ends(standing.interval()),
            "elo": json_rating(&duel.difference()), "superiority": duel.superiority(),
            "normalized_elo": normalised.as_ref().map(json_rating),
            "draw_ratio": standing.draw_ratio(), "even_pairs": standing.even_pairs(),
            "points_per_game": points.map(|points| points.mean()),
            "points_interval": points.map(|points| ends(points.interval())),
            "point_pairs": points.map(|points| {
                let pair = |(sum, count)| json!({ "points": sum, "pairs": count });
                points.pairs().map(pair).collect::<Vec<Value>>()
            }),
        })
    }

    /// The table for a live view.
    pub(super) fn scene_lines(self, course: &Course) -> Vec<SceneLine> {
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let ratings = course.ratings();
        let meetings = Meetings::new(plan, rounds, results);
        let met = |player: usize, other: usize| {
            let [won, lost] = meetings.between([player, other])?;
            Some([won, (won + lost) / 2])
        };
        let line = |line: &TableLine| SceneLine {
            name: self.names[line.player].clone(),
            games: line.games(),
            score: match self.counts_points {
                true => format!("{} ({:+})", halves_text(line.halves), line.points),
                false => halves_text(line.halves),
            },
            elo: ratings[line.player].to_string(),
            met: lines.iter().map(|other| met(line.player, other.player)).collect(),
        };
        lines.iter().map(line).collect()
    }

    /// Places, scores, and what each two players made against each other: points of the player of
    /// the line, and of how many games. In a terminal that is too narrow columns are left out.
    pub(super) fn crosstable(self, past: &Past, width: usize) -> Vec<String> {
        let course = &past.course;
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let mut columns = self.columns(past);
        for least in [Worth::Opponents, Worth::TieBreak, Worth::Counts, Worth::Rating] {
            if width_of(&columns) <= width {
                break;
            }
            columns.retain(|column| column.worth != least);
        }
        let mut texts = lines_of(&columns);
        texts.extend(self.meetings_apart(past, &columns, width));
        texts.extend(pairing_notes(plan, rounds, self.names));
        let gone = withdrawn(plan, rounds, results);
        texts.extend(gone.iter().map(|it| it.text(&self.names[it.player])));
        let notes = past.notes(self.names);
        texts.extend(notes.first().map(|_| String::new()));
        texts.extend(notes);
        texts
    }

    /// What each two players made, as a table of its own behind an empty line, where `above` has no room for it;
    /// without the names where they take too much. Nothing where that is too wide, too.
    fn meetings_apart(self, past: &Past, above: &[Column], width: usize) -> Vec<String> {
        if above.iter().any(|column| column.worth == Worth::Opponents) {
            return Vec::new();
        }
        let mut columns = self.columns(past);
        columns.retain(|column| matches!(column.worth, Worth::Player | Worth::Opponents));
        // The place and the name stand before the others.
        if columns.len() > 2 && width_of(&columns) > width {
            columns.remove(1);
        }
        match columns.len() > 2 && width_of(&columns) <= width {
            true => std::iter::once(String::new()).chain(lines_of(&columns)).collect(),
            false => Vec::new(),
        }
    }

    fn columns(self, past: &Past) -> Vec<Column> {
        let course = &past.course;
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let elos = course.ratings();
        let meetings = Meetings::new(plan, rounds, results);
        let column = |heading: &str, worth, width, cell: &dyn Fn(&TableLine) -> String| Column {
            heading: heading.to_owned(),
            worth,
            width,
            cells: lines.iter().map(cell).collect(),
        };
        let places = (1..=lines.len()).map(|place| place.to_string());
        let mut columns = vec![
            Column { cells: places.collect(), ..column("", Worth::Player, 3, &|_| String::new()) },
            column("player", Worth::Player, 0, &|line| self.names[line.player].clone()),
            column("games", Worth::Score, 5, &|line| line.games().to_string()),
            column("wins", Worth::Counts, 4, &|line| line.wins.to_string()),
            column("draws", Worth::Counts, 5, &|line| line.draws.to_string()),
            column("losses", Worth::Counts, 6, &|line| line.losses.to_string()),
            column("score", Worth::Score, 6, &|line| halves_text(line.halves)),
        ];
        if self.counts_points {
            columns.push(column("points", Worth::Score, 6, &|line| format!("{:+}", line.points)));
        }
        let tie = |line: &TableLine| line.tie_break_of(plan.format).to_string();
        columns.push(column(plan.format.tie_break_name(), Worth::TieBreak, 8, &tie));
        // Points have no Elo: the lines below say what a game of two players is worth.
        if lines.len() != 2 || !self.counts_points || course.anchor().is_some() {
            columns.push(column("Elo", Worth::Rating, 3, &|line| elos[line.player].to_string()));
        }
        for (place, other) in lines.iter().enumerate().filter(|_| lines.len() <= MOST_COLUMNS) {
            let cell = |line: &TableLine| match meetings.between([line.player, other.player]) {
                _ if other.player == line.player => "*".to_owned(),
                None => "-".to_owned(),
                Some([won, lost]) => format!("{}/{}", halves_text(won), (won + lost) / 2),
            };
            columns.push(column(&(place + 1).to_string(), Worth::Opponents, 7, &cell));
        }
        columns
    }
}

/// A column of the table.
struct Column {
    heading: String,
    worth: Worth,
    /// At least.
    width: usize,
    cells: Vec<String>,
}

/// What a column is for: it decides which ones a narrow terminal does not have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Worth {
    Player,
    Score,
    Counts,
    TieBreak,
    Rating,
    Opponents,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().chain([&self.heading]).map(|cell| cell.width());
        cells.max().unwrap_or_default().max(self.width)
    }

    /// Names stand at the left, numbers at the right.
    fn is_at_left(&self) -> bool {
        self.worth == Worth::Player && self.width == 0
    }
}

/// Between two columns.
const GAP: &str = "  ";

fn width_of(columns: &[Column]) -> usize {
    let gaps = GAP.len() * columns.len().saturating_sub(1);
    columns.iter().map(Column::width).sum::<usize>() + gaps
}

/// The headings, and a line for each player.
fn lines_of(columns: &[Column]) -> Vec<String> {
    let n_lines = columns.first().map_or(0, |column| column.cells.len());
    let lines = (0..n_lines).map(|at| line_of(columns, |column| &column.cells[at]));
    std::iter::once(line_of(columns, |column| &column.heading)).chain(lines).collect()
}

fn line_of<'a>(columns: &'a [Column], cell_of: impl Fn(&'a Column) -> &'a String) -> String {
    let cell = |column: &'a Column| {
        let cell = cell_of(column);
        let rest = " ".repeat(column.width().saturating_sub(cell.width()));
        if column.is_at_left() { format!("{cell}{rest}") } else { format!("{rest}{cell}") }
    };
    columns.iter().map(cell).collect::<Vec<_>>().join(GAP)
}

/// With more players the table has no columns of opponents.
const MOST_COLUMNS: usize = 12;

/// Elo with the ends of its 95 % interval, as far as the results say.
fn json_rating(rating: &Rating) -> Value {
    let [value, low, high] = rating.numbers();
    json!({ "value": value, "low": low, "high": high })
}

#[cfg(test)]
mod tests {
    use quintet::play::tournament::{Format, Joined, Plan};

    use super::*;

    #[test]
    fn a_narrow_terminal_has_fewer_columns_and_no_line_is_wrapped_that_need_not_be() {
        let course = Course::new(Plan {
            format: Format::RoundRobin { cycles: 1, late: Joined::NONE },
            players: 3,
            pairs: 1,
        });
        let names = ["Edax", "Quintet Othello (level 10)", "\u{e9}"].map(str::to_owned);
        let past = Past::new(course, &names, false);
        let tables = Tables { names: &names, counts_points: false };
        let at = |width| tables.crosstable(&past, width);
        let wide = at(usize::MAX);
        let heading = format!(
            "     {:26}  games  wins  draws  losses   score        SB  Elo        1        2        3",
            "player"
        );
        assert_eq!((wide.len(), &wide[0]), (4, &heading));
        for (width, ends) in [(90, "Elo"), (73, "Elo"), (69, "Elo"), (50, "score"), (20, "score")] {
            let lines = at(width);
            let most = lines.iter().map(|line| line.width()).max().unwrap();
            assert!(most <= width.max(46), "{width}: {lines:#?}");
            assert!(lines[0].ends_with(ends), "{width}: {lines:#?}");
            // What has no room beside the places stands below them, without names where it has to.
            let apart = lines.get(5).map(|heading| (heading.contains("player"), lines.len()));
            let expected = (width > 20).then_some((width > 50, 9));
            assert_eq!(apart, expected, "{width}: {lines:#?}");
        }
    }
}
