//! What the rows of a match say of its games and moves, and that a row is enough to play its game again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Run, empty_folder, games_in, quintet};

/// A row of a table by the names of its columns.
type Row = BTreeMap<String, String>;

/// Reads a table as RFC 4180 has it, without line breaks in cells.
fn read_table(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(cells);
    let head = lines.next().unwrap();
    lines.map(|cells| head.iter().cloned().zip(cells).collect()).collect()
}

fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut in_quotes) = (vec![String::new()], false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let cell = cells.last_mut().unwrap();
        match c {
            '"' if in_quotes && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => in_quotes = !in_quotes,
            ',' if !in_quotes => cells.push(String::new()),
            c => cell.push(c),
        }
    }
    cells
}

/// A match with its tables.
struct Kept {
    run: Run,
    games: Vec<Row>,
    moves: Vec<Row>,
    objects: Vec<serde_json::Value>,
}

fn play(args: &[&str]) -> Kept {
    let folder = empty_folder();
    let files = ["games.csv", "moves.csv", "games.jsonl"].map(|name| folder.path().join(name));
    let [games, moves, json] = files.each_ref().map(|path| path.to_str().unwrap());
    let tables = ["--csv", games, "--moves", moves, "--json", json];
    let run = quintet(&[&["match"][..], args, &tables].concat()).succeeds();
    let [games, moves] = [&files[0], &files[1]].map(|path| read_table(path));
    Kept { run, games, moves, objects: games_in(&files[2]) }
}

/// The moves of a game, openings and dice included.
fn moves_of(kept: &Kept, number: &str) -> Vec<String> {
    let own = kept.moves.iter().filter(|row| row["number"] == number);
    own.map(|row| row["move"].clone()).collect()
}

/// The command line that plays the game of this row again, as the README describes it.
fn command_of(row: &Row) -> Vec<String> {
    let side = |side: &str| [format!("{side}_command"), format!("{side}_protocol")];
    let [a, b] = match row["engine_a"].as_str() {
        "first" => ["first", "second"],
        _ => ["second", "first"],
    }
    .map(|of| side(of).map(|column| row[&column].clone()));
    let depth = row["first_time"].strip_prefix("depth ").unwrap();
    let words = [&a[0], &b[0], "--protocol", &a[1], "--protocol", &b[1], "--game", &row["game"]];
    let more = ["--depth", depth, "--games", &row["games"], "--seed", &row["seed"]];
    let words = [&words[..], &more, &["--only", &row["number"]]].concat();
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    for (option, column) in [
        ("--variant", "variant"),
        ("--max-plies", "max_plies"),
        ("--resign", "resign"),
        ("--draw", "draw"),
        ("--exact-empties", "exact_empties"),
        ("--exact-pieces", "exact_pieces"),
    ] {
        if !row[column].is_empty() {
            words.extend([option.to_owned(), row[column].clone()]);
        }
    }
    words
}

#[test]
fn a_game_is_played_again_move_by_move_from_its_row() {
    for (game, variant, level) in
        [("othello", None, "builtin:10"), ("draughts", Some("frisian"), "builtin:10")]
    {
        let mut args = vec![level, level, "--game", game, "--depth", "1", "--games", "4"];
        args.extend(["--seed", "11", "--max-plies", "40", "--resign", "score=9 plies=8"]);
        args.extend(variant.iter().flat_map(|name| ["--variant", name]));
        let all = play(&args);
        assert_eq!(all.games.len(), 4);
        for number in ["3", "4"] {
            let row = all.games.iter().find(|row| row["number"] == number).unwrap();
            let command = command_of(row);
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            let again = play(&words);
            assert_eq!(again.games.len(), 1, "{:?}", again.run);
            assert_eq!(moves_of(&again, number), moves_of(&all, number), "{game} {number}");
            for column in
                ["pair", "opening_number", "opening", "dice", "engine_a", "result", "plies"]
            {
                assert_eq!(again.games[0][column], row[column], "{game} {number}: {column}");
            }
            assert!(again.run.lines()[0].contains(&format!("game {number} of 4")));
        }
        assert_ne!(moves_of(&all, "3"), moves_of(&all, "1"));
    }
    // Of a game with dice the rolls are the same; low levels slip elsewhere each time.
    let args = ["builtin:1", "builtin:1", "--game", "backgammon", "--variant", "cubeless"];
    let more = ["--depth", "1", "--games", "4", "--seed", "11", "--max-plies", "12"];
    let all = play(&[&args[..], &more].concat());
    let row = all.games.iter().find(|row| row["number"] == "3").unwrap();
    let command = command_of(row);
    let again = play(&command.iter().map(String::as_str).collect::<Vec<_>>());
    let rolls = |kept: &Kept| -> Vec<String> {
        let rows = kept.moves.iter().filter(|row| row["number"] == "3" && row["side"] == "dice");
        rows.take(5).map(|row| row["move"].clone()).collect()
    };
    assert_eq!((rolls(&again), rolls(&all).len()), (rolls(&all), 5));
    assert_eq!(again.games[0]["dice"], "11 1");
    let few = quintet(&["match", "builtin:1", "builtin:1", "--only", "3"]);
    few.fails(2, "--only 3: its match has only 2 games");
}

