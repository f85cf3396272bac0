//! The desk: one tab with a game on a board, who sits at it, what analyses it, and how it is kept.
//!
//! Starts no process, sends nothing and writes nothing: what it wants done it returns as effects. It
//! knows no other room.

mod adaptive;
mod analysis;
mod analysis_view;
mod autosave;
mod bundles;
mod candidates;
mod cards;
mod coach;
mod dice;
mod dice_study;
mod drawn;
mod draws;
mod editor;
mod elsewhere;
mod events;
mod failures;
mod fitting;
mod game_commands;
mod interrupted;
mod judged;
mod kept;
mod last_game;
mod look;
mod merging;
mod names;
mod new_game;
mod open;
mod parts;
mod pins;
mod playing;
mod practice;
mod practice_judging;
mod practice_view;
mod remarks;
mod restarts;
mod review;
mod rows;
mod said;
mod seat_views;
mod state;
mod study;
mod tab;
mod unsettled;
mod view;
mod walk;

pub use autosave::unfinished_game;
pub(super) use state::{Desk, Surroundings};
