//! Lines on their way to the engine, written as fast as it reads them, without blocking.
//!
//! Does not interpret the lines.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::io::AsyncWrite;

/// Bytes that may wait. Pipes hold another 64 KiB.
const MAX_WAITING: usize = 1 << 20;

/// The writing half of a connection and what it has not taken yet.
///
/// The first attempt to write is made at once and in place: if the engine reads, its pipe takes the
/// line without waking any other task. What does not fit waits here.
#[derive(Debug)]
pub(super) struct Outbox<W> {
    writer: Option<W>,
    waiting: Vec<u8>,
    n_written: usize,
    flushed: bool,
    /// The time since when the engine has read nothing although lines wait.
    stuck_since: Option<Instant>,
}

impl<W: AsyncWrite + Unpin> Outbox<W> {
    pub(super) fn new(writer: W) -> Self {
        Self {
            writer: Some(writer),
            waiting: Vec::new(),
            n_written: 0,
            flushed: true,
            stuck_since: None,
        }
    }

    /// Adds a line. Returns false when too much is waiting already; the line is lost then.
    pub(super) fn push(&mut self, line: &str) -> bool {
        if self.writer.is_none() {
            return true;
        }
        if self.waiting.len() - self.n_written + line.len() >= MAX_WAITING {
            return false;
        }
        self.waiting.extend_from_slice(line.as_bytes());
        self.waiting.push(b'\n');
        true
    }

    /// The time since when the engine has read nothing although lines wait.
    pub(super) fn stuck_since(&self) -> Option<Instant> {
        self.stuck_since
    }

    /// Closes the engine's input: no line will follow.
    pub(super) fn close(&mut self) {
        self.writer = None;
        self.waiting = Vec::new();
        self.n_written = 0;
        self.flushed = true;
        self.stuck_since = None;
    }

    /// Writes what is waiting. `now` is called only when the engine does not take it.
    ///
    /// # Errors
    ///
    /// Fails when the engine has closed its input.
    pub(super) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        now: impl FnOnce() -> Instant,
    ) -> Poll<io::Result<()>> {
        let before = self.n_written;
        let result = self.poll_all(cx);
        match &result {
            Poll::Ready(_) => self.stuck_since = None,
            Poll::Pending if before < self.n_written => self.stuck_since = Some(now()),
            Poll::Pending => {
                self.stuck_since.get_or_insert_with(now);
            }
        }
        result
    }

    fn poll_all(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(writer) = self.writer.as_mut() else { return Poll::Ready(Ok(())) };
        while self.n_written < self.waiting.len() {
            self.flushed = false;
            let rest = &self.waiting[self.n_written..];
            let n_taken = ready!(Pin::new(&mut *writer).poll_write(cx, rest))?;
            if n_taken == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.n_written += n_taken;
        }
        self.waiting.clear();
        self.n_written = 0;
        if !self.flushed {
            ready!(Pin::new(writer).poll_flush(cx))?;
            self.flushed = true;
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Waker;

    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn what_the_engine_does_not_take_waits_and_goes_out_whole_later() {
        let (ours, mut theirs) = tokio::io::duplex(8);
        let mut outbox = Outbox::new(ours);
        assert!(outbox.push("hint 1") && outbox.push("hint 2"));
        let mut cx = Context::from_waker(Waker::noop());
        assert!(outbox.poll_write(&mut cx, Instant::now).is_pending());
        let since = outbox.stuck_since();
        assert!(since.is_some());
        assert!(outbox.poll_write(&mut cx, Instant::now).is_pending());
        assert_eq!(outbox.stuck_since(), since, "nothing was taken in between");
        let mut read = [0; 14];
        let (written, _) = tokio::join!(
            poll_fn(|cx| outbox.poll_write(cx, Instant::now)),
            theirs.read_exact(&mut read)
        );
        written.unwrap();
        assert_eq!(&read, b"hint 1\nhint 2\n");
        assert_eq!(outbox.stuck_since(), None);
    }

    #[tokio::test]
    async fn too_much_is_refused_instead_of_growing_without_end() {
        let (ours, _theirs) = tokio::io::duplex(8);
        let mut outbox = Outbox::new(ours);
        let line = "x".repeat(1000);
        let n_taken = (0..10_000).take_while(|_| outbox.push(&line)).count();
        assert!((1000..1100).contains(&n_taken), "{n_taken} lines were taken");
    }

    #[tokio::test]
    async fn a_closed_outbox_shows_the_engine_the_end_of_its_input() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut outbox = Outbox::new(ours);
        outbox.push("quit");
        poll_fn(|cx| outbox.poll_write(cx, Instant::now)).await.unwrap();
        outbox.close();
        let mut read = String::new();
        theirs.read_to_string(&mut read).await.unwrap();
        assert_eq!(read, "quit\n");
        assert!(outbox.push("ignored") && outbox.waiting.is_empty());
    }
}
