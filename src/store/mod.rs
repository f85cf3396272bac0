//! Files: the list of engines, settings, games, results. The only reader and writer of files.
//!
//! Starts no engine and keeps no state: it reads when asked and writes so that a power cut leaves
//! the old content or the new, never half of it.

mod atomic;
mod autosave;
mod bundles;
mod csv;
mod engines;
mod fitting;
mod frames;
mod games;
mod options;
mod paths;
mod programs;
mod results;
mod settings;
mod system;

pub use atomic::{FileError, make_folder, now_text, read_text, today, write_atomically};
pub use autosave::{Autosave, SavedDice, SavedGame, SavedLine, SavedSeat};
pub use bundles::write_bundle;
pub use csv::CsvFile;
pub use engines::{
    Choice, ChoiceError, EngineEntry, EngineList, EngineProblem, EngineTarget, FindEngineError,
    FoundEngine,
};
pub use fitting::FitError;
pub use frames::frame_log;
pub use games::{GameFile, GameFileError, read_game_file, write_game_file};
pub use options::SavedOptions;
pub use paths::Places;
pub use programs::{find_program, variable_of};
pub use results::{ResultsFile, read_results};
pub use settings::{LoadedSettings, SavedDrawRules, SavedJudge, SavedSettings, SavedTheme};
pub use system::was_told_to_ignore;
