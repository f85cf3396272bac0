//! The line of positions from the start of the game into the search, and the draws it may hold.
//!
//! Judges for a search only: any repetition counts as a draw. [`crate::games::Rules::judge`]
//! applies the rules of a game.

use crate::games::draughts::board::Board;
use crate::games::draughts::{Draughts, Move, Variant};

/// The stored data of a position on the line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Step {
    key: u64,
    /// Moves since the last one that cannot be taken back.
    reversible: u16,
    /// Moves made with little material, by [`Few`]; 0 without.
    few: [u16; 2],
}

/// Kinds of little material, each of which may last only so long (rules 1.2, 1.6).
#[derive(Clone, Copy, Debug)]
enum Few {
    /// Three pieces against a lone king; in Frisian two kings against one.
    More,
    /// At most two pieces against a lone king; in Frisian king against king.
    Less,
}

/// The line of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    steps: Vec<Step>,
}

impl Past {
    /// The line of a game: its first position, and each move with the position that it led to.
    pub(super) fn of_game<'a>(
        start: &Draughts,
        moves: impl Iterator<Item = (&'a Move, &'a Draughts)>,
    ) -> Self {
        let mut past = Self::default();
        past.steps.push(Step { key: start.key(), ..Step::default() });
        let mut before = *start;
        for (mv, after) in moves {
            past.push(&before, mv, after);
            before = *after;
        }
        past
    }

    /// A move is made.
    #[inline]
    pub(super) fn push(&mut self, before: &Draughts, mv: &Move, after: &Draughts) {
        let last = self.steps.last().copied().unwrap_or_default();
        let takes_back =
            mv.captured == 0 && before.board().kings[before.turn().idx()] >> mv.from & 1 == 1;
        let reversible = if takes_back { last.reversible + 1 } else { 0 };
        self.steps.push(Step { key: after.key(), reversible, few: counted(last, before, after) });
    }

    /// The last move is taken back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The last position has been on the line before.
    #[inline]
    pub(super) fn repeats(&self) -> bool {
        let Some((last, earlier)) = self.steps.split_last() else { return false };
        let n = usize::from(last.reversible).min(earlier.len());
        // The same side moves in every second position, and two are too few to come back.
        n >= 4
            && earlier[earlier.len() - n..]
                .iter()
                .rev()
                .skip(3)
                .step_by(2)
                .any(|step| step.key == last.key)
    }

    /// A counting rule ends the game here, unless the side to move has no move.
    #[inline]
    pub(super) fn is_counted_out(&self, variant: Variant) -> bool {
        let Some(last) = self.steps.last() else { return false };
        match variant {
            Variant::International => {
                last.reversible >= 50 || last.few[0] >= 32 || last.few[1] >= 10
            }
            Variant::Killer => last.reversible >= 50,
            Variant::Frisian => last.few[0] >= 14 || last.few[1] >= 4,
            Variant::Breakthrough | Variant::Losing => false,
        }
    }
}

/// The counts of moves with little material, after a move that led to `after`. The move that
/// creates the material is not counted; a count that has begun goes on with less material.
#[inline]
fn counted(last: Step, before: &Draughts, after: &Draughts) -> [u16; 2] {
    let board = before.board();
    if last.few == [0; 2] && board.occupied().count_ones() > 4 {
        return [0; 2];
    }
    let kind = match after.variant() {
        Variant::International => little(board),
        Variant::Frisian => few_kings(board),
        Variant::Killer | Variant::Breakthrough | Variant::Losing => None,
    };
    let frisian = after.variant() == Variant::Frisian;
    match kind {
        None => [0; 2],
        Some(Few::More) => [last.few[0] + 1, 0],
        Some(Few::Less) if last.few[0] > 0 && !frisian => [last.few[0] + 1, last.few[1] + 1],
        Some(Few::Less) => [0, last.few[1] + 1],
    }
}

fn lone_king(board: &Board, idx: usize) -> bool {
    board.men[idx] == 0 && board.kings[idx].count_ones() == 1
}

fn little(board: &Board) -> Option<Few> {
    (0..2).filter(|idx| lone_king(board, *idx)).find_map(|lone| {
        let other = 1 - lone;
        let kings = board.kings[other].count_ones();
        match kings + board.men[other].count_ones() {
            3 if kings > 0 => Some(Few::More),
            1 | 2 if kings > 0 => Some(Few::Less),
            _ => None,
        }
    })
}

