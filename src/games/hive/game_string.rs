//! The GameString of UHP: game type, state, turn and all moves on one line.
//!
//! The header is recomputed from the moves and a false one is reported, because engines ignore it
//! and some write a wrong one (rules 2.2).

use super::recording::{GameRead, is_repetition, read as read_move};
use super::{GameType, Hive, MAX_PLIES, too_long};
use crate::games::recording::Recording;
use crate::games::{
    Ending, KeptGame, KeptHead, MoveText, Outcome, Reading, Record, Rules, SetupError, Side,
};

const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

/// A GameString taken apart.
struct Parts<'a, M> {
    game_type: GameType,
    state: Option<&'a str>,
    turn: Option<&'a str>,
    /// Its moves, which are looked for as they are read.
    moves: M,
}

/// Takes a GameString apart; `None` when it does not begin with a game type. State and turn may be
/// missing, and a final semicolon is allowed.
fn parts(text: &str) -> Option<Parts<'_, impl Iterator<Item = &str>>> {
    let mut rest = text.trim().split(';').map(str::trim).peekable();
    let game_type = GameType::find(rest.next()?)?;
    let is_state = |part: &&str| STATES.iter().any(|state| state.eq_ignore_ascii_case(part));
    let state = rest.next_if(is_state);
    let turn = rest.next_if(|part| is_turn(part));
    let moves = rest.filter(|part| !part.is_empty());
    Some(Parts { game_type, state, turn, moves })
}

/// `White[12]`.
fn is_turn(part: &str) -> bool {
    let Some((side, number)) = part.split_once('[') else { return false };
    let is_side = Hive::INFO.sides.iter().any(|name| name.eq_ignore_ascii_case(side.trim()));
    let digits = number.strip_suffix(']').unwrap_or_default();
    is_side && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The lines of a list of GameStrings that are neither empty nor comments.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// The text begins like a GameString.
pub(super) fn looks_like_one(text: &str) -> bool {
    let head = lines(text).next().and_then(|line| line.split(';').next());
    head.is_some_and(|head| GameType::find(head).is_some())
}

/// The position at the end of a GameString.
///
/// # Errors
///
/// When it isn't one, has another game type than the set-up's variant, or has a move that breaks a
/// rule. Its header is not read: engines write wrong ones.
pub(super) fn start(text: &str, variant: Option<GameType>) -> Result<Hive, SetupError> {
    let failed = |problem| SetupError::Position { text: text.to_owned(), problem };
    let Some(parts) = parts(text) else {
        return Err(failed("it does not begin with a game type, as a GameString does".to_owned()));
    };
    if let Some(variant) = variant.filter(|variant| *variant != parts.game_type) {
        let (this, that) = (parts.game_type.name(), variant.name());
        return Err(failed(format!("its game type is {this}, not {that}")));
    }
    let moves: Vec<&str> = parts.moves.collect();
    if moves.len() > MAX_PLIES {
        return Err(failed(too_long()));
    }
    let mut pos = Hive::new(parts.game_type);
    for (idx, text) in moves.into_iter().enumerate() {
        let mv = read_move(&pos, text)
            .map_err(|reason| failed(format!("move {}: {reason}", idx + 1)))?;
        pos.play_unchecked(&mv);
    }
    Ok(pos)
}

/// What is wrong with the header of a game without moves: the side that it names is not the one that
/// begins.
pub(super) fn wrong_start(text: &str) -> Option<String> {
    let Parts { game_type, turn, .. } = parts(text)?;
    let (said, turn) = (turn?, Hive::new(game_type).turn_text());
    let is_wrong = !said.eq_ignore_ascii_case(&turn);
    is_wrong.then(|| format!("it says {said}, and a game without moves is at {turn}"))
}

/// Reads GameStrings, one a line.
pub(super) fn read(text: &str, reading: &Reading) -> Vec<GameRead> {
    let mut games = Vec::new();
    let mut done = 0;
    for (idx, line) in text.split('\n').enumerate() {
        if !reading.goes_on(done, text.len(), games.len()) {
            break;
        }
        if !line.trim().is_empty() && !line.starts_with('#') {
            let goes_on = || reading.goes_on(done, text.len(), games.len());
            let Some(game) = read_one(line, idx + 1, goes_on) else { break };
            games.push(game);
        }
        done += line.len() + 1;
    }
    games
}

/// After this many moves of one game the reader asks whether to go on.
const MOVES_AT_ONCE: usize = 256;

/// Reads the GameString of one line up to its first mistake. Returns `None` if `goes_on`, which is
/// called now and then, returns false.
fn read_one(text: &str, line: usize, goes_on: impl Fn() -> bool) -> Option<GameRead> {
    let mut game = GameRead::default();
    let Some(parts) = parts(text) else {
        let head: String = text.trim().chars().take(40).collect();
        game.faults.push((line, format!("{head:?} does not begin with a game type")));
        return Some(game);
    };
    let mut recording = Recording::new(Hive::new(parts.game_type));
    for (idx, text) in parts.moves.enumerate() {
        if (idx + 1).is_multiple_of(MOVES_AT_ONCE) && !goes_on() {
            return None;
        }
        if let Err(problem) = recording.play_text(text) {
            game.faults.push((line, problem));
            game.record = Some(recording.finish());
            return Some(game);
        }
    }
    let pos = recording.pos().clone();
    let mut record = recording.finish();
    let differs = |said: &str, ours: &str| {
        (line, format!("the header says {said:?}, but by its moves it is {ours}"))
    };
    if let Some(said) = parts.state.filter(|said| !said.eq_ignore_ascii_case(pos.state())) {
        let is_draw = said.eq_ignore_ascii_case("Draw") && record.result.is_none();
        if is_draw && is_repetition(&record) {
            let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "repetition" };
            record.result = Some(ending.into());
        } else {
            game.notes.push(differs(said, pos.state()));
        }
    }
    let turn = pos.turn_text();
    if let Some(said) = parts.turn.filter(|said| !said.eq_ignore_ascii_case(&turn)) {
        let note = differs(said, &turn);
        game.wrong_turn = Some(note.1.clone());
        game.notes.push(note);
    }
    game.record = Some(record);
    Some(game)
}

