//! The dialog for an analysis of the game, the page that sums one up, and the card of the coach.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use quintet::app::{
    BatchCommand, BatchState, BatchView, CoachView, CoachWish, MistakeView, ReviewEffort,
    StatisticView, SummaryView,
};

use super::support::game_view;
use super::*;

fn statistic(name: &str, values: [&str; 2]) -> StatisticView {
    let values = values.map(str::to_owned);
    StatisticView { name: name.to_owned(), values, expected: String::new() }
}

#[test]
fn the_dialog_asks_for_a_part_of_the_game_and_refuses_what_cannot_be() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.progress = None;
        s.game.plies = game_view::plies(8);
    });
    key(&mut h, CTRL, Key::K);
    type_into(&mut h, "Command to search", "Analyse the game with");
    key(&mut h, NONE, Key::Enter);
    h.state_mut().commands.clear();
    type_into(&mut h, "Last move", "1");
    type_into(&mut h, "First move", "3");
    key(&mut h, NONE, Key::Enter);
    assert!(is_seen(&h, "The last move is before the first one."));
    assert!(taken(&mut h).is_empty(), "nothing is asked for");
    type_into(&mut h, "Last move", "00");
    click(&mut h, "From the end");
    h.get_by_label("Last move").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    let asked = taken(&mut h);
    let [Command::Analysis(AnalysisCommand::Review(wish))] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!((wish.plies.clone(), wish.from_end, wish.variations), (5..=8, true, false));
    assert!(matches!(wish.engines[..], [(_, ReviewEffort::Time(_))]), "{:?}", wish.engines);
}

#[test]
fn the_summary_shows_both_sides_and_leads_to_the_turning_points() {
    let mistake = MistakeView {
        node: 3,
        shown: 3,
        number: "2.".to_owned(),
        text: "b2".to_owned(),
        mark: "??".to_owned(),
        better: "c2".to_owned(),
        score: String::new(),
        loss: 12.0,
        loss_text: "\u{2212}12.0".to_owned(),
    };
    let mut h = window_with(Mode::Analyse, |s| {
        s.game.mistakes = vec![mistake].into();
        s.game.summary = Some(Arc::new(SummaryView {
            statistics: vec![statistic("Accuracy", ["91.2 %", "85.0 %"])],
            phases: vec![statistic("Opening", ["99.0 % (10)", "\u{2013}"])],
            cube: Vec::new(),
            turns: vec![0],
            facts: vec!["Edax solved the game exactly from 2. b2 on.".to_owned()],
        }));
    });
    key(&mut h, CTRL, Key::K);
    type_into(&mut h, "Command to search", "Summary");
    key(&mut h, NONE, Key::Enter);
    let sides = h.state().snapshot.game.info.sides;
    for (name, values) in
        [("Accuracy", ["91.2 %", "85.0 %"]), ("Opening", ["99.0 % (10)", "\u{2013}"])]
    {
        let words = format!("{name}: {} {}, {} {}", sides[0], values[0], sides[1], values[1]);
        assert!(is_seen(&h, &words), "{words}");
    }
    assert!(is_seen(&h, "Edax solved the game exactly from 2. b2 on."));
    h.state_mut().commands.clear();
    click(&mut h, "turning point 2. b2, blunder, \u{2212}12.0");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::GoTo(3))]);
    click(&mut h, "Mistakes");
    assert!(is_seen(&h, "mistake 2. b2, blunder, \u{2212}12.0, better: c2"));
}

#[test]
fn the_coach_offers_to_take_the_move_back_to_say_why_and_to_play_on() {
    let text = "b2 gives away about 12 discs.".to_owned();
    for (why, label, command) in [
        (None, "Take the move back", GameCommand::TakeBack),
        (None, "What was better?", GameCommand::Coach(CoachWish::Why)),
        (None, "Play on", GameCommand::Coach(CoachWish::PlayOn)),
        (Some("Better was c2."), "Play on", GameCommand::Coach(CoachWish::PlayOn)),
    ] {
        let advice = CoachView::Advises { text: text.clone(), why: why.map(str::to_owned) };
        let mut h = window_with(Mode::Play, |s| s.game.coach = Some(advice));
        let said = why.map_or(text.clone(), |why| format!("{text} {why}"));
        assert!(is_seen(&h, &said), "{said}");
        h.state_mut().commands.clear();
        click(&mut h, label);
        assert_eq!(taken(&mut h), [Command::Game(command)]);
    }
}

