use super::*;
use crate::builtin::backgammon::bearoff::BearOff;
use crate::builtin::backgammon::cube::Score;
use crate::builtin::backgammon::search::Effort;
use crate::builtin::backgammon::{Evaluator, Weights};
use crate::games::backgammon::Dice;
use crate::games::backgammon::board::OFF;

const PLAN: Plan = Plan { trials: 72, least: 36, limit: None };

fn searchers(n: usize) -> Vec<Searcher> {
    vec![Searcher::new(Evaluator::new(Weights::embedded())); n]
}

fn before_roll(board: Board) -> Start {
    Start { board, is_after_play: false }
}

fn run(rollout: &mut Rollout, n_threads: usize) -> Vec<Standing> {
    let mut searchers = searchers(n_threads);
    while !rollout.is_done() {
        rollout.advance(&mut searchers, &Stop::never());
    }
    rollout.standings()
}

fn rolled(terms: Terms, plan: Plan, starts: &[Start]) -> Vec<Standing> {
    run(&mut Rollout::new(terms, plan, &Stakes::CUBELESS, starts), 1)
}

/// Both sides have checkers on all points of their home boards.
fn bearoff() -> Board {
    let mut own = [0; 26];
    own[1..=6].copy_from_slice(&[1, 2, 2, 1, 2, 1]);
    own[OFF] = 15 - own[1..=6].iter().sum::<u8>();
    let mut opp = own;
    opp[1] += 1;
    opp[OFF] -= 1;
    Board { own, opp }
}

/// Each side has a checker that must still pass the other one; few are left, so that games are short.
fn contact() -> Board {
    let mut own = [0; 26];
    [(20, 1), (6, 1), (4, 1), (2, 1)].iter().for_each(|(point, n)| own[*point] = *n);
    own[OFF] = 15 - own[1..].iter().sum::<u8>();
    let mut opp = own;
    opp.swap(20, 21);
    Board { own, opp }
}

/// The positions after the best and after the worst play of a roll in the bear-off: games from them
/// need no net.
fn after_plays() -> [Start; 2] {
    let dice = Dice::new(4, 1).unwrap();
    let stakes = Stakes::CUBELESS;
    let mut searcher = searchers(1).remove(0);
    let ranked = searcher.rank(&bearoff(), dice, &stakes, &Effort::plies(0), &Stop::never());
    let start = |board| Start { board, is_after_play: true };
    [start(ranked[0].after), start(ranked[ranked.len() - 1].after)]
}

/// Games of a bear-off that are played, with their luck in part: the database knows all of it.
fn short(seed: u64) -> Terms {
    Terms { ends_at_bearoff: false, ..Terms::plain(seed) }
}

#[test]
fn a_bear_off_that_is_played_out_has_the_chance_of_the_database() {
    let exact = BearOff::shared().chances(&bearoff());
    let plan = Plan { trials: 1296, ..PLAN };
    let plain = Terms { ends_at_bearoff: false, ..Terms::plain(1) };
    for terms in [plain, Terms { reduces_variance: true, ..plain }] {
        let [found] = rolled(terms, plan, &[before_roll(bearoff())])[..] else { panic!() };
        let off = found.equity - f64::from(exact.equity());
        // The database holds single precision.
        assert!(off.abs() <= 4.0 * found.error + 1e-5, "{off} with {}", found.error);
        let off = found.chances.win() - exact.win();
        assert!(f64::from(off).abs() <= 4.0 * found.chance_errors[0] + 1e-5, "{off} {found:?}");
        assert_eq!(found.n_games, 1296);
    }
    let ended = rolled(Terms::new(1), plan, &[before_roll(bearoff())]);
    assert!((ended[0].equity - f64::from(exact.equity())).abs() < 1e-5 && ended[0].error < 1e-5);
}

