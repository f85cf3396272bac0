//! From a PDN text to records, game by game.
//!
//! Does not decide which move a text means; `resolve` does. If several captures are possible,
//! `ahead` looks at the following moves.

mod comments;

use super::NAGS;
use super::ahead::{Budget, decide};
use super::foreign;
use super::heading::{Heading, MAX_TAGS, set_up, turned};
use super::lex::{Kind, Lexer, RawMove, Token};
use super::resolve::{Resolved, resolve};
use crate::games::draughts::fen::shortened;
use crate::games::draughts::{Draughts, MoveList};
use crate::games::file::{MAX_NESTING, Refusal};
use crate::games::recording::Recording;
use crate::games::{FileProblem, GamesRead, NodeId, Reading, Recognised, Record};

/// Reads every game of a text.
pub(in crate::games::draughts) fn read(text: &str, reading: &Reading) -> GamesRead {
    read_all(text, reading).games
}

/// The first item of a text.
#[derive(Debug)]
pub(in crate::games::draughts) enum FirstGame {
    /// A game, and the number of all games.
    Game(Box<Record>, usize),
    /// No game of ours, but one of another kind.
    Foreign(Recognised),
}

/// The first game of a text; `None` if there is no game.
///
/// # Errors
///
/// The first mistake in the first game, or the first of all when no game can be read. An ambiguous
/// capture and a missing type of game are not mistakes.
pub(in crate::games::draughts) fn first_game(text: &str) -> Result<Option<FirstGame>, FileProblem> {
    let Reader { games, doubts, .. } = read_all(text, &Reading::default());
    if let Some(foreign) = games.as_foreign() {
        return Ok(Some(FirstGame::Foreign(foreign)));
    }
    let n_games = games.records.len();
    let mut mistakes = games.problems.into_iter().enumerate().filter(|(idx, problem)| {
        !doubts.contains(idx) && (n_games == 0 || problem.game.is_none_or(|game| game == 1))
    });
    match mistakes.next() {
        Some((_, mistake)) => Err(mistake),
        None => {
            let first = games.records.into_iter().next();
            Ok(first.map(|record| FirstGame::Game(Box::new(record), n_games)))
        }
    }
}

fn read_all(text: &str, reading: &Reading) -> Reader {
    let mut reader = read_while(text, |done, n_ended| reading.goes_on(done, text.len(), n_ended));
    let is_empty = reader.games.records.is_empty() && reader.games.problems.is_empty();
    if is_empty && !reading.is_cancelled() {
        let reason = "there is no game in it".to_owned();
        reader.games.problems.push(FileProblem::new(None, 1, reason));
    }
    reader
}

/// Reads for as long as `goes_on` returns true; it is called at each game and now and then in a
/// long one, with the number of bytes read and of games ended.
fn read_while(text: &str, mut goes_on: impl FnMut(usize, usize) -> bool) -> Reader {
    let mut reader = Reader::default();
    let mut lexer = Lexer::new(text);
    let (mut n_told, mut n_tokens) = (usize::MAX, 0_usize);
    while let Some(token) = lexer.next() {
        n_tokens += 1;
        let n_ended = reader.n_ended();
        if n_told != n_ended || n_tokens.is_multiple_of(TOKENS_AT_ONCE) {
            n_told = n_ended;
            if !goes_on(lexer.n_done(), n_ended) {
                reader.stop();
                break;
            }
        }
        reader.take(&token, &lexer);
    }
    reader.end_game(None);
    reader
}

/// After this many pieces of one game the reader asks whether to go on.
const TOKENS_AT_ONCE: usize = 4096;

/// The games so far, and the one being read.
#[derive(Default)]
struct Reader {
    games: GamesRead,
    /// The problems that are only doubts: moves that could be several captures, odd types of games,
    /// two results.
    doubts: Vec<usize>,
    /// Games begun, including those that could not be read.
    n_games: usize,
    game: Option<RunningGame>,
    /// The line being read.
    line: usize,
    /// The end of the main line of the game that ended last, if that was kept.
    kept_to: Option<NodeId>,
    /// Text outside any game was already reported.
    outside: bool,
    /// A number came, and no move behind it yet.
    is_numbered: bool,
    /// Working memory.
    list: MoveList,
}

