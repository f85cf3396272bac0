//! What the window may ask for. It changes nothing itself.

use std::path::PathBuf;

use super::{Mode, PointOfView, Theme, TimeControl};
use crate::games::NodeId;

/// A wish of the person at the screen, by subject.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The game on the board.
    Game(GameCommand),
    /// Engines and their consoles.
    Engine(EngineCommand),
    /// Analysis of the position or of the game.
    Analysis(AnalysisCommand),
    /// Matches between engines.
    Match(MatchCommand),
    /// Files and the clipboard.
    File(FileCommand),
    /// Settings that are kept.
    Settings(SettingsCommand),
    /// Dismiss the notice with this number.
    DismissNotice(u64),
}

/// Who sits at a side.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SeatChoice {
    /// A person at this screen.
    Human {
        /// Shown and written into the game.
        name: String,
    },
    /// An engine of the list.
    Engine {
        /// Its name in the list.
        name: String,
        /// Values for its options, by name; `level` where the engine has levels.
        options: Vec<(String, String)>,
    },
}

/// A new game as the dialog asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game's short name.
    pub game: String,
    /// Variant, where the game has variants.
    pub variant: Option<String>,
    /// First side first.
    pub seats: [SeatChoice; 2],
    /// First side first.
    pub clocks: [TimeControl; 2],
    /// Start position in any form that the game reads; empty for the normal start.
    pub position: String,
}

/// About the game on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// Start a new game; the old one can be had back with [`GameCommand::UndoNew`].
    New(NewGame),
    /// Bring back the game that `New`, `Open` or `Paste` replaced.
    UndoNew,
    /// Change mode.
    SetMode(Mode),
    /// A click on the named cell.
    Click(String),
    /// A typed move, in any spelling the game reads.
    Type(String),
    /// Show the position after this node.
    GoTo(NodeId),
    /// To the start.
    First,
    /// One move back.
    Previous,
    /// One move on, along the current line.
    Next,
    /// To the end of the current line.
    Last,
    /// To the next move marked as a mistake.
    NextMistake,
    /// Take back the last move, or the last two when the other side is an engine.
    TakeBack,
    /// The engine to move shall move now.
    MoveNow,
    /// The side to move, or the only human, resigns.
    Resign,
    /// Stop the clocks and the engines of the game.
    Pause,
    /// Go on after `Pause`.
    Resume,
    /// Show what an engine would play.
    Hint,
    /// Put somebody else on a seat, also in the middle of a game (0 is the first side).
    SetSeat(usize, SeatChoice),
    /// Look at the board another way, counted around the game's orientations.
    Turn,
    /// Write a comment at the current node.
    Comment(String),
    /// Make the line through this node the main line.
    Promote(NodeId),
    /// Remove this node and all after it (undone by [`GameCommand::UndoNew`]).
    Delete(NodeId),
    /// Play these moves as a variation from the current position.
    InsertLine(Vec<String>),
}

/// About engines.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineCommand {
    /// Start the engine of this name for analysis.
    Start(String),
    /// End this session in good order.
    Stop(u64),
    /// Start it again as it was.
    Restart(u64),
    /// Kill it.
    Kill(u64),
    /// Send a line as typed.
    Send(u64, String),
    /// Show this session's console; `None` shows none.
    Watch(Option<u64>),
    /// Empty its console.
    ClearConsole(u64),
    /// Read `engines.toml` again.
    Reload,
}

/// About analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisCommand {
    /// Add an engine of the list as a card (at most four).
    AddEngine(String),
    /// Remove a card.
    RemoveEngine(u64),
    /// Let this card search, or rest.
    SetRunning(u64, bool),
    /// Lines wanted, 1 to 20.
    SetLines(u32),
    /// Whose point of view scores have.
    SetPointOfView(PointOfView),
    /// Value every position of the game with the first card's engine.
    WholeGame,
    /// Stop valuing the game.
    StopWholeGame,
}

/// About matches.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchCommand {
    /// Start a match between two engines of the list.
    Start {
        /// The game's short name.
        game: String,
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
    },
    /// Start no new game; finish those running.
    FinishThenStop,
    /// Stop at once; running games are not counted.
    StopNow,
    /// Hold new games back, or go on.
    Pause(bool),
    /// Show this game on the board of the match.
    Show(u32),
    /// Open a finished game for analysis.
    Open(u32),
}

/// About files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Open this file.
    Open(PathBuf),
    /// Save the game on the board there.
    Save(PathBuf),
    /// Something was pasted.
    Paste(String),
    /// Load this game of the opened file (from 0).
    Choose(usize),
    /// Save this session's transcript.
    SaveTranscript(u64, PathBuf),
}

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
    /// Animate moves.
    Animate(bool),
    /// Sounds (only with the feature `sound`).
    Sounds(bool),
}
