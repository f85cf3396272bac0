//! Steps of GUIDE outside the game: greeting, options, pings, lines, ends.
//!
//! Asks for no move.

use std::collections::BTreeSet;
use std::time::Duration;

use super::super::report::{counted, in_words};
use super::super::test_bench::{ANSWER, Flaw, Found, Limit};
use super::super::values;
use super::Guide;
use crate::protocol::guide::Reply;
use crate::protocol::{OptionKind, quoted};

pub(super) async fn handshake(guide: &mut Guide) -> Found {
    let greeted = match guide.greet().await {
        Ok(lines) => lines,
        Err(flaw) => {
            let read = |line: &str| (Reply::parse(line) == Reply::EngineOk).then_some(());
            return Err(guide.bench.see_flush(flaw, read).await);
        }
    };
    guide.ready = Some(guide.bench.age());
    guide.take_greeting(&greeted);
    guide.options = greeted
        .into_iter()
        .filter(|line| line.split_whitespace().next().is_some_and(|word| word == "option"))
        .collect();
    guide.ask_capabilities().await;
    Ok(format!("{}, {}", guide.name, counted(guide.options.len(), "option")))
}

/// An engine that does not know `capabilities` says nothing.
const CAPABILITIES: Limit = Limit { most: Duration::from_secs(1), ..ANSWER };

impl Guide {
    /// Whether it passes the step about them does not matter here.
    async fn ask_capabilities(&mut self) {
        self.bench.send("capabilities").await;
        self.bench.send("ping quintet").await;
        let read = |line: &str| match Reply::parse(line) {
            Reply::Capabilities(commands) => Some(Some(commands)),
            Reply::Pong(_) => Some(None),
            _ => None,
        };
        let found = self.bench.find("`capabilities`", CAPABILITIES, read).await;
        let listed = found.ok().and_then(|(listed, _)| listed);
        self.capabilities = listed.filter(|commands| !commands.is_empty());
    }

    fn take_greeting(&mut self, lines: &[String]) {
        for line in lines {
            match Reply::parse(line) {
                Reply::Name(name) => self.name = name,
                Reply::Author(author) => self.author = Some(author),
                _ => {}
            }
        }
    }
}

pub(super) async fn id(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let is_told = |guide: &Guide| !guide.name.is_empty() && guide.author.is_some();
    if !is_told(guide) {
        // The document describes an answer to a command that it does not list.
        guide.bench.send("guide").await;
        let (replies, _) = guide.fence().await?;
        let lines: Vec<String> = replies.iter().map(Reply::to_string).collect();
        guide.take_greeting(&lines);
    }
    match &guide.author {
        _ if guide.name.is_empty() => Err("no `name`, although `guide` was sent".into()),
        None => Err("no `author`, although `guide` was sent".into()),
        Some(author) => Ok(format!("{} by {author}", guide.name)),
    }
}

/// An option, read strictly by the document.
struct Declared {
    id: String,
    name: String,
    default: i64,
    kind: OptionKind,
}

impl Declared {
    /// Values as `setoption` writes them: a choice by its place.
    fn told(&self, values: Vec<String>) -> Vec<String> {
        match &self.kind {
            OptionKind::Choice(choices) => {
                let past = |value: &String| choices.iter().position(|choice| choice == value);
                let place = |value: &String| past(value).unwrap_or(choices.len()).to_string();
                values.iter().map(place).collect()
            }
            _ => values,
        }
    }
}

