//! Where games are saved without a question, and what is said of those that were not saved.

use std::fs;
use std::path::{Path, PathBuf};

use quintet::app::{Command, FileCommand, GameCommand, Mode};

use super::desk::{Desk, builtin, n_moves, says};

fn file(desk: &Desk, name: &str, text: &str) -> PathBuf {
    let path = desk.dir.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

fn open(desk: &Desk, path: &Path) {
    desk.send(Command::File(FileCommand::Open(path.to_owned())));
}

fn paste(desk: &Desk, text: &str) {
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
}

const ONE: &str = "[White \"A\"]\n1. 32-28 19-23 1-1\n";
const TWO: &str = "[White \"B\"]\n1. 32-28 *\n\n[White \"C\"]\n1. 32-27 *\n";
const BROKEN: &str = "[White \"D\"]\n1. 32-28 *\n\n[White \"E\"]\n1. 32-28 32-28 32-28 *\n";

#[test]
fn only_a_file_that_holds_nothing_else_is_saved_to_without_a_question() {
    let mut desk = Desk::new();
    let [one, two] =
        [("one.pdn", ONE), ("two.pdn", TWO)].map(|(name, text)| file(&desk, name, text));
    open(&desk, &two);
    let first = desk.wait("the first of two", |s| s.game.seats[0].name == "B");
    assert_eq!((&first.game.path, first.game.source.as_ref()), (&None, Some(&two)));
    desk.send(Command::File(FileCommand::Choose(1)));
    let second = desk.wait("the second", |s| s.game.seats[0].name == "C");
    assert_eq!((&second.game.path, second.game.source.as_ref()), (&None, Some(&two)));
    let own = desk.dir.path().join("own.pdn");
    desk.send(Command::File(FileCommand::Save(own.clone())));
    desk.wait("the game in a file of its own", |s| s.game.path.as_ref() == Some(&own));
    open(&desk, &one);
    let only = desk.wait("the only one", |s| s.game.seats[0].name == "A");
    assert_eq!(only.game.path.as_ref(), Some(&one));
    assert_eq!(fs::read_to_string(two).unwrap(), TWO);
}

#[test]
fn a_file_that_cannot_be_written_as_it_was_read_is_saved_under_a_name_that_can() {
    let mut desk = Desk::new();
    let sgf = file(&desk, "mine.sgf", include_str!("../data/hive/game.sgf"));
    open(&desk, &sgf);
    let opened = desk.wait("the game", |s| s.game.source.as_ref() == Some(&sgf));
    assert_eq!(opened.game.path, None, "it is not saved there without a question");
    assert_eq!(opened.game.save_as, Some(sgf.with_extension("pgn")));
    let one = file(&desk, "one.pdn", ONE);
    open(&desk, &one);
    let other = desk.wait("the other", |s| s.game.source.as_ref() == Some(&one));
    assert_eq!((&other.game.path, &other.game.save_as), (&Some(one.clone()), &Some(one)));
}

#[test]
fn a_file_of_which_something_could_not_be_read_is_not_written_over() {
    let mut desk = Desk::new();
    let text = BROKEN.replace("[White \"E\"]\n1. 32-28 32-28", "[GameType \"21\"]\n1. 11-15");
    for (name, text) in [("broken.pdn", BROKEN), ("other.pdn", text.as_str())] {
        let path = file(&desk, name, text);
        open(&desk, &path);
        let opened = desk.wait(name, |s| s.game.source.as_ref() == Some(&path));
        assert_eq!(opened.game.path, None);
    }
    // One game, but not all of it.
    let part = file(&desk, "part.pdn", "[White \"F\"]\n1. 32-28 32-28 *\n");
    open(&desk, &part);
    let opened = desk.wait("a part", |s| s.game.seats[0].name == "F");
    assert!(opened.file_games.is_empty() && says(&opened, "see Problems"), "{:?}", opened.notices);
    assert_eq!(opened.game.path, None);
}

#[test]
fn a_refused_game_of_another_kind_leaves_the_board_as_it_was() {
    let mut desk = Desk::new();
    let one = file(&desk, "one.pdn", ONE);
    open(&desk, &one);
    desk.wait("a game of ours", |s| s.game.source.as_ref() == Some(&one));
    let checkers = file(&desk, "checkers.pdn", "[White \"X\"]\n1. 11-15 23-19 2. 8-11 *\n");
    let nackgammon =
        file(&desk, "nack.sgf", "(;FF[4]GM[6]RU[Nackgammon]PW[a]PB[b];W[41xtxw];B[42aebd])");
    for (path, what) in [(checkers, "English draughts (8x8)"), (nackgammon, "Nackgammon")] {
        open(&desk, &path);
        let says_it = format!("this is {what}, which is not among the games");
        let now = desk.wait(what, |s| s.progress.is_none() && says(s, &says_it));
        assert_eq!((now.game.source.as_ref(), n_moves(&now)), (Some(&one), 2));
        assert_eq!(now.game.seats[0].name, "A");
    }
    paste(&desk, "1. c3-d4 f6-g5 *");
    let now = desk.wait("the paste", |s| says(s, "Russian or Brazilian draughts (8x8)"));
    assert_eq!((now.game.source.as_ref(), n_moves(&now)), (Some(&one), 2));
}

#[test]
fn a_saved_game_has_its_file_also_when_another_is_on_the_board_by_then() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3");
    desk.wait("the first", |s| n_moves(s) == 3);
    let path = desk.dir.path().join("first.ggf");
    desk.send(Command::File(FileCommand::Save(path.clone())));
    paste(&desk, "f5d6c3d3");
    let other = desk.wait("the other", |s| n_moves(s) == 4 && s.progress.is_none());
    assert_eq!(other.game.path, None);
    desk.game(GameCommand::UndoNew);
    desk.wait("the first with its file", |s| {
        n_moves(s) == 3 && s.game.path.as_ref() == Some(&path)
    });
}

