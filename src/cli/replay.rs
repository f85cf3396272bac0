//! `quintet replay`: plays the engine's part of a saved transcript, so that a problem report
//! becomes a test.
//!
//! Knows no protocol: it compares the program's lines with the recorded ones.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use quintet::games::counted;
use quintet::session::{Direction, LineMatch, Part, Replay, Tape, TapeEnd, TapeLine};
use quintet::store::read_text;
use tokio::net::TcpListener;

use super::{Code, Failure, Outcome, complaints, output};

#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// A transcript that the console saved, or a bundle of a problem.
    file: PathBuf,
    /// Keep the delays of the engine, so many times faster; by default there are none.
    #[arg(long, value_name = "FACTOR", value_parser = parse_speed)]
    speed: Option<f64>,
    /// Listen on this port of this machine instead of the standard streams, for GUIDE.
    #[arg(long)]
    port: Option<u16>,
    /// Which run to play, if the engine was started several times.
    #[arg(long, value_name = "N", default_value_t = 1)]
    part: usize,
}

fn parse_speed(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(speed) if speed.is_finite() && speed > 0.0 => Ok(speed),
        Ok(_) | Err(_) => Err("it must be a number above 0".to_owned()),
    }
}

/// Bytes of a line of the program that are read.
const MAX_HEARD: u64 = 1 << 20;
/// Characters of a line that are quoted.
const MAX_QUOTED: usize = 120;

pub(super) fn run(args: &ReplayArgs) -> Outcome {
    let refuse = |reason: String| -> Failure {
        Code::Usage.of(anyhow!("{}: {reason}", args.file.display()))
    };
    let text = read_text(&args.file).map_err(|error| Code::Usage.of(error))?;
    let tape = Tape::read(&text, args.part).map_err(|error| refuse(error.to_string()))?;
    drop(text);
    if tape.n_missing > 0 {
        let lines = usize::try_from(tape.n_missing).unwrap_or(usize::MAX);
        let were = if lines == 1 { "was" } else { "were" };
        remark(&format!("{} of the transcript {were} not kept", counted(lines, "line")));
    }
    if tape.n_restarts > 0 {
        let n_parts = tape.n_restarts + 1;
        remark(&format!(
            "the engine was started {}; this is part {} (--part N)",
            counted(n_parts, "time"),
            args.part
        ));
    }
    let speed = args.speed;
    let Some(port) = args.port else {
        let (input, output) = (BufReader::new(io::stdin()), io::stdout());
        return Ok(Stage { tape: &tape, input, output, speed, is_socket: false }.play()?);
    };
    let (input, output) = accept(port)?;
    Ok(Stage { tape: &tape, input, output, speed, is_socket: true }.play()?)
}

/// Waits for the program on a port of this machine.
fn accept(port: u16) -> io::Result<(impl BufRead, impl Write)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let stream = runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        Ok::<_, io::Error>(listener.accept().await?.0)
    })?;
    let stream = {
        let _context = runtime.enter();
        stream.into_std()?
    };
    stream.set_nonblocking(false)?;
    Ok((BufReader::new(stream.try_clone()?), stream))
}

/// The dialogue in which a transcript is played.
struct Stage<'a, R, W> {
    tape: &'a Tape,
    input: R,
    output: W,
    speed: Option<f64>,
    is_socket: bool,
}

