//! Positions as text: the Hub form.
//!
//! Does not judge whether a position can occur; [`super::Draughts::new`] does.

use super::board::{Board, Piece, squares};
use super::{Draughts, KingRun};
use crate::games::Side;

/// A position as it was read; it may be one that cannot occur.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Read {
    pub(super) board: Board,
    pub(super) turn: Side,
    /// Frisian king moves in a row, by side.
    pub(super) king_runs: [Option<KingRun>; 2],
}

/// The position as canonical text.
#[must_use]
pub(super) fn write(pos: &Draughts) -> String {
    write_read(&Read { board: *pos.board(), turn: pos.turn(), king_runs: *pos.king_runs() })
}

/// As [`write`], for a position that need not be one that can occur.
#[must_use]
pub(super) fn write_read(read: &Read) -> String {
    let mut text = String::from(if read.turn == Side::First { "W" } else { "B" });
    for square in 0..50 {
        text.push(match read.board.at(square) {
            Some(Piece { side: Side::First, king: false }) => 'w',
            Some(Piece { side: Side::First, king: true }) => 'W',
            Some(Piece { side: Side::Second, king: false }) => 'b',
            Some(Piece { side: Side::Second, king: true }) => 'B',
            None => 'e',
        });
    }
    if read.king_runs != [None; 2] {
        text.push(':');
        for run in &read.king_runs {
            text +=
                &run.map_or("+0".to_owned(), |run| format!("+{}{:02}", run.moves, run.square + 1));
        }
    }
    text
}

/// Reads a position.
///
/// # Errors
///
/// Says in words what is wrong.
pub(super) fn read(text: &str) -> Result<Read, String> {
    let text = text.trim();
    if text.contains(":W") || text.contains(":B") {
        return read_fen(text);
    }
    let (hub, runs) = text.split_once(':').unwrap_or((text, ""));
    let mut letters = hub.chars();
    let turn = match letters.next() {
        Some('W') => Side::First,
        Some('B') => Side::Second,
        _ => return Err("the side to move is missing".to_owned()),
    };
    let mut board = Board::EMPTY;
    let mut n = 0_u8;
    for letter in letters {
        let piece = match letter {
            'w' => Some(Piece { side: Side::First, king: false }),
            'W' => Some(Piece { side: Side::First, king: true }),
            'b' => Some(Piece { side: Side::Second, king: false }),
            'B' => Some(Piece { side: Side::Second, king: true }),
            'e' => None,
            _ => return Err(format!("{letter:?} is no square")),
        };
        if n < 50 {
            board.put(n, piece);
        }
        n = n.saturating_add(1);
    }
    if n != 50 {
        return Err(format!("{n} squares; 50 are needed"));
    }
    let mut king_runs = [None; 2];
    for (place, run) in king_runs.iter_mut().zip(runs.split('+').skip(1)) {
        let Some((moves, square)) = run.split_at_checked(1) else { continue };
        let (moves, square) = (moves.parse::<u8>().ok(), square.parse::<u8>().ok());
        *place = moves
            .zip(square)
            .filter(|(moves, square)| *moves > 0 && *square > 0)
            .map(|(moves, square)| KingRun { square: square - 1, moves });
    }
    debug_assert!(squares(board.occupied()).all(|square| square < 50));
    Ok(Read { board, turn, king_runs })
}

fn read_fen(text: &str) -> Result<Read, String> {
    let mut parts = text.split(':');
    let turn = if parts.next() == Some("B") { Side::Second } else { Side::First };
    let mut board = Board::EMPTY;
    for part in parts {
        let Some((colour, list)) = part.split_at_checked(1) else { continue };
        let side = if colour == "B" { Side::Second } else { Side::First };
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let king = item.starts_with('K');
            let range = item.trim_start_matches('K');
            let (low, high) = range.split_once('-').unwrap_or((range, range));
            let (low, high) = (low.parse::<u8>(), high.trim_start_matches('K').parse::<u8>());
            let (Ok(low), Ok(high)) = (low, high) else { return Err(format!("{item:?}")) };
            for number in low..=high.min(50) {
                board.put(number - 1, Some(Piece { side, king }));
            }
        }
    }
    Ok(Read { board, turn, king_runs: [None; 2] })
}
