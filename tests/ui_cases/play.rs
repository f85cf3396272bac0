//! Playing: the board, moves, comments, messages, the clipboard.

use quintet::app::TreeRow;

use super::*;

#[test]
fn move_now_takes_the_place_of_hint_while_an_engine_thinks() {
    let mut h = window_with(Mode::Play, |s| {
        s.game.turn = Some(quintet::app::board::Side::Second);
        s.game.can_move = false;
    });
    assert_eq!(h.query_all_by_label("Hint").count(), 0);
    click(&mut h, "Move now");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::MoveNow)]);
    key(&mut h, NONE, Key::M);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::MoveNow)]);
}

#[test]
fn a_square_that_is_clicked_is_a_command_also_where_the_answer_is_a_reason() {
    let mut h = window(Mode::Play);
    h.get_by_label_contains("square b3").click();
    h.run();
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Click("b3".to_owned()))]);
    let mut h = window_with(Mode::Play, |s| s.game.can_move = false);
    h.get_by_label_contains("square b3").click();
    h.run();
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Click("b3".to_owned()))]);
}

#[test]
fn what_is_pasted_goes_to_the_program_unless_a_text_is_edited() {
    let mut h = window(Mode::Play);
    h.event(Event::Paste("f5d6c3".to_owned()));
    h.run();
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Paste("f5d6c3".to_owned()))]);
    key(&mut h, CTRL, Key::L);
    h.event(Event::Paste("f5".to_owned()));
    h.run();
    assert_eq!(taken(&mut h), []);
    assert_eq!(h.state().ui.typed, "f5");
}

#[test]
fn a_move_that_was_refused_is_replaced_by_what_is_typed_next() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::L);
    h.event(Event::Text("a1".to_owned()));
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(h.state().ui.typed, "a1", "the game has not gone on");
    key(&mut h, NONE, Key::ArrowRight);
    key(&mut h, NONE, Key::Escape);
    key(&mut h, CTRL, Key::L);
    h.event(Event::Text("b3".to_owned()));
    h.run();
    assert_eq!(h.state().ui.typed, "b3");
}

#[test]
fn copying_takes_the_position_and_with_shift_the_game() {
    let mut h = window_with(Mode::Play, |s| s.game.game_text = "(;GM[Othello];)".into());
    let copied = |h: &Window| format!("{:?}", h.output().platform_output.commands);
    h.event(Event::Copy);
    h.step();
    assert!(copied(&h).contains(support::game_view::STUDY), "{}", copied(&h));
    h.event(Event::ModifiersChanged(CTRL | Modifiers::SHIFT));
    h.step();
    h.event(Event::Copy);
    h.step();
    assert!(copied(&h).contains("GM[Othello]"), "{}", copied(&h));
}

#[test]
fn a_refused_move_is_said_in_a_place_that_moves_nothing_and_can_be_dismissed() {
    for size in [SIZE, WIDE] {
        let before = show(sample(Mode::Play), size).get_by_label_contains("square b3").rect();
        let mut snapshot = sample(Mode::Play);
        let text = "a1 is not legal here".to_owned();
        snapshot.notices =
            vec![Notice { id: 5, kind: NoticeKind::Refused, text: text.clone(), offer: None }]
                .into();
        let mut h = show(snapshot, size);
        assert!(h.query_by_label(&text).is_some());
        assert_eq!(h.get_by_label_contains("square b3").rect(), before);
        click(&mut h, "Dismiss");
        assert_eq!(taken(&mut h), [Command::DismissNotice(5)]);
    }
}

#[test]
fn several_messages_are_listed_where_each_can_be_dismissed() {
    let notice = |id, text: &str| {
        let (kind, text) = (NoticeKind::Info, text.to_owned());
        Notice { id, kind, text, offer: None }
    };
    for mode in [Mode::Play, Mode::Analyse] {
        let all = [notice(5, "The first."), notice(6, "The second."), notice(7, "The third.")];
        let mut h = window_with(mode, |s| s.notices = all.to_vec().into());
        assert!(
            h.query_by_label("The third.").is_some() && h.query_by_label("The first.").is_none()
        );
        click(&mut h, "2 more");
        let at = |h: &Window, words: &str| h.get_by_label(words).rect().top();
        assert!(at(&h, "The second.") < at(&h, "The first."), "the newest first");
        click(&mut h, "Dismiss: The first.");
        assert_eq!(taken(&mut h), [Command::DismissNotice(5)]);
        assert!(h.query_by_label("The second.").is_some(), "the list stays open");
    }
}

