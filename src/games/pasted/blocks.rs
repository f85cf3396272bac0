//! The parts of a text that may be games or positions, by their shape alone.
//!
//! Reads no game: what a part is, the games decide.

use std::ops::Range;

use super::between::tellings;
use super::words::{Kind, Word, word};

/// A part of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Block {
    /// Tags, moves and comments of one game or of several.
    Games(Range<usize>),
    /// A move that begins a game only if its game goes on behind the words that follow it.
    Told(Range<usize>),
    /// A line that may hold a position or a whole game; the parts of it to try, the longest first.
    Line(Vec<Range<usize>>),
    /// Lines that may hold one position together; the parts to try, the longest first.
    Lines(Vec<Range<usize>>),
}

/// The lines of a text with the blocks among them.
pub(super) struct Blocks<'a> {
    text: &'a str,
    /// Where each line begins and ends, without its line end.
    lines: Vec<Range<usize>>,
    /// The next line.
    next: usize,
}

/// What of a text is outside of some parts of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outside {
    /// Lines that are not empty and share nothing with any of them.
    pub(super) n_lines: usize,
    /// Words on the other lines.
    pub(super) n_words: usize,
    /// Lines, and parts of lines, that may be broken moves as well as words.
    pub(super) n_doubtful: usize,
}

impl Outside {
    /// Signs alone, such as the full stop behind a game, are no words.
    fn take_words(&mut self, text: &str) {
        let words = text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
        self.n_words += words.count();
        self.n_doubtful += usize::from(is_doubtful(text));
    }
}

/// The text has letters and digits in one word, as moves have, and no word of letters alone, as sentences have.
fn is_doubtful(text: &str) -> bool {
    let is_word = |word: &str| {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
        inner.chars().count() > 1 && inner.chars().all(char::is_alphabetic)
    };
    let is_mixed = |word: &str| {
        let is_address = word.contains('@') || word.contains("://") || word.starts_with("www.");
        !is_address
            && word.contains(|c: char| c.is_ascii_digit())
            && word.contains(char::is_alphabetic)
    };
    text.split_whitespace().any(is_mixed) && !text.split_whitespace().any(is_word)
}

/// Further lines of a text are not looked at.
const MAX_LINES: usize = 20_000;

