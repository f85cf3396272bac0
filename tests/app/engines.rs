//! The list of engines: added by probing, changed and checked.

use std::fs;

use quintet::app::{
    CheckStepState, CheckView, Command, EngineChange, EngineCommand, EngineEntryView, FileCommand,
    NewEngine, NoteKind, ProbeState, ProbeView, Protocol, RestartPolicy, Snapshot,
};

use super::desk::{Desk, says, wait_until};

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");

pub(super) fn engine(desk: &Desk, command: EngineCommand) {
    desk.send(Command::Engine(command));
}

fn add(desk: &Desk, text: &str, protocol: Option<&str>) {
    engine(desk, EngineCommand::Add(NewEngine::new(text, protocol)));
}

pub(super) fn change(desk: &Desk, name: &str, change: EngineChange) {
    engine(desk, EngineCommand::Change(name.to_owned(), vec![change]));
}

pub(super) fn entry<'a>(snapshot: &'a Snapshot, name: &str) -> Option<&'a EngineEntryView> {
    snapshot.engines.iter().find(|entry| entry.name == name)
}

pub(super) fn list(desk: &Desk) -> String {
    fs::read_to_string(desk.dir.path().join("engines.toml")).unwrap()
}

fn probe(snapshot: &Snapshot) -> &ProbeView {
    snapshot.probe.as_ref().unwrap()
}

fn is_over(snapshot: &Snapshot) -> bool {
    snapshot.probe.as_ref().is_some_and(|probe| probe.verdict.is_some())
}

#[test]
fn an_engine_is_added_by_its_command_and_what_it_says_is_shown() {
    let mut desk = Desk::new();
    let before = list(&desk);
    add(&desk, &format!("'{SCRIPTED}' --name 'Odd one'"), None);
    let live = desk.wait("the transcript", |s| {
        s.probe.as_ref().is_some_and(|probe| probe.running && !probe.lines.is_empty())
    });
    assert_eq!(probe(&live).verdict, None);
    let over = desk.wait("the engine in the list", |s| entry(s, "Odd one").is_some() && is_over(s));
    let seen = probe(&over);
    let verdict = seen.verdict.as_ref().unwrap();
    assert!(
        verdict.good && verdict.text.starts_with("NBoard, Odd one, 2 options, "),
        "{verdict:?}"
    );
    assert!(
        verdict.notes.iter().any(|note| note.text.starts_with("Othello: plays ")),
        "{verdict:?}"
    );
    let found = seen.tries.iter().position(|tried| tried.state == ProbeState::Found).unwrap();
    assert_eq!(seen.tries[found].protocol, Protocol::NBoard);
    // Another folder is not tried where the program lives in its own.
    let failed = |name| {
        let mut of = seen.tries.iter().filter(|tried| tried.protocol == name);
        of.any(|tried| matches!(tried.state, ProbeState::Failed(_)))
    };
    assert!([Protocol::Hub, Protocol::Uhp, Protocol::Ubgi].into_iter().all(failed));
    assert!(seen.lines.iter().any(|line| line.text.contains("nboard 2")));
    assert!(list(&desk).starts_with(&before), "what stood there stays");
    let added = entry(&over, "Odd one").unwrap();
    assert_eq!(added.details.command[1..], ["--name", "Odd one"]);
    assert!(added.declared.is_some() && added.details.own);
    // The same once more gets a name of its own.
    add(&desk, &format!("'{SCRIPTED}' --name 'Odd one'"), Some("nboard"));
    desk.wait("the second", |s| entry(s, "Odd one (2)").is_some());
    let path = desk.dir.path().join("probe.txt");
    desk.send(Command::File(FileCommand::SaveProbe(path.clone())));
    desk.wait("the transcript on disk", |s| says(s, "The transcript was saved"));
    assert!(fs::read_to_string(path).unwrap().contains(">> nboard 2"));
}

