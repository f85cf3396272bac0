//! The one place that starts engines, and ends them with all their children.
//!
//! Does not talk to them: it hands out their pipes.
//!
//! An engine gets a process group of its own (a job object on Windows), because many engines are
//! started by a script: killing the script alone would leave the engine behind. When this program
//! is itself killed, no code of ours runs; its ends of the pipes close, and engines see the end of
//! their input. The pipes are close-on-exec, so no other engine holds them open. Engines that
//! ignore this are ended by [`super::guard`].

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::affinity::on_processor;
use super::{ProcessEnd, StartFailure};
use crate::io_words::io_reason;
use system::Group;

/// A process that was started, and its pipes.
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
    /// The program that was started and its folder, for the log.
    pub(super) note: String,
}

/// Held while a process starts: until it runs its own program it has a copy of every open socket.
static STARTING: Mutex<()> = Mutex::new(());

/// Runs a short action whose sockets must not be inherited by a process that starts meanwhile, not
/// even for a moment.
pub(super) fn while_nothing_starts<T>(deed: impl FnOnce() -> T) -> T {
    let _nothing_starts = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    deed()
}

/// Starts `command` (program and arguments, no shell) in `dir`, or in the program's folder, bound to
/// `processor` if there is one.
///
/// # Errors
///
/// What went wrong, for the user.
pub(super) fn start(
    command: &[String],
    dir: Option<&Path>,
    env: &[(String, String)],
    processor: Option<u16>,
) -> Result<Started, StartFailure> {
    let Some((name, args)) = command.split_first().filter(|(name, _)| !name.is_empty()) else {
        return Err(StartFailure::Program("the engine: its command is empty".to_owned()));
    };
    let (program, folder) = locate(name, dir);
    if let Some(folder) = dir.filter(|folder| !folder.is_dir()) {
        let text = format!("{name:?}: there is no folder {folder:?} to run it in");
        return Err(StartFailure::Program(text));
    }
    #[expect(clippy::disallowed_methods, reason = "this is the one place that starts engines")]
    let mut starting = Command::new(&program);
    starting
        .args(args)
        .envs(env.iter().map(|(key, value)| (key, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if let Some(folder) = &folder {
        starting.current_dir(folder);
    }
    let mut starting = CommandWrap::from(starting);
    system::wrap(&mut starting);
    let mut child = while_nothing_starts(|| on_processor(processor, || starting.spawn()))
        .map_err(|error| explain(name, &program, args, &error))?;
    let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
    let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(StartFailure::Program(format!("{name:?}: it has no pipes")));
    };
    let group = Group::of(&*child);
    let process = Process { child, group, reaped: false };
    let place = folder.unwrap_or_else(|| PathBuf::from("."));
    let note = format!("CMD {}   cwd={}", command.join(" "), place.display());
    Ok(Started { process, stdin, stdout, stderr, note })
}

/// The program to run and the folder to run it in; no folder is the current one.
///
/// A name without a separator is looked for in `PATH` by the system. A relative path starts from
/// the current folder or, if nothing is there, from `dir`.
pub(super) fn locate(name: &str, dir: Option<&Path>) -> (PathBuf, Option<PathBuf>) {
    let named = Path::new(name);
    if named.file_name() == Some(OsStr::new(name)) {
        return (named.to_owned(), dir.map(Path::to_owned));
    }
    let from_here = std::path::absolute(named).unwrap_or_else(|_| named.to_owned());
    let program = match dir {
        Some(dir) if !from_here.exists() && named.is_relative() => {
            let from_dir = dir.join(named);
            std::path::absolute(&from_dir).unwrap_or(from_dir)
        }
        Some(_) | None => from_here,
    };
    let folder = dir.or_else(|| program.parent()).map(Path::to_owned);
    (program, folder)
}

fn explain(name: &str, program: &Path, args: &[String], error: &io::Error) -> StartFailure {
    let in_path = program.file_name() == Some(program.as_os_str());
    let reason = match error.kind() {
        io::ErrorKind::NotFound if in_path => "no program of that name is in PATH".to_owned(),
        io::ErrorKind::NotFound if program.exists() => {
            // The kernel reports "not found" when the interpreter that the file names is missing.
            "the file is there, but the program that should interpret it is not".to_owned()
        }
        io::ErrorKind::NotFound => format!("there is no file {program:?}"),
        io::ErrorKind::PermissionDenied if program.is_dir() => {
            format!("{program:?} is a folder")
        }
        io::ErrorKind::PermissionDenied => "it may not be executed".to_owned(),
        _ if is_no_executable(error) => "it is not a program for this machine".to_owned(),
        _ => io_reason(error),
    };
    StartFailure::Program(match args {
        [] => format!("{name:?}: {reason}"),
        _ => format!("{name:?} (arguments {:?}): {reason}", args.join(" ")),
    })
}

/// `ENOEXEC` has no [`io::ErrorKind`].
fn is_no_executable(error: &io::Error) -> bool {
    #[cfg(unix)]
    let code = 8;
    #[cfg(windows)]
    let code = 193;
    error.raw_os_error() == Some(code)
}

/// A running process with its group. Dropping it kills the whole group.
#[derive(Debug)]
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    group: Group,
    reaped: bool,
}

impl Process {
    /// The process's number, until someone has waited for its end.
    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the end of the process itself (its children may live on) and returns its status.
    /// May be cancelled and called again.
    pub(super) async fn wait(&mut self) -> ProcessEnd {
        let status = system::alone(&mut *self.child).wait().await;
        self.reaped = true;
        self.group.forget_if_empty();
        status.map_or(ProcessEnd::Unknown, ProcessEnd::from)
    }

    /// Asks the whole group to end (`SIGTERM`); does nothing on systems that have no such request.
    pub(super) fn terminate(&mut self) {
        self.group.terminate(&*self.child);
    }

    /// Kills the whole group, including children that outlived their leader.
    pub(super) fn kill(&mut self) {
        self.group.kill(&mut *self.child);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        if self.reaped {
            return;
        }
        // A killed process is gone within a millisecond. Waiting that long here leaves no zombie
        // even if the runtime that would reap it is shutting down.
        let give_up = Instant::now() + Duration::from_millis(50);
        let child = system::alone(&mut *self.child);
        while matches!(child.try_wait(), Ok(None)) && Instant::now() < give_up {
            std::thread::yield_now();
        }
    }
}

#[cfg(unix)]
mod system {
    //! Process groups.

    use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessGroup};
    use rustix::process::{Pid, Signal, test_kill_process_group};

    use crate::session::guard::Guarded;

    pub(super) fn wrap(starting: &mut CommandWrap) {
        starting.wrap(ProcessGroup::leader());
    }

    /// The process without its group: waiting for the group would also wait for the children that
    /// outlive their leader where this program has to reap them, as the first process of a container.
    pub(super) fn alone(child: &mut dyn ChildWrapper) -> &mut dyn ChildWrapper {
        child.inner_mut()
    }

    /// `None` once the group is empty: its number may then be reused.
    #[derive(Debug)]
    pub(super) struct Group(Option<Guarded>);

    impl Group {
        pub(super) fn of(child: &dyn ChildWrapper) -> Self {
            let leader = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
            Self(leader.map(Guarded::new))
        }

        /// `process-wrap` cannot send the signal 0, which only asks.
        pub(super) fn forget_if_empty(&mut self) {
            self.0.take_if(|group| test_kill_process_group(group.group()).is_err());
        }

        pub(super) fn terminate(&mut self, child: &dyn ChildWrapper) {
            self.0.take_if(|_| child.signal(Signal::TERM.as_raw()).is_err());
        }

        /// The only failure is that the group is empty.
        pub(super) fn kill(&mut self, child: &mut dyn ChildWrapper) {
            self.0.take_if(|_| child.start_kill().is_err());
        }
    }
}

