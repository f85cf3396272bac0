//! `report.html`: a tournament or match as one page, which needs no network and no script.
//!
//! Counts nothing: a [`Digest`] and the table of the tournament say what was played.

use std::path::Path;

use super::super::also::AlsoWritten;
use super::Reported;
use super::charts::{self, RatingRow, RowName};
use super::grid::{self, GridCell};
use super::times::{self, time_text};
use crate::games::{GameInfo, counted};
use crate::page::{self, Html};
use crate::play::PAIR_RESULTS;
use crate::play::tournament::{
    Digest, Meetings, TableLine, TimeUse, halves_text, pairing_notes, table,
};

/// With more players the table has no columns of opponents.
const MOST_COLUMNS: usize = 40;
/// Openings, reasons and causes that are drawn; the tables have more.
const MOST_DRAWN: usize = 20;
/// Openings and lost games in tables.
const MOST_ROWS: usize = 500;

/// The page of a tournament or match. Bundles are linked by their names in its folder.
pub(super) fn page(reported: &Reported, digest: &Digest, also: Option<&AlsoWritten>) -> String {
    let parts = Page { reported, digest, info: reported.game.info() };
    page::page(&reported.name, |html| {
        parts.title(html);
        also.into_iter().for_each(|also| also_written(html, also));
        parts.crosstable(html);
        parts.test(html);
        parts.ratings(html);
        parts.openings(html);
        parts.lengths(html);
        parts.times(html);
        parts.endings(html);
        parts.lost(html);
    })
}

struct Page<'a> {
    reported: &'a Reported,
    digest: &'a Digest,
    info: &'static GameInfo,
}

