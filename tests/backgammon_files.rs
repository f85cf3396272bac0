//! Backgammon's ids, boards and files: what other programs write, our own, and broken ones.

use std::time::Duration;

use quintet::games::backgammon::{Backgammon, read_xgid, write_xgid};
use quintet::games::testing::{Seeded, check_garbage};
use quintet::games::{
    Actor, GamesRead, MoveText, Outcome, Reading, Recognised, Record, Rules, Setup, Side,
};

#[path = "backgammon_files/bounds.rs"]
mod bounds;

const IDS: &str = include_str!("data/backgammon/ids.csv");

/// The rows of the table: XGID, FIBS board, position id, match id.
fn ids() -> Vec<[&'static str; 4]> {
    let rows = IDS.lines().filter(|line| line.starts_with("XGID"));
    let rows: Vec<[&str; 4]> = rows
        .map(|line| line.split(';').collect::<Vec<_>>().try_into().expect("four fields"))
        .collect();
    assert_eq!(rows.len(), 60);
    rows
}

/// What a pasted text is, and where it starts.
#[track_caller]
fn position(text: &str) -> (String, Backgammon) {
    match Backgammon::recognise(text) {
        Ok(Some(Recognised::Position { what, setup })) => {
            (what, Backgammon::start(&setup).expect("what is recognised can be set up"))
        }
        other => panic!("{text:?} is no position: {other:?}"),
    }
}

#[track_caller]
fn broken(text: &str) -> String {
    match Backgammon::recognise(text) {
        Err(problem) => problem.to_string(),
        other => panic!("{text:?} is not refused: {other:?}"),
    }
}

fn in_form(pos: &Backgammon, form: &str) -> String {
    let texts = pos.position_texts();
    texts.into_iter().find(|(name, _)| *name == form).expect(form).1
}

#[test]
fn every_position_is_written_as_gnu_backgammon_writes_its_ids() {
    for [xgid, _, position, match_id] in ids() {
        let pos = read_xgid(xgid).expect(xgid);
        let ids = in_form(&pos, "GNU position and match id");
        assert_eq!(ids, format!("{position}:{match_id}"), "{xgid}");
        assert_eq!(write_xgid(&pos, Side::First), known_to_us(xgid));
    }
}

/// Beavers are not played here: of an XGID's rules for money only Jacoby stays. The larger die
/// comes first.
fn known_to_us(xgid: &str) -> String {
    let turned: String = xgid.split(':').nth(4).expect("an XGID has dice").chars().rev().collect();
    let mut fields: Vec<&str> = xgid.split(':').collect();
    if fields[8] == "0" {
        fields[7] = if matches!(fields[7], "1" | "3") { "1" } else { "0" };
    }
    if fields[4] < turned.as_str() {
        fields[4] = &turned;
    }
    fields.join(":")
}

#[test]
fn every_id_is_read_as_the_position_it_stands_for() {
    for [xgid, _, id, match_id] in ids() {
        let pos = read_xgid(xgid).expect(xgid);
        let (what, read) = position(&format!("{id}:{match_id}"));
        assert_eq!((what.as_str(), read), ("GNU position and match id", pos), "{xgid}");
        // The position id alone says nothing of match, dice and cube.
        let (what, alone) = position(id);
        assert_eq!((what.as_str(), alone.board), ("GNU position id", pos.board), "{xgid}");
        assert_eq!((alone.score, alone.terms.length), ([0, 0], 0));
    }
}

#[test]
fn every_fibs_board_is_read_as_the_position_it_stands_for() {
    for [xgid, board, ..] in ids() {
        let mut pos = read_xgid(xgid).expect(xgid);
        let (what, read) = position(board);
        // A FIBS board does not say whether Jacoby's rule is played.
        if pos.terms.length == 0 {
            pos.terms.jacoby = true;
        }
        assert_eq!((what.as_str(), read), ("FIBS board", pos), "{xgid}");
    }
}

#[test]
fn fibs_boards_are_written_with_the_fields_that_matter_as_gnu_backgammon_has_them() {
    // Length, score, places, turn, dice, cube, colour, direction, borne off.
    let fields = (4..=34).chain([37]).chain(40..=42).chain(45..=46);
    for [xgid, board, ..] in ids() {
        let pos = read_xgid(xgid).expect(xgid);
        let ours = in_form(&pos, "FIBS board");
        let (ours, theirs): (Vec<&str>, Vec<&str>) =
            (ours.split(':').collect(), board.split(':').collect());
        assert_eq!((ours.len(), theirs.len()), (53, 53));
        assert_eq!(ours[3], if theirs[3] == "0" { "9999" } else { theirs[3] });
        for field in fields.clone() {
            assert_eq!(ours[field], theirs[field], "field {field} of {xgid}");
        }
        let (_, read) = position(&ours.join(":"));
        let (_, same) = position(board);
        assert_eq!(read, same, "{xgid}");
    }
}

