//! Tables and ratings of tournaments whose results are given.

use std::num::NonZeroU32;

use super::*;
use crate::games::{Outcome, Side};
use crate::play::SprtRun;
use crate::play::tournament::{Joined, KeptGame, LateRounds, Past};

fn plan(format: Format, players: usize, pairs: u32) -> Plan {
    Plan { format, players, pairs }
}

/// Plays all that is due; `halves` are those of the lower of both players in a game, by the players
/// and the number of the game. Pair and opening have the same number modulo `openings`.
fn played(plan: Plan, openings: u32, halves: impl Fn([usize; 2], u32) -> u32) -> Course {
    let mut course = Course::new(plan);
    while let Some(due) = course.due().first() {
        let seats = match due.seat {
            Side::First => due.players,
            Side::Second => [due.players[1], due.players[0]],
        };
        let (key, is_swapped) = key_of(due.players);
        let won = halves(key, due.number);
        let score = GameScore { halves: if is_swapped { 2 - won } else { won }, points: 0 };
        course.add(due.number, seats, |_| score).unwrap();
        course.note_opening(due.pair, due.pair % openings);
    }
    course
}

fn ratings_text(course: &Course) -> Vec<String> {
    course.ratings().iter().map(ToString::to_string).collect()
}

/// Wins of three quarters of the games, however often they are repeated.
fn three_of_four(number: u32) -> u32 {
    if (number - 1) % 4 == 3 { 0 } else { 2 }
}

#[test]
fn games_with_a_repeated_opening_are_one_unit_of_evidence_in_every_format() {
    for format in [
        Format::Match,
        Format::RoundRobin { cycles: 5, late: Joined::NONE },
        Format::Gauntlet { challengers: 1, cycles: 5, late: Joined::NONE },
    ] {
        for (pairs, openings, is_known) in [(500, 2, false), (500, 3, true), (2, 2, false)] {
            let pairs = if format == Format::Match { pairs } else { pairs.min(100) };
            let found = played(plan(format, 2, pairs), openings, |_, n| three_of_four(n));
            let said = ratings_text(&found);
            assert!(said[0].starts_with("+191 ("), "{format:?} {pairs} {openings}: {said:?}");
            let is_uncertain = said[0].ends_with("(too few games)");
            assert_eq!(is_uncertain, !is_known, "{format:?} {pairs} {openings}: {said:?}");
        }
    }
    // Among more players the interval is that of the openings, not of the pairs.
    let width = |pairs, openings| {
        let scores = |[one, _]: [usize; 2], n| if one == 0 { three_of_four(n) } else { 1 };
        let found = played(
            plan(Format::RoundRobin { cycles: 1, late: Joined::NONE }, 3, pairs),
            openings,
            scores,
        );
        let Rating::Known(found) = found.ratings()[0] else { panic!("it is known") };
        found.high - found.low
    };
    let [once, repeated, new] = [width(8, 8), width(80, 8), width(80, 800)];
    assert!((0.9..1.1).contains(&(repeated / once)), "{once} {repeated}");
    assert!(new < once / 2.0, "{once} {new}");
    // All games of three players are of one opening each: three units.
    assert!(width(1, 1) > 0.0);
}

#[test]
fn two_players_are_above_and_below_each_other_in_either_order() {
    for (pairs, above, below) in [(2, "above", "below"), (6, "above +178", "below -178")] {
        for (won, expected) in [(2, [above, below]), (0, [below, above])] {
            let found = played(plan(Format::Match, 2, pairs), u32::MAX, |_, _| won);
            assert_eq!(ratings_text(&found), expected, "{pairs} pairs");
        }
    }
}

#[test]
fn the_anchor_has_its_rating_and_the_others_theirs_relative_to_it() {
    let scores = |[one, other]: [usize; 2], n: u32| match [one, other] {
        [0, 1] => three_of_four(n),
        [1, 2] => 1,
        _ => 2,
    };
    let found =
        played(plan(Format::RoundRobin { cycles: 1, late: Joined::NONE }, 3, 20), u32::MAX, scores);
    let free = found.ratings();
    let value = |rating: &Rating| rating.numbers()[0].unwrap();
    let mean: f64 = free.iter().map(value).sum();
    assert!(mean.abs() < 1e-6, "{free:?}");
    let fixed = found.clone().anchored(Some((1, 2000.0))).ratings();
    assert_eq!(fixed[1], Rating::Fixed(2000.0));
    for (fixed, free_value) in fixed.iter().zip(free.iter().map(value)) {
        assert!((value(fixed) - 2000.0 - (free_value - value(&free[1]))).abs() < 1e-6);
    }
    // Of two players, too, it is a rating and not a difference.
    let two = played(plan(Format::Match, 2, 20), u32::MAX, |_, n| three_of_four(n));
    let said = ratings_text(&two.anchored(Some((0, 1900.0))));
    assert!(said[0] == "+1900 (fixed)" && said[1].starts_with("+1709 ("), "{said:?}");
}

