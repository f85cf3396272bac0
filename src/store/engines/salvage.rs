//! What can still be used of a list of engines that is damaged.
//!
//! Loses nothing: the damaged file itself is kept by whoever writes the rest.

use toml_edit::{DocumentMut, Item};

/// The [`parts`] of the text that can be read alone. What stands
/// before the first one is replaced by `head` where it cannot be read. What is no entry is left out
/// of the other parts: two of them might say the same, and could then not be read together.
pub(super) fn readable_parts(text: &str, head: &str) -> String {
    let read = |part: &str| {
        let is_text = !part.contains(char::REPLACEMENT_CHARACTER);
        part.parse::<DocumentMut>().ok().filter(|_| is_text)
    };
    let is_list = |read: &DocumentMut| read.get("engine").is_none_or(Item::is_array_of_tables);
    let entry = |part: &str| {
        let mut read = read(part).filter(is_list)?;
        let others = read.iter().map(|(key, _)| key.to_owned()).filter(|key| key != "engine");
        let others: Vec<String> = others.collect();
        for key in &others {
            read.remove(key);
        }
        Some(if others.is_empty() { part.to_owned() } else { read.to_string() })
    };
    let mut parts = parts(text).into_iter();
    let first = parts.next().unwrap_or_default();
    let is_head = read(first).is_some_and(|read| is_list(&read));
    let mut whole = if is_head { first.to_owned() } else { head.to_owned() };
    for part in parts.filter_map(entry) {
        if !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        whole.push_str(&part);
    }
    whole
}

/// The text in parts: what stands before the first entry, then each entry up to the next, as far as
/// the lines that begin them tell. A slip of the pen in such a line begins an entry, too.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut begins = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let begin: String = line.chars().filter(|c| !c.is_whitespace()).take(8).collect();
        if begin.starts_with("[[") || begin == "[engine]" {
            begins.push(at);
        }
        at += line.len();
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(begin, end)| &text[*begin..end]).collect()
}
