//! Tournaments: what of a file is refused, and what is printed of one that is over.

use std::fs;

use serde_json::Value;

use super::shards::{merge, shares};
use super::tournaments::{TESTED, file, last_table, play, verdict};
use super::{empty_folder, quintet};

#[test]
fn a_share_that_has_not_begun_holds_up_no_test_and_one_that_has_is_waited_for() {
    let folder = empty_folder();
    let path = folder.path().join("test.toml");
    fs::write(&path, format!("pairs = 48\n{TESTED}")).unwrap();
    let folders = shares(&path, &[3, 1], 4);
    let run = merge(&folders, &["--watch", "60"]).succeeds();
    assert!(verdict(&run).contains("H1 is accepted"), "{run:?}");
    assert!(run.lines()[0].contains("2 of 4 shares"), "{run:?}");
    let json = merge(&folders, &["--json"]).succeeds();
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["waited_for"], &json["missing"]), (&Value::Null, &[2, 4].as_slice().into()));
    assert_eq!(json["unfinished"], Value::Object(serde_json::Map::new()));
    // The first of them was killed before its first pair was over, and others wait behind it.
    let rows = std::path::Path::new(&folders[0]).join("games.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    let first = text.lines().next().unwrap();
    fs::write(&rows, format!("{first}\n")).unwrap();
    let run = merge(&folders, &[]);
    assert!(run.out.contains("it waits for pair 3, which share 3 plays"), "{run:?}");
    assert!(verdict(&run).contains("no verdict after "), "{run:?}");
    run.fails(5, "shares 2, 4 of 4 missing; not over: share 3 (23 games left)");
}

#[test]
fn a_share_with_games_of_another_one_is_refused() {
    let (_folder, path) = file("");
    let folders = shares(&path, &[1, 2], 3);
    fs::write(std::path::Path::new(&folders[1]).join("shard"), "3/3").unwrap();
    let run = merge(&folders, &[]);
    run.fails(2, "line 1: the folder is share 3/3, and game 3 is one of 2/3");
}

#[test]
fn the_crosstable_is_in_the_events() {
    let (_folder, path) = file("");
    let run = play(&path, &["--json"]).succeeds();
    let events: Vec<Value> =
        run.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["version"], 1);
    let end = events.last().unwrap();
    let met = end["crosstable"].as_array().unwrap();
    assert_eq!(met.len(), 3, "{end}");
    let score = |line: &Value| -> f64 {
        let of = |one: &Value| {
            one["players"].as_array().unwrap().iter().position(|it| *it == line["player"])
        };
        met.iter().filter_map(|one| one["score"][of(one)?].as_f64()).sum()
    };
    for line in end["table"].as_array().unwrap() {
        assert_eq!(Some(score(line)), line["score"].as_f64(), "{end}");
    }
    assert!(met.iter().all(|one| one["games"] == 2), "{end}");
}

#[test]
fn what_is_refused_of_a_file_names_line_and_key() {
    let (folder, path) = file("");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(folder.path().join("book.bin"), b"\x7fELF\0\x01\0").unwrap();
    for (keys, said) in [
        ("seed = 1\nopenings-file = \"none.txt\"", "line 2: openings-file: cannot open "),
        ("openings-file = \"book.bin\"", "line 1: openings-file: "),
        ("openings-file = \"book.bin\"", "book.bin: it is not a text; a file of openings has"),
        ("results = \"\"", "line 1: results: is empty"),
        ("cycles = 100000000", "line 1: cycles: that is more than 10000000 pairs of games"),
        ("challengers = \"x\"", "line 1: challengers: \"x\" is not a whole number from 1 on"),
        ("tc = \"10+1\"", "perhaps \"time\" is meant, such as time = "),
        ("replay-most = 3", "line 1: replay-most: no game is played again without replay"),
    ] {
        fs::write(&path, format!("{keys}\n{text}")).unwrap();
        play(&path, &[]).fails(2, said);
    }
    let test = format!("game = \"backgammon\"\n{TESTED}");
    fs::write(&path, test).unwrap();
    play(&path, &[]).fails(2, "line 4: sprt: the games are worth different points: the test needs");
    // Names that look the same.
    fs::write(&path, text.replace("\"Three\"", "\"Two \"")).unwrap();
    play(&path, &[]).fails(2, "two players have the name \"Two\"");
}

#[test]
fn what_was_changed_is_said_alike_when_it_goes_on_and_in_its_report() {
    let (folder, path) = file("");
    play(&path, &[]).succeeds();
    let cup = folder.path().join("cup");
    let name = cup.to_str().unwrap();
    let copy = cup.join("tournament.toml");
    let text = fs::read_to_string(&copy).unwrap();
    fs::write(&copy, text.replace("\"One\"", "\"Zero\"")).unwrap();
    let said =
        "player 1 name was \"One\" and is \"Zero\"; change it back, or begin another tournament";
    quintet(&["tournament", "--resume", name]).fails(2, said);
    quintet(&["tournament", "report", name]).fails(2, said);
}

#[test]
fn no_player_joins_a_swiss_in_a_round_that_was_played_even_where_a_bye_hides_it() {
    let (folder, path) = file("format = \"swiss\"\nrounds = 3");
    play(&path, &[]).succeeds();
    let cup = folder.path().join("cup");
    let name = cup.to_str().unwrap();
    let copy = cup.join("tournament.toml");
    let text = fs::read_to_string(&copy).unwrap();
    for (late, game) in [(2, 3), (3, 5)] {
        let four = format!("[[player]]\nengine = \"builtin:10\"\nname = \"Four\"\nlate = {late}\n");
        fs::write(&copy, format!("{text}{four}")).unwrap();
        let said = format!(
            "game {game} of round {late} was played by 3 players, and one with late = {late} has joined since; \
             write the number of a round that has not begun"
        );
        quintet(&["tournament", "--resume", name]).fails(2, &said);
        quintet(&["tournament", "report", name]).fails(2, &said);
    }
}

#[test]
fn a_quiet_tournament_says_nothing_of_openings_that_repeat() {
    let (folder, path) = file("openings-file = \"book.txt\"");
    fs::write(folder.path().join("book.txt"), "f5d6c3\nf5d6c4\nf5d6c3\nf5f6\n").unwrap();
    let quiet = play(&path, &["--quiet"]).succeeds();
    assert_eq!(quiet.err, "");
    let other = folder.path().join("other");
    let run = play(&path, &["--out", other.to_str().unwrap()]).succeeds();
    assert!(run.err.contains("line 3 leads to the same position as line 1"), "{run:?}");
    assert_eq!(last_table(&run)[1..].len(), 3);
}
