//! The game that was sent to an engine.
//!
//! Thinks nothing and answers nothing.

use crate::games::draughts::{Draughts, Move, MoveList, Variant, legal_moves};
use crate::games::{Rules, Setup};

/// A game up to the position to play.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Each position before the last one, with the move made in it.
    line: Vec<(Draughts, Move)>,
    pos: Draughts,
    /// Moves taken back that can be made again, the next one last.
    ahead: Vec<Move>,
}

/// The reason why a position or a move is not taken.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum GameError {
    /// The position cannot be read or cannot occur.
    #[error("bad position: {0}")]
    Position(String),
    /// The text isn't a move, or the move is not legal.
    #[error("illegal move: {0}")]
    Move(String),
}

impl Game {
    /// A game from the start of a variant.
    pub(crate) fn new(variant: Variant) -> Self {
        Self::from(Draughts::start_of(variant))
    }

    fn from(pos: Draughts) -> Self {
        Self { line: Vec::new(), pos, ahead: Vec::new() }
    }

    /// A game that has come to `pos` by this line.
    pub(crate) fn of_line(line: &[(Draughts, Move)], pos: Draughts) -> Self {
        Self { line: line.to_vec(), ..Self::from(pos) }
    }

    /// A game from a position, or from the normal start, with moves as Hub writes them.
    ///
    /// # Errors
    ///
    /// When the position or one of the moves is bad.
    pub(crate) fn read<'a>(
        variant: Variant,
        position: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GameError> {
        let setup = Setup {
            variant: Some(variant.name().to_owned()),
            position: position.map(str::to_owned),
        };
        let pos = Draughts::start(&setup).map_err(|err| GameError::Position(err.to_string()))?;
        let mut game = Self::from(pos);
        for text in moves {
            game.play_text(text)?;
        }
        Ok(game)
    }

    /// The position to play.
    pub(crate) fn pos(&self) -> &Draughts {
        &self.pos
    }

    /// Each position before it, with the move made in it.
    pub(crate) fn line(&self) -> &[(Draughts, Move)] {
        &self.line
    }

    /// All moves: those made, and those that were taken back.
    pub(crate) fn moves(&self) -> Vec<Move> {
        self.line.iter().map(|(_, mv)| *mv).chain(self.ahead.iter().rev().copied()).collect()
    }

    pub(crate) fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        legal_moves(&self.pos, &mut moves);
        moves
    }

    /// Plays a move in Hub notation.
    ///
    /// # Errors
    ///
    /// When it isn't a move, or is not legal.
    pub(crate) fn play_text(&mut self, text: &str) -> Result<(), GameError> {
        let bad = || GameError::Move(text.to_owned());
        let mv = self.pos.read_move(text).map_err(|_unreadable| bad())?;
        self.play(&mv).map_err(|_illegal| bad())
    }

    /// Plays a move; moves that were taken back are dropped.
    ///
    /// # Errors
    ///
    /// When it is not legal.
    pub(crate) fn play(&mut self, mv: &Move) -> Result<(), GameError> {
        if !self.legal_moves().contains(mv) {
            return Err(GameError::Move(mv.to_string()));
        }
        self.ahead.clear();
        self.make(*mv);
        Ok(())
    }

    fn make(&mut self, mv: Move) {
        self.line.push((self.pos, mv));
        self.pos.play(&mv);
    }

    /// Goes to the position after this many moves of the game, or to the last one.
    pub(crate) fn jump_to(&mut self, ply: usize) {
        while self.line.len() > ply {
            let Some((pos, mv)) = self.line.pop() else { break };
            self.pos = pos;
            self.ahead.push(mv);
        }
        while self.line.len() < ply {
            let Some(mv) = self.ahead.pop() else { break };
            self.make(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_taken_back_and_made_again() {
        let mut game =
            Game::read(Variant::International, None, ["32-28", "19-23", "28x19x23"]).unwrap();
        let end = *game.pos();
        let moves = game.moves();
        game.jump_to(1);
        assert_eq!(game.line().len(), 1);
        assert_eq!(game.moves(), moves);
        game.jump_to(9);
        assert_eq!(*game.pos(), end);
        game.jump_to(1);
        game.play_text("18-22").unwrap();
        assert_eq!(game.moves().len(), 2);
    }

    #[test]
    fn a_bad_move_or_position_says_what_is_wrong() {
        let read = |position, mv: &str| Game::read(Variant::International, position, [mv]);
        assert_eq!(read(None, "32-27x").unwrap_err().to_string(), "illegal move: 32-27x");
        assert_eq!(read(None, "28-22").unwrap_err().to_string(), "illegal move: 28-22");
        let error = read(Some("Wbb"), "32-28").unwrap_err().to_string();
        assert!(error.starts_with("bad position: "), "{error}");
    }
}
