//! Statistics of the dice of a game: what was rolled, and how lucky that was.
//!
//! Rolls nothing and values nothing: luck comes from a whole-game analysis in the record.
//!
//! The roll that opens a game is left out of all counts, because it is never a double; its luck
//! belongs to the player who plays it.

use std::sync::Arc;

use crate::games::{
    Actor, Game, GameResult, Line, NodeId, Position, Record, RecordError, SceneView, Side,
};

/// Rolls of two dice that differ.
pub const N_ROLLS: usize = 21;

/// Each roll with how many of the 36 throws it is: `11` to `66`, the larger die first.
pub const ROLLS: [(u8, u8, u32); N_ROLLS] = {
    let mut all = [(1, 1, 1); N_ROLLS];
    let (mut idx, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            all[idx] = (high, low, if high == low { 1 } else { 2 });
            idx += 1;
            low += 1;
        }
        high += 1;
    }
    all
};

/// Pips that a throw of two dice gives on average, doubles counting twice: 49/6.
pub const MEAN_PIPS: f64 = 49.0 / 6.0;

/// With fewer rolls the rarest would be expected less than five times, and the distribution of the
/// statistic is not the chi-square one.
pub const LEAST_FOR_CHI_SQUARE: u32 = 180;

/// The dice of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rolls {
    /// By side, first side first.
    pub sides: [SideRolls; 2],
    /// Rolls that opened a game.
    pub n_openings: u32,
    /// Rolls with known luck, in order.
    pub lucky: Vec<Luck>,
    /// Rolls without, openings included.
    pub n_unknown: u32,
    /// The luck of the first side minus that of the second, in points of the score; `None` if a
    /// single roll has no points, as in a match.
    pub in_points: Option<f64>,
}

/// The dice of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideRolls {
    /// How often each of [`ROLLS`] came.
    pub counts: [u32; N_ROLLS],
    /// Pips on the dice, doubles counting twice, whether they could be played or not.
    pub pips: u32,
    /// The most doubles in a row.
    pub longest_doubles: u32,
    doubles_now: u32,
    /// The sum of the luck of its rolls, the openings that it played included.
    pub luck: f64,
}

/// A roll and its luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// Its node.
    pub node: NodeId,
    /// The side that rolled it, or plays it as the first roll of a game.
    pub side: Side,
    /// More than the mean of all rolls, in the game's unit.
    pub luck: f64,
}

impl Rolls {
    /// Of the main line of a record; what is on a line of `known` is not played again.
    ///
    /// # Errors
    ///
    /// When the record cannot be played through.
    pub fn of(game: &dyn Game, record: &Record, known: &[&Arc<Line>]) -> Result<Self, RecordError> {
        let (line, n_plies) = Line::to(game, record, record.last(), known)?;
        let nodes = record.main_line();
        let mut rolls = Self { in_points: Some(0.0), ..Self::default() };
        for (idx, pair) in line.positions()[..=n_plies].windows(2).enumerate() {
            let [before, after] = pair else { continue };
            if before.actor() != Actor::Chance {
                continue;
            }
            let Actor::Player(side) = after.actor() else { continue };
            rolls.count(&line.moves()[idx].0, side, &**before);
            match record.node(nodes[idx]).luck {
                Some(luck) => rolls.take_luck(Luck { node: nodes[idx], side, luck }, &**after),
                None => rolls.n_unknown += 1,
            }
        }
        Ok(rolls)
    }

    fn count(&mut self, roll: &str, side: Side, before: &dyn Position) {
        // Only the first roll of a game cannot be a double.
        if before.resolve("11").is_err() {
            self.n_openings += 1;
            return;
        }
        let dice: Vec<u8> = roll.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        let [one, other] = dice[..] else { return };
        let (high, low) = (one.max(other), one.min(other));
        let Some(idx) = ROLLS.iter().position(|known| (known.0, known.1) == (high, low)) else {
            return;
        };
        self.sides[side.idx()].add(idx);
    }

