//! Lines from either side of the bridge, of any bytes.
//!
//! Knows no protocol.

use std::io;

use quintet::protocol::LineDecoder;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// Longer lines are cut: no command and no answer is nearly as long.
const MAX_LINE: usize = 1 << 16;

/// Reads lines; invalid UTF-8 is replaced, as [`LineDecoder`] does.
#[derive(Debug)]
pub(super) struct Texts<R> {
    reader: R,
    decoder: LineDecoder,
    is_over: bool,
}

impl<R: AsyncRead + Unpin> Texts<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, decoder: LineDecoder::new(MAX_LINE), is_over: false }
    }

    /// The next line without its end; `None` at the end of the input. Nothing is lost if this
    /// future is dropped early.
    pub(super) async fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut chunk = [0; 4096];
        loop {
            if let Some(line) = self.decoder.next_line() {
                return Ok(Some(line.text.into_owned()));
            }
            if self.is_over {
                return Ok(None);
            }
            match self.reader.read(&mut chunk).await? {
                0 => {
                    self.is_over = true;
                    self.decoder.finish();
                }
                n_bytes => self.decoder.push(&chunk[..n_bytes]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_no_text_is_a_line_all_the_same() {
        let mut texts = Texts::new(&b"\xff\nisready\r\nqu"[..]);
        let mut lines = Vec::new();
        while let Some(line) = texts.next_line().await.unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["\u{fffd}", "isready", "qu"]);
    }
}
