//! The scripted engine's Hub: an engine of all variants that misbehaves as it is told.
//!
//! `scripted-engine --hub [--moves 32-28,..] [--name NAME] [--crlf] [--no-variants] [--whole] [--eager]
//! [--any-input-aborts] [--time-only] [--refuses FORM,..] [--misguess] [--needs NAME=VALUE] [DEED[=VALUE][@COMMAND[:N]]]...` with the deeds of [`super::deed`], and for
//! COMMAND a word of Hub, `start`, `eof`, `cr` (any line that
//! ends in CR) or `unknown`. Without faults it plays the moves listed, then
//! the first legal one, and expects the first legal reply, or with `--misguess` the last; analyses and ponders until it is told otherwise, or with `--eager` ends at
//! once. `--time-only` knows no level but the clock, `--refuses` answers these forms of `level` (`depth`, `nodes`, `move-time`, `time`, `infinite`) by `error`, `--needs` is not ready without that value. `--whole` tells all of itself and of its parameters. `--any-input-aborts` is GWD: whatever comes during a search ends it.

use std::error::Error;
use std::io::{self, BufRead as _};

use quintet::games::{self, BoxPosition, Setup};
use quintet::protocol::hub::{
    Command, Done, GoMode, HubServer, Id, OrderId, Param, ParamKind, Place, Task, Thought,
};

use super::deed::{self, Deed, Fault, Flow};

/// A fault and the word of Hub at which it is due.
pub(super) struct Due {
    pub(super) word: String,
    /// Only at this time, counted from 1.
    only: Option<u32>,
    n_seen: u32,
    pub(super) deed: Deed,
}

impl Due {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (deed, when) = text.rsplit_once('@').unwrap_or((text, "start"));
        let (word, only) = match when.split_once(':') {
            Some((word, nth)) => (word, Some(nth.parse().map_err(|_error| format!("{when:?}"))?)),
            None => (when, None),
        };
        let Fault { deed, .. } = format!("{deed}@start").parse()?;
        Ok(Self { word: word.to_owned(), only, n_seen: 0, deed })
    }

    pub(super) fn is_due(&mut self, word: &str) -> bool {
        if self.word != word {
            return false;
        }
        self.n_seen += 1;
        self.only.is_none_or(|only| only == self.n_seen)
    }
}

struct ScriptedHub {
    server: HubServer,
    pos: Option<BoxPosition>,
    /// Moves to play, the next one last.
    moves: Vec<String>,
    /// The search that waits for `stop` or `ponder-hit`.
    running: Option<OrderId>,
    crlf: bool,
    eager: bool,
    any_input_aborts: bool,
    time_only: bool,
    refuses: Vec<String>,
    misguess: bool,
    needs: Option<(String, String)>,
    faults: Vec<Due>,
    flood: deed::Flood,
    quits: bool,
}

/// Speaks Hub until `quit` or the end of the input.
pub(super) fn run(mut args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let mut id = Id { name: "scripted".to_owned(), ..Id::default() };
    let mut params = params();
    let mut engine = ScriptedHub {
        server: HubServer::new(Id::default(), Vec::new()),
        pos: None,
        moves: Vec::new(),
        running: None,
        crlf: false,
        eager: false,
        any_input_aborts: false,
        time_only: false,
        refuses: Vec::new(),
        misguess: false,
        needs: None,
        faults: Vec::new(),
        flood: deed::Flood::default(),
        quits: false,
    };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--crlf" => engine.crlf = true,
            "--eager" => engine.eager = true,
            "--any-input-aborts" => engine.any_input_aborts = true,
            "--time-only" => engine.time_only = true,
            "--refuses" => {
                let list = args.next().ok_or("--refuses needs a list")?;
                engine.refuses = list.split(',').map(str::to_owned).collect();
            }
            "--misguess" => engine.misguess = true,
            "--needs" => {
                let needed = args.next().ok_or("--needs needs a name and a value")?;
                engine.needs = needed.split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned()));
            }
            "--no-variants" => params.retain(|param| param.name != "variant"),
            "--ignore-term" => deed::ignore_term()?,
            "--whole" => {
                (id.version, id.author) = (Some("1".to_owned()), Some("nobody".to_owned()));
                params.retain(|param| param.name != "hash");
            }
            "--name" => id.name = args.next().ok_or("--name needs a name")?,
            "--moves" => {
                let list = args.next().ok_or("--moves needs a list")?;
                engine.moves = list.split(',').rev().map(str::to_owned).collect();
            }
            fault => engine.faults.push(Due::parse(fault)?),
        }
    }
    engine.server = HubServer::new(id, params);
    engine.pos = engine.read(&Place::default());
    Ok(engine.talk()?)
}

/// A parameter of every type.
fn params() -> Vec<Param> {
    let words = |words: &str| words.split(' ').map(str::to_owned).collect();
    let real = ParamKind::Real { min: Some(0.0), max: Some(1.0) };
    vec![
        Param::new("variant", "normal", ParamKind::Enum(words("normal killer bt frisian losing"))),
        Param::new("book", "true", ParamKind::Bool),
        Param::new("threads", "1", ParamKind::Int { min: Some(1), max: Some(16) }),
        Param::new("hash", "16", ParamKind::Int { min: None, max: None }),
        Param::new("margin", "0.5", real),
        Param::new("file", "", ParamKind::String),
    ]
}

