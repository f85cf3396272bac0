//! Analysis: cards, lines, the console, problems.

use std::sync::Arc;

use quintet::app::board::MoveText;
use quintet::app::{
    CardLine, ComparedMove, ComparisonView, ConsoleLine, DeclaredOption, EngineCardView, LockView,
    ReviewEffort, SaidLine, ThreatView,
};
use quintet::protocol::OptionKind;
use quintet::ui::LineId;

use super::*;

/// The place of a line on its card, from 0.
fn place(of: LineId) -> usize {
    match of {
        LineId::Card(_, place) => place,
        LineId::Said(side) => panic!("said by side {side}"),
        LineId::Pinned(id) => panic!("pinned as {id}"),
        LineId::Elsewhere(idx) => panic!("line {idx} of another tab"),
    }
}

/// What White expected with its last move stands in a card of its own, and is played from where that
/// move was made.
#[test]
fn what_a_player_expected_is_shown_and_a_click_plays_it_from_before_the_move() {
    let mut h = window_with(Mode::Analyse, |s| {
        let line = CardLine {
            score: "+4.00".to_owned(),
            moves: ["d3", "c4"].map(str::to_owned).to_vec(),
            note: "White, depth 12".to_owned(),
            loss: String::new(),
            chances: None,
            ..CardLine::default()
        };
        let position_text = s.game.position_text.clone();
        s.analysis.said = vec![SaidLine { side: 1, node: 3, position_text, line }];
    });
    assert!(h.query_by_label("What the players expected").is_some());
    assert!(h.query_by_label_contains("Line 1 of Edax 4.6").is_some(), "the cards have room");
    click(&mut h, "Line 1 of White: +4.00 d3");
    let moves = vec!["d3".to_owned()];
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::PlayLine(3, moves))]);
    h.get_by_label("Line 1 of White: +4.00 d3").hover();
    h.run();
    assert_eq!(h.state().ui.preview.map(|look| look.of), Some(LineId::Said(1)));
}

#[test]
fn a_card_keeps_its_rows_and_shows_dashes_for_another_positions_answer() {
    let position = |h: &Window| h.get_by_label("Typed move").rect();
    let fresh = window(Mode::Analyse);
    assert!(fresh.query_by_label("Depth 24").is_some());
    assert!(fresh.query_by_label_contains("Line 4 of Edax 4.6: 0.00 b7").is_some());
    let stale = window_with(Mode::Analyse, |s| s.game.position_id = 2);
    assert!(stale.query_by_label("Depth 24").is_none());
    assert!(stale.query_by_label("Depth \u{2013}").is_some());
    assert_eq!(stale.query_all_by_label_contains("Line 1 of").count(), 0);
    let empty = window_with(Mode::Analyse, |s| s.analysis.cards.clear());
    for h in [&stale, &empty] {
        assert_eq!(position(h), position(&fresh));
    }
}

#[test]
fn three_running_cards_of_one_line_leave_eight_rows_of_moves() {
    let three = |s: &mut Snapshot| {
        let one = |id, name| EngineCardView { n_lines: 1, ..card(id, name, 1) };
        s.analysis.cards = vec![one(7, "Edax 4.6"), one(8, "Scan"), one(9, "Quintet Othello")];
    };
    let h = window_with(Mode::Analyse, three);
    assert_eq!(h.query_all_by_label_contains("Line 1 of").count(), 3);
    assert_eq!(h.query_all_by_label_contains("Line 2 of").count(), 0);
    for name in ["Edax 4.6", "Scan", "Quintet Othello"] {
        assert!(is_seen(&h, &format!("Line 1 of {name}: +2.00 b3")), "{name}");
    }
    let tabs = h.get_by_label("Comments").rect();
    let accuracy = h.get_by_label("Next mistake").rect();
    let field = h.get_by_label("Typed move").rect();
    assert!(accuracy.top() > field.bottom(), "nothing has given way");
    let rows = (field.top() - 8.0 - tabs.bottom() - 12.0) / 26.0;
    assert!(rows >= 8.0, "{rows}");
}

