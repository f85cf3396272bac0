use serde_json::json;

use super::*;
use crate::play::tournament::{Format, Joined, Plan, pairing_differences};

fn kept(number: u32, first: &str, second: &str, result: &str) -> KeptGame {
    KeptGame {
        number,
        opening_number: (number - 1) / 2,
        first: first.to_owned(),
        second: second.to_owned(),
        result: result.to_owned(),
        winner: None,
        margin: Some(-64),
        moves: vec!["f5".to_owned()],
        opening: vec!["f5".to_owned()],
        failure: false,
        cause: None,
        lateness: None,
        unusable: None,
        players: None,
        text: None,
        date: String::new(),
        duration_ms: 0.0,
    }
}

#[test]
fn a_row_whose_result_and_winner_differ_is_refused() {
    let plan = Plan { format: Format::Match, players: 2, pairs: 1 };
    let won_by = |result, winner: Option<&str>| {
        let mut past = Past::new(Course::new(plan), &["A", "B"].map(str::to_owned), false);
        past.add(&KeptGame { winner: winner.map(str::to_owned), ..kept(1, "A", "B", result) })
    };
    for (result, winner) in
        [("1-0", Some("A")), ("0-1", Some("B")), ("0-1", None), ("1/2-1/2", None)]
    {
        assert!(won_by(result, winner).is_ok(), "{result} {winner:?}");
    }
    assert_eq!(
        won_by("1-0", Some("B")).unwrap_err(),
        "the result says that A has won, and the winner is B: the line was changed"
    );
    assert_eq!(
        won_by("1/2-1/2", Some("B")).unwrap_err(),
        "the result says that no one has won, and the winner is B: the line was changed"
    );
}

#[test]
fn kept_games_are_counted_once_and_games_of_other_tournaments_are_refused() {
    let plan =
        Plan { format: Format::RoundRobin { cycles: 1, late: Joined::NONE }, players: 3, pairs: 1 };
    let names = ["A", "B", "C"].map(str::to_owned);
    let mut past = Past::new(Course::new(plan), &names, false);
    // By the Berger table, B meets C first.
    assert_eq!(past.add(&kept(1, "B", "C", "*")).unwrap(), Added::default());
    assert!(past.add(&kept(1, "B", "C", "0-1")).unwrap().is_new);
    assert!(!past.add(&kept(1, "B", "C", "1-0")).unwrap().is_new, "it is there already");
    let failed = KeptGame { failure: true, ..kept(2, "C", "B", "1/2-1/2") };
    assert_eq!(past.add(&failed).unwrap().round_over, Some(0));
    assert_eq!((past.n_failed(), past.course.results().n_games()), (1, 2));
    let mut openings = KnownOpenings::default();
    openings.note(0, 0, &["f5".to_owned()]);
    assert_eq!(past.openings, openings, "the pair has one opening");
    let due: Vec<u32> = past.course.due().iter().map(|due| due.number).collect();
    assert_eq!(due, [3, 4, 5, 6]);
    let said = |game: KeptGame| past.clone().add(&game).unwrap_err();
    assert_eq!(
        said(kept(3, "D", "A", "1-0")),
        "the tournament has no player \"D\": name or engine of a player was changed"
    );
    assert_eq!(
        said(kept(7, "A", "B", "1-0")),
        "the tournament has no game 7: pairs is 1, cycles is 1; one of them or the number of \
         players was changed"
    );
    assert_eq!(
        said(kept(3, "B", "A", "1-0")),
        "game 3 is B - A, but the tournament's file pairs A - B: pairs is 1, cycles is 1; one of \
         them, the format or the order of the players was changed; change it back, and raise cycles \
         for more games; a player that joins now stands last, with late = true"
    );
}

#[test]
fn keys_that_were_changed_are_named_with_both_values() {
    let plan =
        Plan { format: Format::RoundRobin { cycles: 1, late: Joined::NONE }, players: 3, pairs: 1 };
    let names = ["A", "B", "C"].map(str::to_owned);
    let said = |was: &str, now: &str, game: KeptGame| {
        let past = Past::new(Course::new(plan), &names, false);
        past.with_changed(pairing_differences(was, now)).add(&game).unwrap_err()
    };
    assert_eq!(
        said("pairs = 2", "pairs = 1", kept(3, "B", "A", "1-0")),
        "game 3 is B - A, but the tournament's file pairs A - B: pairs was 2 and is 1; change it \
         back, and raise cycles for more games; a player that joins now stands last, with late = true"
    );
    assert_eq!(
        said("cycles = 2", "", kept(7, "A", "B", "1-0")),
        "the tournament has no game 7: cycles was 2 and is missing; change it back, or begin another \
         tournament"
    );
    let player = |name: &str| format!("[[player]]\nname = {name:?}\n");
    assert_eq!(
        said(&player("D"), &player("A"), kept(3, "D", "A", "1-0")),
        "the tournament has no player \"D\": player 1 name was \"D\" and is \"A\"; change it back, \
         or begin another tournament"
    );
    let players =
        |names: &str| -> String { names.chars().map(|name| player(&name.to_string())).collect() };
    let many = said(&players("DEFGH"), &players("ABC"), kept(3, "D", "A", "1-0"));
    assert!(many.contains("player 3 name was \"F\" and is \"C\", 2 keys more; "), "{many}");
}

#[test]
fn no_player_joins_a_knockout_even_where_a_bye_hides_it() {
    let names = ["A", "B", "C", "D", "E", "F"].map(str::to_owned);
    let past = |players: usize| {
        let plan = Plan { format: Format::Knockout { tie_breaks: 0 }, players, pairs: 1 };
        Past::new(Course::new(plan), &names[..players], false)
    };
    // With five players three have a bye, which keep their numbers; the first game is the same with six.
    let of = |players| KeptGame { players, ..kept(3, "D", "E", "1-0") };
    assert!(past(5).add(&of(Some(5))).unwrap().is_new);
    assert_eq!(
        past(6).add(&of(Some(5))).unwrap_err(),
        "game 3 was played in a knockout of 5 players, and the tournament's file has 6; no player \
         can join a knockout later"
    );
    let fewer = past(5).add(&of(Some(6))).unwrap_err();
    assert!(fewer.ends_with("the tournament's file has 5; none can leave it"), "{fewer}");
    assert!(past(6).add(&of(None)).unwrap().is_new, "an earlier version did not say");
}

#[test]
fn a_kept_game_with_a_result_that_no_game_has_is_refused() {
    let read = |result: &str| {
        serde_json::from_value::<KeptGame>(json!({
            "number": 1, "opening_number": 0, "first": "A", "second": "B", "result": result, "margin": null,
            "moves": [], "failure": false, "text": null,
        }))
    };
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert_eq!(read(result).unwrap().result, result);
    }
    for result in ["7-0", "", "1-1", "1/2"] {
        let said = read(result).unwrap_err().to_string();
        assert_eq!(said, format!("{result:?} is no result of a game: 1-0, 0-1, 1/2-1/2 or *"));
    }
}
