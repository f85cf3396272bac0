//! The form for a match, and a match that runs.

use quintet::app::{EloView, MatchView, WallBoard};

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
    snapshot.matching = Some(running_match().into());
    let mut h = show(snapshot, low);
    h.get_by_label_contains("Follow game").scroll_to_me();
    h.run();
    let open = h.get_by_label_contains("Follow game").rect();
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

    h.state_mut().snapshot.matching = Some(running_match().into());
    h.run();
    assert!(h.query_by_label_contains("Edax 4.6: 14 wins, 1 draw, 6 losses").is_some());
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
fn where_there_is_little_room_a_match_that_waits_keeps_the_word_resume() {
    // A button without a word is as wide as it is high.
    let is_icon = |h: &Window| {
        let rect = h.get_by_label("Pause the match").rect();
        rect.width() < rect.height() + 1.0
    };
    for size in [[1024.0, 700.0], SIZE, WIDE] {
        let mut snapshot = sample(Mode::Match);
        snapshot.matching = Some(MatchView { paused: true, ..running_match() }.into());
        assert!(!is_icon(&show(snapshot, size)), "{size:?}");
    }
}

#[test]
fn a_match_that_is_to_end_with_its_running_games_can_go_on() {
    let mut h = window_with(Mode::Match, |s| {
        s.matching = Some(MatchView { finishing: true, ..running_match() }.into());
    });
    assert!(h.query_by_label("Finish the running games, then stop the match").is_none());
    click(&mut h, "Go on with the match after all");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::GoOn)]);
    h.state_mut().snapshot.matching.as_mut().unwrap().stopping = true;
    h.run();
    let button = h.get_by_label("Go on with the match after all");
    assert!(button.accesskit_node().is_disabled(), "what was stopped at once stays so");
}

#[test]
fn a_finished_match_can_be_looked_at_again_from_the_form_for_the_next() {
    let mut found = running_match();
    found.over = true;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.into()));
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
    h.state_mut().snapshot.matching = Some(running_match().into());
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
fn a_pause_takes_the_words_of_no_other_button() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_match().into()));
    let width =
        |h: &Window| h.get_by_label("Finish the running games, then stop the match").rect().width();
    let with_words = width(&h);
    h.state_mut().snapshot.matching.as_mut().unwrap().paused = true;
    h.run();
    assert_eq!(width(&h), with_words);
    assert!(with_words > 100.0, "{with_words}");
}

#[test]
fn engines_that_saw_a_game_otherwise_than_the_referee_are_named() {
    let disagreed = ("Edax 4.6".to_owned(), 3, "valid moves 2, result 1".to_owned());
    let label = "Edax 4.6 disagrees with the referee 3 times: valid moves 2, result 1";
    let mut found = running_match();
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.clone().into()));
    assert!(h.query_by_label_contains("disagrees").is_none());
    found.disagreements = vec![disagreed];
    h.state_mut().snapshot.matching = Some(found.into());
    h.run();
    assert!(h.query_by_label(label).is_some());
}

#[test]
fn games_for_money_are_counted_in_points_a_game_and_have_no_elo() {
    let mut found = running_match();
    found.counts_points = true;
    found.below = std::sync::Arc::default();
    for (side, sign) in found.standing.iter_mut().zip([1.0, -1.0]) {
        (side.elo, side.points) = (None, sign * 12.0);
        side.per_game = Some((sign * 0.571, Some(0.48)));
    }
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.clone().into()));
    let first = "Edax 4.6: 14 wins, 1 draw, 6 losses, +12 points, +0.571 a game, \u{b1}0.480";
    assert!(h.query_by_label(first).is_some());
    let second = "losses, \u{2212}12 points, \u{2212}0.571 a game, \u{b1}0.480";
    assert!(h.query_by_label_contains(second).is_some());
    assert!(h.query_by_label_contains("Elo").is_none());
    // Of one pair of games nothing is said but their mean.
    found.standing[0].per_game = Some((0.5, None));
    h.state_mut().snapshot.matching = Some(found.into());
    h.run();
    assert!(h.query_by_label_contains("+12 points, +0.500 a game, too few games").is_some());
}

#[test]
fn a_clean_sweep_shows_a_bound_for_elo_and_a_short_match_that_it_is_too_short() {
    let mut found = running_match();
    found.standing[0].elo = Some(EloView::Above(85.0));
    found.standing[1].elo = Some(EloView::Below(-85.0));
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.clone().into()));
    assert!(h.query_by_label_contains("Elo above +85").is_some());
    assert!(h.query_by_label_contains("Elo below \u{2212}85").is_some());
    found.standing[0].elo = None;
    h.state_mut().snapshot.matching = Some(found.into());
    h.run();
    assert!(h.query_by_label_contains("Elo too few games").is_some());
}

