//! Engines that have failed: what is said beside the board, and what can be done there.

use super::*;
use quintet::app::{FailureView, MatchGameState, Remedy};

/// An engine on White's seat, in the state in which so much can be done.
fn failure(text: &str, remedies: &[Remedy]) -> FailureView {
    FailureView {
        name: "Edax 4.6".to_owned(),
        text: text.to_owned(),
        shown: text.to_owned(),
        error_output: Vec::new(),
        waits: text == CRASHED,
        seat: Some(1),
        session: Some(7),
        remedies: remedies.to_vec(),
        bundle: Some(3),
    }
}

const CRASHED: &str = "Edax 4.6 crashed (exit 139).";
const AFTER_A_CRASH: [Remedy; 3] = [Remedy::Restart, Remedy::Forfeit, Remedy::Analyse];
const SILENT: &str = "Edax 4.6 has not answered.";
const WHILE_SILENT: [Remedy; 5] =
    [Remedy::Wait, Remedy::Restart, Remedy::Kill, Remedy::Forfeit, Remedy::Analyse];

fn troubled(text: &str, remedies: &[Remedy], size: [f32; 2]) -> Window {
    let mut snapshot = sample(Mode::Play);
    snapshot.failures = vec![failure(text, remedies)].into();
    show(snapshot, size)
}

fn of(words: &str) -> String {
    format!("{words}: Edax 4.6")
}

#[test]
fn a_crash_in_the_game_is_told_beside_the_board_with_what_applies_to_it() {
    assert!(window(Mode::Play).query_by_label(&of("Restart engine")).is_none());
    let mut h = troubled(CRASHED, &AFTER_A_CRASH, SIZE);
    assert_eq!(h.get_by_label(CRASHED).accesskit_node().role(), Role::Alert);
    for words in ["Wait", "Kill engine", "Remove"] {
        assert!(h.query_by_label(&of(words)).is_none(), "{words}");
    }
    click(&mut h, &of("Restart engine"));
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Restart(7))]);
    // It stays until the engine is well again.
    assert!(h.query_by_label(CRASHED).is_some());
    click(&mut h, &of("Go on as analysis"));
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::SetMode(Mode::Analyse))]);
    assert!(h.query_by_label(CRASHED).is_some());
}

#[test]
fn one_that_does_not_answer_can_be_waited_for_killed_and_left_to_lose_there() {
    for (words, wanted) in [
        ("Wait", None),
        ("Restart engine", Some(Command::Engine(EngineCommand::Restart(7)))),
        ("Kill engine", Some(Command::Engine(EngineCommand::Kill(7)))),
        ("Let it lose", Some(Command::Game(GameCommand::Forfeit(1)))),
        ("Go on as analysis", Some(Command::Game(GameCommand::SetMode(Mode::Analyse)))),
    ] {
        let mut h = troubled(SILENT, &WHILE_SILENT, SIZE);
        click(&mut h, &of(words));
        // What cannot be had back is asked, as everywhere.
        if let Some(yes) = [("Kill engine", "Kill"), ("Let it lose", "Let it lose")]
            .into_iter()
            .find_map(|(asked, yes)| (asked == words).then_some(yes))
        {
            assert_eq!(taken(&mut h), [], "{words}");
            click(&mut h, yes);
        }
        assert_eq!(taken(&mut h), Vec::from_iter(wanted), "{words}");
    }
}

#[test]
fn a_game_that_waits_for_a_choice_is_lost_by_the_choice_without_another_question() {
    let mut h = troubled(CRASHED, &AFTER_A_CRASH, SIZE);
    click(&mut h, &of("Let it lose"));
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Forfeit(1))]);
}

#[test]
fn the_last_words_of_its_error_output_stand_under_the_sentence() {
    let mut snapshot = sample(Mode::Play);
    let error_output = ["first", "second", "third, and so long that it is cut ".repeat(9).as_str()]
        .map(str::to_owned)
        .to_vec();
    snapshot.failures =
        vec![FailureView { error_output, ..failure(CRASHED, &AFTER_A_CRASH) }].into();
    let h = show(snapshot, SIZE);
    assert!(h.query_by_label("first").is_none());
    let (second, third) = (h.get_by_label("second"), h.get_by_label_contains("third, and"));
    let button = h.get_by_label(&of("Restart engine")).rect();
    assert!(h.get_by_label(CRASHED).rect().bottom() <= second.rect().top() + 1.0);
    assert!(second.rect().bottom() <= third.rect().top() + 1.0);
    assert!(third.rect().bottom() < button.top() && third.rect().right() <= SIZE[0]);
}

#[test]
fn how_long_it_lasts_is_painted_and_what_is_said_stays_the_same() {
    let mut h = troubled(SILENT, &WHILE_SILENT, SIZE);
    click(&mut h, &of("Wait"));
    h.state_mut().snapshot.failures[0].shown = "Edax 4.6 has not answered for 9 s.".to_owned();
    h.run();
    assert!(h.query_by_label(SILENT).is_none(), "it was waited for");
}

