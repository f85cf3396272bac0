//! The panel of a practice, and the button that begins one.

use quintet::app::board::Side;
use quintet::app::{
    DueView, Help, Outcome, PracticeCommand, PracticeState, PracticeView, ReplyTone, ReplyView,
    Score,
};

use super::*;

/// The third exercise of four.
pub(crate) fn practice() -> PracticeView {
    PracticeView {
        title: "Mistakes of White".to_owned(),
        at: 2,
        outcomes: vec![Some(Outcome::FirstTry), Some(Outcome::Failed), None, None],
        state: PracticeState::ToMove,
        task: "g7 was played here (\u{2212}9.00, blunder). Find a better move for White."
            .to_owned(),
        source: "Ann \u{2013} Bob, move 5\u{2026}".to_owned(),
        replies: vec![ReplyView {
            tone: ReplyTone::Bad,
            text: "f3 is not good enough (\u{2212}4.00). Try again.".to_owned(),
        }],
        help: Help::None,
        judge: "Quintet Othello judges, 0.8 s a move.".to_owned(),
        score: Score { counts: [1, 0, 0, 1], n_void: 0, n_open: 2 },
        comes_back: String::new(),
        is_elsewhere: false,
    }
}

fn shown(change: impl FnOnce(&mut PracticeView)) -> Window {
    let mut view = practice();
    change(&mut view);
    window_with(Mode::Play, |s| s.practice = Some(view.into()))
}

fn asked(h: &mut Window, label: &str) -> Vec<Command> {
    h.state_mut().commands.clear();
    click(h, label);
    taken(h)
}

#[test]
fn the_exercise_says_what_is_asked_and_what_became_of_the_last_move() {
    let mut h = shown(|_| {});
    for words in [
        "Mistakes of White",
        "3 of 4",
        "g7 was played here (\u{2212}9.00, blunder). Find a better move for White.",
        "f3 is not good enough (\u{2212}4.00). Try again.",
        "Quintet Othello judges, 0.8 s a move.",
        "Score 50 %: 1 at the first try, 1 not found",
    ] {
        assert!(is_seen(&h, words), "{words}");
    }
    for (label, command) in [
        ("Hint", PracticeCommand::Help),
        ("Show the answer", PracticeCommand::Answer),
        ("Skip", PracticeCommand::Next),
        ("Exercise 2: not found", PracticeCommand::GoTo(1)),
    ] {
        assert_eq!(asked(&mut h, label), [Command::Practice(command)], "{label}");
    }
    assert!(h.query_by_label("Back to the exercise").is_none());
    h.state_mut().commands.clear();
    key(&mut h, NONE, Key::N);
    assert_eq!(taken(&mut h), [Command::Practice(PracticeCommand::Next)]);
}

#[test]
fn the_buttons_follow_the_exercise() {
    let steps = [
        (Help::None, Some("Hint")),
        (Help::Piece, Some("Show the move")),
        (Help::Move, Some("Answer and line")),
    ];
    for (help, label) in steps {
        let h = shown(|view| view.help = help);
        for (_, other) in steps {
            let is_there = other.is_some_and(|other| {
                h.query_all_by_label(other).any(|node| {
                    node.accesskit_node().role() == Role::Button && node.rect().left() > 800.0
                })
            });
            assert_eq!(is_there, other == label, "{help:?}: {other:?}");
        }
    }
    let mut h = shown(|view| {
        view.state = PracticeState::Done;
        view.help = Help::Answer;
        view.outcomes[2] = Some(Outcome::Failed);
    });
    assert!(h.query_by_label("Skip").is_none());
    let command = Command::Practice(PracticeCommand::Next);
    assert_eq!(asked(&mut h, "Next exercise"), [command]);
    let mut h = shown(|view| {
        view.state = PracticeState::Done;
        view.score.n_open = 0;
    });
    let command = Command::Practice(PracticeCommand::Next);
    assert_eq!(asked(&mut h, "Summary"), [command], "there is no next one");
    let mut h = shown(|view| view.is_elsewhere = true);
    let command = Command::Practice(PracticeCommand::Back);
    assert_eq!(asked(&mut h, "Back to the exercise"), [command]);
}

