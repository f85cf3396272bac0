//! Tabs: several desks side by side, each with its own board, seats and engines.
//!
//! How they come back after a restart is tested beside this file.

use std::fs;

use quintet::app::{
    AnalysisCommand, Command, FileCommand, GameCommand, MatchCommand, Mode, SettingsCommand,
    Snapshot, TabCommand, TabView, TimeControl,
};

use super::desk::{DEPTH_1, Desk, builtin, human, n_moves, says};

pub(crate) fn tab(desk: &Desk, command: TabCommand) {
    desk.send(Command::Tab(command));
}

pub(crate) fn shown(s: &Snapshot) -> &TabView {
    s.tabs.iter().find(|tab| tab.shown).unwrap()
}

pub(crate) fn place(s: &Snapshot) -> usize {
    s.tabs.iter().position(|tab| tab.shown).unwrap()
}

/// A game of two people on the tab that is shown, with these moves.
pub(crate) fn play(desk: &mut Desk, moves: &[&str]) {
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && n_moves(s) == 0 && s.game.seats[1].human);
    for (idx, mv) in moves.iter().enumerate() {
        desk.game(GameCommand::Type((*mv).to_owned()));
        desk.wait("the move", |s| n_moves(s) == idx + 1);
    }
}

pub(crate) fn open_tab(desk: &mut Desk) {
    let n = desk.app.snapshot().tabs.len();
    tab(desk, TabCommand::New);
    desk.wait("the new tab", |s| s.tabs.len() == n + 1 && n_moves(s) == 0);
}

/// Another tab beside so many.
fn open_tab_beside(desk: &mut Desk, n: usize) {
    tab(desk, TabCommand::New);
    desk.wait("one more", |s| s.tabs.len() == n + 1 && s.game.playing);
}

#[test]
fn each_tab_has_its_own_game_and_goes_on_where_it_was() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5", "d6"]);
    open_tab(&mut desk);
    let new = desk.wait("a game of the same kind", |s| s.game.info.name == "othello");
    assert_eq!((new.tabs.len(), place(&new)), (2, 1));
    play(&mut desk, &["d3"]);
    tab(&desk, TabCommand::Previous);
    let first = desk.wait("the first", |s| n_moves(s) == 2);
    assert!(first.game.playing && first.game.can_move);
    desk.game(GameCommand::Type("c3".to_owned()));
    desk.wait("a move there", |s| n_moves(s) == 3);
    tab(&desk, TabCommand::Next);
    desk.wait("the second, untouched", |s| n_moves(s) == 1 && place(s) == 1);
    // What one takes back in one of them is nothing to the other.
    desk.game(GameCommand::TakeBack);
    desk.wait("no move", |s| n_moves(s) == 0);
    tab(&desk, TabCommand::Next);
    desk.wait("round to the first", |s| n_moves(s) == 3 && place(s) == 0);
}

#[test]
fn a_game_with_an_engine_goes_on_in_a_tab_that_is_not_shown() {
    let mut desk = Desk::new();
    let first = shown(&desk.app.snapshot()).id;
    open_tab(&mut desk);
    desk.play([builtin("1"), builtin("1")], TimeControl::Unlimited, "");
    desk.wait("some moves", |s| n_moves(s) > 3);
    tab(&desk, TabCommand::Show(first));
    let away = desk.wait("the other tab", |s| place(s) == 0);
    assert!(away.sessions.is_empty(), "{:?}", away.sessions);
    assert!(away.tabs[1].live && !away.tabs[1].own_turn);
    desk.wait("the end of the game behind", |s| !s.tabs[1].live);
    tab(&desk, TabCommand::Next);
    desk.wait("its result", |s| place(s) == 1 && !s.game.result.is_empty());
}

#[test]
fn a_tab_says_that_it_is_the_users_turn() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    open_tab(&mut desk);
    let seen = desk.wait("two tabs", |s| s.tabs.len() == 2);
    assert!(seen.tabs[0].own_turn && seen.tabs[0].live, "{:?}", seen.tabs);
}

