//! The Othello engine as a program: full NBoard on a pair of streams.
//!
//! Searches nothing itself and reads only its input. One thread reads lines, so that `ping`, `quit`
//! and the end of the input end a search at once; the other one thinks and writes, and during a
//! search a third one writes its progress. A closed output ends the engine.
//!
//! `set contempt` is the reported value of a proved draw. It does not make the engine give up a
//! win for a draw or a draw for a loss: between proved results the order stays. There is no book,
//! so `learn` stores nothing.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::input::read_message;
use super::options::seed_of_clock;
use super::othello::{Game, Level, Limits, Player, Stop};
use crate::games::Side;
use crate::protocol::nboard::{Best, Command, NBoardServer, Played, Reply, Value};
use wire::{Thoughts, Watch, Wire, discs, name};

mod wire;

pub use super::options::EngineOptions;

/// Depth until the GUI sets a depth.
const ANY_DEPTH: u32 = 60;
/// So many plies deeper than a hint's depth the exact solver may look.
const SOLVER_AHEAD: u32 = 8;

/// Speaks NBoard until `quit` or the end of the input, which also end a running search.
///
/// # Errors
///
/// When the output cannot be written or no thread can be started.
pub fn run_nboard(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    options: EngineOptions,
) -> io::Result<()> {
    let level = Level::find(options.level.clamp(1, 10)).expect("levels are 1 to 10");
    let arrived = Arc::new(Arrived::default());
    let (sender, lines) = sync_channel(256);
    let of_reader = Arc::clone(&arrived);
    thread::Builder::new()
        .name("nboard input".to_owned())
        .spawn(move || read_lines(input, &of_reader, &sender))?;
    let seed = options.seed.unwrap_or_else(seed_of_clock);
    let mut engine = NBoardEngine {
        wire: Wire { server: NBoardServer::new(), output },
        arrived,
        done: Done::default(),
        level,
        player: Player::new(level, seed),
        game: Game::default(),
        depth: ANY_DEPTH,
        contempt: 0,
    };
    engine.run(&lines)
}

/// The numbers of commands that the reading thread has seen; the thinking thread compares them with
/// the ones it has handled.
#[derive(Debug, Default)]
struct Arrived {
    commands: AtomicU64,
    /// The number of commands among them that end any search: `ping` and `quit`.
    fences: AtomicU64,
    /// The input is at its end, or the output cannot be written any more.
    ended: AtomicBool,
}

/// The numbers of commands that the thinking thread has taken from the reader.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    commands: u64,
    fences: u64,
}

impl Done {
    fn count(&mut self, command: &Command) {
        self.commands += u64::from(counts(command));
        self.fences += u64::from(is_fence(command));
    }
}

/// The command is one that ends an analysis.
fn counts(command: &Command) -> bool {
    !matches!(command, Command::Ignored(_))
}

fn is_fence(command: &Command) -> bool {
    matches!(command, Command::Ping(_) | Command::OddPing(_) | Command::Quit)
}

fn read_lines(mut input: impl BufRead, arrived: &Arrived, sender: &SyncSender<String>) {
    while let Some(line) = read_message(&mut input, |byte| byte == b'\n') {
        let command = Command::parse(&line);
        // The command is counted before it is sent: a search that begins later must see it, too.
        arrived.commands.fetch_add(u64::from(counts(&command)), Ordering::SeqCst);
        arrived.fences.fetch_add(u64::from(is_fence(&command)), Ordering::SeqCst);
        if sender.send(line).is_err() {
            return;
        }
    }
    arrived.ended.store(true, Ordering::SeqCst);
}

struct NBoardEngine<W> {
    wire: Wire<W>,
    arrived: Arc<Arrived>,
    done: Done,
    level: &'static Level,
    player: Player,
    game: Game,
    depth: u32,
    /// Value of a draw for Black, in discs.
    contempt: i32,
}

impl<W: Write + Send> NBoardEngine<W> {
    fn run(&mut self, lines: &Receiver<String>) -> io::Result<()> {
        for line in lines {
            let Some(command) = self.wire.server.handle_line(&line) else {
                self.done.count(&Command::parse(&line));
                continue;
            };
            self.done.count(&command);
            if command == Command::Quit {
                return Ok(());
            }
            self.handle(command)?;
        }
        Ok(())
    }

