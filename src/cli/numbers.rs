//! Whole numbers as arguments.
//!
//! Knows no flag.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// Reads a whole number of this range; the sentence about another one names the range.
pub(super) fn whole<N: Display + FromStr + PartialOrd>(
    range: impl RangeBounds<N> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = text.parse().ok().filter(|number| range.contains(number));
        found.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(first), Bound::Included(last)) => {
                format!("write a whole number from {first} to {last}")
            }
            (Bound::Included(first), Bound::Unbounded) => {
                format!("write a whole number from {first} on")
            }
            (_, _) => "write another whole number".to_owned(),
        })
    }
}
