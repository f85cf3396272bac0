//! `quintet convert`: games in other formats, and games that are found in other texts.

use std::fs;

use serde_json::Value;

use super::analyse::{BACKGAMMON, DRAUGHTS, Games, HIVE, OTHELLO, objects};
use super::{empty_folder, quintet, quintet_with};

#[test]
fn words_around_a_game_are_told_and_are_no_failure_and_a_broken_game_among_them_is_one() {
    let mail = format!("Hi,\n\nlook at this:\n\n{DRAUGHTS}\nBye\n");
    let folder = empty_folder();
    let run = quintet_with(&["convert", "-", "-"], &mail, &folder).succeeds();
    assert!(run.err.contains("outside of any game"), "{run:?}");
    assert!(run.out.contains("[White \"Ada\"]"), "{run:?}");
    let quoted: String = mail.lines().map(|line| format!("> {line}\n")).collect();
    let run = quintet_with(&["convert", "-", "-"], &quoted, &folder).succeeds();
    assert!(run.err.contains("left out: ") && run.err.contains("quote marks"), "{run:?}");
    let games = Games::new("mail.txt", &mail);
    games.analyse(&["--engine", "builtin:10", "--depth", "1"]).succeeds();
    let broken = mail.replace("37-32", "37-15");
    quintet_with(&["convert", "-", "-"], &broken, &folder).fails(1, "1 problem");
    let archive = format!("1 {OTHELLO}bye\n");
    let run = quintet_with(&["convert", "-", "-"], &archive, &folder).succeeds();
    assert!(run.err.contains("\"bye\" is outside of any game"), "{run:?}");
}

#[test]
fn a_game_of_every_form_is_found_in_a_mail_and_in_a_quoted_one() {
    let data = |path: &str| fs::read_to_string(format!("tests/data/{path}")).unwrap();
    let games = [
        data("backgammon/match.sgf"),
        BACKGAMMON.to_owned(),
        data("hive/game.sgf"),
        data("hive/game.pgn"),
        DRAUGHTS.to_owned(),
        OTHELLO.to_owned(),
        "f5d6c3d3c4f4\n".to_owned(),
        "Base;InProgress;White[2];wS1;bG1 -wS1\n".to_owned(),
    ];
    for game in games {
        let folder = empty_folder();
        let alone = quintet_with(&["convert", "-", "-"], &game, &folder).succeeds();
        let mail = format!(
            "Hello,\n\nsee our game (from Friday):\n\n{game}\nSee you (at 12) on Saturday,\nPiet\n"
        );
        let quoted: String = mail.lines().map(|line| format!("> {line}\n")).collect();
        for text in [mail, quoted] {
            let run = quintet_with(&["convert", "-", "-"], &text, &folder).succeeds();
            assert_eq!(run.out, alone.out, "{text}");
            assert!(!run.err.contains("is not a move"), "{run:?}");
        }
        let broken = "[White \"A\"]\n1. 32-28 19-23 2. banana 14x23 3. 37-32 *\n";
        let run = quintet_with(&["convert", "-", "-"], &format!("Hi\n\n{broken}"), &folder);
        run.fails(1, "banana");
    }
}

#[test]
fn brackets_that_become_parentheses_are_no_loss() {
    let text = "1. f5 {a [good] move} d6 2. c3 {third} d3\n";
    let run = quintet_with(&["convert", "-", "-", "--to", "ggf"], text, &empty_folder()).succeeds();
    assert!(run.out.contains("B[F5]CO[a (good) move]W[D6]B[C3]CO[third]"), "{run:?}");
    assert!(!run.err.contains("cannot hold"), "{run:?}");
    assert!(run.err.contains("no square brackets in texts: 1 text with parentheses"), "{run:?}");
    // The comment of SGF stays at its move, too.
    let text = OTHELLO.replace("B[F5]", "B[F5]C[good]");
    let run = quintet_with(&["convert", "-", "-"], &text, &empty_folder()).succeeds();
    assert!(run.out.contains("B[F5]CO[good]W[D6]"), "{run:?}");
}

#[test]
fn drawings_in_sgf_of_backgammon_come_back_and_a_mat_file_keeps_them_as_comments() {
    let text =
        "(;FF[4]GM[6]PW[Ada]PB[Bob]CR[c]\n;W[31hefe]CR[a]AR[a:f]LB[b:x]C[see]\n;B[42qusu]TR[z])\n";
    let folder = empty_folder();
    let run = quintet_with(&["convert", "-", "-"], text, &folder).succeeds();
    for drawn in ["CR[c]", "CR[a]AR[a:f]", "LB[b:x]", "C[see]", "C[[%csl Ywhite off\\]]"] {
        assert!(run.out.contains(drawn), "{drawn}: {run:?}");
    }
    assert_eq!(run.err, "");
    let again = quintet_with(&["convert", "-", "-"], &run.out, &folder).succeeds();
    assert_eq!(again.out, run.out);
    let run = quintet_with(&["convert", "-", "-", "--to", "mat"], text, &folder).succeeds();
    for kept in ["[%csl G3]", "[%csl G1] [%cal G1-6]", "[%sgf LB b:x]", "[%csl Ywhite off]"] {
        assert!(run.out.contains(kept), "{kept}: {run:?}");
    }
}