#[test]
fn a_card_with_one_line_offers_to_compare_moves() {
    let one = |n_moves, state: &str| {
        let comparison =
            ComparisonView { n_moves, state: state.to_owned(), ..ComparisonView::default() };
        move |s: &mut Snapshot| {
            let n_lines = comparison.n_moves.unwrap_or(1);
            let comparison = Some(comparison.clone());
            s.analysis.cards =
                vec![EngineCardView { n_lines, comparison, ..card(7, "Scan", n_lines as usize) }];
        }
    };
    let mut h = window_with(Mode::Analyse, one(None, ""));
    click(&mut h, "Compare moves: Scan");
    click(&mut h, "3 moves");
    let command = |n| Command::Analysis(AnalysisCommand::CompareMoves(7, n));
    let all = Command::Analysis(AnalysisCommand::PickMoves(7, Vec::new()));
    assert_eq!(taken(&mut h), [all, command(Some(3))]);
    let mut h = window_with(Mode::Analyse, one(Some(3), "first look: 7 of 9 moves"));
    assert!(h.query_by_label("first look: 7 of 9 moves").is_some());
    assert!(h.query_by_label_contains("Line 3 of Scan").is_some());
    key(&mut h, Modifiers::ALT, Key::C);
    assert_eq!(taken(&mut h), [command(None)], "the key takes it back");
    let mut h = window(Mode::Analyse);
    assert!(h.query_by_label_contains("Compare").is_none(), "these have several lines");
    key(&mut h, Modifiers::ALT, Key::C);
    assert_eq!(taken(&mut h), []);
}

#[test]
fn moves_are_picked_one_after_the_other_in_a_menu_that_stays_open() {
    let moves = ["b3", "g2", "c7"].map(|mv| ComparedMove {
        mv: MoveText(mv.to_owned()),
        shown: mv.to_owned(),
        is_picked: false,
        is_in_tree: false,
    });
    let mut h = window_with(Mode::Analyse, |s| {
        let comparison = ComparisonView { moves: moves.to_vec(), ..ComparisonView::default() };
        let comparison = Some(comparison);
        s.analysis.cards = vec![EngineCardView { comparison, ..card(7, "Scan", 1) }];
    });
    click(&mut h, "Compare moves: Scan");
    for mv in ["b3", "c7"] {
        click(&mut h, &format!("Only {mv}"));
        let picked = vec![MoveText(mv.to_owned())];
        assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::PickMoves(7, picked))]);
    }
    // Numbers of moves are one choice.
    click(&mut h, "3 moves");
    assert!(h.query_by_label("Only b3").is_none());
}

#[test]
fn a_card_is_locked_by_its_button_and_leads_back_to_its_position() {
    let lock = |on| Command::Analysis(AnalysisCommand::Lock(7, on));
    let mut h = window(Mode::Analyse);
    click(&mut h, "Lock Edax 4.6 to this position");
    assert_eq!(taken(&mut h), [lock(true)]);
    key(&mut h, Modifiers::ALT, Key::L);
    assert_eq!(taken(&mut h), [lock(true)]);
    let mut h = window_with(Mode::Analyse, |s| {
        let position_text = s.game.position_text.clone();
        s.analysis.cards[0].lock =
            Some(LockView { title: "12. d3".to_owned(), node: 5, position_text, is_shown: false });
        // Another position is on the board, whose own lines are not known yet.
        s.analysis.position_id += 1;
    });
    click(&mut h, "Line 1 of Edax 4.6: +2.00 b3");
    let moves = vec!["b3".to_owned()];
    assert_eq!(
        taken(&mut h),
        [Command::Game(GameCommand::PlayLine(5, moves))],
        "from its own node"
    );
    click(&mut h, "Edax 4.6: Locked at 12. d3");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::GoTo(5))]);
    click(&mut h, "Let Edax 4.6 follow the board again");
    assert_eq!(taken(&mut h), [lock(false)]);
}

