//! Files: the list of engines, settings, games, results. The only reader and writer of files.
//!
//! Starts no engine and keeps no state: it reads when asked and writes so that a power cut leaves
//! the old content or the new, never half of it.

mod around;
mod atomic;
mod attempts;
mod autosave;
mod batches;
mod bundles;
mod csv;
mod engines;
mod fingerprints;
mod fitting;
mod folders;
mod frames;
mod games;
mod keeper;
mod known;
mod list_file;
mod log_file;
mod openings;
mod origin;
mod paths;
mod place;
mod programs;
mod results;
mod settings;
mod sources;
mod system;
mod tabs;
mod tournaments;

pub use atomic::{
    FileError, is_same_file, make_folder, now_text, read_file, read_text, today, write_atomically,
};
pub use attempts::Attempt;
pub use autosave::{
    SavedDice, SavedFailure, SavedGame, SavedKnown, SavedLast, SavedLine, SavedNote, SavedRating,
    SavedResult, SavedReview, SavedSeat, SavedStudy, SavedVariation, Slot, Uncounted,
};
pub use batches::{SavedBatch, SavedBatches};
pub use bundles::{bundle_name, write_bundle};
pub use csv::CsvFile;
pub use engines::{
    Choice, ChoiceError, DraftTarget, EditError, EngineChange, EngineDraft, EngineEntry,
    EngineFile, EngineList, EngineProblem, EngineTarget, FindEngineError, FoundEngine, NotThere,
    RemovedEngine, RestartPolicy, Saved, SetAside, usable_name,
};
pub use fingerprints::{Fingerprints, text_mark};
pub use fitting::FitError;
pub use folders::Folders;
pub use frames::frame_log;
pub use games::{
    GameFile, GameFileError, format_of_name, read_game_file, read_game_input, read_wanted_games,
    write_game_file,
};
pub use keeper::{Keeper, KeeperError, KeeperNews};
pub use known::{KnownEngine, known_engines};
pub use list_file::{ListFile, ListFileError};
pub use log_file::open_log;
pub use openings::{OpeningsError, read_opening_file};
pub use origin::{origin_of, origin_of_all};
pub use paths::Places;
pub use place::Gone;
pub use programs::{find_program, variable_of};
pub use results::{ResultsFile, each_result, read_results, refused_result};
pub use settings::{
    LoadedSettings, SavedCard, SavedDrawRules, SavedJudge, SavedLimits, SavedSettings, SavedTheme,
};
pub use sources::{Dropped, EngineSource, SourceError, is_address, join_command, split_command};
pub use system::{crowding, waits, was_told_to_ignore};
pub use tabs::{SavedListed, SavedMatch, SavedPin, SavedTab, SavedTabs};
pub use tournaments::{GameTexts, KeptShare, TournamentFolder, write_report};

pub use crate::io_words::io_reason;
