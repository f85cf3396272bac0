//! A game as played: its start, a tree of moves, clocks, evaluations, comments, result.
//!
//! Does not judge: a record holds canonical moves that the caller has checked, and
//! [`Record::replay`] checks them again. Does not hold positions.

mod before;
mod board_marks;
mod joining;
mod judging;
mod merging;
mod nodes;
mod undoing;

use std::collections::BTreeMap;
use std::time::Duration;

pub use self::before::is_comment_before;
pub use self::board_marks::{BoardMark, MarkColour, is_board_mark};
pub use self::merging::{Joined, RefusedMove};

use self::nodes::Nodes;
use super::{
    BoxPosition, Ending, Game, MoveText, Outcome, PlayError, Proof, Setup, SetupError, Side,
};

/// A line of moves from the normal start that leads to a balanced position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Opening {
    /// Its name or its number: `12. 32-28 19-23`.
    pub name: String,
    /// The moves, canonical.
    pub moves: Vec<MoveText>,
}

/// A place in the tree; 0 is the start, before any move.
pub type NodeId = usize;

/// The heading of a game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tags {
    /// Players, the first side's first; empty when unknown.
    pub players: [String; 2],
    /// Ratings as written, the first side's first; empty when unknown.
    pub ratings: [String; 2],
    /// The place where it was played.
    pub place: String,
    /// The date, as written in the file.
    pub date: String,
    /// Clocks as written in the file, the first side's first (`15:00`, `5:00//2:00`).
    pub clocks: [String; 2],
    /// Everything else, by the file's own key.
    pub other: BTreeMap<String, String>,
}

/// An evaluation of the position after a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The score in the game's score unit, from the first player's point of view.
    pub score: f64,
    /// What is proved of it; where that is only the winner, the score may count something all the same.
    pub proof: Option<Proof>,
    /// Depth as the engine wrote it; empty when unknown.
    pub depth: String,
    /// The engine or player that gave it; empty when unknown.
    pub engine: String,
    /// Positions that were searched for it, if known.
    pub nodes: Option<u64>,
    /// The expected moves, beginning with the move itself, as the engine wrote them; empty when
    /// unknown.
    pub line: Vec<String>,
}

/// The end of a game, and its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The winner.
    pub outcome: Outcome,
    /// Signed difference from the first player's point of view in the game's unit, if known.
    pub margin: Option<i32>,
    /// The reason in words: `more discs`, `White lost on time`.
    pub reason: String,
}

impl From<Ending> for GameResult {
    fn from(ending: Ending) -> Self {
        let Ending { outcome, margin, reason } = ending;
        Self { outcome, margin: Some(outcome.signed(margin)), reason: reason.to_owned() }
    }
}

/// One move in the tree, with its information.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The move that leads here; `None` only for the start.
    pub mv: Option<MoveText>,
    /// The node before; `None` only for the start.
    pub parent: Option<NodeId>,
    /// The nodes after; the first is the main line.
    pub children: Vec<NodeId>,
    /// The side that made the move; `None` for the start and for dice.
    pub side: Option<Side>,
    /// A comment on the move.
    pub comment: String,
    /// Other commands in its comments, as they stand there, to be written back: `[%drgnode 7 8]`.
    pub commands: Vec<String>,
    /// Marks: `!`, `?!`, `?`, `??`.
    pub marks: Vec<String>,
    /// Time the move took.
    pub elapsed: Option<Duration>,
    /// Time left to the mover after it.
    pub time_left: Option<Duration>,
    /// The evaluations of the position after the move; the player's own comes first.
    pub evaluations: Vec<Evaluation>,
    /// The loss of the move against the best one, in the game's unit, according to a whole-game
    /// analysis; never negative. `None` if nothing was judged: dice, forced moves, and decisions
    /// without a choice.
    pub loss: Option<f64>,
    /// The advantage of the dice over the mean of all rolls, for the side that rolled them, in the
    /// game's unit; `None` if that is unknown, and for moves.
    pub luck: Option<f64>,
}

/// A record that cannot be played through.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// The start cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error("move {ply}: {error}")]
    Move {
        /// Number of the move from the start, from 1, including passes.
        ply: usize,
        /// The reason.
        error: PlayError,
    },
}

