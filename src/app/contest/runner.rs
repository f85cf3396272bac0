//! Plays a match or a tournament of the window, and keeps its games.
//!
//! Steers nothing: the room does, through the match's control.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};

use tokio::sync::mpsc;

use super::files::{Failed, MatchFiles, new_folder, trouble_text};
use crate::app::inbox::SharedInbox;
use crate::app::outside::{Outside, TournamentOpen, Unkept};
use crate::app::to_play::{KeepIn, TermsToPlay, TournamentToPlay};
use crate::games::Game;
use crate::hosting::{Hosted, Reported, folder_of};
use crate::play::tournament::run_tournament;
use crate::play::{
    GameReport, MatchControl, MatchEvent, MatchPast, OpeningScores, Seed, continue_match,
};
use crate::store::{Fingerprints, Places, TournamentFolder, now_text, origin_of};

/// Plays a match to its end, and until all of its games are on the disk.
pub(in crate::app) async fn play(
    wanted: TermsToPlay,
    control: MatchControl,
    inbox: SharedInbox,
    places: Places,
    outside: mpsc::Sender<Outside>,
) {
    let TermsToPlay { mut config, text, past } = wanted;
    let (folder, past) = past.unzip();
    let files = open_files(config.game, text, folder, places, &control, &outside).await;
    // Reading the engines' files takes a moment, and is of no use without a row to write it in.
    if files.is_some() {
        let targets = config.engines.each_ref().map(|engine| engine.launch.target.clone());
        // No one compares them with those of another match.
        let prints = Fingerprints::of_key(Seed::fresh().0);
        let found = move || origin_of([&targets[0], &targets[1]], &prints);
        let found = tokio::task::spawn_blocking(found);
        config.origin = found.await.unwrap_or_default();
    }
    let reported = files.as_ref().map(|files| (Reported::of_match(&config), files.folder.clone()));
    let (kept, writer) = files.map(|files| (files.reports, files.writer)).unzip();
    let wake = outside.clone();
    let past = past.unwrap_or_else(|| MatchPast::new(&config));
    let result = continue_match(config, past, &control, move |event| {
        if let Some(kept) = &kept {
            keep(kept, &event);
        }
        inbox.put(event);
        // A full queue means that the router is about to look anyway.
        let _full = wake.try_send(Outside::Match);
    });
    let result = result.await.map(|summary| summary.end).map_err(|error| error.to_string());
    // No task can give the writer another game now, and it ends with those it has.
    let written = tokio::task::spawn_blocking(move || {
        let unkept = writer.and_then(|writer| writer.join().ok());
        unkept
            .zip(reported)
            .map(|(unkept, (reported, folder))| with_second_format(unkept, &reported, &folder))
    });
    let unkept = written.await.ok().flatten().unwrap_or_default();
    let _gone = outside.send(Outside::MatchOver(Box::new(result), unkept)).await;
}

/// Plays a tournament to its end, and until all of its games are on the disk.
pub(in crate::app) async fn play_tournament(
    wanted: TournamentToPlay,
    control: MatchControl,
    inbox: SharedInbox,
    places: Places,
    outside: mpsc::Sender<Outside>,
) {
    let opened = tokio::task::spawn_blocking(move || open_tournament(wanted, &places));
    let opened = opened.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
    let (hosted, openings) = match opened {
        Ok(opened) => opened,
        Err(why) => {
            let over = Outside::MatchOver(Box::new(Err(why)), Unkept::default());
            let _gone = outside.send(over).await;
            return;
        }
    };
    let Hosted { tournament, folder, writer, past, changed } = hosted;
    let reported = Reported::of_tournament(&tournament);
    let open = TournamentOpen {
        folder: folder.path().to_owned(),
        past: past.clone(),
        openings,
        reported: reported.clone(),
        changed,
    };
    // When the router is gone, no one is told.
    let _gone = outside.send(Outside::TournamentOpen(Box::new(open))).await;
    let place = folder.path().to_owned();
    let (kept, reports) = sync_channel::<GameReport>(MAX_WAITING);
    let (stopping, told, counted) = (control.clone(), outside.clone(), past.clone());
    let writing = std::thread::spawn(move || {
        let (mut writer, mut past) = (writer, counted);
        let mut unkept = Unkept::default();
        for mut report in reports {
            let round = past.course.round_of(report.pairing.pair).unwrap_or_default();
            let mut row = writer.row(&mut report, round);
            match writer.store(&mut report, &mut row) {
                // The runner pairs by the same games: none is strange to the course.
                Ok(()) => drop(past.add_report(&report)),
                Err(error) => {
                    if unkept.games == 0 {
                        let text = trouble_text(&place, &error);
                        let _gone = told.blocking_send(Outside::MatchTrouble(text));
                        stopping.finish_then_stop();
                    }
                    unkept.games += 1;
                }
            }
        }
        unkept
    });
    let wake = outside.clone();
    let result = run_tournament(&tournament, past, &control, |event| {
        if let MatchEvent::Finished(report) = &event {
            // Where it could not write, it says so itself.
            drop(kept.send((**report).clone()));
        }
        inbox.put(event);
        // A full queue means that the router is about to look anyway.
        let _full = wake.try_send(Outside::Match);
    });
    let result = result.await.map_err(|error| error.to_string());
    drop(kept);
    let place = folder.path().to_owned();
    let written = tokio::task::spawn_blocking(move || {
        let unkept = writing.join().ok();
        unkept.map(|unkept| with_second_format(unkept, &reported, &place))
    });
    let unkept = written.await.ok().flatten().unwrap_or_default();
    // From here on another program may play it.
    drop(folder);
    let _gone = outside.send(Outside::MatchOver(Box::new(result), unkept)).await;
}

