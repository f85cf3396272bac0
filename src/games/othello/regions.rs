//! Regions of empty squares: who plays last in each, the parity of human players.
//!
//! Searches nothing; the engine that comes with the program has its own way to count parity.

use super::board::squares;
use super::moves::square_name;
use crate::games::Region;

/// Columns a to g and b to h.
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;

/// The regions of these empty squares, in the order of their first squares: squares that touch each other
/// along a side belong together, those that touch at a corner do not.
pub(super) fn regions(mut empty: u64) -> Vec<Region> {
    let mut regions = Vec::new();
    while empty != 0 {
        let mut region = empty & empty.wrapping_neg();
        loop {
            let beside = region << 8 | region >> 8 | (region & NOT_H) << 1 | (region & NOT_A) >> 1;
            let wider = (region | beside) & empty;
            if wider == region {
                break;
            }
            region = wider;
        }
        empty &= !region;
        let name = |square: u32| square_name(square as u8).to_owned();
        regions.push(Region { cells: squares(region).map(name).collect() });
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[&str]) -> u64 {
        let square = |name: &&str| match name.as_bytes() {
            &[col, row] => super::super::square_at(col, row),
            _ => None,
        };
        squares.iter().filter_map(square).fold(0, |set, square| set | 1 << square)
    }

    #[test]
    fn squares_that_touch_along_a_side_are_one_region() {
        let found = regions(set(&["a1", "b1", "b2", "c3", "h8"]));
        let cells: Vec<Vec<&str>> =
            found.iter().map(|region| region.cells.iter().map(String::as_str).collect()).collect();
        assert_eq!(cells, [vec!["a1", "b1", "b2"], vec!["c3"], vec!["h8"]]);
        assert_eq!(found.iter().map(Region::is_odd).collect::<Vec<_>>(), [true, true, true]);
    }

    #[test]
    fn a_region_does_not_go_on_behind_the_edge_of_the_board() {
        assert_eq!(regions(set(&["h1", "a2"])).len(), 2);
        let start = regions(super::super::Othello::START.board.empty());
        assert_eq!(start.len(), 1);
        assert_eq!((start[0].cells.len(), start[0].is_odd()), (60, false));
    }
}
