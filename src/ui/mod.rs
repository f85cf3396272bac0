//! The window: reads snapshots, pushes commands.
//!
//! Knows no engine, no protocol and no file; what happens is decided in [`crate::app`].

pub mod actions;
mod arrows;
pub mod art;
pub mod board;
mod centre;
mod dialogs;
mod drawing;
mod editor;
pub mod eval_bar;
mod events;
mod failure;
pub mod fonts;
mod game_list;
pub mod glyph;
pub mod graph;
mod hand;
pub mod icons;
pub mod kit;
mod line_steps;
mod menus;
mod overlay;
mod pages;
mod palette;
mod panels;
mod plane_view;
mod root;
mod selection;
mod shell;
#[cfg(feature = "sound")]
mod sounds;
pub mod state;
pub mod strip;
mod tab_strip;
mod text;
pub mod textures;
pub mod theme;
mod wall;
mod widgets;
pub mod window;

pub use dialogs::{
    AddEngineForm, ClockForm, Confirm, FileDialogs, LongerForm, ManyForm, NewGameForm, OptionsForm,
    PathForm, PathUse, RatingForm, ReviewForm, SeatForm,
};
pub use editor::EditorState;
pub use failure::WindowError;
pub use pages::{EngineTab, EnginesState, GamesState, OpeningsState};
pub use palette::Palette;
pub use panels::{MatchForm, MatchKind, MatchList, MoreRules, TextDraft, TournamentForm};
pub use root::root_ui;
pub use state::{LineId, UiState};
