//! Cuts bytes into lines, whatever an engine does with them.
//!
//! Reads nothing itself: the caller pushes the bytes. Does not know what a line means.

use std::borrow::Cow;
use std::mem;

use super::Framing;

/// One line of an engine's output, without its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line<'a> {
    /// The text; invalid UTF-8 is replaced by U+FFFD. NUL and other control characters inside the
    /// line are left as they are.
    pub text: Cow<'a, str>,
    /// The line was longer than the limit; `text` is its beginning.
    pub cut: bool,
    /// Bytes of it were not UTF-8.
    pub lossy: bool,
    /// The stream ended before the line did. An engine that dies leaves such a piece behind: it is
    /// for people to read, and isn't a message.
    pub unfinished: bool,
}

impl<'a> Line<'a> {
    fn new(mut bytes: &'a [u8], max_len: usize) -> Self {
        let cut = max_len < bytes.len();
        if cut {
            bytes = whole_characters(&bytes[..max_len]);
        }
        while let [before @ .., b'\r'] = bytes {
            bytes = before;
        }
        let text = String::from_utf8_lossy(bytes);
        let lossy = matches!(text, Cow::Owned(_));
        Self { text, cut, lossy, unfinished: false }
    }
}

/// Cuts a stream of bytes into lines, independently of how the stream was chopped up.
///
/// A line ends at LF; any CR before it are dropped. A line of more than `max_len` bytes (CR
/// included) is delivered cut to `max_len` as soon as that is known, and the rest of it is
/// skipped. After [`LineDecoder::finish`] a last line without an end is delivered too, marked as
/// [`Line::unfinished`].
///
/// Under [`Framing::ControlBytes`] every byte below 32 is such an end, and empty lines, which
/// aren't messages there, are skipped.
///
/// ```
/// use quintet::protocol::LineDecoder;
///
/// let mut decoder = LineDecoder::new(80);
/// decoder.push(b"pong 1\r\nsta");
/// assert_eq!(decoder.next_line().unwrap().text, "pong 1");
/// assert_eq!(decoder.next_line(), None);
/// decoder.finish();
/// let last = decoder.next_line().unwrap();
/// assert_eq!((last.text.as_ref(), last.unfinished), ("sta", true));
/// ```
#[derive(Debug)]
pub struct LineDecoder {
    bytes: Vec<u8>,
    /// The start of the line that is not yet delivered.
    start: usize,
    /// Everything before this has been searched for an LF.
    scanned: usize,
    max_len: usize,
    framing: Framing,
    /// The rest of a line that was cut is being skipped.
    skipping: bool,
    finished: bool,
}

impl LineDecoder {
    /// A decoder for lines of at most `max_len` bytes.
    #[must_use]
    pub fn new(max_len: usize) -> Self {
        Self::framed(max_len, Framing::Lines)
    }

    /// A decoder for messages of at most `max_len` bytes that are separated by this framing.
    #[must_use]
    pub fn framed(max_len: usize, framing: Framing) -> Self {
        let (bytes, skipping, finished) = (Vec::new(), false, false);
        Self { bytes, start: 0, scanned: 0, max_len, framing, skipping, finished }
    }

    /// Takes the next bytes of the stream.
    ///
    /// Memory stays below the chunk plus `max_len` if [`LineDecoder::next_line`] is called until
    /// it gives `None` before the next chunk is pushed.
    pub fn push(&mut self, chunk: &[u8]) {
        self.bytes.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(chunk);
    }

    /// No byte will follow: the rest is the last line.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// The next line, or `None` when more bytes are needed.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        while let Some(offset) = find_end(&self.bytes[self.scanned..], self.framing) {
            let end = self.scanned + offset;
            self.scanned = end + 1;
            let start = mem::replace(&mut self.start, self.scanned);
            let is_nothing = start == end && self.framing == Framing::ControlBytes;
            if !mem::take(&mut self.skipping) && !is_nothing {
                return Some(Line::new(&self.bytes[start..end], self.max_len));
            }
        }
        self.scanned = self.bytes.len();
        let len = self.scanned - self.start;
        let too_long = self.max_len < len;
        let last = self.finished && len != 0;
        if self.skipping {
            self.start = self.scanned;
            return None;
        }
        if !too_long && !last {
            return None;
        }
        self.skipping = too_long;
        let start = mem::replace(&mut self.start, self.scanned);
        Some(Line { unfinished: last, ..Line::new(&self.bytes[start..], self.max_len) })
    }
}

