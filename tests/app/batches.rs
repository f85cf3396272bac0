//! Reviews of many games of a file: begun, paused, stopped, gone on with after a restart, and saved.

use std::fs;
use std::path::PathBuf;

use quintet::app::{
    BatchCommand, BatchGameState, BatchState, BatchView, Command, FileCommand, MatchCommand,
    ReviewEffort, ReviewWish, Snapshot,
};

use super::desk::{DEPTH_1, Desk, builtin, says, wait_until};

const NAME: &str = "Quintet Othello";
/// Four empty squares are left, which the engine solves at once to any depth.
const ENDING: &str = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]BO[8 \
    *OOOO-O**OOO-O*-*OOOO*O******OOO**O**OOOOO*O*O*OO***O*OOO*-****O *]B[H2]W[C8]B[E2]W[F1];)\n";
/// From the start, where no engine reaches a great depth.
const OPENING: &str = "(;GM[Othello]PC[x]PB[Cid]PW[Dan]RE[?]TI[5:00]TY[8]BO[8 --------------------------\
    -O*------*O--------------------------- *]B[F5]W[F6];)\n";

fn by(depth: u32) -> ReviewWish {
    let engines = vec![(NAME.to_owned(), ReviewEffort::Depth(depth))];
    ReviewWish { engines, ..ReviewWish::default() }
}

fn begin(desk: &Desk, games: Vec<usize>, workers: usize, wish: ReviewWish) {
    desk.send(Command::Batch(BatchCommand::Begin { games, workers, wish }));
}

/// The review that was begun last.
fn batch(snapshot: &Snapshot) -> &BatchView {
    snapshot.batches.last().unwrap()
}

fn stands(snapshot: &Snapshot, state: BatchState) -> bool {
    snapshot.batches.last().is_some_and(|batch| batch.state == state)
}

/// All reviews stand so.
fn stand(snapshot: &Snapshot, states: &[BatchState]) -> bool {
    snapshot.batches.iter().map(|batch| batch.state).eq(states.iter().copied())
}

fn is_at(snapshot: &Snapshot, progress: (usize, usize)) -> bool {
    snapshot.batches.last().is_some_and(|batch| batch.progress == progress)
}

fn tell(desk: &Desk, command: fn(u64) -> BatchCommand, id: u64) {
    desk.send(Command::Batch(command(id)));
}

/// The rows of what was found out.
fn rows(desk: &Desk) -> Vec<String> {
    let text = fs::read_to_string(desk.dir.path().join("reviews/many.ggf.jsonl"));
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}

fn saved(desk: &mut Desk, id: u64, name: &str) -> String {
    let path = desk.dir.path().join(name);
    desk.send(Command::File(FileCommand::SaveReviews(id, path.clone())));
    desk.wait(name, |s| says(s, name));
    fs::read_to_string(path).unwrap()
}

#[test]
fn chosen_games_of_a_file_are_reviewed_shown_and_saved_together() {
    let other = ENDING.replace("Ann", "Eve");
    let mut desk = Desk::with_file(Some(("many.ggf", &format!("{ENDING}{OPENING}{other}"))));
    desk.wait("the file", |s| s.file_games.len() == 3);
    begin(&desk, vec![0, 2], 2, by(8));
    let done = desk.wait("both games", |s| stands(s, BatchState::Over));
    let found = batch(&done);
    assert_eq!((found.progress, found.name.as_str()), ((2, 2), "many.ggf"));
    assert_eq!(found.games.keys().copied().collect::<Vec<_>>(), [0, 2]);
    for game in found.games.values() {
        let BatchGameState::Reviewed([black, white]) = game.state else { panic!("{game:?}") };
        assert!(black.0.is_some() && white.0.is_some() && game.fault.is_none(), "{game:?}");
    }
    assert_eq!(rows(&desk).len(), 10, "five positions of each game");
    // A game of the list is opened with what is known of it.
    desk.send(Command::File(FileCommand::Choose(2)));
    let opened = desk.wait("a reviewed game", |s| s.game.seats[0].name == "Eve");
    assert!(opened.game.summary.is_some());
    // One that was not chosen is opened as it was.
    desk.send(Command::File(FileCommand::Choose(1)));
    let opened = desk.wait("another game", |s| s.game.seats[0].name == "Cid");
    assert!(opened.game.summary.is_none());
    assert_eq!(
        batch(&opened).save_as.as_ref().and_then(|path| path.file_name()),
        Some("many analysed.ggf".as_ref())
    );
    let text = saved(&mut desk, 1, "all.ggf");
    assert_eq!(text.matches("(;GM[Othello]").count(), 2, "{text}");
    let page = saved(&mut desk, 1, "all.html");
    assert!(page.contains("Ann") && page.contains("Eve") && !page.contains("Cid"), "{page}");
}

