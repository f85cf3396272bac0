//! GNU Backgammon as two processes: one answers at a socket, one in text mode.
//!
//! Finds the end of each answer; `hints` reads it. The observations are of version 1.07.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use quintet::session::{ProcessEnd, reason_in};
use quintet::store::{find_program, io_reason, variable_of};
use thiserror::Error;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::texts::Texts;

/// No other machine can reach it.
const LOOPBACK: &str = "127.0.0.1";
/// Starting takes a second or two, on a busy machine more.
const START: Duration = Duration::from_secs(60);
/// A decision at the socket takes a second at four plies.
const ANSWER: Duration = Duration::from_secs(120);
/// All moves of a position at four plies may take minutes on a slow machine.
const EVALUATION: Duration = Duration::from_secs(1_800);

/// Names of the program, the better one first.
const NAMES: [&str; 2] = ["gnubg-cli", "gnubg"];

/// Finds the program: the one that is named, or one that is installed ([`find_program`]).
///
/// # Errors
///
/// When there is none; the error says how to get it.
pub(super) fn find(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        let is_there = named.is_file();
        anyhow::ensure!(is_there, "there is no program {:?}", named.display().to_string());
        return Ok(named.to_owned());
    }
    // If there is also a window, that program has no text mode.
    NAMES.iter().find_map(|name| find_program(name)).ok_or_else(|| {
        let variable = variable_of(NAMES[1]);
        match std::env::var_os(&variable) {
            Some(named) => anyhow::anyhow!("there is no program {named:?}, which {variable} names"),
            None => anyhow::anyhow!(
                "GNU Backgammon is not installed: no gnubg is in PATH or /usr/games; on Debian and \
                 Ubuntu install it with `sudo apt install gnubg`, elsewhere see \
                 https://www.gnu.org/software/gnubg/; where it is in another place, {variable} or \
                 --program names it"
            ),
        }
    })
}

/// The version that the program says it has; `None` where it says none in time.
pub(super) async fn version(program: &Path) -> Option<String> {
    const SOON: Duration = Duration::from_secs(10);
    let mut command = command_of(program);
    command.arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let output = timeout(SOON, command.output()).await.ok()?.ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout))
}

/// `1.07.001` of `GNU Backgammon 1.07.001 20230103`.
fn version_in(said: &str) -> Option<String> {
    let rest = said.lines().find_map(|line| line.trim().strip_prefix("GNU Backgammon "))?;
    let word = rest.split_whitespace().next()?;
    word.starts_with(|ch: char| ch.is_ascii_digit()).then(|| word.to_owned())
}

/// How the program thinks at its socket. It cannot be changed there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Manner {
    pub(super) ply: u8,
    pub(super) jacoby: bool,
    /// The cube counts when it chooses plays.
    pub(super) cubeful: bool,
}

/// The first commands for every process: play nothing by yourself, and draw no boards.
const SILENCE: &str = "set automatic game off\n\
                       set automatic roll off\n\
                       set automatic move off\n\
                       set automatic bearoff off\n\
                       set player 0 human\n\
                       set player 1 human\n\
                       set confirm new off\n\
                       set display off\n\
                       set beavers 0\n\
                       set output mwc off\n\
                       set output winpc off\n\
                       set output matchpc off\n\
                       set output digits 4\n\
                       set output rawboard on\n";

/// Starts the program so that it ends with the bridge in any case: otherwise it would wait at its
/// socket for another host for ever. If the system cannot do that (only Linux can, with setpriv of
/// util-linux), killing the bridge means killing its process group.
#[expect(clippy::disallowed_methods, reason = "the bridge is the engine's process group")]
fn command_of(program: &Path) -> Command {
    let setpriv = if cfg!(target_os = "linux") { find_program("setpriv") } else { None };
    let mut command = Command::new(setpriv.as_deref().unwrap_or(program));
    if setpriv.is_some() {
        command.args(["--pdeathsig", "KILL", "--"]).arg(program);
    }
    // It speaks the language of the desktop, but its output is parsed here.
    command.env("LC_ALL", "C");
    command
}