#[test]
fn fibs_boards_of_every_colour_and_direction_are_the_same_opening() {
    // The rows named so in the table of boards that GNU Backgammon answered with "8/5 6/5".
    let start = "-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2";
    let turned = "2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2";
    let (_, plain) = position(&format!(
        "board:You:Opp:7:0:0:0:{start}:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
    ));
    assert_eq!(
        write_xgid(&plain, Side::First),
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    );
    for (points, turn, colour, direction) in
        [(turned, -1, -1, -1), (start, -1, -1, 1), (turned, 1, 1, 1)]
    {
        let (home, bar) = if direction < 0 { (0, 25) } else { (25, 0) };
        let (_, read) = position(&format!(
            "board:You:Opp:7:0:0:0:{points}:0:{turn}:3:1:0:0:1:1:1:0:{colour}:{direction}:{home}:\
             {bar}:0:0:0:0:0:0:0:0"
        ));
        assert_eq!(read, plain, "{colour} {direction}");
    }
    // "Was doubled" asks who is doubled; the doubler is the other one.
    for turn in [1, -1] {
        let (_, doubled) = position(&format!(
            "board:You: a b :Opp:9999:0:0:0:{start}:0:{turn}:0:0:0:0:2:0:1:1:1:-1:0:25:0:0:0:0:0:0:0:0"
        ));
        assert_eq!(
            write_xgid(&doubled, Side::First),
            "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:0:1:0:10"
        );
    }
}

#[test]
fn positions_are_found_wherever_they_stand() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10";
    let pos = read_xgid(xgid).unwrap();
    let id = "4HPwATDgc/ABMA";
    let ids = in_form(&pos, "GNU position and match id");
    let (_, match_id) = ids.split_once(':').unwrap();
    for text in [
        format!("What would you play here?\n\n  {xgid}\n thanks"),
        format!("look: {xgid}."),
        xgid.to_lowercase().replace("-b----e-c---ee---c-e----b-", "-b----E-C---eE---c-e----B-"),
        xgid.trim_start_matches("XGID=").to_owned(),
        format!(" GNU Backgammon  Position ID: {id}\n                 Match ID   : {match_id}\n +13-14-"),
        format!("gnubgid {ids}"),
        format!("[{}]", in_form(&pos, "FIBS board")).replace(['[', ']'], ""),
        "0;1;0;0;1;root;gnubg;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"
            .to_owned(),
    ] {
        assert_eq!(position(&text).1, pos, "{text}");
    }
    for text in ["", "f5d6c3d3", "32-28 19-23", "Hello, world of boards: 12", "wS1;bS1 wS1-"] {
        assert_eq!(Backgammon::recognise(text), Ok(None), "{text}");
    }
}

#[test]
fn broken_ids_and_boards_say_what_is_wrong_with_them() {
    for (text, reason) in [
        ("4HPwATDgc/ABM", "line 1: Position id \"4HPwATDgc/ABM\": 13 characters, 14 are needed"),
        (
            "4HPwATDgc/ABMAA",
            "line 1: Position id \"4HPwATDgc/ABMAA\": 15 characters, 14 are needed",
        ),
        (
            "4HPwATDgc/ABMA:cAkAAAAAAAA",
            "line 1: Match id \"cAkAAAAAAAA\": 11 characters, 12 are needed",
        ),
        (
            "Position ID: 4HPw_TDgc/ABMA",
            "line 1: Position id \"4HPw_TDgc/ABMA\": '_' is not a letter of it",
        ),
        (
            "x\nPosition ID: //////////////\n",
            "line 2: Position id \"//////////////\": its last letter holds more than an id has",
        ),
        (
            "Position ID: /////////////w",
            "line 1: Position id \"/////////////w\": a side has more than 15 checkers",
        ),
        (
            "Match ID: cAkAAAAAAAAA",
            "line 1: Match id \"cAkAAAAAAAAA\": the position id that belongs to it is missing",
        ),
        (
            "4HPwATDgc/ABMA:8AlgAAAAGAAA",
            "line 1: Match id \"8AlgAAAAGAAA\": the match to 3 is over at 3-0",
        ),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:1:0:10", "line 1: XGID: dice: \"71\""),
        (
            "board:You:Opp:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0",
            "line 1: FIBS board: 22 fields",
        ),
    ] {
        let told = broken(text);
        assert!(told.starts_with(reason), "{text}: {told}");
    }
    let setup = Setup { variant: None, position: Some("4HPwATDgc/ABM".to_owned()) };
    let error = Backgammon::start(&setup).unwrap_err().to_string();
    assert!(error.contains("13 characters, 14 are needed"), "{error}");
}

const MAT: &str = include_str!("data/backgammon/match.mat");
const SGF: &str = include_str!("data/backgammon/match.sgf");
/// As GNU Backgammon 1.07 exports an opening position with 31 rolled, at 2-3 to 7, cube on 2.
const SNOWIE: &str = include_str!("data/backgammon/position.snw.txt");

fn read(format: &str, text: &str) -> GamesRead {
    Backgammon::read_games(format, text.as_bytes(), &Reading::default())
}

