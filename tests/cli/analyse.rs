//! `quintet analyse`: reviews of small games of every kind.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use super::{Run, empty_folder, quintet, quintet_with};

/// A folder with one file of games.
pub(super) struct Games {
    pub(super) folder: TempDir,
    pub(super) path: String,
}

impl Games {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let folder = empty_folder();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        Self { path: path.to_str().unwrap().to_owned(), folder }
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `quintet analyse` with this file and these arguments, in which `OUT` is a path in the folder.
    pub(super) fn analyse(&self, args: &[&str]) -> Run {
        let args: Vec<String> = args
            .iter()
            .map(|arg| match arg.strip_prefix("OUT/") {
                Some(name) => self.file(name).to_str().unwrap().to_owned(),
                None => (*arg).to_owned(),
            })
            .collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        quintet(&[&["analyse", &self.path][..], &args].concat())
    }
}

pub(super) const DRAUGHTS: &str = "[White \"Ada\"]\n[Black \"Bert <b>\"]\n[Result \"*\"]\n\
    1. 32-28 19-23 2. 28x19 14x23 3. 37-32 16-21 *\n";
pub(super) const OTHELLO: &str = "(;GM[Othello]PB[Ada]PW[Bert]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)\n";
pub(super) const HIVE: &str = "[GameType \"Base+MLP\"]\n[White \"Ada\"]\n[Black \"Bert\"]\n\n1. wS1\n2. bG1 wS1-\n3. wQ -wS1\n4. bQ bG1-\n5. wB1 -wQ\n";
pub(super) const BACKGAMMON: &str = " 3 point match\n\n Game 1\n Ada : 0              Bert : 0\n  1) 21: 13/11 24/23             41: 6/2* 2/1* \n  2) 32: 25/22 25/23\n";

/// A kind of game, its file, and the engine that comes with the program for it. Only the highest
/// level has no dice of its own.
const KINDS: [(&str, &str, &str, &str); 5] = [
    ("draughts", "a.pdn", DRAUGHTS, "builtin:10"),
    ("draughts", "a.pdn", DRAUGHTS, "builtin-guide:10"),
    ("othello", "a.ggf", OTHELLO, "builtin:10"),
    ("hive", "a.pgn", HIVE, "builtin:10"),
    ("backgammon", "a.mat", BACKGAMMON, "builtin:10"),
];

fn depth_of(kind: &str) -> &'static str {
    if kind == "backgammon" { "1" } else { "3" }
}

pub(super) fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_of_every_kind_is_reviewed_position_by_position_over_every_protocol() {
    for (kind, name, text, engine) in KINDS {
        let games = Games::new(name, text);
        let run = games.analyse(&["--engine", engine, "--depth", depth_of(kind), "--json"]);
        let found = objects(&run.succeeds().out);
        assert!(found.len() > 5, "{kind}, {engine}: {found:?}");
        let mut n_judged = 0;
        for (ply, object) in found.iter().enumerate() {
            let of = |key: &str| &object[key];
            assert_eq!((of("analysis"), of("kind")), (&Value::from(1), &Value::from(kind)));
            assert_eq!((of("game"), of("ply")), (&Value::from(1), &Value::from(ply)));
            assert_eq!(of("played").is_null(), ply + 1 == found.len(), "{object}");
            let Some(loss) = of("loss").as_f64() else { continue };
            n_judged += 1;
            assert!(of("class").is_string() && loss >= 0.0, "{object}");
            // Where there are dice, a move is compared with others of its list.
            if kind == "backgammon" {
                continue;
            }
            let [before, after] = [ply, ply + 1].map(|at| found[at]["value"].as_f64().unwrap());
            let is_own = object["line"][0] == object["played"];
            let as_mover = |value: f64| if ply % 2 == 0 { value } else { -value };
            let lost = match object["compared"]["value"].as_f64() {
                _ if is_own => 0.0,
                Some(choice) => choice - as_mover(after),
                None => as_mover(before) - as_mover(after),
            };
            assert!((loss - lost.max(0.0)).abs() < 1e-6, "{engine}: {object}");
        }
        assert!(n_judged > 1, "{kind}, {engine}: {found:?}");
    }
}

