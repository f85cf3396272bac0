//! Where a game meets a protocol: positions to set-up messages, texts to moves.
//!
//! Holds no state and sends nothing; the protocol's client machine decides when.

use std::fmt::Debug;
use std::time::Duration;

use super::{MoveText, PlayError, Position};
use crate::protocol::{EngineClock, Root};

/// A game as it is told to an engine.
#[derive(Clone, Debug)]
pub struct LinkedGame<'a> {
    /// The start position, in the game's canonical text.
    pub start: &'a str,
    /// Variant name, where the game has variants.
    pub variant: Option<&'a str>,
    /// Names of the players, first side first.
    pub players: [&'a str; 2],
    /// The clock each side plays with, first side first; `None` without a clock.
    pub clocks: [Option<EngineClock>; 2],
    /// The moves from the start, in order.
    pub moves: &'a [LinkedMove],
}

/// One move of a [`LinkedGame`].
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedMove {
    /// The move, canonical.
    pub mv: MoveText,
    /// Evaluation by the side that moved, in the game's unit from its own point of view.
    pub eval: Option<f64>,
    /// Time the move took.
    pub elapsed: Option<Duration>,
}

/// One game in one protocol.
pub trait Link: Debug + Sync {
    /// The protocol's name.
    fn protocol(&self) -> &'static str;

    /// The variants that can be played over this protocol, by name; `None` for all of the game's.
    fn variants(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// The variant as the protocol writes it, where an engine must be told of it before it starts
    /// (see [`crate::protocol::ClientConfig::variant`]).
    fn variant_text(&self, _variant: Option<&str>) -> Option<String> {
        None
    }

    /// The root of a search as the protocol writes it.
    fn root(&self, game: &LinkedGame<'_>) -> Root;

    /// Reads an engine's move, compared as a value and never as text.
    ///
    /// # Errors
    ///
    /// When it is unreadable, or not legal in `pos`.
    fn read_move(&self, pos: &dyn Position, text: &str) -> Result<MoveText, PlayError>;

    /// Reads a principal variation as far as it is legal; the moves come canonical.
    fn read_line(&self, pos: &dyn Position, moves: &[String]) -> Vec<MoveText> {
        let mut pos = pos.boxed_clone();
        let mut line = Vec::new();
        for text in moves {
            let Ok(mv) = self.read_move(&*pos, text) else { break };
            if pos.play(&mv.0).is_err() {
                break;
            }
            line.push(mv);
        }
        line
    }
}
