//! Draughts: the battery, tables that others have counted, and the rules one by one.

use std::sync::Mutex;
use std::thread;

use quintet::games::draughts::{Counting, Draughts, Variant, perft};
use quintet::games::{Position, Rules, Setup};

/// The position as it is set up from text.
#[track_caller]
fn draughts(variant: Variant, text: &str) -> Draughts {
    let setup = Setup { variant: Some(variant.name().to_owned()), position: Some(text.to_owned()) };
    Draughts::start(&setup).unwrap_or_else(|error| panic!("{error}"))
}

/// One row of `tests/data/draughts/perft.csv`.
struct Row<'a> {
    text: &'a str,
    pos: Draughts,
    counting: Counting,
    depth: u32,
    nodes: u64,
}

/// Rows above this are counted by `cargo bench --bench perft` only.
const MOST_NODES: u64 = 20_000_000;

fn perft_row(text: &str) -> Row<'_> {
    let (variant, rest) = text.split_once(',').expect("a variant");
    let (mode, rest) = rest.split_once(',').expect("a mode");
    let (fen, rest) = rest[1..].split_once("\",").expect("a position in quotes");
    let mut numbers = rest.split(',').map(|number| number.parse::<u64>());
    let mut number = || numbers.next().expect("depth and nodes").expect("a number");
    let counting = Counting { every_path: mode == "dup", king_limit: mode != "nowolf" };
    let variant = Variant::find(variant).expect("a variant of the program");
    Row { text, pos: draughts(variant, fen), counting, depth: number() as u32, nodes: number() }
}

#[test]
fn every_row_of_the_perft_table_is_counted_right() {
    let table = include_str!("data/draughts/perft.csv");
    let rows = table.lines().filter(|row| !row.starts_with('#')).skip(1).map(perft_row);
    let mut rows: Vec<Row<'_>> = rows.filter(|row| row.nodes <= MOST_NODES).collect();
    assert_eq!(rows.len(), 575, "the table has as many rows");
    rows.sort_by_key(|row| row.nodes);
    let (rows, wrong) = (Mutex::new(rows), Mutex::new(Vec::new()));
    let count = || {
        loop {
            let Some(row) = rows.lock().unwrap().pop() else { break };
            let counted = perft(&row.pos, row.depth, row.counting);
            if counted != row.nodes {
                wrong.lock().unwrap().push(format!("{counted} instead of {}", row.text));
            }
        }
    };
    let n_threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..n_threads).for_each(|_| drop(scope.spawn(count))));
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_list_of_legal_moves_is_as_others_have_it() {
    let table = include_str!("data/draughts/movelists.tsv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let variant = Variant::find(fields[0]).expect("a variant of the program");
        let pos = draughts(variant, fields[1]);
        assert_eq!(draughts(variant, fields[2]), pos, "{row}");
        let mut moves: Vec<String> =
            Position::legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
        moves.sort();
        assert_eq!(moves.join(" "), fields[4], "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 625);
}