#[test]
fn a_threat_is_named_and_its_moves_are_not_played_in_the_game() {
    let threat = |on| Command::Analysis(AnalysisCommand::Threat(7, on));
    let mut h = window(Mode::Analyse);
    key(&mut h, Modifiers::ALT, Key::T);
    assert_eq!(taken(&mut h), [threat(true)]);
    let mut h = window_with(Mode::Analyse, |s| {
        let position_text = s.game.position_text.clone();
        let title = "Threat: what Black would play".to_owned();
        s.analysis.cards[0].threat = Some(ThreatView { title, position_text });
    });
    assert!(h.query_by_label("Threat: what Black would play").is_some());
    click(&mut h, "Line 1 of Edax 4.6: +2.00 b3");
    assert_eq!(taken(&mut h), [], "the other side is to move");
    click(&mut h, "Show the position as it is: Edax 4.6");
    assert_eq!(taken(&mut h), [threat(false)]);
}

#[test]
fn a_card_is_folded_while_it_rests_and_can_be_unfolded() {
    let height = |h: &Window| h.get_by_label("Moves").rect().top();
    let running = window(Mode::Analyse);
    let mut h = window_with(Mode::Analyse, |s| s.analysis.cards[0].running = false);
    assert!(h.query_by_label("Depth 24").is_none());
    assert!(h.query_by_label("Start Edax 4.6").is_some());
    let folded = height(&h);
    assert!(folded + 150.0 < height(&running), "{folded}");
    click(&mut h, "Unfold Edax 4.6");
    assert!(h.query_by_label("Depth 24").is_some());
    assert_eq!(height(&h), height(&running));
    click(&mut h, "Fold Edax 4.6");
    assert_eq!(height(&h), folded);
    click(&mut h, "Unfold Edax 4.6");
    h.state_mut().snapshot.analysis.cards[0].running = true;
    h.run();
    assert_eq!(height(&h), height(&running));
    h.state_mut().snapshot.analysis.cards[0].running = false;
    h.run();
    assert_eq!(height(&h), folded, "it is folded when it rests again");
}

#[test]
fn what_an_engine_says_of_itself_is_seen_before_there_are_figures_and_over_its_state() {
    let said = |s: &mut Snapshot| {
        let card = &mut s.analysis.cards[0];
        "asked for depth 5".clone_into(&mut card.status);
        for figure in [&mut card.depth, &mut card.nodes] {
            "\u{2013}".clone_into(figure);
        }
    };
    let h = window_with(Mode::Analyse, said);
    assert!(h.query_by_label("asked for depth 5").is_some());
    let mut h = window_with(Mode::Analyse, |s| {
        "asked for depth 5".clone_into(&mut s.analysis.cards[0].status);
    });
    assert!(h.query_by_label("asked for depth 5").is_none(), "figures have the room");
    h.get_by_label("Edax 4.6: thinking 6.2 s").hover();
    h.run_steps(60);
    assert!(h.query_by_label("asked for depth 5").is_some(), "over the state");
}

#[test]
fn engines_of_the_analysis_are_started_stopped_added_and_removed() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Stop Edax 4.6");
    click(&mut h, "Add engine");
    click(&mut h, "Quintet Othello");
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Remove");
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Kill\u{2026}");
    click(&mut h, "Kill");
    let expected = [
        Command::Analysis(AnalysisCommand::SetRunning(7, false)),
        Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())),
        Command::Analysis(AnalysisCommand::RemoveEngine(7)),
        Command::Engine(EngineCommand::Kill(7)),
    ];
    assert_eq!(taken(&mut h), expected);
    key(&mut h, NONE, Key::Space);
    let expected = [Command::Analysis(AnalysisCommand::SetRunning(7, false))];
    assert_eq!(taken(&mut h), expected);
}

#[test]
fn the_menu_of_a_card_gives_its_engine_threads_and_stays_open() {
    let mut h = window_with(Mode::Analyse, |s| {
        let entry = s.engines.iter_mut().find(|entry| entry.has_session(7)).unwrap();
        entry.options.clear();
        let kind = OptionKind::Int { min: 1, max: 3 };
        let of_name = |name: &str, value: Option<&str>| DeclaredOption {
            name: name.to_owned(),
            kind: kind.clone(),
            default: "2".to_owned(),
            value: value.map(str::to_owned),
        };
        entry.declared = Some([of_name("Threads", None), of_name("Style", Some("1"))].into());
    });
    click(&mut h, "More about Edax 4.6");
    assert!(h.query_by_label("Style: more").is_none(), "it is no share of the machine");
    click(&mut h, "Threads: more");
    click(&mut h, "Threads: less");
    let set = |threads: &str| {
        let values = [("Style", "1"), ("Threads", threads)];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Command::Engine(EngineCommand::SetOptions("Edax 4.6".to_owned(), values.to_vec()))
    };
    assert_eq!(taken(&mut h), [set("3"), set("1")]);
}

