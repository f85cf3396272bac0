//! Judges ballots of Hive: whether a position is balanced.
//!
//! Finds none: [`crate::builtin::find_ballots`] does.

use super::search::{Limits, Searcher};
use crate::builtin::ballots::Judge;
use crate::builtin::stop::Stop;
use crate::games::hive::{Bug, GameType, Hive, Piece};
use crate::games::{MoveText, Side};

/// The judge of a game type.
pub(in crate::builtin) struct Ballots {
    game_type: GameType,
    searcher: Searcher,
}

impl Ballots {
    pub(in crate::builtin) fn new(game_type: GameType) -> Self {
        Self { game_type, searcher: Searcher::new(18) }
    }
}

impl Judge for Ballots {
    type Position = Hive;

    fn start(&self) -> Hive {
        Hive::new(self.game_type)
    }

    fn first_lines(&self) -> Vec<Vec<MoveText>> {
        mirrored(self.game_type)
    }

    fn value(&mut self, pos: &Hive, depth: u32, within: i32) -> Option<i32> {
        // Each position is judged as if it were the only one.
        self.searcher.clear();
        // The value swings with who moved last, so that depths are compared with every second one.
        let mut depths = (2 - depth % 2..=depth).step_by(2);
        depths.try_fold(0, |_, depth| balance(&mut self.searcher, pos, depth, within))
    }
}

/// The value of a position for the side to move, in hundredths of a point, if a search of `depth`
/// plies finds it no further than `within` from even.
pub(crate) fn balance(searcher: &mut Searcher, pos: &Hive, depth: u32, within: i32) -> Option<i32> {
    let game = std::slice::from_ref(pos);
    let report = searcher.search(game, &Limits::depth(depth), &Stop::never(), |_| ())?;
    Some(report.lines.first()?.score).filter(|score| score.abs() <= within)
}

/// The places of White's queen and Black's next to their first pieces: behind them, rotated about
/// the middle, and mirrored in the line between.
const QUEENS: [([&str; 2], [&str; 2]); 3] =
    [(["-", ""], ["", "-"]), (["\\", ""], ["", "\\"]), (["\\", ""], ["", "/"])];

/// Two turns each, the queens placed as mirror images: with the same bug on both sides, such a line
/// is as good for Black as for White except for the move.
fn mirrored(game_type: GameType) -> Vec<Vec<MoveText>> {
    let bugs = Bug::ALL.into_iter().filter(|bug| *bug != Bug::Queen && game_type.has(*bug));
    let bugs: Vec<Bug> = bugs.collect();
    let pairs = bugs.iter().flat_map(|white| bugs.iter().map(move |black| (*white, *black)));
    let (same, other): (Vec<_>, Vec<_>) = pairs.partition(|(white, black)| white == black);
    let pairs = same.into_iter().chain(other);
    pairs.flat_map(|pair| QUEENS.map(|queens| mirrored_line(pair, queens))).collect()
}

fn mirrored_line((white, black): (Bug, Bug), queens: ([&str; 2], [&str; 2])) -> Vec<MoveText> {
    let white = Piece::first(Side::First, white);
    let black = Piece::first(Side::Second, black);
    let ([white_before, white_behind], [black_before, black_behind]) = queens;
    let moves = [
        white.to_string(),
        format!("{black} {white}-"),
        format!("wQ {white_before}{white}{white_behind}"),
        format!("bQ {black_before}{black}{black_behind}"),
    ];
    moves.map(MoveText).to_vec()
}
