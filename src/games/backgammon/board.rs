//! The checkers of both players, from the point of view of the player on turn.
//!
//! Does not know dice, cube or score, nor the colours of the players.

/// Index of the bar in [`Board::own`] and [`Board::opp`].
pub const BAR: usize = 25;
/// Index of the checkers borne off in [`Board::own`] and [`Board::opp`].
pub const OFF: usize = 0;
/// The number of checkers of each player.
pub const N_CHECKERS: u8 = 15;

/// Checkers by point, each player's in that player's own numbering: 24 is the point where the last
/// checkers start, 1 is the last point before bearing off, [`BAR`] and [`OFF`] are the rest. Each
/// side sums to [`N_CHECKERS`].
///
/// The opponent's point `25 - p` is the own point `p`; turning the board exchanges the arrays.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Board {
    /// The checkers of the player on turn.
    pub own: [u8; 26],
    /// The other player's checkers, in the other player's numbering.
    pub opp: [u8; 26],
}

impl Board {
    /// The normal start: 24:2 13:5 8:3 6:5 each.
    pub const START: Self = {
        let mut own = [0; 26];
        own[24] = 2;
        own[13] = 5;
        own[8] = 3;
        own[6] = 5;
        Self { own, opp: own }
    };

    /// The same checkers from the other player's point of view.
    #[must_use]
    pub fn flip(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// The pips that the player on turn and the other player have to go.
    #[must_use]
    pub fn pips(&self) -> [u32; 2] {
        [pips(&self.own), pips(&self.opp)]
    }

    /// No checker can meet one of the other player any more; the bar counts.
    #[must_use]
    pub fn is_race(&self) -> bool {
        let (Some(own), Some(opp)) = (highest(&self.own), highest(&self.opp)) else { return true };
        own + opp < 25
    }

    /// Makes one step: a checker goes from `from` to `to` (own numbering, [`BAR`] and [`OFF`] as
    /// ends) and sends a lone checker it meets to the bar. Returns true if it met one. The step is
    /// not checked, except that a checker must be there.
    pub fn step(&mut self, step: Step) -> bool {
        self.own[usize::from(step.from)] -= 1;
        self.own[usize::from(step.to)] += 1;
        self.hit(step.to)
    }

    /// Sends a lone checker of the opponent on the own point `point` to the bar.
    fn hit(&mut self, point: u8) -> bool {
        let met = usize::from(25 - point);
        let hit = point != 0 && self.opp[met] == 1;
        if hit {
            self.opp[met] = 0;
            self.opp[BAR] += 1;
        }
        hit
    }
}

/// A checker's way with one die, in the mover's numbering: 25 is the bar, 0 off.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Step {
    /// The point where it starts.
    pub from: u8,
    /// The point where it goes.
    pub to: u8,
}

/// The pips that one player has to go.
#[must_use]
pub fn pips(checkers: &[u8; 26]) -> u32 {
    checkers.iter().zip(0..).map(|(n, point)| u32::from(*n) * point).sum()
}

/// The highest point with a checker, including the bar; `None` if all are off.
#[must_use]
pub fn highest(checkers: &[u8; 26]) -> Option<usize> {
    checkers.iter().skip(1).rposition(|n| *n > 0).map(|idx| idx + 1)
}
