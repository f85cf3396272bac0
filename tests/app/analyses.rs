//! Cards that are stopped and started, analyses of whole games that are left or lose their engine.

use quintet::app::{
    AnalysisCommand, Command, EngineCommand, FileCommand, GameCommand, Mode, Snapshot, TimeControl,
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

#[test]
fn after_an_analysis_of_the_game_was_stopped_its_engine_explains_the_board() {
    let mut desk = desk("");
    add(&mut desk, NAME);
    desk.wait("its lines", |s| !s.analysis.cards[0].lines.is_empty());
    analysis(&desk, AnalysisCommand::WholeGame);
    let thinks = |s: &Snapshot| s.analysis.cards[0].chip.text.starts_with("thinking");
    desk.wait("the analysis of the game", |s| s.progress.is_some() && thinks(s));
    analysis(&desk, AnalysisCommand::StopWholeGame);
    desk.wait("the board's own analysis", |s| s.progress.is_none() && thinks(s));
}

#[test]
fn an_engine_that_goes_through_a_game_rests_when_another_game_comes() {
    let mut desk = desk("");
    add(&mut desk, NAME);
    analysis(&desk, AnalysisCommand::WholeGame);
    desk.wait("the analysis of the game", |s| {
        s.progress.is_some() && s.analysis.cards[0].chip.text.starts_with("thinking")
    });
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("its rest", |s| {
        s.progress.is_none() && s.game.playing && s.analysis.cards[0].chip.text == "ready"
    });
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
fn a_game_is_analysed_by_an_engine_that_runs() {
    let mut desk = desk(&entry("Gone", "exit=3@hint", "off"));
    add(&mut desk, "Gone");
    desk.wait("its end", |s| s.analysis.cards[0].can_restart);
    analysis(&desk, AnalysisCommand::WholeGame);
    // One that comes with the program is added.
    let done = desk.wait("all values", is_analysed);
    assert_eq!(done.analysis.cards.len(), 2);
    assert_eq!(done.game.graph.len(), 4);
}

#[test]
fn an_engine_that_was_killed_is_started_again_for_the_analysis_of_a_game() {
    let mut desk = desk("");
    let card = add(&mut desk, NAME);
    engine(&desk, EngineCommand::Kill(card));
    desk.wait("its end", |s| s.analysis.cards[0].can_restart);
    analysis(&desk, AnalysisCommand::WholeGame);
    let done = desk.wait("all values", is_analysed);
    assert_eq!((done.analysis.cards.len(), done.game.graph.len()), (1, 4));
}

#[test]
fn an_analysis_of_a_game_goes_on_with_an_engine_that_was_started_again() {
    let mut desk = desk(&entry("Lazarus", "exit=3@hint:3", "automatic"));
    add(&mut desk, "Lazarus");
    analysis(&desk, AnalysisCommand::WholeGame);
    let done = desk.wait("the end of it", |s| is_analysed(s) || says(s, "too often"));
    assert!(is_analysed(&done), "{:?}", done.notices);
    assert!(says(&done, "Lazarus was started again"), "{:?}", done.notices);
    assert_eq!(done.game.graph.len(), 4);
}

#[test]
fn an_analysis_of_a_game_rests_where_its_engine_fails_and_says_why() {
    let mut desk = desk(&entry("Mortal", "exit=3@hint:3", "ask"));
    add(&mut desk, "Mortal");
    analysis(&desk, AnalysisCommand::WholeGame);
    for _ in 0..2 {
        let rests = desk.wait("the rest", |s| {
            s.progress.as_ref().is_some_and(|progress| progress.paused == Some(true))
        });
        let why = "crashed (exit 3). Let it go on to start the engine again.";
        assert!(says(&rests, why) && !is_analysed(&rests), "{:?}", rests.notices);
        analysis(&desk, AnalysisCommand::PauseWholeGame(false));
        desk.wait("it going on, or its end", |s| {
            s.progress.as_ref().is_none_or(|progress| progress.paused == Some(false))
        });
    }
    let done = desk.wait("all values", is_analysed);
    assert_eq!(done.game.graph.len(), 4);
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

#[test]
fn an_analysis_of_a_game_rests_while_a_match_is_looked_at_and_goes_on_after_it() {
    let (mut desk, _) = reviewing();
    desk.game(GameCommand::SetMode(Mode::Match));
    let rests = desk.wait("its rest", |s| is_paused(s) == Some(true));
    assert!(says(&rests, "until it is let go on"), "{:?}", rests.notices);
    desk.game(GameCommand::SetMode(Mode::Analyse));
    analysis(&desk, AnalysisCommand::PauseWholeGame(false));
    let done = desk.wait("all values", is_analysed);
    assert_eq!(done.game.graph.len(), 4);
}

#[test]
fn an_engine_that_goes_through_a_game_can_be_told_to_rest_by_its_card() {
    let (mut desk, card) = reviewing();
    analysis(&desk, AnalysisCommand::SetRunning(card, false));
    desk.wait("its rest", |s| {
        let shown = &s.analysis.cards[0];
        is_paused(s) == Some(true) && !shown.running && shown.chip.text == "ready"
    });
    analysis(&desk, AnalysisCommand::PauseWholeGame(false));
    desk.wait("its work", |s| is_paused(s) == Some(false) && s.analysis.cards[0].running);
    desk.wait("all values", is_analysed);
}

#[test]
fn an_analysis_of_a_game_that_goes_with_its_engine_says_so() {
    let (mut desk, card) = reviewing();
    analysis(&desk, AnalysisCommand::RemoveEngine(card));
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
