//! Draws by repetition, which only the history can tell.
//!
//! Not in the rules of Hive nor in UHP, but what several programs play by (rules 2.1, 14).

use super::Hive;
use super::board::scattered;
use super::hex::Hex;
use crate::games::{Ending, HistoryRules, Outcome, Trace};

/// The same position so many times is a draw.
const TIMES: usize = 3;

/// Positions are the same with the same pieces in the same places relative to each other, the same
/// side to move and the same piece moved last.
pub(super) fn trace(pos: &Hive) -> Trace {
    let board = pos.board();
    let mut places = board.in_play().filter_map(|piece| Some((piece, pos.place(piece)?)));
    let base = places.next().map_or(Hex::ORIGIN, |(_, hex)| hex);
    let last = board.last_moved().map_or(31, |piece| piece.idx() as u64);
    let mut key = scattered(last << 1 | u64::from(board.n_plies() & 1));
    for piece in board.in_play() {
        let Some(hex) = pos.place(piece) else { continue };
        let q = hex.q.wrapping_sub(base.q) as u16;
        let r = hex.r.wrapping_sub(base.r) as u16;
        let below = board.below(piece).map_or(31, |below| below.idx() as u64);
        let what = (piece.idx() as u64) << 5 | below;
        key ^= scattered(1 << 60 | what << 32 | u64::from(q) << 16 | u64::from(r));
    }
    // A piece that has been placed never goes back into the hand.
    let irreversible = pos.has_just_placed();
    Trace { key, irreversible, tag: 0 }
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