#[test]
fn the_result_is_written_out() {
    let result = "Black wins 37-27: more discs";
    let h = window_with(Mode::Play, |s| {
        s.game.result = result.to_owned();
        s.game.playing = false;
    });
    assert!(h.query_by_label(result).is_some());
    assert!(h.query_all_by_label("New game\u{2026}").count() >= 2);
}

#[test]
fn moves_are_gone_to_by_a_click_and_the_one_shown_is_marked() {
    let mut h = window(Mode::Analyse);
    assert!(is_on(&h, "12\u{2026} d7") && !is_on(&h, "11. g1"));
    click(&mut h, "11. g1");
    click(&mut h, "4. variation f3");
    let goes = [21, 101].map(|node| Command::Game(GameCommand::GoTo(node)));
    assert_eq!(taken(&mut h), goes);
    click(&mut h, "Mistakes");
    click(&mut h, "mistake 9. d2, blunder, \u{2212}10.00");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::GoTo(17))]);
}

#[test]
fn a_comment_is_pushed_as_it_is_typed() {
    let mut h = window(Mode::Analyse);
    key(&mut h, CTRL, Key::E);
    key(&mut h, CTRL, Key::A);
    h.get_by_label("Comment on the move shown").type_text("Good");
    h.run();
    let last = taken(&mut h).pop();
    assert_eq!(last, Some(Command::Game(GameCommand::Comment(24, "Good".to_owned()))));
}

#[test]
fn a_comment_being_typed_stays_with_its_move_while_the_game_goes_on() {
    let mut h = window(Mode::Analyse);
    key(&mut h, CTRL, Key::E);
    key(&mut h, CTRL, Key::A);
    h.get_by_label("Comment on the move shown").type_text("Go");
    h.run();
    taken(&mut h);
    let game = &mut h.state_mut().snapshot.game;
    (game.current, game.comment) = (23, "Of another move".to_owned());
    h.run();
    assert!(h.query_by_label("Comment on the move shown").is_none());
    h.get_by_label("Comment on 12\u{2026} d7").type_text("od");
    h.run();
    let last = taken(&mut h).pop();
    assert_eq!(last, Some(Command::Game(GameCommand::Comment(24, "Good".to_owned()))));
    // Once the field is left, it follows.
    click(&mut h, "Comments");
    let value = h.get_by_label("Comment on the move shown").accesskit_node().value();
    assert_eq!(value.as_deref(), Some("Of another move"));
}

#[test]
fn a_seat_is_changed_by_a_click_on_its_strip() {
    let mut h = window(Mode::Play);
    h.get_by_label_contains("Edax 4.6, White").click();
    h.run();
    click(&mut h, "Person");
    let human = SeatChoice::Human { name: "You".to_owned() };
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::SetSeat(1, human))]);
}

#[test]
fn the_board_has_half_the_width_at_1280() {
    for mode in [Mode::Play, Mode::Analyse] {
        let h = window(mode);
        let a1 = h.get_by_label_contains("square a1").rect();
        let h8 = h.get_by_label_contains("square h8").rect();
        // The frame takes the rest of the 640 points.
        assert!(h8.right() - a1.left() >= 590.0, "{mode:?}: {a1:?} {h8:?}");
    }
}

