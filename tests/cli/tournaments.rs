//! Tournaments: pairings, tables, files, and what is left after a break.

use std::fs;
use std::path::{Path, PathBuf};

use quintet::store::read_results;
use serde_json::Value;
use tempfile::TempDir;

use super::{Run, empty_folder, quintet};

/// Engines that search to a fixed depth and never slip: their games are always the same.
const THREE: &str = r#"
[[player]]
engine = "builtin:10"
name = "One"
time = "depth 1"
[[player]]
engine = "builtin:10"
name = "Two"
time = "depth 2"
[[player]]
engine = "builtin:10"
name = "Three"
time = "depth 3"
"#;

/// A tournament of the three engines with these keys: its folder, and the path of its file.
pub(super) fn file(keys: &str) -> (TempDir, PathBuf) {
    let folder = empty_folder();
    let path = folder.path().join("cup.toml");
    fs::write(&path, format!("{keys}\n{THREE}")).unwrap();
    (folder, path)
}

pub(super) fn play(path: &Path, more: &[&str]) -> Run {
    quintet(&[&["tournament", path.to_str().unwrap()], more].concat())
}

/// The lines of the last table.
pub(super) fn last_table(run: &Run) -> Vec<&str> {
    let lines = run.lines();
    let head = lines.iter().rposition(|line| line.trim_start().starts_with("player")).unwrap();
    lines[head..].iter().copied().take_while(|line| !line.is_empty()).collect()
}

/// The counted games of a folder by number: players, result and moves.
pub(super) fn games(folder: &Path) -> Vec<(u64, String)> {
    let rows: Vec<Value> = read_results(&folder.join("games.jsonl")).unwrap();
    let row = |row: &Value| {
        let cell = |name: &str| row[name].to_string();
        let text = ["pair", "first", "second", "result", "opening", "moves"].map(cell).join(" ");
        (row["number"].as_u64().unwrap(), text)
    };
    let mut games: Vec<_> = rows.iter().filter(|row| row["result"] != "*").map(row).collect();
    games.sort();
    games
}