    fn take_luck(&mut self, luck: Luck, after: &dyn Position) {
        self.sides[luck.side.idx()].luck += luck.luck;
        let stake = stake(after);
        let sign = if luck.side == Side::First { 1.0 } else { -1.0 };
        self.in_points =
            self.in_points.zip(stake).map(|(sum, stake)| sum + sign * luck.luck * stake);
        self.lucky.push(luck);
    }

    /// The result without the luck, in points from the first side's point of view: what skill alone
    /// would have won on average. Only if points are counted and the luck of every roll is known.
    #[must_use]
    pub fn adjusted(&self, result: &GameResult) -> Option<f64> {
        let margin = result.margin.filter(|_| self.n_unknown == 0 && !self.lucky.is_empty())?;
        Some(f64::from(margin) - self.in_points?)
    }
}

/// How many points of the score one point of equity is; `None` in a match.
fn stake(pos: &dyn Position) -> Option<f64> {
    let table = pos.scene(&SceneView::default()).table?;
    (table.stakes.length == 0).then(|| table.cube.map_or(1.0, |cube| f64::from(cube.value)))
}

impl SideRolls {
    fn add(&mut self, idx: usize) {
        let (high, low, _) = ROLLS[idx];
        self.counts[idx] += 1;
        let is_double = high == low;
        self.pips += u32::from(high + low) * if is_double { 2 } else { 1 };
        self.doubles_now = if is_double { self.doubles_now + 1 } else { 0 };
        self.longest_doubles = self.longest_doubles.max(self.doubles_now);
    }

    /// How many rolls.
    #[must_use]
    pub fn n(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// How many of them were doubles.
    #[must_use]
    pub fn n_doubles(&self) -> u32 {
        let doubles = self.counts.iter().zip(ROLLS).filter(|(_, (high, low, _))| high == low);
        doubles.map(|(n, _)| n).sum()
    }

    /// Pips of a roll on average; `None` without rolls.
    #[must_use]
    pub fn mean_pips(&self) -> Option<f64> {
        (self.n() > 0).then(|| f64::from(self.pips) / f64::from(self.n()))
    }

    /// The rolls of both together.
    #[must_use]
    pub fn with(&self, other: &Self) -> [u32; N_ROLLS] {
        std::array::from_fn(|idx| self.counts[idx] + other.counts[idx])
    }
}

/// Pearson's statistic of these counts for fair dice (20 degrees of freedom), and the chance that
/// fair dice give as much or more. `None` below [`LEAST_FOR_CHI_SQUARE`] rolls.
#[must_use]
pub fn chi_square(counts: &[u32; N_ROLLS]) -> Option<(f64, f64)> {
    let n: u32 = counts.iter().sum();
    if n < LEAST_FOR_CHI_SQUARE {
        return None;
    }
    let term = |(count, (_, _, weight)): (&u32, (u8, u8, u32))| {
        let expected = f64::from(n) * f64::from(weight) / 36.0;
        (f64::from(*count) - expected).powi(2) / expected
    };
    let sum: f64 = counts.iter().zip(ROLLS).map(term).sum();
    Some((sum, tail_of_20(sum)))
}

/// The chance of a chi-square variable with 20 degrees of freedom to be greater than `x`: with an
/// even number of them it is a sum of ten terms of a Poisson distribution.
fn tail_of_20(x: f64) -> f64 {
    let half = x / 2.0;
    let mut term = (-half).exp();
    let mut sum = term;
    for k in 1..10 {
        term *= half / f64::from(k);
        sum += term;
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Outcome, Setup};

    fn game() -> &'static dyn Game {
        games::find("backgammon").unwrap()
    }

