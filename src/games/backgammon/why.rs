//! The reason why a move is not legal, as a rule in words.
//!
//! Clicks and typed moves use the same functions: a play that was typed is tried step by step, as
//! clicks would make it. Points are named in the mover's numbering.

use super::board::{BAR, OFF, Step};
use super::making::{Making, UNFINISHED};
use super::moves::point_text;
use super::{Backgammon, Board, Move, Phase, Steps, side_name};
use crate::games::Side;

/// The reason why this readable move is not legal; `None` if it is legal.
pub(super) fn refusal(pos: &Backgammon, mv: &Move) -> Option<String> {
    if pos.moves().contains(mv) || crate::games::Rules::also_legal(pos, mv) {
        return None;
    }
    if pos.resigned.is_some() || matches!(pos.phase, Phase::Over { .. }) {
        return Some(awaited(pos));
    }
    Some(match *mv {
        Move::Play(steps) => refused_play(pos, &steps),
        Move::Double => refused_double(pos),
        Move::Opening(one, other) if pos.phase == Phase::Opening && one == other => TIE.to_owned(),
        Move::Rolled(dice) if pos.phase == Phase::Opening && dice.is_double() => TIE.to_owned(),
        Move::Opening(..) | Move::Rolled(_) | Move::Roll => match pos.phase {
            Phase::Decide | Phase::Doubled => awaited(pos),
            Phase::Opening | Phase::Roll | Phase::Play(_) | Phase::Over { .. } => {
                "the dice are not to be rolled now".to_owned()
            }
        },
        Move::Take | Move::Drop => "no double was offered".to_owned(),
        Move::Accept | Move::Reject => "no resignation was offered".to_owned(),
        Move::Resign(_) => "resigning is not possible now".to_owned(),
    })
}

const TIE: &str = "a tie is rolled again";

/// The action that must come first.
pub(super) fn awaited(pos: &Backgammon) -> String {
    let words = match pos.phase {
        _ if pos.resigned.is_some() => "the resignation is to be accepted or rejected first",
        Phase::Decide if pos.can_double() => "roll first, or double",
        Phase::Decide => "roll first",
        Phase::Doubled => "the double is to be taken or dropped first",
        Phase::Opening | Phase::Roll => "the dice are yet to be rolled",
        Phase::Play(_) => "the dice are to be played first",
        Phase::Over { .. } => "the game is over",
    };
    words.to_owned()
}

/// The reason why the player on turn cannot double.
pub(super) fn refused_double(pos: &Backgammon) -> String {
    let name = side_name(pos.turn);
    match (pos.phase, pos.cube.owner) {
        (Phase::Opening, _) => "the first roll of a game is made without doubling".to_owned(),
        (Phase::Play(_), _) => "doubling is possible only before the roll".to_owned(),
        (Phase::Doubled, _) => "the double is to be taken or dropped first".to_owned(),
        _ if pos.terms.max_log2 == 0 => "there is no cube in this game".to_owned(),
        _ if pos.is_crawford => "there is no doubling in the Crawford game".to_owned(),
        (_, Some(owner)) if owner != pos.turn => format!("{} owns the cube", side_name(owner)),
        _ if !pos.may_turn_cube() => "the cube is at its limit".to_owned(),
        _ if !pos.can_double() => format!("the cube is dead: {name} needs no more than it shows"),
        _ => format!("{name} has chosen to roll"),
    }
}

/// Tries a play as clicks would make it, step by step.
fn refused_play(pos: &Backgammon, steps: &Steps) -> String {
    let (Phase::Play(dice), Some(mut making)) = (pos.phase, Making::read(pos, &[])) else {
        return awaited(pos);
    };
    if making.must_pass() {
        return format!("{dice} leaves no legal play: pass");
    }
    for step in steps.as_slice() {
        let Some(way) = making.way(step.from, step.to) else {
            return making.why_not(step.from, Some(step.to));
        };
        for step in way {
            making.add(step);
        }
    }
    match making.play() {
        None => UNFINISHED.to_owned(),
        Some(_) => format!("{dice} cannot be played like that"),
    }
}

/// The rule that a checker of `turn` breaks on its way with dice of `left`, alone or together;
/// without a target it goes by the first of them. `None` if only the other dice prevent it.
pub(super) fn broken_rule(
    turn: Side,
    board: &Board,
    left: &[u8],
    from: u8,
    to: Option<u8>,
) -> Option<String> {
    if board.own[usize::from(from)] == 0 {
        return Some(match usize::from(from) {
            BAR => format!("{} has no checker on the bar", side_name(turn)),
            _ => format!("{} has no checker on {from}", side_name(turn)),
        });
    }
    if board.own[BAR] > 0 && usize::from(from) != BAR {
        return Some("the checker on the bar must enter first".to_owned());
    }
    if to.is_some_and(|to| to >= from) {
        return Some("checkers move towards their home only".to_owned());
    }
    let to = to.unwrap_or_else(|| from.saturating_sub(left.first().copied().unwrap_or_default()));
    let is_off = usize::from(to) == OFF;
    let is_held = |point: usize| point != OFF && board.opp[BAR - point] > 1;
    if is_held(to.into()) {
        return Some(format!("point {to} is held by two or more checkers"));
    }
    let outside = board.own[7..=BAR].iter().map(|n| u32::from(*n)).sum::<u32>();
    if is_off && outside > u32::from(from > 6) {
        return Some("checkers are borne off only when all are at home".to_owned());
    }
    let n_pips = from - to;
    let ways = ways(left, n_pips, is_off);
    if ways.is_empty() {
        let dice: Vec<String> = left.iter().map(u8::to_string).collect();
        return Some(match &dice[..] {
            [die] => format!("the die left is {die}"),
            _ => format!("the dice left are {}", dice.join(" and ")),
        });
    }
    let is_behind = |point: usize| point > usize::from(from) && board.own[point] > 0;
    if is_off && !ways.iter().any(|way| exact(way, n_pips)) && (1..=6).any(is_behind) {
        return Some("a larger die bears off only from the highest point".to_owned());
    }
    let step = Step { from, to };
    let is_blocked = ways.iter().all(|way| stops(step, way).into_iter().any(is_held));
    is_blocked.then(|| {
        let (from, to) = (point_text(from), point_text(to));
        format!("the way from {from} to {to} is blocked")
    })
}

fn exact(way: &[u8], n_pips: u8) -> bool {
    way.iter().sum::<u8>() == n_pips
}

/// The dice in the orders in which they make this many points (or at least this many, off the
/// board).
fn ways(left: &[u8], n_pips: u8, is_off: bool) -> Vec<Vec<u8>> {
    let all: Vec<Vec<u8>> = match *left {
        [one, other] if one != other => {
            vec![vec![one], vec![other], vec![one, other], vec![other, one]]
        }
        _ => (1..=left.len()).map(|n| left[..n].to_vec()).collect(),
    };
    let reaches = |way: &Vec<u8>| exact(way, n_pips) || is_off && way.iter().sum::<u8>() > n_pips;
    all.into_iter().filter(reaches).collect()
}

/// The points on which a checker rests between the dice of a way.
fn stops(step: Step, way: &[u8]) -> Vec<usize> {
    let rests = way[..way.len() - 1].iter().scan(step.from, |at, die| {
        *at = at.saturating_sub(*die);
        Some(usize::from(*at))
    });
    rests.collect()
}
