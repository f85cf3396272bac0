//! Draughts of other kinds: their names in PDN files, and the moves that reveal the kind of a game
//! if a file does not name it.
//!
//! Reads no games of these kinds.

use super::lex::RawMove;
use crate::games::Record;
use crate::games::draughts::{Draughts, Move};

/// The kinds of draughts that have numbers in PDN (PDN 3.0 and lidraughts) and that we do not have,
/// each with its board.
const KINDS: [(u32, &str); 12] = [
    (21, "English draughts (8x8)"),
    (22, "Italian draughts (8x8)"),
    (23, "American pool checkers (8x8)"),
    (24, "Spanish draughts (8x8)"),
    (25, "Russian draughts (8x8)"),
    (26, "Brazilian draughts (8x8)"),
    (27, "Canadian draughts (12x12)"),
    (28, "Portuguese draughts (8x8)"),
    (29, "Czech draughts (8x8)"),
    (30, "Turkish draughts (8x8)"),
    (31, "Thai draughts (8x8)"),
    (41, "Spantsiretti (8x10)"),
];

const ENGLISH: &str = KINDS[0].1;
const CANADIAN: &str = KINDS[6].1;
const LETTERS: &str = "Russian or Brazilian draughts (8x8)";
const SMALL: &str = "draughts on 8x8 squares, such as English draughts";

/// The kind with this number.
pub(super) fn numbered(number: u32) -> Option<&'static str> {
    KINDS.iter().find(|(known, _)| *known == number).map(|(_, name)| *name)
}

/// The kind by any of its names in programs: `Russian`, `checkers`.
pub(super) fn named(name: &str) -> Option<&'static str> {
    let name = name.trim().to_ascii_lowercase();
    let mut words = name.split([' ', '-', '_']);
    let first = words.next().filter(|first| !first.is_empty())?;
    let rest: Vec<&str> = words.collect();
    if matches!(first, "checkers" | "anglo") || first == "american" && rest != ["pool", "checkers"]
    {
        return Some(ENGLISH);
    }
    if first == "pool" || first == "american" {
        return numbered(23);
    }
    let is_it =
        |known: &str| known.split(' ').next().is_some_and(|f| f.eq_ignore_ascii_case(first));
    KINDS.iter().map(|(_, name)| *name).find(|known| is_it(known))
}

/// The kind of draughts whose first move from the usual start this is, if we do not have it: there
/// only White's men on 31 to 35 can move.
fn by_first_move(mv: &RawMove<'_>) -> Option<&'static str> {
    match *mv.squares() {
        [9..=12, 13..=16] => Some(ENGLISH),
        [21..=24, 17..=20] => Some("draughts on 8x8 squares, such as Italian draughts"),
        [43..=48, 37..=42] => Some(CANADIAN),
        _ => None,
    }
}

/// The kind by its first move, with letters for squares: `c3-d4`. Chess, which may be written so,
/// begins with none of these moves.
pub(super) fn by_letters(text: &str) -> Option<&'static str> {
    let &[from, b'3', b'-', to, b'4'] = text.as_bytes() else { return None };
    match (from, to) {
        (b'a' | b'c', b'b') | (b'c' | b'e', b'd') | (b'e' | b'g', b'f') | (b'g', b'h') => {
            Some(LETTERS)
        }
        (b'a'..=b'h', _) if from == to => Some("Turkish draughts (8x8)"),
        _ => None,
    }
}

/// A position with letters for squares: `W:Wc1,Kd2:Bf6`.
pub(super) fn by_fen(text: &str) -> Option<&'static str> {
    let is_square = |word: &str| {
        let word = word.trim().trim_start_matches(['W', 'B', 'K']);
        matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
    };
    text.split([':', ',']).any(is_square).then_some(LETTERS)
}

/// The kind of a game that does not name it, shown by a move that cannot be played in our game.
pub(super) fn by_move(pos: &Draughts, record: &Record, mv: &RawMove<'_>) -> Option<&'static str> {
    let is_usual = record.setup.position.is_none();
    if is_usual {
        return by_first_move(mv).filter(|_| record.n_nodes() == 1);
    }
    let is_small = pos.board().occupied() >> SQUARES_OF_8X8 == 0
        && record.moves_to(record.last()).iter().all(|mv| {
            let mv: Option<Move> = mv.0.parse().ok();
            mv.is_some_and(|mv| fits_8x8(&[mv.from + 1, mv.to + 1], mv.is_capture()))
        })
        && fits_8x8(mv.squares(), mv.is_capture);
    is_small.then_some(SMALL)
}

const SQUARES_OF_8X8: u32 = 32;

/// The squares belong to a board with four dark squares in a row, and a step without a capture goes
/// to a neighbour there.
fn fits_8x8(squares: &[u8], is_capture: bool) -> bool {
    let is_there = squares.iter().all(|square| (1..=32).contains(square));
    let is_step = |from: u8, to: u8| {
        let row = |square: u8| (square - 1) / 4;
        row(from).abs_diff(row(to)) == 1 && matches!(from.abs_diff(to), 3..=5)
    };
    is_there && (is_capture || matches!(*squares, [from, to] if is_step(from, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_kinds_are_known_by_the_names_that_programs_give_them() {
        for (name, kind) in [
            ("Russian", Some("Russian draughts (8x8)")),
            ("brazilian draughts", Some("Brazilian draughts (8x8)")),
            ("Checkers", Some(ENGLISH)),
            ("American checkers", Some(ENGLISH)),
            ("American pool checkers", Some("American pool checkers (8x8)")),
            ("Pool", Some("American pool checkers (8x8)")),
            ("Spantsiretti", Some("Spantsiretti (8x10)")),
            ("of our club", None),
            ("Suicide chess", None),
            ("", None),
        ] {
            assert_eq!(named(name), kind, "{name}");
        }
    }

    #[test]
    fn a_move_of_chess_is_no_move_of_draughts_with_letters() {
        assert_eq!(by_letters("c3-d4"), Some(LETTERS));
        assert_eq!(by_letters("a3-a4"), Some("Turkish draughts (8x8)"));
        for text in ["e2-e4", "d2-d3", "c3-d5", "b3-c4", "c3d4", "c3-i4", ""] {
            assert_eq!(by_letters(text), None, "{text}");
        }
    }
}
