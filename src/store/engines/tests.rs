use std::fs;

use super::*;

fn places() -> Places {
    Places { config_dir: None, program: PathBuf::from("/opt/quintet") }
}

fn read(text: &str) -> EngineList {
    read::read_list(text, Path::new("/lists/mine.toml"), Path::new("/opt/quintet"))
}

const GOOD: &str = "[[engine]]\nname = \"Good\"\nprotocol = \"nboard\"\ncommand = [\"good\"]\n";

/// All problems of a list, one per line.
fn problems(list: &EngineList) -> String {
    list.problems.iter().map(|problem| format!("{problem}\n")).collect()
}

#[test]
fn the_list_that_comes_with_the_program_has_no_mistakes() {
    let list = EngineList::shipped(&places());
    assert_eq!(problems(&list), "");
    let entry = list.find("builtin", Some("othello")).unwrap().entry;
    assert!(entry.shipped);
    let launch = entry.launch(&[]).unwrap();
    let Target::Command { command, .. } = launch.target else { panic!("a command") };
    assert_eq!(command, ["/opt/quintet", "engine", "nboard", "--level", "10"]);
}

#[test]
fn the_examples_in_that_list_can_be_used_as_they_stand() {
    let (_, examples) = SHIPPED.split_once("# Examples.").unwrap();
    let toml: String = examples
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| line.starts_with("[[") || line.contains(" = "))
        .map(|line| format!("{line}\n"))
        .collect();
    let list = read(&toml);
    assert_eq!(problems(&list), "");
    assert_eq!(list.entries.len(), 5, "{toml}");
}

#[test]
fn every_key_of_an_entry_reaches_the_launch() {
    let list = read(
        r#"
version = 1
[[engine]]
name = "Full"
short = "full"
protocol = "NBoard"
command = ["bin/full", "-n", "--book={book}"]
dir = "full"
env = { THREADS = 2, MODE = "{book}" }
options = { contempt = -3, depth = "7" }
timeouts = 2
games = ["Othello"]
dialect = { deepen = "yes" }
[engine.choices.book]
values = ["none", "small"]
default = "none"
"#,
    );
    assert_eq!(problems(&list), "");
    let found = list.find("full:small", Some("othello")).unwrap();
    let launch = found.entry.launch(&found.chosen).unwrap();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        launch,
        Launch {
            target: Target::Command {
                command: ["/lists/full/bin/full", "-n", "--book=small"].map(str::to_owned).to_vec(),
                dir: Some(PathBuf::from("/lists/full")),
                env: vec![pair("THREADS", "2"), pair("MODE", "small")],
            },
            protocol: Protocol::NBoard,
            config: ClientConfig {
                variant: None,
                name: "Full (book small)".to_owned(),
                timeouts_scale: 2.0,
                start_scale: 1.0,
                attended: false,
                reach: None,
                start_delay: std::time::Duration::ZERO,
                processor: None,
                options: vec![pair("contempt", "-3"), pair("depth", "7")],
                dialect: vec![pair("deepen", "yes")],
            },
        }
    );
}

#[test]
fn programs_are_found_in_path_from_the_folder_or_where_they_are() {
    for (program, dir, expected) in [
        ("edax", "", "edax"),
        ("./edax", "", "/lists/edax"),
        ("/opt/edax", "", "/opt/edax"),
        ("bin/edax", "dir = \"edax\"", "/lists/edax/bin/edax"),
        ("bin/edax", "dir = \"/srv/edax\"", "/srv/edax/bin/edax"),
        ("{quintet}", "", "/opt/quintet"),
    ] {
        let list = read(&format!(
            "[[engine]]\nname = \"E\"\nprotocol = \"nboard\"\ncommand = [\"{program}\"]\n{dir}\n"
        ));
        assert_eq!(problems(&list), "");
        let EngineTarget::Command { command, .. } = &list.entries[0].target else {
            panic!("a command")
        };
        assert_eq!(command[0], expected);
    }
}

