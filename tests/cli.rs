//! The command line as a user meets it: the real program, its output and its exit codes.
//!
//! Every run stands in a time limit and has a configuration folder of its own.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "cli/adjudication.rs"]
mod adjudication;
#[path = "cli/analyse.rs"]
mod analyse;
#[cfg(unix)]
#[path = "cli/analyse_values.rs"]
mod analyse_values;
#[path = "cli/changes.rs"]
mod changes;
#[path = "cli/convert.rs"]
mod convert;
#[path = "cli/cups.rs"]
mod cups;
#[path = "cli/dice.rs"]
mod dice;
#[path = "cli/dice_studies.rs"]
mod dice_studies;
#[path = "cli/failures.rs"]
mod failures;
#[path = "cli/hive.rs"]
mod hive;
#[path = "cli/log.rs"]
mod log;
#[path = "cli/many_engines.rs"]
mod many_engines;
#[path = "cli/openings.rs"]
mod openings;
#[path = "cli/picture.rs"]
mod picture;
#[path = "cli/records.rs"]
mod records;
#[path = "cli/replays.rs"]
mod replays;
#[path = "cli/shards.rs"]
mod shards;
#[cfg(unix)]
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/tournaments.rs"]
mod tournaments;
#[cfg(unix)]
#[path = "cli/trouble.rs"]
mod trouble;

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
    quintet_in(&[], args, input, config)
}

/// With these variables in its environment.
fn quintet_in(env: &[(&str, &str)], args: &[&str], input: &str, config: &TempDir) -> Run {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let output = timeout(LIMIT, run(env, args, input, config.path())).await;
        let output = output.unwrap_or_else(|_| panic!("{args:?} took longer than {LIMIT:?}"));
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    })
}