    fn handle(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::NBoard(_) => self
                .wire
                .write(None, &Reply::MyName(format!("Quintet level {}", self.level.number))),
            Command::SetDepth(depth) => {
                self.depth = depth.max(1);
                Ok(())
            }
            Command::SetContempt(contempt) => {
                self.contempt = contempt;
                Ok(())
            }
            Command::SetGame(ggf) => match Game::from_ggf(&ggf) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(error) => self.refuse(&error.to_string()),
            },
            Command::Move(played) => self.play(&played),
            Command::Hint(lines) => self.hint(lines),
            Command::Go => self.go(),
            Command::Analyze => self.analyze(),
            Command::Learn => self.wire.write(self.wire.server.order(), &Reply::Learned),
            Command::Ping(number) => self.wire.write(None, &Reply::Pong(Some(number))),
            Command::OddPing(number) => {
                let pong = self.wire.server.odd_pong(&number);
                self.wire.write_line(pong)
            }
            Command::Quit | Command::Ignored(_) => Ok(()),
        }
    }

    fn refuse(&mut self, why: &str) -> io::Result<()> {
        self.wire.write(None, &Reply::Status(format!("Position kept: {why}")))
    }

    fn play(&mut self, played: &Played) -> io::Result<()> {
        let elapsed = played.time_secs.and_then(|secs| Duration::try_from_secs_f64(secs).ok());
        match self.game.play(&played.mv, elapsed.unwrap_or_default()) {
            Ok(()) => Ok(()),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// Explains the position until another command comes.
    fn hint(&mut self, lines: u32) -> io::Result<()> {
        let order = self.wire.server.order();
        let pos = *self.game.pos();
        let limits = Limits {
            depth: self.depth.min(self.level.analysis_depth),
            lines: lines.max(1),
            // A user who limits the depth does not wait for a solver that looks much further.
            exact_from: self.level.analysis_exact_from.min(self.depth.saturating_add(SOLVER_AHEAD)),
            soft: None,
            hard: None,
            draw: self.draw_value(pos.side),
            selective: self.level.selective,
        };
        self.wire.write(order, &Reply::Status("Analysing".to_owned()))?;
        let stop = self.stop_for_anything();
        let (begun, nodes) = (Instant::now(), self.player.searcher().counter());
        let watch = Watch { order, begun, nodes: &nodes, ended: &self.arrived.ended };
        let player = &mut self.player;
        self.wire.during(watch, |wire| {
            if pos.board.legal() == 0 {
                let report = player.value_without_moves(pos.board, &limits, stop);
                wire.explain(&report, report.lines.len());
            } else {
                player.searcher().search(pos.board, &limits, stop, |report| {
                    wire.explain(report, report.lines.len());
                });
            }
        })?;
        self.wire.write(order, &Reply::Status(String::new()))
    }

    /// Reports its move; the clock, the level and the depth decide how long it thinks.
    fn go(&mut self) -> io::Result<()> {
        let order = self.wire.server.order();
        let begun = Instant::now();
        self.wire.write(order, &Reply::Status("Thinking".to_owned()))?;
        let draw = self.draw_value(self.game.pos().side);
        let stop = self.stop_at_fence();
        let nodes = self.player.searcher().counter();
        let watch = Watch { order, begun, nodes: &nodes, ended: &self.arrived.ended };
        let (player, game, depth) = (&mut self.player, &self.game, self.depth);
        let mut thoughts = Thoughts::default();
        let chosen = self.wire.during(watch, |wire| {
            player.choose(game, depth, draw, stop, begun, |report| {
                if thoughts.admit(report, Instant::now()) {
                    wire.explain(report, 1);
                }
            })
        })?;
        match &chosen.report {
            Some(last) if thoughts.repeats(last) => {
                self.wire.write_stats(order, last.nodes, begun)?;
            }
            Some(last) => self.wire.explain(order, last, 1, begun)?,
            None => self.wire.write_stats(order, 0, begun)?,
        }
        let best = Best {
            mv: chosen.square.map(name),
            eval: chosen.report.map(|last| Value::Discs(discs(last.lines[0].score))),
            time_secs: Some(begun.elapsed().as_secs_f64()),
        };
        self.wire.write(order, &Reply::Best(best))
    }

    /// Values every position of the game, the last one first.
    fn analyze(&mut self) -> io::Result<()> {
        let order = self.wire.server.order();
        self.wire.write(order, &Reply::Status("Analysing the game".to_owned()))?;
        let positions = self.game.positions().to_vec();
        let mut after = None;
        for (idx, pos) in positions.iter().enumerate().rev() {
            let stop = self.stop_for_anything();
            let draw = self.draw_value(pos.side);
            let value = self.player.value(pos.board, self.depth, draw, after, stop.clone());
            if stop.asked() {
                break;
            }
            after = Some(value);
            let ply = u32::try_from(idx).expect("a game has at most 120 moves");
            let eval = Value::Discs(discs(value.score));
            self.wire.write(order, &Reply::Analysis { ply, eval })?;
        }
        self.wire.write(order, &Reply::Status(String::new()))
    }

    fn draw_value(&self, side: Side) -> i32 {
        match side {
            Side::First => self.contempt,
            Side::Second => -self.contempt,
        }
    }

    /// Only `ping`, `quit` and the end of the input end `go`.
    fn stop_at_fence(&self) -> Stop {
        let (arrived, done) = (Arc::clone(&self.arrived), self.done.fences);
        Stop::when(move || {
            arrived.fences.load(Ordering::Relaxed) != done || arrived.ended.load(Ordering::Relaxed)
        })
    }

    /// An analysis also gives way to any other command.
    fn stop_for_anything(&self) -> Stop {
        let (arrived, done) = (Arc::clone(&self.arrived), self.done.commands);
        Stop::when(move || {
            arrived.commands.load(Ordering::Relaxed) != done
                || arrived.ended.load(Ordering::Relaxed)
        })
    }
}
