//! Plays the moves of a file into a record.
//!
//! Knows no file format. For a move that cannot be played, returns the rule that it breaks.

use super::history::{judge, trace};
use super::moves::{resolved, spelled};
use super::why::broken_rule;
use super::{Hive, MAX_PLIES, Move, too_long};
use crate::games::file::MAX_NESTING;
use crate::games::recording::Recording;
use crate::games::{HistoryRules, NodeId, Record, Rules};

impl Recording<Hive> {
    /// Reads a move in any spelling and plays it.
    ///
    /// # Errors
    ///
    /// Names the move and the rule it breaks; the record is then unchanged.
    pub(in crate::games::hive) fn play_text(&mut self, text: &str) -> Result<NodeId, String> {
        let n = self.n_plies() + 1;
        self.see_room()?;
        let mv = read(self.pos(), text).map_err(|reason| format!("move {n}: {reason}"))?;
        Ok(self.play(&mv))
    }

    /// The game may have another move, and a variation may go on.
    ///
    /// # Errors
    ///
    /// Names the move that is one too many or too deep.
    pub(in crate::games::hive) fn see_room(&self) -> Result<(), String> {
        let n = self.n_plies() + 1;
        if self.pos().board().n_plies() as usize >= MAX_PLIES {
            return Err(format!("move {n}: {}", too_long()));
        }
        if self.is_deep() {
            return Err(format!("move {n}: more than {MAX_NESTING} variations lie in each other"));
        }
        Ok(())
    }
}

/// One game of a file, as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRead {
    /// The game up to its first mistake; `None` if not even its beginning could be read.
    pub(super) record: Option<Record>,
    /// Lines with wrong moves.
    pub(super) faults: Vec<(usize, String)>,
    /// Lines with other wrong facts, while all moves are good.
    pub(super) notes: Vec<(usize, String)>,
    /// Lines with facts that are left out, such as words of the players: every move and fact of the game is there.
    pub(super) left_out: Vec<(usize, String)>,
    /// The note about the side to move that the text names, where its moves lead to another one.
    pub(super) wrong_turn: Option<String>,
}

/// Reads a move in any spelling; it is legal.
///
/// # Errors
///
/// Names the move and the rule it breaks.
pub(super) fn read(pos: &Hive, text: &str) -> Result<Move, String> {
    let text = text.trim();
    match meant(pos, text) {
        None => Err(format!("{text:?} is not a move")),
        Some(meant) => meant.map_err(|reason| format!("\"{text}\": {reason}")),
    }
}

/// The legal move that a text means, or the rule that it breaks; `None` if it does not have the
/// form of a move.
pub(super) fn meant(pos: &Hive, text: &str) -> Option<Result<Move, String>> {
    Some(resolved(pos, spelled(text)?).and_then(|mv| match pos.is_legal(mv) {
        true => Ok(mv),
        false => Err(broken_rule(pos, mv)),
    }))
}

/// The position at the end of the main line has occurred three times.
pub(super) fn is_repetition(record: &Record) -> bool {
    let Ok(mut pos) = Hive::start(&record.setup) else { return false };
    let mut line = vec![trace(&pos)];
    for mv in record.moves_to(record.last()) {
        let Ok(mv) = pos.read_move(&mv.0) else { return false };
        pos.play_unchecked(&mv);
        line.push(trace(&pos));
    }
    judge(&line, HistoryRules { repetition: true, counting: false }).is_some()
}
