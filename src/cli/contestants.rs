//! The engines of a match or tournament, as they are named on the command line or in a file.
//!
//! Starts nothing.

use anyhow::anyhow;
use quintet::games::{self, Game};
use quintet::play::{Cause, EngineSpec, link_for, title_of};
use quintet::protocol::{Protocol, plain_name};
use quintet::store::{EngineEntry, EngineList, FindEngineError, FitError};

use super::engine_arg::{EngineArg, Unlisted};
use super::{Code, Failure};

/// What is started for an engine that plays a game; `refused` says why one of the list does not.
///
/// # Errors
///
/// When there is no such engine, or it does not play the game.
pub(super) fn spec(
    list: &EngineList,
    game: &'static dyn Game,
    variant: Option<&str>,
    engine: &EngineArg,
    protocol: Option<Protocol>,
    refused: impl Fn(FitError) -> Failure,
) -> Result<EngineSpec, Failure> {
    let info = game.info();
    let fault = |entry: &EngineEntry| match variant {
        Some(name) if !entry.plays_variant(name) => {
            Some(format!("does not play {}", title_of(info, variant)))
        }
        Some(_) | None => {
            let fault = link_for(game, entry.protocol, variant).err();
            fault.map(|cause| match cause {
                Cause::WrongProtocol(reason) => reason,
                other => other.to_string(),
            })
        }
    };
    let named = match list.find_fitting(&engine.reference, Some(info.name), fault) {
        Ok(found) => {
            // One that the game is not played over is wrong for every engine.
            if let Some(Err(cause)) = protocol.map(|named| link_for(game, named, variant)) {
                return Err(Code::Usage.of(anyhow!("{cause}")));
            }
            engine.listed(&found)
        }
        Err(FitError::Find(FindEngineError::Unknown { .. })) if engine.may_be_unlisted() => {
            let usual = only_protocol(info.protocols);
            engine.unlisted(&Unlisted { protocol, usual, dir: None })?
        }
        Err(err) => return Err(refused(err)),
    };
    if let Some(reason) = fault(&named.entry) {
        return Err(Code::Usage.of(anyhow!("{}: {reason}", named.title())));
    }
    // The path of a program may have any character.
    let name = plain_name(&named.title());
    let name = if name.is_empty() { UNNAMED.to_owned() } else { name };
    Ok(EngineSpec::new(name, named.launch()?))
}

/// Stands for a name of which no letter is left.
const UNNAMED: &str = "engine";

/// `Scan 3.1 plays Draughts, not Othello; add --game draughts`
pub(super) fn other_game(engine: &str, plays: &[String], wanted: &str) -> Failure {
    let title = |name: &String| {
        games::find(name).map_or_else(|| name.clone(), |game| game.info().title.to_owned())
    };
    let titles = plays.iter().map(title).collect::<Vec<_>>().join(", ");
    let options: Vec<String> = plays.iter().map(|name| format!("--game {name}")).collect();
    let options = options.join(" or ");
    Code::Usage.of(anyhow!("{engine} plays {titles}, not {wanted}; add {options}"))
}

/// The protocol of a game that has only one.
fn only_protocol(names: &[&str]) -> Option<Protocol> {
    match *names {
        [name] => Protocol::find(name),
        _ => None,
    }
}