/// One game as played. A copy shares the moves with the original until one of them changes them, so
/// that many copies with few differences need little memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game's short name.
    pub game: String,
    /// Its start.
    pub setup: Setup,
    /// Its heading.
    pub tags: Tags,
    /// Its result; `None` while unfinished or unknown.
    pub result: Option<GameResult>,
    nodes: Nodes,
    /// The end of the main line, if moves follow it; counts only while there is a result.
    end: Option<NodeId>,
}

impl Record {
    /// A game without moves.
    #[must_use]
    pub fn new(game: &str, setup: Setup) -> Self {
        let mut nodes = Nodes::default();
        nodes.push(Node::default());
        Self { game: game.to_owned(), setup, tags: Tags::default(), result: None, nodes, end: None }
    }

    /// The node before any move.
    pub const START: NodeId = 0;

    /// A node of the tree.
    ///
    /// # Panics
    ///
    /// When `id` is not of this record.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// A node of the tree, for commenting it; callers must not change moves and links through this.
    ///
    /// # Panics
    ///
    /// When `id` is not of this record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// Number of nodes, including the start.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// `id` is a node of the tree as it is now, not one that was cut off.
    #[must_use]
    pub fn has(&self, id: NodeId) -> bool {
        let mut at = id;
        while let Some(node) = self.nodes.get(at) {
            let Some(parent) = node.parent else { return at == Self::START };
            if !self.nodes[parent].children.contains(&at) {
                return false;
            }
            at = parent;
        }
        false
    }

    /// Adds a move after `parent`, or finds the one already there. The first child added is the
    /// main line, later ones are variations.
    pub fn add(&mut self, parent: NodeId, mv: MoveText, side: Option<Side>) -> NodeId {
        let known = self.nodes[parent]
            .children
            .iter()
            .copied()
            .find(|child| self.nodes[*child].mv.as_ref() == Some(&mv));
        if let Some(child) = known {
            return child;
        }
        let id = self.nodes.len();
        self.nodes.push(Node { mv: Some(mv), parent: Some(parent), side, ..Node::default() });
        self.nodes[parent].children.push(id);
        id
    }

    /// The end of the main line.
    #[must_use]
    pub fn last(&self) -> NodeId {
        self.end_of(Self::START)
    }

    /// The end of the line that follows `id` by first children; the main line ends where the game
    /// did ([`Record::close`]).
    #[must_use]
    pub fn end_of(&self, mut id: NodeId) -> NodeId {
        let end = self.closed_at();
        while let Some(next) = self.nodes[id].children.first().filter(|_| Some(id) != end) {
            id = *next;
        }
        id
    }

    /// The evaluation of a node that counts where one is shown: the first of those by others than the
    /// player, which is that of the engine that judged the move; else the player's own.
    #[must_use]
    pub fn shown_evaluation(&self, id: NodeId) -> Option<&Evaluation> {
        let node = &self.nodes[id];
        let first = node.evaluations.first()?;
        let player = node.side.map(|side| &self.tags.players[side.idx()]);
        let is_own = Some(&first.engine) == player;
        Some(node.evaluations.get(1).filter(|_| is_own).unwrap_or(first))
    }

    /// The last nodes of all lines: first of that which goes on by first children, then of those that
    /// leave it, the latest to leave first.
    #[must_use]
    pub fn ends(&self) -> Vec<NodeId> {
        let mut ends = Vec::new();
        let mut waiting = vec![Self::START];
        while let Some(id) = waiting.pop() {
            let children = &self.nodes[id].children;
            if children.is_empty() {
                ends.push(id);
            }
            waiting.extend(children.iter().rev());
        }
        ends
    }

    /// Marks the end of a game that has a result: moves added behind it from now on are only tried,
    /// and do not lengthen the main line. Does nothing without a result.
    pub fn close(&mut self) {
        if self.result.is_some() && self.closed_at().is_none() {
            self.end = Some(self.last());
        }
    }

    /// Removes the result: the main line goes on with the moves that follow its end.
    pub fn reopen(&mut self) {
        self.result = None;
        self.end = None;
    }

    fn closed_at(&self) -> Option<NodeId> {
        self.end.filter(|_| self.result.is_some())
    }

