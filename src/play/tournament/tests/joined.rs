//! Players that join a round robin or gauntlet.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn late_players_meet_all_before_them_and_change_nothing_that_was_there(
        founders in 2..9_usize,
        late in 1..4_usize,
        cycles in 1..4_u32,
        pairs in 1..3_u32,
    ) {
        let players = founders + late;
        let plan = Plan { format: Format::RoundRobin { cycles, late: Joined::at_end(late) }, players, pairs };
        let (rounds, results) = play(&plan, 1);
        check_numbers(&plan, &rounds);
        prop_assert_eq!(results.n_games(), plan.n_games());
        let met = meetings(&rounds);
        prop_assert_eq!(met.len(), players * (players - 1) / 2);
        prop_assert!(met.values().all(|n| *n == cycles));
        let format = Format::RoundRobin { cycles, late: Joined::at_end(late - 1) };
        let fewer = Plan { format, players: players - 1, pairs };
        let (before, _) = play(&fewer, 1);
        prop_assert_eq!(&rounds[..before.len()], &before[..], "their games stay what they were");
        let new = &rounds[before.len()..];
        prop_assert_eq!(new.len(), cycles as usize);
        for round in new {
            let last = |encounter: &Encounter| encounter.players.contains(&(players - 1));
            prop_assert!(round.encounters.iter().all(last) && round.byes.is_empty());
        }
        prop_assert!(firsts(&plan, new).iter().all(|n| n.abs() <= 1));
    }

    #[test]
    fn late_challengers_meet_the_opponents_and_change_nothing_that_was_there(
        challengers in 1..4_usize,
        others in 1..6_usize,
        late in 1..4_usize,
        cycles in 1..4_u32,
    ) {
        let of = |late: usize| {
            let format = Format::Gauntlet { challengers, cycles, late: Joined::at_end(late) };
            Plan { format, players: challengers + others + late, pairs: 2 }
        };
        let (rounds, results) = play(&of(late), 1);
        check_numbers(&of(late), &rounds);
        prop_assert_eq!(results.n_games(), of(late).n_games());
        let (before, _) = play(&of(late - 1), 1);
        prop_assert_eq!(&rounds[..before.len()], &before[..], "their games stay what they were");
        let met = meetings(&rounds);
        prop_assert_eq!(met.len(), (challengers + late) * others);
        let is_opponent = |player: usize| (challengers..challengers + others).contains(&player);
        for ([one, other], n) in met {
            prop_assert!(is_opponent(one) != is_opponent(other) && n == cycles);
        }
    }

    #[test]
    fn cycles_after_a_player_has_joined_are_played_by_all_and_change_nothing_that_was_there(
        founders in 2..8_usize,
        late in 1..4_usize,
        before in 1..4_u32,
        more in 1..4_u32,
    ) {
        let players = founders + late;
        let of = |cycles, late| Plan {
            format: Format::RoundRobin { cycles, late },
            players,
            pairs: 1,
        };
        let numbers = std::iter::repeat_n(before, late);
        let plan = of(before + more, Joined::new(late, numbers));
        prop_assert!(plan.check().is_ok());
        let (rounds, results) = play(&plan, 1);
        check_numbers(&plan, &rounds);
        prop_assert_eq!(results.n_games(), plan.n_games());
        let (was, _) = play(&of(before, Joined::at_end(late)), 1);
        prop_assert_eq!(&rounds[..was.len()], &was[..], "the games so far stay what they were");
        let met = meetings(&rounds);
        prop_assert_eq!(met.len(), players * (players - 1) / 2);
        prop_assert!(met.values().all(|n| *n == before + more));
    }

    #[test]
    fn so_it_is_in_a_gauntlet(
        challengers in 1..4_usize,
        others in 1..6_usize,
        late in 1..4_usize,
        before in 1..4_u32,
        more in 1..4_u32,
    ) {
        let of = |cycles, late| Plan {
            format: Format::Gauntlet { challengers, cycles, late },
            players: challengers + others + Joined::n(&late),
            pairs: 2,
        };
        let plan = of(before + more, Joined::new(late, std::iter::repeat_n(before, late)));
        let (rounds, results) = play(&plan, 1);
        check_numbers(&plan, &rounds);
        prop_assert_eq!(results.n_games(), plan.n_games());
        let (was, _) = play(&of(before, Joined::at_end(late)), 1);
        prop_assert_eq!(&rounds[..was.len()], &was[..], "the games so far stay what they were");
        let met = meetings(&rounds);
        prop_assert_eq!(met.len(), (challengers + late) * others);
        prop_assert!(met.values().all(|n| *n == before + more));
    }
}

#[test]
fn players_join_in_the_order_of_their_cycles_and_not_after_more_than_there_are() {
    let says = |after: &[u32], cycles| {
        let late = Joined::new(after.len(), after.iter().copied());
        let plan = Plan { format: Format::RoundRobin { cycles, late }, players: 6, pairs: 1 };
        plan.check().err()
    };
    assert_eq!(says(&[1, 1, 2], 3), None);
    assert_eq!(says(&[2, 1], 3), Some(PlanError::LateCycle { after: 1, cycles: 3 }));
    assert_eq!(says(&[4], 3), Some(PlanError::LateCycle { after: 4, cycles: 3 }));
}