/// The only record of a text without a mistake, of which nothing is left out but what an analysis of GNU
/// Backgammon says beyond its values.
#[track_caller]
fn one(format: &str, text: &str) -> Record {
    let GamesRead { mut records, mut problems, .. } = read(format, text);
    let is_analysis = |reason: &str| reason.contains(" analysis of ");
    problems.retain(|problem| !(problem.is_around && is_analysis(&problem.reason)));
    assert_eq!(problems, [], "{text}");
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn moves(record: &Record) -> Vec<String> {
    record.moves_to(record.last()).into_iter().map(|MoveText(text)| text).collect()
}

/// A text without its heading, as a game of one turn a line.
fn mat(length: u32, lines: &str) -> String {
    format!(" {length} point match\n\n Game 1\n A : 0    B : 0\n{lines}\n")
}

#[test]
fn a_match_is_the_same_in_every_format() {
    let (by_mat, by_sgf) = (one("mat", MAT), one("sgf", SGF));
    assert_eq!(moves(&by_mat), moves(&by_sgf));
    assert_eq!(by_mat.setup, by_sgf.setup);
    assert_eq!(by_mat.setup.variant.as_deref(), Some("match-3"));
    assert_eq!(by_sgf.tags.players, ["Ada: the 1st", "Bob  Ölsen"]);
    assert_eq!(by_mat.tags.players, by_sgf.tags.players);
    assert_eq!(by_mat.result, by_sgf.result);
    let result = by_mat.result.clone().unwrap();
    assert_eq!(
        (result.outcome, result.reason.as_str()),
        (Outcome::WonBy(Side::Second), "match won")
    );
    // Snowie writes the same without a heading.
    let snowie = MAT.split_once("]\n").unwrap().1;
    assert_eq!(moves(&one("snowie", snowie)), moves(&by_mat));
    for format in ["mat", "sgf"] {
        let text = Backgammon::write_game(format, &by_mat).unwrap();
        let again = one(format, &text);
        assert_eq!(moves(&again), moves(&by_mat));
        assert_eq!(Backgammon::write_game(format, &again).unwrap(), text);
    }
}

#[test]
fn what_an_analysis_says_beyond_its_values_is_said_to_be_left_out() {
    let told: Vec<String> = read("sgf", SGF).problems.iter().map(ToString::to_string).collect();
    let plays = "the rest of an analysis of plays (A) is left out";
    assert!(told.iter().any(|told| told.contains(plays)), "{told:?}");
    assert_eq!(read("sgf", SGF).n_faults(), 0);
}

#[test]
fn what_is_written_has_the_columns_of_gnu_backgammon() {
    let text = Backgammon::write_game("mat", &one("mat", MAT)).unwrap();
    let turns = |text: &str| -> Vec<String> {
        let is_turn = |line: &&str| {
            !line.trim_start().starts_with(';') && (line.contains(')') || line.contains("Wins"))
        };
        text.lines().filter(is_turn).map(|line| line.trim_end().to_owned()).collect()
    };
    let theirs = turns(MAT);
    assert_eq!(turns(&text).len(), theirs.len());
    // Steps have several spellings; dice, cube and points have one.
    let columns = |line: &str| -> [Vec<String>; 2] {
        let (left, right) = line.split_at(line.len().min(33));
        [left, right].map(|cell| {
            let words = cell.split_whitespace().filter(|word| !word.contains('/'));
            words.map(str::to_owned).collect()
        })
    };
    for (ours, theirs) in turns(&text).iter().zip(&theirs) {
        assert_eq!(columns(&ours.replace(" and the match", "")), columns(theirs));
    }
}

#[test]
fn remarks_above_the_first_game_are_its_comment_in_every_format() {
    let text = format!("; Played at home.\n; [Site \"Ghent\"]\n{}", mat(3, "  1) 31: 8/5 6/5"));
    let record = one("mat", &text);
    assert_eq!(record.node(Record::START).comment, "Played at home.");
    for format in ["mat", "sgf"] {
        let written = Backgammon::write_game(format, &record).unwrap();
        let again = one(format, &written);
        assert_eq!(again.node(Record::START).comment, "Played at home.", "{written}");
    }
}

#[test]
fn matches_of_the_field_are_read_however_they_are_laid_out() {
    let plain = mat(
        3,
        "  1) 31: 8/5 6/5                 62: 24/18 13/11 \n  2)  Doubles => 2                Takes\n  3) 55: 13/3 13/3               33:",
    );
    let wanted = moves(&one("mat", &plain));
    assert_eq!(
        wanted,
        [
            "31",
            "8/5 6/5",
            "roll",
            "62",
            "24/18 13/11",
            "double",
            "take",
            "55",
            "13/8 13/8 8/3 8/3",
            "roll",
            "33"
        ]
    );
    for (what, text) in [
        ("CRLF", plain.replace('\n', "\r\n")),
        (
            "tabs",
            plain
                .replace("                 62:", "\t62:")
                .replace("                Takes", "\tTakes"),
        ),
        (
            "one blank",
            plain
                .replace("                 62:", " 62:")
                .replace("                Takes", " Takes"),
        ),
        ("glued", plain.replace(": 8/5 6/5", ":8/5 6/5").replace("62: ", "6-2:")),
        ("dashes", plain.replace("8/5 6/5", "8-5 6-5")),
        ("stars and brackets", plain.replace("13/3 13/3", "13/3(2)")),
        ("written out", plain.replace("13/3 13/3", "13/8/3 13/8 8/3")),
        ("no names", plain.replace(" A : 0    B : 0\n", "")),
        ("no game line", plain.replace(" Game 1\n A : 0    B : 0\n", "")),
        ("capitals", plain.replace("Doubles", "DOUBLES").replace("Takes", "takes")),
        ("byte order mark", format!("\u{feff}{plain}")),
    ] {
        let read = read("mat", &text);
        assert_eq!(read.problems, [], "{what}: {text}");
        assert_eq!(moves(&read.records[0]), wanted, "{what}: {text}");
    }
    // The second player begins: the column says so, or two tabs.
    for line in ["  1)                             31: 8/5 6/5", "1)\t\t31: 8/5 6/5"] {
        assert_eq!(moves(&one("mat", &mat(3, line))), ["13", "8/5 6/5"], "{line}");
    }
    // Latin-1 of old archives, and headings of XG.
    let mut bytes = b"; [Player 1 \"J\xfcrgen\"]\n; [Site \"XG\"]\n; [Jacoby \"Off\"]\n; [CubeLimit \"64\"]\n; [Variation \"Backgammon\"]\n\n".to_vec();
    bytes.extend(mat(0, "  1) 31: 8/5 6/5").bytes());
    let all = Backgammon::read_games("mat", &bytes, &Reading::default());
    assert_eq!(all.problems, []);
    let record = &all.records[0];
    assert_eq!((record.tags.players[0].as_str(), record.tags.place.as_str()), ("Jürgen", "XG"));
    let start = Backgammon::start(&record.setup).unwrap();
    assert_eq!((start.terms.jacoby, start.terms.max_log2), (false, 6));
}

#[test]
fn games_end_as_the_file_says() {
    // A resignation is told only by what it wins.
    let resigned = mat(7, "  1) 31: 8/5 6/5                 62: \n      Wins 2 points");
    assert_eq!(
        moves(&one("mat", &resigned)),
        ["31", "8/5 6/5", "roll", "62", "resign 2", "accept"]
    );
    let before_rolling = mat(7, "  1) 31: 8/5 6/5\n      Wins 1 point");
    assert_eq!(moves(&one("mat", &before_rolling)), ["31", "8/5 6/5", "resign 1", "accept"]);
    let dropped = mat(1, "  1) 31: 8/5 6/5\n      Wins 1 point and the match");
    let record = one("mat", &dropped);
    assert_eq!(record.result.as_ref().unwrap().margin, Some(1));
    assert!(Backgammon::write_game("mat", &record).unwrap().contains("Wins 1 point and the match"));
    // Where Jacoby's rule is not told, what is won tells it.
    for (points, jacoby) in [(1, true), (2, false)] {
        let s = if points == 1 { "" } else { "s" };
        let text =
            mat(0, &format!("  1) 31: 8/5 6/5                 62: \n      Wins {points} point{s}"));
        let start = Backgammon::start(&one("mat", &text).setup).unwrap();
        assert_eq!(start.terms.jacoby, jacoby, "{text}");
    }
    // Several games of a session are one record.
    let session = format!(
        "{}\n Game 2\n A : 1    B : 0\n  1)                             54: 24/20 13/8\n  2)  Doubles => 2                Drops\n      Wins 1 point\n",
        mat(0, "  1) 31: 8/5 6/5\n      Wins 1 point")
    );
    let record = one("mat", &session);
    assert_eq!(record.result.as_ref().map(|result| result.margin), Some(Some(2)));
    assert_eq!(moves(&record).len(), 4 + 4);
    assert_eq!(
        moves(&one("sgf", &Backgammon::write_game("sgf", &record).unwrap())),
        moves(&record)
    );
}

#[test]
fn broken_matches_say_where_and_keep_what_came_before() {
    for (text, kept, problem) in [
        (
            mat(3, "  1) 31: 8/5 6/5                 62: 24/17 13/11"),
            4,
            "game 1, line 5: turn 2: 62: \"24/17 13/11\": ",
        ),
        (
            mat(3, "  1) 31: 8/5 6/5                 44: \n  2) 52: 13/8 13/11"),
            4,
            "game 1, line 6: turn 3: 44 is not played, but 13/9",
        ),
        (mat(3, "  1) 71: 8/5 6/5"), 0, "game 1, line 5: turn 1: 71 are no dice"),
        (
            mat(3, "  1) 33: 8/5 6/5"),
            0,
            "game 1, line 5: turn 1: the first roll of a game cannot be 33",
        ),
        (
            mat(3, "  1) 31: 8/5 6/5                  Takes"),
            2,
            "game 1, line 5: turn 2: there is no double to be taken or dropped",
        ),
        (
            mat(1, "  1) 31: 8/5 6/5                  Doubles => 2"),
            2,
            "game 1, line 5: turn 2: Black cannot double: the cube is dead",
        ),
        (
            mat(3, "  1) 31: 8/5 6/5                  Doubles => 2").replace("A : 0", "A : 2"),
            2,
            "game 1, line 5: turn 2: Black cannot double: it is the Crawford game",
        ),
        (
            mat(3, "  1) 31: 8/5 6/5                  Beavers => 4"),
            2,
            "game 1, line 5: \"Beavers => 4\" is not played here",
        ),
        (
            mat(3, "  1) 31: 8/5 6/5                 62: \n      Wins 7 points"),
            4,
            "game 1, line 6: turn 2: 7 points cannot be won by resignation with the cube at 1",
        ),
        (
            format!("{}\n", mat(99_999, "  1) 31: 8/5 6/5")),
            0,
            "game 1, line 3: a match to 99999 is too long",
        ),
    ] {
        let all = read("mat", &text);
        let told = all.problems.first().map(ToString::to_string).unwrap_or_default();
        assert!(told.starts_with(problem), "{text}: {told}");
        assert_eq!(moves(&all.records[0]).len(), kept, "{text}: {told}");
    }
    // A later game is read on its own.
    let two =
        format!("{}\n Game 2\n A : 0    B : 1\n  1) 31: 8/5 6/5\n", mat(3, "  1) 31: 8/5 7/5"));
    let all = read("mat", &two);
    assert_eq!((all.records.len(), all.problems.len()), (2, 1));
    assert_eq!(moves(&all.records[1]), ["31", "8/5 6/5"]);
    let start = Backgammon::start(&all.records[1].setup).unwrap();
    assert_eq!((start.score, start.game), ([0, 1], 2));
    // A number that is told wrongly beside good moves is a note.
    let note = mat(
        3,
        "  1) 31: 8/5 6/5                  Doubles => 4\n  2)  Drops                       Wins 2 points",
    );
    let all = read("mat", &note);
    let told: Vec<String> = all.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "game 1, line 5: the cube goes to 2, not to 4",
            "game 1, line 6: Black is said to win 2, but Black won 1"
        ]
    );
    assert_eq!(moves(&all.records[0]).len(), 4);
    assert!(read("mat", "nothing").problems[0].reason.contains("no game of backgammon"));
    assert!(read("pgn", "").problems[0].reason.contains("unknown format \"pgn\""));
}

