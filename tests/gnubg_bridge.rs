//! GNU Backgammon behind `quintet bridge gnubg`, where it is installed: what it says is a dialogue of
//! UBGI, it can be stopped, it plays matches, and no process of it is left. `.ci/run` installs it and
//! runs these tests with `QUINTET_TEST_GNUBG=required`, so that none is left out; without both only the
//! refusal is tested.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

#[path = "support/limited.rs"]
mod limited;
#[path = "support/processes.rs"]
mod processes;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet::games::{self, Actor, Outcome, Reading, Setup, Side};

use limited::output_within;
use processes::{alive, mark};

/// No line may be longer in coming: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);
/// No match may take longer.
const MATCH_LIMIT: Duration = Duration::from_secs(600);
const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

#[expect(clippy::disallowed_methods, reason = "the program under test; it is killed when dropped")]
fn bridge(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["bridge", "gnubg"]).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// GNU Backgammon is there. A test that requires it reports when it is not.
fn is_installed() -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = std::env::split_paths(&folders).collect();
    folders.push(Path::new("/usr/games").to_owned());
    let found = folders.iter().any(|folder| folder.join("gnubg").is_file());
    let is_required = std::env::var("QUINTET_TEST_GNUBG").is_ok_and(|wanted| wanted == "required");
    assert!(found || !is_required, "gnubg is neither in PATH nor in /usr/games; install it");
    found
}

struct Bridge {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Bridge {
    /// A bridge that is ready; `None` where GNU Backgammon is not installed.
    fn ready() -> Option<Self> {
        Self::ready_with(&[])
    }

    /// The same with these variables in its environment.
    fn ready_with(env: &[(&str, &str)]) -> Option<Self> {
        if !is_installed() {
            return None;
        }
        let mut command = bridge(&["--ply", "0"]);
        let mut child = command.envs(env.iter().copied()).spawn().unwrap();
        let (sender, output) = sync_channel(10_000);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take();
        let mut bridge = Self { child, input, output };
        bridge.send("ubgi");
        bridge.until("readyok");
        Some(bridge)
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).unwrap()
    }

    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    fn answer(&mut self, position: &str) -> String {
        self.send(position);
        self.line()
    }