/// Writes the games that are over in their second format, where they have one, and counts that file where
/// it cannot be written.
fn with_second_format(mut unkept: Unkept, reported: &Reported, folder: &Path) -> Unkept {
    // Where a result could not be written, this could not be either.
    if unkept.games == 0 && reported.write_second_format(folder).is_err() {
        unkept.files += 1;
    }
    unkept
}

/// Finished games that may wait for the disk before the tournament waits, too.
const MAX_WAITING: usize = 1024;

/// Opens the folder of a tournament, and counts the openings of the games that it has; why that cannot
/// be done.
fn open_tournament(
    wanted: TournamentToPlay,
    places: &Places,
) -> Result<(Hosted, OpeningScores), String> {
    let hosted = hosted(wanted, places)?;
    if hosted.past.course.results().n_games() == 0 {
        return Ok((hosted, OpeningScores::default()));
    }
    let digest = Reported::of_tournament(&hosted.tournament).digest(hosted.folder.path());
    let openings = digest.map_err(|error| error.to_string())?.openings;
    Ok((hosted, openings))
}

fn hosted(wanted: TournamentToPlay, places: &Places) -> Result<Hosted, String> {
    let TournamentToPlay { tournament, text, keep } = wanted;
    let begun = |path: &Path| TournamentFolder::open(path).map_err(|error| error.to_string());
    let hosted = match keep {
        KeepIn::Matches => {
            let below = places.matches_folder();
            let below = below.ok_or("there is no folder of the configuration to keep games in")?;
            let folder = below.join(format!("{} {}", now_text(), tournament.file.game.info().name));
            let from = folder.join("tournament.toml");
            Hosted::begin(tournament, &folder, &text, &from)
        }
        KeepIn::FolderOf(file) => {
            let folder = folder_of(&file, &tournament.file);
            Hosted::begin(tournament, &folder, &text, &file)
        }
        KeepIn::Begun(folder, late) => Hosted::resume_with(tournament, begun(&folder)?, late),
        KeepIn::Extended(folder) => Hosted::extend(tournament, begun(&folder)?, &text),
    };
    hosted.map_err(|error| error.to_string())
}

/// The files of a match in this folder, or in a new one; `None` where there are none, which is said.
async fn open_files(
    game: &'static dyn Game,
    terms: String,
    folder: Option<PathBuf>,
    places: Places,
    control: &MatchControl,
    outside: &mpsc::Sender<Outside>,
) -> Option<MatchFiles> {
    let (told, stopping) = (outside.clone(), control.clone());
    let failed = move |place: &Path, failed: Failed| {
        let text = match failed {
            Failed::Game(error) => {
                stopping.finish_then_stop();
                trouble_text(place, &error)
            }
            Failed::File(error) => format!(
                "Not all of a game of the match could be kept: {error}. Its result is kept, and the \
                 match goes on."
            ),
        };
        // When the router is gone, no one is told.
        let _gone = told.blocking_send(Outside::MatchTrouble(text));
    };
    let open = move || {
        let folder = folder.or_else(|| new_folder(&places, game));
        let open = |folder: PathBuf| {
            let place = folder.clone();
            MatchFiles::open(folder, game, &terms, move |found| failed(&place, found))
        };
        folder.map(open).transpose()
    };
    let (files, news) = match tokio::task::spawn_blocking(open).await {
        Ok(Ok(Some(files))) => {
            let folder = files.folder.clone();
            (Some(files), Outside::MatchFolder(folder))
        }
        Ok(Err(error)) => {
            let text = format!("The games of this match are not kept: {error}.");
            (None, Outside::MatchTrouble(text))
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
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. }
        | MatchEvent::Live(_)
        | MatchEvent::AllOver => {}
    }
}
