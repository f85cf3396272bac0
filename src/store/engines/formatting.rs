//! Changes single values in a TOML text; everything around them stays byte for byte.
//!
//! Knows no key of a list of engines.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

/// A text as a value; numbers and switches are written as such.
pub(super) fn scalar(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>()
        && number.to_string() == text
    {
        return number.into();
    }
    match text {
        "true" => true.into(),
        "false" => false.into(),
        text => text.into(),
    }
}

/// A list of texts.
pub(super) fn list(texts: &[String]) -> Value {
    Value::Array(texts.iter().map(String::as_str).collect::<Array>())
}

/// Makes a list of texts hold exactly these; existing values are not written again, and no comment
/// in the list is lost.
pub(super) fn set_list(table: &mut dyn TableLike, key: &str, texts: &[String]) {
    match table.get_mut(key).and_then(Item::as_array_mut) {
        Some(array) => change_list(array, texts),
        None => set(table, key, Some(list(texts))),
    }
}

fn change_list(array: &mut Array, texts: &[String]) {
    let n_old = array.len();
    let is = |idx: usize, text: &String| array.get(idx).and_then(Value::as_str) == Some(text);
    let n_before = texts.iter().enumerate().take_while(|(idx, text)| is(*idx, text)).count();
    let n_most = n_old.min(texts.len()).saturating_sub(n_before);
    let ends = texts.iter().rev().enumerate().take(n_most);
    let n_after = ends.take_while(|(back, text)| is(n_old - 1 - back, text)).count();
    let (old_end, new_end) = (n_old - n_after, texts.len() - n_after);
    let common = old_end.min(new_end);
    for (idx, text) in texts.iter().enumerate().take(common).skip(n_before) {
        array.replace(idx, text.as_str());
    }
    for _gone in common..old_end {
        remove_element(array, common);
    }
    for (idx, text) in texts.iter().enumerate().take(new_end).skip(common) {
        insert_element(array, idx, text);
    }
}

/// Removes an element; its comments move to the next element.
fn remove_element(array: &mut Array, idx: usize) {
    let gone = array.remove(idx);
    let decor = gone.decor();
    let around = [decor.prefix(), decor.suffix()].map(|text| text.and_then(|text| text.as_str()));
    let [before, after] = around.map(Option::unwrap_or_default);
    let around = joined(before, after);
    if !around.contains('#') {
        return;
    }
    match array.get_mut(idx) {
        Some(next) => {
            let decor = next.decor_mut();
            let prefix = decor.prefix().and_then(|text| text.as_str()).unwrap_or_default();
            let prefix = joined(&around, prefix);
            decor.set_prefix(prefix);
        }
        None => {
            let trailing = array.trailing().as_str().unwrap_or_default();
            let trailing = joined(&around, trailing);
            array.set_trailing(trailing);
        }
    }
}

/// Joins two blank texts, with one indentation where they meet.
fn joined(before: &str, after: &str) -> String {
    match before.rfind('\n') {
        Some(at) if !before[at..].contains('#') => {
            before.to_owned() + after.trim_start_matches([' ', '\t'])
        }
        Some(_) | None => before.to_owned() + after,
    }
}

/// Inserts an element, on its own line if the others are on their own lines.
fn insert_element(array: &mut Array, idx: usize, text: &str) {
    let prefix_of = |value: Option<&Value>| {
        let prefix = value.and_then(|value| value.decor().prefix());
        let prefix = prefix.and_then(|prefix| prefix.as_str()).unwrap_or_default();
        prefix.rfind('\n').map(|at| prefix[at..].to_owned())
    };
    let beside = prefix_of(array.get(idx)).or_else(|| prefix_of(array.get(idx.checked_sub(1)?)));
    let has_line = beside.is_some();
    let first = if idx == 0 { String::new() } else { " ".to_owned() };
    let mut value = Value::from(text);
    value.decor_mut().set_prefix(beside.unwrap_or(first));
    if let Some(last) = idx.checked_sub(1).filter(|_| idx == array.len())
        && let Some(last) = array.get_mut(last)
    {
        let suffix = last.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default();
        if suffix.trim().is_empty() {
            // The bracket now follows the new one as it followed this one.
            let suffix = suffix.to_owned();
            value.decor_mut().set_suffix(suffix);
            last.decor_mut().set_suffix("");
        }
    }
    array.insert_formatted(idx, value);
    if let Some(next) = array.get_mut(idx + 1).filter(|_| idx == 0 && !has_line) {
        next.decor_mut().set_prefix(" ");
    }
}