#[test]
fn a_socket_has_an_address_instead_of_a_command() {
    let list =
        read("[[engine]]\nname = \"Far\"\nprotocol = \"nboard\"\naddress = \"[::1]:4000\"\n");
    assert_eq!(problems(&list), "");
    let target = list.entries[0].launch(&[]).unwrap().target;
    assert_eq!(target, Target::Socket { address: "[::1]:4000".to_owned() });
}

#[test]
fn an_engine_of_guide_talks_over_a_port_of_its_own() {
    for (fields, command, port, role) in [
        ("command = [\"dragon\"]", "dragon -guide -port {port}", None, TcpRole::Auto),
        ("command = [\"dragon\", \"-guide\"]", "dragon -guide -port {port}", None, TcpRole::Auto),
        (
            "command = [\"x\", \"--tcp={port}\"]\nconnect = \"listen\"",
            "x --tcp={port}",
            None,
            TcpRole::Listen,
        ),
        (
            "command = [\"x\"]\nport = 27533\nconnect = \"connect\"",
            "x -guide -port {port}",
            Some(27533),
            TcpRole::Connect,
        ),
    ] {
        let list = read(&format!("[[engine]]\nname = \"G\"\nprotocol = \"guide\"\n{fields}\n"));
        assert_eq!(problems(&list), "");
        let target = list.entries[0].launch(&[]).unwrap().target;
        let command = command.split(' ').map(str::to_owned).collect();
        assert_eq!(target, Target::Tcp { command, dir: None, env: vec![], port, role });
    }
    let far = read("[[engine]]\nname = \"G\"\nprotocol = \"guide\"\naddress = \"far:27533\"\n");
    let address = "far:27533".to_owned();
    assert_eq!(far.entries[0].launch(&[]).unwrap().target, Target::Socket { address });
}

#[test]
fn variants_go_by_their_proper_names() {
    let head = "[[engine]]\nname = \"D\"\nprotocol = \"hub\"\ncommand = [\"d\"]\n";
    let list = read(&format!("{head}variants = [\"bt\", \"Frisian\"]\n"));
    assert_eq!(problems(&list), "");
    let entry = &list.entries[0];
    let expected = ["breakthrough", "frisian"].map(str::to_owned).to_vec();
    assert_eq!(entry.variants, Some(expected));
    assert!(entry.plays_variant("frisian") && !entry.plays_variant("killer"));
    assert!(read(head).entries[0].plays_variant("killer"), "it says nothing of them");
}

