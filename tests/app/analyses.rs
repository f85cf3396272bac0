//! Cards that are stopped and started, analyses of whole games that are left or lose their engine.

use quintet::app::{
    AnalysisCommand, Command, EngineCommand, FileCommand, GameCommand, MatchCommand, Mode,
    PointOfView, ReviewEffort, ReviewWish, SeatChoice, Snapshot, TabCommand, TimeControl, TreeRow,
};

use super::desk::{Desk, human, n_moves, says};

const NAME: &str = "Quintet Othello";

/// An entry of the list: the scripted engine with this fault and this policy.
fn entry(name: &str, fault: &str, restart: &str) -> String {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    format!(
        "[[engine]]\nname = {name:?}\nprotocol = \"nboard\"\nrestart = {restart:?}\n\
         command = [{scripted:?}, {fault:?}]\n"
    )
}

/// A desk with a transcript of four moves and more engines in its list.
fn desk(entries: &str) -> Desk {
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, entries);
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 4);
    desk
}

fn analysis(desk: &Desk, command: AnalysisCommand) {
    desk.send(Command::Analysis(command));
}

fn engine(desk: &Desk, command: EngineCommand) {
    desk.send(Command::Engine(command));
}

/// Adds a card; the number of its session.
fn add(desk: &mut Desk, name: &str) -> u64 {
    let n = desk.app.snapshot().analysis.cards.len();
    analysis(desk, AnalysisCommand::AddEngine(name.to_owned()));
    desk.wait("the card", |s| s.analysis.cards.len() > n).analysis.cards[n].id
}

/// How often the session whose console is watched was asked to explain a position.
fn n_asked(snapshot: &Snapshot) -> usize {
    let lines = snapshot.console.iter().flat_map(|console| console.lines.iter());
    lines.filter(|line| line.text.starts_with("hint ")).count()
}

/// The sessions of this engine of the list that run.
fn sessions(snapshot: &Snapshot, name: &str) -> Vec<u64> {
    let entry = snapshot.engines.iter().find(|entry| entry.name == name);
    entry.map(|entry| entry.sessions.clone()).unwrap_or_default()
}

fn is_analysed(snapshot: &Snapshot) -> bool {
    says(snapshot, "whole game is analysed")
}

#[test]
fn an_analysis_that_was_stopped_goes_on_when_it_is_started_again() {
    let mut desk = desk("");
    let card = add(&mut desk, NAME);
    engine(&desk, EngineCommand::Watch(Some(card)));
    desk.wait("its lines", |s| n_asked(s) >= 1 && !s.analysis.cards[0].lines.is_empty());
    analysis(&desk, AnalysisCommand::SetRunning(card, false));
    let halted = desk.wait("its rest", |s| {
        !s.analysis.cards[0].running && s.analysis.cards[0].chip.text == "ready"
    });
    assert!(!halted.analysis.cards[0].lines.is_empty(), "they stay on show");
    analysis(&desk, AnalysisCommand::SetRunning(card, true));
    let n = n_asked(&halted);
    desk.wait("another question", |s| n_asked(s) > n && s.analysis.cards[0].running);
}

/// Issue 14, point 19.
#[test]
fn a_card_explains_the_board_while_another_session_of_its_engine_goes_through_the_game() {
    let mut desk = desk("");
    let card = add(&mut desk, NAME);
    engine(&desk, EngineCommand::Watch(Some(card)));
    let before =
        desk.wait("its lines", |s| n_asked(s) == 1 && !s.analysis.cards[0].lines.is_empty());
    analysis(&desk, AnalysisCommand::WholeGame);
    let both = desk
        .wait("the analysis of the game", |s| s.progress.is_some() && sessions(s, NAME).len() == 2);
    assert_eq!((both.analysis.cards.len(), both.analysis.cards[0].id), (1, card));
    assert!(!both.analysis.cards[0].lines.is_empty(), "its lines stay");
    let done = desk.wait("all values", |s| is_analysed(s) && sessions(s, NAME) == [card]);
    assert_eq!(n_asked(&done), n_asked(&before), "the card was asked nothing else");
    assert!(done.analysis.cards[0].running);
    // What is known is not asked again, so that it has to look deeper.
    analysis(
        &desk,
        AnalysisCommand::Review(ReviewWish {
            engines: vec![(NAME.to_owned(), ReviewEffort::Depth(60))],
            ..ReviewWish::default()
        }),
    );
    desk.wait("another analysis", |s| s.progress.is_some() && sessions(s, NAME).len() == 2);
    analysis(&desk, AnalysisCommand::StopWholeGame);
    desk.wait("its end", |s| s.progress.is_none() && sessions(s, NAME) == [card]);
}

