//! Pasted texts: games and positions, several at once, and the names of files.
//!
//! Finds no game itself; [`games::read_pasted`] does.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::{Files, Pasted};
use crate::app::effect::Effect;
use crate::app::to_open::{ListOfGames, ListedGame, OpenPlace, OpenRecord};
use crate::app::views::{FindingView, NoticeKind, PastedView, ReadingView};
use crate::app::words::sentence;
use crate::games::{self, Game, PastedText, ReadAs, Reading, Record};

impl Files {
    /// Reads what was pasted; a game of the kind on the board is the likeliest to be meant. The names
    /// of files are what a file manager copies: they are opened one after the other, as if each were dropped
    /// on the window.
    pub(in crate::app) fn handle_paste(
        &mut self,
        text: &str,
        on_board: &'static dyn Game,
        now: Instant,
    ) -> Vec<Effect> {
        match named_files(text) {
            Some(paths) => {
                self.waiting = paths.into();
                self.open_next();
            }
            None => self.paste(text, on_board, now),
        }
        self.take_effects()
    }

    /// Opens the next file of a pasted list.
    pub(super) fn open_next(&mut self) {
        if let Some(path) = self.waiting.pop_front() {
            self.take_dropped(vec![path], false);
        }
    }

    /// Shows what was pasted last, read in this way: the numbers of finding and reading, from 0.
    pub(in crate::app) fn handle_take_pasted(
        &mut self,
        finding: usize,
        reading: usize,
    ) -> Vec<Effect> {
        let found = self.pasted.as_ref().and_then(|pasted| pasted.found.findings.get(finding));
        if let Some(reading) = found.and_then(|finding| finding.readings.get(reading)) {
            let record = reading.record.clone();
            let pasted = Some(reading.title());
            let open = OpenRecord { pasted, ..OpenRecord::new(record) };
            self.effects.push(Effect::Open(Box::new(open)));
        }
        self.take_effects()
    }

    /// Shows each finding but the first in a tab behind the board, read in the likeliest way.
    pub(in crate::app) fn handle_take_all_pasted(&mut self) -> Vec<Effect> {
        let findings = self.pasted.iter().flat_map(|pasted| pasted.found.findings.iter().skip(1));
        let records = findings.filter_map(|finding| finding.readings.first());
        let opens: Vec<Effect> = records
            .enumerate()
            .map(|(idx, reading)| {
                let from_list = Some(self.pasted_game(idx + 1));
                let open = OpenRecord::new(reading.record.clone());
                let place = OpenPlace::Behind;
                Effect::Open(Box::new(OpenRecord { place, from_list, ..open }))
            })
            .collect();
        self.effects.extend(opens);
        self.take_effects()
    }

    /// What was found in the text that was pasted last.
    pub(in crate::app) fn pasted(&self) -> Option<Arc<PastedView>> {
        self.pasted.as_ref().map(|pasted| Arc::clone(&pasted.view))
    }

    fn paste(&mut self, text: &str, on_board: &'static dyn Game, now: Instant) {
        let found = games::read_pasted(text, on_board);
        if let Some(first) = found.findings.first().and_then(|finding| finding.readings.first()) {
            let first = first.clone();
            return self.show_pasted(found, &first, now);
        }
        if let Some(reason) = &found.foreign {
            return self.messages.notice(NoticeKind::Refused, sentence(reason));
        }
        let others = games::GAMES.iter().filter(|game| game.info().name != on_board.info().name);
        let beginning = std::iter::once(&on_board)
            .chain(others)
            .filter(|game| game.recognise(text).is_err())
            .find_map(|game| readable_beginning(*game, text));
        if let Some((record, problems)) = beginning {
            let n = record.main_line().len();
            self.effects.push(Effect::Open(Box::new(OpenRecord::new(record))));
            let first = problems.first().map_or("", String::as_str);
            let moves = games::counted(n, "move");
            let text = format!("What was pasted could be read up to a mistake ({moves}): {first}");
            return self.messages.problem(sentence(&text), problems, None, now);
        }
        let reason = found.problems.first().map_or_else(
            || {
                let start: String = text.trim().chars().take(40).collect();
                format!("{start:?} is no game, transcript or position that the program knows")
            },
            |problem| format!("What was pasted cannot be read: {problem}"),
        );
        self.messages.notice(NoticeKind::Refused, sentence(&reason));
    }