#[test]
fn what_cannot_be_an_engine_is_named_and_nothing_is_added() {
    let mut desk = Desk::new();
    let before = list(&desk);
    let empty = tempfile::tempdir().unwrap();
    for (text, says_so) in [
        ("", "Name a file, a folder, host:port or a command"),
        ("/no/such/engine", "There is no file or folder"),
        ("127.0.0.1:99999", "is not a port"),
        ("engine 'hub", "The quote ' is not closed"),
        (empty.path().to_str().unwrap(), "has no file that may be executed"),
        ("no-such-program-anywhere hub", "no program of that name is in PATH"),
        ("127.0.0.1:1", "could not reach"),
    ] {
        add(&desk, text, Some("hub"));
        let over = desk.wait(text, |s| is_over(s) && probe(s).source == text.trim());
        let verdict = probe(&over).verdict.clone().unwrap();
        assert!(!verdict.good && verdict.text.contains(says_so), "{text:?}: {verdict:?}");
    }
    assert_eq!(list(&desk), before);
}

#[test]
fn an_engine_that_dies_says_why_for_its_protocol() {
    let mut desk = Desk::new();
    add(&desk, &format!("'{SCRIPTED}' 'complain=no data file' exit=3"), Some("nboard"));
    let over = desk.wait("the verdict", is_over);
    let ProbeState::Failed(reason) = &probe(&over).tries[0].state else { panic!("it failed") };
    assert!(reason.contains("crashed (exit 3)") && reason.contains("no data file"), "{reason}");
    // It can be had in spite of that.
    let text = format!("'{SCRIPTED}' exit=3");
    engine(&desk, EngineCommand::AddUnprobed(NewEngine::new(text, Some("nboard"))));
    desk.wait("it in the list", |s| entry(s, "scripted-engine").is_some());
}

/// A program in `bin` below `folder` that finds its data in `folder` alone, called `name`.
#[cfg(unix)]
fn needy_engine(folder: &std::path::Path, name: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    for below in ["bin", "data"] {
        fs::create_dir_all(folder.join(below)).unwrap();
    }
    fs::write(folder.join("data/eval.dat"), "weights").unwrap();
    let path = folder.join("bin").join(name);
    let script = format!("#!/bin/sh\nexec '{SCRIPTED}' --name 'Needy' needs=data/eval.dat\n");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[cfg(unix)]
#[test]
fn an_engine_that_needs_the_folder_with_its_data_is_added_by_its_file_or_its_folder() {
    for name in ["lEdax-x86-64-v3", "toy"] {
        let mut desk = Desk::new();
        let folder = tempfile::tempdir().unwrap();
        let file = needy_engine(folder.path(), name);
        let above = folder.path().to_str().unwrap();
        for (text, called) in [(file.as_str(), "Needy"), (above, "Needy (2)")] {
            add(&desk, text, Some("nboard"));
            let over = desk.wait(called, |s| entry(s, called).is_some() && is_over(s));
            let verdict = probe(&over).verdict.clone().unwrap();
            let said = format!("It is started in the folder {above}.");
            let is_said =
                |note: &quintet::app::NoteView| note.kind == NoteKind::Fact && note.text == said;
            assert!(verdict.good && verdict.notes.iter().any(is_said), "{verdict:?}");
            assert_eq!(entry(&over, called).unwrap().details.dir, above, "{name}");
        }
        assert_eq!(list(&desk).matches("dir = ").count(), 2);
    }
}

#[cfg(unix)]
#[test]
fn of_a_long_output_the_line_that_names_the_reason_is_said_and_the_folder_can_be_named() {
    let mut desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let file = needy_engine(folder.path(), "toy");
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(folder.path().join("data"), elsewhere.path().join("data")).unwrap();
    add(&desk, &file, Some("nboard"));
    let over = desk.wait("the verdict", is_over);
    let verdict = probe(&over).verdict.clone().unwrap();
    assert!(verdict.text.ends_with("it wrote: cannot open data/eval.dat."), "{verdict:?}");
    let named = elsewhere.path().to_str().unwrap().to_owned();
    let new = NewEngine { folder: named.clone(), ..NewEngine::new(file, Some("nboard")) };
    engine(&desk, EngineCommand::Add(new));
    let over = desk.wait("it in the list", |s| entry(s, "Needy").is_some());
    assert_eq!(entry(&over, "Needy").unwrap().details.dir, named);
}

#[cfg(unix)]
#[test]
fn a_folder_of_several_programs_asks_which() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\nexec '{SCRIPTED}' --name {name}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    add(&desk, folder.path().to_str().unwrap(), None);
    let asked = desk.wait("the choice", is_over);
    let choices = probe(&asked).choices.clone();
    assert_eq!(choices.len(), 2);
    add(&desk, &choices[1], Some("nboard"));
    desk.wait("the chosen one", |s| entry(s, "two").is_some());
}