#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
async fn run(env: &[(&str, &str)], args: &[&str], input: &str, config: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(args)
        .env("QUINTET_CONFIG_DIR", config)
        .env_remove("QUINTET_LOG")
        .env_remove("QUINTET_LOG_FILE")
        .envs(env.iter().copied())
        // No run here opens a window, whatever the machine.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
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
    let table = fs::read_to_string("tests/data/othello/perft.csv").unwrap();
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
fn perft_and_moves_know_the_variants_of_draughts() {
    let run = quintet(&["perft", "draughts", "7", "--variant", "Frisian"]).succeeds();
    // tests/data/draughts/perft.csv
    let nodes = run.lines().into_iter().map(|line| line.split(' ').nth(2).unwrap());
    let expected = ["9", "81", "658", "3874", "21265", "102431", "540126"];
    assert_eq!(nodes.collect::<Vec<&str>>(), expected);
    let args = ["moves", "draughts", "--variant", "killer", "-"];
    let king = "WeeeeeeeeeeeeeeeeeeeeeeeeeeeBeeeeeeeeeeeeeeeeeWeeee";
    let input = format!("W:WK46:BK28\n{king}\nW:WK46:BK28,51\n");
    let run = quintet_with(&args, &input, &empty_folder()).succeeds();
    let lines = run.lines();
    assert_eq!(lines[..2], ["46x23x28"; 2]);
    assert!(lines[2].starts_with("error: ") && lines.len() == 3, "{lines:?}");
    // What was meant is said, not all of what was written.
    let long = format!("W:W{}\n{}\n", "x".repeat(5000), "y z".repeat(5000));
    for game in ["draughts", "othello"] {
        let run = quintet_with(&["moves", game, "-"], &long, &empty_folder()).succeeds();
        assert_eq!(run.lines().len(), 2, "{game}");
        for (line, begin) in run.lines().iter().zip(["W:Wxxx", "y zy z"]) {
            assert!(line.starts_with("error: ") && line.chars().count() < 400, "{line}");
            assert!(line.contains(begin) && line.contains("..."), "{line}");
        }
    }
    quintet(&["perft", "draughts", "1", "--variant", "polish"])
        .fails(2, "international, frisian, killer, breakthrough, losing");
}

#[test]
fn perft_and_moves_of_backgammon_count_rolls_and_list_distinct_plays() {
    let run = quintet(&["perft", "backgammon", "2"]).succeeds();
    // GNU Backgammon and another generator agree on these: 21 rolls, and all 36 throws.
    for line in ["perft 1 447 ", "weighted 1 637 ", "perft 2 202782 ", "weighted 2 419783 "] {
        assert!(run.lines().iter().any(|said| said.starts_with(line)), "{line}: {run:?}");
    }
    quintet(&["perft", "backgammon"]).fails(2, "DEPTH");
    let start = "XGID=-b----E-C---eE---c-e----B-:0:0";
    let input = format!(
        "{start}:1:64:0:0:0:0:10\n{start}:1:00:0:0:0:0:10\nnothing\n{start}:1:D:0:0:0:0:10\n\
         XGID=-A-----------------bbbbbbA:0:0:1:21:0:0:0:0:10\n4HPwATDgc/ABMA\n"
    );
    let run = quintet_with(&["moves", "backgammon", "-"], &input, &empty_folder()).succeeds();
    let lines = run.lines();
    assert_eq!(lines[0].split(';').count(), 14, "{lines:?}");
    assert!(lines[0].starts_with("24/20 24/18;24/20 13/7;"), "{lines:?}");
    assert_eq!(
        [lines[1], lines[3], lines[4], lines[5]],
        ["double;roll", "take;drop", "pass", "double;roll"]
    );
    assert!(lines[2].starts_with("error: ") && lines[2].contains("\"nothing\""), "{lines:?}");
}

#[test]
fn perft_and_moves_take_a_position_that_begins_with_dashes() {
    let run = quintet(&["perft", "othello", "1", "--position", START]).succeeds();
    assert!(run.out.starts_with("perft 1 4 "), "{run:?}");
    assert_eq!(quintet(&["moves", "othello", START]).succeeds().lines(), [START_MOVES]);
    assert_eq!(quintet(&["moves", "othello"]).succeeds().lines(), [START_MOVES]);
}

#[test]
fn positions_are_given_as_boards_transcripts_and_games() {
    // After 1. f5 the three replies that every book on openings names: d6, f4, f6.
    let ggf = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {START}]B[F5];)");
    for text in ["f5", "F5", ggf.as_str()] {
        let run = quintet(&["moves", "othello", text]).succeeds();
        let mut moves: Vec<&str> = run.lines()[0].split(';').collect();
        moves.sort_unstable();
        assert_eq!(moves, ["d6", "f4", "f6"], "{text}");
        let run = quintet(&["perft", "othello", "1", "--position", text]).succeeds();
        assert!(run.out.starts_with("perft 1 3 "), "{run:?}");
    }
    for args in [&["moves", "othello", "nonsense"][..], &["moves", "othello", "f5f5"]] {
        quintet(args).fails(2, "a position is written as a board, or as a game");
    }
}

#[test]
fn moves_answers_every_line_and_goes_on_after_a_bad_one() {
    // Black has no move here and White has e8; on the full board neither side has a move.
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
    quintet(&["perft", "othello", "0"])
        .fails(2, "invalid value '0' for '<DEPTH>': write a whole number from 1 to 99");
    quintet(&["perft", "othello", "3", "--position", "abc\n\ndef"])
        .fails(2, "position \"abc def\": \"abc def\" after 0 squares; 64 are needed");
    quintet(&["perft", "othello", "abc"])
        .fails(2, "invalid value 'abc' for '<DEPTH>': write a whole number from 1 to 99");
    quintet(&["perft", "othello", "3", "--variant", "anti"]).fails(2, "unknown variant \"anti\"");
    quintet(&["perft", "othello", "3", "--position", "xyz"]).fails(2, "position \"xyz\"");
    quintet(&["moves", "othello", "xyz"]).fails(2, "position \"xyz\"");
    quintet(&["moves", "othello", "--variant", "anti", "-"]).succeeds();
    quintet(&["engine", "nboard", "--level", "11"])
        .fails(2, "invalid value '11' for '--level <LEVEL>': write a whole number from 1 to 10");
    quintet(&["engines", "probe", "nobody"]).fails(2, "no engine is named \"nobody\"");
}

