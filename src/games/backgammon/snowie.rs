//! Snowie's text: a position in one line of fields between semicolons, or a match.
//!
//! A match is laid out as in `.mat` files, without their heading, and its reader reads it. The
//! fields in the form of GNU Backgammon 1.07 are: length of the match, Jacoby, unused, beavers,
//! unused, both players (who is on roll first), Crawford game, both scores, cube, its owner (1 for
//! the player on roll,
//! -1 for the other one), 26 places from the other's bar to the own one, two dice.

use super::position_fields::PositionFields;
use crate::games::Side;

/// Fields of a position.
const N_FIELDS: usize = 40;

/// The text has the form of a position line.
pub(super) fn looks_like_one(line: &str) -> bool {
    if line.matches(';').count() < 29 {
        return false;
    }
    let fields: Vec<&str> = line.trim().split(';').collect();
    fields.len() >= 30
        && fields[0].trim().parse::<i32>().is_ok()
        && fields.iter().filter(|field| field.trim().parse::<i32>().is_ok()).count() >= 25
}

/// Reads a position line; the side on roll becomes the first side. The second result is the names.
///
/// # Errors
///
/// Returns the field that is wrong.
pub(super) fn read(line: &str) -> Result<(PositionFields, [String; 2]), String> {
    let line = line.trim().trim_end_matches(';');
    let fields: Vec<&str> = line.split(';').collect();
    // Names may hold semicolons: the other fields are counted from both ends.
    let Some(n_more) = fields.len().checked_sub(N_FIELDS) else {
        return Err(format!("Snowie position: {} fields, {N_FIELDS} are needed", fields.len()));
    };
    let names = [fields[5].to_owned(), fields[6..7 + n_more].join(";")];
    let number = |idx: usize| -> Result<i32, String> {
        let text = fields[if idx > 6 { idx + n_more } else { idx }].trim();
        text.parse().ok().ok_or_else(|| format!("Snowie position: {text:?} is not a number"))
    };
    let bounded = |idx: usize, what: &str, least: i32, most: i32| -> Result<i32, String> {
        let n = number(idx)?;
        let fits = (least..=most).contains(&n);
        fits.then_some(n).ok_or_else(|| format!("Snowie position: {n} is not a {what}"))
    };
    let length = bounded(0, "length of a match", 0, 32_767)? as u32;
    let cube = number(10)?;
    if !(1..=32_768).contains(&cube) || !(cube as u32).is_power_of_two() {
        return Err(format!("Snowie position: {cube} is not a value of a cube"));
    }
    let mut points = [0; 26];
    for (idx, point) in points.iter_mut().enumerate() {
        *point = bounded(12 + idx, "number of checkers", -15, 15)? as i8;
    }
    let dice = [bounded(38, "die", 0, 6)? as u8, bounded(39, "die", 0, 6)? as u8];
    if dice.contains(&0) && dice != [0, 0] {
        return Err(format!("Snowie position: {} and {} are no dice", dice[0], dice[1]));
    }
    let fields = PositionFields {
        points,
        cube_log2: cube.trailing_zeros() as u8,
        cube_owner: match bounded(11, "owner of the cube", -1, 1)? {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        },
        on_roll: Side::First,
        dice: (dice[0] > 0).then(|| [dice[0].max(dice[1]), dice[0].min(dice[1])]),
        doubled: false,
        resigned: 0,
        score: [
            bounded(8, "number of points", 0, 32_767)? as u32,
            bounded(9, "number of points", 0, 32_767)? as u32,
        ],
        crawford: length > 0 && number(7)? != 0,
        jacoby: length == 0 && number(1)? != 0,
        beavers: length == 0 && number(3)? != 0,
        length,
    };
    Ok((fields, names))
}

/// Writes a position as GNU Backgammon 1.07 writes it for Snowie, with the names of the first and the
/// second side; `None` for an offer of a double or a resignation, which a line cannot say.
pub(super) fn write(fields: &PositionFields, names: [&str; 2]) -> Option<String> {
    if fields.doubled || fields.resigned > 0 {
        return None;
    }
    let (fields, names) = match fields.on_roll {
        Side::First => (fields.clone(), names),
        Side::Second => (fields.turned(), [names[1], names[0]]),
    };
    let flag = |is_set: bool| i64::from(is_set);
    let owner = match fields.cube_owner {
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
        None => 0,
    };
    let heading = [i64::from(fields.length), flag(fields.jacoby && fields.length == 0), 0];
    let rules = [flag(fields.beavers && fields.length == 0), 1];
    let [own, other] = fields.score.map(i64::from);
    let state = [flag(fields.crawford), own, other, 1_i64 << fields.cube_log2, owner];
    let points = fields.points.iter().map(|n| i64::from(*n));
    let dice = fields.dice.unwrap_or_default().map(i64::from);
    let before = heading.into_iter().chain(rules).map(|n| n.to_string());
    let after = state.into_iter().chain(points).chain(dice).map(|n| n.to_string());
    let named = names.into_iter().map(str::to_owned);
    let all: Vec<String> = before.chain(named).chain(after).collect();
    Some(format!("{};", all.join(";")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_it_was_read() {
        let line = include_str!("../../../tests/data/backgammon/position.snw.txt").trim_end();
        let (fields, names) = read(line).unwrap();
        let names = names.each_ref().map(String::as_str);
        assert_eq!(write(&fields, names).as_deref(), Some(line));
        // The side on roll is always written first.
        let [first, second] = names;
        assert_eq!(write(&fields.turned(), [second, first]).as_deref(), Some(line));
        let doubled = PositionFields { doubled: true, ..fields };
        assert_eq!(write(&doubled, names), None);
    }
}
