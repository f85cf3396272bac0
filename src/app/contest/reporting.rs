//! The report of the match, and the files and folders of it that the user wants to see.
//!
//! Writes and opens nothing itself: that is work for other threads.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::steering::Contest;
use crate::app::effect::{Effect, Work};
use crate::app::outside::{FileNews, Outside, Shown};
use crate::app::views::NoticeKind;
use crate::app::words::sentence;
use crate::games::write_many;
use crate::session::{OPENER, open_with};
use crate::store::{Dropped, io_reason, write_atomically};

impl Contest {
    /// Writes the report of the match as it stands into its folder, and opens it.
    pub(super) fn write_report(&mut self) {
        let state = self.matching.as_ref();
        let found = state.and_then(|state| state.reported.clone().zip(state.folder.clone()));
        let Some((reported, folder)) = found else {
            let text = "There is no report: the games of this match are not kept.";
            return self.messages.notice(NoticeKind::Refused, text);
        };
        let opener = self.opener.clone();
        self.effects.push(Effect::Work(Work::new(move || {
            let written =
                reported.digest(&folder).and_then(|digest| reported.write(&digest, &folder));
            Outside::MatchReport(match written {
                Ok(path) => Ok(shown(opener.as_deref(), path)),
                Err(error) => Err(error.to_string()),
            })
        })));
    }

    /// Opens a file or folder of the match with the desktop's program for it.
    pub(super) fn open_outside(&mut self, path: PathBuf) {
        let opener = self.opener.clone();
        self.effects.push(Effect::Work(Work::new(move || {
            Outside::MatchShown(shown(opener.as_deref(), path))
        })));
    }

    /// Writes the games that are over into one file, which is then opened as any file with games.
    pub(super) fn list_games(&mut self) {
        let Some(state) = &self.matching else { return };
        let Some(folder) = state.folder.clone().filter(|_| !state.records.is_empty()) else {
            let text = "No game of the match is over yet, or its games are not kept.";
            return self.messages.notice(NoticeKind::Refused, text);
        };
        let records = state.records.clone();
        let Some(format) = state.game.formats().iter().find(|format| format.writes()) else {
            return;
        };
        self.effects.push(Effect::Work(Work::new(move || {
            let ending = format.extensions.first().copied().unwrap_or("txt");
            let path = folder.join(format!("all games.{ending}"));
            let games = records.iter().map(|(number, record)| (*number as usize, record));
            let written = write_many(format, games);
            Outside::File(match write_atomically(&path, written.text.as_bytes()) {
                Ok(()) => FileNews::Dropped(path, Dropped::Games),
                Err(error) => FileNews::TranscriptSaved(path, Err(error.to_string())),
            })
        })));
    }

    /// The report of the match was written, or could not be written.
    pub(in crate::app) fn handle_report(&mut self, written: Result<Shown, String>) -> Vec<Effect> {
        match written {
            Ok(Shown { path, fault }) => {
                let why = fault.map(|why| format!(" {why}")).unwrap_or_default();
                let text = format!("The report is in {}.{why}", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            Err(why) => {
                let text = sentence(&format!("the report could not be written: {why}"));
                self.messages.problem(text, Vec::new(), None, Instant::now());
            }
        }
        self.take_effects()
    }

    /// A file or folder was opened, or could not be opened.
    pub(in crate::app) fn handle_shown(&mut self, shown: Shown) -> Vec<Effect> {
        if let Some(why) = shown.fault {
            let text = format!("{} was not opened. {why}", shown.path.display());
            self.messages.notice(NoticeKind::Error, text);
        }
        self.take_effects()
    }
}

fn shown(opener: Option<&Path>, path: PathBuf) -> Shown {
    let fault = match opener {
        None => Some(format!("No program for that was found: {OPENER} is not in PATH.")),
        Some(opener) => open_with(opener, &path).err().map(|error| sentence(&io_reason(&error))),
    };
    Shown { path, fault }
}
