//! The room of files: opening, saving and pasting games, and the games of the opened file.
//!
//! Touches no file itself: the work that does is an effect, done on a thread of its own, so that the
//! window goes on whatever the disk does.

mod drawing;
mod merging;
mod pasting;
mod reviewed;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use self::drawing::{Drawing, picture_of};
use super::command::{Command, FileCommand, NewEngine};
use super::effect::{Effect, GameToWrite, Outbox, Work};
use super::format::record_title;
use super::outside::{FileNews, Opened, Outside};
use super::to_open::{ListOfGames, ListedGame, OpenPlace, OpenRecord};
use super::views::{InTheWay, NoticeKind, PastedView, ProgressView};
use super::words::sentence;
use crate::games::{self, GameInfo, PastedText, Reading, Record};
use crate::hosting::{AnalysisPage, PictureKind};
use crate::session::Log;
use crate::store::{self, Dropped};

/// What is read and written, and the games of the opened file.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The games of the opened file, when there are several.
    games: Arc<[Record]>,
    /// Their titles, drawn up once.
    titles: Arc<[String]>,
    /// The opened file.
    path: Option<PathBuf>,
    /// The text that was pasted last.
    pasted: Option<Pasted>,
    /// Files of a pasted list that are opened next, one after the other.
    waiting: VecDeque<PathBuf>,
    /// Lists of games that were pasted.
    n_pasted: u64,
    /// What a file is being read or written for, in words.
    work: Option<String>,
    /// The file that was found last where something was to be saved unless one is there.
    in_the_way: Option<InTheWay>,
    /// How far the reading of a file is.
    reading: Option<Arc<Reading>>,
    /// How far the drawing of a film is.
    drawing: Option<Arc<Drawing>>,
    messages: Outbox,
    effects: Vec<Effect>,
}

/// The text that was pasted last.
#[derive(Debug)]
struct Pasted {
    found: PastedText,
    view: Arc<PastedView>,
}

impl Opened {
    /// `old.pdn: 5 of 7 games read; 4 problems, see Problems.` `mail.txt: 1 game read. What was
    /// left out is in Problems.` Nothing where there is nothing to say.
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
        Some(match self.is_faulty {
            true => format!("{name}: {games} read; {what}, see Problems."),
            false => format!("{name}: {games} read. What was left out is in Problems."),
        })
    }
}

impl Files {
    /// Opens a file: it is read, and its first game shown.
    pub(super) fn handle_open(&mut self, path: PathBuf) -> Vec<Effect> {
        self.waiting.clear();
        self.open_file(path);
        self.take_effects()
    }

    /// Reads the games of a file into the list of games; none of them is shown.
    pub(super) fn handle_list(&mut self, path: PathBuf) -> Vec<Effect> {
        self.read_file(path, true);
        self.take_effects()
    }

    /// Looks at what was dropped on the window; of several the first is taken.
    pub(super) fn handle_drop(&mut self, paths: Vec<PathBuf>, on_engines: bool) -> Vec<Effect> {
        self.waiting.clear();
        self.take_dropped(paths, on_engines);
        self.take_effects()
    }

    /// Writes a game to a file.
    pub(super) fn handle_save(&mut self, path: PathBuf, game: GameToWrite) -> Vec<Effect> {
        if is_page(&path) {
            self.save_page(path, &game);
            return self.take_effects();
        }
        if let Some(kind) = PictureKind::of(&path) {
            self.save_picture(path, kind, game);
            return self.take_effects();
        }
        if PictureKind::is_unknown_picture(&path) {
            let text = format!(
                "{}: the program writes pictures of a board as .png or .svg, and films of a game as \
                 .gif. End the name with one of these.",
                file_name(&path)
            );
            self.messages.notice(NoticeKind::Error, text);
            return self.take_effects();
        }
        let GameToWrite { record, document, n_changes, .. } = game;
        self.work = Some(format!("Saving {}", file_name(&path)));
        self.do_work(move || {
            let result = store::write_game_file(&path, &record).map_err(|err| err.to_string());
            FileNews::Saved { path, document, n_changes, result }
        });
        self.take_effects()
    }

