//! The checks of GUIDE engines: the table of steps, and the dialogue that they share.
//!
//! The steps themselves are in `setup` (greeting, options, lines, ends), `kept` (the game on the
//! engine's board) and `search`.

mod kept;
mod search;
mod setup;

use std::time::Duration;

use super::Sink;
use super::board::Board;
use super::report::{Report, counted};
use super::test_bench::{
    ANSWER, Flaw, HANDSHAKE, Limit, Partner, Step, TestBench, advice, step, walk,
};
use crate::protocol::Protocol;
use crate::protocol::guide::Reply;

/// The checker's half of the dialogue.
pub(super) struct Guide {
    bench: TestBench,
    name: String,
    author: Option<String>,
    /// The lines that declare options.
    options: Vec<String>,
    /// The commands that it says it supports; `None` if it does not say.
    capabilities: Option<Vec<String>>,
    ready: Option<Duration>,
    /// It has said that it does not support the last command.
    has_refused: bool,
    /// It got a ping as a greeting and has not answered.
    is_deaf_to_pings: bool,
    /// Number of the last ping.
    n_pings: u32,
}

pub(super) async fn check(bench: TestBench, sink: Sink<'_>) -> Report {
    let guide = Guide {
        bench,
        name: String::new(),
        author: None,
        options: Vec::new(),
        capabilities: None,
        ready: None,
        has_refused: false,
        is_deaf_to_pings: false,
        n_pings: 0,
    };
    walk(guide, sink).await
}

#[rustfmt::skip]
pub(super) const STEPS: &[Step<Guide>] = &[
    step!("handshake", "the connection, or `guide`, is answered by a greeting that ends in `engineok`", "description; messages: engineok", setup::handshake),
    step!("id", "`name` and `author` are given", "messages: name, author", setup::id),
    step!("options", "every option has a number, a name without blanks, a known type and a default within its limits", "messages: option", setup::options),
    step!("setoption", "every choice, both states and the limits of options are accepted", "commands: setoption; messages: error", setup::setoption),
    advice!("out-of-limits", "a value beyond its limits and an unknown option do not end the engine", "commands: setoption; messages: error", setup::out_of_limits),
    advice!("capabilities", "`capabilities` is answered by the list of commands", "messages: capabilities", setup::capabilities),
    step!("ping", "`ping` is answered by `pong` with the same text", "commands: ping", setup::ping),
    step!("separators", "any byte below 32 separates commands, and several may come at once", "general command structure", setup::separators),
    step!("escape", "what follows `#` is ignored", "guide escape mechanism", setup::escape),
    step!("unknown-command", "a command that is not known harms nothing", "messages: error", setup::unknown_command),
    step!("positions", "the answers to several positions are legal", "commands: position, go", search::positions),
    step!("game", "a whole game is taken, and its end is searched", "commands: game", kept::game),
    step!("move", "moves are played on the engine's board", "commands: move", kept::moves),
    step!("own-move", "a move that is sent to the engine has been played on its board", "messages: move", kept::own_move),
    step!("requestposition", "`requestposition` is answered by the board and its legal moves", "commands: requestposition", kept::requestposition),
    step!("requestgame", "`requestgame` is answered by the game", "commands: requestgame", kept::requestgame),
    step!("forward-jumpto", "`forward` and `jumpto` go through the game", "commands: forward, jumpto", kept::forward_jumpto),
    step!("forced-mode", "nothing is searched or played without `go`", "description", search::forced_mode),
    step!("forced-move", "a single legal move is found", "commands: go", search::forced_move),
    advice!("bad-position", "a position that makes no sense is answered by `error`, and harms nothing", "messages: error", search::bad_position),
    step!("levelsfixeddepth", "`levelsfixeddepth` ends a search", "commands: levelsfixeddepth", search::fixed_depth),
    step!("levelsfixedtime", "`levelsfixedtime` ends a search in time", "commands: levelsfixedtime", search::fixed_time),
    step!("levelsblitzgame", "a search stays within the clock of a blitz game, with and without a gain", "commands: levelsblitzgame", search::blitz),
    step!("levelslonggame", "a search stays within the clock of a long game", "commands: levelslonggame", search::long),
    step!("searchinfo", "the tokens are known, the numbers are numbers, the line is legal", "messages: searchInfo", search::searchinfo),
    step!("halt-1", "`halt 1` ends an endless search with a move, played on its board", "commands: halt", search::halt_1),
    step!("halt-0", "`halt 0` ends an endless search without a move", "commands: halt", search::halt_0),
    advice!("halt-idle", "`halt` without a search plays nothing", "commands: halt", search::halt_idle),
    step!("ping-search", "`ping` is answered during a search, which goes on", "description; commands: ping", search::ping_search),
    step!("enginemode-2", "a position is analysed until it is halted", "commands: enginemode", search::analysis),
    step!("enginemode-1", "a game is analysed; comments have the number of a move", "commands: enginemode; messages: setcomment", search::game_analysis),
    step!("new", "`new` prepares a new game in the normal mode", "commands: new", kept::new_game),
    step!("courtesies", "`opponents`, `offerdraw`, `setcomment` and `showwindow` harm nothing", "commands: opponents, offerdraw, setcomment, showwindow", kept::courtesies),
    step!("terminal", "no move is played in a finished game", "commands: go", search::terminal),
    step!("quit", "`quit` is answered by `quit`, and ends the engine", "commands: quit", setup::quit),
    step!("quit-search", "`quit` ends the engine during a search", "commands: quit", search::quit),
    advice!("end-of-connection", "the end of the connection ends the engine", "not in the document; hosts crash", setup::end_of_connection),
];