    /// Closes the input and waits for the end.
    fn end(mut self) {
        self.input = None;
        let give_up = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(Instant::now() < give_up, "the bridge does not end");
            thread::yield_now();
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn without_the_program_it_says_so_in_a_sentence_and_ends() {
    let output = output_within(PATIENCE, bridge(&["--program", "no/such/gnubg"]));
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "quintet: there is no program \"no/such/gnubg\"\n");
}

#[test]
fn a_program_that_the_environment_names_wrongly_is_named_with_its_variable() {
    let mut elsewhere = bridge(&[]);
    elsewhere.env("QUINTET_GNUBG", "no/such/gnubg");
    let elsewhere = output_within(PATIENCE, elsewhere);
    assert_eq!(elsewhere.status.code(), Some(3));
    let said = String::from_utf8(elsewhere.stderr).unwrap();
    assert_eq!(said, "quintet: there is no program \"no/such/gnubg\", which QUINTET_GNUBG names\n");
}

/// A program that does this, in place of GNU Backgammon.
#[cfg(unix)]
fn made_up(folder: &Path, script: &str, mode: u32) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("gnubg");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
#[cfg(unix)]
fn a_program_that_does_not_come_up_is_named_with_its_end_and_its_last_words() {
    for (script, mode, said) in [
        ("echo 'no weights' >&2; exit 3", 0o755, "ended (exit 3); its last words: no weights"),
        ("echo 'no such language'; exit 0", 0o755, "ended (exit 0); its last words: no such lang"),
        ("kill -9 $$", 0o755, "ended (signal 9 (killed))"),
        // It says that it waits, and does not.
        ("echo Waiting for a connection; exit 7", 0o755, "ended (exit 7)"),
        // Where a program of the system starts it, that says so in its own words.
        ("exit 0", 0o644, "ermission"),
        ("echo 'usage: mine FILE'; echo '-p protocol'", 0o755, "its last words: usage: mine FILE"),
        ("echo 'invalid option' >&2; echo 'Try help.' >&2", 0o755, "last words: invalid option"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let program = made_up(folder.path(), script, mode);
        let mut running = bridge(&["--program", &program]);
        let mut child = running.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "ubgi").unwrap();
        // The end of the input hides nothing.
        let input = (!script.starts_with("echo")).then_some(input);
        let output = child.wait_with_output().unwrap();
        drop(input);
        assert_eq!(output.status.code(), Some(3), "{script}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(said) && told.contains(&program), "{script}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        let answers = String::from_utf8(output.stdout).unwrap();
        assert!(!answers.contains("readyok") && !answers.contains("sorry"), "{answers}");
    }
}

#[test]
#[cfg(unix)]
fn a_match_says_why_there_is_no_gnu_backgammon_behind_the_bridge() {
    let folder = tempfile::tempdir().unwrap();
    let program = made_up(folder.path(), "echo 'no weights' >&2; exit 3", 0o755);
    #[expect(clippy::disallowed_methods, reason = "the program under test; it ends by itself")]
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.current_dir(&folder).env("XDG_CONFIG_HOME", folder.path());
    command.env("QUINTET_GNUBG", &program);
    command.args([
        "match",
        "GNU Backgammon",
        "builtin:1",
        "--games",
        "2",
        "--time",
        "10",
        "--game",
        "backgammon",
    ]);
    let output = output_within(PATIENCE, command);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("ended (exit 3); its last words: no weights"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn when_gnu_backgammon_dies_in_a_game_the_bridge_says_how() {
    use rustix::process::{Pid, Signal, kill_process};
    let Some(mut bridge) = Bridge::ready() else { return };
    assert_eq!(bridge.answer(START), "8/5 6/5");
    for child in children(bridge.child.id()) {
        kill_process(Pid::from_raw(i32::try_from(child).unwrap()).unwrap(), Signal::KILL).unwrap();
    }
    bridge.send(START);
    let status = bridge.child.wait().unwrap();
    assert_eq!(status.code(), Some(3));
    let mut said = String::new();
    let errors = bridge.child.stderr.as_mut().unwrap();
    std::io::Read::read_to_string(errors, &mut said).unwrap();
    assert!(said.contains("ended (signal 9 (killed))"), "{said}");
    assert_eq!(bridge.output.try_iter().count(), 0, "no sorry");
}

#[test]
fn boards_of_fibs_get_the_answers_that_were_recorded_at_the_socket() {
    let Some(mut bridge) = Bridge::ready() else { return };
    let table = include_str!("data/backgammon/rawboard_decisions.tsv");
    let mut n_asked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, board, reply] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let reply = reply.trim_matches('"').replace("\\n", "");
        // Boards that contradict themselves: its guess is not what the rules say.
        if ["both may-double 0", "big lead race, cube owned by opp", "opp turn"]
            .iter()
            .any(|odd| name.starts_with(odd))
        {
            continue;
        }
        let game = games::find("backgammon").unwrap();
        let link = game.link("ubgi").unwrap();
        let pos = game.start(&Setup { variant: None, position: Some(board.to_owned()) }).unwrap();
        // In the words of the document, with bar and off as words where it has numbers.
        let said = bridge.answer(board);
        let [said, recorded] =
            [&said, &reply].map(|text| link.read_move(pos.as_ref(), text).map(|mv| mv.0).ok());
        assert!(said.is_some(), "{name}");
        assert_eq!(said, recorded, "{name}");
        n_asked += 1;
    }
    assert!(n_asked > 10, "{n_asked}");
    bridge.end();
}

#[test]
fn neither_the_language_nor_the_settings_of_who_uses_it_change_what_is_said() {
    let Some(mut plain) = Bridge::ready() else { return };
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join(".gnubg")).unwrap();
    let noise = "set evaluation chequerplay evaluation noise 0.5\n\
                 set evaluation chequerplay evaluation deterministic off\n";
    std::fs::write(home.path().join(".gnubg/gnubgautorc"), noise).unwrap();
    let home = home.path().to_str().unwrap();
    let german = [("LANGUAGE", "de"), ("LC_ALL", "C.UTF-8"), ("HOME", home)];
    let Some(mut noisy) = Bridge::ready_with(&german) else { return };
    for bridge in [&mut plain, &mut noisy] {
        assert_eq!(bridge.answer(START), "8/5 6/5");
    }
    let asked = format!("analyse lines 3 ply 0 {START}");
    let [plain, noisy] = [plain, noisy].map(|mut bridge| {
        bridge.send(&asked);
        let mut lines = bridge.until("analysis end");
        lines.retain(|line| !line.contains("progress"));
        lines
    });
    assert_eq!(plain, noisy);
}

#[test]
fn what_is_no_text_is_passed_over() {
    let Some(mut bridge) = Bridge::ready() else { return };
    bridge.input.as_mut().unwrap().write_all(b"\xff\xfe\n\0\n").unwrap();
    bridge.send("isready");
    bridge.until("readyok");
    bridge.end();
}

/// The processes that this one has started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let file = format!("/proc/{process}/task/{process}/children");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_of_gnu_backgammon_outlives_the_bridge() {
    for is_killed in [true, false] {
        let Some(mut bridge) = Bridge::ready() else { return };
        bridge.send(&format!("analyse lines 2 ply 0 trials 1000000 {START}"));
        bridge.until("analysis progress");
        let children = children(bridge.child.id());
        assert_eq!(children.len(), 3, "one decides, one ranks, one rolls out");
        if is_killed {
            bridge.child.kill().unwrap();
            bridge.child.wait().unwrap();
        } else {
            bridge.end();
        }
        let give_up = Instant::now() + PATIENCE;
        // A process that was not waited for may be left as an entry without a program.
        let lives = |id: &u32| {
            std::fs::read_to_string(format!("/proc/{id}/stat"))
                .is_ok_and(|stat| stat.contains("(gnubg)") && !stat.contains(") Z "))
        };
        while children.iter().any(lives) {
            assert!(Instant::now() < give_up, "killed {is_killed}: {children:?}");
            thread::yield_now();
        }
    }
}

