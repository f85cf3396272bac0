//! In which positions several engines would play the same move.
//!
//! Asks no engine, and judges no move.

use super::PositionReview;

/// All engines have the same best move in the position after so many plies; `None` where one says none, where
/// there is nothing to decide, and for a single engine. An engine that has said nothing of the game at all
/// does not count.
#[must_use]
pub fn at<P: AsRef<[PositionReview]>>(by: &[P], ply: usize) -> Option<bool> {
    let best = |positions: &P| {
        let position = positions.as_ref().get(ply).filter(|position| !position.forced)?;
        position.best().map(str::to_owned)
    };
    let says_any = |positions: &&P| positions.as_ref().iter().any(|review| review.best().is_some());
    let by: Vec<&P> = by.iter().filter(says_any).collect();
    let (first, others) = by.split_first().filter(|(_, others)| !others.is_empty())?;
    let own = best(first)?;
    let theirs: Option<Vec<String>> = others.iter().map(|other| best(other)).collect();
    Some(theirs?.iter().all(|mv| *mv == own))
}

/// In how many positions all engines have the same best move, of those where all say one; `None` where there is
/// no such position. The end of the game, where no move was played, does not count.
#[must_use]
pub fn of<P: AsRef<[PositionReview]>>(by: &[P]) -> Option<(usize, usize)> {
    let n_plies = by.iter().map(|positions| positions.as_ref().len()).max().unwrap_or_default();
    let was_played = |positions: &P, ply: usize| {
        positions.as_ref().get(ply).is_some_and(|review| review.played.is_some())
    };
    let moves = (0..n_plies).filter(|ply| by.iter().any(|positions| was_played(positions, *ply)));
    let known: Vec<bool> = moves.filter_map(|ply| at(by, ply)).collect();
    let agreed = known.iter().filter(|agreed| **agreed).count();
    (!known.is_empty()).then_some((agreed, known.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_agree_where_all_have_the_same_best_move_and_there_is_a_choice() {
        let of_moves = |moves: &[&str]| -> Vec<PositionReview> {
            let review = |mv: &&str| PositionReview {
                played: Some("a".to_owned()),
                line: if mv.is_empty() { Vec::new() } else { vec![(*mv).to_owned()] },
                ..PositionReview::default()
            };
            moves.iter().map(review).collect()
        };
        let (first, mut second) = (of_moves(&["a", "b", "c", "d"]), of_moves(&["a", "x", "", "d"]));
        second[3].forced = true;
        let by = [first, second];
        assert_eq!([0, 1, 2, 3].map(|ply| at(&by, ply)), [Some(true), Some(false), None, None]);
        assert_eq!(of(&by), Some((1, 2)));
        let [first, second] = &by;
        let mute = of_moves(&["", "", "", ""]);
        for lost in [Vec::new(), mute] {
            let with_lost = [lost, first.clone(), second.clone()];
            assert_eq!(of(&with_lost), Some((1, 2)), "one that reviewed nothing does not count");
        }
        assert_eq!(of(&by[..1]), None, "one engine agrees with no other");
    }
}
