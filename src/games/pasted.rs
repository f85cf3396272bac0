//! Everything that can be read out of a pasted text: games and positions, several at once, with other
//! words around them, and in each way in which they can be read.
//!
//! Opens nothing and shows nothing; a text that is the name of a file is not a game.

mod between;
mod blocks;
mod plain;
mod words;

use std::ops::Range;

use self::between::{Told, tellings};
use self::blocks::{Block, Blocks};
use super::{
    FileProblem, Format, GAMES, Game, GamesRead, Reading, Recognised, Record, Setup, counted,
};

/// What was found in a text.
#[derive(Clone, Debug, Default)]
pub struct PastedText {
    /// In the order of the text.
    pub findings: Vec<Finding>,
    /// What is in the text besides.
    pub ignored: Ignored,
    /// Why parts that look like a game could not be read.
    pub problems: Vec<FileProblem>,
    /// Places that are left out as words, and may be broken games or positions as well.
    pub n_doubtful: usize,
    /// The kind of a game in it that this program does not have, as a sentence without its full stop.
    pub foreign: Option<String>,
    /// There is more in the text than is listed.
    pub is_cut: bool,
}

/// One game or position of a text.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The line in which it begins, from 1, of the text without marks.
    pub line: usize,
    /// The ways to read it, at least one, the likeliest first.
    pub readings: Vec<ReadAs>,
}

/// One way to read a part of a text.
#[derive(Clone, Debug)]
pub struct ReadAs {
    /// Whose it is.
    pub game: &'static dyn Game,
    /// The form, in words: `PDN game`, `FEN, White to move`.
    pub form: String,
    /// The game; a position is one without moves.
    pub record: Record,
}

/// What of a text belongs to no finding.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Ignored {
    /// Lines that are not empty.
    pub n_lines: usize,
    /// Words on the lines of findings.
    pub n_words: usize,
    /// Tags and entities of HTML.
    pub html: bool,
    /// Tags of a forum.
    pub tags: bool,
    /// Quote marks of a mail.
    pub quotes: bool,
    /// The code in which mails are sent.
    pub codes: bool,
    /// Times and names of those who talk in a chat.
    pub chat: bool,
}

