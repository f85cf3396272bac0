//! Steps of UHP outside the game: introduction, options, errors, ends.
//!
//! Begins no game.

use std::time::Duration;

use super::super::report::{counted, in_words};
pub(super) use super::super::test_bench::end_of_input;
use super::super::test_bench::{ANSWER, Found};
use super::super::values;
use super::Uhp;
use crate::protocol::quoted;
use crate::protocol::uhp::{Reply, Setting};

pub(super) async fn handshake(uhp: &mut Uhp) -> Found {
    let greeted = match uhp.greet().await {
        Ok(lines) => lines,
        Err(flaw) => {
            let read = |line: &str| (line.trim() == "ok").then_some(());
            return Err(uhp.bench.see_flush(flaw, read).await);
        }
    };
    uhp.ready = Some(uhp.bench.age());
    for line in greeted {
        match Reply::parse(&line) {
            Reply::Id(name) => uhp.name = name,
            Reply::Capabilities(_) => uhp.capabilities = Some(line),
            _ => {}
        }
    }
    if uhp.name.is_empty() {
        return Err("no `id` with a name, and none in the answer to `info`".into());
    }
    if let Ok(lines) = uhp.ask("options", ANSWER).await {
        let is_option = |line: &String| matches!(Reply::parse(line), Reply::Setting(_));
        uhp.options = lines.into_iter().filter(is_option).collect();
    }
    Ok(format!("{}, {}", uhp.name, uhp.kind()))
}

pub(super) async fn banner(uhp: &mut Uhp) -> Found {
    if !uhp.has_banner {
        return Err("only when `info` asks it to".into());
    }
    if uhp.is_nameless {
        return Err(
            "what it says by itself has no `id` and a name; `info` is answered by them".into()
        );
    }
    Ok("by itself".to_owned())
}

pub(super) async fn info(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("info", ANSWER).await?;
    let Some(line) = lines.first() else { return Err("nothing but `ok`".into()) };
    match line.strip_prefix("id ").map(str::trim) {
        None | Some("") => {
            Err(format!("the first line is {}, not `id` and a name", quoted(line)).into())
        }
        Some(name) => Ok(name.to_owned()),
    }
}

pub(super) async fn capabilities(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("info", ANSWER).await?;
    let Some(line) = lines.get(1) else { return Ok("none are declared".to_owned()) };
    for flag in line.split(';') {
        match flag {
            "Mosquito" | "Ladybug" | "Pillbug" => {}
            "" => uhp.bench.warn(format!("an empty flag in {}", quoted(line))),
            other => uhp.bench.warn(format!("{} is not a flag of the document", quoted(other))),
        }
    }
    Ok(line.clone())
}

pub(super) async fn one_ok(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    for command in ["info", "newgame", "options"] {
        uhp.ask(command, ANSWER).await?;
        let time = uhp.bench.scaled(Duration::from_millis(60));
        let after = uhp.bench.listen(time).await;
        if let Some(line) = after.iter().find(|line| !line.trim().is_empty()) {
            return Err(format!("{} after the `ok` of `{command}`", quoted(line)).into());
        }
        if !after.is_empty() {
            uhp.bench.warn("an empty line after `ok`");
        }
    }
    uhp.bench.send("info").await;
    let read = |line: &str| (line.trim() == "ok").then_some(());
    let ((), took) = uhp.bench.find("`ok`", ANSWER, read).await?;
    Ok(in_words(took))
}

