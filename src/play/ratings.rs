//! Ratings of any number of players, from the points they made against each other.
//!
//! Knows neither games nor who plays whom next.

mod groups;
mod matrix;

use std::fmt;

use self::groups::Groups;
use self::matrix::Matrix;
use super::interval::{Interval, normal_share, student_95};
use super::standing::{self, FEWEST_UNITS, TOO_FEW};
use crate::games::with_sign;

/// The points of players against each other, and how much they vary.
///
/// Games from the same opening (or dice) are not independent, so they are added together, as one
/// unit of evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    n_players: usize,
    /// Of the players `row` and `column`, from the view of `row`: `row * n_players + column`.
    cells: Vec<Meetings>,
}

/// The games of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meetings {
    /// Games.
    pub games: u32,
    /// Points of the first of the two; a draw is half a point.
    pub points: f64,
    /// Units of evidence: games that share an opening are one.
    pub units: u32,
    /// Sums over the units: games squared, points times games, points squared.
    squares: [f64; 3],
}

impl Crosstable {
    /// No games of so many players.
    #[must_use]
    pub fn new(n_players: usize) -> Self {
        Self { n_players, cells: vec![Meetings::default(); n_players * n_players] }
    }

    /// How many players there are.
    #[must_use]
    pub fn n_players(&self) -> usize {
        self.n_players
    }

    /// Adds a unit of games between two players: all that share an opening, usually a pair. `points`
    /// are those of `one`, from 0 to `games`.
    ///
    /// # Panics
    ///
    /// When there is no such player, or both are the same.
    pub fn add(&mut self, one: usize, other: usize, games: u32, points: f64) {
        assert!(one != other && one.max(other) < self.n_players, "two of the players");
        if games == 0 {
            return;
        }
        let k = f64::from(games);
        for (row, column, points) in [(one, other, points), (other, one, k - points)] {
            let cell = &mut self.cells[row * self.n_players + column];
            cell.games += games;
            cell.points += points;
            cell.units += 1;
            for (sum, square) in cell.squares.iter_mut().zip([k * k, points * k, points * points]) {
                *sum += square;
            }
        }
    }

    /// The games of two players, from the view of `one`.
    #[must_use]
    pub fn encounter(&self, one: usize, other: usize) -> &Meetings {
        &self.cells[one * self.n_players + other]
    }

    /// Units of evidence between all players.
    fn n_units(&self) -> usize {
        let twice: u32 = self.cells.iter().map(|cell| cell.units).sum();
        twice as usize / 2
    }

    /// The ratings under which these points are most likely.
    ///
    /// With an anchor, `(player, Elo)`, that player has this rating; without one, the mean of all
    /// known ratings is 0. Where the points do not determine all ratings, known are those of the
    /// largest group of players none of whom has made all points against the rest of it, or of the
    /// anchor's group. Of equal groups it is the one with the most games, then the one with the most games
    /// against others, then the one whose points against these are nearest to half of them, then the one
    /// with more of these; of groups that are equal in all that no rating is known. So the ratings do not
    /// depend on the order of players or games.
    #[must_use]
    pub fn ratings(&self, anchor: Option<(usize, f64)>) -> Ratings {
        Ratings::of(self, anchor)
    }
}

impl Meetings {
    /// As many as there are of two to a unit: repeated games prove nothing.
    fn games_that_count(&self) -> u32 {
        self.games.min(self.units.saturating_mul(2))
    }

    /// The sum of the squared deviations of the units' points, where the first of the two is
    /// expected to make `share` of them.
    fn deviations(&self, share: f64) -> f64 {
        let [games, mixed, points] = self.squares;
        points - 2.0 * share * mixed + share * share * games
    }
}

