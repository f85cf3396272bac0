//! What is asked about settings.

use crate::app::choices::{Aid, DrawRules, Judge, Theme};

/// About settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsCommand {
    /// Theme.
    Theme(Theme),
    /// Zoom, 0.75 to 2.0.
    Zoom(f32),
    /// Mark legal moves on the board.
    ShowLegal(bool),
    /// Write values on the squares in analysis.
    ShowValues(bool),
    /// Write the numbers of the cells on them, where the game numbers its cells.
    ShowNumbers(bool),
    /// Show this in analysis, or hide it.
    Show(Aid, bool),
    /// What happens when a rule allows a draw.
    DrawRules(DrawRules),
    /// Whose word holds where an engine keeps the game and differs from the referee.
    Judge(Judge),
    /// Make the only play that dice leave at once.
    PlayForced(bool),
    /// Say what an engine would have played once a person has.
    Candidates(bool),
    /// Look at every move of a person before an engine answers it.
    Coach(bool),
    /// Animate moves.
    Animate(bool),
    /// Sounds (only with the feature `sound`).
    Sounds(bool),
    /// Pause a game while its tab is not shown.
    PauseHidden(bool),
    /// Let so many engines analyse at once, over all tabs.
    MostAnalysing(usize),
    /// Mark moves of the game of this short name from these losses on; `None` for the game's own.
    /// What cannot be such losses changes nothing.
    LossMarks(String, Option<[f64; 3]>),
    /// Show each move of a film for so many seconds.
    FilmPace(f32),
    /// Make films so many pixels wide.
    FilmWidth(u32),
    /// Make the drawer so high, in points; `None` for as high as it is usually.
    DrawerHeight(Option<f32>),
}
