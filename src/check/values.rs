//! Values to try options with: their limits, and values beyond them.
//!
//! Sends nothing.

use crate::protocol::OptionKind;

/// Words in the names of options whose greatest value may exceed the machine.
const COSTLY: [&str; 7] = ["hash", "table", "mem", "cache", "size", "thread", "mb"];

/// Values that an option admits: both of a bool, all of a choice, the limits of a number. The
/// greatest is left out if it could use all memory. `words` are those for yes and no.
pub(super) fn within(name: &str, kind: &OptionKind, words: [&str; 2]) -> Vec<String> {
    let is_costly = is_costly(name);
    match kind {
        OptionKind::Bool => words.map(str::to_owned).to_vec(),
        OptionKind::Choice(choices) => choices.clone(),
        OptionKind::Int { min, max } => {
            let max = Some(*max).filter(|max| !is_costly && *max != i64::MAX);
            let min = Some(*min).filter(|min| *min != i64::MIN);
            min.into_iter().chain(max).map(|bound| bound.to_string()).collect()
        }
        OptionKind::Real { min, max } => {
            let max = Some(*max).filter(|max| !is_costly && *max < f64::MAX);
            let min = Some(*min).filter(|min| *min > f64::MIN);
            min.into_iter().chain(max).map(|bound| bound.to_string()).collect()
        }
        OptionKind::Text => Vec::new(),
    }
}

/// Judging by its name, its greatest value may exceed the machine.
pub(super) fn is_costly(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    COSTLY.iter().any(|word| name.contains(word))
}

/// Invalid values for an option.
pub(super) fn beyond(kind: &OptionKind) -> Vec<String> {
    let word = "QuintetUnknown".to_owned();
    match kind {
        OptionKind::Bool | OptionKind::Choice(_) => vec![word],
        OptionKind::Int { min, max } => {
            let past = [min.checked_sub(1), max.checked_add(1)];
            past.into_iter().flatten().map(|x| x.to_string()).chain([word]).collect()
        }
        OptionKind::Real { min, max } => {
            [below(*min), above(*max)].into_iter().flatten().chain([word]).collect()
        }
        OptionKind::Text => Vec::new(),
    }
}

/// A number that is less than a limit even at half the precision; `None` if there is none.
pub(super) fn below(min: f64) -> Option<String> {
    above(-min).map(|_| (min - step(min)).to_string())
}

/// A number that is really greater than a limit, as [`below`].
pub(super) fn above(max: f64) -> Option<String> {
    let past = max + step(max);
    (past.is_finite() && past > max).then(|| past.to_string())
}

/// A step that is visible at a number of this size: 1 added to a large one is lost in rounding.
fn step(number: f64) -> f64 {
    (number.abs() / 1000.0).max(1.0)
}

/// The same value, however a number is written.
pub(super) fn is_same(kind: &OptionKind, one: &str, other: &str) -> bool {
    match kind {
        OptionKind::Int { .. } | OptionKind::Real { .. } => {
            let numbers = one.parse::<f64>().ok().zip(other.parse::<f64>().ok());
            numbers.is_some_and(|(one, other)| (one - other).abs() <= 1e-9 * one.abs().max(1.0))
        }
        OptionKind::Bool | OptionKind::Choice(_) | OptionKind::Text => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_tried_and_passed_but_no_table_is_made_as_great_as_it_may_be() {
        let int = OptionKind::Int { min: 1, max: 10 };
        assert_eq!(within("Level", &int, ["a", "b"]), ["1", "10"]);
        assert_eq!(within("HashMB", &int, ["a", "b"]), ["1"]);
        assert_eq!(beyond(&int), ["0", "11", "QuintetUnknown"]);
        let open = OptionKind::Int { min: i64::MIN, max: i64::MAX };
        assert_eq!(within("Seed", &open, ["a", "b"]), Vec::<String>::new());
        assert_eq!(beyond(&open), ["QuintetUnknown"]);
        let real = OptionKind::Real { min: -0.5, max: 1.0 };
        assert_eq!(within("Contempt", &real, ["a", "b"]), ["-0.5", "1"]);
        assert_eq!(beyond(&real), ["-1.5", "2", "QuintetUnknown"]);
        let great = OptionKind::Real { min: -1e20, max: 1e18 };
        let past: Vec<f64> = beyond(&great).iter().filter_map(|text| text.parse().ok()).collect();
        assert!(matches!(past[..], [less, more] if less < -1e20 && more > 1e18), "{past:?}");
        let whole = OptionKind::Real { min: f64::MIN, max: f64::MAX };
        assert_eq!(beyond(&whole), ["QuintetUnknown"]);
        assert_eq!(within("Style", &OptionKind::Bool, ["True", "False"]), ["True", "False"]);
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        let real = OptionKind::Real { min: 0.0, max: 1.0 };
        assert!(is_same(&real, "1", "1.00") && !is_same(&real, "1", "x"));
        assert!(!is_same(&OptionKind::Bool, "true", "True"));
    }
}