#[test]
fn a_probe_can_be_stopped() {
    let mut desk = Desk::new();
    add(&desk, &format!("'{SCRIPTED}' stall"), Some("hub"));
    desk.wait("it to run", |s| s.probe.as_ref().is_some_and(|probe| !probe.lines.is_empty()));
    engine(&desk, EngineCommand::StopProbe);
    let over = desk.wait("its end", is_over);
    assert_eq!(probe(&over).verdict.as_ref().unwrap().text, "The probe was stopped.");
}

#[test]
fn a_second_probe_waits_for_its_turn_and_leaves_the_first_alone() {
    let mut desk = Desk::new();
    let first = format!("'{SCRIPTED}' stall");
    add(&desk, &first, Some("hub"));
    desk.wait("it to run", |s| s.probe.as_ref().is_some_and(|probe| !probe.lines.is_empty()));
    let is_first = |s: &Snapshot| probe(s).running && probe(s).source == first;
    add(&desk, "/opt/other", None);
    desk.wait("the reason", |s| {
        says(s, "/opt/other can be probed once that is over") && is_first(s)
    });
    engine(&desk, EngineCommand::Probe("Liar".to_owned()));
    desk.wait("the reason", |s| says(s, "Liar can be probed once that is over") && is_first(s));
    engine(&desk, EngineCommand::StopProbe);
    engine(&desk, EngineCommand::Probe("Liar".to_owned()));
    desk.wait("its turn", |s| probe(s).entry.as_deref() == Some("Liar"));
}

#[test]
fn a_probe_ends_with_its_page_and_that_is_said() {
    let mut desk = Desk::new();
    add(&desk, &format!("'{SCRIPTED}' stall"), Some("hub"));
    desk.wait("it to run", |s| s.probe.as_ref().is_some_and(|probe| !probe.lines.is_empty()));
    engine(&desk, EngineCommand::LeaveProbe);
    desk.wait("its end", |s| is_over(s) && says(s, "was stopped when its page was left"));
}

#[test]
fn what_is_typed_is_looked_for_and_nothing_is_started() {
    let mut desk = Desk::new();
    let look = |program: &str, dir: &str| {
        engine(&desk, EngineCommand::LookFor(vec![program.to_owned()], dir.to_owned()));
    };
    for n in 0..20 {
        look(&format!("/no/such/program-{n}"), "");
    }
    let found = |s: &Snapshot, program: &str| {
        s.looked_for.clone().filter(|found| found.command == [program])
    };
    let last = "/no/such/program-19";
    look(SCRIPTED, "/no/such/folder");
    let seen = desk.wait("the newest", |s| found(s, SCRIPTED).is_some());
    let seen = found(&seen, SCRIPTED).unwrap();
    assert_eq!((seen.program_fault, seen.dir_is_missing), (None, true));
    engine(&desk, EngineCommand::LookFor(vec![last.to_owned()], String::new()));
    let gone = desk.wait("the missing one", |s| found(s, last).is_some());
    assert_eq!(gone.looked_for.as_ref().unwrap().program_fault, Some("it is not there now"));
    assert!(gone.sessions.is_empty(), "{:?}", gone.sessions);
}