#[test]
fn a_review_of_many_games_goes_on_after_a_pause_and_after_a_restart() {
    let mut desk = Desk::with_file(Some(("many.ggf", &format!("{ENDING}{OPENING}"))));
    desk.wait("the file", |s| s.file_games.len() == 2);
    begin(&desk, vec![0, 1], 1, by(60));
    // The second game takes for ever.
    desk.wait("the first game", |s| is_at(s, (1, 2)));
    tell(&desk, BatchCommand::Pause, 1);
    desk.wait("the pause", |s| stands(s, BatchState::Paused));
    let known = rows(&desk);
    assert_eq!(known.len(), 5, "{known:?}");
    tell(&desk, BatchCommand::GoOn, 1);
    desk.wait("going on", |s| stands(s, BatchState::Running));
    let Desk { app, dir } = desk;
    let plan = dir.path().join("reviews.json");
    wait_until("the plan", || fs::read_to_string(&plan).is_ok_and(|text| text.contains("[1,2]")));
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    let again = desk.wait("the offer", |s| stands(s, BatchState::Interrupted));
    let n_tabs = again.tabs.len();
    assert!(says(&again, "was at 1 of 2 when the program ended"), "{:?}", again.notices);
    tell(&desk, BatchCommand::GoOn, 1);
    // Its file is opened for it, and the first game is known without a question.
    let again = desk.wait("the first game again", |s| {
        s.file_games.len() == 2 && stands(s, BatchState::Running) && is_at(s, (1, 2))
    });
    assert_eq!(again.tabs.len(), n_tabs, "only the list is opened");
    let first = batch(&again).games[&0].state;
    assert!(matches!(first, BatchGameState::Reviewed([(Some(_), _), _])), "{first:?}");
    tell(&desk, BatchCommand::Stop, 1);
    desk.wait("the stop", |s| stands(s, BatchState::Over));
    assert_eq!(rows(&desk), known, "nothing was asked again");
    // What is reviewed is there after another restart, and listed again without a question.
    wait_until("its games", || fs::read_to_string(&plan).is_ok_and(|text| text.contains("[0]")));
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    let again = desk.wait("the finished review", |s| stands(s, BatchState::Interrupted));
    assert_eq!(batch(&again).progress, (1, 1));
    assert!(!says(&again, "when the program ended"), "{:?}", again.notices);
    tell(&desk, BatchCommand::GoOn, 1);
    let again = desk.wait("its list", |s| stands(s, BatchState::Over));
    assert_eq!(again.tabs.len(), n_tabs);
    let first = batch(&again).games[&0].state;
    assert!(matches!(first, BatchGameState::Reviewed([(Some(_), _), _])), "{first:?}");
    assert_eq!(rows(&desk), known, "nothing was asked again");
    tell(&desk, BatchCommand::Stop, 1);
    desk.wait("it is left", |s| s.batches.is_empty());
    wait_until("no plan", || fs::read_to_string(&plan).is_ok_and(|text| text.contains("[]")));
}

