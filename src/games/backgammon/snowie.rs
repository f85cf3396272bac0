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
