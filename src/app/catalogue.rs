//! The list of engines with what is known of each: what can be started for which game, and how.
//!
//! Starts nothing, and changes no file.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::command::SeatChoice;
use super::views::DeclaredOption;
use crate::games::{self, Game, GameInfo, Link};
use crate::play::{Cause, EngineSpec, link_for, title_of};
use crate::protocol::{Capabilities, OptionDecl};
use crate::session::{Launch, StartFailure};
use crate::store::{EngineEntry, EngineList, FindEngineError, FitError, RestartPolicy};

/// What an engine has said of itself.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) capabilities: Capabilities,
    /// The options that it declares.
    pub(super) options: Vec<OptionDecl>,
    /// The options with what is set for them.
    pub(super) declared: Arc<[DeclaredOption]>,
}

impl Known {
    /// `entry` is that of the list, where the engine has one.
    pub(super) fn new(
        capabilities: Capabilities,
        options: Vec<OptionDecl>,
        entry: Option<&EngineEntry>,
    ) -> Self {
        let set = |decl: &OptionDecl| {
            let entry = entry?;
            let value = value_of(&entry.options, &decl.name)?;
            Some(entry.protocol.plain_value(&decl.kind, value))
        };
        let declared = options.iter().map(|decl| DeclaredOption {
            name: decl.name.clone(),
            kind: decl.kind.clone(),
            default: decl.default.clone(),
            value: set(decl),
        });
        let declared = declared.collect();
        Self { capabilities, options, declared }
    }
}

/// The value that is set for an option.
pub(super) fn value_of<'a>(options: &'a [(String, String)], name: &str) -> Option<&'a str> {
    options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// The list of engines, with what engines have said of themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Catalogue {
    /// The list as it was read last.
    pub(super) list: EngineList,
    /// What engines of the list have said of themselves, by name.
    pub(super) known: BTreeMap<String, Known>,
}

impl Catalogue {
    /// The entry of this name.
    pub(super) fn entry(&self, name: &str) -> Option<&EngineEntry> {
        self.list.entries.iter().find(|entry| entry.name == name)
    }

    /// Why an engine of the list cannot play this variant.
    pub(super) fn unfit(
        entry: &EngineEntry,
        game: &dyn Game,
        variant: Option<&str>,
    ) -> Option<String> {
        if let Some(name) = variant.filter(|name| !entry.plays_variant(name)) {
            return Some(format!("it does not play {}", title_of(game.info(), Some(name))));
        }
        link_for(game, entry.protocol, variant).err().map(|cause| match cause {
            Cause::WrongProtocol(text) => text,
            other => other.to_string(),
        })
    }

    /// An engine can play this variant.
    pub(super) fn fits(entry: &EngineEntry, game: &dyn Game, variant: Option<&str>) -> bool {
        entry.plays(game.info().name) && Self::unfit(entry, game, variant).is_none()
    }

    /// Why an engine cannot be started for this variant, in words that stand behind its name: `plays
    /// only International; the board shows Frisian`.
    pub(super) fn unfit_for(
        entry: &EngineEntry,
        game: &dyn Game,
        variant: Option<&str>,
    ) -> Option<String> {
        if Self::fits(entry, game, variant) {
            return None;
        }
        let info = game.info();
        let shown = title_of(info, variant);
        if !entry.plays(info.name) {
            let played = entry.games.iter().filter_map(|name| games::find(name));
            let titles: Vec<&str> = played.map(|game| game.info().title).collect();
            return Some(format!("plays {}; the board shows {shown}", titles.join(", ")));
        }
        let known = info.variants.iter();
        let playable = known.filter(|known| Self::unfit(entry, game, Some(known.name)).is_none());
        let titles: Vec<&str> = playable.map(|variant| variant.title).collect();
        let reason = match titles[..] {
            [] => format!("does not play {shown}"),
            _ => format!("plays only {}", titles.join(", ")),
        };
        Some(format!("{reason}; the board shows {shown}"))
    }

    /// What to start for an engine of the list to play this variant of a game, and how it is spoken
    /// to.
    pub(super) fn launch_for(
        &self,
        name: &str,
        options: &[(String, String)],
        game: &'static dyn Game,
        variant: Option<&str>,
    ) -> Result<(Launch, &'static dyn Link), Cause> {
        let (_, launch, link) = self.named(name, options, game, variant)?;
        Ok((launch, link))
    }

