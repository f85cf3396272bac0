//! Runs the review of many games, and keeps what it finds out.
//!
//! Steers nothing: the room does, by ending the task.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use tokio::sync::{mpsc, oneshot};

use crate::app::outside::Outside;
use crate::app::to_review::BatchToReview;
use crate::hosting::ReviewFile;
use crate::play::{
    BatchEnd, BatchEvent, BatchRows, EngineSpec, KnownRows, ReviewEffort, ReviewRow, review_games,
};
use crate::store::{FileError, make_folder};

/// Rows that may wait for the disk before the review waits, too.
const MAX_WAITING: usize = 1024;

/// Reviews the games until all are done or `stop` is told or dropped, and everything found out is on the
/// disk.
pub(in crate::app) async fn review(
    wanted: BatchToReview,
    stop: oneshot::Receiver<()>,
    outside: mpsc::Sender<Outside>,
) {
    let BatchToReview { number, mut batch, rows, inbox } = wanted;
    let mut kept = None;
    if let Some(path) = rows {
        let (engines, efforts) = (batch.engines.clone(), batch.efforts.clone());
        let opened = tokio::task::spawn_blocking(move || open(path, &engines, &efforts)).await;
        match opened.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic())) {
            Ok((file, known)) => {
                batch.known = known;
                kept = Some(file);
            }
            Err(error) => {
                let text = format!("What the analysis finds out is not kept: {error}.");
                let _gone = outside.send(Outside::Unsaved(text)).await;
            }
        }
    }
    let (rows_tx, rows_rx) = sync_channel::<ReviewRow>(MAX_WAITING);
    let told = outside.clone();
    let writing = tokio::task::spawn_blocking(move || write(kept, &rows_rx, &told));
    let batch = Arc::new(batch);
    let (mut noted, wake) = (BatchRows::new(Arc::clone(&batch)), outside.clone());
    let whole = Arc::clone(&batch);
    let on_event = move |event| {
        let number_of = |game: usize| whole.games[game].number;
        match event {
            BatchEvent::Position { game, engine, line, ply, review } => {
                let found = noted.note((game, line), engine, ply, *review);
                if let Some(row) = found.row.filter(|row| !whole.known.has(row)) {
                    // Where it cannot be written, the writer says so itself.
                    drop(rows_tx.send(row));
                }
                let at = (found.n_done, found.n_all);
                inbox.put(|news| {
                    news.progress.insert(number_of(game), at);
                });
            }
            BatchEvent::Failed { game, engine, why } => {
                inbox.put(|news| news.failed.push((number_of(game), engine, why.to_string())));
            }
            BatchEvent::Lost { engine, cause, last_words: _ } => {
                let why = cause.said_of(&whole.engines[engine].name);
                inbox.put(|news| news.lost.push((engine, why)));
            }
            BatchEvent::Finished { game, reviewed } => {
                noted.forget(game);
                inbox.put(|news| news.finished.push((number_of(game), reviewed)));
            }
        }
        // A full queue means that the router is about to look anyway.
        let _full = wake.try_send(Outside::Reviews);
        ControlFlow::Continue(())
    };
    let end = tokio::select! {
        end = review_games(batch, on_event) => end,
        _ = stop => BatchEnd::Stopped,
    };
    // With the events the sender of rows is gone, and the writer ends with those it has.
    let _ended = writing.await;
    let _gone = outside.send(Outside::ReviewsOver(number, Box::new(end))).await;
}

fn open(
    path: PathBuf,
    engines: &[EngineSpec],
    efforts: &[ReviewEffort],
) -> Result<(ReviewFile, KnownRows), FileError> {
    path.parent().map(make_folder).transpose()?;
    ReviewFile::open(&path, engines, efforts)
}

/// Writes what was found out until no more comes; the first row that cannot be written is told of.
fn write(
    mut file: Option<ReviewFile>,
    rows: &Receiver<ReviewRow>,
    outside: &mpsc::Sender<Outside>,
) {
    for row in rows {
        if let Some(Err(error)) = file.as_mut().map(|file| file.append(&row)) {
            file = None;
            let text = format!(
                "What the analysis finds out is not kept from here on: {error}. It goes on, and its games can \
                 be saved."
            );
            // When the router is gone, no one is told.
            let _gone = outside.blocking_send(Outside::Unsaved(text));
        }
    }
}
