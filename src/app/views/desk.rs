//! A desk as the window sees it: one tab with its board, seats and analysis. It decides nothing.

use crate::app::shared::Shared;
use crate::app::views::{
    AnalysisView, DiceStudyView, EditorView, FailureView, GameView, Mode, NoStop, PracticeView,
    ProgressView, SessionView,
};
use crate::games::Opening;

/// A desk at one moment.
#[derive(Clone, Debug)]
pub struct DeskView {
    /// Its number.
    pub id: u64,
    /// What the window is used for there.
    pub mode: Mode,
    /// The game on the board.
    pub game: Shared<GameView>,
    /// Analysis.
    pub analysis: Shared<AnalysisView>,
    /// Its sessions.
    pub sessions: Shared<Vec<SessionView>>,
    /// What is wrong with its engines.
    pub failures: Shared<Vec<FailureView>>,
    /// Engines whose searches cannot be stopped.
    pub no_stop: NoStop,
    /// Long work, if any.
    pub progress: Option<ProgressView>,
    /// The position editor, while it is open.
    pub editor: Option<EditorView>,
    /// The practice, where it has one.
    pub practice: Option<Shared<PracticeView>>,
    /// Studies of the dice, in games with dice.
    pub dice_study: Option<Shared<DiceStudyView>>,
    /// Openings of the game and variant on the board.
    pub openings: &'static [Opening],
}
