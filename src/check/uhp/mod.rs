//! The checks of UHP engines: the table of steps, and the dialogue that they share.
//!
//! The steps themselves are in `setup` (info, options, errors, ends) and `game`.

mod game;
mod setup;

use std::time::Duration;

use super::Sink;
use super::board::Board;
use super::report::{Report, counted};
use super::test_bench::{
    ANSWER, Flaw, HANDSHAKE, Limit, Partner, Step, TestBench, advice, step, walk,
};
use crate::protocol::uhp::{GameKind, Reply};
use crate::protocol::{Protocol, quoted};

/// The checker's half of the dialogue.
pub(super) struct Uhp {
    bench: TestBench,
    name: String,
    /// It introduces itself without being asked.
    has_banner: bool,
    /// What it says then does not include its name: only the answer to `info` does.
    is_nameless: bool,
    /// The line of capabilities, if there was one.
    capabilities: Option<String>,
    /// The lines of `options`.
    options: Vec<String>,
    ready: Option<Duration>,
}

pub(super) async fn check(bench: TestBench, sink: Sink<'_>) -> Report {
    let uhp = Uhp {
        bench,
        name: String::new(),
        has_banner: true,
        is_nameless: false,
        capabilities: None,
        options: Vec::new(),
        ready: None,
    };
    walk(uhp, sink).await
}

#[rustfmt::skip]
pub(super) const STEPS: &[Step<Uhp>] = &[
    step!("handshake", "the engine introduces itself by `id` and a name, at the latest when `info` asks it to, and ends in `ok`", "info", setup::handshake),
    step!("banner", "it introduces itself without being asked", "info", setup::banner),
    step!("info", "`info` is answered by `id` and a name", "info", setup::info),
    advice!("capabilities", "the list of capabilities has the flags of the document and single semicolons", "info: capability flags", setup::capabilities),
    step!("ok", "every answer ends in one `ok`, at once where no thought is needed", "engine commands, introduction", setup::one_ok),
    step!("newgame", "`newgame` begins a base game", "newgame; GameString", game::newgame),
    step!("newgame-type", "every game type that is declared is begun", "newgame; GameTypeString", game::newgame_type),
    step!("newgame-string", "games are loaded whole", "newgame; GameString", game::newgame_string),
    step!("game-head", "state and turn are right after every move", "GameStateString, TurnString", game::game_head),
    step!("play", "moves are played, and the game comes back", "play; MoveString", game::play),
    step!("validmoves", "the moves listed are those of the rules", "validmoves", game::validmoves),
    step!("bestmove-depth", "the answer to `bestmove depth` is legal", "bestmove", game::bestmove_depth),
    advice!("bestmove-depth-0", "`bestmove depth 0` is answered, too", "bestmove: a non-negative integer", game::bestmove_depth_0),
    step!("bestmove-time", "the answer to `bestmove time` is legal and in time", "bestmove", game::bestmove_time),
    step!("bestmove-lines", "there is nothing but a move on a line of its answer", "bestmove", game::bestmove_lines),
    step!("bestmove-keeps-game", "`bestmove` plays nothing", "bestmove", game::bestmove_keeps_game),
    step!("pass", "a forced pass is listed, answered and played", "pass; MoveString", game::pass),
    step!("undo", "`undo` takes back one move or several", "undo", game::undo),
    advice!("undo-too-many", "more moves than there are cannot be taken back", "undo; error handling", game::undo_too_many),
    step!("terminal", "a finished game is known, and nothing is done in it that ends the engine", "GameStateString; error handling", game::terminal),
    step!("options", "every option has a type, a value and a default within its limits", "options", setup::options),
    step!("options-get", "`options get` is answered by the line of that option", "options", setup::options_get),
    step!("options-set", "every kind of value is taken, the limits among them, and answered by the line", "options", setup::options_set),
    step!("out-of-limits", "a value beyond the limits, or of no option, is not taken", "options; error handling", setup::out_of_limits),
    step!("unknown-command", "a command that is not known is answered by `err` and `ok`", "error handling", setup::unknown_command),
    step!("illegal-move", "an illegal move is answered by `invalidmove` or `err`, and not played", "error handling", game::illegal_move),
    advice!("illegal-pass", "a pass is refused where there are moves", "pass; error handling", game::illegal_pass),
    advice!("bad-newgame", "a game that makes no sense is answered by `err`, and harms nothing", "newgame; error handling", game::bad_newgame),
    advice!("line-ends", "a line that ends in CR LF is understood", "not in the document; viewers on other systems", setup::line_ends),
    advice!("exit", "`exit` ends the engine", "not in the document; viewers send it", setup::exit),
    advice!("end-of-input", "the end of its input ends the engine", "not in the document; viewers crash", setup::end_of_input),
    advice!("end-of-input-search", "the end of its input ends the engine after its search at the latest", "not in the document; viewers crash", game::end_of_input),
];

