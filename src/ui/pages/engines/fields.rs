//! The content of the fields of the tabs Start and Limits, and the meaning of their texts.
//!
//! Shows nothing. Mistakes found here are shown before applying; the list's own reader makes the
//! final check.

use std::collections::BTreeMap;

use crate::app::board::GameInfo;
use crate::app::{
    EngineChange, EngineEntryView, Protocol, RestartPolicy, Snapshot, is_address, join_command,
    split_command,
};
use crate::ui::widgets::FieldLook;

/// Which field.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum FieldId {
    Name,
    Protocol,
    Command,
    Address,
    Folder,
    Environment,
    Games,
    Variants,
    Tags,
    Timeouts,
    Restart,
}

/// A field: name, what it means, and whether engines read it.
pub(super) struct Field {
    pub(super) id: FieldId,
    pub(super) name: &'static str,
    pub(super) note: &'static str,
    pub(super) hint: &'static str,
    pub(super) look: FieldLook,
}

impl Field {
    const fn new(
        id: FieldId,
        name: &'static str,
        note: &'static str,
        hint: &'static str,
        look: FieldLook,
    ) -> Self {
        Self { id, name, note, hint, look }
    }
}

pub(super) const NAME: Field =
    Field::new(FieldId::Name, "Name", "as it stands in lists", "Scan 3.1", FieldLook::Plain);
pub(super) const PROTOCOL: Field =
    Field::new(FieldId::Protocol, "Protocol", "what it speaks", "", FieldLook::Plain);
pub(super) const COMMAND: Field = Field::new(
    FieldId::Command,
    "Command",
    "with its arguments",
    "/home/me/scan_31/scan hub",
    FieldLook::Mono,
);
pub(super) const ADDRESS: Field =
    Field::new(FieldId::Address, "Address", "where it listens", "localhost:27531", FieldLook::Mono);
pub(super) const FOLDER: Field = Field::new(
    FieldId::Folder,
    "Folder",
    "it is started there",
    "the folder of the program",
    FieldLook::Mono,
);
pub(super) const ENVIRONMENT: Field = Field::new(
    FieldId::Environment,
    "Environment",
    "NAME=value, added",
    "OMP_NUM_THREADS=4",
    FieldLook::Mono,
);
pub(super) const GAMES: Field =
    Field::new(FieldId::Games, "Games", "between commas", "all of its protocol", FieldLook::Plain);
pub(super) const VARIANTS: Field = Field::new(
    FieldId::Variants,
    "Variants",
    "between commas",
    "all that its protocol knows",
    FieldLook::Plain,
);
pub(super) const TAGS: Field =
    Field::new(FieldId::Tags, "Tags", "between commas", "strong, reference", FieldLook::Plain);
pub(super) const TIMEOUTS: Field =
    Field::new(FieldId::Timeouts, "Timeouts", "waits so much longer", "1", FieldLook::Plain);
pub(super) const RESTART: Field =
    Field::new(FieldId::Restart, "Restart", "when it has failed", "ask", FieldLook::Plain);

/// What is typed in the fields of an engine.
pub(super) type Texts = BTreeMap<FieldId, String>;

/// The content of an unchanged field; a protocol is shown by its name.
pub(super) fn current(entry: &EngineEntryView, field: FieldId) -> String {
    let details = &entry.details;
    match field {
        FieldId::Name => entry.name.clone(),
        FieldId::Protocol => entry.protocol.name().to_owned(),
        FieldId::Command => join_command(&details.command),
        FieldId::Address => details.address.clone(),
        FieldId::Folder => details.dir.clone(),
        FieldId::Environment => {
            let pairs: Vec<String> =
                details.env.iter().map(|(name, value)| format!("{name}={value}")).collect();
            join_command(&pairs)
        }
        FieldId::Games => details.games.join(", "),
        FieldId::Variants => details.variants.join(", "),
        FieldId::Tags => details.tags.join(", "),
        FieldId::Timeouts => details.timeouts.to_string(),
        FieldId::Restart => details.restart.name().to_owned(),
    }
}

/// What a text in a field means.
fn change(field: FieldId, text: &str) -> Result<EngineChange, String> {
    let text = text.trim();
    Ok(match field {
        FieldId::Name => EngineChange::Name(text.to_owned()),
        FieldId::Protocol => {
            let protocol = Protocol::find(text);
            EngineChange::Protocol(protocol.ok_or_else(|| format!("{text} is not known"))?)
        }
        FieldId::Command => {
            EngineChange::Command(split_command(text).map_err(|err| err.to_string())?)
        }
        FieldId::Address => EngineChange::Address(text.to_owned()),
        FieldId::Folder => EngineChange::Dir(text.to_owned()),
        FieldId::Environment => {
            let words = split_command(text).map_err(|err| err.to_string())?;
            let pairs = words.iter().map(|word| match word.split_once('=') {
                Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
                Some(_) | None => Err(format!("{word:?} is not NAME=value")),
            });
            EngineChange::Env(pairs.collect::<Result<_, _>>()?)
        }
        FieldId::Games => EngineChange::Games(words(text)),
        FieldId::Variants => EngineChange::Variants(words(text)),
        FieldId::Tags => EngineChange::Tags(words(text)),
        FieldId::Restart => EngineChange::Restart(text.parse::<RestartPolicy>()?),
        FieldId::Timeouts => {
            let scale = text.replace(',', ".").parse::<f64>();
            EngineChange::Timeouts(scale.map_err(|_error| format!("{text:?} is not a number"))?)
        }
    })
}

/// The items between commas, each once.
fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if !all.iter().any(|known| known == word) {
            all.push(word.to_owned());
        }
    }
    all
}

