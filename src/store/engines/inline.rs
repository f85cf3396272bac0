//! A list of engines written as one array, `engine = [{ .. }, { .. }]`, as the same list of
//! `[[engine]]`, which can be changed entry by entry.
//!
//! Loses nothing: comments go with what they stand beside or above. Knows no key of an entry.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, RawString, Table, Value};

/// The list with a table of its own for each entry of its array; `None` where it has no array, or
/// something in it is no table.
pub(super) fn unfolded(text: &str) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let array = document.get("engine")?.as_array()?;
    if !array.iter().all(Value::is_inline_table) {
        return None;
    }
    let (key, item) = document.remove_entry("engine")?;
    let head = text_of(key.leaf_decor().prefix()).to_owned();
    let Ok(Value::Array(array)) = item.into_value() else { return None };
    let is_first = document.iter().next().is_none();
    let (tables, behind) = tables(&array, &head, is_first);
    if tables.is_empty() {
        // Nothing to stand above: the comments stay at the end.
        return Some(joined(&document.to_string(), &joined(&head, &behind)));
    }
    document.insert("engine", Item::ArrayOfTables(tables));
    let trailing = text_of(Some(document.trailing())).to_owned();
    document.set_trailing("");
    Some(joined(&joined(&document.to_string(), &behind), &trailing))
}

/// The entries, and what stands behind the last one. `head` stands above the first.
fn tables(array: &Array, head: &str, is_first: bool) -> (ArrayOfTables, String) {
    let mut tables = ArrayOfTables::new();
    let mut behind = (None, String::new());
    let mut entries = array.iter().filter_map(Value::as_inline_table).peekable();
    let mut begins = Beside::of(entries.peek().and_then(|entry| entry.decor().prefix()));
    while let Some(entry) = entries.next() {
        let next = match entries.peek() {
            Some(next) => Beside::of(next.decor().prefix()),
            None => Beside::of(Some(array.trailing())),
        };
        let (mut table, last) = table(entry);
        let own = Beside::of(entry.decor().suffix());
        // A remark on the line of an entry or below its last value goes above the entry.
        let remarks = [begins.rest, lines(own.same), own.rest, lines(next.same.clone()), last];
        let above = remarks.concat();
        let lead = match tables.is_empty() {
            true if is_first => format!("{head}{}{above}", lines(begins.same)),
            true => format!("{}{}{above}", between(head), lines(begins.same)),
            false => format!("\n{}", above.trim_start_matches('\n')),
        };
        table.decor_mut().set_prefix(lead);
        tables.push(table);
        begins = Beside { same: None, rest: next.rest };
        behind.1.clone_from(&begins.rest);
    }
    if tables.is_empty() {
        let inside = Beside::of(Some(array.trailing()));
        behind = (inside.same, inside.rest);
    }
    let end = Beside::of(array.decor().suffix());
    (tables, [lines(behind.0), behind.1, lines(end.same), end.rest].concat())
}

/// An entry as a table of lines, and the remarks below its last value.
fn table(entry: &InlineTable) -> (Table, String) {
    let mut table = Table::new();
    for (name, value) in entry {
        let mut value = value.clone();
        if let Value::InlineTable(inner) = &mut value {
            close(inner);
        }
        let begins = Beside::of(entry.key(name).and_then(|key| key.leaf_decor().prefix()));
        // What stands behind the comma belongs to the value before.
        if let Some((_, last)) = table.iter_mut().last() {
            remark(last, begins.same.clone());
        }
        // Behind the bracket that begins the entry: above its first value.
        let opening = lines(begins.same.filter(|_| table.is_empty()));
        let end = Beside::of(value.decor().suffix());
        value.decor_mut().set_prefix(" ");
        value.decor_mut().set_suffix("");
        table.insert(name, Item::Value(value));
        if let Some(mut key) = table.key_mut(name) {
            key.leaf_decor_mut().set_prefix(opening + &begins.rest);
        }
        if let Some((_, last)) = table.iter_mut().last() {
            remark(last, end.same);
            remark(last, Some(end.rest.trim().replace('\n', " ")));
        }
    }
    let end = Beside::of(Some(entry.trailing()));
    if let Some((_, last)) = table.iter_mut().last() {
        remark(last, end.same);
    }
    (table, end.rest)
}

/// Writes `a.b = 1` as `a = { b = 1 }`.
fn close(table: &mut InlineTable) {
    for (mut key, value) in table.iter_mut() {
        if let Value::InlineTable(inner) = value {
            close(inner);
        }
        let is_remark = text_of(key.leaf_decor().prefix()).contains('#');
        if !is_remark {
            key.leaf_decor_mut().clear();
            value.decor_mut().clear();
        }
    }
    table.set_dotted(false);
}

/// Puts a comment behind a value.
fn remark(item: &mut Item, words: Option<String>) {
    let words = words.filter(|words| !words.is_empty());
    let Some((value, words)) = item.as_value_mut().zip(words) else { return };
    let before = text_of(value.decor().suffix()).to_owned();
    value.decor_mut().set_suffix(format!("{before}  {words}"));
}

/// What stands around a value: the comment on the line of what is before it, and the lines below.
struct Beside {
    same: Option<String>,
    /// Without indentation; each line ends.
    rest: String,
}

impl Beside {
    fn of(raw: Option<&RawString>) -> Self {
        let text = text_of(raw);
        let (first, below) = text.split_once('\n').unwrap_or((text, ""));
        let same = Some(first.trim().to_owned()).filter(|first| !first.is_empty());
        let mut rest = String::new();
        // What follows the last line end is the indentation of what comes next.
        let below = below.rsplit_once('\n').map_or("", |(lines, _)| lines);
        for line in below.split('\n').map(str::trim) {
            // Empty lines divide comments, and do nothing else here.
            let divides = rest.ends_with('\n') && !rest.ends_with("\n\n");
            if line.starts_with('#') || line.is_empty() && divides {
                rest.push_str(line);
                rest.push('\n');
            }
        }
        Self { same, rest }
    }
}

fn text_of(raw: Option<&RawString>) -> &str {
    raw.and_then(RawString::as_str).unwrap_or_default()
}

/// A comment as a line of its own.
fn lines(comment: Option<String>) -> String {
    comment.map(|comment| comment + "\n").unwrap_or_default()
}

/// With an empty line before it.
fn between(head: &str) -> String {
    if head.starts_with('\n') { head.to_owned() } else { format!("\n{head}") }
}

/// Two texts, with an empty line between them where both say something.
fn joined(first: &str, second: &str) -> String {
    if second.trim().is_empty() {
        return first.to_owned();
    }
    let gap = match first {
        "" => "",
        first if first.ends_with("\n\n") || second.starts_with('\n') => "",
        first if first.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    format!("{first}{gap}{second}")
}
