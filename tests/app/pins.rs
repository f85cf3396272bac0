//! Lines that are kept while engines go on, and what else cards and board show in analysis.

use quintet::app::{
    Aid, AnalysisCommand, ChipTone, Command, DifferencesView, FileCommand, GameCommand, Mode,
    SettingsCommand, Snapshot, TabCommand,
};

use super::desk::{Desk, n_moves, wait_until};
use super::tabs_restored::after_a_power_cut;

/// A desk with a transcript of eight moves, at the third, and so many cards with lines.
fn desk(n_cards: usize) -> Desk {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3c4f4f6f3".to_owned())));
    desk.wait("the game", |s| n_moves(s) == 8 && s.mode == Mode::Analyse);
    desk.game(GameCommand::GoTo(3));
    for _ in 0..n_cards {
        desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    }
    desk.wait("lines", |s| has_lines(s, n_cards));
    desk
}

fn has_lines(snapshot: &Snapshot, n_cards: usize) -> bool {
    let cards = &snapshot.analysis.cards;
    let full = cards.iter().filter(|card| card.lines.len() == 4).count();
    snapshot.game.current == 3 && full == n_cards
}

fn pin(desk: &Desk, card: u64, moves: &[String]) {
    desk.send(Command::Analysis(AnalysisCommand::Pin(card, moves.to_vec())));
}

fn show(desk: &Desk, aid: Aid, on: bool) {
    desk.send(Command::Settings(SettingsCommand::Show(aid, on)));
}

#[test]
fn the_view_says_whose_values_are_compared() {
    let mut desk = desk(1);
    assert_eq!(desk.app.snapshot().analysis.differences, DifferencesView::Off);
    show(&desk, Aid::Differences, true);
    let only = DifferencesView::Alone(Some("Quintet Othello".to_owned()));
    desk.wait("only one", |s| s.analysis.differences == only);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("both", |s| matches!(&s.analysis.differences, DifferencesView::Of(_)));
    desk.game(GameCommand::SetMode(Mode::Play));
    desk.wait("no analysis", |s| s.analysis.differences == DifferencesView::Off);
}

#[test]
fn pinned_lines_are_there_again_after_a_restart() {
    let mut desk = desk(1);
    let here = desk.wait("lines", |s| has_lines(s, 1));
    let card = &here.analysis.cards[0];
    pin(&desk, card.id, &card.lines[0].moves);
    pin(&desk, card.id, &card.lines[1].moves);
    let pinned = desk.wait("the pins", |s| s.analysis.pinned.len() == 2).analysis.pinned.clone();
    desk.game(GameCommand::GoTo(6));
    desk.wait("another position", |s| s.game.current == 6);
    let path = desk.dir.path().join("tabs.json");
    let is_kept = || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        text.matches("\"at\":[\"f5\",\"d6\",\"c3\"]").count() == 2 && text.contains("\"ply\":6")
    };
    wait_until("the list of tabs", is_kept);
    let mut desk = after_a_power_cut(&desk);
    let back = desk.wait("the pins again", |s| s.analysis.pinned.len() == 2 && n_moves(s) == 8);
    assert_eq!(back.game.current, 6, "the board shows what it did");
    for (before, after) in pinned.iter().zip(&back.analysis.pinned) {
        assert_eq!(after.line, before.line);
        assert_eq!(
            (&after.who, &after.depth, &after.title),
            (&before.who, &before.depth, &before.title)
        );
        assert_eq!((after.node, &after.position_text), (3, &before.position_text));
        assert!(!after.is_shown);
    }
    desk.send(Command::Analysis(AnalysisCommand::Unpin(back.analysis.pinned[0].id)));
    desk.wait("one of them", |s| s.analysis.pinned.len() == 1);
}

#[test]
fn a_pinned_line_stays_with_its_position_and_is_inserted_there() {
    let mut desk = desk(1);
    let here = desk.wait("lines", |s| has_lines(s, 1));
    let card = here.analysis.cards[0].id;
    // Not the move of the game, which would be no variation.
    let line = here.analysis.cards[0].lines.iter().find(|line| line.moves[0] != "d3").unwrap();
    pin(&desk, card, &line.moves);
    let pinned = desk.wait("the pin", |s| s.analysis.pinned.len() == 1).analysis.pinned[0].clone();
    assert_eq!((pinned.node, pinned.title.as_str()), (3, "2. c3"));
    assert_eq!(pinned.who, "Quintet Othello");
    assert_eq!(pinned.line.moves[0], line.moves[0]);
    assert!(pinned.is_shown && pinned.line.note.starts_with("2. c3, depth "), "{pinned:?}");
    assert_eq!(pinned.position_text, here.game.position_text);
    desk.game(GameCommand::GoTo(6));
    let away = desk.wait("lines of another position", |s| {
        let is_fresh = s.analysis.position_id == s.game.position_id;
        s.game.current == 6 && is_fresh && !s.analysis.cards[0].lines.is_empty()
    });
    let kept = &away.analysis.pinned[0];
    assert_eq!(kept.line, pinned.line, "the engine went on without it");
    assert!(!kept.is_shown);
    desk.game(GameCommand::InsertLine(kept.node, kept.line.moves[..1].to_vec()));
    let inserted = desk.wait("the variation", |s| s.game.can_undo_edit);
    assert_eq!(inserted.game.current, 6);
    desk.send(Command::Analysis(AnalysisCommand::Unpin(pinned.id)));
    desk.wait("no pin", |s| s.analysis.pinned.is_empty());
}