#[test]
fn an_engine_that_goes_through_a_game_leaves_when_another_game_comes() {
    let (mut desk, card) = reviewing();
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("its end", |s| s.progress.is_none() && s.game.playing && sessions(s, NAME) == [card]);
}

#[test]
fn a_card_that_is_started_again_starts_no_other() {
    let mut desk = desk("");
    let [dead, idle] = [NAME, NAME].map(|name| add(&mut desk, name));
    analysis(&desk, AnalysisCommand::SetRunning(idle, false));
    engine(&desk, EngineCommand::Kill(dead));
    desk.wait("the end of one", |s| s.analysis.cards[0].can_restart);
    analysis(&desk, AnalysisCommand::SetRunning(dead, true));
    let after =
        desk.wait("it again", |s| !s.analysis.cards[0].can_restart && s.analysis.cards[0].running);
    assert_ne!(after.analysis.cards[0].id, dead);
    assert!(!after.analysis.cards[1].running);
}

#[test]
fn a_game_is_analysed_by_an_engine_that_plays_it_where_that_of_the_card_is_gone() {
    let mut desk = desk(&entry("Gone", "exit=3@hint", "off"));
    add(&mut desk, "Gone");
    desk.wait("its end", |s| s.analysis.cards[0].can_restart);
    analysis(&desk, AnalysisCommand::WholeGame);
    let done = desk.wait("all values", is_analysed);
    assert_eq!(done.analysis.cards.len(), 1, "no card is added");
    assert_eq!(done.game.graph.len(), 4);
    assert!(!done.game.series.contains(&"Gone".to_owned()), "{:?}", done.game.series);
}

#[test]
fn a_card_that_was_killed_stays_so_while_its_engine_analyses_the_game() {
    let mut desk = desk("");
    let card = add(&mut desk, NAME);
    engine(&desk, EngineCommand::Kill(card));
    desk.wait("its end", |s| s.analysis.cards[0].can_restart);
    analysis(&desk, AnalysisCommand::WholeGame);
    let done = desk.wait("all values", is_analysed);
    assert_eq!((done.analysis.cards.len(), done.game.graph.len()), (1, 4));
    assert!(done.analysis.cards[0].can_restart);
}

/// Issue 14, point 19: each position is tried twice, whatever the list says of restarts.
#[test]
fn an_analysis_of_a_game_tries_a_position_again_when_its_engine_fails_there() {
    for policy in ["automatic", "ask"] {
        let mut desk = desk(&entry("Lazarus", "exit=3@hint:3", policy));
        let card = add(&mut desk, "Lazarus");
        analysis(&desk, AnalysisCommand::SetRunning(card, false));
        analysis(&desk, AnalysisCommand::WholeGame);
        let done = desk.wait("the end of it", |s| is_analysed(s) || is_paused(s) == Some(true));
        assert!(is_analysed(&done), "{policy}: {:?}", done.notices);
        assert!(
            says(&done, "Lazarus crashed (exit 3). It was started again"),
            "{:?}",
            done.notices
        );
        assert_eq!(done.game.graph.len(), 4);
    }
}

#[test]
fn an_analysis_of_a_game_pauses_where_its_engine_fails_twice_or_may_not_be_restarted() {
    // Its third question is about its own choice, since every move of its game seems to lose.
    for (fault, policy, at) in
        [("exit=3@hint", "ask", "0 of 5"), ("exit=3@hint:4", "off", "2 of 5")]
    {
        let mut desk = desk(&entry("Mortal", fault, policy));
        let card = add(&mut desk, "Mortal");
        // One that fails at its first question fails for its card, too, however early that is told to
        // rest: so it is let fail there first.
        let n_before = if policy == "off" {
            analysis(&desk, AnalysisCommand::SetRunning(card, false));
            0
        } else {
            desk.wait("the end of the card's engine", |s| s.analysis.cards[0].can_restart);
            1
        };
        analysis(&desk, AnalysisCommand::WholeGame);
        // Two crashes, and two more after it was continued by hand.
        let rounds: &[usize] = if policy == "off" { &[1] } else { &[2, 4] };
        for n_crashes in rounds {
            let rests = desk.wait("the pause", |s| {
                is_paused(s) == Some(true) && s.problems.len() == n_before + *n_crashes
            });
            let why = "Mortal crashed (exit 3). Continue it to start the engine again.";
            let place = format!("is paused at {at}: ");
            assert!(says(&rests, why) && says(&rests, &place), "{policy}: {:?}", rests.notices);
            if *n_crashes == 2 {
                analysis(&desk, AnalysisCommand::PauseWholeGame(false));
            }
        }
    }
}

