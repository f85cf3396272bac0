//! Openings of matches from files.

use std::fs;

use quintet::store::read_results;
use serde_json::Value;

use super::tournaments::{file, play};
use super::{empty_folder, quintet};

#[test]
fn a_match_plays_positions_and_games_of_a_file_and_repeats_them() {
    let folder = empty_folder();
    let book = folder.path().join("book.txt");
    fs::write(&book, "W:W31,32,K5:B18,19,20 # an ending\n1. 32-28 19-23\n").unwrap();
    let rows = folder.path().join("games.jsonl");
    let arguments = [
        "match",
        "builtin:10",
        "builtin:9",
        "--game",
        "draughts",
        "--depth",
        "1",
        "--games",
        "6",
        "--openings-file",
        book.to_str().unwrap(),
        "--json",
        rows.to_str().unwrap(),
        "--openings-report",
    ];
    let run = quintet(&arguments).succeeds();
    assert!(run.out.contains("2 different openings of book.txt, in order, repeated"), "{run:?}");
    let games: Vec<Value> = read_results(&rows).unwrap();
    let number = |game: &Value| game["opening_number"].as_u64().unwrap();
    let mut numbers: Vec<u64> = games.iter().map(number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 0, 0, 0, 1, 1]);
    for game in &games {
        assert_eq!(game["position"].is_string(), number(game) == 0, "{game}");
        assert_eq!(game["opening_plies"], if number(game) == 0 { 0 } else { 2 });
        assert_eq!(game["conditions"]["openings"]["file"], "book.txt");
    }
    assert!(run.lines().iter().any(|line| line.ends_with("32-28 19-23")), "{run:?}");
    let once = quintet(&[&arguments[..], &["--openings-once"]].concat());
    once.fails(2, "it has 2 different openings, and 3 pairs are to be played");
}

#[test]
fn a_pair_that_an_earlier_version_began_ends_with_the_same_opening() {
    let (folder, path) = file("seed = 7");
    play(&path, &[]).succeeds();
    let results = folder.path().join("cup");
    let rows = || -> Vec<Value> { read_results(&results.join("games.jsonl")).unwrap() };
    let of_pair = |rows: &[Value], pair: u32| -> Vec<Value> {
        let of = rows.iter().filter(|row| row["pair"] == pair);
        of.map(|row| row["opening"].clone()).collect()
    };
    let before = rows();
    // An earlier version had no list for Othello, and made this opening for the first pair.
    let opening = ["f5", "d6", "c4", "d3", "c3", "b3"];
    let mut row = before.iter().find(|row| row["number"] == 1).unwrap().clone();
    assert_ne!(row["opening"], Value::from(&opening[..]));
    row["opening"] = Value::from(&opening[..]);
    row["opening_plies"] = opening.len().into();
    row["moves"] = Value::from(&opening[..]);
    fs::write(results.join("games.jsonl"), format!("{row}\n")).unwrap();
    quintet(&["tournament", "--resume", results.to_str().unwrap()]).succeeds();
    let after = rows();
    assert_eq!(after.len(), before.len());
    assert_eq!(of_pair(&after, 0), [Value::from(&opening[..]), Value::from(&opening[..])]);
    for pair in [1, 2] {
        assert_eq!(of_pair(&after, pair), of_pair(&before, pair), "pair {pair}");
    }
}

#[test]
fn the_command_that_makes_the_books_makes_the_same_ones_again() {
    let made = || {
        let folder = empty_folder();
        let out = folder.path().to_str().unwrap();
        let tiny = ["--count", "2", "--plies", "4", "--depth", "2", "--within", "200"];
        quintet(&[&["find-openings", "all", "--out", out], &tiny[..]].concat()).succeeds();
        let mut books: Vec<(String, String)> = fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| {
                let name = file.file_name().into_string().unwrap();
                (name, fs::read_to_string(file.path()).unwrap())
            })
            .collect();
        books.sort();
        books
    };
    let books = made();
    assert_eq!(books.len(), 14, "Othello, five of draughts, eight of Hive");
    assert!(books.iter().all(|(_, text)| text.lines().count() == 5), "{books:?}");
    assert_eq!(made(), books);
    let refused = quintet(&["find-openings", "backgammon"]);
    refused.fails(2, "there is no such book of openings; known: othello, draughts international");
}
