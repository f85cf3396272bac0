//! Steps of NBoard around the search: games, answers, hints, pings.
//!
//! Does not judge how good a move is.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::super::board::Board;
use super::super::report::{counted, in_words};
use super::super::test_bench::{ANSWER, Flaw, Found, Limit, OVERTIME, SEARCH};
use super::super::wire::Next;
use super::{ENDLESS, NBoard, SHALLOW, board};
use crate::protocol::nboard::{Best, Reply};
use crate::protocol::{EngineClock, quoted};

/// A line of analysis, in words.
const HINT: &str = "line `search` or `book`";

impl NBoard {
    /// Sets up a game, says `go`, and gives the legal answer.
    async fn think(&mut self, board: &Board, limit: Limit) -> Result<(Best, Duration), Flaw> {
        self.ready().await?;
        self.set_game(board).await;
        self.go(board, limit).await
    }

    /// Says `go` and judges the answer.
    async fn go(&mut self, board: &Board, limit: Limit) -> Result<(Best, Duration), Flaw> {
        self.bench.send("go").await;
        let read = |line: &str| match Reply::parse(line) {
            Reply::Best(best) => Some(Ok(best)),
            Reply::Chatter(text) if text.starts_with("===") => Some(Err(text)),
            _ => None,
        };
        let (best, took) = self.bench.find("`===`", limit, read).await?;
        let best = best.map_err(|text| format!("{} is not an answer", quoted(text)))?;
        let Some(mv) = &best.mv else { return Err("an answer without a move".into()) };
        board.read(mv)?;
        Ok((best, took))
    }

    /// Begins a search that is not to end by itself, and gives it a moment.
    async fn begin(&mut self, board: &Board, command: &str) -> Result<(), Flaw> {
        self.ready().await?;
        self.set_depth(ENDLESS).await;
        self.set_game(board).await;
        self.bench.send(command).await;
        let time = self.bench.scaled(Duration::from_millis(150));
        self.bench.listen(time).await;
        Ok(())
    }

    /// Returns to searches that end soon.
    async fn calm(&mut self) -> Result<(), Flaw> {
        self.set_depth(SHALLOW).await;
        self.fence().await.map(drop)
    }

    /// The lines of a search after it was ended.
    async fn rest(&mut self) -> Result<Option<String>, Flaw> {
        let time = self.bench.scaled(Duration::from_millis(100));
        let late = self.bench.listen(time).await;
        let of_search = |line: &String| {
            let reply = Reply::parse(line);
            matches!(reply, Reply::Best(_) | Reply::Search(_) | Reply::Book(_))
        };
        let found = late.into_iter().find(of_search);
        self.calm().await?;
        Ok(found)
    }

    /// The lines of analysis, unchanged: until so many moves are named and nothing more comes.
    async fn hints(&mut self, board: &Board, n: u32) -> Result<Vec<String>, Flaw> {
        if self.is_without_hints {
            return Err(self.bench.unasked(&format!("no {HINT} in time")));
        }
        self.ready().await?;
        self.set_game(board).await;
        self.bench.send(format!("hint {n}")).await;
        let (first, _) = self.bench.find(HINT, SEARCH, hint_line).await?;
        let mut lines = vec![first];
        let until = Instant::now() + self.bench.pause(SEARCH.most);
        let pause = self.bench.pause(Duration::from_millis(400));
        loop {
            let patience = Instant::now() + pause;
            match self.bench.next(patience.min(until)).await {
                Next::Line(line) if is_end(&line.text) => break,
                Next::Line(line) => lines.extend(hint_line(&line.text)),
                Next::Silence => break,
                Next::Closed => return Err(self.bench.ended("a line of analysis").await),
            }
        }
        self.fence().await?;
        Ok(lines)
    }
}

