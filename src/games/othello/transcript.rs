//! Transcripts: sequences of moves, `f5d6c3`, in all common spellings.
//!
//! Reads pairs with or without separators, either case, passes written or left out, move numbers,
//! comments in braces, and the PGN-like files of playing sites with their headings. Several games
//! may follow each other. A transcript starts from the normal position; facts about single
//! moves other than marks and comments are neither read nor written.

mod other_size;
mod tokens;

use super::Othello;
use super::formats::{of_size, shortened};
use super::moves::Move;
use super::recording::{outcome_of, played};
use crate::games::file::Refusal;
use crate::games::recording::Recording;
use crate::games::{
    FileProblem, GameResult, GamesRead, Outcome, Reading, Record, Rules, Setup, Side, annotation,
};
use tokens::{Kind, Token, Tokens, tokens};

/// The text looks like moves of Othello, whether or not they can be played.
pub(super) fn looks_like_one(text: &str) -> bool {
    let (mut n_moves, mut n_odd) = (0, 0);
    for token in tokens(text).take(200) {
        match token.kind {
            Kind::Move(_) => n_moves += 1,
            Kind::Odd(_) if n_moves == 0 => return false,
            Kind::Odd(_) => n_odd += 1,
            Kind::Number(_) | Kind::Header(..) | Kind::Comment(_) | Kind::Mark(_) => {}
            Kind::Result(_) => {}
        }
    }
    n_moves > 0 && n_odd * 3 <= n_moves
}

/// Reads every game of a text.
pub(super) fn read(text: &str, reading: &Reading) -> GamesRead {
    let mut reader = Reader::default();
    let mut rest = tokens(text);
    while let Some(token) = rest.next() {
        if !reading.goes_on(token.at, text.len(), reader.games.records.len()) {
            break;
        }
        if let Kind::Move(mv) = token.kind {
            if token.first {
                reader.start_of_line(mv, &rest);
            }
            if reader.is_at_start()
                && played(Othello::START, mv).is_none()
                && let Some(size) = other_size::of(&text[token.at..])
            {
                reader.refuse(size, token.line);
            }
        }
        reader.take(&token);
    }
    reader.end_game();
    if reader.games.records.is_empty() && reader.games.problems.is_empty() {
        let reason = "there is no move in it".to_owned();
        reader.games.problems.push(FileProblem::new(None, 1, reason));
    }
    reader.games
}

/// Writes the main line without passes, as most programs expect.
///
/// # Errors
///
/// When the game does not start from the normal position, has no move or one that cannot be played.
pub(super) fn write(record: &Record) -> Result<String, String> {
    let start = Othello::start(&record.setup).map_err(|error| error.to_string())?;
    if start.setup() != Setup::default() {
        return Err("a transcript cannot hold a start other than the normal one".to_owned());
    }
    let mut recording = Recording::new(start);
    let mut text = String::new();
    for mv in record.moves_to(record.last()) {
        let parsed = mv.0.parse().map_err(|error| format!("{error}"))?;
        recording.play_told(parsed)?;
        if parsed != Move::Pass {
            text.push_str(&mv.0);
        }
    }
    if text.is_empty() {
        return Err("the game has no moves, and a transcript is nothing else".to_owned());
    }
    text.push('\n');
    Ok(text)
}

/// The games so far, and the one being read.
struct Reader {
    games: GamesRead,
    recording: Recording<Othello>,
    /// A part of the running game has been read.
    started: bool,
    /// The running game had a mistake: its further moves mean nothing.
    broken: bool,
    /// The running game is not kept.
    is_refused: bool,
    n_games: usize,
    /// A move of the running game has come, whether or not it could be played.
    has_moves: bool,
    /// Headings, comments and marks of the running game.
    n_parts: usize,
    /// Problems between games.
    n_odd: usize,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            games: GamesRead::default(),
            recording: Recording::new(Othello::START),
            started: false,
            broken: false,
            is_refused: false,
            n_games: 0,
            has_moves: false,
            n_parts: 0,
            n_odd: 0,
        }
    }
}

/// A line of this many moves that could be a separate game is one. Shorter lines (one or two moves
/// each) continue the game.
const OWN_LINE: usize = 4;
/// Headings, comments and marks of one game that are read.
const MAX_PARTS: usize = 10_000;
/// Problems between games that are reported.
const MAX_ODD: usize = 1000;