#[test]
fn a_match_of_backgammon_whose_first_game_has_no_move_comes_from_the_standard_input() {
    let text = "(;FF[4]GM[6]PW[Ada]PB[Bert]RE[?])\n(;FF[4]GM[6]PW[Cy]PB[Di];W[31hefe])\n";
    let run = quintet_with(&["convert", "-", "-"], text, &empty_folder()).succeeds();
    assert!(run.out.contains("PW[Ada]") && run.out.contains("W[31hefe]"), "{run:?}");
}

#[test]
fn what_a_format_cannot_hold_is_listed() {
    let archive = "tests/data/othello/archive.ggf";
    let run = quintet(&["convert", archive, "-", "--to", "transcript"]);
    run.fails(1, "Transcript cannot hold, and leaves out: ");
    for lost in ["times of moves", "evaluations", "names of players", "tags ("] {
        assert!(run.err.contains(lost), "{lost}: {run:?}");
    }
    assert!(run.err.contains("game 5, line 4"), "the game that could not be read: {run:?}");
    // Games are counted as they stand in the file.
    assert!(run.err.contains("game 6: cannot write as transcript"), "{run:?}");
    assert_eq!(quintet(&["convert", archive, "-", "--games", "1"]).succeeds().err, "");
}

#[test]
fn games_of_every_kind_are_converted_there_and_back() {
    for (name, text, to, back) in [
        ("a.pdn", DRAUGHTS, "b.pdn", "pdn"),
        ("a.pgn", HIVE, "b.uhp", "pgn"),
        ("a.mat", BACKGAMMON, "b.sgf", "mat"),
        ("a.ggf", OTHELLO, "b.txt", "ggf"),
    ] {
        let games = Games::new(name, text);
        let middle = games.file(to);
        let middle = middle.to_str().unwrap();
        quintet(&["convert", &games.path, middle]).succeeds();
        let moves = |path: &str| {
            let run =
                quintet(&["analyse", path, "--engine", "builtin:10", "--depth", "1", "--json"]);
            let played = |object: &Value| object["played"].clone();
            objects(&run.succeeds().out).iter().map(played).collect::<Vec<_>>()
        };
        let there = moves(middle);
        assert_eq!(there, moves(&games.path), "{name}");
        let last = games.file("last");
        let last = last.to_str().unwrap();
        quintet(&["convert", middle, last, "--to", back]).succeeds();
        assert_eq!(moves(last), there, "{name}");
    }
}

#[test]
fn a_fact_without_a_place_is_told_and_is_no_failure() {
    let text = "(;FF[4]GM[6]PW[Ada]PB[Bob]\n;W[31hefe]BL[55]WL[57]\n;B[42qusu])\n";
    let run = quintet_with(&["convert", "-", "-"], text, &empty_folder()).succeeds();
    assert!(run.err.contains("the property BL is left out"), "{run:?}");
}

#[test]
fn a_name_with_an_ending_of_another_game_is_refused() {
    let games = Games::new("a.ggf", OTHELLO);
    let to = games.file("x.pgn");
    let run = quintet(&["convert", &games.path, to.to_str().unwrap()]);
    run.fails(2, "Othello is not written as \"pgn\"");
    assert!(!to.exists());
}

#[test]
fn games_of_othello_become_a_database_and_come_back() {
    let (first, second) = (
        "f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5b6e8d8c6c7b5e3c8b8f2a5d2g8b4a3a4b3c2g4g5h5h3b2a7a6a1h4h7g3a2d1c1e1f1e2h2b1g2a8b7h1g1h8g7",
        "f5d6c3",
    );
    let games = Games::new("a.txt", &format!("{first}\n{second}\n"));
    let to = games.file("x.wtb");
    let to = to.to_str().unwrap();
    let run = quintet(&["convert", &games.path, to]);
    run.fails(1, "game 2: cannot write as wthor: WTHOR needs the discs at the end");
    assert_eq!(fs::read(to).unwrap().len(), 16 + 68);
    let back = quintet(&["convert", to, "-", "--to", "transcript"]).succeeds();
    assert_eq!(back.out, format!("{first}\n"));
}

#[test]
fn the_counters_of_a_position_of_draughts_come_back_from_pdn() {
    let (fen, folder) = ("W:W31,32:B1,2:H4:F28\n", empty_folder());
    let pdn = quintet_with(&["convert", "-", "-", "--to", "pdn"], fen, &folder).succeeds();
    let back = quintet_with(&["convert", "-", "-", "--to", "fen"], &pdn.out, &folder).succeeds();
    assert_eq!(back.out, fen);
}

#[test]
fn of_a_letter_with_games_of_several_kinds_those_are_written_that_the_format_holds() {
    let letter = "Hi,\n1. 32-28 19-23 2. 28x19 14x23 and he resigned.\nothello f5d6c3d3c4f4f6\n\
                  W:W31,34:B6,7\nBye\n";
    let folder = empty_folder();
    for (format, own, other) in [
        ("pdn", "32-28", "the games that are taken are of draughts"),
        ("transcript", "f5d6c3d3c4f4f6", "line 2: "),
    ] {
        let run = quintet_with(&["convert", "-", "-", "--to", format], letter, &folder);
        assert!(run.out.contains(own) && run.err.contains(other), "{format}: {run:?}");
        run.fails(1, "the rest is written");
    }
}
