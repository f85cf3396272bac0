//! Reads transcripts as scripts for replaying the engine's part.
//!
//! Reads no file and does not wait; `quintet replay` does.

use std::time::Duration;

use super::log::{Direction, UNFINISHED};
use super::{ExitCause, ProcessEnd};

use crate::count::counted;

/// The largest number of cut bytes that is accepted from the note of a cut line.
const MAX_PADDING: usize = 1 << 30;
/// The number of recorded lines that the program may skip before a line that matches.
const MAX_AHEAD: usize = 8;

/// A transcript as [`super::Log::write_transcript`] writes it, with any text before it, such as the
/// facts of a bundle; or one of the protocol tests (`> sent`, `< received`, `E error`).
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tape {
    /// The lines that were sent and received, in order.
    pub lines: Vec<TapeLine>,
    /// The number of times that the engine was started again in the middle.
    pub n_restarts: usize,
    /// The end of the session; `None` when the transcript ends before that.
    pub end: Option<TapeEnd>,
    /// Lines of the engine or the program that the transcript does not have.
    pub n_missing: u64,
}

/// A line of a [`Tape`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TapeLine {
    /// Number of the line in the text, from 1.
    pub number: usize,
    /// Time since the start of the session.
    pub at: Duration,
    /// The side that wrote it; never [`Direction::Note`].
    pub direction: Direction,
    /// The text, without the line's end.
    pub text: String,
    /// Bytes that were cut from its end.
    pub cut: usize,
    /// The engine's output ended before the line did.
    pub unfinished: bool,
}

/// The end of an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TapeEnd {
    /// It ended by itself with this exit code.
    Exit(i32),
    /// It ended by itself by this signal.
    Signal(i32),
    /// It closed its output and kept running.
    ClosedOutput,
    /// It ran until the program ended it.
    Ended,
}

/// A text that isn't a transcript.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TapeError {
    /// No line of it looks like one of a transcript.
    #[error(
        "it holds no transcript: a line of one is `12.5 >> text`, with the time in ms and one of \
         the marks >>, <<, !! and --"
    )]
    NoTranscript,
    /// A line in the middle does not look like one.
    #[error("line {number}: {text:?} is not a line of a transcript")]
    Line {
        /// Its number, from 1.
        number: usize,
        /// Its beginning.
        text: String,
    },
    /// The engine was started fewer times.
    #[error("there is no part {part}: the engine was started {}", counted(*n_parts, "time"))]
    NoPart {
        /// The requested part, from 1.
        part: usize,
        /// The number of parts.
        n_parts: usize,
    },
    /// No line was sent or received.
    #[error("it has no dialogue{}", .0.as_ref().map(|note| format!(": {note}")).unwrap_or_default())]
    Silence(Option<String>),
}

impl Tape {
    /// Reads a transcript; if the engine was started several times (`RESTART`), the requested part,
    /// from 1.
    ///
    /// # Errors
    ///
    /// Fails when it isn't one, or that part is empty.
    pub fn read(text: &str, part: usize) -> Result<Self, TapeError> {
        let form = Form::of(text).ok_or(TapeError::NoTranscript)?;
        let mut reader = Reader { part: 1, wanted: part, ..Reader::default() };
        for (idx, line) in text.lines().enumerate() {
            match form {
                Form::Stamped => reader.stamped(idx + 1, line)?,
                Form::Test => reader.test(idx + 1, line),
            }
        }
        if part == 0 || reader.part < part {
            return Err(TapeError::NoPart { part, n_parts: reader.part });
        }
        let Reader { mut tape, note, .. } = reader;
        tape.n_restarts = reader.part - 1;
        if part <= tape.n_restarts {
            // The program started the engine again.
            tape.end = Some(TapeEnd::Ended);
        }
        if tape.lines.is_empty() && tape.end.is_none() {
            return Err(TapeError::Silence(note));
        }
        Ok(tape)
    }
}

/// The form in which a transcript is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    Stamped,
    Test,
}

impl Form {
    fn of(text: &str) -> Option<Self> {
        if text.lines().any(|line| parse_stamped(line).is_some()) {
            return Some(Self::Stamped);
        }
        let is_test = |line: &str| line.starts_with("> ") || line.starts_with("< ");
        text.lines().any(is_test).then_some(Self::Test)
    }
}

#[derive(Default)]
struct Reader {
    tape: Tape,
    /// The part that is read now, and the one that is kept.
    part: usize,
    wanted: usize,
    has_begun: bool,
    now: Duration,
    note: Option<String>,
}

impl Reader {
    fn stamped(&mut self, number: usize, line: &str) -> Result<(), TapeError> {
        let Some((at, direction, text)) = parse_stamped(line) else {
            if self.has_begun && !line.trim().is_empty() {
                let text = line.chars().take(60).collect();
                return Err(TapeError::Line { number, text });
            }
            return Ok(());
        };
        self.has_begun = true;
        self.now = at;
        match direction {
            Direction::Note => self.note(text),
            Direction::Sent | Direction::Received | Direction::Error => {
                let whole = text.strip_suffix(UNFINISHED);
                let (text, cut) = uncut(whole.unwrap_or(text));
                let (text, unfinished) = (unescape(text), whole.is_some());
                self.push(TapeLine { number, at, direction, text, cut, unfinished });
            }
        }
        Ok(())
    }

