//! The lines of a tournament's file and their keys.
//!
//! Reads no value.

/// The number of the line with this place, from 1.
pub(super) fn line_at(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// The head of the keys of a player.
pub(super) const PLAYER: &str = "[[player]]";

/// The line above this one, counted from 1 as it is, that has the same key in the same table.
pub(super) fn line_before(text: &str, line: usize) -> Option<usize> {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let (last, above) = lines.split_last()?;
    let key = key_of(last).filter(|key| !key.starts_with('['))?;
    let start =
        above.iter().rposition(|line| line.trim_start().starts_with('[')).map_or(0, |at| at + 1);
    let at = above[start..].iter().position(|line| key_of(line) == Some(key))?;
    Some(start + at + 1)
}

/// The key of the line with this place.
pub(super) fn key_at(text: &str, at: usize) -> Option<String> {
    key_of(text.lines().nth(line_at(text, at) - 1)?).map(str::to_owned)
}

/// The key of a line.
pub(super) fn key_of(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.starts_with("[[") {
        return line.split_inclusive("]]").next();
    }
    let (key, _) = line.split_once('=')?;
    let key = key.trim();
    let is_plain = |ch: char| ch.is_ascii_alphanumeric() || ch == '-' || ch == '_';
    (!key.is_empty() && key.chars().all(is_plain)).then_some(key)
}
