//! Matches and tournaments after a restart: their table and games are there again, and they go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use quintet::app::{
    Command, GameCommand, MatchCommand, MatchGameRow, MatchGameState, MatchOutcome, MatchView,
    Mode, TabCommand, TournamentPlace,
};
use quintet::play::ResultRow;
use quintet::store::read_results;

use super::desk::{Desk, n_moves, says, wait_until};
use super::tabs::{open_tab, place, play, shown, start_match, tab};
use super::tabs_restored::{after_a_power_cut, files_at_a_power_cut};
use super::tournaments::{file, start};

/// The match when so many of its games are over, stopped; the files of the program when it still ran.
fn interrupted(desk: &mut Desk, finished: u32) -> (tempfile::TempDir, MatchView) {
    desk.wait("games", |s| s.matching.as_ref().is_some_and(|m| m.finished >= finished));
    let path = desk.dir.path().join("tabs.json");
    let is_kept = || fs::read_to_string(&path).is_ok_and(|text| text.contains("\"runs\":true"));
    wait_until("the match in the list of tabs", is_kept);
    let files = files_at_a_power_cut(desk);
    // From now on no one else writes into its folder.
    desk.send(Command::Match(MatchCommand::StopNow));
    let over = desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
    let found = (**over.matching.as_ref().unwrap()).clone();
    assert!(found.finished < found.total, "it was not stopped in time");
    (files, found)
}

/// The games that count, by number; each is there once.
fn kept(folder: &std::path::Path, name: &str) -> BTreeMap<u32, ResultRow> {
    let rows: Vec<ResultRow> = read_results(&folder.join(name)).unwrap();
    let mut kept = BTreeMap::new();
    for row in rows.into_iter().filter(|row| row.result != "*") {
        assert_eq!(kept.insert(row.number, row), None, "a game was played twice");
    }
    kept
}

/// The games that are over, as the list has them.
fn games_of(found: &MatchView) -> Vec<MatchGameRow> {
    let is_over = |game: &&MatchGameRow| matches!(game.state, MatchGameState::Over(_));
    found.games.iter().filter(is_over).cloned().collect()
}

fn folder_of(found: &MatchView) -> PathBuf {
    found.folder.clone().expect("its games are kept")
}

#[test]
fn an_interrupted_match_comes_back_with_its_games_and_goes_on_as_if_nothing_had_happened() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    start_match(&desk, 1000);
    let (files, before) = interrupted(&mut desk, 4);
    let folder = folder_of(&before);
    // Few games are left, so that the test ends.
    let terms = folder.join("match.toml");
    let text = fs::read_to_string(&terms).unwrap();
    let total = before.finished + 3;
    let shorter = text.replace("games = 1000\n", &format!("games = {total}\n"));
    assert_ne!(text, shorter, "{text}");
    fs::write(&terms, shorter).unwrap();

    let mut again = Desk::in_dir(files, None);
    let back = again.wait("the match", |s| s.mode == Mode::Match && s.matching.is_some());
    let found = back.matching.as_ref().unwrap();
    assert_eq!((found.finished, found.total, found.over), (before.finished, total, true));
    assert_eq!(found.outcome, Some(MatchOutcome::Stopped));
    assert_eq!(found.standing, before.standing);
    assert_eq!((&found.title, &found.reasons), (&before.title, &before.reasons));
    assert_eq!(games_of(found), games_of(&before), "the list has the same games");
    assert!(found.board.is_some(), "the last game is on the board");
    assert!(says(&back, "was interrupted when the program ended, after "), "{:?}", back.notices);
    assert!((place(&back), back.tabs.len()) == (1, 2) && shown(&back).title.starts_with("Match: "));
    // A game of it can be opened.
    again.send(Command::Match(MatchCommand::Open(2)));
    let opened = again.wait("the game", |s| s.mode == Mode::Analyse && n_moves(s) > 8);
    assert_eq!(opened.tabs.len(), 3);
    tab(&again, TabCommand::Show(shown(&back).id));
    again.wait("the match", |s| s.mode == Mode::Match);

    again.send(Command::Match(MatchCommand::Resume(folder.clone())));
    let is_over = |m: &MatchView| m.over && m.finished == total;
    let over = again.wait("the rest", |s| s.matching.as_ref().is_some_and(|m| is_over(m)));
    let found = over.matching.as_ref().unwrap();
    assert_eq!(found.outcome, Some(MatchOutcome::Played));
    let [one, other] = &found.standing;
    assert_eq!((one.wins, one.draws, one.losses), (other.losses, other.draws, other.wins));
    assert_eq!(one.wins + one.draws + one.losses, total);
    assert_eq!(over.tabs.len(), 3, "it goes on in its tab");
    let rows = kept(&folder, "results.jsonl");
    assert!(rows.keys().copied().eq(1..=total), "{:?}", rows.keys());
    for (number, row) in &rows {
        let other = &rows[&((number - 1) / 2 * 2 + 1)];
        assert_eq!(row.opening, other.opening, "both games of a pair have one opening");
    }
    // One more start: it is over, which needs no words.
    let mut third = after_a_power_cut(&again);
    let back = third.wait("the match", |s| s.matching.as_ref().is_some_and(|m| is_over(m)));
    assert!(!says(&back, "interrupted"), "{:?}", back.notices);
    assert_eq!(back.matching.as_ref().unwrap().outcome, Some(MatchOutcome::Played));
    third.send(Command::Match(MatchCommand::Resume(folder)));
    third.wait("the refusal", |s| says(s, "All games of this match were played."));
}

