//! Tabs: several desks side by side, each with its own board, seats and engines, and how they come
//! back.

use std::fs;

use quintet::app::{
    AnalysisCommand, Command, FileCommand, GameCommand, MatchCommand, Mode, SettingsCommand,
    Snapshot, TabCommand, TabView, TimeControl,
};

use super::desk::{DEPTH_1, Desk, builtin, human, n_moves, says, wait_until};

fn tab(desk: &Desk, command: TabCommand) {
    desk.send(Command::Tab(command));
}

fn shown(s: &Snapshot) -> &TabView {
    s.tabs.iter().find(|tab| tab.shown).unwrap()
}

fn place(s: &Snapshot) -> usize {
    s.tabs.iter().position(|tab| tab.shown).unwrap()
}

/// A game of two people on the tab that is shown, with these moves.
fn play(desk: &mut Desk, moves: &[&str]) {
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && n_moves(s) == 0 && s.game.seats[1].human);
    for (idx, mv) in moves.iter().enumerate() {
        desk.game(GameCommand::Type((*mv).to_owned()));
        desk.wait("the move", |s| n_moves(s) == idx + 1);
    }
}

fn open_tab(desk: &mut Desk) {
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
    let opened = desk.wait("a tab of its own", |s| s.tabs.len() == 3 && place(s) == 1);
    assert_eq!(opened.game.seats[0].name, "C");
    open_tab_beside(&mut desk, 3);
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

/// The files of a program that was killed at this moment, started again.
fn after_a_power_cut(desk: &Desk) -> Desk {
    let dir = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(desk.dir.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, dir.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    Desk::in_dir(dir, None)
}

#[test]
fn all_tabs_come_back_after_a_power_cut() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5", "d6", "c3"]);
    open_tab(&mut desk);
    desk.send(Command::File(FileCommand::Paste("f5f6e6f4".to_owned())));
    desk.wait("a study", |s| s.mode == Mode::Analyse && n_moves(s) == 4);
    desk.game(GameCommand::Comment(2, "well played".to_owned()));
    desk.game(GameCommand::GoTo(2));
    desk.wait("its comment", |s| s.game.comment == "well played");
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("a card", |s| !s.analysis.cards.is_empty());
    open_tab(&mut desk);
    play(&mut desk, &["d3"]);
    let third = shown(&desk.app.snapshot()).id;
    tab(&desk, TabCommand::Rename(third, "Training".to_owned()));
    tab(&desk, TabCommand::Previous);
    desk.wait("the second", |s| place(s) == 1 && s.tabs[2].title == "Training");
    let path = desk.dir.path().join("tabs.json");
    let is_kept = || {
        let text = fs::read_to_string(&path).unwrap_or_default();
        text.contains("Training")
            && text.contains("\"shown\":1")
            && text.contains("Quintet Othello")
    };
    wait_until("the list of tabs", is_kept);
    let kept_with = |tab: u64, words: &str| {
        let path = desk.dir.path().join(format!("tab-{tab}.json"));
        wait_until(words, || fs::read_to_string(&path).is_ok_and(|text| text.contains(words)));
    };
    let ids: Vec<u64> = desk.app.snapshot().tabs.iter().map(|tab| tab.id).collect();
    kept_with(ids[0], "\"c3\"");
    kept_with(ids[1], "well played");
    kept_with(ids[2], "\"d3\"");

    let mut desk = after_a_power_cut(&desk);
    let back = desk.wait("the second tab", |s| s.tabs.len() == 3 && n_moves(s) == 4);
    assert_eq!((place(&back), back.mode), (1, Mode::Analyse));
    assert!(!says(&back, "not finished"), "no game is offered that is there: {:?}", back.notices);
    let card = desk.wait("its card", |s| s.analysis.cards.len() == 1);
    assert!(!card.analysis.cards[0].running, "it is not started");
    desk.game(GameCommand::GoTo(2));
    desk.wait("the comment", |s| s.game.comment == "well played");
    tab(&desk, TabCommand::Next);
    let training = desk.wait("the third", |s| place(s) == 2 && n_moves(s) == 1);
    assert!(training.game.playing && training.game.paused);
    assert_eq!(shown(&training).title, "Training");
    tab(&desk, TabCommand::Next);
    desk.wait("the first", |s| place(s) == 0 && n_moves(s) == 3 && s.game.paused);
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::Type("d3".to_owned()));
    desk.wait("it goes on", |s| n_moves(s) == 4);
}