/// A GameString from an engine: its own header, and the result of its moves. Returns `None` when it
/// does not begin with a game type.
pub(super) fn kept(text: &str) -> Option<KeptGame> {
    let parts = parts(text)?;
    let mut pos = Hive::new(parts.game_type);
    let mut moves = Vec::new();
    let mut unplayable = None;
    for text in parts.moves {
        match read_move(&pos, text) {
            Ok(mv) => {
                moves.push(MoveText(pos.write_move(&mv)));
                pos.play_unchecked(&mv);
            }
            Err(reason) => {
                unplayable = Some((text.to_owned(), reason));
                break;
            }
        }
    }
    let turn = pos.turn_text();
    Some(KeptGame {
        variant: parts.game_type.name().to_owned(),
        moves,
        unplayable,
        said: head(parts.state.unwrap_or_default(), parts.turn.unwrap_or_default()),
        by_moves: head(pos.state(), &turn),
    })
}

/// The header of a GameString from an engine, as [`kept`] reads it.
pub(super) fn kept_head(text: &str) -> Option<KeptHead> {
    let Parts { state, turn, .. } = parts(text)?;
    Some(head(state.unwrap_or_default(), turn.unwrap_or_default()))
}

fn head(state: &str, turn: &str) -> KeptHead {
    let outcome = match state.to_ascii_lowercase().as_str() {
        "draw" => Some(Outcome::Draw),
        "whitewins" => Some(Outcome::WonBy(Side::First)),
        "blackwins" => Some(Outcome::WonBy(Side::Second)),
        _ => None,
    };
    KeptHead { state: state.to_owned(), outcome, turn: turn.to_owned() }
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

/// A list of MoveStrings joined by semicolons, like a GameString without its header.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_alone_is_that_of_the_whole_game() {
        for text in [
            "Base;InProgress;White[2];wS1;bS1 wS1-",
            " base+m;draw;BLACK[7];wS1;nonsense;",
            "Base;WhiteWins",
            "Base;White[1];wS1",
            "Base",
            "Chess;Draw;White[1]",
            "",
        ] {
            assert_eq!(kept_head(text), kept(text).map(|kept| kept.said), "{text}");
        }
        let said = kept_head("Base;BlackWins;White[9];wS1").expect("a game");
        let outcome = Some(Outcome::WonBy(Side::Second));
        assert_eq!((said.outcome, said.turn.as_str()), (outcome, "White[9]"));
    }

    #[test]
    fn a_start_at_which_another_side_or_number_is_said_to_be_to_move_is_found() {
        let problem = "it says Black[1], and a game without moves is at White[1]";
        assert_eq!(wrong_start("Base;NotStarted;Black[1]").as_deref(), Some(problem));
        for text in ["Base;NotStarted;white[1]", "Base;NotStarted", "Base", "Chess;Draw;White[2]"] {
            assert_eq!(wrong_start(text), None, "{text}");
        }
    }

    #[test]
    fn the_reading_of_one_long_line_can_be_ended_in_its_middle() {
        let back_and_forth = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
        let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
        let moves = back_and_forth.iter().cycle().take(MOVES_AT_ONCE);
        let moves: Vec<&str> = opening.iter().chain(moves).copied().collect();
        let text = format!("Base;InProgress;White[131];{}", moves.join(";"));
        assert!(read_one(&text, 1, || false).is_none());
        let read = read_one(&text, 1, || true).expect("it goes on");
        assert_eq!((read.faults, read.notes), (Vec::new(), Vec::new()));
    }
}