#[test]
fn an_interrupted_tournament_comes_back_with_its_table_and_goes_on() {
    let mut desk = Desk::new();
    let text = file("pairs = 100", &[1, 2, 3]);
    start(&desk, text, TournamentPlace::Matches);
    desk.send(Command::Match(MatchCommand::PlayAtOnce(3)));
    let tabs = desk.dir.path().join("tabs.json");
    let is_kept = || fs::read_to_string(&tabs).is_ok_and(|text| text.contains("\"at_once\":3"));
    wait_until("the games at once in the list of tabs", is_kept);
    let (files, before) = interrupted(&mut desk, 5);
    let mut again = Desk::in_dir(files, None);
    let back = again.wait("the tournament", |s| s.mode == Mode::Match && s.matching.is_some());
    let found = back.matching.as_ref().unwrap();
    assert_eq!((found.finished, found.total), (before.finished, 600));
    let lines = |found: &MatchView| found.tournament.as_ref().unwrap().lines.clone();
    assert_eq!(lines(found), lines(&before));
    assert_eq!((found.at_once, found.elapsed > Duration::ZERO), (3, true));
    let taken = found.elapsed;
    assert_eq!(games_of(found), games_of(&before));
    assert_eq!((&found.below, &found.reasons), (&before.below, &before.reasons));
    let folder = folder_of(found);
    again.send(Command::Match(MatchCommand::Resume(folder.clone())));
    let more = before.finished + 2;
    again.wait("more games", |s| s.matching.as_ref().is_some_and(|m| m.finished >= more));
    again.send(Command::Match(MatchCommand::StopNow));
    let stopped = again.wait("the stop", |s| s.matching.as_ref().is_some_and(|m| m.over));
    let found = stopped.matching.as_ref().unwrap();
    assert_eq!((found.at_once, found.elapsed > taken), (3, true), "it goes on as it was");
    assert_eq!(kept(&folder, "games.jsonl").len(), found.finished as usize);
    let numbers: Vec<u32> = found.games.iter().map(|game| game.number).collect();
    assert!(numbers.contains(&1), "earlier games stay in the list: {numbers:?}");
}

#[test]
fn a_match_that_cannot_be_shown_again_is_named_with_the_place_of_its_games() {
    let mut desk = Desk::new();
    start_match(&desk, 1000);
    let (files, before) = interrupted(&mut desk, 1);
    let folder = folder_of(&before);
    fs::write(folder.join("match.toml"), "version = 7\n").unwrap();
    let mut again = Desk::in_dir(files, None);
    let told = again.wait("the reason", |s| says(s, "cannot be shown: "));
    assert!(says(&told, "has version 7 of its form"), "{:?}", told.notices);
    assert!(says(&told, &folder.display().to_string()), "{:?}", told.notices);
    again.send(Command::Match(MatchCommand::Resume(folder)));
    again.wait("the refusal", |s| says(s, "cannot go on: "));
}

