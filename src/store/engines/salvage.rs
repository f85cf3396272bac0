//! What can still be used of a list of engines that is damaged.
//!
//! Loses nothing: the damaged file itself is kept by whoever writes the rest.

use toml_edit::{DocumentMut, Item};

/// The parts of the text, from one `[[engine]]` to the next, that can be read alone. What stands
/// before the first one is replaced by `head` where it cannot be read. What is no entry is left out
/// of the other parts: two of them might say the same, and could then not be read together.
pub(super) fn readable_parts(text: &str, head: &str) -> String {
    let mut parts = vec![String::new()];
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("[[engine]]") {
            parts.push(String::new());
        }
        parts.last_mut().expect("there is one from the start").push_str(line);
    }
    let read = |part: &String| {
        let is_text = !part.contains(char::REPLACEMENT_CHARACTER);
        part.parse::<DocumentMut>().ok().filter(|_| is_text)
    };
    let is_head = |part: &String| {
        read(part).is_some_and(|read| read.get("engine").is_none_or(Item::is_array_of_tables))
    };
    let entry = |part: String| {
        let mut read = read(&part)?;
        let others = read.iter().map(|(key, _)| key.to_owned()).filter(|key| key != "engine");
        let others: Vec<String> = others.collect();
        for key in &others {
            read.remove(key);
        }
        Some(if others.is_empty() { part } else { read.to_string() })
    };
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_default();
    let mut whole = if is_head(&first) { first } else { head.to_owned() };
    for part in parts.filter_map(entry) {
        if !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        whole.push_str(&part);
    }
    whole
}
