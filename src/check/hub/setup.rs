//! Steps of Hub outside the search: handshake, parameters, unknown lines, ends.
//!
//! Asks for no move.

use std::collections::BTreeSet;
use std::time::Duration;

use super::super::report::{counted, in_words};
use super::super::test_bench::{ANSWER, Found};
pub(super) use super::super::test_bench::{end_of_input, quit};
use super::super::values;
use super::{Hub, Line};
use crate::protocol::hub::Reply;
use crate::protocol::quoted;

pub(super) async fn handshake(hub: &mut Hub) -> Found {
    let greeted = match hub.greet().await {
        Ok(lines) => lines,
        Err(flaw) => {
            let read = |line: &str| (Reply::parse(line) == Reply::Wait).then_some(());
            return Err(hub.bench.see_flush(flaw, read).await);
        }
    };
    hub.ready = Some(hub.bench.age());
    hub.params.clear();
    let mut ids = 0;
    for text in &greeted {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        if !["id", "param", "wait"].contains(&word) {
            continue;
        }
        let line = Line::parse(text).map_err(|err| format!("{}: {err}", quoted(text)))?;
        if let Some(flag) = line.flag() {
            hub.bench.warn(format!(
                "{flag} stands outside quotes in {text}",
                flag = quoted(flag),
                text = quoted(text)
            ));
        }
        match Reply::parse(text) {
            Reply::Id(id) => {
                ids += 1;
                hub.title = id.title().unwrap_or_default();
            }
            Reply::Param(_) => hub.params.push(line),
            _ if word == "param" => {
                return Err(format!("{} names no parameter", quoted(text)).into());
            }
            _ => {}
        }
    }
    match ids {
        0 => Err("no `id` before `wait`".into()),
        1 => Ok(format!("{}, {}", hub.title, counted(hub.n_settable(), "parameter"))),
        n => Err(format!("{n} lines `id`").into()),
    }
}

pub(super) async fn id(hub: &mut Hub) -> Found {
    let lines = hub.greet().await?;
    let line = lines.iter().find_map(|text| Line::parse(text).ok().filter(|l| l.command == "id"));
    let line = line.ok_or("no `id` this time")?;
    let of = |name: &str| line.value(name).map(str::trim).filter(|text| !text.is_empty());
    if of("name").is_none() {
        return Err("`id` has no name".into());
    }
    for missing in ["version", "author"].into_iter().filter(|name| of(name).is_none()) {
        hub.bench.warn(format!("`id` has no {missing}"));
    }
    Ok(hub.title.clone())
}

pub(super) async fn params(hub: &mut Hub) -> Found {
    let mut names = BTreeSet::new();
    for line in hub.params.clone() {
        let name = line.value("name").unwrap_or_default();
        if !names.insert(name.to_owned()) {
            return Err(format!("{name} is declared twice").into());
        }
        let Some(value) = line.value("value") else {
            return Err(format!("{name} has no value").into());
        };
        match line.value("type") {
            None => hub.bench.warn(format!("{name} has no type")),
            Some("bool") if !["true", "false"].contains(&value) => {
                return Err(format!("{name} is a bool of the value {}", quoted(value)).into());
            }
            Some("bool" | "string") => {}
            Some("enum") => check_enum(&line, name, value)?,
            Some(kind @ ("int" | "real")) => {
                if let Some(missing) = check_number(&line, kind, name, value)? {
                    hub.bench.warn(format!("{name} has no {missing}"));
                }
            }
            Some(other) => return Err(format!("{name} is of the type {}", quoted(other)).into()),
        }
    }
    Ok(counted(names.len(), "parameter"))
}

fn check_enum(line: &Line, name: &str, value: &str) -> Result<(), String> {
    let values: Vec<&str> =
        line.value("values").unwrap_or_default().split_ascii_whitespace().collect();
    if values.is_empty() {
        return Err(format!("{name} is an enum without values"));
    }
    if !values.contains(&value) {
        return Err(format!(
            "{name} has the value {}, which is not one of its values",
            quoted(value)
        ));
    }
    Ok(())
}

/// The bound that is missing, if one is.
fn check_number(
    line: &Line,
    kind: &str,
    name: &str,
    value: &str,
) -> Result<Option<&'static str>, String> {
    let number = |what: &str, text: &str| {
        let is_whole = kind == "real" || text.parse::<i64>().is_ok();
        let number = text.parse::<f64>().ok().filter(|x| x.is_finite() && is_whole);
        number
            .ok_or_else(|| format!("{name} is of type {kind}, and its {what} is {}", quoted(text)))
    };
    let value = number("value", value)?;
    let min = line.value("min").map(|text| number("min", text)).transpose()?;
    let max = line.value("max").map(|text| number("max", text)).transpose()?;
    if min.is_some_and(|min| value < min) || max.is_some_and(|max| max < value) {
        return Err(format!("{name} has the value {value}, which is beyond its limits"));
    }
    Ok(match (min, max) {
        (None, _) => Some("min"),
        (_, None) => Some("max"),
        (Some(_), Some(_)) => None,
    })
}

