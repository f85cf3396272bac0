//! Pages that take the place of the board: engines, games of a file, settings.
//!
//! Each reads the snapshot and pushes commands.

mod engines;
mod games;
mod settings;

pub(super) use engines::engines_ui;
pub(super) use games::games_ui;
pub(super) use settings::settings_ui;
