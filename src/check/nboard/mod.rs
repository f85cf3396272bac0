//! The checks of NBoard engines: the table of steps, and the dialogue that they share.
//!
//! The steps themselves are in `setup` (start, pings, lines, ends) and `search`.

mod search;
mod setup;

use std::time::Duration;

use super::Sink;
use super::board::Board;
use super::report::Report;
use super::test_bench::{
    ANSWER, Flaw, HANDSHAKE, Limit, Partner, Step, TestBench, advice, step, walk,
};
use crate::protocol::Protocol;
use crate::protocol::nboard::{Reply, declared_version};

/// The checker's half of the dialogue.
pub(super) struct NBoard {
    bench: TestBench,
    name: String,
    ready: Option<Duration>,
    /// Number of the last ping.
    n_pings: u32,
    /// `hint 1` was not answered.
    is_without_hints: bool,
}

pub(super) async fn check(bench: TestBench, sink: Sink<'_>) -> Report {
    let nboard =
        NBoard { bench, name: String::new(), ready: None, n_pings: 0, is_without_hints: false };
    walk(nboard, sink).await
}

#[rustfmt::skip]
pub(super) const STEPS: &[Step<NBoard>] = &[
    step!("handshake", "`nboard 2`, `set depth` and `set game` are taken, and `ping` is answered", "commands, introduction; nboard; ping", setup::handshake),
    advice!("name", "a name that is given is not empty", "commands from the engine: set myname", setup::name),
    step!("ping", "every `ping` is answered by `pong` with its number, in order", "ping", setup::ping),
    step!("unknown-command", "lines that are not known are ignored", "commands, introduction", setup::unknown_command),
    step!("set-depth", "any depth is taken, and a search to it ends", "set depth", search::set_depth),
    step!("set-contempt", "`set contempt` harms nothing", "set contempt", search::set_contempt),
    step!("positions", "the answers to `go` after several games are legal", "set game; go", search::positions),
    step!("move", "`move` is played, with and without value and time", "move", search::moves),
    step!("pass", "a pass is answered where nothing else is legal, and taken where it is sent", "search lines: PV; move", search::pass),
    step!("go", "the answer to `go` has the form of the document", "go", search::go),
    step!("go-keeps-board", "the answer to `go` is not played on the engine's board", "go", search::go_keeps_board),
    step!("one-answer", "there is one answer for each `go`", "go", search::one_answer),
    step!("clock", "`go` stays within the time that the game's clocks leave", "go", search::clock),
    step!("hint", "`hint 1` is answered by a line about a legal move", "hint", search::hint),
    step!("hint-n", "`hint 4` is answered by lines about several moves", "hint", search::hint_n),
    step!("hint-lines", "the lines have a line of legal moves without blanks, a value and a depth", "hint: search, book, PV, Eval, Depth", search::hint_lines),
    step!("stop", "`ping` ends `go`, and its answer does not come after `pong`", "ping", search::stop),
    step!("stop-hint", "`ping` ends `hint`, and nothing of it comes after `pong`", "ping", search::stop_hint),
    step!("new-position", "after `ping` the next game is searched, not the old one", "ping; set game", search::new_position),
    step!("analyze", "`analyze`, which is optional, is answered by values of the game's positions", "analyze", search::analyze),
    step!("learn", "`learn` is answered by `learned`", "learn", search::learn),
    advice!("bad-game", "a game that makes no sense harms nothing", "commands, introduction: engines may assume proper games", search::bad_game),
    advice!("illegal-move", "an illegal move harms nothing", "commands, introduction: engines may assume proper games", search::illegal_move),
    step!("terminal", "no move is made up in a finished game", "go", search::terminal),
    advice!("line-ends", "a line that ends in CR LF is understood", "not in the document; hosts on other systems", setup::line_ends),
    advice!("quit", "`quit` ends the engine", "only in the sample code: quit", setup::quit),
    advice!("quit-search", "`quit` ends the engine during a search", "only in the sample code: quit", search::quit),
    advice!("end-of-input", "the end of its input ends the engine", "only in the sample code: end of the input", setup::end_of_input),
    advice!("end-of-input-search", "the end of its input ends the engine during a search", "only in the sample code: end of the input", search::end_of_input),
];

impl Partner for NBoard {
    fn bench(&mut self) -> &mut TestBench {
        &mut self.bench
    }

    fn stand_ready(&mut self) -> impl Future<Output = Result<(), Flaw>> + Send {
        self.ready()
    }

    fn table(&self) -> &'static [Step<Self>] {
        STEPS
    }

    fn introduce(&self, report: &mut Report) {
        let version = self.declared_version();
        report.version = version.map(|version| version.to_string()).unwrap_or_default();
        report.engine.clone_from(&self.name);
        report.ready = self.ready;
    }
}

/// The version that the host speaks.
const VERSION: u32 = 2;
/// Depth of searches that are to end soon.
const SHALLOW: u32 = 2;
/// Depth of searches that are not to end by themselves.
const ENDLESS: u32 = 60;

impl NBoard {
    /// The version of the document that the engine says it speaks; by default the current one.
    fn version(&self) -> u32 {
        self.declared_version().unwrap_or(VERSION)
    }

    fn declared_version(&self) -> Option<u32> {
        self.bench.complaints().iter().find_map(|line| declared_version(line))
    }

    /// Starts the engine and sends what every host sends first.
    async fn greet(&mut self) -> Result<(), Flaw> {
        self.bench.start().await;
        self.bench.send("nboard 2").await;
        self.bench.send(format!("set depth {SHALLOW}")).await;
        self.set_game(&board(None)).await;
        self.fence_within(HANDSHAKE).await.map(drop)
    }

    /// An engine that is ready: the running one, or a new one.
    async fn ready(&mut self) -> Result<(), Flaw> {
        if self.bench.is_running() {
            return Ok(());
        }
        self.greet().await
    }

    async fn set_game(&mut self, board: &Board) {
        self.bench.send(format!("set game {}", board.root().full)).await;
    }

    async fn set_depth(&mut self, depth: u32) {
        self.bench.send(format!("set depth {depth}")).await;
    }

    /// Sends a ping and waits for its pong; returns the lines before it.
    async fn fence(&mut self) -> Result<(Vec<Reply>, Duration), Flaw> {
        self.fence_within(ANSWER).await
    }

    async fn fence_within(&mut self, limit: Limit) -> Result<(Vec<Reply>, Duration), Flaw> {
        self.n_pings += 1;
        let n = self.n_pings;
        self.bench.send(format!("ping {n}")).await;
        let mut replies = Vec::new();
        let mut name = None;
        let read = |line: &str| {
            let reply = Reply::parse(line);
            match &reply {
                Reply::Pong(answer) if *answer == Some(n) => return Some(Ok(())),
                Reply::Pong(answer) => {
                    let wrong = answer.map_or_else(String::new, |wrong| format!(" {wrong}"));
                    return Some(Err(format!("`pong{wrong}` instead of `pong {n}`")));
                }
                Reply::MyName(told) => name = Some(told.clone()),
                _ => {}
            }
            replies.push(reply);
            None
        };
        let found = self.bench.find(&format!("`pong {n}`"), limit, read).await;
        self.name = name.unwrap_or(std::mem::take(&mut self.name));
        let (pong, took) = found?;
        pong?;
        Ok((replies, took))
    }
}

/// A game of Othello.
fn board(position: Option<&str>) -> Board {
    Board::new("othello", Protocol::NBoard, None, position)
}
