//! The standard output and the error output, line by line, safe for every terminal.
//!
//! Almost everything that is printed contains names, remarks and last words of engines, so each
//! line is made harmless here, and nothing else in `cli` writes output (`tests/layering.rs`).

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, IsTerminal as _, Stderr, Stdout, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet::protocol::is_active;
use quintet::store::io_reason;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::live::{Live, Scene, Size};

/// Characters of a line that are printed; no line of the program itself is as long.
const MAX_LINE: usize = 4_000;

/// The standard output, buffered; a closed pipe is an error that [`super::run`] understands.
#[derive(Debug)]
pub(super) struct Output(BufWriter<Stdout>);

impl Output {
    pub(super) fn new() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes a line and flushes it. For texts only: the line is made [`harmless`].
    pub(super) fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        let mut view = view();
        write!(self.0, "{}", view.erased())?;
        writeln!(self.0, "{}", harmless(&text.to_string()))?;
        self.0.flush()
    }

    /// Writes the content of a file as it is. For files only: a game may hold any character.
    pub(super) fn file(&mut self, content: &[u8]) -> io::Result<()> {
        self.0.write_all(content)?;
        self.0.flush()
    }

    /// Draws a live view on the terminal in place of the one before. The lines are [`harmless`] and
    /// no wider than the terminal.
    pub(super) fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let mut view = view();
        write!(self.0, "{}", view.erased())?;
        for line in lines {
            writeln!(self.0, "{line}")?;
        }
        view.widths = lines.iter().map(|line| line.width()).collect();
        self.0.flush()
    }

    /// Takes the live view from the terminal.
    pub(super) fn erase(&mut self) -> io::Result<()> {
        write!(self.0, "{}", view().erased())?;
        self.0.flush()
    }

    /// Writes a value as a line of JSON: the whole of it, and only characters that do nothing.
    pub(super) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        writeln!(self.0, "{}", escaped(&serde_json::to_string(value)?))?;
        self.0.flush()
    }
}

/// The live view on the terminal: the widths of its lines. The cursor is below the last one.
#[derive(Debug)]
struct View {
    widths: Vec<usize>,
}

/// The writer of a line holds it: the line takes the place of the view, which is drawn again later.
static VIEW: Mutex<View> = Mutex::new(View { widths: Vec::new() });

fn view() -> MutexGuard<'static, View> {
    VIEW.lock().unwrap_or_else(PoisonError::into_inner)
}

impl View {
    /// What takes it from the terminal: the cursor goes up, and what is below it is erased.
    fn erased(&mut self) -> String {
        if self.widths.is_empty() {
            return String::new();
        }
        let columns = size().columns;
        // In a terminal that has become narrower a line takes several rows.
        let rows: usize = self.widths.drain(..).map(|width| width.div_ceil(columns).max(1)).sum();
        format!("\x1b[{rows}A\r\x1b[J")
    }
}

/// The live view stays where it is, and the next one is drawn below.
pub(super) fn forget_view() {
    view().widths.clear();
}

/// The standard output is a terminal that can show a live view.
pub(super) fn can_draw() -> bool {
    let can_move = std::env::var_os("TERM").is_some_and(|name| name != "dumb" && !name.is_empty());
    can_move && io::stdout().is_terminal() && is_in_front()
}

/// The terminal of the standard output belongs to this program now: it was not put into the
/// background. A terminal that starts no jobs belongs to every program that writes to it.
#[cfg(unix)]
pub(super) fn is_in_front() -> bool {
    let front = rustix::termios::tcgetpgrp(io::stdout());
    front.map_or(true, |front| front == rustix::process::getpgrp())
}

/// The terminal of the standard output belongs to this program now.
#[cfg(not(unix))]
pub(super) fn is_in_front() -> bool {
    false
}

/// How many columns a line on the standard output may have; any number where that is no terminal.
pub(super) fn columns() -> usize {
    if io::stdout().is_terminal() { size().columns } else { usize::MAX }
}

/// The size of the terminal.
#[cfg(unix)]
pub(super) fn size() -> Size {
    let known = rustix::termios::tcgetwinsize(io::stdout()).ok();
    let known = known.filter(|size| size.ws_col > 0 && size.ws_row > 0);
    known.map_or(USUAL, |size| Size { columns: size.ws_col.into(), rows: size.ws_row.into() })
}

/// The size of the terminal.
#[cfg(not(unix))]
pub(super) fn size() -> Size {
    USUAL
}

/// A terminal that does not know its size.
const USUAL: Size = Size { columns: 80, rows: 24 };

/// The standard output, until it has no reader: the match goes on for its results.
pub(super) struct Screen {
    out: Option<Output>,
    live: Option<Live>,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screen").field("out", &self.out).finish_non_exhaustive()
    }
}

impl Screen {
    /// The standard output, with a live view or without one.
    pub(super) fn new(live: Option<Live>) -> Self {
        Self { out: Some(Output::new()), live }
    }

    /// The live view.
    pub(super) fn live(&mut self) -> Option<&mut Live> {
        self.live.as_mut()
    }

    /// A line about a game, unless a live view shows it and it need not stay.
    pub(super) fn game(&mut self, text: &str, stays: bool) {
        if stays || self.live.is_none() {
            self.line(text);
        }
    }

    /// Reads keys and draws the live view, if there is one and it is time.
    pub(super) fn tick(&mut self, scene: impl FnOnce() -> Scene) {
        if let (Some(live), Some(out)) = (&mut self.live, &mut self.out) {
            live.tick(scene, out);
        }
    }

    /// Takes the live view away for good.
    pub(super) fn end_live(&mut self) {
        if self.live.take().is_some() {
            self.write(Output::erase);
        }
    }