#[test]
fn trees_hold_variations_comments_clocks_and_marks() {
    let mut record = Record::new("backgammon", Setup::default());
    let opening = record.add(Record::START, MoveText("31".into()), None);
    let best = record.add(opening, MoveText("8/5 6/5".into()), Some(Side::First));
    let roll = record.add(best, MoveText("roll".into()), Some(Side::Second));
    let dice = record.add(roll, MoveText("62".into()), None);
    let play = record.add(dice, MoveText("24/18 13/11".into()), Some(Side::Second));
    let other =
        record.add(dice, MoveText("24/16".replace("24/16", "24/18 18/16")), Some(Side::Second));
    let double = record.add(best, MoveText("double".into()), Some(Side::Second));
    let drop = record.add(double, MoveText("drop".into()), Some(Side::First));
    let worse = record.add(opening, MoveText("24/23 13/10".into()), Some(Side::First));
    record.node_mut(Record::START).comment = "before all".into();
    record.node_mut(best).comment = "the [best]\nby far \\o/".into();
    record.node_mut(best).marks = vec!["!".into()];
    record.node_mut(worse).marks = vec!["?!".into()];
    record.node_mut(dice).comment = "a bad roll".into();
    record.node_mut(play).time_left = Some(Duration::from_secs(65));
    record.tags.players = ["A]b".into(), String::new()];
    record.tags.other.insert("Event".into(), "Cup: final".into());
    let text = Backgammon::write_game("sgf", &record).unwrap();
    let again = one("sgf", &text);
    assert_eq!(again.n_nodes(), record.n_nodes(), "{text}");
    for (id, kept) in [play, other, drop, worse].into_iter().zip(1..) {
        let line = record.moves_to(id);
        let found = (0..again.n_nodes()).find(|node| again.moves_to(*node) == line);
        let found = found.unwrap_or_else(|| panic!("line {kept} is lost: {text}"));
        let (one, other) = (record.node(id), again.node(found));
        assert_eq!(
            (&one.comment, &one.marks, one.time_left),
            (&other.comment, &other.marks, other.time_left)
        );
    }
    assert_eq!(again.moves_to(again.last()), record.moves_to(play), "{text}");
    let node = again.node(again.main_line()[1]);
    assert_eq!(
        (node.comment.as_str(), &node.marks[..]),
        ("the [best]\nby far \\o/", &["!".to_owned()][..])
    );
    assert_eq!(again.node(again.main_line()[3]).comment, "a bad roll");
    assert_eq!(again.node(Record::START).comment, "before all");
    assert_eq!(again.tags.players[0], "A]b");
    assert_eq!(again.tags.other["Event"], "Cup: final");
    assert_eq!(Backgammon::write_game("sgf", &again).unwrap(), text);
}

