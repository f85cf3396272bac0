//! What may be asked of matches and tournaments. It changes nothing itself.

use std::path::PathBuf;

use super::SeatChoice;
use crate::play::TimeControl;

/// About matches.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchCommand {
    /// Start a match between two engines of the list.
    Start {
        /// The game's short name.
        game: String,
        /// Variant, where the game has variants.
        variant: Option<String>,
        /// Names in the list, with options.
        engines: [SeatChoice; 2],
        /// Number of games.
        games: u32,
        /// What each player is given.
        time: TimeControl,
        /// Games at once.
        concurrency: u32,
        /// For the openings.
        seed: u64,
        /// Engines that can think on the other's time do so.
        ponder: bool,
    },
    /// Play the tournament of this file.
    StartTournament {
        /// The file, as [`crate::play::tournament::TournamentFile::to_text`] writes it.
        text: String,
        /// Where its games are kept.
        place: TournamentPlace,
    },
    /// Go on with the match or tournament of this folder.
    Resume(PathBuf),
    /// The same; games of it that were lost on time while the machine was late no longer count, and are
    /// played again.
    ReplayLate(PathBuf),
    /// Go on with the match of this folder, which is over, until it has so many games in all.
    Lengthen(PathBuf, u32),
    /// Read the file of a tournament, or that of a folder with games, for the form.
    ReadTournament(PathBuf),
    /// Write the file of a tournament there.
    SaveTournament(PathBuf, String),
    /// Play so many games at once from now on.
    PlayAtOnce(u32),
    /// Start no new game; finish those running.
    FinishThenStop,
    /// Start new games after all, while those still run that were to be finished.
    GoOn,
    /// Stop at once; running games are not counted.
    StopNow,
    /// Hold new games back, or go on.
    Pause(bool),
    /// Write the report of the match as it stands into the folder of its games, and open it.
    Report,
    /// Write the finished games of the match into one file in its folder, and open that as a list of games.
    ListGames,
    /// Open a file or folder of the match with the desktop's program for it.
    OpenOutside(PathBuf),
    /// Show this game on the board of the match.
    Show(u32),
    /// Open a finished game for analysis, in a tab of its own.
    Open(u32),
    /// The same in a tab behind the one that is shown.
    OpenBehind(u32),
}

/// Where a tournament keeps its games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TournamentPlace {
    /// In a new folder of the configuration, as matches.
    Matches,
    /// Beside this file, which it was read from.
    Beside(PathBuf),
    /// In this folder, which has games of it: it becomes longer.
    Longer(PathBuf),
}
