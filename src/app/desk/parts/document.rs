//! The game on the board: a record being played or studied, and the place that is shown.
//!
//! Starts no engine and runs no clock but the table's own.

mod edits;
mod following;
mod leaving;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::edits::Edits;
use super::unsettled::Unsettled;
use crate::app::desk::judged::shown_mistake;
use crate::app::to_open::{ListedGame, MatchGame};
use crate::games::{
    Actor, Counter, Game, Line, NodeId, Position, Record, RecordError, Setup, Side, Trace,
};
use crate::play::{DiceSource, GameLine, Seed, Table, canonical_setup};

/// Whether the record on the board is being played.
#[derive(Clone, Debug)]
pub(in crate::app::desk) enum Board {
    /// A game between two seats, finished or not.
    Playing(Box<Table>),
    /// A record that is only looked at.
    Study(Box<Record>),
}

/// The game on the board.
#[derive(Debug)]
pub(in crate::app::desk) struct Document {
    /// Its own number.
    pub(in crate::app::desk) id: u64,
    /// What it is known by on disk, as hard to hit upon as a seed.
    pub(in crate::app::desk) key: String,
    pub(in crate::app::desk) game: &'static dyn Game,
    pub(in crate::app::desk) board: Board,
    /// The game being played, as it was left for this study of it.
    left: Option<Box<Table>>,
    /// What was tried beside the game being played and cannot be a variation of it yet, since the
    /// game has to go on first.
    tried: Option<Box<Record>>,
    /// What was changed in the study.
    edits: Edits,
    /// File it was opened from or saved to.
    pub(in crate::app::desk) source: Option<PathBuf>,
    /// That file holds this game and nothing else: it may be written over.
    is_whole_file: bool,
    /// How often it has been changed, and how often it had been when it was saved.
    n_changes: u64,
    n_saved: u64,
    /// Counts up whenever the record is another one than before, also where no file would hold that.
    revision: u64,
    pub(in crate::app::desk) orientation: u8,
    /// Where the dice come from; `None` until the first is rolled.
    pub(in crate::app::desk) dice: Option<DiceSource>,
    /// The engine that has failed in the game being played, while the user has not chosen what becomes of it.
    pub(in crate::app::desk) unsettled: Option<Unsettled>,
    /// Cells clicked for a move in the making.
    pub(in crate::app::desk) chosen: Vec<String>,
    current: NodeId,
    /// The end of the line that `current` lies on: where "next" leads to.
    line_end: NodeId,
    /// A line that leads to `current` after so many plies, and perhaps further.
    line: Arc<Line>,
    ply: usize,
    /// The last roll of this game but the one that is being played: by whom, as two digits.
    rolled: Option<(Side, String)>,
    /// What counting rules count there.
    counters: Vec<Counter>,
    position_id: u64,
    /// The running game of the match that this is a study of.
    followed: Option<Followed>,
    /// The game of a match that it is.
    from_match: Option<MatchGame>,
    /// The game of a list of games that it is.
    from_list: Option<ListedGame>,
    /// It was studied when it left the board.
    pub(in crate::app::desk) was_studied: bool,
}

/// A running game of the match.
#[derive(Clone, Copy, Debug)]
struct Followed {
    number: u32,
    /// Its last move so far.
    end: NodeId,
}

impl Document {
    /// Shows the end of the game. `position_id` is the document's own number, too.
    ///
    /// # Errors
    ///
    /// When the record cannot be played through.
    pub(in crate::app::desk) fn new(
        game: &'static dyn Game,
        mut board: Board,
        position_id: u64,
    ) -> Result<Self, RecordError> {
        if let Board::Study(record) = &mut board {
            record.setup = canonical_setup(game.info(), std::mem::take(&mut record.setup))?;
        }
        let tried = match &mut board {
            Board::Playing(table) => table.take_tried(),
            Board::Study(_) => None,
        };
        let record = match &board {
            Board::Playing(table) => table.record(),
            Board::Study(record) => record,
        };
        let current = record.last();
        let known = table_line(&board);
        let Look { line, ply, rolled, counters } = look_at(game, record, current, &known)?;
        Ok(Self {
            id: position_id,
            key: Seed::fresh().0,
            game,
            left: None,
            tried,
            edits: Edits::default(),
            source: None,
            is_whole_file: false,
            n_changes: 0,
            n_saved: 0,
            revision: 0,
            orientation: 0,
            dice: None,
            unsettled: None,
            chosen: Vec::new(),
            current,
            line_end: current,
            line,
            ply,
            rolled,
            counters,
            position_id,
            from_match: None,
            from_list: None,
            was_studied: false,
            followed: None,
            board,
        })
    }

