//! Files and pasted texts: good ones are read in full, broken ones as far as they go.

use std::time::Duration;

use quintet::games::othello::Othello;
use quintet::games::testing::check_garbage;
use quintet::games::{
    FileProblem, GameResult, GamesRead, MoveText, Outcome, Reading, Recognised, Record, Rules,
    Setup, Side,
};

const ARCHIVE: &str = include_str!("data/othello/archive.ggf");
const TRANSCRIPTS: &str = include_str!("data/othello/transcripts.txt");

/// A game of 60 moves, 37 to 27 (rules.md 3.5).
const EVEN: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5b6e8d8c6c7b5e3c8b8f2a5d2g8b4a3a4b3c2g4g5h5h3\
                    b2a7a6a1h4h7g3a2d1c1e1f1e2h2b1g2a8b7h1g1h8g7";

fn problems(games: &GamesRead) -> Vec<String> {
    games.problems.iter().map(FileProblem::to_string).collect()
}

fn moves(record: &Record) -> String {
    record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect::<Vec<_>>().join(" ")
}

fn result(outcome: Outcome, margin: i32, reason: &str) -> Option<GameResult> {
    Some(GameResult { outcome, margin: Some(margin), reason: reason.to_owned() })
}

/// One game of GGF from the normal start with these properties in its middle.
#[track_caller]
fn one_ggf(middle: &str) -> Record {
    let games = Othello::read_games(
        "ggf",
        format!("(;GM[Othello]{middle};)").as_bytes(),
        &Reading::default(),
    );
    assert_eq!(problems(&games), [""; 0]);
    games.records.into_iter().next().expect("a game without problems is read")
}

/// The problems of a text in this format, and the moves of what was kept.
fn broken(format: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let games = Othello::read_games(format, text.as_bytes(), &Reading::default());
    (problems(&games), games.records.iter().map(moves).collect())
}

#[test]
fn a_ggf_archive_is_read_game_by_game() {
    let games = Othello::read_games("ggf", ARCHIVE.as_bytes(), &Reading::default());
    assert_eq!(
        problems(&games),
        ["game 5, line 4: this is Othello on 10x10 squares, which is not among the games"]
    );
    let n_plies: Vec<usize> = games.records.iter().map(|game| game.main_line().len()).collect();
    assert_eq!(n_plies, [64, 60, 11, 14, 3]);
    let results: Vec<_> = games.records.iter().map(|game| game.result.clone()).collect();
    assert_eq!(
        results,
        [
            result(Outcome::WonBy(Side::Second), -38, "more discs"),
            result(Outcome::WonBy(Side::First), 10, "more discs"),
            result(Outcome::WonBy(Side::First), 64, "White resigned"),
            result(Outcome::WonBy(Side::Second), -12, "Black lost on time"),
            None,
        ]
    );
}

#[test]
fn the_heading_of_a_ggf_game_becomes_tags() {
    let games = Othello::read_games("ggf", ARCHIVE.as_bytes(), &Reading::default());
    let tags = &games.records[1].tags;
    assert_eq!(tags.players, ["cyrus", "delia"]);
    assert_eq!(tags.ratings, ["1850.25", "1790.5"]);
    assert_eq!(tags.clocks, ["05:00//02:00", "05:00//02:00"]);
    assert_eq!((tags.place.as_str(), tags.date.as_str()), ("GGS/os", "2026.10.31_22:15:00.UTC"));
    let other: Vec<(&str, &str)> =
        tags.other.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(other, [("KB", "+1.50"), ("KM", "0.00"), ("TY", "8")]);
}

#[test]
fn evaluations_in_ggf_are_turned_to_the_first_players_view() {
    let games = Othello::read_games("ggf", ARCHIVE.as_bytes(), &Reading::default());
    let record = &games.records[1];
    let line = record.main_line();
    let at = |ply: usize| record.node(line[ply - 1]);
    // B[f5//0.01] W[d6//0.01] .. B[c4/0.50/4.75] W[f4/1.25] .. W[e7/-4.50/9.75]
    assert_eq!(at(1).evaluations, []);
    assert_eq!(at(1).elapsed, Some(Duration::from_millis(10)));
    assert_eq!((at(5).evaluations[0].score, at(5).evaluations[0].engine.as_str()), (0.5, "cyrus"));
    assert_eq!((at(6).evaluations[0].score, at(6).elapsed), (-1.25, None));
    assert_eq!(at(10).evaluations[0].score, 4.5);
    assert_eq!((at(10).evaluations[0].engine.as_str(), at(10).side), ("delia", Some(Side::Second)));
    assert_eq!((&at(8).evaluations[..], at(8).elapsed), (&[][..], None));
}

