//! GUIDE, the draughts protocol of Bert Tuyt and Michel Grimminck, version 0.5, over TCP.
//!
//! Source: "Graphical Universal Interface Draughts Engines, Version 0.5, May 2004". The halves are
//! [`GuideClient`] and [`GuideServer`]; `command` and `reply` have the messages, `notation` what
//! both are made of. Knows no rules, and no sockets: who listens is the session's business.

mod client;
mod command;
mod notation;
mod reply;
mod server;

pub use client::GuideClient;
pub use command::{Command, EngineMode, Level, Opponents};
pub use notation::{Board, GameText, Move};
pub use reply::{OptionLine, OptionType, Reply, SearchInfo};
pub use server::{Assignment, GuideServer, Identity, OrderId, Task};

/// Checks a dialect setting of `engines.toml`.
///
/// # Errors
///
/// What is wrong and what is allowed, to be read after the name of the setting.
pub(super) fn check_dialect(_name: &str, _value: &str) -> Result<(), String> {
    Ok(())
}

/// Checks an option of `engines.toml`.
///
/// # Errors
///
/// As [`check_dialect`].
pub(super) fn check_option(_name: &str, _value: Option<&str>) -> Result<(), String> {
    Ok(())
}
