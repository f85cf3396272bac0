//! Programs that are run to their end, within a limit: one that hangs fails its test, not the run.

use std::process::{Command, Output};
use std::time::Duration;

/// What the program has printed, and how it ended.
///
/// # Panics
///
/// When it cannot be started, or has not ended within the limit; it is then killed.
#[track_caller]
pub(crate) fn output_within(limit: Duration, command: Command) -> Output {
    let what = format!("{command:?}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let output = runtime.expect("a runtime needs nothing that is rare").block_on(async {
        let mut command = tokio::process::Command::from(command);
        tokio::time::timeout(limit, command.kill_on_drop(true).output()).await
    });
    let Ok(output) = output else { panic!("{what} has not ended within {limit:?}") };
    output.unwrap_or_else(|error| panic!("{what}: {error}"))
}