    fn test(&mut self, number: usize, line: &str) {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        let direction = match mark {
            "<" if text == "<eof>" => {
                if self.part == self.wanted {
                    self.tape.end = Some(TapeEnd::ClosedOutput);
                }
                return;
            }
            "<" => Direction::Received,
            ">" => Direction::Sent,
            "E" => Direction::Error,
            "*" => {
                self.part += 1;
                return;
            }
            "+" => {
                let seconds = text.trim_end_matches('s').parse::<f64>().ok();
                let time = seconds.and_then(|secs| Duration::try_from_secs_f64(secs).ok());
                self.now = self.now.saturating_add(time.unwrap_or_default());
                return;
            }
            _ => return,
        };
        let text = text.to_owned();
        let (at, cut, unfinished) = (self.now, 0, false);
        self.push(TapeLine { number, at, direction, text, cut, unfinished });
    }

    fn push(&mut self, line: TapeLine) {
        if self.part == self.wanted {
            self.tape.lines.push(line);
        }
    }

    fn note(&mut self, text: &str) {
        if text.starts_with("RESTART") {
            self.part += 1;
        } else if let Some(end) = text.strip_prefix("END") {
            if self.part == self.wanted {
                let read = end.strip_prefix(": ").map(TapeEnd::parse);
                let older = || end.strip_prefix(' ').map(TapeEnd::parse_older);
                self.tape.end = read.or_else(older).or(self.tape.end.take());
            }
        } else if let Some((count, "lines were not kept" | "line was not kept")) =
            text.split_once(' ')
        {
            let count = count.parse().unwrap_or(0);
            self.tape.n_missing = self.tape.n_missing.saturating_add(count);
        }
        self.note = Some(text.to_owned());
    }
}

/// The note about the end of a session, for users and for [`TapeEnd::parse`]: `END: crashed; exit
/// 3`.
pub(super) fn end_note(cause: &ExitCause, status: ProcessEnd) -> String {
    let failure;
    let what = match cause {
        ExitCause::Asked => ASKED,
        ExitCause::Crashed => CRASHED,
        ExitCause::ClosedOutput => CLOSED,
        ExitCause::CouldNotStart(reason) => {
            failure = reason.to_string();
            &failure
        }
        ExitCause::BadHandshake(text)
        | ExitCause::WrongProtocol(text)
        | ExitCause::CannotPlay(text)
        | ExitCause::Stalled(text)
        | ExitCause::BadOutput(text) => text,
    };
    let status = if status.is_known() { format!("; {status}") } else { String::new() };
    format!("END: {what}{status}")
}

/// The remarks about the end of a session.
const ASKED: &str = "it was asked to quit";
const CRASHED: &str = "it ended by itself";
const CLOSED: &str = "it closed its output and kept running";

impl TapeEnd {
    /// Reads the words of the transcript's last note.
    fn parse(text: &str) -> Self {
        if text.starts_with(CLOSED) {
            return Self::ClosedOutput;
        }
        let crashed = text.strip_prefix(CRASHED);
        crashed.map_or(Self::Ended, |status| Self::of_status(status.trim_start_matches("; ")))
    }

    /// Does the same as [`TapeEnd::parse`], in the words of older versions: `Crashed exit 3`.
    fn parse_older(text: &str) -> Self {
        if text.starts_with("ClosedOutput") {
            return Self::ClosedOutput;
        }
        text.strip_prefix("Crashed ").map_or(Self::Ended, Self::of_status)
    }

    /// The end of an engine by itself: `exit 3`, `signal 11 (segmentation fault)`.
    fn of_status(status: &str) -> Self {
        match status.parse().unwrap_or_default() {
            ProcessEnd::Signal(signal) => Self::Signal(signal),
            ProcessEnd::Code(code) => Self::Exit(code),
            ProcessEnd::NoProcess | ProcessEnd::Undying | ProcessEnd::Unknown => Self::Exit(1),
        }
    }
}

/// `12.5 >> text`
fn parse_stamped(line: &str) -> Option<(Duration, Direction, &str)> {
    let (time, rest) = line.trim_start().split_once(' ')?;
    let millis: f64 = time.parse().ok()?;
    let at = Duration::try_from_secs_f64(millis / 1000.0).ok()?;
    let (mark, text) = rest.split_at_checked(2)?;
    let direction = [Direction::Sent, Direction::Received, Direction::Error, Direction::Note]
        .into_iter()
        .find(|direction| direction.mark() == mark)?;
    // An editor may have removed the trailing blank.
    let text = if text.is_empty() { text } else { text.strip_prefix(' ')? };
    Some((at, direction, text))
}

/// A line without the note that it was cut, and how many bytes were cut.
fn uncut(text: &str) -> (&str, usize) {
    let cut = text.strip_suffix(" bytes more]").and_then(|text| {
        let (text, count) = text.rsplit_once(" [")?;
        Some((text, count.parse::<usize>().ok()?.min(MAX_PADDING)))
    });
    cut.unwrap_or((text, 0))
}

