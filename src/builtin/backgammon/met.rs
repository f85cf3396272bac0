//! The match equity table: each player's chance to win a match from the score before a game.
//!
//! Computed, not copied: equal players, a share of gammons, and the cube as [`super::cube`] values
//! it, from the short scores to the long ones. Decides nothing.

use std::sync::OnceLock;

use super::chances::Chances;
use super::cube::{Access, Market};

/// The table goes up to this many points away; more points count as this.
pub(super) const MAX_AWAY: u16 = 64;
/// Share of gammons and of backgammons among the games won, when both players need points.
const GAMMONS: f32 = 0.27;
const BACKGAMMONS: f32 = 0.012;

/// A player's chance to win the match, by the points both still need.
#[derive(Clone, Debug)]
pub struct Met {
    /// Before the Crawford game and, if a player is one away, before that game.
    before: Vec<f32>,
    /// The chance of the side that is one away after the Crawford game, by the points that the
    /// opponent is away.
    after: Vec<f32>,
}

impl Met {
    /// The table, computed at the first call.
    pub fn shared() -> &'static Self {
        static TABLE: OnceLock<Met> = OnceLock::new();
        TABLE.get_or_init(Self::compute)
    }

    /// Chance of the player who is `own` points away to win the match against one who is `other`
    /// away. 0 or less away is a win. `is_after_crawford`: the Crawford game has been played.
    #[must_use]
    pub fn chance(&self, own: i32, other: i32, is_after_crawford: bool) -> f32 {
        let max = i32::from(MAX_AWAY);
        match (own.min(max), other.min(max)) {
            (..=0, _) => 1.0,
            (_, ..=0) => 0.0,
            (1, other) if is_after_crawford => self.after[other as usize],
            (own, 1) if is_after_crawford => 1.0 - self.after[own as usize],
            (own, other) => self.before[at(own, other)],
        }
    }

    fn compute() -> Self {
        let size = usize::from(MAX_AWAY) + 1;
        let mut met = Self { before: vec![0.5; size * size], after: vec![0.5; size] };
        for away in 2..i32::from(MAX_AWAY) + 1 {
            met.after[away as usize] = met.after_crawford(away);
        }
        for larger in 2..i32::from(MAX_AWAY) + 1 {
            for smaller in 1..=larger {
                let chance = if smaller == 1 {
                    met.in_crawford(larger)
                } else if smaller == larger {
                    0.5
                } else {
                    met.with_cube(smaller, larger)
                };
                met.before[at(smaller, larger)] = chance;
                met.before[at(larger, smaller)] = 1.0 - chance;
            }
        }
        met
    }

    /// The leader is one away, the opponent doubles as soon as possible, and the leader drops if
    /// that costs less than it saves.
    fn after_crawford(&self, away: i32) -> f32 {
        let dropped = self.chance(1, away - 1, true);
        let single = self.chance(1, away - 2, true);
        let gammon = self.chance(1, away - 4, true);
        let backgammon = self.chance(1, away - 6, true);
        let lost = mixed(single, gammon, backgammon);
        (0.5 + 0.5 * lost).max(dropped)
    }

    /// The leader is one away, and there is no cube.
    fn in_crawford(&self, away: i32) -> f32 {
        let [single, gammon, backgammon] = [1, 2, 3].map(|won| self.chance(1, away - won, true));
        0.5 + 0.5 * mixed(single, gammon, backgammon)
    }

    /// The game begins with the cube in the middle.
    fn with_cube(&self, own: i32, other: i32) -> f32 {
        let half = |share: f32| share / 2.0;
        let (gammons, backgammons) = (half(GAMMONS + BACKGAMMONS), half(BACKGAMMONS));
        let chances = Chances([0.5, gammons, backgammons, gammons, backgammons]);
        let market = Market::of_match(self, [own, other], 0, false);
        (1.0 + market.worth(Access::Both, &chances)) / 2.0
    }
}

fn at(own: i32, other: i32) -> usize {
    own as usize * (usize::from(MAX_AWAY) + 1) + other as usize
}

/// The mean remainder when a game is lost.
fn mixed(single: f32, gammon: f32, backgammon: f32) -> f32 {
    single * (1.0 - GAMMONS - BACKGAMMONS) + gammon * GAMMONS + backgammon * BACKGAMMONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leader_of_the_crawford_game_has_what_others_have_computed() {
        // The first row of the Kazaross-XG2 table, from 1 away to 7 away.
        let published = [0.5, 0.677_36, 0.750_76, 0.814_36, 0.841_79, 0.887_31, 0.907_24];
        for (away, expected) in (1..).zip(published) {
            let found = Met::shared().chance(1, away, false);
            assert!((found - expected).abs() < 0.005, "{away} away: {found}, not {expected}");
        }
    }

    #[test]
    fn the_table_agrees_with_a_published_one_at_every_kind_of_score() {
        // Kazaross-XG2, before the Crawford game.
        for (own, other, expected) in [
            (2, 3, 0.599_47),
            (2, 4, 0.668_70),
            (3, 4, 0.571_50),
            (3, 7, 0.762_09),
            (5, 7, 0.626_38),
            (4, 9, 0.787_99),
            (7, 11, 0.700_21),
            (9, 15, 0.752_81),
            (11, 13, 0.589_24),
        ] {
            let found = Met::shared().chance(own, other, false);
            assert!((found - expected).abs() < 0.0125, "{own} {other}: {found}, not {expected}");
        }
    }

    #[test]
    fn points_never_hurt_and_players_are_equal() {
        let met = Met::shared();
        for own in 1..=25 {
            for other in 1..=25 {
                let chance = met.chance(own, other, false);
                assert!((chance + met.chance(other, own, false) - 1.0).abs() < 1e-6);
                assert!(chance >= met.chance(own + 1, other, false), "{own} {other}");
                assert!(chance < met.chance(own - 1, other, false), "{own} {other}");
            }
        }
        assert_eq!(met.chance(0, 3, false), 1.0);
        assert_eq!(met.chance(3, -1, true), 0.0);
    }

    #[test]
    fn who_may_double_at_once_after_the_crawford_game_is_hardly_worse_with_an_odd_score() {
        // Two points at a time: three away is about as far as four.
        let met = Met::shared();
        let [two, three, four] = [2, 3, 4].map(|away| met.chance(1, away, true));
        assert!(two < 0.52 && three > two + 0.1 && four - three < 0.1, "{two} {three} {four}");
    }
}
