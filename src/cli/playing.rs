//! Plays the games of a match or tournament. They are stored and printed on a thread of its own: a
//! slow terminal or disk must not delay two engines.
//!
//! Does not know what is played, nor what is printed of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::anyhow;
use quintet::play::{GameReport, MatchControl, MatchError, MatchEvent, SlowStart};
use quintet::store::FileError;

use super::complaints::Complaints;
use super::interrupts::Interrupts;
use super::live::{Keyboard, Live, Scene, TICK};
use super::output::{self, Screen};
use super::warnings;

/// Finished games and complaints that may wait for the disk before the games wait, too.
const MAX_WAITING: usize = 1024;

/// Stores and prints games as they finish.
pub(super) trait GameWriter: Send + 'static {
    /// What is known when all games were written.
    type Sum: Send + 'static;

    /// The names of the engines, by the numbers that events have.
    fn names(&self) -> &[String];

    /// Whether a live view may take the place of lines, on a terminal.
    fn may_be_live(&self) -> bool;

    /// What a live view shows of the games so far.
    fn scene(&self) -> Scene;

    /// Prints what comes before the first game.
    fn begin(&mut self, out: &mut Screen);

    /// Stores a game, unless an earlier one could not be stored, and prints it.
    ///
    /// # Errors
    ///
    /// When it cannot be stored; it is printed even then.
    fn take(&mut self, report: GameReport, stores: bool, out: &mut Screen)
    -> Result<(), FileError>;

    /// Says that the start of an engine takes long, or is over, where no live view shows it.
    fn note_start(&self, start: &SlowStart, _out: &mut Screen) {
        output::complain(&format!("quintet: {}", start.text(Instant::now())));
    }

    /// Prints what comes after the last game.
    fn end(self, out: &mut Screen) -> Self::Sum;
}

/// Games that are over, or were stopped.
pub(super) struct Played<E, S> {
    /// What the runner says of them.
    pub(super) end: E,
    /// What the writer says of them; an error if the later ones are in no file. Which file could not
    /// be written has been said by then.
    pub(super) sum: anyhow::Result<S>,
    /// The last words of the last engine that was not ready.
    pub(super) last_words: Vec<String>,
}

/// Plays games with this runner until they are over, interrupted, or cannot be stored.
///
/// # Errors
///
/// When the games cannot begin.
pub(super) fn play<W: GameWriter, E>(
    writer: W,
    run: impl AsyncFnOnce(&MatchControl, &mut dyn FnMut(MatchEvent)) -> Result<E, MatchError>,
) -> anyhow::Result<Played<E, W::Sum>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (sum, end, last_words) = runtime.block_on(async {
        let control = MatchControl::new();
        let interrupts = Interrupts::watch(control.clone())?;
        // From this line on an interrupt is handled.
        let is_live = writer.may_be_live() && output::can_draw();
        // Dropped at every end of the games, also where code of ours panics.
        let keyboard = is_live.then(Keyboard::open).flatten();
        let live = is_live.then(|| Live::new(control.clone(), keyboard.as_ref()));
        let mut reporter = Reporter::start(writer, live);
        let mut last_words = Vec::new();
        let mut on_event = |event| {
            match event {
                MatchEvent::Finished(report) => {
                    if report.unready {
                        last_words.clone_from(&report.last_words);
                    }
                    reporter.send(Message::Game(report));
                }
                MatchEvent::Stopped { report, .. } => reporter.send(Message::Game(report)),
                MatchEvent::Complaint { engine, text } => {
                    reporter.send(Message::Complaint(engine, text));
                }
                MatchEvent::Crowded { threads } => warnings::complain_of_threads(threads),
                MatchEvent::Solving(solving) => output::complain(&format!("quintet: {solving}")),
                MatchEvent::RefereeFailed { text } => reporter.send(Message::RefereeFailed(text)),
                MatchEvent::SlowStart(start) => reporter.send(Message::SlowStart(start)),
                MatchEvent::Started { number, .. } => reporter.send(Message::Began(number)),
                // The table need not wait until the engines have ended.
                MatchEvent::AllOver => reporter.end(),
                MatchEvent::Ready { .. } | MatchEvent::Live(_) => {}
            }
            // The games end if results cannot be stored; the reporter knows why.
            if reporter.has_failed() {
                control.finish_then_stop();
            }
        };
        let end = run(&control, &mut on_event).await?;
        let sum = reporter.finish();
        drop(keyboard);
        drop(interrupts);
        Ok::<_, anyhow::Error>((sum, end, last_words))
    })?;
    Ok(Played { end, sum, last_words })
}