#[test]
fn tabs_that_were_not_touched_since_come_back_after_a_second_power_cut() {
    let mut desk = Desk::new();
    let lines = ["f5d6c3", "f5f6e6f4", "f5d6c5f4e3"];
    open_tab(&mut desk);
    let gone = shown(&desk.app.snapshot()).id;
    for line in lines {
        open_tab(&mut desk);
        desk.send(Command::File(FileCommand::Paste(line.to_owned())));
        desk.wait("a study", |s| s.mode == Mode::Analyse && n_moves(s) == line.len() / 2);
    }
    // A tab before them was closed: their numbers are not those of their places.
    tab(&desk, TabCommand::Close(gone));
    let four = desk.wait("four tabs", |s| s.tabs.len() == 4);
    let ids: Vec<u64> = four.tabs.iter().map(|tab| tab.id).collect();
    desk.game(GameCommand::GoTo(2));
    desk.game(GameCommand::Turn);
    let path = desk.dir.path().join("tabs.json");
    wait_until("how the last is looked at", || {
        let text = fs::read_to_string(&path).unwrap_or_default();
        text.contains("\"turned\":1") && text.contains("\"ply\":2")
    });
    for (id, line) in ids[1..].iter().zip(lines) {
        let path = desk.dir.path().join(format!("tab-{id}.json"));
        let last = format!("\"{}\"", &line[line.len() - 2..]);
        wait_until("its game", || fs::read_to_string(&path).is_ok_and(|text| text.contains(&last)));
    }
    let first = after_a_power_cut(&desk);
    let mut desk = after_a_power_cut(&first);
    let kept = fs::read_to_string(desk.dir.path().join("tabs.json")).unwrap();
    assert!(kept.contains("\"turned\":1"), "{kept}");
    let back = desk.wait("four tabs", |s| s.tabs.len() == 4 && n_moves(s) == 5);
    assert_eq!(back.tabs.iter().map(|tab| tab.id).collect::<Vec<_>>(), ids);
    assert_eq!((place(&back), back.game.current), (3, 2), "the ply is shown that was");
    for (place, line) in [(1, lines[0]), (2, lines[1])] {
        tab(&desk, TabCommand::Show(ids[place]));
        desk.wait("its game", |s| self::place(s) == place && n_moves(s) == line.len() / 2);
    }
}

#[test]
fn a_match_that_was_interrupted_is_named_with_the_place_of_its_games() {
    let desk = Desk::new();
    start_match(&desk, 1000);
    let path = desk.dir.path().join("tabs.json");
    wait_until("the match in the list", || {
        fs::read_to_string(&path).is_ok_and(|text| text.contains("\"is_tournament\":false"))
    });
    let mut again = after_a_power_cut(&desk);
    again.wait("the notice", |s| says(s, "was interrupted when the program ended"));
    desk.send(Command::Match(MatchCommand::StopNow));
    wait_until("no list", || !path.exists());
}

