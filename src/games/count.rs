//! Numbers of things in sentences for people.

/// A number and its noun, which has an `s` where there are others than one: `1 line`, `2 lines`.
///
/// ```
/// assert_eq!(quintet::games::counted(1, "move"), "1 move");
/// assert_eq!(quintet::games::counted(0, "move"), "0 moves");
/// ```
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{ending}")
}
