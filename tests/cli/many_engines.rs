//! `quintet match` with three engines or a folder: a tournament, described by flags.

use std::fs;

use crate::tournaments::{file, games, last_table};
use crate::{empty_folder, games_in, quintet, quintet_in};

/// Of all levels only the highest plays the same move each time.
const THREE: [&str; 4] = ["match", "builtin:10", "builtin:10", "builtin:10"];

#[test]
fn three_engines_play_the_tournament_that_a_file_with_the_same_keys_describes() {
    let folder = empty_folder();
    let by_flags = folder.path().join("flags");
    let flags = ["--depth", "1", "--games", "4", "--seed", "7", "--openings", "2"];
    let more = ["--margin", "2", "--max-plies", "90", "--resign", "score=30 plies=4", "--out"];
    let run = [&THREE[..], &flags, &more, &[by_flags.to_str().unwrap()]].concat();
    let run = quintet(&run).succeeds();
    assert_eq!(last_table(&run).len(), 4, "{run:?}");
    let keys = "time = \"depth 1\"\npairs = 2\nseed = 7\nopenings = 2\nmargin = 2.0\n\
                max-plies = 90\nresign = \"score=30 plies=4\"";
    let (_folder, path) = file(keys);
    let player = "[[player]]\nengine = \"builtin:10\"\n";
    fs::write(&path, format!("{keys}\n{}", player.repeat(3))).unwrap();
    let by_file = folder.path().join("file");
    let args = ["tournament", path.to_str().unwrap(), "--out", by_file.to_str().unwrap()];
    let other = quintet(&args).succeeds();
    assert_eq!(games(&by_flags), games(&by_file));
    assert_eq!(last_table(&run), last_table(&other));
    let again = ["tournament", "--resume", by_flags.to_str().unwrap()];
    assert_eq!(last_table(&quintet(&again).succeeds()), last_table(&run));
}

#[test]
fn flags_of_one_player_and_of_the_pairings_mean_what_the_keys_of_a_file_mean() {
    let folder = empty_folder();
    let by_flags = folder.path().join("flags");
    let flags = ["--format", "gauntlet", "--challengers", "2", "--cycles", "2", "--seed", "7"];
    let players =
        ["--depth", "1", "--player", "2:name=Two,depth=2,margin=50ms", "--anchor", "Two=1000"];
    let more = ["--withdraw-after", "3", "--replay-late", "--name", "Cup", "--quiet", "--out"];
    let out = by_flags.to_str().unwrap();
    let run = quintet(&[&THREE[..], &flags, &players, &more, &[out]].concat()).succeeds();
    assert!(run.lines()[0].trim_start().starts_with("player"), "{run:?}");
    let keys = "name = \"Cup\"\ntime = \"depth 1\"\nformat = \"gauntlet\"\nchallengers = 2\n\
                cycles = 2\nseed = 7\nwithdraw-after = 3\nreplay = [\"late\"]";
    let (_folder, path) = file(keys);
    let own = "name = \"Two\"\ntime = \"depth 2\"\nmargin = 0.05\nanchor = 1000.0\n";
    let player = "[[player]]\nengine = \"builtin:10\"\n";
    fs::write(&path, format!("{keys}\n{player}{player}{own}{player}")).unwrap();
    let by_file = folder.path().join("file");
    let args =
        ["tournament", path.to_str().unwrap(), "--quiet", "--out", by_file.to_str().unwrap()];
    let other = quintet(&args).succeeds();
    assert_eq!(games(&by_flags), games(&by_file));
    assert_eq!(run.lines(), other.lines());
    assert!(other.lines().iter().any(|line| line.contains("Two") && line.contains("1000")));
    let page = fs::read_to_string(by_flags.join("report.html")).unwrap();
    for picture in [
        "What each player made against each other one",
        "Time for a move by player",
        "Mean time for a move by its number",
        "Games by how they ended",
    ] {
        assert!(
            page.contains(&format!("role=\"img\" aria-label=\"{picture}\"")),
            "{picture}: {page}"
        );
    }
}

