use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::builtin::level_worth;
use crate::games::GAMES;

const TODAY: &str = "2026-11-20";

fn worth(game: &str) -> LevelWorth {
    level_worth(game, None).unwrap()
}

fn near(value: f64, wanted: f64, by: f64) -> bool {
    (value - wanted).abs() <= by
}

fn chance(random: &mut ChaCha8Rng) -> f64 {
    f64::from(random.next_u32()) / f64::from(u32::MAX)
}

#[test]
fn one_game_moves_a_rating_as_glickmans_formulas_say() {
    // M. E. Glickman, "The Glicko system", his example with its first opponent alone and g = 1:
    // r = 1500, RD = 200, an opponent of 1400: E = 0.640, the variance is 1/(1/200^2 + q^2 E (1 - E)).
    let scale = LevelWorth { ratings: [1400.0; N_LEVELS], apart: false, length: 1 };
    let user = UserRating { rating: 1500.0, deviation: 200.0 };
    assert!(near(user.expected(1, &scale), 0.640, 0.0005));
    let won = user.after(1, RatedResult::Won, &scale);
    assert!(near(won.deviation, 175.1, 0.1), "{won:?}");
    assert!(near(won.rating, 1563.5, 0.2), "{won:?}");
    let drawn = user.after(1, RatedResult::Drawn, &scale);
    assert!(near(drawn.rating, 1475.3, 0.2), "{drawn:?}");
}

#[test]
fn a_new_user_begins_at_level_3_and_the_first_games_move_by_whole_levels() {
    for game in GAMES {
        let worth = worth(game.info().name);
        let user = UserRating::new(&worth);
        assert_eq!(user.level(&worth), 3);
        assert!(user.half_width() > 600.0);
        assert!(user.after(3, RatedResult::Won, &worth).level(&worth) >= 4);
        assert!(user.after(3, RatedResult::Lost, &worth).level(&worth) <= 2);
        assert_eq!(user.after(3, RatedResult::Drawn, &worth).level(&worth), 3);
    }
}

#[test]
fn a_match_to_more_points_says_more_by_the_square_root_of_its_length() {
    let single = level_worth("backgammon", Some("match-1")).unwrap();
    let long = level_worth("backgammon", Some("match-25")).unwrap();
    let user = UserRating { rating: single.ratings[4] + 40.0, deviation: 100.0 };
    // The formula of FIBS, whose 2,000 is 400 here: 1 / (1 + 10^(-D sqrt(n) / 400)).
    assert!(near(user.expected(5, &single), 0.557, 0.001));
    assert!(near(user.expected(5, &long), 0.760, 0.001));
    let [single, long] =
        [single, long].map(|worth| user.after(5, RatedResult::Lost, &worth).deviation);
    assert!(long < single);
}

#[test]
fn users_of_known_strength_reach_their_rating_and_score_about_half() {
    for game in GAMES {
        let worth = worth(game.info().name);
        for (place, truth) in [1.0, 3.5, 6.25, 9.0].into_iter().enumerate() {
            let (low, part) = (truth as usize - 1, f64::fract(truth));
            let next = worth.ratings[(low + 1).min(N_LEVELS - 1)];
            let truth = worth.ratings[low] + part * (next - worth.ratings[low]);
            let known = UserRating { rating: truth, deviation: 0.0 };
            let mut random = ChaCha8Rng::seed_from_u64(7 + place as u64);
            let (mut user, mut score, mut held, mut sum) = (UserRating::new(&worth), 0.0, 0, 0.0);
            for n in 0..1_100 {
                let level = user.level(&worth);
                let expected = known.expected(level, &worth);
                // A third of all games are drawn, where that leaves the expected score as it is.
                let draws = (1.0_f64 / 3.0).min(2.0 * expected).min(2.0 * (1.0 - expected));
                let drawn = chance(&mut random);
                let result = match drawn {
                    drawn if drawn < draws => RatedResult::Drawn,
                    drawn if drawn < draws / 2.0 + expected => RatedResult::Won,
                    _ => RatedResult::Lost,
                };
                user = user.after(level, result, &worth);
                if n >= 100 {
                    score += result.score();
                    sum += user.rating;
                    held += usize::from(near(user.rating, truth, user.half_width()));
                }
            }
            let name = game.info().name;
            assert!(near(sum / 1_000.0, truth, 40.0), "{name} {truth}: {}", sum / 1_000.0);
            assert!(near(score / 1_000.0, 0.5, 0.06), "{name} {truth}: {score}");
            assert!(held >= 950, "{name} {truth}: {held} of 1000 intervals hold it");
        }
    }
}