/// The bytes without the incomplete character that a cut may have left at the end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    let tail = bytes.iter().rev().take(3).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
    let Some(lead_idx) = bytes.len().checked_sub(tail + 1) else { return bytes };
    let expected = match bytes[lead_idx] {
        0xC2..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF4 => 3,
        _ => return bytes,
    };
    if tail < expected { &bytes[..lead_idx] } else { bytes }
}

/// Eight times the byte 1.
const LOW: u64 = 0x0101_0101_0101_0101;

/// Index of the first byte that ends a line.
fn find_end(bytes: &[u8], framing: Framing) -> Option<usize> {
    match framing {
        // A byte of the word is zero where the text has an LF: less than 1.
        Framing::Lines => {
            let differing = |word: u64| word ^ (LOW * u64::from(b'\n'));
            find_byte(bytes, |word| below(differing(word), 1), |byte| byte == b'\n')
        }
        Framing::ControlBytes => find_byte(bytes, |word| below(word, b' '), |byte| byte < b' '),
    }
}

/// Marks the bytes of `word` that are less than `n` (at most 128) by their highest bit. The lowest
/// mark is always right; higher ones may come from a borrow.
fn below(word: u64, n: u8) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    word.wrapping_sub(LOW * u64::from(n)) & !word & HIGH
}

