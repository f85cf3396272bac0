//! The page of dice, and mistakes by what they lost.

use quintet::app::{LuckView, MistakeView, RollCountView, RollsView, StatisticView};

use super::support::backgammon_view::{PLAY, backgammon};
use super::*;

fn rolls() -> RollsView {
    let count = |text: &str, counts, expected| RollCountView {
        text: text.to_owned(),
        counts,
        expected: [expected, expected * 2.0],
    };
    let statistic = |name: &str, one: &str, other: &str, expected: &str| StatisticView {
        name: name.to_owned(),
        values: [one.to_owned(), other.to_owned()],
        expected: expected.to_owned(),
    };
    let lucky = |node, number: &str, side, roll: &str, luck: &str, is_good| LuckView {
        node,
        number: number.to_owned(),
        side,
        roll: roll.to_owned(),
        luck: luck.to_owned(),
        is_good,
    };
    RollsView {
        counts: vec![count("11", [0, 1], 0.3), count("21", [3, 1], 0.7), count("66", [2, 0], 0.3)],
        statistics: vec![
            statistic("Rolls", "12", "24", ""),
            statistic("Pips a roll", "9.250", "7.833", "8.167"),
            statistic("Luck", "+0.912", "\u{2212}0.340", "0"),
        ],
        lucky: vec![
            lucky(8, "4.", "White", "66", "+0.612", true),
            lucky(5, "3\u{2026}", "Black", "21", "\u{2212}0.207", false),
        ],
        notes: vec!["The dice follow from the seed \u{201c}7f3a-91c2\u{201d}.".to_owned()],
    }
}

fn mistake(node: usize, number: &str, text: &str, mark: &str, loss: f64) -> MistakeView {
    MistakeView {
        node,
        shown: node - 1,
        number: number.to_owned(),
        text: text.to_owned(),
        mark: mark.to_owned(),
        better: String::new(),
        score: String::new(),
        loss,
        loss_text: format!("\u{2212}{loss:.3}"),
    }
}

fn judged_window(change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = backgammon(PLAY, &[], Mode::Analyse, Theme::Dark);
    snapshot.game.rolls = Some(std::sync::Arc::new(rolls()));
    snapshot.game.mistakes = [
        mistake(2, "1\u{2026}", "42: 8/4 6/4", "?!", 0.051),
        mistake(6, "3\u{2026}", "double", "??", 0.312),
        mistake(7, "4.", "take", "?", 0.09),
    ]
    .into();
    snapshot.game.error_rates = [Some(8.42), None];
    change(&mut snapshot);
    let mut h = show(snapshot, WIDE);
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    h.state_mut().commands.clear();
    h
}

#[test]
fn the_page_of_dice_counts_rolls_and_goes_to_those_that_mattered() {
    let mut h = judged_window(|_| {});
    click(&mut h, "Dice");
    for label in [
        "66: White 2 (0.3 expected), Black 0 (0.6 expected)",
        "Rolls: White 12, Black 24",
        "Pips a roll: White 9.250, Black 7.833, expected 8.167",
        "Luck: White +0.912, Black \u{2212}0.340, expected 0",
        "The dice follow from the seed \u{201c}7f3a-91c2\u{201d}.",
    ] {
        h.get_by_label(label);
    }
    click(&mut h, "unlucky 3\u{2026} Black 21, \u{2212}0.207");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::GoTo(5))]);
}

#[test]
fn a_game_without_dice_has_no_page_of_them() {
    let mut h = window(Mode::Analyse);
    h.state_mut().ui.drawer.tab = DrawerTab::Dice;
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    assert_eq!(h.query_all_by_label("Dice").count(), 0);
    assert_eq!(h.state().ui.drawer.tab, DrawerTab::Graph, "another page takes its place");
}

#[test]
fn mistakes_stand_by_what_they_lost_and_in_the_order_of_play() {
    let mut h = judged_window(|_| {});
    click(&mut h, "Mistakes");
    let names = [
        "mistake 3\u{2026} double, blunder, \u{2212}0.312",
        "mistake 4. take, mistake, \u{2212}0.090",
        "mistake 1\u{2026} 42: 8/4 6/4, inaccuracy, \u{2212}0.051",
    ];
    let tops = |h: &Window| names.map(|name| h.get_by_label(name).rect().top());
    assert!(tops(&h).is_sorted(), "the greatest loss first: {:?}", tops(&h));
    click(&mut h, "In order");
    let [double, take, play] = tops(&h);
    assert!(play < double && double < take);
    click(&mut h, names[1]);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::GoTo(6))]);
}

#[test]
fn a_game_with_a_cube_says_error_rates_in_place_of_accuracy() {
    let h = judged_window(|_| {});
    h.get_by_label("White 8.4   Black \u{2013}");
}