    /// An engine of the list as a player of this variant of a game, with its title as its name.
    pub(super) fn player(
        &self,
        name: &str,
        options: &[(String, String)],
        game: &'static dyn Game,
        variant: Option<&str>,
    ) -> Result<EngineSpec, Cause> {
        let (name, launch, _) = self.named(name, options, game, variant)?;
        Ok(EngineSpec::new(name, launch))
    }

    /// The title of an engine of the list, what to start, and how it is spoken to.
    fn named(
        &self,
        name: &str,
        options: &[(String, String)],
        game: &'static dyn Game,
        variant: Option<&str>,
    ) -> Result<(String, Launch, &'static dyn Link), Cause> {
        let fault = |entry: &EngineEntry| Self::unfit(entry, game, variant);
        let found = self.list.find_fitting(name, Some(game.info().name), fault);
        let found = found.map_err(|error| match error {
            FitError::Unfit { reason, .. } => Cause::WrongProtocol(reason),
            FitError::Find(error) => could_not_start(error),
        })?;
        let link = link_for(game, found.entry.protocol, variant)?;
        let mut chosen = found.chosen.clone();
        chosen.extend(options.iter().cloned());
        let launch = found.entry.launch(&chosen);
        let mut launch = launch.map_err(could_not_start)?;
        launch.config.variant = link.variant_text(variant);
        Ok((found.entry.title(&chosen), launch, link))
    }

    /// In the first variant that it plays of its first game.
    pub(super) fn launch_to_ask(&self, name: &str) -> Result<Launch, Cause> {
        let entry = self.entry(name);
        let game = entry.and_then(|entry| entry.games.iter().find_map(|game| games::find(game)));
        let (Some(entry), Some(game)) = (entry, game) else {
            return Err(could_not_start("it is not in the list of engines"));
        };
        let variants = game.info().variants.iter().map(|variant| variant.name);
        let mut playable = variants.filter(|name| Self::unfit(entry, game, Some(name)).is_none());
        self.launch_for(&entry.name, &[], game, playable.next()).map(|(launch, _)| launch)
    }

    /// What is set in the list stands beside what engines have declared.
    pub(super) fn refresh(&mut self) {
        for (name, known) in &mut self.known {
            let entry = self.list.entries.iter().find(|entry| entry.name == *name);
            let options = std::mem::take(&mut known.options);
            *known = Known::new(known.capabilities, options, entry);
        }
    }

    /// Whether an engine of the list is started again when it has ended by itself.
    pub(super) fn policy_of(&self, name: &str) -> RestartPolicy {
        self.entry(name).map(|entry| entry.restart).unwrap_or_default()
    }

    /// No engine of the list has this name any more.
    pub(super) fn is_unlisted(&self, name: &str) -> bool {
        matches!(self.list.find(name, None), Err(FindEngineError::Unknown { .. }))
    }

    /// A person against an engine that can be beaten; two people where none comes with the program.
    pub(super) fn usual_seats(&self, game: &GameInfo) -> [SeatChoice; 2] {
        let engine = self.list.entries.iter().find(|entry| entry.shipped && entry.plays(game.name));
        let second = match engine {
            Some(entry) => SeatChoice::Engine {
                name: entry.name.clone(),
                options: entry
                    .choices
                    .iter()
                    .filter(|choice| choice.values.iter().any(|value| value == "3"))
                    .map(|choice| (choice.name.clone(), "3".to_owned()))
                    .collect(),
            },
            None => SeatChoice::Human { name: game.sides[1].to_owned() },
        };
        [SeatChoice::Human { name: "You".to_owned() }, second]
    }
}

fn could_not_start(why: impl ToString) -> Cause {
    Cause::CouldNotStart(StartFailure::Other(why.to_string()))
}

/// The options that differ, with their new values; one that is set no more has its default.
pub(super) fn changed(
    old: &[(String, String)],
    new: &[(String, String)],
    declared: &[OptionDecl],
) -> Vec<(String, String)> {
    let set = new.iter().filter(|(name, value)| value_of(old, name) != Some(value)).cloned();
    let reset = old.iter().filter(|(name, _)| value_of(new, name).is_none()).map(|(name, _)| {
        let default = declared.iter().find(|decl| decl.name == *name);
        (name.clone(), default.map(|decl| decl.default.clone()).unwrap_or_default())
    });
    set.chain(reset).collect()
}
