//! Likelihood ratios of scores under two hypotheses, each by the distribution that explains the
//! scores best among those that the hypothesis admits (the generalised SPRT).
//!
//! Knows scores and counts only.

use super::Cell;

/// A score that was never seen is taken as seen so often: no score is impossible.
const NEVER: f64 = 0.001;

/// The logarithm of the likelihood of `cells` where the expected score is `h1`, over that where it is
/// `h0`. Both lie between the lowest and the highest score of the cells; 0 if nothing was seen.
pub(super) fn mean_ratio(cells: &[Cell], h0: f64, h1: f64) -> f64 {
    ratio(cells, |seen| [h0, h1].map(|mean| with_mean(seen, mean)))
}

/// The same where the expected score lies `h1` and `h0` standard deviations of the score above one
/// half; scores lie between 0 and 1.
pub(super) fn normalised_ratio(cells: &[Cell], h0: f64, h1: f64) -> f64 {
    ratio(cells, |seen| [h0, h1].map(|deviations| with_deviations(seen, deviations)))
}

/// By how much the likelihood ratio of so few scores is too far from 0 on average, as a factor that
/// corrects it: 1 − (1 + *b*) / *n*, 0 or more, with the number of scores *n* and *b* = κ/2 − γ²/3 of
/// their skewness γ and kurtosis κ. Where nearly all scores are alike *b* would outgrow *n*, and no test
/// would end: it is at most *n*/2.
///
/// *b* is the correction of M. S. Bartlett for the mean (T. J. DiCiccio, P. Hall and J. P. Romano, The
/// Annals of Statistics 19, 1991); 1 more was chosen by `benches/sprt.rs`.
pub(super) fn correction(cells: &[Cell]) -> f64 {
    let all: f64 = cells.iter().map(|cell| cell.count).sum();
    let average = |of: &dyn Fn(f64) -> f64| {
        cells.iter().map(|cell| cell.count * of(cell.score)).sum::<f64>() / all
    };
    let mean = average(&|score| score);
    let [second, third, fourth] =
        [2, 3, 4].map(|order| average(&|score| (score - mean).powi(order)));
    if all == 0.0 || second == 0.0 {
        return 0.0;
    }
    let bartlett = fourth / second.powi(2) / 2.0 - third.powi(2) / second.powi(3) / 3.0;
    (1.0 - (1.0 + bartlett.min(all / 2.0)) / all).max(0.0)
}

/// A possible score and its share of what was seen.
#[derive(Clone, Copy)]
struct Seen {
    score: f64,
    share: f64,
}

/// Twice the logarithm of the likelihood of `cells` by their own shares, over that where the expected
/// score lies so many standard deviations above one half. 0 if nothing was seen.
pub(super) fn misfit(cells: &[Cell], deviations: f64) -> f64 {
    -2.0 * ratio(cells, |seen| {
        [seen.iter().map(|cell| cell.share).collect(), with_deviations(seen, deviations)]
    })
}

fn ratio(cells: &[Cell], explained: impl Fn(&[Seen]) -> [Vec<f64>; 2]) -> f64 {
    if cells.iter().all(|cell| cell.count == 0.0) {
        return 0.0;
    }
    let count = |cell: &Cell| if cell.count == 0.0 { NEVER } else { cell.count };
    let all: f64 = cells.iter().map(count).sum();
    let seen: Vec<Seen> =
        cells.iter().map(|cell| Seen { score: cell.score, share: count(cell) / all }).collect();
    let [p0, p1] = explained(&seen);
    let of = |((seen, p0), p1): ((&Seen, &f64), &f64)| seen.share * (p1 / p0).ln();
    all * seen.iter().zip(&p0).zip(&p1).map(of).sum::<f64>()
}

/// The most likely distribution with this mean (A. B. Owen, Biometrika 75, 1988).
fn with_mean(seen: &[Seen], mean: f64) -> Vec<f64> {
    let directions: Vec<f64> = seen.iter().map(|cell| cell.score - mean).collect();
    tilted(seen, &directions)
}