#[test]
fn the_menu_of_a_card_has_its_limits_behind_one_entry() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Limit of its search");
    assert!(h.query_by_label("Remove").is_none(), "the limits are in its place");
    click(&mut h, "Back");
    click(&mut h, "Limit of its search");
    click(&mut h, "To depth 14");
    let limit = AnalysisCommand::Limit(7, Some(ReviewEffort::Depth(14)));
    assert_eq!(taken(&mut h), [Command::Analysis(limit)]);
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Remove");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::RemoveEngine(7))]);
}

#[test]
fn lines_and_point_of_view_are_chosen_in_the_head() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Lines");
    click(&mut h, "3 lines");
    h.get_by_label_contains("Point of view").click();
    h.run();
    key(&mut h, NONE, Key::Minus);
    let expected = [
        AnalysisCommand::SetLines(3),
        AnalysisCommand::SetPointOfView(quintet::app::PointOfView::Mover),
        AnalysisCommand::SetLines(6),
    ];
    assert_eq!(taken(&mut h), expected.map(Command::Analysis));
}

#[test]
fn a_line_is_played_as_a_variation_from_the_keyboard_too() {
    let mut h = window(Mode::Analyse);
    h.get_by_label_contains("Line 2 of Edax 4.6").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    let first = Command::Game(GameCommand::PlayLine(24, vec!["g2".to_owned()]));
    assert_eq!(taken(&mut h), [first]);
    click(&mut h, "Insert the best line of Edax 4.6");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::InsertLine(24, line))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(line.len(), 8);
}

#[test]
fn a_typed_move_stays_to_be_mended_until_one_is_made() {
    let mut h = window(Mode::Play);
    h.get_by_label("Typed move").focus();
    h.run();
    let enter = |h: &mut Window, text: &str| {
        h.get_by_label("Typed move").type_text(text);
        h.run();
        key(h, NONE, Key::Enter);
        h.state_mut().ui.typed.clone()
    };
    assert_eq!(enter(&mut h, "f9"), "f9", "nobody has made it");
    assert_eq!(enter(&mut h, "f5"), "f5", "typed over what was refused");
    let typed = |text: &str| Command::Game(GameCommand::Type(text.to_owned()));
    assert_eq!(taken(&mut h), [typed("f9"), typed("f5")]);
    h.state_mut().snapshot.game.position_id += 1;
    h.run();
    assert_eq!(h.state_mut().ui.typed, "", "it was made");
}

#[test]
fn four_cards_fit_beside_the_moves() {
    let cards = (1..=4).map(|id| card(id, &format!("Engine {id}"), 2)).collect();
    let h = window_with(Mode::Analyse, |s| s.analysis.cards = cards);
    let typed = h.get_by_label("Typed move").rect();
    assert!(typed.bottom() < 800.0 && typed.top() > 500.0, "{typed:?}");
}

/// Issue 14, point 19.
#[test]
fn the_progress_of_an_analysis_lies_on_no_other_control() {
    let text = "Analysing game  136 of 158";
    for mode in [Mode::Play, Mode::Analyse] {
        for size in [[1280.0, 800.0], [1024.0, 700.0], [900.0, 800.0]] {
            let mut snapshot = sample(mode);
            snapshot.progress = Some(ProgressView {
                text: text.to_owned(),
                part: Some(0.86),
                cancel: Some(Command::Analysis(AnalysisCommand::StopWholeGame)),
                paused: Some(false),
            });
            let h = show(snapshot, size);
            let progress = h.get_by_role_and_label(Role::ProgressIndicator, text).rect();
            let pause = h.get_by_label("Pause this work").rect();
            let stop = h.get_by_label("Stop this work").rect();
            assert!(progress.width() >= 40.0, "{mode:?} {size:?}: {progress:?}");
            for button in h.get_all_by_role(Role::Button) {
                let other = button.rect().shrink(0.5);
                assert!(!progress.intersects(other), "{mode:?} {size:?}: {button:?}");
                for own in [pause, stop].into_iter().filter(|own| *own != button.rect()) {
                    assert!(!own.intersects(other), "{mode:?} {size:?}: {button:?}");
                }
            }
        }
    }
}