#[test]
fn sonneborn_berger_is_the_sum_of_what_was_won_times_the_opponents_score() {
    // A beats B 2-0, B beats C 2-0, A and C draw both games: A 3, B 2, C 1.
    let scores = |players: [usize; 2], _| if players == [0, 2] { 1 } else { 2 };
    let found =
        played(plan(Format::RoundRobin { cycles: 1, late: Joined::NONE }, 3, 1), u32::MAX, scores);
    let lines = table(found.plan(), found.rounds(), found.results());
    let format = found.plan().format;
    let said: Vec<_> =
        lines.iter().map(|line| (line.player, line.halves, line.tie_break_of(format))).collect();
    // By game: A 2 * 2 + 2 * 0.5 * 1, B 2 * 1, C 2 * 0.5 * 3.
    assert_eq!(said, [(0, 6, 5.0), (1, 4, 2.0), (2, 2, 3.0)]);
}

#[test]
fn a_bye_of_a_swiss_counts_when_its_round_is_over() {
    // The lower number wins every game. Player 4 has the bye of the first round.
    let mut course =
        Course::new(plan(Format::Swiss { rounds: 2, late: LateRounds::default() }, 5, 1));
    let halves = |course: &Course| {
        let mut lines = table(course.plan(), course.rounds(), course.results());
        lines.sort_by_key(|line| line.player);
        lines.iter().map(|line| line.halves).collect::<Vec<_>>()
    };
    let play = |course: &mut Course, games: usize| {
        for _ in 0..games {
            let due = course.due()[0];
            let won = if due.players[0] < due.players[1] { 2 } else { 0 };
            let seats = match due.seat {
                Side::First => due.players,
                Side::Second => [due.players[1], due.players[0]],
            };
            course.add(due.number, seats, |_| GameScore { halves: won, points: 0 }).unwrap();
        }
    };
    assert_eq!((&course.rounds()[0].byes, halves(&course)), (&vec![4], vec![0; 5]));
    play(&mut course, 3);
    assert_eq!(halves(&course)[4], 0, "a game of the round is left");
    play(&mut course, 1);
    assert_eq!(course.rounds().len(), 2, "the next round is paired");
    let sum: u32 = halves(&course).iter().sum();
    assert_eq!((sum, halves(&course)[4]), (4 * 2 + 4, 4), "its bye does not count yet");
    play(&mut course, 4);
    assert_eq!(halves(&course).iter().sum::<u32>(), 2 * (4 * 2 + 4));
}

#[test]
fn a_gauntlet_is_ranked_by_the_share_of_the_points() {
    // The challenger makes half of its twelve points; the others 75, 50 and 25 per cent of four.
    let scores = |[_, other]: [usize; 2], n: u32| match other {
        1 => 2 - three_of_four(n),
        2 => 1,
        _ => three_of_four(n),
    };
    let format = Format::Gauntlet { challengers: 1, cycles: 1, late: Joined::NONE };
    let found = played(plan(format, 4, 2), u32::MAX, scores);
    let lines = table(found.plan(), found.rounds(), found.results());
    let said: Vec<_> = lines.iter().map(|line| (line.player, line.halves)).collect();
    assert_eq!(said, [(1, 6), (0, 12), (2, 4), (3, 2)]);
}

#[test]
fn what_players_made_against_one_that_is_left_out_is_not_in_the_table() {
    let format = Format::RoundRobin { cycles: 1, late: Joined::NONE };
    let mut course = Course::new(plan(format, 4, 2)).withdrawing_after(NonZeroU32::new(1));
    while let Some(due) = course.due().first().copied() {
        let seats = match due.seat {
            Side::First => due.players,
            Side::Second => [due.players[1], due.players[0]],
        };
        let failed = seats.iter().position(|player| *player == 3).map(|at| Side::BOTH[at]);
        let won = |seat| match failed {
            Some(side) => Outcome::WonBy(side.opponent()) == Outcome::WonBy(seat),
            None => true,
        };
        let score = |seat| GameScore { halves: if won(seat) { 2 } else { 0 }, points: 0 };
        course.add_failed(due.number, seats, failed, score).unwrap();
    }
    let lines = table(course.plan(), course.rounds(), course.results());
    let meetings = Meetings::new(course.plan(), course.rounds(), course.results());
    for line in &lines {
        let against = |other| meetings.between([line.player, other]);
        let sums = (0..4)
            .filter_map(against)
            .fold([0, 0], |sum, [won, lost]| [sum[0] + won, sum[1] + (won + lost) / 2]);
        assert_eq!(sums, [line.halves, line.games()], "player {}", line.player);
    }
    let gone = lines.iter().find(|line| line.player == 3).unwrap();
    assert_eq!((gone.games(), gone.halves), (0, 0));
}

