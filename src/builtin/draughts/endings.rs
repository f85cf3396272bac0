//! Endings of two to four pieces, solved exactly, for a referee.
//!
//! A value says what both sides can force, and in how many plies. It knows the counts of article 6 of
//! FMJD Annex 1 as far as they depend on the pieces (five moves and sixteen moves against a lone
//! king): a win that would come too late after such pieces have arisen is a draw. What a game has
//! counted already is for the caller ([`Endings::settled`]). Frisian is not covered: there a position
//! depends on the moves that kings have made in a row.
//!
//! Positions with the same pieces are solved together, when one of them is first asked for, after
//! those that moves can lead to. Nothing is kept on a disk.

mod slice;
mod solve;

use std::fmt;
use std::sync::OnceLock;

use crate::games::draughts::board::Board;
use crate::games::draughts::{Draughts, Variant, plies_left};
use crate::games::{Outcome, Side, Trace};
use slice::{Material, N_MATERIALS, Slice, mirrored, turned};

/// The most pieces of both sides together.
pub const MOST_PIECES: u32 = 4;

/// What can be forced from a position, in plies to the end of the game.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EndingValue {
    /// The side to move wins in so many plies, however the other side plays.
    Win(u32),
    /// The side to move loses after so many plies, if the other side plays well.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
}

/// The solved endings of one variant.
pub struct Endings {
    variant: Variant,
    pairs: [OnceLock<Pair>; N_MATERIALS],
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_solved = self.pairs.iter().filter(|pair| pair.get().is_some()).count();
        let variant = self.variant;
        f.debug_struct("Endings").field("variant", &variant).field("n_solved", &n_solved).finish()
    }
}

/// The positions with the same pieces: White to move, and the same pieces with sides swapped.
struct Pair {
    first: Slice,
    /// `None` where both sides have the same pieces.
    second: Option<Slice>,
}

/// Positions with the same pieces, to be solved together. As text: `2 kings against 1 man, 1 king`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct EndingStep(Material);

impl fmt::Display for EndingStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number that stands for a value in a slice: 0 for a draw, else one more than its plies. Which side
/// wins follows from whether the number of plies is odd.
type Code = u8;

const DRAW: Code = 0;
/// A code for more plies than any ending needs: the longest of four pieces takes 77, in Killer.
const MOST_CODE: Code = 250;

