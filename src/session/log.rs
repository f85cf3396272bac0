//! The transcript of one session: the lines sent and received, in bounded memory.
//!
//! Writes no file; a caller that saves a transcript takes its text from here.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::count::counted;

/// Lines kept.
const MAX_LINES: usize = 2000;
/// Bytes of text kept.
const MAX_BYTES: usize = 1 << 20;
/// Lines and bytes of a session's beginning that are also kept: without the handshake its
/// transcript cannot be replayed.
const MAX_HEAD: usize = 128;
const MAX_HEAD_BYTES: usize = 1 << 16;
/// Bytes of one line kept.
const MAX_LINE: usize = 4096;
/// Lines a second that are kept from the engine on each of its outputs; the rest of a flood is
/// only counted. Less than [`MAX_LINES`], so that one second of it does not push out everything.
const MAX_RATE: u32 = 500;

/// The mark after a line that the engine did not finish.
pub(super) const UNFINISHED: &str = " [without its end]";

/// The origin of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// The program wrote it to the engine.
    Sent,
    /// The engine wrote it on its output.
    Received,
    /// The engine wrote it on its error output.
    Error,
    /// A note of the program: the command, the end.
    Note,
}

impl Direction {
    /// The mark in a written transcript: `>>`, `<<`, `!!`, `--`.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Self::Sent => ">>",
            Self::Received => "<<",
            Self::Error => "!!",
            Self::Note => "--",
        }
    }
}

/// One line of a transcript.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LogLine {
    /// Time since the session's start.
    pub at: Duration,
    /// The line's origin.
    pub direction: Direction,
    /// The line without its end; a very long one is cut, and says so.
    pub text: String,
}

impl LogLine {
    /// What the engine wrote in it, on either output; `None` of an empty line and of what the program wrote.
    pub(super) fn said(&self) -> Option<&str> {
        match self.direction {
            Direction::Received | Direction::Error => {
                let text = self.text.strip_suffix(UNFINISHED).unwrap_or(&self.text);
                Some(text).filter(|text| !text.trim().is_empty())
            }
            Direction::Sent | Direction::Note => None,
        }
    }
}

impl LogLine {
    fn millis(&self) -> f64 {
        self.at.as_secs_f64() * 1000.0
    }

    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{:>10.1} {} ", self.millis(), self.direction.mark())?;
        for ch in self.text.chars() {
            match ch {
                '\0'..='\x1f' => write!(out, "^{}", char::from(ch as u8 + b'@'))?,
                '\x7f' => out.write_str("^?")?,
                _ => out.write_char(ch)?,
            }
        }
        out.write_char('\n')
    }
}

/// A ring of the last lines of a session, shared between the session and the views that show it.
///
/// Appending never waits for more than another line's copying, and in a flood not even for that.
#[derive(Debug)]
pub struct Log {
    start: Instant,
    generation: AtomicU64,
    ring: Mutex<Ring>,
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<LogLine>,
    bytes: usize,
    /// The number of lines that were ever in the ring; lines that were never copied have no number.
    n_ever: u64,
    /// The first lines, once they were pushed out of the ring.
    head: Vec<LogLine>,
    head_bytes: usize,
    /// Lines that were pushed out or never copied; those of the head are included.
    dropped: u64,
    received: Rate,
    errors: Rate,
    /// Lines of the engine that were one too many in their second.
    n_flooded: u64,
    /// The time when the last line was sent to the engine.
    last_sent: Option<Duration>,
}

/// Lines counted in the running second.
#[derive(Debug, Default)]
struct Rate {
    second: u64,
    n_lines: u32,
}

impl Rate {
    fn admits(&mut self, at: Duration) -> bool {
        if at.as_secs() != self.second {
            *self = Self { second: at.as_secs(), n_lines: 0 };
        }
        self.n_lines = self.n_lines.saturating_add(1);
        self.n_lines <= MAX_RATE
    }
}

impl Log {
    /// An empty transcript of a session that starts at `start`.
    #[must_use]
    pub fn new(start: Instant) -> Self {
        Self { start, generation: AtomicU64::new(0), ring: Mutex::default() }
    }

    /// The time when the session started.
    #[must_use]
    pub fn start(&self) -> Instant {
        self.start
    }

    /// Adds a line. Returns whether it was kept: in a flood the engine's lines are only counted.
    pub fn append(&self, at: Instant, direction: Direction, text: &str) -> bool {
        let since = at.saturating_duration_since(self.start);
        let mut ring = self.lock();
        if direction == Direction::Sent {
            ring.last_sent = Some(since);
        }
        let admitted = match direction {
            Direction::Received => ring.received.admits(since),
            Direction::Error => ring.errors.admits(since),
            Direction::Sent | Direction::Note => true,
        };
        if admitted {
            ring.push(since, direction, text);
        } else {
            ring.dropped += 1;
            ring.n_flooded += 1;
        }
        drop(ring);
        self.generation.fetch_add(1, Ordering::Release);
        admitted
    }