#[test]
fn changes_that_were_not_saved_are_spoken_of_when_another_game_comes() {
    const UNSAVED: &str = "changes that were not saved";
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3");
    desk.wait("a transcript", |s| n_moves(s) == 3);
    paste(&desk, "f5d6");
    let same = desk.wait("another", |s| n_moves(s) == 2);
    assert!(!says(&same, UNSAVED), "{:?}", same.notices);
    desk.game(GameCommand::Type("c4".to_owned()));
    desk.wait("a change", |s| n_moves(s) == 3);
    paste(&desk, "f5f6");
    desk.wait("the notice", |s| n_moves(s) == 2 && says(s, UNSAVED));
    desk.game(GameCommand::Type("c4".to_owned()));
    let path = desk.dir.path().join("saved.ggf");
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("it saved", |s| s.game.path.as_ref() == Some(&path));
    paste(&desk, "f5d6c3");
    let saved = desk.wait("the next", |s| n_moves(s) == 3 && s.game.path.is_none());
    assert!(!says(&saved, UNSAVED), "{:?}", saved.notices);
}

#[test]
fn of_a_pasted_game_with_a_mistake_what_comes_before_it_is_kept() {
    let mut desk = Desk::new();
    paste(&desk, r"Base;WhiteWins;White[3];wG1;bG1 -wG1;wQ wG1-;bQ \bG1;wA1 bQ-");
    let kept = desk.wait("four moves", |s| s.game.info.name == "hive" && n_moves(s) == 4);
    assert!(says(&kept, "up to a mistake (4 moves)"), "{:?}", kept.notices);
    let told = kept.problems.first().unwrap();
    assert!(told.text.contains("wA1 bQ-"), "{told:?}");
    // Of what is nothing at all nothing is kept.
    paste(&desk, "nonsense");
    let same = desk.wait("the refusal", |s| says(s, "is no game"));
    assert_eq!(n_moves(&same), 4);
}