impl ScriptedHub {
    fn talk(mut self) -> io::Result<()> {
        self.act("start")?;
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            let word = match line.ends_with('\r') {
                true => "cr",
                false => word(&Command::parse(&line)),
            };
            self.flood.stop();
            match self.act(word)? {
                Flow::Answer => {
                    let answer = self.answer(&line);
                    self.say(&answer)?;
                }
                Flow::Twice => {
                    let answer = self.answer(&line);
                    self.say(&[answer.clone(), answer].concat())?;
                }
                Flow::Instead(answer) => {
                    self.answer(&line);
                    self.say(&[answer])?;
                }
                Flow::Silence => {}
            }
            if self.quits {
                return Ok(());
            }
        }
        deed::let_go()?;
        self.act("eof")?;
        if self.is_deaf_to("eof") {
            deed::idle();
        }
        Ok(())
    }

    fn is_deaf_to(&self, word: &str) -> bool {
        self.faults.iter().any(|due| due.word == word && matches!(due.deed, Deed::Deaf))
    }

    /// Does what the script wants at this word.
    fn act(&mut self, word: &str) -> io::Result<Flow> {
        let mut flow = Flow::Answer;
        for due in &mut self.faults {
            if due.is_due(word)
                && let Some(changed) = due.deed.act(&mut self.flood)?
            {
                flow = changed;
            }
        }
        Ok(flow)
    }

    /// Carries a line out; the lines to answer.
    fn answer(&mut self, line: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if self.any_input_aborts && self.running.is_some() {
            self.end(&mut lines);
        }
        if self.is_refused(line) {
            lines.push("error message=\"bad level\"".to_owned());
            return lines;
        }
        for task in self.server.handle_line(line) {
            self.carry_out(task, &mut lines);
        }
        lines
    }

    /// A `level` of a form that it does not take.
    fn is_refused(&self, line: &str) -> bool {
        let Some(args) = line.strip_prefix("level ") else { return false };
        let names = args.split_whitespace().filter_map(|arg| arg.split('=').next());
        names.into_iter().any(|name| self.refuses.iter().any(|form| form == name))
    }

    fn carry_out(&mut self, task: Task, lines: &mut Vec<String>) {
        match task {
            Task::Write(line) => lines.push(line),
            Task::Init if self.lacks() => lines.push("error message=\"not set up\"".to_owned()),
            Task::Init => {
                lines.push("init eval".to_owned());
                self.pos = self.read(&Place::default());
                lines.push(self.server.ready());
            }
            Task::Place(place) => match self.read(&place) {
                Some(pos) => self.pos = Some(pos),
                None => lines.push(self.server.refuse_place("bad position")),
            },
            Task::Search(order) => {
                self.running = Some(order.id);
                let pv = self.moves.last().cloned().or_else(|| self.legal().into_iter().next());
                let thought = Thought {
                    depth: Some(1),
                    score: Some(0.25),
                    nodes: Some(42),
                    pv: pv.into_iter().collect(),
                    ..Thought::default()
                };
                lines.extend(self.server.info(order.id, &thought));
                let goes_on = match order.mode {
                    GoMode::Think if self.time_only => order.level.clock.is_none(),
                    GoMode::Think => order.level.is_endless(),
                    GoMode::Ponder | GoMode::Analyze => true,
                };
                if self.eager || !goes_on {
                    self.end(lines);
                }
            }
            Task::PonderHit(_) | Task::Stop(_) => self.end(lines),
            Task::ParamChanged(_) | Task::NewGame => {}
            Task::Quit => self.quits = true,
        }
    }

    /// A parameter has not the value that it needs.
    fn lacks(&self) -> bool {
        let needs = self.needs.as_ref();
        needs.is_some_and(|(name, value)| self.server.param(name) != Some(value))
    }

    fn end(&mut self, lines: &mut Vec<String>) {
        let Some(order) = self.running.take() else { return };
        let mv = self.moves.pop().or_else(|| self.legal().into_iter().next());
        let ponder = mv.as_ref().and_then(|mv| self.reply_to(mv));
        lines.extend(self.server.done(order, &Done { mv, ponder }));
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.pos.as_ref().map(|pos| pos.legal_moves()).unwrap_or_default();
        moves.into_iter().map(|mv| mv.0).collect()
    }

    fn reply_to(&self, mv: &str) -> Option<String> {
        let mut pos = self.pos.as_ref()?.boxed_clone();
        pos.play(mv).ok()?;
        let mut replies = pos.legal_moves().into_iter();
        let reply = if self.misguess { replies.next_back() } else { replies.next() };
        reply.map(|mv| mv.0)
    }

    fn read(&self, place: &Place) -> Option<BoxPosition> {
        let variant = self.server.param("variant").map(str::to_owned);
        let setup = Setup { variant, position: place.pos.clone() };
        let mut pos = games::find("draughts")?.start(&setup).ok()?;
        place.moves.iter().try_for_each(|mv| pos.play(mv).map(drop)).ok()?;
        Some(pos)
    }

    /// Writes lines in one go, as engines that buffer their output do.
    fn say(&self, lines: &[String]) -> io::Result<()> {
        let end = if self.crlf { "\r\n" } else { "\n" };
        let text: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        deed::write_out(text.as_bytes())
    }
}

/// The word of Hub that a command begins with.
fn word(command: &Command) -> &'static str {
    match command {
        Command::Hub => "hub",
        Command::SetParam { .. } => "set-param",
        Command::Init => "init",
        Command::Pos(_) => "pos",
        Command::Level(_) => "level",
        Command::Go(_) => "go",
        Command::PonderHit => "ponder-hit",
        Command::Stop => "stop",
        Command::NewGame => "new-game",
        Command::Ping => "ping",
        Command::Quit => "quit",
        Command::Malformed(_) | Command::Ignored(_) => "unknown",
    }
}
