//! How a game is shown: which side lies below the board, how far a score fills a bar, and its figures.
//!
//! Knows no colour and no pixel.

use super::{GameInfo, Side};

impl GameInfo {
    /// The side that lies below a board that is seen this way; `None` where turning the board does not
    /// tell.
    #[must_use]
    pub fn side_below(&self, orientation: u8) -> Option<Side> {
        match self.n_orientations {
            2 | 4 if orientation.is_multiple_of(2) => Some(Side::First),
            2 | 4 => Some(Side::Second),
            _ => None,
        }
    }

    /// How much of an evaluation bar belongs to the first side, from 0 to 1: neither side ever has all of
    /// it. `score` is the first side's, in [`GameInfo::score_unit`].
    #[must_use]
    pub fn share_of_bar(&self, score: f64) -> f64 {
        // An arctangent never quite fills the bar and is steep where games are decided.
        let part = 0.5 + (score / self.score_range * 2.0).atan() / std::f64::consts::PI;
        part.clamp(0.02, 0.98)
    }

    /// The greatest score, in [`GameInfo::score_unit`], that a graph has room for: a won game's huge
    /// value is no reason to flatten all others.
    #[must_use]
    pub fn graph_limit(&self) -> f64 {
        4.0 * self.score_range
    }

    /// A score with the digits that the game's unit bears: `+2` in discs, `+0.12` in men.
    #[must_use]
    pub fn score_text(&self, score: f64) -> String {
        signed(score, if self.score_range >= 10.0 { 0 } else { 2 })
    }
}

/// A number with its sign, and with so many digits behind the point; the minus is U+2212, and a rounded
/// zero has no sign.
#[must_use]
pub fn signed(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.bytes().all(|b| matches!(b, b'+' | b'-' | b'0' | b'.')) {
        return text[1..].to_owned();
    }
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use crate::games::{GAMES, find};

    use super::*;

    #[test]
    fn a_board_that_can_be_turned_round_tells_who_lies_below() {
        let below = |name: &str, orientation| find(name).unwrap().info().side_below(orientation);
        assert_eq!(below("draughts", 0), Some(Side::First));
        assert_eq!(below("draughts", 1), Some(Side::Second));
        assert_eq!(below("othello", 1), None);
    }

    #[test]
    fn a_score_fills_its_part_of_the_bar() {
        for game in GAMES {
            let info = game.info();
            assert!((info.share_of_bar(0.0) - 0.5).abs() < 1e-9);
            let won = info.share_of_bar(info.score_range);
            assert!((0.8..0.9).contains(&won), "{}: {won}", info.name);
            assert!((info.share_of_bar(f64::INFINITY) - 0.98).abs() < 1e-9);
        }
    }

    #[test]
    fn figures_have_a_sign_unless_they_are_nothing() {
        assert_eq!(
            ["othello", "draughts"].map(|name| find(name).unwrap().info().score_text(-1.25)),
            ["\u{2212}1", "\u{2212}1.25"]
        );
        assert_eq!([signed(0.001, 2), signed(-0.001, 2), signed(2.0, 1)], ["0.00", "0.00", "+2.0"]);
    }
}