#[derive(Default)]
struct RunningGame {
    heading: Heading,
    /// Present from the first move or set-up on.
    recording: Option<Recording<Draughts>>,
    state: ReadState,
    /// Comments before the first move of the game or of a variation.
    waiting_comment: String,
    /// Comments between a number and its move.
    said_before: String,
    budget: Budget,
    /// Pieces of the text that were read.
    n_parts: usize,
}

/// Moves of one game that are read, including its variations.
const MAX_MOVES: usize = 100_000;
/// Moves, numbers, comments, marks and brackets of one game that are read.
const MAX_PARTS: usize = 1_000_000;

/// The part of a game that is still read.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum ReadState {
    #[default]
    Reading,
    /// After a mistake in a variation: skips to its end. The number of variations open inside it.
    Skipping(usize),
    /// After a mistake: skips to the next game.
    Broken,
    /// A game that we do not have: the rest is skipped.
    Refused,
}

impl Reader {
    fn take(&mut self, token: &Token<'_>, lexer: &Lexer<'_>) {
        self.line = token.line;
        if let Some(reason) = self.game.as_mut().and_then(|game| game.count(token)) {
            self.break_game(&reason);
        }
        let stays = matches!(token.kind, Kind::Comment(_) | Kind::Move(_));
        let is_number = matches!(token.kind, Kind::Number(..) | Kind::Ellipsis);
        if let Some(game) = self.game.as_mut().filter(|_| !stays && !is_number) {
            game.end_said_before();
        }
        self.is_numbered = is_number || stays && self.is_numbered;
        match token.kind {
            Kind::Tag(key, value) => self.tag(key, value),
            Kind::Result("*") if token.glued && self.is_mark(lexer) => self.mark("$7".to_owned()),
            Kind::Result(text) => self.result(text),
            Kind::Number(1, 1) if self.is_new_game(lexer) => self.end_game(None),
            Kind::Number(..) | Kind::Ellipsis => {}
            Kind::Move(raw) => {
                self.is_numbered = false;
                self.play(&raw, lexer);
            }
            Kind::Comment(text) => self.comment(text),
            Kind::Open => self.open(),
            Kind::Close => self.close(),
            Kind::Nag(number) => self.mark(nag(number)),
            Kind::Strength(text) => self.mark(text.to_owned()),
            Kind::Setup(text) => self.set_up(text),
            Kind::Odd(text) => self.odd(text),
            Kind::NestedComment(line) => {
                self.line = line;
                self.break_game("a comment begins inside another comment");
            }
            Kind::OpenComment => self.break_game("a comment is not closed"),
        }
    }

    /// The current game, or a new one.
    fn running(&mut self) -> &mut RunningGame {
        self.outside = false;
        self.game.get_or_insert_with(|| {
            self.n_games += 1;
            RunningGame::default()
        })
    }

    /// Games that have been read to their end, as far as possible.
    fn n_ended(&self) -> usize {
        self.n_games - usize::from(self.game.is_some())
    }

    /// Leaves out the rest of the running game; its missing end is then no mistake of the file.
    fn stop(&mut self) {
        if let Some(game) = &mut self.game {
            game.state = ReadState::Broken;
        }
    }

    fn report(&mut self, line: usize, reason: String) {
        self.games.report(FileProblem::new(Some(self.n_games), line, reason));
    }

    /// Does the same as `report`, for oddities that are not mistakes.
    fn doubt(&mut self, line: usize, reason: String) {
        self.doubts.push(self.games.problems.len());
        self.report(line, reason);
    }

    /// A tag after moves begins the next game.
    fn tag(&mut self, key: &str, value: &str) {
        let has_begun =
            |game: &RunningGame| game.recording.is_some() || game.state != ReadState::Reading;
        if self.game.as_ref().is_some_and(has_begun) {
            self.end_game(None);
        }
        let line = self.line;
        let heading = &mut self.running().heading;
        heading.add(key, value, line);
        if heading.is_over_full() {
            let reason = format!("a heading has at most {MAX_TAGS} tags; the others are left out");
            self.report(line, reason);
        }
    }

