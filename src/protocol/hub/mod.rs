//! Hub, the draughts protocol of Fabien Letouzey, version 2.
//!
//! Source: "Hub protocol for draughts, version 2 (used by Scan 3.1 and Hub 2.1)" of 2019-07-06.
//! The halves are [`HubClient`] and [`HubServer`]; `message` has the lines. Knows no rules.

mod client;
mod message;
mod param;
mod server;
mod syntax;

pub use client::HubClient;
pub use message::{Command, Done, GoMode, Id, Level, LevelClock, Place, Reply, Thought};
pub use param::{CheckedValue, Param, ParamKind};
pub use server::{HubServer, Order, OrderId, Task};

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
