//! Slips: turns in which a level below full strength looks less far than it can.
//!
//! Knows no game. A player asks here how deep to look at a turn, and chooses here among the moves
//! of a shallow look.

use super::random::Random;

/// The frequency of a level's slips, and the depth of its search then.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Slips {
    /// Slips in a thousand turns, on average.
    pub per_mille: u16,
    /// Depth of the search in such a turn, in plies. 0 is a glance: the player sees what each move
    /// gains at once, and overlooks every answer to it.
    pub depth: u32,
    /// A move chosen without looking ahead has an error of up to this much, either way, in the
    /// units of the game's evaluation.
    pub noise: i32,
}

/// The depth at which a player looks at a turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Look {
    /// As far as its level can.
    Full,
    /// At most this many plies ahead.
    Short(u32),
    /// At each move, not at the answers.
    Glance,
}

/// A move without looking ahead.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Glimpse {
    /// The apparent value of the move, in the units of the game's evaluation.
    pub(crate) worth: i32,
    /// It continues with the piece that moved in the player's last turn and gains nothing: a human
    /// who overlooks something still has a plan.
    pub(crate) idle: bool,
}

impl Slips {
    /// No slips.
    pub const NONE: Self = Self { per_mille: 0, depth: 0, noise: 0 };

    /// The look at the next turn.
    pub(crate) fn look(self, random: &mut Random) -> Look {
        if self.per_mille == 0 || random.below(1_000) >= u64::from(self.per_mille) {
            return Look::Full;
        }
        match self.depth {
            0 => Look::Glance,
            depth => Look::Short(depth),
        }
    }

    /// The move that is played without looking ahead: the best one at first sight. Idle moves are
    /// played only if there is no other.
    pub(crate) fn choose(self, glimpses: &[Glimpse], random: &mut Random) -> usize {
        let all_idle = glimpses.iter().all(|glimpse| glimpse.idle);
        let (mut best, mut best_worth) = (0, None);
        for (idx, glimpse) in glimpses.iter().enumerate() {
            let worth = Some(misjudged(glimpse.worth, self.noise, random));
            if (all_idle || !glimpse.idle) && worth > best_worth {
                (best, best_worth) = (idx, worth);
            }
        }
        best
    }
}

/// A value changed at random by up to `noise`, either way.
pub(crate) fn misjudged(value: i32, noise: i32, random: &mut Random) -> i32 {
    let noise = noise.unsigned_abs();
    let error = i64::try_from(random.below(2 * u64::from(noise) + 1)).unwrap_or(0);
    value.saturating_add(i32::try_from(error - i64::from(noise)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_slips_as_often_as_it_says_and_looks_as_far_as_it_says_then() {
        let mut random = Random::new(1);
        let mut count = |slips: Slips, wanted| {
            (0..10_000).filter(|_| slips.look(&mut random) == wanted).count()
        };
        assert_eq!(count(Slips::NONE, Look::Full), 10_000);
        let glances = count(Slips { per_mille: 300, ..Slips::NONE }, Look::Glance);
        assert!((2_800..3_200).contains(&glances), "{glances}");
        let always = Slips { per_mille: 1_000, depth: 2, noise: 0 };
        assert_eq!(count(always, Look::Short(2)), 10_000);
    }

    #[test]
    fn a_glance_chooses_by_worth_and_noise_and_no_idle_move_beside_another() {
        let mut random = Random::new(2);
        let glimpse = |worth, idle| Glimpse { worth, idle };
        let moves = [glimpse(10, false), glimpse(90, true), glimpse(30, false), glimpse(0, false)];
        assert_eq!(Slips::NONE.choose(&moves, &mut random), 2);
        let noisy = Slips { noise: 40, ..Slips::NONE };
        let mut chosen = [0; 4];
        for _ in 0..1_000 {
            chosen[noisy.choose(&moves, &mut random)] += 1;
        }
        assert!(chosen[2] > chosen[0] && chosen[0] > chosen[3] && chosen[3] > 0, "{chosen:?}");
        assert_eq!(chosen[1], 0, "the idle move");
        assert_eq!(Slips::NONE.choose(&[glimpse(1, true), glimpse(2, true)], &mut random), 1);
    }
}
