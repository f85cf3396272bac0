//! The live view of a tournament, in a terminal of this test.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Instant;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::{LIMIT, empty_folder};

/// A terminal of 90 columns: the end of this test, and that of the program.
fn terminal() -> (OwnedFd, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = rustix::fs::open(
        name.as_str(),
        rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY,
        rustix::fs::Mode::empty(),
    );
    let size = Winsize { ws_row: 30, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).unwrap();
    (ours, theirs.unwrap().into())
}

/// What a terminal has got, piece by piece.
fn read_all(ours: OwnedFd) -> Receiver<String> {
    let (pieces, pieces_rx) = sync_channel(1024);
    thread::spawn(move || {
        let (mut ours, mut buffer) = (File::from(ours), [0; 4096]);
        while let Ok(n @ 1..) = ours.read(&mut buffer) {
            let Ok(()) = pieces.send(String::from_utf8_lossy(&buffer[..n]).into_owned()) else {
                return;
            };
        }
    });
    pieces_rx
}

/// Waits until the terminal has got one of these words after what was read before.
fn wait_for(pieces: &Receiver<String>, words: &[&str]) -> String {
    let (until, mut seen) = (Instant::now() + LIMIT, String::new());
    while !words.iter().any(|word| seen.contains(word)) {
        match pieces.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(piece) => seen += &piece,
            Err(RecvTimeoutError::Timeout) => panic!("{words:?} is not in {seen:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("it was closed after {seen:?}"),
        }
    }
    seen
}

#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
#[test]
fn keys_pause_and_stop_a_tournament_and_the_terminal_is_as_it_was() {
    let folder = empty_folder();
    let file = folder.path().join("cup.toml");
    let players = "[[player]]\nengine = \"builtin:10\"\n".repeat(2);
    let keys = "format = \"match\"\npairs = 500\ntime = \"0.2s/move\"\n";
    fs::write(&file, format!("{keys}{players}")).unwrap();
    let (ours, theirs) = terminal();
    let before = tcgetattr(&theirs).unwrap();
    let mut press = File::from(ours.try_clone().unwrap());
    let pieces = read_all(ours);
    let end = || Stdio::from(theirs.try_clone().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["tournament", file.to_str().unwrap()])
        .env("QUINTET_CONFIG_DIR", folder.path())
        .env("TERM", "xterm")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    wait_for(&pieces, &["1 at once, 1 running"]);
    let during = tcgetattr(&theirs).unwrap().local_modes;
    assert!(!during.intersects(LocalModes::ICANON | LocalModes::ECHO), "{during:?}");
    assert!(during.contains(LocalModes::ISIG), "Ctrl+C stays a signal");
    press.write_all(b"+").unwrap();
    wait_for(&pieces, &["2 at once"]);
    press.write_all(b"p").unwrap();
    wait_for(&pieces, &["paused: no new game starts"]);
    press.write_all(b"p-f").unwrap();
    wait_for(&pieces, &["finishing, then stopping"]);
    press.write_all(b"f").unwrap();
    wait_for(&pieces, &["1 at once"]);
    press.write_all(b"q").unwrap();
    let end = wait_for(&pieces, &["--resume"]);
    assert!(end.contains("stopped; "), "{end:?}");
    assert_eq!(child.wait().unwrap().code(), Some(5), "games are missing");
    assert_eq!(tcgetattr(&theirs).unwrap().local_modes, before.local_modes);
}
