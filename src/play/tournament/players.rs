//! The names of the players of a tournament.
//!
//! Finds no engine.

use super::wish::{PlayerWish, WishMisfit};
use crate::play::EngineSpec;

/// Why the players of a file cannot play.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum PlayersFault {
    /// Two players have this name.
    #[error("two players have the name {0:?}")]
    SameName(String),
    /// A player wants what an engine of its kind cannot have.
    #[error("player {}: {misfit}", .player + 1)]
    Misfit {
        /// Which player, from 0.
        player: usize,
        /// What it wants.
        misfit: WishMisfit,
    },
}

/// Changes how the engines of players are started as their file wishes, and gives the players their
/// names: those of the file; otherwise those of their engines, with numbers where engines have the same
/// name. Players and wishes are in the same order.
///
/// # Errors
///
/// At the first wish that cannot be met, or when two players have the same name after all.
pub fn apply_wishes(specs: &mut [EngineSpec], wishes: &[PlayerWish]) -> Result<(), PlayersFault> {
    // A name of its own tells a player apart.
    let is_named = |idx: usize| wishes.get(idx).is_some_and(|wish| wish.name.is_some());
    number_names(specs, |idx| !is_named(idx));
    for (player, (spec, wish)) in specs.iter_mut().zip(wishes).enumerate() {
        wish.apply(spec).map_err(|misfit| PlayersFault::Misfit { player, misfit })?;
    }
    let mut names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(PlayersFault::SameName(two[0].to_owned())),
        None => Ok(()),
    }
}

/// Numbers the engines that have the same name.
pub fn tell_apart(specs: &mut [EngineSpec]) {
    number_names(specs, |_| true);
}

/// Numbers the engines that have the same name, of those that `counts` is true of.
fn number_names(specs: &mut [EngineSpec], counts: impl Fn(usize) -> bool) {
    let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    let count = |idx: usize, until: usize| {
        (0..until).filter(|other| counts(*other) && names[*other] == names[idx]).count()
    };
    for (idx, spec) in specs.iter_mut().enumerate().filter(|(idx, _)| counts(*idx)) {
        if count(idx, names.len()) > 1 {
            spec.name = numbered(&spec.name, count(idx, idx) + 1);
        }
    }
}

/// The name of one of several engines of one name: `Edax #2`.
pub(super) fn numbered(name: &str, number: usize) -> String {
    format!("{name} #{number}")
}