impl Ignored {
    /// `12 lines around it, 3 words beside it, quote marks`; `None` if there is nothing else in the text.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let lines =
            (self.n_lines > 0).then(|| format!("{} around it", counted(self.n_lines, "line")));
        let words =
            (self.n_words > 0).then(|| format!("{} beside it", counted(self.n_words, "word")));
        let marks = [
            (self.html, "the marks of a web page"),
            (self.tags, "the tags of a forum"),
            (self.quotes, "quote marks"),
            (self.codes, "the code of a mail"),
            (self.chat, "the times and names of a chat"),
        ];
        let marks =
            marks.iter().filter(|(is_there, _)| *is_there).map(|(_, words)| (*words).to_owned());
        let all: Vec<String> = lines.into_iter().chain(words).chain(marks).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

impl ReadAs {
    /// What it is: `PDN game (Frisian draughts, A - B, 43 moves)`.
    #[must_use]
    pub fn title(&self) -> String {
        let record = &self.record;
        let info = self.game.info();
        let listed = match record.setup.variant.as_deref() {
            None if info.position_holds_variant => info.title,
            variant => info.listed(variant),
        };
        let players = &record.tags.players;
        let players = players
            .iter()
            .any(|name| !name.is_empty())
            .then(|| players.each_ref().map(|name| if name.is_empty() { "?" } else { name }))
            .map(|[first, second]| format!(", {first} \u{2013} {second}"));
        let line = record.main_line();
        // Where there are dice, a roll may be a move of its own: rolls are counted.
        let is_counted = |node: &&usize| record.node(**node).side.is_none() == info.has_dice;
        let n = line.iter().filter(is_counted).count();
        let moves = (n > 0).then(|| format!(", {}", counted(n, "move")));
        let more = players.into_iter().chain(moves).collect::<String>();
        format!("{} ({listed}{more})", self.form)
    }
}

/// Findings of one text that are kept.
const MOST: usize = 1_000;
/// A longer text is read as a whole: it is a file, not a mail.
const LONGEST: usize = 4 << 20;

/// Finds every game and position in a text. What several games can read is first of the kind of
/// `likely`.
#[must_use]
pub fn read_pasted(text: &str, likely: &'static dyn Game) -> PastedText {
    let plain = plain::plain(text);
    let marks = Ignored {
        html: plain.html,
        tags: plain.tags,
        quotes: plain.quotes,
        codes: plain.codes,
        chat: plain.chat,
        ..Ignored::default()
    };
    let mut found = PastedText { ignored: marks, ..PastedText::default() };
    let mut parts = Vec::new();
    let mut blocks = Blocks::new(if plain.text.len() > LONGEST { "" } else { &plain.text });
    let lines = Blocks::new(&plain.text);
    let mut broken_to = 0;
    while let Some(block) = blocks.next() {
        let mut untold = None;
        if let Block::Games(part) | Block::Told(part) = &block {
            let line = lines.line_of(part.start);
            let plainly = matches!(block, Block::Games(_))
                .then(|| PastedText::default().takes_whole(&plain.text[part.clone()], likely))
                .filter(|is_whole| *is_whole)
                .map(|_| part.end);
            match found.take_told(&plain.text, part.start, line, likely, plainly) {
                Ok(end) => {
                    parts.push(part.start..end);
                    blocks.go_on_behind(end);
                    continue;
                }
                Err(failed) => untold = failed,
            }
        }
        let (tried, is_games) = match block {
            Block::Games(part) => (vec![part], true),
            Block::Told(_) => {
                found.n_doubtful += 1;
                continue;
            }
            Block::Lines(tried) => (tried, true),
            Block::Line(tried) => (tried, false),
        };
        // A line of prose only looks like a game: what is wrong with it is of no interest.
        let mut problems = Vec::new();
        let mut from = 0;
        for (idx, part) in tried.iter().enumerate() {
            // A line may hold several positions.
            if part.start < from {
                continue;
            }
            let line = lines.line_of(part.start);
            let n_before = found.findings.len();
            let new = found.take(&plain.text[part.clone()], line, likely, &mut problems);
            if new {
                let new = &found.findings[n_before..];
                // The lines of a board belong together.
                let is_line = !plain.text[part.clone()].contains('\n');
                let is_enough =
                    |part: &&Range<usize>| is_line && reads_as(&plain.text[(*part).clone()], new);
                let shorter = tried[idx + 1..].iter().filter(|other| part.contains(&other.start));
                let shortest =
                    shorter.filter(is_enough).min_by_key(|part| (part.start, part.len()));
                let part = shortest.unwrap_or(part).clone();
                from = part.end;
                parts.push(part);
                problems.clear();
                // The game was found up to the words alone.
                if let Some((end, problem)) = untold.take() {
                    broken_to = end;
                    found.problems.push(problem);
                }
            }
        }
        match is_games {
            // What is wrong behind the words was said.
            true if tried[0].start < broken_to && from == 0 => {}
            true => found.problems.append(&mut problems),
            false => found.n_doubtful += usize::from(!problems.is_empty()),
        }
        if found.findings.len() >= MOST {
            found.findings.truncate(MOST);
            found.is_cut = true;
            break;
        }
    }
    let outside = lines.outside(&parts);
    (found.ignored.n_lines, found.ignored.n_words) = (outside.n_lines, outside.n_words);
    found.n_doubtful += outside.n_doubtful;
    found.or_whole(&plain.text, likely, marks)
}

impl PastedText {
    /// Adds what a part of the text can be read as. Returns false if it is nothing.
    fn take(
        &mut self,
        text: &str,
        line: usize,
        likely: &'static dyn Game,
        problems: &mut Vec<FileProblem>,
    ) -> bool {
        let (mut readings, mut foreign) = (Vec::new(), None);
        let others = GAMES.iter().filter(|game| game.info().name != likely.info().name);
        for game in std::iter::once(&likely).chain(others) {
            match game.recognise(text) {
                Ok(Some(Recognised::Game { what, record, .. })) => {
                    readings.push(ReadAs { game: *game, form: what, record: *record });
                }
                Ok(Some(Recognised::Position { what, setup })) => {
                    let record = Record::new(game.info().name, setup);
                    readings.push(ReadAs { game: *game, form: what, record });
                }
                Ok(Some(Recognised::Foreign { reason })) => foreign = foreign.or(Some(reason)),
                Ok(None) => {}
                Err(problem) => {
                    problems.push(FileProblem { line: problem.line + line - 1, ..problem });
                }
            }
        }
        // What has moves for one game and none for another is a game of the first.
        let has_moves = |reading: &ReadAs| reading.record.n_nodes() > 1;
        if readings.iter().any(has_moves) {
            readings.retain(has_moves);
        }
        let Some(first) = readings.first() else {
            self.foreign = self.foreign.take().or(foreign);
            return false;
        };
        let read = read_part(first, text);
        let faults = read.as_ref().map(|(_, read)| read.problems.clone()).unwrap_or_default();
        self.problems.extend(
            faults
                .into_iter()
                .map(|problem| FileProblem { line: problem.line + line - 1, ..problem }),
        );
        match read.filter(|(_, read)| read.records.len() > 1) {
            Some((format, read)) => {
                let game = first.game;
                self.findings.extend(read.records.into_iter().map(|record| {
                    let readings = vec![ReadAs { game, form: format.title.to_owned(), record }];
                    Finding { line, readings: with_variants(readings, text) }
                }));
            }
            None => self.findings.push(Finding { line, readings: with_variants(readings, text) }),
        }
        true
    }

    /// The text can be read as it is, without a problem.
    fn takes_whole(&mut self, text: &str, likely: &'static dyn Game) -> bool {
        // What other games say of it is of no interest once one has read it.
        self.take(text, 1, likely, &mut Vec::new()) && self.problems.is_empty()
    }