/// A mistake in the middle of two good entries: it is reported with line, key and the allowed
/// values, and costs only its own entry.
#[test]
fn mistakes_are_named_and_cost_only_their_own_entry() {
    const HEAD: &str = "name = \"Bad\"\nprotocol = \"nboard\"\n";
    const GUIDE: &str = "name = \"Bad\"\nprotocol = \"guide\"\ncommand = [\"x\"]\n";
    let command = format!("{HEAD}command = [\"bad\"]\n");
    for (bad, line, key, says) in [
        ("protocol = \"nboard\"\ncommand = [\"x\"]\n".to_owned(), 5, "name", "is missing"),
        (
            format!("{HEAD}comand = [\"x\"]\n"),
            8,
            "comand",
            "allowed: name, short, protocol, command",
        ),
        (HEAD.to_owned(), 5, "command", "a command or an address"),
        (format!("{HEAD}command = []\n"), 8, "command", "the program first"),
        (format!("{HEAD}command = [\" \"]\n"), 8, "command", "is empty"),
        (format!("{HEAD}command = \"bad -n\"\n"), 8, "command", "must be a list of texts"),
        (format!("{HEAD}command = [\"bad\", 3]\n"), 8, "command", "must be a list of texts"),
        (format!("{HEAD}address = \"here\"\n"), 8, "address", "host:port"),
        (format!("{HEAD}address = \"here:0\"\n"), 8, "address", "host:port"),
        (format!("{command}address = \"here:1\"\n"), 8, "command", "either address or command"),
        (
            "name = 3\nprotocol = \"nboard\"\ncommand = [\"x\"]\n".to_owned(),
            6,
            "name",
            "text in quotes",
        ),
        ("name = \"\"\nprotocol = \"nboard\"\ncommand = [\"x\"]\n".to_owned(), 6, "name", "empty"),
        (
            "name = \"Bad\"\nprotocol = \"uci\"\ncommand = [\"x\"]\n".to_owned(),
            7,
            "protocol",
            "allowed: hub, guide, nboard",
        ),
        (
            "name = \"Good\"\nprotocol = \"nboard\"\ncommand = [\"x\"]\n".to_owned(),
            6,
            "name",
            "used by an entry above",
        ),
        (format!("{GUIDE}connect = \"both\"\n"), 9, "connect", "auto, connect, listen"),
        (format!("{GUIDE}connect = true\n"), 9, "connect", "a text in quotes"),
        (format!("{GUIDE}port = 0\n"), 9, "port", "from 1 to 65535"),
        (format!("{GUIDE}port = 65536\n"), 9, "port", "from 1 to 65535"),
        (format!("{GUIDE}port = \"27533\"\n"), 9, "port", "from 1 to 65535"),
        (format!("{command}port = 27533\n"), 9, "port", "protocol guide"),
        (format!("{command}connect = \"auto\"\n"), 9, "connect", "protocol guide"),
        (
            "name = \"Bad\"\nprotocol = \"guide\"\naddress = \"far:1\"\nport = 2\n".to_owned(),
            9,
            "port",
            "have a command",
        ),
        (
            format!("{HEAD}command = [\"bad\", \"{{port}}\"]\n"),
            8,
            "command",
            "{port} is not a choice",
        ),
        (format!("{GUIDE}variants = [\"kller\"]\n"), 9, "variants", "allowed: international"),
        (format!("{GUIDE}variants = []\n"), 9, "variants", "is empty"),
        (format!("{GUIDE}variants = \"killer\"\n"), 9, "variants", "a list of texts"),
        (format!("{command}variants = [\"killer\"]\n"), 9, "variants", "othello has none"),
        (
            format!("{command}restart = \"never\"\n"),
            9,
            "restart",
            "\"ask\", \"automatic\" or \"off\"",
        ),
        (format!("{command}timeouts = 0\n"), 9, "timeouts", "from 0.01 to 100"),
        (format!("{command}timeouts = nan\n"), 9, "timeouts", "from 0.01 to 100"),
        (format!("{command}timeouts = \"2\"\n"), 9, "timeouts", "from 0.01 to 100"),
        (format!("{command}games = [\"chess\"]\n"), 9, "games", "allowed: othello"),
        (format!("{command}games = []\n"), 9, "games", "is empty"),
        (format!("{command}env = [\"A=1\"]\n"), 9, "env", "must be a table"),
        (format!("{command}options = {{ a = [1] }}\n"), 9, "options.a", "a text, a number"),
        (format!("{command}options = {{ a = 1 }}\n"), 9, "options.a", "allowed: contempt, depth"),
        (format!("{command}options = {{ depth = 99 }}\n"), 9, "options.depth", "from 1 to 60"),
        (
            format!(
                "{command}options = {{ depth = \"{{plies}}\" }}\n\
                 choices.plies = {{ values = [5, 70], default = 5 }}\n"
            ),
            9,
            "options.depth",
            "is \"70\"",
        ),
        (
            format!("{command}dialect = {{ deepens = \"yes\" }}\n"),
            9,
            "dialect.deepens",
            "allowed: stop, deepen, hint-end",
        ),
        (format!("{command}dialect = {{ deepen = true }}\n"), 9, "dialect.deepen", "no, yes"),
        (
            format!("{HEAD}command = [\"bad\", \"{{levl}}\"]\n"),
            8,
            "command",
            "[engine.choices.levl]",
        ),
        (
            format!("{command}[engine.choices.level]\nvalues = [1]\ndefault = 2\n"),
            11,
            "choices.level",
            "one of 1",
        ),
        (
            format!("{command}[engine.choices.level]\nvalues = []\ndefault = 2\n"),
            9,
            "choices.level",
            "must have values",
        ),
    ] {
        let text = format!(
            "{GOOD}[[engine]]\n{bad}[[engine]]\nname = \"Last\"\nprotocol = \"nboard\"\ncommand = [\"last\"]\n"
        );
        let list = read(&text);
        let found = list.problems.iter().find(|problem| problem.key.as_deref() == Some(key));
        let found = found.unwrap_or_else(|| panic!("{key} in {}", problems(&list)));
        assert_eq!(found.line, line, "{found}");
        assert!(found.reason.contains(says), "{found}");
        assert!(found.to_string().starts_with("/lists/mine.toml:"), "{found}");
        let names: Vec<&str> = list.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["Good", "Last"], "{bad}");
    }
}

