//! What a batch has found out as rows of a file, and how far each of its games is.
//!
//! Writes no file and asks no engine.

use std::collections::HashMap;
use std::sync::Arc;

use super::{ANALYSIS_VERSION, PositionReview, ReviewBatch, ReviewRow};
use crate::games::{Actor, MoveText, NodeId, Record};

/// Makes rows of the positions of a batch, and counts them.
#[derive(Debug)]
pub struct BatchRows {
    batch: Arc<ReviewBatch>,
    /// The positions of the games that are being reviewed, by the last node of a variation.
    places: HashMap<(usize, Option<NodeId>), Vec<Place>>,
    /// How many positions of each line every engine has looked at.
    n_done: HashMap<(usize, Option<NodeId>), Vec<usize>>,
}

/// A position that was taken note of.
#[derive(Debug)]
pub struct NotedPosition {
    /// As a row; `None` where the game has no such position.
    pub row: Option<ReviewRow>,
    /// How many positions of its line the engine that is furthest has looked at.
    pub n_done: usize,
    /// How many there are.
    pub n_all: usize,
}

/// A position of a game, as rows name it.
#[derive(Debug)]
struct Place {
    id: String,
    side: Option<&'static str>,
    text: String,
}

impl BatchRows {
    /// Of this batch nothing is known yet.
    #[must_use]
    pub fn new(batch: Arc<ReviewBatch>) -> Self {
        Self { batch, places: HashMap::new(), n_done: HashMap::new() }
    }

    /// Everything is known of a position ([`super::BatchEvent::Position`]).
    pub fn note(
        &mut self,
        (game, line): (usize, Option<NodeId>),
        engine: usize,
        ply: usize,
        review: PositionReview,
    ) -> NotedPosition {
        let batch = &*self.batch;
        let places = self
            .places
            .entry((game, line))
            .or_insert_with(|| places(batch, &batch.games[game].record, line));
        let row = places.get(ply).map(|place| ReviewRow {
            analysis: ANALYSIS_VERSION,
            id: place.id.clone(),
            kind: batch.game.info().name.to_owned(),
            game: batch.games[game].number,
            ply,
            in_variation: line.is_some(),
            side: place.side.map(str::to_owned),
            position: place.text.clone(),
            engine: batch.engines[engine].name.clone(),
            limit: batch.efforts[engine],
            review,
        });
        let n_engines = batch.engines.len();
        let of_line = self.n_done.entry((game, line)).or_insert_with(|| vec![0; n_engines]);
        of_line[engine] += 1;
        let n_done = of_line.iter().copied().max().unwrap_or_default();
        NotedPosition { row, n_done, n_all: places.len() }
    }

    /// All engines are done with this game.
    pub fn forget(&mut self, game: usize) {
        self.places.retain(|(of, _), _| *of != game);
        self.n_done.retain(|(of, _), _| *of != game);
    }
}

/// The positions of a line of the game, as far as it can be played: of a variation by its last node, else of
/// the main line.
fn places(batch: &ReviewBatch, record: &Record, line: Option<NodeId>) -> Vec<Place> {
    let Ok(mut pos) = batch.game.start(&record.setup) else { return Vec::new() };
    let sides = batch.game.info().sides;
    let moves: Vec<MoveText> = record.moves_to(line.unwrap_or_else(|| record.last()));
    let mut places = Vec::with_capacity(moves.len() + 1);
    for ply in 0..=moves.len() {
        let side = match pos.actor() {
            Actor::Player(side) => Some(sides[side.idx()]),
            Actor::Chance | Actor::Over(_) => None,
        };
        let id = ReviewRow::id_of(&record.game, &record.setup, moves[..ply].iter());
        places.push(Place { id, side, text: pos.to_text() });
        if moves.get(ply).is_some_and(|mv| pos.play(&mv.0).is_err()) {
            break;
        }
    }
    places
}