#[test]
fn trees_of_others_are_read_and_broken_ones_say_where() {
    let tree =
        |moves: &str| format!("(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b]\n{moves})");
    // A dance is dice alone; remarks may stand before their move.
    let record = one("sgf", &tree(";C[first]W[31hefe]\n;B[62aggi]"));
    assert_eq!(record.node(record.main_line()[1]).comment, "first");
    // The start may be set up, with cube and dice.
    let set_up = tree("AE[a:y]AW[a][a][f]AB[x][w]PL[B]CV[2]CP[b]DI[21]\n;B[21wzxz]");
    let record = one("sgf", &set_up);
    let start = Backgammon::start(&record.setup).unwrap();
    assert_eq!(
        write_xgid(&start, Side::First),
        "XGID=-B----A----------------aa-:1:-1:-1:21:0:0:0:3:10"
    );
    assert_eq!(moves(&record), ["2/off 1/off"]);
    for (text, kept, problem) in [
        (tree(";W[31hefe]\n;B[62agg]"), 2, "game 1, line 3: \"62agg\" is not a play"),
        (tree(";W[31hefe]\n;B[62aa]"), 4, "game 1, line 3: turn 2: \"24/24\" is not a play"),
        (tree(";W[31hefe]\n;W[62xrrp]"), 2, "game 1, line 3: turn 2: 62: it is Black's turn"),
        (tree(";W[31hefe]\n;AW[a]"), 2, "game 1, line 3: a position is set up in the middle"),
        (tree(";W[31hefe\n"), 0, "game 1, line 2: a bracket is not closed"),
        (
            tree(";W[31hefe](;B[62aggi])(;B[62ax])"),
            5,
            "game 1, line 2: the rest of a variation is passed over",
        ),
        ("(;GM[6]".to_owned() + &"(;W[31hefe]".repeat(600), 2, "game 1, line 1: turn 2: 31: it is"),
        (
            "(;GM[6]".to_owned() + &"(".repeat(600),
            0,
            "game 1, line 1: variations are nested more than 500 deep",
        ),
    ] {
        let all = read("sgf", &text);
        let told = all.problems.first().map(ToString::to_string).unwrap_or_default();
        assert!(told.starts_with(problem), "{text}: {told}");
        assert_eq!(moves(&all.records[0]).len(), kept, "{text}: {told}");
    }
    let chess = read("sgf", "(;GM[1];B[aa])");
    assert_eq!(chess.problems[0].to_string(), "line 1: game \"1\" is not backgammon, which is 6");
    assert!(chess.records.is_empty());
}

