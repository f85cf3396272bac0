//! Draws by history: repetition, and the rules that count moves (rules 1.2 to 1.6).
//!
//! Judges from traces only; the position has the facts that the next moves depend on.

use super::board::{Board, squares};
use super::{Draughts, Variant, has_legal_move, side_name};
use crate::games::{Counter, Ending, HistoryRules, Outcome, Side, Trace};

/// The trace that a position leaves behind.
pub(super) fn trace(pos: &Draughts) -> Trace {
    Trace {
        key: pos.key(),
        // Men never go back: without a king no position comes again.
        irreversible: pos.board().kings == [0; 2],
        tag: Tag::of(pos).packed(),
    }
}

/// Judges a game by its history. A position without a legal move has been won or lost, on the last
/// allowed move too.
pub(super) fn judge(line: &[Trace], rules: HistoryRules) -> Option<Ending> {
    let last = line.last()?;
    let tag = Tag::unpacked(last.tag);
    if tag.over {
        return None;
    }
    let draw = |reason| Some(Ending { outcome: Outcome::Draw, margin: 0, reason });
    if rules.repetition && line.iter().filter(|trace| trace.key == last.key).count() >= 3 {
        return draw("the same position for the third time");
    }
    if rules.counting {
        let met =
            Count::of(tag.variant).iter().find(|count| count.plies(line) >= 2 * count.moves)?;
        return draw(met.reason);
    }
    None
}

/// The plies after which a count of the rules makes a draw, if no move ends the count before; `None`
/// where the rules count nothing. On the last of them a side may still win.
#[must_use]
pub fn plies_left(line: &[Trace]) -> Option<u32> {
    let tag = Tag::unpacked(line.last()?.tag);
    let counts = Count::of(tag.variant).iter();
    let counted = counts.filter(|count| count.is_in_force(line) || count.plies(line) > 0);
    let left = counted.map(|count| (2 * count.moves).saturating_sub(count.plies(line)));
    left.chain(Count::king_moves(tag.variant)).min()
}

/// The counts that are running, in moves by each side; then the Frisian kings.
pub(super) fn counters(pos: &Draughts, line: &[Trace]) -> Vec<Counter> {
    let counts = Count::of(pos.variant()).iter().filter_map(|count| {
        let moves = count.plies(line) / 2;
        let shown = moves > 0 || count.is_in_force(line);
        let title = count.title.to_owned();
        // Where the game went on after the draw, or the line of an engine does, the rule is only reached.
        let value = moves.min(count.moves);
        shown.then_some(Counter { title, value, limit: count.moves })
    });
    let runs = Side::BOTH.into_iter().filter_map(|side| {
        let run = pos.king_runs()[side.idx()]?;
        let title = format!("{}'s king on {} in a row", side_name(side), run.square + 1);
        let (value, limit) = (u32::from(run.moves), u32::from(super::KingRun::LIMIT));
        Some(Counter { title, value, limit })
    });
    counts.chain(runs).collect()
}

/// A rule that makes a draw after a number of moves by each side.
struct Count {
    title: &'static str,
    reason: &'static str,
    moves: u32,
    what: What,
}

/// The moves that a rule counts.
#[derive(Clone, Copy, Eq, PartialEq)]
enum What {
    /// Moves of kings that capture nothing.
    KingMoves,
    /// Moves since three pieces, a king among them, have been against a lone king; the count goes
    /// on when one of them is captured.
    ThreeAgainstOne,
    /// Moves since two pieces, a king among them, or one king have been against a lone king.
    TwoAgainstOne,
    /// Moves with exactly these kings on both sides and no man.
    Kings(u32, u32),
}

const KING_MOVES: Count = Count {
    title: "25-move rule",
    reason: "25 moves by each side with kings and without a capture",
    moves: 25,
    what: What::KingMoves,
};

/// FMJD Annex 1, article 6.
const INTERNATIONAL: &[Count] = &[
    Count {
        title: "5-move rule",
        reason: "5 moves by each side with at most two pieces against a lone king",
        moves: 5,
        what: What::TwoAgainstOne,
    },
    Count {
        title: "16-move rule",
        reason: "16 moves by each side with three pieces against a lone king",
        moves: 16,
        what: What::ThreeAgainstOne,
    },
    KING_MOVES,
];

/// Two kings beat one in Killer, so only this rule makes sense there.
const KILLER: &[Count] = &[KING_MOVES];

const FRISIAN: &[Count] = &[
    Count {
        title: "2-move rule",
        reason: "2 moves by each side with king against king",
        moves: 2,
        what: What::Kings(1, 1),
    },
    Count {
        title: "7-move rule",
        reason: "7 moves by each side with two kings against one",
        moves: 7,
        what: What::Kings(2, 1),
    },
];

