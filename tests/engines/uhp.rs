//! The scripted engine's UHP: an engine without rules that misbehaves as it is told.
//!
//! `scripted-engine --uhp [--moves "wS1,bS1 wS1-"] [--name NAME] [--crlf] [FLAG]...
//! [DEED[=VALUE][@COMMAND[:N]]]...` with the deeds of [`super::deed`], and for COMMAND a word of UHP,
//! `start`, `eof` or `unknown`. [`FLAGS`] lists the flags; `--refuses MOVE` takes every move but this
//! one. Without faults it introduces itself, takes
//! every move, and answers `bestmove` with the moves listed, one after the other, at once; but a
//! search of a minute or more, or of ten plies or more, never ends.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

use quintet::games::{BoxPosition, HistoryRules, Setup};
use quintet::protocol::OptionKind;
use quintet::protocol::uhp::{
    Effort, GameKind, GameState, GameString, NewGame, Refusal, Setting, Task, Thought, UhpServer,
};

use super::deed::{self, Deed, Flow};
use super::hub::Due;

/// Every flag, and what it means.
const FLAGS: &[(&str, &str)] = &[
    ("--no-banner", "says nothing before it is asked"),
    ("--base-only", "plays the base game whatever is wanted"),
    ("--respell", "writes every move of a game in another way"),
    ("--wrong-head", "writes that nobody has moved yet"),
    ("--draws", "takes every game of four moves or more for drawn"),
    ("--no-whole-games", "takes half of a game and fails"),
    ("--no-depth", "refuses depths"),
    ("--no-cr", "does not know a command that ends in CR"),
    ("--thinks-aloud", "writes what it thinks, on both outputs"),
    ("--duplicates", "writes every valid move twice"),
    ("--panics", "dies when it is to search a finished game"),
    ("--rules", "knows the rules: of valid moves, states and what it plays without a script"),
    ("--missing", "leaves the first valid move out"),
    ("--extra", "lists a move that is against the rules"),
    ("--third", "takes a game for drawn whose position stands for the third time"),
];

struct Engine {
    server: UhpServer,
    game: GameString,
    /// Moves to play, the next one last.
    moves: Vec<String>,
    flags: Vec<String>,
    /// A move that it does not take.
    refused: Option<String>,
    crlf: bool,
    faults: Vec<Due>,
    flood: deed::Flood,
    quits: bool,
}

/// Speaks UHP until `exit` or the end of the input.
pub(super) fn run(mut args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let mut name = "scripted".to_owned();
    let mut engine = Engine {
        server: UhpServer::new("", GameKind::default(), Vec::new()),
        game: NewGame::Base.game().ok_or("no game")?,
        moves: Vec::new(),
        flags: Vec::new(),
        refused: None,
        crlf: false,
        faults: Vec::new(),
        flood: deed::Flood::default(),
        quits: false,
    };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--crlf" => engine.crlf = true,
            "--ignore-term" => deed::ignore_term()?,
            "--refuses" => engine.refused = args.next(),
            "--name" => name = args.next().ok_or("--name needs a name")?,
            "--moves" => {
                let list = args.next().ok_or("--moves needs a list")?;
                engine.moves = list.split(',').rev().map(str::to_owned).collect();
            }
            flag if FLAGS.iter().any(|(known, _)| *known == flag) => engine.flags.push(arg),
            fault => engine.faults.push(Due::parse(fault)?),
        }
    }
    let able = GameKind { mosquito: true, ladybug: true, pillbug: true };
    engine.server = UhpServer::new(&name, able, settings());
    Ok(engine.talk()?)
}

/// An option of every type.
fn settings() -> Vec<Setting> {
    let styles = OptionKind::Choice(vec!["Calm".to_owned(), "Wild".to_owned()]);
    vec![
        Setting::new("Threads", OptionKind::Int { min: 1, max: 16 }, "1"),
        Setting::new("Contempt", OptionKind::Real { min: -1.0, max: 1.0 }, "0"),
        Setting::new("Style", styles, "Calm"),
        Setting::new("Verbose", OptionKind::Bool, "False"),
    ]
}

impl Engine {
    fn talk(mut self) -> io::Result<()> {
        self.act("start")?;
        if !self.has("--no-banner") {
            let greeting = self.server.greeting();
            self.say(&greeting)?;
        }
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            match self.act(word(&line))? {
                Flow::Answer => {
                    let answer = self.answer(&line)?;
                    self.say(&answer)?;
                }
                Flow::Twice => {
                    let answer = self.answer(&line)?;
                    self.say(&[answer.clone(), answer].concat())?;
                }
                Flow::Instead(text) => {
                    self.answer(&line)?;
                    self.say(&[text, "ok".to_owned()])?;
                }
                Flow::Silence => {}
            }
            if self.quits {
                return Ok(());
            }
        }
        self.act("eof")?;
        if self.faults.iter().any(|due| due.word == "eof" && due.deed == Deed::Deaf) {
            deed::idle();
        }
        Ok(())
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
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
    fn answer(&mut self, line: &str) -> io::Result<Vec<String>> {
        if self.has("--no-cr") && line.ends_with('\r') {
            return Ok(vec!["err unknown command".to_owned(), "ok".to_owned()]);
        }
        self.server.handle_line(line);
        let mut lines = Vec::new();
        while let Some(task) = self.server.poll_task() {
            match task {
                Task::Write(text) => lines.extend(text),
                Task::NewGame(game) => lines.extend(self.begin(&game)),
                Task::Play(mv) if self.refused.as_ref() == Some(&mv) => lines.extend(self.refuse()),
                Task::Play(mv) => {
                    self.game.moves.push(mv);
                    lines.extend(self.tell_game());
                }
                Task::Undo(n_moves) => {
                    let n_moves = usize::try_from(n_moves).unwrap_or(usize::MAX);
                    let n_left = self.game.moves.len().saturating_sub(n_moves);
                    self.game.moves.truncate(n_left);
                    lines.extend(self.tell_game());
                }
                Task::ValidMoves => {
                    let moves = self.valid_moves();
                    lines.extend(self.server.answer(&moves.join(";")));
                }
                Task::Search(effort) => lines.extend(self.search(effort)?),
                Task::OptionChanged(_) => {}
                Task::Quit => self.quits = true,
            }
        }
        Ok(lines)
    }