    pub(in crate::app::desk) fn record(&self) -> &Record {
        match &self.board {
            Board::Playing(table) => table.record(),
            Board::Study(record) => record,
        }
    }

    pub(in crate::app::desk) fn record_mut(&mut self) -> &mut Record {
        self.note_change();
        match &mut self.board {
            Board::Playing(table) => table.record_mut(),
            Board::Study(record) => record,
        }
    }

    pub(in crate::app::desk) fn table(&self) -> Option<&Table> {
        match &self.board {
            Board::Playing(table) => Some(table),
            Board::Study(_) => None,
        }
    }

    pub(in crate::app::desk) fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.board {
            Board::Playing(table) => Some(table),
            Board::Study(_) => None,
        }
    }

    /// The game being played, also while it is left for this study of it.
    pub(in crate::app::desk) fn played(&self) -> Option<&Table> {
        self.table().or(self.left.as_deref())
    }

    /// There is a game being played that was left for this study.
    pub(in crate::app::desk) fn has_left(&self) -> bool {
        self.left.is_some()
    }

    /// Something was tried beside the game being played that is not among its variations yet.
    pub(in crate::app::desk) fn has_tried(&self) -> bool {
        self.tried.is_some()
    }

    /// A game is on the board that is not over, or was left for this study.
    pub(in crate::app::desk) fn is_unfinished(&self) -> bool {
        self.has_left() || self.table().is_some_and(|table| !table.is_over())
    }

    /// Something was changed that a file would hold.
    pub(in crate::app::desk) fn note_change(&mut self) {
        self.n_changes += 1;
        self.revision += 1;
    }

    /// The number of its changes so far.
    pub(in crate::app::desk) fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// Another number whenever the record is another one.
    pub(in crate::app::desk) fn revision(&self) -> u64 {
        self.revision
    }

    /// The file that it came from; `is_whole` says that the file held nothing else, and could be read
    /// without any problem.
    pub(in crate::app::desk) fn opened_from(&mut self, path: &Path, is_whole: bool) {
        self.source = Some(path.to_owned());
        self.is_whole_file = is_whole;
    }

    /// It is this game of a list of games from now on.
    pub(in crate::app::desk) fn set_from_list(&mut self, game: ListedGame) {
        self.from_list = Some(game);
    }

    /// The game of a list of games that it is.
    pub(in crate::app::desk) fn listed_game(&self) -> Option<&ListedGame> {
        self.from_list.as_ref()
    }

    /// It was written to a file of its own when it had been changed so often.
    pub(in crate::app::desk) fn saved_as(&mut self, path: PathBuf, n_changes: u64) {
        self.source = Some(path);
        self.is_whole_file = true;
        self.n_saved = n_changes;
    }

    /// Where it can be saved without a question: what is written there holds nothing else.
    pub(in crate::app::desk) fn path(&self) -> Option<&Path> {
        self.source.as_deref().filter(|_| self.is_whole_file)
    }

    /// A study that was changed since it was opened or saved. A game being played is kept by itself.
    pub(in crate::app::desk) fn is_unsaved(&self) -> bool {
        let stands_alone = !self.has_left() || self.has_left_unbegun();
        matches!(self.board, Board::Study(_)) && stands_alone && self.n_changes != self.n_saved
    }

    pub(in crate::app::desk) fn current(&self) -> NodeId {
        self.current
    }

    pub(in crate::app::desk) fn position(&self) -> &Arc<dyn Position> {
        &self.line.positions()[self.ply]
    }

    /// The moves that lead to the position shown, as engines are told them.
    pub(in crate::app::desk) fn told(&self) -> GameLine {
        GameLine::along(&self.line, self.record(), self.current)
    }

    /// Lines of this game that were read already.
    pub(in crate::app::desk) fn known_lines(&self) -> Vec<&Arc<Line>> {
        let mut known = table_line(&self.board);
        known.push(&self.line);
        known
    }

    /// The position after a node, which need not be the one shown.
    pub(in crate::app::desk) fn position_at(
        &self,
        node: NodeId,
    ) -> Result<Arc<dyn Position>, RecordError> {
        let (line, ply) = Line::to(self.game, self.record(), node, &self.known_lines())?;
        Ok(Arc::clone(&line.positions()[ply]))
    }

    /// The position before the one shown, if a move led to it.
    pub(in crate::app::desk) fn position_before(&self) -> Option<&Arc<dyn Position>> {
        Some(&self.line.positions()[self.ply.checked_sub(1)?])
    }

    /// The last roll of this game but the one that is being played: by whom, as two digits.
    pub(in crate::app::desk) fn rolled(&self) -> Option<(Side, &str)> {
        self.rolled.as_ref().map(|(side, dice)| (*side, dice.as_str()))
    }

    /// What counting rules count in the position shown.
    pub(in crate::app::desk) fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// What the positions up to the one shown leave behind for rules of draws; nothing in games
    /// without draws.
    pub(in crate::app::desk) fn history(&self) -> Arc<[Trace]> {
        match self.game.info().can_be_drawn {
            true => self.line.traces()[..=self.ply].into(),
            false => Arc::from([]),
        }
    }

    /// The variant's own name, where the game has variants.
    pub(in crate::app::desk) fn variant(&self) -> Option<&str> {
        self.record().setup.variant.as_deref()
    }

    /// The position shown as a start. The first position keeps the fields of its text that no rule needs;
    /// after a move they would count something else.
    pub(in crate::app::desk) fn shown_setup(&self) -> Setup {
        let setup = &self.record().setup;
        let text = self.position().to_text() + &self.kept_fields();
        Setup { variant: setup.variant.clone(), position: Some(text) }
    }

    /// The position shown in every text form, each with the form's name.
    pub(in crate::app::desk) fn position_texts(&self) -> Vec<(&'static str, String)> {
        self.position().texts_with(&self.kept_fields())
    }

    /// The fields of the text of the position shown that no rule needs ([`Game::kept_fields`]).
    fn kept_fields(&self) -> String {
        let written = self.record().setup.position.as_deref();
        let written = written.filter(|_| self.current == Record::START);
        written.map(|text| self.game.kept_fields(text)).unwrap_or_default()
    }

    /// Another number whenever another position is shown.
    pub(in crate::app::desk) fn position_id(&self) -> u64 {
        self.position_id
    }

    /// The position shown is where the game being played stands.
    pub(in crate::app::desk) fn at_end(&self) -> bool {
        self.table().is_none_or(|table| table.node() == self.current)
    }

    /// Whose turn it is in the position shown.
    pub(in crate::app::desk) fn turn(&self) -> Option<Side> {
        match self.position().actor() {
            crate::games::Actor::Player(side) => Some(side),
            crate::games::Actor::Chance | crate::games::Actor::Over(_) => None,
        }
    }

    /// Who is waited for in the position shown: no side at the end of a game that has a result, also
    /// where the position would let a side move.
    pub(in crate::app::desk) fn to_move(&self) -> Option<Side> {
        let is_over = self.record().result.is_some() && self.current == self.record().last();
        self.turn().filter(|_| !is_over)
    }

    /// Shows the position after `node`; `position_id` is used when that is another one.
    pub(in crate::app::desk) fn go_to(&mut self, node: NodeId, position_id: u64) {
        if node != self.current && self.record().has(node) {
            self.show(node, position_id);
        }
    }

    fn show(&mut self, node: NodeId, position_id: u64) {
        let known = self.known_lines();
        let Ok(look) = look_at(self.game, self.record(), node, &known) else { return };
        (self.line, self.ply) = (look.line, look.ply);
        self.rolled = look.rolled;
        self.counters = look.counters;
        self.position_id = position_id;
        self.chosen.clear();
        let on_line = self.record().path(self.line_end).contains(&node) || node == Record::START;
        if !on_line {
            self.line_end = self.record().end_of(node);
        }
        self.current = node;
    }

    /// Searches of the position shown begin again under this number.
    pub(in crate::app::desk) fn ask_again(&mut self, position_id: u64) {
        self.position_id = position_id;
    }

    /// The line was changed at or after the current node.
    pub(in crate::app::desk) fn line_changed(&mut self) {
        self.line_end = self.record().end_of(self.current);
    }

    /// The node before the current one where a side had something to decide: positions that
    /// await dice are passed over.
    pub(in crate::app::desk) fn previous(&self) -> Option<NodeId> {
        let record = self.record();
        let mut node = self.current;
        loop {
            let was_dice = record.node(node).side.is_none();
            let parent = record.node(node).parent?;
            if !was_dice || parent == Record::START {
                return Some(parent);
            }
            node = parent;
        }
    }

    /// The node after the current one, along the line last followed; dice that follow are rolled.
    pub(in crate::app::desk) fn next(&self) -> Option<NodeId> {
        let record = self.record();
        let path = record.path(self.line_end);
        let after = |node: NodeId| {
            let next = match path.iter().position(|on_path| *on_path == node) {
                Some(idx) => path.get(idx + 1),
                None if node == Record::START => path.first(),
                None => None,
            };
            next.copied().or_else(|| record.node(node).children.first().copied())
        };
        let mut next = after(self.current)?;
        while let Some(dice) = after(next).filter(|node| record.node(*node).side.is_none()) {
            next = dice;
        }
        Some(next)
    }

    /// The end of the line last followed.
    pub(in crate::app::desk) fn last(&self) -> NodeId {
        self.record().end_of(self.line_end)
    }

    /// Where the next move of the main line that is marked as a mistake is shown from, after the
    /// position shown; round to the beginning when there is none.
    pub(in crate::app::desk) fn next_mistake(&self) -> Option<NodeId> {
        let (mistakes, at) = self.mistakes();
        let next = mistakes.iter().find(|(place, _)| at.is_some() && Some(*place) > at);
        next.or(mistakes.first()).map(|(_, node)| *node)
    }

    /// The same before the position shown; round to the end when there is none.
    pub(in crate::app::desk) fn previous_mistake(&self) -> Option<NodeId> {
        let (mistakes, at) = self.mistakes();
        let previous = mistakes.iter().rev().find(|(place, _)| Some(*place) < at);
        previous.or(mistakes.last()).map(|(_, node)| *node)
    }

    /// Where the mistakes of the main line are shown from, with their places on it, and the place of
    /// the position shown, if that is on it.
    fn mistakes(&self) -> (Vec<(usize, NodeId)>, Option<usize>) {
        let (record, info) = (self.record(), self.game.info());
        let line: Vec<NodeId> = std::iter::once(Record::START).chain(record.main_line()).collect();
        let is_mistake = |node: &NodeId| record.node(*node).mistake_mark().is_some();
        let shown = |node: NodeId| shown_mistake(record, node, info);
        let place = |node: NodeId| line.iter().position(|on_line| *on_line == node);
        let mistakes = line.iter().copied().filter(is_mistake).map(shown);
        let placed = mistakes.filter_map(|node| Some((place(node)?, node)));
        (placed.collect(), place(self.current))
    }
}

