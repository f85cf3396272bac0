//! Plays moves, including variations, into a record, and keeps the positions on the way.
//!
//! Knows no game and no file format, and does not check moves: callers pass legal ones.

use super::file::MAX_NESTING;
use super::{Actor, MoveText, NodeId, Record, Rules};

/// A record in the making, and the positions at the place where the next move goes.
#[derive(Clone, Debug)]
pub(in crate::games) struct Recording<R> {
    pub(in crate::games) record: Record,
    here: Place<R>,
    /// The places where the game goes on after each open variation.
    waiting: Vec<Place<R>>,
}

/// A node of the record, its position, and the one before its move.
#[derive(Clone, Debug)]
struct Place<R> {
    at: NodeId,
    pos: R,
    before: R,
    n_plies: usize,
    /// The number of moves on the way here that are not the first ones at their places, and the
    /// same number before the last move. This is how deep the variations are nested when they are
    /// written, even if the file has them side by side, each repeating the one before for a move
    /// more.
    depth: usize,
    depth_before: usize,
    /// No move has been played yet in this line.
    fresh: bool,
}

impl<R: Rules> Recording<R> {
    /// An empty record of a game from `start`.
    pub(in crate::games) fn new(start: R) -> Self {
        let record = Record::new(R::INFO.name, start.setup());
        let (at, before) = (Record::START, start.clone());
        let (n_plies, depth, depth_before, fresh) = (0, 0, 0, true);
        let here = Place { at, pos: start, before, n_plies, depth, depth_before, fresh };
        Self { record, here, waiting: Vec::new() }
    }

    /// The node that was reached.
    pub(in crate::games) fn at(&self) -> NodeId {
        self.here.at
    }

    /// The position that was reached.
    pub(in crate::games) fn pos(&self) -> &R {
        &self.here.pos
    }

    /// Moves from the start to the place of the next one.
    pub(in crate::games) fn n_plies(&self) -> usize {
        self.here.n_plies
    }

    /// No move has been played yet in the variation that was opened last, or in the game.
    pub(in crate::games) fn is_fresh(&self) -> bool {
        self.here.fresh
    }

    /// Number of variations that are open.
    pub(in crate::games) fn n_open(&self) -> usize {
        self.waiting.len()
    }

    /// This place has the deepest permitted nesting of variations: no move can follow here.
    pub(in crate::games) fn is_deep(&self) -> bool {
        self.here.depth >= MAX_NESTING
    }

    /// Plays a legal move. A move of the game itself goes before moves of variations that came
    /// earlier.
    pub(in crate::games) fn play(&mut self, mv: &R::Move) -> NodeId {
        let here = &mut self.here;
        let side = match here.pos.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        let parent = here.at;
        here.at = self.record.add(parent, MoveText(here.pos.write_move(mv)), side);
        let is_first = self.record.node(parent).children.first() == Some(&here.at);
        here.depth_before = here.depth;
        match self.waiting.first() {
            None => self.record.put_first(here.at),
            // The game may go on where this variation does, and take its place.
            Some(game) => here.depth += usize::from(!is_first || game.at == parent),
        }
        here.before.clone_from(&here.pos);
        here.pos.play_unchecked(mv);
        here.n_plies += 1;
        here.fresh = false;
        here.at
    }

    /// Begins a variation on the last move; if there is no move yet, one beside the moves to come.
    pub(in crate::games) fn open(&mut self) {
        let here = self.here.clone();
        if let (false, Some(parent)) = (here.fresh, self.record.node(here.at).parent) {
            let (pos, n_plies, depth) = (here.before.clone(), here.n_plies - 1, here.depth_before);
            let (before, depth_before, fresh) = (pos.clone(), depth, true);
            self.here = Place { at: parent, pos, before, n_plies, depth, depth_before, fresh };
        }
        self.waiting.push(here);
    }

    /// Ends a variation. Returns false when no variation is open.
    pub(in crate::games) fn close(&mut self) -> bool {
        let Some(place) = self.waiting.pop() else { return false };
        self.here = place;
        true
    }

    /// Ends every variation that is open.
    pub(in crate::games) fn close_all(&mut self) {
        if !self.waiting.is_empty() {
            self.here = self.waiting.swap_remove(0);
            self.waiting.clear();
        }
    }

    /// The record; the result is the one by the rules for its last position, if it has no result
    /// yet and the rules give one.
    pub(in crate::games) fn finish(mut self) -> Record {
        self.close_all();
        if let (None, Actor::Over(ending)) = (&self.record.result, self.here.pos.actor()) {
            self.record.result = Some(ending.into());
        }
        self.record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::Othello;

    fn play(recording: &mut Recording<Othello>, texts: &[&str]) {
        for text in texts {
            let mv = recording.pos().read_move(text).unwrap();
            recording.play(&mv);
        }
    }

    fn texts(record: &Record, at: NodeId) -> Vec<String> {
        record.moves_to(at).into_iter().map(|mv| mv.0).collect()
    }

    #[test]
    fn a_variation_goes_beside_the_move_before_it_and_the_game_goes_on_behind_it() {
        let mut recording = Recording::new(Othello::START);
        play(&mut recording, &["f5", "d6"]);
        recording.open();
        play(&mut recording, &["f6", "e6"]);
        let aside = recording.at();
        assert_eq!((recording.n_open(), recording.n_plies()), (1, 3));
        assert!(recording.close());
        play(&mut recording, &["c3"]);
        assert!(!recording.close());
        let record = recording.finish();
        assert_eq!(texts(&record, record.last()), ["f5", "d6", "c3"]);
        assert_eq!(texts(&record, aside), ["f5", "f6", "e6"]);
    }

    #[test]
    fn a_variation_before_the_first_move_stands_behind_the_game() {
        let mut recording = Recording::new(Othello::START);
        recording.open();
        play(&mut recording, &["c4", "c3"]);
        recording.open();
        recording.close_all();
        assert!(recording.is_fresh());
        play(&mut recording, &["f5"]);
        let record = recording.finish();
        assert_eq!(texts(&record, record.last()), ["f5"]);
        assert_eq!(record.node(Record::START).children.len(), 2);
    }
}