    /// Adds the unfinished line at the end of the engine's output.
    pub(super) fn append_unfinished(&self, at: Instant, text: &str) -> bool {
        self.append(at, Direction::Received, &format!("{text}{UNFINISHED}"))
    }

    /// Adds an important line of the engine even during a flood.
    pub(super) fn keep(&self, at: Instant, direction: Direction, text: &str) {
        let mut ring = self.lock();
        ring.dropped = ring.dropped.saturating_sub(1);
        ring.push(at.saturating_duration_since(self.start), direction, text);
        drop(ring);
        self.generation.fetch_add(1, Ordering::Release);
    }

    /// The time when the last line was sent to the engine, if ever.
    pub(super) fn last_sent(&self) -> Option<Instant> {
        self.lock().last_sent.map(|since| self.start + since)
    }

    /// The last line that the engine has written since a line was sent to it.
    #[must_use]
    pub fn last_answer(&self) -> Option<String> {
        let ring = self.lock();
        let mut since =
            ring.lines.iter().rev().take_while(|line| line.direction != Direction::Sent);
        since.find_map(|line| line.said().map(str::to_owned))
    }

    /// Lines that the engine has written beyond those that are kept of each second: it grows while the
    /// engine floods.
    #[must_use]
    pub fn n_flooded(&self) -> u64 {
        self.lock().n_flooded
    }

    /// Changes whenever a line is added or dropped.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Lines that are no longer here, or never were: for lack of room, or in a flood.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// Lines kept.
    #[must_use]
    pub fn n_lines(&self) -> usize {
        self.lock().lines.len()
    }

    /// The last `n` lines, oldest first.
    #[must_use]
    pub fn tail(&self, n: usize) -> Vec<LogLine> {
        let ring = self.lock();
        let skipped = ring.lines.len().saturating_sub(n);
        ring.lines.iter().skip(skipped).cloned().collect()
    }

    /// The number of the oldest line that is kept, and the lines from number `from` on, oldest
    /// first.
    ///
    /// The first line has number 0, and every line that is kept the next one.
    #[must_use]
    pub fn since(&self, from: u64) -> (u64, Vec<LogLine>) {
        let ring = self.lock();
        let oldest = ring.n_ever - ring.lines.len() as u64;
        let skipped = usize::try_from(from.saturating_sub(oldest)).unwrap_or(usize::MAX);
        (oldest, ring.lines.iter().skip(skipped).cloned().collect())
    }

    /// Writes the lines as a transcript: milliseconds from the start, the direction's mark, the
    /// text with control characters in caret notation (`^M` is a carriage return).
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write_transcript(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let (head, dropped, lines) = {
            let ring = self.lock();
            (ring.head.clone(), ring.dropped, ring.lines.iter().cloned().collect::<Vec<_>>())
        };
        writeln!(
            out,
            "{:>10.1} -- marks: >> program to engine, << its output, !! its error output, \
             -- remark; times in ms from the start; ^M = CR byte",
            0.0
        )?;
        for line in &head {
            line.write(out)?;
        }
        let missing = dropped.saturating_sub(head.len() as u64);
        if missing > 0 {
            let at = head.last().map_or(0.0, LogLine::millis);
            let were = if missing == 1 { "was" } else { "were" };
            let lines = counted(usize::try_from(missing).unwrap_or(usize::MAX), "line");
            writeln!(out, "{at:>10.1} -- {lines} {were} not kept")?;
        }
        lines.iter().try_for_each(|line| line.write(out))
    }