    /// The game with its start set up, if it is one of ours and still being read.
    fn recording(&mut self) -> Option<&mut RunningGame> {
        let game = self.running();
        if game.state != ReadState::Reading {
            return None;
        }
        if game.recording.is_none() {
            match game.heading.start() {
                Ok(start) => {
                    game.begin(start);
                    if let Some((line, doubt)) = game.heading.doubt() {
                        self.doubt(line, doubt);
                    }
                }
                Err(refusal) => {
                    self.refuse(refusal);
                    return None;
                }
            }
        }
        self.game.as_mut()
    }

    fn refuse(&mut self, (line, refusal): (Option<usize>, Refusal)) {
        let game = self.running();
        game.state = ReadState::Refused;
        game.recording = None;
        self.games.refuse(Some(self.n_games), line.unwrap_or(self.line), refusal);
    }

    fn play(&mut self, raw: &RawMove<'_>, lexer: &Lexer<'_>) {
        let mut list = std::mem::take(&mut self.list);
        let problem = match self.recording() {
            Some(game) => game.play(raw, lexer, &mut list),
            None => Ok(None),
        };
        self.list = list;
        if let Some(game) = &mut self.game {
            game.end_said_before();
        }
        match problem {
            Ok(None) => {}
            Ok(Some(doubt)) => self.doubt(self.line, doubt),
            Err(_) if self.is_result(raw.text) => self.result(raw.text),
            Err(reason) => match self.game.as_ref().and_then(|game| game.kind_of(raw)) {
                Some(kind) => self.refuse((None, Refusal::Foreign(kind.to_owned()))),
                None => self.mistake(reason),
            },
        }
    }

    /// A result from the heading such as `4-6`, of tournaments that count points differently.
    fn is_result(&self, text: &str) -> bool {
        self.game.as_ref().is_some_and(|game| game.heading.states_result(text))
    }

    /// A mistake in a variation costs the rest of the variation, any other the rest of the game.
    fn mistake(&mut self, reason: String) {
        self.report(self.line, reason);
        let game = self.running();
        let in_variation = game.recording.as_ref().is_some_and(|moves| moves.n_open() > 0);
        game.state = if in_variation { ReadState::Skipping(0) } else { ReadState::Broken };
    }

    /// Gives up the rest of the game, including variations.
    fn break_game(&mut self, reason: &str) {
        if let Some(game) = self.recording() {
            game.state = ReadState::Broken;
            self.report(self.line, reason.to_owned());
        }
    }

    fn mark(&mut self, mark: String) {
        let reading = self.game.as_mut().filter(|game| game.state == ReadState::Reading);
        let Some(moves) = reading.and_then(|game| game.recording.as_mut()) else { return };
        if !moves.is_fresh() {
            let at = moves.at();
            moves.record.node_mut(at).marks.push(mark);
        }
    }

    fn open(&mut self) {
        if self.game.is_none() {
            return self.odd("(");
        }
        if let ReadState::Skipping(n_open) = &mut self.running().state {
            *n_open += 1;
            return;
        }
        let Some(moves) = self.recording().and_then(|game| game.recording.as_mut()) else { return };
        moves.open();
        if moves.n_open() > MAX_NESTING {
            self.mistake(format!("variations are nested more than {MAX_NESTING} deep"));
        }
    }

    fn close(&mut self) {
        let Some(game) = &mut self.game else { return self.odd(")") };
        let Some(moves) = &mut game.recording else { return };
        match &mut game.state {
            ReadState::Skipping(0) => {
                game.state = ReadState::Reading;
                game.waiting_comment.clear();
                moves.close();
            }
            ReadState::Skipping(n_open) => *n_open -= 1,
            ReadState::Reading => {
                game.waiting_comment.clear();
                if !moves.close() {
                    self.report(self.line, "a variation ends that did not begin".to_owned());
                }
            }
            ReadState::Broken | ReadState::Refused => {}
        }
    }

