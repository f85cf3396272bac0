//! The draughts engine as a program: full Hub, version 2, on a pair of streams.
//!
//! Searches nothing itself and reads only its input. One thread reads lines, another one thinks,
//! and this one writes, so that it can always answer. A closed output ends the engine, and so does
//! the end of the input.
//!
//! A level applies to one search, as in Scan. If several limits are given, all of them apply. An
//! exhausted search ends, also in ponder and analysis; the document permits that.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use super::draughts::{
    Aim, Chosen, Game, Level, LoopEvent, Pace, Report, Setting, Stop, Task as Thinking, Thinker,
    broken, budget, move_budget,
};
use super::input::read_message;
use super::options::{EngineOptions, seed_of_clock};
use super::time_budget::LONGEST;
use crate::games::draughts::Variant;
use crate::protocol::hub::{
    Done, GoMode, HubServer, Id, Level as Limit, Order, OrderId, Param, ParamKind, Place, Task,
    Thought,
};

/// Speaks Hub until `quit` or the end of the input, which also end a running search.
///
/// # Errors
///
/// When the output cannot be written or no thread can be started.
pub fn run_hub(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    options: EngineOptions,
) -> io::Result<()> {
    let (sender, events) = sync_channel(256);
    let thinker = Thinker::start(sender.clone())?;
    thread::Builder::new()
        .name("hub input".to_owned())
        .spawn(move || read_lines(input, &sender))?;
    let mut engine = HubEngine {
        server: HubServer::new(identity(), params(options.level)),
        output,
        events,
        thinker,
        waiting: VecDeque::new(),
        input_ended: false,
        running: None,
        variant: Variant::International,
        game: Game::new(Variant::International),
        tells_reply: true,
        seed: options.seed.unwrap_or_else(seed_of_clock),
    };
    engine.run()
}

fn read_lines(mut input: impl BufRead, sender: &SyncSender<LoopEvent>) {
    while let Some(line) = read_message(&mut input, |byte| byte == b'\n') {
        if sender.send(LoopEvent::Line(line)).is_err() {
            return;
        }
    }
    // The engine may have ended by itself.
    drop(sender.send(LoopEvent::End));
}

fn identity() -> Id {
    let some = |text: &str| Some(text.to_owned());
    Id {
        name: "Quintet".to_owned(),
        version: some(env!("CARGO_PKG_VERSION")),
        author: some("the authors of Quintet"),
        country: None,
    }
}

/// The parameters, each with its default value.
fn params(level: u8) -> Vec<Param> {
    let int = |min, max| ParamKind::Int { min: Some(min), max: Some(max) };
    let real = |min, max| ParamKind::Real { min: Some(min), max: Some(max) };
    let variants = ["normal", "killer", "bt", "frisian", "losing"].map(str::to_owned).to_vec();
    vec![
        Param::new("variant", "normal", ParamKind::Enum(variants)),
        Param::new("level", level.clamp(1, 10).to_string(), int(1, 10)),
        Param::new("hash", "16", int(1, 1_024)),
        Param::new("noise", "0", real(0.0, 10.0)),
        Param::new("contempt", "0", real(-5.0, 5.0)),
        Param::new("ponder", "true", ParamKind::Bool),
        Param::new("opening", "", ParamKind::String),
    ]
}

/// A search that has no `done` yet.
#[derive(Debug)]
struct Running {
    order: OrderId,
    begun: Instant,
    pace: Pace,
    stop: Arc<AtomicBool>,
}

struct HubEngine<W> {
    server: HubServer,
    output: W,
    events: Receiver<LoopEvent>,
    thinker: Thinker,
    /// Lines that came while a search was being ended.
    waiting: VecDeque<String>,
    input_ended: bool,
    running: Option<Running>,
    variant: Variant,
    game: Game,
    /// `done` names the expected reply.
    tells_reply: bool,
    seed: u64,
}

/// The course of the dialogue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Next {
    Continue,
    End,
}

