//! The requests of Hub transcripts, and the roots of their searches as a link writes them.

use quintet::protocol::{Request, Root};

use crate::asked;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// What [`asked`] reads; a start is `pos=..`, and a `|` among the moves stands where the reduced
/// history begins.
pub(crate) fn request(text: &str) -> Request {
    asked::plain(text).unwrap_or_else(|| asked::search(text, START, root))
}

/// The position where the reduced history begins is only named, as `W...` or `B...`: what stands on
/// it is the link's affair.
fn root(start: &str, text: &str) -> Root {
    let all: Vec<&str> = text.split_ascii_whitespace().filter(|word| *word != "|").collect();
    let (before, kept) = text.split_once('|').unwrap_or(("", text));
    let n_before = before.split_ascii_whitespace().count();
    let white_began = start.starts_with('W') == n_before.is_multiple_of(2);
    let pos = match (n_before, white_began) {
        (0, _) => start.to_owned(),
        (_, true) => format!("W-after-{n_before}"),
        (_, false) => format!("B-after-{n_before}"),
    };
    let kept: Vec<&str> = kept.split_ascii_whitespace().collect();
    let full = if kept.is_empty() {
        format!("pos={pos}")
    } else {
        format!("pos={pos} moves=\"{}\"", kept.join(" "))
    };
    let moves = all.into_iter().map(asked::step).collect();
    Root { start: start.to_owned(), moves, full }
}
