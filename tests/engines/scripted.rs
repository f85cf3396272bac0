//! An engine that speaks NBoard and misbehaves as it is told: a tool of the tests.
//!
//! `scripted-engine [--moves F5,D6] [--pick N] [--score X] [--score-at DISCS=X] [--name NAME] [--crlf] [--ignore-term] [FAULT]...` where
//! FAULT is `DEED[=VALUE][@WHEN[:N]]`: what it does, when, and at which time only (from 1; every time
//! without it). [`DEEDS`] and [`MOMENTS`] list them. Deeds of one moment are done in order, before
//! the proper answer. Without faults it is a well-behaved engine that plays the moves listed, then
//! the first legal one, or the one of this number, counted from 0 and round again: players that differ,
//! and play the same in the same position. With `--score` each of its moves has this score for Black, and with `--score-at`
//! another one where so many discs are on the board. With `--only-at DISCS` its faults at `hint` and `go`
//! happen where so many discs are on the board alone.
//!
//! `--idle` lives on whatever happens; `--echo` answers every line by itself; `--host` is a program with two sessions, to be killed;
//! `--hub` speaks Hub (`hub.rs`); `--guide` speaks GUIDE over TCP (`guide.rs`); `--uhp` speaks UHP
//! (`uhp.rs`); `--ubgi` speaks UBGI (`ubgi.rs`).

mod deed;
mod guide;
mod hive;
mod host;
mod hub;
mod later;
mod nboard;
mod ubgi;
mod uhp;

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

use deed::{Deed, Fault, Flow, Moment};
use nboard::NBoard;

/// How the engine behaves.
#[derive(Debug, Default)]
struct Script {
    name: Option<String>,
    moves: Vec<String>,
    /// Its score of every position, from Black's point of view.
    score: Option<f64>,
    /// Its score where so many discs are on the board.
    score_at: Option<(usize, f64)>,
    /// Where so many discs are on the board alone its faults at `hint` and `go` happen.
    only_at: Option<usize>,
    /// Which legal move is played after these.
    pick: usize,
    crlf: bool,
    faults: Vec<Fault>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut script = Script::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--idle" => deed::idle(),
            "--echo" => return Ok(echo()?),
            "--host" => return host::run(),
            "--guide" => return guide::run(args),
            "--hub" => return hub::run(args),
            "--uhp" => return uhp::run(args),
            "--ubgi" => return ubgi::run(args),
            "--crlf" => script.crlf = true,
            "--ignore-term" => deed::ignore_term()?,
            "--name" => script.name = args.next(),
            "--moves" => {
                let list = args.next().ok_or("--moves needs a list")?;
                script.moves = list.split(',').map(str::to_owned).collect();
            }
            "--score" => script.score = Some(args.next().ok_or("--score needs a number")?.parse()?),
            "--score-at" => {
                let at = args.next().ok_or("--score-at needs a number of discs and a score")?;
                let (discs, score) = at.split_once('=').ok_or("DISCS=X")?;
                script.score_at = Some((discs.parse()?, score.parse()?));
            }
            "--only-at" => {
                script.only_at = Some(args.next().ok_or("--only-at needs a number")?.parse()?);
            }
            "--pick" => script.pick = args.next().ok_or("--pick needs a number")?.parse()?,
            fault => script.faults.push(fault.parse()?),
        }
    }
    ScriptedNBoard { script, flood: deed::Flood::default() }.run()?;
    Ok(())
}

/// Answers every line by itself, as fast as it can.
fn echo() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(&line)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// The running engine.
struct ScriptedNBoard {
    script: Script,
    flood: deed::Flood,
}

impl ScriptedNBoard {
    fn run(mut self) -> io::Result<()> {
        let mut protocol = NBoard::new(&self.script);
        self.act(Moment::Start)?;
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line);
            let moment = match line.ends_with('\r') {
                true => Moment::Cr,
                false => NBoard::moment(&line),
            };
            if moment == Moment::Ping {
                self.flood.stop();
            }
            let is_search = matches!(moment, Moment::Hint | Moment::Go);
            let is_elsewhere = self.script.only_at.is_some_and(|n| n != protocol.n_discs());
            let flow = if is_search && is_elsewhere { Flow::Answer } else { self.act(moment)? };
            match flow {
                Flow::Answer => self.say(&protocol.answer(&line))?,
                Flow::Twice => {
                    let answer = protocol.answer(&line);
                    self.say(&[answer.clone(), answer].concat())?;
                }
                Flow::Instead(answer) => {
                    protocol.answer(&line);
                    self.say(&[answer])?;
                }
                Flow::Silence => {}
            }
            if moment == Moment::Quit && !self.is_deaf_to(Moment::Quit) {
                return Ok(());
            }
        }
        deed::let_go()?;
        self.act(Moment::Eof)?;
        if self.is_deaf_to(Moment::Eof) {
            deed::idle();
        }
        Ok(())
    }

    fn is_deaf_to(&self, moment: Moment) -> bool {
        self.script
            .faults
            .iter()
            .any(|fault| fault.moment == moment && matches!(fault.deed, Deed::Deaf))
    }

    /// Does what the script wants at this moment.
    fn act(&mut self, moment: Moment) -> io::Result<Flow> {
        let mut flow = Flow::Answer;
        for fault in &mut self.script.faults {
            if fault.is_due(moment)
                && let Some(changed) = fault.deed.act(&mut self.flood)?
            {
                flow = changed;
            }
        }
        Ok(flow)
    }

    /// Writes lines in one go, as engines that buffer their output do.
    fn say(&self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let end = if self.script.crlf { "\r\n" } else { "\n" };
        let mut text = String::new();
        for line in lines {
            text.push_str(line);
            text.push_str(end);
        }
        deed::write_out(text.as_bytes())
    }
}