#[test]
fn running_games_are_a_wall_of_small_boards_and_one_of_them_is_made_large() {
    let mut found = running_match();
    let large = found.board.clone().unwrap();
    let small = |number: u32| WallBoard {
        number,
        scene: large.scene.clone(),
        players: large.players.clone(),
        stocks: ["12 discs".to_owned(), "8 discs".to_owned()],
        length: "move 9".to_owned(),
    };
    found.wall = vec![small(22)];
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.clone().into()));
    assert!(h.query_by_label("Show all running games").is_none(), "of one there is no wall");
    found.wall.push(small(23));
    h.state_mut().snapshot.matching = Some(found.into());
    h.run();
    click(&mut h, "Show all running games");
    let name = "Board of game 22: Edax 4.6, 12 discs - Quintet Othello, 8 discs, move 9";
    let [left, right] = [22, 23].map(|number| {
        let name = name.replace("22", &number.to_string());
        h.get_by_label(&name).rect()
    });
    assert!(!left.intersects(right) && left.width() > 200.0, "{left:?} {right:?}");
    click(&mut h, name);
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Show(22))]);
    assert!(h.query_by_label(name).is_none());
    click(&mut h, "Show all running games");
    click(&mut h, "Show one game large");
    assert!(h.query_by_label(name).is_none());
}

#[test]
fn a_small_board_is_clicked_also_where_the_game_goes_on_meanwhile() {
    let mut found = running_match();
    let large = found.board.clone().unwrap();
    let small = |number: u32| WallBoard {
        number,
        scene: large.scene.clone(),
        players: large.players.clone(),
        stocks: ["12 discs".to_owned(), "8 discs".to_owned()],
        length: "move 9".to_owned(),
    };
    found.wall = vec![small(22), small(23)];
    found.wall_left_out = 3;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.into()));
    click(&mut h, "Show all running games");
    assert!(h.query_by_label("3 more games are running.").is_some());
    let text = "Edax 4.6 has crashed.".to_owned();
    h.state_mut().snapshot.notices =
        vec![Notice { id: 5, kind: NoticeKind::Error, text: text.clone(), offer: None }].into();
    h.run();
    assert!(is_seen(&h, &text));
    click(&mut h, "Dismiss");
    assert_eq!(taken(&mut h), [Command::DismissNotice(5)]);
    h.state_mut().snapshot.notices.clear();
    h.run();
    let at = h.get_by_label_contains("Board of game 23").rect().center();
    h.get_by_label_contains("Board of game 22").focus();
    h.run();
    h.event(Event::PointerMoved(at));
    press(&mut h, at, true);
    for small in &mut h.state_mut().snapshot.matching.as_mut().unwrap().wall {
        small.length = "move 10".to_owned();
    }
    // Not until it is settled: a click is over within 0.8 seconds.
    h.step();
    let label = "Board of game 22: Edax 4.6, 12 discs - Quintet Othello, 8 discs, move 10";
    assert!(h.get_by_label(label).is_focused());
    press(&mut h, at, false);
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Show(23))]);
}

#[test]
fn a_match_that_was_stopped_says_after_how_many_games_and_can_go_on() {
    let mut h = window_with(Mode::Match, |s| {
        let outcome = Some(quintet::app::MatchOutcome::Stopped);
        let found = running_match();
        let games = Vec::new();
        let stopped = quintet::app::MatchView { outcome, over: true, finished: 0, games, ..found };
        let folder = Some("/home/me/match".into());
        let stopped = quintet::app::MatchView { board: None, shown: None, folder, ..stopped };
        s.matching = Some(stopped.into());
    });
    assert!(h.query_by_label("Match: stopped").is_some());
    assert!(h.query_by_label("stopped after 0 of 40 games").is_some());
    assert!(h.query_by_label("The match was stopped after 0 of 40 games.").is_some());
    assert!(h.query_by_label_contains("is being prepared").is_none());
    click(&mut h, "Go on");
    let folder = "/home/me/match".into();
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Resume(folder))]);
}

#[test]
fn a_match_that_is_over_is_made_longer_by_a_number_of_games() {
    let mut h = window_with(Mode::Match, |s| {
        let outcome = Some(quintet::app::MatchOutcome::Played);
        let found = running_match();
        let folder = Some("/home/me/match".into());
        let total = found.total;
        let over =
            quintet::app::MatchView { outcome, over: true, finished: total, folder, ..found };
        s.matching = Some(over.into());
    });
    click(&mut h, "Make longer\u{2026}");
    // Twice as long is proposed; what is not longer than it is cannot be asked for.
    let field = "Games of the match in all";
    assert_eq!(h.get_by_label(field).value().as_deref(), Some("80"));
    key(&mut h, CTRL, Key::A);
    h.event(Event::Text("40".to_owned()));
    h.run();
    assert!(h.get_by_label("Play them").accesskit_node().is_disabled());
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    key(&mut h, CTRL, Key::A);
    h.event(Event::Text("44".to_owned()));
    h.run();
    key(&mut h, NONE, Key::Enter);
    let folder = "/home/me/match".into();
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Lengthen(folder, 44))]);
    assert!(h.query_by_label(field).is_none());
}