/// What is known of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// Elo with its 95 % interval.
    Known(Interval),
    /// Elo of which there is too little evidence for an interval: fewer than [`FEWEST_UNITS`] units.
    Uncertain(f64),
    /// The anchor, whose rating was given.
    Fixed(f64),
    /// It has made all points against players with a known rating, or against others that did: any
    /// rating that is high enough is equally likely. The number is the lower end of the 95 %
    /// interval; `None` if it has not played against them itself, or too few games for an interval. Of
    /// a player who alone is the measure of the others it is the difference to its opponents.
    Above(Option<f64>),
    /// It has made no point against them: the upper end of the 95 % interval.
    Below(Option<f64>),
    /// No games connect it with the players of known ratings, or none that can be compared with
    /// theirs.
    Unconnected,
}

/// `+85 (+40 to +130)`, `+85 (too few games)`, `+2000 (fixed)`, `above +120`; `-` where the results do not say.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // One player alone is 0 without any uncertainty, which says nothing.
            Self::Known(elo) if elo.low >= elo.high => f.write_str("-"),
            Self::Known(elo) => {
                let [value, low, high] =
                    [elo.value, elo.low, elo.high].map(|elo| with_sign(elo, 0));
                write!(f, "{value} ({low} to {high})")
            }
            Self::Uncertain(elo) => write!(f, "{} ({TOO_FEW})", with_sign(*elo, 0)),
            Self::Fixed(elo) => write!(f, "{} (fixed)", with_sign(*elo, 0)),
            Self::Above(Some(low)) => write!(f, "above {}", with_sign(*low, 0)),
            Self::Below(Some(high)) => write!(f, "below {}", with_sign(*high, 0)),
            Self::Above(None) => f.write_str("above"),
            Self::Below(None) => f.write_str("below"),
            Self::Unconnected => f.write_str("-"),
        }
    }
}

impl Rating {
    /// The difference in Elo between two players of whom this one has made so much of the points;
    /// `elo` is without a value where there are too few games for an interval.
    #[must_use]
    pub fn of_difference(share: f64, elo: Option<Interval>) -> Self {
        match share {
            1.0.. => Self::Above(elo.map(|elo| elo.low)),
            ..=0.0 => Self::Below(elo.map(|elo| elo.high)),
            share => elo.map_or_else(|| Self::Uncertain(standing::elo(share)), Self::Known),
        }
    }

    /// Elo, and the lower and the upper end of its 95 % interval, as far as they are known. One
    /// player alone is 0 without any uncertainty, which says nothing.
    #[must_use]
    pub fn numbers(&self) -> [Option<f64>; 3] {
        match self {
            Self::Known(elo) if elo.low >= elo.high => [None; 3],
            Self::Known(elo) => [elo.value, elo.low, elo.high].map(Some),
            Self::Uncertain(elo) | Self::Fixed(elo) => [Some(*elo), None, None],
            Self::Above(low) => [None, *low, None],
            Self::Below(high) => [None, None, *high],
            Self::Unconnected => [None; 3],
        }
    }
}

/// The ratings of all players, by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// What is known of each player.
    pub players: Vec<Rating>,
    /// The place of each player in `covariance`; `None` if its rating is not known.
    places: Vec<Option<usize>>,
    /// Covariances of the known ratings, in Elo².
    covariance: Matrix,
}

/// Elo of a difference in strength that multiplies the odds by e.
const PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Units of evidence that vary as independent games without draws do, which count beside those that
/// were seen.
const PRIOR_SPREAD: f64 = 3.0;

