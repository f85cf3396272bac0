//! The scripted engine's UBGI: an engine without rules that misbehaves as it is told.
//!
//! `scripted-engine --ubgi [--moves "8/5 6/5,24/18 13/11"] [--name NAME] [--crlf] [FLAG]...
//! [DEED[=VALUE][@COMMAND[:N]]]...` with the deeds of [`super::deed`], and for COMMAND a word of UBGI,
//! `position`, `start`, `eof` or `unknown`. [`FLAGS`] lists the flags. Without faults it plays the moves
//! listed, one after the other, at once; with `--slips FILE` it says sorry to its fourth position and
//! answers every later one late by one, unless the file is there already, which it makes; rolls, takes, and ranks the moves that are left.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead as _};
use std::path::PathBuf;

use quintet::games::{self, Actor, Setup};
use quintet::protocol::ubgi::{
    Action, AnalysisLine, AnalysisReply, AnalysisRequest, Identity, PositionText, Task, UbgiServer,
};
use quintet::protocol::{Chances, OptionDecl, OptionKind};

use super::deed::{self, Deed, Flow};
use super::hub::Due;
use super::later::Later;

/// Every flag, and what it means.
const FLAGS: &[(&str, &str)] = &[
    ("--rules", "plays the first legal play instead of listed ones, and ranks the legal ones"),
    ("--draft", "knows the draft and nothing else"),
    ("--silent", "ignores what it does not know"),
    ("--hits", "writes a star for a hit, and trailing blanks"),
    ("--endless", "thinks until it is stopped"),
    ("--no-stop", "does not know stop"),
    ("--hangs", "never reads again once it thinks"),
    ("--later", "speaks v0.1 of the later dialects"),
    ("--dashes", "with --later and --rules: writes 24-18"),
    ("--numbers", "with --later and --rules: writes 25 and 0 for bar and off"),
    ("--keys", "with --later and --rules: speaks v0.2"),
    ("--spent-dice", "uses dice up by one search (later dialect)"),
    ("--no-cube", "knows nothing of the cube"),
    ("--no-limits", "with --later and --rules: knows go and go role chequer, and nothing more"),
    ("--bare-role", "does not know the word `role` (later dialect)"),
];

struct ScriptedUbgi {
    server: UbgiServer,
    /// Moves to play, the next one last.
    moves: Vec<String>,
    flags: Vec<String>,
    name: String,
    crlf: bool,
    has_dice: bool,
    faults: Vec<Due>,
    flood: deed::Flood,
    /// What is answered when it is stopped.
    thinking: Option<Action>,
    /// The answer that is owed to an earlier position, once it has slipped.
    owed: Option<Action>,
    n_decided: u32,
    /// The file by which no other process slips, too.
    slips: Option<PathBuf>,
    /// Where it speaks a later dialect by the rules.
    later: Option<Later>,
    quits: bool,
}

/// Speaks UBGI until `quit` or the end of the input.
pub(super) fn run(mut args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let mut engine = ScriptedUbgi {
        server: UbgiServer::new(Identity::default(), Vec::new()),
        moves: Vec::new(),
        flags: Vec::new(),
        name: "scripted".to_owned(),
        crlf: false,
        has_dice: false,
        faults: Vec::new(),
        flood: deed::Flood::default(),
        thinking: None,
        owed: None,
        n_decided: 0,
        slips: None,
        later: None,
        quits: false,
    };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--crlf" => engine.crlf = true,
            "--ignore-term" => deed::ignore_term()?,
            "--slips" => engine.slips = Some(args.next().ok_or("--slips needs a file")?.into()),
            "--name" => engine.name = args.next().ok_or("--name needs a name")?,
            "--moves" => {
                let list = args.next().ok_or("--moves needs a list")?;
                engine.moves = list.split(',').rev().map(str::to_owned).collect();
            }
            flag if FLAGS.iter().any(|(known, _)| *known == flag) => engine.flags.push(arg),
            fault => engine.faults.push(Due::parse(fault)?),
        }
    }
    let level = OptionDecl {
        name: "Level".to_owned(),
        kind: OptionKind::Int { min: 1, max: 10 },
        default: "10".to_owned(),
    };
    let identity = Identity {
        name: engine.name.clone(),
        author: "nobody".to_owned(),
        version: "1".to_owned(),
    };
    engine.server = UbgiServer::new(identity, vec![level]);
    engine.later = (engine.has("--later") && engine.has("--rules")).then(|| Later {
        has_keys: engine.has("--keys"),
        dashes: engine.has("--dashes"),
        numbers: engine.has("--numbers"),
        takes_no_limits: engine.has("--no-limits"),
        name: engine.name.clone(),
        ..Later::default()
    });
    Ok(engine.talk()?)
}

