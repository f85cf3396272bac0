//! The board line of FIBS, `board:You:Opponent:...`, which GNU Backgammon and UBGI also use.
//!
//! Judges nothing. Source: the help text "rawboard" of fibs.com; for the details that it leaves
//! open, the behaviour of GNU Backgammon 1.07: the cube is owned by the side that alone has "may
//! double", and in the Crawford game fields 50 and 51 are 0 while a player is one point away.

use super::position_fields::PositionFields;
use crate::games::Side;

/// Numbers after the two names.
const N_NUMBERS: usize = 50;
/// Match length of a money game.
const UNLIMITED: i64 = 9999;

/// The text begins like a board line.
pub(super) fn looks_like_one(text: &str) -> bool {
    text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("board:"))
}

/// Writes the board from the point of view of the side that must decide: it is "you", has positive
/// checkers and goes from 24 to 1. `names` are first side first; colons in them become blanks.
///
/// Jacoby, beavers and a resignation have no place in it.
pub(super) fn write(fields: &PositionFields, names: [&str; 2]) -> String {
    let you = fields.to_decide();
    let seen = match you {
        Side::First => fields.clone(),
        Side::Second => fields.turned(),
    };
    let money = fields.length == 0;
    let may_double = |side: Side| {
        i64::from(!fields.crawford && seen.cube_owner.is_none_or(|owner| owner == side))
    };
    let off = |side| 15 - i64::from(seen.n_in_play(side));
    let one_away = |points: u32| points + 1 == fields.length;
    let after_crawford = !money && !fields.crawford && fields.score.into_iter().any(one_away);
    let [high, low] = fields.dice.unwrap_or_default();
    let on_bar = |side| i64::from(seen.n_at(side, 25));
    let name = |side: Side| {
        let name = names[if you == Side::First { side } else { side.opponent() }.idx()];
        let name = name.replace([':', '\n', '\r'], " ");
        if name.trim().is_empty() { ["You", "Opponent"][side.idx()].to_owned() } else { name }
    };
    let length = if money { UNLIMITED } else { i64::from(fields.length) };
    let before = [length, seen.score[0].into(), seen.score[1].into()];
    let on_roll = if seen.on_roll == Side::First { 1 } else { -1 };
    let dice = [high, low].map(i64::from);
    let after = [
        [on_roll, dice[0], dice[1], 0, 0],
        [
            1 << fields.cube_log2.min(15),
            may_double(Side::First),
            may_double(Side::Second),
            fields.doubled.into(),
            1,
        ],
        [-1, 0, 25, off(Side::First), off(Side::Second)],
        [on_bar(Side::First), on_bar(Side::Second), 0, 0, after_crawford.into()],
    ];
    let mut text = String::with_capacity(160);
    text.push_str("board");
    for name in [name(Side::First), name(Side::Second)] {
        text.push(':');
        text.push_str(&name);
    }
    let points = seen.points.iter().map(|n| i64::from(*n));
    let numbers = before.into_iter().chain(points).chain(after.into_iter().flatten()).chain([0]);
    for number in numbers {
        text.push(':');
        push_number(&mut text, number);
    }
    text
}

/// Adds a number, mostly of one digit: a board is written for each move of an engine.
fn push_number(text: &mut String, number: i64) {
    let digit = |n: i64| char::from(b'0' + n as u8);
    if number < 0 {
        text.push('-');
    }
    match number.abs() {
        n @ 0..=9 => text.push(digit(n)),
        n @ 10..=99 => text.extend([digit(n / 10), digit(n % 10)]),
        n => text.push_str(&n.to_string()),
    }
}

/// The numbers of a board line by the document's fields; `board` is field 0.
struct Fields<'a> {
    numbers: &'a [i64],
}

impl Fields<'_> {
    fn at(&self, field: usize) -> i64 {
        self.numbers[field - 3]
    }

    fn flag(&self, field: usize) -> bool {
        self.at(field) != 0
    }

    fn bounded(&self, field: usize, what: &str, most: i64) -> Result<u32, String> {
        let n = self.at(field);
        let fits = (0..=most).contains(&n);
        fits.then_some(n as u32).ok_or_else(|| format!("FIBS board: {n} is not a {what}"))
    }
}

