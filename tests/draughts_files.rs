//! Files, pasted texts and protocol texts of draughts: good ones are read in full, broken ones as
//! far as they go.

use std::time::Duration;

use quintet::games::draughts::board::Board;
use quintet::games::draughts::{Draughts, Move, Variant};
use quintet::games::othello::Othello;
use quintet::games::testing::{Seeded, check_garbage};
use quintet::games::{
    Evaluation, FileProblem, GameResult, GamesRead, LinkedGame, LinkedMove, MoveText, Outcome,
    PlayError, Reading, Recognised, Record, Rules, Setup, Side, find,
};
use quintet::protocol::Root;

#[path = "draughts_files/limits.rs"]
mod limits;

const GAMES: &str = include_str!("data/draughts/games.pdn");
const BROKEN: &str = include_str!("data/draughts/broken.pdn");
const MOVE_LISTS: &str = include_str!("data/draughts/movelists.tsv");

fn read(text: &str) -> GamesRead {
    Draughts::read_games("pdn", text.as_bytes(), &Reading::default())
}

fn problems(games: &GamesRead) -> Vec<String> {
    games.problems.iter().map(FileProblem::to_string).collect()
}

fn moves(record: &Record) -> String {
    record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect::<Vec<_>>().join(" ")
}

/// The only game of a text that has no mistake.
#[track_caller]
fn one(text: &str) -> Record {
    let games = read(text);
    assert_eq!(problems(&games), [""; 0], "{text}");
    let [record] = &games.records[..] else { panic!("{} games: {text}", games.records.len()) };
    record.clone()
}

#[track_caller]
fn written(record: &Record) -> String {
    Draughts::write_game("pdn", record).unwrap_or_else(|error| panic!("{error}"))
}

fn setup(variant: Option<&str>, position: Option<&str>) -> Setup {
    Setup { variant: variant.map(str::to_owned), position: position.map(str::to_owned) }
}

