//! The moves that led to a position, shared by the positions of one game.
//!
//! Knows only their texts.

use std::fmt;
use std::iter::successors;
use std::mem;
use std::sync::Arc;

/// Moves in canonical text. A position shares all but its last move with the one before it, so that
/// all positions of a game together take the memory of one line.
#[derive(Clone, Default)]
pub(super) struct Line {
    last: Option<Arc<Link>>,
}

struct Link {
    text: String,
    before: Line,
}

impl Line {
    /// Adds a move at the end.
    pub(super) fn push(&mut self, text: String) {
        let before = mem::take(self);
        self.last = Some(Arc::new(Link { text, before }));
    }

    /// The moves, the first one first.
    pub(super) fn texts(&self) -> Vec<&str> {
        let links = successors(self.last.as_deref(), |link| link.before.last.as_deref());
        let mut texts: Vec<&str> = links.map(|link| link.text.as_str()).collect();
        texts.reverse();
        texts
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.texts()).finish()
    }
}

/// Drops move by move: dropping a long line at once would nest one call for each move.
impl Drop for Line {
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(mut link) = last.and_then(Arc::into_inner) {
            last = link.before.last.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_part_share_what_came_before_and_none_is_too_long_to_be_dropped() {
        let mut line = Line::default();
        line.push("wS1".to_owned());
        let mut other = line.clone();
        line.push("bS1 wS1-".to_owned());
        other.push("bG1 wS1-".to_owned());
        assert_eq!(line.texts(), ["wS1", "bS1 wS1-"]);
        assert_eq!(other.texts(), ["wS1", "bG1 wS1-"]);
        for _ in 0..1_000_000 {
            line.push(String::new());
        }
        let half = line.clone();
        drop(line);
        assert_eq!(half.texts().len(), 1_000_002);
    }
}