#[test]
fn a_round_robin_of_three_levels_ends_with_a_table_that_adds_up() {
    let folder = empty_folder();
    let path = folder.path().join("levels.toml");
    let players: String =
        [1, 3, 10].map(|n| format!("[[player]]\nengine = \"builtin:{n}\"\n")).concat();
    fs::write(&path, format!("time = \"0.01s/move\"\nconcurrency = 2\n{players}")).unwrap();
    let run = play(&path, &[]).succeeds();
    let table = last_table(&run);
    assert_eq!(table.len(), 4, "{run:?}");
    let mut scores = Vec::new();
    for line in &table[1..] {
        let (_, numbers) = line.split_once(')').unwrap();
        // Games, wins, draws, losses and the score.
        let numbers: Vec<f64> =
            numbers.split_whitespace().take(5).map(|number| number.parse().unwrap()).collect();
        let [games, wins, draws, losses, score] = numbers.try_into().unwrap();
        assert_eq!((wins + draws + losses, games), (4.0, 4.0), "{line}");
        assert_eq!(score, wins + draws / 2.0, "{line}");
        scores.push(score);
    }
    assert_eq!(scores.iter().sum::<f64>(), 6.0, "{run:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "the best one is first: {run:?}");
    let results = folder.path().join("levels");
    assert_eq!(games(&results).len(), 6);
    // A tournament without a name has that of its file, also after a break.
    assert_eq!(
        fs::read_to_string(results.join("tournament.toml")).unwrap(),
        format!("name = \"levels\"\n{}", fs::read_to_string(&path).unwrap())
    );
    // Both games of a pair have the same opening, with sides swapped.
    let rows: Vec<Value> = read_results(&results.join("games.jsonl")).unwrap();
    for pair in 0..3 {
        let two: Vec<&Value> = rows.iter().filter(|row| row["pair"] == pair).collect();
        assert_eq!(two.len(), 2);
        assert_eq!(two[0]["opening"], two[1]["opening"]);
        assert_eq!((&two[0]["first"], &two[0]["second"]), (&two[1]["second"], &two[1]["first"]));
    }
    let texts = fs::read_to_string(results.join("games.ggf")).unwrap();
    assert_eq!(texts.matches("GM[Othello]").count(), 6, "{texts}");
    assert_eq!(texts.matches("Event[levels]").count(), 6, "{texts}");
}

/// `kill -9` after the third line of a game; the rest is played, and all is as without the break.
#[cfg(unix)]
#[test]
fn a_killed_tournament_is_resumed_to_the_same_games_and_table() {
    for format in ["format = \"swiss\"\nrounds = 2", "format = \"knockout\"", "cycles = 2"] {
        let (folder, path) = file(format);
        let whole = play(&path, &["--out", folder.path().join("whole").to_str().unwrap()]);
        let whole = whole.succeeds();
        let results = folder.path().join("broken");
        super::within_limit(killed_after(3, &path, &results));
        let n_before = games(&results).len();
        // On a busy machine the program may have played more before it was killed, even all.
        assert!((3..=games(&folder.path().join("whole")).len()).contains(&n_before), "{format}");
        // As a power cut leaves it: half a line.
        let torn =
            fs::read_to_string(results.join("games.jsonl")).unwrap() + "{\"version\":1,\"num";
        fs::write(results.join("games.jsonl"), torn).unwrap();
        let run = quintet(&["tournament", "--resume", results.to_str().unwrap()]).succeeds();
        assert!(run.err.contains("a torn last line was cut off: {\"version\":1,\"num"), "{run:?}");
        assert!(run.out.contains(&format!("{n_before} of ")), "{run:?}");
        assert_eq!(last_table(&run), last_table(&whole), "{format}");
        assert_eq!(games(&results), games(&folder.path().join("whole")), "{format}");
        let texts = |name: &str| {
            let text = fs::read_to_string(folder.path().join(name).join("games.ggf")).unwrap();
            text.matches("GM[Othello]").count()
        };
        assert_eq!(texts("broken"), texts("whole"));
        // There is nothing left to play.
        let again = quintet(&["tournament", "--resume", results.to_str().unwrap()]).succeeds();
        assert_eq!(last_table(&again), last_table(&whole));
        assert_eq!(games(&results), games(&folder.path().join("whole")));
    }
}

/// The moments are where the machine happens to be when so many games were printed.
#[cfg(unix)]
#[test]
fn a_tournament_that_is_killed_ten_times_ends_with_the_games_of_one_that_was_not() {
    let (folder, path) = file("cycles = 20\nconcurrency = 3");
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name));
    let run = play(&path, &["--out", whole.to_str().unwrap()]).succeeds();
    super::within_limit(killed_after(2, &path, &broken));
    for n_games in [1, 4, 3, 1, 5, 2, 6, 1, 3] {
        super::within_limit(resumed_and_killed_after(n_games, &broken));
    }
    assert!(games(&broken).len() >= 28, "what was printed is kept");
    let last = quintet(&["tournament", "--resume", broken.to_str().unwrap()]).succeeds();
    assert_eq!(last_table(&last), last_table(&run));
    assert_eq!(games(&broken), games(&whole));
}

/// A match that a test ends: the first player looks further and wins nearly all games.
pub(super) const TESTED: &str = r#"
format = "match"
sprt = "elo0=0,elo1=100"
time = "depth 1"
[[player]]
engine = "builtin:10"
name = "Deep"
time = "depth 3"
[[player]]
engine = "builtin:10"
name = "Flat"
"#;

/// The line with the verdict.
pub(super) fn verdict(run: &Run) -> &str {
    run.lines().into_iter().rfind(|line| line.starts_with("test ")).unwrap()
}