impl Partner for Guide {
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
        "v0.5".clone_into(&mut report.version);
        report.engine.clone_from(&self.name);
        report.declared = counted(self.options.len(), "option");
        report.ready = self.ready;
    }
}

impl Guide {
    /// Starts the engine and waits for its greeting; asks for it once if nothing comes.
    async fn greet(&mut self) -> Result<Vec<String>, Flaw> {
        self.bench.start().await;
        let mut lines = Vec::new();
        let mut read = |line: &str| {
            lines.push(line.to_owned());
            (Reply::parse(line) == Reply::EngineOk).then_some(())
        };
        // Silence: some engines wait to be asked.
        let unasked = Limit { most: Duration::from_secs(1), ..HANDSHAKE };
        let greeted = self.bench.find("`engineok`", unasked, &mut read).await;
        if greeted.is_err() && self.bench.is_running() {
            self.bench.send("guide").await;
            self.bench.find("`engineok`", HANDSHAKE, &mut read).await?;
            self.settle().await?;
        } else {
            greeted?;
        }
        Ok(lines)
    }

    /// If an engine was asked just as it began to greet by itself, it greets twice: everything
    /// before the answer to a ping belongs to the greeting.
    async fn settle(&mut self) -> Result<(), Flaw> {
        if self.is_deaf_to_pings {
            return Ok(());
        }
        match self.fence().await {
            Ok(_) => Ok(()),
            Err(_silence) if self.bench.is_running() => {
                self.is_deaf_to_pings = true;
                Ok(())
            }
            Err(flaw) => Err(flaw),
        }
    }

    /// It supports these commands, as far as is known; otherwise the finding in place of asking.
    fn lacks(&self, commands: &[&str]) -> Option<String> {
        let listed = self.capabilities.as_ref()?;
        let is_listed = |command: &str| listed.iter().any(|c| c.eq_ignore_ascii_case(command));
        let missing = commands.iter().find(|command| !is_listed(command))?;
        Some(format!("{missing} is not among its capabilities"))
    }

    /// A level that ends soon and that the engine knows.
    fn short_level(&self) -> &'static str {
        let levels = ["levelsfixeddepth 2", "levelsfixedtime 1", "levelsblitzgame 10 0"];
        let is_known = |level: &&str| {
            let word = level.split(' ').next().unwrap_or_default();
            self.lacks(&[word]).is_none()
        };
        levels.into_iter().find(is_known).unwrap_or(levels[0])
    }

    /// An engine that is ready: the running one, or a new one.
    async fn ready(&mut self) -> Result<(), Flaw> {
        if self.bench.is_running() {
            return Ok(());
        }
        self.greet().await.map(drop)
    }

    /// Sends a ping and waits for its pong; returns the lines before it.
    async fn fence(&mut self) -> Result<(Vec<Reply>, Duration), Flaw> {
        self.n_pings += 1;
        let text = format!("quintet {}", self.n_pings);
        self.bench.send(format!("ping {text}")).await;
        let mut replies = Vec::new();
        let read = |line: &str| match Reply::parse(line) {
            Reply::Pong(answer) if answer.trim() == text => Some(()),
            reply => {
                replies.push(reply);
                None
            }
        };
        let ((), took) =
            self.bench.find("`pong` with the text of its `ping`", ANSWER, read).await?;
        Ok((replies, took))
    }
}

/// A game of international draughts.
fn board(position: Option<&str>) -> Board {
    Board::new("draughts", Protocol::Guide, None, position)
}
