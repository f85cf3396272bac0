//! Hive: the battery, tables that others have counted, and the rules one by one.

use quintet::games::hive::{Hive, perft};
use quintet::games::{Rules, Setup};

#[test]
fn every_row_of_the_perft_table_to_depth_five_is_counted_right() {
    let table = include_str!("data/hive/perft.csv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| row.starts_with("Base")) {
        let fields: Vec<&str> = row.split(',').collect();
        let (depth, nodes): (u32, u64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        if depth > 5 {
            continue;
        }
        let setup = Setup { variant: Some(fields[0].to_owned()), position: None };
        let pos = Hive::start(&setup).unwrap();
        assert_eq!(perft(pos.board(), depth), nodes, "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 48);
}