#[test]
fn a_sign_says_that_the_coach_is_on_and_opens_its_setting() {
    let window = |coach: bool, people: usize| {
        window_with(Mode::Play, |s| {
            s.settings.coach = coach;
            s.game.playing = true;
            let seats = s.game.seats.iter_mut().enumerate();
            seats.for_each(|(idx, seat)| seat.human = idx < people);
        })
    };
    let sign = "The coach is on";
    assert!(window(false, 1).query_by_label(sign).is_none());
    assert!(window(true, 2).query_by_label(sign).is_none());
    let mut h = window(true, 1);
    click(&mut h, sign);
    h.run();
    assert!(is_seen(&h, "Coach: warn me of bad moves"));
}

#[test]
fn no_move_is_to_be_made_at_once_while_the_coach_looks_or_waits() {
    let advice = CoachView::Advises { text: "b2 gives away about 12 discs.".to_owned(), why: None };
    for (coach, can) in [(None, true), (Some(CoachView::Looks), false), (Some(advice), false)] {
        let mut h = window_with(Mode::Play, |s| {
            (s.game.playing, s.game.at_end) = (true, true);
            s.game.seats.iter_mut().for_each(|seat| seat.human = false);
            s.game.coach = coach.clone();
        });
        h.state_mut().commands.clear();
        key(&mut h, NONE, Key::M);
        let wanted = Command::Game(GameCommand::MoveNow);
        assert_eq!(taken(&mut h).contains(&wanted), can, "{coach:?}");
    }
}

/// Ctrl+K, these letters and Enter.
fn command(h: &mut Window, words: &str) {
    key(h, CTRL, Key::K);
    type_into(h, "Command to search", words);
    key(h, NONE, Key::Enter);
}

#[test]
fn the_dialog_of_many_games_comes_again_as_it_was_left() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.progress = None;
        s.games_kind = Some((s.game.info, None));
    });
    command(&mut h, "Analyse games of the file");
    h.get_by_role_and_label(Role::TextInput, "Games at once").focus();
    h.run();
    h.get_by_role_and_label(Role::TextInput, "Games at once").type_text("2");
    type_into(&mut h, "Last move", "40");
    key(&mut h, NONE, Key::Escape);
    // A review of one game takes nothing of that away.
    command(&mut h, "Analyse the game with");
    key(&mut h, NONE, Key::Escape);
    command(&mut h, "Analyse games of the file");
    let value =
        |name: &str| h.get_by_role_and_label(Role::TextInput, name).accesskit_node().value();
    assert_eq!(value("Games at once").as_deref(), Some("12"));
    assert_eq!(value("Last move").as_deref(), Some("40"));
}

#[test]
fn games_that_were_chosen_by_clicks_are_those_that_are_analysed() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.progress = None;
        s.games_kind = Some((s.game.info, None));
        s.file_games = Arc::from(["A - B", "C - D", "E - F"].map(str::to_owned));
    });
    click(&mut h, "Games page");
    h.state_mut().commands.clear();
    for name in ["Game 1: A - B", "Game 3: E - F"] {
        h.get_by_label(name).click_modifiers(CTRL);
        h.run();
    }
    assert!(taken(&mut h).is_empty(), "no game is opened");
    assert!(is_seen(&h, "3 games, 2 chosen"));
    command(&mut h, "Analyse games of the file");
    let field = h.get_by_role_and_label(Role::TextInput, "Games");
    assert_eq!(field.accesskit_node().value().as_deref(), Some("1,3"));
    key(&mut h, NONE, Key::Escape);
    click(&mut h, "Choose none");
    assert!(is_seen(&h, "3 games"));
}

#[test]
fn a_refusal_on_the_board_goes_when_the_page_of_games_comes() {
    let mut h = window_with(Mode::Play, |s| {
        let notice = |id, kind| Notice { id, kind, text: format!("{kind:?}"), offer: None };
        s.notices = vec![notice(4, NoticeKind::Info), notice(5, NoticeKind::Refused)].into();
    });
    h.state_mut().commands.clear();
    click(&mut h, "Games page");
    assert_eq!(taken(&mut h), [Command::DismissNotice(5)]);
}

#[test]
fn the_palette_lists_the_games_of_the_match() {
    let mut h = window_with(Mode::Match, |s| {
        let folder = Some("/home/me/match".into());
        s.matching = Some(quintet::app::MatchView { folder, ..running_match() }.into());
    });
    h.state_mut().commands.clear();
    command(&mut h, "list its");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::ListGames)]);
}

/// All games of `many.pdn` are analysed, though they are not listed.
fn done(state: BatchState, save_as: Option<&str>) -> BatchView {
    BatchView {
        id: 7,
        name: "many.pdn".to_owned(),
        is_listed: false,
        state,
        text: "2 of 2 games of many.pdn analysed".to_owned(),
        part: 1.0,
        progress: (2, 2),
        left: None,
        games: BTreeMap::new(),
        save_as: save_as.map(PathBuf::from),
    }
}