#[test]
fn a_whole_game_analysis_shows_its_progress_and_is_stopped() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Analyse the whole game");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::WholeGame)]);
    let text = "Analysing game  12 of 58".to_owned();
    let stop = Command::Analysis(AnalysisCommand::StopWholeGame);
    let progress = ProgressView {
        text: text.clone(),
        part: Some(0.2),
        cancel: Some(stop),
        paused: Some(false),
    };
    let mut h = window_with(Mode::Analyse, |s| s.progress = Some(progress));
    assert!(h.query_all_by_label(&text).count() >= 1);
    click(&mut h, "Pause this work");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::PauseWholeGame(true))]);
    click(&mut h, "Stop this work");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::StopWholeGame)]);
}

#[test]
fn the_console_is_watched_while_it_is_seen_and_sends_lines() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(Some(7)))]);
    assert!(h.query_by_label("> hint 7").is_some());
    assert!(h.query_by_label("3 lines dropped").is_some());
    click(&mut h, "Show sent");
    assert!(h.query_by_label("> hint 7").is_none());
    assert!(h.query_by_label("< status Thinking").is_some());
    type_into(&mut h, "Line to send", "ping 5");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Send(7, "ping 5".to_owned()))]);
    click(&mut h, "Engine of the console");
    click(&mut h, "Quintet Othello");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(Some(9)))]);
    key(&mut h, CTRL, Key::J);
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(None))]);
}

#[test]
fn a_held_console_stands_still_and_its_transcript_is_saved() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    click(&mut h, "Hold the console still");
    h.state_mut().snapshot.console.as_mut().unwrap().lines = Vec::new().into();
    h.run();
    assert!(h.query_by_label("> hint 7").is_some());
    click(&mut h, "Save the transcript\u{2026}");
    key(&mut h, NONE, Key::Enter);
    let saved = FileCommand::SaveTranscript(7, "Edax-4-6.txt".into());
    let [wanted] = unless_there(saved);
    assert_eq!(taken(&mut h).pop(), Some(wanted));
}

#[test]
fn clearing_the_console_hides_lines_and_forgets_none() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    taken(&mut h);
    click(&mut h, "Clear the console");
    assert_eq!(taken(&mut h), [], "the transcript keeps them");
    assert!(h.query_by_label("> hint 7").is_none());
    assert!(h.query_by_label("3 lines dropped").is_none());
    let console = h.state_mut().snapshot.console.as_mut().unwrap();
    let new = ConsoleLine { text: "ping 5".into(), ..console.lines[0].clone() };
    console.lines = console.lines.iter().skip(1).cloned().chain([new]).collect();
    (console.first, console.dropped) = (console.first + 1, console.dropped + 1);
    h.run();
    assert!(h.query_by_label("> ping 5").is_some());
    assert!(h.query_by_label("> hint 7").is_none());
    assert!(h.query_by_label("1 line dropped").is_some());
    // Those of another session are all there.
    h.state_mut().snapshot.console.as_mut().unwrap().session = 9;
    h.run();
    assert!(h.query_by_label("> hint 7").is_some());
}

#[test]
fn an_engine_that_is_started_again_is_watched_on() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    taken(&mut h);
    let snapshot = &mut h.state_mut().snapshot;
    snapshot.sessions =
        vec![session(9, "Quintet Othello", ""), session(11, "Edax 4.6", "Edax10")].into();
    snapshot.console.as_mut().unwrap().session = 11;
    h.run();
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(Some(11)))]);
    // Without a choice the first one is followed.
    let snapshot = &mut h.state_mut().snapshot;
    snapshot.sessions.truncate(1);
    snapshot.console = None;
    h.run();
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(Some(9)))]);
}

#[test]
fn lines_held_still_are_not_shown_under_the_name_of_another_engine() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    click(&mut h, "Hold the console still");
    let console = h.state_mut().snapshot.console.as_mut().unwrap();
    console.session = 9;
    console.lines = Arc::from([ConsoleLine { text: "other".into(), ..console.lines[0].clone() }]);
    h.run();
    assert!(h.query_by_label("> hint 7").is_none());
    assert!(h.query_by_label("> other").is_some());
    assert!(!is_on(&h, "Hold the console still"));
}

