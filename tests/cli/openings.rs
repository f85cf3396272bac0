//! Openings of matches from files.

use std::fs;

use quintet::store::read_results;
use serde_json::Value;

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
