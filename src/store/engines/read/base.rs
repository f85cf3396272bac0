//! Completes profiles of the engines that come with the program.
//!
//! A profile of one of the user's engines is complete, so that it outlives that engine.

use toml::de::{DeTable, DeValue};

use super::Value;

/// The entry completed by the engine of its `profile-of`; `None` if that isn't in the program's own
/// list, or the entry names its own protocol.
pub(super) fn completed<'i>(fields: &DeTable<'i>, shipped: &DeTable<'i>) -> Option<DeTable<'i>> {
    let base = text(fields, "profile-of").filter(|_| !fields.contains_key("protocol"))?;
    let known = shipped.get("engine")?.get_ref().as_array()?;
    let mut known = known.iter().filter_map(|entry| entry.get_ref().as_table());
    let is_base = |entry: &&DeTable<'i>| {
        text(entry, "name").is_some_and(|name| name.eq_ignore_ascii_case(base))
    };
    let base = known.find(is_base)?;
    let mut whole = base.clone();
    // A short name means the original engine; the profile of the same name is that engine.
    let same = text(fields, "name").zip(text(base, "name"));
    if same.is_none_or(|(one, other)| !one.eq_ignore_ascii_case(other)) {
        whole.remove("short");
    }
    if fields.contains_key("address") {
        whole.remove("command");
    }
    for (key, value) in fields {
        let below = whole.get_mut(key.get_ref().as_ref()).filter(|_| key.get_ref() == "choices");
        match below {
            Some(below) => merge(below, value),
            None => {
                whole.insert(key.clone(), value.clone());
            }
        }
    }
    Some(whole)
}

fn text<'a>(table: &'a DeTable<'_>, key: &str) -> Option<&'a str> {
    table.get(key).and_then(|value| value.get_ref().as_str()).map(str::trim)
}

/// Merges a table of tables into another; any other value replaces the old one.
fn merge<'i>(below: &mut Value<'i>, above: &Value<'i>) {
    let (DeValue::Table(old), DeValue::Table(new)) = (below.get_mut(), above.get_ref()) else {
        *below = above.clone();
        return;
    };
    for (key, value) in new {
        match old.get_mut(key.get_ref().as_ref()) {
            Some(known) => merge(known, value),
            None => {
                old.insert(key.clone(), value.clone());
            }
        }
    }
}