#[test]
fn an_engine_that_is_seated_at_an_opened_game_plays_on_from_what_is_shown() {
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    desk.game(GameCommand::SetMode(Mode::Analyse));
    paste(&desk, "F5D6C3D3C4");
    let study = desk.wait("the game", |s| n_moves(s) == 5 && !s.game.playing);
    let third = study.game.plies[3].node;
    desk.game(GameCommand::GoTo(third));
    desk.wait("the third move", |s| s.game.current == third);
    desk.game(GameCommand::SetSeat(1, builtin("1")));
    let played = desk.wait("its move", |s| s.game.playing && n_moves(s) == 4 && s.game.can_move);
    assert_eq!(played.mode, Mode::Play);
    assert!(says(&played, "A game goes on from here"), "{:?}", played.notices);
    // Nothing is lost by it.
    desk.game(GameCommand::UndoNew);
    desk.wait("the game that was pasted", |s| n_moves(s) == 5 && !s.game.playing);
}

#[test]
fn a_file_that_is_opened_while_another_one_is_read_takes_its_place_and_that_is_said() {
    let mut desk = Desk::new();
    let long = file(&desk, "long.pdn", &TWO.repeat(20_000));
    let one = file(&desk, "one.pdn", ONE);
    open(&desk, &long);
    open(&desk, &one);
    let opened = desk.wait("the newer one", |s| s.game.seats[0].name == "A");
    let said =
        "Another file was still being read; that was stopped, and one.pdn is opened instead.";
    assert!(says(&opened, said), "{:?}", opened.notices);
}

#[test]
fn of_a_match_the_games_are_counted_and_not_the_record() {
    let mut desk = Desk::new();
    let mut text = " 9 point match\n".to_owned();
    for game in 1..=5 {
        let (points, odd) = (game - 1, if game == 4 { "hello\n" } else { "" });
        text.push_str(&format!(
            "\n Game {game}\n A : {points}    B : 0\n  1) 31: 8/5 6/5\n{odd}      Wins 1 point\n"
        ));
    }
    let path = file(&desk, "five.mat", &text);
    open(&desk, &path);
    let said = "five.mat: 5 games read; 1 problem, see Problems.";
    desk.wait("the notice", |s| s.game.seats[0].name == "A" && says(s, said));
}

#[test]
fn a_player_whom_the_file_names_as_an_engine_is_shown_as_one() {
    let mut desk = Desk::new();
    let engine = "[Event \"Cup\"]\n[White \"New\"]\n[Black \"B\"]\n[WhiteEngine \"Scan 3.1\"]\n";
    let text = format!("{engine}1. 32-28 19-23 *\n\n{TWO}");
    let path = file(&desk, "cup.pdn", &text);
    open(&desk, &path);
    let first = desk.wait("the first game", |s| s.game.seats[0].name == "New");
    assert_eq!(first.game.seats.each_ref().map(|seat| seat.is_engine), [true, false]);
    desk.send(Command::File(FileCommand::Choose(2)));
    let other = desk.wait("the last game", |s| s.game.seats[0].name == "C");
    assert_eq!(other.game.seats.each_ref().map(|seat| seat.is_engine), [false, false]);
}

/// The number of pictures in a film.
fn n_pictures(path: &Path) -> usize {
    let mut film = gif::Decoder::new(fs::File::open(path).unwrap()).unwrap();
    let mut n = 0;
    while film.next_frame_info().unwrap().is_some() {
        n += 1;
    }
    n
}

#[test]
fn a_picture_shows_the_board_shown_and_a_film_the_line_that_it_is_in() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3d3c4f4");
    desk.wait("the game", |s| n_moves(s) == 6);
    let [film, line, picture] =
        ["game.gif", "line.gif", "board.svg"].map(|name| desk.dir.path().join(name));
    desk.send(Command::File(FileCommand::Save(film.clone())));
    desk.wait("the film", |s| says(s, "game.gif"));
    assert_eq!(n_pictures(&film), 7, "the start and six moves");
    // A variation: the film ends with it.
    desk.game(GameCommand::First);
    desk.game(GameCommand::Next);
    desk.game(GameCommand::Type("f6".to_owned()));
    let tried = desk.wait("the variation", |s| s.game.current == 7);
    desk.send(Command::File(FileCommand::Save(line.clone())));
    desk.wait("the film of the variation", |s| says(s, "line.gif"));
    assert_eq!(n_pictures(&line), 3);
    desk.send(Command::File(FileCommand::Save(picture.clone())));
    let done = desk.wait("the picture", |s| says(s, "board.svg"));
    assert!(fs::read_to_string(&picture).unwrap().contains("1\u{2026} f6"));
    assert_eq!((&done.game.path, done.game.current), (&None, tried.game.current));
    let photo = desk.dir.path().join("board.jpg");
    desk.send(Command::File(FileCommand::Save(photo.clone())));
    desk.wait("the kinds of pictures", |s| says(s, "pictures of a board as .png or .svg"));
    assert!(!photo.exists());
}

