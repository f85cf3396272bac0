//! A small neural network: some of many inputs are on, one hidden layer, five chances.
//!
//! Knows no rules. Plain `f32` arithmetic in a fixed order and its own exponential, so that the
//! same weights give the same numbers on every machine.

use super::chances::{Chances, N_CHANCES};

/// Hidden units come in groups of this size, which fits a vector unit.
const LANES: usize = 16;

/// The largest weight of a network that knows nothing.
const FIRST_WEIGHTS: f32 = 0.2;

/// The inputs of a network that are not 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Inputs(Vec<(u16, f32)>);

impl Inputs {
    /// Sets all inputs to 0.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Input `idx` has this value; each may be set once.
    pub(super) fn set(&mut self, idx: usize, value: f32) {
        if value != 0.0 {
            self.0.push((idx as u16, value));
        }
    }

    /// All inputs that are not 0, by their number.
    #[cfg(test)]
    pub(super) fn sorted(&self) -> Vec<(u16, f32)> {
        let mut sorted = self.0.clone();
        sorted.sort_by_key(|(idx, _)| *idx);
        sorted
    }
}

/// A network with `H` hidden units, a multiple of 16.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Net<const H: usize> {
    /// Only the first units learn; the others have no effect.
    n_learning: usize,
    /// For each input its effect on each hidden unit.
    first: Vec<[f32; H]>,
    hidden_bias: [f32; H],
    /// For each output the effect of each hidden unit on it.
    second: [[f32; H]; N_CHANCES],
    output_bias: [f32; N_CHANCES],
}

/// The activity of a network's units for some inputs.
#[derive(Clone, Debug)]
struct Activity<const H: usize> {
    hidden: [f32; H],
    outputs: [f32; N_CHANCES],
}

impl<const H: usize> Net<H> {
    /// A network that knows nothing and begins to learn with so many units; `random` gives numbers
    /// from -1 to 1.
    pub(super) fn untrained(
        n_inputs: usize,
        n_learning: usize,
        mut random: impl FnMut() -> f32,
    ) -> Self {
        let mut row = || {
            let mut row = [0.0; H];
            row[..n_learning].fill_with(|| random() * FIRST_WEIGHTS);
            row
        };
        let first = (0..n_inputs).map(|_| row()).collect();
        let second = std::array::from_fn(|_| row());
        // Half the games are won, a quarter of them with a gammon, hardly any with three points.
        let output_bias = [0.0, -2.0, -4.0, -2.0, -4.0];
        Self { n_learning, first, hidden_bias: [0.0; H], second, output_bias }
    }

    /// The same network with so many inputs, the further ones last. It says the same as before, but all
    /// its units learn from now on.
    pub(super) fn grown(mut self, n_inputs: usize, mut random: impl FnMut() -> f32) -> Self {
        self.first.resize(n_inputs, [0.0; H]);
        for row in &mut self.first {
            row[self.n_learning..].fill_with(|| random() * FIRST_WEIGHTS);
        }
        self.n_learning = H;
        self
    }

    /// The network's chances for these inputs.
    pub(super) fn chances(&self, inputs: &Inputs) -> Chances {
        Chances(self.activity(inputs).outputs)
    }

    fn activity(&self, inputs: &Inputs) -> Activity<H> {
        let mut hidden = self.hidden_bias;
        for (idx, value) in &inputs.0 {
            let row = &self.first[usize::from(*idx)];
            for (sum, weight) in hidden.iter_mut().zip(row) {
                *sum += weight * value;
            }
        }
        for unit in &mut hidden {
            *unit = sigmoid(*unit);
        }
        let outputs = std::array::from_fn(|output| {
            sigmoid(self.output_bias[output] + dot(&hidden, &self.second[output]))
        });
        Activity { hidden, outputs }
    }

