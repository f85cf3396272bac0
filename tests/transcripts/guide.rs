//! The requests of GUIDE transcripts, and the roots of their searches as a link writes them.

use quintet::protocol::guide::Board;
use quintet::protocol::{Request, Root};

use crate::asked;

/// What [`asked`] reads; a start is `start=COLOUR,SQUARES`, moves are `32 28 0, 17 21 0`.
pub(crate) fn request(text: &str) -> Request {
    asked::plain(text).unwrap_or_else(|| asked::search(text, &Board::standard().to_string(), root))
}

fn root(start: &str, moves: &str) -> Root {
    let start = start.replace(',', " ");
    let moves = moves.split(',').map(str::trim).filter(|mv| !mv.is_empty());
    let moves: Vec<_> = moves.map(asked::step).collect();
    let listed: String = moves.iter().map(|mv| format!(" m {}", mv.step)).collect();
    let full = format!("{start} {}{listed}", moves.len());
    Root { start, moves: moves.into(), full }
}