#[test]
fn a_test_ends_a_tournament_by_the_same_verdict_at_any_speed_and_after_a_break() {
    let folder = empty_folder();
    let path = folder.path().join("test.toml");
    fs::write(&path, TESTED).unwrap();
    let out = |name: &str| folder.path().join(name);
    let slow = play(&path, &["--out", out("slow").to_str().unwrap()]).succeeds();
    let fast = out("fast");
    let fast = ["--out", fast.to_str().unwrap(), "--concurrency", "3"];
    let fast = play(&path, &fast).succeeds();
    let said = verdict(&slow);
    assert!(said.contains("model=normalized: H1 is accepted after "), "{slow:?}");
    assert_eq!(verdict(&fast), said);
    // Games of later pairs that happened to end count nowhere.
    assert_eq!(last_table(&fast), last_table(&slow));
    let page = |name: &str| fs::read_to_string(out(name).join("report.html")).unwrap();
    let table_of =
        |page: &str| page.split("<h2>").find(|part| part.starts_with("Table")).unwrap().to_owned();
    assert_eq!(table_of(&page("fast")), table_of(&page("slow")));
    assert!(slow.lines()[0].contains("at most 100000 games"), "{slow:?}");
    // Seven games are on the disk, the seventh without the second of its pair.
    let rows = fs::read_to_string(out("slow").join("games.jsonl")).unwrap();
    let seven: String = rows.lines().take(7).map(|row| format!("{row}\n")).collect();
    fs::write(out("slow").join("games.jsonl"), seven).unwrap();
    let slow = out("slow");
    let resume = ["tournament", "--resume", slow.to_str().unwrap()];
    let resumed = quintet(&resume).succeeds();
    assert_eq!(verdict(&resumed), said);
    assert_eq!(last_table(&resumed), last_table(&fast));
    let played = games(&out("slow")).len();
    // A game of a later pair that ended with the one that has decided is a row after it.
    let rows = read_results::<Value>(&out("slow").join("games.jsonl")).unwrap();
    let mut late = rows.last().unwrap().clone();
    late["number"] = (late["number"].as_u64().unwrap() + 2).into();
    let path = out("slow").join("games.jsonl");
    let with_late = fs::read_to_string(&path).unwrap() + &late.to_string() + "\n";
    fs::write(&path, with_late).unwrap();
    let played = played + 1;
    let again = quintet(&[&resume[..], &["--json"]].concat()).succeeds();
    assert_eq!(games(&out("slow")).len(), played, "it plays on after the verdict");
    let texts = fs::read_to_string(out("slow").join("games.ggf")).unwrap();
    assert_eq!(texts.matches("(;GM[").count(), played, "as without a break");
    let end: Value = serde_json::from_str(again.lines().last().unwrap()).unwrap();
    assert_eq!(end["test"]["verdict"], "h1");
    assert!(end["test"]["llr"].as_f64() >= end["test"]["bounds"][1].as_f64(), "{end}");
}

#[test]
fn an_engine_that_takes_long_to_start_is_an_event() {
    let folder = empty_folder();
    let path = folder.path().join("two.toml");
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let player = |name: &str, deed: &str| {
        format!(
            "[[player]]\nengine = \"{scripted} {deed}\"\nprotocol = \"nboard\"\nname = \"{name}\"\n"
        )
    };
    let players = player("Prompt", "") + &player("Sleepy", "late=5500@ping:1");
    let keys = "name = \"Two\"\ngame = \"othello\"\nformat = \"match\"\npairs = 1\ntime = \"20s\"";
    fs::write(&path, format!("{keys}\n{players}")).unwrap();
    let run = play(&path, &["--json"]).succeeds();
    let events = run.lines();
    let events = events.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let of_start = |event: &Value| event["event"] == "starting" || event["event"] == "ready";
    let found: Vec<Value> = events.filter(of_start).collect();
    let said: Vec<_> = found.iter().map(|event| (&event["event"], &event["number"])).collect();
    assert_eq!(said, [(&Value::from("starting"), &Value::from(1)), (&"ready".into(), &1.into())]);
    assert!(found.iter().all(|event| event["player"] == "Sleepy"), "{found:?}");
    assert!(found[1]["seconds"].as_f64() >= Some(5.5), "{found:?}");
}