#[test]
fn of_several_pasted_positions_the_first_is_shown_and_the_others_can_be_opened() {
    let mut desk = Desk::new();
    let text = "Two of mine:\n> W:W31:B4 # Frisian\n> f5d6c3d3c4\n";
    paste(&desk, text);
    let first = desk.wait("the position", |s| s.game.info.name == "draughts" && s.pasted.is_some());
    assert!(says(&first, "and 1 more; left out: 1 line around it, quote marks"));
    let pasted = first.pasted.clone().unwrap();
    assert!(pasted.asks());
    let lines: Vec<usize> = pasted.findings.iter().map(|finding| finding.line).collect();
    assert_eq!(lines, [2, 3]);
    assert_eq!((first.file_games.len(), &first.games_path), (2, &None));
    desk.send(Command::File(FileCommand::TakePasted(1, 0)));
    desk.wait("the second", |s| s.game.info.name == "othello" && n_moves(s) == 5);
    desk.send(Command::File(FileCommand::TakeAllPasted));
    desk.wait("a tab with it", |s| s.tabs.len() == 2);
}

#[test]
fn a_pasted_position_can_be_read_as_another_variant() {
    let mut desk = Desk::new();
    paste(&desk, "W:W31,34,35,39-50:B1-7,9-12,14,16,19,21");
    let first = desk.wait("the position", |s| s.pasted.is_some());
    let pasted = first.pasted.clone().unwrap();
    assert!(!pasted.asks(), "variants of one game are no question");
    assert!(says(&first, "other way"));
    let frisian = pasted.findings[0]
        .readings
        .iter()
        .position(|reading| reading.title.contains("Frisian draughts"));
    desk.send(Command::File(FileCommand::TakePasted(0, frisian.unwrap())));
    desk.wait("the other variant", |s| s.game.variant_name.as_deref() == Some("frisian"));
}

#[test]
fn the_name_of_a_file_that_is_pasted_is_opened() {
    let mut desk = Desk::new();
    let path = file(&desk, "my game.pdn", ONE);
    paste(&desk, &format!("file://{}\n", path.display().to_string().replace(' ', "%20")));
    desk.wait("the game", |s| s.game.source.as_ref() == Some(&path));
}

#[test]
fn all_files_of_a_pasted_list_are_opened_and_each_that_cannot_be_is_named() {
    let mut desk = Desk::new();
    let [one, two] =
        [("one.pdn", ONE), ("two.pdn", TWO)].map(|(name, text)| file(&desk, name, text));
    let missing = desk.dir.path().join("missing.pdn");
    let empty = file(&desk, "empty.pdn", "nothing at all");
    let addresses = [&one, &missing, &empty, &two].map(|path| format!("file://{}", path.display()));
    paste(&desk, &format!("x-special/nautilus-clipboard\ncopy\n{}", addresses.join("\n")));
    let last = desk.wait("the last file", |s| s.game.source.as_ref() == Some(&two));
    assert_eq!(last.tabs.len(), 2, "each has a tab");
    for path in [&missing, &empty] {
        let name = path.display().to_string();
        assert!(last.problems.iter().any(|problem| problem.text.contains(&name)), "{name}");
    }
    // Paths without the form of an address do as well.
    let paths = [&missing, &one].map(|path| path.display().to_string());
    paste(&desk, &paths.join("\n"));
    desk.wait("the first file again", |s| s.game.source.as_ref() == Some(&one));
}
