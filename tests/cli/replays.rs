//! Games of tournaments that are played again: after causes that the file names, and those that were
//! lost on time while the machine was late.

use std::fs;
use std::path::Path;

use quintet::store::read_results;
use serde_json::{Value, json};

use super::tournaments::{file, games, last_table, play};
use super::{config_with, empty_folder, hub_list, quintet, quintet_with};

fn rows(folder: &Path) -> Vec<Value> {
    read_results(&folder.join("games.jsonl")).unwrap()
}

fn write_rows(folder: &Path, rows: &[Value]) {
    let lines: Vec<String> = rows.iter().map(|row| format!("{row}\n")).collect();
    fs::write(folder.join("games.jsonl"), lines.concat()).unwrap();
}

/// Numbers and results in the order of the file.
fn results(folder: &Path) -> Vec<String> {
    let text = |row: &Value| format!("{} {}", row["number"], row["result"].as_str().unwrap());
    rows(folder).iter().map(text).collect()
}

#[test]
fn a_game_that_is_lost_by_a_named_cause_is_played_again_and_lost_after_all() {
    let config =
        config_with(&[hub_list("A", &["exit=3@go:1"], ""), hub_list("B", &[], "")].concat());
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    let keys = "game = \"draughts\"\nformat = \"match\"\ntime = \"depth 1\"\nmax-plies = 12\n\
                site = \"Leiden\"\nreplay = [\"crashed\"]\nreplay-most = 2\nmax-failures = 100\n\
                [[player]]\nengine = \"A\"\n[[player]]\nengine = \"B\"\n";
    fs::write(&path, keys).unwrap();
    let run = quintet_with(&["tournament", path.to_str().unwrap()], "", &config).succeeds();
    let cup = folder.path().join("cup");
    assert_eq!(results(&cup), ["1 *", "1 *", "1 0-1", "2 *", "2 *", "2 1-0"], "{run:?}");
    assert_eq!(run.out.matches("is played again").count(), 4, "{run:?}");
    let games = fs::read_to_string(cup.join("games.pdn")).unwrap();
    assert_eq!(games.matches("[Site \"Leiden\"]").count(), 2, "games that count: {games}");
    // A break forgets none of them.
    write_rows(&cup, &rows(&cup)[..1]);
    let again = ["tournament", "--resume", cup.to_str().unwrap()];
    let resumed = quintet_with(&again, "", &config).succeeds();
    assert_eq!(results(&cup), ["1 *", "1 *", "1 0-1", "2 *", "2 *", "2 1-0"], "{resumed:?}");
    assert_eq!(last_table(&resumed), last_table(&run));
}

#[test]
fn games_that_were_lost_late_are_played_again_and_replace_those() {
    let (folder, path) = file("cycles = 1");
    let cup = folder.path().join("cup");
    let resume = |more: &[&str]| {
        quintet(&[&["tournament", "--resume", cup.to_str().unwrap()], more].concat())
    };
    let table = play(&path, &[]).succeeds();
    let played = games(&cup);
    // Two games as if they had been lost on a machine that was late, and a game without excuse.
    let mut changed = rows(&cup);
    for (idx, is_late) in [(1, true), (4, true), (2, false)] {
        let row = &mut changed[idx];
        let is_loss = row["result"] == "0-1";
        let (result, winner) = if is_loss { ("1-0", "first") } else { ("0-1", "second") };
        row["result"] = json!(result);
        row["winner"] = row[winner].clone();
        row["cause"] = json!("lost on time");
        row["lateness"] =
            json!({ "host_ms": 500.0, "machine_ms": 0.0, "used_ms": 600.0, "late": is_late });
    }
    write_rows(&cup, &changed);
    let ends = ["--quiet", "--replay-late"];
    // They count until they are played again.
    let late = resume(&ends[..1]);
    assert_eq!(late.code, Some(6), "{late:?}");
    let said = "lost on time while the machine was late: 2 games; `quintet tournament --resume";
    assert!(late.out.contains(said) && late.err.contains("late in 2 games"), "{late:?}");
    let page = fs::read_to_string(cup.join("report.html")).unwrap();
    assert!(page.contains("lost on time while the machine was late: 2 games"), "{page}");
    assert_ne!(last_table(&late), last_table(&table));
    let again = resume(&ends);
    assert_eq!(again.code, Some(6), "one game is still lost on time: {again:?}");
    let numbers = |idx: usize| changed[idx]["number"].to_string();
    let mut added: Vec<String> =
        rows(&cup)[6..].iter().map(|row| row["number"].to_string()).collect();
    added.sort();
    let mut expected = [numbers(1), numbers(4)];
    expected.sort();
    assert_eq!(added, expected);
    // The table is that of the games as they were played first, but for the one without excuse; and
    // nothing is played a third time.
    let replaced: Vec<_> = games(&cup);
    for (number, text) in &played {
        let is_there = replaced.iter().any(|(other, now)| other == number && now == text);
        assert_eq!(is_there, number.to_string() != numbers(2), "game {number}");
    }
    for more in [&ends[..1], &ends] {
        let after = resume(more);
        assert_eq!(last_table(&after), last_table(&again), "{after:?}");
        assert_eq!(rows(&cup).len(), 8);
    }
    resume(&["--replay-late", "--openings-report"]);
    let page = fs::read_to_string(cup.join("report.html")).unwrap();
    assert!(page.contains("All 6 games were played."), "the report has each game once");
}

#[test]
fn late_games_are_replayed_only_where_that_changes_no_pairing() {
    let (folder, path) = file("format = \"swiss\"\nrounds = 1");
    play(&path, &["--replay-late"]).fails(2, "--replay-late");
    play(&path, &[]).succeeds();
    let cup = folder.path().join("cup");
    let run = quintet(&["tournament", "--resume", cup.to_str().unwrap(), "--replay-late"]);
    run.fails(2, "--replay-late: a swiss pairs its rounds by results");
}

#[test]
fn engines_are_bound_to_processors_that_are_there_and_no_more_games_than_those_are_played() {
    let (folder, path) = file("cycles = 1");
    let more = ["--affinity", "0", "--concurrency", "2"];
    let refused = play(&path, &more);
    if cfg!(target_os = "linux") {
        refused.fails(2, "2 games at once need 2 processors, 1 for each game, and 0 has 1");
    } else {
        refused.fails(2, "on Linux only");
    }
    assert!(!folder.path().join("cup").exists(), "nothing is begun");
    play(&path, &["--affinity", "3-1"]).fails(2, "is not a list of processors");
    play(&path, &["--affinity", "1023"]).fails(2, "affinity: ");
    let Some(may) = quintet::session::processors() else { return };
    let list = may.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
    let n = may.len().to_string();
    let run = play(&path, &["--affinity", &list, "--concurrency", &n]).succeeds();
    assert_eq!(last_table(&run).len(), 4, "{run:?}");
    let args = ["match", "builtin:1", "builtin:2", "--depth", "1", "--affinity"];
    quintet(&[&args[..], &[&list]].concat()).succeeds();
    quintet(&[&args[..], &["1023"]].concat()).fails(2, "affinity: ");
}
