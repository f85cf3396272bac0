//! GNU Backgammon's position id and match id: 14 and 12 letters that hold a board and a match.
//!
//! Does not judge: it returns the content of an id as a [`PositionFields`], and other code decides
//! whether the position can occur. Source: GNU Backgammon's manual, "A technical description of the
//! Position ID" and "A technical description of the Match ID"; GNU Backgammon 1.07 writes the 67th
//! bit of the match id for "no Jacoby rule".

use super::position_fields::PositionFields;
use crate::games::Side;

/// Letters of base 64, in the order of their values.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Length of a position id.
pub(super) const POSITION_LEN: usize = 14;
/// Length of a match id.
pub(super) const MATCH_LEN: usize = 12;
/// Checkers of a side.
const N_CHECKERS: u32 = 15;

/// Writes both ids, with a colon between them.
pub(super) fn write(fields: &PositionFields) -> String {
    format!("{}:{}", write_position(fields), write_match(fields))
}

/// Writes the position id: the board from the point of view of the side that is on roll.
pub(super) fn write_position(fields: &PositionFields) -> String {
    let mut bits = BitWriter::default();
    for side in [fields.on_roll.opponent(), fields.on_roll] {
        for point in 1..=25 {
            for _ in 0..fields.n_at(side, point) {
                bits.push(1, 1);
            }
            bits.push(0, 1);
        }
    }
    letters(&bits.bytes(10))
}

/// Writes the match id. Points, length and cube are limited to the largest values that it can hold
/// (32767, 32768).
pub(super) fn write_match(fields: &PositionFields) -> String {
    let mut bits = BitWriter::default();
    bits.push(u32::from(fields.cube_log2.min(15)), 4);
    bits.push(fields.cube_owner.map_or(3, player), 2);
    bits.push(player(fields.on_roll), 1);
    bits.push(u32::from(fields.crawford), 1);
    // 1 is a game that is being played.
    bits.push(1, 3);
    bits.push(player(fields.to_decide()), 1);
    bits.push(u32::from(fields.doubled), 1);
    bits.push(u32::from(fields.resigned.min(3)), 2);
    let [high, low] = fields.dice.unwrap_or_default();
    bits.push(u32::from(high), 3);
    bits.push(u32::from(low), 3);
    bits.push(fields.length.min(0x7fff), 15);
    for side in [Side::Second, Side::First] {
        bits.push(fields.score[side.idx()].min(0x7fff), 15);
    }
    bits.push(u32::from(!fields.jacoby), 1);
    letters(&bits.bytes(9))
}

/// Reads a position id alone: money play without Jacoby, no dice rolled, the first side on roll.
///
/// # Errors
///
/// Returns the fault in it.
pub(super) fn read_position(id: &str) -> Result<PositionFields, String> {
    let bytes = bytes(id, "Position", POSITION_LEN)?;
    let mut bits = BitReader { bytes: &bytes, at: 0 };
    let mut fields = PositionFields { jacoby: false, ..PositionFields::default() };
    for side in [Side::Second, Side::First] {
        let mut n_left = N_CHECKERS;
        for point in 1..=25 {
            let mut n = 0;
            while bits.pop(1).ok_or_else(|| too_many(id))? == 1 {
                n += 1;
            }
            n_left = n_left.checked_sub(n).ok_or_else(|| too_many(id))?;
            let other = fields.n_at(side.opponent(), 25 - point);
            if n > 0 && other > 0 && point < 25 {
                return Err(format!(
                    "Position id {id:?}: both sides have checkers on point {point}"
                ));
            }
            fields.put(side, point, n as u8);
        }
    }
    if std::iter::from_fn(|| bits.pop(1)).any(|bit| bit == 1) {
        return Err(too_many(id));
    }
    Ok(fields)
}

fn too_many(id: &str) -> String {
    format!("Position id {id:?}: a side has more than {N_CHECKERS} checkers")
}

/// Reads both ids; the position id has the point of view of the side that the match id has on roll.
///
/// # Errors
///
/// Returns the fault, and the id that has it.
pub(super) fn read(position: &str, match_id: &str) -> Result<PositionFields, String> {
    let board = read_position(position)?;
    let fields = read_match(match_id)?;
    let points = match fields.on_roll {
        Side::First => board.points,
        Side::Second => board.turned().points,
    };
    Ok(PositionFields { points, ..fields })
}

