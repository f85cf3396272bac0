//! One game as a state machine: whose turn it is, the clocks, the referee, the result.
//!
//! Does no IO and reads no clock (every moment is an argument); does not know who sits at the
//! table. The window and matches run their games on it.

mod clocks;
mod ending;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::clock::{Clock, Stopped};
use super::line::{GameLine, linked_move};
use super::variant::canonical_setup;
use super::{Cause, TimeControl};
use crate::builtin;
use crate::games::{
    Actor, BoxPosition, Evaluation, Game, HistoryRules, Line, LinkedGame, MoveText, NodeId,
    PlayError, Position, Record, RecordError, Setup, SetupError, Side, Trace,
};

/// One game.
///
/// The table always stands at the end of the main line of its record, and nothing follows there: what
/// was only tried from its end on is kept apart ([`Table::take_tried`]).
#[derive(Clone, Debug)]
pub struct Table {
    game: &'static dyn Game,
    rules: HistoryRules,
    record: Record,
    /// The moves played, the positions and their traces.
    line: Arc<Line>,
    /// The line as engines are told of it.
    told: GameLine,
    /// The nodes of the line, the start excluded.
    nodes: Vec<NodeId>,
    clocks: [Clock; 2],
    margins: [Duration; 2],
    paused: bool,
    forfeit: Option<(Side, Cause)>,
    /// Who offers a draw; the offer stands until the other side has moved.
    offer: Option<Side>,
    /// What followed the end in the record.
    tried: Option<Box<Record>>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its node in the record.
    pub node: NodeId,
    /// Who made it; `None` for dice.
    pub side: Option<Side>,
    /// The move, canonical.
    pub mv: MoveText,
    /// Time it took.
    pub elapsed: Duration,
    /// It ended the game.
    pub over: bool,
}

/// A pass that the rules force.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ForcedPass {
    /// The pass, canonical.
    pub mv: MoveText,
    /// Why: `White has no legal move`.
    pub note: String,
}

/// Why a move was not made.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TableError {
    /// It is no legal move; the clock goes on and nothing has changed.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The time was over when it came: the game is now lost on time.
    #[error("the move came after the time was over")]
    TooLate,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is paused.
    #[error("the game is paused")]
    Paused,
}

impl Table {
    /// A new game; its clocks stand still until [`Table::start_clock`].
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn new(
        game: &'static dyn Game,
        setup: Setup,
        controls: [TimeControl; 2],
        rules: HistoryRules,
    ) -> Result<Self, SetupError> {
        let setup = canonical_setup(game.info(), setup)?;
        let line = Line::new(game, &setup)?;
        let record = Record::new(game.info().name, setup);
        let told = GameLine::new(&**line.last(), &record);
        let mut table = Self {
            game,
            rules,
            record,
            line: Arc::new(line),
            told,
            nodes: Vec::new(),
            clocks: controls.map(|control| Clock::new(control, Duration::ZERO)),
            margins: [Duration::ZERO; 2],
            paused: false,
            forfeit: None,
            offer: None,
            tried: None,
        };
        table.tell_clocks();
        table.judge();
        Ok(table)
    }

    /// Goes on with a recorded game at the end of its main line, whatever its result was: only what
    /// the rules say ends it again. Clocks go on with the time left that the record knows.
    ///
    /// # Errors
    ///
    /// When the record cannot be played through.
    pub fn resume(
        game: &'static dyn Game,
        mut record: Record,
        controls: [TimeControl; 2],
        rules: HistoryRules,
    ) -> Result<Self, RecordError> {
        let nodes = record.main_line();
        let end = record.last();
        let tried = record.split_off(end).map(Box::new);
        record.reopen();
        record.setup = canonical_setup(game.info(), record.setup)?;
        let (told, line) = GameLine::to_node(game, &record, end)?;
        let mut table = Self {
            game,
            rules,
            record,
            line,
            told,
            nodes,
            clocks: controls.map(|control| Clock::new(control, Duration::ZERO)),
            margins: [Duration::ZERO; 2],
            paused: false,
            forfeit: None,
            offer: None,
            tried,
        };
        table.tell_clocks();
        table.reset_clocks();
        table.judge();
        Ok(table)
    }

