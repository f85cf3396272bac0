//! One walk through the whole tree of a record: how moves are written, what the cube shows, and
//! which game of a match or session each belongs to.
//!
//! Lays out no row and judges no move.

use crate::app::views::GamePart;
use crate::games::{Actor, BoxPosition, Record, Side, Stage};

/// What is known of every node, by its number.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// The move as people read it; empty where it needs no mention.
    pub(super) texts: Vec<String>,
    /// What the cube shows, at moves that turn it or answer that.
    pub(super) cubes: Vec<Option<u32>>,
    /// Where the position after the move stands; `None` in games without points.
    pub(super) stages: Vec<Option<Stage>>,
    /// Who is to act at the end of the main line.
    pub(super) next: Option<Side>,
}

/// Walks from the position at the start; without it moves are written as in the record.
pub(super) fn walk(record: &Record, start: Option<BoxPosition>) -> Walk {
    let n = record.n_nodes();
    let mut walk = Walk {
        texts: vec![String::new(); n],
        cubes: vec![None; n],
        stages: vec![None; n],
        next: None,
    };
    let last = record.last();
    let mut open = vec![(Record::START, start)];
    while let Some((node, pos)) = open.pop() {
        let stage = pos.as_ref().and_then(|pos| pos.stage());
        walk.stages[node] = stage;
        if node == last {
            walk.next = pos.as_ref().and_then(|pos| match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance | Actor::Over(_) => None,
            });
        }
        for child in &record.node(node).children {
            let Some(mv) = &record.node(*child).mv else { continue };
            let mut after = pos.clone();
            let step = after.as_mut().and_then(|pos| pos.step(&mv.0).ok());
            after = after.filter(|_| step.is_some());
            walk.texts[*child] = step.map_or_else(|| mv.0.clone(), |step| step.shown);
            walk.cubes[*child] = cube(&mv.0, stage, after.as_ref().and_then(|pos| pos.stage()));
            open.push((*child, after));
        }
    }
    walk
}

/// What the cube shows at this move, if it is about the cube: what it was offered at where the
/// double is refused, since the game is over then.
fn cube(mv: &str, before: Option<Stage>, after: Option<Stage>) -> Option<u32> {
    match mv {
        "double" | "take" => after.map(|stage| stage.cube),
        "drop" => before.map(|stage| stage.cube),
        _ => None,
    }
}

impl Walk {
    /// The games of the record's main line; none where it holds only one.
    pub(super) fn parts(&self, record: &Record) -> Vec<GamePart> {
        let mut parts: Vec<GamePart> = Vec::new();
        let line = std::iter::once(Record::START).chain(record.main_line());
        let mut before: Option<Stage> = None;
        for node in line {
            let Some(stage) = self.stages[node] else { return Vec::new() };
            let Some(score) = stage.score else { return Vec::new() };
            if let (Some(part), Some(old)) = (parts.last_mut(), before) {
                part.cube = if part.number == stage.game { stage.cube } else { old.cube };
                part.won = part.won.or_else(|| won(old.score?, score));
            }
            if before.is_none_or(|old| old.game != stage.game) {
                parts.push(GamePart {
                    number: stage.game,
                    node,
                    score,
                    cube: stage.cube,
                    won: None,
                    note: stage.note,
                });
            }
            before = Some(stage);
        }
        parts
    }
}

/// Who has won how many points from one score to the next.
fn won(before: [u32; 2], after: [u32; 2]) -> Option<(Side, u32)> {
    Side::BOTH.into_iter().find_map(|side| {
        let points = after[side.idx()].saturating_sub(before[side.idx()]);
        (points > 0).then_some((side, points))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, MoveText, Setup};

    /// A record of these moves from the start of a match to so many points.
    fn record(variant: &str, moves: &[&str]) -> (Record, Walk) {
        let game = games::find("backgammon").unwrap();
        let setup = Setup { variant: Some(variant.to_owned()), position: None };
        let start = game.start(&setup).unwrap();
        let mut record = Record::new("backgammon", setup);
        let (mut pos, mut at) = (start.clone(), Record::START);
        for text in moves {
            let side = match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance | Actor::Over(_) => None,
            };
            let mv: MoveText = pos.play(text).unwrap();
            at = record.add(at, mv, side);
        }
        let walk = walk(&record, Some(start));
        (record, walk)
    }

    /// White wins a dropped double, then two points by a resignation of the doubled cube.
    const TWO_GAMES: [&str; 12] = [
        "31",
        "8/5 6/5",
        "double",
        "drop",
        "21",
        "13/11 6/5",
        "double",
        "take",
        "62",
        "24/18 13/11",
        "resign 1",
        "accept",
    ];

    #[test]
    fn games_of_a_match_have_their_score_cube_and_winner() {
        let (record, walk) = record("match-7", &TWO_GAMES);
        let parts = walk.parts(&record);
        let told: Vec<_> =
            parts.iter().map(|part| (part.number, part.score, part.cube, part.won)).collect();
        assert_eq!(
            told,
            [
                (1, [0, 0], 2, Some((Side::Second, 1))),
                (2, [0, 1], 2, Some((Side::Second, 2))),
                (3, [0, 3], 1, None)
            ]
        );
        assert_eq!(parts[0].node, Record::START);
        assert_eq!(walk.cubes.iter().flatten().copied().collect::<Vec<_>>(), [2, 2, 2, 2]);
    }

    #[test]
    fn a_single_game_has_no_list_of_games() {
        let (record, walk) = record("money", &TWO_GAMES[..3]);
        assert!(walk.parts(&record).is_empty());
        assert_eq!(walk.next, Some(Side::First), "who was doubled");
    }
}
