//! Steps of UBGI's later dialects around positions, and about lines as such.
//!
//! Does not judge how good an answer is.

use std::time::Duration;

use super::super::super::report::{counted, in_words};
use super::super::super::test_bench::{ANSWER, Flaw, Found, OVERTIME, SEARCH};
use super::super::{Document, Ubgi, board, opening};
use super::{Play, is_error};
use crate::protocol::quoted;
use crate::protocol::ubgi::{Best, Reply, may_mean_form};

/// Nothing can be played here.
const CLOSED_OUT: &str = "XGID=-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10";

pub(super) async fn id(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let [name, author, _] = &ubgi.ids;
    let shown = name.clone().unwrap_or_default();
    let missing = [("id name", name.is_some()), ("id author", author.is_some())];
    let says_version = |line: &String| line.trim() == "proto 0.2";
    let proto = ("proto 0.2", ubgi.greeting.iter().any(says_version));
    let wanted = missing.into_iter().chain((ubgi.judged_by == Document::V2).then_some(proto));
    let missing: Vec<&str> = wanted.filter(|(_, is_told)| !is_told).map(|(what, _)| what).collect();
    match missing.as_slice() {
        [] => Ok(shown),
        missing => Err(format!("no {} before `ubgiok`", missing.join(", ")).into()),
    }
}

pub(super) async fn banner(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let known: &[&str] = match ubgi.judged_by {
        Document::Draft | Document::V1 => &["id ", "option "],
        Document::V2 => &["id ", "proto ", "key "],
    };
    let is_known = |line: &&String| known.iter().any(|head| line.starts_with(head));
    match ubgi.greeting.iter().find(|line| !is_known(line)) {
        Some(line) => Err(format!("{} is not a line of the protocol", quoted(line)).into()),
        None => Ok(String::new()),
    }
}

pub(super) async fn isready(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let began = std::time::Instant::now();
    ubgi.tell(&[], ANSWER).await?;
    Ok(in_words(began.elapsed()))
}

pub(super) async fn unknown_command(ubgi: &mut Ubgi) -> Found {
    if let Some(flaw) = ubgi.is_refused("quintet-unknown 1 2").await? {
        return Err(flaw.into());
    }
    ubgi.chequer(&opening("31")).await?;
    Ok("an error".to_owned())
}

pub(super) async fn newgame(ubgi: &mut Ubgi) -> Found {
    ubgi.do_tell(&["newgame".to_owned()]).await?;
    Ok(format!("then plays {}", ubgi.chequer(&opening("31")).await?.mv))
}

pub(super) async fn positions(ubgi: &mut Ubgi) -> Found {
    let boards = [
        opening("31"),
        opening("64"),
        opening("55"),
        board("XGID=-a--BBD-B---dC---c-e-a-aA-:1:1:1:42:0:0:0:0:10"),
        board("XGID=-a----E-C---dD---c-e-a--BA:0:0:1:43:0:0:0:0:10"),
        board("XGID=-CCCBBB-----------bbbccc--:0:0:1:64:0:0:0:0:10"),
        board("XGID=---BBBCCC---------cccbbb--:2:-1:1:11:0:0:0:0:10"),
    ];
    for board in &boards {
        ubgi.chequer(board).await?;
    }
    if ubgi.judged_by == Document::V2 {
        ubgi.play(&boards[0], "go", SEARCH).await?;
    }
    Ok(counted(boards.len(), "legal play"))
}

pub(super) async fn one_answer(ubgi: &mut Ubgi) -> Found {
    ubgi.chequer(&opening("42")).await?;
    let time = Duration::from_millis(100);
    let late = ubgi.bench.survives(time, "a second answer").await?;
    match late.iter().find(|line| line.starts_with("best")) {
        Some(line) => Err(format!("a second answer: {line}").into()),
        None => Ok("one".to_owned()),
    }
}

pub(super) async fn bestmoveid(ubgi: &mut Ubgi) -> Found {
    let mut n_told = 0;
    for board in [opening("31"), opening("66")] {
        let told = ubgi.chequer(&board).await?;
        let Some(id) = told.id else { continue };
        let meant = board.read(&id)?.0;
        if meant != told.mv {
            return Err(format!("bestmove {} and bestmoveid {id} ({meant})", told.text).into());
        }
        n_told += 1;
    }
    Ok(if n_told > 0 { "the same" } else { "not given, which is allowed" }.to_owned())
}