#[test]
fn a_closed_tab_comes_back_in_its_place_and_the_last_one_stays() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5", "d6"]);
    open_tab(&mut desk);
    play(&mut desk, &["d3"]);
    let first = desk.app.snapshot().tabs[0].id;
    tab(&desk, TabCommand::Close(first));
    let left = desk.wait("one tab", |s| s.tabs.len() == 1);
    assert_eq!(n_moves(&left), 1);
    assert!(left.can_reopen_tab);
    tab(&desk, TabCommand::Close(left.tabs[0].id));
    desk.wait("the refusal", |s| says(s, "The last tab stays open."));
    tab(&desk, TabCommand::Reopen);
    let back = desk.wait("both again", |s| s.tabs.len() == 2 && n_moves(s) == 2);
    assert_eq!((place(&back), back.can_reopen_tab), (0, false));
    assert!(back.game.paused, "its clocks stood while it was closed");
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::Type("c3".to_owned()));
    desk.wait("it goes on", |s| n_moves(s) == 3);
}

#[test]
fn tabs_are_named_and_put_in_order() {
    let mut desk = Desk::new();
    open_tab(&mut desk);
    open_tab(&mut desk);
    let ids: Vec<u64> = desk.app.snapshot().tabs.iter().map(|tab| tab.id).collect();
    tab(&desk, TabCommand::Rename(ids[0], "  Final  ".to_owned()));
    let named = desk.wait("the name", |s| s.tabs.iter().any(|tab| tab.title == "Final"));
    assert!(named.tabs[0].named && !named.tabs[1].named);
    tab(&desk, TabCommand::Move(ids[0], 2));
    let moved = desk.wait("the order", |s| s.tabs[2].title == "Final");
    assert_eq!(shown(&moved).id, shown(&named).id, "the same one is shown");
    tab(&desk, TabCommand::Rename(ids[0], String::new()));
    desk.wait("its players' names", |s| s.tabs.iter().all(|tab| tab.title != "Final"));
}

#[test]
fn cards_of_a_tab_that_is_not_shown_rest_unless_it_is_pinned() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    let searches = |s: &Snapshot| {
        let entry = s.engines.iter().find(|entry| entry.name == "Quintet Othello").unwrap();
        entry.chip.text == "thinking"
    };
    desk.wait("an analysis", |s| s.mode == Mode::Analyse && searches(s));
    let first = shown(&desk.app.snapshot()).id;
    open_tab(&mut desk);
    desk.wait("it rests", |s| !searches(s));
    tab(&desk, TabCommand::Pin(first, true));
    desk.wait("it goes on", |s| place(s) == 1 && s.tabs[0].pinned && searches(s));
    tab(&desk, TabCommand::Pin(first, false));
    desk.wait("it rests again", |s| !searches(s));
    tab(&desk, TabCommand::Show(first));
    desk.wait("it goes on where it is shown", |s| searches(s) && !s.analysis.cards.is_empty());
}

#[test]
fn games_of_a_file_open_in_tabs_and_behind() {
    let games = "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n1. 32-28 *\n\n\
                 [White \"C\"]\n[Black \"D\"]\n[GameType \"20\"]\n1. 33-29 *\n";
    let mut desk = Desk::with_file(Some(("two.pdn", games)));
    desk.wait("the list", |s| s.file_games.len() == 2);
    desk.send(Command::File(FileCommand::ChooseBehind(1)));
    let behind = desk.wait("a tab behind", |s| s.tabs.len() == 2);
    assert_eq!((place(&behind), behind.game.seats[0].name.as_str()), (0, "A"));
    let titles = behind.tabs.iter().map(|tab| tab.title.as_str());
    assert!(titles.eq(["Draughts: A \u{2013} B", "Draughts 2: C \u{2013} D"]), "{:?}", behind.tabs);
    desk.send(Command::File(FileCommand::Choose(1)));
    let opened = desk.wait("its tab", |s| place(s) == 1);
    assert_eq!(opened.tabs.len(), 2, "it is open already");
    assert_eq!(opened.game.seats[0].name, "C");
    open_tab_beside(&mut desk, 2);
    assert_eq!(desk.app.snapshot().file_games.len(), 2, "the list of the file stays");
}

#[test]
fn too_many_tabs_are_refused_in_words() {
    let mut desk = Desk::new();
    for _ in 1..30 {
        open_tab(&mut desk);
    }
    tab(&desk, TabCommand::New);
    desk.wait("the refusal", |s| says(s, "30 tabs are open; close one before you open another."));
}

