//! Reading moves in every spelling in use; a play is matched by its final position.
//!
//! Does not decide which plays are legal: a text that matches no legal play is still read as a
//! move.

use super::board::{BAR, Board, Step};
use super::moves::PASS;
use super::{Backgammon, Dice, Move, Phase, Play, Steps, plays};
use crate::games::UnreadableMove;

/// Reads a move. In a play the steps may come in any order, joined (`24/18/13`, `24/13`),
/// repeated (`8/5(2)`), with or without `*`, with `/`, `-` or blanks between the points, with `bar`
/// and `off` or 25 and 0. `legal` are the legal moves, if they are known.
///
/// # Errors
///
/// When the text isn't a move of backgammon.
pub(super) fn read_move(
    pos: &Backgammon,
    text: &str,
    legal: Option<&[Move]>,
) -> Result<Move, UnreadableMove> {
    let trimmed = text.trim();
    let lower = trimmed.to_ascii_lowercase();
    let read = match pos.phase {
        Phase::Opening | Phase::Roll => {
            read_dice(&lower).and_then(|(one, other)| match pos.phase {
                Phase::Opening if one != other => Some(Move::Opening(one, other)),
                _ => Dice::new(one, other).map(Move::Rolled),
            })
        }
        _ => None,
    };
    read.or_else(|| read_word(pos, &lower))
        .or_else(|| read_play(pos, &lower, legal))
        .ok_or_else(|| UnreadableMove { text: trimmed.to_owned() })
}

/// `31`, `3-1`, `3 1`, `3,1`.
fn read_dice(text: &str) -> Option<(u8, u8)> {
    let (one, other) = match *text.as_bytes() {
        [one, other] | [one, b'-' | b' ' | b',', other] => (one, other),
        _ => return None,
    };
    let (one, other) = (one.wrapping_sub(b'0'), other.wrapping_sub(b'0'));
    Dice::new(one, other).map(|_| (one, other))
}

fn read_word(pos: &Backgammon, lower: &str) -> Option<Move> {
    if let Some(rest) = lower.strip_prefix("resign") {
        return match rest.strip_prefix('s').unwrap_or(rest).trim_start() {
            "" | "1" | "single" | "normal" => Some(Move::Resign(1)),
            "2" | "gammon" => Some(Move::Resign(2)),
            "3" | "backgammon" => Some(Move::Resign(3)),
            _ => None,
        };
    }
    match lower {
        "double" | "doubles" | "redouble" | "redoubles" => Some(Move::Double),
        "roll" | "rolls" | "nodouble" | "no double" => Some(Move::Roll),
        "take" | "takes" => Some(Move::Take),
        PASS if pos.phase == Phase::Doubled => Some(Move::Drop),
        "drop" | "drops" => Some(Move::Drop),
        "accept" | "accepts" => Some(Move::Accept),
        "reject" | "rejects" | "decline" | "declines" => Some(Move::Reject),
        PASS | "no play" | "no move" | "cannot move" | "can't move" | "dance" | "dances" => {
            Some(Move::Play(Steps::NONE))
        }
        _ => None,
    }
}

/// A checker's way as written, from point to point; each hop may use several dice.
type Way = Vec<u8>;

fn read_play(pos: &Backgammon, lower: &str, legal: Option<&[Move]>) -> Option<Move> {
    let ways = ways(lower)?;
    let hops: Vec<Step> = ways
        .iter()
        .flat_map(|way| way.windows(2).map(|ends| Step { from: ends[0], to: ends[1] }))
        .collect();
    let as_written = Steps::new(&hops)?;
    let Phase::Play(dice) = pos.phase else { return Some(Move::Play(as_written)) };
    let steps = matching(&pos.board, dice, &hops, legal).unwrap_or(as_written);
    Some(Move::Play(steps))
}

