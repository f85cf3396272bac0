//! What files tell that cannot be, or is too much: nothing is lost without a word, and whatever is
//! read can be played through and opened again.

use quintet::games::backgammon::{Backgammon, read_xgid};
use quintet::games::{MoveText, Record, Rules, Setup, Side};

use super::{mat, moves, one, read};

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
    let record = one("sgf", &tree("Crawford:CrawfordGame", ";W[31hefe];B[52lqln]"));
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

/// `31`, `8/5 6/5`, `roll`, `62`, `24/18 13/11`.
fn short_game() -> Record {
    let mut record = Record::new("backgammon", Setup::default());
    let mut at = Record::START;
    for (text, side) in [
        ("31", None),
        ("8/5 6/5", Some(Side::First)),
        ("roll", Some(Side::Second)),
        ("62", None),
        ("24/18 13/11", Some(Side::Second)),
    ] {
        at = record.add(at, MoveText(text.into()), side);
    }
    record
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn long_comments_are_kept_by_every_format() {
    let mut record = short_game();
    let line = record.main_line();
    for comment in [
        "an [opening] that everybody knows ".repeat(124),
        "é".repeat(4_200),
        "[x ; # 郭 ".repeat(3_000),
    ] {
        record.node_mut(line[1]).comment = comment.trim().to_owned();
        for format in ["mat", "sgf"] {
            let text = Backgammon::write_game(format, &record).unwrap();
            let again = one(format, &text);
            assert_eq!(moves(&again), moves(&record), "{format}");
            let kept = &again.node(again.main_line()[1]).comment;
            if format == "sgf" {
                assert_eq!(*kept, comment.trim());
                continue;
            }
            // GNU Backgammon reads lines of 1,023 bytes at most.
            assert!(text.lines().all(|line| line.len() < 600), "{text}");
            if comment.contains(' ') {
                let plain = comment.replace('[', "(");
                assert_eq!(words(&kept.replace('[', "(")), words(&plain));
            } else {
                assert_eq!(words(kept).concat(), comment);
            }
        }
    }
}

#[test]
fn long_lines_of_others_are_kept_or_what_is_cut_is_told() {
    let lines =
        |remark: &str| mat(3, &format!("  1) 31: 8/5 6/5\n; {remark}\n  2)   62: 24/18 13/11"));
    let record = one("mat", &lines(&"é".repeat(4_200)));
    assert_eq!(moves(&record).len(), 5);
    assert_eq!(record.node(record.main_line()[1]).comment, "é".repeat(4_200));
    let long = lines(&"x".repeat(20_001));
    assert_eq!(
        told("mat", &long),
        ["game 1, line 6: of a remark with 20001 characters the first 20000 are kept"]
    );
    assert_eq!(moves(&read("mat", &long).records[0]).len(), 5);
    let heading = format!("; [Site \"{}\"]\n{}", "x".repeat(501), mat(3, "  1) 31: 8/5 6/5"));
    assert_eq!(
        told("mat", &heading),
        ["line 1: of \"Site\" with 501 characters the first 500 are kept"]
    );
    let turn = mat(3, &format!("  1) 31: 8/5 6/5{}", " 6/5".repeat(1_000)));
    assert!(told("mat", &turn)[0].contains("a line of 4016 characters"));
}

#[test]
fn values_of_trees_are_kept_or_what_is_cut_is_told() {
    let tree = |n: usize| format!("(;GM[6]MI[length:3];W[31hefe]C[{}])", "x".repeat(n));
    assert_eq!(told("sgf", &tree(30_000)), [""; 0]);
    assert_eq!(
        told("sgf", &tree(1_000_001)),
        ["game 1, line 1: of \"C\" with 1000001 bytes the first 1000000 are kept"]
    );
    let place = format!("(;GM[6]PC[{}]MI[length:3];W[31hefe])", "x".repeat(10_001));
    assert_eq!(
        told("sgf", &place),
        ["game 1, line 1: of \"PC\" with 10001 bytes the first 10000 are kept"]
    );
}

#[test]
fn a_mat_file_holds_what_is_said_of_every_move() {
    let mut record = short_game();
    let line = record.main_line();
    record.node_mut(Record::START).comment = "before all\nGame 1".into();
    record.node_mut(line[0]).comment = "on the dice".into();
    record.node_mut(line[2]).comment = "no double".into();
    record.node_mut(line[4]).comment = "a play".into();
    let mut at = *line.last().unwrap();
    for (text, side, said) in [
        ("resign 1", Some(Side::First), "enough"),
        ("reject", Some(Side::Second), "not for me"),
        ("roll", Some(Side::First), "so be it"),
        ("resign 3", Some(Side::First), "really"),
        ("accept", Some(Side::Second), "thanks"),
    ] {
        if text == "resign 3" {
            at = record.add(at, MoveText("44".into()), None);
        }
        at = record.add(at, MoveText(text.into()), side);
        record.node_mut(at).comment = said.into();
    }
    let again = one("mat", &Backgammon::write_game("mat", &record).unwrap());
    let said: Vec<&str> = std::iter::once(Record::START)
        .chain(again.main_line())
        .map(|id| again.node(id).comment.as_str())
        .filter(|comment| !comment.is_empty())
        .collect();
    assert_eq!(
        said,
        [
            "before all\ngame 1",
            "on the dice",
            "no double\na play",
            "enough\nnot for me\nso be it",
            "really\nthanks"
        ]
    );
    // What was said last of a game that goes on is not lost either.
    let mut record = short_game();
    let roll = record.add(record.last(), MoveText("roll".into()), Some(Side::First));
    record.node_mut(roll).comment = "and now?".into();
    assert!(Backgammon::write_game("mat", &record).unwrap().contains("; and now?\n"));
}

#[test]
fn too_much_of_anything_is_left_out_with_a_sentence() {
    let next = "(;GM[6]MI[length:3];W[31hefe])";
    for (part, reason) in [
        (";", "it has more than 200000 parts"),
        ("KO[]", "it has more than 200000 parts"),
        ("(;)", "turn 1: a game of more than 20000 moves and remarks"),
    ] {
        let tree = format!("(;GM[6]MI[length:3];W[31hefe]{}){next}", part.repeat(200_010));
        let all = read("sgf", &tree);
        let told = all.problems.first().map(ToString::to_string).unwrap_or_default();
        assert_eq!(told, format!("game 1, line 1: {reason}"), "{part}");
        assert_eq!((all.problems.len(), all.records.len()), (1, 2), "{part}");
        assert!(all.records.iter().all(|record| moves(record).len() == 2), "{part}");
    }
    for (format, text) in [
        ("mat", mat(3, &"x\n".repeat(5_000))),
        ("mat", format!("; [a \"{}\"]\n", "y".repeat(501)).repeat(5_000) + &mat(3, "")),
        ("sgf", format!("(;GM[6]MI[length:3];W[31hefe]{})", "(;B[62aggi])(;B[99])".repeat(5_000))),
        ("sgf", "(;GM[1])".repeat(5_000)),
    ] {
        let all = read(format, &text);
        assert!(all.problems.len() <= 1_001, "{format}: {}", all.problems.len());
    }
    let all = read("mat", &mat(3, &"x\n".repeat(5_000)));
    let last = all.problems.last().map(|problem| problem.reason.as_str());
    assert_eq!(last, Some("4000 more problems are not listed"));
    // Turns beyond any game: those up to there are kept.
    let turns = "; x\n".repeat(30_000);
    let long = read("mat", &mat(3, &format!("  1) 31: 8/5 6/5\n{turns}")));
    assert_eq!(long.problems.len(), 1);
    assert!(long.problems[0].reason.contains("more than 20000 moves and remarks"));
    assert_eq!(moves(&long.records[0]).len(), 2);
}

#[test]
fn the_games_of_a_match_are_counted_as_the_problems_count_them() {
    let mut text = " 9 point match\n".to_owned();
    for game in 1..=5 {
        let points = game - 1;
        text.push_str(&format!("\n Game {game}\n A : {points}    B : 0\n  1) 31: 8/5 6/5\n"));
        if game == 4 {
            text.push_str("hello\n");
        }
        text.push_str("      Wins 1 point\n");
    }
    let all = read("mat", &text);
    assert_eq!(all.problems.len(), 1);
    assert_eq!(all.problems[0].game, Some(4));
    assert_eq!((all.records.len(), &all.numbers[..], all.n_joined), (1, &[5][..], 4));
    // A game that does not follow begins a record of its own.
    let all = read("mat", &text.replace("A : 3    B : 0", "A : 5    B : 0"));
    assert_eq!((all.records.len(), &all.numbers[..], all.n_joined), (3, &[3, 4, 5][..], 2));
    let start = Backgammon::start(&all.records[1].setup).unwrap();
    assert_eq!(read_xgid(&start.to_text()), Ok(start));
}