/// A line of analysis, also one that is not in the form of the document.
fn hint_line(line: &str) -> Option<String> {
    match Reply::parse(line) {
        Reply::Search(_) | Reply::Book(_) => Some(line.to_owned()),
        Reply::Chatter(text) if text.starts_with("search ") || text.starts_with("book ") => {
            Some(text)
        }
        _ => None,
    }
}

/// The status that ends an analysis: an empty one.
fn is_end(line: &str) -> bool {
    matches!(Reply::parse(line), Reply::Status(text) if text.is_empty())
}

fn middle() -> Board {
    board(None).open(7, 16)
}

pub(super) async fn set_depth(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    let mut seen = Vec::new();
    for depth in [1, 5] {
        nboard.set_depth(depth).await;
        let (_, took) = nboard.think(&middle(), SEARCH).await?;
        seen.push(format!("{depth}: {}", in_words(took)));
    }
    nboard.calm().await?;
    Ok(seen.join(", "))
}

pub(super) async fn set_contempt(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    nboard.bench.send("set contempt 10").await;
    let (best, _) = nboard.think(&middle(), SEARCH).await?;
    nboard.bench.send("set contempt 0").await;
    Ok(format!("then plays {}", best.mv.unwrap_or_default()))
}

pub(super) async fn positions(nboard: &mut NBoard) -> Found {
    let boards = [
        board(None),
        board(None).open(1, 7),
        board(None).open(200, 24),
        board(None).open(300, 41),
        board(None).wander(5, 56),
        // White to move, and a start that is not the usual one.
        board(Some(&board(None).open(400, 21).pos.to_text())),
    ];
    for board in boards.iter().filter(|board| !board.is_over()) {
        nboard.think(board, SEARCH).await?;
    }
    Ok(counted(boards.len(), "game"))
}

pub(super) async fn moves(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    let mut now = board(None);
    nboard.set_game(&now).await;
    for (step, form) in
        board(None).wander(6, 6).steps().iter().zip(["", "/0.50/1.25", "//0.5"].iter().cycle())
    {
        nboard.bench.send(format!("move {step}{form}")).await;
        now.play(&now.read(step)?.0);
    }
    let (best, _) = nboard.go(&now, SEARCH).await?;
    Ok(format!("6 moves, then {}", best.mv.unwrap_or_default()))
}

pub(super) async fn pass(nboard: &mut NBoard) -> Found {
    let passing = board(None).until(|board| {
        let moves = board.pos.legal_moves();
        moves.len() == 1 && moves[0].0 == "pass"
    });
    let (best, _) = nboard.think(&passing, SEARCH).await?;
    let passed = passing.after("pass");
    nboard.bench.send("move PA").await;
    let (next, _) = nboard.go(&passed, SEARCH).await?;
    let mv = |best: Best| best.mv.unwrap_or_default();
    Ok(format!("{}, then {}", mv(best), mv(next)))
}

pub(super) async fn go(nboard: &mut NBoard) -> Found {
    let (best, took) = nboard.think(&middle(), SEARCH).await?;
    let mv = best.mv.unwrap_or_default();
    if mv.len() != 2 {
        nboard.bench.warn(format!("{} is not written in two characters", quoted(&mv)));
    }
    Ok(format!("{mv} after {}", in_words(took)))
}

pub(super) async fn go_keeps_board(nboard: &mut NBoard) -> Found {
    let board = middle();
    let (first, _) = nboard.think(&board, SEARCH).await?;
    let again = nboard.go(&board, SEARCH).await;
    let (second, _) = again.map_err(|flaw| format!("asked again without `move`: {}", flaw.0))?;
    Ok(format!("{}, and again {}", first.mv.unwrap_or_default(), second.mv.unwrap_or_default()))
}

pub(super) async fn one_answer(nboard: &mut NBoard) -> Found {
    nboard.think(&middle(), SEARCH).await?;
    let (replies, _) = nboard.fence().await?;
    let late = nboard.rest().await?;
    match replies.into_iter().find(|reply| matches!(reply, Reply::Best(_))) {
        Some(reply) => Err(format!("a second answer: {reply}").into()),
        None if late.is_some() => Err("a second answer".into()),
        None => Ok("one".to_owned()),
    }
}

