//! Games with words between their moves, as in a forum post: `1. 32-28 19-23 the old main line 2. 28x19 14x23`.
//!
//! Plays no move: the words become comments in braces, which the games' readers know, and those decide
//! whether the moves follow each other.

use super::blocks::{is_game_heading, is_match_line, is_tag};
use super::words::{Kind, Word, is_result, word};

/// A game whose words between the moves are comments.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Told {
    /// The game; its lines are those of the text.
    pub(super) text: String,
    /// Where it ends in the text.
    pub(super) end: usize,
    /// Moves outside of variations.
    pub(super) n_moves: usize,
}

/// The ways to read the game that begins at this place, the likeliest first; none where no move follows any
/// words, or where the numbers of the moves do not fit.
pub(super) fn tellings(text: &str, start: usize) -> Vec<Told> {
    let mut found: Vec<Told> = told_match(text, start).into_iter().collect();
    let ways = [(GoesOn::AtMoves, true), (GoesOn::AtMoves, false), (GoesOn::AtNumbers, false)];
    for (goes_on, has_lines) in ways {
        let told = Teller::new(text, start, goes_on, has_lines).read();
        found.extend(told.filter(|told| !found.contains(told)));
    }
    found
}

/// Lines of words between two lines of a match.
const MOST_LINES: usize = 40;

/// A match of backgammon, which has its moves on lines of their own; lines of words become remarks.
fn told_match(text: &str, start: usize) -> Option<Told> {
    let is_first = is_match_line(text[start..].lines().next()?);
    let (mut out, mut kept, mut at) = (String::new(), (0, start), start);
    let (mut n_moves, mut n_words, mut n_waiting, mut n_games) = (0, 0, 0, 0);
    for line in text[start..].split_inclusive('\n').take_while(|_| is_first) {
        at += line.len();
        let words = line.trim();
        if is_game_heading(words) {
            n_games += 1;
        }
        if is_match_line(words) {
            (n_words, n_waiting) = (n_words + n_waiting, 0);
            n_moves += usize::from(is_play(words));
            out.push_str(line);
            kept = (out.trim_end().len(), at - (line.len() - line.trim_end().len()));
        } else if words.is_empty() || words.starts_with([';', '#']) {
            out.push_str(line);
        } else if n_waiting == MOST_LINES || n_moves == 0 {
            break;
        } else {
            n_waiting += 1;
            out.push_str(&format!("; {line}"));
        }
    }
    out.truncate(kept.0);
    // The reader of matches counts the games, and names the lines that are none of theirs.
    (n_words > 0 && n_games < 2).then_some(Told { text: out, end: kept.1, n_moves })
}

/// `  1) 31: 8/5 6/5`
fn is_play(line: &str) -> bool {
    line.split_once(')').is_some_and(|(_, rest)| rest.contains(':'))
}

/// Where the game may go on behind words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum GoesOn {
    /// At the next move, or at the number of the move that is due.
    AtMoves,
    /// At the number alone: moves among the words are others than those that were played.
    AtNumbers,
}

/// Longer words between two moves are no comment on them.
const MOST_WORDS: usize = 4_000;
/// A longer variation is not looked through.
const LONGEST_VARIATION: usize = 2_000;
/// Signs that end a sentence behind a move.
const ENDS: [char; 3] = ['.', ';', ':'];

/// Words since the last move.
#[derive(Clone, Copy, Debug)]
struct Words {
    from: usize,
    crosses_line: bool,
    crosses_paragraph: bool,
    /// The number of a move among them, with its place, which belongs to the game if a move follows.
    number: Option<(usize, u32)>,
}

#[derive(Debug)]
struct Teller<'a> {
    text: &'a str,
    at: usize,
    goes_on: GoesOn,
    /// Moves in parentheses are variations, and no words.
    has_lines: bool,
    out: String,
    kind: Option<Kind>,
    n_moves: usize,
    /// Of a move of two words the first was read.
    is_half: bool,
    /// The numbers, each with the moves before it.
    numbers: Vec<(u32, usize)>,
    /// The number of the move before which words stand, as the last of them.
    words_behind: Option<u32>,
    words: Option<Words>,
    n_comments: usize,
    /// The end of the last move, in what is written and in the text.
    kept: (usize, usize),
}