impl ScriptedUbgi {
    fn talk(mut self) -> io::Result<()> {
        self.act("start")?;
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let whole = String::from_utf8_lossy(&line);
            let line = whole.trim_end_matches('\r').to_owned();
            match self.act(if line.len() < whole.len() { "cr" } else { word(&line) })? {
                Flow::Answer => {
                    let answer = self.answer(&line);
                    self.say(&answer)?;
                }
                Flow::Twice => {
                    let answer = self.answer(&line);
                    self.say(&[answer.clone(), answer].concat())?;
                }
                Flow::Instead(text) => {
                    self.answer(&line);
                    self.say(&[text])?;
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
    fn answer(&mut self, line: &str) -> Vec<String> {
        if let Some(later) = &mut self.later {
            let lines = later.answer(line);
            self.quits = later.quits;
            return lines;
        }
        if self.has("--later") {
            return self.answer_later(line);
        }
        let is_later = ["isready", "setoption", "analyse"].contains(&word(line));
        if (is_later && self.has("--draft")) || (word(line) == "stop" && self.has("--no-stop")) {
            return self.sorry();
        }
        self.server.handle_line(line);
        let mut lines = Vec::new();
        while let Some(task) = self.server.poll_task() {
            match task {
                Task::Write(text) if text == ["sorry"] => lines.extend(self.sorry()),
                Task::Write(text) => lines.extend(text),
                Task::Initialize => lines.extend(self.server.ready()),
                Task::Decide(position) => lines.extend(self.decide(&position)),
                Task::Analyse(request) => lines.extend(self.analyse(&request)),
                Task::Stop => lines.extend(self.stop()),
                Task::OptionChanged(_) => {}
                Task::Quit => self.quits = true,
            }
        }
        if self.has("--draft") {
            lines.retain(|line| !line.starts_with("id analysis") && !line.starts_with("option"));
        }
        lines
    }

    fn sorry(&self) -> Vec<String> {
        if self.has("--silent") { Vec::new() } else { vec!["sorry".to_owned()] }
    }

    fn decide(&mut self, position: &PositionText) -> Vec<String> {
        if self.has("--hangs") {
            deed::idle();
        }
        let action = match position.text().split(':').nth(4) {
            Some("00") if self.has("--no-cube") => return self.server.refuse(),
            Some("00") => Action::Roll,
            Some("D") => Action::Take,
            _ if self.has("--rules") => first_play(position.text()),
            _ => self.moves.pop().map_or(Action::NoPlay, Action::Play),
        };
        if self.has("--endless") {
            self.thinking = Some(action);
            return Vec::new();
        }
        let Some(action) = self.slip(action) else { return self.server.refuse() };
        let mut lines = self.server.answer(&action);
        if self.has("--hits") {
            lines.iter_mut().for_each(|line| *line = format!("{}* ", line.replace(' ', "* ")));
        }
        lines
    }

    /// The answer in place of this one where it slips; `None` for none.
    fn slip(&mut self, action: Action) -> Option<Action> {
        const FIRST: u32 = 4;
        self.n_decided += 1;
        if let Some(owed) = self.owed.replace(action.clone()) {
            return Some(owed);
        }
        let slips = self.n_decided == FIRST
            && self.slips.as_ref().is_some_and(|file| File::create_new(file).is_ok());
        if slips {
            return None;
        }
        self.owed = None;
        Some(action)
    }

    fn analyse(&mut self, request: &AnalysisRequest) -> Vec<String> {
        let mut lines = self.server.say(&AnalysisReply::Start);
        let n_lines = request.lines.unwrap_or(10) as usize;
        let mut actions: Vec<String> = self.moves.iter().rev().cloned().collect();
        if self.has("--rules") && actions.is_empty() {
            actions = ranked_by_rules(&request.position);
        }
        let ranked = actions.iter().take(n_lines).enumerate().map(|(idx, action)| {
            let equity = Some(0.5 - idx as f64 / 8.0);
            let chances = Some(Chances { win: 0.5, win_gammon: Some(0.25), ..Chances::default() });
            let (ply, action) = (request.ply, action.clone());
            AnalysisLine { action, ply, equity, chances, ..AnalysisLine::default() }
        });
        let ranked: Vec<AnalysisLine> = ranked.collect();
        lines.extend(self.server.say_ranked(ranked));
        lines.extend(self.server.say(&AnalysisReply::Progress { done: 1, total: 2 }));
        if !self.has("--endless") {
            lines.extend(self.server.end());
        }
        lines
    }

    fn stop(&mut self) -> Vec<String> {
        match self.thinking.take() {
            Some(action) => self.server.answer(&action),
            None => self.server.end(),
        }
    }

    /// v0.1 of the later dialects, as far as a host needs it.
    fn answer_later(&mut self, line: &str) -> Vec<String> {
        let one = |text: &str| vec![text.to_owned()];
        match word(line) {
            "ubgi" => vec![
                format!("id name {}", self.name),
                "option name Level type spin default 10 min 1 max 10".to_owned(),
                "ubgiok".to_owned(),
            ],
            "isready" => one("readyok"),
            "dice" => {
                self.has_dice = true;
                Vec::new()
            }
            "go" if line.contains("role") && self.has("--bare-role") => {
                one("error bad_argument role")
            }
            "go" if line.contains("cube") && self.has("--no-cube") => {
                one("error unsupported_feature go_role_cube")
            }
            "go" if line.contains("cube") => one("bestcube nodouble"),
            "go" if self.has("--hangs") => deed::idle(),
            "go" if !self.has_dice => one("error missing_context dice"),
            "go" => {
                self.has_dice = !self.has("--spent-dice");
                let mv = self.moves.pop().unwrap_or_else(|| "pass".to_owned());
                vec!["info depth 1 eq 0.25".to_owned(), format!("bestmove {mv}")]
            }
            "newgame" | "setoption" | "position" | "newsession" | "setscore" | "setcube"
            | "setturn" => Vec::new(),
            "quit" => {
                self.quits = true;
                Vec::new()
            }
            _ => one("error unknown_command"),
        }
    }

    /// Writes lines in one go, as engines that buffer their output do.
    fn say(&self, lines: &[String]) -> io::Result<()> {
        let end = if self.crlf { "\r\n" } else { "\n" };
        let text: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        deed::write_out(text.as_bytes())
    }
}

/// What may be done in a position, as analyses tell it.
fn ranked_by_rules(position: &PositionText) -> Vec<String> {
    let actions = legal(position).into_iter().flat_map(|mv| match mv.as_str() {
        "double" => vec!["double take".to_owned(), "double drop".to_owned()],
        _ => vec![mv],
    });
    actions.filter(|action| !action.starts_with("resign")).collect()
}

/// The legal moves; none where nothing is to be decided.
fn legal(position: &PositionText) -> Vec<String> {
    let PositionText::Xgid(xgid) = position else { return Vec::new() };
    let setup = Setup { variant: None, position: Some(xgid.clone()) };
    let backgammon = games::find("backgammon").expect("backgammon is one of the games");
    match backgammon.start(&setup) {
        Ok(pos) if matches!(pos.actor(), Actor::Player(_)) => {
            pos.legal_moves().into_iter().map(|mv| mv.0).collect()
        }
        Ok(_) | Err(_) => Vec::new(),
    }
}

/// The first of the legal plays.
fn first_play(position: &str) -> Action {
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    let game = games::find("backgammon").expect("it is listed");
    let plays = game.start(&setup).map(|start| start.legal_moves()).unwrap_or_default();
    plays.first().map_or(Action::NoPlay, |play| match play.0.as_str() {
        "pass" => Action::NoPlay,
        text => Action::Play(text.to_owned()),
    })
}

/// The word of UBGI that a line begins with.
fn word(line: &str) -> &str {
    const WORDS: [&str; 17] = [
        "ubgi",
        "stop",
        "quit",
        "isready",
        "analyse",
        "setoption",
        "set",
        "get",
        "keys",
        "newgame",
        "newsession",
        "setscore",
        "setcube",
        "setturn",
        "position",
        "dice",
        "go",
    ];
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    if PositionText::parse(line).is_some() {
        return "position";
    }
    if WORDS.contains(&word) { word } else { "unknown" }
}
