//! Steps of GUIDE around the search: positions, levels, halts, analysis.
//!
//! Looks at the engine's board only through its moves.

use std::time::Duration;

use super::super::board::Board;
use super::super::report::{counted, in_words};
use super::super::test_bench::{Flaw, Found, Limit, OVERTIME, SEARCH, STOP};
use super::{Guide, board};
use crate::protocol::guide::Reply;
use crate::protocol::quoted;

impl Guide {
    /// Searches the current position, to its legal answer.
    pub(super) async fn go(
        &mut self,
        board: &Board,
        level: &str,
        limit: Limit,
    ) -> Result<(String, Duration), Flaw> {
        self.bench.send(level).await;
        self.bench.send("go 0 0").await;
        let moved = self.wait_move(board, limit).await;
        moved.map_err(|flaw| Flaw(format!("`{level}`: {}", flaw.0)))
    }

    /// Waits for a move and judges it.
    async fn wait_move(&mut self, board: &Board, limit: Limit) -> Result<(String, Duration), Flaw> {
        let read = |line: &str| match Reply::parse(line) {
            Reply::Move(mv) => Some(Ok(mv.to_string())),
            Reply::OddMove(text) => Some(Err(format!("`move {text}` is not in the move format"))),
            Reply::Error(message) => Some(Err(format!("error instead of a move: {message}"))),
            _ => None,
        };
        let (mv, took) = self.bench.find("`move`", limit, read).await?;
        Ok((board.read(&mv?)?.0, took))
    }

    /// Sets up a position and searches it.
    async fn think(
        &mut self,
        board: &Board,
        level: &str,
        limit: Limit,
    ) -> Result<(String, Duration), Flaw> {
        self.ready().await?;
        self.tell_game(board).await;
        self.go(board, level, limit).await
    }

    /// Begins a search that ends at `halt` at the latest, and gives it a moment. Returns the
    /// finding if it has ended by itself, which the document permits: the engine reached its
    /// greatest depth.
    async fn begin(&mut self, board: &Board) -> Result<Option<String>, Flaw> {
        self.ready().await?;
        self.tell_game(board).await;
        self.bench.send("levelsinfiniteanalysis").await;
        self.bench.send("go 0 0").await;
        let (replies, _) = self.fence().await?;
        let Some(mv) = replies.iter().find_map(|reply| match reply {
            Reply::Move(mv) => Some(mv.to_string()),
            Reply::OddMove(text) => Some(text.clone()),
            _ => None,
        }) else {
            return Ok(None);
        };
        board.read(&mv)?;
        Ok(Some(format!("{mv}: the search ended by itself, as it may")))
    }

    /// A fence: no move may have been played before it.
    async fn no_move_before_pong(&mut self, otherwise: &str) -> Result<(), Flaw> {
        let (replies, _) = self.fence().await?;
        no_move(&replies, otherwise)
    }
}

fn no_move(replies: &[Reply], otherwise: &str) -> Result<(), Flaw> {
    match replies.iter().find(|reply| matches!(reply, Reply::Move(_) | Reply::OddMove(_))) {
        Some(mv) => Err(Flaw(format!("{otherwise}: {mv}"))),
        None => Ok(()),
    }
}

fn middle() -> Board {
    board(None).open(7, 14)
}

pub(super) async fn positions(guide: &mut Guide) -> Found {
    let texts = [
        board(None).pos.to_text(),
        middle().pos.to_text(),
        board(None).wander(3, 45).pos.to_text(),
        "W:WK46,32:BK5,19".to_owned(),
        "B:W28,32,37,38:B8,13,19,24,K2".to_owned(),
        "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24".to_owned(),
    ];
    guide.ready().await?;
    for text in &texts {
        let board = board(Some(text));
        match guide.lacks(&["position"]) {
            None => guide.bench.send(format!("position {}", board.root().start)).await,
            Some(_) => guide.tell_game(&board).await,
        }
        guide.go(&board, guide.short_level(), SEARCH).await?;
    }
    Ok(counted(texts.len(), "legal answer"))
}

pub(super) async fn forced_mode(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let board = middle();
    guide.tell_game(&self::board(None)).await;
    guide.bench.send(guide.short_level()).await;
    guide.bench.send("opponents engine-engine").await;
    for step in board.steps() {
        guide.bench.send(format!("move {step}")).await;
    }
    let time = guide.bench.scaled(Duration::from_millis(200));
    for line in guide.bench.listen(time).await {
        if matches!(Reply::parse(&line), Reply::Move(_) | Reply::SearchInfo(_)) {
            return Err(format!("{} without `go`", quoted(line)).into());
        }
    }
    guide.fence().await?;
    guide.bench.send("opponents player-player").await;
    Ok("nothing is done unasked".to_owned())
}

