//! Hive on the command line: counts, moves of GameStrings, matches between UHP engines.

use std::fs;

use super::{config_with, empty_folder, games_in, quintet, quintet_with};

/// tests/data/hive/perft.csv
const COUNTS: [&str; 5] = ["7", "294", "6678", "151686", "5427108"];
const FIRST_MOVES: &str = "wS1;wB1;wG1;wA1";

#[test]
fn perft_counts_every_game_type_under_any_of_its_names() {
    let run = quintet(&["perft", "hive", "5", "--variant", "Base+MLP"]).succeeds();
    let nodes = run.lines().into_iter().map(|line| line.split(' ').nth(2).unwrap());
    assert_eq!(nodes.collect::<Vec<&str>>(), COUNTS);
    for name in ["base+plm", "Base+LMP", "BASE+MPL"] {
        let run = quintet(&["perft", "hive", "2", "--variant", name]).succeeds();
        assert!(run.out.contains("\nperft 2 294 "), "{name}: {run:?}");
    }
    let run = quintet(&["perft", "hive", "1"]).succeeds();
    assert!(run.out.starts_with("perft 1 4 "), "the base game is the usual one: {run:?}");
    let over = "Base;Draw;White[11];wS1;bS1 wS1-";
    let run = quintet(&["perft", "hive", "1", "--position", over]).succeeds();
    assert!(run.err.contains("the header says"), "{run:?}");
    for name in ["Base+", "Base+X", "MLP", ""] {
        quintet(&["perft", "hive", "1", "--variant", name]).fails(2, "Base, Base+M, Base+L");
    }
}

#[test]
fn the_help_of_moves_says_what_a_bad_line_means() {
    let run = quintet(&["moves", "--help"]).succeeds();
    let words = run.lines().join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("bad line by `error: ...` and goes on: its exit code is still 0"),
        "{words}"
    );
}

#[test]
fn moves_answers_game_strings_by_canonical_moves() {
    // rules 2.3: a forced pass, and a draw by double surround.
    let pass = r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1";
    let over = r"Base;Draw;White[11];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bG1 wA1/;wQ -bQ;bA1 \wQ;wB1 -wS1;bG3 bG1-;wB1 /bA1;bG3 -bG2";
    // Another order of letters, a wrong head in lower case, moves beside other pieces, and a
    // semicolon at the end.
    let odd = r"base+plm;NotStarted;black[9];wS1;bS1 wS1-;wQ /wS1;bQ bS1/;wQ \wQ;";
    let same = r"Base+MLP;InProgress;Black[3];wS1;bS1 wS1-;wQ /wS1;bQ bS1/;wQ -wS1";
    let input = format!("Base;NotStarted;White[1]\r\n{pass}\n{over}\n{odd}\n{same}\nBase\n");
    let run = quintet_with(&["moves", "hive", "-"], &input, &empty_folder()).succeeds();
    let lines = run.lines();
    assert_eq!(lines.len(), 6, "{run:?}");
    assert_eq!((lines[0], lines[1], lines[2], lines[5]), (FIRST_MOVES, "pass", "", FIRST_MOVES));
    assert!(lines[3] == lines[4] && lines[3].split(';').count() > 20, "{run:?}");
    // Only the fourth says something that its moves do not.
    let told: Vec<&str> = run.err.lines().collect();
    assert_eq!(told.len(), 2, "{run:?}");
    let wrong =
        "quintet: line 4: the header says \"NotStarted\", but by its moves it is InProgress";
    assert_eq!(told[0], wrong);
    assert!(told[1].contains("\"black[9]\", but by its moves it is Black[3]"), "{run:?}");
    let alone = quintet(&["moves", "hive", odd]).succeeds();
    assert_eq!((alone.lines(), alone.err.lines().count()), (vec![lines[3]], 2));
}

