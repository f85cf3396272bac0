//! The lines by which engines of the later dialects declare their options.
//!
//! Keeps no values; other code knows the values that were set.

use crate::protocol::uhp::Setting;
use crate::protocol::words::{fields, joined, keyed, split_at, split_word, up_to_key};
use crate::protocol::{OptionDecl, OptionKind};

/// Reads the text after `option` (v0.1): `name X type spin default 1 min 1 max 8`, with the types
/// `spin`, `check`, `combo` (`var A var B`) and `string`. `None` if it isn't an option that has a
/// value.
pub(super) fn parse_option(text: &str) -> Option<OptionDecl> {
    let text = text.trim().strip_prefix("name ")?;
    let (name, rest) = split_at(text, " type ")?;
    let (kind, rest) = split_word(rest);
    let is_key = |word: &str| matches!(word, "default" | "min" | "max" | "var");
    let (_none, rest) = up_to_key(rest, is_key);
    let fields: Vec<(&str, String)> =
        keyed(rest, is_key, |_word| false).map(|(key, value)| (key, joined(value))).collect();
    let find = |wanted: &str| fields.iter().find(|(key, _)| *key == wanted).map(|(_, value)| value);
    let bound = |wanted: &str| find(wanted).and_then(|value| value.parse().ok());
    let kind = match kind {
        "spin" => OptionKind::Int {
            min: bound("min").unwrap_or(i64::MIN),
            max: bound("max").unwrap_or(i64::MAX),
        },
        "check" => OptionKind::Bool,
        "combo" => {
            let choices = fields.iter().filter(|(key, _)| *key == "var");
            OptionKind::Choice(choices.map(|(_, value)| value.clone()).collect())
        }
        "string" => OptionKind::Text,
        _ => return None,
    };
    let default = find("default").cloned().unwrap_or_default();
    Some(OptionDecl { name: name.trim().to_owned(), kind, default })
}

/// Reads the text after `key` (v0.2): `NAME int 1..4 1`, `NAME int * 42`, `NAME int 42`, `NAME bool
/// true`, `NAME bool true|false true`, `NAME enum a|b a`, `NAME string * text`; a description may
/// follow.
pub(super) fn parse_key(text: &str) -> Option<OptionDecl> {
    let (name, rest) = split_word(text);
    let (kind, rest) = split_word(rest);
    let (first, rest) = split_word(rest);
    let (second, _) = split_word(rest);
    let (kind, default) = match kind {
        "int" => match split_at(first, "..") {
            Some((min, max)) => {
                (OptionKind::Int { min: min.parse().ok()?, max: max.parse().ok()? }, second)
            }
            None => {
                let default = if first == "*" { second } else { first };
                (OptionKind::Int { min: i64::MIN, max: i64::MAX }, default)
            }
        },
        "bool" => {
            let is_range = first == "*" || first.contains('|');
            (OptionKind::Bool, if is_range { second } else { first })
        }
        "enum" => (OptionKind::Choice(list(first)), second),
        "string" => (OptionKind::Text, if first == "*" { second } else { first }),
        _ => return None,
    };
    (!name.is_empty()).then(|| OptionDecl {
        name: name.to_owned(),
        kind,
        default: default.to_owned(),
    })
}

fn list(choices: &str) -> Vec<String> {
    fields(choices, |ch| ch == '|').into_iter().map(str::to_owned).collect()
}

/// The line of v0.1 that declares an option.
pub(super) fn option_line(decl: &OptionDecl) -> String {
    let OptionDecl { name, kind, default } = decl;
    let head = |kind: &str| format!("option name {name} type {kind} default {default}");
    let line = match kind {
        OptionKind::Bool => head("check"),
        OptionKind::Int { min, max } => format!("{} min {min} max {max}", head("spin")),
        OptionKind::Choice(choices) => {
            let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            head("combo") + &choices
        }
        // The dialect has no numbers with a fraction.
        OptionKind::Real { .. } | OptionKind::Text => head("string"),
    };
    line.replace(['\n', '\r'], " ")
}

