//! The texts of a board: places, dice, cube, score.
//!
//! Knows no geometry.

use crate::games::backgammon::board::{BAR, OFF, pips};
use crate::games::backgammon::making::Making;
use crate::games::backgammon::place::Place;
use crate::games::backgammon::{Backgammon, Phase, side_name};
use crate::games::{Side, Stakes};

/// Numbers up to fifteen, the most checkers on a place.
const NUMBERS: [&str; 16] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen",
];

/// `point 6, five white checkers`; points are in the numbering of `below`.
pub(super) fn place(place: Place, below: Side, count: impl Fn(Side, u8) -> u8) -> String {
    match place {
        Place::Point(_) => {
            let point = place.point_of(below).unwrap_or_default();
            let there = Side::BOTH.into_iter().find_map(|side| {
                let n = count(side, place.point_of(side)?);
                (n > 0).then(|| checkers(n, side))
            });
            format!("point {point}, {}", there.unwrap_or_else(|| "empty".to_owned()))
        }
        Place::Bar(side) => match count(side, BAR as u8) {
            0 => format!("{} bar, empty", side_name(side)),
            n => format!("{} bar, {}", side_name(side), checkers(n, side)),
        },
        Place::Off(side) => {
            let n = count(side, OFF as u8);
            format!("{} borne off, {}", side_name(side), checkers(n, side))
        }
    }
}

/// `five white checkers`.
fn checkers(n: u8, side: Side) -> String {
    let colour = side_name(side).to_lowercase();
    let number = NUMBERS.get(usize::from(n)).copied().unwrap_or("many");
    format!("{number} {colour} checker{}", if n == 1 { "" } else { "s" })
}

/// `White's dice, five and two, two played`.
pub(super) fn dice(pos: &Backgammon, making: Option<&Making>) -> String {
    let name = side_name(pos.turn);
    let word = |value: u8| NUMBERS[usize::from(value % 16)];
    match (pos.phase, making) {
        (Phase::Play(_), Some(making)) => {
            let dice = making.dice();
            let values: Vec<&str> = dice.iter().take(2).map(|(value, _)| word(*value)).collect();
            let mut words = format!("{name}'s dice, {}", values.join(" and "));
            let steps = making.n_steps();
            if making.must_pass() {
                words.push_str(", no legal play, pass");
            } else if making.play().is_some() {
                words.push_str(", all played, confirm");
            } else if steps > 0 {
                words.push_str(&format!(
                    ", {} of {} played",
                    word(steps as u8),
                    word(dice.len() as u8)
                ));
            }
            words
        }
        (Phase::Play(dice), None) => {
            format!("{name}'s dice, {} and {}", word(dice.high()), word(dice.low()))
        }
        (Phase::Opening, _) => "dice, one for each player".to_owned(),
        (Phase::Decide, _) => format!("{name}'s dice, roll"),
        (Phase::Roll, _) => format!("{name}'s dice, being rolled"),
        (Phase::Doubled | Phase::Over { .. }, _) => "dice, none rolled".to_owned(),
    }
}

/// `cube, 2, White's`.
pub(super) fn cube(pos: &Backgammon) -> String {
    let value = pos.cube.value();
    if pos.phase == Phase::Doubled {
        let to = side_name(pos.turn.opponent());
        return format!("cube, {} offered to {to}", value * 2);
    }
    let mut words = match pos.cube.owner {
        None => format!("cube, {value}, in the middle"),
        Some(side) => format!("cube, {value}, {}'s", side_name(side)),
    };
    if pos.phase == Phase::Decide && pos.resigned.is_none() && pos.can_double() {
        words.push_str(", may be doubled");
    }
    words
}

/// The game is played with a cube.
pub(super) fn has_cube(pos: &Backgammon) -> bool {
    pos.terms.max_log2 > 0 && !pos.is_crawford
}

/// The stakes and the score, in parts.
pub(super) fn stakes(pos: &Backgammon) -> Stakes {
    let terms = &pos.terms;
    let length = u32::from(terms.length);
    let title = match (length, terms.n_games) {
        (0, 0 | 1) => "Money game".to_owned(),
        (0, n) => format!("{n} games for money"),
        _ => format!("Match to {length}"),
    };
    let several = terms.n_games != 1;
    let away = pos.score.map(|points| length.saturating_sub(points));
    let is_after = length > 0 && terms.crawford && away.contains(&1);
    let rule = match (length, terms.max_log2) {
        (_, 0) => "no cube",
        (0, _) if terms.jacoby => "Jacoby rule",
        (0, _) => "gammons always count",
        _ if pos.is_crawford => "Crawford game: no doubling",
        _ if is_after => "after the Crawford game",
        _ if terms.crawford => "Crawford rule on, not this game",
        _ => "no Crawford rule",
    };
    let stands =
        if length > 0 { format!("{} away, {} away", away[0], away[1]) } else { String::new() };
    Stakes {
        title,
        game: if several { format!("game {}", pos.game) } else { String::new() },
        points: several.then_some(pos.score),
        length,
        notes: [stands, rule.to_owned()],
        pips: Side::BOTH.map(|side| pips(&pos.checkers(side)[0])),
    }
}

/// The stakes and the score.
pub(super) fn lines(pos: &Backgammon) -> Vec<String> {
    let [white, black] = pos.score;
    let mut lines = Vec::new();
    match (pos.terms.length, pos.terms.n_games) {
        (0, 0 | 1) => lines.push("Money game".to_owned()),
        (0, n) => {
            lines.push(format!("Game {} of {n} for money: White {white}, Black {black}", pos.game));
        }
        (length, _) => {
            lines.push(format!("Match to {length}: White {white}, Black {black}"));
        }
    }
    let away = |points: u32| u32::from(pos.terms.length).saturating_sub(points);
    if pos.terms.length > 0 {
        lines.push(format!("{} away, {} away", away(white), away(black)));
    }
    if pos.is_crawford {
        lines.push("Crawford game: no doubling".to_owned());
    } else if pos.terms.length > 0 && pos.terms.crawford && (away(white) == 1 || away(black) == 1) {
        lines.push("After the Crawford game".to_owned());
    }
    if pos.terms.jacoby && pos.terms.length == 0 {
        lines.push("Jacoby rule: gammons count after a double".to_owned());
    }
    let [own, other] = Side::BOTH.map(|side| pips(&pos.checkers(side)[0]));
    lines.push(format!("White has {own} pips to go, Black {other}"));
    lines
}