#[test]
fn what_a_tree_has_besides_is_named_once_per_kind_and_drawings_stay_at_their_node() {
    let sgf = "(;FF[4]GM[6]MI[length:3][odd:1]CR[Ann 1999]PW[a]PB[b]RU[Beavers]RE[none]XX[]\n\
               ;W[31hefe]CR[a][1]TR[a]XX[1]\n;B[62aggi]XX[2]CR[9]SQ[x\\]])\n";
    let all = read("sgf", sgf);
    let told: Vec<String> = all.problems.iter().map(ToString::to_string).collect();
    let expected = [
        "game 1, line 1: the match information \"odd\" is left out at node 1",
        "game 1, line 1: the rule \"beavers\" is left out at node 1",
        "game 1, line 1: the result \"none\" is left out at node 1",
        "game 1, line 2: the property XX is left out 2 times, first at node 2",
        "game 1, line 3: SQ with brackets, lines or a long value is left out at node 3",
    ];
    assert_eq!(told, expected);
    assert_eq!(all.records[0].tags.other["CR"], "Ann 1999");
    let written = Backgammon::write_game("sgf", &all.records[0]).unwrap();
    assert!(written.contains("CR[1][a]TR[a]") && written.contains("CR[9]"), "{written}");
    let drawn = |record: &Record| {
        let nodes = record.main_line().into_iter().map(|id| record.node(id).commands.join(" "));
        nodes.filter(|commands| !commands.is_empty()).collect::<Vec<_>>()
    };
    let kept = ["[%sgf CR 1] [%sgf TR a] [%csl G1]", "[%sgf CR 9]"];
    assert_eq!(drawn(&all.records[0]), kept);
    let again = drawn(&one("sgf", &written));
    assert_eq!(again, kept);
}

#[test]
fn commands_of_other_programs_are_kept_and_are_no_part_of_the_comment() {
    let sgf = "(;FF[4]GM[6]C[[%top 1\\] start]PW[a]PB[b];W[31hefe]C[[%drgnode 7 8\\] well])\n";
    let mat = mat(0, "  1) 31: 8/5 6/5\n; [%drgnode 7 8] well\n  2) 62: 24/18 13/11");
    for (format, text) in [("sgf", sgf), ("mat", &mat)] {
        let record = one(format, text);
        let said = |record: &Record| {
            let line = record.main_line().into_iter();
            let nodes = std::iter::once(Record::START).chain(line).map(|id| record.node(id));
            let said = nodes.map(|node| (node.comment.clone(), node.commands.join(" ")));
            said.filter(|(text, commands)| !(text.is_empty() && commands.is_empty()))
                .collect::<Vec<_>>()
        };
        let told = said(&record);
        let well = ("well".to_owned(), "[%drgnode 7 8]".to_owned());
        assert_eq!(told.last(), Some(&well), "{format}");
        if format == "sgf" {
            assert_eq!(told[0], ("start".to_owned(), "[%top 1]".to_owned()));
        }
        for to in ["sgf", "mat"] {
            let again = one(to, &Backgammon::write_game(to, &record).unwrap());
            assert_eq!(said(&again), told, "{format} to {to}");
        }
    }
}

/// As GNU Backgammon 1.07 names them.
#[test]
fn other_games_on_the_same_board_are_refused_by_their_name() {
    let ours = mat(3, "  1) 31: 8/5 6/5                 62: 24/18 13/11");
    let headed =
        |name: &str| format!("; [EventDate \"2026.11.23\"]\n; [Variation \"{name}\"]\n\n{ours}");
    assert_eq!(moves(&one("mat", &headed("Backgammon"))), moves(&one("mat", &ours)));
    let root = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b]";
    let tree = |rules: &str| format!("{root}RU[{rules}];W[31hefe])\n");
    assert_eq!(moves(&one("sgf", &tree("Crawford"))).len(), 2);
    for (format, text, what) in [
        ("mat", headed("NackGammon"), "Nackgammon"),
        ("mat", headed("HyperGammon (1)"), "Hypergammon"),
        ("mat", headed("Our own"), "a game of \"Our own\""),
        ("sgf", tree("Crawford:Nackgammon"), "Nackgammon"),
        ("sgf", tree("Hypergammon3"), "Hypergammon"),
    ] {
        let reason = format!("this is {what}, which is not among the games");
        let all = read(format, &text);
        assert_eq!((all.records.len(), &all.foreign), (0, &Some(reason.clone())), "{text}");
        assert_eq!(
            Backgammon::recognise(&text),
            Ok(Some(Recognised::Foreign { reason })),
            "{text}"
        );
    }
    // What else the file holds is read.
    let both = read("sgf", &(tree("Nackgammon") + &tree("Crawford")));
    assert_eq!((both.records.len(), both.problems.len()), (1, 1));
    assert_eq!(both.problems[0].game, Some(1));
}