#[test]
fn moves_names_the_move_that_breaks_a_rule_and_answers_every_line() {
    let cases = [
        ("", "does not begin with a game type"),
        ("nonsense", "\"nonsense\""),
        ("Base;InProgress;White[2];wS1;bS1 wS1-;wQ wZ/", "move 3: \"wQ wZ/\" is not a move"),
        (
            "Base;InProgress;White[2];wS1;bS1 wS1-;bA1 bS1-",
            "move 3: \"bA1 bS1-\": it is White's turn",
        ),
        ("Base;InProgress;White[2];wS1;wS1", "move 2: \"wS1\""),
        ("Base;InProgress;White[2];wS1;bM wS1-", "move 2: \"bM wS1-\""),
        ("Base+X;NotStarted;White[1]", "does not begin with a game type"),
    ];
    let input: String = cases.iter().map(|(text, _)| format!("{text}\n")).collect();
    let run = quintet_with(&["moves", "hive", "-"], &input, &empty_folder()).succeeds();
    assert_eq!(run.lines().len(), cases.len(), "{run:?}");
    for (line, (text, says)) in run.lines().iter().zip(cases) {
        assert!(line.starts_with("error: ") && line.contains(says), "{text}: {line}");
        assert!(!line.contains("a board"), "Hive has none: {line}");
    }
    let nothing = quintet_with(&["moves", "hive", "-"], "", &empty_folder()).succeeds();
    assert_eq!(nothing.out, "");
    let other = ["moves", "hive", "Base+MLP;InProgress;Black[1];wM", "--variant", "Base"];
    quintet(&other).fails(2, "the game is one of Base+MLP, not of Base");
}

#[test]
fn moves_reads_whole_games_of_files() {
    let games = "tests/data/hive";
    let text = |name: &str| fs::read_to_string(format!("{games}/{name}")).unwrap();
    let last = |name: &str| {
        let run = quintet(&["moves", "hive", &text(name)]).succeeds();
        run.lines().join("\n")
    };
    assert_eq!(last("game.pgn").lines().count(), 1);
    assert_eq!(last("game.sgf").lines().count(), 1);
}

fn uhp_list(name: &str, args: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_scripted-engine");
    let command = [&[program, "--uhp", "--rules", "--name", name][..], args].concat();
    format!("[[engine]]\nname = \"{name}\"\nprotocol = \"uhp\"\ncommand = {command:?}\n")
}

#[test]
fn less_than_a_second_for_a_move_is_said_to_be_one_ply() {
    let config = config_with(&uhp_list("Own", &[]));
    let args = ["match", "Own", "builtin", "--game", "hive", "--games", "1", "--max-plies", "4"];
    let run = quintet_with(&[&args[..], &["--move-time", "0.2"]].concat(), "", &config).succeeds();
    let note = "UHP tells times in whole seconds: with 0.2s/move its engines search one ply, unless \
                they take parts of a second.";
    assert!(run.err.contains(&format!("quintet: Own: {note}\n")), "{run:?}");
    let run = quintet_with(&[&args[..], &["--move-time", "1"]].concat(), "", &config).succeeds();
    assert!(!run.err.contains("one ply"), "{run:?}");
}

