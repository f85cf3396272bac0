//! Tournaments with engines that fail, played in several orders and broken off.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{
    Course, DueGame, Joined, LateRounds, TableLine, paid_byes, pairing_notes, table,
};
use super::*;
use crate::games::Side;
use crate::play::GameScore;

/// Numbers that a seed decides.
#[derive(Clone, Copy)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of(seed: u64, number: u64) -> Self {
        let mut chance = Self(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        chance.below(2);
        chance
    }
}

/// What a game ends with; decided by the seed and its number alone.
#[derive(Clone, Copy, Debug)]
enum End {
    Played(GameScore),
    /// The player on this side fails.
    Failed(Side),
    /// The engine on this side cannot be started.
    Unstarted(Side),
}

/// A game as it is kept.
type Kept = (u32, [usize; 2], End);

/// Players 1, 3 and 4 fail in half of their games, and players 2 and 5 cannot be started from a game on.
fn end_of(seed: u64, players: usize, due: &DueGame) -> Kept {
    let seats = match due.seat {
        Side::First => due.players,
        Side::Second => [due.players[1], due.players[0]],
    };
    let mut chance = Chance::of(seed, due.number.into());
    let from = |player: usize| Chance::of(seed, player as u64).below(3 * players as u64);
    let mut end = End::Played(GameScore { halves: chance.below(3) as u32, points: 0 });
    for side in Side::BOTH {
        match seats[side.idx()] {
            1 | 3 | 4 if chance.below(2) == 0 => end = End::Failed(side),
            player @ (2 | 5) if u64::from(due.number) > from(player) && !seed.is_multiple_of(3) => {
                return (due.number, seats, End::Unstarted(side));
            }
            _ => {}
        }
    }
    (due.number, seats, end)
}

fn keep(course: &mut Course, (number, seats, end): Kept) -> super::super::Added {
    match end {
        // The score is that of the player named first, whatever its side.
        End::Played(score) => course.add(number, seats, |_| score),
        End::Failed(side) => course.add_failed(number, seats, Some(side), |seat| GameScore {
            halves: if seat == side { 0 } else { 2 },
            points: 0,
        }),
        End::Unstarted(side) => course.withdraw(number, seats, side),
    }
    .unwrap()
}

fn new(plan: Plan, after: u32) -> Course {
    Course::new(plan).withdrawing_after(NonZeroU32::new(after))
}

/// Plays a tournament, so many games at once, which end in an order that `order` decides. `breaks`
/// says how often of a hundred games the program is killed after one.
fn play(plan: Plan, after: u32, seed: u64, order: (u64, usize), breaks: u64) -> Course {
    let mut course = new(plan, after);
    let mut log: Vec<Kept> = Vec::new();
    let (mut chance, at_once) = (Chance(order.0), order.1);
    let mut queue: VecDeque<DueGame> = course.due().into();
    let mut running: Vec<DueGame> = Vec::new();
    loop {
        while running.len() < at_once
            && let Some(due) = queue.pop_front()
        {
            let runs = running.iter().any(|one| one.number == due.number);
            running.extend(Some(due).filter(|due| course.is_due(due.number) && !runs));
        }
        if running.is_empty() {
            break;
        }
        let due = running.swap_remove(chance.below(running.len() as u64) as usize);
        let kept = end_of(seed, plan.players, &due);
        let added = keep(&mut course, kept);
        log.push(kept);
        queue.extend(added.due);
        if chance.below(100) < breaks {
            course = new(plan, after);
            log.iter().for_each(|kept| drop(keep(&mut course, *kept)));
            queue = course.due().into();
            running.clear();
        }
    }
    assert!(course.is_over(), "nothing is due, and it is not over: {plan:?}");
    assert!(course.due().is_empty() && course.is_settled());
    course
}

fn table_of(course: &Course) -> Vec<TableLine> {
    table(course.plan(), course.rounds(), course.results())
}

