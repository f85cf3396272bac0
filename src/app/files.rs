//! Opening, saving and pasting games.
//!
//! Touches no file on the owner's task: the store reads and writes on threads of their own, so that
//! the window goes on whatever the disk does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::document::Board;
use super::owner::{Outside, Owner};
use super::playing::sentence;
use super::publish::record_title;
use super::seats::Seats;
use super::{Command, FileCommand, Mode, NoticeKind, ProgressView};
use crate::games::{self, Reading, Recognised, Record};
use crate::store;

/// What has become of work on a file.
#[derive(Debug)]
pub(super) enum FileNews {
    /// A file was read, as far as the reading was not cancelled.
    Opened(PathBuf, Arc<Reading>, Box<Result<Opened, String>>),
    /// The game on the board was written.
    Saved(PathBuf, Result<(), String>),
    /// A transcript or a bundle was written.
    TranscriptSaved(PathBuf, Result<(), String>),
}

/// The games of a file, and what could not be read of it.
#[derive(Debug)]
pub(super) struct Opened {
    records: Arc<[Record]>,
    /// Drawn up where the file was read: there may be thousands.
    titles: Arc<[String]>,
    problems: Vec<String>,
    /// Games in the file, those that could not be read included; 0 where nobody counted.
    n_games: usize,
}

impl Opened {
    /// `old.pdn: 5 of 7 games read; 4 problems, see Problems.` Nothing where all went well.
    fn problems_text(&self, name: &str) -> Option<String> {
        let what = match self.problems.len() {
            0 => return None,
            1 => "1 problem".to_owned(),
            n => format!("{n} problems"),
        };
        let n = self.records.len();
        let games = match self.n_games.max(n) {
            1 if n == 1 => "1 game".to_owned(),
            all if all == n => format!("{n} games"),
            all => format!("{n} of {all} games"),
        };
        Some(format!("{name}: {games} read; {what}, see Problems."))
    }
}

fn read(path: &Path, reading: &Reading) -> Result<Opened, String> {
    let file = store::read_game_file(path, reading).map_err(|err| err.to_string())?;
    let troubled = file.read.problems.iter().filter_map(|problem| problem.game);
    let counted = file.read.numbers.last().map(|last| troubled.fold(*last, usize::max));
    let problems = file.read.problems.iter().map(ToString::to_string).collect();
    let titles = file.read.records.iter().map(record_title).collect();
    let n_games = counted.unwrap_or_default();
    Ok(Opened { records: file.read.records.into(), titles, problems, n_games })
}

impl Owner {
    pub(super) fn handle_file(&mut self, command: FileCommand, now: Instant) {
        match command {
            FileCommand::Open(path) => self.open_file(path),
            FileCommand::Save(path) => self.save_file(path),
            FileCommand::Paste(text) => self.paste(&text),
            FileCommand::Choose(idx) => self.choose_game(idx),
            FileCommand::CancelRead => {
                if let Some(reading) = &self.reading {
                    reading.cancel();
                }
            }
            FileCommand::SaveTranscript(id, path) => self.save_transcript(id, path, now),
            FileCommand::SaveBundle(id, path) => self.save_bundle(id, path),
            FileCommand::SaveProbe(path) => self.save_probe(path),
            FileCommand::SaveCheck(number, path) => self.save_check(number, path),
        }
    }

    pub(super) fn open_file(&mut self, path: PathBuf) {
        // Whoever opens another file does not wait for the one before.
        if let Some(reading) = self.reading.take() {
            reading.cancel();
        }
        let reading = Arc::new(Reading::default());
        self.reading = Some(Arc::clone(&reading));
        self.file_work = Some(format!("Reading {}", file_name(&path)));
        self.work(move || {
            let opened = read(&path, &reading);
            FileNews::Opened(path, reading, Box::new(opened))
        });
    }

    /// How far the work on a file is; only reading can be cancelled.
    pub(super) fn file_progress(&self, text: &str) -> ProgressView {
        let Some(reading) = &self.reading else {
            return ProgressView { text: text.to_owned(), part: None, cancel: None, paused: None };
        };
        let (part, n_games) = reading.progress();
        let text = match n_games {
            0 => text.to_owned(),
            1 => format!("{text}  1 game"),
            n => format!("{text}  {n} games"),
        };
        let cancel = (!reading.is_cancelled()).then_some(Command::File(FileCommand::CancelRead));
        ProgressView { text, part: (part > 0.0).then_some(part), cancel, paused: None }
    }

    fn save_file(&mut self, path: PathBuf) {
        let record = self.doc.record().clone();
        self.file_work = Some(format!("Saving {}", file_name(&path)));
        self.work(move || {
            let result = store::write_game_file(&path, &record).map_err(|err| err.to_string());
            FileNews::Saved(path, result)
        });
    }

    fn save_transcript(&mut self, id: u64, path: PathBuf, now: Instant) {
        let Some(engine) = self.engines.get(id) else { return };
        let mut text = String::new();
        if engine.session.log().write_transcript(&mut text).is_err() {
            return self.messages.problem(
                "The transcript cannot be written.",
                Vec::new(),
                None,
                now,
            );
        }
        self.work(move || {
            let result = store::write_atomically(&path, text.as_bytes());
            FileNews::TranscriptSaved(path, result.map_err(|err| err.to_string()))
        });
    }