#[test]
fn the_summary_counts_what_was_found_and_offers_the_rest_again() {
    let mut h = shown(|view| {
        view.state = PracticeState::Over;
        view.outcomes = vec![Some(Outcome::FirstTry), Some(Outcome::WithTries)];
        view.at = 1;
        view.score = Score { counts: [1, 1, 0, 0], n_void: 1, n_open: 0 };
        view.comes_back = "1 exercise comes back tomorrow or later.".to_owned();
    });
    for words in [
        "Score 75 %",
        "1 at the first try",
        "1 after other moves",
        "0 not found",
        "1 not counted",
        "1 exercise comes back tomorrow or later.",
    ] {
        assert!(is_seen(&h, words), "{words}");
    }
    h.state_mut().commands.clear();
    // The last tab stays open.
    let ends = h.get_all_by_label("End the practice").last();
    ends.unwrap().click();
    h.run();
    assert_eq!(taken(&mut h), [Command::Practice(PracticeCommand::End)]);
    let again = Command::Practice(PracticeCommand::Again);
    assert_eq!(asked(&mut h, "Practise the missed ones again"), [again]);
}

#[test]
fn a_long_practice_scrolls_and_leaves_the_moves_their_room() {
    let h = shown(|view| {
        view.outcomes = vec![None; 400];
        view.task = "a long question ".repeat(40);
    });
    assert!(is_seen(&h, "Typed move"));
}

fn mistakes(change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut h = window_with(Mode::Analyse, |s| {
        change(s);
    });
    click(&mut h, "Mistakes");
    h
}

#[test]
fn whose_mistakes_are_practised_is_asked_where_the_seats_do_not_tell_it() {
    let people = |s: &mut Snapshot| s.game.seats.iter_mut().for_each(|seat| seat.human = true);
    for (entry, side) in [
        ("Mistakes of Black", Some(Side::First)),
        ("Mistakes of White", Some(Side::Second)),
        ("Mistakes of both sides", None),
    ] {
        let mut h = mistakes(people);
        click(&mut h, "Practise");
        h.state_mut().commands.clear();
        click(&mut h, entry);
        let command = Command::Practice(PracticeCommand::Mistakes(side));
        assert_eq!(taken(&mut h), [command], "{entry}");
    }
    let mut h = mistakes(|s| {
        people(s);
        s.game.seats[1].human = false;
    });
    let command = Command::Practice(PracticeCommand::Mistakes(Some(Side::First)));
    assert_eq!(asked(&mut h, "Practise"), [command]);
}

#[test]
fn what_is_due_stands_beside_the_mistakes() {
    let mut h = mistakes(|s| s.due = DueView { n_due: 3, n_kept: 5 });
    assert_eq!(asked(&mut h, "Practise what is due"), [Command::Practice(PracticeCommand::Due)]);
    let h = mistakes(|_| {});
    assert!(h.query_by_label("Practise what is due").is_none());
}

#[test]
fn a_practice_has_one_hint_and_no_new_game_below_its_board() {
    let mut snapshot = sample(Mode::Play);
    snapshot.game.playing = false;
    snapshot.practice = Some(practice().into());
    // So high that the row below the board is there.
    let h = show(snapshot, [1440.0, 1000.0]);
    assert_eq!(h.get_all_by_label("Hint").count(), 1);
    let new_game = ActionId::NewGame;
    let words = ACTIONS.iter().find(|action| action.id == new_game).unwrap().words;
    assert!(h.query_all_by_role_and_label(egui::accesskit::Role::Button, words).count() <= 1);
    assert!(h.query_all_by_label("Turn board").count() > 0);
}