fn plans() -> impl Strategy<Value = Plan> {
    let format = prop_oneof![
        (1_u32..3).prop_map(|cycles| Format::RoundRobin { cycles, late: Joined::NONE }),
        (1_u32..3).prop_map(|cycles| Format::Gauntlet {
            challengers: 2,
            cycles,
            late: Joined::NONE
        }),
        (0_u32..3).prop_map(|tie_breaks| Format::Knockout { tie_breaks }),
        (1_u32..4).prop_map(|rounds| Format::Swiss { rounds, late: LateRounds::default() }),
    ];
    (format, 3_usize..12, 1_u32..3)
        .prop_map(|(format, players, pairs)| Plan { format, players, pairs })
        .prop_filter("all can be paired in each round", |plan| {
            plan.check().is_ok() && plan.pairing_warning().is_none()
        })
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(16), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_table_is_the_same_whatever_the_order_of_games_and_the_breaks(
        plan in plans(), after in 1_u32..4, seed in 0_u64..1000, order in 0_u64..1000,
    ) {
        let straight = play(plan, after, seed, (0, 1), 0);
        for (at_once, breaks) in [(3, 0), (1, 20), (4, 20), (16, 0)] {
            let other = play(plan, after, seed, (order, at_once), breaks);
            prop_assert_eq!(table_of(&other), table_of(&straight));
            prop_assert_eq!(
                withdrawn(&plan, other.rounds(), other.results()),
                withdrawn(&plan, straight.rounds(), straight.results())
            );
            prop_assert_eq!(other.rounds(), straight.rounds());
            prop_assert_eq!(other.n_games(), other.results().n_games());
        }
    }

    #[test]
    fn a_player_that_is_withdrawn_meets_no_one_in_a_later_round_and_does_not_win_a_knockout(
        plan in plans(), after in 1_u32..3, seed in 0_u64..1000,
    ) {
        let course = play(plan, after, seed, (0, 1), 0);
        let later = match plan.format {
            Format::Swiss { .. } | Format::Knockout { .. } => course.rounds(),
            Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => &[],
        };
        let out = course.results().withdrawals().last_games();
        // Of a knockout in which all are withdrawn in the end, the last one has won.
        let one_is_out = out.len() == 1;
        let is_knockout = matches!(plan.format, Format::Knockout { .. });
        for (player, last) in &out {
            let theirs = later.iter().flat_map(|round| &round.encounters);
            for encounter in theirs.filter(|enc| enc.players.contains(player)) {
                let is_before = 2 * encounter.first_pair <= *last;
                prop_assert!(is_before || is_knockout && !one_is_out);
            }
            if is_knockout && one_is_out {
                prop_assert_ne!(table_of(&course)[0].player, *player);
            }
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_bye_of_a_swiss_is_in_a_round_that_is_played_and_of_a_player_that_is_not_withdrawn(
        plan in plans(), rounds in 1_u32..9, after in 1_u32..3, seed in 0_u64..1000, order in 0_u64..1000,
    ) {
        let format = Format::Swiss { rounds, late: LateRounds::default() };
        let plan = Plan { format, ..plan };
        prop_assume!(plan.check().is_ok());
        let course = play(plan, after, seed, (order, 4), 20);
        let (results, lines) = (course.results(), table_of(&course));
        let mut n_byes = vec![0; plan.players];
        for (number, round) in (0..).zip(course.rounds()) {
            let before = 2 * plan.first_pair(number, 0);
            let met: usize = 2 * round.encounters.len();
            prop_assert!(round.byes.is_empty() || met > 0, "round {} is not played", number + 1);
            let out = |player: &&usize| results.withdrawals().is_out_by(**player, before);
            prop_assert_eq!(round.byes.iter().filter(out).count(), 0);
        }
        let paid = paid_byes(&plan, course.rounds());
        paid.into_iter().flatten().for_each(|player| n_byes[player] += 1);
        prop_assert!(n_byes.iter().all(|n| *n <= 1), "{n_byes:?}");
        // Games and byes are all that gives points.
        for line in lines {
            let games = 2 * line.wins + line.draws;
            prop_assert_eq!(line.halves, games + 4 * plan.pairs * n_byes[line.player]);
        }
        let names: Vec<String> = (0..plan.players).map(|player| format!("P{player}")).collect();
        let said = pairing_notes(&plan, course.rounds(), &names).join("\n");
        for (number, round) in (1..).zip(course.rounds()) {
            let played = !round.encounters.is_empty();
            let note = format!("round {number} was not played");
            prop_assert_eq!(said.contains(&note), !played, "{}", said);
        }
    }
}

#[test]
fn a_round_in_which_no_two_can_meet_gives_no_byes_and_no_points() {
    let format = Format::Swiss { rounds: 3, late: LateRounds::default() };
    let plan = Plan { format, players: 4, pairs: 1 };
    let mut course = new(plan, 1);
    // The second half of each table fails in the first round, so that two players are left for one round.
    for (number, seats, failed) in [
        (1, [0, 2], Some(Side::Second)),
        (2, [2, 0], None),
        (3, [1, 3], Some(Side::Second)),
        (4, [3, 1], None),
    ] {
        course.add_failed(number, seats, failed, |_| GameScore { halves: 1, points: 0 }).unwrap();
    }
    let due = course.due();
    assert_eq!((due.len(), due[0].players), (2, [0, 1]));
    for (number, seats) in [(5, [0, 1]), (6, [1, 0])] {
        course.add(number, seats, |_| GameScore { halves: 1, points: 0 }).unwrap();
    }
    assert!(course.is_over());
    assert_eq!(course.rounds()[2], Round::default());
    let names = ["A", "B", "C", "D"].map(str::to_owned);
    let notes = pairing_notes(&plan, course.rounds(), &names);
    assert_eq!(notes, ["round 3 was not played: no two of the players left could meet"]);
    let halves: Vec<(usize, u32)> =
        table_of(&course).iter().map(|line| (line.player, line.halves)).collect();
    // A drawn game, one by default, and two draws.
    assert_eq!(halves, [(0, 5), (1, 5), (2, 1), (3, 1)]);
}

#[test]
fn a_failure_in_a_game_that_would_not_have_been_played_counts_for_nothing() {
    let plan =
        Plan { format: Format::RoundRobin { cycles: 1, late: Joined::NONE }, players: 4, pairs: 1 };
    let loses =
        |side| move |seat| GameScore { halves: if seat == side { 0 } else { 2 }, points: 0 };
    let due = new(plan, 1).due();
    let seats = |number: u32| {
        let due = due.iter().find(|due| due.number == number).unwrap();
        match due.seat {
            Side::First => due.players,
            Side::Second => [due.players[1], due.players[0]],
        }
    };
    let side_of = |number: u32, player: usize| {
        Side::BOTH.into_iter().find(|side| seats(number)[side.idx()] == player).unwrap()
    };
    // The player on the first side of game 1 fails there, and its next opponent fails in their game.
    let failing = seats(1)[0];
    let next = due.iter().find(|due| due.number > 2 && due.players.contains(&failing)).unwrap();
    let other = next.players.into_iter().find(|player| *player != failing).unwrap();
    for unstarted in [false, true] {
        let mut course = new(plan, 1);
        let side = side_of(next.number, other);
        let early = match unstarted {
            true => course.withdraw(next.number, seats(next.number), side),
            false => course.add_failed(next.number, seats(next.number), Some(side), loses(side)),
        };
        assert_eq!(early.unwrap().withdrawn, BTreeSet::from([other]));
        let side = side_of(1, failing);
        let late = course.add_failed(1, seats(1), Some(side), loses(side)).unwrap();
        assert_eq!(late.withdrawn, BTreeSet::from([failing]));
        let gone = course.results().withdrawals().last_games();
        assert_eq!(gone, BTreeMap::from([(failing, 1)]), "the other player goes on");
        let theirs = |due: &DueGame| due.players.contains(&other) && due.number > next.number;
        let due: Vec<u32> =
            late.due.iter().filter(|due| theirs(due)).map(|due| due.number).collect();
        let left: Vec<u32> =
            course.due().iter().filter(|due| theirs(due)).map(|due| due.number).collect();
        assert_eq!(due, left, "its games after that one are due again");
        assert!(!left.is_empty());
    }
}

/// A course in which one player fails in all of its games, and all others are drawn.
fn course(plan: Plan, after: u32, failing: usize) -> Course {
    let mut course = new(plan, after);
    let mut queue: VecDeque<DueGame> = course.due().into();
    while let Some(due) = queue.pop_front() {
        if !course.is_due(due.number) {
            continue;
        }
        let (number, seats, _) = end_of(1, plan.players, &due);
        let end = match Side::BOTH.into_iter().find(|side| seats[side.idx()] == failing) {
            Some(side) => End::Failed(side),
            None => End::Played(GameScore { halves: 1, points: 0 }),
        };
        queue.extend(keep(&mut course, (number, seats, end)).due);
    }
    course
}

#[test]
fn less_than_half_of_the_games_of_a_round_robin_do_not_count_and_others_are_lost_by_default() {
    let plan =
        Plan { format: Format::RoundRobin { cycles: 1, late: Joined::NONE }, players: 4, pairs: 1 };
    let scores = |course: &Course| -> Vec<(usize, u32, u32)> {
        let lines = table_of(course);
        lines.iter().map(|line| (line.player, line.halves, line.games())).collect()
    };
    // Player 4 has six games: the third failure leaves three of them.
    for (after, is_left_out, expected) in [
        (2, true, [(0, 4, 4), (1, 4, 4), (2, 4, 4), (3, 0, 0)]),
        (3, false, [(0, 8, 6), (1, 8, 6), (2, 8, 6), (3, 0, 6)]),
    ] {
        let course = course(plan, after, 3);
        let found = withdrawn(course.plan(), course.rounds(), course.results());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].player, found[0].is_left_out), (3, is_left_out));
        assert_eq!(scores(&course), expected);
        let results = course.results();
        assert_eq!((results.n_games(), results.n_defaults()), (6 + after, 6 - after));
        assert_eq!(course.n_games(), 6 + after);
    }
    let never = course(plan, 7, 3);
    assert!(withdrawn(never.plan(), never.rounds(), never.results()).is_empty());
    assert_eq!(never.results().n_games(), 12);
}