pub(super) async fn move_form(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    for (xgid, words) in [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:0:10", None),
        ("XGID=-a----E-C---dD---c-e-a--BA:0:0:1:43:0:0:0:0:10", Some("bar")),
        ("XGID=-CCCBBB-----------bbbccc--:0:0:1:66:0:0:0:0:10", Some("off")),
    ] {
        let text = ubgi.chequer(&board(xgid)).await?.text;
        if !text.split_whitespace().all(is_pair) {
            return Err(format!("{} is not made of pairs such as 24/18", quoted(text)).into());
        }
        let has = |word: &str| text.split(['/', ' ']).any(|point| point == word);
        // The first dialect does not mention the bar.
        if let (Document::V2, Some(word)) = (ubgi.judged_by, words.filter(|word| !has(word))) {
            return Err(
                format!("{text} has no {word}", text = quoted(text), word = quoted(word)).into()
            );
        }
        seen.push(text);
    }
    Ok(seen.join(", "))
}

/// `24/18`, `bar/20`, `6/off`.
fn is_pair(text: &str) -> bool {
    let is_point = |point: &str| {
        let number = point.parse::<u8>().is_ok_and(|point| point <= 25);
        number || point == "bar" || point == "off"
    };
    text.split_once('/').is_some_and(|(from, to)| is_point(from) && is_point(to))
}

pub(super) async fn no_play(ubgi: &mut Ubgi) -> Found {
    ubgi.place(&board(CLOSED_OUT)).await?;
    let go = ubgi.go("chequer");
    let lines = ubgi.search(&go, SEARCH).await?;
    match Reply::parse(&lines[0]) {
        Reply::Best(Best::Move(text)) if text == "pass" => Ok("pass".to_owned()),
        Reply::Error(_) if ubgi.judged_by == Document::V1 => Ok(lines[0].clone()),
        _ => Err(format!("{} where nothing can be played", quoted(&lines[0])).into()),
    }
}

pub(super) async fn xgid(ubgi: &mut Ubgi) -> Found {
    let board = opening("52");
    let xgid = board.pos.to_text();
    let lines = [format!("position xgid {xgid}"), "dice 5 2".to_owned()];
    let heard = ubgi.tell(&lines, ANSWER).await?;
    if let Some(error) = heard.into_iter().find(|line| is_error(line)) {
        return Ok(error);
    }
    let go = ubgi.go("chequer");
    let answer = ubgi.search(&go, SEARCH).await?.swap_remove(0);
    match Reply::parse(&answer) {
        Reply::Best(Best::Move(text)) => Ok(board.read(&text)?.0),
        _ => Err(format!("{} after {}", quoted(answer), quoted(&lines[0])).into()),
    }
}

pub(super) async fn context(ubgi: &mut Ubgi) -> Found {
    let lines = [
        "newsession type match length 7 crawford off",
        "setscore 2 3",
        "setcube value 2 owner p0",
        "setturn p0",
        "newsession type money jacoby on",
        "setcube value 1 owner center",
    ];
    let mut n_refused = 0;
    for line in lines {
        let heard = ubgi.tell(&[line.to_owned()], ANSWER).await?;
        match heard.iter().find(|line| !line.is_empty()) {
            Some(said) if is_error(said) => n_refused += 1,
            Some(said) => {
                return Err(format!(
                    "{line} is answered by {said}",
                    line = quoted(line),
                    said = quoted(said)
                )
                .into());
            }
            None => {}
        }
    }
    ubgi.chequer(&opening("31")).await?;
    Ok(match n_refused {
        0 => "taken".to_owned(),
        n => format!("{n} of {} are not known, and need not be", lines.len()),
    })
}

pub(super) async fn cube(ubgi: &mut Ubgi) -> Found {
    ubgi.place(&opening("00")).await?;
    let go = ubgi.go("cube");
    let answer = ubgi.search(&go, SEARCH).await?.swap_remove(0);
    match Reply::parse(&answer) {
        Reply::Error(_) => Ok(answer),
        Reply::Best(Best::Cube(word)) if ["double", "nodouble"].contains(&word.as_str()) => {
            Ok(word)
        }
        _ => Err(format!("`{go}` is answered by {}", quoted(answer)).into()),
    }
}

pub(super) async fn turn(ubgi: &mut Ubgi) -> Found {
    let board = opening("31");
    ubgi.place(&board).await?;
    let go = ubgi.go("turn");
    let answer = ubgi.search(&go, SEARCH).await?.swap_remove(0);
    let Reply::Best(Best::Turn { cube, mv }) = Reply::parse(&answer) else {
        let is_error = is_error(&answer);
        let otherwise = format!("`{go}` is answered by {}", quoted(&answer)).into();
        return if is_error { Ok(answer) } else { Err(otherwise) };
    };
    if !["double", "nodouble"].contains(&cube.as_str()) {
        return Err(format!("cube={cube} in {}", quoted(answer)).into());
    }
    // An engine that doubles first need not say how to play.
    if cube == "nodouble" || !mv.is_empty() {
        board.read(&mv)?;
    }
    Ok(answer)
}