/// `3 Hash_Table type 3 default 6 var off var 64K`.
fn declared(line: &str) -> Result<Declared, Flaw> {
    let flaw = |what: &str| Flaw(format!("{}: {what}", quoted(line)));
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let [id, name, "type", kind, rest @ ..] = words.as_slice() else {
        return Err(flaw("it is not a number, a name of one word, `type` and a type"));
    };
    id.parse::<u32>().map_err(|_error| flaw("its number is none"))?;
    let value = |key: &str| {
        let at = rest.iter().position(|word| *word == key)?;
        rest.get(at + 1).copied()
    };
    let number = |key: &str| match value(key) {
        None => Ok(None),
        Some(text) => text
            .parse::<i64>()
            .map(Some)
            .map_err(|_error| flaw(&format!("its {key} is not a number"))),
    };
    let (default, kind) = match *kind {
        "check" | "1" => match value("default") {
            Some("0" | "false") => (0, OptionKind::Bool),
            Some("1" | "true") => (1, OptionKind::Bool),
            _ => return Err(flaw("its default is neither true nor false")),
        },
        "spin" | "2" => {
            let default = number("default")?.ok_or_else(|| flaw("it has no default"))?;
            let (min, max) = (number("min")?, number("max")?);
            if min.is_some_and(|min| default < min) || max.is_some_and(|max| max < default) {
                return Err(flaw("its default is beyond its limits"));
            }
            let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            (default, OptionKind::Int { min, max })
        }
        "combo" | "3" => {
            let choices: Vec<String> = rest
                .windows(2)
                .filter(|pair| pair[0] == "var")
                .map(|pair| pair[1].to_owned())
                .collect();
            let default = number("default")?.ok_or_else(|| flaw("it has no default"))?;
            if usize::try_from(default).is_ok_and(|default| default < choices.len()) {
                (default, OptionKind::Choice(choices))
            } else {
                return Err(flaw("its default is not the place of one of its choices"));
            }
        }
        _ => return Err(flaw("its type is none of check, spin and combo")),
    };
    Ok(Declared { id: (*id).to_owned(), name: (*name).to_owned(), default, kind })
}

pub(super) async fn options(guide: &mut Guide) -> Found {
    let mut ids = BTreeSet::new();
    for line in &guide.options {
        let option = declared(line)?;
        if !ids.insert(option.id.clone()) {
            return Err(format!("two options have the number {}", option.id).into());
        }
    }
    Ok(counted(ids.len(), "option"))
}

pub(super) async fn setoption(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let mut n_set = 0;
    for line in guide.options.clone() {
        let Ok(option) = declared(&line) else { continue };
        let mut values = values::within(&option.name, &option.kind, ["0", "1"]);
        // The last value of a choice may be the largest table.
        if let OptionKind::Choice(choices) = &option.kind
            && values::is_costly(&option.name)
        {
            values.truncate(choices.len().div_ceil(2));
        }
        let mut told = option.told(values);
        told.push(option.default.to_string());
        for value in told {
            guide.bench.send(format!("setoption {} {value}", option.id)).await;
            n_set += 1;
            if let Some(message) = guide.error_before_pong().await? {
                // An error may mean only that.
                guide.bench.warn(format!("setoption {} {value}: error {message}", option.id));
            }
        }
    }
    Ok(format!("{} of {}", counted(n_set, "value"), counted(guide.options.len(), "option")))
}

/// The document does not say what an engine does then; engines that end are hard to host.
pub(super) async fn out_of_limits(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let mut tries = vec![("999".to_owned(), "1".to_owned(), None)];
    for line in guide.options.clone() {
        let Ok(option) = declared(&line) else { continue };
        let bad = option.told(values::beyond(&option.kind));
        tries.extend(bad.into_iter().map(|bad| (option.id.clone(), bad, Some(option.default))));
    }
    for (id, bad, default) in &tries {
        guide.ready().await?;
        guide.bench.send(format!("setoption {id} {bad}")).await;
        let fenced = guide.fence().await.map_err(|flaw| Flaw(format!("{id} {bad}: {}", flaw.0)));
        if guide.bench.gently(fenced).await.is_some()
            && let Some(default) = default
        {
            guide.bench.send(format!("setoption {id} {default}")).await;
        }
    }
    Ok(format!("{} tried", counted(tries.len(), "value")))
}

impl Guide {
    /// The error in answer to the last command.
    async fn error_before_pong(&mut self) -> Result<Option<String>, Flaw> {
        let (replies, _) = self.fence().await?;
        Ok(replies.into_iter().find_map(|reply| match reply {
            Reply::Error(message) => Some(message),
            _ => None,
        }))
    }
}

