//! What kind of value each key of a tournament's file has, and what is said of another one.
//!
//! Says nothing of what a value means.

use toml::de::{DeTable, DeValue};

use super::file::FileMistake;
use super::keys::{Place, tables};
use super::lines::line_at;

/// The first key of this text whose value is of another kind than its own; a text that is no TOML has none.
///
/// # Errors
///
/// With what the value is, and what it must be.
pub(super) fn check_values(text: &str) -> Result<(), FileMistake> {
    let Ok(file) = DeTable::parse(text) else { return Ok(()) };
    let all = tables(file.get_ref()).flat_map(|(table, place)| {
        table.iter().filter_map(move |(key, value)| {
            let span = value.span();
            let shown = shown(text.get(span.clone()).unwrap_or_default());
            let reason = Wanted::of(key.get_ref(), place)?.reason(value.get_ref(), &shown)?;
            Some((span.start, key.get_ref(), reason))
        })
    });
    match all.min_by_key(|(at, _, _)| *at) {
        None => Ok(()),
        Some((at, key, reason)) => {
            Err(FileMistake { line: Some(line_at(text, at)), key: Some(key.to_string()), reason })
        }
    }
}

/// What is said of a line that is no TOML.
pub(super) fn syntax_reason(line: &str) -> String {
    let value = line.split_once('=').map(|(_, value)| value.trim());
    match value {
        Some("") => "has no value; write it behind the =".to_owned(),
        Some(value) if DeValue::parse(value).is_err() => format!(
            "{} is not a value: a text stands in quotes, a number and true or false without them",
            shown(value)
        ),
        Some(_) | None => "this is not a key with a value, such as pairs = 2".to_owned(),
    }
}

