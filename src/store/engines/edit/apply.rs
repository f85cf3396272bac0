//! Writes a change of an entry into its table; everything else stays as it was written.
//!
//! Does not validate: the changed list is read like any list, which finds mistakes.

use std::path::{MAIN_SEPARATOR, Path};

use toml_edit::{Item, Table, Value};

use super::EngineChange;
use crate::games;
use crate::protocol::Protocol;
use crate::store::engines::{EngineEntry, EngineTarget, RestartPolicy, formatting};

/// Writes the change into the table of this entry; `program` is written as `{quintet}`.
pub(super) fn apply(table: &mut Table, entry: &EngineEntry, program: &str, change: &EngineChange) {
    // What a profile does not have is taken from the program's own list.
    let says_empty = is_profile(table);
    match change {
        // Handled by the caller, which knows the other names.
        EngineChange::Name(_) => {}
        EngineChange::Command(command) => {
            let command = as_written(table, entry, program, command);
            formatting::set_list(table, "command", &command);
        }
        EngineChange::Address(text) => {
            formatting::set(table, "address", Some(text.trim().into()));
        }
        EngineChange::Dir(text) => {
            let text = text.trim();
            formatting::set(table, "dir", (!text.is_empty() || says_empty).then(|| text.into()));
        }
        EngineChange::Env(pairs) => formatting::set_pairs(table, "env", pairs, says_empty),
        EngineChange::Options(pairs) => set_options(table, entry, pairs),
        EngineChange::Timeouts(scale) => {
            let is_usual = (scale - 1.0).abs() < 1e-9 && !says_empty;
            formatting::set(table, "timeouts", (!is_usual).then(|| (*scale).into()));
        }
        EngineChange::Restart(policy) => {
            let is_usual = *policy == RestartPolicy::default() && !says_empty;
            formatting::set(table, "restart", (!is_usual).then(|| policy.name().into()));
        }
        EngineChange::Dialect(pairs) => {
            formatting::set_pairs(table, "dialect", pairs, says_empty);
        }
        EngineChange::Tags(tags) => set_texts(table, "tags", tags, says_empty),
        EngineChange::Protocol(protocol) => set_protocol(table, *protocol),
        // An empty list would be a mistake: a missing key means all.
        EngineChange::Games(games) => set_texts(table, "games", games, false),
        EngineChange::Variants(variants) => set_texts(table, "variants", variants, false),
    }
}

/// A program given by a path relative to the list's folder stays the same when the entry gets a
/// working directory, which such paths would start from; a program below the directory moves with
/// it.
pub(super) fn keep_program(table: &mut Table, entry: &EngineEntry, change: &EngineChange) {
    let EngineChange::Dir(to) = change else { return };
    let folder = table.get("dir").and_then(Item::as_str).unwrap_or_default();
    let is_new = folder.is_empty() && !to.trim().is_empty();
    let (EngineTarget::Command { command, .. } | EngineTarget::Tcp { command, .. }) = &entry.target
    else {
        return;
    };
    let written = table.get_mut("command").and_then(Item::as_array_mut);
    let (Some(written), Some(program)) = (written, command.first()) else { return };
    let is_below = |text: &str| {
        let is_bare = !text.contains('/') && !text.contains(MAIN_SEPARATOR);
        !is_bare && !text.starts_with('~') && Path::new(text).is_relative()
    };
    if is_new && written.get(0).and_then(Value::as_str).is_some_and(is_below) {
        written.replace(0, program.as_str());
    }
}

/// A list of texts below this key; no key if it is empty, unless an empty list has to be written.
fn set_texts(table: &mut Table, key: &str, texts: &[String], says_empty: bool) {
    if texts.is_empty() && !says_empty {
        return formatting::set(table, key, None);
    }
    formatting::set_list(table, key, texts);
}

/// Another protocol; values of the entry that only the old one knows are removed.
fn set_protocol(table: &mut Table, protocol: Protocol) {
    formatting::set(table, "protocol", Some(protocol.name().into()));
    keep_pairs(table, "dialect", |name, value| protocol.check_dialect(name, value).is_ok());
    keep_pairs(table, "options", |name, value| protocol.check_option(name, Some(value)).is_ok());
    let speaks = |name: &str| {
        games::find(name).is_some_and(|game| game.info().protocols.contains(&protocol.name()))
    };
    keep_texts(table, "games", speaks);
    let plays = |name: &str| {
        let mut games = games::GAMES.iter().filter(|game| speaks(game.info().name));
        games.any(|game| game.info().find_variant(name).is_some())
    };
    keep_texts(table, "variants", plays);
    if protocol != Protocol::Guide {
        formatting::set(table, "connect", None);
        formatting::set(table, "port", None);
    }
}

