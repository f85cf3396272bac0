//! The treatment of one engine: its dialect, its options and its deadlines.
//!
//! Does not know what the engine has been sent.

use std::time::Duration;

use super::reply::{OptionLine, OptionType};
use crate::protocol::{ClientConfig, Deadlines, Dialect, OptionDecl, OptionKind};

/// The way in which an engine is brought to a position with moves before it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum GameTransfer {
    /// By `game`; its end is the position.
    Whole,
    /// By `game` and a `jumpto` to its end.
    Jump,
    /// By `position` and `move` after `move`.
    Steps,
}

/// The configured values.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) deadlines: Deadlines,
    /// The time from the connection to `guide`, and from `capabilities` to its answer.
    pub(super) first_words: Duration,
    /// The time for the first `pong` of an engine that has not said that it knows `ping`.
    pub(super) first_pong: Duration,
    /// The time that is waited instead of a `pong` that never comes.
    pub(super) no_pong: Duration,
    /// The time that a search may take to end by itself, if there is no `halt`, before the engine
    /// is started again.
    pub(super) own_end: Duration,
    /// The time from `quit` to its answer.
    pub(super) goodbye: Duration,
    /// Dialect `score`: scores are from White's point of view.
    pub(super) white_scores: bool,
    /// Dialect `game`.
    pub(super) transfer: GameTransfer,
}

impl Settings {
    pub(super) fn new(config: &ClientConfig) -> Self {
        let dialect = |name: &str| config.dialect_value(name);
        let deadlines = Deadlines::of(config);
        Self {
            deadlines,
            first_words: deadlines.start / 30,
            first_pong: deadlines.start / 15,
            no_pong: deadlines.start / 60,
            own_end: deadlines.start / 15,
            goodbye: deadlines.start / 10,
            white_scores: dialect("score") == Some("white"),
            transfer: match dialect("game") {
                Some("jump") => GameTransfer::Jump,
                Some("steps") => GameTransfer::Steps,
                Some(_) | None => GameTransfer::Whole,
            },
        }
    }
}

/// Dialect settings by name, and the possible values of each; the first value is the default.
pub(in crate::protocol) const DIALECT: Dialect =
    &[("score", &["side", "white"]), ("game", &["whole", "jump", "steps"])];

/// See [`crate::protocol::Protocol::check_option`]. Only the engine knows its options.
pub(in crate::protocol) fn check_option(name: &str, _value: Option<&str>) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err("has no name".to_owned());
    }
    Ok(())
}

/// An option as it is shown, with blanks for underscores.
pub(super) fn decl(option: &OptionLine) -> OptionDecl {
    let (kind, default) = match &option.kind {
        OptionType::Check(default) => (OptionKind::Bool, default.to_string()),
        OptionType::Spin { default, min, max } => {
            let min = min.unwrap_or(i64::from(i32::MIN).min(*default));
            let max = max.unwrap_or(i64::from(i32::MAX).max(*default));
            (OptionKind::Int { min, max }, default.to_string())
        }
        OptionType::Combo { default, choices } => {
            let chosen = choices.get(*default).cloned().unwrap_or_default();
            (OptionKind::Choice(choices.clone()), chosen)
        }
    };
    OptionDecl { name: shown(&option.name), kind, default }
}

fn shown(name: &str) -> String {
    name.replace('_', " ")
}

