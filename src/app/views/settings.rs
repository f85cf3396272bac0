//! Settings as the window sees them. It decides nothing.

use crate::app::choices::{DrawRules, Judge, Theme};

/// Settings that are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Theme.
    pub theme: Theme,
    /// Zoom, 0.75 to 2.0.
    pub zoom: f32,
    /// Mark legal moves on the board.
    pub show_legal: bool,
    /// Write values on the squares in analysis.
    pub show_values: bool,
    /// Write the numbers of the cells on them.
    pub show_numbers: bool,
    /// What happens when a rule allows a draw.
    pub draw_rules: DrawRules,
    /// Whose word holds where an engine keeps the game and differs from the referee.
    pub judge: Judge,
    /// Make the only play that dice leave at once.
    pub play_forced: bool,
    /// Say what an engine would have played once a person has, in games with dice.
    pub candidates: bool,
    /// Look at every move of a person before an engine answers it.
    pub coach: bool,
    /// Animate moves.
    pub animate: bool,
    /// Sounds.
    pub sounds: bool,
    /// Pause a game while its tab is not shown.
    pub pause_hidden: bool,
    /// The number of engines that may analyse at once, over all tabs, 1 to [`MOST_ANALYSING`].
    pub most_analysing: usize,
    /// How long a film shows a move, in seconds: 0.05 to 60.
    pub film_pace: f32,
    /// The width of films in pixels: 64 to 8192.
    pub film_width: u32,
}

/// The highest limit of engines that analyse at once.
pub const MOST_ANALYSING: usize = 64;

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            zoom: 1.0,
            show_legal: true,
            show_values: true,
            show_numbers: true,
            draw_rules: DrawRules::Automatic,
            judge: Judge::Referee,
            play_forced: true,
            candidates: true,
            coach: false,
            animate: true,
            sounds: false,
            pause_hidden: false,
            most_analysing: 1,
            film_pace: 1.0,
            film_width: 480,
        }
    }
}