#[test]
fn a_row_says_with_what_its_game_was_played() {
    let more = ["--depth", "2", "--seed", "7", "--concurrency", "2", "--ponder", "--margin", "0.5"];
    let kept = play(&[&["builtin:9", "builtin:10", "--games", "2"][..], &more].concat());
    let row = kept.games.iter().find(|row| row["number"] == "2").unwrap();
    for (column, value) in [
        ("engine_a", "second"),
        ("seed", "7"),
        ("games", "2"),
        ("opening_number", "0"),
        ("first_time", "depth 2"),
        ("second_time", "depth 2"),
        ("time_margin_ms", "500"),
        ("ponder", "true"),
        ("concurrency", "2"),
        ("first_protocol", "nboard"),
        ("program_version", env!("CARGO_PKG_VERSION")),
    ] {
        assert_eq!(row[column], value, "{column}");
    }
    // RFC 3339, in UTC.
    let shape: String =
        row["date"].chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(shape, "0000-00-00T00:00:00Z");
    assert_eq!(row["opening"].split(' ').count(), 8);
    let is_hash =
        |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash(&row["first_sha256"]), "{row:?}");
    // Both engines are this program, which no commit is known of in a build for tests.
    assert_eq!(row["first_sha256"], row["second_sha256"]);
    assert!(row["program_sha256"] == row["first_sha256"] || !row["program_commit"].is_empty());
    assert!(row["first_command"].ends_with(" engine nboard --level 10"), "{row:?}");
    assert!(row["second_version"].starts_with("Quintet"), "{row:?}");
    for column in ["processor", "threads", "system"] {
        assert!(!row[column].is_empty() || cfg!(not(target_os = "linux")), "{column}");
    }
    let object = kept.objects.iter().find(|object| object["number"] == 2).unwrap();
    assert_eq!(object["engines"][0]["sha256"], row["first_sha256"].as_str());
    assert_eq!(object["conditions"]["seed"], 7);
    assert_eq!(object["date"], row["date"].as_str());
}

#[test]
fn every_move_has_a_row_with_its_time_depth_nodes_value_and_line() {
    let more = ["--time", "5", "--margin", "60", "--games", "1", "--max-plies", "16"];
    let kept = play(&[&["builtin:10", "builtin:10"][..], &more].concat());
    let n_plies: usize = kept.games[0]["plies"].parse().unwrap();
    assert_eq!(kept.moves.len(), n_plies);
    let (opening, played) = kept.moves.split_at(8);
    for row in opening {
        assert!(row["engine"].is_empty() && row["time_ms"].is_empty() && row["value"].is_empty());
        assert!(!row["move"].is_empty());
    }
    let thought: Vec<&Row> = played.iter().filter(|row| !row["value"].is_empty()).collect();
    assert_eq!((played.len(), thought.len()), (8, 8));
    for row in thought {
        for column in ["engine", "side", "time_ms", "clock_ms", "depth", "nodes", "line"] {
            assert!(!row[column].is_empty(), "{column} of {row:?}");
        }
        let left: f64 = row["clock_ms"].parse().unwrap();
        assert!((0.0..5_000.0).contains(&left), "{row:?}");
    }
    let object = &kept.objects[0];
    for column in ["moves", "times_ms", "clocks_ms", "evals", "depths", "nodes", "lines"] {
        assert_eq!(object[column].as_array().unwrap().len(), n_plies, "{column}");
    }
}