    fn begin(&mut self, wanted: &NewGame) -> Vec<String> {
        let Some(game) = wanted.game() else {
            return self.server.refuse(&Refusal::Error("no game".to_owned()));
        };
        self.game = game;
        if self.refused.as_ref().is_some_and(|mv| self.game.moves.contains(mv)) {
            return self.refuse();
        }
        if self.has("--no-whole-games") && self.game.moves.len() > 1 {
            self.game.moves.truncate(1);
            return self
                .server
                .refuse(&Refusal::InvalidMove("that is against the rules".to_owned()));
        }
        self.tell_game()
    }

    fn refuse(&mut self) -> Vec<String> {
        self.server.refuse(&Refusal::InvalidMove("That is not how we play.".to_owned()))
    }

    fn valid_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = match self.by_rules().last() {
            Some(pos) => pos.legal_moves().into_iter().map(|mv| mv.0).collect(),
            None => self.moves.iter().cloned().chain(["pass".to_owned()]).collect(),
        };
        if self.has("--missing") {
            moves.remove(0);
        }
        if self.has("--extra") {
            moves.push("wQ".to_owned());
        }
        if self.has("--duplicates") {
            moves.extend(moves.clone());
        }
        moves
    }

    /// The positions of the game by the rules; none without `--rules`.
    fn by_rules(&self) -> Vec<BoxPosition> {
        let hive = quintet::games::find("hive").filter(|_| self.has("--rules"));
        let setup = Setup { variant: Some(self.game.kind.to_string()), position: None };
        let start = hive.and_then(|hive| hive.start(&setup).ok());
        let mut positions: Vec<BoxPosition> = start.into_iter().collect();
        for mv in &self.game.moves {
            let Some(mut pos) = positions.last().cloned() else { break };
            if pos.play(mv).is_err() {
                break;
            }
            positions.push(pos);
        }
        positions
    }

    /// The position stands for the third time, by the rules.
    fn is_third(&self) -> bool {
        let traces: Vec<_> = self.by_rules().iter().map(|pos| pos.trace()).collect();
        let hive = quintet::games::find("hive");
        hive.is_some_and(|hive| hive.judge(&traces, HistoryRules::default()).is_some())
    }

    /// The game with its head.
    fn tell_game(&mut self) -> Vec<String> {
        let n_moves = self.game.moves.len();
        let mut game = self.game.clone();
        let side = if n_moves.is_multiple_of(2) { "White" } else { "Black" };
        game.turn = format!("{side}[{}]", n_moves / 2 + 1);
        game.state = match n_moves {
            0 => GameState::NotStarted,
            4.. if self.has("--draws") => GameState::Draw,
            _ if self.has("--third") && self.is_third() => GameState::Draw,
            _ => GameState::InProgress,
        };
        self.game.state = game.state;
        if self.has("--wrong-head") {
            (game.state, game.turn) = (GameState::NotStarted, "White[1]".to_owned());
        }
        if self.has("--base-only") {
            game.kind = GameKind::default();
        }
        if self.has("--respell") {
            for mv in &mut game.moves {
                mv.make_ascii_uppercase();
            }
        }
        self.server.answer(&game.to_string())
    }

    fn search(&mut self, effort: Effort) -> io::Result<Vec<String>> {
        if self.game.state.is_over() && self.has("--panics") {
            std::process::exit(101);
        }
        let is_endless = match effort {
            Effort::Time(time) => time.as_secs() >= 60,
            Effort::Depth(_) if self.has("--no-depth") => {
                return Ok(self.server.refuse(&Refusal::Error("no depth".to_owned())));
            }
            Effort::Depth(depth) => depth >= 10,
        };
        let legal = self.by_rules().pop().and_then(|pos| pos.legal_moves().into_iter().next());
        let other = legal.map_or_else(|| "pass".to_owned(), |mv| mv.0);
        let mv = self.moves.pop().unwrap_or(other);
        if self.has("--thinks-aloud") {
            let (depth, score) = (Some("3".to_owned()), Some(0.5));
            let thought = Thought { mv: Some(mv.clone()), depth, score, ..Thought::default() };
            let lines: Vec<String> = self.server.thought(&thought).into_iter().collect();
            self.say(&lines)?;
            let line = "depth= 4, took= 7ms; returned -12; bestmove MOVE; 5kn/s; total= 99\n";
            io::stderr().write_all(line.replace("MOVE", &mv).as_bytes())?;
        }
        if is_endless {
            deed::idle();
        }
        Ok(self.server.answer(&mv))
    }

    /// Writes lines in one go, as engines that buffer their output do.
    fn say(&self, lines: &[String]) -> io::Result<()> {
        let end = if self.crlf { "\r\n" } else { "\n" };
        let text: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

/// The word of UHP that a line begins with.
fn word(line: &str) -> &str {
    const WORDS: [&str; 9] =
        ["info", "newgame", "play", "pass", "validmoves", "bestmove", "undo", "options", "exit"];
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    if WORDS.contains(&word) { word } else { "unknown" }
}
