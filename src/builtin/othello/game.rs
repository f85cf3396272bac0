//! The game that was sent to an engine: its positions and its clocks.
//!
//! Thinks nothing and answers nothing.

use std::time::Duration;

use super::time::Clock;
use crate::builtin::time_budget::Budget;
use crate::games::othello::Othello;
use crate::games::{Reading, Rules, Side, UnreadableMove};

/// A game up to the position to play.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Every position from the start to the last.
    positions: Vec<Othello>,
    clocks: [Clock; 2],
    used: [Duration; 2],
    n_moves: [u32; 2],
}

/// The reason why a game or a move was not taken.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum GameError {
    #[error("no game in {0:?}")]
    NoGame(String),
    #[error("{0}")]
    Broken(String),
    #[error(transparent)]
    Unreadable(#[from] UnreadableMove),
    #[error("{mv:?} cannot be played here")]
    Illegal { mv: String },
}

impl Default for Game {
    fn default() -> Self {
        Self::of(Othello::START)
    }
}

impl Game {
    fn of(start: Othello) -> Self {
        Self {
            positions: vec![start],
            clocks: [Clock::default(); 2],
            used: [Duration::ZERO; 2],
            n_moves: [0; 2],
        }
    }

    /// Reads the game of a `set game`. A game with any mistake is not taken at all.
    pub(crate) fn from_ggf(text: &str) -> Result<Self, GameError> {
        let read = Othello::read_games("ggf", text.as_bytes(), &Reading::default());
        if let Some(problem) = read.problems.first() {
            return Err(GameError::Broken(problem.to_string()));
        }
        let no_game = || GameError::NoGame(text.chars().take(60).collect());
        let record = read.records.first().ok_or_else(no_game)?;
        let start = Othello::start(&record.setup).map_err(|e| GameError::Broken(e.to_string()))?;
        let mut game = Self::of(start);
        for side in Side::BOTH {
            // A clock that cannot be read is ignored: playing without one is better than not
            // playing.
            game.clocks[side.idx()] = record.tags.clocks[side.idx()].parse().unwrap_or_default();
        }
        for id in record.main_line() {
            let node = record.node(id);
            let Some(mv) = &node.mv else { continue };
            game.play(&mv.0, node.elapsed.unwrap_or_default())?;
        }
        Ok(game)
    }

    /// Plays a move that took `elapsed`.
    pub(crate) fn play(&mut self, text: &str, elapsed: Duration) -> Result<(), GameError> {
        let mut pos = *self.pos();
        let mv = pos.read_move(text)?;
        if !pos.legal_moves().contains(&mv) {
            return Err(GameError::Illegal { mv: text.to_owned() });
        }
        let used = &mut self.used[pos.side.idx()];
        *used = used.saturating_add(elapsed);
        self.n_moves[pos.side.idx()] += 1;
        pos.play_unchecked(&mv);
        self.positions.push(pos);
        Ok(())
    }

    /// The position to play.
    pub(crate) fn pos(&self) -> &Othello {
        self.positions.last().expect("there is always the start")
    }

    /// Every position from the start to the last.
    pub(crate) fn positions(&self) -> &[Othello] {
        &self.positions
    }

    /// The time for the next move.
    pub(crate) fn budget(&self) -> Budget {
        let pos = self.pos();
        let side = pos.side.idx();
        let n_empty = pos.board.empty().count_ones();
        self.clocks[side].budget(self.used[side], self.n_moves[side], n_empty)
    }
}
