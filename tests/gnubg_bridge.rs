//! GNU Backgammon behind `quintet bridge gnubg`, where it is installed: what it says is a dialogue of
//! UBGI, and it can be stopped. `.ci/run` installs it; without it only the refusal is tested.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// No line may be longer in coming: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);
const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

#[expect(clippy::disallowed_methods, reason = "the program under test; it is killed when dropped")]
fn bridge(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["bridge", "gnubg"]).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Bridge {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Bridge {
    /// A bridge that is ready; `None` where GNU Backgammon is not installed.
    fn ready() -> Option<Self> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<_> = std::env::split_paths(&folders).collect();
        folders.push(Path::new("/usr/games").to_owned());
        if !folders.iter().any(|folder| folder.join("gnubg").is_file()) {
            return None;
        }
        let mut child = bridge(&["--ply", "0"]).spawn().unwrap();
        let (sender, output) = sync_channel(10_000);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take();
        let mut bridge = Self { child, input, output };
        bridge.send("ubgi");
        bridge.until("readyok");
        Some(bridge)
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).unwrap()
    }

    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    fn answer(&mut self, position: &str) -> String {
        self.send(position);
        self.line()
    }

    /// Closes the input and waits for the end.
    fn end(mut self) {
        self.input = None;
        let give_up = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(Instant::now() < give_up, "the bridge does not end");
            thread::yield_now();
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn without_the_program_it_says_so_in_a_sentence_and_ends() {
    let output = bridge(&["--program", "no/such/gnubg"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "quintet: there is no program \"no/such/gnubg\"\n");
}

#[test]
fn decisions_are_answered_in_the_words_of_the_document() {
    let Some(mut bridge) = Bridge::ready() else { return };
    for (position, expected) in [
        (START, "8/5 6/5"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "roll"),
        ("XGID=aa--BBBB----dE---d-e----B-:0:0:1:00:0:0:0:0:10", "double"),
        ("XGID=aa--BBBB----dE---d-e----B-:0:0:1:D:0:0:0:0:10", "drop"),
        // What it calls a beaver is a take here.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "take"),
        // On the bar against a closed board.
        ("XGID=-A-----------------bbbbbbA:0:0:1:21:0:0:0:0:10", ""),
        // The cube is the other player's.
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "roll"),
        ("XGID=nonsense", "sorry"),
    ] {
        assert_eq!(bridge.answer(position), expected, "{position}");
    }
    bridge.end();
}

#[test]
fn analyses_list_plays_and_turns_of_the_cube_with_their_equities() {
    let Some(mut bridge) = Bridge::ready() else { return };
    bridge.send(&format!("analyse lines 3 ply 1 {START}"));
    let lines = bridge.until("analysis end");
    let best = lines.iter().rfind(|line| line.starts_with("analysis line 1 ")).unwrap();
    assert!(best.contains(" ply 1 equity 0.") && best.ends_with(" action 8/5 6/5"), "{best}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("analysis line 3 ")).count(), 2);
    bridge.send("analyse XGID=aa--BBBB----dE---d-e----B-:0:0:1:00:0:0:0:0:10");
    let lines = bridge.until("analysis end");
    for action in ["roll", "double take", "double drop"] {
        assert!(lines.iter().any(|line| line.ends_with(&format!(" action {action}"))), "{lines:?}");
    }
    bridge.end();
}

#[test]
fn a_rollout_is_stopped_and_the_next_question_answered() {
    let Some(mut bridge) = Bridge::ready() else { return };
    bridge.send(&format!("analyse lines 2 ply 0 trials 1000000 {START}"));
    bridge.until("analysis progress");
    bridge.send("stop");
    bridge.until("analysis end");
    assert_eq!(bridge.answer(START), "8/5 6/5");
    bridge.send(&format!("analyse lines 2 ply 0 trials 36 {START}"));
    let lines = bridge.until("analysis end");
    assert!(lines.contains(&"analysis progress 72 72".to_owned()), "{lines:?}");
    let rolled = lines.iter().rfind(|line| line.starts_with("analysis line 1 ")).unwrap();
    assert!(rolled.contains(" trials 36 ") && rolled.contains(" error "), "{rolled}");
    bridge.end();
}
