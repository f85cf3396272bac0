//! Moves compared by an engine that reports one line: each by a search of its own.

use std::time::Duration;

use quintet::app::{
    AnalysisCommand, Command, FileCommand, GameCommand, Mode, ReviewEffort, Snapshot,
};
use quintet::games::{MoveText, Setup, find};

use super::desk::{Desk, n_moves};

const DRAUGHTS: &str = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19";

/// A desk with a game and a card of this engine; the number of its session.
fn desk(text: &str, n: usize, name: &str) -> (Desk, u64) {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
    desk.wait("the game", |s| n_moves(s) == n && s.mode == Mode::Analyse);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(name.to_owned())));
    let card = desk.wait("the card", |s| s.analysis.cards.len() == 1).analysis.cards[0].id;
    (desk, card)
}

fn compare(desk: &Desk, card: u64, n: Option<u32>) {
    desk.send(Command::Analysis(AnalysisCommand::CompareMoves(card, n)));
}

/// The first moves of the card's lines.
fn moves(snapshot: &Snapshot) -> Vec<String> {
    let lines = &snapshot.analysis.cards[0].lines;
    lines.iter().map(|line| line.moves[0].clone()).collect()
}

/// Every line can be played in the position that is shown with it.
fn assert_playable(snapshot: &Snapshot) {
    let game = &snapshot.game;
    if snapshot.analysis.position_id != game.position_id {
        return;
    }
    let setup =
        Setup { variant: game.variant_name.clone(), position: Some(game.position_text.clone()) };
    let start = find(game.info.name).unwrap().start(&setup).unwrap();
    for line in snapshot.analysis.cards.iter().flat_map(|card| &card.lines) {
        let mut pos = start.boxed_clone();
        for mv in &line.moves {
            assert!(pos.play(mv).is_ok(), "{mv} of {:?} in {}", line.moves, game.position_text);
        }
    }
}

#[test]
fn an_engine_with_one_line_compares_moves_when_it_is_told_to() {
    for name in ["Quintet draughts", "Quintet draughts (GUIDE)"] {
        let (mut desk, card) = desk(DRAUGHTS, 8, name);
        let one = desk.wait("its line", |s| !s.analysis.cards[0].lines.is_empty());
        let offered = one.analysis.cards[0].comparison.clone().unwrap();
        assert_eq!((one.analysis.cards[0].n_lines, offered.n_moves), (1, None), "{name}");
        compare(&desk, card, Some(4));
        let four = desk.wait("four lines", |s| {
            let card = &s.analysis.cards[0];
            card.lines.len() == 4 && card.comparison.as_ref().unwrap().state.starts_with("each")
        });
        let mut different = moves(&four);
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 4, "{name}: {:?}", moves(&four));
        assert_playable(&four);
        let shown = &four.analysis.cards[0];
        assert!(shown.lines.iter().all(|line| line.note.starts_with("depth ")), "{shown:?}");
        assert!(shown.lines[1..].iter().all(|line| line.moves.len() > 1), "{shown:?}");
        assert!(shown.chip.text.starts_with("comparing "), "{:?}", shown.chip);
        compare(&desk, card, None);
        desk.wait("one line again", |s| {
            let card = &s.analysis.cards[0];
            card.n_lines == 1 && card.lines.len() == 1 && card.lines[0].note.is_empty()
        });
    }
}

#[test]
fn an_engine_that_cannot_be_stopped_compares_moves_without_being_started_again() {
    let game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let (mut desk, card) = desk(game, 4, "Quintet Hive");
    compare(&desk, card, Some(3));
    let three = desk.wait("three lines", |s| {
        let card = &s.analysis.cards[0];
        card.lines.len() == 3 && card.comparison.as_ref().unwrap().state.starts_with("each")
    });
    assert_playable(&three);
    assert_eq!(three.analysis.cards[0].id, card);
    let values = three.analysis.cards[0].lines.iter().map(|line| line.score.clone());
    assert!(values.into_iter().all(|score| score != "\u{2013}"), "{:?}", three.analysis.cards[0]);
}

#[test]
fn stepping_fast_never_shows_a_compared_move_on_another_position() {
    let (mut desk, card) = desk(DRAUGHTS, 8, "Quintet draughts");
    compare(&desk, card, Some(3));
    desk.wait("lines", |s| s.analysis.cards[0].lines.len() == 3);
    for round in 0..6 {
        for _ in 0..6 {
            desk.game(if round % 2 == 0 { GameCommand::Previous } else { GameCommand::Next });
        }
    }
    desk.game(GameCommand::Previous);
    let last = desk.wait("lines of the position shown last", |s| {
        assert_playable(s);
        s.game.current == 7 && s.analysis.cards[0].lines.len() == 3
    });
    assert_eq!(last.analysis.position_id, last.game.position_id);
}

#[test]
fn an_engine_with_several_lines_is_offered_no_comparison() {
    let (mut desk, card) = desk("f5d6c3d3", 4, "Quintet Othello");
    compare(&desk, card, Some(3));
    let lines = desk.wait("its lines", |s| s.analysis.cards[0].lines.len() == 5);
    assert_eq!(lines.analysis.cards[0].comparison, None);
}

