//! Tabs after a restart: what comes back, and what a power cut between two files leaves.
//!
//! What tabs do while the program runs is tested beside this file.

use std::fs;
use std::path::Path;

use quintet::app::{
    AnalysisCommand, Command, FileCommand, GameCommand, Mode, Snapshot, TabCommand,
};

use super::desk::{Desk, n_moves, says, wait_until};
use super::tabs::{open_tab, place, play, shown, tab};

/// The files of a program that was killed at this moment, started again.
pub(crate) fn after_a_power_cut(desk: &Desk) -> Desk {
    Desk::in_dir(files_at_a_power_cut(desk), None)
}

/// The files of a program that was killed at this moment.
pub(crate) fn files_at_a_power_cut(desk: &Desk) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(desk.dir.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let copied = fs::copy(&path, dir.path().join(path.file_name().unwrap()));
            // A file that is just being written gets its name at the end.
            assert!(copied.is_ok() || !path.exists(), "{copied:?}");
        }
    }
    dir
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

/// The text of a file, once it holds this move.
fn text_with(path: &Path, mv: &str) -> String {
    let quoted = format!("\"{mv}\"");
    let holds = || fs::read_to_string(path).is_ok_and(|text| text.contains(&quoted));
    wait_until(&format!("{mv} in {path:?}"), holds);
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_game_whose_two_files_were_not_both_written_is_one_game_at_its_latest_move() {
    let mut desk = Desk::new();
    open_tab(&mut desk);
    let tab_file = format!("tab-{}.json", shown(&desk.app.snapshot()).id);
    let game_file = "unfinished-game.json";
    let dir = desk.dir.path().to_owned();
    let texts =
        |mv: &str| [tab_file.as_str(), game_file].map(|name| text_with(&dir.join(name), mv));
    play(&mut desk, &["f5", "d6"]);
    let older = texts("d6");
    desk.game(GameCommand::Type("c3".to_owned()));
    let newer = texts("c3");
    for [in_tab, in_game] in [[&older[0], &newer[1]], [&newer[0], &older[1]]] {
        let copy = tempfile::tempdir().unwrap();
        fs::copy(desk.dir.path().join("tabs.json"), copy.path().join("tabs.json")).unwrap();
        fs::write(copy.path().join(&tab_file), in_tab).unwrap();
        fs::write(copy.path().join(game_file), in_game).unwrap();
        let mut again = Desk::in_dir(copy, None);
        let back = again.wait("both tabs", |s| s.tabs.len() == 2 && n_moves(s) == 3);
        assert!(!says(&back, "not finished"), "{:?}", back.notices);
    }
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
    assert!(!says(&desk.app.snapshot(), "has the tabs"));
    let mut other = desk.beside();
    other.wait("it says so", |s| says(s, "Another window of the program has the tabs"));
    other.wait("it has begun", |s| s.version > 0 && s.game.can_move);
    commented_study(&mut other);
    other.wait("its study is kept nowhere", |s| s.unkept == 1);
    other.send(Command::Quit);
    other.wait("it ends", |s| s.closing);
}

#[test]
fn a_move_of_a_study_is_on_the_disk_without_any_other_wish() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5f6e6f4".to_owned())));
    desk.wait("a study", |s| s.mode == Mode::Analyse && n_moves(s) == 4);
    desk.game(GameCommand::First);
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.game(GameCommand::Type("d6".to_owned()));
    // Six discs, and the one that says who is to move.
    let n_discs = |s: &Snapshot| s.game.position_text.matches(['O', '*']).count();
    let tried = desk.wait("the variation", |s| n_discs(s) == 7);
    let last = desk.dir.path().join("last-game.json");
    let holds = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.contains("\"d6\""));
    wait_until("the variation on the disk", || holds(&last));
    let mut desk = after_a_power_cut(&desk);
    let back = desk.wait("the study", |s| s.mode == Mode::Analyse && n_moves(s) == 4);
    assert_eq!(back.game.position_text, tried.game.position_text, "the variation is shown");
    // The same in a tab of several.
    open_tab(&mut desk);
    desk.send(Command::File(FileCommand::Paste("f5f6e6f4".to_owned())));
    let tab = shown(&desk.wait("a study", |s| s.mode == Mode::Analyse && n_moves(s) == 4)).id;
    desk.game(GameCommand::First);
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.game(GameCommand::Type("d6".to_owned()));
    wait_until("the tab", || holds(&desk.dir.path().join(format!("tab-{tab}.json"))));
}

#[test]
fn a_study_that_began_in_a_game_without_a_move_comes_back() {
    let mut desk = Desk::new();
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.game(GameCommand::Type("d6".to_owned()));
    desk.wait("a study", |s| s.mode == Mode::Analyse && n_moves(s) == 2);
    let study = shown(&desk.app.snapshot()).id;
    let last = desk.dir.path().join("last-game.json");
    let _text = text_with(&last, "d6");
    let mut again = after_a_power_cut(&desk);
    again.wait("the study alone", |s| s.mode == Mode::Analyse && n_moves(s) == 2);
    open_tab(&mut desk);
    let _text = text_with(&desk.dir.path().join(format!("tab-{study}.json")), "d6");
    wait_until("the list", || desk.dir.path().join("tabs.json").exists());
    let mut again = after_a_power_cut(&desk);
    let back = again.wait("two tabs", |s| s.tabs.len() == 2);
    let first = back.tabs[0].id;
    tab(&again, TabCommand::Show(first));
    again.wait("the study in its tab", |s| s.mode == Mode::Analyse && n_moves(s) == 2);
}

#[test]
fn a_game_that_was_played_to_its_end_can_be_brought_back_after_its_tab_was_closed() {
    let mut desk = Desk::new();
    open_tab(&mut desk);
    play(&mut desk, &["f5", "d6"]);
    desk.game(GameCommand::Resign);
    desk.wait("the end", |s| !s.game.playing);
    let over = shown(&desk.app.snapshot()).id;
    tab(&desk, TabCommand::Close(over));
    let list = desk.dir.path().join("tabs.json");
    let closed = format!("\"closed\":[{{\"number\":{over}");
    let holds = || fs::read_to_string(&list).is_ok_and(|text| text.contains(&closed));
    wait_until("its place in the list", holds);
    let _text = text_with(&desk.dir.path().join(format!("tab-{over}.json")), "d6");
    let mut desk = after_a_power_cut(&desk);
    desk.wait("one tab", |s| s.tabs.len() == 1 && s.can_reopen_tab);
    tab(&desk, TabCommand::Reopen);
    let back = desk.wait("the game", |s| s.tabs.len() == 2 && n_moves(s) == 2);
    assert!(!back.game.result.is_empty(), "its result is there, too");
}
