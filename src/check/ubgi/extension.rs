//! Steps of UBGI about the extension for analyses, for engines that announce it.
//!
//! Asks nothing of the others.

use std::time::Duration;

use super::super::board::Board;
use super::super::report::{counted, in_words};
use super::super::test_bench::{ANSWER, Flaw, Found, Limit, SEARCH, STOP};
use super::super::values;
use super::{Ubgi, board, opening};
use crate::protocol::quoted;
use crate::protocol::ubgi::{AnalysisReply, Reply};

const NOT_ANNOUNCED: &str = "not announced";
/// The first line of an analysis is due at once: a host takes a second of silence as a refusal.
const AT_ONCE: Limit =
    Limit { most: Duration::from_secs(1), brisk: Duration::from_millis(500), ..ANSWER };

impl Ubgi {
    /// Asks for an analysis and waits for its beginning.
    async fn begin_analysis(&mut self, words: &str, board: &Board) -> Result<(), Flaw> {
        self.ready().await?;
        let text = self.text(board);
        self.bench.send(format!("analyse {words} {text}")).await;
        let read = |line: &str| (line.trim() == "analysis start").then_some(());
        self.bench.find("`analysis start`", AT_ONCE, read).await.map(drop)
    }

    /// Reads the lines up to `analysis end`, which must be legal; returns the actions, as written.
    async fn analysed(
        &mut self,
        board: &Board,
        limit: Limit,
    ) -> Result<(Vec<String>, Duration), Flaw> {
        let mut actions = Vec::new();
        let mut flaw = None;
        let read = |line: &str| match Reply::parse(line) {
            Reply::Analysis(AnalysisReply::End) => Some(()),
            Reply::Analysis(AnalysisReply::Line(told)) => {
                if let Err(err) = board.read(&told.action) {
                    flaw.get_or_insert(format!("{}: {err}", quoted(line)));
                }
                if told.rank == 0 || told.equity.is_none() {
                    flaw.get_or_insert(format!("{} has no rank or no equity", quoted(line)));
                }
                actions.push(told.action);
                None
            }
            Reply::Analysis(AnalysisReply::Start) => {
                flaw.get_or_insert("it begins twice".to_owned());
                None
            }
            Reply::Analysis(AnalysisReply::Progress { .. }) => None,
            _ if line.starts_with("analysis ") => {
                flaw.get_or_insert(format!("{} is not in the form of the document", quoted(line)));
                None
            }
            _ => None,
        };
        let ((), took) = self.bench.find("`analysis end`", limit, read).await?;
        match flaw {
            Some(flaw) => Err(flaw.into()),
            None => Ok((actions, took)),
        }
    }
}

pub(super) async fn analyse(ubgi: &mut Ubgi) -> Found {
    if !ubgi.analyses {
        return Ok(NOT_ANNOUNCED.to_owned());
    }
    let mut n_lines = 0;
    for board in [opening("31"), opening("66")] {
        ubgi.begin_analysis("lines 3 ply 0", &board).await?;
        let (actions, _) = ubgi.analysed(&board, SEARCH).await?;
        if actions.is_empty() {
            return Err(format!("no line about {}", board.pos.to_text()).into());
        }
        n_lines += actions.len();
    }
    Ok(counted(n_lines, "line"))
}

pub(super) async fn analyse_cube(ubgi: &mut Ubgi) -> Found {
    if !ubgi.analyses {
        return Ok(NOT_ANNOUNCED.to_owned());
    }
    let double = board("XGID=aBaB--C-A---dE--ac-e----B-:0:0:1:00:0:0:0:0:10");
    for (board, wanted) in [
        (double, &["roll", "double take", "double drop"][..]),
        (opening("D"), &["take", "drop"][..]),
    ] {
        ubgi.begin_analysis("ply 0", &board).await?;
        let (actions, _) = ubgi.analysed(&board, SEARCH).await?;
        if let Some(missing) = wanted.iter().find(|wanted| !actions.iter().any(|a| a == *wanted)) {
            return Err(format!("no line about {}", quoted(missing)).into());
        }
    }
    Ok("all are ranked".to_owned())
}