#[test]
fn a_game_that_waits_says_so_and_goes_on_where_no_engine_runs() {
    let mut snapshot = sample(Mode::Play);
    let failed = failure(CRASHED, &[Remedy::Engines, Remedy::Restart]);
    snapshot.failures = vec![FailureView { session: None, ..failed }].into();
    (snapshot.game.waits, snapshot.game.paused) = (true, true);
    snapshot.game.result.clear();
    let mut h = show(snapshot, SIZE);
    assert!(h.query_by_label_contains("Waiting for you").is_some());
    click(&mut h, &of("Restart engine"));
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Resume)]);
    click(&mut h, &of("List of engines"));
    assert_eq!(taken(&mut h), []);
    assert_eq!(h.state().ui.page, Page::Engines);
}

#[test]
fn another_engine_is_chosen_from_the_card_as_from_the_strip() {
    let mut snapshot = sample(Mode::Play);
    let text = "Edax 4.6 is not in the list of engines any more.";
    let gone = failure(text, &[Remedy::Replace, Remedy::Forfeit, Remedy::Analyse]);
    snapshot.failures = vec![FailureView { session: None, ..gone }].into();
    let mut h = show(snapshot, SIZE);
    click(&mut h, &of("Choose another engine\u{2026}"));
    assert_eq!(taken(&mut h), []);
    assert!(h.query_by_label(text).is_some(), "the card stays until it is chosen");
    let other = h
        .state()
        .snapshot
        .engines
        .iter()
        .find(|entry| entry.games.iter().any(|game| game == h.state().snapshot.game.info.name));
    let other = other.unwrap().name.clone();
    assert!(h.query_by_label("Person").is_some(), "the menu of the strip is open");
    click(&mut h, "Person");
    let [Command::Game(GameCommand::SetSeat(1, _))] = &taken(&mut h)[..] else {
        panic!("{other} or a person could sit there")
    };
    // By keyboard alone, too.
    key(&mut h, NONE, Key::F2);
    key(&mut h, NONE, Key::Enter);
    assert!(h.query_by_label("Person").is_some());
}

#[test]
fn one_that_was_waited_for_is_told_again_when_it_is_silent_again() {
    let mut h = troubled(SILENT, &WHILE_SILENT, SIZE);
    click(&mut h, &of("Wait"));
    assert!(h.query_by_label(SILENT).is_none());
    let again = std::mem::take(&mut h.state_mut().snapshot.failures);
    h.run();
    h.state_mut().snapshot.failures = again;
    h.run();
    assert!(h.query_by_label(SILENT).is_some());
}

#[test]
fn a_failure_is_dealt_with_by_keyboard_alone() {
    let mut h = troubled(SILENT, &WHILE_SILENT, SIZE);
    key(&mut h, NONE, Key::F2);
    assert!(h.get_by_label(&of("Wait")).is_focused());
    key(&mut h, NONE, Key::Tab);
    assert!(h.get_by_label(&of("Restart engine")).is_focused());
    key(&mut h, NONE, Key::Tab);
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    key(&mut h, NONE, Key::Tab);
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Kill(7))]);
}

#[test]
fn its_bundle_is_saved_and_all_problems_are_shown_from_there() {
    let mut h = troubled(CRASHED, &AFTER_A_CRASH, SIZE);
    click(&mut h, &of("Save bundle\u{2026}"));
    key(&mut h, NONE, Key::Enter);
    let saved = FileCommand::SaveBundle(3, "bundle-3.txt".into());
    assert_eq!(taken(&mut h), unless_there(saved));
    click(&mut h, &of("Show all problems"));
    assert_eq!(h.state().ui.drawer.tab, DrawerTab::Problems);
    assert!(h.query_by_label("Details of problem 1").is_some());
}

#[test]
fn its_buttons_stand_apart_and_inside_in_windows_of_all_sizes() {
    for size in [WIDE, SIZE, [853.0, 533.0], [640.0, 400.0]] {
        let h = troubled(SILENT, &WHILE_SILENT, size);
        let names = ["Wait", "Restart engine", "Kill engine", "Let it lose", "Go on as analysis"];
        let rects = names.map(|words| h.get_by_label(&of(words)).rect());
        for (i, one) in rects.iter().enumerate() {
            assert!(one.right() <= size[0] && one.bottom() <= size[1], "{size:?}: {one:?}");
            for other in &rects[i + 1..] {
                assert!(!one.shrink(0.5).intersects(*other), "{size:?}: {one:?} {other:?}");
            }
        }
    }
}

