//! The effect of moves on a position, and the order of the games of a match.
//!
//! Does not check legality.

use super::cube::win_of;
use super::{Backgammon, Board, Cube, Dice, Move, Phase, Win, plays};
use crate::games::{Ending, Outcome, Side};

impl Backgammon {
    /// The legal moves, sorted; resignations are legal, too, but not listed.
    pub(super) fn moves(&self) -> Vec<Move> {
        if self.resigned.is_some() {
            return vec![Move::Accept, Move::Reject];
        }
        match self.phase {
            Phase::Opening => opening_rolls(),
            Phase::Decide => vec![Move::Double, Move::Roll],
            Phase::Roll => Dice::ALL.into_iter().map(Move::Rolled).collect(),
            Phase::Play(dice) => {
                let plays = plays(&self.board, dice);
                let mut moves: Vec<Move> =
                    plays.into_iter().map(|play| Move::Play(play.steps)).collect();
                moves.sort_unstable();
                moves
            }
            Phase::Doubled => vec![Move::Take, Move::Drop],
            Phase::Over { .. } => Vec::new(),
        }
    }

    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: &Move) {
        match *mv {
            Move::Opening(first, second) => {
                self.turn = if first > second { Side::First } else { Side::Second };
                self.phase = Dice::new(first, second).map_or(self.phase, Phase::Play);
            }
            Move::Rolled(dice) => self.phase = Phase::Play(dice),
            Move::Play(steps) => {
                for step in steps.as_slice() {
                    self.board.step(*step);
                }
                match win_of(&self.board) {
                    Some(win) => self.end_game(self.turn, win),
                    None => self.pass_turn(),
                }
            }
            Move::Double => self.phase = Phase::Doubled,
            Move::Roll => self.phase = Phase::Roll,
            Move::Take => {
                self.cube = self.cube.taken_by(self.turn.opponent());
                self.phase = Phase::Roll;
            }
            Move::Drop => self.end_game(self.turn, Win::Drop),
            Move::Resign(times) => self.resigned = Some(times),
            Move::Accept => {
                let loser = self.resigner().unwrap_or(self.turn);
                let times = self.resigned.take().unwrap_or(1);
                self.end_game(loser.opponent(), Win::Resigned(times));
            }
            Move::Reject => self.resigned = None,
        }
    }

    fn pass_turn(&mut self) {
        self.board = self.board.flip();
        self.turn = self.turn.opponent();
        self.phase = if self.can_double() { Phase::Decide } else { Phase::Roll };
    }

    /// Counts the points and sets up the next game, if there is one.
    fn end_game(&mut self, winner: Side, win: Win) {
        let points = self.terms.points(self.cube, win);
        let before = self.score;
        self.score[winner.idx()] += points;
        let length = u32::from(self.terms.length);
        let is_over = match length {
            0 => self.game >= u32::from(self.terms.n_games),
            _ => self.score[winner.idx()] >= length,
        };
        if is_over {
            self.phase = Phase::Over { winner, points, win };
            return;
        }
        let one_away = |score: [u32; 2]| score.iter().any(|points| points + 1 == length);
        let is_crawford = self.terms.crawford && one_away(self.score) && !one_away(before);
        *self = Self {
            board: Board::START,
            turn: Side::First,
            phase: Phase::Opening,
            cube: Cube::default(),
            is_crawford,
            game: self.game + 1,
            ..*self
        };
    }

    /// The ending: by the difference in score, or the points of the only game.
    pub(super) fn ending(&self) -> Ending {
        let Phase::Over { winner, points, win } = self.phase else {
            return Ending { outcome: Outcome::Draw, margin: 0, reason: "unfinished" };
        };
        let [first, second] = self.score;
        if self.terms.n_games == 1 {
            return Ending {
                outcome: Outcome::WonBy(winner),
                margin: points,
                reason: win.reason(),
            };
        }
        let (outcome, reason) = match first.cmp(&second) {
            _ if self.terms.length > 0 => (Outcome::WonBy(winner), "match won"),
            std::cmp::Ordering::Greater => (Outcome::WonBy(Side::First), "more points"),
            std::cmp::Ordering::Less => (Outcome::WonBy(Side::Second), "more points"),
            std::cmp::Ordering::Equal => (Outcome::Draw, "equal points"),
        };
        Ending { outcome, margin: first.abs_diff(second), reason }
    }

    /// A number that is the same for equal positions, and rarely for others.
    pub(super) fn key(&self) -> u64 {
        let mut key = 0;
        let mut add = |word: u64| {
            let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key = mixed ^ (mixed >> 29);
        };
        for checkers in self.checkers(Side::First) {
            for half in checkers.chunks(13) {
                add(half.iter().fold(1, |word, n| word << 4 | u64::from(*n)));
            }
        }
        let (phase, detail) = match self.phase {
            Phase::Opening => (0, 0),
            Phase::Decide => (1, 0),
            Phase::Roll => (2, 0),
            Phase::Play(dice) => (3, u64::from(dice.high()) << 4 | u64::from(dice.low())),
            Phase::Doubled => (4, 0),
            Phase::Over { winner, points, .. } => (5, u64::from(points) << 1 | winner.idx() as u64),
        };
        add(phase | detail << 3);
        add(self.turn.idx() as u64 | u64::from(self.resigned.unwrap_or(0)) << 1);
        let owner = self.cube.owner.map_or(2, Side::idx) as u64;
        add(u64::from(self.cube.log2) << 2 | owner);
        add(u64::from(self.score[0]) << 32 | u64::from(self.score[1]));
        add(u64::from(self.game) << 1 | u64::from(self.is_crawford));
        key
    }
}

/// Every pair of different dice, the first player's die first.
fn opening_rolls() -> Vec<Move> {
    let pairs = (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)));
    pairs
        .filter(|(one, other)| one != other)
        .map(|(one, other)| Move::Opening(one, other))
        .collect()
}