fn few_kings(board: &Board) -> Option<Few> {
    if board.men != [0; 2] {
        return None;
    }
    match board.kings.map(u64::count_ones) {
        [2, 1] | [1, 2] => Some(Few::More),
        [1, 1] => Some(Few::Less),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::random::Random;
    use crate::games::draughts::{MoveList, legal_moves};
    use crate::games::{HistoryRules, Rules, Setup, Trace};

    /// Plays random games of a few pieces and compares the search's draws by counting with the
    /// rules.
    fn compare(variant: Variant, least_drawn: usize, texts: &[&str]) {
        let rules = HistoryRules { repetition: false, counting: true };
        let (mut random, mut n_drawn) = (Random::new(7), 0);
        for game in 0..120 {
            let position = Some(texts[game % texts.len()].to_owned());
            let setup = Setup { variant: Some(variant.name().to_owned()), position };
            let mut pos = Draughts::start(&setup).unwrap();
            let mut past = Past::of_game(&pos, std::iter::empty());
            let mut traces: Vec<Trace> = vec![pos.trace()];
            for _ in 0..90 {
                let mut moves = MoveList::new();
                legal_moves(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let drawn = Draughts::judge(&traces, rules).is_some();
                let line = traces.len();
                assert_eq!(past.is_counted_out(variant), drawn, "{variant:?} {game}, move {line}");
                if drawn {
                    n_drawn += 1;
                    break;
                }
                let before = pos;
                let mv = moves[random.below(moves.len() as u64) as usize];
                pos.play(&mv);
                past.push(&before, &mv, &pos);
                traces.push(pos.trace());
            }
        }
        assert!(n_drawn >= least_drawn, "{variant:?}: {n_drawn}");
    }

    #[test]
    fn what_is_counted_out_is_what_the_rules_count_out() {
        let few = ["W:WK46,47,K48:BK5", "W:WK1,K2,K3:BK45", "B:WK10:BK45,K50", "W:WK46:BK4,35"];
        compare(Variant::International, 20, &few);
        compare(Variant::Frisian, 5, &["W:WK46,K47:BK5", "W:WK46,K47,30:BK5,K4", "W:WK1:BK45"]);
    }

    #[test]
    fn fifty_moves_with_kings_are_counted_out_where_the_rules_say_so() {
        for (variant, counted) in [(Variant::Killer, 50), (Variant::Losing, 1_000)] {
            let position = Some("W:WK47,34:BK4,16".to_owned());
            let setup = Setup { variant: Some(variant.name().to_owned()), position };
            let mut pos = Draughts::start(&setup).unwrap();
            let mut past = Past::of_game(&pos, std::iter::empty());
            for (n_made, text) in
                ["47-42", "4-10", "42-47", "10-4"].iter().cycle().take(60).enumerate()
            {
                assert_eq!(past.is_counted_out(variant), n_made >= counted, "{variant:?} {n_made}");
                let (before, mv) = (pos, pos.read_move(text).unwrap());
                pos.play(&mv);
                past.push(&before, &mv, &pos);
            }
        }
    }

    #[test]
    fn a_position_repeats_when_it_comes_back_and_not_after_a_man_moved() {
        let play = |text: &str, moves: &[&str]| {
            let setup = Setup { variant: None, position: Some(text.to_owned()) };
            let mut pos = Draughts::start(&setup).unwrap();
            let mut past = Past::of_game(&pos, std::iter::empty());
            let mut repeats = Vec::new();
            for text in moves {
                let (before, mv) = (pos, pos.read_move(text).unwrap());
                pos.play(&mv);
                past.push(&before, &mv, &pos);
                repeats.push(past.repeats());
            }
            repeats
        };
        let text = "W:WK47,34:BK4,16";
        let kings = ["47-42", "4-10", "42-47", "10-4", "47-42"];
        assert_eq!(play(text, &kings), [false, false, false, true, true]);
        let men = ["34-30", "4-10", "30-25", "16-21", "47-42"];
        assert_eq!(play(text, &men), [false; 5]);
    }
}
