//! The GameString of UHP: game type, state, turn and all moves on one line.
//!
//! The header is recomputed from the moves and a false one reported, because engines ignore it and
//! some write a wrong one (rules 2.2).

use super::recording::{Recording, is_repetition, read as read_move, result_of};
use super::{GameType, Hive};
use crate::games::{Ending, FileProblem, GamesRead, Outcome, Reading, Record, Rules, SetupError};

const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

/// A GameString taken apart.
#[derive(Clone, Debug)]
struct Parts<'a> {
    game_type: GameType,
    state: Option<&'a str>,
    turn: Option<&'a str>,
    moves: Vec<&'a str>,
}

/// Takes a GameString apart; `None` when it does not begin with a game type. State and turn may be
/// missing, and a semicolon may stand at the end.
fn parts(text: &str) -> Option<Parts<'_>> {
    let mut rest = text.trim().split(';').map(str::trim).peekable();
    let game_type = GameType::find(rest.next()?)?;
    let is_state = |part: &&str| STATES.iter().any(|state| state.eq_ignore_ascii_case(part));
    let state = rest.next_if(is_state);
    let turn = rest.next_if(|part| is_turn(part));
    let moves = rest.filter(|part| !part.is_empty()).collect();
    Some(Parts { game_type, state, turn, moves })
}

/// `White[12]`.
fn is_turn(part: &str) -> bool {
    let Some((side, number)) = part.split_once('[') else { return false };
    let is_side = Hive::INFO.sides.iter().any(|name| name.eq_ignore_ascii_case(side.trim()));
    let digits = number.strip_suffix(']').unwrap_or_default();
    is_side && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text begins as a GameString does.
pub(super) fn looks_like_one(text: &str) -> bool {
    text.trim_start().split([';', '\n']).next().is_some_and(|head| GameType::find(head).is_some())
}

/// The position at the end of a GameString.
///
/// # Errors
///
/// When it is none, is of another game type than the set-up's variant, or has a move that breaks a
/// rule.
pub(super) fn start(text: &str, variant: Option<GameType>) -> Result<Hive, SetupError> {
    let failed = |problem| SetupError::Position { text: text.to_owned(), problem };
    let Some(parts) = parts(text) else {
        return Err(failed("it does not begin with a game type, as a GameString does".to_owned()));
    };
    if let Some(variant) = variant.filter(|variant| *variant != parts.game_type) {
        let (this, that) = (parts.game_type.name(), variant.name());
        return Err(failed(format!("its game type is {this}, not {that}")));
    }
    let mut pos = Hive::new(parts.game_type);
    for (idx, text) in parts.moves.into_iter().enumerate() {
        let mv = read_move(&pos, text)
            .map_err(|reason| failed(format!("move {}: {reason}", idx + 1)))?;
        pos.play_unchecked(&mv);
    }
    Ok(pos)
}

/// Reads GameStrings, one a line.
pub(super) fn read(text: &str, reading: &Reading) -> GamesRead {
    let mut games = GamesRead::default();
    let mut done = 0;
    for (idx, line) in text.split('\n').enumerate() {
        if !reading.goes_on(done, text.len(), games.records.len()) {
            return games;
        }
        done += line.len() + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (game, line_no) = (Some(games.records.len() + 1), idx + 1);
        let (record, problems) = read_one(line);
        let problem = |reason| FileProblem { game, line: line_no, reason };
        games.problems.extend(problems.into_iter().map(problem));
        games.records.extend(record);
    }
    if games.records.is_empty() && games.problems.is_empty() {
        let reason = "there is no GameString in it".to_owned();
        games.problems.push(FileProblem { game: None, line: 1, reason });
    }
    games
}

/// Reads one GameString up to its first mistake, and says what is wrong with it.
fn read_one(line: &str) -> (Option<Record>, Vec<String>) {
    let Some(parts) = parts(line) else {
        let head: String = line.trim().chars().take(40).collect();
        return (None, vec![format!("{head:?} does not begin with a game type")]);
    };
    let mut recording = Recording::new(Hive::new(parts.game_type));
    for text in &parts.moves {
        if let Err(problem) = recording.play_text(text) {
            return (Some(recording.finish()), vec![problem]);
        }
    }
    let pos = recording.pos().clone();
    let mut record = recording.finish();
    let mut problems = Vec::new();
    if let Some(state) = parts.state.filter(|state| !state.eq_ignore_ascii_case(pos.state())) {
        if state.eq_ignore_ascii_case("Draw") && record.result.is_none() && is_repetition(&record) {
            let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "repetition" };
            record.result = Some(result_of(ending));
        } else {
            let ours = pos.state();
            problems.push(format!("the header says {state:?}, but by its moves it is {ours}"));
        }
    }
    let turn = pos.turn_text();
    if let Some(said) = parts.turn.filter(|said| !said.eq_ignore_ascii_case(&turn)) {
        problems.push(format!("the header says {said:?}, but by its moves it is {turn}"));
    }
    (Some(record), problems)
}

/// Writes the main line.
///
/// # Errors
///
/// When the start cannot be set up or a move cannot be played.
pub(super) fn write(record: &Record) -> Result<String, String> {
    let mut pos = Hive::start(&record.setup).map_err(|error| error.to_string())?;
    for (idx, mv) in record.moves_to(record.last()).iter().enumerate() {
        let mv = read_move(&pos, &mv.0).map_err(|reason| format!("move {}: {reason}", idx + 1))?;
        pos.play_unchecked(&mv);
    }
    Ok(pos.to_text() + "\n")
}

/// The game type that has all pieces named in these texts.
pub(super) fn game_type_of<'a>(moves: impl Iterator<Item = &'a str>) -> GameType {
    let mut found = GameType::default();
    for name in moves.flat_map(str::split_whitespace) {
        match name.trim_matches(['-', '/', '\\']).as_bytes().get(1).map(u8::to_ascii_uppercase) {
            Some(b'M') => found.mosquito = true,
            Some(b'L') => found.ladybug = true,
            Some(b'P') => found.pillbug = true,
            Some(_) | None => {}
        }
    }
    found
}

/// A list of MoveStrings joined by semicolons, as a GameString without its header.
///
/// # Errors
///
/// Names the move and the rule it breaks.
pub(super) fn bare_list(text: &str) -> Option<Result<Record, String>> {
    use super::moves::{Spelled, spelled};

    let moves: Vec<&str> =
        text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let first = spelled(moves.first()?)?;
    if !matches!(first, Spelled::First(_)) || moves.iter().any(|text| spelled(text).is_none()) {
        return None;
    }
    let game_type = game_type_of(moves.iter().copied());
    let mut recording = Recording::new(Hive::new(game_type));
    for text in moves {
        if let Err(problem) = recording.play_text(text) {
            return Some(Err(problem));
        }
    }
    Some(Ok(recording.finish()))
}
