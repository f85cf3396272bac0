//! What may change in the file of a tournament that has begun, and what may not.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::tournaments::{file, play};
use super::{Run, empty_folder, quintet};

fn resume(folder: &Path) -> Run {
    quintet(&["tournament", "--resume", folder.to_str().unwrap()])
}

/// Resumes the tournament of a folder with its file changed, and puts the file back.
fn resume_with(folder: &Path, changes: &[(&str, &str)]) -> Run {
    let path = folder.join("tournament.toml");
    let before = fs::read_to_string(&path).unwrap();
    let mut text = before.clone();
    for (old, new) in changes {
        assert!(text.contains(old), "{old:?} is not in {text}");
        text = text.replacen(old, new, 1);
    }
    fs::write(&path, text).unwrap();
    let run = resume(folder);
    fs::write(&path, before).unwrap();
    run
}

#[test]
fn what_would_make_other_games_is_refused_when_a_tournament_goes_on() {
    let keys =
        "seed = 7\nopenings = 2\nopenings-file = \"book.txt\"\nopenings-order = \"random\"\n";
    let (folder, path) = file(keys);
    let book = "f5d6c3d3\nf5f6e6\nf5d6c5\n";
    fs::write(folder.path().join("book.txt"), book).unwrap();
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    let games = fs::read_to_string(cup.join("games.ggf")).unwrap();
    for (changes, said) in [
        (&[("seed = 7", "seed = 8")][..], "seed is 8, and game 1 was played with 7"),
        (&[("openings = 2", "openings = 3")], "openings is 3, and game 1 was played with 2"),
        (
            &[("\"random\"", "\"in-order\"")],
            "openings-order is in-order, and game 1 was played with random",
        ),
        (
            &[("book.txt", "other.txt")],
            "openings-file is \"other.txt\", and game 1 was played with \"book.txt\"",
        ),
        (&[("builtin:10", "builtin:9")], "player One: engine is "),
    ] {
        let run = resume_with(&cup, changes);
        assert!(run.err.contains("tournament.toml: "), "{run:?}");
        run.fails(2, said);
        assert!(run.err.contains("; change it back, or begin another tournament"), "{run:?}");
    }
    assert_eq!(fs::read_to_string(cup.join("games.ggf")).unwrap(), games, "nothing is written");
    fs::write(cup.join("openings.txt"), book.replace("f6e6", "f6e6f4")).unwrap();
    resume(&cup).fails(2, "an opening of the copy is f5 f6 e6 f4, and game");
}

#[test]
fn what_concerns_only_the_games_that_are_left_may_change() {
    let (folder, path) = file("name = \"Cup\"\nconcurrency = 2\n");
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    let run = resume_with(
        &cup,
        &[
            ("\"Cup\"", "\"Other\"\nsite = \"Here\"\ncycles = 2\nmax-plies = 50"),
            ("concurrency = 2", "resign = \"score=60 plies=8\""),
            ("depth 1", "depth 2"),
        ],
    )
    .succeeds();
    // Which of its games is the first line of the file is not known.
    assert_eq!(run.err.matches("player One: time is depth 2, and game ").count(), 1, "{run:?}");
    assert_eq!(run.err.matches(" was played with depth 1\n").count(), 1, "{run:?}");
    assert!(run.out.contains("6 of 12 games were played before"), "{run:?}");
    for said in [": max-plies is 50, and game ", ": resign is score=60 plies=8, and game "] {
        assert_eq!(run.err.matches(said).count(), 1, "{said} {run:?}");
    }
}

#[test]
fn changed_dice_and_another_variant_are_refused() {
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    let keys =
        "game = \"backgammon\"\nvariant = \"cubeless\"\ndice-seed = \"x\"\ntime = \"0.01s/move\"\n";
    let players = "[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:1\"\n";
    fs::write(&path, format!("{keys}format = \"match\"\n{players}")).unwrap();
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    let run = resume_with(&cup, &[("\"x\"", "\"y\"")]);
    run.fails(2, "dice-seed is \"y\", and game 1 was played with \"x\"");
    let run = resume_with(&cup, &[("cubeless", "money")]);
    run.fails(2, "variant is money, and game 1 was played with cubeless");
    resume(&cup).succeeds();
}