#[test]
fn a_missing_file_has_the_same_exit_code_for_every_option() {
    let play = ["match", "builtin:1", "builtin:1", "--depth", "1", "--games", "1"];
    let dice = ["--game", "backgammon", "--dice", "/no/such/dice"];
    for args in [
        &["engines", "--engines", "/no/such/list.toml"][..],
        &["match", "A", "B", "--engines", "/no/such/list.toml"],
        &["check", "A", "--engines", "/no/such/list.toml"],
        &[&play[..], &dice].concat(),
        &[&play[..], &["--json", "/no/such/games.jsonl"]].concat(),
        &[&play[..], &["--csv", "/no/such/games.csv"]].concat(),
        &["replay", "/no/such/session.txt"],
        &["engines", "probe", "/no/such/engine"],
        &["engines", "add", "/no/such/engine"],
        &["check", "/no/such/engine", "--protocol", "hub"],
        &["check", "--command", "/no/such/engine hub", "--protocol", "hub"],
        &["match", "/no/such/engine", "builtin:1"],
        &["/no/such/games.pdn"],
    ] {
        quintet(args).fails(2, "/no/such/");
    }
}

/// A pipe would wait until another program writes; a device has no end.
#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused_wherever_a_file_is_read() {
    let folder = empty_folder();
    let socket = folder.path().join("pipe");
    let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for path in ["/dev/zero", socket.to_str().unwrap()] {
        let play = ["match", "builtin:1", "builtin:1", "--game", "backgammon", "--dice", path];
        quintet(&play).fails(2, "it is not a plain file");
        quintet(&["replay", path]).fails(2, "it is not a plain file");
        quintet(&["engines", "--engines", path]).fails(2, "it is not a plain file");
    }
}

#[test]
fn the_list_of_engines_is_named_before_a_command_or_behind_it() {
    let folder = empty_folder();
    let list = folder.path().join("mine.toml");
    let list = list.to_str().unwrap();
    let words = "[[engine]]\nname = \"Mine\"\nprotocol = \"nboard\"\ncommand = [\"{quintet}\", \
                 \"engine\", \"nboard\"]\n";
    fs::write(list, words).unwrap();
    for args in [
        &["--engines", list, "engines", "probe", "Mine"][..],
        &["engines", "--engines", list, "probe", "Mine"],
        &["engines", "probe", "Mine", "--engines", list],
    ] {
        let run = quintet(args).succeeds();
        assert!(run.out.contains("Othello: plays "), "{run:?}");
    }
    let run = quintet(&["--engines", list, "engines"]).succeeds();
    assert!(run.out.contains("Mine"), "{run:?}");
    let play = ["match", "Mine", "builtin:1", "--depth", "1", "--games", "1"];
    quintet(&[&["--engines", list][..], &play].concat()).succeeds();
    quintet(&["--renderer", "glow", "engines"]).fails(2, "cannot be used with a command");
    quintet(&[list, "engines"]).fails(2, "cannot be used with a command");
}

/// Also true of a program that was built without its window.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_program_says_what_to_do() {
    let run = quintet(&[]);
    run.fails(1, "`quintet match");
    assert_eq!(run.err.lines().count(), 1, "{run:?}");
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
    assert!(run.err.contains(" 1 mistake in"), "{run:?}");
    assert!(run.out.contains("Fine") && run.out.contains("fine -nboard"), "{run:?}");
    assert!(run.out.contains("Quintet Othello") && !run.out.contains("Broken"), "{run:?}");
    assert_eq!(run.out, quintet_with(&["engines", "list"], "", &config).out);

    // The exit code is the same however many mistakes there are, and whatever they are.
    let more = "[[engine]]\nname = \"Third\"\nprotocol = \"hub\"\nport = 0\n\n[[engine]]\nx = 1\n";
    fs::write(&path, format!("{list}\n{more}")).unwrap();
    for args in [&["engines"][..], &["engines", "list"]] {
        let run = quintet_with(args, "", &config);
        run.fails(1, " mistakes in the list of engines, see above");
        assert!(run.err.lines().count() > 4 && run.out.contains("Fine"), "{run:?}");
    }

    let good = quintet(&["engines", "list"]).succeeds();
    assert!(good.out.contains("short name builtin"), "{good:?}");
    assert_eq!(good.err, "");
}