impl Page<'_> {
    fn lines(&self) -> Vec<TableLine> {
        let course = &self.digest.past.course;
        table(course.plan(), course.rounds(), course.results())
    }

    /// The name of a player, by its number.
    fn named(&self, player: usize) -> RowName {
        let withdrawals = self.digest.past.course.results().withdrawals();
        let name = self.reported.players[player].0.clone();
        RowName { name, is_withdrawn: withdrawals.last_game(player).is_some() }
    }

    fn title(&self, html: &mut Html) {
        let course = &self.digest.past.course;
        html.element("h1", &[], &self.reported.name);
        html.element("p", &[], &self.reported.heading);
        let all = self.reported.n_games.unwrap_or_else(|| course.n_games());
        let played = course.results().n_games();
        let mut text = match played == all {
            true => format!("All {} were played.", counted(all as usize, "game")),
            false => format!("{played} of {} were played.", counted(all as usize, "game")),
        };
        if let Some([first, last]) = &self.digest.dates {
            text += &format!(" The first began at {first}, the last at {last}.");
        }
        html.element("p", &[], text);
        html.raw("\n");
    }

    fn crosstable(&self, html: &mut Html) {
        let course = &self.digest.past.course;
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let (lines, players) = (self.lines(), &self.reported.players);
        let is_crossed = lines.len() <= MOST_COLUMNS;
        let meetings = Meetings::new(plan, rounds, results);
        let counts_points = self.reported.counts_points;
        html.heading("Table");
        html.raw("<div class=\"wide\"><table>\n");
        let places: Vec<String> = (1..=lines.len()).map(|place| place.to_string()).collect();
        let mut head = vec!["", "Player", "Games", "Wins", "Draws", "Losses", "Score"];
        head.extend(counts_points.then_some("Points"));
        head.push(plan.format.tie_break_name());
        head.extend(places.iter().filter(|_| is_crossed).map(String::as_str));
        html.head_row(&head);
        for (place, line) in lines.iter().enumerate() {
            let mut cells = vec![
                (place + 1).to_string(),
                self.named(line.player).to_string(),
                line.games().to_string(),
                line.wins.to_string(),
                line.draws.to_string(),
                line.losses.to_string(),
                halves_text(line.halves),
            ];
            cells.extend(counts_points.then(|| format!("{:+}", line.points)));
            cells.push(line.tie_break_of(plan.format).to_string());
            cells.extend(lines.iter().filter(|_| is_crossed).map(|other| {
                match meetings.between([line.player, other.player]) {
                    _ if other.player == line.player => "\u{2022}".to_owned(),
                    None => String::new(),
                    Some([won, lost]) => format!("{}/{}", halves_text(won), (won + lost) / 2),
                }
            }));
            html.row(&cells);
        }
        html.raw("</table></div>\n");
        if is_crossed {
            let cell = |own: &TableLine, other: &TableLine| match meetings
                .between([own.player, other.player])
            {
                _ if other.player == own.player => GridCell::Itself,
                None | Some([0, 0]) => GridCell::Empty,
                Some([won, lost]) => GridCell::Met {
                    share: f64::from(won) / f64::from(won + lost),
                    points: halves_text(won),
                    games: (won + lost) / 2,
                },
            };
            let row = |own: &TableLine| lines.iter().map(|other| cell(own, other)).collect();
            let cells: Vec<Vec<GridCell>> = lines.iter().map(row).collect();
            let names: Vec<RowName> = lines.iter().map(|line| self.named(line.player)).collect();
            grid::crosstable(html, &names, &cells);
            let what = "Points of the player of the line against the player of the column. More than half is \
                        blue, less is orange.";
            html.element("p", &[], what);
        }
        let names: Vec<String> = players.iter().map(|(name, _)| name.clone()).collect();
        let pairings = pairing_notes(plan, rounds, &names).into_iter();
        pairings.for_each(|line| html.element("p", &[], line));
        let past = &self.digest.past;
        let notes = past.withdrawn_notes(&names).into_iter().chain(past.notes(&names));
        notes.for_each(|line| html.element("p", &[], line));
    }

    fn test(&self, html: &mut Html) {
        let Some(test) = &self.digest.past.test else { return };
        html.heading("Test");
        html.element("p", &[], test);
        html.raw("\n");
        charts::llr(html, &self.digest.llr, test.state().bounds);
    }

    fn ratings(&self, html: &mut Html) {
        let course = &self.digest.past.course;
        // Points have no Elo; what a game is worth stands below the table.
        if self.reported.counts_points && course.plan().players == 2 && course.anchor().is_none() {
            return;
        }
        let found = course.ratings();
        let rows: Vec<RatingRow> = self
            .lines()
            .iter()
            .map(|line| {
                let rating = &found[line.player];
                let [value, low, high] = rating.numbers();
                let player = self.named(line.player);
                RatingRow { player, value, low, high, text: rating.to_string() }
            })
            .collect();
        html.heading("Ratings");
        let what = match (course.anchor(), course.plan().players) {
            (Some((player, elo)), _) => {
                let name = &self.reported.players[player].0;
                format!("Elo under which these results are most likely, where {name} has {elo:+}")
            }
            (None, 2) => "The difference in Elo to the other player".to_owned(),
            (None, _) => {
                "Elo under which these results are most likely; their mean is 0".to_owned()
            }
        };
        html.element("p", &[], format!("{what}. The bars are intervals of 95 %."));
        charts::ratings(html, &rows);
    }

    fn openings(&self, html: &mut Html) {
        let [first, _] = self.info.sides;
        let sorted = self.digest.openings.by_imbalance();
        html.heading("Openings");
        let n_openings = counted(sorted.len(), "opening");
        let text = format!("{n_openings}, the least balanced first: the share of {first}.");
        html.element("p", &[], text);
        let drawn = sorted.iter().take(MOST_DRAWN).map(|opening| {
            let text = format!(
                "{:.0} % of {}",
                100.0 * opening.score(),
                counted(opening.games() as usize, "game")
            );
            (opening.name(), opening.score(), text)
        });
        charts::shares(html, &format!("Score of {first} by opening"), &drawn.collect::<Vec<_>>());
        html.raw(
            "<details><summary>All results by opening</summary>\n<div class=\"wide\"><table>\n",
        );
        let [won, drawn, lost] =
            [format!("{first} won"), "Drawn".to_owned(), format!("{first} lost")];
        let mut head = vec!["Opening", "Games", won.as_str(), drawn.as_str(), lost.as_str()];
        let pairs = PAIR_RESULTS.map(|result| format!("Pairs {result}"));
        head.extend(pairs.iter().map(String::as_str));
        html.head_row(&head);
        for opening in sorted.iter().take(MOST_ROWS) {
            let mut cells = vec![opening.name(), opening.games().to_string()];
            cells.extend(opening.results.iter().chain(&opening.pairs).map(u32::to_string));
            html.row(&cells);
        }
        html.raw("</table></div>\n");
        left_out(html, sorted.len());
        html.raw("</details>\n");
    }

    fn lengths(&self, html: &mut Html) {
        let lengths = &self.digest.lengths;
        let (Some((least, _)), Some((most, _))) =
            (lengths.first_key_value(), lengths.last_key_value())
        else {
            return;
        };
        const MOST_BARS: usize = 30;
        let width = (most - least + 1).div_ceil(MOST_BARS);
        let n_bars = (most - least + 1).div_ceil(width);
        let bars = (0..n_bars).map(|idx| {
            let from = least + idx * width;
            let to = from + width - 1;
            let count = lengths.range(from..=to).map(|(_, count)| *count).sum();
            let text = if width == 1 { from.to_string() } else { format!("{from}-{to}") };
            (text, count)
        });
        html.heading("Length of the games");
        let what = if self.info.has_dice { "Plies of a game, rolls among them" } else { "Plies" };
        html.element("p", &[], format!("{what}, and how many games had as many."));
        charts::bars(html, "Games by their number of plies", &bars.collect::<Vec<_>>());
    }

    fn times(&self, html: &mut Html) {
        html.heading("Time");
        let none = TimeUse::default();
        let used = |name: &String| self.digest.times.get(name).unwrap_or(&none);
        let players: Vec<(&str, &TimeUse)> =
            self.reported.players.iter().map(|(name, _)| (name.as_str(), used(name))).collect();
        let what = "Time for a move: the bar holds the middle half of a player's moves, the thin line all but \
                    the fastest and slowest 5 %.";
        html.element("p", &[], what);
        times::spreads(html, &players);
        if players.len() <= times::MOST_LINES {
            html.element("p", &[], "Mean time for a move, by the number of the player's move.");
            times::courses(html, &players);
        }
        html.raw("<div class=\"wide\"><table>\n");
        let head = ["Player", "Time control", "Moves", "In all", "A move", "Longest", "Least left"];
        html.head_row(&head);
        for (name, time_control) in &self.reported.players {
            let TimeUse { moves, total_ms, longest_ms, least_left_ms, .. } = *used(name);
            let mean = (moves > 0).then(|| total_ms / f64::from(moves));
            let time = |ms: Option<f64>| ms.map_or("-".to_owned(), time_text);
            html.row(&[
                name.clone(),
                time_control.to_string(),
                moves.to_string(),
                time_text(total_ms),
                time(mean),
                time(Some(longest_ms).filter(|_| moves > 0)),
                time(least_left_ms),
            ]);
        }
        html.raw("</table></div>\n");
    }

    fn endings(&self, html: &mut Html) {
        let mut reasons: Vec<(&String, &u32)> = self.digest.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        html.heading("How the games ended");
        let drawn: Vec<(String, u32)> = reasons
            .iter()
            .take(MOST_DRAWN)
            .map(|(reason, count)| ((*reason).clone(), **count))
            .collect();
        charts::counts(html, "Games by how they ended", &drawn);
        html.raw("<div class=\"wide\"><table>\n");
        html.head_row(&["Reason", "Games"]);
        for (reason, count) in reasons {
            html.row(&[reason.clone(), count.to_string()]);
        }
        html.raw("</table></div>\n");
    }

    fn lost(&self, html: &mut Html) {
        html.heading("Failures and losses on time");
        if self.digest.causes.is_empty() {
            html.raw("<p>No game was decided by a failure or on time.</p>\n");
            return;
        }
        let mut drawn: Vec<(String, u32)> = self
            .digest
            .causes
            .iter()
            .map(|((player, cause), count)| (format!("{player}: {cause}"), *count))
            .collect();
        drawn.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        drawn.truncate(MOST_DRAWN);
        charts::counts(html, "Games lost by player and cause", &drawn);
        html.raw("<div class=\"wide\"><table>\n");
        html.head_row(&["Player", "Cause", "Games"]);
        for ((player, cause), count) in &self.digest.causes {
            html.row(&[player.clone(), cause.clone(), count.to_string()]);
        }
        html.raw("</table></div>\n<div class=\"wide\"><table>\n");
        html.head_row(&["Game", "Lost by", "What happened", "Details"]);
        for lost in &self.digest.lost {
            html.raw("<tr>");
            html.element("td", &[], lost.number);
            html.element("td", &[], &lost.player);
            html.element("td", &[], &lost.detail);
            html.raw("<td>");
            if let Some(file) = lost.bundle.as_deref().and_then(|path| Path::new(path).file_name())
            {
                let file = file.to_string_lossy();
                // A file of the same folder: `./` keeps a name with a colon from being a scheme.
                html.element("a", &[("href", &format!("./{file}"))], &file);
            }
            html.raw("</td></tr>\n");
        }
        html.raw("</table></div>\n");
        let n_lost: u32 = self.digest.causes.values().sum();
        left_out(html, n_lost as usize);
    }
}

/// Says which file has the games in a second format.
fn also_written(html: &mut Html, also: &AlsoWritten) {
    let AlsoWritten { name, n_games, n_left_out } = also;
    let mut text = format!("{} for other programs: {name}", counted(*n_games, "game"));
    if *n_left_out > 0 {
        let begin = if *n_left_out == 1 { "begins" } else { "begin" };
        let left_out = counted(*n_left_out, "game");
        text += &format!(" ({left_out} that {begin} in the middle are not in it)");
    }
    html.element("p", &[], text + ".");
    html.raw("\n");
}

/// Says how many rows a table would have had.
fn left_out(html: &mut Html, all: usize) {
    if let Some(more @ 1..) = all.checked_sub(MOST_ROWS) {
        html.element("p", &[], format!("{more} more are left out here."));
    }
}