#[test]
fn dropped_lines_of_an_engine_that_has_ended_are_counted_too() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    h.state_mut().snapshot.console.as_mut().unwrap().alive = false;
    h.run();
    assert!(h.query_by_label("Edax 4.6 has ended; nothing can be sent.").is_some());
    assert!(h.query_by_label("3 lines dropped").is_some());
}

#[test]
fn problems_show_details_and_restart() {
    let mut h = window(Mode::Play);
    h.state_mut().ui.drawer.tab = DrawerTab::Problems;
    key(&mut h, CTRL, Key::J);
    assert!(h.query_by_label("terminate called").is_none());
    click(&mut h, "Details of problem 1");
    assert!(h.query_by_label("terminate called").is_some());
    click(&mut h, "Restart after problem 1");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Restart(7))]);
}

#[test]
fn pointing_at_a_line_shows_its_end_on_a_small_board_and_the_wheel_steps() {
    let mut h = window(Mode::Analyse);
    h.get_by_label_contains("Line 2 of Edax 4.6").hover();
    h.run();
    let preview = |h: &Window| h.state().ui.preview.map(|look| (place(look.of), look.n_moves));
    assert_eq!(preview(&h), Some((1, 8)));
    let wheel = |up: f32| Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, up),
        phase: egui::TouchPhase::Move,
        modifiers: NONE,
        source: egui::MouseWheelSource::Wheel,
    };
    h.event(wheel(1.0));
    h.run();
    assert_eq!(preview(&h), Some((1, 7)));
    h.event(wheel(-1.0));
    h.event(wheel(-1.0));
    h.run();
    assert_eq!(preview(&h), Some((1, 8)));
    h.get_by_label("Engines page").hover();
    h.run();
    assert_eq!(preview(&h), None);
}

#[test]
fn the_wheel_scrolls_cards_that_are_longer_than_their_place_and_steps_with_shift() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.analysis.cards = (1..=3).map(|id| card(id, &format!("Engine {id}"), 5)).collect();
    });
    let line = |h: &Window| h.get_by_label_contains("Line 1 of Engine 1").rect();
    let preview = |h: &Window| h.state().ui.preview.map(|look| look.n_moves);
    let wheel = |up: f32, modifiers| Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, up),
        phase: egui::TouchPhase::Move,
        modifiers,
        source: egui::MouseWheelSource::Wheel,
    };
    h.get_by_label_contains("Line 1 of Engine 1").hover();
    h.run();
    let before = line(&h);
    assert_eq!(preview(&h), Some(8));
    h.event(wheel(1.0, egui::Modifiers::SHIFT));
    h.run();
    assert_eq!((preview(&h), line(&h)), (Some(7), before));
    h.event(wheel(-1.0, NONE));
    h.run();
    assert!(line(&h).top() < before.top(), "the cards have not moved");
}

#[test]
fn where_every_legal_move_has_a_line_the_first_free_row_says_so() {
    let words = |has_all_moves| {
        let h = window_with(Mode::Analyse, |s| {
            s.analysis.cards = vec![EngineCardView { has_all_moves, ..card(7, "Edax 4.6", 4) }];
        });
        h.query_all_by_label("no other legal move").count()
    };
    assert_eq!((words(true), words(false)), (1, 0));
}

#[test]
fn two_engines_of_one_name_have_buttons_of_their_own() {
    let name = "Quintet Othello";
    let cards = vec![card(7, name, 2), card(8, "Quintet Othello (2)", 2)];
    let mut h = window_with(Mode::Analyse, |s| s.analysis.cards = cards);
    click(&mut h, "Stop Quintet Othello (2)");
    click(&mut h, "Stop Quintet Othello");
    click(&mut h, "More about Quintet Othello (2)");
    click(&mut h, "Remove");
    let expected = [
        AnalysisCommand::SetRunning(8, false),
        AnalysisCommand::SetRunning(7, false),
        AnalysisCommand::RemoveEngine(8),
    ];
    assert_eq!(taken(&mut h), expected.map(Command::Analysis));
}

