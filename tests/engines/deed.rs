//! What the scripted engine may do wrong, and when.

use std::io::{self, Write as _};
use std::net::{Shutdown, TcpStream};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Every deed: its name, and what its value means.
pub(super) const DEEDS: &[(&str, &str)] = &[
    ("exit", "ends with this code"),
    ("die", "dies by this signal (its number)"),
    ("stall", "never does anything again, and reads nothing"),
    ("deaf", "ignores this command; at `quit` and `eof`: lives on"),
    ("instead", "answers this line instead of the proper answer"),
    ("twice", "answers twice"),
    ("late", "answers after so many milliseconds"),
    ("say", "writes this as it is; escapes: \\n \\r \\t \\0 \\xHH"),
    ("complain", "writes this on its error output, with the same escapes"),
    ("long", "writes a line of so many bytes"),
    (
        "flood",
        "writes so many info lines a second until the next `ping`, 0 as fast as it can; with `,N` for \
         so many milliseconds",
    ),
    ("flood-values", "writes values of positions in the same way"),
    ("flood-noise", "writes lines that mean nothing in the same way"),
    ("flood-errors", "writes on its error output in the same way"),
    ("tell", "writes its working directory and $LEVEL on its error output"),
    ("close-output", "closes its output and lives on"),
    ("close-input", "closes its input; lives on only if it is `deaf@eof`"),
    (
        "hold",
        "keeps what it writes for itself until `release` or the end of its input, as without a flush",
    ),
    ("release", "writes what it has kept"),
    ("halves", "writes the next it has to say in two parts, so many milliseconds apart"),
    (
        "prompts",
        "from now on writes a prompt, without the end of a line, for whatever it has to say",
    ),
    (
        "needs",
        "ends, with its reason and a long usage on its error output, unless there is such a file below its \
         working directory",
    ),
    ("fork", "starts a child that outlives it: `hold` keeps the pipes open, `free` does not"),
];

/// Every moment: a command of the host, `start` (before anything is read), `eof` (the end of the
/// input), `cr` (any line that ends in CR), `unknown` (any other line).
pub(super) const MOMENTS: &[(&str, Moment)] = &[
    ("start", Moment::Start),
    ("hello", Moment::Hello),
    ("set", Moment::Set),
    ("move", Moment::Move),
    ("ping", Moment::Ping),
    ("go", Moment::Go),
    ("hint", Moment::Hint),
    ("analyze", Moment::Analyze),
    ("learn", Moment::Learn),
    ("quit", Moment::Quit),
    ("eof", Moment::Eof),
    ("unknown", Moment::Unknown),
    ("cr", Moment::Cr),
];

/// When something is done.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Moment {
    Start,
    Hello,
    Set,
    Move,
    Ping,
    Go,
    Hint,
    Analyze,
    Learn,
    Quit,
    Eof,
    Unknown,
    Cr,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    Exit(i32),
    Die(i32),
    Stall,
    Deaf,
    Instead(String),
    Twice,
    Late(Duration),
    Say(Vec<u8>),
    Complain(Vec<u8>),
    Long(usize),
    Tell,
    Flood { kind: FloodKind, rate: u32, time: Option<Duration> },
    CloseOutput,
    CloseInput,
    Hold,
    Release,
    Halves(Duration),
    Prompts,
    Needs(String),
    Fork { holds_pipes: bool },
}

/// What a flood consists of.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum FloodKind {
    Infos,
    Values,
    Noise,
    Errors,
}

/// What becomes of the proper answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Flow {
    Answer,
    Twice,
    Instead(String),
    Silence,
}

/// A deed and its moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) deed: Deed,
    pub(super) moment: Moment,
    /// Only at this time, counted from 1.
    only: Option<u32>,
    n_seen: u32,
}