    /// Adds the game that begins here with words between its moves, and returns where it ends. One that can be read as
    /// it is up to `plain_end` has to go on behind that.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the moves behind the words, and where they end; nothing where there are none.
    fn take_told(
        &mut self,
        text: &str,
        start: usize,
        line: usize,
        likely: &'static dyn Game,
        plain_end: Option<usize>,
    ) -> Result<usize, Option<(usize, FileProblem)>> {
        let (mut problems, mut to) = (Vec::new(), start);
        let goes_farther = |told: &Told| plain_end.is_none_or(|end| end < told.end);
        for told in tellings(text, start).into_iter().filter(goes_farther) {
            to = to.max(told.end);
            let mut found = Self::default();
            let is_read = found.take(&told.text, line, likely, &mut problems);
            let first = found.findings.first_mut().filter(|_| is_read);
            let is_whole = |reading: &ReadAs| reading.record.main_line().len() >= told.n_moves;
            let Some(first) = first.filter(|first| first.readings.iter().all(is_whole)) else {
                continue;
            };
            for reading in &mut first.readings {
                reading.form += ", with the words between the moves as comments";
            }
            self.findings.append(&mut found.findings);
            self.problems.append(&mut found.problems);
            return Ok(told.end);
        }
        Err(problems.into_iter().next().map(|problem| (to, problem)))
    }

    /// The text as a whole, where that says more than its parts.
    fn or_whole(mut self, text: &str, likely: &'static dyn Game, marks: Ignored) -> Self {
        let mut whole = Self { ignored: marks, ..Self::default() };
        let mut problems = Vec::new();
        let before = text.len() - text.trim_start().len();
        let line = 1 + text[..before].matches('\n').count();
        let is_read = whole.take(text.trim(), line, likely, &mut problems);
        if !is_read {
            whole.problems = problems;
        }
        let moves = |found: &Self| {
            let first = found.findings.iter().filter_map(|finding| finding.readings.first());
            first.map(|reading| reading.record.n_nodes() - 1).sum::<usize>()
        };
        if is_read && (self.findings.is_empty() || moves(&whole) > moves(&self)) {
            return whole;
        }
        if self.findings.is_empty() {
            if self.problems.is_empty() {
                self.problems = whole.problems;
            }
            self.foreign = self.foreign.or(whole.foreign);
        }
        self
    }
}

/// The text alone is read as these findings are.
fn reads_as(text: &str, findings: &[Finding]) -> bool {
    let mut alone = PastedText::default();
    let firsts = |findings: &[Finding]| -> Vec<Record> {
        let readings = findings.iter().filter_map(|finding| finding.readings.first());
        readings.map(|reading| reading.record.clone()).collect()
    };
    let [Finding { readings, .. }] = findings else { return false };
    let Some(first) = readings.first() else { return false };
    alone.take(text, 1, first.game, &mut Vec::new()) && firsts(&alone.findings) == firsts(findings)
}

/// What the formats of the game make of a part in which the recognised game is the first, or the only one: the
/// reading with all of its games, else the one with the fewest problems. `None` for a position.
fn read_part(first: &ReadAs, text: &str) -> Option<(&'static Format, GamesRead)> {
    let is_position = first.record.n_nodes() == 1;
    let formats = first.game.formats().iter().filter(|_| !is_position);
    let read = formats.map(|format| (format, (format.read)(text.as_bytes(), &Reading::default())));
    let holds_first = |read: &GamesRead| {
        let most_nodes = read.records.iter().map(Record::n_nodes).max().unwrap_or_default();
        most_nodes >= first.record.n_nodes()
    };
    let order = |(_, read): &(_, GamesRead)| (read.records.len() < 2, read.n_faults());
    read.filter(|(_, read)| holds_first(read)).min_by_key(order)
}

/// The readings, with those as another variant of the same game where the text names none.
fn with_variants(readings: Vec<ReadAs>, text: &str) -> Vec<ReadAs> {
    let mut all = Vec::new();
    for reading in readings {
        let others = if names_variant(text) { Vec::new() } else { other_variants(&reading) };
        all.push(reading);
        all.extend(others);
    }
    all
}

/// A heading of the text says which variant it is.
fn names_variant(text: &str) -> bool {
    text.contains("[GameType") || text.contains("[Variant")
}

fn other_variants(reading: &ReadAs) -> Vec<ReadAs> {
    let info = reading.game.info();
    let record = &reading.record;
    let own = record.setup.variant.as_deref();
    let first = info.variants.first().map(|variant| variant.name);
    let is_named = own.is_some() && own != first;
    let is_start = record.setup.position.is_none() && record.n_nodes() == 1;
    if info.position_holds_variant || is_named || is_start {
        return Vec::new();
    }
    let others = info.variants.iter().filter(|variant| Some(variant.name) != own.or(first));
    let read_as = |variant: &super::Variant| {
        let setup = Setup { variant: Some(variant.name.to_owned()), ..record.setup.clone() };
        let mut record = record.clone();
        record.setup = setup;
        let is_possible = record.ends().iter().all(|end| record.replay(reading.game, *end).is_ok());
        is_possible.then(|| ReadAs { record, form: reading.form.clone(), ..*reading })
    };
    others.filter_map(read_as).collect()
}

#[cfg(test)]
mod tests;
