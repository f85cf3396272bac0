//! Parts of a snapshot: what a whole-game analysis and the dice say of a game.
//!
//! Text comes ready to be shown, numbers as numbers. Nothing here changes anything.

use crate::games::NodeId;

/// A ply of the main line.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyView {
    /// The node after it.
    pub node: NodeId,
    /// The number of its move, with dots: `12.`, `12…`; empty for the start.
    pub number: String,
    /// The same as a number; 0 for the start.
    pub move_number: usize,
}

/// A move marked as a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeView {
    /// The node after it.
    pub node: NodeId,
    /// The node to show it from: in games with dice the one before it, where the dice lie that it
    /// was chosen for, else the one after it.
    pub shown: NodeId,
    /// Its number with dots: `12…`.
    pub number: String,
    /// The move as the list has it.
    pub text: String,
    /// `?!`, `?`, `??`.
    pub mark: String,
    /// The move that would have been better, as the list has it; empty when unknown.
    pub better: String,
    /// Its value: `+2`; empty when unknown.
    pub score: String,
    /// What it lost in the game's unit; 0 when unknown.
    pub loss: f64,
    /// The same as text: `−0.112`; empty when unknown.
    pub loss_text: String,
}

/// How both sides played, by what a review has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SummaryView {
    /// The table of both sides: accuracy, losses, marked moves.
    pub statistics: Vec<StatisticView>,
    /// The accuracy in the parts of the game.
    pub phases: Vec<StatisticView>,
    /// Wrong decisions about the cube, by kind; empty in games without.
    pub cube: Vec<StatisticView>,
    /// The moves that turned the game, in the order of play: places in the list of mistakes.
    pub turns: Vec<usize>,
    /// What else is to be said, in sentences: the agreement of the engines, moves without a choice, and from
    /// where the game is solved.
    pub facts: Vec<String>,
}

/// The dice of a game: what was rolled, and how lucky that was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollsView {
    /// How often each roll came.
    pub counts: Vec<RollCountView>,
    /// The table of both sides.
    pub statistics: Vec<StatisticView>,
    /// The rolls that mattered most: the luckiest, then the unluckiest.
    pub lucky: Vec<LuckView>,
    /// What else is to be said, in sentences.
    pub notes: Vec<String>,
}

/// How often a roll came.
#[derive(Clone, Debug, PartialEq)]
pub struct RollCountView {
    /// `31`, the larger die first.
    pub text: String,
    /// How often, first side first.
    pub counts: [u32; 2],
    /// How often fair dice would show it in as many rolls.
    pub expected: [f64; 2],
}

/// A line of a table with a column for each side.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticView {
    /// What is counted.
    pub name: String,
    /// First side first; a dash when unknown.
    pub values: [String; 2],
    /// What fair dice would give; empty where that means nothing.
    pub expected: String,
}

/// A roll that mattered.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckView {
    /// The node after it.
    pub node: NodeId,
    /// The number of the move that answers it, with dots.
    pub number: String,
    /// Whose roll it was.
    pub side: &'static str,
    /// `66`.
    pub roll: String,
    /// What it was worth beyond the mean of all rolls: `+0.612`.
    pub luck: String,
    /// It was better than the mean.
    pub is_good: bool,
}