#[test]
fn a_long_message_stands_whole_above_the_strip_with_the_clock() {
    let text = "Quintet Othello, level 10 did not answer for 10 s and was ended; its clock ran out, \
                so Black wins. Restart it in the list of engines.";
    for size in [SIZE, WIDE] {
        let mut snapshot = sample(Mode::Play);
        snapshot.notices =
            vec![Notice { id: 5, kind: NoticeKind::Error, text: text.to_owned(), offer: None }]
                .into();
        let h = show(snapshot, size);
        let words = h.get_by_label(text).rect();
        let strip = h.get_by_label_contains("You, Black").rect();
        // Two lines, not one that is cut; above the strip with its clock.
        assert!(words.height() > 24.0, "{size:?}: {words:?}");
        assert!(words.bottom() <= strip.top(), "{size:?}: {words:?} {strip:?}");
    }
}

#[test]
fn nothing_lies_over_anything_else_in_the_smallest_window() {
    for mode in [Mode::Play, Mode::Analyse] {
        let h = show(sample(mode), [640.0, 400.0]);
        let picker = h.get_by_label("Game on the board").rect();
        let play = h.get_by_label("Play").rect();
        assert!(picker.right() < play.left(), "{mode:?}: {picker:?} {play:?}");
    }
    let h = show(sample(Mode::Analyse), [640.0, 400.0]);
    let [turn, whole] = [ActionId::Turn, ActionId::WholeGame].map(|id| {
        let words = ACTIONS.iter().find(|action| action.id == id).unwrap().words;
        h.get_by_label(words).rect()
    });
    assert!(turn.right() < whole.left(), "{turn:?} {whole:?}");
}

#[test]
fn a_game_that_was_not_finished_goes_on_by_a_click_on_resume() {
    for mode in [Mode::Play, Mode::Analyse] {
        let mut h = window_with(mode, |s| {
            let text = "The last game was not finished: You - Edax, 12 moves.".to_owned();
            let offer = Some(quintet::app::NoticeOffer::Resume);
            s.notices = vec![Notice { id: 5, kind: NoticeKind::Info, text, offer }].into();
        });
        taken(&mut h);
        click(&mut h, "Resume");
        let wanted = [
            Command::DismissNotice(5),
            Command::Game(GameCommand::UndoNew),
            Command::Game(GameCommand::Resume),
        ];
        assert_eq!(taken(&mut h), wanted, "{mode:?}");
        let words = h.get_by_label_contains("The last game was not finished").rect();
        let corner = |name: &str| h.get_by_label_contains(name).rect();
        let board = corner("square a1").union(corner("square h8"));
        assert!(!board.intersects(words), "{mode:?}: {words:?}");
    }
}

#[test]
fn the_game_that_was_not_finished_is_named_in_whole_in_a_low_window() {
    // Windows of 1280 by 800 pixels at 200 % and at 150 %.
    for size in [[640.0, 400.0], [853.0, 533.0]] {
        let mut snapshot = sample(Mode::Play);
        let text = "The last game was not finished: You - Quintet Othello, level 3, 12 moves. An older one \
                    comes after it.";
        let offer = Some(quintet::app::NoticeOffer::Resume);
        let text = text.to_owned();
        snapshot.notices =
            vec![Notice { id: 5, kind: NoticeKind::Info, text: text.clone(), offer }].into();
        let mut h = show(snapshot, size);
        h.run();
        let (whole, seen) = (h.get_by_label(&text).rect(), seen_part(&h, &text));
        assert!(seen.height() >= whole.height() - 0.5, "{size:?}: {whole:?} is cut to {seen:?}");
        for label in ["Resume", "Dismiss"] {
            assert!(is_seen(&h, label), "{size:?}: {label}");
            assert!(!h.get_by_label(label).rect().intersects(seen), "{size:?}: {label}");
        }
    }
}

#[test]
fn a_message_covers_no_strip() {
    let text =
        "Most pieces must be taken: 4 of them with 38x29 and so on, and not only 1".to_owned();
    for size in [SIZE, WIDE, [640.0, 400.0]] {
        let mut snapshot = sample(Mode::Play);
        snapshot.notices =
            vec![Notice { id: 5, kind: NoticeKind::Refused, text: text.clone(), offer: None }]
                .into();
        let h = show(snapshot, size);
        let words = h.get_by_label(&text).rect();
        for name in ["You, Black", "Edax 4.6, White"] {
            let strip = h.get_by_label_contains(name).rect();
            assert!(!strip.intersects(words), "{size:?}: {words:?} {strip:?}");
        }
    }
}