/// The text means something other than the current value; `a,b` is the same as `a, b`.
pub(super) fn is_changed(entry: &EngineEntryView, field: &Field, text: &str) -> bool {
    let now = current(entry, field.id);
    text.trim() != now && change(field.id, text) != change(field.id, &now)
}

/// The changes of those fields that hold another text, in the order of the fields; or the error of
/// the first invalid one.
pub(super) fn changes(
    snapshot: &Snapshot,
    entry: &EngineEntryView,
    texts: &Texts,
    fields: &[Field],
) -> Result<Vec<EngineChange>, String> {
    let mut all = Vec::new();
    for field in fields {
        let Some(text) = texts.get(&field.id) else { continue };
        if is_changed(entry, field, text) {
            let read = read(snapshot, entry, texts, field);
            all.push(read.map_err(|why| format!("{}: {why}", field.name))?);
        }
    }
    Ok(all)
}

/// The meaning of a field's text for this engine, or why it is invalid.
pub(super) fn read(
    snapshot: &Snapshot,
    entry: &EngineEntryView,
    texts: &Texts,
    field: &Field,
) -> Result<EngineChange, String> {
    let text_of = |id: FieldId| texts.get(&id).cloned().unwrap_or_else(|| current(entry, id));
    let change = change(field.id, &text_of(field.id))?;
    let is_spoken = |game: &&&GameInfo| {
        let protocol = text_of(FieldId::Protocol);
        game.protocols.iter().any(|name| name.eq_ignore_ascii_case(&protocol))
    };
    let spoken: Vec<&GameInfo> = snapshot.games.iter().filter(is_spoken).copied().collect();
    let fault = match &change {
        EngineChange::Name(name) => name_fault(snapshot, entry, name),
        EngineChange::Command(command) if command.is_empty() => {
            Some("the program is missing".to_owned())
        }
        EngineChange::Address(address) if !is_address(address) => {
            Some("it is written host:port, such as localhost:27531".to_owned())
        }
        EngineChange::Games(names) => games_fault(&spoken, names),
        EngineChange::Variants(names) => {
            let games = words(&text_of(FieldId::Games));
            let plays = |game: &&&GameInfo| {
                games.is_empty() || games.iter().any(|name| name.eq_ignore_ascii_case(game.name))
            };
            let games: Vec<&GameInfo> = spoken.iter().filter(plays).copied().collect();
            variants_fault(&games, names)
        }
        EngineChange::Timeouts(scale) if !(0.01..=100.0).contains(scale) => {
            Some("must be a number from 0.01 to 100".to_owned())
        }
        EngineChange::Command(_)
        | EngineChange::Address(_)
        | EngineChange::Timeouts(_)
        | EngineChange::Protocol(_)
        | EngineChange::Dir(_)
        | EngineChange::Env(_)
        | EngineChange::Options(_)
        | EngineChange::Restart(_)
        | EngineChange::Dialect(_)
        | EngineChange::Tags(_) => None,
    };
    fault.map_or(Ok(change), Err)
}

fn name_fault(snapshot: &Snapshot, entry: &EngineEntryView, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("an engine needs one".to_owned());
    }
    let mut others = snapshot.engines.iter().filter(|other| other.name != entry.name);
    let taken = others.find(|other| other.name.eq_ignore_ascii_case(name))?;
    Some(format!("there is an engine {} already", taken.name))
}

fn games_fault(spoken: &[&GameInfo], names: &[String]) -> Option<String> {
    let is_game = |name: &str| spoken.iter().any(|game| game.name.eq_ignore_ascii_case(name));
    let wrong = names.iter().find(|name| !is_game(name))?;
    let known: Vec<&str> = spoken.iter().map(|game| game.name).collect();
    Some(format!("{wrong} is not played over its protocol; known: {}", known.join(", ")))
}

fn variants_fault(games: &[&GameInfo], names: &[String]) -> Option<String> {
    let is_variant = |name: &str| games.iter().any(|game| game.find_variant(name).is_some());
    let wrong = names.iter().find(|name| !is_variant(name))?;
    let known: Vec<&str> =
        games.iter().flat_map(|game| game.variants.iter().map(|variant| variant.name)).collect();
    Some(match known.is_empty() {
        true => "its games have none".to_owned(),
        false => format!("{wrong} is not a variant of its games; known: {}", known.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_becomes_a_change_or_says_what_is_wrong() {
        let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(
            change(FieldId::Command, "ssh host 'scan hub'"),
            Ok(EngineChange::Command(texts(&["ssh", "host", "scan hub"])))
        );
        let pairs = vec![("A".to_owned(), "1".to_owned()), ("B".to_owned(), "x y=z".to_owned())];
        assert_eq!(change(FieldId::Environment, "A=1 \"B=x y=z\""), Ok(EngineChange::Env(pairs)));
        assert_eq!(change(FieldId::Environment, "A"), Err("\"A\" is not NAME=value".to_owned()));
        assert_eq!(change(FieldId::Tags, " a, ,b "), Ok(EngineChange::Tags(texts(&["a", "b"]))));
        assert_eq!(change(FieldId::Tags, "x,, y ,x"), Ok(EngineChange::Tags(texts(&["x", "y"]))));
        assert_eq!(change(FieldId::Protocol, "hub"), Ok(EngineChange::Protocol(Protocol::Hub)));
        assert_eq!(change(FieldId::Timeouts, "1,5"), Ok(EngineChange::Timeouts(1.5)));
        assert_eq!(change(FieldId::Timeouts, "x"), Err("\"x\" is not a number".to_owned()));
        assert!(change(FieldId::Command, "scan 'hub").is_err_and(|why| why.contains("not closed")));
    }
}
