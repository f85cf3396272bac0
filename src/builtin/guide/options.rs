//! The options of the engine over GUIDE, and its name.
//!
//! Keeps no values.

use crate::builtin::draughts::{Level, Setting};
use crate::games::draughts::Variant;
use crate::protocol::guide::{Identity, OptionLine, OptionType};

/// An option; its number is its place in [`OPTIONS`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Choice {
    Level,
    Hash,
    Noise,
    Contempt,
    AcceptsDraws,
}

pub(super) const OPTIONS: [Choice; 5] =
    [Choice::Level, Choice::Hash, Choice::Noise, Choice::Contempt, Choice::AcceptsDraws];
/// Sizes of the table: the name, and the number of its entries as a power of 2.
const HASH_SIZES: [(&str, u32); 5] =
    [("1M", 16), ("4M", 18), ("16M", 20), ("64M", 22), ("256M", 24)];

impl Choice {
    pub(super) fn default_with(self, level: u8) -> i64 {
        match self {
            Self::Level => i64::from(level),
            Self::Hash => 2,
            Self::Noise | Self::Contempt => 0,
            Self::AcceptsDraws => 1,
        }
    }

    fn line(self, id: u32, level: u8) -> OptionLine {
        let default = self.default_with(level);
        let spin = |min, max| OptionType::Spin { default, min: Some(min), max: Some(max) };
        let (name, kind) = match self {
            Self::Level => ("Level", spin(1, 10)),
            Self::Hash => {
                let choices = HASH_SIZES.map(|(name, _)| name.to_owned()).to_vec();
                ("Hash Table", OptionType::Combo { default: 2, choices })
            }
            Self::Noise => ("Noise", spin(0, 1_000)),
            Self::Contempt => ("Contempt", spin(-500, 500)),
            Self::AcceptsDraws => ("Accept draws", OptionType::Check(true)),
        };
        OptionLine { id, name: name.to_owned(), kind }
    }
}

pub(super) fn identity(level: u8) -> Identity {
    Identity {
        name: format!("Quintet {}", env!("CARGO_PKG_VERSION")),
        author: "the authors of Quintet".to_owned(),
        options: (0..).zip(OPTIONS).map(|(id, option)| option.line(id, level)).collect(),
        without: vec!["showwindow"],
    }
}

/// The engine's setting for the values of all options, in the order of [`OPTIONS`].
pub(super) fn setting(values: &[i64; OPTIONS.len()], seed: u64) -> Setting {
    let [level, hash, noise, contempt, _] = *values;
    let level = u8::try_from(level).ok().and_then(Level::find);
    let level = level.expect("the option's bounds are those of the levels");
    let hash = usize::try_from(hash).unwrap_or_default().min(HASH_SIZES.len() - 1);
    let hundredths = |value| i32::try_from(value).unwrap_or_default();
    Setting {
        noise: hundredths(noise),
        contempt: hundredths(contempt),
        hash_bits: HASH_SIZES[hash].1,
        ..Setting::new(Variant::International, level, seed)
    }
}
