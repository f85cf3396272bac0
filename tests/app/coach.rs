//! The coach: a move that loses much is named before the engine answers, and the game waits.

use std::sync::Arc;

use quintet::app::{
    CoachView, CoachWish, Command, DiceChoice, GameCommand, NewGame, SeatChoice, SettingsCommand,
    Snapshot, TimeControl,
};

use super::desk::{Desk, builtin, human, n_moves};

/// Black, a person, is to move and can give a corner away by b2.
const OPENING: [&str; 6] = ["f5", "d6", "c3", "d3", "c4", "b3"];

fn begin(desk: &mut Desk, clock: TimeControl) {
    desk.send(Command::Settings(SettingsCommand::Coach(true)));
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "othello".to_owned(),
        variant: None,
        seats: [human(), builtin("1")],
        clocks: [clock; 2],
        position: String::new(),
        opening: OPENING.iter().map(|mv| (*mv).to_owned()).collect(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
    desk.wait("the game", |s| n_moves(s) == OPENING.len() && s.game.can_move);
}

fn advised(desk: &mut Desk) -> Arc<Snapshot> {
    desk.wait("advice", |s| matches!(s.game.coach, Some(CoachView::Advises { .. })))
}

#[test]
fn a_bad_move_is_named_before_the_engine_answers_and_can_be_taken_back() {
    let mut desk = Desk::new();
    begin(&mut desk, TimeControl::Unlimited);
    desk.game(GameCommand::Type("b2".to_owned()));
    let said = advised(&mut desk);
    assert_eq!(n_moves(&said), OPENING.len() + 1, "the engine waits");
    let Some(CoachView::Advises { text, why }) = &said.game.coach else { unreachable!() };
    let is_told = text.starts_with("b2 gives away about ") && text.ends_with(" discs.");
    assert!(is_told && why.is_none(), "{text}");
    desk.game(GameCommand::Coach(CoachWish::Why));
    let open = desk.wait("why", |s| {
        matches!(&s.game.coach, Some(CoachView::Advises { why: Some(why), .. })
            if why.starts_with("Better was ") && why.contains(" in place of "))
    });
    assert_eq!(n_moves(&open), OPENING.len() + 1);
    desk.game(GameCommand::TakeBack);
    let back = desk.wait("the move is gone", |s| n_moves(s) == OPENING.len() && s.game.can_move);
    assert_eq!(back.game.coach, None);
    desk.game(GameCommand::Type("b2".to_owned()));
    advised(&mut desk);
    desk.game(GameCommand::Coach(CoachWish::PlayOn));
    let on = desk.wait("an answer", |s| n_moves(s) > OPENING.len() + 1);
    assert_eq!(on.game.coach, None);
}

#[test]
fn the_coach_looks_at_no_game_with_clocks() {
    let mut desk = Desk::new();
    begin(&mut desk, "5m".parse().unwrap());
    desk.game(GameCommand::Type("b2".to_owned()));
    let on = desk.wait("an answer", |s| n_moves(s) > OPENING.len() + 1);
    assert_eq!(on.game.coach, None);
}

#[test]
fn a_bad_move_that_ends_the_game_is_named_and_can_be_taken_back() {
    let mut desk = Desk::new();
    desk.send(Command::Settings(SettingsCommand::Coach(true)));
    let level = vec![("level".to_owned(), "3".to_owned())];
    let engine = SeatChoice::Engine { name: "Quintet draughts".to_owned(), options: level };
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "draughts".to_owned(),
        variant: Some("losing".to_owned()),
        seats: [human(), engine],
        clocks: [TimeControl::Unlimited; 2],
        // The king wins on 40, where it must be taken; on 50 it leaves Black without a move.
        position: "W:WK44:B45".to_owned(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
    desk.wait("the game", |s| s.game.info.name == "draughts" && s.game.can_move);
    desk.game(GameCommand::Type("44-50".to_owned()));
    let said = advised(&mut desk);
    assert!(said.game.result.starts_with("Black wins"), "{}", said.game.result);
    let Some(CoachView::Advises { text, .. }) = &said.game.coach else { unreachable!() };
    assert_eq!(text, "44-50 gives away a forced win.");
    desk.game(GameCommand::Coach(CoachWish::Why));
    desk.wait("why", |s| {
        matches!(&s.game.coach, Some(CoachView::Advises { why: Some(why), .. })
            if why.starts_with("Better was 44-40"))
    });
    desk.game(GameCommand::TakeBack);
    let back = desk.wait("the move is gone", |s| n_moves(s) == 0 && s.game.can_move);
    assert_eq!((back.game.coach.as_ref(), back.game.playing), (None, true));
}