#[test]
fn a_list_that_is_no_toml_is_one_message_on_the_line_of_the_mistake() {
    let bad = "[[engine]]\nname = \"Bad\"\nprotocol = \"hub\"\ncommand = [\"bad\"]\n\
               tags = [\"b\", \"strong\"]\n# levels\n\n[engine.options]\nthreads = 4\nbook = [\n  1,\n]\n\n";
    let last = GOOD.replace("Good", "Last");
    for (right, wrong, line) in [
        ("[\"b\",", "\"b\",", 10),
        ("\"Bad\"", "\"Bad", 7),
        ("protocol =", "protocol", 8),
        ("command = [", "command = ", 9),
        ("[engine.options]", "[engine.options", 13),
        ("threads = 4", "threads = ", 14),
        ("threads = 4", "threads = four of them", 14),
        ("threads = 4", "book = 4", 15),
        ("# levels", "levels", 11),
        ("[[engine]]", "[[engine]", 6),
        ("[[engine]]", "[engine]", 6),
        ("version = 1", "version = [1", 2),
    ] {
        let [head, bad] = ["version = 1\n", bad].map(|part| part.replacen(right, wrong, 1));
        let text = format!("{head}{GOOD}{bad}{last}");
        let list = read(&text);
        let [problem] = &list.problems[..] else { panic!("{wrong}: {}", problems(&list)) };
        assert_eq!(problem.line, line, "{wrong}: {problem}");
        assert!(problem.reason.starts_with("cannot be read: "), "{problem}");
        assert_eq!(list.entries, [], "{wrong}");
        // An unreadable list is set aside when the list is written.
        let file = EngineFile::of_bytes(Path::new("x"), Some(text.into_bytes()), &places());
        assert_eq!(file.list(), EngineList::shipped(&places()), "{wrong}");
        assert!(file.text().starts_with("# Your engines."), "{wrong}");
    }
}

#[test]
fn a_tag_is_kept_once() {
    let list = read(&format!("{GOOD}tags = [\"x\", \"\", \"y\", \" x\"]\n"));
    assert_eq!(list.entries[0].tags, ["x", "y"]);
}

#[test]
fn things_beside_the_entries_are_named_too() {
    let list = read(&format!("version = 7\nfont = 3\n{GOOD}"));
    assert_eq!(list.entries.len(), 1);
    assert_eq!(
        problems(&list),
        "/lists/mine.toml:1: version: this program reads version 1\n\
         /lists/mine.toml:2: font: is not known here; allowed: version, [[engine]]\n"
    );
    assert!(problems(&read("[engine]\nname = \"X\"\n")).contains("two brackets"));
    assert_eq!(read(""), EngineList::default());
}

#[test]
fn the_users_entry_replaces_the_one_of_the_same_name_and_comes_first() {
    let dir = tempfile::tempdir().unwrap();
    let own =
        "[[engine]]\nname = \"Quintet Othello\"\nprotocol = \"nboard\"\ncommand = [\"mine\"]\n";
    fs::write(dir.path().join("engines.toml"), format!("{GOOD}{own}")).unwrap();
    let places = Places { config_dir: Some(dir.path().to_owned()), ..places() };
    let list = EngineList::load(&places, None).unwrap();
    assert_eq!(problems(&list), "");
    let names: Vec<&str> = list.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names[..2], ["Good", "Quintet Othello"]);
    assert!(list.entries[..2].iter().all(|entry| !entry.shipped));
    assert!(list.entries[2..].iter().all(|entry| entry.shipped));

    let named = dir.path().join("named.toml");
    fs::write(&named, GOOD.replace("Good", "Named")).unwrap();
    let list = EngineList::load(&places, Some(&named)).unwrap();
    let names: Vec<&str> = list.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names[..2], ["Named", "Quintet Othello"]);
}

