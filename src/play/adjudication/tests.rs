//! The rules as data: texts, scores of games, positions.

use super::*;
use crate::games;

#[test]
fn a_rule_is_read_as_it_is_written() {
    for text in ["score=10 plies=6", "score=0.5 plies=1 one-sided"] {
        assert_eq!(String::from(text.parse::<ResignRule>().unwrap()), text);
    }
    for text in ["score=0 plies=8 after=0", "score=0.25 plies=8 after=60"] {
        assert_eq!(String::from(text.parse::<DrawRule>().unwrap()), text);
    }
    let short: DrawRule = "plies=8   score=0".parse().unwrap();
    assert_eq!(short.after, 0);
}

#[test]
fn what_is_not_a_rule_is_said_with_an_example() {
    for (text, reason) in [
        ("", "score is missing"),
        ("score=10", "plies is missing"),
        ("score=0 plies=6", "score=0 is not a score above 0"),
        ("score=-1 plies=6", "score=-1 is not a score above 0"),
        ("score=nan plies=6", "score=nan is not a score above 0"),
        ("score=10 plies=0", "plies=0 is not a number of moves from 1 on"),
        ("score=10 plies=6 after=3", "\"after=3\" is not known, or is there twice"),
        ("score=10 plies=6 plies=7", "\"plies=7\" is not known, or is there twice"),
    ] {
        let said = text.parse::<ResignRule>().unwrap_err().to_string();
        let expected = format!(
            "{text:?} is not such a rule: {reason}; write for example \"score=10 plies=6\""
        );
        assert_eq!(said, expected);
    }
    let said = "score=-1 plies=6".parse::<DrawRule>().unwrap_err().to_string();
    assert!(said.contains("score=-1 is not a score of 0 or more"), "{said}");
}

#[test]
fn rules_are_for_games_that_have_what_they_need() {
    let resign = "score=1 plies=1".parse().ok();
    let draw = "score=1 plies=1".parse().ok();
    let none = Adjudication::default();
    let exact = |n| Adjudication { exact_empties: NonZeroU32::new(n), ..none };
    let pieces = |n| Adjudication { exact_pieces: NonZeroU32::new(n), ..none };
    let races = Adjudication { decided_races: true, ..none };
    for (rules, fits) in [
        (none, &["othello", "draughts", "hive", "backgammon"][..]),
        (Adjudication { resign, ..none }, &["othello", "draughts", "hive"]),
        (Adjudication { draw, ..none }, &["othello", "draughts", "hive"]),
        (exact(MOST_EMPTIES), &["othello"]),
        (exact(MOST_EMPTIES + 1), &[]),
        (races, &["backgammon"]),
        (pieces(2), &["draughts"]),
        (pieces(4), &["draughts"]),
        (pieces(1), &[]),
        (pieces(5), &[]),
    ] {
        for game in games::GAMES {
            let info = game.info();
            let found = rules.check(info, None);
            assert_eq!(found.is_ok(), fits.contains(&info.name), "{rules:?} {found:?}");
        }
    }
}

#[test]
fn endings_are_not_solved_where_a_position_does_not_say_how_often_a_king_has_moved() {
    let rules = Adjudication { exact_pieces: NonZeroU32::new(4), ..Adjudication::default() };
    let draughts = games::find("draughts").unwrap().info();
    for variant in ["international", "killer", "breakthrough", "losing"] {
        assert_eq!(rules.check(draughts, Some(variant)), Ok(()));
    }
    let refused = rules.check(draughts, Some("frisian")).unwrap_err().to_string();
    assert!(refused.starts_with("there are no solved endings of Frisian draughts"), "{refused}");
}

/// Feeds scores of alternate moves, first side first; `-` is a move without a score. Returns the
/// ply after which it is decided, and how.
fn decided(rules: &Adjudication, scores: &str) -> Option<(usize, AdjudicatedBy, Outcome)> {
    let mut agreement = Agreement::default();
    scores.split_whitespace().enumerate().find_map(|(idx, word)| {
        let side = if idx % 2 == 0 { Side::First } else { Side::Second };
        let found = agreement.note(rules, side, word.parse().ok(), idx + 1)?;
        Some((idx + 1, found.by, found.outcome))
    })
}