impl<R: BufRead, W: Write> Stage<'_, R, W> {
    /// Plays to the end, or until the program has closed the dialogue.
    fn play(mut self) -> io::Result<()> {
        let mut replay = Replay::new(self.tape);
        loop {
            match replay.next_part() {
                Part::Say { line, text, delay } => self.say(line, &text, delay)?,
                Part::Listen(expected) => {
                    let Some(line) = self.read_line()? else {
                        remark(&format!(
                            "line {}: the program has closed the dialogue; recorded is {}",
                            expected.number,
                            quoted(&expected.text)
                        ));
                        return Ok(());
                    };
                    compare(expected, &line, &replay.match_line(&line));
                }
                Part::End(end) => return self.end(end),
            }
        }
    }

    fn say(&mut self, line: &TapeLine, text: &str, delay: Duration) -> io::Result<()> {
        if let Some(speed) = self.speed {
            wait(Duration::try_from_secs_f64(delay.as_secs_f64() / speed).unwrap_or(delay));
        }
        if line.direction == Direction::Error {
            output::complain(text);
            return Ok(());
        }
        self.output.write_all(text.as_bytes())?;
        // Only the length of the cut part matters.
        io::copy(&mut io::repeat(b'x').take(line.cut as u64), &mut self.output)?;
        if !line.unfinished {
            self.output.write_all(b"\n")?;
        }
        self.output.flush()
    }

    /// The next line of the program; `None` once it has closed its side.
    fn read_line(&mut self) -> io::Result<Option<String>> {
        loop {
            let mut line = Vec::new();
            let mut ends = false;
            while !ends {
                let available = self.input.fill_buf()?;
                if available.is_empty() {
                    break;
                }
                // GUIDE ends a line at any control byte; elsewhere a tab is not an end.
                let is_end = |byte: &u8| *byte < 32 && *byte != b'\t';
                let n_text = available.iter().position(is_end);
                ends = n_text.is_some();
                let text = &available[..n_text.unwrap_or(available.len())];
                if (line.len() + text.len()) as u64 <= MAX_HEARD {
                    line.extend_from_slice(text);
                }
                let n_read = text.len() + usize::from(ends);
                self.input.consume(n_read);
            }
            if !line.is_empty() {
                return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
            }
            if !ends {
                return Ok(None);
            }
        }
    }

    /// Ends as the engine did.
    fn end(mut self, end: &TapeEnd) -> io::Result<()> {
        match end {
            TapeEnd::Exit(code) => std::process::exit(*code),
            TapeEnd::Signal(signal) => die(*signal),
            TapeEnd::ClosedOutput => {
                if self.is_socket {
                    return Ok(());
                }
                close_output()?;
                // The engine kept running.
                while self.read_line()?.is_some() {}
                idle();
            }
            TapeEnd::Ended => {
                while let Some(line) = self.read_line()? {
                    if matches!(line.trim_end(), "quit" | "exit") {
                        return Ok(());
                    }
                }
                Ok(())
            }
        }
    }
}

fn compare(expected: &TapeLine, said: &str, found: &LineMatch) {
    let (number, said) = (expected.number, quoted(said));
    match found {
        LineMatch::Same => {}
        LineMatch::Otherwise(recorded) => {
            remark(&format!(
                "line {number}: the program says {said}; recorded is {}",
                quoted(recorded)
            ));
        }
        LineMatch::Ahead(n_lines) => {
            let lines = counted(*n_lines, "line");
            remark(&format!("line {number}: the program leaves out {lines} and says {said}"));
        }
        LineMatch::Unknown => {
            let recorded = quoted(&expected.text);
            remark(&format!(
                "line {number}: the program says {said}, which is ignored; recorded is {recorded}"
            ));
        }
    }
}

fn quoted(text: &str) -> String {
    format!("{:?}", complaints::one_line(text, MAX_QUOTED))
}

fn remark(text: &str) {
    output::complain(&format!("replay: {text}"));
}

fn wait(time: Duration) {
    let until = Instant::now() + time;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::park_timeout(left);
    }
}

fn idle() -> ! {
    loop {
        std::thread::park();
    }
}

#[cfg(unix)]
fn die(signal: i32) -> ! {
    use rustix::process::{Signal, getpid, kill_process};

    if let Some(named) = Signal::from_named_raw(signal) {
        // Rust's own handler takes the first SIGSEGV and leaves the next one to the system.
        let is_sent = kill_process(getpid(), named).and_then(|()| kill_process(getpid(), named));
        if is_sent.is_ok() {
            wait(Duration::from_secs(1));
        }
    }
    std::process::exit(128 + signal)
}

#[cfg(not(unix))]
fn die(signal: i32) -> ! {
    std::process::exit(128 + signal)
}

/// The program sees the end of the output.
#[cfg(unix)]
fn close_output() -> io::Result<()> {
    let nowhere = std::os::fd::OwnedFd::from(io::pipe()?.1);
    Ok(rustix::stdio::dup2_stdout(nowhere)?)
}

#[cfg(not(unix))]
fn close_output() -> io::Result<()> {
    Err(io::Error::other("programs on this system cannot close their output and keep running"))
}
