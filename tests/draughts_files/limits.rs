//! What is read of files that were made to be too much: so much and no more, and it is said.

use super::*;

const KINGS: &str = "[FEN \"W:WK1:BK50\"]\n";

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
