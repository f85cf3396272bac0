//! How both sides played, as lines for people.
//!
//! Counts nothing: [`SideSummary`] does.

use std::collections::BTreeMap;

use quintet::games::{Game, GameInfo, GamePhase, Record, counted};
use quintet::play::{MoveClass, NoValue, PositionReview, ReviewedBy, SideSummary, phases};

/// Two lines for what an engine says of a game: one for each side.
pub(super) fn lines(
    game: &dyn Game,
    record: &Record,
    by: &ReviewedBy,
    engine: &str,
) -> Vec<String> {
    let info = game.info();
    // A game that cannot be played through has no positions that were reviewed.
    let phases = phases(game, record, &[]).unwrap_or_default();
    let both = SideSummary::both(record, &by.positions, &phases, info);
    let width = info.sides.iter().map(|side| side.chars().count()).max().unwrap_or(0);
    let sides = info.sides.iter().zip(&both);
    sides
        .map(|(side, summary)| format!("  {side:width$}  {}  ({engine})", line(summary, info)))
        .chain(without_values(&by.positions).map(|missing| format!("  {missing}  ({engine})")))
        .collect()
}

/// `no value of 3 positions: the engine said nothing of them in its time (2), only the winner is proved (1)`;
/// `None` where every value that was expected is known.
fn without_values(positions: &[PositionReview]) -> Option<String> {
    let mut counts: BTreeMap<NoValue, usize> = BTreeMap::new();
    for why in positions.iter().filter_map(|review| review.unknown).filter(|why| !why.is_usual()) {
        *counts.entry(why).or_default() += 1;
    }
    let n: usize = counts.values().sum();
    let whys: Vec<String> =
        counts.iter().map(|(why, n)| format!("{} ({n})", why.words())).collect();
    (n > 0).then(|| format!("no value of {}: {}", counted(n, "position"), whys.join(", ")))
}

/// `accuracy 91.2 %, mean loss 0.13 men of 30 moves: 2 inaccuracies, 1 mistake, 0 blunders; opening
/// 98.0 %, middle game 85.1 %`
fn line(summary: &SideSummary, info: &GameInfo) -> String {
    let Some((accuracy, mean)) = summary.accuracy.zip(summary.mean_loss()) else {
        return "no move was judged".to_owned();
    };
    let marked = [MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder];
    let marked = marked.map(|class| counted(summary.n_of(class), class.name())).join(", ");
    let moves = counted(summary.n_moves, "move");
    let loss = match info.has_dice {
        true => format!("error rate {:.1}", 1000.0 * mean),
        false => format!("mean loss {mean:.2} {}", info.score_unit),
    };
    let luck = summary.luck.map(|luck| format!(", luck {luck:+.3}")).unwrap_or_default();
    let phase = |phase: &GamePhase| {
        let accuracy = summary.phases[*phase as usize].accuracy()?;
        Some(format!("{} {accuracy:.1} %", phase.name()))
    };
    let phases: Vec<String> = GamePhase::ALL.iter().filter_map(phase).collect();
    let phases = phases.join(", ");
    format!("accuracy {accuracy:5.1} %, {loss} of {moves}{luck}: {marked}; {phases}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_were_expected_and_are_missing_are_counted_by_their_reasons() {
        let with = |unknown| PositionReview { unknown, ..PositionReview::default() };
        let positions = [
            None,
            Some(NoValue::NotNeeded),
            Some(NoValue::Silent),
            Some(NoValue::OnlyWinner),
            Some(NoValue::Silent),
        ];
        assert_eq!(
            without_values(&positions.map(with)).unwrap(),
            "no value of 3 positions: the engine said nothing of them in its time (2), only the winner \
             is proved (1)"
        );
        assert_eq!(without_values(&[with(None), with(Some(NoValue::AwaitsDice))]), None);
    }
}