/// Reads a board line: "you" becomes the first side. The second result is the names.
///
/// # Errors
///
/// Returns the number that is wrong.
pub(super) fn read(line: &str) -> Result<(PositionFields, [String; 2]), String> {
    let words: Vec<&str> = line.trim().split(':').collect();
    // Names may hold colons, so the numbers are counted from the end.
    let Some(names) = words.len().checked_sub(N_NUMBERS).and_then(|n| words.get(1..n)) else {
        return Err(format!(
            "FIBS board: {} fields, {} are needed",
            words.len().saturating_sub(1),
            N_NUMBERS + 2
        ));
    };
    let [you, opponent @ ..] = names else {
        return Err(format!(
            "FIBS board: {} fields, {} are needed",
            words.len() - 1,
            N_NUMBERS + 2
        ));
    };
    let mut numbers = Vec::with_capacity(N_NUMBERS);
    for word in &words[words.len() - N_NUMBERS..] {
        let number = word.trim().parse::<i32>().ok();
        let number = number.ok_or_else(|| format!("FIBS board: {word:?} is not a number"))?;
        numbers.push(i64::from(number));
    }
    let fields = read_fields(&Fields { numbers: &numbers })?;
    Ok((fields, [(*you).to_owned(), opponent.join(":")]))
}

fn read_fields(fields: &Fields<'_>) -> Result<PositionFields, String> {
    let length = fields.bounded(3, "length of a match", UNLIMITED)?;
    let length = if i64::from(length) == UNLIMITED { 0 } else { length };
    let score = [
        fields.bounded(4, "number of points", 32767)?,
        fields.bounded(5, "number of points", 32767)?,
    ];
    if length > 0 && score.iter().any(|points| *points >= length) {
        return Err(format!(
            "FIBS board: the match to {length} is over at {}-{}",
            score[0], score[1]
        ));
    }
    let points = points(fields)?;
    let colour = fields.at(41);
    let turn = fields.at(32);
    let doubled = fields.flag(40);
    // "Was doubled" is addressed to the side that must answer, whichever side is on turn.
    let on_roll = if doubled || turn != colour { Side::Second } else { Side::First };
    let cube = fields.at(37);
    if !(1..=32768).contains(&cube) || !(cube as u64).is_power_of_two() {
        return Err(format!("FIBS board: {cube} is not a value of a cube"));
    }
    let cube_owner = match (fields.flag(38), fields.flag(39)) {
        (true, false) => Some(Side::First),
        (false, true) => Some(Side::Second),
        (true, true) | (false, false) => None,
    };
    let one_away = score.iter().any(|points| points + 1 == length);
    // Field 50 is 3 if the match is played without the Crawford rule.
    let crawford = one_away && !fields.flag(50) && !fields.flag(51);
    Ok(PositionFields {
        points,
        cube_log2: cube.trailing_zeros() as u8,
        cube_owner,
        on_roll,
        dice: if doubled { None } else { dice(fields)? },
        doubled,
        resigned: 0,
        score,
        crawford,
        jacoby: length == 0,
        beavers: false,
        length,
    })
}

/// The board from the point of view of the player who goes from 24 to 1 with positive checkers.
fn points(fields: &Fields<'_>) -> Result<[i8; 26], String> {
    let (colour, direction) = (fields.at(41), fields.at(42));
    for (n, what) in [(colour, "colour"), (direction, "direction")] {
        if n.abs() != 1 {
            return Err(format!("FIBS board: {n} is not a {what}, which is 1 or -1"));
        }
    }
    let mut points = [0; 26];
    for (idx, place) in points.iter_mut().enumerate() {
        let at = if direction < 0 { idx } else { 25 - idx };
        let n = fields.at(6 + at);
        if n.abs() > 15 {
            return Err(format!("FIBS board: {n} checkers on place {at}"));
        }
        *place = (n * colour) as i8;
    }
    Ok(points)
}

/// The dice of the side that has rolled.
fn dice(fields: &Fields<'_>) -> Result<Option<[u8; 2]>, String> {
    for field in [33, 35] {
        let (one, other) = (fields.at(field), fields.at(field + 1));
        if (one, other) == (0, 0) {
            continue;
        }
        if !(1..=6).contains(&one) || !(1..=6).contains(&other) {
            return Err(format!("FIBS board: {one} and {other} are no dice"));
        }
        return Ok(Some([one.max(other) as u8, one.min(other) as u8]));
    }
    Ok(None)
}
