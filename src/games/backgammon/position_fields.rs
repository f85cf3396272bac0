//! The content of a position id of any kind, in one shape.
//!
//! Judges nothing and knows no text form.

use super::board::BAR;
use super::xgid::read_xgid;
use super::{Backgammon, MAX_CUBE_LOG2, Phase};
use crate::games::Side;

/// A complete position, as in ids and boards of other programs.
///
/// The first side is XGID's bottom player: it goes from point 24 to point 1.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct PositionFields {
    /// XGID's order: 0 is the second side's bar, 1 to 24 are the points in the first side's
    /// numbering, 25 is the first side's bar. Positive counts are checkers of the first side.
    pub(super) points: [i8; 26],
    /// The cube shows two to the power of this.
    pub(super) cube_log2: u8,
    /// The owner of the cube; `None` while it lies in the middle.
    pub(super) cube_owner: Option<Side>,
    /// The side that rolls, moves or has doubled.
    pub(super) on_roll: Side,
    /// The dice, the higher one first; `None` before the roll.
    pub(super) dice: Option<[u8; 2]>,
    /// The side on roll has doubled, and the other one must take or drop. The cube still shows its
    /// old value.
    pub(super) doubled: bool,
    /// The resignation offered by the side on roll: 1 single, 2 gammon, 3 backgammon; 0 for no
    /// offer.
    pub(super) resigned: u8,
    /// Points won so far, first side first.
    pub(super) score: [u32; 2],
    /// This is the Crawford game.
    pub(super) crawford: bool,
    /// Money play with the Jacoby rule.
    pub(super) jacoby: bool,
    /// Money play with beavers.
    pub(super) beavers: bool,
    /// Points that win the match; 0 is money play.
    pub(super) length: u32,
}

impl Default for PositionFields {
    /// An empty board.
    fn default() -> Self {
        Self {
            points: [0; 26],
            cube_log2: 0,
            cube_owner: None,
            on_roll: Side::First,
            dice: None,
            doubled: false,
            resigned: 0,
            score: [0; 2],
            crawford: false,
            jacoby: true,
            beavers: false,
            length: 0,
        }
    }
}

impl PositionFields {
    /// The fields of a position. A pending opening roll is lost.
    pub(super) fn of(pos: &Backgammon) -> Self {
        let mut fields = Self {
            cube_log2: pos.cube.log2,
            cube_owner: pos.cube.owner,
            on_roll: pos.turn,
            dice: match pos.phase {
                Phase::Play(dice) => Some([dice.high(), dice.low()]),
                Phase::Opening
                | Phase::Decide
                | Phase::Roll
                | Phase::Doubled
                | Phase::Over { .. } => None,
            },
            doubled: pos.phase == Phase::Doubled,
            resigned: pos.resigned.unwrap_or(0),
            score: pos.score,
            crawford: pos.is_crawford,
            jacoby: pos.terms.jacoby,
            beavers: false,
            length: u32::from(pos.terms.length),
            ..Self::default()
        };
        for side in Side::BOTH {
            let [checkers, _] = pos.checkers(side);
            for (point, n) in checkers.into_iter().enumerate().skip(1) {
                fields.put(side, point, n);
            }
        }
        fields
    }

    /// The position, if it can occur.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot.
    pub(super) fn position(&self) -> Result<Backgammon, String> {
        let sign = |side: Side| if side == Side::First { 1 } else { -1 };
        let points: String = self.points.iter().map(|count| letter(*count)).collect();
        let dice = match self.dice {
            _ if self.doubled => "D".to_owned(),
            Some([high, low]) => format!("{high}{low}"),
            None => "00".to_owned(),
        };
        let rule = if self.length > 0 {
            u8::from(self.crawford)
        } else {
            u8::from(self.jacoby) + 2 * u8::from(self.beavers)
        };
        let mut text = format!(
            "XGID={points}:{}:{}:{}:{dice}:{}:{}:{rule}:{}:{}",
            self.cube_log2,
            self.cube_owner.map_or(0, sign),
            sign(self.on_roll),
            self.score[0],
            self.score[1],
            self.length,
            MAX_CUBE_LOG2.max(self.cube_log2),
        );
        if self.resigned > 0 {
            text.push_str(&format!(" resigned {}", self.resigned));
        }
        read_xgid(&text)
    }

    /// The side that must decide: the one that was doubled, or was offered a resignation by the
    /// side that must decide; otherwise the one on roll.
    pub(super) fn to_decide(&self) -> Side {
        if self.doubled == (self.resigned > 0) { self.on_roll } else { self.on_roll.opponent() }
    }

    /// Number of a side's checkers on a point in that side's numbering; 25 is its bar.
    pub(super) fn n_at(&self, side: Side, point: usize) -> u8 {
        let count = match side {
            Side::First => self.points[point],
            Side::Second => -self.points[BAR - point],
        };
        count.max(0) as u8
    }

    /// Puts `n` checkers of a side on an empty point in that side's numbering; 25 is its bar.
    pub(super) fn put(&mut self, side: Side, point: usize, n: u8) {
        if n == 0 {
            return;
        }
        match side {
            Side::First => self.points[point] = n as i8,
            Side::Second => self.points[BAR - point] = -(n as i8),
        }
    }

    /// A side's checkers that are on the board or the bar.
    pub(super) fn n_in_play(&self, side: Side) -> u32 {
        (1..=BAR).map(|point| u32::from(self.n_at(side, point))).sum()
    }

    /// Number of checkers on the board and the bars.
    pub(super) fn n_set(&self) -> u32 {
        Side::BOTH.into_iter().map(|side| self.n_in_play(side)).sum()
    }

    /// The same position from the other side's point of view: the second side becomes the first.
    pub(super) fn turned(&self) -> Self {
        let mut points = self.points.map(|count| -count);
        points.reverse();
        Self {
            points,
            cube_owner: self.cube_owner.map(Side::opponent),
            on_roll: self.on_roll.opponent(),
            score: [self.score[1], self.score[0]],
            ..self.clone()
        }
    }
}

/// `-` for an empty point, `A` for one checker of the first side, `a` for one of the second.
fn letter(count: i8) -> char {
    let first = if count > 0 { b'A' } else { b'a' };
    match count.unsigned_abs() {
        0 => '-',
        n @ 1..=16 => char::from(first + n - 1),
        _ => '?',
    }
}
