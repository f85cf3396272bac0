//! How both sides played, as lines for people.
//!
//! Counts nothing: [`SideSummary`] does.

use std::collections::BTreeMap;

use quintet::games::{Game, GameInfo, GamePhase, Record, Side, counted};
use quintet::hosting::numbered_moves;
use quintet::play::{
    CubeError, Losses, MoveClass, NoValue, PositionReview, ReviewedBy, SideSummary, Skill,
    SummaryRow, facts, phases, rating_name,
};

/// What is to be said of the game beside that: the agreement of the engines, moves without a choice, and from
/// where it is solved.
pub(super) fn facts(
    game: &dyn Game,
    record: &Record,
    by: &[ReviewedBy],
    engines: &[String],
) -> Vec<String> {
    let moves = numbered_moves(game, record);
    let by: Vec<&[PositionReview]> = by.iter().map(|by| by.positions.as_slice()).collect();
    let name = |ply: usize| moves.get(ply).cloned();
    let facts = facts::facts(engines, &by, game.info().has_dice, name);
    facts.into_iter().map(|fact| format!("  {fact}")).collect()
}

/// Errors by kind, where there is a cube: `checkers 2 of 14 wrong, -0.123; cube ...`, for each side.
fn skill_line(record: &Record, by: &ReviewedBy, side: Side) -> Option<String> {
    let skill = Skill::by(record, side, &by.positions);
    let mean = skill.all().mean()?;
    let kind = |name: &str, losses: Losses| {
        format!("{name} {} of {} wrong, {:.3} lost", losses.n_marked, losses.n, losses.sum)
    };
    let wrong = CubeError::ALL.into_iter().filter_map(|error| {
        let Losses { n, sum, .. } = skill.cube_errors[error as usize];
        (n > 0).then(|| format!("{}, {sum:.3}", counted(n as usize, error.name())))
    });
    let mut parts = vec![kind("checkers", skill.pieces), kind("cube", skill.cube)];
    parts.extend(wrong);
    Some(format!("{}; {}", rating_name(mean), parts.join("; ")))
}

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
    let skills = Side::BOTH.into_iter().filter(|_| info.has_cube).filter_map(|side| {
        let name = info.sides[side.idx()];
        Some(format!("  {name:width$}  {}  ({engine})", skill_line(record, by, side)?))
    });
    sides
        .map(|(side, summary)| format!("  {side:width$}  {}  ({engine})", line(summary, info)))
        .chain(skills)
        .chain(without_values(&by.positions).map(|missing| format!("  {missing}  ({engine})")))
        .collect()
}

/// The same as objects, one for each engine and side.
pub(super) fn rows(
    game: &dyn Game,
    number: usize,
    record: &Record,
    by: &[ReviewedBy],
    engines: &[String],
) -> Vec<SummaryRow> {
    let phases = phases(game, record, &[]).unwrap_or_default();
    let by: Vec<&[PositionReview]> = by.iter().map(|by| by.positions.as_slice()).collect();
    SummaryRow::of(game.info(), (number, record), (engines, &by), &phases)
}

/// `no value of 3 positions: the engine said nothing in its time (2), only the winner is proved (1)`;
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
            "no value of 3 positions: the engine said nothing in its time (2), only the winner is \
             proved (1)"
        );
        assert_eq!(without_values(&[with(None), with(Some(NoValue::AwaitsDice))]), None);
    }
}
