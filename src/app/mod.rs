//! The application: rooms that own what changes, and a router between them. Commands in, snapshots
//! out.
//!
//! Knows no egui: it wakes the screen through a closure it was given, and never waits for it.

mod batches;
mod brief;
mod carry_out;
mod catalogue;
mod choices;
mod command;
mod config;
mod console;
mod contest;
mod counting;
mod desk;
mod effect;
mod engines;
mod files;
mod format;
mod handle;
mod inbox;
mod keeping;
mod match_tab;
mod messages;
mod new_practice;
mod numbers;
mod opened;
mod outside;
mod pace;
mod practising;
mod preferences;
pub mod preview;
mod rated;
mod reviewing;
mod router;
mod sessions;
mod shared;
mod signals;
mod snapshots;
mod start;
mod tabs;
mod tasks;
mod to_open;
mod to_play;
mod to_review;
mod trainer;
mod views;
mod words;
mod workshop;

pub use command::{
    AnalysisCommand, BatchCommand, Command, DiceChoice, EditCommand, EngineCommand, FileCommand,
    GameCommand, MOST_REVIEWERS, MatchCommand, NewEngine, NewGame, PracticeCommand, ReviewWish,
    RolloutCommand, SeatChoice, SettingsCommand, TabCommand, TournamentPlace,
};
pub use config::AppConfig;
pub use desk::unfinished_game;
pub use handle::App;
pub use shared::Shared;
pub use views::*;
pub use workshop::text_fault;

/// What the window needs of the games: their data types, nothing that plays.
pub mod board {
    pub use crate::games::{
        Area, Art, BackgammonExtras, BoardMark, Brush, Cell, Click, Counter, CubeFace, Die, Edit,
        EditField, ForcedScale, GameInfo, HOLD, HandPiece, HintRing, Label, Mark, MarkColour,
        MoveText, NodeId, Opening, Piece, Point, Region, Scene, SceneView, Side, Stakes, Surface,
        Target, TileBug, Tone, Variant,
    };
}

/// What the window needs to know of protocols, and of the options that engines declare.
pub use crate::protocol::{OptionKind, Protocol};

/// What can be changed of an engine of the list.
pub use crate::store::{EngineChange, RestartPolicy};

/// Which games of a file are meant.
pub use crate::games::GameSelection;

/// Command lines as people write them.
pub use crate::store::{is_address, join_command, split_command};

/// How exercises of a practice end.
pub use crate::play::practice::{Help, Outcome, Score};

/// How games against the adaptive opponent end.
pub use crate::play::adaptive::RatedResult;

pub use format::forced_winner;

/// What the window needs to say about clocks.
pub use crate::play::tournament::{FormatName, Late, PlayerWish, TournamentFile};
pub use crate::play::{
    Affinity, CoursePoint, DrawRule, LossKind, OpeningOrder, ResignRule, ReviewEffort, SlowStart,
    Sprt, TimeControl, Verdict,
};
