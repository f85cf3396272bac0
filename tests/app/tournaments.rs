//! Tournaments in the window: played, kept, stopped, gone on with, made longer, ended by a test.

use std::fs;
use std::path::Path;

use quintet::app::{Command, MatchCommand, MatchOutcome, Snapshot, TournamentPlace};

use crate::desk::{Desk, says};

/// A file of Othello at depth 1 with these players' levels.
pub(crate) fn file(keys: &str, levels: &[u32]) -> String {
    let players = levels.iter().map(|level| {
        format!("[[player]]\nengine = \"builtin:{level}\"\nname = \"Level {level}\"\n")
    });
    let players: String = players.collect();
    format!(
        "name = \"Cup\"\ngame = \"othello\"\ntime = \"depth 1\"\nconcurrency = 2\n{keys}\n{players}"
    )
}

pub(crate) fn start(desk: &Desk, text: String, place: TournamentPlace) {
    desk.send(Command::Match(MatchCommand::StartTournament { text, place }));
}

fn is_over(snapshot: &Snapshot, total: u32) -> bool {
    snapshot.matching.as_ref().is_some_and(|found| found.over && found.total == total)
}

fn n_kept(folder: &Path) -> usize {
    fs::read_to_string(folder.join("games.jsonl")).unwrap_or_default().lines().count()
}

#[test]
fn a_tournament_is_played_beside_its_file_and_can_be_made_longer() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("", &[1, 2, 3]), place);
    let over = desk.wait("the end", |s| is_over(s, 6) && says(s, "The tournament is over. "));
    let found = over.matching.as_ref().unwrap();
    assert_eq!((found.title.as_str(), found.finished), ("Cup", 6));
    let table = found.tournament.as_ref().unwrap();
    assert_eq!(table.lines.iter().map(|line| line.score).sum::<f64>(), 6.0);
    assert!(table.lines.is_sorted_by(|one, other| one.score >= other.score));
    for (place, line) in table.lines.iter().enumerate() {
        assert_eq!(line.wins + line.draws + line.losses, 4, "{line:?}");
        assert_eq!(line.against[place], None);
        let made: f64 = line.against.iter().flatten().map(|(score, _)| score).sum();
        assert_eq!(made, line.score, "{line:?}");
    }
    assert_eq!((n_kept(&folder), found.folder.as_ref()), (6, Some(&folder)));

    desk.send(Command::Match(MatchCommand::ReadTournament(folder.clone())));
    let read = desk.wait("its file", |s| s.tournament_draft.is_some());
    let draft = read.tournament_draft.as_ref().unwrap();
    assert_eq!(draft.place, TournamentPlace::Longer(folder.clone()));
    // A file whose pairings are others is refused, and nothing is lost.
    let place = || TournamentPlace::Longer(folder.clone());
    start(&desk, file("", &[1, 2]), place());
    let refused = desk.wait("the refusal", |s| {
        s.problems.iter().any(|problem| problem.text.contains("no player")) && is_over(s, 6)
    });
    let found = refused.matching.as_ref().unwrap();
    assert_eq!((&found.outcome, found.finished), (&Some(MatchOutcome::Played), 6));
    assert_eq!(n_kept(&folder), 6);
    start(&desk, file("cycles = 2", &[1, 2, 3]), place());
    let longer = desk.wait("the longer end", |s| is_over(s, 12));
    assert_eq!(longer.matching.as_ref().unwrap().finished, 12);
    assert_eq!(n_kept(&folder), 12);
}

#[test]
fn a_stopped_tournament_goes_on_where_it_was_with_more_games_at_once() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("long");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("pairs = 20", &[1, 2, 3]), place);
    let finished = |s: &Snapshot| s.matching.as_ref().map_or(0, |found| found.finished);
    desk.wait("some games", |s| finished(s) >= 3);
    desk.send(Command::Match(MatchCommand::PlayAtOnce(4)));
    desk.wait("more at once", |s| s.matching.as_ref().is_some_and(|m| m.at_once == 4));
    desk.send(Command::Match(MatchCommand::StopNow));
    let stopped = desk.wait("the stop", |s| is_over(s, 120));
    let (before, kept) = (finished(&stopped), n_kept(&folder));
    assert_eq!(before as usize, kept, "every game that counts is kept");
    desk.send(Command::Match(MatchCommand::Report));
    let report = folder.join("report.html");
    desk.wait("the report", |s| says(s, &format!("The report is in {}.", report.display())));
    let text = fs::read_to_string(&report).unwrap();
    assert!(text.contains(&format!("{before} of 120 games were played.")), "{text}");
    desk.send(Command::Match(MatchCommand::Resume(folder.clone())));
    let over = desk.wait("all of them", |s| is_over(s, 120) && finished(s) == 120);
    assert_eq!(n_kept(&folder), 120);
    // Games of before the break count, too.
    let openings = &over.matching.as_ref().unwrap().openings;
    assert_eq!(
        (openings.lines.iter().map(|line| line.games).sum::<u32>(), openings.n_left_out),
        (120, 0)
    );
    let pairs = openings.lines.iter().flat_map(|line| line.pairs).sum::<u32>();
    assert_eq!(pairs, 60, "{openings:?}");
}

#[test]
fn a_changed_time_is_said_when_a_tournament_goes_on() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    let place = TournamentPlace::Beside(folder.with_extension("toml"));
    start(&desk, file("", &[1, 2]), place);
    desk.wait("the end", |s| is_over(s, 2));
    let path = folder.join("tournament.toml");
    let text = fs::read_to_string(&path).unwrap();
    let longer = text.replacen("time = \"depth 1\"", "cycles = 2\ntime = \"depth 2\"", 1);
    assert_ne!(longer, text);
    fs::write(&path, longer).unwrap();
    desk.send(Command::Match(MatchCommand::Resume(folder.clone())));
    desk.wait("the changed time", |s| says(s, "Player Level 1: time is depth 2, and game"));
    desk.wait("all of them", |s| is_over(s, 4));
}

#[test]
fn a_test_ends_a_tournament_of_two_and_its_curve_is_shown() {
    let mut desk = Desk::new();
    let keys = "format = \"match\"\nsprt = \"elo0=0,elo1=400\"";
    start(&desk, file(keys, &[6, 1]), TournamentPlace::Matches);
    let over = desk.wait("the verdict", |s| s.matching.as_ref().is_some_and(|m| m.over));
    let found = over.matching.as_ref().unwrap();
    assert_eq!(found.outcome, Some(MatchOutcome::Played));
    let test = found.tournament.as_ref().unwrap().test.clone().unwrap();
    assert!(test.verdict.is_some(), "{test:?}");
    assert_eq!(test.curve.last(), Some(&(test.pairs, test.llr)));
    assert!(test.llr <= test.bounds[0] || test.llr >= test.bounds[1], "{test:?}");
}

#[test]
fn a_tournament_that_cannot_be_played_says_why() {
    let mut desk = Desk::new();
    let text = file("", &[1, 2]).replace("builtin:2", "/nowhere/engine");
    start(&desk, text, TournamentPlace::Matches);
    desk.wait("the engine", |s| says(s, "Player 2: "));
    start(&desk, file("format = \"league\"", &[1, 2]), TournamentPlace::Matches);
    desk.wait("the format", |s| says(s, "league"));
    let folder = desk.dir.path().to_owned();
    desk.send(Command::Match(MatchCommand::Resume(folder)));
    desk.wait("the folder", |s| says(s, "tournament.toml"));
}