#[test]
fn the_program_asks_before_it_ends_with_a_running_match_or_tabs_that_are_not_kept() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_match().into()));
    key(&mut h, CTRL, Key::Q);
    assert!(h.query_by_label_contains("A match is running: 21 of 40 games are over.").is_some());
    click(&mut h, "Quit");
    assert_eq!(taken(&mut h), [Command::Quit]);
    let mut h = window_with(Mode::Analyse, |s| s.unkept = 2);
    key(&mut h, CTRL, Key::Q);
    assert!(h.query_by_label_contains("2 tabs have changes that are not saved").is_some());
    key(&mut h, NONE, Key::Escape);
    assert_eq!(taken(&mut h), []);
    let mut h = window(Mode::Analyse);
    key(&mut h, CTRL, Key::Q);
    assert!(h.query_by_label("Quit Quintet?").is_none());
}

#[test]
fn pairs_of_games_are_counted_and_failures_have_a_list_of_their_own() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_match().into()));
    for (score, count) in ["0\u{2013}2", "1\u{2013}1", "2\u{2013}0"].into_iter().zip([1, 3, 4]) {
        assert!(h.query_by_label(&format!("Pairs {score}: {count}")).is_some(), "{score}");
    }
    assert!(h.query_by_label_contains("score of Edax 4.6: 70.0 %").is_some());
    let note = "The same as an earlier game, move by move: 2 games.";
    assert!(h.query_by_label(note).is_some(), "below the table");
    let n_rows = |h: &Window| h.query_all_by_label_contains(": Edax 4.6 - Quintet Othello").count();
    let all = n_rows(&h);
    click(&mut h, "Failures");
    assert_eq!((all, n_rows(&h)), (4, 1));
    assert!(h.query_by_label_contains("Game 20: Edax 4.6 - ").is_some());
    click(&mut h, "Games");
    assert_eq!(n_rows(&h), 4);
}

#[test]
fn a_running_game_is_followed_in_a_tab_and_one_that_is_over_opened() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_match().into()));
    click(&mut h, "Follow game 23 in a tab");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Open(23))]);
    let mut found = running_match();
    found.shown = Some(21);
    h.state_mut().snapshot.matching = Some(found.into());
    h.run();
    click(&mut h, "Open game 21 to analyse");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Open(21))]);
}

#[test]
fn the_drawer_of_a_match_shows_nothing_of_the_game_that_is_not_seen() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_match().into()));
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    assert!(h.query_by_label("Graph").is_none());
    assert!(h.query_by_label("Date: 2026-11-20").is_none());
    assert!(h.query_by_label("Conditions: 1m+1s, seed 7").is_some());
    assert!(h.query_by_label("Game: 23 of 40").is_some());
    taken(&mut h);
    click(&mut h, "Console");
    assert!(h.query_by_label_contains("The engines of a match have no console here").is_some());
    assert_eq!(taken(&mut h), [], "no game is watched");
    h.state_mut().snapshot.mode = Mode::Analyse;
    h.state_mut().ui.drawer.tab = DrawerTab::Graph;
    h.run();
    assert!(h.query_by_label("Graph").is_some());
}

/// The mouse button goes down, or up, at a place.
fn press(h: &mut Window, pos: egui::Pos2, pressed: bool) {
    let (button, modifiers) = (egui::PointerButton::Primary, NONE);
    h.event(Event::PointerButton { pos, button, pressed, modifiers });
    h.step();
}

#[test]
fn openings_report_and_bundles_of_a_match_can_be_had_in_its_panel() {
    let mut found = running_match();
    let failed = found.games.iter_mut().find(|row| row.failed.is_some()).unwrap();
    failed.bundle = Some("/home/me/match/results-game-0020.bundle.txt".into());
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.clone().into()));
    click(&mut h, "Openings");
    let line =
        "f5 d6 c3: 88 % for Black; 3 wins, 1 draw, 0 losses; pairs by its points 1\u{bd}: 1, 2: 1";
    assert!(h.query_by_label(line).is_some());
    click(&mut h, "Report and files of the match");
    click(&mut h, "Write and open the report");
    click(&mut h, "Report and files of the match");
    click(&mut h, "Open the folder of its games");
    click(&mut h, "Open all that is known of this failure");
    click(&mut h, "Failures");
    click(&mut h, "Open all that is known of the failure in game 20");
    let bundle = || MatchCommand::OpenOutside("/home/me/match/results-game-0020.bundle.txt".into());
    let folder = MatchCommand::OpenOutside("/home/me/match".into());
    let expected = [MatchCommand::Report, folder, bundle(), bundle()];
    assert_eq!(taken(&mut h), expected.map(Command::Match));

    // Where the desktop opens nothing, the path is copied.
    found.opens_outside = false;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found.into()));
    click(&mut h, "Report and files of the match");
    h.get_by_label("Copy the path of the folder of its games").click();
    h.step();
    assert!(super::actions::copied(&h, "/home/me/match"));
    assert_eq!(taken(&mut h), []);
}
