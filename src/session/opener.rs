//! Opens files and folders with the programs that the desktop has for them.
//!
//! Starts no engine: what it starts is the user's, and goes on when this program ends.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use super::spawn::while_nothing_starts;

/// The name of the program that opens files and folders on this system.
pub const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// How long an opener may take to report that it cannot open something. Some end only with the
/// program that they have started.
const PATIENCE: Duration = Duration::from_secs(3);

/// Opens a file or folder with `opener`, the program of the name [`OPENER`].
///
/// # Errors
///
/// When the opener cannot be started, or reports that it could not open it.
pub fn open_with(opener: &Path, what: &Path) -> io::Result<()> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a program of the desktop is not our child to end"
    )]
    let mut opening = Command::new(opener);
    opening.arg(std::path::absolute(what)?);
    opening.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A signal of the terminal is not meant for the user's browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut opening, 0);
    let mut child = while_nothing_starts(|| opening.spawn())?;
    let (ended, ended_rx) = sync_channel(1);
    // It waits as long as the opener runs, and hinders no end of the program.
    thread::spawn(move || {
        let _no_one_waits = ended.send(child.wait());
    });
    match ended_rx.recv_timeout(PATIENCE) {
        // The explorer of Windows reports a failure even where it has opened something.
        Ok(Ok(status)) if !status.success() && !cfg!(windows) => {
            Err(io::Error::other(format!("{} ended with {status}", opener.display())))
        }
        Ok(Err(error)) => Err(error),
        Ok(Ok(_)) | Err(_) => Ok(()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_opener_that_fails_or_is_missing_is_reported() {
        let what = Path::new("/nowhere/report.html");
        assert!(open_with(Path::new("/bin/true"), what).is_ok());
        let failed = open_with(Path::new("/bin/false"), what).unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::Other, "{failed}");
        assert!(open_with(Path::new("/no/such/opener"), what).is_err());
    }
}
