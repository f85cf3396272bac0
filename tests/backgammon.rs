//! Backgammon: plays, cube, matches and texts, against tables.

use quintet::games::backgammon::{
    Backgammon, Board, Dice, Move, Phase, Terms, perft, plays, read_xgid,
};
use quintet::games::{
    Actor, Adapter, Ending, Game, Outcome, PlayError, Position, Rules, Setup, Side,
};

/// The position as it is set up from text.
#[track_caller]
fn position(text: &str) -> Backgammon {
    read_xgid(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

#[test]
fn the_opening_rolls_have_the_published_numbers_of_plays() {
    let mut sum = (0, 0);
    let table = include_str!("data/backgammon/opening_plays.csv");
    let rows = table.lines().filter(|row| row.starts_with(|c: char| c.is_ascii_digit()));
    for row in rows {
        let numbers: Vec<u8> = row.split(',').map(|field| field.parse().unwrap()).collect();
        let dice = Dice::new(numbers[0], numbers[1]).unwrap();
        assert_eq!(plays(&Board::START, dice).len(), usize::from(numbers[2]), "{row}");
        sum = (sum.0 + u32::from(numbers[2]), sum.1 + dice.weight() * u32::from(numbers[2]));
    }
    assert_eq!(sum, (447, 637));
}

#[test]
fn two_plies_have_the_published_number_of_positions() {
    assert_eq!(perft(&Board::START, 2, |_| 1), 202_782);
    assert_eq!(perft(&Board::START, 2, |dice| dice.weight().into()), 419_783);
}

#[test]
fn positions_have_the_published_numbers_of_plays() {
    let table = include_str!("data/backgammon/legal_plays.csv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| row.starts_with('"')) {
        let fields: Vec<&str> = row.split(',').collect();
        let pos = position(fields[0].trim_matches('"'));
        let n_plays: usize = fields[3].parse().unwrap();
        let moves = Rules::legal_moves(&pos);
        assert_eq!(moves.len(), n_plays.max(1), "{row}");
        assert_eq!(pos.must_pass(), n_plays == 0, "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 208);
}

/// gnubg writes a chain only where it hits nothing on the way, so each of its texts is one play.
#[test]
fn edge_cases_have_exactly_the_published_plays() {
    let table = include_str!("data/backgammon/edge_cases.tsv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let pos = position(fields[1]);
        let published = fields[3].split(';').map(str::trim).filter(|text| !text.is_empty());
        let mut expected: Vec<String> = published
            .map(|text| Position::resolve(&pos, text).unwrap_or_else(|e| panic!("{row}: {e}")).0)
            .collect();
        if expected.is_empty() {
            expected.push("pass".to_owned());
        }
        expected.sort();
        let mut moves: Vec<String> =
            Position::legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
        moves.sort();
        assert_eq!(moves, expected, "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 16);
}
