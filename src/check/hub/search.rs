//! Steps of Hub around the search: positions, levels, modes, stops.
//!
//! Sets no parameter but the variant.

use std::time::Duration;

use super::super::board::Board;
use super::super::report::{counted, in_words};
use super::super::test_bench::{Flaw, Found, Limit, OVERTIME, SEARCH, STOP};
use super::{Hub, Line, board};
use crate::games;
use crate::protocol::hub::{Done, Reply};
use crate::protocol::quoted;

/// Levels that a search ends with soon. The document calls all but the last one optional.
pub(super) const LEVELS: &[&str] = &["level depth=2", "level move-time=0.2", "level time=6"];

/// The result of a search.
struct Searched {
    /// The line `done`.
    line: String,
    /// The lines `info`.
    infos: Vec<String>,
    done: Done,
    took: Duration,
}

impl Hub {
    /// Sets up a position and a level and says `go`.
    async fn order(&mut self, board: &Board, level: &str, mode: &str) {
        self.bench.send(format!("pos {}", board.root().full)).await;
        self.bench.send(level).await;
        self.bench.send(format!("go {mode}")).await;
    }

    /// Waits for `done`.
    async fn wait_done(&mut self, limit: Limit) -> Result<Searched, Flaw> {
        let mut infos = Vec::new();
        let read = |line: &str| match Reply::parse(line) {
            Reply::Done(done) => Some(Ok((done, line.to_owned()))),
            Reply::Error(message) => Some(Err(message)),
            Reply::Info(_) => {
                infos.push(line.to_owned());
                None
            }
            _ => None,
        };
        let (done, took) = self.bench.find("`done`", limit, read).await?;
        match done {
            Ok((done, line)) => Ok(Searched { line, infos, done, took }),
            Err(message) => Err(Flaw(format!("error instead of `done`: {message}"))),
        }
    }

    /// A search from its command to its legal answer.
    async fn think(&mut self, board: &Board, level: &str, limit: Limit) -> Result<Searched, Flaw> {
        self.ready().await?;
        self.order(board, level, "think").await;
        let searched = self.wait_done(limit).await?;
        judge(board, &searched.done)?;
        Ok(searched)
    }

    /// A short search from its command to its legal answer, by the first level that the engine
    /// knows.
    async fn glance(&mut self, board: &Board) -> Result<Searched, Flaw> {
        loop {
            let (idx, is_known) = self.level;
            self.ready().await?;
            self.order(board, LEVELS[idx], "think").await;
            match self.wait_done(SEARCH).await {
                Err(_) if !is_known && idx + 1 < LEVELS.len() && self.bench.is_running() => {
                    self.halt().await;
                    self.level.0 += 1;
                }
                searched => {
                    let searched = searched?;
                    self.level.1 = true;
                    judge(board, &searched.done)?;
                    return Ok(searched);
                }
            }
        }
    }

    /// Ends a search that has not ended by itself; ends the engine too if `stop` does not help.
    async fn halt(&mut self) -> Option<Searched> {
        self.bench.send("stop").await;
        let stopped = self.wait_done(STOP).await.ok();
        if stopped.is_none() {
            self.bench.put_away().await;
        }
        stopped
    }

    /// Searches several positions; returns how many.
    async fn think_about(&mut self, boards: &[Board]) -> Result<usize, Flaw> {
        for board in boards {
            self.glance(board).await?;
        }
        Ok(boards.len())
    }

    /// A search by a level that the document calls optional: an engine that does not know it gets a
    /// warning.
    async fn try_level(&mut self, level: &str, limit: Limit) -> Result<Option<Searched>, Flaw> {
        let board = middle();
        self.ready().await?;
        self.order(&board, level, "think").await;
        match self.wait_done(limit).await {
            Ok(searched) => {
                judge(&board, &searched.done)?;
                Ok(Some(searched))
            }
            Err(flaw) if self.bench.is_running() => {
                self.bench.warn(format!("{}; the document calls `{level}` optional", flaw.0));
                if let Some(searched) = self.halt().await {
                    judge(&board, &searched.done)?;
                }
                Ok(None)
            }
            Err(flaw) => Err(flaw),
        }
    }

