//! Games that end by the rules of a match or a tournament, and players that are withdrawn.

use std::fs;

use quintet::games::{self, Reading};
use quintet::store::read_results;
use serde_json::Value;

use super::{empty_folder, quintet};

/// Plays a match of an engine against itself with a file of results: its rows.
fn rows(engine: &str, args: &[&str]) -> Vec<Value> {
    let folder = empty_folder();
    let path = folder.path().join("games.jsonl");
    let more = ["--json", path.to_str().unwrap(), "--seed", "5"];
    quintet(&[&["match", engine, engine], args, &more].concat()).succeeds();
    read_results(&path).unwrap()
}

/// The record of a row, read back from its text: its moves and its result.
fn read_back(row: &Value) -> (usize, String) {
    let game = games::find(row["game"].as_str().unwrap()).unwrap();
    let format = game.formats().iter().find(|format| format.writes()).unwrap();
    let text = row["text"].as_str().unwrap();
    let read = game.read_games(format.name, text.as_bytes(), &Reading::default());
    assert!(read.problems.is_empty(), "{:?}\n{text}", read.problems);
    let record = &read.records[0];
    let result = record.result.as_ref().unwrap();
    (record.main_line().len(), result.reason.clone())
}

#[test]
fn each_rule_ends_games_early_and_is_named_in_rows_and_records() {
    let draughts = ["--game", "draughts", "--depth", "2"];
    let othello = ["--depth", "2"];
    for (args, rule, name, reason) in [
        (&othello[..], ["--exact-empties", "10"], "exact-empties", "exact result by the solver"),
        (&othello, ["--resign", "score=12 plies=4"], "resign", "win by the engines' scores"),
        (
            &draughts,
            ["--draw", "score=0.5 plies=6 after=10"],
            "draw",
            "draw by the engines' scores",
        ),
        (&draughts, ["--max-plies", "20"], "max-plies", "move limit"),
    ] {
        let rows = rows("builtin:10", &[args, &["--games", "4"], &rule].concat());
        let by_rule: Vec<&Value> = rows.iter().filter(|row| row["adjudication"] == name).collect();
        assert!(!by_rule.is_empty(), "{rule:?} ended no game: {rows:?}");
        for row in by_rule {
            assert_eq!(row["reason"], reason, "{row}");
            assert_eq!(row["cause"], Value::Null, "{row}");
            let n_moves = row["moves"].as_array().unwrap().len();
            assert_eq!(read_back(row), (n_moves, reason.to_owned()), "{row}");
            if name == "exact-empties" {
                // Four discs are there at the start, and no square is passed over.
                let n_discs = row["moves"].as_array().unwrap().iter().filter(|mv| *mv != "pass");
                assert_eq!(4 + n_discs.count(), 54, "{row}");
                assert!(row["margin"].is_i64(), "{row}");
            }
        }
    }
}

#[test]
fn decided_races_end_games_for_money_and_games_of_a_match_by_the_rules_of_backgammon() {
    let args = ["--game", "backgammon", "--depth", "1", "--decided-races", "--protocol", "ubgi"];
    // It slips the same way each time.
    let engine = format!("{:?} engine ubgi --level 4 --seed 1", env!("CARGO_BIN_EXE_quintet"));
    let money = rows(&engine, &[&args[..], &["--games", "6"]].concat());
    let by_rule: Vec<&Value> =
        money.iter().filter(|row| row["adjudication"] == "decided-races").collect();
    assert!(!by_rule.is_empty(), "{money:?}");
    for row in by_rule {
        let moves = row["moves"].as_array().unwrap();
        let [.., resignation, answer] = &moves[..] else { panic!("{row}") };
        assert!(resignation.as_str().unwrap().starts_with("resign "), "{row}");
        assert_eq!((answer, &row["reason"]), (&"accept".into(), &"decided race".into()), "{row}");
        let loser = if row["result"] == "1-0" { "second" } else { "first" };
        assert_ne!(row["winner"], row[loser], "{row}");
        read_back(row);
    }
    let matches = rows(&engine, &[&args[..], &["--length", "7", "--games", "6"]].concat());
    let mut n_accepted = 0;
    for row in &matches {
        let moves = row["moves"].as_array().unwrap();
        n_accepted += moves.iter().filter(|mv| *mv == "accept").count();
        assert!(row["margin"].as_i64().unwrap() != 0, "{row}");
        read_back(row);
    }
    assert!(n_accepted > 0, "no game of these matches ended early: {matches:?}");
}