    /// Shows this game of the opened file (from 0); as it was `reviewed`, where it was.
    pub(super) fn handle_choose(
        &mut self,
        idx: usize,
        place: OpenPlace,
        reviewed: Option<Record>,
    ) -> Vec<Effect> {
        let from_list = Some(self.listed(idx, reviewed.is_some()));
        let record = reviewed.or_else(|| self.games.get(idx).cloned());
        if let Some(record) = record {
            // Those of a pasted text are in no file.
            let open = match self.path.as_deref() {
                Some(path) => OpenRecord::from_file(record, path, false),
                None => OpenRecord::new(record),
            };
            self.effects.push(Effect::Open(Box::new(OpenRecord { place, from_list, ..open })));
        }
        self.take_effects()
    }

    /// Stops reading a file; what was read so far is kept. Those behind it in a pasted list are not opened.
    pub(super) fn handle_cancel(&mut self) {
        self.waiting.clear();
        if let Some(reading) = &self.reading {
            reading.cancel();
        }
    }

    /// Writes a session's transcript, `None` where it is not kept any more.
    pub(super) fn handle_save_transcript(
        &mut self,
        log: Option<&Log>,
        path: PathBuf,
        now: Instant,
    ) -> Vec<Effect> {
        let mut text = String::new();
        match log.map(|log| log.write_transcript(&mut text)) {
            None => {
                let text = "The transcript of that engine is not kept any more; nothing was saved.";
                self.messages.notice(NoticeKind::Error, text);
            }
            Some(Err(_)) => {
                let text = "The transcript cannot be written.";
                self.messages.problem(text, Vec::new(), None, now);
            }
            Some(Ok(())) => self.write_text(path, text),
        }
        self.take_effects()
    }

    /// Writes the bundle of a problem, `None` where it is not kept any more.
    pub(super) fn handle_save_bundle(&mut self, text: Option<&str>, path: PathBuf) -> Vec<Effect> {
        match text {
            Some(text) => self.write_text(path, text.to_owned()),
            None => {
                let text = "The bundle of this problem is not kept any more.";
                self.messages.notice(NoticeKind::Error, text);
            }
        }
        self.take_effects()
    }

    /// Finds out whether the file that a command writes is there; where it is not, the command comes
    /// back as [`Effect::Again`].
    pub(super) fn handle_unless_there(&mut self, command: FileCommand) -> Vec<Effect> {
        match command.target().map(Path::to_owned) {
            None => self.effects.push(Effect::Again(command)),
            Some(path) => self.do_work(move || FileNews::Looked(command, path.is_file())),
        }
        self.take_effects()
    }

    /// A game that comes from no file is on the board.
    pub(super) fn handle_leave(&mut self) {
        (self.games, self.titles) = (Arc::from([]), Arc::from([]));
    }

    /// What has become of work on a file.
    pub(super) fn handle_news(&mut self, news: FileNews, now: Instant) -> Vec<Effect> {
        let ends_one = matches!(news, FileNews::Opened(..) | FileNews::Dropped(..));
        self.take_news(news, now);
        if ends_one && self.reading.is_none() {
            self.open_next();
        }
        self.take_effects()
    }

    /// A file is being read, or a film drawn, which is shown as it goes on.
    pub(super) fn is_busy(&self) -> bool {
        self.reading.is_some() || self.drawing.is_some()
    }

    /// The titles of the games of the opened file; none where it has one game.
    pub(super) fn titles(&self) -> Arc<[String]> {
        Arc::clone(&self.titles)
    }

    /// The games of the opened file; none where it has one game.
    pub(super) fn games(&self) -> Arc<[Record]> {
        Arc::clone(&self.games)
    }

    /// What kind of game the games of the opened file are, and the variant of the first.
    pub(super) fn kind(&self) -> Option<(&'static GameInfo, Option<String>)> {
        let first = self.games.first()?;
        Some((games::find(&first.game)?.info(), first.setup.variant.clone()))
    }

