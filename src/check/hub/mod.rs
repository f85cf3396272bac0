//! The checks of Hub engines: the table of steps, and the dialogue that they share.
//!
//! The steps themselves are in `setup` (handshake, parameters, ends) and `search`.

mod search;
mod setup;
mod syntax;

use std::time::Duration;

use super::Sink;
use super::board::Board;
use super::report::{Report, counted};
use super::test_bench::{ANSWER, Flaw, HANDSHAKE, Partner, Step, TestBench, advice, step, walk};
use crate::protocol::Protocol;
use crate::protocol::hub::Reply;
use syntax::Line;

/// The checker's half of the dialogue.
pub(super) struct Hub {
    bench: TestBench,
    title: String,
    /// The lines that declare parameters.
    params: Vec<Line>,
    ready: Option<Duration>,
    /// `init` is done; the running engine can be asked for moves.
    is_initialised: bool,
    /// Which of [`search::LEVELS`] ends its searches, and whether that was observed.
    level: (usize, bool),
}

pub(super) async fn check(bench: TestBench, sink: Sink<'_>) -> Report {
    let hub = Hub {
        bench,
        title: String::new(),
        params: Vec::new(),
        ready: None,
        is_initialised: false,
        level: (0, false),
    };
    walk(hub, sink).await
}

const INIT: &str = "the initialisation phase";
const POSITION: &str = "1) position";
const LIMIT: &str = "2) depth/node/time limit";
const MODE: &str = "3) search mode";
const SEARCHING: &str = "4) the engine is searching";
const ONLY_THREE: &str = "4) the engine is searching: quit is not among what comes then";
const NOT_ASKED: &str = "3) search mode: note on terminal positions";
const SYNTAX: &str = "general syntax";
const COMMANDS: &str = "additional commands";
const ANSWERS: &str = "additional answers";
const END_OF_INPUT: &str = "note on the standard input, before the command summary";

#[rustfmt::skip]
pub(super) const STEPS: &[Step<Hub>] = &[
    step!("handshake", "`hub` is answered by who it is, its parameters, and `wait`", INIT, setup::handshake),
    step!("id", "name, version and author are given", INIT, setup::id),
    step!("params", "every parameter has a name, a known type and a value within its own limits", INIT, setup::params),
    step!("set-param", "every value of an enum, true and false, least and greatest numbers are accepted before `init`", INIT, setup::set_param),
    step!("init", "`init` ends in `ready`", INIT, setup::init),
    step!("ping", "`ping` is answered by `pong`", COMMANDS, setup::ping),
    step!("unknown-command", "a command that is not known is ignored", SYNTAX, setup::unknown_command),
    step!("unknown-argument", "arguments that are not known are ignored", SYNTAX, search::unknown_argument),
    step!("positions", "the answers to several positions are legal", POSITION, search::positions),
    step!("captures", "a capture names all the captured squares", POSITION, search::captures),
    step!("history", "moves that lead to the position are played", POSITION, search::history),
    step!("variants", "the answers are legal in every variant that is declared", INIT, search::variants),
    step!("forced-move", "a single legal move is found", POSITION, search::forced_move),
    advice!("bad-position", "a position that makes no sense is answered by `error`, and harms nothing", ANSWERS, search::bad_position),
    step!("level-depth", "`level depth` ends a search", LIMIT, search::level_depth),
    step!("level-nodes", "`level nodes` ends a search", LIMIT, search::level_nodes),
    step!("level-move-time", "`level move-time` ends a search in time", LIMIT, search::level_move_time),
    step!("level-clock", "a search stays within its clock: time, with moves, with an increment, with both", LIMIT, search::level_clock),
    step!("info", "`info` is well formed, its numbers are numbers, its line is legal", SEARCHING, search::info),
    step!("done", "`done` has a move, and an expected reply that is legal after it", SEARCHING, search::done),
    step!("stop", "`stop` ends an endless search with `done`", SEARCHING, search::stop),
    step!("stop-twice", "there is one `done` for each search, whatever is said", SEARCHING, search::stop_twice),
    step!("stop-idle", "`stop` without a search is not answered", SEARCHING, search::stop_idle),
    step!("ping-search", "`ping` is answered during a search, which goes on", SEARCHING, search::ping_search),
    step!("analyze", "`go analyze` ends in `done` with a move, at `stop` at the latest", MODE, search::analyze),
    step!("ponder-hit", "`go ponder` goes on after `ponder-hit`, and ends in `done`", MODE, search::ponder_hit),
    step!("ponder-miss", "after a miss the old answer comes first, then that of the new search", SEARCHING, search::ponder_miss),
    step!("new-game", "`new-game` leaves the engine ready", COMMANDS, search::new_game),
    advice!("terminal", "a finished game, which hosts are not to ask about, does no harm", NOT_ASKED, search::terminal),
    advice!("out-of-limits", "a value beyond its limits and an unknown parameter do not end the engine", INIT, setup::out_of_limits),
    advice!("line-ends", "a line that ends in CR LF is understood", "not in the document; hosts on other systems", setup::line_ends),
    step!("quit", "`quit` ends the engine", COMMANDS, setup::quit),
    advice!("quit-search", "`quit` ends the engine during a search", ONLY_THREE, search::quit),
    step!("end-of-input", "the end of its input ends the engine", END_OF_INPUT, setup::end_of_input),
    step!("end-of-input-search", "the end of its input ends the engine during a search", END_OF_INPUT, search::end_of_input),
];