    /// Begins an endless search and gives it a moment; returns its answer if it ends by itself,
    /// which the document permits.
    async fn begin(&mut self, board: &Board, mode: &str) -> Result<Option<Done>, Flaw> {
        self.ready().await?;
        self.order(board, "level infinite", mode).await;
        let read = |line: &str| match Reply::parse(line) {
            Reply::Error(message) => {
                Some(Err(Flaw(format!("error in answer to `level infinite`: {message}"))))
            }
            Reply::Done(done) => Some(Ok(Some(done))),
            // It is under way.
            Reply::Info(_) => Some(Ok(None)),
            _ => None,
        };
        // Engines may think in silence.
        let limit =
            Limit { most: Duration::from_millis(500), brisk: Duration::from_secs(60), ..SEARCH };
        match self.bench.find("`info`", limit, read).await {
            Ok((begun, _)) => {
                if let Some(done) = begun? {
                    return Ok(Some(done));
                }
            }
            Err(flaw) if !self.bench.is_running() => return Err(flaw),
            Err(_silence) => {}
        }
        let more = self.bench.listen(Duration::from_millis(40)).await;
        Ok(more.iter().find_map(|line| match Reply::parse(line) {
            Reply::Done(done) => Some(done),
            _ => None,
        }))
    }

    /// The finding for an endless search that has ended.
    fn by_itself(board: &Board, done: &Done) -> Found {
        judge(board, done)?;
        Ok("ended by itself, as it may".to_owned())
    }

    /// The answers that came before a `pong`.
    async fn dones(&mut self) -> Result<usize, Flaw> {
        let (replies, _) = self.fence().await?;
        Ok(replies.iter().filter(|reply| matches!(reply, Reply::Done(_))).count())
    }
}

/// Judges whether the answer is legal; otherwise says what is wrong.
fn judge(board: &Board, done: &Done) -> Result<String, Flaw> {
    let Some(text) = &done.mv else { return Err("`done` has no move".into()) };
    Ok(board.read(text)?.0)
}

fn middle() -> Board {
    board(None, None).open(7, 14)
}

/// Men, kings, captures of several pieces, either side to move.
fn several() -> Vec<Board> {
    let at = |position| board(None, Some(position));
    vec![
        board(None, None),
        board(None, None).open(1, 9),
        board(None, None).open(200, 30),
        board(None, None).wander(3, 45),
        at("W:WK46,32:BK5,19"),
        at("B:W28,32,37,38:B8,13,19,24,K2"),
        // 14 moves; perft of this position: rules of draughts, table of random positions.
        at("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"),
    ]
}

pub(super) async fn unknown_argument(hub: &mut Hub) -> Found {
    let board = middle();
    hub.glance(&board).await?;
    hub.bench.send("new-game quintet-unknown=1 flag").await;
    let (replies, _) = hub.fence().await?;
    hub.warn_of_errors(replies);
    let level = LEVELS[hub.level.0];
    hub.bench.send(format!("pos {} quintet-unknown=\"a b\"", board.root().full)).await;
    hub.bench.send(format!("{level} quintet-unknown=1")).await;
    hub.bench.send("go think").await;
    match hub.wait_done(SEARCH).await {
        Ok(searched) => {
            judge(&board, &searched.done)?;
        }
        Err(flaw) if hub.bench.is_running() => {
            hub.bench.gently::<()>(Err(flaw)).await;
        }
        Err(flaw) => return Err(flaw),
    }
    Ok("ignored".to_owned())
}

pub(super) async fn positions(hub: &mut Hub) -> Found {
    let n = hub.think_about(&several()).await?;
    Ok(counted(n, "legal answer"))
}