    /// A panic elsewhere leaves the ring intact: every change to it is atomic.
    fn lock(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ring {
    fn push(&mut self, at: Duration, direction: Direction, text: &str) {
        let mut spare = String::new();
        let kept = text.floor_char_boundary(MAX_LINE);
        while self.lines.len() >= MAX_LINES || self.bytes + kept > MAX_BYTES {
            let Some(oldest) = self.lines.pop_front() else { break };
            self.bytes -= oldest.text.len();
            self.dropped += 1;
            let is_of_head = self.head.len() < MAX_HEAD
                && self.head_bytes + oldest.text.len() <= MAX_HEAD_BYTES
                && self.dropped == self.head.len() as u64 + 1;
            if is_of_head {
                self.head_bytes += oldest.text.len();
                self.head.push(oldest);
            } else {
                spare = oldest.text;
            }
        }
        spare.clear();
        spare.push_str(&text[..kept]);
        if kept < text.len() {
            spare.push_str(&format!(" [{} bytes more]", text.len() - kept));
        }
        if spare.capacity() > 2 * spare.len() + 64 {
            spare.shrink_to_fit();
        }
        self.bytes += spare.len();
        self.n_ever += 1;
        self.lines.push_back(LogLine { at, direction, text: spare });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(log: &Log) -> Vec<String> {
        log.tail(usize::MAX).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn the_oldest_lines_make_room_and_are_counted() {
        let start = Instant::now();
        let log = Log::new(start);
        for n in 0..MAX_LINES + 5 {
            log.append(start, Direction::Sent, &n.to_string());
        }
        assert_eq!(log.n_lines(), MAX_LINES);
        assert_eq!(log.dropped(), 5);
        assert_eq!(texts(&log).first().map(String::as_str), Some("5"));
        assert_eq!(log.tail(1)[0].text, (MAX_LINES + 4).to_string());
    }

    #[test]
    fn bytes_are_bounded_too_and_a_long_line_is_cut_between_characters() {
        let start = Instant::now();
        let log = Log::new(start);
        let long = "é".repeat(MAX_LINE);
        for _ in 0..400 {
            log.append(start, Direction::Sent, &long);
        }
        let lines = log.tail(usize::MAX);
        assert!(lines.iter().map(|line| line.text.len()).sum::<usize>() <= MAX_BYTES);
        assert!(lines[0].text.ends_with("é [4096 bytes more]"), "{:?}", lines[0].text.len());
        assert_eq!(log.dropped() + lines.len() as u64, 400);
    }

    #[test]
    fn a_flood_is_counted_and_only_its_beginning_copied_each_second() {
        let start = Instant::now();
        let log = Log::new(start);
        for second in 0..2 {
            let at = start + Duration::from_secs(second);
            for n in 0..10_000 {
                let kept = log.append(at, Direction::Received, "info");
                assert_eq!(kept, n < MAX_RATE);
            }
        }
        assert_eq!(log.n_lines(), 2 * MAX_RATE as usize);
        assert_eq!(log.dropped(), 20_000 - 2 * u64::from(MAX_RATE));
        log.keep(start, Direction::Received, "=== F5");
        assert_eq!(texts(&log).last().map(String::as_str), Some("=== F5"));
    }

    #[test]
    fn a_transcript_names_direction_and_milliseconds_and_shows_control_characters() {
        let start = Instant::now();
        let log = Log::new(start);
        log.append(start, Direction::Note, "CMD engine");
        log.append(start + Duration::from_micros(1_250), Direction::Sent, "nboard 2");
        log.append(start + Duration::from_secs(2), Direction::Received, "a\tb\r\0");
        log.append(start + Duration::from_secs(2), Direction::Error, "bad");
        let mut text = String::new();
        log.write_transcript(&mut text).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "       0.0 -- CMD engine",
                "       1.2 >> nboard 2",
                "    2000.0 << a^Ib^M^@",
                "    2000.0 !! bad",
            ]
        );
    }

    #[test]
    fn a_transcript_keeps_the_beginning_and_says_what_is_missing() {
        let start = Instant::now();
        let log = Log::new(start);
        for n in 0..MAX_LINES + MAX_HEAD + 7 {
            log.append(start, Direction::Sent, &n.to_string());
        }
        let mut text = String::new();
        log.write_transcript(&mut text).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_start).skip(1).collect();
        assert_eq!((lines[0], lines[MAX_HEAD - 1]), ("0.0 >> 0", "0.0 >> 127"));
        assert_eq!(lines[MAX_HEAD], "0.0 -- 7 lines were not kept");
        assert_eq!(lines[MAX_HEAD + 1], "0.0 >> 135");
        assert_eq!(lines.len(), MAX_HEAD + 1 + MAX_LINES);
    }

    #[test]
    fn lines_are_numbered_so_that_only_new_ones_need_be_read() {
        let start = Instant::now();
        let log = Log::new(start);
        let before = log.generation();
        log.append(start, Direction::Sent, "0");
        assert!(before < log.generation());
        assert_eq!(log.since(1), (0, Vec::new()));
        for n in 1..MAX_LINES + 5 {
            log.append(start, Direction::Sent, &n.to_string());
        }
        let (oldest, all) = log.since(0);
        assert_eq!((oldest, all.len(), all[0].text.as_str()), (5, MAX_LINES, "5"));
        let (_, new) = log.since(MAX_LINES as u64 + 3);
        assert_eq!(new.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["2003", "2004"]);
    }
}
