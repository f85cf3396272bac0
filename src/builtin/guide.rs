//! The draughts engine as a program: full GUIDE, engine's half, on a pair of streams.
//!
//! Searches nothing itself and reads only its input; the caller opens the connection. One thread
//! reads messages, another one thinks, and this one writes, so that it can always answer. The end
//! of the input, or a closed output, ends the engine.
//!
//! The document has no clock that runs for a search "infinite long": such a search never plays by
//! itself, whatever the mode; `halt 1` makes it play.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use super::draughts::{
    Aim, Chosen, Game, LoopEvent, Report, Stop, Task as Thinking, Thinker, broken,
};
use super::input::read_message;
use super::options::{EngineOptions, seed_of_clock};
use crate::games::draughts::Variant;
use crate::protocol::guide::{
    Assignment, EngineMode, GuideServer, OrderId, Reply, SearchInfo, Task,
};
use options::{OPTIONS, identity, setting};
use review::Review;

mod options;
mod review;
mod text;
mod time;

/// It agrees to no draw before this many moves of both sides.
const DRAW_FROM: usize = 60;

/// Speaks GUIDE until `quit` or the end of the input, which also end a running search.
///
/// # Errors
///
/// When the output cannot be written or no thread can be started.
pub fn run_guide(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    options: EngineOptions,
) -> io::Result<()> {
    let (sender, events) = sync_channel(256);
    let thinker = Thinker::start(sender.clone())?;
    thread::Builder::new()
        .name("guide input".to_owned())
        .spawn(move || read_messages(input, &sender))?;
    let level = options.level.clamp(1, 10);
    let mut engine = GuideEngine {
        server: GuideServer::new(identity(level)),
        output,
        events,
        thinker,
        waiting: VecDeque::new(),
        running: None,
        game: Game::new(Variant::International),
        values: OPTIONS.map(|option| option.default_with(level)),
        last_score: None,
        seed: options.seed.unwrap_or_else(seed_of_clock),
    };
    engine.thinker.set(setting(&engine.values, engine.seed));
    engine.run()
}

fn read_messages(mut input: impl BufRead, sender: &SyncSender<LoopEvent>) {
    // Any byte below 32 separates messages.
    while let Some(message) = read_message(&mut input, |byte| byte < 32) {
        if sender.send(LoopEvent::Line(message)).is_err() {
            return;
        }
    }
    // The engine may have ended by itself.
    drop(sender.send(LoopEvent::End));
}

/// A search whose end has not been received.
#[derive(Debug)]
struct Running {
    order: OrderId,
    begun: Instant,
    stop: Arc<AtomicBool>,
    /// It ends by itself with a move.
    plays: bool,
    /// Its result, if it is not wanted yet.
    found: Option<Chosen>,
    /// The current search is about one position of a game under review.
    review: Option<Review>,
}

struct GuideEngine<W> {
    server: GuideServer,
    output: W,
    events: Receiver<LoopEvent>,
    thinker: Thinker,
    /// Messages that came while a search was being ended.
    waiting: VecDeque<String>,
    running: Option<Running>,
    game: Game,
    /// Values of the options.
    values: [i64; OPTIONS.len()],
    /// The engine's evaluation at its last move, in hundredths of a man.
    last_score: Option<i32>,
    seed: u64,
}

/// The course of the dialogue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Next {
    Continue,
    End,
}