    /// A set-up before any move is the start. Later it begins a new game with the same heading,
    /// because a record has one start; in a variation it cannot be kept.
    fn set_up(&mut self, text: &str) {
        let game = self.running();
        if game.state != ReadState::Reading {
            return;
        }
        let now = game.recording.as_ref().map(|moves| (moves.n_open(), moves.n_plies()));
        match (game.position_of(text), now) {
            (Err(refusal), None) => self.refuse(refusal),
            (Err((_, refusal)), Some(_)) => self.mistake(refusal.reason()),
            (Ok(start), _) if game.recording.as_ref().is_some_and(|at| *at.pos() == start) => {}
            (Ok(_), Some((1.., _))) => {
                self.mistake("a set-up in a variation cannot be kept".to_owned());
            }
            (Ok(start), Some((0, 1..))) => {
                let heading = game.heading.of_next_part();
                let is_left_out = heading.is_empty() && !game.heading.is_empty();
                let without = if is_left_out { ", without the long heading" } else { "" };
                let reason = format!("a set-up amid the moves begins a new game{without}");
                self.report(self.line, reason);
                self.end_game(None);
                let game = self.running();
                game.heading = heading;
                game.begin(start);
            }
            (Ok(start), Some((0, 0)) | None) => game.begin(start),
        }
    }

    /// Text that cannot be read breaks the running game; between games it is reported once.
    fn odd(&mut self, text: &str) {
        let is_tag = text.starts_with('[');
        match &self.game {
            Some(_) if is_tag => {
                self.report(self.line, format!("{:?} is not a tag", shortened(text)))
            }
            Some(game) if game.state == ReadState::Reading => {
                let moves = self.recording().and_then(|game| game.recording.as_ref());
                match (moves.map(Recording::n_plies), foreign::by_letters(text)) {
                    (Some(0), Some(kind)) => {
                        self.refuse((None, Refusal::Foreign(kind.to_owned())));
                    }
                    (Some(n), _) => {
                        let n = n + 1;
                        self.mistake(format!("move {n}: {:?} is not a move", shortened(text)));
                    }
                    (None, _) => {}
                }
            }
            Some(_) => {}
            None if foreign::by_letters(text).is_some() => {
                self.running();
                self.odd(text);
            }
            None if self.outside => {}
            None => {
                self.outside = true;
                let reason = format!("{:?} is outside of any game", shortened(text));
                self.games.report(FileProblem::around(self.line, reason));
            }
        }
    }

    /// A star directly after a move marks it as the only one if the game goes on; otherwise it ends
    /// the game (PDN 3.0 forbids the former because of the latter).
    fn is_mark(&self, lexer: &Lexer<'_>) -> bool {
        let moves = self.game.as_ref().and_then(|game| game.recording.as_ref());
        let next = lexer.clone().find(|token| !matches!(token.kind, Kind::Comment(_)));
        let goes_on = || match next.map(|token| token.kind) {
            Some(Kind::Move(_) | Kind::Open | Kind::Close | Kind::Result(_)) => true,
            Some(Kind::Number(number, _)) => number != 1,
            _ => false,
        };
        moves.is_some_and(|moves| !moves.is_fresh()) && goes_on()
    }

    /// Moves are numbered from 1 again, although the running game already has some.
    fn is_new_game(&self, lexer: &Lexer<'_>) -> bool {
        let Some(game) = &self.game else { return false };
        let Some(moves) = &game.recording else { return false };
        let may_end =
            moves.n_open() == 0 && moves.n_plies() >= 2 || game.state == ReadState::Broken;
        let is_black = || lexer.clone().next().is_some_and(|next| next.kind == Kind::Ellipsis);
        may_end && !is_black()
    }

    fn result(&mut self, text: &str) {
        let Some(game) = &self.game else { return };
        let n_open = game.recording.as_ref().map_or(0, Recording::n_open);
        if n_open == 0 || game.state == ReadState::Broken {
            self.end_game(Some(text));
        }
    }

    /// Keeps the current game. Without tags and moves it isn't a game.
    fn end_game(&mut self, separator: Option<&str>) {
        let Some(game) = &self.game else { return };
        if game.heading.is_empty() && game.recording.is_none() {
            self.game = None;
            self.n_games -= 1;
            return;
        }
        self.recording();
        if let Some(game) = &mut self.game {
            game.end_said_before();
        }
        self.kept_to = None;
        let Some(RunningGame { heading, recording: Some(mut moves), state, .. }) = self.game.take()
        else {
            return;
        };
        if moves.n_open() > 0 && state != ReadState::Broken {
            self.report(self.line, "a variation is not closed".to_owned());
        }
        moves.close_all();
        let last = moves.pos().ending();
        if let Err(doubt) = heading.finish(&mut moves.record, last, separator) {
            self.doubt(self.line, doubt);
        }
        self.kept_to = Some(moves.at());
        self.games.records.push(moves.finish());
        self.games.numbers.push(self.n_games);
    }
}