/// The number of an option of this name (or number), and its value as it is sent.
///
/// # Errors
///
/// Returns the fault as a sentence.
pub(super) fn encode(
    options: &[OptionLine],
    name: &str,
    value: &str,
) -> Result<(u32, i64), String> {
    let is_named = |option: &&OptionLine| shown(&option.name).eq_ignore_ascii_case(&shown(name));
    let by_number = || options.iter().find(|option| option.id.to_string() == name);
    let Some(option) = options.iter().find(is_named).or_else(by_number) else {
        return Err(format!("there is no option {name:?}"));
    };
    let value = value.trim();
    let number = match &option.kind {
        OptionType::Check(_) => match value.to_ascii_lowercase().as_str() {
            "1" | "true" | "on" => Some(1),
            "0" | "false" | "off" => Some(0),
            _ => None,
        },
        OptionType::Spin { .. } => value.parse().ok(),
        OptionType::Combo { choices, .. } => {
            let named = choices.iter().position(|choice| choice == value);
            named.and_then(|idx| i64::try_from(idx).ok())
        }
    };
    match number.filter(|number| option.kind.admits(*number)) {
        Some(number) => Ok((option.id, number)),
        None => {
            let allowed = match &option.kind {
                OptionType::Check(_) => "true, false".to_owned(),
                OptionType::Spin { min, max, .. } => {
                    let from = min.map(|min| format!("from {min}"));
                    let to = max.map(|max| format!("up to {max}"));
                    let bounds: Vec<String> = from.into_iter().chain(to).collect();
                    format!("whole numbers {}", bounds.join(" ")).trim_end().to_owned()
                }
                OptionType::Combo { choices, .. } => choices.join(", "),
            };
            Err(format!("option {name:?} cannot be set to {value:?}; allowed: {allowed}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reply;
    use super::*;
    use crate::protocol::Protocol;

    fn option(line: &str) -> OptionLine {
        match Reply::parse(line) {
            Reply::Option(option) => option,
            other => panic!("{line:?} is {other:?}"),
        }
    }

    /// The first cases are the document's own examples.
    #[test]
    fn options_are_shown_with_their_texts_and_sent_as_numbers() {
        let lines = [
            "option  0 Opening_Book type 1 default 0",
            "option 3 Hash_Table type 3 default 6 var off var 64K var 128K var 256K var 512K \
             var 1024K var 2048K",
            "option 7 contempt type spin default 5 min -20 max 20",
            "option 8 free type 2 default 3",
            "option 9 tablebase size type combo default six men var none var six men",
            "option 12 book type check default true",
        ];
        let options: Vec<OptionLine> = lines.iter().map(|line| option(line)).collect();
        let shown: Vec<String> = options
            .iter()
            .map(|option| {
                let decl = decl(option);
                format!("{}: {:?} = {}", decl.name, decl.kind, decl.default)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "Opening Book: Bool = false",
                "Hash Table: Choice([\"off\", \"64K\", \"128K\", \"256K\", \"512K\", \"1024K\", \
                 \"2048K\"]) = 2048K",
                "contempt: Int { min: -20, max: 20 } = 5",
                "free: Int { min: -2147483648, max: 2147483647 } = 3",
                "tablebase size: Choice([\"none\", \"six men\"]) = six men",
                "book: Bool = true",
            ]
        );
        for (name, value, sent) in [
            ("Opening Book", "true", Ok((0, 1))),
            ("opening_book", "0", Ok((0, 0))),
            ("Hash Table", "64K", Ok((3, 1))),
            ("3", "off", Ok((3, 0))),
            ("contempt", "-20", Ok((7, -20))),
            (
                "contempt",
                "21",
                Err(
                    "option \"contempt\" cannot be set to \"21\"; allowed: whole numbers from -20 up to 20",
                ),
            ),
            (
                "Hash Table",
                "65K",
                Err(
                    "option \"Hash Table\" cannot be set to \"65K\"; allowed: off, 64K, 128K, 256K, 512K, 1024K, 2048K",
                ),
            ),
            (
                "Opening Book",
                "maybe",
                Err("option \"Opening Book\" cannot be set to \"maybe\"; allowed: true, false"),
            ),
            ("nothing", "1", Err("there is no option \"nothing\"")),
        ] {
            assert_eq!(encode(&options, name, value), sent.map_err(str::to_owned), "{name}");
        }
    }

    #[test]
    fn options_that_cannot_be_read_are_chatter() {
        for line in [
            "option",
            "option x name type 1",
            "option 1 type 1",
            "option 1 name type 4 default 0",
            "option 1 name default 0",
            "option 1 name type combo default 0",
        ] {
            assert_eq!(Reply::parse(line), Reply::Chatter(line.to_owned()), "{line}");
        }
    }

    #[test]
    fn dialects_are_checked_by_name_and_value() {
        assert_eq!(Protocol::Guide.check_dialect("score", "white"), Ok(()));
        assert_eq!(Protocol::Guide.check_dialect("Game", "steps"), Ok(()));
        assert!(
            Protocol::Guide.check_dialect("score", "black").unwrap_err().contains("side, white")
        );
        assert!(Protocol::Guide.check_dialect("clock", "x").unwrap_err().contains("score, game"));
    }
}