#[test]
fn a_tab_with_a_window_of_its_own_is_played_there() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    open_tab(&mut desk);
    play(&mut desk, &["d3"]);
    let [first, second] = [0, 1].map(|place| desk.app.snapshot().tabs[place].id);
    tab(&desk, TabCommand::Float(second, true));
    let apart = desk.wait("two windows", |s| s.windows.len() == 1 && n_moves(s) == 1);
    assert_eq!((apart.tabs.len(), shown(&apart).id), (1, first));
    let window = &apart.windows[0];
    assert_eq!((window.window, window.tabs.len(), n_moves(window)), (second, 1, 1));
    let there = Command::Game(GameCommand::Type("c5".to_owned()));
    desk.send(Command::At(second, Box::new(there)));
    desk.wait("a move there", |s| n_moves(&s.windows[0]) == 2 && n_moves(s) == 1);
    desk.game(GameCommand::Type("d6".to_owned()));
    desk.wait("a move here", |s| n_moves(&s.windows[0]) == 2 && n_moves(s) == 2);
    tab(&desk, TabCommand::Float(first, true));
    desk.wait("the refusal", |s| says(s, "The last tab of the window stays in it."));
    tab(&desk, TabCommand::Float(second, false));
    let back = desk.wait("one window", |s| s.windows.is_empty() && s.tabs.len() == 2);
    assert_eq!(shown(&back).id, second);
}

#[test]
fn a_game_waits_while_its_tab_is_not_shown_where_the_user_has_set_that() {
    let mut desk = Desk::new();
    let first = shown(&desk.app.snapshot()).id;
    play(&mut desk, &["f5"]);
    open_tab(&mut desk);
    desk.wait("it goes on by default", |s| s.tabs[0].live);
    desk.send(Command::Settings(SettingsCommand::PauseHidden(true)));
    desk.wait("it waits", |s| !s.tabs[0].live && place(s) == 1);
    tab(&desk, TabCommand::Show(first));
    let back = desk.wait("it goes on", |s| place(s) == 0 && s.tabs[0].live);
    assert!(!back.game.paused && back.game.can_move && !back.tabs[1].live);
    // A game that the user has paused stays paused.
    desk.game(GameCommand::Pause);
    desk.wait("a pause", |s| s.game.paused);
    tab(&desk, TabCommand::Next);
    desk.wait("the other", |s| place(s) == 1 && s.tabs[1].live);
    tab(&desk, TabCommand::Show(first));
    desk.wait("still paused", |s| place(s) == 0 && !s.tabs[1].live);
    assert!(desk.app.snapshot().game.paused);
}

#[test]
fn engines_above_the_limit_wait_until_it_is_raised() {
    let mut desk = Desk::new();
    desk.send(Command::Settings(SettingsCommand::MostAnalysing(1)));
    play(&mut desk, &["f5"]);
    for _ in 0..2 {
        desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    }
    let chips = |s: &Snapshot| {
        s.analysis.cards.iter().map(|card| card.chip.text.clone()).collect::<Vec<_>>()
    };
    let n_waiting = move |s: &Snapshot| {
        chips(s).iter().filter(|text| *text == "waits: 1 analyses already").count()
    };
    desk.wait("one waits", move |s| s.analysis.cards.len() == 2 && n_waiting(s) == 1);
    desk.send(Command::Settings(SettingsCommand::MostAnalysing(2)));
    desk.wait("none waits", move |s| {
        n_waiting(s) == 0 && chips(s).iter().all(|text| text.starts_with("thinking"))
    });
}

pub(crate) fn start_match(desk: &Desk, games: u32) {
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        ponder: false,
        engines: [builtin("2"), builtin("1")],
        games,
        time: DEPTH_1,
        concurrency: 1,
        seed: 7,
    }));
}