#[test]
fn a_rest_makes_a_rating_less_certain_and_no_more_than_that_of_a_new_user() {
    let known = UserRating { rating: 1200.0, deviation: LEAST_DEVIATION };
    assert_eq!(known.rested(0), known);
    assert!(near(known.rested(30).deviation, 91.0, 1.0));
    assert!(near(known.rested(3_000).deviation, MOST_DEVIATION, 1e-9));
    assert_eq!(known.rested(3_000).rating, 1200.0);
}

fn play(book: &mut RatingBook, game: &str, variant: Option<&str>, result: RatedResult) {
    let level = book.standing(game, variant, TODAY).unwrap().level;
    let variant = variant.map(str::to_owned);
    let played = PlayedGame { game: game.to_owned(), variant, level, result };
    book.note(&played, TODAY).unwrap();
}

#[test]
fn each_kind_of_draughts_has_a_rating_and_the_types_of_hive_share_one() {
    let mut book = RatingBook::default();
    play(&mut book, "draughts", Some("frisian"), RatedResult::Won);
    play(&mut book, "hive", Some("Base"), RatedResult::Lost);
    play(&mut book, "backgammon", Some("match-3"), RatedResult::Won);
    let n = |game, variant| book.standing(game, variant, TODAY).unwrap().games.len();
    assert_eq!(n("draughts", Some("frisian")), 1);
    assert_eq!(n("draughts", Some("international")), 0);
    assert_eq!(n("hive", Some("Base+MLP")), 1);
    assert_eq!(n("backgammon", Some("money")), 1);
    assert_eq!(n("othello", None), 0);
    assert_eq!(book.standing("chess", None, TODAY), None);
}

#[test]
fn the_kept_events_give_the_same_ratings_again_and_nonsense_has_no_effect() {
    let mut book = RatingBook::default();
    for result in [RatedResult::Won, RatedResult::Won, RatedResult::Drawn, RatedResult::Lost] {
        play(&mut book, "othello", None, result);
    }
    let text = serde_json::to_string(book.events()).unwrap();
    let mut events: Vec<RatingEvent> = serde_json::from_str(&text).unwrap();
    assert_eq!(RatingBook::new(events.clone()), book);
    let RatingEvent::Game { level, .. } = &mut events[3] else { unreachable!() };
    *level = 11;
    let standing = RatingBook::new(events).standing("othello", None, TODAY).unwrap();
    assert_eq!(standing.games.len(), 3);
    assert!(standing.games[2].after.rating > standing.games[0].after.rating);
    let wrong = PlayedGame {
        game: "othello".to_owned(),
        variant: None,
        level: 0,
        result: RatedResult::Won,
    };
    assert_eq!(book.note(&wrong, TODAY), None);
}

#[test]
fn after_a_reset_the_user_is_new_and_what_was_played_is_still_kept() {
    let mut book = RatingBook::default();
    assert!(!book.reset("othello", None, TODAY));
    play(&mut book, "othello", None, RatedResult::Lost);
    play(&mut book, "hive", Some("Base"), RatedResult::Lost);
    assert!(book.reset("othello", None, TODAY));
    let standing = book.standing("othello", None, TODAY).unwrap();
    assert_eq!((standing.games.len(), standing.level), (0, 3));
    assert_eq!(book.standing("hive", Some("Base"), TODAY).unwrap().games.len(), 1);
    assert_eq!(book.events().len(), 3);
}