impl Reader {
    fn take(&mut self, token: &Token<'_>) {
        match &token.kind {
            Kind::Header(key, value) => self.header(key, value, token.line),
            Kind::Number(1) if self.recording.n_plies() > 0 || self.broken => self.end_game(),
            Kind::Number(_) => {}
            Kind::Move(mv) => self.play(*mv, token.line),
            Kind::Odd(text) => self.odd(text, token.line),
            Kind::Result(text) => self.result(text),
            Kind::Comment(text) => self.comment(text, token.line),
            Kind::Mark(text) => {
                if self.recording.n_plies() > 0 && !self.broken && self.has_room(token.line) {
                    let at = self.recording.at();
                    self.recording.record.node_mut(at).marks.push((*text).to_owned());
                }
            }
        }
    }

    /// Decides whether the line that begins with this move is a new game or continues the current
    /// one; `rest` is the text after the move.
    fn start_of_line(&mut self, mv: Move, rest: &Tokens<'_>) {
        if self.recording.n_plies() == 0 && !self.broken {
            return;
        }
        let new = n_playable(Othello::START, mv, rest);
        let is_new = if self.broken {
            new >= OWN_LINE
        } else if self.recording.pos().board.is_over() {
            new > 0
        } else {
            let more = n_playable(*self.recording.pos(), mv, rest);
            new > more || (new == more && new >= OWN_LINE)
        };
        if is_new {
            self.end_game();
        }
    }

    /// No move of the running game has been played.
    fn is_at_start(&self) -> bool {
        self.recording.n_plies() == 0 && !self.broken
    }

    /// Keeps nothing of the running game, which was played on a board of another size.
    fn refuse(&mut self, size: usize, line: usize) {
        (self.started, self.broken, self.is_refused) = (true, true, true);
        let refusal = Refusal::Foreign(of_size(&size.to_string()));
        self.games.refuse(Some(self.n_games + 1), line, refusal);
    }

    fn play(&mut self, mv: Move, line: usize) {
        self.started = true;
        self.has_moves = true;
        let over = self.recording.pos().board.is_over();
        if self.broken || (mv == Move::Pass && over) {
            return;
        }
        if let Err(reason) = self.recording.play_told(mv) {
            self.problem(line, reason);
        }
    }

    /// Text that cannot be read breaks the running game; between games it is one problem a line.
    fn odd(&mut self, text: &str, line: usize) {
        let reason = format!("{:?} is not a move", shortened(text));
        if self.started {
            self.problem(line, reason);
        } else if self.n_odd < MAX_ODD
            && self.games.problems.last().is_none_or(|last| last.line != line)
        {
            self.n_odd += 1;
            self.games.problems.push(FileProblem::around(line, reason));
        }
    }

    /// Counts a heading, comment or mark; a game with too many of them is rejected.
    fn has_room(&mut self, line: usize) -> bool {
        self.n_parts += 1;
        if self.n_parts > MAX_PARTS {
            self.problem(line, format!("more than {MAX_PARTS} headings, comments and marks"));
        }
        self.n_parts <= MAX_PARTS
    }

    fn problem(&mut self, line: usize, reason: String) {
        if self.broken {
            return;
        }
        self.started = true;
        self.broken = true;
        self.games.problems.push(FileProblem::new(Some(self.n_games + 1), line, reason));
    }

    fn header(&mut self, key: &str, value: &str, line: usize) {
        let is_heading_alone = !self.has_moves && self.n_parts > MAX_PARTS;
        if (self.recording.n_plies() > 0 || self.broken) && !is_heading_alone {
            self.end_game();
        }
        self.started = true;
        if !self.has_room(line) {
            return;
        }
        let tags = &mut self.recording.record.tags;
        match key {
            "Black" => value.clone_into(&mut tags.players[0]),
            "White" => value.clone_into(&mut tags.players[1]),
            "BlackElo" => value.clone_into(&mut tags.ratings[0]),
            "WhiteElo" => value.clone_into(&mut tags.ratings[1]),
            "Site" => value.clone_into(&mut tags.place),
            "Date" => value.clone_into(&mut tags.date),
            "Result" => self.recording.record.result = read_result(value),
            key => {
                tags.other.insert(key.to_owned(), value.to_owned());
            }
        }
    }