/// A message to the thread.
enum Message {
    /// A game has begun.
    Began(u32),
    /// A game is over, or was stopped.
    Game(Box<GameReport>),
    /// The start of an engine takes long, or is over.
    SlowStart(SlowStart),
    /// The referee engine has failed: why, as a sentence.
    RefereeFailed(String),
    /// An engine complains.
    Complaint(usize, String),
}

/// The thread that writes.
struct Reporter<S> {
    /// `None` when all games are over.
    messages: Option<SyncSender<Message>>,
    thread: JoinHandle<Written<S>>,
    /// A file could not be written.
    has_failed: Arc<AtomicBool>,
}

/// A game could not be stored. Why was said when it happened.
#[derive(Debug, thiserror::Error)]
#[error("not every game could be stored")]
pub(super) struct Unstored {
    /// Why, for those who must know what became of the file.
    pub(super) cause: FileError,
}

/// What is left when all games were written.
struct Written<S> {
    sum: S,
    /// Why the later games are in no file.
    failure: Option<FileError>,
}

impl<S: Send + 'static> Reporter<S> {
    /// Prints what comes first and waits for games.
    fn start(writer: impl GameWriter<Sum = S>, live: Option<Live>) -> Self {
        let (messages, messages_rx) = sync_channel(MAX_WAITING);
        let has_failed = Arc::<AtomicBool>::default();
        let failing = Arc::clone(&has_failed);
        let thread = thread::spawn(move || write_all(writer, live, &messages_rx, &failing));
        Self { messages: Some(messages), thread, has_failed }
    }

    fn send(&self, message: Message) {
        // The thread takes everything until it panics; `finish` then says so.
        drop(self.messages.as_ref().map(|messages| messages.send(message)));
    }

    /// All games are over: what comes after them is printed when they are.
    fn end(&mut self) {
        self.messages = None;
    }

    /// A file could not be written: later games are not stored.
    fn has_failed(&self) -> bool {
        let is_needed = self.messages.is_some();
        self.has_failed.load(Ordering::Relaxed) || is_needed && self.thread.is_finished()
    }

    /// Waits until everything is written. A file that could not be written was named before.
    fn finish(mut self) -> anyhow::Result<S> {
        self.end();
        let written = self.thread.join().map_err(|_panic| anyhow!("the report has failed"))?;
        let Written { sum, failure } = written;
        failure.map_or(Ok(sum), |cause| Err(Unstored { cause }.into()))
    }
}

/// Sets `has_failed` when a file cannot be written; later games are still printed. Each complaint is
/// shown once.
fn write_all<W: GameWriter>(
    mut writer: W,
    live: Option<Live>,
    messages: &Receiver<Message>,
    has_failed: &AtomicBool,
) -> Written<W::Sum> {
    let is_live = live.is_some();
    let mut out = Screen::new(live);
    let mut failure = None;
    writer.begin(&mut out);
    let mut complaints: Vec<Complaints> =
        writer.names().iter().map(|_| Complaints::default()).collect();
    loop {
        let message = match is_live {
            true => messages.recv_timeout(TICK),
            false => messages.recv().map_err(RecvTimeoutError::from),
        };
        match message {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
            Ok(Message::Began(number)) => {
                out.live().into_iter().for_each(|live| live.begin_game(number));
            }
            Ok(Message::Game(report)) => {
                out.live().into_iter().for_each(|live| live.end_game(&report));
                if let Err(error) = writer.take(*report, failure.is_none(), &mut out) {
                    output::complain(&format!("quintet: {error}; the running games are the last"));
                    failure = Some(error);
                    has_failed.store(true, Ordering::Relaxed);
                }
            }
            Ok(Message::SlowStart(start)) => match out.live() {
                Some(live) => live.note_start(start),
                None => writer.note_start(&start, &mut out),
            },
            Ok(Message::RefereeFailed(text)) => {
                out.live().into_iter().for_each(Live::forget_referee);
                output::complain(&format!("quintet: {text}"));
            }
            Ok(Message::Complaint(engine, text)) => {
                let line = complaints[engine].line(&writer.names()[engine], &text);
                line.iter().for_each(|line| output::complain(line));
            }
        }
        out.tick(|| writer.scene());
    }
    out.end_live();
    Written { sum: writer.end(&mut out), failure }
}