/// From this version on `go` heeds the clocks (the document's `go`, "Since").
const HEEDS_CLOCKS: u32 = 2;

pub(super) async fn clock(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    // The order of its error output and its answers is not fixed.
    nboard.fence().await?;
    let version = nboard.version();
    if version < HEEDS_CLOCKS {
        return Ok(format!(
            "not asked: it declares version {version}, in which clocks are ignored"
        ));
    }
    nboard.set_depth(ENDLESS).await;
    let (board, time) = (middle(), Duration::from_secs(3));
    let clock = EngineClock { main: time, ..EngineClock::default() };
    let root = board.root_with([Some(clock); 2]);
    nboard.bench.send(format!("set game {}", root.full)).await;
    let limit = OVERTIME.on_clock(time);
    let (_, took) = nboard.go(&board, limit).await?;
    nboard.calm().await?;
    Ok(format!("{} of {}", in_words(took), in_words(time)))
}

pub(super) async fn hint(nboard: &mut NBoard) -> Found {
    let board = middle();
    nboard.is_without_hints = false;
    let lines = nboard.hints(&board, 1).await;
    // Otherwise each step about a command that the engine lacks would wait that long.
    nboard.is_without_hints = lines.is_err() && nboard.bench.is_late();
    let lines = lines?;
    let named = named(&board, &lines)?;
    Ok(counted(named.len(), "move"))
}

/// The moves that the lines are about, canonical.
fn named(board: &Board, lines: &[String]) -> Result<BTreeSet<String>, Flaw> {
    let mut moves = BTreeSet::new();
    for line in lines {
        let (Reply::Search(told) | Reply::Book(told)) = Reply::parse(line) else {
            return Err(format!("{} does not have the form of the document", quoted(line)).into());
        };
        let first = told.pv.first().map(String::as_str).unwrap_or_default();
        moves.insert(board.read(first)?.0);
    }
    Ok(moves)
}

pub(super) async fn hint_n(nboard: &mut NBoard) -> Found {
    let board = middle();
    let lines = nboard.hints(&board, 4).await?;
    let n_named = named(&board, &lines)?.len();
    if n_named < 2 {
        nboard.bench.warn("only one move is named");
    }
    Ok(counted(n_named, "move"))
}

pub(super) async fn hint_lines(nboard: &mut NBoard) -> Found {
    let board = middle();
    let lines = nboard.hints(&board, 2).await?;
    for line in &lines {
        let (Reply::Search(told) | Reply::Book(told)) = Reply::parse(line) else {
            return Err(format!("{} does not have the form of the document", quoted(line)).into());
        };
        if told.eval.is_none() {
            return Err(format!("the value in {} is not a number", quoted(line)).into());
        }
        if !told.depth.starts_with(|ch: char| ch.is_ascii_digit()) {
            return Err(
                format!("the depth in {} does not begin with a number", quoted(line)).into()
            );
        }
        if let Err(err) = board.follow(told.pv.iter().map(String::as_str)) {
            nboard.bench.warn(format!("in the line of {}: {err}", quoted(line)));
        }
    }
    Ok(counted(lines.len(), "line"))
}

pub(super) async fn stop(nboard: &mut NBoard) -> Found {
    nboard.stopped("go").await
}

pub(super) async fn stop_hint(nboard: &mut NBoard) -> Found {
    nboard.stopped("hint 3").await
}

impl NBoard {
    /// A search that begins with this command and is ended by a ping.
    async fn stopped(&mut self, command: &str) -> Found {
        self.begin(&middle(), command).await?;
        let (_, took) = self.fence().await?;
        match self.rest().await? {
            Some(late) => Err(format!("{} after `pong`", quoted(late)).into()),
            None => Ok(in_words(took)),
        }
    }
}