#[test]
fn a_named_list_that_is_not_there_is_an_error_and_a_missing_own_one_is_none() {
    let dir = tempfile::tempdir().unwrap();
    let places = Places { config_dir: Some(dir.path().to_owned()), ..places() };
    assert!(EngineList::load(&places, None).is_ok());
    let err = EngineList::load(&places, Some(&dir.path().join("gone.toml"))).unwrap_err();
    assert!(err.to_string().contains("gone.toml"), "{err}");
}

#[test]
fn an_own_list_that_cannot_be_read_is_a_problem_and_costs_no_shipped_engine() {
    for (content, line, says) in [
        (Some(&b"version = 1\n# caf\xe9\n"[..]), 2, "not UTF-8"),
        (None, 1, "it is a folder"),
        (Some(&[b'#'; (1 << 20) + 1][..]), 1, "too many"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("engines.toml");
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::create_dir(&path).unwrap(),
        }
        let places = Places { config_dir: Some(dir.path().to_owned()), ..places() };
        let list = EngineList::load(&places, None).unwrap();
        assert_eq!(as_written(list.entries.clone()), EngineList::shipped(&places).entries);
        let [problem] = list.problems.as_slice() else { panic!("{}", problems(&list)) };
        assert_eq!(problem.line, line);
        assert!(problem.reason.contains(says), "{problem}");
        // A file given by name must exist.
        let err = EngineList::load(&places, Some(&path)).unwrap_err();
        assert!(err.to_string().contains(says), "{err}");
    }
}

/// The entries without what this machine lacks.
fn as_written(mut entries: Vec<EngineEntry>) -> Vec<EngineEntry> {
    entries.iter_mut().for_each(|entry| entry.missing = None);
    entries
}

/// Opening a pipe would wait for a writer; a socket cannot be opened at all, so it stands for both.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_opened() {
    let dir = tempfile::tempdir().unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("engines.toml")).unwrap();
    let places = Places { config_dir: Some(dir.path().to_owned()), ..places() };
    let list = EngineList::load(&places, None).unwrap();
    assert_eq!(as_written(list.entries.clone()), EngineList::shipped(&places).entries);
    assert!(problems(&list).contains("it is not a plain file"), "{}", problems(&list));
}

#[test]
fn names_that_differ_only_in_capitals_are_the_same() {
    let list = read(&format!("{GOOD}{}", GOOD.replace("Good", "gOOD")));
    assert_eq!(list.entries.len(), 1);
    assert!(problems(&list).contains("used by an entry above"), "{}", problems(&list));
}

#[test]
fn engines_are_found_by_name_short_name_and_choice() {
    let list = EngineList::shipped(&places());
    let level = |value: &str| vec![("level".to_owned(), value.to_owned())];
    for (reference, chosen) in [
        ("Quintet Othello", vec![]),
        ("quintet othello", vec![]),
        ("builtin", vec![]),
        ("BuiltIn:3", level("3")),
        ("builtin:level=10", level("10")),
        ("Quintet Othello:1", level("1")),
    ] {
        let found = list.find(reference, Some("othello")).unwrap();
        assert_eq!((found.entry.name.as_str(), found.chosen), ("Quintet Othello", chosen));
    }
    for (reference, says) in [
        (
            "edax",
            "no engine is named \"edax\"; there are: Quintet Othello (builtin); a program that is in no list \
             is named by its path, such as ./engine",
        ),
        ("edax:3", "no engine is named \"edax:3\""),
        ("builtin:11", "Quintet Othello has no level \"11\"; allowed: 1, 2, 3"),
        ("builtin:", "has no level \"\""),
        ("builtin:depth=3", "has no choice \"depth\"; allowed: level"),
    ] {
        let err = list.find(reference, Some("othello")).unwrap_err();
        assert!(err.to_string().contains(says), "{err}");
    }
    assert_eq!(list.find("builtin", Some("hive")).unwrap().entry.name, "Quintet Hive");
    assert_eq!(list.find("builtin", Some("backgammon")).unwrap().entry.name, "Quintet Backgammon");
    assert!(list.find("builtin", Some("chess")).is_err());
    let plain = read(GOOD);
    let err = plain.find("Good:3", None).unwrap_err();
    assert!(err.to_string().contains("nothing to choose"), "{err}");
}