#[test]
fn with_one_tab_left_there_is_no_list_of_tabs() {
    let mut desk = Desk::new();
    let path = desk.dir.path().join("tabs.json");
    open_tab(&mut desk);
    wait_until("the list", || path.exists());
    let id = shown(&desk.app.snapshot()).id;
    tab(&desk, TabCommand::Close(id));
    wait_until("no list", || !path.exists());
    // The list goes first: it must never name a tab whose file is gone.
    wait_until("no file of a tab", || {
        let files = fs::read_dir(desk.dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
        files.into_iter().all(|name| !name.to_string_lossy().starts_with("tab-"))
    });
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
fn windows_of_tabs_and_a_study_of_a_paused_game_come_back_after_a_power_cut() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5", "d6", "c3"]);
    // A variation of the second move is tried in Analyse, and shown.
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.game(GameCommand::GoTo(1));
    desk.game(GameCommand::Type("f6".to_owned()));
    desk.wait("a variation", |s| s.mode == Mode::Analyse && s.game.current == 4);
    desk.game(GameCommand::Type("e6".to_owned()));
    let study = desk.wait("its second move", |s| s.game.current == 5);
    desk.game(GameCommand::Comment(study.game.current, "a plan".to_owned()));
    desk.wait("its comment", |s| s.game.comment == "a plan");
    open_tab(&mut desk);
    play(&mut desk, &["d3"]);
    let apart = shown(&desk.app.snapshot()).id;
    tab(&desk, TabCommand::Float(apart, true));
    desk.wait("two windows", |s| s.windows.len() == 1);
    let kept = |file: &str, words: &str| {
        let path = desk.dir.path().join(file);
        wait_until(words, || fs::read_to_string(&path).is_ok_and(|text| text.contains(words)));
    };
    kept("tabs.json", "\"floats\":true");
    let first = shown(&desk.app.snapshot()).id;
    kept(&format!("tab-{first}.json"), "a plan");
    kept(&format!("tab-{apart}.json"), "\"d3\"");

    let mut desk = after_a_power_cut(&desk);
    let back = desk.wait("two windows", |s| s.windows.len() == 1 && s.tabs.len() == 1);
    assert_eq!(n_moves(&back.windows[0]), 1);
    assert_eq!((back.mode, back.game.comment.as_str()), (Mode::Analyse, "a plan"));
    assert_eq!((back.game.current, n_moves(&back)), (5, 3));
    desk.game(GameCommand::Resume);
    let game = desk.wait("the game itself", |s| s.mode == Mode::Play && s.game.playing);
    assert_eq!(n_moves(&game), 3);
    desk.game(GameCommand::Type("d3".to_owned()));
    desk.wait("it goes on", |s| n_moves(s) == 4);
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
    let n_waiting =
        move |s: &Snapshot| chips(s).iter().filter(|text| *text == "waits: at most 1").count();
    desk.wait("one waits", move |s| s.analysis.cards.len() == 2 && n_waiting(s) == 1);
    desk.send(Command::Settings(SettingsCommand::MostAnalysing(2)));
    desk.wait("none waits", move |s| {
        n_waiting(s) == 0 && chips(s).iter().all(|text| text.starts_with("thinking"))
    });
}

fn start_match(desk: &Desk, games: u32) {
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
    desk.wait("its end", |s| s.matching.as_ref().is_some_and(|m| m.over));
    tab(&desk, TabCommand::Show(game));
    desk.wait("the game, as it was", |s| s.mode == Mode::Play && n_moves(s) == 1);
    desk.game(GameCommand::SetMode(Mode::Match));
    let there = desk.wait("the match", |s| s.mode == Mode::Match && place(s) == 1);
    // A game of the match opens beside it.
    let number = there.matching.as_ref().unwrap().games[0].number;
    desk.send(Command::Match(MatchCommand::Open(number)));
    desk.wait("its game", |s| s.tabs.len() == 3 && s.mode == Mode::Analyse && place(s) == 2);
    tab(&desk, TabCommand::Previous);
    desk.wait("the match, still", |s| s.mode == Mode::Match && place(s) == 1);
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

/// A study in a tab of its own, with a comment that is saved nowhere; the number of its desk.
fn commented_study(desk: &mut Desk) -> u64 {
    desk.send(Command::File(FileCommand::Paste("f5f6e6f4".to_owned())));
    desk.wait("a study", |s| s.mode == Mode::Analyse && n_moves(s) == 4);
    desk.game(GameCommand::Comment(2, "well played".to_owned()));
    desk.game(GameCommand::GoTo(2));
    let commented = desk.wait("its comment", |s| s.game.comment == "well played");
    shown(&commented).id
}

#[test]
fn a_tab_that_was_closed_with_changes_can_be_brought_back_after_a_restart() {
    let mut desk = Desk::new();
    play(&mut desk, &["f5"]);
    open_tab(&mut desk);
    let study = commented_study(&mut desk);
    tab(&desk, TabCommand::Close(study));
    desk.wait("the game alone", |s| s.tabs.len() == 1);
    let file = desk.dir.path().join(format!("tab-{study}.json"));
    let list = desk.dir.path().join("tabs.json");
    let has = |path: &std::path::Path, words: &str| {
        fs::read_to_string(path).is_ok_and(|text| text.contains(words))
    };
    wait_until("the study", || has(&file, "well played"));
    wait_until("its place in the list", || {
        has(&list, &format!("\"closed\":[{{\"number\":{study}"))
    });
    let mut desk = after_a_power_cut(&desk);
    desk.wait("the game", |s| s.tabs.len() == 1 && s.can_reopen_tab);
    tab(&desk, TabCommand::Reopen);
    desk.wait("the study", |s| s.tabs.len() == 2 && n_moves(s) == 4);
    desk.game(GameCommand::GoTo(2));
    desk.wait("its comment", |s| s.game.comment == "well played");
}

#[test]
fn a_second_program_knows_what_it_cannot_keep() {
    let mut desk = Desk::new();
    desk.wait("it has begun", |s| s.unkept == 0);
    commented_study(&mut desk);
    desk.wait("it is kept", |s| s.unkept == 0 && s.game.comment == "well played");
    let mut other = desk.beside();
    other.wait("it has begun", |s| s.version > 0 && s.game.can_move);
    commented_study(&mut other);
    other.wait("its study is kept nowhere", |s| s.unkept == 1);
    other.send(Command::Quit);
    other.wait("it ends", |s| s.closing);
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