#[test]
fn few_pieces_of_draughts_end_a_game_with_what_can_be_forced_within_the_counts() {
    let folder = empty_folder();
    let book = folder.path().join("endings.txt");
    // White to move each time; what two kings win against one in Killer they do not in international.
    fs::write(&book, "W:WK1,K2:BK46\nW:WK1:B40,41,42\n").unwrap();
    let book = ["--openings-file", book.to_str().unwrap()];
    for (variant, first_result) in [("international", "1/2-1/2"), ("killer", "1-0")] {
        let args = ["--game", "draughts", "--variant", variant, "--depth", "2", "--games", "2"];
        let rows = rows("builtin:10", &[&args[..], &["--exact-pieces", "3"], &book].concat());
        for row in &rows {
            assert_eq!(row["adjudication"], "exact-pieces", "{row}");
            assert_eq!(row["reason"], "exact result by the solved endings", "{row}");
            assert_eq!(row["moves"].as_array().unwrap().len(), 0, "{row}");
            assert_eq!(row["result"], first_result, "{row}");
        }
        assert_eq!(rows.len(), 2);
    }
    // Four pieces are not few enough here: moves are played until they are.
    let args = ["--game", "draughts", "--depth", "2", "--games", "4", "--exact-pieces", "2"];
    let rows = rows("builtin:10", &[&args[..], &book].concat());
    assert!(rows.iter().all(|row| row["moves"] != serde_json::json!([])), "{rows:?}");
}

#[test]
fn a_rule_that_the_game_cannot_have_is_refused() {
    for (args, said) in [
        (&["--resign", "10"][..], "score is missing; write for example \"score=10 plies=6\""),
        (&["--exact-empties", "17"], "--exact-empties: at most 16 empty squares, not 17"),
        (&["--exact-pieces", "4"], "--exact-pieces: only draughts has solved endings"),
        (&["--game", "draughts", "--exact-pieces", "5"], "--exact-pieces: 2 to 4 pieces, not 5"),
        (
            &["--game", "draughts", "--variant", "frisian", "--exact-pieces", "4"],
            "--exact-pieces: there are no solved endings of Frisian draughts",
        ),
        (&["--decided-races"], "--decided-races: there are no races in Othello"),
        (
            &["--game", "backgammon", "--draw", "score=0 plies=2"],
            "--draw: in Backgammon a score says what is expected from the dice",
        ),
    ] {
        quintet(&[&["match", "builtin:1", "builtin:2"], args].concat()).fails(2, said);
    }
}

#[test]
fn a_tournament_ends_games_by_the_same_rules_and_goes_on_without_an_engine_that_cannot_start() {
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    let text = r#"
format = "round-robin"
time = "depth 1"
exact-empties = 8
withdraw-after = 1
[[player]]
engine = "builtin:10"
name = "One"
[[player]]
engine = "/bin/false"
protocol = "nboard"
name = "Missing"
[[player]]
engine = "builtin:10"
name = "Two"
time = "depth 2"
"#;
    fs::write(&path, text).unwrap();
    let run = quintet(&["tournament", path.to_str().unwrap()]).succeeds();
    assert!(run.out.contains("Missing is withdrawn before its first game: "), "{run:?}");
    let rows: Vec<Value> = read_results(&folder.path().join("cup/games.jsonl")).unwrap();
    let counted: Vec<&Value> = rows.iter().filter(|row| row["result"] != "*").collect();
    assert_eq!(counted.len(), 2, "{rows:?}");
    assert!(counted.iter().all(|row| row["adjudication"] == "exact-empties"), "{rows:?}");
    let cup = folder.path().join("cup");
    let report = fs::read_to_string(cup.join("report.html")).unwrap();
    // In the table, in its picture and in that of the ratings.
    assert!(report.contains("<td>Missing (withdrawn)</td>"), "{report}");
    assert!(report.contains(">Missing (withdrawn)  3</text>"), "{report}");
    assert!(report.contains(">Missing (withdrawn)</text>"), "{report}");
    assert!(report.contains("<p>Missing is withdrawn before its first game: "), "{report}");
    let again = quintet(&["tournament", "--resume", cup.to_str().unwrap(), "--quiet"]).succeeds();
    let table = again.out.trim_end();
    assert!(table.starts_with("     player"), "{again:?}");
    assert!(run.out.contains(table), "the table is the same after a break: {run:?} {again:?}");
}