#[test]
fn an_own_list_that_cannot_be_read_costs_no_shipped_engine() {
    let config = empty_folder();
    fs::write(config.path().join("engines.toml"), b"version = 1\n\xff\n").unwrap();
    let run = quintet_with(&["engines"], "", &config);
    run.fails(1, "engines.toml:2: cannot be read: a byte that is not UTF-8");
    assert!(run.out.contains("Quintet Othello"), "{run:?}");
    let args = ["match", "builtin:1", "builtin:1", "--depth", "1"];
    quintet_with(&args, "", &config).succeeds();
}

/// The objects that a match has written.
fn games_in(path: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_match_plays_all_games_and_writes_each_as_an_object_with_its_record() {
    let folder = empty_folder();
    let json = folder.path().join("games.jsonl");
    let args = ["match", "builtin:1", "builtin:1", "--depth", "1", "--games", "4"];
    let more = ["--concurrency", "2", "--seed", "7", "--json", json.to_str().unwrap()];
    let run = quintet(&[&args[..], &more[..]].concat()).succeeds();
    let progress = run.lines().into_iter().filter(|line| line.starts_with("game ")).count();
    assert_eq!(progress, 4, "{run:?}");
    assert!(run.out.contains("95 % interval") && run.out.contains("reasons"), "{run:?}");

    let games = games_in(&json);
    assert_eq!(games.len(), 4);
    for game in &games {
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&game["result"].as_str().unwrap()), "{game}");
        assert_eq!(game["failure"], false, "{game}");
        assert_ne!(game["first"], game["second"]);
        assert!(game["moves"].as_array().unwrap().len() > 8, "{game}");
        // The record is a game file that the program opens: its moves lead to the end of the game.
        assert!(game["text"].as_str().unwrap().starts_with("(;GM[Othello]"), "{game}");
    }
    // Colours are swapped in pairs that share an opening.
    for pair in [0, 1] {
        let of_pair: Vec<_> = games.iter().filter(|game| game["pair"] == pair).collect();
        let [one, other] = of_pair.as_slice() else { panic!("pair {pair} of {games:?}") };
        assert_eq!(one["first"], other["second"]);
        let opening = |game: &serde_json::Value| {
            let n_plies = usize::try_from(game["opening_plies"].as_u64().unwrap()).unwrap();
            game["moves"].as_array().unwrap()[..n_plies].to_vec()
        };
        assert!(!opening(one).is_empty());
        assert_eq!(opening(one), opening(other));
    }
}

#[test]
fn a_match_is_played_in_a_variant_by_any_of_its_names_and_counts_right_guesses() {
    let folder = empty_folder();
    let json = folder.path().join("games.jsonl");
    let args = ["match", "builtin:1", "builtin:2", "--game", "draughts", "--variant", "BT"];
    let more = ["--depth", "2", "--ponder", "--json", json.to_str().unwrap()];
    let run = quintet(&[&args[..], &more[..]].concat()).succeeds();
    assert!(run.lines()[0].starts_with("Draughts (Breakthrough): "), "{run:?}");
    assert!(run.out.contains("right guesses on the other's time: "), "{run:?}");
    for game in &games_in(&json) {
        assert_eq!(game["variant"], "breakthrough", "{game}");
        assert_eq!(game["failure"], false, "{game}");
        let guesses = game["ponder"].as_array().unwrap();
        assert!(guesses.iter().all(|of| of["hits"].as_u64() <= of["all"].as_u64()), "{game}");
        assert!(guesses.iter().any(|of| of["all"].as_u64() > Some(0)), "{game}");
    }
    let args = ["match", "builtin", "builtin", "--game", "draughts", "--variant", "chess"];
    quintet(&args).fails(2, "international, frisian, killer, breakthrough, losing");
    quintet(&["match", "builtin", "builtin", "--variant", "frisian"]).fails(2, "Othello has: none");
    let args = ["match", "builtin", "Quintet Othello", "--game", "draughts"];
    let said = "Quintet Othello plays Othello, not Draughts; add --game othello";
    quintet(&args).fails(2, said);
}