#[track_caller]
fn pos(variant: Variant, position: &str) -> Draughts {
    let setup = setup(Some(variant.name()), Some(position));
    Draughts::start(&setup).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn variant(name: &str) -> Variant {
    Variant::find(name).unwrap_or_else(|| panic!("{name} is not a variant"))
}

fn result(outcome: Outcome, reason: &str) -> Option<GameResult> {
    let margin = match outcome {
        Outcome::WonBy(Side::First) => 1,
        Outcome::WonBy(Side::Second) => -1,
        Outcome::Draw => 0,
    };
    Some(GameResult { outcome, margin: Some(margin), reason: reason.to_owned() })
}

const WHITE_WON: Outcome = Outcome::WonBy(Side::First);
const BLACK_WON: Outcome = Outcome::WonBy(Side::Second);

// --- PDN, read ---

#[test]
fn every_form_that_pdn_files_hold_is_read() {
    let games = read(GAMES);
    let reason = "game 7, line 47: a set-up amid the moves begins a new game";
    assert_eq!(problems(&games), [reason]);
    let lines: Vec<String> = games.records.iter().map(moves).collect();
    assert_eq!(
        lines,
        [
            "32-28 19-23 28x19x23 14x23x19 37-32 10-14 41-37 14-19",
            "34-29 19-23 40-34 14-19 45-40 10-14 50-45 5-10 32-28 23x32x28 37x28x32 20-24",
            "32-28",
            "32-28 18-23",
            "28x39x33",
            "31-26 17-21 26x17x21 12x21x17 37-31 7-12",
            "32-28 17-21",
            "47x36x14x29x31x42",
        ]
    );
    let results: Vec<_> = games.records.iter().map(|game| game.result.clone()).collect();
    let mut expected = vec![None; 8];
    expected[0] = result(Outcome::Draw, "as recorded");
    expected[2] = result(WHITE_WON, "as recorded");
    expected[3] = result(BLACK_WON, "White lost on time");
    assert_eq!(results, expected);
    let setups: Vec<(Option<&str>, Option<&str>)> = games
        .records
        .iter()
        .map(|game| (game.setup.variant.as_deref(), game.setup.position.as_deref()))
        .collect();
    assert_eq!(setups[0], (None, None));
    assert_eq!(setups[3], (Some("killer"), None));
    assert_eq!(setups[4], (Some("frisian"), Some("B:W31,33,40-42,45,47:BK5,10,17,21,28")));
    assert_eq!(setups[7], (None, Some("W:WK47:B14,19,29,31,42")));
}

#[test]
fn tags_become_the_records_tags() {
    let record = &read(GAMES).records[0];
    let tags = &record.tags;
    assert_eq!(tags.players, ["Ada \"the fast\" Byron", "Babbage, \"Charles\""]);
    assert_eq!((tags.place.as_str(), tags.date.as_str()), ("Assen NED", "2026.11.20"));
    assert_eq!(tags.ratings, ["1400", ""]);
    assert_eq!(tags.clocks, ["40/7200:3600", "40/7200:3600"]);
    let other: Vec<(&str, &str)> =
        tags.other.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let expected = [("Annotator", "C:\\games"), ("Event", "Club evening"), ("Round", "3")];
    assert_eq!(other, expected);
    let unknown = one("[White \"?\"][Black \"\"][Date \"????.??.??\"][Event \"?\"] 1. 32-28 *");
    assert_eq!((&unknown.tags.players, &unknown.tags.date), (&Default::default(), &String::new()));
    assert!(unknown.tags.other.is_empty());
}

#[test]
fn comments_marks_clocks_and_evaluations_belong_to_their_moves() {
    let record = &read(GAMES).records[0];
    let line = record.main_line();
    let at = |ply: usize| record.node(line[ply - 1]);
    let before = &record.node(Record::START).comment;
    assert_eq!(before, "Played on the second board.\nWithout spectators.");
    assert_eq!(at(1).time_left, Some(Duration::from_secs(7140)));
    assert_eq!((at(6).marks[0].as_str(), at(7).marks[0].as_str()), ("!", "!?"));
    let last = at(8);
    assert_eq!((last.marks[0].as_str(), last.comment.as_str()), ("??", "a mistake"));
    assert_eq!(last.elapsed, Some(Duration::from_millis(7500)));
    let engine = "Babbage, \"Charles\"".to_owned();
    let evaluation =
        Evaluation { score: 0.75, depth: "12".to_owned(), engine, ..Evaluation::default() };
    assert_eq!(last.evaluations, [evaluation]);
}

#[test]
fn a_comment_behind_a_number_is_said_before_the_move_that_follows() {
    let record = one(
        "{Of the game} 1. {A plan} {or two} 32-28 {a} {b} 19-23 2. {Takes} 28x19 14x23 3. {And now} 2-0",
    );
    let line = record.main_line();
    let said = |idx: usize| {
        let node = record.node(line[idx]);
        (node.comment_before(), node.comment.clone())
    };
    let both = |before: &str, comment: &str| (before.to_owned(), comment.to_owned());
    assert_eq!(record.node(Record::START).comment, "Of the game");
    assert_eq!(said(0), both("A plan\nor two", "a\nb"));
    assert_eq!([1, 2].map(said), [both("", ""), both("Takes", "")]);
    assert_eq!(said(3), both("", "And now"), "no move follows");
    let again = one(&written(&record));
    assert_eq!(again.node(again.main_line()[0]).comment_before(), "A plan\nor two");
    for variation in ["1. {Or this} 31-27", "{Or this} 1. 31-27", "{Or} 1. {this} 31-27"] {
        let bare = one(&format!("1. {{A plan}} 32-28 ({variation}) 1... {{Now}} 19-23"));
        let said = |id| bare.node(id).comment_before().replace('\n', " ");
        let texts: Vec<String> = (0..bare.n_nodes()).map(said).collect();
        assert_eq!(texts, ["", "A plan", "Or this", "Now"], "{variation}");
    }
}

#[test]
fn variations_hang_on_the_move_they_replace() {
    let record = &read(GAMES).records[0];
    let line = record.main_line();
    let other = |parent: usize| -> Vec<String> {
        let children = &record.node(parent).children[1..];
        children.iter().map(|child| record.node(*child).mv.clone().unwrap().0).collect()
    };
    assert_eq!(other(line[2]), ["13x24x19"]);
    let in_variation = record.node(line[2]).children[1];
    assert_eq!(record.node(in_variation).comment, "also good");
    assert_eq!(other(in_variation), ["33-28"]);
    let nested = record.node(in_variation).children[1];
    assert_eq!(other(nested), ["9-13", "8-13"]);
    assert_eq!(record.n_nodes(), 1 + 8 + 3 + 6);
}

#[test]
fn moves_are_read_in_every_spelling() {
    let line = "32-28 19-23 28x19x23 14x23x19";
    for text in [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1.32-28 19-23 2.28x19 14x23 *",
        "1. 32 - 28 19- 23 2. 28 x 19 14x\n23",
        "1. 32-28 19-23 2. 28:19 14X23",
        "1. 32-28 19-23 2. 28x19x23 14x23x19",
        "32-28 19-23 28x19 14x23 1-1",
        "1. 3228 1923 2. 2819 1423",
        "1. 32\u{2013}28 19-23 2. 28\u{d7}19 14-23",
        "1. 32-28 1. ... 19-23 2. 28x19 2... 14x23",
        "\u{feff}% head\n1. 32-28, 19-23, 2. 28x19,\n% line\n14x23",
        "1 32-28 19-23 2 28x19 14x23",
    ] {
        assert_eq!(moves(&one(text)), line, "{text}");
    }
}

#[test]
fn results_are_told_from_moves() {
    for (text, played, outcome) in [
        ("1. 32-28 1-0", "32-28", Some(WHITE_WON)),
        ("1. 32-28 2-0", "32-28", Some(WHITE_WON)),
        ("1. 32-28 0-1", "32-28", Some(BLACK_WON)),
        ("1. 32-28 0-2", "32-28", Some(BLACK_WON)),
        ("1. 32-28 1-1", "32-28", Some(Outcome::Draw)),
        ("1. 32-28 1/2-1/2", "32-28", Some(Outcome::Draw)),
        ("1. 32-28 \u{bd}-\u{bd}", "32-28", Some(Outcome::Draw)),
        ("1. 32-28 0-0", "32-28", None),
        ("1. 32-28 *", "32-28", None),
        ("[Result \"2-0\"] 1. 32-28 *", "32-28", Some(WHITE_WON)),
        ("[Result \"*\"] 1. 32-28 1-1", "32-28", Some(Outcome::Draw)),
        ("[Result \"1-0\"] 1. 32-28 2-0", "32-28", Some(WHITE_WON)),
        // A king's moves that begin like results.
        ("/FEN \"B:W42:BK1,K2\"/ 1... 1-18 2. 42-37 2-19", "1-18 42-37 2-19", None),
        (
            "/FEN \"B:W42:BK1,K2\"/ 1... 01-18 2. 42-37 02-19 0-2",
            "1-18 42-37 2-19",
            Some(BLACK_WON),
        ),
        ("1. 2-0", "", Some(WHITE_WON)),
        ("[White \"a\"] 1-1", "", Some(Outcome::Draw)),
    ] {
        let games = read(text);
        if text == "1. 2-0" {
            assert_eq!(problems(&games), ["line 1: there is no game in it"]);
            continue;
        }
        let record = one(text);
        assert_eq!(moves(&record), played, "{text}");
        assert_eq!(record.result.as_ref().map(|result| result.outcome), outcome, "{text}");
    }
    let other_points = one("[Result \"4-6\"] 1. 32-28 4-6");
    assert_eq!((other_points.result.as_ref(), &*other_points.tags.other["Result"]), (None, "4-6"));
    assert_eq!(one("[Result \"0-0\"] 1. 32-28 *").tags.other["Result"], "0-0");
    assert!(written(&one("1. 32-28 0-0")).contains("[Result \"0-0\"]"));
}

#[test]
fn a_heading_that_contradicts_the_end_of_the_game_is_believed_and_told_of() {
    let text = "[White \"a\"]\n[Result \"0-2\"]\n1. 32-28 19-23 1-0\n1. 31-26 *";
    let games = read(text);
    let doubt = "game 1, line 3: the result is \"0-2\" in the heading, which counts, and \"1-0\" \
                 behind the moves";
    assert_eq!(problems(&games), [doubt]);
    assert_eq!(games.records[0].result, result(BLACK_WON, "as recorded"));
    // It does not refuse a pasted text.
    assert_eq!(recognised(text).1, "32-28 19-23");
}

#[test]
fn a_variation_before_the_first_move_does_not_take_its_place() {
    for text in [
        "[White \"a\"]\n1. (31-27) 32-28 19-23 *",
        "[White \"a\"] 1. (31-27 17-21) (33-28) 32-28 19-23 *",
        "[White \"a\"] 1. ((31-27) 31-26) 32-28 19-23 *",
        // It begins as the game does.
        "[White \"a\"] 1. (32-28 17-21) 32-28 19-23 *",
        "1. 32-28 (1. 32-28 17-21) 19-23 *",
    ] {
        let record = one(text);
        assert_eq!(moves(&record), "32-28 19-23", "{text}");
        let n_others = text.matches('(').count();
        let n_children = [Record::START, record.main_line()[0]]
            .map(|node| record.node(node).children.len())
            .into_iter()
            .sum::<usize>();
        assert_eq!(n_children, 2 + n_others, "{text}");
        assert_eq!(moves(&one(&written(&record))), "32-28 19-23", "{text}");
    }
}

#[test]
fn a_star_ends_the_game_or_marks_the_only_move() {
    let record = one("1. 32-28* 19-23* 2. 28x19*");
    assert_eq!(moves(&record), "32-28 19-23 28x19x23");
    let marks: Vec<usize> =
        record.main_line().iter().map(|id| record.node(*id).marks.len()).collect();
    assert_eq!(marks, [1, 1, 0]);
    let games = read("1. 32-28*\n1. 31-26 *\n[White \"x\"] 1. 33-28* [White \"y\"] 1. 34-30*");
    let lines: Vec<String> = games.records.iter().map(moves).collect();
    assert_eq!(lines, ["32-28", "31-26", "33-28", "34-30"]);
    assert_eq!(problems(&games), [""; 0]);
}

#[test]
fn every_variant_is_known_by_its_type_and_its_name() {
    for (tags, name) in [
        ("", None),
        ("[GameType \"20\"]", None),
        ("[GameType \"20,W,10,10,N2,0\"]", None),
        ("[GameType \"99\"][Variant \"From Position\"]", None),
        ("[Variant \"Standard\"]", None),
        ("[GameType \"40\"]", Some("frisian")),
        ("[GameType \"40,W,10,10,N2,0\"][Variant \"Frisian\"]", Some("frisian")),
        ("[GameType \"96\"]", Some("breakthrough")),
        ("[GameType \"98\"][Variant \"Antidraughts\"]", Some("losing")),
        ("[GameType \"20\"][Variant \"Killer\"]", Some("killer")),
        ("[Variant \"Killer draughts\"]", Some("killer")),
        ("[GameType \"20\"][Variant \"of our club\"]", None),
        ("[GameType \"International\"]", None),
    ] {
        let record = one(&format!("{tags} 1. 32-28 *"));
        assert_eq!(record.setup, setup(name, None), "{tags}");
    }
    let odd = read("[GameType \"99\"] 1. 32-28 19-23 *");
    assert_eq!(odd.records[0].main_line().len(), 2);
    let doubt = "game 1, line 1: GameType \"99\" is not known; the game is read as international";
    assert_eq!(problems(&odd), [doubt]);
    let frysk = one("[GameType \"97\"] 1. 46-41 *");
    assert_eq!(frysk.setup, setup(Some("frisian"), Some("W:W46-50:B1-5")));
}

#[test]
fn games_of_other_kinds_are_refused_by_their_name() {
    for (tags, says) in [
        ("[GameType \"21\"]", "is English draughts"),
        ("[GameType \"22,W,8,8,N1,1\"]", "is Italian draughts"),
        ("[GameType \"25,W,8,8,A0,0\"]", "is Russian draughts"),
        ("[GameType \"27\"]", "is Canadian draughts"),
        ("[GameType \"31\"]", "is Thai draughts"),
        ("[GameType \"50\"]", "Othello is not read from PDN"),
        ("[GameType \"20,W,8,8,N2,0\"]", "this is draughts on 8x8 squares, which is not among"),
        ("[GameType \"Checkers\"]", "this is English draughts (8x8), which is not among the games"),
        ("[Variant \"Russian\"]", "this is Russian draughts (8x8), which is not among the games"),
        ("[FEN \"W:Wc1,Kd2:Bf6\"]", "this is Russian or Brazilian draughts (8x8), which"),
        ("[GameType \"77\"]", "is not known"),
        ("[GameType \"chess\"]", "is not known"),
        ("[GameType \"20,W,10,10,A0,0\"]", "only the notations N1 and N2 are read"),
        ("[Variant \"Suicide chess\"]", "the variant \"Suicide chess\" is not known"),
    ] {
        let games = read(&format!("1. 31-26 *\n{tags}\n1. 32-28 (1. 33-28) 19-23 *\n1. 31-27 *"));
        let lines: Vec<String> = games.records.iter().map(moves).collect();
        assert_eq!(lines, ["31-26", "31-27"], "{tags}");
        let [problem] = &problems(&games)[..] else { panic!("{:?}", games.problems) };
        assert!(problem.starts_with("game 2, line 2: ") && problem.contains(says), "{problem}");
    }
}

/// As Kurnik writes: the notation N1, `0-1`, captures with every square, lines broken anywhere.
#[test]
fn a_game_of_kurnik_in_the_notation_n1_is_read() {
    let record = one(
        "[Event \"?\"]\n[Site \"kurnik\"]\n[Date \"2026.04.03\"]\n[White \"ada\"]\n[Black \"bea\"]\n\
         [Result \"0-1\"]\n[Time \"17:20:58\"]\n[TimeControl \"60+5\"]\n\
         [GameType \"20,W,10,10,N1,0\"]\n[WhiteElo \"2100\"]\n\n\
         1. 32-28 18-23 2. 33-29 23x32 3.\n37x28 17-22 4. 28x17 11x22 0-1\n",
    );
    assert_eq!(moves(&record), "32-28 18-23 33-29 23x32x28 37x28x32 17-22 28x17x22 11x22x17");
    assert_eq!(record.setup, setup(None, None));
    assert_eq!(record.result, result(Outcome::WonBy(Side::Second), "as recorded"));
}

#[test]
fn commands_of_other_programs_are_kept_in_the_file_and_are_no_part_of_the_comment() {
    let text = "[White \"A\"]\n1. 32-28 {[%drgnode 7 8] good [%clk 0:01:00]} 19-23 \
                {[%csl G23,R19][%cal a]} (1... 18-23 {[%drgnode 9 1]}) 2. 28x19 *";
    let record = one(text);
    let [first, second, _] = record.main_line()[..] else { panic!("{record:?}") };
    let said = |id: usize| {
        let node = record.node(id);
        (node.comment.as_str(), node.commands.join(" "))
    };
    assert_eq!(said(first), ("good", "[%drgnode 7 8]".to_owned()));
    assert_eq!(said(second), ("", "[%csl G23,R19] [%cal a]".to_owned()));
    let again = written(&record);
    assert!(again.contains("{[%clk 0:01:00] [%drgnode 7 8] good}"), "{again}");
    assert!(
        again.contains("{[%csl G23,R19] [%cal a]}") && again.contains("{[%drgnode 9 1]}"),
        "{again}"
    );
    assert_eq!(one(&again), record);
}

#[test]
fn games_on_other_boards_without_a_game_type_are_known_by_their_moves() {
    for (game, kind) in [
        ("1. 11-15 23-19 2. 8-11 22-17 *", "English draughts (8x8)"),
        ("1. 9-13 22-18 0-1", "English draughts (8x8)"),
        ("1. 22-18 10-13 *", "draughts on 8x8 squares, such as Italian draughts"),
        ("1. c3-d4 f6-g5 2. b2-c3 *", "Russian or Brazilian draughts (8x8)"),
        ("1. a3-a4 *", "Turkish draughts (8x8)"),
        ("1. 46-40 26-32 *", "Canadian draughts (12x12)"),
        (
            "[FEN \"W:W22,K12:B3\"] 1. 22-17 3-7 2. 12-8 *",
            "draughts on 8x8 squares, such as English draughts",
        ),
    ] {
        let reason = format!("this is {kind}, which is not among the games");
        for heading in ["", "[White \"A\"]\n"] {
            let text = format!("{heading}{game}\n");
            let games = read(&format!("[Event \"x\"]\n1. 31-26 *\n\n[Event \"y\"]\n{text}"));
            let [problem] = &games.problems[..] else { panic!("{game}: {:?}", games.problems) };
            assert_eq!((problem.game, &problem.reason), (Some(2), &reason), "{game}");
            assert_eq!(games.records.iter().map(moves).collect::<Vec<_>>(), ["31-26"], "{game}");
            let pasted = Draughts::recognise(&text);
            let expected = Recognised::Foreign { reason: reason.clone() };
            assert_eq!(pasted, Ok(Some(expected)), "{text}");
        }
    }
}

/// A slip in a game of ours is no game of another kind.
#[test]
fn a_mistake_in_a_game_is_not_taken_for_another_kind_of_draughts() {
    for (game, kept) in [
        ("1. 31-26 11-15 *", "31-26"),
        ("1. 33-29 16-21 2. c3-d4 *", "33-29 16-21"),
        ("1. 32-29 *", ""),
        ("[GameType \"20\"][FEN \"W:W22,K12:B3\"] 1. 12-16 *", ""),
        ("[FEN \"W:W22,K12:B3,40\"] 1. 12-16 *", ""),
    ] {
        let games = read(game);
        assert_eq!(games.foreign, None, "{game}");
        assert_eq!(games.records.iter().map(moves).collect::<Vec<_>>(), [kept], "{game}");
    }
}

#[test]
fn a_broken_file_is_read_as_far_as_it_goes() {
    let games = read(BROKEN);
    assert_eq!(
        problems(&games),
        [
            "game 2, line 6: move 3: \"31-27\" is not one of the captures that must be made",
            "game 3, line 9: a comment begins inside another comment",
            "game 4, line 13: move 1: \"32-29\" is not legal here",
            "game 4, line 14: move 3: \"37-41\" is not legal here",
            "game 5, line 17: this is Russian draughts (8x8), which is not among the games",
            "game 6, line 21: GameType \"77\" is not known; these can be read: 20 (international), \
             40 (Frisian), 96 (breakthrough), 98 (losing)",
            "game 7, line 25: FEN \"W:W31-51:B1-20\": \"31-51\" is not a square; squares are 1 to 50",
            "game 8, line 29: FEN \"W:W1,31:B20\": a White man on 1 would be a king",
            "game 9, line 33: move 2: \"Ne5\" is not a move",
            "game 10, line 36: a comment is not closed",
            "game 11, line 41: a variation is not closed",
            "game 12, line 42: \"[Broken tag]\" is not a tag",
            "game 12, line 43: move 2: \"19-53\" names a square that the board has not",
            "game 13, line 46: a variation ends that did not begin",
        ]
    );
    let kept: Vec<(&str, String)> =
        games.records.iter().map(|game| (game.tags.players[0].as_str(), moves(game))).collect();
    let kept: Vec<(&str, &str)> = kept.iter().map(|(name, line)| (*name, line.as_str())).collect();
    assert_eq!(
        kept,
        [
            ("whole", "32-28 19-23 28x19x23 14x23x19"),
            ("illegal", "32-28 19-23"),
            ("nested", "32-28"),
            ("variation", "32-28 19-23 28x19x23"),
            ("words", "32-28"),
            ("open", "32-28 19-23"),
            ("unclosed variation", "32-28"),
            ("no square", "32-28"),
            ("too many", "32-28 19-23 28x19x23 14x23x19 37-32 10-14"),
            ("whole, too", "31-26"),
        ]
    );
    let variation = &games.records[3];
    let first = variation.main_line()[0];
    assert_eq!(variation.node(first).children.len(), 2, "a variation is kept up to its mistake");
    assert_eq!(variation.node(Record::START).children.len(), 1);
}

/// Black's king can take 24 and 32 and then 39 or 40, to come to 19 (`movelists.tsv`).
const TWO_WAYS: &str = "B:W24-26,32,33,39-41,47:B6,7,13,K27";

#[test]
fn what_follows_decides_which_capture_was_meant() {
    for (rest, meant, why) in [
        ("2. 40-34", "27x19x24x32x39", "the one was taken that fits the moves after it"),
        ("2. 39-34", "27x19x24x32x40", "the one was taken that fits the moves after it"),
        ("{a} (1... 27x20) $1 2. 39-34 {b}", "27x19x24x32x40", "the one was taken that fits"),
        ("2. 41-37", "27x19x24x32x39", "the first was taken, because no move after it decides"),
        ("*", "27x19x24x32x39", "the first was taken"),
    ] {
        let games = read(&format!("[FEN \"{TWO_WAYS}\"]\n1... 27x19 {rest}"));
        let [problem] = &problems(&games)[..] else { panic!("{rest}: {:?}", games.problems) };
        let expected = format!("game 1, line 2: move 1: \"27x19\" can be 2 captures; {why}");
        assert!(problem.starts_with(&expected), "{rest}: {problem}");
        let first = games.records[0].main_line()[0];
        assert_eq!(games.records[0].node(first).mv.as_ref().unwrap().0, meant, "{rest}");
    }
    let long = one(&format!("[FEN \"{TWO_WAYS}\"] 1... 27x43x30x19 *"));
    assert_eq!(moves(&long), "27x19x24x32x39");
    assert!(written(&long).ends_with("\n1... 27x43x30x19 *\n\n"), "{}", written(&long));
}

#[test]
fn the_long_form_names_every_turn_and_no_other_square() {
    // The example of the standard.
    let start = pos(Variant::International, "W:WK47:B14,19,29,31,42");
    let shown: Vec<(String, String)> =
        start.legal_moves().iter().map(|mv| (mv.to_string(), start.show_move(mv))).collect();
    let shown: Vec<(&str, &str)> =
        shown.iter().map(|(hub, pdn)| (hub.as_str(), pdn.as_str())).collect();
    assert!(shown.contains(&("47x36x14x29x31x42", "47x38x20x9x36")), "{shown:?}");
    assert!(shown.contains(&("47x36x19x29x31x42", "47x38x24x13x36")), "{shown:?}");
    for (text, meant) in [
        ("47x38x24x13x36", "47x36x19x29x31x42"),
        ("47x38x20x9x36", "47x36x14x29x31x42"),
        // Too few squares for the standard, but they leave no doubt.
        ("47x20x36", "47x36x14x29x31x42"),
        ("47x36x42x31x29x14", "47x36x14x29x31x42"),
    ] {
        let text = format!("/FEN \"W:WK47:B14,19,29,31,42\"/ 1. {text}");
        assert_eq!(moves(&one(&text)), meant, "{text}");
    }
}

#[test]
fn every_move_of_the_lists_is_written_for_people_and_read_back() {
    let (mut n_rows, mut n_long) = (0, 0);
    for row in MOVE_LISTS.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let start = pos(variant(fields[0]), fields[1]);
        assert_eq!(start.to_text(), fields[1]);
        assert_eq!(start.position_texts()[1].1, fields[2]);
        for mv in start.legal_moves() {
            let text = start.show_move(&mv);
            n_long += usize::from(text.matches('x').count() > 1);
            let mut record = Record::new("draughts", setup(Some(fields[0]), Some(fields[1])));
            record.add(Record::START, MoveText(mv.to_string()), Some(start.turn()));
            let pdn = written(&record);
            assert!(pdn.contains(&format!(" {text} *")), "{text}: {pdn}");
            assert_eq!(moves(&one(&pdn)), mv.to_string(), "{text}: {row}");
            assert_eq!(start.read_move(&text), Ok(mv), "{text}: {row}");
        }
        n_rows += 1;
    }
    assert_eq!(n_rows, 625);
    assert!(n_long >= 20, "{n_long} moves in the long form");
}

