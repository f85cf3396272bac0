//! The table of a tournament as text and as JSON.
//!
//! Computes nothing: places, scores and ratings come from the library.

use quintet::play::Rating;
use quintet::play::tournament::{
    Course, Meetings, TableLine, Withdrawn, halves_text, ratings, table, unplayed, withdrawn,
};
use serde_json::{Value, json};

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
    /// Why a player plays no more.
    pub(super) fn withdrawn_line(self, found: &Withdrawn) -> String {
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

    /// The table with ratings, a value for each player.
    pub(super) fn json_table(self, course: &Course) -> Vec<Value> {
        let lines = table(course.plan(), course.rounds(), course.results());
        let ratings = ratings(course.plan(), course.rounds(), course.results());
        let line = |(place, line): (usize, &TableLine)| {
            json!({
                "place": place + 1, "player": self.names[line.player], "games": line.games(),
                "wins": line.wins, "draws": line.draws, "losses": line.losses,
                "score": f64::from(line.halves) / 2.0,
                "points": self.counts_points.then_some(line.points),
                "tie_break": line.tie_break_of(course.plan().format),
                "elo": json_rating(&ratings.players[line.player]),
                "last_game": course.results().withdrawals().last_game(line.player),
            })
        };
        lines.iter().enumerate().map(line).collect()
    }

    /// The table for a live view.
    pub(super) fn scene_lines(self, course: &Course) -> Vec<SceneLine> {
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let ratings = ratings(plan, rounds, results);
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
            elo: ratings.players[line.player].to_string(),
            met: lines.iter().map(|other| met(line.player, other.player)).collect(),
        };
        lines.iter().map(line).collect()
    }

    /// Places, scores, and what each two players made against each other: points of the player of
    /// the line, and of how many games.
    pub(super) fn crosstable(self, course: &Course) -> Vec<String> {
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let names = self.names.iter().map(|name| name.chars().count());
        let width = names.max().unwrap_or(0).max("player".len());
        let tie_name = plan.format.tie_break_name();
        let elos: Vec<String> =
            ratings(plan, rounds, results).players.iter().map(Rating::to_string).collect();
        let elo_width = elos.iter().map(|elo| elo.chars().count()).max().unwrap_or(0).max(3);
        let points_name = if self.counts_points { "  points" } else { "" };
        let is_crossed = lines.len() <= MOST_COLUMNS;
        let meetings = Meetings::new(plan, rounds, results);
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
            text += &format!(
                "  {:>8}  {:>elo_width$}",
                line.tie_break_of(plan.format),
                elos[line.player]
            );
            for other in lines.iter().filter(|_| is_crossed) {
                let cell = match meetings.between([line.player, other.player]) {
                    _ if other.player == line.player => "*".to_owned(),
                    None => "-".to_owned(),
                    Some([won, lost]) => format!("{}/{}", halves_text(won), (won + lost) / 2),
                };
                text += &format!("  {cell:>7}");
            }
            texts.push(text);
        }
        texts.extend(unplayed(rounds));
        texts.extend(withdrawn(plan, rounds, results).iter().map(|it| self.withdrawn_line(it)));
        texts
    }
}

/// With more players the table has no columns of opponents.
const MOST_COLUMNS: usize = 12;

/// Elo with the ends of its 95 % interval, as far as the results say.
fn json_rating(rating: &Rating) -> Value {
    let [value, low, high] = rating.numbers();
    json!({ "value": value, "low": low, "high": high })
}
