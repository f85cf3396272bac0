//! What files tell that cannot be, or is too much: nothing is lost without a word, and whatever is
//! read can be played through and opened again.

use quintet::games::backgammon::Backgammon;
use quintet::games::{Record, Rules};

use super::{moves, one, read};

/// The problems of a text, as people read them.
fn told(format: &str, text: &str) -> Vec<String> {
    read(format, text).problems.iter().map(ToString::to_string).collect()
}

/// The set-up can be opened, and every move played from it.
#[track_caller]
fn check_playable(record: &Record) {
    let game = quintet::games::find("backgammon").expect("it is one of the games");
    let replayed = record.replay(game, record.last());
    assert!(replayed.is_ok(), "{replayed:?}");
}

/// Black to play in the middle of a game to 5 points, White 4 and Black 2.
fn set_up(rules: &str, moves: &str) -> String {
    format!(
        "(;FF[4]GM[6]MI[length:5][game:2][ws:4][bs:2]PW[a]PB[b]RU[{rules}];AE[a:y]\
         AW[x][x][m][m][m][m][m][h][h][h][f][f][f][f][f]\
         AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]PL[B]{moves})"
    )
}

#[test]
fn a_game_without_the_cube_that_is_set_up_in_its_middle_can_be_played_through() {
    for rules in ["Crawford:CrawfordGame", "NoCube", "Crawford:NoCube"] {
        let record = one("sgf", &set_up(rules, ";B[31qtst]"));
        assert_eq!(moves(&record), ["31", "8/5 6/5"], "{rules}");
        check_playable(&record);
        let again = one("sgf", &Backgammon::write_game("sgf", &record).unwrap());
        assert_eq!((moves(&again), &again.setup), (moves(&record), &record.setup), "{rules}");
        let doubled = told("sgf", &set_up(rules, ";B[double];W[take]"));
        assert!(doubled[0].contains("Black cannot double: "), "{doubled:?}");
    }
    // Where there is a cube it is there.
    let record = one("sgf", &set_up("Crawford", ";B[31qtst]"));
    assert_eq!(moves(&record), ["roll", "31", "8/5 6/5"]);
    // Of a large cube that was set up the limit is at least as large.
    let record = one("sgf", &set_up("Crawford", "CV[2048]CP[w];B[31qtst]"));
    check_playable(&record);
}

#[test]
fn a_cube_where_there_is_none_is_refused() {
    let text = set_up("NoCube", "CV[2]CP[b];B[31qtst]");
    assert_eq!(told("sgf", &text), ["game 1, line 1: the cube is larger than its limit"]);
    check_playable(&read("sgf", &text).records[0]);
}

#[test]
fn a_game_of_a_tree_is_the_crawford_game_only_where_the_tree_says_so() {
    let tree = |rules: &str, moves: &str| {
        format!("(;FF[4]GM[6]MI[length:5][game:3][ws:4][bs:2]PW[a]PB[b]RU[{rules}]{moves})")
    };
    let record = one("sgf", &tree("Crawford", ";W[31hefe];B[double];W[drop]"));
    assert_eq!(moves(&record), ["31", "8/5 6/5", "double", "drop"]);
    assert!(!Backgammon::start(&record.setup).unwrap().is_crawford);
    check_playable(&record);
    let record = one("sgf", &tree("Crawford:CrawfordGame", ";W[31hefe];B[52lqlj]"));
    assert!(Backgammon::start(&record.setup).unwrap().is_crawford);
    assert_eq!(moves(&record).len(), 4);
}

#[test]
fn scores_beyond_what_can_be_set_up_are_refused() {
    for score in [32_768_u32, 40_000, u32::MAX] {
        let reason = format!("a score of {score} to 0 is too high, 32767 is the most");
        let text = format!(" 0 point match\n\n Game 1\n A : {score}     B : 0\n  1) 31: 8/5 6/5\n");
        assert_eq!(told("mat", &text), [format!("game 1, line 3: {reason}")]);
        check_playable(&read("mat", &text).records[0]);
        let text = format!("(;GM[6]MI[length:0][ws:{score}][bs:0];W[31hefe])");
        assert_eq!(told("sgf", &text), [format!("game 1, line 1: {reason}")]);
        check_playable(&read("sgf", &text).records[0]);
    }
    let text = " 0 point match\n\n Game 1\n A : 32767     B : 0\n  1) 31: 8/5 6/5\n";
    check_playable(&one("mat", text));
}

#[test]
fn values_of_trees_are_kept_or_what_is_cut_is_told() {
    let tree = |n: usize| format!("(;GM[6]MI[length:3];W[31hefe]C[{}])", "x".repeat(n));
    assert_eq!(told("sgf", &tree(30_000)), [""; 0]);
    assert_eq!(
        told("sgf", &tree(1_000_001)),
        ["game 1, line 1: of \"C\" with 1000001 bytes the first 1000000 are kept"]
    );
}
