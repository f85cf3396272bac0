//! What is read of files that were made to be too much: so much and no more, and it is said.

use super::*;

const KINGS: &str = "[FEN \"W:WK1:BK50\"]\n";

/// Moves that two kings can make again and again.
fn walk(n: usize) -> String {
    "1-7 50-44 7-1 44-50 ".repeat(n.div_ceil(4))
}

#[test]
fn a_game_has_so_many_moves_and_parts_and_the_next_one_is_read() {
    for (flood, n_moves, reason) in [
        (walk(100_004), 100_000, "a game has at most 100000 moves; the others are left out"),
        (walk(100_000), 100_000, ""),
        (
            walk(4) + &"! ".repeat(1_000_000),
            4,
            "a game has at most 1000000 parts; the others are left out",
        ),
    ] {
        let text = format!("{KINGS}{flood}*\n[White \"next\"]\n1. 32-28 19-23 *");
        let games = read(&text);
        let [long, next] = &games.records[..] else { panic!("{} games", games.records.len()) };
        assert_eq!((long.n_nodes() - 1, moves(next).as_str()), (n_moves, "32-28 19-23"));
        let reasons: Vec<&str> =
            games.problems.iter().map(|problem| problem.reason.as_str()).collect();
        assert_eq!(reasons, reason.split_terminator('\n').collect::<Vec<_>>());
        let marks = &long.node(long.last()).marks;
        assert!(marks.len() <= 1_000_000, "{}", marks.len());
    }
}

#[test]
fn a_heading_has_so_many_tags() {
    let tags: String = (0..1_500).map(|n| format!("[K{n} \"x\"]\n")).collect();
    let games = read(&format!("{tags}1. 32-28 *"));
    assert_eq!(
        problems(&games),
        ["game 1, line 1001: a heading has at most 1000 tags; the others are left out"]
    );
    let [record] = &games.records[..] else { panic!("{} games", games.records.len()) };
    assert_eq!((record.tags.other.len(), moves(record).as_str()), (1_000, "32-28"));
}

#[test]
fn a_long_heading_is_not_kept_again_for_every_set_up() {
    for (name, without) in
        [("Ada".to_owned(), ""), ("x".repeat(5_000), ", without the long heading")]
    {
        let parts = "32-28 /FEN \"W:W31-50:B1-20\"/ ".repeat(3);
        let games = read(&format!("[White \"{name}\"]\n{parts}32-28 *"));
        let reason = format!("a set-up amid the moves begins a new game{without}");
        assert_eq!(games.problems[0].reason, reason);
        assert_eq!((games.records.len(), games.problems.len()), (4, 3));
        let n_bytes: usize = games.records.iter().map(|game| game.tags.players[0].len()).sum();
        assert!(n_bytes <= 5_000, "{n_bytes}");
    }
}

#[test]
fn a_long_name_is_not_kept_again_for_every_evaluation() {
    let name = "x".repeat(5_000);
    let record = one(&format!("[White \"{name}\"]\n1. 32-28 {{[%eval 0.1] [%eval 0.2,9]}} *"));
    let engines: Vec<&str> =
        record.node(record.last()).evaluations.iter().map(|e| &*e.engine).collect();
    assert_eq!(engines, ["", ""]);
    assert_eq!(tree(&one(&written(&record)), Record::START), tree(&record, Record::START));
}

#[test]
fn of_thousands_of_problems_a_thousand_are_told() {
    let pdn = format!("[White \"a\"]\n{}1. 32-28 *", "[]\n".repeat(5_000));
    let games = read(&pdn);
    assert_eq!((games.records.len(), games.problems.len()), (1, 1_001));
    let last = "game 1, line 5001: 4000 more problems up to here, not listed";
    assert_eq!(problems(&games)[1_000], last);
    let positions = format!("W:W31-50:B1-20\n{}W:W31:B1\n", "x\n".repeat(5_000));
    let games = Draughts::read_games("fen", positions.as_bytes(), &Reading::default());
    assert_eq!((games.records.len(), games.problems.len()), (2, 1_001));
    assert_eq!(games.numbers, [1, 5_002]);
    let last = "game 5001, line 5001: 4000 more problems up to here, not listed";
    assert_eq!(problems(&games)[1_000], last);
}

/// Variations side by side, each following the one before and leaving it one move later.
fn side_by_side(n: usize) -> String {
    let walk = [("1-7", "1-12"), ("50-44", "50-39"), ("7-1", "7-12"), ("44-50", "44-39")];
    let mut text = format!("{KINGS}1. 1-6 ");
    let mut path: Vec<&str> = Vec::new();
    for ply in 0..n {
        let (way, off) = walk[ply % 4];
        text += &format!("({} {off}) ", path.join(" "));
        path.push(way);
    }
    text + "*"
}

#[test]
fn what_is_written_is_never_nested_deeper_than_what_is_read() {
    for (n, is_too_many) in [(100, false), (400, false), (600, true)] {
        let games = read(&side_by_side(n));
        let [record] = &games.records[..] else { panic!("{} games", games.records.len()) };
        let reason = "more than 500 variations lie in each other";
        let told = games.problems.iter().all(|problem| problem.reason.ends_with(reason));
        assert_eq!((told, !games.problems.is_empty()), (true, is_too_many), "{n}");
        let again = one(&written(record));
        assert_eq!(again.n_nodes(), record.n_nodes(), "{n}");
        assert_eq!(written(&again), written(record), "{n}");
    }
}
