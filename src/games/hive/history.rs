//! Draws by repetition, which only the history shows.
//!
//! This is neither in the rules of Hive nor in UHP, but several programs play by it (rules 2.1,
//! 14).

use super::board::{Board, scattered};
use super::hex::Hex;
use super::movegen::count_open;
use super::{Hive, Piece};
use crate::games::{Ending, HistoryRules, Outcome, Trace};

/// The number of repetitions of a position that makes a draw.
const TIMES: usize = 3;

/// Positions are the same with the same pieces in the same places relative to each other, the same
/// side to move and the same piece resting.
pub(super) fn trace(pos: &Hive) -> Trace {
    let key = key_as_seen(pos, |hex| hex);
    // A piece that has been placed never goes back into the hand.
    let irreversible = pos.has_just_placed();
    Trace { key, irreversible, tag: 0 }
}

/// A number that is the same for all twelve ways to turn and mirror the hive.
pub(super) fn shape(pos: &Hive) -> u64 {
    let turned = |times: usize, is_mirrored: bool| {
        key_as_seen(pos, |hex| {
            let hex = if is_mirrored { Hex { q: hex.r, r: hex.q } } else { hex };
            // This turns by a sixth of a turn.
            let turn = |hex: Hex| Hex { q: hex.r.wrapping_neg(), r: hex.q.wrapping_add(hex.r) };
            (0..times).fold(hex, |hex, _| turn(hex))
        })
    };
    let ways = (0..6).flat_map(|times| [false, true].map(|is_mirrored| (times, is_mirrored)));
    ways.map(|(times, is_mirrored)| turned(times, is_mirrored)).min().unwrap_or_default()
}

fn key_as_seen(pos: &Hive, view: impl Fn(Hex) -> Hex) -> u64 {
    let board = pos.board();
    let mut places = board.in_play().filter_map(|piece| Some((piece, pos.place(piece)?)));
    let base = places.next().map_or(Hex::ORIGIN, |(_, hex)| view(hex));
    let last = resting(board).map_or(31, |piece| piece.idx() as u64);
    let mut key = scattered(last << 1 | u64::from(board.n_plies() & 1));
    for piece in board.in_play() {
        let Some(hex) = pos.place(piece).map(&view) else { continue };
        let q = hex.q.wrapping_sub(base.q) as u16;
        let r = hex.r.wrapping_sub(base.r) as u16;
        let below = board.below(piece).map_or(31, |below| below.idx() as u64);
        let what = (piece.idx() as u64) << 5 | below;
        key ^= scattered(1 << 60 | what << 32 | u64::from(q) << 16 | u64::from(r));
    }
    key
}

/// The piece that moved last, if that restricts it (rules 2.1, 9). Otherwise, as always without a
/// pillbug, it does not distinguish positions: nokamute counts the same way.
fn resting(board: &Board) -> Option<Piece> {
    let piece = board.last_moved().filter(|_| board.game_type().pillbug)?;
    let mut free = board.clone();
    free.let_all_move();
    // This does not use `count_legal`: having to pass differs from having one move.
    (!board.is_over() && count_open(&free) != count_open(board)).then_some(piece)
}

/// Judges a game by its history.
pub(super) fn judge(line: &[Trace], rules: HistoryRules) -> Option<Ending> {
    let (now, before) = line.split_last()?;
    if !rules.repetition || now.irreversible {
        return None;
    }
    let mut times = 1;
    for trace in before.iter().rev() {
        times += usize::from(trace.key == now.key);
        if trace.irreversible {
            break;
        }
    }
    let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "repetition" };
    (times >= TIMES).then_some(ending)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hive::{GameType, Move};
    use crate::games::{Rules, Setup};

    #[test]
    fn a_hive_that_has_wandered_as_a_whole_is_the_same_position() {
        let placed = |base: Hex| {
            let mut pos = Hive::new(GameType::default());
            for (idx, name) in ["wS1", "bS1", "wQ", "bQ", "wA1", "bA1"].iter().enumerate() {
                let piece: Piece = name.parse().expect("a piece");
                let to = Hex { q: base.q + idx as i16, r: base.r };
                pos.play_unchecked(&Move::Play { piece, to });
            }
            pos
        };
        let here = trace(&placed(Hex::ORIGIN));
        assert_eq!(here, trace(&placed(Hex { q: 40, r: -7 })));
        let mut other = placed(Hex::ORIGIN);
        other.play_unchecked(&Move::Pass);
        assert_ne!(trace(&other).key, here.key);
    }

    #[test]
    fn to_have_to_pass_is_another_position_than_to_have_one_move() {
        // A random game: Black's pillbug has thrown the one piece that could move.
        let text = "Base+P;InProgress;White[27];wA1;bB1 /wA1;wS1 \\wA1;bQ -bB1;wQ -wS1;bS1 -bQ;wS2 -wQ;\
                    bS1 -wS2;wB1 \\wQ;bP bQ\\;wA2 wB1/;bS1 \\wA2;wS2 /bQ;bP wS2\\;wB2 -wS2;bP wB2\\;wB2 bP;\
                    bS2 -bS1;wG1 -wB1;bS2 -wG1;wG2 -wB2;bB2 -bS2;wG2 wS2\\;bG1 bB1\\;wG3 -wB2;bB2 /bS2;\
                    wA3 -wG3;bB2 bS2;wA3 \\bS1;bB2 \\wG1;wA3 \\bB2;bS2 \\wA3;wP -wG3;bG2 -bS2;wB2 wG2;\
                    bG2 wA3/;wB2 wG2\\;bG3 bG2/;wB2 wG2;bS2 /bB2;wB2 bP;bG3 /wA3;wB2 wG2;bS2 -wA3;wB2 bP;\
                    bS2 bG3\\;wB2 -wS2;bP /wG2;wP /wG3;bS2 -wA3;wP wG3\\;wG2 bP\\";
        let setup = Setup { variant: None, position: Some(text.to_owned()) };
        let passing = Hive::start(&setup).expect("a game by the rules");
        let mut free = passing.clone();
        free.board.let_all_move();
        assert_eq!((count_open(passing.board()), count_open(free.board())), (0, 1));
        assert_ne!(trace(&passing).key, trace(&free).key);
    }
}