#[test]
fn a_match_counts_reasons_and_disagreements_and_writes_objects_and_rows() {
    let list = [uhp_list("Own", &["--own-place"]), uhp_list("Odd", &["--odd", "--wrong-head"])];
    let config = config_with(&list.concat());
    let path = |name: &str| config.path().join(name).to_str().unwrap().to_owned();
    let (json, csv) = (path("games.jsonl"), path("games.csv"));
    let args = ["match", "Own", "Odd", "--game", "hive", "--variant", "base+plm", "--games", "4"];
    let more = ["--depth", "1", "--max-plies", "12", "--json", &json, "--csv", &csv];
    let run = quintet_with(&[&args[..], &more].concat(), "", &config).succeeds();
    let heading = run.lines()[0].to_owned();
    assert!(heading.starts_with("Hive (Base+MLP): Own - Odd, 4 games, depth 1, "), "{heading}");
    assert!(heading.ends_with(", at most 12 plies"), "{heading}");
    assert!(run.out.contains("      4  move limit\n"), "{run:?}");
    assert!(run.out.contains("\ndisagreements with the referee\n"), "{run:?}");
    assert!(run.err.starts_with("quintet: Odd: header: the referee says InProgress, "), "{run:?}");
    let place = "\nquintet: Odd: header: first in game 1 after ";
    assert!(run.err.contains(place) && run.err.contains(" moves, told Base+MLP;"), "{run:?}");
    assert_eq!(run.err.lines().count(), 2, "each kind is told once: {run:?}");
    let games = games_in(config.path().join("games.jsonl").as_path());
    for game in &games {
        assert_eq!((&game["variant"], &game["reason"]), (&"Base+MLP".into(), &"move limit".into()));
        assert_eq!(game["disagreements"][0]["engine"], "Odd", "{game}");
        assert_eq!(game["disagreements"].as_array().unwrap().len(), 1, "{game}");
    }
    let table = fs::read_to_string(config.path().join("games.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), &rows[0]), (5, &quintet::play::GameReport::columns()));
    for (row, game) in rows[1..].iter().zip(&games) {
        let cell = |name: &str| row[rows[0].iter().position(|column| *column == name).unwrap()];
        let end = ["result", "reason", "plies"].map(cell);
        assert_eq!(end, ["1/2-1/2", "move limit", "12"], "{row:?}");
        let sides = if game["first"] == "Odd" { ["first", "second"] } else { ["second", "first"] };
        let of_odd = sides.map(|side| cell(&format!("disagreements_{side}")));
        assert_eq!(of_odd[0], game["disagreements"][0]["count"].to_string(), "{row:?}");
        assert_eq!(of_odd[1], "0", "{row:?}");
    }
    // No engine is asked if the comparison is off.
    let run = quintet_with(
        &[&args[..], &["--depth", "1", "--max-plies", "1", "--no-compare"]].concat(),
        "",
        &config,
    );
    assert!(run.succeeds().out.contains("4  move limit"));
}

#[test]
fn repetition_can_be_switched_off() {
    let config = config_with(&[uhp_list("A", &[]), uhp_list("B", &[])].concat());
    let args = ["match", "A", "B", "--game", "hive", "--games", "1", "--depth", "1"];
    let more = ["--no-repetition", "--max-plies", "9"];
    let run = quintet_with(&[&args[..], &more].concat(), "", &config).succeeds();
    let end = ", repetition does not draw, at most 9 plies";
    assert!(run.lines()[0].ends_with(end), "{run:?}");
    let other = ["match", "A", "B", "--game", "hive", "--variant", "Base+Q"];
    quintet_with(&other, "", &config).fails(2, "Base+MLP");
    quintet_with(&["match", "A", "B"], "", &config).fails(2, "A plays Hive, not Othello");
}

#[test]
fn the_engine_that_comes_with_the_program_plays_a_match() {
    let args = ["match", "builtin:1", "builtin:2", "--game", "hive", "--variant", "Base+MLP"];
    let more = ["--games", "2", "--depth", "1", "--max-plies", "40"];
    let run = quintet(&[&args[..], &more].concat()).succeeds();
    assert!(run.out.contains("reasons") && !run.out.contains("(failure)"), "{run:?}");
    assert!(!run.out.contains("disagreements"), "it agrees with the referee: {run:?}");
}

#[test]
fn probe_says_which_expansion_pieces_an_engine_declares() {
    let silent = ["--no-banner", "say=id Plain\\nok\\n@info", "deaf@info"];
    let strange = ["--no-banner", "say=id Some\\nMosquito;Pillbug\\nok\\n@info", "deaf@info"];
    let mute = ["instead=err no idea@bestmove"];
    let list = [
        uhp_list("All", &[]),
        uhp_list("Some", &strange),
        uhp_list("Plain", &silent),
        uhp_list("Mute", &mute),
    ];
    let config = config_with(&list.concat());
    for (name, says) in [
        ("All", "declares expansion pieces: game type Base+MLP and those with fewer of them"),
        ("Some", "declares expansion pieces: game type Base+MP and those with fewer of them"),
        ("Plain", "declares no expansion pieces: game type Base only"),
    ] {
        let run = quintet_with(&["engines", "probe", name], "", &config);
        assert!(run.lines().contains(&says), "{name}: {run:?}");
    }
    let run = quintet_with(&["engines", "probe", "Mute"], "", &config);
    run.fails(1, "Mute answered bestmove with “err no idea”");
}
