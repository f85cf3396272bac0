//! The levels of the built-in engines: level 1 is a match for a novice, and each step is one.
//!
//! Cheap levels and few games only: `cargo bench --bench levels` has them all. Depths, nodes and seeds
//! decide these games, so they are the same on every machine.

#[path = "../benches/levels/backgammon.rs"]
mod backgammon;
#[path = "../benches/levels/contest.rs"]
mod contest;
#[path = "../benches/levels/draughts.rs"]
mod draughts;
#[path = "../benches/levels/hive.rs"]
mod hive;
#[path = "../benches/levels/othello.rs"]
mod othello;

use std::time::Duration;

use contest::{Contest, Entrant};
use quintet::games::draughts::Variant;
use quintet::games::hive::GameType;

/// No level needs so long.
const LONG: Duration = Duration::from_secs(600);

/// The share of the points that the first player makes in so many games.
fn score(mut contest: impl Contest, n_games: u32) -> f64 {
    let doubled: i32 = (0..n_games)
        .map(|game| {
            let points = contest.play((game % 2) as usize, u64::from(game / 2) + 1, LONG);
            1 + points.signum()
        })
        .sum();
    f64::from(doubled) / 2.0 / f64::from(n_games)
}

/// A player by its name, which must be its name.
fn player(name: &str) -> Entrant {
    let entrant: Entrant = name.parse().expect("a player");
    assert!(entrant.name().ends_with(name), "{}", entrant.name());
    entrant
}

#[test]
fn the_first_level_loses_about_half_of_its_games_to_a_novice_in_every_game() {
    let (own, novice) = (player("1"), player("novice"));
    let players = [&own, &novice];
    let international = Variant::International;
    let expanded = GameType::find("Base+MLP").expect("it is a game type");
    let scores = [
        ("Othello", score(othello::OthelloContest::new(players), 100)),
        ("draughts", score(draughts::DraughtsContest::new(international, players), 60)),
        ("Hive", score(hive::HiveContest::new(expanded, players), 40)),
        ("backgammon", score(backgammon::BackgammonContest::new(players), 60)),
    ];
    for (game, score) in scores {
        assert!((0.35..=0.65).contains(&score), "{game}: {score}");
    }
}

#[test]
fn each_low_level_wins_more_games_than_the_one_below_but_not_all() {
    for weak in 1..4 {
        let [strong, weak] = [weak + 1, weak].map(Entrant::level);
        let players = [&strong, &weak];
        for (game, score) in [
            ("Othello", score(othello::OthelloContest::new(players), 60)),
            (
                "draughts",
                score(draughts::DraughtsContest::new(Variant::International, players), 20),
            ),
        ] {
            let name = strong.name();
            assert!((0.5..=0.9).contains(&score), "{game}, {name}: {score}");
        }
    }
}