#[test]
fn a_tournament_whose_file_was_changed_names_the_key_and_keeps_its_games() {
    let mut desk = Desk::new();
    start(&desk, file("pairs = 100", &[1, 2, 3]), TournamentPlace::Matches);
    let (files, before) = interrupted(&mut desk, 5);
    let folder = folder_of(&before);
    let path = folder.join("tournament.toml");
    let text = fs::read_to_string(&path).unwrap();
    let games = fs::read(folder.join("games.jsonl")).unwrap();
    let changes = [
        ("pairs = 100", "pairs = 1", "pairs was 100 and is 1"),
        ("pairs = 100", "pairs = 100\nformat = \"gauntlet\"", "format was"),
    ];
    for (from, to, named) in changes {
        fs::write(&path, text.replace(from, to)).unwrap();
        let mut again = Desk::in_dir(tempfile::tempdir().unwrap(), None);
        again.send(Command::Match(MatchCommand::Resume(folder.clone())));
        let told = again.wait("the refusal", |s| says(s, "cannot go on: "));
        assert!(says(&told, named), "{:?}", told.notices);
        assert!(told.matching.is_none(), "no table without its games");
    }
    let mut again = Desk::in_dir(files, None);
    let told = again.wait("the reason", |s| says(s, "cannot be shown: "));
    assert!(says(&told, "format was"), "{:?}", told.notices);
    assert!(says(&told, &folder.display().to_string()), "{:?}", told.notices);
    assert_eq!(fs::read(folder.join("games.jsonl")).unwrap(), games);
}

#[test]
fn a_match_goes_with_its_tab_once_it_is_over() {
    let mut desk = Desk::new();
    start_match(&desk, 2);
    let over = desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
    let home = shown(&over).id;
    let path = desk.dir.path().join("tabs.json");
    let has = |text: &'static str| {
        let path = path.clone();
        move || fs::read_to_string(&path).is_ok_and(|found| found.contains(text))
    };
    wait_until("the match that is over in the list", has("\"runs\":false"));
    // Another mode is shown in its tab: the match is there, but not in view.
    desk.game(GameCommand::SetMode(Mode::Play));
    wait_until("what is shown", has("\"is_shown\":false"));
    let mut again = after_a_power_cut(&desk);
    let back = again.wait("the match", |s| s.matching.is_some());
    assert_eq!((back.mode, back.matching.as_ref().unwrap().finished), (Mode::Play, 2));
    open_tab(&mut desk);
    tab(&desk, TabCommand::Close(home));
    wait_until("no list", || !path.exists());
}

#[test]
fn a_folder_whose_games_are_all_played_is_shown_as_after_a_restart() {
    let mut desk = Desk::new();
    let folder = desk.dir.path().join("cup");
    start(&desk, file("", &[1, 2]), TournamentPlace::Beside(folder.with_extension("toml")));
    let is_whole = |m: &MatchView| m.over && m.outcome == Some(MatchOutcome::Played);
    let of_cup = |m: &MatchView| is_whole(m) && m.tournament.is_some();
    let before = desk.wait("the cup", |s| s.matching.as_ref().is_some_and(|found| of_cup(found)));
    let before = before.matching.as_ref().unwrap();
    start_match(&desk, 2);
    let of_match = |m: &MatchView| is_whole(m) && m.tournament.is_none();
    desk.wait("the match", |s| s.matching.as_ref().is_some_and(|found| of_match(found)));
    desk.game(GameCommand::SetMode(Mode::Play));
    desk.wait("another mode", |s| s.mode == Mode::Play);
    desk.send(Command::Match(MatchCommand::Resume(folder.clone())));
    let shown = desk.wait("the cup again", |s| {
        s.mode == Mode::Match && s.matching.as_ref().is_some_and(|found| of_cup(found))
    });
    assert!(says(&shown, "All games of this tournament were played."), "{:?}", shown.notices);
    let found = shown.matching.as_ref().unwrap();
    let lines = |found: &MatchView| found.tournament.as_ref().unwrap().lines.clone();
    assert_eq!((lines(found), games_of(found)), (lines(before), games_of(before)));
    assert_eq!((found.folder.as_ref(), found.finished), (Some(&folder), before.finished));
    // It can be made longer from there.
    desk.send(Command::Match(MatchCommand::ReadTournament(folder)));
    desk.wait("its file", |s| s.tournament_draft.is_some());
}
