//! An engine that comes with the program in a thread of its own, with lines for pipes.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// No line may be longer in coming.
const PATIENCE: Duration = Duration::from_secs(60);

/// The engine's input: what a test sends, the end when it drops the sender.
pub(crate) struct Lines {
    pub(crate) receiver: Receiver<String>,
    pub(crate) rest: Vec<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            match self.receiver.recv() {
                Ok(line) => self.rest = line.into_bytes(),
                Err(_) => return Ok(0),
            }
        }
        let n = self.rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&self.rest[..n]);
        self.rest.drain(..n);
        Ok(n)
    }
}

/// The engine's output: whole lines for the test.
pub(crate) struct Sink {
    sender: SyncSender<String>,
    rest: Vec<u8>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        while let Some(at) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line = String::from_utf8(self.rest.drain(..=at).collect()).unwrap();
            // A test that has seen enough no longer reads.
            let _unread = self.sender.send(line.trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine in a thread of its own.
pub(crate) struct PipedEngine {
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    thread: Option<thread::JoinHandle<io::Result<()>>>,
}

impl PipedEngine {
    pub(crate) fn start(
        run: impl FnOnce(BufReader<Lines>, Sink) -> io::Result<()> + Send + 'static,
    ) -> Self {
        let (input, receiver) = sync_channel(100);
        let (sender, output) = sync_channel(100_000);
        let thread = thread::spawn(move || {
            let lines = BufReader::new(Lines { receiver, rest: Vec::new() });
            run(lines, Sink { sender, rest: Vec::new() })
        });
        Self { input: Some(input), output, thread: Some(thread) }
    }

    pub(crate) fn send(&self, lines: &str) {
        for line in lines.lines() {
            self.send_raw(&format!("{line}\n"));
        }
    }

    pub(crate) fn send_raw(&self, text: &str) {
        self.input.as_ref().unwrap().send(text.to_owned()).unwrap();
    }

    pub(crate) fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).unwrap()
    }

    /// The lines up to and with the first that begins with `start`.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines[lines.len() - 1].starts_with(start) {
                return lines;
            }
        }
    }

    /// Closes the input and waits for the end of the engine; what it still wrote.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        self.thread.take().unwrap().join().unwrap().unwrap();
        lines
    }
}
