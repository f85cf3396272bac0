//! The scripted engine's UHP: an engine that misbehaves as it is told, without rules or, with
//! `--rules`, by those of Hive.
//!
//! `scripted-engine --uhp [--moves "wS1,bS1 wS1-"] [--seed N] [--name NAME] [--crlf] [FLAG]...
//! [DEED[=VALUE][@COMMAND[:N]]]...` with the deeds of [`super::deed`], and for COMMAND a word of UHP,
//! `start`, `eof` or `unknown`. [`FLAGS`] lists the flags; `--refuses MOVE` takes every move but this
//! one, `--plays MOVE` plays this one against all rules. Without faults it introduces itself, takes
//! every move, and answers `bestmove` with the moves listed, one after the other, at once; but a
//! search of a minute or more, or of ten plies or more, never ends. With `--rules` it keeps the game
//! by the rules and looks for moves of its own when none is listed.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

use quintet::protocol::OptionKind;
use quintet::protocol::uhp::{
    Effort, GameKind, GameState, GameString, NewGame, Refusal, Setting, Task, Thought, UhpServer,
};

use super::deed::{self, Deed, Flow};
use super::hive::{HiveGame, Style};
use super::hub::Due;

/// Every flag, and what it means.
const FLAGS: &[(&str, &str)] = &[
    ("--no-banner", "says nothing before it is asked"),
    ("--bare-banner", "says nothing but `ok` before it is asked"),
    ("--blank-end", "writes an empty line after every `ok`"),
    ("--base-only", "plays the base game whatever is wanted"),
    ("--respell", "writes every move of a game in another way"),
    ("--wrong-head", "writes that no side has moved yet"),
    ("--draws", "takes every game of four moves or more for drawn"),
    ("--no-whole-games", "takes half of a game and fails"),
    ("--no-depth", "refuses depths"),
    ("--no-cr", "does not know a command that ends in CR"),
    ("--thinks-aloud", "writes what it thinks, on both outputs"),
    ("--duplicates", "writes every valid move twice"),
    ("--hides-moves", "with rules: writes only one of the valid moves"),
    ("--panics", "dies when it is asked for moves of a finished game"),
    ("--rules", "plays Hive by the rules"),
    ("--own-place", "with rules: writes moves beside the moving piece's old place"),
    ("--odd", "with rules: writes Base+PLM, black[11] and covered pieces"),
    ("--shuffled-type", "with rules: writes Base+PLM"),
    ("--repetition", "with rules: takes the third time of a position for drawn"),
    ("--secretly", "refuses the move of `--plays`, and plays it all the same"),
    ("--keeps-time", "uses the whole time that it is given"),
    ("--missing", "leaves the first valid move out"),
    ("--extra", "lists a move that is against the rules"),
    ("--jargon", "lists something that is not a move"),
];

struct ScriptedUhp {
    server: UhpServer,
    game: GameString,
    /// The game by the rules, where it knows them.
    hive: Option<HiveGame>,
    /// Moves to play, the next one last.
    moves: Vec<String>,
    flags: Vec<String>,
    /// A move that it does not take.
    refused: Option<String>,
    /// A move that it plays where it is against the rules, too.
    lawless: Option<String>,
    crlf: bool,
    faults: Vec<Due>,
    flood: deed::Flood,
    quits: bool,
}

