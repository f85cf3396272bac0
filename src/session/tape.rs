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
mod tests {
    use std::time::Instant;

    use super::super::log::Log;
    use super::*;

    fn said(replay: &mut Replay<'_>) -> Vec<String> {
        let mut texts = Vec::new();
        while let Part::Say { text, .. } = replay.next_part() {
            texts.push(text);
        }
        texts
    }

    const SESSION: &str = "It crashed\nengine: Toy\n\n       0.0 -- CMD toy\n       1.0 >> hub\n   \
        51.0 << id name=Toy^M\n      51.5 !! warm\n      52.0 << wait\n      53.0 >> init\n      \
        53.0 >> ping 7\n      60.0 << pong 7\n      61.0 >> level depth=3\n      61.0 >> go think\n\
        62.0 << xx [30 bytes more]\n 63.0 -- END Crashed signal 11 (segmentation fault)\n";

    #[test]
    fn a_transcript_is_read_with_its_times_and_its_end() {
        let tape = Tape::read(SESSION, 1).unwrap();
        assert_eq!(tape.end, Some(TapeEnd::Signal(11)));
        let marks: Vec<&str> = tape.lines.iter().map(|line| line.direction.mark()).collect();
        assert_eq!(marks.join(""), ">><<!!<<>>>><<>>>><<");
        assert_eq!(tape.lines[1].text, "id name=Toy\r");
        assert_eq!(tape.lines[1].at, Duration::from_millis(51));
        assert_eq!((tape.lines[9].text.as_str(), tape.lines[9].cut), ("xx", 30));
        assert_eq!(tape.lines[0].number, 5, "as an editor counts");
    }