// --- PDN, written ---

/// A random game with a variation, marks, times, evaluations and comments on some moves.
fn random_game(variant: Variant, seed: u64) -> Record {
    let mut numbers = Seeded::new(seed);
    let mut pos = Draughts::start_of(variant);
    let name = (variant != Variant::International).then(|| variant.name());
    let mut record = Record::new("draughts", setup(name, None));
    record.tags.players = ["First, the".to_owned(), "Second \"two\" \\".to_owned()];
    record.tags.other.insert("Event".to_owned(), "e".to_owned());
    record.node_mut(Record::START).comment = "before\nthe game".to_owned();
    let mut at = Record::START;
    for ply in 0..150 {
        let moves = pos.legal_moves();
        let Some(mv) = (!moves.is_empty()).then(|| moves[numbers.below(moves.len())]) else {
            break;
        };
        let side = Some(pos.turn());
        let next = record.add(at, MoveText(mv.to_string()), side);
        decorate(&mut record, next, ply, &mut numbers);
        let other = moves[numbers.below(moves.len())];
        if ply % 7 == 2 && other != mv {
            let first = record.add(at, MoveText(other.to_string()), side);
            decorate(&mut record, first, ply + 1, &mut numbers);
            let mut after = pos;
            after.play(&other);
            if let Some(answer) = after.legal_moves().last() {
                record.add(first, MoveText(answer.to_string()), Some(after.turn()));
            }
        }
        pos.play(&mv);
        at = next;
    }
    record.result = match pos.ending() {
        Some(ending) => result(ending.outcome, ending.reason),
        None => result(Outcome::Draw, "draw agreed"),
    };
    record
}