#[test]
fn a_further_review_waits_for_its_turn_and_begins_when_the_one_before_has_ended() {
    use BatchState::{Interrupted, Over, Paused, Running, Waiting};
    let other = ENDING.replace("Ann", "Eve");
    let mut desk = Desk::with_file(Some(("many.ggf", &format!("{ENDING}{OPENING}{other}"))));
    desk.wait("the file", |s| s.file_games.len() == 3);
    // The second game takes for ever.
    begin(&desk, vec![1], 1, by(60));
    begin(&desk, vec![0], 1, by(8));
    begin(&desk, vec![2], 1, by(8));
    let queue = desk.wait("the queue", |s| stand(s, &[Running, Waiting(1), Waiting(2)]));
    assert!(says(&queue, "waits until that of many.ggf has ended"), "{:?}", queue.notices);
    tell(&desk, BatchCommand::Stop, 2);
    let queue = desk.wait("the removal", |s| stand(s, &[Running, Waiting(1)]));
    assert!(batch(&queue).games.contains_key(&2), "the last game moved up");
    tell(&desk, BatchCommand::Pause, 1);
    desk.wait("the pause", |s| stand(s, &[Paused, Waiting(1)]));
    let Desk { app, dir } = desk;
    let plan = dir.path().join("reviews.json");
    wait_until("the plans", || fs::read_to_string(&plan).is_ok_and(|text| text.contains("[2]")));
    drop(app);
    // Both are offered, and each can go on.
    let mut desk = Desk::in_dir(dir, None);
    let again = desk.wait("the offers", |s| stand(s, &[Interrupted, Interrupted]));
    assert!(says(&again, "2 analyses of games were not done"), "{:?}", again.notices);
    tell(&desk, BatchCommand::GoOn, 2);
    desk.wait("the second one", |s| stand(s, &[Interrupted, Over]) && is_at(s, (1, 1)));
    tell(&desk, BatchCommand::GoOn, 1);
    desk.wait("the first one", |s| stand(s, &[Running, Over]));
    begin(&desk, vec![0], 1, by(8));
    desk.wait("another one", |s| stand(s, &[Running, Over, Waiting(1)]));
    tell(&desk, BatchCommand::Stop, 1);
    let done = desk.wait("its turn", |s| stand(s, &[Over, Over, Over]) && is_at(s, (1, 1)));
    assert_eq!(done.batches[0].progress, (0, 1), "it was stopped");
    // What has come of each is there.
    for (place, name) in [(0, "Ann"), (2, "Eve")] {
        desk.send(Command::File(FileCommand::Choose(place)));
        desk.wait(name, |s| s.game.seats[0].name == name && s.game.summary.is_some());
    }
}

#[test]
fn what_is_known_of_one_game_answers_for_no_other_that_has_the_same_positions() {
    let other = ENDING.replace("Ann", "Eve");
    let mut desk = Desk::with_file(Some(("many.ggf", &format!("{ENDING}{other}"))));
    desk.wait("the file", |s| s.file_games.len() == 2);
    begin(&desk, vec![0], 1, by(8));
    desk.wait("the first game", |s| stands(s, BatchState::Over));
    // As if another search had said something else.
    let path = desk.dir.path().join("reviews/many.ggf.jsonl");
    let changed: Vec<String> = rows(&desk)
        .iter()
        .map(|row| {
            let mut row: serde_json::Value = serde_json::from_str(row).unwrap();
            row["value"] = 77.into();
            format!("{row}\n")
        })
        .collect();
    fs::write(&path, changed.concat()).unwrap();
    begin(&desk, vec![0, 1], 1, by(8));
    desk.wait("both games", |s| is_at(s, (2, 2)) && stands(s, BatchState::Over));
    let found = rows(&desk);
    let of_second = found.iter().filter(|row| row.contains("\"game\":2"));
    assert_eq!(of_second.clone().count(), 5, "{found:?}");
    assert!(!of_second.into_iter().any(|row| row.contains("\"value\":77")), "{found:?}");
}