#[test]
fn a_failure_of_an_analysis_is_told_above_its_card_and_not_beside_the_game() {
    let of_card = FailureView {
        seat: None,
        session: Some(9),
        remedies: vec![Remedy::Restart, Remedy::Remove],
        bundle: None,
        ..failure("Edax 4.6 crashed (signal 11).", &[])
    };
    for (mode, is_told) in [(Mode::Analyse, true), (Mode::Play, false)] {
        let mut h = window_with(mode, |s| s.failures = vec![of_card.clone()].into());
        assert_eq!(h.query_by_label(&of_card.text).is_some(), is_told);
        if is_told {
            click(&mut h, &of("Remove"));
            let wanted = Command::Analysis(AnalysisCommand::RemoveEngine(9));
            assert_eq!(taken(&mut h), [wanted]);
        }
    }
}

#[test]
fn the_menu_among_the_problems_offers_what_applies_now() {
    let mut h = troubled(CRASHED, &AFTER_A_CRASH, WIDE);
    h.state_mut().snapshot.problems[0].seat = Some(1);
    h.state_mut().ui.drawer.tab = DrawerTab::Problems;
    key(&mut h, CTRL, Key::J);
    click(&mut h, "What to do about problem 1");
    let is_disabled = |words: &str| h.get_by_label(words).accesskit_node().is_disabled();
    assert!(is_disabled("Wait") && is_disabled("Kill engine"));
    assert!(!is_disabled("Let it lose"));
    click(&mut h, "Restart engine");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Restart(7))]);
}

#[test]
fn a_game_of_a_match_that_a_failure_ended_is_told_once() {
    let mut h = window_with(Mode::Match, |s| {
        let mut found = running_match();
        found.games[1].failed = Some(0);
        found.games[1].reason = "crashed (exit 139)".to_owned();
        s.matching = Some(found.into());
    });
    let number = h.state().snapshot.matching.as_ref().unwrap().games[1].number;
    assert!(h.query_by_label_contains("has lost it: crashed (exit 139).").is_some());
    click(&mut h, &format!("Open the game {number} to analyse"));
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Open(number))]);
    click(&mut h, "Pause the match after a failure");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Pause(true))]);
    click(&mut h, "Go on: the match");
    assert!(h.query_by_label_contains("has lost it").is_none());
}

#[test]
fn a_game_of_a_match_that_could_not_begin_names_the_engine_that_was_not_ready() {
    for failed in [0, 1] {
        let h = window_with(Mode::Match, |s| {
            let mut found = running_match();
            let game = &mut found.games[1];
            (game.failed, game.unready) = (Some(failed), true);
            game.state = MatchGameState::NotPlayed;
            game.reason = "could not start".to_owned();
            s.matching = Some(found.into());
        });
        let name = ["Edax 4.6", "Quintet Othello"][failed];
        let said = format!("was not played: {name}: could not start.");
        assert!(h.query_by_label_contains(&said).is_some(), "{said}");
    }
}

#[test]
fn an_engine_that_is_waited_for_is_told_again_after_a_while_and_by_a_click_on_its_state() {
    let mut h = troubled(SILENT, &WHILE_SILENT, SIZE);
    let again = of("Show again what can be done");
    assert!(h.query_by_label(&again).is_none());
    click(&mut h, &of("Wait"));
    assert!(h.query_by_label(SILENT).is_none());
    click(&mut h, &again);
    assert!(h.query_by_label(SILENT).is_some() && h.query_by_label(&again).is_none());
    assert_eq!(taken(&mut h), []);

    click(&mut h, &of("Wait"));
    let now = h.ctx.input(|i| i.time);
    h.input_mut().time = Some(now + 29.0);
    h.run();
    assert!(h.query_by_label(SILENT).is_none(), "it is still waited for");
    h.input_mut().time = Some(now + 31.0);
    h.run();
    assert!(h.query_by_label(SILENT).is_some());
}

#[test]
fn all_buttons_of_a_problem_stay_within_its_row_where_there_is_little_room() {
    let mut snapshot = sample(Mode::Play);
    let text = "Edax 4.6 stalled (did not stop when told to). Its process was ended.";
    let problem = &mut snapshot.problems[0];
    text.clone_into(&mut problem.text);
    (problem.seat, problem.bundle) = (Some(1), Some(3));
    let mut h = show(snapshot, SIZE);
    h.state_mut().ui.page = Page::Engines;
    h.run();
    // Before the words there are a sign and the time.
    let left = h.get_by_label(text).rect().left() - 92.0;
    for words in ["Copy", "Restart after", "What to do about", "Save the bundle of", "Details of"] {
        let button = h.get_by_label(&format!("{words} problem 1")).rect();
        assert!(left <= button.left() && button.right() <= SIZE[0], "{words}: {button:?}");
    }
    click(&mut h, "Details of problem 1");
    assert!(h.query_by_label("terminate called").is_some());
}
