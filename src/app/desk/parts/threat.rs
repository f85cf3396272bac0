//! A position with the other side to move: what that side would play if it could.
//!
//! Asks no engine.

use crate::games::{Actor, BoxPosition, Edit, Game, Position, Record, Setup, Side};
use crate::play::GameLine;

/// What a card follows in place of the position that it would follow.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Threat {
    /// The number of the position that it is a threat in.
    pub(in crate::app::desk) base: u64,
    /// The same position with the other side to move; `None` where there is no such position.
    pub(in crate::app::desk) turned: Option<Turned>,
}

/// A position with the other side to move.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Turned {
    /// Its number.
    pub(in crate::app::desk) id: u64,
    /// It has no history.
    pub(in crate::app::desk) line: GameLine,
    pub(in crate::app::desk) pos: BoxPosition,
    /// The side that would move.
    pub(in crate::app::desk) side: Side,
}

impl Turned {
    /// `pos` of this record with the other side to move, under this number; `None` where the game's
    /// editor cannot set that up, where the game is over and where that side could not move.
    pub(in crate::app::desk) fn of(
        game: &dyn Game,
        record: &Record,
        pos: &dyn Position,
        id: u64,
    ) -> Option<Self> {
        let Actor::Player(mover) = pos.actor() else { return None };
        let side = mover.opponent();
        // Dice have been rolled for the side to move.
        if game.info().has_dice {
            return None;
        }
        let setup = Setup { variant: record.setup.variant.clone(), position: Some(pos.to_text()) };
        let setup = game.edit(&setup, &Edit::Turn(side)).ok()?;
        let pos = game.start(&setup).ok()?;
        let can_move = pos.actor() == Actor::Player(side) && pos.forced_note().is_none();
        let line = GameLine::new(&*pos, record);
        can_move.then_some(Self { id, line, pos, side })
    }
}
