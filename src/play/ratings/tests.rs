use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

/// A crosstable of points, every game a unit of its own.
fn table(rows: &[&[f64]]) -> Crosstable {
    let mut table = Crosstable::new(rows.len());
    for (one, row) in rows.iter().enumerate() {
        for (other, column) in rows.iter().enumerate().skip(one + 1) {
            let (mut left, lost) = (row[other], column[one]);
            let games = left + lost;
            for _ in 0..games as u32 {
                let points = left.min(1.0);
                left -= points;
                table.add(one, other, 1, points);
            }
        }
    }
    table
}

fn value(rating: &Rating) -> f64 {
    match rating {
        Rating::Known(interval) => interval.value,
        Rating::Fixed(elo) | Rating::Uncertain(elo) => *elo,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ratings_are_those_of_the_table() {
    let text = include_str!("../../../tests/data/ratings_ml.txt");
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut n_tables = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers = |text: &str| -> Vec<f64> {
            text.split_whitespace().map(|number| number.parse().unwrap()).collect()
        };
        if line.starts_with("players") {
            rows.clear();
        } else if let Some(expected) = line.strip_prefix("ratings") {
            let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            let found = table(&rows).ratings(None);
            for (found, expected) in found.players.iter().zip(numbers(expected)) {
                assert!((value(found) - expected).abs() < 0.0006, "{found:?}, not {expected}");
            }
            n_tables += 1;
        } else if !line.trim().is_empty() {
            rows.push(numbers(line));
        }
    }
    assert_eq!(n_tables, 3);
}

#[test]
fn two_players_get_the_difference_and_the_interval_of_their_score() {
    // 60 of 100 games without draws: 70.44 Elo, and a standard deviation of 400 / ln 10 /
    // sqrt(100 * 0.6 * 0.4) by Fisher's information.
    let found = table(&[&[0.0, 60.0], &[40.0, 0.0]]).ratings(Some((1, 2000.0)));
    let Rating::Known(first) = found.players[0] else { panic!("{found:?}") };
    assert!((first.value - 2070.44).abs() < 0.01, "{first:?}");
    let deviation = found.deviation(0, 1).unwrap();
    assert!((deviation - 35.46).abs() < 0.3, "{deviation}");
    assert!((first.high - first.value - 1.984 * deviation).abs() < 0.1, "{first:?}");
    assert_eq!(found.players[1], Rating::Fixed(2000.0));
    // The normal distribution at 70.44 / 35.46.
    let superiority = found.superiority(0, 1).unwrap();
    assert!((superiority - 0.9765).abs() < 1e-3, "{superiority}");
    assert!((found.superiority(1, 0).unwrap() + superiority - 1.0).abs() < 1e-9);
}

#[test]
fn pairs_that_vary_less_make_the_intervals_narrower() {
    // Most openings are won by the side that begins, so that pairs are 1-1.
    let mut pairs = Crosstable::new(2);
    let mut games = Crosstable::new(2);
    for pair in 0..50 {
        let points = if pair % 5 == 0 { 2.0 } else { 1.0 };
        pairs.add(0, 1, 2, points);
        games.add(0, 1, 1, 1.0);
        games.add(0, 1, 1, points - 1.0);
    }
    let [pairs, games] = [pairs, games].map(|table| table.ratings(None));
    assert!((value(&pairs.players[0]) - value(&games.players[0])).abs() < 1e-6);
    let (narrow, wide) = (pairs.deviation(0, 1).unwrap(), games.deviation(0, 1).unwrap());
    assert!(narrow < 0.7 * wide, "{narrow} {wide}");
}

#[test]
fn who_made_all_points_has_a_bound() {
    // A beats all, E loses all, B, C and D are known.
    let found = table(&[
        &[0.0, 4.0, 4.0, 4.0, 4.0],
        &[0.0, 0.0, 2.5, 3.0, 4.0],
        &[0.0, 1.5, 0.0, 2.0, 4.0],
        &[0.0, 1.0, 2.0, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0],
    ])
    .ratings(None);
    let mean = found.players[1..4].iter().map(value).sum::<f64>();
    assert!(mean.abs() < 1e-9, "{found:?}");
    let Rating::Above(Some(low)) = found.players[0] else { panic!("{found:?}") };
    let Rating::Below(Some(high)) = found.players[4] else { panic!("{found:?}") };
    // Twelve games are all won in one of forty matches at about 73 % a game: +177.
    assert!((120.0..240.0).contains(&low) && high < 0.0, "{found:?}");
    assert_eq!(found.superiority(0, 1), None);
    assert!(found.superiority(1, 3).unwrap() > 0.5);
}

/// A gauntlet whose challenger makes so many of the points against two others.
fn gauntlet(points: f64) -> Vec<Rating> {
    let mut table = Crosstable::new(3);
    for _ in 0..6 {
        table.add(0, 1, 2, points);
        table.add(0, 2, 2, points);
    }
    table.ratings(None).players
}

#[test]
fn a_player_who_beat_all_others_is_above_them_as_they_are_below_it() {
    // Twelve games are all won in one of forty matches at 73.54 % a game: 177.5 Elo; 24 at 85.75 %: 311.7.
    let texts = |points| gauntlet(points).iter().map(Rating::to_string).collect::<Vec<_>>();
    assert_eq!(texts(2.0), ["above +312", "below -178", "below -178"]);
    assert_eq!(texts(0.0), ["below -312", "above +178", "above +178"]);
    let mut few = Crosstable::new(3);
    few.add(0, 1, 2, 2.0);
    few.add(0, 2, 2, 2.0);
    let few: Vec<String> = few.ratings(None).players.iter().map(Rating::to_string).collect();
    assert_eq!(few, ["above", "below", "below"], "two pairs have no interval");
    // The anchor has the rating that is given.
    let mut table = Crosstable::new(2);
    table.add(0, 1, 2, 2.0);
    assert_eq!(table.ratings(Some((0, 5.0))).players[0], Rating::Fixed(5.0));
}

#[test]
fn players_that_no_game_connects_have_no_rating() {
    // A and B, C and D, E alone; the second pair has more games.
    let mut table = table(&[
        &[0.0, 1.0, 0.0, 0.0, 0.0],
        &[1.0, 0.0, 0.0, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 3.0, 0.0],
        &[0.0, 0.0, 2.0, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0],
    ]);
    let found = table.ratings(None);
    assert!([0, 1, 4].iter().all(|player| found.players[*player] == Rating::Unconnected));
    assert!(value(&found.players[2]) > 0.0);
    // The anchor decides which group is known.
    let found = table.ratings(Some((0, 100.0)));
    assert_eq!((value(&found.players[0]), found.players[2]), (100.0, Rating::Unconnected));
    // B beat E and D beat E: the two groups are still not comparable.
    table.add(1, 4, 2, 2.0);
    table.add(3, 4, 2, 2.0);
    let found = table.ratings(Some((0, 100.0)));
    assert_eq!(found.players[3], Rating::Unconnected);
    assert!(matches!(found.players[4], Rating::Below(Some(_))), "{found:?}");
    // E beats no player, but one more point closes the circle.
    table.add(4, 0, 2, 0.5);
    table.add(4, 2, 2, 0.5);
    let found = table.ratings(None);
    assert!(found.players.iter().all(|player| value(player).is_finite()), "{found:?}");
}

#[test]
fn who_beat_only_a_winner_of_everything_has_no_bound() {
    let found = table(&[
        &[0.0, 2.0, 0.0, 0.0],
        &[0.0, 0.0, 2.0, 2.0],
        &[0.0, 0.0, 0.0, 1.0],
        &[0.0, 0.0, 1.0, 0.0],
    ])
    .ratings(None);
    assert_eq!(found.players[0], Rating::Above(None));
    assert!(matches!(found.players[1], Rating::Above(Some(_))));
}

#[test]
fn a_table_without_games_has_no_numbers_that_are_none() {
    for n_players in [0, 1, 3] {
        for anchor in [None, Some((1, 50.0))] {
            let found = Crosstable::new(n_players).ratings(anchor);
            for player in &found.players {
                match player {
                    Rating::Known(interval) => assert!(interval.value.is_finite(), "{found:?}"),
                    Rating::Fixed(elo) => assert_eq!(Some((1, *elo)), anchor),
                    other => assert_eq!(*other, Rating::Unconnected),
                }
            }
            assert_eq!(found.superiority(0, 0), None);
        }
    }
}

#[test]
fn one_half_point_against_a_thousand_still_has_a_rating() {
    let mut table = Crosstable::new(3);
    for _ in 0..500 {
        table.add(0, 1, 2, 2.0);
        table.add(1, 2, 2, 2.0);
    }
    table.add(0, 1, 2, 1.5);
    table.add(1, 2, 2, 1.5);
    let found = table.ratings(None);
    // 1001.5 of 1002 points: 1320.7 Elo.
    assert!(
        (value(&found.players[0]) - value(&found.players[1]) - 1320.7).abs() < 0.1,
        "{found:?}"
    );
    assert!(value(&found.players[1]).abs() < 1e-6);
}

#[test]
fn with_the_ratings_of_hundreds_of_players_each_is_expected_to_make_the_points_it_made() {
    // That many games are as likely under ratings a little aside as their rounding allows to say.
    const PLAYERS: usize = 316;
    let mut table = Crosstable::new(PLAYERS);
    let mut state = 1_u64;
    for one in 0..PLAYERS {
        for other in one + 1..PLAYERS {
            // Numbers by chance (G. Marsaglia, Journal of Statistical Software 8, 2003).
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            table.add(one, other, 2, (state % 5) as f64 / 2.0);
        }
    }
    let found = table.ratings(None);
    let logit = |player: usize| value(&found.players[player]) / PER_LOGIT;
    for one in 0..PLAYERS {
        let surplus = |other: usize| {
            let met = table.encounter(one, other);
            met.points - f64::from(met.games) * share(logit(one) - logit(other))
        };
        let surplus: f64 = (0..PLAYERS).map(surplus).sum();
        assert!(surplus.abs() < 1e-9, "player {one}: {surplus}");
    }
}

/// Units of games of so many players: the two of them, twice the points of the first, and the games. Most
/// are won or lost altogether, so that many players have made all points or none.
fn units() -> impl Strategy<Value = (usize, Vec<([usize; 2], u32, u32)>)> {
    (2_usize..7).prop_flat_map(|n| {
        let players = (0..n, 0..n).prop_filter("two of them", |(one, other)| one != other);
        let unit = (players, 1_u32..3, 0_u32..8).prop_map(|((one, other), games, points)| {
            let halves = if points < 2 { points } else { 2 * games * (points % 2) };
            ([one, other], halves, games)
        });
        (Just(n), prop::collection::vec(unit, 0..12))
    })
}

fn ratings_of(n: usize, units: &[([usize; 2], u32, u32)], anchor: Option<usize>) -> Vec<Rating> {
    let mut table = Crosstable::new(n);
    for ([one, other], halves, games) in units {
        table.add(*one, *other, *games, f64::from(*halves) / 2.0);
    }
    table.ratings(anchor.map(|player| (player, 100.0))).players
}

/// The same kind of rating, with numbers that differ by their rounding alone.
fn is_same(one: &Rating, other: &Rating) -> bool {
    let near = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-5 * (1.0 + one.abs()),
        (one, other) => one == other,
    };
    let is_kind = std::mem::discriminant(one) == std::mem::discriminant(other);
    is_kind && one.numbers().into_iter().zip(other.numbers()).all(|(one, other)| near(one, other))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, rng_seed: RngSeed::Fixed(16), ..ProptestConfig::default()
    })]

    #[test]
    fn the_same_games_have_the_same_ratings_in_any_order_of_players_and_games(
        (n, units) in units(),
        keys in prop::collection::vec(0_u64..1000, 18),
        with_anchor in any::<bool>(),
    ) {
        // Numbers of the players and an order of the games, by chance.
        let mut seats: Vec<usize> = (0..n).collect();
        seats.sort_by_key(|player| keys[*player]);
        let mut shuffled: Vec<(u64, _)> = units
            .iter()
            .zip(&keys[6..])
            .map(|(([one, other], halves, games), key)| {
                (*key, ([seats[*one], seats[*other]], *halves, *games))
            })
            .collect();
        shuffled.sort_by_key(|(key, _)| *key);
        let shuffled: Vec<_> = shuffled.into_iter().map(|(_, unit)| unit).collect();
        let anchor = with_anchor.then_some(0);
        let straight = ratings_of(n, &units, anchor);
        let other = ratings_of(n, &shuffled, anchor.map(|player| seats[player]));
        for player in 0..n {
            let (one, other) = (&straight[player], &other[seats[player]]);
            prop_assert!(is_same(one, other), "player {}: {:?}, then {:?}", player, one, other);
        }
    }
}