#[test]
fn the_same_seed_gives_the_same_openings_and_another_one_others() {
    let folder = empty_folder();
    let openings = |name: &str, seed: &str| {
        let json = folder.path().join(name);
        let args = ["match", "builtin:1", "builtin:2", "--depth", "1", "--games", "2"];
        let more = ["--seed", seed, "--json", json.to_str().unwrap()];
        quintet(&[&args[..], &more[..]].concat()).succeeds();
        games_in(&json)[0]["moves"].as_array().unwrap()[..8].to_vec()
    };
    assert_eq!(openings("a", "5"), openings("b", "5"));
    assert_ne!(openings("c", "6"), openings("a2", "5"));
}

#[test]
fn a_match_whose_engine_cannot_be_started_says_what_was_tried() {
    let config = empty_folder();
    let list =
        "[[engine]]\nname = \"Gone\"\nprotocol = \"nboard\"\ncommand = [\"/no/such/engine\"]\n";
    fs::write(config.path().join("engines.toml"), list).unwrap();
    let run =
        quintet_with(&["match", "Gone", "builtin:1", "--depth", "1", "--games", "6"], "", &config);
    run.fails(3, "/no/such/engine");
    assert!(run.err.contains("of 6 games were played"), "{run:?}");
    let run =
        quintet_with(&["match", "builtin:1", "Gone", "--depth", "1", "--games", "1"], "", &config);
    run.fails(3, "Gone could not start");
    assert!(
        run.out.contains("not played") && run.err.contains("0 of 1 game was played"),
        "{run:?}"
    );
    quintet_with(&["engines", "probe", "Gone"], "", &config).fails(3, "/no/such/engine");
}

#[test]
fn a_name_with_a_level_that_no_engine_has_is_no_address() {
    let more = ["builtin:1", "--depth", "1", "--games", "1"];
    let run = quintet(&[&["match", "bultin:9"][..], &more].concat());
    run.fails(2, "no engine is named \"bultin:9\"; there are: ");
    quintet(&["engines", "probe", "bultin:9"]).fails(2, "no engine is named \"bultin:9\"");
    quintet(&["check", "bultin:9", "--protocol", "hub"]).fails(2, "no engine is named");
}

#[cfg(unix)]
#[test]
fn a_match_whose_engine_always_dies_at_its_start_fails_and_counts_no_games() {
    let config = empty_folder();
    let list = "[[engine]]\nname = \"Dead\"\nprotocol = \"nboard\"\ncommand = [\"true\"]\n";
    fs::write(config.path().join("engines.toml"), list).unwrap();
    let args = ["match", "Dead", "builtin:1", "--depth", "1", "--games", "2"];
    let run = quintet_with(&args, "", &config);
    run.fails(3, "0 of 2 games were played: Dead could not start: ended at once (exit 0); is the command right?");
    fs::write(config.path().join("engines.toml"), list.replace("true", "false")).unwrap();
    let run = quintet_with(&args, "", &config);
    run.fails(3, "0 of 2 games were played: Dead crashed (exit 1) before it was ready");
    // What has a folder can go on.
    let out = config.path().join("cup");
    let out = out.to_str().unwrap();
    let run = quintet_with(
        &[&args[..3], &["builtin:2"], &args[3..], &["--out", out]].concat(),
        "",
        &config,
    );
    run.fails(3, &format!("games were played (`quintet tournament --resume {out:?}` continues it when the engine is ready): Dead"));
}