impl Count {
    fn of(variant: Variant) -> &'static [Self] {
        match variant {
            Variant::International => INTERNATIONAL,
            Variant::Killer => KILLER,
            Variant::Frisian => FRISIAN,
            Variant::Breakthrough | Variant::Losing => &[],
        }
    }

    /// The plies of the rule about moves of kings, where it holds: its count begins at any time.
    fn king_moves(variant: Variant) -> Option<u32> {
        let counts = Self::of(variant).iter();
        counts.filter(|count| count.what == What::KingMoves).map(|count| 2 * count.moves).next()
    }

    /// Plies counted so far. The move that made the material is not counted.
    fn plies(&self, line: &[Trace]) -> u32 {
        let back = || line.iter().rev().map(|trace| Tag::unpacked(trace.tag));
        let n = match self.what {
            What::KingMoves => {
                back().zip(back().skip(1)).take_while(|(now, before)| now.same_men(before)).count()
            }
            What::ThreeAgainstOne => {
                let few = back().map(|tag| tag.against_one()).take_while(Option::is_some).flatten();
                let few: Vec<u32> = few.collect();
                // Pieces become fewer, never more: three, if ever, came first.
                if few.last() == Some(&3) { few.len() - 1 } else { 0 }
            }
            What::TwoAgainstOne => {
                let two = |tag: &Tag| tag.against_one().is_some_and(|n| n <= 2);
                back().take_while(two).count().saturating_sub(1)
            }
            What::Kings(..) => {
                back().take_while(|tag| self.has_material(tag)).count().saturating_sub(1)
            }
        };
        u32::try_from(n).unwrap_or(u32::MAX)
    }

    /// The material that the rule is about is on the board.
    fn is_in_force(&self, line: &[Trace]) -> bool {
        line.last().is_some_and(|trace| self.has_material(&Tag::unpacked(trace.tag)))
    }

    fn has_material(&self, tag: &Tag) -> bool {
        match self.what {
            What::KingMoves => false,
            What::ThreeAgainstOne => tag.against_one() == Some(3),
            What::TwoAgainstOne => tag.against_one().is_some_and(|n| n <= 2),
            What::Kings(more, fewer) => {
                let [white, black] = tag.kings;
                tag.men == [0; 2] && (white.max(black), white.min(black)) == (more, fewer)
            }
        }
    }
}

/// The facts about a position that the counting rules need.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Tag {
    variant: Variant,
    /// The men of each side.
    men: [u32; 2],
    kings: [u32; 2],
    /// The rows of all men, added up, are odd: a move of a man changes it.
    odd: bool,
    /// The side to move has no legal move.
    over: bool,
}

impl Tag {
    fn of(pos: &Draughts) -> Self {
        let Board { men, kings } = *pos.board();
        let rows: u32 = squares(men[0] | men[1]).map(|square| u32::from(square) / 5).sum();
        Self {
            variant: pos.variant(),
            men: men.map(u64::count_ones),
            kings: kings.map(u64::count_ones),
            odd: rows % 2 == 1,
            over: !has_legal_move(pos),
        }
    }

    fn packed(&self) -> u32 {
        let [a, b] = self.men;
        let [c, d] = self.kings;
        // No side has more than twenty pieces.
        let counts = [a, b, c, d].into_iter().fold(0, |all, n| all << 5 | n & 31);
        counts << 5 | (self.variant as u32) << 2 | u32::from(self.odd) << 1 | u32::from(self.over)
    }

    fn unpacked(tag: u32) -> Self {
        let count = |place: u32| tag >> (5 + 5 * place) & 31;
        let variant = Variant::ALL.into_iter().find(|variant| *variant as u32 == tag >> 2 & 7);
        Self {
            variant: variant.unwrap_or_default(),
            men: [count(3), count(2)],
            kings: [count(1), count(0)],
            odd: tag >> 1 & 1 == 1,
            over: tag & 1 == 1,
        }
    }

    /// The move between the two positions was a king's and captured nothing.
    fn same_men(&self, before: &Self) -> bool {
        (self.men, self.kings, self.odd) == (before.men, before.kings, before.odd)
    }

    /// The number of pieces against a lone king: 2 or 3 with a king among them, or 1 king; `None`
    /// for any other material.
    fn against_one(&self) -> Option<u32> {
        let lone = |idx: usize| self.kings[idx] == 1 && self.men[idx] == 0;
        let n = |idx: usize| self.kings[idx] + self.men[idx];
        let (many, one) = if n(0) >= n(1) { (0, 1) } else { (1, 0) };
        (lone(one) && self.kings[many] >= 1 && n(many) <= 3).then(|| n(many))
    }
}
