//! The position that a game of a file starts from.
//!
//! Plays nothing.

use crate::games::backgammon::script::{GameScript, Script};
use crate::games::backgammon::xgid::{MAX_POINTS, read_xgid};
use crate::games::backgammon::{Backgammon, MAX_CUBE_LOG2, Terms};
use crate::games::{Rules, Setup};

/// The position that game `idx` of the script starts from.
pub(super) fn start(script: &Script, jacoby: bool, idx: usize) -> Result<Backgammon, String> {
    let game = &script.games[idx];
    if let Some(text) = &game.exact_start {
        let setup = Setup { variant: None, position: Some(text.clone()) };
        return Backgammon::start(&setup).map_err(|err| err.to_string());
    }
    // A record keeps its start as a text. The game is played from that text, so that the record can
    // be opened: for example, without a cube neither side is asked whether to double.
    read_xgid(&as_told(script, jacoby, idx, game)?.to_text())
}

fn as_told(
    script: &Script,
    jacoby: bool,
    idx: usize,
    game: &GameScript,
) -> Result<Backgammon, String> {
    let length =
        u16::try_from(script.length).ok().filter(|length| u32::from(*length) <= MAX_POINTS);
    let length = length.ok_or_else(|| format!("a match to {} is too long", script.length))?;
    let is_match = length > 0;
    let terms = Terms {
        jacoby: jacoby && !is_match,
        crawford: is_match && script.crawford != Some(false),
        max_log2: script.max_log2.unwrap_or(MAX_CUBE_LOG2),
        n_games: if is_match { 0 } else { script.games.len().clamp(1, 32_767) as u16 },
        ..Terms::match_to(length)
    };
    let mut pos = Backgammon::start_of(terms);
    pos.score = game.score.unwrap_or_default();
    pos.game = if is_match || script.games.len() > 1 { idx as u32 + 1 } else { 1 };
    let [first, second] = pos.score;
    if first.max(second) > MAX_POINTS {
        return Err(format!(
            "a score of {first} to {second} is too high, {MAX_POINTS} is the most"
        ));
    }
    if is_match && first.max(second) >= script.length {
        return Err(format!("a match to {length} is over at {first}-{second}"));
    }
    let one_away = |points: &u32| *points + 1 == script.length;
    let may_be = terms.crawford && pos.score.iter().any(one_away);
    // A file that does not mention it begins with the Crawford game at the first such score.
    pos.is_crawford = may_be && game.is_crawford.unwrap_or(idx == 0 && is_new(pos.score, length));
    let Some(told) = &game.start else { return Ok(pos) };
    let set_up = told.position()?;
    // A cube that was set up may be larger than the field allows.
    let max_log2 = script.max_log2.unwrap_or(set_up.terms.max_log2);
    Ok(Backgammon {
        terms: Terms { max_log2, ..terms },
        score: pos.score,
        game: pos.game,
        is_crawford: pos.is_crawford,
        ..set_up
    })
}

/// Only one player is one point away, so the Crawford game may well be this one.
fn is_new(score: [u32; 2], length: u16) -> bool {
    let n_away = score.into_iter().filter(|points| points + 1 == u32::from(length)).count();
    n_away == 1
}
