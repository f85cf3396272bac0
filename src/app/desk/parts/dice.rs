//! What the heading of a game says of its dice.
//!
//! Rolls none.

use crate::play::Table;

/// Where a game's heading has what the seed of its dice was committed to by, and then the seed.
pub(in crate::app::desk) const COMMITMENT: &str = "DiceCommitment";

pub(in crate::app::desk) const SEED: &str = "DiceSeed";

/// And what was shown of the dice of a game that went on afterwards.
pub(in crate::app::desk) const EARLIER: &str = "DiceSeedBefore";

/// What a key of a game's heading is about, in words, where it is about dice.
pub(in crate::app::desk) fn fact_name(key: &str) -> Option<&'static str> {
    match key {
        COMMITMENT => Some("Hash of dice seed"),
        SEED => Some("Dice seed"),
        EARLIER => Some("Dice seed before"),
        _ => None,
    }
}

/// The seed in the heading of a game that goes on is one of its earlier dice. Says whether there was
/// one.
pub(in crate::app::desk) fn put_seed_away(table: &mut Table) -> bool {
    let n_rolls = table.n_rolls();
    let tags = &mut table.record_mut().tags.other;
    let Some(seed) = tags.remove(SEED) else { return false };
    tags.remove(COMMITMENT);
    if n_rolls > 0 {
        let said = format!("{seed} (to roll {n_rolls})");
        let earlier = tags.remove(EARLIER).map(|earlier| format!("{earlier}, "));
        tags.insert(EARLIER.to_owned(), earlier.unwrap_or_default() + &said);
    }
    true
}

/// The beginning of a long text.
pub(in crate::app::desk) fn head(text: &str) -> String {
    const MOST: usize = 9;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}\u{2026}", text[..at].trim_end_matches('-')),
        None => text.to_owned(),
    }
}