impl<'a> Blocks<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut at = 0;
        let pieces = text.split('\n').take(MAX_LINES);
        let lines = pieces.map(|line| {
            let start = at;
            at += line.len() + 1;
            start..start + line.trim_end().len()
        });
        Self { text, lines: lines.collect(), next: 0 }
    }

    /// The number of the line, from 1, in which this place is.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|line| line.start <= at).max(1)
    }

    /// What is outside of these parts.
    pub(super) fn outside(&self, parts: &[Range<usize>]) -> Outside {
        let mut outside = Outside::default();
        for line in &self.lines {
            let mut on_line: Vec<&Range<usize>> = parts
                .iter()
                .filter(|part| line.start < part.end && part.start < line.end)
                .collect();
            if on_line.is_empty() {
                let text = &self.text[line.clone()];
                outside.n_lines += usize::from(!text.trim().is_empty());
                outside.n_doubtful += usize::from(is_doubtful(text));
                continue;
            }
            on_line.sort_by_key(|part| part.start);
            let mut from = line.start;
            for part in on_line {
                outside.take_words(&self.text[from..part.start.max(from)]);
                from = part.end.clamp(from, line.end);
            }
            outside.take_words(&self.text[from..line.end]);
        }
        outside
    }

    fn line(&self, idx: usize) -> &'a str {
        self.lines.get(idx).map_or("", |line| &self.text[line.clone()])
    }

    /// Goes on with the line behind this place in the last block, which may have been taken to be longer.
    pub(super) fn go_on_behind(&mut self, at: usize) {
        self.next = self.lines.partition_point(|line| line.start < at);
    }

    /// Goes on behind this place.
    fn skip_to(&mut self, at: usize) {
        self.next = self.lines.partition_point(|line| line.start < at).max(self.next + 1);
    }

    /// `(;...)` as in SGF and GGF, with the trees that follow it at once.
    fn trees(&mut self) -> Option<Block> {
        let range = self.lines[self.next].clone();
        let start = range.start + self.text[range].find("(;")?;
        let mut end = tree_end(self.text, start)?;
        while self.text[end..].trim_start().starts_with("(;") {
            let gap = self.text[end..].len() - self.text[end..].trim_start().len();
            match tree_end(self.text, end + gap) {
                Some(further) => end = further,
                None => break,
            }
        }
        self.skip_to(end);
        Some(Block::Games(start..end))
    }

    /// Tags and moves from this line on.
    fn moves(&mut self) -> Option<Block> {
        let first = self.next;
        let range = self.lines[first].clone();
        let mut run = Run::default();
        let begins = match run.take(self.line(first)) {
            Taken::All => 0,
            Taken::Numbers if matches!(self.line(first).trim(), "1" | "1.") => 0,
            Taken::Part(_) | Taken::Numbers | Taken::None => {
                run = Run::default();
                let line = self.line(first);
                let at = begins_behind_words(line)?;
                run.take(&self.line(first)[at..]);
                at
            }
        };
        let mut end = run.end_in(&range, begins);
        let mut idx = first + 1;
        let mut goes_on = end == range.end || end == range.start;
        while goes_on && idx < self.lines.len() {
            let line = self.line(idx);
            if line.trim().is_empty() {
                idx += 1;
                continue;
            }
            match run.take(line) {
                Taken::All => end = self.lines[idx].end,
                Taken::Numbers => {}
                Taken::Part(taken) => {
                    end = self.lines[idx].start + taken;
                    goes_on = false;
                }
                Taken::None => goes_on = false,
            }
            idx += usize::from(goes_on || end > self.lines[idx].start);
        }
        // A single move may be a word of the text around it.
        if !run.has_tag && run.n_moves < FEWEST_MOVES {
            let start = range.start + begins;
            if tellings(self.text, start).is_empty() {
                return None;
            }
            self.next = idx;
            return Some(Block::Told(start..end));
        }
        let end = self.broken_end(end, run.kind.unwrap_or(Kind::Any)).unwrap_or(end);
        self.skip_to(end);
        Some(Block::Games(range.start + begins..end))
    }

    /// The end of the paragraph, or of what stands before the next game in it, where moves of this kind go on behind the
    /// word that ends a run of them here: that word is then a mistake in the game, and none of the text around it.
    fn broken_end(&self, end: usize, kind: Kind) -> Option<usize> {
        let first = self.line_of(end) - 1;
        let behind = std::iter::once(&self.text[end..self.lines[first].end.max(end)]);
        let below = self.lines.iter().skip(first + 1).map(|line| &self.text[line.clone()]);
        let is_of_it = |line: &&str| !line.trim().is_empty() && !begins_game(line);
        let paragraph = behind.chain(below.take_while(is_of_it));
        if !paragraph.clone().any(|line| moves_go_on(line, kind)) {
            return None;
        }
        paragraph.last().map(|line| offset(self.text, line) + line.len())
    }

    /// Eight lines of eight squares, and the line behind them.
    fn board(&mut self) -> Option<Block> {
        const ROWS: usize = 8;
        let first = self.next;
        let is_board = (first..first + ROWS).all(|idx| is_board_row(self.line(idx)));
        if !is_board {
            return None;
        }
        let start = self.lines[first].start;
        let rows = self.lines[first + ROWS - 1].end;
        let below = self.lines.get(first + ROWS).map_or(rows, |line| line.end);
        self.skip_to(rows);
        Some(Block::Lines(vec![start..below, start..rows]))
    }

    /// The lines in which GNU Backgammon writes its ids.
    fn ids(&mut self) -> Option<Block> {
        let first = self.next;
        let has = |idx, label| self.line(idx).to_ascii_lowercase().contains(label);
        if !has(first, "position id") {
            return None;
        }
        let start = self.lines[first].start;
        let last = (first..first + 3).rfind(|idx| has(*idx, "match id")).unwrap_or(first);
        let end = self.lines[last].end;
        self.skip_to(end);
        Some(Block::Lines(vec![start..end, start..self.lines[first].end]))
    }

    /// What on this line may be a position.
    fn words(&mut self) -> Option<Block> {
        let range = self.lines[self.next].clone();
        let line = &self.text[range.clone()];
        let words: Vec<(usize, &str)> =
            line.split_whitespace().map(|word| (offset(line, word), word)).collect();
        let is_alone = words.len() == 1;
        let signed = |word: &str| is_signed(word) || is_alone && word.len() >= LEAST_ALONE;
        let mut parts = Vec::new();
        for (at, word) in words.iter().filter(|(_, word)| signed(word)).take(MAX_WORDS) {
            parts.push(range.start + at..range.end);
            let lead = word.len() - word.trim_start_matches(AROUND).len();
            let bare = word.trim_matches(AROUND);
            let start = range.start + at + lead;
            let own = start..start + bare.len();
            let game = with_pieces(self.text, start..range.end);
            parts.extend(game.filter(|part| *part != own));
            parts.push(own);
        }
        if parts.is_empty() {
            return None;
        }
        let whole = range.start + (line.len() - line.trim_start().len())..range.end;
        parts.insert(0, whole);
        parts.dedup();
        self.next += 1;
        Some(Block::Line(parts))
    }
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        while self.next < self.lines.len() {
            if !self.line(self.next).trim().is_empty() {
                let found = self.trees().or_else(|| self.moves()).or_else(|| self.board());
                if let Some(block) = found.or_else(|| self.ids()).or_else(|| self.words()) {
                    return Some(block);
                }
            }
            self.next += 1;
        }
        None
    }
}