#[test]
fn a_game_is_won_when_the_scores_say_so_for_long_enough() {
    let rule = |text: &str| Adjudication { resign: text.parse().ok(), ..Adjudication::default() };
    let both = "score=5 plies=4";
    let one = "score=5 plies=2 one-sided";
    let first = Some(Outcome::WonBy(Side::First));
    let second = Some(Outcome::WonBy(Side::Second));
    for (text, scores, ply, outcome) in [
        (both, "5 5 5 5", 4, first),
        (both, "-5 -6 -7 -8 -9", 4, second),
        (both, "0 5 5 5 5", 5, first),
        (both, "5 5 5 4.9 5 5 5", 0, None),
        (both, "5 5 5 - 5 5 5 5", 8, first),
        (both, "5 5 5 -5 -5 -5 -5", 7, second),
        (both, "5 5 5 inf", 4, first),
        (both, "9 0 9 0 9 0 9 0 9 0", 0, None),
        (one, "0 5 0 5", 4, first),
        (one, "9 0 9 0 9 0 9 0", 0, None),
        (one, "-5 0 -5", 3, second),
        (one, "0 5 0 4 0 5 0 5", 8, first),
        ("score=5 plies=1", "5 5", 2, first),
    ] {
        let found = decided(&rule(text), scores);
        let expected = outcome.map(|outcome| (ply, AdjudicatedBy::Resign, outcome));
        assert_eq!(found, expected, "{text}: {scores}");
    }
}

#[test]
fn a_game_is_drawn_when_the_scores_are_low_for_long_enough_and_late_enough() {
    let rule = |text: &str| Adjudication { draw: text.parse().ok(), ..Adjudication::default() };
    for (text, scores, ply) in [
        ("score=0.5 plies=3", "0 0.5 -0.5", Some(3)),
        ("score=0.5 plies=3", "0 0.5 0.6 0 0", None),
        ("score=0.5 plies=3", "0 0 - 0 0 0", Some(6)),
        ("score=0 plies=2 after=3", "0 0 0 0 0", Some(5)),
        ("score=0 plies=1", "0 0", Some(2)),
    ] {
        let expected = ply.map(|ply| (ply, AdjudicatedBy::Draw, Outcome::Draw));
        assert_eq!(decided(&rule(text), scores), expected, "{text}: {scores}");
    }
}

#[test]
fn a_pass_that_the_program_makes_does_not_break_a_row_of_moves() {
    let rules = Adjudication { draw: "score=1 plies=3".parse().ok(), ..Adjudication::default() };
    let mut agreement = Agreement::default();
    let mut note = |side| agreement.note(&rules, side, Some(0.0), 1);
    assert_eq!(note(Side::First), None);
    assert_eq!(note(Side::First), None, "the other side had to pass");
    assert_eq!(note(Side::First), None, "one engine alone decides nothing");
    assert_eq!(note(Side::Second).map(|found| found.outcome), Some(Outcome::Draw));
}

#[test]
fn the_moves_that_decide_are_named_and_none_up_to_a_ply_that_a_referee_doubts_counts() {
    let rules = Adjudication { resign: "score=5 plies=3".parse().ok(), ..Adjudication::default() };
    let mut agreement = Agreement::default();
    let mut note = |ply: usize, forgotten: usize| {
        let side = if ply % 2 == 1 { Side::First } else { Side::Second };
        agreement.forget(forgotten);
        agreement.note(&rules, side, Some(7.0), ply).map(|found| found.plies)
    };
    assert_eq!(note(9, 0), None);
    assert_eq!(note(10, 0), None);
    assert_eq!(note(11, 0), Some(vec![9, 10, 11]));
    assert_eq!(note(12, 10), None, "of the row 11 and 12 are left");
    assert_eq!(note(13, 10), Some(vec![11, 12, 13]));
    assert_eq!(note(14, 13), None);
}