#[test]
fn two_players_of_a_match_have_their_own_limits_and_names() {
    let folder = empty_folder();
    let path = folder.path().join("games.jsonl");
    let json = path.to_str().unwrap();
    let two =
        ["match", "builtin:10", "builtin:10", "--depth", "1", "--player", "2:depth=2,name=Deep"];
    let run = quintet(&[&two[..], &["--quiet", "--json", json]].concat()).succeeds();
    assert!(run.lines()[0].starts_with("engine"), "{run:?}");
    assert!(!run.out.contains("game 1"), "{run:?}");
    let rows = games_in(&path);
    let limit = |row: &serde_json::Value, is_deep: bool| {
        let engines = row["engines"].as_array().unwrap();
        let own = engines.iter().find(|engine| (engine["name"] == "Deep") == is_deep).unwrap();
        own["time"].as_str().unwrap().to_owned()
    };
    for row in &rows {
        assert_eq!([true, false].map(|is_deep| limit(row, is_deep)), ["depth 2", "depth 1"]);
    }
    assert_eq!((rows.len(), &rows[0]["second"]), (2, &rows[1]["first"]));
    let same = ["match", "builtin:1", "builtin:2", "--player", "1:name=A", "--player", "2:name=A"];
    quintet(&same).fails(2, "two players have the name \"A\"");
}

#[test]
fn the_heading_of_a_match_and_of_a_tournament_names_what_players_have_of_their_own() {
    let run = ["match", "builtin:10", "builtin:10", "--depth", "1", "--max-plies", "2"];
    let own = ["--player", "1:name=Old", "--player", "2:depth=2,name=Deep,margin=50ms,ponder"];
    let shown = quintet(&[&run[..], &own].concat()).succeeds();
    let heading = "Othello: Old (depth 1, margin 0s, not pondering) - \
                   Deep (depth 2, margin 0.05s, pondering), 2 games, ";
    assert!(shown.lines()[0].starts_with(heading), "{shown:?}");
    let folder = empty_folder();
    let out = folder.path().join("cup");
    let shown = quintet(&[&run[..], &own, &["--out", out.to_str().unwrap()]].concat()).succeeds();
    let heading = &shown.lines()[0];
    assert!(heading.contains(", 2 games, depth 1, "), "{shown:?}");
    assert!(heading.ends_with(", but Deep (depth 2, margin 0.05s, pondering)"), "{shown:?}");
}

#[test]
fn a_name_that_would_do_something_in_a_terminal_is_refused_with_and_without_a_folder() {
    let folder = empty_folder();
    let out = folder.path().join("cup");
    let run = ["match", "builtin:1", "builtin:2", "--depth", "1", "--player", "1:name=A\u{1b}[1m"];
    for more in [&[][..], &["--out", out.to_str().unwrap()]] {
        let run = quintet(&[&run[..], more].concat());
        run.fails(2, "\"A\\u{1b}[1m\" has U+001B, which is no letter");
        assert!(!run.err.contains('\u{1b}') && !run.out.contains('\u{1b}'), "{run:?}");
    }
    // What is repeated of the arguments does nothing either.
    let run = quintet(&["match", "builtin:1", "builtin:2", "--time", "\u{1b}[1m"]);
    run.fails(2, "^[[1m");
    assert!(!run.err.contains('\u{1b}'), "{run:?}");
}

#[test]
fn folders_on_the_way_to_that_of_the_results_are_made_by_both_commands() {
    let folder = empty_folder();
    let [one, other] = ["a/b/match", "c/d/cup"].map(|path| folder.path().join(path));
    let run = ["match", "builtin:10", "builtin:10", "--depth", "1", "--max-plies", "2", "--out"];
    quintet(&[&run[..], &[one.to_str().unwrap()]].concat()).succeeds();
    let path = one.join("tournament.toml");
    let run = ["tournament", path.to_str().unwrap(), "--out", other.to_str().unwrap()];
    quintet(&run).succeeds();
    assert_eq!(games(&one), games(&other));
}

#[test]
fn two_engines_with_a_folder_play_a_match_that_can_be_resumed() {
    let folder = empty_folder();
    let out = folder.path().join("two");
    let out = out.to_str().unwrap();
    let two = ["match", "builtin:1", "builtin:1", "--game", "backgammon", "--depth", "1"];
    let rules =
        ["--length", "1", "--dice-seed", "x", "--no-compare", "--no-repetition", "--ponder"];
    let tests = ["--decided-races", "--max-failures", "7", "--sprt", "elo0=-900,elo1=900"];
    let run = quintet(&[&two[..], &rules, &tests, &["--games", "20", "--out", out]].concat());
    let run = run.succeeds();
    assert!(run.lines().iter().any(|line| line.starts_with("test ")), "{run:?}");
    quintet(&["tournament", "--resume", out]).succeeds();
    quintet(&[&two[..], &["--out", out]].concat()).fails(2, "it has the games of a tournament");
}