#[test]
fn a_message_can_be_dismissed_in_the_smallest_window() {
    for size in [[720.0, 450.0], [640.0, 400.0]] {
        for mode in [Mode::Play, Mode::Analyse, Mode::Match] {
            for found in [None, Some(running_match())] {
                let mut snapshot = sample(mode);
                snapshot.matching = found.map(Into::into);
                let text = "The file cannot be read: line 3 is not a move of Othello".to_owned();
                snapshot.notices =
                    vec![Notice { id: 5, kind: NoticeKind::Error, text, offer: None }].into();
                let mut h = show(snapshot, size);
                click(&mut h, "Dismiss");
                let expected = Command::DismissNotice(5);
                assert!(taken(&mut h).contains(&expected), "{size:?} {mode:?}");
            }
        }
    }
}

#[test]
fn the_current_move_stays_in_view_when_the_cards_leave_the_list_less_room() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    let in_view = |h: &Window| {
        let row = h.get_by_label("12\u{2026} d7").rect();
        let typed = h.get_by_label("Typed move").rect();
        let tabs = h.get_by_label("Mistakes").rect();
        row.top() >= tabs.bottom() && row.bottom() <= typed.top()
    };
    assert!(in_view(&h));
    let cards = (1..=3).map(|id| card(id, &format!("Engine {id}"), 7)).collect();
    h.state_mut().snapshot.analysis.cards = cards;
    h.run();
    assert!(in_view(&h));
}

#[test]
fn strip_and_card_of_an_engine_say_that_the_program_keeps_its_time() {
    for (mode, said) in
        [(Mode::Play, "time kept by Quintet"), (Mode::Analyse, "Edax 4.6: time kept by Quintet")]
    {
        let mut h = window_with(mode, |s| {
            s.game.seats[1].timed_by_host = mode == Mode::Play;
            s.analysis.cards.iter_mut().for_each(|card| card.timed_by_host = true);
        });
        h.run();
        h.get_by_label(said).hover();
        h.run_steps(60);
        let tip = h.query_by_label_contains("gives each of its moves a limit");
        assert!(tip.is_some(), "{mode:?}");
        h.state_mut().snapshot.game.seats[1].timed_by_host = false;
        let cards = &mut h.state_mut().snapshot.analysis.cards;
        cards.iter_mut().for_each(|card| card.timed_by_host = false);
        h.run();
        assert!(h.query_by_label(said).is_none(), "{mode:?}");
    }
}

#[test]
fn what_is_pointed_at_in_the_list_of_moves_is_not_marked_in_another_game() {
    let mut h = window(Mode::Analyse);
    let label = {
        // The list is scrolled to its end.
        let cell = h.state().snapshot.game.rows.iter().rev().find_map(|row| match row {
            TreeRow::Pair { number, moves } => Some((*number, moves[0].clone()?.text)),
            _ => None,
        });
        let (number, text) = cell.unwrap();
        format!("{number}. {text}")
    };
    h.get_by_label_contains(&label).hover();
    h.run();
    let number = h.state().snapshot.game.number;
    assert_eq!(h.state().ui.lit_move.as_ref().map(|(game, _)| *game), Some(number));
    // Another tab is shown, whose game has no move yet.
    let game = &mut h.state_mut().snapshot.game;
    (game.number, game.rows) = (number + 1, Vec::new().into());
    h.run();
    assert_eq!(h.state().ui.lit_move, None);
}

#[test]
fn what_is_said_before_a_move_is_typed_above_the_comment_on_it() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Comments");
    let current = h.state().snapshot.game.current;
    type_into(&mut h, "Comment before the move shown", "Now");
    let written = GameCommand::CommentBefore(current, "Now".to_owned());
    assert_eq!(taken(&mut h).last(), Some(&Command::Game(written)));
    // The start has no move before which something could be said.
    h.state_mut().snapshot.game.current = 0;
    h.get_by_label("Comment on the move shown").focus();
    h.run();
    h.run();
    assert!(h.query_by_label("Comment before the move shown").is_none());
}