/// Two Ctrl+C: the first is answered, the second ends the match at once.
#[cfg(unix)]
#[test]
fn an_interrupted_match_reports_what_was_played() {
    use rustix::process::Signal;

    let (code, out, err) = within_limit(signalled(&[Signal::INT, Signal::INT]));
    assert_eq!(code, Some(4), "{out} {err}");
    assert!(out.contains("95 % interval"), "{out}");
    assert!(err.contains("finishing the running games"), "{err}");
    assert!(err.contains("interrupted; 0 of 9 games were played"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_match_whose_terminal_is_closed_ends_at_once_and_reports() {
    use quintet::store::was_told_to_ignore;
    use rustix::process::Signal;

    // Who runs the tests under `nohup` has told every program to stay.
    let signal = if was_told_to_ignore(1) { Signal::TERM } else { Signal::HUP };
    let (code, out, err) = within_limit(signalled(&[signal]));
    assert_eq!(code, Some(4), "{out} {err}");
    assert!(out.contains("95 % interval"), "{out}");
    assert!(err.contains("interrupted; 0 of 9 games were played"), "{err}");
}

#[cfg(unix)]
fn within_limit<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { timeout(LIMIT, test).await.unwrap() })
}

/// What becomes of a match that gets these signals, each when the one before was answered.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
async fn signalled(signals: &[rustix::process::Signal]) -> (Option<i32>, String, String) {
    use rustix::process::{Pid, kill_process};
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

    // A game of a minute for each move: it will not be over by itself.
    let args = ["match", "builtin:10", "builtin:9", "--move-time", "60", "--games", "9"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let pid = Pid::from_raw(i32::try_from(child.id().unwrap()).unwrap()).unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let (mut out_text, mut err_text) = (String::new(), String::new());
    out.read_line(&mut out_text).await.unwrap();
    for (idx, signal) in signals.iter().enumerate() {
        if idx > 0 {
            err.read_line(&mut err_text).await.unwrap();
        }
        kill_process(pid, *signal).unwrap();
    }
    out.read_to_string(&mut out_text).await.unwrap();
    err.read_to_string(&mut err_text).await.unwrap();
    (child.wait().await.unwrap().code(), out_text, err_text)
}

#[test]
fn matches_with_wrong_arguments_start_nothing() {
    let play = |more: &[&str]| quintet(&[&["match", "builtin:1", "builtin:2"][..], more].concat());
    quintet(&["match", "builtin:1"]).fails(2, "required");
    quintet(&["match", "builtin:1", "nobody"]).fails(2, "no engine is named \"nobody\"");
    quintet(&["match", "builtin:1", "builtin:11"]).fails(2, "no level \"11\"; allowed: 1, 2");
    play(&["--game", "chess"]).fails(2, "known: othello");
    play(&["--games", "0"]).fails(2, "'0'");
    play(&["--depth", "0"]).fails(2, "'0'");
    play(&["--depth", "1", "--time", "5"]).fails(2, "cannot be used with");
    play(&["--move-time", "1", "--depth", "5"]).fails(2, "cannot be used with");
    play(&["--inc", "1"]).fails(2, "--time");
    let range = "must be from 0.001 to 86400 seconds";
    for option in ["--time", "--move-time"] {
        play(&[option, "-1"]).fails(2, range);
        play(&[option, "-0.5"]).fails(2, range);
    }
    play(&["--time", "5", "--inc", "-1"]).fails(2, range);
    play(&["--games", "-1"]).fails(2, "write a whole number from 1 on");
    play(&["--depth", "-2"]).fails(2, "write a whole number from 1 on");
    play(&["--time", "nan"]).fails(2, "from 0.001");
    // A file cannot be a folder.
    let inside_a_file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/games.jsonl");
    play(&["--json", inside_a_file, "--depth", "1"]).fails(2, "Cargo.toml");
    // A slip of the pen makes no folders.
    play(&["--json", "/no/such/games.jsonl", "--depth", "1"]).fails(2, "there is no folder");
}

#[test]
fn an_engine_whose_port_is_in_use_names_it_and_says_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = quintet(&["engine", "guide", "-guide", "-port", &port]);
    run.fails(1, &format!("port {port} of this machine is in use"));
    assert!(run.err.contains("-port N"), "{run:?}");
}

#[test]
fn results_are_added_only_to_files_of_results() {
    let folder = empty_folder();
    let path = folder.path().join("notes.txt");
    let json = path.to_str().unwrap();
    let play = || quintet(&["match", "builtin:1", "builtin:1", "--depth", "1", "--json", json]);
    fs::write(&path, "my notes, without an end").unwrap();
    play().fails(2, "one JSON object per line");
    assert_eq!(fs::read_to_string(&path).unwrap(), "my notes, without an end");
    fs::write(&path, "{\"number\":7}\n{\"number\":8,\"te").unwrap();
    let run = play().succeeds();
    assert!(run.err.contains("a torn last line was cut off: {\"number\":8"), "{run:?}");
    assert_eq!(games_in(&path).len(), 3);
}

#[cfg(unix)]
#[test]
fn results_can_go_to_a_pipe() {
    let run =
        quintet(&["match", "builtin:1", "builtin:1", "--depth", "1", "--json", "/dev/stdout"]);
    let run = run.succeeds();
    let objects = run.lines().into_iter().filter(|line| line.starts_with('{')).count();
    assert_eq!(objects, 2, "{run:?}");
}

/// What the system has for it is a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_match_with_the_table_of_what_is_known() {
    let folder = empty_folder();
    let path = folder.path().join("games.jsonl");
    let path = path.to_str().unwrap();
    for files in [&["--json", "/dev/full"][..], &["--csv", path, "--json", "/dev/full"]] {
        let play = ["match", "builtin:1", "builtin:1", "--depth", "1", "--games", "200"];
        let run = quintet(&[&play[..], files].concat());
        run.fails(1, "cannot write \"/dev/full\": the disk is full");
        let last = run.err.lines().last().unwrap();
        let (_, played) = last.rsplit_once("; ").unwrap();
        let n_played: u32 =
            played.strip_suffix(" of 200 games were played").unwrap().parse().unwrap();
        assert!((1..200).contains(&n_played), "{run:?}");
        // The table counts the games that no file holds, too.
        let row = run.out.lines().skip_while(|line| !line.starts_with("engine ")).nth(1).unwrap();
        assert!(
            row.contains(&format!(" {n_played} ")) && run.out.contains("\nreasons\n"),
            "{run:?}"
        );
    }
}