/// With these seeds the variance is 0.5 of that of plain games where few checkers are left, which the net
/// judges badly; where the database judges, nothing is left of it.
#[test]
fn the_luck_that_is_subtracted_is_a_part_of_the_variance_and_none_of_the_mean() {
    let plan = Plan { trials: 144, ..PLAN };
    let known = Terms { ends_at_bearoff: false, ..Terms::new(3) };
    for (terms, board, most) in [(Terms::new(3), contact(), 0.7), (known, bearoff(), 0.01)] {
        let start = [before_roll(board)];
        let reduced = rolled(terms, plan, &start)[0];
        let plain = rolled(Terms { reduces_variance: false, ..terms }, plan, &start)[0];
        let ratio = (reduced.error / plain.error).powi(2);
        assert!(ratio < most, "{ratio}: {reduced:?} {plain:?}");
        let off = (reduced.equity - plain.equity).abs();
        assert!(off <= 4.0 * reduced.error.hypot(plain.error), "{off}: {reduced:?} {plain:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_numbers_in_any_slices() {
    let plan = Plan { trials: 40, ..PLAN };
    let new = |seed| Rollout::new(short(seed), plan, &Stakes::CUBELESS, &after_plays());
    let alone = run(&mut new(5), 1);
    assert_eq!(run(&mut new(5), 3), alone);
    assert_ne!(run(&mut new(6), 1), alone);
    // A game that is ended counts for nothing, and is played again.
    let mut ended = new(5);
    let mut searchers = searchers(2);
    for _ in 0..5 {
        ended.advance(&mut searchers, &Stop::when(|| true));
    }
    assert_eq!(ended.progress(), (0, 80));
    assert_eq!(run(&mut ended, 2), alone);
}

#[test]
fn a_play_that_is_clearly_worse_is_given_up_and_the_rest_ends_when_decided() {
    let [good, bad] = after_plays();
    // The same position twice is never decided; the last play is far behind.
    let starts = [good, good, bad];
    let terms = Terms { reduces_variance: true, ..short(1) };
    let plan = Plan { trials: 108, least: 72, limit: Some(3.0) };
    let found = rolled(terms, plan, &starts);
    assert_eq!(found.iter().map(|found| found.n_games).collect::<Vec<_>>(), [108, 108, 72]);
    let given_up: Vec<bool> = found.iter().map(|found| found.is_given_up).collect();
    assert_eq!(given_up, [false, false, true]);
    assert!(found[2].behind.is_some_and(|behind| behind > 3.0) && found[1].behind == Some(0.0));
    let mut two = Rollout::new(terms, plan, &Stakes::CUBELESS, &[good, bad]);
    let found = run(&mut two, 1);
    assert!(two.is_decided() && found.iter().all(|found| found.n_games == 72), "{found:?}");
    let patient = rolled(terms, Plan { limit: None, ..plan }, &starts);
    assert!(patient.iter().all(|found| found.n_games == 108 && !found.is_given_up));
}

#[test]
fn the_results_are_those_of_the_player_who_compares_at_that_players_score() {
    let terms = Terms { truncate: Some(2), ..Terms::new(2) };
    let own = rolled(terms, PLAN, &[before_roll(contact())])[0];
    let other = rolled(terms, PLAN, &[Start { board: contact(), is_after_play: true }])[0];
    assert!((own.equity + other.equity).abs() < 1e-9, "{own:?} {other:?}");
    assert!((own.chances.win() + other.chances.win() - 1.0).abs() < 1e-6);
    assert_eq!(own.chance_errors[1], other.chance_errors[3]);
    // Nothing but the game counts for players who both need a point.
    let score = Score::Match { away: [1, 1], is_from_crawford_on: true };
    let stakes = Stakes { score, ..Stakes::CUBELESS };
    let found = run(&mut Rollout::new(terms, PLAN, &stakes, &[before_roll(contact())]), 1)[0];
    let win = f64::from(found.chances.win());
    assert!((found.equity - (2.0 * win - 1.0)).abs() < 1e-6, "{found:?}");
}