    #[test]
    fn what_a_log_writes_is_read_again() {
        let start = Instant::now();
        let log = Log::new(start);
        log.append(start, Direction::Sent, "info");
        log.append(start + Duration::from_millis(20), Direction::Received, "a\tb\0");
        log.append(start + Duration::from_millis(20), Direction::Received, "");
        log.append_unfinished(start + Duration::from_millis(21), "move 3");
        log.append(
            start + Duration::from_millis(21),
            Direction::Note,
            &end_note(&ExitCause::ClosedOutput, ProcessEnd::Signal(9)),
        );
        let mut text = String::new();
        log.write_transcript(&mut text).unwrap();
        // Editors cut blanks at the ends of lines.
        let text: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let tape = Tape::read(&text, 1).unwrap();
        let texts: Vec<&str> = tape.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["info", "a\tb\0", "", "move 3"]);
        let unfinished: Vec<bool> = tape.lines.iter().map(|line| line.unfinished).collect();
        assert_eq!(unfinished, [false, false, false, true]);
        assert_eq!(tape.end, Some(TapeEnd::ClosedOutput));
    }

    #[test]
    fn the_end_is_written_for_people_and_read_in_the_older_words_too() {
        for (cause, status, note, end) in [
            (ExitCause::Crashed, "exit 3", "END: it ended by itself; exit 3", TapeEnd::Exit(3)),
            (ExitCause::Crashed, "", "END: it ended by itself", TapeEnd::Exit(1)),
            (
                ExitCause::Stalled("did not answer ping within 5 s".to_owned()),
                "signal 9 (killed)",
                "END: did not answer ping within 5 s; signal 9 (killed)",
                TapeEnd::Ended,
            ),
            (ExitCause::Asked, "exit 0", "END: it was asked to quit; exit 0", TapeEnd::Ended),
        ] {
            assert_eq!(end_note(&cause, status.parse().unwrap()), note);
            let older = format!("END {cause:?} {status}");
            for note in [note, older.trim_end()] {
                let tape = Tape::read(&format!("0 >> a\n1 << b\n2 -- {note}\n"), 1).unwrap();
                let is_bare = status.is_empty() && note == older.trim_end();
                assert_eq!(tape.end.as_ref(), (!is_bare).then_some(&end).or(Some(&TapeEnd::Ended)));
            }
        }
    }

    #[test]
    fn the_engine_s_part_is_played_as_recorded() {
        let tape = Tape::read(SESSION, 1).unwrap();
        let mut replay = Replay::new(&tape);
        assert!(matches!(replay.next_part(), Part::Listen(line) if line.text == "hub"));
        assert_eq!(replay.match_line("hub"), LineMatch::Same);
        let Part::Say { text, delay, .. } = replay.next_part() else { panic!("it speaks") };
        assert_eq!((text.as_str(), delay), ("id name=Toy\r", Duration::from_millis(50)));
        assert_eq!(said(&mut replay), ["warm", "wait"]);
        assert_eq!(replay.match_line("init"), LineMatch::Same);
        assert_eq!(replay.match_line("ping 7"), LineMatch::Same);
        assert_eq!(said(&mut replay), ["pong 7"]);
        assert_eq!(
            (replay.match_line("level depth=3"), replay.match_line("go think")),
            (LineMatch::Same, LineMatch::Same)
        );
        assert_eq!(said(&mut replay), ["xx"]);
        assert_eq!(replay.next_part(), Part::End(&TapeEnd::Signal(11)));
    }

    #[test]
    fn a_program_that_counts_otherwise_or_leaves_something_out_is_answered() {
        let tape = Tape::read(SESSION, 1).unwrap();
        let mut replay = Replay::new(&tape);
        assert_eq!(replay.match_line("hub 2"), LineMatch::Otherwise("hub".to_owned()));
        assert_eq!(said(&mut replay).len(), 3);
        assert_eq!(replay.match_line("what is this"), LineMatch::Unknown);
        assert_eq!(replay.match_line("ping 4"), LineMatch::Ahead(1));
        assert_eq!(said(&mut replay), ["pong 4"], "the fence closes");
        assert_eq!(replay.match_line("go think"), LineMatch::Ahead(1));
        assert_eq!(said(&mut replay), ["xx"]);
    }

    #[test]
    fn what_is_no_transcript_is_refused_with_its_line() {
        assert_eq!(Tape::read("", 1), Err(TapeError::NoTranscript));
        assert_eq!(Tape::read("{\"a\": 1}\n", 1), Err(TapeError::NoTranscript));
        let broken = "1.0 >> hub\n1.5 << id\noops\n";
        let error = Tape::read(broken, 1).unwrap_err();
        assert_eq!(error.to_string(), "line 3: \"oops\" is not a line of a transcript");
        let silent = Tape::read("0.0 -- CMD x\n0.1 -- cannot start \"x\"\n", 1).unwrap_err();
        assert_eq!(silent.to_string(), "it has no dialogue: cannot start \"x\"");
    }

    #[test]
    fn an_engine_that_was_started_again_has_parts() {
        let text = "0 >> info\n1 << id A\n2 -- RESTART: interrupted\n3 >> info\n4 << id B\n\
            5 -- END Crashed exit 3\n";
        let tape = Tape::read(text, 1).unwrap();
        assert_eq!((tape.n_restarts, tape.end), (1, Some(TapeEnd::Ended)));
        assert_eq!(tape.lines[1].text, "id A");
        let tape = Tape::read(text, 2).unwrap();
        assert_eq!((tape.lines[1].text.as_str(), tape.end), ("id B", Some(TapeEnd::Exit(3))));
        let error = Tape::read(text, 3).unwrap_err().to_string();
        assert_eq!(error, "there is no part 3: the engine was started 2 times");
    }

    #[test]
    fn the_transcripts_of_the_protocol_tests_are_read_too() {
        let text = "# a remark\n> hub\n< id name=Toy\n+ 1.5s\n< wait\nE oh\n! ready\n< <eof>\n";
        let tape = Tape::read(text, 1).unwrap();
        assert_eq!(tape.lines.len(), 4);
        assert_eq!(tape.lines[2].at, Duration::from_millis(1500));
        assert_eq!(tape.end, Some(TapeEnd::ClosedOutput));
    }

    #[test]
    fn whatever_is_read_does_no_harm() {
        for text in [
            "inf >> x",
            "-1 >> x",
            "1e300 >> x",
            "1 >>x",
            "1 >> x [99999999999999999999 bytes more]",
            "1 é x",
            "^ << ^",
            "1 -- 18446744073709551615 lines were not kept\n1 -- 1 lines were not kept",
        ] {
            drop(Tape::read(text, 1));
            drop(Tape::read(&format!("1 >> a\n{text}\n1 << ^"), 1));
        }
    }
}