/// Index of the first byte of the kind searched for, eight bytes at a time: engines send millions
/// of lines.
fn find_byte(
    bytes: &[u8],
    mark: impl Fn(u64) -> u64,
    wanted: impl Fn(u8) -> bool,
) -> Option<usize> {
    let (words, tail) = bytes.as_chunks::<8>();
    for (idx, word) in words.iter().enumerate() {
        let marked = mark(u64::from_le_bytes(*word));
        if marked != 0 {
            return Some(idx * 8 + marked.trailing_zeros() as usize / 8);
        }
    }
    let found = tail.iter().position(|byte| wanted(*byte))?;
    Some(words.len() * 8 + found)
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    type Owned = (String, bool, bool);

    fn lines(max_len: usize, chunks: &[&[u8]]) -> Vec<Owned> {
        framed(Framing::Lines, max_len, chunks)
    }

    fn framed(framing: Framing, max_len: usize, chunks: &[&[u8]]) -> Vec<Owned> {
        let mut decoder = LineDecoder::framed(max_len, framing);
        let mut out = Vec::new();
        let mut drain = |decoder: &mut LineDecoder| {
            while let Some(line) = decoder.next_line() {
                out.push((line.text.into_owned(), line.cut, line.lossy));
            }
        };
        for chunk in chunks {
            decoder.push(chunk);
            drain(&mut decoder);
            let most = chunk.len() + max_len;
            assert!(decoder.bytes.len() <= most, "{} bytes held", decoder.bytes.len());
        }
        decoder.finish();
        drain(&mut decoder);
        assert_eq!(decoder.next_line(), None);
        out
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines(80, &[bytes]).into_iter().map(|(text, _, _)| text).collect()
    }

    #[test]
    fn line_ends_of_every_kind() {
        for (bytes, expected) in [
            (&b""[..], &[][..]),
            (b"\n", &[""]),
            (b"\r\n\n", &["", ""]),
            (b"pong 1\npong 2\r\npong 3\r\r\n", &["pong 1", "pong 2", "pong 3"]),
            (b"a\rb\n", &["a\rb"]),
            (b"last words", &["last words"]),
            (b"last words\r", &["last words"]),
            (b"nul\0inside\n", &["nul\0inside"]),
        ] {
            assert_eq!(texts(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn only_what_the_end_of_the_stream_breaks_off_is_unfinished() {
        for framing in [Framing::Lines, Framing::ControlBytes] {
            let mut decoder = LineDecoder::framed(80, framing);
            decoder.push(b"done\nmove 3");
            let whole = decoder.next_line().map(|line| (line.text.into_owned(), line.unfinished));
            assert_eq!(whole, Some(("done".to_owned(), false)), "{framing:?}");
            assert_eq!(decoder.next_line(), None, "{framing:?}");
            decoder.finish();
            let broken = decoder.next_line().map(|line| (line.text.into_owned(), line.unfinished));
            assert_eq!(broken, Some(("move 3".to_owned(), true)), "{framing:?}");
        }
    }

    #[test]
    fn any_control_byte_may_separate_and_several_are_one() {
        let bytes = b"\r\n\tname Toy\0author  X\x1F\r\nengineok\n\n\x01caf\xC3\xA9 \x7F\x80";
        let expected = ["name Toy", "author  X", "engineok", "caf\u{E9} \x7F\u{FFFD}"];
        for size in [1, 2, 3, 7, 100] {
            let chunks: Vec<&[u8]> = bytes.chunks(size).collect();
            let got: Vec<String> = framed(Framing::ControlBytes, 80, &chunks)
                .into_iter()
                .map(|(text, _, _)| text)
                .collect();
            assert_eq!(got, expected, "chunks of {size}");
        }
        let cut = framed(Framing::ControlBytes, 4, &[b"abcdefgh\tab\t"]);
        assert_eq!(cut, [("abcd".into(), true, false), ("ab".into(), false, false)]);
    }

    #[test]
    fn bad_utf8_is_replaced_and_said_so() {
        assert_eq!(
            lines(80, &[b"caf\xE9 latin1\ncaf\xC3\xA9\n"]),
            [("caf\u{FFFD} latin1".into(), false, true), ("caf\u{E9}".into(), false, false)]
        );
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_its_rest_skipped() {
        assert_eq!(
            lines(4, &[b"abcd\nabcde\nab\nabcdefghijk"]),
            [
                ("abcd".into(), false, false),
                ("abcd".into(), true, false),
                ("ab".into(), false, false),
                ("abcd".into(), true, false),
            ]
        );
    }

    #[test]
    fn a_cut_never_splits_a_character() {
        let line = "\u{E9}\u{20AC}\u{1F600}x".as_bytes();
        let cuts: Vec<String> = (0..=line.len())
            .map(|max_len| {
                let (text, cut, lossy) = lines(max_len, &[line]).remove(0);
                assert_eq!((cut, lossy), (max_len < line.len(), false), "cut at {max_len}");
                text
            })
            .collect();
        let expected =
            ["", "", "é", "é", "é", "é€", "é€", "é€", "é€", "é€\u{1F600}", "é€\u{1F600}x"];
        assert_eq!(cuts, expected);
    }

    #[test]
    fn an_endless_line_is_delivered_once_and_takes_no_memory() {
        let mut decoder = LineDecoder::new(16);
        let mut count = 0;
        for _ in 0..10_000 {
            decoder.push(&[b'x'; 100]);
            while decoder.next_line().is_some() {
                count += 1;
            }
        }
        assert_eq!(count, 1);
        assert!(decoder.bytes.capacity() < 1_000, "{}", decoder.bytes.capacity());
    }

    #[test]
    fn how_the_bytes_are_chopped_up_does_not_matter() {
        const SEED: u64 = 5;
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        let mut below = |n: usize| rng.next_u32() as usize % n;
        for case in 0..4_000 {
            let framing = if case % 2 == 0 { Framing::Lines } else { Framing::ControlBytes };
            let alphabet = b"ab \r\n\n\0\xC3\xA9\xE2\x82\xAC\xFF";
            let bytes: Vec<u8> = (0..below(120)).map(|_| alphabet[below(alphabet.len())]).collect();
            let max_len = 1 + below(12);
            let expected = framed(framing, max_len, &[&bytes]);
            let mut rest = &bytes[..];
            let mut chunks = Vec::new();
            while !rest.is_empty() {
                let (chunk, after) = rest.split_at(below(rest.len() + 1));
                chunks.push(chunk);
                rest = after;
            }
            let got = framed(framing, max_len, &chunks);
            assert_eq!(
                got, expected,
                "{framing:?}, seed {SEED}, case {case}: {bytes:?} at most {max_len}"
            );
        }
    }

    #[test]
    fn an_end_is_found_wherever_it_is() {
        for (framing, filling, ends) in
            [(Framing::Lines, 0x0B, &[b'\n'][..]), (Framing::ControlBytes, b' ', &[0, 9, 31])]
        {
            for len in 0..40 {
                assert_eq!(find_end(&vec![filling; len], framing), None);
                for (at, end) in (0..len).flat_map(|at| ends.iter().map(move |end| (at, *end))) {
                    let mut bytes = vec![filling; len];
                    bytes[at..].fill(end);
                    assert_eq!(find_end(&bytes, framing), Some(at), "{bytes:?}");
                }
            }
        }
    }
}
