//! Matches in the window: games for money counted in points, and what is left of them on the disk.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use quintet::app::{Command, MatchCommand, SeatChoice};
use quintet::store::read_game_file;
use serde_json::Value;

use crate::desk::{DEPTH_1, Desk, builtin, says};

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
    let over = desk.wait("the end", |s| says(s, "The match is over. Its games are in "));
    let found = over.matching.as_ref().unwrap();
    assert!(found.counts_points && found.over);
    let texts = fs::read_to_string(found.folder.as_ref().unwrap().join("games.mat")).unwrap();
    assert_eq!(texts.matches(" 0 point match").count(), 4, "without a report, too: {texts}");
    // A late viewer still sees how the last game of each place ended.
    assert_eq!((found.wall.len(), found.wall_left_out), (2, 0));
    for small in &found.wall {
        let row = found.games.iter().find(|row| row.number == small.number).unwrap();
        assert_eq!((small.length.as_str(), &small.players), (row.state.text(), &row.players));
        assert!(small.stocks.iter().any(|stock| stock.starts_with("0 pips")), "{small:?}");
    }
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
    desk.send(Command::Match(MatchCommand::Report));
    desk.wait("the report", |s| says(s, "The report is in ") && says(s, "is not in PATH"));
    let report = fs::read_to_string(folder.join("report.html")).unwrap();
    for part in [
        "All 4 games were played.",
        "Quintet Backgammon, level 3",
        "Backgammon (Money game without cube)",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(report.contains("4 games for other programs: games.mat."), "{report}");
    let texts = fs::read_to_string(folder.join("games.mat")).unwrap();
    assert_eq!(texts.matches(" 0 point match").count(), 4, "{texts}");
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

#[test]
fn games_that_were_finished_when_the_window_is_closed_are_on_the_disk() {
    let mut desk = Desk::new();
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        engines: [builtin("1"), builtin("1")],
        games: 1000,
        time: DEPTH_1,
        concurrency: 2,
        seed: 5,
        ponder: false,
    }));
    let finished =
        |s: &quintet::app::Snapshot| s.matching.as_ref().map_or(0, |found| found.finished);
    let seen = desk.wait("some games", |s| finished(s) >= 3);
    let Desk { app, dir } = desk;
    drop(app);
    let folder = fs::read_dir(dir.path().join("matches")).unwrap().next().unwrap().unwrap().path();
    let games: Vec<Value> = quintet::store::read_results(&folder.join("results.jsonl")).unwrap();
    let whole = games.iter().filter(|game| game["result"] != "*").count();
    assert!(whole >= finished(&seen) as usize, "{whole} of {}", finished(&seen));
}

#[test]
fn a_match_whose_games_cannot_be_kept_says_so_and_is_played() {
    let mut desk = Desk::new();
    // Where the folder should be there is a file.
    fs::write(desk.dir.path().join("matches"), "").unwrap();
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        ponder: false,
        engines: [builtin("1"), builtin("1")],
        games: 2,
        time: DEPTH_1,
        concurrency: 1,
        seed: 7,
    }));
    let over = desk.wait("the end", |s| says(s, "The match is over."));
    assert!(!says(&over, "Its games are in"), "{:?}", over.notices);
    let is_told = |text: &str| text.starts_with("The games of this match are not kept: ");
    assert!(over.problems.iter().any(|problem| is_told(&problem.text)), "{:?}", over.problems);
}
