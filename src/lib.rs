//! Quintet hosts external engines for board games: rules, protocols, sessions, matches, a window.
//!
//! The layers, lowest first. Each may use only those named in `tests/layering.rs`.
//!
//! * [`games`]: rules, notations, file formats and what boards look like. Pure.
//! * [`protocol`]: the engines' languages as state machines. Pure: no IO, no clock.
//! * [`session`]: processes, sockets, deadlines, transcripts.
//! * [`builtin`]: the engines that come with the program.
//! * [`check`]: conformance of engines to their protocols' documents.
//! * [`play`]: clocks, referee, games between seats, matches, analysis.
//! * [`store`]: `engines.toml`, settings, files. The only reader and writer of files.
//! * [`page`]: pages of HTML with pictures, as texts; pictures in pixels.
//! * [`hosting`]: tournaments with their folders, for the command line and the window alike.
//! * [`app`]: the one owner of changing state: commands in, snapshots out.
//! * `ui`: the window (feature `gui`). Reads snapshots, pushes commands.

mod count;
mod date;
mod io_words;
mod origin;
mod time_left;

pub mod games;
pub mod protocol;

pub mod session;

pub mod builtin;

pub mod check;

pub mod play;
pub mod store;

pub mod page;

pub mod hosting;

pub mod app;

#[cfg(feature = "gui")]
pub mod ui;