#[test]
fn a_launch_checks_choices_and_lets_the_protocols_own_options_through() {
    let list = read(&format!("{GOOD}options = {{ depth = 4, contempt = 1 }}\n"));
    let chosen = [("depth".to_owned(), "6".to_owned())];
    let launch = list.entries[0].launch(&chosen).unwrap();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(launch.config.options, [pair("contempt", "1"), pair("depth", "6")]);
    let shipped = EngineList::shipped(&places());
    let err = shipped.entries[0].launch(&[pair("level", "0")]).unwrap_err();
    assert!(err.to_string().contains("allowed: 1, 2"), "{err}");
}

#[test]
fn variants_that_the_protocol_does_not_play_are_refused_and_what_is_allowed_is_named() {
    let entry = |protocol: &str, variants: &str| {
        let list = format!(
            "[[engine]]\nname = \"G\"\nprotocol = {protocol:?}\ncommand = [\"g\"]\nvariants = {variants}\n"
        );
        problems(&read(&list))
    };
    assert_eq!(
        entry("guide", "[\"frisian\"]"),
        "/lists/mine.toml:5: engine \"G\": variants: \"frisian\" is not played over GUIDE; \
         allowed: international\n"
    );
    assert_eq!(entry("guide", "[\"normal\"]"), "");
    assert_eq!(entry("hub", "[\"frisian\", \"international\"]"), "");
}

#[test]
fn a_command_is_shown_with_its_port_or_without_a_placeholder() {
    let entry = "[[engine]]\nname = \"G\"\nprotocol = \"guide\"\ncommand = [\"g\"]\n";
    let shown = |more: &str| read(&format!("{entry}{more}")).entries[0].target.to_string();
    assert_eq!(shown(""), "g -guide -port (any)");
    assert_eq!(shown("port = 4711\n"), "g -guide -port 4711");
}

#[test]
fn what_an_engine_needs_and_how_to_get_it_is_said_only_where_it_is_not_there() {
    let needs = "needs = [\"gnubg\", \"gnubg-cli\"]\ninstall = \"Ask for it.\"\n";
    let list = read(&format!("{GOOD}{needs}"));
    assert_eq!(problems(&list), "");
    let entry = &list.entries[0];
    let misled = |name: &str| (name == "gnubg").then(|| "QUINTET_GNUBG is wrong.".to_owned());
    assert_eq!(
        entry.what_is_missing(|_| false, misled).as_deref(),
        Some("QUINTET_GNUBG is wrong.")
    );
    assert_eq!(entry.what_is_missing(|name| name == "gnubg-cli", misled), None);
    let missing = entry.what_is_missing(|_| false, |_| None);
    assert_eq!(missing.as_deref(), Some("gnubg is not installed. Ask for it."));
    assert_eq!(entry.what_is_missing(|name| name == "gnubg-cli", |_| None), None);
    assert_eq!(read(GOOD).entries[0].what_is_missing(|_| false, |_| None), None);
    let shipped = EngineList::shipped(&places());
    let gnubg = shipped.find("gnubg", None).unwrap().entry;
    let missing = gnubg.what_is_missing(|_| false, |_| None).unwrap();
    assert!(missing.contains("apt install gnubg"), "{missing}");
}

#[test]
fn what_an_engine_needs_are_bare_names() {
    for needs in ["\"gnubg\"", "[\"/usr/games/gnubg\"]", "[1]", "[\"\"]"] {
        let list = read(&format!("{GOOD}needs = {needs}\n"));
        assert!(list.entries.is_empty() && problems(&list).contains("needs: must be"), "{needs}");
    }
}

#[test]
fn brackets_that_are_never_closed_are_named_once_a_line() {
    let text = format!("version = 1\na = {}\n", "[".repeat(100_000));
    let problems = read(&text).problems;
    assert!((1..=3).contains(&problems.len()), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.line == 2), "{problems:?}");
}