#[test]
fn what_the_system_said_is_said_once() {
    let run = quintet(&["engines", "--engines", "/no/such/list.toml"]);
    run.fails(2, "cannot read \"/no/such/list.toml\": there is no such file");
    assert_eq!(run.err.matches("no such file").count(), 1, "{run:?}");
    assert!(!run.err.contains("os error"), "{run:?}");
}

#[test]
fn probe_says_what_the_engine_is_and_that_it_plays() {
    let run = quintet(&["engines", "probe", "builtin:3"]).succeeds();
    let lines = run.lines();
    assert!(lines[0].starts_with("NBoard, ") && lines[0].contains("ready in"), "{run:?}");
    let mv = lines.last().unwrap().strip_prefix("Othello: plays ").unwrap();
    assert!(START_MOVES.split(';').any(|legal| legal == mv), "{run:?}");
}

/// A list of one Hub engine that does what `faults` say and is given `options`.
fn hub_list(name: &str, faults: &[&str], options: &str) -> String {
    let program = env!("CARGO_BIN_EXE_scripted-engine");
    let command = [&[program, "--hub"][..], faults].concat();
    format!(
        "[[engine]]\nname = \"{name}\"\nprotocol = \"hub\"\ncommand = {command:?}\n\
         options = {{ {options} }}\n"
    )
}

fn config_with(list: &str) -> TempDir {
    let config = empty_folder();
    fs::write(config.path().join("engines.toml"), list).unwrap();
    config
}