impl Partner for Uhp {
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
        report.engine.clone_from(&self.name);
        report.declared = counted(self.options.len(), "option");
        report.ready = self.ready;
    }
}

impl Uhp {
    /// Starts the engine and waits for its introduction; asks for it if it does not come.
    async fn greet(&mut self) -> Result<Vec<String>, Flaw> {
        self.bench.start().await;
        if self.ready.is_none() {
            // Not less: engines that were not quick enough are asked again.
            let unasked = Limit { most: Duration::ZERO, ..HANDSHAKE.after(Duration::from_secs(2)) };
            let by_itself = match self.hear(unasked).await {
                Ok(lines) if is_named(&lines) => return Ok(lines),
                Err(_silence) if self.bench.is_running() => None,
                heard => Some(heard?),
            };
            self.bench.send("info").await;
            let told = self.hear(HANDSHAKE).await?;
            if by_itself.is_some() {
                self.is_nameless = true;
                return Ok(told);
            }
            let answer = self.late_answer().await?;
            self.has_banner = answer.is_some();
            self.is_nameless = answer.is_some() && !is_named(&told);
            return Ok(answer.unwrap_or(told));
        }
        if !self.has_banner {
            self.bench.send("info").await;
        }
        self.hear(HANDSHAKE).await
    }

    /// The introduction may have come by itself after all, only too late: then the answer to `info`
    /// comes after it, and is returned. The answer to another command distinguishes the two.
    async fn late_answer(&mut self) -> Result<Option<Vec<String>>, Flaw> {
        self.bench.send("options").await;
        let late = match self.hear(ANSWER).await {
            Ok(lines) => Some(lines).filter(|lines| is_named(lines)),
            // Another step checks whether it knows them.
            Err(_silence) if self.bench.is_running() => None,
            Err(flaw) => return Err(flaw),
        };
        if late.is_some() {
            self.hear(ANSWER).await?;
        }
        Ok(late)
    }

    /// An engine that is ready: the running one, or a new one.
    async fn ready(&mut self) -> Result<(), Flaw> {
        if self.bench.is_running() {
            return Ok(());
        }
        self.greet().await.map(drop)
    }

    /// The lines up to the next `ok`.
    async fn hear(&mut self, limit: Limit) -> Result<Vec<String>, Flaw> {
        let mut lines = Vec::new();
        let read = |line: &str| {
            if line.trim() == "ok" {
                return Some(());
            }
            lines.push(line.trim_end().to_owned());
            None
        };
        self.bench.find("`ok`", limit, read).await?;
        Ok(lines)
    }

    /// Sends a command and returns the lines of its answer, without blank ones and `ok`.
    async fn ask(&mut self, command: &str, limit: Limit) -> Result<Vec<String>, Flaw> {
        self.bench.send(command).await;
        let lines = self.hear(limit).await;
        let mut lines = lines.map_err(|flaw| format!("`{command}`: {}", flaw.0))?;
        lines.retain(|line| !line.is_empty());
        Ok(lines)
    }

    /// The same for a command that must be answered by one line that isn't an error.
    async fn ask_line(&mut self, command: &str) -> Result<String, Flaw> {
        let lines = self.ask(command, ANSWER).await?;
        let [line] = lines.as_slice() else {
            return Err(
                format!("`{command}` is answered by {}", counted(lines.len(), "line")).into()
            );
        };
        match Reply::parse(line) {
            Reply::Error(_) => Err(format!("`{command}` is answered by {}", quoted(line)).into()),
            _ => Ok(line.clone()),
        }
    }

    /// A command that must be refused; returns what is wrong with the refusal, if anything.
    async fn refused(&mut self, command: &str) -> Result<Option<String>, Flaw> {
        let lines = self.ask(command, ANSWER).await?;
        let is_error = |line: &&String| matches!(Reply::parse(line), Reply::Error(_));
        if lines.iter().any(|line| is_error(&line)) {
            return Ok(None);
        }
        Ok(Some(match lines.first() {
            None => format!("`{command}` is answered by nothing but `ok`"),
            Some(line) => format!("`{command}` is answered by {}, not by `err`", quoted(line)),
        }))
    }

    /// The greatest game type that is declared.
    fn kind(&self) -> String {
        let declared = self.capabilities.as_deref().and_then(GameKind::parse_capabilities);
        declared.unwrap_or_default().to_string()
    }
}

/// The name of the engine is in these lines.
fn is_named(lines: &[String]) -> bool {
    lines.iter().any(|line| matches!(Reply::parse(line), Reply::Id(name) if !name.is_empty()))
}

/// A game of Hive from its start.
fn board(kind: &str) -> Board {
    Board::new("hive", Protocol::Uhp, Some(kind), None)
}