impl<W: Write> GuideEngine<W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            self.write_answers()?;
            let event = match self.waiting.pop_front() {
                Some(message) => LoopEvent::Line(message),
                None => self.events.recv().unwrap_or(LoopEvent::End),
            };
            match event {
                LoopEvent::Line(message) => {
                    if let Some(task) = self.server.handle_line(&message)
                        && self.carry_out(task)? == Next::End
                    {
                        return Ok(());
                    }
                }
                LoopEvent::Thought(report) => self.explain(&report)?,
                LoopEvent::Chosen(chosen) => self.finish(chosen)?,
                LoopEvent::Broken => return Err(broken()),
                LoopEvent::End => return Ok(()),
            }
        }
    }

    fn carry_out(&mut self, task: Task) -> io::Result<Next> {
        match task {
            Task::NewGame => {
                let next = self.end_search(false)?;
                self.thinker.forget();
                self.game = Game::new(Variant::International);
                self.last_score = None;
                return Ok(next);
            }
            Task::Board => {
                let next = self.end_search(false)?;
                self.take_board();
                return Ok(next);
            }
            Task::Search(assignment) => {
                let next = self.end_search(false)?;
                self.search(&assignment)?;
                return Ok(next);
            }
            Task::Halt { plays } => return self.end_search(plays),
            Task::SetOption { id, value } => {
                let next = self.end_search(false)?;
                self.values[id as usize] = value;
                self.thinker.set(setting(&self.values, self.seed));
                return Ok(next);
            }
            Task::TellPosition => self.tell_position()?,
            Task::OfferDraw => self.consider_draw()?,
            // There is nothing to do: the engine never plays unless it is told to, does not keep
            // comments, and has no window, as its capabilities say.
            Task::Opponents(_) | Task::Comment { .. } | Task::ShowWindow(_) => {}
            Task::Quit => {
                self.write(None, &Reply::Quit)?;
                return Ok(Next::End);
            }
        }
        Ok(Next::Continue)
    }

    /// Ends the search, if one is running; with `plays` its best move is played. Input before its
    /// end waits.
    fn end_search(&mut self, plays: bool) -> io::Result<Next> {
        let Some(running) = &mut self.running else { return Ok(Next::Continue) };
        running.stop.store(true, Ordering::SeqCst);
        let reviews = running.review.is_some();
        let order = running.order;
        let chosen = match running.found.take() {
            Some(chosen) => chosen,
            None => match self.last_words()? {
                Some(chosen) => chosen,
                None => return Ok(Next::End),
            },
        };
        self.running = None;
        if plays && reviews {
            self.write(Some(order), &Reply::Analysed)?;
        } else if plays {
            self.play(order, &chosen)?;
        }
        Ok(Next::Continue)
    }

    /// Waits for the end of a search that was stopped; `None` when the dialogue is over.
    fn last_words(&mut self) -> io::Result<Option<Chosen>> {
        loop {
            match self.events.recv() {
                Ok(LoopEvent::Line(message)) => self.waiting.push_back(message),
                Ok(LoopEvent::Thought(report)) => self.explain(&report)?,
                Ok(LoopEvent::Chosen(chosen)) => return Ok(Some(chosen)),
                Ok(LoopEvent::Broken) => return Err(broken()),
                Ok(LoopEvent::End) | Err(_) => return Ok(None),
            }
        }
    }

    fn take_board(&mut self) {
        match text::read_game(self.server.game()) {
            Ok(mut game) => {
                game.jump_to(self.server.ply());
                self.game = game;
            }
            Err(error) => self.server.reject_board(&error.to_string()),
        }
    }

    fn search(&mut self, assignment: &Assignment) -> io::Result<()> {
        let limit = time::limit(assignment, self.game.pos());
        let review = match assignment.mode {
            EngineMode::GameAnalysis { threshold } => {
                Some(Review::new(&self.game, threshold, limit.of_one_position()))
            }
            EngineMode::Normal | EngineMode::PositionAnalysis => None,
        };
        let plays = assignment.mode == EngineMode::Normal && !limit.is_endless();
        if review.is_none() && self.game.legal_moves().is_empty() {
            return self.write(None, &Reply::Error("the game is over".to_owned()));
        }
        let task = match &review {
            Some(review) => review.task(),
            None => {
                let aim = if plays { Aim::Move } else { Aim::Explanation };
                Thinking { aim, ..limit.task(&self.game) }
            }
        };
        self.running = Some(Running {
            order: assignment.order,
            begun: Instant::now(),
            stop: Arc::default(),
            plays,
            found: None,
            review,
        });
        self.think(task);
        Ok(())
    }

    /// Begins a task of the running search.
    fn think(&self, task: Thinking) {
        let Some(running) = &self.running else { return };
        let stop = Arc::clone(&running.stop);
        let stop = Stop::when(move || stop.load(Ordering::Relaxed));
        self.thinker.think(Thinking { stop, ..task });
    }

    fn explain(&mut self, report: &Report) -> io::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let line = &report.lines[0];
        // While a game is reviewed, the position is another one than that on the board.
        let game = running.review.as_ref().map_or(&self.game, Review::game);
        let info = SearchInfo {
            evals: Some(report.evaluations),
            nodes: Some(report.nodes),
            ply: Some(report.depth),
            pv: text::spell(game.pos(), &line.moves),
            score: Some(f64::from(line.score)),
            time_secs: Some(running.begun.elapsed().as_secs_f64()),
            ..SearchInfo::default()
        };
        self.write(Some(running.order), &Reply::SearchInfo(info))
    }

    /// A search, or a part of it, has ended by itself.
    fn finish(&mut self, chosen: Chosen) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let order = running.order;
        if let Some(review) = &mut running.review {
            let remark = review.take(&chosen);
            let next = review.goes_on().then(|| review.task());
            if let Some((ply, text)) = remark {
                self.write(Some(order), &Reply::SetComment { ply, text })?;
            }
            match next {
                Some(task) => self.think(task),
                None => {
                    self.running = None;
                    self.write(Some(order), &Reply::Analysed)?;
                }
            }
        } else if running.plays {
            self.running = None;
            self.play(order, &chosen)?;
        } else {
            running.found = Some(chosen);
        }
        Ok(())
    }

    fn play(&mut self, order: OrderId, chosen: &Chosen) -> io::Result<()> {
        let Some(mv) = chosen.mv else { return Ok(()) };
        if let Some(report) = &chosen.report {
            self.last_score = Some(report.lines[0].score);
        }
        self.game.play(&mv).expect("the search chooses among the legal moves");
        self.write(Some(order), &Reply::Move(text::write_move(&mv)))
    }

    fn tell_position(&mut self) -> io::Result<()> {
        let moves = self.game.legal_moves().iter().map(text::write_move).collect();
        let board = text::write_board(self.game.pos());
        self.write(None, &Reply::Position { board, moves: Some(moves) })
    }

    /// Agrees to a draw late in the game if it does not consider itself better.
    fn consider_draw(&mut self) -> io::Result<()> {
        let [.., accepts] = self.values;
        let is_late = self.game.line().len() >= DRAW_FROM;
        if accepts == 1 && is_late && self.last_score.is_some_and(|score| score <= 0) {
            return self.write(None, &Reply::OfferDraw);
        }
        Ok(())
    }

    /// Writes the answers that the server gives by itself.
    fn write_answers(&mut self) -> io::Result<()> {
        while let Some(message) = self.server.poll_transmit() {
            self.write_message(&message)?;
        }
        Ok(())
    }

    fn write(&mut self, order: Option<OrderId>, reply: &Reply) -> io::Result<()> {
        self.write_answers()?;
        match self.server.admit(order, reply) {
            Some(message) => self.write_message(&message),
            None => Ok(()),
        }
    }

    fn write_message(&mut self, message: &str) -> io::Result<()> {
        self.output.write_all(format!("{message}\n").as_bytes())?;
        self.output.flush()
    }
}