/// The part from the beginning of this one that is a GameString, whose moves have gaps: its first word, and moves of
/// pieces behind it.
fn with_pieces(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    let line = &text[part.clone()];
    let mut words = line.split_whitespace();
    let first = words.next().filter(|word| word.contains(';'))?;
    let is_of_it = |word: &&str| {
        let mut moves = word.trim_end_matches(AROUND).split(';');
        moves.all(|mv| matches!(super::words::word(mv), Word::Move(_, Kind::Pieces | Kind::Any)))
    };
    let last = words.take_while(is_of_it).last().unwrap_or(first);
    let end = offset(line, last) + last.trim_end_matches(AROUND).len();
    Some(part.start..part.start + end)
}

/// Signs that a sentence puts around a word.
const AROUND: [char; 12] = ['"', '\'', '(', ')', '<', '>', ',', '.', ';', '!', '?', '`'];
/// Words of a line that are tried.
const MAX_WORDS: usize = 8;
/// A shorter word that stands alone is no position.
const LEAST_ALONE: usize = 13;

/// A word that no sentence has: one with signs inside, or a very long one.
fn is_signed(word: &str) -> bool {
    let inner = word.trim_matches(AROUND);
    inner.len() >= 40 || inner.len() >= 6 && inner.contains([':', ';', '='])
}

fn offset(line: &str, word: &str) -> usize {
    word.as_ptr() as usize - line.as_ptr() as usize
}

/// The end of the tree that begins here, behind its bracket; values in `[...]` may hold brackets.
fn tree_end(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut in_value, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_value => is_escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_board_row(line: &str) -> bool {
    let squares = line.trim().trim_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '|');
    let is_square = |c: &char| matches!(c, '-' | '.' | '*' | 'O' | 'X' | 'o' | 'x' | '_' | '+');
    let is_gap = |c: char| c == ' ' || c == '|';
    squares.chars().filter(is_square).count() == 8
        && squares.chars().all(|c| is_square(&c) || is_gap(c))
}

/// What of a line belongs to a run of moves.
enum Taken {
    All,
    /// So many bytes at its beginning.
    Part(usize),
    /// Numbers alone, which belong to moves on the next line if there are any.
    Numbers,
    None,
}

/// Tags, moves and comments that follow each other.
#[derive(Default)]
struct Run {
    has_tag: bool,
    n_moves: usize,
    /// That of its moves, once it is known.
    kind: Option<Kind>,
    /// Inside `{...}`.
    in_comment: bool,
    /// What was taken of the last line.
    taken: usize,
}

impl Run {
    /// Where the run ends in a first line that it has begun at `begins`.
    fn end_in(&self, line: &Range<usize>, begins: usize) -> usize {
        line.start + begins + self.taken
    }

    fn take(&mut self, line: &str) -> Taken {
        let taken = self.take_line(line);
        self.taken = match taken {
            Taken::All => line.len(),
            Taken::Part(n) => n,
            Taken::Numbers | Taken::None => 0,
        };
        taken
    }

    fn take_line(&mut self, line: &str) -> Taken {
        if !self.in_comment {
            if is_tag(line) {
                self.has_tag = true;
                return Taken::All;
            }
            if is_match_line(line) {
                self.n_moves += 2;
                return Taken::All;
            }
        }
        self.take_words(line)
    }

