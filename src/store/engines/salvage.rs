//! What can still be used of a list of engines that is damaged.
//!
//! Loses nothing: the damaged file itself is kept by whoever writes the rest.

use toml_edit::DocumentMut;

/// The parts of the text, from one `[[engine]]` to the next, that can be read alone. What stands
/// before the first one is replaced by `head` where it cannot be read.
pub(super) fn readable_parts(text: &str, head: &str) -> String {
    let mut parts = vec![String::new()];
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("[[engine]]") {
            parts.push(String::new());
        }
        parts.last_mut().expect("there is one from the start").push_str(line);
    }
    let is_readable = |part: &String| {
        !part.contains(char::REPLACEMENT_CHARACTER) && part.parse::<DocumentMut>().is_ok()
    };
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_default();
    let mut whole = if is_readable(&first) { first } else { head.to_owned() };
    for part in parts.filter(is_readable) {
        if !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        whole.push_str(&part);
    }
    whole
}
