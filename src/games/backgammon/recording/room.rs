//! The limit for texts kept with all records of a script together: a text that occurs once in the
//! file is kept for every game that does not follow from the one before.

use crate::games::Tags;
use crate::games::backgammon::script::{MAX_PROBLEMS, Script};

/// Bytes of the headings of all records of a script: as many as a file may have.
const MAX_HEADINGS: usize = 1 << 26;

/// The remaining room.
pub(super) struct Room {
    /// Notes that can still be taken.
    pub(super) notes: usize,
    /// Bytes for headings.
    headings: usize,
    /// Bytes of one heading.
    heading: usize,
}

impl Room {
    pub(super) fn of(script: &Script) -> Self {
        let reason = script.result.as_ref().map_or(0, |result| result.reason.len());
        let heading = len(&script.tags) + reason;
        Self { notes: MAX_PROBLEMS, headings: MAX_HEADINGS.max(heading), heading }
    }

    /// The heading for another record; `None` if it was kept too often.
    pub(super) fn tags(&mut self, script: &Script) -> Option<Tags> {
        self.headings = self.headings.checked_sub(self.heading)?;
        Some(script.tags.clone())
    }
}

/// The approximate number of bytes of a heading.
fn len(tags: &Tags) -> usize {
    let Tags { players, ratings, clocks, place, date, other } = tags;
    let pairs = players.iter().chain(ratings).chain(clocks).chain([place, date]);
    let others = other.iter().map(|(key, value)| key.len() + value.len() + 64);
    pairs.map(String::len).chain(others).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_heading_is_not_kept_for_every_game_of_a_file_that_has_it_once() {
        for (len, n_kept) in [(1 << 20, 64), (1 << 25, 2), ((1 << 26) + 1, 1)] {
            let tags = Tags { place: "x".repeat(len), ..Tags::default() };
            let script = Script { tags, ..Script::default() };
            let mut room = Room::of(&script);
            let kept = (0..100).filter(|_| room.tags(&script).is_some()).count();
            assert_eq!(kept, n_kept, "{len}");
        }
    }
}
