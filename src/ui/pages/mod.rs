//! Pages that take the place of the board: engines, openings, games of a file, settings.
//!
//! Each reads the snapshot and pushes commands.

mod engines;
mod games;
mod losses;
mod openings;
mod reviews;
mod settings;

pub use engines::{EngineTab, EnginesState};
pub(super) use engines::{add_engine, engines_left, engines_ui, open_engines};
pub use games::GamesState;
pub(super) use games::games_ui;
pub use openings::OpeningsState;
pub(super) use openings::openings_ui;
pub(super) use settings::settings_ui;
