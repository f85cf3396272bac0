//! Machines in trouble while a match is played in the window: what happened is said, what there is is
//! kept, no engine is charged, and the match goes on when the trouble is over.

use std::fs;
use std::path::Path;

use quintet::app::{
    Command, MatchCommand, MatchGameState, MatchOutcome, MatchView, Snapshot, TournamentPlace,
};
use quintet::play::ResultRow;
use quintet::store::read_results;
use serde_json::{Value, json};

use super::desk::{Desk, says, wait_until};
use super::tabs::start_match;
use super::tournaments::{file, start};

fn found(snapshot: &Snapshot) -> &MatchView {
    snapshot.matching.as_ref().expect("there is a match")
}

fn finished(snapshot: &Snapshot) -> u32 {
    snapshot.matching.as_ref().map_or(0, |found| found.finished)
}

fn is_over(snapshot: &Snapshot) -> bool {
    snapshot.matching.as_ref().is_some_and(|found| found.over)
}

/// The problem with these parts; it is kept for later, and not only a message that goes by.
#[track_caller]
fn assert_told(snapshot: &Snapshot, parts: &[&str]) {
    let has_all = |text: &str| parts.iter().all(|part| text.contains(part));
    let told = snapshot.problems.iter().any(|problem| has_all(&problem.text));
    assert!(told, "{parts:?} are not in {:?}", snapshot.problems);
}

/// Does this between two games, so that some are always left to be played after it, however slow the machine is.
fn between_games(desk: &mut Desk, act: impl FnOnce()) {
    desk.send(Command::Match(MatchCommand::Pause(true)));
    desk.wait("the end of the running games", |s| found(s).paused && found(s).running == 0);
    act();
    desk.send(Command::Match(MatchCommand::Pause(false)));
}

/// Removes a folder into which the last games may still be written, so that it may not be empty at the first
/// attempt.
fn remove(folder: &Path) {
    while folder.exists() {
        drop(fs::remove_dir_all(folder));
    }
}

#[track_caller]
fn assert_uncharged(found: &MatchView) {
    let charged = found.games.iter().find(|game| game.failed.is_some());
    assert!(charged.is_none(), "{charged:?}");
    assert!(found.reasons.iter().all(|(_, _, is_failure)| !is_failure), "{:?}", found.reasons);
}

#[test]
fn a_match_whose_folder_vanishes_ends_with_its_running_games() {
    let mut desk = Desk::new();
    start_match(&desk, 1000);
    let running = desk.wait("games", |s| finished(s) >= 2);
    let folder = found(&running).folder.clone().unwrap();
    between_games(&mut desk, || remove(&folder));
    let over = desk.wait("its end", is_over);
    let place = folder.display().to_string();
    let parts = ["could not be kept: ", "was removed while it was written", "is gone", "Go on"];
    assert_told(&over, &parts);
    assert_told(&over, &[&place, "no engine is charged"]);
    assert!(says(&over, "The match was stopped after "), "{:?}", over.notices);
    assert_eq!(found(&over).outcome, Some(MatchOutcome::Stopped));
    assert!(finished(&over) < 1000 && !folder.exists(), "nothing is made again");
    assert_uncharged(found(&over));
    desk.send(Command::Match(MatchCommand::Resume(folder)));
    desk.wait("the refusal", |s| says(s, "cannot go on: that folder is not there."));
}

#[cfg(target_os = "linux")]
#[test]
fn a_tournament_whose_folder_is_renamed_ends_and_goes_on_under_the_new_name() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("pairs = 40", &[1, 2, 3]), place);
    desk.wait("games", |s| finished(s) >= 3);
    let other = desk.dir.path().join("other");
    between_games(&mut desk, || fs::rename(&folder, &other).unwrap());
    let over = desk.wait("its end", is_over);
    let now = other.canonicalize().unwrap().display().to_string();
    assert_told(&over, &["was moved or renamed", "All games are kept", &now]);
    assert_uncharged(found(&over));
    desk.send(Command::Match(MatchCommand::Resume(other.clone())));
    let whole = desk.wait("all of them", |s| is_over(s) && finished(s) == 240);
    assert_eq!(found(&whole).outcome, Some(MatchOutcome::Played));
    assert_eq!(numbers(&other), (1..=240).collect::<Vec<_>>());
}