fn decorate(record: &mut Record, id: usize, ply: usize, numbers: &mut Seeded) {
    let side = record.node(id).side.unwrap_or(Side::First);
    let player = record.tags.players[side.idx()].clone();
    let node = record.node_mut(id);
    let mut millis = |most| Some(Duration::from_millis(numbers.below(most) as u64));
    match ply % 6 {
        0 => node.time_left = millis(100_000_000),
        1 => {
            let evaluation = |depth: &str, engine: &str| Evaluation {
                score: -1.25,
                depth: depth.to_owned(),
                engine: engine.to_owned(),
                ..Evaluation::default()
            };
            node.elapsed = millis(100_000);
            node.evaluations = vec![
                evaluation("7", &player),
                evaluation("", &player),
                evaluation("31", "Scan, 3"),
            ];
        }
        2 => node.marks = ["?!", "$7", "!!"].map(str::to_owned).to_vec(),
        3 => {
            let words = ["of", "[many]", "words,", "%", "some", "long", "(and)", "one"];
            let text = (0..40).map(|_| words[numbers.below(words.len())]).collect::<Vec<_>>();
            node.comment = format!("{}\n{}", text[..25].join(" "), text[25..].join(" "));
        }
        _ => {}
    }
}

#[test]
fn what_is_written_reads_the_same_in_every_variant() {
    for variant in Variant::ALL {
        for seed in 0..12 {
            let record = random_game(variant, seed);
            let text = written(&record);
            let again = one(&text);
            assert_eq!(again.setup, record.setup, "{text}");
            assert_eq!(again.tags, record.tags, "{text}");
            assert_eq!(again.result, record.result, "{text}");
            assert_eq!(tree(&again, Record::START), tree(&record, Record::START), "{text}");
            assert_eq!(written(&again), text);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }
}

/// A record's nodes in an order that does not depend on their numbers.
fn tree(record: &Record, at: usize) -> Vec<String> {
    let node = record.node(at);
    let own = format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {}",
        node.mv,
        node.side,
        node.comment,
        node.marks,
        node.elapsed,
        node.time_left,
        node.evaluations,
        node.children.len()
    );
    let below = node.children.iter().flat_map(|child| tree(record, *child));
    std::iter::once(own).chain(below).collect()
}

