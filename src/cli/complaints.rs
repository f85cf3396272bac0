//! Complaints and last words of engines, as lines for the user.
//!
//! Decides what is worth a line; the caller prints it.

use std::collections::BTreeSet;

/// Complaints of one engine that are shown; more would add nothing.
const MAX_SHOWN: usize = 20;
/// Last lines of an engine's error output that are shown.
const MAX_LAST_WORDS: usize = 3;
/// Characters of a line of an engine that are shown.
const MAX_LINE: usize = 200;

/// The complaints of one engine: each is shown once.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    seen: BTreeSet<String>,
}

impl Complaints {
    /// The line to show for a complaint of the engine of this name; `None` if it was shown before,
    /// or if there were too many.
    pub(super) fn line(&mut self, name: &str, text: &str) -> Option<String> {
        if self.seen.len() > MAX_SHOWN || !self.seen.insert(text.to_owned()) {
            return None;
        }
        Some(if self.seen.len() > MAX_SHOWN {
            format!("quintet: {name} has more complaints that are not shown")
        } else {
            format!("quintet: {name}: {}", one_line(text, MAX_LINE))
        })
    }
}

/// The last of an engine's last words, each on its own indented line.
pub(super) fn last_words(stderr: &[String]) -> Vec<String> {
    let said: Vec<&String> = stderr.iter().filter(|line| !line.trim().is_empty()).collect();
    let skipped = said.len().saturating_sub(MAX_LAST_WORDS);
    said[skipped..].iter().map(|line| format!("  {}", one_line(line, MAX_LINE))).collect()
}

/// At most so many characters of a text, without any that move the cursor.
pub(super) fn one_line(text: &str, max: usize) -> String {
    let plain = |ch: char| if ch.is_control() { ' ' } else { ch };
    let mut line: String = text.trim().chars().take(max).map(plain).collect();
    if text.trim().chars().nth(max).is_some() {
        line += "...";
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_is_shown_once_and_endless_ones_are_cut_off() {
        let mut complaints = Complaints::default();
        assert_eq!(complaints.line("A", "no\tbook").as_deref(), Some("quintet: A: no book"));
        assert_eq!(complaints.line("A", "no\tbook"), None);
        let shown: Vec<String> =
            (0..100).filter_map(|n| complaints.line("A", &n.to_string())).collect();
        assert_eq!(shown.len(), MAX_SHOWN);
        assert_eq!(shown[MAX_SHOWN - 2], format!("quintet: A: {}", MAX_SHOWN - 2));
        assert!(shown[MAX_SHOWN - 1].ends_with("more complaints that are not shown"), "{shown:?}");
    }

    #[test]
    fn the_last_three_of_the_last_words_are_kept_and_long_ones_cut() {
        let long = "é".repeat(MAX_LINE + 1);
        let said = ["a", "b", " ", "\x1b[1mc", &long].map(str::to_owned);
        let cut = format!("  {}...", "é".repeat(MAX_LINE));
        assert_eq!(last_words(&said), ["  b".to_owned(), "   [1mc".to_owned(), cut]);
    }
}