/// The value as it is sent.
///
/// # Errors
///
/// The allowed values, in words.
pub(super) fn admit(decl: &OptionDecl, value: &str) -> Result<String, String> {
    let value = value.trim();
    if decl.kind == OptionKind::Bool {
        return match value.to_ascii_lowercase().as_str() {
            word @ ("true" | "false") => Ok(word.to_owned()),
            "on" | "1" => Ok("true".to_owned()),
            "off" | "0" => Ok("false".to_owned()),
            _ => Err("true, false".to_owned()),
        };
    }
    if value.contains(['\n', '\r']) {
        return Err("text on one line".to_owned());
    }
    // The values of numbers and choices follow the same rules in every protocol.
    let setting = Setting::new(&decl.name, decl.kind.clone(), &decl.default);
    setting.admit(value).ok_or_else(|| setting.allowed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decl(name: &str, kind: OptionKind, default: &str) -> OptionDecl {
        OptionDecl { name: name.to_owned(), kind, default: default.to_owned() }
    }

    fn choices(choices: &[&str]) -> OptionKind {
        OptionKind::Choice(choices.iter().map(|&choice| choice.to_owned()).collect())
    }

    #[test]
    fn options_of_the_first_dialect_are_read_and_written_the_same() {
        for (line, expected) in [
            (
                "option name Threads type spin default 1 min 1 max 48",
                decl("Threads", OptionKind::Int { min: 1, max: 48 }, "1"),
            ),
            (
                "option name Deterministic type check default true",
                decl("Deterministic", OptionKind::Bool, "true"),
            ),
            (
                "option name EvalMode type combo default cubeful var cubeless var cubeful",
                decl("EvalMode", choices(&["cubeless", "cubeful"]), "cubeful"),
            ),
            (
                "option name Weights File type string default a b",
                decl("Weights File", OptionKind::Text, "a b"),
            ),
        ] {
            let read = parse_option(line.strip_prefix("option ").unwrap());
            assert_eq!(read.as_ref(), Some(&expected), "{line}");
            assert_eq!(option_line(&expected), line);
        }
        let without = parse_option("name N type spin default 3").unwrap();
        assert_eq!(without.kind, OptionKind::Int { min: i64::MIN, max: i64::MAX });
        for text in ["", "name", "name X type button", "name X", "X type spin"] {
            assert_eq!(parse_option(text), None, "{text}");
        }
    }

    #[test]
    fn keys_of_the_second_dialect_are_read() {
        let any = OptionKind::Int { min: i64::MIN, max: i64::MAX };
        for (text, expected) in [
            (
                "engine.ply int 1..4 1 root-inclusive depth",
                decl("engine.ply", OptionKind::Int { min: 1, max: 4 }, "1"),
            ),
            ("engine.seed int * 42 ! rng seed", decl("engine.seed", any.clone(), "42")),
            ("engine.seed int 42", decl("engine.seed", any, "42")),
            ("engine.noise bool true", decl("engine.noise", OptionKind::Bool, "true")),
            // gnubg-ubgi: the range, and then the value.
            ("engine.prune bool true|false true", decl("engine.prune", OptionKind::Bool, "true")),
            ("engine.prune bool true|false false", decl("engine.prune", OptionKind::Bool, "false")),
            ("engine.prune bool * false", decl("engine.prune", OptionKind::Bool, "false")),
            (
                "game.variant enum backgammon|nackgammon backgammon which",
                decl("game.variant", choices(&["backgammon", "nackgammon"]), "backgammon"),
            ),
            ("engine.file string * a", decl("engine.file", OptionKind::Text, "a")),
        ] {
            assert_eq!(parse_key(text), Some(expected), "{text}");
        }
        for text in ["", "x", "x float 1", "x int a..b 1"] {
            assert_eq!(parse_key(text), None, "{text}");
        }
    }

    #[test]
    fn values_are_checked_before_they_are_sent() {
        let threads = decl("Threads", OptionKind::Int { min: 1, max: 8 }, "1");
        assert_eq!(admit(&threads, " 4 ").as_deref(), Ok("4"));
        assert_eq!(admit(&threads, "9"), Err("a whole number from 1 to 8".to_owned()));
        let noise = decl("Noise", OptionKind::Bool, "true");
        assert_eq!(admit(&noise, "Off").as_deref(), Ok("false"));
        assert!(admit(&noise, "maybe").is_err());
        let mode = decl("Mode", choices(&["fast", "slow"]), "fast");
        assert_eq!(admit(&mode, "SLOW").as_deref(), Ok("slow"));
        let text = decl("File", OptionKind::Text, "");
        assert!(admit(&text, "a\nquit").is_err());
    }
}