impl<W: Write> HubEngine<W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            let event = match self.waiting.pop_front() {
                Some(line) => LoopEvent::Line(line),
                None if self.input_ended => LoopEvent::End,
                None => self.events.recv().unwrap_or(LoopEvent::End),
            };
            match event {
                LoopEvent::Line(line) => {
                    for task in self.server.handle_line(&line) {
                        if self.carry_out(task)? == Next::End {
                            return Ok(());
                        }
                    }
                }
                LoopEvent::Thought(report) => self.explain(&report)?,
                LoopEvent::Chosen(chosen) => self.finish(&chosen)?,
                LoopEvent::Broken => return Err(broken()),
                LoopEvent::End => return Ok(()),
            }
        }
    }

    fn carry_out(&mut self, task: Task) -> io::Result<Next> {
        match task {
            Task::Write(line) => self.write(&line)?,
            Task::Init => self.init()?,
            // Most of them determine how to begin; the next `init` applies them all.
            Task::ParamChanged(_) => {}
            Task::Place(place) => self.take_place(&place)?,
            Task::Search(order) => self.search(&order),
            Task::PonderHit(_) => {
                if let Some(running) = &self.running {
                    running.pace.begin(Instant::now());
                }
            }
            Task::Stop(_) => return self.stop(),
            Task::NewGame => self.thinker.forget(),
            Task::Quit => return Ok(Next::End),
        }
        Ok(Next::Continue)
    }

    /// Ends the search; input before its end waits.
    fn stop(&mut self) -> io::Result<Next> {
        let Some(running) = &self.running else { return Ok(Next::Continue) };
        running.stop.store(true, Ordering::SeqCst);
        while self.running.is_some() {
            match self.events.recv() {
                Ok(LoopEvent::Line(line)) => self.waiting.push_back(line),
                Ok(LoopEvent::Thought(report)) => self.explain(&report)?,
                Ok(LoopEvent::Chosen(chosen)) => self.finish(&chosen)?,
                // Lines before the end are still answered.
                Ok(LoopEvent::End) => self.input_ended = true,
                Ok(LoopEvent::Broken) => return Err(broken()),
                Err(_) => return Ok(Next::End),
            }
        }
        Ok(Next::Continue)
    }

    fn init(&mut self) -> io::Result<()> {
        let variant = self.server.param("variant").and_then(Variant::find);
        self.variant = variant.unwrap_or_default();
        self.game = Game::new(self.variant);
        self.tells_reply = self.server.param_as("ponder").unwrap_or(true);
        let level = self.server.param_as("level").and_then(Level::find);
        let level = level.expect("the parameter's bounds are those of the levels");
        let hundredths = |name: &str| {
            let men: f64 = self.server.param_as(name).unwrap_or_default();
            (men * 100.0).round() as i32
        };
        let setting = Setting {
            noise: hundredths("noise"),
            contempt: hundredths("contempt"),
            hash_bits: hash_bits(self.server.param_as("hash").unwrap_or(16)),
            opening: Vec::new(),
            ..Setting::new(self.variant, level, self.seed)
        };
        let opening = self.server.param("opening").unwrap_or_default();
        match Game::read(self.variant, None, opening.split_ascii_whitespace()) {
            Ok(line) => self.thinker.set(Setting { opening: line.moves(), ..setting }),
            Err(error) => {
                let message = crate::protocol::hub::Reply::Error(format!("opening: {error}"));
                self.write(&message.to_string())?;
                self.thinker.set(setting);
            }
        }
        let ready = self.server.ready();
        self.write(&ready)
    }

    fn take_place(&mut self, place: &Place) -> io::Result<()> {
        let moves = place.moves.iter().map(String::as_str);
        match Game::read(self.variant, place.pos.as_deref(), moves) {
            Ok(game) => {
                self.game = game;
                Ok(())
            }
            Err(error) => {
                let line = self.server.refuse_place(&error.to_string());
                self.write(&line)
            }
        }
    }

    fn search(&mut self, order: &Order) {
        let now = Instant::now();
        let pace = self.pace(&order.level, now);
        let aim = match order.mode {
            GoMode::Think => Aim::Move,
            GoMode::Ponder => Aim::Move,
            GoMode::Analyze => Aim::Explanation,
        };
        if order.mode != GoMode::Ponder {
            pace.begin(now);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        self.running = Some(Running { order: order.id, begun: now, pace: pace.clone(), stop });
        self.thinker.think(Thinking {
            game: self.game.clone(),
            aim,
            depth: order.level.depth,
            nodes: order.level.nodes,
            pace,
            stop: Stop::when(move || asked.load(Ordering::Relaxed)),
        });
    }

    fn pace(&self, level: &Limit, now: Instant) -> Pace {
        if let Some(time) = level.move_time {
            return Pace::of(move_budget(time), now);
        }
        let Some(clock) = level.clock else { return Pace::unhurried() };
        let [time, inc] = [clock.time, clock.inc].map(|time| time.min(LONGEST));
        // The increment is added before every move.
        Pace::of(budget(self.game.pos(), time + inc, None, inc, clock.moves), now)
    }

    fn explain(&mut self, report: &Report) -> io::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let line = &report.lines[0];
        let time = running.begun.elapsed();
        let thought = Thought {
            depth: Some(report.depth),
            mean_depth: Some(report.mean_depth),
            score: Some(f64::from(line.score) / 100.0),
            nodes: Some(report.nodes),
            time: Some(time),
            nps: Some(report.nodes as f64 / time.as_secs_f64().max(1e-6) / 1e6),
            pv: line.moves.iter().map(ToString::to_string).collect(),
            not_a_number: false,
        };
        match self.server.info(running.order, &thought) {
            Some(line) => self.write(&line),
            None => Ok(()),
        }
    }

    /// Writes the end of the search.
    fn finish(&mut self, chosen: &Chosen) -> io::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let mut lines = Vec::new();
        if let (None, Some(mv)) = (&chosen.report, chosen.mv) {
            // Nothing was searched: the move is all there is to report.
            let thought = Thought { pv: vec![mv.to_string()], ..Thought::default() };
            lines.extend(self.server.info(running.order, &thought));
        }
        let reply = chosen.reply.filter(|_| self.tells_reply);
        let done =
            Done { mv: chosen.mv.map(|mv| mv.to_string()), ponder: reply.map(|mv| mv.to_string()) };
        lines.extend(self.server.done(running.order, &done));
        self.running = None;
        lines.iter().try_for_each(|line| self.write(line))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}

/// A table of at most this many megabytes; an entry has 16 bytes.
fn hash_bits(megabytes: u32) -> u32 {
    16 + megabytes.max(1).ilog2()
}