/// Turns caret notation back into control characters. A caret itself is not escaped, so a caret
/// before a capital letter that stood in the original line is lost.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        let code = chars.peek().copied().filter(|_| ch == '^');
        match code {
            Some(letter @ '@'..='_') => plain.push(char::from(letter as u8 - b'@')),
            Some('?') => plain.push('\x7f'),
            _ => {
                plain.push(ch);
                continue;
            }
        }
        chars.next();
    }
    plain
}

/// The next action of a replayed engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Part<'a> {
    /// Writes this line this long after the last action. The text may differ from the recorded one
    /// if the program's numbers differ now.
    Say {
        /// The line as recorded.
        line: &'a TapeLine,
        /// The text to write.
        text: String,
        /// The time that the engine took for it.
        delay: Duration,
    },
    /// Waits for a line of the program, for [`Replay::match_line`].
    Listen(&'a TapeLine),
    /// Ends in this way; nothing follows.
    End(&'a TapeEnd),
}

/// The relation of a line of the program to the transcript.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LineMatch {
    /// It is the recorded line.
    Same,
    /// It corresponds to this recorded line, but is worded differently.
    Otherwise(String),
    /// The program skipped this many recorded lines before it.
    Ahead(usize),
    /// Nothing like it was recorded here; it is ignored.
    Unknown,
}

/// A place in a [`Tape`] that moves on.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    tape: &'a Tape,
    next: usize,
    /// The replay does not wait for lines of the program before this one.
    matched: usize,
    /// The recorded number of the last fence (`ping 7`), and the actual one.
    fence: Option<(String, String)>,
}

impl<'a> Replay<'a> {
    /// A replay at the beginning.
    #[must_use]
    pub fn new(tape: &'a Tape) -> Self {
        Self { tape, next: 0, matched: 0, fence: None }
    }

    /// The next action. A `Say` counts as done once returned; a `Listen` is over when a matching
    /// line has come.
    pub fn next_part(&mut self) -> Part<'a> {
        let tape = self.tape;
        loop {
            let Some(line) = tape.lines.get(self.next) else {
                return Part::End(tape.end.as_ref().unwrap_or(&TapeEnd::Ended));
            };
            if line.direction != Direction::Sent {
                let before = self.next.checked_sub(1).map_or(line.at, |idx| tape.lines[idx].at);
                self.next += 1;
                let delay = line.at.saturating_sub(before);
                return Part::Say { line, text: self.answer(&line.text), delay };
            }
            if self.matched <= self.next {
                return Part::Listen(line);
            }
            self.next += 1;
        }
    }

    /// Takes a line of the program while waiting for one. Lines of the engine between skipped lines
    /// are still written.
    pub fn match_line(&mut self, text: &str) -> LineMatch {
        let text = text.trim_end();
        let Some(n_ahead) = self.find(text) else { return LineMatch::Unknown };
        let sent = self.sent().nth(n_ahead);
        let Some((idx, line)) = sent else { return LineMatch::Unknown };
        self.matched = idx + 1;
        if let (Some(recorded), Some(said)) = (fence(&line.text), fence(text)) {
            self.fence = Some((recorded.to_owned(), said.to_owned()));
        }
        match n_ahead {
            0 if line.text.trim_end() == text => LineMatch::Same,
            0 => LineMatch::Otherwise(line.text.clone()),
            _ => LineMatch::Ahead(n_ahead),
        }
    }

    /// Finds the recorded line that this line of the program corresponds to. Lines of one burst may
    /// come in another order; a line that differs only in its numbers is the next one, or a near
    /// one.
    fn find(&self, text: &str) -> Option<usize> {
        let burst = self.tape.lines[self.next.max(self.matched)..].iter();
        let n_burst = burst.take_while(|line| line.direction == Direction::Sent).count();
        let is_exact = |line: &TapeLine| line.text.trim_end() == text;
        let is_like = |line: &TapeLine| first_word(&line.text) == first_word(text);
        let exact = self.sent().take(n_burst).position(|(_, line)| is_exact(line));
        exact.or_else(|| self.sent().take(MAX_AHEAD).position(|(_, line)| is_like(line)))
    }

    /// The program's remaining lines, with their places.
    fn sent(&self) -> impl Iterator<Item = (usize, &'a TapeLine)> {
        let lines = self.tape.lines.iter().enumerate().skip(self.next.max(self.matched));
        lines.filter(|(_, line)| line.direction == Direction::Sent)
    }

    /// A line of the engine, with the number of the actual fence.
    fn answer(&self, text: &str) -> String {
        let number = text.trim_end().strip_prefix("pong ");
        match &self.fence {
            Some((recorded, said)) if number == Some(recorded) => format!("pong {said}"),
            Some(_) | None => text.to_owned(),
        }
    }
}

/// The number of a `ping`.
fn fence(text: &str) -> Option<&str> {
    text.trim_end().strip_prefix("ping ")
}

fn first_word(text: &str) -> &str {
    text.split_ascii_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
