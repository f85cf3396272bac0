//! Ctrl+C and similar signals during a match, a check, a probe, or a wait.

use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use quintet::play::MatchControl;
#[cfg(unix)]
use quintet::store::was_told_to_ignore;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::{Code, Failure, Outcome, output};

/// The watch over interrupts; it ends when it is dropped.
#[derive(Debug)]
pub(super) struct Interrupts {
    task: JoinHandle<()>,
}

impl Interrupts {
    /// Watches from now on. The first Ctrl+C lets the running games end, the next one stops them;
    /// `SIGTERM`, or the end of the terminal, stops them at once, since their sender will not wait.
    /// Must be called in a runtime with IO.
    pub(super) fn watch(control: MatchControl) -> io::Result<Self> {
        let signals = Signals::listen()?;
        Ok(Self { task: tokio::spawn(heed(signals, control)) })
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn heed(mut signals: Signals, control: MatchControl) {
    let mut is_finishing = false;
    while let Some(signal) = signals.next().await {
        let at_once = match signal {
            Signal::Interrupt => is_finishing,
            #[cfg(unix)]
            Signal::Terminate | Signal::Quit => true,
        };
        if at_once {
            control.stop_now();
            return;
        }
        is_finishing = true;
        control.finish_then_stop();
        output::complain("quintet: finishing the running games; Ctrl+C again stops them");
    }
}

/// The result of the work, unless an interrupt comes first: then the work is dropped, and what it
/// has started ends at the latest with the runtime. Must be called in a runtime with IO.
pub(super) async fn unless_interrupted<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let mut signals = Signals::listen()?;
    tokio::select! {
        done = work => Ok(done),
        Some(_) = signals.next() => {
            Err(Code::Interrupted.of(anyhow!("interrupted; the engine was ended")))
        }
    }
}

/// The result of work that may wait for ever, such as for input, unless an interrupt comes first: then
/// its thread is left behind, and ends with the program.
pub(super) fn unless_left<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (done_tx, done) = oneshot::channel();
    let found = runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let thread = thread::spawn(move || drop(done_tx.send(work())));
        tokio::select! {
            done = done => Ok(done.map_err(|_gone| thread)),
            Some(_) = signals.next() => Err(interrupted()),
        }
    })?;
    found.or_else(|thread| match thread.join() {
        Err(panic) => resume_unwind(panic),
        Ok(()) => unreachable!("the thread sends what it has done"),
    })
}

fn interrupted() -> Failure {
    Code::Interrupted.of(anyhow!("interrupted"))
}

/// Pauses that an interrupt ends. One that comes between them ends the next.
pub(super) struct Pauses {
    runtime: Runtime,
    signals: Signals,
}

impl Pauses {
    /// Listens from now on.
    pub(super) fn listen() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let signals = runtime.block_on(async { Signals::listen() })?;
        Ok(Self { runtime, signals })
    }

    /// Waits for so long.
    ///
    /// # Errors
    ///
    /// When an interrupt comes.
    pub(super) fn pause(&mut self, time: Duration) -> Outcome {
        self.runtime.block_on(async {
            tokio::select! {
                Some(_) = self.signals.next() => Err(interrupted()),
                () = sleep(time) => Ok(()),
            }
        })
    }
}

/// Sets `flag` at the first signal, for work outside of a runtime that looks there from time to time, for as
/// long as what is returned lives.
pub(super) fn note_in(flag: Arc<AtomicBool>) -> io::Result<Runtime> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let entered = runtime.enter();
    let mut signals = Signals::listen()?;
    drop(entered);
    runtime.spawn(async move {
        if signals.next().await.is_some() {
            flag.store(true, Ordering::Relaxed);
        }
    });
    Ok(runtime)
}

/// What a signal asks of the program.
#[derive(Debug)]
pub(super) enum Signal {
    Interrupt,
    #[cfg(unix)]
    Terminate,
    /// `Ctrl+\`: as the key `q` of a live view.
    #[cfg(unix)]
    Quit,
}

/// The signals that end the program, except those it was started to ignore.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// `None` if the program was started to outlive the terminal (`nohup`).
    hangup: Option<tokio::signal::unix::Signal>,
    /// `None` if the program was started in the background by a shell without jobs.
    quit: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on; must be called in a runtime with IO.
    pub(super) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let unless_ignored = |number: u32, kind: SignalKind| match was_told_to_ignore(number) {
            true => Ok(None),
            false => signal(kind).map(Some),
        };
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: unless_ignored(HANGUP, SignalKind::hangup())?,
            quit: unless_ignored(QUIT, SignalKind::quit())?,
        })
    }

    /// The next one.
    pub(super) async fn next(&mut self) -> Option<Signal> {
        async fn next(signal: &mut Option<tokio::signal::unix::Signal>) -> Option<()> {
            signal.as_mut()?.recv().await
        }
        tokio::select! {
            Some(()) = self.interrupt.recv() => Some(Signal::Interrupt),
            Some(()) = self.terminate.recv() => Some(Signal::Terminate),
            Some(()) = next(&mut self.hangup) => Some(Signal::Terminate),
            Some(()) = next(&mut self.quit) => Some(Signal::Quit),
            else => None,
        }
    }
}

/// From now on a file that has reached the size that the system allows (`ulimit -f`) is an error of
/// its writer, as a full disk is. Without this, `SIGXFSZ` would end the program without a word.
/// Engines inherit nothing of it.
#[cfg(unix)]
pub(super) fn outlive_size_limits() {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let _context = runtime.enter();
        // The handler stays when the listener is dropped.
        signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
    };
    // Where that is impossible the signal ends the program, as before.
    let _unchanged: io::Result<()> = listen();
}

/// The system has no such limit.
#[cfg(not(unix))]
pub(super) fn outlive_size_limits() {}

/// `SIGHUP`, the same on every system.
#[cfg(unix)]
const HANGUP: u32 = 1;
/// `SIGQUIT`, the same on every system.
#[cfg(unix)]
const QUIT: u32 = 3;

/// Ctrl+C.
#[cfg(windows)]
pub(super) struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    pub(super) fn listen() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    pub(super) async fn next(&mut self) -> Option<Signal> {
        self.0.recv().await.map(|()| Signal::Interrupt)
    }
}
