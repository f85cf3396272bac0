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
use super::{Command, FileCommand, InTheWay, Mode, NewEngine, NoticeKind, ProgressView};
use crate::games::{self, Game, Reading, Recognised, Record};
use crate::store::{self, Dropped};

/// What has become of work on a file.
#[derive(Debug)]
pub(super) enum FileNews {
    /// A file was read, as far as the reading was not cancelled.
    Opened(PathBuf, Arc<Reading>, Box<Result<Opened, String>>),
    /// The game of the document of this number was written, as it was after so many changes.
    Saved { path: PathBuf, document: u64, n_changes: u64, result: Result<(), String> },
    /// What this is was found out; it was dropped on the window.
    Dropped(PathBuf, Dropped),
    /// Whether a file is there that this would replace.
    Looked(FileCommand, bool),
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
    /// Games that were read; a match is one record of several.
    n_read: usize,
    /// Games in the file, those that could not be read included; 0 where nobody counted.
    n_games: usize,
    /// Another file was still being read when this one was opened, and is not any more.
    replaces: bool,
}

impl Opened {
    /// `old.pdn: 5 of 7 games read; 4 problems, see Problems.` Nothing where all went well.
    fn problems_text(&self, name: &str) -> Option<String> {
        if self.problems.is_empty() {
            return None;
        }
        let what = games::counted(self.problems.len(), "problem");
        let n = self.n_read;
        let games = match self.n_games.max(n) {
            all if all == n => games::counted(n, "game"),
            all => format!("{n} of {}", games::counted(all, "game")),
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
    let n_read = file.read.records.len() + file.read.n_joined;
    let records = file.read.records.into();
    Ok(Opened { records, titles, problems, n_read, n_games, replaces: false })
}

impl Owner {
    pub(super) fn handle_file(&mut self, command: FileCommand, now: Instant) {
        match command {
            FileCommand::Open(path) => self.open_file(path),
            FileCommand::Drop(paths, on_engines) => self.take_dropped(paths, on_engines),
            FileCommand::Save(path) => self.save_file(path),
            FileCommand::Paste(text) => self.paste(&text, now),
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
            FileCommand::UnlessThere(command) => self.save_unless_there(*command, now),
        }
    }

    fn save_unless_there(&mut self, command: FileCommand, now: Instant) {
        let Some(path) = command.target().map(Path::to_owned) else {
            return self.handle_file(command, now);
        };
        self.work(move || FileNews::Looked(command, path.is_file()));
    }

    pub(super) fn open_file(&mut self, path: PathBuf) {
        // Whoever opens another file does not wait for the one before.
        let before = self.reading.take();
        before.iter().for_each(|reading| reading.cancel());
        let replaces = before.is_some();
        let reading = Arc::new(Reading::default());
        self.reading = Some(Arc::clone(&reading));
        self.file_work = Some(format!("Reading {}", file_name(&path)));
        self.work(move || {
            let opened = read(&path, &reading).map(|opened| Opened { replaces, ..opened });
            FileNews::Opened(path, reading, Box::new(opened))
        });
    }

    /// Looks at what was dropped; of several the first is taken.
    fn take_dropped(&mut self, paths: Vec<PathBuf>, on_engines: bool) {
        let n_more = paths.len().saturating_sub(1);
        let Some(path) = paths.into_iter().next() else { return };
        if n_more > 0 {
            let words = match n_more {
                1 => "The other one was left alone".to_owned(),
                n => format!("The {n} others were left alone"),
            };
            let text = format!("{} was taken. {words}: drop one at a time.", file_name(&path));
            self.messages.notice(NoticeKind::Info, text);
        }
        self.work(move || {
            let what = Dropped::of(&path, on_engines);
            FileNews::Dropped(path, what)
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
            n => format!("{text}  {}", games::counted(n as usize, "game")),
        };
        let cancel = (!reading.is_cancelled()).then_some(Command::File(FileCommand::CancelRead));
        ProgressView { text, part: (part > 0.0).then_some(part), cancel, paused: None }
    }

    fn save_file(&mut self, path: PathBuf) {
        let record = self.doc.record().clone();
        self.file_work = Some(format!("Saving {}", file_name(&path)));
        let (document, n_changes) = (self.doc.id, self.doc.n_changes());
        self.work(move || {
            let result = store::write_game_file(&path, &record).map_err(|err| err.to_string());
            FileNews::Saved { path, document, n_changes, result }
        });
    }

    fn save_transcript(&mut self, id: u64, path: PathBuf, now: Instant) {
        let Some(log) = self.engines.log(id) else {
            let text = "The transcript of that engine is not kept any more; nothing was saved.";
            return self.messages.notice(NoticeKind::Error, text);
        };
        let mut text = String::new();
        if log.write_transcript(&mut text).is_err() {
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
        let is_look = matches!(news, FileNews::Looked(..));
        if self.reading.is_none() && !is_look {
            self.file_work = None;
        }
        match news {
            FileNews::Looked(command, false) => self.handle_file(command, now),
            FileNews::Looked(command, true) => {
                let number = self.in_the_way.as_ref().map_or(0, |before| before.number) + 1;
                self.in_the_way = Some(InTheWay { number, command });
            }
            FileNews::Opened(path, reading, opened) => match *opened {
                Ok(opened) => self.show_opened(&path, opened, &reading, now),
                Err(_) if reading.is_cancelled() => {
                    let text = format!("Reading {} was cancelled.", file_name(&path));
                    self.messages.notice(NoticeKind::Info, text);
                }
                Err(reason) => self.messages.problem(sentence(&reason), Vec::new(), None, now),
            },
            FileNews::Dropped(path, Dropped::Games) => self.open_file(path),
            FileNews::Dropped(path, Dropped::Engine) => {
                self.add_engine(NewEngine::new(path.to_string_lossy(), None));
            }
            FileNews::Saved { path, document, n_changes, result: Ok(()) } => {
                let text = format!("Saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
                // Another game may be on the board by now.
                let kept = self.undo.iter_mut().map(|(doc, _)| doc);
                let mut known = std::iter::once(&mut self.doc).chain(kept);
                if let Some(doc) = known.find(|doc| doc.id == document) {
                    doc.saved_as(path, n_changes);
                }
            }
            FileNews::TranscriptSaved(path, Ok(())) => {
                let text = format!("Saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            FileNews::Saved { result: Err(reason), .. }
            | FileNews::TranscriptSaved(_, Err(reason)) => {
                self.messages.problem(sentence(&reason), Vec::new(), None, now);
            }
        }
    }

    fn show_opened(&mut self, path: &Path, opened: Opened, reading: &Reading, now: Instant) {
        let n = opened.records.len();
        let name = file_name(path);
        let problems = opened.problems_text(&name);
        // What is not on the board would be lost if the file were written over.
        let is_whole = n == 1 && opened.problems.is_empty() && !reading.is_cancelled();
        if let Some(first) = opened.records.first().cloned()
            && self.put_record(first)
        {
            self.doc.opened_from(path, is_whole);
            self.file_path = Some(path.to_owned());
            self.file_titles = if n > 1 { opened.titles } else { Arc::from([]) };
            self.file_games = if n > 1 { opened.records } else { Arc::from([]) };
        }
        // Another game on the board takes messages away: what is wrong with the file is said after.
        if opened.replaces {
            let text = format!(
                "Another file was still being read; that was stopped, and {name} is opened instead."
            );
            self.messages.notice(NoticeKind::Info, text);
        }
        if let Some(text) = problems {
            self.messages.problem(text, opened.problems, None, now);
        }
        if n > 0 && reading.is_cancelled() {
            let read = games::counted(opened.n_read, "game");
            let kept = if opened.n_read == 1 { "it is" } else { "they are" };
            let text = format!("Reading {name} was cancelled after {read}; {kept} kept.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    fn choose_game(&mut self, idx: usize) {
        let Some(record) = self.file_games.get(idx).cloned() else { return };
        let path = self.file_path.clone();
        if let Some(path) = path.filter(|_| self.put_record(record)) {
            self.doc.opened_from(&path, false);
        }
    }

    /// Puts a record on the board to be looked at, from its end.
    pub(super) fn show_record(&mut self, record: Record) {
        self.put_record(record);
    }

    /// As [`Owner::show_record`]; says whether it is there.
    fn put_record(&mut self, record: Record) -> bool {
        let Some(game) = games::find(&record.game) else {
            let text = format!("There is no game {:?}.", record.game);
            self.messages.notice(NoticeKind::Error, text);
            return false;
        };
        let seats = Seats::named(game.info(), &record.tags.players);
        let is_shown = self.replace(game, Board::Study(Box::new(record)), seats);
        if is_shown {
            self.mode = Mode::Analyse;
        }
        is_shown
    }

    fn paste(&mut self, text: &str, now: Instant) {
        let mut problem = None;
        let mut beginning = None;
        // The game on the board is the likeliest to be meant.
        let others =
            games::GAMES.iter().filter(|game| game.info().name != self.doc.game.info().name);
        for game in std::iter::once(&self.doc.game).chain(others) {
            match game.recognise(text) {
                Ok(Some(Recognised::Foreign { reason })) => {
                    return self.messages.notice(NoticeKind::Refused, sentence(&reason));
                }
                Ok(Some(Recognised::Game { what, record })) => {
                    return self.show_pasted(&what, *record);
                }
                Ok(Some(Recognised::Position { what, setup })) => {
                    return self.show_pasted(&what, Record::new(game.info().name, setup));
                }
                Ok(None) => {}
                Err(error) => {
                    problem = problem.or(Some(error.to_string()));
                    beginning = beginning.or_else(|| readable_beginning(*game, text));
                }
            }
        }
        if let Some((record, problems)) = beginning {
            let n = record.main_line().len();
            if self.put_record(record) {
                let first = problems.first().map_or("", String::as_str);
                let moves = games::counted(n, "move");
                let text =
                    format!("What was pasted could be read up to a mistake ({moves}): {first}");
                self.messages.problem(sentence(&text), problems, None, now);
            }
            return;
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

    fn show_pasted(&mut self, what: &str, record: Record) {
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

/// What comes before the first mistake of a game that cannot be read whole, and all mistakes; `None`
/// where no move does.
fn readable_beginning(game: &'static dyn Game, text: &str) -> Option<(Record, Vec<String>)> {
    let reading = Reading::default();
    let read = game.formats().iter().filter_map(|format| {
        let read = (format.read)(text.as_bytes(), &reading);
        let problems = read.problems.iter().map(ToString::to_string).collect();
        Some((read.records.into_iter().next()?, problems))
    });
    read.filter(|(record, _)| record.n_nodes() > 1).max_by_key(|(record, _)| record.n_nodes())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
