//! The value of the cube: from the chances of a game without cube to those with it, and the
//! decisions to double and to take.
//!
//! The model is Rick Janowski's ("Take-Points in Money Games", 1993): the value lies between that
//! of a cube that can no longer be turned and that of one that is always turned at the best moment.
//! Does not look at checkers.
//!
//! A *worth* is a player's expectation: points for money, twice the chance to win the match less 1
//! in a match. The other player's worth is the opposite in both.

mod take_points;

pub use take_points::TakePoint;

use super::chances::Chances;
use super::met::{MAX_AWAY, Met};
use crate::games::Side;
use crate::games::backgammon::Backgammon;

/// The side that may turn the cube.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Access {
    /// Either side: it is in the middle.
    Both,
    /// The player whose worth it is.
    Own,
    /// The other player.
    Other,
    /// Neither side: there is no cube, or it is the Crawford game.
    Neither,
}

impl Access {
    /// The same from the other player's point of view.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Own => Self::Other,
            Self::Other => Self::Own,
            Self::Both | Self::Neither => self,
        }
    }
}

/// The stakes, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Score {
    /// Points count as they are.
    Money {
        /// Gammons count only once the cube has been turned.
        jacoby: bool,
    },
    /// A match.
    Match {
        /// Points that the side to move and the opponent still need, from 1 to 64; higher needs
        /// count as 64.
        away: [u16; 2],
        /// This is the Crawford game, or comes after it.
        is_from_crawford_on: bool,
    },
}

/// Cube and score, from the point of view of the player on turn.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Stakes {
    /// The power of two that the cube shows.
    pub log2: u8,
    /// The largest that it can show.
    pub max_log2: u8,
    /// The side that may turn it.
    pub access: Access,
    /// The stakes.
    pub score: Score,
}

/// The worth of doubling and of not doubling for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Rolling without a double.
    pub no_double: f32,
    /// Double and take.
    pub take: f32,
    /// Double and drop.
    pub drop: f32,
}

impl Offer {
    /// The other player should take.
    #[must_use]
    pub fn is_take(&self) -> bool {
        self.take <= self.drop
    }

    /// The player on turn should double.
    #[must_use]
    pub fn is_double(&self) -> bool {
        self.doubled() > self.no_double
    }

    /// The worth of a double after the best answer.
    #[must_use]
    pub fn doubled(&self) -> f32 {
        self.take.min(self.drop)
    }

    /// The worth of the best action.
    #[must_use]
    pub fn best(&self) -> f32 {
        self.no_double.max(self.doubled())
    }
}

impl Stakes {
    /// A game without cube, in which gammons count.
    pub const CUBELESS: Self = Self {
        log2: 0,
        max_log2: 0,
        access: Access::Neither,
        score: Score::Money { jacoby: false },
    };

    /// The stakes of a position, from the point of view of the player on turn.
    #[must_use]
    pub fn of(pos: &Backgammon) -> Self {
        let (own, other) = (pos.turn, pos.turn.opponent());
        let access = match pos.cube.owner {
            _ if pos.is_crawford || pos.terms.max_log2 == 0 => Access::Neither,
            None => Access::Both,
            Some(owner) if owner == own => Access::Own,
            Some(_) => Access::Other,
        };
        let to_go = |side: Side| {
            let score = pos.score[side.idx()].try_into().unwrap_or(u16::MAX);
            pos.terms.length.saturating_sub(score).clamp(1, MAX_AWAY)
        };
        let score = if pos.terms.length == 0 {
            Score::Money { jacoby: pos.terms.jacoby }
        } else {
            let away = [to_go(own), to_go(other)];
            Score::Match { away, is_from_crawford_on: away.contains(&1) }
        };
        Self { log2: pos.cube.log2, max_log2: pos.terms.max_log2, access, score }
    }

    /// The chance to win the match for a worth; `None` for money.
    #[must_use]
    pub fn match_chance(&self, worth: f32) -> Option<f32> {
        match self.score {
            Score::Money { .. } => None,
            Score::Match { .. } => Some(f32::midpoint(worth, 1.0)),
        }
    }

    /// The same stakes from the other player's point of view.
    #[must_use]
    pub fn flipped(self) -> Self {
        let score = match self.score {
            Score::Money { .. } => self.score,
            Score::Match { away: [own, other], is_from_crawford_on } => {
                Score::Match { away: [other, own], is_from_crawford_on }
            }
        };
        Self { access: self.access.flipped(), score, ..self }
    }