#[test]
fn a_review_of_pasted_games_goes_on_after_a_restart() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(format!("{ENDING}\n{OPENING}"))));
    desk.wait("the games", |s| s.file_games.len() == 2);
    begin(&desk, vec![0, 1], 1, by(60));
    desk.wait("the first game", |s| is_at(s, (1, 2)));
    let Desk { app, dir } = desk;
    let plan = dir.path().join("reviews.json");
    wait_until("the plan", || fs::read_to_string(&plan).is_ok_and(|text| text.contains("[1,2]")));
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    desk.wait("the offer", |s| stands(s, BatchState::Interrupted));
    tell(&desk, BatchCommand::GoOn, 1);
    let again = desk.wait("the first game again", |s| {
        s.file_games.len() == 2 && stands(s, BatchState::Running) && is_at(s, (1, 2))
    });
    assert!(batch(&again).name.starts_with("pasted games "), "{}", batch(&again).name);
    tell(&desk, BatchCommand::Stop, 1);
    desk.wait("the stop", |s| stands(s, BatchState::Over));
}

#[test]
fn a_game_of_the_list_that_is_open_comes_into_view_and_takes_its_analysis() {
    let mut desk = Desk::with_file(Some(("many.ggf", &format!("{OPENING}{ENDING}"))));
    desk.wait("the file", |s| s.file_games.len() == 2);
    desk.send(Command::File(FileCommand::Choose(1)));
    let opened = desk.wait("the second game", |s| s.game.seats[0].name == "Ann");
    let n_tabs = opened.tabs.len();
    desk.send(Command::File(FileCommand::Choose(0)));
    let shown = desk.wait("the first game", |s| s.game.seats[0].name == "Cid");
    assert_eq!(shown.tabs.len(), n_tabs);
    begin(&desk, vec![1], 1, by(8));
    desk.wait("its analysis", |s| stands(s, BatchState::Over));
    desk.send(Command::File(FileCommand::Choose(1)));
    let shown = desk.wait("the second game again", |s| s.game.seats[0].name == "Ann");
    assert!(shown.game.summary.is_some());
    assert_eq!(shown.tabs.len(), n_tabs);
}

#[test]
fn a_review_of_many_games_that_cannot_begin_says_why() {
    let mut desk = Desk::with_file(Some(("many.ggf", &format!("{ENDING}{OPENING}"))));
    desk.wait("the file", |s| s.file_games.len() == 2);
    let nodes = vec![(NAME.to_owned(), ReviewEffort::Nodes(10))];
    for (games, engines, said) in [
        (vec![7], by(8).engines, "No game of the list is chosen"),
        (vec![0], nodes, "cannot be limited to nodes"),
        (vec![0], vec![("Nobody".to_owned(), ReviewEffort::Depth(8))], "Nobody"),
    ] {
        begin(&desk, games, 1, ReviewWish { engines, ..ReviewWish::default() });
        let refused = desk.wait(said, |s| says(s, said));
        assert!(refused.batches.is_empty(), "{:?}", refused.batches);
    }
    desk.send(Command::File(FileCommand::SaveReviews(1, PathBuf::from("nothing.ggf"))));
    desk.wait("nothing to save", |s| says(s, "No game of a file was analysed"));
}

#[test]
fn the_games_of_a_match_are_listed_to_be_reviewed_together() {
    let mut desk = Desk::new();
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        engines: [builtin("2"), builtin("1")],
        games: 2,
        time: DEPTH_1,
        concurrency: 1,
        seed: 5,
        ponder: false,
    }));
    desk.wait("the end", |s| says(s, "The match is over. Its games are in "));
    desk.send(Command::Match(MatchCommand::ListGames));
    let listed = desk.wait("the list", |s| s.file_games.len() == 2);
    let name = listed.games_path.as_ref().and_then(|path| path.file_name());
    assert_eq!(name, Some("all games.ggf".as_ref()));
    // Only the last moves, which take no time.
    let wish = ReviewWish { plies: 57..=usize::MAX, ..by(4) };
    begin(&desk, vec![0, 1], 1, wish);
    let done = desk.wait("both games", |s| stands(s, BatchState::Over));
    assert_eq!(batch(&done).progress, (2, 2));
}
