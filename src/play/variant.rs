//! Variants of a game: their names, and the protocols that can play them.
//!
//! Knows no variant by name; games and links list theirs.

use super::Cause;
use crate::games::{Game, GameInfo, Link, Setup, SetupError};
use crate::protocol::Protocol;

/// The name by which records, results and engines know the variant that was asked for by any of its
/// names; of a game with variants the first one when none was asked for. `None` for games without
/// variants.
///
/// # Errors
///
/// When the game has no such variant.
pub fn canonical_variant(
    info: &GameInfo,
    name: Option<&str>,
) -> Result<Option<String>, SetupError> {
    let found = match name {
        None => return Ok(info.variants.first().map(|first| first.name.to_owned())),
        Some(name) => info.find_variant(name.trim()),
    };
    found.map(|variant| Some(variant.name.to_owned())).ok_or_else(|| {
        let names: Vec<&str> = info.variants.iter().map(|variant| variant.name).collect();
        SetupError::Variant {
            variant: name.unwrap_or_default().to_owned(),
            game: info.title,
            allowed: if names.is_empty() { "none".to_owned() } else { names.join(", ") },
        }
    })
}

/// A start with its variant's own name, see [`canonical_variant`].
///
/// # Errors
///
/// When the game has no such variant.
pub fn canonical_setup(info: &GameInfo, setup: Setup) -> Result<Setup, SetupError> {
    let variant = canonical_variant(info, setup.variant.as_deref())?;
    Ok(Setup { variant, ..setup })
}

/// What is played, for display: the variant's title, or the game's if it has no variants.
#[must_use]
pub fn title_of(info: &GameInfo, variant: Option<&str>) -> &'static str {
    let first = info.variants.first();
    variant.map_or(first, |name| info.find_variant(name)).map_or(info.title, |found| found.title)
}

/// The link of a game for a protocol over which the variant can be played, or why there is none.
///
/// # Errors
///
/// [`Cause::WrongProtocol`].
pub fn link_for(
    game: &dyn Game,
    protocol: Protocol,
    variant: Option<&str>,
) -> Result<&'static dyn Link, Cause> {
    let info = game.info();
    let no_link =
        |what: &str| Cause::WrongProtocol(format!("{what} is not played over {protocol}"));
    let link = game.link(protocol.name()).ok_or_else(|| no_link(info.title))?;
    let wanted = canonical_variant(info, variant)
        .map_err(|error| Cause::WrongProtocol(error.to_string()))?;
    match (link.variants(), wanted) {
        (Some(played), Some(wanted)) if !played.contains(&wanted.as_str()) => {
            Err(no_link(title_of(info, Some(&wanted))))
        }
        (Some(_) | None, _) => Ok(link),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn a_game_without_variants_refuses_every_one_and_names_none() {
        let info = games::find("othello").unwrap().info();
        assert_eq!(canonical_variant(info, None), Ok(None));
        let error = canonical_variant(info, Some("frisian")).unwrap_err().to_string();
        assert_eq!(error, "unknown variant \"frisian\"; Othello has: none");
        assert_eq!(title_of(info, None), "Othello");
    }

    #[test]
    fn a_protocol_that_does_not_play_the_game_is_named() {
        let game = games::find("othello").unwrap();
        assert!(link_for(game, Protocol::NBoard, None).is_ok());
        let cause = link_for(game, Protocol::Hub, None).unwrap_err();
        assert_eq!(cause.to_string(), "wrong protocol: Othello is not played over Hub");
    }
}