    /// The same stakes if no player may double any more; for money gammons count then.
    #[must_use]
    pub fn without_cube(self) -> Self {
        match self.score {
            Score::Money { .. } => Self::CUBELESS,
            Score::Match { .. } => Self { access: Access::Neither, ..self },
        }
    }

    /// The player on turn may double, and could gain something from it.
    #[must_use]
    pub fn can_double(&self) -> bool {
        let may = matches!(self.access, Access::Both | Access::Own) && self.log2 < self.max_log2;
        may && self.market().is_worth_turning(0)
    }

    /// The stakes after a double of the player on turn was taken.
    #[must_use]
    pub fn doubled(self) -> Self {
        Self { log2: self.log2 + 1, access: Access::Other, ..self }
    }

    /// The worth of these chances for the side to move if it does not double now.
    #[must_use]
    pub fn worth(&self, chances: &Chances) -> f32 {
        self.market().worth(self.access, chances)
    }

    /// Doubling against not doubling; `None` if the side to move cannot double.
    #[must_use]
    pub fn offer(&self, chances: &Chances) -> Option<Offer> {
        self.can_double().then(|| Offer {
            no_double: self.worth(chances),
            take: self.doubled().worth(chances),
            drop: self.dropped(),
        })
    }

    /// The worth of a game after a dropped double.
    #[must_use]
    pub fn dropped(&self) -> f32 {
        self.market().points([1, 0])
    }

    /// The worth of a single game lost.
    #[must_use]
    pub fn lost(&self) -> f32 {
        self.market().points([0, 1])
    }

    /// The worth of a game won by the side to move, or by the opponent, times the cube; one of the
    /// two is 0.
    #[must_use]
    pub fn ended(&self, times: [u32; 2]) -> f32 {
        self.market().points(times.map(u32::cast_signed))
    }

    /// The worth of these chances for the side to move, which doubles when it should.
    #[must_use]
    pub fn best_worth(&self, chances: &Chances) -> f32 {
        self.offer(chances).map_or_else(|| self.worth(chances), |offer| offer.best())
    }

    /// A worth in points of the current cube: 1 is a single game won.
    #[must_use]
    pub fn equity(&self, worth: f32) -> f32 {
        let market = self.market();
        let (won, lost) = (market.points([1, 0]), market.points([0, 1]));
        (2.0 * worth - won - lost) / (won - lost)
    }

    fn market(&self) -> Market<'static> {
        match self.score {
            Score::Money { jacoby } => {
                Market { log2: self.log2, prize: Prize::Money { jacoby: jacoby && self.log2 == 0 } }
            }
            Score::Match { away, is_from_crawford_on } => {
                let away = away.map(i32::from);
                Market::of_match(Met::shared(), away, self.log2, is_from_crawford_on)
            }
        }
    }
}

/// The share of the cube's best value that is reached in play.
const LIFE: f32 = 0.68;

/// The cube at one value, and the worth of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Market<'a> {
    log2: u8,
    prize: Prize<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Prize<'a> {
    Money {
        /// The cube has not been turned: gammons do not count yet.
        jacoby: bool,
    },
    Match {
        met: &'a Met,
        away: [i32; 2],
        is_from_crawford_on: bool,
    },
}

/// The worth of a won game, and of a lost one, including gammons.
#[derive(Clone, Copy, Debug)]
struct Ends {
    won: f32,
    lost: f32,
}

impl<'a> Market<'a> {
    pub(super) fn of_match(
        met: &'a Met,
        away: [i32; 2],
        log2: u8,
        is_from_crawford_on: bool,
    ) -> Self {
        Self { log2, prize: Prize::Match { met, away, is_from_crawford_on } }
    }

    /// The worth of chances with the cube at this value.
    pub(super) fn worth(&self, access: Access, chances: &Chances) -> f32 {
        let ends = self.ends(chances);
        let win = chances.win();
        let dead = ends.lost + win * (ends.won - ends.lost);
        let own = matches!(access, Access::Both | Access::Own) && self.is_worth_turning(0);
        let other = matches!(access, Access::Both | Access::Other) && self.is_worth_turning(1);
        if !own && !other {
            return dead;
        }
        let mut line = [(0.0, ends.lost), (0.0, ends.lost), (1.0, ends.won), (1.0, ends.won)];
        if other {
            line[1] = (self.take_point(0, chances), self.points([0, 1]));
        }
        if own {
            line[2] = (1.0 - self.take_point(1, chances), self.points([1, 0]));
        }
        let live = on_line(&line, win);
        dead + LIFE * (live - dead)
    }