#[test]
fn where_nothing_is_to_be_decided_an_analysis_says_what_the_only_action_is_worth() {
    let Some(mut bridge) = Bridge::ready() else { return };
    for (position, action) in [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:1:3:10", "roll"),
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "roll"),
        ("XGID=-A-----------------bbbbbbA:0:0:1:21:0:0:0:0:10", "pass"),
    ] {
        bridge.send(&format!("analyse {position}"));
        let lines = bridge.until("analysis end");
        let [start, line, end] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((start.as_str(), end.as_str()), ("analysis start", "analysis end"));
        assert!(
            line.contains(" equity ") && line.ends_with(&format!(" action {action}")),
            "{line}"
        );
    }
    bridge.end();
}

#[test]
fn the_cube_is_rolled_out_too() {
    let Some(mut bridge) = Bridge::ready() else { return };
    for (dice, actions) in
        [("00", &["roll", "double take", "double drop"][..]), ("D", &["take", "drop"])]
    {
        bridge.send(&format!(
            "analyse ply 0 trials 36 XGID=aa--BBBB----dE---d-e----B-:0:0:1:{dice}:0:0:0:0:10"
        ));
        let lines = bridge.until("analysis end");
        assert!(lines.contains(&"analysis progress 36 36".to_owned()), "{lines:?}");
        for action in actions {
            let end = format!(" action {action}");
            let said = lines.iter().rfind(|line| line.ends_with(&end)).unwrap();
            assert!(said.contains(" trials 36 "), "{said}");
        }
    }
    bridge.end();
}

#[test]
fn decisions_are_answered_in_the_words_of_the_document() {
    let Some(mut bridge) = Bridge::ready() else { return };
    for (position, expected) in [
        (START, "8/5 6/5"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "roll"),
        ("XGID=aa--BBBB----dE---d-e----B-:0:0:1:00:0:0:0:0:10", "double"),
        ("XGID=aa--BBBB----dE---d-e----B-:0:0:1:D:0:0:0:0:10", "drop"),
        // What it calls a beaver is a take here.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "take"),
        // On the bar against a closed board.
        ("XGID=-A-----------------bbbbbbA:0:0:1:21:0:0:0:0:10", ""),
        // The cube is the other player's.
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "roll"),
        ("XGID=nonsense", "sorry"),
    ] {
        assert_eq!(bridge.answer(position), expected, "{position}");
    }
    bridge.end();
}

