//! Games that are played on a board of backgammon with other rules, by their names in files.
//!
//! Sources: GNU Backgammon 1.07 writes `[Variation "NackGammon"]` and `[Variation "HyperGammon
//! (1)"]` into `.mat` files, and `Nackgammon` and `Hypergammon1` among the rules of SGF.

/// Names that mean backgammon itself.
const OWN: [&str; 6] =
    ["", "backgammon", "standard", "standardbackgammon", "normal", "normalbackgammon"];

/// The game that a heading names as the variation; `None` for backgammon. An unknown name is
/// quoted.
pub(super) fn named(name: &str) -> Option<String> {
    let letters = letters(name);
    if OWN.contains(&letters.as_str()) {
        return None;
    }
    Some(as_rule(name).map_or_else(|| format!("a game of {:?}", name.trim()), str::to_owned))
}

/// The game that a word among the rules names; `None` if it is a rule.
pub(super) fn as_rule(name: &str) -> Option<&'static str> {
    match letters(name).as_str() {
        "nackgammon" => Some("Nackgammon"),
        "hypergammon" => Some("Hypergammon"),
        "longgammon" => Some("LongGammon"),
        "tapa" => Some("Tapa"),
        "plakoto" => Some("Plakoto"),
        "fevga" => Some("Fevga"),
        "aceydeucey" => Some("Acey-deucey"),
        "misere" => Some("Misere backgammon"),
        _ => None,
    }
}

/// Only the letters, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_games_are_known_by_the_names_that_programs_write() {
        for name in ["Backgammon", "standard backgammon", " ", "Standard", "?"] {
            assert_eq!(named(name), None, "{name}");
        }
        for (name, what) in [
            ("NackGammon", "Nackgammon"),
            ("HyperGammon (1)", "Hypergammon"),
            ("Hypergammon-3", "Hypergammon"),
            ("Acey-Deucey", "Acey-deucey"),
            ("Our own", "a game of \"Our own\""),
        ] {
            assert_eq!(named(name).as_deref(), Some(what), "{name}");
        }
        for rule in ["Crawford", "CrawfordGame", "Jacoby", "NoCube", "Beaver"] {
            assert_eq!(as_rule(rule), None, "{rule}");
        }
    }
}
