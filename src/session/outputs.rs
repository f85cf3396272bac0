//! Outputs of an engine that the dialogue does not use: drained into the log, their last lines kept
//! for the report of the end.
//!
//! Does not judge what the lines say.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::sync::mpsc;
use tokio::task::yield_now;

use super::conversation::ErrorLine;
use super::drive::{MAX_LINE, now};
use super::log::{Direction, Log};
use super::run::Owned;
use crate::protocol::LineDecoder;

/// Lines of error output kept for the report of the end.
pub(super) const MAX_LAST_LINES: usize = 20;
/// Bytes of each of these lines.
const MAX_LAST_LINE: usize = 400;

/// The last lines of outputs that the dialogue does not use.
#[derive(Debug, Default)]
pub(super) struct Outputs(Arc<Mutex<VecDeque<ErrorLine>>>);

impl Outputs {
    /// Drains an output into the log, and keeps its last lines here.
    pub(super) fn drain<R>(&self, output: R, log: &Arc<Log>) -> Owned<()>
    where
        R: AsyncRead + Unpin + Send + 'static,
    {
        self.drain_heard(output, log, None)
    }

    /// Drains an output in the same way, and passes its lines to `hearer` as far as that keeps up.
    pub(super) fn drain_heard<R>(
        &self,
        output: R,
        log: &Arc<Log>,
        hearer: Option<mpsc::Sender<ErrorLine>>,
    ) -> Owned<()>
    where
        R: AsyncRead + Unpin + Send + 'static,
    {
        Owned(tokio::spawn(drain(output, Arc::clone(log), Arc::clone(&self.0), hearer)))
    }

    /// The last lines that are not older than `oldest`; they are gone from here.
    pub(super) fn take(&self, oldest: Option<Instant>) -> Vec<String> {
        let is_recent = |at: Instant| oldest.is_none_or(|oldest| oldest <= at);
        let lines = lock(&self.0).drain(..).filter(|(at, _)| is_recent(*at)).collect::<Vec<_>>();
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

async fn drain(
    mut output: impl AsyncRead + Unpin,
    log: Arc<Log>,
    last_lines: Arc<Mutex<VecDeque<ErrorLine>>>,
    hearer: Option<mpsc::Sender<ErrorLine>>,
) {
    let mut chunk = vec![0; 1 << 14];
    let mut decoder = LineDecoder::new(MAX_LINE);
    loop {
        match output.read(&mut chunk).await {
            Ok(n_bytes) if n_bytes > 0 => decoder.push(&chunk[..n_bytes]),
            Ok(_) | Err(_) => break,
        }
        note_errors(&mut decoder, &log, &last_lines, hearer.as_ref());
        // A task that never stopped would keep the dialogue and the other engine waiting.
        yield_now().await;
    }
    decoder.finish();
    note_errors(&mut decoder, &log, &last_lines, hearer.as_ref());
}

fn note_errors(
    decoder: &mut LineDecoder,
    log: &Log,
    last_lines: &Mutex<VecDeque<ErrorLine>>,
    hearer: Option<&mpsc::Sender<ErrorLine>>,
) {
    let at = now();
    let mut last_lines = lock(last_lines);
    while let Some(line) = decoder.next_line() {
        log.append(at, Direction::Error, &line.text);
        if let Some(hearer) = hearer {
            // Lines for which `hearer` has no room are in the log.
            drop(hearer.try_send((at, line.text.to_string())));
        }
        let mut text = match last_lines.len() {
            MAX_LAST_LINES => last_lines.pop_front().map(|(_, text)| text).unwrap_or_default(),
            _ => String::new(),
        };
        text.clear();
        text.push_str(&line.text[..line.text.floor_char_boundary(MAX_LAST_LINE)]);
        last_lines.push_back((at, text));
    }
}

/// Each change is atomic, so a panic elsewhere leaves the lines usable.
fn lock(lines: &Mutex<VecDeque<ErrorLine>>) -> MutexGuard<'_, VecDeque<ErrorLine>> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}