#[test]
fn a_game_is_written_as_the_standard_wants_it() {
    let text = "[Event \"Match\"]\n[Site \"Here\"]\n[Date \"2026.11.20\"]\n[Round \"2\"]\n\
                [White \"A\"]\n[Black \"?\"]\n[Result \"0-2\"]\n[GameType \"20\"]\n\
                [Variant \"Killer\"]\n[SetUp \"1\"]\n[FEN \"B:W25,35,36,39-41:BK1,3-5,7\"]\n\
                [WhiteRating \"1500\"]\n[TimeControlWhite \"60\"]\n[TimeControlBlack \"30\"]\n\
                [Termination \"White crashed\"]\n[Annotator \"n\"]\n\n\
                {before} 1... 7-12?! {[%clk 0:00:59] text} (1... 4-10 2. 35-30 10-14) 2. 40-34\n\
                3-8 *\n\n";
    let record = one(text);
    assert_eq!(written(&record), text);
    assert_eq!(record.result, result(BLACK_WON, "White crashed"));
}

#[test]
fn braces_and_control_characters_cannot_break_the_file() {
    let mut record = one("1. 32-28 19-23 *");
    let first = record.main_line()[0];
    record.node_mut(first).comment = "a } b { c\u{7}\r\n\n\n  d".to_owned();
    record.node_mut(first).marks = vec!["good".to_owned(), "!".to_owned()];
    record.tags.players[0] = "two\nlines \"]".to_owned();
    record.tags.other.insert("a b".to_owned(), "is not a key".to_owned());
    let again = one(&written(&record));
    assert_eq!(again.node(first).comment, "good a ) b ( c\n\n\nd");
    assert_eq!(again.node(first).marks, ["!"]);
    assert_eq!(again.tags.players[0], "two lines \"]");
    assert_eq!(moves(&again), moves(&record));
    assert_eq!(written(&again), written(&one(&written(&again))));
}

#[test]
fn reasons_of_results_survive() {
    let mut record = one("1. 32-28 19-23 *");
    for (outcome, reason, tag) in [
        (WHITE_WON, "as recorded", None),
        (WHITE_WON, "Black lost on time", Some("Black lost on time")),
        (BLACK_WON, "White resigned", Some("White resigned")),
        (Outcome::Draw, "repetition", Some("repetition")),
        (Outcome::Draw, "draw agreed", Some("draw agreed")),
    ] {
        record.result = result(outcome, reason);
        let text = written(&record);
        let termination = text.lines().find(|line| line.starts_with("[Termination"));
        let expected = tag.map(|tag| format!("[Termination \"{tag}\"]"));
        assert_eq!(termination.map(str::to_owned), expected, "{text}");
        assert_eq!(one(&text).result, record.result);
    }
    for (tag, outcome, reason) in [
        ("Normal", "2-0", "as recorded"),
        ("time forfeit", "2-0", "Black lost on time"),
        ("time forfeit", "0-2", "White lost on time"),
        ("abandoned", "0-2", "abandoned"),
    ] {
        let record = one(&format!("[Result \"{outcome}\"][Termination \"{tag}\"] 1. 32-28 *"));
        assert_eq!(record.result.as_ref().map(|result| result.reason.as_str()), Some(reason));
        assert!(written(&record).contains(&format!("[Termination \"{tag}\"]")), "{tag}");
    }
}

#[test]
fn the_rules_say_the_result_where_the_file_does_not() {
    let record = one("[FEN \"W:W32:B28\"] 1. 32x23 *");
    assert_eq!(record.result, result(WHITE_WON, "no pieces left"));
    let contradicted = one("[Result \"1-1\"][FEN \"W:W32:B28\"] 1. 32x23 *");
    assert_eq!(contradicted.result, result(Outcome::Draw, "as recorded"));
}

#[test]
fn games_that_cannot_be_written_say_why() {
    let mut record = one("1. 32-28 *");
    record.add(record.last(), MoveText("32-28".to_owned()), Some(Side::Second));
    let error = Draughts::write_game("pdn", &record).unwrap_err().to_string();
    assert_eq!(error, "cannot write as pdn: move 2: \"32-28\" is not legal");
    let error = Draughts::write_game("fen", &one("1. 32-28 *")).unwrap_err().to_string();
    assert!(error.contains("write the game as PDN"), "{error}");
    let error = Draughts::write_game("sgf", &record).unwrap_err().to_string();
    assert!(error.contains("draughts has: pdn, fen"), "{error}");
    record.game = "othello".to_owned();
    assert!(Draughts::write_game("pdn", &record).is_err());
}

// --- Long files ---

#[test]
fn a_long_file_can_be_cancelled_and_tells_how_far_it_is() {
    let text = "[White \"x\"]\n1. 32-28 19-23 *\n".repeat(100);
    let reading = Reading::default();
    let games = Draughts::read_games("pdn", text.as_bytes(), &reading);
    assert_eq!((games.records.len(), games.problems.len()), (100, 0));
    let (part, n_games) = reading.progress();
    assert!(part > 0.95 && n_games >= 99, "{part} {n_games}");
    reading.cancel();
    let games = Draughts::read_games("pdn", text.as_bytes(), &reading);
    assert!(games.records.len() <= 1, "{}", games.records.len());
}

