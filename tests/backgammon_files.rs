//! Backgammon's ids, boards and files: what other programs write, our own, and broken ones.

use quintet::games::backgammon::{Backgammon, read_xgid, write_xgid};
use quintet::games::{Recognised, Rules, Setup, Side};

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
    let turned: String = xgid.split(':').nth(4).unwrap().chars().rev().collect();
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
            "line 1: Position id \"4HPw_TDgc/ABMA\": '_' is no letter of it",
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
