//! The course of a test: its value after each pair of games, thinned where there are many.
//!
//! Tests nothing.

use std::sync::Arc;

/// The most points that are kept: more than pixels are not seen.
const MAX_POINTS: usize = 1024;

/// Values by numbers of pairs, in order.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    points: Vec<(u32, f64)>,
    /// Pairs between two points that are kept.
    step: u32,
}

impl Curve {
    /// A curve that begins at nothing.
    pub(super) fn new() -> Self {
        Self { points: vec![(0, 0.0)], step: 1 }
    }

    /// The value after so many pairs. The last value is always there; of those before, every one or,
    /// where there are too many, every second, fourth ... pair.
    pub(super) fn add(&mut self, pairs: u32, value: f64) {
        match self.points.last_mut() {
            Some(last) if last.0 == pairs => last.1 = value,
            // The last point was no multiple of the step: it goes for the next.
            Some(last) if last.0 % self.step != 0 => *last = (pairs, value),
            Some(_) | None => self.points.push((pairs, value)),
        }
        if self.points.len() > MAX_POINTS {
            self.step *= 2;
            let (step, last) = (self.step, pairs);
            self.points.retain(|(at, _)| at % step == 0 || *at == last);
        }
    }

    pub(super) fn points(&self) -> Arc<[(u32, f64)]> {
        self.points.as_slice().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_is_thinned_and_keeps_its_last_value() {
        let mut curve = Curve::new();
        for pairs in 1..=10_001 {
            curve.add(pairs, f64::from(pairs) / 10.0);
        }
        let points = curve.points();
        assert!((MAX_POINTS / 4..=MAX_POINTS).contains(&points.len()), "{}", points.len());
        assert_eq!(points.first(), Some(&(0, 0.0)));
        assert_eq!(points.last(), Some(&(10_001, 1000.1)));
        assert!(points.is_sorted_by_key(|(pairs, _)| *pairs));
        for (pairs, value) in points.iter() {
            assert_eq!(*value, f64::from(*pairs) / 10.0);
        }
    }
}
