//! Players that join before the last cycle.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

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
