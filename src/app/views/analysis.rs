//! What the window sees of analyses: cards of engines, their lines, candidate plays.
//!
//! Plain data; the desk fills it.

use crate::app::views::{Chip, PointOfView};
use crate::games::{Art, MoveText, NodeId, Point};
use crate::play::ReviewEffort;
use crate::protocol::Protocol;

/// Analysis.
#[derive(Clone, Debug)]
pub struct AnalysisView {
    /// Cards, at most four.
    pub cards: Vec<EngineCardView>,
    /// Lines wanted.
    pub lines: u32,
    /// Whose point of view scores have.
    pub point_of_view: PointOfView,
    /// In words: `Black's view`.
    pub view_text: String,
    /// Values on the board; they belong to `position_id`.
    pub values: Vec<ValueMark>,
    /// The position the values and lines belong to.
    pub position_id: u64,
    /// What the players wrote down with their last moves before the position shown, the last mover
    /// first; one line each at most.
    pub said: Vec<SaidLine>,
    /// Lines that the user keeps, the oldest first.
    pub pinned: Vec<PinnedView>,
    /// What the values of two engines are compared with each other for.
    pub differences: DifferencesView,
}

/// Whose values are compared, where differences are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum DifferencesView {
    /// They are not shown.
    #[default]
    Off,
    /// The value of the first engine less that of the second, from the chosen point of view.
    Of([String; 2]),
    /// Only this engine, if any, is about the position shown: there is nothing to compare.
    Alone(Option<String>),
}

/// A line that stays while engines go on.
#[derive(Clone, Debug, PartialEq)]
pub struct PinnedView {
    /// Its number.
    pub id: u64,
    /// The engine that found it.
    pub who: String,
    /// How deep it was searched; empty when unknown.
    pub depth: String,
    /// What the position is called that it begins in: `23. 32-28`.
    pub title: String,
    /// The node of that position.
    pub node: NodeId,
    /// The position, in canonical text.
    pub position_text: String,
    /// It is on the board.
    pub is_shown: bool,
    /// The line as it was found.
    pub line: CardLine,
}

/// What a player expected of the game when it made a move.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidLine {
    /// The player's side, 0 is the first.
    pub side: usize,
    /// The move was made after this node.
    pub node: NodeId,
    /// The position there, in canonical text.
    pub position_text: String,
    /// The move and what the player expected after it, with its value and depth.
    pub line: CardLine,
}

/// What an engine of another tab says of the position shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ElsewhereView {
    /// The number of the desk.
    pub desk: u64,
    /// What its tab is called.
    pub tab: String,
    /// The engine.
    pub who: String,
    /// How deep it has searched; empty when unknown.
    pub depth: String,
    /// Its best line.
    pub line: CardLine,
}

/// A move of a line, as a step on the board of the position that the line begins in.
#[derive(Clone, Debug, PartialEq)]
pub struct LineStep {
    /// The place of the move in the line, from 1.
    pub number: usize,
    /// The piece that lies at the end of the step after the move.
    pub art: Option<Art>,
    /// Where the piece comes from, in board units; `None` where it is put on the board.
    pub from: Option<Point>,
    /// Where it goes, in board units.
    pub to: Point,
    /// Its height in a stack there.
    pub level: u8,
}

/// A value on a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueMark {
    /// The cell's name.
    pub cell: String,
    /// Value in the game's unit from the mover's point of view: greater is better for the mover.
    pub score: f64,
    /// Loss against the best, 0 for the best.
    pub loss: f64,
    /// Instead of a value, by how much two engines differ: positive where the first sees more for the side
    /// of the chosen point of view.
    pub differs: Option<f64>,
    /// What is written: the value from the chosen point of view.
    pub text: String,
}

/// An engine at work, as a card.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineCardView {
    /// Session number.
    pub id: u64,
    /// Its name in the list; the second card with one engine has a number behind it.
    pub name: String,
    /// What it calls itself, with its version; empty where it has not said so.
    pub own_name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// It is told clocks by its protocol and does not obey them: in games the host keeps its time.
    pub timed_by_host: bool,
    /// State in words.
    pub chip: Chip,
    /// It is searching or wants to.
    pub running: bool,
    /// It can be restarted (it has ended or does not answer).
    pub can_restart: bool,
    /// It may have a window of its own, to be shown or hidden.
    pub has_window: bool,
    /// The best score: `+2.00`; a dash when unknown.
    pub score: String,
    /// `24`; a dash when unknown.
    pub depth: String,
    /// `98.7 M`.
    pub nodes: String,
    /// `15.9 M/s`.
    pub speed: String,
    /// `0:06.2`.
    pub time: String,
    /// Lines, best first; at most as many as wanted.
    pub lines: Vec<CardLine>,
    /// How many lines it can give of those wanted, at least 1. The window pads with dashes.
    pub n_lines: u32,
    /// Every legal move has a line: none of the missing ones is to come.
    pub has_all_moves: bool,
    /// What it says of itself (`status`); empty for nothing.
    pub status: String,
    /// How its moves are compared, where it reports one line at a time.
    pub comparison: Option<ComparisonView>,
    /// Its engine searches each position within this limit; `None` for without one.
    pub limit: Option<ReviewEffort>,
    /// The position that it stays at; `None` where it follows the board.
    pub lock: Option<LockView>,
    /// It shows what the other side would play; `None` where it explains the position as it is.
    pub threat: Option<ThreatView>,
}