    /// The file that these games are in.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.path.clone().filter(|_| !self.titles.is_empty())
    }

    /// The file that was found last where something was to be saved unless one is there.
    pub(super) fn in_the_way(&self) -> Option<InTheWay> {
        self.in_the_way.clone()
    }

    /// How far the work on a file is; only reading can be cancelled.
    pub(super) fn progress(&self) -> Option<ProgressView> {
        let text = self.work.as_ref()?;
        let Some(reading) = &self.reading else {
            let drawn = self.drawing.as_ref().and_then(|drawing| drawing.progress());
            let text = match drawn {
                Some((drawn, all)) => format!("{text}  {drawn} of {all} pictures"),
                None => text.clone(),
            };
            let part = drawn.map(|(drawn, all)| drawn as f32 / all as f32);
            return Some(ProgressView { text, part, cancel: None, paused: None });
        };
        let (part, n_games) = reading.progress();
        let text = match n_games {
            0 => text.clone(),
            n => format!("{text}  {}", games::counted(n as usize, "game")),
        };
        let cancel = (!reading.is_cancelled()).then_some(Command::File(FileCommand::CancelRead));
        Some(ProgressView { text, part: (part > 0.0).then_some(part), cancel, paused: None })
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = std::mem::take(&mut self.effects);
        effects.extend(self.messages.take());
        effects
    }

    fn do_work(&mut self, work: impl FnOnce() -> FileNews + Send + 'static) {
        self.effects.push(Effect::Work(Work::new(move || Outside::File(work()))));
    }

    /// Writes the analysis of a game as a page, which is no file of the game: its changes are not saved.
    fn save_page(&mut self, path: PathBuf, game: &GameToWrite) {
        match AnalysisPage::of_record(&game.record, &game.found, game.loss_marks) {
            Some(page) => self.write_text(path, page.to_string()),
            None => {
                let text =
                    "There is no analysis to save as a page: let an engine analyse the game first.";
                self.messages.notice(NoticeKind::Refused, text);
            }
        }
    }

    /// Draws the board shown, or the film of its line, which is no file of the game either.
    fn save_picture(&mut self, path: PathBuf, kind: PictureKind, game: GameToWrite) {
        self.work = Some(format!("Drawing {}", file_name(&path)));
        let drawing = Arc::new(Drawing::default());
        self.drawing = Some(Arc::clone(&drawing));
        self.do_work(move || {
            let result = picture_of(game, kind, &drawing).and_then(|content| {
                store::write_atomically(&path, &content).map_err(|err| err.to_string())
            });
            FileNews::TranscriptSaved(path, result)
        });
    }

    fn write_text(&mut self, path: PathBuf, text: String) {
        self.do_work(move || {
            let result = store::write_atomically(&path, text.as_bytes());
            FileNews::TranscriptSaved(path, result.map_err(|err| err.to_string()))
        });
    }

    fn open_file(&mut self, path: PathBuf) {
        self.read_file(path, false);
    }

    /// The game in this place of the list.
    fn listed(&self, place: usize, is_reviewed: bool) -> ListedGame {
        let list = match &self.path {
            Some(path) => ListOfGames::File(path.clone()),
            None => ListOfGames::Pasted(self.n_pasted),
        };
        ListedGame { list, place, is_reviewed }
    }

    /// Reads a file whose first game is shown, unless only the list of its games is wanted.
    fn read_file(&mut self, path: PathBuf, is_list: bool) {
        // The user who opens another file does not wait for the one before.
        let before = self.reading.take();
        before.iter().for_each(|reading| reading.cancel());
        let replaces = before.is_some();
        let reading = Arc::new(Reading::default());
        self.reading = Some(Arc::clone(&reading));
        self.work = Some(format!("Reading {}", file_name(&path)));
        self.do_work(move || {
            let opened = read(&path, &reading).map(|opened| Opened { replaces, is_list, ..opened });
            FileNews::Opened(path, reading, Box::new(opened))
        });
    }

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
        self.do_work(move || {
            let what = Dropped::of(&path, on_engines);
            FileNews::Dropped(path, what)
        });
    }

    fn take_news(&mut self, news: FileNews, now: Instant) {
        if let FileNews::Opened(_, reading, _) = &news {
            // Another file was asked for since then.
            if !self.reading.as_ref().is_some_and(|now| Arc::ptr_eq(now, reading)) {
                return;
            }
            self.reading = None;
        }
        let is_look = matches!(news, FileNews::Looked(..));
        if self.reading.is_none() && !is_look {
            self.work = None;
            self.drawing = None;
        }
        match news {
            FileNews::Looked(command, false) => self.effects.push(Effect::Again(command)),
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
            FileNews::ToMerge(path, desk, read) => self.merge_read(&path, desk, read, now),
            FileNews::Dropped(path, Dropped::Games) => self.open_file(path),
            FileNews::Dropped(path, Dropped::Engine) => {
                let new = NewEngine::new(path.to_string_lossy(), None);
                self.effects.push(Effect::AddEngine(new));
            }
            FileNews::Saved { path, document, n_changes, result: Ok(()) } => {
                let text = format!("Saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
                self.effects.push(Effect::Saved { document, path, n_changes });
            }
            FileNews::TranscriptSaved(path, Ok(())) => {
                let text = format!("Saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            FileNews::ReviewsSaved(path, Ok(missing)) => {
                let missing = missing.map(|missing| format!(" {missing}")).unwrap_or_default();
                let text = format!("Saved as {}.{missing}", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            FileNews::Saved { result: Err(reason), .. }
            | FileNews::ReviewsSaved(_, Err(reason))
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
        if let Some(first) = opened.records.first().cloned() {
            self.path = Some(path.to_owned());
            let is_listed = n > 1 || opened.is_list;
            self.titles = if is_listed { opened.titles } else { Arc::from([]) };
            self.games = if is_listed { opened.records } else { Arc::from([]) };
            if !opened.is_list {
                let from_list = is_listed.then(|| self.listed(0, false));
                let open = OpenRecord::from_file(first, path, is_whole);
                let open =
                    OpenRecord { place: OpenPlace::Tab, from_list, is_read_again: true, ..open };
                self.effects.push(Effect::Open(Box::new(open)));
            }
        }
        // Another game on the board takes messages away: what is wrong with the file is told after.
        if opened.replaces {
            let text = format!(
                "Another file was still being read; that was stopped, and {name} is opened instead."
            );
            self.messages.notice(NoticeKind::Info, text);
        }
        match problems {
            Some(text) if opened.is_faulty => {
                self.messages.problem(text, opened.problems, None, now);
            }
            Some(text) => {
                self.messages.notice(NoticeKind::Info, text.clone());
                self.messages.keep(text, opened.problems, None, now);
            }
            None => {}
        }
        if n > 0 && reading.is_cancelled() {
            let read = games::counted(opened.n_read, "game");
            let kept = if opened.n_read == 1 { "it is" } else { "they are" };
            let text = format!("Reading {name} was cancelled after {read}; {kept} kept.");
            self.messages.notice(NoticeKind::Info, text);
        }
    }
}

fn read(path: &Path, reading: &Reading) -> Result<Opened, String> {
    let file = store::read_game_file(path, reading).map_err(|err| err.to_string())?;
    let troubled = file.read.problems.iter().filter_map(|problem| problem.game);
    let counted = file.read.numbers.last().map(|last| troubled.fold(*last, usize::max));
    let problems = file.read.problems.iter().map(ToString::to_string).collect();
    let titles = file.read.records.iter().map(record_title).collect();
    let n_games = counted.unwrap_or_default();
    let is_faulty = file.read.n_faults() > 0;
    let n_read = file.read.records.len() + file.read.n_joined;
    let records = file.read.records.into();
    let (replaces, is_list) = (false, false);
    Ok(Opened { records, titles, problems, is_faulty, n_read, n_games, replaces, is_list })
}

/// A file with this name is a page for a browser.
fn is_page(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["html", "htm"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