#[test]
fn options_that_the_engine_does_not_admit_are_named_by_probe_and_match() {
    let options = "threads = 99, nosuch = 1, hash = 7";
    let config = config_with(&[hub_list("Bad", &[], options), hub_list("Good", &[], "")].concat());
    let complaints = [
        "quintet: Bad: option \"nosuch\" is not sent: the engine has only variant, book",
        "quintet: Bad: option \"threads\" is not sent: it is \"99\"; allowed: ",
    ];
    let names_both = |run: &Run| {
        for complaint in complaints {
            assert_eq!(run.err.matches(complaint).count(), 1, "{complaint} in {run:?}");
        }
        let n_of_bad = run.err.lines().filter(|line| line.starts_with("quintet: Bad: ")).count();
        assert_eq!(n_of_bad, complaints.len(), "{run:?}");
    };
    let run = quintet_with(&["engines", "probe", "Bad"], "", &config).succeeds();
    names_both(&run);
    for declared in [
        "option book: true or false; default true",
        "option threads: a whole number from 1 to 16; default 1",
        "option hash: a whole number; default 16",
        "option margin: a number from 0 to 1; default 0.5",
        "option file: a text; default empty",
    ] {
        assert!(run.lines().contains(&declared), "{declared} in {run:?}");
    }
    // Each copy of the engine complains of the same.
    let more = ["--game", "draughts", "--depth", "1", "--games", "2", "--concurrency", "2"];
    let args = [&["match", "Bad", "Good"][..], &more].concat();
    names_both(&quintet_with(&args, "", &config).succeeds());
}

#[test]
fn a_position_that_an_engine_refuses_is_the_cause_and_its_error_is_told() {
    let refuses = ["instead=error message=\"bad position\"@go"];
    let config =
        config_with(&[hub_list("Picky", &refuses, ""), hub_list("Good", &[], "")].concat());
    let json = config.path().join("games.jsonl");
    let args = ["match", "Picky", "Good", "--game", "draughts", "--depth", "1", "--games", "1"];
    let args = [&args[..], &["--json", json.to_str().unwrap()]].concat();
    let run = quintet_with(&args, "", &config);
    run.fails(6, "1 of 1 game was decided by failures");
    assert!(run.out.contains("refused the position: bad position"), "{run:?}");
    assert!(run.err.starts_with("quintet: Picky: bad position\n"), "{run:?}");
    let detail = games_in(&json)[0]["detail"].clone();
    assert_eq!(detail, "bad output: refused the position: bad position");
    let run = quintet_with(&["engines", "probe", "Picky"], "", &config);
    run.fails(1, "Picky refused the position: bad position");
}

#[test]
fn the_last_words_of_an_engine_that_crashes_are_told_with_the_game() {
    let words = "complain=one\\ntwo\\nthree\\nout of luck\\n";
    let at = |word: &str| [format!("{words}@{word}"), format!("exit=3@{word}")];
    let [go, start] = [at("go:2"), at("hub")];
    let faults = |texts: &[String; 2]| hub_list("Bad", &[&texts[0], &texts[1]], "");
    let told = "\n  two\n  three\n  out of luck\n";
    let args = ["match", "Bad", "Good", "--game", "draughts", "--depth", "1", "--games", "1"];
    let config = config_with(&[faults(&go), hub_list("Good", &[], "")].concat());
    let run =
        quintet_with(&[&args[..], &["--max-failures", "100"]].concat(), "", &config).succeeds();
    assert!(run.out.contains(told) && !run.out.contains("  one\n"), "{run:?}");
    let config = config_with(&[faults(&start), hub_list("Good", &[], "")].concat());
    let run = quintet_with(&args, "", &config);
    run.fails(3, told);
    assert!(run.out.contains(told), "{run:?}");
}

#[test]
fn the_engine_answers_on_the_standard_streams_and_ends_with_its_input() {
    let input =
        format!("nboard 2\nset depth 1\nset game (;GM[Othello]TY[8]BO[8 {START}];)\nping 3\n");
    let run = quintet_with(&["engine", "nboard", "--level", "2"], &input, &empty_folder());
    let run = run.succeeds();
    assert!(run.lines().contains(&"pong 3"), "{run:?}");
}