impl Fault {
    /// Counts the moment; whether the deed is to be done now.
    pub(super) fn is_due(&mut self, moment: Moment) -> bool {
        if moment != self.moment {
            return false;
        }
        self.n_seen += 1;
        self.only.is_none_or(|only| only == self.n_seen)
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (deed, when) = text.rsplit_once('@').unwrap_or((text, "start"));
        let (when, only) = match when.split_once(':') {
            Some((when, nth)) => (when, Some(number(nth)?)),
            None => (when, None),
        };
        let moment = MOMENTS
            .iter()
            .find(|(name, _)| *name == when)
            .map(|(_, moment)| *moment)
            .ok_or_else(|| format!("no moment {when:?}; there are: {}", names(MOMENTS)))?;
        let (name, value) = deed.split_once('=').unwrap_or((deed, ""));
        Ok(Self { deed: Deed::parse(name, value)?, moment, only, n_seen: 0 })
    }
}

impl Deed {
    fn parse(name: &str, value: &str) -> Result<Self, String> {
        let millis = |text: &str| number(text).map(Duration::from_millis);
        let flood = |kind| {
            let (rate, time) = value.split_once(',').map_or((value, None), |(r, t)| (r, Some(t)));
            Ok(Self::Flood { kind, rate: number(rate)?, time: time.map(millis).transpose()? })
        };
        match name {
            "exit" => Ok(Self::Exit(number(value)?)),
            "die" => Ok(Self::Die(number(value)?)),
            "stall" => Ok(Self::Stall),
            "deaf" => Ok(Self::Deaf),
            "instead" => Ok(Self::Instead(value.to_owned())),
            "twice" => Ok(Self::Twice),
            "late" => Ok(Self::Late(millis(value)?)),
            "say" => Ok(Self::Say(unescape(value)?)),
            "complain" => Ok(Self::Complain(unescape(value)?)),
            "long" => Ok(Self::Long(number(value)?)),
            "flood" => flood(FloodKind::Infos),
            "flood-values" => flood(FloodKind::Values),
            "flood-noise" => flood(FloodKind::Noise),
            "flood-errors" => flood(FloodKind::Errors),
            "tell" => Ok(Self::Tell),
            "close-output" => Ok(Self::CloseOutput),
            "close-input" => Ok(Self::CloseInput),
            "hold" => Ok(Self::Hold),
            "release" => Ok(Self::Release),
            "halves" => Ok(Self::Halves(millis(value)?)),
            "prompts" => Ok(Self::Prompts),
            "needs" if !value.is_empty() => Ok(Self::Needs(value.to_owned())),
            "fork" if value == "hold" || value == "free" => {
                Ok(Self::Fork { holds_pipes: value == "hold" })
            }
            _ => Err(format!("no deed {name:?} with {value:?}; there are: {}", names(DEEDS))),
        }
    }

    /// Does it; what becomes of the answer, if that changes.
    pub(super) fn act(&self, flood: &mut Flood) -> io::Result<Option<Flow>> {
        match self {
            Self::Exit(code) => std::process::exit(*code),
            Self::Die(signal) => die(*signal)?,
            Self::Stall => idle(),
            Self::Deaf => return Ok(Some(Flow::Silence)),
            Self::Instead(answer) => return Ok(Some(Flow::Instead(answer.clone()))),
            Self::Twice => return Ok(Some(Flow::Twice)),
            Self::Late(delay) => wait(*delay),
            Self::Say(bytes) => write_through(bytes)?,
            Self::Complain(bytes) => io::stderr().write_all(bytes)?,
            Self::Long(len) => write_long(*len)?,
            Self::Tell => {
                let dir = std::env::current_dir()?;
                let level = std::env::var("LEVEL").unwrap_or_default();
                io::stderr().write_all(format!("{}\n{level}\n", dir.display()).as_bytes())?;
            }
            Self::Flood { kind, rate, time } => flood.start(*kind, *rate, *time),
            Self::CloseOutput => close_output()?,
            Self::CloseInput => close_input()?,
            Self::Hold => held().get_or_insert_default().clear(),
            // The host may have gone meanwhile; reading says so.
            Self::Release => drop(let_go()),
            Self::Halves(pause) => *lock(&HALVED) = Some(*pause),
            Self::Prompts => PROMPTS.store(true, Ordering::Relaxed),
            Self::Needs(file) => need(file)?,
            Self::Fork { holds_pipes } => fork(*holds_pipes)?,
        }
        Ok(None)
    }
}

