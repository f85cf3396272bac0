//! Reads an engine's input: messages of any length, one after the other.
//!
//! Does not interpret them.

use std::io::{BufRead, ErrorKind};

/// Longest message that is read; the rest of it is dropped.
const MAX_MESSAGE: usize = 1 << 20;

/// The next message without the byte that ends it; `None` at the end of the input, and if it cannot
/// be read. A carriage return before the end is not part of it.
pub(super) fn read_message(
    input: &mut impl BufRead,
    ends: impl Fn(u8) -> bool + Copy,
) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        let end = chunk.iter().position(|byte| ends(*byte));
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_MESSAGE.saturating_sub(bytes.len());
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let (n_read, is_end) = (chunk.len(), chunk.is_empty());
        input.consume(end.map_or(n_read, |end| end + 1));
        if end.is_some() || is_end && !bytes.is_empty() {
            return Some(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned());
        }
        if is_end {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn messages(bytes: &[u8], ends: fn(u8) -> bool) -> Vec<String> {
        let mut input = BufReader::with_capacity(3, bytes);
        std::iter::from_fn(|| read_message(&mut input, ends)).collect()
    }

    #[test]
    fn messages_end_where_they_should_however_they_are_chopped_up() {
        let lines = |bytes| messages(bytes, |byte| byte == b'\n');
        assert_eq!(lines(b"ping 1\r\n\nquit"), ["ping 1", "", "quit"]);
        assert_eq!(lines(b""), [""; 0]);
        let controls = messages(b"new\tping a b\r\nquit\n", |byte| byte < 32);
        assert_eq!(controls, ["new", "ping a b", "", "quit"]);
    }

    #[test]
    fn what_is_too_long_is_cut_and_the_next_message_is_whole() {
        let mut bytes = vec![b'x'; MAX_MESSAGE + 5];
        bytes.extend(b"\nping\n");
        let mut input = BufReader::new(&bytes[..]);
        let mut next = || read_message(&mut input, |byte| byte == b'\n');
        assert_eq!(next().map(|text| text.len()), Some(MAX_MESSAGE));
        assert_eq!(next().as_deref(), Some("ping"));
        assert_eq!(next(), None);
    }
}
