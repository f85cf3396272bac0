//! The names of the players of a tournament.
//!
//! Finds no engine.

use super::file::PlayerWish;
use crate::play::EngineSpec;

/// Two players have this name.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("two players have the name {0:?}")]
pub struct SameName(pub String);

/// Gives the players their names: those that their file wishes; otherwise those of their engines, with
/// numbers where engines have the same name. Players and wishes are in the same order.
///
/// # Errors
///
/// When two players have the same name after all.
pub fn name_players(specs: &mut [EngineSpec], wishes: &[PlayerWish]) -> Result<(), SameName> {
    tell_apart(specs);
    for (spec, wish) in specs.iter_mut().zip(wishes) {
        if let Some(name) = &wish.name {
            spec.name.clone_from(name);
        }
    }
    let mut names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(SameName(two[0].to_owned())),
        None => Ok(()),
    }
}

/// Numbers the engines that have the same name.
pub fn tell_apart(specs: &mut [EngineSpec]) {
    let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    let count = |idx: usize, until: usize| {
        names[..until].iter().filter(|name| **name == names[idx]).count()
    };
    for (idx, spec) in specs.iter_mut().enumerate() {
        if count(idx, names.len()) > 1 {
            spec.name += &format!(" #{}", count(idx, idx) + 1);
        }
    }
}