/// Ends as programs do that do not find their data: the reason, then lines that were not asked for.
fn need(file: &str) -> io::Result<()> {
    if std::path::Path::new(file).exists() {
        return Ok(());
    }
    let mut errors = io::stderr().lock();
    writeln!(errors, "scripted engine, made for tests")?;
    writeln!(errors, "cannot open {file}")?;
    for n in 0..40 {
        writeln!(errors, "-option{n} VALUE  sets option {n}")?;
    }
    writeln!(errors, "Good bye.")?;
    std::process::exit(1)
}

/// A thread that writes without end.
#[derive(Debug, Default)]
pub(super) struct Flood {
    running: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Flood {
    fn start(&mut self, kind: FloodKind, rate: u32, time: Option<Duration>) {
        self.stop();
        let running = Arc::new(AtomicBool::new(true));
        self.running = Arc::clone(&running);
        self.thread = Some(thread::spawn(move || flood(kind, rate, time, &running)));
    }

    /// Ends it; nothing of it is written afterwards.
    pub(super) fn stop(&mut self) {
        self.running.store(false, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Writes bursts of a hundredth of a second's lines, for so long where that is said.
fn flood(kind: FloodKind, rate: u32, time: Option<Duration>, running: &AtomicBool) {
    const BURST: Duration = Duration::from_millis(10);
    let n_lines = if rate == 0 { 1000 } else { (rate / 100).max(1) };
    let burst: String = (0..n_lines).map(|n| flood_line(kind, n)).collect();
    let began = Instant::now();
    let mut next = began;
    while running.load(Ordering::Relaxed) && time.is_none_or(|time| began.elapsed() < time) {
        let written = match kind {
            FloodKind::Infos | FloodKind::Values | FloodKind::Noise => write_out(burst.as_bytes()),
            FloodKind::Errors => io::stderr().write_all(burst.as_bytes()),
        };
        if written.is_err() {
            return;
        }
        if rate != 0 {
            next += BURST;
            wait(next.saturating_duration_since(Instant::now()));
        }
    }
}

fn flood_line(kind: FloodKind, n: u32) -> String {
    match kind {
        FloodKind::Infos => format!("search F5D6C3 {}.25 0 {n}\n", n % 9),
        FloodKind::Values => format!("analysis {} 1.0\n", n % 60),
        FloodKind::Noise | FloodKind::Errors => format!("noise {n}\n"),
    }
}

/// A line of so many bytes, in writes as large as a pipe takes at most.
fn write_long(len: usize) -> io::Result<()> {
    let chunk = vec![b'x'; len.min(1 << 20)];
    let mut left = len;
    while left > 0 {
        let size = left.min(chunk.len());
        write_out(&chunk[..size])?;
        left -= size;
    }
    write_out(b"\n")
}

/// Lives on for ever.
pub(super) fn idle() -> ! {
    loop {
        thread::park();
    }
}

/// Does nothing for so long.
pub(super) fn wait(time: Duration) {
    let until = Instant::now() + time;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        thread::park_timeout(left);
    }
}

/// Writes at once, unless what it writes is held, or is not what it has to say.
pub(super) fn write_out(bytes: &[u8]) -> io::Result<()> {
    if PROMPTS.load(Ordering::Relaxed) {
        return write_through(b"> ");
    }
    if let Some(held) = held().as_mut() {
        held.extend_from_slice(bytes);
        return Ok(());
    }
    let Some(pause) = lock(&HALVED).take_if(|_| !bytes.is_empty()) else {
        return write_through(bytes);
    };
    let (first, second) = bytes.split_at(bytes.len() / 2);
    write_through(first)?;
    wait(pause);
    write_through(second)
}

fn write_through(bytes: &[u8]) -> io::Result<()> {
    if let Some(stream) = wire().as_mut() {
        return stream.write_all(bytes);
    }
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// From now on what it says goes through this connection, not to its standard output.
pub(super) fn speak_through(stream: TcpStream) {
    *wire() = Some(stream);
}

/// The host sees the end of what it says through its connection; it can still be spoken to.
pub(super) fn stop_sending() -> io::Result<()> {
    wire().as_ref().map_or(Ok(()), |stream| stream.shutdown(Shutdown::Write))
}

/// The connection that it speaks through, where it has one.
static WIRE: Mutex<Option<TcpStream>> = Mutex::new(None);

fn wire() -> MutexGuard<'static, Option<TcpStream>> {
    lock(&WIRE)
}

/// It writes nothing but prompts.
static PROMPTS: AtomicBool = AtomicBool::new(false);

/// What is written next is written in two parts, so far apart.
static HALVED: Mutex<Option<Duration>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes what was held.
pub(super) fn let_go() -> io::Result<()> {
    let bytes = held().take();
    write_out(&bytes.unwrap_or_default())
}

/// What was written and is held, where anything is.
static HELD: Mutex<Option<Vec<u8>>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<Vec<u8>>> {
    lock(&HELD)
}

/// From now on `SIGTERM` does nothing.
#[cfg(unix)]
pub(super) fn ignore_term() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // Once a handler is installed it stays, and its result is not read.
    let _guard = runtime.enter();
    signal(SignalKind::terminate()).map(drop)
}

#[cfg(unix)]
fn die(signal: i32) -> io::Result<()> {
    use rustix::process::{Signal, getpid, kill_process};

    let signal =
        Signal::from_named_raw(signal).ok_or_else(|| io::Error::other("no such signal"))?;
    // Rust's own handler takes the first SIGSEGV and leaves the next one to the system.
    kill_process(getpid(), signal)?;
    Ok(kill_process(getpid(), signal)?)
}

/// The last open end of the pipe is replaced; the host sees the end of the output.
#[cfg(unix)]
fn close_output() -> io::Result<()> {
    let nowhere = std::fs::OpenOptions::new().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(nowhere)?)
}

#[cfg(unix)]
fn close_input() -> io::Result<()> {
    let nowhere = std::fs::File::open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdin(nowhere)?)
}