    /// The worth after either side has won a game for this multiple of the cube.
    fn points(&self, times: [i32; 2]) -> f32 {
        let [own, other] = times.map(|times| times << self.log2);
        match self.prize {
            Prize::Money { .. } => (own - other) as f32,
            Prize::Match { met, away, is_from_crawford_on } => {
                let chance = met.chance(away[0] - own, away[1] - other, is_from_crawford_on);
                2.0 * chance - 1.0
            }
        }
    }

    /// Gammons count with the cube at this value.
    fn counts_gammons(&self) -> bool {
        !matches!(self.prize, Prize::Money { jacoby: true })
    }

    /// Player 0 or 1 needs more points than the cube gives him.
    fn is_worth_turning(&self, player: usize) -> bool {
        match self.prize {
            Prize::Money { .. } => true,
            Prize::Match { away, .. } => away[player] > 1 << self.log2,
        }
    }

    fn ends(&self, chances: &Chances) -> Ends {
        if !self.counts_gammons() {
            return Ends { won: self.points([1, 0]), lost: self.points([0, 1]) };
        }
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.0;
        let end = |all: f32, gammon: f32, backgammon: f32, points: [f32; 3]| {
            let part = |chance: f32| if all > 0.0 { (chance / all).min(1.0) } else { 0.0 };
            points[0]
                + part(gammon) * (points[1] - points[0])
                + part(backgammon) * (points[2] - points[1])
        };
        Ends {
            won: end(win, win_gammon, win_backgammon, [1, 2, 3].map(|n| self.points([n, 0]))),
            lost: end(
                1.0 - win,
                lose_gammon,
                lose_backgammon,
                [1, 2, 3].map(|n| self.points([0, n])),
            ),
        }
    }

    /// The chance to win with which player 0 or 1 can just take a double, if every later turn of
    /// the cube comes at the best moment.
    fn take_point(&self, player: usize, chances: &Chances) -> f32 {
        let turned = Market { log2: self.log2 + 1, ..self.turned() };
        let ends = turned.ends(chances);
        let (won, lost) = match player {
            0 => (ends.won, ends.lost),
            _ => (-ends.lost, -ends.won),
        };
        let worth = |market: &Self, is_won: bool| match (player, is_won) {
            (0, true) => market.points([1, 0]),
            (0, false) => market.points([0, 1]),
            (_, true) => -market.points([0, 1]),
            (_, false) => -market.points([1, 0]),
        };
        let dropped = worth(self, false);
        let point = match self.prize {
            Prize::Money { .. } => {
                // The numbers are in units of the turned cube; the series of redoubles has no end.
                let unit = worth(&turned, true);
                let (won, lost) = (won / unit, -lost / unit);
                (lost - 0.5) / (won + lost + 0.5)
            }
            Prize::Match { .. } if turned.is_worth_turning(player) => {
                let cash = 1.0 - turned.take_point(1 - player, chances);
                cash * (dropped - lost) / (worth(&turned, true) - lost)
            }
            Prize::Match { .. } => (dropped - lost) / (won - lost),
        };
        // If gammons decide, or nothing can be lost any more, the quotient means nothing.
        if point.is_finite() { point.clamp(0.0, 0.5) } else { 0.0 }
    }

    /// The market with the cube turned, so that gammons count.
    fn turned(&self) -> Self {
        match self.prize {
            Prize::Money { .. } => Self { prize: Prize::Money { jacoby: false }, ..*self },
            Prize::Match { .. } => *self,
        }
    }
}

