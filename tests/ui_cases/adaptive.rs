//! The adaptive opponent in the dialog of a new game, beside the board, and the games behind the rating.

use quintet::app::board::Side;
use quintet::app::{AdaptiveView, RatedResult, RatedRowView, RatingView, RatingsView};

use super::dialogs::level_seven;
use super::*;

const RATING: &str = "1150 \u{b1} 120";

pub(crate) fn rated(snapshot: &mut Snapshot) {
    let row = |number, result, rating: &str| RatedRowView {
        number,
        date: "2026-11-20".to_owned(),
        variant: String::new(),
        level: 4,
        result,
        rating: rating.to_owned(),
    };
    let games =
        vec![row(2, RatedResult::Won, RATING), row(1, RatedResult::Lost, "1060 \u{b1} 150")];
    let othello = RatingView {
        game: "othello",
        variants: Vec::new(),
        title: "Othello".to_owned(),
        level: 4,
        rating: RATING.to_owned(),
        games,
    };
    snapshot.ratings = RatingsView { all: vec![othello], ..RatingsView::default() }.into();
}

fn new_games(h: &mut Window) -> Vec<NewGame> {
    let new = |command| match command {
        Command::Game(GameCommand::New(new)) => Some(*new),
        _ => None,
    };
    taken(h).into_iter().filter_map(new).collect()
}

fn dialog() -> Window {
    let mut h = window_with(Mode::Play, |s| {
        level_seven(s);
        rated(s);
    });
    key(&mut h, CTRL, Key::N);
    click(&mut h, "White: level");
    click(&mut h, "Adaptive: level 4");
    h
}

#[test]
fn the_dialog_shows_the_level_and_rating_of_an_adaptive_opponent_and_begins_with_it_again() {
    let mut h = dialog();
    assert!(is_seen(&h, "1150 \u{b1} 120 after 2 games"));
    click(&mut h, "Start the game");
    assert_eq!(new_games(&mut h)[0].adaptive, Some(Side::Second));
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Swap sides");
    click(&mut h, "Start the game");
    assert_eq!(new_games(&mut h)[0].adaptive, Some(Side::First));
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Black: level");
    click(&mut h, "level 3");
    click(&mut h, "Start the game");
    assert_eq!(new_games(&mut h)[0].adaptive, None);
}

#[test]
fn an_adaptive_engine_needs_a_person() {
    let mut h = dialog();
    click(&mut h, "Black: player");
    h.get_all_by_label_contains("Quintet Othello").last().unwrap().click();
    h.run();
    assert!(is_seen(&h, "an adaptive engine plays against a person"));
    click(&mut h, "Start the game");
    assert_eq!(new_games(&mut h), []);
}

#[test]
fn the_games_behind_the_rating_are_listed_and_can_be_left_behind_after_a_question() {
    let mut h = dialog();
    click(&mut h, "Your rating\u{2026}");
    for words in [
        "Your rating: Othello",
        "2: 2026-11-20, level 4, won, rating 1150 \u{b1} 120",
        "1: 2026-11-20, level 4, lost, rating 1060 \u{b1} 150",
    ] {
        assert!(is_seen(&h, words), "{words}");
    }
    click(&mut h, "Begin again\u{2026}");
    click(&mut h, "Cancel");
    assert_eq!(taken(&mut h), []);
    click(&mut h, "Begin again\u{2026}");
    click(&mut h, "Begin again");
    assert_eq!(taken(&mut h), [Command::ResetRating("othello".to_owned(), None)]);
    click(&mut h, "Close");
    assert!(is_seen(&h, "1150 \u{b1} 120 after 2 games"), "the dialog is there again");
}

#[test]
fn the_panel_says_whether_the_game_counts() {
    let words = "This game counts for your rating, 1150 \u{b1} 120.";
    let mut h = window_with(Mode::Play, |s| {
        level_seven(s);
        rated(s);
        s.game.adaptive = Some(AdaptiveView { side: Side::Second, text: words.to_owned() });
    });
    assert!(is_seen(&h, words));
    click(&mut h, "Your rating\u{2026}");
    assert!(is_seen(&h, "Your rating: Othello"));
    key(&mut h, NONE, Key::Escape);
    // The next game is adaptive, too.
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Start the game");
    assert_eq!(new_games(&mut h)[0].adaptive, Some(Side::Second));
}