#[test]
fn analyses_list_plays_and_turns_of_the_cube_with_their_equities() {
    let Some(mut bridge) = Bridge::ready() else { return };
    bridge.send(&format!("analyse lines 3 ply 1 {START}"));
    let lines = bridge.until("analysis end");
    let best = lines.iter().rfind(|line| line.starts_with("analysis line 1 ")).unwrap();
    assert!(best.contains(" ply 1 equity 0.") && best.ends_with(" action 8/5 6/5"), "{best}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("analysis line 3 ")).count(), 2);
    bridge.send("analyse XGID=aa--BBBB----dE---d-e----B-:0:0:1:00:0:0:0:0:10");
    let lines = bridge.until("analysis end");
    for action in ["roll", "double take", "double drop"] {
        assert!(lines.iter().any(|line| line.ends_with(&format!(" action {action}"))), "{lines:?}");
    }
    bridge.end();
}

#[test]
fn a_rollout_is_stopped_and_the_next_question_answered() {
    let Some(mut bridge) = Bridge::ready() else { return };
    bridge.send(&format!("analyse lines 2 ply 0 trials 1000000 {START}"));
    bridge.until("analysis progress");
    bridge.send("stop");
    bridge.until("analysis end");
    assert_eq!(bridge.answer(START), "8/5 6/5");
    bridge.send(&format!("analyse lines 2 ply 0 trials 36 {START}"));
    let lines = bridge.until("analysis end");
    assert!(lines.contains(&"analysis progress 72 72".to_owned()), "{lines:?}");
    let rolled = lines.iter().rfind(|line| line.starts_with("analysis line 1 ")).unwrap();
    assert!(rolled.contains(" trials 36 ") && rolled.contains(" error "), "{rolled}");
    bridge.end();
}

/// A match of the engine that comes with the program at a fast level against GNU Backgammon at a
/// glance, to seven points, both games at once. `mark` is in the environment of all its processes.
#[expect(clippy::disallowed_methods, reason = "the program under test; it is waited for")]
fn match_to_seven(name: &str, results: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["match", "builtin:3", "gnubg:0", "--game", "backgammon", "--length", "7"]);
    command.args(["--games", "2", "--concurrency", "2", "--move-time", "20", "--json"]);
    command.arg(results).envs([mark(name)]).env("QUINTET_CONFIG_DIR", results.parent().unwrap());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn matches_to_seven_points_are_played_to_their_end() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results.jsonl");
    let run = output_within(MATCH_LIMIT, match_to_seven("played", &results));
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    println!("{said}");
    assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
    let games: Vec<serde_json::Value> = quintet::store::read_results(&results).unwrap();
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!((&game["cause"], &game["reason"]), (&().into(), &"match won".into()), "{game}");
        let winner = game["winner"].as_str().unwrap();
        assert!([&game["first"], &game["second"]].contains(&&winner.into()), "{game}");
        let backgammon = games::find("backgammon").unwrap();
        let text = game["text"].as_str().unwrap();
        let read = backgammon.read_games("sgf", text.as_bytes(), &Reading::default());
        assert_eq!(read.problems, []);
        let record = &read.records[0];
        let end = record.replay(backgammon, record.last()).unwrap();
        let Actor::Over(ending) = end.actor() else { panic!("it is not over: {text}") };
        let side = if winner == game["first"] { Side::First } else { Side::Second };
        assert_eq!(ending.outcome, Outcome::WonBy(side));
        let stock = end.stock(side);
        let points = stock.split(", ").nth(1).and_then(|points| points.split(' ').next());
        assert!(points.unwrap().parse::<u32>().unwrap() >= 7, "{stock}");
    }
    assert_eq!(alive("played"), Vec::<String>::new());
}

/// Waits until something is so of the processes of this match.
fn wait_for(name: &str, is_so: impl Fn(&[String]) -> bool) {
    let give_up = Instant::now() + PATIENCE;
    loop {
        let found = alive(name);
        if is_so(&found) {
            return;
        }
        assert!(Instant::now() < give_up, "{found:?}");
        thread::yield_now();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_of_a_match_that_is_interrupted_or_killed() {
    use rustix::process::{Pid, Signal, kill_process};
    if !is_installed() {
        return;
    }
    for (name, signal) in [("interrupted", Signal::INT), ("killed", Signal::KILL)] {
        let folder = tempfile::tempdir().unwrap();
        let mut running =
            match_to_seven(name, &folder.path().join("results.jsonl")).spawn().unwrap();
        // Both bridges have begun theirs.
        wait_for(name, |found| found.iter().filter(|one| one.contains(" gnubg")).count() >= 2);
        let pid = i32::try_from(running.id()).ok().and_then(Pid::from_raw).unwrap();
        kill_process(pid, signal).unwrap();
        running.wait().unwrap();
        wait_for(name, <[String]>::is_empty);
    }
}
