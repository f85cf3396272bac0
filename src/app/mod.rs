//! The application: the one owner of changing state. Commands in, snapshots out.
//!
//! Knows no egui: it wakes the screen through a closure it was given, and never waits for it.

mod analysis;
mod analysis_views;
mod autosave;
mod bundle;
mod candidates;
mod cards;
mod check_views;
mod checks;
mod command;
mod dice;
mod document;
mod draws;
mod editor;
mod engine_views;
mod engines;
mod failures;
mod files;
mod format;
mod game_commands;
mod handle;
mod judged;
mod judged_views;
mod kept;
mod last_game;
mod list;
mod look;
mod looking;
mod match_files;
mod match_state;
mod match_views;
mod matches;
mod names;
mod notices;
mod options;
mod owner;
mod pace;
mod playing;
pub mod preview;
mod probing;
mod publish;
mod publish_analysis;
mod publish_engines;
mod publish_match;
mod publish_seats;
mod remarks;
mod restarts;
mod review;
mod rows;
mod seats;
mod settings;
mod signals;
mod snapshot;
mod study;
mod unsettled;
mod walk;
mod wall;

pub use analysis_views::{
    AnalysisView, CandidateLine, CandidatesView, CardLine, ChancesView, EngineCardView, ValueMark,
};
pub use autosave::unfinished_game;
pub use check_views::{CheckStepState, CheckStepView, CheckView};
pub use command::{
    AnalysisCommand, Command, DiceChoice, EditCommand, EngineCommand, FileCommand, GameCommand,
    MatchCommand, NewEngine, NewGame, SeatChoice, SettingsCommand,
};
pub use engine_views::{
    DeclaredOption, DialectView, EngineDetails, EngineEntryView, NoteKind, NoteView, OptionView,
    ProbeState, ProbeTryView, ProbeView, RemovedView, Suggestion, VerdictView,
};
pub use failures::{FailureView, Remedy};
pub use handle::App;
pub use judged_views::{LuckView, MistakeView, PlyView, RollCountView, RollsView, StatisticView};
pub use looking::LookedFor;
pub use match_views::{
    EloView, MatchBoard, MatchGameRow, MatchGameState, MatchOutcome, MatchView, SideStanding,
    WallBoard,
};
pub use options::text_fault;
pub use owner::AppConfig;
pub use snapshot::{
    Chip, ChipTone, ClockView, ConsoleLine, ConsoleView, DecisionsView, DiceView, Direction,
    DrawRules, EditorView, GamePart, GameView, GraphPoint, InTheWay, Judge, Mode, MoveCell, NoStop,
    Notice, NoticeKind, NoticeOffer, PassView, PointOfView, ProblemView, ProgressView, SeatView,
    SessionView, Settings, Snapshot, TabView, Theme, TreeRow,
};

/// What the window needs of the games: their data types, nothing that plays.
pub mod board {
    pub use crate::games::{
        Area, Art, BackgammonExtras, Brush, Cell, Click, Counter, CubeFace, Die, Edit, ForcedScale,
        GameInfo, HOLD, HandPiece, HintRing, Label, Mark, NodeId, Opening, Piece, Point, Scene,
        SceneView, Side, Stakes, Surface, Target, TileBug, Tone, Variant,
    };
}

/// What the window needs to know of protocols, and of the options that engines declare.
pub use crate::protocol::{OptionKind, Protocol};

/// What can be changed of an engine of the list.
pub use crate::store::{EngineChange, RestartPolicy};

/// Command lines as people write them.
pub use crate::store::{is_address, join_command, split_command};

/// What the window needs to say about clocks.
pub use crate::play::TimeControl;