pub(super) async fn new_position(nboard: &mut NBoard) -> Found {
    nboard.begin(&middle(), "go").await?;
    nboard.fence().await?;
    nboard.set_depth(SHALLOW).await;
    let (best, _) = nboard.think(&board(None).open(500, 27), SEARCH).await?;
    Ok(best.mv.unwrap_or_default())
}

pub(super) async fn analyze(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    let board = board(None).wander(8, 8);
    let n_moves = board.steps().len();
    nboard.set_game(&board).await;
    nboard.bench.send("analyze").await;
    let mut plies = BTreeSet::new();
    let read = |line: &str| match Reply::parse(line) {
        Reply::Analysis { ply, .. } if ply as usize > n_moves => Some(Some(ply)),
        Reply::Analysis { ply, .. } => {
            plies.insert(ply);
            (plies.len() > n_moves).then_some(None)
        }
        _ => None,
    };
    // An engine that does not know it says nothing.
    let limit = Limit { most: Duration::from_secs(2), ..SEARCH };
    let found = nboard.bench.find("`analysis`", limit, read).await;
    if !nboard.bench.is_running() {
        found?;
    } else if let Ok((Some(ply), _)) = found {
        return Err(format!("the value of position {ply} of a game of {n_moves} moves").into());
    }
    nboard.fence().await?;
    Ok(match plies.len() {
        0 => "not implemented".to_owned(),
        n => counted(n, "value"),
    })
}

pub(super) async fn learn(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    nboard.set_game(&board(None).wander(9, 60)).await;
    nboard.bench.send("learn").await;
    let read = |line: &str| match line.trim() {
        "learned" => Some(true),
        "learn" => Some(false),
        _ => None,
    };
    let (by_word, took) = nboard.bench.find("`learned`", ANSWER, read).await?;
    if !by_word {
        nboard.bench.warn("`learn` as in the sample code, instead of `learned`");
    }
    Ok(in_words(took))
}

pub(super) async fn bad_game(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    for text in ["(;GM[Othello]BO[8 --*O *]B[Z9];)", "nothing"] {
        nboard.bench.send(format!("set game {text}")).await;
    }
    nboard.fence().await?;
    let (best, _) = nboard.think(&middle(), SEARCH).await?;
    Ok(format!("the next game is searched: {}", best.mv.unwrap_or_default()))
}

pub(super) async fn illegal_move(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    nboard.set_game(&board(None)).await;
    nboard.bench.send("move A1").await;
    nboard.fence().await?;
    let (best, _) = nboard.think(&middle(), SEARCH).await?;
    Ok(format!("the next game is searched: {}", best.mv.unwrap_or_default()))
}

pub(super) async fn terminal(nboard: &mut NBoard) -> Found {
    nboard.ready().await?;
    let finished = board(None).wander(10, 80);
    nboard.set_game(&finished).await;
    nboard.bench.send("go").await;
    let fenced = nboard.fence().await;
    let Some((replies, _)) = nboard.bench.gently(fenced).await else { return Ok(String::new()) };
    let answer = replies.into_iter().find_map(|reply| match reply {
        Reply::Best(best) => Some(best.mv),
        _ => None,
    });
    match answer.flatten() {
        Some(mv) if !is_pass(&mv) => Err(format!("{mv} in a finished game").into()),
        Some(_) | None => Ok("no move is made up".to_owned()),
    }
}

fn is_pass(mv: &str) -> bool {
    mv.to_ascii_lowercase().starts_with("pa")
}

pub(super) async fn quit(nboard: &mut NBoard) -> Found {
    nboard.begin(&middle(), "go").await?;
    nboard.bench.quit("quit").await
}

pub(super) async fn end_of_input(nboard: &mut NBoard) -> Found {
    nboard.begin(&middle(), "hint 2").await?;
    nboard.bench.end_input().await
}
