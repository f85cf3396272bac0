//! Why a move is not legal, as a rule in words.
//!
//! Knows no clicks; points are named as the mover counts them.

use super::board::{BAR, OFF, Step};
use super::moves::point_text;
use super::{Backgammon, Board, Dice, Move, Phase, Steps, plays, side_name};

/// Why this readable move is not legal; `None` where it is.
pub(super) fn refusal(pos: &Backgammon, mv: &Move) -> Option<String> {
    if pos.moves().contains(mv) || crate::games::Rules::also_legal(pos, mv) {
        return None;
    }
    let text = |text: &str| Some(text.to_owned());
    if pos.resigned.is_some() {
        return text("the resignation is to be accepted or rejected first");
    }
    match *mv {
        _ if matches!(pos.phase, Phase::Over { .. }) => text("the game is over"),
        Move::Play(steps) => Some(refused_play(pos, &steps)),
        Move::Double => Some(refused_double(pos)),
        Move::Opening(one, other) if pos.phase == Phase::Opening && one == other => {
            text("a tie is rolled again")
        }
        Move::Rolled(dice) if pos.phase == Phase::Opening && dice.is_double() => {
            text("a tie is rolled again")
        }
        Move::Opening(..) | Move::Rolled(_) | Move::Roll => match pos.phase {
            Phase::Decide => text("say roll or double first"),
            Phase::Doubled => text("the double is to be taken or dropped first"),
            Phase::Opening | Phase::Roll | Phase::Play(_) | Phase::Over { .. } => {
                text("the dice are not to be rolled now")
            }
        },
        Move::Take | Move::Drop => text("nobody has doubled"),
        Move::Accept | Move::Reject => text("nobody has resigned"),
        Move::Resign(_) => text("nobody can resign now"),
    }
}

fn refused_double(pos: &Backgammon) -> String {
    let name = side_name(pos.turn);
    match (pos.phase, pos.cube.owner) {
        (Phase::Opening, _) => "the first roll of a game is made without doubling".to_owned(),
        (Phase::Play(_), _) => "doubling is possible only before the roll".to_owned(),
        (Phase::Doubled, _) => "the double is to be taken or dropped first".to_owned(),
        _ if pos.terms.max_log2 == 0 => "there is no cube in this game".to_owned(),
        _ if pos.is_crawford => "nobody doubles in the Crawford game".to_owned(),
        (_, Some(owner)) if owner != pos.turn => format!("{} owns the cube", side_name(owner)),
        _ if !pos.may_turn_cube() => "the cube is at its limit".to_owned(),
        _ if !pos.can_double() => format!("the cube is dead: {name} needs no more than it shows"),
        _ => format!("{name} has chosen to roll"),
    }
}

fn refused_play(pos: &Backgammon, steps: &Steps) -> String {
    let Phase::Play(dice) = pos.phase else { return "no dice are to be played now".to_owned() };
    let best = plays(&pos.board, dice)[0].steps.as_slice().len();
    if best == 0 {
        return format!("{dice} leaves no legal play: pass");
    }
    let mut board = pos.board;
    for step in steps.as_slice() {
        if let Some(reason) = refused_step(pos, &board, dice, *step) {
            return reason;
        }
        board.step(*step);
    }
    let larger_first = || {
        let high = dice.high();
        format!("only one die can be played: it must be the {high}")
    };
    match (steps.as_slice().len(), dice.is_double()) {
        (0, _) => format!("{dice} can be played"),
        (1, false) if best == 1 => larger_first(),
        (n, _) if n < best => format!("{best} dice can be played, and must be"),
        _ => format!("{dice} cannot be played like that"),
    }
}

/// Why a checker cannot go there with these dice, alone or together; `None` where it can.
fn refused_step(pos: &Backgammon, board: &Board, dice: Dice, step: Step) -> Option<String> {
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    if board.own[from] == 0 {
        return Some(match from {
            BAR => format!("{} has no checker on the bar", side_name(pos.turn)),
            _ => format!("{} has no checker on {from}", side_name(pos.turn)),
        });
    }
    if board.own[BAR] > 0 && from != BAR {
        return Some("the checker on the bar comes in first".to_owned());
    }
    let is_held = |point: usize| point != OFF && board.opp[BAR - point] > 1;
    if is_held(to) {
        return Some(format!("{} holds {to}", side_name(pos.turn.opponent())));
    }
    let outside = board.own[7..=BAR].iter().map(|n| u32::from(*n)).sum::<u32>();
    if to == OFF && outside > u32::from(from > 6) {
        return Some("checkers are borne off only when all are home".to_owned());
    }
    let n_pips = step.from - step.to;
    let Some(ways) = ways(dice, n_pips, to == OFF) else {
        return Some(format!("{dice} does not take a checker {n_pips} points"));
    };
    let above = (from + 1..=6).rev().find(|point| board.own[*point] > 0);
    if let Some(above) = above.filter(|_| to == OFF && !ways.iter().any(|way| exact(way, n_pips))) {
        return Some(format!(
            "a larger die bears off only the last checker, and one is on {above}"
        ));
    }
    let mut stops = ways.iter().map(|way| stops(step, way));
    let is_blocked = stops.all(|stops| stops.into_iter().any(is_held));
    is_blocked.then(|| {
        let (from, to) = (point_text(step.from), point_text(step.to));
        format!("the way from {from} to {to} is blocked")
    })
}

fn exact(way: &[u8], n_pips: u8) -> bool {
    way.iter().sum::<u8>() == n_pips
}

/// The dice in the orders in which they make so many points (or at least so many, off the board);
/// `None` where they do not.
fn ways(dice: Dice, n_pips: u8, is_off: bool) -> Option<Vec<Vec<u8>>> {
    let (high, low) = (dice.high(), dice.low());
    let all = if dice.is_double() {
        (1..=4).map(|n| vec![high; n]).collect()
    } else {
        vec![vec![high], vec![low], vec![high, low], vec![low, high]]
    };
    let reaches = |way: &Vec<u8>| exact(way, n_pips) || is_off && way.iter().sum::<u8>() > n_pips;
    let ways: Vec<Vec<u8>> = all.into_iter().filter(reaches).collect();
    (!ways.is_empty()).then_some(ways)
}

/// The points on which a checker rests between the dice of a way.
fn stops(step: Step, way: &[u8]) -> Vec<usize> {
    let rests = way[..way.len() - 1].iter().scan(step.from, |at, die| {
        *at = at.saturating_sub(*die);
        Some(usize::from(*at))
    });
    rests.collect()
}