impl Endings {
    /// The endings of a variant, shared by all games; `None` for Frisian.
    #[must_use]
    pub fn shared(variant: Variant) -> Option<&'static Self> {
        static INTERNATIONAL: Endings = Endings::new(Variant::International);
        static KILLER: Endings = Endings::new(Variant::Killer);
        static BREAKTHROUGH: Endings = Endings::new(Variant::Breakthrough);
        static LOSING: Endings = Endings::new(Variant::Losing);
        match variant {
            Variant::International => Some(&INTERNATIONAL),
            Variant::Killer => Some(&KILLER),
            Variant::Breakthrough => Some(&BREAKTHROUGH),
            Variant::Losing => Some(&LOSING),
            Variant::Frisian => None,
        }
    }

    const fn new(variant: Variant) -> Self {
        Self { variant, pairs: [const { OnceLock::new() }; N_MATERIALS] }
    }

    /// The pieces whose positions must be solved before the value of this one is known, in this
    /// order; none if it has more than [`MOST_PIECES`] or its value is known.
    #[must_use]
    pub fn steps(&self, pos: &Draughts) -> Vec<EndingStep> {
        if pos.board().occupied().count_ones() > MOST_PIECES {
            return Vec::new();
        }
        let mut steps = vec![Material::of(pos.board()).home()];
        let mut n_seen = 0;
        while let Some(material) = steps.get(n_seen).copied() {
            n_seen += 1;
            for less in material.after_moves().map(Material::home) {
                if !steps.contains(&less) && !self.is_ended(less) {
                    steps.push(less);
                }
            }
        }
        steps.retain(|material| !self.is_ended(*material) && !self.is_solved(*material));
        // Captures take pieces, and promotions men.
        steps.sort_by_key(|material| (material.n_pieces(), material.n_men(), material.place()));
        steps.into_iter().map(EndingStep).collect()
    }

    /// Solves the positions with these pieces, unless they are, and those that they lead to.
    pub fn solve(&self, step: EndingStep) {
        self.slice(step.0);
    }

    fn is_solved(&self, home: Material) -> bool {
        self.pairs[home.place()].get().is_some()
    }

    /// With these pieces the game is over, whatever their squares.
    fn is_ended(&self, material: Material) -> bool {
        let gone = |side: usize| material.men[side] + material.kings[side] == 0;
        gone(0) || gone(1) || self.variant == Variant::Breakthrough && material.kings != [0; 2]
    }

    /// The value of a position of this variant; `None` if it has more than [`MOST_PIECES`]. Solves
    /// first what is not yet ([`Self::steps`]): all endings of a variant take about a minute.
    #[must_use]
    pub fn value(&self, pos: &Draughts) -> Option<EndingValue> {
        if pos.variant() != self.variant || pos.board().occupied().count_ones() > MOST_PIECES {
            return None;
        }
        Some(self.value_of(self.code(&turned(pos))))
    }

    /// The outcome of a game that is at this position, if nothing but bad play can change it, the
    /// counts and repetitions of its line so far included. The last trace is that of the position.
    #[must_use]
    pub fn settled(&self, pos: &Draughts, line: &[Trace]) -> Option<Outcome> {
        let left = plies_left(line);
        let (winner, plies) = match self.value(pos)? {
            EndingValue::Draw => return Some(Outcome::Draw),
            EndingValue::Win(plies) => (pos.turn(), plies),
            EndingValue::Loss(plies) => (pos.turn().opponent(), plies),
        };
        if left.is_none_or(|left| plies <= left) {
            return (!comes_back(line)).then_some(Outcome::WonBy(winner));
        }
        // Pieces against a lone king cannot end its count but by the end of the game.
        let counted = Group::of(self.variant, Material::of(pos.board())) != Group::Uncounted;
        counted.then_some(Outcome::Draw)
    }

    fn value_of(&self, code: Code) -> EndingValue {
        if code == DRAW {
            return EndingValue::Draw;
        }
        let plies = u32::from(code - 1);
        if self.is_win(code) { EndingValue::Win(plies) } else { EndingValue::Loss(plies) }
    }

    /// The side to move wins: a game ends when a side cannot move, and that side has lost it, or won
    /// it in Losing.
    fn is_win(&self, code: Code) -> bool {
        code != DRAW && code.is_multiple_of(2) == (self.variant != Variant::Losing)
    }

    fn is_loss(&self, code: Code) -> bool {
        code != DRAW && !self.is_win(code)
    }

    /// The code of a board with White to move.
    fn code(&self, board: &Board) -> Code {
        if self.is_over(board) {
            return 1;
        }
        self.slice(Material::of(board)).code(board)
    }

    /// White is to move and has nothing to move with, or Black has made a king in Breakthrough.
    fn is_over(&self, board: &Board) -> bool {
        board.side(Side::First) == 0
            || self.variant == Variant::Breakthrough && board.kings != [0; 2]
    }

    /// The positions with these pieces, White to move; solves them first where they are not yet.
    fn slice(&self, material: Material) -> &Slice {
        let home = material.home();
        let pair = self.pairs[home.place()].get_or_init(|| solve::pair(self, home));
        match &pair.second {
            Some(second) if material != home => second,
            _ => &pair.first,
        }
    }
}

/// What the rules count for some pieces, as long as these are not exchanged for others.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Group {
    /// Nothing that depends on the pieces.
    Uncounted,
    /// Sixteen moves by each side: three pieces, a king among them, against a lone king.
    ThreeAgainstOne,
    /// Five moves by each side: at most two pieces, a king among them, against a lone king.
    TwoAgainstOne,
}

impl Group {
    fn of(variant: Variant, material: Material) -> Self {
        if variant != Variant::International {
            return Self::Uncounted;
        }
        match material.against_one() {
            Some(3) => Self::ThreeAgainstOne,
            Some(_) => Self::TwoAgainstOne,
            None => Self::Uncounted,
        }
    }

    /// The plies that are left once such pieces have arisen.
    fn plies(self) -> Option<u8> {
        match self {
            Self::Uncounted => None,
            Self::ThreeAgainstOne => Some(32),
            Self::TwoAgainstOne => Some(10),
        }
    }
}

/// A position that can still come again has been there twice: a third time would be a draw, even on
/// the way to a win.
fn comes_back(line: &[Trace]) -> bool {
    let since = line.iter().rposition(|trace| trace.irreversible).unwrap_or(0);
    let mut keys: Vec<u64> = line[since..].iter().map(|trace| trace.key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The board from the other side: White's pieces become Black's.
fn flipped(board: &Board) -> Board {
    let [men, kings] = [board.men, board.kings].map(|[own, opp]| [mirrored(opp), mirrored(own)]);
    Board { men, kings }
}

#[cfg(test)]
mod tests;