#[test]
fn a_match_has_a_tab_of_its_own_and_any_other_tab_leads_there() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    let game = shown(&desk.app.snapshot()).id;
    desk.game(GameCommand::SetMode(Mode::Match));
    desk.wait("the form", |s| s.mode == Mode::Match && s.matching.is_none());
    start_match(&desk, 2);
    let begun = desk.wait("its tab", |s| s.tabs.len() == 2 && s.mode == Mode::Match);
    let home = shown(&begun);
    assert!(home.id != game && home.title.starts_with("Match: "), "{:?}", begun.tabs);
    assert!(begun.tabs[0].paused && !begun.tabs[1].paused, "the game pauses, which its tab shows");
    desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
    tab(&desk, TabCommand::Show(game));
    desk.wait("the game, as it was", |s| s.mode == Mode::Play && n_moves(s) == 1);
    desk.game(GameCommand::SetMode(Mode::Match));
    let there = desk.wait("the match", |s| s.mode == Mode::Match && place(s) == 1);
    // A game of the match opens beside it.
    let number = there.matching.as_ref().unwrap().games[0].number;
    desk.send(Command::Match(MatchCommand::Open(number)));
    let opened =
        desk.wait("its game", |s| s.tabs.len() == 3 && s.mode == Mode::Analyse && place(s) == 2);
    assert!(shown(&opened).title.starts_with(&format!("Game {number}: ")), "{:?}", opened.tabs);
    tab(&desk, TabCommand::Previous);
    desk.wait("the match, still", |s| s.mode == Mode::Match && place(s) == 1);
    // The same game again is the same tab; another game has one of its own.
    desk.send(Command::Match(MatchCommand::Open(number)));
    desk.wait("the same tab", |s| s.tabs.len() == 3 && place(s) == 2);
    desk.send(Command::Match(MatchCommand::Open(3 - number)));
    desk.wait("another", |s| s.tabs.len() == 4 && place(s) == 3);
}

#[test]
fn a_running_game_of_a_match_is_followed_in_a_tab_and_keeps_what_is_tried_beside_it() {
    let mut desk = Desk::new();
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        ponder: false,
        engines: [builtin("10"), builtin("10")],
        games: 1,
        time: TimeControl::PerMove { time: std::time::Duration::from_millis(150) },
        concurrency: 1,
        seed: 7,
    }));
    let begun = desk.wait("its game", |s| s.matching.as_ref().is_some_and(|m| m.running == 1));
    let home = shown(&begun).id;
    desk.send(Command::Match(MatchCommand::Open(1)));
    desk.wait("the tab", |s| s.tabs.len() == 2 && s.mode == Mode::Analyse && place(s) == 1);
    let tab_of_game = shown(&desk.app.snapshot()).id;
    let own = move |s: &Snapshot| shown(s).id == tab_of_game;
    let later = desk.wait("what both expect", move |s| own(s) && s.analysis.said.len() == 2);
    assert!(shown(&later).live);
    assert!(later.game.seats.iter().all(|seat| seat.is_engine), "its players are engines");
    let said = &later.analysis.said[0];
    assert!(!said.line.moves.is_empty() && said.line.note.contains("depth"), "{said:?}");
    assert_eq!(later.game.listed, later.game.current, "the end is on the board");
    // What is tried in it stays beside the game, which goes on.
    desk.game(GameCommand::First);
    let back = desk.wait("its start", move |s| own(s) && s.game.current == 0);
    let n = n_moves(&back);
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.wait("two moves more", move |s| n_moves(s) >= n + 2 && s.game.current != 0);
    tab(&desk, TabCommand::Show(home));
    desk.send(Command::Match(MatchCommand::StopNow));
    desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
    tab(&desk, TabCommand::Show(tab_of_game));
    let over = desk.wait("the game as far as it was played", move |s| own(s) && !shown(s).live);
    assert!(n_moves(&over) >= n + 2);
    assert!(!over.problems.iter().any(|problem| problem.text.contains("saved")));
}

#[test]
fn a_match_goes_on_where_its_tab_is_closed() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    start_match(&desk, 2_000);
    let begun = desk.wait("its tab", |s| s.tabs.len() == 2 && s.mode == Mode::Match);
    assert!(shown(&begun).live);
    tab(&desk, TabCommand::Close(shown(&begun).id));
    let text = "The match goes on. Mode Match shows it.";
    desk.wait("the words", |s| s.tabs.len() == 1 && says(s, text));
    desk.game(GameCommand::SetMode(Mode::Match));
    let seen = desk.wait("the match", |s| s.mode == Mode::Match && s.tabs.len() == 1);
    assert!(seen.matching.as_ref().is_some_and(|m| !m.over));
    desk.send(Command::Match(MatchCommand::StopNow));
    desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
}

