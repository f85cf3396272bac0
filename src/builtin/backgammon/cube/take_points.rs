//! Take points and gammon values: what the score makes of a double.
//!
//! Decides no double: [`super::Stakes::offer`] does. `docs/ROLLOUTS.md` has the formulas.

use super::{Access, Chances, Market, Stakes};

/// The least chances to win with which a player takes a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TakePoint {
    /// As [`Stakes::offer`] takes, with this position's shares of gammons.
    pub used: f32,
    /// If the cube is never turned again, with this position's shares of gammons.
    pub dead: f32,
    /// If every later turn of the cube comes at the best moment.
    pub live: f32,
    /// If the cube is never turned again and no gammon is won.
    pub without_gammons: f32,
}

/// Steps of the search for [`TakePoint::used`]: to less than a ten-thousandth.
const HALVINGS: u32 = 16;

impl Stakes {
    /// The take point of the other player, if the player on turn doubles; `None` if that player may
    /// not, or gains nothing by it. `chances` are those of the player on turn.
    #[must_use]
    pub fn take_point(&self, chances: &Chances) -> Option<TakePoint> {
        if !self.can_double() {
            return None;
        }
        let doubled = Market { log2: self.log2 + 1, ..self.market().turned() };
        let dead = |chances: &Chances| {
            let ends = doubled.ends(chances);
            let point = (ends.won - self.dropped()) / (ends.won - ends.lost);
            if point.is_finite() { point.clamp(0.0, 1.0) } else { 0.0 }
        };
        let without_gammons = dead(&Chances([chances.win(), 0.0, 0.0, 0.0, 0.0]));
        let live = self.market().take_point(1, chances);
        Some(TakePoint {
            used: self.used_take_point(chances),
            dead: dead(chances),
            live,
            without_gammons,
        })
    }

    /// The chances of the other player between taking and dropping.
    fn used_take_point(&self, chances: &Chances) -> f32 {
        let takes = |win: f32| {
            self.offer(&with_win(chances, 1.0 - win)).is_some_and(|offer| offer.is_take())
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f32::midpoint(low, high);
            if takes(middle) { high = middle } else { low = middle }
        }
        high
    }

    /// How much more a gammon is worth than a single game, for the player on turn and for the other
    /// one, in parts of the difference between a single game won and lost: 0.5 for money, where
    /// gammons count. 0 where a gammon is of no use.
    #[must_use]
    pub fn gammon_values(&self) -> [f32; 2] {
        let market = self.market();
        if !market.counts_gammons() {
            return [0.0; 2];
        }
        let [won, lost] = [market.points([1, 0]), market.points([0, 1])];
        let [more, less] = [market.points([2, 0]), market.points([0, 2])];
        [more - won, lost - less].map(|gain| gain / (won - lost))
    }

    /// The chances of the player on turn to win the match after this game, by how it ends: won as a
    /// single game, gammon, backgammon, and lost so. `None` for money.
    #[must_use]
    pub fn match_chances_after(&self) -> Option<[[f32; 3]; 2]> {
        let chance = |times: [u32; 2]| self.match_chance(self.ended(times));
        let won = chance([1, 0])?;
        let [gammon, backgammon] = [2, 3].map(|times| chance([times, 0]).unwrap_or(won));
        let lost = [1, 2, 3].map(|times| chance([0, times]).unwrap_or_default());
        Some([[won, gammon, backgammon], lost])
    }

    /// The cube is dead for the other player after a double: that player gains nothing by turning it.
    #[must_use]
    pub fn is_last_double(&self) -> bool {
        let doubled = self.doubled();
        debug_assert_eq!(doubled.access, Access::Other);
        doubled.log2 >= doubled.max_log2 || !doubled.market().is_worth_turning(1)
    }
}

/// The same shares of gammons and backgammons among the games won and lost, with another chance to
/// win.
fn with_win(chances: &Chances, win: f32) -> Chances {
    let [old, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.0;
    let part = |of: f32, all: f32| if all > 0.0 { of / all } else { 0.0 };
    Chances([
        win,
        win * part(win_gammon, old),
        win * part(win_backgammon, old),
        (1.0 - win) * part(lose_gammon, 1.0 - old),
        (1.0 - win) * part(lose_backgammon, 1.0 - old),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::backgammon::Met;
    use crate::builtin::backgammon::cube::Score;

    const MONEY: Stakes = Stakes {
        log2: 0,
        max_log2: 10,
        access: Access::Both,
        score: Score::Money { jacoby: false },
    };

    fn at_score(away: [u16; 2]) -> Stakes {
        Stakes { score: Score::Match { away, is_from_crawford_on: false }, ..MONEY }
    }

    fn gammonless(win: f32) -> Chances {
        Chances([win, 0.0, 0.0, 0.0, 0.0])
    }

    #[test]
    fn money_has_the_take_points_of_the_books() {
        // Janowski 1993: 25 % with a dead cube, 20 % with a live one.
        let found = MONEY.take_point(&gammonless(0.6)).unwrap();
        assert!((found.dead - 0.25).abs() < 1e-6 && (found.live - 0.2).abs() < 1e-6, "{found:?}");
        assert!(found.live < found.used && found.used < found.dead, "{found:?}");
        // A fifth of the lost games are gammons: 4/3 * 1/4 of (2.4 - 1) / (2.4 + 2).
        let found = MONEY.take_point(&Chances([0.6, 0.12, 0.0, 0.0, 0.0])).unwrap();
        assert!(
            (found.dead - 1.4 / 4.4).abs() < 1e-6 && (found.without_gammons - 0.25).abs() < 1e-6
        );
    }

    #[test]
    fn a_last_double_is_taken_with_the_chance_of_the_score_after_a_drop() {
        let stakes = at_score([2, 2]);
        let found = stakes.take_point(&gammonless(0.6)).unwrap();
        let alone = Met::shared().chance(2, 1, false);
        assert!(
            (found.dead - alone).abs() < 1e-4 && (found.used - alone).abs() < 1e-3,
            "{found:?}"
        );
        assert!(stakes.is_last_double() && !at_score([5, 5]).is_last_double());
        let crawford = Stakes { access: Access::Neither, ..at_score([4, 1]) };
        assert_eq!(crawford.take_point(&gammonless(0.5)), None);
    }

    #[test]
    fn gammons_are_worth_what_the_score_says() {
        assert_eq!(MONEY.gammon_values(), [0.5, 0.5]);
        let jacoby = Stakes { score: Score::Money { jacoby: true }, ..MONEY };
        assert_eq!(jacoby.gammon_values(), [0.0, 0.0]);
        // Who needs one point has no use for a gammon; who needs two wins the match by one.
        assert_eq!(at_score([1, 1]).gammon_values(), [0.0, 0.0]);
        let [own, other] = at_score([2, 1]).gammon_values();
        assert!(own > 0.4 && other == 0.0, "{own} {other}");
    }

    #[test]
    fn the_match_after_the_game_is_read_from_the_table() {
        let met = Met::shared();
        let [won, lost] = at_score([3, 4]).match_chances_after().unwrap();
        let close = |found: f32, own, other| (found - met.chance(own, other, false)).abs() < 1e-6;
        assert!(close(won[0], 2, 4) && close(won[1], 1, 4) && (won[2] - 1.0).abs() < 1e-6);
        assert!(close(lost[0], 3, 3) && close(lost[1], 3, 2) && close(lost[2], 3, 1));
        assert_eq!(MONEY.match_chances_after(), None);
    }
}