/// The text of a scalar value, as the reader of lists has it.
pub(super) fn text_of(item: &Item) -> Option<String> {
    match item.as_value()? {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Float(number) => Some(float(*number.value())),
        Value::Boolean(on) => Some(on.value().to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::InlineTable(_) => None,
    }
}

/// A number with a point or an exponent, as text: `2.0`, `1e30`, `nan`.
pub(super) fn float(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { format!("{number:?}") }
}

/// Sets a key, or removes it. Text around the value, such as a comment after it, stays.
pub(super) fn set(table: &mut dyn TableLike, key: &str, value: Option<Value>) {
    let Some(mut value) = value else {
        remove(table, key);
        return;
    };
    if let Some(old) = table.get_mut(key) {
        if let Some(old) = old.as_value() {
            *value.decor_mut() = old.decor().clone();
        }
        *old = Item::Value(value);
        return;
    }
    if let Some(last) = last_before_bracket(table) {
        last.decor_mut().set_suffix("");
        value.decor_mut().set_prefix(" ");
        value.decor_mut().set_suffix(" ");
    }
    table.insert(key, Item::Value(value));
}

fn remove(table: &mut dyn TableLike, key: &str) {
    let had_blank = last_before_bracket(table).is_some();
    table.remove(key);
    let last = table.iter().last().map(|(last, _)| last.to_owned());
    let last = last.as_deref().and_then(|last| table.get_mut(last));
    if let Some(last) = last.and_then(Item::as_value_mut).filter(|_| had_blank) {
        last.decor_mut().set_suffix(" ");
    }
}

/// The last value of `{ a = 1 }`, which owns the blank before the bracket.
fn last_before_bracket(table: &mut dyn TableLike) -> Option<&mut Value> {
    let last = table.iter().last()?.0.to_owned();
    let value = table.get_mut(&last)?.as_value_mut()?;
    let suffix = value.decor().suffix().and_then(|suffix| suffix.as_str());
    (suffix == Some(" ")).then_some(value)
}

/// Makes a table of scalars hold exactly these pairs; an existing value is not written again.
/// `keep_empty` leaves an empty table if there are no pairs.
pub(super) fn set_pairs(
    parent: &mut dyn TableLike,
    key: &str,
    pairs: &[(String, String)],
    keep_empty: bool,
) {
    if pairs.is_empty() && !keep_empty {
        parent.remove(key);
        return;
    }
    let is_table = parent.get(key).is_some_and(Item::is_table_like);
    if !is_table {
        let mut table = InlineTable::new();
        for (name, value) in pairs {
            table.insert(name, scalar(value));
        }
        set(parent, key, Some(Value::InlineTable(table)));
        return;
    }
    let Some(table) = parent.get_mut(key).and_then(Item::as_table_like_mut) else { return };
    let known: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
    for name in known.iter().filter(|name| !pairs.iter().any(|(wanted, _)| wanted == *name)) {
        remove(table, name);
    }
    for (name, value) in pairs {
        if table.get(name).and_then(text_of).as_deref() != Some(value) {
            set(table, name, Some(scalar(value)));
        }
    }
}

/// The table below this key, created if missing.
pub(super) fn inner<'a>(parent: &'a mut dyn TableLike, key: &str) -> Option<&'a mut dyn TableLike> {
    if !parent.contains_key(key) {
        set(parent, key, Some(Value::InlineTable(InlineTable::new())));
    }
    parent.get_mut(key)?.as_table_like_mut()
}

/// Removes keys of a table below this key, and the table itself if it is then empty.
pub(super) fn remove_inner(parent: &mut dyn TableLike, key: &str, names: &[&str]) {
    let Some(table) = parent.get_mut(key).and_then(Item::as_table_like_mut) else { return };
    for name in names {
        remove(table, name);
    }
    if table.is_empty() {
        remove(parent, key);
    }
}

/// An entry as a separate text, without the text before it.
pub(super) fn block(key: &str, table: &Table) -> String {
    let mut document = DocumentMut::new();
    let mut tables = toml_edit::ArrayOfTables::new();
    tables.push(table.clone());
    document.insert(key, Item::ArrayOfTables(tables));
    document.to_string().trim_start_matches(['\n', '\r']).to_owned()
}

/// The text before a table, in two parts: what belongs to other entries, and the lines directly
/// above.
pub(super) fn split_lead(lead: &str) -> (&str, &str) {
    let mut at = lead.len();
    for line in lead.split_inclusive('\n').rev() {
        if line.trim().is_empty() {
            break;
        }
        at -= line.len();
    }
    lead.split_at(at)
}

/// Puts a text at the end of another, with an empty line between them.
pub(super) fn append(text: &mut String, block: &str) {
    if !text.is_empty() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    text.push_str(block);
    if !text.ends_with('\n') {
        text.push('\n');
    }
}