/// A position with what led to it.
struct Look {
    line: Arc<Line>,
    ply: usize,
    rolled: Option<(Side, String)>,
    counters: Vec<Counter>,
}

/// The line to `node`, and what counting rules count there. What is on a line of `known` is not
/// played again.
fn look_at(
    game: &dyn Game,
    record: &Record,
    node: NodeId,
    known: &[&Arc<Line>],
) -> Result<Look, RecordError> {
    let (line, ply) = Line::to(game, record, node, known)?;
    let rolled = if game.info().has_dice { last_roll(&line, ply) } else { None };
    let counters = line.positions()[ply].counters(&line.traces()[..=ply]);
    Ok(Look { line, ply, rolled, counters })
}

/// The line of the game being played.
fn table_line(board: &Board) -> Vec<&Arc<Line>> {
    match board {
        Board::Playing(table) => vec![table.line()],
        Board::Study(_) => Vec::new(),
    }
}

/// The last roll in the game of the position after so many plies, one that led straight to it aside.
fn last_roll(line: &Line, ply: usize) -> Option<(Side, String)> {
    let positions = &line.positions()[..=ply];
    let number = |pos: &Arc<dyn Position>| pos.stage().map(|stage| stage.game);
    let now = number(positions.last()?);
    let pairs = positions.windows(2).zip(&line.moves()[..ply]).rev();
    let of_game = pairs.take_while(|(pair, _)| number(&pair[0]) == now);
    let mut rolls = of_game.enumerate().skip(1).filter_map(|(_, (pair, mv))| {
        let Actor::Player(side) = pair[1].actor() else { return None };
        matches!(pair[0].actor(), Actor::Chance).then(|| (side, mv.0.clone()))
    });
    rolls.next()
}
