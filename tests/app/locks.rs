//! A card that is locked to a position while others are looked at.

use quintet::app::{AnalysisCommand, Command, FileCommand, GameCommand, Mode, Snapshot};

use super::desk::{Desk, n_moves, wait_until};
use super::tabs_restored::after_a_power_cut;

/// A desk with a transcript of eight moves, at the third, and a card with lines; its session.
fn desk() -> (Desk, u64) {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3c4f4f6f3".to_owned())));
    desk.wait("the game", |s| n_moves(s) == 8 && s.mode == Mode::Analyse);
    desk.game(GameCommand::GoTo(3));
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    let there = desk.wait("lines", |s| {
        s.game.current == 3 && s.analysis.cards.first().is_some_and(|card| card.lines.len() == 4)
    });
    (desk, there.analysis.cards[0].id)
}

fn lock(desk: &Desk, card: u64, on: bool) {
    desk.send(Command::Analysis(AnalysisCommand::Lock(card, on)));
}

/// The card is locked and its position is not on the board.
fn is_away(snapshot: &Snapshot) -> bool {
    let card = snapshot.analysis.cards.first();
    card.and_then(|card| card.lock.as_ref()).is_some_and(|lock| !lock.is_shown)
}

#[test]
fn a_locked_engine_stays_at_its_position_and_writes_nothing_on_another_board() {
    let (mut desk, card) = desk();
    lock(&desk, card, true);
    let here = desk.wait("the lock", |s| s.analysis.cards[0].lock.is_some());
    let lock_view = here.analysis.cards[0].lock.clone().unwrap();
    assert_eq!((lock_view.title.as_str(), lock_view.node), ("2. c3", 3));
    assert!(lock_view.is_shown && !here.analysis.values.is_empty());
    let position_text = here.game.position_text.clone();
    for node in [4, 5, 6, 7, 8, 2, 1, 0] {
        desk.game(GameCommand::GoTo(node));
        let away = desk.wait("another position", |s| s.game.current == node);
        assert!(is_away(&away) && away.analysis.values.is_empty(), "{node}");
        let shown = &away.analysis.cards[0];
        assert_eq!(shown.lines.len(), 4, "they stay, and the search was not begun again");
        assert_eq!(shown.lock.as_ref().unwrap().position_text, position_text);
    }
    desk.game(GameCommand::GoTo(3));
    desk.wait("its values", |s| s.game.current == 3 && !s.analysis.values.is_empty());
}

#[test]
fn locks_and_threats_are_there_again_after_a_restart() {
    let (mut desk, card) = desk();
    lock(&desk, card, true);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    let two = desk.wait("a second card", |s| s.analysis.cards.len() == 2);
    desk.send(Command::Analysis(AnalysisCommand::Threat(two.analysis.cards[1].id, true)));
    desk.game(GameCommand::GoTo(6));
    desk.wait("the other position", |s| s.game.current == 6 && is_away(s));
    let path = desk.dir.path().join("tabs.json");
    let is_kept = || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        text.contains("\"lock\":[\"f5\",\"d6\",\"c3\"]")
            && text.contains("\"threat\":true")
            && text.contains("\"ply\":6")
    };
    wait_until("the list of tabs", is_kept);
    let tab_file = std::fs::read_dir(desk.dir.path()).unwrap().filter_map(Result::ok);
    let tab_file = tab_file.map(|entry| entry.path()).find(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tab-"))
    });
    assert!(tab_file.is_some(), "the game of the tab is kept with the list");

    let mut desk = after_a_power_cut(&desk);
    let back = desk.wait("both cards", |s| s.analysis.cards.len() == 2 && n_moves(s) == 8);
    assert_eq!(back.game.current, 6);
    let views = &back.analysis.cards;
    let lock_view = views[0].lock.clone().unwrap();
    assert_eq!((lock_view.title.as_str(), lock_view.node), ("2. c3", 3));
    assert!(!lock_view.is_shown && views[0].threat.is_none());
    assert!(views[1].lock.is_none() && views[1].threat.is_some());
    let settings = desk.dir.path().join("settings.toml");
    let settings = std::fs::read_to_string(settings).unwrap_or_default();
    assert!(!settings.contains("lock = "), "a new tab has no lock: {settings}");
}

#[test]
fn an_engine_that_is_let_go_follows_the_board_again() {
    let (mut desk, card) = desk();
    lock(&desk, card, true);
    desk.game(GameCommand::GoTo(6));
    desk.wait("the other position", is_away);
    lock(&desk, card, false);
    desk.wait("values there", |s| {
        s.game.current == 6 && s.analysis.cards[0].lock.is_none() && !s.analysis.values.is_empty()
    });
}

#[test]
fn a_lock_ends_with_the_move_that_it_is_at() {
    let (mut desk, card) = desk();
    lock(&desk, card, true);
    desk.game(GameCommand::GoTo(1));
    desk.wait("the other position", is_away);
    desk.game(GameCommand::Delete(2));
    let gone = desk.wait("no lock", |s| s.analysis.cards[0].lock.is_none());
    assert_eq!(gone.game.current, 1);
    desk.send(Command::File(FileCommand::Paste("f5f6".to_owned())));
    lock(&desk, card, true);
    desk.wait("another game", |s| n_moves(s) == 2 && s.analysis.cards[0].lock.is_some());
    desk.send(Command::File(FileCommand::Paste("f5d6c3".to_owned())));
    desk.wait("no lock in the next one", |s| n_moves(s) == 3 && s.analysis.cards[0].lock.is_none());
}