pub(super) async fn captures(hub: &mut Hub) -> Found {
    let squares = |text: &str| text.split('x').count();
    // One piece, and several.
    let single = board(None, Some("W:W28,48:B22,3"));
    let several = board(None, None)
        .until(|board| board.pos.legal_moves().iter().all(|mv| squares(&mv.0) >= 4));
    let mut seen = Vec::new();
    for board in [single, several] {
        let text = hub.glance(&board).await?.done.mv.unwrap_or_default();
        let mv = board.read(&text)?;
        if squares(&text) != squares(&mv.0) {
            return Err(format!("{text} does not name all the captured squares ({mv})").into());
        }
        seen.push(text);
    }
    Ok(seen.join(", "))
}

pub(super) async fn history(hub: &mut Hub) -> Found {
    // King moves, the only ones that must be sent.
    let kings = board(None, Some("W:WK46,K47:BK5,K4"));
    let n = hub.think_about(&[kings.clone().wander(5, 1), kings.wander(6, 6)]).await?;
    Ok(counted(n, "legal answer"))
}

pub(super) async fn variants(hub: &mut Hub) -> Found {
    let declared = hub.params.iter().find(|line| line.value("name") == Some("variant"));
    let declared = declared.and_then(|line| line.value("values")).unwrap_or_default().to_owned();
    if declared.is_empty() {
        return Ok("none are declared".to_owned());
    }
    let game = games::find("draughts").expect("draughts is a game of the program");
    // Finds out first which level it knows: that may reset the variant. Its answers are judged
    // below.
    drop(hub.glance(&middle()).await);
    let mut known = Vec::new();
    for name in declared.split_ascii_whitespace() {
        let link = board(None, None).link();
        let said = |variant: &&games::Variant| {
            link.variant_text(Some(variant.name)).is_some_and(|text| text == name)
        };
        let Some(variant) = game.info().variants.iter().find(said) else {
            hub.bench.warn(format!("{name} is not a variant of the document's list"));
            continue;
        };
        hub.greet().await?;
        hub.set("variant", name).await;
        hub.initialise().await?;
        let start = board(Some(variant.name), None);
        let boards = [start.clone(), start.clone().wander(11, 12), start.wander(12, 34)];
        let boards: Vec<Board> = boards.into_iter().filter(|board| !board.is_over()).collect();
        hub.think_about(&boards).await.map_err(|flaw| format!("{name}: {}", flaw.0))?;
        known.push(name);
    }
    hub.bench.put_away().await;
    Ok(known.join(", "))
}

pub(super) async fn forced_move(hub: &mut Hub) -> Found {
    let forced = board(None, Some("W:W28,48:B22,3"));
    let searched = hub.glance(&forced).await?;
    Ok(format!("{} after {}", searched.done.mv.unwrap_or_default(), in_words(searched.took)))
}

pub(super) async fn bad_position(hub: &mut Hub) -> Found {
    hub.ready().await?;
    hub.bench.send("pos pos=Wbbww").await;
    let (replies, _) = hub.fence().await?;
    if !replies.iter().any(|reply| matches!(reply, Reply::Error(_))) {
        hub.bench.warn("no `error` is answered to a position of four squares");
    }
    hub.glance(&middle()).await?;
    Ok("refused, and the next position is searched".to_owned())
}

pub(super) async fn level_depth(hub: &mut Hub) -> Found {
    let mut seen = Vec::new();
    for depth in [1, 4] {
        let level = format!("level depth={depth}");
        let Some(searched) = hub.try_level(&level, SEARCH).await? else { break };
        seen.push(format!("{depth}: {}", in_words(searched.took)));
    }
    Ok(seen.join(", "))
}

pub(super) async fn level_nodes(hub: &mut Hub) -> Found {
    let mut seen = Vec::new();
    for nodes in [1, 20_000] {
        let level = format!("level nodes={nodes}");
        let Some(searched) = hub.try_level(&level, SEARCH).await? else { break };
        seen.push(format!("{nodes}: {}", in_words(searched.took)));
    }
    Ok(seen.join(", "))
}