#[test]
fn an_engine_of_the_list_is_probed_again() {
    let mut desk = Desk::new();
    engine(&desk, EngineCommand::Probe("Quintet Othello".to_owned()));
    let over = desk.wait("the verdict", is_over);
    let verdict = probe(&over).verdict.as_ref().unwrap();
    assert!(verdict.good, "{verdict:?}");
    assert!(entry(&over, "Quintet Othello").unwrap().declared.is_some());
    engine(&desk, EngineCommand::Probe("Crasher".to_owned()));
    let over = desk.wait("the other one", |s| is_over(s) && probe(s).source.contains("exit=3@go"));
    let verdict = probe(&over).verdict.as_ref().unwrap();
    let words = ": it got ready, but crashed (exit 3) when it was asked for a move of Othello.";
    assert!(!verdict.good && verdict.text.ends_with(words), "{verdict:?}");
    let notes = &verdict.notes;
    assert!(notes.iter().any(|note| note.text.contains("crashed (exit 3)")), "{notes:?}");
    let tried = probe(&over).tries.last().unwrap();
    assert!(matches!(tried.state, ProbeState::Failed(_)), "no tick: {tried:?}");
}

#[test]
fn a_probe_of_an_engine_of_the_list_says_what_is_known_of_its_checks() {
    let mut desk = Desk::new();
    engine(&desk, EngineCommand::Probe("Quintet Othello".to_owned()));
    desk.wait("its checks", |s| is_over(s) && check(s, "Quintet Othello").is_some());
}

#[test]
fn an_engine_of_another_game_is_not_started_and_it_is_said_why() {
    let mut desk = Desk::new();
    let first = desk.wait("the list", |s| !s.engines.is_empty());
    let words = "plays Draughts; the board shows Othello";
    assert_eq!(entry(&first, "Quintet Othello").unwrap().unfit, None);
    assert_eq!(entry(&first, "Quintet draughts").unwrap().unfit.as_deref(), Some(words));
    engine(&desk, EngineCommand::Start("Quintet draughts".to_owned()));
    desk.wait("the reason", |s| says(s, &format!("Quintet draughts {words}.")));
}

#[test]
fn a_folder_that_is_not_there_is_known_as_such() {
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    let missing = |s: &Snapshot| entry(s, "Liar").is_some_and(|e| e.details.dir_is_missing);
    let nowhere = desk.dir.path().join("nowhere").display().to_string();
    change(&desk, "Liar", EngineChange::Dir(nowhere));
    desk.wait("the missing folder", missing);
    change(&desk, "Liar", EngineChange::Dir(desk.dir.path().display().to_string()));
    desk.wait("one that is there", |s| !missing(s));
}

#[test]
fn an_engine_gets_another_protocol_with_its_games_and_a_new_name_in_one_go() {
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    let changes = vec![
        EngineChange::Name("Liar 2".to_owned()),
        EngineChange::Protocol(Protocol::Hub),
        EngineChange::Games(vec!["draughts".to_owned()]),
        EngineChange::Variants(vec!["frisian".to_owned()]),
    ];
    engine(&desk, EngineCommand::Change("Liar".to_owned(), changes));
    let after = desk.wait("the changes", |s| entry(s, "Liar 2").is_some());
    let changed = entry(&after, "Liar 2").unwrap();
    assert_eq!((changed.protocol, changed.games.join(" ").as_str()), (Protocol::Hub, "draughts"));
    assert_eq!(changed.details.variants, ["frisian"]);
    assert_eq!(changed.details.games, [""; 0], "that is all that Hub has");
}

