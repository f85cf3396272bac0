//! Properties of all pairings, with results of every kind.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

mod joined;

use super::matching::can_pair_all;
use super::*;
use crate::games::{Outcome, Side};
use crate::play::GameScore;

/// Results that a seed decides, so that the order in which games are asked for does not matter.
fn score(seed: u64, pair: u32, game: usize) -> GameScore {
    let mixed = (seed ^ (u64::from(pair) * 2 + game as u64)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    GameScore { halves: ((mixed >> 33) % 3) as u32, points: 0 }
}

/// Plays everything that is due, until there is nothing left.
fn play(plan: &Plan, seed: u64) -> (Vec<Round>, Results) {
    plan.check().unwrap();
    let (mut rounds, mut results) = (Vec::new(), Results::default());
    while let Some(round) = plan.next_round(&rounds, &results) {
        for encounter in &round.encounters {
            while !plan.is_over(encounter, &results) {
                for pair in 0..plan.pairs_due(encounter, &results) {
                    for game in [0, 1] {
                        let pair = encounter.first_pair + pair;
                        results.add(pair, game, score(seed, pair, game));
                    }
                }
            }
        }
        rounds.push(round);
    }
    (rounds, results)
}

/// A Swiss that no player joins later.
fn swiss(rounds: u32) -> Format {
    Format::Swiss { rounds, late: LateRounds::default() }
}

/// How many pairs at most have both players among those `is_in` tells, of all ways to pair these
/// players; `None` if there is no way. Tries all of them.
fn most_pairs_in(
    left: &[usize],
    is_in: &impl Fn(&usize) -> bool,
    may_meet: &impl Fn(usize, usize) -> bool,
) -> Option<usize> {
    let [first, others @ ..] = left else { return Some(0) };
    let with = |other: &usize| {
        let rest: Vec<usize> = others.iter().copied().filter(|player| player != other).collect();
        let more = most_pairs_in(&rest, is_in, may_meet)?;
        Some(more + usize::from(is_in(first) && is_in(other)))
    };
    others.iter().filter(|other| may_meet(*first, **other)).filter_map(with).max()
}

/// How many of these players at most can meet at once, in pairs. Tries all ways.
fn most_pairs(left: &[usize], may_meet: &impl Fn(usize, usize) -> bool) -> usize {
    let [first, others @ ..] = left else { return 0 };
    let with = |other: &usize| {
        let rest: Vec<usize> = others.iter().copied().filter(|player| player != other).collect();
        1 + most_pairs(&rest, may_meet)
    };
    let met = others.iter().filter(|other| may_meet(*first, **other)).map(with);
    met.max().unwrap_or_default().max(most_pairs(others, may_meet))
}

/// The lower number first.
fn key([one, other]: [usize; 2]) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

/// How often each two players met.
fn meetings(rounds: &[Round]) -> BTreeMap<[usize; 2], u32> {
    let mut met = BTreeMap::new();
    for encounter in rounds.iter().flat_map(|round| &round.encounters) {
        let [one, other] = encounter.players;
        assert_ne!(one, other, "no player meets itself");
        *met.entry([one.min(other), one.max(other)]).or_default() += 1;
    }
    met
}

/// In each round a player has at most one opponent or one bye; `all` have one.
fn check_rounds(plan: &Plan, rounds: &[Round], all: bool) {
    for round in rounds {
        let players = round.encounters.iter().flat_map(|enc| enc.players).chain(round.byes.clone());
        let mut players: Vec<usize> = players.collect();
        players.sort_unstable();
        let n = players.len();
        players.dedup();
        assert_eq!(players.len(), n, "a player is there twice: {round:?}");
        assert!(!all || n == plan.players, "a player is left out: {round:?}");
    }
}

/// No two encounters share a number of a pair, and all numbers are below that of the plan.
fn check_numbers(plan: &Plan, rounds: &[Round]) {
    let mut numbers: Vec<u32> = rounds
        .iter()
        .flat_map(|round| &round.encounters)
        .flat_map(|enc| enc.first_pair..enc.first_pair + plan.reserved())
        .collect();
    assert!(numbers.iter().all(|number| *number < plan.n_pairs()));
    assert!(numbers.is_sorted(), "numbers rise in the order of play");
    let n = numbers.len();
    numbers.dedup();
    assert_eq!(numbers.len(), n);
}

/// How often each player began as the first side, minus how often as the second.
fn firsts(plan: &Plan, rounds: &[Round]) -> Vec<i32> {
    let mut firsts = vec![0; plan.players];
    for encounter in rounds.iter().flat_map(|round| &round.encounters) {
        firsts[encounter.players[0]] += 1;
        firsts[encounter.players[1]] -= 1;
    }
    firsts
}

#[test]
fn a_round_robin_follows_the_berger_table_of_six() {
    // FIDE Handbook C.05, annex 1, table for 5 or 6 players.
    let table = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
    let text = |round: &Round| {
        let cells = round.encounters.iter().map(|enc| enc.players.map(|player| player + 1));
        cells.map(|[one, other]| format!("{one}-{other}")).collect::<Vec<_>>().join(" ")
    };
    let plan =
        Plan { format: Format::RoundRobin { cycles: 2, late: Joined::NONE }, players: 6, pairs: 1 };
    let (rounds, _) = play(&plan, 1);
    assert_eq!(rounds[..5].iter().map(text).collect::<Vec<_>>(), table);
    let swapped: Vec<Round> = rounds[..5]
        .iter()
        .map(|round| Round {
            encounters: round
                .encounters
                .iter()
                .map(|enc| Encounter {
                    players: [enc.players[1], enc.players[0]],
                    first_pair: enc.first_pair + 15,
                })
                .collect(),
            byes: Vec::new(),
        })
        .collect();
    assert_eq!(rounds[5..], swapped, "the second cycle has the sides swapped");
    let five = Plan { players: 5, ..plan };
    let (rounds, _) = play(&five, 1);
    let byes: Vec<Vec<usize>> = rounds[..5].iter().map(|round| round.byes.clone()).collect();
    assert_eq!(byes, [vec![0], vec![3], vec![1], vec![4], vec![2]], "who would meet number 6");
}

#[test]
fn a_knockout_of_five_has_three_byes_for_the_best_seeds() {
    let plan = Plan { format: Format::Knockout { tie_breaks: 0 }, players: 5, pairs: 1 };
    let players = |round: &Round| -> Vec<[usize; 2]> {
        round.encounters.iter().map(|enc| enc.players).collect()
    };
    // All games are drawn: the better seed goes on.
    let (mut rounds, mut results) = (Vec::new(), Results::default());
    while let Some(round) = plan.next_round(&rounds, &results) {
        for encounter in &round.encounters {
            for game in [0, 1] {
                results.add(encounter.first_pair, game, GameScore { halves: 1, points: 0 });
            }
        }
        rounds.push(round);
    }
    assert_eq!(
        rounds.iter().map(players).collect::<Vec<_>>(),
        [vec![[3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]],]
    );
    assert_eq!(rounds[0].byes, [0, 1, 2]);
    let order: Vec<usize> =
        table(&plan, &rounds, &results).iter().map(|line| line.player).collect();
    assert_eq!(order[..2], [0, 1]);
}

#[test]
fn a_tied_encounter_of_a_knockout_is_longer_until_it_is_decided_or_the_tie_breaks_end() {
    let plan = Plan { format: Format::Knockout { tie_breaks: 2 }, players: 2, pairs: 1 };
    let mut results = Results::default();
    let round = plan.next_round(&[], &results).unwrap();
    let encounter = round.encounters[0];
    let mut due = Vec::new();
    for pair in 0..3 {
        due.push(plan.pairs_due(&encounter, &results));
        assert!(!plan.is_over(&encounter, &results));
        for game in [0, 1] {
            results.add(pair, game, GameScore { halves: 1, points: 0 });
        }
    }
    assert_eq!(due, [1, 2, 3]);
    assert!(plan.is_over(&encounter, &results), "the better seed wins");
    let mut decided = Results::default();
    decided.add(0, 0, GameScore { halves: 2, points: 0 });
    decided.add(0, 1, GameScore { halves: 1, points: 0 });
    assert_eq!(plan.pairs_due(&encounter, &decided), 1);
    let mut by_points = Results::default();
    by_points.add(0, 0, GameScore { halves: 2, points: 1 });
    by_points.add(0, 1, GameScore { halves: 0, points: -2 });
    assert!(plan.is_over(&encounter, &by_points), "a tie in games is decided by points");
    let lines = table(&plan, &[round], &by_points);
    assert_eq!((lines[0].player, lines[0].points), (1, 1));
}

#[test]
fn what_players_made_against_each_other_adds_up_to_their_scores() {
    let plan =
        Plan { format: Format::RoundRobin { cycles: 3, late: Joined::NONE }, players: 5, pairs: 2 };
    let (rounds, results) = play(&plan, 7);
    let meetings = Meetings::new(&plan, &rounds, &results);
    for line in table(&plan, &rounds, &results) {
        let against = |other| meetings.between([line.player, other]);
        let sum: u32 = (0..5).filter_map(against).map(|[won, _]| won).sum();
        assert_eq!(sum, line.halves, "player {}", line.player);
        for other in 0..5 {
            let reversed = meetings.between([other, line.player]);
            assert_eq!(against(other).map(|[won, lost]| [lost, won]), reversed);
        }
    }
    assert_eq!(meetings.between([2, 2]), None);
}

#[test]
fn the_first_round_of_a_swiss_folds_the_list_and_the_next_ones_follow_the_scores() {
    let plan = Plan { format: swiss(3), players: 6, pairs: 1 };
    let mut results = Results::default();
    let first = plan.next_round(&[], &results).unwrap();
    let players = |round: &Round| -> Vec<[usize; 2]> {
        round.encounters.iter().map(|enc| enc.players).collect()
    };
    assert_eq!(players(&first), [[0, 3], [1, 4], [2, 5]]);
    assert_eq!(plan.next_round(std::slice::from_ref(&first), &results), None, "it is not over");
    for (pair, halves) in [2, 2, 0].into_iter().enumerate() {
        for game in [0, 1] {
            results.add(pair as u32, game, GameScore { halves, points: 0 });
        }
    }
    // Winners are 0, 1 and 5; the last of them meets the best loser whom it has not met. Who began
    // less often begins.
    let second = plan.next_round(&[first], &results).unwrap();
    assert_eq!(players(&second), [[0, 1], [5, 3], [4, 2]]);
}

#[test]
fn plans_that_cannot_be_held_say_why() {
    let says = |format: Format, players: usize| {
        Plan { format, players, pairs: 1 }.check().unwrap_err().to_string()
    };
    assert_eq!(
        says(swiss(6), 6),
        "a Swiss of 6 players has from 1 to 5 rounds, not 6: after 5 all have met, and no two meet twice"
    );
    assert_eq!(
        says(Format::Match, 3),
        "a match has 2 players, and there are 3; the other formats take any number"
    );
    assert_eq!(
        says(Format::Knockout { tie_breaks: 0 }, 1),
        "a tournament needs at least 2 players, and 1 was found"
    );
    let gauntlet = Format::Gauntlet { challengers: 3, cycles: 1, late: Joined::NONE };
    assert_eq!(says(gauntlet, 3), "of 3 players, from 1 to 2 can be challengers, not 3");
    assert_eq!(
        says(Format::RoundRobin { cycles: u32::MAX, late: Joined::NONE }, 3),
        "that is more than 10000000 pairs of games"
    );
    assert_eq!(
        says(Format::RoundRobin { cycles: 1, late: Joined::at_end(2) }, 3),
        "of 3 players, at most 1 can be late, not 2"
    );
}

#[test]
fn a_result_is_counted_once_and_from_the_first_players_point_of_view() {
    let mut results = Results::default();
    let won = GameScore::of(Outcome::WonBy(Side::Second), Side::Second, -3);
    assert_eq!(won, GameScore { halves: 2, points: 3 });
    assert_eq!(results.add(4, 1, won), Entered::Counts);
    let lost = GameScore { halves: 0, points: 0 };
    assert_eq!(results.add(4, 1, lost), Entered::Known);
    assert_eq!((results.n_games(), results.game(4, 1)), (1, Some(won)));
}

/// Whether a graph has a perfect matching, found by trying everything.
fn can_pair_slowly(free: &[usize], allowed: &[Vec<bool>]) -> bool {
    let Some((one, rest)) = free.split_first() else { return true };
    rest.iter().any(|other| {
        let left: Vec<usize> = rest.iter().copied().filter(|p| p != other).collect();
        allowed[*one][*other] && can_pair_slowly(&left, allowed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        rng_seed: RngSeed::Fixed(20_261_125),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_matching_is_found_if_and_only_if_there_is_one(
        half in 0..5_usize,
        edges in proptest::collection::vec(0..3_u8, 100),
    ) {
        let n = 2 * half;
        let mut allowed = vec![vec![false; n]; n];
        for one in 0..n {
            for other in 0..one {
                allowed[one][other] = edges[one * 10 + other] == 0;
                allowed[other][one] = allowed[one][other];
            }
        }
        let all: Vec<usize> = (0..n).collect();
        prop_assert_eq!(can_pair_all(n, |a, b| allowed[a][b]), can_pair_slowly(&all, &allowed));
    }

    #[test]
    fn in_a_round_robin_all_meet_as_often_as_promised_with_balanced_sides_and_byes(
        players in 2..14_usize,
        cycles in 1..4_u32,
        pairs in 1..4_u32,
    ) {
        let plan = Plan { format: Format::RoundRobin { cycles, late: Joined::NONE }, players, pairs };
        let (rounds, results) = play(&plan, 1);
        check_rounds(&plan, &rounds, true);
        check_numbers(&plan, &rounds);
        prop_assert_eq!(results.n_games(), plan.n_games());
        let met = meetings(&rounds);
        prop_assert_eq!(met.len(), players * (players - 1) / 2);
        prop_assert!(met.values().all(|n| *n == cycles));
        let most = if cycles % 2 == 0 { 0 } else { 1 };
        prop_assert!(firsts(&plan, &rounds).iter().all(|n| n.abs() <= most));
        for player in 0..players {
            let byes = rounds.iter().filter(|round| round.byes.contains(&player)).count();
            prop_assert_eq!(byes, players % 2 * cycles as usize);
        }
    }

    #[test]
    fn players_that_join_a_swiss_are_paired_from_their_rounds_on_and_change_no_round_before(
        founders in 3..14_usize,
        joins in prop::collection::vec(0.0..1.0_f64, 1..4),
        seed: u64,
    ) {
        let n_rounds = founders.div_ceil(2) as u32;
        let mut joins: Vec<u32> =
            joins.iter().map(|share| 2 + (share * f64::from(n_rounds - 1)) as u32).collect();
        joins.sort_unstable();
        let of = |joins: &[u32]| {
            let late = LateRounds::new(joins.iter().copied());
            let format = Format::Swiss { rounds: n_rounds, late };
            Plan { format, players: founders + joins.len(), pairs: 1 }
        };
        let (rounds, results) = play(&of(&joins), seed);
        check_numbers(&of(&joins), &rounds);
        prop_assert_eq!(rounds.len(), n_rounds as usize);
        prop_assert_eq!(results.n_games(), of(&joins).n_games());
        prop_assert!(meetings(&rounds).values().all(|n| *n == 1), "no two meet twice");
        for (number, round) in (1..).zip(&rounds) {
            let mut there: Vec<usize> = round.byes.clone();
            there.extend(round.encounters.iter().flat_map(|enc| enc.players));
            there.sort_unstable();
            let n = founders + joins.iter().filter(|from| **from <= number).count();
            prop_assert_eq!(there, (0..n).collect::<Vec<_>>(), "round {}", number);
        }
        for player in 0..founders + joins.len() {
            prop_assert!(rounds.iter().filter(|round| round.byes.contains(&player)).count() <= 1);
        }
        let (before, _) = play(&of(&joins[..joins.len() - 1]), seed);
        let same = joins[joins.len() - 1] as usize - 1;
        prop_assert_eq!(&rounds[..same], &before[..same], "the rounds before stay what they were");
    }

    #[test]
    fn in_a_gauntlet_each_challenger_meets_each_other_player_and_no_challenger(
        challengers in 1..5_usize,
        others in 1..8_usize,
        cycles in 1..4_u32,
    ) {
        let format = Format::Gauntlet { challengers, cycles, late: Joined::NONE };
        let plan = Plan { format, players: challengers + others, pairs: 2 };
        let (rounds, results) = play(&plan, 1);
        check_numbers(&plan, &rounds);
        prop_assert_eq!(results.n_games(), plan.n_games());
        let met = meetings(&rounds);
        prop_assert_eq!(met.len(), challengers * others);
        for ([one, other], n) in met {
            prop_assert!(one < challengers && challengers <= other && n == cycles);
        }
        let most = if cycles % 2 == 0 { 0 } else { 1 };
        prop_assert!(firsts(&plan, &rounds).iter().all(|n| n.abs() <= most));
    }

    #[test]
    fn in_a_swiss_no_two_meet_twice_no_one_has_two_byes_and_equal_scores_meet(
        players in 2..24_usize,
        share in 0.0..1.0_f64,
        seed: u64,
    ) {
        let most = players.div_ceil(2);
        let rounds = 1 + (share * most as f64) as u32;
        let plan = Plan { format: swiss(rounds), players, pairs: 1 };
        let (rounds, results) = play(&plan, seed);
        prop_assert_eq!(rounds.len(), plan.n_rounds() as usize);
        check_rounds(&plan, &rounds, true);
        check_numbers(&plan, &rounds);
        prop_assert_eq!(results.n_games(), plan.n_games());
        prop_assert!(meetings(&rounds).values().all(|n| *n == 1));
        for player in 0..players {
            let byes = rounds.iter().filter(|round| round.byes.contains(&player)).count();
            prop_assert!(byes <= 1, "player {} has {} byes", player, byes);
        }
        // The player who began more often so far begins second.
        for (n, round) in rounds.iter().enumerate() {
            let before = firsts(&plan, &rounds[..n]);
            let is_fair = |enc: &Encounter| before[enc.players[0]] <= before[enc.players[1]];
            prop_assert!(round.encounters.iter().all(is_fair));
        }
        // Each player scores 4 half points a round: all of them are given out.
        let scores: u32 = table(&plan, &rounds, &results).iter().map(|line| line.halves).sum();
        prop_assert_eq!(scores as usize, rounds.len() * (2 * players + players % 2 * 2));
    }

    #[test]
    fn in_a_swiss_of_many_rounds_no_two_meet_twice_and_as_many_meet_as_can(
        players in 2..10_usize,
        share in 0.0..1.0_f64,
        seed: u64,
    ) {
        let most = players - 1 + players % 2;
        let rounds = 1 + (share * most as f64) as u32;
        let plan = Plan { format: swiss(rounds), players, pairs: 1 };
        prop_assert!(plan.check().is_ok());
        let (rounds, results) = play(&plan, seed);
        prop_assert_eq!(rounds.len(), plan.n_rounds() as usize);
        check_rounds(&plan, &rounds, true);
        check_numbers(&plan, &rounds);
        prop_assert!(meetings(&rounds).values().all(|n| *n == 1));
        let n_encounters: usize = rounds.iter().map(|round| round.encounters.len()).sum();
        prop_assert_eq!(results.n_games() as usize, 2 * n_encounters);
        for (n, round) in rounds.iter().enumerate() {
            let met = meetings(&rounds[..n]);
            let may_meet = |one: usize, other: usize| !met.contains_key(&key([one, other]));
            let all: Vec<usize> = (0..players).collect();
            let most = most_pairs(&all, &may_meet);
            prop_assert_eq!(round.encounters.len(), most, "round {}", n);
            let said_before = plan.pairing_warning().is_some();
            prop_assert!(most == players / 2 || said_before && n >= players.div_ceil(2));
            let number = n as u32 + 1;
            prop_assert_eq!(pairing_note(&plan, &rounds, number).is_some(), round.byes.len() > 1);
        }
        // One bye a round is worth points where the number of players is odd, and none else.
        let mut n_paid = vec![0; players];
        for (round, paid) in rounds.iter().zip(paid_byes(&plan, &rounds)) {
            prop_assert!(paid.is_none_or(|player| players % 2 == 1 && round.byes.contains(&player)));
            paid.into_iter().for_each(|player| n_paid[player] += 1);
        }
        prop_assert!(n_paid.iter().all(|n| *n <= 1), "{:?}", n_paid);
        for line in table(&plan, &rounds, &results) {
            let played = 2 * line.wins + line.draws;
            prop_assert_eq!(line.halves, played + 4 * n_paid[line.player]);
        }
    }

    #[test]
    fn each_bracket_of_a_swiss_has_as_many_pairs_as_it_can_have(
        players in 4..10_usize,
        share in 0.0..1.0_f64,
        seed: u64,
    ) {
        let rounds = 1 + (share * players.div_ceil(2) as f64) as u32;
        let rounds = rounds.min(players.div_ceil(2) as u32);
        let plan = Plan { format: swiss(rounds), players, pairs: 1 };
        let (rounds, results) = play(&plan, seed);
        for (n, round) in rounds.iter().enumerate() {
            let before = &rounds[..n];
            let lines = table(&plan, before, &results);
            let mut halves = vec![0; players];
            lines.iter().for_each(|line| halves[line.player] = line.halves);
            let met = meetings(before);
            let may_meet = |one: usize, other: usize| !met.contains_key(&key([one, other]));
            let mut left: Vec<usize> =
                (0..players).filter(|player| !round.byes.contains(player)).collect();
            let mut scores: Vec<u32> = left.iter().map(|player| halves[*player]).collect();
            scores.sort_unstable_by(|one, other| other.cmp(one));
            scores.dedup();
            for score in scores {
                // Of the players that are left those above this score came down.
                let is_in = |player: &usize| halves[*player] >= score;
                let inside = |enc: &&Encounter| {
                    enc.players.iter().all(|player| is_in(player) && left.contains(player))
                };
                let made: Vec<[usize; 2]> =
                    round.encounters.iter().filter(inside).map(|enc| enc.players).collect();
                let most = most_pairs_in(&left, &is_in, &may_meet);
                prop_assert_eq!(Some(made.len()), most, "round {}, from {} half points", n, score);
                left.retain(|player| !made.iter().flatten().any(|other| other == player));
            }
            prop_assert!(left.is_empty());
        }
    }

    #[test]
    fn in_a_knockout_all_but_one_lose_once_and_the_seeds_with_a_bye_are_the_best(
        players in 2..40_usize,
        tie_breaks in 0..3_u32,
        seed: u64,
    ) {
        let plan = Plan { format: Format::Knockout { tie_breaks }, players, pairs: 1 };
        let (rounds, results) = play(&plan, seed);
        check_rounds(&plan, &rounds, false);
        check_numbers(&plan, &rounds);
        let n_encounters: usize = rounds.iter().map(|round| round.encounters.len()).sum();
        prop_assert_eq!(n_encounters, players - 1);
        prop_assert!(results.n_games() >= plan.n_games());
        let n_byes = players.next_power_of_two() - players;
        let mut byes = rounds[0].byes.clone();
        byes.sort_unstable();
        prop_assert_eq!(byes, (0..n_byes).collect::<Vec<_>>());
        let lines = table(&plan, &rounds, &results);
        let last = rounds.last().unwrap().encounters[0].players;
        prop_assert!(last.contains(&lines[0].player) && last.contains(&lines[1].player));
    }

    #[test]
    fn the_same_results_give_the_same_rounds_in_whatever_order_games_end(
        players in 2..12_usize,
        is_swiss: bool,
        seed: u64,
    ) {
        let format = match is_swiss {
            true => swiss(1 + players as u32 / 4),
            false => Format::Knockout { tie_breaks: 2 },
        };
        let plan = Plan { format, players, pairs: 2 };
        let (rounds, results) = play(&plan, seed);
        let mut backwards = Results::default();
        for pair in (0..plan.n_pairs()).rev() {
            for game in [1, 0] {
                if let Some(score) = results.game(pair, game) {
                    backwards.add(pair, game, score);
                }
            }
        }
        prop_assert_eq!(&backwards, &results);
        let mut again: Vec<Round> = Vec::new();
        while let Some(round) = plan.next_round(&again, &backwards) {
            again.push(round);
        }
        prop_assert_eq!(again, rounds);
    }
}