/// A kept game of two players of which the first one wins every game but each eighth, with a loss on
/// time while the machine was late.
fn kept(number: u32) -> KeptGame {
    let names = if number % 2 == 1 { ["A", "B"] } else { ["B", "A"] };
    let is_lost = number.is_multiple_of(8);
    let result = if (number % 2 == 1) != is_lost { "1-0" } else { "0-1" };
    let text = format!(
        r#"{{"number": {number}, "opening_number": {}, "first": "{}", "second": "{}",
            "result": "{result}", "moves": ["{}"], "failure": false, "cause": {},
            "lateness": {}}}"#,
        (number - 1) / 2,
        names[0],
        names[1],
        number / 3,
        if is_lost { "\"lost on time\"" } else { "null" },
        match is_lost {
            true => r#"{"late": true, "host_ms": 300, "machine_ms": 0, "used_ms": 500}"#,
            false => "null",
        },
    );
    serde_json::from_str(&text).unwrap()
}

#[test]
fn games_after_the_pair_that_decides_a_test_count_nowhere_in_whatever_order_they_end() {
    let names = ["A", "B"].map(str::to_owned);
    let test = || SprtRun::new("elo0=0,elo1=60".parse().unwrap());
    let beginning = || {
        let course = Course::new(plan(Format::Match, 2, 500));
        Past::new(course, &names, false).with_test(Some(test()))
    };
    let in_order: Vec<u32> = (1..=100).collect();
    let mut reversed = in_order.clone();
    reversed.reverse();
    // Later pairs are over first, six games at once.
    let mixed: Vec<u32> =
        in_order.chunks(6).flat_map(|games| games.iter().rev().copied()).collect();
    let mut found = Vec::new();
    for order in [in_order, reversed, mixed] {
        let mut past = beginning();
        for number in &order {
            past.add(&kept(*number)).unwrap();
        }
        let last = past.course.last_pair().expect("the test has its verdict");
        assert_eq!(past.course.results().n_games(), 2 * (last + 1));
        assert!(past.is_over() && past.course.is_over() && past.course.due().is_empty());
        let lines = table(past.course.plan(), past.course.rounds(), past.course.results());
        let notes = past.notes(&names);
        let counts = [past.n_failed(), past.n_late(), past.n_repeated()];
        assert_eq!(counts[1], (last + 1) / 4, "{notes:?}");
        found.push((last, lines, ratings_text(&past.course), counts, notes));
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    let (last, _, _, _, notes) = &found[0];
    let said = notes.join("\n");
    assert!(*last < 45 && said.contains("--replay-late"), "{said}");
    assert!(said.contains("the same as an earlier game, move by move: "), "{said}");
    assert!(said.contains("(LOS): "), "{said}");
}

#[test]
fn a_swiss_says_before_and_when_not_all_can_be_paired_and_names_the_byes() {
    let names: Vec<String> = ["A", "B", "C", "D", "E", "F"].map(str::to_owned).into();
    let swiss = |rounds| Format::Swiss { rounds, late: LateRounds::default() };
    let plan = plan(swiss(4), 6, 1);
    assert_eq!(
        plan.pairing_warning().unwrap(),
        "from round 4 of 6 players on it depends on the results whether all can be paired without a repeat: \
         where they cannot, as many meet as can, and the others have a bye"
    );
    assert_eq!(Plan { format: swiss(3), ..plan }.pairing_warning(), None);
    // Two pairings of four players leave a third one, whichever they are.
    for players in [3, 4] {
        assert_eq!(Plan { format: swiss(3), players, pairs: 1 }.pairing_warning(), None);
    }
    // A, B, C have met all of D, E, F: of either three, two can meet.
    let round = |tables: [[usize; 2]; 3], first: u32| Round {
        encounters: (first..)
            .zip(tables)
            .map(|(first_pair, players)| Encounter { players, first_pair })
            .collect(),
        byes: Vec::new(),
    };
    let mut rounds = vec![
        round([[0, 3], [1, 4], [2, 5]], 0),
        round([[0, 4], [1, 5], [2, 3]], 3),
        round([[0, 5], [1, 3], [2, 4]], 6),
    ];
    let mut results = Results::default();
    for (pair, game) in (0..9).flat_map(|pair| [(pair, 0), (pair, 1)]) {
        results.add(pair, game, GameScore { halves: 1, points: 0 });
    }
    rounds.push(plan.next_round(&rounds, &results).unwrap());
    assert_eq!(
        pairing_notes(&plan, &rounds, &names),
        [
            "byes: round 4 F (no points), C (no points)",
            "round 4 has 2 byes: not all players could be paired without a repeat; they are worth no points"
        ]
    );
    let halves = |player: usize| {
        let lines = table(&plan, &rounds, &results);
        lines.iter().find(|line| line.player == player).map(|line| line.halves)
    };
    assert_eq!(
        [2, 5].map(halves),
        [Some(6); 2],
        "three rounds of two draws, and nothing for the byes"
    );
    let too_many = Plan { format: swiss(6), ..plan }.check().unwrap_err().to_string();
    assert_eq!(
        too_many,
        "a Swiss of 6 players has from 1 to 5 rounds, not 6: after 5 all have met, and no two meet twice"
    );
}