#[test]
fn what_is_said_of_an_engine_is_said_of_its_session_that_runs() {
    let mut desk = desk("");
    let dead = add(&mut desk, NAME);
    engine(&desk, EngineCommand::Kill(dead));
    let of_list = |s: &Snapshot| s.engines.iter().find(|entry| entry.name == NAME).cloned();
    let gone = desk.wait("its end", |s| {
        of_list(s).is_some_and(|entry| entry.ended == [dead] && entry.sessions.is_empty())
    });
    let chip = of_list(&gone).unwrap().chip;
    assert_eq!(chip, gone.analysis.cards[0].chip);
    let alive = add(&mut desk, NAME);
    desk.wait("the other one", |s| {
        of_list(s).is_some_and(|entry| {
            entry.ended == [dead] && entry.sessions == [alive] && entry.chip != chip
        })
    });
}

#[test]
fn an_engine_that_is_started_analyses_whatever_the_window_was_used_for() {
    for mode in [Mode::Play, Mode::Match] {
        let mut desk = desk("");
        desk.game(GameCommand::SetMode(mode));
        desk.wait("the mode", |s| s.mode == mode);
        engine(&desk, EngineCommand::Start(NAME.to_owned()));
        let works = |s: &Snapshot| s.analysis.cards.first().is_some_and(|c| !c.lines.is_empty());
        desk.wait("its lines", |s| s.mode == Mode::Analyse && works(s));
    }
}

/// A desk on which an engine goes through the game; the number of its session.
fn reviewing() -> (Desk, u64) {
    let mut desk = desk("");
    let card = add(&mut desk, NAME);
    analysis(&desk, AnalysisCommand::WholeGame);
    desk.wait("the analysis of the game", |s| is_paused(s) == Some(false));
    (desk, card)
}

/// Whether the analysis of the game rests; `None` where there is none.
fn is_paused(snapshot: &Snapshot) -> Option<bool> {
    snapshot.progress.as_ref().and_then(|progress| progress.paused)
}

/// Issue 14, point 19.
#[test]
fn an_analysis_of_a_game_goes_on_in_every_mode() {
    for mode in [Mode::Match, Mode::Play] {
        let (mut desk, _) = reviewing();
        desk.game(GameCommand::SetMode(mode));
        let there = desk.wait("the mode", |s| s.mode == mode);
        assert_ne!(is_paused(&there), Some(true), "{:?}", there.notices);
        let done = desk.wait("all values", is_analysed);
        assert_eq!((done.mode, done.game.graph.len()), (mode, 4));
    }
}

#[test]
fn a_card_that_is_stopped_does_not_stop_the_analysis_of_the_game() {
    let (mut desk, card) = reviewing();
    analysis(&desk, AnalysisCommand::SetRunning(card, false));
    let halted = desk.wait("its rest", |s| {
        !s.analysis.cards[0].running && s.analysis.cards[0].chip.text == "ready"
    });
    assert_ne!(is_paused(&halted), Some(true));
    let done = desk.wait("all values", is_analysed);
    assert!(!done.analysis.cards[0].running);
}

#[test]
fn an_analysis_of_a_game_is_paused_and_continued_by_hand() {
    let (mut desk, _) = reviewing();
    analysis(&desk, AnalysisCommand::PauseWholeGame(true));
    desk.wait("the pause", |s| is_paused(s) == Some(true));
    analysis(&desk, AnalysisCommand::PauseWholeGame(false));
    let done = desk.wait("all values", is_analysed);
    assert_eq!(done.game.graph.len(), 4);
}

#[test]
fn an_analysis_of_a_game_rests_during_a_match_and_goes_on_behind_it() {
    let (mut desk, _) = reviewing();
    let options = vec![("level".to_owned(), "1".to_owned())];
    let player = SeatChoice::Engine { name: NAME.to_owned(), options };
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        engines: [player.clone(), player],
        games: 1000,
        time: TimeControl::Depth { depth: 1 },
        concurrency: 1,
        seed: 5,
        ponder: false,
    }));
    // The match has a tab of its own beside that of the analysis.
    let begun = desk.wait("its tab", |s| s.tabs.len() == 2);
    desk.send(Command::Tab(TabCommand::Show(begun.tabs[0].id)));
    desk.wait("the rest", |s| is_paused(s) == Some(true));
    desk.send(Command::Match(MatchCommand::StopNow));
    desk.wait("all values", is_analysed);
}

