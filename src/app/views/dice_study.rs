//! What the window sees of studies of a position with dice: its rolls, its cube, its rollout.
//!
//! Plain data; the desk fills it.

/// Studies of the position on the board by the engine of the program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiceStudyView {
    /// All rolls, where one comes next and they were looked at.
    pub rolls: Option<RollChartView>,
    /// The cube, where it may be turned before a roll and was looked at: each fact with its name, the
    /// decision first.
    pub cube: Vec<(String, String)>,
    /// The rollout of this position.
    pub rollout: Option<RolloutView>,
    /// A rollout can begin here.
    pub can_roll_out: bool,
}

/// All rolls of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollChartView {
    /// The mean equity.
    pub mean: String,
    /// They are the rolls of the position before the one shown, whose roll is known.
    pub is_before: bool,
    /// The 21 rolls, the larger die first.
    pub rolls: Vec<RollCellView>,
}

/// A roll and its best reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollCellView {
    /// The dice, the larger one first.
    pub dice: [u8; 2],
    /// The equity after the reply.
    pub equity: String,
    /// The luck in words for a tooltip: `+0.213`.
    pub luck: String,
    /// The luck as a part of the greatest of all rolls, from -1 to 1.
    pub heat: f32,
    /// The reply as people write it.
    pub reply: String,
}

/// A rollout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RolloutView {
    /// How far it is, in words.
    pub progress: String,
    /// The games played as a part of all.
    pub part: f32,
    /// Games are being played.
    pub is_running: bool,
    /// No more games are to be played.
    pub is_done: bool,
    /// The plays, the best one first.
    pub rows: Vec<RolloutRowView>,
}

/// A play of a rollout, or the position before a roll.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RolloutRowView {
    /// The play as people write it.
    pub play: String,
    /// The equity without cube.
    pub equity: String,
    /// Its standard error.
    pub error: String,
    /// The chances in percent with their standard errors: to win at all, a gammon, a backgammon, to
    /// lose a gammon, a backgammon.
    pub chances: [String; 5],
    /// Games played.
    pub games: String,
    /// Joint standard deviations behind the best.
    pub behind: String,
    /// No more games are played from it.
    pub is_given_up: bool,
}
