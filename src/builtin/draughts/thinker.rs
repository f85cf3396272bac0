//! The thread that thinks, so that the thread that speaks can always answer.
//!
//! Speaks no protocol: tasks go in, and their events come out of the same channel as the lines of
//! the other side.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::player::{Chosen, Player, Setting, Task};
use super::search::Report;

/// An event for the speaking thread.
#[derive(Debug)]
pub(crate) enum LoopEvent {
    /// A line of the other side.
    Line(String),
    /// The other side has closed its output.
    End,
    /// A report on the task.
    Thought(Report),
    /// The end of the task.
    Chosen(Chosen),
    /// The thinking thread has panicked; it sends nothing more.
    Broken,
}

/// An instruction for the thinking thread.
#[derive(Debug)]
enum Instruction {
    /// Play like this from now on.
    Setting(Setting),
    /// Forget all positions.
    Forget,
    /// Think about this.
    Task(Box<Task>),
}

/// The error of an engine whose thinking thread has broken down.
pub(crate) fn broken() -> io::Error {
    io::Error::other("the search has broken down")
}

/// The speaking thread's handle of the thinking thread, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Thinker {
    instructions: SyncSender<Instruction>,
    /// The handle is gone: a running task must end.
    deaf: Arc<AtomicBool>,
}

impl Thinker {
    /// Starts the thread; its results go to `events`.
    ///
    /// # Errors
    ///
    /// When no thread can be started.
    pub(crate) fn start(events: SyncSender<LoopEvent>) -> io::Result<Self> {
        let (instructions, tasks) = sync_channel(8);
        let deaf = Arc::new(AtomicBool::new(false));
        let of_thread = Arc::clone(&deaf);
        thread::Builder::new()
            .name("draughts search".to_owned())
            .spawn(move || work(&tasks, &events, &of_thread))?;
        Ok(Self { instructions, deaf })
    }

    /// Plays like this from the next task on.
    pub(crate) fn set(&self, setting: Setting) {
        self.send(Instruction::Setting(setting));
    }

    /// Forgets all positions.
    pub(crate) fn forget(&self) {
        self.send(Instruction::Forget);
    }

    /// Begins a task: [`LoopEvent::Thought`] comes any number of times, then [`LoopEvent::Chosen`]
    /// once. The caller must have received that before the next task.
    pub(crate) fn think(&self, task: Task) {
        self.send(Instruction::Task(Box::new(task)));
    }

    fn send(&self, instruction: Instruction) {
        // The thread lives as long as its channels; a panic in it has been reported already.
        drop(self.instructions.send(instruction));
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.deaf.store(true, Ordering::SeqCst);
    }
}

/// Reports a panic of the thinking thread; otherwise its reader would wait for ever.
struct BreakdownGuard<'a>(&'a SyncSender<LoopEvent>);

impl Drop for BreakdownGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(self.0.send(LoopEvent::Broken));
        }
    }
}

fn work(tasks: &Receiver<Instruction>, events: &SyncSender<LoopEvent>, deaf: &Arc<AtomicBool>) {
    let _guard = BreakdownGuard(events);
    let mut player = None;
    for instruction in tasks {
        match instruction {
            Instruction::Setting(setting) => player = Some(Player::new(setting)),
            Instruction::Forget => {
                if let Some(player) = &mut player {
                    player.forget();
                }
            }
            Instruction::Task(mut task) => {
                let (asked, deaf) = (task.stop.clone(), Arc::clone(deaf));
                task.stop = crate::builtin::Stop::when(move || {
                    asked.asked() || deaf.load(Ordering::Relaxed)
                });
                let chosen = match &mut player {
                    Some(player) => player.think(&task, |report| {
                        // A receiver that is gone has ended the search, too.
                        drop(events.send(LoopEvent::Thought(report.clone())));
                    }),
                    None => Chosen { mv: None, reply: None, report: None },
                };
                if events.send(LoopEvent::Chosen(chosen)).is_err() {
                    return;
                }
            }
        }
    }
}