#[test]
fn two_players_have_their_difference_and_what_it_is_made_of() {
    let folder = empty_folder();
    let path = folder.path().join("two.toml");
    let player = |depth: u32, anchor: &str| {
        format!(
            "[[player]]\nengine = \"builtin:10\"\nname = \"D{depth}\"\ntime = \"depth {depth}\"\n{anchor}\n"
        )
    };
    for (openings, n_units, anchor) in [(2, 2, ""), (4, 4, "anchor = 2000")] {
        let keys = format!("format = \"match\"\npairs = 4\nopenings = {openings}\n");
        fs::write(&path, keys + &player(1, "") + &player(2, anchor)).unwrap();
        let out = folder.path().join(format!("{openings}"));
        let run = play(&path, &["--json", "--out", out.to_str().unwrap()]).succeeds();
        let end: Value = serde_json::from_str(run.lines().last().unwrap()).unwrap();
        let duel = &end["notes"]["duel"];
        assert_eq!((&duel["player"], &duel["units"]), (&"D1".into(), &n_units.into()), "{end}");
        let pairs: u64 =
            duel["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(pairs, n_units, "{end}");
        let has_interval = duel["score_interval"].is_array();
        assert_eq!((has_interval, duel["superiority"].is_number()), (n_units > 2, n_units > 2));
        let elo = |name: &str| {
            let table = end["table"].as_array().unwrap();
            table.iter().find(|line| line["player"] == name).unwrap()["elo"]["value"].as_f64()
        };
        assert!(anchor.is_empty() || elo("D2") == Some(2000.0), "{end}");
        let page = fs::read_to_string(out.join("report.html")).unwrap();
        assert!(page.contains("score of D1: "), "{page}");
        assert_eq!(page.contains("too few games"), n_units == 2, "{page}");
        assert_eq!(page.contains("D2 is the anchor: its Elo is set to 2000"), !anchor.is_empty());
        let shown = quintet(&["tournament", "--resume", out.to_str().unwrap()]).succeeds();
        assert_eq!(shown.out.contains("(LOS): "), n_units > 2, "{shown:?}");
        assert!(shown.out.contains("pairs of games, D1 first: "), "{shown:?}");
    }
}

#[test]
fn a_test_ends_a_match_and_one_that_does_not_fit_the_game_is_refused() {
    let engines = ["match", "builtin:10", "builtin:1", "--depth", "1", "--sprt"];
    let run = |more: &[&str]| quintet(&[&engines[..], more].concat());
    let found = run(&["elo0=0,elo1=200,model=logistic", "--seed", "4"]).succeeds();
    assert!(verdict(&found).contains("H1 is accepted after "), "{found:?}");
    let pairs = found.lines().iter().filter(|line| line.trim_start().starts_with("LLR ")).count();
    assert!(verdict(&found).contains(&format!(" {pairs} pairs, LLR ")), "{found:?}");
    let few = run(&["elo0=0,elo1=200", "--games", "2"]).succeeds();
    assert!(verdict(&few).contains("no verdict after 1 pair, LLR "), "{few:?}");
    for (more, said) in [
        (&["points0=0,points1=1"][..], "sprt: all games are worth the same"),
        (
            &["elo0=0,elo1=5", "--game", "backgammon", "--variant", "money"],
            "sprt: the games are worth different points: the test needs points0= and points1=",
        ),
        (&["elo0=5,elo1=5"], "elo1 must be greater than elo0"),
        (&["elo0=0,elo1=5", "--only", "1"], "cannot be used with"),
    ] {
        run(more).fails(2, said);
    }
}

/// Starts a tournament and kills the program when so many games have been printed.
#[cfg(unix)]
async fn killed_after(n_games: usize, path: &Path, results: &Path) {
    killed(n_games, &[path.as_os_str(), "--out".as_ref(), results.as_os_str()]).await;
}

/// Goes on with a tournament and kills the program when so many games have been printed.
#[cfg(unix)]
async fn resumed_and_killed_after(n_games: usize, results: &Path) {
    killed(n_games, &["--resume".as_ref(), results.as_os_str()]).await;
}

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
async fn killed(n_games: usize, args: &[&std::ffi::OsStr]) {
    use std::process::Stdio;
    use tokio::io::{AsyncBufReadExt, BufReader};

    let config = empty_folder();
    let mut child = tokio::process::Command::new(env!("CARGO_BIN_EXE_quintet"))
        .arg("tournament")
        .args(args)
        .env("QUINTET_CONFIG_DIR", config.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut n_seen = 0;
    while n_seen < n_games {
        // On a busy machine all may have been played by now.
        let Some(line) = lines.next_line().await.unwrap() else { break };
        n_seen += usize::from(line.starts_with("game "));
    }
    child.kill().await.unwrap();
}

#[test]
fn a_tournament_is_printed_as_json_or_quietly_and_not_begun_twice_in_a_folder() {
    let (folder, path) = file("");
    let run = play(&path, &["--json"]).succeeds();
    let events: Vec<Value> =
        run.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    let expected =
        ["start", "game", "game", "round", "game", "game", "round", "game", "game", "end"];
    assert_eq!(names, expected);
    assert_eq!(events[9]["table"].as_array().unwrap().len(), 3);
    assert_eq!((&events[9]["played"], &events[9]["games"]), (&6.into(), &6.into()));
    play(&path, &[]).fails(2, "--resume continues it, and --out names another folder");
    let cup = folder.path().join("cup");
    play(&cup, &[]).fails(2, "is a folder, no file of a tournament; `quintet tournament --resume");
    let other = folder.path().join("other");
    let quiet = play(&path, &["--quiet", "--out", other.to_str().unwrap()]).succeeds();
    assert_eq!(quiet.lines().len(), 4, "{quiet:?}");
    assert!(quiet.lines()[0].trim_start().starts_with("player"), "{quiet:?}");
}

#[test]
fn a_changed_file_is_not_mixed_with_games_of_the_old_one() {
    let (folder, path) = file("");
    play(&path, &[]).succeeds();
    let results = folder.path().join("cup");
    let copy = results.join("tournament.toml");
    let resume = ["tournament", "--resume", results.to_str().unwrap()];
    let text = fs::read_to_string(&copy).unwrap();
    fs::write(&copy, text.replace("\"One\"", "\"Zero\"")).unwrap();
    quintet(&resume).fails(2, "line 3: the tournament has no player \"One\"");
    // More cycles are no other games, only more.
    fs::write(&copy, format!("cycles = 2\n{text}")).unwrap();
    let run = quintet(&resume).succeeds();
    assert!(run.out.contains("6 of 12 games were played before"), "{run:?}");
    assert_eq!(games(&results).len(), 12);
}

#[test]
fn a_wrong_file_is_named_with_line_key_and_reason() {
    let folder = empty_folder();
    let says = |text: &str, said: &str| {
        let path = folder.path().join("wrong.toml");
        fs::write(&path, text).unwrap();
        play(&path, &[]).fails(2, said);
        assert!(!folder.path().join("wrong").exists(), "no folder is made");
    };
    says("", "wrong.toml: [[player]]: a tournament needs at least 2 players, and 0 were found");
    says(
        &format!("\ntime = \"5\"\n{THREE}"),
        "wrong.toml: line 2: time: \"5\" is not a time control",
    );
    says(
        &format!("\nroundz = 5\n{THREE}"),
        "wrong.toml: line 2: there is no key \"roundz\"; perhaps \"rounds\" is meant",
    );
    says(
        &THREE.replace("builtin:10", "nobody"),
        "wrong.toml: player 1: no engine is named \"nobody\"",
    );
    says(&THREE.replace("Three", "Two"), "wrong.toml: two players have the name \"Two\"");
    says(&format!("variant = \"frisian\"\n{THREE}"), "wrong.toml: line 1: variant: ");
    says(
        &THREE.replacen("name", "protocol = \"hub\"\nname", 1),
        "wrong.toml: player 1: wrong protocol: Othello is not played over Hub",
    );
    quintet(&["tournament", "/no/such/file.toml"]).fails(2, "/no/such/file.toml");
    quintet(&["tournament"]).fails(2, "required");
    let path = folder.path().to_str().unwrap();
    quintet(&["tournament", "--resume", path]).fails(2, "it has no tournament.toml");
    let defaults = quintet(&["tournament", "--print-defaults"]).succeeds();
    assert!(defaults.out.contains("format = \"round-robin\""), "{defaults:?}");
}

#[test]
fn in_backgammon_both_games_of_a_pair_have_the_same_dice() {
    let folder = empty_folder();
    let path = folder.path().join("dice.toml");
    let keys = "game = \"backgammon\"\nvariant = \"cubeless\"\ntime = \"0.01s/move\"\n";
    let players = "[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:1\"\n";
    fs::write(&path, format!("{keys}format = \"match\"\npairs = 2\n{players}")).unwrap();
    let run = play(&path, &[]).succeeds();
    assert!(last_table(&run)[0].contains("points"), "{run:?}");
    let rows: Vec<Value> = read_results(&folder.path().join("dice/games.jsonl")).unwrap();
    let seeds: Vec<&Value> = rows.iter().map(|row| &row["dice_seed"]).collect();
    assert_eq!(seeds, ["1 0", "1 0", "1 1", "1 1"]);
    assert_ne!(rows[0]["first"], rows[1]["first"]);
    // Beside their own format they are in the one that other programs read.
    let texts = fs::read_to_string(folder.path().join("dice/games.mat")).unwrap();
    assert_eq!(texts.matches(" 0 point match").count(), 4, "{texts}");
    assert_eq!(texts.matches("; [Event \"dice\"]").count(), 4, "{texts}");
    let page = fs::read_to_string(folder.path().join("dice/report.html")).unwrap();
    assert!(page.contains("4 games for other programs: games.mat."), "{page}");
}

#[test]
fn openings_come_from_a_file_each_once_and_the_reports_say_how_balanced_they_were() {
    let keys = "openings-file = \"book.txt\"\nopenings-order = \"random\"\nopening-plies = 3\n\
                name = \"<Cup> & co\"";
    let (folder, path) = file(keys);
    // The second leads to the same position as the first after three plies.
    fs::write(folder.path().join("book.txt"), "f5d6c3d3\nf5d6c3f4\nf5f6e6\nf5d6c5\n").unwrap();
    let run = play(&path, &["--openings-report"]).succeeds();
    let heading = "3 different openings of book.txt, 3 plies of each, in random order of seed 1";
    assert!(run.out.contains(heading), "{run:?}");
    assert!(run.err.contains("line 2 leads to the same position as line 1"), "{run:?}");
    let results = folder.path().join("cup");
    let rows: Vec<Value> = read_results(&results.join("games.jsonl")).unwrap();
    let mut openings: Vec<String> = rows.iter().map(|row| row["opening"].to_string()).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 3);
    assert!(run.out.contains("openings, the least balanced first"), "{run:?}");
    let page = fs::read_to_string(results.join("report.html")).unwrap();
    assert!(page.contains("<h1>&lt;Cup&gt; &amp; co</h1>") && !page.contains("<Cup>"));
    // What goes on reads the copy.
    fs::remove_file(folder.path().join("book.txt")).unwrap();
    fs::write(results.join("games.jsonl"), "").unwrap();
    let again = quintet(&["tournament", "--resume", results.to_str().unwrap()]).succeeds();
    assert!(again.out.contains(heading), "{again:?}");
    let same = |row: &Value| (row["number"].clone(), row["opening"].clone());
    let replayed: Vec<Value> = read_results(&results.join("games.jsonl")).unwrap();
    assert!(rows.iter().all(|row| replayed.iter().any(|other| same(other) == same(row))));
    let report = quintet(&[
        "tournament",
        "report",
        results.to_str().unwrap(),
        "--openings-report",
        "--json",
    ])
    .succeeds();
    let event: Value = serde_json::from_str(report.lines()[0]).unwrap();
    let games: u64 = event["openings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|opening| opening["games"].as_u64().unwrap())
        .sum();
    assert_eq!(games, 6);
}

#[test]
fn a_file_of_openings_with_a_fault_is_refused_with_its_line() {
    for (keys, text, said) in [
        ("", "f5d6\nf5a1\n", "book.txt: line 2: "),
        (
            "openings-once = true",
            "f5d6\n",
            "it has 1 different opening, and 3 pairs are to be played",
        ),
    ] {
        let (folder, path) = file(&format!("openings-file = \"book.txt\"\n{keys}"));
        fs::write(folder.path().join("book.txt"), text).unwrap();
        let run = play(&path, &[]);
        assert!(run.err.contains(said), "{run:?}");
        assert!(!folder.path().join("cup").exists(), "nothing is begun");
    }
}

const FOURTH: &str = "\n[[player]]\nengine = \"builtin:10\"\nname = \"Four\"\ntime = \"depth 1\"\n";

#[test]
fn a_player_joins_a_gauntlet_as_a_challenger_and_a_swiss_from_the_next_round() {
    for (keys, changed, late, said) in [
        (
            "format = \"gauntlet\"",
            "format = \"gauntlet\"",
            "true",
            "4 of 8 games were played before",
        ),
        (
            "format = \"swiss\"\nrounds = 1",
            "format = \"swiss\"\nrounds = 2",
            "2",
            "2 of 6 games were played before",
        ),
    ] {
        let (folder, path) = file(keys);
        play(&path, &[]).succeeds();
        let cup = folder.path().join("cup");
        let before = games(&cup);
        let text = fs::read_to_string(cup.join("tournament.toml")).unwrap();
        let longer = format!("{}{FOURTH}late = {late}\n", text.replace(keys, changed));
        fs::write(cup.join("tournament.toml"), longer).unwrap();
        let run = quintet(&["tournament", "--resume", cup.to_str().unwrap()]).succeeds();
        assert!(run.out.contains(said), "{run:?}");
        let after = games(&cup);
        assert_eq!(after[..before.len()], before[..], "the games so far stay");
        let of_fourth = after.iter().filter(|(_, text)| text.contains("Four")).count();
        assert_eq!(of_fourth, if late == "2" { 2 } else { 4 }, "{after:?}");
    }
    let (folder, path) = file("format = \"knockout\"");
    play(&path, &[]).succeeds();
    let cup = folder.path().join("cup");
    let text = fs::read_to_string(cup.join("tournament.toml")).unwrap();
    let resumed = |more: &str| {
        fs::write(cup.join("tournament.toml"), format!("{text}{FOURTH}{more}")).unwrap();
        quintet(&["tournament", "--resume", cup.to_str().unwrap()])
    };
    resumed("late = true\n").fails(2, "no player can join it later");
    resumed("").fails(2, "no player can join a knockout later");
}
