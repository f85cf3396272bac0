//! Plays the moves of a file into a record, variations included.
//!
//! Knows no file format. Says of a move that cannot be played which rule it breaks.

use super::history::{judge, trace};
use super::moves::{resolved, spelled};
use super::why::broken_rule;
use super::{GameType, Hive, MAX_PLIES, Move, too_long};
use crate::games::file::MAX_NESTING;
use crate::games::{
    Ending, GameResult, HistoryRules, MoveText, NodeId, Outcome, Record, Rules, Setup, Side,
};

/// A record in the making, and the positions at the place where the next move goes.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    pub(super) record: Record,
    here: Place,
    /// Where the game goes on after each variation that is open.
    waiting: Vec<Place>,
}

/// A node of the record, its position, and the one before its move.
#[derive(Clone, Debug)]
struct Place {
    at: NodeId,
    pos: Hive,
    before: Hive,
    n_plies: usize,
    /// How many moves on the way here are not the first of those at their place, and how many
    /// before the last one: so deep in each other the variations are when they are written, even if
    /// the file had them side by side, each repeating the one before for a move more.
    depth: usize,
    depth_before: usize,
    /// No move has been played yet in this line.
    fresh: bool,
}

impl Recording {
    /// An empty record of a game from `start`.
    pub(super) fn new(start: Hive) -> Self {
        let record = Record::new(Hive::INFO.name, setup(&start));
        let (at, before) = (Record::START, start.clone());
        let (n_plies, depth, depth_before, fresh) = (0, 0, 0, true);
        let here = Place { at, pos: start, before, n_plies, depth, depth_before, fresh };
        Self { record, here, waiting: Vec::new() }
    }

    /// The node that was reached.
    pub(super) fn at(&self) -> NodeId {
        self.here.at
    }

    /// The position that was reached.
    pub(super) fn pos(&self) -> &Hive {
        &self.here.pos
    }

    /// Number of variations that are open.
    pub(super) fn n_open(&self) -> usize {
        self.waiting.len()
    }

    /// Reads a move in any spelling and plays it.
    ///
    /// # Errors
    ///
    /// Names the move and the rule it breaks; the record is as before then.
    pub(super) fn play_text(&mut self, text: &str) -> Result<NodeId, String> {
        let n = self.here.n_plies + 1;
        self.see_room()?;
        let mv = read(&self.here.pos, text).map_err(|reason| format!("move {n}: {reason}"))?;
        Ok(self.play(mv))
    }

    /// The game may have another move, and a variation may go on.
    ///
    /// # Errors
    ///
    /// Names the move that is too many or lies too deep.
    pub(super) fn see_room(&self) -> Result<(), String> {
        if self.here.pos.board().n_plies() as usize >= MAX_PLIES {
            return Err(format!("move {}: {}", self.here.n_plies + 1, too_long()));
        }
        if self.here.depth >= MAX_NESTING {
            let n = self.here.n_plies + 1;
            return Err(format!("move {n}: more than {MAX_NESTING} variations lie in each other"));
        }
        Ok(())
    }

    /// Plays a legal move. One of the game itself goes before those of variations that came first.
    pub(super) fn play(&mut self, mv: Move) -> NodeId {
        let here = &mut self.here;
        let (text, side) = (MoveText(here.pos.write_move(&mv)), here.pos.turn());
        let parent = here.at;
        here.at = self.record.add(parent, text, Some(side));
        let is_first = self.record.node(parent).children.first() == Some(&here.at);
        here.depth_before = here.depth;
        match self.waiting.first() {
            None => self.record.put_first(here.at),
            // The game may yet go on where this variation does, and push it aside.
            Some(game) => here.depth += usize::from(!is_first || game.at == parent),
        }
        here.before.clone_from(&here.pos);
        here.pos.play_unchecked(&mv);
        here.n_plies += 1;
        here.fresh = false;
        here.at
    }

    /// Begins a variation on the last move; where there is none yet, one beside the moves to come.
    pub(super) fn open(&mut self) {
        let here = self.here.clone();
        if let (false, Some(parent)) = (here.fresh, self.record.node(here.at).parent) {
            let (pos, n_plies) = (here.before.clone(), here.n_plies - 1);
            let (before, depth, fresh) = (pos.clone(), here.depth_before, true);
            self.here =
                Place { at: parent, pos, before, n_plies, depth, depth_before: depth, fresh };
        }
        self.waiting.push(here);
    }

    /// Ends a variation; false when none is open.
    pub(super) fn close(&mut self) -> bool {
        let Some(place) = self.waiting.pop() else { return false };
        self.here = place;
        true
    }

    /// The record; the result is what the rules say of its last position, if it has none yet and
    /// the rules say something.
    pub(super) fn finish(mut self) -> Record {
        if !self.waiting.is_empty() {
            self.here = self.waiting.swap_remove(0);
        }
        if self.record.result.is_none() {
            self.record.result = self.here.pos.board().ending().map(result_of);
        }
        self.record
    }
}

/// One game of a file as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRead {
    /// The game up to its first mistake; `None` where not even its beginning could be read.
    pub(super) record: Option<Record>,
    /// Lines and what is wrong there with the moves.
    pub(super) faults: Vec<(usize, String)>,
    /// Lines and what else is told wrongly there, while all moves are good.
    pub(super) notes: Vec<(usize, String)>,
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

/// The legal move that a text means, or the rule that it breaks; `None` where it has not the form of a
/// move.
pub(super) fn meant(pos: &Hive, text: &str) -> Option<Result<Move, String>> {
    Some(resolved(pos, spelled(text)?).and_then(|mv| match pos.is_legal(mv) {
        true => Ok(mv),
        false => Err(broken_rule(pos, mv)),
    }))
}

/// The set-up of a game from `start`.
pub(super) fn setup(start: &Hive) -> Setup {
    let game_type = start.game_type();
    Setup {
        variant: (game_type != GameType::default()).then(|| game_type.name().to_owned()),
        position: (start.board().n_plies() > 0).then(|| start.to_text()),
    }
}

/// What the rules say, as a record has it.
pub(super) fn result_of(ending: Ending) -> GameResult {
    GameResult {
        outcome: ending.outcome,
        margin: Some(margin(ending.outcome)),
        reason: ending.reason.to_owned(),
    }
}

/// A win counts 1, from White's view.
pub(super) fn margin(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::WonBy(Side::First) => 1,
        Outcome::WonBy(Side::Second) => -1,
        Outcome::Draw => 0,
    }
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
