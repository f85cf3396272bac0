//! Numbers of things and capitals in sentences for people; every layer may use it.

/// A number and its noun, which is in the plural where there are others than one: `1 line`, `2 lines`,
/// `2 losses`.
///
/// ```
/// assert_eq!(quintet::games::counted(1, "move"), "1 move");
/// assert_eq!(quintet::games::counted(0, "move"), "0 moves");
/// ```
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    if n == 1 {
        return format!("1 {noun}");
    }
    format!("{n} {}", plural(noun))
}

/// A noun in the plural: `plies` of `ply`.
#[must_use]
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// A number with its sign and so many decimals, as plain text; what is rounded to nothing has a plus: `+12`,
/// `-0.3`, `+0`. (The window has its own, with U+2212: [`crate::games::signed`].)
///
/// ```
/// assert_eq!(quintet::games::with_sign(-0.3, 0), "+0");
/// assert_eq!(quintet::games::with_sign(-0.3, 1), "-0.3");
/// ```
#[must_use]
pub fn with_sign(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => {
            format!("+{digits}")
        }
        Some(_) | None => text,
    }
}

/// The same words with a capital at the beginning.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_to_nothing_has_no_minus() {
        let found = [-0.0, -0.4, 0.4, -0.5001, 1e6].map(|value| with_sign(value, 0));
        assert_eq!(found, ["+0", "+0", "+0", "-1", "+1000000"]);
        let found = [-0.004, -0.006, f64::NEG_INFINITY].map(|value| with_sign(value, 2));
        assert_eq!(found, ["+0.00", "-0.01", "-inf"]);
    }

    #[test]
    fn one_thing_is_in_the_singular_and_a_noun_in_s_has_its_own_plural() {
        assert_eq!(counted(1, "draw"), "1 draw");
        assert_eq!([0, 1, 2].map(|n| counted(n, "loss")), ["0 losses", "1 loss", "2 losses"]);
        assert_eq!([counted(3, "match"), counted(2, "ply")], ["3 matches", "2 plies"]);
        assert_eq!([capital("good move"), capital("")], ["Good move", ""]);
        assert_eq!([counted(2, "play"), counted(2, "survey")], ["2 plays", "2 surveys"]);
    }
}