#[test]
fn changed_options_are_refused_and_those_that_an_engine_lacks_are_known() {
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    let keys = "game = \"draughts\"\nmax-plies = 20\ntime = \"depth 1\"\nformat = \"match\"\n";
    let engine = "engine = \"builtin:10:option.contempt=1:option.nonsense=2\"\n";
    let players = ["A", "B"].map(|name| format!("[[player]]\nname = \"{name}\"\n{engine}"));
    fs::write(&path, keys.to_owned() + &players.concat()).unwrap();
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    for (changes, said) in [
        (("contempt=1", "contempt=2"), "option contempt is 2, and game 1 was played with 1"),
        ((":option.nonsense=2", ""), "option nonsense has no value, and game 1 was played with 2"),
        (
            ("nonsense=2", "nonsense=2:option.more=1"),
            "option more is 1, and game 1 was played without it",
        ),
    ] {
        resume_with(&cup, &[changes]).fails(2, said);
    }
    resume(&cup).succeeds();
}

#[test]
fn a_changed_environment_or_dialect_of_a_player_is_refused() {
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    let list = folder.path().join("engines.toml");
    let engine = |keys: &str| {
        let program = env!("CARGO_BIN_EXE_scripted-engine");
        let entry = "[[engine]]\nname = \"Own\"\nprotocol = \"nboard\"\n";
        format!("version = 1\n{entry}command = [\"{program}\"]\n{keys}\n")
    };
    let keys = "game = \"othello\"\ntime = \"20s\"\nformat = \"match\"\n";
    let player = |name: &str| format!("[[player]]\nname = \"{name}\"\nengine = \"Own\"\n");
    fs::write(&path, keys.to_owned() + &player("A") + &player("B")).unwrap();
    let with = |keys: &str, rest: &[&str]| {
        fs::write(&list, engine(keys)).unwrap();
        quintet(&[&["tournament", "--engines", list.to_str().unwrap()], rest].concat())
    };
    let before = "env = { KEY = \"secret\" }\ndialect = { stop = \"no\" }";
    with(before, &[path.to_str().unwrap(), "--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    let rows = fs::read_to_string(cup.join("games.jsonl")).unwrap();
    assert!(rows.contains("KEY") && !rows.contains("secret"), "{rows}");
    let resume = ["--resume", cup.to_str().unwrap()];
    for (keys, said) in [
        (
            "env = { KEY = \"hidden\" }\ndialect = { stop = \"no\" }",
            "env KEY is a value with the fingerprint ",
        ),
        (
            "dialect = { stop = \"no\" }",
            "env KEY has no value, and game 1 was played with a value with the fingerprint ",
        ),
        (
            "env = { KEY = \"secret\", MORE = \"1\" }\ndialect = { stop = \"no\" }",
            ", and game 1 was played without it",
        ),
        ("env = { KEY = \"secret\" }", "dialect stop has no value, and game 1 was played with no"),
    ] {
        let run = with(keys, &resume);
        run.fails(2, said);
        assert!(!run.err.contains("hidden") && !run.err.contains("secret"), "{run:?}");
    }
    with(before, &resume).succeeds();
    // A row of an earlier version does not say anything of it.
    let at = rows.find("\"env\":").unwrap();
    let end = at + rows[at..].find('}').unwrap() + 2;
    let bare = rows.replace(&rows[at..end], "");
    assert!(!bare.contains("KEY"), "{bare}");
    fs::write(cup.join("games.jsonl"), bare).unwrap();
    with("dialect = { stop = \"no\" }", &resume).succeeds();
}

#[test]
fn a_program_that_was_replaced_at_its_place_is_said_with_both_hashes() {
    let (folder, path) = file("");
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    assert!(!resume(&cup).succeeds().err.contains("SHA-256"), "it is the same program");
    // The games were played by another program.
    let path = cup.join("games.jsonl");
    let rows = fs::read_to_string(&path).unwrap();
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    let program = row["engines"][0]["sha256"].as_str().unwrap();
    fs::write(&path, rows.replace(program, &"0".repeat(64))).unwrap();
    let run = resume(&cup).succeeds();
    let said = format!("(SHA-256 {}...), and game ", &program[..12]);
    assert_eq!(run.err.matches(&said).count(), 3, "once for each player: {run:?}");
    assert_eq!(run.err.matches("(SHA-256 000000000000...)").count(), 3, "{run:?}");
}

#[test]
fn a_changed_test_is_said_when_a_tournament_goes_on() {
    let folder = empty_folder();
    let path = folder.path().join("test.toml");
    let players = "[[player]]\nname = \"A\"\nengine = \"builtin:10\"\n\
                   [[player]]\nname = \"B\"\nengine = \"builtin:10\"\n";
    let keys = "format = \"match\"\npairs = 2\ntime = \"depth 1\"\n";
    let test = "sprt = \"elo0=0,elo1=5\"\n";
    fs::write(&path, format!("{keys}{test}{players}")).unwrap();
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("test");
    assert!(!resume(&cup).succeeds().err.contains("sprt"), "it is the same test");
    let was = "and game 1 was played with elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized\n";
    for (new, said) in [
        ("elo1=6", "sprt is elo0=0,elo1=6,alpha=0.05,beta=0.05,model=normalized, "),
        ("elo1=5,alpha=0.1", "sprt is elo0=0,elo1=5,alpha=0.1,beta=0.05,model=normalized, "),
        ("elo1=5,model=logistic", "sprt is elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic, "),
    ] {
        let run = resume_with(&cup, &[("elo1=5", new)]).succeeds();
        assert!(run.err.contains(&format!("{said}{was}")), "{run:?}");
    }
    let run = resume_with(&cup, &[(test, "")]).succeeds();
    assert!(run.err.contains(&format!("sprt has no value, {was}")), "{run:?}");
    // Games without a test, to which one is added.
    let bare = folder.path().join("bare.toml");
    fs::write(&bare, format!("{keys}{players}")).unwrap();
    play(&bare, &["--quiet"]).succeeds();
    let run = resume_with(
        &folder.path().join("bare"),
        &[("pairs = 2\n", "pairs = 2\nsprt = \"elo0=0,elo1=5\"\n")],
    );
    assert!(run.err.contains("model=normalized, and game 1 was played without it\n"), "{run:?}");
}

#[test]
fn fewer_pairs_and_another_name_are_refused_with_the_key() {
    let (folder, path) = file("pairs = 2\n");
    play(&path, &["--quiet"]).succeeds();
    let cup = folder.path().join("cup");
    let back = "; change it back, or begin another tournament";
    // What has no say in the pairings is not named.
    resume_with(&cup, &[("pairs = 2", "pairs = 1\nconcurrency = 2")])
        .fails(2, "pairs was 2 and is 1; change it back, and raise cycles for more games");
    let run = resume_with(&cup, &[("name = \"One\"", "name = \"Other\"")]);
    let named = "the tournament has no player \"One\": player 1 name was \"One\" and is \"Other\"";
    run.fails(2, &format!("{named}{back}"));
    // A change that is accepted is the file that later ones are compared with.
    let path = cup.join("tournament.toml");
    let longer = fs::read_to_string(&path).unwrap().replace("pairs = 2", "pairs = 2\ncycles = 2");
    fs::write(&path, longer).unwrap();
    resume(&cup).succeeds();
    resume_with(&cup, &[("cycles = 2", "cycles = 1")])
        .fails(2, &format!(": cycles was 2 and is 1{back}"));
    // An earlier version has kept no copy.
    fs::remove_file(cup.join("played.toml")).unwrap();
    resume_with(&cup, &[("pairs = 2", "pairs = 1")])
        .fails(2, "pairs is 1, cycles is 2; one of them");
}