#[test]
fn the_opponent_goes_on_in_a_knockout_even_if_it_was_behind() {
    let plan = Plan { format: Format::Knockout { tie_breaks: 1 }, players: 2, pairs: 2 };
    let mut course = new(plan, 1);
    // The first player wins both games of the first pair.
    for (number, seats) in [(1, [0, 1]), (2, [1, 0])] {
        course.add(number, seats, |_| GameScore { halves: 2, points: 0 }).unwrap();
    }
    let failed =
        course.add_failed(3, [0, 1], Some(Side::First), |_| GameScore { halves: 0, points: 0 });
    let failed = failed.unwrap();
    assert!(failed.withdrawn.contains(&0) && failed.due.is_empty());
    assert!(course.is_over());
    assert_eq!(table_of(&course)[0].player, 1);
}

#[test]
fn a_player_that_cannot_be_started_for_the_final_has_still_won_the_encounter_before_it() {
    let plan = Plan { format: Format::Knockout { tie_breaks: 0 }, players: 4, pairs: 1 };
    let mut course = new(plan, 1);
    // All games are drawn, so that the better seeds go on.
    for (number, seats) in [(1, [0, 3]), (2, [3, 0]), (3, [1, 2]), (4, [2, 1])] {
        course.add(number, seats, |_| GameScore { halves: 1, points: 0 }).unwrap();
    }
    // The game after those of the encounter: nothing lies between them.
    course.withdraw(5, [0, 1], Side::Second).unwrap();
    assert!(course.is_over());
    let won: Vec<(usize, f64)> =
        table_of(&course).iter().map(|line| (line.player, line.tie_break)).collect();
    assert_eq!(won, [(0, 2.0), (1, 1.0), (2, 0.0), (3, 0.0)], "rounds won");
    let found = withdrawn(course.plan(), course.rounds(), course.results());
    assert_eq!(
        found[0].text("B"),
        "B is withdrawn before game 5, for which it could not be started: its other games are lost by \
         default"
    );
}
