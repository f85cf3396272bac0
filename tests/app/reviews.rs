//! Reviews of a game as the user wishes them: by several engines, of a part, of variations.
//!
//! What becomes of a review whose engine ends is tested beside this file.

use std::fs;
use std::time::Duration;

use quintet::app::board::Side;
use quintet::app::{
    AnalysisCommand, Command, FileCommand, GameCommand, MoveMark, ReviewEffort, ReviewWish,
    SettingsCommand, Snapshot, TreeRow,
};

use super::desk::{Desk, n_moves, says, wait_until};
use super::tabs_restored::files_at_a_power_cut;

const NAME: &str = "Quintet Othello";
/// The same engine under another name.
const SECOND: &str = "[[engine]]\nname = \"Second\"\nprotocol = \"nboard\"\n\
                      command = [\"{quintet}\", \"engine\", \"nboard\"]\n";
/// The last move gives a corner away.
const MOVES: &str = "f5d6c3d3c4b3b2";

fn desk() -> Desk {
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, SECOND);
    desk.send(Command::File(FileCommand::Paste(MOVES.to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == MOVES.len() / 2);
    desk
}

fn review(desk: &Desk, wish: ReviewWish) {
    desk.send(Command::Analysis(AnalysisCommand::Review(wish)));
}

fn by(names: &[&str], depth: u32) -> ReviewWish {
    let effort = ReviewEffort::Depth(depth);
    let engines = names.iter().map(|name| ((*name).to_owned(), effort)).collect();
    ReviewWish { engines, ..ReviewWish::default() }
}

fn is_done(s: &Snapshot) -> bool {
    says(s, "game is analysed") && s.progress.is_none()
}

#[test]
fn two_engines_review_a_game_at_once_and_the_first_judges_it() {
    let mut desk = desk();
    review(&desk, by(&[NAME, "Second"], 4));
    let done = desk.wait("both", |s| is_done(s) && s.game.series.len() == 2);
    assert_eq!(done.game.series, [NAME, "Second"], "the one that judges comes first");
    assert_eq!(done.game.graph.len(), 2 * MOVES.len() / 2);
    let summary = done.game.summary.as_ref().unwrap();
    let row = |name: &str| {
        summary.statistics.iter().find(|row| row.name.starts_with(name)).unwrap().values.clone()
    };
    assert_eq!(row("Moves judged"), ["4", "3"]);
    assert_eq!(summary.phases[0].name, "Opening");
    let worst = done.game.mistakes.iter().max_by(|a, b| a.loss.total_cmp(&b.loss)).unwrap();
    assert_eq!(worst.text, "b2");
    let said = |text: &str| summary.facts.iter().any(|fact| fact.contains(text));
    assert!(said("The engines agree on the best move in "), "{:?}", summary.facts);
    assert!(summary.turns.iter().any(|place| done.game.mistakes[*place].text == "b2"));
}

#[test]
fn the_analysis_is_saved_as_a_page_once_there_is_one() {
    let mut desk = desk();
    let path = desk.dir.path().join("game.html");
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("the refusal", |s| says(s, "There is no analysis to save as a page"));
    assert!(!path.exists());
    review(&desk, by(&[NAME, "Second"], 4));
    desk.wait("both", |s| is_done(s) && s.game.series.len() == 2);
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("the page", |s| says(s, "Saved as "));
    let page = std::fs::read_to_string(&path).unwrap();
    let parts = [
        "analysed by Quintet Othello, Second.",
        "Where the game turned",
        "b2 ??",
        " lost. Better: ",
        "Loss (2)",
        "Class (2)",
        "Engines agree",
        "The engines agree on the best move in ",
    ];
    for part in parts {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(page.matches("class=\"board\"").count(), 1, "one move lost much");
}

#[test]
fn what_was_better_than_a_mistake_is_a_variation_that_one_undo_takes_back() {
    let mut desk = desk();
    review(&desk, by(&[NAME], 4));
    let has_variation =
        |s: &Snapshot| s.game.rows.iter().any(|row| matches!(row, TreeRow::Variation { .. }));
    let done = desk.wait("the game", is_done);
    assert!(has_variation(&done));
    let worst = done.game.mistakes.iter().max_by(|a, b| a.loss.total_cmp(&b.loss)).unwrap().clone();
    assert!(!worst.better.is_empty() && worst.better != worst.text, "{worst:?}");
    desk.game(GameCommand::GoTo(0));
    let start = desk.wait("the start", |s| s.game.current == 0);
    assert_eq!(start.game.better, None);
    desk.game(GameCommand::GoTo(worst.shown));
    let there = desk.wait("the mistake", |s| s.game.current == worst.shown);
    let better = there.game.better.as_ref().map(|better| better.mv.as_str());
    assert_eq!(better, Some(worst.better.to_lowercase().as_str()));
    desk.game(GameCommand::UndoEdit);
    let before = desk.wait("the study without it", |s| !has_variation(s));
    assert_eq!(before.game.losses, done.game.losses, "what was judged stays");
    assert!(!before.game.can_undo_edit);
}

#[test]
fn what_a_review_found_stays_when_changes_before_and_after_it_are_undone() {
    let mut desk = desk();
    let has_variation =
        |s: &Snapshot| s.game.rows.iter().any(|row| matches!(row, TreeRow::Variation { .. }));
    desk.game(GameCommand::InsertLine(1, vec!["f6".to_owned()]));
    desk.game(GameCommand::Mark(1, Some(MoveMark::Good)));
    desk.game(GameCommand::Comment(2, "usual".to_owned()));
    desk.wait("a line", |s| has_variation(s) && s.game.can_undo_edit);
    review(&desk, by(&[NAME], 4));
    let done = desk.wait("the game", is_done);
    let save = |desk: &mut Desk, name: &str| {
        let path = desk.dir.path().join(name);
        desk.send(Command::File(FileCommand::Save(path.clone())));
        desk.wait("the page", |s| says(s, name));
        std::fs::read_to_string(&path).unwrap()
    };
    let page = save(&mut desk, "before.html");
    // A change after it, undone: the page has all that it had.
    desk.game(GameCommand::Mark(3, Some(MoveMark::Good)));
    desk.game(GameCommand::UndoEdit);
    assert_eq!(save(&mut desk, "after.html"), page);
    desk.game(GameCommand::GoTo(3));
    // Its variations, and what was changed before it.
    for _ in 0..4 {
        desk.game(GameCommand::UndoEdit);
    }
    let undone = desk.wait("all undone", |s| !s.game.can_undo_edit && s.game.current == 3);
    assert!(!has_variation(&undone), "{:?}", undone.game.rows);
    assert_eq!(undone.game.losses, done.game.losses);
    assert_eq!(undone.game.graph, done.game.graph);
    assert_eq!(undone.game.mistakes.len(), done.game.mistakes.len());
    let page = save(&mut desk, "undone.html");
    assert!(page.contains("b2 ??") && page.contains(" lost. Better: "), "{page}");
    for _ in 0..4 {
        desk.game(GameCommand::RedoEdit);
    }
    let again = desk.wait("all done again", |s| s.game.rows == done.game.rows);
    assert_eq!(again.game.current, 3);
}

#[test]
fn moves_are_marked_from_the_losses_that_the_user_has_set() {
    let mut desk = desk();
    review(&desk, by(&[NAME], 4));
    let usual = desk.wait("the usual marks", is_done);
    let worst = usual.game.losses.iter().map(|(_, loss)| *loss).fold(0.0, f64::max);
    assert!(usual.game.n_mistakes > 0 && worst > 0.0);
    let set = |marks| Command::Settings(SettingsCommand::LossMarks("othello".to_owned(), marks));
    // Nothing loses as much as that.
    let much = [worst + 1.0, worst + 2.0, worst + 3.0];
    desk.send(set(Some(much)));
    desk.wait("the setting", |s| s.settings.loss_marks_of(s.game.info) == much);
    review(&desk, by(&[NAME], 4));
    let few = desk.wait("no mark", |s| s.progress.is_none() && s.game.n_mistakes == 0);
    assert_eq!(few.game.losses, usual.game.losses, "the values are the same");
    let path = desk.dir.path().join("game.html");
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("the page", |s| says(s, "Saved as "));
    let page = std::fs::read_to_string(&path).unwrap();
    let said = format!("A loss of {} is an inaccuracy (?!), of {} a mistake", much[0], much[1]);
    assert!(page.contains(&said) && !page.contains("b2 ?"), "{page}");
    desk.send(set(None));
    review(&desk, by(&[NAME], 4));
    desk.wait("the usual marks again", |s| s.game.n_mistakes == usual.game.n_mistakes);
}

#[test]
fn only_the_moves_of_a_side_and_of_a_range_are_judged() {
    let mut desk = desk();
    review(&desk, ReviewWish { side: Some(Side::Second), ..by(&[NAME], 4) });
    let done = desk.wait("one side", is_done);
    let judged: Vec<usize> = done.game.losses.iter().map(|(ply, _)| *ply).collect();
    assert_eq!(judged, [2, 4, 6]);

    let mut desk = self::desk();
    let wish = ReviewWish { plies: 3..=4, from_end: true, ..by(&[NAME], 4) };
    review(&desk, wish);
    let done = desk.wait("a range", is_done);
    let judged: Vec<usize> = done.game.losses.iter().map(|(ply, _)| *ply).collect();
    assert_eq!(judged, [3, 4]);
}

#[test]
fn variations_are_reviewed_behind_the_game_where_that_is_wished() {
    let mut desk = desk();
    desk.game(GameCommand::GoTo(2));
    let mut end = 0;
    for mv in ["c4", "d3"] {
        desk.game(GameCommand::Type(mv.to_owned()));
        let is_beside = |s: &Snapshot| s.game.plies.iter().all(|ply| ply.node != s.game.current);
        end = desk.wait(mv, |s| is_beside(s) && s.game.current != end).game.current;
    }
    review(&desk, ReviewWish { variations: true, ..by(&[NAME], 4) });
    desk.wait("all", is_done);
    desk.game(GameCommand::GoTo(end));
    let there = desk.wait("the end of the variation", |s| s.game.current == end);
    assert_ne!(there.game.bar_text, "\u{2013}", "it has a value");
}

#[test]
fn what_was_looked_at_as_deep_is_not_asked_again() {
    let mut desk = desk();
    review(&desk, by(&[NAME], 5));
    desk.wait("the game", is_done);
    desk.game(GameCommand::GoTo(0));
    desk.wait("no notice", |s| s.game.current == 0);
    // A depth that no machine reaches would not end, were it asked.
    for wish in [by(&[NAME], 5), ReviewWish { plies: 2..=3, ..by(&[NAME], 3) }] {
        review(&desk, wish);
        desk.wait("at once", is_done);
    }
    review(&desk, by(&[NAME], 60));
    desk.wait("deeper", |s| s.progress.is_some());
    desk.send(Command::Analysis(AnalysisCommand::StopWholeGame));
    desk.wait("its end", |s| s.progress.is_none());
}

#[test]
fn a_review_that_the_end_of_the_program_interrupted_is_offered_again() {
    let mut desk = desk();
    // It would take an hour.
    let effort = ReviewEffort::Time(Duration::from_secs(600));
    let engines = vec![(NAME.to_owned(), effort)];
    review(&desk, ReviewWish { engines, plies: 2..=5, ..ReviewWish::default() });
    desk.wait("the review", |s| s.progress.is_some());
    let file = desk.dir.path().join("last-game.json");
    let kept = || fs::read_to_string(&file).is_ok_and(|text| text.contains("\"review\""));
    wait_until("it to be kept", kept);
    let mut desk = Desk::in_dir_with(files_at_a_power_cut(&desk), None, SECOND);
    let file = desk.dir.path().join("last-game.json");
    let kept = || fs::read_to_string(&file).is_ok_and(|text| text.contains("\"review\""));
    let back = desk.wait("the offer", |s| says(s, "goes on with it") && s.progress.is_some());
    assert_eq!(back.progress.as_ref().and_then(|progress| progress.paused), Some(true));
    // Nothing runs before the user wants it.
    desk.send(Command::Analysis(AnalysisCommand::PauseWholeGame(false)));
    let runs = |s: &Snapshot| s.progress.as_ref().is_some_and(|p| p.paused == Some(false));
    desk.wait("it again", runs);
    desk.send(Command::Analysis(AnalysisCommand::StopWholeGame));
    desk.wait("its end", |s| s.progress.is_none());
    wait_until("it to be forgotten", || !kept());
}

/// The list of engines with another program as the second one: it does these things amiss.
fn second_that(list: &str, faults: &[&str]) -> String {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let args = [&[scripted], faults].concat();
    assert!(list.contains(SECOND));
    let entry =
        format!("[[engine]]\nname = \"Second\"\nprotocol = \"nboard\"\ncommand = {args:?}\n");
    list.replace(SECOND, &entry)
}

/// The value of the second engine in the graph after so many plies.
fn value_at(snapshot: &Snapshot, ply: usize) -> Option<f64> {
    let series = snapshot.game.series.iter().position(|name| name == "Second");
    let mut points = snapshot.game.graph.iter().filter(|point| Some(point.series) == series);
    points.find(|point| point.ply == ply).map(|point| point.score)
}

/// The text of the file of the last game.
fn kept(desk: &Desk) -> String {
    fs::read_to_string(desk.dir.path().join("last-game.json")).unwrap_or_default()
}

#[test]
fn what_was_looked_at_as_deep_is_not_asked_again_after_a_restart() {
    let mut desk = desk();
    review(&desk, by(&[NAME, "Second"], 5));
    let done = desk.wait("the game", |s| is_done(s) && s.game.series.len() == 2);
    let is_kept = |text: &str| text.contains("\"known\":") && !text.contains("\"review\":");
    wait_until("it to be kept", || is_kept(&kept(&desk)));
    // The second engine would fail now, were it asked.
    let files = files_at_a_power_cut(&desk);
    let list = files.path().join("engines.toml");
    let engines = second_that(&fs::read_to_string(&list).unwrap(), &["exit=3@hint"]);
    fs::write(&list, engines).unwrap();
    let mut desk = Desk::in_dir_with(files, None, "");
    let back = desk.wait("the game again", |s| n_moves(s) == MOVES.len() / 2);
    assert!(back.progress.is_none(), "nothing is left to do");
    // What only the answers hold: what was lost by both engines.
    assert_eq!(back.game.summary, done.game.summary);
    review(&desk, by(&["Second", NAME], 5));
    desk.wait("at once", is_done);
}

#[test]
fn an_interrupted_review_goes_on_where_it_was() {
    // The third question is about its own choice in place of the first move.
    let list = second_that(SECOND, &["stall@hint:4"]);
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &list);
    desk.send(Command::File(FileCommand::Paste(MOVES.to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == MOVES.len() / 2);
    review(&desk, by(&["Second"], 4));
    // It values every position two discs for the mover.
    desk.wait("the value of a move", |s| value_at(s, 1) == Some(-2.0));
    wait_until("both to be kept", || kept(&desk).matches("\"limit\":").count() == 2);
    let files = files_at_a_power_cut(&desk);
    // Another program under its name values the rest; it would value the first positions otherwise.
    let list = files.path().join("engines.toml");
    let engines = fs::read_to_string(&list).unwrap();
    let at = engines.find("[[engine]]\nname = \"Second\"").unwrap();
    fs::write(&list, format!("{}{SECOND}", &engines[..at])).unwrap();
    let mut desk = Desk::in_dir_with(files, None, "");
    desk.wait("the offer", |s| says(s, "goes on with it") && s.progress.is_some());
    desk.send(Command::Analysis(AnalysisCommand::PauseWholeGame(false)));
    let done = desk.wait("all", |s| is_done(s) && value_at(s, MOVES.len() / 2).is_some());
    assert_eq!(value_at(&done, 1), Some(-2.0));
    assert_ne!(value_at(&done, 2), Some(2.0));
}