pub(super) async fn capabilities(guide: &mut Guide) -> Found {
    guide.ready().await?;
    guide.bench.send("capabilities").await;
    let (replies, _) = guide.fence().await?;
    let listed = replies.into_iter().find_map(|reply| match reply {
        Reply::Capabilities(commands) => Some(commands),
        _ => None,
    });
    match listed {
        None => Err("not answered; the command is only named where its answer is described".into()),
        Some(commands) if commands.is_empty() => Err("an empty list".into()),
        Some(commands) => Ok(counted(commands.len(), "command")),
    }
}

pub(super) async fn ping(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let (_, took) = guide.fence().await?;
    guide.bench.send("ping A b=C 3.5").await;
    let read = |line: &str| match Reply::parse(line) {
        Reply::Pong(text) => Some(text),
        _ => None,
    };
    let (text, _) = guide.bench.find("`pong`", ANSWER, read).await?;
    if text.trim_end() != "A b=C 3.5" {
        return Err(format!("`pong {text}` instead of `pong A b=C 3.5`").into());
    }
    Ok(in_words(took))
}

pub(super) async fn separators(guide: &mut Guide) -> Found {
    guide.ready().await?;
    for (what, sent) in [
        ("a tabulator", "ping a\tping b\tping c"),
        ("CR LF", "ping a\r\nping b\r\n\r\nping c\r"),
        ("a byte 1", "ping a\u{1}ping b\u{1}\u{1}ping c"),
    ] {
        guide.bench.send(sent).await;
        for expected in ["a", "b", "c"] {
            let read = |line: &str| match Reply::parse(line) {
                Reply::Pong(text) => Some(text),
                _ => None,
            };
            let found = guide.bench.find("`pong`", ANSWER, read).await;
            let (text, _) = found.map_err(|flaw| format!("after {what}: {}", flaw.0))?;
            if text.trim() != expected {
                return Err(
                    format!("`pong {text}` instead of `pong {expected}` after {what}").into()
                );
            }
        }
    }
    Ok("understood".to_owned())
}

pub(super) async fn escape(guide: &mut Guide) -> Found {
    guide.ready().await?;
    for line in ["#qnt nothing 0", "new #qnt nothing"] {
        guide.bench.send(line).await;
        if let Some(message) = guide.error_before_pong().await? {
            guide.bench.warn(format!("answered an error: {message}"));
        }
    }
    // The command before it is still done.
    guide.bench.send("ping 1 #qnt").await;
    let read = |line: &str| match Reply::parse(line) {
        Reply::Pong(text) => Some(text),
        _ => None,
    };
    let (text, _) = guide.bench.find("`pong`", ANSWER, read).await?;
    if text.trim() != "1" {
        return Err(format!("`ping 1 #qnt` is answered by `pong {text}`").into());
    }
    Ok("ignored".to_owned())
}

pub(super) async fn unknown_command(guide: &mut Guide) -> Found {
    guide.ready().await?;
    guide.bench.send("quintet-unknown 1 2 3").await;
    match guide.error_before_pong().await? {
        Some(message) => Ok(format!("error: {message}")),
        None => Ok("ignored".to_owned()),
    }
}

pub(super) async fn quit(guide: &mut Guide) -> Found {
    guide.ready().await?;
    guide.see_quit().await
}

impl Guide {
    /// Sends `quit`, and waits for the answer and the end of the engine.
    pub(super) async fn see_quit(&mut self) -> Found {
        self.bench.expect_leaving();
        self.bench.send("quit").await;
        let read = |line: &str| (Reply::parse(line) == Reply::Quit).then_some(());
        let found = self.bench.find("`quit` in answer", ANSWER, read).await;
        let ((), took) = found?;
        // The connection belongs to the host, which may close it now.
        let ended = self.bench.end_input().await?;
        Ok(format!("answered after {}, {ended}", in_words(took)))
    }
}

pub(super) async fn end_of_connection(guide: &mut Guide) -> Found {
    guide.ready().await?;
    if !guide.bench.is_process() {
        return Ok("it was not started here, and may go on".to_owned());
    }
    guide.bench.end_input().await
}