/// Speaks UHP until `exit` or the end of the input.
pub(super) fn run(mut args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let mut name = "scripted".to_owned();
    let mut engine = ScriptedUhp {
        server: UhpServer::new("", GameKind::default(), Vec::new()),
        game: NewGame::Base.game().ok_or("no game")?,
        hive: None,
        moves: Vec::new(),
        flags: Vec::new(),
        refused: None,
        lawless: None,
        crlf: false,
        faults: Vec::new(),
        flood: deed::Flood::default(),
        quits: false,
    };
    let mut seed = 1;
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--crlf" => engine.crlf = true,
            "--seed" => seed = args.next().ok_or("--seed needs a number")?.parse()?,
            "--ignore-term" => deed::ignore_term()?,
            "--refuses" => engine.refused = args.next(),
            "--plays" => engine.lawless = args.next(),
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
    let style = Style {
        own_place: engine.has("--own-place"),
        odd: engine.has("--odd"),
        repetition: engine.has("--repetition"),
    };
    engine.hive = engine.has("--rules").then(|| HiveGame::new(style, seed));
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

impl ScriptedUhp {
    fn talk(mut self) -> io::Result<()> {
        self.act("start")?;
        if self.has("--bare-banner") {
            self.say(&["ok".to_owned()])?;
        } else if !self.has("--no-banner") {
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
        deed::let_go()?;
        self.act("eof")?;
        if self.faults.iter().any(|due| due.word == "eof" && due.deed == Deed::Deaf) {
            deed::idle();
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.hive.as_ref().map_or(self.game.state.is_over(), HiveGame::is_over)
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
                Task::Play(mv) => lines.extend(self.play(mv)),
                Task::Undo(n_moves) => {
                    let n_moves = usize::try_from(n_moves).unwrap_or(usize::MAX);
                    if self.hive.is_some() && self.game.moves.len() < n_moves {
                        let none = Refusal::Error("there are not so many".to_owned());
                        lines.extend(self.server.refuse(&none));
                        continue;
                    }
                    if let Some(hive) = &mut self.hive {
                        hive.undo(n_moves);
                    }
                    let n_left = self.game.moves.len().saturating_sub(n_moves);
                    self.game.moves.truncate(n_left);
                    lines.extend(self.tell_game());
                }
                Task::ValidMoves => {
                    if self.has("--panics") && self.is_over() {
                        panic();
                    }
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

    fn play(&mut self, mv: String) -> Vec<String> {
        let is_lawless = self.lawless.as_ref() == Some(&mv);
        match &mut self.hive {
            Some(hive) if is_lawless => hive.play_lawless(&mv),
            Some(hive) => {
                if let Err(why) = hive.play(&mv) {
                    return self.server.refuse(&Refusal::InvalidMove(why));
                }
            }
            None => {}
        }
        if is_lawless && self.has("--secretly") {
            return self.refuse();
        }
        self.game.moves.push(mv);
        self.tell_game()
    }

    fn begin(&mut self, wanted: &NewGame) -> Vec<String> {
        let Some(game) = wanted.game() else {
            return self.server.refuse(&Refusal::Error("no game".to_owned()));
        };
        self.game = game;
        if self.has("--base-only") && self.hive.is_some() {
            self.game = NewGame::Base.game().unwrap_or_else(|| self.game.clone());
        }
        if self.refused.as_ref().is_some_and(|mv| self.game.moves.contains(mv)) {
            return self.refuse();
        }
        if self.has("--no-whole-games") && self.game.moves.len() > 1 {
            self.game.moves.truncate(1);
            return self
                .server
                .refuse(&Refusal::InvalidMove("that is against the rules".to_owned()));
        }
        if let Some(hive) = &mut self.hive
            && let Err(why) = hive.begin(&self.game)
        {
            return self.server.refuse(&Refusal::InvalidMove(why));
        }
        self.tell_game()
    }

    fn refuse(&mut self) -> Vec<String> {
        self.server.refuse(&Refusal::InvalidMove("That is not how we play.".to_owned()))
    }

    fn valid_moves(&self) -> Vec<String> {
        let mut moves = match &self.hive {
            Some(hive) => hive.valid_moves(),
            None => self.moves.iter().cloned().chain(["pass".to_owned()]).collect(),
        };
        if self.has("--hides-moves") {
            moves.truncate(1);
        }
        if self.has("--missing") {
            moves.remove(0);
        }
        if self.has("--extra") {
            moves.push("wQ".to_owned());
        }
        if self.has("--jargon") {
            moves.push("foo".to_owned());
        }
        if self.has("--duplicates") {
            moves.extend(moves.clone());
        }
        moves
    }

    /// The game with its head.
    fn tell_game(&mut self) -> Vec<String> {
        if let Some(hive) = &self.hive {
            let mut text = hive.text();
            if self.has("--shuffled-type") {
                text = text.replacen("+MLP", "+PLM", 1);
            }
            if self.has("--wrong-head") {
                let parts: Vec<&str> = text.split(';').collect();
                text = [&[parts[0], "NotStarted", "White[1]"], &parts[3..]].concat().join(";");
            }
            return self.server.answer(&text);
        }
        let n_moves = self.game.moves.len();
        let mut game = self.game.clone();
        let side = if n_moves.is_multiple_of(2) { "White" } else { "Black" };
        game.turn = format!("{side}[{}]", n_moves / 2 + 1);
        game.state = match n_moves {
            0 => GameState::NotStarted,
            4.. if self.has("--draws") => GameState::Draw,
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
        if self.is_over() && self.has("--panics") {
            panic();
        }
        if self.hive.as_ref().is_some_and(HiveGame::is_over) {
            return Ok(self.server.refuse(&Refusal::Error("the game is over".to_owned())));
        }
        let is_endless = match effort {
            Effort::Time(time) => time.as_secs() >= 60,
            Effort::Depth(_) if self.has("--no-depth") => {
                return Ok(self.server.refuse(&Refusal::Error("no depth".to_owned())));
            }
            Effort::Depth(depth) => depth >= 10,
        };
        let own = || self.hive.as_ref().map_or("pass".to_owned(), HiveGame::best_move);
        let mv = self.moves.pop().unwrap_or_else(own);
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
        if let (Effort::Time(time), true) = (effort, self.has("--keeps-time")) {
            deed::wait(time);
        }
        Ok(self.server.answer(&mv))
    }

    /// Writes lines in one go, as engines that buffer their output do.
    fn say(&self, lines: &[String]) -> io::Result<()> {
        let has_blank = self.has("--blank-end") && lines.last().is_some_and(|line| line == "ok");
        let blank = has_blank.then(String::new);
        let end = if self.crlf { "\r\n" } else { "\n" };
        let text: String =
            lines.iter().chain(&blank).flat_map(|line| [line.as_str(), end]).collect();
        deed::write_out(text.as_bytes())
    }
}

/// Ends as a program in Rust does that panics.
fn panic() -> ! {
    std::process::exit(101)
}

/// The word of UHP that a line begins with.
fn word(line: &str) -> &str {
    const WORDS: [&str; 9] =
        ["info", "newgame", "play", "pass", "validmoves", "bestmove", "undo", "options", "exit"];
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    if WORDS.contains(&word) { word } else { "unknown" }
}
