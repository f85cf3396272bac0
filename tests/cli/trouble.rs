//! Machines in trouble while a tournament is played: what there is is kept, and no engine is charged.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet::store::read_results;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use super::{LIMIT, empty_folder, quintet};

/// A tournament of two players with these keys; its folder has the name `cup`.
fn file(keys: &str, engine: &str) -> (TempDir, PathBuf) {
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    let player = |name: &str| format!("[[player]]\nname = \"{name}\"\n{engine}\n");
    let text = format!("format = \"match\"\n{keys}\n{}{}", player("A"), player("B"));
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// The program while it plays a tournament; it is killed when this value goes.
struct Running {
    child: Child,
    /// The lines of its output; closed with it.
    lines: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Running {
    /// Starts it by `sh`, which does this first.
    #[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
    fn start(first: &str, path: &Path, env: &[(&str, &str)]) -> Self {
        let config = path.parent().unwrap().join("config");
        let mut child = Command::new("sh")
            .args(["-c", &format!("{first} exec \"$0\" \"$@\"")])
            .args([env!("CARGO_BIN_EXE_quintet"), "tournament", path.to_str().unwrap()])
            .env("QUINTET_CONFIG_DIR", config)
            .envs(env.iter().copied())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (lines_tx, lines) = sync_channel(0);
        thread::spawn(move || {
            // Without a reader of the lines the output is closed here.
            out.lines()
                .map_while(Result::ok)
                .take_while(|line| lines_tx.send(line.clone()).is_ok())
                .last()
        });
        Self { child, lines }
    }

    /// Waits for the line of a game.
    fn wait_for_game(&self) {
        let until = Instant::now() + LIMIT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).expect("a game is printed");
            if line.starts_with("game ") {
                return;
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Its exit code, its other lines, and what it has complained of.
    fn end(mut self) -> (Option<i32>, String, String) {
        let until = Instant::now() + LIMIT;
        let mut out = String::new();
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => out = out + &line + "\n",
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {out}"),
            }
        }
        self.code_and_complaints(out)
    }

    /// The same without any reader of its output from now on.
    fn end_unheard(mut self) -> (Option<i32>, String, String) {
        let (_, none) = sync_channel(0);
        drop(std::mem::replace(&mut self.lines, none));
        self.code_and_complaints(String::new())
    }

    fn code_and_complaints(&mut self, out: String) -> (Option<i32>, String, String) {
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

/// The rows of finished games; no engine was charged with anything in any of them.
fn rows(folder: &TempDir) -> Vec<Value> {
    let rows: Vec<Value> = read_results(&folder.path().join("cup/games.jsonl")).unwrap();
    for row in rows.iter().filter(|row| row["result"] != "*") {
        assert_eq!((&row["failure"], &row["cause"]), (&Value::Bool(false), &Value::Null), "{row}");
    }
    rows
}

fn resume(folder: &TempDir) -> String {
    let path = folder.path().join("cup");
    quintet(&["tournament", "--resume", path.to_str().unwrap()]).succeeds().out
}

const FAST: &str = "engine = \"builtin:1\"";

#[test]
fn on_a_full_disk_whole_games_are_kept_and_the_rest_is_played_when_there_is_room() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 20", FAST);
    // A file may have 32 KiB: after some games the system writes no more.
    let running = Running::start("ulimit -f 64;", &path, &[]);
    let (code, _, err) = running.end();
    assert_eq!(code, Some(1), "{err}");
    for part in
        ["cannot write", "the file is too large", "the running games are the last", "--resume"]
    {
        assert_eq!(err.matches(part).count(), 1, "{part:?} is not in {err} once");
    }
    let kept = rows(&folder).len();
    assert!((1..40).contains(&kept), "{kept}");
    let out = resume(&folder);
    assert!(out.contains(&format!("{kept} of 40 games were played before")), "{out}");
    assert_eq!(rows(&folder).len(), 40);
}

#[test]
fn a_folder_that_is_removed_ends_the_tournament_with_a_sentence() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 2000", FAST);
    let running = Running::start("", &path, &[]);
    running.wait_for_game();
    // Games are written meanwhile, so that it may not be empty at the first attempt.
    while folder.path().join("cup").exists() {
        drop(fs::remove_dir_all(folder.path().join("cup")));
    }
    let (code, out, err) = running.end();
    assert_eq!(code, Some(1), "{err}");
    for part in ["the file was removed while it was written", "is gone, and with it the games"] {
        assert!(err.contains(part), "{part:?} is not in {err}");
    }
    assert!(!out.contains("failure") && !err.contains("panicked"), "{out}{err}");
    assert!(!folder.path().join("cup").exists(), "nothing is made again");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_renamed_ends_the_tournament_and_its_new_name_is_said() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 2000", FAST);
    let running = Running::start("", &path, &[]);
    running.wait_for_game();
    fs::rename(folder.path().join("cup"), folder.path().join("other")).unwrap();
    let (code, _, err) = running.end();
    assert_eq!(code, Some(1), "{err}");
    let other = folder.path().canonicalize().unwrap().join("other");
    let again = format!("`quintet tournament --resume {other:?}` continues the tournament");
    for part in ["was moved or renamed", "all games are kept there", &again] {
        assert!(err.contains(part), "{part:?} is not in {err}");
    }
    assert!(!folder.path().join("cup").exists(), "nothing is made again");
    quintet(&["tournament", "report", other.to_str().unwrap()]).succeeds();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_games_that_is_removed_is_made_again_with_all_its_games() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 200", FAST);
    let running = Running::start("", &path, &[]);
    running.wait_for_game();
    fs::remove_file(folder.path().join("cup/games.jsonl")).unwrap();
    let (code, _, err) = running.end();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(rows(&folder).len(), 400);
}

#[test]
fn without_a_reader_of_its_output_a_tournament_is_played_to_its_end() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 20", FAST);
    let running = Running::start("", &path, &[]);
    running.wait_for_game();
    let (code, _, err) = running.end_unheard();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(rows(&folder).len(), 40);
    assert!(folder.path().join("cup/report.html").is_file());
}

