//! Intervals: a value with its uncertainty, and the distributions that they are made of.
//!
//! Knows neither games nor matches.

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value; infinite where it has no bound.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of a share between 0 and 1 with known mean and variance: the quantiles of the
    /// beta distribution that has both.
    ///
    /// `mean` lies between 0 and 1, and `variance` is above 0.
    pub(super) fn of_share(mean: f64, variance: f64) -> [f64; 2] {
        let [a, b] = beta_of(mean, variance);
        [TAIL, 1.0 - TAIL].map(|share| beta_quantile(a, b, share))
    }

    /// How much of the same distribution lies above `at`, which is between 0 and 1.
    pub(super) fn share_above(mean: f64, variance: f64, at: f64) -> f64 {
        let [a, b] = beta_of(mean, variance);
        1.0 - beta_share(a, b, at)
    }
}

/// What an interval of 95 % leaves out at each end.
pub(super) const TAIL: f64 = 0.025;

/// Half the width of a 95 % interval of the normal distribution, in standard deviations.
pub(super) const Z_95: f64 = 1.959_964;

/// Half the width of a 95 % interval of Student's distribution, in standard deviations; `freedom`
/// is at least 1.
pub(super) fn student_95(freedom: usize) -> f64 {
    /// From a table of the distribution, 1 to 10 degrees of freedom.
    const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    if let Some(few) = FEW.get(freedom.saturating_sub(1)) {
        return *few;
    }
    // Fisher and Cornish's expansion at the normal distribution.
    let (z, n) = (Z_95, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / n + second / n.powi(2) + third / n.powi(3)
}

/// How much of Student's distribution lies below so many standard deviations (NIST DLMF, 8.17: by the
/// incomplete beta function); `freedom` is at least 1.
pub(super) fn student_share(deviations: f64, freedom: usize) -> f64 {
    let freedom = freedom as f64;
    if deviations == 0.0 {
        return 0.5;
    }
    let beyond =
        beta_share(freedom / 2.0, 0.5, freedom / (freedom + deviations * deviations)) / 2.0;
    if deviations > 0.0 { 1.0 - beyond } else { beyond }
}

/// How much of the normal distribution lies below so many standard deviations above its mean
/// (NIST DLMF, 7.6.2: the series of the error function).
pub(super) fn normal_share(deviations: f64) -> f64 {
    /// Beyond it the rest is below the precision of the numbers.
    const FAR: f64 = 8.0;
    if deviations.abs() > FAR {
        return if deviations > 0.0 { 1.0 } else { 0.0 };
    }
    // φ(z) (z + z³/3 + z⁵/(3·5) + …), which has no terms of changing signs.
    let square = deviations * deviations;
    let (mut term, mut sum, mut n) = (deviations, deviations, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        n += 2.0;
        term *= square / n;
        sum += term;
    }
    0.5 + sum * (-square / 2.0).exp() / std::f64::consts::TAU.sqrt()
}

/// The beta distribution that has this mean and this variance.
fn beta_of(mean: f64, variance: f64) -> [f64; 2] {
    // A distribution of the whole share has at most this variance.
    let most = mean * (1.0 - mean);
    let units = most / variance.min(0.999 * most) - 1.0;
    [mean * units, (1.0 - mean) * units]
}

/// Where the beta distribution of `a` and `b` reaches `share`, by halving.
fn beta_quantile(a: f64, b: f64, share: f64) -> f64 {
    /// Halvings; the last one is finer than any interval is shown.
    const STEPS: u32 = 40;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        if beta_share(a, b, middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The regularised incomplete beta function I(`a`, `b`) at `x` between 0 and 1 (NIST DLMF, 8.17):
/// how much of the distribution lies below `x`.
fn beta_share(a: f64, b: f64, x: f64) -> f64 {
    let scale = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln();
    // The fraction converges fast only on this side of the mean (DLMF 8.17.4 mirrors it).
    if x < (a + 1.0) / (a + b + 2.0) {
        scale.exp() * beta_fraction(a, b, x) / a
    } else {
        1.0 - scale.exp() * beta_fraction(b, a, 1.0 - x) / b
    }
}

/// The continued fraction of the incomplete beta function (NIST DLMF, 8.17.22), by the method of
/// Lentz (Applied Optics 15, 1976).
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    /// Takes the place of a zero that would be divided by.
    const TINY: f64 = 1e-300;
    const CLOSE: f64 = 1e-12;
    const MOST_TERMS: u32 = 500;
    let firm = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / firm(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for term in (1..=MOST_TERMS).map(f64::from) {
        let even = term * (b - term) * x / ((a + 2.0 * term - 1.0) * (a + 2.0 * term));
        let odd = -(a + term) * (a + b + term) * x / ((a + 2.0 * term) * (a + 2.0 * term + 1.0));
        let mut factor = 1.0;
        for part in [even, odd] {
            d = 1.0 / firm(1.0 + part * d);
            c = firm(1.0 + part / c);
            factor = c * d;
            fraction *= factor;
        }
        if (factor - 1.0).abs() < CLOSE {
            break;
        }
    }
    fraction
}

/// The logarithm of the gamma function for `x` above 0: Stirling's series (NIST DLMF, 5.11.1),
/// from where it is exact to ten digits.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 10.0 {
        shift += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_distribution_is_that_of_the_tables() {
        for (freedom, expected) in
            [(1, 12.706), (10, 2.228), (11, 2.201), (30, 2.042), (120, 1.980)]
        {
            assert!((student_95(freedom) - expected).abs() < 6e-4, "{freedom}");
            assert!((student_share(expected, freedom) - 0.975).abs() < 2e-5, "{freedom}");
            assert!((student_share(-expected, freedom) - 0.025).abs() < 2e-5, "{freedom}");
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (deviations, expected) in
            [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.96, 0.975_002), (3.0, 0.998_650)]
        {
            assert!((normal_share(deviations) - expected).abs() < 1e-6, "{deviations}");
        }
        assert!(normal_share(7.9) <= 1.0 && normal_share(f64::NEG_INFINITY) == 0.0);
    }

    #[test]
    fn the_beta_distribution_has_its_known_values() {
        // In closed form: I(1, 1) = x, I(2, 1) = x², I(1, 3) = 1 - (1 - x)³, and I(1/2, 1/2) is the
        // arcsine law.
        for x in [0.05, 0.3, 0.5, 0.77, 0.99] {
            let arcsine = 2.0 / std::f64::consts::PI * f64::sqrt(x).asin();
            let known: [(f64, f64, f64); 4] = [
                (1.0, 1.0, x),
                (2.0, 1.0, x * x),
                (1.0, 3.0, 1.0 - (1.0 - x).powi(3)),
                (0.5, 0.5, arcsine),
            ];
            for (a, b, expected) in known {
                let found = beta_share(a, b, x);
                assert!((found - expected).abs() < 1e-9, "I({a}, {b}) at {x}: {found}");
            }
        }
        assert!((beta_quantile(2.0, 1.0, 0.25) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_share_of_which_much_is_known_has_the_interval_of_the_normal_distribution() {
        let [low, high] = Interval::of_share(0.5, 0.0001);
        let half = Z_95 * 0.01;
        assert!((low - (0.5 - half)).abs() < 1e-4 && (high - (0.5 + half)).abs() < 1e-4);
    }
}
