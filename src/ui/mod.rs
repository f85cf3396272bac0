//! The window: reads snapshots, pushes commands.
//!
//! Knows no engine, no protocol and no file; what happens is decided in [`crate::app`].

pub mod art;
pub mod fonts;
pub mod glyph;
pub mod icons;
pub mod kit;
pub mod textures;
pub mod theme;
