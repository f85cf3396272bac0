//! Plays the moves of a file into a record, variations included.
//!
//! Knows no file format and judges no move: it is given legal ones.

use super::board::squares;
use super::{Draughts, Move, Variant};
use crate::games::file::MAX_NESTING;
use crate::games::{GameResult, MoveText, NodeId, Outcome, Record, Rules, Setup, Side};

/// A record in the making, and the positions at the place where the next move goes.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    pub(super) record: Record,
    here: Place,
    /// Where the game goes on after each variation that is open.
    waiting: Vec<Place>,
}

/// A node of the record, its position, and the one before its move.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: NodeId,
    pos: Draughts,
    before: Draughts,
    n_plies: usize,
    /// How many moves on the way here are not the first of those at their place, and how many
    /// before the last one: so deep in each other the variations are when they are written, even if
    /// the file had them side by side, each repeating the one before for a move more.
    depth: usize,
    depth_before: usize,
    /// No move has been played yet in this line.
    fresh: bool,
}

impl Recording {
    /// An empty record of a game from `start`.
    pub(super) fn new(start: Draughts) -> Self {
        let record = Record::new(Draughts::INFO.name, setup(&start));
        let (at, before) = (Record::START, start);
        let (n_plies, depth, depth_before, fresh) = (0, 0, 0, true);
        let here = Place { at, pos: start, before, n_plies, depth, depth_before, fresh };
        Self { record, here, waiting: Vec::new() }
    }

    /// The node that was reached.
    pub(super) fn at(&self) -> NodeId {
        self.here.at
    }

    /// The position that was reached.
    pub(super) fn pos(&self) -> &Draughts {
        &self.here.pos
    }

    /// Moves from the start to where the next one goes.
    pub(super) fn n_plies(&self) -> usize {
        self.here.n_plies
    }

    /// No move has been played yet in the variation that was opened last, or in the game.
    pub(super) fn is_fresh(&self) -> bool {
        self.here.fresh
    }

    /// Number of variations that are open.
    pub(super) fn n_open(&self) -> usize {
        self.waiting.len()
    }

    /// As many variations lie about this place as may: no move can follow here.
    pub(super) fn is_deep(&self) -> bool {
        self.here.depth >= MAX_NESTING
    }

    /// Plays a legal move. One of the game itself goes before those of variations that came first.
    pub(super) fn play(&mut self, mv: &Move) -> NodeId {
        let here = &mut self.here;
        let parent = here.at;
        here.at = self.record.add(parent, MoveText(text_of(mv)), Some(here.pos.turn()));
        let is_first = self.record.node(parent).children.first() == Some(&here.at);
        here.depth_before = here.depth;
        match self.waiting.first() {
            None => self.record.put_first(here.at),
            // The game may yet go on where this variation does, and push it aside.
            Some(game) => here.depth += usize::from(!is_first || game.at == parent),
        }
        here.before = here.pos;
        here.pos.play(mv);
        here.n_plies += 1;
        here.fresh = false;
        here.at
    }

    /// Begins a variation on the last move; where there is none yet, one beside the moves to come.
    pub(super) fn open(&mut self) {
        let here = self.here;
        self.waiting.push(here);
        if let (false, Some(parent)) = (here.fresh, self.record.node(here.at).parent) {
            let (pos, n_plies, depth) = (here.before, here.n_plies - 1, here.depth_before);
            let (before, depth_before, fresh) = (pos, depth, true);
            self.here = Place { at: parent, pos, before, n_plies, depth, depth_before, fresh };
        }
    }

    /// Ends a variation; false when none is open.
    pub(super) fn close(&mut self) -> bool {
        let Some(place) = self.waiting.pop() else { return false };
        self.here = place;
        true
    }

    /// Ends every variation that is open.
    pub(super) fn close_all(&mut self) {
        if let Some(first) = self.waiting.first() {
            self.here = *first;
            self.waiting.clear();
        }
    }

    /// The record; the result is what the rules say of its last position, if it has none yet and
    /// the rules say something.
    pub(super) fn finish(mut self) -> Record {
        self.close_all();
        if self.record.result.is_none() {
            self.record.result = self.here.pos.ending().map(|ending| GameResult {
                outcome: ending.outcome,
                margin: Some(margin(ending.outcome)),
                reason: ending.reason.to_owned(),
            });
        }
        self.record
    }
}

/// The set-up of a game from `start`.
pub(super) fn setup(start: &Draughts) -> Setup {
    let variant = start.variant();
    let is_usual = *start == Draughts::start_of(variant);
    Setup {
        variant: (variant != Variant::default()).then(|| variant.name().to_owned()),
        position: (!is_usual).then(|| start.to_text()),
    }
}

/// A win counts 1, from White's view.
pub(super) fn margin(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::WonBy(Side::First) => 1,
        Outcome::WonBy(Side::Second) => -1,
        Outcome::Draw => 0,
    }
}

/// The text of a move as its `Display` gives it. By hand, because a long file has a million moves,
/// and the general way of writing numbers takes most of the time to read it.
fn text_of(mv: &Move) -> String {
    let mut text = String::with_capacity(8);
    push_number(&mut text, mv.from);
    text.push(if mv.is_capture() { 'x' } else { '-' });
    push_number(&mut text, mv.to);
    for square in squares(mv.captured) {
        text.push('x');
        push_number(&mut text, square);
    }
    text
}

/// Writes the number of a square (0 to 49), which has one or two digits.
pub(super) fn push_number(text: &mut String, square: u8) {
    let number = square + 1;
    if number >= 10 {
        text.push(char::from(b'0' + number / 10));
    }
    text.push(char::from(b'0' + number % 10));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_written_as_it_displays() {
        for mv in [
            Move { from: 0, to: 8, captured: 0 },
            Move { from: 9, to: 49, captured: 1 << 8 | 1 << 9 | 1 << 49 },
            Move { from: 30, to: 30, captured: 1 },
        ] {
            assert_eq!(text_of(&mv), mv.to_string());
        }
    }
}
