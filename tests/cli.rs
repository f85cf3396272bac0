//! The command line as a user meets it: the real program, its output and its exit codes.
//!
//! Every run stands in a time limit and has a configuration folder of its own.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::timeout;

/// Far more than any run here needs, also on a machine with much else to do.
const LIMIT: Duration = Duration::from_secs(120);

/// What a run of the program left behind.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// It failed with this code, and says so in a sentence: no panic, no backtrace.
    #[track_caller]
    fn fails(&self, code: i32, says: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.err.contains(says), "{says:?} is not in {self:?}");
        assert!(!self.err.contains("panicked") && !self.err.contains("backtrace"), "{self:?}");
    }

    #[track_caller]
    fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }
}

fn quintet(args: &[&str]) -> Run {
    quintet_with(args, "", &empty_folder())
}

fn empty_folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn quintet_with(args: &[&str], input: &str, config: &TempDir) -> Run {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let output = timeout(LIMIT, run(args, input, config.path())).await;
        let output = output.unwrap_or_else(|_| panic!("{args:?} took longer than {LIMIT:?}"));
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    })
}

#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
async fn run(args: &[&str], input: &str, config: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(args)
        .env("QUINTET_CONFIG_DIR", config)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feed = async move {
        // A program that does not read all of its input may close it.
        drop(stdin.write_all(input.as_bytes()).await);
    };
    let ((), output) = tokio::join!(feed, child.wait_with_output());
    output.unwrap()
}

#[test]
fn perft_prints_depth_nodes_and_seconds_for_each_depth() {
    let run = quintet(&["perft", "othello", "8"]).succeeds();
    // Convention A of the table: a pass is a ply, a finished game one leaf.
    let table = fs::read_to_string("tests/data/othello/perft_othello.csv").unwrap();
    let expected: Vec<&str> = (1..=8)
        .map(|depth| {
            let row = format!("A,{depth},");
            let line = table.lines().find(|line| line.starts_with(&row)).unwrap();
            line.split(',').nth(2).unwrap()
        })
        .collect();
    assert_eq!(run.lines().len(), expected.len());
    for (idx, (line, nodes)) in run.lines().iter().zip(expected).enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, depth, counted, secs] = words.as_slice() else { panic!("{line}") };
        assert_eq!((*name, *depth, *counted), ("perft", (idx + 1).to_string().as_str(), nodes));
        assert!(secs.parse::<f64>().unwrap() >= 0.0, "{line}");
    }
}

/// The start position in the form of a 64-character board, which begins with a dash.
const START: &str = "---------------------------O*------*O--------------------------- *";
const START_MOVES: &str = "d3;c4;f5;e6";

#[test]
fn perft_and_moves_take_a_position_that_begins_with_dashes() {
    let run = quintet(&["perft", "othello", "1", "--position", START]).succeeds();
    assert!(run.out.starts_with("perft 1 4 "), "{run:?}");
    assert_eq!(quintet(&["moves", "othello", START]).succeeds().lines(), [START_MOVES]);
    assert_eq!(quintet(&["moves", "othello"]).succeeds().lines(), [START_MOVES]);
}

#[test]
fn moves_answers_every_line_and_goes_on_after_a_bad_one() {
    // Black has no move here and White has e8; on the full board nobody has.
    let pass = format!("{}*O* *", "-".repeat(61));
    let over = format!("{} *", "*".repeat(64));
    let input = format!("{START}\nnonsense\n\n{START}\r\n{over}\n{pass}");
    let run = quintet_with(&["moves", "othello", "-"], &input, &empty_folder()).succeeds();
    let lines = run.lines();
    let [first, nonsense, blank, again, over, pass] = lines.as_slice() else { panic!("{run:?}") };
    assert_eq!((*first, *again, *over, *pass), (START_MOVES, START_MOVES, "", "pass"));
    assert!(nonsense.starts_with("error: ") && nonsense.contains("\"nonsense\""), "{run:?}");
    assert!(blank.starts_with("error: "), "{run:?}");
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let input = format!("{START}\n").repeat(20_000);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (status, err) = runtime.block_on(async {
        timeout(LIMIT, run_with_closed_output(&["moves", "othello", "-"], &input)).await.unwrap()
    });
    assert_eq!((status, err.as_str()), (Some(0), ""));
}

/// Closes the program's output before it reads a line.
#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
async fn run_with_closed_output(args: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()).await);
    let output = child.wait_with_output().await.unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn wrong_arguments_are_named_and_say_what_is_allowed() {
    quintet(&["perft", "chess", "3"]).fails(2, "known: othello");
    quintet(&["perft", "othello", "0"]).fails(2, "1..=99");
    quintet(&["perft", "othello", "3", "--variant", "anti"]).fails(2, "unknown variant \"anti\"");
    quintet(&["perft", "othello", "3", "--position", "xyz"]).fails(2, "position \"xyz\"");
    quintet(&["moves", "othello", "xyz"]).fails(2, "position \"xyz\"");
    quintet(&["moves", "othello", "--variant", "anti", "-"]).succeeds();
    quintet(&["engine", "nboard", "--level", "11"]).fails(2, "1..=10");
    quintet(&["engines", "probe", "nobody"]).fails(2, "no engine is named \"nobody\"");
    quintet(&["engines", "--engines", "/no/such/list.toml"]).fails(1, "/no/such/list.toml");
}

#[test]
fn engines_lists_the_good_entries_of_a_broken_list_and_names_the_mistakes() {
    let config = empty_folder();
    let list = "\
[[engine]]
name = \"Fine\"
protocol = \"nboard\"
command = [\"fine\", \"-nboard\"]

[[engine]]
name = \"Broken\"
protocol = \"chess\"
command = [\"broken\"]
";
    let path = config.path().join("engines.toml");
    fs::write(&path, list).unwrap();
    let run = quintet_with(&["engines"], "", &config);
    run.fails(1, &format!("{}:8: engine \"Broken\": protocol: ", path.display()));
    assert!(run.out.contains("Fine") && run.out.contains("fine -nboard"), "{run:?}");
    assert!(run.out.contains("Quintet Othello") && !run.out.contains("Broken"), "{run:?}");
    assert_eq!(run.out, quintet_with(&["engines", "list"], "", &config).out);

    let good = quintet(&["engines", "list"]).succeeds();
    assert!(good.out.contains("short name builtin"), "{good:?}");
    assert_eq!(good.err, "");
}
