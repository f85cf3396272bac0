use super::*;

#[test]
fn a_tournament_without_a_name_has_that_of_its_file() {
    let players = "[[player]]\nengine = \"a\"\nname = \"A\"\n[[player]]\nengine = \"b\"\n";
    let named = |keys: &str, path: &str| {
        let text = format!("{keys}{players}");
        let (file, read) = TournamentFile::read_named(&text, Path::new(path)).unwrap();
        assert_eq!(TournamentFile::read(&read).unwrap().name, file.name, "{read}");
        assert_eq!(read == text, file.name != "club cup", "{read}");
        file.name
    };
    assert_eq!(named("seed = 2\n", "/games/club cup.toml"), "club cup");
    assert_eq!(named("name = \"Night\"\n", "cup.toml"), "Night");
    assert_eq!(named("name = \"\"\n", "cup.toml"), "Tournament");
    assert_eq!(named("", "a\u{202e}b.toml"), "Tournament");
    assert_eq!(named("", ""), "Tournament");
}

#[test]
fn the_file_of_defaults_says_what_a_file_without_keys_means() {
    let players = "\n[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:2\"\n";
    let bare = format!("{:?}", TournamentFile::read(players).unwrap());
    assert_eq!(format!("{:?}", TournamentFile::read(DEFAULTS).unwrap()), bare);
    // Keys without a default stand there as examples, behind a comment sign.
    let shown: String = DEFAULTS
        .lines()
        .map(|line| line.strip_prefix("#: ").unwrap_or(line).to_owned() + "\n")
        .collect();
    let keys: Vec<&str> = shown.lines().filter_map(key_of).collect();
    for key in [
        "name",
        "site",
        "game",
        "variant",
        "format",
        "cycles",
        "challengers",
        "rounds",
        "tie-breaks",
        "pairs",
        "time",
        "seed",
        "openings",
        "openings-file",
        "openings-order",
        "opening-plies",
        "openings-once",
        "dice-seed",
        "concurrency",
        "affinity",
        "ponder",
        "margin",
        "repetition",
        "max-plies",
        "resign",
        "draw",
        "referee",
        "referee-protocol",
        "referee-time",
        "exact-empties",
        "exact-pieces",
        "decided-races",
        "compare",
        "replay",
        "replay-most",
        "withdraw-after",
        "max-failures",
        "results",
        "engine",
        "protocol",
        "env",
        "start-delay",
        "restart",
        "late",
        "anchor",
    ] {
        assert!(keys.contains(&key), "{key} is not described");
    }
    let known = toml::from_str::<TournamentFile>("nonsense = 1").unwrap_err().to_string();
    let own =
        ["engine", "protocol", "env", "start-delay", "restart", "late", "anchor", "[[player]]"];
    for key in keys.iter().filter(|key| !own.contains(key)) {
        assert!(known.contains(&format!("`{key}`")), "{key} is no key");
    }
}

