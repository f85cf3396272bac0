//! Finds ballots: lines of moves from the start of a game to positions that its engine considers
//! balanced. The books of openings in `assets/openings` are made of them.
//!
//! Writes no file. The same options give the same ballots, and a larger number of them begins with
//! the same ones. Judges no position itself: the engine of each game does ([`Judge`]).

use std::collections::HashSet;

use super::random::Random;
use super::{draughts, hive, othello};
use crate::games::draughts::{Draughts, Variant};
use crate::games::hive::{GameType, Hive};
use crate::games::othello::Othello;
use crate::games::{Actor, MoveText, Rules};

/// The settings of a search for ballots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallotOptions {
    /// Random moves of each ballot.
    pub plies: u32,
    /// The number of ballots.
    pub count: u32,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Depth of the search that judges, in plies.
    pub depth: u32,
    /// The evaluation must lie within this many hundredths of a man, a disc or a point.
    pub within: i32,
}

/// A balanced start.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballot {
    /// The moves from the normal start.
    pub moves: Vec<MoveText>,
    /// The value of the position for the side to move, in hundredths of a man, a disc or a point.
    pub score: i32,
}

/// The engine of a game, as far as it is needed to find ballots.
pub(super) trait Judge {
    /// The rules.
    type Position: Rules;

    /// The start of the game.
    fn start(&self) -> Self::Position;

    /// The legal moves, in the order in which the random numbers count them.
    fn moves(&self, pos: &Self::Position) -> Vec<<Self::Position as Rules>::Move> {
        pos.legal_moves()
    }

    /// Lines that are tried before random ones.
    fn first_lines(&self) -> Vec<Vec<MoveText>> {
        Vec::new()
    }

    /// The value of a position for the side to move, if searches of this depth and of smaller ones
    /// find it no further than `within` from even: a position whose value changes from depth to
    /// depth is sharp and not balanced.
    fn value(&mut self, pos: &Self::Position, depth: u32, within: i32) -> Option<i32>;
}

/// Tries without success after which the search gives up.
const PATIENCE: u32 = 20_000;

/// Searches for ballots of a game and variant, by their short names; returns fewer if there are no
/// more, and `None` if no engine can judge them. `tell` gets each of them.
pub fn find_ballots(
    game: &str,
    variant: Option<&str>,
    options: &BallotOptions,
    tell: impl FnMut(&Ballot),
) -> Option<Vec<Ballot>> {
    if game == Othello::INFO.name {
        variant.is_none().then(|| find(othello::Ballots::new(), options, tell))
    } else if game == Draughts::INFO.name {
        let variant = variant.map_or(Some(Variant::default()), Variant::find)?;
        Some(find(draughts::Ballots::new(variant), options, tell))
    } else if game == Hive::INFO.name {
        let game_type = variant.map_or(Some(GameType::default()), GameType::find)?;
        Some(find(hive::Ballots::new(game_type), options, tell))
    } else {
        None
    }
}

fn find(
    mut judge: impl Judge,
    options: &BallotOptions,
    mut tell: impl FnMut(&Ballot),
) -> Vec<Ballot> {
    let mut random = Random::new(options.seed);
    let mut first_lines = judge.first_lines().into_iter();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut failures = 0;
    while (found.len() as u64) < u64::from(options.count) && failures < PATIENCE {
        failures += 1;
        let candidate = match first_lines.next() {
            Some(line) => played(judge.start(), line),
            None => random_line(&judge, options.plies, &mut random),
        };
        let Some((moves, pos)) = candidate else { continue };
        // A position is judged only once, whatever the result.
        if !matches!(pos.actor(), Actor::Player(_)) || !seen.insert(pos.shape()) {
            continue;
        }
        if let Some(score) = judge.value(&pos, options.depth, options.within) {
            let ballot = Ballot { moves, score };
            tell(&ballot);
            found.push(ballot);
            failures = 0;
        }
    }
    found
}

/// The position after these moves; `None` if one of them is not legal.
fn played<R: Rules>(mut pos: R, line: Vec<MoveText>) -> Option<(Vec<MoveText>, R)> {
    for mv in &line {
        let mv = pos.read_move(&mv.0).ok().filter(|mv| pos.legal_moves().contains(mv))?;
        pos.play_unchecked(&mv);
    }
    Some((line, pos))
}

/// A line of random moves and the position after it.
fn random_line<J: Judge>(
    judge: &J,
    plies: u32,
    random: &mut Random,
) -> Option<(Vec<MoveText>, J::Position)> {
    let mut pos = judge.start();
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = judge.moves(&pos);
        let mv = moves.get(random.below(moves.len() as u64) as usize)?;
        line.push(MoveText(pos.write_move(mv)));
        pos.play_unchecked(mv);
    }
    Some((line, pos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::games::Setup;

    #[test]
    fn ballots_are_legal_distinct_balanced_and_the_same_for_the_same_options() {
        let options = BallotOptions { plies: 4, count: 5, seed: 3, depth: 4, within: 150 };
        let all = [("draughts", Some("frisian")), ("othello", None), ("hive", Some("Base+P"))];
        for (game, variant) in all {
            let found =
                |count| find_ballots(game, variant, &BallotOptions { count, ..options }, |_| ());
            let five = found(5).unwrap();
            assert_eq!(five.len(), 5, "{game}");
            assert_eq!(found(3).unwrap(), five[..3], "{game}: fewer of them are the first");
            assert_eq!(found(5).unwrap(), five, "{game}");
            let mut shapes = HashSet::new();
            for ballot in five {
                let setup = Setup { variant: variant.map(str::to_owned), position: None };
                let mut pos = games::find(game).unwrap().start(&setup).unwrap();
                for mv in &ballot.moves {
                    assert_eq!(pos.play(&mv.0).as_ref(), Ok(mv), "{game}: {ballot:?}");
                }
                assert!(shapes.insert(pos.shape()), "{game}: {ballot:?} is there twice");
                assert!(ballot.score.abs() <= options.within, "{game}: {ballot:?}");
            }
        }
    }

    #[test]
    fn there_are_no_ballots_of_a_game_with_dice_and_of_variants_that_do_not_exist() {
        let options = BallotOptions { plies: 4, count: 1, seed: 3, depth: 1, within: 150 };
        for (game, variant) in [("backgammon", None), ("othello", Some("x")), ("hive", Some("x"))] {
            assert_eq!(find_ballots(game, variant, &options, |_| ()), None, "{game}");
        }
    }
}