/// The height at `x` of a line through points from left to right.
fn on_line(points: &[(f32, f32); 4], x: f32) -> f32 {
    let mut left = points[0];
    for &right in &points[1..] {
        if x <= right.0 && right.0 > left.0 {
            return left.1 + (x - left.0) / (right.0 - left.0) * (right.1 - left.1);
        }
        left = right;
    }
    left.1
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTRED: Stakes = Stakes {
        log2: 0,
        max_log2: 10,
        access: Access::Both,
        score: Score::Money { jacoby: false },
    };

    fn gammonless(win: f32) -> Chances {
        Chances([win, 0.0, 0.0, 0.0, 0.0])
    }

    fn at_score(own: u16, other: u16, is_from_crawford_on: bool) -> Stakes {
        Stakes { score: Score::Match { away: [own, other], is_from_crawford_on }, ..CENTRED }
    }

    /// The least chance to win, in thousandths, with which the test holds.
    fn least(test: impl Fn(f32) -> bool) -> f32 {
        (0..=1_000).map(|n| n as f32 / 1_000.0).find(|win| test(*win)).unwrap()
    }

    #[test]
    fn a_cube_that_lives_is_taken_with_a_fifth_and_a_dead_one_with_a_quarter() {
        // Janowski 1993: the take point moves from 25 % (dead) to 20 % (live) as its life grows.
        let offer = |win: f32| CENTRED.offer(&gammonless(1.0 - win)).unwrap();
        let take_point = least(|win| offer(win).is_take());
        assert!((0.20..0.25).contains(&take_point), "{take_point}");
        let market = CENTRED.market();
        assert!((market.take_point(0, &gammonless(0.5)) - 0.2).abs() < 1e-6);
    }

    #[test]
    fn what_one_player_expects_the_other_one_fears() {
        for stakes in [CENTRED, at_score(3, 5, false), at_score(2, 2, false)] {
            for access in [Access::Both, Access::Own, Access::Other, Access::Neither] {
                let stakes = Stakes { access, ..stakes };
                let chances = Chances([0.6, 0.2, 0.01, 0.1, 0.005]);
                let sum = stakes.worth(&chances) + stakes.flipped().worth(&chances.inverted());
                assert!(sum.abs() < 1e-5, "{stakes:?}: {sum}");
            }
        }
    }

    #[test]
    fn owning_the_cube_is_never_worse_than_not_owning_it() {
        for away in [[3, 5], [5, 3], [7, 7], [2, 9]] {
            for percent in 1..100 {
                let chances = gammonless(percent as f32 / 100.0);
                let stakes = at_score(away[0], away[1], false);
                let worth = |access| Stakes { access, ..stakes }.worth(&chances);
                let (own, both, other) =
                    (worth(Access::Own), worth(Access::Both), worth(Access::Other));
                assert!(own + 1e-5 >= both && both + 1e-5 >= other, "{away:?} {percent}");
            }
        }
    }

    #[test]
    fn with_two_points_each_to_go_every_advantage_is_doubled_and_the_take_is_the_dead_one() {
        let stakes = at_score(2, 2, false);
        let offer = |win: f32| stakes.offer(&gammonless(win)).unwrap();
        assert!(offer(0.6).is_double() && offer(0.6).is_take());
        // The match depends on the game after a take; dropping leaves a player two points to go
        // against one.
        let alone = Met::shared().chance(2, 1, false);
        let take_point = least(|win| offer(1.0 - win).is_take());
        assert!((take_point - alone).abs() < 0.002, "{take_point} is not {alone}");
    }

    #[test]
    fn who_is_one_away_never_doubles_and_the_other_one_always_does_after_the_crawford_game() {
        assert_eq!(at_score(1, 4, true).offer(&gammonless(0.9)), None);
        for percent in [5, 30, 50, 70] {
            let offer = at_score(4, 1, true).offer(&gammonless(percent as f32 / 100.0)).unwrap();
            assert!(offer.is_double(), "{percent}: {offer:?}");
        }
        let crawford = Stakes { access: Access::Neither, ..at_score(4, 1, true) };
        assert_eq!(crawford.offer(&gammonless(0.5)), None);
    }

    #[test]
    fn a_gammon_in_sight_is_played_for_unless_it_would_not_count() {
        let chances = Chances([0.95, 0.7, 0.02, 0.0, 0.0]);
        let offer = CENTRED.offer(&chances).unwrap();
        assert!(!offer.is_double() && !offer.is_take(), "{offer:?}");
        let jacoby = Stakes { score: Score::Money { jacoby: true }, ..CENTRED };
        let offer = jacoby.offer(&chances).unwrap();
        assert!(offer.is_double() && !offer.is_take(), "{offer:?}");
    }

    #[test]
    fn a_match_that_is_longer_than_the_table_is_played_for_points_all_the_same() {
        let terms = crate::games::backgammon::Terms::match_to(500);
        let stakes = Stakes::of(&Backgammon::start_of(terms));
        let worth = |percent: u8| stakes.worth(&gammonless(f32::from(percent) / 100.0));
        assert!(worth(60) > worth(50) + 0.001 && worth(50) > worth(40) + 0.001);
        let offer = |win: f32| stakes.offer(&gammonless(win)).unwrap();
        assert!(offer(0.75).is_double() && offer(0.75).is_take() && !offer(0.9).is_take());
    }

    #[test]
    fn a_worth_is_read_as_points_of_the_cube() {
        let doubled = Stakes { log2: 1, access: Access::Other, ..CENTRED };
        assert!((doubled.equity(1.0) - 0.5).abs() < 1e-6);
        let stakes = at_score(3, 3, false);
        assert!((stakes.equity(stakes.dropped()) - 1.0).abs() < 1e-5);
    }
}
