//! Settings as the window sees them. It decides nothing.

use std::collections::BTreeMap;

use crate::app::choices::{Aids, DrawRules, Judge, Theme};
use crate::games::GameInfo;

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
    /// What else the board and the lines show in analysis.
    pub aids: Aids,
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
    /// The losses from which moves are marked `?!`, `?` and `??`, by the game's short name; a game that is
    /// not here has its own ([`GameInfo::loss_marks`]).
    pub loss_marks: BTreeMap<String, [f64; 3]>,
    /// The height of the drawer in points, [`LEAST_DRAWER`] to [`MOST_DRAWER`]; `None` for the usual one.
    pub drawer_height: Option<f32>,
    /// How long a film shows a move, in seconds: 0.05 to 60.
    pub film_pace: f32,
    /// The width of films in pixels: 64 to 8192.
    pub film_width: u32,
}

impl Settings {
    /// The losses from which moves of this game are marked.
    #[must_use]
    pub fn loss_marks_of(&self, info: &GameInfo) -> [f64; 3] {
        self.loss_marks.get(info.name).copied().unwrap_or(info.loss_marks)
    }
}

/// Losses above 0, none smaller than the one before: moves can be marked from them on.
#[must_use]
pub fn are_loss_marks(marks: [f64; 3]) -> bool {
    marks.iter().all(|loss| loss.is_finite() && *loss > 0.0) && marks.is_sorted()
}

/// The drawer is made no lower than this, in points.
pub const LEAST_DRAWER: f32 = 120.0;

/// The drawer is made no higher than this, in points.
pub const MOST_DRAWER: f32 = 4_000.0;

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
            aids: Aids::default(),
            draw_rules: DrawRules::Automatic,
            judge: Judge::Referee,
            play_forced: true,
            candidates: true,
            coach: false,
            animate: true,
            sounds: false,
            pause_hidden: false,
            most_analysing: 1,
            loss_marks: BTreeMap::new(),
            drawer_height: None,
            film_pace: 1.0,
            film_width: 480,
        }
    }
}
