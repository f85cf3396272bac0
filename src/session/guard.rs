//! The guard: a process that outlives this program and ends what it leaves behind.
//!
//! When the program is killed (`kill -9`, a crash, out of memory) no code of ours runs any more.
//! Most engines then see the end of their input and exit; one that never reads it would run for
//! ever. So before its first engine the program starts itself once more as `quintet guard`, reports
//! each process group that begins or ends to it, and when the guard's own input ends, the remaining
//! groups get some time to exit and are then killed.
//!
//! Does nothing on Windows: there the system ends the job objects of a program with it. Does not
//! know what engines are, and does not end anything while the program lives.

use std::io::BufRead;
use std::path::PathBuf;

/// From now on, engines are guarded by `program guard`, which must call [`guard`] with its standard
/// input. By default, as in tests of the library, they are not. The first call counts.
///
/// A guard that cannot be started must not prevent a game: then there is no guard.
pub fn guard_engines_with(program: PathBuf) {
    system::guard_engines_with(program);
}

/// Runs as the guard: reads about groups until `input` ends, and ends those that are left.
///
/// `input` has a line for each: `+NUMBER` of a group that begins, `-NUMBER` of one that has ended.
/// Other lines mean nothing. `known` are the lines that the guard is started with: a program that
/// is killed before it could write them has said them all the same.
pub fn guard(known: Vec<String>, input: impl BufRead) {
    system::guard(known, input);
}

#[cfg(unix)]
pub(super) use system::Guarded;

#[cfg(unix)]
mod system {
    use std::collections::BTreeSet;
    use std::io::{self, BufRead, Write};
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::{ChildStdin, Stdio};
    use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    /// The time for engines that exit by themselves at the end of their input, and may have to save
    /// something.
    const PATIENCE: Duration = Duration::from_secs(3);
    /// The time between two checks of which groups are left.
    const PAUSE: Duration = Duration::from_millis(50);

    static GUARD: OnceLock<Mutex<Guard>> = OnceLock::new();

    /// The state of this program's guard.
    #[derive(Debug)]
    struct Guard {
        program: PathBuf,
        /// Its standard input, once it runs.
        input: Option<ChildStdin>,
        groups: BTreeSet<i32>,
    }

    pub(super) fn guard_engines_with(program: PathBuf) {
        let guard = Guard { program, input: None, groups: BTreeSet::new() };
        // A second call changes nothing.
        drop(GUARD.set(Mutex::new(guard)));
    }

    /// The guard of this program, if there is one. Each change of its groups is atomic, so a panic
    /// elsewhere leaves them usable.
    fn of_this_program() -> Option<MutexGuard<'static, Guard>> {
        GUARD.get().map(|guard| guard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    impl Guard {
        fn began(&mut self, group: i32) {
            self.groups.insert(group);
            self.tell(&format!("+{group}\n"));
        }

        fn ended(&mut self, group: i32) {
            self.groups.remove(&group);
            self.tell(&format!("-{group}\n"));
        }

        /// A guard that has died is replaced by a new one, which gets all groups again.
        fn tell(&mut self, line: &str) {
            let told = self.input.as_mut().is_some_and(|input| say(input, line).is_ok());
            if !told && !self.groups.is_empty() {
                self.input = self.start().ok();
            }
        }

        fn start(&self) -> io::Result<ChildStdin> {
            #[expect(
                clippy::disallowed_methods,
                reason = "not an engine: it must live longer than this program"
            )]
            let mut starting = std::process::Command::new(&self.program);
            // In a group of its own it gets no Ctrl+C and is not killed with this program's group.
            starting.arg("guard").env_clear().process_group(0);
            starting.args(self.groups.iter().map(|group| format!("+{group}")));
            starting.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            starting.spawn()?.stdin.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
        }
    }

    fn say(input: &mut ChildStdin, text: &str) -> io::Result<()> {
        input.write_all(text.as_bytes())
    }

    /// A group of processes that the guard knows of until this is dropped.
    #[derive(Debug)]
    pub(in super::super) struct Guarded(Pid);

    impl Guarded {
        pub(in super::super) fn new(group: Pid) -> Self {
            if let Some(mut guard) = of_this_program() {
                guard.began(group.as_raw_nonzero().get());
            }
            Self(group)
        }

        pub(in super::super) fn group(&self) -> Pid {
            self.0
        }
    }

    impl Drop for Guarded {
        fn drop(&mut self) {
            if let Some(mut guard) = of_this_program() {
                guard.ended(self.0.as_raw_nonzero().get());
            }
        }
    }

    pub(super) fn guard(known: Vec<String>, input: impl BufRead) {
        let mut groups = BTreeSet::new();
        for line in known.into_iter().chain(input.lines().map_while(Result::ok)) {
            match (line.get(..1), line.get(1..).and_then(group)) {
                (Some("+"), Some(group)) => groups.insert(group),
                (Some("-"), Some(group)) => groups.remove(&group),
                _ => false,
            };
        }
        end(groups);
    }

    /// Numbers of 1 and less mean one's own group or all processes.
    fn group(text: &str) -> Option<i32> {
        text.parse().ok().filter(|number| *number > 1)
    }

    fn end(groups: BTreeSet<i32>) {
        let mut groups: Vec<Pid> = groups.into_iter().filter_map(Pid::from_raw).collect();
        let started = Instant::now();
        loop {
            // The system may reuse the number of an empty group.
            groups.retain(|group| test_kill_process_group(*group).is_ok());
            if groups.is_empty() || started.elapsed() >= PATIENCE {
                break;
            }
            #[expect(
                clippy::disallowed_methods,
                reason = "no event reports the end of a process that isn't our child"
            )]
            std::thread::sleep(PAUSE);
        }
        for group in groups {
            // It fails if no process is left, which is the goal.
            kill_process_group(group, Signal::KILL).ok();
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io::BufRead;
    use std::path::PathBuf;

    pub(super) fn guard_engines_with(_: PathBuf) {}

    pub(super) fn guard(_: Vec<String>, _: impl BufRead) {}
}