/// Why GNU Backgammon has not answered.
#[derive(Debug, Error)]
pub(super) enum Failure {
    #[error("could not start GNU Backgammon as {program:?}: {}", io_reason(.error))]
    NoStart { program: String, error: io::Error },
    /// Its last words, if any, follow the status.
    #[error("GNU Backgammon ({program:?}) ended ({status}){last_words}")]
    Ended { program: String, status: ProcessEnd, last_words: String },
    /// It still runs but can no longer be used.
    #[error("GNU Backgammon ({program:?}) cannot be reached: {}", io_reason(.error))]
    Unreachable { program: String, error: io::Error },
    #[error("GNU Backgammon ({program:?}) did not answer within {} s", limit.as_secs())]
    Silent { program: String, limit: Duration },
    /// Other questions are still possible.
    #[error("GNU Backgammon said {0:?} to a position")]
    Odd(String),
}

/// Work within a limit of time.
async fn within<T>(
    limit: Duration,
    program: &Path,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let silent = || Failure::Silent { program: program.display().to_string(), limit };
    timeout(limit, work).await.map_err(|_elapsed| silent())?
}

/// A process and its pipes. It belongs to the bridge's own process group, which is ended as a whole
/// with the bridge; the process alone is killed when this is dropped.
struct Piped {
    program: PathBuf,
    child: Child,
    input: ChildStdin,
    output: Texts<ChildStdout>,
    /// The end of its error output, once that is closed.
    errors: JoinHandle<LastLines>,
    /// The end of its output.
    said: LastLines,
}

impl Piped {
    async fn start(program: &Path, commands: &str) -> Result<Self, Failure> {
        let no_start = |error| Failure::NoStart { program: program.display().to_string(), error };
        let mut command = command_of(program);
        // Without the user's own settings: with noise in them it would play worse than it claims.
        command.args(["-t", "-q", "-r"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.stderr(Stdio::piped()).kill_on_drop(true).spawn().map_err(no_start)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(no_start(io::Error::other("it has no pipes")));
        };
        let errors = tokio::spawn(last_lines(errors));
        let (program, output) = (program.to_owned(), Texts::new(output));
        let said = LastLines::default();
        let mut piped = Self { program, child, input, output, errors, said };
        piped.send(SILENCE).await?;
        piped.send(commands).await?;
        Ok(piped)
    }

    async fn send(&mut self, commands: &str) -> Result<(), Failure> {
        let sent = async {
            self.input.write_all(commands.as_bytes()).await?;
            self.input.flush().await
        };
        match sent.await {
            Ok(()) => Ok(()),
            Err(error) => Err(self.why(error).await),
        }
    }

    /// The lines before the one that holds `mark`.
    async fn until(&mut self, mark: &str) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        loop {
            let line = match self.output.next_line().await {
                Ok(Some(line)) => line,
                Ok(None) => return Err(self.why(closed("its output")).await),
                Err(error) => return Err(self.why(error).await),
            };
            if line.contains(mark) {
                return Ok(lines);
            }
            self.said.take(&line);
            lines.push(line);
        }
    }

    /// Why it cannot be used: it has ended, and how, or this error.
    async fn why(&mut self, error: io::Error) -> Failure {
        /// A process that has closed its pipes normally ends soon.
        const SOON: Duration = Duration::from_secs(5);
        let program = self.program.display().to_string();
        let Ok(Ok(status)) = timeout(SOON, self.child.wait()).await else {
            return Failure::Unreachable { program, error };
        };
        // Its earlier output may not have been read yet.
        while let Ok(Ok(Some(line))) = timeout(SOON, self.output.next_line()).await {
            self.said.take(&line);
        }
        let errors = timeout(SOON, &mut self.errors).await;
        let errors = errors.ok().and_then(Result::ok).unwrap_or_default();
        // If its error output is empty, its output may hold the reason.
        let reason = errors.reason().or_else(|| self.said.reason());
        let last_words = reason.map(|reason| format!("; its last words: {reason}"));
        let last_words = last_words.unwrap_or_default();
        Failure::Ended { program, status: status.into(), last_words }
    }
}

/// The last lines that aren't empty.
#[derive(Default)]
struct LastLines(VecDeque<String>);

