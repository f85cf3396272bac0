//! Reads a PGN text into records, game by game.

use std::iter::Peekable;

use super::lex::{Kind, Lexer, Token};
use super::tags::{Heading, outcome};
use crate::games::file::MAX_NESTING;
use crate::games::hive::moves::{Spelled, spelled};
use crate::games::hive::recording::GameRead;
use crate::games::hive::{GameType, Hive, game_string};
use crate::games::recording::Recording;
use crate::games::{Reading, Record, annotation};

/// The text begins with tags of a Hive game, or with a numbered first move.
pub(in crate::games::hive) fn looks_like_one(text: &str) -> bool {
    let mut has_number = false;
    for token in Lexer::new(text).take(60) {
        match token.kind {
            Kind::Tag("GameType", value) => return GameType::find(&value).is_some(),
            Kind::Number => has_number = true,
            Kind::Move(text) => {
                return has_number && matches!(spelled(text), Some(Spelled::First(_)));
            }
            Kind::Tag(..) | Kind::Comment(_) => {}
            Kind::Mark(_) | Kind::Open | Kind::Close | Kind::Result(_) | Kind::OpenComment => {
                return false;
            }
        }
    }
    false
}

/// Reads every game of a text.
pub(in crate::games::hive) fn read(text: &str, reading: &Reading) -> Vec<GameRead> {
    let mut lexer = Lexer::new(text).peekable();
    let mut games = Vec::new();
    while let Some(first) = lexer.peek() {
        if !reading.goes_on(first.at, text.len(), games.len()) {
            break;
        }
        let goes_on = |at| reading.goes_on(at, text.len(), games.len());
        let Some(tokens) = game_of(&mut lexer, goes_on) else { break };
        games.push(Reader::game(&tokens, reading));
    }
    games
}

/// The parts of the next game, which ends before a tag that follows its moves; a comment before its
/// tags belongs to it. Parts after [`MAX_PARTS`] are left out, and replaced by a line that cannot
/// be a move. Returns `None` if `goes_on`, which is called now and then with the current byte,
/// returns false.
fn game_of<'a>(
    lexer: &mut Peekable<Lexer<'a>>,
    goes_on: impl Fn(usize) -> bool,
) -> Option<Vec<Token<'a>>> {
    let mut tokens: Vec<Token<'a>> = Vec::new();
    let (mut has_tags, mut has_moves, mut n_tokens) = (false, false, 0_usize);
    while let Some(token) =
        lexer.next_if(|token| !has_moves || !matches!(token.kind, Kind::Tag(..)))
    {
        let (is_tag, is_comment) =
            (matches!(token.kind, Kind::Tag(..)), matches!(token.kind, Kind::Comment(_)));
        has_tags |= is_tag;
        has_moves |= !is_tag && (has_tags || !is_comment);
        n_tokens += 1;
        if n_tokens.is_multiple_of(PARTS_AT_ONCE) && !goes_on(token.at) {
            return None;
        }
        match tokens.len() {
            MAX_PARTS => {
                let kind = Kind::Move("(too long to be a game)");
                tokens.push(Token { kind, ..token });
            }
            n if n < MAX_PARTS => tokens.push(token),
            _ => {}
        }
    }
    Some(tokens)
}

/// Moves, numbers, comments and brackets of one game that are read.
const MAX_PARTS: usize = 1_000_000;
/// After this many parts of one game the reader asks whether to go on.
const PARTS_AT_ONCE: usize = 4096;

/// One game being read.
struct Reader {
    recording: Recording<Hive>,
    heading: Heading,
    faults: Vec<(usize, String)>,
    /// The lines in which the open variations begin.
    opened: Vec<usize>,
    /// The number of open variations that are skipped after a mistake in one.
    skipped: usize,
    /// The main line had a mistake: nothing after it means anything.
    broken: bool,
    /// A number stands before the move that comes next.
    is_numbered: bool,
    /// Comments between a number and its move, or before the first move of a variation.
    said_before: String,
}

