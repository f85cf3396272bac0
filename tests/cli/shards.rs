//! Tournaments that are played in shares, and joined.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::tournaments::{TESTED, file, games, last_table, play, verdict};
use super::{Run, empty_folder, quintet};

/// Plays these shares of a tournament, each into a folder named by its number; the folders.
pub(super) fn shares(path: &Path, numbers: &[u32], of: u32) -> Vec<String> {
    let one = |number: &u32| {
        let out = path.with_file_name(format!("share-{number}"));
        let out = out.to_str().unwrap().to_owned();
        play(path, &["--shard", &format!("{number}/{of}"), "--out", &out]).succeeds();
        out
    };
    numbers.iter().map(one).collect()
}

pub(super) fn merge(folders: &[String], more: &[&str]) -> Run {
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    quintet(&[&["tournament", "merge"], &folders[..], more].concat())
}

#[test]
fn shares_join_to_the_games_and_the_table_of_a_single_run() {
    let (folder, path) = file("cycles = 2");
    let whole = play(&path, &[]).succeeds();
    let folders = shares(&path, &[3, 1, 2], 3);
    // One of them was killed after its first game, and goes on.
    let rows = Path::new(&folders[0]).join("games.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    assert_eq!(rest.lines().count(), 3, "a third of 12 games: {text}");
    fs::write(&rows, format!("{first}\n")).unwrap();
    let early = merge(&folders, &[]);
    assert_eq!(last_table(&early).len(), 4, "{early:?}");
    early.fails(5, "9 of 12 games were played; not over: share 3 (3 games left)");
    let resumed = quintet(&["tournament", "--resume", &folders[0]]).succeeds();
    assert!(resumed.out.contains("1 of 4 games were played before"), "{resumed:?}");
    // Without one of them.
    merge(&folders[..2], &[]).fails(5, "8 of 12 games were played; share 2 of 3 missing");
    let some = folder.path().join("some");
    let run = merge(&folders[..2], &["--out", some.to_str().unwrap()]);
    run.fails(5, &format!("share 2 of 3 missing; what 2 shares of 3 had is merged into {some:?}"));
    assert_eq!(games(&some).len(), 8);
    let out = folder.path().join("joined");
    let joined = merge(&folders, &["--out", out.to_str().unwrap()]).succeeds();
    assert_eq!(last_table(&joined), last_table(&whole));
    assert_eq!(games(&out), games(&folder.path().join("cup")));
    let texts = fs::read_to_string(out.join("games.ggf")).unwrap();
    assert!(texts.matches("(;GM[Othello]").count() == 12 && out.join("report.html").exists());
    let again = merge(&folders, &["--out", out.to_str().unwrap()]);
    assert!(!again.out.contains("12 of 12"), "said before the shares are read: {again:?}");
    again.fails(2, "there are games in this folder already, perhaps of an earlier merge; remove it, or name another");
    // The joined folder is that of a tournament which is over.
    let resumed = quintet(&["tournament", "--resume", out.to_str().unwrap()]).succeeds();
    assert_eq!(last_table(&resumed), last_table(&whole));
    let json = merge(&folders, &["--json"]).succeeds();
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["played"], &json["of"]), (&12.into(), &3.into()));
    assert_eq!(json["missing"], Value::Array(Vec::new()));
}

#[test]
fn a_joined_folder_compares_the_environment_by_the_keys_of_its_shares() {
    let (folder, path) = file("max-plies = 4");
    let text = fs::read_to_string(&path).unwrap();
    let with = |value: &str| {
        text.replacen("[[player]]", &format!("[[player]]\nenv = {{ KEY = \"{value}\" }}"), 1)
    };
    fs::write(&path, with("4")).unwrap();
    let folders = shares(&path, &[1, 2], 3);
    let keys = |folder: &Path| fs::read_to_string(folder.join("fingerprints.key")).unwrap();
    let [one, two] = [0, 1].map(|idx| keys(Path::new(&folders[idx])));
    assert_ne!(one, two, "each has its own");
    let out = folder.path().join("joined");
    merge(&folders, &["--out", out.to_str().unwrap()]).fails(5, "share 3 of 3 missing");
    assert_eq!(keys(&out), format!("{one}{two}"));
    let resume = || quintet(&["tournament", "--resume", out.to_str().unwrap()]);
    fs::write(out.join("tournament.toml"), with("5")).unwrap();
    resume().fails(2, "env KEY is a value with the fingerprint ");
    fs::write(out.join("tournament.toml"), with("4")).unwrap();
    resume().succeeds();
    let rows = fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert!(!rows.contains(one.trim()) && !rows.contains(two.trim()), "no row has a key: {rows}");
}

