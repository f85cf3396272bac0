//! The live view of a tournament, in a terminal of this test.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use tempfile::TempDir;

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

/// The program while it plays a tournament on a terminal.
struct OnTerminal {
    child: Child,
    /// The program's end of the terminal.
    theirs: File,
    /// Where keys are pressed.
    press: File,
    pieces: Receiver<String>,
    folder: TempDir,
}

/// From now on programs that this test starts take these signals as usual, even where the test itself was
/// told to ignore them (in the background, by `nohup`): a handler is not inherited.
fn begin_with_usual_signals() {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let _context = runtime.enter();
    // The handlers stay when the listeners are dropped.
    for kind in [SignalKind::quit(), SignalKind::hangup()] {
        drop(signal(kind).unwrap());
    }
}

/// Plays a tournament of two engines in the folder `cup` of this folder.
#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
fn spawn(folder: &Path, theirs: &File, time: &str) -> Child {
    begin_with_usual_signals();
    let file = folder.join("cup.toml");
    let players = "[[player]]\nengine = \"builtin:10\"\n".repeat(2);
    let keys = format!("format = \"match\"\npairs = 500\ntime = \"{time}\"\n");
    fs::write(&file, keys + &players).unwrap();
    let end = || Stdio::from(theirs.try_clone().unwrap());
    Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["tournament", file.to_str().unwrap()])
        .env("QUINTET_CONFIG_DIR", folder)
        .env("TERM", "xterm")
        .env("QUINTET_LOG", "play=debug")
        .env("QUINTET_LOG_FILE", folder.join("log"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap()
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl OnTerminal {
    /// Starts it and waits for the live view.
    fn start() -> Self {
        let folder = empty_folder();
        let (ours, theirs) = terminal();
        let press = File::from(ours.try_clone().unwrap());
        let pieces = read_all(ours);
        let child = spawn(folder.path(), &theirs, "0.2s/move");
        let running = Self { child, theirs, press, pieces, folder };
        running.wait_for("1 at once, 1 running");
        running
    }

    /// Waits until both engines of a game have been ready: one that starts is not finished.
    fn wait_until_both_play(&self) {
        let until = Instant::now() + LIMIT;
        let log = self.folder.path().join("log");
        let n_asked =
            || fs::read_to_string(&log).unwrap_or_default().matches("asked for its move").count();
        while n_asked() < 2 {
            assert!(Instant::now() < until, "no engine is asked");
            std::thread::yield_now();
        }
    }

    fn press(&mut self, keys: &[u8]) {
        self.press.write_all(keys).unwrap();
    }

    fn wait_for(&self, word: &str) -> String {
        wait_for(&self.pieces, &[word])
    }

    fn modes(&self) -> LocalModes {
        tcgetattr(&self.theirs).unwrap().local_modes
    }

    /// Keys come one by one and are not shown.
    fn is_taken(&self) -> bool {
        !self.modes().intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the terminal is taken or given back.
    fn wait_until_taken(&self, is_taken: bool) {
        let until = Instant::now() + LIMIT;
        while self.is_taken() != is_taken {
            assert!(Instant::now() < until, "taken: {}", self.is_taken());
            // The view is drawn meanwhile.
            drop(self.pieces.recv_timeout(Duration::from_millis(20)));
        }
    }

    /// The state of its process, a letter of proc(5): `T` is stopped.
    fn state(&self) -> char {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next().unwrap()
    }

    fn code(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

#[test]
fn a_terminal_that_is_closed_ends_the_games_as_a_signal_to_end_does() {
    let folder = empty_folder();
    let (ours, theirs) = terminal();
    let mut child = spawn(folder.path(), &theirs, "depth 1");
    let games = folder.path().join("cup/games.jsonl");
    let until = Instant::now() + LIMIT;
    while fs::metadata(&games).map_or(0, |found| found.len()) == 0 {
        assert!(Instant::now() < until, "no game is played");
        thread::yield_now();
    }
    // Every write to it fails from now on.
    drop(ours);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(4));
}

#[test]
fn keys_pause_and_stop_a_tournament_and_the_terminal_is_as_it_was() {
    let mut running = OnTerminal::start();
    assert!(running.is_taken(), "{:?}", running.modes());
    assert!(running.modes().contains(LocalModes::ISIG), "Ctrl+C stays a signal");
    running.wait_until_both_play();
    running.press(b"+");
    running.wait_for("2 at once");
    running.press(b"p");
    running.wait_for("paused: no new game starts");
    running.press(b"p-f");
    running.wait_for("finishing, then stopping");
    running.press(b"f");
    running.wait_for("1 at once");
    running.press(b"q");
    let end = running.wait_for("--resume");
    assert!(end.contains("interrupted; "), "{end:?}");
    assert_eq!(running.code(), Some(4), "the user ended it");
    assert!(running.modes().contains(LocalModes::ICANON | LocalModes::ECHO));
}

#[test]
fn the_signal_of_a_key_that_ends_programs_ends_the_games_as_q_does() {
    let mut running = OnTerminal::start();
    running.signal(Signal::QUIT);
    let end = running.wait_for("--resume");
    assert!(end.contains("interrupted; "), "{end:?}");
    assert_eq!(running.code(), Some(4), "the user ended it");
    assert!(running.modes().contains(LocalModes::ICANON | LocalModes::ECHO));
}

#[test]
fn a_program_that_is_stopped_gives_the_terminal_back_until_it_goes_on() {
    let mut running = OnTerminal::start();
    running.signal(Signal::TSTP);
    running.wait_until_taken(false);
    let until = Instant::now() + LIMIT;
    while running.state() != 'T' {
        assert!(Instant::now() < until, "{}", running.state());
        thread::yield_now();
    }
    running.signal(Signal::CONT);
    running.wait_until_taken(true);
    running.press(b"q");
    running.wait_for("--resume");
    assert_eq!(running.code(), Some(4), "the user ended it");
    assert!(running.modes().contains(LocalModes::ICANON | LocalModes::ECHO));
}