#[test]
fn games_of_several_variants_are_each_reviewed_by_their_own_rules() {
    let position =
        "[FEN \"W:W31,40-42,45,47:BK5,10,17,21,39.\"]\n[SetUp \"1\"]\n[Result \"*\"]\n*\n";
    // Only Frisian rules have a capture here. Normal games stand before and behind it.
    let text = format!(
        "[GameType \"20\"]\n{position}\n[GameType \"40\"]\n{position}\n[GameType \"20\"]\n{position}"
    );
    let run =
        Games::new("a.pdn", &text).analyse(&["--engine", "builtin:10", "--depth", "3", "--json"]);
    let found = objects(&run.succeeds().out);
    let first: Vec<&str> = found.iter().map(|it| it["line"][0].as_str().unwrap()).collect();
    assert_eq!(first.len(), 3, "{found:?}");
    assert_eq!((first[0].contains('x'), first[1]), (false, "31x22x17x21"));
    assert_eq!(first[0], first[2]);
}

/// Without the nodes, the mean depth behind a slash and the tails of lines, which depend on what the engine
/// remembers of the positions before.
fn without_nodes(text: &str) -> Vec<Value> {
    let mut all = objects(text);
    for object in &mut all {
        let fields = object.as_object_mut().unwrap();
        fields.remove("nodes");
        if let Some(Value::Array(line)) = fields.get_mut("line") {
            line.truncate(1);
        }
        if let Some(Value::String(depth)) = fields.get_mut("depth") {
            depth.truncate(depth.find('/').unwrap_or(depth.len()));
        }
    }
    all
}

#[test]
fn a_review_that_was_interrupted_goes_on_and_ends_with_the_same_objects() {
    for (kind, name, text, engine) in KINDS {
        let games = Games::new(name, text);
        let args = ["--engine", engine, "--depth", depth_of(kind), "--out", "OUT/rows.jsonl"];
        games.analyse(&args).succeeds();
        let rows = games.file("rows.jsonl");
        let whole = fs::read_to_string(&rows).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let torn = format!("{}\n{}", lines[..3].join("\n"), &lines[3][..40]);
        fs::write(&rows, torn).unwrap();
        let run = games.analyse(&args).succeeds();
        assert!(run.err.contains("a torn last line was cut off"), "{run:?}");
        let again = fs::read_to_string(&rows).unwrap();
        assert_eq!(without_nodes(&again), without_nodes(&whole), "{kind}, {engine}");
        games.analyse(&args).succeeds();
        assert_eq!(fs::read_to_string(&rows).unwrap(), again, "nothing is written twice");
    }
}

#[test]
fn a_greater_depth_is_searched_again_and_a_smaller_one_is_not() {
    let games = Games::new("a.ggf", OTHELLO);
    let rows = |depth: &str| {
        let args = ["--engine", "builtin:10", "--out", "OUT/rows.jsonl", "--depth", depth];
        games.analyse(&args).succeeds();
        fs::read_to_string(games.file("rows.jsonl")).unwrap().lines().count()
    };
    assert_eq!([rows("3"), rows("2"), rows("4"), rows("3")], [6, 6, 12, 12]);
}

#[test]
fn an_annotated_game_is_read_again_with_the_values_of_the_review() {
    for (kind, name, text, engine) in KINDS {
        let games = Games::new(name, text);
        let own = if kind == "backgammon" {
            "OUT/annotated.sgf"
        } else {
            &format!("OUT/annotated-{name}")
        };
        let args = ["--engine", engine, "--depth", depth_of(kind), "--annotated", own];
        games.analyse(&args).succeeds();
        let path = games.file(own.strip_prefix("OUT/").unwrap());
        let path = path.to_str().unwrap();
        let run = quintet(&["convert", path, "-"]).succeeds();
        assert_eq!(run.out, fs::read_to_string(path).unwrap(), "{kind}");
        assert_eq!(run.err, "", "{kind}: what is read can be written");
        let has_values = match kind {
            "othello" => "/-",
            _ => "[%eval ",
        };
        assert!(run.out.contains(has_values), "{kind}: {}", run.out);
        // The review of the annotated game is one of the same moves.
        let again = quintet(&["analyse", path, "--engine", engine, "--depth", "1", "--json"]);
        assert!(objects(&again.succeeds().out).len() > 5, "{kind}");
    }
}

