//! Guide: not yet described.

mod client;

pub use client::GuideClient;

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