pub(super) async fn level_move_time(hub: &mut Hub) -> Found {
    let time = Duration::from_millis(300);
    let searched = hub.try_level("level move-time=0.3", OVERTIME.after(time)).await?;
    Ok(searched
        .map(|searched| format!("{} of 300 ms", in_words(searched.took)))
        .unwrap_or_default())
}

pub(super) async fn level_clock(hub: &mut Hub) -> Found {
    let mut seen = Vec::new();
    for (level, millis) in [
        ("time=2", 2000),
        ("moves=5 time=1.5", 1500),
        ("time=1 inc=0.1", 1100),
        ("moves=5 time=1.5 inc=0.1", 1600),
    ] {
        let clock = Duration::from_millis(millis);
        let limit = OVERTIME.on_clock(clock);
        let searched = hub.think(&middle(), &format!("level {level}"), limit).await;
        let searched = searched.map_err(|flaw| format!("`level {level}`: {}", flaw.0))?;
        seen.push(format!("{level}: {}", in_words(searched.took)));
    }
    Ok(seen.join(", "))
}

pub(super) async fn info(hub: &mut Hub) -> Found {
    let board = middle();
    let searched = hub.think(&board, "level time=6", SEARCH).await?;
    for text in &searched.infos {
        let line = Line::parse(text).map_err(|err| format!("{}: {err}", quoted(text)))?;
        if let Some(stray) = line.stray() {
            return Err(format!(
                "{stray} stands outside quotes in {text}",
                stray = quoted(stray),
                text = quoted(text)
            )
            .into());
        }
        for name in ["depth", "nodes", "mean-depth", "score", "time", "nps"] {
            let Some(value) = line.value(name) else { continue };
            let is_whole = name != "nodes" || value.parse::<u64>().is_ok();
            if !is_whole || !value.parse::<f64>().is_ok_and(f64::is_finite) {
                return Err(format!("{name}={value} is not such a number").into());
            }
            if name == "depth" && value.parse::<u64>().is_err() {
                hub.bench.warn(format!("depth={value} is not a whole number"));
            }
        }
        let line = line.value("pv").unwrap_or_default().to_owned();
        if let Err(err) = board.follow(line.split_ascii_whitespace()) {
            hub.bench.warn(format!("in the line of {}: {err}", quoted(text)));
        }
    }
    Ok(counted(searched.infos.len(), "line"))
}

pub(super) async fn done(hub: &mut Hub) -> Found {
    let board = middle();
    hub.ready().await?;
    hub.order(&board, "level time=6", "think").await;
    let searched = hub.wait_done(SEARCH).await?;
    Line::parse(&searched.line).map_err(|err| format!("{}: {err}", quoted(&searched.line)))?;
    let mv = judge(&board, &searched.done)?;
    let Some(ponder) = &searched.done.ponder else {
        return Ok(format!("{mv}, no reply is named"));
    };
    let reply = board.after(&mv).read(ponder).map_err(|err| format!("the reply {err}"))?;
    Ok(format!("{mv}, then {reply}"))
}

pub(super) async fn stop(hub: &mut Hub) -> Found {
    let board = middle();
    if let Some(done) = hub.begin(&board, "think").await? {
        return Hub::by_itself(&board, &done);
    }
    hub.bench.send("stop").await;
    let searched = hub.wait_done(STOP).await?;
    judge(&board, &searched.done)?;
    Ok(in_words(searched.took))
}

pub(super) async fn stop_twice(hub: &mut Hub) -> Found {
    let board = middle();
    let ended = hub.begin(&board, "think").await?;
    hub.bench.send("stop").await;
    hub.bench.send("stop").await;
    if ended.is_none() {
        hub.wait_done(STOP).await?;
    }
    // Also for a search that has ended by itself, and an engine that answers late.
    let mut more = hub.dones().await?;
    hub.glance(&board).await?;
    more += hub.dones().await?;
    match more {
        0 => Ok("one each".to_owned()),
        n => Err(format!("{} too many", counted(n, "`done`")).into()),
    }
}