impl<'a> Teller<'a> {
    fn new(text: &'a str, start: usize, goes_on: GoesOn, has_lines: bool) -> Self {
        Self {
            text,
            at: start,
            goes_on,
            has_lines,
            out: String::new(),
            kind: None,
            n_moves: 0,
            is_half: false,
            numbers: Vec::new(),
            words_behind: None,
            words: None,
            n_comments: 0,
            kept: (0, start),
        }
    }

    fn read(mut self) -> Option<Told> {
        while self.step().is_some() {}
        let (n_written, end) = self.kept;
        self.out.truncate(n_written);
        let is_told = self.n_comments > 0 && self.has_fitting_numbers();
        is_told.then_some(Told { text: self.out, end, n_moves: self.n_moves })
    }

    /// Takes a word, a comment or a variation; `None` where the game ends.
    fn step(&mut self) -> Option<()> {
        let is_at_line = self.take_gap();
        let rest = &self.text[self.at..];
        if is_at_line {
            let line = rest.lines().next()?;
            if is_tag(line) {
                let is_heading = self.n_moves == 0 && self.words.is_none();
                return is_heading.then(|| self.take_verbatim(line.len()));
            }
        }
        match rest.chars().next()? {
            '{' => {
                let end = rest.find('}')? + 1;
                match self.words {
                    Some(_) => self.at += end,
                    None => self.take_verbatim(end),
                }
            }
            '(' => self.parenthesis(rest)?,
            _ => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '(');
                let first = rest.chars().next()?.len_utf8();
                let end = rest[first..].find(is_end).map_or(rest.len(), |end| end + first);
                self.word(&rest[..end])?;
            }
        }
        let is_long = self.words.is_some_and(|words| self.at - words.from > MOST_WORDS);
        (!is_long).then_some(())
    }

    /// Skips blanks; true at the beginning of a line.
    fn take_gap(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let gap = &rest[..rest.len() - rest.trim_start().len()];
        let n_lines = gap.matches('\n').count();
        let is_at_line = self.at == self.kept.1 && self.n_moves == 0 || n_lines > 0;
        match &mut self.words {
            Some(words) => {
                words.crosses_line |= n_lines > 0;
                words.crosses_paragraph |= n_lines > 1;
                self.at += gap.len();
            }
            None => {
                // Words may follow; what crosses their beginning belongs to them.
                self.take_verbatim(gap.len());
            }
        }
        is_at_line
    }

    fn take_verbatim(&mut self, n: usize) {
        self.out.push_str(&self.text[self.at..self.at + n]);
        self.at += n;
    }

    /// A variation stays as it is; anything else in parentheses is words.
    fn parenthesis(&mut self, rest: &str) -> Option<()> {
        let near = &rest[..rest.floor_char_boundary(LONGEST_VARIATION)];
        let mut depth = 0_usize;
        let end = near.char_indices().find_map(|(at, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at + 1)
        });
        let end = end.unwrap_or(1);
        let inner = near[1..end.max(2) - 1].trim();
        let line = self.variation(inner).filter(|_| self.n_moves > 0 && self.has_lines && end > 1);
        match (self.words, line) {
            (None, Some((moves, said))) => {
                self.out.push('(');
                self.out.push_str(moves);
                if !said.is_empty() {
                    let said = said.replace('{', "(").replace('}', ")");
                    self.out.push_str(&format!(" {{{said}}}"));
                    self.n_comments += 1;
                }
                self.out.push(')');
                self.at += end;
            }
            (None, None) => {
                self.begin_words()?;
                self.at += end;
            }
            (Some(_), _) => self.at += end,
        }
        Some(())
    }

    /// The moves of a variation, and the words that follow the last of them.
    fn variation<'b>(&self, inner: &'b str) -> Option<(&'b str, &'b str)> {
        let is_of_it = |text: &&str| !matches!(word(text), Word::Other) || is_dots(text);
        let is_move =
            |text: &str| matches!(word(text), Word::Move(_, kind) if self.kind == Some(kind));
        let begin = inner.split_whitespace().take_while(is_of_it);
        let last = begin.clone().last().filter(|_| begin.clone().any(is_move))?;
        let end = last.as_ptr() as usize - inner.as_ptr() as usize + last.len();
        let (moves, said) = (&inner[..end], inner[end..].trim());
        // It is written as the games' readers know it.
        if said.contains('{') {
            return Some((inner, ""));
        }
        // Moves behind words may belong to another line.
        (!said.split_whitespace().any(is_move)).then_some((moves, said))
    }

    fn begin_words(&mut self) -> Option<()> {
        self.end_first();
        if self.n_moves == 0 || self.is_half {
            return None;
        }
        let between = &self.text[self.kept.1.min(self.at)..self.at];
        let n_lines = between.matches('\n').count();
        let behind = self.numbers.last().filter(|(_, before)| *before == self.n_moves);
        self.words_behind = behind.map(|(number, _)| *number).or(self.words_behind);
        self.words = Some(Words {
            from: self.at,
            crosses_line: n_lines > 0,
            crosses_paragraph: n_lines > 1,
            number: None,
        });
        Some(())
    }

    fn word(&mut self, text: &'a str) -> Option<()> {
        let (number, body) = numbered(text);
        if let Some((number, _)) = number
            && number == 1
            && self.n_moves > 1
        {
            return None;
        }
        let moved = Moved::of(body);
        match (number, &moved) {
            (Some((number, _)), _) if self.words.is_some() => {
                if self.is_due(number) {
                    let at = self.at;
                    self.words.iter_mut().for_each(|words| words.number = Some((at, number)));
                } else {
                    self.words.iter_mut().for_each(|words| words.number = None);
                    self.at += text.len();
                    return Some(());
                }
            }
            (Some((number, _)), _) => {
                self.end_first();
                if self.numbers.last().is_none_or(|(last, _)| *last != number) {
                    self.numbers.push((number, self.n_moves));
                }
            }
            (None, _) => {}
        }
        if body.is_empty() {
            match self.words {
                Some(_) => self.at += text.len(),
                None => self.take_verbatim(text.len()),
            }
            return Some(());
        }
        match moved {
            Some(moved) if self.fits(moved.kind) => self.take_move(text, body, &moved)?,
            Some(_) | None => self.take_other(text, body)?,
        }
        Some(())
    }

    /// A word that is no move of this game.
    fn take_other(&mut self, text: &str, body: &str) -> Option<()> {
        if let Some(words) = &mut self.words {
            words.number = words.number.filter(|_| is_dots(body));
            self.at += text.len();
            return Some(());
        }
        if matches!(word(body), Word::Sign | Word::Number) {
            self.take_verbatim(text.len());
            if self.n_moves > 0 {
                self.kept = (self.out.len(), self.at);
            }
            return (!is_result(body)).then_some(());
        }
        self.begin_words()?;
        self.at += text.len();
        Some(())
    }

    fn fits(&self, kind: Kind) -> bool {
        match self.words {
            // "pass" may be any word.
            Some(words) if words.number.is_none() => self.kind == Some(kind),
            Some(_) | None => self.kind.is_none_or(|own| own.goes_on_with(kind)),
        }
    }

    fn take_move(&mut self, text: &str, body: &str, moved: &Moved) -> Option<()> {
        if let Some(words) = self.words {
            if words.number.is_none() && !self.is_move_due(words) {
                self.at += text.len();
                return Some(());
            }
            self.end_words(words)?;
        }
        let lead = text.len() - body.len();
        self.take_verbatim(lead + moved.len);
        self.at += body.len() - moved.len;
        self.kind = self.kind.or(Some(moved.kind).filter(|kind| *kind != Kind::Any));
        self.count(moved);
        self.kept = (self.out.len(), self.at);
        Some(())
    }

    /// The words are a comment before this move; `None` where they may be a mistake in the moves.
    fn end_words(&mut self, words: Words) -> Option<()> {
        let (end, number) = match words.number {
            Some((at, number)) => (at, Some(number)),
            None => (self.at, None),
        };
        let said = &self.text[words.from..end];
        let is_empty = !said.contains(char::is_alphanumeric);
        let is_word = |word: &str| {
            let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
            inner.chars().count() > 1 && inner.chars().all(char::is_alphabetic)
        };
        let is_mixed = |word: &str| {
            word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic)
        };
        let is_doubtful = !said.split_whitespace().any(is_word)
            || self.numbers.is_empty() && said.split_whitespace().any(is_mixed);
        if is_empty {
            // Signs alone, such as a dash.
            self.out.extend(said.chars().map(|c| if c == '\n' { c } else { ' ' }));
        } else if is_doubtful {
            return None;
        } else {
            let inner = said.trim_end().replace('{', "(").replace('}', ")");
            self.out.push_str(&format!("{{{inner}}}{}", &said[said.trim_end().len()..]));
            self.n_comments += 1;
        }
        if let Some(number) = number
            && self.numbers.last().is_none_or(|(last, _)| *last != number)
        {
            self.numbers.push((number, self.n_moves));
        }
        self.out.push_str(&self.text[end..self.at]);
        self.words = None;
        Some(())
    }

    /// The moves since the last number.
    fn n_since(&self) -> Option<(u32, usize)> {
        self.numbers.last().map(|(number, before)| (*number, self.n_moves - before))
    }

    /// A move with this number may come now.
    fn is_due(&self, number: u32) -> bool {
        self.n_since().is_some_and(|(last, n)| match number.checked_sub(last) {
            Some(0) => n == 1,
            Some(1) => (1..=2).contains(&n),
            Some(_) | None => false,
        })
    }

    /// A move without a number may come now.
    fn is_move_due(&self, words: Words) -> bool {
        self.goes_on == GoesOn::AtMoves
            && match self.n_since() {
                Some((_, n)) => n < 2 && !words.crosses_paragraph,
                None => !words.crosses_line,
            }
    }

    fn count(&mut self, moved: &Moved) {
        match (moved.is_half, self.is_half) {
            (None, _) => self.n_moves += moved.n,
            (Some(true), false) => self.is_half = true,
            // The first move of a game of Hive has no place.
            (Some(true), true) if self.n_moves == 0 => self.n_moves += 1,
            (Some(_), _) => {
                self.is_half = false;
                self.n_moves += 1;
            }
        }
    }

    fn end_first(&mut self) {
        if self.is_half && self.n_moves == 0 {
            (self.is_half, self.n_moves) = (false, 1);
        }
    }

    /// Between two numbers there is one move for each of them, or there are two, and always as many.
    fn has_fitting_numbers(&mut self) -> bool {
        let n_moves = self.n_moves;
        self.numbers.retain(|(_, before)| *before < n_moves);
        let mut each = (self.kind == Some(Kind::Numbers)).then_some(2);
        for pair in self.numbers.windows(2) {
            let [(first, from), (next, to)] = [pair[0], pair[1]];
            let n_numbers = next.checked_sub(first).map_or(0, |n| n as usize);
            let is_even = (1..=2).any(|n| {
                n_numbers > 0 && to - from == n * n_numbers && *each.get_or_insert(n) == n
            });
            if !is_even {
                return false;
            }
        }
        let last = self.numbers.last().copied();
        last.is_none_or(|(number, before)| {
            n_moves - before <= each.unwrap_or(2) && self.words_behind != Some(number)
        })
    }
}