    fn save_bundle(&mut self, id: u64, path: PathBuf) {
        let Some(text) = self.bundles.text(id).map(str::to_owned) else {
            let text = "The bundle of this problem is not kept any more.";
            return self.messages.notice(NoticeKind::Error, text);
        };
        self.work(move || {
            let result = store::write_atomically(&path, text.as_bytes());
            FileNews::TranscriptSaved(path, result.map_err(|err| err.to_string()))
        });
    }

    /// Does work on a thread of its own and reports to the owner.
    fn work(&self, work: impl FnOnce() -> FileNews + Send + 'static) {
        let outside = self.outside.clone();
        tokio::task::spawn_blocking(move || {
            // When the owner is gone nobody wants to know.
            let _gone = outside.blocking_send(Outside::File(work()));
        });
    }

    pub(super) fn handle_file_news(&mut self, news: FileNews, now: Instant) {
        if let FileNews::Opened(_, reading, _) = &news {
            // Another file was asked for since then.
            if !self.reading.as_ref().is_some_and(|now| Arc::ptr_eq(now, reading)) {
                return;
            }
            self.reading = None;
        }
        if self.reading.is_none() {
            self.file_work = None;
        }
        match news {
            FileNews::Opened(path, reading, opened) => match *opened {
                Ok(opened) => self.show_opened(&path, opened, &reading, now),
                Err(_) if reading.is_cancelled() => {
                    let text = format!("Reading {} was cancelled.", file_name(&path));
                    self.messages.notice(NoticeKind::Info, text);
                }
                Err(reason) => self.messages.problem(sentence(&reason), Vec::new(), None, now),
            },
            FileNews::Saved(path, Ok(())) => {
                let text = format!("Saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
                self.doc.path = Some(path);
                self.doc.changed = false;
            }
            FileNews::TranscriptSaved(path, Ok(())) => {
                let text = format!("Saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            FileNews::Saved(_, Err(reason)) | FileNews::TranscriptSaved(_, Err(reason)) => {
                self.messages.problem(sentence(&reason), Vec::new(), None, now);
            }
        }
    }

    fn show_opened(&mut self, path: &Path, opened: Opened, reading: &Reading, now: Instant) {
        let n = opened.records.len();
        let name = file_name(path);
        let problems = opened.problems_text(&name);
        self.file_path = Some(path.to_owned());
        if let Some(first) = opened.records.first().cloned() {
            self.show_record(first);
            self.doc.path = Some(path.to_owned());
            self.file_titles = if n > 1 { opened.titles } else { Arc::from([]) };
            self.file_games = if n > 1 { opened.records } else { Arc::from([]) };
        }
        // Another game on the board takes messages away: what is wrong with the file is said after.
        if let Some(text) = problems {
            self.messages.problem(text, opened.problems, None, now);
        }
        if n > 0 && reading.is_cancelled() {
            let text = format!("Reading {name} was cancelled after {n} games; they are kept.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    fn choose_game(&mut self, idx: usize) {
        let Some(record) = self.file_games.get(idx).cloned() else { return };
        self.show_record(record);
        self.doc.path.clone_from(&self.file_path);
    }

    /// Puts a record on the board to be looked at, from its end.
    pub(super) fn show_record(&mut self, record: Record) {
        let Some(game) = games::find(&record.game) else {
            let text = format!("There is no game {:?}.", record.game);
            return self.messages.notice(NoticeKind::Error, text);
        };
        let seats = Seats::named(game.info(), &record.tags.players);
        if self.replace(game, Board::Study(Box::new(record)), seats) && self.mode != Mode::Analyse {
            self.mode = Mode::Analyse;
        }
    }

    fn paste(&mut self, text: &str) {
        let mut problem = None;
        // The game on the board is the likeliest to be meant.
        let others =
            games::GAMES.iter().filter(|game| game.info().name != self.doc.game.info().name);
        for game in std::iter::once(&self.doc.game).chain(others) {
            match game.recognise(text) {
                Ok(Some(found)) => return self.show_pasted(game.info().name, found),
                Ok(None) => {}
                Err(error) => problem = problem.or(Some(error.to_string())),
            }
        }
        let reason = problem.map_or_else(
            || {
                let start: String = text.trim().chars().take(40).collect();
                format!("{start:?} is no game, transcript or position that the program knows")
            },
            |problem| format!("What was pasted cannot be read: {problem}"),
        );
        self.messages.notice(NoticeKind::Refused, sentence(&reason));
    }

    fn show_pasted(&mut self, game: &str, found: Recognised) {
        let (what, record) = match found {
            Recognised::Game { what, record } => (what, *record),
            Recognised::Position { what, setup } => (what, Record::new(game, setup)),
        };
        let was_played = self.doc.is_unfinished() && self.doc.record().n_nodes() > 1;
        self.show_record(record);
        let kept = match was_played {
            true => {
                " File, \u{201c}Bring back the game before\u{201d} goes back to the game that was \
                 played."
            }
            false => "",
        };
        self.messages.notice(NoticeKind::Info, format!("Pasted: {what}.{kept}"));
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