#[test]
fn a_card_compares_as_many_moves_after_a_restart_of_the_program() {
    let (mut desk, card) = desk(DRAUGHTS, 8, "Quintet draughts");
    compare(&desk, card, Some(5));
    desk.wait("lines", |s| s.analysis.cards[0].lines.len() == 5);
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    desk.game(GameCommand::SetMode(Mode::Analyse));
    let back = desk.wait("the card", |s| s.analysis.cards.len() == 1);
    let comparison = back.analysis.cards[0].comparison.as_ref().unwrap();
    assert_eq!(comparison.n_moves, Some(5));
}

#[test]
fn just_the_picked_moves_are_compared_and_only_in_their_position() {
    let (mut desk, card) = desk(DRAUGHTS, 8, "Quintet draughts");
    let pick = |moves: &[&str]| {
        let moves = moves.iter().map(|mv| MoveText((*mv).to_owned())).collect();
        Command::Analysis(AnalysisCommand::PickMoves(card, moves))
    };
    let line = desk.wait("its line", |s| !s.analysis.cards[0].lines.is_empty());
    let offered = line.analysis.cards[0].comparison.clone().unwrap().moves;
    assert!(offered.len() > 3 && offered.iter().all(|mv| !mv.is_picked && !mv.is_in_tree));
    let [one, other] = [offered[1].mv.0.as_str(), offered[2].mv.0.as_str()];
    // What is not legal here is left out.
    desk.send(pick(&[one, other, "1-2"]));
    let two = desk.wait("two lines", |s| s.analysis.cards[0].lines.len() == 2);
    let mut found = moves(&two);
    found.sort();
    let mut expected = vec![one.to_owned(), other.to_owned()];
    expected.sort();
    assert_eq!(found, expected);
    let view = two.analysis.cards[0].comparison.clone().unwrap();
    assert_eq!(view.moves.iter().filter(|mv| mv.is_picked).count(), 2);
    assert_eq!(view.n_moves, None);
    desk.game(GameCommand::Previous);
    let before = desk.wait("one line in another position", |s| {
        s.game.current == 7 && s.analysis.cards[0].lines.len() == 1
    });
    let view = before.analysis.cards[0].comparison.clone().unwrap();
    assert_eq!(view.moves.iter().filter(|mv| mv.is_in_tree).count(), 1, "the move played");
    desk.game(GameCommand::Next);
    desk.wait("the picked moves again", |s| s.analysis.cards[0].lines.len() == 2);
    desk.send(pick(&[]));
    desk.wait("one line again", |s| {
        let view = s.analysis.cards[0].comparison.as_ref().unwrap();
        s.analysis.cards[0].lines.len() == 1 && view.moves.iter().all(|mv| !mv.is_picked)
    });
}

#[test]
fn an_engine_searches_to_the_depth_that_its_card_says_and_on_without_it() {
    let (mut desk, card) = desk(DRAUGHTS, 8, "Quintet draughts");
    desk.wait("its line", |s| !s.analysis.cards[0].lines.is_empty());
    desk.send(Command::Analysis(AnalysisCommand::Limit(card, Some(ReviewEffort::Depth(5)))));
    let limited = desk.wait("the end of its search", |s| {
        let card = &s.analysis.cards[0];
        let is_idle = card.chip.text == "depth 5 reached";
        card.limit == Some(ReviewEffort::Depth(5)) && card.depth.starts_with("5") && is_idle
    });
    let shown = &limited.analysis.cards[0];
    assert!(shown.id == card && shown.running && !shown.lines.is_empty());
    desk.send(Command::Analysis(AnalysisCommand::Limit(card, None)));
    desk.wait("a deeper search", |s| {
        let card = &s.analysis.cards[0];
        let plies = card.depth.split('/').next().and_then(|plies| plies.parse::<u32>().ok());
        assert!(card.limit.is_some() || !card.chip.text.ends_with("reached"));
        card.limit.is_none() && plies.is_some_and(|plies| plies > 5)
    });
}

#[test]
fn an_engine_rests_when_its_time_or_its_nodes_are_over_and_goes_on_elsewhere() {
    let (mut desk, card) = desk(DRAUGHTS, 8, "Quintet draughts");
    desk.wait("its line", |s| !s.analysis.cards[0].lines.is_empty());
    for limit in [ReviewEffort::Time(Duration::from_millis(50)), ReviewEffort::Nodes(3_000)] {
        desk.send(Command::Analysis(AnalysisCommand::Limit(card, Some(limit))));
        let rests = |s: &Snapshot| {
            let card = &s.analysis.cards[0];
            let is_idle = !card.chip.text.starts_with("thinking");
            card.limit == Some(limit) && is_idle && !card.lines.is_empty()
        };
        let at = desk.wait("the end of its search", rests);
        let before = at.game.current;
        assert!(at.analysis.cards[0].running, "it is ready for the next position");
        desk.game(GameCommand::Previous);
        desk.wait("the position before it", |s| s.game.current != before && rests(s));
    }
    desk.send(Command::Analysis(AnalysisCommand::Limit(card, None)));
    desk.wait("a search without a limit", |s| {
        let card = &s.analysis.cards[0];
        card.limit.is_none() && card.chip.text.starts_with("thinking")
    });
}