    /// The nodes from the start (excluded) to `id` (included).
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The moves from the start to `id`.
    #[must_use]
    pub fn moves_to(&self, id: NodeId) -> Vec<MoveText> {
        self.path(id).into_iter().filter_map(|node| self.nodes[node].mv.clone()).collect()
    }

    /// The node to which these moves lead from the start, as far as the tree has them.
    #[must_use]
    pub fn node_after(&self, moves: &[String]) -> NodeId {
        let mut node = Self::START;
        for mv in moves {
            let is_it = |id: &&NodeId| self.node(**id).mv.as_ref().is_some_and(|own| own.0 == *mv);
            let Some(next) = self.node(node).children.iter().find(is_it) else { break };
            node = *next;
        }
        node
    }

    /// The nodes of the main line, without the start.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        self.path(self.last())
    }

    /// `id` is on the main line.
    #[must_use]
    pub fn is_main(&self, id: NodeId) -> bool {
        let end = self.closed_at();
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            if self.nodes[parent].children.first() != Some(&at) || Some(parent) == end {
                return false;
            }
            at = parent;
        }
        true
    }

    /// Removes a move and everything after it. Returns the node before it. Identifiers of other
    /// nodes stay valid; those removed are unreachable.
    pub fn cut(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.nodes[id].parent else { return Self::START };
        self.nodes[parent].children.retain(|child| *child != id);
        parent
    }

    /// Makes the line through `id` the main line.
    pub fn promote(&mut self, id: NodeId) {
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            self.put_first(at);
            at = parent;
        }
    }

    /// Lets the line through `id` change places with the one after it, where it last leaves other
    /// lines. Returns false if no line comes after it there.
    pub fn demote(&mut self, id: NodeId) -> bool {
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            let siblings = &self.nodes[parent].children;
            if siblings.len() > 1 {
                let idx = siblings.iter().position(|child| *child == at);
                let Some(idx) = idx.filter(|idx| idx + 1 < siblings.len()) else { return false };
                self.nodes[parent].children.swap(idx, idx + 1);
                return true;
            }
            at = parent;
        }
        false
    }

    /// Makes a move the first one among those at its place.
    pub(crate) fn put_first(&mut self, id: NodeId) {
        let Some(parent) = self.nodes[id].parent else { return };
        // A node is not touched for nothing: it may be shared with copies of the record.
        if self.nodes[parent].children.first() == Some(&id) {
            return;
        }
        let children = &mut self.nodes[parent].children;
        if let Some(idx) = children.iter().position(|child| *child == id) {
            children[..=idx].rotate_right(1);
        }
    }

    /// Removes every variation of `line`, whose nodes follow each other from the start (excluded),
    /// and all moves after it.
    ///
    /// # Panics
    ///
    /// When a node is not of this record.
    pub fn keep_only(&mut self, line: &[NodeId]) {
        let mut at = Self::START;
        for id in line {
            self.nodes[at].children = vec![*id];
            at = *id;
        }
        self.nodes[at].children.clear();
    }

    /// Copies the information in `other` about this record's moves: `other` began as a copy of it.
    pub fn say_as(&mut self, other: &Self) {
        for id in 0..self.nodes.len().min(other.nodes.len()) {
            let own = &mut self.nodes[id];
            let (parent, children) = (own.parent, std::mem::take(&mut own.children));
            *own = Node { parent, children, ..other.nodes[id].clone() };
        }
    }

    /// The position at `id`, by playing every move to it.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up or a move is not legal.
    pub fn replay(&self, game: &dyn Game, id: NodeId) -> Result<BoxPosition, RecordError> {
        let mut pos = game.start(&self.setup)?;
        for (idx, mv) in self.moves_to(id).iter().enumerate() {
            pos.play(&mv.0).map_err(|error| RecordError::Move { ply: idx + 1, error })?;
        }
        Ok(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;

    fn mv(text: &str) -> MoveText {
        MoveText(text.to_owned())
    }

    /// A main line f5 d6 c3, a variation f6 d3 after f5, and another start e6.
    fn tree() -> (Record, [NodeId; 6]) {
        let mut record = Record::new("othello", Setup::default());
        let f5 = record.add(Record::START, mv("f5"), Some(Side::First));
        let d6 = record.add(f5, mv("d6"), Some(Side::Second));
        let c3 = record.add(d6, mv("c3"), Some(Side::First));
        let f6 = record.add(f5, mv("f6"), Some(Side::Second));
        let d3 = record.add(f6, mv("d3"), Some(Side::First));
        let e6 = record.add(Record::START, mv("e6"), Some(Side::First));
        (record, [f5, d6, c3, f6, d3, e6])
    }

    #[test]
    fn the_first_move_added_is_the_main_line() {
        let (record, [f5, d6, c3, f6, d3, e6]) = tree();
        assert_eq!(record.main_line(), [f5, d6, c3]);
        assert_eq!(record.last(), c3);
        assert_eq!(record.end_of(f6), d3);
        assert_eq!(record.moves_to(d3), [mv("f5"), mv("f6"), mv("d3")]);
        assert_eq!(record.moves_to(Record::START), []);
        assert!(record.is_main(d6) && record.is_main(Record::START));
        assert!(!record.is_main(d3) && !record.is_main(e6));
    }

    #[test]
    fn a_game_that_goes_on_becomes_the_main_line_of_its_study() {
        let (mut game, [f5, d6, c3, ..]) = tree();
        game.cut(c3);
        let mut study = game.clone();
        // Tried first: it stays, and the game's own move comes before it.
        let tried = study.add(d6, mv("b4"), Some(Side::First));
        study.node_mut(f5).comment = "mine".to_owned();
        let later = game.add(d6, mv("c3"), Some(Side::First));
        game.node_mut(later).elapsed = Some(Duration::from_secs(2));
        let end = study.follow(&game);
        assert_eq!(study.moves_to(study.last()), [mv("f5"), mv("d6"), mv("c3")]);
        assert_eq!((study.last(), study.node(end).elapsed), (end, Some(Duration::from_secs(2))));
        assert!(study.has(tried) && !study.is_main(tried));
        assert_eq!(study.node(f5).comment, "mine");
        // What is tried behind the end of a game that is over does not lengthen it.
        study.add(end, mv("d3"), Some(Side::Second));
        game.result =
            Some(GameResult { outcome: Outcome::Draw, margin: None, reason: "agreed".to_owned() });
        assert_eq!(study.follow(&game), end);
        assert_eq!((study.last(), &study.result), (end, &game.result));
    }

    #[test]
    fn a_move_that_is_there_already_is_found_again() {
        let (mut record, [f5, d6, ..]) = tree();
        let n_nodes = record.n_nodes();
        assert_eq!(record.add(f5, mv("d6"), Some(Side::Second)), d6);
        assert_eq!(record.n_nodes(), n_nodes);
    }

    #[test]
    fn a_variation_can_become_the_main_line() {
        let (mut record, [f5, d6, c3, f6, d3, e6]) = tree();
        record.promote(d3);
        assert_eq!(record.main_line(), [f5, f6, d3]);
        assert_eq!(record.node(f5).children, [f6, d6]);
        record.promote(e6);
        assert_eq!(record.main_line(), [e6]);
        assert_eq!(record.path(c3), [f5, d6, c3]);
    }

    #[test]
    fn cutting_a_move_takes_what_follows_with_it() {
        let (mut record, [f5, d6, _, f6, d3, _]) = tree();
        assert!(record.has(d3) && record.has(Record::START) && !record.has(99));
        let after = record.node(d6).children[0];
        assert_eq!(record.cut(d6), f5);
        assert!(record.has(d3) && !record.has(d6) && !record.has(after));
        assert_eq!(record.main_line(), [f5, f6, d3]);
        assert_eq!(record.cut(Record::START), Record::START);
        assert_eq!(record.main_line(), [f5, f6, d3]);
    }

    #[test]
    fn what_was_tried_beside_a_game_is_taken_in_without_lengthening_its_line() {
        let (mut game, [f5, d6, c3, ..]) = tree();
        let mut tried = game.clone();
        let own = tried.add(d6, mv("f4"), Some(Side::First));
        tried.node_mut(own).comment = "better".to_owned();
        tried.node_mut(f5).comment = "usual".to_owned();
        let after = tried.add(c3, mv("d3"), Some(Side::Second));
        tried.add(after, mv("c4"), Some(Side::First));
        assert_eq!(game.graft(&tried, Some(c3)), Some(c3), "what follows the end waits");
        game.say_as(&tried);
        assert_eq!(game.main_line(), [f5, d6, c3]);
        assert_eq!(game.node(f5).comment, "usual");
        let found = game.node(d6).children[1];
        assert_eq!(game.node(found).comment, "better");
        // The game goes on with the same move, and then with another move.
        let d3 = game.add(c3, mv("d3"), Some(Side::Second));
        assert_eq!(game.graft(&tried, Some(d3)), Some(after));
        let e3 = game.add(d3, mv("e3"), Some(Side::First));
        assert_eq!(game.graft(&tried, Some(e3)), None);
        assert_eq!(game.main_line(), [f5, d6, c3, d3, e3]);
        let beside = game.node(d3).children[1];
        assert_eq!(game.node(beside).mv, Some(mv("c4")));
    }

    #[test]
    fn what_follows_a_move_is_taken_out_with_the_bare_moves_that_lead_there() {
        let (mut record, [f5, d6, c3, f6, d3, _]) = tree();
        for node in [f5, d3] {
            record.node_mut(node).comment = "said".to_owned();
        }
        let mut rest = record.split_off(f5).unwrap();
        assert_eq!(record.main_line(), [f5]);
        assert_eq!(record.node(f5).comment, "said");
        let moved = rest.main_line();
        assert_eq!(rest.moves_to(moved[2]), [mv("f5"), mv("d6"), mv("c3")]);
        assert!(rest.node(moved[0]).comment.is_empty());
        assert_eq!(rest.n_nodes(), record.n_nodes() - 1, "all but the other start");
        assert_eq!(rest.split_off(moved[2]), None);
        // Back at the same place it has the same moves.
        assert_eq!(record.graft(&rest, None), None);
        let back = record.main_line();
        let line = record.node(record.node(f5).children[1]).children[0];
        assert_eq!((back.len(), &*record.node(line).comment), (3, "said"));
        assert!([d6, c3, f6].iter().all(|gone| !record.is_main(*gone)));
    }

    #[test]
    fn a_line_can_be_kept_alone() {
        let (mut record, [f5, _, _, f6, d3, _]) = tree();
        record.keep_only(&[f5, f6]);
        assert_eq!(record.main_line(), [f5, f6]);
        assert!(record.node(Record::START).children == [f5] && record.path(d3).len() == 3);
        record.keep_only(&[]);
        assert_eq!(record.last(), Record::START);
    }

    #[test]
    fn what_is_tried_behind_the_end_of_a_game_does_not_lengthen_it() {
        let (mut record, [f5, d6, c3, f6, ..]) = tree();
        record.close();
        let later = record.add(c3, mv("d3"), Some(Side::Second));
        assert_eq!(record.last(), later, "nothing is over without a result");
        record.cut(later);
        let reason = "Black resigned".to_owned();
        let outcome = Outcome::WonBy(Side::Second);
        record.result = Some(GameResult { outcome, margin: None, reason });
        record.close();
        let tried = record.add(c3, mv("d3"), Some(Side::Second));
        record.close();
        let further = record.add(tried, mv("c4"), Some(Side::First));
        assert_eq!(record.main_line(), [f5, d6, c3]);
        assert!(record.is_main(c3) && !record.is_main(tried) && !record.is_main(further));
        assert_eq!((record.end_of(f5), record.end_of(tried)), (c3, further));
        record.promote(f6);
        record.promote(c3);
        assert_eq!(record.last(), c3);
        record.reopen();
        assert_eq!((record.last(), record.result.is_none()), (further, true));
    }

    #[test]
    fn replaying_names_the_move_that_cannot_be_played() {
        let (mut record, [.., d3, _]) = tree();
        let game = find("othello").expect("Othello is a game of the program");
        assert!(record.replay(game, d3).is_ok());
        let odd = record.add(d3, mv("a1"), None);
        let error = record.replay(game, odd).unwrap_err();
        assert_eq!(error.to_string(), "move 4: a1 is not legal here");
        record.setup.position = Some("nonsense".to_owned());
        assert!(matches!(record.replay(game, d3), Err(RecordError::Setup(_))));
    }
}