/// Files of GNU Backgammon 1.07 whose tags were taken away, and what is wrong in a game of backgammon.
#[test]
fn other_games_on_the_same_board_are_known_by_their_first_moves_or_their_start() {
    let nack = mat(3, "  1) 41: 23/22 13/9");
    let later = mat(3, "  1) 41: 24/23 13/9               62: 23/15\n  2) 21: 23/20");
    let hyper = mat(3, "  1) 63: 23/14                    21: 22/19");
    let long = mat(3, "  1) 61: 24/17                    52: 24/17\n  2) 61: 24/18 17/16");
    let root = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b]";
    let start = "AW[x][x][w][w][m][m][m][m][h][h][h][f][f][f][f]\
                 AB[a][a][b][b][l][l][l][l][q][q][q][s][s][s][s]";
    for (format, text, what) in [
        ("mat", nack.clone(), "Nackgammon"),
        ("mat", later, "Nackgammon"),
        ("mat", hyper, "Hypergammon"),
        ("mat", long, "LongGammon"),
        ("sgf", format!("{root};W[41wvmi])"), "Nackgammon"),
        ("sgf", format!("{root}{start};W[41xwmi])"), "Nackgammon"),
    ] {
        let reason = format!("this is {what}, which is not among the games");
        let all = read(format, &text);
        assert_eq!((all.records.len(), &all.foreign), (0, &Some(reason.clone())), "{text}");
        let said = Backgammon::recognise(&text);
        assert_eq!(said, Ok(Some(Recognised::Foreign { reason })), "{text}");
    }
    // One wrong move is a mistake, whatever else could have been meant by it.
    let slip =
        nack.replace("13/9", "13/9               62: 24/18 13/11\n  2) 55: 13/8 13/8 13/8 13/8");
    let all = read("mat", &slip);
    assert_eq!((all.records.len(), &all.foreign), (1, &None), "{slip}");
    assert!(all.problems[0].reason.contains("41: \"23/22 13/9\""), "{:?}", all.problems);
    // What begins as backgammon can only be read as that.
    let ours = mat(3, "  1) 31: 8/5 6/5                 62: 24/18 13/11");
    assert_eq!(read("mat", &ours).foreign, None);
}

#[test]
fn a_position_of_snowie_is_a_game_without_moves() {
    let record = one("snowie", SNOWIE);
    let start = Backgammon::start(&record.setup).unwrap();
    assert_eq!(
        write_xgid(&start, Side::First),
        "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10"
    );
    assert_eq!(record.tags.players, ["root", "gnubg"]);
    assert_eq!(one("mat", SNOWIE), record);
    assert_eq!(position(SNOWIE).1.board, start.board);
    let broken = SNOWIE.replace(";3;1;", ";3;8;");
    assert_eq!(read("snowie", &broken).problems[0].reason, "Snowie position: 8 is not a die");
}