pub(super) async fn forced_move(guide: &mut Guide) -> Found {
    let board = board(Some("W:W28,48:B22,3"));
    let (mv, took) = guide.think(&board, guide.short_level(), SEARCH).await?;
    Ok(format!("{mv} after {}", in_words(took)))
}

pub(super) async fn bad_position(guide: &mut Guide) -> Found {
    guide.ready().await?;
    guide.bench.send("position white wwbbee").await;
    let (replies, _) = guide.fence().await?;
    if !replies.iter().any(|reply| matches!(reply, Reply::Error(_))) {
        guide.bench.warn("no `error` is answered to a position of six squares");
    }
    guide.think(&middle(), guide.short_level(), SEARCH).await?;
    Ok("refused, and the next position is searched".to_owned())
}

pub(super) async fn fixed_depth(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["levelsfixeddepth"]) {
        return Ok(lacking);
    }
    let (_, took) = guide.think(&middle(), "levelsfixeddepth 5", SEARCH).await?;
    Ok(in_words(took))
}

pub(super) async fn fixed_time(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["levelsfixedtime"]) {
        return Ok(lacking);
    }
    let limit = OVERTIME.after(Duration::from_secs(1));
    let (_, took) = guide.think(&middle(), "levelsfixedtime 1", limit).await?;
    Ok(format!("{} of 1 s", in_words(took)))
}

pub(super) async fn blitz(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["levelsblitzgame"]) {
        return Ok(lacking);
    }
    let without = guide.timed("levelsblitzgame 2 0", Duration::from_secs(2)).await?;
    let with = guide.timed("levelsblitzgame 1 1", Duration::from_secs(2)).await?;
    Ok(format!("{without}; with a gain {with}"))
}

pub(super) async fn long(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["levelslonggame"]) {
        return Ok(lacking);
    }
    guide.timed("levelslonggame 5 10 5 10 5", Duration::from_secs(5)).await
}

impl Guide {
    /// A search that must end before its clock.
    async fn timed(&mut self, level: &str, clock: Duration) -> Found {
        let limit = OVERTIME.on_clock(clock);
        let (_, took) = self.think(&middle(), level, limit).await?;
        Ok(format!("{} of {}", in_words(took), in_words(clock)))
    }
}

pub(super) async fn searchinfo(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let board = middle();
    guide.tell_game(&board).await;
    let level = if guide.lacks(&["levelsfixeddepth"]).is_none() {
        "levelsfixeddepth 6"
    } else {
        guide.short_level()
    };
    guide.bench.send(level).await;
    guide.bench.send("go 0 0").await;
    let mut lines = Vec::new();
    let read = |line: &str| match Reply::parse(line) {
        Reply::SearchInfo(_) => {
            lines.push(line.to_owned());
            None
        }
        Reply::Move(_) => Some(()),
        _ => None,
    };
    guide.bench.find("`move`", SEARCH, read).await?;
    for line in &lines {
        let Some(odd) = see_info(&board, line)? else { continue };
        guide.bench.warn(odd);
    }
    Ok(counted(lines.len(), "line"))
}

/// Judges one line of information; returns what is odd about it.
fn see_info(board: &Board, line: &str) -> Result<Option<String>, Flaw> {
    // The part after `#` is optional.
    let open = line.split_once('#').map_or(line, |(open, _)| open);
    let mut words = open.split_whitespace();
    let odd = match words.next() {
        Some("searchInfo") | None => None,
        Some(word) => Some(format!("{} is written searchInfo in the document", quoted(word))),
    };
    let mut words = words.peekable();
    while let Some(token) = words.next() {
        match token {
            "currmovenumber" | "neval" | "nodes" | "ply" => {
                let value = words.next().unwrap_or_default();
                let number = value.parse::<u64>();
                number.map_err(|_error| {
                    format!(
                        "{token} {value} is not a count in {line}",
                        value = quoted(value),
                        line = quoted(line)
                    )
                })?;
            }
            "score" | "time" => {
                let value = words.next().unwrap_or_default();
                if !value.parse::<f64>().is_ok_and(f64::is_finite) {
                    return Err(format!(
                        "{token} {value} is not a number in {line}",
                        value = quoted(value),
                        line = quoted(line)
                    )
                    .into());
                }
            }
            "string" => return Ok(odd),
            "currmove" => {
                while words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())).is_some()
                {
                }
            }
            "pv" => {
                let is_move = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
                let moves = std::iter::from_fn(|| words.next_if(is_move));
                if let Err(err) = board.follow(moves) {
                    return Ok(Some(format!("in the line of {}: {err}", quoted(line))));
                }
            }
            other => {
                return Ok(Some(format!(
                    "{other} is not a search token, in {line}",
                    other = quoted(other),
                    line = quoted(line)
                )));
            }
        }
    }
    Ok(odd)
}