    /// A record of these moves; the rules say which side made them.
    fn record(moves: &[&str]) -> Record {
        let mut record = Record::new("backgammon", Setup::default());
        let mut pos = game().start(&record.setup).unwrap();
        let mut at = Record::START;
        for mv in moves {
            let side = match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance | Actor::Over(_) => None,
            };
            let mv = pos.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            at = record.add(at, mv, side);
        }
        record
    }

    #[test]
    fn rolls_are_counted_for_who_rolls_them_and_the_opening_apart() {
        let record = record(&[
            "31",
            "8/5 6/5",
            "roll",
            "66",
            "24/18(2) 13/7(2)",
            "roll",
            "21",
            "24/22 6/5",
            "double",
            "take",
            "55",
            "13/3(2)",
        ]);
        let rolls = Rolls::of(game(), &record, &[]).unwrap();
        assert_eq!((rolls.n_openings, rolls.n_unknown), (1, 4));
        let [white, black] = rolls.sides;
        assert_eq!((white.n(), white.n_doubles(), white.pips), (1, 0, 3));
        assert_eq!((black.n(), black.n_doubles(), black.pips), (2, 2, 44));
        assert_eq!((black.longest_doubles, white.longest_doubles), (2, 0));
        assert_eq!(black.mean_pips(), Some(22.0));
        let at = |high, low| ROLLS.iter().position(|roll| (roll.0, roll.1) == (high, low)).unwrap();
        assert_eq!((white.counts[at(2, 1)], black.counts[at(6, 6)]), (1, 1));
    }

    #[test]
    fn luck_counts_in_points_of_the_cube_and_is_taken_out_of_the_result() {
        let mut record = record(&["31", "8/5 6/5", "double", "take", "66", "24/18(2) 13/7(2)"]);
        let line = record.main_line();
        record.node_mut(line[0]).luck = Some(0.2);
        let won = |margin| GameResult {
            outcome: Outcome::WonBy(Side::Second),
            margin: Some(margin),
            reason: "single game".to_owned(),
        };
        let partly = Rolls::of(game(), &record, &[]).unwrap();
        assert_eq!((partly.n_unknown, partly.adjusted(&won(-2))), (1, None));
        record.node_mut(line[4]).luck = Some(0.7);
        let rolls = Rolls::of(game(), &record, &[]).unwrap();
        assert!((rolls.sides[1].luck - 0.7).abs() < 1e-9);
        // White had 0.2 points of luck, Black 0.7 with the cube at 2: without, -0.8 in place of -2.
        assert!((rolls.in_points.unwrap() + 1.2).abs() < 1e-9, "{:?}", rolls.in_points);
        assert!((rolls.adjusted(&won(-2)).unwrap() + 0.8).abs() < 1e-9);
        record.setup.variant = Some("match-7".to_owned());
        let in_match = Rolls::of(game(), &record, &[]).unwrap();
        assert_eq!(in_match.adjusted(&won(-2)), None, "points of a match are no money");
    }

    #[test]
    fn the_weights_and_the_mean_are_those_of_two_dice() {
        assert_eq!(ROLLS.iter().map(|roll| roll.2).sum::<u32>(), 36);
        let mean: f64 = ROLLS
            .iter()
            .map(|(high, low, weight)| {
                let times = if high == low { 2 } else { 1 };
                f64::from(u32::from(high + low) * times * weight) / 36.0
            })
            .sum();
        assert!((mean - MEAN_PIPS).abs() < 1e-12);
    }

    /// Quantiles of the distribution with 20 degrees of freedom from the usual tables (for instance
    /// Abramowitz and Stegun, table 26.8).
    #[test]
    fn the_chance_of_a_chi_square_is_the_tabulated_one() {
        for (x, tail) in [(10.851, 0.95), (19.337, 0.5), (31.410, 0.05), (37.566, 0.01)] {
            assert!((tail_of_20(x) - tail).abs() < 1e-4, "{x}: {}", tail_of_20(x));
        }
        assert_eq!(chi_square(&[8; N_ROLLS]), None, "168 rolls are too few");
        let fair = ROLLS.map(|(_, _, weight)| weight * 10);
        assert_eq!(chi_square(&fair), Some((0.0, 1.0)));
        let mut loaded = fair;
        loaded[20] += 40;
        assert!(chi_square(&loaded).is_some_and(|(_, chance)| chance < 1e-6));
    }
}