#[test]
fn the_same_line_is_pinned_once_and_goes_with_its_move() {
    let mut desk = desk(1);
    let here = desk.wait("lines", |s| has_lines(s, 1));
    let (card, lines) = (here.analysis.cards[0].id, &here.analysis.cards[0].lines);
    // The engine rests, so that its lines stay as they are.
    desk.send(Command::Analysis(AnalysisCommand::SetRunning(card, false)));
    desk.wait("rest", |s| s.analysis.cards[0].chip.tone == ChipTone::Ok);
    for line in [&lines[0], &lines[0], &lines[2]] {
        pin(&desk, card, &line.moves);
    }
    desk.wait("two pins", |s| s.analysis.pinned.iter().map(|pin| pin.id).eq([2, 3]));
    desk.game(GameCommand::GoTo(1));
    desk.game(GameCommand::Delete(2));
    desk.wait("no pin", |s| s.game.current == 1 && s.analysis.pinned.is_empty());
}

#[test]
fn what_two_engines_differ_by_stands_in_both_cards_and_on_the_board() {
    let mut desk = desk(2);
    let apart = desk.wait("lines", |s| has_lines(s, 2));
    let differs = |s: &Snapshot| {
        let lines = s.analysis.cards.iter().flat_map(|card| &card.lines);
        lines.filter(|line| !line.differs.is_empty()).count()
    };
    assert_eq!(differs(&apart), 0);
    show(&desk, Aid::Differences, true);
    let both = desk.wait("differences", |s| differs(s) == 8 && s.analysis.values.len() == 4);
    let [first, second] = &both.analysis.cards[..] else { panic!("two cards") };
    for line in &first.lines {
        let same = second.lines.iter().find(|other| other.moves[0] == line.moves[0]).unwrap();
        assert_eq!(line.differs, same.differs);
    }
    for value in &both.analysis.values {
        assert!(value.loss < 20.0, "a difference of two searches: {value:?}");
    }
    show(&desk, Aid::Differences, false);
    desk.wait("none", |s| differs(s) == 0);
}

#[test]
fn lines_are_as_warm_as_they_lose() {
    let mut desk = desk(1);
    let here = desk.wait("lines", |s| has_lines(s, 1));
    let heat: Vec<f64> = here.analysis.cards[0].lines.iter().filter_map(|line| line.heat).collect();
    assert_eq!((heat.len(), heat[0]), (4, 0.0));
    assert!(heat.is_sorted(), "{heat:?}");
    desk.send(Command::Settings(SettingsCommand::ShowValues(false)));
    desk.wait("no heat", |s| s.analysis.cards[0].lines.iter().all(|line| line.heat.is_none()));
}

#[test]
fn regions_of_empty_squares_are_there_where_they_are_wanted() {
    let mut desk = desk(1);
    let without = desk.wait("lines", |s| has_lines(s, 1));
    assert!(without.game.regions.is_empty());
    show(&desk, Aid::Regions, true);
    let with = desk.wait("regions", |s| !s.game.regions.is_empty());
    let n_empty: usize = with.game.regions.iter().map(|region| region.cells.len()).sum();
    assert_eq!(n_empty, 64 - 4 - 3);
    desk.game(GameCommand::SetMode(Mode::Play));
    desk.wait("none in Play", |s| s.mode == Mode::Play && s.game.regions.is_empty());
}

#[test]
fn what_another_tab_found_of_the_same_position_is_told() {
    let mut desk = desk(1);
    assert!(desk.wait("lines", |s| has_lines(s, 1)).elsewhere.is_empty());
    desk.send(Command::Tab(TabCommand::New));
    desk.wait("the other tab", |s| s.tabs.len() == 2 && n_moves(s) == 0);
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3".to_owned())));
    desk.wait("the game", |s| n_moves(s) == 4 && s.mode == Mode::Analyse);
    desk.game(GameCommand::GoTo(3));
    let told = desk.wait("its line", |s| s.game.current == 3 && s.elsewhere.len() == 1);
    let said = &told.elsewhere[0];
    assert_eq!((said.who.as_str(), said.line.moves.is_empty()), ("Quintet Othello", false));
    assert!(said.line.note.contains(", depth "), "{said:?}");
    desk.game(GameCommand::GoTo(2));
    desk.wait("none of another position", |s| s.game.current == 2 && s.elsewhere.is_empty());
}
