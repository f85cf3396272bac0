//! XGID, the line of text in which positions are exchanged, and the additions of our own positions.
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10 opening`. The ten fields are followed by
//! words for the facts that they cannot express, only if needed: `opening` (the opening roll is
//! due), `rolling` (no double although it was possible), `resigned 2`, `crawford off`, `game 3`,
//! `of 5` (games of a money session), `over bottom gammon 4`. XGID's B and R (beaver, raccoon) are
//! refused: they are not played here. Older XGIDs lack the tenth field: the cube's limit is then
//! 1024.

use super::board::{BAR, Board, N_CHECKERS, OFF};
use super::cube::{Cube, Win};
use super::dice::Dice;
use super::terms::{MAX_CUBE_LOG2, Terms};
use super::{Backgammon, Phase};
use crate::games::Side;

/// Longest match, largest score and most games that are read.
pub(super) const MAX_POINTS: u32 = 32_767;

/// The ten fields of the position, with `bottom` as XGID's bottom player. Without the words that
/// [`crate::games::Rules::to_text`] adds.
#[must_use]
pub fn write_xgid(pos: &Backgammon, bottom: Side) -> String {
    let sign = |side: Side| if side == bottom { 1 } else { -1 };
    let dice = match pos.phase {
        Phase::Opening | Phase::Decide | Phase::Roll | Phase::Over { .. } => "00".to_owned(),
        Phase::Play(dice) => dice.to_string(),
        Phase::Doubled => "D".to_owned(),
    };
    let rule = if pos.terms.length > 0 { pos.is_crawford } else { pos.terms.jacoby };
    format!(
        "XGID={}:{}:{}:{}:{dice}:{}:{}:{}:{}:{}",
        points_text(pos, bottom),
        pos.cube.log2,
        pos.cube.owner.map_or(0, sign),
        sign(pos.turn),
        pos.score[bottom.idx()],
        pos.score[bottom.opponent().idx()],
        u8::from(rule),
        pos.terms.length,
        pos.terms.max_log2,
    )
}

fn points_text(pos: &Backgammon, bottom: Side) -> String {
    let [below, above] = pos.checkers(bottom);
    let letter = |first: u8, n: u8| char::from(first + n - 1);
    let mut text = String::with_capacity(BAR + 1);
    text.extend((0..=BAR).map(|point| {
        match (point.ne(&OFF).then(|| below[point]), above[BAR - point]) {
            (Some(n), _) if n > 0 => letter(b'A', n),
            (_, n) if point < BAR && n > 0 => letter(b'a', n),
            _ => '-',
        }
    }));
    text
}

/// XGID and the words for the facts that it cannot express; First is the bottom player.
pub(super) fn write(pos: &Backgammon) -> String {
    let mut text = write_xgid(pos, Side::First);
    match pos.phase {
        Phase::Opening => text.push_str(" opening"),
        Phase::Roll if pos.can_double() => text.push_str(" rolling"),
        Phase::Over { winner, points, win } => {
            text.push_str(&format!(" over {} {} {points}", side_word(winner), win_word(win)));
        }
        Phase::Roll | Phase::Decide | Phase::Play(_) | Phase::Doubled => {}
    }
    if let Some(times) = pos.resigned {
        text.push_str(&format!(" resigned {times}"));
    }
    if pos.terms.length > 0 && !pos.terms.crawford {
        text.push_str(" crawford off");
    }
    if pos.game > 1 {
        text.push_str(&format!(" game {}", pos.game));
    }
    if pos.terms.n_games > 1 {
        text.push_str(&format!(" of {}", pos.terms.n_games));
    }
    text
}

fn side_word(side: Side) -> &'static str {
    ["bottom", "top"][side.idx()]
}

fn win_word(win: Win) -> &'static str {
    match win {
        Win::Single => "single",
        Win::Gammon => "gammon",
        Win::Backgammon => "backgammon",
        Win::Drop => "drop",
        Win::Resigned(1) => "resigned-1",
        Win::Resigned(2) => "resigned-2",
        Win::Resigned(_) => "resigned-3",
    }
}

const WINS: [Win; 7] = [
    Win::Single,
    Win::Gammon,
    Win::Backgammon,
    Win::Drop,
    Win::Resigned(1),
    Win::Resigned(2),
    Win::Resigned(3),
];

/// Reads an XGID, with or without `XGID=`, and the words that may follow it.
///
/// # Errors
///
/// Returns the problem in words, when the text is broken or the position cannot occur.
pub fn read_xgid(text: &str) -> Result<Backgammon, String> {
    let pos = read_form(text)?;
    problem(&pos).map_or(Ok(pos), Err)
}

/// Reads what has the form of an XGID, even if the position cannot occur. A side with too many
/// checkers has none off.
///
/// # Errors
///
/// Returns the problem in words, when the text is broken.
pub(super) fn read_form(text: &str) -> Result<Backgammon, String> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let fields = match first.get(..5) {
        Some(head) if head.eq_ignore_ascii_case("XGID=") => &first[5..],
        _ => first,
    };
    let fields: Vec<&str> = fields.split(':').collect();
    let (9 | 10) = fields.len() else {
        return Err(format!(
            "an XGID has 10 fields between colons (the last, the limit of the cube, may be left \
             out), this one has {}",
            fields.len()
        ));
    };
    let terms = read_terms(&fields)?;
    let mut pos = Backgammon {
        board: Board::START,
        turn: read_side(fields[3], "turn")?.ok_or("turn: 0 is not a side")?,
        phase: Phase::Decide,
        resigned: None,
        cube: Cube {
            log2: number(fields[1], "cube", 15)? as u8,
            owner: read_side(fields[2], "cube owner")?,
        },
        score: [number(fields[5], "score", MAX_POINTS)?, number(fields[6], "score", MAX_POINTS)?],
        terms,
        is_crawford: false,
        game: 1,
    };
    pos.board = read_points(fields[0], pos.turn)?;
    pos.phase = read_dice(fields[4])?;
    let one_away = |score: u32| score + 1 == u32::from(terms.length);
    pos.is_crawford = terms.length > 1 && fields[7] == "1" && pos.score.into_iter().any(one_away);
    read_words(&mut pos, words)?;
    if pos.phase == Phase::Decide && !pos.can_double() {
        pos.phase = Phase::Roll;
    }
    Ok(pos)
}

fn number(text: &str, what: &str, max: u32) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number) if number <= max => Ok(number),
        _ => Err(format!("{what}: {text:?} is not a number up to {max}")),
    }
}

fn read_side(text: &str, what: &str) -> Result<Option<Side>, String> {
    match text {
        "1" => Ok(Some(Side::First)),
        "-1" => Ok(Some(Side::Second)),
        "0" => Ok(None),
        _ => Err(format!("{what}: {text:?} is neither 1, -1 nor 0")),
    }
}

fn read_terms(fields: &[&str]) -> Result<Terms, String> {
    let length = number(fields[8], "match length", MAX_POINTS)? as u16;
    let rule = number(fields[7], "rule", 3)?;
    let max_log2 = match fields.get(9) {
        Some(text) => number(text, "cube limit", 15)? as u8,
        None => MAX_CUBE_LOG2,
    };
    let terms = if length > 0 { Terms::match_to(length) } else { Terms::MONEY };
    Ok(Terms { jacoby: length == 0 && rule & 1 == 1, max_log2, ..terms })
}

fn read_dice(text: &str) -> Result<Phase, String> {
    match text {
        "00" => Ok(Phase::Decide),
        "D" | "d" => Ok(Phase::Doubled),
        "B" | "R" | "b" | "r" => Err("beavers are not played here".to_owned()),
        _ => match *text.as_bytes() {
            [one, other] => Dice::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0')),
            _ => None,
        }
        .map(Phase::Play)
        .ok_or_else(|| format!("dice: {text:?} is not a roll, 00 or D")),
    }
}

/// The checkers from the point of view of the player `turn`.
fn read_points(text: &str, turn: Side) -> Result<Board, String> {
    if text.len() != BAR + 1 {
        return Err(format!("{text:?} does not have the 26 characters of a board"));
    }
    let (mut below, mut above) = ([0; BAR + 1], [0; BAR + 1]);
    for (point, letter) in text.bytes().enumerate() {
        match letter {
            b'-' => {}
            b'A'..=b'O' if point > 0 => below[point] = letter - b'A' + 1,
            b'a'..=b'o' if point < BAR => above[BAR - point] = letter - b'a' + 1,
            _ => return Err(format!("point {point}: {:?} cannot stand there", char::from(letter))),
        }
    }
    for checkers in [&mut below, &mut above] {
        checkers[OFF] = u32::from(N_CHECKERS).saturating_sub(in_play(checkers)) as u8;
    }
    let board = Board { own: below, opp: above };
    Ok(if turn == Side::First { board } else { board.flip() })
}

/// A side's checkers on the points and the bar.
pub(super) fn in_play(checkers: &[u8; BAR + 1]) -> u32 {
    checkers[OFF + 1..].iter().map(|n| u32::from(*n)).sum()
}

fn read_words<'a>(
    pos: &mut Backgammon,
    mut words: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_default();
        match word {
            "opening" => pos.phase = Phase::Opening,
            "rolling" => pos.phase = Phase::Roll,
            "resigned" => pos.resigned = Some(number(next(), "resigned", 3)? as u8),
            "crawford" => pos.terms.crawford = next() != "off",
            "game" => pos.game = number(next(), "game", MAX_POINTS)?,
            "of" => pos.terms.n_games = number(next(), "games", MAX_POINTS)? as u16,
            "over" => pos.phase = read_over(next(), next(), next())?,
            _ => return Err(format!("{word:?} after the XGID is not understood")),
        }
    }
    Ok(())
}

fn read_over(winner: &str, win: &str, points: &str) -> Result<Phase, String> {
    let winner = Side::BOTH.into_iter().find(|side| side_word(*side) == winner);
    let win = WINS.into_iter().find(|known| win_word(*known) == win);
    let (Some(winner), Some(win)) = (winner, win) else {
        return Err("over: who won, how, and how many points?".to_owned());
    };
    Ok(Phase::Over { winner, points: number(points, "points", 3 << 15)?, win })
}

/// The fault of the position as a whole.
pub(super) fn problem(pos: &Backgammon) -> Option<String> {
    for (side, player) in Side::BOTH.into_iter().zip(["bottom", "top"]) {
        let n = in_play(&pos.checkers(side)[0]);
        if n > u32::from(N_CHECKERS) {
            return Some(format!("the {player} player has {n} checkers"));
        }
    }
    let length = u32::from(pos.terms.length);
    let is_over = matches!(pos.phase, Phase::Over { .. });
    let all_off = pos.board.own[OFF] == N_CHECKERS || pos.board.opp[OFF] == N_CHECKERS;
    if !is_over && all_off {
        return Some("a player has no checkers left: the game is over".to_owned());
    }
    if !is_over && length > 0 && pos.score.iter().any(|score| *score >= length) {
        let [first, second] = pos.score;
        return Some(format!("a score of {first} to {second} ends a match to {length}"));
    }
    if length > 0 && pos.terms.n_games > 0 {
        return Some("a match has no fixed number of games".to_owned());
    }
    if pos.cube.log2 > pos.terms.max_log2 {
        return Some("the cube is larger than its limit".to_owned());
    }
    if pos.phase == Phase::Doubled && !pos.may_turn_cube() {
        return Some("who doubled has no access to the cube".to_owned());
    }
    if pos.resigned.is_some() && pos.resigner().is_none() || pos.resigned == Some(0) {
        return Some("resigning is not possible here".to_owned());
    }
    if pos.phase == Phase::Opening && pos.board != Board::START {
        return Some("an opening roll without the opening position".to_owned());
    }
    let games = u32::from(pos.terms.n_games);
    let too_many = length == 0 && pos.game > games;
    (pos.game == 0 || too_many).then(|| format!("game {} of {games}", pos.game))
}
