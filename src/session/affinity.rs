//! Processors: which of them this program may use, and how a process is bound to one.
//!
//! Does not choose them.

use std::io;
use std::sync::OnceLock;
use std::thread;

/// The numbers of the processors that this program may use; `None` on systems on which an engine
/// cannot be bound to one.
#[must_use]
pub fn processors() -> Option<Vec<u16>> {
    system::processors()
}

/// How many processors this program may use, as at the first call: the system reads its files for each
/// answer, and a match asks at every game.
#[must_use]
pub fn n_processors() -> usize {
    static NUMBER: OnceLock<usize> = OnceLock::new();
    *NUMBER.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Starts a process with `start`, which does it on this thread; it and its children run on this
/// processor alone.
///
/// # Errors
///
/// When the processor is not there, or this program may not use it.
pub(super) fn on_processor<T>(
    processor: Option<u16>,
    start: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    match processor {
        Some(processor) => system::on_processor(processor, start),
        None => start(),
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn processors() -> Option<Vec<u16>> {
        let set = sched_getaffinity(None).ok()?;
        let all = (0..CpuSet::MAX_CPU).filter(|idx| set.is_set(*idx));
        Some(all.filter_map(|idx| u16::try_from(idx).ok()).collect())
    }

    /// A new process has the processors of the thread that starts it, so that it is bound before
    /// its first instruction. The thread has its own ones again afterwards.
    pub(super) fn on_processor<T>(
        processor: u16,
        start: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        let own = sched_getaffinity(None)?;
        let mut wished = CpuSet::new();
        if usize::from(processor) >= CpuSet::MAX_CPU {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        wished.set(processor.into());
        sched_setaffinity(None, &wished)?;
        let started = start();
        sched_setaffinity(None, &own)?;
        started
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub(super) fn processors() -> Option<Vec<u16>> {
        None
    }

    pub(super) fn on_processor<T>(
        _processor: u16,
        _start: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::super::spawn;
    use super::*;

    #[tokio::test]
    async fn a_process_is_bound_to_its_processor_and_the_program_keeps_its_own() {
        let may = processors().expect("Linux says which processors there are");
        let last = *may.last().expect("the program runs on one");
        let command = ["cat", "/proc/self/status"].map(str::to_owned);
        let mut started = spawn::start(&command, None, &[], Some(last)).unwrap();
        let mut status = String::new();
        started.stdout.read_to_string(&mut status).await.unwrap();
        let bound = status.lines().find(|line| line.starts_with("Cpus_allowed_list:")).unwrap();
        assert_eq!(bound.split_whitespace().last(), Some(last.to_string().as_str()), "{bound}");
        assert_eq!(processors(), Some(may));
    }

    #[tokio::test]
    async fn a_processor_that_is_not_there_starts_no_process() {
        let command = ["true".to_owned()];
        assert!(spawn::start(&command, None, &[], Some(u16::MAX)).is_err());
    }
}