    /// Writes a line, unless there is no reader any more.
    pub(super) fn line(&mut self, text: &str) {
        self.write(|out| out.line(text));
    }

    /// Writes something, unless there is no reader any more.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut Output) -> io::Result<()>) {
        let Some(Err(error)) = self.out.as_mut().map(write) else { return };
        self.out = None;
        if error.kind() != io::ErrorKind::BrokenPipe {
            complain(&format!(
                "quintet: cannot write to the standard output: {}",
                io_reason(&error)
            ));
        }
    }
}

/// Writes a line on the error output, [`harmless`]. A failure cannot be reported.
pub(super) fn complain(text: &str) {
    let mut view = view();
    if complains_on_terminal() {
        // To the same terminal; a view is shown on no other.
        drop(write!(io::stderr(), "{}", view.erased()));
    }
    drop(writeln!(io::stderr(), "{}", harmless(text)));
}

/// Shows a line on the terminal of the error output in place of the one shown before; an empty one
/// clears it. Does nothing where that is no terminal.
pub(super) fn show_status(text: &str) {
    if complains_on_terminal() {
        let line: String = harmless(text).chars().filter(|ch| *ch != '\n').collect();
        drop(write!(io::stderr(), "\r{line}\x1b[K"));
    }
}

/// The error output, for lines of the program's own log.
pub(super) fn error_output() -> Harmless<BesideView> {
    Harmless(BesideView(io::stderr()))
}

/// The error output; what is written takes the place of a live view.
#[derive(Debug)]
pub(super) struct BesideView(Stderr);

impl Write for BesideView {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        let mut view = view();
        if complains_on_terminal() {
            self.0.write_all(view.erased().as_bytes())?;
        }
        self.0.write_all(lines)?;
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The error output is shown on a terminal.
pub(super) fn complains_on_terminal() -> bool {
    io::stderr().is_terminal()
}

/// A place for whole lines, each made [`harmless`].
#[derive(Debug)]
pub(super) struct Harmless<W>(pub(super) W);

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        self.0.write_all(harmless(&String::from_utf8_lossy(lines)).as_bytes())?;
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The text with every character made visible that would otherwise control a terminal: control
/// characters in caret notation, as in transcripts (`^[` is an escape), and those that turn the
/// direction of writing, break the line or have no width by their numbers (`<U+202E>`). Only line
/// feeds and tabs stay. A line of more than [`MAX_LINE`] characters is cut, and says so.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    let is_short = |line: &str| line.len() <= MAX_LINE || line.chars().count() <= MAX_LINE;
    if !text.chars().any(|ch| ch != '\n' && ch != '\t' && is_active(ch))
        && text.split('\n').all(is_short)
    {
        return Cow::Borrowed(text);
    }
    let lines: Vec<String> = text.split('\n').map(harmless_line).collect();
    Cow::Owned(lines.join("\n"))
}

fn harmless_line(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for ch in line.chars().take(MAX_LINE) {
        match ch {
            '\t' => shown.push(ch),
            '\0'..='\x1f' => shown.extend(['^', char::from(ch as u8 + b'@')]),
            '\x7f' => shown.push_str("^?"),
            _ if is_active(ch) => {
                // Writing to a string cannot fail.
                let Ok(()) = write!(shown, "<U+{:04X}>", u32::from(ch)) else { continue };
            }
            _ => shown.push(ch),
        }
    }
    let n_more = line.chars().skip(MAX_LINE).count();
    if n_more > 0 {
        let Ok(()) = write!(shown, "... [{n_more} characters more]") else { return shown };
    }
    shown
}

/// JSON with such characters as escapes, which mean the same; those below 32 are already escaped.
fn escaped(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for ch in json.chars() {
        if !is_active(ch) {
            plain.push(ch);
            continue;
        }
        for unit in ch.encode_utf16(&mut [0; 2]) {
            let Ok(()) = write!(plain, "\\u{unit:04x}") else { continue };
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn nothing_that_an_engine_writes_reaches_a_terminal_raw() {
        for (text, shown) in [
            ("Scan 3.1, 41 ms", "Scan 3.1, 41 ms"),
            (
                "Éd\u{e4}x \u{265f} two\nlines\tand a tab",
                "Éd\u{e4}x \u{265f} two\nlines\tand a tab",
            ),
            ("\x1b[2J\x1b]0;title\x07", "^[[2J^[]0;title^G"),
            ("50%\r100%\x08", "50%^M100%^H"),
            ("\u{9b}31mred", "<U+009B>31mred"),
            ("exe\u{202e}gnp.\u{2066}x", "exe<U+202E>gnp.<U+2066>x"),
            ("a\u{2028}b\u{feff}\x7f", "a<U+2028>b<U+FEFF>^?"),
        ] {
            assert_eq!(harmless(text), shown, "{text:?}");
        }
    }

    #[test]
    fn a_very_long_line_is_cut_and_says_so() {
        let long = "é".repeat(MAX_LINE + 7);
        let shown = harmless(&long);
        assert_eq!(shown, format!("{}... [7 characters more]", "é".repeat(MAX_LINE)));
        let fits = "é".repeat(MAX_LINE);
        assert_eq!(harmless(&fits), fits);
        let two = format!("short\n{long}");
        assert_eq!(harmless(&two).lines().next(), Some("short"));
    }

    #[test]
    fn json_stays_what_it_was_and_has_no_character_that_does_something() {
        let value = serde_json::json!({ "name": "a\x1b[1m\u{9b}\u{202e}\u{e0001}\x7f é" });
        let line = escaped(&value.to_string());
        assert!(!line.chars().any(is_active), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
    }
}