impl RunningGame {
    fn begin(&mut self, start: Draughts) {
        self.recording = Some(Recording::new(start));
        self.use_waiting_comment();
    }

    /// Plays a move. Returns a doubt about it, if there is one.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be played.
    fn play(
        &mut self,
        raw: &RawMove<'_>,
        lexer: &Lexer<'_>,
        list: &mut MoveList,
    ) -> Result<Option<String>, String> {
        let Some(moves) = &mut self.recording else { return Ok(None) };
        let (n, text) = (moves.n_plies() + 1, raw.text);
        if moves.is_deep() {
            return Err(format!("move {n}: more than {MAX_NESTING} variations lie in each other"));
        }
        let (mv, doubt) = match resolve(moves.pos(), raw, list) {
            Resolved::One(mv) => (mv, None),
            Resolved::Several(found) => {
                let (mv, why) = decide(moves.pos(), &found, lexer, &mut self.budget, list);
                let doubt = format!("move {n}: {text:?} can be {} captures; {why}", found.len());
                (mv, Some(doubt))
            }
            Resolved::None(reason) => return Err(format!("move {n}: {text:?} {reason}")),
        };
        moves.play(&mv);
        self.use_waiting_comment();
        self.use_said_before();
        Ok(doubt)
    }

    /// The kind of draughts that an impossible move shows, if we do not have it.
    fn kind_of(&self, raw: &RawMove<'_>) -> Option<&'static str> {
        let moves = self.recording.as_ref().filter(|moves| moves.n_open() == 0)?;
        let kind = foreign::by_move(moves.pos(), &moves.record, raw)?;
        // The game's own declaration has priority, unless it begins with such a move.
        (self.heading.is_untyped() || moves.record.setup.position.is_none()).then_some(kind)
    }

    /// Counts a piece of the text. If there are too many, returns the reason why it and all later
    /// ones are left out.
    fn count(&mut self, token: &Token<'_>) -> Option<String> {
        self.n_parts += 1;
        let n_moves = self.recording.as_ref().map_or(0, |moves| moves.record.n_nodes() - 1);
        let is_move = matches!(token.kind, Kind::Move(_));
        if self.state != ReadState::Reading {
            None
        } else if is_move && n_moves >= MAX_MOVES {
            Some(format!("a game has at most {MAX_MOVES} moves; the others are left out"))
        } else if self.n_parts > MAX_PARTS {
            Some(format!("a game has at most {MAX_PARTS} parts; the others are left out"))
        } else {
            None
        }
    }

    /// The position of a set-up, `FEN "..."`. Without any piece it only gives the side to move.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be set up.
    fn position_of(&self, text: &str) -> Result<Draughts, (Option<usize>, Refusal)> {
        let fen = text.trim().trim_start_matches("FEN").trim().trim_matches('"');
        let now = self.recording.as_ref().map(Recording::pos);
        let variant = match now {
            Some(pos) => pos.variant(),
            None => self.heading.variant()?,
        };
        let turned = now.and_then(|pos| turned(pos, fen));
        turned
            .unwrap_or_else(|| set_up(fen, variant))
            .map_err(|problem| format!("set-up {:?}: {problem}", shortened(fen)))
            .map_err(|reason| (None, Refusal::Broken(reason)))
    }
}

/// The sign that a numeric annotation glyph stands for; a glyph without a sign is kept as `$7`.
fn nag(number: u32) -> String {
    let known = NAGS.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("${number}"), |(_, sign)| (*sign).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_of_one_long_game_can_be_ended_in_its_middle() {
        let text = format!("1. 32-28 (31-27 {}", "{x} ".repeat(3 * TOKENS_AT_ONCE));
        let mut asked = 0;
        let reader = read_while(&text, |done, n_ended| {
            assert_eq!((n_ended, done > asked), (0, true));
            asked = done;
            asked < text.len() / 2
        });
        assert!(asked < text.len());
        assert_eq!((reader.games.records.len(), &reader.games.problems[..]), (1, &[][..]));
        assert_eq!(reader.games.records[0].n_nodes(), 3);
    }
}
