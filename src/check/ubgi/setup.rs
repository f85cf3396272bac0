//! Steps of UBGI outside positions: introduction, unknown lines, ends.
//!
//! Asks for no action.

use std::time::Duration;

use super::super::test_bench::{ANSWER, Found};
pub(super) use super::super::test_bench::{end_of_input, quit};
use super::{Said, Ubgi, opening};
use crate::protocol::quoted;

pub(super) async fn handshake(ubgi: &mut Ubgi) -> Found {
    let greeted = match ubgi.greet().await {
        Ok(lines) => lines,
        Err(flaw) => {
            let read = |line: &str| (line.trim() == "readyok").then_some(());
            return Err(ubgi.bench.see_flush(flaw, read).await);
        }
    };
    ubgi.ready = Some(ubgi.bench.age());
    for line in &greeted {
        for (idx, key) in ["id name ", "id author ", "id version "].into_iter().enumerate() {
            if let Some(value) = line.strip_prefix(key) {
                ubgi.ids[idx] = Some(value.trim().to_owned()).filter(|value| !value.is_empty());
            }
        }
        ubgi.analyses |= line.starts_with("id analysis ");
        if line.starts_with("option ") || line.starts_with("key ") {
            ubgi.options.push(line.clone());
        }
    }
    ubgi.greeting = greeted;
    Ok(ubgi.ids.iter().flatten().cloned().collect::<Vec<_>>().join(", "))
}

pub(super) async fn id(ubgi: &mut Ubgi) -> Found {
    let [name, author, version] = &ubgi.ids;
    match (name, author, version) {
        (None, ..) => Err("no `id name` before `readyok`".into()),
        (_, None, _) => Err("no `id author` before `readyok`".into()),
        (.., None) => Err("no `id version` before `readyok`".into()),
        (Some(name), Some(_), Some(version)) => Ok(format!("{name} {version}")),
    }
}

pub(super) async fn banner(ubgi: &mut Ubgi) -> Found {
    let is_known = |line: &&String| line.starts_with("id ") || line.starts_with("option ");
    if let Some(line) = ubgi.greeting.iter().find(|line| !is_known(line)) {
        ubgi.bench.warn(format!("{} is not a line of the protocol", quoted(line)));
    }
    Ok(String::new())
}

pub(super) async fn unknown_command(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    ubgi.bench.send("quintet-unknown xyz").await;
    let time = ubgi.bench.scaled(Duration::from_millis(100));
    let lines = ubgi.bench.listen(time).await;
    match lines.as_slice() {
        [] => {}
        [line] if line.trim() == "sorry" => {}
        [line, ..] => return Err(format!("answered by {}", quoted(line)).into()),
    }
    ubgi.decide_behind(1 - lines.len(), &opening("31")).await?;
    Ok(if lines.is_empty() { "ignored" } else { "sorry" }.to_owned())
}

pub(super) async fn line_ends(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let board = opening("31");
    let text = ubgi.text(&board);
    ubgi.bench.send(format!("{text}\r")).await;
    let is_understood = match ubgi.said(ANSWER).await {
        Ok(Said::Action(_, line)) => board.read(&line).is_ok(),
        Ok(Said::Sorry) | Err(_) => false,
    };
    if is_understood {
        return Ok("understood".to_owned());
    }
    Err("a line that ends in CR LF is not understood".into())
}