    fn take_words(&mut self, line: &str) -> Taken {
        let mut at = 0;
        // Numbers alone at the end belong to what follows them.
        let mut sure = 0;
        loop {
            let rest = &line[at..];
            let gap = rest.len() - rest.trim_start().len();
            at += gap;
            let rest = &line[at..];
            if self.in_comment {
                let Some(end) = rest.find('}') else { return Taken::All };
                self.in_comment = false;
                at += end + 1;
                sure = at;
                continue;
            }
            if rest.is_empty() {
                return if sure > 0 || at == 0 { Taken::All } else { Taken::Numbers };
            }
            if rest.starts_with('{') {
                self.in_comment = true;
                at += 1;
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            match word(&rest[..end]) {
                Word::Move(n, kind) if self.kind.is_none_or(|own| own.goes_on_with(kind)) => {
                    self.n_moves += n;
                    self.kind = self.kind.or(Some(kind).filter(|kind| *kind != Kind::Any));
                }
                Word::Sign => {}
                Word::Number => {
                    at += end;
                    continue;
                }
                Word::Move(..) | Word::Other if sure == 0 => return Taken::None,
                Word::Move(..) | Word::Other => return Taken::Part(sure),
            }
            at += end;
            sure = at;
        }
    }
}

/// Fewer moves may be words of the text around them.
const FEWEST_MOVES: usize = 2;

/// Where a game begins in a line that begins with words: where moves stand, or before that with its first move, from
/// which nothing but comments stands between them.
fn begins_behind_words(line: &str) -> Option<usize> {
    let moves = moves_in_words(line).map(|(at, _)| at);
    let reaches = |first: usize, at: usize| {
        let mut run = Run::default();
        run.take(&line[first..]);
        first < at && at < first + run.taken
    };
    let is_before = |first: &usize| moves.is_none_or(|at| reaches(*first, at));
    first_move(line).filter(is_before).or(moves)
}

/// Where the first move of a game stands with its number, in a line that begins with words.
fn first_move(line: &str) -> Option<usize> {
    let mut words = line.split_whitespace().peekable();
    while let Some(text) = words.next() {
        let body = text.trim_start_matches('(').strip_prefix("1.");
        let first = match body {
            Some("") => words.peek().copied(),
            body => body,
        };
        if first.is_some_and(|first| matches!(word(first), Word::Move(..))) {
            return Some(offset(line, text));
        }
    }
    None
}

/// Where moves of one kind begin in a line that begins with words; `None` if there are too few of them.
fn moves_in_words(line: &str) -> Option<(usize, Kind)> {
    const FEWEST: usize = 3;
    let (mut begins, mut n_moves, mut own) = (None, 0, Kind::Any);
    for text in line.split_whitespace() {
        match word(text) {
            Word::Other => {
                (begins, n_moves, own) = (None, 0, Kind::Any);
                continue;
            }
            Word::Move(n, kind) if own.fits(kind) => {
                n_moves += n;
                own = if own == Kind::Any { kind } else { own };
            }
            Word::Move(n, kind) => (begins, n_moves, own) = (None, n, kind),
            Word::Number | Word::Sign => {}
        }
        begins = begins.or(Some(offset(line, text)));
        if n_moves >= FEWEST {
            return begins.map(|begins| (begins, own));
        }
    }
    None
}

/// The line has a move of this kind with its number, or several such moves one after the other. A first move is
/// that of another game.
fn moves_go_on(line: &str, kind: Kind) -> bool {
    let mut is_numbered = false;
    let is_first = |text: &str| text.trim_start_matches('(').starts_with("1.");
    line.split_whitespace().take_while(|text| !is_first(text)).any(|text| {
        let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_number = behind.len() < text.len() && behind.starts_with('.');
        let is_move = matches!(word(text), Word::Move(_, own) if own.fits(kind));
        let is_one = is_move && (has_number || is_numbered);
        is_numbered = has_number && !is_move;
        is_one
    }) || moves_in_words(line).is_some_and(|(at, own)| own.fits(kind) && !is_first(&line[at..]))
}

/// A game begins in this line.
fn begins_game(line: &str) -> bool {
    is_tag(line)
        || line.split_whitespace().any(|text| text.trim_start_matches('(').starts_with("1."))
}

/// `[Event "..."]`
pub(super) fn is_tag(line: &str) -> bool {
    let Some(inner) = line.trim().strip_prefix('[') else { return false };
    let Some((key, value)) = inner.split_once(char::is_whitespace) else { return false };
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_key && value.trim_start().starts_with('"') && value.ends_with(']')
}

/// A line of a match of backgammon: its length, a game's number, its players, a play, a win.
pub(super) fn is_match_line(line: &str) -> bool {
    let line = line.trim();
    let number = line.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = line.split_at(number);
    let counts = |text: &str| text.trim().starts_with(|c: char| c.is_ascii_digit());
    if !digits.is_empty() && (rest.starts_with(')') || rest.starts_with(" point match")) {
        return true;
    }
    let is_win = line.strip_prefix("Wins ").is_some_and(|rest| rest.contains("point"));
    let scores: Vec<&str> = line.split(" : ").collect();
    let is_players = matches!(scores[..], [_, first, second] if counts(first) && counts(second));
    let is_tag = line.strip_prefix("; [").is_some_and(|rest| rest.ends_with(']'));
    is_game_heading(line) || is_win || is_players || is_tag
}

/// `Game 3`, before a game of a match.
pub(super) fn is_game_heading(line: &str) -> bool {
    let is_number = |text: &str| {
        let text = text.trim().trim_end_matches([':', '.']);
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    line.strip_prefix("Game ").is_some_and(is_number)
}