impl EngineCardView {
    /// Its lines are about the position on the board.
    #[must_use]
    pub fn is_about_shown(&self) -> bool {
        self.threat.is_none() && self.is_at_shown()
    }

    /// Its position is the one on the board, whoever moves in it.
    #[must_use]
    pub fn is_at_shown(&self) -> bool {
        self.lock.as_ref().is_none_or(|lock| lock.is_shown)
    }
}

/// What the other side would play if it were to move.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreatView {
    /// In words: `Threat: what Black would play`.
    pub title: String,
    /// The position with that side to move, in canonical text; empty where it could not move.
    pub position_text: String,
}

/// A position that an engine stays at while the user looks at others.
#[derive(Clone, Debug, PartialEq)]
pub struct LockView {
    /// What it is called: `23. 32-28`.
    pub title: String,
    /// Its node in the game.
    pub node: NodeId,
    /// The position, in canonical text.
    pub position_text: String,
    /// It is on the board.
    pub is_shown: bool,
}

/// The moves of an engine that reports one line at a time, each found by a search of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComparisonView {
    /// So many are compared; `None` for none.
    pub n_moves: Option<u32>,
    /// How far it is, in words; empty while none are compared.
    pub state: String,
    /// Moves of the position that can be picked: those of the tree first, then those with a value, then
    /// the others, as many as a menu holds.
    pub moves: Vec<ComparedMove>,
}

/// A move that can be picked to be compared.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ComparedMove {
    /// In canonical text.
    pub mv: MoveText,
    /// As people read it.
    pub shown: String,
    /// It is picked.
    pub is_picked: bool,
    /// It is in the tree of moves.
    pub is_in_tree: bool,
}

/// A line of analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardLine {
    /// `+2.00`.
    pub score: String,
    /// The moves as people read them, the first one first; the game reads them back.
    pub moves: Vec<String>,
    /// `100%`, `book`; empty for an estimate.
    pub note: String,
    /// How much it is behind the best line: `-0.031`; empty for the best one and where that is not
    /// known. What the other side would not let happen may be before it: `+0.412`.
    pub loss: String,
    /// How the game may end, where the engine says so.
    pub chances: Option<ChancesView>,
    /// What its first move loses against the best one, in losses of a mistake of the game; `None` where
    /// that is not known or not to be seen.
    pub heat: Option<f64>,
    /// By how much the first engine's value of its first move is above that of the second: `+0.42`;
    /// empty where they are not compared.
    pub differs: String,
}

impl CardLine {
    /// What the line is about: its first move, and of a double the answer that it counts on.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.moves[..] {
            [] => String::new(),
            [first, answer, ..] if first == "double" => format!("{first}, {answer}"),
            [first, ..] => first.clone(),
        }
    }
}

/// What an engine would have played where a person has played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CandidatesView {
    /// They are wanted.
    pub on: bool,
    /// Why there are none, in words; empty where nothing is in the way.
    pub problem: String,
    /// The engine that ranks the plays; empty before it is needed.
    pub engine: String,
    /// The dice that were played; empty where the cube was decided about, or nothing yet.
    pub dice: String,
    /// What the person played last; empty while nothing has been played.
    pub of: String,
    /// How good that was: `3rd of 14, −0.042`.
    pub verdict: String,
    /// The position it was played in.
    pub node: Option<NodeId>,
    /// The best plays and the person's own, best first.
    pub lines: Vec<CandidateLine>,
}

/// A play with its place among all.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateLine {
    /// From 1, the best.
    pub rank: usize,
    /// It is what the person played.
    pub is_own: bool,
    /// What the engine says of it, from the person's point of view.
    pub line: CardLine,
}

/// Chances in per cent, as the chosen point of view has it: at least a single game, a gammon, a
/// backgammon; a dash where it was not said.
#[derive(Clone, Debug, PartialEq)]
pub struct ChancesView {
    /// Of winning.
    pub won: [String; 3],
    /// Of losing.
    pub lost: [String; 3],
}
