//! Mistakes of writing in a list of engines: where each is, and the list without what it spoils.
//!
//! A bracket that is never closed makes nonsense of all that follows; so each entry is read alone,
//! and in it each value alone, until the first that cannot be read. Knows no key of an entry.

use toml::de::{DeTable, Error};

use crate::store::engines::salvage;

/// A value over more lines than this that look like the beginning of another is not looked for.
const MOST_LINES: usize = 64;

/// Why bytes that are no text cannot be read.
pub(super) const NOT_TEXT: &str = "cannot be read: a byte that is not UTF-8";

/// A mistake of writing: the first of its entry, since what follows may come of it.
#[derive(Debug)]
pub(super) struct Damage {
    /// Where in the text.
    pub(super) at: usize,
    /// Name of the entry, where it stands before the mistake.
    pub(super) engine: Option<String>,
    pub(super) reason: String,
}

/// The text with blanks in place of every entry that cannot be read alone, and what is wrong with
/// each. All else stands where it stood.
///
/// With `has_strays` the text was bytes of which some are no text, and an entry with such is damaged.
pub(super) fn without_damage(text: &str, has_strays: bool) -> (String, Vec<Damage>) {
    let mut sound = String::with_capacity(text.len());
    let mut damages = Vec::new();
    for (idx, part) in salvage::parts(text).into_iter().enumerate() {
        let stray = has_strays.then(|| stray_in(part)).flatten();
        let damage = stray.or_else(|| match idx {
            0 => damage_of_head(part),
            _ => damage_of_entry(part),
        });
        let Some(damage) = damage else {
            sound.push_str(part);
            continue;
        };
        damages.push(Damage { at: sound.len() + damage.at, ..damage });
        sound.extend(part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    (sound, damages)
}

/// What is no text in a part, where it spoils more than a comment.
fn stray_in(part: &str) -> Option<Damage> {
    let at = part.find(salvage::STRAY).filter(|_| salvage::has_stray(part))?;
    let line = part[..at].rfind('\n').map_or(0, |end| end + 1);
    Some(Damage { at, engine: name_in(&part[..line]), reason: NOT_TEXT.to_owned() })
}

/// What stands before the first entry; a list in one array is left to who reads the whole.
fn damage_of_head(part: &str) -> Option<Damage> {
    let (read, errors) = DeTable::parse_recoverable(part);
    if errors.is_empty() || read.get_ref().contains_key("engine") {
        return None;
    }
    first_mistake(part)
}

fn damage_of_entry(part: &str) -> Option<Damage> {
    let (read, errors) = DeTable::parse_recoverable(part);
    if !errors.is_empty() {
        return first_mistake(part);
    }
    let is_entry = read.get_ref().get("engine").is_some_and(|entry| entry.get_ref().is_array());
    // Other tables of the file are judged by who reads the whole.
    let is_engine = read.get_ref().contains_key("engine");
    (is_engine && !is_entry).then(|| Damage {
        at: 0,
        engine: None,
        reason: "must be written [[engine]], with two brackets".to_owned(),
    })
}

/// The first value that cannot be read alone; where all can, what is wrong with them together.
fn first_mistake(part: &str) -> Option<Damage> {
    let begins = beginnings(part);
    let end = |idx: usize| begins.get(idx).copied().unwrap_or(part.len());
    let mut at = 0;
    while at < begins.len() {
        let most = (at + 1 + MOST_LINES).min(begins.len());
        // What looks like the next value may be a line of this one.
        let read = (at + 1..=most).find(|next| errors(&part[begins[at]..end(*next)]).is_empty());
        if let Some(next) = read {
            at = next;
            continue;
        }
        let (begin, value) = (begins[at], &part[begins[at]..end(at + 1)]);
        let engine = name_in(&part[..begin]);
        return first_of(&errors(value)).map(|(place, reason)| Damage {
            // What is missing at the end is missing on the last line that says something.
            at: begin + place.min(end_of_words(value)),
            engine,
            reason,
        });
    }
    first_of(&errors(part)).map(|(at, reason)| Damage { at, engine: name_in(part), reason })
}

fn errors(text: &str) -> Vec<Error> {
    DeTable::parse_recoverable(text).1
}

/// Place and words of the first error.
pub(super) fn first_of(errors: &[Error]) -> Option<(usize, String)> {
    let at = |error: &Error| error.span().map_or(0, |span| span.start);
    let first = errors.iter().min_by_key(|error| at(error))?;
    let words = first.message().split_whitespace().collect::<Vec<_>>().join(" ");
    Some((at(first), format!("cannot be read: {words}")))
}

/// Where the lines begin that look like `key = ..` or `[table]`; the first place is 0.
fn beginnings(part: &str) -> Vec<usize> {
    let mut begins = vec![0];
    let mut at = 0;
    for line in part.split_inclusive('\n') {
        if at > 0 && is_beginning(line) {
            begins.push(at);
        }
        at += line.len();
    }
    begins
}

fn is_beginning(line: &str) -> bool {
    let line = line.trim_start();
    let is_key = |key: &str| {
        let is_known = |c: char| c.is_alphanumeric() || "_-.\"' \t".contains(c);
        !key.trim().is_empty() && key.chars().all(is_known)
    };
    line.starts_with('[') || line.split_once('=').is_some_and(|(key, _)| is_key(key))
}

/// Where the last line ends that is neither empty nor a comment.
fn end_of_words(value: &str) -> usize {
    let (mut at, mut end) = (0, 0);
    for line in value.split_inclusive('\n') {
        let words = line.trim();
        if !words.is_empty() && !words.starts_with('#') {
            end = at + line.trim_end().len();
        }
        at += line.len();
    }
    end
}

/// The name of the entry that this is the beginning of.
fn name_in(text: &str) -> Option<String> {
    let (read, _) = DeTable::parse_recoverable(text);
    let entries = read.get_ref().get("engine")?.get_ref().as_array()?;
    let name = entries.iter().next()?.get_ref().as_table()?.get("name")?;
    name.get_ref().as_str().map(str::to_owned)
}