    fn result(&mut self, text: &str) {
        if !self.started {
            return;
        }
        if let Some(result) = read_result(text) {
            self.recording.record.result = Some(result);
        }
        self.end_game();
    }

    fn comment(&mut self, text: &str, line: usize) {
        if self.broken || text.is_empty() || !self.has_room(line) {
            return;
        }
        self.started = true;
        let at = self.recording.at();
        let node = self.recording.record.node_mut(at);
        let text = annotation::set_aside(text, node);
        annotation::add_text(node, &text);
    }

    fn end_game(&mut self) {
        if !self.started {
            return;
        }
        self.n_games += 1;
        self.n_parts = 0;
        self.has_moves = false;
        self.started = false;
        self.broken = false;
        let mut done = std::mem::replace(&mut self.recording, Recording::new(Othello::START));
        if std::mem::take(&mut self.is_refused) {
            return;
        }
        if done.pos().board.is_over() {
            // The board itself has more information than the heading.
            done.record.result = None;
        }
        self.games.records.push(done.finish());
    }
}

/// The number of moves, this one and the next ones up to the end of the line, that can be played.
fn n_playable(pos: Othello, first: Move, rest: &Tokens<'_>) -> usize {
    let Some(mut pos) = played(pos, first) else { return 0 };
    let mut n = 1;
    for token in rest.clone().take_while(|token| !token.first) {
        match token.kind {
            Kind::Move(mv) => {
                let Some(after) = played(pos, mv) else { break };
                pos = after;
                n += 1;
            }
            Kind::Odd(_) | Kind::Result(_) | Kind::Header(..) => break,
            Kind::Number(_) | Kind::Comment(_) | Kind::Mark(_) => {}
        }
    }
    n
}

/// `37-27` (discs), `1-0`, `0-1`, `1/2-1/2`; Black's side first. Anything else isn't a result.
fn read_result(text: &str) -> Option<GameResult> {
    let known =
        |outcome, margin| Some(GameResult { outcome, margin, reason: "as recorded".to_owned() });
    let (black, white) = text.split_once('-')?;
    if (black, white) == ("1/2", "1/2") {
        return known(Outcome::Draw, Some(0));
    }
    let (black, white) = (black.parse::<i32>().ok()?, white.parse::<i32>().ok()?);
    let in_range = (0..=64).contains(&black) && (0..=64).contains(&white);
    match (black, white) {
        (1, 0) => known(Outcome::WonBy(Side::First), None),
        (0, 1) => known(Outcome::WonBy(Side::Second), None),
        _ if in_range && black + white <= 64 => {
            known(outcome_of(f64::from(black - white)), Some(black - white))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(games: &GamesRead) -> Vec<&str> {
        games.problems.iter().map(|problem| problem.reason.as_str()).collect()
    }

    #[test]
    fn what_one_game_keeps_has_a_limit_and_the_next_game_is_read_all_the_same() {
        let too_many = "more than 10000 headings, comments and marks";
        let headings: String = (0..MAX_PARTS + 5).map(|n| format!("[K{n} \"x\"]\n")).collect();
        for (flood, n_games) in [
            (format!("f5 {}", "! ".repeat(MAX_PARTS + 5)), 2),
            (format!("f5 {}", "{x} ".repeat(MAX_PARTS + 5)), 2),
            (headings + "f5\n", 2),
        ] {
            let text = format!("{flood}\n\n[Black \"B\"]\n1. d3 c3");
            let games = read(&text, &Reading::default());
            assert_eq!(reasons(&games), [too_many]);
            assert_eq!(games.records.len(), n_games);
            assert!(games.records[0].tags.other.len() <= MAX_PARTS);
            let last = games.records.last().map(|record| record.moves_to(record.last()).len());
            assert_eq!(last, Some(2));
        }
    }

    #[test]
    fn games_on_one_line_are_counted_and_the_reading_can_be_ended_between_them() {
        let reading = Reading::default();
        let text = "f5 1-0 ".repeat(crate::games::MAX_GAMES + 10);
        let games = read(&text, &reading);
        assert_eq!((games.records.len(), reading.is_full()), (crate::games::MAX_GAMES, true));
    }

    #[test]
    fn lines_that_are_no_moves_are_told_of_up_to_a_number() {
        let games = read(&"hello\n".repeat(3 * MAX_ODD), &Reading::default());
        assert_eq!((games.records.len(), games.problems.len()), (0, MAX_ODD));
    }
}