#[test]
fn a_wrong_value_is_refused_in_words_and_nothing_is_written() {
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    let before = list(&desk);
    for (name, wanted, says_so) in [
        ("Liar", EngineChange::Timeouts(0.0), "from 0.01 to 100"),
        ("Liar", EngineChange::Name("Crasher".to_owned()), "is named \"Crasher\" already"),
        ("Liar", EngineChange::Command(Vec::new()), "The command is empty"),
        ("Quintet Hive", EngineChange::Name("Mine".to_owned()), "comes with the program"),
    ] {
        change(&desk, name, wanted);
        desk.wait(says_so, |s| says(s, says_so));
    }
    engine(&desk, EngineCommand::Remove("Quintet Hive".to_owned()));
    desk.wait("the refusal", |s| says(s, "cannot be removed"));
    assert_eq!(list(&desk), before);
}

#[test]
fn a_damaged_list_is_explained_and_set_aside_when_it_is_changed() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(
        dir.path().join("engines.toml"),
        "[[engine]]\nname = \"Good\"\nprotocol = \"hub\"\ncommand = [\"x\"]\n\n\
         [[engine]]\nname = \"Bad\ncommand = [\n",
    )
    .unwrap();
    let mut desk = Desk::in_dir(dir, None);
    let first = desk.wait("the problem", |s| !s.problems.is_empty());
    assert!(
        first.problems.iter().any(|p| p.text.contains("engines.toml:7")),
        "{:?}",
        first.problems
    );
    assert!(entry(&first, "Good").is_none() && entry(&first, "Quintet Hive").is_some());
    change(&desk, "Quintet Hive", EngineChange::Timeouts(2.0));
    desk.wait("what became of it", |s| says(s, "The list of engines was damaged (line 7: "));
    assert!(list(&desk).contains("timeouts = 2.0") && !list(&desk).contains("Good"));
    let mut kept = fs::read_dir(desk.dir.path()).unwrap().map(|file| file.unwrap().path());
    let aside = kept.find(|path| path.to_string_lossy().contains("engines.toml.damaged-")).unwrap();
    assert!(fs::read_to_string(aside).unwrap().contains("\"Bad"));
}

fn check<'a>(snapshot: &'a Snapshot, engine: &str) -> Option<&'a CheckView> {
    snapshot.checks.iter().find(|check| check.engine == engine)
}

fn is_checked(snapshot: &Snapshot, engine: &str) -> bool {
    check(snapshot, engine).is_some_and(|check| !check.running)
}

/// A desk with one engine more, which speaks NBoard.
fn desk_with(name: &str, args: &[&str]) -> Desk {
    let words = [&[SCRIPTED, "--name", name], args].concat();
    let more = format!("[[engine]]\nname = {name:?}\nprotocol = \"nboard\"\ncommand = {words:?}\n");
    Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &more)
}

#[test]
fn a_check_of_an_engine_that_comes_with_the_program_passes_and_is_saved_as_a_text() {
    let mut desk = Desk::new();
    engine(&desk, EngineCommand::Check("Quintet Othello".to_owned()));
    let live = desk.wait("a step", |s| {
        check(s, "Quintet Othello")
            .is_some_and(|check| check.steps.iter().any(|step| !step.lines.is_empty()))
    });
    let n_steps = check(&live, "Quintet Othello").unwrap().steps.len();
    let over = desk.wait("the end", |s| is_checked(s, "Quintet Othello"));
    let seen = check(&over, "Quintet Othello").unwrap();
    let wrong: Vec<_> =
        seen.steps.iter().filter(|step| step.state != CheckStepState::Passed).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!((seen.steps.len(), &*seen.counts), (n_steps, &*format!("checks: {n_steps} passed")));
    assert!(seen.text.starts_with("NBoard, Quintet"), "{}", seen.text);
    assert_eq!(over.game.announcement, format!("Quintet Othello: checks: {n_steps} passed"));
    let path = desk.dir.path().join("check.txt");
    desk.send(Command::File(FileCommand::SaveCheck(seen.number, path.clone())));
    desk.wait("the report on disk", |s| says(s, "The report was saved"));
    let report = fs::read_to_string(path).unwrap();
    assert_eq!(report, seen.report());
    assert!(report.contains(">> nboard 2") && report.contains(&seen.text), "{report}");
}