#[test]
fn a_closed_terminal_stops_the_games_and_they_are_played_again() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 100", FAST);
    let running = Running::start("", &path, &[]);
    running.wait_for_game();
    running.signal(Signal::HUP);
    let (code, _, err) = running.end();
    // On a busy machine all may have been played by then.
    if rows(&folder).len() < 200 {
        assert_eq!(code, Some(4), "{err}");
        assert!(err.contains("interrupted; ") && err.contains("--resume"), "{err}");
    }
    resume(&folder);
    assert_eq!(rows(&folder).len(), 200);
}

#[test]
fn a_game_in_which_the_machine_slept_is_played_again() {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let engine = format!("engine = \"{scripted} late=300@go\"\nprotocol = \"nboard\"");
    let (folder, path) = file("time = \"0.6s/move\"\nmax-plies = 12", &engine);
    let log = folder.path().join("log");
    let env = [("QUINTET_LOG", "play=debug"), ("QUINTET_LOG_FILE", log.to_str().unwrap())];
    let running = Running::start("", &path, &env);
    let until = Instant::now() + LIMIT;
    let n_asked =
        || fs::read_to_string(&log).unwrap_or_default().matches("asked for its move").count();
    // The second one has started by then, and is asked at once.
    while n_asked() < 2 {
        assert!(Instant::now() < until, "no engine is asked");
        thread::yield_now();
    }
    let heading = running.lines.recv_timeout(LIMIT).unwrap();
    assert!(heading.starts_with("cup: "), "{heading}");
    // It has been told to move by now, too.
    assert!(running.lines.recv_timeout(Duration::from_millis(100)).is_err());
    // While nothing of the program runs, the engine's time passes.
    running.signal(Signal::STOP);
    let silence = running.lines.recv_timeout(Duration::from_millis(2_600));
    running.signal(Signal::CONT);
    let (code, out, err) = running.end();
    assert_eq!(code, Some(0), "{silence:?} {out}{err}");
    let again = "is played again";
    let again = out.lines().find(|line| line.contains(again)).unwrap_or_else(|| panic!("{out}"));
    assert!(again.contains("while the program was halted or the machine slept"), "{again}");
    let rows = rows(&folder);
    let annulled: Vec<&Value> = rows.iter().filter(|row| row["result"] == "*").collect();
    assert_eq!((rows.len(), annulled.len()), (3, 1), "{rows:?}");
    assert!(annulled[0]["lateness"]["halted_ms"].as_f64().unwrap() >= 2_000.0, "{annulled:?}");
}

/// A game whose engines are not ready has not begun, so that nothing of it is to be finished.
#[test]
fn an_interrupt_ends_a_tournament_whose_engines_never_get_ready() {
    let folder = empty_folder();
    let started = folder.path().join("started");
    let engine = format!(
        "engine = \"sh -c 'touch {}; exec sleep 1000'\"\nprotocol = \"nboard\"",
        started.to_str().unwrap()
    );
    let (_tournament, path) = file("time = \"depth 1\"", &engine);
    let running = Running::start("", &path, &[]);
    let until = Instant::now() + LIMIT;
    while !started.exists() {
        assert!(Instant::now() < until, "no engine is started");
        thread::park_timeout(Duration::from_millis(5));
    }
    running.signal(Signal::INT);
    let (code, out, err) = running.end();
    assert_eq!(code, Some(4), "{out}{err}");
    assert!(err.contains("interrupted; 0 of 2 games were played"), "{err}");
    assert!(err.contains("--resume"), "{err}");
}

/// What waits for other machines or for input is ended by the user as a tournament is.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_what_waits_or_counts_for_long_with_its_own_code() {
    let (folder, path) = file("time = \"depth 1\"\npairs = 4", FAST);
    let share = folder.path().join("share");
    let share = share.to_str().unwrap();
    let args = ["tournament", path.to_str().unwrap(), "--shard", "1/2", "--out", share];
    quintet(&args).succeeds();
    let film = folder.path().join("film.gif");
    let film = film.to_str().unwrap();
    for args in [
        &["tournament", "merge", "--watch", "3600", share][..],
        &["convert", "-", "-"],
        &["analyse", "-", "--depth", "1"],
        &["film", "-", "--out", film],
        &["perft", "othello", "30"],
    ] {
        let mut child = waiting(args, folder.path());
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(4), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains("interrupted"), "{err}");
    }
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().contains("film")).collect();
    assert!(left.is_empty(), "half a film is left: {left:?}");
}

/// The program with an open input, as soon as it handles an interrupt.
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
fn waiting(args: &[&str], config: &Path) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(args)
        .env("QUINTET_CONFIG_DIR", config)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = Instant::now() + LIMIT;
    let status = format!("/proc/{}/status", child.id());
    let handles = || {
        let text = fs::read_to_string(&status).unwrap();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
        caught & (1 << (Signal::INT.as_raw() - 1)) != 0
    };
    while !handles() {
        assert!(Instant::now() < until, "it handles no interrupt: {args:?}");
        thread::park_timeout(Duration::from_millis(5));
    }
    child
}
