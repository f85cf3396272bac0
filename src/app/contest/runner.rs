//! Plays a match of the window, and keeps its games.
//!
//! Steers nothing: the room does, through the match's control.

use std::sync::mpsc::SyncSender;

use tokio::sync::mpsc;

use super::files::MatchFiles;
use crate::app::inbox::SharedInbox;
use crate::app::outside::Outside;
use crate::games::Game;
use crate::play::{GameReport, MatchConfig, MatchControl, MatchEvent, run_match};
use crate::store::{GameFileError, Places, origin_of};

/// Plays a match to its end, and until all of its games are on the disk.
pub(in crate::app) async fn play(
    mut config: MatchConfig,
    control: MatchControl,
    inbox: SharedInbox,
    places: Places,
    outside: mpsc::Sender<Outside>,
) {
    let files = open_files(config.game, places, &outside).await;
    // Reading the engines' files takes a moment, and is of no use without a row to write it in.
    if files.is_some() {
        let targets = config.engines.each_ref().map(|engine| engine.launch.target.clone());
        let found = tokio::task::spawn_blocking(move || origin_of([&targets[0], &targets[1]]));
        config.origin = found.await.unwrap_or_default();
    }
    let (kept, writer) = files.map(|files| (files.reports, files.writer)).unzip();
    let wake = outside.clone();
    let result = run_match(config, &control, move |event| {
        if let Some(kept) = &kept {
            keep(kept, &event);
        }
        inbox.put(event);
        // A full queue means that the router is about to look anyway.
        let _full = wake.try_send(Outside::Match);
    });
    let result = result.await.map_err(|error| error.to_string());
    // No task can give the writer another game now, and it ends with those it has.
    let written = tokio::task::spawn_blocking(move || writer.and_then(|writer| writer.join().ok()));
    let n_lost = written.await.ok().flatten().unwrap_or_default();
    let _gone = outside.send(Outside::MatchOver(Box::new(result), n_lost)).await;
}

/// The files of a match; `None` where there are none, which is said.
async fn open_files(
    game: &'static dyn Game,
    places: Places,
    outside: &mpsc::Sender<Outside>,
) -> Option<MatchFiles> {
    let told = outside.clone();
    let failed = move |error: GameFileError| {
        let text =
            format!("Not all of a game of the match could be kept: {error}. The match goes on.");
        // When the router is gone, no one is told.
        let _gone = told.blocking_send(Outside::Unsaved(text));
    };
    let open = move || MatchFiles::open(&places, game, failed).transpose();
    let (files, news) = match tokio::task::spawn_blocking(open).await {
        Ok(Ok(Some(files))) => {
            let folder = files.folder.clone();
            (Some(files), Outside::MatchFolder(folder))
        }
        Ok(Err(error)) => {
            let text = format!("The games of this match are not kept: {error}.");
            (None, Outside::Unsaved(text))
        }
        Ok(Ok(None)) | Err(_) => return None,
    };
    // When the router is gone, no one is told.
    let _gone = outside.send(news).await;
    files
}

/// Hands a game that is over to the writer.
fn keep(kept: &SyncSender<GameReport>, event: &MatchEvent) {
    match event {
        MatchEvent::Finished(report) | MatchEvent::Stopped { report, .. } => {
            // Where it could not write, the match's state knows why.
            drop(kept.send((**report).clone()));
        }
        MatchEvent::Started { .. }
        | MatchEvent::Complaint { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Live(_) => {}
    }
}