#[test]
fn a_mistake_is_named_with_its_line_and_key() {
    let players = "[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:2\"\n";
    for (text, said) in [
        (
            "game = \"chess\"",
            "line 2: game: there is no game \"chess\"; known: othello, draughts, hive, backgammon",
        ),
        (
            "time = \"5\"",
            "line 2: time: \"5\" is not a time control: \"5\" may mean seconds or minutes: write 5s or 5m; write 5m, 5m+3s, 40/10m, 40/10m+3s, 2s/move, depth 8, nodes 100000 or none",
        ),
        (
            "format = \"cup\"",
            "line 2: format: there is no format \"cup\"; known: match, gauntlet, round-robin, knockout, swiss",
        ),
        ("time = 5", "line 2: time: 5 is not a time in quotes, such as \"5m+3s\" or"),
        ("seed = -1", "line 2: seed: -1 is not a whole number from 0 on"),
        ("seed = \"x\"", "line 2: seed: \"x\" is not a whole number from 0 on"),
        ("replay = [\"lost\"]", "line 2: replay: \"lost\" is not a cause; known: crashed, "),
        (
            "replay = \"late\"",
            "line 2: replay: \"late\" is not texts in brackets, such as [\"late\", ",
        ),
        ("pairs = 0", "line 2: pairs: 0 is not a whole number from 1 on"),
        ("pairs = \"two\"", "line 2: pairs: \"two\" is not a whole number from 1 on"),
        ("rounds = 3", "line 2: rounds: is only for swiss, and the format is round-robin"),
        (
            "format = \"swiss\"\nrounds = 2",
            "line 3: rounds: a Swiss of 2 players has 1 round, not 2: after 1 all have met, and no two meet twice",
        ),
        ("opening-plies = 8", "line 2: opening-plies: is only for an openings-file"),
        ("dice-seed = \"x\"", "line 2: dice-seed: Othello is played without dice"),
        ("variant = \"frisian\"", "line 2: variant: "),
        ("concurrency = 257", "line 2: concurrency: at most 256, not 257"),
        ("affinity = \"3-1\"", "line 2: affinity: \"3-1\" is not a list of processors; write"),
        ("margin = -1.0", "line 2: margin: -1 is not a number of seconds from 0 to 3600"),
        ("max-failures = 101", "line 2: max-failures: 101 is too large: 100 is the most"),
        ("cycles = 100000000", "line 2: cycles: that is more than 10000000 pairs of games"),
        ("results = \"\"", "line 2: results: is empty; leave the key out"),
        ("replay-most = 2", "line 2: replay-most: no game is played again without replay; "),
        ("name = Foo", "line 2: name: Foo is not a value: a text stands in quotes, "),
        (
            "resign = \"10\"",
            "line 2: resign: \"10\" is not such a rule: score is missing; write for example \"score=10 plies=6\"",
        ),
        (
            "referee = \"Edax\"",
            "line 2: referee: a referee confirms what resign and draw decide, and neither is set",
        ),
        (
            "draw = \"score=0 plies=2\"\nreferee = \"Edax\"\nreferee-time = \"none\"",
            "line 4: referee-time: without a limit a referee would never have a score",
        ),
        ("exact-empties = 40", "line 2: exact-empties: at most 16 empty squares, not 40"),
        ("decided-races = true", "line 2: decided-races: there are no races in Othello"),
        (
            "game = \"backgammon\"\ndraw = \"score=0 plies=2\"",
            "line 3: draw: in Backgammon a score says what is expected from the dice",
        ),
        ("name = ", "line 2: name: "),
        ("name = \"a\\u001b[1m\"", "line 2: name: \"a\\u{1b}[1m\" has U+001B, which is no letter"),
        ("site = \"\\u202eb\"", "line 2: site: \"\\u{202e}b\" has U+202E"),
    ] {
        let found = TournamentFile::read(&format!("\n{text}\n{players}")).unwrap_err();
        assert!(found.to_string().starts_with(said), "{text}: {found}");
    }
    for (anchors, said) in [
        (["inf", ""], "line 3: anchor: inf is not a rating in Elo from -100000 to 100000"),
        (["1e308", ""], "line 3: anchor: 1e308 is not a rating in Elo from -100000 to 100000"),
        (["\"2000\"", ""], "line 3: anchor: \"2000\" is not a rating in Elo"),
        (["2000", "1900.5"], "line 6: anchor: only one player can be the anchor"),
    ] {
        let player = |elo: &str| {
            let anchor = if elo.is_empty() { String::new() } else { format!("anchor = {elo}\n") };
            format!("[[player]]\nengine = \"builtin:1\"\n{anchor}")
        };
        let text: String = anchors.into_iter().map(player).collect();
        assert_eq!(TournamentFile::read(&text).unwrap_err().to_string(), said);
    }
    let nameless = "[[player]]\nengine = \"A\"\nname = \" \"\n[[player]]\nengine = \"B\"";
    let found = TournamentFile::read(nameless).unwrap_err().to_string();
    assert_eq!(found, "line 3: name: a player has an empty name; leave the key out");
    let found = TournamentFile::read("[player]\nengine = \"A\"").unwrap_err().to_string();
    let said = "write [[player]] with two brackets for each player";
    assert!(found.ends_with(said), "{found}");
    let found = TournamentFile::read("roundz = 3").unwrap_err().to_string();
    assert!(
        found.starts_with("line 1: there is no key \"roundz\"; perhaps \"rounds\" is meant; "),
        "{found}"
    );
    let found = TournamentFile::read(&format!("{players}colour = 1")).unwrap_err().to_string();
    assert!(found.starts_with("line 5: there is no key \"colour\" of a player; "), "{found}");
    let found = TournamentFile::read("[[player]]\nname = \"A\"").unwrap_err().to_string();
    let said = "[[player]]: has no engine; write engine = \"NAME\", the name of an engine of the list, a \
                path, or builtin:3";
    assert_eq!(found, format!("line 1: {said}"));
    let second = TournamentFile::read(&format!("{players}[[player]]\nengine = ''")).unwrap_err();
    assert_eq!(second.to_string(), format!("line 5: {said}"));
    for (text, said) in [
        (
            "seed = 1\npairs = 2\nseed = 3\n",
            "line 3: seed: stands in line 1 already; remove one of them",
        ),
        (
            "[[player]]\nengine = 'A'\n[[player]]\nengine = 'B'\nengine = 'C'",
            "line 5: engine: stands in line 4 already; remove one of them",
        ),
    ] {
        assert_eq!(TournamentFile::read(text).unwrap_err().to_string(), said);
    }
    let late = "late = true\n";
    for (text, said) in [
        (format!("{players}{late}"), "line 5: late: of 2 players, at most 0 can be late, not 1"),
        (
            format!("{players}{late}[[player]]\nengine = \"builtin:3\""),
            "line 5: late: players who joined later stand behind the others",
        ),
        (
            format!("format = \"knockout\"\n{players}{late}"),
            "line 6: late: a knockout is drawn up at its beginning, and no player can join it later",
        ),
        (
            format!("format = \"swiss\"\n{players}{late}"),
            "line 6: late: a Swiss needs the number of the round from which the player takes part: \
             late = 4",
        ),
        (
            format!("format = \"gauntlet\"\n{players}[[player]]\nengine = \"C\"\nlate = 2\n"),
            "line 8: late: players join in the order of the file, each after the cycles that were \
             played then; this tournament has 1, and a player is to join after 2",
        ),
        (
            format!("{players}late = 0\n"),
            "line 5: late: is true, or in a Swiss the number of a round, such as 4, else that of \
             the cycles before",
        ),
        (
            format!(
                "format = \"swiss\"\nrounds = 1\n{players}[[player]]\nengine = \"C\"\nlate = 2"
            ),
            "line 9: late: players join a Swiss from its second round on, in the order of the \
             file and of their rounds; this one has 1, and a player is to join in round 2",
        ),
    ] {
        assert_eq!(TournamentFile::read(&text).unwrap_err().to_string(), said);
    }
    let found = TournamentFile::read("").unwrap_err().to_string();
    assert_eq!(found, "[[player]]: a tournament needs at least 2 players, and 0 were found");
}