#[test]
fn a_check_of_an_engine_that_is_wrong_names_the_step_and_shows_the_lines() {
    let mut desk = desk_with("Wrong", &["instead==== A1//0.00@go"]);
    engine(&desk, EngineCommand::Check("Wrong".to_owned()));
    let over = desk.wait("the end", |s| is_checked(s, "Wrong"));
    let seen = check(&over, "Wrong").unwrap();
    let failed = seen.troubled().next().unwrap();
    assert_eq!(failed.state, CheckStepState::Failed, "failures come first");
    assert!(!failed.remark.is_empty() && !failed.paragraph.is_empty());
    let said = |step: &quintet::app::CheckStepView| {
        step.lines.iter().any(|line| line.text.starts_with("=== A1"))
    };
    assert!(seen.steps.iter().any(|step| step.state == CheckStepState::Failed && said(step)));
    assert!(seen.counts.contains(" failed"), "{}", seen.counts);
    // Once it is another program nothing is known of it.
    change(&desk, "Wrong", EngineChange::Command(vec!["other".to_owned()]));
    desk.wait("it to be forgotten", |s| check(s, "Wrong").is_none());
}

#[test]
fn an_engine_that_is_added_is_checked_and_one_that_is_not_there_says_so() {
    let mut desk = Desk::new();
    add(&desk, &format!("'{SCRIPTED}' --name 'Odd one'"), Some("nboard"));
    let over = desk.wait("the check", |s| is_over(s) && is_checked(s, "Odd one"));
    let seen = check(&over, "Odd one").unwrap();
    assert!(seen.text.starts_with("NBoard, Odd one, "), "{}", seen.text);
    change(&desk, "Odd one", EngineChange::Command(vec!["/no/such/engine".to_owned()]));
    engine(&desk, EngineCommand::Check("Odd one".to_owned()));
    let first = seen.number;
    let over = desk.wait("the failure", |s| {
        is_checked(s, "Odd one") && check(s, "Odd one").is_some_and(|check| check.number > first)
    });
    let seen = check(&over, "Odd one").unwrap();
    assert_eq!(seen.counts, "checks: not possible");
    assert!(seen.text.contains("/no/such/engine"), "{}", seen.text);
    assert!(seen.steps.iter().all(|step| step.state == CheckStepState::LeftOut));
}

