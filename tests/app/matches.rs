//! Matches in the window: games for money counted in points, and what is left of them on the disk.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use quintet::app::{Command, MatchCommand, SeatChoice};
use quintet::store::read_game_file;
use serde_json::Value;

use crate::desk::{DEPTH_1, Desk, says};

fn backgammon(level: &str) -> SeatChoice {
    let options = vec![("level".to_owned(), level.to_owned())];
    SeatChoice::Engine { name: "Quintet Backgammon".to_owned(), options }
}

#[test]
fn games_for_money_are_counted_in_points_and_each_is_on_the_disk() {
    let mut desk = Desk::new();
    desk.send(Command::Match(MatchCommand::Start {
        game: "backgammon".to_owned(),
        variant: Some("cubeless".to_owned()),
        engines: [backgammon("3"), backgammon("1")],
        games: 4,
        time: DEPTH_1,
        concurrency: 2,
        seed: 5,
        ponder: false,
    }));
    let several =
        |s: &quintet::app::Snapshot| s.matching.as_ref().is_some_and(|m| m.wall.len() == 2);
    let seen = desk.wait("two games at once", several);
    let small = &seen.matching.as_ref().unwrap().wall[0];
    assert!(small.stocks[0].ends_with(" pips") && small.length.starts_with("move "), "{small:?}");
    let over = desk.wait("the end", |s| says(s, "The match is over. Its games are in "));
    let found = over.matching.as_ref().unwrap();
    assert!(found.counts_points && found.over && found.wall.is_empty());
    let [first, second] = &found.standing;
    let (mean, _) = first.per_game.unwrap();
    assert_eq!((first.points, mean * 4.0), (-second.points, first.points));
    assert_eq!((first.elo, first.wins + first.losses), (None, 4));

    let folders = fs::read_dir(desk.dir.path().join("matches")).unwrap();
    let folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    let [folder] = folders.as_slice() else { panic!("{folders:?}") };
    let results = folder.join("results.jsonl");
    // The last game may still be on its way to the disk.
    let give_up = Instant::now() + Duration::from_secs(60);
    let is_whole = || {
        let lines = fs::read_to_string(&results).unwrap_or_default().matches('\n').count();
        lines == 4 && (1..=4).all(|n| folder.join(format!("game-000{n}.sgf")).is_file())
    };
    while !is_whole() {
        assert!(Instant::now() < give_up, "{folder:?} lacks a game");
        std::thread::yield_now();
    }
    let games: Vec<Value> = quintet::store::read_results(&results).unwrap();
    let sum: i64 = games
        .iter()
        .map(|game| {
            let margin = game["margin"].as_i64().unwrap();
            let is_first = game["first"].as_str().unwrap().contains("level 3");
            if is_first { margin } else { -margin }
        })
        .sum();
    assert_eq!(sum as f64, first.points);
    let kept = read_game_file(&folder.join("game-0001.sgf"), &quintet::games::Reading::default());
    let kept = kept.unwrap();
    assert_eq!(kept.read.problems, []);
    assert_eq!(kept.read.records[0].tags.other["DiceSeed"], "5 0");
    assert_eq!(fs::read_to_string(folder.join("results.csv")).unwrap().lines().count(), 5);
}
