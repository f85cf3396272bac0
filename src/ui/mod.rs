//! The window: reads snapshots, pushes commands.
//!
//! Knows no engine, no protocol and no file; what happens is decided in [`crate::app`].

pub mod art;
pub mod board;
pub mod eval_bar;
mod failure;
pub mod fonts;
pub mod glyph;
pub mod graph;
pub mod icons;
pub mod kit;
pub mod strip;
pub mod textures;
pub mod theme;
pub mod window;

pub use failure::WindowError;
