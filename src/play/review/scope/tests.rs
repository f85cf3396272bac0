use super::*;
use crate::games::{self, Line, MoveText, Setup};

/// The line of a game with these moves.
fn wanted(kind: &str, moves: &[&str], scope: &ReviewScope) -> Wanted {
    let game = games::find(kind).unwrap();
    let mut record = Record::new(kind, Setup::default());
    let mut pos = game.start(&record.setup).unwrap();
    for text in moves {
        let side = match pos.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        let mv: MoveText = pos.play(text).unwrap();
        record.add(record.last(), mv, side);
    }
    let (line, n) = Line::to(game, &record, record.last(), &[]).unwrap();
    let mut nodes = vec![Record::START];
    nodes.extend(record.main_line());
    Wanted::of(scope, &record, &nodes, &line.positions()[..=n])
}

fn scope(side: Option<Side>, plies: RangeInclusive<usize>, from_end: bool) -> ReviewScope {
    ReviewScope { side, plies, from_end, end: None }
}

#[test]
fn positions_are_those_before_and_behind_the_moves_that_are_wanted() {
    let moves = ["f5", "d6", "c3", "d3", "c4"];
    for (side, plies, from_end, expected) in [
        (None, 1..=usize::MAX, false, vec![0, 1, 2, 3, 4, 5]),
        (None, 1..=usize::MAX, true, vec![5, 4, 3, 2, 1, 0]),
        (None, 2..=3, false, vec![1, 2, 3]),
        (Some(Side::Second), 1..=3, false, vec![1, 2]),
        (Some(Side::First), 4..=5, true, vec![5, 4]),
        (None, 7..=9, false, vec![]),
    ] {
        let scope = scope(side, plies, from_end);
        let wanted = wanted("othello", &moves, &scope);
        assert_eq!(wanted.plies(false, scope.from_end), expected, "{scope:?}");
    }
}

#[test]
fn a_roll_belongs_to_the_side_that_plays_it() {
    let moves = ["31", "8/5 6/5", "roll", "64", "24/14"];
    for (side, expected) in [(Side::First, vec![0, 1, 5]), (Side::Second, vec![2, 3, 4])] {
        let wanted = wanted("backgammon", &moves, &scope(Some(side), 1..=usize::MAX, false));
        assert_eq!(wanted.plies(true, false), expected, "{side:?}");
    }
}
