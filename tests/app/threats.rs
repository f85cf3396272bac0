//! What the other side would play, shown by an engine of a card.

use quintet::app::{AnalysisCommand, Command, FileCommand, GameCommand, Mode, Snapshot};
use quintet::games::{Actor, Setup, Side, find};

use super::desk::{Desk, n_moves, says};

fn desk(text: &str, n: usize, name: &str) -> (Desk, u64) {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
    desk.wait("the game", |s| n_moves(s) == n && s.mode == Mode::Analyse);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(name.to_owned())));
    let lines = desk
        .wait("its lines", |s| s.analysis.cards.first().is_some_and(|card| !card.lines.is_empty()));
    (desk, lines.analysis.cards[0].id)
}

fn threat(desk: &Desk, card: u64, on: bool) {
    desk.send(Command::Analysis(AnalysisCommand::Threat(card, on)));
}

/// The side that moves in the threat that is shown with lines, all of which it can play.
fn threatens(snapshot: &Snapshot) -> Option<Side> {
    let card = &snapshot.analysis.cards[0];
    let threat = card.threat.as_ref().filter(|_| !card.lines.is_empty())?;
    let game = find(snapshot.game.info.name).unwrap();
    let position = Some(threat.position_text.clone());
    let setup = Setup { variant: snapshot.game.variant_name.clone(), position };
    let pos = game.start(&setup).unwrap();
    for line in &card.lines {
        assert!(pos.resolve(&line.moves[0]).is_ok(), "{line:?} in {}", threat.position_text);
    }
    match pos.actor() {
        Actor::Player(side) => Some(side),
        Actor::Chance | Actor::Over(_) => None,
    }
}

#[test]
fn a_threat_is_what_the_other_side_would_play_in_the_position_shown() {
    let game = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14";
    let (mut desk, card) = desk(game, 6, "Quintet draughts");
    threat(&desk, card, true);
    let black = desk.wait("Black's threat", |s| threatens(s) == Some(Side::Second));
    let shown = black.analysis.cards[0].threat.clone().unwrap();
    assert_eq!(shown.title, "Threat: what Black would play");
    assert_eq!(black.game.turn, Some(Side::First));
    assert_eq!(black.game.bar_text, "\u{2013}", "its value is not that of the position");
    desk.game(GameCommand::Previous);
    desk.wait("White's threat", |s| s.game.current == 5 && threatens(s) == Some(Side::First));
    threat(&desk, card, false);
    let plain = desk.wait("the position as it is", |s| {
        s.analysis.cards[0].threat.is_none() && s.game.bar_text != "\u{2013}"
    });
    assert!(!plain.analysis.cards[0].lines.is_empty());
}

#[test]
fn the_values_of_a_threat_do_not_stand_on_the_board() {
    let (mut desk, card) = desk("f5d6c3d3", 4, "Quintet Othello");
    desk.wait("values", |s| !s.analysis.values.is_empty());
    threat(&desk, card, true);
    let shown = desk.wait("the threat", |s| threatens(s) == Some(Side::Second));
    assert!(shown.analysis.values.is_empty());
}

#[test]
fn a_locked_engine_shows_the_threat_of_its_own_position() {
    let game = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14";
    let (mut desk, card) = desk(game, 6, "Quintet draughts");
    desk.send(Command::Analysis(AnalysisCommand::Lock(card, true)));
    threat(&desk, card, true);
    let there = desk.wait("Black's threat", |s| threatens(s) == Some(Side::Second));
    desk.game(GameCommand::GoTo(1));
    let away = desk.wait("another position", |s| s.game.current == 1);
    let text = |s: &Snapshot| s.analysis.cards[0].threat.as_ref().unwrap().position_text.clone();
    assert_eq!(text(&away), text(&there));
    assert!(!away.analysis.cards[0].is_at_shown());
}

#[test]
fn in_hive_moves_are_found_that_lead_to_the_other_side_to_move() {
    let game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let (mut desk, card) = desk(game, 4, "Quintet Hive");
    threat(&desk, card, true);
    desk.wait("Black's threat", |s| threatens(s) == Some(Side::Second));
}

#[test]
fn a_threat_is_refused_where_no_game_leads_to_the_other_side_to_move() {
    // No moves lead to two tiles with Black to move.
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let (mut desk, card) = desk(game, 2, "Quintet Hive");
    threat(&desk, card, true);
    let refused = desk.wait("the reason", |s| {
        says(s, "no game is found that leads to this position with Black to move")
    });
    assert!(refused.analysis.cards[0].threat.is_none());
}
