//! The Hive engine as a program: UHP on a pair of streams. `docs/UHP-ENGINE.md` describes its
//! extensions.
//!
//! Searches nothing itself and reads only its input. One thread reads lines, so that `exit`
//! and the end of the input end a search at once; everything else waits for the answer before it.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use super::hive::{Level, Pace, Player, Report, Setting as Play, Stop, Style, Task as Thinking};
use super::input::read_message;
use super::options::{EngineOptions, seed_of_clock};
use super::time_budget::move_budget;
use crate::games::Rules;
use crate::games::hive::{BoardMove, GameType, Hive, MAX_PLIES, too_long};
use crate::protocol::OptionKind;
use crate::protocol::uhp::{
    Command, Effort, FRACTIONAL_TIME, GameKind, NewGame, Refusal, Setting, Task, Thought, UhpServer,
};

/// Speaks UHP until `exit` or the end of the input, which also end a running search.
///
/// # Errors
///
/// When the output cannot be written or no thread can be started.
pub fn run_uhp(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    options: EngineOptions,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(256);
    let ending = Arc::new(AtomicBool::new(false));
    let of_reader = Arc::clone(&ending);
    thread::Builder::new()
        .name("uhp input".to_owned())
        .spawn(move || read_lines(input, &sender, &of_reader))?;
    let mut engine = UhpEngine::new(output, ending, options);
    engine.write(&engine.server.greeting())?;
    for TimedLine { line, at } in lines {
        engine.heard_at = at;
        engine.server.handle_line(&line);
        while let Some(task) = engine.server.poll_task() {
            if engine.carry_out(task)? == Next::End {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A line of the viewer.
#[derive(Debug)]
struct TimedLine {
    line: String,
    /// The time when it came: on a busy machine the thinking thread gets it later.
    at: Instant,
}

/// Passes lines on. Reports at once if they end the dialogue.
fn read_lines(mut input: impl BufRead, sender: &SyncSender<TimedLine>, ending: &AtomicBool) {
    while let Some(line) = read_message(&mut input, |byte| byte == b'\n') {
        if Command::parse(&line) == Command::Exit {
            ending.store(true, Ordering::SeqCst);
        }
        if sender.send(TimedLine { line, at: Instant::now() }).is_err() {
            return;
        }
    }
    ending.store(true, Ordering::SeqCst);
}

const LEVEL: &str = "Level";
const THREADS: &str = "Threads";
const TABLE: &str = "TranspositionTableSizeMB";
const REPORTS: &str = "ReportIntermediateBestMoves";
const STYLE: &str = "Style";
const CONTEMPT: &str = "Contempt";
const RANDOMNESS: &str = "Randomness";
const SEED: &str = "Seed";

/// The options, each with its default value.
fn settings(options: &EngineOptions) -> Vec<Setting> {
    let int = |min, max| OptionKind::Int { min, max };
    let real = |min, max| OptionKind::Real { min, max };
    let styles = Style::ALL.map(|style| style.name().to_owned()).to_vec();
    let level = options.level.clamp(1, 10).to_string();
    let seed = options.seed.map_or(0, |seed| seed.min(i64::MAX.unsigned_abs())).to_string();
    vec![
        Setting::new(LEVEL, int(1, 10), &level),
        Setting::new(THREADS, int(1, 64), "1"),
        Setting::new(TABLE, int(1, 1_024), "32"),
        Setting::new(REPORTS, OptionKind::Bool, "False"),
        Setting::new(FRACTIONAL_TIME, OptionKind::Bool, "False"),
        Setting::new(STYLE, OptionKind::Choice(styles), Style::Balanced.name()),
        Setting::new(CONTEMPT, real(-50.0, 50.0), "0"),
        Setting::new(RANDOMNESS, real(0.0, 50.0), "0"),
        Setting::new(SEED, int(0, i64::MAX), &seed),
    ]
}

struct UhpEngine<W> {
    server: UhpServer,
    output: W,
    player: Player,
    /// The positions of the game; the last one is the current one.
    game: Vec<Hive>,
    /// No search should go on.
    ending: Arc<AtomicBool>,
    /// The time when the last line came, and the time when the last answer was written.
    heard_at: Instant,
    answered_at: Instant,
}

/// The course of the dialogue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Next {
    Continue,
    End,
}

impl<W: Write> UhpEngine<W> {
    fn new(output: W, ending: Arc<AtomicBool>, options: EngineOptions) -> Self {
        let able = GameKind { mosquito: true, ladybug: true, pillbug: true };
        let name = format!("Quintet {}", env!("CARGO_PKG_VERSION"));
        let server = UhpServer::new(&name, able, settings(&options));
        let play = play(&server);
        let seed = options.seed.unwrap_or_else(seed_of_clock);
        let player = Player::new(play, hash_bits(&server), seed);
        let (game, now) = (vec![Hive::new(GameType::default())], Instant::now());
        Self { server, output, player, game, ending, heard_at: now, answered_at: now }
    }

    fn carry_out(&mut self, task: Task) -> io::Result<Next> {
        let answer = match task {
            Task::Write(lines) => {
                self.write(&lines)?;
                return Ok(Next::Continue);
            }
            Task::OptionChanged(name) => {
                self.change(&name);
                return Ok(Next::Continue);
            }
            Task::Quit => return Ok(Next::End),
            Task::NewGame(game) => self.new_game(&game),
            Task::Play(text) => self.play(&text),
            Task::Undo(n_moves) => self.undo(n_moves),
            Task::ValidMoves => self.valid_moves(),
            Task::Search(effort) => self.search(effort)?,
        };
        let lines = match answer {
            Ok(text) => self.server.answer(&text),
            Err(refusal) => self.server.refuse(&refusal),
        };
        self.write(&lines)?;
        Ok(Next::Continue)
    }

    fn now(&self) -> &Hive {
        self.game.last().expect("the first position is never taken back")
    }

    fn game_text(&self) -> String {
        Rules::to_text(self.now())
    }

    fn new_game(&mut self, wanted: &NewGame) -> Result<String, Refusal> {
        let read = wanted.game().ok_or_else(|| error("that is neither a game type nor a game"))?;
        let game_type = GameType::find(&read.kind.to_string())
            .ok_or_else(|| error(&format!("{} is not played here", read.kind)))?;
        if read.moves.len() > MAX_PLIES {
            return Err(error(&too_long()));
        }
        let mut game = vec![Hive::new(game_type)];
        for (idx, text) in read.moves.iter().enumerate() {
            let next = after(&game[idx], text)
                .map_err(|why| error(&format!("move {}: {why}", idx + 1)))?;
            game.push(next);
        }
        let goes_on = self.game.len() <= game.len()
            && Rules::to_text(&game[self.game.len() - 1]) == self.game_text();
        if !goes_on {
            self.player.forget();
        }
        self.game = game;
        Ok(self.game_text())
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        if self.game.len() > MAX_PLIES {
            return Err(error(&too_long()));
        }
        let next = after(self.now(), text).map_err(Refusal::InvalidMove)?;
        self.game.push(next);
        Ok(self.game_text())
    }

    fn undo(&mut self, n_moves: u32) -> Result<String, Refusal> {
        let n_made = self.game.len() - 1;
        let n_left = usize::try_from(n_moves).ok().and_then(|n| n_made.checked_sub(n));
        let Some(n_left) = n_left else {
            return Err(error(&match n_made {
                0 => "no move has been made yet".to_owned(),
                1 => format!("{n_moves} moves cannot be taken back: only 1 has been made"),
                _ => format!("{n_moves} moves cannot be taken back: only {n_made} have been made"),
            }));
        };
        self.game.truncate(n_left + 1);
        Ok(self.game_text())
    }

    fn valid_moves(&self) -> Result<String, Refusal> {
        let pos = self.running()?;
        let moves = Rules::legal_moves(pos);
        Ok(moves.iter().map(|mv| pos.write_move(mv)).collect::<Vec<_>>().join(";"))
    }

    /// The position, as long as the game goes on.
    fn running(&self) -> Result<&Hive, Refusal> {
        match self.now().board().ending() {
            Some(ending) => Err(error(&format!("the game is over: {}", ending.reason))),
            None => Ok(self.now()),
        }
    }

    fn search(&mut self, effort: Effort) -> io::Result<Result<String, Refusal>> {
        if let Err(refusal) = self.running() {
            return Ok(Err(refusal));
        }
        let (depth, pace) = match effort {
            // Even without any depth a move is needed.
            Effort::Depth(depth) => (Some(depth.max(1)), Pace::unhurried()),
            Effort::Time(time) => {
                // Input during a command waits for its answer without losing time.
                let begun = self.heard_at.max(self.answered_at);
                let pace = Pace::of(move_budget(time), begun);
                pace.begin(begun);
                (None, pace)
            }
        };
        let broken = Arc::new(AtomicBool::new(false));
        let stops = [Arc::clone(&self.ending), Arc::clone(&broken)];
        let stop = Stop::when(move || stops.iter().any(|stop| stop.load(Ordering::Relaxed)));
        let Self { server, output, player, game, .. } = self;
        let reports = server.value(REPORTS) == Some("True");
        let mut written = Ok(());
        let task = Thinking { game, depth, pace, stop };
        let chosen = player.think(&task, |report| {
            if reports && written.is_ok() {
                let line = game.last().and_then(|pos| server.thought(&thought(pos, report)));
                written = line.map_or(Ok(()), |line| write(output, &[line]));
                broken.store(written.is_err(), Ordering::SeqCst);
            }
        });
        written?;
        let pos = self.now();
        Ok(match chosen {
            Some(chosen) => Ok(move_text(pos, chosen.mv)),
            None => Err(error("there is no move")),
        })
    }

    fn change(&mut self, name: &str) {
        match name {
            TABLE => self.player.set_hash_bits(hash_bits(&self.server)),
            SEED => match number(&self.server, SEED) {
                0 => self.player.set_seed(seed_of_clock()),
                seed => self.player.set_seed(seed.unsigned_abs()),
            },
            _ => self.player.set(play(&self.server)),
        }
    }

    fn write(&mut self, lines: &[String]) -> io::Result<()> {
        let written = write(&mut self.output, lines);
        self.answered_at = Instant::now();
        written
    }
}

fn write(output: &mut impl Write, lines: &[String]) -> io::Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    output.write_all(text.as_bytes())?;
    output.flush()
}

fn error(text: &str) -> Refusal {
    Refusal::Error(text.to_owned())
}

/// The position after a move.
fn after(pos: &Hive, text: &str) -> Result<Hive, String> {
    let mv = pos.read_legal(text)?;
    let mut next = pos.clone();
    next.play_unchecked(&mv);
    Ok(next)
}

fn move_text(pos: &Hive, mv: BoardMove) -> String {
    pos.write_move(&pos.game_move(mv))
}

/// The result of a depth; the score in points.
fn thought(pos: &Hive, report: &Report) -> Thought {
    let best = &report.lines[0];
    Thought {
        mv: best.moves.first().map(|mv| move_text(pos, *mv)),
        depth: Some(report.depth.to_string()),
        score: Some(f64::from(best.score) / 100.0),
        ..Thought::default()
    }
}

/// The settings of play from the options.
fn play(server: &UhpServer) -> Play {
    let level = u8::try_from(number(server, LEVEL)).ok().and_then(Level::find);
    let hundredths = |name| {
        let points: f64 = server.value(name).and_then(|text| text.parse().ok()).unwrap_or_default();
        (points * 100.0).round() as i32
    };
    Play {
        level: level.expect("the option's bounds are those of the levels"),
        noise: hundredths(RANDOMNESS),
        contempt: hundredths(CONTEMPT),
        style: server.value(STYLE).and_then(Style::find).unwrap_or_default(),
        threads: usize::try_from(number(server, THREADS)).unwrap_or(1),
    }
}

fn number(server: &UhpServer, name: &str) -> i64 {
    server.value(name).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// A table of at most this many megabytes; an entry has 16 bytes.
fn hash_bits(server: &UhpServer) -> u32 {
    16 + u32::try_from(number(server, TABLE)).unwrap_or(1).max(1).ilog2()
}