pub(super) async fn halt_1(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["halt", "levelsinfiniteanalysis"]) {
        return Ok(lacking);
    }
    let board = middle();
    if let Some(ended) = guide.begin(&board).await? {
        return Ok(ended);
    }
    guide.bench.send("halt 1").await;
    let (mv, took) = guide.wait_move(&board, STOP).await?;
    guide.no_move_before_pong("moves twice").await?;
    guide.see_board(&board.after(&mv), "halt", &format!("after its move {mv}")).await?;
    Ok(format!("{mv} after {}", in_words(took)))
}

pub(super) async fn halt_0(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["halt", "levelsinfiniteanalysis"]) {
        return Ok(lacking);
    }
    let board = middle();
    if let Some(ended) = guide.begin(&board).await? {
        return Ok(ended);
    }
    guide.bench.send("halt 0").await;
    guide.no_move_before_pong("a move").await?;
    // It is over: the next search begins on the same board.
    let (mv, _) = guide.go(&board, guide.short_level(), SEARCH).await?;
    Ok(format!("no move; then {mv}"))
}

pub(super) async fn halt_idle(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["halt"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    guide.tell_game(&middle()).await;
    for command in ["halt 0", "halt 1"] {
        guide.bench.send(command).await;
        guide.no_move_before_pong(&format!("`{command}` is answered by a move")).await?;
    }
    Ok("no move".to_owned())
}

pub(super) async fn ping_search(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["halt", "levelsinfiniteanalysis"]) {
        return Ok(lacking);
    }
    let board = middle();
    if let Some(ended) = guide.begin(&board).await? {
        return Ok(ended);
    }
    let (_, took) = guide.fence().await?;
    guide.bench.send("halt 1").await;
    guide.wait_move(&board, STOP).await?;
    Ok(in_words(took))
}

pub(super) async fn analysis(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["enginemode", "halt", "levelsinfiniteanalysis"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    guide.bench.send("enginemode 2").await;
    if guide.begin(&middle()).await?.is_none() {
        guide.bench.send("halt 0").await;
        guide.no_move_before_pong("a move").await?;
    }
    guide.bench.send("enginemode 0").await;
    guide.think(&middle(), guide.short_level(), SEARCH).await?;
    Ok("halted, and plays again in mode 0".to_owned())
}

pub(super) async fn game_analysis(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["enginemode", "game", "halt"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    let board = board(None).wander(9, 6);
    guide.tell_game(&board).await;
    for line in ["enginemode 1 10", guide.short_level(), "go 0 0"] {
        guide.bench.send(line).await;
    }
    let mut n_comments = 0;
    let time = guide.bench.pause(Duration::from_millis(500));
    for line in guide.bench.listen(time).await {
        match Reply::parse(&line) {
            Reply::SetComment { ply, .. } if ply as usize <= board.steps().len() => n_comments += 1,
            Reply::SetComment { ply, .. } => {
                return Err(format!("a comment on move {ply} of {}", board.steps().len()).into());
            }
            Reply::Chatter(text) if text.starts_with("setcomment") => {
                return Err(format!("{} has no number", quoted(text)).into());
            }
            _ => {}
        }
    }
    guide.bench.send("halt 0").await;
    guide.fence().await?;
    guide.bench.send("enginemode 0").await;
    guide.think(&middle(), guide.short_level(), SEARCH).await?;
    Ok(counted(n_comments, "comment"))
}

pub(super) async fn terminal(guide: &mut Guide) -> Found {
    guide.ready().await?;
    guide.tell_game(&board(Some("W:W46:B37,41"))).await;
    guide.bench.send(guide.short_level()).await;
    guide.bench.send("go 0 0").await;
    guide.bench.send("halt 1").await;
    let fenced = guide.fence().await;
    let Some((replies, _)) = guide.bench.gently(fenced).await else { return Ok(String::new()) };
    no_move(&replies, "a move where there is none")?;
    Ok("no move".to_owned())
}

pub(super) async fn quit(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["levelsinfiniteanalysis"]) {
        return Ok(lacking);
    }
    guide.begin(&middle()).await?;
    let ended = guide.see_quit().await?;
    Ok(ended)
}