/// Reads a match id; the board is empty.
fn read_match(id: &str) -> Result<PositionFields, String> {
    let bytes = bytes(id, "Match", MATCH_LEN)?;
    let mut bits = BitReader { bytes: &bytes, at: 0 };
    let mut next = |n: u32| bits.pop(n).expect("72 bits are more than the 67 that are read");
    let cube_log2 = next(4) as u8;
    let cube_owner = match next(2) {
        0 => Some(Side::Second),
        1 => Some(Side::First),
        _ => None,
    };
    let on_roll = side(next(1));
    let crawford = next(1) == 1;
    let state = next(3);
    let to_decide = side(next(1));
    let doubled = next(1) == 1;
    let resigned = next(2) as u8;
    let dice = [next(3) as u8, next(3) as u8];
    let length = next(15);
    let score = [next(15), next(15)];
    let jacoby = next(1) == 0 && length == 0;
    let wrong = |what: &str| Err(format!("Match id {id:?}: {what}"));
    if dice.contains(&7) || dice.contains(&0) && dice != [0, 0] {
        return wrong(&format!("{} and {} are no dice", dice[0], dice[1]));
    }
    if state > 4 {
        return wrong(&format!("{state} is not a state of a game"));
    }
    if length > 0 && score.iter().any(|points| *points >= length) {
        return wrong(&format!("the match to {length} is over at {}-{}", score[1], score[0]));
    }
    let fields = PositionFields {
        points: [0; 26],
        cube_log2,
        cube_owner,
        on_roll,
        dice: (dice[0] > 0).then(|| [dice[0].max(dice[1]), dice[0].min(dice[1])]),
        doubled,
        resigned,
        // Player 0 sits at the top.
        score: [score[1], score[0]],
        crawford,
        jacoby,
        beavers: false,
        length,
    };
    if fields.to_decide() != to_decide && state == 1 {
        return wrong("who is on roll and whose turn it is do not fit together");
    }
    Ok(fields)
}

/// In a match id, player 0 sits at the top and player 1 at the bottom.
fn player(side: Side) -> u32 {
    match side {
        Side::First => 1,
        Side::Second => 0,
    }
}

fn side(player: u32) -> Side {
    if player == 1 { Side::First } else { Side::Second }
}

/// The bytes that `n_letters` letters stand for.
fn bytes(id: &str, what: &str, n_letters: usize) -> Result<Vec<u8>, String> {
    let n = id.chars().count();
    if n != n_letters {
        return Err(format!(
            "{what} id {id:?}: {n} character{}, {n_letters} are needed",
            if n == 1 { "" } else { "s" }
        ));
    }
    let mut bytes = Vec::with_capacity(11);
    let (mut held, mut n_held) = (0_u32, 0);
    for letter in id.chars() {
        let value = LETTERS.iter().position(|known| char::from(*known) == letter);
        let value =
            value.ok_or_else(|| format!("{what} id {id:?}: {letter:?} is not a letter of it"));
        held = held << 6 | value? as u32;
        n_held += 6;
        if n_held >= 8 {
            n_held -= 8;
            bytes.push((held >> n_held) as u8);
            held &= (1 << n_held) - 1;
        }
    }
    if held != 0 {
        return Err(format!("{what} id {id:?}: its last letter holds more than an id has"));
    }
    Ok(bytes)
}

fn letters(bytes: &[u8]) -> String {
    let n_letters = (bytes.len() * 8).div_ceil(6);
    let bit = |at: usize| bytes.get(at / 8).is_some_and(|byte| byte >> (7 - at % 8) & 1 == 1);
    let value = |n: usize| (0..6).fold(0, |value, idx| value << 1 | usize::from(bit(6 * n + idx)));
    (0..n_letters).map(|n| char::from(LETTERS[value(n)])).collect()
}

/// Numbers, their lowest bits first.
#[derive(Debug, Default)]
struct BitWriter {
    bits: Vec<bool>,
}

impl BitWriter {
    fn push(&mut self, value: u32, n_bits: u32) {
        self.bits.extend((0..n_bits).map(|bit| value >> bit & 1 == 1));
    }

    /// The bytes, padded or cut to `n`.
    fn bytes(&self, n: usize) -> Vec<u8> {
        let mut bytes = vec![0; n];
        for (at, _) in self.bits.iter().enumerate().filter(|(_, bit)| **bit) {
            if let Some(byte) = bytes.get_mut(at / 8) {
                *byte |= 1 << (at % 8);
            }
        }
        bytes
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    /// The next number; `None` at the end.
    fn pop(&mut self, n_bits: u32) -> Option<u32> {
        let mut value = 0;
        for bit in 0..n_bits {
            let byte = self.bytes.get(self.at / 8)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(value)
    }
}