impl Partner for Hub {
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
        "v2".clone_into(&mut report.version);
        report.engine.clone_from(&self.title);
        report.declared = counted(self.n_settable(), "parameter");
        report.ready = self.ready;
    }
}

impl Hub {
    /// Parameters that the user can set: not the variant.
    fn n_settable(&self) -> usize {
        self.params.iter().filter(|line| line.value("name") != Some("variant")).count()
    }

    /// Goes through the start up to `wait`, with the parameters of the list set.
    async fn greet(&mut self) -> Result<Vec<String>, Flaw> {
        self.bench.start().await;
        self.is_initialised = false;
        self.bench.send("hub").await;
        let mut lines = Vec::new();
        let read = |line: &str| {
            lines.push(line.to_owned());
            (Reply::parse(line) == Reply::Wait).then_some(())
        };
        self.bench.find("`wait`", HANDSHAKE, read).await?;
        for (name, value) in self.bench.options() {
            self.set(&name, &value).await;
        }
        Ok(lines)
    }

    /// The final value of a parameter: that of the list, otherwise the declared one.
    fn value_of(&self, name: &str, declared: &str) -> String {
        let listed = self.bench.options();
        let listed = listed.into_iter().rev().find(|(known, _)| known == name);
        listed.map_or_else(|| declared.to_owned(), |(_, value)| value)
    }

    async fn set(&mut self, name: &str, value: &str) {
        let command = crate::protocol::hub::Command::SetParam {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        self.bench.send(command.to_string()).await;
    }

    /// Sends `init` and waits for `ready`; an error before it is a flaw.
    async fn initialise(&mut self) -> Result<Duration, Flaw> {
        self.bench.send("init").await;
        let mut error = None;
        let read = |line: &str| match Reply::parse(line) {
            Reply::Ready => Some(()),
            Reply::Error(message) => {
                error.get_or_insert(message);
                None
            }
            _ => None,
        };
        let ((), took) = self.bench.find("`ready`", HANDSHAKE, read).await?;
        match error {
            Some(message) => Err(Flaw(format!("error before `ready`: {message}"))),
            None => {
                self.is_initialised = true;
                Ok(took)
            }
        }
    }

    /// An engine that is ready: the running one, or a new one.
    async fn ready(&mut self) -> Result<(), Flaw> {
        if !self.bench.is_running() {
            self.greet().await?;
        }
        if self.is_initialised {
            return Ok(());
        }
        self.initialise().await.map(drop)
    }

    /// Sends `ping` and waits for `pong`; returns the lines before it.
    async fn fence(&mut self) -> Result<(Vec<Reply>, Duration), Flaw> {
        self.bench.send("ping").await;
        let mut replies = Vec::new();
        let read = |line: &str| {
            let reply = Reply::parse(line);
            if reply == Reply::Pong {
                return Some(());
            }
            replies.push(reply);
            None
        };
        let ((), took) = self.bench.find("`pong`", ANSWER, read).await?;
        Ok((replies, took))
    }
}

/// A game of draughts from its start, in the variant as Hub names it.
fn board(variant: Option<&str>, position: Option<&str>) -> Board {
    Board::new("draughts", Protocol::Hub, variant, position)
}
