//! `quintet engines add`, `remove` and `probe` with what is in no list.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on is a failed test")]

#[path = "support/limited.rs"]
mod limited;
#[cfg(target_os = "linux")]
#[path = "support/processes.rs"]
mod processes;

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use limited::output_within;

/// Far more than any run here needs on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");

/// Runs the program.
fn quintet(config: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(args).env("QUINTET_CONFIG_DIR", config).stdin(Stdio::null());
    let run = output_within(LIMIT, command);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

#[test]
fn an_engine_is_probed_added_listed_and_removed() {
    let config = tempfile::tempdir().unwrap();
    let command = format!("'{SCRIPTED}' --name 'Odd one'");
    let (code, said, complained) = quintet(config.path(), &["engines", "probe", &command]);
    assert_eq!(code, Some(0), "{complained}");
    assert!(said.contains("NBoard, Odd one, ") && said.contains("Othello: plays "), "{said}");
    let (code, said, _) =
        quintet(config.path(), &["engines", "add", &command, "--protocol", "nboard"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Odd one was added to "), "{said}");
    let list = config.path().join("engines.toml");
    let written = fs::read_to_string(&list).unwrap();
    assert!(written.contains("name = \"Odd one\"") && written.contains("# Your engines"));
    // The same name is not given twice, and nothing is written then.
    let add =
        ["engines", "add", &command, "--protocol", "nboard", "--no-probe", "--name", "odd ONE"];
    let (code, _, complained) = quintet(config.path(), &add);
    assert_eq!(code, Some(2), "{complained}");
    assert!(complained.contains("already"), "{complained}");
    assert_eq!(fs::read_to_string(&list).unwrap(), written);
    assert!(quintet(config.path(), &["engines"]).1.contains("Odd one"));
    let (code, said, _) = quintet(config.path(), &["engines", "remove", "odd one"]);
    assert_eq!((code, said.contains("was removed from")), (Some(0), true));
    assert!(!fs::read_to_string(&list).unwrap().contains("Odd one"));
}

#[test]
fn what_is_no_engine_is_named_with_an_exit_code() {
    let config = tempfile::tempdir().unwrap();
    for (args, wanted, says) in [
        (&["engines", "add", "/no/such/engine"][..], 2, "there is no file or folder"),
        (&["engines", "add", "x", "--protocol", "chess"], 2, "there is no such protocol"),
        (&["engines", "add", "x 'y"], 2, "is not closed"),
        (&["engines", "probe", "127.0.0.1:999999"], 2, "999999"),
        (&["engines", "remove", "Quintet Hive"], 2, "comes with the program"),
        (&["engines", "remove", "Nobody"], 2, "no engine is named"),
        (&["check", "127.0.0.1:1"], 2, "name its protocol with --protocol: "),
        (&["check", "127.0.0.1:99999", "--protocol", "hub"], 2, "99999"),
        (
            &["engines", "add", "/bin/ls", "--protocol", "hub", "--no-probe", "--name", "a\nb"],
            2,
            "control characters",
        ),
        (
            &["match", "builtin:1", "builtin:2", "--json", "x", "--csv", "x"],
            2,
            "each needs its own",
        ),
        (&["engines", "add", "no-such-program x", "--protocol", "hub"], 3, "is in PATH"),
    ] {
        let (code, said, complained) = quintet(config.path(), args);
        assert_eq!(code, Some(wanted), "{args:?}: {said} {complained}");
        assert!(complained.contains(says), "{args:?}: {complained}");
    }
    assert!(!config.path().join("engines.toml").exists());
}

#[test]
fn an_engine_that_crashes_at_its_move_is_no_success() {
    let config = tempfile::tempdir().unwrap();
    let command = format!("'{SCRIPTED}' exit=3@go");
    let (code, _, complained) = quintet(config.path(), &["engines", "probe", &command]);
    assert_eq!(code, Some(1), "{complained}");
    assert!(complained.contains("it got ready, but crashed (exit 3) when"), "{complained}");
}

/// The user's list with one engine of NBoard for Othello.
fn list_of(config: &Path, name: &str, command: &[&str], more: &str) {
    let words: Vec<String> =
        command.iter().map(|word| toml::Value::from(*word).to_string()).collect();
    let entry = format!(
        "[[engine]]\nname = \"{name}\"\nprotocol = \"nboard\"\ncommand = [{}]\n{more}",
        words.join(", ")
    );
    fs::write(config.join("engines.toml"), entry).unwrap();
}

#[test]
fn an_engine_of_the_list_that_fails_before_it_is_ready_has_not_started() {
    let config = tempfile::tempdir().unwrap();
    let choice = "choices = { n = { values = [\"4\", \"5\"], default = \"5\" } }\n";
    list_of(config.path(), "Dying", &[SCRIPTED, "exit={n}@nboard"], choice);
    let (code, _, complained) = quintet(config.path(), &["engines", "probe", "Dying"]);
    assert_eq!(code, Some(3), "{complained}");
    // The command is the one that was started.
    assert!(complained.contains("exit=5@nboard)"), "{complained}");
    list_of(config.path(), "Later", &[SCRIPTED, "exit=7@go"], "");
    let (code, _, complained) = quintet(config.path(), &["engines", "probe", "Later"]);
    assert_eq!(code, Some(1), "{complained}");
}

#[test]
fn a_listed_engine_of_another_game_is_named_with_its_game() {
    let config = tempfile::tempdir().unwrap();
    let entry = format!(
        "[[engine]]\nname = \"Jumper\"\nprotocol = \"hub\"\ncommand = [{SCRIPTED:?}, \"--hub\"]\n\
         games = [\"draughts\"]\n"
    );
    fs::write(config.path().join("engines.toml"), entry).unwrap();
    let (code, _, complained) = quintet(config.path(), &["match", "jumper", "builtin:1"]);
    assert_eq!(code, Some(2), "{complained}");
    let said = "Jumper plays Draughts, not Othello; add --game draughts";
    assert!(complained.contains(said), "{complained}");
}

#[test]
fn a_name_that_ends_with_the_depth_that_was_asked_for_does_not_go_into_the_list() {
    let config = tempfile::tempdir().unwrap();
    let add = |name: &str| {
        let command = format!("'{SCRIPTED}' --name '{name}'");
        quintet(config.path(), &["engines", "add", &command, "--protocol", "nboard"])
    };
    for (told, listed) in [("Edax60", "Edax"), ("Odd60", "scripted-engine"), ("Odd 6", "Odd 6")] {
        let (code, said, complained) = add(told);
        assert_eq!(code, Some(0), "{said}{complained}");
        assert!(said.contains(&format!("{listed} was added to ")), "{told}: {said}");
    }
}

#[test]
fn the_version_of_nboard_is_printed_only_where_the_engine_declares_it() {
    let config = tempfile::tempdir().unwrap();
    let declares = "complain=Error: expected \\x22nboard 1\\x22 protocol\\n@hello";
    for (more, head) in [("".to_owned(), "NBoard, "), (format!(" '{declares}'"), "NBoard 1, ")] {
        let command = format!("'{SCRIPTED}' --name Odd{more}");
        let (_, said, complained) =
            quintet(config.path(), &["engines", "probe", &command, "--protocol", "nboard"]);
        assert!(said.starts_with(&format!("{head}Odd")), "{said}{complained}");
        let check = ["check", "--command", &command, "--protocol", "nboard", "--step", "ping"];
        let (_, said, complained) = quintet(config.path(), &check);
        assert!(said.contains(&format!("\n{head}Odd")), "{said}{complained}");
    }
}

#[cfg(unix)]
#[test]
fn a_reason_that_is_the_same_for_all_that_was_tried_is_told_once() {
    let config = tempfile::tempdir().unwrap();
    let command = "sh -c 'echo no book >&2; exit 3'";
    let (code, _, complained) = quintet(config.path(), &["engines", "add", command]);
    assert_eq!(code, Some(3), "{complained}");
    let lines: Vec<&str> =
        complained.lines().filter(|line| line.contains("crashed (exit 3)")).collect();
    assert_eq!(lines.len(), 1, "{complained}");
    let all = "quintet: Hub, UHP, UBGI, NBoard, GUIDE: crashed (exit 3); it wrote: no book (";
    assert!(lines[0].starts_with(all), "{complained}");
}

#[test]
fn threads_of_engines_are_counted_for_every_game_at_once() {
    let config = tempfile::tempdir().unwrap();
    let hub = format!("'{SCRIPTED}' --hub --whole:option.threads=4");
    let args = ["match", &hub, "builtin:1", "--protocol", "hub", "--game", "draughts"];
    let play = ["--depth", "1", "--games", "32", "--concurrency", "32"];
    let (_, _, complained) = quintet(config.path(), &[&args[..], &play].concat());
    let told: Vec<&str> = complained.lines().filter(|line| line.contains("threads of")).collect();
    assert_eq!(told.len(), 1, "{complained}");
    assert!(told[0].contains("128 threads"), "{complained}");
}

#[test]
fn whole_seconds_are_told_only_of_engines_that_may_not_take_less() {
    let config = tempfile::tempdir().unwrap();
    let uhp = format!("'{SCRIPTED}' --uhp --rules");
    let play = ["--game", "hive", "--move-time", "0.1", "--games", "1", "--max-plies", "1"];
    for (engine, times) in [("builtin:1", 0), (uhp.as_str(), 1)] {
        let args = [&["match", engine, "builtin:1"][..], &play].concat();
        let (_, _, complained) = quintet(config.path(), &args);
        assert_eq!(complained.matches("whole seconds").count(), times, "{complained}");
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_names_no_program_is_not_taken_for_a_program_that_is_missing() {
    let config = tempfile::tempdir().unwrap();
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["engines", "list"]).env("QUINTET_CONFIG_DIR", config.path());
    command.env("QUINTET_GNUBG", "/no/such/gnubg").env("QUINTET_GNUBG_CLI", "/no/such/gnubg");
    let said = String::from_utf8(output_within(LIMIT, command).stdout).unwrap();
    assert!(said.contains("names no program: there is no file \"/no/such/gnubg\""), "{said}");
    assert!(!said.contains("is not installed"), "{said}");
}

#[test]
fn it_is_said_what_is_tried_where_that_takes_a_while_and_a_hub_engine_is_not_added_as_nboard() {
    let config = tempfile::tempdir().unwrap();
    let command = format!(
        "'{SCRIPTED}' --hub deaf@unknown late=1500@ping:1 'say=error message=no\\n@ping:2'"
    );
    let (code, said, complained) =
        quintet(config.path(), &["engines", "add", &command, "--protocol", "nboard"]);
    assert_eq!((code, said.as_str()), (Some(3), ""), "{complained}");
    assert!(complained.contains("quintet: trying NBoard: "), "{complained}");
    assert!(complained.contains("NBoard: it speaks Hub, not NBoard (it said “"), "{complained}");
}

#[test]
fn a_match_takes_commands_and_options_as_check_and_probe_do() {
    let config = tempfile::tempdir().unwrap();
    let hub = format!("'{SCRIPTED}' --hub --whole");
    let with = |options: &str| format!("{hub}{options}");
    let run = |args: &[&str]| quintet(config.path(), args);
    // One option that the engine has, and one that it has not.
    let two = with(":option.threads=2:option.nosuch=1");
    let refused = "option \"nosuch\" is not sent";
    let play = ["--game", "draughts", "--depth", "1", "--games", "2"];
    let (code, said, complained) =
        run(&[&["match", &two, "builtin:1", "--protocol", "hub"][..], &play].concat());
    assert_eq!(code, Some(0), "{complained}");
    assert!(
        said.contains("threads 2, nosuch 1") && complained.contains(refused),
        "{said}{complained}"
    );
    assert!(!complained.contains("\"threads\""), "{complained}");
    let (code, said, complained) = run(&["engines", "probe", &two, "--protocol", "hub"]);
    assert_eq!(code, Some(0), "{complained}");
    assert!(format!("{said}{complained}").contains(refused), "{said}{complained}");
    let (code, said, _) = run(&["check", &hub, "--protocol", "hub", "--step", "handshake"]);
    assert_eq!(code, Some(0), "{said}");
    // A game of several protocols does not say which.
    let (code, _, complained) = run(&[&["match", &hub, "builtin:1"][..], &play].concat());
    assert_eq!(code, Some(2), "{complained}");
    assert!(complained.contains("name its protocol with --protocol"), "{complained}");
    // One of a single protocol does.
    let othello = format!("'{SCRIPTED}'");
    let play = ["--depth", "1", "--games", "1", "--max-plies", "1"];
    let (code, _, complained) = run(&[&["match", &othello, "builtin:1"][..], &play].concat());
    assert_eq!(code, Some(0), "{complained}");
    // What a listed engine has to choose is an option like others.
    let chosen = ["match", "builtin:option.level=2", "builtin:option.level=99", "--depth", "1"];
    let (code, _, complained) = run(&chosen);
    assert_eq!(code, Some(2), "{complained}");
    assert!(complained.contains("no level \"99\""), "{complained}");
    let address = ["match", "127.0.0.1:1", "builtin:1", "--depth", "1", "--games", "1"];
    let (code, _, complained) = run(&address);
    assert_eq!(code, Some(3), "{complained}");
}

#[test]
fn a_hub_engine_listed_as_nboard_is_named_in_the_first_game_of_a_match() {
    let config = tempfile::tempdir().unwrap();
    let list = format!(
        "[[engine]]\nname = \"O hub\"\nprotocol = \"nboard\"\ncommand = [{SCRIPTED:?}, \"--hub\", \
         \"deaf@unknown\", 'say=error message=\"go needs more\"\\n@ping:2']\n"
    );
    std::fs::write(config.path().join("engines.toml"), list).unwrap();
    let args = ["match", "O hub", "builtin:1", "--move-time", "1", "--game", "othello"];
    let (code, _, complained) = quintet(config.path(), &args);
    assert_eq!(code, Some(3), "{complained}");
    assert!(complained.contains("it speaks Hub, not NBoard (it said “"), "{complained}");
    assert!(complained.contains("0 of "), "{complained}");
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_interrupts_a_probe_ends_its_engine_too() {
    use rustix::process::{Pid, Signal, kill_process};
    for (idx, verb) in ["probe", "add"].into_iter().enumerate() {
        for (signal, word) in [(Signal::INT, "int"), (Signal::TERM, "term"), (Signal::HUP, "hup")] {
            let config = tempfile::tempdir().unwrap();
            let name = format!("probe-{idx}-{word}");
            let (variable, value) = processes::mark(&name);
            #[expect(clippy::disallowed_methods, reason = "the program under test")]
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
            let engine = format!("'{SCRIPTED}' stall --ignore-term");
            command.args(["engines", verb, &engine]).env(variable, value);
            command.env("QUINTET_CONFIG_DIR", config.path()).stdin(Stdio::null());
            let watched = name.clone();
            let run = std::thread::spawn(move || {
                let until = std::time::Instant::now() + LIMIT;
                // The name of a process is cut at 15 characters.
                let of = |program: &str| {
                    let alive = processes::alive(&watched).into_iter();
                    let mut found = alive.filter(|line| line.contains(program));
                    found.next().and_then(|line| line.split(' ').next()?.parse::<i32>().ok())
                };
                while of("scripted-engin").is_none() && std::time::Instant::now() < until {
                    std::thread::yield_now();
                }
                kill_process(Pid::from_raw(of("quintet").unwrap()).unwrap(), signal).unwrap();
            });
            let ended = output_within(LIMIT, command);
            run.join().unwrap();
            let complained = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert_eq!(ended.status.code(), Some(4), "{verb} {word}: {complained}");
            assert!(complained.contains("interrupted"), "{complained}");
            assert_eq!(processes::alive(&name), Vec::<String>::new(), "{verb} {word}");
        }
    }
}

/// The processes that this one has started, each with its words.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<(u32, String)> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let with_words = numbers.filter_map(|pid: u32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let words = fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?;
        let is_child = status.lines().any(|line| *line == format!("PPid:\t{parent}"));
        is_child.then(|| (pid, words.replace('\0', " ")))
    });
    with_words.collect()
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_never_reads_does_not_outlive_a_program_that_is_killed() {
    let config = tempfile::tempdir().unwrap();
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
    // With a child of its own, which would outlive it, too.
    let engine = format!("'{SCRIPTED}' fork=hold@start stall@start --ignore-term");
    command.args(["engines", "probe", &engine]).stdin(Stdio::null());
    command.env("QUINTET_CONFIG_DIR", config.path()).stderr(Stdio::null()).stdout(Stdio::null());
    let (variable, value) = processes::mark("killed");
    let mut program = command.env(variable, value).spawn().unwrap();
    let until = std::time::Instant::now() + LIMIT;
    let wait_for = |what: &str, is_so: &dyn Fn() -> bool| {
        while !is_so() {
            assert!(std::time::Instant::now() < until, "{what}");
            std::thread::yield_now();
        }
    };
    let engines = || {
        let alive = processes::alive("killed").into_iter();
        alive.filter(|line| line.contains("scripted-engin")).count()
    };
    wait_for("an engine and its child", &|| engines() == 2);
    let guard = || children(program.id()).into_iter().find(|(_, words)| words.contains(" guard "));
    wait_for("a guard", &|| guard().is_some());
    let (guard, _) = guard().unwrap();
    program.kill().unwrap();
    program.wait().unwrap();
    wait_for("the end of the engine and its child", &|| engines() == 0);
    // Its new parent may not collect it if it is not made for that.
    let has_ended = || {
        let status = fs::read_to_string(format!("/proc/{guard}/status")).unwrap_or_default();
        !status.contains("State:") || status.contains("State:\tZ")
    };
    wait_for("the end of the guard", &has_ended);
}

/// What an engine writes to take over a terminal: clear it, name its window, turn the direction of
/// writing, overwrite the line.
const ATTACK: &str = "\u{1b}[2J\u{1b}]0;pwned\u{7}\u{202e}\u{9b}31mx";

#[test]
fn text_of_engines_never_reaches_a_terminal_raw() {
    let config = tempfile::tempdir().unwrap();
    let engine = format!("'{SCRIPTED}' --name '{ATTACK}'");
    let words = "\\x1b[31mno data\\r\\xe2\\x80\\xaeover\\n";
    let dying = format!("{engine} 'complain={words}@go' exit=3@go");
    let list = config.path().join("engines.toml");
    let entry = |name: &str, more: &[&str]| {
        let words = [&[SCRIPTED, "--name", ATTACK], more].concat();
        let word = |word: &&str| toml::Value::from(*word).to_string();
        let command: Vec<String> = words.iter().map(word).collect();
        format!(
            "[[engine]]\nname = \"{name}\"\nprotocol = \"nboard\"\ncommand = [{}]\n\
             games = [\"othello\"]\n",
            command.join(", ")
        )
    };
    let complaint = format!("complain={words}@go");
    let text = [entry("Good", &[]), entry("Bad", &[complaint.as_str(), "exit=3@go"])].concat();
    fs::write(&list, text).unwrap();
    let runs: [&[&str]; 6] = [
        &["engines", "probe", &engine],
        &["engines", "probe", &dying],
        &["engines", "probe", "Bad"],
        &["check", "--command", &engine, "--protocol", "nboard", "--step", "ping"],
        &["check", "--command", &dying, "--protocol", "nboard", "--step", "go", "--json"],
        &["match", "Good", "Bad", "--games", "2", "--depth", "1"],
    ];
    for args in runs {
        let (_, said, complained) = quintet(config.path(), args);
        let all = format!("{said}{complained}");
        assert!(all.contains("pwned") || all.contains("no data"), "{args:?} shows neither: {all}");
        let raw: Vec<char> =
            all.chars().filter(|ch| ch.is_control() && *ch != '\n' || *ch == '\u{202e}').collect();
        assert_eq!(raw, Vec::<char>::new(), "{args:?}: {all:?}");
    }
}