/// Keeps the chosen pairs of a table; values with a choice in them are checked later.
fn keep_pairs(table: &mut Table, key: &str, is_kept: impl Fn(&str, &str) -> bool) {
    let Some(pairs) = table.get(key).and_then(Item::as_table_like) else { return };
    let is_gone = |(name, value): &(&str, &Item)| {
        let text = formatting::text_of(value).unwrap_or_default();
        !text.contains('{') && !is_kept(name, &text)
    };
    let gone: Vec<String> = pairs.iter().filter(is_gone).map(|(name, _)| name.to_owned()).collect();
    if !gone.is_empty() {
        let gone: Vec<&str> = gone.iter().map(String::as_str).collect();
        formatting::remove_inner(table, key, &gone);
    }
}

/// Keeps the chosen texts of a list, and the key while any is left.
fn keep_texts(table: &mut Table, key: &str, is_kept: impl Fn(&str) -> bool) {
    let Some(texts) = table.get(key).and_then(Item::as_array) else { return };
    let all: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
    let kept: Vec<String> =
        all.iter().filter(|text| is_kept(text)).map(|text| (*text).to_owned()).collect();
    if kept.len() < all.len() {
        set_texts(table, key, &kept, false);
    }
}

/// The command as it should be written: an argument that was read from the file keeps its spelling,
/// such as a path below the working directory, or `{quintet}`.
fn as_written(
    table: &Table,
    entry: &EngineEntry,
    program: &str,
    command: &[String],
) -> Vec<String> {
    let written: Vec<&str> = table
        .get("command")
        .and_then(Item::as_array)
        .map(|texts| texts.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let read: &[String] = match &entry.target {
        EngineTarget::Command { command, .. } | EngineTarget::Tcp { command, .. } => command,
        EngineTarget::Socket { .. } => &[],
    };
    let as_was = |(idx, text): (usize, &String)| match (written.get(idx), read.get(idx)) {
        (Some(written), Some(read)) if read == text => (*written).to_owned(),
        // Not the current path of this program.
        (Some(_) | None, Some(_) | None) if text == program => "{quintet}".to_owned(),
        (Some(_) | None, Some(_) | None) => text.clone(),
    };
    command.iter().enumerate().map(as_was).collect()
}

fn set_options(table: &mut Table, entry: &EngineEntry, pairs: &[(String, String)]) {
    let is_choice = |name: &str| entry.choices.iter().any(|choice| choice.name == name);
    if is_profile(table) {
        // What is not named takes its value from the program's own list again.
        let names = entry.choices.iter().map(|choice| choice.name.as_str());
        let gone: Vec<&str> = names.filter(|name| !pairs.iter().any(|(n, _)| n == name)).collect();
        formatting::remove_inner(table, "choices", &gone);
    }
    for (name, value) in pairs.iter().filter(|(name, _)| is_choice(name)) {
        let unchanged = entry.choices.iter().any(|c| c.name == *name && c.default == *value);
        if unchanged {
            continue;
        }
        let choice = formatting::inner(table, "choices")
            .and_then(|choices| formatting::inner(choices, name));
        if let Some(choice) = choice {
            formatting::set(choice, "default", Some(formatting::scalar(value)));
        }
    }
    let options: Vec<(String, String)> =
        pairs.iter().filter(|(name, _)| !is_choice(name)).cloned().collect();
    let mut sorted = (options.clone(), entry.options.clone());
    sorted.0.sort();
    sorted.1.sort();
    if sorted.0 != sorted.1 {
        // Without the key the options of the program's own list apply again.
        let says_empty = is_profile(table);
        formatting::set_pairs(table, "options", &options, says_empty);
    }
}

/// It takes missing values from the program's own list.
pub(super) fn is_profile(table: &Table) -> bool {
    table.contains_key("profile-of") && !table.contains_key("protocol")
}