    /// Learns a little from the right chances for these inputs.
    ///
    /// One step down the slope of the cross entropy, `rate` long.
    pub(super) fn learn(&mut self, inputs: &Inputs, target: &Chances, rate: f32) {
        let Activity { hidden, outputs } = self.activity(inputs);
        let n = self.n_learning;
        let mut slope = [0.0; H];
        for (output, said) in outputs.iter().enumerate() {
            let step = rate * (target.0[output] - said);
            self.output_bias[output] += step;
            let weights = &mut self.second[output];
            for ((slope, weight), hidden) in slope[..n].iter_mut().zip(weights).zip(&hidden) {
                *slope += step * *weight;
                *weight += step * hidden;
            }
        }
        for unit in 0..H {
            slope[unit] *= hidden[unit] * (1.0 - hidden[unit]);
            self.hidden_bias[unit] += slope[unit];
        }
        for (idx, value) in &inputs.0 {
            let row = &mut self.first[usize::from(*idx)];
            for (weight, slope) in row.iter_mut().zip(&slope) {
                *weight += slope * value;
            }
        }
    }

    /// All weights in a fixed order.
    pub(super) fn weights(&self) -> impl Iterator<Item = f32> {
        let rows = self.first.iter().chain([&self.hidden_bias]).chain(&self.second);
        rows.flatten().chain(&self.output_bias).copied()
    }

    /// The network of [`Net::weights`]; `None` if there are too few.
    pub(super) fn of_weights(
        n_inputs: usize,
        weights: &mut impl Iterator<Item = f32>,
    ) -> Option<Self> {
        let mut net = Self::untrained(n_inputs, H, || 0.0);
        let rows = net.first.iter_mut().chain([&mut net.hidden_bias]).chain(&mut net.second);
        for weight in rows.flatten().chain(&mut net.output_bias) {
            *weight = weights.next()?;
        }
        Some(net)
    }
}

/// The sum of products, in the order of [`LANES`] parallel sums.
fn dot<const H: usize>(left: &[f32; H], right: &[f32; H]) -> f32 {
    let mut sums = [0.0; LANES];
    for (left, right) in left.chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.iter().sum()
}

/// `1 / (1 + exp(-x))`, to about six digits.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The exponential of a value between -30 and 30, to about seven digits; values beyond are clamped.
/// A library's would differ from machine to machine.
fn exp(x: f32) -> f32 {
    // 1.5 * 2^23: adding it leaves the nearest whole number in the lowest bits.
    const ROUNDER: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-30.0, 30.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUNDER;
    let whole = shifted - ROUNDER;
    let rest = x - whole * LN_2_HIGH - whole * LN_2_LOW;
    // The series of exp; `rest` is at most 0.35, where seven terms leave an error below 1e-7.
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    // 2^whole by its bits.
    series * f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::random::Random;

    fn net(n_inputs: usize, seed: u64) -> Net<32> {
        let mut random = Random::new(seed);
        Net::untrained(n_inputs, 32, || random.below(2_001) as f32 / 1_000.0 - 1.0)
    }

    #[test]
    fn the_exponential_is_that_of_the_library() {
        for step in -3_000..=3_000 {
            let x = step as f32 / 100.0;
            let expected = f64::from(x).exp();
            assert!((f64::from(exp(x)) / expected - 1.0).abs() < 1e-6, "exp({x}) is {}", exp(x));
        }
        assert!(sigmoid(-1e9) > 0.0 && sigmoid(1e9) <= 1.0);
    }

    #[test]
    fn what_it_learns_it_says() {
        let mut net = net(4, 1);
        let on = |idx: usize| {
            let mut inputs = Inputs::default();
            inputs.set(idx, 1.0);
            inputs
        };
        let lessons = [
            (on(0), Chances([0.9, 0.5, 0.1, 0.02, 0.01])),
            (on(3), Chances([0.2, 0.1, 0.0, 0.7, 0.3])),
        ];
        for _ in 0..5_000 {
            for (inputs, target) in &lessons {
                net.learn(inputs, target, 0.3);
            }
        }
        for (inputs, target) in &lessons {
            let said = net.chances(inputs);
            let off = said.0.iter().zip(&target.0).map(|(said, wanted)| (said - wanted).abs());
            assert!(off.fold(0.0, f32::max) < 0.02, "{said:?} is not {target:?}");
        }
    }

    #[test]
    fn weights_make_the_network_again_and_a_missing_one_is_noticed() {
        let net = net(7, 2);
        let weights: Vec<f32> = net.weights().collect();
        assert_eq!(Net::of_weights(7, &mut weights.iter().copied()), Some(net));
        let mut short = weights[1..].iter().copied();
        assert_eq!(Net::<32>::of_weights(7, &mut short), None);
    }
}