#[test]
fn a_tournament_whose_folder_vanishes_ends_and_goes_on_when_it_is_back() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("pairs = 40", &[1, 2, 3]), place);
    desk.wait("games", |s| finished(s) >= 3);
    // What a backup would bring back: the games so far.
    let mut kept: Vec<Value> = Vec::new();
    let mut text = String::new();
    between_games(&mut desk, || {
        kept = read_results(&folder.join("games.jsonl")).unwrap();
        text = fs::read_to_string(folder.join("tournament.toml")).unwrap();
        remove(&folder);
    });
    let over = desk.wait("its end", is_over);
    assert_told(&over, &["is gone, and with it the games", "when it is back"]);
    assert_uncharged(found(&over));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("tournament.toml"), text).unwrap();
    write_rows(&folder, &kept);
    desk.send(Command::Match(MatchCommand::Resume(folder.clone())));
    let whole = desk.wait("all of them", |s| is_over(s) && finished(s) == 240);
    assert_eq!(found(&whole).outcome, Some(MatchOutcome::Played));
    assert_eq!(numbers(&folder), (1..=240).collect::<Vec<_>>());
}

/// Every write to `/dev/full` ends as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_a_tournament_ends_with_a_sentence_and_goes_on_when_there_is_room() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    fs::create_dir(&folder).unwrap();
    let texts = folder.join("games.ggf");
    std::os::unix::fs::symlink("/dev/full", &texts).unwrap();
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("pairs = 20", &[1, 2]), place);
    let over = desk.wait("its end", is_over);
    let place = folder.display().to_string();
    assert_told(&over, &["could not be kept: ", "the disk is full", &place]);
    assert_told(&over, &["The running games are the last", "when there is room"]);
    assert!(says(&over, "could not be written."), "{:?}", over.notices);
    let stays = &found(&over).below.notes[0];
    assert!(stays.contains("the disk is full"), "it stays in the panel: {stays}");
    assert_eq!(found(&over).outcome, Some(MatchOutcome::Stopped));
    assert_uncharged(found(&over));
    fs::remove_file(&texts).unwrap();
    desk.send(Command::Match(MatchCommand::Resume(folder.clone())));
    let whole = desk.wait("all of them", |s| is_over(s) && finished(s) == 40);
    assert_eq!(found(&whole).outcome, Some(MatchOutcome::Played));
    assert_eq!(numbers(&folder), (1..=40).collect::<Vec<_>>());
    let text = fs::read_to_string(&texts).unwrap();
    assert_eq!(text.matches("(;GM[Othello]").count(), 40, "each game is there once");
}

#[test]
fn late_games_of_a_tournament_are_played_again_once() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("", &[1, 2, 3]), place);
    let over = desk.wait("its end", |s| is_over(s) && finished(s) == 6);
    assert_eq!((found(&over).late, &found(&over).keeps_late), (0, &None));
    make_late(&folder.join("games.jsonl"), &[2, 5]);
    desk.send(Command::Match(MatchCommand::Resume(folder.clone())));
    desk.wait("the refusal", |s| says(s, "All games of this tournament were played."));
    desk.send(Command::Match(MatchCommand::ReplayLate(folder.clone())));
    let again = desk
        .wait("the late games", |s| is_over(s) && finished(s) == 6 && numbers(&folder).len() == 8);
    assert_eq!(found(&again).outcome, Some(MatchOutcome::Played));
    let late = |reason: &(String, u32, bool)| reason.0.contains("late");
    assert!(!found(&again).reasons.iter().any(late), "{:?}", found(&again).reasons);
    let mut added = numbers(&folder)[6..].to_vec();
    added.sort_unstable();
    assert_eq!(added, [2, 5]);
    // Both have been replaced: nothing is left to be played again.
    desk.send(Command::Match(MatchCommand::ReplayLate(folder)));
    desk.wait("the second refusal", |s| {
        let text = "All games of this tournament were played.";
        s.notices.iter().filter(|notice| notice.text == text).count() > 0 && is_over(s)
    });
}

#[test]
fn late_games_of_a_match_are_played_again_once() {
    let mut desk = Desk::new();
    start_match(&desk, 4);
    let over = desk.wait("its end", |s| is_over(s) && finished(s) == 4);
    let folder = found(&over).folder.clone().unwrap();
    let results = folder.join("results.jsonl");
    make_late(&results, &[3]);
    desk.send(Command::Match(MatchCommand::ReplayLate(folder.clone())));
    let rows = || read_results::<Value>(&results).unwrap();
    desk.wait("the late game", |s| is_over(s) && finished(s) == 4 && rows().len() == 5);
    assert_eq!(rows()[4]["number"], 3);
    // After a restart each game counts once.
    desk.send(Command::Match(MatchCommand::Resume(folder)));
    let whole = desk.wait("the refusal", |s| says(s, "All games of this match were played."));
    let [one, other] = &found(&whole).standing;
    assert_eq!((one.wins + one.draws + one.losses, one.wins), (4, other.losses));
}