#[test]
fn pasted_games_are_recognised() {
    for (text, words) in [
        (MAT.to_owned(), "backgammon match"),
        (SGF.to_owned(), "backgammon SGF"),
        ("  1) 31: 8/5 6/5       62: 24/18 13/11\n".to_owned(), "backgammon match"),
        (
            mat(3, "  1) 31: 8/5 6/5                 62: 24/17 13/11"),
            "backgammon match; game 1, line 5: turn 2: 62: \"24/17 13/11\"",
        ),
    ] {
        match Backgammon::recognise(&text) {
            Ok(Some(Recognised::Game { what, record, .. })) => {
                assert!(what.starts_with(words), "{what}");
                assert!(!record.main_line().is_empty());
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
    assert!(broken("(;GM[6];W[99])").contains("99 are no dice"));
}

#[test]
fn damaged_files_never_panic_and_keep_whole_records() {
    check_garbage::<Backgammon>(
        &[("mat", MAT.as_bytes()), ("sgf", SGF.as_bytes()), ("snowie", SNOWIE.as_bytes())],
        60,
    );
}

/// Files of our own for `.ci/gnubg_files.py`, which lets GNU Backgammon read them.
#[test]
fn files_for_gnu_backgammon_are_written_and_read_again() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("backgammon");
    std::fs::create_dir_all(&folder).unwrap();
    for (seed, variant) in [
        (1, "match-5"),
        (2, "match-3"),
        (3, "money"),
        (4, "match-1"),
        (5, "match-7"),
        (6, "match-11"),
    ] {
        let mut record = random_match(variant, seed);
        record.tags.players = ["Ada the 1st".to_owned(), "Bob".to_owned()];
        let line = record.main_line();
        for id in line.into_iter().step_by(7).chain([Record::START]) {
            let said = "31: 8/5 2) Takes; Game 2 ";
            record.node_mut(id).comment = said.repeat(1 + id % 50).trim().to_owned();
        }
        for format in ["mat", "sgf"] {
            let text = Backgammon::write_game(format, &record).unwrap();
            assert_eq!(moves(&one(format, &text)), moves(&record), "{format} {variant}");
            std::fs::write(folder.join(format!("random-{seed}.{format}")), text).unwrap();
        }
    }
}

/// A match to its end, with random rolls, plays, doubles and now and then a resignation.
fn random_match(variant: &str, seed: u64) -> Record {
    let mut numbers = Seeded::new(seed);
    let setup = Setup { variant: Some(variant.to_owned()), position: None };
    let mut pos = Backgammon::start(&setup).expect("a variant of the game");
    let mut record = Record::new("backgammon", setup);
    let mut at = Record::START;
    loop {
        let side = match Rules::actor(&pos) {
            Actor::Player(side) => Some(side),
            Actor::Chance => None,
            Actor::Over(_) => break,
        };
        let legal: Vec<String> =
            Rules::legal_moves(&pos).iter().map(|mv| pos.write_move(mv)).collect();
        let text = match &legal[..] {
            [one, _] if one == "accept" => one.clone(),
            // GNU Backgammon makes a forced play itself where a roll is told without one.
            _ if side.is_some() && legal.len() > 1 && numbers.below(100) == 0 => {
                format!("resign {}", 1 + numbers.below(3))
            }
            [double, roll] if double == "double" => {
                if numbers.below(12) == 0 { double } else { roll }.clone()
            }
            all => all[numbers.below(all.len())].clone(),
        };
        let mv = pos.read_move(&text).expect("our own text");
        at = record.add(at, MoveText(text), side);
        pos.play_unchecked(&mv);
    }
    record
}

#[test]
fn the_values_of_gnu_backgammons_own_analysis_are_read_as_those_of_the_file() {
    let analysed = "(;FF[4]GM[6]MI[length:0]PW[Ada]PB[Bob]\
        ;W[31hefe]A[0][hefe E ver 3 0.55 0.17 0.01 0.13 0.01 0.160000 2C 0 1 0.000000 1]\
        [xwxu E ver 3 0.49 0.13 0.01 0.14 0.01 -0.040000 2C 0 1 0.000000 1]LU[+0.125])";
    let record = one("sgf", analysed);
    let line = record.main_line();
    let play = record.node(*line.last().unwrap());
    let eval = &play.evaluations[0];
    assert_eq!((eval.score, &*eval.depth, &*eval.engine), (0.16, "2", "GNU Backgammon (file)"));
    assert_eq!((play.loss, record.node(line[0]).luck), (Some(0.0), Some(0.125)));
    // They are written as values of a review are, and read again.
    let again = one("sgf", &Backgammon::write_game("sgf", &record).unwrap());
    assert_eq!(again.node(*again.main_line().last().unwrap()).evaluations, play.evaluations);
}

/// Numbers of a money game that GNU Backgammon 1.07.001 has analysed and written; its own statistics of the
/// game say that White lost 0.130296 by the first double, Black 0.577677 by the second one, and White 1.475354
/// by passing it.
#[test]
fn what_gnu_backgammon_says_of_the_cube_in_a_money_game_is_read_as_losses_of_the_file() {
    let first = "DA[E ver 3 0C 1 0.000000 1 0.563071 0.185085 0.006554 0.098590 0.003544 0.215646 0.264476 \
        0.563071 0.185085 0.006554 0.098590 0.003544 0.215646 0.134180]";
    let second = "DA[E ver 3 0C 1 0.000000 1 0.490441 0.116005 0.005089 0.159814 0.006589 -0.064427 0.102323 \
        0.490441 0.116005 0.005089 0.159814 0.006589 -0.064427 -0.475354]";
    let rolled = "DA[E ver 3 0C 1 0.000000 1 0.449048 0.124388 0.005021 0.173708 0.012809 -0.159013 0.100000 \
        0.449048 0.124388 0.005021 0.173708 0.012809 -0.159013 0.300000]";
    let text = |length: u32| {
        format!(
            "(;FF[4]GM[6]MI[length:{length}]PW[Ada]PB[Bert];W[31hefe];B[64aggk]{rolled}\
             ;W[double]{first};B[take]{first};W[21mj];B[double]{second};W[drop]{second})"
        )
    };
    let losses = |record: &Record| {
        let line = record.main_line().into_iter().map(|id| record.node(id));
        let told = line.filter(|node| node.evaluations.iter().any(|eval| eval.depth == "0"));
        told.map(|node| (node.mv.clone().unwrap().0, (node.loss.unwrap() * 1e6).round()))
            .collect::<Vec<_>>()
    };
    let expected = [
        ("roll", 200_000.0),
        ("double", 130_296.0),
        ("take", 0.0),
        ("double", 577_677.0),
        ("drop", 1_475_354.0),
    ];
    let expected = expected.map(|(mv, loss)| (mv.to_owned(), loss));
    assert_eq!(losses(&one("sgf", &text(0))), expected);
    // In a match the numbers are chances to win it.
    assert_eq!(losses(&one("sgf", &text(7))), []);
}