impl Reader {
    /// Reads one game up to its first mistake; a mistake in a variation ends only that variation.
    fn game(tokens: &[Token<'_>], reading: &Reading) -> GameRead {
        let mut heading = Heading::default();
        for token in tokens {
            if let Kind::Tag(key, value) = &token.kind {
                heading.add(key, value.clone());
            }
        }
        let moves = tokens
            .iter()
            .filter_map(|token| if let Kind::Move(text) = token.kind { Some(text) } else { None });
        let line = tokens.first().map_or(1, |token| token.line);
        let start = match heading.start(game_string::game_type_of(moves)) {
            Ok(start) => start,
            Err(problem) => {
                return GameRead { faults: vec![(line, problem)], ..GameRead::default() };
            }
        };
        let has_tags = heading.n_tags > 0;
        let recording = Recording::new(start);
        let mut reader = Self {
            recording,
            heading,
            faults: Vec::new(),
            opened: Vec::new(),
            skipped: 0,
            broken: false,
            is_numbered: false,
            said_before: String::new(),
        };
        for token in tokens {
            if reader.broken || reading.is_cancelled() {
                break;
            }
            reader.take(token);
        }
        if !reader.broken && !reading.is_cancelled() {
            reader.see_open();
        }
        reader.end(line, has_tags)
    }

    fn take(&mut self, token: &Token<'_>) {
        if token.kind == Kind::OpenComment {
            // The comment contains the ends of the open variations.
            self.opened.clear();
            self.faults.push((token.line, "a comment is not closed".to_owned()));
            return;
        }
        if self.skipped > 0 {
            self.skipped += usize::from(token.kind == Kind::Open);
            if token.kind == Kind::Close {
                self.close(token.line);
            }
            return;
        }
        match token.kind {
            Kind::Number => self.is_numbered = true,
            Kind::Comment(_) | Kind::Move(_) => {}
            _ => {
                self.is_numbered = false;
                self.end_said_before();
            }
        }
        match &token.kind {
            Kind::Tag(..) | Kind::Number | Kind::OpenComment => {}
            Kind::Result(text) => {
                if outcome(text).is_some() && self.recording.n_open() == 0 {
                    self.heading.add_result(text);
                }
            }
            Kind::Move(text) => {
                self.is_numbered = false;
                let played = self.recording.play_text(text);
                if played.is_ok() {
                    self.use_said_before();
                }
                self.end_said_before();
                if let Err(problem) = played {
                    self.faults.push((token.line, problem));
                    self.skipped = usize::from(self.recording.n_open() > 0);
                    self.broken = self.recording.n_open() == 0;
                }
            }
            Kind::Mark(text) => {
                let at = self.recording.at();
                if at != Record::START {
                    self.recording.record.node_mut(at).marks.push((*text).to_owned());
                }
            }
            Kind::Comment(text) => {
                let begins = self.recording.is_fresh() && self.recording.n_open() > 0;
                if (self.is_numbered || begins) && !text.contains("[%") {
                    // An empty line keeps them separate when they are read.
                    self.said_before.push_str("\n\n");
                    self.said_before.push_str(text);
                } else {
                    self.comment(text);
                }
            }
            Kind::Open => self.open(token.line),
            Kind::Close => self.close(token.line),
        }
    }

    fn comment(&mut self, text: &str) {
        let at = self.recording.at();
        annotation::add(&mut self.recording.record, at, &self.heading.tags.players, text);
    }

    /// What was said before the move that was just played.
    fn use_said_before(&mut self) {
        let text = std::mem::take(&mut self.said_before);
        if !text.is_empty() {
            let at = self.recording.at();
            let node = self.recording.record.node_mut(at);
            node.set_comment_before(annotation::unwrapped(&text).trim());
        }
    }

    /// What was said before a move that does not come belongs to what is there.
    fn end_said_before(&mut self) {
        let text = std::mem::take(&mut self.said_before);
        if !text.is_empty() {
            self.comment(&text);
        }
    }

    /// Begins a variation, or skips one that is too deep.
    fn open(&mut self, line: usize) {
        self.recording.open();
        self.opened.push(line);
        if self.recording.n_open() > MAX_NESTING {
            self.faults.push((line, format!("variations are nested more than {MAX_NESTING} deep")));
            self.skipped = 1;
        }
    }

    /// Ends a variation, also a skipped one.
    fn close(&mut self, line: usize) {
        self.skipped = self.skipped.saturating_sub(1);
        if self.skipped > 0 {
            return;
        }
        self.opened.pop();
        if !self.recording.close() {
            self.faults.push((line, "\")\" ends no variation".to_owned()));
        }
    }

    /// A variation that is still open at the end has taken the rest of the game.
    fn see_open(&mut self) {
        if let Some(line) = self.opened.first() {
            self.faults.push((*line, "a variation is not closed".to_owned()));
        }
    }

    fn end(mut self, line: usize, has_tags: bool) -> GameRead {
        self.end_said_before();
        self.recording.close_all();
        let ending = self.recording.pos().board().ending();
        let mut record = self.recording.finish();
        let said = self.heading.finish(&mut record, ending).err().filter(|_| !self.broken);
        let is_something = has_tags || record.n_nodes() > 1;
        GameRead {
            left_out: Vec::new(),
            record: is_something.then_some(record),
            faults: self.faults,
            notes: said.into_iter().map(|note| (line, note)).collect(),
            wrong_turn: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_of_one_long_game_can_be_ended_in_its_middle() {
        let text = "1. wS1 ".repeat(PARTS_AT_ONCE);
        let mut asked = Vec::new();
        let cancelled = game_of(&mut Lexer::new(&text).peekable(), |at| {
            assert!(at > 0 && at < text.len());
            false
        });
        assert_eq!(cancelled, None);
        let counted = std::cell::RefCell::new(&mut asked);
        let whole = game_of(&mut Lexer::new(&text).peekable(), |at| {
            counted.borrow_mut().push(at);
            true
        });
        assert_eq!(whole.map(|tokens| tokens.len()), Some(2 * PARTS_AT_ONCE));
        assert_eq!(asked.len(), 2);
    }
}
