//! The five chances of a game of backgammon for one player, and their value.
//!
//! Does not compute them, and knows no cube.

/// The number of chances.
pub(super) const N_CHANCES: usize = 5;

/// The chances to win at all, to win a gammon or more, a backgammon, and to lose a gammon or more,
/// a backgammon, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances(pub [f32; N_CHANCES]);

impl Chances {
    /// The game is won with this many points (1 to 3), or lost (-1 to -3).
    #[must_use]
    pub fn of_result(points: i32) -> Self {
        let is = |reached: bool| f32::from(u8::from(reached));
        Self([is(points > 0), is(points > 1), is(points > 2), is(points < -1), is(points < -2)])
    }

    /// The chance to win.
    #[must_use]
    pub fn win(&self) -> f32 {
        self.0[0]
    }

    /// The chance to win a gammon or more.
    #[must_use]
    pub fn win_gammon(&self) -> f32 {
        self.0[1]
    }

    /// The chance to win a backgammon.
    #[must_use]
    pub fn win_backgammon(&self) -> f32 {
        self.0[2]
    }

    /// The chance to lose a gammon or more.
    #[must_use]
    pub fn lose_gammon(&self) -> f32 {
        self.0[3]
    }

    /// The chance to lose a backgammon.
    #[must_use]
    pub fn lose_backgammon(&self) -> f32 {
        self.0[4]
    }

    /// The same game from the other player's point of view.
    #[must_use]
    pub fn inverted(&self) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])
    }

    /// Points a game when gammons count twice, backgammons three times, and there is no cube.
    #[must_use]
    pub fn equity(&self) -> f32 {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    }

    /// The same chances, corrected so that the chance of more is never greater than the chance of
    /// less.
    #[must_use]
    pub fn in_order(self) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            self.0.map(|chance| chance.clamp(0.0, 1.0));
        let win_gammon = win_gammon.min(win);
        let lose_gammon = lose_gammon.min(1.0 - win);
        Self([
            win,
            win_gammon,
            win_backgammon.min(win_gammon),
            lose_gammon,
            lose_backgammon.min(lose_gammon),
        ])
    }

    /// Adds `part` of other chances.
    pub fn add(&mut self, other: &Self, part: f32) {
        for (sum, chance) in self.0.iter_mut().zip(other.0) {
            *sum += part * chance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_worth_its_points_to_either_side() {
        for points in [-3, -2, -1, 1, 2, 3] {
            let chances = Chances::of_result(points);
            assert_eq!(chances.equity(), points as f32);
            assert_eq!(chances.inverted(), Chances::of_result(-points));
            assert_eq!(chances.in_order(), chances);
        }
    }

    #[test]
    fn chances_are_put_in_order() {
        let chances = Chances([0.75, 0.9, 0.95, 0.5, 0.25]).in_order();
        assert_eq!(chances, Chances([0.75, 0.75, 0.75, 0.25, 0.25]));
    }
}
