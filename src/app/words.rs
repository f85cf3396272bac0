//! Sentences and names that several rooms use.
//!
//! Decides nothing by them.

use super::command::SeatChoice;
use crate::play::viewer::Disagreement;

/// A message as a sentence: a capital first, a full stop last. Names that are more than a word keep
/// their small letter: of `bA1` it is the colour.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    let mut word = chars.clone().take_while(|c| !c.is_whitespace());
    if word.any(|c| c.is_uppercase() || c.is_ascii_digit()) {
        return format!("{text}{end}");
    }
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}

/// The name shown for a choice.
pub(super) fn name_of(choice: &SeatChoice) -> String {
    match choice {
        SeatChoice::Human { name } => name.clone(),
        SeatChoice::Engine { name, options } => engine_name(name, options),
    }
}

/// The name shown for an engine of the list with these options.
pub(super) fn engine_name(name: &str, options: &[(String, String)]) -> String {
    match options.first() {
        Some((option, value)) => format!("{name}, {option} {value}"),
        None => name.to_owned(),
    }
}

/// Whose word holds where the user chose nothing else.
pub(super) const REFEREE_DECIDES: &str = "The referee decides.";

/// A difference with both opinions. `decides` says whose word holds, where the position is not the
/// same.
pub(super) fn difference_text(name: &str, found: &Disagreement, decides: &str) -> String {
    let Disagreement { what, referee, engine, .. } = found;
    let decides = if what.is_form() { "The position is the same." } else { decides };
    let what = what.name();
    format!(
        "{name} and the referee differ, {what}: the referee says {referee}; {name} says {engine}. {decides}"
    )
}

/// The position that the engine was told, and what came back.
pub(super) fn difference_details(found: &Disagreement) -> Vec<String> {
    vec![format!("Told: {}", found.told), format!("Came: {}", found.came)]
}

/// What an engine complains of, as a sentence.
pub(super) fn complaint_text(name: &str, words: &str) -> String {
    let end = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{name} complains: {words}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_with_a_capital_unless_it_begins_with_a_name() {
        assert_eq!(sentence("no such move"), "No such move.");
        assert_eq!(sentence("bA1 was moved last turn."), "bA1 was moved last turn.");
        assert_eq!(sentence("wQ is pinned"), "wQ is pinned.");
        assert_eq!(sentence("e4 is taken"), "e4 is taken.");
        assert_eq!(sentence(""), "");
    }
}