/// The legal play that moves the checkers like that. If several do, which differ in the checkers
/// that they hit on the way, it is one that hits on every point named, and as little else as
/// possible.
fn matching(board: &Board, dice: Dice, hops: &[Step], legal: Option<&[Move]>) -> Option<Steps> {
    let mut own = board.own;
    let mut named = [false; BAR + 1];
    for hop in hops {
        // Ways need not be in a playable order: a count may be below zero for a while.
        own[usize::from(hop.from)] = own[usize::from(hop.from)].wrapping_sub(1);
        own[usize::from(hop.to)] = own[usize::from(hop.to)].wrapping_add(1);
        named[usize::from(hop.to)] = true;
    }
    let was_hit = |play: &Play, point: usize| {
        point > 0 && play.board.opp[BAR - point] == 0 && board.opp[BAR - point] == 1
    };
    let is_named = |play: &Play| {
        (1..BAR).all(|point| !named[point] || board.opp[BAR - point] != 1 || was_hit(play, point))
    };
    // Usually one play moves the checkers like this, and the others need not be generated again.
    if let Some(legal) = legal {
        let all = legal.iter().filter_map(|mv| played(board, mv));
        let mut alike = all.filter(|play| play.board.own == own);
        let (first, second) = (alike.next(), alike.next());
        if second.is_none() {
            return first.filter(is_named).map(|play| play.steps);
        }
    }
    plays(board, dice)
        .iter()
        .filter(|play| play.board.own == own && is_named(play))
        .min_by_key(|play| play.board.opp[BAR])
        .map(|play| play.steps)
}

/// A legal play with the board after it.
fn played(board: &Board, mv: &Move) -> Option<Play> {
    let Move::Play(steps) = *mv else { return None };
    let mut after = *board;
    for step in steps.as_slice() {
        after.step(*step);
    }
    Some(Play { board: after, steps })
}

/// The text has the form of a play, even of one that no rule allows: `1/25`, which goes backwards.
pub(super) fn is_play(text: &str) -> bool {
    ways_written(&text.to_ascii_lowercase()).is_some()
}

/// The ways of a play, all of which go forwards.
fn ways(text: &str) -> Option<Vec<Way>> {
    let goes_down = |way: &Way| way.windows(2).all(|ends| ends[0] > ends[1]);
    ways_written(text).filter(|ways| ways.iter().all(goes_down))
}

/// The ways of a play, each of two points or more; `None` if the text does not consist of them.
fn ways_written(text: &str) -> Option<Vec<Way>> {
    let mut ways: Vec<Way> = Vec::new();
    let mut rest = text.trim();
    let mut is_joined = false;
    while !rest.is_empty() {
        if let Some((times, after)) = repetition(rest) {
            let way = ways.last().filter(|way| way.len() > 1)?.clone();
            ways.extend(std::iter::repeat_n(way, times - 1));
            rest = after;
        } else {
            let (point, after) = point(rest)?;
            match ways.last_mut() {
                Some(way) if is_joined || way.len() == 1 => way.push(point),
                _ => ways.push(vec![point]),
            }
            rest = after.strip_prefix('*').unwrap_or(after);
        }
        (is_joined, rest) = joint(rest);
    }
    let is_whole = !is_joined && !ways.is_empty() && ways.iter().all(|way| way.len() > 1);
    (is_whole && ways.len() <= 4).then_some(ways)
}

/// True if `/` or `-` comes next, and the rest after it and the blanks around.
fn joint(rest: &str) -> (bool, &str) {
    let blank = |c: char| c.is_whitespace() || c == ',';
    let rest = rest.trim_start_matches(blank);
    match rest.strip_prefix(['/', '-']) {
        Some(after) => (true, after.trim_start_matches(blank)),
        None => (false, rest),
    }
}

/// `(2)`, 2 to 4.
fn repetition(rest: &str) -> Option<(usize, &str)> {
    let (number, after) = rest.strip_prefix('(')?.split_once(')')?;
    let times = number.trim().parse().ok().filter(|times| (1..=4).contains(times))?;
    Some((times, after.strip_prefix('*').unwrap_or(after)))
}

/// `bar`, `off` or a number from 0 to 25.
fn point(rest: &str) -> Option<(u8, &str)> {
    if let Some(after) = rest.strip_prefix("bar") {
        return Some((BAR as u8, after));
    }
    if let Some(after) = rest.strip_prefix("off") {
        return Some((0, after));
    }
    let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..n_digits].parse().ok()?;
    (number <= BAR as u8).then_some((number, &rest[n_digits..]))
}