#[test]
fn the_dialog_that_saves_analysed_games_names_the_page_for_a_browser() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.batches = vec![done(BatchState::Over, Some("/games/many analysed.pdn"))];
    });
    click(&mut h, "Games page");
    click(&mut h, "Save the games (analysis of many.pdn)");
    assert!(h.query_by_label_contains("A name that ends in .html").is_some());
}

#[test]
fn a_finished_review_of_the_last_time_is_listed_again_or_left() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.file_games = Arc::from([]);
        s.batches = vec![done(BatchState::Interrupted, None)];
    });
    click(&mut h, "Games page");
    assert!(h.query_by_label_contains("0 games").is_none());
    assert!(is_seen(
        &h,
        "The games of the analysis above are listed by \u{201c}Go on\u{201d} or \u{201c}List them\u{201d} there."
    ));
    h.state_mut().commands.clear();
    click(&mut h, "List them (analysis of many.pdn)");
    click(&mut h, "Leave it (analysis of many.pdn)");
    let wanted = [BatchCommand::GoOn(7), BatchCommand::Stop(7)].map(Command::Batch);
    assert_eq!(taken(&mut h), wanted);
}

#[test]
fn an_interrupted_review_is_left_after_a_question_only() {
    let mut h = window_with(Mode::Analyse, |s| {
        let batch = done(BatchState::Interrupted, None);
        s.batches = vec![BatchView { progress: (1, 2), ..batch }];
    });
    click(&mut h, "Games page");
    h.state_mut().commands.clear();
    click(&mut h, "Leave it (analysis of many.pdn)");
    assert!(taken(&mut h).is_empty());
    click(&mut h, "Leave");
    assert_eq!(taken(&mut h), [Command::Batch(BatchCommand::Stop(7))]);
}

#[test]
fn reviews_that_wait_are_listed_below_the_one_that_runs_and_can_be_removed() {
    let waiting = |id: u64, place| BatchView {
        id,
        name: format!("{id}.pdn"),
        progress: (0, 2),
        ..done(BatchState::Waiting(place), None)
    };
    let mut h = window_with(Mode::Analyse, |s| {
        s.games_kind = Some((s.game.info, None));
        s.file_games = Arc::from(["A - B", "C - D"].map(str::to_owned));
        s.batches = vec![done(BatchState::Running, None), waiting(8, 1), waiting(9, 2)];
    });
    click(&mut h, "Games page");
    let top = |name: &str| h.get_by_label(name).rect().top();
    assert!(top("Pause (analysis of many.pdn)") < top("Remove (analysis of 8.pdn)"));
    assert!(top("Remove (analysis of 8.pdn)") < top("Remove (analysis of 9.pdn)"));
    h.state_mut().commands.clear();
    click(&mut h, "Remove (analysis of 9.pdn)");
    assert_eq!(taken(&mut h), [Command::Batch(BatchCommand::Stop(9))]);
    // Another one can be begun meanwhile.
    click(&mut h, "Analyse these games\u{2026}");
    assert!(h.query_all_by_label("Games at once").count() > 0);
}

#[test]
fn the_buttons_of_the_coach_stay_where_they_are_while_it_says_what_was_better() {
    let places = |why: Option<&str>| {
        let text = "b2 gives away about 12 discs.".to_owned();
        let advice = CoachView::Advises { text, why: why.map(str::to_owned) };
        let h = window_with(Mode::Play, |s| s.game.coach = Some(advice));
        ["Take the move back", "What was better?", "Play on"]
            .map(|name| h.get_by_label(name).rect())
    };
    let closed = places(None);
    assert_eq!(
        closed,
        places(Some("Better was c2, and then d7, e7 and what else there is to say."))
    );
    assert!(closed.iter().all(|place| place.top() == closed[0].top()), "one row: {closed:?}");
}

#[test]
fn the_second_click_of_a_double_click_on_a_game_plays_no_move() {
    let mut h = window_with(Mode::Play, |s| {
        s.game.can_move = true;
        s.progress = None;
        s.games_kind = Some((s.game.info, None));
        s.file_games = (1..=12).map(|n| format!("A - B {n}")).collect();
    });
    click(&mut h, "Games page");
    h.state_mut().commands.clear();
    h.get_by_label("Game 8: A - B 8").click();
    h.get_by_label("Game 8: A - B 8").click();
    h.run();
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Choose(7))]);
    // A later click is the board's.
    h.get_by_label_contains("square b3").click();
    h.run();
    assert_eq!(taken(&mut h).len(), 1);
}