    /// The game played.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The game as played so far.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record, to fill in its heading, comments and evaluations. The line that is played must
    /// stay its main line.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Ends the table and keeps the record.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Writes the players' names, first side first, into the record's heading. What an engine that left
    /// its seat called itself goes from there.
    pub fn name_players(&mut self, names: [String; 2]) {
        for side in Side::BOTH {
            if names[side.idx()] != self.record.tags.players[side.idx()] {
                self.record.tags.other.remove(&self.game.info().engine_key(side));
            }
        }
        self.told.players.clone_from(&names);
        self.record.tags.players = names;
    }

    /// Writes what the engine on a side calls itself, with its version, into the record's heading.
    pub fn name_engine(&mut self, side: Side, own_name: &str) {
        let key = self.game.info().engine_key(side);
        self.record.tags.other.insert(key, own_name.to_owned());
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        &**self.line.last()
    }

    /// The positions from the start to now.
    #[must_use]
    pub fn positions(&self) -> &[Arc<dyn Position>] {
        self.line.positions()
    }

    /// The nodes of the moves made, the start excluded.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The node of the position now.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.nodes.last().copied().unwrap_or(Record::START)
    }

    /// Number of plies made.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.nodes.len()
    }

    /// Whose turn it is; `None` when the game is over or the dice act.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        if self.is_over() {
            return None;
        }
        match self.position().actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        }
    }

    /// The dice must be rolled: [`Table::play`] one of the legal moves.
    #[must_use]
    pub fn awaits_dice(&self) -> bool {
        !self.is_over() && matches!(self.position().actor(), Actor::Chance)
    }

    /// How often dice have been rolled so far.
    #[must_use]
    pub fn n_rolls(&self) -> u64 {
        self.nodes.iter().filter(|node| self.record.node(**node).side.is_none()).count() as u64
    }

    /// The legal moves; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<MoveText> {
        if self.is_over() { Vec::new() } else { self.position().legal_moves() }
    }

    /// The pass that the side to move must make, if it must pass. For an engine the program makes
    /// it, and for a person unless the game has it done by hand; NBoard engines are told of it and never asked (`rules.md` 5.5,
    /// "passes").
    #[must_use]
    pub fn forced_pass(&self) -> Option<ForcedPass> {
        self.turn()?;
        let note = self.position().forced_note()?;
        let mv = self.position().legal_moves().into_iter().next()?;
        Some(ForcedPass { mv, note })
    }

    /// The only play that the dice just rolled leave to the side to move.
    #[must_use]
    pub fn forced_play(&self) -> Option<MoveText> {
        self.turn()?;
        let rolled = self.nodes.last().is_some_and(|node| self.record.node(*node).side.is_none());
        let moves = if rolled { self.position().legal_moves() } else { Vec::new() };
        <[MoveText; 1]>::try_from(moves).ok().map(|[only]| only)
    }

    /// What is answered for the side to move where its engine cannot be asked (see
    /// [`crate::games::Rules::unasked`]): as the engine judges that comes with the program, else by
    /// the rules.
    #[must_use]
    pub fn unasked(&self) -> Option<MoveText> {
        self.turn()?;
        let by_rules = self.position().unasked()?;
        let judged = builtin::unasked(self.game.info().name, &self.position().to_text());
        Some(judged.unwrap_or(by_rules))
    }

    /// Plays a move of the side to move (or a roll of the dice), read in any spelling; its clock
    /// stops at `at`. A side whose clock was not started moves for free.
    ///
    /// # Errors
    ///
    /// When the move cannot be made. [`TableError::TooLate`] has ended the game.
    pub fn play(
        &mut self,
        text: &str,
        at: Instant,
        eval: Option<Evaluation>,
    ) -> Result<Played, TableError> {
        self.play_by(|pos| pos.play(text), at, eval)
    }

    /// Plays the move that `make` makes in a copy of the position, as [`Table::play`] does.
    ///
    /// # Errors
    ///
    /// As [`Table::play`].
    pub(super) fn play_by(
        &mut self,
        make: impl FnOnce(&mut dyn Position) -> Result<MoveText, PlayError>,
        at: Instant,
        eval: Option<Evaluation>,
    ) -> Result<Played, TableError> {
        if self.is_over() {
            return Err(TableError::Over);
        }
        if self.paused {
            return Err(TableError::Paused);
        }
        let side = self.turn();
        let mut next = self.position().boxed_clone();
        let mv = make(&mut *next)?;
        let mut elapsed = Duration::ZERO;
        if let Some(side) = side {
            match self.clocks[side.idx()].stop(at) {
                Stopped::InTime { elapsed: took } => elapsed = took,
                Stopped::TooLate => {
                    self.forfeit(side, Cause::LostOnTime);
                    return Err(TableError::TooLate);
                }
            }
        }
        if side.is_some() && self.offer == side.map(Side::opponent) {
            self.offer = None;
        }
        let node = self.advance(mv.clone(), next, side);
        self.note(node, side, elapsed, eval);
        self.judge();
        Ok(Played { node, side, mv, elapsed, over: self.is_over() })
    }

    fn advance(&mut self, mv: MoveText, next: BoxPosition, side: Option<Side>) -> NodeId {
        let node = self.record.add(self.node(), mv.clone(), side);
        // The line before it is the main line already.
        self.record.put_first(node);
        self.nodes.push(node);
        Arc::make_mut(&mut self.line).push(mv, Arc::from(next));
        let tried = self.record.split_off(node).map(Box::new);
        self.tried = tried.or(self.tried.take());
        node
    }

    fn note(
        &mut self,
        node: NodeId,
        side: Option<Side>,
        elapsed: Duration,
        eval: Option<Evaluation>,
    ) {
        let left = side.map(|side| &self.clocks[side.idx()]).and_then(Clock::now_left);
        let entry = self.record.node_mut(node);
        entry.elapsed = side.map(|_| elapsed);
        // With a fixed time for each move nothing is left over: the next move has its own.
        let per_move = side.is_some_and(|side| {
            matches!(self.clocks[side.idx()].control(), TimeControl::PerMove { .. })
        });
        entry.time_left = left.filter(|_| !per_move).map(|clock| clock.main);
        entry.evaluations = eval.into_iter().collect();
        self.told.moves.extend(linked_move(entry));
    }

    /// What was tried from the end of the game on and is no part of it: variations that a move taken
    /// back leaves without the move they were tried beside. A record of its own
    /// ([`Record::split_off`]), given once; `None` where there is nothing.
    pub fn take_tried(&mut self) -> Option<Box<Record>> {
        self.tried.take()
    }

    /// Takes back up to `n` plies; a finished game goes on. Says how many were taken back. The
    /// clocks are set to what they showed, and stand still. What was tried beside the move taken back
    /// is not in the record any more ([`Table::take_tried`]).
    pub fn take_back(&mut self, n: usize) -> usize {
        let n = n.min(self.nodes.len());
        if n == 0 {
            return 0;
        }
        let keep = self.nodes.len() - n;
        self.record.cut(self.nodes[keep]);
        self.nodes.truncate(keep);
        self.tried = self.record.split_off(self.node()).map(Box::new);
        self.told.moves.truncate(keep);
        Arc::make_mut(&mut self.line).truncate(keep);
        self.forfeit = None;
        self.offer = None;
        self.clocks =
            Side::BOTH.map(|side| Clock::new(self.control(side), self.margins[side.idx()]));
        self.reset_clocks();
        self.judge();
        n
    }

    /// The game as a link wants it, to make the root of a search.
    #[must_use]
    pub fn linked(&self) -> LinkedGame<'_> {
        LinkedGame { now: Some(self.position()), ..self.told.linked() }
    }

    /// The line played so far, as engines are told of it.
    #[must_use]
    pub fn told(&self) -> &GameLine {
        &self.told
    }

    /// The line played so far, to be shared.
    #[must_use]
    pub fn line(&self) -> &Arc<Line> {
        &self.line
    }

    /// The last move made; `None` at the start.
    #[must_use]
    pub fn last_move(&self) -> Option<&MoveText> {
        self.record.node(self.node()).mv.as_ref()
    }

    /// What the positions from the start to now leave behind for history rules.
    #[must_use]
    pub fn traces(&self) -> &[Trace] {
        self.line.traces()
    }
}

#[cfg(test)]
mod tests;