#[test]
fn a_ggf_game_may_start_elsewhere_and_have_comments_and_unknown_properties() {
    let games = Othello::read_games("ggf", ARCHIVE.as_bytes(), &Reading::default());
    let record = &games.records[4];
    let start = "------------------*--------*O------**O-----O-------------------- O";
    assert_eq!(record.setup, Setup { variant: None, position: Some(start.to_owned()) });
    assert_eq!(moves(record), "d3 e3 f4");
    assert_eq!(record.node(Record::START).comment, "An opening study,\nin two lines");
    let line = record.main_line();
    assert_eq!(record.node(line[0]).marks, ["!?"]);
    assert_eq!(record.node(line[0]).comment, "Leaves the book");
    assert_eq!((record.node(line[2]).marks[0].as_str(), &*record.node(line[2]).comment), ("?", ""));
    assert_eq!(record.tags.other["XX"], "kept\ntoo");
}

#[test]
fn what_was_read_from_ggf_is_written_so_that_it_reads_the_same() {
    let games = Othello::read_games("ggf", ARCHIVE.as_bytes(), &Reading::default());
    let texts: Vec<String> =
        games.records.iter().map(|game| Othello::write_game("ggf", game).unwrap()).collect();
    let again = Othello::read_games("ggf", texts.concat().as_bytes(), &Reading::default());
    assert_eq!(problems(&again), [""; 0]);
    assert_eq!(again.records, games.records);
}

#[test]
fn ggf_is_written_as_nboard_writes_it() {
    let record = one_ggf(
        "PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
         BO[8 ---------------------------O*------*O--------------------------- *]\
         B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4]",
    );
    // The example of the NBoard protocol document.
    let text = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                TI[15:00]TY[8]BO[8 ---------------------------O*------*O---------------------------\
                \x20*]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)\n";
    assert_eq!(Othello::write_game("ggf", &record).unwrap(), text);
}

#[test]
fn a_result_that_ggf_has_no_suffix_for_survives() {
    let mut record = one_ggf("PB[a]PW[b]B[f5]");
    for (margin, reason, written) in [
        (Some(64), "White crashed", "RE[+64.00]TY[8]"),
        (Some(64), "White stalled (no answer in time)", "RE[+64.00]RN[White stalled (no"),
        (Some(64), "Edax resigned", "RE[+64.00:r]RN[Edax resigned]TY[8]"),
        (Some(64), "White resigned", "RE[+64.00:r]TY[8]"),
        (Some(64), "White lost on time", "RE[+64.00:t]TY[8]"),
        (Some(2), "as recorded", "RE[+2.00]TY[8]"),
        (None, "White lost on time", "RE[+64.00:t]TY[8]"),
    ] {
        record.result = Some(GameResult {
            outcome: Outcome::WonBy(Side::First),
            margin,
            reason: reason.to_owned(),
        });
        let text = Othello::write_game("ggf", &record).unwrap();
        assert!(text.replace("RN[White crashed]", "").contains(written), "{text}");
        let read = Othello::read_games("ggf", text.as_bytes(), &Reading::default());
        let margin = margin.unwrap_or(64);
        let expected = result(Outcome::WonBy(Side::First), margin, reason);
        assert_eq!(read.records[0].result, expected, "{text}");
    }
}

#[test]
fn every_suffix_of_a_ggf_result_is_understood() {
    for (text, expected) in [
        ("+2.000", result(Outcome::WonBy(Side::First), 2, "as recorded")),
        ("-40.00:r", result(Outcome::WonBy(Side::Second), -40, "Black resigned")),
        ("6:t", result(Outcome::WonBy(Side::First), 6, "White lost on time")),
        ("+0.000:s", result(Outcome::Draw, 0, "draw agreed")),
        ("-4.00:l", result(Outcome::WonBy(Side::Second), -4, "adjourned")),
        ("+0.5", result(Outcome::WonBy(Side::First), 1, "as recorded")),
        ("?", None),
        ("", None),
    ] {
        assert_eq!(one_ggf(&format!("RE[{text}]B[f5]")).result, expected, "{text}");
    }
}