/// A value as the file has it, shortened.
fn shown(value: &str) -> String {
    const MOST_LETTERS: usize = 40;
    let line = value.lines().next().unwrap_or_default();
    let mut text: String = line.chars().take(MOST_LETTERS).collect();
    if text.len() < value.len() {
        text.push('…');
    }
    text
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Wanted {
    /// A text of any kind, or one that stands for this.
    Text(&'static str),
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A whole number from this one to that one.
    Whole(i128, i128),
    /// A number, whole or not, that stands for this.
    Number(&'static str),
    /// True or false.
    Truth,
    /// Texts in brackets, such as these.
    Texts(&'static str),
    /// Names with texts, such as these.
    Names(&'static str),
    /// When a player has joined.
    Late,
    /// The players.
    Players,
}

const A_TEXT: Wanted = Wanted::Text("a text in quotes");
const COUNT: Wanted = Wanted::Whole(1, u32::MAX as i128);
const A_TIME: Wanted = Wanted::Text("a time in quotes, such as \"5m+3s\" or \"1s/move\"");
const SECONDS: Wanted = Wanted::Number("a number of seconds");
const A_PROTOCOL: Wanted = Wanted::Text("a protocol in quotes, such as \"hub\"");

impl Wanted {
    /// The kind of the value of a key; `None` if the key is not known there.
    pub(super) fn of(key: &str, place: Place) -> Option<Self> {
        Some(match (place, key) {
            (_, "name") | (Place::File, "site" | "variant" | "openings-file" | "dice-seed") => {
                A_TEXT
            }
            (Place::File, "results") => Self::Text("a folder in quotes"),
            (Place::File, "game") => Self::Text("a game in quotes, such as \"othello\""),
            (Place::File, "format") => Self::Text("a format in quotes, such as \"swiss\""),
            (
                Place::File,
                "cycles" | "challengers" | "rounds" | "pairs" | "openings" | "opening-plies"
                | "concurrency" | "max-plies" | "exact-empties" | "exact-pieces" | "replay-most"
                | "withdraw-after",
            ) => COUNT,
            (Place::File, "tie-breaks") => Self::Whole(0, u32::MAX.into()),
            (Place::File, "seed") => Self::Whole(0, i64::MAX.into()),
            (Place::File, "max-failures") => Self::Whole(0, 100),
            (Place::File, "sprt") => Self::Text("a test in quotes, such as \"elo0=0,elo1=5\""),
            (_, "time") | (Place::File, "referee-time") => A_TIME,
            (Place::File, "openings-order") => Self::Choice(&["in-order", "random"]),
            (Place::File, "affinity") => Self::Text("processors in quotes, such as \"0-3\""),
            (_, "margin") | (Place::Player, "start-delay") => SECONDS,
            (_, "ponder")
            | (Place::File, "openings-once" | "repetition" | "decided-races" | "compare") => {
                Self::Truth
            }
            (Place::File, "resign") => Self::Text("a rule in quotes, such as \"score=10 plies=6\""),
            (Place::File, "draw") => {
                Self::Text("a rule in quotes, such as \"score=0.5 plies=8 after=60\"")
            }
            (Place::File, "referee") | (Place::Player, "engine") => {
                Self::Text("an engine in quotes, such as \"builtin:3\"")
            }
            (Place::File, "referee-protocol") | (Place::Player, "protocol") => A_PROTOCOL,
            (Place::File, "replay") => Self::Texts("[\"late\", \"crashed\"]"),
            (Place::File, "player") => Self::Players,
            (Place::Player, "env") => Self::Names("{ OMP_NUM_THREADS = \"1\" }"),
            (Place::Player, "restart") => Self::Choice(&["never", "always"]),
            (Place::Player, "late") => Self::Late,
            (Place::Player, "anchor") => Self::Number("a rating in Elo"),
            (Place::File | Place::Player, _) => return None,
        })
    }

    /// Why this is no such value; `None` if it is one. `shown` is the value as it is written.
    fn reason(self, value: &DeValue<'_>, shown: &str) -> Option<String> {
        let is_text = |value: &DeValue<'_>| matches!(value, DeValue::String(_));
        let other = |what: &str| Some(format!("{shown} is not {what}"));
        match (self, value) {
            (Self::Text(_), DeValue::String(_)) => None,
            (Self::Text(what), _) => other(what),
            (Self::Choice(known), DeValue::String(text)) if known.contains(&&**text) => None,
            (Self::Choice(known), _) => {
                let known: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
                other(&known.join(" or "))
            }
            (Self::Whole(least, most), DeValue::Integer(number)) => {
                match i128::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) if (least..=most).contains(&number) => None,
                    Ok(number) if number < least => other(&whole(least, most)),
                    // Longer than any number that is written on purpose.
                    Ok(_) | Err(_) => Some(format!("{shown} is too large: {most} is the most")),
                }
            }
            (Self::Whole(least, most), _) => other(&whole(least, most)),
            (Self::Number(_), DeValue::Integer(_) | DeValue::Float(_)) => None,
            (Self::Number(what), _) => other(what),
            (Self::Truth, DeValue::Boolean(_)) => None,
            (Self::Truth, _) => other("true or false"),
            (Self::Texts(_), DeValue::Array(all)) if all.iter().all(|it| is_text(it.get_ref())) => {
                None
            }
            (Self::Texts(example), _) => other(&format!("texts in brackets, such as {example}")),
            (Self::Names(_), DeValue::Table(all))
                if all.values().all(|it| is_text(it.get_ref())) =>
            {
                None
            }
            (Self::Names(example), _) => {
                other(&format!("names with texts in braces, such as {example}"))
            }
            (Self::Late, DeValue::Boolean(_) | DeValue::Integer(_)) => None,
            (Self::Late, _) => other("true or the number of a round, such as 4"),
            (Self::Players, DeValue::Array(all))
                if all.iter().all(|it| matches!(it.get_ref(), DeValue::Table(_))) =>
            {
                None
            }
            (Self::Players, _) => {
                Some("write [[player]] with two brackets for each player".to_owned())
            }
        }
    }
}

/// A whole number in these limits.
fn whole(least: i128, most: i128) -> String {
    match u32::try_from(most) {
        Ok(most) if most < u32::MAX => format!("a whole number from {least} to {most}"),
        Ok(_) | Err(_) => format!("a whole number from {least} on"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_a_kind_of_value() {
        for place in [Place::File, Place::Player] {
            for key in place.keys() {
                assert!(Wanted::of(key, place).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn a_value_of_another_kind_is_named_with_what_is_wanted() {
        let player = "[[player]]\nengine = \"a\"\n";
        for (text, said) in [
            ("name = 5".to_owned(), "line 1: name: 5 is not a text in quotes"),
            ("ponder = \"yes\"".to_owned(), "line 1: ponder: \"yes\" is not true or false"),
            (
                "challengers = \"x\"".to_owned(),
                "line 1: challengers: \"x\" is not a whole number from 1 on",
            ),
            (
                "tie-breaks = -1".to_owned(),
                "line 1: tie-breaks: -1 is not a whole number from 0 on",
            ),
            (
                "max-failures = \"a\"".to_owned(),
                "line 1: max-failures: \"a\" is not a whole number from 0 to 100",
            ),
            ("seed = 1.5".to_owned(), "line 1: seed: 1.5 is not a whole number from 0 on"),
            (
                "pairs = 99999999999999999999".to_owned(),
                "line 1: pairs: 99999999999999999999 is too large: 4294967295 is the most",
            ),
            (
                "openings-order = \"x\"".to_owned(),
                "line 1: openings-order: \"x\" is not \"in-order\" or \"random\"",
            ),
            (
                "replay = [5]".to_owned(),
                "line 1: replay: [5] is not texts in brackets, such as [\"late\", \"crashed\"]",
            ),
            ("margin = \"x\"".to_owned(), "line 1: margin: \"x\" is not a number of seconds"),
            (
                "player = 3".to_owned(),
                "line 1: player: write [[player]] with two brackets for each player",
            ),
            (
                format!("{player}late = 1.5"),
                "line 3: late: 1.5 is not true or the number of a round",
            ),
            (
                format!("{player}env = {{ A = 1 }}"),
                "line 3: env: { A = 1 } is not names with texts in braces, such as",
            ),
            (format!("{player}restart = \"x\""), "line 3: restart: \"x\" is not \"never\" or"),
            (format!("\n{player}anchor = \"2000\""), "line 4: anchor: \"2000\" is not a rating in"),
        ] {
            let found = check_values(&text).unwrap_err().to_string();
            assert!(found.starts_with(said), "{text}: {found}");
        }
        for text in ["pairs = 2\nseed = 0\nmargin = 1\nreplay = []", "no TOML", ""] {
            assert_eq!(check_values(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_no_key_with_a_value_says_how_it_is_written() {
        for (line, said) in [
            ("pairs =", "has no value"),
            ("name = Foo", "Foo is not a value: a text stands in quotes"),
            ("pairs 2", "this is not a key with a value, such as pairs = 2"),
        ] {
            assert!(syntax_reason(line).starts_with(said), "{line}: {}", syntax_reason(line));
        }
    }
}