#[test]
fn of_players_none_of_whom_is_in_between_the_middle_one_is_the_measure_of_the_others() {
    // A beats B and C, B beats C; in every order of the three.
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [a, b, c] = order;
        let units = [([a, b], 4, 2), ([a, c], 4, 2), ([b, c], 4, 2)];
        let found = ratings_of(3, &units, None);
        let (Rating::Above(Some(low)), Rating::Below(Some(high))) = (found[a], found[c]) else {
            panic!("{found:?}")
        };
        assert!((low + high).abs() < 1e-6 && found[b].to_string() == "-", "{found:?}");
    }
    // Two groups that no games connect, of as many games: neither weighs more.
    let found = ratings_of(4, &[([0, 1], 2, 2), ([2, 3], 2, 2)], None);
    assert_eq!(found, [Rating::Unconnected; 4]);
    // Of two groups the one that won is known.
    let two = [([0, 1], 2, 2), ([2, 3], 2, 2), ([0, 2], 4, 2), ([1, 3], 4, 2)];
    let found = ratings_of(4, &two, None);
    assert!(found[..2].iter().all(|rating| value(rating).abs() < 1e-9), "{found:?}");
    assert!(found[2..].iter().all(|rating| matches!(rating, Rating::Below(Some(_)))), "{found:?}");
}