#[test]
fn brackets_in_a_name_do_not_break_the_file() {
    let mut record = one_ggf("B[f5]");
    record.tags.players[0] = "Ada [1900];)".to_owned();
    let text = Othello::write_game("ggf", &record).unwrap();
    let again = Othello::read_games("ggf", text.as_bytes(), &Reading::default());
    assert_eq!(again.records[0].tags.players[0], "Ada (1900);)");
    assert_eq!(moves(&again.records[0]), "f5");
}

#[test]
fn escaped_brackets_in_a_text_are_read() {
    for (middle, comment) in [
        (r"CO[a \] b]B[f5]", "a ] b"),
        (r"CO[see \[1\]]B[f5]", "see [1]"),
        (r"CO[\]\]\]]B[f5]", "]]]"),
        (r"CO[C:\games\]B[f5]", r"C:\games\"),
        (r"CO[C:\\]B[f5]", r"C:\\"),
        (r"CO[a \b]B[f5]", r"a \b"),
    ] {
        let record = one_ggf(middle);
        assert_eq!(record.node(Record::START).comment, comment, "{middle}");
        assert_eq!(moves(&record), "f5", "{middle}");
        let written = Othello::write_game("ggf", &record).unwrap();
        let again = Othello::read_games("ggf", written.as_bytes(), &Reading::default());
        let kept = comment.replace('[', "(").replace(']', ")");
        assert_eq!(again.records[0].node(Record::START).comment, kept, "{written}");
    }
    assert_eq!(one_ggf(r"PB[Ada \[1900\]]B[f5]").tags.players[0], "Ada [1900]");
}

#[test]
fn a_value_that_ends_in_a_backslash_is_read_before_every_key_that_begins_with_a_capital() {
    let record = one_ggf(r"Event[A \]Round[1]Site[a[0\]b[1\]]KM[x\]B[f5]");
    let of = |key: &str| record.tags.other.get(key).map(String::as_str);
    assert_eq!((of("Event"), of("Round"), of("KM")), (Some(r"A \"), Some("1"), Some(r"x\")));
    assert_eq!(of("Site"), Some("a[0]b[1]"), "escaped by another program");
    let written = Othello::write_game("ggf", &record).unwrap();
    let again = Othello::read_games("ggf", written.as_bytes(), &Reading::default());
    let of = |key: &str| again.records[0].tags.other.get(key).map(String::as_str);
    assert_eq!((of("Event"), of("Round"), of("KM")), (Some(r"A \"), Some("1"), Some(r"x\")));
}

#[test]
fn a_pass_that_is_forced_may_be_left_out_and_no_other() {
    // Black takes b1, then b3; White never has a move.
    let board = format!("-O******{0}-O******{0}{0}{0}{0}{0}", "--------");
    for passes in ["", "W[pa]", "W[PASS]"] {
        let record = one_ggf(&format!("BO[8 {board} *]B[a1]{passes}B[a3]"));
        assert_eq!(moves(&record), "a1 pass a3", "{passes}");
    }
    let text = "(;GM[Othello]B[f5]B[d6];)";
    let reason = "game 1, line 1: move 2: \"d6\" is Black's, but White is to move";
    assert_eq!(broken("ggf", text), (vec![reason.to_owned()], vec!["f5".to_owned()]));
}

#[test]
fn only_the_main_line_is_written_to_ggf() {
    let mut record = one_ggf("B[f5]W[d6]");
    let first = record.main_line()[0];
    record.add(first, MoveText("f6".to_owned()), Some(Side::Second));
    let text = Othello::write_game("ggf", &record).unwrap();
    let again = Othello::read_games("ggf", text.as_bytes(), &Reading::default());
    assert_eq!(moves(&again.records[0]), "f5 d6");
    assert_eq!(again.records[0].n_nodes(), 3);
}

#[test]
fn passes_that_a_ggf_file_leaves_out_are_put_in() {
    let with =
        Othello::read_games("ggf", ARCHIVE.lines().next().unwrap().as_bytes(), &Reading::default());
    let without = ARCHIVE.lines().next().unwrap().replace("B[PA]", "").replace("W[PA]", "");
    let without = Othello::read_games("ggf", without.as_bytes(), &Reading::default());
    assert_eq!(problems(&without), [""; 0]);
    assert_eq!(moves(&without.records[0]), moves(&with.records[0]));
    assert_eq!(moves(&with.records[0]).matches("pass").count(), 4);
}

#[test]
fn moves_in_ggf_are_read_in_every_spelling() {
    assert_eq!(moves(&one_ggf("B[F5]W[d6/]B[c3//]W[ D3 /+0.5/0:01.5]B[C4xyz]")), "f5 d6 c3 d3 c4");
    let record = one_ggf("B[f5/nan/-3]W[d6/1e999/x]");
    for id in record.main_line() {
        assert_eq!((record.node(id).evaluations.len(), record.node(id).elapsed), (0, None));
    }
}

#[test]
fn a_mistake_in_ggf_is_named_and_what_came_before_is_kept() {
    let good = "(;GM[Othello]B[d3];)";
    for (bad, line, reason, kept) in [
        ("(;GM[Othello]B[f5]W[a1];)", 1, "move 2: \"a1\" is not legal for White", "f5"),
        ("(;GM[Othello]B[f5]B[f6];)", 1, "move 2: \"f6\" is Black's, but White is to move", "f5"),
        ("(;GM[Othello]\nB[f5]\nW[z9];)", 3, "\"z9\" is not a move", "f5"),
        ("(;GM[Othello]B[f5]W[PA];)", 1, "move 2: \"pass\" is not legal for White", "f5"),
        ("(;GM[Othello]B[f5]\nW[f6]", 3, "the game is not closed by \";)\"", "f5 f6"),
        ("(;GM[Othello]B[f5]\nCO[x", 2, "the value of CO is not closed by \"]\"", "f5"),
        ("(;GM[Othello]B[f5]\n!?;)", 2, "\"!?;)\" where a property should be", "f5"),
        ("(;GM[Othello]RE[many]B[f5];)", 1, "\"many\" is not a result", "f5"),
    ] {
        let (problems, moves) = broken("ggf", &format!("{good}\n{bad}\n{good}\n"));
        let reason_at = format!("game 2, line {}: {reason}", line + 1);
        assert_eq!(problems, [reason_at], "{bad}");
        assert_eq!(moves, ["d3", kept, "d3"], "{bad}");
    }
}

#[test]
fn what_is_no_game_of_ours_is_refused_and_the_rest_kept() {
    let good = "(;GM[Othello]B[d3];)";
    let other = |board: &str| format!("this is Othello {board}, which is not among the games");
    for (bad, reason) in [
        ("(;GM[Go]B[aa];)", "this is a game of \"Go\", which is not among the games"),
        ("(;GM[Othello]TY[88]B[f5];)", &other("on a board of size \"88\"")),
        ("(;GM[Othello]TY[s10r20]B[f5];)", &other("on 10x10 squares")),
        ("(;GM[Othello]TY[8a]B[f5];)", &other("for the fewest discs (anti-Othello)")),
        ("(;GM[Othello]BO[6 ------ *];)", &other("on 6x6 squares")),
        ("(;GM[Othello]BO[8 -O* *];)", "BO: 3 squares and the side to move; 64 are needed"),
    ] {
        let (problems, moves) = broken("ggf", &format!("{good}{bad}{good}"));
        assert_eq!(problems, [format!("game 2, line 1: {reason}")], "{bad}");
        assert_eq!(moves, ["d3", "d3"], "{bad}");
    }
}

#[test]
fn commands_of_other_programs_are_kept_in_ggf_and_are_no_part_of_the_comment() {
    let text = "[Black \"A\"]\n1. f5 {[%clk 0:01] good [%drgnode 7 8]} d6 2. c3 {[%x]}\n";
    let games = Othello::read_games("transcript", text.as_bytes(), &Reading::default());
    assert_eq!(problems(&games), [""; 0]);
    let record = &games.records[0];
    let said = |record: &Record| {
        let nodes = record.main_line().into_iter().map(|id| record.node(id));
        nodes.map(|node| (node.comment.clone(), node.commands.join(" "))).collect::<Vec<_>>()
    };
    let expected = [("good", "[%clk 0:01] [%drgnode 7 8]"), ("", ""), ("", "[%x]")];
    let expected = expected.map(|(text, commands)| (text.to_owned(), commands.to_owned()));
    assert_eq!(said(record), expected);
    let ggf = Othello::write_game("ggf", record).unwrap();
    let again = Othello::read_games("ggf", ggf.as_bytes(), &Reading::default());
    // GGF has a clock itself, so that one is read.
    let [mut first, second, third] = expected;
    first.1 = "[%drgnode 7 8]".to_owned();
    let record = &again.records[0];
    assert_eq!((problems(&again), said(record)), (Vec::new(), vec![first, second, third]), "{ggf}");
    let left = record.node(record.main_line()[0]).time_left;
    assert_eq!(left, Some(std::time::Duration::from_secs(1)));
}

/// The moves are random ones, legal on those boards.
#[test]
fn a_transcript_of_a_game_on_another_board_is_refused_by_its_name() {
    let says =
        |size: &str| format!("this is Othello on {size} squares, which is not among the games");
    for (text, size) in [
        ("d5c5b2e3c6b4f3f2a5a4e5b3a3c2d1a2", "6x6"),
        ("1. d2 c2 2. b1 e2 3. f2 d5", "6x6"),
        ("f7e7d4g5e8d6h5h4d5h6c6d8g6b6b7e9b5f8g7g8h9e4i4d3", "10x10"),
        ("E4 D4 C4 F4 G4 D6 G7 H3 C6 D7 G5 B6 I2 E3", "10x10"),
    ] {
        let (problems, moves) = broken("transcript", &format!("f5d6\n\n[Black \"x\"]\n{text}\n"));
        assert_eq!(problems, [format!("game 2, line 4: {}", says(size))], "{text}");
        assert_eq!(moves, ["f5 d6"], "{text}");
        let pasted = Othello::recognise(text);
        assert_eq!(pasted, Ok(Some(Recognised::Foreign { reason: says(size) })), "{text}");
    }
}

#[test]
fn text_around_ggf_games_is_reported_and_numbers_are_not() {
    let (problems, moves) = broken("ggf", "1 (;GM[Othello]B[f5];)\n2 (;GM[Othello]B[d3];)\nbye");
    assert_eq!(problems, ["line 3: \"bye\" is outside of any game"]);
    assert_eq!(moves, ["f5", "d3"]);
    assert_eq!(broken("ggf", "").0, ["line 1: there is no game in it"]);
}

#[test]
fn files_that_are_not_utf8_are_read_as_latin_1() {
    let games = Othello::read_games(
        "ggf",
        b"\xef\xbb\xbf(;GM[Othello]PB[Andr\xe9]B[f5];)\r\n",
        &Reading::default(),
    );
    assert_eq!(problems(&games), [""; 0]);
    assert_eq!(games.records[0].tags.players[0], "André");
}

#[test]
fn ten_thousand_games_are_read_in_one_go() {
    let one = ARCHIVE.lines().nth(1).unwrap().to_owned() + "\n";
    let games = Othello::read_games("ggf", one.repeat(10_000).as_bytes(), &Reading::default());
    assert_eq!((games.records.len(), games.problems.len()), (10_000, 0));
    assert_eq!(games.records[9_999].main_line().len(), 60);
}

#[test]
fn transcripts_are_read_in_every_form() {
    let games = Othello::read_games("transcript", TRANSCRIPTS.as_bytes(), &Reading::default());
    assert_eq!(problems(&games), [""; 0]);
    let n_plies: Vec<usize> = games.records.iter().map(|game| game.main_line().len()).collect();
    assert_eq!(n_plies, [60, 64, 8, 5, 12, 6]);
    assert_eq!(games.records[0].result, result(Outcome::WonBy(Side::First), 10, "more discs"));
    assert_eq!(games.records[1].result, result(Outcome::WonBy(Side::Second), -38, "more discs"));
    let headed = &games.records[4];
    assert_eq!(headed.tags.players, ["Ada", "Bert"]);
    assert_eq!(headed.tags.other["Event"], "Club evening");
    assert_eq!(headed.result, result(Outcome::WonBy(Side::First), 10, "as recorded"));
    let line = headed.main_line();
    assert_eq!(headed.node(line[3]).comment, "a quiet start");
    assert_eq!(headed.node(line[4]).marks, ["!"]);
}

#[test]
fn a_transcript_may_leave_its_passes_out() {
    let games = Othello::read_games("transcript", TRANSCRIPTS.as_bytes(), &Reading::default());
    let written = Othello::write_game("transcript", &games.records[1]).unwrap();
    assert!(!written.contains("pa"), "{written}");
    let again = Othello::read_games("transcript", written.as_bytes(), &Reading::default());
    assert_eq!(moves(&again.records[0]), moves(&games.records[1]));
    let dashed = moves(&games.records[1]).replace("pass", "--");
    let dashed = Othello::read_games("transcript", dashed.as_bytes(), &Reading::default());
    assert_eq!(moves(&dashed.records[0]), moves(&games.records[1]));
}

#[test]
fn a_transcript_may_have_one_move_on_a_line() {
    let lines: String = (0..60).map(|ply| format!("{}\n", &EVEN[2 * ply..2 * ply + 2])).collect();
    let games = Othello::read_games("transcript", lines.as_bytes(), &Reading::default());
    assert_eq!((games.records.len(), problems(&games).len()), (1, 0));
    assert_eq!(games.records[0].main_line().len(), 60);
}

#[test]
fn a_mistake_in_a_transcript_is_named_and_the_other_games_are_kept() {
    let (problems, moves) = broken("transcript", &format!("{EVEN}\nf5d6a1c3\n{EVEN}\nf5f6e6f4zz"));
    assert_eq!(
        problems,
        [
            "game 2, line 2: move 3: \"a1\" is not legal for Black",
            "game 4, line 4: \"zz\" is not a move"
        ]
    );
    assert_eq!(
        moves.iter().map(|line| line.split(' ').count()).collect::<Vec<_>>(),
        [60, 2, 60, 4]
    );
    let (problems, moves) = broken("transcript", &format!("{EVEN}a1"));
    assert_eq!(problems, ["game 1, line 1: move 61: \"a1\" comes after the end of the game"]);
    assert_eq!(moves.len(), 1);
    assert_eq!(broken("transcript", " \n").0, ["line 1: there is no move in it"]);
}

#[test]
fn a_transcript_holds_no_other_start() {
    let games = Othello::read_games("ggf", ARCHIVE.as_bytes(), &Reading::default());
    let error = Othello::write_game("transcript", &games.records[4]).unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot write as transcript: a transcript cannot hold a start other than the normal one"
    );
}

/// A WTHOR file of games given as transcripts with Black's discs.
fn wthor(games: &[(&str, u8)]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 20];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(2026_u16.to_le_bytes());
    bytes.extend([8, 0, 24, 0]);
    for (idx, (line, score)) in games.iter().enumerate() {
        let number = idx as u16;
        for word in [7, 300 + number, 400 + number] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend([*score, 33]);
        let squares = line.as_bytes().chunks(2).map(|at| (at[1] - b'0') * 10 + (at[0] - b'a' + 1));
        let mut moves: Vec<u8> = squares.collect();
        moves.resize(60, 0);
        bytes.extend(moves);
    }
    bytes
}

#[test]
fn a_wthor_file_is_read_game_by_game() {
    let games = Othello::read_games(
        "wthor",
        &wthor(&[(EVEN, 37), ("f5d6c3", 20), (EVEN, 37)]),
        &Reading::default(),
    );
    assert_eq!(problems(&games), [""; 0]);
    let [first, second, _] = &games.records[..] else { panic!("three games") };
    assert_eq!(moves(first).replace(' ', ""), EVEN);
    assert_eq!(first.result, result(Outcome::WonBy(Side::First), 10, "more discs"));
    assert_eq!(first.tags.players, ["Player 300", "Player 400"]);
    assert_eq!((first.tags.date.as_str(), &*first.tags.other["Tournament"]), ("2026", "7"));
    assert_eq!(first.tags.other["TheoreticalScore"], "33");
    assert_eq!(second.result, result(Outcome::WonBy(Side::Second), -24, "as recorded"));
}

#[test]
fn passes_are_put_into_games_from_wthor() {
    let games = Othello::read_games("transcript", TRANSCRIPTS.as_bytes(), &Reading::default());
    let line = moves(&games.records[1]).replace("pass", "").replace(' ', "");
    let read = Othello::read_games("wthor", &wthor(&[(&line, 13)]), &Reading::default());
    assert_eq!(problems(&read), [""; 0]);
    assert_eq!(moves(&read.records[0]), moves(&games.records[1]));
}

#[test]
fn a_broken_wthor_file_is_read_as_far_as_it_goes() {
    let whole = wthor(&[(EVEN, 37), ("f5d6c3", 20)]);
    let check = |bytes: &[u8], expected: &[&str], n_plies: &[usize]| {
        let games = Othello::read_games("wthor", bytes, &Reading::default());
        assert_eq!(problems(&games), expected);
        let plies: Vec<usize> = games.records.iter().map(|game| game.main_line().len()).collect();
        assert_eq!(plies, n_plies);
    };
    let cut = ["line 1: 2 games need 152 bytes, but the file has 100"];
    check(&whole[..100], &cut, &[60]);
    check(&whole[..9], &["line 1: 9 bytes are too few for a WTHOR file, whose header has 16"], &[]);
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    check(
        &changed(12, 10),
        &["line 1: offset 12: a board of size 10; only 8 by 8 can be read"],
        &[],
    );
    // Its games have room for 96 moves.
    let mut large = changed(12, 10);
    large.resize(16 + 2 * 104, 0);
    let size = "line 1: this is Othello on 10x10 squares, which is not among the games";
    check(&large, &[size], &[]);
    check(&changed(8, 3), &["line 1: offset 8: a WTHOR file of names, not of games"], &[]);
    // A file of another kind is not taken for one.
    check(
        &changed(0, 127),
        &["line 1: offset 0: 127, 26, 11 and 20 are no date; this is not a WTHOR file"],
        &[],
    );
    check(
        &changed(2, 13),
        &["line 1: offset 0: 20, 26, 13 and 20 are no date; this is not a WTHOR file"],
        &[],
    );
    check(
        &changed(11, 200),
        &["line 1: offset 10: 51434 is no year; this is not a WTHOR file"],
        &[],
    );
    let illegal = ["game 2, line 1: offset 93: move 2: \"a1\" is not legal for White"];
    check(&changed(93, 11), &illegal, &[60, 1]);
    check(&changed(93, 99), &["game 2, line 1: offset 93: 99 is not a square"], &[60, 1]);
    check(&changed(90, 65), &["game 2, line 1: offset 90: 65 is not a number of discs"], &[60, 3]);
}

#[test]
fn wthor_is_no_text_and_unknown_formats_are_named() {
    let record = one_ggf("B[f5]");
    let error = |format| Othello::write_game(format, &record).unwrap_err().to_string();
    assert_eq!(
        error("wthor"),
        "cannot write as wthor: WTHOR database is a file of bytes, and no text"
    );
    let unknown = "unknown format \"pdn\"; Othello has: ggf, transcript, pgn, wthor";
    assert_eq!(error("pdn"), format!("cannot write as pdn: {unknown}"));
    assert_eq!(
        problems(&Othello::read_games("pdn", b"", &Reading::default())),
        [format!("line 1: {unknown}")]
    );
}

#[track_caller]
fn recognised(text: &str) -> String {
    match Othello::recognise(text) {
        Ok(Some(Recognised::Game { what, record, .. })) => format!("{what}: {}", moves(&record)),
        Ok(Some(Recognised::Position { what, setup })) => {
            format!("{what}: {}", setup.position.unwrap_or_default())
        }
        Ok(Some(Recognised::Foreign { reason })) => reason,
        Ok(None) => "nothing".to_owned(),
        Err(problem) => problem.to_string(),
    }
}

#[test]
fn pasted_texts_are_recognised() {
    let board = "------------------*--------*O------**O-----O--------------------";
    let white = format!("64-character board, White to move: {board} O");
    for (text, expected) in [
        ("(;GM[Othello]B[f5]W[d6];)".to_owned(), "GGF game: f5 d6"),
        ("(;GM[Othello]B[f5];)(;GM[Othello];)".to_owned(), "GGF game, the first of 2: f5"),
        ("set game (;GM[Othello]B[f5];)".to_owned(), "GGF game: f5"),
        ("f5d6c3".to_owned(), "transcript of 3 moves: f5 d6 c3"),
        ("F5".to_owned(), "transcript of 1 move: f5"),
        ("1. f5 d6 2. c3".to_owned(), "transcript of 3 moves: f5 d6 c3"),
        (format!("{board} O"), &white),
        (format!("{} w", board.replace('-', ".").replace('*', "X")), &white),
    ] {
        assert_eq!(recognised(&text), expected, "{text}");
    }
}

/// The eight rows of a board.
fn rows(text: &str) -> Vec<String> {
    text.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

#[test]
fn a_board_needs_64_squares_whether_its_side_is_told_or_not() {
    const NONE: &str = "--------------------------*O*-------*O--------------------------";
    const DOTS: &str = "..........................*O*.......*O..................*.....X.";
    let spaced = |text: &str| text.chars().map(|c| format!("{c} ")).collect::<String>();
    let black = Ok("Black");
    let white = Ok("White");
    for (text, expected) in [
        (NONE.to_owned(), black),
        (format!("{NONE} *"), black),
        (format!("{NONE}O"), white),
        (format!("{NONE} white to move."), white),
        (format!("{}\nO to move", rows(NONE).join("\n")), white),
        (rows(NONE).join("\n"), black),
        (rows(DOTS).join("\n"), black),
        (rows(DOTS).join("\n") + "\nO;", white),
        (format!("{DOTS} Black."), black),
        (spaced(DOTS), black),
        (
            DOTS.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair) + " ").collect(),
            black,
        ),
        (spaced(NONE), black),
        (format!("{}\nO", spaced(NONE)), white),
        (format!("{}*", &NONE[..63]), black),
        (format!("{} *", &NONE[..63]), Err(63)),
        (format!("{}\n*", spaced(&NONE[..63])), Err(63)),
        (format!("{} Black", &NONE[..63]), Err(63)),
        (NONE[..63].to_owned(), Err(63)),
        (format!("{NONE}- *"), Err(65)),
        (format!("{NONE}-"), Err(65)),
        (format!("{NONE}O *"), Err(65)),
        (format!("{NONE}-- O"), Err(66)),
    ] {
        let found = recognised(&text);
        match expected {
            Ok(side) => {
                let start = format!("64-character board, {side} to move: ");
                assert!(found.starts_with(&start), "{text:?}: {found}");
            }
            Err(n) => {
                let start = format!("line 1: board: {n} squares");
                assert!(found.starts_with(&start), "{text:?}: {found}");
            }
        }
    }
}

#[test]
fn a_ggf_board_that_is_a_square_short_or_long_is_refused() {
    const NORMAL: &str = "---------------------------O*------*O---------------------------";
    for (squares, n) in [(NORMAL[..63].to_owned(), 63), (format!("{NORMAL}-"), 65)] {
        let text = format!("(;GM[Othello]BO[8 {squares} *]B[f5];)");
        let reason = format!("game 1, line 1: BO: {n} squares and the side to move; 64 are needed");
        assert_eq!(broken("ggf", &text), (vec![reason], Vec::new()), "{text}");
    }
}

#[test]
fn what_looks_like_ours_but_is_broken_is_reported() {
    for (text, expected) in [
        ("(;GM[Othello]B[f5]W[a1];)", "game 1, line 1: move 2: \"a1\" is not legal for White"),
        ("f5d6c3a1", "game 1, line 1: move 4: \"a1\" is not legal for White"),
        ("------------------*--------*O------**O-----O-------", "board: 51 squares; 64 are needed"),
    ] {
        assert_eq!(recognised(text).replace("line 1: board", "board"), expected, "{text}");
    }
}

#[test]
fn what_belongs_to_other_games_is_left_alone() {
    for text in [
        "",
        "hello",
        "1. 32-28 19-23 2. 28x19",
        "W:W31-50:B1-20",
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "Base;InProgress;White[3];wS1;bG1 -wS1;wA1 wS1/",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
        "(;FF[4]GM[6]MI[length:3];B[53qvsv])",
        "8/5 6/5",
        "4HPwATDgc/ABMA:MIEFAAAAAAAA",
        "board:You:someone:3:0:0:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5",
    ] {
        assert_eq!(recognised(text), "nothing", "{text}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let binary = wthor(&[(EVEN, 37), ("f5d6c3", 20)]);
    let samples: [(&str, &[u8]); 3] =
        [("ggf", ARCHIVE.as_bytes()), ("transcript", TRANSCRIPTS.as_bytes()), ("wthor", &binary)];
    check_garbage::<Othello>(&samples, 300);
}