#[cfg(not(unix))]
pub(super) fn ignore_term() -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn die(_signal: i32) -> io::Result<()> {
    std::process::abort()
}

#[cfg(not(unix))]
fn close_output() -> io::Result<()> {
    Err(io::Error::other("cannot close its output on this system"))
}

#[cfg(not(unix))]
fn close_input() -> io::Result<()> {
    Err(io::Error::other("cannot close its input on this system"))
}

/// Starts a child that never ends by itself.
fn fork(holds_pipes: bool) -> io::Result<()> {
    use std::process::Stdio;

    #[expect(clippy::disallowed_methods, reason = "this engine leaves children behind on purpose")]
    let mut child = std::process::Command::new(std::env::current_exe()?);
    child.arg("--idle");
    if !holds_pipes {
        child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    }
    child.spawn().map(drop)
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_error| format!("{text:?} is not such a number"))
}

fn names<T>(table: &[(&str, T)]) -> String {
    table.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let mut digit = || rest.next().and_then(|hex| char::from(hex).to_digit(16));
                let (high, low) = (digit(), digit());
                let value =
                    high.zip(low).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
                value.ok_or_else(|| format!("\\x needs two hexadecimal digits: {text:?}"))?
            }
            _ => return Err(format!("unknown escape in {text:?}")),
        });
    }
    Ok(bytes)
}