/// Living processes whose command line has this word.
fn alive(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if command.split(|byte| *byte == 0).any(|arg| arg == word.as_bytes()) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn a_check_that_is_stopped_or_left_with_the_window_leaves_no_process() {
    let name = format!("Staller-{}", std::process::id());
    let mut desk = desk_with(&name, &["stall", "--ignore-term"]);
    engine(&desk, EngineCommand::Check(name.clone()));
    wait_until("its process", || alive(&name).len() == 1);
    // One at a time.
    engine(&desk, EngineCommand::Check(name.clone()));
    desk.wait("the refusal", |s| says(s, "is being checked already"));
    assert_eq!(alive(&name).len(), 1);
    engine(&desk, EngineCommand::StopCheck(name.clone()));
    let over = desk.wait("its end", |s| is_checked(s, &name));
    let seen = check(&over, &name).unwrap();
    assert!(seen.text.starts_with("The check was stopped after 0 of "), "{}", seen.text);
    assert!(seen.steps.iter().all(|step| step.state == CheckStepState::LeftOut));
    wait_until("its process to be gone", || alive(&name).is_empty());
    engine(&desk, EngineCommand::Check(name.clone()));
    wait_until("its new process", || alive(&name).len() == 1);
    drop(desk);
    wait_until("nothing to be left", || alive(&name).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_probe_of_what_may_be_another_program_now_ends() {
    let name = format!("Changer-{}", std::process::id());
    let mut desk = desk_with(&name, &["stall", "--ignore-term"]);
    desk.wait("the list", |s| entry(s, &name).is_some());
    engine(&desk, EngineCommand::Probe(name.clone()));
    wait_until("its process", || alive(&name).len() == 1);
    let command = [SCRIPTED, "instead==== A2//0.00@go"].map(str::to_owned).to_vec();
    change(&desk, &name, EngineChange::Command(command));
    desk.wait("the end of it", |s| s.probe.is_none());
    wait_until("its process to be gone", || alive(&name).is_empty());
    // Also one that is over holds no more.
    engine(&desk, EngineCommand::Probe("Liar".to_owned()));
    desk.wait("the verdict", |s| s.probe.as_ref().is_some_and(|probe| probe.verdict.is_some()));
    change(&desk, "Liar", EngineChange::Dir(desk.dir.path().display().to_string()));
    desk.wait("it to be gone", |s| s.probe.is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_found_out_of_an_engine_goes_when_the_list_that_is_read_again_has_it_no_more() {
    let name = format!("Vanisher-{}", std::process::id());
    let mut desk = desk_with(&name, &["stall", "--ignore-term"]);
    desk.wait("the list", |s| entry(s, &name).is_some());
    let mine = list(&desk);
    engine(&desk, EngineCommand::Check("Liar".to_owned()));
    desk.wait("a check of another", |s| is_checked(s, "Liar"));
    engine(&desk, EngineCommand::Check(name.clone()));
    engine(&desk, EngineCommand::Probe(name.clone()));
    wait_until("both processes", || alive(&name).len() == 2);
    let (others, _) = mine.split_once(&format!("[[engine]]\nname = \"{name}")).unwrap();
    fs::write(desk.dir.path().join("engines.toml"), others).unwrap();
    engine(&desk, EngineCommand::Reload);
    let gone = desk.wait("it to be gone", |s| entry(s, &name).is_none());
    assert!(check(&gone, &name).is_none() && gone.probe.is_none());
    assert!(is_checked(&gone, "Liar"), "what has not changed stays");
    wait_until("its processes to be gone", || alive(&name).is_empty());
    // The same name for another program is another engine, too.
    let other = others.replace("instead==== A1//0.00@go", "instead==== A2//0.00@go");
    fs::write(desk.dir.path().join("engines.toml"), other).unwrap();
    engine(&desk, EngineCommand::Reload);
    desk.wait("its check to be gone", |s| check(s, "Liar").is_none());
}

#[cfg(unix)]
#[test]
fn what_is_dropped_is_added_or_opened_as_what_it_is() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    };
    let program = file("dropped one", format!("#!/bin/sh\nexec '{SCRIPTED}' --name Drop\n"), 0o755);
    let game = file("game.pdn", "[GameType \"20\"]\n1. 32-28 *\n".to_owned(), 0o755);
    let notes = file("notes.odt", "nothing of interest".to_owned(), 0o644);
    let drop_on = |desk: &Desk, paths: &[&std::path::PathBuf], on_engines: bool| {
        let paths = paths.iter().map(|path| (*path).clone()).collect();
        desk.send(Command::File(FileCommand::Drop(paths, on_engines)));
    };
    // On a page of games, too.
    drop_on(&desk, &[&program], false);
    desk.wait("the engine", |s| entry(s, "Drop").is_some() && is_over(s));
    // Where engines are looked for, too, and although every file there is executable.
    drop_on(&desk, &[&game], true);
    let opened = desk.wait("the game", |s| s.game.path.as_ref() == Some(&game));
    assert_eq!(opened.game.info.name, "draughts");
    drop_on(&desk, &[&notes, &program], true);
    desk.wait("what became of the other", |s| says(s, "notes.odt was taken. The other one was"));
    let refused = desk.wait("the reason", |s| is_over(s) && probe(s).source.ends_with(".odt"));
    let verdict = probe(&refused).verdict.as_ref().unwrap();
    assert!(verdict.text.contains("may not be executed"), "{verdict:?}");
    drop_on(&desk, &[&notes], false);
    let seen = desk.wait("the problem", |s| !s.problems.is_empty());
    let text = &seen.problems[0].text;
    assert!(text.contains("holds no game that can be read"), "{text}");
}

#[test]
fn engines_that_can_be_had_are_suggested() {
    let mut desk = Desk::new();
    let snapshot = desk.wait("the list", |s| !s.suggestions.is_empty());
    let scan = snapshot.suggestions.iter().find(|known| known.name == "Scan").unwrap();
    assert_eq!((scan.protocol, scan.site.starts_with("https://")), (Protocol::Hub, true));
}

#[test]
fn a_check_goes_on_when_something_is_changed_that_it_does_not_depend_on() {
    let entry = format!(
        "[[engine]]\nname = \"Slow\"\nprotocol = \"nboard\"\ncommand = [{SCRIPTED:?}, \"stall@hello\"]\n"
    );
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &entry);
    desk.wait("the list", |s| s.engines.iter().any(|entry| entry.name == "Slow"));
    engine(&desk, EngineCommand::Check("Slow".to_owned()));
    desk.wait("the check", |s| s.checks.iter().any(|check| check.running));
    change(&desk, "Slow", EngineChange::Restart(RestartPolicy::Off));
    change(&desk, "Slow", EngineChange::Timeouts(3.0));
    let after = desk.wait("the changes", |s| {
        self::entry(s, "Slow")
            .is_some_and(|e| e.details.timeouts > 2.0 && e.details.restart == RestartPolicy::Off)
    });
    assert!(after.checks[0].running && !says(&after, "was stopped"), "{:?}", after.notices);
    change(&desk, "Slow", EngineChange::Env(vec![("A".to_owned(), "b".to_owned())]));
    let after = desk.wait("the end of the check", |s| says(s, "The check of Slow was stopped"));
    assert!(after.checks.is_empty());
}

#[test]
fn old_mistakes_of_the_list_are_not_told_again_at_every_change() {
    let entries = "[[engine]]\nname = \"Odd\"\nprotocol = \"chess\"\ncommand = [\"x\"]\n\
                   [[engine]]\nname = \"Fine\"\nprotocol = \"hub\"\ncommand = [\"x\"]\n";
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, entries);
    let told = |s: &Snapshot| s.problems.iter().filter(|p| p.text.contains("\"chess\"")).count();
    desk.wait("the mistake", |s| told(s) == 1);
    // The second moves the mistake to another line.
    change(&desk, "Fine", EngineChange::Timeouts(2.0));
    change(&desk, "Crasher", EngineChange::Timeouts(2.0));
    let changed = |s: &Snapshot| {
        ["Fine", "Crasher"]
            .iter()
            .all(|name| entry(s, name).is_some_and(|e| e.details.timeouts > 1.5))
    };
    let after = desk.wait("the changes", changed);
    assert_eq!(told(&after), 1, "{:?}", after.problems);
    engine(&desk, EngineCommand::Reload);
    desk.wait("the mistake, told to who asks", |s| told(s) == 2);
}

#[test]
fn a_probe_that_is_over_is_not_drawn_up_again() {
    let mut desk = Desk::new();
    add(&desk, &format!("'{SCRIPTED}' exit=3"), Some("nboard"));
    let one = desk.wait("the verdict", is_over);
    change(&desk, "Crasher", EngineChange::Timeouts(2.0));
    let other =
        desk.wait("the change", |s| entry(s, "Crasher").is_some_and(|e| e.details.timeouts > 1.5));
    assert!(std::sync::Arc::ptr_eq(&probe(&one).lines, &probe(&other).lines));
}