#[test]
fn the_test_of_joined_shares_has_the_verdict_of_a_single_run() {
    let folder = empty_folder();
    let path = folder.path().join("test.toml");
    fs::write(&path, format!("pairs = 16\n{TESTED}")).unwrap();
    let whole = play(&path, &[]).succeeds();
    let folders = shares(&path, &[1, 2], 2);
    assert_eq!(games(Path::new(&folders[0])).len(), 16, "a share ends by no verdict of its own");
    let joined = merge(&folders, &["--watch", "60"]).succeeds();
    assert_eq!(verdict(&joined), verdict(&whole));
    assert_eq!(last_table(&joined), last_table(&whole), "later games of shares do not count");
    assert!(joined.out.contains("shares that still run can be ended"), "{joined:?}");
}

#[test]
fn a_pattern_names_the_folders_of_shares() {
    let (_folder, path) = file("max-plies = 4");
    let folders = shares(&path, &[1, 2, 3], 3);
    let by_name = merge(&folders, &[]).succeeds();
    let parent = Path::new(&folders[0]).parent().unwrap().join("share-[1-3]");
    let by_pattern = merge(&[parent.to_str().unwrap().to_owned()], &[]).succeeds();
    assert_eq!(by_pattern.out, by_name.out);
}

#[test]
fn shares_that_do_not_fit_together_are_refused() {
    let (_folder, path) = file("");
    let whole = path.with_file_name("whole");
    play(&path, &["--out", whole.to_str().unwrap()]).succeeds();
    let folders = shares(&path, &[1, 2], 3);
    let whole = whole.to_str().unwrap().to_owned();
    merge(&[whole], &[]).fails(2, "it was played without --shard, and is no share");
    // A game that was torn costs itself, and is named.
    let kept = Path::new(&folders[0]).join("games.jsonl");
    let games_of_one = fs::read(&kept).unwrap();
    fs::write(&kept, [&games_of_one[..], b"{\"num"].concat()).unwrap();
    let run = merge(&folders, &[]);
    assert!(
        run.err.contains("share 1/3: 5 bytes behind the last game are no whole game"),
        "{run:?}"
    );
    fs::write(&kept, games_of_one).unwrap();
    let twice = [folders[0].clone(), folders[0].clone()];
    merge(&twice, &[]).fails(2, "it is share 1/3, as ");
    let file_of_one = Path::new(&folders[1]).join("tournament.toml");
    let text = fs::read_to_string(&file_of_one).unwrap();
    fs::write(&file_of_one, format!("seed = 2\n{text}")).unwrap();
    merge(&folders, &[])
        .fails(2, "different tournaments: seed is missing in one, and 2 in the other");
    // Played with another seed than all files say now.
    let file_of_other = Path::new(&folders[0]).join("tournament.toml");
    for path in [&file_of_one, &file_of_other] {
        fs::write(path, format!("seed = 2\n{text}")).unwrap();
    }
    merge(&folders, &[]).fails(2, "share 1/3: seed is 2, and game 1 was played with 1; its games");
    fs::write(&file_of_one, &text).unwrap();
    fs::write(&file_of_other, &text).unwrap();
    let rows = Path::new(&folders[1]).join("games.jsonl");
    let played = fs::read_to_string(&rows).unwrap();
    fs::write(&rows, played.replace("\"seed\":1,", "\"seed\":3,")).unwrap();
    let run = merge(&folders, &[]);
    run.fails(2, "share 2/3: seed is 1, and game 3 was played with 3; its games");
    assert!(run.err.contains(&folders[1]), "{run:?}");
    fs::write(&rows, played).unwrap();
    fs::write(Path::new(&folders[1]).join("shard"), "1/4").unwrap();
    merge(&folders, &[]).fails(2, "it is share 1/4, and ");
    fs::write(Path::new(&folders[1]).join("shard"), "?").unwrap();
    merge(&folders, &[]).fails(2, "is not a share such as 2/64");
    merge(&["/no/such/folder".to_owned()], &[]).fails(2, "there is no such folder");
    play(&path, &["--shard", "4/3"]).fails(2, "is not a share such as 2/64");
    let (_folder, swiss) = file("format = \"swiss\"\nrounds = 1");
    play(&swiss, &["--shard", "1/2"]).fails(2, "--shard: a swiss pairs its rounds by results");
}