pub(super) async fn analyse_stop(ubgi: &mut Ubgi) -> Found {
    if !ubgi.analyses {
        return Ok(NOT_ANNOUNCED.to_owned());
    }
    let board = opening("31");
    ubgi.begin_analysis("trials 100000", &board).await?;
    let time = ubgi.bench.scaled(Duration::from_millis(150));
    let lines = ubgi.bench.listen(time).await;
    if lines.iter().any(|line| line.trim() == "analysis end") {
        return Ok("it ended before".to_owned());
    }
    ubgi.bench.send("stop").await;
    let (_, took) = ubgi.analysed(&board, STOP).await?;
    Ok(in_words(took))
}

pub(super) async fn isready(ubgi: &mut Ubgi) -> Found {
    if !ubgi.analyses {
        return Ok(NOT_ANNOUNCED.to_owned());
    }
    ubgi.ready().await?;
    let board = opening("52");
    let text = ubgi.text(&board);
    ubgi.bench.send(text).await;
    ubgi.bench.send("isready").await;
    let mut answered = false;
    let read = |line: &str| {
        answered |= board.read(line).is_ok();
        (line.trim() == "readyok").then_some(())
    };
    let ((), took) = ubgi.bench.find("`readyok`", SEARCH, read).await?;
    if !answered {
        return Err("`readyok` came before the answer to the position".into());
    }
    Ok(in_words(took))
}

pub(super) async fn options(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let mut n_set = 0;
    for line in ubgi.options.clone() {
        let (name, default) =
            see_option(&line).map_err(|flaw| format!("{}: {flaw}", quoted(&line)))?;
        if !ubgi.analyses {
            continue;
        }
        for value in values_of(&line, default) {
            ubgi.bench.send(format!("setoption name {name} value {value}")).await;
            ubgi.bench.send("isready").await;
            n_set += 1;
            let mut is_refused = false;
            let read = |line: &str| {
                is_refused |= line.trim() == "sorry";
                (line.trim() == "readyok").then_some(())
            };
            ubgi.bench.find("`readyok`", ANSWER, read).await?;
            if is_refused {
                return Err(format!("`sorry` to {name} {value}").into());
            }
        }
    }
    Ok(format!("{} of {}", counted(n_set, "value"), counted(ubgi.options.len(), "option")))
}

/// Values to try an option with; its default last, if there is one.
fn values_of(line: &str, default: String) -> Vec<String> {
    let decl = match Reply::parse(line) {
        Reply::Option(decl) => decl,
        _ => return Vec::new(),
    };
    let values = values::within(&decl.name, &decl.kind, ["true", "false"]).into_iter();
    values.chain([default].into_iter().filter(|default| !default.is_empty())).collect()
}

/// `option name NAME type TYPE default VALUE [min N max N] [var X]...`: name and default.
pub(super) fn see_option(line: &str) -> Result<(String, String), &'static str> {
    let rest = line.strip_prefix("option name ").ok_or("it does not begin with `option name`")?;
    let (name, rest) = rest.split_once(" type ").ok_or("it has no type")?;
    let (kind, rest) = rest.split_once(" default").ok_or("it has no default")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let at = |key: &str| words.iter().position(|word| *word == key);
    let end = [at("min"), at("max"), at("var")].into_iter().flatten().min();
    let default = words[..end.unwrap_or(words.len())].join(" ");
    let bound = |key| at(key).and_then(|idx| words.get(idx + 1)?.parse::<i64>().ok());
    let is_admitted = match kind {
        "check" => ["true", "false"].contains(&default.as_str()),
        "spin" => {
            let (min, max) = (bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX));
            default.parse::<i64>().is_ok_and(|value| (min..=max).contains(&value))
        }
        "combo" => format!("{} ", words.join(" ")).contains(&format!("var {default} ")),
        "string" => true,
        _ => return Err("its type is none of check, spin, combo and string"),
    };
    if is_admitted { Ok((name.to_owned(), default)) } else { Err("its default is not admitted") }
}
