//! Decides whether a position is balanced, by a short search of a game's engine.
//!
//! Looks at no clock and draws no random number: the same position gets the same answer on every
//! machine.

use super::othello::Looks;
use super::{draughts, hive, othello};
use crate::games::draughts::Draughts;
use crate::games::hive::Hive;
use crate::games::othello::Othello;
use crate::games::{Actor, GameInfo, MoveText, Position, Rules, Setup};

/// Judges lines of moves from a start.
#[derive(Debug)]
pub struct Balance {
    judge: Judge,
    /// The depth of its search, in plies.
    depth: u32,
}

#[derive(Debug)]
enum Judge {
    Othello(Othello, Box<othello::Searcher>),
    Draughts(Draughts, Box<draughts::Searcher>),
    Hive(Box<Hive>, Box<hive::Searcher>),
}

/// The tables are forgotten after every position, so that earlier evaluations do not matter; small
/// ones are quick to clear.
const HASH_BITS: u32 = 12;

impl Balance {
    /// An evaluator of positions reached from this start of a game, by its short name; `None` if no
    /// engine judges it: backgammon, where the dice make games differ.
    #[must_use]
    pub fn of(game: &str, start: &Setup) -> Option<Self> {
        let name = |info: &GameInfo| info.name == game;
        let (judge, depth) = if name(Othello::INFO) {
            let searcher = othello::Searcher::new(HASH_BITS);
            (Judge::Othello(Othello::start(start).ok()?, Box::new(searcher)), OTHELLO_DEPTH)
        } else if name(Draughts::INFO) {
            let pos = Draughts::start(start).ok()?;
            let searcher = draughts::Searcher::new(pos.variant(), HASH_BITS);
            (Judge::Draughts(pos, Box::new(searcher)), DRAUGHTS_DEPTH)
        } else if name(Hive::INFO) {
            let searcher = Box::new(hive::Searcher::new(HASH_BITS));
            (Judge::Hive(Box::new(Hive::start(start).ok()?), searcher), HIVE_DEPTH)
        } else {
            return None;
        };
        Some(Self { judge, depth })
    }

    /// The depth of its search, in plies; `docs/STATISTICS.md` gives the reason.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The same judge with a search of another depth, to measure the effect of the depth.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// After these moves both sides have about the same chances, and no piece can be taken at once.
    /// `tolerance` (at least 1) widens what counts as balanced. False for a line that cannot be
    /// played and for a game that is over.
    pub fn holds(&mut self, line: &[MoveText], tolerance: i32) -> bool {
        let depth = self.depth;
        let found = match &mut self.judge {
            Judge::Othello(start, searcher) => {
                searcher.clear();
                let within = OTHELLO_DISCS * tolerance;
                after(start, line).map(|pos| {
                    othello::balance(searcher, &pos, depth, Looks::Everywhere, within).is_some()
                })
            }
            Judge::Draughts(start, searcher) => {
                searcher.clear();
                let within = DRAUGHTS_MEN * tolerance;
                after(start, line).map(|pos| {
                    draughts::is_quiet(&pos)
                        && draughts::balance(searcher, &pos, depth, within).is_some()
                })
            }
            Judge::Hive(start, searcher) => {
                searcher.clear();
                let within = HIVE_POINTS * tolerance;
                after(&**start, line)
                    .map(|pos| hive::balance(searcher, &pos, depth, within).is_some())
            }
        };
        found.unwrap_or(false)
    }
}

/// The largest distance of a position from even: hundredths of a disc.
const OTHELLO_DISCS: i32 = 200;
const OTHELLO_DEPTH: u32 = 6;
/// The same for draughts: hundredths of a man.
const DRAUGHTS_MEN: i32 = 30;
const DRAUGHTS_DEPTH: u32 = 5;
/// The same for Hive: hundredths of a point of its engine.
const HIVE_POINTS: i32 = 100;
const HIVE_DEPTH: u32 = 2;

fn after<P: Position + Clone>(start: &P, line: &[MoveText]) -> Option<P> {
    let mut pos = start.clone();
    for mv in line {
        Position::play(&mut pos, &mv.0).ok()?;
    }
    matches!(Position::actor(&pos), Actor::Player(_)).then_some(pos)
}