#[test]
fn a_file_opens_in_a_tab_of_its_own_where_a_game_stands_on_the_board() {
    let mut desk = Desk::new();
    let path = desk.dir.path().join("one.pdn");
    fs::write(&path, "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n1. 32-28 *\n").unwrap();
    desk.send(Command::File(FileCommand::Open(path.clone())));
    let opened = desk.wait("on the empty board", |s| s.game.seats[0].name == "A");
    assert_eq!(opened.tabs.len(), 1);
    let other = desk.dir.path().join("two.pdn");
    fs::copy(&path, &other).unwrap();
    desk.send(Command::File(FileCommand::Open(other)));
    desk.wait("beside it", |s| s.tabs.len() == 2 && place(s) == 1 && s.game.seats[0].name == "A");
}

#[test]
fn a_file_that_is_open_comes_into_view_and_what_was_changed_there_stays() {
    let mut desk = Desk::new();
    let path = desk.dir.path().join("one.pdn");
    fs::write(&path, "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n1. 32-28 *\n").unwrap();
    let open = || Command::File(FileCommand::Open(path.clone()));
    desk.send(open());
    let opened = desk.wait("the game", |s| s.game.seats[0].name == "A");
    desk.game(GameCommand::Comment(opened.game.current, "mine".to_owned()));
    open_tab(&mut desk);
    desk.send(open());
    let text = "one.pdn is open in this tab, with changes that are not saved yet.";
    let shown = desk.wait("its tab", |s| place(s) == 0 && says(s, text));
    assert_eq!((shown.tabs.len(), shown.game.comment.as_str()), (2, "mine"));
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("saved", |s| says(s, "Saved as"));
    // Another program has changed it since.
    fs::write(&path, "[White \"C\"]\n[Black \"B\"]\n[GameType \"20\"]\n1. 32-28 *\n").unwrap();
    tab(&desk, TabCommand::Next);
    desk.wait("the other", |s| place(s) == 1);
    desk.send(open());
    desk.wait("read again", |s| place(s) == 0 && s.tabs.len() == 2 && s.game.seats[0].name == "C");
}

#[test]
fn a_tab_that_comes_back_leaves_the_match_to_the_tab_that_has_it_now() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    start_match(&desk, 2_000);
    let begun = desk.wait("its tab", |s| s.tabs.len() == 2 && s.mode == Mode::Match);
    assert!(says(&begun, "1 game in other tabs pauses"), "{:?}", begun.notices);
    tab(&desk, TabCommand::Close(shown(&begun).id));
    desk.wait("the game", |s| s.tabs.len() == 1);
    desk.game(GameCommand::SetMode(Mode::Match));
    desk.wait("the match", |s| s.mode == Mode::Match);
    tab(&desk, TabCommand::Reopen);
    let back = desk.wait("the tab", |s| s.tabs.len() == 2);
    assert_ne!(back.mode, Mode::Match);
    let of_match = back.tabs.iter().filter(|tab| tab.title.starts_with("Match: ")).count();
    assert_eq!(of_match, 1, "{:?}", back.tabs);
    desk.send(Command::Match(MatchCommand::StopNow));
    desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
}

#[test]
fn a_tab_keeps_its_number_when_another_is_closed_and_a_new_one_takes_the_free_number() {
    let mut desk = Desk::new();
    open_tab(&mut desk);
    open_tab(&mut desk);
    let heads = |s: &Snapshot| -> Vec<String> {
        let head = |tab: &TabView| tab.title.split(':').next().unwrap_or_default().to_owned();
        s.tabs.iter().map(head).collect()
    };
    let three = desk.wait("three tabs", |s| heads(s) == ["Othello", "Othello 2", "Othello 3"]);
    tab(&desk, TabCommand::Close(three.tabs[0].id));
    desk.wait("two tabs", |s| heads(s) == ["Othello 2", "Othello 3"]);
    tab(&desk, TabCommand::New);
    desk.wait("a new tab", |s| heads(s) == ["Othello 2", "Othello 3", "Othello"]);
    tab(&desk, TabCommand::Move(three.tabs[2].id, 0));
    desk.wait("another order", |s| heads(s) == ["Othello 3", "Othello 2", "Othello"]);
}
