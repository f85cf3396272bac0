//! Lines of engines on the board: their moves as steps, and what rules of draws count at their ends.

use quintet::app::board::Art;
use quintet::app::preview::{counts_after, line_steps};
use quintet::games::{self, Position, Setup};

const THREE_TO_ONE: &str = "W:WK47,K48,K49:BK6";

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|mv| (*mv).to_owned()).collect()
}

#[test]
fn a_line_becomes_numbered_steps_on_the_board_that_it_begins_on() {
    let start = games::find("draughts").and_then(|game| {
        game.start(&Setup { variant: None, position: None }).ok().map(|pos| pos.to_text())
    });
    let start = start.unwrap_or_default();
    let moves = texts(&["32-28", "19-23", "28x19", "14x23", "1-50"]);
    let steps = line_steps("draughts", None, &start, 0, &moves);
    let numbers: Vec<usize> = steps.iter().map(|step| step.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4], "what is not legal ends the line");
    assert_eq!(steps[0].art, Some(Art::Man { white: true }));
    assert_eq!(steps[1].art, Some(Art::Man { white: false }));
    assert_eq!(steps[2].from, Some(steps[0].to), "the same man goes on");
    let turned = line_steps("draughts", None, &start, 1, &moves);
    assert_ne!(turned[0].to, steps[0].to);
}

#[test]
fn a_tile_may_go_where_the_board_shown_has_no_cell_yet() {
    let start = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let moves = texts(&["wQ -wS1", "bQ bS1-", "wA1 -wQ"]);
    let steps = line_steps("hive", None, start, 0, &moves);
    let goals: Vec<f32> = steps.iter().map(|step| step.to.0).collect();
    assert_eq!(goals, [-1.0, 2.0, -2.0], "in hexagons from the first tile");
    assert!(steps.iter().all(|step| step.from.is_none() && step.art.is_some()), "{steps:?}");
}

/// So many moves from here without a capture.
fn quiet_moves(pos: &dyn Position, n: usize) -> Option<Vec<String>> {
    if n == 0 {
        return Some(Vec::new());
    }
    pos.legal_moves().into_iter().filter(|mv| !mv.0.contains('x')).find_map(|mv| {
        let mut after = pos.boxed_clone();
        after.play(&mv.0).ok()?;
        let rest = quiet_moves(&*after, n - 1)?;
        Some(std::iter::once(mv.0).chain(rest).collect())
    })
}

#[test]
fn what_rules_of_draws_count_is_told_at_the_end_of_a_line() {
    let game = games::find("draughts")
        .map(|game| game.start(&Setup { variant: None, position: Some(THREE_TO_ONE.to_owned()) }));
    let Some(Ok(start)) = game else { panic!("a position of draughts") };
    let history = [start.trace()];
    let Some(moves) = quiet_moves(&*start, 4) else { panic!("no quiet moves") };
    let told = counts_after("draughts", None, THREE_TO_ONE, &history, &moves);
    assert!(told.contains(&"16-move rule: 2 of 16".to_owned()), "{told:?}");
    let without = counts_after("draughts", None, THREE_TO_ONE, &[], &moves);
    assert!(without.is_empty(), "what was played before is not known");
}