pub(super) async fn stop_idle(hub: &mut Hub) -> Found {
    hub.ready().await?;
    hub.bench.send("stop").await;
    match hub.dones().await? {
        0 => Ok("no answer".to_owned()),
        _ => Err("a `done` that belongs to no search".into()),
    }
}

pub(super) async fn ping_search(hub: &mut Hub) -> Found {
    let board = middle();
    if let Some(done) = hub.begin(&board, "think").await? {
        return Hub::by_itself(&board, &done);
    }
    let (replies, took) = hub.fence().await?;
    let (more, _) = hub.fence().await?;
    if replies.iter().chain(&more).any(|reply| matches!(reply, Reply::Done(_))) {
        // It may end at any time, but should not because of this.
        hub.bench.warn("`ping` ended the search");
        return Ok(String::new());
    }
    hub.bench.send("stop").await;
    hub.wait_done(STOP).await?;
    Ok(in_words(took))
}

pub(super) async fn analyze(hub: &mut Hub) -> Found {
    let board = middle();
    if let Some(done) = hub.begin(&board, "analyze").await? {
        return Hub::by_itself(&board, &done);
    }
    hub.bench.send("stop").await;
    let searched = hub.wait_done(STOP).await?;
    judge(&board, &searched.done)?;
    Ok(in_words(searched.took))
}

pub(super) async fn ponder_hit(hub: &mut Hub) -> Found {
    let board = middle();
    hub.ready().await?;
    hub.order(&board, "level time=6", "ponder").await;
    // The clock is not running: only an exhausted search may end.
    let (replies, _) = hub.fence().await?;
    if replies.iter().any(|reply| matches!(reply, Reply::Done(_))) {
        return Ok("ended before `ponder-hit`, as it may".to_owned());
    }
    hub.bench.send("ponder-hit").await;
    let searched = hub.wait_done(OVERTIME.on_clock(Duration::from_secs(6))).await?;
    judge(&board, &searched.done)?;
    Ok(format!("{} after the hit", in_words(searched.took)))
}

pub(super) async fn ponder_miss(hub: &mut Hub) -> Found {
    let (expected, real) = (middle(), board(None, None).open(80, 21));
    let ended = hub.begin(&expected, "ponder").await?;
    hub.bench.send("stop").await;
    hub.order(&real, LEVELS[hub.level.0], "think").await;
    let first = match ended {
        Some(done) => done,
        None => hub.wait_done(STOP).await?.done,
    };
    judge(&expected, &first).map_err(|flaw| format!("the first answer: {}", flaw.0))?;
    let second = hub.wait_done(SEARCH).await?;
    judge(&real, &second.done).map_err(|flaw| format!("the second answer: {}", flaw.0))?;
    Ok("two answers in order".to_owned())
}

pub(super) async fn new_game(hub: &mut Hub) -> Found {
    hub.ready().await?;
    hub.bench.send("new-game").await;
    let searched = hub.glance(&board(None, None)).await?;
    Ok(format!("then plays {}", searched.done.mv.unwrap_or_default()))
}

/// The document tells hosts not to ask this, so nothing is demanded; but some hosts ask.
pub(super) async fn terminal(hub: &mut Hub) -> Found {
    hub.ready().await?;
    hub.order(&board(None, Some("W:W46:B37,41")), LEVELS[hub.level.0], "think").await;
    hub.bench.send("stop").await;
    let (replies, _) = hub.fence().await?;
    let named = replies.iter().find_map(|reply| match reply {
        Reply::Done(done) => done.mv.clone(),
        _ => None,
    });
    match named {
        Some(mv) => Err(format!("{mv} where there is no legal move").into()),
        None => Ok("no move is named".to_owned()),
    }
}

pub(super) async fn quit(hub: &mut Hub) -> Found {
    hub.begin(&middle(), "think").await?;
    hub.bench.quit("quit").await
}

pub(super) async fn end_of_input(hub: &mut Hub) -> Found {
    hub.begin(&middle(), "analyze").await?;
    hub.bench.end_input().await
}