#[test]
fn a_match_that_is_over_becomes_longer_with_the_openings_of_a_longer_one() {
    let mut desk = Desk::new();
    let rows = |folder: &Path| read_results::<ResultRow>(&folder.join("results.jsonl")).unwrap();
    let openings = |rows: &[ResultRow]| {
        let mut found: Vec<_> = rows.iter().map(|row| (row.number, row.opening.clone())).collect();
        found.sort();
        found
    };
    start_match(&desk, 6);
    let over = desk.wait("the longer match", |s| is_over(s) && finished(s) == 6);
    let whole = rows(&found(&over).folder.clone().unwrap());
    start_match(&desk, 4);
    let over = desk.wait("its end", |s| is_over(s) && found(s).total == 4 && finished(s) == 4);
    let folder = found(&over).folder.clone().unwrap();
    // Not more than it has: nothing is left to be played.
    desk.send(Command::Match(MatchCommand::Lengthen(folder.clone(), 3)));
    desk.wait("the refusal", |s| says(s, "All games of this match were played."));
    desk.send(Command::Match(MatchCommand::Lengthen(folder.clone(), 6)));
    let over = desk.wait("the rest", |s| is_over(s) && finished(s) == 6);
    assert_eq!(found(&over).outcome, Some(MatchOutcome::Played));
    assert_eq!(openings(&rows(&folder)), openings(&whole));
    let text = fs::read_to_string(folder.join("match.toml")).unwrap();
    assert!(text.contains("games = 6"), "{text}");
}

#[test]
fn late_games_of_a_knockout_stay_as_they_are() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("format = \"knockout\"", &[1, 2]), place);
    let over = desk.wait("its end", is_over);
    let why = found(&over).keeps_late.clone().unwrap();
    assert!(why.starts_with("A knockout pairs its rounds by results"), "{why}");
    let before = fs::read(folder.join("games.jsonl")).unwrap();
    desk.send(Command::Match(MatchCommand::ReplayLate(folder.clone())));
    desk.wait("the refusal", |s| says(s, "a knockout pairs its rounds by results"));
    assert_eq!(fs::read(folder.join("games.jsonl")).unwrap(), before);
}

/// The row of a game that the machine has cost, as the list shows it after a restart.
#[test]
fn a_game_in_which_the_machine_slept_is_listed_without_a_charge() {
    let mut desk = Desk::new();
    start_match(&desk, 4);
    let over = desk.wait("its end", |s| is_over(s) && finished(s) == 4);
    let folder = found(&over).folder.clone().unwrap();
    let results = folder.join("results.jsonl");
    let mut rows: Vec<Value> = read_results(&results).unwrap();
    for row in &mut rows {
        if row["number"] == 2 {
            row["result"] = json!("*");
            row["cause"] = json!("lost on time");
            row["lateness"] = json!({ "host_ms": 0.0, "machine_ms": 0.0, "used_ms": 9000.0,
                "halted_ms": 8000.0, "late": true });
        }
    }
    write(&results, &rows);
    let tabs = desk.dir.path().join("tabs.json");
    wait_until("the match in the list of tabs", || {
        fs::read_to_string(&tabs).is_ok_and(|text| text.contains("\"runs\":false"))
    });
    let mut again = Desk::in_dir(super::tabs_restored::files_at_a_power_cut(&desk), None);
    let back = again.wait("the match", |s| s.matching.is_some());
    let row = found(&back).games.iter().find(|game| game.number == 2).unwrap();
    assert_eq!((&row.state, row.failed), (&MatchGameState::Again, None));
    assert_eq!(row.reason, "the machine slept or the program was halted");
    assert_eq!((finished(&back), found(&back).late), (3, 0));
    assert_uncharged(found(&back));
}

/// The numbers of the games in the order of their rows.
fn numbers(folder: &Path) -> Vec<u32> {
    let rows: Vec<Value> = read_results(&folder.join("games.jsonl")).unwrap_or_default();
    let number = |row: &Value| u32::try_from(row["number"].as_u64().unwrap()).unwrap();
    let mut numbers: Vec<u32> = rows.iter().map(number).collect();
    // Games that run at once end in any order.
    if numbers.len() > 8 {
        numbers.sort_unstable();
    }
    numbers
}

/// Rewrites rows as if these games had been lost on a machine that was late.
fn make_late(path: &Path, late: &[u64]) {
    let mut rows: Vec<Value> = read_results(path).unwrap();
    for row in &mut rows {
        if late.contains(&row["number"].as_u64().unwrap()) {
            row["result"] = json!("0-1");
            row["winner"] = row["second"].clone();
            row["cause"] = json!("lost on time");
            row["lateness"] =
                json!({ "host_ms": 500.0, "machine_ms": 0.0, "used_ms": 600.0, "late": true });
        }
    }
    write(path, &rows);
}

fn write_rows(folder: &Path, rows: &[Value]) {
    write(&folder.join("games.jsonl"), rows);
}

fn write(path: &Path, rows: &[Value]) {
    let lines: Vec<String> = rows.iter().map(|row| format!("{row}\n")).collect();
    fs::write(path, lines.concat()).unwrap();
}
