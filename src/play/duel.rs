//! What two players made against each other, in words: the score with its interval, the difference in
//! strength, and how their pairs of games ended.
//!
//! Computes nothing: [`Standing`] and [`Points`] do.

use super::opening_scores::PAIR_RESULTS;
use super::points::PAIR_POINTS;
use super::{Points, Rating, Standing, TOO_FEW};
use crate::games::{counted, with_sign};

/// The results of two players, from the view of the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// Their games.
    pub standing: Standing,
    /// Their points, if the games are played for points.
    pub points: Option<Points>,
}

impl Duel {
    /// The same from the view of the second player.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let points = self.points.as_ref().map(Points::reversed);
        Self { standing: self.standing.reversed(), points }
    }

    /// The value of a game: `75.0 %` of the points or, where games are played for points, `+0.125` of
    /// them; `None` without games.
    #[must_use]
    pub fn worth_text(&self) -> Option<String> {
        match &self.points {
            Some(points) => points.mean().map(|mean| with_sign(mean, 3)),
            None => self.standing.score().map(|score| format!("{:.1} %", 100.0 * score)),
        }
    }

    /// The interval of 95 % of [`Duel::worth_text`]: `72.1 - 77.9 %`, `-0.021 to +0.271`, or
    /// [`TOO_FEW`].
    #[must_use]
    pub fn interval_text(&self) -> String {
        match &self.points {
            Some(points) => points.interval().map_or_else(
                || TOO_FEW.to_owned(),
                |interval| {
                    format!("{} to {}", with_sign(interval.low, 3), with_sign(interval.high, 3))
                },
            ),
            None => self.standing.interval().map_or_else(
                || TOO_FEW.to_owned(),
                |found| format!("{:.1} - {:.1} %", 100.0 * found.low, 100.0 * found.high),
            ),
        }
    }

    /// The difference in Elo to the other player, as far as it is known; of points there is none.
    #[must_use]
    pub fn difference(&self) -> Rating {
        let score = self.standing.score().filter(|_| self.points.is_none());
        score.map_or(Rating::Unconnected, |share| Rating::of_difference(share, self.standing.elo()))
    }

    /// The difference in normalized Elo to the other player; `None` with too few pairs, and of points.
    #[must_use]
    pub fn normalised(&self) -> Option<Rating> {
        self.standing.normalised_elo().filter(|_| self.points.is_none()).map(Rating::Known)
    }

    /// How many games and pairs were even: `25.0 % of the games, 37.5 % of the pairs (1-1)`; `None`
    /// without games, and of points.
    #[must_use]
    pub fn draws_text(&self) -> Option<String> {
        let ratio = self.standing.draw_ratio().filter(|_| self.points.is_none())?;
        let games = format!("{:.1} % of the games", 100.0 * ratio);
        Some(match self.standing.even_pairs() {
            Some(even) => format!("{games}, {:.1} % of the pairs (1-1)", 100.0 * even),
            None => games,
        })
    }

    /// How likely the first player is the stronger one, from 0 to 1 (LOS), by points where games are played
    /// for points; `None` with too few games.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        match &self.points {
            Some(points) => points.superiority(),
            None => self.standing.superiority(),
        }
    }

    /// Pairs of games by what the first player made in both: half points, 0 to 4, or the ranges of
    /// [`PAIR_POINTS`]; `None` before there is a pair.
    #[must_use]
    pub fn pairs(&self) -> Option<[u32; 5]> {
        let counts = self.points.as_ref().map_or(self.standing.pairs, Points::pair_counts);
        counts.iter().any(|count| *count > 0).then_some(counts)
    }

    /// Sentences about them: what a game is worth to the first player, and [`Duel::evidence`].
    /// Nothing before there are games.
    #[must_use]
    pub fn lines(&self, name: &str) -> Vec<String> {
        let Some(worth) = self.worth_text() else { return Vec::new() };
        let interval = self.interval_text();
        let mut lines = Vec::new();
        match &self.points {
            Some(_) => lines.push(format!("points a game of {name}: {worth} ({interval})")),
            None => {
                let elo = match self.difference() {
                    // With so few games there is no bound, and "above" alone says nothing.
                    Rating::Above(None) | Rating::Below(None) => String::new(),
                    elo => format!(", Elo difference {elo}"),
                };
                lines.push(format!("score of {name}: {worth} ({interval}){elo}"));
            }
        }
        lines.extend(self.evidence(name));
        lines
    }

    /// The last of [`Duel::lines`]: the difference in normalized Elo, how likely the first player is the
    /// stronger one, draws, and how pairs of games ended. Of games that are played for points there are
    /// neither normalized Elo nor draws.
    #[must_use]
    pub fn evidence(&self, name: &str) -> Vec<String> {
        let normalised = self.normalised();
        let normalised =
            normalised.map(|elo| format!("difference of {name} in normalized Elo: {elo}"));
        let draws = self.draws_text().map(|text| format!("drawn: {text}"));
        let likely = self.superiority().map(|share| {
            format!("likelihood that {name} is the stronger one (LOS): {:.1} %", 100.0 * share)
        });
        let pairs = self.pairs().map(|counts| {
            let (results, what) = match self.points {
                Some(_) => (PAIR_POINTS, format!("pairs of games by the points of {name}")),
                None => (PAIR_RESULTS, format!("pairs of games, {name} first")),
            };
            let of = |(result, count): (&str, u32)| format!("{result} {count}");
            let counts: Vec<String> = results.into_iter().zip(counts).map(of).collect();
            let left_out = match self.standing.repeating_games() {
                0 => String::new(),
                n => format!("; without {} that repeated an opening", counted(n as usize, "game")),
            };
            format!("{what}: {}{left_out}", counts.join(", "))
        });
        normalised.into_iter().chain(likely).chain(draws).chain(pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of games, by the half points of the first player in each game.
    fn duel(pairs: &[[u32; 2]]) -> Duel {
        let mut standing = Standing::default();
        for (opening, pair) in (0..).zip(pairs) {
            pair.iter().for_each(|halves| standing.add_halves(opening, *halves));
        }
        Duel { standing, points: None }
    }

    #[test]
    fn what_two_players_made_is_said_of_both_of_them() {
        let found = duel(&[[2, 2], [2, 0], [2, 1], [2, 2], [1, 1], [2, 1], [2, 2], [2, 0]]);
        assert_eq!(
            found.lines("A"),
            [
                "score of A: 75.0 % (56.0 - 87.0 %), Elo difference +191 (+42 to +331)",
                "difference of A in normalized Elo: +284 (+19 to +523)",
                "likelihood that A is the stronger one (LOS): 99.5 %",
                "drawn: 25.0 % of the games, 37.5 % of the pairs (1-1)",
                "pairs of games, A first: 0-2 0, 0.5-1.5 0, 1-1 3, 1.5-0.5 2, 2-0 3",
            ]
        );
        let mut repeated = Standing::default();
        for (opening, halves) in [(0, 2), (0, 0), (1, 2), (1, 1), (0, 2), (0, 2), (1, 0)] {
            repeated.add_halves(opening, halves);
        }
        let repeated = Duel { standing: repeated, points: None };
        assert_eq!(
            repeated.lines("A").last().map(String::as_str),
            Some(
                "pairs of games, A first: 0-2 0, 0.5-1.5 0, 1-1 1, 1.5-0.5 1, 2-0 0; without 3 games that \
                 repeated an opening"
            )
        );
        let sweep = duel(&[[2, 2]; 4]);
        let said = [&sweep, &sweep.reversed()].map(|duel| duel.difference().to_string());
        assert!(said[0].starts_with("above +") && said[1].starts_with("below -"), "{said:?}");
        assert_eq!(sweep.normalised(), None, "nothing says how large the difference is");
        let few = duel(&[[2, 2]; 2]);
        let said = [&few, &few.reversed()].map(|duel| duel.difference().to_string());
        assert_eq!(said, ["above", "below"]);
        assert_eq!(few.interval_text(), "too few games");
        assert_eq!(few.lines("A")[0], "score of A: 100.0 % (too few games)");
        assert_eq!(duel(&[]).lines("A"), Vec::<String>::new());
    }

    #[test]
    fn games_that_are_worth_points_have_points_a_game_and_no_elo() {
        let mut points = Points::default();
        [(0, 4), (0, -1), (1, 1), (1, 2), (2, -2), (2, 2)]
            .into_iter()
            .for_each(|(dice, worth)| points.add(dice, worth));
        let Duel { standing, .. } = duel(&[[2, 0], [2, 2], [0, 2]]);
        let found = Duel { standing, points: Some(points) };
        let lines = found.lines("A");
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("points a game of A: +1.000 (-0.876 to +2.876)"), "{lines:?}");
        assert!(lines[1].ends_with("A is the stronger one (LOS): 90.6 %"), "{lines:?}");
        let pairs = "pairs of games by the points of A: ";
        let counts = "-3 or less 0, -2 or -1 0, 0 1, +1 or +2 0, +3 or more 2";
        assert_eq!(lines[2], format!("{pairs}{counts}"));
        assert_eq!(found.difference(), Rating::Unconnected);
    }
}