#[test]
fn variations_without_end_do_not_break_the_reader() {
    let games = read(&format!("1. 32-28 {}", "(1. 31-27 ".repeat(5_000)));
    assert!(games.problems.iter().any(|problem| problem.reason.contains("more than 500")));
    let many = "(".repeat(200_000);
    assert_eq!(read(&format!("1. 32-28 {many}")).records.len(), 1);
    let closed = format!("1. 32-28 {} 19-23 *", "(1. 31-27 ".repeat(99) + &")".repeat(99));
    assert_eq!(moves(&one(&closed)), "32-28 19-23");
}

#[test]
fn damaged_files_never_break_the_reader() {
    let guide = "game white eeeeeeeeeeeeeeeeeeeeebbeeeeeebeeeeeeweeeeeeeeeeee 1 m 37 28 1 32";
    check_garbage::<Draughts>(
        &[
            ("pdn", GAMES.as_bytes()),
            ("pdn", BROKEN.as_bytes()),
            ("fen", b"W:W31-50:B1-20\nB:WK1:BK2,3-6:H0:F1:+0+2 # frisian note\n"),
            ("pdn", b"pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves=\"38-15\""),
            ("pdn", guide.as_bytes()),
        ],
        150,
    );
}

// --- Positions ---

#[test]
fn positions_are_read_in_every_form() {
    let usual = "W:W31-50:B1-20";
    let kings = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29";
    let kings_written = "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29";
    for (text, canonical) in [
        (usual, usual),
        ("W:B1-20:W31-50", usual),
        (" w : w31 - 50 , : b1-20 . ", usual),
        ("\"W:W31-50:B1-20.\"", usual),
        ("?:W31-50:B1-20", usual),
        ("W:W31-50:B1-20:H0:F1", usual),
        ("Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", usual),
        ("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", usual),
        ("white bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", usual),
        ("position WHITE bbbbbbbbbbbbbbbbbbbb eeeeeeeeee wwwwwwwwwwwwwwwwwwww", usual),
        (kings, kings_written),
        ("B:W24,27-28,18,K10,K15:BK29,K25,K22,20,16,12", kings_written),
        ("W:WK1-3,k7:B9", "W:WK1,K2,K3,K7:B9"),
        ("B:W31:BK4-K5", "B:W31:BK4,K5"),
        ("B:W6,8,9:B", "B:W6,8,9:B"),
        ("B:W6-8", "B:W6-8:B"),
    ] {
        assert_eq!(pos(Variant::International, text).to_text(), canonical, "{text}");
    }
}

