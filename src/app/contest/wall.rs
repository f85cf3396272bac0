//! The wall of a match: each game of several that run at once has its place.
//!
//! Knows nothing of engines and clocks; it keeps the last position of each game that it was shown.

use std::sync::Arc;

use super::boards::{length_of, view_of};
use crate::app::views::WallBoard;
use crate::games::{BoxPosition, Game, MoveText, Side};
use crate::play::{GameReport, LiveGame};

/// Small boards that are shown; more cannot be told apart.
const MAX_PLACES: usize = 32;

/// The places of a wall. A game keeps its place when it is over until another needs it: nothing
/// moves, and nothing vanishes between two games.
#[derive(Debug)]
pub(super) struct Wall {
    n_places: usize,
    places: Vec<Place>,
}

/// A game as it was seen last.
#[derive(Debug)]
struct Place {
    number: u32,
    players: [String; 2],
    position: BoxPosition,
    last_move: Option<MoveText>,
    /// Its length while it runs, then its result.
    length: String,
    is_over: bool,
}

impl Wall {
    /// For a match with so many games at once.
    pub(super) fn new(concurrency: u32) -> Self {
        let n_places = usize::try_from(concurrency).unwrap_or(MAX_PLACES).min(MAX_PLACES);
        Self { n_places, places: Vec::new() }
    }

    /// So many games run at once from now on; places that are there stay.
    pub(super) fn widen(&mut self, concurrency: u32) {
        self.n_places = Self::new(concurrency).n_places.max(self.places.len());
    }

    /// A running game stands so.
    pub(super) fn see(&mut self, live: &LiveGame) {
        self.put(Place {
            number: live.number,
            players: live.players.clone(),
            position: live.position.clone(),
            last_move: live.last_move.clone(),
            length: length_of(live),
            is_over: false,
        });
    }

    /// A game is over, with this result.
    pub(super) fn end(&mut self, game: &dyn Game, report: &GameReport, result: &str) {
        let record = &report.record;
        let last = record.last();
        // A record of our own match can be replayed; where it cannot, the last board stays.
        let Ok(position) = record.replay(game, last) else {
            let number = report.pairing.number;
            if let Some(place) = self.places.iter_mut().find(|place| place.number == number) {
                (place.is_over, place.length) = (true, result.to_owned());
            }
            return;
        };
        self.put(Place {
            number: report.pairing.number,
            players: report.players().map(str::to_owned),
            position,
            last_move: record.node(last).mv.clone(),
            length: result.to_owned(),
            is_over: true,
        });
    }

    /// In the game's own place; else in a new one, else in one whose game is over.
    fn put(&mut self, new: Place) {
        let own = self.places.iter().position(|place| place.number == new.number);
        let is_full = self.places.len() >= self.n_places;
        let free = || {
            let over = self.places.iter().enumerate().filter(|(_, place)| place.is_over);
            over.min_by_key(|(_, place)| place.number).map(|(idx, _)| idx)
        };
        match own.or_else(|| if is_full { free() } else { None }) {
            Some(idx) => self.places[idx] = new,
            None if is_full => {}
            None => self.places.push(new),
        }
    }

    /// The boards, place by place; none where never more than one game has run.
    pub(super) fn boards(&self) -> Vec<WallBoard> {
        if self.places.len() < 2 {
            return Vec::new();
        }
        let board = |place: &Place| WallBoard {
            number: place.number,
            scene: Arc::new(
                place
                    .position
                    .scene(&view_of(place.last_move.as_ref().map(|mv| mv.0.as_str()), false)),
            ),
            players: place.players.clone(),
            stocks: Side::BOTH.map(|side| place.position.stock(side)),
            length: place.length.clone(),
        };
        self.places.iter().map(board).collect()
    }

    /// How many of these running games have no place.
    pub(super) fn n_left_out(&self, running: impl Iterator<Item = u32>) -> u32 {
        let has_place = |number: &u32| self.places.iter().any(|place| place.number == *number);
        let n = running.filter(|number| !has_place(number)).count();
        u32::try_from(n).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Setup};
    use crate::play::Remaining;

    fn live(number: u32, ply: usize) -> LiveGame {
        let game = games::find("othello").unwrap();
        let position = game.start(&Setup { variant: None, position: None }).unwrap();
        LiveGame {
            number,
            players: ["one", "other"].map(str::to_owned),
            position,
            before: None,
            last_move: None,
            ply,
            turn: Some(Side::First),
            clocks: [Remaining::default(), Remaining::default()],
            record: None,
        }
    }

    /// Number and length of each board.
    fn shown(wall: &Wall) -> Vec<(u32, String)> {
        wall.boards().into_iter().map(|board| (board.number, board.length)).collect()
    }

    fn over(wall: &mut Wall, number: u32) {
        let place = wall.places.iter_mut().find(|place| place.number == number).unwrap();
        (place.is_over, place.length) = (true, "1-0".to_owned());
    }

    #[test]
    fn a_game_keeps_its_place_until_another_needs_it() {
        let board = |number: u32, length: &str| (number, length.to_owned());
        let mut wall = Wall::new(2);
        wall.see(&live(1, 0));
        assert_eq!(shown(&wall), [], "of one game there is no wall");
        wall.see(&live(2, 0));
        over(&mut wall, 1);
        assert_eq!(shown(&wall), [board(1, "1-0"), board(2, "move 1")]);
        wall.see(&live(2, 4));
        wall.see(&live(3, 2));
        assert_eq!(shown(&wall), [board(3, "move 2"), board(2, "move 3")]);
        over(&mut wall, 2);
        over(&mut wall, 3);
        assert_eq!(shown(&wall), [board(3, "1-0"), board(2, "1-0")]);
    }

    #[test]
    fn games_without_a_place_are_counted_and_take_the_next_that_is_free() {
        let mut wall = Wall::new(64);
        let running = || 1..=36;
        for number in running() {
            wall.see(&live(number, 0));
        }
        assert_eq!((wall.boards().len(), wall.n_left_out(running())), (MAX_PLACES, 4));
        over(&mut wall, 5);
        wall.see(&live(36, 2));
        assert_eq!((shown(&wall)[4].0, wall.n_left_out(running().filter(|n| *n != 5))), (36, 3));
    }
}