#[test]
fn a_second_review_replaces_its_own_values_and_leaves_those_of_the_players() {
    let ggf = OTHELLO.replace("B[F5]", "B[F5/7.25]");
    let pdn = DRAUGHTS.replace("32-28 19-23", "32-28 {[%eval 7.25]} 19-23");
    let pgn = HIVE.replace("2. bG1 wS1-", "{[%eval 7.25]}\n2. bG1 wS1-");
    for (kind, name, text, own) in [
        ("othello", "a.ggf", ggf, "B[F5/7.25]"),
        ("draughts", "a.pdn", pdn, "[%eval 7.25]"),
        ("hive", "a.pgn", pgn, "[%eval 7.25]"),
    ] {
        let games = Games::new(name, &text);
        let review = |from: &str, depth: &str, to: &str| {
            let to = games.file(to).to_str().unwrap().to_owned();
            let args = ["--engine", "builtin:10", "--depth", depth, "--annotated", &to];
            quintet(&[&["analyse", from][..], &args].concat()).succeeds();
            fs::read_to_string(&to).unwrap()
        };
        let first = review(&games.path, "1", &format!("one-{name}"));
        let path = games.file(&format!("one-{name}")).to_str().unwrap().to_owned();
        let second = review(&path, "2", &format!("two-{name}"));
        let n_values = |text: &str| text.matches("%eval ").count();
        assert!(first.contains(own) && second.contains(own), "{kind}: {second}");
        let [n_first, n_second] = [&first, &second].map(|text| n_values(text));
        // Whether the last position is needed depends on what the engine would have played.
        assert!(3 < n_first && n_first.abs_diff(n_second) <= 1, "{kind}: {second}");
        assert_ne!(first, second, "{kind}");
    }
}

/// A whole game of Othello, from which the last twenty moves are solved.
const OTHELLO_TO_THE_END: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5b6e8d8c6c7b5e3c8b8f2a5d2g8b4a3a4b3c2g4g5h5h3b2a7a6a1h4h7g3a2d1c1e1f1e2h2b1g2a8b7h1g1h8g7";

#[test]
fn a_review_by_depth_near_a_proved_win_has_the_same_values_each_time_and_says_what_is_proved() {
    let games = Games::new("a.txt", OTHELLO_TO_THE_END);
    let values = || {
        let args = ["--engine", "builtin:10", "--depth", "10", "--plies", "40-48", "--json"];
        let found = objects(&games.analyse(&args).succeeds().out);
        let fields = ["ply", "value", "proved", "unknown", "depth", "loss", "class"];
        found.iter().map(|row| fields.map(|field| row[field].clone())).collect::<Vec<_>>()
    };
    let found = values();
    assert_eq!(found, values());
    let is_proof = |proved: &Value| ["first", "second", "score"].iter().any(|word| proved == word);
    assert!(found.iter().any(|[_, _, proved, ..]| is_proof(proved)));
    for [ply, value, proved, unknown, depth, ..] in &found {
        assert_eq!(value.is_null(), !unknown.is_null(), "{ply}: {value} {unknown}");
        let is_deep = depth == "10" || is_proof(proved) || unknown == "not_needed";
        assert!(is_deep, "{ply}: depth {depth} of {value}, {proved}");
    }
}

#[test]
fn a_mistake_is_marked_and_answered_by_a_variation() {
    let games = Games::new("a.pdn", DRAUGHTS);
    let args = ["--engine", "builtin:10", "--depth", "6", "--annotated", "OUT/b.pdn", "--json"];
    let found = objects(&games.analyse(&args).succeeds().out);
    let lost: Vec<&Value> = found.iter().filter(|object| object["class"] == "mistake").collect();
    assert_eq!(lost.len(), 1, "the last move gives a man away: {found:?}");
    assert_eq!(lost[0]["played"], "16-21");
    let text = fs::read_to_string(games.file("b.pdn")).unwrap();
    let best = lost[0]["line"][0].as_str().unwrap();
    assert!(text.contains("16-21?"), "{text}");
    assert!(text.contains(&format!("(3... {best}")), "{best}: {text}");
}