impl Ratings {
    fn of(table: &Crosstable, anchor: Option<(usize, f64)>) -> Self {
        let anchor = anchor.filter(|(player, _)| *player < table.n_players);
        let groups = Groups::of(table, anchor.map(|(player, _)| player));
        let known = &groups.known;
        let logits = most_likely(table, known);
        let place_of = |player: usize| known.iter().position(|known| *known == player);
        let places: Vec<Option<usize>> = (0..table.n_players).map(place_of).collect();
        let anchored = anchor.and_then(|(player, elo)| Some((places[player]?, elo)));
        let shift = anchored.map_or(0.0, |(place, elo)| elo - PER_LOGIT * logits[place]);
        let elo: Vec<f64> = logits.iter().map(|logit| PER_LOGIT * logit + shift).collect();
        let (covariance, freedom) = spread(table, known, &logits, anchored.map(|(place, _)| place));
        let has_interval = table.n_units() >= FEWEST_UNITS;
        let rating = |player: usize| match places[player] {
            Some(place) if anchor.is_some_and(|(anchor, _)| anchor == player) => {
                Rating::Fixed(elo[place])
            }
            Some(_) if known.len() == 1 => alone(table, player, has_interval),
            Some(place) if !has_interval && known.len() > 1 => Rating::Uncertain(elo[place]),
            Some(place) => {
                let half = student_95(freedom) * covariance.at(place, place).max(0.0).sqrt();
                let value = elo[place];
                Rating::Known(Interval { value, low: value - half, high: value + half })
            }
            None => {
                let opponents = known.iter().zip(&elo);
                let games = |(known, elo): (&usize, &f64)| {
                    let met = table.encounter(player, *known);
                    let games = met.games_that_count();
                    (games > 0 && has_interval).then_some((*elo, games))
                };
                groups.unknown(player, &opponents.filter_map(games).collect::<Vec<_>>())
            }
        };
        let players = (0..table.n_players).map(rating).collect();
        Self { players, places, covariance }
    }

    /// The probability that the first of two players is the stronger one, if before the games any
    /// difference was equally likely; `None` unless both ratings are known.
    #[must_use]
    pub fn superiority(&self, one: usize, other: usize) -> Option<f64> {
        let value = |player: usize| match self.players.get(player)? {
            Rating::Known(interval) => Some(interval.value),
            Rating::Uncertain(elo) | Rating::Fixed(elo) => Some(*elo),
            Rating::Above(_) | Rating::Below(_) | Rating::Unconnected => None,
        };
        let difference = value(one)? - value(other)?;
        let deviation = self.deviation(one, other)?;
        (deviation > 0.0).then(|| normal_share(difference / deviation))
    }

    /// The standard deviation of the difference of two ratings, in Elo; `None` unless both are
    /// known.
    #[must_use]
    pub fn deviation(&self, one: usize, other: usize) -> Option<f64> {
        let place = |player: usize| *self.places.get(player)?;
        let (one, other) = (place(one)?, place(other)?);
        let at = |row, column| self.covariance.at(row, column);
        Some((at(one, one) + at(other, other) - 2.0 * at(one, other)).max(0.0).sqrt())
    }
}

/// What can be said of the player who alone is the measure of the others: the bound of its difference to
/// them, as if they were equally strong, if it has won or lost all its games.
fn alone(table: &Crosstable, player: usize, has_interval: bool) -> Rating {
    let met = || (0..table.n_players).map(|other| table.encounter(player, other));
    let opponents: Vec<(f64, u32)> = met()
        .filter(|met| has_interval && met.games > 0)
        .map(|met| (0.0, met.games_that_count()))
        .collect();
    let (games, points) =
        met().fold((0, 0.0), |(games, points), met| (games + met.games, points + met.points));
    if games > 0 && points >= f64::from(games) {
        Rating::Above(groups::bound(&opponents, 1.0))
    } else if games > 0 && points <= 0.0 {
        Rating::Below(groups::bound(&opponents, -1.0))
    } else {
        Rating::Known(Interval { value: 0.0, low: 0.0, high: 0.0 })
    }
}

/// The share of the points that is expected of who is stronger by so many logits.
fn share(logits: f64) -> f64 {
    1.0 / (1.0 + (-logits).exp())
}

