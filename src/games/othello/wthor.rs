//! WTHOR databases (`.wtb`) of the Fédération Française d'Othello.
//!
//! A file holds the numbers of players and tournaments; their names are in other files (`.jou`,
//! `.trn`) that are not read. Layout: 16 bytes of header, then 68 bytes a game, little endian.

mod write;

pub(super) use self::write::write;
use super::Othello;
use super::formats::of_size;
use super::moves::Move;
use super::recording::outcome_of;
use crate::games::file::Refusal;
use crate::games::recording::Recording;
use crate::games::{FileProblem, GameResult, GamesRead, Reading, Record};

/// Tags: the discs of Black after perfect play, and the empty squares from which on it is perfect.
const SCORE: &str = "TheoreticalScore";
const DEPTH: &str = "TheoreticalDepth";

const HEADER: usize = 16;
const GAME: usize = 68;
/// A game on 10x10 squares: the same eight bytes, and at most 96 moves.
const LARGE_GAME: usize = 8 + 96;

/// Reads every game of a file.
pub(super) fn read(bytes: &[u8], reading: &Reading) -> GamesRead {
    let mut games = GamesRead::default();
    let (header, body) = match Header::read(bytes) {
        Ok(read) => read,
        Err(refusal) => {
            games.refuse(None, 1, refusal);
            return games;
        }
    };
    let expected = header.n_games.saturating_mul(GAME);
    if body.len() != expected {
        let (n, has) = (header.n_games, bytes.len());
        let needs = HEADER.saturating_add(expected);
        let reason = format!("{n} games need {needs} bytes, but the file has {has}");
        games.problems.push(FileProblem::new(None, 1, reason));
    }
    for (idx, game) in body.chunks_exact(GAME).take(header.n_games).enumerate() {
        if !reading.goes_on(HEADER + idx * GAME, bytes.len(), idx) {
            break;
        }
        let mut problem = |reason| {
            games.problems.push(FileProblem::new(Some(idx + 1), 1, reason));
        };
        games.records.push(record(&header, game, HEADER + idx * GAME, &mut problem));
    }
    games
}

/// The content of the header.
struct Header {
    n_games: usize,
    year: u16,
    /// The empty squares from which on the theoretical scores are exact.
    depth: u8,
}

impl Header {
    /// The header, and the bytes behind it.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), Refusal> {
        let broken = |reason: String| Err(Refusal::Broken(reason));
        let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
            let n = bytes.len();
            return broken(format!("{n} bytes are too few for a WTHOR file, whose header has 16"));
        };
        let &[century, year, month, day, n0, n1, n2, n3, k0, k1, y0, y1, size, _, depth, _] =
            header;
        // Any file of bytes could be taken for a database: only this tells it from others.
        if !matches!(century, 0 | 19..=21) || year > 99 || month > 12 || day > 31 {
            let date = format!("{century}, {year}, {month} and {day}");
            return broken(format!("offset 0: {date} are no date; this is not a WTHOR file"));
        }
        let of_games = u16::from_le_bytes([y0, y1]);
        if !matches!(of_games, 0 | 1900..=2199) {
            return broken(format!("offset 10: {of_games} is no year; this is not a WTHOR file"));
        }
        let n_games = u32::from_le_bytes([n0, n1, n2, n3]) as usize;
        if size == 10 && n_games > 0 && n_games.checked_mul(LARGE_GAME) == Some(body.len()) {
            return Err(Refusal::Foreign(of_size("10")));
        }
        if !matches!(size, 0 | 8) {
            return broken(format!("offset 12: a board of size {size}; only 8 by 8 can be read"));
        }
        if u16::from_le_bytes([k0, k1]) != 0 {
            return broken("offset 8: a WTHOR file of names, not of games".to_owned());
        }
        Ok((Self { n_games, year: of_games, depth }, body))
    }
}

/// One game, as far as its moves can be played.
fn record(header: &Header, game: &[u8], offset: usize, problem: &mut impl FnMut(String)) -> Record {
    let number = |at: usize| u16::from_le_bytes([game[at], game[at + 1]]);
    let mut recording = Recording::new(Othello::START);
    let tags = &mut recording.record.tags;
    tags.players = [format!("Player {}", number(2)), format!("Player {}", number(4))];
    if header.year > 0 {
        tags.date = header.year.to_string();
    }
    tags.other.insert("Tournament".to_owned(), number(0).to_string());
    tags.other.insert(SCORE.to_owned(), game[7].to_string());
    if header.depth > 0 {
        tags.other.insert(DEPTH.to_owned(), header.depth.to_string());
    }
    for (idx, byte) in game[8..].iter().copied().enumerate().take_while(|(_, byte)| *byte != 0) {
        let played = read_move(byte).and_then(|mv| recording.play_told(mv));
        if let Err(reason) = played {
            problem(format!("offset {}: {reason}", offset + 8 + idx));
            break;
        }
    }
    match game[6] {
        score @ 0..=64 => set_score(&mut recording, score),
        score => problem(format!("offset {}: {score} is not a number of discs", offset + 6)),
    }
    recording.finish()
}

/// 10 times the row plus the column, both from 1.
fn read_move(byte: u8) -> Result<Move, String> {
    match (byte / 10, byte % 10) {
        (row @ 1..=8, col @ 1..=8) => Ok(Move::Place((row - 1) * 8 + col - 1)),
        _ => Err(format!("{byte} is not a square")),
    }
}

/// The score of the file (Black's discs, empty squares given to the winner) decides if the
/// moves do not reach the end of the game.
fn set_score(recording: &mut Recording<Othello>, score: u8) {
    if recording.pos().board.is_over() {
        return;
    }
    let margin = 2 * i32::from(score) - 64;
    recording.record.result = Some(GameResult {
        outcome: outcome_of(f64::from(margin)),
        margin: Some(margin),
        reason: "as recorded".to_owned(),
    });
}