impl LastLines {
    fn take(&mut self, line: &str) {
        /// A usage of many lines may follow the reason.
        const KEPT: usize = 40;
        if line.trim().is_empty() {
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(line.trim().to_owned());
    }

    /// The line that names the reason why it ended.
    fn reason(&self) -> Option<String> {
        let lines: Vec<String> = self.0.iter().cloned().collect();
        reason_in(&lines)
    }
}

async fn last_lines(stderr: ChildStderr) -> LastLines {
    let (mut texts, mut lines) = (Texts::new(stderr), LastLines::default());
    while let Ok(Some(line)) = texts.next_line().await {
        lines.take(&line);
    }
    lines
}

fn closed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, format!("it has closed {what}"))
}

/// A process that answers board lines of FIBS at a socket.
pub(super) struct Socket {
    pub(super) manner: Manner,
    piped: Piped,
    stream: BufReader<TcpStream>,
}

impl Socket {
    pub(super) async fn start(program: &Path, manner: Manner) -> Result<Self, Failure> {
        let no_start = |error| Failure::NoStart { program: program.display().to_string(), error };
        let port = free_port().await.map_err(no_start)?;
        let on_off = |on: bool| if on { "on" } else { "off" };
        let Manner { ply, jacoby, cubeful } = manner;
        let (jacoby, cubeful) = (on_off(jacoby), on_off(cubeful));
        let commands = format!(
            "set jacoby {jacoby}\n\
             set evaluation chequer evaluation plies {ply}\n\
             set evaluation chequer evaluation cubeful {cubeful}\n\
             set evaluation cubedecision evaluation plies {ply}\n\
             external localhost:{port}\n"
        );
        let starting = async {
            let mut piped = Piped::start(program, &commands).await?;
            piped.until("Waiting for a connection").await?;
            let stream = match TcpStream::connect((LOOPBACK, port)).await {
                Ok(stream) => stream,
                Err(error) => return Err(piped.why(error).await),
            };
            // Lines are short and urgent. If the system refuses, they are only slower.
            drop(stream.set_nodelay(true));
            Ok(Self { manner, piped, stream: BufReader::new(stream) })
        };
        within(START, program, starting).await
    }

    /// The line that answers a board.
    pub(super) async fn ask(&mut self, board: &str) -> Result<String, Failure> {
        let program = self.piped.program.clone();
        let asking = async {
            match self.exchange(board).await {
                Ok(answer) => Ok(answer),
                Err(error) => Err(self.piped.why(error).await),
            }
        };
        within(ANSWER, &program, asking).await
    }

    async fn exchange(&mut self, board: &str) -> io::Result<String> {
        self.stream.get_mut().write_all(format!("{board}\n").as_bytes()).await?;
        let mut answer = String::new();
        if self.stream.read_line(&mut answer).await? == 0 {
            return Err(closed("its socket"));
        }
        Ok(answer)
    }
}

/// A port of this machine that is not in use now.
async fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((LOOPBACK, 0)).await?.local_addr()?.port())
}

/// A process in text mode.
pub(super) struct Console {
    piped: Piped,
    n_asked: u64,
}

impl Console {
    pub(super) async fn start(program: &Path) -> Result<Self, Failure> {
        let piped = within(START, program, Piped::start(program, "")).await?;
        Ok(Self { piped, n_asked: 0 })
    }

    /// Its output for these commands. It does not report that it is done; so the seed of rollouts,
    /// which nothing here uses, is set to a number that it confirms.
    pub(super) async fn ask(&mut self, commands: &str) -> Result<Vec<String>, Failure> {
        self.n_asked += 1;
        let fence = format!("{commands}\nset rollout seed {}\n", self.n_asked);
        let mark = format!("Rollout seed set to {}.", self.n_asked);
        let program = self.piped.program.clone();
        let asking = async {
            self.piped.send(&fence).await?;
            self.piped.until(&mark).await
        };
        within(EVALUATION, &program, asking).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_word_behind_the_name() {
        let said = "GNU Backgammon 1.07.001 20230103\n\nCopyright (C) 1999-2004 Gary Wong.\n";
        assert_eq!(version_in(said).as_deref(), Some("1.07.001"));
        assert_eq!(version_in("usage: gnubg"), None);
        assert_eq!(version_in("GNU Backgammon comes without"), None);
    }
}