#[test]
fn an_analysis_of_a_game_that_ends_with_its_engine_says_so() {
    let (mut desk, card) = reviewing();
    let both = desk.wait("its session", |s| sessions(s, NAME).len() == 2);
    let own = sessions(&both, NAME).into_iter().find(|id| *id != card).unwrap();
    analysis(&desk, AnalysisCommand::RemoveEngine(own));
    desk.wait("the reason", |s| says(s, "its engine was removed") && s.progress.is_none());
}

#[test]
fn the_transcript_of_an_engine_can_be_saved_after_it_was_started_again() {
    let mut desk = desk("");
    let card = add(&mut desk, NAME);
    desk.wait("its lines", |s| !s.analysis.cards[0].lines.is_empty());
    engine(&desk, EngineCommand::Restart(card));
    desk.wait("it again", |s| s.analysis.cards[0].id != card);
    let path = desk.dir.path().join("told.txt");
    desk.send(Command::File(FileCommand::SaveTranscript(card, path.clone())));
    desk.wait("the file", |s| says(s, "Saved as"));
    assert!(std::fs::read_to_string(path).unwrap().contains("nboard"));
    // None is kept of what never was; that is said.
    let path = desk.dir.path().join("nothing.txt");
    desk.send(Command::File(FileCommand::SaveTranscript(99, path.clone())));
    desk.wait("the reason", |s| says(s, "nothing was saved"));
    desk.send(Command::File(FileCommand::SaveProbe(path.clone())));
    desk.wait("the reason", |s| says(s, "transcript of that probe is not kept"));
    desk.send(Command::File(FileCommand::SaveCheck(99, path.clone())));
    desk.wait("the reason", |s| says(s, "report of that check is not kept"));
    assert!(!path.exists());
}

#[test]
fn the_cards_of_a_game_are_there_again_at_rest_after_a_new_start() {
    let mut desk = desk(&entry("Quick", "late=1@hint", "off"));
    let id = add(&mut desk, "Quick");
    desk.wait("a value", |s| s.analysis.cards.iter().any(|c| c.id == id && !c.lines.is_empty()));
    let settings = desk.dir.path().join("settings.toml");
    super::desk::wait_until("the card on disk", || {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("engine = \"Quick\""))
    });
    let super::desk::Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3".to_owned())));
    desk.game(GameCommand::SetMode(Mode::Analyse));
    let back = desk.wait("the card", |s| !s.analysis.cards.is_empty());
    let card = &back.analysis.cards[0];
    assert_eq!((card.name.as_str(), card.running), ("Quick", false));
    // A card that is taken away stays away.
    analysis(&desk, AnalysisCommand::RemoveEngine(card.id));
    super::desk::wait_until("no card on disk", || {
        std::fs::read_to_string(&settings).is_ok_and(|text| !text.contains("[[cards]]"))
    });
}

#[test]
fn in_the_view_of_the_mover_the_list_has_that_of_who_moved_and_the_bar_that_of_who_is_to_move() {
    let game = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]BO[8 --------------------------\
                -O*------*O--------------------------- *]B[F5/2.00/1]W[F6/-3.00/1];)";
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(game.to_owned())));
    let cells = |s: &Snapshot| match &s.game.rows[0] {
        TreeRow::Pair { moves, .. } => {
            moves.each_ref().map(|cell| cell.as_ref().map(|c| c.score.clone()).unwrap_or_default())
        }
        TreeRow::Game { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => panic!("no pair"),
    };
    desk.game(GameCommand::First);
    desk.game(GameCommand::Next);
    let of_white = desk.wait("White to move", |s| n_moves(s) == 2 && s.game.current == 1);
    let [black, white] = cells(&of_white);
    assert!(black.starts_with('+') && white.starts_with('+'), "{black} {white}");
    assert!(of_white.game.bar_text.starts_with('+'), "{}", of_white.game.bar_text);
    desk.send(Command::Analysis(AnalysisCommand::SetPointOfView(PointOfView::Mover)));
    let minus = |text: &str| text.starts_with('\u{2212}') || text.starts_with('-');
    let seen = desk.wait("the other view", |s| minus(&cells(s)[1]));
    assert_eq!(cells(&seen)[0], black, "Black made it");
    assert!(minus(&seen.game.bar_text), "White is to move: {}", seen.game.bar_text);
    assert_eq!(seen.game.graph, of_white.game.graph, "the graph is always Black's");
    desk.game(GameCommand::Next);
    let of_black = desk.wait("Black to move", |s| s.game.current == 2);
    assert!(of_black.game.bar_text.starts_with('+'), "{}", of_black.game.bar_text);
}