#[test]
fn positions_that_cannot_be_read_say_what_is_allowed() {
    for (text, says) in [
        ("", "it is empty"),
        ("X:W31:B1", "\"X\" is not a side to move; write W or B"),
        ("W:W31-50:B1-20:Q3", "\"Q3\" is not a list of pieces"),
        ("W:W0:B1", "\"0\" is not a square; squares are 1 to 50"),
        ("W:W31,,32:B1", "\"\" is not a square"),
        ("W:W50-31:B1", "the range \"50-31\" runs backwards"),
        ("W:W31:B1,31", "square 31 is taken twice"),
        ("Wbbb", "3 letters after the side to move; 50 are needed"),
        ("white xbb", "'x' is not a square; the letters are w, b, W, B and e"),
        ("31-50", "the side to move is missing"),
    ] {
        let error = Draughts::start(&setup(None, Some(text))).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn frisian_counts_of_king_moves_survive_the_round_trip() {
    let mut pos = pos(Variant::Frisian, "W:W41,K48:BK5,6");
    for mv in ["48-42", "5-10", "42-48", "10-5"] {
        pos.play(&mv.parse::<Move>().unwrap());
    }
    assert_eq!(pos.to_text(), "W:W41,K48:BK5,6:+205+248");
    for text in
        ["W:W41,K48:BK5,6:+205+248", "W:W41,K48:BK5,6:H4:F3:+205+248", "W:W41,K48:BK5,6:+2+2"]
    {
        let again = Draughts::start(&setup(Some("frisian"), Some(text))).unwrap();
        assert_eq!(again, pos, "{text}");
    }
    // The squares say whose kings were counted, also where White stands first.
    let swapped = Some("W:W41,K48:BK5,6:+348+105");
    let again = Draughts::start(&setup(Some("frisian"), swapped)).unwrap();
    assert_eq!(again.to_text(), "W:W41,K48:BK5,6:+105+348");
    let swapped = Some("W:W41,K48:BK5,6:+248+0");
    let again = Draughts::start(&setup(Some("frisian"), swapped)).unwrap();
    assert_eq!(again.to_text(), "W:W41,K48:BK5,6:+0+248");
    // Counts that no king can have made are not believed.
    for text in ["W:W41,K48:BK5,6:+0+0", "W:W41,K48:BK5,6:+9+241", "W:W41,K48:BK5,6:+"] {
        let again = Draughts::start(&setup(Some("frisian"), Some(text))).unwrap();
        assert_eq!(again.to_text(), "W:W41,K48:BK5,6", "{text}");
    }
    // The other variants do not count.
    let plain = Draughts::start(&setup(None, Some("W:W41,K48:BK5,6:+205+248"))).unwrap();
    assert_eq!(plain.to_text(), "W:W41,K48:BK5,6");
}

#[test]
fn a_position_is_copied_in_the_forms_of_its_protocols() {
    let names = |variant| -> Vec<&str> {
        let texts = Draughts::start_of(variant).position_texts();
        texts.into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names(Variant::International), ["FEN", "Hub", "GUIDE"]);
    assert_eq!(names(Variant::Frisian), ["FEN", "Hub"]);
    let black = pos(Variant::International, "B:W18,K10:B12,K50");
    for (name, text) in black.position_texts() {
        let again = pos(Variant::International, &text);
        assert_eq!(again, black, "{name}: {text}");
    }
}

#[test]
fn a_file_of_positions_has_one_on_each_line() {
    let text = "# of our own\n\nW:W31-50:B1-20\nB:W31:BK4 # frisian hard\nW:W41,K48:BK5,6:+205+0\n\
                B:W6:B # Black resigned\n";
    let games = Draughts::read_games("fen", text.as_bytes(), &Reading::default());
    assert_eq!(problems(&games), [""; 0]);
    let setups: Vec<Setup> = games.records.iter().map(|record| record.setup.clone()).collect();
    assert_eq!(
        setups,
        [
            setup(None, None),
            setup(Some("frisian"), Some("B:W31:BK4")),
            setup(Some("frisian"), Some("W:W41,K48:BK5,6:+205+0")),
            setup(None, Some("B:W6:B")),
        ]
    );
    assert_eq!(games.records[1].node(Record::START).comment, "hard");
    let written: String =
        games.records.iter().map(|record| Draughts::write_game("fen", record).unwrap()).collect();
    let again = Draughts::read_games("fen", written.as_bytes(), &Reading::default());
    assert_eq!(again.records, games.records, "{written}");
    // A comment that begins as a variant does.
    for (text, comment) in [
        ("W:WK47:B14,19 # international losing for Black", "losing for Black"),
        ("W:WK47:B14,19 # international Killer", "Killer"),
        ("W:WK47:B14,19 # international normal", "normal"),
        ("W:WK47:B14,19 # nobody is losing", "nobody is losing"),
        ("W:WK47:B14,19 # losing losing for Black", "losing for Black"),
        ("W:WK47:B14,19", ""),
    ] {
        let games = Draughts::read_games("fen", text.as_bytes(), &Reading::default());
        assert_eq!(games.records[0].node(Record::START).comment, comment);
        assert_eq!(Draughts::write_game("fen", &games.records[0]), Ok(format!("{text}\n")));
    }
    let broken = "W:W31-50:B1-20\nW:W99:B1\nnothing\nB:W31-50:B1-20\n";
    let games = Draughts::read_games("fen", broken.as_bytes(), &Reading::default());
    assert_eq!(games.records.len(), 2);
    let problems = problems(&games);
    assert!(problems[0].starts_with("game 2, line 2: \"W:W99:B1\": \"99\" is no"), "{problems:?}");
    assert!(problems[1].starts_with("game 3, line 3: \"nothing\""), "{problems:?}");
}

// --- Pasted texts ---

#[track_caller]
fn recognised(text: &str) -> (String, String) {
    match Draughts::recognise(text).unwrap_or_else(|problem| panic!("{text}: {problem}")) {
        Some(Recognised::Game { what, record, .. }) => {
            let game = find("draughts").expect("draughts is a game of the program");
            assert!(record.replay(game, record.last()).is_ok(), "{text}");
            (what, moves(&record))
        }
        Some(Recognised::Position { what, setup }) => {
            let text = Draughts::start(&setup).unwrap_or_else(|error| panic!("{error}")).to_text();
            (what, text)
        }
        Some(Recognised::Foreign { reason }) => panic!("{text:?}: {reason}"),
        None => panic!("{text:?} is not recognised"),
    }
}

#[test]
fn pasted_texts_are_recognised() {
    let usual = "bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    let start = "W:W31-50:B1-20";
    for (text, what, content) in [
        ("W:W31-50:B1-20", "FEN, White to move", start),
        (" B:WK1:B2,K3. ", "FEN, Black to move", "B:WK1:B2,K3"),
        (&format!("W{usual}"), "Hub position, White to move", start),
        (&format!("pos pos=W{usual}"), "Hub position, White to move", start),
        (
            &format!("pos=W{usual} moves=\"32-28 19-23 28x19x23\""),
            "Hub position and 3 moves",
            "32-28 19-23 28x19x23",
        ),
        (&format!("white {usual}"), "GUIDE position, White to move", start),
        (
            &format!("position black {usual} m 17 21 0 m 17 22 0"),
            "GUIDE position, Black to move",
            "B:W31-50:B1-20",
        ),
        (
            &format!("game white {usual} 2 m 32 28 0 m 19 23 0"),
            "GUIDE position and 2 moves",
            "32-28 19-23",
        ),
        (&format!("game white {usual} 0"), "GUIDE position, White to move", start),
        ("1. 32-28 19-23 2. 28x19", "list of 3 moves", "32-28 19-23 28x19x23"),
        ("32-28", "list of 1 move", "32-28"),
        ("{good} 32-28 19-23 28x19x23", "list of 3 moves", "32-28 19-23 28x19x23"),
        ("[White \"x\"]\n1. 32-28 *", "PDN game", "32-28"),
        ("[GameType \"20\"]\n[White \"x\"]\n*", "PDN game", ""),
        (
            "[White \"x\"] 1. 32-28 *\n\n[White \"y\"] 1. 31-26 *",
            "PDN game, the first of 2",
            "32-28",
        ),
    ] {
        assert_eq!(recognised(text), (what.to_owned(), content.to_owned()), "{text}");
    }
    // A capture that only Frisian knows.
    let frisian = pos(Variant::Frisian, "W:W31,33,40-42,45,47:B5,10,17,21,27").position_texts();
    let frisian = format!("pos={} moves=\"31x31x17x21x27\"", frisian[1].1);
    assert_eq!(recognised(&frisian).1, "31x31x17x21x27");
    let Ok(Some(Recognised::Position { setup: counted, .. })) =
        Draughts::recognise("W:W41,K48:BK5,6:H0:F1:+205+0")
    else {
        panic!("the position is not recognised");
    };
    assert_eq!(counted.variant.as_deref(), Some("frisian"));
    // A capture in doubt does not refuse the text.
    assert_eq!(recognised(&format!("[FEN \"{TWO_WAYS}\"] 1... 27x19 2. 39-34 *")).0, "PDN game");
}

#[test]
fn broken_texts_of_draughts_are_no_texts_of_other_games() {
    let usual = "bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwww";
    for (text, says) in [
        ("W:W31-51:B1-20", "line 1: FEN \"W:W31-51:B1-20\": \"31-51\" is not a square"),
        ("W:W1:B20", "a White man on 1 would be a king"),
        (&format!("W{usual}"), "line 1: Hub position: 49 letters"),
        (&format!("white {usual}"), "line 1: GUIDE position: 49 letters"),
        (&format!("pos=W{usual}w moves=\"32-29\""), "move 1: \"32-29\" is not legal"),
        (&format!("game white {usual}w 1 m 32 28 1 40"), "move 1: \"32 28 1 40\" is not legal"),
        ("1. 32-28 19-23 2. 31-26", "game 1, line 1: move 3: \"31-26\" is not one of the captures"),
    ] {
        let problem = Draughts::recognise(text).unwrap_err().to_string();
        assert!(problem.contains(says), "{text}: {problem}");
    }
}

#[test]
fn no_game_claims_the_texts_of_another() {
    let ggf = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    for text in [
        ggf,
        "---------------------------O*------*O--------------------------- *",
        "---------------------------wb------bw---------------------------b",
        "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww w",
        "f5d6c3d3c4f4f6",
        "1. f5 d6 2. c3",
        "[Black \"x\"]\n[White \"y\"]\n[Result \"37-27\"]\n1. f5 d6 2. c3 37-27",
        "[Event \"x\"]\n1. e4 e5 2. Nf3",
        "hello",
        "",
        "2026-11-20",
        "12.11.2026",
        "White to move",
    ] {
        assert_eq!(Draughts::recognise(text), Ok(None), "{text}");
    }
    let usual = "bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    for text in [
        GAMES,
        "1. 32-28 19-23 2. 28x19",
        "32-28",
        "W:W31-50:B1-20",
        &format!("W{usual}"),
        &format!("pos pos=W{usual}"),
        &format!("white {usual}"),
        &format!("game white {usual} 1 m 32 28 0"),
    ] {
        assert_eq!(Othello::recognise(text), Ok(None), "{text}");
        assert!(Draughts::recognise(text).is_ok_and(|found| found.is_some()), "{text}");
    }
}

// --- Protocols ---

fn root(protocol: &str, variant: &str, start: &str, moves: &[&str]) -> Root {
    let moves: Vec<LinkedMove> =
        moves.iter().map(|mv| LinkedMove::new(MoveText((*mv).to_owned()), None, None)).collect();
    let link = Draughts::link(protocol).expect("draughts engines speak it");
    link.root(&LinkedGame {
        start,
        variant: Some(variant),
        players: ["", ""],
        clocks: [None, None],
        moves: &moves,
        now: None,
    })
}

const USUAL: &str = "W:W31-50:B1-20";
const USUAL_HUB: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn hub_is_told_the_last_irreversible_position_and_what_followed() {
    let played = root("hub", "international", USUAL, &["32-28", "19-23", "28x19x23"]);
    assert_eq!(played.start, USUAL_HUB);
    let steps: Vec<(&str, &str)> = played.moves.iter().map(|mv| (&*mv.mv, &*mv.step)).collect();
    assert_eq!(steps, [("32-28", "32-28"), ("19-23", "19-23"), ("28x19x23", "28x19x23")]);
    let after = hub_after(USUAL, &["32-28", "19-23", "28x19x23"]);
    assert_eq!(played.full, format!("pos={after}"));
    let kings = root("hub", "international", "W:W7,K38:BK5", &["7-1", "5-10", "38-15", "10-5"]);
    let base = hub_after("W:W7,K38:BK5", &["7-1"]);
    assert_eq!(kings.full, format!("pos={base} moves=\"5-10 38-15 10-5\""));
    assert_eq!(root("hub", "killer", "", &[]).full, format!("pos={USUAL_HUB}"));
}

/// Hub's text of the position after some moves.
fn hub_after(start: &str, moves: &[&str]) -> String {
    let mut pos = pos(Variant::International, start);
    for mv in moves {
        pos.play(&mv.parse::<Move>().expect("it is in Hub notation"));
    }
    pos.position_texts()[1].1.clone()
}

#[test]
fn hub_is_told_everything_since_both_kings_counts_were_zero_in_frisian() {
    let start = "W:W41,47,K48:BK5,6,7";
    let cases: [(&[&str], usize); 7] = [
        (&[], 0),
        (&["41-36", "6-11"], 2),
        (&["48-42"], 0),
        // Black's man move does not end the count of White's king.
        (&["48-42", "6-11"], 0),
        (&["41-36", "5-10", "47-41"], 1),
        (&["41-36", "5-10", "47-41", "6-11"], 4),
        (&["41-36", "5-10", "48-42", "10-5", "42-48", "6-11"], 1),
    ];
    for (moves, n_before) in cases {
        let told = root("hub", "frisian", start, moves).full;
        let mut pos = pos(Variant::Frisian, start);
        moves[..n_before].iter().for_each(|mv| pos.play(&mv.parse::<Move>().unwrap()));
        let expected = match moves[n_before..].join(" ") {
            rest if rest.is_empty() => format!("pos={}", pos.position_texts()[1].1),
            rest => format!("pos={} moves=\"{rest}\"", pos.position_texts()[1].1),
        };
        assert_eq!(told, expected, "{moves:?}");
    }
}

#[test]
fn a_random_frisian_game_as_told_to_hub_leads_to_the_same_counts() {
    for seed in 0..40 {
        let mut numbers = Seeded::new(seed);
        let start = "W:WK46,47,48,K49:BK2,3,4,K5";
        let mut at = pos(Variant::Frisian, start);
        let mut line: Vec<String> = Vec::new();
        for _ in 0..60 {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[numbers.below(moves.len())];
            at.play(&mv);
            line.push(mv.to_string());
            let texts: Vec<&str> = line.iter().map(String::as_str).collect();
            let told = root("hub", "frisian", start, &texts).full;
            let (base, rest) = told.split_once(" moves=").unwrap_or((&told, ""));
            let mut again = pos(Variant::Frisian, base);
            for mv in rest.trim_matches('"').split_whitespace() {
                again.play(&mv.parse::<Move>().unwrap());
            }
            assert_eq!(again, at, "seed {seed}: {told}");
        }
    }
}

#[test]
fn guide_is_told_positions_moves_and_whole_games() {
    let played = root("guide", "international", USUAL, &["32-28", "19-23", "28x19x23"]);
    let start = format!("white {}", &USUAL_HUB[1..]);
    assert_eq!(played.start, start);
    assert_eq!(played.full, format!("{start} 3 m 32 28 0 m 19 23 0 m 28 19 1 23"));
    assert_eq!(&*played.moves[2].step, "28 19 1 23");
    let several = root("guide", "international", TWO_WAYS, &["27x19x24x32x40"]);
    assert_eq!(&*several.moves[0].step, "27 19 3 24 32 40");
    assert_eq!(root("guide", "international", "B:W31:B6", &[]).full, {
        let mut squares = ["e"; 50];
        (squares[30], squares[5]) = ("w", "b");
        format!("black {} 0", squares.concat())
    });
}

#[test]
fn links_know_their_variants() {
    let hub = Draughts::link("hub").unwrap();
    let guide = Draughts::link("guide").unwrap();
    assert_eq!(hub.variants(), None);
    assert_eq!(guide.variants(), Some(&["international"][..]));
    let texts = Variant::ALL.map(|variant| hub.variant_text(Some(variant.name())).unwrap());
    assert_eq!(texts, ["normal", "frisian", "killer", "bt", "losing"]);
    assert_eq!(hub.variant_text(None).as_deref(), Some("normal"));
    assert_eq!(guide.variant_text(None), None);
    assert!(Draughts::link("nboard").is_none());
}

#[test]
fn moves_of_engines_are_read_in_every_spelling() {
    let capture = pos(Variant::International, TWO_WAYS);
    let single = pos(Variant::International, "W:W32:B28");
    for (protocol, start, text, canonical) in [
        ("hub", &capture, "27x19x24x32x40", "27x19x24x32x40"),
        ("hub", &capture, "27x19x40x24x32", "27x19x24x32x40"),
        ("hub", &capture, "27x43x30x19", "27x19x24x32x39"),
        ("hub", &capture, "27x20", "27x20x24x32x33"),
        ("hub", &single, "32x23x28", "32x23x28"),
        ("hub", &single, "32x23", "32x23x28"),
        ("hub", &single, "\"32x23\"", "32x23x28"),
        ("guide", &capture, "27 19 3 40 24 32", "27x19x24x32x40"),
        ("guide", &capture, "m 27 19 3 24 32 39", "27x19x24x32x39"),
        ("guide", &capture, "27x43x30x19", "27x19x24x32x39"),
        ("guide", &single, "32 23 1", "32x23x28"),
        ("guide", &single, "32 23 0", "32x23x28"),
        ("guide", &single, "32 23", "32x23x28"),
        ("guide", &single, "32x23", "32x23x28"),
        ("guide", &single, "32-23", "32x23x28"),
    ] {
        let link = Draughts::link(protocol).unwrap();
        let read = link.read_move(start, text);
        assert_eq!(read.map(|mv| mv.0), Ok(canonical.to_owned()), "{protocol} {text}");
    }
    for (protocol, start, text) in [
        ("hub", &capture, "27x19"),
        ("hub", &capture, "6-11"),
        ("hub", &single, "32x23x27"),
        ("guide", &capture, "27 19 3"),
        ("guide", &capture, "27 19 2 24 32"),
        ("guide", &capture, "6 11 0"),
    ] {
        let read = Draughts::link(protocol).unwrap().read_move(start, text);
        assert!(matches!(read, Err(PlayError::Illegal { .. })), "{protocol} {text}: {read:?}");
    }
    for (protocol, text) in [("hub", "pass"), ("guide", "32"), ("guide", "resign"), ("hub", "")] {
        let read = Draughts::link(protocol).unwrap().read_move(&single, text);
        assert!(matches!(read, Err(PlayError::Unreadable { .. })), "{protocol} {text}: {read:?}");
    }
    let guide = Draughts::link("guide").unwrap();
    let line = ["32-28", "17-22", "28x17", "11x22", "1-50", "37-32"].map(str::to_owned);
    let read = guide.read_line(&Draughts::start_of(Variant::International), &line);
    let read: Vec<&str> = read.iter().map(|step| step.mv.0.as_str()).collect();
    assert_eq!(read, ["32-28", "17-22", "28x17x22", "11x22x17"]);
}

#[test]
fn the_usual_start_is_the_board_of_the_usual_position() {
    assert_eq!(*pos(Variant::International, USUAL).board(), Board::START);
}