#[test]
fn a_long_match_of_which_nothing_is_kept_says_so() {
    let warned = |n_games: &str| {
        let run = ["match", "builtin:1", "builtin:1", "--depth", "1", "--max-plies", "2"];
        let run = quintet(&[&run[..], &["--games", n_games]].concat()).succeeds();
        run.err.contains("nothing of this match is kept; --out FOLDER keeps the games")
    };
    assert_eq!(["20", "21"].map(warned), [false, true]);
}

#[test]
fn a_flag_that_means_nothing_in_a_tournament_is_refused_by_its_name() {
    for (flags, says) in [
        (&["--games", "3"][..], "--games 3: a tournament plays pairs of games"),
        (&["--json", "x"], "--json: a tournament has its results in its folder (--out)"),
        (&["--only", "1"], "--only: a tournament is played as a whole"),
        (&["--sprt", "elo0=0,elo1=5"], "--sprt: is only for match"),
        (&["--format", "match"], "a match has 2 players, and there are 3"),
        (&["--format", "cup"], "there is no format \"cup\"; known: match, gauntlet, round-robin"),
        (&["--protocol", "hub", "--protocol", "uhp"], "--protocol: 2 for 3 engines"),
        (&["--game", "backgammon", "--dice-seed", "random"], "would show the seed"),
        (&["--seed", "9223372036854775808"], "--seed: at most 9223372036854775807"),
        (&["--exact-empties", "40"], "--exact-empties: at most 16 empty squares"),
        (&["--rounds", "2"], "--rounds: is only for swiss, and the format is round-robin"),
        (&["--tie-breaks", "2"], "--tie-breaks: is only for knockout"),
        (&["--anchor", "Edax"], "--anchor Edax: no engine of the match is named \"Edax\""),
        (
            &["--anchor", "1", "--player", "2:anchor=5"],
            "--anchor 1 and --player 2:anchor=5 each name the anchor",
        ),
        (
            &["--anchor", "2=7", "--player", "2:anchor=5"],
            "--anchor 2=7 and --player 2:anchor=5 each name the anchor",
        ),
        (&["--replay-most", "1"], "--replay-most 1: no game is played again without --replay"),
        (&["--time", "1:75"], "\"1:75\" has more than 59 behind a colon: write 2:15"),
        (&["--player", "4:ponder"], "--player 4:ponder: there are 3 engines"),
        (&["--replay", "tired"], "\"tired\" is not a cause; known: crashed"),
    ] {
        quintet(&[&THREE[..], flags].concat()).fails(2, says);
    }
}

#[test]
fn a_limit_that_an_engine_does_not_know_is_refused_or_reported_before_its_first_move() {
    let nodes = quintet(&["match", "builtin:1", "builtin:2", "--nodes", "100"]);
    nodes.fails(2, "NBoard has no word for a limit of nodes");
    let two = ["match", "builtin:1", "builtin:1", "--games", "1", "--depth", "1"];
    let backgammon = quintet(&[&two[..], &["--game", "backgammon", "--length", "1"]].concat());
    let backgammon = backgammon.succeeds();
    assert_eq!(backgammon.err.matches("depth 1 means nothing to it").count(), 2, "{backgammon:?}");
    let othello = quintet(&two).succeeds();
    assert!(!othello.err.contains("means nothing"), "{othello:?}");
}

#[test]
fn a_player_has_its_own_delay_and_is_started_again_for_each_game() {
    let (folder, path) = file("");
    let own = "start-delay = 0.01\nrestart = \"always\"\nenv = { LEVEL_OF_NOISE = \"0\" }";
    let others = "[[player]]\nengine = \"builtin:2\"\n[[player]]\nengine = \"builtin:3\"\n";
    let text = format!("time = \"depth 1\"\n[[player]]\nengine = \"builtin:1\"\n{own}\n{others}");
    fs::write(&path, text).unwrap();
    let args = ["tournament", path.to_str().unwrap(), "--quiet"];
    let run = quintet_in(&[("QUINTET_LOG", "debug")], &args, "", &folder).succeeds();
    let count = |text: &str| run.err.lines().filter(|line| line.contains(text)).count();
    assert_eq!(count("started: CMD"), 4 + 1 + 1, "{run:?}");
    assert_eq!(count("WAIT 0.01 s before the first line"), 4, "{run:?}");
}
