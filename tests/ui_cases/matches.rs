//! The form for a match, and a match that runs.

use super::*;

/// At 200 % in the smallest usual window everything must be within reach.
#[test]
fn the_form_and_the_games_of_a_match_can_be_scrolled_to_where_the_window_is_low() {
    let low = [640.0, 400.0];
    let mut h = show(sample(Mode::Match), low);
    h.get_by_label("Start the match").scroll_to_me();
    h.run();
    let start = h.get_by_label("Start the match").rect();
    assert!(start.bottom() <= 400.0, "{start:?}");
    let mut snapshot = sample(Mode::Match);
    snapshot.matching = Some(running_match());
    let mut h = show(snapshot, low);
    h.get_by_label_contains("Open game").scroll_to_me();
    h.run();
    let open = h.get_by_label_contains("Open game").rect();
    assert!(open.bottom() <= 400.0, "{open:?}");
}

#[test]
fn a_match_is_described_started_watched_and_stopped() {
    let mut h = window(Mode::Match);
    type_into(&mut h, "Number of games", "x");
    assert!(h.query_by_label_contains("is not a number of games").is_some());
    click(&mut h, "Start the match");
    assert_eq!(taken(&mut h), []);

    let mut h = window(Mode::Match);
    click(&mut h, "Engine A: level");
    click(&mut h, "level 3");
    click(&mut h, "Games at once: more");
    click(&mut h, "Start the match");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::Start { engines, games, time, concurrency, .. })] =
        commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!((*games, *concurrency, time.to_string().as_str()), (20, 2, "10s+0.1s"));
    let level = vec![("level".to_owned(), "3".to_owned())];
    let name = "Quintet Othello".to_owned();
    assert_eq!(engines[0], SeatChoice::Engine { name, options: level });

    h.state_mut().snapshot.matching = Some(running_match());
    h.run();
    assert!(h.query_by_label_contains("Edax 4.6: 14 wins, 1 draws, 6 losses").is_some());
    assert!(h.query_by_label("crashed (exit 139): 2").is_some());
    click(&mut h, "Pause the match");
    click(&mut h, "Game 21: Edax 4.6 - Quintet Othello, 1-0 more discs");
    click(&mut h, "Finish the running games, then stop the match");
    click(&mut h, "Stop the match now\u{2026}");
    assert_eq!(h.query_all_by_label_contains("2 running games are not counted").count(), 1);
    click(&mut h, "Stop now");
    let expected = [
        MatchCommand::Pause(true),
        MatchCommand::Show(21),
        MatchCommand::FinishThenStop,
        MatchCommand::StopNow,
    ];
    assert_eq!(taken(&mut h), expected.map(Command::Match));
}

#[test]
fn a_finished_match_can_be_looked_at_again_from_the_form_for_the_next() {
    let mut found = running_match();
    found.over = true;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found));
    click(&mut h, "New match\u{2026}");
    assert!(h.query_by_label("Number of games").is_some());
    click(&mut h, "Back to the last match");
    assert!(h.query_by_label("Number of games").is_none());
    assert!(h.query_by_label_contains("14 wins").is_some());
}

#[test]
fn a_late_click_on_pause_does_not_open_the_form_and_the_form_keeps_what_was_typed() {
    let mut h = window(Mode::Match);
    type_into(&mut h, "Number of games", "4");
    click(&mut h, "Start the match");
    h.state_mut().snapshot.matching = Some(running_match());
    h.run();
    let places = ["Pause the match", "Finish the running games, then stop the match"]
        .map(|label| h.get_by_label(label).rect());
    h.state_mut().snapshot.matching.as_mut().unwrap().over = true;
    h.run();
    let again = h.get_by_label("New match\u{2026}").rect();
    assert!(places.iter().all(|place| !place.intersects(again)), "{places:?} {again:?}");
    click(&mut h, "New match\u{2026}");
    let kept = h.state().ui.match_form.as_ref().map(|form| form.games.clone());
    assert_eq!(kept.as_deref(), Some("204"));
}

#[test]
fn engines_that_saw_a_game_otherwise_than_the_referee_are_named() {
    let disagreed = ("Edax 4.6".to_owned(), 3, "valid moves 2, result 1".to_owned());
    let label = "Edax 4.6 disagrees with the referee 3 times: valid moves 2, result 1";
    let mut found = running_match();
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.clone()));
    assert!(h.query_by_label_contains("disagrees").is_none());
    found.disagreements = vec![disagreed];
    h.state_mut().snapshot.matching = Some(found);
    h.run();
    assert!(h.query_by_label(label).is_some());
}
