//! Two dice.
//!
//! Does not roll them; the caller does.

use std::fmt;

/// Two dice, the larger first.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The 21 rolls, including doubles, in the order of their texts.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let (mut idx, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[idx] = Self { high, low };
                idx += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// Two dice in any order; `None` unless both show 1 to 6.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Self> {
        let both = (1..=6).contains(&one) && (1..=6).contains(&other);
        both.then(|| Self { high: one.max(other), low: one.min(other) })
    }

    /// The larger die.
    #[must_use]
    pub fn high(self) -> u8 {
        self.high
    }

    /// The smaller die.
    #[must_use]
    pub fn low(self) -> u8 {
        self.low
    }

    /// Both dice show the same: four steps instead of two.
    #[must_use]
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The number of the 36 throws of two dice that are this roll: 1 for a double, else 2.
    #[must_use]
    pub fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }
}

/// `31`.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}
