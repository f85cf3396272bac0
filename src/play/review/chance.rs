//! What a roll was worth beside all others that could have come: luck apart from skill.
//!
//! Rolls nothing and asks nothing; `docs/LUCK.md` says what is computed.

use crate::games::{Actor, MoveText, Position, Side};

/// A roll that may come, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Throw {
    pub(super) mv: MoveText,
    /// How many of the 36 throws of two dice are this roll.
    weight: u32,
    /// What the position after it is worth with the best play, from the first player's view.
    pub(super) score: Option<f64>,
}

/// The rolls of a position that awaits dice; none elsewhere. Throws that are none there, as a tie in
/// the opening, do not count: they are thrown again.
pub(super) fn throws(pos: &dyn Position) -> Vec<Throw> {
    if pos.actor() != Actor::Chance {
        return Vec::new();
    }
    let mut throws: Vec<Throw> = Vec::new();
    let pairs = (1..=6).flat_map(|one| (1..=6).map(move |other| format!("{one}{other}")));
    for mv in pairs.filter_map(|text| pos.resolve(&text).ok()) {
        match throws.iter_mut().find(|known| known.mv == mv) {
            Some(known) => known.weight += 1,
            None => throws.push(Throw { mv, weight: 1, score: None }),
        }
    }
    throws
}

/// How much better `rolled` is than the mean of all throws, for whoever plays it in `after`. `None`
/// unless all of them have a value.
pub(super) fn luck(throws: &[Throw], rolled: &MoveText, after: &dyn Position) -> Option<f64> {
    let Actor::Player(side) = after.actor() else { return None };
    let (mut sum, mut n) = (0.0, 0.0);
    for throw in throws {
        let weight = f64::from(throw.weight);
        sum += weight * throw.score?;
        n += weight;
    }
    let came = throws.iter().find(|throw| throw.mv == *rolled)?.score?;
    let luck = came - sum / n;
    Some(if side == Side::First { luck } else { -luck })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::read_xgid;

    fn of(xgid: &str) -> Vec<Throw> {
        throws(&read_xgid(xgid).unwrap())
    }

    #[test]
    fn there_are_21_rolls_of_36_throws_and_30_without_ties_in_the_opening() {
        let later = of("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10 rolling");
        assert_eq!((later.len(), later.iter().map(|throw| throw.weight).sum::<u32>()), (21, 36));
        let opening = of("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10 opening");
        assert_eq!((opening.len(), opening.iter().map(|throw| throw.weight).sum()), (30, 30));
        assert!(of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10").is_empty());
    }

    #[test]
    fn luck_is_the_difference_from_the_mean_of_all_throws_for_whoever_rolled() {
        let mut all = of("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:1:0:10 rolling");
        let after = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:-1:66:0:0:1:0:10").unwrap();
        for throw in &mut all {
            // Black's 66 is worth 3.6 to him, all else nothing.
            throw.score = Some(if throw.mv.0 == "66" { -3.6 } else { 0.0 });
        }
        let rolled = |text: &str| luck(&all, &MoveText(text.to_owned()), &after);
        let near = |found: Option<f64>, wanted: f64| (found.unwrap() - wanted).abs() < 1e-9;
        assert!(near(rolled("66"), 3.5), "{:?}", rolled("66"));
        assert!(near(rolled("21"), -0.1), "{:?}", rolled("21"));
        all[7].score = None;
        assert_eq!(luck(&all, &MoveText("66".to_owned()), &after), None, "a guess is no luck");
    }
}