#[cfg(windows)]
mod system {
    //! Job objects; the system ends the job when this program ends, however that happens.

    use process_wrap::tokio::{ChildWrapper, CommandWrap, CreationFlags, JobObject, KillOnDrop};

    /// `CREATE_NO_WINDOW`: without it a console window flashes up for every engine.
    const NO_WINDOW: u32 = 0x0800_0000;

    pub(super) fn wrap(starting: &mut CommandWrap) {
        let mut flags = CreationFlags(Default::default());
        flags.0.0 = NO_WINDOW;
        starting.wrap(flags).wrap(JobObject).wrap(KillOnDrop);
    }

    pub(super) fn alone(child: &mut dyn ChildWrapper) -> &mut dyn ChildWrapper {
        child
    }

    #[derive(Debug)]
    pub(super) struct Group;

    impl Group {
        pub(super) fn of(_: &dyn ChildWrapper) -> Self {
            Self
        }

        pub(super) fn forget_if_empty(&mut self) {}

        /// Windows has no request to end that reaches a console program without a console.
        pub(super) fn terminate(&mut self, _: &dyn ChildWrapper) {}

        /// Fails only when the job is over.
        pub(super) fn kill(&mut self, child: &mut dyn ChildWrapper) {
            drop(child.start_kill());
        }
    }
}
