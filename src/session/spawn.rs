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

use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::ProcessEnd;
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

/// Starts `command` (program and arguments, no shell) in `dir`, or in the program's folder.
///
/// # Errors
///
/// A message for the user: what was tried and what went wrong.
pub(super) fn start(
    command: &[String],
    dir: Option<&Path>,
    env: &[(String, String)],
) -> Result<Started, String> {
    let Some((name, args)) = command.split_first().filter(|(name, _)| !name.is_empty()) else {
        return Err("could not start the engine: its command is empty".to_owned());
    };
    let (program, folder) = locate(name, dir);
    if let Some(folder) = dir.filter(|folder| !folder.is_dir()) {
        return Err(format!(
            "could not start {name:?}: there is no folder {folder:?} to run it in"
        ));
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
    let mut child = while_nothing_starts(|| system::spawn(starting))
        .map_err(|error| explain(name, &program, args, &error))?;
    let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
    let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(format!("could not start {name:?}: it has no pipes"));
    };
    let process = Process { child, reaped: false };
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

fn explain(name: &str, program: &Path, args: &[String], error: &io::Error) -> String {
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
        _ => error.to_string(),
    };
    match args {
        [] => format!("could not start {name:?}: {reason}"),
        _ => format!("could not start {name:?} (arguments {:?}): {reason}", args.join(" ")),
    }
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
    child: system::Child,
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
        let status = self.child.wait().await;
        self.reaped = true;
        self.child.forget_empty_group();
        status.map_or(ProcessEnd::Unknown, ProcessEnd::from)
    }

    /// Asks the whole group to end (`SIGTERM`); does nothing on systems that have no such request.
    pub(super) fn terminate(&mut self) {
        self.child.terminate();
    }

    /// Kills the whole group, including children that outlived their leader.
    pub(super) fn kill(&mut self) {
        self.child.kill_group();
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
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < give_up {
            std::thread::yield_now();
        }
    }
}

#[cfg(unix)]
mod system {
    //! Process groups.

    use std::io;
    use std::process::ExitStatus;

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

    use crate::session::guard::Guarded;

    #[derive(Debug)]
    pub(super) struct Child {
        child: tokio::process::Child,
        /// `None` once the group is empty: its number may then be reused.
        group: Option<Guarded>,
    }

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        let child = command.process_group(0).spawn()?;
        let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        Ok(Child { child, group: group.map(Guarded::new) })
    }

    impl Child {
        pub(super) fn id(&self) -> Option<u32> {
            self.child.id()
        }

        pub(super) fn stdin(&mut self) -> &mut Option<ChildStdin> {
            &mut self.child.stdin
        }

        pub(super) fn stdout(&mut self) -> &mut Option<ChildStdout> {
            &mut self.child.stdout
        }

        pub(super) fn stderr(&mut self) -> &mut Option<ChildStderr> {
            &mut self.child.stderr
        }

        pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
            self.child.wait().await
        }

        pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
            self.child.try_wait()
        }

        pub(super) fn forget_empty_group(&mut self) {
            self.group.take_if(|group| test_kill_process_group(group.group()).is_err());
        }

        pub(super) fn terminate(&mut self) {
            self.signal(Signal::TERM);
        }

        pub(super) fn kill_group(&mut self) {
            self.signal(Signal::KILL);
        }

        /// The only failure is that the group is empty.
        fn signal(&mut self, signal: Signal) {
            self.group.take_if(|group| kill_process_group(group.group(), signal).is_err());
        }
    }
}

#[cfg(windows)]
mod system {
    //! Job objects; the system ends the job when this program ends, however that happens.

    use std::io;
    use std::process::ExitStatus;

    use process_wrap::tokio::{ChildWrapper, CommandWrap, CreationFlags, JobObject, KillOnDrop};
    use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

    /// `CREATE_NO_WINDOW`: without it a console window flashes up for every engine.
    const NO_WINDOW: u32 = 0x0800_0000;

    #[derive(Debug)]
    pub(super) struct Child(Box<dyn ChildWrapper>);

    pub(super) fn spawn(command: Command) -> io::Result<Child> {
        let mut wrap = CommandWrap::from(command);
        let mut flags = CreationFlags(Default::default());
        flags.0.0 = NO_WINDOW;
        wrap.wrap(flags);
        wrap.wrap(JobObject);
        wrap.wrap(KillOnDrop);
        wrap.spawn().map(Child)
    }

    impl Child {
        pub(super) fn id(&self) -> Option<u32> {
            self.0.id()
        }

        pub(super) fn stdin(&mut self) -> &mut Option<ChildStdin> {
            self.0.stdin()
        }

        pub(super) fn stdout(&mut self) -> &mut Option<ChildStdout> {
            self.0.stdout()
        }

        pub(super) fn stderr(&mut self) -> &mut Option<ChildStderr> {
            self.0.stderr()
        }

        pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
            self.0.wait().await
        }

        pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
            self.0.try_wait()
        }

        pub(super) fn forget_empty_group(&mut self) {}

        /// Windows has no request to end that reaches a console program without a console.
        pub(super) fn terminate(&mut self) {}

        /// Fails only when the job is over.
        pub(super) fn kill_group(&mut self) {
            drop(self.0.start_kill());
        }
    }
}
