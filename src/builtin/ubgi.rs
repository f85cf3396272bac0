//! The backgammon engine as a program: UBGI, the draft and our extension for analyses, on a pair of
//! streams.
//!
//! Evaluates nothing itself and reads only its input. One thread reads lines, another one thinks,
//! and this one writes, so that `stop` and `quit` are handled at once. The end of the input, or a
//! closed output, ends the engine.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::backgammon::{Chances, Level, Stop};
use super::input::read_message;
use super::options::{EngineOptions, seed_of_clock};
use crate::games::backgammon::Backgammon;
use crate::games::{Rules, Setup};
use crate::protocol::ubgi::{
    Action, AnalysisLine, AnalysisReply, Identity, PositionText, Task, UbgiServer,
};
use crate::protocol::{self, OptionDecl, OptionKind};
use thinking::{Analysis, Job, Question, think};

mod lines;
mod thinking;

pub use lines::{rolled_cube, rolled_play, sort_plays};

/// The option that chooses the level.
const LEVEL: &str = "Level";

/// Speaks UBGI until `quit` or the end of the input, which also end the current job.
///
/// # Errors
///
/// When the output cannot be written or no thread can be started.
pub fn run_ubgi(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    options: EngineOptions,
) -> io::Result<()> {
    let level = options.level.clamp(1, 10);
    let (sender, events) = sync_channel(256);
    let (jobs, waiting) = sync_channel(4);
    let of_thinker = sender.clone();
    let seed = options.seed.unwrap_or_else(seed_of_clock);
    thread::Builder::new()
        .name("backgammon search".to_owned())
        .spawn(move || think(&waiting, &of_thinker, seed))?;
    thread::Builder::new()
        .name("ubgi input".to_owned())
        .spawn(move || read_lines(input, &sender))?;
    let declared = OptionDecl {
        name: LEVEL.to_owned(),
        kind: OptionKind::Int { min: 1, max: 10 },
        default: level.to_string(),
    };
    let server = UbgiServer::new(identity(level), vec![declared]);
    let mut engine = UbgiEngine { server, output, jobs, stop: Arc::default(), level };
    let ended = engine.run(&events);
    engine.stop.store(true, Ordering::SeqCst);
    ended
}

fn identity(level: u8) -> Identity {
    Identity {
        name: format!("Quintet level {level}"),
        author: "the authors of Quintet".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// An event for the speaking thread.
#[derive(Debug)]
enum LoopEvent {
    /// A line of the host.
    Line(String),
    /// The host has closed its output.
    End,
    /// The tables are ready.
    Ready,
    /// The best action.
    Action(Action),
    /// A report on an analysis.
    Lines(Vec<AnalysisLine>),
    /// The progress of a rollout.
    Progress { done: u64, total: u64 },
    /// The end of an analysis.
    Analysed,
    /// The thinking thread has panicked; it sends nothing more.
    Broken,
}

fn read_lines(mut input: impl BufRead, sender: &SyncSender<LoopEvent>) {
    while let Some(line) = read_message(&mut input, |byte| byte == b'\n') {
        if sender.send(LoopEvent::Line(line)).is_err() {
            return;
        }
    }
    // A receiver that is gone has ended, too.
    drop(sender.send(LoopEvent::End));
}

struct UbgiEngine<W> {
    server: UbgiServer,
    output: W,
    jobs: SyncSender<Job>,
    /// Ends the running job; every job has a flag of its own.
    stop: Arc<AtomicBool>,
    level: u8,
}

impl<W: Write> UbgiEngine<W> {
    fn run(&mut self, events: &Receiver<LoopEvent>) -> io::Result<()> {
        for event in events {
            let lines = match event {
                LoopEvent::Line(line) => {
                    self.server.handle_line(&line);
                    Vec::new()
                }
                LoopEvent::End => return Ok(()),
                LoopEvent::Ready => self.server.ready(),
                LoopEvent::Action(action) => self.server.answer(&action),
                LoopEvent::Lines(lines) => self.server.say_ranked(lines),
                LoopEvent::Progress { done, total } => {
                    self.server.say(&AnalysisReply::Progress { done, total })
                }
                LoopEvent::Analysed => self.server.end(),
                LoopEvent::Broken => return Err(io::Error::other("the search has broken down")),
            };
            self.write(&lines)?;
            while let Some(task) = self.server.poll_task() {
                if task == Task::Quit {
                    return Ok(());
                }
                self.carry_out(task)?;
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, task: Task) -> io::Result<()> {
        match task {
            Task::Write(lines) => return self.write(&lines),
            Task::Initialize => self.begin(|_, _| Job::Initialize),
            Task::Decide(text) => match Question::of(&read(&text)) {
                Some(question) => {
                    self.begin(|level, stop| Job::Decide { question, level, stop });
                }
                None => return self.refuse(),
            },
            Task::Analyse(request) => match Question::of(&read(&request.position)) {
                Some(question) => {
                    let start = self.server.say(&AnalysisReply::Start);
                    self.write(&start)?;
                    let analysis = Analysis::new(question, &request);
                    self.begin(|level, stop| Job::Analyse { analysis, level, stop });
                }
                None => return self.refuse(),
            },
            Task::Stop => self.stop.store(true, Ordering::SeqCst),
            Task::OptionChanged(_) => {
                let value = self.server.value(LEVEL).and_then(|value| value.parse().ok());
                self.level = value.unwrap_or(self.level);
            }
            Task::Quit => {}
        }
        Ok(())
    }

    fn begin(&mut self, job: impl FnOnce(&'static Level, Stop) -> Job) {
        let level = Level::find(self.level).expect("levels are 1 to 10");
        let asked = Arc::new(AtomicBool::new(false));
        self.stop = Arc::clone(&asked);
        let job = job(level, Stop::when(move || asked.load(Ordering::Relaxed)));
        // The thread lives as long as its channels; a panic in it is reported.
        drop(self.jobs.send(job));
    }

    fn refuse(&mut self) -> io::Result<()> {
        let lines = self.server.refuse();
        self.write(&lines)
    }

    fn write(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{line}")?;
        }
        if lines.is_empty() { Ok(()) } else { self.output.flush() }
    }
}

/// The chances in the protocol's form.
#[must_use]
pub fn told(chances: &Chances) -> protocol::Chances {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.0.map(f64::from);
    protocol::Chances {
        win,
        win_gammon: Some(win_gammon),
        win_backgammon: Some(win_backgammon),
        lose_gammon: Some(lose_gammon),
        lose_backgammon: Some(lose_backgammon),
    }
}

/// Reads a position; `None` if it is broken or cannot occur.
fn read(text: &PositionText) -> Option<Backgammon> {
    let setup = Setup { variant: None, position: Some(text.text().to_owned()) };
    Backgammon::start(&setup).ok()
}