/// The declared value, or that of the list, comes last: a large one may be a table that the machine
/// has no room for, and only `init` allocates anything.
pub(super) async fn set_param(hub: &mut Hub) -> Found {
    hub.greet().await?;
    let mut n_set = 0;
    for line in hub.params.clone() {
        let (name, value) = (line.value("name"), line.value("value"));
        let (Some(name), Some(value)) = (name, value) else { continue };
        let mut values: Vec<&str> = Vec::new();
        match line.value("type") {
            Some("enum") => {
                values.extend(line.value("values").unwrap_or_default().split_ascii_whitespace())
            }
            Some("bool") => values.extend(["true", "false"]),
            Some("int" | "real") => {
                values.extend([line.value("min"), line.value("max")].into_iter().flatten());
            }
            _ => {}
        }
        let last = hub.value_of(name, value);
        values.push(&last);
        for value in values {
            hub.set(name, value).await;
            n_set += 1;
        }
    }
    let took = hub.initialise().await?;
    Ok(format!("{} set, ready after {}", counted(n_set, "value"), in_words(took)))
}

pub(super) async fn init(hub: &mut Hub) -> Found {
    hub.greet().await?;
    let took = hub.initialise().await?;
    hub.ready = Some(hub.bench.age());
    Ok(in_words(took))
}

pub(super) async fn ping(hub: &mut Hub) -> Found {
    hub.ready().await?;
    let (_, took) = hub.fence().await?;
    Ok(in_words(took))
}

pub(super) async fn unknown_command(hub: &mut Hub) -> Found {
    hub.ready().await?;
    hub.bench.send("quintet-unknown name=x text=\"a b\" flag").await;
    let (replies, _) = hub.fence().await?;
    hub.warn_of_errors(replies);
    Ok("ignored".to_owned())
}

impl Hub {
    /// An engine that ignores what it does not know has nothing to complain about.
    pub(super) fn warn_of_errors(&mut self, replies: Vec<Reply>) {
        for reply in replies {
            if let Reply::Error(message) = reply {
                self.bench.warn(format!("answered an error: {message}"));
            }
        }
    }
}

/// The document does not say what an engine does then; engines that end are hard to host.
pub(super) async fn out_of_limits(hub: &mut Hub) -> Found {
    let mut tries = vec![("quintet-unknown".to_owned(), "1".to_owned(), None)];
    for line in &hub.params {
        let (Some(name), Some(value)) = (line.value("name"), line.value("value")) else { continue };
        let bad = beyond(line).into_iter();
        let value = hub.value_of(name, value);
        tries.extend(bad.map(|bad| (name.to_owned(), bad, Some(value.clone()))));
    }
    hub.bench.put_away().await;
    for (name, bad, value) in &tries {
        if !hub.bench.is_running() {
            hub.greet().await?;
        }
        hub.set(name, bad).await;
        let found = hub.bench.survives(Duration::from_millis(40), &format!("{name}={bad}")).await;
        if hub.bench.gently(found).await.is_some()
            && let Some(value) = value
        {
            hub.set(name, value).await;
        }
    }
    // Some crash later because of an earlier command.
    hub.ready().await?;
    Ok(format!("{} tried", counted(tries.len(), "value")))
}

/// Values that a parameter does not admit.
fn beyond(line: &Line) -> Vec<String> {
    let bound = |key: &str, by: i64| {
        let bound = line.value(key)?.parse::<i64>().ok()?.checked_add(by)?;
        Some(bound.to_string())
    };
    match line.value("type") {
        Some("enum" | "bool") => vec!["quintet-unknown".to_owned()],
        Some("int") => [bound("min", -1), bound("max", 1)].into_iter().flatten().collect(),
        Some("real") => {
            let bound = |key: &str| line.value(key)?.parse::<f64>().ok();
            let past = [bound("min").and_then(values::below), bound("max").and_then(values::above)];
            past.into_iter().flatten().collect()
        }
        Some(_) | None => Vec::new(),
    }
}

pub(super) async fn line_ends(hub: &mut Hub) -> Found {
    hub.ready().await?;
    hub.bench.send("ping\r").await;
    let pong = |line: &str| (Reply::parse(line) == Reply::Pong).then_some(());
    let found = hub.bench.find("`pong`", ANSWER, pong).await;
    found.map_err(|flaw| format!("a line that ends in CR LF is not understood: {}", flaw.0))?;
    Ok("understood".to_owned())
}