#[test]
fn the_page_has_the_values_of_every_engine_and_needs_nothing_else() {
    let text = DRAUGHTS.replace("37-32", "37-32 {Played <at once>.}");
    let games = Games::new("a.pdn", &text);
    let engines = ["--engine", "builtin:10", "--engine", "builtin-guide:10"];
    let args = ["--depth", "6", "--report", "OUT/page.html", "--json"];
    let found = objects(&games.analyse(&[&engines[..], &args].concat()).succeeds().out);
    let page = fs::read_to_string(games.file("page.html")).unwrap();
    let names: Vec<&str> = found.iter().map(|object| object["engine"].as_str().unwrap()).collect();
    for name in ["Quintet draughts (level 10)", "Quintet draughts (GUIDE) (level 10)"] {
        assert_eq!(names.iter().filter(|known| **known == name).count(), 7, "{names:?}");
        assert!(page.contains(name));
    }
    for object in found.iter().filter(|object| object["ply"] != 0) {
        let value = object["value"].as_f64().unwrap();
        let shown =
            format!("<td>{value:+.2}</td>").replace("+0.00", "0.00").replace("-0.00", "0.00");
        assert!(page.contains(&shown), "{shown} of {object}");
    }
    let diagrams = page.matches("class=\"board\"").count();
    assert!(diagrams >= 1, "the mistake has a diagram");
    assert!(page.contains("Bert &lt;b&gt;") && !page.contains("<b>"));
    assert!(page.contains("Played &lt;at once&gt;."), "what the author said stands on the page");
    for foreign in ["<script", "http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
}

#[test]
fn a_bad_game_costs_itself_and_is_named() {
    let broken = DRAUGHTS.replace("37-32", "37-15");
    let games = Games::new("a.pdn", &format!("{DRAUGHTS}\n{broken}\n{DRAUGHTS}"));
    let run = games.analyse(&["--engine", "builtin:10", "--depth", "1", "--workers", "2"]);
    run.fails(1, "game 2, line");
    for number in 1..=3 {
        assert!(run.out.contains(&format!("game {number}: Ada - Bert")), "{run:?}");
    }
    let only = games.analyse(&["--engine", "builtin:10", "--depth", "1", "--games", "3-"]);
    assert!(!only.succeeds().out.contains("game 1"));
}

#[test]
fn an_engine_that_fails_at_every_position_is_named_with_each_game() {
    let games = Games::new("a.ggf", OTHELLO);
    let engine = format!("{} exit=3@hint:1", env!("CARGO_BIN_EXE_scripted-engine"));
    let run = games.analyse(&["--engine", &engine, "--protocol", "nboard", "--depth", "2"]);
    run.fails(1, "game 1: ");
    assert!(run.err.contains("1 game could not be analysed: number 1"), "{run:?}");
}

#[test]
fn an_engine_that_fails_or_hangs_at_one_position_loses_that_one_alone() {
    // The position after two moves has six discs.
    for (fault, why) in [("exit=3@hint", "failed"), ("stall@hint", "silent")] {
        let games = Games::new("a.ggf", OTHELLO);
        let engine =
            format!("{} --score 1 --only-at 6 {fault}", env!("CARGO_BIN_EXE_scripted-engine"));
        let args = ["--engine", &engine, "--protocol", "nboard", "--move-time", "0.1"];
        let run = games.analyse(&[&args[..], &["--give-up", "1", "--json"]].concat());
        let found: Vec<(u64, Value)> = objects(&run.out)
            .into_iter()
            .map(|object| (object["ply"].as_u64().unwrap(), object["unknown"].clone()))
            .collect();
        let wanted: Vec<(u64, Value)> = (0..=5)
            .map(|ply| (ply, if ply == 2 { Value::from(why) } else { Value::Null }))
            .collect();
        assert_eq!(found, wanted, "{fault}: {run:?}");
    }
}

#[test]
fn a_silent_engine_is_given_up_for_all_games_and_the_other_one_goes_on() {
    let games = Games::new("a.ggf", &format!("{OTHELLO}{OTHELLO}"));
    let silent = format!("{} deaf@hint deaf@go", env!("CARGO_BIN_EXE_scripted-engine"));
    let engines =
        ["--engine", "builtin:10", "--depth", "2", "--engine", &silent, "--move-time", "0.1"];
    let run = games.analyse(&[&engines[..], &["--protocol", "nboard"]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    let said = |text: &str| run.err.matches(text).count();
    assert_eq!(said("did not answer in its time, asked twice, and is given up"), 1, "{}", run.err);
    assert_eq!(said("did not answer in an earlier game"), 1, "{}", run.err);
    assert!(run.out.contains("accuracy"), "{}", run.out);
}

#[test]
fn what_cannot_be_reviewed_is_a_fault_of_the_command_line() {
    let games = Games::new("a.ggf", OTHELLO);
    for (args, code, says) in [
        (&["--nodes", "100"][..], 2, "has no limit of nodes; use --depth or --move-time"),
        (&["--games", "2-9"], 2, "none of the games asked for is there; the file has 1 game"),
        (&["--games", "0"], 2, "no range of games"),
        (&["--engine", "builtin-guide"], 2, "does not play Othello"),
        (&["--annotated", "OUT/x.pdn"], 2, "is not written as"),
        (&["--engine", "/not/there", "--protocol", "nboard"], 2, "no file or folder"),
    ] {
        games.analyse(args).fails(code, says);
    }
    quintet(&["analyse", "/not/there.pdn"]).fails(2, "there.pdn");
}

#[test]
fn an_engine_that_is_never_ready_is_named_everywhere_and_the_others_go_on() {
    let games = Games::new("a.ggf", OTHELLO);
    let list =
        "[[engine]]\nname = \"Gone\"\nprotocol = \"nboard\"\ncommand = [\"/no/such/engine\"]\n";
    let config = empty_folder();
    fs::write(config.path().join("engines.toml"), list).unwrap();
    let [page, sums, annotated] = ["page.html", "sums.jsonl", "b.ggf"].map(|name| games.file(name));
    let files = [&page, &sums, &annotated].map(|path| path.to_str().unwrap());
    let alone = ["analyse", &games.path, "--engine", "Gone", "--depth", "3"];
    quintet_with(&alone, "", &config).fails(3, "analysed: 0 of 1 game: Gone could not start");
    let more = ["--engine", "builtin:10", "--json", "--report", files[0], "--summary", files[1]];
    let args = [&alone[..], &more, &["--annotated", files[2]]].concat();
    let run = quintet_with(&args, "", &config);
    run.fails(1, ": it reviewed nothing, 1 other engine went on");
    assert_eq!(
        run.err.matches("it reviews nothing, and the other engine goes on").count(),
        1,
        "{run:?}"
    );
    let (failed, found): (Vec<Value>, Vec<Value>) =
        objects(&run.out).into_iter().partition(|object| object["failed"].is_string());
    assert_eq!((failed.len(), found.len()), (1, 6), "{run:?}");
    assert_eq!((&failed[0]["engine"], failed[0]["game"].is_null()), (&Value::from("Gone"), true));
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap();
    let sums = objects(&read(&sums));
    let failed: Vec<bool> = sums.iter().map(|row| row["failed"].is_string()).collect();
    assert_eq!(failed, [true, true, false, false], "{sums:?}");
    assert!(read(&page).contains("Gone could not start"), "{}", read(&page));
    // Losses are then those of the second engine.
    assert!(read(&annotated).contains("%loss"), "{}", read(&annotated));
    assert!(read(&page).contains("accuracy"), "{}", read(&page));
}

#[test]
fn agreement_counts_only_the_moves_that_were_to_be_judged() {
    let games = Games::new("a.ggf", OTHELLO);
    let engines = ["--engine", "builtin:10", "--engine", "builtin:9", "--depth", "3"];
    // What is known of other positions does not count, either.
    games.analyse(&[&engines[..], &["--out", "OUT/rows.jsonl"]].concat()).succeeds();
    for (part, n) in [(["--plies", "2-3"], "2 positions"), (["--side", "white"], "2 positions")] {
        let run = games.analyse(&[&engines[..], &part, &["--out", "OUT/rows.jsonl"]].concat());
        let run = run.succeeds();
        let said = run.out.lines().find(|line| line.contains("The engines agree")).unwrap();
        assert!(said.ends_with(&format!(" of {n}.")), "{part:?}: {said}");
    }
}

#[test]
fn games_come_from_the_standard_input_and_go_to_the_standard_output() {
    let folder = empty_folder();
    let args = ["analyse", "-", "--engine", "builtin:10", "--depth", "1", "--annotated", "-"];
    let run = quintet_with(&args, OTHELLO, &folder).succeeds();
    assert!(run.out.starts_with("(;GM[Othello]"), "the games and nothing else: {run:?}");
    let both = [&args[..], &["--json"]].concat();
    quintet_with(&both, OTHELLO, &folder).fails(2, "both write to the standard output");
    let run = quintet_with(&["convert", "-", "-", "--to", "transcript"], OTHELLO, &folder);
    assert!(run.succeeds().out.to_lowercase().contains("f5"));
}

#[test]
fn what_cannot_be_written_or_asked_is_refused_before_the_search() {
    let games = Games::new("a.pdn", DRAUGHTS);
    // An engine that is asked anything would make this fail otherwise.
    let engine = ["--engine", "/bin/false", "--protocol", "hub"];
    for (args, says) in [
        (&["--annotated", "OUT/x.fen"][..], "FEN holds a position and no moves"),
        (&["--plies", "100-"], "the longest game has 6 moves"),
        (&["--report", "-", "--json"], "both write to the standard output"),
        (
            &["--report", "x.txt"],
            "--report x.txt: the report is a page for browsers; give the file a name",
        ),
        (&["--report", "-", "--annotated", "-"], "both write to the standard output"),
        (&["--out", "-"], "objects are added to a file"),
    ] {
        games.analyse(&[&engine[..], args].concat()).fails(2, says);
    }
}

#[test]
fn the_page_and_the_sums_go_to_the_standard_output_where_that_is_asked_for() {
    let games = Games::new("a.ggf", OTHELLO);
    let run = games.analyse(&["--depth", "1", "--report", "-"]).succeeds();
    assert!(run.out.starts_with("<!") && run.out.trim_end().ends_with("</html>"), "{run:?}");
    let run = games.analyse(&["--depth", "1", "--summary", "-"]).succeeds();
    assert_eq!(objects(&run.out).len(), 2, "{run:?}");
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn where_all_engines_fail_each_has_its_object_and_none_is_said_to_go_on() {
    let games = Games::new("a.ggf", OTHELLO);
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let [gone, other] = ["exit=3@start", "exit=4@start"].map(|fault| format!("{scripted} {fault}"));
    let args = ["--engine", &gone, "--engine", &other, "--protocol", "nboard", "--depth", "2"];
    let run = games.analyse(&[&args[..], &["--json"]].concat());
    run.fails(3, "before it was ready");
    let failed = objects(&run.out);
    assert_eq!(failed.len(), 2, "{run:?}");
    let names: Vec<&str> = failed.iter().filter_map(|object| object["engine"].as_str()).collect();
    assert!(names[0] != names[1] && failed.iter().all(|object| object["failed"].is_string()));
    let mute = format!("{scripted} exit=3@hint");
    let args = ["--engine", &mute, "--engine", &gone, "--protocol", "nboard", "--depth", "2"];
    let run = games.analyse(&args);
    run.fails(1, "it reviewed nothing, and no other engine gave a value");
    assert!(!run.err.contains("went on"), "{run:?}");
}

#[test]
fn a_file_into_a_missing_folder_is_refused_before_anything_is_done() {
    let games = Games::new("a.ggf", OTHELLO);
    let missing = games.file("no/such/b.svg");
    let missing = missing.to_str().unwrap();
    for args in [
        &["convert", &games.path, missing, "--to", "transcript"][..],
        &["film", &games.path, "--out", missing],
        &["picture", "othello", "--out", missing],
        &["analyse", &games.path, "--depth", "1", "--report", missing],
    ] {
        quintet(args).fails(2, "there is no folder");
        assert!(!games.file("no").exists(), "{args:?}");
    }
}

#[test]
fn only_a_side_or_a_range_of_moves_is_judged_and_asked_for() {
    let games = Games::new("a.ggf", OTHELLO);
    let judged = |args: &[&str]| {
        let run = games.analyse(&[&["--depth", "3", "--json"][..], args].concat());
        let found = objects(&run.succeeds().out);
        let with_loss = found.iter().filter(|object| !object["loss"].is_null());
        let plies: Vec<u64> = with_loss.map(|object| object["ply"].as_u64().unwrap()).collect();
        (plies, found.len())
    };
    assert_eq!(judged(&["--side", "white"]).0, [1, 3]);
    // Of six positions three are needed.
    assert_eq!(judged(&["--plies", "2-3"]), (vec![1, 2], 3));
    assert_eq!(judged(&["--plies", "4-", "--side", "first"]).0, [4]);
}

#[test]
fn a_side_or_a_range_that_is_none_is_refused_with_what_can_be_written() {
    let games = Games::new("a.ggf", OTHELLO);
    for (args, said) in [
        (["--side", "Red"], "write Black or White"),
        (["--plies", "9-3"], "write 21-40, 21- or 40"),
        (["--plies", "0"], "write 21-40, 21- or 40"),
    ] {
        let run = games.analyse(&args);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
        assert_ne!(run.code, Some(0));
    }
}

#[test]
fn the_file_that_is_read_is_not_written_over() {
    let games = Games::new("a.ggf", OTHELLO);
    for option in ["--annotated", "--report"] {
        let run = games.analyse(&["--depth", "1", option, "OUT/a.ggf"]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("write to another one"), "{}", run.err);
    }
    let game = games.file("a.ggf");
    let path = game.to_str().unwrap();
    for args in
        [["convert", path, path, "--to", "transcript"], ["film", path, "--out", path, "--numbers"]]
    {
        let run = quintet(&args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.err.contains("write to another one"), "{}", run.err);
    }
    assert_eq!(fs::read_to_string(games.file("a.ggf")).unwrap(), OTHELLO);
}

#[test]
fn every_engine_keeps_its_own_limit_and_marks_begin_at_the_losses_that_were_given() {
    let games = Games::new("a.pdn", DRAUGHTS);
    let engines =
        ["--engine", "builtin:10", "--depth", "3", "--engine", "builtin:9", "--depth", "2"];
    let run = games.analyse(
        &[&engines[..], &["--json", "--marks", "0.001,50,60", "--report", "OUT/page.html"]]
            .concat(),
    );
    let found = objects(&run.succeeds().out);
    let limits = |engine: &str| -> Vec<u64> {
        let own = found.iter().filter(|object| object["engine"].as_str().unwrap().contains(engine));
        own.map(|object| object["limit"]["depth"].as_u64().unwrap()).collect()
    };
    assert_eq!((limits("level 10"), limits("level 9")), (vec![3; 7], vec![2; 7]));
    let classes = found.iter().filter_map(|object| object["class"].as_str());
    let classes: Vec<&str> = classes.collect();
    assert!(classes.contains(&"inaccuracy"), "{classes:?}");
    assert!(!classes.iter().any(|class| ["mistake", "blunder", "good"].contains(class)));
    let page = fs::read_to_string(games.file("page.html")).unwrap();
    assert!(page.contains("depth 3 and depth 2"));
    assert!(page.contains("A loss of 0.001 is an inaccuracy"));
    let run = games.analyse(&["--marks", "0.8,0.3,1"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("no three losses above 0"), "{}", run.err);
}

#[test]
fn a_review_from_the_end_writes_every_position_when_it_is_known() {
    let games = Games::new("a.pdn", DRAUGHTS);
    let plies = |args: &[&str]| {
        let args = [&["--engine", "builtin:10", "--depth", "3", "--json"][..], args].concat();
        let found = objects(&games.analyse(&args).succeeds().out);
        found.iter().map(|object| object["ply"].as_u64().unwrap()).collect::<Vec<u64>>()
    };
    assert_eq!(plies(&[]), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(plies(&["--from-end"]), [6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn a_review_of_dice_by_few_trials_says_that_chance_decides() {
    let games = Games::new("a.mat", BACKGAMMON);
    let said = |nodes: &str| games.analyse(&["--nodes", nodes, "--plies", "2"]).err;
    assert!(said("36").contains("by so few trials (36 nodes) moves are judged by chance"));
}

#[test]
fn backgammon_has_the_table_of_errors_luck_and_rating_on_the_page_as_json_and_on_the_terminal() {
    let games = Games::new("a.mat", BACKGAMMON);
    let args = ["--engine", "builtin:10", "--depth", "1"];
    let files = ["--summary", "OUT/sums.jsonl", "--report", "OUT/page.html"];
    let run = games.analyse(&[&args[..], &files].concat()).succeeds();
    assert!(run.out.contains("checkers "), "{}", run.out);
    let sums = objects(&fs::read_to_string(games.file("sums.jsonl")).unwrap());
    assert_eq!(sums.len(), 2, "one for each side");
    let white = &sums[0];
    assert_eq!((white["summary"].as_u64(), white["side"].as_str()), (Some(1), Some("White")));
    let of = &white["backgammon"];
    assert!(of["rating"].is_string() && of["error_rate"].is_number(), "{white}");
    assert!(of["checkers"]["decisions"].as_u64() > Some(0), "{white}");
    assert!(of["cube_errors"]["missed double"]["decisions"].is_number(), "{white}");
    let page = fs::read_to_string(games.file("page.html")).unwrap();
    for text in ["Errors and luck", "Rating", "Missed doubles", "Wrong passes"] {
        assert!(page.contains(text), "{text}");
    }
    assert!(page.contains("class=\"strip\""), "luck stands in the graph");
}

#[test]
fn the_terminal_says_where_engines_agree() {
    let games = Games::new("a.ggf", OTHELLO);
    let engines = ["--engine", "builtin:10", "--engine", "builtin:9", "--depth", "2"];
    let run = games.analyse(&engines).succeeds();
    assert!(run.out.contains("The engines agree on the best move in "), "{}", run.out);
}

#[test]
fn an_annotated_game_in_a_format_without_values_is_written_and_what_it_cannot_hold_is_listed() {
    let games = Games::new("a.ggf", OTHELLO);
    let run = games.analyse(&["--depth", "2", "--annotated", "OUT/x.transcript"]).succeeds();
    assert!(run.err.contains("Transcript cannot hold, and leaves out: "), "{}", run.err);
    let written = fs::read_to_string(games.file("x.transcript")).unwrap();
    assert!(written.to_ascii_lowercase().contains("f5d6c3d3c4"), "{written}");
}

#[test]
fn variations_are_reviewed_behind_the_main_line_where_they_are_wanted() {
    let text = "[White \"Ada\"]\n[Black \"Bert\"]\n[Result \"*\"]\n\
        1. 32-28 19-23 (1... 17-22 2. 28x17 11x22) 2. 28x19 14x23 *\n";
    let games = Games::new("a.pdn", text);
    let args = ["--engine", "builtin:10", "--depth", "3", "--json"];
    let main = objects(&games.analyse(&args).succeeds().out);
    assert!(main.iter().all(|object| object["variation"].is_null()) && main.len() == 5);
    let more = ["--variations", "--annotated", "OUT/b.pdn"];
    let all = objects(&games.analyse(&[&args[..], &more].concat()).succeeds().out);
    let (beside, first): (Vec<&Value>, Vec<&Value>) =
        all.iter().partition(|object| object["variation"] == true);
    assert_eq!(first.len(), main.len());
    let played: Vec<&str> = beside.iter().filter_map(|object| object["played"].as_str()).collect();
    assert_eq!(
        played,
        ["17-22", "28x17x22", "11x22x17"],
        "from the position that it leaves the game in"
    );
    assert_eq!(beside[0]["value"], first[1]["value"], "that position is not asked again");
    let annotated = fs::read_to_string(games.file("b.pdn")).unwrap();
    let variation = annotated.split_once('(').unwrap().1;
    assert!(variation.contains("%eval"), "{annotated}");
}
