//! Dice of matches on the command line: from a seed, from a secret one, from a file.

use std::fs;

use tempfile::TempDir;

use super::{Run, empty_folder, quintet, quintet_with};

const MATCH: [&str; 6] =
    ["match", "builtin:1", "builtin:1", "--game", "backgammon", "--variant=cubeless"];

fn play(more: &[&str]) -> Run {
    quintet(&[&MATCH[..], more].concat())
}

/// Plays with dice from a file of this text.
fn with_file(text: &str, more: &[&str]) -> Run {
    let folder = empty_folder();
    let path = folder.path().join("rolls.txt");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    quintet_with(&[&MATCH[..], &["--dice", path], more].concat(), "", &folder)
}

/// The games of a match that keeps them in a file.
fn kept(more: &[&str]) -> (Run, Vec<serde_json::Value>) {
    let folder: TempDir = empty_folder();
    let path = folder.path().join("games.jsonl");
    let run = play(&[more, &["--json", path.to_str().unwrap()]].concat()).succeeds();
    (run, quintet::store::read_results(&path).unwrap())
}

#[test]
fn a_secret_seed_is_committed_to_before_the_match_and_told_after_it() {
    let (run, games) = kept(&["--dice-seed", "random"]);
    let lines = run.lines();
    let (_, commitment) = lines[0].split_once("dice of a seed with SHA-256 ").unwrap();
    let seed = lines.iter().find_map(|line| line.strip_prefix("seed of the dice: ")).unwrap();
    assert_eq!(quintet::play::Seed(seed.to_owned()).commitment(), commitment);
    for game in &games {
        assert_eq!(game["dice_seed"], format!("{seed} 0"));
    }
    let (run, again) = kept(&["--dice-seed", seed]);
    assert!(run.out.contains(&format!("dice of seed {seed}")), "{run:?}");
    // The engines may slip elsewhere; the dice, every other move, are the same.
    let dice = |game: &serde_json::Value| -> Vec<String> {
        let moves = game["moves"].as_array().unwrap();
        moves.iter().step_by(2).take(5).map(ToString::to_string).collect()
    };
    assert_eq!(dice(&again[0]), dice(&games[0]));
    assert_eq!(dice(&games[1]), dice(&games[0]));
}

#[test]
fn the_table_of_games_for_money_has_points_a_game_and_no_elo() {
    let run = play(&["--games", "16"]).succeeds();
    assert!(run.out.contains("points   a game  95 % interval"), "{run:?}");
    let row =
        run.lines().into_iter().find(|line| line.starts_with("Quintet Backgammon (level 1) #1"));
    let row = row.unwrap();
    assert!(row.contains(" to ") && row.ends_with('-') && !row.contains('%'), "{row}");
    assert!(run.out.contains("\nwon by: "), "{run:?}");
}

#[test]
fn dice_from_a_file_are_played_and_bad_files_are_named_before_anything_starts() {
    let run = with_file("31 65 # the first two\n42\n", &[]).succeeds();
    assert!(run.lines()[0].ends_with("dice of rolls.txt"), "{run:?}");
    assert_eq!(run.out.matches("1/2-1/2 (no dice left)").count(), 2, "{run:?}");
    for (text, says) in [
        ("31\n\n6x", "rolls.txt: dice, line 3: 'x' is not a die"),
        ("31 6", "rolls.txt: dice, line 1: the last die has no second one"),
        ("", "rolls.txt: dice, line 1: no dice"),
    ] {
        with_file(text, &[]).fails(2, says);
    }
    let few = "rolls.txt: it has dice for 1 pair of games, and 3 are needed; an empty line begins";
    with_file("31 65", &["--games", "5"]).fails(2, few);
    play(&["--dice", "/nonexistent/rolls"])
        .fails(2, "cannot read \"/nonexistent/rolls\": there is no such file");
    play(&["--dice-seed", " "]).fails(2, "the seed is empty");
    play(&["--dice-seed", "a", "--dice", "b"]).fails(2, "cannot be used with");
    quintet(&["match", "builtin:1", "builtin:1", "--dice-seed", "a"])
        .fails(2, "--dice-seed: Othello is played without dice");
}

#[test]
fn the_length_of_a_match_is_short_for_its_variant() {
    let length = |more: &[&str]| {
        let game = ["match", "builtin:1", "builtin:1", "--game", "backgammon", "--max-plies=1"];
        quintet(&[&game[..], more].concat())
    };
    let run = length(&["--length", "3"]).succeeds();
    assert!(run.out.starts_with("Backgammon (Match to 3 points): "), "{run:?}");
    let lengths = "lengths are 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25";
    length(&["--length", "8"]).fails(2, &format!("no match to \"8\" points; {lengths}"));
    length(&["--length=7", "--variant=money"]).fails(2, "cannot be used with");
    // A name of a variant is no length.
    length(&["--length=money"]).fails(2, &format!("no match to \"money\" points; {lengths}"));
    let othello = ["match", "builtin:1", "builtin:1", "--length=7"];
    quintet(&othello).fails(2, "Othello has no matches to so many points");
    length(&["--time=5", "--inc=0"]).succeeds();
    let run = length(&["--variant=money", "--dice-seed=x"]).succeeds();
    assert!(run.out.contains("1 of 2: Quintet Backgammon (level 1) #1 +0"), "{run:?}");
}

#[test]
fn dice_that_are_no_text_are_refused_in_words() {
    let folder = empty_folder();
    let path = folder.path().join("rolls.bin");
    fs::write(&path, [0xff, 0x00, 0xfe]).unwrap();
    let run = quintet(&[&MATCH[..], &["--dice", path.to_str().unwrap()]].concat());
    run.fails(2, "it is not UTF-8 text");
}

#[test]
fn low_levels_with_a_seed_slip_alike() {
    let folder = empty_folder();
    let list = folder.path().join("engines.toml");
    let engine = |name: &str, seed: &str| {
        format!(
            "[[engine]]\nname = \"{name}\"\nprotocol = \"ubgi\"\ngames = [\"backgammon\"]\n\
             command = [\"{{quintet}}\", \"engine\", \"ubgi\", \"--level\", \"1\", \"--seed\", \"{seed}\"]\n"
        )
    };
    let engines =
        format!("version = 1\n{}{}{}", engine("A", "7"), engine("B", "8"), engine("C", "9"));
    fs::write(&list, engines).unwrap();
    let played = |second: &str, n: usize| {
        let path = folder.path().join(format!("{n}.jsonl"));
        let [list, path_text] = [&list, &path].map(|path| path.to_str().unwrap());
        let game = ["match", "A", second, "--game", "backgammon", "--variant=cubeless"];
        let files = ["--engines", list, "--json", path_text];
        quintet(&[&game[..], &files].concat()).succeeds();
        let games: Vec<serde_json::Value> = quintet::store::read_results(&path).unwrap();
        games.iter().map(|game| game["moves"].clone()).collect::<Vec<serde_json::Value>>()
    };
    let first = played("B", 0);
    assert_eq!(played("B", 1), first);
    assert_ne!(played("C", 2), first);
}