#[test]
fn the_small_board_follows_the_move_under_the_pointer_until_the_line_changes() {
    let mut h = window(Mode::Analyse);
    let line = h.get_by_label_contains("Line 2 of Edax 4.6").rect();
    let shown = |h: &Window| h.state().ui.preview.map(|look| (place(look.of), look.n_moves));
    let mut seen = Vec::new();
    let mut x = line.left();
    while x < line.right() {
        h.event(Event::PointerMoved(egui::pos2(x, line.center().y)));
        h.run();
        seen.extend(shown(&h));
        x += 6.0;
    }
    seen.dedup();
    // The whole line before its first word, then word by word, and the end stays.
    assert_eq!(seen, [8, 1, 2, 3, 4, 5, 6, 7, 8].map(|n| (1, n)));
    h.event(Event::PointerMoved(egui::pos2(line.left() + 80.0, line.center().y)));
    h.run();
    assert_eq!(shown(&h), Some((1, 1)));
    h.event(Event::PointerMoved(line.left_center() + egui::vec2(20.0, 0.0)));
    h.run();
    assert_eq!(shown(&h), Some((1, 1)));
    let cards = &mut h.state_mut().snapshot.analysis.cards;
    cards[0].lines[1].moves = ["h4", "h3", "h2"].map(str::to_owned).to_vec();
    h.run();
    assert_eq!(shown(&h), Some((1, 3)));
}

#[test]
fn the_sessions_of_an_engine_are_listed_under_it_by_the_names_of_the_list() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.sessions = vec![session(9, "Quintet Othello", "Quintet level 10")].into();
        s.engines.retain(|entry| entry.name == "Quintet Othello");
    });
    h.state_mut().ui.page = Page::Engines;
    h.run();
    assert!(h.query_by_label("Session 9: Quintet Othello").is_some());
    for words in ["Stop", "Restart"] {
        click(&mut h, &format!("{words} session 9"));
    }
    let wanted = [EngineCommand::Stop(9), EngineCommand::Restart(9)];
    assert_eq!(taken(&mut h), wanted.map(Command::Engine));
    click(&mut h, "Kill\u{2026} session 9");
    click(&mut h, "Kill");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Kill(9))]);
}

#[test]
fn the_card_of_an_engine_that_has_crashed_offers_no_kill() {
    let mut h = window_with(Mode::Analyse, |s| {
        let id = s.analysis.cards[0].id;
        s.engines.iter_mut().for_each(|entry| entry.sessions.retain(|known| *known != id));
        s.engines[0].ended = vec![id];
    });
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Kill\u{2026}");
    assert!(h.query_by_label("Kill").is_none());
    assert_eq!(taken(&mut h), []);
}

#[test]
fn a_session_that_has_ended_can_only_be_looked_at_and_started_again() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.sessions = vec![session(9, "Quintet Othello", "Quintet")].into();
        s.engines.retain(|entry| entry.name == "Quintet Othello");
        s.engines[0].ended = std::mem::take(&mut s.engines[0].sessions);
    });
    h.state_mut().ui.page = Page::Engines;
    h.run();
    assert!(h.query_by_label("Session 9: Quintet Othello (ended)").is_some());
    assert!(h.query_by_label("Stop session 9").is_none());
    assert!(h.query_by_label("Kill\u{2026} session 9").is_none());
    assert!(h.query_by_label("Console session 9").is_some());
    click(&mut h, "Restart session 9");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Restart(9))]);
}

#[test]
fn the_engine_that_comes_with_the_program_is_offered_first_and_one_that_has_failed_last() {
    let first = |failed: bool| {
        let mut snapshot = sample(Mode::Analyse);
        snapshot.analysis.cards.clear();
        let own = snapshot.engines.iter_mut().find(|entry| entry.builtin).unwrap();
        own.games = vec![snapshot.game.info.name.to_owned()];
        let own = own.name.clone();
        snapshot.engines.sort_by_key(|entry| entry.builtin);
        snapshot.game.seats[1].engine = Some(own.clone());
        if failed {
            snapshot.problems[0].seat = Some(1);
        }
        show(snapshot, SIZE).query_by_label(&format!("Start {own}")).is_some()
    };
    assert!(first(false));
    assert!(!first(true));
}
