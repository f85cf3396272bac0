//! The line of moves that leads to a position, as it is sent to engines.
//!
//! Talks to no engine; a game's link turns it into a protocol's words. Plays no move: the positions
//! are those of a [`Line`].

use std::sync::Arc;

use crate::games::{
    Game, Line, LinkedGame, LinkedMove, Node, NodeId, Position, Record, RecordError, Side,
};
use crate::protocol::EngineClock;

/// A start and the moves from it, owned; [`GameLine::linked`] lends it to a link.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLine {
    /// The start position in canonical text.
    pub start: String,
    /// Variant name, where the game has variants.
    pub variant: Option<String>,
    /// Names of the players, first side first.
    pub players: [String; 2],
    /// The clock each side plays with, first side first; `None` without a clock.
    pub clocks: [Option<EngineClock>; 2],
    /// The moves from the start, in order.
    pub moves: Vec<LinkedMove>,
}

impl GameLine {
    /// A line without moves, without clocks.
    #[must_use]
    pub fn new(start: &dyn Position, record: &Record) -> Self {
        Self {
            start: start.to_text(),
            variant: record.setup.variant.clone(),
            players: record.tags.players.clone(),
            clocks: [None, None],
            moves: Vec::new(),
        }
    }

    /// The line that leads to `node` of `record`, whose start is that of `line`.
    #[must_use]
    pub fn along(line: &Line, record: &Record, node: NodeId) -> Self {
        let moves = record.path(node).into_iter().filter_map(|id| linked_move(record.node(id)));
        Self { moves: moves.collect(), ..Self::new(&*line.positions()[0], record) }
    }

    /// The line that leads to `node`, and the positions on it, read from the start.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up or a move is not legal.
    pub fn to_node(
        game: &dyn Game,
        record: &Record,
        node: NodeId,
    ) -> Result<(Self, Arc<Line>), RecordError> {
        let (line, _) = Line::to(game, record, node, &[])?;
        Ok((Self::along(&line, record, node), line))
    }

    /// The line as a link wants it.
    #[must_use]
    pub fn linked(&self) -> LinkedGame<'_> {
        LinkedGame {
            start: &self.start,
            variant: self.variant.as_deref(),
            players: [&self.players[0], &self.players[1]],
            clocks: self.clocks,
            moves: &self.moves,
            now: None,
        }
    }
}

/// A node of a record as one move of a line; `None` for the start. The evaluation is the first
/// one (the player's own), turned to the point of view of the side that moved.
#[must_use]
pub fn linked_move(node: &Node) -> Option<LinkedMove> {
    let mv = node.mv.clone()?;
    let eval = node.evaluations.first().map(|eval| match node.side {
        Some(Side::First) | None => eval.score,
        Some(Side::Second) => -eval.score,
    });
    Some(LinkedMove::new(mv, eval, node.elapsed))
}