/// A move, as it is written.
struct Moved {
    kind: Kind,
    n: usize,
    /// Bytes, without the signs behind it that belong to the sentence.
    len: usize,
    /// Of a game of Hive: it is the piece of a move, not yet its place.
    is_half: Option<bool>,
}

impl Moved {
    fn of(body: &str) -> Option<Self> {
        let bare = body.trim_end_matches(ENDS);
        let mv = if bare.is_empty() { body } else { bare };
        let Word::Move(n, kind) = word(mv) else { return None };
        let is_place = mv.contains(['-', '/', '\\']) || mv == ".";
        let is_half = (kind == Kind::Pieces).then_some(!is_place);
        Some(Self { kind, n, len: mv.len(), is_half })
    }
}

/// Dots in place of the first player's move.
fn is_dots(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '.' | '\u{2026}'))
}

/// The number in front of a word, with its dots, and the rest of the word: `12.`, `12...32-28`.
fn numbered(text: &str) -> (Option<(u32, usize)>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = text[digits..].trim_start_matches('.');
    let n_dots = text.len() - digits - behind.len();
    match text[..digits].parse() {
        Ok(number) if n_dots > 0 => (Some((number, n_dots)), behind),
        Ok(_) | Err(_) => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> String {
        tellings(text, 0).first().map_or("-".to_owned(), |told| told.text.clone())
    }

    #[test]
    fn words_between_moves_become_comments() {
        for (text, told) in [
            (
                "1. 32-28 19-23 the old main line 2. 28x19 14x23. Good (or 13x24). 3. 37-32 and",
                "1. 32-28 19-23 {the old main line} 2. 28x19 14x23 {Good (or 13x24).} 3. 37-32",
            ),
            ("1. 32-28, played at once, 19-23 *", "1. 32-28, {played at once,} 19-23 *"),
            (
                "1.32-28 well 1...19-23\n\nNow\n\n2.28x19",
                "1.32-28 {well} 1...19-23\n\n{Now}\n\n2.28x19",
            ),
            (
                "1. 32-28 19-23 2. 28x19 (not 2. 37-32) 14x23 (2... 13x24 too) 3. 37-32",
                "1. 32-28 19-23 2. 28x19 {(not 2. 37-32)} 14x23 (2... 13x24 {too}) 3. 37-32",
            ),
            ("f5 d6 nice c3 d3", "f5 d6 {nice} c3 d3"),
            ("1. wS1 as always 2. bG1 wS1- x", "1. wS1 {as always} 2. bG1 wS1-"),
            ("1. wS1 bG1 wS1- good 2. wA1 -wS1", "1. wS1 bG1 wS1- {good} 2. wA1 -wS1"),
            (
                "1. 32-28 19-23 (1... 20-24) fine 2. 28x19",
                "1. 32-28 19-23 (1... 20-24) {fine} 2. 28x19",
            ),
        ] {
            assert_eq!(first(text), told, "{text}");
        }
    }

    #[test]
    fn words_between_the_lines_of_a_match_become_remarks() {
        let text = "Game 1\nA : 0   B : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\nWell played.\n\n  2) 65: 24/13\nBye\n";
        let told = text.replace("Well", "; Well").replace("\nBye\n", "");
        assert_eq!(first(text), told);
        assert_eq!(first(&told), "-");
    }

    #[test]
    fn what_may_be_a_mistake_in_the_moves_is_no_comment() {
        for text in [
            "1. 32-28 19-23 2. banana 14x23 3. 37-32",
            "1. 32-28 19-23 2. banana 14x23",
            "1. 32-28 19-23 2. 28y19 14x23",
            "1. 32-28 19-23 and so on",
            "1. 32-28 19-23 and in game 7. 31-26 20-25",
            "1. 32-28 19-23 first\n1. 31-26 20-25",
            "32-28 19-23 first\n31-26 20-25",
            "f5 d6 c9 and c3 d3",
            "words 1. 32-28",
        ] {
            assert_eq!(first(text), "-", "{text}");
        }
    }
}