/// An option, read strictly by the document; otherwise what is wrong with the line.
fn see_option(line: &str) -> Result<Setting, String> {
    let parts: Vec<&str> = line.split(';').collect();
    let [name, kind, value, default, rest @ ..] = parts.as_slice() else {
        return Err(format!("{} has fewer than four fields", quoted(line)));
    };
    if name.is_empty() || name.contains(' ') {
        return Err(format!("the name {} is empty or has blanks", quoted(name)));
    }
    let admits = |text: &str| -> Result<bool, String> {
        let real = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite());
        Ok(match *kind {
            "bool" => ["True", "False"].contains(&text) && rest.is_empty(),
            "int" | "double" => {
                let [min, max] = rest else {
                    return Err(format!("{name} does not have two limits"));
                };
                let is_whole = *kind == "double" || text.parse::<i64>().is_ok();
                let within = real(min).zip(real(max)).zip(real(text));
                is_whole && within.is_some_and(|((min, max), x)| min <= x && x <= max)
            }
            "enum" => rest.contains(&text),
            _ => return Err(format!("{name} is of the type {}", quoted(kind))),
        })
    };
    for (what, text) in [("value", value), ("default", default)] {
        if !admits(text)? {
            return Err(format!(
                "the {what} of {name}, {}, is not one that it admits",
                quoted(text)
            ));
        }
    }
    Setting::parse(line).ok_or_else(|| format!("{} is not an option", quoted(line)))
}

pub(super) async fn options(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("options", ANSWER).await?;
    for line in &lines {
        see_option(line)?;
    }
    Ok(counted(lines.len(), "option"))
}

pub(super) async fn options_get(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("options", ANSWER).await?;
    for line in &lines {
        let name = line.split(';').next().unwrap_or_default();
        let told = uhp.ask(&format!("options get {name}"), ANSWER).await?;
        if told != [line.clone()] {
            return Err(
                format!("`options get {name}` is answered by {}", quoted(told.join("\n"))).into()
            );
        }
    }
    if let Some(flaw) = uhp.refused("options get QuintetUnknown").await? {
        uhp.bench.warn(flaw);
    }
    Ok(counted(lines.len(), "option"))
}

pub(super) async fn options_set(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("options", ANSWER).await?;
    let mut n_set = 0;
    for line in &lines {
        let Ok(setting) = see_option(line) else { continue };
        let mut values = values::within(&setting.name, &setting.kind, ["True", "False"]);
        // Last, so that everything is as before.
        values.push(setting.value.clone());
        for value in values {
            let command = format!("options set {} {value}", setting.name);
            let told = uhp.ask_line(&command).await?;
            let is_taken = see_option(&told).is_ok_and(|told| {
                told.name == setting.name
                    && told.kind == setting.kind
                    && values::is_same(&setting.kind, &told.value, &value)
            });
            if !is_taken {
                return Err(format!("`{command}` is answered by {}", quoted(told)).into());
            }
            n_set += 1;
        }
    }
    Ok(format!("{} of {}", counted(n_set, "value"), counted(lines.len(), "option")))
}

pub(super) async fn out_of_limits(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("options", ANSWER).await?;
    let mut n_tried = 0;
    for line in &lines {
        let Ok(setting) = see_option(line) else { continue };
        for bad in values::beyond(&setting.kind) {
            n_tried += 1;
            uhp.ask(&format!("options set {} {bad}", setting.name), ANSWER).await?;
            let told = uhp.ask_line(&format!("options get {}", setting.name)).await?;
            if see_option(&told).map_err(|flaw| format!("after {bad}: {flaw}"))?.value == bad {
                return Err(format!("{} has the value {bad} now", setting.name).into());
            }
            let restore = format!("options set {} {}", setting.name, setting.value);
            uhp.ask(&restore, ANSWER).await?;
        }
    }
    if let Some(flaw) = uhp.refused("options set QuintetUnknown 1").await? {
        uhp.bench.warn(flaw);
    }
    Ok(format!("{} tried", counted(n_tried, "value")))
}

pub(super) async fn unknown_command(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("quintet-unknown 1", ANSWER).await?;
    match lines.first() {
        None => uhp.bench.warn("answered by nothing but `ok`"),
        Some(line) if !line.starts_with("err") => {
            uhp.bench.warn(format!("{} does not begin with `err`", quoted(line)));
        }
        Some(line) => return Ok(line.clone()),
    }
    Ok(String::new())
}

pub(super) async fn line_ends(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let lines = uhp.ask("info\r", ANSWER).await;
    if lines.is_ok_and(|lines| lines.iter().any(|line| line.starts_with("id "))) {
        return Ok("understood".to_owned());
    }
    Err("a line that ends in CR LF is not understood".into())
}

pub(super) async fn exit(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    uhp.bench.quit("exit").await
}
