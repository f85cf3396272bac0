//! A position with the other side to move: what that side would play if it could.
//!
//! Asks no engine.

use std::fmt;

use crate::games::{Actor, BoxPosition, Edit, Game, Position, Record, Setup, Side};
use crate::play::GameLine;

/// What a card follows in place of the position that it would follow.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Threat {
    /// The number of the position that it is a threat in.
    pub(in crate::app::desk) base: u64,
    /// The same position with the other side to move, or why there is no such position.
    pub(in crate::app::desk) turned: Result<Turned, NoThreat>,
}

/// Why the other side threatens nothing in a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::app::desk) enum NoThreat {
    /// The game is over.
    GameOver,
    /// The dice are rolled for the side to move.
    Dice,
    /// The rules, or what the game's editor can find, allow no such position with this side to move.
    NotReached(&'static str),
    /// The game would be over with this side to move.
    WouldBeOver(&'static str),
    /// This side would have to pass.
    WouldPass(&'static str),
}

/// The reason as the end of a sentence: `the game is over`.
impl fmt::Display for NoThreat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::Dice => f.write_str("the dice belong to the side to move"),
            Self::NotReached(side) => {
                write!(f, "no game is found that leads to this position with {side} to move")
            }
            Self::WouldBeOver(side) => write!(f, "with {side} to move the game would be over"),
            Self::WouldPass(side) => write!(f, "{side} could not move here"),
        }
    }
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
    /// `pos` of this record with the other side to move, under this number.
    ///
    /// # Errors
    ///
    /// Where there is no such position.
    pub(in crate::app::desk) fn of(
        game: &dyn Game,
        record: &Record,
        pos: &dyn Position,
        id: u64,
    ) -> Result<Self, NoThreat> {
        let mover = match pos.actor() {
            Actor::Player(mover) => mover,
            Actor::Chance => return Err(NoThreat::Dice),
            Actor::Over(_) => return Err(NoThreat::GameOver),
        };
        if game.info().has_dice {
            return Err(NoThreat::Dice);
        }
        let side = mover.opponent();
        let name = game.info().sides[side.idx()];
        let setup = Setup { variant: record.setup.variant.clone(), position: Some(pos.to_text()) };
        let setup = game.edit(&setup, &Edit::Turn(side));
        let turned = setup.and_then(|setup| game.start(&setup));
        let pos = turned.map_err(|_unreachable| NoThreat::NotReached(name))?;
        match pos.actor() {
            Actor::Over(_) => Err(NoThreat::WouldBeOver(name)),
            Actor::Player(mover) if mover == side && pos.forced_note().is_none() => {
                let line = GameLine::new(&*pos, record);
                Ok(Self { id, line, pos, side })
            }
            Actor::Player(_) | Actor::Chance => Err(NoThreat::WouldPass(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;

    fn why_not(game: &str, position: Option<&str>) -> Option<NoThreat> {
        let game = find(game).unwrap();
        let setup = Setup { variant: None, position: position.map(str::to_owned) };
        let pos = game.start(&setup).unwrap();
        let record = Record::new(game.info().name, setup);
        Turned::of(game, &record, &*pos, 1).err()
    }

    #[test]
    fn the_reason_says_what_is_in_the_way() {
        let draughts = |fen: &str| why_not("draughts", Some(fen));
        assert_eq!(draughts("W:W31:B20"), None);
        // Black's man stands before one that another one covers.
        assert_eq!(draughts("W:W41,47:B36"), Some(NoThreat::WouldBeOver("Black")));
        assert_eq!(draughts("B:W41,47:B36"), Some(NoThreat::GameOver));
        let corner = format!("*O{} *", "-".repeat(62));
        assert_eq!(why_not("othello", Some(&corner)), Some(NoThreat::WouldPass("White")));
        assert_eq!(why_not("backgammon", None), Some(NoThreat::Dice));
        assert_eq!(why_not("hive", None), Some(NoThreat::NotReached("Black")));
    }
}
