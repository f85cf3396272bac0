//! Steps of NBoard outside the search: start, pings, lines, ends.
//!
//! Asks for no move.

use super::super::report::in_words;
use super::super::test_bench::{ANSWER, Found};
pub(super) use super::super::test_bench::{end_of_input, quit};
use super::NBoard;
use crate::protocol::nboard::Reply;
use crate::protocol::quoted;

pub(super) async fn handshake(nboard: &mut NBoard) -> Found {
    if let Err(flaw) = nboard.greet().await {
        let read = |line: &str| matches!(Reply::parse(line), Reply::Pong(_)).then_some(());
        return Err(nboard.bench.see_flush(flaw, read).await);
    }
    nboard.ready = Some(nboard.bench.age());
    Ok(nboard.name.clone())
}

pub(super) async fn name(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    nboard.bench.send("nboard 2").await;
    let (replies, _) = nboard.fence().await?;
    let is_empty = |reply: &Reply| matches!(reply, Reply::MyName(name) if name.trim().is_empty());
    if replies.iter().any(is_empty) {
        return Err("an empty name".into());
    }
    Ok(match nboard.name.as_str() {
        "" => "no name is given, and none is required".to_owned(),
        name => name.to_owned(),
    })
}

pub(super) async fn ping(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    let (_, took) = nboard.fence().await?;
    let numbers = [900, 901, 7];
    for n in numbers {
        nboard.bench.send(format!("ping {n}")).await;
    }
    for n in numbers {
        let read = |line: &str| match Reply::parse(line) {
            Reply::Pong(answer) => Some(answer),
            _ => None,
        };
        let (answer, _) = nboard.bench.find(&format!("`pong {n}`"), ANSWER, read).await?;
        if answer != Some(n) {
            let answer = answer.map_or_else(|| "none".to_owned(), |answer| answer.to_string());
            return Err(format!("the number {answer} instead of {n}").into());
        }
    }
    Ok(in_words(took))
}

pub(super) async fn unknown_command(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    for line in ["quintet-unknown 1 F5", "set quintet-unknown 1", ""] {
        nboard.bench.send(line).await;
    }
    let (replies, _) = nboard.fence().await?;
    match replies.iter().find(|reply| matches!(reply, Reply::Best(_) | Reply::Search(_))) {
        Some(reply) => Err(format!("answered by {}", quoted(reply.to_string())).into()),
        None => Ok("ignored".to_owned()),
    }
}

pub(super) async fn line_ends(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    nboard.bench.send("ping 77\r").await;
    let read = |line: &str| (Reply::parse(line) == Reply::Pong(Some(77))).then_some(());
    let found = nboard.bench.find("`pong 77`", ANSWER, read).await;
    found.map_err(|flaw| format!("a line that ends in CR LF is not understood: {}", flaw.0))?;
    Ok("understood".to_owned())
}