    fn show_pasted(&mut self, found: PastedText, first: &ReadAs, now: Instant) {
        let view = Arc::new(self.view_of(&found));
        let is_list = found.findings.len() > 1;
        self.n_pasted += u64::from(is_list);
        let open = OpenRecord {
            pasted: Some(pasted_text(&found, first)),
            from_list: is_list.then(|| self.pasted_game(0)),
            ..OpenRecord::new(first.record.clone())
        };
        self.effects.push(Effect::Open(Box::new(open)));
        if is_list {
            // They are a list like the games of a file.
            let firsts = found.findings.iter().filter_map(|finding| finding.readings.first());
            self.titles = firsts.clone().map(ReadAs::title).collect();
            self.games = firsts.map(|reading| reading.record.clone()).collect();
            self.path = None;
        }
        if !view.problems.is_empty() {
            let what = games::counted(view.problems.len(), "part");
            let text = format!("{what} of what was pasted cannot be read, see Problems.");
            self.messages.problem(text, view.problems.to_vec(), None, now);
        }
        self.pasted = Some(Pasted { found, view });
    }

    /// The game in this place of the list that was pasted last.
    fn pasted_game(&self, place: usize) -> ListedGame {
        ListedGame { list: ListOfGames::Pasted(self.n_pasted), place, is_reviewed: false }
    }

    fn view_of(&self, found: &PastedText) -> PastedView {
        let reading = |reading: &ReadAs| ReadingView {
            title: reading.title(),
            game: reading.game.info().name,
        };
        let findings = found.findings.iter().map(|finding| FindingView {
            line: finding.line,
            readings: finding.readings.iter().map(reading).collect(),
        });
        PastedView {
            number: self.pasted.as_ref().map_or(0, |pasted| pasted.view.number) + 1,
            findings: findings.collect(),
            ignored: found.ignored.words(),
            problems: found.problems.iter().map(ToString::to_string).collect(),
            is_cut: found.is_cut,
        }
    }
}

/// What was recognised, what was ignored, and what else it may be.
fn pasted_text(found: &PastedText, first: &ReadAs) -> String {
    let mut text = first.title();
    let n_more = found.findings.len() - 1;
    if n_more > 0 {
        text += &format!(", and {n_more} more");
    }
    if let Some(ignored) = found.ignored.words() {
        text += &format!("; left out: {ignored}");
    }
    let n_others = found.findings[0].readings.len() - 1;
    if n_others > 0 {
        let ways = games::counted(n_others, "other way");
        text +=
            &format!(". It can be read in {ways}: Edit, \u{201c}What was pasted\u{2026}\u{201d}");
    }
    text
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

/// Lines that file managers write before the files: the kind of the list, and what is to be done with them.
const FILE_MANAGERS: [&str; 3] = ["x-special/nautilus-clipboard", "copy", "cut"];

/// The files that a text names and nothing else: `file://` addresses as in `text/uri-list`, or whole
/// paths, one a line; `None` for any other text.
fn named_files(text: &str) -> Option<Vec<PathBuf>> {
    /// A longer text is a game.
    const LONGEST: usize = 64 << 10;
    if text.len() > LONGEST {
        return None;
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with('#') && !FILE_MANAGERS.contains(line));
    let paths: Option<Vec<PathBuf>> = lines.map(named_file).collect();
    paths.filter(|paths| !paths.is_empty())
}

fn named_file(line: &str) -> Option<PathBuf> {
    if let Some(address) = line.strip_prefix("file://") {
        let path = address.strip_prefix("localhost").unwrap_or(address);
        let path = decoded_path(path)?;
        // `file:///C:/games/x.pdn` has a slash before the letter of the drive.
        let bare = path.strip_prefix('/').filter(|rest| rest.get(1..2) == Some(":"));
        let path = PathBuf::from(bare.unwrap_or(&path));
        return path.is_absolute().then_some(path);
    }
    let quoted = ['"', '\'']
        .into_iter()
        .find_map(|sign| line.strip_prefix(sign).and_then(|rest| rest.strip_suffix(sign)));
    let path = PathBuf::from(quoted.unwrap_or(line));
    path.is_absolute().then_some(path)
}

/// `my%20game` is `my game`; `None` where this is no UTF-8 or a code is broken.
fn decoded_path(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_text_that_only_names_files_is_their_names() {
        let cases: [(&str, Option<&[&str]>); 10] = [
            ("file:///home/a/my%20game.pdn\r\n", Some(&["/home/a/my game.pdn"])),
            ("file://localhost/a.sgf", Some(&["/a.sgf"])),
            ("# comment\nfile:///a\nfile:///b\n", Some(&["/a", "/b"])),
            ("copy\nfile:///a", Some(&["/a"])),
            ("x-special/nautilus-clipboard\ncopy\nfile:///a\nfile:///b", Some(&["/a", "/b"])),
            ("\"/a b/c.mat\"", Some(&["/a b/c.mat"])),
            ("/a/b.pdn", Some(&["/a/b.pdn"])),
            ("file:///a%2", None),
            ("/a/b.pdn\nis my game", None),
            ("1. 32-28 19-23", None),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|paths| paths.iter().map(PathBuf::from).collect());
            assert_eq!(named_files(text), expected, "{text}");
        }
    }
}