/// The strengths of these players under which their points against each other are most likely, in
/// logits, with the mean 0: Newton's method, with steps that never make them less likely but by rounding.
fn most_likely(table: &Crosstable, players: &[usize]) -> Vec<f64> {
    // What is left after a step is about its square.
    const CLOSE: f64 = 1e-8;
    // As a share of the likelihood that is computed, more than its rounding: near the end a step gains
    // less than that, and is a good one all the same.
    const ROUNDING: f64 = 1e-11;
    const MOST_STEPS: u32 = 200;
    const MOST_HALVINGS: u32 = 40;
    let mut at = vec![0.0; players.len()];
    if players.len() < 2 {
        return at;
    }
    let mut likely = likelihood(table, players, &at);
    for _ in 0..MOST_STEPS {
        let surplus: Vec<f64> = (0..players.len())
            .map(|row| {
                let of = |column: usize| {
                    let found = table.encounter(players[row], players[column]);
                    found.points - f64::from(found.games) * share(at[row] - at[column])
                };
                (0..players.len()).filter(|column| *column != row).map(of).sum()
            })
            .collect();
        let Some(step) = information(table, players, &at).centred().solve(&surplus) else { break };
        let largest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        let mut size = 1.0_f64.min(2.0 / largest.max(1e-300));
        let mut moved = false;
        for _ in 0..MOST_HALVINGS {
            let next: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + size * step).collect();
            let found = likelihood(table, players, &next);
            if found >= likely - ROUNDING * likely.abs() {
                (at, likely, moved) = (next, found, true);
                break;
            }
            size /= 2.0;
        }
        if !moved || largest < CLOSE {
            break;
        }
    }
    let mean = at.iter().sum::<f64>() / at.len() as f64;
    at.iter().map(|at| at - mean).collect()
}

/// The logarithm of the likelihood of the points of these players.
fn likelihood(table: &Crosstable, players: &[usize], logits: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (one, logit) in players.iter().zip(logits) {
        for (other, against) in players.iter().zip(logits) {
            // ln(share) without the loss of digits far from 0.
            let points = table.encounter(*one, *other).points;
            if points > 0.0 {
                sum -= points * (against - logit).exp().ln_1p();
            }
        }
    }
    sum
}

/// Fisher's information of the strengths: the expected curvature of the likelihood.
fn information(table: &Crosstable, players: &[usize], logits: &[f64]) -> Matrix {
    let mut found = Matrix::zero(players.len());
    for row in 0..players.len() {
        for column in 0..players.len() {
            let share = share(logits[row] - logits[column]);
            let games = f64::from(table.encounter(players[row], players[column]).games);
            let weight = games * share * (1.0 - share);
            *found.at_mut(row, row) += weight;
            *found.at_mut(row, column) -= weight;
        }
    }
    found
}

/// The covariances of the known ratings in Elo², and the degrees of freedom of what they are known
/// by: the inverse of Fisher's information, times the dispersion.
///
/// The dispersion is how much the units vary, compared with pairs of independent games without
/// draws: draws, and openings that decide their games for one side, make it less than 1.
fn spread(
    table: &Crosstable,
    players: &[usize],
    logits: &[f64],
    anchor: Option<usize>,
) -> (Matrix, usize) {
    let (mut seen, mut independent, mut units, mut games) = (0.0, 0.0, 0_u32, 0_u32);
    for row in 0..players.len() {
        for column in row + 1..players.len() {
            let found = table.encounter(players[row], players[column]);
            let share = share(logits[row] - logits[column]);
            seen += found.deviations(share);
            independent += f64::from(found.games) * share * (1.0 - share);
            units += found.units;
            games += found.games;
        }
    }
    let n_differences = players.len().saturating_sub(1) as f64;
    let free = (f64::from(units) - n_differences).max(0.0);
    let dispersion = if independent > 0.0 {
        // A unit of repeated games varies as a pair would, and not as so many independent games.
        let prior = PRIOR_SPREAD * (f64::from(games) / f64::from(2 * units)).max(1.0);
        (f64::from(units) * seen / independent + prior) / (free + PRIOR_SPREAD)
    } else {
        1.0
    };
    let information = information(table, players, logits);
    let inverse = match anchor {
        None => information.centred().inverse().map(|inverse| inverse.uncentred()),
        Some(place) => information.without(place).inverse().map(|inverse| inverse.with_zero(place)),
    };
    let inverse = inverse.unwrap_or_else(|| Matrix::zero(players.len()));
    (inverse.times(dispersion * PER_LOGIT * PER_LOGIT), (free + PRIOR_SPREAD) as usize)
}

#[cfg(test)]
mod tests;