/// The most likely distribution whose mean lies so many of its own standard deviations above one
/// half.
///
/// The condition is not linear. Where the distribution is the best one, it is also the best one under
/// the condition made linear there, and that is iterated (M. Van den Bergh, Comments on normalized
/// Elo). The start meets the condition with the two extreme scores alone.
fn with_deviations(seen: &[Seen], deviations: f64) -> Vec<f64> {
    /// The distribution moves less than this in the last step.
    const CLOSE: f64 = 1e-10;
    const MOST_STEPS: u32 = 500;
    let edge = deviations / (2.0 * (1.0 + deviations * deviations).sqrt());
    let mut mean = 0.5 + edge;
    let mut variance = 0.25 - edge * edge;
    let mut best: Vec<f64> = Vec::new();
    for _ in 0..MOST_STEPS {
        let half = deviations * variance.sqrt() / 2.0;
        let direction =
            |cell: &Seen| cell.score - 0.5 - half * (1.0 + (cell.score - mean).powi(2) / variance);
        let directions: Vec<f64> = seen.iter().map(direction).collect();
        let next = tilted(seen, &directions);
        let moved = next.iter().zip(&best).map(|(p, q)| (p - q).abs()).fold(0.0, f64::max);
        let is_first = best.is_empty();
        best = next;
        if !is_first && moved < CLOSE {
            break;
        }
        let weighed = |value: &dyn Fn(&Seen) -> f64| -> f64 {
            seen.iter().zip(&best).map(|(cell, p)| p * value(cell)).sum()
        };
        mean = weighed(&|cell| cell.score);
        variance = weighed(&|cell| (cell.score - mean).powi(2));
    }
    best
}

/// The most likely distribution whose mean of `directions` is 0: share / (1 + θ direction), with the θ
/// for which it is 0. If the directions have one sign only, there is none, and the shares are
/// returned.
fn tilted(seen: &[Seen], directions: &[f64]) -> Vec<f64> {
    let (least, most) = directions
        .iter()
        .fold((0.0_f64, 0.0_f64), |(least, most), value| (least.min(*value), most.max(*value)));
    if least >= 0.0 || most <= 0.0 {
        return seen.iter().map(|cell| cell.share).collect();
    }
    let theta = root(-1.0 / most, -1.0 / least, |theta| {
        let mut sums = [0.0, 0.0];
        for (cell, direction) in seen.iter().zip(directions) {
            let tilt = direction / (1.0 + theta * direction);
            sums[0] += cell.share * tilt;
            sums[1] -= cell.share * tilt * tilt;
        }
        sums
    });
    let probability = |(cell, direction): (&Seen, &f64)| cell.share / (1.0 + theta * direction);
    seen.iter().zip(directions).map(probability).collect()
}

/// Where a falling function between `low` and `high` is 0, by Newton's method within a bracket that is
/// halved where that leaves it. `function` returns the value and the slope; the ends lie to the left
/// and to the right of 0.
fn root(mut low: f64, mut high: f64, function: impl Fn(f64) -> [f64; 2]) -> f64 {
    const MOST_STEPS: u32 = 200;
    let mut at = 0.0;
    for _ in 0..MOST_STEPS {
        let [value, slope] = function(at);
        if value > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - value / slope;
        let next = if newton > low && newton < high { newton } else { low.midpoint(high) };
        if (next - at).abs() <= 1e-14 * at.abs().max(1e-3) {
            return next;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_meets_its_condition() {
        let counts: [[f64; 5]; 3] =
            [[0.0, 0.0, 0.0, 0.0, 50.0], [3.0, 8.0, 20.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0, 1.0]];
        for counts in counts {
            for elo in [-300.0, -20.0, 0.0, 3.0, 60.0, 300.0] {
                let share =
                    |n: f64| n.max(NEVER) / counts.iter().map(|n| n.max(NEVER)).sum::<f64>();
                let cell = |(i, n): (u32, f64)| Seen { score: f64::from(i) / 4.0, share: share(n) };
                let seen: Vec<Seen> = (0..).zip(counts).map(cell).collect();
                let deviations = elo / super::super::PER_DEVIATION * 2_f64.sqrt();
                let found = with_deviations(&seen, deviations);
                let weighed = |value: &dyn Fn(f64) -> f64| -> f64 {
                    seen.iter().zip(&found).map(|(cell, p)| p * value(cell.score)).sum()
                };
                let mean = weighed(&|score| score);
                let deviation = weighed(&|score| (score - mean).powi(2)).sqrt();
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{counts:?} {elo}");
                let met = (mean - 0.5) / deviation;
                assert!((met - deviations).abs() < 1e-6, "{counts:?} {elo}: {met} {deviations}");
            }
        }
    }
}