/// Limits are optional: hosts ask again without those that are refused, and so do matches here.
/// They can do so only if the refusal does not name another reason.
pub(super) async fn limits(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    let time = Duration::from_millis(300);
    let board = opening("61");
    for (limit, given) in
        [("movetime 300", time), ("depth 1", Duration::ZERO), ("nodes 100", Duration::ZERO)]
    {
        let plain = ubgi.go("chequer");
        let go = format!("{plain} {limit}");
        let given = if given.is_zero() { SEARCH } else { OVERTIME.after(given) };
        ubgi.place(&board).await?;
        let searched = ubgi.search(&go, given).await;
        let Some(lines) = ubgi.bench.gently(searched).await else { continue };
        let Some(error) = lines.iter().find(|line| is_error(line)) else {
            let played = ubgi.play(&board, &go, given).await;
            seen.extend(ubgi.bench.gently(played).await.map(|told| told.mv));
            continue;
        };
        let is_form = may_mean_form(error);
        let error = quoted(error);
        if !is_form {
            let why =
                format!("`{go}` is answered by {error}, so it is not asked without the limit");
            return Err(why.into());
        }
        // An illegal or missing play would lose a game of a match.
        let played = ubgi.chequer(&board).await;
        let Play { mv, .. } = played.map_err(|flaw| {
            let flaw = flaw.0;
            Flaw(format!("`{go}` is answered by {error}, and then the plain one fails: {flaw}"))
        })?;
        let name = limit.split_whitespace().next().unwrap_or_default();
        ubgi.bench
            .warn(format!("{name} is refused by {error}: hosts have to ask again by `{plain}`"));
        seen.push(mv);
    }
    Ok(seen.join(", "))
}

pub(super) async fn missing_context(ubgi: &mut Ubgi) -> Found {
    ubgi.greet().await?;
    let answer = ubgi.search(&ubgi.go("chequer"), SEARCH).await?.swap_remove(0);
    if is_error(&answer) {
        Ok(answer)
    } else {
        Err(format!("answered by {}", quoted(answer)).into())
    }
}

pub(super) async fn bad_arguments(ubgi: &mut Ubgi) -> Found {
    for line in ["position gnubgid nonsense", "dice 0 7", "dice x"] {
        if let Some(flaw) = ubgi.is_refused(line).await? {
            return Err(flaw.into());
        }
    }
    ubgi.chequer(&opening("31")).await?;
    Ok("refused, and the next position is played".to_owned())
}

pub(super) async fn error_codes(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    for line in ["quintet-unknown", "dice 0 7", "position gnubgid nonsense", "get quintet.unknown"]
    {
        for said in ubgi.tell(&[line.to_owned()], ANSWER).await? {
            let Some(rest) = said.strip_prefix("error") else { continue };
            let code = rest.split_whitespace().next().unwrap_or_default();
            if !["bad_command", "bad_value", "bad_state", "unsupported"].contains(&code) {
                return Err(format!(
                    "{said} is answered to {line}",
                    said = quoted(said),
                    line = quoted(line)
                )
                .into());
            }
            seen.push(code.to_owned());
        }
    }
    Ok(seen.join(", "))
}

pub(super) async fn stop_idle(ubgi: &mut Ubgi) -> Found {
    let heard = ubgi.tell(&["stop".to_owned()], ANSWER).await?;
    if let Some(line) = heard.iter().find(|line| line.starts_with("best")) {
        return Err(format!("{}, which was not asked for", quoted(line)).into());
    }
    ubgi.chequer(&opening("31")).await?;
    Ok(heard.first().cloned().unwrap_or_else(|| "no answer".to_owned()))
}

pub(super) async fn terminal(ubgi: &mut Ubgi) -> Found {
    // All checkers of the side to play are off; the opponent has two left.
    let over = "position gnubgid AwAAAAAAAAAAAA".to_owned();
    let heard = ubgi.tell(&[over, "dice 3 1".to_owned()], ANSWER).await?;
    if !heard.iter().any(|line| is_error(line)) {
        let answer = ubgi.search(&ubgi.go("chequer"), SEARCH).await?.swap_remove(0);
        if let Reply::Best(Best::Move(text)) = Reply::parse(&answer)
            && text.contains('/')
        {
            return Err(format!("{text} where nothing is left to move").into());
        }
    }
    ubgi.chequer(&opening("31")).await?;
    Ok("no play is made up".to_owned())
}

pub(super) async fn line_ends(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    ubgi.bench.send("isready\r").await;
    let read = |line: &str| match line.trim() {
        "readyok" => Some(true),
        line if is_error(line) => Some(false),
        _ => None,
    };
    match ubgi.bench.find("`readyok`", ANSWER, read).await? {
        (true, _) => Ok("understood".to_owned()),
        (false, _) => Err("a line that ends in CR LF is not understood".into()),
    }
}
